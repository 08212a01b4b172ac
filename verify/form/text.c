/* text.c - forms as text, and forms against values. */
#include "config.h"

#include "relation.h"

#include "../value/text.h"

/* ---- text ---- */

/* 6e1, -e0, M*e1, (M+1)*e0; 2@0@1 below the first level. */
static void add_basis(lcv_forms *f, lc_text *text, const lcv_form *form, size_t axis,
                      const lc_poly *p, bool first)
{
    size_t path[LC_MAX_DEPTH + 1], depth = lc_profile_path(form->profile, axis, path);
    lc_int value;
    bool constant = lc_poly_is_const(p, &value), sum = lc_poly_nterms(p) > 1;
    bool unit = constant && depth == 1 && lc_int_is_one(lc_int_abs(f->ctx, value));
    bool negative = lc_poly_nterms(p) > 0 && lc_int_sign(lc_poly_coefficient(p, 0)) < 0;
    lc_text_add(text, !first && (sum || !negative) ? "+" : "");
    lc_text_add(text, sum ? "(" : unit && negative ? "-" : "");
    if (!unit)
        lc_text_own(text, lcv_size_to_str(f->symbols, p));
    lc_text_add(text, sum ? ")" : "");
    if (depth == 1)
        lc_text_printf(text, "%se%zu", constant ? "" : "*", path[0]);
    for (size_t d = depth; depth > 1 && d > 0; d--)
        lc_text_printf(text, "@%zu", path[d - 1]);
}

/* f9, M*f64, (M+1)*f8: a power of two, or a number, times what depends on parameters. */
static void add_word(lcv_forms *f, lc_text *text, const lc_poly *p)
{
    lc_int value, unit = lc_int_const(1), two = lc_int_const(2);
    if (lc_poly_is_const(p, &value)) {
        lc_text_add(text, "f");
        lc_text_own(text, lcv_size_to_str(f->symbols, p));
        return;
    }
    lc_int all = lc_int_gcd(f->ctx, lc_poly_content(f->ctx, p), lc_poly_constant(p));
    while (lc_int_divides(f->ctx, two, all)) {
        all = lc_int_fdiv(f->ctx, all, two);
        unit = lc_int_add(f->ctx, unit, unit);
    }
    const lc_poly *factor = lcv_size_quotient(f->symbols, p, lcv_size_int(f->symbols, unit));
    bool sum = factor && lc_poly_nterms(factor) > 1;
    lc_text_add(text, sum ? "(" : "");
    lc_text_own(text, factor ? lcv_size_to_str(f->symbols, factor) : NULL);
    lc_text_add(text, sum ? ")*f" : "*f");
    lc_text_own(text, lc_int_to_str(f->ctx, unit));
}

static void add_stride(lcv_forms *f, lc_text *text, const lcv_form *form, size_t leaf)
{
    if (form->kind == LCV_FORM_XOR || form->by_xor) {
        add_word(f, text, form->step[leaf]);
        return;
    }
    if (!form->profile) {
        lc_text_own(text, lcv_size_to_str(f->symbols, form->step[leaf]));
        return;
    }
    bool first = true;
    for (size_t axis = 0; axis < form->naxes; axis++) {
        const lc_poly *p = form->step[axis * form->n + leaf];
        if (lc_poly_nterms(p) == 0)
            continue;
        add_basis(f, text, form, axis, p, first);
        first = false;
    }
    if (first)
        lc_text_add_char(text, '0', 1);
}

/* The nesting, each leaf of number k as its integer or its stride. */
static void add_nest(lcv_forms *f, lc_text *text, const lcv_form *form, const lc_tuple *nest,
                     bool strides)
{
    size_t k = (size_t)lc_int_get_si(lc_tuple_value(nest, 0));
    if (lc_tuple_is_leaf(nest)) {
        if (strides)
            add_stride(f, text, form, k);
        else if (!form->extent[k])
            lc_text_add_char(text, '_', 1);
        else
            lc_text_own(text, lcv_size_to_str(f->symbols, form->extent[k]));
        return;
    }
    size_t rank = lc_tuple_rank(nest);
    lc_text_add_char(text, '(', 1);
    for (size_t i = 0; i < rank; i++) {
        lc_tuple *mode = lcv_part_of(f->ctx, nest, i);
        lc_text_add(text, i > 0 ? "," : "");
        if (mode)
            add_nest(f, text, form, mode, strides);
        else
            lc_text_miss(text);
    }
    lc_text_add(text, rank == 1 ? ",)" : ")");
}

/* `{M + 3} o `, `{(M,3)} o ` */
static void add_offset(lcv_forms *f, lc_text *text, const lcv_form *form)
{
    const lcv_form *offset =
        form->profile ? lcv_form_tuple(f, lcv_nest_from(f->ctx, form->profile, 0), form->offset)
                      : lcv_form_int(f, form->offset[0]);
    lc_text_add(text, "{");
    if (offset)
        add_nest(f, text, offset, offset->nest, false);
    else
        lc_text_miss(text);
    lc_text_add(text, "} o ");
}

static char *relation_to_str(lcv_forms *f, const lcv_form *form)
{
    const lcv_value v = {.kind = form->set ? LCV_SET : LCV_RELATION, .relation = form->relation};
    return lcv_value_to_str(f->r, &v);
}

char *lcv_form_to_str(lcv_forms *f, const lcv_form *form)
{
    lc_text text = {0};
    if (form->kind == LCV_FORM_VALUE)
        return lcv_value_to_str(f->r, form->value);
    if (form->kind == LCV_FORM_RELATION)
        return relation_to_str(f, form);
    if (form->kind == LCV_FORM_MORPHISM) {
        const lcv_value *m = lcv_form_with_sizes(f, form);
        return m ? lcv_value_to_str(f->r, m) : NULL;
    }
    if (form->kind == LCV_FORM_COMPOSED) {
        const lcv_outer_form *outside = &form->outside;
        if (outside->plus) {
            lc_text_add(&text, "{");
            lc_text_own(&text, lcv_size_to_str(f->symbols, outside->plus));
            lc_text_add(&text, "} o ");
        }
        lc_text_own(&text, outside->layout ? lcv_form_to_str(f, outside->layout)
                                           : lc_swizzle_to_str(f->ctx, outside->swizzle));
        lc_text_add(&text, form->offset ? " o " : " o 0 o ");
    }
    if (form->offset)
        add_offset(f, &text, form);
    if (form->kind != LCV_FORM_STRIDES)
        add_nest(f, &text, form, form->nest, false);
    if (form->kind == LCV_FORM_LAYOUT || form->kind == LCV_FORM_COMPOSED ||
        form->kind == LCV_FORM_XOR)
        lc_text_add_char(&text, ':', 1);
    if (form->kind != LCV_FORM_TUPLE)
        add_nest(f, &text, form, form->nest, true);
    return lc_text_take(f->ctx, &text);
}

/* ---- against values ---- */

static bool tuple_agrees(lcv_forms *f, const lcv_form *form, const lc_int *symbol,
                         const lc_tuple *t)
{
    if (!lc_tuple_congruent(form->nest, t))
        return false;
    for (size_t i = 0; i < form->n; i++) {
        bool wild = lc_tuple_is_wildcard(t, i);
        if (wild != (!form->extent[i]) ||
            (!wild &&
             !lc_int_eq(lc_poly_at(f->ctx, form->extent[i], symbol), lc_tuple_value(t, i))))
            return false;
    }
    return true;
}

static bool layout_agrees(lcv_forms *f, const lcv_form *form, const lc_int *symbol,
                          const lc_layout *a)
{
    lc_tuple *shape = lcv_shape_of(f->ctx, a);
    bool same = shape && form->naxes == lc_layout_naxes(a) &&
                (form->profile != NULL) == (lc_layout_codomain(a) == LC_COORDINATES) &&
                (form->kind == LCV_FORM_XOR) == (lc_layout_codomain(a) == LC_XOR) &&
                tuple_agrees(f, form, symbol, shape);
    for (size_t i = 0; same && i < form->n; i++) {
        if (form->loose && lc_int_is_one(lc_layout_extent(a, i)))
            continue;
        for (size_t axis = 0; same && axis < form->naxes; axis++)
            same = lc_int_eq(lc_poly_at(f->ctx, form->step[axis * form->n + i], symbol),
                             lc_layout_step_on(a, axis, i));
    }
    return same;
}

static bool outside_agrees(lcv_forms *f, const lcv_outer_form *outside, const lc_int *symbol,
                           const lcv_value *value)
{
    if (value->kind != LCV_COMPOSED)
        return false;
    lc_int plus = outside->plus ? lc_poly_at(f->ctx, outside->plus, symbol) : lc_int_const(0);
    const lcv_outer *o = value->outer;
    size_t n = value->nouters;
    if (!lc_int_is_zero(plus)) {
        const lcv_outer *last = n > 0 ? &o[--n] : NULL;
        if (!last || last->layout || last->swizzle.b > 0 || !lc_tuple_is_leaf(last->offset) ||
            !lc_int_eq(lc_tuple_value(last->offset, 0), plus))
            return false;
    }
    if (!outside->layout)
        return n == 0 && lc_swizzle_equal(outside->swizzle, value->swizzle);
    return n == 1 && value->swizzle.b == 0 && o->layout && lcv_is_zero(o->offset) &&
           layout_agrees(f, outside->layout, symbol, o->layout);
}

/* 0 for a layout. */
static bool offset_agrees(lcv_forms *f, const lcv_form *form, const lc_int *symbol,
                          const lcv_value *value)
{
    bool has = value->kind == LCV_TENSOR || value->kind == LCV_COMPOSED;
    const lc_tuple *offset = has ? value->offset : NULL;
    if (!form->offset)
        return !offset || lcv_is_zero(offset);
    if (offset && lc_tuple_nleaves(offset) != form->naxes)
        return false;
    for (size_t q = 0; q < form->naxes; q++) {
        lc_int found = offset ? lc_tuple_value(offset, q) : lc_int_const(0);
        if (!lc_int_eq(lc_poly_at(f->ctx, form->offset[q], symbol), found))
            return false;
    }
    return true;
}

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

static bool morphism_agrees(lcv_forms *f, const lcv_form *form, const lc_int *symbol,
                            const lc_morphism *m)
{
    bool same = tuple_agrees(f, form, symbol, lc_morphism_domain(m)) &&
                tuple_agrees(f, form->codomain, symbol, lc_morphism_codomain(m));
    for (size_t i = 0; same && i < form->n; i++)
        same = form->image[i] == lc_morphism_image(m, i);
    return same;
}

/* The tuple of sizes, at these numbers, is the tiler; `nest` is a part of its nesting. */
static bool tiler_agrees(lcv_forms *f, const lcv_form *form, const lc_tuple *nest,
                         const lc_int *symbol, const lc_tiler *t)
{
    if (lc_tuple_is_leaf(nest)) {
        const lc_poly *n = form->extent[lc_int_get_si(lc_tuple_value(nest, 0))];
        const lc_layout *tile = t ? lc_tiler_as_layout(t) : NULL;
        return !n || !tile
                   ? !n && !t
                   : lc_layout_depth(tile) == 0 && lc_int_is_one(lc_layout_step(tile, 0)) &&
                         lc_int_eq(lc_layout_extent(tile, 0), lc_poly_at(f->ctx, n, symbol));
    }
    bool same = t && !lc_tiler_as_layout(t) && lc_tiler_rank(t) == lc_tuple_rank(nest);
    for (size_t i = 0; same && i < lc_tuple_rank(nest); i++) {
        lc_tuple *part = lcv_part_of(f->ctx, nest, i);
        same = part && tiler_agrees(f, form, part, symbol, lc_tiler_on(t, i));
    }
    return same;
}

bool lcv_form_agrees(lcv_forms *f, const lcv_form *form, const lc_int *symbol,
                     const lcv_value *value)
{
    if (form->kind == LCV_FORM_VALUE)
        return true; /* one value for both */
    if (form->kind == LCV_FORM_TUPLE && value->kind == LCV_TILER)
        return tiler_agrees(f, form, form->nest, symbol, value->tiler);
    if (form->kind == LCV_FORM_TUPLE)
        return value->kind == LCV_TUPLE && tuple_agrees(f, form, symbol, value->tuple);
    if (form->kind == LCV_FORM_MORPHISM)
        return value->kind == LCV_MORPHISM && morphism_agrees(f, form, symbol, value->morphism);
    if (form->kind == LCV_FORM_STRIDES)
        return true; /* compared in the layouts that they become */
    if (form->kind == LCV_FORM_RELATION)
        return relation_agrees(f, form, symbol, value);
    bool same = form->kind == LCV_FORM_COMPOSED
                    ? outside_agrees(f, &form->outside, symbol, value)
                    : value->kind == LCV_LAYOUT || value->kind == LCV_TENSOR;
    return same && offset_agrees(f, form, symbol, value) &&
           layout_agrees(f, form, symbol, value->layout);
}
