/* prove.c - the order of a kernel's statements, as claims of its plan. */
#include "config.h"

#include "claims.h"
#include "order.h"

bool lck_order_found(const lck_ordering *w, const char *why, const char *format, ...)
{
    lc_text line = {0};
    va_list args;
    va_start(args, format);
    lc_text_vprintf(&line, format, args);
    va_end(args);
    return lck_plan_found(w->plan, w->p, w->kernel, why, lc_text_take(w->plan->ctx, &line));
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

/* Of boxes that are cut: so much of the tensor is left as they say, and the map of the last one
 * follows theirs. */
static const char *cut_wrong(const lck_ordering *w, bool *any)
{
    *any = false;
    for (size_t i = 0; i < w->uses.n; i++) {
        const lck_statement *s = w->uses.use[i].s;
        if (s->kind != LCK_TMA_LOAD)
            continue;
        const lck_map *map = &w->kernel->map[s->map];
        *any = *any || s->value || map->cut;
        if (!s->value != !map->cut || map->last)
            return "a box is cut without a map for it";
        if (!map->cut)
            continue;
        lck_polynomial all = lck_polynomial_of(&w->uses.names, s->value);
        const lck_polynomial at = lck_polynomial_of(&w->uses.names, s->crd[map->cut]);
        const lck_polynomial extent = lck_polynomial_of(&w->uses.names, map->extent[map->cut]);
        lck_add_times(&all, 1, &at);
        if (all.lost || !lck_same(&all, &extent))
            return "it ends where the tensor does not";
        if ((size_t)s->map + 1 == w->kernel->nmaps || !map[1].last ||
            map[1].tensor != map->tensor || map[1].cut != map->cut)
            return "the map that follows is not that of the last box";
    }
    return NULL;
}

static bool stages_in_order(lck_ordering *w)
{
    bool ok = lck_find_uses(w->kernel, &w->uses) &&
              lck_order_found(w, w->uses.why, "the kernel's barriers and groups are followed") &&
              lck_order_rings(w);
    bool cut;
    const char *why = ok ? cut_wrong(w, &cut) : NULL;
    ok = ok &&
         (!cut || lck_order_found(w, why, "boxes that are cut end where their tensor does"));
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
    const char *why = lck_kernel_disorder(kernel, &looked);
    if (!lck_order_found(&w, why, "fences, waits, groups and barriers are in order") ||
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
