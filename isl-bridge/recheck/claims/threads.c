/* threads.c - feeds: each thread holds the same under two thread-value layouts.
 *
 * The thread of a coordinate becomes one more axis of the values, or an output dim: the literals
 * then say what reorders says of them (claims/reorder.c). Other functions are listed with the
 * thread of each coordinate, and both lists are sorted.
 */
#include "config.h"

#include "claims.h"

#include <stdlib.h>
#include <string.h>

#define VALUE_AXES 4 /* of coordinates that are listed */

/* ---- threads ---- */

typedef struct {
    const lit *x;
    lc_int threads;     /* the first mode; or */
    bool linear;        /* all input dims but `register`, */
    size_t first, bits; /* which has these bits */
} holders;

static bool holders_of(ev *e, const lit *x, holders *h)
{
    size_t leaves = 0;
    *h = (holders){.x = x};
    for (size_t i = 0; lcr_lit_has_dims(x) && i < x->nins; i++)
        if (strcmp(x->in[i].name, "register") == 0) {
            h->linear = true;
            h->first = x->in[i].first;
            h->bits = x->in[i].bits;
        }
    if (lcr_lit_has_dims(x))
        return h->linear;
    if (!lcr_lit_is_function(x) || x->node[0] < 2)
        return false;
    lcr_lit_after(x, 1, &leaves);
    h->threads = lcr_lit_span(e->pool->lc, x, 0, leaves);
    return true;
}

static int64_t thread_at(const holders *h, int64_t c)
{
    if (!h->linear)
        return c % lc_int_get_si(h->threads);
    int64_t low = c & (((int64_t)1 << h->first) - 1);
    return low | (c >> (h->first + h->bits)) << h->first;
}

/* ---- with an axis for the thread ---- */

/* Integers become coordinates on the first axis. */
static const lit *tagged_layout(ev *e, const holders *h)
{
    const lit *x = h->x;
    lit *a = lcr_lit_copy(e->pool, x);
    size_t axes = x->naxes, n = x->n;
    const lc_int *place = lcr_lit_places(e->pool, x);
    if (!a || !place || axes + 1 > LIT_MAX_AXES)
        return NULL;
    a->naxes = axes + 1;
    a->basis = true;
    a->path = lcr_lit_alloc(e->pool, a->naxes, sizeof *a->path);
    a->step = lcr_lit_alloc(e->pool, a->naxes * n, sizeof *a->step);
    if (!a->path || !a->step)
        return NULL;
    uint32_t last = 0;
    for (size_t j = 0; j < axes; j++) {
        a->path[j] = x->basis ? x->path[j] : (lit_path){.depth = 1};
        last = a->path[j].mode[0] > last ? a->path[j].mode[0] : last;
    }
    a->path[axes] = (lit_path){.depth = 1, .mode = {last + 1}};
    memcpy(a->step, x->step, axes * n * sizeof *a->step);
    for (size_t k = 0; k < n; k++)
        a->step[axes * n + k] = lc_int_lt(place[k], h->threads) ? place[k] : lc_int_const(0);
    if (x->offset) {
        a->offset = lcr_lit_alloc(e->pool, a->naxes, sizeof *a->offset);
        if (!a->offset)
            return NULL;
        memcpy(a->offset, x->offset, axes * sizeof *a->offset);
        a->offset[axes] = lc_int_const(0);
    }
    return a;
}

static const lit *tagged_linear(ev *e, const holders *h)
{
    lc_ctx *lc = e->pool->lc;
    const lit *x = h->x;
    lit *a = lcr_lit_copy(e->pool, x);
    size_t axes = x->naxes, bits = x->bits;
    if (!a || axes + 1 > LIT_MAX_AXES || bits > 62)
        return NULL;
    a->naxes = axes + 1;
    a->column = lcr_lit_alloc(e->pool, a->naxes * bits, sizeof *a->column);
    a->out = lcr_lit_alloc(e->pool, a->naxes, sizeof *a->out);
    a->outs = lcr_lit_alloc(e->pool, a->naxes, sizeof *a->outs);
    if (!a->column || !a->out || !a->outs)
        return NULL;
    memcpy(a->column, x->column, axes * bits * sizeof *a->column);
    memcpy(a->out, x->out, axes * sizeof *a->out);
    memcpy(a->outs, x->outs, axes * sizeof *a->outs);
    for (size_t i = 0; i < bits; i++)
        a->column[axes * bits + i] = lc_int_si(lc, thread_at(h, (int64_t)1 << i));
    a->out[axes] = lcr_lit_power(lc, bits - h->bits);
    a->outs[axes] = (lit_dim){.name = "holder",
                              .first = axes > 0 ? x->outs[axes - 1].first + x->outs[axes - 1].bits
                                                : 0,
                              .bits = bits - h->bits};
    return a;
}

/* NULL: it has no such form, or an error. */
static const lit *tagged(ev *e, const holders *h)
{
    if (h->linear)
        return tagged_linear(e, h);
    return lcr_lit_is_affine(h->x) && !h->x->by_xor && h->x->kind == LIT_LAYOUT
               ? tagged_layout(e, h)
               : NULL;
}

/* ---- listed ---- */

typedef struct {
    int64_t thread, value[VALUE_AXES];
} held;

static int compare_held(const void *x, const void *y)
{
    const int64_t *a = x, *b = y;
    for (size_t i = 0; i <= VALUE_AXES; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

static held *list(ev *e, const holders *h)
{
    lc_ctx *lc = e->pool->lc;
    lc_int size = lcr_lit_size(lc, h->x);
    if (!lcr_lit_is_few(size))
        return NULL;
    size_t n = (size_t)lc_int_get_si(size);
    held *of = lcr_lit_alloc(e->pool, n + 1, sizeof *of);
    bool fits = of && (!h->x->basis || h->x->naxes <= VALUE_AXES);
    for (size_t c = 0; fits && c < n; c++) {
        lc_int value[LIT_MAX_AXES];
        lc_frame frame = lc_frame_open(lc);
        fits = lcr_lit_at(lc, h->x, lc_int_si(lc, (int64_t)c), value);
        if (fits && !h->x->basis)
            value[0] = lcr_lit_whole(lc, h->x, value);
        size_t axes = h->x->basis ? h->x->naxes : 1;
        of[c].thread = thread_at(h, (int64_t)c);
        for (size_t j = 0; fits && j < axes; j++) {
            fits = lc_int_fits_si(value[j]);
            of[c].value[j] = fits ? lc_int_get_si(value[j]) : 0;
        }
        lc_frame_close(lc, frame);
    }
    if (fits)
        qsort(of, n, sizeof *of, compare_held);
    return fits ? of : NULL;
}

/* Coordinates on the same axes, in the same order. */
static bool comparable(const lit *x, const lit *y)
{
    bool same = x->basis == y->basis && (!x->basis || x->naxes == y->naxes);
    for (size_t j = 0; same && x->basis && j < x->naxes; j++)
        same = lcr_path_same(&x->path[j], &y->path[j]);
    return same;
}

static bool by_lists(ev *e, const holders h[2])
{
    held *of[2] = {NULL, NULL};
    if (comparable(h[0].x, h[1].x)) {
        of[0] = list(e, &h[0]);
        of[1] = of[0] ? list(e, &h[1]) : NULL;
    }
    if (!of[1])
        return lcr_ev_ok(e) && lcr_ev_not(e);
    size_t n = (size_t)lc_int_get_si(lcr_lit_size(e->pool->lc, h[0].x));
    e->out->by = "points";
    return lcr_ev_condition(e, memcmp(of[0], of[1], n * sizeof **of) == 0,
                            "a thread holds other elements");
}

/* ---- the claim ---- */

bool lcr_ev_feeds(ev *e, const lcr_statement *c)
{
    lc_ctx *lc = e->pool->lc;
    holders h[2];
    if (!holders_of(e, c->arg[0], &h[0]) || !holders_of(e, c->arg[1], &h[1]))
        return lcr_ev_not(e);
    if (!lc_int_eq(lcr_lit_size(lc, h[0].x), lcr_lit_size(lc, h[1].x))) {
        e->out->by = "counting";
        return lcr_ev_condition(e, false, "the sizes differ");
    }
    const lit *x = c->witness ? tagged(e, &h[0]) : NULL, *y = x ? tagged(e, &h[1]) : NULL;
    if (!y)
        return lcr_ev_ok(e) && by_lists(e, h);
    e->out->one_way = true;
    bool ok = lcr_ev_permuted(e, x, y, c->witness);
    if (!e->none)
        e->out->by = "counting";
    return ok;
}

/* ---- the law ---- */

/* The coordinate of a word of `register`, or of the other bits. */
static int64_t put_register(const holders *h, int64_t value)
{
    return value << h->first;
}

static int64_t put_thread(const holders *h, int64_t thread)
{
    int64_t low = thread & (((int64_t)1 << h->first) - 1);
    return low | (thread >> h->first) << (h->first + h->bits);
}

/* (t,v) to (t,q(v)), the coordinates of x to those of y, bit by bit. */
static const lit *bits_beside(ev *e, const holders *x, const holders *y, const lit *q)
{
    lc_ctx *lc = e->pool->lc;
    lit *w = lcr_lit_flat(e->pool, 1);
    size_t bits = x->x->bits;
    bool fits = y->linear && q->kind == LIT_LINEAR && q->naxes == 1 && bits == y->x->bits &&
                bits <= 62 && q->bits == x->bits && x->bits == y->bits;
    if (!w || !fits || !(w->column = lcr_lit_alloc(e->pool, bits + 1, sizeof *w->column)))
        return NULL;
    w->kind = LIT_LINEAR;
    w->extent[0] = lcr_lit_power(lc, bits);
    w->bits = bits;
    w->out = w->step;
    w->out[0] = w->extent[0];
    for (size_t i = 0; i < bits; i++) {
        bool is = i >= x->first && i < x->first + x->bits;
        int64_t to = is ? put_register(y, lc_int_get_si(q->column[i - x->first]))
                        : put_thread(y, thread_at(x, (int64_t)1 << i));
        w->column[i] = lc_int_si(lc, to);
    }
    return w;
}

/* (t,v) to (t,q(v)), for the threads of y; NULL: q is no layout of integers, or an error. */
static const lit *beside_threads(ev *e, const holders *h, const lit *q)
{
    lc_ctx *lc = e->pool->lc;
    if (h->linear || !lcr_lit_is_integers(q) || q->naxes != 1)
        return NULL;
    lit *w = lcr_lit_flat(e->pool, q->n + 1);
    if (!w)
        return NULL;
    w->extent[0] = h->threads;
    w->step[0] = lc_int_const(1);
    if (q->offset && !(w->offset = lcr_lit_alloc(e->pool, 1, sizeof *w->offset)))
        return NULL;
    if (q->offset)
        w->offset[0] = lc_int_mul(lc, q->offset[0], h->threads);
    for (size_t k = 0; k < q->n; k++) {
        w->extent[k + 1] = q->extent[k];
        w->step[k + 1] = lc_int_mul(lc, q->step[k], h->threads);
    }
    return w;
}

bool lcr_ev_permutes_registers(ev *e, const lit *x, const lit *y, const lit *q)
{
    holders g, h;
    if (!holders_of(e, x, &g) || !holders_of(e, y, &h))
        return lcr_ev_not(e);
    const lit *w = g.linear ? bits_beside(e, &g, &h, q) : beside_threads(e, &h, q);
    return w ? lcr_ev_permuted(e, x, y, w) : lcr_ev_ok(e) && lcr_ev_not(e);
}
