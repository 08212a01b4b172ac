/* vector-sets.c - vectorizes in sets, of layouts. */
#include "config.h"

#include "vector.h"

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

bool lcr_vec_read(ev *e, const lit *a, const lit *b, const lit *f, lc_int n, vectors *w)
{
    lc_ctx *lc = e->pool->lc;
    lc_int size = lc_int_min(lcr_lit_size(lc, a), lcr_lit_size(lc, b));
    if (!lcr_lit_is_affine(f) || f->basis || !lc_int_eq(lcr_lit_size(lc, f), n)) {
        lcr_ev_not(e);
        return false;
    }
    *w = (vectors){.a = a, .b = b, .f = f, .n = n, .t = rest_of(e, f, size)};
    w->tiled = w->t && w->t->n > 0;
    return w->t != NULL;
}

/* ---- coordinates and values ---- */

/* Adds new digits of a layout: their value without its offset, and their integral coordinate;
 * each may be NULL. */
static void add_digits(quo *d, const lit *x, char letter, sys_sum *value, sys_sum *place)
{
    size_t var[SYS_VARS];
    sys_sum sum;
    lcr_fn_coordinates(&d->s, x, letter, false, var);
    if (value) {
        sum = lcr_fn_moved(&d->s, x, 0, var);
        lcr_sys_add(&d->s, value, lc_int_const(1), &sum);
    }
    if (place)
        lcr_fn_integral(&d->s, x, 0, x->n, var, place);
}

/* How far X at c is past X at 0. */
static bool moved(quo *d, const lit *x, const sys_sum *c, sys_sum *value)
{
    lit y = *x;
    y.offset = NULL;
    return lcr_value_at(d, &y, NULL, c, value);
}

/* A coordinate of the smaller one of A and B, and how far both are past what they are at 0.
 * False: there are too many. */
static bool common_of(quo *d, const lit *a, const lit *b, sys_sum *c, sys_sum value[2])
{
    lc_ctx *lc = d->s.pool->lc;
    const lit *z = lc_int_le(lcr_lit_size(lc, a), lcr_lit_size(lc, b)) ? a : b;
    if (a->n + b->n > SYS_VARS / 2)
        return false;
    lcr_sys_zero(&value[z == b]);
    add_digits(d, z, 'c', &value[z == b], c);
    return moved(d, z == a ? b : a, c, &value[z == a]);
}

/* ---- all vectors ---- */

/* Where a coordinate of both is k more than at 0 in both, k < n, it is F(k), and F(k) is. */
static bool one_choice(ev *e, const vectors *w)
{
    quo *d = lcr_quo_new(e->pool);
    sys_sum c, value[2], at, k;
    if (!d || !common_of(d, w->a, w->b, &c, value) || d->s.n + w->f->n > SYS_VARS)
        return lcr_ev_not(e);
    lcr_sys_zero(&at);
    add_digits(d, w->f, 'i', &at, &k);
    for (size_t i = 0; i < 2; i++) {
        lcr_sys_add(&d->s, &value[i], lc_int_const(-1), &k);
        lcr_sys_relate(&d->s, &value[i], SYS_EQ);
    }
    return lcr_ev_differ(e, &d->s, &c, &at);
}

/* No coordinate of a vector, or of the first one alone, has another value than that at its
 * beginning and its number. */
static bool runs_on(ev *e, const vectors *w, const lit *x, bool all)
{
    quo *d = lcr_quo_new(e->pool);
    sys_sum begin, c, number, first, value;
    if (!d || w->f->n + w->t->n + 2 * x->n > SYS_VARS)
        return lcr_ev_not(e);
    lcr_sys_zero(&begin);
    if (all)
        add_digits(d, w->t, 't', &begin, NULL);
    c = begin;
    add_digits(d, w->f, 'i', &c, &number);
    if (!moved(d, x, &c, &value) || !moved(d, x, &begin, &first))
        return lcr_ev_not(e);
    lcr_sys_add(&d->s, &number, lc_int_const(1), &first);
    return lcr_ev_differ(e, &d->s, &value, &number);
}

/* No vector begins, with its first value, elsewhere than at a multiple of its length. */
static bool begins_at_multiples(ev *e, const vectors *w, const lit *x)
{
    quo *d = lcr_quo_new(e->pool);
    sys_sum begin, value;
    if (!d || w->t->n + 2 * x->n + 2 > SYS_VARS)
        return lcr_ev_not(e);
    lcr_sys_zero(&begin);
    add_digits(d, w->t, 't', &begin, NULL);
    return lcr_value_at(d, x, NULL, &begin, &value) ? lcr_ev_remainder(e, &d->s, &value, w->n)
                                                    : lcr_ev_not(e);
}

bool lcr_vec_runs(ev *e, const vectors *w, bool all, bool aligned)
{
    return one_choice(e, w) && runs_on(e, w, w->a, all) && runs_on(e, w, w->b, all) &&
           (!aligned || (begins_at_multiples(e, w, w->a) && begins_at_multiples(e, w, w->b)));
}

/* ---- what refutes ---- */

bool lcr_vec_not_common(ev *e, const lit *a, const lit *b, lc_int offset)
{
    quo *d = lcr_quo_new(e->pool);
    sys_sum c, value[2];
    if (!d || !common_of(d, a, b, &c, value))
        return lcr_ev_not(e);
    lcr_sys_compare(&d->s, &value[0], SYS_EQ, offset);
    return lcr_ev_compare(e, &d->s, &value[1], SYS_EQ, offset);
}

/* Adds the value of X at a coordinate, whose digits are variables, times a factor. */
static void add_value(sys *s, const lit *x, lc_int c, int factor, sys_sum *sum)
{
    lc_ctx *lc = s->pool->lc;
    size_t digit[SYS_VARS];
    for (size_t k = 0; k < x->n; k++) {
        lc_int own = lc_int_fmod(lc, c, x->extent[k]);
        digit[k] = lcr_sys_between(s, 'c', own, own);
        c = lc_int_fdiv(lc, c, x->extent[k]);
    }
    const sys_sum value = lcr_fn_on_axis(s, x, 0, digit);
    lcr_sys_add(s, sum, lc_int_const(factor), &value);
}

bool lcr_vec_is_torn(ev *e, const vectors *w, vec_tear tear, lc_int u, lc_int v)
{
    lc_ctx *lc = e->pool->lc;
    const lit *x = tear == VEC_ASTRAY_B ? w->b : w->a;
    sys s = lcr_sys_new(e->pool);
    sys_sum sum = {.constant = lc_int_const(0)};
    if (2 * (w->a->n + w->b->n) + 1 > SYS_VARS)
        return lcr_ev_not(e);
    if (!lcr_vec_runs(e, w, false, false) || e->none)
        return lcr_ev_ok(e);
    add_value(&s, x, u, 1, &sum);
    if (tear == VEC_ASTRAY_A || tear == VEC_ASTRAY_B) { /* in one of the blocks [n q, n q + n) */
        lcr_sys_add_var(&s, &sum, lc_int_neg(lc, w->n), lcr_sys_free(&s, 'q'));
        lcr_sys_relate(&s, &sum, SYS_GE);
        add_value(&s, x, u, -1, &sum);
        add_value(&s, x, v, 1, &sum);
        return lcr_ev_compare(e, &s, &sum, SYS_LT, w->n);
    }
    add_value(&s, x, v, -1, &sum);
    if (tear == VEC_FAR)
        return lcr_ev_compare(e, &s, &sum, SYS_LT, w->n);
    if (tear == VEC_SAME)
        return lcr_ev_not_zero(e, &s, &sum);
    add_value(&s, w->b, u, -1, &sum);
    add_value(&s, w->b, v, 1, &sum);
    return lcr_ev_relate(e, &s, &sum, SYS_EQ);
}
