/* check_listing.c - relations of isl's syntax, listed.
 *
 * Random texts of relations, most of them functions, are read, composed and listed by the
 * library, which reads functions as such, walks through their domains and computes their values
 * by itself. isl alone reads the same texts as relations, composes these, and enumerates their
 * pairs. So does the checker, which reads what the library writes as the functions that stand
 * there.
 */
#include "config.h"

#include "../isl-bridge/internal.h"
#include "../isl-bridge/recheck/sets/relation.h"
#include "law.h"
#include "owned.h"
#include "suite.h"

#include <isl/options.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { DIMS = 3, TEXT = 2000 };

/* ---- texts */

typedef struct {
    rnd *rnd;
    size_t nin, length;
    char text[TEXT];
} writer;

static void put(writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(writer *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(w->text + w->length, TEXT - w->length, format, args);
    va_end(args);
    ck_assert(n >= 0 && w->length + (size_t)n < TEXT);
    w->length += (size_t)n;
}

static void put_variable(writer *w)
{
    put(w, "x%d", (int)rnd_in(w->rnd, 0, (int64_t)w->nin - 1));
}

static void put_sum(writer *w, int depth);

static void put_term(writer *w, int depth)
{
    int kind = (int)rnd_in(w->rnd, 0, depth > 0 ? 8 : 3);
    put(w, "%d*", (int)rnd_in(w->rnd, -4, 9));
    if (kind <= 3) {
        put_variable(w);
    } else if (kind <= 5) {
        put(w, "floor((");
        put_sum(w, depth - 1);
        put(w, ")/%d)", (int)rnd_in(w->rnd, 2, 7));
    } else if (kind <= 7) {
        put(w, "((");
        put_sum(w, depth - 1);
        put(w, ") mod %d)", (int)rnd_in(w->rnd, 2, 8));
    } else {
        put(w, "max(");
        put_sum(w, 0);
        put(w, ", %d)", (int)rnd_in(w->rnd, -3, 9));
    }
}

static void put_sum(writer *w, int depth)
{
    put(w, "%d", (int)rnd_in(w->rnd, -5, 20));
    for (int n = (int)rnd_in(w->rnd, 0, 2); n >= 0; n--) {
        put(w, " + ");
        put_term(w, depth);
    }
}

/* A value, in [0, 8) if it is bounded; rarely a fraction, which is a value where it is even. */
static void put_value(writer *w, bool bounded)
{
    if (rnd_chance(w->rnd, 5)) {
        put(w, "(");
        put_sum(w, 0);
        put(w, ")/2");
        return;
    }
    if (!bounded && rnd_chance(w->rnd, 10)) {
        put_variable(w);
        put(w, " >= %d ? ", (int)rnd_in(w->rnd, 0, 4));
        put_sum(w, 1);
        put(w, " : ");
        put_sum(w, 1);
        return;
    }
    if (!bounded) {
        put_sum(w, 2);
        return;
    }
    put(w, "((");
    put_sum(w, 2);
    put(w, ") mod %d)", (int)rnd_in(w->rnd, 1, 8));
}

static void put_box(writer *w)
{
    for (size_t k = 0; k < w->nin; k++) {
        int low = (int)rnd_in(w->rnd, -2, 3);
        put(w, "%s%d <= x%zu <= %d", k > 0 ? " and " : "", low, k,
            low + (int)rnd_in(w->rnd, -1, 7));
    }
}

static void put_condition(writer *w)
{
    put(w, "(");
    put_box(w);
    if (rnd_chance(w->rnd, 25)) {
        put(w, " and (");
        put_sum(w, 0);
        put(w, ") mod %d = %d", (int)rnd_in(w->rnd, 2, 4), (int)rnd_in(w->rnd, 0, 1));
    }
    if (rnd_chance(w->rnd, 25)) {
        static const char *const signs[] = {"<=", "=", ">", "!="};
        put(w, " and ");
        put_sum(w, 0);
        put(w, " %s ", signs[rnd_in(w->rnd, 0, 3)]);
        put_sum(w, 0);
    }
    if (rnd_chance(w->rnd, 10)) {
        put(w, " and exists (e : %d*e <= ", (int)rnd_in(w->rnd, 2, 5));
        put_variable(w);
        put(w, " <= %d*e + 1)", (int)rnd_in(w->rnd, 2, 5));
    }
    put(w, ")");
    if (rnd_chance(w->rnd, 15)) {
        put(w, " or (");
        put_box(w);
        put(w, ")");
    }
}

static void put_piece(writer *w, size_t nout, bool bounded)
{
    bool related = rnd_chance(w->rnd, 8);
    put(w, "[");
    for (size_t k = 0; k < w->nin; k++)
        put(w, "%sx%zu", k > 0 ? "," : "", k);
    put(w, "] -> [");
    for (size_t k = 0; k < nout; k++) {
        put(w, "%s", k > 0 ? ", " : "");
        if (related)
            put(w, "y%zu", k);
        else
            put_value(w, bounded);
    }
    put(w, "] : ");
    put(w, "(");
    put_condition(w);
    put(w, ")");
    for (size_t k = 0; related && k < nout; k++)
        put(w, " and 0 <= y%zu <= %d", k, (int)rnd_in(w->rnd, 0, 3));
}

/* A relation of so many inputs and outputs; `bounded`: most outputs are in [0, 8). */
static void make(writer *w, rnd *r, size_t nin, size_t nout, bool bounded)
{
    w->rnd = r;
    w->nin = nin;
    w->length = 0;
    put(w, "{ ");
    put_piece(w, nout, bounded);
    while (rnd_chance(r, 10)) {
        put(w, "; ");
        put_piece(w, nout, bounded);
    }
    put(w, " }");
}

/* ---- isl's pairs */

typedef struct {
    size_t n, room, width;
    int64_t *cell;
} pairs;

static isl_stat add_pair(isl_point *p, void *user)
{
    pairs *t = user;
    if (t->n == t->room) {
        t->room = t->room > 0 ? 2 * t->room : 64;
        t->cell = realloc(t->cell, t->room * t->width * sizeof *t->cell);
        ck_assert_ptr_nonnull(t->cell);
    }
    for (size_t k = 0; k < t->width; k++) {
        isl_val *v = isl_point_get_coordinate_val(p, isl_dim_set, (int)k);
        t->cell[t->n * t->width + k] = isl_val_get_num_si(v);
        isl_val_free(v);
    }
    t->n++;
    isl_point_free(p);
    return isl_stat_ok;
}

static size_t order_width;

static int in_order(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    for (size_t k = 0; k < order_width; k++)
        if (x[k] != y[k])
            return x[k] < y[k] ? -1 : 1;
    return 0;
}

/* Takes over the map. */
static pairs enumerate(isl_map *map, size_t width)
{
    pairs t = {.width = width};
    ck_assert_ptr_nonnull(map);
    isl_set *set = isl_map_wrap(map);
    ck_assert(isl_set_foreach_point(set, add_pair, &t) == isl_stat_ok);
    isl_set_free(set);
    order_width = width;
    if (t.n > 0)
        qsort(t.cell, t.n, width * sizeof *t.cell, in_order);
    return t;
}

/* ---- the laws */

/* Relations of several pieces are too much for isl's budget now and then. */
static size_t asked, undecided;

static bool is_undecided(const law *l)
{
    bool is = lc_ctx_code(l->ctx) == LC_ERR_BUDGET;
    undecided += is;
    return is;
}

/* The library's listing has isl's pairs, which are taken over. Class 0: some; 1: none. */
static bool is_listed(law *l, lcr_ctx *r, const lcr_map *m, pairs t, const char *text)
{
    lcr_pairs table;
    lcr_answer answer = lcr_pairs_of(r, m, &table);
    bool ok = answer == LCR_YES && table.n == t.n && table.nin + table.nout == t.width;
    for (size_t i = 0; ok && i < t.n * t.width; i++)
        ok = lc_int_fits_si(table.cell[i]) && lc_int_get_si(table.cell[i]) == t.cell[i];
    law_saw(l, t.n > 0 ? 0 : 1);
    asked++;
    if (answer == LCR_UNKNOWN)
        ok = is_undecided(l);
    if (!ok)
        law_fail(l, "answer %d, %zu rows, isl has %zu, or others: %s %s", (int)answer, table.n,
                 t.n, text, lc_ctx_message(l->ctx));
    lcr_pairs_clear(&table);
    free(t.cell);
    return ok;
}

static size_t written, not_written;

/* The function that the checker reads of what the library writes, if any, has the same pairs. */
static bool is_written(law *l, lcr_ctx *r, const lcr_map *m, const pairs *t)
{
    const char *text = law_own_memory(l, lcr_map_to_str(r, m));
    isl_pw_multi_aff *f = text ? lcr_function_of_text(r, text) : NULL;
    written += f != NULL;
    not_written += f == NULL;
    if (!f)
        return text || is_undecided(l);
    lcr_begin(r);
    pairs own = enumerate(isl_map_from_pw_multi_aff(f), t->width);
    bool ok = own.n == t->n &&
              (t->n == 0 || memcmp(own.cell, t->cell, t->n * t->width * sizeof *t->cell) == 0);
    free(own.cell);
    return ok || law_fail(l, "the checker reads another function: %s", text);
}

static lcr_map *parse(law *l, lcr_ctx *r, const char *text)
{
    lcr_map *m = lcr_map_parse(r, text);
    if (!m && !is_undecided(l))
        law_fail(l, "%s: %s", text, lc_ctx_message(l->ctx));
    law_own_map(l, m);
    return m;
}

static bool listed(law *l)
{
    writer w;
    size_t nin = (size_t)rnd_in(&l->rnd, 1, DIMS), nout = (size_t)rnd_in(&l->rnd, 0, 2);
    make(&w, &l->rnd, nin, nout, false);
    lcr_ctx *r = law_relations(l);
    lcr_map *m = parse(l, r, w.text);
    if (!m)
        return !l->failure;
    isl_ctx *isl = isl_ctx_alloc();
    pairs t = enumerate(isl_map_read_from_str(isl, w.text), nin + nout);
    isl_ctx_free(isl);
    return is_written(l, r, m, &t) & is_listed(l, r, m, t, w.text);
}

TEST(texts_listed)
{
    law_check("texts of relations listed", listed, CLASSES("pairs", "none"));
    ck_assert_uint_ge(2 * written, not_written);
}

static bool composed(law *l)
{
    writer inner, outer;
    size_t nin = (size_t)rnd_in(&l->rnd, 1, 2), between = (size_t)rnd_in(&l->rnd, 1, 2);
    make(&inner, &l->rnd, nin, between, true);
    make(&outer, &l->rnd, between, 1, false);
    lcr_ctx *r = law_relations(l);
    lcr_map *f = parse(l, r, inner.text), *g = f ? parse(l, r, outer.text) : NULL;
    if (!g)
        return !l->failure;
    const char *text = law_own_memory(l, strdup(inner.text));
    lcr_map *m = lcr_map_compose(r, g, f);
    if (!m)
        return is_undecided(l) ||
               law_fail(l, "%s o %s: %s", outer.text, inner.text, lc_ctx_message(l->ctx));
    law_own_map(l, m);
    isl_ctx *isl = isl_ctx_alloc();
    isl_map *first = isl_map_read_from_str(isl, inner.text);
    isl_map *then = isl_map_read_from_str(isl, outer.text);
    pairs t = enumerate(isl_map_apply_range(first, then), nin + 1);
    isl_ctx_free(isl);
    return is_written(l, r, m, &t) & is_listed(l, r, m, t, text);
}

TEST(compositions_listed)
{
    law_check_share("compositions of relations listed", composed, CLASSES("pairs", "none"), 2);
    ck_assert_uint_le(50 * undecided, asked + 50);
}

/* What is no function as it stands, or has a name where it has no meaning. */
TEST_ISL(not_functions_as_written)
{
    static const char *const texts[] = {
        "{ [i] -> [y] : y = 2i }",
        "{ [i] -> [j] : 0 <= i < 4 }",
        "{ [i, i] -> [i] : 0 <= i < 4 }",
        "{ [i] -> [i/2] : 0 <= i < 4 }",
        "{ [i] -> [2*(i) mod 3] : 0 <= i < 4 }",
        "{ [i] -> [floor((i)/0)] : 0 <= i < 4 }",
        "{ [i] -> [2floor((i)/2)] : 0 <= i < 4 }",
        "{ [i] -> [i] : 0 <= i < 4 } + { [i] -> [i] : 0 <= i < 4 }",
        "{ [i] -> [i] : 0 <= i < 4; [i] -> [2i] : 0 <= i < 4 }",
        "{ [i] -> [x] : exists (x : x = i and y = 2x) and 0 <= i < 4 }",
        "{ [i] -> [y] : exists (x : x = i and y = 2x) and 0 <= i < y }",
        "{ [i] -> [y] : exists (x : x = i and i = 2x) and 0 <= i < 4 }"};
    isl_pw_multi_aff *f = lcr_function_of_text(
        r, "{ [i] -> [y, i - y] : exists (x : x = 3i and y = 2x) and 0 <= i < 4 }");
    ck_assert_ptr_nonnull(f);
    isl_pw_multi_aff_free(f);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        ck_assert_msg(!lcr_function_of_text(r, texts[i]), "%s is read", texts[i]);
    ck_assert_int_eq(lc_ctx_code(ctx), LC_OK);
}

SUITE_MAIN("listing", texts_listed, compositions_listed, not_functions_as_written)
