#include "config.h"

#include "layout-map.h"
#include "problem.h"

#include <string.h>

#include "../pieces/text.h"
#include "../language/build.h"
#include "../value/formula.h"

#include <stdlib.h>

#define MAX_DEPTH 64 /* names behind names */

lcv_argument lcv_argument_behind(const lcv_eval *e, const lcv_ast *ast)
{
    lcv_argument a = {ast, e->scope, e->source};
    for (size_t i = 0; i < MAX_DEPTH && a.ast->kind == LCV_AST_NAME; i++) {
        const lcv_binding *binding = lcv_scope_find(a.scope, a.ast->text);
        const lcv_value *v = binding ? binding->value : NULL;
        bool written = v && v->formula && (v->kind == LCV_EXPRESSION || v->kind == LCV_RELATION);
        if (!written || v->formula->ast->kind == LCV_AST_UNKNOWN)
            break;
        a = (lcv_argument){v->formula->ast, v->formula->scope, v->formula->source};
    }
    return a;
}

bool lcv_is_map_argument(const lcv_argument *a)
{
    return a->ast->kind == LCV_AST_MAP;
}

/* ---- what it depends on ---- */

static bool add(size_t *n, size_t room, const lcv_value **list, const lcv_value *v)
{
    for (size_t i = 0; i < *n; i++)
        if (list[i] == v)
            return true;
    if (*n == room)
        return false;
    list[(*n)++] = v;
    return true;
}

static void gather(lcv_table_problem *p, const lcv_scope *scope, const lcv_ast *ast, size_t depth)
{
    const lcv_binding *binding = ast->kind == LCV_AST_NAME ? lcv_scope_find(scope, ast->text)
                                                           : NULL;
    const lcv_value *v = binding ? binding->value : NULL;
    if (depth == MAX_DEPTH) {
        p->limit = "too many names behind names";
        return;
    }
    if (v && v->kind == LCV_PARAMETER && !add(&p->nparameters, LCV_MAX_OPEN, p->parameter, v))
        p->limit = "too many parameters";
    size_t before = p->ntables;
    if (v && lcv_table_of(v) && !add(&p->ntables, LCV_MAX_TABLES, p->table, v))
        p->limit = "too many tables";
    bool seen = v && lcv_table_of(v) && p->ntables == before;
    if (v && v->kind == LCV_EXPRESSION && !seen)
        gather(p, v->formula->scope, v->formula->ast, depth + 1);
    for (const lcv_ast *part = ast->child; part; part = part->next)
        gather(p, scope, part, depth);
}

/* Assumptions about its parameters, and the parameters of these. */
static void gather_assumptions(lcv_table_problem *p, const lcv_scope *scope)
{
    for (size_t before = SIZE_MAX; before != p->nassumptions;) {
        before = p->nassumptions;
        for (const lcv_scope *s = scope; s; s = s->outside)
            for (size_t i = 0; i < s->nassumptions; i++) {
                const lcv_formula *formula = s->assumption[i]->formula;
                bool ours = false;
                for (size_t k = 0; k < formula->nparameters; k++)
                    for (size_t j = 0; j < p->nparameters; j++)
                        ours = ours || formula->parameter[k] == p->parameter[j];
                if (ours &&
                    !add(&p->nassumptions, LCV_MAX_ASSUMED, p->assumption, s->assumption[i]))
                    p->limit = "too many assumptions";
                else if (ours)
                    gather(p, formula->scope, formula->ast, 0);
            }
    }
}

/* Appends a table after those that its ranges and promises mention. */
static void put_after(const lcv_table_problem *p, const lcv_value *table, size_t *n,
                      const lcv_value **order, size_t depth)
{
    lcv_table_problem of = {.e = p->e};
    for (size_t i = 0; i < *n; i++)
        if (order[i] == table)
            return;
    gather(&of, table->formula->scope, table->formula->ast, 0);
    for (size_t i = 0; i < of.ntables && depth < LCV_MAX_TABLES; i++)
        if (of.table[i] != table)
            put_after(p, of.table[i], n, order, depth + 1);
    if (*n < p->ntables)
        order[(*n)++] = table;
}

static void order_tables(lcv_table_problem *p)
{
    const lcv_value *order[LCV_MAX_TABLES];
    size_t n = 0;
    for (size_t i = 0; i < p->ntables; i++)
        put_after(p, p->table[i], &n, order, 0);
    memcpy(p->table, order, n * sizeof *order);
}

static void depends_on(lcv_table_problem *p)
{
    for (size_t i = 0; i < p->n; i++)
        gather(p, p->argument[i].scope, p->argument[i].ast, 0);
    for (size_t i = 0; i < p->ntables; i++) /* what their ranges and promises mention */
        gather(p, p->table[i]->formula->scope, p->table[i]->formula->ast, 0);
    order_tables(p);
    gather_assumptions(p, p->e->scope);
}

static bool is_among(size_t n, const lcv_value *const *list, const lcv_value *v)
{
    for (size_t i = 0; i < n; i++)
        if (list[i] == v)
            return true;
    return false;
}

/* Does the table depend on a parameter or a table of the problem? */
static bool concerns(const lcv_table_problem *p, const lcv_value *table)
{
    lcv_table_problem of = {.e = p->e};
    bool found = false;
    gather(&of, table->formula->scope, table->formula->ast, 0);
    for (size_t i = 0; i < of.nparameters && !found; i++)
        found = is_among(p->nparameters, p->parameter, of.parameter[i]);
    for (size_t i = 0; i < of.ntables && !found; i++)
        found = is_among(p->ntables, p->table, of.table[i]);
    return found;
}

void lcv_table_problem_widen(lcv_table_problem *p)
{
    for (size_t before = SIZE_MAX; before != p->ntables + p->nparameters && !p->limit;) {
        before = p->ntables + p->nparameters;
        for (const lcv_scope *s = p->e->scope; s; s = s->outside)
            for (size_t i = 0; i < s->n; i++) {
                const lcv_value *v = s->binding[i].value;
                if (!v || !lcv_table_of(v) || is_among(p->ntables, p->table, v) ||
                    lcv_scope_find(p->e->scope, s->binding[i].name)->value != v || /* hidden */
                    !concerns(p, v))
                    continue;
                if (!add(&p->ntables, LCV_MAX_TABLES, p->table, v))
                    p->limit = "too many tables";
                gather(p, v->formula->scope, v->formula->ast, 0);
            }
        gather_assumptions(p, p->e->scope);
    }
    order_tables(p);
}

void lcv_table_problem_about(lcv_table_problem *p, lcv_eval *e, const lcv_ast *claim)
{
    *p = (lcv_table_problem){.e = e, .claim = claim};
    gather(p, e->scope, claim, 0);
    depends_on(p);
    lcv_table_problem_widen(p);
}

/* ---- which claims ---- */

/* A map with parameters that is no relation of isl. */
static bool is_beyond_relations(const lcv_argument *a)
{
    lcv_arena *arena = lcv_arena_new();
    lcv_sums *sums = arena ? lcv_arena_alloc(arena, sizeof *sums) : NULL;
    lcv_lowered lowered;
    bool beyond = false;
    if (sums) {
        lcv_lowering l = {.sums = sums, .scope = a->scope, .source = a->source};
        sums->arena = arena;
        if (lcv_lower_map(&l, a->ast, &lowered)) {
            char *text = lcv_map_text(&l, a->ast, &lowered);
            beyond = !text;
            free(text);
        }
    }
    lcv_arena_free(arena);
    return beyond;
}

bool lcv_has_tables(lcv_eval *e, const lcv_ast *claim)
{
    lcv_table_problem p = {.e = e, .claim = claim};
    gather(&p, e->scope, claim, 0);
    return p.ntables > 0;
}

bool lcv_is_about_tables(lcv_eval *e, const lcv_ast *claim)
{
    bool beyond = false, tables = lcv_has_tables(e, claim);
    if (tables || claim->kind != LCV_AST_APPLY)
        return tables;
    for (const lcv_ast *arg = claim->child->next; arg && !beyond; arg = arg->next) {
        const lcv_argument a = lcv_argument_behind(e, arg);
        beyond = lcv_is_map_argument(&a) && is_beyond_relations(&a);
    }
    return beyond;
}

/* A claim about values alone, whatever coordinates the layout has. */
bool lcv_is_of_values(const char *claim)
{
    return claim &&
           lcv_is_one_of(claim,
                         "aligned covers disjoint in_bounds injective partitions surjective");
}

static bool has_argument(lcv_eval *e, const lcv_ast *claim, lcv_ast_kind kind)
{
    bool found = false;
    const lcv_ast *first = claim->kind == LCV_AST_APPLY ? claim->child->next : NULL;
    for (const lcv_ast *arg = first; arg && !found; arg = arg->next)
        found = lcv_argument_behind(e, arg).ast->kind == kind;
    return found;
}

bool lcv_is_about_a_map(lcv_eval *e, const lcv_ast *claim)
{
    return has_argument(e, claim, LCV_AST_MAP);
}

bool lcv_is_about_maps(lcv_eval *e, const lcv_ast *claim)
{
    return lcv_is_about_a_map(e, claim) ||
           (has_argument(e, claim, LCV_AST_LAYOUT) && lcv_is_of_values(claim->child->text));
}

/* The ranges are read; promises are when there are entries. */
static bool check_ranges(lcv_lowering *l, const lcv_ast *table)
{
    bool ok = true;
    for (const lcv_ast *range = table->child->child; ok && range; range = range->next)
        ok = lcv_lower_integer(l, range->child) && lcv_lower_integer(l, range->last);
    const lcv_ast *entries = table->child->next;
    return ok && lcv_lower_integer(l, entries->child) && lcv_lower_integer(l, entries->last);
}

bool lcv_is_unknown_map(lcv_eval *e, const lcv_ast *ast, bool *ok)
{
    const lcv_argument a = {ast, e->scope, e->source};
    lcv_table_problem p = {.e = e, .claim = ast};
    *ok = true;
    if (ast->kind != LCV_AST_MAP && ast->kind != LCV_AST_UNKNOWN)
        return false;
    gather(&p, e->scope, ast, 0);
    if (ast->kind == LCV_AST_MAP && p.ntables == 0 && !is_beyond_relations(&a))
        return false;
    lcv_arena *arena = lcv_arena_new();
    lcv_sums *sums = arena ? lcv_arena_alloc(arena, sizeof *sums) : NULL;
    lcv_lowered lowered;
    if (sums) {
        lcv_lowering l = {.sums = sums, .scope = e->scope, .source = e->source};
        sums->arena = arena;
        *ok = ast->kind == LCV_AST_MAP ? lcv_lower_map(&l, ast, &lowered) : check_ranges(&l, ast);
        *ok = *ok || l.limit; /* claims about it are unknown */
        if (!*ok)
            lcv_eval_not_lowered(e, &l);
    } else {
        *ok = lcv_eval_no_memory(e, ast->span);
    }
    lcv_arena_free(arena);
    return true;
}

/* The layout, or the shape, is written as a map of its leaves, if it can be. */
static void make_map(lcv_table_problem *p, size_t i)
{
    lcv_argument *a = &p->argument[i];
    p->arena = p->arena ? p->arena : lcv_arena_new();
    const lcv_ast *map = p->arena ? lcv_layout_as_map(p->arena, a) : NULL;
    if (map)
        p->layout[i] = *a;
    a->ast = map ? map : a->ast;
}

static void make_maps(lcv_table_problem *p)
{
    bool values = lcv_is_of_values(p->name);
    bool equiv = p->n == 2 && p->name && strcmp(p->name, "equiv") == 0;
    for (size_t i = 0; i < p->n; i++) {
        bool beside = equiv && lcv_is_map_argument(&p->argument[1 - i]) &&
                      !lcv_is_map_argument(&p->argument[i]);
        if (beside || (values && p->argument[i].ast->kind == LCV_AST_LAYOUT))
            make_map(p, i);
    }
}

void lcv_table_problem_close(lcv_table_problem *p)
{
    lcv_arena_free(p->arena);
}

/* The type of fits(X, TYPE), of integers that are not past 64 bits: true where it is one. */
static bool read_type(lcv_table_problem *p, const lcv_ast *first)
{
    lcv_diag ignored = {0};
    lcv_eval at = *p->e;
    at.diag = &ignored;
    const lcv_ast *type = p->name && strcmp(p->name, "fits") == 0 && first ? first->next : NULL;
    const lcv_value *v = type && !type->next ? lcv_eval_value(&at, type) : NULL;
    int bits = v && v->kind == LCV_TYPE ? v->bits : 0;
    lcv_diag_clear(&ignored);
    lc_ctx_reset(p->e->ctx);
    p->fits = bits != 0;
    p->least = bits < 0 ? -((int64_t)1 << (-bits - 2)) * 2 : 0;
    p->most = bits < 0    ? ((int64_t)1 << (-bits - 2)) - 1 + ((int64_t)1 << (-bits - 2))
              : bits < 63 ? ((int64_t)1 << bits) - 1
                          : INT64_MAX;
    return p->fits;
}

bool lcv_table_problem_open(lcv_table_problem *p, lcv_eval *e, const lcv_ast *claim)
{
    const lcv_ast *first = claim->kind == LCV_AST_APPLY ? claim->child->next : claim->child;
    const lcv_claim *row = claim->kind == LCV_AST_APPLY ? lcv_claim_find(claim->child->text)
                                                        : NULL;
    *p = (lcv_table_problem){.e = e, .claim = claim, .name = row ? row->name : NULL};
    const bool fits = read_type(p, first);
    for (const lcv_ast *arg = first; arg && !(fits && arg != first); arg = arg->next) {
        const lcv_ast *value = arg->kind == LCV_AST_KEYWORD ? arg->child : arg;
        if (p->n == LCV_MAX_ARGUMENTS || arg != (arg->kind == LCV_AST_KEYWORD ? NULL : arg)) {
            p->limit = "a claim about maps has one or two arguments, by position";
            break;
        }
        p->argument[p->n++] = lcv_argument_behind(e, value);
    }
    make_maps(p);
    depends_on(p);
    return true;
}
