/* law-relations.c - the algebra of relations and sets, pair by pair.
 *
 * isl computes these values; here the pairs of the arguments are listed, those that the value
 * should have are made of them by the definition, and the value is listed, too. Relations of too
 * many pairs are left to the second opinion.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "laws.h"

/* Rows of `width` integers. */
typedef struct {
    lcv_case *c;
    size_t n, room, width;
    lc_int *cell;
    bool failed; /* with an error */
} rows;

#define MOST_ROWS ((size_t)1 << 20)

static lc_int *row_at(const rows *t, size_t i)
{
    return t->cell + i * t->width;
}

static void add(rows *t, size_t n, const lc_int *x, size_t m, const lc_int *y)
{
    if (t->failed)
        return;
    if (t->n == t->room) {
        size_t room = t->room ? 2 * t->room : 64;
        lc_int *cell = room <= MOST_ROWS ? realloc(t->cell, (room * t->width + 1) * sizeof *cell)
                                         : NULL;
        if (!cell) {
            lc_no_memory(t->c->ctx);
            t->failed = true;
            return;
        }
        t->cell = cell;
        t->room = room;
    }
    lc_int *to = row_at(t, t->n++);
    for (size_t k = 0; k < n; k++)
        to[k] = x[k];
    for (size_t k = 0; k < m; k++)
        to[n + k] = y[k];
}

static int compare(size_t n, const lc_int *a, const lc_int *b)
{
    for (size_t k = 0; k < n; k++) {
        int order = lc_int_cmp(a[k], b[k]);
        if (order != 0)
            return order;
    }
    return 0;
}

/* Rows in order, by a merge: qsort has no place for the width. */
static void merge_sort(rows *t, lc_int *spare, size_t first, size_t n)
{
    size_t half = n / 2, w = t->width, i = first, j = first + half;
    if (n < 2)
        return;
    merge_sort(t, spare, first, half);
    merge_sort(t, spare, first + half, n - half);
    for (size_t k = 0; k < n; k++) {
        bool left = j == first + n ||
                    (i < first + half && compare(w, row_at(t, i), row_at(t, j)) <= 0);
        memcpy(spare + k * w, row_at(t, left ? i++ : j++), w * sizeof *spare);
    }
    memcpy(row_at(t, first), spare, n * w * sizeof *spare);
}

/* Sorted, each once. */
static void settle(rows *t)
{
    lc_int *spare = t->failed ? NULL : lc_alloc(t->c->ctx, t->n * t->width + 1, sizeof *spare);
    t->failed = !spare;
    if (t->failed)
        return;
    merge_sort(t, spare, 0, t->n);
    free(spare);
    size_t kept = 0;
    for (size_t i = 0; i < t->n; i++)
        if (kept == 0 || compare(t->width, row_at(t, kept - 1), row_at(t, i)) != 0)
            memmove(row_at(t, kept++), row_at(t, i), t->width * sizeof *t->cell);
    t->n = kept;
}

/* ---- arguments ---- */

/* An argument as a list; false: it is too long, or an error. */
static bool list(lcv_case *c, const lcv_value *v, lcr_pairs *pairs)
{
    *pairs = (lcr_pairs){0};
    lcr_map *m = v->kind == LCV_SET ? lcr_map_ref(v->relation) : lcv_layout_map(c->r, v);
    lcr_answer answer = m ? lcr_map_list(c->r, m, pairs) : LCR_UNKNOWN;
    lcr_map_free(m);
    return answer == LCR_YES;
}

/* A set, or the box of a shape, as a list of its elements. */
static bool list_set(lcv_case *c, const lcv_value *v, lcr_pairs *pairs)
{
    if (v->kind != LCV_TUPLE)
        return list(c, v, pairs);
    size_t n = lc_tuple_nleaves(v->tuple);
    lc_int *extent = lc_alloc(c->ctx, n, sizeof *extent);
    for (size_t k = 0; extent && k < n; k++)
        extent[k] = lc_tuple_value(v->tuple, k);
    lcr_map *box = extent ? lcr_set_of_box(c->r, n, extent) : NULL;
    *pairs = (lcr_pairs){0};
    bool ok = box && lcr_map_list(c->r, box, pairs) == LCR_YES;
    lcr_map_free(box);
    free(extent);
    return ok;
}

static const lc_int *pair(const lcr_pairs *p, size_t i)
{
    return p->cell + i * (p->nin + p->nout);
}

static const lc_int *output(const lcr_pairs *p, size_t i)
{
    return pair(p, i) + p->nin;
}

/* Is there such a row? They are in order. */
static bool has(const lcr_pairs *p, const lc_int *row)
{
    size_t low = 0, high = p->n, w = p->nin + p->nout;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare(w, pair(p, middle), row);
        if (order == 0)
            return true;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

/* ---- what the value should be ---- */

/* Of the rows of the arguments, those of the value. */
typedef void definition(rows *want, const lcr_pairs *x, const lcr_pairs *y);

static char *row_text(lcv_case *c, const lc_int *row, size_t nin, size_t nout)
{
    lc_tuple *out = lc_tuple_flat(c->ctx, nout, row + nin);
    return nin > 0 ? lcv_text(c->ctx, "%T -> %T", lc_tuple_flat(c->ctx, nin, row), out)
                   : lcv_text(c->ctx, "%T", out);
}

static lcv_result *missing(lcv_case *c, const lc_int *row, const lcr_pairs *of, bool in_value)
{
    char *text = row_text(c, row, of->nin, of->nout);
    lcv_result *result =
        text
            ? lcv_refute(c, LCV_BY_ENUMERATION, "%s: %s", text,
                         in_value ? "the value has it, by the definition it does not belong there"
                                  : "it belongs to the value, which lacks it")
            : NULL;
    free(text);
    return result;
}

static lcv_result *compare_rows(lcv_case *c, const rows *want, const lcr_pairs *found)
{
    size_t i = 0;
    while (i < want->n && i < found->n &&
           compare(want->width, row_at(want, i), pair(found, i)) == 0)
        i++;
    if (i == want->n && i == found->n)
        return lcv_proved(c->ctx, LCV_BY_ENUMERATION);
    bool more = i == want->n ||
                (i < found->n && compare(want->width, pair(found, i), row_at(want, i)) < 0);
    return missing(c, more ? pair(found, i) : row_at(want, i), found, more);
}

/* By lists; NULL where there are none. `y` may be missing. */
static lcv_result *by_rows(lcv_case *c, definition *define, bool with_set)
{
    lcr_pairs x = {0}, y = {0}, found = {0};
    rows want = {.c = c};
    lcv_result *result = NULL;
    bool sets = c->value->kind == LCV_SET && with_set && c->args[0]->kind == LCV_TUPLE;
    bool ok = (sets ? list_set(c, c->args[0], &x) : list(c, c->args[0], &x)) &&
              (c->n < 2 || (with_set ? list_set(c, c->args[1], &y) : list(c, c->args[1], &y))) &&
              list(c, c->value, &found);
    if (ok) {
        want.width = found.nin + found.nout;
        define(&want, &x, &y);
        settle(&want);
        result = want.failed ? NULL : compare_rows(c, &want, &found);
    } else if (lc_ctx_code(c->ctx) == LC_ERR_BUDGET) {
        lc_ctx_reset(c->ctx);
    }
    free(want.cell);
    lcr_pairs_clear(&x);
    lcr_pairs_clear(&y);
    lcr_pairs_clear(&found);
    return result;
}

static void reversed(rows *want, const lcr_pairs *x, const lcr_pairs *y)
{
    (void)y;
    for (size_t i = 0; i < x->n; i++)
        add(want, x->nout, output(x, i), x->nin, pair(x, i));
}

/* The least input of each output: pairs are in order of inputs. */
static void least_inputs(rows *want, const lcr_pairs *x, const lcr_pairs *y)
{
    rows all = {.c = want->c, .width = want->width};
    reversed(&all, x, y);
    settle(&all);
    for (size_t i = 0; !all.failed && i < all.n; i++)
        if (i == 0 || compare(x->nout, row_at(&all, i - 1), row_at(&all, i)) != 0)
            add(want, all.width, row_at(&all, i), 0, NULL);
    want->failed = want->failed || all.failed;
    free(all.cell);
}

static void inputs(rows *want, const lcr_pairs *x, const lcr_pairs *y)
{
    (void)y;
    for (size_t i = 0; i < x->n; i++)
        add(want, x->nin, pair(x, i), 0, NULL);
}

static void outputs(rows *want, const lcr_pairs *x, const lcr_pairs *y)
{
    (void)y;
    for (size_t i = 0; i < x->n; i++)
        add(want, x->nout, output(x, i), 0, NULL);
}

static void outputs_in(rows *want, const lcr_pairs *x, const lcr_pairs *y)
{
    for (size_t i = 0; i < x->n; i++)
        if (has(y, pair(x, i)))
            add(want, x->nout, output(x, i), 0, NULL);
}

static void pairs_in(rows *want, const lcr_pairs *x, const lcr_pairs *y)
{
    for (size_t i = 0; i < x->n; i++)
        if (has(y, pair(x, i)))
            add(want, x->nin + x->nout, pair(x, i), 0, NULL);
}

static void pairs_but(rows *want, const lcr_pairs *x, const lcr_pairs *y)
{
    for (size_t i = 0; i < x->n; i++)
        if (!has(y, pair(x, i)))
            add(want, x->nin + x->nout, pair(x, i), 0, NULL);
}

static void same(rows *want, const lcr_pairs *x, const lcr_pairs *y)
{
    (void)y;
    for (size_t i = 0; i < x->n; i++)
        add(want, x->nin + x->nout, pair(x, i), 0, NULL);
}

static void of_either(rows *want, const lcr_pairs *x, const lcr_pairs *y)
{
    same(want, x, NULL);
    same(want, y, NULL);
}

/* The first pair with an input that is not less than this one. */
static size_t first_of_input(const lcr_pairs *p, const lc_int *in)
{
    size_t low = 0, high = p->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare(p->nin, pair(p, middle), in) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The inputs of y with an output that is an input of x. */
static void inputs_into(rows *want, const lcr_pairs *x, const lcr_pairs *y)
{
    for (size_t i = 0; i < y->n; i++) {
        size_t at = first_of_input(x, output(y, i));
        if (at < x->n && compare(x->nin, pair(x, at), output(y, i)) == 0)
            add(want, y->nin, pair(y, i), 0, NULL);
    }
}

lcv_result *lcv_relations_inverse(lcv_case *c)
{
    return by_rows(c, reversed, false);
}

lcv_result *lcv_relations_least_inverse(lcv_case *c)
{
    return by_rows(c, least_inputs, false);
}

lcv_result *lcv_relations_domain(lcv_case *c)
{
    return by_rows(c, inputs, false);
}

lcv_result *lcv_relations_range(lcv_case *c)
{
    return by_rows(c, outputs, false);
}

lcv_result *lcv_relations_image(lcv_case *c)
{
    return by_rows(c, outputs_in, true);
}

lcv_result *lcv_relations_restrict(lcv_case *c)
{
    return by_rows(c, pairs_in, true);
}

lcv_result *lcv_relations_union(lcv_case *c)
{
    return by_rows(c, of_either, c->value->kind == LCV_SET);
}

lcv_result *lcv_relations_intersect(lcv_case *c)
{
    return by_rows(c, pairs_in, c->value->kind == LCV_SET);
}

lcv_result *lcv_relations_difference(lcv_case *c)
{
    return by_rows(c, pairs_but, c->value->kind == LCV_SET);
}

lcv_result *lcv_relations_guard(lcv_case *c)
{
    return by_rows(c, inputs_into, false);
}

lcv_result *lcv_relations_coalesce(lcv_case *c)
{
    return by_rows(c, same, false);
}
