/* image.c - claims about the values that are reached, and how often: injective, surjective,
 * bijective, compact, partitions, covers.
 *
 * Layouts whose values are coordinates of a shape: box.c.
 */
#include "config.h"

#include "claims.h"

#include "../question/collide.h"
#include "../question/missing.h"
#include "../question/often.h"

/* No two coordinates of X have the same value. */
lcv_result *lcv_prove_injective(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    unsigned kinds = LCV_OF_INTEGERS | LCV_OF_COORDINATES | LCV_FUNCTIONS | LCV_RELATIONS;
    lcv_function x;
    if (!lcv_arg(lcr_ctx_lc(r), "injective", "X", args[0], kinds, &x))
        return NULL;
    return x.relation ? lcv_relation_injective(r, "X", x.relation) : lcv_injective(r, &x);
}

/* ---- the values that X may have ---- */

/* How many values the output dims have, of a kind that says so; else the size. */
static lc_int declared(lc_ctx *ctx, const lcv_function *f)
{
    if (!f->value || !lcv_has_dims(f->value))
        return f->layout ? lc_layout_size(ctx, f->layout) : f->size;
    unsigned bits = lc_linear_out_bits(f->value->linear);
    lc_int half = lc_int_from_word(ctx, (uint64_t)1 << bits / 2);
    return lc_int_mul(ctx, half, lc_int_from_word(ctx, (uint64_t)1 << (bits - bits / 2)));
}

static void *needs_count(lc_ctx *ctx, const char *why)
{
    return lc_fail(ctx, LC_ERR_INVALID, "surjective needs an integer N: %s values it may have",
                   why);
}

/* ---- onto ---- */

/* The values of X are [0,N). */
lcv_result *lcv_prove_surjective(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int count = lc_int_const(0);
    if (lcv_is_coordinates(args[0]))
        return lcv_box_surjective(r, n, args);
    if (n > 1 && lcv_is_relation_of_places(args[0]))
        return lcv_places_surjective(r, args[0], args[1]);
    if (n < 2 && !lcv_is_binary(args[0]) && !lcv_is_xor(args[0]))
        return needs_count(ctx, "only a linear layout X says itself which");
    if (n > 1 && !lcv_arg_int(ctx, "surjective", "N", args[1], 0, &count))
        return NULL;
    unsigned kinds = LCV_OF_INTEGERS | LCV_FUNCTIONS | LCV_RELATIONS;
    lcv_function x;
    if (!lcv_arg(ctx, "surjective", "X", args[0], kinds, &x))
        return NULL;
    if (n < 2 && args[0]->kind == LCV_COMPOSED)
        return needs_count(ctx, "a composed layout X does not say itself which");
    return x.relation ? lcv_relation_onto(r, "surjective", "X", x.relation, count)
                      : lcv_onto(r, &x, n > 1 ? count : declared(ctx, &x));
}

/* No number of [0,N) is missing among the values of X. */
lcv_result *lcv_prove_covers(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int count;
    if (lcv_is_coordinates(args[0]))
        return lcv_box_covers(r, args);
    if (!lcv_arg_int(ctx, "covers", "N", args[1], 0, &count))
        return NULL;
    lcv_function x;
    return lcv_arg(ctx, "covers", "X", args[0], LCV_OF_INTEGERS | LCV_FUNCTIONS, &x)
               ? lcv_covers(r, &x, count)
               : NULL;
}

/* ---- once each ---- */

static lcv_result *prove_once_each(lcr_ctx *r, const char *claim, const lcv_value *value,
                                   bool all_values)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (lcv_is_coordinates(value))
        return lcv_box_bijective(r, claim, value);
    if (lcv_is_relation_of_places(value))
        return lcv_relation_bijective(r, claim, value->relation);
    unsigned kinds = LCV_OF_INTEGERS | LCV_FUNCTIONS | LCV_RELATIONS;
    lcv_function x;
    lcv_finding found;
    if (!lcv_arg(ctx, claim, "X", value, kinds, &x))
        return NULL;
    if (x.relation)
        return lcv_relation_bijective(r, claim, x.relation);
    return lcv_once_each(r, &x, all_values || x.layout ? declared(ctx, &x) : x.size, &found);
}

/* X reaches every value that it may have just once. */
lcv_result *lcv_prove_bijective(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    return prove_once_each(r, "bijective", args[0], true);
}

/* X reaches [0,size), whatever values its output dims might have. */
lcv_result *lcv_prove_compact(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    return prove_once_each(r, "compact", args[0], false);
}

/* ---- partitions ---- */

/* Several output dims are the dims of S; NULL without an error when their sizes are the same. */
static lcv_result *check_dims(lc_ctx *ctx, const lcv_function *tv, const lc_tuple *shape)
{
    const lc_linear *l = tv->value->linear;
    if (tv->nouts != lc_tuple_rank(shape))
        return lc_fail(ctx, LC_ERR_INVALID,
                       "partitions needs a shape S of %zu modes, one for each output dim of TV, "
                       "not of %zu",
                       tv->nouts, lc_tuple_rank(shape));
    for (size_t i = 0; i < tv->nouts; i++) {
        lc_tuple *mode = lcv_part_of(ctx, shape, i);
        lc_int have = lc_int_from_word(ctx, (uint64_t)1 << lc_linear_out_dim(l, i).bits);
        if (!mode)
            return NULL;
        if (!lc_int_eq(have, lc_tuple_size(ctx, mode)))
            return lcv_refuted(ctx, LCV_BY_COMPARISON,
                               lcv_text(ctx, "output dim %s", lc_linear_out_dim(l, i).name),
                               lcv_text(ctx, "its size %i is not %i", have,
                                        lc_tuple_size(ctx, mode)));
    }
    return NULL;
}

/* `5 is the coordinate (5,0) of (16,8)` */
static void step_index(lc_ctx *ctx, lcv_result **result, const lc_tuple *shape, lc_int index)
{
    lcv_step(ctx, result, "%i is the coordinate %T of %t", index, lc_idx2crd(ctx, index, shape),
             shape);
}

/* TV has as many coordinates as S, each of them k times; NULL without an error when so. */
lcv_result *lcv_check_many(lc_ctx *ctx, const lcv_function *tv, const lc_tuple *shape, lc_int k)
{
    lc_int want = lc_tuple_size(ctx, shape), all = lc_int_mul(ctx, k, want);
    if (lc_int_eq(tv->size, all))
        return NULL;
    lcv_result *result = lcv_refuted(ctx, LCV_BY_COUNTING, lcv_text(ctx, "size"),
                                     lcv_text(ctx, "%i is not %i", tv->size, all));
    if (lc_int_is_one(k))
        lcv_step(ctx, &result, "TV has %i coordinates, S = %t has %i", tv->size, shape, want);
    else
        lcv_step(ctx, &result, "TV has %i coordinates, S = %t has %i, which %i times is %i",
                 tv->size, shape, want, k, all);
    return result;
}

static lcv_result *partitions(lcr_ctx *r, const lcv_function *tv, const lc_tuple *shape, lc_int k)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int want = lc_tuple_size(ctx, shape);
    lcv_result *sizes = lcv_check_many(ctx, tv, shape, k);
    if (sizes || lc_ctx_code(ctx) != LC_OK)
        return sizes;
    if (!lc_int_is_one(k))
        return lcv_each_times(r, tv, want, k);
    lcv_finding found;
    lcv_result *result = lcv_once_each(r, tv, want, &found);
    if (result && result->verdict == LCV_REFUTED && tv->nouts < 2 &&
        lc_int_sign(found.value) >= 0)
        step_index(ctx, &result, shape, found.value);
    return result;
}

/* Some coordinates do not take part: those above `under`, where it is not _. */
static bool has_guard(size_t n, lcv_value *const *args)
{
    return n > 2 && (args[2]->kind != LCV_TUPLE || !lc_tuple_is_leaf(args[2]->tuple) ||
                     !lc_tuple_has_wildcard(args[2]->tuple));
}

static lcv_result *under_guard(lcr_ctx *r, size_t n, lcv_value *const *args, lc_int k)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (args[0]->kind == LCV_RELATION)
        return lcv_pairs_partition(r, n, args);
    if (lcv_is_binary(args[0]) || lcv_is_xor(args[0]))
        return lc_fail(ctx, LC_ERR_INVALID,
                       "partitions takes `under` of layouts, not of %s with %s",
                       lcv_value_describe(args[0]), lcv_value_describe(args[1]));
    if (!lc_int_is_one(k))
        return lc_fail(ctx, LC_ERR_INVALID, "partitions takes `under` or `times`, not both");
    return lcv_prove_tiling(r, n, args);
}

/* The values of TV are the coordinates of S, each of them k times. */
lcv_result *lcv_prove_partitions(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int k = lc_int_const(1);
    if (n > 3 && !lcv_arg_int(ctx, "partitions", "times", args[3], 1, &k))
        return NULL;
    if (has_guard(n, args))
        return under_guard(r, n, args, k);
    if (lcv_is_coordinates(args[0]))
        return lcv_box_partitions(r, args, k);
    lcv_function tv;
    if (!lcv_arg(ctx, "partitions", "TV", args[0], LCV_OF_INTEGERS | LCV_FUNCTIONS, &tv))
        return NULL;
    lc_tuple *shape = lcv_arg_domain(ctx, "partitions", "S", args[1]);
    if (!shape)
        return NULL;
    lcv_result *result = tv.nouts > 1 ? check_dims(ctx, &tv, shape) : NULL;
    return result || lc_ctx_code(ctx) != LC_OK ? result : partitions(r, &tv, shape, k);
}
