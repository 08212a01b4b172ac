/* banks.c - banks and sectors, by looking at the addresses of the lanes.
 *
 * An aligned lane lies in one cell of max(width, 4) bytes, and two lanes have words in
 * common when they have the cell. A phase has as many lanes as a row of all banks has cells,
 * and the cells of one place in the row are what one group of banks has to give.
 */
#include "config.h"

#include "banks.h"

unsigned lc_access_misaligned(lc_ctx *ctx, const lc_access *a)
{
    lc_int width = lc_int_const((int32_t)a->width);
    unsigned i = 0;
    while (i < a->lanes && lc_int_divides(ctx, width, a->byte[i]))
        i++;
    return i;
}

static unsigned cell_size(const lc_access *a)
{
    return a->width < LC_WORD_BYTES ? LC_WORD_BYTES : a->width;
}

unsigned lc_phase_lanes(const lc_access *a)
{
    return a->banks * LC_WORD_BYTES / cell_size(a);
}

unsigned lc_access_phases(const lc_access *a)
{
    unsigned together = lc_phase_lanes(a);
    unsigned lanes = a->fours ? (a->lanes + 31) / 32 * 32 : a->lanes;
    return (lanes + together - 1) / together;
}

/* The lanes of a phase as they are served; returns their number. */
static unsigned lanes_of(const lc_access *a, unsigned phase, unsigned *lane)
{
    unsigned together = lc_phase_lanes(a), n = 0;
    for (unsigned i = phase * together; i < (phase + 1) * together; i++) {
        unsigned at = a->fours ? i / 32 * 32 + 4 * a->fours[i % 32 / 4] + i % 4 : i;
        if (at < a->lanes)
            lane[n++] = at;
    }
    return n;
}

/* The number of the block of `size` bytes that holds the lane's first byte. */
static lc_int block_of(lc_ctx *ctx, const lc_access *a, unsigned lane, unsigned size)
{
    return lc_int_fdiv(ctx, a->byte[lane], lc_int_const((int32_t)size));
}

/* The place of a cell in its row of banks. */
static unsigned place_of(lc_ctx *ctx, const lc_access *a, lc_int cell)
{
    unsigned places = lc_phase_lanes(a);
    return (unsigned)lc_int_get_si(lc_int_fmod(ctx, cell, lc_int_const((int32_t)places)));
}

unsigned lc_lane_bank(lc_ctx *ctx, const lc_access *a, unsigned lane)
{
    return place_of(ctx, a, block_of(ctx, a, lane, cell_size(a))) * cell_size(a) / LC_WORD_BYTES;
}

static bool among(lc_int value, const lc_int *seen, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (lc_int_eq(seen[i], value))
            return true;
    return false;
}

lc_bank_load lc_busiest_bank(lc_ctx *ctx, const lc_access *a, unsigned phase)
{
    unsigned words[LC_MAX_BANKS] = {0};
    lc_bank_load load = {.n = 0};
    lc_int cell[LC_MAX_LANES];
    load.n = lanes_of(a, phase, load.lane);
    for (unsigned i = 0, n = 0; i < load.n; i++) {
        cell[n] = block_of(ctx, a, load.lane[i], cell_size(a));
        if (!among(cell[n], cell, n))
            words[place_of(ctx, a, cell[n++])]++;
    }
    for (unsigned k = 0; k < a->banks; k++) {
        if (words[k] <= load.wavefronts)
            continue;
        load.bank = k * cell_size(a) / LC_WORD_BYTES;
        load.wavefronts = words[k];
    }
    return load;
}

unsigned lc_least_wavefronts(const lc_access *a)
{
    unsigned n = 0, lane[LC_MAX_LANES];
    for (unsigned phase = 0; phase < lc_access_phases(a); phase++)
        n += lanes_of(a, phase, lane) > 0;
    return n;
}

unsigned lc_access_conflicts(lc_ctx *ctx, const lc_access *a)
{
    unsigned all = 0;
    for (unsigned phase = 0; phase < lc_access_phases(a); phase++)
        all += lc_busiest_bank(ctx, a, phase).wavefronts;
    return all - lc_least_wavefronts(a);
}

/* Different blocks of `size` bytes that hold a lane's first byte. */
static unsigned count_blocks(lc_ctx *ctx, const lc_access *a, unsigned size)
{
    lc_int block[LC_MAX_LANES];
    unsigned n = 0;
    for (unsigned i = 0; i < a->lanes; i++) {
        block[n] = block_of(ctx, a, i, size);
        n += !among(block[n], block, n);
    }
    return n;
}

unsigned lc_access_sectors(lc_ctx *ctx, const lc_access *a)
{
    return count_blocks(ctx, a, LC_SECTOR_BYTES);
}

unsigned lc_access_bytes(lc_ctx *ctx, const lc_access *a)
{
    return a->width * count_blocks(ctx, a, a->width);
}

unsigned lc_access_least_sectors(lc_ctx *ctx, const lc_access *a)
{
    return (lc_access_bytes(ctx, a) + LC_SECTOR_BYTES - 1) / LC_SECTOR_BYTES;
}
