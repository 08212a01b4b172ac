/* points-pair.c - claims about the values of two functions, of which one is a
 * swizzle, a composed layout or a linear layout: contained, disjoint.
 *
 * Two affine functions have a value in common when one system over F2 has a solution.
 * Of others, the values of one function are searched for among those of the other: by
 * its matrix; under a bijective swizzle w among the offsets of the layout (image.c), y
 * being w(x) for one x; or in a sorted list.
 */
#include "config.h"

#include "claims.h"
#include "whereabouts.h"

#include <stdlib.h>
#include <string.h>

/* ---- the values of a function ---- */

typedef struct {
    lcr_ctx *r;
    const lcv_function *p;
    enum { BY_MATRIX, BY_IMAGE, BY_NOTHING } way;
    lc_swizzle w; /* BY_IMAGE: the layout under it, and room for a coordinate */
    lcv_function inner;
    lcv_image image;
    lc_int *natural;
    lcv_point *list; /* where there is one, it is looked in */
    size_t n;
} values;

/* Offsets of modes that do not overlap are found at once, others sooner in a list. */
static bool values_of(lcr_ctx *r, const lcv_function *p, values *v)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    *v = (values){.r = r, .p = p, .way = BY_MATRIX};
    if (p->affine)
        return true;
    v->way = BY_NOTHING;
    if (lcv_function_parts(p, &v->w, &v->inner) && lc_swizzle_is_bijective(v->w)) {
        if (!lcv_image_of(ctx, v->inner.layout, v->inner.offset, &v->image))
            return false;
        v->way = BY_IMAGE;
        v->natural = lc_alloc(ctx, lc_layout_nleaves(v->inner.layout), sizeof *v->natural);
        if (v->natural == NULL || lcv_image_apart(&v->image))
            return v->natural != NULL;
    }
    v->list = lcv_function_sorted(ctx, p, &v->n);
    return lc_ctx_code(ctx) == LC_OK;
}

static void values_clear(values *v)
{
    if (v->way == BY_IMAGE)
        lcv_image_free(&v->image);
    free(v->natural);
    free(v->list);
    *v = (values){.way = BY_NOTHING};
}

static lcr_answer find_in_matrix(lc_ctx *ctx, const values *v, lc_int value, lc_int *c)
{
    uint64_t word;
    if (lc_int_sign(value) < 0 || lc_int_bits(value) > 64 ||
        !lc_f2_solve(&v->p->map, lcv_to_word(value) ^ v->p->base, &word))
        return LCR_NO;
    *c = lcv_from_word(ctx, word);
    return LCR_YES;
}

static lcr_answer find_in_image(lc_ctx *ctx, const values *v, lc_int value, lc_int *c)
{
    lc_int inner = lc_swizzle_undo(ctx, v->w, value);
    lcr_answer found = lcv_image_find(v->r, &v->image, inner, v->natural);
    if (found == LCR_YES)
        *c = lcv_integral(ctx, v->p->shape, v->natural);
    return found;
}

static lcr_answer find_in_list(lc_ctx *ctx, const values *v, lc_int value, lc_int *c)
{
    if (!lc_int_fits_si(value))
        return LCR_NO;
    int64_t number = lc_int_get_si(value);
    size_t low = 0, high = v->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (v->list[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == v->n || v->list[low].number != number)
        return LCR_NO;
    *c = lc_int_si(ctx, v->list[low].c);
    return LCR_YES;
}

/* A coordinate with this value. */
static lcr_answer find_value(lc_ctx *ctx, const values *v, lc_int value, lc_int *c)
{
    if (v->list != NULL)
        return find_in_list(ctx, v, value, c);
    if (v->way == BY_NOTHING)
        return LCR_UNKNOWN;
    return v->way == BY_MATRIX ? find_in_matrix(ctx, v, value, c)
                               : find_in_image(ctx, v, value, c);
}

/* ---- the values of one function among those of another ---- */

typedef struct {
    const lcv_function *x, *y;
    const values *among; /* of y */
    bool want;           /* the claim breaks at values that are found, or are not */
    bool *undecided;     /* some value could not be decided */
} lookup;

static bool lookup_breaks(lc_ctx *ctx, const void *claim, lc_int c)
{
    const lookup *l = claim;
    lc_int value = lcv_function_at(ctx, l->x, c), partner;
    if (l->want && lc_int_is_zero(value))
        return false;
    lcr_answer found = find_value(ctx, l->among, value, &partner);
    if (found == LCR_UNKNOWN) {
        *l->undecided = true;
        lcv_out_of_budget(ctx);
    }
    return found == (l->want ? LCR_YES : LCR_NO);
}

/* Guess, solve, enumerate. That no value breaks the claim counts if all were decided. */
static lcr_answer look(lcr_ctx *r, lookup *l, lcv_solve *solve, lc_int *c, const char **method)
{
    bool undecided = false;
    l->undecided = &undecided;
    lcv_search search = {l->x->shape, lookup_breaks, l};
    lcr_answer answer = lcv_search_points(r, &search, solve, c, method);
    bool solved = answer == LCR_NO && strcmp(*method, LCV_BY_DIGITS) == 0;
    return answer == LCR_NO && undecided && !solved ? LCR_UNKNOWN : answer;
}

/* ---- contained ---- */

static lcv_result *not_contained(lc_ctx *ctx, const char *method, const lcv_function *t,
                                 const lcv_function *a, lc_int c)
{
    lcv_result *result = lcv_refuted(
        ctx, method, lcv_text(ctx, "c = %i", c),
        lcv_text(ctx, "%i is no offset of %s", lcv_function_at(ctx, t, c), a->name));
    lcv_step_number(ctx, &result, t, c);
    return result;
}

/* Why the value of T at c is none of A: by A's values, where they were listed. */
static void step_why_not(lc_ctx *ctx, lcv_result **result, const lcv_function *t,
                         const values *among, lc_int c)
{
    lc_int value = lcv_function_at(ctx, t, c);
    if (among->list != NULL)
        lcv_step_neighbours(ctx, result, among->p, among->list, among->n, value);
    else if (among->way == BY_IMAGE)
        lcv_step_under(ctx, result, among->p, &among->image, value);
    else
        lcv_step_parity(ctx, result, among->p, value);
}

static lcv_result *affine_contained(lc_ctx *ctx, const lcv_function *t, const lcv_function *a)
{
    uint64_t found;
    for (unsigned j = 0; j <= t->map.cols; j++) {
        uint64_t c = j > 0 ? (uint64_t)1 << (j - 1) : 0;
        uint64_t value = t->base ^ (j > 0 ? t->map.column[j - 1] : 0);
        if (lc_f2_solve(&a->map, value ^ a->base, &found))
            continue;
        lcv_result *result = not_contained(ctx, LCV_BY_MATRIX, t, a, lcv_from_word(ctx, c));
        lcv_step_parity(ctx, &result, a, lcv_from_word(ctx, value));
        return result;
    }
    return lcv_proved(ctx, LCV_BY_MATRIX);
}

/* What A's swizzle makes of an offset of its layout is a value of T when that offset is
 * one of w^-1 o T; w is its own inverse, or not taken back here. */
static lcr_answer solve_missing(lcr_ctx *r, const void *claim, lc_int *natural)
{
    const lookup *l = claim;
    const values *a = l->among;
    lc_int back = lc_int_neg(lcr_ctx_lc(r), a->inner.offset);
    lcr_step step[LCV_MAX_STEPS + 2], *last;
    lcv_steps x;
    if (a->way != BY_IMAGE || !lcv_function_steps(lcr_ctx_lc(r), l->x, &x))
        return LCR_UNKNOWN;
    size_t n = x.n;
    memcpy(step, x.step, n * sizeof *step);
    last = &step[n - 1];
    if (last->map == NULL && lc_swizzle_equal(last->swizzle, a->w))
        last->swizzle = (lc_swizzle){0, 0, 0};
    else if (lc_swizzle_is_involution(a->w))
        step[n++] = (lcr_step){.offset = lc_int_const(0), .swizzle = a->w};
    else
        return LCR_UNKNOWN;
    step[n++] = (lcr_step){.offset = back};
    lcr_digit_function f = {l->x->shape, {n, step}};
    return lcr_digits_missing(r, &f, a->inner.layout, natural);
}

static lcv_result *contained(lcr_ctx *r, const lcv_function *t, const lcv_function *a)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (t->affine && a->affine)
        return affine_contained(ctx, t, a);
    values among;
    lookup l = {t, a, &among, false, NULL};
    lc_int c = lc_int_const(0);
    const char *method = LCV_BY_ENUMERATION;
    lcr_answer answer =
        values_of(r, a, &among) ? look(r, &l, solve_missing, &c, &method) : LCR_UNKNOWN;
    lcv_result *result = NULL;
    if (answer == LCR_YES && lc_ctx_code(ctx) == LC_OK) {
        result = not_contained(ctx, method, t, a, c);
        step_why_not(ctx, &result, t, &among, c);
    }
    values_clear(&among);
    if (lc_ctx_code(ctx) != LC_OK || result != NULL)
        return result;
    if (answer == LCR_UNKNOWN)
        return lcv_undecided(ctx, t->affine ? a : t);
    return lcv_proved(ctx, method);
}

/* ---- disjoint ---- */

static lcv_result *shared(lc_ctx *ctx, const char *method, const lcv_function *a,
                          const lcv_function *b, lc_int c, lc_int d)
{
    lc_int value = lcv_function_at(ctx, a, c);
    if (lc_int_is_zero(value) || !lc_int_eq(value, lcv_function_at(ctx, b, d)))
        return lcv_uncertified(ctx, "the intersection");
    lcv_result *result = lcv_refuted(ctx, method, lcv_text(ctx, "c = %i and c' = %i", c, d),
                                     lcv_text(ctx, "%i is an offset of both", value));
    lcv_step_number(ctx, &result, a, c);
    lcv_step_number(ctx, &result, b, d);
    return result;
}

/* A common value other than 0: one solution of a(x) = b(y), or that and one of the
 * homogeneous ones. The caller has seen to it that both have at most 32 bits. */
static lcv_result *affine_disjoint(lc_ctx *ctx, const lcv_function *a, const lcv_function *b)
{
    lc_f2 both = lc_f2_append(&a->map, &b->map);
    uint64_t xy, mask = lc_f2_mask(a->map.cols);
    if (!lc_f2_solve(&both, a->base ^ b->base, &xy))
        return lcv_proved(ctx, LCV_BY_MATRIX);
    lc_f2 kernel = lc_f2_kernel(&both);
    for (unsigned j = 0; j <= kernel.cols; j++) {
        uint64_t z = j > 0 ? xy ^ kernel.column[j - 1] : xy;
        if ((lc_f2_apply(&a->map, z & mask) ^ a->base) != 0)
            return shared(ctx, LCV_BY_MATRIX, a, b, lcv_from_word(ctx, z & mask),
                          lcv_from_word(ctx, z >> a->map.cols));
    }
    return lcv_proved(ctx, LCV_BY_MATRIX);
}

/* The coordinate of x; that of y is left. */
static lcr_answer solve_shared(lcr_ctx *r, const void *claim, lc_int *natural)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    const lookup *l = claim;
    size_t nx = lc_tuple_nleaves(l->x->shape), ny = lc_tuple_nleaves(l->y->shape);
    lcv_steps x, y;
    if (!lcv_function_steps(ctx, l->x, &x) || !lcv_function_steps(ctx, l->y, &y))
        return LCR_UNKNOWN;
    lcr_digit_function f = {l->x->shape, {x.n, x.step}}, g = {l->y->shape, {y.n, y.step}};
    lc_int *both = lc_alloc(ctx, nx + ny, sizeof *both);
    lcr_answer answer = both != NULL ? lcr_digits_shared(r, &f, &g, both) : LCR_UNKNOWN;
    for (size_t k = 0; answer == LCR_YES && k < nx; k++)
        natural[k] = both[k];
    free(both);
    return answer;
}

static lcv_result *disjoint(lcr_ctx *r, const lcv_function *a, const lcv_function *b)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (a->affine && b->affine && a->map.cols + b->map.cols <= LC_F2_MAX)
        return affine_disjoint(ctx, a, b);
    values among;
    lookup l = {a, b, &among, true, NULL};
    lc_int c = lc_int_const(0), d = c;
    const char *method = LCV_BY_ENUMERATION;
    lcr_answer answer =
        values_of(r, b, &among) ? look(r, &l, solve_shared, &c, &method) : LCR_UNKNOWN;
    if (answer == LCR_YES) /* once more, for the partner */
        answer = find_value(ctx, &among, lcv_function_at(ctx, a, c), &d);
    values_clear(&among);
    if (lc_ctx_code(ctx) != LC_OK)
        return NULL;
    if (answer == LCR_UNKNOWN)
        return lcv_undecided(ctx, a->affine ? b : a);
    return answer == LCR_NO ? lcv_proved(ctx, method) : shared(ctx, method, a, b, c, d);
}

/* ---- the claims ---- */

typedef lcv_result *prove_two(lcr_ctx *r, const lcv_function *x, const lcv_function *y);

static lcv_result *prove_pair(lcr_ctx *r, const char *claim, const char *const names[2],
                              lcv_value *const *args, prove_two *prove)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function x, y = {0};
    lcv_result *result = NULL;
    if (lcv_arg_any(ctx, claim, names[0], args[0], &x) &&
        lcv_arg_any(ctx, claim, names[1], args[1], &y))
        result = prove(r, &x, &y);
    lcv_function_free(&x);
    lcv_function_free(&y);
    return result;
}

lcv_result *lcv_points_contained(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    static const char *const names[2] = {"T", "A"};
    lcv_result *result = prove_pair(r, "contained", names, args, contained);
    lcv_points_tell_where(r, result, args);
    return result;
}

lcv_result *lcv_points_disjoint(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    static const char *const names[2] = {"A", "B"};
    return prove_pair(r, "disjoint", names, args, disjoint);
}
