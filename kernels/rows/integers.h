/* integers.h - integers that sizes and blocks make: polynomials, compared term by term.
 *
 * An integer is a number, or a sum of products of variables and of what no more is known of than
 * which operation made it of which integers: a quotient of sizes. Two that have the same terms
 * are the same at all sizes. Two that have not may be, unless they differ by a number.
 *
 * What would take more terms than there is room for, or other factors than 64 bits hold, is lost.
 */
#ifndef LCK_ROWS_INTEGERS_H
#define LCK_ROWS_INTEGERS_H

#include "../../lib/expr.h"

typedef struct {
    bool known; /* it is `value` */
    bool lost;
    bool moves;    /* it depends on the thread, or on a loop */
    int terms;     /* those that are no number; 0: none */
    int64_t value; /* the term that is a number */
} lck_integer;

/* The variables, operations, products and sums that occur. */
typedef struct lck_integers lck_integers;

lck_integers *lck_integers_new(lc_ctx *ctx); /* NULL: no memory */

/* Sums are found again, and there is room for few: those that were made after a mark are given
 * back, with all integers that have them, but for what was kept and operations since. */
int lck_integers_mark(const lck_integers *all);
void lck_integers_go_back(lck_integers *all, int mark);
void lck_integers_keep(lck_integers *all);

lck_integer lck_integer_lost(void);
lck_integer lck_integer_of(int64_t value);
lck_integer lck_integer_variable(lck_integers *all, size_t slot);
lck_integer lck_integer_make(lck_integers *all, lc_expr_op op, lck_integer a, lck_integer b);
lck_integer lck_integer_select(lck_integers *all, lck_integer condition, lck_integer yes,
                               lck_integer no);

#endif
