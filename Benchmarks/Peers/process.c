// A whole program, from its start to its end: `process COMMAND SECONDS` runs the words of COMMAND and prints what the
// protocol asks for. The answer is the number of different titles of the sample, "#" and a number, that it prints.
#define _GNU_SOURCE
#include "protocol.h"
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static char *words[64];
static double peak;

// Returns the CPU seconds of one run.
static double run(int output) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output, 1);
  pid_t child;
  if (posix_spawnp(&child, words[0], &actions, NULL, words, environ)) refuse("the program cannot be started");
  posix_spawn_file_actions_destroy(&actions);
  int status;
  struct rusage used;
  wait4(child, &status, 0, &used);
  if (status) refuse("the program failed");
  if (used.ru_maxrss / 1024.0 > peak) peak = used.ru_maxrss / 1024.0;
  return used.ru_utime.tv_sec + used.ru_stime.tv_sec + (used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
}

static long titles(FILE *output) {
  static char seen[1 << 20];
  long number, found = 0;
  rewind(output);
  for (int character = getc(output); character != EOF; character = getc(output))
    if (character == '#' && fscanf(output, "%ld", &number) == 1 && number >= 0 && number < (1 << 20) && !seen[number])
      seen[number] = ++found > 0;
  return found;
}

int main(int argc, char **argv) {
  if (argc != 3) refuse("COMMAND SECONDS");
  int number = 0;
  for (char *word = strtok(argv[1], " "); word && number < 63; word = strtok(NULL, " ")) words[number++] = word;
  FILE *output = tmpfile();
  run(fileno(output));
  int nothing = open("/dev/null", O_WRONLY);
  double once = run(nothing);
  int rounds = (int)(atof(argv[2]) / (once > 1e-4 ? once : 1e-4));
  if (rounds < 3) rounds = 3;
  if (rounds > 201) rounds = 201;
  double times[201];
  for (int round = 0; round < rounds; round++) times[round] = run(nothing);
  qsort(times, rounds, sizeof *times, compare_doubles);
  char answer[32];
  sprintf(answer, "%ld", titles(output));
  report(times[rounds / 2], answer, peak);
}
