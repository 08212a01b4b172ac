/* builtin.h - the functions of the claim language, as tables.
 *
 * A function is a row: its name, its signature as the manual has it, how many
 * arguments it takes, and the C function that computes it. The evaluator matches
 * arguments (also by name: `k=2`) with the signature, so a row needs nothing else.
 * Rows stand in builtin-integer.c (numbers), builtin-layout.c (looking at layouts, mode
 * surgery), builtin-algebra.c (the algebra of lib/), builtin-linear.c (linear layouts),
 * builtin-relation.c (isl), builtin-nest.c (morphisms) and builtin-memory.c (accesses of
 * a warp).
 */
#ifndef LCV_BUILTIN_H
#define LCV_BUILTIN_H

#include "../value/value.h"

#define LCV_ANY_NUMBER ((size_t)-1) /* of arguments */

/* A call under way. Arguments that are the wrong kind of thing are remembered in
 * `culprit`, so that the error can point at the argument. */
typedef struct lcv_call {
    lcr_ctx *r;
    lc_ctx *ctx;
    const char *name;
    size_t n;
    lcv_value *const *arg;
    size_t culprit; /* n: none */
} lcv_call;

typedef struct {
    const char *name;
    const char *signature; /* "coalesce(A[, profile])" */
    size_t min_args, max_args;
    lcv_value *(*apply)(lcv_call *call); /* NULL with an error in the context */
} lcv_builtin;

/* Rows end with a name of NULL. */
extern const lcv_builtin lcv_builtins_integer[];
extern const lcv_builtin lcv_builtins_layout[];
extern const lcv_builtin lcv_builtins_algebra[];
extern const lcv_builtin lcv_builtins_linear[];
extern const lcv_builtin lcv_builtins_relation[];
extern const lcv_builtin lcv_builtins_nest[];
extern const lcv_builtin lcv_builtins_memory[];

/* A call with a morphism among its arguments: the function of that name for morphisms. */
bool lcv_call_has_morphism(const lcv_call *call);
lcv_value *lcv_apply_to_morphisms(lcv_call *call);

const lcv_builtin *lcv_builtin_find(const char *name);
/* The i-th of all functions, NULL past the last. */
const lcv_builtin *lcv_builtin_at(size_t i);

/* Arguments as what the function needs. Owned; NULL (or false) with the error and
 * the culprit set. */
lc_layout *lcv_call_layout(lcv_call *call, size_t i);
lc_tuple *lcv_call_shape(lcv_call *call, size_t i); /* also of whatever has one */
/* A tuple, and nothing that has one: strides that are not asked for would be dropped. `what`
 * it is stands in the error. With extents of 1 or more, no `_`. */
lc_tuple *lcv_call_tuple(lcv_call *call, size_t i, const char *what);
lc_tuple *lcv_call_extents(lcv_call *call, size_t i, const char *what);
lc_linear *lcv_call_linear(lcv_call *call, size_t i); /* of whatever is F2-linear */
/* A relation between [0,n) and integers as a linear layout. */
lc_linear *lcv_linear_of_relation(lcv_call *call, const lcr_map *map);
lcr_map *lcv_call_map(lcv_call *call, size_t i); /* the relation itself, or the layout map */
lc_tiler *lcv_call_tiler(lcv_call *call, size_t i);
bool lcv_call_int(lcv_call *call, size_t i, lc_int *out);
/* The number of a mode: 0 <= *out < rank. */
bool lcv_call_index(lcv_call *call, size_t i, size_t rank, size_t *out);

bool lcv_call_is(const lcv_call *call, size_t i, lcv_kind kind);
/* "expected WHAT, found a relation", about argument i; returns NULL. */
void *lcv_call_wrong(lcv_call *call, size_t i, const char *what);

/* The call on the layout inside argument 0, a composed layout or a tensor whose offset is not
 * 0, with all that is outside it put back: op({a} o L) is {a} o op(L). */
bool lcv_call_has_inner(const lcv_call *call);
lcv_value *lcv_call_inner(lcv_call *call, lcv_value *(*apply)(lcv_call *));
/* The function of one linear layout on argument 0. */
lcv_value *lcv_linear_unary(lcv_call *call, lc_linear *(*f)(lc_ctx *, const lc_linear *));

/* What `A o B` and X(c) mean; rows of the tables use them too. */
lcv_value *lcv_compose_values(lcv_call *call);  /* outer, inner */
lcv_value *lcv_compose_offset(lcv_call *call);  /* outer, offset, inner */
lcv_value *lcv_chain_of_values(lcv_call *call); /* v0, v1, ... (builtin-chain.c) */
lcv_value *lcv_evaluate_value(lcv_call *call);  /* X, coordinate without `_` */
lcv_value *lcv_slice_value(lcv_call *call);     /* X, coordinate */

#endif
