/* ascends.c - tables that are sorted by what else they promise: T[b+1] - T[b] == n[b], where n[b]
 * is never negative.
 *
 * Each entry is at least the one before it, at any index, by the promises about these two alone;
 * then, by induction, an entry is at least all those before it.
 */
#include "config.h"

#include "tables.h"

static bool is_promised(const lcv_ast *declared)
{
    for (const lcv_ast *p = declared->last->child; p; p = p->next)
        if (p->kind != LCV_AST_KEYWORD && lcv_names_an_index(declared, p))
            return true;
    return false;
}

static size_t entry(lcv_solver *v, const lcv_sum *index)
{
    const lcv_unknown_integer u = {.kind = LCV_U_ENTRY, .table = 0, .n = 1, .index = {index}};
    return index ? lcv_sums_add(v->s, &u) : SIZE_MAX;
}

/* Is T[x+1] < T[x] at no x with both in the table? It is the first table of the solver. */
static bool steps_up(lcv_solver *v, const lcv_ast *range)
{
    const lcv_unknown_integer any = {.kind = LCV_U_COORDINATE, .name = "$"};
    const lcv_sum *low, *end, *x = lcv_sum_unknown(v->s, lcv_sums_add(v->s, &any));
    const lcv_sum *after = x ? lcv_sum_add(v->s, x, 1, lcv_sum_number(v->s, 1)) : NULL;
    size_t here = entry(v, x), next = entry(v, after);
    if (here == SIZE_MAX || next == SIZE_MAX || !lcv_table_range(v, 0, range, &low, &end) ||
        !lcv_solver_promises(v))
        return false;
    lcv_condition inside = lcv_compared(v->s, LCV_OP_GE, x, low);
    lcv_condition before = lcv_compared(v->s, LCV_OP_LT, after, end);
    lcv_condition falls = lcv_compared(v->s, LCV_OP_LT, lcv_sum_unknown(v->s, next),
                                       lcv_sum_unknown(v->s, here));
    const lcv_condition *all[] = {&inside, &before, &falls};
    return !v->s->failed && lcv_never(v, NULL, 3, all);
}

bool lcv_table_ascends(lcv_table_problem *p, const lcv_value *table)
{
    const lcv_ast *declared = table->formula->ast;
    lcv_solver v;
    if (lcv_table_promise(declared, "sorted") || lcv_table_promise(declared, "increasing"))
        return true;
    if (declared->child->child->next || !is_promised(declared) || !lcv_solver_open(&v, p))
        return false;
    v.l.table[v.l.ntables++] = table;
    bool is = lcv_solver_facts(&v) && steps_up(&v, declared->child->child);
    lcv_solver_close(&v);
    return is;
}
