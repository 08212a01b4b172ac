/* formula.c - nodes of formulas, and their values with bounds on errors. */
#include "config.h"

#include "formula.h"

#include <math.h>

/* ---- nodes ---- */

static bool is_same(const lck_node *a, const lck_node *b)
{
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case LCK_NODE_ELEMENT: return a->array == b->array;
    case LCK_NODE_NUMBER: return a->number == b->number;
    case LCK_NODE_LENGTH: return true;
    default: return a->function == b->function && a->left == b->left && a->right == b->right;
    }
}

int lck_formula_add(lck_formula *f, lck_node node)
{
    if (node.kind == LCK_NODE_FUNCTION || node.kind == LCK_NODE_REDUCTION) {
        const lck_node *left = &f->node[node.left], *right = &f->node[node.right];
        bool reduces = node.kind == LCK_NODE_REDUCTION;
        node.of_row = reduces || (left->of_row && right->of_row);
        node.stage = (left->stage > right->stage ? left->stage : right->stage) + reduces;
    } else {
        node.of_row = node.kind != LCK_NODE_ELEMENT;
        node.stage = 0;
    }
    for (size_t i = 0; i < f->n; i++)
        if (is_same(&f->node[i], &node))
            return (int)i;
    if (f->n == LCK_MAX_NODES)
        return -1;
    f->node[f->n] = node;
    return (int)f->n++;
}

/* ---- values ---- */

#define HALF_UNIT 0x1p-24
#define LEAST 0x1p-149

lck_uncertain lck_exactly(double value)
{
    return (lck_uncertain){value, 0};
}

/* What the errors of the operands make of the error of the result. */
static double carried(lck_function function, lck_uncertain x, lck_uncertain y, double value)
{
    double a = fabs(x.value), b = fabs(y.value);
    switch (function) {
    case LCK_TIMES: return a * y.error + b * x.error + x.error * y.error;
    case LCK_PLUS:
    case LCK_MINUS: return x.error + y.error;
    case LCK_OVER:
        return y.error < b ? (x.error + fabs(value) * y.error) / (b - y.error) : INFINITY;
    case LCK_MAX:
    case LCK_MIN: return fmax(x.error, y.error);
    case LCK_MAX_0:
    case LCK_ABS:
    case LCK_SAME:
    case LCK_TANH: return x.error;
    case LCK_GAUSS: return 1.13 * x.error;
    case LCK_EXP: return value * expm1(x.error);
    case LCK_EXP2: return value * expm1(x.error * log(2));
    case LCK_LOWEST: return 0;
    case LCK_EXP_NEAR: return value * expm1(x.error + 1.2 * 2 * HALF_UNIT * a);
    case LCK_LOG: return x.error < x.value ? -log1p(-x.error / x.value) : INFINITY;
    case LCK_SQRT: return value - sqrt(fmax(x.value - x.error, 0));
    case LCK_RSQRT: return x.error < x.value ? 1 / sqrt(x.value - x.error) - value : INFINITY;
    case LCK_FUNCTIONS: break;
    }
    return INFINITY;
}

lck_uncertain lck_calculate_uncertain(lck_function function, lck_uncertain x, lck_uncertain y)
{
    double value = lck_calculate(function, x.value, y.value);
    double steps = lck_function_of(function)->steps;
    double error = carried(function, x, y, value) + 2 * steps * (HALF_UNIT * fabs(value) + LEAST);
    return (lck_uncertain){value, error};
}

lck_uncertain lck_reduce_uncertain(lck_function function, int depth, size_t n,
                                   const lck_uncertain *x)
{
    lck_uncertain all = lck_exactly(function == LCK_PLUS  ? 0
                                    : function == LCK_MAX ? (double)-INFINITY
                                                          : (double)INFINITY);
    double sizes = 0;
    for (size_t i = 0; i < n; i++) {
        all.value = lck_calculate(function, all.value, x[i].value);
        all.error = function == LCK_PLUS ? all.error + x[i].error : fmax(all.error, x[i].error);
        sizes += fabs(x[i].value) + x[i].error;
    }
    if (function == LCK_PLUS)
        all.error += depth * (HALF_UNIT * 1.001 * sizes + LEAST);
    return all;
}
