/* product.c - wgmma and tcgen05: what they read of shared memory, and when they have.
 *
 * A warpgroup issues its products together; they read behind its back until it has waited for
 * their group (PTX ISA, wgmma.mma_async, wgmma.wait_group). A warp that is ahead of others cannot
 * have seen the end of products that these have not issued yet. Of each warp the first lane
 * stands for all: a warp reads its rows of A, and all of B. tcgen05 is issued by a thread, for
 * the whole block, and is over with the phase of an mbarrier that the thread commits to.
 *
 * A descriptor says where in chunks of 16 bytes an operand lies:
 *
 *     rows of 32 bytes of k: chunk c of row r
 *                             (r / 8) SBO + (r % 8) 16 W + 16 c
 *         without a swizzle   (r / 8) SBO + (r % 8) 16 + c LBO
 *     transposed: chunk r of line k
 *                             (r / W) LBO + (r % W) 16 + (k / 8) SBO + (k % 8) 16 W
 *         without a swizzle   r SBO + (k / 8) LBO + (k % 8) 16
 *
 * with W = 2, 4, 8 chunks for a swizzle of 32, 64, 128 bytes, which acts on addresses. One of 128
 * bytes may move pairs of chunks: it has 4 lines in place of 8, and is followed where the operand
 * is transposed. Variables of shared memory are taken to begin where its pattern does. */
#include "config.h"

#include "internal.h"

#define CHUNK 16

/* ---- what a descriptor says ---- */

typedef struct {
    int64_t start, lead, stride; /* bytes: LBO, SBO */
    unsigned bits;               /* of the swizzle; 0: none */
    bool pairs;                  /* of chunks are what it moves */
    int64_t base;                /* where its pattern begins */
} descriptor;

static descriptor descriptor_of(int64_t value, bool tensor)
{
    static const unsigned bits[] = {0, 3, 2, 1}, of_tensor[] = {0, 3, 3, 0, 2, 0, 1, 0};
    uint64_t v = (uint64_t)value;
    return (descriptor){.start = (int64_t)(v & 0x3fff) * CHUNK,
                        .lead = (int64_t)(v >> 16 & 0x3fff) * CHUNK,
                        .stride = (int64_t)(v >> 32 & 0x3fff) * CHUNK,
                        .bits = tensor ? of_tensor[v >> 61] : bits[v >> 62],
                        .pairs = tensor && v >> 61 == 1,
                        .base = (int64_t)(v >> 49 & 7) * 128};
}

/* Where chunk i of an operand lies, counted row by row, or line by line. */
static int64_t place_of(const descriptor *d, const lck_matrix_operand *m, bool transposed,
                        unsigned i)
{
    int64_t wide = INT64_C(1) << d->bits, mask = (wide - 1) * CHUNK;
    unsigned row = transposed ? m->lines : m->chunks, deep = d->pairs ? 4 : 8;
    int64_t r = i / row, k = i % row, at;
    if (transposed && d->bits)
        at = r / wide * d->lead + r % wide * CHUNK + k / deep * d->stride +
             k % deep * CHUNK * wide;
    else if (transposed)
        at = r * d->stride + k / 8 * d->lead + k % 8 * CHUNK;
    else
        at = r / 8 * d->stride + r % 8 * CHUNK * wide + k * (d->bits ? CHUNK : d->lead);
    at += d->start - d->base;
    int64_t moved = d->pairs ? at >> 2 & mask & -2 * CHUNK : at >> 3 & mask;
    return (at ^ moved) + d->base;
}

/* ---- what is read ---- */

/* Where its variable begins. */
static int64_t begin_of(const lck_run *r, const lck_ptx_access *a)
{
    for (size_t i = 0; i < r->nvars; i++) {
        const lck_ptx_symbol *s = lck_formulas_symbol(r->f, i);
        if (s->kind == LCK_SYMBOL_VARIABLE && s->of == a->base.of)
            return r->place[i];
    }
    return 0;
}

/* Rows, as the descriptor of the instruction says. */
static bool has_shape(lck_run *r, const lck_thread *t, const lck_matrix_operand *m,
                      unsigned *rows, bool *transposed)
{
    int64_t shape;
    if (m->rows > 0)
        return true;
    if (!m->shape || !lck_run_value(r, t, m->shape, &shape) || (m->packed && shape >> 31 & 1))
        return false;
    *rows = m->second ? (shape >> 17 & 63) * 8 : (shape >> 24 & 31) * 16;
    *transposed = shape >> (m->second ? 16 : 15) & 1;
    return *rows > 0;
}

/* Does a descriptor of tcgen05 have an address in place of an offset, or an unknown swizzle? */
static bool is_odd(const lck_matrix_operand *m, bool transposed, int64_t value)
{
    uint64_t v = (uint64_t)value, swizzle = v >> 61;
    return m->tensor && ((v >> 52 & 1) || (swizzle & 1 && !(swizzle == 1 && transposed)));
}

static void read_operand(lck_run *r, lck_thread *t, uint32_t access)
{
    const lck_ptx_access *a = &r->list->at[access];
    int64_t value;
    unsigned rows = a->matrix.rows;
    bool transposed = a->matrix.transposed;
    if (r->base_of[access] == LCK_FLOW_NONE || !has_shape(r, t, &a->matrix, &rows, &transposed) ||
        !lck_run_value(r, t, a->matrix.descriptor, &value) ||
        is_odd(&a->matrix, transposed, value)) {
        lck_run_open(r, true, false, "what the product in line %zu reads is not known", a->line);
        return;
    }
    descriptor d = descriptor_of(value, a->matrix.tensor);
    int64_t from = r->flat ? 0 : begin_of(r, a);
    const lck_behind behind = {lck_times_product(&r->clocks, t->number), t->products.tick + 1,
                               a->matrix.collected, false};
    unsigned chunks = rows * a->matrix.chunks, first = 0;
    if (a->matrix.parts) {
        chunks /= 4;
        first = t->number / 32 % 4 * chunks;
    }
    for (unsigned i = first; i < first + chunks && !r->stop; i++)
        lck_run_touch_at(r, t, access, &behind,
                         lck_run_widen(r, t, place_of(&d, &a->matrix, transposed, i) - from),
                         CHUNK);
}

void lck_run_product(lck_run *r, lck_thread *t, uint32_t insn)
{
    if (t->number % 32 != 0 && !r->alone)
        return;
    for (size_t a = r->list->n; a < r->list->all; a++)
        if (r->list->at[a].insn == insn)
            read_operand(r, t, (uint32_t)a);
}

/* ---- when it has been ---- */

/* Have all threads of the warpgroup committed so many groups? */
static bool have_committed(const lck_run *r, uint32_t thread, uint32_t groups)
{
    uint32_t first = thread / LCK_LAUNCH_WARPGROUP * LCK_LAUNCH_WARPGROUP;
    for (uint32_t i = first; i < first + LCK_LAUNCH_WARPGROUP && i < r->n; i++)
        if (r->thread[i].products.groups < groups)
            return false;
    return true;
}

bool lck_run_products_over(lck_run *r, lck_thread *t, const lck_operation_of *o)
{
    int64_t pending;
    if (!lck_run_value(r, t, o->count, &pending) || pending < 0 || pending >= LCK_LAUNCH_GROUPS) {
        lck_run_stop(r, "the number of groups of wgmma is data");
        return false;
    }
    uint32_t groups = t->products.groups > pending ? t->products.groups - (uint32_t)pending : 0;
    t->state = have_committed(r, t->number, groups) ? LCK_RUNS : LCK_AT_PRODUCT;
    t->phase = groups;
    (void)lck_run_works(r, 8);
    if (t->state == LCK_RUNS && groups > 0)
        lck_times_learn(&r->clocks, t->number, lck_times_product(&r->clocks, t->number),
                        t->products.group[(groups - 1) % LCK_LAUNCH_GROUPS]);
    return t->state == LCK_RUNS;
}
