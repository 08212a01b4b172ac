/* symbolic.c - claims with parameters: instances, proofs in symbols, and what is said of them. */
#include "config.h"

#include "symbolic.h"

#include <stdlib.h>
#include <string.h>

#include "../eval/logic.h"
#include "../function/result.h"
#include "../language/build.h"
#include "../tables/tables.h"
#include "as-layout.h"
#include "missing.h"
#include "rests.h"
#include "trial.h"

/* For a verdict alone: nothing is said of it, and isl is not asked for an opinion. */
static void listen_to_nothing(lcv_eval *at, lcv_diag *diag)
{
    at->crosscheck = LCV_CROSSCHECK_OFF;
    at->explain = NULL;
    at->certify = NULL;
    at->certificate = NULL;
    at->confirmed = NULL;
    at->figure = NULL;
    at->notes = NULL;
    at->applied = NULL;
    at->disagreement = (lcv_disagreement){.call = NULL};
    at->diag = diag;
}

/* ---- deciding ---- */

/* The advice is one that was tried. */
static void advise(lcv_trial *t)
{
    char *known = t->advice;
    t->advice = t->open && !t->undecided ? lcv_enough_condition(&t->problem, t->side, known)
                                         : NULL;
    free(known);
}

static lcv_result *unknown(lcv_trial *t)
{
    lc_ctx *ctx = t->ctx;
    if (!t->e->tentative && !t->e->proofs_alone)
        advise(t);
    const char *held = t->undecided ? "some instances were not decided; it held at %z others"
                                    : "it held at the %z instances tried";
    if (t->held == 0 && !t->undecided)
        return lcv_unknown(ctx, LCV_BY_SYMBOLS,
                           lcv_text(ctx,
                                    "no values of the parameters were found that satisfy the "
                                    "assumptions"));
    return lcv_unknown(ctx, LCV_BY_SYMBOLS,
                       lcv_text(ctx, "%s; %S%s%s", t->obstacle ? t->obstacle : "not proved",
                                lcv_text(ctx, held, t->held),
                                t->advice ? "; proved with: assume " : "",
                                t->advice ? t->advice : ""));
}

static lcv_result *decide(lcv_trial *t)
{
    bool stop = lcv_trial_first(t), first = !stop && !t->has_trouble && t->held > 0;
    size_t cases = 0;
    lcv_result *result = first ? lcv_trial_prove(t, &stop) : NULL;
    if (result || lc_ctx_code(t->ctx) != LC_OK)
        return result;
    lcr_confirmation_clear(&t->opinion);
    t->asked = false; /* cases that do not make a proof */
    stop = stop || lcv_trial_others(t);
    const bool further = !stop && !t->has_trouble && !t->e->proofs_alone;
    if (further && lcv_trial_all(t, &cases) && !t->fails)
        return lcv_trial_proved(t, LCV_BY_INSTANCES, lcv_text(t->ctx, ": each of the %z", cases));
    if (further && !t->has_trouble && !t->fails && !t->e->tentative)
        lcv_trial_graded(t);
    if (t->fails)
        return lcv_trial_refuted(t);
    if (t->has_trouble) {
        lcv_attempt_report(&t->problem, t->troubled, &t->trouble);
        return NULL;
    }
    return unknown(t);
}

/* ---- explained ---- */

/* Under which conditions it holds all the same; the claim by name, where it is not the whole. */
static void tell_missing(lcv_trial *t, const char *claim, lc_text *out)
{
    char *found[LCV_MISSING];
    size_t n = lcv_missing_conditions(&t->problem, t->failing, found);
    bool part = t->e->beside_calls && claim;
    for (size_t i = 0; i < n; i++) {
        lc_text_printf(out, "  %s%sproved where %s is assumed\n", part ? claim : "",
                       part ? " is " : "", found[i]);
        free(found[i]);
    }
}

static void explain_verdict(lcv_trial *t, const lcv_result *result)
{
    lc_text *out = &t->e->explain->text;
    const lcv_counterexample *c = &result->counterexample;
    char *claim = lcv_source_excerpt(t->e->source, t->problem.ast->span, 400);
    lc_text_printf(out, "%s\n  %s", claim ? claim : "", lcv_verdict_name(result->verdict));
    if (lcv_is_refuted(result)) {
        lc_text_printf(out, " at %s: %s\n", c->where, c->summary);
        for (size_t i = 0; i < c->nsteps; i++)
            lc_text_printf(out, "    %s\n", c->steps[i]);
        tell_missing(t, claim, out);
    } else {
        lc_text_printf(out, " %s, by %s\n", result->reason ? result->reason : "", result->method);
    }
    free(claim);
}

/* The same of a claim that was refuted in another way. */
static void tell_missing_of(lcv_eval *e, const lcv_ast *ast, const lcv_result *result)
{
    lcv_trial *t = lc_alloc(e->ctx, 1, sizeof *t);
    char *claim = lcv_source_excerpt(e->source, ast->span, 400);
    if (t)
        *t = (lcv_trial){.e = e, .ctx = e->ctx};
    bool known = t && lcv_problem_open(&t->problem, e, ast);
    for (size_t i = 0; known && i < t->problem.n; i++) {
        const lcv_counterexample *c = &result->counterexample;
        const char *name = t->problem.parameter[i]->formula->text;
        size_t k = 0;
        while (k < c->nparameters && strcmp(c->parameters[k].name, name) != 0)
            k++;
        known = k < c->nparameters &&
                lc_int_parse(e->ctx, c->parameters[k].value, strlen(c->parameters[k].value),
                             &t->failing[i]);
    }
    if (known)
        tell_missing(t, claim, &e->explain->text);
    if (t)
        lcv_problem_close(&t->problem);
    free(claim);
    free(t);
}

/* Decides the claim for all values of the parameters. If asked, only where these are few: else
 * NULL without an error. */
static lcv_result *claim_for_all(lcv_eval *e, const lcv_ast *ast, bool finite)
{
    lcv_confirmed cases = {0};
    lcv_result *result = NULL;
    lcv_trial *t = lc_alloc(e->ctx, 1, sizeof *t);
    if (!t)
        return lcv_eval_failed(e, ast->span);
    *t = (lcv_trial){.e = e, .ctx = e->ctx, .cases = &cases, .opinion = {.opinion = LCR_UNSURE}};
    lc_ctx_reset(e->ctx);
    lc_ctx_does(e->ctx, "for all values of parameters", NULL);
    if (e->certify)
        t->certified = lcv_certified_new(e->ctx);
    if (lcv_problem_open(&t->problem, e, ast) && (!finite || lcv_trial_is_finite(t))) {
        lcv_choice_init(&t->choice, &t->problem);
        result = lcv_settle(e->ctx, decide(t));
        if (result && e->explain)
            explain_verdict(t, result);
        if (!result && e->status == LCV_EVAL_OK)
            lcv_eval_failed(e, ast->span);
    }
    lcv_attempt_clear(&t->trouble);
    lcv_problem_close(&t->problem);
    lcr_confirmation_clear(&t->opinion);
    free(cases.why);
    lcv_certified_free(t->certified);
    free(t->obstacle);
    free(t->advice);
    free(t);
    return result;
}

static lcv_result *claim_part(void *user, const lcv_ast *part)
{
    return lcv_any_claim(user, part);
}

/* What is proved of tables that are not there says nothing. */
static void note_nothing(lcv_eval *e, const lcv_ast *claim)
{
    bool tried;
    if (lcv_tables_of(e, claim, &tried) != LCV_FOUND && tried)
        lcv_notes_add(
            e->notes, e->source, claim->span,
            "no table that keeps the promises was found, at any numbers that were tried: "
            "the claim may be about nothing");
}

/* Takes over both; a second one that decides, or is an error, is the answer. */
static lcv_result *better(const lcv_eval *e, lcv_result *first, lcv_result *second)
{
    bool other = second ? second->verdict != LCV_UNKNOWN : e->status == LCV_EVAL_ERROR;
    lcv_result_free(other ? first : second);
    return other ? second : first;
}

/* A claim about a map that is no relation of isl: where the parameters have few numbers, it is at
 * each of them, and so are other claims than those about values at the first ones that fail. */
static lcv_result *claim_of_tables(lcv_eval *e, const lcv_ast *ast)
{
    const lcv_ast *name = ast->kind == LCV_AST_APPLY ? ast->child : NULL;
    bool few = name && name->kind == LCV_AST_NAME && lcv_is_of_values(name->text);
    lcv_result *result = lcv_table_claim(e, ast);
    bool open = result && result->verdict == LCV_UNKNOWN && !lcv_has_tables(e, ast) &&
                !e->proofs_alone;
    return open ? better(e, result, claim_for_all(e, ast, few)) : result;
}

#define FIRST_SHARE 8 /* of the budget, before points are looked at */

/* What isl decides with a share of its budget, and thinks of it; else NULL, without the opinions
 * on the way there. An error stays. */
static lcv_result *soon(lcv_eval *e, const lcv_ast *ast)
{
    const unsigned long budget = lcr_budget(e->r);
    lcv_confirmed before = e->confirmed ? *e->confirmed : (lcv_confirmed){0};
    const size_t unchecked = e->unchecked;
    char *why = before.why ? strdup(before.why) : NULL;
    lcr_set_budget(e->r, budget / FIRST_SHARE + 1);
    lcv_result *result = lcv_eval_claim(e, ast);
    lcr_set_budget(e->r, budget);
    bool open = result ? result->verdict == LCV_UNKNOWN : e->status == LCV_EVAL_UNDECIDED;
    if (open) {
        if (e->confirmed) {
            free(e->confirmed->why);
            *e->confirmed = before;
            e->confirmed->why = why;
            why = NULL;
        }
        e->unchecked = unchecked;
        lcv_result_free(result);
        result = NULL;
        lcv_diag_clear(e->diag);
        lc_ctx_reset(e->ctx);
        e->status = LCV_EVAL_OK;
    }
    free(why);
    return result;
}

/* Is there a map among the arguments, and not behind a name, for which isl has read it? */
static bool has_map(const lcv_ast *claim)
{
    const lcv_ast *arg = claim->kind == LCV_AST_APPLY ? claim->child->next : NULL;
    while (arg && arg->kind != LCV_AST_MAP)
        arg = arg->next;
    return arg != NULL;
}

/* Points that are few are looked at before isl takes its time. NULL: it may take it, or an
 * error. */
static lcv_result *claim_of_few_points(lcv_eval *e, const lcv_ast *ast)
{
    if (lcr_budget(e->r) == 0 || !lc_ctx_shortcuts(e->ctx) || !has_map(ast) ||
        !lcv_is_of_few_points(e, ast))
        return NULL;
    lcv_result *result = soon(e, ast);
    if (result || e->status != LCV_EVAL_OK)
        return result;
    result = lcv_listed_claim(e, ast);
    if (!result) {
        lcv_diag_clear(e->diag);
        e->status = LCV_EVAL_OK;
    }
    return result;
}

/* A claim about a map that is too much for isl, or no relation that the claim takes, is decided
 * by a look at each point. */
static lcv_result *claim_of_numbers(lcv_eval *e, const lcv_ast *ast)
{
    const bool claim = lcv_is_claim(e, ast), map = claim && lcv_is_about_maps(e, ast);
    lcv_result *result = claim ? lcv_rest_claim(e, ast) : NULL;
    if (!result && map && e->status == LCV_EVAL_OK)
        result = claim_of_few_points(e, ast);
    if (result || e->status != LCV_EVAL_OK)
        return result;
    result = lcv_eval_claim(e, ast);
    bool open = result ? result->verdict == LCV_UNKNOWN : e->status != LCV_EVAL_OK;
    if (!open || lc_ctx_ends(e->ctx) || !map)
        return result;
    lcv_result *listed = lcv_listed_claim(e, ast);
    if (listed || result) {
        lcv_diag_clear(e->diag);
        e->status = LCV_EVAL_OK;
    }
    if (listed)
        lcv_result_free(result);
    return listed ? listed : result;
}

/* A claim about a map, or else NULL, by one about its layout. */
static lcv_result *claim_as_layout(lcv_eval *e, const lcv_ast *ast)
{
    lcv_arena *arena = lcv_arena_new();
    const lcv_ast *about[LCV_AS_LAYOUT];
    size_t n = arena && !lc_ctx_ends(e->ctx) ? lcv_claims_of_layout(arena, e, ast, about) : 0;
    lcv_result *result = NULL;
    bool tentative = e->tentative;
    e->tentative = true;
    for (size_t i = 0; i < n && !result; i++) {
        result = lcv_is_about_tables(e, about[i]) ? lcv_table_claim(e, about[i])
                                                  : claim_for_all(e, about[i], false);
        bool proved = result && result->verdict == LCV_PROVED;
        char *text = proved ? lcv_ast_text(lcv_ast_copy(arena, about[i])) : NULL;
        bool layout = about[i]->child->next->kind != LCV_AST_MAP;
        char *reason = !text    ? NULL
                       : layout ? lcv_text(e->ctx, "%s; as %s", result->reason, text)
                                : lcv_text(e->ctx, "%s", result->reason);
        if (reason) {
            free(result->reason);
            result->reason = reason;
        } else {
            lcv_result_free(result);
            result = NULL;
        }
        free(text);
        lcv_diag_clear(e->diag);
        e->status = LCV_EVAL_OK;
    }
    e->tentative = tentative;
    lcv_arena_free(arena);
    return result;
}

static lcv_result *claim_in_symbols(lcv_eval *e, const lcv_ast *ast)
{
    if (lcv_is_about_tables(e, ast)) {
        lcv_result *made = claim_of_tables(e, ast);
        if (e->explain && lcv_is_refuted(made) && !lcv_has_tables(e, ast))
            tell_missing_of(e, ast, made);
        return made;
    }
    lcv_result *result = claim_for_all(e, ast, false);
    if (!result || result->verdict != LCV_UNKNOWN || !lcv_is_about_maps(e, ast))
        return result;
    lcv_result *other = lcv_table_claim(e, ast); /* there are other proofs */
    if (!other && !lcv_is_about_a_map(e, ast)) {
        lcv_diag_clear(e->diag);
        e->status = LCV_EVAL_OK;
    }
    return better(e, result, other);
}

/* A claim about a map: in symbols, as one about its layout, and last at more numbers. */
static lcv_result *claim_of_map(lcv_eval *e, const lcv_ast *ast)
{
    const bool last = e->proofs_alone;
    e->proofs_alone = true;
    lcv_result *result = claim_in_symbols(e, ast);
    e->proofs_alone = last;
    if (!result || result->verdict != LCV_UNKNOWN)
        return result;
    result = better(e, result, claim_as_layout(e, ast));
    if (result && result->verdict == LCV_UNKNOWN && !last)
        result = better(e, result, claim_in_symbols(e, ast));
    return result;
}

static lcv_result *any_claim(lcv_eval *e, const lcv_ast *ast)
{
    if (!lcv_depends(e->scope, ast))
        return claim_of_numbers(e, ast);
    if (lcv_is_logic(ast) && ast->op == LCV_OP_AND) {
        const lcv_ast *outside = e->whole;
        e->whole = outside ? outside : ast;
        lcv_result *result = lcv_eval_logic(e, ast, true, claim_part, e);
        e->whole = outside;
        return result;
    }
    if (!lcv_is_claim(e, ast))
        return lcv_eval_no_claim(e, ast, lcv_any_value(e, ast));
    lcv_arena *arena = lcv_arena_new();
    const lcv_ast *inside = arena ? lcv_guard_in_map(arena, e, ast) : NULL;
    if (arena && !inside && lcv_is_about_tables(e, ast))
        inside = lcv_counted_claim(arena, e, ast);
    const lcv_ast *claim = inside ? inside : ast;
    bool map = lcv_is_about_tables(e, claim) || lcv_is_about_maps(e, claim);
    lcv_result *result = lcv_rest_claim(e, claim);
    if (!result && e->status == LCV_EVAL_OK)
        result = map ? claim_of_map(e, claim) : claim_in_symbols(e, claim);
    lcv_arena_free(arena);
    return result;
}

lcv_result *lcv_any_claim(lcv_eval *e, const lcv_ast *ast)
{
    lcv_result *result = any_claim(e, ast);
    if (result && result->verdict == LCV_PROVED && e->notes && !e->whole)
        note_nothing(e, ast);
    return result;
}

bool lcv_is_proved(const lcv_eval *e, const lcv_ast *claim)
{
    lcv_diag diag = {0};
    lcv_eval at = *e;
    listen_to_nothing(&at, &diag);
    at.tentative = true;
    lc_frame frame = lc_frame_open(at.ctx);
    lcv_result *result = lcv_any_claim(&at, claim);
    bool proved = result && result->verdict == LCV_PROVED;
    lcv_result_free(result);
    lcv_disagreement_clear(&at.disagreement);
    lcv_diag_clear(&diag);
    lc_ctx_reset(at.ctx);
    lc_frame_close(at.ctx, frame);
    return proved;
}
