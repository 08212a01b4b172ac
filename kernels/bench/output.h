/* output.h - the files that a program writes into a folder. */
#ifndef BENCH_OUTPUT_H
#define BENCH_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Makes a folder, which may be there already; creates a file in it; closes a file, which may be
 * NULL: false when not all of it was written. All print what is wrong. */
bool output_folder(const char *folder);
FILE *output_create(const char *folder, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool output_finish(const char *folder, FILE *file);

/* Returns the memory; ends the program where it is NULL. */
void *output_need(void *memory);

/* " {1LL, 2LL}," for C++. */
void output_numbers(FILE *out, size_t n, const int64_t *value);

#endif
