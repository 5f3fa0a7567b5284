#pragma once
#ifdef __linux__
#include <sys/xattr.h>
#endif
