/* linear.c - linear layouts as matrices over F2: their bits and ranks; an inverse, at each
 * bit. */
#include "config.h"

#include "explain.h"

#include <stdlib.h>

/* `  linear{lane: [1,2] -> row: 4} has 2 bits in, 2 bits out and the rank 2`. */
static void tell_rank(lcv_telling *t, const lc_linear *l)
{
    lcv_tell(t, "  %S has %z bits in, %z bits out and the rank %z\n", lc_linear_to_str(t->ctx, l),
             (size_t)lc_linear_in_bits(l), (size_t)lc_linear_out_bits(l),
             (size_t)lc_f2_rank(lc_linear_matrix(l)));
}

void lcv_tell_linear(lcr_ctx *r, lc_text *out, const lcv_steps_told *told, lcv_value *const *arg,
                     size_t n, const lcv_value *value)
{
    lcv_telling t = {lcr_ctx_lc(r), out, told};
    for (size_t i = 0; i < n; i++)
        if (arg[i]->kind == LCV_LINEAR)
            tell_rank(&t, arg[i]->linear);
    if (value && value->kind == LCV_LINEAR)
        tell_rank(&t, value->linear);
}

/* `  V(2) = 3, A(3) = 2`, the numbers of integral coordinates; V the value. */
void lcv_tell_inverse_bits(lcr_ctx *r, lc_text *out, const lcv_steps_told *told,
                           lcv_value *const *arg, size_t n, const lcv_value *value)
{
    lcv_telling t = {lcr_ctx_lc(r), out, told};
    lcv_tell_linear(r, out, told, arg, n, value);
    if (!value || value->kind != LCV_LINEAR || arg[0]->kind != LCV_LINEAR)
        return;
    for (unsigned bit = 0; bit < lc_linear_in_bits(value->linear); bit++) {
        uint64_t x = (uint64_t)1 << bit, y = lc_linear_at(value->linear, x);
        lcv_tell(&t, "    V(%i) = %i, A(%i) = %i\n", lc_int_from_word(t.ctx, x),
                 lc_int_from_word(t.ctx, y), lc_int_from_word(t.ctx, y),
                 lc_int_from_word(t.ctx, lc_linear_at(arg[0]->linear, y)));
    }
}

/* `  A(0) = 4, A(1) = 5, A(2) = 6`: what the offset and the bases are made of. */
void lcv_tell_affine(lcr_ctx *r, lc_text *out, const lcv_steps_told *told, lcv_value *const *arg,
                     size_t n, const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_telling t = {ctx, out, told};
    unsigned bits = value && lcv_has_dims(value) ? lc_linear_in_bits(value->linear) : 0;
    lc_int number;
    (void)n;
    if (bits == 0 || lcv_has_dims(arg[0]))
        return;
    for (unsigned i = 0; i <= bits; i++) {
        lc_int x = lc_int_from_word(ctx, i > 0 ? (uint64_t)1 << (i - 1) : 0);
        if (lcv_value_number_at(ctx, arg[0], x, &number))
            lcv_tell(&t, i > 0 ? ", A(%i) = %i" : "  A(%i) = %i", x, number);
    }
    lcv_tell(&t, "\n");
    lc_ctx_reset(ctx);
}
