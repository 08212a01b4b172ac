/* relation.h - relations and sets with parameters, as isl reads them.
 *
 * A statement with `relation "[N] -> { ... }"` or `set "..."` among its texts is judged by isl's
 * own maps (sets/relation.h), for the numbers of a context: the ranges of the parameters, and
 * what is assumed of them as far as it is affine. A layout beside a relation is the relation of
 * its digits: c and the value are sums of digits t_k from 0 to the extents, by their places and
 * by their strides, which are numbers. What must not be is a set; where isl finds it empty,
 * parameters being dimensions of it like all others, it is so for all numbers.
 */
#ifndef LCR_RECHECK_SYMBOLIC_RELATION_H
#define LCR_RECHECK_SYMBOLIC_RELATION_H

#include "../../recheck-confirm.h"
#include "../../recheck-symbolic.h"
#include "../sets/relation.h"
#include "law.h"

/* An argument or a value; a text of NULL: not given. */
typedef struct {
    const char *text;
    isl_map *map; /* of a relation, or a set without inputs; NULL: sizes */
    bool set;
    const lit *sizes; /* its integers may be sizes */
} rel_arg;

/* A statement for the numbers of a context; `shown` is asked of isl. */
typedef struct {
    rel t;
    sym *s;
    isl_set *context;
    rel_arg arg[SYM_ARGS], value;
} rel_statement;

/* Is there a relation or a set among the texts? */
bool lcr_rel_is(const lcr_symbolic *s);
/* It is shown for all numbers; the parameters of `s` are read, and nothing that is assumed of
 * them. False likewise with an error. */
bool lcr_rel_shown(lcr_ctx *r, sym *s, const lcr_parameters *p, const lcr_symbolic *from);
/* Once s has numbers that a set has a point at: are they denied as numbers, too? The answer. */
bool lcr_rel_denied(lcr_ctx *r, sym *s, const lcr_parameters *p, const lcr_symbolic *from,
                    lcr_confirmation *out);

/* symbolic/relation-sizes.c: rows of maps of layouts, and of sizes. */
extern const rel_row lcr_rel_sizes[];
/* The digits of a layout or a shape to the integral coordinate, to the value; owned; NULL where
 * there is none, or with an error. */
isl_map *lcr_rel_integral(rel_statement *t, const lit *a);
isl_map *lcr_rel_natural(rel_statement *t, const lit *a);
/* All parameters, in order; a size in these. */
isl_space *lcr_rel_parameters(const rel_statement *t);
isl_pw_aff *lcr_rel_size(rel_statement *t, const poly *p);

#endif
