/* address.c - the instructions that a copy of a view becomes, and their addresses. */
#include "config.h"

#include "../../../lib/int64.h"

#include "access.h"

#include <stdlib.h>

const lck_sum *lck_cute_byte_at(lck_cute *c, const lck_cute_value *v, const lck_sum *elements)
{
    lck_sums *x = &c->x;
    const lck_sum *rest, *byte;
    if (v->layout.inner)
        elements = lck_sum_add(x, elements, v->layout.inner);
    elements = lck_swizzle_of(x, v->layout.swizzle, elements);
    lck_sum_divide(x,
                   lck_sum_add(x, v->pointer.offset,
                               lck_sum_scale(x, elements, (int64_t)v->pointer.bits)),
                   8, &byte, &rest);
    int64_t value;
    return lck_sum_is(rest, &value) && value == 0 ? byte : x->unknown;
}

static const lck_sum *element_at(lck_cute *c, const lck_modes *m, int64_t index)
{
    const lck_sum *total = c->x.zero;
    for (unsigned i = 0; i < m->n; i++) {
        total = lck_sum_add(&c->x, total, lck_sum_scale(&c->x, m->stride[i], index % m->size[i]));
        index /= m->size[i];
    }
    return total;
}

/* Do the elements of an instruction lie one after the other? */
static bool are_adjacent(lck_cute *c, const lck_cute_value *v, const lck_modes *m, int64_t first,
                         unsigned n, const lck_sum *start)
{
    for (unsigned i = 1; i < n; i++) {
        const lck_sum *by =
            lck_sum_sub(&c->x, lck_cute_byte_at(c, v, element_at(c, m, first + i)), start);
        int64_t value;
        if (!lck_sum_is(by, &value) || value * 8 != (int64_t)(i * v->pointer.bits))
            return false;
    }
    return true;
}

static bool is_new(const lck_cute *c, const lck_cute_access *a, const lck_sum *byte)
{
    for (unsigned r = 0; r < a->n && r < 64; r++)
        if (lck_sum_equal(a->byte[r], byte, c->x.threads))
            return false;
    return true;
}

/* ---- joined accesses ----
 *
 * LLVM's vectorizer joins loads, and stores, of shared memory that lie one after the other, in
 * whatever order the copy names them, up to 16 bytes, if it can show that all threads are
 * aligned.
 */

typedef struct {
    int64_t by; /* bytes from the first instruction */
    const lck_sum *byte;
} placed;

static int by_address(const void *a, const void *b)
{
    int64_t p = ((const placed *)a)->by, q = ((const placed *)b)->by;
    return p < q ? -1 : p > q;
}

/* Is an address a multiple of 2^k bytes in all threads? */
static bool is_aligned(const lck_cute *c, const lck_cute_access *a, const lck_sum *byte,
                       int64_t width)
{
    lck_swizzle s = a->pointer->swizzle;
    bool aligned = a->pointer->object_align % width == 0 &&
                   lck_sum_step_of(&c->x, byte) % width == 0 &&
                   (s.bits == 0 || (int64_t)1 << s.base >= width);
    for (unsigned t = 0; aligned && t < c->x.threads; t++)
        aligned = lck_sum_at(c->active, t) == 0 || lc_int64_rest(lck_sum_at(byte, t), width) == 0;
    return aligned;
}

/* Do the accesses, in order, fill whole pieces of that width? */
static bool fill_pieces(const lck_cute *c, const lck_cute_access *a, const placed *p,
                        unsigned width)
{
    unsigned each = width / a->width;
    bool fill = a->n % each == 0;
    for (unsigned i = 0; fill && i < a->n; i++)
        fill = i % each == 0 ? is_aligned(c, a, p[i].byte, width)
                             : p[i].by == p[i - 1].by + (int64_t)a->width;
    return fill;
}

static void join(lck_cute *c, lck_cute_access *a)
{
    placed *p = malloc((a->n ? a->n : 1) * sizeof *p);
    bool ok = p != NULL && a->n > 1 && a->width < 16;
    for (unsigned i = 0; ok && i < a->n; i++) {
        p[i].byte = a->byte[i];
        ok = lck_sum_is(lck_sum_sub(&c->x, a->byte[i], a->byte[0]), &p[i].by);
    }
    if (ok)
        qsort(p, a->n, sizeof *p, by_address);
    for (unsigned width = 16; ok && width > a->width; width /= 2)
        if (fill_pieces(c, a, p, width)) {
            unsigned each = width / a->width;
            a->n /= each;
            for (unsigned i = 0; i < a->n; i++)
                a->byte[i] = p[i * each].byte;
            a->width = width;
            break;
        }
    free(p);
}

/* ---- instructions ---- */

void lck_cute_instructions(lck_cute *c, const lck_cute_value *v, const lck_cute_way *way,
                           lck_cute_access *a)
{
    lck_modes m;
    unsigned each = way->bits / v->pointer.bits;
    if (!lck_layout_modes(&v->layout, &m))
        a->why = "how many elements are copied is not known";
    else if (each == 0 || m.total % each != 0)
        a->why = "the elements are no whole number of instructions";
    else if (m.total / each > LCK_INSTRUCTIONS)
        a->why = "too many instructions";
    if (a->why)
        return;
    a->byte = lck_arena_take(&c->pool, (size_t)(m.total / each) * sizeof(lck_sum *));
    for (int64_t i = 0; a->byte && i < m.total && !a->why; i += each) {
        const lck_sum *byte = lck_cute_byte_at(c, v, element_at(c, &m, i));
        if (byte->known && !are_adjacent(c, v, &m, i, each, byte))
            a->why = "the elements of an instruction do not lie one after the other";
        if (is_new(c, a, byte))
            a->byte[a->n++] = byte;
    }
    if (way->joins && v->pointer.space == LCK_IN_SHARED && !a->why && a->byte)
        join(c, a);
}

/* The mode of a layout with this stride, that other modes do not have; m.n: none. */
static unsigned mode_with(const lck_modes *m, int64_t stride)
{
    for (unsigned i = 0; i < m->n; i++) {
        int64_t value;
        if (m->size[i] > 1 && lck_sum_is(m->stride[i], &value) && value == stride)
            return i;
    }
    return m->n;
}

unsigned lck_cute_common_bits(const lck_cute_value *a, const lck_cute_value *b)
{
    lck_modes p, q;
    unsigned bits = a->pointer.bits;
    int64_t elements = 1, most = 128;
    if (a->kind != LCK_CUTE_VIEW || b->kind != LCK_CUTE_VIEW || b->pointer.bits != bits ||
        !lck_layout_modes(&a->layout, &p) || !lck_layout_modes(&b->layout, &q) || p.n != q.n)
        return bits;
    most = a->pointer.align * 8 < most ? a->pointer.align * 8 : most;
    most = b->pointer.align * 8 < most ? b->pointer.align * 8 : most;
    for (unsigned i = mode_with(&p, 1); i < p.n && i == mode_with(&q, elements);
         i = mode_with(&p, elements)) {
        if (p.size[i] != q.size[i])
            break;
        elements *= p.size[i];
    }
    while (elements * bits > most || (elements & (elements - 1)) != 0)
        elements = elements * bits > most ? elements / 2 : elements & (elements - 1);
    return elements > 1 ? (unsigned)elements * bits : bits;
}
