/* ints.h - lists of integers, of any length: immutable and reference counted.
 *
 * The values of a function that is known by nothing else. A list keeps copies of its integers.
 */
#ifndef LC_INTS_H
#define LC_INTS_H

#include "int.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lc_ints lc_ints;

/* A copy of value[0..n). */
lc_ints *lc_ints_new(lc_ctx *ctx, size_t n, const lc_int *value);
lc_ints *lc_ints_ref(const lc_ints *list);
void lc_ints_free(lc_ints *list);

/* Integers read from a list live as long as the list. */
size_t lc_ints_length(const lc_ints *list);
lc_int lc_ints_at(const lc_ints *list, size_t i); /* i < length */

/* Which of two lists of n comes first, by the first integers that differ: below 0, 0, above. */
int lc_ints_order(size_t n, const lc_int *a, const lc_int *b);

#ifdef __cplusplus
}
#endif

#endif
