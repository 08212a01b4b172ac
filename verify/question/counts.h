/* counts.h - does each value come equally often in two functions?
 *
 * Layouts compare their generating functions (image.h): the counts are the coefficients. Under
 * one bijective swizzle the counts are those of the layouts below it. Affine functions over F2
 * reach each value of a coset equally often, 2^(columns - rank) times: the counts agree where the
 * cosets are the same and the domains of one size. Small functions of other kinds are listed.
 */
#ifndef LCV_COUNTS_H
#define LCV_COUNTS_H

#include "question.h"

/* A value that comes count[0] times in f[0], and another number of times in f[1]; at[i] is a
 * coordinate of it in f[i], where count[i] is not 0. Where the counts take too long, they are not
 * known, and `more` is the function that has the value more often. */
typedef struct {
    const char *method;
    lc_int value, count[2], at[2];
    bool counted;
    size_t more;
} lcv_uneven;

/* LCR_YES: *found. The functions are to integers; layouts of coordinates are packed
 * (../function/pair.h). */
lcr_answer lcv_differ_in_counts(lcr_ctx *r, const lcv_function f[2], lcv_uneven *found);
/* The same of two lists in order (function.h), without `value`: by enumeration. */
lcr_answer lcv_lists_differ(lc_ctx *ctx, lcv_point *const list[2], const size_t n[2],
                            lcv_uneven *found);

#endif
