/* common.c - deciders of common(f, g). */
#include "config.h"

#include "common.h"

/* ---- the matrices ---- */

/* One solution of f(x) = g(y), or that and one of the homogeneous ones: the value of one is
 * not 0, if that of any is not. */
static lcr_answer by_matrix(lcr_ctx *r, void *lookup, lcv_finding *found)
{
    const lcv_lookup *l = lookup;
    const lcv_function *f = l->f, *g = l->g;
    if (!f->affine || !g->affine || f->map.cols + g->map.cols > LC_F2_MAX)
        return LCR_UNKNOWN;
    lc_f2 both = lc_f2_append(&f->map, &g->map);
    uint64_t xy, mask = lc_f2_mask(f->map.cols);
    if (!lc_f2_solve(&both, f->base ^ g->base, &xy))
        return LCR_NO;
    lc_f2 kernel = lc_f2_kernel(&both);
    for (unsigned j = 0; j <= kernel.cols; j++) {
        uint64_t z = j > 0 ? xy ^ kernel.column[j - 1] : xy;
        if ((lc_f2_apply(&f->map, z & mask) ^ f->base) == 0)
            continue;
        found->c = lc_int_from_word(lcr_ctx_lc(r), z & mask);
        found->d = lc_int_from_word(lcr_ctx_lc(r), z >> f->map.cols);
        return LCR_YES;
    }
    return LCR_NO;
}

/* ---- lookups: a search forgets where it found the value ---- */

static lcr_answer with_partner(const lcv_lookup *l, lcr_answer answer, lcv_finding *found)
{
    lc_ctx *ctx = lcr_ctx_lc(l->among.r);
    return answer == LCR_YES
               ? lcv_among_find(&l->among, lcv_function_at(ctx, l->f, found->c), &found->d)
               : answer;
}

static lcr_answer by_guess(lcr_ctx *r, void *lookup, lcv_finding *found)
{
    return with_partner(lookup, lcv_lookup_guess(r, lookup, found), found);
}

static lcr_answer by_enumeration(lcr_ctx *r, void *lookup, lcv_finding *found)
{
    return with_partner(lookup, lcv_lookup_all(r, lookup, found), found);
}

/* ---- systems: a point is the coordinate of f and then that of g ---- */

/* A small c and its partner; the point as it stands, where a lookup cannot follow. */
static lcr_answer certify(lc_ctx *ctx, const lcv_lookup *l, const lc_int *point, const char *what,
                          lcv_finding *found)
{
    lcr_answer answer = lcv_lookup_certify(ctx, l, point, what, &found->c);
    answer = with_partner(l, answer, found);
    if (answer == LCR_YES || !lcv_out_of_budget(ctx))
        return answer;
    found->c = lcv_integral(ctx, l->domain, point);
    found->d = lcv_integral(ctx, l->among.shape, point + lc_tuple_nleaves(l->domain));
    return LCR_YES;
}

/* Variables for the coordinates of f; `sum` gets sign * (its offset and steps). */
static bool add_coordinates(lc_ctx *ctx, lcr_system *system, const lcv_function *f, int32_t sign,
                            lcr_expr *sum)
{
    lc_int factor = lc_int_const(sign);
    lcr_expr_add_const(ctx, sum, lc_int_mul(ctx, factor, f->offset));
    for (size_t i = 0; i < lc_layout_nleaves(f->layout); i++) {
        lc_int last = lc_int_sub(ctx, lc_layout_extent(f->layout, i), lc_int_const(1));
        size_t var = lcr_system_var(system, lc_int_const(0), last);
        if (var == SIZE_MAX)
            return false;
        lcr_expr_add_var(ctx, sum, lc_int_mul(ctx, factor, lc_layout_step(f->layout, i)), var);
    }
    return true;
}

/* f(c) = g(d) with f(c) >= 1, then with f(c) <= -1. */
static lcr_answer solve_linear(lc_ctx *ctx, const lcv_lookup *l, lcr_system *system,
                               lc_int *point)
{
    lcr_expr value, difference, positive, negative;
    lcr_expr_zero(&value);
    if (!add_coordinates(ctx, system, l->f, 1, &value))
        return LCR_UNKNOWN;
    difference = positive = value;
    if (!add_coordinates(ctx, system, l->g, -1, &difference) ||
        !lcr_system_eq(system, &difference))
        return LCR_UNKNOWN;
    lcr_expr_add_const(ctx, &positive, lc_int_const(-1));
    lcr_expr_zero(&negative);
    lcr_expr_add(ctx, &negative, lc_int_const(-1), &value);
    lcr_expr_add_const(ctx, &negative, lc_int_const(-1));
    lcr_answer answer = lcr_system_solve(system, &positive, point);
    return answer == LCR_NO ? lcr_system_solve(system, &negative, point) : answer;
}

static lcr_answer by_system(lcr_ctx *r, void *lookup, lcv_finding *found)
{
    const lcv_lookup *l = lookup;
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t leaves = lc_tuple_nleaves(l->domain) + lc_tuple_nleaves(l->among.shape);
    if (!l->layouts || leaves > LCR_MAX_VARS)
        return LCR_UNKNOWN;
    lcr_system *system = lcr_system_new(r);
    lc_int *point = lc_frame_alloc(ctx, leaves, sizeof *point);
    lcr_answer answer = system && point ? solve_linear(ctx, l, system, point) : LCR_UNKNOWN;
    if (answer == LCR_YES)
        answer = certify(ctx, l, point, "the system of shared offsets", found);
    lcr_system_free(system);
    return answer;
}

static lcr_answer by_digits(lcr_ctx *r, void *lookup, lcv_finding *found)
{
    const lcv_lookup *l = lookup;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_steps x, y;
    if (l->layouts || !lcv_function_steps(ctx, l->f, &x) || !lcv_function_steps(ctx, l->g, &y))
        return LCR_UNKNOWN;
    lcr_digit_function f = {l->domain, {x.n, x.step}}, g = {l->among.shape, {y.n, y.step}};
    lc_int *point = lc_frame_alloc(ctx,
                                   lc_tuple_nleaves(l->domain) + lc_tuple_nleaves(l->among.shape),
                                   sizeof *point);
    lcr_answer answer = point ? lcr_digits_shared(r, &f, &g, point) : LCR_UNKNOWN;
    if (answer == LCR_YES)
        answer = certify(ctx, l, point, "the system in digits", found);
    return answer;
}

/* ---- the question ---- */

static const lcv_method methods[] = {
    {by_matrix, LCV_BY_MATRIX, false},           {by_guess, LCV_BY_EVALUATION, true},
    {by_system, LCV_BY_SYSTEM, false},           {by_digits, LCV_BY_DIGITS, false},
    {by_enumeration, LCV_BY_ENUMERATION, false}, {NULL, NULL, false},
};

lcr_answer lcv_find_common(lcr_ctx *r, const lcv_lookup *l, lcv_finding *found)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_lookup question = *l;
    bool undecided = false;
    question.common = true;
    question.undecided = &undecided;
    lcr_answer answer = lcv_decide(r, "common values", methods, &question, found);
    if (answer != LCR_YES)
        return answer;
    found->value = lcv_function_at(ctx, l->f, found->c);
    if (!lc_int_is_zero(found->value) &&
        lc_int_eq(found->value, lcv_function_at(ctx, l->g, found->d)))
        return LCR_YES;
    lcv_uncertified(ctx, "the intersection");
    return LCR_UNKNOWN;
}
