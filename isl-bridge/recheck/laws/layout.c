/* layout.c - evaluation, sizes, modes, slices, recasts: the table. */
#include "config.h"

#include "layout.h"

/* ---- layouts of other functions ---- */

/* The same function of the integral coordinate, which is a layout. */
static bool same_function(ev *e, const lcr_statement *c)
{
    lcr_statement same = {.claim = "equiv", .n = 2, .arg = {c->value, c->arg[0]}};
    return lcr_ev_equiv(e, &same);
}

static bool layout(ev *e, const lcr_statement *c)
{
    if (c->arg[0]->kind == LIT_RELATION || (c->n == 2 && c->arg[1]->kind != LIT_TUPLE))
        return lcr_ev_not(e);
    if (c->n == 2 && !lcr_lit_same_shape(c->value, c->arg[1]))
        return lcr_law_reading(e, false, "the shape is another one");
    return same_function(e, c);
}

static bool layout_with_strides(ev *e, const lcr_statement *c)
{
    if (c->arg[0]->kind == LIT_RELATION)
        return lcr_ev_not(e);
    const lcr_statement strides = {.claim = "stride", .n = 1, .arg = {c->value},
                                   .value = c->arg[1]};
    return lcr_law_stride(e, &strides) && same_function(e, c);
}

const lcr_law lcr_laws_layout[] = {
    {"ArithTuple", 1, SIZE_MAX, lcr_law_tuple},
    {"ceil_div", 2, 2, lcr_law_ceil_div},
    {"concat", 1, SIZE_MAX, lcr_law_concat},
    {"cosize", 1, 1, lcr_law_cosize},
    {"depth", 1, 1, lcr_law_depth},
    {"downcast", 2, 2, lcr_law_downcast},
    {"evaluate", 2, 2, lcr_law_evaluate},
    {"filter", 1, 1, lcr_law_filter},
    {"flatten", 1, 1, lcr_law_flatten},
    {"group", 3, 3, lcr_law_group},
    {"identity", 1, 1, lcr_law_identity},
    {"layout", 1, 2, layout},
    {"layout_with_strides", 2, 2, layout_with_strides},
    {"make_identity_layout", 1, 1, lcr_law_identity},
    {"max", 1, SIZE_MAX, lcr_law_max},
    {"min", 1, SIZE_MAX, lcr_law_min},
    {"mode", 2, SIZE_MAX, lcr_law_mode},
    {"rank", 1, 1, lcr_law_rank},
    {"select", 2, SIZE_MAX, lcr_law_select},
    {"shape", 1, 1, lcr_law_shape},
    {"size", 1, 1, lcr_law_size},
    {"slice", 2, 2, lcr_law_slice},
    {"stride", 1, 1, lcr_law_stride},
    {"upcast", 2, 2, lcr_law_upcast},
    {NULL, 0, 0, NULL},
};
