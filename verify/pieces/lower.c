/* lower.c - expressions and conditions of maps, case by case. */
#include "config.h"

#include "combine.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const lcv_cases *lower(lcv_lowering *l, const lcv_ast *ast);

bool lcv_lower_fail(lcv_lowering *l, const lcv_ast *at, const char *hint, const char *format, ...)
{
    va_list args;
    if (l->failed)
        return false;
    va_start(args, format);
    vsnprintf(l->what, sizeof l->what, format, args);
    va_end(args);
    l->failed = true;
    l->limit = l->sums->failed != NULL;
    l->where = at;
    l->in = l->source;
    l->hint = hint;
    return false;
}

/* ---- names ---- */

const lcv_ast *lcv_table_of(const lcv_value *v)
{
    bool table = v && v->kind == LCV_EXPRESSION && v->formula->ast->kind == LCV_AST_UNKNOWN;
    return table ? v->formula->ast : NULL;
}

/* An expression behind a name, in the scope where it stands. */
static const lcv_cases *defined(lcv_lowering *l, const lcv_formula *formula)
{
    const lcv_scope *scope = l->scope;
    lcv_source *source = l->source;
    size_t n = l->ncoordinates;
    l->scope = formula->scope;
    l->source = formula->source;
    l->ncoordinates = 0;
    const lcv_cases *made = lower(l, formula->ast);
    l->scope = scope;
    l->source = source;
    l->ncoordinates = n;
    return made;
}

/* A name without a value; `binding` is NULL where nobody knows it. */
static const lcv_cases *no_value(lcv_lowering *l, const lcv_ast *ast, const lcv_binding *binding)
{
    if (binding)
        lcv_lower_fail(l, ast, "its definition failed", "'%.80s' has no value", ast->text);
    else
        lcv_lower_fail(l, ast,
                       "names in a map are its coordinates, integers, parameters and tables",
                       "unknown name '%.80s'", ast->text);
    return NULL;
}

static const lcv_cases *named(lcv_lowering *l, const lcv_ast *ast)
{
    for (size_t i = 0; i < l->ncoordinates; i++)
        if (strcmp(l->coordinate[i], ast->text) == 0)
            return lcv_cases_single(l, ast, l->at[i]);
    const lcv_binding *binding = lcv_scope_find(l->scope, ast->text);
    const lcv_value *v = binding ? binding->value : NULL;
    int64_t number;
    if (!v)
        return no_value(l, ast, binding);
    if (v->kind == LCV_TUPLE && lc_tuple_is_leaf(v->tuple) && !lc_tuple_has_wildcard(v->tuple) &&
        lc_int_fits_si(lc_tuple_value(v->tuple, 0)))
        return lcv_cases_single(l, ast,
                                lcv_sum_number(l->sums,
                                               lc_int_get_si(lc_tuple_value(v->tuple, 0))));
    if (lcv_table_of(v)) {
        lcv_lower_fail(l, ast, "an entry is written T[i], or T(i)", "%.80s is a table",
                       ast->text);
        return NULL;
    }
    if (l->number && (v->kind == LCV_PARAMETER || v->kind == LCV_EXPRESSION) &&
        l->number(l->user, v, &number))
        return lcv_cases_single(l, ast, lcv_sum_number(l->sums, number));
    if (v->kind == LCV_EXPRESSION)
        return defined(l, v->formula);
    if (v->kind != LCV_PARAMETER) {
        lcv_lower_fail(l, ast, "names in a map are integers", "%.80s is %s", ast->text,
                       lcv_value_describe(v));
        return NULL;
    }
    const lc_int low = lc_tuple_value(v->formula->low, 0);
    lcv_unknown_integer u = {.kind = LCV_U_PARAMETER,
                             .name = v->formula->text,
                             .value = v,
                             .low = lc_int_fits_si(low) ? lc_int_get_si(low) : INT64_MIN};
    return lcv_cases_single(l, ast, lcv_sum_unknown(l->sums, lcv_sums_add(l->sums, &u)));
}

static const lcv_cases *literal(lcv_lowering *l, const lcv_ast *ast)
{
    bool hex = ast->text[0] == '0' && (ast->text[1] == 'x' || ast->text[1] == 'X');
    if (strlen(ast->text) > (hex ? 17 : 18)) {
        lcv_lower_fail(l, ast, NULL, "an integer of a map has at most 18 digits");
        return NULL;
    }
    return lcv_cases_single(l, ast,
                            lcv_sum_number(l->sums, strtoll(ast->text, NULL, hex ? 16 : 10)));
}

/* ---- arithmetic ---- */

static bool is_integer(lcv_lowering *l, const lcv_ast *ast, const lcv_cases *cases)
{
    return cases &&
           (cases->nvalues == 1 || lcv_lower_fail(l, ast, "a tuple is the whole value of a piece",
                                                  "expected an integer, found a tuple"));
}

static const lcv_cases *operand(lcv_lowering *l, const lcv_ast *ast)
{
    const lcv_cases *made = lower(l, ast);
    return is_integer(l, ast, made) ? made : NULL;
}

static const lcv_cases *arithmetic(lcv_lowering *l, const lcv_ast *ast)
{
    const lcv_cases *x, *y;
    if (ast->op == LCV_OP_NEG) {
        x = lcv_cases_single(l, ast, lcv_sum_number(l->sums, 0));
        y = operand(l, ast->child);
        return lcv_cases_combine(l, LCV_OP_SUB, ast, x, y);
    }
    x = operand(l, ast->child);
    y = x ? operand(l, ast->child->next) : NULL;
    return lcv_cases_combine(l, ast->op, ast, x, y);
}

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

static const lcv_cases *tuple(lcv_lowering *l, const lcv_ast *ast, const lcv_ast *first);

static const lcv_cases *entry(lcv_lowering *l, const lcv_ast *ast, const lcv_value *v)
{
    const lcv_ast *declared = lcv_table_of(v);
    size_t wanted = declared->child->nchildren;
    if (ast->nchildren - 1 != wanted) {
        lcv_lower_fail(l, ast, NULL, "%s has %zu %s, not %zu", declared->text, wanted,
                       wanted == 1 ? "index" : "indices", ast->nchildren - 1);
        return NULL;
    }
    if (wanted > LCV_MAX_INDICES) {
        lcv_lower_fail(l, ast, NULL, "a table of more than %d indices", LCV_MAX_INDICES);
        return NULL;
    }
    size_t table = table_number(l, ast, v);
    const lcv_cases *at = table == SIZE_MAX ? NULL : tuple(l, ast, ast->child->next);
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
    const lcv_cases *a = operand(l, ast->child->next);
    const lcv_cases *b = a ? operand(l, ast->child->next->next) : NULL;
    const lcv_cases *one = b ? lcv_cases_single(l, ast, lcv_sum_number(l->sums, 1)) : NULL;
    const lcv_cases *sum = lcv_cases_combine(l, LCV_OP_ADD, ast, a, b);
    const lcv_cases *less = sum ? lcv_cases_combine(l, LCV_OP_SUB, ast, sum, one) : NULL;
    const lcv_cases *q = less ? lcv_cases_combine(l, LCV_OP_DIV, ast, less, b) : NULL;
    return q && times ? lcv_cases_combine(l, LCV_OP_MUL, ast, q, b) : q;
}

static const lcv_cases *least_or_most(lcv_lowering *l, const lcv_ast *ast, lcv_op op)
{
    const lcv_cases *made = operand(l, ast->child->next);
    for (const lcv_ast *arg = ast->child->next->next; made && arg; arg = arg->next)
        made = lcv_cases_combine(l, op, ast, made, operand(l, arg));
    return made;
}

static const lcv_cases *call(lcv_lowering *l, const lcv_ast *ast)
{
    const lcv_ast *callee = ast->child;
    const char *name = callee->kind == LCV_AST_NAME ? callee->text : "";
    const lcv_binding *binding = lcv_scope_find(l->scope, name);
    if (binding && !binding->value)
        return no_value(l, callee, binding);
    if (binding && lcv_table_of(binding->value))
        return entry(l, ast, binding->value);
    if (!binding && ast->nchildren >= 3 && strcmp(name, "min") == 0)
        return least_or_most(l, ast, LCV_OP_AND);
    if (!binding && ast->nchildren >= 3 && strcmp(name, "max") == 0)
        return least_or_most(l, ast, LCV_OP_OR);
    if (!binding && ast->nchildren == 3 &&
        (strcmp(name, "ceil_div") == 0 || strcmp(name, "round_up") == 0))
        return rounded(l, ast, name[0] == 'r');
    lcv_lower_fail(l, ast,
                   "expected sums, products, quotients by numbers, min, max, ceil_div, round_up "
                   "and entries T[i] of tables; a value without coordinates may be bound by let",
                   "a call that has no meaning in a map");
    return NULL;
}

/* ---- tuples and pieces ---- */

static const lcv_cases *beside(lcv_lowering *l, const lcv_ast *ast, const lcv_cases *x,
                               const lcv_cases *y)
{
    lcv_cases *made = x && y ? lcv_cases_new(l, x->nvalues + y->nvalues) : NULL;
    bool ok = made != NULL;
    for (size_t i = 0; ok && i < x->n; i++) {
        if (!x->of[i].value)
            ok = lcv_cases_add(l, made, x->of[i].when, NULL, NULL, &x->of[i]);
        for (size_t k = 0; ok && x->of[i].value && k < y->n; k++) {
            const lcv_sum **value = NULL;
            if (y->of[k].value) {
                value = lcv_arena_alloc(l->sums->arena, made->nvalues * sizeof *value);
                if (!(ok = value != NULL))
                    break;
                memcpy(value, x->of[i].value, x->nvalues * sizeof *value);
                memcpy(value + x->nvalues, y->of[k].value, y->nvalues * sizeof *value);
            }
            ok = lcv_cases_add(l, made, x->of[i].when, y->of[k].when, value, &y->of[k]);
        }
    }
    return lcv_cases_settled(l, ast) && ok ? made : NULL;
}

static const lcv_cases *tuple(lcv_lowering *l, const lcv_ast *ast, const lcv_ast *first)
{
    const lcv_cases *made = NULL;
    for (const lcv_ast *part = first; part; part = part->next) {
        const lcv_cases *one = operand(l, part);
        made = !one ? NULL : part == first ? one : beside(l, ast, made, one);
        if (!made)
            return NULL;
    }
    if (!made)
        lcv_lower_fail(l, ast, "expected an integer, or a tuple of integers",
                       "a tuple without integers has no value in a map");
    return made;
}

/* The cases of a value where a condition holds. */
static bool add_where(lcv_lowering *l, lcv_cases *to, const lcv_condition *where,
                      const lcv_cases *value)
{
    for (size_t i = 0; i < where->n; i++)
        for (size_t k = 0; k < value->n; k++)
            if (!lcv_cases_add(l, to, where->of[i], value->of[k].when, value->of[k].value,
                               &value->of[k]))
                return false;
    return true;
}

static bool add_holes(lcv_lowering *l, lcv_cases *to, const lcv_condition *where,
                      const lcv_case *why)
{
    bool ok = true;
    for (size_t i = 0; ok && i < where->n; i++)
        ok = lcv_cases_add(l, to, where->of[i], NULL, NULL, why);
    return ok;
}

/* The first piece whose condition holds. */
static const lcv_cases *pieces(lcv_lowering *l, const lcv_ast *ast)
{
    lcv_sums *s = l->sums;
    lcv_condition left = lcv_always();
    lcv_cases *made = lcv_cases_new(l, 0);
    const lcv_ast *when;
    bool ok = made != NULL;
    for (const lcv_ast *value = ast->child; ok && value; value = when ? when->next : NULL) {
        when = value->next;
        const lcv_truth *truth = when ? lcv_lower_condition(l, when) : NULL;
        const lcv_cases *cases = when && !truth ? NULL : lower(l, value);
        if (!cases)
            return NULL;
        if (made->nvalues != 0 && made->nvalues != cases->nvalues) {
            lcv_lower_fail(l, value, "all pieces have as many integers",
                           "a piece of %zu integers after one of %zu", cases->nvalues,
                           made->nvalues);
            return NULL;
        }
        made->nvalues = cases->nvalues;
        if (!truth) {
            ok = add_where(l, made, &left, cases);
            left.n = 0;
            break;
        }
        lcv_condition here = lcv_both(s, &left, &truth->holds);
        lcv_condition without = lcv_both(s, &left, &truth->neither);
        const lcv_case why = {.hole = truth->hole, .at = truth->at};
        ok = add_where(l, made, &here, cases) && add_holes(l, made, &without, &why);
        left = lcv_both(s, &left, &truth->fails);
    }
    const lcv_case no_piece = {.hole = "no piece holds", .at = ast};
    ok = ok && add_holes(l, made, &left, &no_piece);
    return lcv_cases_settled(l, ast) && ok ? made : NULL;
}

static const lcv_cases *lower(lcv_lowering *l, const lcv_ast *ast)
{
    switch (ast->kind) {
    case LCV_AST_INT: return literal(l, ast);
    case LCV_AST_NAME: return named(l, ast);
    case LCV_AST_UNARY:
    case LCV_AST_BINARY: return arithmetic(l, ast);
    case LCV_AST_TUPLE: return tuple(l, ast, ast->child);
    case LCV_AST_PIECES: return pieces(l, ast);
    case LCV_AST_INDEX:
    case LCV_AST_APPLY: return call(l, ast);
    default:
        lcv_lower_fail(l, ast, "expected integers, coordinates, parameters and entries of tables",
                       "an expression that has no meaning in a map");
        return NULL;
    }
}

const lcv_cases *lcv_lower(lcv_lowering *l, const lcv_ast *ast)
{
    return lower(l, ast);
}

const lcv_sum *lcv_lower_integer(lcv_lowering *l, const lcv_ast *ast)
{
    const lcv_cases *made = operand(l, ast);
    if (made && (made->n != 1 || !made->of[0].value))
        lcv_lower_fail(l, ast, "expected sums and products of integers and parameters",
                       "an integer that falls into cases");
    return made && !l->failed ? made->of[0].value[0] : NULL;
}

/* ---- conditions ---- */

static const lcv_truth *compare(lcv_lowering *l, const lcv_ast *ast)
{
    static const lcv_op opposite[] = {
        [LCV_OP_EQ] = LCV_OP_NE, [LCV_OP_NE] = LCV_OP_EQ, [LCV_OP_LT] = LCV_OP_GE,
        [LCV_OP_GE] = LCV_OP_LT, [LCV_OP_GT] = LCV_OP_LE, [LCV_OP_LE] = LCV_OP_GT};
    lcv_truth *made = lcv_arena_alloc(l->sums->arena, sizeof *made);
    const lcv_cases *both = lcv_cases_combine(l, LCV_OP_SUB, ast, operand(l, ast->child),
                                              operand(l, ast->child->next));
    const lcv_sum *zero = lcv_sum_number(l->sums, 0);
    if (!made || !both || !zero)
        return NULL;
    for (size_t i = 0; i < both->n; i++) {
        const lcv_case *c = &both->of[i];
        const lcv_condition at = {1, {c->when}};
        if (!c->value) {
            lcv_either(l->sums, &made->neither, &at);
            made->hole = c->hole;
            made->at = c->at;
            continue;
        }
        lcv_condition yes = lcv_compared(l->sums, ast->op, c->value[0], zero);
        lcv_condition no = lcv_compared(l->sums, opposite[ast->op], c->value[0], zero);
        yes = lcv_both(l->sums, &at, &yes);
        no = lcv_both(l->sums, &at, &no);
        lcv_either(l->sums, &made->holds, &yes);
        lcv_either(l->sums, &made->fails, &no);
    }
    return lcv_cases_settled(l, ast) ? made : NULL;
}

static const lcv_truth *negated(lcv_lowering *l, const lcv_truth *a)
{
    lcv_truth *made = a ? lcv_arena_alloc(l->sums->arena, sizeof *made) : NULL;
    if (made)
        *made = (lcv_truth){a->fails, a->holds, a->neither, a->hole, a->at};
    return made;
}

/* a and b, b being looked at where a holds; `a or b` is not (not a and not b). */
static const lcv_truth *both(lcv_lowering *l, const lcv_truth *a, const lcv_truth *b)
{
    lcv_truth *made = a && b ? lcv_arena_alloc(l->sums->arena, sizeof *made) : NULL;
    if (!made)
        return NULL;
    made->holds = lcv_both(l->sums, &a->holds, &b->holds);
    made->fails = a->fails;
    made->neither = a->neither;
    lcv_condition fails = lcv_both(l->sums, &a->holds, &b->fails);
    lcv_condition neither = lcv_both(l->sums, &a->holds, &b->neither);
    lcv_either(l->sums, &made->fails, &fails);
    lcv_either(l->sums, &made->neither, &neither);
    made->hole = a->hole ? a->hole : b->hole;
    made->at = a->hole ? a->at : b->at;
    return made;
}

const lcv_truth *lcv_lower_condition(lcv_lowering *l, const lcv_ast *ast)
{
    const lcv_truth *made = NULL;
    if (ast->kind == LCV_AST_COMPARE)
        return compare(l, ast);
    if (ast->kind != LCV_AST_LOGIC) {
        lcv_lower_fail(l, ast, "expected a comparison, as i < 8, joined by and, or, not",
                       "no condition of a piece");
        return NULL;
    }
    const lcv_truth *a = lcv_lower_condition(l, ast->child);
    if (ast->op == LCV_OP_NOT)
        return negated(l, a);
    const lcv_truth *b = a ? lcv_lower_condition(l, ast->child->next) : NULL;
    made = ast->op == LCV_OP_AND ? both(l, a, b)
                                 : negated(l, both(l, negated(l, a), negated(l, b)));
    return lcv_cases_settled(l, ast) ? made : NULL;
}
