/* sync.c - which instructions threads wait at, and which touch shared memory on their own. */
#include "config.h"

#include "internal.h"

/* The number that an operand is; false: it is not known. */
static bool number_of(lck_formulas *f, uint32_t insn, uint32_t k, int64_t *value)
{
    const lc_expr *e = lck_formula_operand(f, insn, k);
    return e && lc_expr_is_int(e, value);
}

/* bar.sync a{, b}; bar.red {p|d}, a{, b}, c: is a the same for all threads, and b their number,
 * or missing? */
static bool counts_all(lck_formulas *f, uint32_t insn, bool reduces)
{
    const lck_ptx_insn *p = lck_flow_of(lck_formulas_flow(f), insn);
    uint32_t with = reduces ? 4 : 2, at = reduces ? 2 : 1;
    int64_t count, block[3];
    const lc_expr *which = lck_formula_operand(f, insn, at - 1);
    if (!which || lck_formula_varies(f, which) & LCK_BY_THREAD)
        return false; /* threads may be at several barriers */
    if (p->noperands < with)
        return true;
    return number_of(f, insn, at, &count) && lck_formulas_block(f, block) &&
           count == (block[0] * block[1] * block[2] + 31) / 32 * 32;
}

static lck_sync of_barrier(lck_formulas *f, uint32_t insn)
{
    const lck_ptx_module *m = lck_formulas_flow(f)->module;
    const lck_ptx_insn *p = lck_flow_of(lck_formulas_flow(f), insn);
    int64_t mask;
    if (lck_ptx_has(m, p, "warp")) {
        bool all = number_of(f, insn, 0, &mask) && (uint32_t)mask == UINT32_MAX;
        return all ? (lck_sync){.kind = LCK_SYNC_WARP}
                   : (lck_sync){.kind = LCK_SYNC_PART, .what = "a barrier of some lanes"};
    }
    if (lck_ptx_has(m, p, "cluster"))
        return (lck_sync){.kind = LCK_SYNC_PART, .what = "a barrier of a cluster"};
    bool reduces = lck_ptx_has(m, p, "red");
    if (lck_ptx_has(m, p, "arrive") || !counts_all(f, insn, reduces))
        return (lck_sync){.kind = LCK_SYNC_PART, .what = "a barrier of some warps"};
    return (lck_sync){.kind = LCK_SYNC_BLOCK};
}

static lck_sync of_copy(lck_formulas *f, uint32_t insn)
{
    const lck_ptx_module *m = lck_formulas_flow(f)->module;
    const lck_ptx_insn *p = lck_flow_of(lck_formulas_flow(f), insn);
    int64_t groups;
    if (lck_ptx_has(m, p, "commit_group") && !lck_ptx_has(m, p, "bulk"))
        return (lck_sync){.kind = LCK_SYNC_COMMIT};
    if (lck_ptx_has(m, p, "wait_all"))
        return (lck_sync){.kind = LCK_SYNC_WAIT, .count = -1};
    if (lck_ptx_has(m, p, "wait_group") && !lck_ptx_has(m, p, "bulk")) {
        bool known = number_of(f, insn, 0, &groups) && groups >= 0 && groups < 100;
        return known ? (lck_sync){.kind = LCK_SYNC_WAIT, .count = (int)groups}
                     : (lck_sync){.kind = LCK_SYNC_PART, .what = "cp.async.wait_group"};
    }
    if (lck_ptx_has(m, p, "bulk") && lck_ptx_has_prefix(m, p, "shared"))
        return (lck_sync){.kind = LCK_SYNC_OPAQUE, .what = "a bulk copy"};
    if (lck_ptx_has(m, p, "mbarrier"))
        return (lck_sync){.kind = LCK_SYNC_PART, .what = "an mbarrier"};
    return (lck_sync){.kind = LCK_SYNC_NONE};
}

lck_sync lck_sync_of(lck_formulas *f, uint32_t insn)
{
    const lck_flow *flow = lck_formulas_flow(f);
    const lck_ptx_insn *p = lck_flow_of(flow, insn);
    if (lck_ptx_is(p, "bar") || lck_ptx_is(p, "barrier"))
        return of_barrier(f, insn);
    if (lck_ptx_is(p, "cp"))
        return of_copy(f, insn);
    if (lck_flow_calls_away(flow, insn))
        return (lck_sync){.kind = LCK_SYNC_OPAQUE, .what = "a call that is not followed"};
    if (lck_ptx_is(p, "mbarrier"))
        return (lck_sync){.kind = LCK_SYNC_PART, .what = "an mbarrier"};
    if (lck_ptx_is(p, "wgmma") && lck_ptx_has(flow->module, p, "mma_async"))
        return (lck_sync){.kind = LCK_SYNC_OPAQUE, .what = "wgmma"};
    const lck_ptx_module *m = flow->module;
    if (lck_ptx_is(p, "tcgen05") &&
        (lck_ptx_has(m, p, "mma") || lck_ptx_has(m, p, "cp") || lck_ptx_has(m, p, "commit")))
        return (lck_sync){.kind = LCK_SYNC_OPAQUE, .what = "tcgen05"};
    if (lck_ptx_is(p, "wmma") && !lck_ptx_has(flow->module, p, "mma"))
        return (lck_sync){.kind = LCK_SYNC_OPAQUE, .what = "wmma"};
    return (lck_sync){.kind = LCK_SYNC_NONE};
}
