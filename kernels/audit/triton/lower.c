#include "config.h"

#include "../../../lib/int64.h"

#include "lower.h"

#include <string.h>

/* ---- places ---- */

lck_bases lck_dim_of(const lc_linear *l, const char *name)
{
    size_t in;
    lck_bases out = {0};
    for (unsigned b = 0; lc_linear_find_in(l, name, &in) && b < lc_linear_in_dim(l, in).bits;
         b++) {
        uint64_t index = 0;
        unsigned shift = 0;
        for (size_t d = 0; d < lc_linear_nouts(l); d++) {
            index |= lc_linear_basis(l, in, b, d) << shift;
            shift += lc_linear_out_dim(l, d).bits;
        }
        lck_push(&out, index);
    }
    return out;
}

static bool read_dim(const lc_linear *l, const char *name, size_t offset, lck_bases *out)
{
    size_t in;
    *out = (lck_bases){0};
    if (!lc_linear_find_in(l, name, &in))
        return true;
    lc_dim dim = lc_linear_in_dim(l, in);
    if (dim.bits > LCK_BASES)
        return false;
    for (unsigned b = 0; b < dim.bits; b++)
        lck_push(out, lc_linear_basis(l, in, b, offset));
    return true;
}

/* Does a value of a thread lie in another block? */
static bool reaches(const lc_linear *l, size_t out)
{
    static const char *const names[] = {"register", "lane", "warp"};
    lck_bases v;
    bool any = false;
    for (size_t i = 0; i < 3; i++)
        any |= read_dim(l, names[i], out, &v) && lck_bits_of(&v) != 0;
    return any;
}

bool lck_places_of(const lc_linear *l, lck_places *out)
{
    size_t offset, block;
    *out = (lck_places){0};
    if (!lc_linear_find_out(l, "offset", &offset) ||
        !read_dim(l, "register", offset, &out->reg) || !read_dim(l, "lane", offset, &out->lane) ||
        !read_dim(l, "warp", offset, &out->warp))
        return false;
    out->offset_bits = lc_linear_out_dim(l, offset).bits;
    out->remote = lc_linear_find_out(l, "block", &block) && reaches(l, block);
    lck_bases kept = {0};
    lck_span seen = {0};
    for (unsigned i = 0; i < out->reg.n; i++)
        if (lck_span_add(&seen, out->reg.basis[i]))
            lck_push(&kept, out->reg.basis[i]);
    out->reg = kept;
    return true;
}

/* ---- vectors ---- */

/* Takes registers 1, 2, .. n/2 out of the layout; false when one is not there, or is not the
 * first of those left while `in_order`. */
static bool take_registers(lck_bases *reg, uint64_t n, bool in_order)
{
    for (uint64_t x = 1; x < n; x *= 2) {
        int i = lck_find(reg, x);
        if (i < 0 || (in_order && i > 0))
            return false;
        lck_take_out(reg, (unsigned)i);
    }
    return true;
}

static void add_accesses(lck_instruction *out, const lck_bases *reg, const lck_bases *warp)
{
    for (unsigned i = 0; i < reg->n; i++)
        lck_push(&out->access, reg->basis[i]);
    for (unsigned i = 0; i < warp->n; i++)
        if (warp->basis[i])
            lck_push(&out->access, warp->basis[i]);
}

bool lck_lower_vector(const lck_places *p, lck_move move, unsigned bits, unsigned most,
                      lck_instruction *out)
{
    if (bits < 8 || bits > 128)
        return false;
    unsigned widest = 128 / bits;
    for (unsigned v = most > 0 && most < widest ? most : widest; v >= 1; v /= 2) {
        lck_bases reg = p->reg;
        if (!take_registers(&reg, v, most > 0) || !lck_are_multiples(&reg, v) ||
            !lck_are_multiples(&p->lane, v) || !lck_are_multiples(&p->warp, v))
            continue;
        *out = (lck_instruction){.operation = lck_moves(move),
                                 .width = v * bits / 8,
                                 .bytes = v * bits / 8,
                                 .times = 1u << reg.n,
                                 .lane = p->lane,
                                 .offset_bits = p->offset_bits,
                                 .element = bits / 8,
                                 .write = move != LCK_MOVE_LOAD};
        add_accesses(out, &reg, &p->warp);
        return true;
    }
    return false;
}

/* ---- matrices ----
 *
 * Four lanes hold a row of 16 bytes, 32 bits each, and eight lanes a column; with .trans eight
 * lanes hold a row, an element each of each register of 32 bits, and four lanes, with the
 * registers that are packed into 32 bits, are the rows. Lanes 0 to 7 give the addresses of the
 * rows of the first matrix, and so on (PTX ISA, ldmatrix).
 */

#define LANE_BITS 5

static bool has_matrices(const lck_places *p, lck_move move, unsigned bits, bool transposed,
                         unsigned capability)
{
    if (capability < (move == LCK_MOVE_LOAD ? 75u : 90u) || p->lane.n != LANE_BITS || bits < 8 ||
        p->remote)
        return false;
    return transposed ? bits == 16 || (bits == 8 && capability >= 100) : bits <= 32;
}

/* Conflicts of eight addresses of 16 bytes, as bits of lanes: bases that are sums of others past
 * the eight banks of 16 bytes. */
static unsigned row_conflicts(const uint64_t basis[3], uint64_t row)
{
    lck_span banks = {0}, all = {0};
    unsigned rank = 0, shared = 0;
    for (unsigned i = 0; i < 3; i++) {
        shared += lck_span_add(&banks, basis[i] / row % 8);
        rank += lck_span_add(&all, basis[i]);
    }
    return rank - shared;
}

/* The registers that give rows, first among those left: those with the fewest conflicts among the
 * eight rows that are served together, then the first. */
static void choose_rows(lck_bases *reg, unsigned rows, const lck_bases *lane, uint64_t row)
{
    unsigned best_i = 0, best_j = 1, best = 4;
    for (unsigned i = 0; rows > 0 && i < reg->n; i++)
        for (unsigned j = 0; j < (rows == 2 ? reg->n : 1); j++) {
            uint64_t basis[3] = {reg->basis[i], rows == 2 ? reg->basis[j] : lane->basis[0],
                                 rows == 2 ? lane->basis[0] : lane->basis[1]};
            if ((rows == 2 && i == j) || row_conflicts(basis, row) >= best)
                continue;
            best = row_conflicts(basis, row);
            best_i = i;
            best_j = j;
        }
    if (rows == 0 || best > 3)
        return;
    lck_bases sorted = {.n = 1, .basis = {reg->basis[best_i]}};
    if (rows == 2)
        lck_push(&sorted, reg->basis[best_j]);
    for (unsigned i = 0; i < reg->n; i++)
        if (i != best_i && (rows < 2 || i != best_j))
            lck_push(&sorted, reg->basis[i]);
    *reg = sorted;
}

bool lck_lower_matrix(const lck_places *p, lck_move move, unsigned bits, bool transposed,
                      unsigned capability, lck_instruction *out)
{
    if (!has_matrices(p, move, bits, transposed, capability))
        return false;
    unsigned row = 128 / bits;                       /* elements */
    unsigned packed = (transposed ? 16 : 32) / bits; /* registers along a row */
    unsigned core = move == LCK_MOVE_STORE && bits == 8 && transposed ? 16 : 32;
    unsigned rows = transposed ? lc_int64_log_up(core / bits)
                               : 0; /* register bits that give rows */
    lck_bases reg = p->reg, along = {0}, across = {0}, address = {0};
    for (unsigned i = 0; i < LANE_BITS; i++)
        lck_push((i < 2) != transposed ? &along : &across, p->lane.basis[i]);
    /* A row is 1, 2, 4, ..: registers first, or with .trans lanes first. */
    uint64_t first = transposed ? 1 : packed;
    for (unsigned i = 0; i < along.n; i++)
        if (along.basis[i] != first << i)
            return false;
    for (unsigned x = 0; x < lc_int64_log_up(packed); x++) {
        int i = lck_find(&reg, transposed ? (uint64_t)8 << x : (uint64_t)1 << x);
        if (i < 0)
            return false;
        lck_take_out(&reg, (unsigned)i);
    }
    if (reg.n < rows || !lck_are_multiples(&reg, row) || !lck_are_multiples(&across, row) ||
        !lck_are_multiples(&p->warp, row))
        return false;
    choose_rows(&reg, rows, &across, row);
    unsigned most = lc_int64_log_up(128 / bits) - lc_int64_log_up(packed) - rows, vec = 0;
    for (unsigned i = 0; i < rows; i++)
        lck_push(&address, reg.basis[i]);
    for (unsigned i = 0; i < across.n; i++)
        lck_push(&address, across.basis[i]);
    for (; vec < most && rows + vec < reg.n; vec++)
        lck_push(&address, reg.basis[rows + vec]);
    lck_bases left = {0};
    for (unsigned i = rows + vec; i < reg.n; i++)
        lck_push(&left, reg.basis[i]);
    *out = (lck_instruction){.operation = move == LCK_MOVE_LOAD ? LCK_LDMATRIX : LCK_STMATRIX,
                             .transposed = transposed,
                             .width = 16,
                             .bytes = (packed << (rows + vec)) * bits / 8,
                             .times = 1u << left.n,
                             .lane = address,
                             .offset_bits = p->offset_bits,
                             .element = bits / 8,
                             .write = move != LCK_MOVE_LOAD};
    add_accesses(out, &left, &p->warp);
    return true;
}

/* gfx950 reads 8 x 8 bytes across lanes (ds_read_tr), where lanes have consecutive elements of 8
 * or 16 bits: which instruction that is is not restated here. */
static bool reads_across(const lck_triton *t, const lck_places *p, lck_move move, unsigned bits)
{
    if (strcmp(t->arch, "gfx950") != 0 || move != LCK_MOVE_LOAD || (bits != 8 && bits != 16))
        return false;
    for (unsigned i = 0; 1u << i < 64 / bits; i++)
        if (i >= p->lane.n || p->lane.basis[i] != 1u << i)
            return false;
    return true;
}

bool lck_lower(const lck_triton *t, const lck_places *p, lck_move move, unsigned bits,
               lck_instruction *out)
{
    if (!t->amd && (lck_lower_matrix(p, move, bits, false, t->capability, out) ||
                    lck_lower_matrix(p, move, bits, true, t->capability, out)))
        return true;
    return !reads_across(t, p, move, bits) && lck_lower_vector(p, move, bits, 0, out);
}
