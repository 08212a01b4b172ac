/* reorder.c - the permutation of coordinates that a claim is about. */
#include "config.h"

#include "explain.h"

#include "../operation/operation.h"

/* Adds the permutation that the operation finds; nothing where it finds none. */
static void tell(lcr_ctx *r, lc_text *out, const lcv_steps_told *told, lcv_operate *operate,
                 const char *name, const char *says, lcv_value *const *arg, size_t n)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_call call = {
        .r = r, .ctx = ctx, .name = name, .n = n, .arg = (lcv_value **)(uintptr_t)arg};
    lcv_value *p = lcv_kept(ctx, operate(&call));
    char *text = p ? lcv_kept(ctx, lcv_value_to_str(r, p)) : NULL;
    if (text)
        lc_text_printf(out, "  %s = %s\n", says, text);
    if (text && told)
        told->step(told->user, name, n, arg, p);
    lc_ctx_reset(ctx);
}

void lcv_tell_reordering(lcr_ctx *r, lc_text *out, const lcv_steps_told *told,
                         lcv_value *const *arg, size_t n, const lcv_value *value)
{
    (void)value;
    tell(r, out, told, lcv_op_reordering, "reordering", "X = Y o P with P", arg, n);
}

void lcv_tell_feeding(lcr_ctx *r, lc_text *out, const lcv_steps_told *told, lcv_value *const *arg,
                      size_t n, const lcv_value *value)
{
    (void)value;
    tell(r, out, told, lcv_op_register_permutation, "register_permutation",
         "T(t,v) = U(t,Q(v)) with Q", arg, n);
}
