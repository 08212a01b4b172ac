/* relation-pairs.c - relations as lists of their pairs, where these are few.
 *
 * isl's text of a composite has many more digits than those of its parts, and it does not always
 * end on it; lists of pairs are joined and compared.
 */
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

const lc_int *lcv_pair_at(const lcv_pairs *p, size_t i)
{
    return p->cell + i * (p->nin + p->nout);
}

/* Puts pairs in order, each once. False: no memory. */
static bool sort(const lcv_relation_claim *q, lcv_pairs *p)
{
    size_t width = p->nin + p->nout, n = 0;
    lcv_output *all = lc_frame_alloc(q->ctx, p->n + 1, sizeof *all);
    lc_int *cell = all ? lc_frame_alloc(q->ctx, p->n * width + 1, sizeof *cell) : NULL;
    for (size_t i = 0; cell && i < p->n; i++)
        all[i] = (lcv_output){lcv_pair_at(p, i), width};
    if (cell)
        qsort(all, p->n, sizeof *all, lcv_output_cmp);
    for (size_t i = 0; cell && i < p->n; i++)
        if (n == 0 || lc_ints_order(width, all[i].out, cell + (n - 1) * width) != 0)
            memcpy(cell + n++ * width, all[i].out, width * sizeof *cell);
    p->cell = cell;
    p->n = n;
    return cell != NULL;
}

/* The pairs as isl lists them; `cell` is NULL where it does not. */
static lcr_answer list(lcr_ctx *r, const lcr_map *m, lcv_pairs *p)
{
    lcr_pairs all = {0};
    lcr_answer listed = lcr_map_list(r, m, &all);
    size_t cells = all.n * (all.nin + all.nout);
    *p = (lcv_pairs){.n = all.n, .nin = all.nin, .nout = all.nout};
    if (listed == LCR_YES &&
        !(p->cell = lc_frame_alloc(lcr_ctx_lc(r), cells + 1, sizeof *p->cell)))
        listed = LCR_UNKNOWN;
    if (p->cell && cells > 0)
        memcpy(p->cell, all.cell, cells * sizeof *p->cell);
    lcr_pairs_clear(&all);
    return listed;
}

const lcv_pairs *lcv_pairs_of(const lcv_relation_claim *q, const lcr_map *m)
{
    lcv_pairs *p = lc_frame_alloc(q->ctx, 1, sizeof *p);
    bool listed = p && list(q->r, m, p) == LCR_YES;
    if (!listed && lc_ctx_code(q->ctx) != LC_ERR_MEMORY)
        lc_ctx_reset(q->ctx); /* isl may do without */
    return listed && sort(q, p) ? p : NULL;
}

lcr_answer lcv_outputs_of(lcr_ctx *r, const lcr_map *m, lcv_outputs *made)
{
    lcv_pairs p;
    lcr_answer listed = list(r, m, &p);
    *made = (lcv_outputs){0};
    if (listed != LCR_YES)
        return listed;
    *made = (lcv_outputs){p.n, p.cell, lc_frame_alloc(lcr_ctx_lc(r), p.n + 1, sizeof *made->of)};
    for (size_t i = 0; made->of && i < p.n; i++)
        made->of[i] = (lcv_output){lcv_pair_at(&p, i) + p.nin, p.nout};
    if (made->of)
        qsort(made->of, made->n, sizeof *made->of, lcv_output_cmp);
    return made->of ? LCR_YES : LCR_UNKNOWN;
}

/* The first pair that has these inputs, or is behind them. */
static size_t first_from(const lcv_pairs *p, const lc_int *in)
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

size_t lcv_pairs_at(const lcv_pairs *p, const lc_int *in, size_t *first)
{
    size_t end = *first = first_from(p, in);
    while (end < p->n && lc_ints_order(p->nin, lcv_pair_at(p, end), in) == 0)
        end++;
    return end - *first;
}

const lcv_pairs *lcv_pairs_join(const lcv_relation_claim *q, const lcv_pairs *outer,
                                const lcv_pairs *inner)
{
    size_t n = 0, first, width = inner->nin + outer->nout;
    for (size_t i = 0; i < inner->n && n <= MOST_PAIRS; i++)
        n += lcv_pairs_at(outer, lcv_pair_at(inner, i) + inner->nin, &first);
    lcv_pairs *p = n <= MOST_PAIRS ? lc_frame_alloc(q->ctx, 1, sizeof *p) : NULL;
    if (!p)
        return NULL;
    *p = (lcv_pairs){0, inner->nin, outer->nout,
                     lc_frame_alloc(q->ctx, n * width + 1, sizeof *p->cell)};
    for (size_t i = 0; p->cell && i < inner->n; i++) {
        const lc_int *from = lcv_pair_at(inner, i);
        size_t many = lcv_pairs_at(outer, from + inner->nin, &first);
        for (size_t j = first; j < first + many; j++, p->n++) {
            lc_int *to = p->cell + p->n * width;
            memcpy(to, from, inner->nin * sizeof *to);
            memcpy(to + inner->nin, lcv_pair_at(outer, j) + outer->nin, outer->nout * sizeof *to);
        }
    }
    return p->cell && sort(q, p) ? p : NULL;
}

const lc_int *lcv_pairs_left(const lcv_pairs *x, const lcv_pairs *y)
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

const lc_int *lcv_pairs_leading_out(const lcv_pairs *inner, const lcv_pairs *outer)
{
    size_t first;
    for (size_t i = 0; i < inner->n; i++)
        if (lcv_pairs_at(outer, lcv_pair_at(inner, i) + inner->nin, &first) == 0)
            return lcv_pair_at(inner, i);
    return NULL;
}
