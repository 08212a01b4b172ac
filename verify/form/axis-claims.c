/* axis-claims.c - claims about layouts of coordinates with parameters, axis by axis.
 *
 * Of layouts without modes on two axes, whose images are products of those on each axis:
 *
 *   disjoint     nothing but 0 in common on each axis; (v,0) would be, for a common v
 *   contained    on each axis; T may have modes on several axes
 *   complements  mode q of C, on axis q alone, complements A on that axis
 *   inverses     R has a mode for each axis; A o R is the identity of each, and L takes what A
 *                gives on each axis
 */
#include "config.h"

#include "axis-claims.h"

#include "coordinates.h"

/* The claim about integers in the place of its first arguments. */
static bool of_axis(lcv_proof *p, lcv_prove_symbols *prove, const lcv_form *x, const lcv_form *y,
                    const lc_poly *bound)
{
    lcv_proof axis = *p;
    axis.arg[0] = x;
    axis.arg[1] = y;
    if (bound)
        axis.arg[2] = lcv_form_int(p->f, bound);
    bool ok = x && y && (!bound || axis.arg[2]) && prove(&axis);
    p->hinted = axis.hinted;
    return ok;
}

bool lcv_disjoint_by_axis(lcv_proof *p, const lcv_form *x, const lcv_form *y)
{
    if (x->offset || y->offset || !lcv_form_by_axis(p->f, x) || !lcv_form_by_axis(p->f, y))
        return false;
    for (size_t q = 0; q < x->naxes; q++)
        if (!of_axis(p, lcv_sym_disjoint, lcv_form_axis(p->f, x, q), lcv_form_axis(p->f, y, q),
                     NULL))
            return false;
    return true;
}

bool lcv_contained_by_axis(lcv_proof *p, const lcv_form *t, const lcv_form *a)
{
    lcv_form_join_axes(p->f, &t, &a);
    if (!lcv_form_same_axes(p, t, a) || !lcv_form_by_axis(p->f, a))
        return false;
    for (size_t q = 0; q < a->naxes; q++)
        if (!of_axis(p, lcv_sym_contained, lcv_form_axis(p->f, t, q), lcv_form_axis(p->f, a, q),
                     NULL))
            return false;
    return true;
}

/* ---- complements ---- */

/* Mode q, whose values lie on axis q, as integers. */
static const lcv_form *mode_on_axis(lcv_proof *p, const lcv_form *a, size_t q)
{
    const lcv_form *mode = lcv_form_as_layout(p->f, lcv_form_mode(p->f, a, q));
    if (!mode)
        return NULL;
    const lcv_form *like = a, *of = mode;
    lcv_form_join_axes(p->f, &of, &like);
    if (of->naxes != a->naxes)
        return lcv_obstacle(p->f, "modes whose values are nested differently");
    for (size_t r = 0; r < of->naxes; r++)
        for (size_t k = 0; k < of->n; k++)
            if (r != q && !lcv_size_is_one(of->extent[k]) &&
                !lcv_shown_zero(p, of->step[r * of->n + k]))
                return lcv_obstacle(p->f, "a mode whose values are not on its axis alone");
    return lcv_form_axis(p->f, of, q);
}

/* Has it a mode for each axis of these, or for the first ones? */
static bool has_modes(lcv_proof *p, const lcv_form *a, const lcv_form *axes, bool first)
{
    bool each = axes->profile && !lc_tuple_is_leaf(axes->profile) &&
                lc_tuple_rank(axes->profile) == axes->naxes && !lc_tuple_is_leaf(a->nest);
    size_t rank = each ? lc_tuple_rank(a->nest) : 0;
    return (each && (first ? rank <= axes->naxes : rank == axes->naxes)) ||
           lcv_obstacle(p->f, "a layout without a mode for each axis of the "
                              "values") != NULL;
}

bool lcv_complements_by_axis(lcv_proof *p, const lcv_form *c, const lcv_form *a)
{
    const lcv_form *bound = p->n > 2 ? lcv_form_as_tuple(p->f, p->arg[2]) : NULL;
    lcv_form_join_axes(p->f, &c, &a);
    if ((p->n > 2 && !bound) || !lcv_form_same_axes(p, c, a) || !has_modes(p, c, a, false) ||
        !lcv_form_by_axis(p->f, a))
        return false;
    if (bound && bound->n != a->naxes)
        return lcv_obstacle(p->f, "a shape that is not nested like the values") != NULL;
    for (size_t q = 0; q < a->naxes; q++)
        if (!of_axis(p, lcv_sym_complements, mode_on_axis(p, c, q), lcv_form_axis(p->f, a, q),
                     bound ? bound->extent[q] : NULL))
            return false;
    return true;
}

/* ---- inverses ---- */

bool lcv_right_inverts_by_axis(lcv_proof *p, const lcv_form *r, const lcv_form *a)
{
    const lcv_form *made = lcv_form_compose(p->f, a, r);
    const lcv_form *both = made ? lcv_form_as_layout(p->f, made) : NULL;
    if (!both || r->offset || !has_modes(p, r, a, true))
        return false;
    lcv_form_join_axes(p->f, &both, &a);
    if (both->naxes != a->naxes)
        return lcv_obstacle(p->f, "values that are nested differently") != NULL;
    for (size_t q = 0; q < lc_tuple_rank(both->nest); q++) /* on further axes there is 0 */
        if (!lcv_form_is_identity(p, mode_on_axis(p, both, q)))
            return false;
    return true;
}

bool lcv_left_inverts_by_axis(lcv_proof *p, const lcv_form *l, const lcv_form *a)
{
    const lcv_form *made = lcv_form_after_axes(p->f, l, a);
    const lcv_form *back = made ? lcv_form_as_layout(p->f, made) : NULL;
    if (!back)
        return false;
    if (lcv_form_is_identity(p, back))
        return true;
    const lcv_form *again = lcv_form_compose(p->f, a, back);
    return again && lcv_form_none_differ(p, lcv_form_as_tensor(p->f, again), a) &&
           lcv_form_within(p, back, 0, lcv_size_const(p->s, 0), lcv_form_size(p->f, a));
}
