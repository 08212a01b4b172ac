/* builtin-algebra.c - the operations of lib/algebra.h. */
#include "config.h"

#include "../lib/algebra.h"
#include "builtin.h"

/* Most operations have one of a few forms. */
typedef lc_layout *unary(lc_ctx *, const lc_layout *);
typedef lc_layout *with_int(lc_ctx *, const lc_layout *, lc_int);
typedef lc_layout *with_tuple(lc_ctx *, const lc_layout *, const lc_tuple *);
typedef lc_layout *with_layout(lc_ctx *, const lc_layout *, const lc_layout *);
typedef lc_layout *with_tiler(lc_ctx *, const lc_layout *, const lc_tiler *);

static lcv_value *apply_unary(lcv_call *call, unary *f)
{
    lc_layout *a = lcv_call_layout(call, 0);
    lcv_value *v = a ? lcv_value_layout(call->ctx, f(call->ctx, a)) : NULL;
    lc_layout_free(a);
    return v;
}

static lcv_value *apply_int(lcv_call *call, with_int *f)
{
    lc_int n;
    lc_layout *a = lcv_call_layout(call, 0);
    lcv_value *v = a && lcv_call_int(call, 1, &n)
                       ? lcv_value_layout(call->ctx, f(call->ctx, a, n))
                       : NULL;
    lc_layout_free(a);
    return v;
}

static lcv_value *apply_tuple(lcv_call *call, with_tuple *f)
{
    lc_layout *a = lcv_call_layout(call, 0);
    lc_tuple *t = a ? lcv_call_shape(call, 1) : NULL;
    lcv_value *v = t ? lcv_value_layout(call->ctx, f(call->ctx, a, t)) : NULL;
    lc_tuple_free(t);
    lc_layout_free(a);
    return v;
}

static lcv_value *apply_layout(lcv_call *call, with_layout *f)
{
    lc_layout *a = lcv_call_layout(call, 0);
    lc_layout *b = a ? lcv_call_layout(call, 1) : NULL;
    lcv_value *v = b ? lcv_value_layout(call->ctx, f(call->ctx, a, b)) : NULL;
    lc_layout_free(b);
    lc_layout_free(a);
    return v;
}

static lcv_value *apply_tiler(lcv_call *call, with_tiler *f)
{
    lc_layout *a = lcv_call_layout(call, 0);
    lc_tiler *t = a ? lcv_call_tiler(call, 1) : NULL;
    lcv_value *v = t ? lcv_value_layout(call->ctx, f(call->ctx, a, t)) : NULL;
    lc_tiler_free(t);
    lc_layout_free(a);
    return v;
}

#define OPERATION(form, name)                    \
    static lcv_value *name(lcv_call *call)       \
    {                                            \
        return apply_##form(call, lc_##name);    \
    }

OPERATION(unary, right_inverse)
OPERATION(unary, left_inverse)
OPERATION(unary, inverse)
OPERATION(unary, filter)
OPERATION(int, gap_complement)
OPERATION(int, upcast)
OPERATION(int, downcast)
OPERATION(tuple, tile_to_shape)
OPERATION(layout, max_common_layout)
OPERATION(layout, blocked_product)
OPERATION(layout, raked_product)
OPERATION(tiler, logical_divide)
OPERATION(tiler, zipped_divide)
OPERATION(tiler, tiled_divide)
OPERATION(tiler, flat_divide)
OPERATION(tiler, logical_product)
OPERATION(tiler, zipped_product)
OPERATION(tiler, tiled_product)
OPERATION(tiler, flat_product)

static lcv_value *coalesce(lcv_call *call)
{
    return call->n == 1 ? apply_unary(call, lc_coalesce) : apply_tuple(call, lc_coalesce_by);
}

static lcv_value *complement(lcv_call *call)
{
    return call->n == 1 ? apply_unary(call, lc_complement) : apply_int(call, lc_complement_to);
}

static lcv_value *max_common_vector(lcv_call *call)
{
    lc_int n;
    lc_layout *a = lcv_call_layout(call, 0);
    lc_layout *b = a ? lcv_call_layout(call, 1) : NULL;
    lcv_value *v = b && lc_max_common_vector(call->ctx, a, b, &n)
                       ? lcv_value_int(call->ctx, n)
                       : NULL;
    lc_layout_free(b);
    lc_layout_free(a);
    return v;
}

/* ---- composition ---- */

/* The relation itself, or the layout map of a layout. */
static lcr_map *map_of(lcv_call *call, size_t i)
{
    if (lcv_call_is(call, i, LCV_RELATION))
        return lcr_map_ref(call->arg[i]->relation);
    lc_layout *a = lcv_call_layout(call, i);
    lcr_map *m = a ? lcr_layout_map(call->r, a) : NULL;
    lc_layout_free(a);
    return m;
}

static lcv_value *compose_relations(lcv_call *call)
{
    lcr_map *outer = map_of(call, 0);
    lcr_map *inner = outer ? map_of(call, 1) : NULL;
    lcv_value *v = NULL;
    if (inner && lcr_map_nout(inner) != lcr_map_nin(outer)) {
        lc_fail(call->ctx, LC_ERR_INVALID,
                "compose: the inner relation has values of %zu integers, the outer one takes %zu",
                lcr_map_nout(inner), lcr_map_nin(outer));
    } else if (inner) {
        v = lcv_value_relation(call->ctx, lcr_map_compose(call->r, outer, inner));
    }
    lcr_map_free(inner);
    lcr_map_free(outer);
    return v;
}

lcv_value *lcv_compose_values(lcv_call *call)
{
    if (lcv_call_is(call, 0, LCV_RELATION) || lcv_call_is(call, 1, LCV_RELATION))
        return compose_relations(call);
    return lcv_call_is(call, 1, LCV_LAYOUT) ? apply_layout(call, lc_compose)
                                            : apply_tiler(call, lc_compose_tiler);
}

const lcv_builtin lcv_builtins_algebra[] = {
    {"coalesce", "coalesce(A[, profile])", 1, 2, coalesce},
    {"compose", "compose(A, B)", 2, 2, lcv_compose_values},
    {"complement", "complement(A[, N])", 1, 2, complement},
    {"gap_complement", "gap_complement(A, N)", 2, 2, gap_complement},
    {"right_inverse", "right_inverse(A)", 1, 1, right_inverse},
    {"left_inverse", "left_inverse(A)", 1, 1, left_inverse},
    {"inverse", "inverse(A)", 1, 1, inverse},
    {"logical_divide", "logical_divide(A, T)", 2, 2, logical_divide},
    {"zipped_divide", "zipped_divide(A, T)", 2, 2, zipped_divide},
    {"tiled_divide", "tiled_divide(A, T)", 2, 2, tiled_divide},
    {"flat_divide", "flat_divide(A, T)", 2, 2, flat_divide},
    {"logical_product", "logical_product(A, B)", 2, 2, logical_product},
    {"zipped_product", "zipped_product(A, B)", 2, 2, zipped_product},
    {"tiled_product", "tiled_product(A, B)", 2, 2, tiled_product},
    {"flat_product", "flat_product(A, B)", 2, 2, flat_product},
    {"blocked_product", "blocked_product(A, B)", 2, 2, blocked_product},
    {"raked_product", "raked_product(A, B)", 2, 2, raked_product},
    {"max_common_layout", "max_common_layout(A, B)", 2, 2, max_common_layout},
    {"max_common_vector", "max_common_vector(A, B)", 2, 2, max_common_vector},
    {"upcast", "upcast(A, n)", 2, 2, upcast},
    {"downcast", "downcast(A, n)", 2, 2, downcast},
    {"filter", "filter(A)", 1, 1, filter},
    {"tile_to_shape", "tile_to_shape(A, S)", 2, 2, tile_to_shape},
    {NULL, NULL, 0, 0, NULL}};
