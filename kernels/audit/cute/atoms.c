#include "config.h"

#include "atoms.h"

#include <ctype.h>
#include <string.h>

int64_t lck_static_at(const lck_tree *shape, const lck_tree *stride, int64_t i, bool *ok)
{
    lck_modes m;
    int64_t total = 0, weight;
    *ok = *ok && lck_tree_modes(shape, stride, &m);
    for (unsigned k = 0; *ok && k < m.n; k++) {
        *ok = lck_sum_is(m.stride[k], &weight) && m.size[k] <= 1 << 24 && weight <= 1 << 24 &&
              weight >= 0;
        total += *ok ? (k + 1 < m.n ? i % m.size[k] : i) * weight : 0;
        i /= m.size[k];
    }
    return total;
}

/* ---- reading ---- */

static unsigned number_after(lck_ir_text type, const char *word)
{
    lck_ir_text at = lck_ir_text_after(type, word);
    int64_t value;
    lck_ir_digits(&at, 1 << 24, &value);
    return (unsigned)value;
}

/* The atom alone: the type up to the layout of a tiled copy. */
static lck_ir_text atom_text(lck_ir_text type)
{
    lck_ir_text rest = lck_ir_text_after(type, "layout_copy_tv");
    return rest.at ? (lck_ir_text){type.at, (size_t)(rest.at - type.at)} : type;
}

/* `128 b`: the bits that are copied at once. */
static unsigned copied_bits(lck_ir_text atom)
{
    for (size_t i = 0; i + 2 < atom.n; i++)
        if (atom.at[i] == ' ' && atom.at[i + 1] == 'b' &&
            !isalnum((unsigned char)atom.at[i + 2])) {
            size_t from = i;
            while (from > 0 && isdigit((unsigned char)atom.at[from - 1]))
                from--;
            lck_ir_text digits = {atom.at + from, i - from};
            int64_t value;
            lck_ir_digits(&digits, 1 << 24, &value);
            return (unsigned)value;
        }
    return 0;
}

lck_copy_atom lck_copy_atom_read(lck_ir_text type)
{
    static const struct {
        const char *name;
        lck_atom_kind kind;
    } row[] = {
        {"atom.universal_copy<", LCK_ATOM_PLAIN}, {"atom.simt_async_copy<", LCK_ATOM_ASYNC},
        {"atom.ldsm<", LCK_ATOM_LDMATRIX},        {"atom.stsm<", LCK_ATOM_STMATRIX},
        {"atom.tma_load<", LCK_ATOM_TMA_LOAD},    {"atom.tma_store<", LCK_ATOM_TMA_STORE},
        {"atom.tma_reduce<", LCK_ATOM_TMA_STORE}, {"atom.tmem_load<", LCK_ATOM_OTHER},
        {"atom.tmem_store<", LCK_ATOM_OTHER}};
    lck_ir_text text = atom_text(type);
    lck_copy_atom atom = {.bits = copied_bits(text)};
    for (size_t i = 0; i < sizeof row / sizeof *row && atom.kind == LCK_ATOM_NONE; i++)
        if (lck_ir_text_after(text, row[i].name).at)
            atom.kind = row[i].kind;
    atom.matrices = number_after(text, "num_matrices = ");
    atom.transposed = lck_ir_text_after(text, ", t>").at != NULL;
    if (atom.kind == LCK_ATOM_LDMATRIX || atom.kind == LCK_ATOM_STMATRIX) {
        bool square = lck_ir_text_after(text, "(8,8)").at != NULL;
        atom.bits = 128; /* of a row, whose address a lane gives */
        if (!square || (atom.matrices != 1 && atom.matrices != 2 && atom.matrices != 4))
            atom.kind = LCK_ATOM_NONE;
    }
    return atom;
}

/* Behind `NAME = <"`, up to the quotation mark. */
static lck_ir_text quoted_after(lck_ir_text type, const char *name)
{
    lck_ir_text at = lck_ir_text_after(type, name);
    at = at.at ? lck_ir_text_after(at, "<\"") : at;
    const char *end = at.at ? memchr(at.at, '"', at.n) : NULL;
    return end ? (lck_ir_text){at.at, (size_t)(end - at.at)} : (lck_ir_text){0};
}

bool lck_tiler_read(lck_sums *x, lck_ir_text text, lck_tiler *t)
{
    *t = (lck_tiler){0};
    if (!text.at || text.n < 2 || *text.at != '[')
        return false;
    const char *at = text.at + 1, *end = text.at + text.n - 1;
    while (at < end) {
        const char *next = memchr(at, ';', (size_t)(end - at));
        next = next ? next : end;
        if (t->n == LCK_ATOM_MODES)
            return false;
        unsigned i = t->n++;
        t->whole[i] = next == at + 1 && *at == '_';
        if (!t->whole[i] &&
            (!lck_cute_layout_read(x, (lck_ir_text){at, (size_t)(next - at)}, &t->mode[i]) ||
             !lck_tree_size(t->mode[i].shape, &t->size[i]) || t->size[i] < 1))
            return false;
        at = next + (next < end);
    }
    return t->n > 0;
}

bool lck_tiled_copy_read(lck_sums *x, lck_ir_text type, lck_tiled_copy *copy)
{
    *copy = (lck_tiled_copy){0};
    if (!lck_ir_text_begins(type, "!cute.tiled_copy<"))
        return false;
    copy->atom = lck_copy_atom_read(type);
    bool ok = copy->atom.kind != LCK_ATOM_NONE &&
              lck_cute_layout_read(x, quoted_after(type, "layout_copy_tv"), &copy->tv) &&
              lck_tiler_read(x, quoted_after(type, "tiler_mn"), &copy->tiler) &&
              lck_tree_rank(copy->tv.shape) == 2;
    for (unsigned i = 0; ok && i < copy->tiler.n; i++)
        ok = !copy->tiler.whole[i];
    return ok;
}

/* ---- copies ---- */

/* Of ldmatrix and stmatrix, lane l says where row l % 8 of matrix l / 8 is. In registers, lane
 * 4 r + c of a row r holds its c-th 32 bits; transposed, lane 4 c + r/2 holds element c of rows r
 * and r + 1 (PTX ISA, "ldmatrix"). */
static void row_of_lane(const lck_copy_atom *atom, unsigned bits, int64_t *t, int64_t *v)
{
    int64_t lane = *t % 32, matrix = lane / 8 % atom->matrices, row = lane % 8;
    int64_t each = 32 / (int64_t)bits;
    *t = *t - lane + (atom->transposed ? row / 2 : 4 * row);
    *v += each * matrix + (atom->transposed ? row % 2 : 0);
}

int64_t lck_tiled_copy_at(const lck_tiled_copy *copy, bool matrix, unsigned bits, int64_t t,
                          int64_t v)
{
    bool ok = true;
    if (matrix)
        row_of_lane(&copy->atom, bits, &t, &v);
    const lck_tree *shape = copy->tv.shape, *stride = copy->tv.stride;
    int64_t at = lck_static_at(shape->part[0], lck_tree_part(stride, 0), t, &ok) +
                 lck_static_at(shape->part[1], lck_tree_part(stride, 1), v, &ok);
    return ok ? at : -1;
}

/* ---- MMAs ---- */

bool lck_tiled_mma_read(lck_sums *x, lck_ir_text type, lck_tiled_mma *mma)
{
    *mma = (lck_tiled_mma){0};
    lck_ir_text sm80 = lck_ir_text_after(type, "mma<16x8x"),
                sm90 = lck_ir_text_after(type, "sm90.mma<64x"),
                fma = lck_ir_text_after(type, "universal_fma<1x1x1");
    if (!lck_ir_text_begins(type, "!cute.tiled_mma<"))
        return false;
    if (sm80.at)
        *mma =
            (lck_tiled_mma){.m = 16, .n = 8, .k = number_after(type, "mma<16x8x"), .threads = 32};
    else if (sm90.at)
        *mma = (lck_tiled_mma){.m = 64,
                               .n = number_after(type, "sm90.mma<64x"),
                               .k = number_after(sm90, "x"),
                               .threads = 128,
                               .warpgroup = true};
    else if (fma.at)
        *mma = (lck_tiled_mma){.m = 1, .n = 1, .k = 1, .threads = 1};
    return mma->m > 0 && mma->n > 0 && mma->k > 0 &&
           lck_cute_layout_read(x, quoted_after(type, "atom_layout_MNK"), &mma->atoms) &&
           lck_tree_rank(mma->atoms.shape) == 3 && lck_tree_rank(mma->atoms.stride) == 3 &&
           lck_tiler_read(x, quoted_after(type, "permutation_MNK"), &mma->permutation) &&
           mma->permutation.n == 3;
}

/* The coordinates in the atom: PTX ISA, "Matrix Fragments for mma.m16n8k16" and "Register
 * Fragments and Shared Memory Matrix Layouts" of wgmma, whose accumulators repeat every 8 columns
 * what mma has of 16 rows a warp. */
static void in_atom(const lck_tiled_mma *mma, char operand, unsigned bits, int64_t t, int64_t v,
                    int64_t out[2])
{
    int64_t lane = t % 32, quad = lane / 4, in_quad = lane % 4;
    int64_t each = bits < 32 ? 32 / (int64_t)bits : 1, word = v / each, part = v % each;
    out[0] = out[1] = 0;
    if (mma->threads == 1 || (mma->warpgroup && operand != 'C'))
        return;
    if (operand == 'C') {
        out[0] = quad + 8 * (v / 2 % 2) + 16 * (t / 32);
        out[1] = 2 * in_quad + v % 2 + 8 * (v / 4);
    } else if (operand == 'A') {
        out[0] = quad + 8 * (word % 2);
        out[1] = each * in_quad + part + 4 * each * (word / 2);
    } else {
        out[0] = quad;
        out[1] = each * in_quad + part + 4 * each * word;
    }
}

/* Which atom along mode i of (M, N, K): the digit of the layout of atoms with its stride. */
static int64_t atom_along(const lck_tiled_mma *mma, unsigned i, int64_t atom, int64_t *count)
{
    int64_t stride = 0;
    const lck_tree *extent = lck_tree_part(mma->atoms.shape, i),
                   *step = lck_tree_part(mma->atoms.stride, i);
    *count = 1;
    if (!extent->leaf || !step->leaf || !extent->value || !step->value ||
        !lck_sum_is(extent->value, count) || !lck_sum_is(step->value, &stride) || *count < 1)
        *count = 1;
    return stride > 0 ? atom / stride % *count : 0;
}

void lck_tiled_mma_at(const lck_tiled_mma *mma, char operand, unsigned bits, int64_t t, int64_t v,
                      const int64_t rest[2], int64_t out[2])
{
    const unsigned mode[2] = {operand == 'B' ? 1 : 0, operand == 'C' ? 1 : 2};
    const int64_t size[3] = {mma->m, mma->n, mma->k};
    int64_t inside[2];
    in_atom(mma, operand, bits, t % mma->threads, v, inside);
    for (unsigned i = 0; i < 2; i++) {
        int64_t count, along = atom_along(mma, mode[i], t / mma->threads, &count);
        int64_t index = inside[i] + size[mode[i]] * (along + count * rest[i]);
        const lck_tiler *p = &mma->permutation;
        bool ok = true;
        if (!p->whole[mode[i]]) {
            int64_t n = p->size[mode[i]];
            index = lck_static_at(p->mode[mode[i]].shape, p->mode[mode[i]].stride, index % n,
                                  &ok) +
                    index / n * n;
        }
        out[i] = ok ? index : -1;
    }
}
