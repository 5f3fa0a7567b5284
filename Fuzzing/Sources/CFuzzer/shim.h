#pragma once
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *data, size_t size));
