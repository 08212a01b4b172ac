/* prove.c - the order of a kernel's statements, as claims of its plan. */
#include "config.h"

#include "claims.h"
#include "order.h"

bool lck_order_found(const lck_ordering *w, const char *why, const char *format, ...)
{
    lc_text line = {0};
    LC_TEXT_ARGS(&line, format);
    return lck_plan_found(w->plan, w->p, w->kernel, why, lc_text_take(w->plan->ctx, &line));
}

bool lck_order_lost(const lck_ordering *w, const char *why, const char *format, ...)
{
    lc_text line = {0};
    LC_TEXT_ARGS(&line, format);
    return lck_plan_lost(w->plan, w->p, why, lc_text_take(w->plan->ctx, &line));
}

/* Is an array one whose stages rings hand on? */
static bool has_ring(const lck_uses *uses, size_t array)
{
    for (size_t i = 0; i < uses->n; i++)
        if ((uses->use[i].s->kind == LCK_TMA_LOAD || uses->use[i].s->kind == LCK_WGMMA) &&
            uses->use[i].array == (int)array)
            return true;
    return false;
}

static bool stages_in_order(lck_ordering *w)
{
    bool ok = lck_find_uses(w->kernel, &w->uses) &&
              (!w->uses.why ||
               lck_order_lost(w, w->uses.why, "the kernel's barriers and groups are followed")) &&
              lck_order_rings(w) && lck_order_bytes(w);
    for (size_t i = 0; ok && i < w->kernel->narrays; i++)
        if (w->kernel->array[i].role == LCK_OF_BLOCK && !has_ring(&w->uses, i))
            ok = lck_order_stages(w, (int)i);
    lck_forget_uses(&w->uses);
    return ok;
}

bool lck_prove_order(lck_plan *plan, lcv_planning *p, lck_kernel *kernel)
{
    size_t looked;
    lck_ordering w = {.plan = plan, .p = p, .kernel = kernel};
    static const char claim[] = "fences, waits, groups and barriers are in order";
    bool unclear;
    const char *why = lck_kernel_disorder(kernel, &looked, &unclear);
    if (!(why && unclear ? lck_order_lost(&w, why, claim) : lck_order_found(&w, why, claim)) ||
        !stages_in_order(&w)) {
        if (!p->result && p->e->status == LCV_EVAL_OK)
            lcv_eval_failed(p->e, p->name_span);
        return false;
    }
    if (!lck_plan_tell(plan, kernel))
        return lcv_eval_failed(p->e, p->name_span) != NULL;
    return lck_kernel_claim(kernel,
                            "fences, waits, groups and barriers are in order: %zu statements\n"
                            "  looked at one by one",
                            looked);
}
