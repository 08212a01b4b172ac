/* test-attention.c - the reference of attention: softmax in double, query by query. */
#include "config.h"

#include "emitter.h"
#include "../kernel/number.h"

#include <inttypes.h>
#include <math.h>

/* "for (long long c4 = 0; c4 < T; c4++)"; along queries and keys those of the batch. */
static void put_loop(lck_emitter *e, size_t counter, size_t indent, const char *end)
{
    const char *c = e->coordinate;
    lc_text_printf(&e->text, "%*sfor (long long %s%zu = 0; %s%zu < ", (int)indent, "", c, counter,
                   c, counter);
    if (counter == e->kernel->rank - 2)
        lc_text_add(&e->text, "keys_of_test");
    else if (counter == e->kernel->rank - 3)
        lc_text_add(&e->text, "queries_of_test");
    else
        lck_put_host_expr(e, e->kernel->counter[counter].extent);
    lc_text_printf(&e->text, "; %s%zu++)%s\n", c, counter, end);
}

static void put_element(lck_emitter *e, int array)
{
    lc_text_printf(&e->text, "%s_of_%s(", e->kernel->name, e->kernel->array[array].name);
    lck_put_place(e, array);
    lc_text_add_char(&e->text, ')', 1);
}

/* The rows of a batch, of a sequence that has so many. */
static void put_rows(lck_emitter *e, const char *name, size_t counter, int starts, size_t indent)
{
    lc_text *t = &e->text;
    lc_text_printf(t, "%*slong long %s = ", (int)indent, "", name);
    if (starts < 0) {
        lck_put_host_expr(e, e->kernel->counter[counter].extent);
    } else {
        lck_put_next_place(e, starts);
        lc_text_add(t, " - ");
        lck_put_place(e, starts);
    }
    lc_text_add(t, ";\n");
}

/* The keys of a batch. */
static void put_keys(lck_emitter *e, size_t queries, size_t indent)
{
    const lck_attention_result *a = &e->kernel->attention;
    const int in = (int)indent;
    lc_text *t = &e->text;
    put_rows(e, "keys_of_test", queries + 1, a->starts[1], indent);
    if (a->lengths < 0)
        return;
    lc_text_printf(t, "%*sif (", in, "");
    lck_put_place(e, a->lengths);
    lc_text_printf(t, " < keys_of_test)\n%*skeys_of_test = ", in + 4, "");
    lck_put_place(e, a->lengths);
    lc_text_printf(t, " > 0 ? ");
    lck_put_place(e, a->lengths);
    lc_text_add(t, " : 0;\n");
}

/* "c4 <= c3 + T - S && c4 > c3 + T - S - 1024", or 1 */
static void put_seen(lck_emitter *e, size_t queries)
{
    const lck_attention_result *a = &e->kernel->attention;
    const char *c = e->coordinate;
    lc_text *t = &e->text;
    for (int window = 0; window < (a->window ? 2 : a->causal); window++) {
        lc_text_printf(t, "%s%s%zu %s %s%zu + keys_of_test - queries_of_test",
                       window ? " && " : "", c, queries + 1, window ? ">" : "<=", c, queries);
        if (window)
            lc_text_printf(t, " - %" PRId64, a->window);
    }
    if (!a->causal)
        lc_text_add_char(t, '1', 1);
}

static void put_factor(lck_emitter *e, int table)
{
    if (table < 0)
        return;
    lc_text_add(&e->text, " * ");
    lck_put_place(e, table);
}

/* What a score is multiplied by: " / sqrt((double)128)", " * scale * q_scale[..]". */
static void put_scale(lck_emitter *e, size_t dim)
{
    const lck_attention_result *a = &e->kernel->attention;
    if (a->scale >= 0) {
        lc_text_add(&e->text, " * scale");
    } else {
        lc_text_add(&e->text, " / sqrt((double)");
        lck_put_host_expr(e, e->kernel->counter[dim].extent);
        lc_text_add_char(&e->text, ')', 1);
    }
    put_factor(e, a->scales[0]);
    put_factor(e, a->scales[1]);
}

/* The weights of a query's keys, with their sum. */
static void put_weights(lck_emitter *e, size_t queries, size_t indent)
{
    const lck_attention_result *a = &e->kernel->attention;
    const size_t keys = queries + 1, dim = queries + 2;
    const char *c = e->coordinate;
    const int in = (int)indent;
    lc_text *t = &e->text;
    lc_text_printf(t, "%*sdouble most_of_test = -INFINITY, sum_of_test = 0;\n", in, "");
    put_loop(e, keys, indent, " {");
    lc_text_printf(t, "%*sdouble score_of_test = 0;\n", in + 4, "");
    put_loop(e, dim, indent + 4, "");
    lc_text_printf(t, "%*sscore_of_test += ", in + 8, "");
    put_element(e, a->q);
    lc_text_add(t, " * ");
    put_element(e, a->k);
    lc_text_printf(t, ";\n%*sweight_of_test[%s%zu] = ", in + 4, "", c, keys);
    put_seen(e, queries);
    lc_text_add(t, " ? score_of_test");
    put_scale(e, dim);
    lc_text_printf(t,
                   " : -INFINITY;\n%*smost_of_test = fmax(most_of_test, weight_of_test[%s%zu]);\n"
                   "%*s}\n",
                   in + 4, "", c, keys, in, "");
    put_loop(e, keys, indent, "");
    lc_text_printf(
        t,
        "%*ssum_of_test += weight_of_test[%s%zu] =\n"
        "%*smost_of_test > -INFINITY ? exp(weight_of_test[%s%zu] - most_of_test) : 0;\n",
        in + 4, "", c, keys, in + 8, "", c, keys);
}

static double half_unit(const lck_emitter *e, int array)
{
    return ldexp(1, -lck_format_of(e->kernel->array[array].element).mantissa - 1);
}

/* The elements of a row, and how far they may be off: P and O are rounded once each; P of 8 bits,
 * which is up to 2^8, is not nearer than 2^-10. */
static void put_row(lck_emitter *e, size_t queries, size_t indent)
{
    const lck_attention_result *a = &e->kernel->attention;
    const bool bytes = e->kernel->array[a->q].element->bytes == 1;
    const int in = (int)indent + 4;
    lc_text *t = &e->text;
    put_loop(e, queries + 2, indent, " {");
    lc_text_printf(t, "%*sdouble result_of_test = 0, off_of_test = 0;\n", in, "");
    put_loop(e, queries + 1, indent + 4, " {");
    lc_text_printf(t,
                   "%*sconst double part_of_test =\n"
                   "%*ssum_of_test > 0 ? weight_of_test[%s%zu] / sum_of_test : 0;\n"
                   "%*sconst double value_of_test = ",
                   in + 4, "", in + 8, "", e->coordinate, queries + 1, in + 4, "");
    put_element(e, a->v);
    put_factor(e, a->scales[2]);
    lc_text_printf(t,
                   ";\n%*sresult_of_test += part_of_test * value_of_test;\n"
                   "%*soff_of_test += (%.17g * part_of_test + %.17g) * fabs(value_of_test);\n"
                   "%*s}\n%*sconst long long at_of_test = &",
                   in + 4, "", in + 4, "", half_unit(e, a->q), bytes ? 0x1p-18 : 0, in, "", in,
                   "");
    lck_put_place(e, a->o);
    lc_text_printf(t,
                   " - %s;\n%*sexpected_of_test[at_of_test] = result_of_test;\n"
                   "%*sbound_of_test[at_of_test] =\n"
                   "%*s1.1 * (off_of_test + %.17g * fabs(result_of_test)) + 1e-6;\n%*s}\n",
                   e->kernel->array[a->o].name, in, "", in, "", in + 4, "", half_unit(e, a->o),
                   in - 4, "");
}

void lck_put_attention_reference(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    const size_t queries = k->rank - 3;
    lc_text *t = &e->text;
    size_t indent = 4;
    lc_text_printf(t,
                   "\n/* What %s computes, without lse, and how far it may be off. Returns the "
                   "products of queries and\n * keys, of which a mask leaves out some. */\n"
                   "static double %s_reference(double *expected_of_test, double *bound_of_test, ",
                   k->name, k->name);
    lck_put_given(e, true, 8);
    lc_text_add(t, ")\n{\n    double products_of_test = 0;\n"
                   "    double *weight_of_test = (double *)malloc(sizeof(double) * (size_t)(");
    lck_put_host_expr(e, k->counter[queries + 1].extent);
    lc_text_add(t, " + 1));\n    if (!weight_of_test)\n        exit(1);\n");
    for (size_t i = 0; i < queries; i++, indent += 4)
        put_loop(e, i, indent, " {");
    put_rows(e, "queries_of_test", queries, k->attention.starts[0], indent);
    put_loop(e, queries, indent, " {");
    indent += 4;
    put_keys(e, queries, indent);
    lc_text_printf(t, "%*sproducts_of_test += (double)keys_of_test * ", (int)indent, "");
    lck_put_host_expr(e, k->counter[queries + 2].extent);
    lc_text_add(t, ";\n");
    put_weights(e, queries, indent);
    put_row(e, queries, indent);
    lck_close_loops(e, &indent, 4);
    lc_text_add(t, "    free(weight_of_test);\n    return products_of_test;\n}\n");
}
