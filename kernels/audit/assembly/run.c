/* run.c - what a run of the launch says of accesses where no formula of them does: in loops whose
 * trips are not counted, under conditions that are too many. That they are inside of their
 * buffers holds for this launch alone; what the warps cost that were seen is claimed. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../lib/banks.h"
#include "../../../lib/int64.h"
#include "internal.h"

static void set(const lck_assembly *k, lck_answer *out, lck_verdict verdict, char *shown,
                const char *why)
{
    lck_answer_clear(out);
    *out = (lck_answer){.verdict = verdict, .shown = shown};
    if (why)
        out->why = lck_audit_text(k->audit, why, strlen(why));
}

/* ---- inside ---- */

/* The first byte that is outside, and who touches it. */
static char *outside(const lck_ptx_access *a, const lck_launch *launch, const lck_reach *reach,
                     int64_t size)
{
    bool below = reach->first < 0;
    lc_text text = {0};
    lc_text_add(&text, "at ");
    lck_launch_put_place(launch, &text, below ? reach->at_first : reach->at_end,
                         launch->grid[0] > 0);
    lc_text_printf(&text, ": %u byte%s from byte %lld on, of %lld", a->bytes,
                   a->bytes == 1 ? "" : "s",
                   (long long)(below ? reach->first : reach->end - (int64_t)a->bytes),
                   (long long)size);
    return lc_text_take(NULL, &text);
}

static void look(const lck_assembly *k, const lck_ptx_access *a, const lck_launch *launch,
                 const lck_launch_reach *reach, lck_answer *out)
{
    const char *why;
    int64_t size;
    bool run = a->space == LCK_IN_SHARED || (a->space == LCK_IN_GLOBAL && launch->grid[0] > 0);
    const lc_expr *buffer = run ? lck_assembly_buffer(k, a, &why) : NULL;
    if (!buffer || !lc_expr_is_int(buffer, &size))
        return;
    const lck_reach *sure = &reach->sure, *any = &reach->any;
    if (sure->seen && (sure->first < 0 || sure->end > size))
        set(k, out, LCK_BAD, outside(a, launch, sure, size), NULL);
    else if (reach->whole && !reach->open &&
             (!any->seen || (any->first >= 0 && any->end <= size)))
        set(k, out, LCK_GOOD, NULL, "no thread of the launch leaves its buffer");
}

/* ---- warps ---- */

/* Is it unknown, or bad under a condition that is not known? */
static bool is_open(const lck_ptx_access *a, const lck_answer *out)
{
    return out->verdict == LCK_UNKNOWN || (out->verdict == LCK_BAD && !a->guard_exact);
}

/* Is a question about its warps open, that a run may answer? */
static bool is_asked(const lck_assembly *k, const lck_ptx_access *a, const lck_answer *answer)
{
    bool shared = a->space == LCK_IN_SHARED;
    return a->at && !lck_assembly_has_pointer(k, a->at) &&
           (shared || a->space == LCK_IN_GLOBAL) && lc_int64_is_power(a->bytes) &&
           a->bytes <= (shared ? 16 : 32) && a->needs == a->bytes &&
           (is_open(a, &answer[shared ? LCK_CONFLICTS : LCK_SECTORS]) ||
            is_open(a, &answer[LCK_ALIGNED]));
}

static void settle(const lck_assembly *k, const lck_ptx_access *a, const lck_launch *launch,
                   lck_asked asked, const lck_warps_seen *w, lck_answer *out)
{
    bool wrong = asked == LCK_ALIGNED && w->misaligned;
    lc_text text = {0};
    lck_judged j = lck_assembly_judged(k, a);
    lck_seen seen = {.warp = wrong ? &w->wrong : &w->warp,
                     .pattern = w->pattern,
                     .npatterns = w->npatterns,
                     .masked = asked == LCK_SECTORS && w->masked};
    if (asked != LCK_ALIGNED) {
        seen.worst = w->worst;
        seen.least = w->least;
    }
    seen.worst += wrong;
    lck_launch_put_place(launch, &text, wrong ? w->at_wrong : w->at, launch->grid[0] > 0);
    char *at = lc_text_take(NULL, &text);
    seen.at = at ? at : "";
    lck_judge_seen(&k->judge, &j, asked, &seen, out);
    free(at);
}

/* What costs more, or is not aligned, perhaps, if data is so, is left open. */
static void look_at_warps(const lck_assembly *k, const lck_ptx_access *a,
                          const lck_launch *launch, lck_asked asked,
                          const lck_launch_reach *reach, lck_answer *out)
{
    int64_t grain = asked == LCK_SECTORS ? LC_SECTOR_BYTES : a->needs < 4 ? 4 : a->needs;
    const lck_warps_seen *w = reach->warps;
    bool whole = reach->whole && !reach->open && !w->open, costs = asked != LCK_ALIGNED;
    if (!is_open(a, out) || lck_assembly_judged(k, a).base % grain != 0)
        return;
    if (whole && !w->any && !w->misaligned && !w->doubtful)
        set(k, out, LCK_GOOD, NULL, "no thread gets there");
    else if (costs ? whole && w->any && !(w->perhaps && w->worst > w->least)
                   : w->misaligned || (whole && !w->doubtful))
        settle(k, a, launch, asked, w, out);
}

/* ---- all accesses ---- */

/* GOOD becomes UNKNOWN where an integer of the address may overflow: the formula says nothing
 * then. */
static void doubt(const lck_assembly *k, const lck_ptx_access *a, lck_answer *out)
{
    const char *no_size;
    char why[80];
    if (out->verdict != LCK_GOOD || !a->at)
        return;
    lck_judged j = lck_assembly_judged(k, a);
    j.size = lck_assembly_buffer(k, a, &no_size);
    size_t line = lck_assembly_overflows(k, j, false);
    snprintf(why, sizeof why, "an integer of 32 bits may overflow in line %zu", line);
    if (line > 0)
        set(k, out, LCK_UNKNOWN, NULL, why);
}

static void look_at(const lck_assembly *k, const lck_ptx_access *a, const lck_launch *launch,
                    const lck_launch_reach *reach, lck_answer *answer)
{
    if (answer[LCK_INSIDE].verdict == LCK_UNKNOWN)
        look(k, a, launch, reach, &answer[LCK_INSIDE]);
    if (!reach->warps)
        return;
    lck_asked costs = a->space == LCK_IN_SHARED ? LCK_CONFLICTS : LCK_SECTORS;
    look_at_warps(k, a, launch, costs, reach, &answer[costs]);
    look_at_warps(k, a, launch, LCK_ALIGNED, reach, &answer[LCK_ALIGNED]);
}

lck_launch *lck_assembly_run(lck_assembly *k, const lck_accesses *list, size_t kernel)
{
    lck_kernel_audit *r = &k->audit->kernel[kernel];
    bool *asked = calloc(list->n + 1, sizeof *asked);
    size_t record = 0;
    for (size_t i = 0; asked && i < list->n && record < r->naccesses; i++)
        if (lck_assembly_has_record(&list->at[i]))
            asked[i] = is_asked(k, &list->at[i], r->access[record++].answer);
    lck_launch *launch = asked ? lck_launch_run(k->f, list, asked) : NULL;
    record = 0;
    for (size_t i = 0; launch && i < list->n && record < r->naccesses; i++)
        if (lck_assembly_has_record(&list->at[i]))
            look_at(k, &list->at[i], launch, &launch->reach[i], r->access[record++].answer);
    record = 0;
    for (size_t i = 0; i < list->n && record < r->naccesses; i++)
        if (lck_assembly_has_record(&list->at[i]))
            doubt(k, &list->at[i], &r->access[record++].answer[LCK_INSIDE]);
    free(asked);
    return launch;
}
