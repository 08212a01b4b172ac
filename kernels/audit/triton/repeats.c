/* repeats.c - lanes and warps that load or store what others do already. */
#include "config.h"

#include "reader.h"

#include "../../../lib/linear.h"
#include "types.h"

/* Bits of an input dim whose basis is 0. */
static unsigned idle_bits(const lc_linear *l, const char *name)
{
    size_t in;
    unsigned idle = 0;
    if (!lc_linear_find_in(l, name, &in))
        return 0;
    for (unsigned b = 0; b < lc_linear_in_dim(l, in).bits; b++) {
        uint64_t all = 0;
        for (size_t out = 0; out < lc_linear_nouts(l); out++)
            all |= lc_linear_basis(l, in, b, out);
        idle += all == 0;
    }
    return idle;
}

/* The first operand of a load, and of a store, has the pointers. */
void lck_read_global(lck_triton *t, const lck_ir_op *op)
{
    lck_type type;
    if (lck_types_of(t->m, op, 1, &type) == 0)
        return; /* of scalars: one thread, or all with the same */
    const lc_linear *l = lck_asker_linear(t->asker, type.text);
    unsigned lanes = l ? idle_bits(l, "lane") : 0, warps = l ? idle_bits(l, "warp") : 0;
    lck_kernel_record *r = lanes + warps ? lck_audit_other(t->audit, lck_triton_record(t)) : NULL;
    if (r) {
        r->about = lck_audit_printf(t->audit, "repeats");
        r->line = op->line;
        r->source = lck_triton_source(t, op);
        r->answer.verdict = LCK_BAD;
        r->answer.worst = 1u << (lanes + warps);
        r->answer.least = 1;
        r->answer.shown = lck_audit_printf(
            t->audit, "%.*s of %s: each element %u times, by %u lanes of a warp and %u warps",
            (int)op->name.n, op->name.at, type.text, r->answer.worst, 1u << lanes, 1u << warps);
    }
    lck_type_free(&type);
}
