/* claims.c - what each claim says, in terms of its literals; a row a claim. */
#include "config.h"

#include "../../../lib/size.h"

#include "../sets/listed.h"
#include "../sets/outside.h"
#include "../sets/peel.h"
#include "../sets/relation.h"
#include "claims.h"

#include <stdio.h>
#include <string.h>

/* ---- shapes ---- */

/* Tuples, and what has a shape. */
static bool have_shapes(const lcr_statement *c)
{
    for (size_t i = 0; i < c->n; i++)
        if ((c->arg[i]->kind != LIT_TUPLE && !lcr_lit_is_function(c->arg[i])) || c->arg[i]->any)
            return false;
    return true;
}

static bool congruent(ev *e, const lcr_statement *c)
{
    return have_shapes(c)
               ? lcr_ev_reading(e, lcr_lit_congruent(c->arg[0], c->arg[1]), "the nestings differ")
               : lcr_ev_not(e);
}

enum { NESTINGS, SIZES, TURNED };

/* The leaves of one argument stand for nestings of the other one, of the same size but for
 * NESTINGS. */
static bool refined(ev *e, const lcr_statement *c)
{
    size_t coarse = c->how == TURNED;
    bool sizes = c->how != NESTINGS;
    if (!have_shapes(c))
        return lcr_ev_not(e);
    bool is = lcr_lit_coarser(e->pool->lc, c->arg[coarse], c->arg[1 - coarse], sizes);
    return sizes ? lcr_ev_arithmetic(e, is, "the shape is no refinement")
                 : lcr_ev_reading(e, is, "the nesting is no refinement");
}

/* Is it known that n divides a? */
static bool is_multiple(lc_ctx *lc, lc_int n, lc_int a)
{
    return lc_int_known_equal(lc_int_fmod(lc, a, n), lc_int_const(0));
}

/* No stride is negative, and one of any two strides other than 0 is a multiple of the other times
 * its extent. */
static bool tractable(ev *e, const lcr_statement *c)
{
    lc_ctx *lc = e->pool->lc;
    const lit *x = c->arg[0];
    if (!lcr_lit_is_integers(x) || x->naxes > 1)
        return lcr_ev_not(e);
    const lc_int zero = lc_int_const(0);
    bool all = true;
    for (size_t i = 0; all && i < x->n; i++) {
        all = lc_int_known_le(zero, x->step[i]);
        for (size_t j = 0; all && j < i; j++)
            all = lc_int_known_equal(x->step[i], zero) || lc_int_known_equal(x->step[j], zero) ||
                  is_multiple(lc, lc_int_mul(lc, x->extent[i], x->step[i]), x->step[j]) ||
                  is_multiple(lc, lc_int_mul(lc, x->extent[j], x->step[j]), x->step[i]);
    }
    if (!all && e->pool->sizes) /* or it is not known */
        return lcr_ev_not(e);
    return lcr_ev_arithmetic(e, all, "two strides do not divide one another");
}

/* ---- equal functions ---- */

/* A relation with several inputs, beside a function that has one, is listed as a function of an
 * integral coordinate; NULL: it is none. */
static const lit *of_integers(ev *e, const lit *x, const lit *beside)
{
    bool is = x->kind == LIT_RELATION && beside->kind != LIT_RELATION && beside->naxes == 1 &&
              lcr_relation_inputs(x) > 1;
    return is ? lcr_listed(e, x) : x;
}

static bool equiv(ev *e, const lcr_statement *c)
{
    const lit *x = c->arg[0], *y = c->arg[1];
    const lit *f = of_integers(e, x, y), *g = f ? of_integers(e, y, x) : NULL;
    return g ? lcr_ev_equiv(e, f, g) : lcr_ev_not(e);
}

/* A relation beside another function is compared with its relation. */
static bool equal(ev *e, const lcr_statement *c)
{
    const lit *x = c->arg[0], *y = c->arg[1];
    return x->kind == LIT_RELATION || y->kind == LIT_RELATION ? equiv(e, c) : lcr_ev_equal(e, c);
}

static bool composes(ev *e, const lcr_statement *c)
{
    return lcr_ev_composite(e, c->arg[0], c->arg[1], c->arg[2]);
}

static bool admissible(ev *e, const lcr_statement *c)
{
    const lit *w = c->witness;
    if (!w && e->pool->sizes) {
        const lit *a = lcr_ev_layout(e, c->arg[0]);
        w = a ? lcr_ev_hint(e, "composite", a, c->arg[1]) : NULL;
        e->out->one_way = true;
    }
    const lcr_statement as = {.claim = "composes", .n = 3, .arg = {w, c->arg[0], c->arg[1]}};
    return !w                                  ? lcr_ev_not(e)
           : lcr_has_argument(c, LIT_RELATION) ? lcr_ev_by_maps(e, &as)
                                               : lcr_ev_composite(e, w, c->arg[0], c->arg[1]);
}

/* Its values are integers. */
static bool is_numbers(const lit *x)
{
    return lcr_lit_is_function(x) && !x->basis;
}

/* The witness, a layout or a linear layout, stands for X; without one, the values decide. */
static bool is_what(ev *e, const lcr_statement *c)
{
    const lit_kind kind = (lit_kind)c->how;
    const lit *x = c->arg[0];
    if (c->witness)
        return c->witness->kind == kind ? lcr_ev_equiv(e, x, c->witness) : lcr_ev_not(e);
    if (!is_numbers(x))
        return lcr_ev_not(e);
    return kind == LIT_LINEAR ? lcr_ev_linear_values(e, x) : lcr_ev_layout_values(e, x);
}

static bool is_linear(ev *e, const lcr_statement *c)
{
    const lcr_statement linear = {.n = 1, .arg = {c->arg[0]}, .value = c->witness};
    if (c->witness && c->arg[0]->basis) /* whose axes are dims by their places */
        return lcr_lin_says(e, &linear);
    return is_what(e, c);
}

/* ---- images ---- */

/* A bound N, of 0 or more. */
static bool bound_of(const lit *a, lc_int *n)
{
    return lcr_ev_integer(a, n) && lc_int_le(lc_int_const(0), *n);
}

/* Where integers are sizes, one layout for a layout after a layout, with the sets that say that
 * it has the same values; else X as it is. NULL with an error. */
static const lit *one_layout(ev *e, const lit *x)
{
    bool two = e->pool->sizes && x->kind == LIT_COMPOSED && x->outer && !x->swizzled &&
               x->outer->kind == LIT_LAYOUT && x->inner->kind == LIT_LAYOUT &&
               !lcr_has_outside(x->inner) && lcr_all_zero(x->offset ? x->naxes : 0, x->offset);
    const lit *r = two ? lcr_ev_hint(e, "composite", x->outer, x->inner) : NULL;
    if (!r || !lcr_lit_is_affine(r))
        return lcr_ev_ok(e) ? x : NULL;
    return lcr_ev_composite(e, r, x->outer, x->inner) ? r : NULL;
}

static bool injective(ev *e, const lcr_statement *c)
{
    const lit *x = one_layout(e, c->arg[0]);
    if (!x)
        return false;
    return lcr_lit_is_function(x) ? lcr_ev_injective(e, x) : lcr_ev_not(e);
}

/* Onto [0,N), or the size of X, one coordinate each. */
static bool once_each(ev *e, const lit *x, const lc_int *n)
{
    return is_numbers(x) ? lcr_ev_once_each(e, x, n ? *n : lcr_lit_size(e->pool->lc, x))
                         : lcr_ev_not(e);
}

/* The values that a linear layout says it has. */
static lc_int outputs_of(ev *e, const lit *x)
{
    lc_int places = lc_int_const(1);
    for (size_t j = 0; j < x->naxes; j++)
        places = lc_int_mul(e->pool->lc, places, x->out[j]);
    return places;
}

static bool bijective(ev *e, const lcr_statement *c)
{
    bool linear = c->arg[0]->kind == LIT_LINEAR;
    lc_int n = linear ? outputs_of(e, c->arg[0]) : lc_int_const(0);
    return once_each(e, c->arg[0], linear ? &n : NULL);
}

/* Just [0,size), whatever values the outputs might have. */
static bool compact(ev *e, const lcr_statement *c)
{
    return once_each(e, c->arg[0], NULL);
}

static bool within(ev *e, const lit *x, lc_int least, lc_int most)
{
    return lcr_lit_is_function(x) ? lcr_ev_within(e, x, least, most) : lcr_ev_not(e);
}

static bool below(ev *e, const lit *x, lc_int n)
{
    return within(e, x, lc_int_const(0), lc_int_sub(e->pool->lc, n, lc_int_const(1)));
}

/* The values of a witness, integers, are coordinates of X; another witness may do where one does
 * not. */
static bool by_coordinates(ev *e, const lit *witness, const lit *x)
{
    lc_ctx *lc = e->pool->lc;
    e->out->one_way = true;
    return lcr_ev_bounds(e, witness, 0, lc_int_const(0),
                         lc_int_sub(lc, lcr_lit_size(lc, x), lc_int_const(1)));
}

/* A(R(n)) = n for the witness R, of at least n coordinates. Where modes of A overlap there
 * may be no layout R that long, and still A reaches all of them. */
static bool reaches(ev *e, const lcr_statement *c, const lit *x, lc_int n)
{
    const lit *r = c->witness;
    if (e->pool->sizes && lcr_lit_is_affine(x)) {
        const lit *places = lcr_lit_integer(e->pool, n);
        return places && lcr_ev_covers_in_order(e, x, places);
    }
    if (e->pool->sizes && lc_int_known_equal(lcr_lit_size(e->pool->lc, x), n))
        return lcr_ev_once_each(e, x, n); /* which is more */
    if (!r || !lcr_lit_is_function(r) || x->kind == LIT_LINEAR)
        return lcr_ev_reached(e, x, n);
    if (!lcr_lit_is_integers(r))
        return lcr_ev_not(e);
    fn f = {2, {r, x}}, identity = {0, {NULL}};
    return lcr_ev_condition(e, !lc_int_lt(lcr_lit_size(e->pool->lc, r), n),
                            "the witness has fewer coordinates") &&
           by_coordinates(e, r, x) && lcr_ev_same(e, &f, &identity, r);
}

static bool covers(ev *e, const lcr_statement *c)
{
    lc_int n;
    const lit *x = c->arg[0];
    bool bound = bound_of(c->arg[1], &n);
    if (e->pool->sizes && lcr_lit_is_affine(x) && !bound && c->arg[1]->kind == LIT_TUPLE)
        return lcr_ev_covers_in_order(e, x, c->arg[1]);
    return is_numbers(x) && bound ? reaches(e, c, x, n) : lcr_ev_not(e);
}

static bool surjective(ev *e, const lcr_statement *c)
{
    lc_int n;
    const lit *x = c->arg[0];
    bool bound = c->n == 2 && bound_of(c->arg[1], &n);
    if (!is_numbers(x) || (!bound && (c->n == 2 || x->kind != LIT_LINEAR)))
        return lcr_ev_not(e);
    n = bound ? n : outputs_of(e, x);
    if (!c->witness && lc_int_eq(lcr_lit_size(e->pool->lc, x), n))
        return lcr_ev_once_each(e, x, n);
    return below(e, x, n) && reaches(e, c, x, n);
}

/* Coordinates, each axis of which has a leaf of the shape; on other axes they are 0. */
static bool in_shape(ev *e, const lit *x, const lit *shape)
{
    bool places = true;
    if (!lcr_lit_is_affine(x) || shape->kind != LIT_TUPLE)
        return lcr_ev_not(e);
    for (size_t j = 0; j < x->naxes; j++) {
        size_t first, last;
        if (!lcr_lit_leaves_at(shape, &x->path[j], &first, &last) || last != first + 1 ||
            (shape->any && shape->any[first]))
            return lcr_ev_not(e);
        lc_int most = lc_int_sub(e->pool->lc, shape->extent[first], lc_int_const(1));
        if (!lcr_ev_bounds(e, x, j, lc_int_const(0), most))
            return false;
    }
    for (size_t k = 0; k < shape->n; k++)
        places = places &&
                 ((shape->any && shape->any[k]) || lc_int_lt(lc_int_const(0), shape->extent[k]));
    return lcr_ev_condition(e, places, "the shape has no coordinates");
}

static bool in_bounds(ev *e, const lcr_statement *c)
{
    lc_int n;
    const lit *x = one_layout(e, c->arg[0]);
    if (!x)
        return false;
    if (x->basis && c->arg[1]->kind == LIT_TUPLE)
        return in_shape(e, x, c->arg[1]);
    return bound_of(c->arg[1], &n) && !x->basis ? below(e, x, n) : lcr_ev_not(e);
}

static bool fits(ev *e, const lcr_statement *c)
{
    lc_int least, most;
    const lit *x = one_layout(e, c->arg[0]);
    return x && lcr_ev_type(e, c->arg[1], &least, &most) && within(e, x, least, most);
}

/* The offset and all strides are multiples of n, as they stand. */
static bool has_multiples(ev *e, const lit *x, lc_int n)
{
    bool all = lc_int_is_size(n) && lcr_lit_is_integers(x);
    for (size_t k = 0; all && k <= x->n; k++) {
        lc_int q, r = k < x->n ? x->step[k] : x->offset ? x->offset[0] : lc_int_const(0);
        lcr_int_split(e->pool->lc, r, n, &q, &r);
        all = lc_int_is_plain_zero(r) ||
              (k < x->n && lc_int_known_equal(x->extent[k], lc_int_const(1)));
    }
    return all;
}

static bool aligned(ev *e, const lcr_statement *c)
{
    lc_int n;
    const lit *x = one_layout(e, c->arg[0]);
    if (!x || !lcr_ev_integer(c->arg[1], &n) || !lcr_lit_is_function(x))
        return x ? lcr_ev_not(e) : false;
    if (has_multiples(e, x, n))
        return lcr_ev_arithmetic(e, true, "");
    return lc_int_lt(lc_int_const(0), n) ? lcr_ev_aligned(e, x, n) : lcr_ev_not(e);
}

/* ---- pairs ---- */

static bool right_inverts(ev *e, const lcr_statement *c)
{
    return lcr_ev_right_inverts(e, c->arg[0], c->arg[1]);
}

static bool left_inverts(ev *e, const lcr_statement *c)
{
    return lcr_ev_left_inverts(e, c->arg[0], c->arg[1]);
}

/* Functions of sizes without the swizzles in which both end, which keep 0 and take different
 * integers to different ones. */
static void before_swizzles(ev *e, const lit **a, const lit **b)
{
    fn f = {1, {*a}}, g = {1, {*b}};
    if (!e->pool->sizes || !lcr_lit_is_function(*a) || !lcr_lit_is_function(*b))
        return;
    lcr_peel_same(e, &f, &g);
    if (f.n == 1 && g.n == 1) {
        *a = f.step[0];
        *b = g.step[0];
    }
}

static bool has_only_0(const lit *a)
{
    return lcr_lit_is_affine(a) && !a->offset && lcr_lit_is_still(a);
}

static bool disjoint(ev *e, const lcr_statement *c)
{
    const lit *a = c->arg[0], *b = c->arg[1];
    before_swizzles(e, &a, &b);
    if (e->pool->sizes && (has_only_0(a) || has_only_0(b)))
        return lcr_ev_reading(e, true, "");
    return lcr_lit_is_integers(a) && lcr_lit_is_integers(b) ? lcr_ev_common(e, a, b, false, true)
                                                            : lcr_ev_disjoint(e, a, b);
}

/* A(W(c)) = T(c) for the witness W, whose values are coordinates of A. T may lie in A otherwise,
 * where modes of A overlap. */
static bool contained(ev *e, const lcr_statement *c)
{
    lc_ctx *lc = e->pool->lc;
    const lit *t = c->arg[0], *a = c->arg[1], *w = c->witness;
    before_swizzles(e, &t, &a);
    if (!w && e->pool->sizes)
        w = lcr_ev_hint(e, "along", t, a);
    if (!w || !lcr_lit_is_integers(w))
        return lcr_ev_contained(e, t, a);
    if (!lcr_lit_is_function(t) || !lcr_lit_is_function(a))
        return lcr_ev_not(e);
    fn f = {1, {t}}, g = {2, {w, a}};
    return lcr_ev_condition(e, lc_int_eq(lcr_lit_size(lc, w), lcr_lit_size(lc, t)),
                            "the witness is of another size") &&
           by_coordinates(e, w, a) && lcr_ev_same(e, &f, &g, t);
}

static bool complements(ev *e, const lcr_statement *s)
{
    lc_int n;
    const lit *c = s->arg[0], *a = s->arg[1];
    const lit *shape = s->n == 3 ? s->arg[2] : NULL;
    if (c->basis || a->basis || (shape && shape->nnodes > 1))
        return lcr_ev_complements_axes(e, c, a, shape);
    if (!lcr_lit_is_integers(c) || !lcr_lit_is_integers(a) || a->offset || c->offset ||
        (shape && !bound_of(shape, &n)))
        return lcr_ev_not(e);
    if (!lcr_ev_apart_in_order(e, c, a, !shape))
        return false;
    const lit *both = shape ? lcr_ev_joined(e, a, c) : NULL;
    return !shape || (both && reaches(e, s, both, n));
}

/* ---- the table ---- */

static const ev_row claims[] = {
    {"!=", 2, "..", lcr_ev_compares, 0, '!'},
    {"<", 2, "..", lcr_ev_compares, 0, '<'},
    {"<=", 2, "..", lcr_ev_compares, 0, '<' + 128},
    {"==", 2, "..", lcr_ev_compares, 0, '='},
    {">", 2, "..", lcr_ev_compares, 0, '>'},
    {">=", 2, "..", lcr_ev_compares, 0, '>' + 128},
    {"admissible", 2, "..", admissible, 0, 0},
    {"aligned", 2, "x.", aligned, 0, 0},
    {"bijective", 1, "x", bijective, 0, 0},
    {"coalesced", 1, "x....", lcr_ev_access_cost, 0, 0},
    {"compact", 1, "x", compact, 0, 0},
    {"compatible", 2, "..", refined, 0, SIZES},
    {"complements", 2, "xx.", complements, 0, 0},
    {"composes", 3, "fff", composes, 0, 0},
    {"conflict_free", 1, "x.......", lcr_ev_access_cost, 0, 0},
    {"conflicts !=", 6, "x........", lcr_ev_access_cost, 0, 0},
    {"conflicts <=", 6, "x........", lcr_ev_access_cost, 0, 0},
    {"conflicts ==", 6, "x........", lcr_ev_access_cost, 0, 0},
    {"conflicts >=", 6, "x........", lcr_ev_access_cost, 0, 0},
    {"congruent", 2, "..", congruent, 0, 0},
    {"contained", 2, "xx", contained, 0, 0},
    {"covers", 2, "x.", covers, 0, 0},
    {"disjoint", 2, "xx", disjoint, 0, 0},
    {"divides", 2, "mm.", lcr_ev_divides, 0, 0},
    {"divides_into", 3, "xx..", lcr_ev_divides_into, 0, 0},
    {"equal", 2, "vv", equal, 0, 0},
    {"equiv", 2, "..", equiv, 0, 0},
    {"feeds", 2, "xx", lcr_ev_feeds, 0, 0},
    {"fits", 2, "x.", fits, 0, 0},
    {"in_bounds", 2, "x.", in_bounds, 0, 0},
    {"injective", 1, "x", injective, 0, 0},
    {"is_layout", 1, "x", is_what, 0, LIT_LAYOUT},
    {"is_linear", 1, "x", is_linear, 0, LIT_LINEAR},
    {"left_inverts", 2, "xx", left_inverts, 0, 0},
    {"multiplies", 4, "xxx.", lcr_ev_multiplies, 0, 0},
    {"non_degenerate", 1, "v", lcr_ev_non_degenerate, 0, 0},
    {"partitions", 2, "x...", lcr_ev_partitions, 0, 0},
    {"product_admissible", 2, "mm.", lcr_ev_product_admissible, 0, 0},
    {"refines", 2, "..", refined, 0, TURNED},
    {"reorders", 2, "xx", lcr_ev_reorders, 0, 0},
    {"right_inverts", 2, "xx", right_inverts, 0, 0},
    {"sectors !=", 5, "x.....", lcr_ev_access_cost, 0, 0},
    {"sectors <=", 5, "x.....", lcr_ev_access_cost, 0, 0},
    {"sectors ==", 5, "x.....", lcr_ev_access_cost, 0, 0},
    {"sectors >=", 5, "x.....", lcr_ev_access_cost, 0, 0},
    {"standard_form", 1, "m", lcr_ev_standard_form, 0, 0},
    {"surjective", 1, "x.", surjective, 0, 0},
    {"tractable", 1, "x", tractable, 0, 0},
    {"vectorizes", 3, "xx..", lcr_ev_vectorizes, 0, 0},
    {"weakly_congruent", 2, "..", refined, 0, NESTINGS},
    {NULL, 0, NULL, NULL, 0, 0},
};

/* What refutes with a witness. */
static const ev_row refutations[] = {
    {"admissible", 2, "x.", lcr_ev_not_admissible, 0, 0},
    {"contained", 2, "xx", lcr_ev_not_contained, 0, 0},
    {"covers", 2, "x.", lcr_ev_not_covers, 0, 0},
    {"reorders", 2, "xx", lcr_ev_not_reorders, 0, 0},
    {"vectorizes", 3, "xx..", lcr_ev_not_vectorizes, 0, 0},
    {NULL, 0, NULL, NULL, 0, 0},
};

const char *lcr_claim_name(size_t i, size_t *least, size_t *most)
{
    if (i + 1 >= sizeof claims / sizeof *claims) /* the last row ends the table */
        return NULL;
    *least = claims[i].least;
    *most = strlen(claims[i].args);
    return claims[i].name;
}

bool lcr_is_claim(const char *claim, size_t n)
{
    return lcr_ev_row(claims, 0, claim, n) != NULL;
}

bool lcr_evidence_of(lit_pool *pool, const lcr_statement *claim, bool missing,
                     lcr_evidence *evidence)
{
    const ev_row *row = lcr_ev_row(missing ? refutations : claims, 0, claim->claim, claim->n);
    return lcr_has_argument(claim, LIT_RELATION)
               ? lcr_ev_of_relations(pool, row, claim, missing, evidence)
               : lcr_ev_state(pool, row, claim, evidence);
}
