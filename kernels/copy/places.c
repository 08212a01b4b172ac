/* places.c - is each place of the destination written once, or always with the same element?
 *
 * injective(D) is asked first. If it is not proved, a counterexample is a difference d of two
 * coordinates, |d_k| < extent_k, along which the destination D stands still and the source S
 * moves on:
 *
 *   sum d_k D_k = 0,   sum d_k S_k >= 1
 *
 * (or d is turned around). Either a proof over all parameters shows that there is no solution
 * (facts.h), or there is one at numbers for them, which is exact: D gives one place to the two
 * coordinates max(d,0) and max(-d,0), and S two elements.
 */
#include "config.h"

#include "../plan/plan.h"

#include <stdlib.h>
#include <string.h>

#include "../../isl-bridge/system.h"
#include "../../verify/symbolic/form.h"
#include "../../verify/function/result.h"
#include "../../verify/language/build.h"

typedef struct {
    lck_plan *plan;
    lcv_planning *p;
    lc_ctx *ctx;
    lcv_problem problem;
    /* Two coordinates at the numbers that were tried last. */
    int64_t extent[LCK_MAX_RANK], stride[2][LCK_MAX_RANK], offset[2];
    lc_int crd[2][LCK_MAX_RANK];
    bool undecided; /* within the budget */
} places;

/* ---- for all sizes ---- */

static const lcv_form *form_of(lcv_forms *f, const lck_plan *plan, lck_memory tensor)
{
    const lc_poly *offset;
    lcv_ast *tree = lck_tensor_tree(plan, tensor);
    return lcv_form_as_layout(f, tree ? lcv_form_eval_tensor(f, tree, &offset) : NULL);
}

/* A difference of two coordinates of an axis, with bounds where they are numbers. */
static const lc_poly *difference(lcv_symbols *s, const lc_poly *extent)
{
    lc_ctx *ctx = lcv_symbols_ctx(s);
    lcv_interval bounds = lcv_size_interval(s, extent);
    if (!bounds.bounded_above)
        return lcv_symbols_unknown(s, "d");
    lc_int most = lc_int_max(lc_int_sub(ctx, bounds.high, lc_int_const(1)), lc_int_const(0));
    return lcv_symbols_add(s, "d", lc_int_neg(ctx, most), &most, lc_int_const(1),
                           lc_int_const(0));
}

/* The system of the header over the parameters has no solution. An extent of 0, which has no
 * coordinates, has none; other obligations find it. */
static bool no_solution(lcv_forms *f, const lcv_form *source, const lcv_form *destination)
{
    lcv_symbols *s = lcv_forms_symbols(f);
    lcv_fact row[2 * LCK_MAX_RANK + 2];
    const lc_poly *here = lcv_size_int(s, lc_int_const(0)), *from = here;
    size_t n = 0;
    for (size_t k = 0; k < destination->n; k++) {
        const lc_poly *d = difference(s, destination->extent[k]);
        const lc_poly *last = lcv_size_plus(s, destination->extent[k], -1);
        row[n++] = (lcv_fact){lcv_size_sub(s, last, d), false};
        row[n++] = (lcv_fact){lcv_size_add(s, last, d), false};
        here = lcv_size_add(s, here, lcv_size_mul(s, destination->step[k], d));
        from = lcv_size_add(s, from, lcv_size_mul(s, source->step[k], d));
    }
    from = lcv_size_plus(s, from, -1);
    row[n++] = (lcv_fact){here, true};
    row[n++] = (lcv_fact){from, false};
    return lc_ctx_code(lcv_forms_ctx(f)) == LC_OK &&
           lcv_facts_solve(lcv_forms_facts(f), n, row, NULL) == LCR_NO;
}

static bool proved(places *w)
{
    lcv_forms *f = lcv_forms_new(&w->problem, true, NULL);
    bool ok = false;
    if (f) {
        lcv_forms_assume(f);
        const lcv_form *source = form_of(f, w->plan, LCK_SOURCE);
        const lcv_form *destination = source ? form_of(f, w->plan, LCK_DESTINATION) : NULL;
        ok = destination && no_solution(f, source, destination);
    }
    lcv_forms_free(f);
    lc_ctx_reset(w->ctx);
    return ok;
}

/* ---- at numbers ---- */

static bool numbers_at(places *w, const lc_int *value)
{
    const lck_plan *plan = w->plan;
    int64_t env[LC_MAX_EXPR_VARS] = {0};
    for (size_t i = 0; i < plan->nsizes; i++) {
        if (!lc_int_fits_si(value[i]))
            return false;
        env[plan->size[i].var->slot] = lc_int_get_si(value[i]);
    }
    bool ok = true;
    for (size_t k = 0; ok && k < plan->rank; k++)
        ok = lc_expr_at(plan->axis[k].extent.expr, env, &w->extent[k]) && w->extent[k] > 0;
    for (int i = 0; ok && i < 2; i++) {
        ok = lc_expr_at(plan->offset[i].expr, env, &w->offset[i]);
        for (size_t k = 0; ok && k < plan->rank; k++)
            ok = lc_expr_at(plan->axis[k].stride[i].expr, env, &w->stride[i][k]);
    }
    return ok;
}

static bool solve(places *w, lcr_system *system)
{
    lc_ctx *ctx = w->ctx;
    size_t n = w->plan->rank;
    lcr_expr sum[2];
    lc_int point[LCK_MAX_RANK], zero = lc_int_const(0);
    lcr_expr_zero(&sum[0]);
    lcr_expr_zero(&sum[1]);
    lcr_expr_add_const(ctx, &sum[0], lc_int_const(-1));
    for (size_t k = 0; k < n; k++) {
        lc_int most = lc_int_si(ctx, w->extent[k] - 1);
        size_t d = lcr_system_var(system, lc_int_neg(ctx, most), most);
        for (int i = 0; i < 2; i++)
            lcr_expr_add_var(ctx, &sum[i], lc_int_si(ctx, w->stride[i][k]), d);
    }
    if (!lcr_system_eq(system, &sum[1]) || !lcr_system_ge(system, &sum[0]))
        return false;
    lcr_answer answer = lcr_system_solve(system, NULL, point);
    w->undecided = w->undecided || answer == LCR_UNKNOWN;
    if (answer != LCR_YES)
        return false;
    for (size_t k = 0; k < n; k++) {
        w->crd[0][k] = lc_int_max(point[k], zero);
        w->crd[1][k] = lc_int_max(lc_int_neg(ctx, point[k]), zero);
    }
    return true;
}

/* The assumptions hold for these numbers: the problem is a claim that is always true. */
static bool admitted(const places *w, const lc_int *value)
{
    lcv_attempt attempt = lcv_try_claim(&w->problem, value, false, NULL, NULL);
    bool yes = attempt.at == LCV_AT_HOLDS;
    lcv_attempt_clear(&attempt);
    return yes;
}

static bool fails_at(void *user, const lc_int *value)
{
    places *w = user;
    if (!numbers_at(w, value) || !admitted(w, value))
        return false;
    lcr_start(w->p->e->r);
    lcr_system *system = lcr_system_new(w->p->e->r);
    bool found = system && solve(w, system);
    lcr_system_free(system);
    lc_ctx_reset(w->ctx);
    return found;
}

/* ---- the counterexample ---- */

static lc_int place_of(const places *w, int tensor, int which)
{
    lc_int sum = lc_int_si(w->ctx, w->offset[tensor]);
    for (size_t k = 0; k < w->plan->rank; k++) {
        lc_int step = lc_int_si(w->ctx, w->stride[tensor][k]);
        sum = lc_int_add(w->ctx, sum, lc_int_mul(w->ctx, step, w->crd[which][k]));
    }
    return sum;
}

/* 1,0 */
static char *coordinate_text(const places *w, int which)
{
    lc_text line = {0};
    for (size_t k = 0; k < w->plan->rank; k++)
        lcv_text_add(w->ctx, &line, k == 0 ? "%i" : ",%i", w->crd[which][k]);
    return lc_text_take(w->ctx, &line);
}

/* source = {8} o (2,2):(1,2). */
static void step_tensor(const places *w, lcv_result **result, int tensor)
{
    const lck_plan *plan = w->plan;
    lc_text line = {0};
    lcv_text_add(w->ctx, &line, "%s = ", lck_tensor_name[tensor]);
    if (w->offset[tensor] != 0)
        lcv_text_add(w->ctx, &line, "{%i} o ", lc_int_si(w->ctx, w->offset[tensor]));
    for (int strides = 0; strides < 2; strides++) {
        lcv_text_add(w->ctx, &line, strides ? ":(" : "(");
        for (size_t k = 0; k < plan->rank; k++) {
            int64_t number = strides ? w->stride[tensor][k] : w->extent[k];
            lcv_text_add(w->ctx, &line, k == 0 ? "%i" : ",%i", lc_int_si(w->ctx, number));
        }
        lcv_text_add(w->ctx, &line, plan->rank == 1 ? ",)" : ")");
    }
    lcv_step_line(w->ctx, result, &line);
}

static void add_parameters(const places *w, lcv_result *result, const lc_int *value)
{
    lcv_counterexample *c = &result->counterexample;
    c->parameters = lc_alloc(w->ctx, w->problem.n, sizeof *c->parameters);
    for (size_t i = 0; c->parameters && i < w->problem.n; i++) {
        lcv_parameter_value *v = &c->parameters[c->nparameters++];
        v->name = lcv_text(w->ctx, "%s", w->problem.parameter[i]->formula->text);
        v->value = lc_int_to_str(w->ctx, value[i]);
    }
}

static lcv_result *refuted_at(places *w, const lc_int *value)
{
    lc_ctx *ctx = w->ctx;
    if (!lc_int_eq(place_of(w, 1, 0), place_of(w, 1, 1)) ||
        lc_int_eq(place_of(w, 0, 0), place_of(w, 0, 1)))
        return lcv_uncertified(ctx, "the system of two coordinates");
    char *sizes = w->problem.n > 0 ? lcv_instance_text(&w->problem, value) : NULL;
    char *c[2] = {coordinate_text(w, 0), coordinate_text(w, 1)};
    const char *format = w->plan->rank == 1 ? "%s%sc = %s and c' = %s"
                                            : "%s%sc = (%s) and c' = (%s)";
    lcv_result *result = NULL;
    if (c[0] && c[1])
        result =
            lcv_refuted(ctx, LCV_BY_SYSTEM,
                        lcv_text(ctx, format, sizes ? sizes : "", sizes ? ", " : "", c[0], c[1]),
                        lcv_text(ctx,
                                 "%i and %i of the source both go to %i of the "
                                 "destination",
                                 place_of(w, 0, 0), place_of(w, 0, 1), place_of(w, 1, 0)));
    for (int tensor = 1; tensor >= 0; tensor--) {
        step_tensor(w, &result, tensor);
        for (int i = 0; i < 2; i++)
            lcv_step(ctx, &result, "%s(%s) = %i", lck_tensor_name[tensor], c[i],
                     place_of(w, tensor, i));
    }
    if (result)
        add_parameters(w, result, value);
    free(sizes);
    free(c[0]);
    free(c[1]);
    return result;
}

/* The first numbers at which two coordinates meet, made smaller; NULL: none were found. */
static lcv_result *refuted(places *w)
{
    lcv_choice choice;
    lc_int value[LCV_MAX_PARAMETERS];
    lcv_choice_init(&choice, &w->problem);
    while (!w->undecided && lcv_choice_next(&choice, value)) {
        if (!fails_at(w, value))
            continue;
        lcv_choice_shrink(&choice, value, fails_at, w);
        return fails_at(w, value) ? refuted_at(w, value) : NULL;
    }
    return NULL;
}

/* ---- all of it ---- */

/* A claim that is always true: trying it at numbers tests the assumptions. */
static lcv_ast *nothing(const lck_plan *plan)
{
    return lcv_build_op(plan->arena, LCV_OP_EQ, lcv_build_int(plan->arena, 0),
                        lcv_build_int(plan->arena, 0));
}

/* Has each place one element? */
static lcv_result *agreement(places *w)
{
    lcv_result *result = NULL;
    lc_frame frame = lc_frame_open(w->ctx);
    lcv_ast *always = nothing(w->plan);
    if (always && lcv_problem_open(&w->problem, w->p->e, w->p->arguments)) {
        w->problem.ast = always;
        bool holds = proved(w);
        result = holds ? lcv_proved(w->ctx, w->problem.n > 0 ? LCV_BY_SYMBOLS : LCV_BY_SYSTEM)
                       : refuted(w);
        if (!result && lc_ctx_code(w->ctx) == LC_OK)
            result = lcv_unknown(w->ctx, LCV_BY_SYSTEM,
                                 lcv_text(w->ctx,
                                          "no coordinates were found that write one place "
                                          "with different elements, nor shown that there are "
                                          "none"));
        lcv_problem_close(&w->problem);
    }
    lc_frame_close(w->ctx, frame);
    return result;
}

static char *agreement_text(const places *w)
{
    char *from = lcv_ast_text(lck_tensor_tree(w->plan, LCK_SOURCE));
    char *to = lcv_ast_text(lck_tensor_tree(w->plan, LCK_DESTINATION));
    char *text = from && to ? lcv_text(w->ctx, "no place of %s gets two elements of %s", to, from)
                            : NULL;
    free(from);
    free(to);
    return text;
}

bool lck_plan_prove_places(lck_plan *plan, lcv_planning *p)
{
    places w = {.plan = plan, .p = p, .ctx = plan->ctx};
    char *once;
    lcv_result *result = lcv_planning_prove(
        p, lcv_build_call(plan->arena, "injective", 1, lck_tensor_tree(plan, LCK_DESTINATION)),
        &once);
    bool relation = lck_is_relation(plan, LCK_SOURCE) || lck_is_relation(plan, LCK_DESTINATION);
    if (!result || result->verdict == LCV_PROVED || relation)
        return lck_plan_settle(plan, p, result, once);
    lcv_result *same = agreement(&w);
    bool failed = p->e->status != LCV_EVAL_OK;
    if (failed || (same && same->verdict == LCV_UNKNOWN && result->verdict == LCV_UNKNOWN)) {
        lcv_result_free(same);
        if (failed)
            lcv_result_free(result);
        return lck_plan_settle(plan, p, failed ? NULL : result, once);
    }
    lcv_result_free(result);
    free(once);
    plan->repeats = same && same->verdict == LCV_PROVED;
    return lck_plan_settle(plan, p, same, agreement_text(&w));
}
