/* relation-pairs.c - relations as lists of their pairs, where these are few. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "../../lib/ints.h"

#include "relations.h"

#define MOST_PAIRS (1 << 18) /* of a composite */

int lcv_output_cmp(const void *a, const void *b)
{
    const lcv_output *x = a, *y = b;
    return lc_ints_order(x->n, x->out, y->out);
}

/* Equal values in the order of their pairs. */
static int by_output(const void *a, const void *b)
{
    const lcv_output *x = a, *y = b;
    int order = lcv_output_cmp(a, b);
    return order != 0 ? order : (x->out > y->out) - (x->out < y->out);
}

const lc_int *lcv_pair_at(const lcv_places *p, size_t i)
{
    return p->pair + i * (p->nin + p->nout);
}

bool lcv_places_room(const lcv_relation_claim *q, lcv_places *p)
{
    p->in = lc_frame_alloc(q->ctx, p->nin + p->nout + 1, sizeof *p->in);
    p->out = p->in ? p->in + p->nin : NULL;
    return p->in != NULL;
}

bool lcv_places_of_map(const lcv_relation_claim *q, const char *name, lcr_map *m, lcv_places *p)
{
    lcr_pairs all = {0};
    *p = (lcv_places){.name = name, .map = lcv_kept(q->ctx, m)};
    if (!m)
        return false;
    p->nin = lcr_map_nin(m);
    p->nout = lcr_map_nout(m);
    bool listed = lcv_places_room(q, p) && lcr_map_list(q->r, m, &all) == LCR_YES;
    size_t cells = all.n * (all.nin + all.nout);
    p->pair = listed ? lc_frame_alloc(q->ctx, cells + 1, sizeof *p->pair) : NULL;
    p->n = p->pair ? all.n : 0;
    if (p->n > 0)
        memcpy(p->pair, all.cell, cells * sizeof *p->pair);
    lcr_pairs_clear(&all);
    lc_code code = lc_ctx_code(q->ctx);
    if (!p->pair && code != LC_ERR_MEMORY && code != LC_ERR_INTERRUPTED)
        lc_ctx_reset(q->ctx); /* isl may do without */
    return lc_ctx_code(q->ctx) == LC_OK;
}

bool lcv_places_of_list(const lcv_relation_claim *q, size_t n, lc_int *pair, lcv_places *p)
{
    size_t width = p->nin + p->nout;
    lcv_output *all = pair && lcv_places_room(q, p) ? lc_frame_alloc(q->ctx, n + 1, sizeof *all)
                                                    : NULL;
    p->pair = all ? lc_frame_alloc(q->ctx, n * width + 1, sizeof *p->pair) : NULL;
    if (!p->pair)
        return false;
    for (size_t i = 0; i < n; i++)
        all[i] = (lcv_output){pair + i * width, width};
    qsort(all, n, sizeof *all, lcv_output_cmp);
    for (size_t i = 0; i < n; i++)
        if (p->n == 0 || lc_ints_order(width, all[i].out, lcv_pair_at(p, p->n - 1)) != 0)
            memcpy(p->pair + p->n++ * width, all[i].out, width * sizeof *p->pair);
    return true;
}

/* The first pair that has these inputs, or is behind them. */
static size_t first_from(const lcv_places *p, const lc_int *in)
{
    size_t low = 0, high = p->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (lc_ints_order(p->nin, lcv_pair_at(p, middle), in) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

size_t lcv_pairs_at(const lcv_places *p, const lc_int *in, size_t *first)
{
    size_t end = *first = first_from(p, in);
    while (end < p->n && lc_ints_order(p->nin, lcv_pair_at(p, end), in) == 0)
        end++;
    return end - *first;
}

bool lcv_places_join(const lcv_relation_claim *q, const lcv_places *outer,
                     const lcv_places *inner, lcv_places *p)
{
    size_t n = 0, first, nin = inner->nin, width = nin + outer->nout;
    for (size_t i = 0; i < inner->n && n <= MOST_PAIRS; i++)
        n += lcv_pairs_at(outer, lcv_pair_at(inner, i) + nin, &first);
    lc_int *to = n <= MOST_PAIRS ? lc_frame_alloc(q->ctx, n * width + 1, sizeof *to) : NULL;
    lc_int *pair = to;
    for (size_t i = 0; to && i < inner->n; i++) {
        const lc_int *from = lcv_pair_at(inner, i);
        size_t many = lcv_pairs_at(outer, from + nin, &first);
        for (size_t j = first; j < first + many; j++, to += width) {
            memcpy(to, from, nin * sizeof *to);
            memcpy(to + nin, lcv_pair_at(outer, j) + outer->nin, outer->nout * sizeof *to);
        }
    }
    p->nin = nin;
    p->nout = outer->nout;
    return lcv_places_of_list(q, n, pair, p);
}

bool lcv_places_of_inputs(const lcv_relation_claim *q, const lcv_places *x, lcv_places *p)
{
    *p = (lcv_places){.name = x->name, .nout = x->nin, .n = x->n, .map = x->map, .taken = true};
    p->bounds = lcv_kept(q->ctx, lcv_text(q->ctx, "no input of %s", x->name));
    p->of = x->pair ? lc_frame_alloc(q->ctx, x->n + 1, sizeof *p->of) : NULL;
    for (size_t i = 0; p->of && i < x->n; i++)
        p->of[i] = (lcv_output){lcv_pair_at(x, i), x->nin};
    return lc_ctx_code(q->ctx) == LC_OK;
}

const lc_int *lcv_pairs_left(const lcv_places *x, const lcv_places *y)
{
    size_t width = x->nin + x->nout;
    for (size_t i = 0, j = 0; i < x->n; i++) {
        while (j < y->n && lc_ints_order(width, lcv_pair_at(y, j), lcv_pair_at(x, i)) < 0)
            j++;
        if (j == y->n || lc_ints_order(width, lcv_pair_at(y, j), lcv_pair_at(x, i)) != 0)
            return lcv_pair_at(x, i);
    }
    return NULL;
}

const lcv_output *lcv_outputs_of(lc_ctx *ctx, lcv_places *p)
{
    if (p->of || !p->pair)
        return p->of;
    p->of = lc_frame_alloc(ctx, p->n + 1, sizeof *p->of);
    for (size_t i = 0; p->of && i < p->n; i++)
        p->of[i] = (lcv_output){lcv_pair_at(p, i) + p->nin, p->nout};
    if (p->of)
        qsort(p->of, p->n, sizeof *p->of, by_output);
    return p->of;
}
