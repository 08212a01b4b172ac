/* check_banks.c - bank conflicts and sectors of layouts that nobody enumerates, and the table of
 * processors. What accesses of few coordinates cost is redone by tests/check_redone.c.
 */
#include "config.h"

#include "../lib/bank-models.h"
#include "../verify/catalogue/catalogue.h"
#include "../verify/claim/measures.h"
#include "../verify/claim/prove.h"
#include "../verify/session/answer.h"
#include "law.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

/* ---- sizes that nobody enumerates ---- */

static lcv_session *session;

enum { NO_NUMBER = -1 };

/* Misaligned accesses have no number of conflicts or sectors. */
static int verdict_of(const char *claim)
{
    lcv_answer *a = lcv_ask(session, LCV_ASK_PROVE, claim);
    int verdict = lcv_answer_error(a) == LCV_ERROR_NONE ? (int)lcv_answer_verdict(a) : NO_NUMBER;
    lcv_answer_free(a);
    return verdict;
}

static const char *claim_on(law *l, const char *claim, const m_layout *a, const char *rest)
{
    return law_printf(l, claim, law_text(l, a), rest);
}

/* A layout of whole accesses, repeated so often that nobody enumerates it, rows of banks apart,
 * costs what it costs once. */
static bool costs_what_it_costs_once(law *l)
{
    static const char *const claims[] = {"conflict_free(%s, %s)",  "coalesced(%s, %s)",
                                         "conflicts(%s, %s) <= 3", "conflicts(%s, %s) == 1",
                                         "sectors(%s, %s) <= 8",   "sectors(%s, %s) == 4"};
    rnd *r = &l->rnd;
    m_layout a, more[4], once, often;
    int64_t lanes = 8 << rnd_in(r, 0, 2), width = 1 << rnd_in(r, 0, 4), part = 1;
    int64_t unit = rnd_chance(r, 85) ? width : 1; /* bytes are the elements */
    rnd_layout(r, 16, &a);
    for (size_t i = 0; i < a.n; i++)
        a.stride[i] = unit * (rnd_chance(r, 50) ? (int64_t)1 << rnd_in(r, 0, 7) : a.stride[i]);
    while (m_size(&a) * part % lanes != 0)
        part++;
    more[0] = a;
    m_layout_leaf(&more[1], part, unit * rnd_in(r, 0, 9));
    m_layout_leaf(&more[2], 2, unit * rnd_in(r, 0, 40));
    m_layout_leaf(&more[3], (int64_t)1000000007 * 4, 256 * rnd_in(r, 0, 1000));
    m_concat(3, more, &once);
    m_concat(4, more, &often);
    const char *rest = law_printf(l, "lanes=%d, bytes=1, width=%d, vector=1", (int)lanes,
                                  (int)width);
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
        int is = verdict_of(claim_on(l, claims[i], &once, rest));
        const char *of_all = claim_on(l, claims[i], &often, rest);
        if (i == 0)
            law_saw(l, is == LCV_PROVED ? 0 : 1);
        if (is == LCV_UNKNOWN || verdict_of(of_all) != is)
            return law_fail(l, "%s: not as once, where it is %d", of_all, is);
    }
    return true;
}

TEST(large_layouts)
{
    session = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    ck_assert_ptr_nonnull(session);
    law_check_share("accesses of large layouts", costs_what_it_costs_once,
                    CLASSES("conflict free", "conflicts, or misaligned"), 4);
    lcv_session_free(session);
}

/* An odd last mode leaves a tail, in which alone the lanes collide. */
TEST_ISL(tails)
{
    lc_int extent[1] = {lc_int_si(ctx, INT64_C(1000000000007))}, step[1] = {lc_int_const(1)};
    lcv_value *args[4] = {lcv_value_layout(ctx, lc_layout_flat(ctx, 1, extent, step)),
                          lcv_value_int(ctx, lc_int_const(32)),
                          lcv_value_int(ctx, lc_int_const(4)),
                          lcv_value_int(ctx, lc_int_const(4))};
    lcv_result *result = lcv_prove(r, lcv_claim_find("coalesced"), 4, args);
    ck_assert_ptr_nonnull(result);
    ck_assert_int_eq(result->verdict, LCV_PROVED);
    lcv_result_free(result);
    /* blocks of 32 * 3: the tail of 33 * 3 - 96 = 3 coordinates is one access */
    lc_int shape[2] = {lc_int_const(3), lc_int_const(33)};
    lc_int stride[2] = {lc_int_const(32), lc_int_const(1)};
    lcv_value_free(args[0]);
    args[0] = lcv_value_layout(ctx, lc_layout_flat(ctx, 2, shape, stride));
    lc_int value;
    ck_assert(lcv_measure_value(ctx, &lcv_conflicts, 4, args, &value));
    ck_assert_int_eq(lc_int_get_si(value), 2);
    for (int i = 0; i < 4; i++)
        lcv_value_free(args[i]);
}

/* ---- processors ---- */

typedef struct {
    const char *arch;
    bool writes;
    int64_t width, lanes, banks;
    bool phased; /* not in the order of lanes */
} model;

static const model models[] = {
    {"sm90", false, 1, 32, 32, false},     {"sm_90", true, 1, 32, 32, false},
    {"sm80", false, 2, 32, 32, false},     {"sm100", true, 2, 32, 32, false},
    {"sm90", false, 4, 32, 32, false},     {"SM90", true, 4, 32, 32, false},
    {"sm90", false, 8, 32, 32, false},     {"sm90", true, 8, 32, 32, false},
    {"sm90", false, 16, 32, 32, false},    {"sm90", true, 16, 32, 32, false},
    {"gfx942", false, 4, 64, 32, false},   {"mi300", true, 4, 64, 32, false},
    {"gfx942", false, 8, 64, 32, false},   {"MI300X", false, 16, 64, 32, true},
    {"gfx942", true, 16, 64, 32, false},   {"gfx950", false, 8, 64, 64, false},
    {"gfx950", false, 16, 64, 64, true},   {"mi350", true, 8, 64, 32, false},
    {"gfx950", true, 16, 64, 32, false},   {"gfx1100", false, 4, 32, 32, false},
    {"gfx1100", false, 8, 32, 32, false},  {"gfx1100", false, 16, 32, 32, true},
    {"gfx1201", false, 4, 32, 32, false},  {"gfx1201", false, 8, 32, 32, false},
    {"gfx1201", false, 16, 32, 32, false},
};
#define MODELS (sizeof models / sizeof *models)

/* Each row of the library's table is one of these, and has a source; what is read and written
 * alike is one row. */
TEST_CTX(rows)
{
    const lc_bank_model *row;
    size_t tried = 0, found = 0;
    for (size_t i = 0; (row = lc_bank_model_row(i)) != NULL; i++) {
        found += (size_t)(row->reads + row->writes);
        ck_assert_ptr_nonnull(row->source);
        ck_assert_uint_gt(strlen(row->source), 20);
    }
    for (size_t i = 0; i < MODELS; i++) {
        const model *m = &models[i];
        row = lc_bank_model_find(ctx, "rows", m->arch, m->writes, (unsigned)m->width);
        ck_assert_msg(row != NULL, "%s: %s", m->arch, lc_ctx_message(ctx));
        ck_assert_int_eq(row->banks, m->banks);
        ck_assert_int_eq(row->wave, m->lanes);
        ck_assert_int_eq(lc_bank_wave(m->arch), m->lanes);
        ck_assert_int_eq(row->fours != NULL, m->phased);
        tried++;
    }
    ck_assert_uint_eq(tried, found);
    ck_assert_ptr_null(lc_bank_model_find(ctx, "rows", "gfx950", false, 4));
    ck_assert_ptr_null(lc_bank_model_find(ctx, "rows", "gfx942", true, 8));
    ck_assert_ptr_null(lc_bank_model_find(ctx, "rows", "gfx90a", false, 16));
    ck_assert_uint_eq(lc_bank_wave("gfx90a"), 0);
}

/* Too many accesses that are no translates: UNKNOWN, but for what the first ones show. */
TEST_ISL(undecided)
{
    lc_swizzle w = {20, 4, 20}; /* a size past the remainders that are told apart */
    lc_int extent[2] = {lc_int_const(48), lc_int_si(ctx, 1000003)};
    lc_int apart[2] = {lc_int_const(1), lc_int_const(48)};
    lc_int met[2] = {lc_int_const(32), lc_int_const(48)};
    lcv_value *four = lcv_value_int(ctx, lc_int_const(4));
    lcv_value *lanes = lcv_value_int(ctx, lc_int_const(32));
    for (int collide = 0; collide < 2; collide++) {
        lcv_value *x = lcv_value_composed(ctx, w, lc_int_const(0),
                                          lc_layout_flat(ctx, 2, extent, collide ? met : apart));
        lcv_value *args[4] = {x, lanes, four, four};
        lcv_result *result = lcv_prove(r, lcv_claim_find("conflict_free"), 4, args);
        ck_assert_ptr_nonnull(result);
        ck_assert_int_eq(result->verdict, collide ? LCV_REFUTED : LCV_UNKNOWN);
        lc_int value, none = lc_int_const(0);
        ck_assert(!lcv_measure_value(ctx, &lcv_conflicts, 4, args, &value));
        ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_BUDGET);
        lc_ctx_reset(ctx);
        lcv_result *bound = lcv_prove_measure(ctx, &lcv_conflicts, 4, args,
                                              (lcv_measure_bounds){.most = &none});
        ck_assert_int_eq(bound->verdict, collide ? LCV_REFUTED : LCV_UNKNOWN);
        lcv_result_free(bound);
        lcv_result_free(result);
        lcv_value_free(x);
    }
    lcv_value_free(four);
    lcv_value_free(lanes);
}

SUITE_MAIN("accesses of a warp", large_layouts, tails, undecided, rows)
