/* relax.h - one system of sizes under work: its rows, the products among them, its set.
 *
 * symbols.h says what a system is. The rows that are made by multiplying keep their two factors,
 * so that each can be said as an identity (trail.h).
 */
#ifndef LCR_RECHECK_SYMBOLIC_RELAX_H
#define LCR_RECHECK_SYMBOLIC_RELAX_H

#include "../read/symbols.h"

#include "../ask/ask.h"

#define RELAX_ROWS 320 /* of one set */
#define RELAX_MONOMIALS 96

typedef struct {
    sym *s;
    bool used[SYM_VARS];
    size_t n, nmonomials;
    sym_row row[RELAX_ROWS];
    const poly *by[RELAX_ROWS][2]; /* the row is the product of these; NULL: it is no product */
    size_t first, bounds;          /* rows that are bounds of variables */
    monomial of[RELAX_MONOMIALS];  /* of degree 2 and more, ascending */
} relaxation;

/* The set, with the dimension of each variable and product. */
typedef struct {
    sys set;
    size_t var[SYM_VARS], product[RELAX_MONOMIALS];
} relaxed_set;

/* ---- relax.c ---- */

/* No rows yet; NULL with an error. */
relaxation *lcr_relax_new(sym *s);
/* Adds what is known of the used variables, and finds the monomials. Products of rows come
 * later. */
bool lcr_relax_known(relaxation *x);
/* Which of its monomials m is; SIZE_MAX: none. */
size_t lcr_relax_monomial(const relaxation *x, monomial m);

/* ---- relax-set.c ---- */

bool lcr_relax_state(const relaxation *x, relaxed_set *t);
/* Is there a point? UNKNOWN: the budget ran out, which `s` notes, or an error. */
lcr_answer lcr_relax_ask(sym *s, const sys *set, sys_point *point);
/* Does isl find the set empty? A point of a set that is no relaxation is kept in `s`. With a
 * trail the set is written there, or, in checking, has to be its next one. */
bool lcr_relax_is_empty(relaxation *x, const relaxed_set *t);

#endif
