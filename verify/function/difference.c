/* difference.c - where two chains of layouts differ, if anywhere. */
#include "config.h"

#include "chain.h"
#include "witness.h"
#include "coordinates.h"

#include <stdlib.h>
#include <string.h>

#define LINEAR_WORK 262144 /* remainders looked at before a chain is given up as linear */

/* Two chains on common axes. */
typedef struct {
    lcv_chain f, g;
    size_t naxes;
    bool by_xor; /* some strides add by XOR */
} chain_pair;

/* ---- common axes ---- */

/* The identity has none, nor has what it is written as where values are coordinates. */
static bool has_name(const lcv_named_chain *chain)
{
    return chain->n > 0 && chain->name[0][0] != '\0';
}

/* "A o B", or "the coordinate". */
static char *chain_name(lc_ctx *ctx, const lcv_named_chain *chain)
{
    char *name = has_name(chain) ? lcv_text(ctx, "%s", chain->name[chain->n - 1])
                                 : lcv_text(ctx, "the coordinate");
    for (size_t i = chain->n; name != NULL && i-- > 1;) {
        char *longer = lcv_text(ctx, "%s o %s", name, chain->name[i - 1]);
        free(name);
        name = longer;
    }
    return name;
}

static void incomparable(lc_ctx *ctx, const lcv_named_chain *f, const lcv_named_chain *g)
{
    char *x = chain_name(ctx, f), *y = chain_name(ctx, g);
    if (x != NULL && y != NULL)
        lcv_incomparable(ctx, x, f->n > 0 ? f->layout[f->n - 1] : NULL, y,
                         g->n > 0 ? g->layout[g->n - 1] : NULL);
    free(x);
    free(y);
}

/* The outermost layouts of both chains with values on common axes; owned. */
static bool common_axes(lc_ctx *ctx, lcv_named_chain *f, lcv_named_chain *g, lc_layout *owned[2])
{
    lcv_named_chain *const chain[2] = {f, g};
    lc_int one = lc_int_const(1);
    for (size_t i = 0; i < 2; i++)
        owned[i] = chain[i]->n > 0
                       ? lc_layout_ref((lc_layout *)(uintptr_t)chain[i]->layout[chain[i]->n - 1])
                       : lc_layout_flat(ctx, 1, &one, &one); /* integers */
    bool ok = owned[0] != NULL && owned[1] != NULL;
    if (ok && !lcv_comparable(owned[0], owned[1])) {
        incomparable(ctx, f, g);
        ok = false;
    }
    ok = ok && lcv_on_common_axes(ctx, 2, owned);
    for (size_t i = 0; ok && i < 2; i++)
        if (chain[i]->n > 0)
            chain[i]->layout[chain[i]->n - 1] = owned[i];
    return ok;
}

static bool adds_by_xor(const lcv_named_chain *chain)
{
    bool by_xor = false;
    for (size_t i = 0; i < chain->n; i++)
        by_xor = by_xor || lc_layout_codomain(chain->layout[i]) == LC_XOR;
    return by_xor;
}

/* ---- runs ---- */

lcv_runs lcv_runs_of(lc_ctx *ctx, const lc_layout *a, size_t axis, bool extended, lc_int *room)
{
    size_t leaves = lc_layout_nleaves(a);
    lcv_runs runs = {0, room, room + leaves};
    for (size_t i = 0; i < leaves; i++) {
        lc_int extent = lc_layout_extent(a, i), step = lc_layout_step_on(a, axis, i);
        size_t last = runs.n - 1;
        if (lc_int_is_one(extent) && !(extended && i + 1 == leaves))
            continue;
        if (runs.n > 0 &&
            lc_int_eq(step, lc_int_mul(ctx, runs.extent[last], runs.step[last]))) {
            runs.extent[last] = lc_int_mul(ctx, runs.extent[last], extent);
        } else {
            runs.extent[runs.n] = extent;
            runs.step[runs.n++] = step;
        }
    }
    return runs;
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

/* Is one axis of a layout additive over the box of multiples of x_k? */
static bool additive(lc_ctx *ctx, const lc_tuple *domain, const lc_layout *a, size_t axis,
                     const lc_int *x)
{
    if (lc_layout_nleaves(a) > LINEAR_WORK / lc_tuple_nleaves(domain))
        return false;
    lc_int *room = lc_alloc(ctx, 2 * lc_layout_nleaves(a), sizeof *room);
    if (room == NULL)
        return false;
    lcv_runs runs = lcv_runs_of(ctx, a, axis, true, room);
    lc_int place = lc_int_const(1);
    bool linear = true;
    for (size_t j = 0; linear && j + 1 < runs.n; j++) {
        place = lc_int_mul(ctx, place, runs.extent[j]);
        linear = !carries(ctx, domain, x, place);
    }
    free(room);
    return linear;
}

/* in[p * n + k], axis p of the value at one step along leaf k, becomes out[q * n + k],
 * that of the layout's, when it is linear. */
static bool apply_linear(lc_ctx *ctx, const lc_tuple *domain, const lcv_link *link,
                         const lc_int *in, lc_int *out)
{
    size_t n = lc_tuple_nleaves(domain), naxes = lc_layout_naxes(link->layout);
    for (size_t i = 0; i < naxes * n; i++)
        out[i] = lc_int_const(0);
    for (size_t p = 0; p < link->nparts; p++) {
        const lc_layout *part = link->part != NULL ? link->part[p] : link->layout;
        for (size_t q = 0; part != NULL && q < naxes; q++) {
            if (!additive(ctx, domain, part, q, in + p * n))
                return false;
            for (size_t k = 0; k < n; k++)
                out[q * n + k] = lc_int_add(ctx, out[q * n + k],
                                            lc_layout_at_axis(ctx, part, q, in[p * n + k]));
        }
    }
    return true;
}

/* The values of the chain at one step along each leaf, when it is linear in them: an
 * integer for each axis and leaf, which the caller frees; else NULL. */
static lc_int *linear_chain(lc_ctx *ctx, const lc_tuple *domain, const lcv_chain *chain,
                            const lc_int *place)
{
    size_t n = lc_tuple_nleaves(domain);
    lc_int *x = lc_alloc(ctx, n, sizeof *x);
    if (x != NULL)
        memcpy(x, place, n * sizeof *x);
    for (size_t i = 0; x != NULL && i < chain->n; i++) {
        lc_int *next = lc_alloc(ctx, lc_layout_naxes(chain->link[i].layout) * n, sizeof *next);
        bool linear = next != NULL && apply_linear(ctx, domain, &chain->link[i], x, next);
        free(x);
        x = next;
        if (!linear) {
            free(x);
            x = NULL;
        }
    }
    return x;
}

/* YES: c = one step along the first leaf where the chains part, which is the least
 * coordinate that tells them apart. */
static lcr_answer compare_linear(lc_ctx *ctx, const lc_tuple *domain, const chain_pair *pair,
                                 lc_int *c)
{
    size_t n = lc_tuple_nleaves(domain);
    lc_int *place = lcv_prefix_products(ctx, domain);
    lc_int *x = place != NULL ? linear_chain(ctx, domain, &pair->f, place) : NULL;
    lc_int *y = x != NULL ? linear_chain(ctx, domain, &pair->g, place) : NULL;
    lcr_answer answer = y != NULL ? LCR_NO : LCR_UNKNOWN;
    for (size_t k = 0; answer == LCR_NO && k < n; k++) {
        *c = place[k];
        for (size_t q = 0; q < pair->naxes; q++)
            if (!lc_int_is_one(lc_tuple_value(domain, k)) &&
                !lc_int_eq(x[q * n + k], y[q * n + k]))
                answer = LCR_YES;
    }
    free(place);
    free(x);
    free(y);
    return answer;
}

/* ---- systems ---- */

/* A chain as sums, one for each axis of each layout; sum[first] is the first of the
 * outermost one. */
typedef struct {
    lcr_sum *sum;
    lcr_term *term;
    size_t first;
} sums;

static void sums_clear(sums *s)
{
    free(s->sum);
    free(s->term);
}

static bool sums_of(lc_ctx *ctx, const lcv_chain *chain, sums *s)
{
    size_t nsums = 1, nterms = 1, at = 1, term = 1;
    for (size_t i = 0; i < chain->n; i++) {
        size_t naxes = lc_layout_naxes(chain->link[i].layout);
        nsums += naxes;
        nterms += naxes * chain->link[i].nparts;
    }
    *s = (sums){.sum = lc_alloc(ctx, nsums, sizeof *s->sum),
                .term = lc_alloc(ctx, nterms, sizeof *s->term)};
    if (s->sum == NULL || s->term == NULL)
        return false;
    s->term[0] = (lcr_term){NULL, 0, NULL}; /* the integral coordinate */
    s->sum[0] = (lcr_sum){1, s->term};
    for (size_t i = 0; i < chain->n; i++) {
        const lcv_link *link = &chain->link[i];
        size_t before = s->first;
        s->first = at;
        for (size_t q = 0; q < lc_layout_naxes(link->layout); q++, at++) {
            s->sum[at] = (lcr_sum){0, s->term + term};
            for (size_t p = 0; p < link->nparts; p++) {
                const lc_layout *part = link->part != NULL ? link->part[p] : link->layout;
                if (part != NULL)
                    s->term[term + s->sum[at].n++] = (lcr_term){part, q, &s->sum[before + p]};
            }
            term += s->sum[at].n;
        }
    }
    return true;
}

static bool chains_differ(lc_ctx *ctx, const void *claim, lc_int c)
{
    const chain_pair *pair = claim;
    lc_int x[LC_MAX_AXES], y[LC_MAX_AXES];
    lcv_chain_values(ctx, &pair->f, c, x);
    lcv_chain_values(ctx, &pair->g, c, y);
    for (size_t q = 0; q < pair->naxes; q++)
        if (!lc_int_eq(x[q], y[q]))
            return true;
    return false;
}

/* A natural coordinate, one axis at a time. */
static lcr_answer solve_axes(lcr_ctx *r, const lc_tuple *domain, const chain_pair *pair,
                             lc_int *natural)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    sums f = {0}, g = {0};
    lcr_answer answer = LCR_UNKNOWN;
    if (sums_of(ctx, &pair->f, &f) && sums_of(ctx, &pair->g, &g)) {
        answer = LCR_NO;
        for (size_t q = 0; answer == LCR_NO && q < pair->naxes; q++)
            answer = lcr_find_difference(r, domain, &f.sum[f.first + q], &g.sum[g.first + q],
                                         natural);
    }
    sums_clear(&f);
    sums_clear(&g);
    return answer;
}

static lcr_answer solve_difference(lcr_ctx *r, const lcv_search *search, const chain_pair *pair,
                                   lc_int *c)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int *natural = lc_alloc(ctx, lc_tuple_nleaves(search->domain), sizeof *natural);
    if (natural == NULL)
        return LCR_UNKNOWN;
    lcr_answer answer = solve_axes(r, search->domain, pair, natural);
    if (answer == LCR_YES && !lcv_certify(ctx, search, natural, c)) {
        lcv_uncertified(ctx, "the linear system of a difference");
        answer = LCR_UNKNOWN;
    }
    free(natural);
    return answer;
}

/* ---- all methods ---- */

/* A large domain, when guesses do not settle it. */
static lcr_answer solve_or_enumerate(lcr_ctx *r, const lcv_search *search, const chain_pair *pair,
                                     lc_int *c, const char **method)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (!pair->by_xor) {
        *method = LCV_BY_SYSTEM;
        lcr_answer answer = solve_difference(r, search, pair, c);
        if (answer != LCR_UNKNOWN || !lcv_out_of_budget(ctx))
            return answer;
    }
    *method = LCV_BY_ENUMERATION;
    return lcv_enumerate(ctx, search, c);
}

static lcr_answer find(lcr_ctx *r, const lc_tuple *domain, const chain_pair *pair, lc_int *c,
                       const char **method)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_search search = {domain, chains_differ, pair};
    lcr_answer answer = LCR_UNKNOWN;
    *method = LCV_BY_CLOSED_FORM;
    if (lc_ctx_shortcuts(ctx) && !pair->by_xor &&
        lc_int_lt(lc_int_const(lcv_guesses(ctx)), lc_tuple_size(ctx, domain)))
        answer = compare_linear(ctx, domain, pair, c);
    if (answer == LCR_YES && !chains_differ(ctx, pair, *c)) {
        lcv_uncertified(ctx, "the comparison of linear functions");
        return LCR_UNKNOWN;
    }
    if (answer == LCR_UNKNOWN && lc_ctx_code(ctx) == LC_OK) {
        answer = lcv_guess(ctx, &search, c);
        *method = answer == LCR_YES ? LCV_BY_EVALUATION : LCV_BY_ENUMERATION;
    }
    if (answer == LCR_UNKNOWN && lc_ctx_code(ctx) == LC_OK)
        answer = solve_or_enumerate(r, &search, pair, c, method);
    return answer;
}

lcr_answer lcv_find_difference(lcr_ctx *r, const lc_tuple *domain, const lcv_named_chain *f,
                               const lcv_named_chain *g, lc_int *c, const char **method)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_named_chain left = *f, right = *g;
    lc_layout *owned[2] = {NULL, NULL};
    chain_pair pair = {.by_xor = adds_by_xor(f) || adds_by_xor(g)};
    lcr_answer answer = LCR_UNKNOWN;
    *method = LCV_BY_EVALUATION;
    if (common_axes(ctx, &left, &right, owned) && lcv_chain_open(ctx, &left, &pair.f) &&
        lcv_chain_open(ctx, &right, &pair.g)) {
        pair.naxes = lcv_chain_naxes(&pair.f);
        answer = find(r, domain, &pair, c, method);
    }
    lcv_chain_close(&pair.f);
    lcv_chain_close(&pair.g);
    lc_layout_free(owned[0]);
    lc_layout_free(owned[1]);
    return answer;
}

/* ---- results ---- */

/* The value of a chain, to be shown. */
static lc_tuple *value_at(lc_ctx *ctx, const lcv_named_chain *named, lc_int c)
{
    lcv_chain chain;
    lc_int value[LC_MAX_AXES];
    lc_tuple *shown = NULL;
    if (lcv_chain_open(ctx, named, &chain)) {
        lcv_chain_values(ctx, &chain, c, value);
        shown = lcv_chain_show(ctx, &chain, value);
    }
    lcv_chain_close(&chain);
    return shown;
}

static lcv_result *chains_refuted(lc_ctx *ctx, const char *method, const lcv_named_chain *f,
                                  const lcv_named_chain *g, const lc_tuple *shape, lc_int c)
{
    lc_tuple *shown = lcv_show_coordinate(ctx, shape, c);
    lc_tuple *x = shown != NULL ? value_at(ctx, f, c) : NULL;
    lc_tuple *y = x != NULL ? value_at(ctx, g, c) : NULL;
    lcv_result *result = NULL;
    if (y != NULL)
        result = lcv_refuted(ctx, method, lcv_text(ctx, "c = %t", shown),
                             lcv_text(ctx, "%t is not %t", x, y));
    if (has_name(f))
        lcv_step_chain(ctx, &result, f, c, shown);
    if (has_name(g))
        lcv_step_chain(ctx, &result, g, c, shown);
    lc_tuple_free(shown);
    lc_tuple_free(x);
    lc_tuple_free(y);
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
