/* judge-global.c - the sectors that an access of global memory touches.
 *
 * Strides and offsets that are not known are taken to be multiples of 32 bytes, and so far apart
 * that rows share no sector; what else they may cost is said beside the verdict. Buffers begin at
 * multiples of 32 bytes, as allocations do.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "../../../lib/banks.h"
#include "../../../lib/text.h"
#include "../../../verify/session/script.h"
#include "access.h"

#define APART ((int64_t)1 << 20) /* bytes from row to row, for one number that is not known */

/* The address in a thread when each number that is not known is a multiple of 32 bytes away, and
 * `more` bytes. */
static int64_t instance(const lck_sum *byte, unsigned thread, int64_t more)
{
    int64_t at = 0, weight = APART;
    for (unsigned i = 0; i < byte->n; i++) {
        const lck_term *t = &byte->term[i];
        if (t->symbol == LCK_ONE)
            at += lck_term_at(t, thread);
        else if (t->each) {
            at += (t->each[thread] - t->each[0]) * (weight + more);
            weight *= 16;
        }
    }
    return at;
}

static lck_warp warp_of(const lck_cute *c, const lck_cute_access *a, unsigned r, unsigned first,
                        int64_t more)
{
    lck_warp w = {.lanes = 0, .width = a->width};
    int64_t least = INT64_MAX;
    for (unsigned t = first; t < first + 32 && t < c->x.threads; t++)
        if (lck_sum_holds(c->active, t)) {
            w.active[w.lanes] = true;
            w.byte[w.lanes] = instance(a->byte[r], t, more);
            least = w.byte[w.lanes] < least ? w.byte[w.lanes] : least;
            w.lanes++;
        }
    for (unsigned i = 0; i < w.lanes && least < 0; i++) /* by a multiple of a sector */
        w.byte[i] += (-least + LC_SECTOR_BYTES - 1) / LC_SECTOR_BYTES * LC_SECTOR_BYTES;
    return w;
}

/* By how much a number that is not known may miss a multiple of 32 bytes, at least; 0: by
 * nothing. */
static int64_t misses(const lck_cute *c, const lck_cute_access *a)
{
    for (unsigned r = 0; r < a->n; r++) {
        int64_t step = lck_sum_step_of(&c->x, a->byte[r]);
        if (step % LC_SECTOR_BYTES != 0)
            return step < LC_SECTOR_BYTES ? step : LC_SECTOR_BYTES / 2;
    }
    return 0;
}

typedef struct {
    unsigned r, first, sectors, least;
    bool any;
} costly;

static costly find_costly(const lck_cute *c, const lck_cute_access *a, int64_t more)
{
    costly out = {0};
    for (unsigned r = 0; r < a->n; r++)
        for (unsigned first = 0; first < c->x.threads; first += 32) {
            lck_warp w = warp_of(c, a, r, first, more);
            unsigned n = lck_warp_sectors(&w), least = lck_warp_least_sectors(&w);
            if (w.lanes > 0 && (!out.any || n - least > out.sectors - out.least))
                out = (costly){r, first, n, least, true};
        }
    return out;
}

static char *claim_of(const lck_cute_access *a, const lck_warp *w)
{
    int64_t byte[32];
    unsigned n = w->lanes;
    memcpy(byte, w->byte, sizeof byte);
    if (n == 1)
        byte[n++] = byte[0];
    char *value = lck_addresses_value(byte, n, a->element, LC_SECTOR_BYTES);
    lc_text text = {0};
    if (value)
        lc_text_printf(&text, "coalesced(%s, lanes=%u, bytes=%u, width=%u)", value, n, a->element,
                       a->width);
    free(value);
    return text.length ? lc_text_take(NULL, &text) : NULL;
}

void lck_cute_judge_global(lck_cute *c, const lck_cute_access *a, lck_answer *out)
{
    const char *why = a->why;
    for (unsigned r = 0; !why && r < a->n; r++)
        if (!a->byte[r]->known)
            why = "an address is not known";
    costly worst = why ? (costly){0} : find_costly(c, a, 0);
    if (!why && !worst.any)
        why = "no thread takes part";
    lck_warp w = why ? (lck_warp){0} : warp_of(c, a, worst.r, worst.first, 0);
    const lck_claimed *said = lck_asker_claim(c->asker, why ? NULL : claim_of(a, &w));
    int expected = worst.sectors == worst.least ? LCV_PROVED : LCV_REFUTED;
    if (!why && said->verdict != expected)
        why = said->shown[0] ? said->shown : "no claim says which lanes take part";
    if (why) {
        lck_audit_open(c->audit, out, why);
        return;
    }
    out->verdict = expected == LCV_PROVED ? LCK_GOOD : LCK_BAD;
    out->worst = worst.sectors;
    out->least = worst.least;
    lck_audit_claim(c->audit, out, said);
    if (expected == LCV_REFUTED)
        out->shown = lck_audit_text(c->audit, said->shown, strlen(said->shown));
    int64_t more = misses(c, a);
    costly other = more ? find_costly(c, a, more) : worst;
    if (more)
        out->why =
            lck_audit_printf(c->audit,
                             "where strides and offsets are multiples of 32 bytes; they are "
                             "known to be multiples of %lld, and %u sectors are touched "
                             "where they miss by that",
                             (long long)more, other.sectors);
}
