/* product.c - wgmma: what it reads of shared memory, and when it has.
 *
 * A warpgroup issues its products together; they read behind its back until it has waited for
 * their group (PTX ISA, wgmma.mma_async, wgmma.wait_group). Who is ahead of other warps cannot
 * have seen the end of what those have not issued yet. Of each warp the first lane stands for
 * all: a warp reads its rows of A, and all of B.
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
 * with W = 2, 4, 8 chunks for a swizzle of 32, 64, 128 bytes, which acts on addresses. Variables
 * of shared memory are taken to begin where its pattern does. */
#include "config.h"

#include "internal.h"

#define CHUNK 16
#define WARPGROUP 128

/* ---- what a descriptor says ---- */

typedef struct {
    int64_t start, lead, stride; /* bytes: LBO, SBO */
    unsigned bits;               /* of the swizzle; 0: none */
    int64_t base;                /* where its pattern begins */
} descriptor;

static descriptor descriptor_of(int64_t value)
{
    static const unsigned bits[] = {0, 3, 2, 1};
    uint64_t v = (uint64_t)value;
    return (descriptor){.start = (int64_t)(v & 0x3fff) * CHUNK,
                        .lead = (int64_t)(v >> 16 & 0x3fff) * CHUNK,
                        .stride = (int64_t)(v >> 32 & 0x3fff) * CHUNK,
                        .bits = bits[v >> 62],
                        .base = (int64_t)(v >> 49 & 7) * 128};
}

/* Where chunk i of an operand lies: of row i / 2, or of line i % 16. */
static int64_t place_of(const descriptor *d, bool transposed, unsigned i)
{
    int64_t wide = INT64_C(1) << d->bits;
    int64_t r = transposed ? i / 16 : i / 2, k = transposed ? i % 16 : i % 2, at;
    if (transposed && d->bits)
        at = r / wide * d->lead + r % wide * CHUNK + k / 8 * d->stride + k % 8 * CHUNK * wide;
    else if (transposed)
        at = r * d->stride + k / 8 * d->lead + k % 8 * CHUNK;
    else
        at = r / 8 * d->stride + r % 8 * CHUNK * wide + k * (d->bits ? CHUNK : d->lead);
    at += d->start - d->base;
    return (at ^ (at >> 3 & (wide - 1) * CHUNK)) + d->base;
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

static void read_operand(lck_run *r, lck_thread *t, uint32_t access)
{
    const lck_ptx_access *a = &r->list->at[access];
    int64_t value;
    if (r->base_of[access] == LCK_FLOW_NONE ||
        !lck_run_value(r, t, a->matrix.descriptor, &value)) {
        lck_run_open(r, true, false, "what wgmma reads in line %zu is data", a->line);
        return;
    }
    descriptor d = descriptor_of(value);
    int64_t from = r->flat ? 0 : begin_of(r, a);
    const lck_behind behind = {lck_times_product(&r->clocks, t->number), t->products.tick + 1,
                               false, false};
    unsigned chunks = 2 * a->matrix.rows, first = 0;
    if (a->matrix.parts) {
        chunks /= 4;
        first = t->number / 32 % 4 * chunks;
    }
    for (unsigned i = first; i < first + chunks && !r->stop; i++)
        lck_run_touch_at(r, t, access, &behind,
                         lck_run_widen(r, t, place_of(&d, a->matrix.transposed, i) - from),
                         CHUNK);
}

void lck_run_product(lck_run *r, lck_thread *t, uint32_t insn)
{
    if (t->number % 32 != 0)
        return;
    for (size_t a = r->list->n; a < r->list->all; a++)
        if (r->list->at[a].insn == insn)
            read_operand(r, t, (uint32_t)a);
}

/* ---- when it has been ---- */

/* Have all threads of the warpgroup committed so many groups? */
static bool have_committed(const lck_run *r, uint32_t thread, uint32_t groups)
{
    uint32_t first = thread / WARPGROUP * WARPGROUP;
    for (uint32_t i = first; i < first + WARPGROUP && i < r->n; i++)
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
