/* inverse.c - right_inverts and left_inverts (Cecka 3.4), inside A's domain.
 *
 * Law 24: A(R(k)) = k for every k of R; law 26: A(L(A(c))) = A(c) for every c of A. Layouts have
 * values past their domain, so that both laws can hold by way of places where A's last mode goes
 * on for ever, which are no coordinates of A. An inverse names coordinates of A: R(k), and
 * L(A(c)), lie in its domain. For an injective A law 26 says then that L(A(c)) is c.
 */
#include "config.h"

#include "../question/axes.h"
#include "../question/differ.h"
#include "claims.h"

/* ---- inside the domain ---- */

/* R, or L after A: its values are to be coordinates of A, an integer for each mode or as a
 * whole. */
typedef struct {
    const lc_tuple *domain, *shown; /* shown in that shape; NULL: as integers */
    lcv_composite f;
    const lcv_function *a;
} places;

/* Integers n at which i mod `size` is i are those of [0,size). */
static bool remainder_of(lc_ctx *ctx, lc_int size, lcv_function *out)
{
    lc_int extent[2] = {size, lc_int_const(1)}, step[2] = {lc_int_const(1), lc_int_const(0)};
    lc_layout *a = lcv_kept(ctx, lc_layout_flat(ctx, 2, extent, step));
    return a && lcv_function_of(ctx, "mod", a, out);
}

/* The place at c is no coordinate of A: its integer on an axis is outside [0,size). */
static lcv_result *no_coordinate(lc_ctx *ctx, const char *method, const places *p, lc_int c,
                                 size_t axis, lc_int size)
{
    lc_int value[LC_MAX_AXES] = {lc_int_const(0)};
    lcv_chain chain;
    if (!lcv_composite_open(ctx, &p->f, &chain))
        return NULL;
    if (!lcv_chain_values(ctx, &chain, c, value) ||
        (lc_int_sign(value[axis]) >= 0 && lc_int_lt(value[axis], size)))
        return lcv_uncertified(ctx, method);
    lc_tuple *place = lcv_chain_show(ctx, &chain, value);
    lc_tuple *shown = lcv_show_place(ctx, &chain, &chain, p->shown, c);
    if (!place)
        return NULL;
    lcv_result *result =
        lcv_refuted(ctx, method, lcv_text(ctx, "c = %t", shown),
                    lc_tuple_is_leaf(place)
                        ? lcv_text(ctx, "%t is no coordinate of A, which has %i", place, size)
                        : lcv_text(ctx, "%t is no coordinate of A: %i is outside [0,%i)", place,
                                   value[axis], size));
    lcv_chain_step(ctx, &result, &chain, c, shown);
    return result;
}

/* One axis of the places against the `size` coordinates of the mode of A there. */
static lcv_result *check_axis(lcr_ctx *r, const places *p, size_t axis, lc_int size)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function remainder;
    lcv_on_axes place = {.f = {.n = 0}};
    lcv_finding found = {.method = LCV_BY_EVALUATION, .c = lc_int_const(0)};
    lcr_answer answer = LCR_UNKNOWN;
    if (remainder_of(ctx, size, &remainder) && lcv_axis_of(ctx, &p->f, axis, &place)) {
        lcv_composite reduced = place.f;
        reduced.f[reduced.n++] = &remainder;
        answer = lcv_differ(r, p->domain, &reduced, &place.f, &found);
    }
    if (answer == LCR_YES)
        return no_coordinate(ctx, found.method, p, found.c, axis, size);
    if (answer == LCR_NO)
        return lcv_proved(ctx, found.method);
    if (!lcv_out_of_budget(ctx))
        return NULL;
    return lcv_unknown(ctx, found.method,
                       lcv_text(ctx,
                                "whether %s has values outside A's domain was not decided "
                                "within the budget",
                                p->f.f[p->f.n - 1]->name));
}

/* Every place is a coordinate of A: an integral one, or mode by mode. */
static lcv_result *check_inside(lcr_ctx *r, const places *p)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_composite onto = {2, {p->f.f[p->f.n - 1], p->a}};
    lcv_chain chain;
    lcv_result *result = NULL;
    bool ok = lcv_composite_open(ctx, &onto, &chain);
    const lcv_link *link = &chain.link[1];
    for (size_t i = 0; ok && i < link->nparts; i++) {
        lc_int size = p->a->size;
        if (link->part)
            size = link->part[i] ? lc_layout_size(ctx, link->part[i]) : lc_int_const(1);
        lcv_result_free(result);
        result = check_axis(r, p, i, size);
        ok = result && result->verdict == LCV_PROVED;
    }
    return result;
}

/* A has no values below 0, where others go on: its strides add by XOR. */
static bool ends_at_zero(const lcv_function *a)
{
    const lc_layout *inner = lcv_has_dims(a->value) ? NULL : a->value->layout;
    return inner && lc_layout_codomain(inner) == LC_XOR;
}

/* The law, and then the places; these alone where the law cannot be evaluated. */
static lcv_result *check(lcr_ctx *r, const lcv_composite *f, const lcv_composite *g,
                         const places *p)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_result *law = lcv_check_same(r, p->domain, f, g, p->shown);
    if (!law && lc_ctx_code(ctx) == LC_ERR_INVALID && ends_at_zero(p->a)) {
        lc_ctx_reset(ctx);
        lcv_result *inside = check_inside(r, p);
        if (!inside || inside->verdict == LCV_REFUTED)
            return inside;
        lcv_result_free(inside);
        return lcv_check_same(r, p->domain, f, g, p->shown);
    }
    if (!law || law->verdict == LCV_REFUTED)
        return law;
    lcv_result *inside = check_inside(r, p);
    bool decides = !inside || inside->verdict != LCV_PROVED;
    lcv_result_free(decides ? law : inside);
    return decides ? inside : law;
}

/* ---- the laws ---- */

/* Law 24: A after R is the identity. */
static lcv_result *right_inverts(lcr_ctx *r, const lcv_function *R, const lcv_function *a)
{
    lcv_composite both = {2, {R, a}}, identity = {.n = 0};
    places p = {R->shape, NULL, {1, {R}}, a};
    return check(r, &both, &identity, &p);
}

/* If A has coordinates: for each coordinate of R's shape that is nested like them. */
static lcv_result *right_inverts_coordinates(lcr_ctx *r, const lcv_function *R,
                                             const lcv_function *a)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_layout *named = lcv_coordinates_of(ctx, "R", R->shape, "A", a->layout);
    lcv_function coordinates = {.name = ""};
    lcv_composite both = {2, {R, a}}, same = {1, {&coordinates}};
    places p = {R->shape, R->shape, {1, {R}}, a};
    return named && lcv_function_of(ctx, "", named, &coordinates) ? check(r, &both, &same, &p)
                                                                  : NULL;
}

/* Law 26: A after L after A is A. */
static lcv_result *left_inverts(lcr_ctx *r, const lcv_function *l, const lcv_function *a)
{
    lcv_composite round = {3, {a, l, a}}, once = {1, {a}};
    places p = {a->shape, a->shape, {2, {a, l}}, a};
    return check(r, &round, &once, &p);
}

/* ---- the claims ---- */

static lcv_result *prove_inverts(lcr_ctx *r, const char *claim, const char *name,
                                 lcv_value *const *args, bool right)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function f, a;
    if (!lcv_arg_all(ctx, claim, "a layout", name, args[0], &f) ||
        !lcv_arg_all(ctx, claim, "a layout", "A", args[1], &a))
        return NULL;
    if (!right)
        return left_inverts(r, &f, &a);
    bool coordinates = a.layout && lcv_function_profile(&a) != NULL;
    return coordinates ? right_inverts_coordinates(r, &f, &a) : right_inverts(r, &f, &a);
}

lcv_result *lcv_prove_right_inverts(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    return prove_inverts(r, "right_inverts", "R", args, true);
}

lcv_result *lcv_prove_left_inverts(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    return prove_inverts(r, "left_inverts", "L", args, false);
}
