/* test-rows.c - the reference of a function along rows: the formula in double, node by node. */
#include "config.h"

#include "emitter.h"
#include "../kernel/number.h"

#include <math.h>
#include <stdio.h>

/* "value_of_test[3 * length_of_test + at_of_test]", of a node; what a row has is its first. */
static void name_value(const lck_formula *f, int node, char *text, size_t room)
{
    snprintf(text, room, "value_of_test[%d * length_of_test%s]", node,
             f->node[node].of_row ? "" : " + at_of_test");
}

static void put_function(lck_emitter *e, const char *value, const lck_node *n)
{
    char left[80], right[80];
    name_value(e->kernel->formula, n->left, left, sizeof left);
    name_value(e->kernel->formula, n->right, right, sizeof right);
    lc_text_printf(&e->text, "%s = ", value);
    const lck_filling of_function[] = {{"@X@", left}, {"@Y@", right}};
    const lck_filling of_reduction[] = {{"@X@", value}, {"@Y@", left}};
    lck_put_filled(e, lck_function_of(n->function)->host,
                   n->kind == LCK_NODE_REDUCTION ? of_reduction : of_function, 2);
    lc_text_add(&e->text, ";\n");
}

/* Each element of a row in turn: before a statement. */
static const char along[] =
    "for (at_of_test = 0; at_of_test < length_of_test; at_of_test++)\n    ";

static void put_element(lck_emitter *e, const char *value, int array, size_t indent)
{
    size_t inner = indent;
    lck_put_lines(e, indent, "at_of_test = 0;\n");
    lck_put_loops(e, true, &inner);
    lck_put_lines(e, inner, "%s = %a;\nat_of_test++;\n", value, array);
    lck_close_loops(e, &inner, indent);
}

static void put_node(lck_emitter *e, int node, size_t indent)
{
    const lck_node *n = &e->kernel->formula->node[node];
    char value[80];
    name_value(e->kernel->formula, node, value, sizeof value);
    switch (n->kind) {
    case LCK_NODE_ELEMENT: put_element(e, value, n->array, indent); return;
    case LCK_NODE_NUMBER: lck_put_lines(e, indent, "%s = %l;\n", value, n->number); return;
    case LCK_NODE_LENGTH:
        lck_put_lines(e, indent, "%s = (double)length_of_test;\n", value);
        return;
    case LCK_NODE_REDUCTION:
        lck_put_lines(e, indent, "%s = %s;\n", value,
                      n->function == LCK_PLUS  ? "0"
                      : n->function == LCK_MAX ? "-INFINITY"
                                               : "INFINITY");
        lck_put_lines(e, indent, along);
        break;
    case LCK_NODE_FUNCTION: lck_put_lines(e, indent, n->of_row ? "%s" : along, ""); break;
    }
    put_function(e, value, n);
}

/* Results may be off by half a step of their element, and by 2^-14 of the largest of the row. */
static void put_results(lck_emitter *e, size_t indent)
{
    const lck_kernel *k = e->kernel;
    char value[80];
    size_t inner = indent;
    const int mantissa = lck_format_of(k->array[LCK_DESTINATION].element).mantissa;
    name_value(k->formula, k->formula->result, value, sizeof value);
    lck_put_lines(e, indent, "double size_of_test = 0;\n");
    lck_put_lines(e, indent, along);
    lck_put_lines(e, 0, "size_of_test = fmax(size_of_test, fabs(%s));\n", value);
    lck_put_lines(e, indent, "at_of_test = 0;\n");
    lck_put_loops(e, true, &inner);
    lck_put_lines(e, inner,
                  "const long long place_of_test = &%p - destination;\n"
                  "expected_of_test[place_of_test] = %s;\n"
                  "bound_of_test[place_of_test] = %g * fabs(%s) +\n"
                  "    %g * size_of_test;\n"
                  "at_of_test++;\n",
                  LCK_DESTINATION, value, ldexp(1, -mantissa - 1), value, ldexp(1, -14));
    lck_close_loops(e, &inner, indent);
}

/* The elements of a row. */
static const lc_expr *length_of(const lck_kernel *k)
{
    const lc_expr *all = lc_expr_int(k->x, 1);
    for (size_t i = 0; i < k->rank; i++)
        if (k->counter[i].contracted)
            all = lc_expr_make(k->x, LC_EXPR_MUL, all, k->counter[i].extent);
    return all;
}

void lck_put_rows_reference(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    const lc_expr *length = length_of(k);
    size_t indent = 4;
    if (!length) {
        lc_text_miss(&e->text);
        return;
    }
    lck_open_reference(e, "void", ", and how far it may be off.");
    lck_put_lines(
        e, 0,
        "    const long long length_of_test = %x;\n"
        "    long long at_of_test;\n    double *value_of_test =\n"
        "        (double *)malloc(sizeof(double) * (size_t)(%z * length_of_test + 1));\n"
        "    if (!value_of_test)\n        exit(1);\n",
        length, k->formula->n);
    lck_put_loops(e, false, &indent);
    for (size_t i = 0; i < k->formula->n; i++)
        put_node(e, (int)i, indent);
    put_results(e, indent);
    lck_close_loops(e, &indent, 4);
    lc_text_add(&e->text, "    free(value_of_test);\n}\n");
}
