/* sectors.c - the verdict about sectors, as claims. */
#include "config.h"

#include "global.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../lib/text.h"

static char *as_relation(const int64_t *at, size_t n)
{
    lc_text text = {0};
    lc_text_add(&text, "relation \"{ ");
    for (size_t i = 0; i < n; i++)
        lc_text_printf(&text, "%s[%zu] -> [%lld]", i ? "; " : "", i, (long long)at[i]);
    lc_text_add(&text, " }\"");
    return lc_text_take(NULL, &text);
}

/* Offsets from the first, which is 0, as a value of the language. */
static char *as_value(const int64_t *at, size_t n)
{
    char *layout = lck_offsets_as_layout(at, n);
    return layout ? layout : as_relation(at, n);
}

/* ---- claims ---- */

static char *claim_of_group(const lck_global_access *a, const lck_lane_group *g)
{
    lc_text text = {0};
    char *value = as_value(g->at, g->n);
    if (!value)
        return NULL;
    lc_text_printf(&text, "coalesced({%lld*u", (long long)g->step);
    if (g->residue)
        lc_text_printf(&text, " + %lld", (long long)g->residue);
    lc_text_printf(&text, "} o %s, lanes=%u, bytes=%u, width=%u)", value, g->n, a->bytes,
                   a->bytes * a->vector);
    free(value);
    return lc_text_take(NULL, &text);
}

/* Proves it of all groups; the answer's claim is about each of them. */
static bool prove_groups(const lck_global_access *a, const lck_lane_groups *groups,
                         lck_answer *answer)
{
    lc_text all = {0};
    bool good = true;
    answer->confirmed = true;
    for (size_t i = 0; good && i < groups->ngroups; i++) {
        char *one = claim_of_group(a, &groups->group[i]);
        lc_text claim = {0};
        lc_text_printf(&claim, "param u >= 0; %s", one ? one : "");
        const lck_claimed *c = lck_asker_prove(a->t->asker, lc_text_peek(&claim));
        good = one && c->verdict == LCV_PROVED;
        answer->confirmed = answer->confirmed && c->confirmed;
        if (!good && !answer->why)
            answer->why = lck_audit_printf(a->t->audit, "%s: %s", lc_text_peek(&claim), c->shown);
        if (i < 4 && one)
            lc_text_printf(&all, "%s%s", i ? " and " : "param u >= 0; ", one);
        lc_text_free(&claim);
        free(one);
    }
    if (good)
        answer->claim = lck_audit_printf(a->t->audit, "%s", lc_text_peek(&all));
    lc_text_free(&all);
    return good;
}

static char *claim_of_witness(const lck_global_access *a, const lck_witness *w)
{
    lc_text text = {0};
    int64_t least = w->at[0], at[64] = {0};
    for (unsigned i = 0; i < w->lanes; i++)
        least = w->at[i] < least ? w->at[i] : least;
    /* whole sectors in front change nothing */
    int64_t unit = LCK_SECTOR / a->bytes;
    int64_t first = unit > 0 ? ((least + w->base / a->bytes) % unit + unit) % unit : 0;
    for (unsigned i = 0; i < w->lanes; i++)
        at[i] = w->at[i] - least;
    char *value = at[0] == 0 ? lck_offsets_as_layout(at, w->lanes) : NULL;
    if (!value) {
        for (unsigned i = 0; i < w->lanes; i++)
            at[i] += first;
        value = as_relation(at, w->lanes);
        first = 0;
    }
    lc_text_add(&text, "coalesced(");
    if (first)
        lc_text_printf(&text, "{%lld} o ", (long long)first);
    lc_text_printf(&text, "%s, lanes=%u, bytes=%u, width=%u)", value ? value : "", w->lanes,
                   a->bytes, a->bytes * a->vector);
    free(value);
    return lc_text_take(NULL, &text);
}

/* ---- the verdict ---- */

static void refute(const lck_global_access *a, const lck_witness *w, lck_answer *answer)
{
    const lck_claimed *c = lck_asker_claim(a->t->asker, claim_of_witness(a, w));
    answer->worst = w->touched;
    answer->least = w->fill;
    if (c->verdict == LCV_REFUTED) {
        answer->verdict = LCK_BAD;
        answer->shown =
            lck_audit_printf(a->t->audit,
                             "at %s: %u lanes touch %u sectors, their bytes fill %u\n%s",
                             w->numbers[0] ? w->numbers : "all numbers", w->lanes, w->touched,
                             w->fill, c->shown);
    } else {
        answer->verdict = LCK_UNKNOWN;
        answer->why = lck_audit_printf(a->t->audit, "the claim is not refuted: %s", c->shown);
    }
    lck_audit_claim(a->t->audit, answer, c);
}

/* Neither: why. */
static void give_up(const lck_global_access *a, const lck_lane_groups *groups,
                    const lck_witness *w, lck_answer *answer)
{
    answer->worst = w->found ? w->touched : 0;
    answer->least = w->found ? w->fill : 0;
    lck_audit_open(a->t->audit, answer,
                   groups->data
                       ? "its lanes are apart by data"
                       : "its lanes are apart by what is not known to fill sectors, and no "
                         "numbers were found at which they do not");
}

/* ---- alignment ---- */

static void judge_alignment(const lck_global_access *a, const lck_lane_groups *groups,
                            lck_answer *answer)
{
    answer->verdict = LCK_GOOD;
    if (a->vector == 1)
        return; /* an element is where its type may be */
    answer->confirmed = true;
    for (size_t i = 0; answer->verdict == LCK_GOOD && i < groups->ngroups; i++) {
        const lck_lane_group *g = &groups->group[i];
        char *value = as_value(g->at, g->n);
        lc_text claim = {0};
        lc_text_printf(&claim, "param u >= 0; aligned({%lld*u + %lld} o %s, %u)",
                       (long long)g->step, (long long)g->residue, value ? value : "", a->vector);
        const lck_claimed *c = lck_asker_claim(a->t->asker, lc_text_take(NULL, &claim));
        if (g->aligned && c->verdict == LCV_PROVED)
            answer->confirmed = answer->confirmed && c->confirmed;
        else {
            answer->verdict = LCK_UNKNOWN;
            answer->why = lck_audit_printf(a->t->audit,
                                           "that vectors begin at multiples of %u elements is "
                                           "promised, and does not follow",
                                           a->vector);
        }
        if (i == 0)
            answer->claim = lck_audit_lines(a->t->audit, c->claim);
        free(value);
    }
}

void lck_global_sectors(const lck_global_access *a, lck_access_record *r)
{
    lck_answer *answer = &r->answer[LCK_SECTORS];
    lck_lane_groups groups;
    const char *why;
    bool known = lck_global_groups(a, &groups, &why);
    if (known)
        judge_alignment(a, &groups, &r->answer[LCK_ALIGNED]);
    if (!known) {
        lck_audit_open(a->t->audit, answer, why);
    } else if (groups.ninstructions == 0) {
        answer->verdict = LCK_GOOD;
        answer->why = lck_audit_printf(a->t->audit, "its mask never holds");
    } else if (groups.instruction[0].good) {
        answer->verdict = prove_groups(a, &groups, answer) ? LCK_GOOD : LCK_UNKNOWN;
        answer->worst = answer->least = groups.instruction[0].most;
        if (answer->verdict == LCK_GOOD && a->base_bytes >= LCK_SECTOR)
            answer->why = lck_audit_printf(a->t->audit, "for buffers that begin with a sector");
    } else {
        lck_witness *w = calloc(1, sizeof *w);
        if (w)
            lck_global_witness(a, &groups, w);
        if (w && w->found && w->touched > w->fill && !groups.data)
            refute(a, w, answer);
        else if (w)
            give_up(a, &groups, w, answer);
        free(w);
    }
    lck_lane_groups_free(&groups);
}
