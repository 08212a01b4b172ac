/* claims-compose.c - composes and admissible: laws 16 and 17 of composition.
 *
 * composes(R,A,B) asks for R(c) = A(B(c)) at every coordinate of B, with R's shape
 * refining B's so that it has them; A is read on its extended domain. For a tiler
 * each mode of R is compared with A's mode and the tiler's, and modes past the
 * tiler with A's own.
 *
 * admissible(A,B) is answered by the algebra, which either makes R or says where
 * every candidate breaks. Neither is taken on trust: R is checked as composes(R,A,B)
 * is, and a failure is evaluated again, with the part of the argument that needs
 * more than one value.
 */
#include "config.h"

#include "claims.h"

#include "../isl-bridge/engine.h"
#include "../lib/algebra.h"

#include <stdlib.h>

/* What R, A and B are called: mode(R,1) ... below the top of a tiler. */
typedef struct {
    const char *R, *a, *b;
} call_names;

static const call_names top_names = {"R", "A", "B"};

/* ---- composes ---- */

static lcv_result *not_refined(lc_ctx *ctx, const char *fine_name, const lc_tuple *fine,
                               const char *coarse_name, const lc_tuple *coarse)
{
    lcv_result *result = lcv_refuted(
        ctx, LCV_BY_COMPARISON, lcv_text(ctx, "shape"),
        lcv_text(ctx, "%s's shape %t does not refine %s's shape %t", fine_name, fine, coarse_name,
                 coarse));
    lcv_step_incompatible(ctx, &result, coarse_name, coarse, fine_name, fine);
    return result;
}

/* b NULL: R against A itself. */
static lcv_result *composes(lcr_ctx *r, const call_names *names, const lc_layout *R,
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
        result = not_refined(ctx, names->R, fine, two.name[0], coarse);
    else if (coarse != NULL)
        result = lcv_check_chains(r, fine, &one, &two, coarse);
    lc_tuple_free(fine);
    lc_tuple_free(coarse);
    return result;
}

lcv_result *lcv_check_composes(lcr_ctx *r, const lc_layout *R, const lc_layout *a,
                               const lc_layout *b)
{
    return composes(r, &top_names, R, a, b);
}

/* A claim of one mode, `mode i` put before the place of a counterexample. */
static lcv_result *in_mode(lc_ctx *ctx, lcv_result *result, size_t i)
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

static lcv_result *composes_tiler(lcr_ctx *r, const call_names *names, const lc_layout *R,
                                  const lc_layout *a, const lc_tiler *t);

/* Mode i: with the tiler's mode, or past the tiler A's own. */
static lcv_result *composes_mode(lcr_ctx *r, const call_names *names, const lc_layout *R,
                                 const lc_layout *a, const lc_tiler *t, size_t i)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    char *text[3] = {lcv_text(ctx, "mode(%s,%z)", names->R, i),
                     lcv_text(ctx, "mode(%s,%z)", names->a, i),
                     lcv_text(ctx, "mode(%s,%z)", names->b, i)};
    call_names sub = {text[0], text[1], text[2]};
    lc_layout *Ri = lc_layout_mode(ctx, R, i);
    lc_layout *ai = Ri != NULL ? lc_layout_mode(ctx, a, i) : NULL;
    lcv_result *result;
    if (ai == NULL || text[0] == NULL || text[1] == NULL || text[2] == NULL) {
        result = NULL;
    } else if (i < lc_tiler_rank(t)) {
        result = composes_tiler(r, &sub, Ri, ai, lc_tiler_mode(t, i));
    } else {
        result = composes(r, &sub, Ri, ai, NULL);
    }
    lc_layout_free(Ri);
    lc_layout_free(ai);
    for (size_t k = 0; k < 3; k++)
        free(text[k]);
    return in_mode(ctx, result, i);
}

static lcv_result *composes_tiler(lcr_ctx *r, const call_names *names, const lc_layout *R,
                                  const lc_layout *a, const lc_tiler *t)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    const lc_layout *whole = lc_tiler_as_layout(t);
    if (whole != NULL)
        return composes(r, names, R, a, whole);
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
    call_names top = {names[0], names[1], names[2]};
    return composes_tiler(r, &top, R, a, t);
}

lcv_result *lcv_prove_composes(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_layout *R = lcv_arg_layout(ctx, "composes", "R", args[0]);
    lc_layout *a = R != NULL ? lcv_arg_layout(ctx, "composes", "A", args[1]) : NULL;
    lc_tiler *t = a != NULL ? lcv_arg_tiler(ctx, "composes", "B", args[2]) : NULL;
    lcv_result *result = t != NULL ? composes_tiler(r, &top_names, R, a, t) : NULL;
    lc_layout_free(R);
    lc_layout_free(a);
    lc_tiler_free(t);
    return result;
}

/* ---- admissible ---- */

/* R as the remark of a proof, after it has been checked. */
static lcv_result *composite_exists(lcr_ctx *r, const call_names *names, const lc_layout *R,
                                    const lc_layout *a, const lc_layout *b)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_result *checked = composes(r, names, R, a, b);
    if (checked == NULL)
        return NULL;
    lcv_verdict verdict = checked->verdict;
    lcv_result_free(checked);
    if (verdict == LCV_REFUTED)
        return lc_fail(ctx, LC_ERR_INTERNAL, "the composite found is not the composition: a bug "
                                             "in layoutcheck");
    if (verdict == LCV_UNKNOWN)
        return lcv_unknown(ctx, LCV_BY_SYSTEM,
                           lcv_text(ctx, "%L is a candidate for R that could not be checked "
                                         "within the budget",
                                    R));
    return lcv_proved_with(ctx, LCV_BY_CONSTRUCTION, lcv_text(ctx, "R = %L", R));
}

/* A leaf of B along which A(B(c)) runs straight for `run` steps of `stride`, where
 * `run` does not divide the steps there are. Every layout on that leaf coalesces to
 * a first mode as long as the run, so none exists. */
static lcr_answer certify_run(lcr_ctx *r, const lc_layout *a, const lc_compose_failure *failure)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int first = lc_layout_at(ctx, a, failure->stride);
    lc_tuple *domain = lc_tuple_leaf(ctx, failure->run);
    lc_layout *steps = lc_layout_flat(ctx, 1, &failure->run, &failure->stride);
    lc_layout *line = lc_layout_flat(ctx, 1, &failure->run, &first);
    lcr_answer bent = LCR_UNKNOWN;
    if (domain != NULL && steps != NULL && line != NULL) {
        lcv_named_chain f = {1, {line}, {""}}, g = {2, {steps, a}, {"", ""}};
        lc_int c;
        const char *method;
        bent = lcv_find_difference(r, domain, &f, &g, &c, &method);
    }
    lc_tuple_free(domain);
    lc_layout_free(steps);
    lc_layout_free(line);
    if (bent == LCR_YES || lc_int_divides(ctx, failure->run, failure->extent))
        return LCR_NO;
    return bent == LCR_NO ? LCR_YES : LCR_UNKNOWN;
}

/* "along 6:3 of B every 2 steps add 7 to the value, once at most" for a run of 2, and
 * what follows from it. */
static void step_growth(lc_ctx *ctx, lcv_result **result, const char *b_name, const lc_layout *a,
                        const lc_layout *b, size_t leaf, lc_int place, lc_int run,
                        const char *therefore)
{
    lc_int stride = lc_layout_step(b, leaf), times = lc_int_sub(ctx, run, lc_int_const(1));
    char *every = lc_int_is_one(place) ? lcv_text(ctx, "every step adds")
                                       : lcv_text(ctx, "every %i steps add", place);
    char *most = lc_int_is_one(times) ? lcv_text(ctx, "once") : lcv_text(ctx, "%i times", times);
    if (every != NULL && most != NULL)
        lcv_step(ctx, result, "along %i:%i of %s %s %i to the value, %s at most: %s",
                 lc_layout_extent(b, leaf), stride, b_name, every,
                 lc_layout_at(ctx, a, lc_int_mul(ctx, stride, place)), most, therefore);
    free(every);
    free(most);
}

static void step_run(lc_ctx *ctx, lcv_result **result, const lcv_named_chain *two,
                     const lc_compose_failure *failure)
{
    const lc_layout *b = two->layout[0], *a = two->layout[1];
    lc_int place = lc_int_fdiv(ctx, failure->stride, lc_layout_step(b, failure->leaf));
    char *therefore = lcv_text(ctx, "the %i such steps there are do not split into runs of %i",
                               failure->extent, failure->run);
    if (therefore != NULL)
        step_growth(ctx, result, two->name[0], a, b, failure->leaf, place, failure->run,
                    therefore);
    free(therefore);
}

/* The digits of an entry of c in the modes that its leaf must have: the first as long
 * as the run of steps x through A, the next likewise in steps of that many x. */
static lc_int next_run(lc_ctx *ctx, const lc_layout *a, lc_int x, lc_int bound)
{
    lc_int first = lc_layout_at(ctx, a, x), limit = lc_int_const(LCV_ENUMERATE);
    lc_int run = lc_int_const(1);
    while (lc_int_le(run, bound) && lc_int_lt(run, limit) &&
           lc_int_eq(lc_layout_at(ctx, a, lc_int_mul(ctx, run, x)),
                     lc_int_mul(ctx, run, first)))
        run = lc_int_add(ctx, run, lc_int_const(1));
    return run;
}

/* One step for each part of c along this leaf; *sum gets their values. */
static void step_leaf_parts(lc_ctx *ctx, lcv_result **result, const lcv_named_chain *two,
                            const lc_tuple *shape, size_t leaf, lc_int entry, lc_int place_of_leaf,
                            lc_int *sum)
{
    const lc_layout *b = two->layout[0], *a = two->layout[1];
    lc_int place = lc_int_const(1), left = entry;
    while (!lc_int_is_zero(left)) {
        lc_int x = lc_int_mul(ctx, lc_layout_step(b, leaf), place);
        lc_int run = next_run(ctx, a, x, left);
        lc_int digit = lc_int_lt(left, run) ? left : lc_int_fmod(ctx, left, run);
        char *mode = lcv_text(ctx, "a layout has a mode of extent %i there", run);
        if (mode != NULL && lc_int_le(run, left))
            step_growth(ctx, result, two->name[0], a, b, leaf, place, run, mode);
        free(mode);
        lc_int c = lc_int_mul(ctx, lc_int_mul(ctx, digit, place), place_of_leaf);
        lc_tuple *shown = lcv_show_coordinate(ctx, shape, c);
        if (shown != NULL && !lc_int_is_zero(digit)) {
            *sum = lc_int_add(ctx, *sum, lcv_chain_at(ctx, two, c));
            lcv_step_chain(ctx, result, two, c, shown);
        }
        lc_tuple_free(shown);
        left = lc_int_lt(left, run) ? lc_int_const(0) : lc_int_fdiv(ctx, left, run);
        place = lc_int_mul(ctx, place, run);
    }
}

/* The parts of c whose values a layout adds up. */
static bool step_parts(lc_ctx *ctx, lcv_result **result, const lcv_named_chain *two,
                       const lc_tuple *shape, const lc_compose_failure *failure)
{
    lc_int *product = lcv_prefix_products(ctx, shape);
    if (product == NULL)
        return false;
    lc_int sum = lc_int_const(0);
    for (size_t i = 0; i < lc_tuple_nleaves(shape); i++)
        step_leaf_parts(ctx, result, two, shape, i, lc_tuple_value(failure->crd, i), product[i],
                        &sum);
    free(product);
    return lc_int_eq(sum, failure->candidate);
}

static lcv_result *composite_breaks(lcr_ctx *r, const call_names *names, const lc_layout *a,
                                    const lc_layout *b, const lc_compose_failure *failure)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_named_chain two = {2, {b, a}, {names->b, names->a}};
    lc_tuple *shape = lc_layout_shape(ctx, b);
    lc_int c = lc_int_const(0);
    if (shape == NULL || !lc_crd2idx(ctx, failure->crd, shape, &c)) {
        lc_tuple_free(shape);
        return NULL;
    }
    lcr_answer certified = lc_int_eq(lcv_chain_at(ctx, &two, c), failure->value) &&
                                   !lc_int_eq(failure->value, failure->candidate)
                               ? LCR_YES
                               : LCR_NO;
    lc_tuple *shown = lcv_show_coordinate(ctx, shape, c);
    lcv_result *result = NULL;
    if (shown != NULL && certified == LCR_YES) {
        result = lcv_refuted(
            ctx, LCV_BY_CONSTRUCTION, lcv_text(ctx, "c = %t", shown),
            lcv_text(ctx, "%i is not %i, which a layout would need there", failure->value,
                     failure->candidate));
        lcv_step_chain(ctx, &result, &two, c, shown);
        if (failure->reason == LC_COMPOSE_RUN) {
            certified = certify_run(r, a, failure);
            step_run(ctx, &result, &two, failure);
        } else {
            certified = step_parts(ctx, &result, &two, shape, failure) ? LCR_YES : LCR_NO;
            lcv_step(ctx, &result, "a layout adds up the values of its modes: %i",
                     failure->candidate);
        }
    }
    lc_tuple_free(shown);
    lc_tuple_free(shape);
    if (certified == LCR_YES || !lcv_out_of_budget(ctx))
        return result;
    lcv_result_free(result);
    if (certified == LCR_NO)
        return lcv_uncertified(ctx, "composition");
    return lcv_unknown(ctx, LCV_BY_SYSTEM,
                       lcv_text(ctx, "no layout exists if A(B(c)) is linear for %i steps of %i, "
                                     "which was not decided within the budget",
                                failure->run, failure->stride));
}

static lcv_result *admissible(lcr_ctx *r, const call_names *names, const lc_layout *a,
                              const lc_layout *b)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_compose_failure failure = {.crd = NULL};
    lc_layout *R = lc_compose_explain(ctx, a, b, &failure);
    if (R == NULL && lc_ctx_code(ctx) == LC_ERR_BUDGET) {
        lc_ctx_reset(ctx);
        R = lcr_engine_compose(r, a, b);
        if (R == NULL && lcv_out_of_budget(ctx))
            return lcv_unknown(ctx, LCV_BY_RELATION,
                               lcv_text(ctx, "neither the algebra nor the relations decide it "
                                             "within the budget"));
    }
    lcv_result *result = NULL;
    if (R != NULL) {
        result = composite_exists(r, names, R, a, b);
    } else if (lc_ctx_code(ctx) == LC_ERR_NO_VALUE && failure.crd != NULL) {
        lc_ctx_reset(ctx);
        result = composite_breaks(r, names, a, b, &failure);
    } else if (lc_ctx_code(ctx) == LC_ERR_NO_VALUE) {
        /* the relational engine says no, without a coordinate that could be checked */
        char *why = lcv_text(ctx, "%s", lc_ctx_message(ctx));
        lc_ctx_reset(ctx);
        result = lcv_unknown(ctx, LCV_BY_RELATION, why);
    }
    lc_layout_free(R);
    lc_tuple_free(failure.crd);
    return result;
}

static lcv_result *admissible_tiler(lcr_ctx *r, const call_names *names, const lc_layout *a,
                                    const lc_tiler *t)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    const lc_layout *whole = lc_tiler_as_layout(t);
    if (whole != NULL)
        return admissible(r, names, a, whole);
    size_t n = lc_tiler_rank(t);
    if (n > lc_layout_rank(a))
        return lc_fail(ctx, LC_ERR_INVALID, "admissible: the tiler %s has %zu modes, %s has %zu",
                       names->b, n, names->a, lc_layout_rank(a));
    for (size_t i = 0; i < n; i++) {
        char *text[2] = {lcv_text(ctx, "mode(%s,%z)", names->a, i),
                         lcv_text(ctx, "mode(%s,%z)", names->b, i)};
        call_names sub = {"R", text[0], text[1]};
        lc_layout *ai = lc_layout_mode(ctx, a, i);
        lcv_result *result = NULL;
        if (ai != NULL && text[0] != NULL && text[1] != NULL)
            result = in_mode(ctx, admissible_tiler(r, &sub, ai, lc_tiler_mode(t, i)), i);
        lc_layout_free(ai);
        free(text[0]);
        free(text[1]);
        if (result == NULL || result->verdict != LCV_PROVED)
            return result;
        lcv_result_free(result);
    }
    lc_layout *R = lc_compose_tiler(ctx, a, t);
    lcv_result *result =
        R != NULL ? lcv_proved_with(ctx, LCV_BY_CONSTRUCTION, lcv_text(ctx, "R = %L", R)) : NULL;
    lc_layout_free(R);
    return result;
}

lcv_result *lcv_prove_admissible(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_layout *a = lcv_arg_layout(ctx, "admissible", "A", args[0]);
    lc_tiler *t = a != NULL ? lcv_arg_tiler(ctx, "admissible", "B", args[1]) : NULL;
    lcv_result *result = t != NULL ? admissible_tiler(r, &top_names, a, t) : NULL;
    lc_layout_free(a);
    lc_tiler_free(t);
    return result;
}
