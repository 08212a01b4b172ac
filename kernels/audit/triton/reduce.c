/* reduce.c - reductions along a dim that several warps hold.
 *
 * Triton reduces in each thread, then in each warp by shuffles. What is left along the dim is in
 * several warps: it goes through shared memory to lanes of one warp, is reduced there, and, where
 * the result is wanted elsewhere, goes through shared memory again (ReduceOpToLLVM.cpp). Each of
 * these is a conversion between two layouts.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "reader.h"
#include "scratch.h"
#include "types.h"

/* ---- layouts along the way ---- */

static void clear_bits(lck_bases *v, uint64_t mask)
{
    for (unsigned i = 0; i < v->n; i++)
        v->basis[i] &= ~mask;
}

/* Puts bases of warps that reach the dim in the place of lanes that are free, else of the first
 * lanes. False: there are too many. */
static bool into_lanes(lck_held *held, uint64_t mask)
{
    unsigned free = 0, wanted = 0;
    for (unsigned i = 0; i < held->lane.n; i++)
        free += held->lane.basis[i] == 0;
    for (unsigned i = 0; i < held->warp.n; i++)
        wanted += (held->warp.basis[i] & mask) != 0;
    if (wanted > held->lane.n)
        return false;
    for (unsigned i = 0, lane = 0; i < held->warp.n; i++) {
        if (!(held->warp.basis[i] & mask))
            continue;
        while (wanted <= free && held->lane.basis[lane] != 0)
            lane++;
        uint64_t x = held->lane.basis[lane];
        held->lane.basis[lane++] = held->warp.basis[i];
        held->warp.basis[i] = x;
    }
    return true;
}

/* The index without the bits of a dim, which are 0. */
static void remove_dim(lck_bases *v, unsigned first, unsigned bits)
{
    uint64_t low = (UINT64_C(1) << first) - 1;
    for (unsigned i = 0; i < v->n; i++)
        v->basis[i] = (v->basis[i] & low) | (v->basis[i] >> bits & ~low);
}

/* ---- records ---- */

typedef struct {
    lck_triton *t;
    const lck_ir_op *op;
    const lck_type *source, *result; /* result NULL: a scalar */
    unsigned bits;
} reduction;

static void add_step(const reduction *r, const lck_held *from, const lck_held *to,
                     const char *what)
{
    lck_triton *t = r->t;
    lck_conversion_record *record = lck_triton_conversion(t, r->op);
    if (!record)
        return;
    record->from = lck_audit_text(t->audit, r->source->text, strlen(r->source->text));
    record->to = lck_audit_printf(t->audit, "%s", what);
    record->needs = LCK_THROUGH_SHARED;
    lck_convert_by_vectors(t, from, to, r->bits, record);
}

/* ---- the operation ---- */

static void reduce(const reduction *r, const lc_linear *l, size_t axis)
{
    lck_held held, output;
    unsigned first, bits = lc_linear_out_dim(l, axis).bits;
    uint64_t mask = lck_mask_of(l, axis, &first);
    if (!lck_held_of(l, &held))
        return;
    clear_bits(&held.reg, mask);
    held.reg = lck_without_zeros(&held.reg);
    clear_bits(&held.lane, mask);
    bool shared = false;
    for (unsigned round = 0; (lck_bits_of(&held.warp) & mask) && round < 2; round++) {
        lck_held lanes = held;
        if (!into_lanes(&lanes, mask))
            return;
        add_step(r, &held, &lanes, "the parts of all warps, in lanes");
        held = lanes;
        clear_bits(&held.lane, mask);
        shared = true;
    }
    const lc_linear *wanted = r->result ? lck_asker_linear(r->t->asker, r->result->text) : NULL;
    if (!shared || !wanted || !lck_held_of(wanted, &output))
        return;
    remove_dim(&held.reg, first, bits);
    remove_dim(&held.lane, first, bits);
    remove_dim(&held.warp, first, bits);
    held.bits -= bits;
    if (!lck_same_bases(&held.reg, &output.reg) || !lck_same_bases(&held.lane, &output.lane) ||
        !lck_same_bases(&held.warp, &output.warp))
        add_step(r, &held, &output, r->result->text);
}

#define OPERANDS 8

/* `"tt.reduce"(%x, ..) <{axis = 1 : i32}> ({..}) : (tensor, ..) -> tensor, ..` */
void lck_read_reduce(lck_triton *t, const lck_ir_op *op)
{
    lck_ir_text text[2 * OPERANDS];
    size_t all = lck_ir_types(t->m, op, 2 * OPERANDS, text), n = op->noperands;
    int64_t axis;
    if (n == 0 || n > OPERANDS || all != 2 * n ||
        !lck_ir_attribute_integer(t->m, op, "axis", &axis)) {
        lck_triton_not_read(t, op);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        lck_type source, result;
        bool tensor = lck_type_read(t->m, text[i], &source);
        bool scalar = !lck_type_read(t->m, text[n + i], &result);
        const lc_linear *l = tensor ? lck_asker_linear(t->asker, source.text) : NULL;
        reduction r = {t, op, &source, scalar ? NULL : &result, lck_type_stored(&source)};
        if (l && axis >= 0 && (size_t)axis < lc_linear_nouts(l) && t->blocks == 1)
            reduce(&r, l, (size_t)axis);
        else
            lck_triton_not_read(t, op);
        lck_type_free(&source);
        lck_type_free(&result);
    }
}
