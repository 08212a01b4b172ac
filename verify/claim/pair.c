/* pair.c - claims about the values of two functions: contained, disjoint.
 *
 *     contained(T, A)   no value of T is outside the image of A
 *     disjoint(A, B)    A and B have no value in common but 0
 *
 * Values that are coordinates: contained is asked axis by axis where those of A are all whose
 * axes are values of the axes; else both are packed as integers (coordinates.h).
 */
#include "config.h"

#include "claims.h"
#include "placed.h"
#include "whereabouts.h"

#include "../function/pair.h"
#include "../question/common.h"

/* ---- arguments ---- */

static bool has_coordinates(const lcv_function *f)
{
    return f->layout && lc_layout_codomain(f->layout) == LC_COORDINATES;
}

/* ---- counterexamples ---- */

/* The name of the values. */
static const char *value_word(const lcv_function *f)
{
    return f->shown ? "a value" : "an offset";
}

/* c as it is shown: a coordinate of a layout, a number where the steps tell the coordinate. */
static lc_tuple *shown_at(lc_ctx *ctx, const lcv_lookup *l, const lc_tuple *shape, lc_int c)
{
    return l->layouts ? lcv_show_coordinate(ctx, shape, c) : lcv_kept(ctx, lc_tuple_leaf(ctx, c));
}

static lc_tuple *value_at(lc_ctx *ctx, const lcv_lookup *l, lc_int c)
{
    return l->layouts ? lcv_function_value(ctx, l->f, c)
                      : lcv_kept(ctx, lc_tuple_leaf(ctx, lcv_function_at(ctx, l->f, c)));
}

static void step_at(lc_ctx *ctx, lcv_result **result, const lcv_function *f, lc_int c,
                    const lc_tuple *shown)
{
    if (!f->value)
        lcv_step_function(ctx, result, f, c, shown);
    else
        lcv_step_number(ctx, result, f, c);
}

static lcv_result *is_outside(lc_ctx *ctx, const lcv_lookup *l, const lcv_finding *found)
{
    lc_tuple *shown = shown_at(ctx, l, l->domain, found->c);
    lc_tuple *value = value_at(ctx, l, found->c);
    bool placed = lcv_are_placed(l->f, l->g);
    lcv_result *result =
        lcv_refuted(ctx, found->method, lcv_text(ctx, "c = %t", shown),
                    placed ? lcv_placed_elsewhere(ctx, l->f, l->g, found->c)
                    : l->layouts
                        ? lcv_text(ctx, "%t is not %s of %s", value, value_word(l->g), l->g->name)
                        : lcv_text(ctx, "%t is no offset of %s", value, l->g->name));
    step_at(ctx, &result, l->f, found->c, shown);
    if (!placed)
        lcv_step_not_among(ctx, &result, &l->among, found->value);
    return result;
}

static lcv_result *is_shared(lc_ctx *ctx, const lcv_lookup *l, const lcv_finding *found)
{
    lc_tuple *first = shown_at(ctx, l, l->domain, found->c);
    lc_tuple *second = shown_at(ctx, l, l->among.shape, found->d);
    lc_tuple *value = value_at(ctx, l, found->c);
    lcv_result *result = lcv_refuted(ctx, found->method,
                                     lcv_text(ctx, "c = %t and c' = %t", first, second),
                                     lcv_text(ctx, "%t is %s of both", value, value_word(l->g)));
    step_at(ctx, &result, l->f, found->c, first);
    step_at(ctx, &result, l->g, found->d, second);
    return result;
}

/* ---- the claims ---- */

static lcv_result *undecided(lc_ctx *ctx, const lcv_lookup *l)
{
    if (!l->layouts)
        return lcv_undecided(ctx, l->f->affine ? l->g : l->f);
    return lcv_unknown(ctx, LCV_BY_SYSTEM,
                       l->common
                           ? lcv_text(ctx, "the system of shared offsets was not decided "
                                           "within the budget")
                           : lcv_text(ctx,
                                      "the modes of %s overlap, and %i coordinates of "
                                      "%s are too many to enumerate",
                                      l->g->name, lc_tuple_size(ctx, l->domain), l->f->name));
}

/* `they share offset 0`, of functions that have nothing else in common; NULL: nothing at all, or
 * it was not found, or with an error. */
static char *zero_shared(lcr_ctx *r, const lcv_lookup *l)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int zero = lc_int_const(0), c;
    lcv_among among;
    bool shared = lcv_among_open(r, l->f, &among) &&
                  lcv_among_find(&among, zero, &c) == LCR_YES &&
                  lcv_among_find(&l->among, zero, NULL) == LCR_YES;
    return !shared       ? NULL
           : l->g->shown ? lcv_text(ctx, "they share the value %t", value_at(ctx, l, c))
                         : lcv_text(ctx, "they share offset 0");
}

static lcv_result *apart(lcr_ctx *r, const lcv_lookup *l, const lcv_finding *found)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    char *shared = l->common ? zero_shared(r, l) : NULL;
    return shared                   ? lcv_proved_with(ctx, found->method, shared)
           : lcv_out_of_budget(ctx) ? lcv_proved(ctx, found->method)
                                    : NULL;
}

/* No value of f is common to both, or none is outside the image of g. */
static lcv_result *ask(lcr_ctx *r, const lcv_function *f, const lcv_function *g, bool common)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_lookup l;
    lcv_finding found;
    if (!lcv_lookup_open(r, f, g, &l))
        return NULL;
    l.common = common;
    switch (common ? lcv_find_common(r, &l, &found) : lcv_find_outside_image(r, &l, &found)) {
    case LCR_NO: return apart(r, &l, &found);
    case LCR_YES: return common ? is_shared(ctx, &l, &found) : is_outside(ctx, &l, &found);
    default: return lc_ctx_code(ctx) == LC_OK ? undecided(ctx, &l) : NULL;
    }
}

static lcv_result *ask_packed(lcr_ctx *r, const lcv_function *f, const lcv_function *g,
                              bool common)
{
    lcv_function packed[2];
    return lcv_pack_pair(lcr_ctx_lc(r), f, g, packed) ? ask(r, &packed[0], &packed[1], common)
                                                      : NULL;
}

static lcv_result *contained_by_axis(lcr_ctx *r, const lcv_function *t, const lcv_function *a)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_result *result = NULL;
    for (size_t q = 0; q < lc_layout_naxes(a->layout); q++) {
        lcv_function x, y;
        lcv_result_free(result);
        result = lcv_function_axis(ctx, t, q, &x) && lcv_function_axis(ctx, a, q, &y)
                     ? ask(r, &x, &y, false)
                     : NULL;
        if (!result || result->verdict != LCV_PROVED)
            return result;
    }
    return result;
}

lcv_result *lcv_check_contained(lcr_ctx *r, const lcv_function *t, const lcv_function *a)
{
    if (!has_coordinates(a))
        return ask(r, t, a, false);
    if (lc_ctx_shortcuts(lcr_ctx_lc(r)) && lcv_by_axis(a->layout))
        return contained_by_axis(r, t, a);
    return ask_packed(r, t, a, false);
}

lcv_result *lcv_prove_contained(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lcv_function f[2] = {{.name = "T"}, {.name = "A"}};
    if (!lcv_arg_pair(lcr_ctx_lc(r), "contained", args, f))
        return NULL;
    lcv_result *result = lcv_check_contained(r, &f[0], &f[1]);
    lcv_tell_where(r, result, &f[0], &f[1]);
    lcv_tell_renumbered(lcr_ctx_lc(r), result, &f[0], &f[1]);
    return result;
}

/* The packed value of the coordinate 0 is 0. */
lcv_result *lcv_prove_disjoint(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lcv_function f[2] = {{.name = "A"}, {.name = "B"}};
    if (!lcv_arg_pair(lcr_ctx_lc(r), "disjoint", args, f))
        return NULL;
    return has_coordinates(&f[0]) ? ask_packed(r, &f[0], &f[1], true)
                                  : ask(r, &f[0], &f[1], true);
}
