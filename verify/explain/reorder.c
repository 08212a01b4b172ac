/* reorder.c - what permutes the coordinates, of a claim that something does. */
#include "config.h"

#include "explain.h"

#include "../function/pair.h"
#include "../function/permutation.h"

void lcv_tell_reordering(lcr_ctx *r, lc_text *out, const lcv_steps_told *told,
                         lcv_value *const *arg, size_t n, const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function f[2] = {{.name = "X"}, {.name = "Y"}};
    (void)value;
    lcv_value **as = lcv_values_listed(r, "reorders", false, n, arg);
    lcv_value *p = as && lcv_arg_pair(ctx, "reorders", as, f) ? lcv_permutation(ctx, f) : NULL;
    char *text = p ? lcv_kept(ctx, lcv_value_to_str(r, p)) : NULL;
    if (text)
        lc_text_printf(out, "  X = Y o P with P = %s\n", text);
    if (text && told)
        told->step(told->user, "reordering", n, as, p);
    lc_ctx_reset(ctx);
}
