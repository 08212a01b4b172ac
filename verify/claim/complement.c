/* complement.c - complements: a layout and what is left.
 *
 * complements(C,A) (Cecka 3.5). Law 28: C(i) = A(j) for no i >= 1 and no j of A's
 * domain, i in the extended domain of C; law 29: C(i) < C(i + 1). complements(C,A,N)
 * reads both on C's finite domain and asks that (A,C) reach all of [0,N).
 *
 * Law 29 is a condition on carries. From i to i + 1 the leaves before some leaf k go
 * from their last digit to 0 and leaf k gains one, so C grows by
 * d_k - sum over j < k of (s_j - 1) d_j: positive at every leaf that can gain.
 *
 * Under law 29 C increases from 0. Law 28 then holds when the modes of A and C
 * together are apart (image.c); otherwise the values of C are looked for in A, of
 * which only those up to A's largest offset can be there. Layouts of coordinates:
 * claims-complement-axes.c.
 */
#include "config.h"

#include "claims.h"

#include "../question/missing.h"

#include <stdlib.h>

/* ---- law 29 ---- */

/* C(i) >= C(i + 1) for the least such i; false when there is none. */
static bool find_disorder(lc_ctx *ctx, const lc_layout *c, bool extended, lc_int *i)
{
    size_t n = lc_layout_nleaves(c);
    lc_int place = lc_int_const(1), carried = lc_int_const(0);
    for (size_t k = 0; k < n; k++) {
        lc_int extent = lc_layout_extent(c, k), step = lc_layout_step(c, k);
        bool gains = !lc_int_is_one(extent) || (extended && k + 1 == n);
        if (gains && lc_int_le(step, carried)) {
            *i = lc_int_sub(ctx, place, lc_int_const(1));
            return true;
        }
        lc_int last = lc_int_sub(ctx, extent, lc_int_const(1));
        carried = lc_int_add(ctx, carried, lc_int_mul(ctx, last, step));
        place = lc_int_mul(ctx, place, extent);
    }
    return false;
}

static lcv_result *disordered(lc_ctx *ctx, const lc_layout *c, lc_int i)
{
    lc_int next = lc_int_add(ctx, i, lc_int_const(1));
    lc_int left = lc_layout_at(ctx, c, i), right = lc_layout_at(ctx, c, next);
    if (lc_int_lt(left, right))
        return lcv_uncertified(ctx, "the carries of a layout");
    lcv_result *result =
        lcv_refuted(ctx, LCV_BY_CLOSED_FORM, lcv_text(ctx, "i = %i", i),
                    lcv_text(ctx, "%i is not less than %i (law 29, C(i) < C(i+1))", left, right));
    lcv_step_at(ctx, &result, "C", c, i);
    lcv_step_at(ctx, &result, "C", c, next);
    return result;
}

/* ---- law 28 ---- */

/* Are the modes of a and c together apart, c's last leaf without end if extended? */
static bool together_apart(lc_ctx *ctx, const lc_layout *c, const lc_layout *a, bool extended)
{
    size_t na = lc_layout_nleaves(a), nc = lc_layout_nleaves(c) - (extended ? 1 : 0), n = na + nc;
    lc_int *room = lc_alloc(ctx, 2 * n, sizeof *room);
    if (room == NULL)
        return false;
    for (size_t i = 0; i < n; i++) {
        room[i] = i < na ? lc_layout_extent(a, i) : lc_layout_extent(c, i - na);
        room[n + i] = i < na ? lc_layout_step(a, i) : lc_layout_step(c, i - na);
    }
    lc_layout *both = lc_layout_flat(ctx, n, room, room + n);
    free(room);
    lcv_image image;
    bool apart = both != NULL && lcv_image_of(ctx, both, lc_int_const(0), &image);
    if (apart) {
        apart = lcv_image_apart(&image) &&
                (!extended || lc_int_lt(lc_int_sub(ctx, image.high, image.low),
                                        lc_layout_step(c, nc)));
        lcv_image_free(&image);
    }
    lc_layout_free(both);
    return apart;
}

/* The first i in [1,limit) with C(i) among A's offsets. NO: there is none at all,
 * since C ends or has passed A's largest offset. */
static lcr_answer scan_common(lcr_ctx *r, const lc_layout *c, const lcv_image *a, bool extended,
                              int64_t limit, lc_int *i, lc_int *natural)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int size = lc_layout_size(ctx, c);
    for (int64_t k = 1; k < limit; k++) {
        lc_frame frame = lc_frame_open(ctx);
        *i = lc_int_si(ctx, k);
        lc_int value = lc_layout_at(ctx, c, *i);
        bool past = lc_int_lt(a->high, value) || (!extended && lc_int_le(size, *i));
        lcr_answer found = past ? LCR_NO : lcv_image_find(r, a, value, natural);
        if (found == LCR_YES) /* `natural` lives in the frame */
            return LCR_YES;
        lc_frame_close(ctx, frame);
        if (past)
            return LCR_NO;
        if (found == LCR_UNKNOWN)
            return LCR_UNKNOWN;
    }
    return LCR_UNKNOWN;
}

static lcr_answer solve_common(lcr_ctx *r, const lc_layout *c, const lc_layout *a, bool extended,
                               lc_int *i, lc_int *natural)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int *in_c = lc_alloc(ctx, lc_layout_nleaves(c), sizeof *in_c);
    lc_tuple *shape = in_c != NULL ? lc_layout_shape(ctx, c) : NULL;
    lcr_answer answer =
        shape != NULL ? lcr_find_common(r, c, a, extended, in_c, natural) : LCR_UNKNOWN;
    if (answer == LCR_YES)
        *i = lcv_integral(ctx, shape, in_c);
    lc_tuple_free(shape);
    free(in_c);
    return answer;
}

static lcv_result *common(lc_ctx *ctx, const char *method, const lc_layout *c, const lc_layout *a,
                          lc_int i, const lc_int *natural)
{
    lc_tuple *shape = lc_layout_shape(ctx, a);
    lc_int j = shape != NULL ? lcv_integral(ctx, shape, natural) : i;
    lc_tuple *shown = shape != NULL ? lcv_show_coordinate(ctx, shape, j) : NULL;
    lc_tuple_free(shape);
    if (shown == NULL)
        return NULL;
    lc_int value = lc_layout_at(ctx, c, i);
    lcv_result *result = NULL;
    if (lc_int_sign(i) <= 0 || !lc_int_eq(value, lc_layout_at(ctx, a, j)))
        lcv_uncertified(ctx, method);
    else
        result = lcv_refuted(
            ctx, method, lcv_text(ctx, "i = %i and j = %t", i, shown),
            lcv_text(ctx, "%i is an offset of both (law 28, C(i) is no A(j) for i >= 1)", value));
    lcv_named_chain chain = {1, {a}, {"A"}};
    lcv_step_at(ctx, &result, "C", c, i);
    lcv_step_chain(ctx, &result, &chain, j, shown);
    lc_tuple_free(shown);
    return result;
}

lcr_answer lcv_find_shared(lcr_ctx *r, const lc_layout *c, const lc_layout *a, bool extended,
                           lc_int *i, lc_int *natural, const char **method)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    *method = LCV_BY_CLOSED_FORM;
    if (lc_ctx_shortcuts(ctx) && together_apart(ctx, c, a, extended))
        return LCR_NO;
    lcv_image image;
    if (!lcv_image_of(ctx, a, lc_int_const(0), &image))
        return LCR_UNKNOWN;
    *method = LCV_BY_ENUMERATION;
    lcr_answer answer = scan_common(r, c, &image, extended, lcv_guesses(ctx), i, natural);
    if (answer == LCR_UNKNOWN && lcv_out_of_budget(ctx)) {
        *method = LCV_BY_SYSTEM;
        answer = solve_common(r, c, a, extended, i, natural);
    }
    if (answer == LCR_UNKNOWN && lcv_out_of_budget(ctx)) {
        *method = LCV_BY_ENUMERATION;
        answer = scan_common(r, c, &image, extended, LCV_ENUMERATE, i, natural);
    }
    lcv_image_free(&image);
    return answer;
}

lcv_result *lcv_law28_undecided(lc_ctx *ctx)
{
    if (!lcv_out_of_budget(ctx))
        return NULL;
    return lcv_unknown(ctx, LCV_BY_SYSTEM,
                       lcv_text(ctx, "the system of law 28 was not decided within the budget"));
}

static lcv_result *check_disjoint(lcr_ctx *r, const lc_layout *c, const lc_layout *a,
                                  bool extended)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int i = lc_int_const(0), *natural = lc_alloc(ctx, lc_layout_nleaves(a), sizeof *natural);
    const char *method = LCV_BY_SYSTEM;
    lcr_answer answer =
        natural != NULL ? lcv_find_shared(r, c, a, extended, &i, natural, &method) : LCR_UNKNOWN;
    lcv_result *result = NULL;
    if (answer == LCR_NO)
        result = lcv_proved(ctx, method);
    else if (answer == LCR_YES)
        result = common(ctx, method, c, a, i, natural);
    else if (natural != NULL)
        result = lcv_law28_undecided(ctx);
    free(natural);
    return result;
}

lcv_result *lcv_check_complements(lcr_ctx *r, const lc_layout *c, const lc_layout *a,
                                  bool extended)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int i = lc_int_const(0);
    if (lc_layout_codomain(c) == LC_COORDINATES || lc_layout_codomain(a) == LC_COORDINATES)
        return lcv_complements_axes(r, c, a, extended);
    if (find_disorder(ctx, c, extended, &i))
        return disordered(ctx, c, i);
    return check_disjoint(r, c, a, extended);
}

/* The laws on the finite domain, then (A,C) over [0,n). */
static lcv_result *complements_to(lcr_ctx *r, lc_layout *c, lc_layout *a, lc_int n)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_result *result = lcv_check_complements(r, c, a, false);
    if (result == NULL || result->verdict != LCV_PROVED)
        return result;
    lcv_result_free(result);
    lc_layout *const modes[] = {a, c};
    lcv_function both = {.name = "(A,C)", .layout = lc_layout_concat(ctx, 2, modes)};
    result = both.layout != NULL ? lcv_covers(r, &both, n) : NULL;
    lcv_function_free(&both);
    return result;
}

lcv_result *lcv_prove_complements(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int bound = lc_int_const(0);
    if (lcv_is_coordinates(args[0]) || lcv_is_coordinates(args[1]))
        return lcv_prove_complements_axes(r, n, args);
    if (n == 3 && !lcv_arg_int(ctx, "complements", "N", args[2], 0, &bound))
        return NULL;
    lc_layout *c = lcv_arg_layout(ctx, "complements", "C", args[0]);
    lc_layout *a = c != NULL ? lcv_arg_layout(ctx, "complements", "A", args[1]) : NULL;
    lcv_result *result = NULL;
    if (a != NULL)
        result = n == 3 ? complements_to(r, c, a, bound) : lcv_check_complements(r, c, a, true);
    lc_layout_free(c);
    lc_layout_free(a);
    return result;
}
