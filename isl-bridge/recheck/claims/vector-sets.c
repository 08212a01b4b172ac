/* vector-sets.c - vectorizes in sets, of layouts. */
#include "config.h"

#include "vector.h"

#include <string.h>

/* ---- the modes of a vector ---- */

/* What the modes of F leave of [0,size), between them in order of step; n is 0 where they do
 * not tile it. */
static lit *rest_of(ev *e, const lit *f, lc_int size)
{
    lc_ctx *lc = e->pool->lc;
    size_t n;
    lc_int end = lc_int_const(1);
    const fn_mode *mode = lcr_fn_modes(e->pool, f, 0, &n);
    lit *t = mode ? lcr_lit_flat(e->pool, n + 1) : NULL;
    bool tiles = true;
    for (size_t k = 0; k < f->n; k++)
        tiles = tiles && (lc_int_is_one(f->extent[k]) || lc_int_lt(lc_int_const(0), f->step[k]));
    for (size_t k = 0; t && tiles && k <= n; k++) {
        lc_int next = k < n ? mode[k].step : size;
        tiles = lc_int_divides(lc, end, next);
        t->extent[k] = lc_int_fdiv(lc, next, end);
        t->step[k] = end;
        end = k < n ? lc_int_mul(lc, mode[k].extent, next) : end;
    }
    if (t)
        t->n = tiles ? n + 1 : 0;
    return t;
}

/* Parts NULL: steps of 0. */
static lit *of_modes(ev *e, const vectors *w, const lc_int *first, const lc_int *rest)
{
    size_t n = w->f->n, m = w->t->n;
    lit *a = lcr_lit_flat(e->pool, n + m);
    if (!a)
        return NULL;
    memcpy(a->extent, w->f->extent, n * sizeof *a->extent);
    memcpy(a->extent + n, w->t->extent, m * sizeof *a->extent);
    if (first)
        memcpy(a->step, first, n * sizeof *a->step);
    if (rest)
        memcpy(a->step + n, rest, m * sizeof *a->step);
    return a;
}

bool lcr_vec_read(ev *e, const lit *a, const lit *b, const lit *f, lc_int n, vectors *w)
{
    lc_ctx *lc = e->pool->lc;
    lc_int size = lc_int_min(lcr_lit_size(lc, a), lcr_lit_size(lc, b));
    const lc_int *numbers = lcr_lit_places(e->pool, f);
    if (!numbers || !lcr_lit_is_affine(f) || f->basis || !lc_int_eq(lcr_lit_size(lc, f), n)) {
        lcr_ev_not(e);
        return false;
    }
    *w = (vectors){.f = f, .t = rest_of(e, f, size)};
    if (!w->t)
        return false;
    w->tiled = w->t->n > 0;
    w->at = of_modes(e, w, f->step, w->t->step);
    w->begin = of_modes(e, w, NULL, w->t->step);
    w->number = of_modes(e, w, numbers, NULL);
    return w->at && w->begin && w->number != NULL;
}

/* ---- all vectors ---- */

/* Do n modes of a coordinate fall apart at a place: those before `at` add up to less, the others
 * to multiples of it? */
static bool parts_at(lc_ctx *lc, size_t n, const fn_mode *m, size_t at, lc_int place)
{
    lc_int most = lc_int_const(0), one = lc_int_const(1);
    bool apart = true;
    for (size_t i = 0; i < at; i++) {
        lc_int last = lc_int_sub(lc, m[i].extent, one);
        most = lc_int_add(lc, most, lc_int_mul(lc, last, m[i].step));
        apart = apart && lc_int_lt(lc_int_const(0), m[i].step);
    }
    for (size_t i = at; i < n; i++)
        apart = apart && lc_int_divides(lc, place, m[i].step);
    return apart && lc_int_lt(most, place);
}

/* Leaves [first, end) of X have the coordinate of n modes, divided by the place of the first of
 * them. */
static void apply_group(sys *s, const lit *x, size_t first, size_t end, const fn_mode *m,
                        size_t n, const size_t *var, lc_int place, sys_sum *value)
{
    lit part = *x;
    sys_sum in = {.constant = lc_int_const(0)}, out;
    for (size_t i = 0; i < n; i++)
        lcr_sys_add_var(s, &in, lc_int_fdiv(s->pool->lc, m[i].step, place), var[m[i].leaf]);
    part.n = end - first;
    part.extent = x->extent + first;
    part.step = x->step + first;
    part.offset = NULL;
    if (lcr_fn_apply(s, &part, NULL, &in, &out))
        lcr_sys_add(s, value, lc_int_const(1), &out);
}

/* X at a sum of modes, group by group: one equality each, which isl decides sooner than one of
 * all digits. */
static void apply(sys *s, const lit *x, const lit *at, const size_t *var, sys_sum *value)
{
    lc_ctx *lc = s->pool->lc;
    lc_int begin = lc_int_const(1), place = begin;
    size_t first = 0, low = 0, high = 0, n;
    const fn_mode *m = lcr_fn_modes(s->pool, at, 0, &n);
    s->failed = s->failed || !m;
    lcr_sys_zero(value);
    if (x->offset)
        value->constant = x->offset[0];
    for (size_t k = 0; m && k < x->n; k++) {
        place = lc_int_mul(lc, place, x->extent[k]);
        bool last = k + 1 == x->n;
        while (high < n && (last || lc_int_lt(m[high].step, place)))
            high++;
        if (!last && !parts_at(lc, n, m, high, place))
            continue;
        apply_group(s, x, first, k + 1, m + low, high - low, var, begin, value);
        first = k + 1;
        low = high;
        begin = place;
    }
}

/* No coordinate of a vector, or of the first one alone, has another value than that at its
 * beginning and its number. */
static bool runs_on(ev *e, const vectors *w, const lit *x, bool first)
{
    lit at = *w->at, begin = *w->begin, number = *w->number;
    sys s = lcr_sys_new(e->pool);
    sys_sum value, other;
    size_t var[SYS_VARS];
    if (w->at->n + 2 * x->n > SYS_VARS)
        return lcr_ev_not(e);
    at.n = begin.n = number.n = first ? w->f->n : w->at->n;
    lcr_fn_coordinates(&s, &at, 'c', false, var);
    apply(&s, x, &at, var, &value);
    apply(&s, x, &begin, var, &other);
    lcr_sys_add(&s, &value, lc_int_const(-1), &other);
    other = lcr_fn_on_axis(&s, &number, 0, var);
    return lcr_ev_differ(e, &s, &value, &other);
}

/* No vector begins, with its first value, elsewhere than at a multiple of its length. */
static bool begins_at_multiples(ev *e, const vectors *w, const lit *x)
{
    lit begin = *w->begin;
    sys s = lcr_sys_new(e->pool);
    sys_sum value;
    size_t var[SYS_VARS];
    if (begin.n + 2 * x->n + 2 > SYS_VARS)
        return lcr_ev_not(e);
    lcr_fn_coordinates(&s, &begin, 'c', false, var);
    apply(&s, x, &begin, var, &value);
    return lcr_ev_remainder(e, &s, &value, lcr_lit_size(e->pool->lc, w->f));
}

bool lcr_vec_aligned(ev *e, const vectors *w, const lit *a, const lit *b)
{
    return begins_at_multiples(e, w, a) && begins_at_multiples(e, w, b);
}

/* A coordinate c of the smaller one of A and B, which is z, and the values of both there, less
 * what they are at 0; and digits i of F, where it is given. False: there are too many. */
typedef struct {
    sys s;
    sys_sum crd, value[2];
    size_t digit[SYS_VARS];
} common;

static bool common_of(ev *e, const lit *a, const lit *b, const lit *f, common *c)
{
    lc_ctx *lc = e->pool->lc;
    const lit *of[2] = {a, b};
    size_t least = !lc_int_le(lcr_lit_size(lc, a), lcr_lit_size(lc, b)), var[SYS_VARS];
    const lit *z = of[least];
    c->s = lcr_sys_new(e->pool);
    if (a->n + b->n + (f ? f->n : 0) > SYS_VARS)
        return false;
    lcr_fn_coordinates(&c->s, z, 'c', false, var);
    if (f)
        lcr_fn_coordinates(&c->s, f, 'i', false, c->digit);
    lcr_fn_integral(&c->s, z, 0, z->n, var, &c->crd);
    c->value[0] = lcr_fn_moved(&c->s, z, 0, var);
    lit other = *of[1 - least];
    other.offset = NULL;
    return lcr_fn_apply(&c->s, &other, NULL, &c->crd, &c->value[1]);
}

/* Where a coordinate of both is k more than at 0 in both, k < n, it is F(k), and F(k) is. */
static bool one_choice(ev *e, const vectors *w, const lit *a, const lit *b)
{
    common c;
    lit number = *w->number;
    number.n = w->f->n;
    if (!common_of(e, a, b, w->f, &c))
        return lcr_ev_not(e);
    const sys_sum at = lcr_fn_moved(&c.s, w->f, 0, c.digit);
    const sys_sum k = lcr_fn_on_axis(&c.s, &number, 0, c.digit);
    for (size_t i = 0; i < 2; i++) {
        lcr_sys_add(&c.s, &c.value[i], lc_int_const(-1), &k);
        lcr_sys_relate(&c.s, &c.value[i], SYS_EQ);
    }
    return lcr_ev_differ(e, &c.s, &c.crd, &at);
}

bool lcr_vec_runs(ev *e, const vectors *w, const lit *a, const lit *b, bool all)
{
    return one_choice(e, w, a, b) && runs_on(e, w, a, !all) && runs_on(e, w, b, !all);
}

/* ---- what refutes ---- */

bool lcr_vec_not_common(ev *e, const lit *a, const lit *b, lc_int offset)
{
    common c;
    if (!common_of(e, a, b, NULL, &c))
        return lcr_ev_not(e);
    lcr_sys_compare(&c.s, &c.value[0], SYS_EQ, offset);
    return lcr_ev_compare(e, &c.s, &c.value[1], SYS_EQ, offset);
}

/* The value of X at a coordinate, written in digits. */
static bool value_at(sys *s, const lit *x, lc_int c, sys_sum *value)
{
    lc_ctx *lc = s->pool->lc;
    size_t digit[SYS_VARS];
    if (s->n + x->n > SYS_VARS)
        return false;
    for (size_t k = 0; k < x->n; k++) {
        digit[k] = lcr_sys_free(s, 'c');
        const sys_sum own = lcr_sys_variable(digit[k]);
        lcr_sys_compare(s, &own, SYS_EQ, lc_int_fmod(lc, c, x->extent[k]));
        c = lc_int_fdiv(lc, c, x->extent[k]);
    }
    *value = lcr_fn_on_axis(s, x, 0, digit);
    return true;
}

/* Adds how far the value of X at u is past that at v. */
static bool add_past(sys *s, const lit *x, lc_int u, lc_int v, int factor, sys_sum *sum)
{
    sys_sum value;
    if (!value_at(s, x, u, &value))
        return false;
    lcr_sys_add(s, sum, lc_int_const(factor), &value);
    if (!value_at(s, x, v, &value))
        return false;
    lcr_sys_add(s, sum, lc_int_const(-factor), &value);
    return true;
}

/* Two elements, at u and v, do not move as one: nothing says that they do. */
static bool tears(ev *e, const lit *a, const lit *b, vec_tear tear, lc_int u, lc_int v, lc_int n)
{
    sys s = lcr_sys_new(e->pool);
    sys_sum sum = {.constant = lc_int_const(0)};
    if (!add_past(&s, a, u, v, 1, &sum) ||
        (tear == VEC_ORDER && !add_past(&s, b, u, v, -1, &sum)))
        return lcr_ev_not(e);
    return tear == VEC_ORDER  ? lcr_ev_relate(e, &s, &sum, SYS_EQ)
           : tear == VEC_SAME ? lcr_ev_not_zero(e, &s, &sum)
                              : lcr_ev_compare(e, &s, &sum, SYS_LT, n);
}

/* The values at u and at v are not in one of the blocks [n q, n q + n): nothing says that they
 * are. */
static bool astray(ev *e, const lit *x, lc_int u, lc_int v, lc_int n)
{
    lc_ctx *lc = e->pool->lc;
    sys s = lcr_sys_new(e->pool);
    sys_sum low, high;
    if (!value_at(&s, x, u, &low) || !value_at(&s, x, v, &high) || s.n == SYS_VARS)
        return lcr_ev_not(e);
    size_t q = lcr_sys_free(&s, 'q');
    lcr_sys_add_var(&s, &low, lc_int_neg(lc, n), q);
    lcr_sys_add_var(&s, &high, lc_int_neg(lc, n), q);
    lcr_sys_relate(&s, &low, SYS_GE);
    return lcr_ev_compare(e, &s, &high, SYS_LT, n);
}

bool lcr_vec_is_torn(ev *e, const vectors *w, const lit *a, const lit *b, lc_int t, vec_tear tear,
                     const lc_int at[2])
{
    lc_ctx *lc = e->pool->lc;
    lc_int u = lc_int_add(lc, t, at[0]), v = lc_int_add(lc, t, at[1]);
    if (tear == VEC_ASTRAY_A || tear == VEC_ASTRAY_B)
        return lcr_vec_runs(e, w, a, b, false) &&
               astray(e, tear == VEC_ASTRAY_A ? a : b, u, v, lcr_lit_size(lc, w->f));
    return lcr_vec_runs(e, w, a, b, false) && tears(e, a, b, tear, u, v, lcr_lit_size(lc, w->f));
}
