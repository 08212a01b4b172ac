/* admissible.c - admissible: is there a composite?
 *
 * admissible(A,B) is answered by the algebra, which either makes R or says where
 * every candidate breaks. Neither is taken on trust: R is checked as composes(R,A,B)
 * is, and a failure is evaluated again, with the part of the argument that needs
 * more than one value.
 */
#include "config.h"

#include "admissible.h"

#include "../../isl-bridge/engine.h"
#include "../../lib/algebra.h"

/* ---- composites that exist ---- */

/* R as the remark of a proof, after it has been checked. */
static lcv_result *composite_exists(lcr_ctx *r, const lcv_call_names *names, const lc_layout *R,
                                    const lc_layout *a, const lc_layout *b)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_result *checked = lcv_check_composite(r, names, R, a, b);
    if (!checked)
        return NULL;
    lcv_verdict verdict = checked->verdict;
    lcv_result_free(checked);
    if (verdict == LCV_REFUTED)
        return lc_fail(ctx, LC_ERR_INTERNAL,
                       "the composite found is not the composition: a bug "
                       "in layoutcheck");
    if (verdict == LCV_UNKNOWN)
        return lcv_unknown(ctx, LCV_BY_SYSTEM,
                           lcv_text(ctx,
                                    "%L is a candidate for R that could not be checked "
                                    "within the budget",
                                    R));
    return lcv_proved_with(ctx, LCV_BY_CONSTRUCTION, lcv_text(ctx, "R = %L", R));
}

/* ---- failures ---- */

static bool broken_of(lcr_ctx *r, const lcv_call_names *names, const lc_layout *a,
                      const lc_layout *b, const lc_compose_failure *failure, lcv_broken *f)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    *f = (lcv_broken){.r = r,
                      .ctx = ctx,
                      .a = a,
                      .b = b,
                      .failure = failure,
                      .two = {2, {b, a}, {names->b, names->a}}};
    if (!lcv_chain_open(ctx, &f->two, &f->chain))
        return false;
    f->naxes = lcv_chain_naxes(&f->chain);
    f->shape = lcv_shape_of(ctx, b);
    f->place = f->shape ? lcv_prefix_products(ctx, f->shape) : NULL;
    return f->place && lc_crd2idx(ctx, failure->crd, f->shape, &f->c);
}

void lcv_step_broken(const lcv_broken *f, lcv_result **result, lc_int c)
{
    lc_tuple *shown = lcv_show_coordinate(f->ctx, f->shape, c);
    if (shown)
        lcv_step_chain(f->ctx, result, &f->two, c, shown);
}

/* Leaf k of B as a layout of its own. */
static lc_layout *leaf_of(lc_ctx *ctx, const lc_layout *b, size_t k)
{
    return lcv_mode_of(ctx, lcv_kept(ctx, lc_layout_flatten(ctx, b)), k);
}

/* "along 6:3 of B every 2 steps add 7 to the value, once at most" for a run of 2, and
 * what follows from it, which is taken over. */
static void step_growth(const lcv_broken *f, lcv_result **result, size_t k, lc_int steps,
                        lc_int run, char *therefore)
{
    lc_ctx *ctx = f->ctx;
    lc_int times = lc_int_sub(ctx, run, lc_int_const(1)), value[LC_MAX_AXES];
    lcv_chain_values(ctx, &f->chain, lc_int_mul(ctx, steps, f->place[k]), value);
    char *every = lc_int_is_one(steps) ? lcv_text(ctx, "every step adds")
                                       : lcv_text(ctx, "every %i steps add", steps);
    char *most = lc_int_is_one(times) ? lcv_text(ctx, "once") : lcv_text(ctx, "%i times", times);
    lcv_step(ctx, result, "along %L of %s %S %t to the value, %S at most: %S",
             leaf_of(ctx, f->b, k), f->two.name[0], every, lcv_chain_show(ctx, &f->chain, value),
             most, therefore);
}

/* ---- runs ---- */

/* The steps along the leaf after which the run begins. */
static lc_int steps_before(const lcv_broken *f)
{
    const lc_compose_failure *failure = f->failure;
    return lc_int_fdiv(f->ctx, lc_tuple_value(failure->crd, failure->leaf), failure->run);
}

/* A straight run would have `run` times the first value. */
static void run_candidate(lcv_broken *f)
{
    lc_ctx *ctx = f->ctx;
    lc_int first = lc_int_mul(ctx, steps_before(f), f->place[f->failure->leaf]);
    lcv_chain_values(ctx, &f->chain, first, f->candidate);
    for (size_t q = 0; q < f->naxes; q++)
        f->candidate[q] = lc_int_mul(ctx, f->candidate[q], f->failure->run);
}

/* A leaf of B along which A(B(c)) runs straight for `run` of its parts, where `run` does
 * not divide the parts there are. Every layout on that leaf coalesces to a first mode as
 * long as the run, so none exists. */
static lcr_answer certify_run(const lcv_broken *f)
{
    lc_ctx *ctx = f->ctx;
    const lc_compose_failure *failure = f->failure;
    lc_int before = steps_before(f), value[LC_MAX_AXES];
    lcv_chain_values(ctx, &f->chain, lc_int_mul(ctx, before, f->place[failure->leaf]), value);
    lc_layout *leaf = leaf_of(ctx, f->b, failure->leaf);
    lc_tuple *first = lcv_chain_show(ctx, &f->chain, value);
    lc_tuple *domain = lcv_kept(ctx, lc_tuple_leaf(ctx, failure->run));
    if (!leaf || !first || !domain)
        return LCR_UNKNOWN;
    lc_layout *step = lcv_kept(ctx, lc_layout_scale(ctx, before, leaf));
    lc_layout *stride = lcv_stride_of(ctx, first);
    if (!step || !stride)
        return LCR_UNKNOWN;
    lc_layout *steps = lcv_kept(ctx, lc_layout_reshape(ctx, domain, step));
    lc_layout *line = lcv_kept(ctx, lc_layout_reshape(ctx, domain, stride));
    if (!steps || !line)
        return LCR_UNKNOWN;
    lcv_named_chain straight = {1, {line}, {""}}, runs = {2, {steps, f->a}, {"", ""}};
    lcv_finding found;
    lcr_answer bent = lcv_find_difference(f->r, domain, &straight, &runs, &found);
    if (bent == LCR_YES || lc_int_divides(ctx, failure->run, failure->extent))
        return LCR_NO;
    return bent == LCR_NO ? LCR_YES : LCR_UNKNOWN;
}

static void step_run(const lcv_broken *f, lcv_result **result)
{
    lc_ctx *ctx = f->ctx;
    const lc_compose_failure *failure = f->failure;
    char *therefore = lcv_text(ctx, "there are %i such steps, which do not split into runs of %i",
                               failure->extent, failure->run);
    step_growth(f, result, failure->leaf, steps_before(f), failure->run, therefore);
}

/* ---- sums ---- */

/* The digits of an entry of c in the modes that its leaf must have: the first as long as the run
 * of single steps, the next likewise in steps of that many. Past the bound if no end is found
 * below it, or within the work. */
static lc_int next_run(const lcv_broken *f, lc_int step, lc_int bound)
{
    lc_ctx *ctx = f->ctx;
    lc_int first[LC_MAX_AXES], value[LC_MAX_AXES], past = lc_int_add(ctx, bound, lc_int_const(1));
    int64_t most = LCV_ENUMERATE / (int64_t)(1 + lc_int_bits(step) / 64);
    lcv_chain_values(ctx, &f->chain, step, first);
    for (int64_t n = 1; n < most; n++) {
        lc_int run = lc_int_si(ctx, n);
        if (lc_int_lt(bound, run))
            return past;
        lc_frame frame = lc_frame_open(ctx);
        bool straight = true;
        lcv_chain_values(ctx, &f->chain, lc_int_mul(ctx, run, step), value);
        for (size_t q = 0; straight && q < f->naxes; q++)
            straight = lc_int_eq(value[q], lc_int_mul(ctx, run, first[q]));
        lc_frame_close(ctx, frame);
        if (!straight)
            return run;
    }
    return past;
}

/* The part `digit` steps along a leaf: its value is added to the candidate, and shown. */
static void add_part(lcv_broken *f, lcv_result **result, lc_int c)
{
    lc_ctx *ctx = f->ctx;
    lc_int value[LC_MAX_AXES];
    lcv_chain_values(ctx, &f->chain, c, value);
    for (size_t q = 0; q < f->naxes; q++)
        f->candidate[q] = lc_int_add(ctx, f->candidate[q], value[q]);
    lcv_step_broken(f, result, c);
}

/* One step for each part of c along this leaf. */
static void step_leaf_parts(lcv_broken *f, lcv_result **result, size_t k)
{
    lc_ctx *ctx = f->ctx;
    lc_int steps = lc_int_const(1), left = lc_tuple_value(f->failure->crd, k);
    while (!lc_int_is_zero(left)) {
        lc_int step = lc_int_mul(ctx, steps, f->place[k]);
        lc_int run = next_run(f, step, left);
        lc_int digit = lc_int_lt(left, run) ? left : lc_int_fmod(ctx, left, run);
        if (lc_int_le(run, left))
            step_growth(f, result, k, steps, run,
                        lcv_text(ctx, "a layout has a mode of extent %i there", run));
        if (!lc_int_is_zero(digit))
            add_part(f, result, lc_int_mul(ctx, digit, step));
        left = lc_int_lt(left, run) ? lc_int_const(0) : lc_int_fdiv(ctx, left, run);
        steps = lc_int_mul(ctx, steps, run);
    }
}

/* The parts of c whose values a layout adds up, to what it would need at c. */
static void step_parts(lcv_broken *f, lcv_result **result)
{
    for (size_t q = 0; q < f->naxes; q++)
        f->candidate[q] = lc_int_const(0);
    for (size_t k = 0; k < lc_tuple_nleaves(f->shape); k++)
        step_leaf_parts(f, result, k);
}

/* ---- results ---- */

/* The value differs from the candidate where the algebra says so, and is what it says. */
static bool confirmed(const lcv_broken *f)
{
    const lc_compose_failure *failure = f->failure;
    return lc_int_eq(f->value[failure->axis], failure->value) &&
           lc_int_eq(f->candidate[failure->axis], failure->candidate) &&
           !lc_int_eq(failure->value, failure->candidate);
}

static lcv_result *broken_result(lcv_broken *f, lcr_answer *certified)
{
    lc_ctx *ctx = f->ctx;
    lcv_result *result = NULL;
    bool run = f->failure->reason == LC_COMPOSE_RUN;
    lcv_chain_values(ctx, &f->chain, f->c, f->value);
    if (run)
        run_candidate(f);
    else
        step_parts(f, &result); /* for the sum alone */
    *certified = confirmed(f) ? LCR_YES : LCR_NO;
    if (*certified == LCR_NO)
        return NULL;
    lc_tuple *candidate = lcv_chain_show(ctx, &f->chain, f->candidate);
    result = lcv_refuted(ctx, LCV_BY_CONSTRUCTION,
                         lcv_text(ctx, "c = %t", lcv_show_coordinate(ctx, f->shape, f->c)),
                         lcv_text(ctx, "%t is not %t, which a layout would need there",
                                  lcv_chain_show(ctx, &f->chain, f->value), candidate));
    lcv_step_broken(f, &result, f->c);
    if (run) {
        *certified = certify_run(f);
        step_run(f, &result);
    } else {
        step_parts(f, &result);
        lcv_step(ctx, &result, "a layout adds up the values of its modes: %t", candidate);
    }
    return result;
}

static lcv_result *composite_breaks(lcv_broken *f)
{
    lc_ctx *ctx = f->ctx;
    lcr_answer certified;
    lcv_result *result = broken_result(f, &certified);
    if (certified == LCR_YES || !lcv_out_of_budget(ctx))
        return result;
    lcv_result_free(result);
    if (certified == LCR_NO)
        return lcv_uncertified(ctx, "composition");
    return lcv_unknown(ctx, LCV_BY_SYSTEM,
                       lcv_text(ctx,
                                "no layout exists if A(B(c)) is linear for %i steps of %i, "
                                "which was not decided within the budget",
                                f->failure->run, f->failure->stride));
}

/* ---- admissible ---- */

/* The composite of integers, once more, where the algebra ran out of its budget. */
static lc_layout *compose_on_relations(lcr_ctx *r, const lc_layout *a, const lc_layout *b)
{
    if (lc_layout_codomain(a) != LC_INTEGERS || lc_layout_codomain(b) != LC_INTEGERS)
        return NULL;
    lc_ctx_reset(lcr_ctx_lc(r));
    return lcv_kept(lcr_ctx_lc(r), lcr_engine_compose(r, a, b));
}

/* No strides that add by XOR are those of integers after XOR strides; some that add up may be. */
static lcv_result *sums_or_broken(const lcv_call_names *names, const lcv_broken *f)
{
    lcr_answer answer;
    lc_layout *R = lcv_composite_of_sums(f, &answer);
    lcv_result *checked = R ? lcv_check_composite(f->r, names, R, f->a, f->b) : NULL;
    if (lc_ctx_code(f->ctx) != LC_OK)
        return NULL;
    if (checked)
        answer = checked->verdict == LCV_PROVED    ? LCR_YES
                 : checked->verdict == LCV_REFUTED ? LCR_NO
                                                   : LCR_UNKNOWN;
    lcv_result_free(checked);
    if (answer == LCR_YES)
        return lcv_proved_with(f->ctx, LCV_BY_CONSTRUCTION, lcv_text(f->ctx, "R = %L", R));
    return answer == LCR_NO
               ? lcv_xor_composite_breaks(f)
               : lcv_unknown(f->ctx, LCV_BY_ENUMERATION,
                             lcv_text(f->ctx, "no strides add up to the values by XOR, and "
                                              "whether some do as integers was not decided"));
}

static lcv_result *admissible(lcr_ctx *r, const lcv_call_names *names, const lc_layout *a,
                              const lc_layout *b)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_compose_failure failure = {.crd = NULL};
    lcv_broken broken;
    lc_layout *R = lcv_kept(ctx, lc_compose_explain(ctx, a, b, &failure));
    failure.crd = lcv_kept(ctx, failure.crd);
    if (!R && lc_ctx_code(ctx) == LC_ERR_BUDGET) {
        R = compose_on_relations(r, a, b);
        if (!R && lcv_out_of_budget(ctx))
            return lcv_unknown(ctx, LCV_BY_RELATION,
                               lcv_text(ctx, "neither the algebra nor the relations decide it "
                                             "within the budget"));
    }
    if (R)
        return composite_exists(r, names, R, a, b);
    if (lc_ctx_code(ctx) != LC_ERR_NO_VALUE)
        return NULL;
    char *why = !failure.crd ? lcv_text(ctx, "%s", lc_ctx_message(ctx)) : NULL;
    lc_ctx_reset(ctx);
    if (!failure.crd) /* there is none, without a coordinate that could be checked */
        return lcv_unknown(ctx, LCV_BY_RELATION, why);
    if (!broken_of(r, names, a, b, &failure, &broken))
        return NULL;
    return !failure.by_xor                        ? composite_breaks(&broken)
           : lc_layout_codomain(a) == LC_INTEGERS ? sums_or_broken(names, &broken)
                                                  : lcv_xor_composite_breaks(&broken);
}

static lcv_result *admissible_tiler(lcr_ctx *r, const lcv_call_names *names, const lc_layout *a,
                                    const lc_tiler *t)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    const lc_layout *whole = lc_tiler_as_layout(t);
    if (whole)
        return admissible(r, names, a, whole);
    size_t n = lc_tiler_rank(t);
    if (n > lc_layout_rank(a))
        return lc_fail(ctx, LC_ERR_INVALID, "admissible: the tiler %s has %zu modes, %s has %zu",
                       names->b, n, names->a, lc_layout_rank(a));
    for (size_t i = 0; i < n; i++) {
        lcv_call_names sub = lcv_names_in_mode(ctx, names, i);
        lc_layout *ai = lcv_mode_of(ctx, a, i);
        if (lc_ctx_code(ctx) != LC_OK)
            return NULL;
        if (!lc_tiler_on(t, i))
            continue;
        lcv_result *result = lcv_in_part(ctx, admissible_tiler(r, &sub, ai, lc_tiler_on(t, i)),
                                         "mode", i);
        if (!result || result->verdict != LCV_PROVED)
            return result;
        lcv_result_free(result);
    }
    lc_layout *R = lcv_kept(ctx, lc_compose_tiler(ctx, a, t));
    return lcv_proved_with(ctx, LCV_BY_CONSTRUCTION, lcv_text(ctx, "R = %L", R));
}

lcv_result *lcv_prove_admissible(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    static const lcv_call_names names = {"R", "A", "B"};
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function a;
    lc_tiler *t = NULL;
    if (!lcv_arg_tensor_of(ctx, "admissible", "A", args[0], LCV_OF_ALL, &a) ||
        !(t = lcv_arg_tiler(ctx, "admissible", "B", args[1])))
        return NULL;
    return lcv_without_offset(ctx, admissible_tiler(r, &names, a.layout, t), &a,
                              "A is without its");
}
