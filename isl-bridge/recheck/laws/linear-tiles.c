/* linear-tiles.c - complements, divides and products of linear layouts.
 *
 * A bit is the highest of no value exactly when it is a sum of the bits above it, for whatever
 * value; sets say this of each bit, or that it is none. These bits are the bases of a complement.
 * A divide and a product are wired anew from the arguments and these bits.
 */
#include "config.h"

#include "../sets/linear.h"
#include "laws.h"

static bool complement(ev *e, const lcr_statement *s)
{
    uint64_t left;
    const lin *l = s->n == 1 ? lcr_lin_arg(e, s, 0) : NULL;
    if (!l)
        return s->n == 1 ? lcr_ev_ok(e) : lcr_ev_not(e);
    e->out->by = "parity";
    lin w, all = {.dims = {l->dims[LIN_OUT], l->dims[LIN_OUT]}};
    for (size_t i = 0; i < lcr_lin_bits(&l->dims[LIN_OUT]); i++)
        all.column[i] = lcr_lin_bit(i);
    return lcr_lin_left_out(e, l, &left) && lcr_lin_select(e, &all, left, &w) &&
           lcr_lin_is(e, s, &w);
}

/* ---- side by side ---- */

/* The dims of a, each with the bits of b's after its own, then those of b alone. False: there
 * are too many. */
static bool join(ev *e, const lin_dims *a, const lin_dims *b, lin_dims *to)
{
    if (a->n + b->n > LIT_MAX_AXES)
        return lcr_ev_not(e) && false;
    for (size_t i = 0; i < a->n; i++) {
        const lit_dim *also = lcr_lin_find(b, a->dim[i].name);
        lcr_lin_append(to, a->dim[i].name, a->dim[i].bits + (also ? also->bits : 0));
    }
    for (size_t i = 0; i < b->n; i++)
        if (!lcr_lin_find(a, b->dim[i].name))
            lcr_lin_append(to, b->dim[i].name, b->dim[i].bits);
    return true;
}

/* Two arguments that are linear; false, perhaps with an error: they are not. */
static bool open(ev *e, const lcr_statement *s, const lin **l, const lin **t, lin *w)
{
    *l = lcr_lin_arg(e, s, 0);
    *t = *l ? lcr_lin_arg(e, s, 1) : NULL;
    e->out->by = "parity";
    return *t && lcr_lin_begin(e, w);
}

/* L o T, and L at what T leaves out of its inputs. */
static bool divide(ev *e, const lcr_statement *s)
{
    lin w, rest;
    const lin *l, *t;
    uint64_t left;
    if (!open(e, s, &l, &t, &w))
        return lcr_ev_ok(e);
    const lin_dims *ins = &l->dims[LIN_IN], *own = &t->dims[LIN_IN];
    if (!lcr_lin_fits(&t->dims[LIN_OUT], ins))
        return lcr_ev_not(e);
    lin places = {.dims = {*own, *ins}}, tiles = {.dims = {*own, l->dims[LIN_OUT]}};
    const lin below = {.dims = {*own}};
    if (!lcr_lin_wire(e, &places, t, NULL) || !lcr_lin_left_out(e, &places, &left) ||
        !lcr_lin_select(e, l, left, &rest))
        return false;
    for (size_t c = 0; c < LIN_BITS; c++)
        tiles.column[c] = lcr_lin_at(l, places.column[c]);
    lcr_lin_dims_of(&w, LIN_OUT, l);
    if (!join(e, own, &rest.dims[LIN_IN], &w.dims[LIN_IN]))
        return lcr_ev_ok(e);
    return lcr_lin_wire(e, &w, &tiles, NULL) && lcr_lin_wire(e, &w, &rest, &below) &&
           lcr_lin_is(e, s, &w);
}

/* ---- product ---- */

/* The bits of an output dim of L that are left out, those past it included, as a word. */
static uint64_t free_in(const lin *l, uint64_t left, const char *name)
{
    const lit_dim *own = lcr_lin_find(&l->dims[LIN_OUT], name);
    uint64_t taken = own ? lcr_lin_number(own, ~left) : 0;
    return ~taken;
}

/* Output dims of L, grown by the bits that T counts past those left out, and those of T alone. */
static void grow(const lin *l, const lin_dims *counts, uint64_t left, lin *w)
{
    const lin_dims *outs = &l->dims[LIN_OUT];
    for (size_t i = 0; i < outs->n; i++) {
        const lit_dim *own = &outs->dim[i], *count = lcr_lin_find(counts, own->name);
        size_t have = (size_t)__builtin_popcountll(lcr_lin_number(own, left));
        size_t need = count ? count->bits : 0;
        lcr_lin_append(&w->dims[LIN_OUT], own->name, own->bits + (need > have ? need - have : 0));
    }
    for (size_t i = 0; i < counts->n; i++)
        if (!lcr_lin_find(outs, counts->dim[i].name))
            lcr_lin_append(&w->dims[LIN_OUT], counts->dim[i].name, counts->dim[i].bits);
}

/* A value of T, bit k of a number at the k-th bit that L leaves out of the dim. */
static uint64_t counted(const lin *l, uint64_t left, const lin_dims *counts, uint64_t x,
                        const lin_dims *to)
{
    uint64_t value = 0;
    for (size_t i = 0; i < counts->n; i++) {
        uint64_t number = lcr_lin_number(&counts->dim[i], x);
        uint64_t places = free_in(l, left, counts->dim[i].name);
        size_t first = lcr_lin_find(to, counts->dim[i].name)->first;
        for (; number != 0; number >>= 1, places &= places - 1)
            if ((number & 1) != 0)
                value |= lcr_lin_bit(first + (size_t)__builtin_ctzll(places));
    }
    return value;
}

/* L, and for each value of T what it counts of the bits that L leaves out. */
static bool product(ev *e, const lcr_statement *s)
{
    lin w;
    const lin *l, *t;
    uint64_t left;
    if (!open(e, s, &l, &t, &w))
        return lcr_ev_ok(e);
    const lin_dims *counts = &t->dims[LIN_OUT];
    if (!lcr_lin_left_out(e, l, &left))
        return false;
    if (l->dims[LIN_OUT].n + counts->n > LIT_MAX_AXES ||
        !join(e, &l->dims[LIN_IN], &t->dims[LIN_IN], &w.dims[LIN_IN]))
        return lcr_ev_not(e);
    grow(l, counts, left, &w);
    lin copies = {.dims = {t->dims[LIN_IN], w.dims[LIN_OUT]}};
    const lin below = {.dims = {l->dims[LIN_IN]}};
    if (!lcr_lin_wire(e, &w, l, NULL))
        return false;
    for (size_t c = 0; c < LIN_BITS; c++)
        copies.column[c] = counted(l, left, counts, t->column[c], &w.dims[LIN_OUT]);
    return lcr_lin_wire(e, &w, &copies, &below) && lcr_lin_is(e, s, &w);
}

const ev_row lcr_laws_linear_tiles[] = {
    {"complement", 1, "..", complement, OF_LINEAR, 0},
    {"logical_divide", 2, "..", divide, OF_LINEAR, 0},
    {"logical_product", 2, "..", product, OF_LINEAR, 0},
    {NULL, 0, NULL, NULL, 0, 0},
};
