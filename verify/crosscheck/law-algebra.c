/* law-algebra.c - coalesce, compose, complements, inverses and vectors: each by the
 * law that defines it, decided as the claim of the same law is (claims-*.c).
 */
#include "config.h"

#include "laws.h"

#include "../../isl-bridge/engine.h"
#include "../../lib/algebra.h"

#include <stdlib.h>

#define ENGINE_SIZE 64 /* complements up to this size are computed on relations, too */

/* Layouts from the arguments and the value; false when one of them is none, which
 * leaves nothing to check. */
typedef struct {
    lc_layout *a, *b, *value;
} layouts;

static bool take_layouts(lc_ctx *ctx, layouts *l, size_t n, lcv_value *const *args,
                         const lcv_value *value)
{
    *l = (layouts){NULL, NULL, NULL};
    if (value->kind != LCV_LAYOUT || args[0]->kind == LCV_RELATION)
        return false;
    l->value = lc_layout_ref(value->layout);
    l->a = lcv_as_layout(ctx, args[0]);
    if (l->a != NULL && n > 1)
        l->b = lcv_as_layout(ctx, args[1]);
    return l->a != NULL && (n == 1 || l->b != NULL);
}

static void free_layouts(layouts *l)
{
    lc_layout_free(l->a);
    lc_layout_free(l->b);
    lc_layout_free(l->value);
}

/* ---- coalesce ---- */

/* The leaf after i goes on where it ends: its stride is the extent times that of i. By
 * XOR, multiples of an extent are multiples of the shifted stride for powers of two. */
static bool continued(lc_ctx *ctx, const lc_layout *a, size_t i)
{
    lc_int extent = lc_layout_extent(a, i);
    bool straight = true;
    for (size_t q = 0; q < lc_layout_naxes(a); q++) {
        lc_int step = lc_layout_step_on(a, q, i), next = lc_layout_step_on(a, q, i + 1);
        straight = straight && lc_int_eq(next, lc_int_mul(ctx, extent, step));
        if (lc_layout_codomain(a) == LC_XOR)
            straight = straight && (lc_int_is_zero(step) || lc_int_is_power_of_two(extent));
    }
    return straight;
}

/* The same value at every coordinate, and for the plain form no two modes that
 * could be one. */
lcv_result *lcv_law_coalesce(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value)
{
    static const char *const named[2] = {"coalesce(A)", "A"};
    lc_ctx *ctx = lcr_ctx_lc(r);
    layouts l;
    lcv_result *result = NULL;
    if (take_layouts(ctx, &l, 1, args, value))
        result = lcv_check_same_function(r, l.value, l.a, named);
    for (size_t i = 0; n == 1 && lcv_holds(result) && i + 1 < lc_layout_nleaves(l.value); i++) {
        if (!continued(ctx, l.value, i))
            continue;
        lcv_result_free(result);
        result = lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "mode %z", i),
                             lcv_text(ctx, "it and the next mode of %L are one", l.value));
    }
    free_layouts(&l);
    return result;
}

/* ---- compose ---- */

lcv_result *lcv_law_compose(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value)
{
    static const char *const names[3] = {"R", "A", "B"};
    lc_ctx *ctx = lcr_ctx_lc(r);
    layouts l;
    lcv_result *result = NULL;
    if (n == 2 && args[1]->kind != LCV_RELATION && take_layouts(ctx, &l, 1, args, value)) {
        lc_tiler *t = lcv_as_tiler(ctx, args[1]);
        if (t != NULL)
            result = lcv_check_composes_tiler(r, names, l.value, l.a, t);
        lc_tiler_free(t);
        free_layouts(&l);
    }
    return result;
}

/* ---- complements ---- */

lcv_result *lcv_law_complement(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value)
{
    layouts l;
    lcv_result *result = NULL;
    if (take_layouts(lcr_ctx_lc(r), &l, 1, args, value))
        result = lcv_check_complements(r, l.value, l.a, n == 1);
    free_layouts(&l);
    return result;
}

/* Small ones are computed once more, by the paper's algorithm on relations. */
static lcv_result *same_as_engine(lcr_ctx *r, const layouts *l, lc_int size)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_layout *other = lcr_engine_gap_complement(r, l->a, size);
    if (other == NULL) {
        if (lc_ctx_code(ctx) == LC_ERR_NO_VALUE || lc_ctx_code(ctx) == LC_ERR_BUDGET)
            lc_ctx_reset(ctx);
        return lcv_unknown(ctx, LCV_BY_RELATION,
                           lcv_text(ctx, "the algorithm on relations gave no value"));
    }
    lcv_result *result =
        lc_layout_equal(l->value, other)
            ? lcv_proved(ctx, LCV_BY_RELATION)
            : lcv_refuted(ctx, LCV_BY_RELATION, lcv_text(ctx, ""),
                          lcv_text(ctx, "%L is not %L, the value on relations", l->value, other));
    lc_layout_free(other);
    return result;
}

lcv_result *lcv_law_gap_complement(lcr_ctx *r, size_t n, lcv_value *const *args,
                                   const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    layouts l;
    lc_int size;
    lcv_result *result = NULL;
    (void)n;
    if (take_layouts(ctx, &l, 1, args, value) && lcv_as_int(ctx, args[1], &size)) {
        result = lcv_check_complements(r, l.value, l.a, false);
        bool small = lc_int_le(size, lc_int_const(ENGINE_SIZE)) &&
                     lc_int_le(lc_layout_cosize(ctx, l.a), lc_int_const(ENGINE_SIZE));
        if (lcv_holds(result) && small) {
            lcv_result_free(result);
            result = same_as_engine(r, &l, size);
        }
    }
    free_layouts(&l);
    return result;
}

/* ---- inverses ---- */

static lcv_result *inverts(lcr_ctx *r, lcv_prove_function *prove, lcv_value *const *args,
                           const lcv_value *value)
{
    lcv_value *both[2] = {(lcv_value *)(uintptr_t)value, args[0]};
    return prove(r, 2, both);
}

lcv_result *lcv_law_right_inverse(lcr_ctx *r, size_t n, lcv_value *const *args,
                                  const lcv_value *value)
{
    layouts l;
    lcv_result *result = NULL;
    if (take_layouts(lcr_ctx_lc(r), &l, n, args, value))
        result = inverts(r, lcv_prove_right_inverts, args, value);
    free_layouts(&l);
    return result;
}

lcv_result *lcv_law_left_inverse(lcr_ctx *r, size_t n, lcv_value *const *args,
                                 const lcv_value *value)
{
    layouts l;
    lcv_result *result = NULL;
    if (take_layouts(lcr_ctx_lc(r), &l, n, args, value))
        result = inverts(r, lcv_prove_left_inverts, args, value);
    free_layouts(&l);
    return result;
}

/* A right inverse R of the size of A whose values are coordinates of A: it is
 * injective, so it names each of them once, and A undoes it there. */
static lcv_result *check_inverse(lcr_ctx *r, const layouts *l, lcv_value *const *args,
                                 const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int have = lc_layout_size(ctx, l->value), want = lc_layout_size(ctx, l->a), c;
    if (!lc_int_eq(have, want))
        return lcv_refuted(ctx, LCV_BY_COUNTING, lcv_text(ctx, "size"),
                           lcv_text(ctx, "%i is not %i", have, want));
    lcv_function f = {.name = "inverse(A)", .layout = l->value};
    bool integers = lc_layout_codomain(l->value) == LC_INTEGERS;
    if (integers && lcv_find_out_of_bounds(ctx, &f, lc_int_const(0),
                                           lc_int_sub(ctx, want, lc_int_const(1)), &c))
        return lcv_refuted(ctx, LCV_BY_CLOSED_FORM, lcv_text(ctx, "c = %i", c),
                           lcv_text(ctx, "%i is no coordinate of A", lcv_function_at(ctx, &f, c)));
    return inverts(r, lcv_prove_right_inverts, args, value);
}

lcv_result *lcv_law_inverse(lcr_ctx *r, size_t n, lcv_value *const *args, const lcv_value *value)
{
    layouts l;
    lcv_result *result = NULL;
    if (take_layouts(lcr_ctx_lc(r), &l, n, args, value))
        result = check_inverse(r, &l, args, value);
    free_layouts(&l);
    return result;
}

/* ---- vectors ---- */

lcv_result *lcv_law_max_common_layout(lcr_ctx *r, size_t n, lcv_value *const *args,
                                      const lcv_value *value)
{
    layouts l;
    lcv_result *result = NULL;
    if (take_layouts(lcr_ctx_lc(r), &l, n, args, value))
        result = lcv_check_common_vector(r, l.value, l.a, l.b);
    free_layouts(&l);
    return result;
}

lcv_result *lcv_law_max_common_vector(lcr_ctx *r, size_t n, lcv_value *const *args,
                                      const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int found;
    (void)n;
    lc_layout *a = lcv_as_layout(ctx, args[0]);
    lc_layout *b = a != NULL ? lcv_as_layout(ctx, args[1]) : NULL;
    lc_layout *v = b != NULL ? lc_max_common_layout(ctx, a, b) : NULL;
    lcv_result *result = NULL;
    if (v != NULL && lcv_as_int(ctx, value, &found)) {
        lc_int size = lc_layout_size(ctx, v);
        if (lc_int_eq(size, found))
            result = lcv_check_common_vector(r, v, a, b);
        else
            result = lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, ""),
                                 lcv_text(ctx, "%i is not %i, the size of %L", found, size, v));
    }
    lc_layout_free(a);
    lc_layout_free(b);
    lc_layout_free(v);
    return result;
}
