/* check_confirm.c - second opinions: a right verdict is never contradicted, a wrong one never
 * confirmed, and the sets that isl is asked about are those that certificates show.
 *
 * Verdicts are right by the prover, which the confirmation shares nothing with (check_redone.c
 * holds it against the definitions), or by enumeration; wrong ones are these turned around. */
#include "config.h"

#include "suite.h"

#include "../isl-bridge/internal.h"
#include "../isl-bridge/recheck/ask/judge.h"
#include "../isl-bridge/recheck/sets/basic.h"
#include "../verify/session/script.h"
#include "certified.h"
#include "guarded.h"
#include "law.h"
#include "owned.h"
#include "pattern.h"
#include "rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- one claim ---- */

static const char *told(law *l, const lcr_certified *c)
{
    const char *text = law_printf(l, "%s", c->claim);
    for (size_t i = 0; i < c->n; i++)
        text = law_printf(l, "%s%s%s", text, i > 0 ? ", " : " of ", c->arg[i]);
    return law_printf(l, "%s, %s%s%s", text, c->proved ? "PROVED" : "REFUTED",
                      c->witness ? ", witness " : "", c->witness ? c->witness : "");
}

/* The checker, or isl, says the same as the verdict. */
static bool says_yes(const lcr_confirmation *said)
{
    return said->opinion == LCR_AGREES || lcr_reason_needs_no_set(said->reason) ||
           said->reason == LCR_BY_POINTS;
}

/* An opinion goes with its reason, its words and its point. */
static bool well_formed(law *l, const lcr_certified *c, const lcr_confirmation *said)
{
    bool agrees = said->opinion == LCR_AGREES;
    bool ok = (said->opinion == LCR_UNSURE) == (said->reason != LCR_SURE) &&
              agrees == (!said->why) && (!said->set) == (!said->point) &&
              (!said->set || said->opinion == LCR_DISAGREES) &&
              (!agrees || (said->sets > 0 && said->by)) && said->seconds >= 0 &&
              lc_ctx_code(l->ctx) == LC_OK;
    return ok || law_fail(l, "an opinion of no form: %s", told(l, c));
}

/* Right verdicts, and those that no set of isl's confirms. */
static size_t asked, by_points;

static bool right_and_wrong(law *l, lcr_ctx *r, const lcr_certified *c, bool *by_isl)
{
    lcr_confirmation said;
    if (!lcr_confirm(r, c, &said))
        return law_fail(l, "%s: %s", told(l, c), lc_ctx_message(l->ctx));
    bool ok = well_formed(l, c, &said), open = said.reason == LCR_OPEN;
    *by_isl = said.opinion == LCR_AGREES;
    if (ok && said.opinion == LCR_DISAGREES)
        ok = law_fail(l, "a right verdict is denied: %s: %s", told(l, c), said.why);
    bool known = says_yes(&said);
    asked++;
    by_points += said.reason == LCR_BY_POINTS;
    lcr_confirmation_clear(&said);
    for (int witness = 0; ok && witness < 2; witness++) {
        lcr_certified other = *c;
        other.proved = !c->proved;
        other.witness = witness ? c->witness : NULL;
        if (!lcr_confirm(r, &other, &said))
            return law_fail(l, "%s: %s", told(l, &other), lc_ctx_message(l->ctx));
        ok = well_formed(l, &other, &said);
        if (ok && says_yes(&said))
            ok = law_fail(l, "a wrong verdict is confirmed: %s", told(l, &other));
        else if (ok && known && !open && !c->witness && said.opinion != LCR_DISAGREES &&
                 said.reason != LCR_OPEN)
            ok = law_fail(l, "a wrong verdict is not denied: %s: %s", told(l, &other), said.why);
        lcr_confirmation_clear(&said);
    }
    return ok;
}

/* Does isl read this set in a text? */
static bool is_text(lcr_ctx *r, const sys *s, const char *text)
{
    lcr_begin(r);
    isl_set *own = isl_set_from_basic_set(lcr_basic_of(r, s));
    isl_set *read = isl_set_read_from_str(r->isl, text);
    bool same = isl_set_is_equal(own, read) == isl_bool_true;
    isl_set_free(own);
    isl_set_free(read);
    return same;
}

/* The sets built for isl are those that isl reads in the text; where it confirms the verdict, one
 * of them has a coordinate. */
static bool same_as_text(law *l, lcr_ctx *r, const lcr_certified *c, bool by_isl)
{
    lit_pool pool = {.lc = l->ctx, .isl = r};
    lcr_evidence e;
    bool ok = true, stated = false;
    lc_frame frame = lc_frame_open(l->ctx);
    if (!lcr_judge_evidence(&pool, c, &e)) {
        lc_ctx_reset(l->ctx);
        e = (lcr_evidence){.by = NULL};
    }
    for (size_t i = 0; ok && i < e.nsets; i++) {
        const char *text = lcr_sys_text(e.set[i]);
        ok = is_text(r, e.set[i], text) ||
             law_fail(l, "%s: isl is asked about another set than %s", told(l, c), text);
        stated = stated || e.set[i]->n > 0;
    }
    if (ok && by_isl && !stated)
        ok = law_fail(l, "%s: isl has confirmed it, and no set states it", told(l, c));
    lcr_lit_pool_clear(&pool);
    lc_frame_close(l->ctx, frame);
    return ok;
}

/* ---- partitions under a guard ---- */

static bool claimed_of(law *l, const char *claim, size_t n, const char *const *arg, bool holds)
{
    lcr_certified c = {NULL, claim, n, arg, NULL, holds};
    lcr_ctx *r = law_relations(l);
    bool by_isl;
    law_saw(l, holds ? 0 : 1);
    if (!right_and_wrong(l, r, &c, &by_isl) || !same_as_text(l, r, &c, by_isl))
        return false;
    law_saw(l, by_isl ? 2 : 3);
    return true;
}

LAW(partitions_under_a_guard, "second opinions of partitions under a guard",
    CLASSES("true", "false", "confirmed by isl", "otherwise"))
{
    const char *arg[3];
    bool holds = guarded_partition(l, arg);
    return claimed_of(l, "partitions", 3, arg, holds);
}

/* ---- verdicts by the prover ---- */

static void keep_certificate(void *user, const lcv_outcome *outcome)
{
    if (outcome->certificate)
        certified_read(outcome->certificate, user);
}

LAW_RELEASE(free_certified, certified_clear)

/* Two files of patterns, and how often each pattern had a verdict. */
static data_rows patterns[2];
static size_t *decided;

static const char *pattern_at(size_t i)
{
    return i < patterns[0].n ? patterns[0].row[i].field[0]
                             : patterns[1].row[i - patterns[0].n].field[0];
}

static bool by_the_prover(law *l)
{
    size_t which = l->index % (patterns[0].n + patterns[1].n);
    const char *text = pattern_text(l, pattern_at(which), pattern_values(l));
    certified c = {.copy = NULL};
    lcv_listener listener = {.user = &c, .outcome = keep_certificate};
    lcv_session *session = law_session(l, (lcv_options){.certify = true});
    lcv_session_prove(session, text, &listener);
    if (lcv_session_tally(session)->disagreements > 0)
        return law_fail(l, "%s: the prover and its certificate disagree", text);
    if (!c.copy) { /* a value that is not there, or no verdict */
        law_saw(l, 3);
        return true;
    }
    law_own_with(l, &c, free_certified);
    bool by_isl;
    lcr_ctx *r = law_relations(l);
    bool ok = right_and_wrong(l, r, &c.claim, &by_isl) && same_as_text(l, r, &c.claim, by_isl);
    law_saw(l, c.claim.proved ? 0 : 1);
    if (ok && by_isl)
        law_saw(l, 2);
    decided[which]++;
    law_release(l);
    return ok;
}

TEST(verdicts_by_the_prover)
{
    static const char *const classes[] = {"PROVED", "REFUTED", "confirmed by isl", "no verdict",
                                          NULL};
    patterns[0] = rows_read("tests/rows/definitions.tsv");
    patterns[1] = rows_read("tests/rows/patterns.tsv");
    size_t n = patterns[0].n + patterns[1].n;
    decided = calloc(n, sizeof *decided);
    law_check("second opinions of what the prover says", by_the_prover, classes);
    if (!getenv("LAYOUTCHECK_CASES") && !getenv("LAYOUTCHECK_CASE"))
        for (size_t i = 0; i < n; i++)
            ck_assert_msg(decided[i] > 0, "%s never has a verdict", pattern_at(i));
    printf("# %zu of %zu right verdicts are confirmed by points, not by isl\n", by_points, asked);
    ck_assert_uint_le(20 * by_points, asked + 40);
    free(decided);
    rows_clear(&patterns[0]);
    rows_clear(&patterns[1]);
}

/* ---- opinions and reasons ---- */

static bool is_opinion(const data_row *row, const lcr_confirmation *said)
{
    static const char *const opinion[] = {
        [LCR_AGREES] = "agrees", [LCR_DISAGREES] = "disagrees", [LCR_UNSURE] = "unsure"};
    const char *reason = said->reason == LCR_SURE ? "-" : lcr_reason_text(said->reason);
    return row_has(row, 1, opinion[said->opinion]) && row_has(row, 3, reason) &&
           (row_has(row, 2, "any") || strtoul(row->field[2], NULL, 10) == said->sets);
}

TEST_ISL(opinions_and_reasons)
{
    data_rows rows = rows_read("tests/rows/opinions.tsv");
    for (size_t i = 0; i < rows.n; i++) {
        const data_row *row = &rows.row[i];
        size_t n = 0;
        while (row->field[6 + n])
            n++;
        const char *witness = row_has(row, 4, "-") ? NULL : row->field[4];
        lcr_certified c = {NULL,           row->field[5], n,
                           row->field + 6, witness,       row_has(row, 0, "PROVED")};
        lcr_confirmation said;
        ck_assert(lcr_confirm(r, &c, &said));
        ck_assert_msg(is_opinion(row, &said), "row %zu, %s: opinion %d, reason %s, %zu sets: %s",
                      i + 1, c.claim, (int)said.opinion, lcr_reason_text(said.reason), said.sets,
                      said.why ? said.why : "");
        ck_assert_int_eq(lc_ctx_code(ctx), LC_OK);
        lcr_confirmation_clear(&said);
    }
    rows_clear(&rows);
}

/* What a disagreement shows: the differences d of two coordinates with d0 + 3 d1 = 0. */
TEST_ISL(a_disagreement_has_a_point)
{
    const char *const arg[] = {"(4,8):(1,3)"};
    lcr_certified c = {NULL, "injective", 1, arg, NULL, true};
    lcr_confirmation said;
    ck_assert(lcr_confirm(r, &c, &said));
    ck_assert_str_eq(said.by, "collision");
    ck_assert_str_eq(said.set, "{ [d0, d1] : 1 <= d0 <= 3 and -7 <= d1 <= 7 and d0 + 3d1 = 0 }");
    ck_assert_str_eq(said.point, "3 -1");
    ck_assert_str_eq(said.why, "a set has a point");
    lcr_confirmation_clear(&said);
}

/* Never a verdict; and the context is as it was, for the next claim. */
TEST_ISL(budgets_and_limits)
{
    const char *const arg[] = {"((4,(4,2)),2):((8,(2,16)),1)", "((4,2),(2,4)):((2,16),(1,8))",
                               "((4,8),2):((16,1),8)"};
    lcr_certified c = {NULL, "composes", 3, arg, NULL, true};
    lcr_confirmation said;
    for (int proved = 0; proved < 2; proved++) {
        c.proved = proved;
        lcr_set_budget(r, 1);
        ck_assert(lcr_confirm(r, &c, &said));
        ck_assert_int_eq(said.opinion, LCR_UNSURE);
        ck_assert_int_eq(said.reason, LCR_NO_BUDGET);
        lcr_confirmation_clear(&said);
        lcr_set_budget(r, LCR_DEFAULT_BUDGET);
        ck_assert(lcr_confirm(r, &c, &said));
        ck_assert_int_eq(said.opinion, proved ? LCR_AGREES : LCR_DISAGREES);
        lcr_confirmation_clear(&said);
    }
    char deep[400] = "";
    for (size_t i = 0; i < 150; i++)
        strcat(deep, i == 0 ? "(2" : ",2");
    strcat(deep, ")");
    const char *const many[] = {deep, "9"};
    lcr_certified large = {NULL, "in_bounds", 2, many, NULL, false};
    ck_assert(lcr_confirm(r, &large, &said));
    ck_assert_int_eq(said.opinion, LCR_UNSURE);
    lcr_confirmation_clear(&said);
}

/* Of values on two output dims it is not asked which integers they are. */
TEST_ISL(chains_have_integers)
{
    const char *const arg[] = {"0", "1", "2", "3"};
    lcr_valued v = {"chain", 4, arg, "linear{i: [(1,0)], j: [(0,1)] -> a: 2, b: 2}"};
    lcr_confirmation said;
    ck_assert(lcr_confirm_value(r, &v, &said));
    ck_assert_int_eq(said.reason, LCR_NO_EVIDENCE);
    lcr_confirmation_clear(&said);
}

SUITE_MAIN("confirm", partitions_under_a_guard, verdicts_by_the_prover, opinions_and_reasons,
           a_disagreement_has_a_point, budgets_and_limits, chains_have_integers)
