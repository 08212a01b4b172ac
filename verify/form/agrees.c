/* agrees.c - forms against values. */
#include "config.h"

#include "relation.h"

#include <string.h>

#include "../value/text.h"

/* ---- against values ---- */

/* The relation at these numbers has the same pairs. A comparison that is out of budget denies
 * nothing. */
static bool relation_agrees(lcv_forms *f, const lcv_form *form, const lc_int *symbol,
                            const lcv_value *value)
{
    lc_int number[LCV_MAX_PARAMETERS];
    const char *name[LCV_MAX_PARAMETERS];
    if (value->kind != (form->set ? LCV_SET : LCV_RELATION))
        return false;
    if (!value->relation) /* a list, which isl does not compare */
        return true;
    for (size_t i = 0; i < f->nparameters; i++) {
        number[i] = lc_poly_at(f->ctx, f->parameter[i], symbol);
        name[i] = f->symbol[i] == SIZE_MAX ? "" : lcv_symbols_at(f->symbols, f->symbol[i])->name;
    }
    lcr_map *here = lcr_family_at(f->r, form->relation, f->nparameters, name, number);
    bool in_first;
    lcr_answer same = LCR_NO;
    if (here && lcr_map_nin(here) == lcr_map_nin(value->relation) &&
        lcr_map_nout(here) == lcr_map_nout(value->relation))
        same = lcr_map_equal(f->r, here, value->relation, NULL, NULL, &in_first);
    lcr_map_free(here);
    lc_ctx_reset(f->ctx);
    return same != LCR_NO;
}

/* The same but for strides of extents of 1, which a loose form does not know. */
static bool same_but_for_units(lc_ctx *ctx, const lc_layout *a, const lc_layout *b)
{
    lc_tuple *x = lcv_shape_of(ctx, a), *y = lcv_shape_of(ctx, b);
    bool same = x && y && lc_tuple_equal(x, y) && lc_layout_naxes(a) == lc_layout_naxes(b) &&
                lc_layout_codomain(a) == lc_layout_codomain(b);
    for (size_t axis = 0; same && axis < lc_layout_naxes(a); axis++)
        for (size_t k = 0; same && k < lc_layout_nleaves(a); k++)
            same = lc_int_is_one(lc_layout_extent(a, k)) ||
                   lc_int_eq(lc_layout_step_on(a, axis, k), lc_layout_step_on(b, axis, k));
    return same;
}

/* As a literal: what is the same is written the same. An offset of 0 is none. */
static char *written(lcv_forms *f, const lcv_value *v)
{
    bool none = v && v->kind == LCV_TENSOR && lcv_is_zero(v->offset);
    return lcv_kept(f->ctx, none ? lc_layout_to_str(f->ctx, v->layout)
                            : v  ? lcv_value_to_str(f->r, v)
                                 : NULL);
}

/* The value with another layout inside. */
static lcv_value *with_inside(lc_ctx *ctx, const lcv_value *v, const lc_layout *a)
{
    return lcv_kept(ctx, v->offset ? lcv_value_with_inner(ctx, v, lc_tuple_ref(v->offset),
                                                          lc_layout_ref(a))
                                   : lcv_value_layout(ctx, lc_layout_ref(a)));
}

static bool same_value(lcv_forms *f, bool loose, const lcv_value *a, const lcv_value *b)
{
    lc_ctx *ctx = f->ctx;
    if (a->kind == LCV_TUPLE && b->kind == LCV_TILER)
        a = lcv_kept(ctx, lcv_value_tiler(ctx, lcv_as_tiler(ctx, a)));
    else if (loose && a->layout && b->layout && same_but_for_units(ctx, a->layout, b->layout))
        a = with_inside(ctx, a, b->layout);
    char *x = written(f, a), *y = x ? written(f, b) : NULL;
    return y && strcmp(x, y) == 0;
}

bool lcv_form_agrees(lcv_forms *f, const lcv_form *form, const lc_int *symbol,
                     const lcv_value *value)
{
    if (form->kind == LCV_FORM_VALUE || lcv_form_is_strides(form))
        return true; /* one value for both; compared in the layouts that they become */
    if (form->kind == LCV_FORM_RELATION)
        return relation_agrees(f, form, symbol, value);
    lc_frame frame = lc_frame_open(f->ctx);
    lcv_value *here = lcv_form_at_numbers(f, form, symbol);
    bool same = here && same_value(f, form->loose, here, value);
    lc_frame_close(f->ctx, frame);
    return same;
}
