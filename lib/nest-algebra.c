/* nest-algebra.c - compositions, complements, quotients and products of morphisms. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "nest-internal.h"
#include "size.h"

/* "a tuple and another". */
static void *different(lc_ctx *ctx, const char *before, const lc_tuple *s, const char *between,
                       const lc_tuple *t)
{
    char *x = lc_tuple_to_str(ctx, s), *y = lc_tuple_to_str(ctx, t);
    if (x && y)
        lc_fail(ctx, LC_ERR_INVALID, "%s %.200s %s %.200s", before, x, between, y);
    free(x);
    free(y);
    return NULL;
}

/* ---- leaves in the same places ---- */

/* Leaf j of `from` is leaf at[j] of `to`; LC_STAR for entries 1 that `to`
 * has not, and for what lies past its end. */
static void match_leaves(const lc_tuple *from, const lc_tuple *to, size_t *at)
{
    size_t k = 0;
    for (size_t j = 0; j < from->nleaves; j++) {
        bool there = k < to->nleaves && lc_int_known_equal(from->leaf[j], to->leaf[k]);
        while (!there && k < to->nleaves && lc_int_is_one(to->leaf[k]) &&
               !lc_int_is_one(from->leaf[j]))
            k++;
        there = there || (k < to->nleaves && lc_int_eq(from->leaf[j], to->leaf[k]));
        at[j] = there ? k++ : LC_STAR;
    }
}

static void *past_the_end(lc_ctx *ctx, size_t j, const lc_tuple *from, const lc_tuple *to)
{
    char *s = lc_tuple_to_str(ctx, from), *t = lc_tuple_to_str(ctx, to);
    if (s && t)
        lc_fail(ctx, LC_ERR_NO_VALUE,
                "morphisms that do not compose: the inner one reaches entry %zu of its codomain "
                "%.200s, which is past the domain %.200s of the outer one, both refined",
                j + 1, s, t);
    free(s);
    free(t);
    return NULL;
}

/* g o f, where the codomain of f and the domain of g agree leaf by leaf, apart from entries 1, up
 * to the end of the shorter one. */
static lc_morphism *join(lc_ctx *ctx, const lc_morphism *g, const lc_morphism *f)
{
    size_t n = f->domain->nleaves, at[f->codomain->nleaves], map[n];
    match_leaves(f->codomain, g->domain, at);
    for (size_t i = 0; i < n; i++) {
        size_t j = f->map[i], k = j == LC_STAR ? LC_STAR : at[j];
        if (j != LC_STAR && k == LC_STAR && !lc_int_is_one(f->domain->leaf[i]))
            return past_the_end(ctx, j, f->codomain, g->domain);
        map[i] = k == LC_STAR ? LC_STAR : g->map[k];
    }
    return lc_morphism_new(ctx, f->domain, g->codomain, map);
}

/* ---- inclusions, modes ---- */

/* The entry of u in the place of entry j of t, entries 1 aside; NULL past its end. */
static const lc_int *in_place_of(const lc_tuple *t, size_t j, const lc_tuple *u)
{
    size_t before = 0;
    for (size_t i = 0; i < j; i++)
        before += !lc_int_is_one(t->leaf[i]);
    for (size_t k = 0; k < u->nleaves; k++)
        if (!lc_int_is_one(u->leaf[k]) && before-- == 0)
            return &u->leaf[k];
    return NULL;
}

static void *not_included(lc_ctx *ctx, const lc_tuple *t, const lc_tuple *u, size_t j)
{
    char *s = lc_tuple_to_str(ctx, t), *of = lc_tuple_to_str(ctx, u);
    char entry[LC_NUMBER_ROOM], there[LC_NUMBER_ROOM] = "the end";
    const lc_int *place = in_place_of(t, j, u);
    if (place)
        lc_number(*place, there);
    if (s && of)
        lc_fail(ctx, LC_ERR_NO_VALUE,
                "no inclusion of %.200s into %.200s: entry %zu of the first is %s, in its place "
                "in the second is %.*s",
                s, of, j + 1, lc_number(t->leaf[j], entry), (int)sizeof there, there);
    free(s);
    free(of);
    return NULL;
}

lc_morphism *lc_morphism_include(lc_ctx *ctx, const lc_tuple *t, const lc_tuple *u)
{
    size_t map[t->nleaves];
    match_leaves(t, u, map);
    for (size_t j = 0; j < t->nleaves; j++)
        if (map[j] == LC_STAR && !lc_int_is_one(t->leaf[j]))
            return not_included(ctx, t, u, j);
    return lc_morphism_new(ctx, t, u, map);
}

lc_morphism *lc_morphism_mode(lc_ctx *ctx, const lc_morphism *f, size_t i)
{
    size_t first = 0;
    lc_tuple *mode = NULL;
    for (size_t k = 0; k <= i; k++) {
        first += mode ? mode->nleaves : 0;
        lc_tuple_free(mode);
        mode = lc_tuple_mode(ctx, f->domain, k);
        if (!mode)
            return NULL;
    }
    lc_morphism *of = lc_morphism_new(ctx, mode, f->codomain, f->map + first);
    lc_tuple_free(mode);
    return of;
}

/* ---- composition ---- */

/* Where neither divides the other, which the context says. */
static void *not_refined(lc_ctx *ctx, const lc_tuple *from, const lc_tuple *to)
{
    if (lc_ctx_code(ctx) != LC_ERR_NO_VALUE)
        return NULL;
    char *why = strdup(lc_ctx_message(ctx));
    char *s = lc_tuple_to_str(ctx, from), *t = lc_tuple_to_str(ctx, to);
    if (why && s && t)
        lc_fail(ctx, LC_ERR_NO_VALUE,
                "morphisms that do not compose: the codomain %.200s of the inner one and the "
                "domain %.200s of the outer one have %s",
                s, t, why);
    free(why);
    free(s);
    free(t);
    return NULL;
}

static bool are_known_equal(const lc_tuple *s, const lc_tuple *t)
{
    bool equal = lc_tuple_congruent(s, t);
    for (size_t k = 0; equal && k < s->nleaves; k++)
        equal = lc_int_known_equal(s->leaf[k], t->leaf[k]);
    return equal;
}

lc_morphism *lc_morphism_compose(lc_ctx *ctx, const lc_morphism *g, const lc_morphism *f)
{
    lc_tuple *finer[2];
    if (are_known_equal(f->codomain, g->domain))
        return join(ctx, g, f);
    if (!lc_mutual_refinement(ctx, f->codomain, g->domain, &finer[0], &finer[1]))
        return not_refined(ctx, f->codomain, g->domain);
    lc_morphism *inner = lc_morphism_pull_back(ctx, f, finer[0]);
    lc_morphism *outer = inner ? lc_morphism_push_forward(ctx, g, finer[1]) : NULL;
    lc_morphism *both = outer ? join(ctx, outer, inner) : NULL;
    lc_morphism_free(outer);
    lc_morphism_free(inner);
    lc_tuple_free(finer[1]);
    lc_tuple_free(finer[0]);
    return both;
}

/* ---- coalescing, complements, quotients, products ---- */

/* Does an entry with this image continue a run that ends with the image `last`? */
static bool continues(size_t last, size_t image)
{
    return last == LC_STAR ? image == LC_STAR : image == last + 1;
}

/* The codomain without its entries 1: rank[j] is the place of entry j there. Partners of
 * entries 1 are 1 and go with them. Returns how many stay. */
static size_t without_ones(const lc_tuple *t, size_t *rank, lc_int *entry)
{
    size_t kept = 0;
    for (size_t j = 0; j < t->nleaves; j++) {
        rank[j] = kept;
        if (!lc_int_is_one(t->leaf[j]))
            entry[kept++] = t->leaf[j];
    }
    return kept;
}

/* Runs of the domain become entries, and so do the runs that they are joined to, which are
 * of the same sizes. */
static lc_morphism *join_runs(lc_ctx *ctx, const lc_morphism *f)
{
    size_t n = f->domain->nleaves, m = f->codomain->nleaves, runs = 0, entries = 0;
    size_t rank[m], place[m], map[n], last = LC_STAR;
    lc_int domain[n], codomain[m];
    bool inner[m]; /* joined to the entry before it */
    size_t kept = without_ones(f->codomain, rank, codomain);
    memset(inner, 0, sizeof inner);
    for (size_t i = 0; i < n; i++) {
        if (lc_int_is_one(f->domain->leaf[i]))
            continue;
        size_t image = f->map[i] == LC_STAR ? LC_STAR : rank[f->map[i]];
        if (runs > 0 && continues(last, image)) {
            domain[runs - 1] = lc_int_mul(ctx, domain[runs - 1], f->domain->leaf[i]);
            if (image != LC_STAR)
                inner[image] = true;
        } else {
            map[runs] = image;
            domain[runs++] = f->domain->leaf[i];
        }
        last = image;
    }
    for (size_t j = 0; j < kept; j++) {
        if (inner[j])
            continue;
        place[j] = entries;
        codomain[entries++] = codomain[j];
    }
    for (size_t k = 0; k < runs; k++) {
        if (map[k] == LC_STAR)
            continue;
        map[k] = place[map[k]];
        codomain[map[k]] = domain[k];
    }
    return lc_morphism_flat(ctx, runs, domain, entries, codomain, map);
}

lc_morphism *lc_morphism_coalesce(lc_ctx *ctx, const lc_morphism *f)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_morphism *joined = join_runs(ctx, f);
    lc_frame_close(ctx, frame);
    return joined;
}

lc_morphism *lc_morphism_complement(lc_ctx *ctx, const lc_morphism *f)
{
    size_t m = f->codomain->nleaves, n = 0, map[m];
    bool hit[m];
    lc_int domain[m];
    memset(hit, 0, sizeof hit);
    for (size_t i = 0; i < f->domain->nleaves; i++)
        if (f->map[i] != LC_STAR)
            hit[f->map[i]] = true;
    for (size_t j = 0; j < m; j++) {
        if (hit[j])
            continue;
        map[n] = j;
        domain[n++] = f->codomain->leaf[j];
    }
    static const size_t star = LC_STAR;
    lc_tuple *from = n == 0 ? lc_tuple_leaf(ctx, lc_int_const(1))
                            : lc_tuple_point(ctx, n, domain);
    lc_morphism *c = from ? lc_morphism_new(ctx, from, f->codomain, n > 0 ? map : &star) : NULL;
    lc_tuple_free(from);
    return c;
}

lc_morphism *lc_morphism_concat(lc_ctx *ctx, const lc_morphism *f, const lc_morphism *g)
{
    if (!lc_tuple_equal(f->codomain, g->codomain))
        return different(ctx,
                         "morphisms of different codomains do not go side by side:", f->codomain,
                         "is not", g->codomain);
    size_t n = f->domain->nleaves, more = g->domain->nleaves, map[n + more];
    lc_tuple *part[2] = {f->domain, g->domain};
    memcpy(map, f->map, n * sizeof *map);
    memcpy(map + n, g->map, more * sizeof *map);
    lc_tuple *domain = lc_tuple_of(ctx, 2, part);
    lc_morphism *both = domain ? lc_morphism_new(ctx, domain, f->codomain, map) : NULL;
    lc_tuple_free(domain);
    return both;
}

lc_morphism *lc_morphism_extended(lc_ctx *ctx, const lc_morphism *f, lc_int entry)
{
    size_t m = f->codomain->nleaves;
    lc_int leaf[m + 1];
    memcpy(leaf, f->codomain->leaf, m * sizeof *leaf);
    leaf[m] = entry;
    lc_tuple *codomain = lc_tuple_flat(ctx, m + 1, leaf);
    lc_morphism *g = codomain ? lc_morphism_new(ctx, f->domain, codomain, f->map) : NULL;
    lc_tuple_free(codomain);
    return g;
}

/* g, its codomain as long as the domain of f. */
static lc_morphism *as_long(lc_ctx *ctx, const lc_morphism *g, const lc_morphism *f)
{
    lc_int size = lc_tuple_size(ctx, f->domain), have = lc_tuple_size(ctx, g->codomain);
    lc_int times = lc_int_fdiv(ctx, size, have);
    if (lc_int_eq(lc_int_mul(ctx, times, have), size))
        return lc_int_is_one(times) ? lc_morphism_ref(g) : lc_morphism_extended(ctx, g, times);
    return different(ctx, "morphisms that do not divide: the size of the codomain", g->codomain,
                     "of the divisor does not divide that of the domain", f->domain);
}

lc_morphism *lc_morphism_divide(lc_ctx *ctx, const lc_morphism *f, const lc_morphism *g)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_morphism *tile = as_long(ctx, g, f);
    lc_morphism *rest = tile ? lc_morphism_complement(ctx, tile) : NULL;
    lc_morphism *both = rest ? lc_morphism_concat(ctx, tile, rest) : NULL;
    lc_morphism *quotient = both ? lc_morphism_compose(ctx, f, both) : NULL;
    lc_morphism_free(both);
    lc_morphism_free(rest);
    lc_morphism_free(tile);
    lc_frame_close(ctx, frame);
    return quotient;
}

lc_morphism *lc_morphism_product(lc_ctx *ctx, const lc_morphism *f, const lc_morphism *g)
{
    lc_morphism *rest = lc_morphism_complement(ctx, f);
    lc_morphism *copies = rest ? lc_morphism_compose(ctx, rest, g) : NULL;
    lc_morphism *tile = copies ? lc_morphism_pull_back(ctx, f, copies->codomain) : NULL;
    lc_morphism *product = tile ? lc_morphism_concat(ctx, tile, copies) : NULL;
    lc_morphism_free(tile);
    lc_morphism_free(copies);
    lc_morphism_free(rest);
    return product;
}

lc_morphism *lc_morphism_flatten(lc_ctx *ctx, const lc_morphism *f)
{
    return lc_morphism_flat(ctx, f->domain->nleaves, f->domain->leaf, f->codomain->nleaves,
                            f->codomain->leaf, f->map);
}

bool lc_morphism_is_isomorphism(const lc_morphism *f)
{
    for (size_t i = 0; i < f->domain->nleaves; i++)
        if (f->map[i] == LC_STAR)
            return false;
    return f->domain->nleaves == f->codomain->nleaves;
}

lc_morphism *lc_morphism_invert(lc_ctx *ctx, const lc_morphism *f)
{
    if (!lc_morphism_is_isomorphism(f)) {
        char *text = lc_morphism_to_str(ctx, f);
        if (text)
            lc_fail(ctx, LC_ERR_NO_VALUE, "no inverse: an entry of %.300s has no partner", text);
        free(text);
        return NULL;
    }
    size_t map[f->domain->nleaves];
    for (size_t i = 0; i < f->domain->nleaves; i++)
        map[f->map[i]] = i;
    return lc_morphism_new(ctx, f->codomain, f->domain, map);
}
