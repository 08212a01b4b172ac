/* inverse.c - right_inverts and left_inverts (Cecka 3.4), inside A's domain.
 *
 * Law 24: A(R(k)) = k for every k of R; law 26: A(L(A(c))) = A(c) for every c of A. Layouts
 * have values past their domain, so that both laws can hold by way of places where A's last
 * mode goes on for ever, which are no coordinates of A. What is an inverse names coordinates
 * of A: R(k), and L(A(c)), lie in its domain. For an injective A law 26 says then that
 * L(A(c)) is c.
 */
#include "config.h"

#include "../function/chain.h"
#include "claims.h"
#include "../function/coordinates.h"

/* ---- inside the domain ---- */

/* Functions whose values are coordinates of A: R, or L after A. */
typedef struct {
    const lc_tuple *domain, *shown;
    lcv_named_chain chain;
    const lc_layout *a;
} places;

/* Integers n at which i mod `size` is i are those of [0,size). */
static lc_layout *remainder_of(lc_ctx *ctx, lc_int size)
{
    lc_int extent[2] = {size, lc_int_const(1)}, step[2] = {lc_int_const(1), lc_int_const(0)};
    return lc_layout_flat(ctx, 2, extent, step);
}

/* The place at c is no coordinate of A: its integer on an axis is outside [0,size). */
static lcv_result *no_coordinate(lc_ctx *ctx, const char *method, const places *p, lc_int c,
                                 size_t axis, lc_int size)
{
    lcv_chain chain;
    lc_int value[LC_MAX_AXES] = {lc_int_const(0)};
    lcv_result *result = NULL;
    if (lcv_chain_open(ctx, &p->chain, &chain)) {
        lcv_chain_values(ctx, &chain, c, value);
        lc_tuple *shown = lcv_show_coordinate(ctx, p->shown, c);
        lc_tuple *place = shown != NULL ? lcv_chain_show(ctx, &chain, value) : NULL;
        bool inside = lc_int_sign(value[axis]) >= 0 && lc_int_lt(value[axis], size);
        if (inside)
            lcv_uncertified(ctx, method);
        else if (place != NULL && lc_tuple_is_leaf(place))
            result = lcv_refuted(ctx, method, lcv_text(ctx, "c = %t", shown),
                                 lcv_text(ctx, "%t is no coordinate of A, which has %i", place,
                                          size));
        else if (place != NULL)
            result = lcv_refuted(ctx, method, lcv_text(ctx, "c = %t", shown),
                                 lcv_text(ctx, "%t is no coordinate of A: %i is outside [0,%i)",
                                          place, value[axis], size));
        lcv_step_chain(ctx, &result, &p->chain, c, shown);
        lc_tuple_free(place);
        lc_tuple_free(shown);
    }
    lcv_chain_close(&chain);
    return result;
}

/* One axis of the places against the `size` coordinates of the mode of A there. */
static lcv_result *check_axis(lcr_ctx *r, const places *p, size_t axis, lc_int size)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t last = p->chain.n - 1;
    lcv_function whole = {.name = "", .layout = (lc_layout *)(uintptr_t)p->chain.layout[last]};
    lcv_function part = {.name = ""};
    lc_layout *remainder = remainder_of(ctx, size);
    lc_int c = lc_int_const(0);
    const char *method = LCV_BY_EVALUATION;
    lcr_answer answer = LCR_UNKNOWN;
    if (remainder != NULL && lcv_function_axis(ctx, &whole, axis, &part)) {
        lcv_named_chain place = p->chain, reduced;
        place.layout[last] = part.layout;
        reduced = place;
        reduced.layout[reduced.n] = remainder;
        reduced.name[reduced.n++] = "mod";
        answer = lcv_find_difference(r, p->domain, &reduced, &place, &c, &method);
    }
    lcv_function_free(&part);
    lc_layout_free(remainder);
    if (answer == LCR_YES)
        return no_coordinate(ctx, method, p, c, axis, size);
    if (answer == LCR_NO)
        return lcv_proved(ctx, method);
    if (!lcv_out_of_budget(ctx))
        return NULL;
    return lcv_unknown(ctx, method,
                       lcv_text(ctx, "whether %s has values outside A's domain was not decided "
                                     "within the budget", p->chain.name[last]));
}

/* Every place is a coordinate of A: an integral one, or mode by mode. */
static lcv_result *check_inside(lcr_ctx *r, const places *p)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t last = p->chain.n - 1;
    lcv_named_chain onto = {2, {p->chain.layout[last], p->a}, {p->chain.name[last], "A"}};
    lcv_chain chain;
    lcv_result *result = NULL;
    if (lcv_chain_open(ctx, &onto, &chain)) {
        const lcv_link *link = &chain.link[1];
        for (size_t i = 0; i < link->nparts; i++) {
            const lc_layout *part = link->part != NULL ? link->part[i] : p->a;
            lcv_result_free(result);
            result = check_axis(r, p, i,
                                part != NULL ? lc_layout_size(ctx, part) : lc_int_const(1));
            if (result == NULL || result->verdict != LCV_PROVED)
                break;
        }
    }
    lcv_chain_close(&chain);
    return result;
}

/* The law, which takes over its result, and then the places. */
static lcv_result *and_inside(lcr_ctx *r, lcv_result *law, const places *p)
{
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
lcv_result *lcv_check_right_inverts(lcr_ctx *r, const lc_layout *R, const lc_layout *a)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_tuple *domain = lc_layout_shape(ctx, R), *shown = NULL;
    lcv_named_chain both = {2, {R, a}, {"R", "A"}}, same = {0, {NULL}, {NULL}};
    lc_layout *coordinates = NULL;
    bool ok = domain != NULL;
    if (ok && lc_layout_codomain(a) == LC_COORDINATES) {
        coordinates = lcv_coordinates_of(ctx, "R", domain, "A", a);
        same = (lcv_named_chain){1, {coordinates}, {""}};
        shown = lc_tuple_ref(domain);
        ok = coordinates != NULL;
    } else if (ok) {
        shown = lc_tuple_leaf(ctx, lc_layout_size(ctx, R));
    }
    lcv_result *result = NULL;
    if (ok && shown != NULL) {
        places p = {domain, shown, {1, {R}, {"R"}}, a};
        result = and_inside(r, lcv_check_chains(r, domain, &both, &same, shown), &p);
    }
    lc_tuple_free(domain);
    lc_tuple_free(shown);
    lc_layout_free(coordinates);
    return result;
}

lcv_result *lcv_check_left_inverts(lcr_ctx *r, const lc_layout *l, const lc_layout *a)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_tuple *domain = lc_layout_shape(ctx, a);
    lcv_named_chain round = {3, {a, l, a}, {"A", "L", "A"}}, once = {1, {a}, {"A"}};
    lcv_result *result = NULL;
    if (domain != NULL) {
        places p = {domain, domain, {2, {a, l}, {"A", "L"}}, a};
        result = and_inside(r, lcv_check_chains(r, domain, &round, &once, domain), &p);
    }
    lc_tuple_free(domain);
    return result;
}

/* ---- the claims ---- */

static lcv_result *prove_inverts(lcr_ctx *r, const char *claim, const char *name,
                                 lcv_value *const *args,
                                 lcv_result *(*check)(lcr_ctx *, const lc_layout *,
                                                      const lc_layout *))
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_layout *inverse = lcv_arg_layout_of(ctx, claim, name, args[0], LCV_OF_ALL);
    lc_layout *a = inverse != NULL ? lcv_arg_layout_of(ctx, claim, "A", args[1], LCV_OF_ALL)
                                   : NULL;
    lcv_result *result = a != NULL ? check(r, inverse, a) : NULL;
    lc_layout_free(inverse);
    lc_layout_free(a);
    return result;
}

lcv_result *lcv_prove_right_inverts(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    return prove_inverts(r, "right_inverts", "R", args, lcv_check_right_inverts);
}

lcv_result *lcv_prove_left_inverts(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    return prove_inverts(r, "left_inverts", "L", args, lcv_check_left_inverts);
}
