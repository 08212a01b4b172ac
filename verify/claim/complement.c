/* complement.c - complements: a layout and what is left.
 *
 * complements(C,A): law 28 and law 29 (question/complement.h) on C's extended domain.
 * complements(C,A,N) reads both on C's domain and asks that (A,C) reach all of [0,N), or all
 * coordinates of a shape in the place of N.
 */
#include "config.h"

#include "claims.h"

#include "../question/complement.h"
#include "../question/missing.h"

/* ---- counterexamples ---- */

static lc_tuple *shown(lc_ctx *ctx, const lcv_complement *p, const lc_int *x)
{
    return p->profile ? lcv_kept(ctx, lc_tuple_like(ctx, p->profile, x))
                      : lcv_kept(ctx, lc_tuple_leaf(ctx, x[0]));
}

/* C at a coordinate, an integer an axis. */
static void value_at(lc_ctx *ctx, const lcv_complement *p, const lc_int *i, lc_int *value)
{
    for (size_t q = 0; q < p->naxes; q++) {
        value[q] = lc_int_const(0);
        for (size_t k = 0; k < p->nparts; k++)
            if (p->part[k])
                value[q] = lc_int_add(ctx, value[q], lc_layout_at_axis(ctx, p->part[k], q, i[k]));
    }
}

static lc_tuple *shown_at(lc_ctx *ctx, const lcv_complement *p, const lc_int *i)
{
    lc_int value[LC_MAX_AXES];
    value_at(ctx, p, i, value);
    return shown(ctx, p, value);
}

/* "C(0,3) = C(0,(1,1)) = (0,24)" */
static void step_c(lc_ctx *ctx, lcv_result **result, const lcv_complement *p, const lc_int *i)
{
    lc_tuple *crd = shown(ctx, p, i), *value = shown_at(ctx, p, i);
    lc_tuple *shape = lcv_shape_of(ctx, p->c.layout);
    lc_tuple *natural = shape ? lcv_natural_of(ctx, shape, crd) : NULL;
    lc_text line = {0};
    if (natural && value) {
        bool same = lc_tuple_equal(natural, crd) ||
                    (!p->profile && lc_layout_nleaves(p->c.layout) == 1);
        lcv_text_add(ctx, &line, "C%c", crd);
        if (!same)
            lcv_text_add(ctx, &line, " = C%c", natural);
        lcv_text_add(ctx, &line, " = %t", value);
    }
    lcv_step_line(ctx, result, &line);
    lcv_point_at_fault(ctx, result, "C", natural, value);
}

/* C at i, which is in its part k, and at i + 1. */
static lcv_result *disordered(lc_ctx *ctx, const lcv_complement *p, size_t k)
{
    lc_int next[LC_MAX_AXES];
    for (size_t q = 0; q < p->naxes; q++)
        next[q] = p->i[q];
    next[k] = lc_int_add(ctx, p->i[k], lc_int_const(1));
    lc_tuple *crd = shown(ctx, p, p->i);
    lc_tuple *left = shown_at(ctx, p, p->i), *right = shown_at(ctx, p, next);
    lcv_result *result =
        lcv_refuted(ctx, LCV_BY_CLOSED_FORM, lcv_text(ctx, "i = %t", crd),
                    lcv_text(ctx, "%t is not less than %t (law 29, C(i) < C(i+1)%s)", left, right,
                             p->profile ? " in each mode, by the last axis" : ""));
    step_c(ctx, &result, p, p->i);
    step_c(ctx, &result, p, next);
    return result;
}

static lcv_result *is_shared(lc_ctx *ctx, const lcv_complement *p, const lcv_finding *found)
{
    lc_tuple *shape = lcv_shape_of(ctx, p->a.layout);
    lc_tuple *j = shape ? lcv_show_coordinate(ctx, shape, found->d) : NULL;
    lc_tuple *i = shown(ctx, p, p->i), *value = shown_at(ctx, p, p->i);
    lc_tuple *other = lcv_function_value(ctx, &p->a, found->d);
    bool integers = !p->profile;
    if (!i || !value || !other)
        return NULL;
    if (lcv_is_zero(i) || !lc_tuple_equal(value, other))
        return lcv_uncertified(ctx, found->method);
    lcv_result *result = lcv_refuted(ctx, found->method, lcv_text(ctx, "i = %t and j = %t", i, j),
                                     lcv_text(ctx,
                                              "%t is %s of both (law 28, C(i) is no A(j) %s)",
                                              value, integers ? "an offset" : "a value",
                                              integers ? "for i >= 1" : "but for i = 0"));
    step_c(ctx, &result, p, p->i);
    lcv_step_function(ctx, &result, &p->a, found->d, j);
    return result;
}

/* ---- the claim ---- */

static lcv_result *check_laws(lcr_ctx *r, lcv_complement *p)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_finding found;
    size_t part;
    if (lcv_find_disorder(ctx, p, &part))
        return disordered(ctx, p, part);
    lcr_answer answer = lcv_find_shared(r, p, &found);
    if (answer != LCR_UNKNOWN)
        return answer == LCR_NO ? lcv_proved(ctx, found.method) : is_shared(ctx, p, &found);
    if (lc_ctx_code(ctx) != LC_OK)
        return NULL;
    return lcv_unknown(ctx, LCV_BY_SYSTEM,
                       lcv_text(ctx, "the system of law 28 was not decided within the budget"));
}

/* Laws 28 and 29, on C's extended or finite domain. */
static lcv_result *complements(lcr_ctx *r, const lc_layout *c, const lc_layout *a, bool extended)
{
    lcv_complement p;
    return lcv_complement_open(lcr_ctx_lc(r), c, a, extended, &p) ? check_laws(r, &p) : NULL;
}

/* The laws on C's domain, then (A,C) over [0,n) or the coordinates of a shape. */
static lcv_result *complements_in(lcr_ctx *r, lc_layout *c, lc_layout *a, lc_int n,
                                  const lc_tuple *shape)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_result *result = complements(r, c, a, false);
    if (!result || result->verdict != LCV_PROVED)
        return result;
    lcv_result_free(result);
    lcv_box box;
    lc_layout *const modes[] = {a, c};
    lcv_function both = {.name = "(A,C)",
                         .layout = lcv_kept(ctx, lc_layout_concat(ctx, 2, modes))};
    if (!both.layout)
        return NULL;
    if (!lc_layout_profile(both.layout))
        return lcv_covers(r, &both, shape ? lc_tuple_size(ctx, shape) : n);
    return lcv_box_of_shape(ctx, "complements", &both, "S", shape, &box)
               ? lcv_check_covers_box(r, &both, shape, &box)
               : NULL;
}

lcv_result *lcv_prove_complements(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    bool coordinates = lcv_is_coordinates(args[0]) || lcv_is_coordinates(args[1]);
    unsigned codomains = LCV_OF_INTEGERS | (coordinates ? LCV_OF_COORDINATES : 0);
    lc_int bound = lc_int_const(0);
    if (n == 3 && !coordinates && !lcv_arg_int(ctx, "complements", "N", args[2], 0, &bound))
        return NULL;
    lc_layout *c = lcv_arg_layout_of(ctx, "complements", "C", args[0], codomains), *a = NULL;
    if (!c || !(a = lcv_arg_layout_of(ctx, "complements", "A", args[1], codomains)))
        return NULL;
    if (n == 2)
        return complements(r, c, a, true);
    lc_tuple *shape = coordinates ? lcv_arg_domain(ctx, "complements", "S", args[2]) : NULL;
    return shape || !coordinates ? complements_in(r, c, a, bound, shape) : NULL;
}
