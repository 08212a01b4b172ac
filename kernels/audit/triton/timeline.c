/* timeline.c - shared memory over time in modules of Triton. */
#include "config.h"

#include "timeline.h"
#include "timeline-buffers.h"

static bool is_tcgen05(const lck_ir_op *op)
{
    return lck_ir_text_begins(op->name, "ttng.tc_gen5_mma");
}

/* What goes on while threads do other things. */
static bool is_behind(const lck_ir_op *op)
{
    return is_tcgen05(op) || lck_ir_text_among(op->name, "ttg.async_copy_global_to_local "
                                                         "ttng.warp_group_dot ttng.async_tma_*");
}

static bool has_operation(const lck_ir_module *m, uint32_t function,
                          bool is_one(const lck_ir_op *op))
{
    uint32_t next = m->op[function].next, end = next == LCK_IR_NONE ? m->nops : next;
    for (uint32_t i = function; i < end; i++)
        if (is_one(&m->op[i]))
            return true;
    return false;
}

/* Has the module been through the allocation of shared memory, which puts barriers, too? */
static bool is_synced(const lck_ir_module *m)
{
    uint32_t end;
    for (uint32_t i = 0; i < m->nops; i++)
        if (lck_ir_is(&m->op[i], "module") || lck_ir_is(&m->op[i], "builtin.module"))
            return lck_ir_attribute(m, &m->op[i], "ttg.shared", &end) != LCK_IR_NONE;
    return false;
}

/* ---- the reader ---- */

/* Views of shared memory, stages, phases. */
static void follow_event(lck_timeline *t, const lck_ir_op *op)
{
    bool all = lck_ir_is(op, "ttg.memdesc_index") || lck_ir_is(op, "ttng.wait_barrier");
    for (uint32_t i = 0; i < op->noperands; i++) {
        uint32_t value = lck_ir_operand(t->m, op, i);
        if (value != LCK_IR_NONE && (all || lck_triton_is_memdesc(t->m->value[value].type)))
            lck_timeline_follow(t, value);
    }
}

static const lck_timeline_reader reader = {.is_event = lck_triton_is_event,
                                           .event = lck_triton_event,
                                           .can_follow = lck_triton_can_follow,
                                           .is_view = lck_triton_is_view,
                                           .follow_event = follow_event,
                                           .result = lck_triton_result,
                                           .name = lck_triton_name};

static bool add_buffers(lck_timeline *t)
{
    bool ok = true;
    for (uint32_t i = t->function; ok && i < lck_timeline_end(t); i++) {
        const lck_ir_op *op = &t->m->op[i];
        if (lck_ir_is(op, "ttg.local_alloc") && op->nresults == 1)
            ok = lck_triton_add_cells(t, i);
        else if (t->synced && lck_triton_offset(t, op) >= 0 && lck_triton_is_scratch(op))
            ok = lck_triton_add_scratch(t, i);
    }
    return ok;
}

/* Runs once more with cells as large as they may be: without a fault then, there is none. */
static void run_wide(lck_timeline *t)
{
    bool scratch = false;
    for (size_t i = 0; i < t->ncells; i++)
        scratch |= t->cell[i].scratch || t->cell[i].at < 0;
    if (!scratch || t->open || lck_timeline_has_fault(t, "races") ||
        lck_timeline_has_fault(t, "rings"))
        return;
    t->wide = true;
    t->steps = 0;
    lck_timeline_run(t);
}

/* With tensor memory, the compiler adds barriers when it writes PTX: races are not asked
 * about. */
static void answer_all(lck_timeline *t, bool behind, bool barriers)
{
    if (behind)
        lck_timeline_answer(t, "rings", t->open,
                            "no buffer is read before it is full, or filled while it is read");
    if (t->synced)
        run_wide(t);
    if (barriers && t->ncells)
        lck_timeline_answer(t, "races",
                            t->synced ? t->open : "barriers for tensor memory come later",
                            "a barrier stands between writes and reads of shared memory");
}

void lck_triton_timeline(lck_audit *audit, lck_kernel_audit *kernel, const lck_ir_module *m,
                         uint32_t function)
{
    bool behind = has_operation(m, function, is_behind), barriers = is_synced(m);
    lck_timeline *t = behind || barriers ? lck_timeline_new(audit, kernel, m, function, &reader)
                                         : NULL;
    if (!t)
        return;
    t->synced = barriers && !has_operation(m, function, is_tcgen05);
    if (add_buffers(t) && lck_timeline_prepare(t))
        lck_timeline_run(t);
    answer_all(t, behind, barriers);
    lck_timeline_free(t);
}
