/* function.c - a value as a function of C++, and as a type of CuTe. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "fact.h"

/* ---- at ---- */

/* Integers of 64 bits in C++, with room for sums. */
static bool fits(lc_int a)
{
    return lc_int_is_small(a);
}

/* `c / 4 % 8 * 16`, of one mode; the last one extends. */
static void add_mode(lc_text *text, lc_int before, lc_int extent, lc_int step, bool last)
{
    lc_text_add(text, "c");
    if (!lc_int_eq(before, lc_int_const(1))) {
        lc_text_add(text, " / ");
        lc_text_add_int(text, before);
    }
    if (!last) {
        lc_text_add(text, " % ");
        lc_text_add_int(text, extent);
    }
    if (!lc_int_eq(step, lc_int_const(1))) {
        lc_text_add(text, " * ");
        lc_text_add_int(text, step);
    }
}

/* The sum over the modes, and the offset. */
static bool add_sum(lc_ctx *ctx, lc_text *text, const lc_layout *a, lc_int offset)
{
    lc_int before = lc_int_const(1);
    size_t n = lc_layout_nleaves(a);
    bool empty = lc_int_eq(offset, lc_int_const(0));
    if (lc_layout_codomain(a) != LC_INTEGERS || !fits(offset))
        return false;
    if (!empty)
        lc_text_add_int(text, offset);
    for (size_t i = 0; i < n; i++) {
        lc_int extent = lc_layout_extent(a, i), step = lc_layout_step(a, i);
        bool last = i + 1 == n, counts = last || !lc_int_eq(extent, lc_int_const(1));
        if (!fits(before) || !fits(extent) || !fits(step))
            return false;
        if (counts && !lc_int_eq(step, lc_int_const(0))) {
            lc_text_add(text, empty ? "" : " + ");
            add_mode(text, before, extent, step, last);
            empty = false;
        }
        before = lc_int_mul(ctx, before, extent);
    }
    lc_text_add(text, empty ? "0" : "");
    return true;
}

/* `c = ..;`, unless the sum is c. */
static bool add_layout(lc_ctx *ctx, lc_text *text, const lc_layout *a, lc_int offset)
{
    lc_text sum = {0};
    bool ok = add_sum(ctx, &sum, a, offset);
    if (ok && strcmp(lc_text_peek(&sum), "c") != 0)
        lc_text_printf(text, "c = %s;\n", lc_text_peek(&sum));
    text->failed |= sum.failed;
    lc_text_free(&sum);
    return ok;
}

static void add_swizzle(lc_text *text, lc_swizzle w)
{
    if (w.b > 0)
        lc_text_printf(text, "c = layoutcheck_recheck::swizzle(%d, %d, %d, c);\n", w.b, w.m, w.s);
}

static bool offset_of(const lc_tuple *offset, lc_int *out)
{
    *out = offset ? lc_tuple_value(offset, 0) : lc_int_const(0);
    return !offset || lc_tuple_is_leaf(offset);
}

static bool add_outer(lc_ctx *ctx, lc_text *text, const lcv_outer *outer)
{
    lc_int offset;
    if (!offset_of(outer->offset, &offset) || !fits(offset))
        return false;
    if (!lc_int_eq(offset, lc_int_const(0))) {
        lc_text_add(text, "c = c + ");
        lc_text_add_int(text, offset);
        lc_text_add(text, ";\n");
    }
    if (outer->layout)
        return add_layout(ctx, text, outer->layout, lc_int_const(0));
    add_swizzle(text, outer->swizzle);
    return true;
}

static bool add_composed(lc_ctx *ctx, lc_text *text, const lcv_value *v)
{
    lc_int offset;
    if (!offset_of(v->offset, &offset) || !add_layout(ctx, text, v->layout, offset))
        return false;
    add_swizzle(text, v->swizzle);
    for (size_t i = 0; i < v->nouters; i++)
        if (!add_outer(ctx, text, &v->outer[i]))
            return false;
    return true;
}

/* The columns of the matrix at the bits of c. */
static bool add_linear(lc_text *text, const lc_linear *l, uint64_t base)
{
    unsigned bits = lc_linear_in_bits(l);
    if (bits > 62 || lc_linear_out_bits(l) > 62)
        return false;
    lc_text_printf(text, "c = %llu", (unsigned long long)base);
    for (unsigned i = 0; i < bits; i++)
        lc_text_printf(text, " ^ (c >> %u & 1) * %llu", i,
                       (unsigned long long)lc_linear_at(l, (uint64_t)1 << i));
    lc_text_add(text, ";\n");
    return true;
}

bool lck_fact_body(lc_ctx *ctx, lc_text *text, const lcv_value *v)
{
    switch (v->kind) {
    case LCV_LAYOUT: return add_layout(ctx, text, v->layout, lc_int_const(0));
    case LCV_TENSOR:
    case LCV_COMPOSED: return add_composed(ctx, text, v);
    case LCV_SWIZZLE: add_swizzle(text, v->swizzle); return true;
    case LCV_LINEAR:
    case LCV_AFFINE: return add_linear(text, v->linear, lcv_affine_base(v));
    default: return false;
    }
}

/* ---- CuTe ---- */

/* Int<4>, or C<..> of what no int holds. */
static bool add_constant(lc_text *text, lc_int a)
{
    if (!fits(a))
        return false;
    int64_t value = lc_int_get_si(a);
    bool is_int = INT32_MIN <= value && value <= INT32_MAX;
    lc_text_printf(text, is_int ? "cute::Int<%lld>" : "cute::C<%lldLL>", (long long)value);
    return true;
}

/* Shape<..> or Stride<..>. */
static bool add_tuple(lc_ctx *ctx, lc_text *text, const lc_tuple *t, const char *word)
{
    bool ok = true;
    if (!t || lc_tuple_is_leaf(t))
        return t && !lc_tuple_is_wildcard(t, 0) && add_constant(text, lc_tuple_value(t, 0));
    lc_text_printf(text, "cute::%s<", word);
    for (size_t i = 0; ok && i < lc_tuple_rank(t); i++) {
        lc_tuple *mode = lc_tuple_mode(ctx, t, i);
        lc_text_add(text, i > 0 ? ", " : "");
        ok = add_tuple(ctx, text, mode, word);
        lc_tuple_free(mode);
    }
    lc_text_add(text, ">");
    return ok;
}

static bool cute_layout(lc_ctx *ctx, lc_text *text, const lc_layout *a)
{
    if (lc_layout_codomain(a) != LC_INTEGERS)
        return false;
    lc_tuple *shape = lc_layout_shape(ctx, a), *stride = lc_layout_stride(ctx, a);
    lc_text_add(text, "cute::Layout<");
    bool ok = add_tuple(ctx, text, shape, "Shape");
    lc_text_add(text, ", ");
    ok = ok && add_tuple(ctx, text, stride, "Stride");
    lc_text_add(text, ">");
    lc_tuple_free(shape);
    lc_tuple_free(stride);
    return ok;
}

/* CuTe has them for |s| >= b alone. */
static bool cute_swizzle(lc_text *text, lc_swizzle w)
{
    lc_text_printf(text, "cute::Swizzle<%d, %d, %d>", w.b, w.m, w.s);
    return abs(w.s) >= w.b && lc_swizzle_bits(w) < 31;
}

/* One function after a layout; the offset may be of either. */
static bool cute_composed(lc_ctx *ctx, lc_text *text, const lcv_value *v)
{
    const lcv_outer *outer = v->nouters == 1 && v->swizzle.b == 0 ? &v->outer[0] : NULL;
    lc_swizzle w = outer ? outer->swizzle : v->swizzle;
    lc_int inner, after = lc_int_const(0);
    lc_text_add(text, "cute::ComposedLayout<");
    bool ok = (outer || v->nouters == 0) && offset_of(v->offset, &inner) &&
              (!outer || offset_of(outer->offset, &after)) &&
              (outer && outer->layout ? cute_layout(ctx, text, outer->layout)
                                      : cute_swizzle(text, w));
    lc_text_add(text, ", ");
    ok = ok && add_constant(text, lc_int_add(ctx, inner, after));
    lc_text_add(text, ", ");
    ok = ok && cute_layout(ctx, text, v->layout);
    lc_text_add(text, ">");
    return ok;
}

bool lck_fact_cute(lc_ctx *ctx, lc_text *text, const lcv_value *v)
{
    switch (v->kind) {
    case LCV_TUPLE: return add_tuple(ctx, text, v->tuple, "Shape");
    case LCV_LAYOUT: return cute_layout(ctx, text, v->layout);
    case LCV_COMPOSED: return cute_composed(ctx, text, v);
    case LCV_SWIZZLE: return cute_swizzle(text, v->swizzle);
    default: return false;
    }
}
