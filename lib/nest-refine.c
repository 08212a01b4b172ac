/* nest-refine.c - refinements of morphisms, and composition by them. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "nest-internal.h"
#include "size.h"

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
                (k + 1 == coarse->nleaves && lc_int_is_one(finer->leaf[at])))) {
            size = lc_int_mul(ctx, size, finer->leaf[at++]);
            count[k]++;
        }
        bool same = count[k] > 0 && lc_int_eq(size, coarse->leaf[k]);
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
    if (!lc_nest_check(ctx, finer->node, finer->nnodes, total)) {
        lc_tuple_discard(finer);
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
    lc_int *leaf = lc_alloc(ctx, other->nleaves + finer->nleaves, sizeof *leaf);
    size_t total = 0;
    for (size_t j = 0; leaf && j < other->nleaves; j++) {
        size_t k = partner[j], n = k == LC_STAR ? 1 : r->count[k];
        r->other_count[j] = n;
        for (size_t i = 0; i < n; i++)
            leaf[total++] = k == LC_STAR ? other->leaf[j] : finer->leaf[r->first[k] + i];
    }
    lc_tuple *refined = leaf ? split(ctx, other, r->other_count, leaf) : NULL;
    starts(other->nleaves, r->other_count, r->other_first);
    free(leaf);
    return refined;
}

/* f between the refined sides, which are freed: leaf k of entry i of the domain goes to leaf k of
 * its image; the numbers of leaves of entries, and where they begin. */
static lc_morphism *refined(lc_ctx *ctx, const lc_morphism *f, lc_tuple *domain,
                            lc_tuple *codomain, const size_t *count, const size_t *from,
                            const size_t *to)
{
    lc_morphism *g = NULL;
    size_t *map = domain && codomain ? lc_alloc(ctx, domain->nleaves, sizeof *map) : NULL;
    for (size_t i = 0; map && i < f->domain->nleaves; i++)
        for (size_t k = 0; k < count[i]; k++)
            map[from[i] + k] = f->map[i] == LC_STAR ? LC_STAR : to[f->map[i]] + k;
    if (map)
        g = lc_morphism_new(ctx, domain, codomain, map);
    free(map);
    lc_tuple_free(domain);
    lc_tuple_free(codomain);
    return g;
}

lc_morphism *lc_morphism_pull_back(lc_ctx *ctx, const lc_morphism *f, const lc_tuple *finer)
{
    size_t m = f->codomain->nleaves;
    refining r;
    lc_morphism *g = NULL;
    if (!refining_open(ctx, &r, m, f->domain->nleaves))
        return NULL;
    if (split_counts(ctx, f->codomain, finer, r.count)) {
        starts(m, r.count, r.first);
        lc_tuple *codomain = split(ctx, f->codomain, r.count, finer->leaf);
        lc_tuple *domain = codomain ? refine_other(ctx, &r, finer, f->domain, f->map) : NULL;
        g = refined(ctx, f, domain, codomain, r.other_count, r.other_first, r.first);
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
        g = refined(ctx, f, domain, codomain, r.count, r.first, r.other_first);
    }
    free(r.count);
    free(partner);
    return g;
}

/* ---- mutual refinement ---- */

/* Entries being walked, one of them partly used up. */
typedef struct {
    size_t entries;
    const lc_int *entry;
    size_t at;        /* the entry */
    lc_int rest;      /* what is left of it */
    size_t *count, n; /* pieces of each entry, of all */
    lc_int *piece;
    size_t room; /* for pieces */
} walk;

/* Two walks, with room for all pieces: there is one for every end of an entry at most. */
typedef struct {
    walk x, y;
    void *block;
} walks;

static bool walks_open(lc_ctx *ctx, walks *w, size_t n, const lc_int *s, size_t m,
                       const lc_int *t)
{
    size_t room = n + m;
    *w = (walks){.x = {.entries = n, .entry = s, .rest = s[0], .room = room},
                 .y = {.entries = m, .entry = t, .rest = t[0], .room = room}};
    w->block = lc_alloc(ctx, room, 2 * sizeof(lc_int) + sizeof(size_t));
    if (!w->block)
        return false;
    w->x.piece = w->block;
    w->y.piece = w->x.piece + room;
    w->x.count = (size_t *)(void *)(w->y.piece + room);
    w->y.count = w->x.count + n;
    return true;
}

static void take(lc_ctx *ctx, walk *w, lc_int piece)
{
    bool whole = lc_int_known_equal(w->rest, piece);
    w->piece[w->n++] = piece;
    w->count[w->at]++;
    w->rest = whole ? lc_int_const(1) : lc_int_fdiv(ctx, w->rest, piece);
    if ((whole || lc_int_is_one(w->rest)) && ++w->at < w->entries)
        w->rest = w->entry[w->at];
}

/* Of sizes that a failure has made unusable, pieces have no end. */
static bool ended(const walk *w)
{
    return w->at == w->entries || w->n == w->room;
}

static void no_refinement(lc_ctx *ctx, const walk *x, const walk *y)
{
    char s[LC_NUMBER_ROOM], t[LC_NUMBER_ROOM];
    lc_fail(
        ctx, LC_ERR_NO_VALUE,
        "no mutual refinement: at entry %zu of the first tuple, of which %s is left, and entry "
        "%zu of the second, of which %s is left, neither divides the other",
        x->at + 1, lc_number(x->rest, s), y->at + 1, lc_number(y->rest, t));
}

/* The one of the rests of both that divides the other; 0: neither is known to. */
static lc_int common_piece(lc_ctx *ctx, lc_int x, lc_int y)
{
    return lc_int_is_plain_zero(lc_int_fmod(ctx, x, y))   ? y
           : lc_int_is_plain_zero(lc_int_fmod(ctx, y, x)) ? x
                                                          : lc_int_const(0);
}

/* A piece off both, or an entry of 1 off one of them, where they are not known to be the same.
 * False: neither of what is left of the entries that both are at divides the other. */
static bool take_next(lc_ctx *ctx, walk *x, walk *y)
{
    lc_int piece = x->rest;
    if (!lc_int_known_equal(x->rest, y->rest)) {
        walk *one = lc_int_is_one(x->rest) ? x : lc_int_is_one(y->rest) ? y : NULL;
        if (one) {
            take(ctx, one, lc_int_const(1));
            return true;
        }
        piece = common_piece(ctx, x->rest, y->rest);
        if (lc_int_is_plain_zero(piece))
            return false;
    }
    take(ctx, x, piece);
    take(ctx, y, piece);
    return true;
}

static bool walk_both(lc_ctx *ctx, walk *x, walk *y)
{
    while (!ended(x) && !ended(y))
        if (!take_next(ctx, x, y))
            return false;
    while (!ended(x)) /* what the longer one has left stays whole */
        take(ctx, x, x->rest);
    while (!ended(y))
        take(ctx, y, y->rest);
    return x->at == x->entries && y->at == y->entries;
}

bool lc_mutual_refinement(lc_ctx *ctx, const lc_tuple *s, const lc_tuple *t, lc_tuple **finer_s,
                          lc_tuple **finer_t)
{
    walks w;
    lc_frame frame = lc_frame_open(ctx);
    *finer_s = *finer_t = NULL;
    bool open = walks_open(ctx, &w, s->nleaves, s->leaf, t->nleaves, t->leaf);
    if (open && walk_both(ctx, &w.x, &w.y)) {
        *finer_s = split(ctx, s, w.x.count, w.x.piece);
        *finer_t = *finer_s ? split(ctx, t, w.y.count, w.y.piece) : NULL;
        if (!*finer_t) {
            lc_tuple_free(*finer_s);
            *finer_s = NULL;
        }
    } else if (open) {
        no_refinement(ctx, &w.x, &w.y);
    }
    free(w.block);
    lc_frame_close(ctx, frame);
    return *finer_s != NULL;
}

bool lc_refinement_stops(lc_ctx *ctx, const lc_tuple *s, const lc_tuple *t, lc_unrefined *why)
{
    walks w;
    if (!walks_open(ctx, &w, s->nleaves, s->leaf, t->nleaves, t->leaf))
        return false;
    bool stops = !walk_both(ctx, &w.x, &w.y);
    *why = (lc_unrefined){{w.x.at, w.y.at}, {w.x.rest, w.y.rest}};
    free(w.block);
    return stops;
}

/* ---- composition ---- */

/* The last leaf, which extends, at least as long as offsets below cosize need. */
static void extend(lc_ctx *ctx, size_t n, lc_int *extent, lc_int cosize)
{
    lc_int before = lc_int_const(1);
    for (size_t k = 0; k + 1 < n; k++)
        before = lc_int_mul(ctx, before, extent[k]);
    extent[n - 1] = lc_int_max(lc_int_cdiv(ctx, cosize, before), extent[n - 1]);
}

/* A as B sees it, coalesced: the modes that offsets of B reach, the last of them as long
 * as B's codomain needs, for which A is not asked. Returns their number. */
static size_t reaching(lc_ctx *ctx, const lc_layout *a, lc_int cosize, lc_int codomain,
                       lc_int *extent, lc_int *step)
{
    lc_int before = lc_int_const(1);
    size_t n = a->nleaves, last = 0;
    memcpy(extent, a->extent, n * sizeof *extent);
    memcpy(step, a->step, n * sizeof *step);
    extend(ctx, n, extent, cosize);
    n = lc_coalesce_modes(ctx, n, extent, step);
    for (; last + 1 < n; last++) {
        lc_int after = lc_int_mul(ctx, before, extent[last]);
        if (lc_int_le(cosize, after))
            break;
        before = after;
    }
    extent[last] = lc_int_max(lc_int_cdiv(ctx, codomain, before), lc_int_const(1));
    return last + 1;
}

/* The strides of A at the pieces of its modes. */
static void piece_steps(lc_ctx *ctx, const walk *w, const lc_int *step, lc_int *at_piece)
{
    for (size_t k = 0, at = 0; k < w->entries; k++) {
        lc_int d = step[k];
        for (size_t i = 0; i < w->count[k]; i++, at++) {
            at_piece[at] = d;
            d = lc_int_mul(ctx, d, w->piece[at]);
        }
    }
}

/* Leaf i of B: the pieces of its entry, with A's strides, coalesced; returns how many. */
static size_t leaf_modes(lc_ctx *ctx, const lc_morphism *f, size_t i, const walk *x,
                         const lc_int *at_piece, lc_int *extent, lc_int *step)
{
    size_t j = f->map[i], first = 0, n = 0;
    if (j == LC_STAR) {
        extent[0] = f->domain->leaf[i];
        step[0] = lc_int_const(0);
        return lc_coalesce_modes(ctx, 1, extent, step);
    }
    for (size_t k = 0; k < j; k++)
        first += x->count[k];
    for (; n < x->count[j]; n++) {
        extent[n] = x->piece[first + n];
        step[n] = at_piece[first + n];
    }
    return lc_coalesce_modes(ctx, n, extent, step);
}

/* B's nesting, each leaf replaced by its modes. */
static lc_layout *assemble(lc_ctx *ctx, const lc_morphism *f, const walk *x,
                           const lc_int *at_piece)
{
    size_t n = f->domain->nleaves, room = n + x->n, used = 0, modes[n];
    lc_int *extent = lc_alloc(ctx, 2 * room, sizeof *extent), *step = extent + room;
    lc_layout *r = NULL;
    if (!extent)
        return NULL;
    for (size_t i = 0; i < n; i++) {
        modes[i] = leaf_modes(ctx, f, i, x, at_piece, extent + used, step + used);
        used += modes[i];
    }
    lc_tuple *shape = split(ctx, f->domain, modes, extent);
    if (shape && (r = lc_layout_alloc(ctx, shape->nnodes, used))) {
        memcpy(r->node, shape->node, shape->nnodes * sizeof *r->node);
        memcpy(r->extent, extent, used * sizeof *extent);
        memcpy(r->step, step, used * sizeof *step);
        r = lc_layout_seal(ctx, r);
    }
    lc_tuple_free(shape);
    free(extent);
    return r;
}

static lc_layout *compose_with(lc_ctx *ctx, const lc_layout *a, lc_int cosize,
                               const lc_morphism *f)
{
    const lc_tuple *t = f->codomain;
    lc_int extent[a->nleaves], step[a->nleaves];
    size_t n = reaching(ctx, a, cosize, lc_tuple_size(ctx, t), extent, step);
    walks w;
    lc_layout *r = NULL;
    bool open = walks_open(ctx, &w, t->nleaves, t->leaf, n, extent);
    if (open && walk_both(ctx, &w.x, &w.y)) {
        size_t room = t->nleaves + n; /* pieces past the end of A are no images */
        lc_int *at_piece = lc_alloc(ctx, room, sizeof *at_piece);
        if (at_piece) {
            piece_steps(ctx, &w.y, step, at_piece);
            r = assemble(ctx, f, &w.x, at_piece);
        }
        free(at_piece);
    } else if (open) {
        no_refinement(ctx, &w.x, &w.y);
    }
    free(w.block);
    return r;
}

lc_layout *lc_compose_reached(lc_ctx *ctx, const lc_layout *a, const lc_layout *b,
                              const lc_morphism *f)
{
    if (!lc_integers_only(ctx, "a composition of morphisms", a) ||
        !lc_integers_only(ctx, "a composition of morphisms", b))
        return NULL;
    lc_frame frame = lc_frame_open(ctx);
    lc_int extent[a->nleaves], step[a->nleaves];
    size_t n = reaching(ctx, a, lc_layout_cosize(ctx, b), lc_tuple_size(ctx, f->codomain), extent,
                        step);
    lc_layout *reached = lc_layout_flat(ctx, n, extent, step);
    lc_frame_close(ctx, frame);
    return reached;
}

/* One leaf of a layout, s:d, where the shape has this. */
static lc_layout *refine_leaf(lc_ctx *ctx, const lc_tuple *finer, lc_int d)
{
    lc_int step[finer->nleaves];
    for (size_t k = 0; k < finer->nleaves; k++) {
        step[k] = d;
        d = lc_int_mul(ctx, d, finer->leaf[k]);
    }
    lc_tuple *strides = lc_tuple_like(ctx, finer, step);
    lc_layout *a = strides ? lc_layout_new(ctx, finer, strides) : NULL;
    lc_tuple_free(strides);
    return a;
}

lc_layout *lc_layout_refine(lc_ctx *ctx, const lc_layout *a, const lc_tuple *finer)
{
    size_t n = a->nleaves, have = 0;
    lc_layout *mode[n], *refined = NULL;
    lc_frame frame = lc_frame_open(ctx);
    for (; have < n; have++) {
        lc_tuple *part = n > 1 ? lc_tuple_mode(ctx, finer, have) : lc_tuple_ref(finer);
        mode[have] = part ? refine_leaf(ctx, part, a->step[have]) : NULL;
        lc_tuple_free(part);
        if (!mode[have])
            break;
    }
    if (have == n)
        refined = n > 1 ? lc_layout_concat(ctx, n, mode) : lc_layout_ref(mode[0]);
    while (have > 0)
        lc_layout_free(mode[--have]);
    lc_frame_close(ctx, frame);
    return refined;
}

lc_layout *lc_compose_by_refinement(lc_ctx *ctx, const lc_layout *a, const lc_layout *b)
{
    if (!lc_integers_only(ctx, "a composition of morphisms", a) ||
        !lc_integers_only(ctx, "a composition of morphisms", b))
        return NULL;
    lc_frame frame = lc_frame_open(ctx);
    lc_morphism *f = lc_morphism_of_function(ctx, b);
    lc_layout *r = f ? compose_with(ctx, a, lc_layout_cosize(ctx, b), f) : NULL;
    lc_morphism_free(f);
    lc_frame_close(ctx, frame);
    return r;
}
