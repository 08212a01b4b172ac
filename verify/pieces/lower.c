/* lower.c - expressions and conditions of maps, case by case. */
#include "config.h"

#include "../language/build.h"
#include "combine.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const lcv_cases *lower(lcv_lowering *l, const lcv_ast *ast);

void *lcv_lower_fail(lcv_lowering *l, const lcv_ast *at, const char *hint, const char *format,
                     ...)
{
    va_list args;
    if (l->failed)
        return NULL;
    va_start(args, format);
    vsnprintf(l->what, sizeof l->what, format, args);
    va_end(args);
    l->failed = true;
    l->limit = l->sums->failed != NULL;
    l->where = at;
    l->in = l->source;
    l->hint = hint;
    return NULL;
}

bool lcv_lower_done(lcv_lowering *l, const lcv_lowering *part)
{
    l->ntables = part->ntables;
    l->rounded = part->rounded;
    l->rounded_in = part->rounded_in;
    memcpy(l->table, part->table, sizeof l->table);
    if (!part->failed || l->failed)
        return !l->failed;
    l->failed = true;
    l->limit = part->limit;
    l->where = part->where;
    l->in = part->in;
    memcpy(l->what, part->what, sizeof l->what);
    l->hint = part->hint;
    return false;
}

/* ---- arithmetic ---- */

static const lcv_cases *literal(lcv_lowering *l, const lcv_ast *ast)
{
    int64_t number;
    if (lcv_ast_number(ast, &number))
        return lcv_cases_number(l, ast, number);
    return lcv_lower_fail(l, ast, NULL,
                          "an integer of a map has at most 18 digits, or 15 hexadecimal ones");
}

static bool is_integer(lcv_lowering *l, const lcv_ast *ast, const lcv_cases *cases)
{
    return cases &&
           (cases->nvalues == 1 || lcv_lower_fail(l, ast, "a tuple is the whole value of a piece",
                                                  "expected an integer, found a tuple"));
}

const lcv_cases *lcv_lower_operand(lcv_lowering *l, const lcv_ast *ast)
{
    const lcv_cases *made = lower(l, ast);
    return is_integer(l, ast, made) ? made : NULL;
}

static const lcv_cases *arithmetic(lcv_lowering *l, const lcv_ast *ast)
{
    const lcv_cases *x, *y;
    if (ast->kind == LCV_AST_UNARY) { /* ~a is -1 - a */
        x = lcv_cases_number(l, ast, ast->op == LCV_OP_BITNOT ? -1 : 0);
        y = lcv_lower_operand(l, ast->child);
        return lcv_cases_combine(l, LCV_OP_SUB, ast, x, y);
    }
    x = lcv_lower_operand(l, ast->child);
    y = x ? lcv_lower_operand(l, ast->child->next) : NULL;
    return lcv_cases_combine(l, ast->op, ast, x, y);
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

const lcv_cases *lcv_lower_tuple(lcv_lowering *l, const lcv_ast *ast, const lcv_ast *first)
{
    const lcv_cases *made = NULL;
    for (const lcv_ast *part = first; part; part = part->next) {
        const lcv_cases *one = lcv_lower_operand(l, part);
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
        if (made->nvalues != 0 && made->nvalues != cases->nvalues)
            return lcv_lower_fail(l, value, "all pieces have as many integers",
                                  "a piece of %zu integers after one of %zu", cases->nvalues,
                                  made->nvalues);
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

/* 1 where a condition holds, else 0. */
static const lcv_cases *zero_or_one(lcv_lowering *l, const lcv_ast *ast)
{
    const lcv_truth *truth = lcv_lower_condition(l, ast);
    const lcv_cases *no = truth ? lcv_cases_number(l, ast, 0) : NULL;
    const lcv_cases *yes = no ? lcv_cases_number(l, ast, 1) : NULL;
    lcv_cases *made = yes ? lcv_cases_new(l, 1) : NULL;
    const lcv_case why = {.hole = truth ? truth->hole : NULL, .at = truth ? truth->at : NULL};
    bool ok = made && add_where(l, made, &truth->holds, yes) &&
              add_where(l, made, &truth->fails, no) && add_holes(l, made, &truth->neither, &why);
    return lcv_cases_settled(l, ast) && ok ? made : NULL;
}

static const lcv_cases *lower(lcv_lowering *l, const lcv_ast *ast)
{
    switch (ast->kind) {
    case LCV_AST_INT: return literal(l, ast);
    case LCV_AST_NAME: return lcv_lower_name(l, ast);
    case LCV_AST_UNARY:
    case LCV_AST_BINARY: return arithmetic(l, ast);
    case LCV_AST_TUPLE: return lcv_lower_tuple(l, ast, ast->child);
    case LCV_AST_PIECES: return pieces(l, ast);
    case LCV_AST_INDEX:
    case LCV_AST_APPLY: return lcv_lower_call(l, ast);
    case LCV_AST_COMPARE:
    case LCV_AST_LOGIC: return zero_or_one(l, ast);
    default:
        return lcv_lower_fail(l, ast,
                              "expected integers, coordinates, parameters and entries of tables",
                              "an expression that has no meaning in a map");
    }
}

const lcv_cases *lcv_lower(lcv_lowering *l, const lcv_ast *ast)
{
    return lower(l, ast);
}

const lcv_sum *lcv_lower_integer(lcv_lowering *l, const lcv_ast *ast)
{
    const lcv_cases *made = lcv_lower_operand(l, ast);
    if (made && (made->n != 1 || !made->of[0].value))
        lcv_lower_fail(l, ast, "expected sums and products of integers and parameters",
                       "an integer that falls into cases");
    return made && !l->failed ? made->of[0].value[0] : NULL;
}

/* ---- conditions ---- */

/* a op b of a comparison; an integer in the place of a condition, which holds unless it is 0. */
static const lcv_truth *compare(lcv_lowering *l, const lcv_ast *ast)
{
    lcv_truth *made = lcv_arena_alloc(l->sums->arena, sizeof *made);
    const bool compares = ast->kind == LCV_AST_COMPARE;
    const lcv_op op = compares ? ast->op : LCV_OP_NE;
    const lcv_cases *both = lcv_lower_operand(l, compares ? ast->child : ast);
    if (compares)
        both = lcv_cases_combine(l, LCV_OP_SUB, ast, both,
                                 lcv_lower_operand(l, ast->child->next));
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
        lcv_condition yes = lcv_compared(l->sums, op, c->value[0], zero);
        lcv_condition no = lcv_compared(l->sums, lcv_op_opposite(op), c->value[0], zero);
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
    if (ast->kind != LCV_AST_LOGIC)
        return compare(l, ast);
    const lcv_truth *a = lcv_lower_condition(l, ast->child);
    if (ast->op == LCV_OP_NOT)
        return negated(l, a);
    const lcv_truth *b = a ? lcv_lower_condition(l, ast->child->next) : NULL;
    made = ast->op == LCV_OP_AND ? both(l, a, b)
                                 : negated(l, both(l, negated(l, a), negated(l, b)));
    return lcv_cases_settled(l, ast) ? made : NULL;
}
