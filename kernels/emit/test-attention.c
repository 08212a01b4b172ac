/* test-attention.c - the reference of attention: softmax in double, query by query. */
#include "config.h"

#include "emitter.h"
#include "../kernel/number.h"

#include <math.h>

/* " * v_scale[..]", or nothing. */
static void put_factor(lck_emitter *e, int table)
{
    if (table >= 0)
        lck_put_lines(e, 0, " * %p", table);
}

/* The rows of a batch, of a sequence that has so many. */
static void put_rows(lck_emitter *e, const char *name, size_t counter, int starts, size_t indent)
{
    lck_put_lines(e, indent, "long long %s = ", name);
    if (starts < 0) {
        lck_put_host_expr(e, e->kernel->counter[counter].extent);
    } else {
        lck_put_next_place(e, starts);
        lck_put_lines(e, 0, " - %p", starts);
    }
    lc_text_add(&e->text, ";\n");
}

/* The keys of a batch. */
static void put_keys(lck_emitter *e, size_t keys, size_t indent)
{
    const lck_attention_result *a = &e->kernel->attention;
    const int n = a->lengths;
    put_rows(e, "keys_of_test", keys, a->starts[1], indent);
    if (n >= 0)
        lck_put_lines(e, indent,
                      "if (%p < keys_of_test)\n"
                      "    keys_of_test = %p > 0 ? %p : 0;\n",
                      n, n, n);
}

/* "c4 <= c3 + T - S && c4 > c3 + T - S - 1024", or 1 */
static void put_seen(lck_emitter *e, size_t queries)
{
    const lck_attention_result *a = &e->kernel->attention;
    const size_t keys = queries + 1;
    if (!a->causal)
        lc_text_add_char(&e->text, '1', 1);
    else
        lck_put_lines(e, 0, "%c <= %c + keys_of_test - queries_of_test", keys, queries);
    if (a->window)
        lck_put_lines(e, 0, " && %c > %c + keys_of_test - queries_of_test - %l", keys, queries,
                      a->window);
}

/* What a score is multiplied by: " / sqrt((double)128)", " * scale * q_scale[..]". */
static void put_scale(lck_emitter *e, const lc_expr *dim)
{
    const lck_attention_result *a = &e->kernel->attention;
    if (a->scale >= 0)
        lc_text_add(&e->text, " * scale");
    else
        lck_put_lines(e, 0, " / sqrt((double)%x)", dim);
    put_factor(e, a->scales[0]);
    put_factor(e, a->scales[1]);
}

/* The weights of a query's keys, with their sum. */
static void put_weights(lck_emitter *e, size_t queries, size_t indent)
{
    const lck_attention_result *a = &e->kernel->attention;
    const size_t c = queries + 1, d = queries + 2;
    const lc_expr *dim = e->kernel->counter[d].extent;
    lck_put_lines(e, indent,
                  "double most_of_test = -INFINITY, sum_of_test = 0;\n"
                  "for (long long %c = 0; %c < keys_of_test; %c++) {\n"
                  "    double score_of_test = 0;\n"
                  "    for (long long %c = 0; %c < %x; %c++)\n"
                  "        score_of_test += %a * %a;\n"
                  "    weight_of_test[%c] = ",
                  c, c, c, d, d, dim, d, a->q, a->k, c);
    put_seen(e, queries);
    lc_text_add(&e->text, " ? score_of_test");
    put_scale(e, dim);
    lc_text_add(&e->text, " : -INFINITY;\n");
    lck_put_lines(e, indent,
                  "    most_of_test = fmax(most_of_test, weight_of_test[%c]);\n"
                  "}\n"
                  "for (long long %c = 0; %c < keys_of_test; %c++)\n"
                  "    sum_of_test += weight_of_test[%c] =\n"
                  "        most_of_test > -INFINITY ? exp(weight_of_test[%c] - most_of_test) : "
                  "0;\n",
                  c, c, c, c, c, c);
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
    const size_t c = queries + 1, d = queries + 2;
    lck_put_lines(e, indent,
                  "for (long long %c = 0; %c < %x; %c++) {\n"
                  "    double result_of_test = 0, off_of_test = 0;\n"
                  "    for (long long %c = 0; %c < keys_of_test; %c++) {\n"
                  "        const double part_of_test =\n"
                  "            sum_of_test > 0 ? weight_of_test[%c] / sum_of_test : 0;\n"
                  "        const double value_of_test = %a",
                  d, d, e->kernel->counter[d].extent, d, c, c, c, c, a->v);
    put_factor(e, a->scales[2]);
    lc_text_add(&e->text, ";\n");
    lck_put_lines(e, indent,
                  "        result_of_test += part_of_test * value_of_test;\n"
                  "        off_of_test += (%g * part_of_test + %g) * fabs(value_of_test);\n"
                  "    }\n"
                  "    const long long at_of_test = &%p - %s;\n"
                  "    expected_of_test[at_of_test] = result_of_test;\n"
                  "    bound_of_test[at_of_test] =\n"
                  "        1.1 * (off_of_test + %g * fabs(result_of_test)) + 1e-6;\n"
                  "}\n",
                  half_unit(e, a->q), bytes ? 0x1p-18 : 0.0, a->o, e->kernel->array[a->o].name,
                  half_unit(e, a->o));
}

void lck_put_attention_reference(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    const size_t queries = k->rank - 3;
    size_t indent = 4;
    lck_open_reference(
        e, "double",
        ", without lse, and how far it may be off. Returns the products of queries "
        "and\n * keys, of which a mask leaves out some.");
    lck_put_lines(e, 0,
                  "    double products_of_test = 0;\n"
                  "    double *weight_of_test = (double *)malloc(sizeof(double) * (size_t)(%x + "
                  "1));\n"
                  "    if (!weight_of_test)\n        exit(1);\n",
                  k->counter[queries + 1].extent);
    for (size_t i = 0; i < queries; i++, indent += 4)
        lck_put_lines(e, indent, "for (long long %c = 0; %c < %x; %c++) {\n", i, i,
                      k->counter[i].extent, i);
    put_rows(e, "queries_of_test", queries, k->attention.starts[0], indent);
    lck_put_lines(e, indent, "for (long long %c = 0; %c < queries_of_test; %c++) {\n", queries,
                  queries, queries);
    indent += 4;
    put_keys(e, queries + 1, indent);
    lck_put_lines(e, indent, "products_of_test += (double)keys_of_test * %x;\n",
                  k->counter[queries + 2].extent);
    put_weights(e, queries, indent);
    put_row(e, queries, indent);
    lck_close_loops(e, &indent, 4);
    lc_text_add(&e->text, "    free(weight_of_test);\n    return products_of_test;\n}\n");
}
