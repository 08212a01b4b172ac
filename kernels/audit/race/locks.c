/* locks.c - branches that other threads decide: by a lock that is taken or not, or a flag that is
 * set. They may order what comes behind them, which is not followed. */
#include "config.h"

#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* Does an operand not depend on loads? */
static bool is_plain(const lck_race *r, uint32_t insn, uint32_t k)
{
    const lc_expr *e = lck_formula_operand(r->f, insn, k);
    return e && !(lck_formula_varies(r->f, e) & LCK_BY_DATA);
}

/* Does an instruction take a lock, or look at a flag? Not one that computes with what a place
 * held: it waits for nobody. */
static bool asks_others(const lck_race *r, uint32_t insn)
{
    const lck_ptx_insn *p = lck_flow_of(r->flow, insn);
    if (lck_ptx_is(p, "atom"))
        return (lck_ptx_has(r->m, p, "cas") || lck_ptx_has(r->m, p, "exch")) &&
               is_plain(r, insn, 2);
    return lck_ptx_is(p, "ld") &&
           (lck_ptx_has(r->m, p, "volatile") || lck_ptx_has(r->m, p, "relaxed") ||
            lck_ptx_has(r->m, p, "acquire"));
}

/* Is a value made of what others decide? */
static bool is_asked(const lck_race *r, uint32_t value, bool *seen, uint32_t *todo)
{
    const lck_flow *flow = r->flow;
    uint32_t n = 0;
    bool asked = false;
    memset(seen, 0, flow->nvalues * sizeof *seen);
    if (value != LCK_FLOW_NONE)
        todo[n++] = value;
    while (n > 0 && !asked) {
        uint32_t at = todo[--n];
        const lck_flow_value *v = &flow->value[at];
        bool result = v->kind == LCK_FLOW_RESULT;
        const lck_ptx_insn *p = result ? lck_flow_of(flow, v->insn) : NULL;
        asked = p && asks_others(r, v->insn);
        uint32_t count = p ? p->nall : v->n;
        if (p && (lck_ptx_is(p, "ld") || lck_ptx_is(p, "atom")))
            continue;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t of = p ? flow->use[flow->insn[v->insn].slot + i] : lck_flow_arg(flow, at, i);
            if (of == LCK_FLOW_NONE || seen[of])
                continue;
            seen[of] = true;
            todo[n++] = of;
        }
    }
    return asked;
}

bool lck_race_locks(lck_race *r)
{
    const lck_flow *flow = r->flow;
    bool any = false, good = true;
    for (uint32_t i = 0; i < flow->ninsns && !any; i++)
        any = asks_others(r, i);
    if (!any)
        return true;
    bool *seen = lck_race_array(r, flow->nvalues, sizeof *seen);
    uint32_t *todo = lck_race_array(r, (size_t)flow->nvalues + 1, sizeof *todo);
    r->locks = lck_race_array(r, flow->nblocks, sizeof *r->locks);
    good = seen && todo && r->locks;
    for (uint32_t b = 0; good && b < flow->nblocks; b++) {
        uint32_t branch = flow->block[b].nsuccs > 1 ? lck_flow_branch(flow, b) : LCK_FLOW_NONE;
        r->locks[b] = branch != LCK_FLOW_NONE &&
                      is_asked(r, flow->insn[branch].guard, seen, todo);
    }
    free(seen);
    free(todo);
    return good;
}

bool lck_race_is_locked(const lck_race *r, uint32_t insn)
{
    uint32_t block = r->flow->insn[insn].block;
    for (uint32_t b = 0; r->locks && b < r->flow->nblocks; b++)
        if (r->locks[b] && b != block && lck_flow_dominates(r->flow, b, block))
            return true;
    return false;
}
