/* system.h - sets of integer points as values.
 *
 * A set is what was said of its dimensions, integer variables with names: bounds of a
 * variable, and sums of variables that are 0, positive, and so on. Each is a row. A set that
 * begins like another one is a copy of it of which more is said. The rows are shared, and
 * none ever changes.
 *
 * Two things are made of the one value: the text that a certificate shows, here, and the set
 * that isl is asked about (ask/ask.h), which is built of the rows and never of the text.
 *
 * Rows are of the pool. They keep the integers that they are given, which must live as long
 * as they do: no frame that is closed before may have made them.
 */
#ifndef LCR_RECHECK_SYSTEM_H
#define LCR_RECHECK_SYSTEM_H

#include "../read/literal.h"

#define SYS_VARS 128

/* A sum REL 0. */
typedef enum { SYS_EQ, SYS_GE, SYS_GT, SYS_LE, SYS_LT } sys_relation;

/* constant + sum of factors times variables. */
typedef struct {
    lc_int constant, of[SYS_VARS];
} sys_sum;

typedef struct {
    size_t var;
    lc_int factor; /* not 0 */
} sys_term;

typedef struct sys_row sys_row;
struct sys_row {
    const sys_row *before; /* what was said before; NULL: nothing */
    bool bounds;           /* least <= var <= most, either may be missing; else a sum */
    bool has_least, has_most;
    size_t var;
    lc_int least, most;
    sys_relation relation;
    lc_int constant;
    size_t n;
    sys_term term[];
};

typedef struct {
    lit_pool *pool;
    size_t n;
    struct {
        char letter;
        uint8_t number;
    } name[SYS_VARS];
    const sys_row *ends[SYS_VARS]; /* the row of the bounds of a variable; NULL: it has none */
    size_t nrows;
    const sys_row *last;
    bool failed;
} sys;

/* A point of a set; `at` is of the pool. */
typedef struct {
    size_t n;
    lc_int *at;
} sys_point;

sys lcr_sys_new(lit_pool *pool);
/* A variable with these bounds, either may be NULL; its name is a letter and a number. Letters
 * tell what is chosen, where a point is looked for, from what rows define of it (sets/try.c): c,
 * i, j, x are coordinates, d differences of them, n numbers, z runs of values that are listed. */
size_t lcr_sys_var(sys *s, char letter, const lc_int *least, const lc_int *most);
size_t lcr_sys_named(const sys *s, char letter); /* how many have the letter */
/* The same with both bounds; in [0, extent); 0 or 1; without bounds. */
size_t lcr_sys_between(sys *s, char letter, lc_int least, lc_int most);
size_t lcr_sys_below(sys *s, char letter, lc_int extent);
size_t lcr_sys_bit(sys *s, char letter);
size_t lcr_sys_free(sys *s, char letter);

void lcr_sys_zero(sys_sum *e);
sys_sum lcr_sys_number(lc_int n);
sys_sum lcr_sys_variable(size_t var);
bool lcr_sys_is_number(const sys *s, const sys_sum *e);
bool lcr_sys_equal(const sys *s, const sys_sum *x, const sys_sum *y);
void lcr_sys_add(sys *s, sys_sum *e, lc_int factor, const sys_sum *more);
void lcr_sys_add_var(sys *s, sys_sum *e, lc_int factor, size_t var);
void lcr_sys_relate(sys *s, const sys_sum *e, sys_relation relation);
void lcr_sys_compare(sys *s, const sys_sum *e, sys_relation relation, lc_int value);
/* The sum is odd, or even: 2 w, or 2 w + 1, for a new w. */
void lcr_sys_parity(sys *s, const sys_sum *e, bool odd);

/* The ends of a sum by the bounds of its variables; false: it has none. */
bool lcr_sys_range(const sys *s, const sys_sum *e, lc_int *least, lc_int *most);
/* a = n q + r. For numbers q is the quotient by floor, for sizes a part of it. */
void lcr_int_split(lc_ctx *lc, lc_int a, lc_int n, lc_int *q, lc_int *r);
/* Is it known that 0 <= least and most < n? */
bool lcr_int_is_in(lc_int least, lc_int most, lc_int n);

/* By arithmetic: is all that was said true at a point? */
bool lcr_sys_has(const sys *s, const sys_point *p);
/* Adds the name of a variable. */
void lcr_sys_name(lc_text *out, const sys *s, size_t var);
/* The set in isl's syntax, of the pool; NULL when something failed. */
const char *lcr_sys_text(const sys *s);
/* "0 2 -1" of the pool, "" of a set without coordinates; NULL with an error. */
const char *lcr_sys_point_text(lit_pool *pool, const sys_point *point);

#endif
