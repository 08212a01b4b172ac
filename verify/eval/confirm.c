/* confirm.c - isl's opinions of values and verdicts, counted. */
#include "config.h"

#include "eval.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../crosscheck/confirm.h"

#define SECOND "isl, a second opinion"
#define MOST_BYTES 4096 /* bytes of the text about a statement */

size_t lcv_confirmed_open(const size_t open[LCR_REASONS])
{
    size_t sum = 0;
    for (size_t i = 0; i < LCR_REASONS; i++)
        sum += open[i];
    return sum;
}

static bool asked(const lcv_eval *e)
{
    return e->confirmed && e->crosscheck == LCV_CROSSCHECK_ISL;
}

/* One more line for an answer that was not confirmed. */
static void tell(lcv_confirmed *c, const char *what, const char *reason)
{
    lc_text longer = {0};
    if (c->why && strlen(c->why) >= MOST_BYTES)
        return;
    lc_text_printf(&longer, "%s%s%s: %s", c->why ? c->why : "", c->why ? "\n" : "", what, reason);
    if (!longer.failed) {
        free(c->why);
        c->why = lc_text_take(NULL, &longer);
    }
    lc_text_free(&longer);
}

static void count(lcv_eval *e, const char *what, bool value, const lcr_confirmation *c)
{
    lcv_confirmed *all = e->confirmed;
    all->sets += c->sets;
    all->seconds += c->seconds;
    if (c->opinion == LCR_AGREES && value)
        all->values++;
    else if (c->opinion == LCR_AGREES)
        all->claims++;
    else if (c->reason == LCR_BY_READING)
        all->read++;
    else if (c->reason == LCR_BY_ARITHMETIC)
        all->computed++;
    else {
        all->open[c->reason]++;
        tell(all, what, c->reason == LCR_SURE ? "" : lcr_reason_told(c->reason));
    }
}

/* Keeps both answers, the set and the point. */
static void disagree(lcv_eval *e, lcv_span span, const char *name, const lcv_rule *rule, size_t n,
                     lcv_value *const *arg, char *answer, lcr_confirmation *c)
{
    lcv_disagreement *d = &e->disagreement;
    e->status = LCV_EVAL_DISAGREEMENT;
    lcv_disagreement_clear(d);
    d->call = lcv_eval_call_text(e, name, n, arg);
    d->value = answer;
    d->law = lcv_rule_text(rule);
    d->method = c->by;
    d->problem = c->why;
    d->set = c->set;
    d->point = c->point;
    c->why = c->set = c->point = NULL;
    lcv_diag_set_as(e->diag, LCV_ERROR_INTERNAL, e->source, span,
                    asked(e) ? "%s: isl does not agree" : "%s: its law fails at a point", name);
}

/* The subject of a question to isl: a value, or its text, or else a verdict. */
typedef struct {
    const lcv_value *value;
    const char *text;
    const lcv_result *result;
    const lcv_rule *rule; /* the law that the value rests on, or NULL */
} answer;

static char *answer_text(lcr_ctx *r, const answer *a)
{
    return a->value          ? lcv_value_to_str(r, a->value)
           : a->text != NULL ? strdup(a->text)
                             : strdup(lcv_verdict_name(a->result->verdict));
}

/* Where isl denies a value, a coordinate says it better than a set does, if one is found. */
static void put_simply(lcv_eval *e, const char *operation, size_t n, lcv_value *const *arg,
                       const lcv_value *value, lcr_confirmation *c)
{
    lcr_confirmation seen;
    if (c->opinion != LCR_DISAGREES ||
        !lcv_confirm_value(e->r, operation, n, arg, value, true, &seen))
        return;
    if (seen.opinion == LCR_DISAGREES && !seen.set) {
        free(c->why);
        c->why = seen.why;
        seen.why = NULL;
    }
    lcr_confirmation_clear(&seen);
}

/* Counts the answer to a question; false: a disagreement, or an error. */
static bool settle(lcv_eval *e, lcv_span span, bool ok, const char *name, size_t n,
                   lcv_value *const *arg, const answer *a, lcr_confirmation *c)
{
    if (!ok && lc_ctx_code(e->ctx) != LC_OK) {
        lcv_eval_failed(e, span);
    } else if (c->opinion == LCR_DISAGREES) {
        disagree(e, span, name, a->rule, n, arg, answer_text(e->r, a), c);
    } else if (!asked(e)) {
        e->unchecked += c->reason != LCR_BY_POINTS && !lcr_reason_needs_no_set(c->reason);
    } else {
        bool open = c->opinion == LCR_UNSURE && !lcr_reason_needs_no_set(c->reason);
        char *what = open ? lcv_kept(e->ctx, lcv_eval_call_text(e, name, n, arg)) : NULL;
        count(e, what ? what : name, !a->result, c);
    }
    lcr_confirmation_clear(c);
    lc_ctx_reset(e->ctx);
    return e->status == LCV_EVAL_OK;
}

bool lcv_eval_confirm_value(lcv_eval *e, lcv_span span, const lcv_operation *of, size_t n,
                            lcv_value *const *arg, const lcv_value *value)
{
    lcr_confirmation c;
    bool points = e->crosscheck == LCV_CROSSCHECK_POINTS;
    if (!points && !asked(e))
        return true;
    lc_ctx_reset(e->ctx);
    lc_ctx_does(e->ctx, of->name, points ? "its law at points" : SECOND);
    lc_frame frame = lc_frame_open(e->ctx);
    bool ok = lcv_confirm_operation(e->r, of, n, arg, value, points, &c);
    if (ok && !points)
        put_simply(e, of->name, n, arg, value, &c);
    lc_frame_close(e->ctx, frame);
    answer a = {.value = value, .rule = lcv_rule_for(of->rules, of->operands, n, arg)};
    return settle(e, span, ok, of->name, n, arg, &a, &c);
}

bool lcv_eval_confirm_relation(lcv_eval *e, lcv_span span, const char *operation, lcv_value *x,
                               const char *text)
{
    lcr_confirmation c;
    if (!asked(e))
        return true;
    lc_ctx_reset(e->ctx);
    bool ok = lcv_confirm_relation(e->r, operation, x, text, &c);
    const lcv_operation *of = lcv_operation_find(operation);
    answer a = {.text = text, .rule = lcv_rule_for(of->rules, of->operands, 1, &x)};
    return settle(e, span, ok, operation, 1, &x, &a, &c);
}

bool lcv_eval_confirm_claim(lcv_eval *e, lcv_span span, const lcv_claim *claim, size_t n,
                            lcv_value *const *args, const lcv_result *result)
{
    lcr_confirmation c;
    if (!asked(e) || result->verdict == LCV_UNKNOWN)
        return true;
    lc_ctx_reset(e->ctx);
    lc_ctx_does(e->ctx, claim->name, SECOND);
    bool ok = lcv_confirm_claim(e->r, claim, n, args, result, &c);
    answer a = {.result = result, .rule = lcv_rule_for(claim->rules, claim->operands, n, args)};
    return settle(e, span, ok, claim->name, n, args, &a, &c);
}

void lcv_eval_confirm_step(void *user, const char *name, size_t n, lcv_value *const *arg,
                           const lcv_value *value)
{
    const lcv_told_at *at = user;
    const lcv_result holds = {.verdict = LCV_PROVED};
    struct lcv_confirmed *others = at->e->confirmed;
    if (others && at->e->steps)
        at->e->confirmed = at->e->steps;
    if (value)
        lcv_eval_confirm_value(at->e, at->span, lcv_operation_find(name), n, arg, value);
    else
        lcv_eval_confirm_claim(at->e, at->span, lcv_claim_find(name), n, arg, &holds);
    at->e->confirmed = others;
}

bool lcv_eval_asks(const lcv_eval *e)
{
    return asked(e);
}

/* What is written there, if isl is asked about it. */
static const char *place_text(lcv_eval *e, lcv_span span)
{
    char *what = asked(e) ? lcv_source_excerpt(e->source, span, 200) : NULL;
    return what ? lcv_kept(e->ctx, what) : "";
}

void lcv_eval_confirm_symbolic(lcv_eval *e, lcv_span span, bool value, lcr_confirmation *c)
{
    const char *text = place_text(e, span);
    if (asked(e) && c->opinion == LCR_DISAGREES) {
        lcv_disagreement_clear(&e->disagreement);
        e->status = LCV_EVAL_DISAGREEMENT;
        e->disagreement = (lcv_disagreement){.call = strdup(text),
                                             .method = c->by,
                                             .problem = c->why,
                                             .set = c->set,
                                             .point = c->point};
        c->why = c->set = c->point = NULL;
        lcv_diag_set_as(e->diag, LCV_ERROR_INTERNAL, e->source, span, "%s: isl does not agree",
                        text);
    } else if (asked(e)) {
        count(e, text, value, c);
    }
    lcr_confirmation_clear(c);
}

void lcv_eval_not_asked_of(lcv_eval *e, const char *what, lcr_reason reason)
{
    lcr_confirmation c = {.opinion = LCR_UNSURE, .reason = reason};
    if (asked(e))
        count(e, what, false, &c);
}

void lcv_eval_not_asked(lcv_eval *e, lcv_span span, lcr_reason reason)
{
    lcv_eval_not_asked_of(e, place_text(e, span), reason);
}
