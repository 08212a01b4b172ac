/* hand-expr.h - expressions and statements of kernels that are written by hand, shortly. */
#ifndef TESTS_HAND_EXPR_H
#define TESTS_HAND_EXPR_H

#include "../kernels/kernel/kernel.h"

#include <stdio.h>
#include <stdlib.h>

/* The kernels are right as they stand: anything else is an error of the file that writes them. */
static inline void need(const lc_ctx *ctx, bool ok)
{
    if (ok)
        return;
    fprintf(stderr, "a kernel by hand: %s\n", lc_ctx_message(ctx));
    abort();
}

/* Expressions of one kernel. */
static lc_exprs *x;

static inline const lc_expr *num(int64_t value)
{
    return lc_expr_int(x, value);
}
static inline const lc_expr *op(lc_expr_op o, const lc_expr *a, const lc_expr *b)
{
    return lc_expr_make(x, o, a, b);
}
static inline const lc_expr *add(const lc_expr *a, const lc_expr *b)
{
    return op(LC_EXPR_ADD, a, b);
}
static inline const lc_expr *sub(const lc_expr *a, const lc_expr *b)
{
    return op(LC_EXPR_SUB, a, b);
}
static inline const lc_expr *mul(const lc_expr *a, const lc_expr *b)
{
    return op(LC_EXPR_MUL, a, b);
}
static inline const lc_expr *times(const lc_expr *a, int64_t b)
{
    return mul(a, num(b));
}
static inline const lc_expr *quotient(const lc_expr *a, int64_t b)
{
    return op(LC_EXPR_DIV, a, num(b));
}
static inline const lc_expr *rest(const lc_expr *a, int64_t b)
{
    return op(LC_EXPR_MOD, a, num(b));
}
static inline const lc_expr *less(const lc_expr *a, const lc_expr *b)
{
    return op(LC_EXPR_LT, a, b);
}
static inline const lc_expr *same_as(const lc_expr *a, int64_t b)
{
    return op(LC_EXPR_EQ, a, num(b));
}
static inline const lc_expr *both(const lc_expr *a, const lc_expr *b)
{
    return op(LC_EXPR_ALL, a, b);
}
static inline const lc_expr *flipped(const lc_expr *a, const lc_expr *b)
{
    return op(LC_EXPR_XOR, a, b);
}

/* A variable that has this value from here on. */
static inline const lc_expr *let(lck_writer *w, const char *name, const lc_expr *value)
{
    need(lc_exprs_ctx(x), value != NULL);
    const lc_expr *var = lc_expr_var(x, name, value->low, value->high);
    lck_let(w, var, value, false);
    return var;
}
/* A variable below `count`; one of this name is used again. */
static inline const lc_expr *variable(const char *name, int64_t count)
{
    const lc_expr *var = lc_exprs_find(x, name);
    return var ? var : lc_expr_var(x, name, 0, count - 1);
}
/* Begins a FOR. */
static inline const lc_expr *loop(lck_writer *w, const char *name, int64_t count)
{
    const lc_expr *var = variable(name, count);
    lck_for(w, var, count);
    return var;
}

#endif
