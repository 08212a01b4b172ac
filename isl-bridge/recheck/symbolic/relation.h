/* relation.h - relations and sets with parameters, as isl reads them.
 *
 * A statement with `relation "[N] -> { ... }"` or `set "..."` among its texts is judged by isl's
 * own maps, for the numbers of a context: the ranges of the parameters, and what is assumed of
 * them as far as it is affine. A layout beside a relation is the relation of its digits: c and
 * the value are sums of digits t_k from 0 to the extents, by their places and by their strides,
 * which are numbers. A tuple is a box where a set is meant. What must not be is a set; where isl
 * finds it empty, parameters being dimensions of it like all others, it is so for all numbers.
 */
#ifndef LCR_RECHECK_SYMBOLIC_RELATION_H
#define LCR_RECHECK_SYMBOLIC_RELATION_H

#include "../../recheck-confirm.h"
#include "law.h"
#include "../../recheck-symbolic.h"

#include <isl/map.h>
#include <isl/set.h>

typedef struct {
    const char *text;
    isl_map *map; /* of a relation, or a set without inputs; NULL: sizes */
    bool set;
    const sv *sizes;
} rel_arg;

typedef struct {
    sym *s;
    lcr_ctx *r;
    const lcr_parameters *given;
    isl_set *context;
    const char *name;
    size_t n;
    rel_arg arg[SYM_ARGS], value; /* a text of NULL: not given */
} rel_statement;

/* Is there a relation or a set among the texts? */
bool lcr_rel_is(const lcr_symbolic *s);
/* symbolic/relation.c: it is shown for all numbers; the parameters of `s` are read, and nothing
 * that is assumed of them. False likewise with an error. */
bool lcr_rel_shown(lcr_ctx *r, sym *s, const lcr_parameters *p, const lcr_symbolic *from);
/* Once s has numbers that a set has a point at: are they denied as numbers, too? The answer. */
bool lcr_rel_denied(lcr_ctx *r, sym *s, const lcr_parameters *p, const lcr_symbolic *from,
                    lcr_confirmation *out);
/* symbolic/relation-law.c: the value is that of the operation. */
bool lcr_rel_law(rel_statement *t);

/* ---- asking: symbolic/relation.c; sets and maps are taken over ---- */

/* There is no point, no pair; a is in b; both are the same; at all numbers there is an element.
 */
bool lcr_rel_none(rel_statement *t, isl_set *set);
bool lcr_rel_no_pair(rel_statement *t, isl_map *map);
bool lcr_rel_in(rel_statement *t, isl_set *a, isl_set *b);
bool lcr_rel_same_sets(rel_statement *t, isl_set *a, isl_set *b);
bool lcr_rel_same_maps(rel_statement *t, isl_map *a, isl_map *b);
bool lcr_rel_pairs_in(rel_statement *t, isl_map *a, isl_map *b); /* likewise */
bool lcr_rel_claim(rel_statement *t);                            /* relation-claims.c */
bool lcr_rel_some(rel_statement *t, isl_set *set);
bool lcr_rel_is_function(rel_statement *t, isl_map *map);
/* All combinations of the numbers along each coordinate, and perhaps more. */
isl_set *lcr_rel_grid(isl_set *set);
/* Argument i as a relation, a set, sizes; NULL: it is none. */
isl_map *lcr_rel_arg_map(rel_statement *t, size_t i);
isl_set *lcr_rel_arg_set(rel_statement *t, size_t i);
const sv *lcr_rel_arg_shape(rel_statement *t, size_t i);

/* ---- symbolic/relation-read.c ---- */

/* False with an error; what is read is freed by the second. */
bool lcr_rel_open(lcr_ctx *r, sym *s, const lcr_parameters *p, const lcr_symbolic *from,
                  rel_statement *t);
void lcr_rel_close(rel_statement *t);

/* Owned; NULL where there is none, or with an error. A relation, or that of a layout; elements of
 * a set, or of a box; those x with x_k the leaf k of a tuple but for wildcards. */
isl_map *lcr_rel_map(rel_statement *t, const rel_arg *a);
isl_set *lcr_rel_elements(rel_statement *t, const rel_arg *a);
isl_set *lcr_rel_place(rel_statement *t, const rel_arg *a);
/* The digits of a layout or a shape to the integral coordinate, to the value. */
isl_map *lcr_rel_integral(rel_statement *t, const sv *a);
isl_map *lcr_rel_natural(rel_statement *t, const sv *a);
/* All parameters, in order; a size in these. */
isl_space *lcr_rel_parameters(const rel_statement *t);
isl_pw_aff *lcr_rel_size(rel_statement *t, const poly *p);

#endif
