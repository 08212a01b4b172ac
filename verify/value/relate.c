#include "config.h"

#include "relate.h"

#include "../../isl-bridge/bits.h"
#include "kept.h"
#include "points.h"
#include "text.h"

/* ---- maps ---- */

/* The map that isl reads from a text, which is taken over. */
static lcr_map *parsed(lcr_ctx *r, char *text)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    return lcv_kept(ctx, text) ? lcv_kept(ctx, lcr_map_parse(r, text)) : NULL;
}

/* x -> f(g(x)); NULL if one of them is. */
static lcr_map *composite(lcr_ctx *r, const lcr_map *f, const lcr_map *g)
{
    return f && g ? lcv_kept(lcr_ctx_lc(r), lcr_map_compose(r, f, g)) : NULL;
}

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

/* x -> x + offset, axis by axis, after a map. */
static lcr_map *shifted(lcr_ctx *r, const lc_tuple *offset, lcr_map *map)
{
    if (!map || lcv_is_zero(offset))
        return map;
    return composite(r, parsed(r, shift_text(lcr_ctx_lc(r), offset)), map);
}

lcr_map *lcv_coord_map(lcr_ctx *r, const lcv_value *value)
{
    if (value->kind == LCV_SWIZZLE)
        return lcr_swizzle_coord_map(r, value->swizzle);
    if (lcv_has_dims(value))
        return lcr_linear_coord_map(r, value->linear);
    if (value->kind != LCV_TUPLE && !lcv_is_function(value))
        return lc_fail(lcr_ctx_lc(r), LC_ERR_INVALID, "expected a layout, found %s",
                       lcv_value_describe(value));
    lc_tuple *shape = lcv_kept(lcr_ctx_lc(r), lcv_as_tuple(lcr_ctx_lc(r), value));
    return shape ? lcr_coord_map(r, shape) : NULL;
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
    lc_linear *l = lcv_kept(ctx, lcv_as_linear(ctx, value, NULL));
    return l ? lcr_linear_bits_map(r, l) : NULL;
}

/* ---- what has an offset: tensors and composed layouts ---- */

/* The map of v with another offset, and another layout behind it. */
static lcr_map *map_around(lcr_ctx *r, const lcv_value *v, const lc_tuple *offset,
                           const lc_layout *a, bool integral)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (v->kind == LCV_COMPOSED && lc_layout_codomain(a) != LC_COORDINATES) {
        lc_int n = lc_tuple_value(offset, 0);
        return lcv_kept(ctx, integral ? lcr_composed_layout_map(r, v->swizzle, n, a)
                                      : lcr_composed_index_map(r, v->swizzle, n, a));
    }
    return shifted(r, offset,
                   lcv_kept(ctx, integral ? lcr_layout_map(r, a) : lcr_index_map(r, a)));
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
    lc_layout *one = lcv_kept(ctx, lc_layout_xor(ctx, lc_tuple_value(v->offset, 0)));
    lc_tuple *two = one ? lcv_kept(ctx, lc_tuple_leaf(ctx, lc_int_const(2))) : NULL;
    lc_layout *part[2] = {two ? lcv_kept(ctx, lc_layout_reshape(ctx, two, one)) : NULL,
                          v->layout};
    return part[0] ? lcv_kept(ctx, lc_layout_concat(ctx, 2, part)) : NULL;
}

static lcr_map *map_after_xor(lcr_ctx *r, const lcv_value *v, bool integral)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_layout *both = offset_as_mode(ctx, v);
    lc_tuple *zero = both ? lcv_kept(ctx, lc_tuple_leaf(ctx, lc_int_const(0))) : NULL;
    lcr_map *map = zero ? map_around(r, v, zero, both, integral) : NULL;
    size_t inputs = integral ? 1 : lc_layout_nleaves(v->layout);
    return map ? composite(r, map, parsed(r, first_is_one(ctx, inputs, integral))) : NULL;
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
    return parsed(r, lc_text_take(lcr_ctx_lc(r), &text));
}

/* A part of a layout on input q of n, added to the sum, NULL for none. */
static lcr_map *add_part(lcr_ctx *r, lcr_map *sum, const lc_layout *part, size_t n, size_t q)
{
    lcr_map *input = one_input(r, n, q);
    lcr_map *of_part = input ? lcv_kept(lcr_ctx_lc(r), lcr_extended_map(r, part)) : NULL;
    lcr_map *map = composite(r, of_part, input);
    return map && sum ? lcv_kept(lcr_ctx_lc(r), lcr_map_sum(r, sum, map)) : map;
}

/* A mode of the layout for each mode of its coordinates, which have n leaves. */
static lcr_map *add_parts(lcr_ctx *r, lcr_map *sum, const lc_layout *a, const lc_tuple *profile,
                          size_t n, size_t *leaf)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (lc_tuple_is_leaf(profile))
        return add_part(r, sum, a, n, (*leaf)++);
    for (size_t i = 0; i < lc_tuple_rank(profile); i++) {
        lc_tuple *part = lcv_part_of(ctx, profile, i);
        if (i >= lc_layout_rank(a)) { /* 0 there */
            *leaf += part ? lc_tuple_nleaves(part) : 0;
            continue;
        }
        lc_layout *mode = lcv_mode_of(ctx, a, i);
        sum = part && mode ? add_parts(r, sum, mode, part, n, leaf) : NULL;
        if (!sum)
            return NULL;
    }
    return sum;
}

static lcr_map *map_of_outer(lcr_ctx *r, const lcv_outer *o, const lc_tuple *profile)
{
    size_t leaf = 0;
    if (!o->layout)
        return lcv_kept(lcr_ctx_lc(r), lcr_swizzle_extended_map(r, o->swizzle));
    if (!profile || lc_tuple_is_leaf(profile))
        return lcv_kept(lcr_ctx_lc(r), lcr_extended_map(r, o->layout));
    return add_parts(r, NULL, o->layout, profile, lc_tuple_nleaves(profile), &leaf);
}

/* The map of the inner part, followed by the outer functions. */
static lcr_map *map_with_outers(lcr_ctx *r, const lcv_value *v, lcr_map *map)
{
    const lc_tuple *profile = lc_layout_profile(v->layout);
    bool by_xor = lc_layout_codomain(v->layout) == LC_XOR && v->swizzle.b == 0;
    for (size_t i = 0; map && i < v->nouters; i++) {
        const lcv_outer *o = &v->outer[i];
        lcr_map *outer = NULL;
        if (by_xor && !lcv_is_zero(o->offset))
            lc_fail(lcr_ctx_lc(r), LC_ERR_LIMIT,
                    "an offset that is added by XOR has no relation");
        else if (lcr_map_nout(map) == lc_tuple_nleaves(o->offset)) /* else 0 of coordinates */
            map = shifted(r, o->offset, map);
        if (map && lc_ctx_code(lcr_ctx_lc(r)) == LC_OK)
            outer = map_of_outer(r, o, profile);
        map = composite(r, outer, map);
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
    return lcr_map_ref(map_with_outers(r, v, map));
}

/* The last input at 1: `{ [c0,c1] -> [c0,c1,1] }`. */
static char *last_is_one(lc_ctx *ctx, size_t n)
{
    lc_text from = {0}, to = {0};
    for (size_t i = 0; i < n; i++) {
        lc_text_printf(&from, "%sc%zu", i > 0 ? "," : "", i);
        lc_text_printf(&to, "c%zu,", i);
    }
    char *left = lc_text_take(ctx, &from), *right = lc_text_take(ctx, &to);
    return lcv_text(ctx, "{ [%S] -> [%S1] }", left, right);
}

/* An offset and a linear layout: that with the offset as one bit more, which is 1. */
static lcr_map *affine_map(lcr_ctx *r, const lcv_value *v,
                           lcr_map *(*map_of)(lcr_ctx *, const lc_linear *))
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_linear *extended = lcv_affine_extended(ctx, v);
    lcr_map *map = extended ? lcv_kept(ctx, map_of(r, extended)) : NULL;
    char *at = map ? last_is_one(ctx, lcr_map_nin(map) - 1) : NULL;
    return at ? lcr_map_ref(composite(r, map, parsed(r, at))) : NULL;
}

static lcr_map *function_map(lcr_ctx *r, const lcv_value *value, bool integral)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcr_map *(*linear)(lcr_ctx *, const lc_linear *) = integral ? lcr_linear_layout_map
                                                                : lcr_linear_index_map;
    switch (value->kind) {
    case LCV_SWIZZLE:
        return (integral ? lcr_swizzle_layout_map : lcr_swizzle_index_map)(r, value->swizzle);
    case LCV_LINEAR: return linear(r, value->linear);
    case LCV_AFFINE: return affine_map(r, value, linear);
    case LCV_COMPOSED:
    case LCV_TENSOR: return map_with_offset(r, value, integral);
    default: {
        lc_layout *a = lcv_kept(ctx, lcv_as_layout(ctx, value));
        return a ? (integral ? lcr_layout_map : lcr_index_map)(r, a) : NULL;
    }
    }
}

lcr_map *lcv_index_map(lcr_ctx *r, const lcv_value *value)
{
    return function_map(r, value, false);
}

lcr_map *lcv_layout_map(lcr_ctx *r, const lcv_value *value)
{
    return value->kind == LCV_RELATION ? lcr_map_ref(value->relation)
                                       : function_map(r, value, true);
}

/* ---- text ---- */

/* One more, a map that is taken over; false with an error. */
static bool add_map(lcr_ctx *r, lcv_relations *all, const char *operation, const char *title,
                    lcr_map *map)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    char *text = lcv_kept(ctx, map) ? lcv_kept(ctx, lcr_map_lines(r, map)) : NULL;
    if (text)
        all->relation[all->n++] = (lcv_relation){operation, title, text};
    return text != NULL;
}

static bool add_set(lcr_ctx *r, lcv_relations *all, const lcv_value *set)
{
    char *text = lcv_kept(lcr_ctx_lc(r), set->relation ? lcr_set_to_str(r, set->relation)
                                                       : lcv_points_text(r, set));
    if (text)
        all->relation[all->n++] = (lcv_relation){.text = text};
    return text != NULL;
}

bool lcv_relations_of(lcr_ctx *r, const lcv_value *value, lcv_relations *all)
{
    bool bits = value->kind == LCV_SWIZZLE || value->kind == LCV_LINEAR;
    all->n = 0;
    if (value->kind == LCV_SET)
        return add_set(r, all, value);
    if (value->kind == LCV_RELATION)
        return add_map(r, all, NULL, NULL, lcr_map_ref(value->relation));
    return add_map(r, all, "coord_map", "coordinate map", lcv_coord_map(r, value)) &&
           (!bits || add_map(r, all, "bits_map", "bits map", lcv_bits_map(r, value))) &&
           add_map(r, all, "index_map", "index map", lcv_index_map(r, value)) &&
           add_map(r, all, "layout_map", "layout map", lcv_layout_map(r, value));
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
