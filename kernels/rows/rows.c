/* rows.c - from the statement of a plan of rows to its kernel. */
#include "config.h"

#include "../copy/draw.h"
#include "../plan/variant.h"
#include "rows.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../verify/language/build.h"

/* Checks that no place is written more than once: a copy may write the same value twice, a
 * function may not. */
static bool check_places(lck_plan *plan, lcv_planning *p)
{
    bool ok = lck_plan_prove_places(plan, p);
    if (ok && plan->repeats)
        lcv_eval_fail(p->e, p->name_span,
                      "places of the destination are written more than once: expected each once");
    return ok && !plan->repeats;
}

static bool check_part(const lck_plan *plan, lcv_planning *p)
{
    const lck_part *part = &plan->partition[LCK_LOADS];
    int64_t threads = lck_part_threads(part) / plan->cluster, values = lck_part_values(part);
    if (threads > LCK_MAX_THREADS || values > LCK_MAX_REGISTERS)
        lcv_eval_fail(
            p->e, p->name_span,
            "the tile would take %lld threads of %lld values: expected at most %d and %d",
            (long long)threads, (long long)values, LCK_MAX_THREADS, LCK_MAX_REGISTERS);
    return p->e->status == LCV_EVAL_OK;
}

static lck_kernel *lower(lck_rows *rows, lcv_planning *p)
{
    lck_kernel *kernel = lck_lower_rows(rows, p->e->r);
    if (kernel)
        return kernel;
    lck_plan_not_made(rows->plan, p);
    return NULL;
}

/* The kernel of a plan that was chosen, and what is proved of it. */
static lck_kernel *make(lck_rows *rows, lcv_planning *p, unsigned how, bool *proved)
{
    *proved = lck_prove_rows(rows, p);
    if (!*proved && (!(how & LCK_UNPROVED) || !p->result || p->refuted))
        return NULL;
    lck_kernel *kernel = lower(rows, p);
    *proved = *proved && kernel && lck_prove_reductions(rows, kernel, p) &&
              lck_plan_tell(rows->plan, kernel) && lck_plan_prove_widths(rows->plan, kernel, p);
    if (*proved && p->drawing)
        p->figure = lck_draw_copy(rows->plan, p);
    if (*proved || (kernel && how & LCK_UNPROVED && p->result))
        return kernel;
    lck_kernel_free(kernel);
    return NULL;
}

/* The rank of a variant: the shortest tile that holds a row is the best, and vectors are better
 * than elements. */
static int64_t cost_of(const lck_rows *rows)
{
    int64_t cost = rows->group == 1 ? 16 : 1;
    for (size_t k = 0; k < rows->plan->rank; k++)
        cost *= rows->plan->axis[k].in_row ? rows->plan->axis[k].tile : 1;
    return cost;
}

/* The kernel of a statement for rows of at most so many elements; 0: for all that it allows. */
static lck_kernel *make_one(lcv_planning *p, int64_t most, unsigned how, bool *proved)
{
    lck_given given;
    lck_rows rows = {.plan = lck_plan_read(p, &given), .most = most};
    lck_kernel *kernel = NULL;
    *proved = false;
    if (rows.plan && lck_read_formula(&rows, p) && check_places(rows.plan, p)) {
        if (lck_choose_rows(&rows, p, &given) && check_part(rows.plan, p) &&
            lck_find_tree(&rows, p))
            kernel = make(&rows, p, how, proved);
        else
            lck_forget_result(p);
    }
    if (kernel)
        kernel->cost = lc_expr_int(kernel->x, cost_of(&rows));
    free(rows.formula.text);
    lck_plan_free(rows.plan);
    return kernel;
}

/* ---- variants ---- */

typedef struct {
    lcv_planning *p;
    const lck_plan *plan;
    unsigned how;
    bool proved;
    int n;
    lck_kernel *first, **next;
} making;

/* The axis along which rows have an open length; SIZE_MAX: none, or several. */
static size_t open_axis(const lck_plan *plan)
{
    size_t found = SIZE_MAX, n = 0;
    int64_t length;
    for (size_t k = 0; k < plan->rank; k++)
        if (plan->axis[k].in_row && ++n && !lc_expr_is_int(plan->axis[k].extent.expr, &length))
            found = k;
    return n == 1 ? found : SIZE_MAX;
}

/* Assumes that a number is a multiple of n, unless it is known. False: it never is. */
static bool assume_multiple(making *w, lck_variant *v, lck_quantity q, int64_t n)
{
    int64_t value;
    if (lc_expr_is_int(q.expr, &value))
        return value % n == 0;
    return lck_divides(w->plan, &v->p, n, q) ||
           lck_variant_assume(v, lck_multiple_tree(w->plan, q, n));
}

/* Assumes that rows of all tensors begin, and end, at multiples of 16 bytes, as far as they lie
 * along the axis that is contiguous. */
static bool assume_aligned(making *w, lck_variant *v)
{
    const lck_plan *plan = w->plan;
    const int least = plan->element->bytes < plan->into->bytes ? plan->element->bytes
                                                               : plan->into->bytes;
    const int64_t n = 16 / least;
    size_t along = lck_contiguous_axis(plan, LCK_DESTINATION);
    bool ok = along != SIZE_MAX && assume_multiple(w, v, plan->axis[along].extent, n);
    for (int t = 0; ok && t < LCK_PLAN_TENSORS; t++) {
        int64_t step;
        if (!plan->has[t] || !lc_expr_is_int(plan->axis[along].stride[t].expr, &step) ||
            step != 1)
            continue;
        ok = assume_multiple(w, v, plan->offset[t], n);
        for (size_t k = 0; ok && k < plan->rank; k++)
            ok = k == along || assume_multiple(w, v, plan->axis[k].stride[t], n);
    }
    return ok;
}

/* One more kernel, where the assumptions hold at some sizes; *all: rows are aligned at all. */
static void add_variant(making *w, bool aligned, int64_t most, bool *all)
{
    lck_variant v;
    char name[160]; /* names that are read have 128 characters at most */
    lck_variant_begin(&v, w->p);
    bool some = !aligned || assume_aligned(w, &v);
    *all = some && v.n == 0;
    if (some && most > 0) {
        lcv_ast *length = lck_quantity_tree(w->plan, w->plan->axis[open_axis(w->plan)].extent);
        some = lck_variant_assume(&v,
                                  lcv_build_op(w->plan->arena, LCV_OP_LE, lcv_build_group(length),
                                               lcv_build_int(w->plan->arena, most)));
    }
    if (some) {
        snprintf(name, sizeof name, w->n == 0 ? "%s" : "%s_%d", w->p->name, w->n + 1);
        v.p.name = name;
        v.p.drawing = w->n == 0 ? w->p->drawing : NULL;
        *w->next = make_one(&v.p, most, w->how, &w->proved);
        if (w->n == 0)
            w->p->figure = v.p.figure;
        if (*w->next) {
            w->next = &(*w->next)->other;
            w->n++;
        }
    }
    lck_variant_close(&v, w->p);
}

/* For rows that fit a part of a warp, a block, or more, as far as lengths are open; of whole
 * vectors, and, fewer ones, of elements. */
static void add_variants(making *w)
{
    static const int64_t lengths[][10] = {{1024, 8192, 0},
                                          {128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768,
                                           0}};
    static const size_t n[] = {3, 10};
    int64_t high = w->plan->axis[open_axis(w->plan)].extent.expr->high;
    bool all = false;
    for (int aligned = 1; w->proved && aligned >= 0 && !all; aligned--)
        for (size_t i = 0; w->proved && i < n[aligned]; i++)
            if (lengths[aligned][i] < high)
                add_variant(w, aligned, lengths[aligned][i], &all);
}

lck_kernel *lck_rows_make(lcv_planning *p, unsigned how, bool *proved)
{
    lck_given given;
    lck_plan *plan = lck_plan_read(p, &given);
    making w = {.p = p, .plan = plan, .how = how, .proved = true};
    w.next = &w.first;
    bool open = plan && !given.tile && !given.partition[LCK_LOADS] && open_axis(plan) != SIZE_MAX;
    if (open)
        add_variants(&w);
    else if (plan)
        w.n = (w.first = make_one(p, 0, how, &w.proved)) != NULL;
    lck_plan_free(plan);
    if (w.n == 1)
        w.first->cost = NULL;
    *proved = w.proved && w.n > 0 && (!open || lck_claim_rows(p));
    if (*proved || (how & LCK_UNPROVED && w.first && p->result))
        return w.first;
    lck_kernel_free(w.first);
    return NULL;
}
