/* nest.c - morphisms, by the layouts that they realize.
 *
 * A value that is a morphism is compared with what the definition gives, entry by entry, and
 * the layouts that arguments and value realize have the law of the operation on layouts, as
 * sets. Coalescing and refinements are said of the entries: their codomains are in the same
 * places.
 */
#include "config.h"

#include "laws.h"
#include "../sets/nest.h"
#include "../sets/parts.h"

#include <string.h>

static bool reading(ev *e, bool holds, const char *condition)
{
    lcr_ev_by(e, "reading");
    return lcr_ev_condition(e, holds, condition);
}

/* Is the value a morphism? Else nothing more can be said of it. */
bool lcr_law_is_map(ev *e, const lit *v)
{
    bool is = v->kind == LIT_MORPHISM && lcr_nest_is_map(e, v);
    return reading(e, is, "it is no morphism: an entry and its image differ, or share it") && is;
}

/* The sets use the coordinates of the finer one. */
bool lcr_law_same_layouts(ev *e, const lit *f, const lit *g, const lit *h)
{
    if (!f || !g)
        return false;
    const lit *of = h ? h : g;
    fn left = {1, {f}}, right = {h ? 2 : 1, {of, g}};
    if (!lc_int_eq(lcr_lit_size(e->pool->lc, f), lcr_lit_size(e->pool->lc, of)))
        return reading(e, false, "the sizes differ");
    return lcr_ev_same(e, &left, &right, f->n >= of->n ? f : of);
}

/* Is the value this morphism? Where it is `composed`, but for the images of entries 1. */
static bool is(ev *e, const lcr_statement *s, const lit *want, bool composed)
{
    if (!want || !lcr_law_is_map(e, s->value))
        return false;
    bool same_map = composed ? lcr_nest_same_but_ones(s->value, want)
                             : lcr_nest_same(s->value, want);
    return reading(e, same_map, "the entries, or where they go, differ") && same_map;
}

/* ---- operations on morphisms ---- */

/* NULL: they do not compose, which is said, or an error. */
static const lit *after(ev *e, const lit *g, const lit *f)
{
    const lit *both = lcr_nest_after(e, g, f);
    if (!both && lcr_ev_ok(e))
        reading(e, false, "they do not compose");
    return both;
}

static bool compose(ev *e, const lcr_statement *s)
{
    const lit *g = s->arg[0], *f = s->arg[1];
    if (!is(e, s, after(e, g, f), true))
        return lcr_ev_ok(e);
    return lcr_law_same_layouts(e, lcr_nest_layout(e, s->value), lcr_nest_layout(e, g),
                                lcr_nest_layout(e, f));
}

/* The modes of (f, g), the second perhaps after another function. */
static bool side_by_side(ev *e, const lit *v, const lit *f, const lit *g, const lit *after)
{
    const lit *both = lcr_nest_layout(e, v);
    const lit *first = both ? lcr_lit_mode(e->pool, both, 0) : NULL;
    const lit *second = first ? lcr_lit_mode(e->pool, both, 1) : NULL;
    const lit *outer = after ? lcr_nest_layout(e, after) : NULL;
    const lit *inner = lcr_nest_layout(e, g);
    return second && lcr_law_same_layouts(e, first, lcr_nest_layout(e, f), NULL) &&
           lcr_law_same_layouts(e, second, outer ? outer : inner, outer ? inner : NULL);
}

static bool concat(ev *e, const lcr_statement *s)
{
    const lit *f = s->arg[0], *g = s->arg[1];
    if (!lcr_lit_same_extents(f->codomain, g->codomain))
        return reading(e, false, "their codomains differ");
    if (!is(e, s, lcr_nest_beside(e, f, g), false))
        return lcr_ev_ok(e);
    return side_by_side(e, s->value, f, g, NULL);
}

/* g, its codomain as long as the domain of f; NULL: there is none, which is said, or an error. */
static const lit *as_long(ev *e, const lit *g, const lit *f)
{
    lc_ctx *lc = e->pool->lc;
    lc_int size = lcr_lit_size(lc, f), short_of = lcr_lit_size(lc, g->codomain);
    if (lc_int_eq(size, short_of))
        return g;
    if (lc_int_divides(lc, short_of, size))
        return lcr_nest_extended(e, g, lc_int_fdiv(lc, size, short_of));
    reading(e, false, "they do not divide");
    return NULL;
}

/* f / g = f o (g, g^c). */
static bool divide(ev *e, const lcr_statement *s)
{
    const lit *f = s->arg[0], *g = as_long(e, s->arg[1], f);
    const lit *rest = g ? lcr_nest_complement(e, g) : NULL;
    const lit *both = rest ? lcr_nest_beside(e, g, rest) : NULL;
    if (!both || !is(e, s, after(e, f, both), true))
        return lcr_ev_ok(e);
    return lcr_law_same_layouts(e, lcr_nest_layout(e, s->value), lcr_nest_layout(e, f),
                                lcr_nest_layout(e, both));
}

/* f, its codomain refined to this: f followed by the identity of the finer tuple. */
static const lit *refined_to(ev *e, const lit *f, const lit *finer)
{
    lit identity = *finer;
    size_t *image = lcr_lit_alloc(e->pool, finer->n, sizeof *image);
    if (!image)
        return NULL;
    for (size_t k = 0; k < finer->n; k++)
        image[k] = k + 1;
    identity.codomain = finer;
    identity.image = image;
    return after(e, &identity, f);
}

/* f * g = (f, f^c o g). */
static bool product(ev *e, const lcr_statement *s)
{
    const lit *f = s->arg[0], *g = s->arg[1];
    const lit *rest = lcr_nest_complement(e, f);
    const lit *copies = rest ? after(e, rest, g) : NULL;
    const lit *tile = copies ? refined_to(e, f, copies->codomain) : NULL;
    if (!tile || !is(e, s, lcr_nest_beside(e, tile, copies), true))
        return lcr_ev_ok(e);
    return side_by_side(e, s->value, f, g, rest);
}

/* Its layout has no offset but 0 in common with that of f, and ascends. */
static bool complement(ev *e, const lcr_statement *s)
{
    if (!is(e, s, lcr_nest_complement(e, s->arg[0]), false))
        return lcr_ev_ok(e);
    const lit *f = lcr_nest_layout(e, s->arg[0]), *c = lcr_nest_layout(e, s->value);
    return f && c && lcr_ev_common(e, c, f, false, true) && lcr_ev_ordered(e, c, false);
}

/* v(f(c)) = c. */
static bool inverse(ev *e, const lcr_statement *s)
{
    const lit *f = s->arg[0], *v = s->value;
    if (!lcr_law_is_map(e, v))
        return lcr_ev_ok(e);
    bool all = lcr_lit_same_extents(v, f->codomain) && lcr_lit_same_extents(v->codomain, f) &&
               f->n == v->n;
    for (size_t i = 0; all && i < f->n; i++)
        all = f->image[i] != 0 && v->image[f->image[i] - 1] == i + 1;
    if (!all)
        return reading(e, false, "the entries, or where they go, differ");
    const lit *inner = lcr_nest_layout(e, f), *outer = lcr_nest_layout(e, v);
    fn both = {2, {inner, outer}}, identity = {0, {NULL}};
    return inner && outer && lcr_ev_same(e, &both, &identity, inner);
}

/* ---- coalescing ---- */

/* Flat, no entry 1 but of a tuple that is one, and no two neighbours that go on straight. */
static bool is_minimal(ev *e, const lit *a)
{
    return lcr_parts_coalesced(e->pool->lc, a) &&
           (a->n > 1 || !lc_int_is_one(a->extent[0]) || lc_int_is_zero(a->step[0]));
}

/* Are the entries of `to` without a partner entries of `from`, in the same place? Those with
 * one are where the layout has its strides. */
static bool keeps_gaps(ev *e, const lit *v, const lit *from)
{
    lc_ctx *lc = e->pool->lc;
    const lit *to = v->codomain;
    lc_int place = lc_int_const(1), other = lc_int_const(1);
    for (size_t j = 0, k = 0; j < to->n; j++) {
        bool partner = false;
        for (size_t i = 0; i < v->n; i++)
            partner = partner || v->image[i] == j + 1;
        lc_int end = lc_int_mul(lc, place, to->extent[j]);
        size_t entries = 0;
        for (; k < from->n && lc_int_lt(other, end); k++) {
            entries += !lc_int_is_one(from->extent[k]);
            other = lc_int_mul(lc, other, from->extent[k]);
        }
        if (!lc_int_eq(other, end) || (!partner && entries != 1 && to->n > 1) ||
            (lc_int_is_one(to->extent[j]) && to->n > 1))
            return false;
        place = end;
    }
    return lc_int_eq(place, lcr_lit_size(lc, from));
}

static bool coalesce(ev *e, const lcr_statement *s)
{
    const lit *f = s->arg[0], *v = s->value;
    if (!lcr_law_is_map(e, v))
        return lcr_ev_ok(e);
    const lit *layout = lcr_nest_layout(e, v);
    return layout && reading(e, is_minimal(e, layout), "it goes on to coalesce") &&
           reading(e, keeps_gaps(e, v, f->codomain), "the codomain has other entries") &&
           lcr_law_same_layouts(e, layout, lcr_nest_layout(e, f), NULL);
}

/* ---- refinements ---- */

static bool same_entries(const lit *a, const lit *b)
{
    return a->n == b->n && lcr_same_ints(a->n, a->extent, b->extent);
}

/* Entries that are joined are split alike, their pieces joined in order; on the side that is
 * not given, others are not split. */
static bool splits_alike(const lit *f, const lit *v, const size_t *from, const size_t *to,
                         bool given_codomain)
{
    bool all = true;
    for (size_t i = 0, at = 0; all && i < f->n; at += from[i++]) {
        size_t j = f->image[i], first = 0;
        for (size_t k = 0; k + 1 < j; k++)
            first += to[k];
        all = j != 0 ? from[i] == to[j - 1] : !given_codomain || from[i] == 1;
        for (size_t k = 0; all && k < from[i]; k++)
            all = v->image[at + k] == (j != 0 ? first + k + 1 : 0);
    }
    for (size_t j = 0; all && !given_codomain && j < f->codomain->n; j++) {
        bool partner = false;
        for (size_t i = 0; i < f->n; i++)
            partner = partner || f->image[i] == j + 1;
        all = partner || to[j] == 1;
    }
    return all;
}

/* The layouts are one function. */
enum { DOMAIN, CODOMAIN }; /* the side that is given */

static bool refined(ev *e, const lcr_statement *s)
{
    bool given_codomain = s->how == CODOMAIN;
    const lit *f = s->arg[0], *v = s->value;
    if (s->arg[1]->kind != LIT_TUPLE)
        return lcr_ev_not(e);
    if (!lcr_law_is_map(e, v))
        return lcr_ev_ok(e);
    size_t *from = lcr_lit_alloc(e->pool, f->n, sizeof *from);
    size_t *to = lcr_lit_alloc(e->pool, f->codomain->n, sizeof *to);
    if (!from || !to)
        return false;
    bool all = same_entries(given_codomain ? v->codomain : v, s->arg[1]) &&
               lcr_nest_splits(e, f, v, from) &&
               lcr_nest_splits(e, f->codomain, v->codomain, to) &&
               splits_alike(f, v, from, to, given_codomain);
    if (!all)
        return reading(e, false, "it is no refinement, or the sides are refined otherwise");
    return lcr_law_same_layouts(e, lcr_nest_layout(e, v), lcr_nest_layout(e, f), NULL);
}

/* The pieces other than 1 of a tuple that is split, and which of them end its leaves. */
typedef struct {
    size_t n;
    lc_int *piece;
    bool *ends;
} pieces;

/* False: it is no refinement, or one with more entries 1; or an error. */
static bool pieces_of(ev *e, const lit *coarse, const lit *finer, pieces *p)
{
    size_t *count = lcr_lit_alloc(e->pool, coarse->n, sizeof *count);
    p->n = 0;
    p->piece = lcr_lit_alloc(e->pool, finer->n, sizeof *p->piece);
    p->ends = lcr_lit_alloc(e->pool, finer->n, sizeof *p->ends);
    if (!count || !p->piece || !p->ends || !lcr_nest_splits(e, coarse, finer, count))
        return false;
    for (size_t k = 0, at = 0; k < coarse->n; k++)
        for (size_t i = 0; i < count[k]; i++, at++) {
            bool one = lc_int_is_one(finer->extent[at]);
            if (one && count[k] > 1)
                return false;
            if (one)
                continue;
            p->ends[p->n] = i + 1 == count[k];
            p->piece[p->n++] = finer->extent[at];
        }
    return true;
}

/* They agree as far as the shorter goes, and a cut there is one of either tuple; past that
 * the longer has its own only. */
static bool coarsest(const pieces *x, const pieces *y)
{
    const pieces *more = x->n < y->n ? y : x;
    size_t n = x->n < y->n ? x->n : y->n;
    bool all = true;
    for (size_t i = 0; all && i < n; i++)
        all = lc_int_eq(x->piece[i], y->piece[i]) && (x->ends[i] || y->ends[i]);
    for (size_t i = n; all && i < more->n; i++)
        all = more->ends[i];
    return all;
}

static const lit *side(ev *e, const lit *both, size_t i)
{
    lit pair = *both;
    pair.naxes = 0;
    return lcr_lit_mode(e->pool, &pair, i);
}

static bool refinement(ev *e, const lcr_statement *s)
{
    const lit *v = s->value;
    pieces x, y;
    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; k < s->arg[i]->n; k++)
            if (s->arg[i]->kind != LIT_TUPLE || lc_int_le(s->arg[i]->extent[k], lc_int_const(0)))
                return lcr_ev_not(e);
    if (v->kind != LIT_TUPLE || v->node[0] != 2)
        return reading(e, false, "it is no tuple of two");
    const lit *first = side(e, v, 0), *second = first ? side(e, v, 1) : NULL;
    if (!second)
        return false;
    bool all = pieces_of(e, s->arg[0], first, &x) && pieces_of(e, s->arg[1], second, &y) &&
               coarsest(&x, &y);
    return reading(e, all, "they are no refinements that agree, or not the coarsest");
}

/* ---- coarsenings ---- */

#define MOST_LISTED 64 /* shapes; of more there is their number */

/* `end`: the product of the leaves up to each. How many sequences are left of the ends when some
 * are left out, not the last: twice as many for each end, less those that an equal end before it
 * has made already. */
static lc_int number_of(ev *e, const lit *s, const lc_int *end)
{
    lc_ctx *lc = e->pool->lc;
    lc_int *count = lcr_lit_alloc(e->pool, s->n, sizeof *count);
    for (size_t k = 0; count && k < s->n; k++) {
        count[k] = k == 0 ? lc_int_const(1) : lc_int_add(lc, count[k - 1], count[k - 1]);
        if (k > 1 && lc_int_eq(end[k - 1], end[k - 2])) {
            size_t before = k - 2; /* the last end but this one that is equal */
            count[k] = lc_int_sub(lc, count[k], count[before]);
        }
    }
    return count ? count[s->n - 1] : lc_int_const(0);
}

/* The ends of the mode are some of these, the last of them included. */
static bool ends_within(ev *e, const lit *mode, size_t n, const lc_int *end)
{
    lc_int place = lc_int_const(1);
    size_t at = 0;
    bool flat = mode && lcr_lit_is_flat(mode);
    for (size_t k = 0; flat && k < mode->n; k++, at++) {
        place = lc_int_mul(e->pool->lc, place, mode->extent[k]);
        size_t most = k + 1 < mode->n ? n - 1 : n;
        at = k + 1 == mode->n && at < n ? n - 1 : at;
        while (at < most && !lc_int_eq(end[at], place))
            at++;
        if (at >= most)
            return false;
    }
    return flat && at == n;
}

/* The modes are coarsenings, and differ. */
static bool are_coarsenings(ev *e, const lit *v, const lit *s, const lc_int *end)
{
    bool all = true;
    for (size_t i = 0; all && i < v->node[0]; i++) {
        const lit *x = lcr_lit_mode(e->pool, v, i), *y = x;
        all = ends_within(e, x, s->n, end);
        for (size_t k = 0; all && y && k < i; k++) {
            y = lcr_lit_mode(e->pool, v, k);
            all = y && !(x->n == y->n && lcr_same_ints(x->n, x->extent, y->extent));
        }
    }
    return all;
}

/* They are as many as there are. */
static bool coarsenings(ev *e, const lcr_statement *s)
{
    const lit *of = s->arg[0], *v = s->value;
    lc_int said, most = lc_int_const(MOST_LISTED);
    if (of->kind != LIT_TUPLE || of->any)
        return lcr_ev_not(e);
    if (v->kind != LIT_TUPLE || v->any)
        return reading(e, false, "it is no tuple of shapes");
    for (size_t k = 0; k < of->n; k++)
        if (lc_int_le(of->extent[k], lc_int_const(0)))
            return lcr_ev_not(e);
    const lc_int *place = lcr_lit_places(e->pool, of);
    if (!place)
        return false;
    const lc_int *end = place + 1;
    lc_int n = number_of(e, of, end);
    if (lcr_ev_integer(v, &said))
        return reading(e, lc_int_eq(said, n) && lc_int_lt(most, n), "there are more or fewer");
    bool whole = lc_int_le(n, most) && lc_int_get_si(n) == (int64_t)v->node[0];
    return reading(e, whole, "there are more or fewer") &&
           reading(e, !whole || are_coarsenings(e, v, of, end),
                   "a mode merges no neighbours, or there are two of them");
}

/* ---- between layouts and morphisms ---- */

static bool layout(ev *e, const lcr_statement *s)
{
    const lit *v = s->value;
    if (v->kind != LIT_LAYOUT || !lcr_lit_same_extents(v, s->arg[0]))
        return reading(e, false, "the shape is not the domain");
    return lcr_law_same_layouts(e, v, lcr_nest_layout(e, s->arg[0]), NULL);
}

static bool morphism(ev *e, const lcr_statement *s)
{
    const lit *a = s->arg[0], *v = s->value;
    if (!lcr_lit_is_affine(a) || a->basis || a->offset)
        return lcr_ev_not(e);
    if (!lcr_law_is_map(e, v))
        return lcr_ev_ok(e);
    const lit *of = lcr_nest_layout(e, v);
    bool strides = of && lcr_lit_same_extents(a, v) && lcr_same_ints(a->n, a->step, of->step);
    return of && reading(e, strides, "shape or stride differ") &&
           reading(e, lcr_nest_is_standard(e, v), "the codomain is not that of standard form") &&
           lcr_law_same_layouts(e, of, a, NULL);
}

/* ---- what a morphism says of itself ---- */

static bool is_side(ev *e, const lcr_statement *s)
{
    const lit *of = s->how == CODOMAIN ? s->arg[0]->codomain : s->arg[0];
    return lcr_ev_reading(e, s->value->kind == LIT_TUPLE && lcr_lit_same_extents(s->value, of),
                          "the tuple differs");
}

static bool flatten(ev *e, const lcr_statement *s)
{
    const lit *f = s->arg[0], *v = s->value;
    if (!lcr_law_is_map(e, v))
        return lcr_ev_ok(e);
    bool same_map = lcr_lit_is_flat(v) && lcr_lit_is_flat(v->codomain) && same_entries(v, f) &&
                    same_entries(v->codomain, f->codomain) &&
                    memcmp(v->image, f->image, f->n * sizeof *f->image) == 0;
    return reading(e, same_map, "the entries, or where they go, differ, or it is nested") &&
           (!same_map ||
            lcr_law_same_layouts(e, lcr_nest_layout(e, v), lcr_nest_layout(e, f), NULL));
}

const ev_row lcr_laws_nest[] = {
    {"coarsenings", 1, ".", coarsenings, OF_LAYOUTS, 0},
    {"coalesce", 1, "m", coalesce, OF_MORPHISMS, 0},
    {"codomain", 1, "m", is_side, OF_MORPHISMS, CODOMAIN},
    {"complement", 1, "m", complement, OF_MORPHISMS, 0},
    {"compose", 2, "mm", compose, OF_MORPHISMS, 0},
    {"concat", 2, "mm", concat, OF_MORPHISMS, 0},
    {"domain", 1, "m", is_side, OF_MORPHISMS, DOMAIN},
    {"flatten", 1, "m", flatten, OF_MORPHISMS, 0},
    {"inverse", 1, "m", inverse, OF_MORPHISMS, 0},
    {"layout", 1, "m", layout, OF_MORPHISMS, 0},
    {"logical_divide", 2, "mm", divide, OF_MORPHISMS, 0},
    {"logical_product", 2, "mm", product, OF_MORPHISMS, 0},
    {"morphism", 1, "x", morphism, OF_LAYOUTS, 0},
    {"pull_back", 2, "m.", refined, OF_MORPHISMS, CODOMAIN},
    {"push_forward", 2, "m.", refined, OF_MORPHISMS, DOMAIN},
    {"refinement", 2, "..", refinement, OF_LAYOUTS, 0},
    {NULL, 0, NULL, NULL, 0, 0},
};
