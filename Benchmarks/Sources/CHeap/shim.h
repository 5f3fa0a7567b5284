// How much memory is allocated, which the standard modules of the C libraries leave out.
#if defined(__linux__)
#include <malloc.h>
#elif defined(__APPLE__)
#include <malloc/malloc.h>
#endif
