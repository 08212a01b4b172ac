/* mend.c - a swizzle with which no access of a view has conflicts, proved by the same claims.
 *
 * All that is done to the bytes of one root is looked at together: what suits one access may not
 * suit another. Nothing is looked for where a tensor map or a product fixes the arrangement. The
 * swizzle of a pointer, S<bits,base,shift>, acts on bytes; it keeps whole what an instruction
 * moves, and every stage begins at a multiple of its period.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "access.h"

#define LOOKS 8u /* instructions of an access, and warps, that are looked at before all are */

void lck_cute_use_add(lck_cute *c, const lck_cute_access *a, size_t record, bool conflicts,
                      bool fixed)
{
    if (a->pointer->space != LCK_IN_SHARED || a->pointer->root == 0)
        return;
    lck_cute_access *kept = lck_arena_take(&c->pool, sizeof *kept);
    lck_cute_pointer *pointer = lck_arena_take(&c->pool, sizeof *pointer);
    const lck_sum **byte = lck_arena_take(&c->pool, (a->n + 1) * sizeof *byte);
    if (!kept || !pointer || !byte)
        return;
    *kept = *a;
    *pointer = *a->pointer;
    for (unsigned r = 0; a->byte && r < a->n; r++)
        byte[r] = a->byte[r];
    kept->pointer = pointer;
    kept->byte = byte;
    lck_cute_use *use = LCK_AUDIT_ADD(c->audit, c->use, c->nuses);
    if (use)
        *use = (lck_cute_use){.access = kept,
                              .active = c->active,
                              .record = record,
                              .conflicts = conflicts,
                              .fixed = fixed || a->why};
}

/* ---- what a swizzle costs ---- */

/* Wavefronts beyond the least, of the first instructions and warps of an access. */
static unsigned excess_of(const lck_cute *c, const lck_cute_use *u, lck_swizzle s)
{
    const lck_cute_access *a = u->access;
    unsigned sum = 0;
    for (unsigned r = 0; r < a->n && r < LOOKS; r++)
        for (unsigned first = 0; first < c->x.threads && first < 32 * LOOKS; first += 32) {
            lck_warp w = {.lanes = 32, .width = a->width};
            for (unsigned i = 0; i < 32; i++) {
                unsigned t = first + i < c->x.threads ? first + i : first;
                w.active[i] = first + i < c->x.threads && lck_sum_at(u->active, t) != 0;
                w.byte[i] = lck_swizzle_at(s, lck_sum_at(a->byte[r], t));
            }
            unsigned least = lck_warp_least(&w);
            sum += least ? lck_warp_wavefronts(&w) - least : 0;
        }
    return sum;
}

/* Are what threads share and the beginning of the bytes in their object multiples of the period?
 * The object itself can be moved. */
static bool keeps_period(const lck_cute *c, const lck_cute_access *a, int64_t period)
{
    const lck_cute_pointer *p = a->pointer;
    bool keeps = p->root_at % period == 0 && p->root_bytes % period == 0;
    for (unsigned r = 0; keeps && r < a->n; r++)
        keeps = lck_sum_step_of(&c->x, a->byte[r]) % period == 0;
    return keeps;
}

static bool suits(const lck_cute *c, uint32_t root, lck_swizzle s, unsigned *excess)
{
    *excess = 0;
    for (size_t i = 0; i < c->nuses; i++) {
        const lck_cute_access *a = c->use[i].access;
        if (a->pointer->root != root)
            continue;
        if (a->width > 1u << s.base || !keeps_period(c, a, lck_swizzle_period(s)))
            return false;
        *excess += excess_of(c, &c->use[i], s);
    }
    return true;
}

/* The first of those with the fewest wavefronts; false: none is without conflicts. */
static bool find_swizzle(const lck_cute *c, uint32_t root, lck_swizzle *out)
{
    for (int bits = 1; bits <= 5; bits++)
        for (int base = 2; base <= 4; base++)
            for (int shift = bits; shift <= 8; shift++) {
                lck_swizzle s = {.bits = bits, .base = base, .shift = shift};
                unsigned excess;
                if (suits(c, root, s, &excess) && excess == 0) {
                    *out = s;
                    return true;
                }
            }
    return false;
}

/* ---- remedies ---- */

/* Is an access without conflicts then, by its claim? */
static bool is_proved(lck_cute *c, const lck_cute_use *u, lck_swizzle s)
{
    lck_cute_access a = *u->access;
    lck_cute_pointer pointer = *a.pointer;
    lck_answer answer = {0};
    const lck_sum *active = c->active;
    pointer.swizzle = s;
    if (pointer.object_align % lck_swizzle_period(s) != 0)
        pointer.object_align = lck_swizzle_period(s);
    a.pointer = &pointer;
    c->active = u->active;
    lck_cute_judge_shared(c, &a, &answer);
    c->active = active;
    bool good = answer.verdict == LCK_GOOD;
    lck_answer_clear(&answer);
    return good;
}

static void mend(lck_cute *c, uint32_t root)
{
    lck_swizzle s;
    size_t n = 0;
    for (size_t i = 0; i < c->nuses; i++)
        if (c->use[i].access->pointer->root == root && c->use[i].fixed)
            return;
    if (!find_swizzle(c, root, &s))
        return;
    for (size_t i = 0; i < c->nuses; i++)
        if (c->use[i].access->pointer->root == root) {
            n++;
            if (!is_proved(c, &c->use[i], s))
                return;
        }
    lck_ir_text name = c->m->value[root - 1].name;
    for (size_t i = 0; i < c->nuses; i++) {
        lck_cute_use *u = &c->use[i];
        if (u->access->pointer->root != root || !u->conflicts)
            continue;
        lck_access_record *r = &lck_cute_record(c)->access[u->record];
        int64_t period = lck_swizzle_period(s);
        bool aligned = u->access->pointer->object_align % period == 0;
        char *align = aligned ? lck_audit_text(c->audit, "", 0)
                              : lck_audit_printf(c->audit, " at a multiple of %lld bytes",
                                                 (long long)period);
        if (!r->remedy && align)
            r->remedy = lck_audit_printf(
                c->audit,
                "cute.make_swizzle(%d, %d, %d) for %%%.*s%s, on bytes: none of its %zu accesses "
                "has conflicts then",
                s.bits, s.base, s.shift, (int)name.n, name.at, align, n);
        free(align);
    }
}

void lck_cute_mend(lck_cute *c)
{
    for (size_t i = 0; i < c->nuses && !c->pool.failed; i++)
        if (c->use[i].conflicts && !lck_cute_record(c)->access[c->use[i].record].remedy)
            mend(c, c->use[i].access->pointer->root);
}
