/* read.c - the formula of a plan's value. */
#include "config.h"

#include "../../verify/language/build.h"
#include "rows.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    lck_rows *rows;
    lcv_planning *p;
} reader;

static int fail(reader *r, const lcv_ast *ast, const char *what, const char *expected)
{
    if (r->p->e->status == LCV_EVAL_OK) {
        lcv_eval_fail(r->p->e, ast->span, "%s", what);
        lcv_diag_hint(r->p->e->diag, "expected %s", expected);
    }
    return -1;
}

static int add(reader *r, const lcv_ast *ast, lck_node node)
{
    int n = lck_formula_add(&r->rows->formula, node);
    return n >= 0 ? n : fail(r, ast, "a formula of too many steps", "at most 64");
}

static int number(reader *r, const lcv_ast *ast, int64_t value)
{
    return add(r, ast, (lck_node){.kind = LCK_NODE_NUMBER, .number = value});
}

static bool is_of_row(const reader *r, int node)
{
    return r->rows->formula.node[node].of_row;
}

/* A quotient by a number of the row is a product with its inverse, which is found once a row. */
static int apply(reader *r, const lcv_ast *ast, lck_function function, int left, int right)
{
    if (left < 0 || right < 0)
        return -1;
    if (function == LCK_OVER && is_of_row(r, right) && !is_of_row(r, left)) {
        right = apply(r, ast, LCK_OVER, number(r, ast, 1), right);
        return apply(r, ast, LCK_TIMES, left, right);
    }
    return add(r, ast,
               (lck_node){.kind = LCK_NODE_FUNCTION,
                          .function = function,
                          .left = left,
                          .right = right});
}

static int reduce(reader *r, const lcv_ast *ast, lck_function function, int of)
{
    if (of < 0)
        return -1;
    if (is_of_row(r, of))
        return fail(r, ast, "a reduction of what is the same along the row",
                    "something of x: sum(x * x)");
    return add(
        r, ast,
        (lck_node){.kind = LCK_NODE_REDUCTION, .function = function, .left = of, .right = of});
}

/* ---- what is written ---- */

static int read(reader *r, const lcv_ast *ast);

static const char expected[] =
    "numbers, x, residual, weight, bias, + - * /, sum, mean, max, min, "
    "exp, log, tanh, sqrt, rsqrt, abs, relu, gelu";

static int read_name(reader *r, const lcv_ast *ast)
{
    const lck_plan *plan = r->rows->plan;
    if (strcmp(ast->text, "x") == 0)
        return add(r, ast, (lck_node){.kind = LCK_NODE_ELEMENT, .array = LCK_SOURCE});
    for (int t = LCK_OPERAND; t < LCK_PLAN_TENSORS; t++) {
        if (strcmp(ast->text, lck_tensor_name[t]) != 0)
            continue;
        if (plan->has[t])
            return add(r, ast, (lck_node){.kind = LCK_NODE_ELEMENT, .array = t});
        return fail(r, ast, "the plan has no such tensor", "its layout as a key of the plan");
    }
    return fail(r, ast, "a name that is none of a formula", expected);
}

static int read_int(reader *r, const lcv_ast *ast)
{
    char *end;
    long long value = strtoll(ast->text, &end, 10);
    if (*end || value > INT32_MAX)
        return fail(r, ast, "a number of a formula",
                    "at most 2147483647; 1/100000 is a fraction");
    return number(r, ast, value);
}

static int read_binary(reader *r, const lcv_ast *ast)
{
    int left = read(r, ast->child), right = left < 0 ? -1 : read(r, ast->child->next);
    switch (ast->op) {
    case LCV_OP_ADD: return apply(r, ast, LCK_PLUS, left, right);
    case LCV_OP_SUB: return apply(r, ast, LCK_MINUS, left, right);
    case LCV_OP_MUL: return apply(r, ast, LCK_TIMES, left, right);
    case LCV_OP_DIV: return apply(r, ast, LCK_OVER, left, right);
    default: return fail(r, ast, "an operation that is none of a formula", expected);
    }
}

static int mean(reader *r, const lcv_ast *ast, int of)
{
    int sum = reduce(r, ast, LCK_PLUS, of);
    return apply(r, ast, LCK_TIMES, sum,
                 apply(r, ast, LCK_OVER, number(r, ast, 1),
                       add(r, ast, (lck_node){.kind = LCK_NODE_LENGTH})));
}

static int read_call(reader *r, const lcv_ast *ast)
{
    const lcv_ast *name = ast->child, *first = name->next;
    size_t n = ast->nchildren - 1;
    if (name->kind != LCV_AST_NAME || n < 1 || n > 2)
        return fail(r, ast, "a call that is none of a formula", expected);
    int left = read(r, first), right = left < 0 || n == 1 ? left : read(r, first->next);
    if (left < 0 || right < 0)
        return -1;
    if (n == 1 && strcmp(name->text, "sum") == 0)
        return reduce(r, ast, LCK_PLUS, left);
    if (n == 1 && strcmp(name->text, "mean") == 0)
        return mean(r, ast, left);
    if (n == 1 && strcmp(name->text, "max") == 0)
        return reduce(r, ast, LCK_MAX, left);
    if (n == 1 && strcmp(name->text, "min") == 0)
        return reduce(r, ast, LCK_MIN, left);
    lck_function function = lck_function_find(name->text, (int)n);
    if (function == LCK_FUNCTIONS)
        return fail(r, ast, "a function that is none of a formula", expected);
    if (function == LCK_EXP && r->rows->plan->into->bytes < 4)
        function = LCK_EXP_NEAR; /* elements have fewer bits than it is off by */
    return apply(r, ast, function, left, right);
}

static int read(reader *r, const lcv_ast *ast)
{
    switch (ast->kind) {
    case LCV_AST_NAME: return read_name(r, ast);
    case LCV_AST_INT: return read_int(r, ast);
    case LCV_AST_BINARY: return read_binary(r, ast);
    case LCV_AST_APPLY: return read_call(r, ast);
    case LCV_AST_TUPLE: /* of one: in parentheses */
        return ast->nchildren == 1 ? read(r, ast->child)
                                   : fail(r, ast, "a tuple in a formula", expected);
    case LCV_AST_UNARY:
        return ast->op == LCV_OP_NEG
                   ? apply(r, ast, LCK_TIMES, number(r, ast, -1), read(r, ast->child))
                   : fail(r, ast, "an operation that is none of a formula", expected);
    default: return fail(r, ast, "no formula", expected);
    }
}

/* ---- all of it ---- */

void lck_find_stages(const lck_formula *f, int *first, int *last)
{
    int stages = f->node[f->result].stage;
    for (size_t i = 0; i < f->n; i++) {
        first[i] = stages;
        last[i] = f->node[i].stage;
    }
    for (size_t i = 0; i < f->n; i++) {
        const lck_node *n = &f->node[i];
        int stage = n->stage - (n->kind == LCK_NODE_REDUCTION);
        const int operand[] = {n->left, n->right};
        for (int o = 0; o < 2 && (n->kind == LCK_NODE_FUNCTION || n->kind == LCK_NODE_REDUCTION);
             o++) {
            first[operand[o]] = stage < first[operand[o]] ? stage : first[operand[o]];
            last[operand[o]] = stage > last[operand[o]] ? stage : last[operand[o]];
        }
    }
}

/* Tensors that the plan gives, and the formula does not use. */
static bool all_used(reader *r)
{
    for (int t = 0; t < LCK_PLAN_TENSORS; t++) {
        bool used = t == LCK_DESTINATION || !r->rows->plan->has[t];
        for (size_t i = 0; i < r->rows->formula.n; i++)
            used = used || (r->rows->formula.node[i].kind == LCK_NODE_ELEMENT &&
                            r->rows->formula.node[i].array == t);
        if (!used)
            return lcv_eval_fail(r->p->e, r->p->name_span, "the value does not use the %s",
                                 lck_tensor_name[t]);
    }
    return true;
}

static bool is_float(const lck_element *element)
{
    static const char *const names[] = {"f32", "f16", "bf16"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(element->name, names[i]) == 0)
            return true;
    return false;
}

bool lck_read_formula(lck_rows *rows, lcv_planning *p)
{
    reader r = {rows, p};
    const lcv_ast *ast = lcv_planning_argument(p, "value");
    const lck_plan *plan = rows->plan;
    if (!is_float(plan->element) || !is_float(plan->into))
        return lcv_eval_fail(p->e, p->name_span,
                             "a function of %s: expected element = f32, f16 or bf16",
                             (is_float(plan->element) ? plan->into : plan->element)->name);
    rows->formula.result = read(&r, ast);
    if (rows->formula.result < 0 || !all_used(&r))
        return false;
    lcv_arena *arena = rows->plan->arena;
    rows->formula.text = lcv_ast_text(lcv_ast_copy(arena, ast));
    return rows->formula.text || lcv_eval_no_memory(p->e, p->name_span);
}
