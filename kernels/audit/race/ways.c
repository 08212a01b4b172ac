/* ways.c - ways of branches: those that are never gone, those past a barrier. */
#include "config.h"

#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* Marks the ways that one block depends on, and those that these depend on. */
static void mark(lck_race *r, uint32_t *ways, uint32_t block, bool *seen, uint32_t *todo)
{
    uint32_t n = 0;
    memset(seen, 0, r->flow->nblocks * sizeof *seen);
    todo[n++] = block;
    seen[block] = true;
    while (n) {
        const lck_flow_block *b = &r->flow->block[todo[--n]];
        for (uint32_t k = 0; k < b->ncontrols; k++) {
            lck_flow_control c = r->flow->control[b->control + k];
            ways[c.block] |= c.way < 32 ? 1u << c.way : 0;
            if (seen[c.block])
                continue;
            seen[c.block] = true;
            todo[n++] = c.block;
        }
    }
}

bool lck_race_ways(lck_race *r)
{
    uint32_t n = r->flow->nblocks;
    bool *seen = lck_race_array(r, n, sizeof *seen);
    uint32_t *todo = lck_race_array(r, n, sizeof *todo);
    uint32_t **const ways[] = {&r->toward[0], &r->toward[1], &r->waits};
    bool good = seen && todo;
    for (int k = 0; k < 3; k++) {
        *ways[k] = lck_race_array(r, n, sizeof **ways[k]);
        good = good && *ways[k];
    }
    for (uint32_t b = 0; good && b < n; b++) {
        bool has[3] = {false};
        for (uint32_t i = r->flow->block[b].insn; i < r->flow->block[b].end; i++) {
            lck_sync_kind kind = r->sync[i].kind;
            has[0] |= kind == LCK_SYNC_BLOCK;
            has[1] |= kind == LCK_SYNC_WARP;
            has[2] |= kind == LCK_SYNC_WAIT || kind == LCK_SYNC_COMMIT;
        }
        for (int k = 0; k < 3; k++)
            if (has[k])
                mark(r, *ways[k], b, seen, todo);
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

/* Is one of the ways of a block out of the loop that it is in? */
static bool is_exit(const lck_race *r, uint32_t block)
{
    const lck_flow_block *b = &r->flow->block[block];
    for (uint32_t k = 0; k < b->nsuccs && b->loop != LCK_FLOW_NONE; k++)
        if (!lck_flow_in_loop(r->flow, r->flow->edge[b->succ + k], b->loop))
            return true;
    return false;
}

bool lck_race_chooses_wait(const lck_race *r, uint32_t block)
{
    return r->flow->block[block].nsuccs > 1 && r->waits[block] && !is_exit(r, block);
}

bool lck_race_passes(const lck_race *r, uint32_t block, uint32_t way)
{
    const lck_flow_block *b = &r->flow->block[block];
    uint32_t bit = way < 32 ? 1u << way : 0, toward = r->toward[0][block] | r->toward[1][block];
    bool out = b->loop != LCK_FLOW_NONE &&
               !lck_flow_in_loop(r->flow, r->flow->edge[b->succ + way], b->loop);
    return !out && (toward & ~bit) && !(toward & bit);
}
