/* nest-refine.c - refinements of morphisms, and composition by them. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "nest-internal.h"

/* ---- leaves that are split ---- */

/* How many leaves of `finer` stand for each leaf of `coarse`: count[k]. False with an
 * error when it is no refinement, leaf by leaf. */
static bool split_counts(lc_ctx *ctx, const lc_tuple *coarse, const lc_tuple *finer,
                         size_t *count)
{
    size_t at = 0;
    for (size_t k = 0; k < coarse->nleaves; k++) {
        lc_frame frame = lc_frame_open(ctx);
        lc_int size = lc_int_const(1);
        count[k] = 0;
        while (at < finer->nleaves &&
               (count[k] == 0 || lc_int_lt(size, coarse->leaf[k]) ||
                (lc_int_is_one(finer->leaf[at]) && k + 1 == coarse->nleaves))) {
            size = lc_int_mul(ctx, size, finer->leaf[at++]);
            count[k]++;
        }
        bool same = lc_int_eq(size, coarse->leaf[k]);
        lc_frame_close(ctx, frame);
        if (!same)
            break;
        if (k + 1 == coarse->nleaves && at == finer->nleaves)
            return true;
    }
    char *s = lc_tuple_to_str(ctx, coarse), *t = lc_tuple_to_str(ctx, finer);
    if (s && t)
        lc_fail(ctx, LC_ERR_INVALID, "%.200s does not refine %.200s leaf by leaf", t, s);
    free(s);
    free(t);
    return false;
}

/* `t` with leaf k replaced by count[k] leaves, the leaves of `leaf` in order. */
static lc_tuple *split(lc_ctx *ctx, const lc_tuple *t, const size_t *count, const lc_int *leaf)
{
    size_t total = 0, nodes = t->nnodes;
    for (size_t k = 0; k < t->nleaves; k++) {
        total += count[k];
        nodes += count[k] > 1 ? count[k] : 0;
    }
    if (total > LC_MAX_LEAVES)
        return lc_fail(ctx, LC_ERR_LIMIT, "a refinement of more than %d entries", LC_MAX_LEAVES);
    lc_tuple *finer = lc_tuple_alloc(ctx, nodes, total, false);
    if (!finer)
        return NULL;
    size_t out = 0;
    for (size_t node = 0, k = 0; node < t->nnodes; node++) {
        if (t->node[node] != 0 || count[k] == 1) {
            k += t->node[node] == 0;
            finer->node[out++] = t->node[node];
            continue;
        }
        finer->node[out++] = (uint32_t)count[k];
        for (size_t i = 0; i < count[k]; i++)
            finer->node[out++] = 0;
        k++;
    }
    memcpy(finer->leaf, leaf, total * sizeof *leaf);
    if (!lc_nest_check(ctx, finer->node, total)) {
        free(finer);
        return NULL;
    }
    return lc_tuple_seal(ctx, finer);
}

/* ---- both sides of a morphism ---- */

/* One side is refined to `finer`; the other, whose leaves find their partners by `partner`
 * (LC_STAR: none), is refined alike. */
typedef struct {
    size_t *count, *first; /* of the refined side: leaves for each leaf, and where */
    size_t *other_count, *other_first;
} refining;

static bool refining_open(lc_ctx *ctx, refining *r, size_t n, size_t m)
{
    r->count = lc_alloc(ctx, 2 * (n + m), sizeof *r->count);
    if (!r->count)
        return false;
    r->first = r->count + n;
    r->other_count = r->first + n;
    r->other_first = r->other_count + m;
    return true;
}

static void starts(size_t n, const size_t *count, size_t *first)
{
    size_t at = 0;
    for (size_t k = 0; k < n; k++) {
        first[k] = at;
        at += count[k];
    }
}

/* The other side, refined: its leaves, and how many for each. */
static lc_tuple *refine_other(lc_ctx *ctx, refining *r, const lc_tuple *finer,
                              const lc_tuple *other, const size_t *partner)
{
    lc_int *leaf = lc_alloc(ctx, LC_MAX_LEAVES, sizeof *leaf);
    size_t total = 0;
    for (size_t j = 0; leaf && j < other->nleaves; j++) {
        size_t k = partner[j], n = k == LC_STAR ? 1 : r->count[k];
        r->other_count[j] = n;
        if (total + n > LC_MAX_LEAVES) {
            free(leaf);
            return lc_fail(ctx, LC_ERR_LIMIT, "a refinement of more than %d entries",
                           LC_MAX_LEAVES);
        }
        for (size_t i = 0; i < n; i++)
            leaf[total++] = k == LC_STAR ? other->leaf[j] : finer->leaf[r->first[k] + i];
    }
    lc_tuple *refined = leaf ? split(ctx, other, r->other_count, leaf) : NULL;
    starts(other->nleaves, r->other_count, r->other_first);
    free(leaf);
    return refined;
}

lc_morphism *lc_morphism_pull_back(lc_ctx *ctx, const lc_morphism *f, const lc_tuple *finer)
{
    size_t n = f->domain->nleaves, m = f->codomain->nleaves;
    refining r;
    lc_morphism *g = NULL;
    if (!refining_open(ctx, &r, m, n))
        return NULL;
    if (split_counts(ctx, f->codomain, finer, r.count)) {
        starts(m, r.count, r.first);
        lc_tuple *codomain = split(ctx, f->codomain, r.count, finer->leaf);
        lc_tuple *domain = codomain ? refine_other(ctx, &r, finer, f->domain, f->map) : NULL;
        size_t *map = domain ? lc_alloc(ctx, domain->nleaves, sizeof *map) : NULL;
        for (size_t i = 0; map && i < n; i++)
            for (size_t k = 0; k < r.other_count[i]; k++)
                map[r.other_first[i] + k] =
                    f->map[i] == LC_STAR ? LC_STAR : r.first[f->map[i]] + k;
        if (map)
            g = lc_morphism_new(ctx, domain, codomain, map);
        free(map);
        lc_tuple_free(domain);
        lc_tuple_free(codomain);
    }
    free(r.count);
    return g;
}

lc_morphism *lc_morphism_push_forward(lc_ctx *ctx, const lc_morphism *f, const lc_tuple *finer)
{
    size_t n = f->domain->nleaves, m = f->codomain->nleaves;
    refining r;
    lc_morphism *g = NULL;
    size_t *partner = lc_alloc(ctx, m, sizeof *partner);
    if (!partner || !refining_open(ctx, &r, n, m)) {
        free(partner);
        return NULL;
    }
    for (size_t j = 0; j < m; j++)
        partner[j] = LC_STAR;
    for (size_t i = 0; i < n; i++)
        if (f->map[i] != LC_STAR)
            partner[f->map[i]] = i;
    if (split_counts(ctx, f->domain, finer, r.count)) {
        starts(n, r.count, r.first);
        lc_tuple *domain = split(ctx, f->domain, r.count, finer->leaf);
        lc_tuple *codomain = domain ? refine_other(ctx, &r, finer, f->codomain, partner) : NULL;
        size_t *map = codomain ? lc_alloc(ctx, domain->nleaves, sizeof *map) : NULL;
        for (size_t i = 0; map && i < n; i++)
            for (size_t k = 0; k < r.count[i]; k++)
                map[r.first[i] + k] =
                    f->map[i] == LC_STAR ? LC_STAR : r.other_first[f->map[i]] + k;
        if (map)
            g = lc_morphism_new(ctx, domain, codomain, map);
        free(map);
        lc_tuple_free(domain);
        lc_tuple_free(codomain);
    }
    free(r.count);
    free(partner);
    return g;
}

/* ---- mutual refinement ---- */

/* A tuple being walked, an entry of it partly used up. */
typedef struct {
    const lc_tuple *t;
    size_t at;        /* the entry */
    lc_int rest;      /* what is left of it */
    size_t *count;    /* pieces of each entry */
    lc_int *piece;    /* all of them */
    size_t n;
} walk;

static bool walk_open(lc_ctx *ctx, walk *w, const lc_tuple *t)
{
    *w = (walk){.t = t, .rest = t->leaf[0]};
    w->count = lc_alloc(ctx, t->nleaves, sizeof *w->count);
    w->piece = lc_alloc(ctx, LC_MAX_LEAVES, sizeof *w->piece);
    return w->count && w->piece;
}

static bool take(lc_ctx *ctx, walk *w, lc_int piece)
{
    if (w->n == LC_MAX_LEAVES) {
        lc_fail(ctx, LC_ERR_LIMIT, "a refinement of more than %d entries", LC_MAX_LEAVES);
        return false;
    }
    w->piece[w->n++] = piece;
    w->count[w->at]++;
    w->rest = lc_int_fdiv(ctx, w->rest, piece);
    if (lc_int_is_one(w->rest) && ++w->at < w->t->nleaves)
        w->rest = w->t->leaf[w->at];
    return true;
}

static bool ended(const walk *w) { return w->at == w->t->nleaves; }

/* Entries of 1 stand for themselves. */
static bool pass_ones(lc_ctx *ctx, walk *w)
{
    while (!ended(w) && lc_int_is_one(w->rest))
        if (!take(ctx, w, lc_int_const(1)))
            return false;
    return true;
}

static bool no_refinement(lc_ctx *ctx, const walk *x, const walk *y)
{
    char s[LC_NUMBER_ROOM], t[LC_NUMBER_ROOM];
    lc_fail(ctx, LC_ERR_NO_VALUE,
            "no mutual refinement: at entry %zu of the first tuple, of which %s is left, and entry "
            "%zu of the second, of which %s is left, neither divides the other",
            x->at + 1, lc_number(x->rest, s), y->at + 1, lc_number(y->rest, t));
    return false;
}

static bool walk_both(lc_ctx *ctx, walk *x, walk *y)
{
    bool ok = pass_ones(ctx, x) && pass_ones(ctx, y);
    while (ok && !ended(x) && !ended(y)) {
        lc_int piece = lc_int_min(x->rest, y->rest);
        if (!lc_int_divides(ctx, piece, x->rest) || !lc_int_divides(ctx, piece, y->rest))
            return no_refinement(ctx, x, y);
        ok = take(ctx, x, piece) && take(ctx, y, piece) && pass_ones(ctx, x) && pass_ones(ctx, y);
    }
    /* what the longer one has left stays whole */
    while (ok && !ended(x))
        ok = take(ctx, x, x->rest);
    while (ok && !ended(y))
        ok = take(ctx, y, y->rest);
    return ok;
}

static void walk_close(walk *w)
{
    free(w->count);
    free(w->piece);
}

bool lc_mutual_refinement(lc_ctx *ctx, const lc_tuple *s, const lc_tuple *t, lc_tuple **finer_s,
                          lc_tuple **finer_t)
{
    walk x = {0}, y = {0};
    lc_frame frame = lc_frame_open(ctx);
    *finer_s = *finer_t = NULL;
    if (walk_open(ctx, &x, s) && walk_open(ctx, &y, t) && walk_both(ctx, &x, &y)) {
        *finer_s = split(ctx, s, x.count, x.piece);
        *finer_t = *finer_s ? split(ctx, t, y.count, y.piece) : NULL;
        if (!*finer_t) {
            lc_tuple_free(*finer_s);
            *finer_s = NULL;
        }
    }
    walk_close(&x);
    walk_close(&y);
    lc_frame_close(ctx, frame);
    return *finer_s != NULL;
}

/* ---- composition ---- */

/* A coalesced, its last leaf, which extends, as long as values below `reach` need. */
static lc_layout *reaching(lc_ctx *ctx, const lc_layout *a, lc_int reach)
{
    size_t n = a->nleaves;
    lc_int extent[n], before = lc_int_const(1);
    for (size_t k = 0; k < n; k++) {
        extent[k] = a->extent[k];
        if (k + 1 < n)
            before = lc_int_mul(ctx, before, extent[k]);
    }
    extent[n - 1] = lc_int_max(lc_int_cdiv(ctx, reach, before), lc_int_const(1));
    lc_layout *longer = lc_layout_flat(ctx, n, extent, a->step);
    lc_layout *simple = longer ? lc_coalesce(ctx, longer) : NULL;
    lc_layout_free(longer);
    return simple;
}

/* B without the strides of leaves of extent 1, which make no difference. */
static lc_layout *without_idle(lc_ctx *ctx, const lc_layout *b)
{
    lc_tuple *shape = lc_layout_shape(ctx, b), *stride = NULL;
    lc_int *step = lc_alloc(ctx, b->nleaves, sizeof *step);
    lc_layout *c = NULL;
    for (size_t k = 0; step && k < b->nleaves; k++)
        step[k] = lc_int_is_one(b->extent[k]) ? lc_int_const(0) : b->step[k];
    if (shape && step)
        stride = lc_tuple_like(ctx, shape, step);
    if (stride)
        c = lc_layout_new(ctx, shape, stride);
    lc_tuple_free(stride);
    lc_tuple_free(shape);
    free(step);
    return c;
}

/* Strides of A at the pieces of its shape, for the leaves of the morphism that end there. */
static lc_layout *follow(lc_ctx *ctx, const lc_layout *a, const lc_tuple *finer,
                         const lc_morphism *f)
{
    size_t pieces = finer->nleaves, n = f->domain->nleaves;
    lc_int *step = lc_alloc(ctx, pieces + n, sizeof *step), *of = step ? step + pieces : NULL;
    lc_layout *r = NULL;
    if (!step)
        return NULL;
    for (size_t k = 0, at = 0; k < a->nleaves; k++) {
        lc_int size = lc_int_const(1);
        for (; at < pieces && lc_int_lt(size, a->extent[k]); at++) {
            step[at] = lc_int_mul(ctx, size, a->step[k]);
            size = lc_int_mul(ctx, size, finer->leaf[at]);
        }
    }
    for (size_t i = 0; i < n; i++)
        of[i] = f->map[i] == LC_STAR || f->map[i] >= pieces ? lc_int_const(0) : step[f->map[i]];
    lc_tuple *stride = lc_tuple_like(ctx, f->domain, of);
    r = stride ? lc_layout_new(ctx, f->domain, stride) : NULL;
    lc_tuple_free(stride);
    free(step);
    return r;
}

/* Each leaf of B coalesced. */
static lc_layout *by_leaf(lc_ctx *ctx, const lc_layout *r, const lc_layout *b)
{
    lc_tuple *shape = lc_layout_shape(ctx, b);
    lc_layout *result = shape ? lc_coalesce_by(ctx, r, shape) : NULL;
    lc_tuple_free(shape);
    return result;
}

static lc_layout *compose_with(lc_ctx *ctx, const lc_layout *a, const lc_layout *b,
                               const lc_morphism *f)
{
    lc_int reach = lc_tuple_size(ctx, f->codomain);
    lc_layout *outer = reaching(ctx, a, reach), *r = NULL;
    lc_tuple *shape = outer ? lc_layout_shape(ctx, outer) : NULL, *of_f = NULL, *of_a = NULL;
    if (shape && lc_mutual_refinement(ctx, f->codomain, shape, &of_f, &of_a)) {
        lc_morphism *finer = lc_morphism_pull_back(ctx, f, of_f);
        lc_layout *whole = finer ? follow(ctx, outer, of_a, finer) : NULL;
        r = whole ? by_leaf(ctx, whole, b) : NULL;
        lc_layout_free(whole);
        lc_morphism_free(finer);
    }
    lc_tuple_free(of_f);
    lc_tuple_free(of_a);
    lc_tuple_free(shape);
    lc_layout_free(outer);
    return r;
}

lc_layout *lc_compose_by_refinement(lc_ctx *ctx, const lc_layout *a, const lc_layout *b)
{
    if (!lc_integers_only(ctx, "a composition of morphisms", a))
        return NULL;
    lc_frame frame = lc_frame_open(ctx);
    lc_layout *inner = lc_integers_only(ctx, "a composition of morphisms", b)
                           ? without_idle(ctx, b)
                           : NULL;
    lc_morphism *f = inner ? lc_morphism_of_layout(ctx, inner) : NULL;
    lc_layout *r = f ? compose_with(ctx, a, inner, f) : NULL;
    lc_morphism_free(f);
    lc_layout_free(inner);
    lc_frame_close(ctx, frame);
    return r;
}
