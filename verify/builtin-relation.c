/* builtin-relation.c - layouts as isl relations, and layouts back from them. */
#include "config.h"

#include "../isl-bridge/recover.h"
#include "builtin.h"

static lcv_value *coord_map(lcv_call *call)
{
    lc_tuple *shape = lcv_call_shape(call, 0);
    lcv_value *v = shape ? lcv_value_relation(call->ctx, lcr_coord_map(call->r, shape)) : NULL;
    lc_tuple_free(shape);
    return v;
}

static lcv_value *index_map(lcv_call *call)
{
    lc_layout *a = lcv_call_layout(call, 0);
    lc_tuple *shape = a && call->n > 1 ? lcv_call_shape(call, 1) : NULL;
    lcr_map *m = NULL;
    if (a && call->n == 1)
        m = lcr_index_map(call->r, a);
    else if (shape)
        m = lcr_index_map_in(call->r, a, shape);
    lc_tuple_free(shape);
    lc_layout_free(a);
    return m ? lcv_value_relation(call->ctx, m) : NULL;
}

/* The relation of a relation is itself. */
static lcr_map *layout_map_of(lcv_call *call)
{
    if (lcv_call_is(call, 0, LCV_RELATION))
        return lcr_map_ref(call->arg[0]->relation);
    lc_layout *a = lcv_call_layout(call, 0);
    lcr_map *m = a ? lcr_layout_map(call->r, a) : NULL;
    lc_layout_free(a);
    return m;
}

static lcv_value *layout_map(lcv_call *call)
{
    lcr_map *m = layout_map_of(call);
    return m ? lcv_value_relation(call->ctx, m) : NULL;
}

static lcv_value *layout(lcv_call *call)
{
    if (call->n == 1 && !lcv_call_is(call, 0, LCV_RELATION)) {
        lc_layout *a = lcv_call_layout(call, 0);
        return a ? lcv_value_layout(call->ctx, a) : NULL;
    }
    lcr_map *m = layout_map_of(call);
    lc_tuple *shape = m && call->n > 1 ? lcv_call_shape(call, 1) : NULL;
    lc_layout *a = NULL;
    if (m && call->n == 1)
        a = lcr_recover(call->r, m);
    else if (shape)
        a = lcr_recover_with_shape(call->r, m, shape);
    lc_tuple_free(shape);
    lcr_map_free(m);
    return a ? lcv_value_layout(call->ctx, a) : NULL;
}

static lcv_value *layout_with_strides(lcv_call *call)
{
    if (!lcv_call_is(call, 1, LCV_TUPLE))
        return lcv_call_wrong(call, 1, "strides");
    lcr_map *m = layout_map_of(call);
    lc_layout *a = m ? lcr_recover_with_strides(call->r, m, call->arg[1]->tuple) : NULL;
    lcr_map_free(m);
    return a ? lcv_value_layout(call->ctx, a) : NULL;
}

const lcv_builtin lcv_builtins_relation[] = {
    {"coord_map", "coord_map(X)", 1, 1, coord_map},
    {"index_map", "index_map(X[, S])", 1, 2, index_map},
    {"layout_map", "layout_map(X)", 1, 1, layout_map},
    {"layout", "layout(X[, S])", 1, 2, layout},
    {"layout_with_strides", "layout_with_strides(X, D)", 2, 2, layout_with_strides},
    {NULL, NULL, 0, 0, NULL}};
