/* target.h - the readers of layoutcheck, each with any bytes, and what it reads usually.
 *
 * Answers do not matter, only that there is one, and that what is printed as JSON can be read
 * back: sanitizers watch the memory, a fuzzer time and size. Budgets are small, so that an input
 * that is merely large is UNKNOWN soon.
 */
#ifndef TESTS_FUZZ_TARGET_H
#define TESTS_FUZZ_TARGET_H

#include <stdbool.h>
#include <stddef.h>

/* The names of the readers; NULL after the last. */
const char *fuzz_target(size_t i);

/* False: no such reader, or no memory. */
bool fuzz_read(const char *target, const void *data, size_t size);

/* seeds.c: calls `seed` with each input of this kind that the tree of sources `top` has. */
typedef void (*fuzz_seed)(void *user, const char *text, size_t size);
void fuzz_seeds(const char *top, const char *target, fuzz_seed seed, void *user);

#endif
