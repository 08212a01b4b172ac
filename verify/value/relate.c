#include "config.h"

#include "relate.h"

#include <stdlib.h>
#include <string.h>

#include "../../isl-bridge/bits.h"
#include "text.h"

/* ---- maps ---- */

/* `{ [x0,x1] -> [x0 + (2),x1 + (0)] }` */
static char *shift_text(lc_ctx *ctx, const lc_tuple *offset)
{
    lc_text from = {0}, to = {0};
    for (size_t q = 0; q < lc_tuple_nleaves(offset); q++) {
        const char *comma = q > 0 ? "," : "";
        lc_text_printf(&from, "%sx%zu", comma, q);
        lcv_text_add(ctx, &to, "%sx%z + (%i)", comma, q, lc_tuple_value(offset, q));
    }
    char *left = lc_text_take(ctx, &from), *right = lc_text_take(ctx, &to);
    return lcv_text(ctx, "{ [%S] -> [%S] }", left, right);
}

lcr_map *lcv_shift_map(lcr_ctx *r, const lc_tuple *offset, lcr_map *map)
{
    bool zero = true;
    for (size_t q = 0; q < lc_tuple_nleaves(offset); q++)
        zero = zero && lc_int_is_zero(lc_tuple_value(offset, q));
    if (!map || zero)
        return map;
    char *syntax = shift_text(lcr_ctx_lc(r), offset);
    lcr_map *add = syntax ? lcr_map_parse(r, syntax) : NULL;
    lcr_map *moved = add ? lcr_map_compose(r, add, map) : NULL;
    free(syntax);
    lcr_map_free(add);
    lcr_map_free(map);
    return moved;
}

lcr_map *lcv_coord_map(lcr_ctx *r, const lcv_value *value)
{
    if (value->kind == LCV_SWIZZLE)
        return lcr_swizzle_coord_map(r, value->swizzle);
    if (value->kind == LCV_LINEAR)
        return lcr_linear_coord_map(r, value->linear);
    if (value->kind != LCV_TUPLE && !lcv_is_function(value))
        return lc_fail(lcr_ctx_lc(r), LC_ERR_INVALID, "expected a layout, found %s",
                       lcv_value_describe(value));
    lc_tuple *shape = lcv_as_tuple(lcr_ctx_lc(r), value);
    lcr_map *m = shape ? lcr_coord_map(r, shape) : NULL;
    lc_tuple_free(shape);
    return m;
}

lcr_map *lcv_bits_map(lcr_ctx *r, const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (value->kind == LCV_SWIZZLE)
        return lcr_swizzle_bits_map(r, value->swizzle);
    if (value->kind == LCV_RELATION)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "bits_map needs a swizzle or a layout that is linear over F2, not a "
                       "relation");
    lc_linear *l = lcv_as_linear(ctx, value, NULL);
    lcr_map *m = l ? lcr_linear_bits_map(r, l) : NULL;
    lc_linear_free(l);
    return m;
}

/* ---- what has an offset: tensors and composed layouts ---- */

/* The map of v with another offset, and another layout behind it. */
static lcr_map *map_around(lcr_ctx *r, const lcv_value *v, const lc_tuple *offset,
                           const lc_layout *a, bool integral)
{
    if (v->kind == LCV_COMPOSED && lc_layout_codomain(a) != LC_COORDINATES) {
        lc_int n = lc_tuple_value(offset, 0);
        return integral ? lcr_composed_layout_map(r, v->swizzle, n, a)
                        : lcr_composed_index_map(r, v->swizzle, n, a);
    }
    return lcv_shift_map(r, offset, integral ? lcr_layout_map(r, a) : lcr_index_map(r, a));
}

/* The coordinate (1,c) of a shape (2,S), c one of S, as `{ [c0,c1] -> [1,c0,c1] }`. */
static char *first_is_one(lc_ctx *ctx, size_t n, bool integral)
{
    lc_text text = {0};
    lc_text_add(&text, "{ [");
    for (size_t i = 0; i < n; i++)
        lc_text_printf(&text, "%sc%zu", i > 0 ? "," : "", i);
    lc_text_add(&text, integral ? "] -> [1 + 2c0" : "] -> [1");
    for (size_t i = 0; !integral && i < n; i++)
        lc_text_printf(&text, ",c%zu", i);
    lc_text_add(&text, "] }");
    return lc_text_take(ctx, &text);
}

/* The layout (2,A):(fOFFSET,...), whose value at (1,c) is OFFSET xor A(c). */
static lc_layout *offset_as_mode(lc_ctx *ctx, const lcv_value *v)
{
    lc_layout *one = lc_layout_xor(ctx, lc_tuple_value(v->offset, 0));
    lc_tuple *two = one ? lc_tuple_leaf(ctx, lc_int_const(2)) : NULL;
    lc_layout *part[2] = {two ? lc_layout_reshape(ctx, two, one) : NULL, v->layout};
    lc_layout *both = part[0] ? lc_layout_concat(ctx, 2, part) : NULL;
    lc_layout_free(part[0]);
    lc_tuple_free(two);
    lc_layout_free(one);
    return both;
}

static lcr_map *map_after_xor(lcr_ctx *r, const lcv_value *v, bool integral)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_layout *both = offset_as_mode(ctx, v);
    lc_tuple *zero = both ? lc_tuple_leaf(ctx, lc_int_const(0)) : NULL;
    lcr_map *map = zero ? map_around(r, v, zero, both, integral) : NULL;
    char *syntax = first_is_one(lcr_ctx_lc(r), integral ? 1 : lc_layout_nleaves(v->layout),
                                integral);
    lcr_map *fixed = map && syntax ? lcr_map_parse(r, syntax) : NULL;
    lcr_map *moved = fixed ? lcr_map_compose(r, map, fixed) : NULL;
    free(syntax);
    lcr_map_free(fixed);
    lcr_map_free(map);
    lc_tuple_free(zero);
    lc_layout_free(both);
    return moved;
}

/* ---- functions outside ---- */

/* Input q of n alone: `{ [c0,c1] -> [c1] }`. */
static lcr_map *one_input(lcr_ctx *r, size_t n, size_t q)
{
    lc_text text = {0};
    lc_text_add(&text, "{ [");
    for (size_t i = 0; i < n; i++)
        lc_text_printf(&text, "%sc%zu", i > 0 ? "," : "", i);
    lc_text_printf(&text, "] -> [c%zu] }", q);
    char *syntax = lc_text_take(lcr_ctx_lc(r), &text);
    lcr_map *map = syntax ? lcr_map_parse(r, syntax) : NULL;
    free(syntax);
    return map;
}

/* A part of a layout on input q of n, added to the sum, which is taken over. */
static lcr_map *add_part(lcr_ctx *r, lcr_map *sum, const lc_layout *part, size_t n, size_t q)
{
    lcr_map *input = one_input(r, n, q);
    lcr_map *of_part = input ? lcr_extended_map(r, part) : NULL;
    lcr_map *map = of_part ? lcr_map_compose(r, of_part, input) : NULL;
    lcr_map *both = map && sum ? lcr_map_sum(r, sum, map) : map ? lcr_map_ref(map) : NULL;
    lcr_map_free(map);
    lcr_map_free(of_part);
    lcr_map_free(input);
    lcr_map_free(sum);
    return both;
}

/* A mode of the layout for each mode of its coordinates, which have n leaves. */
static lcr_map *add_parts(lcr_ctx *r, lcr_map *sum, lc_layout *a, const lc_tuple *profile,
                          size_t n, size_t *leaf)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (lc_tuple_is_leaf(profile))
        return add_part(r, sum, a, n, (*leaf)++);
    for (size_t i = 0; i < lc_tuple_rank(profile); i++) {
        lc_tuple *part = lc_tuple_mode(ctx, profile, i);
        if (i >= lc_layout_rank(a)) { /* 0 there */
            *leaf += part ? lc_tuple_nleaves(part) : 0;
            lc_tuple_free(part);
            continue;
        }
        lc_layout *mode = lc_layout_mode(ctx, a, i);
        sum = part && mode ? add_parts(r, sum, mode, part, n, leaf) : NULL;
        lc_layout_free(mode);
        lc_tuple_free(part);
        if (!sum)
            return NULL;
    }
    return sum;
}

static lcr_map *map_of_outer(lcr_ctx *r, const lcv_outer *o, const lc_tuple *profile)
{
    size_t leaf = 0;
    if (!o->layout)
        return lcr_swizzle_extended_map(r, o->swizzle);
    if (!profile || lc_tuple_is_leaf(profile))
        return lcr_extended_map(r, o->layout);
    return add_parts(r, NULL, o->layout, profile, lc_tuple_nleaves(profile), &leaf);
}

/* The map of the inner part, which is taken over, followed by the outer functions. */
static lcr_map *map_with_outers(lcr_ctx *r, const lcv_value *v, lcr_map *map)
{
    const lc_tuple *profile = lc_layout_profile(v->layout);
    bool by_xor = lc_layout_codomain(v->layout) == LC_XOR && v->swizzle.b == 0;
    for (size_t i = 0; map && i < v->nouters; i++) {
        const lcv_outer *o = &v->outer[i];
        lcr_map *outer = NULL, *both = NULL;
        if (by_xor && !lcv_is_zero(o->offset))
            lc_fail(lcr_ctx_lc(r), LC_ERR_LIMIT,
                    "an offset that is added by XOR has no relation");
        else
            map = lcr_map_nout(map) == lc_tuple_nleaves(o->offset)
                      ? lcv_shift_map(r, o->offset, map)
                      : map; /* 0 of coordinates */
        if (map && lc_ctx_code(lcr_ctx_lc(r)) == LC_OK)
            outer = map_of_outer(r, o, profile);
        both = outer ? lcr_map_compose(r, outer, map) : NULL;
        lcr_map_free(outer);
        lcr_map_free(map);
        map = both;
        by_xor = o->layout && lc_layout_codomain(o->layout) == LC_XOR;
        profile = o->layout ? lc_layout_profile(o->layout) : NULL;
    }
    return map;
}

static lcr_map *map_with_offset(lcr_ctx *r, const lcv_value *v, bool integral)
{
    bool by_xor = lc_layout_codomain(v->layout) == LC_XOR &&
                  !lc_int_is_zero(lc_tuple_value(v->offset, 0));
    lcr_map *map = by_xor ? map_after_xor(r, v, integral)
                          : map_around(r, v, v->offset, v->layout, integral);
    return map_with_outers(r, v, map);
}

lcr_map *lcv_index_map(lcr_ctx *r, const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    switch (value->kind) {
    case LCV_SWIZZLE: return lcr_swizzle_index_map(r, value->swizzle);
    case LCV_LINEAR: return lcr_linear_index_map(r, value->linear);
    case LCV_COMPOSED:
    case LCV_TENSOR: return map_with_offset(r, value, false);
    default: {
        lc_layout *a = lcv_as_layout(ctx, value);
        lcr_map *m = a ? lcr_index_map(r, a) : NULL;
        lc_layout_free(a);
        return m;
    }
    }
}

lcr_map *lcv_layout_map(lcr_ctx *r, const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    switch (value->kind) {
    case LCV_RELATION: return lcr_map_ref(value->relation);
    case LCV_SWIZZLE: return lcr_swizzle_layout_map(r, value->swizzle);
    case LCV_LINEAR: return lcr_linear_layout_map(r, value->linear);
    case LCV_COMPOSED:
    case LCV_TENSOR: return map_with_offset(r, value, true);
    default: {
        lc_layout *a = lcv_as_layout(ctx, value);
        lcr_map *m = a ? lcr_layout_map(r, a) : NULL;
        lc_layout_free(a);
        return m;
    }
    }
}

/* ---- text ---- */

/* One more; false with an error. */
static bool add_map(lcr_ctx *r, lcv_relations *all, const char *operation, const char *title,
                    lcr_map *map)
{
    lcv_relation *one = &all->relation[all->n];
    *one = (lcv_relation){operation, title, map ? lcr_map_lines(r, map) : NULL};
    lcr_map_free(map);
    all->n += one->text != NULL;
    return one->text != NULL;
}

bool lcv_relations_of(lcr_ctx *r, const lcv_value *value, lcv_relations *all)
{
    bool bits = value->kind == LCV_SWIZZLE || value->kind == LCV_LINEAR, ok;
    all->n = 0;
    if (value->kind == LCV_RELATION)
        ok = add_map(r, all, NULL, NULL, lcr_map_ref(value->relation));
    else
        ok = add_map(r, all, "coord_map", "coordinate map", lcv_coord_map(r, value)) &&
             (!bits || add_map(r, all, "bits_map", "bits map", lcv_bits_map(r, value))) &&
             add_map(r, all, "index_map", "index map", lcv_index_map(r, value)) &&
             add_map(r, all, "layout_map", "layout map", lcv_layout_map(r, value));
    if (!ok)
        lcv_relations_clear(all);
    return ok;
}

void lcv_relations_clear(lcv_relations *all)
{
    while (all->n > 0)
        free(all->relation[--all->n].text);
}

char *lcv_relations_text(lcr_ctx *r, const lcv_relations *all)
{
    lc_text text = {0};
    for (size_t i = 0; i < all->n; i++) {
        const lcv_relation *one = &all->relation[i];
        lc_text_add(&text, i > 0 ? "\n" : "");
        if (one->title)
            lc_text_printf(&text, "# %s\n", one->title);
        lc_text_add(&text, one->text);
    }
    return lc_text_take(lcr_ctx_lc(r), &text);
}
