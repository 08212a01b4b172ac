/* lost.c - threads that are not followed any further, as data decides where they go.
 *
 * The other ones go on. Where in the end each thread has left or is lost, and none waits for one
 * that is, all is known of what comes before: of the accesses that no way from where threads were
 * lost leads to. */
#include "config.h"

#include "internal.h"

#include <stdlib.h>

/* All blocks that a way leads to from the end of one, once. */
static void mark_after(lck_run *r, uint32_t block)
{
    if (r->ends[block])
        return;
    r->ends[block] = true;
    uint32_t *todo = lck_run_array(r, r->flow->nblocks + 1, sizeof *todo), n = 0;
    if (todo)
        todo[n++] = block;
    while (n > 0) {
        const lck_flow_block *b = &r->flow->block[todo[--n]];
        for (uint32_t i = 0; i < b->nsuccs; i++) {
            uint32_t to = r->flow->edge[b->succ + i];
            if (!r->after[to])
                todo[n++] = to;
            r->after[to] = true;
        }
    }
    free(todo);
}

void lck_run_lose(lck_run *r, lck_thread *t, bool at_end, const char *why)
{
    mark_after(r, t->block);
    for (uint32_t i = 0; i < t->nforks; i++)
        mark_after(r, t->fork[i].block); /* the ways that it has not gone */
    r->after[t->block] |= !at_end;
    t->state = LCK_IS_LOST;
    r->lost = true;
    lck_run_open_all(r, why);
}

void lck_run_look_for_blocked(lck_run *r)
{
    for (uint32_t i = 0; r->lost && i < r->n; i++)
        r->blocked |= r->thread[i].state != LCK_HAS_LEFT && r->thread[i].state != LCK_IS_LOST;
}

void lck_run_tell_whole(lck_run *r)
{
    r->out->whole = !r->stop && !r->lost;
    for (uint32_t a = 0; a < r->list->n; a++)
        r->out->reach[a].whole = !r->stop && !r->blocked &&
                                 !r->after[r->flow->insn[r->list->at[a].insn].block];
}
