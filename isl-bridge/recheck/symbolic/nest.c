/* nest.c - operations on morphisms of sizes, entry by entry.
 *
 * Entries that are joined are equal, which the reader has seen to (symbolic/read.h); so it is
 * enough to say which tuples the value joins, and where its entries go.
 */
#include "config.h"

#include "law.h"

#include <string.h>

static bool same_tuple(const sym_statement *t, const sv *x, const sv *y)
{
    bool same = x->nnodes == y->nnodes && lcr_sv_congruent(x, y);
    for (size_t k = 0; same && k < x->n; k++)
        same = lcr_sym_is_zero(t->s, lcr_poly_sub(t->s->pool, x->extent[k], y->extent[k]));
    return same;
}

static bool is_flat(const sv *a)
{
    return a->nnodes == (a->n > 1 ? a->n + 1 : 1);
}

/* The map the other way round. */
static bool of_inverse(const sym_statement *t)
{
    const sv *f = t->arg[0], *v = t->value;
    bool all = f->n == v->n && same_tuple(t, f, v->codomain) && same_tuple(t, f->codomain, v);
    for (size_t i = 0; all && i < f->n; i++)
        all = f->image[i] > 0 && v->image[f->image[i] - 1] == i + 1;
    return all;
}

/* The entries that are left out, in order. */
static bool of_complement(const sym_statement *t)
{
    const sv *f = t->arg[0], *v = t->value;
    size_t k = 0;
    bool all = is_flat(v) && same_tuple(t, v->codomain, f->codomain);
    for (size_t j = 0; all && j < f->codomain->n; j++) {
        bool hit = false;
        for (size_t i = 0; i < f->n; i++)
            hit = hit || f->image[i] == j + 1;
        if (!hit)
            all = k < v->n && v->image[k++] == j + 1;
    }
    return all && (k == v->n || (k == 0 && v->n == 1 && v->image[0] == 0 &&
                                 lcr_poly_equal(v->extent[0], lcr_poly_si(t->s->pool, 1))));
}

static bool of_flatten(const sym_statement *t)
{
    const sv *f = t->arg[0], *v = t->value;
    bool all = is_flat(v) && is_flat(v->codomain) && v->n == f->n &&
               v->codomain->n == f->codomain->n &&
               memcmp(v->image, f->image, f->n * sizeof *f->image) == 0;
    for (size_t i = 0; all && i < f->n; i++)
        all = lcr_poly_equal(v->extent[i], f->extent[i]);
    for (size_t j = 0; all && j < f->codomain->n; j++)
        all = lcr_poly_equal(v->codomain->extent[j], f->codomain->extent[j]);
    return all;
}

/* Side by side, of one codomain. */
static bool of_concat(const sym_statement *t)
{
    const sv *f = t->arg[0], *g = t->arg[1], *v = t->value;
    const sv *both = lcr_sv_concat(t->s, 2, t->arg);
    return both && g->codomain && lcr_sv_congruent(v, both) && v->n == f->n + g->n &&
           same_tuple(t, v->codomain, f->codomain) && same_tuple(t, v->codomain, g->codomain) &&
           memcmp(v->image, f->image, f->n * sizeof *f->image) == 0 &&
           memcmp(v->image + f->n, g->image, g->n * sizeof *g->image) == 0;
}

static const struct {
    const char *name;
    size_t n;
    bool (*law)(const sym_statement *t);
} table[] = {{"complement", 1, of_complement},
             {"concat", 2, of_concat},
             {"flatten", 1, of_flatten},
             {"inverse", 1, of_inverse}};

bool lcr_sym_is_of_morphisms(const sym_statement *t)
{
    bool all = t->value && t->value->codomain && t->n > 0;
    for (size_t i = 0; all && i < t->n; i++)
        all = t->arg[i] && t->arg[i]->codomain != NULL;
    return all;
}

/* Both codomains have one size. */
static bool same_ends(const sym_statement *t, const sv *x, const sv *y)
{
    return lcr_sym_is_zero(t->s, lcr_poly_sub(t->s->pool, lcr_sv_product(t->s, x->codomain),
                                              lcr_sv_product(t->s, y->codomain)));
}

bool lcr_sym_law_of_morphisms(const sym_statement *t, bool *known)
{
    *known = true;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, t->name) == 0)
            return t->n == table[i].n && table[i].law(t);
    *known = strcmp(t->name, "compose") != 0 || !same_ends(t, t->value, t->arg[0]);
    return false;
}
