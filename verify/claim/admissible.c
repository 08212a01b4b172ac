/* admissible.c - admissible: is there a composite?
 *
 * admissible(A,B) is answered by the algebra, which either makes R or says where
 * every candidate breaks. Neither is taken on trust: R is checked as composes(R,A,B)
 * is, and a failure is evaluated again, with the part of the argument that needs
 * more than one value.
 */
#include "config.h"

#include "claims.h"

#include "../../isl-bridge/engine.h"
#include "../../lib/algebra.h"

#include <stdlib.h>

/* ---- composites that exist ---- */

/* R as the remark of a proof, after it has been checked. */
static lcv_result *composite_exists(lcr_ctx *r, const lcv_call_names *names, const lc_layout *R,
                                    const lc_layout *a, const lc_layout *b)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_result *checked = lcv_check_composite(r, names, R, a, b);
    if (checked == NULL)
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

/* A(B(c)) at the coordinate c of B where every candidate breaks. */
typedef struct {
    lcr_ctx *r;
    const lc_layout *a, *b;
    const lc_compose_failure *failure;
    lcv_named_chain two;
    lcv_chain chain;
    lc_tuple *shape; /* of B */
    lc_int *place;   /* prefix products of the shape */
    size_t naxes;
    lc_int c, value[LC_MAX_AXES], candidate[LC_MAX_AXES];
} broken;

static void broken_clear(broken *f)
{
    lcv_chain_close(&f->chain);
    lc_tuple_free(f->shape);
    free(f->place);
}

static bool broken_of(lcr_ctx *r, const lcv_call_names *names, const lc_layout *a,
                      const lc_layout *b, const lc_compose_failure *failure, broken *f)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    *f = (broken){
        .r = r, .a = a, .b = b, .failure = failure, .two = {2, {b, a}, {names->b, names->a}}};
    if (!lcv_chain_open(ctx, &f->two, &f->chain))
        return false;
    f->naxes = lcv_chain_naxes(&f->chain);
    f->shape = lc_layout_shape(ctx, b);
    f->place = f->shape != NULL ? lcv_prefix_products(ctx, f->shape) : NULL;
    if (f->place == NULL || !lc_crd2idx(ctx, failure->crd, f->shape, &f->c))
        return false;
    lcv_chain_values(ctx, &f->chain, f->c, f->value);
    return true;
}

/* Leaf k of B as a layout of its own. */
static lc_layout *leaf_of(lc_ctx *ctx, const lc_layout *b, size_t k)
{
    lc_layout *flat = lc_layout_flatten(ctx, b);
    lc_layout *leaf = flat != NULL ? lc_layout_mode(ctx, flat, k) : NULL;
    lc_layout_free(flat);
    return leaf;
}

/* "along 6:3 of B every 2 steps add 7 to the value, once at most" for a run of 2, and
 * what follows from it. */
static void step_growth(const broken *f, lcv_result **result, size_t k, lc_int steps, lc_int run,
                        const char *therefore)
{
    lc_ctx *ctx = lcr_ctx_lc(f->r);
    lc_int times = lc_int_sub(ctx, run, lc_int_const(1)), value[LC_MAX_AXES];
    lcv_chain_values(ctx, &f->chain, lc_int_mul(ctx, steps, f->place[k]), value);
    char *every = lc_int_is_one(steps) ? lcv_text(ctx, "every step adds")
                                       : lcv_text(ctx, "every %i steps add", steps);
    char *most = lc_int_is_one(times) ? lcv_text(ctx, "once") : lcv_text(ctx, "%i times", times);
    lc_layout *leaf = leaf_of(ctx, f->b, k);
    lc_tuple *growth = lcv_chain_show(ctx, &f->chain, value);
    if (every != NULL && most != NULL && leaf != NULL && growth != NULL)
        lcv_step(ctx, result, "along %L of %s %s %t to the value, %s at most: %s", leaf,
                 f->two.name[0], every, growth, most, therefore);
    free(every);
    free(most);
    lc_layout_free(leaf);
    lc_tuple_free(growth);
}

/* ---- runs ---- */

/* The steps along the leaf after which the run begins. */
static lc_int steps_before(const broken *f)
{
    const lc_compose_failure *failure = f->failure;
    return lc_int_fdiv(lcr_ctx_lc(f->r), lc_tuple_value(failure->crd, failure->leaf),
                       failure->run);
}

/* A straight run would have `run` times the first value. */
static void run_candidate(broken *f)
{
    lc_ctx *ctx = lcr_ctx_lc(f->r);
    lc_int first = lc_int_mul(ctx, steps_before(f), f->place[f->failure->leaf]);
    lcv_chain_values(ctx, &f->chain, first, f->candidate);
    for (size_t q = 0; q < f->naxes; q++)
        f->candidate[q] = lc_int_mul(ctx, f->candidate[q], f->failure->run);
}

/* `run` steps of a stride, which is taken over. */
static lc_layout *steps_of(lc_ctx *ctx, lc_int run, lc_layout *stride)
{
    lc_tuple *extent = stride != NULL ? lc_tuple_leaf(ctx, run) : NULL;
    lc_layout *steps = extent != NULL ? lc_layout_reshape(ctx, extent, stride) : NULL;
    lc_tuple_free(extent);
    lc_layout_free(stride);
    return steps;
}

/* A leaf of B along which A(B(c)) runs straight for `run` of its parts, where `run` does
 * not divide the parts there are. Every layout on that leaf coalesces to a first mode as
 * long as the run, so none exists. */
static lcr_answer certify_run(const broken *f)
{
    lc_ctx *ctx = lcr_ctx_lc(f->r);
    const lc_compose_failure *failure = f->failure;
    lc_int before = steps_before(f), value[LC_MAX_AXES];
    lcv_chain_values(ctx, &f->chain, lc_int_mul(ctx, before, f->place[failure->leaf]), value);
    lc_layout *leaf = leaf_of(ctx, f->b, failure->leaf);
    lc_tuple *first = lcv_chain_show(ctx, &f->chain, value);
    lc_tuple *domain = lc_tuple_leaf(ctx, failure->run);
    lc_layout *steps = leaf != NULL
                           ? steps_of(ctx, failure->run, lc_layout_scale(ctx, before, leaf))
                           : NULL;
    lc_layout *line = first != NULL ? steps_of(ctx, failure->run, lcv_stride_of(ctx, first))
                                    : NULL;
    lcr_answer bent = LCR_UNKNOWN;
    if (domain != NULL && steps != NULL && line != NULL) {
        lcv_named_chain straight = {1, {line}, {""}}, runs = {2, {steps, f->a}, {"", ""}};
        lc_int c;
        const char *method;
        bent = lcv_find_difference(f->r, domain, &straight, &runs, &c, &method);
    }
    lc_tuple_free(domain);
    lc_tuple_free(first);
    lc_layout_free(leaf);
    lc_layout_free(steps);
    lc_layout_free(line);
    if (bent == LCR_YES || lc_int_divides(ctx, failure->run, failure->extent))
        return LCR_NO;
    return bent == LCR_NO ? LCR_YES : LCR_UNKNOWN;
}

static void step_run(const broken *f, lcv_result **result)
{
    lc_ctx *ctx = lcr_ctx_lc(f->r);
    const lc_compose_failure *failure = f->failure;
    char *therefore = lcv_text(ctx, "the %i such steps there are do not split into runs of %i",
                               failure->extent, failure->run);
    if (therefore != NULL)
        step_growth(f, result, failure->leaf, steps_before(f), failure->run, therefore);
    free(therefore);
}

/* ---- sums ---- */

/* The digits of an entry of c in the modes that its leaf must have: the first as long as the run
 * of single steps, the next likewise in steps of that many. Past the bound if no end is found
 * below it, or within the work. */
static lc_int next_run(const broken *f, lc_int step, lc_int bound)
{
    lc_ctx *ctx = lcr_ctx_lc(f->r);
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
static void add_part(broken *f, lcv_result **result, lc_int c)
{
    lc_ctx *ctx = lcr_ctx_lc(f->r);
    lc_int value[LC_MAX_AXES];
    lcv_chain_values(ctx, &f->chain, c, value);
    for (size_t q = 0; q < f->naxes; q++)
        f->candidate[q] = lc_int_add(ctx, f->candidate[q], value[q]);
    lc_tuple *shown = lcv_show_coordinate(ctx, f->shape, c);
    if (shown != NULL)
        lcv_step_chain(ctx, result, &f->two, c, shown);
    lc_tuple_free(shown);
}

/* One step for each part of c along this leaf. */
static void step_leaf_parts(broken *f, lcv_result **result, size_t k)
{
    lc_ctx *ctx = lcr_ctx_lc(f->r);
    lc_int steps = lc_int_const(1), left = lc_tuple_value(f->failure->crd, k);
    while (!lc_int_is_zero(left)) {
        lc_int step = lc_int_mul(ctx, steps, f->place[k]);
        lc_int run = next_run(f, step, left);
        lc_int digit = lc_int_lt(left, run) ? left : lc_int_fmod(ctx, left, run);
        char *mode = lcv_text(ctx, "a layout has a mode of extent %i there", run);
        if (mode != NULL && lc_int_le(run, left))
            step_growth(f, result, k, steps, run, mode);
        free(mode);
        if (!lc_int_is_zero(digit))
            add_part(f, result, lc_int_mul(ctx, digit, step));
        left = lc_int_lt(left, run) ? lc_int_const(0) : lc_int_fdiv(ctx, left, run);
        steps = lc_int_mul(ctx, steps, run);
    }
}

/* The parts of c whose values a layout adds up, to what it would need at c. */
static void step_parts(broken *f, lcv_result **result)
{
    for (size_t q = 0; q < f->naxes; q++)
        f->candidate[q] = lc_int_const(0);
    for (size_t k = 0; k < lc_tuple_nleaves(f->shape); k++)
        step_leaf_parts(f, result, k);
}

/* ---- results ---- */

/* The value differs from the candidate where the algebra says so, and is what it says. */
static bool confirmed(const broken *f)
{
    const lc_compose_failure *failure = f->failure;
    return lc_int_eq(f->value[failure->axis], failure->value) &&
           lc_int_eq(f->candidate[failure->axis], failure->candidate) &&
           !lc_int_eq(failure->value, failure->candidate);
}

static lcv_result *broken_result(broken *f, lcr_answer *certified)
{
    lc_ctx *ctx = lcr_ctx_lc(f->r);
    lcv_result *result = NULL;
    bool run = f->failure->reason == LC_COMPOSE_RUN;
    if (run)
        run_candidate(f);
    else
        step_parts(f, &result); /* for the sum alone */
    *certified = confirmed(f) ? LCR_YES : LCR_NO;
    lc_tuple *shown = lcv_show_coordinate(ctx, f->shape, f->c);
    lc_tuple *value = lcv_chain_show(ctx, &f->chain, f->value);
    lc_tuple *candidate = lcv_chain_show(ctx, &f->chain, f->candidate);
    if (*certified == LCR_YES && shown != NULL && value != NULL && candidate != NULL) {
        result = lcv_refuted(ctx, LCV_BY_CONSTRUCTION, lcv_text(ctx, "c = %t", shown),
                             lcv_text(ctx, "%t is not %t, which a layout would need there", value,
                                      candidate));
        lcv_step_chain(ctx, &result, &f->two, f->c, shown);
        if (run) {
            *certified = certify_run(f);
            step_run(f, &result);
        } else {
            step_parts(f, &result);
            lcv_step(ctx, &result, "a layout adds up the values of its modes: %t", candidate);
        }
    }
    lc_tuple_free(shown);
    lc_tuple_free(value);
    lc_tuple_free(candidate);
    return result;
}

static lcv_result *composite_breaks(lcr_ctx *r, const lcv_call_names *names, const lc_layout *a,
                                    const lc_layout *b, const lc_compose_failure *failure)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    broken f;
    lcr_answer certified = LCR_YES;
    lcv_result *result = NULL;
    if (broken_of(r, names, a, b, failure, &f))
        result = broken_result(&f, &certified);
    broken_clear(&f);
    if (certified == LCR_YES || !lcv_out_of_budget(ctx))
        return result;
    lcv_result_free(result);
    if (certified == LCR_NO)
        return lcv_uncertified(ctx, "composition");
    return lcv_unknown(ctx, LCV_BY_SYSTEM,
                       lcv_text(ctx,
                                "no layout exists if A(B(c)) is linear for %i steps of %i, "
                                "which was not decided within the budget",
                                failure->run, failure->stride));
}

/* ---- admissible ---- */

/* The composite of integers, once more, where the algebra ran out of its budget. */
static lc_layout *compose_on_relations(lcr_ctx *r, const lc_layout *a, const lc_layout *b)
{
    bool integers = lc_layout_codomain(a) == LC_INTEGERS && lc_layout_codomain(b) == LC_INTEGERS;
    if (!integers)
        return NULL;
    lc_ctx_reset(lcr_ctx_lc(r));
    return lcr_engine_compose(r, a, b);
}

static lcv_result *admissible(lcr_ctx *r, const lcv_call_names *names, const lc_layout *a,
                              const lc_layout *b)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_compose_failure failure = {.crd = NULL};
    lc_layout *R = lc_compose_explain(ctx, a, b, &failure);
    if (R == NULL && lc_ctx_code(ctx) == LC_ERR_BUDGET) {
        R = compose_on_relations(r, a, b);
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
        result = failure.by_xor ? lcv_xor_composite_breaks(r, names, a, b, &failure)
                                : composite_breaks(r, names, a, b, &failure);
    } else if (lc_ctx_code(ctx) == LC_ERR_NO_VALUE) {
        /* there is none, without a coordinate that could be checked */
        char *why = lcv_text(ctx, "%s", lc_ctx_message(ctx));
        lc_ctx_reset(ctx);
        result = lcv_unknown(ctx, LCV_BY_RELATION, why);
    }
    lc_layout_free(R);
    lc_tuple_free(failure.crd);
    return result;
}

static lcv_result *admissible_tiler(lcr_ctx *r, const lcv_call_names *names, const lc_layout *a,
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
        lcv_call_names sub = {"R", text[0], text[1]};
        lc_layout *ai = lc_layout_mode(ctx, a, i);
        lcv_result *result = NULL;
        if (ai != NULL && text[0] != NULL && text[1] != NULL)
            result = lcv_in_mode(ctx, admissible_tiler(r, &sub, ai, lc_tiler_mode(t, i)), i);
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
    static const lcv_call_names names = {"R", "A", "B"};
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function a;
    lc_tiler *t = NULL;
    lcv_result *result = NULL;
    if (lcv_arg_tensor_of(ctx, "admissible", "A", args[0], LCV_OF_ALL, &a) &&
        (t = lcv_arg_tiler(ctx, "admissible", "B", args[1])) != NULL)
        result = lcv_without_offset(ctx, admissible_tiler(r, &names, a.layout, t), &a,
                                    "A is without its");
    lcv_function_free(&a);
    lc_tiler_free(t);
    return result;
}
