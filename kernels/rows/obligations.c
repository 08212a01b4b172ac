/* obligations.c - the obligations of a plan of rows.
 *
 *   those of a copy: each element is loaded once and stored once, by one thread, in bounds,
 *   as aligned vectors                                     kernels/copy/obligations.c
 *   elements of the other tensors are in their buffers, and their vectors aligned
 *   a tile holds whole rows                                (N) <= 8192
 *   the lanes, warps and blocks that share rows, with the values of each, cover a row once
 *                                                          partitions(concat(..), (1,8192))
 *   a lane gets each lane's part once, by bits             injective((2,2,2):(f1,f2,f4))
 *   the kernel's own statements join the parts of a row's threads once each, with barriers
 *   between                                                order.c
 *
 * That a part has each element of its thread once, and that what is stored is the result of its
 * element, is looked at in some tiles, and refutes a kernel; it proves nothing of the others
 * (elements.h).
 */
#include "config.h"

#include "../copy/proofs.h"
#include "rows.h"

#include <stdlib.h>

#include "../../verify/function/result.h"
#include "../../verify/language/build.h"

/* Vectors of a tensor are those of loads, of its own length. */
static bool operand(lck_proofs *w, const lck_rows *rows, int tensor)
{
    lck_part *loads = &w->plan->partition[LCK_LOADS];
    int width = loads->width;
    if (!w->plan->has[tensor])
        return true;
    loads->width = rows->width[tensor];
    bool ok = lck_prove_within(w, (lck_memory)tensor) &&
              lck_prove_aligned(w, (lck_memory)tensor, LCK_LOADS);
    loads->width = width;
    return ok;
}

static bool holds_rows(lck_proofs *w)
{
    bool ok = true;
    for (size_t k = 0; ok && k < w->plan->rank; k++) {
        const lck_axis *a = &w->plan->axis[k];
        ok = !a->in_row ||
             lck_plan_ask(w->plan, w->p, "(%s) <= %lld",
                          lck_plan_text(w->plan, lck_quantity_tree(w->plan, a->extent)),
                          (long long)a->tile);
    }
    return ok;
}

/* ---- the tree ---- */

/* The modes of threads, or of values, that go along rows. */
static size_t along_rows(const lck_plan *plan, size_t n, const lck_mode *mode, lck_mode *out)
{
    size_t found = 0;
    for (size_t i = 0; i < n; i++)
        if (lck_mode_goes(plan, &mode[i], true))
            out[found++] = mode[i];
    if (found == 0)
        out[found++] = (lck_mode){.extent = 1};
    return found;
}

/* All threads and values of one row. */
static bool covers_row(lck_proofs *w)
{
    const lck_plan *plan = w->plan;
    const lck_part *p = &plan->partition[LCK_LOADS];
    lck_part row = {.width = 1};
    lck_plan of_row = *plan;
    row.nthreads = along_rows(plan, p->nthreads, p->thread, row.thread);
    row.nvalues = along_rows(plan, p->nvalues, p->value, row.value);
    of_row.partition[LCK_LOADS] = row;
    for (size_t k = 0; k < plan->rank; k++)
        of_row.axis[k].tile = plan->axis[k].in_row ? plan->axis[k].tile : 1;
    return lck_prove_of(w, "partitions", lck_part_tree(&of_row, LCK_LOADS),
                        lck_tuple_tree(&of_row, LCK_TILES));
}

/* The numbers by which lanes of a row differ: those that their bits make, once each. */
static bool lanes_differ(lck_proofs *w, const lck_tree *tree)
{
    lc_text shape = {0}, stride = {0};
    for (size_t i = 0; i < tree->nbits; i++) {
        lc_text_add(&shape, i ? ",2" : "2");
        lc_text_printf(&stride, i ? ",f%d" : "f%d", tree->bit[i]);
    }
    const bool ok = tree->nbits < 2 || lck_plan_ask(w->plan, w->p, "injective((%s):(%s))",
                                                    lc_text_peek(&shape), lc_text_peek(&stride));
    lc_text_free(&shape);
    lc_text_free(&stride);
    return ok;
}

bool lck_claim_rows(lcv_planning *p)
{
    lc_text text = {0};
    lc_text_printf(&text, "plan %s", p->name);
    free(p->claim);
    p->claim = lc_text_take(lcr_ctx_lc(p->e->r), &text);
    return p->claim != NULL;
}

bool lck_prove_rows(lck_rows *rows, lcv_planning *p)
{
    lck_plan *plan = rows->plan;
    lck_proofs w = {.plan = plan, .p = p, .arena = plan->arena};
    bool ok = lck_prove_moves(&w);
    for (int t = LCK_OPERAND; ok && t < LCK_PLAN_TENSORS; t++)
        ok = operand(&w, rows, t);
    if (!ok || !holds_rows(&w) || !covers_row(&w) || !lanes_differ(&w, &rows->tree))
        return false;
    p->result = lcv_proved(plan->ctx, "all its obligations");
    return lck_claim_rows(p);
}

bool lck_prove_reductions(lck_rows *rows, const lck_kernel *kernel, lcv_planning *p)
{
    lck_plan *plan = rows->plan;
    lck_proofs w = {.plan = plan, .p = p, .arena = plan->arena};
    lcv_result *whole = p->result;
    char *claim = p->claim;
    const char *about;
    lc_text line = {0};
    lcv_result *result = lck_check_reductions(rows, kernel, &about);
    lc_text_add(&line, about);
    p->result = NULL;
    p->claim = NULL;
    bool ok = lck_prove_looked(&w, result, lc_text_take(plan->ctx, &line));
    if (!ok && (p->result || p->e->status != LCV_EVAL_OK)) {
        lcv_result_free(whole);
        free(claim);
        return false;
    }
    p->result = whole;
    p->claim = claim;
    return ok;
}
