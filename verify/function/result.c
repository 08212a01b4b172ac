/* result.c - results of claims, made step by step. */
#include "config.h"

#include "result.h"

#include "../value/formula.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- results ---- */

const char *lcv_verdict_name(lcv_verdict verdict)
{
    return verdict == LCV_PROVED ? "PROVED" : verdict == LCV_REFUTED ? "REFUTED" : "UNKNOWN";
}

static void free_fault(lcv_fault *fault)
{
    free(fault->of);
    free(fault->at);
    free(fault->coordinate);
    free(fault->roles);
    free(fault->value);
}

void lcv_result_free(lcv_result *result)
{
    if (!result)
        return;
    free(result->reason);
    free(result->counterexample.where);
    free(result->counterexample.summary);
    for (size_t i = 0; i < result->counterexample.nsteps; i++)
        free(result->counterexample.steps[i]);
    free(result->counterexample.steps);
    for (size_t i = 0; i < result->counterexample.nparameters; i++) {
        free(result->counterexample.parameters[i].name);
        free(result->counterexample.parameters[i].value);
    }
    free(result->counterexample.parameters);
    for (size_t i = 0; i < result->counterexample.nfaults; i++)
        free_fault(&result->counterexample.faults[i]);
    free(result->counterexample.faults);
    free(result);
}

static lcv_result *result_new(lc_ctx *ctx, lcv_verdict verdict, const char *method)
{
    lcv_result *result = lc_alloc(ctx, 1, sizeof *result);
    if (result) {
        memset(result, 0, sizeof *result);
        result->verdict = verdict;
        result->method = method;
    }
    return result;
}

/* ---- copies ---- */

/* A missing text stays missing. */
static char *copied(lc_ctx *ctx, const char *text)
{
    return text ? lcv_text(ctx, "%s", text) : NULL;
}

static void copy_steps(lc_ctx *ctx, lcv_counterexample *to, const lcv_counterexample *from)
{
    to->steps = lc_alloc(ctx, from->nsteps, sizeof *to->steps);
    for (size_t i = 0; to->steps && i < from->nsteps; i++)
        to->steps[to->nsteps++] = copied(ctx, from->steps[i]);
}

static void copy_parameters(lc_ctx *ctx, lcv_counterexample *to, const lcv_counterexample *from)
{
    to->parameters = lc_alloc(ctx, from->nparameters, sizeof *to->parameters);
    for (size_t i = 0; to->parameters && i < from->nparameters; i++)
        to->parameters[to->nparameters++] =
            (lcv_parameter_value){copied(ctx, from->parameters[i].name),
                                  copied(ctx, from->parameters[i].value)};
}

static void copy_faults(lc_ctx *ctx, lcv_counterexample *to, const lcv_counterexample *from)
{
    to->faults = lc_alloc(ctx, from->nfaults, sizeof *to->faults);
    for (size_t i = 0; to->faults && i < from->nfaults; i++) {
        const lcv_fault *f = &from->faults[i];
        to->faults[to->nfaults++] = (lcv_fault){copied(ctx, f->of), copied(ctx, f->at),
                                                copied(ctx, f->coordinate), copied(ctx, f->roles),
                                                copied(ctx, f->value)};
    }
}

lcv_result *lcv_result_copy(lc_ctx *ctx, const lcv_result *result)
{
    const lcv_counterexample *from = &result->counterexample;
    lc_ctx_reset(ctx);
    lcv_result *made = result_new(ctx, result->verdict, result->method);
    if (!made)
        return NULL;
    made->reason = copied(ctx, result->reason);
    made->counterexample.where = copied(ctx, from->where);
    made->counterexample.summary = copied(ctx, from->summary);
    copy_steps(ctx, &made->counterexample, from);
    copy_parameters(ctx, &made->counterexample, from);
    copy_faults(ctx, &made->counterexample, from);
    return lcv_settle(ctx, made);
}

lcv_result *lcv_proved(lc_ctx *ctx, const char *method)
{
    return result_new(ctx, LCV_PROVED, method);
}

static lcv_result *with_reason(lc_ctx *ctx, lcv_verdict verdict, const char *method, char *reason)
{
    lcv_result *result = reason ? result_new(ctx, verdict, method) : NULL;
    if (!result)
        free(reason);
    else
        result->reason = reason;
    return result;
}

lcv_result *lcv_proved_with(lc_ctx *ctx, const char *method, char *remark)
{
    return with_reason(ctx, LCV_PROVED, method, remark);
}

lcv_result *lcv_unknown(lc_ctx *ctx, const char *method, char *reason)
{
    return with_reason(ctx, LCV_UNKNOWN, method, reason);
}

lcv_result *lcv_refuted(lc_ctx *ctx, const char *method, char *where, char *summary)
{
    lcv_result *result = where && summary ? result_new(ctx, LCV_REFUTED, method) : NULL;
    if (!result) {
        free(where);
        free(summary);
        return NULL;
    }
    result->counterexample.where = where;
    result->counterexample.summary = summary;
    return result;
}

/* No memory, for a result that is given up. */
static void give_up(lc_ctx *ctx, lcv_result **result)
{
    if (lc_ctx_code(ctx) == LC_OK)
        lc_no_memory(ctx);
    lcv_result_free(*result);
    *result = NULL;
}

static void append_step(lc_ctx *ctx, lcv_result **result, char *step)
{
    if (!*result) {
        free(step);
        return;
    }
    lcv_counterexample *e = &(*result)->counterexample;
    char **steps = step ? realloc(e->steps, (e->nsteps + 1) * sizeof *steps) : NULL;
    if (!steps) {
        free(step);
        give_up(ctx, result);
        return;
    }
    e->steps = steps;
    e->steps[e->nsteps++] = step;
}

static bool same_fault(const lcv_fault *x, const lcv_fault *y)
{
    const char *a = x->coordinate ? x->coordinate : x->value;
    const char *b = y->coordinate ? y->coordinate : y->value;
    return !x->coordinate == !y->coordinate && strcmp(x->of, y->of) == 0 && strcmp(a, b) == 0;
}

/* Takes over the texts. */
static void append_fault(lc_ctx *ctx, lcv_result **result, lcv_fault fault)
{
    lcv_counterexample *e = &(*result)->counterexample;
    bool made = fault.of && (fault.coordinate || fault.value), known = false;
    for (size_t i = 0; made && !known && i < e->nfaults; i++)
        known = same_fault(&e->faults[i], &fault);
    lcv_fault *more = made && !known ? realloc(e->faults, (e->nfaults + 1) * sizeof *more) : NULL;
    if (more) {
        e->faults = more;
        e->faults[e->nfaults++] = fault;
        return;
    }
    free_fault(&fault);
    if (!known)
        give_up(ctx, result);
}

bool lcv_is_refuted(const lcv_result *result)
{
    return result && result->verdict == LCV_REFUTED;
}

void lcv_at_fault(lc_ctx *ctx, lcv_result **result, lcv_fault fault)
{
    if (lcv_is_refuted(*result) && fault.at && fault.coordinate && fault.value)
        append_fault(ctx, result, fault);
    else
        free_fault(&fault);
}

void lcv_point_at_fault(lc_ctx *ctx, lcv_result **result, const char *of, const lc_tuple *crd,
                        const lc_tuple *value)
{
    if (lcv_is_refuted(*result) && of && crd)
        append_fault(ctx, result,
                     (lcv_fault){.of = lcv_text(ctx, "%s", of),
                                 .coordinate = lcv_text(ctx, "%t", crd),
                                 .value = value ? lcv_text(ctx, "%t", value) : NULL});
}

void lcv_value_at_fault(lc_ctx *ctx, lcv_result **result, const char *of, const lc_tuple *value)
{
    if (lcv_is_refuted(*result) && of && value)
        append_fault(ctx, result,
                     (lcv_fault){.of = lcv_text(ctx, "%s", of),
                                 .value = lcv_text(ctx, "%t", value)});
}

void lcv_move_numbers(lc_ctx *ctx, lcv_result **result, lcv_counterexample *from)
{
    for (size_t i = 0; *result && i < from->nfaults; i++) {
        append_fault(ctx, result, from->faults[i]);
        from->faults[i] = (lcv_fault){0};
    }
    if (!*result || from->nparameters == 0 || (*result)->counterexample.nparameters > 0)
        return;
    lcv_counterexample *to = &(*result)->counterexample;
    free(to->parameters);
    to->parameters = from->parameters;
    to->nparameters = from->nparameters;
    from->parameters = NULL;
    from->nparameters = 0;
}

void lcv_step(lc_ctx *ctx, lcv_result **result, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    append_step(ctx, result, lcv_vtext(ctx, format, &ap));
    va_end(ap);
}

void lcv_step_once(lc_ctx *ctx, lcv_result **result, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    char *step = lcv_vtext(ctx, format, &ap);
    va_end(ap);
    const lcv_counterexample *e = *result ? &(*result)->counterexample : NULL;
    for (size_t i = 0; step && e && i < e->nsteps; i++) {
        if (strcmp(e->steps[i], step) == 0) {
            free(step);
            return;
        }
    }
    append_step(ctx, result, step);
}

void lcv_first_step(lc_ctx *ctx, lcv_result **result, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    append_step(ctx, result, lcv_vtext(ctx, format, &ap));
    va_end(ap);
    if (!*result)
        return;
    lcv_counterexample *e = &(*result)->counterexample;
    char *first = e->steps[e->nsteps - 1];
    memmove(e->steps + 1, e->steps, (e->nsteps - 1) * sizeof(char *));
    e->steps[0] = first;
}

void lcv_before_step(lc_ctx *ctx, lcv_result **result, const char *format, ...)
{
    va_list ap;
    if (!*result || (*result)->counterexample.nsteps == 0)
        return;
    lcv_counterexample *e = &(*result)->counterexample;
    va_start(ap, format);
    char *first = lcv_vtext(ctx, format, &ap), *last = e->steps[--e->nsteps];
    va_end(ap);
    append_step(ctx, result, first ? lcv_text(ctx, "%s%s", first, last) : NULL);
    free(first);
    free(last);
}

lcv_result *lcv_in_part(lc_ctx *ctx, lcv_result *result, const char *part, size_t i)
{
    if (!result || result->verdict != LCV_REFUTED)
        return result;
    lcv_counterexample *e = &result->counterexample;
    char *where = lcv_text(ctx, e->where[0] == '\0' ? "%s %z%S" : "%s %z, %S", part, i, e->where);
    e->where = where;
    if (!where) {
        lcv_result_free(result);
        return NULL;
    }
    return result;
}

void lcv_step_line(lc_ctx *ctx, lcv_result **result, lc_text *line)
{
    append_step(ctx, result, lc_text_take(ctx, line));
}

/* ---- coordinates ---- */

lc_tuple *lcv_show_coordinate(lc_ctx *ctx, const lc_tuple *shape, lc_int c)
{
    if (!shape)
        return NULL;
    return lcv_kept(ctx, lc_tuple_rank(shape) == 1 ? lc_tuple_leaf(ctx, c)
                                                   : lc_idx2crd(ctx, c, shape));
}

/* ---- trouble ---- */

void lcv_at_parameters(lc_ctx *ctx, lcv_result *result, char *words, size_t n,
                       const lcv_value *const *parameter, const lc_int *number)
{
    lcv_counterexample *c = result ? &result->counterexample : NULL;
    const char *between = c && words && *words && *c->where ? ", " : "";
    char *where = c ? lcv_text(ctx, "%S%s%s", words, between, c->where) : NULL;
    if (where) {
        free(c->where);
        c->where = where;
    }
    if (where && n > 0)
        c->parameters = lc_alloc(ctx, n, sizeof *c->parameters);
    for (size_t i = 0; where && c->parameters && i < n; i++)
        c->parameters[c->nparameters++] =
            (lcv_parameter_value){lcv_text(ctx, "%s", parameter[i]->formula->text),
                                  lc_int_to_str(ctx, number[i])};
}

bool lcv_out_of_budget(lc_ctx *ctx)
{
    if (lc_ctx_code(ctx) == LC_ERR_BUDGET)
        lc_ctx_reset(ctx);
    return lc_ctx_code(ctx) == LC_OK;
}

lcv_result *lcv_settle(lc_ctx *ctx, lcv_result *result)
{
    if (lc_ctx_code(ctx) == LC_OK)
        return result;
    lcv_result_free(result);
    return NULL;
}

void *lcv_uncertified(lc_ctx *ctx, const char *what)
{
    return lc_fail(ctx, LC_ERR_INTERNAL,
                   "%s found a counterexample that evaluation does not confirm: "
                   "a bug in layoutcheck",
                   what);
}
