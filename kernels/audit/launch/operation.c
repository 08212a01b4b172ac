/* operation.c - what instructions do beside accesses: barriers, groups, phases. */
#include "config.h"

#include "internal.h"

typedef struct {
    lck_formulas *f;
    const lck_ptx_module *m;
    const lck_ptx_insn *p;
    uint32_t insn;
} reader;

static bool has(const reader *r, const char *modifier)
{
    return lck_ptx_has(r->m, r->p, modifier);
}

static const lc_expr *operand(const reader *r, uint32_t k)
{
    return k < r->p->noperands ? lck_formula_operand(r->f, r->insn, k) : NULL;
}

static const lc_expr *address(const reader *r, uint32_t k)
{
    return k < r->p->noperands ? lck_formula_address(r->f, r->insn, k) : NULL;
}

static lck_operation_of hidden(const char *what)
{
    return (lck_operation_of){.does = LCK_DOES_HIDDEN, .what = what};
}

/* wgmma instructions other than mma_async order groups, or registers. */
static lck_operation_of product(const reader *r)
{
    lck_operation_of o = {.does = LCK_DOES_NOTHING};
    if (has(r, "mma_async"))
        o.does = LCK_DOES_PRODUCT;
    else if (has(r, "commit_group"))
        o.does = LCK_DOES_PRODUCTS;
    else if (has(r, "wait_group"))
        o = (lck_operation_of){.does = LCK_DOES_WAIT_PRODUCTS, .count = operand(r, 0)};
    if (has(r, "sp"))
        return (lck_operation_of){.does = LCK_DOES_TOUCH, .what = "wgmma of a sparse operand"};
    return o;
}

/* tcgen05: tensor memory is not followed, but what is read from shared memory, and until when. */
static lck_operation_of tensor(const reader *r)
{
    bool asks = has(r, "mma") || has(r, "cp") || has(r, "commit");
    if (asks &&
        (has(r, "cta_group::2") || has(r, "sp") || lck_ptx_has_prefix(r->m, r->p, "b8x16")))
        return hidden("tcgen05 of two blocks, of a sparse operand, or of narrow types");
    const lc_expr *blocks = has(r, "multicast::cluster") ? operand(r, 1) : NULL;
    if (has(r, "multicast::cluster") && !blocks)
        return hidden("the blocks of tcgen05.commit");
    if (has(r, "commit"))
        return (lck_operation_of){LCK_DOES_END_PRODUCTS, .id = address(r, 0), .tx = blocks};
    return (lck_operation_of){.does = asks ? LCK_DOES_PRODUCT : LCK_DOES_NOTHING};
}

static lck_operation_of barrier(const reader *r)
{
    bool reduces = has(r, "red");
    lck_operation_of o = {.does = LCK_DOES_BAR, .waits = !has(r, "arrive")};
    if (has(r, "cluster") && lck_formulas_cluster(r->f)[0] == 0)
        return hidden("a barrier of a cluster");
    if (has(r, "cluster"))
        return (lck_operation_of){LCK_DOES_CLUSTER, .waits = has(r, "wait"),
                                  .more = has(r, "relaxed")};
    if (has(r, "warp")) {
        o = (lck_operation_of){.does = LCK_DOES_WARP, .count = operand(r, 0)};
        return o.count ? o : hidden("the mask of a barrier");
    }
    o.id = operand(r, reduces ? 1 : 0);
    if (r->p->noperands >= (reduces ? 4u : 2u)) {
        o.count = operand(r, reduces ? 2 : 1);
        if (!o.count)
            return hidden("the count of a barrier");
    }
    return o.id ? o : hidden("the number of a barrier");
}

/* A bulk copy; whether shared memory is what it writes. */
static lck_operation_of bulk_copy(const reader *r, bool to_shared)
{
    uint32_t bar = has(r, "tensor") ? 2 : 3;
    lck_operation_of o = {.does = to_shared ? LCK_DOES_COPY : LCK_DOES_STORE};
    if (!has(r, "tensor")) {
        o.count = operand(r, 2);
        if (!o.count)
            return hidden("the size of a bulk copy");
    }
    if (has(r, "reduce") || has(r, "cp_mask") || has(r, "cta_group::1") || has(r, "cta_group::2"))
        return hidden("a bulk copy");
    if (!to_shared)
        return o;
    o.id = address(r, bar);
    if (has(r, "multicast::cluster")) {
        o.tx = operand(r, bar + (has(r, "im2col") || has(r, "im2col::w") ? 2 : 1));
        if (!o.tx)
            return hidden("a bulk copy");
    }
    return o.id && has(r, "mbarrier::complete_tx::bytes") ? o : hidden("a bulk copy");
}

static lck_operation_of bulk(const reader *r)
{
    if (has(r, "prefetch"))
        return (lck_operation_of){.does = LCK_DOES_NOTHING};
    if (has(r, "commit_group"))
        return (lck_operation_of){.does = LCK_DOES_STORES};
    if (has(r, "wait_group")) {
        lck_operation_of o = {.does = LCK_DOES_STORED, .count = operand(r, 0)};
        return o.count ? o : hidden("the number of groups of bulk copies");
    }
    for (uint32_t i = 0; i < r->p->nmodifiers; i++) {
        lck_ptx_text word = lck_ptx_modifier(r->m, r->p, i);
        bool global = lck_ptx_text_is(word, "global");
        if (global || lck_ptx_text_is(word, "shared::cta") ||
            lck_ptx_text_is(word, "shared::cluster"))
            return bulk_copy(r, !global);
    }
    return hidden("a bulk copy");
}

static lck_operation_of copy(const reader *r)
{
    lck_operation_of o = {.does = LCK_DOES_NOTHING};
    if (has(r, "bulk"))
        return bulk(r);
    if (has(r, "commit_group"))
        o.does = LCK_DOES_COMMIT;
    if (has(r, "wait_all") || has(r, "wait_group")) {
        o.does = LCK_DOES_GROUPS;
        o.count = has(r, "wait_all") ? NULL : operand(r, 0);
        if (has(r, "wait_group") && !o.count)
            return hidden("the number of groups of cp.async");
    }
    if (has(r, "mbarrier")) {
        o = (lck_operation_of){.does = LCK_DOES_TRACK, .id = address(r, 0)};
        o.more = !has(r, "noinc");
    }
    return o;
}

static lck_operation_of phased(const reader *r)
{
    lck_operation_of o = {.does = LCK_DOES_NOTHING};
    if (has(r, "shared::cluster") && !has(r, "arrive"))
        return hidden("an mbarrier of a cluster");
    if (has(r, "relaxed"))
        return hidden("a relaxed mbarrier");
    if (has(r, "init")) {
        o = (lck_operation_of){LCK_DOES_INIT, .id = address(r, 0), .count = operand(r, 1)};
    } else if (has(r, "arrive") && !has(r, "noComplete")) {
        o = (lck_operation_of){LCK_DOES_ARRIVE, .id = address(r, 1)};
        if (has(r, "expect_tx"))
            o.tx = operand(r, 2);
        else if (r->p->noperands > 2)
            o.count = operand(r, 2);
        if (r->p->noperands > 2 && !o.tx && !o.count)
            return hidden("an arrival at an mbarrier");
    } else if (has(r, "expect_tx")) {
        o = (lck_operation_of){LCK_DOES_EXPECT, .id = address(r, 0), .tx = operand(r, 1)};
    } else if (has(r, "test_wait") || has(r, "try_wait")) {
        o = (lck_operation_of){LCK_DOES_WAIT, .id = address(r, 1)};
        if (has(r, "parity"))
            o.count = operand(r, 2);
        if (has(r, "parity") && !o.count)
            return hidden("the phase of an mbarrier");
    } else if (!has(r, "inval") && !has(r, "pending_count")) {
        return hidden("an mbarrier");
    }
    return o;
}

lck_operation_of lck_launch_operation(lck_formulas *f, uint32_t insn)
{
    const lck_flow *flow = lck_formulas_flow(f);
    const lck_ptx_insn *p = lck_flow_of(flow, insn);
    const reader r = {.f = f, .m = flow->module, .p = p, .insn = insn};
    if (lck_ptx_is(p, "bar") || lck_ptx_is(p, "barrier"))
        return barrier(&r);
    if (lck_ptx_is(p, "cp"))
        return copy(&r);
    if (lck_ptx_is(p, "mbarrier"))
        return phased(&r);
    if (lck_flow_calls_away(flow, insn))
        return hidden("a call that is not followed");
    if (lck_ptx_is(p, "wgmma"))
        return product(&r);
    if (lck_ptx_is(p, "fence") && has(&r, "proxy") && lck_ptx_has_prefix(r.m, p, "async") &&
        !has(&r, "global"))
        return (lck_operation_of){.does = LCK_DOES_FENCE};
    if (lck_ptx_is(p, "wmma") && !has(&r, "mma"))
        return (lck_operation_of){.does = LCK_DOES_TILE};
    if (lck_ptx_is(p, "mapa"))
        return (lck_operation_of){.maps = true, .id = operand(&r, 1), .count = operand(&r, 2)};
    if ((lck_ptx_is(p, "st") || lck_ptx_is(p, "red")) && has(&r, "async"))
        return hidden("an asynchronous store");
    if (lck_ptx_is(p, "clusterlaunchcontrol"))
        return hidden("clusterlaunchcontrol");
    return lck_ptx_is(p, "tcgen05") ? tensor(&r) : (lck_operation_of){.does = LCK_DOES_NOTHING};
}
