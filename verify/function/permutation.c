/* permutation.c - what permutes coordinates: P with X = Y o P. */
#include "config.h"

#include "../../lib/algebra.h"
#include "pair.h"
#include "permutation.h"

/* ---- layouts ---- */

/* The layout with numbers of their own on the modes of stride 0, multiples of `apart`. */
static lc_layout *told_apart(lc_ctx *ctx, const lc_layout *a, lc_int apart)
{
    size_t n = lc_layout_nleaves(a);
    lc_int *step = lc_frame_alloc(ctx, n, sizeof *step);
    lc_tuple *shape = step ? lcv_shape_of(ctx, a) : NULL;
    for (size_t k = 0; shape && k < n; k++) {
        step[k] = lc_layout_step(a, k);
        if (!lc_int_is_zero(step[k]) || lc_int_is_one(lc_layout_extent(a, k)))
            continue;
        step[k] = apart;
        apart = lc_int_mul(ctx, apart, lc_layout_extent(a, k));
    }
    lc_tuple *stride = shape ? lcv_kept(ctx, lc_tuple_like(ctx, shape, step)) : NULL;
    return stride ? lcv_kept(ctx, lc_layout_new(ctx, shape, stride)) : NULL;
}

/* Y^-1 o X of layouts of integers whose values differ by less than `span`. */
static lc_layout *of_layouts(lc_ctx *ctx, const lc_layout *x, const lc_layout *y, lc_int span)
{
    lc_layout *from = told_apart(ctx, x, span), *to = from ? told_apart(ctx, y, span) : NULL;
    lc_layout *back = to ? lcv_kept(ctx, lc_left_inverse(ctx, to)) : NULL;
    return back ? lcv_kept(ctx, lc_compose(ctx, back, from)) : NULL;
}

/* The layouts that f are, or those under one bijective swizzle; false: they are others. */
static bool are_layouts(const lcv_function f[2], lcv_function inner[2])
{
    lc_swizzle w[2];
    for (size_t i = 0; i < 2; i++) {
        w[i] = (lc_swizzle){0, 0, 0};
        inner[i] = f[i];
        if (f[i].layout ? lc_layout_codomain(f[i].layout) == LC_XOR
                        : !lcv_function_parts(&f[i], &w[i], &inner[i]))
            return false;
    }
    return lc_swizzle_is_bijective(w[0]) && w[0].b == w[1].b &&
           (w[0].b == 0 || (w[0].m == w[1].m && w[0].s == w[1].s));
}

/* No coordinate changes where both are one function, whatever values come again in it. */
static lc_layout *identity(lc_ctx *ctx, const lcv_function f[2])
{
    lc_ctx_reset(ctx);
    lc_layout *x = lcv_kept(ctx, lc_coalesce(ctx, f[0].layout));
    lc_layout *y = x ? lcv_kept(ctx, lc_coalesce(ctx, f[1].layout)) : NULL;
    lc_tuple *shape = y && lc_layout_equal(x, y) ? lcv_shape_of(ctx, f[0].layout) : NULL;
    return shape ? lcv_kept(ctx, lc_layout_compact(ctx, shape)) : NULL;
}

static lc_layout *as_layout(lc_ctx *ctx, lcv_function inner[2])
{
    lcv_function packed[2];
    lc_int low[2], high[2], one = lc_int_const(1);
    if (!lcv_pack_pair(ctx, &inner[0], &inner[1], packed))
        return NULL;
    for (size_t i = 0; i < 2; i++) /* without the offsets, where the permutation is one as well */
        lc_layout_range(ctx, packed[i].layout, &low[i], &high[i]);
    if (!lc_int_eq(lc_int_add(ctx, low[0], packed[0].offset),
                   lc_int_add(ctx, low[1], packed[1].offset)) ||
        !lc_int_eq(packed[0].offset, packed[1].offset))
        return NULL;
    lc_int span = lc_int_add(ctx, lc_int_sub(ctx, high[0], low[0]), one);
    lc_layout *p = of_layouts(ctx, packed[0].layout, packed[1].layout, span);
    return p || lc_ctx_code(ctx) != LC_ERR_NO_VALUE ? p : identity(ctx, packed);
}

/* ---- over F2 ---- */

/* P e_j: where X e_j is, Y's free bits being 0; free bits of X go to the kernel of Y. */
static bool columns(const lcv_function f[2], lc_f2 *p)
{
    const lc_f2 *x = &f[0].map, *y = &f[1].map;
    lc_f2 kernel = lc_f2_kernel(x), other = lc_f2_kernel(y);
    uint64_t free = lc_f2_free_bits(x);
    *p = lc_f2_zero(x->cols, x->cols);
    for (unsigned j = 0; j < x->cols; j++)
        if (!lc_f2_solve(y, x->column[j], &p->column[j]))
            return false;
    for (unsigned i = 0; i < kernel.cols; i++) {
        uint64_t bits = kernel.column[i] & free; /* just one of them */
        unsigned j = bits ? (unsigned)__builtin_ctzll(bits) : 64;
        if (i >= other.cols || j == 64 || bits != (uint64_t)1 << j)
            return false;
        uint64_t rest = kernel.column[i] ^ bits;
        p->column[j] = other.column[i] ^ lc_f2_apply(p, rest);
    }
    return true;
}

static lcv_value *over_bits(lc_ctx *ctx, const lcv_function f[2])
{
    lc_f2 p;
    lc_dim in = {.name = "in"}, out = {.name = "out"};
    if (!f[0].affine || !f[1].affine || f[0].base != f[1].base ||
        f[0].map.cols != f[1].map.cols || f[0].map.cols > LC_LINEAR_BITS || !columns(f, &p))
        return NULL;
    in.bits = out.bits = p.cols;
    lc_linear *l = lc_linear_new(ctx, 1, &in, 1, &out, &p);
    return l ? lcv_kept(ctx, lcv_value_linear(ctx, l)) : NULL;
}

lcv_value *lcv_permutation(lc_ctx *ctx, const lcv_function f[2])
{
    lcv_function inner[2];
    lc_layout *p = are_layouts(f, inner) ? as_layout(ctx, inner) : NULL;
    if (!p && lc_ctx_code(ctx) == LC_ERR_NO_VALUE)
        lc_ctx_reset(ctx);
    if (p)
        return lcv_kept(ctx, lcv_value_layout(ctx, lc_layout_ref(p)));
    return lc_ctx_code(ctx) == LC_OK ? over_bits(ctx, f) : NULL;
}

/* ---- within threads ---- */

/* All modes but the first, as a function to integers. */
static bool values_of(lc_ctx *ctx, const lcv_function *f, lcv_function *out)
{
    size_t n = lc_layout_rank(f->layout) - 1, *mode = lc_frame_alloc(ctx, n, sizeof *mode);
    for (size_t i = 0; mode && i < n; i++)
        mode[i] = i + 1;
    *out = (lcv_function){.name = f->name, .offset = f->offset};
    if (n == 1)
        out->layout = lcv_mode_of(ctx, f->layout, 1);
    else if (mode)
        out->layout = lcv_kept(ctx, lc_layout_select(ctx, f->layout, n, mode));
    return out->layout != NULL;
}

/* (t,v) -> t + threads Q(v) */
static lcv_value *beside(lc_ctx *ctx, const lcv_threads *t, const lc_layout *first, lc_layout *q)
{
    lc_tuple *shape = lcv_shape_of(ctx, first);
    lc_layout *part[2] = {shape ? lcv_kept(ctx, lc_layout_compact(ctx, shape)) : NULL,
                          lcv_kept(ctx, lc_layout_scale(ctx, t->threads, q))};
    lc_layout *p = part[0] && part[1] ? lc_layout_concat(ctx, 2, part) : NULL;
    return p ? lcv_kept(ctx, lcv_value_layout(ctx, p)) : NULL;
}

static lcv_value *of_threads(lc_ctx *ctx, const lcv_threads *t, const lcv_function inner[2])
{
    lcv_function value[2];
    for (size_t i = 0; i < 2; i++)
        if (lc_layout_rank(inner[i].layout) < 2 || !values_of(ctx, &inner[i], &value[i]))
            return NULL;
    lc_layout *first = lcv_mode_of(ctx, inner[0].layout, 0);
    lcv_value *q = first ? lcv_permutation(ctx, value) : NULL;
    return q && q->kind == LCV_LAYOUT ? beside(ctx, t, first, q->layout) : NULL;
}

lcv_value *lcv_thread_permutation(lc_ctx *ctx, const lcv_threads t[2])
{
    lcv_function f[2] = {*t[0].f, *t[1].f}, inner[2], tagged[2];
    lcv_value *p = are_layouts(f, inner) ? of_threads(ctx, &t[0], inner) : NULL;
    if (p || lc_ctx_code(ctx) != LC_OK)
        return p;
    return lcv_by_thread(ctx, t, tagged) && tagged[0].affine ? over_bits(ctx, tagged) : NULL;
}
