/* result.c - results of claims, and how their counterexamples are worded.
 *
 * A step reads as a person would write it down: the call, the natural coordinate,
 * the value, one `=` after the other, so that each can be redone by hand:
 *
 *     A(B(2)) = A(6) = A(2,1,0) = 7
 */
#include "config.h"

#include "internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- text ---- */

typedef struct {
    char *data;
    size_t length, room;
    bool failed;
} text_buffer;

static void add(text_buffer *text, const char *piece, size_t length)
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
static void add_owned(text_buffer *text, char *piece)
{
    if (piece == NULL)
        text->failed = true;
    else
        add(text, piece, strlen(piece));
    free(piece);
}

static void add_call(lc_ctx *ctx, text_buffer *text, const lc_tuple *crd)
{
    bool parenthesise = lc_tuple_is_leaf(crd) || lc_tuple_rank(crd) == 1;
    if (parenthesise)
        add(text, "(", 1);
    add_owned(text, lc_tuple_to_str(ctx, crd));
    if (parenthesise)
        add(text, ")", 1);
}

static void add_size(text_buffer *text, size_t value)
{
    char digits[32];
    int n = snprintf(digits, sizeof digits, "%zu", value);
    add(text, digits, (size_t)n);
}

static void add_directive(lc_ctx *ctx, text_buffer *text, char directive, va_list *ap)
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

static void add_format(lc_ctx *ctx, text_buffer *text, const char *format, va_list *ap)
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

static void addf(lc_ctx *ctx, text_buffer *text, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    add_format(ctx, text, format, &ap);
    va_end(ap);
}

static char *take(lc_ctx *ctx, text_buffer *text)
{
    add(text, "", 0);
    if (!text->failed)
        return text->data;
    free(text->data);
    return lc_fail(ctx, LC_ERR_MEMORY, "out of memory");
}

char *lcv_text(lc_ctx *ctx, const char *format, ...)
{
    text_buffer text = {0};
    va_list ap;
    va_start(ap, format);
    add_format(ctx, &text, format, &ap);
    va_end(ap);
    return take(ctx, &text);
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
    text_buffer text = {0};
    va_list ap;
    va_start(ap, format);
    add_format(ctx, &text, format, &ap);
    va_end(ap);
    append_step(ctx, result, take(ctx, &text));
}

/* ---- evaluations, step by step ---- */

lc_int lcv_chain_at(lc_ctx *ctx, const lcv_named_chain *chain, lc_int c)
{
    for (size_t i = 0; i < chain->n; i++)
        c = lc_layout_at(ctx, chain->layout[i], c);
    return c;
}

/* `A(B(2))` for the chain from `first` on, applied to crd. */
static void add_application(lc_ctx *ctx, text_buffer *text, const lcv_named_chain *chain,
                            size_t first, const lc_tuple *crd)
{
    for (size_t i = chain->n; i-- > first;) {
        add(text, chain->name[i], strlen(chain->name[i]));
        if (i > first)
            add(text, "(", 1);
    }
    if (first == chain->n)
        add_owned(text, lc_tuple_to_str(ctx, crd));
    else
        add_call(ctx, text, crd);
    for (size_t i = first + 1; i < chain->n; i++)
        add(text, ")", 1);
}

/* Link `first` of the chain: at c, then at its natural coordinate where that says
 * more than what was shown last. */
static void add_link(lc_ctx *ctx, text_buffer *text, const lcv_named_chain *chain, size_t first,
                     lc_int c, const lc_tuple *shown)
{
    const lc_layout *a = chain->layout[first];
    if (lc_layout_nleaves(a) == 1)
        return;
    lc_tuple *shape = lc_layout_shape(ctx, a);
    lc_tuple *natural = shape != NULL ? lc_idx2crd(ctx, c, shape) : NULL;
    if (natural == NULL) {
        text->failed = true;
    } else if (!lc_tuple_equal(natural, shown)) {
        add(text, " = ", 3);
        add_application(ctx, text, chain, first, natural);
    }
    lc_tuple_free(natural);
    lc_tuple_free(shape);
}

static void add_chain(lc_ctx *ctx, text_buffer *text, const lcv_named_chain *chain, lc_int c,
                      const lc_tuple *shown)
{
    lc_tuple *crd = shown != NULL ? lc_tuple_ref((lc_tuple *)shown) : lc_tuple_leaf(ctx, c);
    for (size_t i = 0; i <= chain->n; i++) {
        if (crd == NULL) {
            text->failed = true;
            return;
        }
        if (i > 0)
            add(text, " = ", 3);
        add_application(ctx, text, chain, i, crd);
        if (i < chain->n) {
            add_link(ctx, text, chain, i, c, crd);
            c = lc_layout_at(ctx, chain->layout[i], c);
            lc_tuple_free(crd);
            crd = lc_tuple_leaf(ctx, c);
        }
    }
    lc_tuple_free(crd);
}

void lcv_step_chain(lc_ctx *ctx, lcv_result **result, const lcv_named_chain *chain, lc_int c,
                    const lc_tuple *shown)
{
    text_buffer text = {0};
    add_chain(ctx, &text, chain, c, shown);
    append_step(ctx, result, take(ctx, &text));
}

void lcv_step_at(lc_ctx *ctx, lcv_result **result, const char *name, const lc_layout *a, lc_int c)
{
    lcv_named_chain chain = {1, {a}, {name}};
    lcv_step_chain(ctx, result, &chain, c, NULL);
}

/* `X(1,4) = 8 + 9 = 17`: a tensor's value is its offset and the layout's. */
static void add_tensor(lc_ctx *ctx, text_buffer *text, const lcv_function *f, lc_int c,
                       const lc_tuple *shown)
{
    lcv_named_chain chain = {1, {f->layout}, {f->name}};
    lc_tuple *crd = shown != NULL ? lc_tuple_ref((lc_tuple *)shown) : lc_tuple_leaf(ctx, c);
    if (crd == NULL) {
        text->failed = true;
        return;
    }
    add_application(ctx, text, &chain, 0, crd);
    add_link(ctx, text, &chain, 0, c, crd);
    lc_tuple_free(crd);
    lc_int value = lc_layout_at(ctx, f->layout, c);
    addf(ctx, text, " = %i + %i = %i", f->offset, value, lc_int_add(ctx, f->offset, value));
}

void lcv_step_function(lc_ctx *ctx, lcv_result **result, const lcv_function *f, lc_int c,
                       const lc_tuple *shown)
{
    text_buffer text = {0};
    lcv_named_chain chain = {1, {f->layout}, {f->name}};
    if (lc_int_is_zero(f->offset))
        add_chain(ctx, &text, &chain, c, shown);
    else
        add_tensor(ctx, &text, f, c, shown);
    append_step(ctx, result, take(ctx, &text));
}

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
