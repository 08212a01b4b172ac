/* judge.c - what an access of shared memory costs, and whether it is aligned and inside. */
#include "config.h"

#include <stdlib.h>

#include "../../../lib/starved.h"
#include "../../../lib/text.h"
#include "../../../lib/int64.h"
#include "../../../verify/session/script.h"
#include "access.h"

#define RESIDUES 256
#define CLAIMS 64

/* ---- residues ---- */

/* What the part of an address that all threads share is a multiple of, with the object's. */
static int64_t shared_divisor(const lck_cute *c, const lck_cute_access *a, const lck_sum *byte)
{
    int64_t object = a->pointer->object_align > 0 ? a->pointer->object_align : 1;
    return lc_int64_gcd(object, lck_sum_step_of(&c->x, byte));
}

static int64_t period_of(const lck_cute_access *a)
{
    int64_t banks = a->width < 4 ? 4 : a->width,
            swizzle = lck_swizzle_period(a->pointer->swizzle);
    return swizzle > banks ? swizzle : banks;
}

/* A symbol counts by thread: its coefficients are not the same in all of them. */
static bool has_varying(const lck_sum *n)
{
    for (unsigned i = 0; i < n->n; i++)
        if (n->term[i].symbol != LCK_ONE && n->term[i].each)
            return true;
    return false;
}

static const char *unknown_addresses(const lck_cute_access *a)
{
    if (a->why)
        return a->why;
    for (unsigned r = 0; r < a->n; r++) {
        if (!a->byte[r]->known)
            return "an address is not known";
        if (has_varying(a->byte[r]))
            return "a number that is not known times the thread";
    }
    return NULL;
}

/* ---- warps ---- */

static lck_warp warp_of(const lck_cute *c, const lck_cute_access *a, unsigned r, unsigned first,
                        int64_t residue)
{
    lck_warp w = {.lanes = 32, .width = a->width};
    for (unsigned i = 0; i < 32; i++) {
        unsigned t = first + i < c->x.threads ? first + i : first;
        w.active[i] = first + i < c->x.threads && lck_sum_holds(c->active, t);
        w.byte[i] = lck_swizzle_at(a->pointer->swizzle, lck_sum_at(a->byte[r], t) + residue);
    }
    return w;
}

typedef struct {
    unsigned r, first, excess, wavefronts;
    int64_t residue;
    bool any, differs; /* a warp takes part; residues have different worst warps */
} worst;

/* The worst warp of all instructions, for one residue of each. */
static void find_worst(const lck_cute *c, const lck_cute_access *a, int64_t period, worst *out)
{
    unsigned least_excess = ~0u;
    for (int64_t residue = 0; residue < period; residue++) {
        worst here = {.residue = residue};
        bool tried = false;
        for (unsigned r = 0; r < a->n; r++) {
            int64_t step = lc_int64_gcd(shared_divisor(c, a, a->byte[r]), period);
            if (residue % step != 0)
                continue;
            tried = true;
            for (unsigned first = 0; first < c->x.threads; first += 32) {
                lck_warp w = warp_of(c, a, r, first, residue);
                unsigned least = lck_warp_least(&w), n = least ? lck_warp_wavefronts(&w) : 0;
                if (least && (!here.any || n - least > here.excess))
                    here = (worst){r, first, n - least, n, residue, true, false};
            }
        }
        if (!tried || !here.any)
            continue;
        least_excess = here.excess < least_excess ? here.excess : least_excess;
        if (!out->any || here.excess > out->excess)
            *out = here;
    }
    out->differs = out->any && least_excess != out->excess;
}

/* ---- claims ---- */

static char *claim_of(const char *value, const lck_cute_access *a, unsigned lanes)
{
    lc_text text = {0};
    lc_text_printf(&text, "conflict_free(%s, lanes=%u, bytes=%u, width=%u)", value, lanes,
                   a->element, a->width);
    return lc_text_take(NULL, &text);
}

/* The claim about one warp: its lanes that are active, which are the first ones or all in one
 * phase. NULL: there is none. */
static char *warp_claim(const lck_cute_access *a, const lck_warp *w)
{
    int64_t byte[32];
    unsigned n = 0;
    bool gap = false, first = true;
    for (unsigned i = 0; i < 32; i++) {
        first &= !(w->active[i] && gap);
        gap |= !w->active[i];
        if (w->active[i])
            byte[n++] = w->byte[i];
    }
    if (n == 0 || (!first && a->width > 4))
        return NULL;
    if (n == 1)
        byte[n++] = byte[0];
    char *value = lck_addresses_value(byte, n, a->element, a->width < 4 ? 4 : a->width);
    char *claim = value ? claim_of(value, a, n) : NULL;
    free(value);
    return claim;
}

/* The claim about all warps and instructions; NULL: their addresses have no common form. */
static char *joint_claim(const lck_cute *c, const lck_cute_access *a, int64_t residue)
{
    size_t n = (size_t)a->n * c->x.threads;
    int64_t all;
    if (c->x.threads % 32 != 0 || n > 65536 || !lck_sum_is(c->active, &all) || all == 0)
        return NULL;
    int64_t *byte = malloc(n * sizeof *byte);
    if (!byte)
        lc_text_starve();
    for (size_t i = 0; byte && i < n; i++)
        byte[i] = lck_swizzle_at(a->pointer->swizzle, lck_sum_at(a->byte[i / c->x.threads],
                                                                 (unsigned)(i % c->x.threads)) +
                                                          residue);
    char *value = byte && n > 32 ? lck_addresses_value(byte, (unsigned)n, a->element,
                                                       a->width < 4 ? 4 : a->width)
                                 : NULL;
    char *claim = value ? claim_of(value, a, 32) : NULL;
    free(value);
    free(byte);
    return claim;
}

/* Each warp of each instruction, as far as they differ. */
static bool each_is_free(lck_cute *c, const lck_cute_access *a, int64_t residue, lck_answer *out)
{
    unsigned asked = 0;
    for (unsigned r = 0; r < a->n; r++)
        for (unsigned first = 0; first < c->x.threads; first += 32) {
            lck_warp w = warp_of(c, a, r, first, residue);
            if (lck_warp_least(&w) == 0)
                continue;
            const lck_claimed *said =
                lck_asker_claim(c->asker, asked++ < CLAIMS ? warp_claim(a, &w) : NULL);
            if (said->verdict != LCV_PROVED)
                return false;
            lck_audit_claim(c->audit, out, said);
        }
    return asked > 0;
}

static void judge_free(lck_cute *c, const lck_cute_access *a, const worst *w, lck_answer *out)
{
    const lck_claimed *said = lck_asker_claim(c->asker, joint_claim(c, a, w->residue));
    bool proved = said->verdict == LCV_PROVED;
    if (proved)
        lck_audit_claim(c->audit, out, said);
    if (!proved && !each_is_free(c, a, w->residue, out)) {
        lck_audit_open(c->audit, out,
                       "no claim says where the lanes that take part read and write");
        return;
    }
    out->verdict = LCK_GOOD;
    out->worst = out->least = w->wavefronts;
}

static void judge_conflicts(lck_cute *c, const lck_cute_access *a, const worst *w,
                            lck_answer *out)
{
    lck_warp warp = warp_of(c, a, w->r, w->first, w->residue);
    const lck_claimed *said = lck_asker_claim(c->asker, warp_claim(a, &warp));
    if (said->verdict != LCV_REFUTED || said->worst != w->wavefronts) {
        lck_audit_open(c->audit, out,
                       said->shown[0] ? said->shown : "no claim says which lanes take part");
        return;
    }
    lck_audit_claim(c->audit, out, said);
    out->verdict = LCK_BAD;
    out->worst = w->wavefronts;
    out->least = w->wavefronts - w->excess;
    out->shown = lck_audit_lines(c->audit, said->shown);
}

void lck_cute_judge_shared(lck_cute *c, const lck_cute_access *a, lck_answer *out)
{
    const char *why = unknown_addresses(a);
    int64_t period = period_of(a), step = period;
    worst w = {0};
    for (unsigned r = 0; !why && r < a->n; r++)
        step = lc_int64_gcd(step, shared_divisor(c, a, a->byte[r]));
    if (!why && period / step > RESIDUES)
        why = "where the object begins is not known";
    if (!why && step % a->width != 0)
        why = "the address may not be a multiple of the width";
    if (!why) {
        find_worst(c, a, period, &w);
        if (!w.any)
            why = "no thread takes part";
        else if (w.differs)
            why = "it depends on where the object begins: its address is not known to be a "
                  "multiple of the swizzle's period";
    }
    if (why)
        lck_audit_open(c->audit, out, why);
    else if (w.excess == 0)
        judge_free(c, a, &w, out);
    else
        judge_conflicts(c, a, &w, out);
}

/* ---- alignment, bounds ---- */

/* A swizzle that moves bits of less than the width leaves no address as it is. */
void lck_cute_judge_aligned(lck_cute *c, const lck_cute_access *a, lck_answer *out)
{
    const char *why = a->why;
    lck_swizzle s = a->pointer->swizzle;
    bool keeps = s.bits == 0 || (int64_t)1 << s.base >= a->width;
    for (unsigned r = 0; !why && r < a->n; r++) {
        if (!a->byte[r]->known) {
            why = "an address is not known";
            break;
        }
        int64_t shared = shared_divisor(c, a, a->byte[r]), step = lc_int64_gcd(shared, a->width);
        bool known = shared % lck_swizzle_period(s) == 0 && shared % a->width == 0;
        for (unsigned t = 0; t < c->x.threads && !why; t++) {
            int64_t byte = lck_sum_at(a->byte[r], t), at = known ? lck_swizzle_at(s, byte) : byte;
            if (lck_sum_holds(c->active, t) && (keeps || known) && at % step != 0) {
                out->verdict = LCK_BAD;
                out->shown = lck_audit_printf(
                    c->audit,
                    "thread %u: byte %lld, and a multiple of %lld, is no multiple of %u", t,
                    (long long)at, (long long)shared, a->width);
                return;
            }
            if (lck_sum_holds(c->active, t) && (step < a->width || (!keeps && !known)))
                why = "what is added to the address is not known to be a multiple of the width";
        }
    }
    if (why)
        lck_audit_open(c->audit, out, why);
    else
        out->verdict = LCK_GOOD;
}

void lck_cute_judge_inside(lck_cute *c, const lck_cute_access *a, lck_answer *out)
{
    const char *why = a->why;
    int64_t size = a->pointer->object_bytes, period = lck_swizzle_period(a->pointer->swizzle);
    if (!why && size == 0)
        why = "the object's size is not known";
    for (unsigned r = 0; !why && r < a->n; r++) {
        int64_t low, high;
        if (!lck_sum_bounds(&c->x, a->byte[r], &low, &high))
            why = "how far a loop or an index goes is not known";
        else if (period > 1) { /* a swizzle stays within its period */
            low = low >= 0 ? low / period * period : low;
            high = high / period * period + period - a->width;
        }
        if (!why && (low < 0 || high > size - (int64_t)a->width))
            why = "the bounds that are known of it do not suffice";
    }
    if (why)
        lck_audit_open(c->audit, out, why);
    else
        out->verdict = LCK_GOOD;
}
