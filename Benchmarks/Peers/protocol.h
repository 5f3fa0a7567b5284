// The protocol of the programs that are compared: `PROGRAM WORKLOAD INPUT SECONDS` does the work for about so many seconds
// and prints one line of JSON: the median of the CPU seconds of one run, what it found, and its peak memory in MiB.
#pragma once
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static double cpu_seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

static int compare_doubles(const void *one, const void *other) {
  double a = *(const double *)one, b = *(const double *)other;
  return (a > b) - (a < b);
}

// As `medianSeconds(lasting:)` of the library's own programs.
static double median_seconds(double seconds, void (*run)(void *), void *context) {
  run(context);
  double start = cpu_seconds();
  run(context);
  double once = cpu_seconds() - start;
  if (once < 1e-9) once = 1e-9;
  int rounds = once < seconds ? 7 : 3;
  long repeats = (long)(seconds / rounds / once);
  if (repeats < 1) repeats = 1;
  double times[7];
  for (int round = 0; round < rounds; round++) {
    start = cpu_seconds();
    for (long repeat = 0; repeat < repeats; repeat++) run(context);
    times[round] = (cpu_seconds() - start) / repeats;
  }
  qsort(times, rounds, sizeof *times, compare_doubles);
  return times[rounds / 2];
}

// Not that of `getrusage`, which counts what the parent held when it made this process.
static double peak_memory(void) {
  char line[256];
  long kibibytes = 0;
  FILE *status = fopen("/proc/self/status", "r");
  while (status && fgets(line, sizeof line, status))
    if (sscanf(line, "VmHWM: %ld", &kibibytes) == 1) break;
  if (status) fclose(status);
  return kibibytes / 1024.0;
}

static void report(double seconds, const char *answer, double peak) {
  printf("{\"seconds\": %.9g, \"answer\": \"%s\", \"peak\": %.1f}\n", seconds, answer, peak);
}

static void refuse(const char *what) {
  fprintf(stderr, "%s\n", what);
  exit(2);
}

// A whole file, with a zero byte after it.
static char *content(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) refuse("the file cannot be read");
  fseek(file, 0, SEEK_END);
  long length = ftell(file);
  rewind(file);
  char *text = (char *)malloc(length + 1);
  text[fread(text, 1, length, file)] = 0;
  fclose(file);
  return text;
}

// The number of those lines of which every event has one.
static long main_lines(const char *text) {
  static const char *names[] = {"UID", "SUMMARY", "DESCRIPTION", "LOCATION", "DTEND"};
  long count = 0;
  for (const char *line = text; *line; line++) {
    for (int name = 0; name < 5; name++) count += !strncmp(line, names[name], strlen(names[name]));
    line = strchr(line, '\n');
    if (!line) break;
  }
  return count;
}
