/* rows.c - from the statement of a plan of rows to its kernel. */
#include "config.h"

#include "../copy/draw.h"
#include "rows.h"

#include <stdlib.h>

/* A place that is written more than once has one value in a copy, but not of a function. */
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
    bool name = lc_ctx_code(rows->plan->ctx) == LC_ERR_INVALID;
    lck_forget_result(p);
    lcv_eval_failed(p->e, p->name_span);
    if (name)
        lcv_diag_hint(p->e->diag, "the kernel has variables of its own beside its sizes");
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

lck_kernel *lck_rows_make(lcv_planning *p, unsigned how, bool *proved)
{
    lck_given given;
    lck_rows rows = {.plan = lck_plan_read(p, &given)};
    lck_kernel *kernel = NULL;
    *proved = false;
    if (rows.plan && lck_read_formula(&rows, p) && check_places(rows.plan, p)) {
        if (lck_choose_rows(&rows, p, &given) && check_part(rows.plan, p) &&
            lck_find_tree(&rows, p))
            kernel = make(&rows, p, how, proved);
        else
            lck_forget_result(p);
    }
    free(rows.formula.text);
    lck_plan_free(rows.plan);
    return kernel;
}
