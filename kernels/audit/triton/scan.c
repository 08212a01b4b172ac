/* scan.c - what scans, gathers and histograms put into shared memory.
 *
 * A scan works in each thread, then in each warp by shuffles. Where several warps have parts of
 * the axis, the last lane of each along it stores the sum of its warp, for each run of elements
 * that a thread has in a row, and all lanes load those of the warps (ScanOpToLLVM.cpp):
 *
 *     index = P + NP * (warp along the axis + warps along the axis * run)
 *
 * P counts the NP threads across the axis. A gather across warps stores its source row by row and
 * loads from where its indices say (GatherOpToLLVM.cpp). A histogram adds the bins of each warp,
 * of which a lane has several in a row (HistogramOpToLLVM.cpp).
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "../../../lib/int64.h"

#include "conflicts.h"
#include "reader.h"
#include "scratch.h"
#include "types.h"

/* The record of what goes through shared memory to become `to`; NULL: no memory. */
static lck_conversion_record *new_record(lck_triton *t, const lck_ir_op *op, const lck_type *from,
                                         const char *to, uint64_t bytes)
{
    lck_conversion_record *r = lck_triton_conversion(t, op);
    if (!r)
        return NULL;
    r->from = lck_audit_text(t->audit, from->text, strlen(from->text));
    r->to = lck_audit_printf(t->audit, "%s", to);
    r->needs = r->takes = LCK_THROUGH_SHARED;
    r->bytes = (unsigned)bytes;
    return r;
}

/* Scalars of so many bytes at these places of a warp's lanes. */
static void ask(lck_triton *t, const lck_bases *lane, unsigned bytes, bool write, lck_answer *out)
{
    lck_instruction in = {.width = bytes,
                          .bytes = bytes,
                          .times = 1,
                          .lane = *lane,
                          .element = bytes,
                          .write = write};
    while (lck_bits_of(lane) >> in.offset_bits)
        in.offset_bits++;
    lck_conflict_answer(t, &in, lck_conflict_claim(t, &in), out);
}

/* ---- scans ---- */

static unsigned count(const lck_bases *v, uint64_t mask, bool with)
{
    unsigned n = 0;
    for (unsigned i = 0; i < v->n; i++)
        n += v->basis[i] != 0 && ((v->basis[i] & mask) != 0) == with;
    return n;
}

static void scan(lck_triton *t, const lck_ir_op *op, const lck_type *type, const lc_linear *l,
                 size_t axis)
{
    lck_held held;
    lck_bases store = {0}, load = {0};
    unsigned first, run = 0, bytes = lck_type_stored(type) / 8;
    uint64_t mask = lck_mask_of(l, axis, &first);
    if (!lck_held_of(l, &held) || !held.single) {
        lck_triton_not_read(t, op);
        return;
    }
    unsigned warps = count(&held.warp, mask, true);
    if (warps == 0)
        return;
    while (lck_find(&held.reg, UINT64_C(1) << (first + run)) >= 0)
        run++;
    for (unsigned i = 0; i < held.lane.n; i++) {
        bool across = held.lane.basis[i] != 0 && !(held.lane.basis[i] & mask);
        lck_push(&load, across ? UINT64_C(1) << store.n : 0);
        if (across)
            lck_push(&store, UINT64_C(1) << store.n);
    }
    unsigned bits = store.n + count(&held.warp, mask, false) + warps + held.reg.n - run;
    lck_conversion_record *r = new_record(t, op, type, "the sums of all warps",
                                          (uint64_t)bytes << bits);
    if (r) {
        ask(t, &store, bytes, true, &r->store);
        ask(t, &load, bytes, false, &r->load);
    }
}

/* `"tt.scan"(%x, ..) <{axis = 0 : i32, reverse = false}> ({..}) : (tensor, ..) -> tensor, ..` */
void lck_read_scan(lck_triton *t, const lck_ir_op *op)
{
    lck_type type[8];
    int64_t axis;
    size_t n = lck_types_of(t->m, op, 8, type);
    bool known = lck_ir_attribute_integer(t->m, op, "axis", &axis) && axis >= 0 &&
                 op->noperands > 0 && op->noperands <= n && t->blocks == 1;
    for (size_t i = 0; known && i < op->noperands; i++) {
        const lc_linear *l = lck_type_is(&type[i], "#ttg.blocked")
                                 ? lck_asker_linear(t->asker, type[i].text)
                                 : NULL;
        if (l && (size_t)axis < lc_linear_nouts(l))
            scan(t, op, &type[i], l, (size_t)axis);
        else
            known = false;
    }
    if (!known)
        lck_triton_not_read(t, op);
    lck_types_free(type, 8);
}

/* ---- gathers ---- */

static bool same_but(const lck_bases *a, const lck_bases *b, uint64_t mask)
{
    bool same = a->n == b->n;
    for (unsigned i = 0; same && i < a->n; i++)
        same = (a->basis[i] & ~mask) == (b->basis[i] & ~mask);
    return same;
}

/* Elements in rows, the last dim minor, from an index with the first dim minor. */
static uint64_t in_rows(const lc_linear *l, uint64_t index)
{
    uint64_t place = 0;
    for (size_t d = 0; d < lc_linear_nouts(l); d++) {
        unsigned bits = lc_linear_out_dim(l, d).bits;
        place = place << bits | (index & ((UINT64_C(1) << bits) - 1));
        index >>= bits;
    }
    return place;
}

static void gather(lck_triton *t, const lck_ir_op *op, const lck_type *type, const lc_linear *l,
                   const lc_linear *at, size_t axis)
{
    lck_held held, indices;
    lck_bases store = {0};
    unsigned first, bytes = lck_type_stored(type) / 8;
    uint64_t mask = lck_mask_of(l, axis, &first);
    if (!lck_held_of(l, &held) || !lck_held_of(at, &indices)) {
        lck_triton_not_read(t, op);
        return;
    }
    bool shuffles = count(&held.warp, mask, true) + count(&indices.warp, mask, true) == 0 &&
                    same_but(&held.warp, &indices.warp, mask) &&
                    same_but(&held.lane, &indices.lane, mask);
    if (shuffles)
        return;
    for (unsigned i = 0; i < held.lane.n; i++)
        lck_push(&store, in_rows(l, held.lane.basis[i]));
    lck_conversion_record *r = new_record(t, op, type, "the elements that its indices name",
                                          (uint64_t)bytes << lc_linear_out_bits(l));
    if (r) {
        ask(t, &store, bytes, true, &r->store);
        lck_audit_open(t->audit, &r->load, "its lanes are apart by data");
    }
}

/* `tt.gather %x[%indices] {axis = 0 : i32} : (tensor, tensor) -> tensor` */
void lck_read_gather(lck_triton *t, const lck_ir_op *op)
{
    lck_type type[3];
    int64_t axis;
    size_t n = lck_types_of(t->m, op, 3, type);
    const lc_linear *l = n >= 2 ? lck_asker_linear(t->asker, type[0].text) : NULL;
    const lc_linear *at = l ? lck_asker_linear(t->asker, type[1].text) : NULL;
    if (at && lck_ir_attribute_integer(t->m, op, "axis", &axis) && axis >= 0 &&
        (size_t)axis < lc_linear_nouts(l) && lc_linear_nouts(l) == lc_linear_nouts(at) &&
        t->blocks == 1)
        gather(t, op, &type[0], l, at, (size_t)axis);
    else
        lck_triton_not_read(t, op);
    lck_types_free(type, 3);
}

/* ---- histograms ---- */

/* `tt.histogram %x : tensor -> tensor`: at least a bin a lane; each warp adds its own to all. */
void lck_read_histogram(lck_triton *t, const lck_ir_op *op)
{
    lck_type type[3];
    lck_bases add = {0}, load = {0};
    size_t n = lck_types_of(t->m, op, 3, type);
    const lck_type *bins = n > 1 ? &type[n - 1] : NULL;
    const lc_linear *l = bins ? lck_asker_linear(t->asker, bins->text) : NULL;
    size_t in;
    if (l && bins->rank == 1 && lc_linear_find_in(l, "lane", &in)) {
        unsigned lanes = lc_int64_log(t->lanes), bits = lc_int64_log(bins->shape[0]);
        bits = bits < lanes ? lanes : bits;
        for (unsigned i = 0; i < lanes; i++)
            lck_push(&add, UINT64_C(1) << (bits - lanes + i));
        for (unsigned i = 0; i < lc_linear_in_dim(l, in).bits; i++)
            lck_push(&load, lc_linear_basis(l, in, i, 0));
        lck_conversion_record *r = new_record(t, op, &type[0], "the bins of all warps",
                                              UINT64_C(4) << bits);
        if (r) {
            ask(t, &add, 4, true, &r->store);
            ask(t, &load, 4, false, &r->load);
        }
    } else
        lck_triton_not_read(t, op);
    lck_types_free(type, 3);
}
