/* laws.h - what the operations of the language say of their values, as sets.
 *
 * A law is stated from the literals of the arguments and of the value (sets/sets.h), by the
 * definition of the operation, without the algebra: the value has the law when the conditions
 * that need no set hold and every set is empty. Laws are made of the same parts as claims
 * (sets/evidence.h): that functions agree, that values lie within bounds, ...
 *
 * Operations are in tables, by what their values are. A table ends with a row without a name.
 * What is done to morphisms and to relations goes by the same names, and has tables of its own.
 */
#ifndef LCR_RECHECK_LAWS_H
#define LCR_RECHECK_LAWS_H

#include "../sets/evidence.h"

typedef struct {
    const char *operation;
    size_t least, most; /* arguments; SIZE_MAX: any number */
    ev_rule *rule;
} lcr_law;

/* laws/layout.c: evaluation, sizes, modes, slices, recasts */
extern const lcr_law lcr_laws_layout[];
/* laws/algebra.c: coalesce, compose, complements, inverses, divides, products */
extern const lcr_law lcr_laws_algebra[];
/* laws/linear.c: linear layouts, and conversions to them; operations that layouts have,
 * too, where an argument or the value is a linear layout */
extern const lcr_law lcr_laws_linear[], lcr_laws_of_linear[];
/* laws/swizzle.c: operations that layouts have, too, of swizzles */
extern const lcr_law lcr_laws_of_swizzles[];
/* laws/nest.c: morphisms of layouts, refinements; operations on morphisms */
extern const lcr_law lcr_laws_nest[], lcr_laws_morphisms[];
/* laws/relation.c: relations of values; operations on relations */
extern const lcr_law lcr_laws_relation[], lcr_laws_relations[];
/* laws/memory.c: what accesses of a warp cost */
extern const lcr_law lcr_laws_memory[];

#endif
