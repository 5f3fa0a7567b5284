// Two ways to count the work of a part of a program: the memory that is allocated, which the standard modules of the C
// libraries leave out, and callgrind, which counts between two requests of the program that it runs.
#pragma once
#if defined(__linux__)
#include <malloc.h>
#elif defined(__APPLE__)
#include <malloc/malloc.h>
#endif

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define RUNNING_ON_VALGRIND 0
#define CALLGRIND_START_INSTRUMENTATION
#define CALLGRIND_STOP_INSTRUMENTATION
#define CALLGRIND_ZERO_STATS
#define CALLGRIND_DUMP_STATS_AT(name) (void)(name)
#endif

static inline int is_counting(void) { return RUNNING_ON_VALGRIND; }

static inline void start_counting(void) {
  CALLGRIND_START_INSTRUMENTATION;
  CALLGRIND_ZERO_STATS;
}

// Writes the counts since the start to a file of their own, under a name.
static inline void stop_counting(const char *name) {
  CALLGRIND_DUMP_STATS_AT(name);
  CALLGRIND_STOP_INSTRUMENTATION;
}
