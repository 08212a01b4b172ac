/* integers.h - integers over sizes and blocks, as polynomials that are compared term by term.
 *
 * An integer is a number, or a sum of products of variables and of what no more is known of than
 * which operation made it of which integers: a quotient of sizes. Two that have the same terms
 * are the same at all sizes. Others may still be equal, unless they differ by a number.
 *
 * What would take more terms than there is room for, or other factors than 64 bits hold, is lost.
 */
#ifndef LCK_ROWS_INTEGERS_H
#define LCK_ROWS_INTEGERS_H

#include "../../lib/expr.h"
#include "../../verify/pieces/sum.h"

typedef struct {
    bool known; /* it is `value` */
    bool lost;
    bool moves; /* it depends on the thread, or on a loop */
    union {
        int64_t value;      /* if it is known */
        const lcv_sum *sum; /* else; NULL: it is lost */
    };
} lck_integer;

/* The variables and operations that occur, and memory for sums. */
typedef struct lck_integers lck_integers;

lck_integers *lck_integers_new(lc_ctx *ctx); /* NULL: no memory */
void lck_integers_free(lck_integers *all);

/* Frees all integers but numbers, and what lck_integer_keep has returned. Where memory runs out,
 * an integer is lost, and the context says so. */
void lck_integers_pass(lck_integers *all);
lck_integer lck_integer_keep(lck_integers *all, lck_integer a);

lck_integer lck_integer_of(int64_t value);
lck_integer lck_integer_variable(lck_integers *all, size_t slot);
lck_integer lck_integer_make(lck_integers *all, lc_expr_op op, lck_integer a, lck_integer b);
lck_integer lck_integer_select(lck_integers *all, lck_integer condition, lck_integer yes,
                               lck_integer no);

#endif
