/* sum.h - sums of products of unknown integers: the values and conditions of a map.
 *
 * An unknown is a coordinate, a parameter, an entry of a table, or a quotient, rounded down, of a
 * sum by a number or by another sum. A sum has a constant and terms: a factor and up to
 * LCV_DEGREE unknowns. Factors are machine integers: what would not fit has no sum. Sums of
 * others, with unknowns of their own, are added and multiplied alike
 * (../../kernels/audit/copies/linear.h).
 *
 * A condition is in disjunctive form: a list of cases, each a list of constraints, sum >= 0 or
 * sum == 0. All of it lives in the arena of an lcv_sums; nothing is freed before that.
 */
#ifndef LCV_SUM_H
#define LCV_SUM_H

#include "../language/ast.h"

#include <stdint.h>

#define LCV_DEGREE 6
#define LCV_MAX_TERMS 48
#define LCV_MAX_UNKNOWNS 160
#define LCV_MAX_CASES 128
#define LCV_MAX_INDICES 4 /* of a table */

typedef struct {
    int64_t factor;
    size_t n;
    uint16_t of[LCV_DEGREE]; /* in ascending order */
} lcv_term;

typedef struct {
    int64_t constant;
    size_t n;
    lcv_term *term; /* sorted, no factor 0 */
} lcv_sum;

typedef enum {
    LCV_U_PARAMETER,
    LCV_U_COORDINATE,
    LCV_U_ENTRY,
    LCV_U_FLOOR,
    LCV_U_QUOTIENT
} lcv_u;

typedef struct {
    lcv_u kind;
    const char *name;       /* PARAMETER, COORDINATE */
    const void *value;      /* PARAMETER: its value, an lcv_value */
    int64_t low;            /* PARAMETER: at least this */
    const lcv_sum *of, *by; /* FLOOR: by a positive constant; QUOTIENT */
    size_t table, n;        /* ENTRY: of this table, at n indices */
    const lcv_sum *index[LCV_MAX_INDICES];
} lcv_unknown_integer;

typedef struct lcv_constraint {
    const lcv_sum *sum;
    bool equality; /* == 0, else >= 0 */
    const struct lcv_constraint *next;
} lcv_constraint;

/* Any of the cases. */
typedef struct {
    size_t n;
    const lcv_constraint *of[LCV_MAX_CASES];
} lcv_condition;

typedef struct {
    lcv_arena *arena;
    size_t n;
    lcv_unknown_integer unknown[LCV_MAX_UNKNOWNS];
    const char *failed;   /* why there is no sum: static text; NULL: none */
    size_t degree, terms; /* the most; 0: 4, and LCV_MAX_TERMS */
} lcv_sums;

/* Functions return NULL where a limit is reached (`failed`), or an argument is NULL. */
const lcv_sum *lcv_sum_number(lcv_sums *s, int64_t value);
const lcv_sum *lcv_sum_unknown(lcv_sums *s, size_t u);
const lcv_sum *lcv_sum_add(lcv_sums *s, const lcv_sum *a, int64_t factor, const lcv_sum *b);
const lcv_sum *lcv_sum_mul(lcv_sums *s, const lcv_sum *a, const lcv_sum *b);
/* floor(a / b), b a positive number; or another sum, which has to divide what contains it. */
const lcv_sum *lcv_sum_floor(lcv_sums *s, const lcv_sum *a, int64_t b);
const lcv_sum *lcv_sum_quotient(lcv_sums *s, const lcv_sum *a, const lcv_sum *b);
/* a = by * *q + *r, by > 0, the factors of *r and its constant in [0,by). */
bool lcv_sum_divide(lcv_sums *s, const lcv_sum *a, int64_t by, const lcv_sum **q,
                    const lcv_sum **r);
/* a = by * *part + *rest, `by` a product of unknowns with a factor: the terms that it divides. */
bool lcv_sum_split(lcv_sums *s, const lcv_sum *a, const lcv_term *by, const lcv_sum **part,
                   const lcv_sum **rest);

/* The sum with unknowns replaced by sums. */
const lcv_sum *lcv_sum_with(lcv_sums *s, const lcv_sum *sum,
                            const lcv_sum *(*instead)(const void *user, size_t u),
                            const void *user);
bool lcv_sum_is_number(const lcv_sum *a, int64_t *value);
bool lcv_sum_is_linear(const lcv_sum *a); /* no products */
bool lcv_sum_same(const lcv_sum *a, const lcv_sum *b);

/* A new unknown, or one that is the same; SIZE_MAX at a limit. */
size_t lcv_sums_add(lcv_sums *s, const lcv_unknown_integer *u);

/* ---- conditions ---- */

/* Adds a constraint to others (NULL: none). NULL, with `failed`, where `sum` is NULL or there is
 * no memory. */
const lcv_constraint *lcv_constrain(lcv_sums *s, const lcv_constraint *all, const lcv_sum *sum,
                                    bool equality);
/* The condition a op b; both; a becomes either. Past LCV_MAX_CASES `failed` is set. */
lcv_condition lcv_compared(lcv_sums *s, lcv_op op, const lcv_sum *a, const lcv_sum *b);
lcv_condition lcv_both(lcv_sums *s, const lcv_condition *a, const lcv_condition *b);
void lcv_either(lcv_sums *s, lcv_condition *a, const lcv_condition *b);
lcv_condition lcv_always(void);
/* The constraints of both. *never: no numbers satisfy them, by one constraint or two of opposite
 * terms, and the least values of parameters. */
const lcv_constraint *lcv_joined(lcv_sums *s, const lcv_constraint *a, const lcv_constraint *b,
                                 bool *never);

#endif
