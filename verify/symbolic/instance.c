/* instance.c - the outcome of a problem at numbers. */
#include "config.h"

#include "../tables/small.h"
#include "form.h"

#include "../eval/logic.h"

#include <stdlib.h>
#include <string.h>

/* The numbers of an attempt, and the values of the names. */
typedef struct {
    lcv_instance instance;
    lc_int number[LCV_MAX_PARAMETERS];
    lc_frame frame;
} place;

/* The evaluation of one attempt: like that of the problem, but at an instance, with an error and
 * a disagreement of its own. */
static bool open_attempt(const lcv_problem *p, const lc_int *value, bool crosscheck, place *here,
                         lcv_attempt *attempt, lcv_eval *at)
{
    *attempt = (lcv_attempt){.at = LCV_AT_ERROR};
    here->frame = lc_frame_open(p->ctx);
    memcpy(here->number, value, p->n * sizeof(lc_int));
    here->instance = (lcv_instance){.nparameters = p->n,
                                    .nexpressions = p->nexpressions,
                                    .parameter = p->parameter,
                                    .expression = p->expression,
                                    .number = here->number};
    here->instance.value = lc_frame_alloc(p->ctx, p->nexpressions, sizeof(lcv_value *));
    if (!here->instance.value)
        return false;
    *at = *p->e;
    at->status = LCV_EVAL_OK;
    at->instance = &here->instance;
    at->diag = &attempt->diag;
    at->notes = NULL;
    at->disagreement = (lcv_disagreement){0};
    at->explain = NULL;
    at->certify = NULL;
    at->certificate = NULL;
    at->crosscheck = crosscheck ? at->crosscheck : LCV_CROSSCHECK_OFF;
    at->confirmed = NULL; /* isl is only asked about the instance reported (symbolic.c), and */
    at->figure = NULL;    /* that is the one that is drawn */
    at->unchecked = 0;
    return true;
}

static void close_attempt(const lcv_problem *p, place *here, lcv_attempt *attempt, lcv_eval *at)
{
    lc_frame_close(p->ctx, here->frame);
    attempt->disagreement = at->disagreement;
    attempt->certificate = at->certificate;
    p->e->unchecked += at->unchecked;
    if (at->status == LCV_EVAL_ERROR)
        attempt->at = LCV_AT_ERROR;
    else if (at->status == LCV_EVAL_UNDECIDED)
        attempt->at = LCV_AT_UNKNOWN;
    else if (at->status == LCV_EVAL_DISAGREEMENT)
        attempt->at = LCV_AT_DISAGREEMENT;
}

/* An assumption at the instance. */
static bool holds(const lcv_formula *f, lcv_eval *at)
{
    lcv_eval there = *at;
    there.source = f->source;
    there.scope = f->scope;
    lcv_result *result = lcv_eval_claim(&there, f->ast);
    at->status = there.status;
    at->disagreement = there.disagreement;
    bool proved = result && result->verdict == LCV_PROVED;
    lcv_result_free(result);
    return proved;
}

static bool admits(const lcv_problem *p, lcv_eval *at)
{
    for (size_t i = 0; i < p->nassumptions; i++)
        if (!holds(p->assumption[i]->formula, at))
            return false;
    return true;
}

/* The claim fails at an instance only where there are such tables as are declared. */
static lcv_at failing(const lcv_problem *p, const lc_int *value)
{
    lcv_found found = lcv_tables_at(p->e, p->n, p->parameter, value);
    return found == LCV_FOUND           ? LCV_AT_FAILS
           : found == LCV_NO_SUCH_TABLE ? LCV_AT_EXCLUDED
                                        : LCV_AT_UNKNOWN;
}

lcv_attempt lcv_try_claim(const lcv_problem *p, const lc_int *value, bool crosscheck,
                          lcv_visit *visit, void *user)
{
    lcv_attempt attempt;
    place here;
    lcv_eval at;
    if (!open_attempt(p, value, crosscheck, &here, &attempt, &at))
        return attempt;
    if (!admits(p, &at)) {
        attempt.at = LCV_AT_EXCLUDED;
        if (at.status == LCV_EVAL_ERROR && attempt.diag.code == LCV_ERROR_LIMIT)
            at.status = LCV_EVAL_UNDECIDED; /* not known, as 1 << k is of a large k */
    } else if (!visit || visit(user, &at)) {
        attempt.result = lcv_eval_claim(&at, p->ast);
        lcv_verdict verdict = attempt.result ? attempt.result->verdict : LCV_UNKNOWN;
        attempt.at = verdict == LCV_PROVED    ? LCV_AT_HOLDS
                     : verdict == LCV_REFUTED ? failing(p, value)
                                              : LCV_AT_UNKNOWN;
    }
    close_attempt(p, &here, &attempt, &at);
    return attempt;
}

/* Are all integers that claims are given, sizes and bounds, at least 1 here? */
static bool is_whole(const lcv_ast *ast, lcv_eval *at)
{
    lc_int n;
    if (lcv_is_logic(ast))
        return is_whole(ast->child, at) && (!ast->child->next || is_whole(ast->child->next, at));
    bool whole = true;
    for (const lcv_ast *part = ast->kind == LCV_AST_APPLY ? ast->child->next : NULL;
         whole && part; part = part->next) {
        const lcv_ast *expr = part->kind == LCV_AST_KEYWORD ? part->child : part;
        lcv_value *v = lcv_depends(at->scope, expr) ? lcv_eval_value(at, expr) : NULL;
        whole = !v || v->kind != LCV_TUPLE || !lcv_as_int(at->ctx, v, &n) || lc_int_sign(n) > 0;
        lc_ctx_reset(at->ctx);
        at->status = LCV_EVAL_OK; /* the claim tells of errors */
    }
    return whole;
}

typedef struct {
    const lcv_ast *claim;
    bool whole;
} looked;

static bool look_at_sizes(void *user, lcv_eval *at)
{
    looked *l = user;
    l->whole = is_whole(l->claim, at);
    return true;
}

bool lcv_fails_at(const lcv_problem *p, const lc_int *value, bool *whole)
{
    looked l = {p->ast, false};
    lcv_attempt attempt = lcv_try_claim(p, value, false, look_at_sizes, &l);
    bool fails = attempt.at == LCV_AT_FAILS;
    lcv_attempt_clear(&attempt);
    *whole = l.whole;
    return fails;
}

lcv_attempt lcv_try_value(const lcv_problem *p, const lc_int *value)
{
    lcv_attempt attempt;
    place here;
    lcv_eval at;
    if (!open_attempt(p, value, true, &here, &attempt, &at))
        return attempt;
    bool admitted = admits(p, &at);
    if (admitted)
        lcv_eval_value(&at, p->ast);
    attempt.at = admitted ? LCV_AT_HOLDS : LCV_AT_EXCLUDED;
    close_attempt(p, &here, &attempt, &at);
    return attempt;
}

bool lcv_try_look(const lcv_problem *p, const lc_int *value, lcv_look *look)
{
    lcv_attempt attempt;
    place here;
    lcv_eval at;
    if (!open_attempt(p, value, false, &here, &attempt, &at))
        return false;
    lcv_value *v = admits(p, &at) ? lcv_eval_value(&at, p->ast) : NULL;
    if (v) {
        *look = (lcv_look){.kind = v->kind,
                           .outside = v->kind == LCV_COMPOSED || lcv_has_offset(v)};
        look->rank = v->kind == LCV_TUPLE ? lc_tuple_rank(v->tuple)
                     : v->layout          ? lc_layout_rank(v->layout)
                                          : 0;
    }
    close_attempt(p, &here, &attempt, &at);
    lcv_attempt_clear(&attempt);
    lc_ctx_reset(p->ctx);
    return v != NULL;
}

bool lcv_try_agrees(const lcv_problem *p, const lc_int *value, bool exists, lcv_forms *f,
                    const lcv_form *form, const lc_int *symbol)
{
    lcv_attempt attempt;
    place here;
    lcv_eval at;
    if (!open_attempt(p, value, false, &here, &attempt, &at))
        return false;
    bool admitted = admits(p, &at);
    lcv_value *v = admitted ? lcv_eval_value(&at, p->ast) : NULL;
    lcv_error error = attempt.diag.code;
    bool none = admitted && at.status == LCV_EVAL_ERROR &&
                (error == LCV_ERROR_NO_VALUE || error == LCV_ERROR_ARGUMENT);
    bool agrees = v ? lcv_form_agrees(f, form, symbol, v) : !(exists && none);
    close_attempt(p, &here, &attempt, &at);
    lcv_attempt_clear(&attempt);
    lc_ctx_reset(p->ctx);
    return agrees;
}

char *lcv_try_text(const lcv_problem *p, const lc_int *value)
{
    lcv_attempt attempt;
    place here;
    lcv_eval at;
    char *text = NULL;
    if (!open_attempt(p, value, false, &here, &attempt, &at))
        return NULL;
    lcv_value *v = lcv_eval_value(&at, p->ast);
    if (v)
        text = lcv_value_to_str(p->e->r, v);
    close_attempt(p, &here, &attempt, &at);
    lcv_attempt_clear(&attempt);
    lc_ctx_reset(p->ctx);
    return text;
}

bool lcv_try_sides(const lcv_problem *p, const lcv_formula *f, const lc_int *value,
                   lc_int *difference)
{
    lcv_attempt attempt;
    place here;
    lcv_eval at;
    lc_int side[2];
    bool ok = open_attempt(p, value, false, &here, &attempt, &at);
    if (!ok)
        return false;
    at.source = f->source;
    at.scope = f->scope;
    const lcv_ast *ast = f->ast->child;
    for (int i = 0; ok && i < 2; i++, ast = ast->next) {
        lcv_value *v = lcv_eval_value(&at, ast);
        ok = v && lcv_as_int(p->ctx, v, &side[i]);
    }
    if (ok)
        *difference = lc_int_sub(p->ctx, side[0], side[1]);
    lc_frame frame = here.frame;
    here.frame = lc_frame_open(p->ctx);
    close_attempt(p, &here, &attempt, &at);
    lcv_attempt_clear(&attempt);
    lc_ctx_reset(p->ctx);
    *difference = ok ? lc_frame_return(p->ctx, frame, *difference) : lc_int_const(0);
    return ok;
}

void lcv_attempt_clear(lcv_attempt *attempt)
{
    lcv_result_free(attempt->result);
    lcv_diag_clear(&attempt->diag);
    lcv_disagreement_clear(&attempt->disagreement);
    free(attempt->certificate);
    *attempt = (lcv_attempt){.at = LCV_AT_EXCLUDED};
}

void lcv_attempt_report(const lcv_problem *p, const lc_int *value, lcv_attempt *attempt)
{
    lcv_eval *e = p->e;
    char *where = lcv_instance_text(p, value);
    lcv_source *source = attempt->diag.source ? attempt->diag.source : e->source;
    lcv_span span = attempt->diag.source ? attempt->diag.span : p->ast->span;
    e->status = attempt->at == LCV_AT_DISAGREEMENT ? LCV_EVAL_DISAGREEMENT
                : attempt->at == LCV_AT_UNKNOWN    ? LCV_EVAL_UNDECIDED
                                                   : LCV_EVAL_ERROR;
    lcv_diag_set(e->diag, source, span, "at %s: %s", where ? where : "?",
                 lcv_message(attempt->diag.message));
    if (attempt->diag.hint)
        lcv_diag_hint(e->diag, "%s", attempt->diag.hint);
    if (attempt->at == LCV_AT_DISAGREEMENT) {
        lcv_disagreement_clear(&e->disagreement);
        e->disagreement = attempt->disagreement;
        attempt->disagreement = (lcv_disagreement){0};
    }
    free(where);
    lc_ctx_reset(p->ctx);
}
