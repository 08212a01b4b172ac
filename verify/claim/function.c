/* function.c - claims that two functions are the same: equal, equiv. */
#include "config.h"

#include "../question/axes.h"
#include "../question/differ.h"
#include "claims.h"

/* ---- equal ---- */

/* Which of the two differs; without steps. */
static lcv_result *compare_parts(lc_ctx *ctx, const lc_layout *x, const lc_layout *y)
{
    if (lc_layout_equal(x, y))
        return lcv_proved(ctx, LCV_BY_COMPARISON);
    lc_tuple *s = lcv_shape_of(ctx, x), *t = lcv_shape_of(ctx, y);
    if (!s || !t)
        return NULL;
    if (!lc_tuple_equal(s, t))
        return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "shape"),
                           lcv_text(ctx, "%t is not %t", s, t));
    return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "stride"),
                       lcv_text(ctx, "%S is not %S", lc_layout_stride_to_str(ctx, x),
                                lc_layout_stride_to_str(ctx, y)));
}

static lcv_result *equal_texts(lcr_ctx *r, const lcv_value *x, const lcv_value *y, bool equal)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (equal)
        return lcv_proved(ctx, LCV_BY_COMPARISON);
    return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, ""),
                       lcv_text(ctx, "%S is not %S", lcv_value_to_str(r, x),
                                lcv_value_to_str(r, y)));
}

/* `X = {7} o 4:1`, where an offset is part of what is compared. */
static void step_tensor(lc_ctx *ctx, lcv_result **result, const lcv_function *f)
{
    lc_tuple *offset = lcv_function_offset(ctx, f);
    if (offset && lcv_function_is_layout(f))
        lcv_step(ctx, result, "%s = %L", f->name, f->layout);
    else if (offset)
        lcv_step(ctx, result, "%s = {%t} o %L", f->name, offset, f->layout);
}

static lcv_result *equal_tensors(lc_ctx *ctx, const lcv_function *x, const lcv_function *y)
{
    if (!lcv_comparable(x->layout, y->layout))
        return lcv_incomparable(ctx, x->name, x->layout, y->name, y->layout);
    lc_tuple *first = lcv_function_offset(ctx, x), *second = lcv_function_offset(ctx, y);
    if (!first || !second)
        return NULL;
    lcv_result *result = compare_parts(ctx, x->layout, y->layout);
    if (result && result->verdict == LCV_PROVED && !lc_tuple_equal(first, second)) {
        lcv_result_free(result);
        result = lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "offset"),
                             lcv_text(ctx, "%t is not %t", first, second));
    } else if (result && result->verdict == LCV_REFUTED) {
        step_tensor(ctx, &result, x);
        step_tensor(ctx, &result, y);
    }
    return result;
}

static lcv_result *equal_layouts(lcr_ctx *r, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function x, y;
    if (!lcv_arg_function_of(ctx, "equal", "X", args[0], LCV_OF_ALL, &x) ||
        !lcv_arg_function_of(ctx, "equal", "Y", args[1], LCV_OF_ALL, &y))
        return NULL;
    if ((!x.layout) != (!y.layout)) /* a relation and what it may be the relation of */
        return lcv_prove_equiv(r, 2, args);
    lcv_result *result = x.layout ? equal_tensors(ctx, &x, &y) : lcv_check_equiv(r, &x, &y);
    if (result && result->verdict == LCV_REFUTED && x.layout &&
        lcv_may_differ_in_units(ctx, x.layout, y.layout))
        lcv_step_equivalent(r, &result, args);
    return result;
}

/* Swizzles, composed and linear layouts. */

static bool same_outside(const lcv_value *a, const lcv_value *b)
{
    return lcv_composed_equal(a, b) &&
           (a->kind == LCV_SWIZZLE || lc_tuple_equal(a->offset, b->offset));
}

static bool same_parts(const lcv_value *a, const lcv_value *b)
{
    if (lcv_has_dims(a))
        return lc_linear_equal(a->linear, b->linear) && lcv_affine_base(a) == lcv_affine_base(b);
    return same_outside(a, b) &&
           (a->kind == LCV_SWIZZLE || lc_layout_equal(a->layout, b->layout));
}

static lcv_result *equal_others(lcr_ctx *r, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    const lcv_value *a = args[0], *b = args[1];
    if (a->kind != b->kind)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "equal compares values of one kind, not %s and %s: use equiv",
                       lcv_value_describe(a), lcv_value_describe(b));
    bool same = same_parts(a, b);
    if (!same && a->kind == LCV_LINEAR) /* of an affine layout the texts are shown */
        return lcv_linear_differ(ctx, a->linear, b->linear);
    lcv_result *result = equal_texts(r, a, b, same);
    if (!same && a->kind == LCV_COMPOSED && same_outside(a, b) &&
        lcv_may_differ_in_units(ctx, a->layout, b->layout))
        lcv_step_equivalent(r, &result, args);
    return result;
}

/* Relations of one input each that are too large to be compared as such. */
static bool are_large_maps(const lcv_value *a, const lcv_value *b)
{
    return a->kind == LCV_RELATION && b->kind == LCV_RELATION && a->map_of && b->map_of &&
           lcr_map_nin(a->relation) == 1 && lcr_map_nin(b->relation) == 1 &&
           (lcv_is_large_map(a) || lcv_is_large_map(b));
}

lcv_result *lcv_prove_equal(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    const lcv_value *a = args[0], *b = args[1];
    if (lcv_has_morphism(n, args))
        return lcv_morphisms_equal(r, args);
    if (a->kind == LCV_SET || b->kind == LCV_SET)
        return lcv_sets_equal(r, "equal", args);
    if (are_large_maps(a, b))
        return lcv_prove_equiv(r, n, (lcv_value *const[]){a->map_of, b->map_of});
    if (a->kind == LCV_TUPLE && b->kind == LCV_TUPLE)
        return equal_texts(r, a, b, lc_tuple_equal(a->tuple, b->tuple));
    if (a->kind == LCV_TILER && b->kind == LCV_TILER)
        return equal_texts(r, a, b, lc_tiler_equal(a->tiler, b->tiler));
    return lcv_is_binary(a) || lcv_is_binary(b) ? equal_others(r, args) : equal_layouts(r, args);
}

/* ---- equiv ---- */

/* 0 everywhere, and no linear layout, which says what dims it has: that is 0 on all. */
static bool is_zero(lc_ctx *ctx, const lcv_function *f)
{
    lcv_function g = *f;
    lcv_function_find_matrix(ctx, &g);
    bool zero = g.affine && g.base == 0 && !lcv_has_dims(g.value);
    for (unsigned j = 0; zero && j < g.map.cols; j++)
        zero = g.map.column[j] == 0;
    return zero;
}

/* Of other sizes, or other numbers of output dims; NULL without an error when not. */
static lcv_result *sizes_differ(lc_ctx *ctx, const lcv_function *x, const lcv_function *y)
{
    const char *where = "size", *what = "coordinates";
    lc_int m = x->size, n = y->size;
    if (lc_int_eq(m, n)) {
        bool integers = !lcv_function_profile(x) && !lcv_function_profile(y);
        if (!integers || x->nouts == y->nouts || is_zero(ctx, x) || is_zero(ctx, y))
            return NULL;
        where = what = "output dims";
        m = lc_int_si(ctx, (int64_t)x->nouts);
        n = lc_int_si(ctx, (int64_t)y->nouts);
    }
    lcv_result *result = lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "%s", where),
                                     lcv_text(ctx, "%i is not %i", m, n));
    lcv_step(ctx, &result, "%s has %i %s, %s has %i", x->name, m, what, y->name, n);
    return result;
}

/* A layout or a tensor whose values add. */
static bool adds(const lcv_function *f)
{
    return f->layout && lc_layout_codomain(f->layout) != LC_XOR;
}

/* Of one size. Layouts are compared by their runs, whatever the shape. */
static lcv_result *same_values(lcr_ctx *r, const lcv_function *x, const lcv_function *y,
                               const lcv_composite *f, const lcv_composite *g)
{
    bool runs = adds(x) && adds(y);
    lc_tuple *domain = runs ? x->shape : lcv_function_domain(lcr_ctx_lc(r), x, y);
    return domain ? lcv_check_same(r, domain, f, g, NULL) : NULL;
}

lcv_result *lcv_check_equiv(lcr_ctx *r, const lcv_function *x, const lcv_function *y)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (x->relation || y->relation)
        return lcv_relation_equiv(r, x, y);
    lcv_composite f = {1, {x}}, g = {1, {y}};
    lcv_on_axes on_f, on_g;
    bool integers = !lcv_function_profile(x) && !lcv_function_profile(y);
    if (!integers && !lcv_on_axes_of_both(ctx, &f, &g, &on_f, &on_g))
        return NULL;
    lcv_result *result = sizes_differ(ctx, x, y);
    if (result || lc_ctx_code(ctx) != LC_OK)
        return result;
    return same_values(r, x, y, integers ? &f : &on_f.f, integers ? &g : &on_g.f);
}

/* A relation with several inputs beside what has one, or other inputs, is a function of an
 * integral coordinate. */
static const lcv_value *as_function(lcr_ctx *r, const lcv_value *v, const lcv_value *other)
{
    bool alike = v->kind == LCV_RELATION && other->kind == LCV_RELATION && !other->map_of;
    return alike ? v : lcv_kept(lcr_ctx_lc(r), lcv_box_listed(r, "equiv", v));
}

static bool argument(lc_ctx *ctx, const char *name, const lcv_value *v, lcv_function *out)
{
    if (v && (v->kind != LCV_RELATION || v->values))
        return lcv_arg_all(ctx, "equiv", "a layout", name, v, out);
    *out = (lcv_function){.name = name, .relation = v ? v->relation : NULL};
    return v != NULL;
}

/* The numbers of a value, those of output dims of size 1 not counted unless `ones`; 0: it is a
 * coordinate of a layout. */
static size_t noutputs(const lcv_function *f, bool ones)
{
    if (f->relation || lcv_function_profile(f))
        return f->relation ? lcr_map_nout(f->relation) : 0;
    size_t n = f->nouts;
    for (size_t i = 0; !ones && f->nouts > 1 && i < f->nouts; i++)
        n -= lc_linear_out_dim(f->value->linear, i).bits == 0;
    return n > 0 || f->nouts == 0 ? n : 1;
}

/* Without the output dims of size 1, the first of them kept where there is no other. */
static bool leave_ones(lc_ctx *ctx, lcv_function *f)
{
    size_t n = 0, all = f->nouts;
    const char *in[LC_LINEAR_DIMS], *out[LC_LINEAR_DIMS];
    lc_int number[LC_LINEAR_DIMS];
    if (f->relation || all < 2)
        return true;
    const lcv_value *v = f->value;
    for (size_t i = 0; i < lc_linear_nins(v->linear); i++)
        in[i] = lc_linear_in_dim(v->linear, i).name;
    for (size_t i = 0; i < all; i++) {
        lc_dim dim = lc_linear_out_dim(v->linear, i);
        if (dim.bits == 0 && (n > 0 || i + 1 < all))
            continue;
        number[n] = v->kind == LCV_AFFINE ? lc_tuple_value(v->offset, i) : lc_int_const(0);
        out[n++] = dim.name;
    }
    lc_linear *l = lc_linear_sublayout(ctx, v->linear, lc_linear_nins(v->linear), in, n, out);
    lc_tuple *offset = l && v->kind == LCV_AFFINE ? lc_tuple_point(ctx, n, number) : NULL;
    v = lcv_kept(ctx, offset ? lcv_value_affine(ctx, offset, l) : lcv_value_linear(ctx, l));
    return v && lcv_arg_all(ctx, "equiv", "a layout", f->name, v, f);
}

lcv_result *lcv_values_equiv(lcr_ctx *r, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function x, y;
    if (!argument(ctx, "X", as_function(r, args[0], args[1]), &x) ||
        !argument(ctx, "Y", as_function(r, args[1], args[0]), &y))
        return NULL;
    size_t n = noutputs(&x, true), m = noutputs(&y, true);
    if (n != m && n > 0 && m > 0 && noutputs(&x, false) == noutputs(&y, false) &&
        (!leave_ones(ctx, &x) || !leave_ones(ctx, &y)))
        return NULL;
    return lcv_check_equiv(r, &x, &y);
}

lcv_result *lcv_prove_equiv(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    if (args[0]->kind == LCV_SET || args[1]->kind == LCV_SET)
        return lcv_sets_equal(r, "equiv", args);
    lcv_result *result = lcv_values_equiv(r, args);
    if (result && result->verdict == LCV_REFUTED)
        lcv_step_flattened(r, &result, args);
    return result;
}
