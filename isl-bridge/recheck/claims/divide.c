/* divide.c - divides_into: D's first mode is A o T, and D has the offsets of A.
 *
 * A D of as many coordinates as A reaches every offset as often as A does when D = A o W for a W
 * that permutes the coordinates. W is the witness: within bounds, injective, and of as many
 * coordinates. A larger D, where the claim is not `exact`, reaches each of A's once, and A does,
 * when A = D o W for an injective W into the coordinates of an injective D. Another W may do
 * where one does not. Without one, all values are looked at.
 */
#include "config.h"

#include "../../../lib/size.h"
#include "claims.h"

#include <string.h>

static bool is_by_mode(const lit *t)
{
    return t->kind == LIT_TILER || (t->kind == LIT_TUPLE && t->nnodes > 1);
}

/* What T divides: a T of fewer modes takes the first ones of A. */
static const lit *divided(ev *e, const lit *a, const lit *t)
{
    size_t n = t->kind == LIT_TILER ? t->nmodes : t->node[0];
    return is_by_mode(t) && n < a->node[0] ? lcr_lit_modes(e->pool, a, n) : a;
}

static bool same_offsets(ev *e, const lit *d, const lit *a, const lit *w, bool exact)
{
    lc_ctx *lc = e->pool->lc;
    lc_int have = lcr_lit_size(lc, d), want = lcr_lit_size(lc, a);
    if (lc_int_lt(have, want) || (exact && !lc_int_eq(have, want)))
        return lcr_ev_condition(e, false, "the sizes differ");
    bool equal = e->pool->sizes ? lc_int_known_equal(have, want) : lc_int_eq(have, want);
    if (!w && e->pool->sizes && !(w = lcr_ev_hint(e, "along", equal ? d : a, equal ? a : d)))
        return lcr_ev_not(e);
    if (!w) {
        bool found;
        int64_t gap;
        return lcr_ev_values_contained(e, a, d, &found, &gap) &&
               (found ? lcr_ev_missing(e, d, lc_int_si(lc, gap)) : lcr_ev_same_counts(e, d, a));
    }
    if (equal)
        return lcr_ev_placed(e, d, a, w);
    return lcr_ev_placed(e, a, d, w) && lcr_ev_injective(e, d);
}

static const lit *at_zero(ev *e, const lit *a)
{
    lit *b = lcr_lit_copy(e->pool, a);
    if (b) {
        b->offset = NULL;
        b->offset_nesting = NULL;
    }
    return b;
}

/* D and A that one integer moves alike divide as they do without it. False with an error; other
 * offsets are left. */
static bool drop_offsets(ev *e, const lit **d, const lit **a)
{
    const lit_path top = {.depth = 0};
    bool integers = !(*d)->basis && !(*a)->basis && (*d)->naxes == 1 && (*a)->naxes == 1;
    bool alike = integers && lc_int_eq(lcr_fn_offset(*d, &top), lcr_fn_offset(*a, &top));
    *d = alike ? at_zero(e, *d) : *d;
    *a = alike ? at_zero(e, *a) : *a;
    return *d && *a != NULL;
}

bool lcr_ev_divides_into(ev *e, const lcr_statement *c)
{
    const lit *d = c->arg[0], *a = c->arg[1], *t = c->arg[2];
    bool exact;
    if (!lcr_ev_has_word(e, c, 3, "exact", &exact))
        return false;
    if (!lcr_lit_is_affine(d) || !lcr_lit_is_affine(a))
        return lcr_ev_not(e);
    if (!drop_offsets(e, &d, &a))
        return false;
    if (d->offset || a->offset)
        return lcr_ev_not(e);
    const lit *first = lcr_lit_mode(e->pool, d, 0), *part = first ? divided(e, a, t) : NULL;
    if (!part)
        return false;
    bool ok = lcr_ev_composite(e, first, part, t) && same_offsets(e, d, a, c->witness, exact);
    if (!e->out->contrary)
        e->out->by = "counting";
    e->out->one_way = c->witness != NULL || e->pool->sizes;
    return ok;
}
