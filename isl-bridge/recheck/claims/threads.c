/* threads.c - feeds: each thread holds the same under two thread-value layouts.
 *
 * They do when X = Y o W for a W, the witness, that permutes the coordinates (claims/reorder.c)
 * and keeps the thread of each. Without one, coordinates are listed with their threads, and both
 * lists are sorted.
 */
#include "config.h"

#include "claims.h"

#include <stdlib.h>
#include <string.h>

#define VALUE_AXES 4 /* of coordinates that are listed */

/* ---- threads ---- */

typedef struct {
    const lit *x;
    bool linear;        /* values are the input dim `register`, */
    size_t first, bits; /* which has these bits */
    lit *thread; /* of a coordinate: (low,register,high):(1,0,low), (threads,values):(1,0) */
} holders;

/* False, perhaps with an error: there are no threads. */
static bool holders_of(ev *e, const lit *x, holders *h)
{
    lc_ctx *lc = e->pool->lc;
    size_t leaves = 0;
    lc_int low = lc_int_const(1), high = low, size = lcr_lit_size(lc, x);
    *h = (holders){.x = x, .thread = lcr_lit_flat(e->pool, 3)};
    for (size_t i = 0; lcr_lit_has_dims(x) && i < x->nins; i++)
        if (strcmp(x->in[i].name, "register") == 0) {
            h->linear = true;
            h->first = x->in[i].first;
            h->bits = x->in[i].bits;
        }
    if (!h->thread || !lcr_lit_is_function(x) ||
        (lcr_lit_has_dims(x) ? !h->linear : x->node[0] < 2))
        return false;
    if (h->linear) {
        low = lcr_lit_power(lc, h->first);
        high = lc_int_fdiv(lc, size, lcr_lit_power(lc, h->first + h->bits));
    } else {
        lcr_lit_after(x, 1, &leaves);
        low = lcr_lit_span(lc, x, 0, leaves);
    }
    h->thread->extent[0] = low;
    h->thread->extent[1] = lc_int_fdiv(lc, size, lc_int_mul(lc, low, high));
    h->thread->extent[2] = high;
    h->thread->step[0] = lc_int_const(1);
    h->thread->step[2] = low;
    return true;
}

static lc_int thread_at(lc_ctx *lc, const holders *h, lc_int c)
{
    lc_int thread[1] = {c};
    lcr_lit_at(lc, h->thread, c, thread);
    return thread[0];
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
        of[c].thread = lc_int_get_si(thread_at(lc, h, lc_int_si(lc, (int64_t)c)));
        if (fits && !h->x->basis)
            value[0] = lcr_lit_whole(lc, h->x, value);
        size_t axes = h->x->basis ? h->x->naxes : 1;
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
        return lcr_ev_ok(e) && lcr_ev_not(e);
    if (!lc_int_eq(lcr_lit_size(lc, h[0].x), lcr_lit_size(lc, h[1].x))) {
        e->out->by = "counting";
        return lcr_ev_condition(e, false, "the sizes differ");
    }
    const lit *w = c->witness;
    if (!w && e->pool->sizes && !(w = lcr_ev_hint(e, "along", h[0].x, h[1].x)))
        return lcr_ev_not(e);
    if (!w)
        return by_lists(e, h);
    fn moved = {2, {w, h[1].thread}}, kept = {1, {h[0].thread}};
    e->out->one_way = true;
    bool ok = lcr_ev_permuted(e, h[0].x, h[1].x, w) &&
              (e->none || lcr_ev_same(e, &moved, &kept, h[0].x));
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
                        : put_thread(y, lc_int_get_si(thread_at(lc, x, lcr_lit_power(lc, i))));
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
    lc_int threads = h->thread->extent[0];
    w->extent[0] = threads;
    w->step[0] = lc_int_const(1);
    if (q->offset && !(w->offset = lcr_lit_alloc(e->pool, 1, sizeof *w->offset)))
        return NULL;
    if (q->offset)
        w->offset[0] = lc_int_mul(lc, q->offset[0], threads);
    for (size_t k = 0; k < q->n; k++) {
        w->extent[k + 1] = q->extent[k];
        w->step[k + 1] = lc_int_mul(lc, q->step[k], threads);
    }
    return w;
}

bool lcr_ev_permutes_registers(ev *e, const lit *x, const lit *y, const lit *q)
{
    holders g, h;
    if (!holders_of(e, x, &g) || !holders_of(e, y, &h))
        return lcr_ev_ok(e) && lcr_ev_not(e);
    const lit *w = g.linear ? bits_beside(e, &g, &h, q) : beside_threads(e, &h, q);
    return w ? lcr_ev_permuted(e, x, y, w) : lcr_ev_ok(e) && lcr_ev_not(e);
}
