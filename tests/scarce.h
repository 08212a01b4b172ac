/* scarce.h - memory that runs out: malloc, calloc and realloc of the program, one call of which
 * fails.
 *
 * They are replaced, which glibc allows, and a sanitizer or valgrind does not: SCARCE_MEMORY is 0,
 * or scarce_works() false.
 */
#ifndef SCARCE_H
#define SCARCE_H

#include <stdbool.h>
#include <stdlib.h> /* which says whether it is glibc */

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SCARCE_MEMORY 0
#endif
#endif
#else
#define SCARCE_MEMORY 0
#endif
#ifndef SCARCE_MEMORY
#define SCARCE_MEMORY 1
#endif

bool scarce_works(void);
/* From here on so many allocations succeed, and the one after them does not. */
void scarce_begin(long n);
/* Did one fail? *blocks: those that were allocated since, and not freed. */
bool scarce_end(long *blocks);

#endif
