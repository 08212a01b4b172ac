/* check_syntax.c - relations as text, and layouts from relations and strides. */
#include "config.h"

#include "../isl-bridge/operate.h"
#include "../isl-bridge/recover.h"
#include "law.h"
#include "owned.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is written is read back as the same relation */

static bool read_back(law *l, lcr_ctx *r, lcr_map *m, const char *what)
{
    law_own_map(l, m);
    char *text = m ? law_own_memory(l, lcr_map_to_str(r, m)) : NULL;
    lcr_map *again = text ? law_own_map(l, lcr_map_parse(r, text)) : NULL;
    if (!again)
        return law_fail(l, "%s: %s: %s", what, text ? text : "no text", lc_ctx_message(l->ctx));
    return lcr_map_equal(r, m, again, NULL, NULL, NULL) == LCR_YES ||
           law_fail(l, "%s: %s is read as another relation", what, text);
}

LAW_SHARE(what_is_written_is_read_back, "relations are read back as they are written", 40, NULL)
{
    m_layout a, b;
    m_tuple shape, line, outer;
    rnd_layout(&l->rnd, 64, &a);
    rnd_inner(&l->rnd, &a, 32, &b);
    m_shape(&a, &shape);
    m_tuple_leaf(&line, m_size(&a));
    rnd_refine(&l->rnd, &line, &outer);
    lcr_ctx *r = law_relations(l);
    lc_layout *x = law_layout(l, &a), *y = law_layout(l, &b);
    const char *text = law_text(l, &a);
    lcr_map *extended = law_own_map(l, lcr_extended_map(r, x));
    lcr_map *inner = law_own_map(l, lcr_layout_map(r, y));
    if (!extended || !inner)
        return law_fail(l, "%s has no maps: %s", text, lc_ctx_message(l->ctx));
    return read_back(l, r, lcr_coord_map(r, law_tuple(l, &shape)), text) &&
           read_back(l, r, lcr_index_map(r, x), text) &&
           read_back(l, r, lcr_layout_map(r, x), text) &&
           read_back(l, r, lcr_map_ref(extended), text) &&
           read_back(l, r, lcr_index_map_in(r, x, law_tuple(l, &outer)), text) &&
           read_back(l, r, lcr_map_compose(r, extended, inner), text) &&
           read_back(l, r, lcr_map_reverse(r, inner), text);
}

/* Two functions of all integers, of which isl finds the difference empty only after long; as maps
 * they have one form. */
TEST_ISL(an_extended_map_is_read_back)
{
    static const int32_t shape[] = {3, 3, 2, 2, 1, 1, 1}, stride[] = {0, 0, 1, 18, 0, 1, 18};
    enum { LEAVES = sizeof shape / sizeof *shape };
    lc_int extent[LEAVES], step[LEAVES];
    for (size_t k = 0; k < LEAVES; k++) {
        extent[k] = lc_int_const(shape[k]);
        step[k] = lc_int_const(stride[k]);
    }
    lc_layout *a = lc_layout_flat(ctx, LEAVES, extent, step);
    lcr_map *m = lcr_extended_map(r, a);
    char *text = lcr_map_to_str(r, m);
    lcr_map *again = lcr_map_parse(r, text);
    ck_assert_int_eq(lcr_map_equal(r, m, again, NULL, NULL, NULL), LCR_YES);
    lcr_map_free(again);
    lcr_map_free(m);
    free(text);
    lc_layout_free(a);
}

/* ---- formulas as one would write them */

typedef struct {
    size_t n;
    int32_t shape[4], stride[4];
    const char *coord, *index, *layout;
} formula;

static const formula formulas[] = {
    {3,
     {4, 2, 2},
     {2, 1, 8},
     "{ [c] -> [c mod 4, floor(c/4) mod 2, floor(c/8)] : 0 <= c < 16 }",
     "{ [c0, c1, c2] -> [2c0 + c1 + 8c2] : 0 <= c0 < 4 and 0 <= c1 < 2 and 0 <= c2 < 2 }",
     "{ [c] -> [2*(c mod 4) + (floor(c/4) mod 2) + 8*floor(c/8)] : 0 <= c < 16 }"},
    {1,
     {6},
     {-2},
     "{ [c] -> [c] : 0 <= c < 6 }",
     "{ [c] -> [-2c] : 0 <= c < 6 }",
     "{ [c] -> [-2c] : 0 <= c < 6 }"},
    {3,
     {1, 3, 1},
     {7, 0, 5},
     "{ [c] -> [0, c, 0] : 0 <= c < 3 }",
     "{ [c0, c1, c2] -> [7c0 + 5c2] : 0 <= c0 < 1 and 0 <= c1 < 3 and 0 <= c2 < 1 }",
     "{ [c] -> [0] : 0 <= c < 3 }"},
};

TEST_ISL(formulas_are_as_one_would_write_them)
{
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
        const formula *f = &formulas[i];
        lc_int shape[4], stride[4];
        for (size_t k = 0; k < f->n; k++) {
            shape[k] = lc_int_const(f->shape[k]);
            stride[k] = lc_int_const(f->stride[k]);
        }
        lc_layout *a = lc_layout_flat(ctx, f->n, shape, stride);
        lc_tuple *s = lc_layout_shape(ctx, a);
        lcr_map *map[] = {lcr_coord_map(r, s), lcr_index_map(r, a), lcr_layout_map(r, a)};
        const char *want[] = {f->coord, f->index, f->layout};
        for (size_t k = 0; k < 3; k++) {
            char *text = lcr_map_to_str(r, map[k]);
            ck_assert_str_eq(text, want[k]);
            free(text);
            lcr_map_free(map[k]);
        }
        lc_tuple_free(s);
        lc_layout_free(a);
    }
}

/* ---- text that is no relation */

typedef struct {
    const char *text;
    lc_code code;
    const char *says;
} refusal;

static const refusal refusals[] = {
    {"", LC_ERR_INVALID, "empty"},
    {" \n", LC_ERR_INVALID, "empty"},
    {"hello", LC_ERR_INVALID, "after \"hello\""},
    {"{ [c] -> [c+ : 0 <= c }", LC_ERR_INVALID, "after \"{ [c] -> [c+ :"},
    {"{ [c] -> [d e] }", LC_ERR_INVALID, "at character 14"},
    {"{ [c]", LC_ERR_INVALID, "at character 5"},
    {"{ [c] -> [c/0] }", LC_ERR_INVALID, "after \"{ [c] -> [c/0]"},
    {"{ [c] -> [c * c] }", LC_ERR_INVALID, "after \"{ [c] -> [c * c]"},
    {"{ [c] -> [c] } and more", LC_ERR_INVALID, "more text follows"},
    {"{ [c] : c >= 0 }", LC_ERR_INVALID, "a set is no relation"},
    {"{ [c] -> [c]; [x,y] -> [x] }", LC_ERR_INVALID, "different dimensions"},
    {"[n] -> { [c] -> [c + n] }", LC_ERR_INVALID, "parameter n"},
    {"5", LC_ERR_INVALID, "not a relation"},
};

TEST_ISL(text_that_is_no_relation)
{
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        lc_ctx_reset(ctx);
        ck_assert_ptr_null(lcr_map_parse(r, refusals[i].text));
        ck_assert_int_eq(lc_ctx_code(ctx), refusals[i].code);
        ck_assert_msg(strstr(lc_ctx_message(ctx), refusals[i].says), "\"%s\": %s",
                      refusals[i].text, lc_ctx_message(ctx));
        ck_assert(strstr(lc_ctx_message(ctx), "expected a relation such as"));
    }
}

/* isl leaves several tokens of these texts: ASan and valgrind see whether they are freed. */
TEST_ISL(text_that_isl_gives_up_early)
{
    static const char *const texts[] = {"{tion 0 <= c <= 11 }", "{ rat] ratx<rat0 <= 1 }"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        ck_assert_ptr_null(lcr_set_parse(r, texts[i]));
        ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INVALID);
        lc_ctx_reset(ctx);
    }
}

/* `count` times a piece of text between two others. */
static char *repeated(const char *before, const char *piece, size_t count, const char *after)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    fputs(before, out);
    for (size_t i = 0; i < count; i++)
        fputs(piece, out);
    fputs(after, out);
    fclose(out);
    return text;
}

static void refuse(char *text, lc_code code)
{
    lc_ctx *ctx = lc_ctx_new();
    lcr_ctx *r = lcr_ctx_new(ctx);
    lcr_map *m = lcr_map_parse(r, text);
    ck_assert_ptr_null(m);
    ck_assert_int_eq(lc_ctx_code(ctx), code);
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
    free(text);
}

TEST(depth_and_length_are_bounded)
{
    refuse(repeated("{ [c] -> [", "(", 100000, "c] }"), LC_ERR_LIMIT);
    refuse(repeated("{ [c] -> [", "-", 100000, "c] }"), LC_ERR_LIMIT);
    refuse(repeated("{ [c] -> [", "- ", 30000, "c] }"), LC_ERR_LIMIT);
    refuse(repeated("{ [c] -> [c] : ", "not ", 1000, "c = 0 }"), LC_ERR_LIMIT);
    refuse(repeated("{ [c] -> [", "c ? c : ", 1000, "c] }"), LC_ERR_LIMIT);
    refuse(repeated("{ [c] -> [c] : ", "exists e: ", 1000, "c = 2e }"), LC_ERR_LIMIT);
    refuse(repeated("{ [c] -> [c", " ", 100000, "] }"), LC_ERR_LIMIT);
    refuse(repeated("{ [c] -> [c] : ", "c >= 0 and ", 5000, "c < 9 }"), LC_ERR_BUDGET);
}

/* Names and nesting of tuples are dropped; integers have any size. */
TEST_ISL(relations_that_are_read)
{
    static const struct {
        const char *text, *same;
    } rows[] = {
        {"{ A[c] -> B[2c] : 0 <= c < 4 }", "{ [i] -> [j] : j = 2i and 0 <= i <= 3 }"},
        {"{ [[i] -> [j]] -> [i + j] : 0 <= i,j < 3 }", "{ [x,y] -> [x + y] : 0 <= x,y <= 2 }"},
        {"{ [c] -> [(-3c) mod 16] : 0 <= c < 16 }", "{ [c] -> [(13c) mod 16] : 0 <= c < 16 }"},
        {"{ [c] -> [100000000000000000000c] : 0 <= c < 3 }",
         "{ [0] -> [0]; [1] -> [100000000000000000000]; [2] -> [200000000000000000000] }"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lcr_map *a = lcr_map_parse(r, rows[i].text), *b = lcr_map_parse(r, rows[i].same);
        ck_assert_ptr_nonnull(a);
        ck_assert_ptr_nonnull(b);
        ck_assert_int_eq(lcr_map_equal(r, a, b, NULL, NULL, NULL), LCR_YES);
        lcr_map_free(a);
        lcr_map_free(b);
    }
}

/* ---- what a range leaves out */

LAW_SHARE(what_a_range_leaves_out, "a range is an interval, or a witness", 10,
          CLASSES("yes", "no"))
{
    m_layout a;
    rnd_layout(&l->rnd, 32, &a);
    int64_t least, most;
    m_range(&a, &least, &most);
    int64_t n = rnd_chance(&l->rnd, 60) ? most + 1 : most + rnd_in(&l->rnd, -1, 3);
    if (n < 0)
        n = 0;
    bool all = m_covers(&a, n) && least >= 0 && most < n;
    law_saw(l, all ? 0 : 1);
    lcr_ctx *r = law_relations(l);
    lcr_map *m = law_own_map(l, lcr_layout_map(r, law_layout(l, &a)));
    lc_int witness;
    lcr_answer answer = m ? lcr_map_range_is(r, m, lc_int_si(l->ctx, n), &witness) : LCR_UNKNOWN;
    const char *what = law_printf(l, "range of %s and [0,%lld)", law_text(l, &a), (long long)n);
    if (answer != (all ? LCR_YES : LCR_NO))
        return law_fail(l, "%s: %d", what, (int)answer);
    if (all)
        return true;
    int64_t shown = lc_int_get_si(witness);
    bool reached = false;
    for (int64_t i = 0; i < m_size(&a) && !reached; i++)
        reached = m_at(&a, i) == shown;
    return reached != (shown >= 0 && shown < n) ||
           law_fail(l, "%s: %lld shows nothing", what, (long long)shown);
}

/* ---- questions past what can be listed */

typedef struct {
    const char *text;
    lcr_answer count, injective;
    int64_t pairs, low, high;
} question;

static const question questions[] = {
    {"{ [c] -> [c] : 0 <= c < 1000000000000 }", LCR_YES, LCR_YES, 1000000000000, 0, 999999999999},
    {"{ [c] -> [2c - 1] : 0 <= c < 100000 }", LCR_YES, LCR_YES, 100000, -1, 199997},
    {"{ [c] -> [c mod 1000] : 0 <= c < 100000 }", LCR_YES, LCR_NO, 100000, 0, 999},
    {"{ [i,j] -> [i + j] : 0 <= i <= j < 2000 }", LCR_YES, LCR_NO, 2001000, 0, 3998},
    {"{ [c] -> [c] : 0 <= c < 16 or 20 <= c < 25 }", LCR_YES, LCR_YES, 21, 0, 24},
    {"{ [c] -> [d] : 0 <= c < 3 and 7 <= d < 9 }", LCR_YES, LCR_NO, 6, 7, 8},
};

TEST_ISL(questions_to_large_relations)
{
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        const question *q = &questions[i];
        lcr_map *m = lcr_map_parse(r, q->text);
        lc_int count, low, high, one[2], two[2];
        ck_assert_ptr_nonnull(m);
        ck_assert_int_eq(lcr_map_count(r, m, &count), q->count);
        ck_assert_int_eq(lc_int_get_si(count), q->pairs);
        ck_assert_int_eq(lcr_map_injective(r, m, one, two), q->injective);
        ck_assert(lcr_map_range(r, m, &low, &high));
        ck_assert_int_eq(lc_int_get_si(low), q->low);
        ck_assert_int_eq(lc_int_get_si(high), q->high);
        lcr_map_free(m);
    }
}

/* Counting five thousand million points one by one is more than the budget has. */
TEST_ISL(counts_are_right_or_unknown)
{
    lcr_map *m = lcr_map_parse(r, "{ [i,j] -> [i + j] : 0 <= i <= j < 100000 }");
    lc_int count;
    ck_assert_int_eq(lcr_map_count(r, m, &count), LCR_UNKNOWN);
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_BUDGET);
    lcr_map_free(m);
    lc_ctx_reset(ctx);
    m = lcr_map_parse(r, "{ [c] -> [d] : 0 <= c < 3 and d >= 0 }");
    ck_assert_int_eq(lcr_map_count(r, m, &count), LCR_NO);
    ck_assert_int_eq(lc_ctx_code(ctx), LC_OK);
    lcr_map_free(m);
}

/* ---- layouts with given strides */

/* Some extents make these strides a layout of f: by trying them all. */
static bool some_extents(const int64_t *f, int64_t n, m_layout *a, size_t leaf, int64_t rest)
{
    if (leaf + 1 == a->n) {
        a->shape[leaf] = rest;
        for (int64_t i = 0; i < n; i++)
            if (m_at(a, i) != f[i])
                return false;
        return true;
    }
    for (a->shape[leaf] = 1; a->shape[leaf] <= rest; a->shape[leaf]++)
        if (rest % a->shape[leaf] == 0 && some_extents(f, n, a, leaf + 1, rest / a->shape[leaf]))
            return true;
    return false;
}

/* The strides of the layout itself, or some of the same, or any. */
static void rnd_strides(rnd *r, const m_layout *a, m_layout *d)
{
    m_tuple shape;
    shape.n = (size_t)rnd_in(r, 1, 4);
    rnd_nest(r, shape.n, shape.nest);
    int64_t stride[M_LEAVES];
    for (size_t i = 0; i < shape.n; i++) {
        shape.leaf[i] = 1;
        stride[i] = rnd_chance(r, 80) ? m_at(a, rnd_in(r, 0, m_size(a) - 1)) : rnd_in(r, -3, 9);
    }
    if (rnd_chance(r, 50))
        *d = *a;
    else
        m_layout_of(d, &shape, stride);
}

LAW_SHARE(layouts_of_given_strides, "a layout of given strides", 10,
          CLASSES("a value", "no value"))
{
    m_layout a, d, got;
    m_tuple stride;
    do
        rnd_layout(&l->rnd, 36, &a);
    while (a.n > 4);
    rnd_strides(&l->rnd, &a, &d);
    m_stride(&d, &stride);
    int64_t *f = law_own_memory(l, m_table(&a));
    bool exists = some_extents(f, m_size(&a), &d, 0, m_size(&a));
    law_saw(l, exists ? 0 : 1);
    lcr_ctx *r = law_relations(l);
    lcr_map *m = law_own_map(l, lcr_layout_map(r, law_layout(l, &a)));
    lc_layout *value = law_own(l, lcr_recover_with_strides(r, m, law_tuple(l, &stride)));
    const char *what = law_printf(l, "layout_with_strides(%s,%s)", law_text(l, &a),
                                  law_tuple_text(l, &stride));
    if (!exists)
        return (!value && lc_ctx_code(l->ctx) == LC_ERR_NO_VALUE) ||
               law_fail(l, "%s is %s, but there is none", what, law_show(l, value));
    m_tuple strides;
    if (!law_model(l, value, &got))
        return law_fail(l, "%s is %s", what, law_show(l, value));
    m_stride(&got, &strides);
    return (m_equiv(&got, &a) && m_tuple_equal(&strides, &stride)) ||
           law_fail(l, "%s is %s", what, law_show(l, value));
}

static const struct {
    int32_t n, strides[4], shape[4];
    const char *text;
} split[] = {
    {3, {1, 2, 3}, {2, 6, 1}, "{ [c] -> [c] : 0 <= c < 12 }"},
    {3, {1, 3, 6}, {3, 2, 2}, "{ [c] -> [c] : 0 <= c < 12 }"},
    {3, {1, 5, 4}, {12, 1, 1}, "{ [c] -> [c] : 0 <= c < 12 }"},
    {2, {1, 12}, {12, 1}, "{ [c] -> [c] : 0 <= c < 12 }"},
    {2, {1, 2}, {4, 3}, "{ [c] -> [(c mod 4) + 2*floor(c/4)] : 0 <= c < 12 }"},
    {3, {0, 0, 7}, {4, 1, 3}, "{ [c] -> [7*floor(c/4)] : 0 <= c < 12 }"},
    {2, {-1, -4}, {4, 3}, "{ [c] -> [-c] : 0 <= c < 12 }"},
};

/* A mode is split as often as the strides that follow continue it. */
TEST_ISL(strides_that_leave_a_choice)
{
    for (size_t i = 0; i < sizeof split / sizeof *split; i++) {
        size_t n = (size_t)split[i].n;
        lc_int strides[4], shape[4];
        for (size_t k = 0; k < n; k++) {
            strides[k] = lc_int_const(split[i].strides[k]);
            shape[k] = lc_int_const(split[i].shape[k]);
        }
        lc_tuple *d = lc_tuple_flat(ctx, n, strides);
        lc_layout *want = lc_layout_flat(ctx, n, shape, strides);
        lcr_map *m = lcr_map_parse(r, split[i].text);
        lc_layout *got = lcr_recover_with_strides(r, m, d);
        ck_assert_msg(got && lc_layout_equal(got, want), "%s, strides %zu: %s", split[i].text, i,
                      lc_ctx_message(ctx));
        lc_layout_free(got);
        lc_layout_free(want);
        lc_tuple_free(d);
        lcr_map_free(m);
    }
}

/* ---- relations that are no layout: the message says where */

static const struct {
    const char *text, *says;
} no_layouts[] = {
    {"{ [c] -> [c + 1] : 0 <= c < 4 }", "at c = 0 the value is 1"},
    {"{ [c] -> [c] : 1 <= c < 4 }", "the domain is not [0,n)"},
    {"{ [c] -> [d] : 0 <= c,d < 4 }", "several"},
    {"{ [0] -> [0]; [1] -> [1]; [2] -> [5] }", "at c = 2 the value is 5"},
    {"{ [0] -> [0]; [1] -> [1]; [2] -> [5]; [3] -> [7] }", "at c = 3 the value is 7"},
    {"{ [c] -> [c + floor(c/99999)] : 0 <= c < 100000 }", "at c = 99999 the value is 100000"},
    {"{ [c] -> [c] : 0 <= c < 100000 or c = 100005 }", "the domain is not [0,n)"},
};

TEST_ISL(what_is_no_layout)
{
    for (size_t i = 0; i < sizeof no_layouts / sizeof *no_layouts; i++) {
        lcr_map *m = lcr_map_parse(r, no_layouts[i].text);
        ck_assert_ptr_nonnull(m);
        ck_assert_ptr_null(lcr_recover(r, m));
        ck_assert_msg(lc_ctx_code(ctx) == LC_ERR_NO_VALUE &&
                          strstr(lc_ctx_message(ctx), no_layouts[i].says),
                      "%s: %s", no_layouts[i].text, lc_ctx_message(ctx));
        lcr_map_free(m);
    }
}

SUITE_MAIN("relations as text", what_is_written_is_read_back, an_extended_map_is_read_back,
           formulas_are_as_one_would_write_them, text_that_is_no_relation,
           text_that_isl_gives_up_early, depth_and_length_are_bounded, relations_that_are_read,
           what_a_range_leaves_out, questions_to_large_relations, counts_are_right_or_unknown,
           layouts_of_given_strides, strides_that_leave_a_choice, what_is_no_layout)
