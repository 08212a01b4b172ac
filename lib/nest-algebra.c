/* nest-algebra.c - compositions, complements, quotients and products of morphisms. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "nest-internal.h"

static void *different(lc_ctx *ctx, const char *what, const lc_tuple *s, const lc_tuple *t)
{
    char *x = lc_tuple_to_str(ctx, s), *y = lc_tuple_to_str(ctx, t);
    if (x && y)
        lc_fail(ctx, LC_ERR_INVALID, "%s: %.200s is not %.200s", what, x, y);
    free(x);
    free(y);
    return NULL;
}

lc_morphism *lc_morphism_compose(lc_ctx *ctx, const lc_morphism *g, const lc_morphism *f)
{
    if (!lc_tuple_equal(f->codomain, g->domain))
        return different(ctx, "morphisms that do not compose: the codomain of the inner and the "
                              "domain of the outer differ", f->codomain, g->domain);
    size_t map[f->domain->nleaves];
    for (size_t i = 0; i < f->domain->nleaves; i++)
        map[i] = f->map[i] == LC_STAR ? LC_STAR : g->map[f->map[i]];
    return lc_morphism_new(ctx, f->domain, g->codomain, map);
}

/* Does leaf i continue the run that ends with leaf `last` at `image`? */
static bool continues(const lc_morphism *f, size_t i, size_t image)
{
    return image == LC_STAR ? f->map[i] == LC_STAR : f->map[i] == image + 1;
}

/* Entries of 1 drop out of the domain first, with their partners. */
static lc_morphism *without_ones(lc_ctx *ctx, const lc_morphism *f)
{
    size_t n = f->domain->nleaves, m = f->codomain->nleaves, left = 0, kept = 0;
    lc_int domain[n], codomain[m];
    size_t map[n], place[m];
    bool gone[m];
    memset(gone, 0, sizeof gone);
    for (size_t i = 0; i < n; i++)
        if (lc_int_is_one(f->domain->leaf[i]) && f->map[i] != LC_STAR)
            gone[f->map[i]] = true;
    for (size_t j = 0; j < m; j++) {
        if (gone[j] || lc_int_is_one(f->codomain->leaf[j]))
            continue;
        place[j] = kept;
        codomain[kept++] = f->codomain->leaf[j];
    }
    for (size_t i = 0; i < n; i++) {
        if (lc_int_is_one(f->domain->leaf[i]))
            continue;
        map[left] = f->map[i] == LC_STAR ? LC_STAR : place[f->map[i]];
        domain[left++] = f->domain->leaf[i];
    }
    return lc_morphism_flat(ctx, left, domain, kept, codomain, map);
}

/* Runs of the domain become entries, and so do the runs that they are joined to. */
static lc_morphism *join_runs(lc_ctx *ctx, const lc_morphism *f)
{
    size_t n = f->domain->nleaves, m = f->codomain->nleaves, runs = 0, entries = 0;
    lc_int domain[n], codomain[m];
    size_t map[n], first[n];
    bool inner[m]; /* joined to the entry before it */
    size_t place[m];
    memset(inner, 0, sizeof inner);
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && continues(f, i, f->map[i - 1])) {
            domain[runs - 1] = lc_int_mul(ctx, domain[runs - 1], f->domain->leaf[i]);
            if (f->map[i] != LC_STAR)
                inner[f->map[i]] = true;
            continue;
        }
        first[runs] = i;
        domain[runs++] = f->domain->leaf[i];
    }
    for (size_t j = 0; j < m; j++) {
        if (inner[j]) {
            codomain[entries - 1] = lc_int_mul(ctx, codomain[entries - 1], f->codomain->leaf[j]);
            continue;
        }
        place[j] = entries;
        codomain[entries++] = f->codomain->leaf[j];
    }
    for (size_t k = 0; k < runs; k++)
        map[k] = f->map[first[k]] == LC_STAR ? LC_STAR : place[f->map[first[k]]];
    return lc_morphism_flat(ctx, runs, domain, entries, codomain, map);
}

static bool has_ones(const lc_tuple *t)
{
    for (size_t i = 0; i < t->nleaves; i++)
        if (lc_int_is_one(t->leaf[i]))
            return true;
    return false;
}

lc_morphism *lc_morphism_coalesce(lc_ctx *ctx, const lc_morphism *f)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_morphism *simple = NULL, *joined = NULL;
    if (!has_ones(f->domain) && !has_ones(f->codomain))
        joined = join_runs(ctx, f);
    else if ((simple = without_ones(ctx, f)) != NULL)
        joined = join_runs(ctx, simple);
    lc_morphism_free(simple);
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
    lc_tuple *from = n == 0   ? lc_tuple_leaf(ctx, lc_int_const(1))
                     : n == 1 ? lc_tuple_leaf(ctx, domain[0])
                              : lc_tuple_flat(ctx, n, domain);
    lc_morphism *c = from ? lc_morphism_new(ctx, from, f->codomain, n > 0 ? map : &star) : NULL;
    lc_tuple_free(from);
    return c;
}

lc_morphism *lc_morphism_concat(lc_ctx *ctx, const lc_morphism *f, const lc_morphism *g)
{
    if (!lc_tuple_equal(f->codomain, g->codomain))
        return different(ctx, "morphisms of different codomains do not go side by side",
                         f->codomain, g->codomain);
    size_t n = f->domain->nleaves, more = g->domain->nleaves, map[n + more];
    lc_tuple *part[2] = {f->domain, g->domain};
    memcpy(map, f->map, n * sizeof *map);
    memcpy(map + n, g->map, more * sizeof *map);
    lc_tuple *domain = lc_tuple_of(ctx, 2, part);
    lc_morphism *both = domain ? lc_morphism_new(ctx, domain, f->codomain, map) : NULL;
    lc_tuple_free(domain);
    return both;
}

lc_morphism *lc_morphism_divide(lc_ctx *ctx, const lc_morphism *f, const lc_morphism *g)
{
    lc_morphism *rest = lc_morphism_complement(ctx, g);
    lc_morphism *both = rest ? lc_morphism_concat(ctx, g, rest) : NULL;
    lc_morphism *quotient = both ? lc_morphism_compose(ctx, f, both) : NULL;
    lc_morphism_free(both);
    lc_morphism_free(rest);
    return quotient;
}

lc_morphism *lc_morphism_product(lc_ctx *ctx, const lc_morphism *f, const lc_morphism *g)
{
    lc_morphism *rest = lc_morphism_complement(ctx, f);
    lc_morphism *copies = rest ? lc_morphism_compose(ctx, rest, g) : NULL;
    lc_morphism *product = copies ? lc_morphism_concat(ctx, f, copies) : NULL;
    lc_morphism_free(copies);
    lc_morphism_free(rest);
    return product;
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
