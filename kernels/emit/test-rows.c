/* test-rows.c - the reference of a function along rows: the formula in double, node by node. */
#include "config.h"

#include "emitter.h"
#include "../kernel/number.h"

#include <inttypes.h>
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

/* Each element of a row in turn. */
static void put_along(lck_emitter *e, size_t indent)
{
    lc_text_add_char(&e->text, ' ', indent);
    lc_text_add(&e->text, "for (at_of_test = 0; at_of_test < length_of_test; at_of_test++)\n");
    lc_text_add_char(&e->text, ' ', indent + 4);
}

static void put_element(lck_emitter *e, const char *value, int array, size_t indent)
{
    size_t inner = indent;
    lc_text_add_char(&e->text, ' ', indent);
    lc_text_add(&e->text, "at_of_test = 0;\n");
    lck_put_loops(e, true, &inner);
    lc_text_add_char(&e->text, ' ', inner);
    lc_text_printf(&e->text, "%s = %s_of_%s(", value, e->kernel->name,
                   e->kernel->array[array].name);
    lck_put_place(e, array);
    lc_text_add(&e->text, ");\n");
    lc_text_add_char(&e->text, ' ', inner);
    lc_text_add(&e->text, "at_of_test++;\n");
    lck_close_loops(e, &inner, indent);
}

static void put_node(lck_emitter *e, int node, size_t indent)
{
    const lck_node *n = &e->kernel->formula->node[node];
    lc_text *t = &e->text;
    char value[80];
    name_value(e->kernel->formula, node, value, sizeof value);
    switch (n->kind) {
    case LCK_NODE_ELEMENT: put_element(e, value, n->array, indent); return;
    case LCK_NODE_NUMBER:
        lc_text_printf(t, "%*s%s = %" PRId64 ";\n", (int)indent, "", value, n->number);
        return;
    case LCK_NODE_LENGTH:
        lc_text_printf(t, "%*s%s = (double)length_of_test;\n", (int)indent, "", value);
        return;
    case LCK_NODE_REDUCTION:
        lc_text_printf(t, "%*s%s = %s;\n", (int)indent, "", value,
                       n->function == LCK_PLUS  ? "0"
                       : n->function == LCK_MAX ? "-INFINITY"
                                                : "INFINITY");
        put_along(e, indent);
        break;
    case LCK_NODE_FUNCTION:
        if (n->of_row)
            lc_text_add_char(t, ' ', indent);
        else
            put_along(e, indent);
        break;
    }
    put_function(e, value, n);
}

/* Results may be off by half a step of their element, and by 2^-14 of the largest of the row. */
static void put_results(lck_emitter *e, size_t indent)
{
    const lck_kernel *k = e->kernel;
    lc_text *t = &e->text;
    char value[80];
    size_t inner = indent;
    int mantissa = lck_format_of(k->array[LCK_DESTINATION].element).mantissa;
    name_value(k->formula, k->formula->result, value, sizeof value);
    lc_text_printf(t, "%*sdouble size_of_test = 0;\n", (int)indent, "");
    put_along(e, indent);
    lc_text_printf(t, "size_of_test = fmax(size_of_test, fabs(%s));\n", value);
    lc_text_printf(t, "%*sat_of_test = 0;\n", (int)indent, "");
    lck_put_loops(e, true, &inner);
    lc_text_printf(t, "%*sconst long long place_of_test = &", (int)inner, "");
    lck_put_place(e, LCK_DESTINATION);
    lc_text_printf(t, " - destination;\n%*sexpected_of_test[place_of_test] = %s;\n", (int)inner,
                   "", value);
    lc_text_printf(t,
                   "%*sbound_of_test[place_of_test] = %.17g * fabs(%s) +\n"
                   "%*s%.17g * size_of_test;\n%*sat_of_test++;\n",
                   (int)inner, "", ldexp(1, -mantissa - 1), value, (int)inner + 4, "",
                   ldexp(1, -14), (int)inner, "");
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
    lc_text *t = &e->text;
    size_t indent = 4;
    if (!length) {
        lc_text_miss(t);
        return;
    }
    lc_text_printf(t,
                   "\n/* What %s computes, and how far it may be off. */\n"
                   "static void %s_reference(double *expected_of_test, double *bound_of_test, ",
                   k->name, k->name);
    lck_put_given(e, true, 8);
    lc_text_add(t, ")\n{\n    const long long length_of_test = ");
    lck_put_host_expr(e, length);
    lc_text_printf(
        t,
        ";\n    long long at_of_test;\n    double *value_of_test =\n"
        "        (double *)malloc(sizeof(double) * (size_t)(%zu * length_of_test + 1));\n"
        "    if (!value_of_test)\n        exit(1);\n",
        k->formula->n);
    lck_put_loops(e, false, &indent);
    for (size_t i = 0; i < k->formula->n; i++)
        put_node(e, (int)i, indent);
    put_results(e, indent);
    lck_close_loops(e, &indent, 4);
    lc_text_add(t, "    free(value_of_test);\n}\n");
}
