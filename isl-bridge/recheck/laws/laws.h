/* laws.h - what the operations of the language say of their values, as sets.
 *
 * A law is stated from the literals of the arguments and of the value (sets/sets.h), by the
 * definition of the operation, without the algebra: the value has the law when the conditions
 * that need no set hold and every set is empty. Laws are made of the same parts as claims
 * (sets/evidence.h): that functions agree, that values lie within bounds, ...
 *
 * Each file has a table, with a row for an operation and a kind of values. Operations go by the
 * same names for layouts, linear layouts, swizzles, morphisms and relations.
 */
#ifndef LCR_RECHECK_LAWS_H
#define LCR_RECHECK_LAWS_H

#include "../sets/evidence.h"
#include "../sets/relation.h"

typedef enum {
    OF_LAYOUTS = 1,   /* or whatever has no law of its own */
    OF_LINEAR = 2,    /* a linear layout is among the arguments, or the value */
    OF_SWIZZLES = 4,  /* all functions are swizzles */
    OF_MORPHISMS = 8, /* an argument is one; so of relations */
    OF_RELATIONS = 16
} lcr_law_kind;

extern const rel_row lcr_rel_laws[]; /* laws/relation-values.c, with parameters, too */
extern const ev_row lcr_laws_common[], lcr_laws_complement[], lcr_laws_compose[],
    lcr_laws_cosize[], lcr_laws_dims[], lcr_laws_domains[], lcr_laws_evaluate[],
    lcr_laws_inverse[], lcr_laws_invert[], lcr_laws_linear[], lcr_laws_linear_tiles[],
    lcr_laws_memory[], lcr_laws_nest[], lcr_laws_nest_parts[], lcr_laws_recast[],
    lcr_laws_relation[], lcr_laws_reorder[], lcr_laws_size[], lcr_laws_sizes[],
    lcr_laws_surgery[], lcr_laws_swizzle[], lcr_laws_tilings[], lcr_laws_hardware[];

/* laws/inverse.c: the leaves of the right inverse of a layout of integers by Table 5, coalesced;
 * its nesting is left open. NULL with an error. */
const lit *lcr_right_inverse(ev *e, const lit *a);

/* laws/nest.c: is the value a morphism? If not, a condition fails. For layouts: f(c) = g(h(c)),
 * or g(c) where h is NULL, at each coordinate of f. */
bool lcr_law_is_map(ev *e, const lit *v);
bool lcr_law_same_layouts(ev *e, const lit *f, const lit *g, const lit *h);

/* laws/swizzle.c: of swizzles, V(x) = A(B(x)) at every integer. */
bool lcr_swizzle_composite(ev *e, const lit *v, const lit *a, const lit *b);

#endif
