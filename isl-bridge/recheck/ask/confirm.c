/* confirm.c - verdicts, judged by the sets of their claims. */
#include "config.h"

#include "judge.h"

#include "../sets/evidence.h"

#include "../../internal.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- evidence ---- */

static char *copy_of(lit_pool *pool, const char *text)
{
    size_t n = strlen(text) + 1;
    char *copy = lcr_lit_alloc(pool, n, 1);
    return copy ? memcpy(copy, text, n) : NULL;
}

static bool read_all(lit_pool *pool, size_t n, const char *const *text, const lit **out)
{
    if (n > LCR_EVIDENCE_ARGS)
        return lc_fail(pool->lc, LC_ERR_LIMIT, "more than %d arguments", LCR_EVIDENCE_ARGS);
    for (size_t i = 0; i < n; i++)
        if (!(out[i] = lcr_lit_read_argument(pool, text[i])))
            return false;
    return true;
}

/* A refutation with a witness is a claim of its own. */
bool lcr_judge_evidence(lit_pool *pool, const lcr_certified *c, lcr_evidence *evidence)
{
    lcr_statement s = {.claim = c->claim, .n = c->n};
    if (!read_all(pool, c->n, c->arg, s.arg))
        return false;
    if (c->witness && !(s.witness = lcr_lit_read(pool, c->witness)))
        return false;
    return lcr_evidence_of(pool, &s, c->witness && !c->proved, evidence);
}

/* The text has the form of a value, and none has an extent below 1, whatever the operation. */
static bool no_value(lit_pool *pool, lcr_evidence *evidence)
{
    char *condition = copy_of(pool, lc_ctx_message(pool->lc));
    *evidence = (lcr_evidence){.by = "reading", .condition = condition};
    if (condition)
        lc_ctx_reset(pool->lc);
    return condition != NULL;
}

static bool evidence_of_claim(lit_pool *pool, const void *claim, lcr_evidence *evidence)
{
    return lcr_judge_evidence(pool, claim, evidence);
}

static bool evidence_of_value(lit_pool *pool, const void *valued, lcr_evidence *evidence)
{
    const lcr_valued *v = valued;
    lcr_statement s = {.claim = v->operation, .n = v->n};
    if (!read_all(pool, v->n, v->arg, s.arg))
        return false;
    s.value = lcr_lit_read(pool, v->value);
    if (!s.value && lc_ctx_code(pool->lc) == LC_ERR_NO_VALUE)
        return no_value(pool, evidence);
    return s.value && lcr_evidence_of_value(pool, &s, evidence);
}

lcr_answer lcr_judge_sets(lcr_ctx *r, lit_pool *pool, const lcr_evidence *e, lcr_judgement *j)
{
    j->at = SIZE_MAX;
    j->sets = j->stated = 0;
    if (!e->holds)
        return LCR_NO;
    for (size_t i = 0; i < e->nsets; i++) {
        lcr_answer some = pool->points
                              ? (pool->points->found(e->set[i], &j->point) ? LCR_YES : LCR_NO)
                              : lcr_ask_point(r, pool, e, i, &j->point);
        if (some == LCR_UNKNOWN)
            return LCR_UNKNOWN;
        j->sets++;
        j->stated += e->set[i]->n > 0;
        if (some == LCR_YES) {
            j->at = i;
            return LCR_NO;
        }
    }
    return LCR_YES;
}

/* ---- the opinion ---- */

/* As a key, and as a person is told. */
static const struct {
    const char *text, *told;
} reasons[LCR_REASONS] = {
    [LCR_SURE] = {"", ""},
    [LCR_NO_EVIDENCE] = {"no evidence of this kind", "there are no sets for it"},
    [LCR_BY_READING] = {"reading, without a set", "it is as the literals read"},
    [LCR_BY_ARITHMETIC] = {"the checker's arithmetic", "the checker's arithmetic decides it"},
    [LCR_BY_POINTS] = {"points, without isl", "values were looked at one by one"},
    [LCR_OPEN] = {"a witness that shows nothing", "the witness shows nothing"},
    [LCR_NO_BUDGET] = {"budget", "the budget ran out"},
    [LCR_NO_ROOM] = {"a limit of the checker", "a limit of the checker"},
    [LCR_NOT_READ] = {"a literal that is not read", "a literal that the checker does not read"},
    [LCR_PARAMETERS] = {"parameters", "it is about parameters, the sets are about numbers"},
};

const char *lcr_reason_text(lcr_reason reason)
{
    return reasons[reason].text;
}

const char *lcr_reason_told(lcr_reason reason)
{
    return reasons[reason].told;
}

bool lcr_reason_needs_no_set(lcr_reason reason)
{
    return reason == LCR_BY_READING || reason == LCR_BY_ARITHMETIC;
}

static bool unsure(lcr_judgement *j, lcr_reason reason, const char *why)
{
    j->opinion = LCR_UNSURE;
    j->reason = reason;
    j->why = why ? why : lcr_reason_told(reason);
    return true;
}

/* The error of the context becomes a reason; one that is none stays. `other` is the reason
 * for a literal that is wrong; LCR_SURE: there is none. */
static bool unsure_by_error(lit_pool *pool, lcr_judgement *j, lcr_reason other)
{
    lc_ctx *lc = pool->lc;
    lc_code code = lc_ctx_code(lc);
    lcr_reason reason = code == LC_ERR_BUDGET  ? LCR_NO_BUDGET
                        : code == LC_ERR_LIMIT ? LCR_NO_ROOM
                                               : other;
    if (code == LC_OK || code == LC_ERR_MEMORY || reason == LCR_SURE)
        return false;
    const char *why = copy_of(pool, lc_ctx_message(lc));
    if (!why)
        return false;
    lc_ctx_reset(lc);
    return unsure(j, reason, why);
}

/* Sets that have a point, or a condition that fails, need not contradict the verdict: of a
 * refutation with a witness, another witness might do; of sets that hold one way, other sets; and
 * what was to be told by the sets is just not told. */
static bool shows_nothing(const lcr_certified *c, const lcr_evidence *e, lcr_answer answer,
                          size_t at)
{
    if (answer != LCR_NO)
        return false;
    if (e->contrary)
        return true;
    return c->witness ? !c->proved || e->one_way : e->one_way && at < e->nsets;
}

static bool disagree(lcr_judgement *j, lcr_answer answer)
{
    const lcr_evidence *e = &j->evidence;
    j->opinion = LCR_DISAGREES;
    j->reason = LCR_SURE;
    j->why = answer != LCR_YES ? (e->holds ? "a set has a point" : e->condition)
             : e->contrary     ? e->condition
                               : "nothing that would refute it is there";
    return true;
}

lcr_reason lcr_judge_without_sets(const lcr_evidence *e)
{
    return e->looked                       ? LCR_BY_POINTS
           : strcmp(e->by, "reading") == 0 ? LCR_BY_READING
                                           : LCR_BY_ARITHMETIC;
}

bool lcr_judge_is_certain(const lcr_judgement *j)
{
    return j->opinion == LCR_AGREES || lcr_reason_needs_no_set(j->reason) ||
           j->reason == LCR_BY_POINTS;
}

/* Who has decided: isl, by a point or by sets that are all empty, or the checker without it. */
static bool agree(lcr_judgement *j, bool empty, bool points)
{
    const lcr_evidence *e = &j->evidence;
    bool point = !empty && j->at != SIZE_MAX && e->set[j->at]->n > 0;
    if (!point && points && j->sets > 0)
        return unsure(j, LCR_BY_POINTS, NULL);
    if (!point && (e->looked || !empty || j->stated == 0))
        return unsure(j, lcr_judge_without_sets(e), NULL);
    j->opinion = LCR_AGREES;
    j->reason = LCR_SURE;
    return true;
}

/* What is judged: a claim, or a value, which is a claim that is said to hold. */
typedef struct {
    bool (*evidence)(lit_pool *pool, const void *of, lcr_evidence *evidence);
    const void *of;
    const lcr_certified *as;
} question;

static bool judge(lcr_ctx *r, lit_pool *pool, const question *q, lcr_judgement *j)
{
    const lcr_certified *c = q->as;
    *j = (lcr_judgement){.at = SIZE_MAX};
    if (!q->evidence(pool, q->of, &j->evidence)) {
        j->evidence = (lcr_evidence){.by = NULL};
        return unsure_by_error(pool, j, LCR_NOT_READ);
    }
    if (!j->evidence.by)
        return unsure(j, LCR_NO_EVIDENCE, NULL);
    /* as decided, all sets are empty, or one has a point */
    bool empty = (c->proved || c->witness) != j->evidence.contrary;
    lcr_answer answer = lcr_judge_sets(r, pool, &j->evidence, j);
    if (answer == LCR_UNKNOWN)
        return unsure_by_error(pool, j, LCR_SURE);
    if (shows_nothing(c, &j->evidence, answer, j->at))
        return unsure(j, LCR_OPEN, NULL);
    return (answer == LCR_YES) == empty ? agree(j, empty, pool->points != NULL)
                                        : disagree(j, answer);
}

bool lcr_judge(lcr_ctx *r, lit_pool *pool, const lcr_certified *c, lcr_judgement *j)
{
    return judge(r, pool, &(question){evidence_of_claim, c, c}, j);
}

/* ---- for others ---- */

double lcr_judge_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

bool lcr_judge_keep(lit_pool *pool, const lcr_judgement *j, lcr_confirmation *out)
{
    bool point = j->opinion == LCR_DISAGREES && j->at != SIZE_MAX;
    const char *set = point ? lcr_sys_text(j->evidence.set[j->at]) : NULL;
    const char *at = point ? lcr_sys_point_text(pool, &j->point) : NULL;
    out->opinion = j->opinion;
    out->reason = j->reason;
    out->by = j->evidence.by;
    out->sets = j->sets;
    out->why = j->why ? strdup(j->why) : NULL;
    out->set = set ? strdup(set) : NULL;
    out->point = at ? strdup(at) : NULL;
    if ((j->why && !out->why) || (point && (!out->set || !out->point))) {
        lc_no_memory(pool->lc);
        return false;
    }
    return true;
}

/* The checker looks at all coordinates, if it can, where isl does not decide the sets within the
 * budget, or has no room for them. */
static bool judge_or_look(lcr_ctx *r, lit_pool *pool, const question *q, lcr_judgement *j)
{
    lcr_judgement by_sets;
    bool ok = judge(r, pool, q, j);
    bool open = j->reason == LCR_NO_BUDGET || j->reason == LCR_NO_ROOM;
    if (!ok || !open || !j->evidence.by || pool->looks)
        return ok;
    by_sets = *j;
    pool->looks = true;
    lcr_evidence seen;
    ok = q->evidence(pool, q->of, &seen);
    if (ok && seen.looked)
        return judge(r, pool, q, j);
    *j = by_sets;
    lc_ctx_reset(pool->lc);
    return true;
}

static bool confirm(lcr_ctx *r, const question *q, const lcr_points *points,
                    lcr_confirmation *out)
{
    double start = lcr_judge_now();
    lcr_judgement j;
    lc_ctx *lc = lcr_ctx_lc(r);
    lit_pool pool = {.lc = lc, .isl = r, .hint = r->find, .points = points};
    lc_frame frame = lc_frame_open(lc);
    *out = (lcr_confirmation){.opinion = LCR_UNSURE};
    bool ok = judge_or_look(r, &pool, q, &j) && lcr_judge_keep(&pool, &j, out);
    if (!ok) {
        lcr_confirmation_clear(out);
        if (lc_ctx_code(lc) == LC_OK)
            lc_no_memory(lc);
    }
    lcr_lit_pool_clear(&pool);
    lc_frame_close(lc, frame);
    out->seconds = lcr_judge_now() - start;
    return ok;
}

bool lcr_confirm(lcr_ctx *r, const lcr_certified *claim, lcr_confirmation *out)
{
    return confirm(r, &(question){evidence_of_claim, claim, claim}, NULL, out);
}

static bool confirm_value(lcr_ctx *r, const lcr_valued *valued, const lcr_points *points,
                          lcr_confirmation *out)
{
    const lcr_certified law = {.claim = valued->operation, .proved = true};
    return confirm(r, &(question){evidence_of_value, valued, &law}, points, out);
}

bool lcr_confirm_value(lcr_ctx *r, const lcr_valued *valued, lcr_confirmation *out)
{
    return confirm_value(r, valued, NULL, out);
}

bool lcr_check_value_at_points(lcr_ctx *r, const lcr_valued *valued, lcr_confirmation *out)
{
    return confirm_value(r, valued, &lcr_points_chosen, out);
}

void lcr_confirmation_clear(lcr_confirmation *c)
{
    free(c->why);
    free(c->set);
    free(c->point);
    *c = (lcr_confirmation){.opinion = LCR_UNSURE};
}
