/* count.c - wavefronts and sectors of one instruction, as lib/banks.h defines them. It is fast
 * enough to find the worst of many; the verdict is that of the claim about it. */
#include "config.h"

#include "../../../lib/banks.h"
#include "warp.h"

static unsigned phase_lanes(const lck_warp *w)
{
    unsigned lanes = w->width <= 4 ? 32 : 128 / w->width;
    return lanes ? lanes : 1;
}

/* Different words that the busiest bank has to give in a phase. */
static unsigned busiest(const lck_warp *w, unsigned first, unsigned lanes)
{
    int64_t word[LC_BANKS][32];
    unsigned n[LC_BANKS] = {0}, most = 0;
    for (unsigned i = first; i < first + lanes && i < w->lanes; i++)
        for (unsigned b = 0; w->active[i] && b < w->width; b += LC_WORD_BYTES) {
            int64_t at = (w->byte[i] + b) >> 2;
            unsigned bank = (unsigned)(at & (LC_BANKS - 1)), k = 0;
            while (k < n[bank] && word[bank][k] != at)
                k++;
            if (k == n[bank] && k < 32)
                word[bank][n[bank]++] = at;
            most = n[bank] > most ? n[bank] : most;
        }
    return most;
}

unsigned lck_warp_wavefronts(const lck_warp *w)
{
    unsigned total = 0, lanes = phase_lanes(w);
    for (unsigned first = 0; first < w->lanes; first += lanes)
        total += busiest(w, first, lanes);
    return total;
}

unsigned lck_warp_least(const lck_warp *w)
{
    unsigned total = 0, lanes = phase_lanes(w);
    for (unsigned i = 0, last = ~0u; i < w->lanes; i++)
        if (w->active[i] && i / lanes != last) {
            last = i / lanes;
            total++;
        }
    return total;
}

/* Where the active lanes begin, in ascending order; how many. */
static unsigned sorted(const lck_warp *w, int64_t *at)
{
    unsigned n = 0;
    for (unsigned i = 0; i < w->lanes; i++) {
        unsigned k = n;
        for (; w->active[i] && k > 0 && at[k - 1] > w->byte[i]; k--)
            at[k] = at[k - 1];
        if (w->active[i]) {
            at[k] = w->byte[i];
            n++;
        }
    }
    return n;
}

/* Different units of 2^shift bytes that the lanes touch. */
static unsigned units(const lck_warp *w, unsigned shift)
{
    int64_t at[LCK_WARP_LANES], next = INT64_MIN;
    unsigned lanes = sorted(w, at), n = 0;
    for (unsigned i = 0; i < lanes; i++) {
        int64_t first = at[i] >> shift, end = ((at[i] + w->width - 1) >> shift) + 1;
        first = first < next ? next : first;
        n += end > first ? (unsigned)(end - first) : 0;
        next = end > next ? end : next;
    }
    return n;
}

unsigned lck_warp_sectors(const lck_warp *w)
{
    return units(w, 5);
}

unsigned lck_warp_least_sectors(const lck_warp *w)
{
    return (units(w, 0) + LC_SECTOR_BYTES - 1) / LC_SECTOR_BYTES;
}

unsigned lck_warp_bytes(const lck_warp *w)
{
    return units(w, 0);
}
