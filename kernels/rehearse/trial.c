/* trial.c - what trials of all kinds do: random numbers, elements, comparing. */
#include "config.h"

#include "trial.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../kernel/number.h"

uint64_t lck_trial_bits(lck_trial *t)
{
    uint64_t z = (t->state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

double lck_trial_normal(lck_trial *t)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += (double)(lck_trial_bits(t) >> 11) * 0x1p-53;
    return sum;
}

bool lck_trial_number(const lck_trial *t, const lc_expr *e, int64_t *value)
{
    return lc_expr_at(e, t->env, value) ||
           lc_fail(t->kernel->ctx, LC_ERR_INVALID, "the plan does not admit these sizes");
}

int64_t lck_trial_place(const lck_trial *t, int array, int64_t i, bool contracted)
{
    int64_t at = 0;
    for (size_t k = 0; k < t->rank; k++) {
        if (t->axis[k].contracted != contracted || t->axis[k].extent == 0)
            continue;
        at += i % t->axis[k].extent * t->axis[k].stride[array];
        i /= t->axis[k].extent;
    }
    return at;
}

double lck_trial_element(const lck_trial *t, int array, int64_t at)
{
    const lck_element *element = t->kernel->array[array].element;
    const unsigned char *bytes = t->tensor[array].at;
    return lck_number_at(element, bytes + (size_t)at * (size_t)element->bytes);
}

void lck_trial_fill(lck_trial *t)
{
    t->state = 1;
    for (size_t i = 0; i < t->kernel->narrays; i++) {
        const lck_array *array = &t->kernel->array[i];
        const size_t bytes = (size_t)array->element->bytes;
        unsigned char *at = t->tensor[i].at;
        if (array->role == LCK_WRITTEN)
            memset(at, 0xff, (size_t)t->elements[i] * bytes);
        for (int64_t e = 0; array->role == LCK_READ && e < t->elements[i]; e++)
            lck_set_number(array->element, at + (size_t)e * bytes, lck_trial_normal(t));
    }
}

/* ---- comparing ---- */

void lck_trial_wrong(lck_rehearsal *out, const char *format, ...)
{
    va_list args;
    if (out->wrong++ > 0)
        return;
    va_start(args, format);
    vsnprintf(out->message, sizeof out->message, format, args);
    va_end(args);
}

static bool is_right(double found, double expected, double tolerance)
{
    if (isfinite(expected))
        return fabs(found - expected) <= tolerance;
    return isnan(expected) ? isnan(found) : found == expected;
}

bool lck_trial_missed(const lck_trial *t, int array, int64_t at, lck_rehearsal *out)
{
    bool missed = !t->gpu && !t->tensor[array].written[at];
    if (missed)
        lck_trial_wrong(out, "%s[%lld] is not written", t->kernel->array[array].name,
                        (long long)at);
    return missed;
}

void lck_trial_compare(const lck_trial *t, int array, int64_t at, double expected,
                       double tolerance, lck_rehearsal *out)
{
    double found = lck_trial_element(t, array, at), error = fabs(found - expected);
    if (lck_trial_missed(t, array, at, out) || (isfinite(expected) && !isfinite(tolerance)))
        return;
    out->compared++;
    if (!is_right(found, expected, tolerance)) {
        lck_trial_wrong(out, "%s[%lld] is %.9g: expected %.9g, within %.3g",
                        t->kernel->array[array].name, (long long)at, found, expected,
                        isfinite(expected) ? tolerance : 0);
    } else if (isfinite(expected)) {
        out->error = fmax(out->error, error);
        if (tolerance > 0)
            out->tolerated = fmax(out->tolerated, error / tolerance);
    }
}

void lck_trial_others(const lck_trial *t, int array, const unsigned char *before,
                      const unsigned char *result, lck_rehearsal *out)
{
    const size_t bytes = (size_t)t->kernel->array[array].element->bytes;
    const unsigned char *after = t->tensor[array].at;
    for (int64_t i = 0; i < t->elements[array]; i++) {
        bool same = true;
        for (size_t k = (size_t)i * bytes; k < ((size_t)i + 1) * bytes; k++)
            same = same && after[k] == (before ? before[k] : 0xff);
        if (!result[i] && !same)
            lck_trial_wrong(out, "%s[%lld] is no place of the result, and was written",
                            t->kernel->array[array].name, (long long)i);
    }
}
