#include "config.h"

#include "bound.h"
#include "shapes.h"

#include <stdlib.h>
#include <string.h>

#include "../../../lib/banks.h"
#include "../../../lib/int64.h"

#define LOOKS 8192 /* at warps, of one access */
#define LOOKS_WHEN_WORSE 1024

#define SCATTER ((int64_t)1 << 24) /* bytes between lanes, of rows that data chooses */

lck_cost lck_cost_of_banks(unsigned width)
{
    return (lck_cost){
        lck_warp_wavefronts,      lck_warp_least, width < LC_WORD_BYTES ? LC_WORD_BYTES : width,
        LC_BANKS * LC_WORD_BYTES, false,          false};
}

lck_cost lck_cost_of_sectors(unsigned width)
{
    (void)width; /* up to that of a sector */
    return (lck_cost){
        lck_warp_sectors, lck_warp_least_sectors, LC_SECTOR_BYTES, LC_SECTOR_BYTES, true, false};
}

static unsigned misaligned(const lck_warp *w)
{
    unsigned n = 0;
    for (unsigned i = 0; i < w->lanes; i++)
        n += w->active[i] && w->byte[i] % w->width != 0;
    return n;
}

static unsigned none(const lck_warp *w)
{
    (void)w;
    return 0;
}

lck_cost lck_cost_of_alignment(unsigned width)
{
    return (lck_cost){misaligned, none, width, width, false, true};
}

/* ---- warps ---- */

unsigned lck_warps(const lck_judge *j)
{
    int64_t n = j->block[0] * j->block[1] * j->block[2];
    return n > 1024 ? 32 : (unsigned)((n + 31) / 32);
}

lck_warp_threads lck_threads_of(const lck_judge *j, unsigned warp)
{
    lck_warp_threads out = {.lanes = 0};
    int64_t x = j->block[0], y = j->block[1], first = 32 * (int64_t)warp;
    int64_t at[3] = {first % x, first / x % y, first / (x * y)};
    for (unsigned i = 0; i < 32 && at[2] < j->block[2]; i++) {
        out.lanes |= (uint32_t)1 << i;
        for (unsigned axis = 0; axis < 3; axis++)
            out.thread[axis][i] = at[axis];
        at[0]++;
        for (unsigned axis = 0; axis < 2 && at[axis] == j->block[axis]; axis++) {
            at[axis] = 0;
            at[axis + 1]++;
        }
    }
    return out;
}

uint32_t lck_active(const lck_judged *a, uint32_t lanes)
{
    if (a->rows > 0 && a->rows < 32)
        lanes &= ((uint32_t)1 << a->rows) - 1;
    return a->once ? lanes & -lanes : lanes;
}

void lck_warp_normalize(lck_warp *w, int64_t grain)
{
    int64_t least = INT64_MAX;
    for (unsigned i = 0; i < 32; i++)
        if (w->active[i] && w->byte[i] < least)
            least = w->byte[i];
    int64_t by = least / grain - (least % grain < 0);
    for (unsigned i = 0; i < 32; i++)
        w->byte[i] = w->active[i] ? w->byte[i] - by * grain : 0;
}

static void set_active(lck_warp *w, uint32_t mask)
{
    for (unsigned i = 0; i < 32; i++)
        w->active[i] = mask >> i & 1;
}

/* Lanes that are at a multiple of so many bytes. */
static unsigned count_aligned(const lck_warp *w, unsigned bytes)
{
    unsigned n = 0;
    for (unsigned i = 0; i < 32; i++)
        n += w->active[i] && w->byte[i] % bytes == 0;
    return n;
}

/* ---- the bound ---- */

typedef struct {
    const lck_judge *j;
    const lck_judged *a;
    const lck_cost *cost;
    lck_lanes *lanes;
    lck_bound *out;
    unsigned nwarps, looks;
    bool faults;               /* every lane, of all warps so far: none is where it has to be */
    lck_warp_threads *threads; /* of each warp */
    lck_masks *masks;
    uint64_t hash[LCK_PATTERNS]; /* of the patterns */
} work;

static bool same_warp(const lck_warp *a, const lck_warp *b)
{
    return memcmp(a->active, b->active, sizeof a->active) == 0 &&
           memcmp(a->byte, b->byte, sizeof a->byte) == 0;
}

static uint64_t hash_of(const lck_warp *w)
{
    uint64_t h = 0;
    for (unsigned i = 0; i < 32; i++)
        h = (h ^ (uint64_t)w->byte[i] ^ w->active[i]) * 0x9e3779b97f4a7c15u;
    return h;
}

/* Was this warp seen before? Else it is kept, if there is room. */
static bool is_known(work *w, const lck_warp *warp)
{
    lck_bound *out = w->out;
    uint64_t hash = hash_of(warp);
    for (size_t i = 0; i < out->npatterns; i++)
        if (w->hash[i] == hash && same_warp(&out->pattern[i], warp))
            return true;
    out->more |= out->npatterns == LCK_PATTERNS;
    if (out->npatterns < LCK_PATTERNS) {
        w->hash[out->npatterns] = hash;
        out->pattern[out->npatterns++] = *warp;
    }
    return false;
}

static void count(work *w, const lck_warp *warp)
{
    lck_bound *out = w->out;
    unsigned n = w->cost->of(warp), least = w->cost->least(warp);
    if (!out->any || n - least > out->worst - out->least ||
        (n - least == out->worst - out->least && n > out->worst)) {
        out->worst = n;
        out->least = least;
    }
    out->any = true;
}

/* Warp number `index` with its addresses, all of its lanes, at a residue. */
static void count_warp(work *w, unsigned index, lck_warp warp)
{
    const lck_masks *m = &w->masks[index];
    uint32_t all = 0;
    for (size_t i = 0; i < m->n; i++)
        all |= m->mask[i];
    all = lck_active(w->a, all);
    if (all == 0)
        return;
    w->out->never = false;
    set_active(&warp, all);
    w->faults = w->faults && count_aligned(&warp, w->a->needs) == 0;
    if (!w->cost->misaligned &&
        count_aligned(&warp, w->a->width) < (unsigned)__builtin_popcount(all))
        return; /* it faults, which is another question */
    lck_warp_normalize(&warp, w->cost->grain);
    bool parts = w->cost->parts && m->n > 1;
    bool worse = w->out->any && w->out->worst > w->out->least;
    if (is_known(w, &warp) && w->out->any && (!parts || worse))
        return;
    count(w, &warp);
    w->out->masked |= w->cost->parts && (m->any || w->a->partial);
    /* once all lanes cost more than they need, parts of them tell nothing new */
    for (size_t i = 0; parts && i < m->n && w->out->worst == w->out->least; i++) {
        lck_warp part = warp;
        set_active(&part, lck_active(w->a, m->mask[i]));
        count(w, &part);
    }
}

/* Has enough been looked at? Once a warp is known to cost more than its least, fewer looks do. */
static bool is_done(const work *w)
{
    bool worse = w->out->any && w->out->worst > w->out->least;
    return w->looks > (worse ? LOOKS_WHEN_WORSE : LOOKS) || !lck_judge_works(w->j, 0);
}

/* All warps, at one combination of what lanes share. */
static bool count_all(work *w)
{
    int64_t left = w->lanes->shifted ? w->lanes->multiple : 0;
    int64_t step = lc_int64_gcd(lc_int64_gcd(left, w->a->base), w->cost->grain);
    for (unsigned i = 0; i < w->nwarps; i++) {
        const lck_warp_threads *t = &w->threads[i];
        lck_warp warp = {.lanes = 32, .width = w->a->width};
        if (!lck_lanes_at(w->lanes, t, warp.byte))
            return false;
        for (int64_t k = 0; w->lanes->scattered && k < 32; k++)
            warp.byte[k] += k * SCATTER;
        for (int64_t r = 0; r < w->cost->grain && !is_done(w); r += step) {
            lck_warp moved = warp;
            w->looks++;
            for (unsigned k = 0; k < 32; k++)
                moved.byte[k] += r;
            count_warp(w, i, moved);
        }
    }
    return true;
}

/* The first lanes alone, as of a block that ends there. */
static void add_beginnings(lck_masks *m)
{
    size_t n = m->n;
    for (size_t i = 0; i < n && !m->any; i++)
        for (unsigned lanes = 1; lanes < 32; lanes++) {
            uint32_t mask = m->mask[i] & (((uint32_t)1 << lanes) - 1);
            bool known = mask == 0;
            for (size_t k = 0; k < m->n; k++)
                known |= m->mask[k] == mask;
            if (!known && m->n < LCK_MASKS)
                m->mask[m->n++] = mask;
            else
                m->any |= !known;
        }
}

static lck_masks *new_masks(work *w)
{
    lck_masks *masks = calloc(w->nwarps, sizeof *masks);
    lck_guard *guard = masks ? lck_guard_new(w->j, w->a->guard) : NULL;
    for (unsigned i = 0; masks && i < w->nwarps; i++) {
        lck_guard_masks(guard, &w->threads[i], &masks[i]);
        if (w->j->open)
            add_beginnings(&masks[i]);
    }
    lck_guard_free(guard);
    return masks;
}

static bool prepare(work *w)
{
    w->nwarps = lck_warps(w->j);
    w->threads = calloc(w->nwarps, sizeof *w->threads);
    for (unsigned i = 0; w->threads && i < w->nwarps; i++)
        w->threads[i] = lck_threads_of(w->j, i);
    w->masks = w->threads ? new_masks(w) : NULL;
    return w->masks != NULL;
}

/* Does at most one lane of each warp take part? */
static bool is_single(const work *w)
{
    for (unsigned i = 0; i < w->nwarps; i++)
        for (size_t k = 0; k < w->masks[i].n; k++) {
            uint32_t lanes = lck_active(w->a, w->masks[i].mask[k]);
            if ((lanes & (lanes - 1)) != 0) /* nor more of a part of these */
                return false;
        }
    return !w->cost->misaligned;
}

/* The cost of a single lane: its place does not matter, as long as it is aligned. NULL, or why it
 * is not known. */
static const char *count_single(work *w)
{
    for (unsigned i = 0; i < w->nwarps; i++)
        count_warp(w, i, (lck_warp){.lanes = 32, .width = w->a->width});
    return w->out->any ? NULL : LCK_NEVER;
}

/* What data of lanes may add without changing the cost: whole rows of the banks, and less than
 * what is left of a word. */
static lck_left_out left_out(const lck_judged *a, const lck_cost *cost)
{
    bool words = a->width < LC_WORD_BYTES && a->base % LC_WORD_BYTES == 0;
    return cost->parts || cost->misaligned
               ? (lck_left_out){0}
               : (lck_left_out){cost->period, words ? LC_WORD_BYTES - a->width : 0};
}

static bool has_values(work *w)
{
    if (w->lanes->e && lck_lanes_values(w->lanes, w->cost->grain, w->cost->period))
        return true;
    lck_lanes_free(w->lanes);
    w->lanes = lck_lanes_new(w->j, w->a->at, left_out(w->a, w->cost), true);
    return w->lanes && w->lanes->e && lck_lanes_values(w->lanes, w->cost->grain, w->cost->period);
}

static const char *find(work *w)
{
    static const char too_many[] = "what its lanes share has too many values that count";
    if (!w->lanes || !prepare(w))
        return LC_NO_MEMORY;
    w->out->never = true;
    if (is_single(w))
        return count_single(w);
    w->out->never = false;
    w->out->data = w->lanes->data || w->lanes->scattered;
    if (w->lanes->data)
        return "its lanes are apart by data";
    if (!has_values(w))
        return w->lanes ? too_many : LC_NO_MEMORY;
    w->out->never = true;
    w->faults = w->a->needs > 1 && !w->lanes->scattered;
    for (size_t c = 0; c < lck_lanes_combinations(w->lanes) && !is_done(w); c++) {
        lck_lanes_set(w->lanes, c);
        if (!count_all(w)) {
            w->out->never = false;
            return "an address has no value of 64 bits";
        }
    }
    if (is_done(w) && w->out->worst == w->out->least) {
        w->out->never = false;
        return too_many;
    }
    if (w->out->any || w->out->never)
        return w->out->any ? NULL : LCK_NEVER;
    w->out->never = w->faults;
    return w->faults ? "no thread is at a multiple of what it needs, and gets past it"
                     : "no warp has all of its addresses at multiples of the width";
}

void lck_bound_of(const lck_judge *j, const lck_judged *a, const lck_cost *cost, lck_bound *out)
{
    work w = {.j = j,
              .a = a,
              .cost = cost,
              .lanes = lck_lanes_new(j, a->at, left_out(a, cost), false),
              .out = out};
    *out = (lck_bound){.why = NULL};
    out->why = find(&w);
    if (out->why && !out->never && !lck_judge_works(j, 0))
        out->why = LCK_JUDGE_NO_WORK;
    lck_lanes_free(w.lanes);
    free(w.threads);
    free(w.masks);
}
