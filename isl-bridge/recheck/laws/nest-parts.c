/* nest-parts.c - inclusions and modes of morphisms: entries that stay where they are.
 *
 *   include  T -> U: the entries of T other than 1 go to the first ones of U other than 1, in
 *            order; one of 1 goes to one of 1 between the same two, or nowhere. It realizes the
 *            identity of the integers below the size of T
 *   mode     the entries of a mode of the domain, with their images
 */
#include "config.h"

#include "../sets/nest.h"
#include "laws.h"

#include <string.h>

/* The number of entries other than 1 before entry k. */
static size_t rank_of(const lit *t, size_t k)
{
    size_t rank = 0;
    for (size_t i = 0; i < k; i++)
        rank += !lc_int_is_one(t->extent[i]);
    return rank;
}

/* Images ascend, entries other than 1 have one, and each stands behind as many entries other than
 * 1 as its entry. */
static bool keeps_places(const lit *v)
{
    size_t last = 0;
    for (size_t i = 0; i < v->n; i++) {
        size_t j = v->image[i];
        if (j == 0 && lc_int_is_one(v->extent[i]))
            continue;
        if (j <= last || rank_of(v, i) != rank_of(v->codomain, j - 1))
            return false;
        last = j;
    }
    return true;
}

static bool include(ev *e, const lcr_statement *s)
{
    const lit *t = s->arg[0], *u = s->arg[1], *v = s->value;
    if (t->kind != LIT_TUPLE || u->kind != LIT_TUPLE || t->any || u->any)
        return lcr_ev_not(e);
    if (!lcr_law_is_map(e, v))
        return lcr_ev_ok(e);
    bool sides = lcr_lit_same_extents(v, t) && lcr_lit_same_extents(v->codomain, u);
    return lcr_ev_reading(e, sides, "the tuples are other ones") &&
           lcr_ev_reading(e, keeps_places(v), "an entry leaves its place") &&
           lcr_law_same_layouts(e, lcr_nest_layout(e, v), lcr_lit_compact(e->pool, t), NULL);
}

/* The leaves of the domain that the indices lead to. */
static bool leaves_at(const lcr_statement *s, size_t *first, size_t *last)
{
    const lit *f = s->arg[0];
    lit_path path = {.depth = 0};
    for (size_t i = 1; i < s->n; i++) {
        lc_int index;
        if (!lcr_ev_integer(s->arg[i], &index) || lc_int_lt(index, lc_int_const(0)) ||
            !lc_int_lt(index, lc_int_const((int32_t)f->n)) ||
            !lcr_path_append(&path, (size_t)lc_int_get_si(index)))
            return false;
    }
    return lcr_lit_leaves_at(f, &path, first, last);
}

static bool mode(ev *e, const lcr_statement *s)
{
    const lit *f = s->arg[0], *v = s->value;
    size_t first, last;
    if (!leaves_at(s, &first, &last))
        return lcr_ev_not(e);
    if (!lcr_law_is_map(e, v))
        return lcr_ev_ok(e);
    bool images = lcr_lit_same_extents(v->codomain, f->codomain) && v->n == last - first &&
                  memcmp(v->image, f->image + first, v->n * sizeof *v->image) == 0;
    if (!lcr_ev_reading(e, images, "the entries, or where they go, differ") || !images)
        return lcr_ev_ok(e);
    lcr_statement of = *s; /* the modes of the layouts */
    of.arg[0] = lcr_nest_layout(e, f);
    of.value = lcr_nest_layout(e, v);
    return of.arg[0] && of.value &&
           lcr_ev_row(lcr_laws_surgery, OF_LAYOUTS, "mode", s->n)->rule(e, &of);
}

const ev_row lcr_laws_nest_parts[] = {
    {"include", 2, "..", include, OF_LAYOUTS, 0},
    {"mode", 2, "m.*", mode, OF_MORPHISMS, 0},
    {NULL, 0, NULL, NULL, 0, 0},
};
