/* make.c - from the statement of attention to its kernel. */
#include "config.h"

#include "reading.h"

#include <stdlib.h>

#include "../product/choose/atoms.h"

/* S = Q K^T of both operands in shared memory, O += P V of P in registers; sums in f32. */
static bool read_atoms(lck_attention *a, lcv_planning *p)
{
    static const lck_atom_row rows[] = {
        {LCK_WGMMAS, NULL, "f32", "sm90", "wgmma_m64k16_ss_b16", {64, 8, 16}, true, false},
        {LCK_WGMMAS, NULL, "f32", "sm90", "wgmma_m64k16_rs_b16", {64, 8, 16}, true, true}};
    const lck_element *f32 = lck_element_find("f32");
    const lck_element *const element[] = {a->element, a->element, f32};
    const int columns = lck_attention_columns(a);
    return lck_atom_read(p, element, &rows[0], a->keys, &a->atom[0]) &&
           lck_atom_read(p, element, &rows[1], columns, &a->atom[1]);
}

static lck_kernel *lower(lck_attention *a, lcv_planning *p, bool *proved)
{
    lck_kernel *kernel = lck_attention_lower(a);
    if (!kernel || !lck_plan_tell(a->plan, kernel)) {
        lck_kernel_free(kernel);
        lck_forget_result(p);
        lcv_eval_failed(p->e, p->name_span);
        *proved = false;
        return NULL;
    }
    *proved = *proved && lck_plan_prove_widths(a->plan, kernel, p);
    if (*proved && p->drawing)
        p->figure = lck_draw_attention(a, kernel, p);
    return kernel;
}

lck_kernel *lck_attention_make(lcv_planning *p, unsigned how, bool *proved)
{
    lck_kernel *kernel = NULL;
    lck_attention *a = lck_attention_read(p);
    *proved = a && read_atoms(a, p) && lck_attention_prove(a, p);
    bool usable = *proved ||
                  (a && how & LCK_UNPROVED && p->result && p->e->status == LCV_EVAL_OK);
    if (usable && (*proved || !p->refuted))
        kernel = lower(a, p, proved);
    lck_attention_free(a);
    return kernel;
}
