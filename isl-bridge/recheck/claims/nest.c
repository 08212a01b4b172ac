/* nest.c - claims of morphisms, by reading.
 *
 *   standard_form       the codomain is what strides say it is (sets/nest.h)
 *   non_degenerate      an entry 1 goes nowhere; the stride of a mode of extent 1 is 0
 *   divides             of any two boundaries of the codomain of G, as far as the domain of F
 *                       goes, and of this domain, the smaller divides the larger: then both are
 *                       cut alike. Boundaries are the products of the first entries
 *   product_admissible  the same of the codomain of G and the entries that F leaves out, past
 *                       whose end no image of G ends
 *
 * With `exact` both tuples are the same.
 */
#include "config.h"

#include "../../../lib/size.h"

#include "../sets/nest.h"
#include "claims.h"

#include <string.h>

bool lcr_ev_standard_form(ev *e, const lcr_statement *c)
{
    return lcr_ev_arithmetic(e, lcr_nest_is_standard(e, c->arg[0]),
                             "the codomain is not that of standard form");
}

bool lcr_ev_non_degenerate(ev *e, const lcr_statement *c)
{
    const lit *x = c->arg[0];
    bool none = true;
    if (x->kind != LIT_MORPHISM && (!(x = lcr_ev_layout(e, x)) || x->kind != LIT_LAYOUT))
        return x ? lcr_ev_not(e) : false;
    for (size_t i = 0; i < x->n; i++) {
        if (!lc_int_is_one(x->extent[i]))
            continue;
        if (x->kind == LIT_MORPHISM)
            none = none && x->image[i] == 0;
        for (size_t axis = 0; x->kind == LIT_LAYOUT && axis < x->naxes; axis++)
            none = none && lc_int_is_zero(x->step[axis * x->n + i]);
    }
    return lcr_ev_reading(e, none, "an entry 1 has an image, or a stride");
}

/* One of two numbers divides the other. */
static bool chained(lc_ctx *lc, lc_int x, lc_int y)
{
    return lc_int_divides(lc, x, y) || lc_int_divides(lc, y, x);
}

static bool have_refinement(ev *e, const lit *s, const lit *t)
{
    const lc_int *x = lcr_lit_places(e->pool, s), *y = lcr_lit_places(e->pool, t);
    bool all = x && y;
    for (size_t i = 0; all && i <= s->n; i++)
        for (size_t k = 0; all && k <= t->n; k++)
            all = chained(e->pool->lc, x[i], y[k]);
    return all;
}

bool lcr_ev_divides(ev *e, const lcr_statement *c)
{
    const lit *g = c->arg[0], *f = c->arg[1];
    lc_ctx *lc = e->pool->lc;
    bool exact;
    if (!lcr_ev_has_word(e, c, 2, "exact", &exact))
        return false;
    if (exact)
        return lcr_ev_reading(e, lcr_lit_same_extents(g->codomain, f), "the tuples differ");
    bool fits = lc_int_divides(lc, lcr_lit_size(lc, g->codomain), lcr_lit_size(lc, f));
    return lcr_ev_arithmetic(e, fits, "the size of the one does not divide that of the other") &&
           lcr_ev_arithmetic(e, have_refinement(e, g->codomain, f), "they have no refinement");
}

/* No image of an entry other than 1 ends past this. */
static bool stays_within(ev *e, const lit *g, lc_int end)
{
    const lc_int *place = lcr_lit_places(e->pool, g->codomain);
    bool all = place != NULL;
    for (size_t i = 0; all && i < g->n; i++)
        all = g->image[i] == 0 || lc_int_known_equal(g->extent[i], lc_int_const(1)) ||
              lc_int_le(place[g->image[i]], end);
    return all;
}

bool lcr_ev_product_admissible(ev *e, const lcr_statement *c)
{
    const lit *f = c->arg[0], *g = c->arg[1];
    bool exact;
    if (!lcr_ev_has_word(e, c, 2, "exact", &exact))
        return false;
    const lit *rest = lcr_nest_complement(e, f);
    if (!rest)
        return false;
    if (exact)
        return lcr_ev_reading(e, lcr_lit_same_extents(g->codomain, rest), "the tuples differ");
    return lcr_ev_arithmetic(e, have_refinement(e, g->codomain, rest),
                             "they have no refinement") &&
           lcr_ev_arithmetic(e, stays_within(e, g, lcr_lit_size(e->pool->lc, rest)),
                             "an image ends past what is left");
}
