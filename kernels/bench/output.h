/* output.h - the files that a program writes into a folder. */
#ifndef BENCH_OUTPUT_H
#define BENCH_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* These print what is wrong. The folder may be there; a file of it; false when not all of the
 * file was written, which may be NULL. */
bool output_folder(const char *folder);
FILE *output_create(const char *folder, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool output_finish(const char *folder, FILE *file);

/* The memory; a program without any ends here. */
void *output_need(void *memory);

/* " {1LL, 2LL}," for C++. */
void output_numbers(FILE *out, size_t n, const int64_t *value);

#endif
