/* absent.c - why a number is no value of a function. */
#include "config.h"

#include "absent.h"
#include "write.h"

/* u with u X(c) = u base for every c, counting bits modulo 2, and u number another parity. */
static bool separating_mask(const lcv_function *f, uint64_t number, uint64_t *mask)
{
    lc_f2 columns = f->map, rows;
    uint64_t apart = number ^ f->base, odd = 0;
    if (columns.cols == LC_F2_MAX)
        return false;
    columns.column[columns.cols] = apart;
    odd = (uint64_t)1 << columns.cols++;
    rows = lc_f2_transpose(&columns); /* u is in the kernel of all rows but the last */
    return lc_f2_solve(&rows, odd, mask);
}

void lcv_step_parity(lc_ctx *ctx, lcv_result **result, const lcv_function *f, lc_int number)
{
    uint64_t mask;
    bool fits = f->affine && lc_int_sign(number) >= 0 && lc_int_bits(number) <= 64;
    if (!fits || !separating_mask(f, lcv_to_word(number), &mask))
        return;
    bool odd = __builtin_parityll(mask & f->base);
    lcv_step_place(ctx, result, f, number);
    lcv_step(ctx, result,
             "of the bits in %i every value of %s has an %s number, and %i an %s one",
             lc_int_from_word(ctx, mask), f->name, odd ? "odd" : "even", number,
             odd ? "even" : "odd");
}

void lcv_step_neighbours(lc_ctx *ctx, lcv_result **result, const lcv_function *f,
                         const lcv_point *list, size_t n, lc_int number)
{
    size_t above = 0;
    while (above < n && lc_int_lt(lc_int_si(ctx, list[above].number), number))
        above++;
    lc_int next = above < n ? lc_int_si(ctx, list[above].number) : number;
    if (above == 0)
        lcv_step(ctx, result, "the least value of %s is %i", f->name, next);
    else if (above == n)
        lcv_step(ctx, result, "the largest value of %s is %i", f->name,
                 lc_int_si(ctx, list[n - 1].number));
    else
        lcv_step(ctx, result, "the values of %s next to %i are %i and %i", f->name, number,
                 lc_int_si(ctx, list[above - 1].number), next);
}

void lcv_step_under(lc_ctx *ctx, lcv_result **result, const lcv_function *f,
                    const lcv_image *image, lc_int number)
{
    lc_int below, above, inner = number;
    char name[LCV_NAME_ROOM], *swizzle = NULL,
                              *under = lcv_kept(ctx, lcv_text(ctx, "%s", f->name));
    if (f->value->kind == LCV_COMPOSED) {
        lcv_small_letters(f->name, name);
        swizzle = lcv_kept(ctx, lc_swizzle_to_str(ctx, f->value->swizzle));
        under = lcv_kept(ctx, lcv_text(ctx, "%s%s", lcv_offset_text(ctx, f->value), name));
        inner = lc_swizzle_undo(ctx, f->value->swizzle, number);
    }
    if (swizzle && under) {
        lcv_step_parts(ctx, result, f, name, swizzle);
        lcv_step(ctx, result, "%i is %s(%i), and %i is no value of %s", number, swizzle, inner,
                 inner, under);
    }
    if (under && (lc_int_lt(inner, image->low) || lc_int_lt(image->high, inner)))
        lcv_step(ctx, result, "the values of %s lie in [%i,%i]", under, image->low, image->high);
    else if (under && lcv_image_neighbours(ctx, image, inner, &below, &above))
        lcv_step(ctx, result, "the values of %s next to %i are %i and %i", under, inner, below,
                 above);
}
