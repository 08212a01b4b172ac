/* nest.c - tractable: is a layout that of a morphism of nested tuples (lib/nest.h)? Where two
 * morphisms part that are not equal. */
#include "config.h"

#include "claims.h"

#include "../../lib/nest.h"

static lcv_result *intractable(lc_ctx *ctx, const lc_layout *a, const lc_intractable *why)
{
    lc_int s = lc_layout_extent(a, why->low), d = lc_layout_step(a, why->low);
    lc_int t = lc_layout_extent(a, why->high), e = lc_layout_step(a, why->high);
    if (why->low == why->high)
        return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "mode %z", why->low),
                           lcv_text(ctx, "the stride of %i:%i is negative", s, d));
    lc_int end = lc_int_mul(ctx, s, d);
    lcv_result *result = lcv_refuted(ctx, LCV_BY_COMPARISON,
                                     lcv_text(ctx, "modes %z and %z", why->low, why->high),
                                     lcv_text(ctx, "%i does not divide %i", end, e));
    lcv_step(ctx, &result, "%i:%i and %i:%i are neighbours in the order of strides", s, d, t, e);
    lcv_step(ctx, &result, "%i * %i = %i, and %i = %i * %i + %i", s, d, end, e,
             lc_int_fdiv(ctx, e, end), end, lc_int_fmod(ctx, e, end));
    return result;
}

static char *image_text(lc_ctx *ctx, const lc_morphism *f, size_t i)
{
    size_t image = lc_morphism_image(f, i);
    return image == LC_STAR ? lcv_text(ctx, "*") : lcv_text(ctx, "%z", image + 1);
}

/* A side on which they differ, or a first entry; NULL: an error. */
static lcv_result *part(lc_ctx *ctx, const lc_morphism *f, const lc_morphism *g)
{
    const lc_tuple *s = lc_morphism_domain(f), *t = lc_morphism_domain(g);
    const lc_tuple *to_s = lc_morphism_codomain(f), *to_t = lc_morphism_codomain(g);
    size_t i = 0;
    if (!lc_tuple_equal(s, t))
        return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "domain"),
                           lcv_text(ctx, "%t is not %t", s, t));
    if (!lc_tuple_equal(to_s, to_t))
        return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "codomain"),
                           lcv_text(ctx, "%t is not %t", to_s, to_t));
    while (lc_morphism_image(f, i) == lc_morphism_image(g, i))
        i++;
    return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "entry %z", i + 1),
                       lcv_text(ctx, "the image %S is not %S", image_text(ctx, f, i),
                                image_text(ctx, g, i)));
}

lcv_result *lcv_morphisms_equal(lcr_ctx *r, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    const lcv_value *x = args[0], *y = args[1];
    if (x->kind != LCV_MORPHISM || y->kind != LCV_MORPHISM)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "equal compares values of one kind, not %s and %s: use equiv",
                       lcv_value_describe(x), lcv_value_describe(y));
    if (lc_morphism_equal(x->morphism, y->morphism))
        return lcv_proved(ctx, LCV_BY_COMPARISON);
    lcv_result *result = part(ctx, x->morphism, y->morphism);
    lcv_step(ctx, &result, "X = %S", lc_morphism_to_str(ctx, x->morphism));
    lcv_step(ctx, &result, "Y = %S", lc_morphism_to_str(ctx, y->morphism));
    return result;
}

lcv_result *lcv_prove_tractable(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_intractable why;
    lc_layout *a = lcv_arg_layout(ctx, "tractable", "A", args[0]);
    if (!a)
        return NULL;
    if (!lc_layout_is_tractable(ctx, a, &why))
        return lc_ctx_code(ctx) == LC_OK ? intractable(ctx, a, &why) : NULL;
    lc_morphism *f = lcv_kept(ctx, lc_morphism_of_layout(ctx, a));
    return f ? lcv_proved_with(ctx, LCV_BY_CONSTRUCTION, lc_morphism_to_str(ctx, f)) : NULL;
}
