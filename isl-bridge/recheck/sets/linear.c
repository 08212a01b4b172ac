/* linear.c - maps of bits: one after the other, wired by names, as sets. */
#include "config.h"

#include "linear.h"

#include "alike.h"

#include <string.h>

/* ---- maps ---- */

bool lcr_lin_zero(ev *e, lin_map *m, size_t rows, size_t cols)
{
    *m = (lin_map){rows, cols, lcr_lit_alloc(e->pool, rows * cols + 1, sizeof *m->at)};
    return m->at != NULL;
}

bool lcr_lin_identity(ev *e, lin_map *m, size_t bits)
{
    if (!lcr_lin_zero(e, m, bits, bits))
        return false;
    for (size_t i = 0; i < bits; i++)
        m->at[i * bits + i] = 1;
    return true;
}

bool lcr_lin_is_zero_column(const lin_map *m, size_t column)
{
    for (size_t r = 0; r < m->rows; r++)
        if (m->at[r * m->cols + column] != 0)
            return false;
    return true;
}

bool lcr_lin_without_zeros(ev *e, const lin *l, const char *name, lin *w)
{
    bool kept[LIN_BITS];
    const lit_dim *dim = lcr_lin_find(&l->dims[LIN_IN], name);
    for (size_t c = 0; c < l->map.cols; c++) {
        bool own = dim && dim->first <= c && c < dim->first + dim->bits;
        kept[c] = !own || !lcr_lin_is_zero_column(&l->map, c);
    }
    return lcr_lin_select(e, l, kept, w);
}

/* Adds to `out` what goes from input bit `from` of the outer map, which row `row` of the inner
 * one gives. */
static void chain_bit(const lin_map *outer, size_t from, const lin_map *inner, size_t row,
                      lin_map *out)
{
    for (size_t r = 0; r < outer->rows; r++) {
        int32_t ways = outer->at[r * outer->cols + from];
        for (size_t c = 0; ways != 0 && c < inner->cols; c++)
            out->at[r * out->cols + c] += ways * inner->at[row * inner->cols + c];
    }
}

bool lcr_lin_chain(ev *e, const lin_map *outer, const lin_map *inner, lin_map *out)
{
    if (!lcr_lin_zero(e, out, outer->rows, inner->cols))
        return false;
    for (size_t i = 0; i < inner->rows && i < outer->cols; i++)
        chain_bit(outer, i, inner, i, out);
    return true;
}

bool lcr_lin_chain_by_name(ev *e, const lin *outer, const lin *inner, lin_map *out)
{
    const lin_dims *dims = &inner->dims[LIN_OUT];
    if (!lcr_lin_zero(e, out, outer->map.rows, inner->map.cols))
        return false;
    for (size_t j = 0; j < dims->n; j++) {
        const lit_dim *from = &dims->dim[j];
        const lit_dim *to = lcr_lin_find(&outer->dims[LIN_IN], from->name);
        for (size_t i = 0; to && i < from->bits && i < to->bits; i++)
            chain_bit(&outer->map, to->first + i, &inner->map, from->first + i, out);
    }
    return true;
}

/* ---- dims ---- */

const lit_dim *lcr_lin_find(const lin_dims *dims, const char *name)
{
    for (size_t i = 0; i < dims->n; i++)
        if (strcmp(dims->dim[i].name, name) == 0)
            return &dims->dim[i];
    return NULL;
}

size_t lcr_lin_bits(const lin_dims *dims)
{
    return dims->n > 0 ? dims->dim[dims->n - 1].first + dims->dim[dims->n - 1].bits : 0;
}

bool lcr_lin_same_dims(const lin_dims *a, const lin_dims *b)
{
    return a->n == b->n && lcr_lit_same_dims(a->n, a->dim, b->dim);
}

void lcr_lin_append(lin_dims *dims, const char *name, size_t bits)
{
    size_t first = lcr_lin_bits(dims);
    dims->dim[dims->n++] = (lit_dim){name, first, bits};
}

bool lcr_lin_fits(const lin_dims *a, const lin_dims *b)
{
    bool fit = true;
    for (size_t i = 0; fit && i < a->n; i++) {
        const lit_dim *to = lcr_lin_find(b, a->dim[i].name);
        fit = to && a->dim[i].bits <= to->bits;
    }
    return fit;
}

size_t lcr_lin_chosen(const lit_dim *dim, const bool *chosen)
{
    size_t n = 0;
    for (size_t bit = dim->first; bit < dim->first + dim->bits; bit++)
        n += chosen[bit];
    return n;
}

/* ---- wiring ---- */

static size_t shift(const lin *below, lin_side side, const char *name)
{
    const lit_dim *dim = below ? lcr_lin_find(&below->dims[side], name) : NULL;
    return dim ? dim->bits : 0;
}

void lcr_lin_wire(lin_map *to, const lin *like, const lin *from, const lin *below)
{
    const lin_dims *ins = &from->dims[LIN_IN], *outs = &from->dims[LIN_OUT];
    for (size_t j = 0; j < outs->n; j++) {
        const lit_dim *out = &outs->dim[j];
        const lit_dim *there = lcr_lin_find(&like->dims[LIN_OUT], out->name);
        size_t up = shift(below, LIN_OUT, out->name);
        for (size_t i = 0; there && i < ins->n; i++) {
            const lit_dim *in = &ins->dim[i];
            const lit_dim *here = lcr_lin_find(&like->dims[LIN_IN], in->name);
            size_t on = shift(below, LIN_IN, in->name);
            for (size_t r = 0; here && r < out->bits && up + r < there->bits; r++)
                for (size_t c = 0; c < in->bits && on + c < here->bits; c++)
                    to->at[(there->first + up + r) * to->cols + here->first + on + c] +=
                        from->map.at[(out->first + r) * from->map.cols + in->first + c];
        }
    }
}

/* ---- what a value has to be ---- */

bool lcr_lin_begin(ev *e, lin *w)
{
    *w = (lin){.dims = {{0, lcr_lit_alloc(e->pool, (size_t)2 * LIT_MAX_AXES, sizeof(lit_dim))},
                        {0, lcr_lit_alloc(e->pool, (size_t)2 * LIT_MAX_AXES, sizeof(lit_dim))}}};
    return w->dims[0].dim && w->dims[1].dim != NULL;
}

void lcr_lin_dims_of(lin *w, lin_side side, const lin *l)
{
    for (size_t i = 0; i < l->dims[side].n; i++)
        lcr_lin_append(&w->dims[side], l->dims[side].dim[i].name, l->dims[side].dim[i].bits);
}

bool lcr_lin_map(ev *e, lin *w)
{
    return lcr_lin_zero(e, &w->map, lcr_lin_bits(&w->dims[LIN_OUT]),
                        lcr_lin_bits(&w->dims[LIN_IN]));
}

bool lcr_lin_map_of(ev *e, lin *w, const lin *l)
{
    bool fits = lcr_lin_bits(&w->dims[LIN_OUT]) == l->map.rows &&
                lcr_lin_bits(&w->dims[LIN_IN]) == l->map.cols;
    w->map = l->map;
    return lcr_ev_condition(e, fits, "the numbers of bits differ");
}

bool lcr_lin_select(ev *e, const lin *l, const bool *kept, lin *w)
{
    const lin_dims *ins = &l->dims[LIN_IN];
    size_t column = 0;
    if (!lcr_lin_begin(e, w))
        return false;
    for (size_t i = 0; i < ins->n; i++)
        lcr_lin_append(&w->dims[LIN_IN], ins->dim[i].name, lcr_lin_chosen(&ins->dim[i], kept));
    lcr_lin_dims_of(w, LIN_OUT, l);
    if (!lcr_lin_map(e, w))
        return false;
    for (size_t c = 0; c < l->map.cols; c++) {
        for (size_t r = 0; kept[c] && r < l->map.rows; r++)
            w->map.at[r * w->map.cols + column] = l->map.at[r * l->map.cols + c];
        column += kept[c];
    }
    return true;
}

bool lcr_lin_equals(ev *e, const lin *l, const lin *w)
{
    e->out->by = "parity";
    if (!lcr_lin_same_dims(&l->dims[LIN_IN], &w->dims[LIN_IN]))
        return lcr_ev_condition(e, false, "the input dims are others");
    if (!lcr_lin_same_dims(&l->dims[LIN_OUT], &w->dims[LIN_OUT]))
        return lcr_ev_condition(e, false, "the output dims are others");
    return lcr_lin_same(e, &l->map, &w->map);
}

/* ---- sets ---- */

bool lcr_lin_even(ev *e, size_t n, const int32_t *count, int32_t more)
{
    sys s = lcr_sys_new(e->pool);
    sys_sum sum = {.constant = lc_int_const(more)};
    for (size_t i = 0; i < n; i++)
        lcr_sys_add_var(&s, &sum, lc_int_const(count[i]), lcr_sys_free(&s, 'x'));
    lcr_ev_by(e, "parity");
    return lcr_ev_parity(e, &s, &sum, true);
}

bool lcr_lin_same(ev *e, const lin_map *f, const lin_map *g)
{
    int32_t count[LIN_BITS];
    if (f->rows != g->rows || f->cols != g->cols)
        return lcr_ev_condition(e, false, "the numbers of bits differ");
    lcr_ev_by(e, "parity");
    for (size_t r = 0; r < f->rows; r++) {
        for (size_t c = 0; c < f->cols; c++)
            count[c] = f->at[r * f->cols + c] + g->at[r * g->cols + c];
        if (!lcr_lin_even(e, f->cols, count, 0))
            return false;
    }
    return true;
}

bool lcr_lin_inverts(ev *e, const lin_map *outer, const lin_map *inner)
{
    lin_map both, identity;
    return lcr_lin_chain(e, outer, inner, &both) && lcr_lin_identity(e, &identity, outer->rows) &&
           lcr_lin_same(e, &both, &identity);
}

bool lcr_lin_sends(ev *e, const lin_map *f, lc_int x, lc_int y)
{
    int32_t count[LIN_BITS + 1];
    for (size_t r = 0; r < f->rows; r++) {
        count[r] = lc_int_bit(y, r);
        for (size_t c = 0; c < f->cols; c++)
            if (lc_int_bit(x, c))
                count[r] += f->at[r * f->cols + c];
    }
    return lcr_lin_even(e, f->rows, count, 0);
}
