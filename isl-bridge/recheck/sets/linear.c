/* linear.c - maps of bits: one after the other, wired by names, as sets. */
#include "config.h"

#include "linear.h"

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
    if (!lcr_lin_zero(e, out, outer->map.rows, inner->map.cols))
        return false;
    for (size_t j = 0; j < inner->nouts; j++) {
        const lit_dim *from = &inner->outs[j];
        const lit_dim *to = lcr_lin_find(outer->nins, outer->in, from->name);
        for (size_t i = 0; to != NULL && i < from->bits && i < to->bits; i++)
            chain_bit(&outer->map, to->first + i, &inner->map, from->first + i, out);
    }
    return true;
}

/* ---- dims ---- */

const lit_dim *lcr_lin_find(size_t n, const lit_dim *dim, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(dim[i].name, name) == 0)
            return &dim[i];
    return NULL;
}

size_t lcr_lin_bits(size_t n, const lit_dim *dim)
{
    return n > 0 ? dim[n - 1].first + dim[n - 1].bits : 0;
}

bool lcr_lin_same_dims(size_t n, const lit_dim *a, size_t m, const lit_dim *b)
{
    bool same = n == m;
    for (size_t i = 0; same && i < n; i++)
        same = a[i].bits == b[i].bits && strcmp(a[i].name, b[i].name) == 0;
    return same;
}

void lcr_lin_append(lit_dim *dim, size_t *n, const char *name, size_t bits)
{
    size_t first = lcr_lin_bits(*n, dim);
    dim[(*n)++] = (lit_dim){name, first, bits};
}

/* ---- wiring ---- */

static size_t shift(const lin *below, bool in, const char *name)
{
    const lit_dim *dim = below == NULL ? NULL
                         : in          ? lcr_lin_find(below->nins, below->in, name)
                                       : lcr_lin_find(below->nouts, below->outs, name);
    return dim != NULL ? dim->bits : 0;
}

void lcr_lin_wire(lin_map *to, const lin *like, const lin *from, const lin *below)
{
    for (size_t j = 0; j < from->nouts; j++) {
        const lit_dim *out = &from->outs[j];
        const lit_dim *there = lcr_lin_find(like->nouts, like->outs, out->name);
        size_t up = shift(below, false, out->name);
        for (size_t i = 0; there != NULL && i < from->nins; i++) {
            const lit_dim *in = &from->in[i];
            const lit_dim *here = lcr_lin_find(like->nins, like->in, in->name);
            size_t on = shift(below, true, in->name);
            for (size_t r = 0; here != NULL && r < out->bits && up + r < there->bits; r++)
                for (size_t c = 0; c < in->bits && on + c < here->bits; c++)
                    to->at[(there->first + up + r) * to->cols + here->first + on + c] +=
                        from->map.at[(out->first + r) * from->map.cols + in->first + c];
        }
    }
}

/* ---- what a value has to be ---- */

bool lcr_lin_begin(ev *e, lin_wanted *w)
{
    *w = (lin_wanted){.in = lcr_lit_alloc(e->pool, (size_t)2 * LIT_MAX_AXES, sizeof *w->in),
                      .outs = lcr_lit_alloc(e->pool, (size_t)2 * LIT_MAX_AXES, sizeof *w->outs)};
    w->l.in = w->in;
    w->l.outs = w->outs;
    return w->in != NULL && w->outs != NULL;
}

void lcr_lin_in(lin_wanted *w, const char *name, size_t bits)
{
    lcr_lin_append(w->in, &w->l.nins, name, bits);
}

void lcr_lin_out(lin_wanted *w, const char *name, size_t bits)
{
    lcr_lin_append(w->outs, &w->l.nouts, name, bits);
}

void lcr_lin_ins_of(lin_wanted *w, const lin *l)
{
    for (size_t i = 0; i < l->nins; i++)
        lcr_lin_in(w, l->in[i].name, l->in[i].bits);
}

void lcr_lin_outs_of(lin_wanted *w, const lin *l)
{
    for (size_t j = 0; j < l->nouts; j++)
        lcr_lin_out(w, l->outs[j].name, l->outs[j].bits);
}

bool lcr_lin_map(ev *e, lin_wanted *w)
{
    return lcr_lin_zero(e, &w->l.map, lcr_lin_bits(w->l.nouts, w->outs),
                        lcr_lin_bits(w->l.nins, w->in));
}

bool lcr_lin_map_of(ev *e, lin_wanted *w, const lin *l)
{
    bool fits = lcr_lin_bits(w->l.nouts, w->outs) == l->map.rows &&
                lcr_lin_bits(w->l.nins, w->in) == l->map.cols;
    w->l.map = l->map;
    return lcr_ev_condition(e, fits, "the numbers of bits differ");
}

bool lcr_lin_equals(ev *e, const lin *l, const lin_wanted *w)
{
    bool in = lcr_lin_same_dims(l->nins, l->in, w->l.nins, w->in);
    bool outs = lcr_lin_same_dims(l->nouts, l->outs, w->l.nouts, w->outs);
    e->out->by = "parity";
    if (!in || !outs)
        return lcr_ev_condition(e, false, in ? "the output dims are others"
                                             : "the input dims are others");
    return lcr_lin_same(e, &l->map, &w->l.map);
}

bool lcr_lin_is(ev *e, const lcr_statement *s, const lin_wanted *w)
{
    const lin *v = lcr_lin_value(e, s);
    return v != NULL ? lcr_lin_equals(e, v, w) : lcr_lin_none(e);
}

const lin *lcr_lin_value(ev *e, const lcr_statement *s)
{
    e->out->by = "parity";
    if (s->value->kind == LIT_LINEAR)
        return lcr_lin_of(e, s->value);
    lcr_ev_condition(e, false, "the value is no linear layout");
    return NULL;
}

bool lcr_lin_none(ev *e)
{
    return lc_ctx_code(e->pool->lc) == LC_OK;
}

const lin *lcr_lin_arg(ev *e, const lcr_statement *s, size_t i)
{
    const lin *l = i < s->n ? lcr_lin_of(e, s->arg[i]) : NULL;
    if (l == NULL)
        lcr_ev_not(e);
    return l;
}

/* ---- sets ---- */

/* x0, x1, ..., and w0. */
static void begin(ev *e, sys *s, size_t n)
{
    lcr_sys_begin(s, e->pool);
    for (size_t i = 0; i < n; i++)
        lcr_sys_var(s, 'x', NULL, NULL);
    lcr_sys_var(s, 'w', NULL, NULL);
    if (e->out->by == NULL)
        e->out->by = "parity";
}

/* The sum of bits, each as often as it counts in the two rows, and `more` is odd. */
static bool odd(ev *e, const sys *s, size_t n, const int32_t *f, const int32_t *g, int32_t more)
{
    lc_ctx *lc = e->pool->lc;
    sys_sum sum;
    lcr_sys_zero(&sum);
    for (size_t i = 0; i < n; i++)
        sum.of[i] = lc_int_si(lc, (int64_t)f[i] + (g != NULL ? g[i] : 0));
    sum.of[n] = lc_int_const(-2);
    sum.constant = lc_int_const(more - 1);
    return lcr_ev_relate(e, s, &sum, SYS_EQ);
}

bool lcr_lin_even(ev *e, size_t n, const int32_t *count, int32_t more)
{
    sys *s = lcr_lit_alloc(e->pool, 1, sizeof *s);
    if (s == NULL)
        return false;
    begin(e, s, n);
    return odd(e, s, n, count, NULL, more);
}

bool lcr_lin_same(ev *e, const lin_map *f, const lin_map *g)
{
    sys *s = lcr_lit_alloc(e->pool, 1, sizeof *s);
    if (s == NULL || f->rows != g->rows || f->cols != g->cols)
        return s != NULL && lcr_ev_condition(e, false, "the numbers of bits differ");
    begin(e, s, f->cols);
    for (size_t r = 0; r < f->rows; r++)
        if (!odd(e, s, f->cols, &f->at[r * f->cols], &g->at[r * f->cols], 0))
            return false;
    return true;
}
