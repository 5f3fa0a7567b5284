// Ends the process before the n-th call that changes a file, n being $ALMANAC_KILL_AT, or within it where it writes, as a kill
// would; or has that call and
// all later ones that need room fail, n being $ALMANAC_FULL_AT, as a full disk would.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

// Whether the process ends at this call.
static int is_last(void) {
  static long left = -1;
  if (left < 0) {
    const char *text = getenv("ALMANAC_KILL_AT");
    left = text ? atol(text) : 0;
  }
  return left > 0 && --left == 0;
}

static void step(void) {
  if (is_last()) kill(getpid(), SIGKILL);
}

// Whether the disk is full at this call.
static int is_full(void) {
  static long left = -1;
  if (left < 0) {
    const char *text = getenv("ALMANAC_FULL_AT");
    left = text ? atol(text) : 0;
  }
  if (left == 0 || (left > 1 && left--)) return 0;
  errno = ENOSPC;
  return 1;
}

int rename(const char *from, const char *to) {
  step();
  if (is_full()) return -1;
  return ((int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename"))(from, to);
}

int unlink(const char *path) {
  step();
  return ((int (*)(const char *))dlsym(RTLD_NEXT, "unlink"))(path);
}

int fsync(int descriptor) {
  step();
  if (is_full()) return -1;
  return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(descriptor);
}

int syncfs(int descriptor) {
  step();
  if (is_full()) return -1;
  return ((int (*)(int))dlsym(RTLD_NEXT, "syncfs"))(descriptor);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  ssize_t (*next)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
  if (descriptor > 2 && is_last()) {
    next(descriptor, bytes, count / 2);
    kill(getpid(), SIGKILL);
  }
  if (descriptor > 2 && is_full()) return -1;
  return next(descriptor, bytes, count);
}
