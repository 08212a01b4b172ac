/* result.c - results of claims, and the texts that they are made of. */
#include "config.h"

#include "result.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- text ---- */

static void add(lcv_line *text, const char *piece, size_t length)
{
    if (text->failed)
        return;
    if (text->length + length + 1 > text->room) {
        size_t room = 2 * (text->length + length) + 64;
        char *data = realloc(text->data, room);
        if (data == NULL) {
            text->failed = true;
            return;
        }
        text->data = data;
        text->room = room;
    }
    memcpy(text->data + text->length, piece, length);
    text->length += length;
    text->data[text->length] = '\0';
}

/* Takes over `piece`. */
static void add_owned(lcv_line *text, char *piece)
{
    if (piece == NULL)
        text->failed = true;
    else
        add(text, piece, strlen(piece));
    free(piece);
}

static void add_call(lc_ctx *ctx, lcv_line *text, const lc_tuple *crd)
{
    bool parenthesise = lc_tuple_is_leaf(crd) || lc_tuple_rank(crd) == 1;
    if (parenthesise)
        add(text, "(", 1);
    add_owned(text, lc_tuple_to_str(ctx, crd));
    if (parenthesise)
        add(text, ")", 1);
}

static void add_size(lcv_line *text, size_t value)
{
    char digits[32];
    int n = snprintf(digits, sizeof digits, "%zu", value);
    add(text, digits, (size_t)n);
}

static void add_directive(lc_ctx *ctx, lcv_line *text, char directive, va_list *ap)
{
    const char *s;
    switch (directive) {
    case 's':
        s = va_arg(*ap, const char *);
        add(text, s, strlen(s));
        break;
    case 'z':
        add_size(text, va_arg(*ap, size_t));
        break;
    case 'i':
        add_owned(text, lc_int_to_str(ctx, va_arg(*ap, lc_int)));
        break;
    case 't':
        add_owned(text, lc_tuple_to_str(ctx, va_arg(*ap, const lc_tuple *)));
        break;
    case 'L':
        add_owned(text, lc_layout_to_str(ctx, va_arg(*ap, const lc_layout *)));
        break;
    case 'c':
        add_call(ctx, text, va_arg(*ap, const lc_tuple *));
        break;
    default:
        add(text, &directive, 1);
    }
}

static void add_format(lc_ctx *ctx, lcv_line *text, const char *format, va_list *ap)
{
    for (const char *p = format; *p != '\0';) {
        size_t plain = strcspn(p, "%");
        add(text, p, plain);
        p += plain;
        if (*p == '%') {
            add_directive(ctx, text, p[1], ap);
            p += 2;
        }
    }
}

void lcv_line_add(lc_ctx *ctx, lcv_line *line, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    add_format(ctx, line, format, &ap);
    va_end(ap);
}

char *lcv_line_take(lc_ctx *ctx, lcv_line *line)
{
    lcv_line whole = *line;
    *line = (lcv_line){0};
    add(&whole, "", 0);
    if (!whole.failed)
        return whole.data;
    free(whole.data);
    return lc_fail(ctx, LC_ERR_MEMORY, "out of memory");
}

char *lcv_text(lc_ctx *ctx, const char *format, ...)
{
    lcv_line text = {0};
    va_list ap;
    va_start(ap, format);
    add_format(ctx, &text, format, &ap);
    va_end(ap);
    return lcv_line_take(ctx, &text);
}

/* ---- results ---- */

void lcv_result_free(lcv_result *result)
{
    if (result == NULL)
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
    free(result);
}

static lcv_result *result_new(lc_ctx *ctx, lcv_verdict verdict, const char *method)
{
    lcv_result *result = lc_alloc(ctx, 1, sizeof *result);
    if (result != NULL) {
        memset(result, 0, sizeof *result);
        result->verdict = verdict;
        result->method = method;
    }
    return result;
}

lcv_result *lcv_proved(lc_ctx *ctx, const char *method)
{
    return result_new(ctx, LCV_PROVED, method);
}

static lcv_result *with_reason(lc_ctx *ctx, lcv_verdict verdict, const char *method, char *reason)
{
    lcv_result *result = reason != NULL ? result_new(ctx, verdict, method) : NULL;
    if (result == NULL)
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
    lcv_result *result =
        where != NULL && summary != NULL ? result_new(ctx, LCV_REFUTED, method) : NULL;
    if (result == NULL) {
        free(where);
        free(summary);
        return NULL;
    }
    result->counterexample.where = where;
    result->counterexample.summary = summary;
    return result;
}

static void append_step(lc_ctx *ctx, lcv_result **result, char *step)
{
    if (*result == NULL) {
        free(step);
        return;
    }
    lcv_counterexample *e = &(*result)->counterexample;
    char **steps = step != NULL ? realloc(e->steps, (e->nsteps + 1) * sizeof *steps) : NULL;
    if (steps == NULL) {
        lc_fail(ctx, LC_ERR_MEMORY, "out of memory");
        free(step);
        lcv_result_free(*result);
        *result = NULL;
        return;
    }
    e->steps = steps;
    e->steps[e->nsteps++] = step;
}

void lcv_step(lc_ctx *ctx, lcv_result **result, const char *format, ...)
{
    lcv_line text = {0};
    va_list ap;
    va_start(ap, format);
    add_format(ctx, &text, format, &ap);
    va_end(ap);
    append_step(ctx, result, lcv_line_take(ctx, &text));
}

void lcv_step_once(lc_ctx *ctx, lcv_result **result, const char *format, ...)
{
    lcv_line text = {0};
    va_list ap;
    va_start(ap, format);
    add_format(ctx, &text, format, &ap);
    va_end(ap);
    char *step = lcv_line_take(ctx, &text);
    const lcv_counterexample *e = *result != NULL ? &(*result)->counterexample : NULL;
    for (size_t i = 0; step != NULL && e != NULL && i < e->nsteps; i++) {
        if (strcmp(e->steps[i], step) == 0) {
            free(step);
            return;
        }
    }
    append_step(ctx, result, step);
}

void lcv_first_step(lc_ctx *ctx, lcv_result **result, const char *format, ...)
{
    lcv_line text = {0};
    va_list ap;
    va_start(ap, format);
    add_format(ctx, &text, format, &ap);
    va_end(ap);
    append_step(ctx, result, lcv_line_take(ctx, &text));
    if (*result == NULL)
        return;
    lcv_counterexample *e = &(*result)->counterexample;
    char *first = e->steps[e->nsteps - 1];
    memmove(e->steps + 1, e->steps, (e->nsteps - 1) * sizeof(char *));
    e->steps[0] = first;
}

void lcv_before_step(lc_ctx *ctx, lcv_result **result, const char *format, ...)
{
    lcv_line text = {0};
    va_list ap;
    if (*result == NULL || (*result)->counterexample.nsteps == 0)
        return;
    lcv_counterexample *e = &(*result)->counterexample;
    va_start(ap, format);
    add_format(ctx, &text, format, &ap);
    va_end(ap);
    char *last = e->steps[--e->nsteps];
    add(&text, last, strlen(last));
    free(last);
    append_step(ctx, result, lcv_line_take(ctx, &text));
}

void lcv_step_line(lc_ctx *ctx, lcv_result **result, lcv_line *line)
{
    append_step(ctx, result, lcv_line_take(ctx, line));
}

/* ---- coordinates ---- */

lc_tuple *lcv_show_coordinate(lc_ctx *ctx, const lc_tuple *shape, lc_int c)
{
    if (lc_tuple_rank(shape) == 1)
        return lc_tuple_leaf(ctx, c);
    return lc_idx2crd(ctx, c, shape);
}

/* ---- trouble ---- */

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
