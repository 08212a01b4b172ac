/* symbols.h - parameters, what is known of them, and systems over them.
 *
 * A size is a polynomial in variables: parameters; quotients floor(p / d) by numbers or sizes d,
 * which are positive, with d q <= p <= d q + d - 1; minima of two sizes, with m <= p and m <= q;
 * and coordinates, which a system has besides. ceil_div and max are made of these. What is known:
 * the ranges of the parameters, the definitions, the assumptions. An equality that says what a
 * variable is, such as M - 8 q = 0, puts that in the place of the variable from then on.
 *
 * A system is a list of polynomials that a counterexample has >= 0 or = 0, together with what
 * is known of its variables. Where all of it is affine, it is one set, as it stands. Else each
 * product of variables becomes a variable of its own, and more is said of these: products of
 * two things that are >= 0, or of one that is 0 with a variable, as far as they speak of the
 * same products. (u = N d with d >= 1 and N >= 1 has (N - 1)(d - 1) >= 0, u >= N + d - 1.) Each
 * point of the system is one of that set: it is a relaxation. Where isl finds it empty there
 * is no counterexample, for any numbers; a point of it says nothing. The set of a system with
 * minima is a relaxation, too; a question that it leaves open is asked once for each way in which
 * they fall.
 */
#ifndef LCR_RECHECK_SYMBOLS_H
#define LCR_RECHECK_SYMBOLS_H

#include "poly.h"
#include "../../../lib/size.h"

#define SYM_VARS 96
#define SYM_ROWS 256
#define SYM_PARAMETERS 16
#define SYM_SIGNS 256

typedef enum { SYM_PARAMETER, SYM_FLOOR, SYM_MIN, SYM_COORDINATE } sym_var_kind;

typedef struct {
    sym_var_kind kind;
    const char *name;       /* of a parameter */
    const poly *of, *other; /* FLOOR: the dividend; MIN: the two; with replacements made */
    const poly *first[2];   /* the same as it was made, in variables before this one */
    lc_int divisor;         /* FLOOR */
    const poly *by;         /* FLOOR by a size: the divisor as it was made; else NULL */
    bool has_low, has_high;
    lc_int low, high;
    const poly *is; /* not NULL: what stands in its place */
} sym_var;

/* p >= 0, or p = 0. */
typedef struct {
    const poly *p;
    bool zero;
    size_t definition; /* of this variable, without which it says nothing; SIZE_MAX: none */
} sym_row;

typedef struct sym sym;
struct sym {
    lc_sizes field; /* the first member: sizes are integers of literals, too (size.h) */
    struct lcr_ctx *r;
    lit_pool *pool;
    /* does isl find p >= 0 at all numbers; NULL: isl is not asked */
    bool (*holds)(sym *s, const poly *p);
    void (*sample)(sym *s, lc_int *value); /* some numbers for all variables */
    size_t nsigns;                         /* of sizes that were compared */
    struct {
        const poly *of;
        int is;
    } sign[SYM_SIGNS];
    size_t n, nparameters;
    sym_var var[SYM_VARS];
    size_t nrows;
    sym_row row[SYM_ROWS];
    bool partial; /* more is assumed than is known here: points need not be real */
    /* what came of the systems */
    size_t sets;    /* that isl has found empty */
    size_t stated;  /* of these, with a variable, and not asked aside */
    bool computed;  /* sizes were compared without such a set: they cancel, or divide */
    bool aside;     /* what is asked now does not state the claim */
    bool no_budget; /* some was not decided */
    bool met;       /* a set that is no relaxation has a point: the numbers of the parameters */
    lc_int at[SYM_PARAMETERS];
    struct lcr_trail *trail; /* of a certificate (trail.h); NULL: there is none */
};

/* The sign of p by the ranges of its variables; 2: they do not say it. */
int lcr_sym_sign(const sym *s, const poly *p);
/* The parameter of a name; SIZE_MAX: none. */
size_t lcr_sym_find(const sym *s, const char *name, size_t length);
/* False with an error when something failed. */
bool lcr_sym_parameter(sym *s, const char *name, lc_int low, const lc_int *high);
/* p >= 0 (p = 0) is known from now on. */
bool lcr_sym_know(sym *s, const poly *p, bool zero);
/* A new variable between 0 and extent - 1, or without bounds (NULL); its bounds become rows. It
 * goes when the caller sets the number of variables back. SIZE_MAX with an error. */
size_t lcr_sym_coordinate(sym *s, const poly *extent, sym_row *row, size_t *n);

/* Gives a coordinate these bounds, NULL for none; where they are sizes, the ends of their
 * ranges. */
void lcr_sym_set_bounds(sym *s, size_t var, const poly *least, const poly *most);

/* NULL with an error. */
const poly *lcr_sym_size(sym *s, size_t parameter);
/* By a size that is at least 1 for all numbers, as its bounds say; NULL without an error: they do
 * not say so. */
const poly *lcr_sym_floor_by(sym *s, const poly *a, const poly *divisor);
const poly *lcr_sym_ceil_by(sym *s, const poly *a, const poly *divisor);
const poly *lcr_sym_min(sym *s, const poly *a, const poly *b);
const poly *lcr_sym_max(sym *s, const poly *a, const poly *b);

/* Solves p = 0 for a variable that occurs in it once, with the factor 1 or -1: the one with the
 * least number from `first` on, or with the largest (`last`). Returns what it equals. Where there
 * is none: NULL, and *var is SIZE_MAX; NULL also with an error. */
const poly *lcr_sym_said(lit_pool *pool, const poly *p, size_t first, bool last, size_t *var);
/* A row that is no definition. */
sym_row lcr_sym_row(const poly *p, bool zero);

/* symbolic/relax.c: is there no point of these rows? False: it was not found that there is none,
 * or an error. */
bool lcr_sym_empty(sym *s, size_t n, const sym_row *row);
/* By systems: p >= 0 for all numbers. */
bool lcr_sym_holds(sym *s, const poly *p);
/* Numbers for all variables, as large ones as are found, by which strides may be ordered. */
void lcr_sym_sample(sym *s, lc_int *value);
/* Quotients and minima from the numbers of the parameters. */
void lcr_sym_define(const sym *s, lc_int *value);

#endif
