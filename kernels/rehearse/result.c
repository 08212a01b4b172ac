/* result.c - copies of random bits, and products of random numbers beside sums in double. */
#include "config.h"

#include "trial.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../kernel/number.h"
#include "../kernel/tolerance.h"

#define MOST_NUMBERS ((int64_t)1 << 28) /* of a tensor, as doubles */

typedef struct {
    const lck_trial *trial;
    const lck_kernel *kernel;
    lck_product_result of;
    int64_t places, sums;
    const lc_expr *crd[LCK_TRIAL_RANK]; /* variables, where an array's index depends on them */
    int64_t env[LC_MAX_EXPR_VARS];
    double *number[LCK_MAX_ARRAYS]; /* elements before the run */
    int64_t *along_a, *along_b;     /* steps of the products of a sum */
    lck_tolerance tolerance;
} problem;

/* ---- the problem ---- */

static bool has(int array)
{
    return array >= 0;
}

/* The places in A and in B of each product of a sum. */
static bool list_sums(problem *p)
{
    lc_ctx *ctx = p->kernel->ctx;
    p->along_a = lc_alloc(ctx, (size_t)p->sums + 1, sizeof *p->along_a);
    p->along_b = lc_alloc(ctx, (size_t)p->sums + 1, sizeof *p->along_b);
    for (int64_t i = 0; p->along_a && p->along_b && i < p->sums; i++) {
        p->along_a[i] = lck_trial_place(p->trial, p->of.a, i, true);
        p->along_b[i] = has(p->of.b) ? lck_trial_place(p->trial, p->of.b, i, true) : 0;
    }
    return p->along_a && p->along_b;
}

/* Those of a relation: nothing of it is contracted. */
static void name_coordinates(problem *p)
{
    char name[64];
    for (size_t k = 0; p->kernel->coordinate && k < p->trial->rank; k++) {
        snprintf(name, sizeof name, "%s%zu", p->kernel->coordinate, k);
        p->crd[k] = lc_exprs_find(p->kernel->x, name);
    }
}

static bool read_problem(problem *p, const lck_trial *t)
{
    *p = (problem){.trial = t, .kernel = t->kernel, .of = t->kernel->product};
    p->places = t->number[0];
    p->sums = t->number[1];
    memcpy(p->env, t->env, sizeof p->env);
    if (has(p->of.b))
        p->tolerance = lck_tolerance_of(t->kernel);
    for (size_t i = 0; i < t->kernel->narrays; i++)
        if (has(p->of.b) && t->elements[i] > MOST_NUMBERS)
            return lc_fail(t->kernel->ctx, LC_ERR_LIMIT, "more than 2^28 elements of %s",
                           t->kernel->array[i].name);
    name_coordinates(p);
    return list_sums(p);
}

static void forget_problem(problem *p)
{
    for (size_t i = 0; i < LCK_MAX_ARRAYS; i++)
        free(p->number[i]);
    free(p->along_a);
    free(p->along_b);
}

/* ---- data ---- */

static double random_number(lck_trial *t, const lck_element *element)
{
    lck_format f = lck_format_of(element);
    if (f.exponent > 0)
        return lck_trial_normal(t);
    return (double)(lck_trial_bits(t) % 9) - (f.is_signed ? 4 : 0);
}

static void fill(lck_trial *t, size_t array)
{
    const lck_element *element = t->kernel->array[array].element;
    unsigned char *at = t->tensor[array].at;
    size_t bytes = (size_t)element->bytes;
    for (int64_t i = 0; i < t->elements[array]; i++)
        lck_set_number(element, at + (size_t)i * bytes, random_number(t, element));
}

static void fill_bits(lck_trial *t, size_t array)
{
    unsigned char *at = t->tensor[array].at;
    size_t n = (size_t)t->elements[array] * (size_t)t->kernel->array[array].element->bytes;
    for (size_t i = 0; i < n; i += 8) { /* there is room for 8 more bytes */
        uint64_t word = lck_trial_bits(t);
        memcpy(at + i, &word, 8);
    }
}

static bool is_integer(const lck_element *element)
{
    return lck_format_of(element).exponent == 0;
}

/* alpha and beta are such that leaving one out, or exchanging them, is seen. */
static void fill_all(lck_trial *t)
{
    const lck_product_result *of = &t->kernel->product;
    t->state = 1;
    for (size_t i = 0; i < t->kernel->narrays; i++) {
        const lck_array *array = &t->kernel->array[i];
        bool whole = is_integer(array->element);
        if (array->role == LCK_SCALAR)
            lck_set_number(array->element, t->tensor[i].at,
                           (int)i == of->alpha ? (whole ? 3 : 0.75) : (whole ? -2 : -0.5));
        else if ((int)i == of->c && !has(of->beta))
            memset(t->tensor[i].at, 0xff, (size_t)t->elements[i] * (size_t)array->element->bytes);
        else if (t->tensor[i].at && !has(of->b))
            fill_bits(t, i);
        else
            fill(t, i);
    }
}

static bool read_numbers(problem *p)
{
    for (size_t i = 0; i < p->kernel->narrays && has(p->of.b); i++) {
        const lck_element *element = p->kernel->array[i].element;
        const unsigned char *at = p->trial->tensor[i].at;
        int64_t n = p->trial->elements[i];
        if (!at)
            continue;
        p->number[i] = lc_alloc(p->kernel->ctx, (size_t)n + 1, sizeof **p->number);
        if (!p->number[i])
            return false;
        for (int64_t e = 0; e < n; e++)
            p->number[i][e] = lck_number_at(element, at + (size_t)e * (size_t)element->bytes);
    }
    return true;
}

/* ---- the expected result ---- */

/* Where a place of C lies in each tensor: a coordinate, and the sums of strides up to it. */
typedef struct {
    int64_t crd[LCK_TRIAL_RANK], sum[LCK_MAX_ARRAYS], at[LCK_MAX_ARRAYS];
} walk;

/* An array's index in place of its sum. */
static bool find_places(problem *p, walk *v)
{
    memcpy(v->at, v->sum, sizeof v->at);
    for (size_t i = 0; i < p->kernel->narrays; i++) {
        const lc_expr *index = p->kernel->array[i].index;
        for (size_t k = 0; index && k < p->trial->rank; k++)
            if (p->crd[k])
                p->env[p->crd[k]->slot] = v->crd[k];
        if (index && !lc_expr_at(index, p->env, &v->at[i]))
            return lc_fail(p->kernel->ctx, LC_ERR_INVALID, "the index of %s has no value",
                           p->kernel->array[i].name);
    }
    return true;
}

static void next_place(const problem *p, walk *v)
{
    const lck_trial *t = p->trial;
    for (size_t k = 0; k < t->rank; k++) {
        if (t->axis[k].contracted)
            continue;
        int64_t steps = ++v->crd[k] < t->axis[k].extent ? 1 : 1 - t->axis[k].extent;
        for (size_t i = 0; i < p->kernel->narrays; i++)
            v->sum[i] += steps * t->axis[k].stride[i];
        if (steps == 1)
            return;
        v->crd[k] = 0;
    }
}

static double activated(lck_activation activation, double s)
{
    return activation == LCK_RELU   ? fmax(s, 0)
           : activation == LCK_GELU ? s * (1 + erf(s * sqrt(0.5))) / 2
                                    : s;
}

/* What is written to a place, before it is converted; how far it may be off. */
static double expected_at(const problem *p, const int64_t *at, double *tolerance)
{
    const double *a = p->number[p->of.a] + at[p->of.a], *b = p->number[p->of.b] + at[p->of.b];
    double s = 0, magnitude = 0;
    for (int64_t i = 0; i < p->sums; i++) {
        double product = a[p->along_a[i]] * b[p->along_b[i]];
        s += product;
        magnitude += fabs(product);
    }
    if (has(p->of.alpha)) {
        s *= *p->number[p->of.alpha];
        magnitude *= fabs(*p->number[p->of.alpha]);
    }
    if (has(p->of.beta)) {
        double term = *p->number[p->of.beta] * p->number[p->of.c][at[p->of.c]];
        s += term;
        magnitude += fabs(term);
    }
    if (has(p->of.bias)) {
        s += p->number[p->of.bias][at[p->of.bias]];
        magnitude += fabs(p->number[p->of.bias][at[p->of.bias]]);
    }
    s = activated(p->of.activation, s);
    *tolerance = lck_tolerated(&p->tolerance, s, p->sums, magnitude);
    return fmin(fmax(s, p->tolerance.low), p->tolerance.high);
}

/* ---- comparing ---- */

static void compare_place(const problem *p, const int64_t *at, lck_rehearsal *out)
{
    const lck_array *c = &p->kernel->array[p->of.c];
    const lck_host_tensor *tensor = &p->trial->tensor[p->of.c];
    int64_t place = at[p->of.c];
    const unsigned char *held = tensor->at, *source = p->trial->tensor[p->of.a].at;
    const size_t bytes = (size_t)c->element->bytes;
    if (!has(p->of.b)) {
        out->compared++;
        if (memcmp(held + (size_t)place * bytes, source + (size_t)at[p->of.a] * bytes, bytes))
            lck_trial_wrong(out, "%s[%lld] is not what it should be", c->name, (long long)place);
        return;
    }
    double tolerance, expected = expected_at(p, at, &tolerance);
    lck_trial_compare(p->trial, p->of.c, place, expected, tolerance, out);
}

/* Is this place compared, where not all are? */
static bool is_chosen(lck_trial *t, const problem *p, int64_t number, int64_t most)
{
    if (!has(p->of.b) || p->places <= most || number == 0 || number == p->places - 1)
        return true;
    return (int64_t)(lck_trial_bits(t) % (uint64_t)p->places) < most;
}

static bool compare_places(lck_trial *t, problem *p, unsigned char *result, lck_rehearsal *out)
{
    walk v = {0};
    int64_t *c = &v.at[p->of.c], most = LCK_MOST_SUMMED / (p->sums > 0 ? p->sums : 1);
    memcpy(v.sum, t->offset, sizeof v.sum);
    for (int64_t i = 0; i < p->places; i++, next_place(p, &v)) {
        if (!find_places(p, &v))
            return false;
        result[*c] = 1;
        if (!lck_trial_missed(t, p->of.c, *c, out) && is_chosen(t, p, i, most))
            compare_place(p, v.at, out);
    }
    return true;
}

/* ---- the run ---- */

static void describe(const problem *p, lck_rehearsal *out)
{
    const lck_element *a = p->kernel->array[p->of.a].element;
    if (!has(p->of.b)) {
        snprintf(out->work, sizeof out->work, "%lld elements of %d bytes", (long long)p->places,
                 a->bytes);
        return;
    }
    out->number = "sum";
    out->products = p->places * p->sums;
    snprintf(out->work, sizeof out->work, "%lld products of %s and %s", (long long)out->products,
             a->name, p->kernel->array[p->of.b].element->name);
}

static bool is_too_much(const problem *p, const lck_rehearsal *out)
{
    return !p->trial->gpu && out->products > LCK_MOST_SUMMED &&
           !lc_fail(p->kernel->ctx, LC_ERR_LIMIT,
                    "%lld products: the built-in executor makes no more than %lld",
                    (long long)out->products, (long long)LCK_MOST_SUMMED);
}

static bool run_and_compare(lck_trial *t, problem *p, unsigned char *before,
                            unsigned char *result, lck_rehearsal *out)
{
    size_t bytes = (size_t)p->kernel->array[p->of.c].element->bytes;
    memcpy(before, t->tensor[p->of.c].at, (size_t)t->elements[p->of.c] * bytes);
    if (!lck_trial_run(t, out))
        return false;
    if (out->wrong == 0) {
        if (!compare_places(t, p, result, out))
            return false;
        lck_trial_others(t, p->of.c, before, result, out);
    }
    if (out->timing.milliseconds > 0) {
        out->rate = 2e-9 * (double)out->products / out->timing.milliseconds;
        out->bandwidth = 2e-6 * (double)out->elements * (double)bytes / out->timing.milliseconds;
    }
    return true;
}

bool lck_rehearse_elements(lck_trial *t, lck_rehearsal *out)
{
    problem p;
    int c = t->kernel->product.c;
    size_t n = (size_t)t->elements[c] + 1, bytes = (size_t)t->kernel->array[c].element->bytes;
    unsigned char *before = lc_alloc(t->kernel->ctx, n, bytes);
    unsigned char *result = lc_alloc(t->kernel->ctx, n, 1);
    bool ok = read_problem(&p, t) && before && result;
    if (ok) {
        out->elements = p.places;
        describe(&p, out);
        ok = !is_too_much(&p, out);
    }
    if (ok) {
        fill_all(t);
        ok = read_numbers(&p) && run_and_compare(t, &p, before, result, out);
    }
    forget_problem(&p);
    free(before);
    free(result);
    return ok;
}
