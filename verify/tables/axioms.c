/* axioms.c - what is known of parameters and of the entries of tables. */
#include "config.h"

#include "solve.h"

#include <stdlib.h>
#include <string.h>

const lcv_ast *lcv_table_promise(const lcv_ast *declared, const char *kind)
{
    const lcv_ast *promises = declared->last;
    for (const lcv_ast *p = promises->child; p; p = p->next)
        if (p->kind == LCV_AST_KEYWORD && strcmp(p->text, kind) == 0)
            return p;
    return NULL;
}

bool lcv_is_entry_of(const lcv_ast *declared, const lcv_ast *ast)
{
    return (ast->kind == LCV_AST_INDEX || ast->kind == LCV_AST_APPLY) &&
           ast->child->kind == LCV_AST_NAME && strcmp(ast->child->text, declared->text) == 0;
}

bool lcv_names_an_index(const lcv_ast *declared, const lcv_ast *ast)
{
    for (const lcv_ast *range = declared->child->child; range; range = range->next)
        if (ast->kind == LCV_AST_NAME && range->text && strcmp(range->text, ast->text) == 0)
            return true;
    for (const lcv_ast *part = ast->child; part; part = part->next)
        if (lcv_names_an_index(declared, part))
            return true;
    return false;
}

/* T[b] of `table T[b in B]`. */
static bool is_itself(const lcv_ast *declared, const lcv_ast *entry)
{
    const lcv_ast *at = entry->child->next;
    for (const lcv_ast *range = declared->child->child; range; range = range->next) {
        if (!at || at->kind != LCV_AST_NAME || !range->text || strcmp(at->text, range->text) != 0)
            return false;
        at = at->next;
    }
    return !at;
}

/* Does a promise have no value where its indices are outside of the table, or else say the same
 * as at other indices? It does where it mentions T[b], or T[0] and no index, in a place that is
 * always evaluated: not in pieces, nor behind `and`, `or`. */
static bool is_inside(const lcv_ast *declared, const lcv_ast *ast, bool indexed)
{
    if (lcv_is_entry_of(declared, ast) && (!indexed || is_itself(declared, ast)))
        return true;
    const lcv_ast *part = ast->kind == LCV_AST_PIECES ? NULL : ast->child;
    const lcv_ast *end = part && ast->kind == LCV_AST_LOGIC ? part->next : NULL;
    for (; part != end; part = part->next)
        if (is_inside(declared, part, indexed))
            return true;
    return false;
}

static const lcv_formula *formula_of(const lcv_solver *v, size_t table)
{
    return v->l.table[table]->formula;
}

/* A lowering in the scope of the table. */
static lcv_lowering of_table(const lcv_solver *v, size_t table)
{
    lcv_lowering l = v->l;
    l.scope = formula_of(v, table)->scope;
    l.source = formula_of(v, table)->source;
    l.ncoordinates = 0;
    return l;
}

/* Keeps the tables that the lowering found. */
static bool took(lcv_solver *v, const lcv_lowering *l)
{
    v->l.ntables = l->ntables;
    memcpy(v->l.table, l->table, sizeof v->l.table);
    if (l->failed && !v->l.failed) {
        v->l.failed = true;
        v->l.where = l->where;
        v->l.in = l->in;
        v->l.hint = l->hint;
        memcpy(v->l.what, l->what, sizeof v->l.what);
    }
    return !l->failed && !v->s->failed;
}

bool lcv_table_range(lcv_solver *v, size_t table, const lcv_ast *range, const lcv_sum **low,
                     const lcv_sum **end)
{
    lcv_lowering l = of_table(v, table);
    *low = lcv_lower_integer(&l, range->child);
    *end = *low ? lcv_lower_integer(&l, range->last) : NULL;
    return took(v, &l) && *end;
}

static bool add_clause(lcv_solver *v, const lcv_condition *c)
{
    for (size_t i = 0; i < c->n; i++)
        if (!c->of[i])
            return true; /* always */
    lcv_condition *kept = lcv_arena_alloc(v->s->arena, sizeof *kept);
    if (!kept || v->nclauses == LCV_MAX_CLAUSES) {
        v->s->failed = "too many entries of tables";
        return false;
    }
    *kept = *c;
    v->clause[v->nclauses++] = kept;
    return true;
}

/* ---- one entry ---- */

/* The condition that some index of the entry is outside of the table. */
static bool outside(lcv_solver *v, const lcv_unknown_integer *u, lcv_condition *any)
{
    const lcv_sum *low, *end;
    size_t k = 0;
    *any = (lcv_condition){0};
    for (const lcv_ast *range = formula_of(v, u->table)->ast->child->child; range;
         range = range->next, k++) {
        if (!lcv_table_range(v, u->table, range, &low, &end))
            return false;
        lcv_condition over = lcv_compared(v->s, LCV_OP_LT, u->index[k], low);
        lcv_condition past = lcv_compared(v->s, LCV_OP_GE, u->index[k], end);
        lcv_either(v->s, any, &over);
        lcv_either(v->s, any, &past);
    }
    return true;
}

/* The entries of an increasing table before and after one are as many numbers of the range. */
static bool leave_others(lcv_solver *v, const lcv_unknown_integer *u, const lcv_sum **low,
                         const lcv_sum **end)
{
    const lcv_ast *declared = formula_of(v, u->table)->ast;
    const lcv_sum *first, *after, *one = lcv_sum_number(v->s, 1);
    if (u->n != 1 || !lcv_table_promise(declared, "increasing"))
        return true;
    if (!one || !lcv_table_range(v, u->table, declared->child->child, &first, &after))
        return false;
    const lcv_sum *before = lcv_sum_add(v->s, u->index[0], -1, first);
    const lcv_sum *behind = lcv_sum_add(v->s, after, -1, u->index[0]);
    behind = behind ? lcv_sum_add(v->s, behind, -1, one) : NULL;
    *low = before ? lcv_sum_add(v->s, *low, 1, before) : NULL;
    *end = behind ? lcv_sum_add(v->s, *end, -1, behind) : NULL;
    return *low && *end;
}

/* Outside of the table, or within the range of entries. */
static bool add_range(lcv_solver *v, size_t entry)
{
    const lcv_unknown_integer u = v->s->unknown[entry];
    const lcv_ast *declared = formula_of(v, u.table)->ast;
    const lcv_sum *low, *end, *value = lcv_sum_unknown(v->s, entry);
    lcv_condition any;
    if (!value || !outside(v, &u, &any) ||
        !lcv_table_range(v, u.table, declared->child->next, &low, &end) ||
        !leave_others(v, &u, &low, &end))
        return false;
    lcv_condition least = lcv_compared(v->s, LCV_OP_GE, value, low);
    lcv_condition most = lcv_compared(v->s, LCV_OP_LT, value, end);
    lcv_condition within = lcv_both(v->s, &least, &most);
    lcv_condition made = within;
    lcv_either(v->s, &made, &any);
    return add_clause(v, &made);
}

/* The names of the indices mean those of the entry. */
static lcv_lowering at_entry(const lcv_solver *v, const lcv_unknown_integer *u)
{
    lcv_lowering l = of_table(v, u->table);
    size_t k = 0;
    for (const lcv_ast *range = formula_of(v, u->table)->ast->child->child; range;
         range = range->next, k++)
        if (range->text)
            l.coordinate[l.ncoordinates++] = (lcv_named){.name = range->text, .sum = u->index[k]};
    return l;
}

/* A comparison that is promised at the index of u. Where it has no value nothing is, nor outside
 * of the table, unless it has no value there. */
static bool add_comparison(lcv_solver *v, const lcv_unknown_integer *u, const lcv_ast *p,
                           bool inside)
{
    lcv_lowering l = at_entry(v, u);
    const lcv_truth *truth = lcv_lower_condition(&l, p);
    if (!took(v, &l) || !truth)
        return false;
    lcv_condition holds = truth->holds, any = {0};
    lcv_either(v->s, &holds, &truth->neither);
    if (!inside && !outside(v, u, &any))
        return false;
    lcv_either(v->s, &holds, &any);
    return add_clause(v, &holds);
}

/* k of T[b + k], an entry in a promise about a table of one index b; 0: there is none. */
static int64_t shift_of(const lcv_ast *declared, const lcv_ast *ast)
{
    const lcv_ast *at = lcv_is_entry_of(declared, ast) ? ast->child->next : NULL;
    bool sum = at && at->kind == LCV_AST_BINARY && at->last->kind == LCV_AST_INT &&
               (at->op == LCV_OP_ADD || at->op == LCV_OP_SUB) &&
               at->child->kind == LCV_AST_NAME && lcv_names_an_index(declared, at->child);
    int64_t k = sum && strlen(at->last->text) < 9 ? atoi(at->last->text) : 0;
    if (sum)
        return at->op == LCV_OP_SUB ? -k : k;
    for (const lcv_ast *part = ast->child; part && k == 0; part = part->next)
        k = shift_of(declared, part);
    return k;
}

/* The comparisons that are promised of each index of the table, at that of the entry; of T[b + 1]
 * alone, also at the index before. */
static bool add_comparisons(lcv_solver *v, size_t entry)
{
    const lcv_unknown_integer u = v->s->unknown[entry];
    const lcv_ast *declared = formula_of(v, u.table)->ast;
    for (const lcv_ast *p = declared->last->child; p; p = p->next) {
        if (p->kind == LCV_AST_KEYWORD)
            continue;
        bool inside = is_inside(declared, p, lcv_names_an_index(declared, p));
        int64_t k = inside || u.n != 1 ? 0 : shift_of(declared, p);
        lcv_unknown_integer before = u;
        if (!add_comparison(v, &u, p, inside))
            return false;
        before.index[0] = k == 0 ? NULL
                                 : lcv_sum_add(v->s, u.index[0], -1, lcv_sum_number(v->s, k));
        if (k != 0 && (!before.index[0] || !add_comparison(v, &before, p, false)))
            return false;
    }
    return true;
}

/* ---- two entries ---- */

/* The indices are the same; in some order, some index differs. */
static lcv_condition same_index(lcv_solver *v, const lcv_unknown_integer *a,
                                const lcv_unknown_integer *b, lcv_condition *differ)
{
    lcv_condition same = lcv_always();
    *differ = (lcv_condition){0};
    for (size_t k = 0; k < a->n; k++) {
        lcv_condition one = lcv_solver_compared(v, NULL, LCV_OP_EQ, a->index[k], b->index[k]);
        lcv_condition other = lcv_solver_compared(v, NULL, LCV_OP_NE, a->index[k], b->index[k]);
        same = lcv_both(v->s, &same, &one);
        lcv_either(v->s, differ, &other);
    }
    return same;
}

/* Writes to *out where the condition of a promise does not hold for an entry, or has no value. */
static bool excluded(lcv_solver *v, const lcv_ast *promise, const lcv_unknown_integer *u,
                     lcv_condition *out)
{
    *out = (lcv_condition){0};
    if (!promise || !promise->child)
        return true;
    lcv_lowering l = at_entry(v, u);
    const lcv_truth *truth = lcv_lower_condition(&l, promise->child);
    if (!took(v, &l) || !truth)
        return false;
    *out = truth->fails;
    lcv_either(v->s, out, &truth->neither);
    return true;
}

static bool add_injective(lcv_solver *v, const lcv_unknown_integer *a,
                          const lcv_unknown_integer *b, const lcv_sum *x, const lcv_sum *y)
{
    const lcv_ast *declared = formula_of(v, a->table)->ast;
    const lcv_ast *promise = lcv_table_promise(declared, "injective");
    lcv_condition differ, same = same_index(v, a, b, &differ), out[2];
    if (!promise)
        promise = lcv_table_promise(declared, "permutation");
    if (!promise)
        return true;
    if (!excluded(v, promise, a, &out[0]) || !excluded(v, promise, b, &out[1]))
        return false;
    lcv_condition made = lcv_compared(v->s, LCV_OP_NE, x, y);
    lcv_either(v->s, &made, &same);
    lcv_either(v->s, &made, &out[0]);
    lcv_either(v->s, &made, &out[1]);
    return add_clause(v, &made);
}

/* i < j and x <= y, or i > j and x >= y, or i = j and x = y; increasing: x + (j - i) <= y. */
static bool add_order(lcv_solver *v, const lcv_unknown_integer *a, const lcv_unknown_integer *b,
                      const lcv_sum *x, const lcv_sum *y, bool strictly)
{
    lcv_sums *s = v->s;
    const lcv_sum *i = a->index[0], *j = b->index[0];
    if (strictly) {
        x = lcv_sum_add(s, x, -1, i);
        y = lcv_sum_add(s, y, -1, j);
    }
    if (!x || !y)
        return false;
    lcv_condition same = lcv_solver_compared(v, NULL, LCV_OP_EQ, i, j);
    lcv_condition less = lcv_solver_compared(v, NULL, LCV_OP_LT, i, j);
    lcv_condition more = lcv_solver_compared(v, NULL, LCV_OP_GT, i, j);
    lcv_condition equal = lcv_compared(s, LCV_OP_EQ, x, y);
    lcv_condition up = lcv_compared(s, LCV_OP_LE, x, y);
    lcv_condition down = lcv_compared(s, LCV_OP_GE, x, y);
    lcv_condition made = lcv_both(s, &same, &equal);
    up = lcv_both(s, &less, &up);
    down = lcv_both(s, &more, &down);
    lcv_either(s, &made, &up);
    lcv_either(s, &made, &down);
    return add_clause(v, &made);
}

static bool is_sorted(const lcv_solver *v, size_t table)
{
    bool sorted = false;
    for (size_t i = 0; i < v->p->ntables; i++)
        sorted = sorted || (v->p->table[i] == v->l.table[table] && v->p->sorted[i]);
    return sorted || lcv_table_promise(formula_of(v, table)->ast, "sorted");
}

/* An index outside of the table has no entry: what is promised there is of no harm, as no value
 * of a map takes it. */
static bool add_pair(lcv_solver *v, size_t first, size_t second)
{
    const lcv_unknown_integer a = v->s->unknown[first], b = v->s->unknown[second];
    const lcv_ast *declared = formula_of(v, a.table)->ast;
    const lcv_sum *x = lcv_sum_unknown(v->s, first), *y = lcv_sum_unknown(v->s, second);
    bool strictly = lcv_table_promise(declared, "increasing") != NULL;
    if (!x || !y)
        return false;
    if (a.n == 1 && (strictly || is_sorted(v, a.table)))
        return add_order(v, &a, &b, x, y, strictly) && add_injective(v, &a, &b, x, y);
    lcv_condition differ, same = same_index(v, &a, &b, &differ);
    lcv_condition made = differ, equal = lcv_compared(v->s, LCV_OP_EQ, x, y);
    equal = lcv_both(v->s, &same, &equal);
    lcv_either(v->s, &made, &equal);
    return add_clause(v, &made) && add_injective(v, &a, &b, x, y);
}

/* ---- all of them ---- */

static bool is_entry(const lcv_solver *v, size_t u)
{
    return v->s->unknown[u].kind == LCV_U_ENTRY;
}

/* Comparisons may mention further entries, which are asked nothing of in turn. */
bool lcv_solver_promises(lcv_solver *v)
{
    size_t first = v->paired, n = v->s->n;
    for (size_t i = first; i < n; i++)
        if (is_entry(v, i) && !add_comparisons(v, i))
            return false;
    n = v->s->n;
    v->paired = n;
    for (size_t i = first; i < n; i++) {
        if (!is_entry(v, i))
            continue;
        if (!add_range(v, i))
            return false;
        for (size_t k = 0; k < i; k++)
            if (is_entry(v, k) && v->s->unknown[k].table == v->s->unknown[i].table &&
                !add_pair(v, k, i))
                return false;
    }
    return !v->s->failed;
}
