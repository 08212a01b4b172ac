#include "config.h"

#include "../../../lib/int64.h"

#include "scratch.h"

#include <stdlib.h>
#include <string.h>

/* ---- layouts of registers ---- */

static bool is_single(const lck_bases *v)
{
    for (unsigned i = 0; i < v->n; i++)
        if (v->basis[i] & (v->basis[i] - 1))
            return false;
    return true;
}

uint64_t lck_mask_of(const lc_linear *l, size_t axis, unsigned *first)
{
    *first = 0;
    for (size_t d = 0; d < axis; d++)
        *first += lc_linear_out_dim(l, d).bits;
    return ((UINT64_C(1) << lc_linear_out_dim(l, axis).bits) - 1) << *first;
}

bool lck_held_of(const lc_linear *l, lck_held *out)
{
    lck_bases reg = lck_dim_of(l, "register");
    *out = (lck_held){.bits = lc_linear_out_bits(l),
                      .reg = lck_without_zeros(&reg),
                      .lane = lck_dim_of(l, "lane"),
                      .warp = lck_dim_of(l, "warp"),
                      .block = lck_dim_of(l, "block")};
    if (out->bits > LCK_BASES)
        return false;
    out->single = is_single(&out->reg) && is_single(&out->lane) && is_single(&out->warp) &&
                  is_single(&out->block);
    return true;
}

/* ---- sets of bases ---- */

/* Those of a that are in b, too, in the order of a. */
static lck_bases common(const lck_bases *a, const lck_bases *b)
{
    lck_bases out = {0};
    for (unsigned i = 0; i < a->n; i++)
        if (a->basis[i] && lck_find(b, a->basis[i]) >= 0)
            lck_push(&out, a->basis[i]);
    return out;
}

static lck_bases minus(const lck_bases *a, const lck_bases *b)
{
    lck_bases out = {0};
    for (unsigned i = 0; i < a->n; i++)
        if (lck_find(b, a->basis[i]) < 0)
            lck_push(&out, a->basis[i]);
    return out;
}

static uint64_t least(const lck_bases *v)
{
    uint64_t x = UINT64_MAX;
    for (unsigned i = 0; i < v->n; i++)
        x = v->basis[i] < x ? v->basis[i] : x;
    return x;
}

static int by_size(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void cut(lck_bases *v, unsigned n)
{
    v->n = v->n < n ? v->n : n;
}

/* ---- segments and banks ---- */

/* The bases of a segment: first those that neither side moves in one instruction; then sums of a
 * basis of the store alone and one of the load alone, which conflict on neither side; where these
 * are too few, bases of one side, which conflict. */
static lck_bases segment_of(const lck_bases *store, const lck_bases *load, unsigned bits,
                            unsigned n)
{
    lck_bases segment = {0}, a = minus(store, load), b = minus(load, store);
    a = lck_without_zeros(&a);
    b = lck_without_zeros(&b);
    for (unsigned i = 0; i < bits; i++)
        if (lck_find(store, 1ull << i) < 0 && lck_find(load, 1ull << i) < 0)
            lck_push(&segment, 1ull << i);
    if (segment.n < n) {
        if (a.n > b.n) {
            lck_bases swapped = a;
            a = b;
            b = swapped;
        }
        qsort(a.basis, a.n, sizeof *a.basis, by_size);
        qsort(b.basis, b.n, sizeof *b.basis, by_size);
        unsigned missing = n - segment.n, clash = missing > a.n ? missing - a.n : 0;
        clash = clash < a.n ? clash : a.n;
        for (unsigned i = clash; i < a.n; i++)
            lck_push(&segment, a.basis[i] ^ b.basis[i]);
        for (unsigned i = 0; i < clash; i++)
            lck_push(&segment, a.basis[i]);
        for (unsigned i = 0; i < clash; i++)
            lck_push(&segment, b.basis[i]);
    }
    cut(&segment, n);
    return segment;
}

/* Bits that are not the lowest of a reduced row of v: with them v has every index. */
static lck_bases complement_of(const lck_bases *v, unsigned bits)
{
    lck_bases row = *v, out = {0};
    uint64_t pivots = 0;
    for (unsigned i = 0; i < row.n; i++) {
        for (unsigned j = 0; j < i; j++)
            if (row.basis[j] && row.basis[i] & row.basis[j] & -row.basis[j])
                row.basis[i] ^= row.basis[j];
        uint64_t pivot = row.basis[i] & -row.basis[i];
        for (unsigned j = 0; pivot && j < i; j++)
            if (row.basis[j] & pivot)
                row.basis[j] ^= row.basis[i];
    }
    for (unsigned i = 0; i < row.n; i++)
        pivots |= row.basis[i] & -row.basis[i];
    for (unsigned i = 0; i < bits; i++)
        if (!(pivots >> i & 1))
            lck_push(&out, 1ull << i);
    return out;
}

typedef struct {
    const lck_held *from, *to;
    unsigned bits; /* of an element */
    unsigned banks;
    lck_bases block; /* of the source, without zeros: other memory */
} conversion;

/* The arrangement with these vectors, where one instruction of the store and of the load also has
 * the bases of a tile. `stays` of the repeated bases stay in the segment. */
static lck_scratch arranged(const conversion *c, const lck_bases *vector,
                            const lck_bases *store_tile, const lck_bases *load_tile,
                            unsigned stays)
{
    lck_scratch s = {.vector = *vector, .block = c->block};
    lck_bases store = *vector, load = *vector, all = *vector;
    unsigned dim = c->from->bits, others = vector->n + c->block.n;
    unsigned bank = lc_int64_log(c->banks * 32 / ((1ull << vector->n) * c->bits));
    bank = bank < dim - others ? bank : dim - others;
    lck_append(&store, store_tile);
    lck_append(&store, &c->block);
    lck_append(&load, load_tile);
    lck_append(&load, &c->block);
    lck_bases segment = segment_of(&store, &load, dim, dim - bank - others);
    lck_append(&all, &segment);
    lck_append(&all, &c->block);
    s.bank = complement_of(&all, dim);
    for (unsigned i = 0; i < segment.n; i++) {
        uint64_t x = segment.basis[i];
        bool repeated = lck_find(&c->from->reg, x) >= 0 && lck_find(&c->to->reg, x) >= 0;
        if (repeated && stays > 0)
            stays--;
        else if (repeated) {
            lck_push(&s.reps, x);
            continue;
        }
        lck_push(&s.segment, x);
    }
    return s;
}

/* ---- by vectors ---- */

/* Fills the vectors up to 32 bits: with registers of one side that are warps of the other, then
 * with warps. 1, -1: registers of the source, the destination were taken or would have been. */
static int fill_word(const conversion *c, lck_bases *vector)
{
    unsigned word = lc_int64_log(32 / c->bits);
    lck_bases from_warp = lck_without_zeros(&c->from->warp),
              to_warp = lck_without_zeros(&c->to->warp);
    lck_bases from_left = minus(&c->from->reg, vector), to_left = minus(&c->to->reg, vector);
    lck_bases source = common(&from_left, &to_warp), target = common(&to_left, &from_warp);
    int fills = source.n > target.n ? 1 : -1;
    if (source.n == target.n && source.n > 0)
        fills = least(&source) < least(&target) ? 1 : -1;
    lck_append(vector, fills > 0 ? &source : &target);
    if (vector->n < word) {
        lck_bases both = common(&from_warp, &to_warp);
        lck_append(vector, &both);
    }
    for (unsigned i = 0; vector->n < word && (i < from_warp.n || i < to_warp.n); i++) {
        if (i < from_warp.n && lck_find(vector, from_warp.basis[i]) < 0)
            lck_push(vector, from_warp.basis[i]);
        if (vector->n < word && i < to_warp.n && lck_find(vector, to_warp.basis[i]) < 0 &&
            lck_find(&c->block, to_warp.basis[i]) < 0)
            lck_push(vector, to_warp.basis[i]);
    }
    cut(vector, word);
    return fills;
}

/* Lanes that are served together: `some` of them, or the first ones. */
static lck_bases lanes_together(const lck_bases *lane, const unsigned char *some, unsigned drop)
{
    lck_bases out = {0};
    for (unsigned i = 0; some && some[i] != 0xff; i++)
        if (some[i] < lane->n)
            lck_push(&out, lane->basis[some[i]]);
    if (!some) {
        out = *lane;
        cut(&out, lane->n > drop ? lane->n - drop : 0);
    }
    return out;
}

/* Bases of the bank that one side has in registers come first: its instructions are wider. */
static void widen(const conversion *c, lck_scratch *s, int fills)
{
    lck_bases source = common(&s->bank, &c->from->reg), target = common(&s->bank, &c->to->reg);
    bool takes_source = fills > 0 || (fills == 0 && source.n > target.n);
    lck_bases first = takes_source ? source : target, rest = minus(&s->bank, &first);
    lck_append(&first, &rest);
    s->bank = first;
}

static lck_scratch by_vectors(const lck_triton *t, const conversion *c)
{
    static const unsigned char cdna3[] = {0, 1, 4, 0xff}, cdna4[] = {0, 1, 3, 4, 0xff};
    lck_bases vector = common(&c->from->reg, &c->to->reg);
    int fills = 0;
    cut(&vector, lc_int64_log(128 / c->bits));
    if ((1u << vector.n) * c->bits < 32)
        fills = fill_word(c, &vector);
    unsigned width = (1u << vector.n) * c->bits, wide = lc_int64_log(width / 32);
    unsigned drop = wide + c->from->lane.n > lc_int64_log(c->banks)
                        ? wide + c->from->lane.n - lc_int64_log(c->banks)
                        : 0;
    const unsigned char *some = !t->amd || width < 128 ? NULL : c->banks == 64 ? cdna4 : cdna3;
    lck_bases store = lanes_together(&c->from->lane, NULL, drop);
    lck_bases load = lanes_together(&c->to->lane, some, drop);
    lck_scratch s = arranged(c, &vector, &store, &load, 0);
    if (wide < 2)
        widen(c, &s, fills);
    return s;
}

/* ---- by pairs of instructions ---- */

/* Lanes that lie in one row of 16 bytes, and lanes that give its address. */
typedef struct {
    unsigned nalong, nacross;
    unsigned char along[3], across[3];
} tile;

static const tile tiles[] = {
    {0, 3, {0}, {0, 1, 2}},    /* vectors of 16 bytes */
    {2, 3, {0, 1}, {2, 3, 4}}, /* matrices */
    {3, 2, {2, 3, 4}, {0, 1}}, /* matrices with .trans */
};

/* The elements of a row of 16 bytes that both instructions move as one; a has no fewer registers
 * in it than b. */
static bool row_of(const conversion *c, const lck_held *a, const lck_held *b, const tile *ta,
                   const tile *tb, lck_bases *out)
{
    unsigned row = lc_int64_log(128 / c->bits);
    if (row < ta->nalong || row < tb->nalong)
        return false;
    unsigned na = row - ta->nalong, nb = row - tb->nalong;
    *out = common(&a->reg, &b->reg);
    if (na < nb || out->n < nb)
        return false;
    cut(out, nb);
    for (unsigned i = 0; i < ta->nalong; i++)
        if (a->lane.basis[ta->along[i]] == 0)
            return false;
    for (unsigned i = 0; i < tb->nalong; i++) {
        uint64_t x = b->lane.basis[tb->along[i]];
        bool found = i < na - nb ? lck_find(&a->reg, x) >= 0
                                 : lck_find(&a->lane, x) == ta->along[i - (na - nb)];
        if (x == 0 || !found)
            return false;
        lck_push(out, x);
    }
    return true;
}

/* Eight addresses: registers that are not in the row, then lanes. */
static bool addresses_of(const lck_held *held, const tile *t, const lck_bases *row,
                         lck_bases *out)
{
    *out = (lck_bases){0};
    for (unsigned i = 0; i < held->reg.n && out->n < 3u - t->nacross; i++)
        if (lck_find(row, held->reg.basis[i]) < 0)
            lck_push(out, held->reg.basis[i]);
    if (out->n < 3u - t->nacross)
        return false;
    for (unsigned i = 0; i < t->nacross; i++)
        lck_push(out, held->lane.basis[t->across[i]]);
    return true;
}

static unsigned clashes(const lck_scratch *s, const lck_bases *addresses)
{
    lck_bases both = common(&s->segment, addresses);
    return (1u << both.n) - 1;
}

static bool by_pair(const conversion *c, int i, int j, lck_scratch *s, unsigned *cost)
{
    lck_bases row, store, load;
    bool source = tiles[i].nalong <= tiles[j].nalong;
    if (!(source ? row_of(c, c->from, c->to, &tiles[i], &tiles[j], &row)
                 : row_of(c, c->to, c->from, &tiles[j], &tiles[i], &row)) ||
        !addresses_of(c->from, &tiles[i], &row, &store) ||
        !addresses_of(c->to, &tiles[j], &row, &load))
        return false;
    *s = arranged(c, &row, &store, &load, i > 0 && j > 0 ? 2 : 0);
    s->store = i;
    s->load = j;
    *cost = clashes(s, &store) + clashes(s, &load);
    return true;
}

/* Of all pairs of instructions that move rows of 16 bytes: the pair with the fewest conflicts,
 * then with the most repetitions, then the first. */
static bool by_pairs(const lck_triton *t, const conversion *c, lck_scratch *out)
{
    bool found = false;
    unsigned best = 0;
    int most = c->bits == 16 ? 2 : c->bits <= 32 ? 1 : 0;
    for (int i = 0; i <= (t->capability >= 90 ? most : 0); i++)
        for (int j = 0; j <= (t->capability >= 75 ? most : 0); j++) {
            lck_scratch s;
            unsigned cost;
            if (!by_pair(c, i, j, &s, &cost) ||
                (found && (cost > best || (cost == best && s.reps.n <= out->reps.n))))
                continue;
            *out = s;
            best = cost;
            found = true;
        }
    return found;
}

bool lck_scratch_of(const lck_triton *t, const lck_held *from, const lck_held *to, unsigned bits,
                    lck_scratch *out)
{
    static const lck_triton plain = {.amd = false};
    conversion c = {from, to, bits, 32, lck_without_zeros(&from->block)};
    if (!from->single || !to->single || from->bits != to->bits || bits < 8 || bits > 128)
        return false;
    if (t && t->amd)
        c.banks = strcmp(t->arch, "gfx950") == 0 ? 64 : 32;
    if (!t || t->amd || from->lane.n != 5 || to->lane.n != 5 || !by_pairs(t, &c, out))
        *out = by_vectors(t ? t : &plain, &c);
    return true;
}

/* ---- where values are ---- */

/* Offsets of the index bits: the arrangement, solved. */
typedef struct {
    unsigned n;
    uint64_t index[LCK_BASES], offset[LCK_BASES]; /* reduced, and what each is made of */
} solved;

/* What is left of an index, with the offset of what is taken away. */
static uint64_t rest_of(const solved *s, uint64_t index, uint64_t *offset)
{
    for (unsigned j = 0; j < s->n; j++)
        if ((index ^ s->index[j]) < index) {
            index ^= s->index[j];
            *offset ^= s->offset[j];
        }
    return index;
}

static void solve(solved *s, const lck_bases *v, uint64_t first)
{
    for (unsigned i = 0; i < v->n; i++) {
        uint64_t offset = first ? first << i : 0, index = rest_of(s, v->basis[i], &offset);
        unsigned k = s->n;
        if (index == 0 || k == LCK_BASES)
            continue;
        s->n++;
        for (; k > 0 && s->index[k - 1] < index; k--) {
            s->index[k] = s->index[k - 1];
            s->offset[k] = s->offset[k - 1];
        }
        s->index[k] = index;
        s->offset[k] = offset;
    }
}

static bool offsets_of(const solved *s, const lck_bases *v, lck_bases *out)
{
    *out = (lck_bases){0};
    for (unsigned i = 0; i < v->n; i++) {
        uint64_t offset = 0;
        if (rest_of(s, v->basis[i], &offset))
            return false;
        lck_push(out, offset);
    }
    return true;
}

uint64_t lck_scratch_size(const lck_scratch *s)
{
    return UINT64_C(1) << (s->vector.n + s->bank.n + s->segment.n);
}

bool lck_scratch_places(const lck_scratch *s, const lck_held *held, lck_places *out)
{
    solved map = {0};
    lck_bases reg = minus(&held->reg, &s->reps);
    solve(&map, &s->vector, 1);
    solve(&map, &s->bank, UINT64_C(1) << s->vector.n);
    solve(&map, &s->segment, UINT64_C(1) << (s->vector.n + s->bank.n));
    solve(&map, &s->reps, 0);
    solve(&map, &s->block, 0);
    *out = (lck_places){.offset_bits = s->vector.n + s->bank.n + s->segment.n};
    return offsets_of(&map, &reg, &out->reg) && offsets_of(&map, &held->lane, &out->lane) &&
           offsets_of(&map, &held->warp, &out->warp);
}
