/* repeats.c - warps and lanes that load the same elements as others.
 *
 * Lanes and warps that have the same elements all load them, but one stores: the compiler leaves
 * the others out of stores and atomics. Each warp's load is an instruction of its own, with its
 * sectors; lanes of one instruction that want the same word take no more of them, but could each
 * have had another element where a thread has several instructions.
 */
#include "config.h"

#include <stdlib.h>

#include "lower.h"
#include "types.h"

/* Bits of an input dim whose basis is 0. */
static unsigned idle_bits(const lc_linear *l, const char *name)
{
    lck_bases all = lck_dim_of(l, name);
    return all.n - lck_without_zeros(&all).n;
}

/* Instructions of a thread, of the access that was read last. */
static unsigned times_of(lck_triton *t, const lck_ir_op *op)
{
    const lck_kernel_audit *k = lck_triton_record(t);
    const lck_access_record *r = k->naccesses > 0 ? &k->access[k->naccesses - 1] : NULL;
    return r && r->line == op->line && r->times > 0 ? r->times : 1;
}

/* Why threads have the same elements; the audit owns it. */
static char *reason_of(lck_triton *t, const lck_type *type)
{
    uint64_t elements = 1, threads = (uint64_t)t->lanes * t->warps;
    for (size_t d = 0; d < type->rank; d++)
        elements *= type->shape[d];
    if (lck_type_is(type, "#ttg.slice"))
        return lck_audit_printf(
            t->audit, "it is a slice of a layout, and the threads along the dim that it "
                      "has not are all in need of it");
    if (elements < threads)
        return lck_audit_printf(t->audit, "%llu threads have %llu elements",
                                (unsigned long long)threads, (unsigned long long)elements);
    return lck_audit_printf(t->audit, "its layout has more threads along a dim than elements");
}

/* `tt.load %pointers, ..` */
void lck_read_repeats(lck_triton *t, const lck_ir_op *op)
{
    lck_type type;
    if (lck_types_of(t->m, op, 1, &type) == 0)
        return; /* of scalars: one thread, or all with the same */
    const lc_linear *l = lck_asker_linear(t->asker, type.text);
    unsigned lanes = l ? idle_bits(l, "lane") : 0, warps = l ? idle_bits(l, "warp") : 0;
    unsigned times = times_of(t, op), spread = 1u << lanes < times ? 1u << lanes : times;
    unsigned work = spread << warps;
    lck_kernel_record *r = work > 1 ? lck_triton_about(t, op, "repeats") : NULL;
    if (r) {
        char *reason = reason_of(t, &type);
        r->answer.verdict = LCK_BAD;
        r->answer.worst = work;
        r->answer.least = 1;
        r->answer.why = lck_audit_printf(t->audit, "a load is done %u times where once would do",
                                         work);
        r->answer.shown =
            lck_audit_printf(t->audit,
                             "%.*s of %s: each element by %u lanes of a warp and %u warps; %s",
                             (int)op->name.n, op->name.at, type.text, 1u << lanes, 1u << warps,
                             reason ? reason : "");
        free(reason);
    }
    lck_type_free(&type);
}
