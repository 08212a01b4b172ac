/* differ.c - where two chains of functions differ, if anywhere: the deciders, in order.
 *
 * Two layouts are compared by their runs; functions that are affine over F2 column by column:
 * where the values at 0 differ, that is a counterexample, and where two columns do, a single
 * bit is; two layouts under the same bijective swizzle are as different as the layouts.
 * Coordinates are compared one axis at a time, but those of layouts all at once. Else a
 * coordinate is guessed, which on a small domain decides, and then solved for: in a linear
 * system for each axis of layouts, in digits for functions under swizzles.
 */
#include "config.h"

#include "axes.h"
#include "differ.h"

#include <string.h>

typedef struct {
    const lc_tuple *domain;
    const lcv_composite *first, *second; /* on common axes */
    const lcv_chain *f, *g;              /* the same, opened */
    size_t n;                            /* parts of a value */
    bool plain; /* layouts whose values add, with offsets after the last alone */
} differ;

/* ---- values ---- */

static const lc_linear *linear_of(const lcv_chain *chain)
{
    const lcv_function *last = lcv_chain_last(chain);
    return last && last->nouts > 1 ? last->value->linear : NULL;
}

/* Numbers of which a value is made: one an axis; one an output dim of two linear layouts, whose
 * dims may have other sizes; else a value of several output dims is one number. */
static size_t nparts(const lcv_chain *f, const lcv_chain *g)
{
    const lc_linear *l = linear_of(f), *m = linear_of(g);
    size_t naxes = lcv_chain_naxes(f) > 1 ? lcv_chain_naxes(f) : lcv_chain_naxes(g);
    bool dims = l && m && f->n == 1 && g->n == 1 && lc_linear_nouts(l) == lc_linear_nouts(m);
    return dims ? lc_linear_nouts(l) : naxes;
}

static lc_int part_of(lc_ctx *ctx, const lcv_chain *chain, const lc_int *value, size_t i,
                      size_t n)
{
    const lc_linear *l = n > 1 ? linear_of(chain) : NULL;
    return l ? lc_int_from_word(ctx, lc_linear_digit(l, i, lcv_to_word(value[0]))) : value[i];
}

static bool differs_at(lc_ctx *ctx, const void *question, lc_int c)
{
    const differ *q = question;
    lc_int x[LC_MAX_AXES], y[LC_MAX_AXES];
    bool same = lcv_chain_values(ctx, q->f, c, x) && lcv_chain_values(ctx, q->g, c, y);
    for (size_t i = 0; same && i < q->n; i++)
        same = lc_int_eq(part_of(ctx, q->f, x, i, q->n), part_of(ctx, q->g, y, i, q->n));
    return !same;
}

/* Do they differ at this coordinate? */
static bool found_at(lc_ctx *ctx, const differ *q, lc_int c, lcv_finding *found)
{
    found->c = c;
    return differs_at(ctx, q, c);
}

/* ---- closed forms ---- */

/* Each is the one layout, or under the same bijective swizzle. */
static bool has_parts(const differ *q, const lc_layout **x, const lc_layout **y)
{
    const lcv_function *f = q->f->link[0].f, *g = q->g->link[0].f;
    lcv_function inner_f, inner_g;
    lc_swizzle w = {0, 0, 0}, v = w;
    if (!q->plain) {
        if (!f->value || !g->value || !lcv_function_parts(f, &w, &inner_f) ||
            !lcv_function_parts(g, &v, &inner_g))
            return false;
        f = &inner_f;
        g = &inner_g;
    }
    *x = f->layout;
    *y = g->layout;
    return q->plain ||
           ((lc_swizzle_equal(w, v) || (w.b == 0 && v.b == 0)) && lc_swizzle_is_bijective(w));
}

static lcr_answer by_runs(lcr_ctx *r, void *question, lcv_finding *found)
{
    const differ *q = question;
    lc_ctx *ctx = lcr_ctx_lc(r);
    const lc_layout *x, *y;
    if (q->f->n != 1 || q->g->n != 1 || (!q->plain && !lc_ctx_shortcuts(ctx)) ||
        !has_parts(q, &x, &y))
        return LCR_UNKNOWN;
    bool from_zero = q->plain && lcv_function_is_layout(q->f->link[0].f) &&
                     lcv_function_is_layout(q->g->link[0].f);
    if ((!from_zero && found_at(ctx, q, lc_int_const(0), found)) ||
        lcv_layouts_differ(ctx, x, y, &found->c))
        return LCR_YES;
    return lc_ctx_code(ctx) == LC_OK ? LCR_NO : LCR_UNKNOWN;
}

/* Layouts that are linear on a large domain. */
static lcr_answer by_steps(lcr_ctx *r, void *question, lcv_finding *found)
{
    const differ *q = question;
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (!q->plain || lc_int_le(lc_tuple_size(ctx, q->domain), lc_int_const(lcv_guesses(ctx))))
        return LCR_UNKNOWN;
    if (found_at(ctx, q, lc_int_const(0), found))
        return LCR_YES;
    return lcv_differ_linearly(ctx, q->domain, q->f, q->g, &found->c);
}

/* ---- matrices ---- */

/* Affine, and every value of a function a coordinate of the next, so that the composite is. */
static bool is_affine(lc_ctx *ctx, const lcv_chain *chain)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < chain->n; i++) {
        lcv_function f = *chain->link[i].f;
        if (!f.value || chain->link[i].part || lcv_function_profile(&f))
            return false;
        if (!f.affine)
            lcv_function_find_matrix(ctx, &f);
        if (!f.affine || (bits & ~lc_f2_mask(f.map.cols)) != 0)
            return false;
        bits = f.base;
        for (unsigned j = 0; j < f.map.cols; j++)
            bits |= f.map.column[j];
    }
    return true;
}

static lcr_answer by_columns(lcr_ctx *r, void *question, lcv_finding *found)
{
    const differ *q = question;
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (q->plain)
        return LCR_UNKNOWN;
    lc_int size = lc_tuple_size(ctx, q->domain);
    if (!lc_int_is_power_of_two(size) || !is_affine(ctx, q->f) || !is_affine(ctx, q->g))
        return LCR_UNKNOWN;
    if (found_at(ctx, q, lc_int_const(0), found))
        return LCR_YES;
    for (size_t j = 0; j + 1 < lc_int_bits(size); j++)
        if (found_at(ctx, q, lc_int_from_word(ctx, (uint64_t)1 << j), found))
            return LCR_YES;
    return LCR_NO;
}

/* ---- one axis at a time ---- */

static lcr_answer decide(lcr_ctx *r, const lc_tuple *domain, const lcv_composite *first,
                         const lcv_composite *second, lcv_finding *found);

static lcr_answer by_axis(lcr_ctx *r, void *question, lcv_finding *found)
{
    const differ *q = question;
    lcr_answer answer = LCR_NO;
    if (q->plain || (!lcv_chain_profile(q->f) && !lcv_chain_profile(q->g)))
        return LCR_UNKNOWN;
    for (size_t i = 0; answer == LCR_NO && i < q->n; i++) {
        lcv_on_axes f, g;
        answer = lcv_axis_of(lcr_ctx_lc(r), q->first, i, &f) &&
                         lcv_axis_of(lcr_ctx_lc(r), q->second, i, &g)
                     ? decide(r, q->domain, &f.f, &g.f, found)
                     : LCR_UNKNOWN;
    }
    return answer;
}

/* ---- guessing and listing ---- */

static lcr_answer by_guess(lcr_ctx *r, void *question, lcv_finding *found)
{
    const differ *q = question;
    lcv_search search = {q->domain, differs_at, q};
    lcr_answer answer = lcv_guess(lcr_ctx_lc(r), &search, &found->c);
    found->method = answer == LCR_YES ? LCV_BY_EVALUATION : LCV_BY_ENUMERATION;
    return answer;
}

static lcr_answer by_list(lcr_ctx *r, void *question, lcv_finding *found)
{
    const differ *q = question;
    lcv_search search = {q->domain, differs_at, q};
    return lcv_enumerate_to(lcr_ctx_lc(r), &search, q->plain ? LCV_ENUMERATE : LCV_MAX_POINTS,
                            &found->c);
}

/* ---- systems ---- */

/* A chain as sums, one for each axis of each layout; sum[first] is the first of the
 * outermost one. */
typedef struct {
    lcr_sum *sum;
    lcr_term *term;
    size_t first;
} sums;

static bool sums_of(lc_ctx *ctx, const lcv_chain *chain, sums *s)
{
    size_t nsums = 1, nterms = 1, at = 1, term = 1;
    for (size_t i = 0; i < chain->n; i++) {
        size_t naxes = lc_layout_naxes(chain->link[i].f->layout);
        nsums += naxes;
        nterms += naxes * chain->link[i].nparts;
    }
    *s = (sums){.sum = lc_frame_alloc(ctx, nsums, sizeof *s->sum),
                .term = lc_frame_alloc(ctx, nterms, sizeof *s->term)};
    if (!s->sum || !s->term)
        return false;
    s->term[0] = (lcr_term){NULL, 0, NULL}; /* the integral coordinate */
    s->sum[0] = (lcr_sum){1, s->term};
    for (size_t i = 0; i < chain->n; i++) {
        const lcv_link *link = &chain->link[i];
        size_t before = s->first;
        s->first = at;
        for (size_t q = 0; q < lc_layout_naxes(link->f->layout); q++, at++) {
            s->sum[at] = (lcr_sum){0, s->term + term};
            for (size_t p = 0; p < link->nparts; p++) {
                const lc_layout *part = link->part ? link->part[p] : link->f->layout;
                if (part)
                    s->term[term + s->sum[at].n++] = (lcr_term){part, q, &s->sum[before + p]};
            }
            term += s->sum[at].n;
        }
    }
    return true;
}

/* For layouts with the same offsets, a system for each axis. */
static lcr_answer solve_sums(lcr_ctx *r, const differ *q, lc_int *natural)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    sums f, g;
    lcr_answer answer = LCR_NO;
    if (!sums_of(ctx, q->f, &f) || !sums_of(ctx, q->g, &g))
        return LCR_UNKNOWN;
    for (size_t i = 0; answer == LCR_NO && i < q->n; i++)
        answer = lcr_find_difference(r, q->domain, &f.sum[f.first + i], &g.sum[g.first + i],
                                     natural);
    return answer;
}

/* The steps of all functions; a matrix is no step but the first. */
static bool steps_of(lc_ctx *ctx, const lcv_chain *chain, lcr_step *room, lcr_steps *out)
{
    lcv_steps part;
    *out = (lcr_steps){0, room};
    for (size_t i = 0; i < chain->n; i++) {
        const lcv_function *f = chain->link[i].f;
        if (!f->value || chain->link[i].part || lcv_function_profile(f) ||
            !lcv_function_steps(ctx, f, &part) || (i > 0 && part.step[0].map))
            return false;
        memcpy(room + out->n, part.step, part.n * sizeof *room);
        out->n += part.n;
    }
    return true;
}

static lcr_answer solve_digits(lcr_ctx *r, const differ *q, lc_int *natural)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcr_step room[2][LCV_MAX_CHAIN * LCV_MAX_STEPS];
    lcr_digit_function f = {.domain = q->domain};
    lcr_steps g;
    if (!steps_of(ctx, q->f, room[0], &f.f) || !steps_of(ctx, q->g, room[1], &g))
        return LCR_UNKNOWN;
    return lcr_digits_difference(r, &f, g, natural);
}

static lcr_answer by_system(lcr_ctx *r, void *question, lcv_finding *found)
{
    const differ *q = question;
    lc_ctx *ctx = lcr_ctx_lc(r);
    found->method = q->plain ? LCV_BY_SYSTEM : LCV_BY_DIGITS;
    if (q->plain && found_at(ctx, q, lc_int_const(0), found)) /* offsets differ */
        return LCR_YES;
    lc_int *natural = lc_frame_alloc(ctx, lc_tuple_nleaves(q->domain), sizeof *natural);
    if (!natural)
        return LCR_UNKNOWN;
    lcv_search search = {q->domain, differs_at, q};
    lcr_answer answer = q->plain ? solve_sums(r, q, natural) : solve_digits(r, q, natural);
    if (answer == LCR_YES && !lcv_certify(ctx, &search, natural, &found->c)) {
        lcv_uncertified(ctx, "the system of a difference");
        answer = LCR_UNKNOWN;
    }
    return answer;
}

/* ---- all methods ---- */

static const lcv_method methods[] = {
    {by_columns, LCV_BY_MATRIX, false},   {by_runs, LCV_BY_COMPARISON, false},
    {by_axis, LCV_BY_AXES, false},        {by_steps, LCV_BY_CLOSED_FORM, true},
    {by_guess, LCV_BY_EVALUATION, false}, {by_system, LCV_BY_SYSTEM, false},
    {by_list, LCV_BY_ENUMERATION, false}, {NULL, NULL, false},
};

static bool is_plain(const lcv_chain *chain)
{
    for (size_t i = 0; i < chain->n; i++) {
        const lcv_function *f = chain->link[i].f;
        if (!f->layout || lc_layout_codomain(f->layout) == LC_XOR ||
            (i + 1 < chain->n && !lcv_function_is_layout(f)))
            return false;
    }
    return true;
}

static lcr_answer decide(lcr_ctx *r, const lc_tuple *domain, const lcv_composite *first,
                         const lcv_composite *second, lcv_finding *found)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_chain f, g;
    if (!lcv_composite_open(ctx, first, &f) || !lcv_composite_open(ctx, second, &g))
        return LCR_UNKNOWN;
    differ q = {domain, first, second, &f, &g, nparts(&f, &g), is_plain(&f) && is_plain(&g)};
    lcr_answer answer = lcv_decide(r, "values that differ", methods, &q, found);
    if (answer != LCR_YES || differs_at(ctx, &q, found->c))
        return answer;
    lcv_uncertified(ctx, "the comparison of functions");
    return LCR_UNKNOWN;
}

static bool of_integers(const lcv_composite *f)
{
    return f->n == 0 || !lcv_function_profile(f->f[f->n - 1]);
}

lcr_answer lcv_differ(lcr_ctx *r, const lc_tuple *domain, const lcv_composite *f,
                      const lcv_composite *g, lcv_finding *found)
{
    lcv_on_axes x, y;
    found->method = LCV_BY_EVALUATION;
    if (of_integers(f) && of_integers(g))
        return decide(r, domain, f, g, found);
    return lcv_on_axes_of_both(lcr_ctx_lc(r), f, g, &x, &y) ? decide(r, domain, &x.f, &y.f, found)
                                                            : LCR_UNKNOWN;
}

/* ---- results ---- */

/* The value of a chain, to be shown: of one linear layout for each output dim; NULL also
 * where there is none. */
static lc_tuple *shown_value(lc_ctx *ctx, const lcv_chain *chain, lc_int c, bool whole)
{
    lc_int value[LC_MAX_AXES];
    if (!lcv_chain_values(ctx, chain, c, value))
        return NULL;
    return whole && chain->link[0].f->nouts > 1
               ? lcv_function_show(ctx, chain->link[0].f, value[0])
               : lcv_chain_show(ctx, chain, value);
}

static char *values_differ(lc_ctx *ctx, const lcv_chain *f, const lcv_chain *g, lc_int c)
{
    bool whole = f->n == 1 && g->n == 1;
    lc_tuple *x = shown_value(ctx, f, c, whole), *y = shown_value(ctx, g, c, whole);
    if (x && y)
        return lcv_text(ctx, "%t is not %t", x, y);
    return x || y ? lcv_text(ctx, "there is no coordinate whose value would be %t", x ? x : y)
                  : NULL;
}

/* The identity has no name, nor has what it is written as where values are coordinates. */
static void step_side(lc_ctx *ctx, lcv_result **result, const lcv_chain *chain, lc_int c,
                      const lc_tuple *shown)
{
    if (chain->n > 0 && chain->link[0].f->name[0] != '\0')
        lcv_chain_step(ctx, result, chain, c, shown);
}

lc_tuple *lcv_show_place(lc_ctx *ctx, const lcv_chain *f, const lcv_chain *g,
                         const lc_tuple *shape, lc_int c)
{
    bool crd = shape && lcv_chain_of_layouts(f) && lcv_chain_of_layouts(g);
    return crd ? lcv_show_coordinate(ctx, shape, c) : lcv_kept(ctx, lc_tuple_leaf(ctx, c));
}

static lcv_result *refuted_at(lc_ctx *ctx, const char *method, const lcv_chain *f,
                              const lcv_chain *g, const lc_tuple *shape, lc_int c)
{
    lc_tuple *shown = lcv_show_place(ctx, f, g, shape, c);
    lcv_result *result = lcv_refuted(ctx, method, lcv_text(ctx, "c = %t", shown),
                                     values_differ(ctx, f, g, c));
    step_side(ctx, &result, f, c, shown);
    bool told = g->n == 1 && f->n > 1 && f->link[0].f == g->link[0].f && !lcv_chain_of_layouts(f);
    if (!told)
        step_side(ctx, &result, g, c, shown);
    return result;
}

/* Names a function for which nothing but a system was known. */
static lcv_result *undecided(lc_ctx *ctx, const char *method, const lc_tuple *domain,
                             const lcv_chain *f, const lcv_chain *g)
{
    const lcv_function *other = NULL;
    for (size_t i = 0; i < f->n + g->n; i++) {
        const lcv_function *x = i < f->n ? f->link[i].f : g->link[i - f->n].f;
        if (!x->affine && (!other || (other->layout && !x->layout)))
            other = x;
    }
    if (!other || (lcv_chain_of_layouts(f) && lcv_chain_of_layouts(g)))
        return lcv_unknown(ctx, method,
                           lcv_text(ctx,
                                    "the counterexample system was not decided within the "
                                    "budget, and %i coordinates are too many to enumerate",
                                    lc_tuple_size(ctx, domain)));
    lcv_function whole = {.name = other->name, .size = lc_tuple_size(ctx, domain)};
    return lcv_undecided(ctx, &whole);
}

lcv_result *lcv_check_same(lcr_ctx *r, const lc_tuple *domain, const lcv_composite *first,
                           const lcv_composite *second, const lc_tuple *shown)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_finding found = {.c = lc_int_const(0)};
    lcr_answer answer = lcv_differ(r, domain, first, second, &found);
    if (answer == LCR_NO)
        return lcv_proved(ctx, found.method);
    lcv_chain f, g;
    if (lc_ctx_code(ctx) != LC_OK || !lcv_composite_open(ctx, first, &f) ||
        !lcv_composite_open(ctx, second, &g))
        return NULL;
    return answer == LCR_YES ? refuted_at(ctx, found.method, &f, &g, shown, found.c)
                             : undecided(ctx, found.method, domain, &f, &g);
}

/* ---- of layouts ---- */

lcr_answer lcv_find_difference(lcr_ctx *r, const lc_tuple *domain, const lcv_named_chain *f,
                               const lcv_named_chain *g, lcv_finding *found)
{
    lcv_function room[2][LCV_MAX_CHAIN];
    lcv_composite x = lcv_composite_of(f, room[0]), y = lcv_composite_of(g, room[1]);
    return lcv_differ(r, domain, &x, &y, found);
}
