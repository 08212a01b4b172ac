/* ways.c - ways of branches: those that are never gone, those past a barrier. */
#include "config.h"

#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* Marks the ways that one block depends on, and those that these depend on. */
static void mark(lck_race *r, uint32_t block, bool *seen, uint32_t *todo)
{
    uint32_t n = 0;
    memset(seen, 0, r->flow->nblocks * sizeof *seen);
    todo[n++] = block;
    seen[block] = true;
    while (n) {
        const lck_flow_block *b = &r->flow->block[todo[--n]];
        for (uint32_t k = 0; k < b->ncontrols; k++) {
            lck_flow_control c = r->flow->control[b->control + k];
            r->toward[c.block] |= c.way < 32 ? 1u << c.way : 0;
            if (seen[c.block])
                continue;
            seen[c.block] = true;
            todo[n++] = c.block;
        }
    }
}

bool lck_race_ways(lck_race *r)
{
    uint32_t n = r->flow->nblocks, last = LCK_FLOW_NONE;
    bool *seen = lck_race_array(r, n, sizeof *seen);
    uint32_t *todo = lck_race_array(r, n, sizeof *todo);
    r->toward = lck_race_array(r, n, sizeof *r->toward);
    bool good = seen && todo && r->toward;
    for (uint32_t i = 0; good && i < r->flow->ninsns; i++) {
        lck_sync_kind kind = r->sync[i].kind;
        uint32_t block = r->flow->insn[i].block;
        if (block != last && (kind == LCK_SYNC_BLOCK || kind == LCK_SYNC_WARP)) {
            mark(r, block, seen, todo);
            last = block;
        }
    }
    free(seen);
    free(todo);
    return good;
}

bool lck_race_never(lck_race *r, uint32_t block, uint32_t way)
{
    uint32_t branch = lck_flow_branch(r->flow, block);
    int64_t holds;
    if (branch == LCK_FLOW_NONE || r->flow->insn[branch].guard == LCK_FLOW_NONE ||
        r->flow->block[block].nsuccs != 2)
        return false;
    const lc_expr *e = lck_formula_of(r->f, r->flow->insn[branch].guard);
    if (!e || !lc_expr_is_int(e, &holds))
        return false;
    bool taken = (holds != 0) != lck_flow_of(r->flow, branch)->guard_negated;
    return taken ? way == 1 : way == 0;
}

bool lck_race_passes(const lck_race *r, uint32_t block, uint32_t way)
{
    const lck_flow_block *b = &r->flow->block[block];
    uint32_t bit = way < 32 ? 1u << way : 0;
    bool out = b->loop != LCK_FLOW_NONE &&
               !lck_flow_in_loop(r->flow, r->flow->edge[b->succ + way], b->loop);
    return !out && (r->toward[block] & ~bit) && !(r->toward[block] & bit);
}
