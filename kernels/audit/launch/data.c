/* data.c - conditions that data decides, and that may come out either way.
 *
 * What is loaded from global memory may be anything. What is loaded from shared memory may be a
 * flag that some threads set for others: of it, only comparisons of two such values by size are
 * taken to be open. In both cases the data must be the thread's own: where all threads load one
 * place, they get different values only if somebody stores meanwhile. */
#include "config.h"

#include "internal.h"

#include <string.h>

/* NULL: no one instruction has. */
static const lck_ptx_insn *made_by(const lck_run *r, const lck_ptx_symbol *s)
{
    uint32_t maker = lck_formulas_maker(r->f, s);
    return maker == LCK_FLOW_NONE ? NULL : lck_flow_of(r->flow, maker);
}

/* Does each thread have its own, even if nobody stores meanwhile? */
static bool is_own(const lck_ptx_symbol *s)
{
    return (s->varies & (LCK_BY_THREAD | LCK_BY_MOMENT)) == LCK_BY_THREAD;
}

typedef struct {
    bool data, others, global; /* global: all of its data is loaded from there */
} made_of;

static void look(const lck_run *r, const lc_expr *e, made_of *m)
{
    if (!e || e->op == LC_EXPR_INT)
        return;
    for (int i = 0; i < 3; i++)
        look(r, e->arg[i], m);
    if (e->op != LC_EXPR_VAR)
        return;
    const lck_ptx_symbol *s = lck_formulas_symbol(r->f, e->slot);
    const lck_ptx_insn *p = made_by(r, s);
    bool loaded = p && lck_ptx_is(p, "ld") && is_own(s);
    m->data |= loaded;
    m->others |= !loaded;
    m->global = m->global && loaded && lck_ptx_insn_space(r->m, p) == LCK_PTX_GLOBAL;
}

/* A comparison of floats which of two is less; formulas have none, and take it for data. */
static bool compares_floats(const lck_run *r, const lc_expr *e)
{
    static const char *const orders[] = {"lt", "le", "gt", "ge", "ltu", "leu", "gtu", "geu"};
    const lck_ptx_symbol *s = lck_formulas_symbol(r->f, e->slot);
    const lck_ptx_insn *p = made_by(r, s);
    if (!p || !lck_ptx_is(p, "setp") || !is_own(s) ||
        lck_ptx_insn_type(r->m, p, 0).kind != LCK_PTX_FLOAT)
        return false;
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        if (lck_ptx_has(r->m, p, orders[i]))
            return true;
    return false;
}

static bool is_condition(const lc_expr *e)
{
    return e->low >= 0 && e->high <= 1;
}

static bool is_open(const lck_run *r, const lc_expr *e);

/* Is a condition open wherever what the thread knows does not settle it? */
static bool is_open_beside(const lck_run *r, const lc_expr *e)
{
    const lc_expr *const *a = e->arg;
    bool first = lck_launch_knows(r, a[0]), second = lck_launch_knows(r, a[1]);
    if (e->op == LC_EXPR_SELECT)
        return first && (second || is_open(r, a[1])) &&
               (lck_launch_knows(r, a[2]) || is_open(r, a[2]));
    return (e->op == LC_EXPR_ALL || e->op == LC_EXPR_ANY) && first != second &&
           is_open(r, a[first]);
}

static bool is_open(const lck_run *r, const lc_expr *e)
{
    if (!e)
        return false;
    if (e->op == LC_EXPR_NOT)
        return is_open(r, e->arg[0]);
    if (is_open_beside(r, e))
        return true;
    if (e->op == LC_EXPR_VAR && compares_floats(r, e))
        return true;
    if (e->op == LC_EXPR_EQ || e->op == LC_EXPR_NE)
        for (int i = 0; i < 2 && is_condition(e->arg[0]) && is_condition(e->arg[1]); i++)
            if (lck_launch_knows(r, e->arg[i]))
                return is_open(r, e->arg[1 - i]); /* that, or the opposite */
    made_of all = {.global = true}, side[2] = {{.global = true}, {.global = true}};
    look(r, e, &all);
    if (!all.data || all.others)
        return false;
    if (all.global)
        return true;
    for (int i = 0; i < 2; i++)
        look(r, e->arg[i], &side[i]);
    return (e->op == LC_EXPR_LT || e->op == LC_EXPR_LE) && side[0].data && side[1].data;
}

/* ---- conditions that settle others ---- */

/* Are both data from one place, or one value? */
static bool are_same(const lck_run *r, size_t slot, size_t other)
{
    uint32_t a = lck_formulas_maker(r->f, lck_formulas_symbol(r->f, slot));
    uint32_t b = lck_formulas_maker(r->f, lck_formulas_symbol(r->f, other));
    const lck_ptx_access *x = lck_access_of(r->list, a), *y = lck_access_of(r->list, b);
    return slot == other ||
           (x && y && x->address && y->address && lc_expr_equal(x->address, y->address));
}

static bool has_data(const lck_run *r, const lc_expr *e, size_t slot)
{
    if (!e || e->op == LC_EXPR_INT)
        return false;
    if (e->op == LC_EXPR_VAR)
        return !r->known[e->slot] && are_same(r, e->slot, slot);
    return has_data(r, e->arg[0], slot) || has_data(r, e->arg[1], slot) ||
           has_data(r, e->arg[2], slot);
}

static bool share_data(const lck_run *r, const lc_expr *a, const lc_expr *b)
{
    if (!a || a->op == LC_EXPR_INT)
        return false;
    if (a->op == LC_EXPR_VAR)
        return !r->known[a->slot] && has_data(r, b, a->slot);
    return share_data(r, a->arg[0], b) || share_data(r, a->arg[1], b) ||
           share_data(r, a->arg[2], b);
}

bool lck_launch_settles(lck_run *r, uint32_t insn, uint32_t other)
{
    const lc_expr *a = r->guard[insn], *b = r->guard[other];
    return a && b && lck_run_works(r, (a->size + b->size) / 8) && share_data(r, b, a);
}

/* Does an assertion ask about its data? */
static bool is_asserted(lck_run *r, uint32_t insn)
{
    for (uint32_t b = 0; b < r->flow->nblocks; b++) {
        uint32_t branch = lck_flow_branch(r->flow, b);
        if (branch != LCK_FLOW_NONE && branch != insn &&
            lck_run_only_way(r, b) != LCK_FLOW_NONE && lck_launch_settles(r, insn, branch))
            return true;
    }
    return false;
}

bool lck_launch_is_open(lck_run *r, uint32_t insn)
{
    if (r->open[insn] == 0)
        r->open[insn] = is_open(r, r->guard[insn]) && !is_asserted(r, insn) ? 2 : 1;
    return r->open[insn] > 1;
}
