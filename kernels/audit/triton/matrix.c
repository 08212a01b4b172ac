/* matrix.c - shared memory that instructions of the hardware read and write as their descriptors
 * say: wgmma, tcgen05.mma and TMA. Their swizzle is their own, and there is no question about
 * conflicts; but the arrangement has to be one that the instruction takes.
 *
 * An operand of wgmma and tcgen05.mma has a descriptor of 64 bits (PTX ISA, matrix descriptor),
 * which only the canonical layouts have: gmma_descriptor of the language finds it, or says where
 * the instruction would read something else. */
#include "config.h"

#include "reader.h"

#include <string.h>

#include "../../../lib/text.h"
#include "staged.h"
#include "types.h"

/* ---- accesses without a question ---- */

static void add_access(lck_triton *t, const lck_ir_op *op, lck_operation operation,
                       const lck_type *memory, const char *what)
{
    lck_access_record *r = lck_triton_access(t, op, LCK_SHARED, operation);
    if (r)
        r->detail = lck_audit_printf(t->audit, "%s\n%s", memory->text, what);
}

/* ---- operands ---- */

/* Operand B has K first, and descriptors count (MN,K). */
static void add_descriptor(lc_text *text, const lck_type *memory, bool turned)
{
    lc_text_printf(text,
                   turned ? "gmma_descriptor(sublayout(transpose_ins(invert(%s), [dim1, dim0]), "
                            "[dim1, dim0], [offset]), %u)"
                          : "gmma_descriptor(sublayout(invert(%s), [dim0, dim1], [offset]), %u)",
                   memory->text, memory->bits);
}

/* The last number of a descriptor as text: 1 where MN is the contiguous side. */
static bool is_mn_major(const char *descriptor)
{
    const char *comma = strrchr(descriptor, ',');
    return comma && comma[1] == '1';
}

static void check_operand(lck_triton *t, const lck_ir_op *op, const lck_type *memory, bool second,
                          bool wgmma)
{
    lc_text text = {0};
    lck_kernel_record *r = lck_triton_about(t, op, "operand");
    if (!r)
        return;
    add_descriptor(&text, memory, second);
    const char *descriptor = lck_asker_value(t->asker, lc_text_peek(&text));
    if (!descriptor) {
        r->answer.verdict = LCK_BAD;
        r->answer.shown = lck_audit_printf(t->audit, "%s: %s", memory->text,
                                           lck_asker_why(t->asker));
    } else if (wgmma && memory->bits != 16 && is_mn_major(descriptor)) {
        r->answer.verdict = LCK_BAD;
        r->answer.shown = lck_audit_printf(
            t->audit,
            "%s: wgmma takes operands of %u bits with K contiguous alone; this one has "
            "the other side so",
            memory->text, memory->bits);
    } else {
        r->answer.verdict = LCK_GOOD;
        r->answer.claim = lck_audit_printf(t->audit, "%s == %s", lc_text_peek(&text), descriptor);
    }
    lc_text_free(&text);
}

/* Operands A and B, each in shared memory or elsewhere. */
static void read_operands(lck_triton *t, const lck_ir_op *op, bool wgmma)
{
    lck_type type[2];
    const char *name = wgmma ? "wgmma" : "tcgen05.mma";
    size_t n = lck_types_of(t->m, op, 2, type);
    for (size_t i = 0; i < n; i++) {
        if (!type[i].shared || lck_ir_text_begins(type[i].kind, "#ttng.tensor_memory_"))
            continue;
        add_access(t, op, LCK_LOAD, &type[i],
                   wgmma ? "read by wgmma, as its descriptor says"
                         : "read by tcgen05.mma, as its descriptor says");
        lck_staged_fix(t, lck_ir_operand(t->m, op, (uint32_t)i), name);
        if (type[i].rank == 2 && (type[i].bits == 8 || type[i].bits == 16 || type[i].bits == 32))
            check_operand(t, op, &type[i], i == 1, wgmma);
    }
    lck_types_free(type, 2);
}

void lck_read_warp_group_dot(lck_triton *t, const lck_ir_op *op)
{
    read_operands(t, op, true);
}

void lck_read_tcgen05_mma(lck_triton *t, const lck_ir_op *op)
{
    read_operands(t, op, false);
}

/* ---- TMA ---- */

/* The memory is the operand whose type is a memdesc that is no barrier. */
void lck_read_tma(lck_triton *t, const lck_ir_op *op)
{
    for (uint32_t i = 0; i < op->noperands; i++) {
        uint32_t value = lck_ir_operand(t->m, op, i);
        lck_type type;
        if (value == LCK_IR_NONE || !t->m->value[value].type.at)
            continue;
        if (lck_type_read(t->m, t->m->value[value].type, &type) && type.shared &&
            lck_type_is(&type, "#ttg.nvmma_shared")) {
            add_access(t, op, LCK_TMA, &type, "moved by TMA, as the tensor map says");
            lck_staged_fix(t, value, "TMA");
        }
        lck_type_free(&type);
    }
}
