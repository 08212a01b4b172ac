/* pair.c - claims about the images of two layouts: contained, disjoint.
 *
 * The values of one layout are looked for among the offsets of the other (image.c),
 * first at coordinates that a person would try, then with a system over both; modes that
 * fit into modes (fit.h) need neither.
 */
#include "config.h"

#include "claims.h"
#include "../function/fit.h"
#include "whereabouts.h"

#include <stdlib.h>
#include <string.h>

/* ---- looking for a value among the offsets of a layout ---- */

typedef struct {
    lcr_ctx *r;
    const lcv_function *x; /* whose values are looked for */
    const lcv_image *image;
    lc_int *natural; /* of the image's layout: where the last value was found */
    bool want;       /* the claim breaks at values that are found, or are not */
    bool skip_zero;
    bool *undecided; /* some value could not be decided */
} lookup;

static bool lookup_breaks(lc_ctx *ctx, const void *claim, lc_int c)
{
    const lookup *l = claim;
    lc_int value = lcv_function_at(ctx, l->x, c);
    if (*l->undecided || (l->skip_zero && lc_int_is_zero(value)))
        return false;
    lcr_answer found = lcv_image_find(l->r, l->image, value, l->natural);
    if (found == LCR_UNKNOWN)
        *l->undecided = true;
    return found == (l->want ? LCR_YES : LCR_NO);
}

/* Guess or enumerate; a domain without a hit proves nothing if a value of it could
 * not be decided. */
static lcr_answer look(lc_ctx *ctx, const lookup *l, const lc_tuple *domain, bool all, lc_int *c)
{
    lcv_search search = {domain, lookup_breaks, l};
    *l->undecided = false;
    lcr_answer answer = all ? lcv_enumerate(ctx, &search, c) : lcv_guess(ctx, &search, c);
    if (*l->undecided && !lcv_out_of_budget(ctx))
        return LCR_UNKNOWN;
    return answer == LCR_NO && *l->undecided ? LCR_UNKNOWN : answer;
}

/* Runs `search` with everything a lookup of x's values in a needs. */
static lcv_result *with_lookup(lcr_ctx *r, const lcv_function *x, const lcv_function *a,
                               lcv_result *(*search)(lcr_ctx *, const lookup *,
                                                     const lcv_function *, const lc_tuple *))
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_image image;
    if (!lcv_image_of(ctx, a->layout, a->offset, &image))
        return NULL;
    bool undecided = false;
    lc_int *natural = lc_alloc(ctx, lc_layout_nleaves(a->layout), sizeof *natural);
    lc_tuple *domain = lc_layout_shape(ctx, x->layout);
    lcv_result *result = NULL;
    if (natural != NULL && domain != NULL) {
        lookup l = {.r = r, .x = x, .image = &image, .natural = natural, .undecided = &undecided};
        result = search(r, &l, a, domain);
    }
    free(natural);
    lc_tuple_free(domain);
    lcv_image_free(&image);
    return result;
}

/* ---- contained ---- */

static const char *offset_word(const lcv_function *a)
{
    return a->shown != NULL ? "a value" : "an offset";
}

/* What is next to a value that is no offset; of packed values that says nothing. */
static void step_next(lc_ctx *ctx, lcv_result **result, const lookup *l, const lcv_function *a,
                      lc_int value)
{
    lc_int below, above;
    if (a->shown != NULL && a->suffix[0] == '\0')
        return;
    if (lc_int_lt(value, l->image->low) || lc_int_lt(l->image->high, value))
        lcv_step(ctx, result, "the offsets of %s%s lie in [%i,%i]", a->name, a->suffix,
                 l->image->low, l->image->high);
    else if (lcv_image_neighbours(ctx, l->image, value, &below, &above))
        lcv_step(ctx, result, "the offsets of %s%s next to %i are %i and %i", a->name, a->suffix,
                 value, below, above);
}

static lcv_result *not_contained(lc_ctx *ctx, const char *method, const lookup *l,
                                 const lcv_function *a, const lc_tuple *domain, lc_int c)
{
    lc_tuple *shown = lcv_show_coordinate(ctx, domain, c);
    lc_tuple *value = shown != NULL ? lcv_function_value(ctx, l->x, c) : NULL;
    lcv_result *result = NULL;
    if (value != NULL)
        result = lcv_refuted(ctx, method, lcv_text(ctx, "c = %t", shown),
                             lcv_text(ctx, "%t is not %s of %s", value, offset_word(a), a->name));
    lcv_step_function(ctx, &result, l->x, c, shown);
    lc_tuple_free(shown);
    lc_tuple_free(value);
    step_next(ctx, &result, l, a, lcv_function_at(ctx, l->x, c));
    return result;
}

/* The image of A is an interval: a matter of ranges. */
static lcv_result *contained_in_interval(lc_ctx *ctx, const lookup *l, const lcv_function *a,
                                         const lc_tuple *domain)
{
    lc_int c = lc_int_const(0);
    if (!lcv_find_out_of_bounds(ctx, l->x, l->image->low, l->image->high, &c))
        return lcv_proved(ctx, LCV_BY_CLOSED_FORM);
    return lc_ctx_code(ctx) == LC_OK
               ? not_contained(ctx, LCV_BY_CLOSED_FORM, l, a, domain, c)
               : NULL;
}

static lcr_answer solve_outside(lcr_ctx *r, const lookup *l, const lcv_function *a,
                                const lc_tuple *domain, lc_int *c)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (!lc_int_eq(l->x->offset, a->offset))
        return LCR_UNKNOWN;
    lc_int *natural = lc_alloc(ctx, lc_tuple_nleaves(domain), sizeof *natural);
    if (natural == NULL)
        return LCR_UNKNOWN;
    lcr_answer answer = lcr_find_outside(r, l->x->layout, a->layout, natural);
    lcv_search search = {domain, lookup_breaks, l};
    if (answer == LCR_YES && !lcv_certify(ctx, &search, natural, c)) {
        if (!*l->undecided)
            lcv_uncertified(ctx, "the system of offsets outside");
        answer = LCR_UNKNOWN;
    }
    free(natural);
    return answer;
}

static lcv_result *contained(lcr_ctx *r, const lookup *l, const lcv_function *a,
                             const lc_tuple *domain);

/* What has no place is worth a question of its own where that is decided: the modes left
 * of A do not overlap, unlike those of A, which a system of its own decides. */
static bool is_worth_asking(lc_ctx *ctx, const lcv_fit *fit, const lcv_image *a)
{
    lcv_image left;
    if (fit->placed == 0 || lcv_image_apart(a) ||
        !lcv_image_of(ctx, fit->a.layout, fit->a.offset, &left))
        return false;
    bool apart = lcv_image_apart(&left);
    lcv_image_free(&left);
    return apart && (lc_int_eq(fit->t.offset, fit->a.offset) ||
                     lc_int_le(lc_layout_size(ctx, fit->t.layout), lc_int_const(lcv_guesses(ctx))));
}

/* PROVED by the places that the modes of T have in those of A; else nothing. */
static lcv_result *contained_by_fit(lcr_ctx *r, const lookup *l, const lcv_function *a)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_fit fit;
    lcv_result *result = NULL;
    if (lcv_fit_of(ctx, l->x, a, &fit)) {
        if (fit.unshifted)
            result = lcv_proved(ctx, LCV_BY_CLOSED_FORM);
        else if (fit.whole ? fit.placed > 0 : is_worth_asking(ctx, &fit, l->image))
            result = with_lookup(r, &fit.t, &fit.a, contained);
        if (result != NULL && fit.whole) /* one value was looked up */
            result->method = LCV_BY_CLOSED_FORM;
    }
    lcv_fit_clear(&fit);
    if (result != NULL && result->verdict != LCV_PROVED) {
        lcv_result_free(result);
        result = NULL;
    }
    return result;
}

static lcv_result *contained(lcr_ctx *r, const lookup *l, const lcv_function *a,
                             const lc_tuple *domain)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int c = lc_int_const(0);
    if (lc_ctx_shortcuts(ctx) && lcv_image_gap(ctx, l->image, &c) == l->image->n)
        return contained_in_interval(ctx, l, a, domain);
    lcv_result *fitted = lc_ctx_shortcuts(ctx) ? contained_by_fit(r, l, a) : NULL;
    if (fitted != NULL || lc_ctx_code(ctx) != LC_OK)
        return fitted;

    const char *method = LCV_BY_EVALUATION;
    lcr_answer answer = look(ctx, l, domain, false, &c);
    if (answer == LCR_NO)
        method = LCV_BY_ENUMERATION;
    if (answer == LCR_UNKNOWN && lc_ctx_code(ctx) == LC_OK &&
        lcv_find_out_of_bounds(ctx, l->x, l->image->low, l->image->high, &c)) {
        method = LCV_BY_CLOSED_FORM;
        answer = LCR_YES;
    }
    if (answer == LCR_UNKNOWN && lc_ctx_code(ctx) == LC_OK) {
        method = LCV_BY_SYSTEM;
        answer = solve_outside(r, l, a, domain, &c);
    }
    if (answer == LCR_UNKNOWN && lcv_out_of_budget(ctx)) {
        method = LCV_BY_ENUMERATION;
        answer = look(ctx, l, domain, true, &c);
    }
    if (lc_ctx_code(ctx) != LC_OK)
        return NULL;
    if (answer == LCR_NO)
        return lcv_proved(ctx, method);
    if (answer == LCR_YES)
        return not_contained(ctx, method, l, a, domain, c);
    return lcv_unknown(ctx, LCV_BY_SYSTEM,
                       lcv_text(ctx, "the modes of %s overlap, and %i coordinates of %s are too "
                                     "many to enumerate",
                                a->name, lc_tuple_size(ctx, domain), l->x->name));
}

/* ---- coordinates ---- */

/* Two functions on common axes, and what both are packed to. */
typedef struct {
    lcv_function x, a, packed_x, packed_a;
    lcv_box box;
} coordinate_pair;

static bool pack_both(lc_ctx *ctx, const lcv_function *x, const lcv_function *a, coordinate_pair *p)
{
    *p = (coordinate_pair){.x = lcv_function_ref(x), .a = lcv_function_ref(a)};
    if (!lcv_functions_on_common_axes(ctx, &p->x, &p->a))
        return false;
    lcv_box_of_values(ctx, &p->x, &p->a, &p->box);
    return lcv_pack(ctx, &p->x, &p->box, &p->packed_x) &&
           lcv_pack(ctx, &p->a, &p->box, &p->packed_a);
}

static void coordinate_pair_clear(coordinate_pair *p)
{
    lcv_function_free(&p->x);
    lcv_function_free(&p->a);
    lcv_function_free(&p->packed_x);
    lcv_function_free(&p->packed_a);
}

/* The values of A are all those whose axes are values of the axes. */
static lcv_result *contained_by_axis(lcr_ctx *r, const lcv_function *t, const lcv_function *a)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_result *result = NULL;
    for (size_t q = 0; q < lc_layout_naxes(a->layout); q++) {
        lcv_function x, y = {.name = a->name};
        lcv_result_free(result);
        result = NULL;
        if (lcv_function_axis(ctx, t, q, &x) && lcv_function_axis(ctx, a, q, &y))
            result = with_lookup(r, &x, &y, contained);
        lcv_function_free(&x);
        lcv_function_free(&y);
        if (result == NULL || result->verdict != LCV_PROVED)
            return result;
    }
    return result;
}

lcv_result *lcv_check_contained(lcr_ctx *r, const lcv_function *t, const lcv_function *a)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (lc_layout_codomain(a->layout) != LC_COORDINATES)
        return with_lookup(r, t, a, contained);
    if (lc_ctx_shortcuts(ctx) && lcv_by_axis(a->layout))
        return contained_by_axis(r, t, a);
    coordinate_pair p;
    lcv_result *result = NULL;
    if (pack_both(ctx, t, a, &p))
        result = with_lookup(r, &p.packed_x, &p.packed_a, contained);
    coordinate_pair_clear(&p);
    return result;
}

lcv_result *lcv_prove_contained(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    unsigned codomains = LCV_OF_INTEGERS | LCV_OF_COORDINATES;
    lcv_function t, a = {.name = "A"};
    lcv_result *result = NULL;
    if (lcv_arg_tensor_of(ctx, "contained", "T", args[0], codomains, &t) &&
        lcv_arg_tensor_of(ctx, "contained", "A", args[1], codomains, &a) &&
        lcv_functions_on_common_axes(ctx, &t, &a)) {
        result = lcv_check_contained(r, &t, &a);
        lcv_tell_where(r, result, &t, &a);
    }
    lcv_function_free(&t);
    lcv_function_free(&a);
    return result;
}

/* ---- disjoint ---- */

static lcv_result *shared_offset(lc_ctx *ctx, const char *method, const lookup *l,
                                 const lcv_function *a, const lc_tuple *domain, lc_int c)
{
    lc_tuple *shape = lc_layout_shape(ctx, a->layout);
    lc_tuple *first = shape != NULL ? lcv_show_coordinate(ctx, domain, c) : NULL;
    lc_int other = shape != NULL ? lcv_integral(ctx, shape, l->natural) : c;
    lc_tuple *second = first != NULL ? lcv_show_coordinate(ctx, shape, other) : NULL;
    lc_tuple *value = second != NULL ? lcv_function_value(ctx, l->x, c) : NULL;
    lcv_result *result = NULL;
    if (value != NULL) {
        result = lcv_refuted(ctx, method, lcv_text(ctx, "c = %t and c' = %t", first, second),
                             lcv_text(ctx, "%t is %s of both", value, offset_word(a)));
        lcv_step_function(ctx, &result, l->x, c, first);
        lcv_step_function(ctx, &result, a, other, second);
    }
    lc_tuple_free(shape);
    lc_tuple_free(first);
    lc_tuple_free(second);
    lc_tuple_free(value);
    return result;
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

/* The value of x at c is that of a where the last one was found. */
static bool shown_shared(lc_ctx *ctx, const lookup *l, const lcv_function *a, lc_int c)
{
    lc_tuple *shape = lc_layout_shape(ctx, a->layout);
    lc_int other = shape != NULL ? lcv_integral(ctx, shape, l->natural) : c;
    bool same = shape != NULL &&
                lc_int_eq(lcv_function_at(ctx, l->x, c), lcv_function_at(ctx, a, other));
    lc_tuple_free(shape);
    return same;
}

/* A solution, the coordinate of x and then that of a, brought down to a small c; as it
 * stands, where a search for values cannot follow. */
static lcr_answer certify_shared(lc_ctx *ctx, const lookup *l, const lcv_function *a,
                                 const lc_tuple *domain, const lc_int *point, lc_int *c)
{
    lcv_search search = {domain, lookup_breaks, l};
    *l->undecided = false;
    if (lcv_certify(ctx, &search, point, c) && lookup_breaks(ctx, l, *c))
        return LCR_YES;
    if (!lcv_out_of_budget(ctx))
        return LCR_UNKNOWN;
    *c = lcv_integral(ctx, domain, point);
    for (size_t i = 0; i < lc_layout_nleaves(a->layout); i++)
        l->natural[i] = point[lc_tuple_nleaves(domain) + i];
    if (!lc_int_is_zero(lcv_function_at(ctx, l->x, *c)) && shown_shared(ctx, l, a, *c))
        return LCR_YES;
    lcv_uncertified(ctx, "the system of shared offsets");
    return LCR_UNKNOWN;
}

/* x(c) = a(c') with x(c) >= 1, then with x(c) <= -1. */
static lcr_answer solve_shared(lcr_ctx *r, const lookup *l, const lcv_function *a,
                               const lc_tuple *domain, lc_int *c)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t leaves = lc_tuple_nleaves(domain) + lc_layout_nleaves(a->layout);
    lcr_system *system = leaves <= LCR_MAX_VARS ? lcr_system_new(r) : NULL;
    lc_int *point = system != NULL ? lc_alloc(ctx, leaves, sizeof *point) : NULL;
    lcr_answer answer = LCR_UNKNOWN;
    lcr_expr value, difference;
    lcr_expr_zero(&value);
    if (point != NULL && add_coordinates(ctx, system, l->x, 1, &value)) {
        difference = value;
        if (add_coordinates(ctx, system, a, -1, &difference) &&
            lcr_system_eq(system, &difference)) {
            lcr_expr positive = value, negative;
            lcr_expr_add_const(ctx, &positive, lc_int_const(-1));
            lcr_expr_zero(&negative);
            lcr_expr_add(ctx, &negative, lc_int_const(-1), &value);
            lcr_expr_add_const(ctx, &negative, lc_int_const(-1));
            answer = lcr_system_solve(system, &positive, point);
            if (answer == LCR_NO)
                answer = lcr_system_solve(system, &negative, point);
        }
    }
    if (answer == LCR_YES)
        answer = certify_shared(ctx, l, a, domain, point, c);
    free(point);
    lcr_system_free(system);
    return answer;
}

static lcv_result *disjoint(lcr_ctx *r, const lookup *l, const lcv_function *a,
                            const lc_tuple *domain)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lookup hits = *l;
    hits.want = true;
    hits.skip_zero = true;
    lc_int c = lc_int_const(0);
    const char *method = LCV_BY_EVALUATION;
    lcr_answer answer = look(ctx, &hits, domain, false, &c);
    if (answer == LCR_NO)
        method = LCV_BY_ENUMERATION;
    if (answer == LCR_UNKNOWN && lc_ctx_code(ctx) == LC_OK) {
        method = LCV_BY_SYSTEM;
        answer = solve_shared(r, &hits, a, domain, &c);
    }
    if (answer == LCR_UNKNOWN && lcv_out_of_budget(ctx)) {
        method = LCV_BY_ENUMERATION;
        answer = look(ctx, &hits, domain, true, &c);
    }
    if (lc_ctx_code(ctx) != LC_OK)
        return NULL;
    if (answer == LCR_NO)
        return lcv_proved(ctx, method);
    /* A search forgets the partner, which a solution of the system keeps: find it once more. */
    bool kept = strcmp(method, LCV_BY_SYSTEM) == 0 && shown_shared(ctx, &hits, a, c);
    if (answer == LCR_YES && (kept || lookup_breaks(ctx, &hits, c)))
        return shared_offset(ctx, method, &hits, a, domain, c);
    return lcv_unknown(ctx, LCV_BY_SYSTEM,
                       lcv_text(ctx, "the system of shared offsets was not decided within the "
                                     "budget"));
}

/* The packed value of the coordinate 0 is 0. */
static lcv_result *check_disjoint(lcr_ctx *r, const lcv_function *a, const lcv_function *b)
{
    if (lc_layout_codomain(a->layout) != LC_COORDINATES)
        return with_lookup(r, a, b, disjoint);
    coordinate_pair p;
    lcv_result *result = NULL;
    if (pack_both(lcr_ctx_lc(r), a, b, &p))
        result = with_lookup(r, &p.packed_x, &p.packed_a, disjoint);
    coordinate_pair_clear(&p);
    return result;
}

lcv_result *lcv_prove_disjoint(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    unsigned codomains = LCV_OF_INTEGERS | LCV_OF_COORDINATES;
    lcv_function a, b = {.name = "B"};
    lcv_result *result = NULL;
    if (lcv_arg_tensor_of(ctx, "disjoint", "A", args[0], codomains, &a) &&
        lcv_arg_tensor_of(ctx, "disjoint", "B", args[1], codomains, &b) &&
        lcv_functions_on_common_axes(ctx, &a, &b))
        result = check_disjoint(r, &a, &b);
    lcv_function_free(&a);
    lcv_function_free(&b);
    return result;
}
