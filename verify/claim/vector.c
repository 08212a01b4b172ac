/* vector.c - vectorizes(A, B, n[, aligned]): A and B move as vectors of n elements
 * (question/vectors.h), which with `aligned` begin at multiples of n.
 *
 * A tensor is a pointer, which has to be a multiple of n for its vectors to move.
 */
#include "config.h"

#include "claims.h"

#include "../function/pair.h"
#include "../question/vectors.h"
#include "../question/differ.h"

static const char *const side[2] = {"A", "B"};

/* A pointer that is no multiple of n; NULL where both are. */
static lcv_result *misaligned(lc_ctx *ctx, lcv_value *const *args, lc_int n)
{
    for (size_t i = 0; i < 2; i++) {
        if (!lcv_has_offset(args[i]) || !lc_tuple_is_leaf(args[i]->offset))
            continue;
        lc_int begin = lc_tuple_value(args[i]->offset, 0);
        if (lc_int_divides(ctx, n, begin))
            continue;
        lcv_result *result = lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "c = 0"),
                                         lcv_text(ctx,
                                                  "%s begins at %i, which is no multiple of %i",
                                                  side[i], begin, n));
        lcv_step_value(ctx, &result, "vectorizes", side[i], args[i], lc_int_const(0));
        return result;
    }
    return NULL;
}

/* Functions of any kind, or layouts and tensors. */
static bool read_pair(lc_ctx *ctx, lcv_value *const *args, bool any, lcv_function f[2])
{
    bool ok = true;
    for (size_t i = 0; ok && i < 2; i++)
        ok = any ? lcv_arg_any(ctx, "vectorizes", side[i], args[i], &f[i])
                 : lcv_arg_tensor(ctx, "vectorizes", side[i], args[i], &f[i]);
    for (size_t i = 0; ok && !any && i < 2; i++)
        f[i].size = lc_layout_size(ctx, f[i].layout);
    return ok;
}

lcv_result *lcv_prove_vectorizes(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function f[2] = {{.name = "A"}, {.name = "B"}};
    lcv_vectors w = {.a = &f[0], .b = &f[1]};
    bool any = lcv_are_of_any_kind(n, args);
    w.aligned = n > 3;
    if (!lcv_arg_int(ctx, "vectorizes", "n", args[2], 1, &w.n) ||
        !lcv_takes_word(ctx, "vectorizes", "aligned", n > 3 ? args[3] : NULL))
        return NULL;
    bool integers = lcv_codomain(args[0]) != LC_COORDINATES &&
                    lcv_codomain(args[1]) != LC_COORDINATES;
    lcv_result *result = integers ? misaligned(ctx, args, w.n) : NULL;
    if (result || lc_ctx_code(ctx) != LC_OK || !read_pair(ctx, args, any, f))
        return result;
    w.size = lc_int_min(f[0].size, f[1].size);
    if (!any)
        return lcv_vectors_of_layouts(r, &w);
    return f[0].affine && f[1].affine ? lcv_vectors_by_matrix(ctx, &w)
                                      : lcv_vectors_by_points(ctx, &w);
}
