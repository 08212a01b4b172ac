/* call.c - calls in maps: entries of tables, min, max, abs, rounding, functions of the file. */
#include "config.h"

#include <string.h>

#include "../value/definition.h"
#include "../language/build.h"
#include "combine.h"

/* ---- entries of tables ---- */

/* The cases in which the indices are outside of the table are holes. */
static bool add_entry(lcv_lowering *l, const lcv_combining *w, size_t table,
                      const lcv_ast *declared, const lcv_case *at)
{
    lcv_sums *s = l->sums;
    lcv_unknown_integer u = {.kind = LCV_U_ENTRY, .table = table};
    lcv_condition inside = lcv_always();
    bool ok = true;
    for (const lcv_ast *range = declared->child->child; ok && range; range = range->next) {
        lcv_lowering ends = *l;
        ends.scope = l->table[table]->formula->scope;
        ends.source = l->table[table]->formula->source;
        ends.ncoordinates = 0;
        const lcv_sum *low = lcv_lower_integer(&ends, range->child);
        const lcv_sum *end = low ? lcv_lower_integer(&ends, range->last) : NULL;
        const lcv_sum *index = at->value[u.n];
        if (!end)
            return lcv_lower_fail(l, w->ast, ends.hint, "%s", ends.what);
        u.index[u.n++] = index;
        lcv_condition over = lcv_compared(s, LCV_OP_LT, index, low);
        lcv_condition past = lcv_compared(s, LCV_OP_GE, index, end);
        lcv_condition not_over = lcv_compared(s, LCV_OP_GE, index, low);
        lcv_condition not_past = lcv_compared(s, LCV_OP_LT, index, end);
        over = lcv_both(s, &inside, &over);
        inside = lcv_both(s, &inside, &not_over);
        past = lcv_both(s, &inside, &past);
        inside = lcv_both(s, &inside, &not_past);
        lcv_either(s, &over, &past);
        for (size_t i = 0; ok && i < over.n; i++)
            ok = lcv_cases_hole(l, w, at->when, over.of[i], "outside of the table");
    }
    const lcv_sum *entry = lcv_sum_unknown(s, lcv_sums_add(s, &u));
    for (size_t i = 0; ok && i < inside.n; i++)
        ok = lcv_cases_keep(l, w, at->when, inside.of[i], entry);
    return ok && !s->failed;
}

static size_t table_number(lcv_lowering *l, const lcv_ast *ast, const lcv_value *v)
{
    for (size_t i = 0; i < l->ntables; i++)
        if (l->table[i] == v)
            return i;
    if (l->ntables == LCV_MAX_TABLES) {
        lcv_lower_fail(l, ast, NULL, "more than %d tables", LCV_MAX_TABLES);
        return SIZE_MAX;
    }
    l->table[l->ntables] = v;
    return l->ntables++;
}

static const lcv_cases *entry(lcv_lowering *l, const lcv_ast *ast, const lcv_value *v)
{
    const lcv_ast *declared = lcv_table_of(v);
    size_t wanted = declared->child->nchildren;
    if (ast->nchildren - 1 != wanted)
        return lcv_lower_fail(l, ast, NULL, "%s has %zu %s, not %zu", declared->text, wanted,
                              wanted == 1 ? "index" : "indices", ast->nchildren - 1);
    if (wanted > LCV_MAX_INDICES)
        return lcv_lower_fail(l, ast, NULL, "a table of more than %d indices", LCV_MAX_INDICES);
    size_t table = table_number(l, ast, v);
    const lcv_cases *at = table == SIZE_MAX ? NULL : lcv_lower_tuple(l, ast, ast->child->next);
    const lcv_combining w = {LCV_OP_ADD, ast, at ? lcv_cases_new(l, 1) : NULL};
    bool ok = w.out != NULL;
    for (size_t i = 0; ok && i < at->n; i++)
        ok = at->of[i].value ? add_entry(l, &w, table, declared, &at->of[i])
                             : lcv_cases_add(l, w.out, at->of[i].when, NULL, NULL, &at->of[i]);
    return lcv_cases_settled(l, ast) && ok ? w.out : NULL;
}

/* ---- calls ---- */

/* ceil_div(a, b) is (a + b - 1) / b, round_up(a, b) that times b. */
static const lcv_cases *rounded(lcv_lowering *l, const lcv_ast *ast, bool times)
{
    const lcv_cases *a = lcv_lower_operand(l, ast->child->next);
    const lcv_cases *b = a ? lcv_lower_operand(l, ast->child->next->next) : NULL;
    const lcv_cases *one = b ? lcv_cases_number(l, ast, 1) : NULL;
    const lcv_cases *sum = lcv_cases_combine(l, LCV_OP_ADD, ast, a, b);
    const lcv_cases *less = sum ? lcv_cases_combine(l, LCV_OP_SUB, ast, sum, one) : NULL;
    const lcv_cases *q = less ? lcv_cases_combine(l, LCV_OP_DIV, ast, less, b) : NULL;
    return q && times ? lcv_cases_combine(l, LCV_OP_MUL, ast, q, b) : q;
}

static const lcv_cases *least_or_most(lcv_lowering *l, const lcv_ast *ast, lcv_op op)
{
    const lcv_cases *made = lcv_lower_operand(l, ast->child->next);
    for (const lcv_ast *arg = ast->child->next->next; made && arg; arg = arg->next)
        made = lcv_cases_combine(l, op, ast, made, lcv_lower_operand(l, arg));
    return made;
}

/* abs(a): the greater of a and -a. */
static const lcv_cases *magnitude(lcv_lowering *l, const lcv_ast *ast)
{
    const lcv_cases *a = lcv_lower_operand(l, ast->child->next);
    const lcv_cases *zero = a ? lcv_cases_number(l, ast, 0) : NULL;
    const lcv_cases *minus = lcv_cases_combine(l, LCV_OP_SUB, ast, zero, a);
    return lcv_cases_combine(l, LCV_OP_OR, ast, a, minus);
}

#define MOST_DIVISIBLE 4096

/* gcd(a, n) of a number n is its largest divisor that divides a: pieces, the last one being 1. */
static const lcv_cases *common_divisor(lcv_lowering *l, const lcv_ast *ast)
{
    const lcv_cases *n = lcv_lower_operand(l, ast->child->next->next);
    lcv_arena *arena = l->sums->arena;
    lcv_ast *pieces = n ? lcv_build(arena, LCV_AST_PIECES, 0) : NULL;
    int64_t of;
    if (n && (n->n != 1 || !n->of[0].value || !lcv_sum_is_number(n->of[0].value[0], &of) ||
              of < 1 || of > MOST_DIVISIBLE))
        return lcv_lower_fail(l, ast, "expected a number from 1 to 4096 as its second argument",
                              "gcd of two integers that are not known");
    for (int64_t d = of; pieces && d >= 1; d--) {
        if (of % d != 0)
            continue;
        lcv_ast *rest = lcv_build_op(arena, LCV_OP_MOD, lcv_ast_copy(arena, ast->child->next),
                                     lcv_build_int(arena, d));
        lcv_ast *divides = lcv_build_op(arena, LCV_OP_EQ, rest, lcv_build_int(arena, 0));
        pieces = lcv_build_add(pieces, lcv_build_int(arena, d));
        pieces = d > 1 ? lcv_build_add(pieces, divides) : pieces;
    }
    return pieces ? lcv_lower(l, pieces) : NULL;
}

/* ---- functions of the file ---- */

#define MAX_DEPTH 16 /* calls inside each other */

/* The arguments as names in the place of coordinates, in the order of the call; false with the
 * error. Defaults are those of the definition, and names no others. */
static bool give_arguments(lcv_lowering *l, const lcv_ast *ast, const lcv_definition *f,
                           lcv_named *given)
{
    const lcv_ast *arg = ast->child->next, *formal = f->formals->child;
    if (ast->nchildren - 1 != f->formals->nchildren ||
        f->formals->nchildren > LCV_MAX_COORDINATES)
        return lcv_lower_fail(l, ast, NULL, "expected %s, with all its arguments", f->call);
    for (size_t i = 0; formal; i++, arg = arg->next, formal = formal->next) {
        if (arg->kind == LCV_AST_KEYWORD)
            return lcv_lower_fail(l, arg, "expected the arguments in their order",
                                  "an argument by name has no meaning in a map");
        given[i] = (lcv_named){.name = formal->text, .given = lcv_lower_operand(l, arg)};
        if (!given[i].given)
            return false;
    }
    return true;
}

/* The body in the scope of its definition, where the names of arguments are all that it has. */
static const lcv_cases *function(lcv_lowering *l, const lcv_ast *ast, const lcv_definition *f)
{
    lcv_named given[LCV_MAX_COORDINATES];
    if (f->conditions || l->depth == MAX_DEPTH)
        return lcv_lower_fail(l, ast, NULL,
                              f->conditions ? "a function with conditions in a map"
                                            : "calls inside each other without end");
    if (!give_arguments(l, ast, f, given))
        return NULL;
    lcv_lowering body = *l;
    body.scope = f->scope;
    body.source = f->source;
    body.ncoordinates = f->formals->nchildren;
    memcpy(body.coordinate, given, body.ncoordinates * sizeof *given);
    body.depth++;
    const lcv_cases *made = lcv_lower(&body, f->body);
    return lcv_lower_done(l, &body) ? made : NULL;
}

const lcv_cases *lcv_lower_call(lcv_lowering *l, const lcv_ast *ast)
{
    const lcv_ast *callee = ast->child;
    const char *name = callee->kind == LCV_AST_NAME ? callee->text : "";
    const lcv_binding *binding = lcv_scope_find(l->scope, name);
    if (binding && !binding->value)
        return lcv_lower_nothing(l, callee, binding);
    if (binding && lcv_table_of(binding->value))
        return entry(l, ast, binding->value);
    if (binding && binding->value->kind == LCV_FUNCTION)
        return function(l, ast, binding->value->definition);
    if (!binding && ast->nchildren >= 3 && strcmp(name, "min") == 0)
        return least_or_most(l, ast, LCV_OP_AND);
    if (!binding && ast->nchildren >= 3 && strcmp(name, "max") == 0)
        return least_or_most(l, ast, LCV_OP_OR);
    if (!binding && ast->nchildren == 2 && strcmp(name, "abs") == 0)
        return magnitude(l, ast);
    if (!binding && ast->nchildren == 3 && strcmp(name, "gcd") == 0)
        return common_divisor(l, ast);
    if (!binding && ast->nchildren == 3 &&
        (strcmp(name, "ceil_div") == 0 || strcmp(name, "round_up") == 0))
        return rounded(l, ast, name[0] == 'r');
    return lcv_lower_fail(
        l, ast,
        "expected sums, products, quotients, bits, min, max, abs, gcd, ceil_div, round_up, "
        "functions of the file and entries T[i] of tables; a value without coordinates "
        "may be bound by let",
        "a call that has no meaning in a map");
}
