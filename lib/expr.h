/* expr.h - integer expressions of named variables, as generated code computes them.
 *
 * A kernel computes them from its thread, its block and the sizes of its tensors: indices,
 * predicates, numbers of blocks. The same tree is printed as C (lc_expr_to_c) and evaluated
 * (lc_expr_at), so that an executor runs what a compiler reads.
 *
 * Integers are those of a machine: 64 bits, and evaluation says when they do not suffice. DIV and
 * MOD are by floor and their divisor is positive. Comparisons and ALL, ANY, NOT are 1 or 0. A
 * variable has bounds; every expression has bounds of its value by interval arithmetic (INT64_MIN
 * and INT64_MAX: none known). They decide how a division is printed and whether 32 bits suffice.
 *
 * Making an expression simplifies it: constants are folded, 0 and 1 disappear, sums of constants
 * are joined, (8 x) / 4 is 2 x, (x % 8) % 4 is x % 4, and bounds decide what they can (x % 8 with
 * x in 0..7 is x; x < 8 is 1).
 *
 * Expressions belong to their lc_exprs, are never changed, and go with it. NULL is failure
 * and the context says why (no memory, LC_ERR_LIMIT); a NULL argument is passed on.
 */
#ifndef LC_EXPR_H
#define LC_EXPR_H

#include <stdint.h>
#include <stdio.h>

#include "ctx.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lc_exprs lc_exprs;

typedef enum {
    LC_EXPR_INT, /* value */
    LC_EXPR_VAR, /* name, slot */
    LC_EXPR_ADD,
    LC_EXPR_SUB,
    LC_EXPR_MUL,
    LC_EXPR_DIV,
    LC_EXPR_MOD,
    LC_EXPR_MIN,
    LC_EXPR_MAX,
    LC_EXPR_XOR, /* of the bits of two numbers that are not negative */
    LC_EXPR_LT,
    LC_EXPR_LE,
    LC_EXPR_EQ,
    LC_EXPR_NE, /* >, >= are < and <= turned around */
    LC_EXPR_ALL,
    LC_EXPR_ANY,   /* && and ||: the right one only where it decides */
    LC_EXPR_NOT,   /* one operand */
    LC_EXPR_SELECT /* arg[0] ? arg[1] : arg[2] */
} lc_expr_op;

typedef struct lc_expr {
    lc_expr_op op;
    int64_t value;        /* INT */
    const char *name;     /* VAR; belongs to the lc_exprs */
    size_t slot;          /* VAR: its place among the variables */
    int64_t low, high;    /* bounds of the value */
    unsigned depth, size; /* of the tree; a subtree that is printed twice counts twice */
    const struct lc_expr *arg[3];
} lc_expr;

#define LC_MAX_EXPR_VARS 256
#define LC_MAX_EXPR_DEPTH 256
#define LC_MAX_EXPR_SIZE 65536

/* What owns expressions: all of them are freed with it. NULL where there is no memory. */
lc_exprs *lc_exprs_new(lc_ctx *ctx);
void lc_exprs_free(lc_exprs *x);
lc_ctx *lc_exprs_ctx(const lc_exprs *x);

/* A number. It belongs to x, as all expressions do; NULL with an error. */
const lc_expr *lc_expr_int(lc_exprs *x, int64_t value);
/* A new variable, in the next slot, with values in [low, high]. The name is copied.
 * LC_ERR_INVALID when it is taken, or no identifier of C. */
const lc_expr *lc_expr_var(lc_exprs *x, const char *name, int64_t low, int64_t high);
/* The variable of this name; NULL without an error when there is none. */
const lc_expr *lc_exprs_find(const lc_exprs *x, const char *name);
size_t lc_exprs_nvars(const lc_exprs *x);
const lc_expr *lc_exprs_var(const lc_exprs *x, size_t slot);

/* Any operation of two operands. LC_ERR_INVALID for a divisor that can be 0 or negative, for
 * an operand of XOR that can be negative. */
const lc_expr *lc_expr_make(lc_exprs *x, lc_expr_op op, const lc_expr *a, const lc_expr *b);
const lc_expr *lc_expr_not(lc_exprs *x, const lc_expr *a);
const lc_expr *lc_expr_select(lc_exprs *x, const lc_expr *condition, const lc_expr *yes,
                              const lc_expr *no);
/* a + k b, a / b rounded up. */
const lc_expr *lc_expr_add_scaled(lc_exprs *x, const lc_expr *a, int64_t k, const lc_expr *b);
const lc_expr *lc_expr_ceil_div(lc_exprs *x, const lc_expr *a, const lc_expr *b);
/* e with `with` in the place of a variable. The bounds of `with` have to lie within those of the
 * variable: operations were simplified by these. */
const lc_expr *lc_expr_substitute(lc_exprs *x, const lc_expr *e, const lc_expr *var,
                                  const lc_expr *with);

/* The same expression, which the caller knows to stay in [low, high] wherever it is used. */
const lc_expr *lc_expr_assume(lc_exprs *x, const lc_expr *e, int64_t low, int64_t high);

/* Is it a number, then *value; are the two the same tree? */
bool lc_expr_is_int(const lc_expr *e, int64_t *value);
bool lc_expr_equal(const lc_expr *a, const lc_expr *b);
/* Does this variable occur in e? Does one occur for which `is` says yes, given its slot? */
bool lc_expr_has(const lc_expr *e, const lc_expr *var);
typedef bool lc_expr_asked(const void *context, size_t slot);
bool lc_expr_any(const lc_expr *e, lc_expr_asked *is, const void *context);
/* Calls `is` with each comparison, as LT, LE or EQ of a and b, that holds wherever e is true
 * (`holds`) or false, until it says yes. True if it did. */
typedef bool lc_expr_compared(void *context, lc_expr_op op, const lc_expr *a, const lc_expr *b);
bool lc_expr_compares(const lc_expr *e, bool holds, lc_expr_compared *is, void *context);

/* A number that divides the variable in this slot, at least 1. */
typedef int64_t lc_divisor_of(const void *context, size_t slot);
/* A number that divides e for all values of its variables; 0 for 0. */
int64_t lc_expr_divisor(const lc_expr *e, lc_divisor_of *of, const void *context);
/* A number that divides the product of a multiple of a and one of b. */
int64_t lc_product_divisor(int64_t a, int64_t b);

/* The value at env[slot] for each variable. False when a step has no 64-bit value or divides
 * by 0. */
bool lc_expr_at(const lc_expr *e, const int64_t *env, int64_t *value);
/* The value of an operation of two operands that are both computed; false when it has none in 64
 * bits. */
bool lc_expr_apply(lc_expr_op op, int64_t a, int64_t b, int64_t *value);
/* The value as code computes it, in integers of `bits` bits, 32 or 64. NULL: *value is it.
 * Else the first step whose value these do not hold, or that divides by 0, or whose value is
 * outside the bounds that are known of it. */
const lc_expr *lc_expr_compute(const lc_expr *e, const int64_t *env, int bits, int64_t *value);

/* The text in C, with as few parentheses as its precedences allow; the caller frees it. Divisions
 * and remainders by powers of two are shifts and masks; others are written out when an operand
 * may be negative. MIN and MAX are conditional expressions. */
char *lc_expr_to_c(lc_ctx *ctx, const lc_expr *e);
void lc_expr_print(FILE *out, const lc_expr *e);

#ifdef __cplusplus
}
#endif

#endif
