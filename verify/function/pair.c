/* pair.c - two functions whose values are compared. */
#include "config.h"

#include "pair.h"

bool lcv_are_of_any_kind(size_t n, lcv_value *const *args)
{
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        if (lcv_is_coordinates(args[i]))
            return false;
        any = any || lcv_is_binary(args[i]) || lcv_is_xor(args[i]);
    }
    return any;
}

bool lcv_arg_pair(lc_ctx *ctx, const char *claim, lcv_value *const *args, lcv_function f[2])
{
    unsigned codomains = LCV_OF_INTEGERS | LCV_OF_COORDINATES;
    if (lcv_are_of_any_kind(2, args))
        return lcv_arg_any(ctx, claim, f[0].name, args[0], &f[0]) &&
               lcv_arg_any(ctx, claim, f[1].name, args[1], &f[1]);
    return lcv_arg_tensor_of(ctx, claim, f[0].name, args[0], codomains, &f[0]) &&
           lcv_arg_tensor_of(ctx, claim, f[1].name, args[1], codomains, &f[1]) &&
           lcv_functions_on_common_axes(ctx, &f[0], &f[1]);
}

bool lcv_pack_pair(lc_ctx *ctx, const lcv_function *f, const lcv_function *g,
                   lcv_function packed[2])
{
    lcv_box box;
    lcv_box_of_values(ctx, f, g, &box);
    return lcv_pack(ctx, f, &box, &packed[0]) && lcv_pack(ctx, g, &box, &packed[1]);
}
