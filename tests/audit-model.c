#include "config.h"

#include "audit-model.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- random layouts ---- */

/* A product of powers of two, divided among two dims. */
static void share(rnd *r, uint64_t n, uint64_t out[2])
{
    out[0] = out[1] = 1;
    for (; n > 1; n /= 2)
        out[rnd_chance(r, 50)] *= 2;
}

void a_rnd_blocked(rnd *r, a_blocked *out)
{
    share(r, 1u << rnd_in(r, 0, 4), out->size);
    share(r, AUDIT_LANES, out->threads);
    share(r, 1u << rnd_in(r, 0, 3), out->warps);
    out->minor = rnd_chance(r, 50);
}

void a_rnd_swizzled(rnd *r, a_swizzled *out)
{
    out->vec = 1u << rnd_in(r, 0, 3);
    out->per = 1u << rnd_in(r, 0, 2);
    out->most = 1u << rnd_in(r, 0, 3);
    out->column = rnd_chance(r, 50);
}

void a_blocked_text(const a_blocked *b, char text[256])
{
    snprintf(text, 256,
             "#ttg.blocked<{sizePerThread = [%d, %d], threadsPerWarp = [%d, %d], warpsPerCTA = "
             "[%d, %d], order = [%d, %d]}>",
             (int)b->size[0], (int)b->size[1], (int)b->threads[0], (int)b->threads[1],
             (int)b->warps[0], (int)b->warps[1], (int)b->minor, (int)(1 - b->minor));
}

void a_swizzled_text(const a_swizzled *s, char text[256])
{
    snprintf(text, 256,
             "#ttg.swizzled_shared<{vec = %d, perPhase = %d, maxPhase = %d, order = [%d, %d]}>",
             (int)s->vec, (int)s->per, (int)s->most, (int)s->column, (int)(1 - s->column));
}

/* ---- where elements are ---- */

static uint64_t tile(const a_blocked *b, size_t d)
{
    return b->size[d] * b->threads[d] * b->warps[d];
}

/* How often a thread's registers are repeated along a dim. */
static uint64_t repeats(const a_blocked *b, const uint64_t shape[2], size_t d)
{
    return shape[d] > tile(b, d) ? shape[d] / tile(b, d) : 1;
}

uint64_t a_registers(const a_blocked *b, const uint64_t shape[2])
{
    return b->size[0] * b->size[1] * repeats(b, shape, 0) * repeats(b, shape, 1);
}

uint64_t a_warps(const a_blocked *b)
{
    return b->warps[0] * b->warps[1];
}

void a_element(const a_blocked *b, const uint64_t shape[2], uint64_t reg, uint64_t lane,
               uint64_t warp, uint64_t at[2])
{
    for (size_t i = 0; i < 2; i++) {
        size_t d = i == 0 ? b->minor : 1 - b->minor;
        at[d] = reg % b->size[d] + b->size[d] * (lane % b->threads[d]) +
                b->size[d] * b->threads[d] * (warp % b->warps[d]);
        reg /= b->size[d];
        lane /= b->threads[d];
        warp /= b->warps[d];
    }
    for (size_t i = 0; i < 2; i++) {
        size_t d = i == 0 ? b->minor : 1 - b->minor;
        at[d] = (at[d] + tile(b, d) * (reg % repeats(b, shape, d))) % shape[d];
        reg /= repeats(b, shape, d);
    }
}

uint64_t a_offset(const a_swizzled *s, const uint64_t shape[2], const uint64_t at[2])
{
    uint64_t columns = shape[s->column], column = at[s->column], row = at[1 - s->column];
    uint64_t phase = row / s->per % s->most;
    return row * columns + (column ^ (s->vec * phase % columns));
}

/* A register is a copy when a lower one of the same thread has its element, in every thread. */
static bool is_copy(const a_blocked *b, const uint64_t shape[2], uint64_t reg)
{
    uint64_t mine[2], other[2];
    a_element(b, shape, reg, 0, 0, mine);
    for (uint64_t k = 0; k < reg; k++) {
        a_element(b, shape, k, 0, 0, other);
        if (mine[0] == other[0] && mine[1] == other[1])
            return true;
    }
    return false;
}

void a_access_of(const a_blocked *b, const a_swizzled *s, const uint64_t shape[2], a_access *out)
{
    uint64_t all = a_registers(b, shape), kept[1024], n = 0;
    for (uint64_t reg = 0; reg < all; reg++)
        if (!is_copy(b, shape, reg))
            kept[n++] = reg;
    *out = (a_access){n, a_warps(b), malloc(a_warps(b) * AUDIT_LANES * n * sizeof(uint64_t))};
    uint64_t *offset = out->offset;
    for (uint64_t warp = 0; warp < out->warps; warp++)
        for (uint64_t lane = 0; lane < AUDIT_LANES; lane++)
            for (uint64_t i = 0; i < n; i++) {
                uint64_t at[2];
                a_element(b, shape, kept[i], lane, warp, at);
                *offset++ = a_offset(s, shape, at);
            }
}

/* ---- vectors ---- */

/* Do the registers whose numbers differ in the bits of `free` alone move as one, the register
 * with bit j of them at 2^j? */
static bool moves_as_one(const a_access *a, const unsigned *bit, unsigned n)
{
    uint64_t v = UINT64_C(1) << n;
    for (uint64_t i = 0; i < a->warps * AUDIT_LANES; i++)
        for (uint64_t reg = 0; reg < a->registers; reg++) {
            uint64_t place = 0, first = reg;
            for (unsigned j = 0; j < n; j++) {
                place |= (reg >> bit[j] & 1) << j;
                first &= ~(UINT64_C(1) << bit[j]);
            }
            uint64_t base = a->offset[i * a->registers + first];
            if (base % v != 0 || a->offset[i * a->registers + reg] != base + place)
                return false;
        }
    return true;
}

static unsigned bits_of(uint64_t n)
{
    unsigned bits = 0;
    while (n > UINT64_C(1) << bits)
        bits++;
    return bits;
}

/* The bits of registers that are 1, 2, 4, .. in the first thread. */
static bool find_bits(const a_access *a, unsigned n, unsigned *bit)
{
    for (unsigned j = 0; j < n; j++) {
        bit[j] = UINT32_MAX;
        for (unsigned k = 0; k < bits_of(a->registers) && bit[j] == UINT32_MAX; k++)
            if (a->offset[UINT64_C(1) << k] == (a->offset[0] ^ UINT64_C(1) << j))
                bit[j] = k;
        if (bit[j] == UINT32_MAX)
            return false;
    }
    return true;
}

uint64_t a_widest(const a_access *a, uint64_t most)
{
    unsigned bit[8];
    for (unsigned n = bits_of(most); n > 0; n--)
        if (find_bits(a, n, bit) && moves_as_one(a, bit, n))
            return UINT64_C(1) << n;
    return 1;
}

/* ---- wavefronts ---- */

unsigned a_phases(size_t lanes, const uint64_t *address, uint64_t width)
{
    size_t together = width <= 4 ? 32 : 128 / width;
    unsigned sum = 0;
    for (size_t from = 0; from < lanes; from += together) {
        unsigned busiest = 0;
        for (uint64_t bank = 0; bank < 32; bank++) {
            uint64_t word[1024];
            unsigned n = 0;
            for (size_t lane = from; lane < lanes && lane < from + together; lane++)
                for (uint64_t byte = address[lane]; byte < address[lane] + width; byte++) {
                    unsigned k = 0;
                    while (k < n && word[k] != byte / 4)
                        k++;
                    if (k == n && byte / 4 % 32 == bank)
                        word[n++] = byte / 4;
                }
            busiest = n > busiest ? n : busiest;
        }
        sum += busiest;
    }
    return sum;
}

unsigned a_wavefronts(const a_access *a, uint64_t v, uint64_t bytes)
{
    unsigned worst = 0;
    for (uint64_t warp = 0; warp < a->warps; warp++)
        for (uint64_t reg = 0; reg < a->registers; reg++) {
            uint64_t address[AUDIT_LANES];
            const uint64_t *first = a->offset + warp * AUDIT_LANES * a->registers;
            if (first[reg] % v != 0)
                continue;
            for (size_t lane = 0; lane < AUDIT_LANES; lane++)
                address[lane] = first[lane * a->registers + reg] / v * v * bytes;
            unsigned n = a_phases(AUDIT_LANES, address, v * bytes);
            worst = n > worst ? n : worst;
        }
    return worst;
}
