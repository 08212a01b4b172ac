/* claims-function.c - claims that two functions are the same: equal, equiv, and the
 * laws of inverses.
 *
 * Two layouts of one size are compared by their runs: coalesce each into modes
 * s_k : d_k with d_{k+1} != s_k d_k and no s_k = 1. Where the lists first differ, at
 * mode k after P coordinates, either the strides do, and the values at P are two
 * different strides; or the extents s < t do, and the value at P s is s d in the
 * second and, being the stride of the next run, not in the first. Below that
 * coordinate the layouts agree. So the lists are equal exactly when the functions
 * are, and otherwise give the least coordinate that tells them apart.
 *
 * Chains of layouts are compared at every coordinate of a small domain. On a large
 * one they mostly carry nowhere, are linear, and compared by their values at one step
 * along each leaf; else by guessing, then by a counterexample system.
 */
#include "config.h"

#include "claims.h"

#include <stdlib.h>

#define LINEAR_WORK 262144 /* remainders looked at before a chain is given up as linear */

/* ---- runs ---- */

typedef struct {
    size_t n;
    lc_int *extent, *step;
} run_list;

/* The coalesced modes of a. `room` holds two integers a leaf. On the extended domain
 * the last leaf has no end, and counts when its extent is 1, too. */
static run_list runs_of(lc_ctx *ctx, const lc_layout *a, bool extended, lc_int *room)
{
    size_t leaves = lc_layout_nleaves(a);
    run_list list = {0, room, room + leaves};
    for (size_t i = 0; i < leaves; i++) {
        lc_int extent = lc_layout_extent(a, i), step = lc_layout_step(a, i);
        size_t last = list.n - 1;
        if (lc_int_is_one(extent) && !(extended && i + 1 == leaves))
            continue;
        if (list.n > 0 &&
            lc_int_eq(step, lc_int_mul(ctx, list.extent[last], list.step[last]))) {
            list.extent[last] = lc_int_mul(ctx, list.extent[last], extent);
        } else {
            list.extent[list.n] = extent;
            list.step[list.n++] = step;
        }
    }
    return list;
}

/* ---- chains that are linear on their domain ---- */

/* Adding multiples c_k x_k, c_k < extent_k, carries nowhere into the runs of a layout
 * L when at each prefix product P of their extents the remainders x_k mod P add up to
 * less than P. Every floor(x / P) is then additive over the box, and L, which is a
 * sum of multiples of these, has the value sum c_k L(x_k). */
static bool carries(lc_ctx *ctx, const lc_tuple *domain, const lc_int *x, lc_int place)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_int sum = lc_int_const(0);
    bool below = true;
    for (size_t k = 0; below && k < lc_tuple_nleaves(domain); k++) {
        lc_int last = lc_int_sub(ctx, lc_tuple_value(domain, k), lc_int_const(1));
        sum = lc_int_add(ctx, sum, lc_int_mul(ctx, last, lc_int_fmod(ctx, x[k], place)));
        below = lc_int_lt(sum, place);
    }
    lc_frame_close(ctx, frame);
    return !below;
}

/* x_k becomes L(x_k) when L is additive over the box. */
static bool apply_linear(lc_ctx *ctx, const lc_tuple *domain, const lc_layout *layout, lc_int *x)
{
    if (lc_layout_nleaves(layout) > LINEAR_WORK / lc_tuple_nleaves(domain))
        return false;
    lc_int *room = lc_alloc(ctx, 2 * lc_layout_nleaves(layout), sizeof *room);
    if (room == NULL)
        return false;
    run_list runs = runs_of(ctx, layout, true, room);
    lc_int place = lc_int_const(1);
    bool linear = true;
    for (size_t j = 0; linear && j + 1 < runs.n; j++) {
        place = lc_int_mul(ctx, place, runs.extent[j]);
        linear = !carries(ctx, domain, x, place);
    }
    free(room);
    for (size_t k = 0; linear && k < lc_tuple_nleaves(domain); k++)
        x[k] = lc_layout_at(ctx, layout, x[k]);
    return linear;
}

/* The values of the chain at one step along each leaf, when it is linear in them. */
static bool linear_chain(lc_ctx *ctx, const lc_tuple *domain, const lcv_named_chain *chain,
                         lc_int *x)
{
    bool linear = true;
    for (size_t i = 0; linear && i < chain->n; i++)
        linear = apply_linear(ctx, domain, chain->layout[i], x);
    return linear;
}

/* YES: c = one step along the first leaf where the chains part, which is the least
 * coordinate that tells them apart. */
static lcr_answer compare_linear(lc_ctx *ctx, const lc_tuple *domain, const lcv_named_chain *f,
                                 const lcv_named_chain *g, lc_int *c)
{
    size_t n = lc_tuple_nleaves(domain);
    lc_int *place = lcv_prefix_products(ctx, domain);
    lc_int *x = place != NULL ? lc_alloc(ctx, 2 * n, sizeof *x) : NULL;
    lcr_answer answer = LCR_UNKNOWN;
    for (size_t k = 0; x != NULL && k < n; k++)
        x[k] = x[n + k] = place[k];
    if (x != NULL && linear_chain(ctx, domain, f, x) && linear_chain(ctx, domain, g, x + n)) {
        answer = LCR_NO;
        for (size_t k = 0; answer == LCR_NO && k < n; k++) {
            *c = place[k];
            if (!lc_int_is_one(lc_tuple_value(domain, k)) && !lc_int_eq(x[k], x[n + k]))
                answer = LCR_YES;
        }
    }
    free(place);
    free(x);
    return answer;
}

/* ---- chains ---- */

typedef struct {
    const lcv_named_chain *f, *g;
} chain_pair;

static bool chains_differ(lc_ctx *ctx, const void *claim, lc_int c)
{
    const chain_pair *pair = claim;
    return !lc_int_eq(lcv_chain_at(ctx, pair->f, c), lcv_chain_at(ctx, pair->g, c));
}

static lcr_answer solve_difference(lcr_ctx *r, const lcv_search *search, const chain_pair *pair,
                                   lc_int *c)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int *natural = lc_alloc(ctx, lc_tuple_nleaves(search->domain), sizeof *natural);
    if (natural == NULL)
        return LCR_UNKNOWN;
    lcr_chain f = {pair->f->n, pair->f->layout}, g = {pair->g->n, pair->g->layout};
    lcr_answer answer = lcr_find_difference(r, search->domain, f, g, natural);
    if (answer == LCR_YES && !lcv_certify(ctx, search, natural, c)) {
        lcv_uncertified(ctx, "the linear system of a difference");
        answer = LCR_UNKNOWN;
    }
    free(natural);
    return answer;
}

/* A large domain, when guesses do not settle it. */
static lcr_answer solve_or_enumerate(lcr_ctx *r, const lcv_search *search, const chain_pair *pair,
                                     lc_int *c, const char **method)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    *method = LCV_BY_SYSTEM;
    lcr_answer answer = solve_difference(r, search, pair, c);
    if (answer != LCR_UNKNOWN || !lcv_out_of_budget(ctx))
        return answer;
    *method = LCV_BY_ENUMERATION;
    return lcv_enumerate(ctx, search, c);
}

lcr_answer lcv_find_difference(lcr_ctx *r, const lc_tuple *domain, const lcv_named_chain *f,
                               const lcv_named_chain *g, lc_int *c, const char **method)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    chain_pair pair = {f, g};
    lcv_search search = {domain, chains_differ, &pair};
    lcr_answer answer = LCR_UNKNOWN;
    *method = LCV_BY_CLOSED_FORM;
    if (!LCV_SOLVE_ONLY &&
        lc_int_lt(lc_int_const(LCV_GUESSES), lc_tuple_size(ctx, domain)))
        answer = compare_linear(ctx, domain, f, g, c);
    if (answer == LCR_YES && !chains_differ(ctx, &pair, *c)) {
        lcv_uncertified(ctx, "the comparison of linear functions");
        return LCR_UNKNOWN;
    }
    if (answer == LCR_UNKNOWN && lc_ctx_code(ctx) == LC_OK) {
        answer = lcv_guess(ctx, &search, c);
        *method = answer == LCR_YES ? LCV_BY_EVALUATION : LCV_BY_ENUMERATION;
    }
    if (answer == LCR_UNKNOWN && lc_ctx_code(ctx) == LC_OK)
        answer = solve_or_enumerate(r, &search, &pair, c, method);
    return answer;
}

static lcv_result *chains_refuted(lc_ctx *ctx, const char *method, const lcv_named_chain *f,
                                  const lcv_named_chain *g, const lc_tuple *shape, lc_int c)
{
    lc_tuple *shown = lcv_show_coordinate(ctx, shape, c);
    if (shown == NULL)
        return NULL;
    lcv_result *result = lcv_refuted(
        ctx, method, lcv_text(ctx, "c = %t", shown),
        lcv_text(ctx, "%i is not %i", lcv_chain_at(ctx, f, c), lcv_chain_at(ctx, g, c)));
    if (f->n > 0)
        lcv_step_chain(ctx, &result, f, c, shown);
    if (g->n > 0)
        lcv_step_chain(ctx, &result, g, c, shown);
    lc_tuple_free(shown);
    return result;
}

lcv_result *lcv_check_chains(lcr_ctx *r, const lc_tuple *domain, const lcv_named_chain *f,
                             const lcv_named_chain *g, const lc_tuple *shown)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int c = lc_int_const(0);
    const char *method;
    switch (lcv_find_difference(r, domain, f, g, &c, &method)) {
    case LCR_NO:
        return lcv_proved(ctx, method);
    case LCR_YES:
        return chains_refuted(ctx, method, f, g, shown, c);
    default:
        return lcv_unknown(ctx, method,
                           lcv_text(ctx, "the counterexample system was not decided within the "
                                         "budget, and %i coordinates are too many to enumerate",
                                    lc_tuple_size(ctx, domain)));
    }
}

/* ---- equal ---- */

lcv_result *lcv_check_equal(lc_ctx *ctx, const lc_layout *x, const lc_layout *y)
{
    if (lc_layout_equal(x, y))
        return lcv_proved(ctx, LCV_BY_COMPARISON);
    lc_tuple *s = lc_layout_shape(ctx, x), *t = lc_layout_shape(ctx, y);
    lc_tuple *d = lc_layout_stride(ctx, x), *e = lc_layout_stride(ctx, y);
    lcv_result *result = NULL;
    if (s != NULL && t != NULL && d != NULL && e != NULL) {
        bool shapes = !lc_tuple_equal(s, t);
        result = lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, shapes ? "shape" : "stride"),
                             lcv_text(ctx, "%t is not %t", shapes ? s : d, shapes ? t : e));
    }
    lc_tuple_free(s);
    lc_tuple_free(t);
    lc_tuple_free(d);
    lc_tuple_free(e);
    lcv_step(ctx, &result, "X = %L", x);
    lcv_step(ctx, &result, "Y = %L", y);
    return result;
}

static lcv_result *equal_texts(lcr_ctx *r, const lcv_value *x, const lcv_value *y, bool equal)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (equal)
        return lcv_proved(ctx, LCV_BY_COMPARISON);
    char *s = lcv_value_to_str(r, x), *t = lcv_value_to_str(r, y);
    lcv_result *result = NULL;
    if (s != NULL && t != NULL)
        result = lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, ""),
                             lcv_text(ctx, "%s is not %s", s, t));
    free(s);
    free(t);
    return result;
}

static bool tilers_equal(const lc_tiler *x, const lc_tiler *y)
{
    const lc_layout *a = lc_tiler_as_layout(x), *b = lc_tiler_as_layout(y);
    if (a != NULL || b != NULL)
        return a != NULL && b != NULL && lc_layout_equal(a, b);
    if (lc_tiler_rank(x) != lc_tiler_rank(y))
        return false;
    for (size_t i = 0; i < lc_tiler_rank(x); i++)
        if (!tilers_equal(lc_tiler_mode(x, i), lc_tiler_mode(y, i)))
            return false;
    return true;
}

static lcv_result *equal_tensors(lc_ctx *ctx, const lcv_function *x, const lcv_function *y)
{
    lcv_result *result = lcv_check_equal(ctx, x->layout, y->layout);
    if (result == NULL || result->verdict != LCV_PROVED || lc_int_eq(x->offset, y->offset))
        return result;
    lcv_result_free(result);
    return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "offset"),
                       lcv_text(ctx, "%i is not %i", x->offset, y->offset));
}

lcv_result *lcv_prove_equal(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    const lcv_value *a = args[0], *b = args[1];
    if (a->kind == LCV_TUPLE && b->kind == LCV_TUPLE)
        return equal_texts(r, a, b, lc_tuple_equal(a->tuple, b->tuple));
    if (a->kind == LCV_TILER && b->kind == LCV_TILER)
        return equal_texts(r, a, b, tilers_equal(a->tiler, b->tiler));

    lcv_function x = {.name = "X"}, y = {.name = "Y"};
    lcv_result *result = NULL;
    if (lcv_arg_function(ctx, "equal", "X", a, &x) && lcv_arg_function(ctx, "equal", "Y", b, &y)) {
        if (x.layout != NULL && y.layout != NULL)
            result = equal_tensors(ctx, &x, &y);
        else if (x.layout == NULL && y.layout == NULL)
            result = lcv_relation_equiv(r, &x, &y);
        else
            lc_fail(ctx, LC_ERR_INVALID,
                    "equal compares shape and stride, which a relation does not have: use equiv");
    }
    lcv_function_free(&x);
    lcv_function_free(&y);
    return result;
}

/* ---- equiv ---- */

/* Of two layouts of one size: false when they agree, else c is the least integral
 * coordinate at which they do not. */
static bool runs_differ(lc_ctx *ctx, const run_list *x, const run_list *y, lc_int *c)
{
    *c = lc_int_const(1);
    for (size_t k = 0; k < x->n && k < y->n; k++) {
        if (!lc_int_eq(x->step[k], y->step[k]))
            return true;
        *c = lc_int_mul(ctx, *c, lc_int_min(x->extent[k], y->extent[k]));
        if (!lc_int_eq(x->extent[k], y->extent[k]))
            return true;
    }
    return false;
}

bool lcv_layouts_differ(lc_ctx *ctx, const lc_layout *x, const lc_layout *y, lc_int *c)
{
    size_t leaves = lc_layout_nleaves(x) + lc_layout_nleaves(y);
    lc_int *room = lc_alloc(ctx, 2 * leaves, sizeof *room);
    if (room == NULL)
        return false;
    run_list p = runs_of(ctx, x, false, room);
    run_list q = runs_of(ctx, y, false, room + 2 * lc_layout_nleaves(x));
    bool differ = runs_differ(ctx, &p, &q, c);
    free(room);
    return differ;
}

static lcv_result *functions_differ(lc_ctx *ctx, const lcv_function *x, const lcv_function *y,
                                    lc_int c)
{
    lc_int left = lcv_function_at(ctx, x, c), right = lcv_function_at(ctx, y, c);
    if (lc_int_eq(left, right))
        return lcv_uncertified(ctx, "the comparison of coalesced layouts");
    lcv_result *result =
        lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "c = %i", c),
                    lcv_text(ctx, "%i is not %i", left, right));
    lcv_step_function(ctx, &result, x, c, NULL);
    lcv_step_function(ctx, &result, y, c, NULL);
    return result;
}

static lcv_result *layouts_equiv(lc_ctx *ctx, const lcv_function *x, const lcv_function *y)
{
    lc_int m = lc_layout_size(ctx, x->layout), n = lc_layout_size(ctx, y->layout);
    if (!lc_int_eq(m, n)) {
        lcv_result *result = lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "size"),
                                         lcv_text(ctx, "%i is not %i", m, n));
        lcv_step(ctx, &result, "%s has %i coordinates, %s has %i", x->name, m, y->name, n);
        return result;
    }
    if (!lc_int_eq(x->offset, y->offset))
        return functions_differ(ctx, x, y, lc_int_const(0));

    lc_int c;
    if (lcv_layouts_differ(ctx, x->layout, y->layout, &c))
        return functions_differ(ctx, x, y, c);
    return lc_ctx_code(ctx) == LC_OK ? lcv_proved(ctx, LCV_BY_COMPARISON) : NULL;
}

lcv_result *lcv_check_equiv(lcr_ctx *r, const lcv_function *x, const lcv_function *y)
{
    if (x->layout != NULL && y->layout != NULL)
        return layouts_equiv(lcr_ctx_lc(r), x, y);
    return lcv_relation_equiv(r, x, y);
}

lcv_result *lcv_prove_equiv(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function x = {.name = "X"}, y = {.name = "Y"};
    lcv_result *result = NULL;
    if (lcv_arg_function(ctx, "equiv", "X", args[0], &x) &&
        lcv_arg_function(ctx, "equiv", "Y", args[1], &y))
        result = lcv_check_equiv(r, &x, &y);
    lcv_function_free(&x);
    lcv_function_free(&y);
    return result;
}

/* ---- inverses (Cecka 3.4) ---- */

/* Law 24: A(R(k)) = k for k < size(R). */
lcv_result *lcv_check_right_inverts(lcr_ctx *r, const lc_layout *R, const lc_layout *a)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_tuple *domain = lc_layout_shape(ctx, R);
    lc_tuple *integral = lc_tuple_leaf(ctx, lc_layout_size(ctx, R));
    lcv_named_chain both = {2, {R, a}, {"R", "A"}}, identity = {0, {NULL}, {NULL}};
    lcv_result *result = NULL;
    if (domain != NULL && integral != NULL)
        result = lcv_check_chains(r, domain, &both, &identity, integral);
    lc_tuple_free(domain);
    lc_tuple_free(integral);
    return result;
}

/* Law 26: A(L(A(c))) = A(c) for every c in A's domain. */
lcv_result *lcv_check_left_inverts(lcr_ctx *r, const lc_layout *l, const lc_layout *a)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_tuple *domain = lc_layout_shape(ctx, a);
    lcv_named_chain round = {3, {a, l, a}, {"A", "L", "A"}}, once = {1, {a}, {"A"}};
    lcv_result *result = NULL;
    if (domain != NULL)
        result = lcv_check_chains(r, domain, &round, &once, domain);
    lc_tuple_free(domain);
    return result;
}

static lcv_result *prove_inverts(lcr_ctx *r, const char *claim, const char *name,
                                 lcv_value *const *args,
                                 lcv_result *(*check)(lcr_ctx *, const lc_layout *,
                                                      const lc_layout *))
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_layout *inverse = lcv_arg_layout(ctx, claim, name, args[0]);
    lc_layout *a = inverse != NULL ? lcv_arg_layout(ctx, claim, "A", args[1]) : NULL;
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
