/* value.c - a value at a coordinate, in the steps that a counterexample has, and what
 * a swizzle is. */
#include "config.h"

#include "explain.h"

#include "../function/coordinates.h"
#include "../function/function.h"

/* ---- a value at a coordinate ---- */

/* The arguments of a call as one coordinate; NULL if they are not all integers. */
static lc_tuple *coordinate_of(lc_ctx *ctx, size_t n, lcv_value *const *arg)
{
    lc_tuple **part = lc_frame_alloc(ctx, n, sizeof(lc_tuple *));
    bool whole = part != NULL;
    for (size_t i = 0; whole && i < n; i++) {
        whole = arg[i]->kind == LCV_TUPLE && !lc_tuple_has_wildcard(arg[i]->tuple);
        part[i] = arg[i]->tuple;
    }
    if (!whole)
        return NULL;
    return n == 1 ? part[0] : lcv_kept(ctx, lc_tuple_of(ctx, n, part));
}

/* An integral coordinate, or a natural one within the shape, which then stands for c. */
static bool integral(lc_ctx *ctx, const lc_tuple *shape, const lc_tuple *crd, lc_int *c)
{
    if (lc_tuple_is_leaf(crd)) {
        *c = lc_tuple_value(crd, 0);
        return true;
    }
    if (!lc_tuple_congruent(shape, crd) || !lc_crd2idx(ctx, crd, shape, c))
        return false;
    lc_tuple *back = lcv_kept(ctx, lc_idx2crd(ctx, *c, shape));
    return back && lc_tuple_equal(back, crd);
}

static lc_int mask_of(lc_ctx *ctx, lc_swizzle w);

/* `A(5) = 5 xor ((5 and 28) >> 2) = 5 xor 1 = 4` */
static void tell_swizzle_at(lc_ctx *ctx, lcv_result **steps, lc_swizzle w, lc_int x)
{
    lc_int value = lc_swizzle_apply(ctx, w, x);
    size_t distance = (size_t)(w.s < 0 ? -w.s : w.s);
    lcv_step(ctx, steps, "A(%i) = %i xor ((%i and %i) %s %z) = %i xor %i = %i", x, x, x,
             mask_of(ctx, w), w.s < 0 ? "<<" : ">>", distance, x, lc_xor(ctx, x, value), value);
}

static void tell_at(lc_ctx *ctx, lcv_result **steps, const lcv_value *v, lc_int c)
{
    lcv_function f;
    if (v->kind == LCV_SWIZZLE)
        tell_swizzle_at(ctx, steps, v->swizzle, c);
    else if (!lcv_is_coordinates(v))
        lcv_step_value(ctx, steps, "evaluate", "A", v, c);
    else if (lcv_arg_function_of(ctx, "evaluate", "A", v, LCV_OF_ALL, &f))
        lcv_step_function(ctx, steps, &f, c, NULL);
}

/* The functions of a value one after the other, then the sum or the XOR inside. */
static void tell_parts(lc_ctx *ctx, lc_text *out, const lcv_value *v, lc_int c)
{
    lc_tuple *at = lcv_kept(ctx, lc_tuple_leaf(ctx, c));
    lcv_result *steps = lcv_refuted(ctx, "", lcv_text(ctx, "%s", ""), lcv_text(ctx, "%s", ""));
    tell_at(ctx, &steps, v, c);
    for (size_t i = 0; steps && i < steps->counterexample.nsteps; i++)
        lc_text_printf(out, "  %s\n", steps->counterexample.steps[i]);
    if (v->kind == LCV_COMPOSED && v->nouters == 0 && at)
        lcv_tell_sum(ctx, out, "a", v->layout, NULL, at);
    if (v->kind == LCV_LINEAR && lc_int_fits_si(c))
        lcv_tell_bits(ctx, out, v->linear, (uint64_t)lc_int_get_si(c));
    lcv_result_free(steps);
}

void lcv_explain_evaluation(lc_ctx *ctx, lc_text *out, size_t n, lcv_value *const *arg)
{
    const lcv_value *v = arg[0];
    lc_tuple *crd = n > 1 && lcv_is_function(v) ? coordinate_of(ctx, n - 1, arg + 1) : NULL;
    lc_tuple *shape = crd ? lcv_kept(ctx, lcv_as_tuple(ctx, v)) : NULL;
    lc_int c;
    if (shape && (v->kind == LCV_LAYOUT || v->kind == LCV_TENSOR))
        lcv_tell_sum(ctx, out, "A", v->layout, lcv_has_offset(v) ? v->offset : NULL, crd);
    else if (shape && integral(ctx, shape, crd, &c))
        tell_parts(ctx, out, v, c);
    lc_ctx_reset(ctx);
}

/* ---- swizzles ---- */

/* `S(S(16)) = S(20) = 17`: a single bit that comes back as another number. */
static char *not_undone(lc_ctx *ctx, lc_swizzle w)
{
    lc_int x = lc_int_const(1);
    for (unsigned i = 0; i < lc_swizzle_bits(w); i++, x = lc_int_add(ctx, x, x)) {
        lc_int once = lc_swizzle_apply(ctx, w, x), twice = lc_swizzle_apply(ctx, w, once);
        if (!lc_int_eq(twice, x))
            return lcv_text(ctx, "S(S(%i)) = S(%i) = %i", x, once, twice);
    }
    return NULL;
}

/* The mask of the bits that are moved. */
static lc_int mask_of(lc_ctx *ctx, lc_swizzle w)
{
    uint64_t bits = lc_f2_mask((unsigned)w.b);
    return lc_int_from_word(ctx, bits << (w.m + (w.s > 0 ? w.s : 0)));
}

void lcv_explain_swizzle(lc_ctx *ctx, lc_text *out, lc_swizzle w)
{
    size_t distance = (size_t)(w.s < 0 ? -w.s : w.s);
    lcv_text_add(ctx, out, "  S(x) = x xor ((x and %i) %s %z), of %z bits\n", mask_of(ctx, w),
                 w.s < 0 ? "<<" : ">>", distance, (size_t)lc_swizzle_bits(w));
    if (lc_swizzle_is_involution(w))
        lcv_text_add(ctx, out, "  an involution: S(S(x)) = x for every x\n");
    else
        lcv_text_add(ctx, out,
                     "  no involution, for |s| = %z is less than b = %z: bits that change "
                     "others are changed themselves, %S\n",
                     distance, (size_t)w.b, not_undone(ctx, w));
    if (!lc_swizzle_is_bijective(w))
        lcv_text_add(ctx, out,
                     "  no bijection: with s = 0 the bits that are moved onto themselves "
                     "become 0\n");
}
