/* inverse.c - right_inverts and left_inverts (Cecka 3.4), inside A's domain.
 *
 * Law 24: A(R(k)) = k for every k of R; law 26: A(L(A(c))) = A(c) for every c of A. Layouts
 * have values past their domain, so that both laws can hold by way of places where A's last
 * mode goes on for ever, which are no coordinates of A. What is an inverse names coordinates
 * of A: R(k), and L(A(c)), lie in its domain. For an injective A law 26 says then that
 * L(A(c)) is c.
 */
#include "config.h"

#include "../question/axes.h"
#include "../question/differ.h"
#include "claims.h"

/* ---- inside the domain ---- */

/* R, or L after A: its values are to be coordinates of A, an integer for each mode or as a
 * whole. */
typedef struct {
    const lc_tuple *domain, *shown;
    const lcv_chain *chain;
    const lcv_function *a;
} places;

/* Integers n at which i mod `size` is i are those of [0,size). */
static bool remainder_of(lc_ctx *ctx, lc_int size, lcv_function *out)
{
    lc_int extent[2] = {size, lc_int_const(1)}, step[2] = {lc_int_const(1), lc_int_const(0)};
    lc_layout *a = lc_layout_flat(ctx, 2, extent, step);
    *out = (lcv_function){.name = "mod"};
    bool ok = a != NULL && lcv_function_of(ctx, "mod", a, out);
    lc_layout_free(a);
    return ok;
}

/* The place at c is no coordinate of A: its integer on an axis is outside [0,size). */
static lcv_result *no_coordinate(lc_ctx *ctx, const char *method, const places *p, lc_int c,
                                 size_t axis, lc_int size)
{
    lc_int value[LC_MAX_AXES] = {lc_int_const(0)};
    lcv_result *result = NULL;
    lcv_chain_values(ctx, p->chain, c, value);
    if (lc_int_sign(value[axis]) >= 0 && lc_int_lt(value[axis], size))
        return lcv_uncertified(ctx, method);
    bool layouts = lcv_chain_of_layouts(p->chain);
    lc_tuple *shown = layouts ? lcv_show_coordinate(ctx, p->shown, c) : lc_tuple_leaf(ctx, c);
    lc_tuple *place = shown != NULL ? lcv_chain_show(ctx, p->chain, value) : NULL;
    if (place != NULL)
        result = lcv_refuted(
            ctx, method, lcv_text(ctx, "c = %t", shown),
            lc_tuple_is_leaf(place)
                ? lcv_text(ctx, "%t is no coordinate of A, which has %i", place, size)
                : lcv_text(ctx, "%t is no coordinate of A: %i is outside [0,%i)", place,
                           value[axis], size));
    lcv_chain_step(ctx, &result, p->chain, c, shown);
    lc_tuple_free(place);
    lc_tuple_free(shown);
    return result;
}

/* One axis of the places against the `size` coordinates of the mode of A there. */
static lcv_result *check_axis(lcr_ctx *r, const places *p, size_t axis, lc_int size)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_axis_chain place = {.chain = {.n = 0}}, reduced = place;
    lcv_function remainder;
    lcv_finding found = {.method = LCV_BY_EVALUATION, .c = lc_int_const(0)};
    lcr_answer answer = LCR_UNKNOWN;
    if (remainder_of(ctx, size, &remainder) && lcv_axis_of_chain(ctx, p->chain, axis, &place) &&
        lcv_axis_of_chain(ctx, p->chain, axis, &reduced) &&
        lcv_chain_add(ctx, &reduced.chain, &remainder))
        answer = lcv_differ(r, p->domain, &reduced.chain, &place.chain, &found);
    lcv_axis_chain_close(&place);
    lcv_axis_chain_close(&reduced);
    lcv_function_free(&remainder);
    if (answer == LCR_YES)
        return no_coordinate(ctx, found.method, p, found.c, axis, size);
    if (answer == LCR_NO)
        return lcv_proved(ctx, found.method);
    if (!lcv_out_of_budget(ctx))
        return NULL;
    return lcv_unknown(ctx, found.method,
                       lcv_text(ctx, "whether %s has values outside A's domain was not decided "
                                     "within the budget",
                                lcv_chain_last(p->chain)->name));
}

/* Every place is a coordinate of A: an integral one, or mode by mode. */
static lcv_result *check_inside(lcr_ctx *r, const places *p)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_chain onto = {.n = 0};
    lcv_result *result = NULL;
    bool ok = lcv_chain_add(ctx, &onto, lcv_chain_last(p->chain)) &&
              lcv_chain_add(ctx, &onto, p->a);
    const lcv_link *link = &onto.link[1];
    for (size_t i = 0; ok && i < link->nparts; i++) {
        lc_int size = p->a->size;
        if (link->part != NULL)
            size = link->part[i] != NULL ? lc_layout_size(ctx, link->part[i]) : lc_int_const(1);
        lcv_result_free(result);
        result = check_axis(r, p, i, size);
        ok = result != NULL && result->verdict == LCV_PROVED;
    }
    lcv_chain_close(&onto);
    return result;
}

/* The law, and then the places. */
static lcv_result *check(lcr_ctx *r, const lcv_chain *f, const lcv_chain *g, const places *p)
{
    lcv_result *law = lcv_check_same(r, p->domain, f, g, p->shown);
    if (law == NULL || law->verdict == LCV_REFUTED)
        return law;
    lcv_result *inside = check_inside(r, p);
    bool decides = inside == NULL || inside->verdict != LCV_PROVED;
    lcv_result_free(decides ? law : inside);
    return decides ? inside : law;
}

/* ---- the laws ---- */

/* Law 24; where A has coordinates, for each coordinate of R's shape that is nested like
 * them. */
static lcv_result *right_inverts(lcr_ctx *r, const lcv_function *R, const lcv_function *a)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    bool coordinates = a->layout != NULL && lcv_function_profile(a) != NULL;
    lc_tuple *shown = coordinates ? lc_tuple_ref(R->shape) : lc_tuple_leaf(ctx, R->size);
    lc_layout *named = coordinates ? lcv_coordinates_of(ctx, "R", R->shape, "A", a->layout) : NULL;
    lcv_function crd = {.name = ""};
    lcv_chain place = {.n = 0}, both = place, same = place;
    lcv_result *result = NULL;
    bool ok = !coordinates || (named != NULL && lcv_function_of(ctx, "", named, &crd) &&
                               lcv_chain_add(ctx, &same, &crd));
    if (ok && shown != NULL && lcv_chain_add(ctx, &place, R) && lcv_chain_add(ctx, &both, R) &&
        lcv_chain_add(ctx, &both, a)) {
        places p = {R->shape, shown, &place, a};
        result = check(r, &both, &same, &p);
    }
    lcv_chain_close(&place);
    lcv_chain_close(&both);
    lcv_chain_close(&same);
    lcv_function_free(&crd);
    lc_layout_free(named);
    lc_tuple_free(shown);
    return result;
}

/* Law 26. */
static lcv_result *left_inverts(lcr_ctx *r, const lcv_function *l, const lcv_function *a)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_chain place = {.n = 0}, round = place, once = place;
    lcv_result *result = NULL;
    if (lcv_chain_add(ctx, &once, a) && lcv_chain_add(ctx, &place, a) &&
        lcv_chain_add(ctx, &place, l) && lcv_chain_add(ctx, &round, a) &&
        lcv_chain_add(ctx, &round, l) && lcv_chain_add(ctx, &round, a)) {
        places p = {a->shape, a->shape, &place, a};
        result = check(r, &round, &once, &p);
    }
    lcv_chain_close(&place);
    lcv_chain_close(&round);
    lcv_chain_close(&once);
    return result;
}

/* ---- the claims ---- */

typedef lcv_result *law(lcr_ctx *r, const lcv_function *inverse, const lcv_function *a);

static lcv_result *prove_inverts(lcr_ctx *r, const char *claim, const char *name,
                                 lcv_value *const *args, law *holds)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function f, a = {.name = "A"};
    lcv_result *result = NULL;
    if (lcv_arg_all(ctx, claim, "a layout", name, args[0], &f) &&
        lcv_arg_all(ctx, claim, "a layout", "A", args[1], &a))
        result = holds(r, &f, &a);
    lcv_function_free(&f);
    lcv_function_free(&a);
    return result;
}

lcv_result *lcv_prove_right_inverts(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    return prove_inverts(r, "right_inverts", "R", args, right_inverts);
}

lcv_result *lcv_prove_left_inverts(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    return prove_inverts(r, "left_inverts", "L", args, left_inverts);
}
