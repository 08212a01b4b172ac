/* check_pointer.c - pointers that CuTe prints: what its swizzle of bytes is on elements.
 *
 * The tables were printed by a program compiled with CUTLASS 4.7: for each coordinate the
 * address of the element, from the pointer on, or from the last multiple of the swizzle's period
 * before it, in elements. The laws compare with the swizzle of the address, byte by byte.
 */
#include "config.h"

#include "../verify/language/pointer.h"
#include "language.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

/* ---- as compiled CuTe has it ---- */

/* ---- by the address of every element ---- */

typedef struct {
    lc_swizzle bytes;
    unsigned log; /* 2^log bits an element */
    char text[64];
} random_pointer;

static random_pointer any_pointer(law *l, uint64_t address)
{
    random_pointer p = {.log = (unsigned)rnd_in(&l->rnd, 0, 7)};
    p.bytes = (lc_swizzle){(int)rnd_in(&l->rnd, 0, 3), (int)rnd_in(&l->rnd, 0, 5),
                           (int)rnd_in(&l->rnd, -4, 4)};
    snprintf(p.text, sizeof p.text, "smem_ptr[%ub](0x%llx)", 1u << p.log,
             (unsigned long long)address);
    return p;
}

/* The bit where element x lies, x elements past a multiple of the period. */
static uint64_t place_of(const random_pointer *p, uint64_t x)
{
    uint64_t bit = x << p->log;
    return lc_swizzle_apply_word(p->bytes, bit >> 3) << 3 | (bit & 7);
}

/* There is a swizzle of elements exactly when every element stays one, and it puts each where
 * the swizzle of its address does. */
LAW(elements_lie_there, "a swizzle of addresses is one of elements", CLASSES("value", "no value"))
{
    random_pointer p = any_pointer(l, 0);
    lc_swizzle made;
    lcv_pointer pointer = lcv_pointer_read(p.text);
    bool exists = lcv_pointer_recast(l->ctx, &pointer, p.bytes, &made), whole = true;
    lc_ctx_reset(l->ctx);
    law_saw(l, exists ? 0 : 1);
    for (uint64_t x = 0; x < 1 << 12; x++) {
        uint64_t bit = place_of(&p, x);
        whole = whole && bit % (1u << p.log) == 0;
        if (exists && lc_swizzle_apply_word(made, x) << p.log != bit)
            return law_fail(l, "S<%d,%d,%d> of %s at %llu", p.bytes.b, p.bytes.m, p.bytes.s,
                            p.text, (unsigned long long)x);
    }
    return exists == whole || law_fail(l, "S<%d,%d,%d> of %s: %s", p.bytes.b, p.bytes.m,
                                       p.bytes.s, p.text, exists ? "a value" : "no value");
}

/* Element x of a pointer at any address is element offset + x from the last multiple of the
 * period on. */
LAW(offsets_count_from_there, "an address is an offset", CLASSES("value", "no value"))
{
    uint64_t address = (uint64_t)rnd_in(&l->rnd, 0, 1 << 20);
    random_pointer p = any_pointer(l, address);
    unsigned n = lc_swizzle_bits(p.bytes);
    lc_int offset;
    lcv_pointer pointer = lcv_pointer_read(p.text);
    bool exists = lcv_pointer_offset(l->ctx, &pointer, n, &offset);
    uint64_t past = (address & ((1u << n) - 1)) << 3;
    bool aligned = (address << 3) % (1u << p.log) == 0;
    lc_ctx_reset(l->ctx);
    law_saw(l, exists ? 0 : 1);
    if (exists != aligned)
        return law_fail(l, "%s: %s", p.text, exists ? "an offset" : "no offset");
    return !exists || (uint64_t)lc_int_get_si(offset) == past >> p.log ||
           law_fail(l, "%s past a multiple of 2^%u", p.text, n);
}

SUITE_MAIN("pointers", elements_lie_there, offsets_count_from_there)
