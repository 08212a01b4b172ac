/* linear-tiles.c - complements, divides and products of linear layouts.
 *
 * A bit is the highest of no value exactly when it is a sum of the bits above it, for whatever
 * value; sets say this of each bit, or that it is none. These bits are the bases of a complement.
 * A divide and a product are wired anew from the arguments and these bits.
 */
#include "config.h"

#include "invert.h"
#include "laws.h"

/* Output bits of a map: those that are the highest of no value. */
static bool left_out(ev *e, const lin_map *m, bool *left)
{
    lin_map down;
    if (!lcr_rows_down(e, m, &down))
        return false;
    for (size_t r = 0; r < m->rows; r++)
        if (!lcr_is_free_bit(e, &down, m->rows - 1 - r, &left[r]) ||
            !lcr_bit_is(e, &down, m->rows - 1 - r, left[r]))
            return false;
    return true;
}

/* ---- complement ---- */

static bool complement(ev *e, const lcr_statement *s)
{
    bool left[LIN_BITS];
    const lin *l = s->n == 1 ? lcr_lin_arg(e, s, 0) : NULL;
    if (!l)
        return s->n == 1 ? lcr_ev_ok(e) : lcr_ev_not(e);
    e->out->by = "parity";
    lin w, all = {.dims = {l->dims[LIN_OUT], l->dims[LIN_OUT]}};
    return left_out(e, &l->map, left) && lcr_lin_identity(e, &all.map, l->map.rows) &&
           lcr_lin_select(e, &all, left, &w) && lcr_lin_is(e, s, &w);
}

/* ---- side by side ---- */

/* The dims of a, each with the bits of b's after its own, then those of b alone. False: there
 * are too many, or too many bits. */
static bool join_ins(ev *e, const lin_dims *a, const lin_dims *b, lin *w)
{
    if (a->n + b->n > LIT_MAX_AXES)
        return lcr_ev_not(e);
    for (size_t i = 0; i < a->n; i++) {
        const lit_dim *also = lcr_lin_find(b, a->dim[i].name);
        lcr_lin_append(&w->dims[LIN_IN], a->dim[i].name,
                       a->dim[i].bits + (also ? also->bits : 0));
    }
    for (size_t i = 0; i < b->n; i++)
        if (!lcr_lin_find(a, b->dim[i].name))
            lcr_lin_append(&w->dims[LIN_IN], b->dim[i].name, b->dim[i].bits);
    return lcr_lin_bits(&w->dims[LIN_IN]) <= LIN_BITS || lcr_ev_not(e);
}

/* Two arguments that are linear; false, perhaps with an error: they are not. */
static bool open(ev *e, const lcr_statement *s, const lin **l, const lin **t, lin *w)
{
    *l = lcr_lin_arg(e, s, 0);
    *t = *l ? lcr_lin_arg(e, s, 1) : NULL;
    e->out->by = "parity";
    return *t && lcr_lin_begin(e, w);
}

/* ---- divide ---- */

/* L o T, and L at what T leaves out of its inputs. */
static bool divide(ev *e, const lcr_statement *s)
{
    lin w, rest;
    lin_map places;
    const lin *l, *t;
    bool left[LIN_BITS];
    if (!open(e, s, &l, &t, &w))
        return lcr_ev_ok(e);
    const lin_dims *ins = &l->dims[LIN_IN], *own = &t->dims[LIN_IN];
    if (!lcr_lin_fits(&t->dims[LIN_OUT], ins))
        return lcr_ev_not(e);
    if (!lcr_lin_zero(e, &places, l->map.cols, t->map.cols))
        return false;
    const lin space = {.dims = {*own, *ins}}, below = {.dims = {*own}};
    lcr_lin_wire(&places, &space, t, NULL);
    if (!left_out(e, &places, left) || !lcr_lin_select(e, l, left, &rest))
        return false;
    lin tiles = {.dims = {*own, l->dims[LIN_OUT]}};
    lcr_lin_dims_of(&w, LIN_OUT, l);
    if (!join_ins(e, own, &rest.dims[LIN_IN], &w) || !lcr_lin_map(e, &w) ||
        !lcr_lin_chain(e, &l->map, &places, &tiles.map))
        return lcr_ev_ok(e);
    lcr_lin_wire(&w.map, &w, &tiles, NULL);
    lcr_lin_wire(&w.map, &w, &rest, &below);
    return lcr_lin_is(e, s, &w);
}

/* ---- product ---- */

/* Output dims of L, grown by the bits that T counts past those left out, and those of T alone. */
static bool grow(ev *e, const lin *l, const lin_dims *counts, const bool *left, lin *w)
{
    const lin_dims *outs = &l->dims[LIN_OUT];
    if (outs->n + counts->n > LIT_MAX_AXES)
        return lcr_ev_not(e);
    for (size_t i = 0; i < outs->n; i++) {
        const lit_dim *count = lcr_lin_find(counts, outs->dim[i].name);
        size_t have = lcr_lin_chosen(&outs->dim[i], left), need = count ? count->bits : 0;
        lcr_lin_append(&w->dims[LIN_OUT], outs->dim[i].name,
                       outs->dim[i].bits + (need > have ? need - have : 0));
    }
    for (size_t i = 0; i < counts->n; i++)
        if (!lcr_lin_find(outs, counts->dim[i].name))
            lcr_lin_append(&w->dims[LIN_OUT], counts->dim[i].name, counts->dim[i].bits);
    return lcr_lin_bits(&w->dims[LIN_OUT]) <= LIN_BITS || lcr_ev_not(e);
}

/* The values of T, bit k of a number at the k-th bit that L leaves out of the dim. Bits that L
 * has not are left out, too. */
static void count_copies(const lin *l, const bool *left, const lin *t, lin *copies)
{
    const lin_dims *counts = &t->dims[LIN_OUT];
    for (size_t i = 0; i < counts->n; i++) {
        const lit_dim *own = lcr_lin_find(&l->dims[LIN_OUT], counts->dim[i].name);
        const lit_dim *to = lcr_lin_find(&copies->dims[LIN_OUT], counts->dim[i].name);
        for (size_t b = 0, k = 0; k < counts->dim[i].bits && b < to->bits; b++) {
            if (own && b < own->bits && !left[own->first + b])
                continue;
            for (size_t c = 0; c < t->map.cols; c++)
                copies->map.at[(to->first + b) * t->map.cols + c] =
                    t->map.at[(counts->dim[i].first + k) * t->map.cols + c];
            k++;
        }
    }
}

/* L, and for each value of T what it counts of the bits that L leaves out. */
static bool product(ev *e, const lcr_statement *s)
{
    lin w;
    const lin *l, *t;
    bool left[LIN_BITS];
    if (!open(e, s, &l, &t, &w))
        return lcr_ev_ok(e);
    if (!left_out(e, &l->map, left))
        return false;
    if (!grow(e, l, &t->dims[LIN_OUT], left, &w) ||
        !join_ins(e, &l->dims[LIN_IN], &t->dims[LIN_IN], &w))
        return lcr_ev_ok(e);
    lin copies = {.dims = {t->dims[LIN_IN], w.dims[LIN_OUT]}};
    const lin below = {.dims = {l->dims[LIN_IN]}};
    if (!lcr_lin_map(e, &w) || !lcr_lin_map(e, &copies))
        return false;
    count_copies(l, left, t, &copies);
    lcr_lin_wire(&w.map, &w, l, NULL);
    lcr_lin_wire(&w.map, &w, &copies, &below);
    return lcr_lin_is(e, s, &w);
}

const ev_row lcr_laws_linear_tiles[] = {
    {"complement", 1, "..", complement, OF_LINEAR, 0},
    {"logical_divide", 2, "..", divide, OF_LINEAR, 0},
    {"logical_product", 2, "..", product, OF_LINEAR, 0},
    {NULL, 0, NULL, NULL, 0, 0},
};
