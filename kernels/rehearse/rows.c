/* rows.c - functions along rows on random numbers, beside values in double with bounds on their
 * errors (kernels/kernel/formula.h). */
#include "config.h"

#include "trial.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../kernel/number.h"

typedef struct {
    const lck_trial *trial;
    const lck_formula *formula;
    int64_t rows, length;
    lck_uncertain *value; /* of each node, for each element of a row */
} problem;

/* The values of a node along a row, of those of nodes before it. */
static void find_node(const problem *p, size_t node, int64_t row)
{
    const lck_trial *t = p->trial;
    const lck_formula *f = p->formula;
    const lck_node *n = &f->node[node];
    const size_t length = (size_t)p->length;
    const int array = n->array;
    lck_uncertain *out = p->value + node * length;
    const lck_uncertain *left = p->value + (size_t)n->left * length;
    const lck_uncertain *right = p->value + (size_t)n->right * length;
    int64_t first = n->kind == LCK_NODE_ELEMENT
                        ? t->offset[array] + lck_trial_place(t, array, row, false)
                        : 0;
    lck_uncertain all = {0};
    if (n->kind == LCK_NODE_REDUCTION)
        all = lck_reduce_uncertain(n->function, f->depth, length, left);
    for (size_t i = 0; i < length; i++)
        switch (n->kind) {
        case LCK_NODE_ELEMENT:
            out[i] = lck_exactly(
                lck_trial_element(t, array, first + lck_trial_place(t, array, (int64_t)i, true)));
            break;
        case LCK_NODE_NUMBER: out[i] = lck_exactly((double)n->number); break;
        case LCK_NODE_LENGTH: out[i] = lck_exactly((double)length); break;
        case LCK_NODE_FUNCTION:
            out[i] = lck_calculate_uncertain(n->function, left[i], right[i]);
            break;
        case LCK_NODE_REDUCTION: out[i] = all; break;
        }
}

/* ---- comparing ---- */

static void compare(const problem *p, int64_t at, lck_uncertain expected, lck_rehearsal *out)
{
    const lck_element *element = p->trial->kernel->array[LCK_DESTINATION].element;
    lck_format format = lck_format_of(element);
    double size = fabs(expected.value) + expected.error;
    double tolerance = expected.error + ldexp(size, -format.mantissa - 1) +
                       lck_least(element) / 2;
    lck_trial_compare(p->trial, LCK_DESTINATION, at, expected.value, tolerance, out);
}

static void compare_rows(const problem *p, unsigned char *result, lck_rehearsal *out)
{
    const lck_trial *t = p->trial;
    const lck_formula *f = p->formula;
    const lck_uncertain *expected = p->value + (size_t)f->result * (size_t)p->length;
    for (int64_t row = 0; row < p->rows; row++) {
        int64_t first = t->offset[LCK_DESTINATION] +
                        lck_trial_place(t, LCK_DESTINATION, row, false);
        for (size_t i = 0; i < f->n; i++)
            find_node(p, i, row);
        for (int64_t i = 0; i < p->length; i++) {
            int64_t at = first + lck_trial_place(t, LCK_DESTINATION, i, true);
            result[at] = 1;
            compare(p, at, expected[i], out);
        }
    }
}

bool lck_rehearse_rows(lck_trial *t, lck_rehearsal *out)
{
    const lck_formula *f = t->kernel->formula;
    problem p = {.trial = t, .formula = f, .rows = t->number[0], .length = t->number[1]};
    unsigned char *result = lc_alloc(t->kernel->ctx, (size_t)t->elements[LCK_DESTINATION] + 1, 1);
    p.value = lc_alloc(t->kernel->ctx, (size_t)p.length * f->n + 1, sizeof *p.value);
    bool ok = result && p.value;
    if (ok) {
        out->elements = p.rows * p.length;
        out->number = "element";
        snprintf(out->work, sizeof out->work, "%lld rows of %lld elements of %s",
                 (long long)p.rows, (long long)p.length,
                 t->kernel->array[LCK_SOURCE].element->name);
        lck_trial_fill(t);
        ok = lck_trial_run(t, out);
    }
    if (ok && out->wrong == 0) {
        compare_rows(&p, result, out);
        lck_trial_others(t, LCK_DESTINATION, NULL, result, out);
    }
    if (ok && out->timing.milliseconds > 0) {
        int64_t bytes = t->kernel->array[LCK_SOURCE].element->bytes;
        out->bandwidth = 2e-6 * (double)(out->elements * bytes) / out->timing.milliseconds;
    }
    free(p.value);
    free(result);
    return ok;
}
