/* case.c - what a law says of a case, and what the case is about. */
#include "config.h"

#include "laws.h"

#include <stdio.h>
#include <string.h>

/* ---- verdicts ---- */

static lcv_result *refute(lc_ctx *ctx, const char *method, const char *format, va_list *ap)
{
    char place[64] = "";
    const char *end = strstr(format, ": ");
    if (end)
        snprintf(place, sizeof place, "%.*s", (int)(end - format), format);
    char *where = lcv_vtext(ctx, place, ap);
    return lcv_refuted(ctx, method, where, lcv_vtext(ctx, end ? end + 2 : format, ap));
}

lcv_result *lcv_refute(const lcv_case *c, const char *method, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    lcv_result *result = refute(c->ctx, method, format, &ap);
    va_end(ap);
    return result;
}

lcv_result *lcv_judge(const lcv_case *c, bool holds, const char *method, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    lcv_result *result = holds ? lcv_proved(c->ctx, method) : refute(c->ctx, method, format, &ap);
    va_end(ap);
    return result;
}

void lcv_and(const lcv_case *c, lcv_result **result, bool holds, const char *method,
             const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    if (!holds && lcv_goes_on(result))
        *result = refute(c->ctx, method, format, &ap);
    va_end(ap);
}

bool lcv_holds(const lcv_result *result)
{
    return result && result->verdict == LCV_PROVED;
}

bool lcv_goes_on(lcv_result **result)
{
    if (!lcv_holds(*result))
        return false;
    lcv_result_free(*result);
    *result = NULL;
    return true;
}

/* ---- what a case is about ---- */

lcv_result *lcv_claim_of(lcv_case *c, lcv_prove_function *prove, size_t n)
{
    lcv_value *args[3] = {(lcv_value *)c->value};
    for (size_t i = 0; i < n; i++)
        args[1 + i] = c->args[i];
    return prove(c->r, 1 + n, args);
}

lc_layout *lcv_layout_of(lcv_case *c, const lcv_value *v)
{
    return lcv_kept(c->ctx,
                    v->kind == LCV_TENSOR ? lc_layout_ref(v->layout) : lcv_as_layout(c->ctx, v));
}

lc_int lcv_offset_on(const lcv_value *v, size_t axis)
{
    return v->kind == LCV_TENSOR ? lc_tuple_value(v->offset, axis) : lc_int_const(0);
}
