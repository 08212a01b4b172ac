/* range.c - claims that bound every value: in_bounds, fits, aligned. */
#include "config.h"

#include "claims.h"

#include "../question/outside.h"

#define ANY_KIND (LCV_OF_INTEGERS | LCV_OF_COORDINATES | LCV_FUNCTIONS | LCV_RELATIONS)

static lcv_result *prove_range(lcr_ctx *r, const char *claim, const lcv_value *v, lc_int least,
                               lc_int most)
{
    lcv_function x;
    v = lcv_kept(lcr_ctx_lc(r), lcv_box_listed(r, claim, v));
    if (!v || !lcv_arg(lcr_ctx_lc(r), claim, "X", v, ANY_KIND, &x))
        return NULL;
    return x.relation ? lcv_relation_in_range(r, claim, "X", x.relation, least, most)
                      : lcv_in_range(r, &x, least, most);
}

/* No value of X lies outside of [0,N). */
lcv_result *lcv_prove_in_bounds(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int bound;
    if (lcv_is_coordinates(args[0]))
        return lcv_box_in_bounds(r, args);
    if (args[0]->kind == LCV_SET)
        return lcv_set_in_bounds(r, args);
    if (lcv_is_relation_of_places(args[0]))
        return lcv_places_in_bounds(r, args[0], args[1]);
    if (!lcv_arg_int(ctx, "in_bounds", "N", args[1], 0, &bound))
        return NULL;
    return prove_range(r, "in_bounds", args[0], lc_int_const(0),
                       lc_int_sub(ctx, bound, lc_int_const(1)));
}

/* No value of X lies outside of the numbers of a type. */
lcv_result *lcv_prove_fits(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_int least, most;
    if (!lcv_arg_type(lcr_ctx_lc(r), "fits", args[1], &least, &most))
        return NULL;
    if (lcv_is_relation_of_places(args[0]) && lcr_map_nout(args[0]->relation) == 1)
        return lcv_relation_in_range(r, "fits", "X", args[0]->relation, least, most);
    return prove_range(r, "fits", args[0], least, most);
}

/* No value of X lies outside of the multiples of n. */
lcv_result *lcv_prove_aligned(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int divisor;
    if (!lcv_arg_int(ctx, "aligned", "n", args[1], 1, &divisor))
        return NULL;
    lcv_function x;
    return lcv_arg(ctx, "aligned", "X", args[0], LCV_OF_INTEGERS | LCV_FUNCTIONS, &x)
               ? lcv_aligned(r, &x, divisor)
               : NULL;
}
