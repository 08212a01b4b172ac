/* compose.c - composes: laws 16 and 17 of composition.
 *
 * composes(R,A,B) asks for R(c) = A(B(c)) at every coordinate of B, with R's shape
 * refining B's so that it has them; A is read on its extended domain. For a tiler
 * each mode of R is compared with A's mode and the tiler's, and modes past the
 * tiler with A's own.
 */
#include "config.h"

#include "claims.h"

#include <stdlib.h>

static const lcv_call_names top_names = {"R", "A", "B"};

lcv_result *lcv_not_refined(lc_ctx *ctx, const char *fine_name, const lc_tuple *fine,
                            const char *coarse_name, const lc_tuple *coarse)
{
    lcv_result *result = lcv_refuted(
        ctx, LCV_BY_COMPARISON, lcv_text(ctx, "shape"),
        lcv_text(ctx, "%s's shape %t does not refine %s's shape %t", fine_name, fine, coarse_name,
                 coarse));
    lcv_step_incompatible(ctx, &result, coarse_name, coarse, fine_name, fine);
    return result;
}

lcv_result *lcv_check_composite(lcr_ctx *r, const lcv_call_names *names, const lc_layout *R,
                                const lc_layout *a, const lc_layout *b)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_named_chain one = {1, {R}, {names->R}};
    lcv_named_chain two = {2, {b, a}, {names->b, names->a}};
    if (b == NULL)
        two = (lcv_named_chain){1, {a}, {names->a}};
    lc_tuple *fine = lc_layout_shape(ctx, R);
    lc_tuple *coarse = fine != NULL ? lc_layout_shape(ctx, two.layout[0]) : NULL;
    lcv_result *result = NULL;
    if (coarse != NULL && !lc_tuple_refines(ctx, fine, coarse))
        result = lcv_not_refined(ctx, names->R, fine, two.name[0], coarse);
    else if (coarse != NULL)
        result = lcv_check_chains(r, fine, &one, &two, coarse);
    lc_tuple_free(fine);
    lc_tuple_free(coarse);
    return result;
}

lcv_result *lcv_check_composes(lcr_ctx *r, const lc_layout *R, const lc_layout *a,
                               const lc_layout *b)
{
    return lcv_check_composite(r, &top_names, R, a, b);
}

lcv_result *lcv_in_mode(lc_ctx *ctx, lcv_result *result, size_t i)
{
    if (result == NULL || result->verdict != LCV_REFUTED)
        return result;
    lcv_counterexample *e = &result->counterexample;
    char *where = e->where[0] == '\0' ? lcv_text(ctx, "mode %z", i)
                                      : lcv_text(ctx, "mode %z, %s", i, e->where);
    if (where == NULL) {
        lcv_result_free(result);
        return NULL;
    }
    free(e->where);
    e->where = where;
    return result;
}

static lcv_result *composes_tiler(lcr_ctx *r, const lcv_call_names *names, const lc_layout *R,
                                  const lc_layout *a, const lc_tiler *t);

/* Mode i: with the tiler's mode, or past the tiler A's own. */
static lcv_result *composes_mode(lcr_ctx *r, const lcv_call_names *names, const lc_layout *R,
                                 const lc_layout *a, const lc_tiler *t, size_t i)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    char *text[3] = {lcv_text(ctx, "mode(%s,%z)", names->R, i),
                     lcv_text(ctx, "mode(%s,%z)", names->a, i),
                     lcv_text(ctx, "mode(%s,%z)", names->b, i)};
    lcv_call_names sub = {text[0], text[1], text[2]};
    lc_layout *Ri = lc_layout_mode(ctx, R, i);
    lc_layout *ai = Ri != NULL ? lc_layout_mode(ctx, a, i) : NULL;
    lcv_result *result;
    if (ai == NULL || text[0] == NULL || text[1] == NULL || text[2] == NULL) {
        result = NULL;
    } else if (i < lc_tiler_rank(t)) {
        result = composes_tiler(r, &sub, Ri, ai, lc_tiler_mode(t, i));
    } else {
        result = lcv_check_composite(r, &sub, Ri, ai, NULL);
    }
    lc_layout_free(Ri);
    lc_layout_free(ai);
    for (size_t k = 0; k < 3; k++)
        free(text[k]);
    return lcv_in_mode(ctx, result, i);
}

static lcv_result *composes_tiler(lcr_ctx *r, const lcv_call_names *names, const lc_layout *R,
                                  const lc_layout *a, const lc_tiler *t)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    const lc_layout *whole = lc_tiler_as_layout(t);
    if (whole != NULL)
        return lcv_check_composite(r, names, R, a, whole);
    size_t rank = lc_layout_rank(a);
    if (lc_tiler_rank(t) > rank)
        return lc_fail(ctx, LC_ERR_INVALID, "composes: the tiler %s has %zu modes, %s has %zu",
                       names->b, lc_tiler_rank(t), names->a, rank);
    if (lc_layout_rank(R) != rank)
        return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "rank"),
                           lcv_text(ctx, "%s has %z modes, and by mode %s has as many, not %z", names->a,
                                    rank, names->R, lc_layout_rank(R)));
    lcv_result *result = NULL;
    for (size_t i = 0; i < rank; i++) {
        lcv_result_free(result);
        result = composes_mode(r, names, R, a, t, i);
        if (result == NULL || result->verdict != LCV_PROVED)
            return result;
    }
    return result;
}

lcv_result *lcv_check_composes_tiler(lcr_ctx *r, const char *const names[3], const lc_layout *R,
                                     const lc_layout *a, const lc_tiler *t)
{
    lcv_call_names top = {names[0], names[1], names[2]};
    return composes_tiler(r, &top, R, a, t);
}

lcv_result *lcv_prove_composes(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_layout *R = lcv_arg_layout_of(ctx, "composes", "R", args[0], LCV_OF_ALL);
    lc_layout *a =
        R != NULL ? lcv_arg_layout_of(ctx, "composes", "A", args[1], LCV_OF_ALL) : NULL;
    lc_tiler *t = a != NULL ? lcv_arg_tiler(ctx, "composes", "B", args[2]) : NULL;
    lcv_result *result = t != NULL ? composes_tiler(r, &top_names, R, a, t) : NULL;
    lc_layout_free(R);
    lc_layout_free(a);
    lc_tiler_free(t);
    return result;
}
