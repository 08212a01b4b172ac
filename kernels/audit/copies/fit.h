/* fit.h - a finite relation between rows of small numbers, described bit by bit.
 *
 * Pairs of `from` and `to` are given one by one. They are described where each bit of a number of
 * `to` is a bit of a number of `from`, or constant, and the rows of `from` that have a pair are
 * all those with certain bits. Threads that copy tiles are of this form, under any padding or
 * swizzle.
 */
#ifndef LCK_COPIES_FIT_H
#define LCK_COPIES_FIT_H

#include "../../../lib/expr.h"

#define LCK_FIT_NUMBERS 4
#define LCK_FIT_ROWS (1 << 16)

typedef struct {
    lc_exprs *x;
    int64_t extent[2][LCK_FIT_NUMBERS];       /* of `from` and of `to` */
    const lc_expr *variable[LCK_FIT_NUMBERS]; /* for the numbers of `from` */
    size_t n;
    int32_t (*pair)[2]; /* rows: number 0 + extent 0 * (number 1 + ..); no `from` twice */
} lck_fit;

int64_t lck_fit_rows(const int64_t *extent);
int64_t lck_fit_number(const int64_t *extent, int64_t row, int k);
/* The condition for a row of `from` to have a pair, and the numbers of `to`. False: the relation
 * is not of this form, or there is no room. */
bool lck_fit_words(const lck_fit *p, const lc_expr **where, const lc_expr *to[LCK_FIT_NUMBERS]);

#endif
