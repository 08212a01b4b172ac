/* attention.c - attention on random numbers, beside softmax in double. */
#include "config.h"

#include "trial.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../kernel/number.h"

typedef struct {
    lck_trial *trial;
    const lck_kernel *kernel;
    lck_attention_result of;
    size_t heads; /* axes */
    int64_t all_heads, queries, keys, dim;
    int64_t in_page[2], of_page[2], all_pages, most;
    double *score; /* of the keys of a query */
} problem;

static bool read_problem(problem *p, lck_trial *t)
{
    const lck_kernel *k = t->kernel;
    *p = (problem){.trial = t, .kernel = k, .of = k->attention, .all_heads = 1};
    p->heads = k->rank - 3;
    for (size_t i = 0; i < p->heads; i++)
        p->all_heads *= t->axis[i].extent;
    p->most = INT32_MAX;
    if (p->of.most && !lck_trial_number(t, p->of.most, &p->most))
        return false;
    for (int i = 0; i < 2 && p->of.pages >= 0; i++)
        if (!lck_trial_number(t, p->of.in_page[i], &p->in_page[i]) ||
            !lck_trial_number(t, p->of.of_page[i], &p->of_page[i]) ||
            !lck_trial_number(t, p->of.all_pages, &p->all_pages))
            return false;
    p->queries = p->trial->axis[p->heads].extent;
    p->keys = p->trial->axis[p->heads + 1].extent;
    p->dim = p->trial->axis[p->heads + 2].extent;
    p->score = lc_alloc(k->ctx, (size_t)p->keys + 1, sizeof *p->score);
    return p->score != NULL;
}

/* The place in a tensor of a head, of a table of its batch. */
static int64_t place_of_head(const problem *p, int tensor, int64_t head)
{
    return p->trial->offset[tensor] + lck_trial_place(p->trial, tensor, head, false);
}

static int64_t number_in(const problem *p, int table, int64_t at)
{
    return (int64_t)lck_trial_element(p->trial, table, at);
}

/* The queries, or the keys, of a head's batch, from which of all on. */
static int64_t rows_of(const problem *p, bool keys, int64_t head, int64_t *first)
{
    const int table = p->of.starts[keys];
    *first = 0;
    if (table < 0)
        return keys ? p->keys : p->queries;
    const int64_t at = place_of_head(p, table, head);
    *first = number_in(p, table, at);
    return number_in(p, table, at + p->trial->axis[p->heads - 1].stride[table]) - *first;
}

/* The place of row i of a head. */
static int64_t place(const problem *p, int tensor, int64_t head, int64_t i)
{
    const bool keys = tensor == p->of.k || tensor == p->of.v;
    const int64_t at = place_of_head(p, tensor, head);
    int64_t first;
    rows_of(p, keys, head, &first);
    i += first;
    if (!keys || p->of.pages < 0)
        return at + i * p->trial->axis[p->heads + keys].stride[tensor];
    const int64_t step = p->trial->axis[p->heads + 1].stride[p->of.pages];
    const int64_t of = place_of_head(p, p->of.pages, head) + i / p->of.page * step;
    return at + i % p->of.page * p->in_page[tensor - p->of.k] +
           number_in(p, p->of.pages, of) * p->of_page[tensor - p->of.k];
}

/* The keys of a head's batch. */
static int64_t keys_of(const problem *p, int64_t head)
{
    int64_t first;
    const int64_t all = rows_of(p, true, head, &first);
    if (p->of.lengths < 0)
        return all;
    const int64_t n = number_in(p, p->of.lengths, place_of_head(p, p->of.lengths, head));
    return n < 0 ? 0 : n < all ? n : all;
}

/* What q, k or v of a head are multiplied by. */
static double scale_of(const problem *p, int which, int64_t head)
{
    const int table = p->of.scales[which];
    return table < 0 ? 1 : lck_trial_element(p->trial, table, place_of_head(p, table, head));
}

/* What scores are multiplied by. */
static double scale(const problem *p, int64_t head)
{
    const double all = p->of.scale < 0 ? 1 / sqrt((double)p->dim)
                                       : lck_trial_element(p->trial, p->of.scale, 0);
    return all * scale_of(p, 0, head) * scale_of(p, 1, head);
}

/* The weights of a query's keys; their sum before they were divided by it, as its logarithm. */
static double find_weights(const problem *p, int64_t head, int64_t query)
{
    int64_t q = place(p, p->of.q, head, query), seen = keys_of(p, head), first;
    int64_t last = query + seen - rows_of(p, false, head, &first);
    first = 0;
    double most = -INFINITY, sum = 0;
    const double by = scale(p, head);
    if (p->of.causal && last + 1 < seen)
        seen = last + 1;
    if (p->of.window)
        first = last - p->of.window + 1;
    for (int64_t k = 0; k < p->keys; k++) {
        const bool sees = first <= k && k < seen;
        int64_t at = sees ? place(p, p->of.k, head, k) : 0;
        double s = 0;
        for (int64_t c = 0; sees && c < p->dim; c++)
            s += lck_trial_element(p->trial, p->of.q, q + c) *
                 lck_trial_element(p->trial, p->of.k, at + c);
        p->score[k] = sees ? s * by : -INFINITY;
        most = fmax(most, p->score[k]);
    }
    for (int64_t k = 0; k < p->keys; k++)
        sum += p->score[k] = most > -INFINITY ? exp(p->score[k] - most) : 0;
    for (int64_t k = 0; k < p->keys && sum > 0; k++)
        p->score[k] /= sum;
    return sum > 0 ? most + log(sum) : -INFINITY;
}

/* Heads whose rows are others: not those of ragged batches. */
static int64_t heads_of_rows(const problem *p)
{
    return p->of.starts[0] < 0 ? p->all_heads
                               : p->all_heads / p->trial->axis[p->heads - 1].extent;
}

static int64_t all_rows(const problem *p)
{
    int64_t rows = 0, first;
    for (int64_t head = 0; head < p->all_heads; head++)
        rows += rows_of(p, false, head, &first);
    return rows;
}

/* ---- comparing ---- */

static double half_unit(const problem *p, int array)
{
    return ldexp(1, -lck_format_of(p->kernel->array[array].element).mantissa - 1);
}

/* P and O are rounded once each, to half a unit of their last place; P of 8 bits, which is up to
 * 2^8, is not nearer than 2^-10. */
static void compare_query(const problem *p, int64_t head, int64_t query, unsigned char *result,
                          lck_rehearsal *out)
{
    const bool bytes = p->kernel->array[p->of.q].element->bytes == 1;
    const double of_p = half_unit(p, p->of.q), of_o = half_unit(p, p->of.o);
    const double least = bytes ? 0x1p-18 : 0;
    int64_t at = place(p, p->of.o, head, query);
    const int64_t keys = keys_of(p, head);
    double lse = find_weights(p, head, query), of_v = scale_of(p, 2, head);
    for (int64_t c = 0; c < p->dim; c++) {
        double o = 0, off = 0;
        for (int64_t k = 0; k < keys; k++) {
            double v = of_v *
                       lck_trial_element(p->trial, p->of.v, place(p, p->of.v, head, k) + c);
            o += p->score[k] * v;
            off += (of_p * p->score[k] + least) * fabs(v);
        }
        result[at + c] = 1;
        lck_trial_compare(p->trial, p->of.o, at + c, o, 1.1 * (off + of_o * fabs(o)) + 1e-6, out);
    }
    int64_t first;
    rows_of(p, false, head, &first);
    if (p->of.lse >= 0)
        lck_trial_compare(p->trial, p->of.lse,
                          head % heads_of_rows(p) * p->queries + first + query, lse,
                          1e-5 * (1 + fabs(lse)), out);
}

/* All queries, or the first, the last and some between. */
static void compare_all(problem *p, unsigned char *result, lck_rehearsal *out)
{
    const int64_t n = p->all_heads * p->queries;
    const double products = (double)n * (double)p->keys * (double)p->dim;
    int64_t step = 1 + (int64_t)(products / LCK_MOST_SUMMED * 4);
    for (int64_t i = 0; i < n; i += i + step < n ? step : n - i > 1 ? n - 1 - i : 1) {
        const int64_t head = i / p->queries, query = i % p->queries;
        int64_t first;
        if (query < rows_of(p, false, head, &first))
            compare_query(p, head, query, result, out);
    }
    if (step == 1)
        lck_trial_others(p->trial, p->of.o, NULL, result, out);
}

/* ---- the run ---- */

/* An element of a table, of 4 bytes each. */
static void set(const problem *p, int table, int64_t i, double number)
{
    unsigned char *at = p->trial->tensor[table].at;
    lck_set_number(p->kernel->array[table].element, at + 4 * i, number);
}

/* Any pages, and any lengths: some are 0, and some all keys. Scales are above 0. */
static void fill_tables(const problem *p)
{
    const int table[] = {p->of.pages, p->of.lengths};
    const uint64_t most[] = {(uint64_t)p->all_pages, (uint64_t)p->keys + 1};
    for (int i = 0; i < 2; i++)
        for (int64_t e = 0; table[i] >= 0 && e < p->trial->elements[table[i]]; e++)
            set(p, table[i], e, most[i] ? (double)(lck_trial_bits(p->trial) % most[i]) : 0);
    if (p->of.scale >= 0)
        set(p, p->of.scale, 0, 0.11);
    for (int i = 0; i < 3; i++)
        for (int64_t e = 0; p->of.scales[i] >= 0 && e < p->trial->elements[p->of.scales[i]]; e++)
            set(p, p->of.scales[i], e, 0.5 + (double)(lck_trial_bits(p->trial) % 8) / 8);
}

static int by_number(const void *a, const void *b)
{
    const int32_t m = *(const int32_t *)a, n = *(const int32_t *)b;
    return m < n ? -1 : m > n;
}

/* Batches of any lengths that there may be, some of which may be 0. */
static void fill_starts(const problem *p)
{
    lck_trial *t = p->trial;
    for (int keys = 0; keys < 2; keys++) {
        const int table = p->of.starts[keys];
        const uint64_t all = (uint64_t)(keys ? p->keys : p->queries) + 1;
        if (table < 0)
            continue;
        int32_t *start = t->tensor[table].at;
        for (int64_t e = 0; e < t->elements[table]; e++)
            start[e] = (int32_t)(lck_trial_bits(t) % all);
        qsort(start, (size_t)t->elements[table], sizeof *start, by_number);
        for (int64_t e = 1; !keys && e < t->elements[table]; e++)
            if (start[e] - start[e - 1] > p->most)
                start[e] = start[e - 1] + (int32_t)p->most;
    }
}

/* With a mask, about half of the products are counted, as is usual. */
static void rate(const problem *p, lck_rehearsal *out)
{
    double products = 0;
    for (int64_t head = 0, first; head < p->all_heads; head++)
        products += 2.0 * (double)rows_of(p, false, head, &first) * (double)keys_of(p, head) *
                    (double)p->dim;
    out->products = (int64_t)(products / (p->of.causal ? 2 : 1));
    if (out->timing.milliseconds > 0)
        out->rate = 2e-9 * (double)out->products / out->timing.milliseconds;
}

bool lck_rehearse_attention(lck_trial *t, lck_rehearsal *out)
{
    problem p = {0};
    const lck_kernel *k = t->kernel;
    unsigned char *result = lc_alloc(k->ctx, (size_t)t->elements[k->attention.o] + 1, 1);
    bool ok = result && read_problem(&p, t);
    if (ok) {
        out->number = "number";
        snprintf(out->work, sizeof out->work, "%lld heads, %lld queries, %lld keys of %lld %s",
                 (long long)heads_of_rows(&p), (long long)p.queries, (long long)p.keys,
                 (long long)p.dim, k->array[p.of.q].element->name);
        lck_trial_fill(t);
        fill_tables(&p);
        fill_starts(&p);
        out->elements = all_rows(&p) * (p.dim + (p.of.lse >= 0));
        ok = lck_trial_run(t, out);
    }
    if (ok && out->wrong == 0)
        compare_all(&p, result, out);
    if (ok)
        rate(&p, out);
    free(p.score);
    free(result);
    return ok;
}
