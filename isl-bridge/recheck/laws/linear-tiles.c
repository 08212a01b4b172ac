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

static size_t left_in(const lit_dim *dim, const bool *left)
{
    size_t n = 0;
    for (size_t r = dim->first; r < dim->first + dim->bits; r++)
        n += left[r];
    return n;
}

/* ---- complement ---- */

static bool complement(ev *e, const lcr_statement *s)
{
    lin w;
    bool left[LIN_BITS];
    size_t column = 0;
    const lin *l = s->n == 1 ? lcr_lin_arg(e, s, 0) : NULL;
    if (!l)
        return s->n == 1 ? lcr_ev_ok(e) : lcr_ev_not(e);
    e->out->by = "parity";
    if (!left_out(e, &l->map, left) || !lcr_lin_begin(e, &w))
        return false;
    const lin_dims *outs = &l->dims[LIN_OUT];
    for (size_t i = 0; i < outs->n; i++)
        lcr_lin_append(&w.dims[LIN_IN], outs->dim[i].name, left_in(&outs->dim[i], left));
    lcr_lin_dims_of(&w, LIN_OUT, l);
    if (!lcr_lin_map(e, &w))
        return false;
    for (size_t r = 0; r < l->map.rows; r++)
        if (left[r])
            w.map.at[r * w.map.cols + column++] = 1;
    return lcr_lin_is(e, s, &w);
}

/* ---- side by side ---- */

/* A dim of a whole: in front the bits of a part, then as many more. False: too many dims. */
static bool join_ins(ev *e, const lin_dims *a, const lin_dims *b, const size_t *more, lin *w)
{
    if (a->n + b->n > LIT_MAX_AXES)
        return lcr_ev_not(e);
    for (size_t i = 0; i < a->n; i++) {
        const lit_dim *also = lcr_lin_find(b, a->dim[i].name);
        lcr_lin_append(&w->dims[LIN_IN], a->dim[i].name,
                       a->dim[i].bits + (also ? more[also - b->dim] : 0));
    }
    for (size_t i = 0; i < b->n; i++)
        if (!lcr_lin_find(a, b->dim[i].name))
            lcr_lin_append(&w->dims[LIN_IN], b->dim[i].name, more[i]);
    return lcr_lin_bits(&w->dims[LIN_IN]) <= LIN_BITS || lcr_ev_not(e);
}

/* Column `bit` of dim `name` of w, counted from the bits that a has there. */
static size_t column_of(const lin *w, const lin_dims *a, const char *name, size_t bit)
{
    const lit_dim *low = a ? lcr_lin_find(a, name) : NULL;
    return lcr_lin_find(&w->dims[LIN_IN], name)->first + (low ? low->bits : 0) + bit;
}

static void copy_column(lin_map *to, size_t column, const lin_map *from, size_t of)
{
    for (size_t r = 0; r < to->rows; r++)
        to->at[r * to->cols + column] = from->at[r * from->cols + of];
}

/* Columns of a part, whose dims are `ins`, in the place of their names in w. */
static void put(lin *w, const lin_dims *below, const lin_dims *ins, const lin_map *part)
{
    for (size_t i = 0; i < ins->n; i++)
        for (size_t b = 0; b < ins->dim[i].bits; b++)
            copy_column(&w->map, column_of(w, below, ins->dim[i].name, b), part,
                        ins->dim[i].first + b);
}

/* All of a's dims are dims of b, and no larger. */
static bool fits_in(const lin_dims *a, const lin_dims *b)
{
    bool fit = true;
    for (size_t i = 0; fit && i < a->n; i++) {
        const lit_dim *to = lcr_lin_find(b, a->dim[i].name);
        fit = to && a->dim[i].bits <= to->bits;
    }
    return fit;
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
    lin w;
    lin_map places, tiles;
    const lin *l, *t;
    bool left[LIN_BITS];
    size_t more[LIT_MAX_AXES];
    if (!open(e, s, &l, &t, &w))
        return lcr_ev_ok(e);
    const lin_dims *ins = &l->dims[LIN_IN];
    if (!fits_in(&t->dims[LIN_OUT], ins))
        return lcr_ev_not(e);
    if (!lcr_lin_zero(e, &places, l->map.cols, t->map.cols))
        return false;
    const lin space = {.dims = {t->dims[LIN_IN], *ins}};
    lcr_lin_wire(&places, &space, t, NULL);
    if (!left_out(e, &places, left))
        return false;
    for (size_t i = 0; i < ins->n && i < LIT_MAX_AXES; i++)
        more[i] = left_in(&ins->dim[i], left);
    lcr_lin_dims_of(&w, LIN_OUT, l);
    if (!join_ins(e, &t->dims[LIN_IN], ins, more, &w) || !lcr_lin_map(e, &w) ||
        !lcr_lin_chain(e, &l->map, &places, &tiles))
        return lcr_ev_ok(e);
    put(&w, NULL, &t->dims[LIN_IN], &tiles);
    for (size_t i = 0; i < ins->n; i++)
        for (size_t b = 0, k = 0; b < ins->dim[i].bits; b++)
            if (left[ins->dim[i].first + b])
                copy_column(&w.map, column_of(&w, &t->dims[LIN_IN], ins->dim[i].name, k++),
                            &l->map, ins->dim[i].first + b);
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
        size_t have = left_in(&outs->dim[i], left), need = count ? count->bits : 0;
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
static void count_copies(const lin *l, const bool *left, const lin *t, const lin *w,
                         lin_map *copies)
{
    const lin_dims *counts = &t->dims[LIN_OUT];
    for (size_t i = 0; i < counts->n; i++) {
        const lit_dim *own = lcr_lin_find(&l->dims[LIN_OUT], counts->dim[i].name);
        const lit_dim *to = lcr_lin_find(&w->dims[LIN_OUT], counts->dim[i].name);
        for (size_t b = 0, k = 0; k < counts->dim[i].bits && b < to->bits; b++) {
            if (own && b < own->bits && !left[own->first + b])
                continue;
            for (size_t c = 0; c < t->map.cols; c++)
                copies->at[(to->first + b) * copies->cols + c] =
                    t->map.at[(counts->dim[i].first + k) * t->map.cols + c];
            k++;
        }
    }
}

/* L, and for each value of T what it counts of the bits that L leaves out. */
static bool product(ev *e, const lcr_statement *s)
{
    lin w;
    lin_map own, copies;
    const lin *l, *t;
    bool left[LIN_BITS];
    size_t more[LIT_MAX_AXES];
    if (!open(e, s, &l, &t, &w))
        return lcr_ev_ok(e);
    const lin_dims *ins = &t->dims[LIN_IN];
    for (size_t i = 0; i < ins->n && i < LIT_MAX_AXES; i++)
        more[i] = ins->dim[i].bits;
    if (!left_out(e, &l->map, left))
        return false;
    if (!grow(e, l, &t->dims[LIN_OUT], left, &w) || !join_ins(e, &l->dims[LIN_IN], ins, more, &w))
        return lcr_ev_ok(e);
    size_t rows = lcr_lin_bits(&w.dims[LIN_OUT]);
    const lin space = {.dims = {l->dims[LIN_IN], w.dims[LIN_OUT]}};
    if (!lcr_lin_map(e, &w) || !lcr_lin_zero(e, &own, rows, l->map.cols) ||
        !lcr_lin_zero(e, &copies, rows, t->map.cols))
        return false;
    lcr_lin_wire(&own, &space, l, NULL);
    count_copies(l, left, t, &w, &copies);
    put(&w, NULL, &l->dims[LIN_IN], &own);
    put(&w, &l->dims[LIN_IN], ins, &copies);
    return lcr_lin_is(e, s, &w);
}

const ev_row lcr_laws_linear_tiles[] = {
    {"complement", 1, "..", complement, OF_LINEAR, 0},
    {"logical_divide", 2, "..", divide, OF_LINEAR, 0},
    {"logical_product", 2, "..", product, OF_LINEAR, 0},
    {NULL, 0, NULL, NULL, 0, 0},
};
