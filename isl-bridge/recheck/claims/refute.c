/* refute.c - refutations of claims that say "there is": where it is missing.
 *
 * The witness is the place, an offset or a coordinate, and all sets are empty.
 *
 * That no layout is f = A o B needs an argument. The shape of such a layout R refines that of B,
 * and R adds up the values at the parts of a coordinate along the leaves of B. Along leaf k it is
 * a layout g(i) = f(i e_k) by itself; coalesced, its first mode is as long as g runs straight: n
 * is the first number with g(n) other than n g(1). So
 *
 *   - n divides the extent of the leaf, or there is no R;
 *   - the layout i -> g(n i) follows the first mode, and has the same properties;
 *   - f(c) is the sum of the values at all digits of the coordinate c in these modes.
 *
 * The sets say how far g runs straight, that it goes on otherwise at n, and that f(c) is
 * not the sum. The witness is c, a number for each leaf of B.
 */
#include "config.h"

#include "claims.h"

/* ---- offsets that are not reached ---- */

bool lcr_ev_not_covers(ev *e, const lcr_statement *c)
{
    lc_int n, value;
    if (!c->witness || !lcr_ev_integer(c->arg[1], &n) || !lcr_ev_integer(c->witness, &value))
        return lcr_ev_not(e);
    return lcr_ev_condition(e, lc_int_le(lc_int_const(0), value) && lc_int_lt(value, n),
                            "the witness is out of bounds") &&
           lcr_ev_never(e, c->arg[0], value);
}

bool lcr_ev_not_contained(ev *e, const lcr_statement *c)
{
    lc_int at, value[LIT_MAX_AXES];
    const lit *t = c->arg[0], *a = c->arg[1];
    if (!c->witness || !lcr_ev_integer(c->witness, &at) || t->basis || !lcr_lit_is_function(t) ||
        lc_int_lt(at, lc_int_const(0)) || !lc_int_lt(at, lcr_lit_size(e->pool->lc, t)) ||
        !lcr_lit_at(e->pool->lc, t, at, value))
        return lcr_ev_not(e);
    return lcr_ev_never(e, a, lcr_lit_whole(e->pool->lc, t, value));
}

/* ---- composites ---- */

/* f = A o B at the coordinate c of B, whose leaves are `place` apart; what a layout would
 * have there is summed up. */
typedef struct {
    ev *e;
    const lit *a, *b;
    const lc_int *c;
    lc_int place;
    lc_int sum[LIT_MAX_AXES];
    size_t looked;     /* values that were computed */
    sys_sum *in, *out; /* room for values of B, and of f */
    bool none;         /* a leaf has no layout: nothing needs to be summed up */
} composite;

static bool value_at(composite *f, lc_int c, lc_int *value)
{
    fn two = {2, {f->b, f->a}};
    f->looked++;
    return lcr_fn_at(f->e->pool->lc, &two, c, value);
}

/* f is not `value` at c: there is no solution where it is. */
static bool other_than(composite *f, lc_int c, const lc_int *value)
{
    quo *d = lcr_quo_new(f->e->pool);
    lc_int inner[LIT_MAX_AXES];
    if (!d || !lcr_lit_at(f->e->pool->lc, f->b, c, inner))
        return lcr_ev_not(f->e);
    for (size_t j = 0; j < f->b->naxes; j++) {
        f->in[j] = lcr_sys_variable(lcr_sys_free(&d->s, 'b'));
        lcr_sys_compare(&d->s, &f->in[j], SYS_EQ, inner[j]);
    }
    if (!lcr_value_at(d, f->a, f->b, f->in, f->out))
        return lcr_ev_not(f->e);
    for (size_t j = 0; j < f->a->naxes; j++)
        lcr_sys_compare(&d->s, &f->out[j], SYS_EQ, value[j]);
    return lcr_ev_add(f->e, &d->s);
}

/* Along leaf k in steps of `steps`, f runs straight for n steps. */
static bool runs_straight(composite *f, size_t k, lc_int steps, lc_int n, const lc_int *first)
{
    lc_ctx *lc = f->e->pool->lc;
    quo *d = lcr_quo_new(f->e->pool);
    if (!d)
        return false;
    size_t i = lcr_sys_free(&d->s, 'c'); /* which isl divides, not bounds */
    const sys_sum at = lcr_sys_variable(i);
    lcr_sys_relate(&d->s, &at, SYS_GE);
    lcr_sys_compare(&d->s, &at, SYS_LT, n);
    for (size_t j = 0; j < f->b->naxes; j++) {
        lcr_sys_zero(&f->in[j]);
        lcr_sys_add_var(&d->s, &f->in[j], lc_int_mul(lc, steps, f->b->step[j * f->b->n + k]), i);
    }
    if (!lcr_value_at(d, f->a, f->b, f->in, f->out))
        return lcr_ev_not(f->e);
    for (size_t j = 0; j < f->a->naxes; j++)
        lcr_sys_add_var(&d->s, &f->out[j], lc_int_neg(lc, first[j]), i);
    for (size_t j = 0; j < f->a->naxes; j++)
        if (!lcr_ev_not_zero(f->e, &d->s, &f->out[j]))
            return false;
    return true;
}

static void times(lc_ctx *lc, const composite *f, lc_int n, const lc_int *first, lc_int *value)
{
    for (size_t j = 0; j < f->a->naxes; j++)
        value[j] = lc_int_mul(lc, n, first[j]);
}

/* The first n from 2 to `most` with f(n step) other than n f(step); 0: there is none. */
static bool find_run(composite *f, lc_int step, lc_int most, int64_t *n)
{
    lc_ctx *lc = f->e->pool->lc;
    lc_int first[LIT_MAX_AXES], value[LIT_MAX_AXES], line[LIT_MAX_AXES];
    if (!lc_int_lt(most, lc_int_const(LCR_EVIDENCE_POINTS)) || !value_at(f, step, first))
        return false;
    int64_t end = lc_int_get_si(most);
    for (*n = 2; *n <= end; ++*n) {
        lc_frame frame = lc_frame_open(lc);
        lc_int times_n = lc_int_si(lc, *n);
        bool same = value_at(f, lc_int_mul(lc, times_n, step), value);
        times(lc, f, times_n, first, line);
        same = same && lcr_same_ints(f->a->naxes, value, line);
        lc_frame_close(lc, frame);
        if (!same)
            return true;
        if (f->looked > LCR_EVIDENCE_POINTS)
            return false;
    }
    *n = 0;
    return true;
}

static bool add_part(composite *f, lc_int c)
{
    lc_int value[LIT_MAX_AXES];
    if (!value_at(f, c, value))
        return false;
    for (size_t j = 0; j < f->a->naxes; j++)
        f->sum[j] = lc_int_add(f->e->pool->lc, f->sum[j], value[j]);
    return true;
}

/* The sets of a mode of extent n in steps of `steps` along leaf k. */
static bool add_mode(composite *f, size_t k, lc_int steps, lc_int n)
{
    lc_ctx *lc = f->e->pool->lc;
    lc_int first[LIT_MAX_AXES], value[LIT_MAX_AXES], step = lc_int_mul(lc, steps, f->place);
    if (!value_at(f, step, first))
        return lcr_ev_not(f->e);
    times(lc, f, n, first, value);
    return runs_straight(f, k, steps, n, first) && other_than(f, lc_int_mul(lc, n, step), value);
}

/* The parts of c along leaf k; ends where the leaf has no layout. */
static bool follow_leaf(composite *f, size_t k)
{
    lc_ctx *lc = f->e->pool->lc;
    lc_int left = f->c[k], extent = f->b->extent[k], steps = lc_int_const(1);
    while (!f->none && !lc_int_is_zero(left)) {
        int64_t run;
        lc_int step = lc_int_mul(lc, steps, f->place);
        if (!find_run(f, step, left, &run))
            return lcr_ev_not(f->e);
        lc_int n = lc_int_si(lc, run);
        lc_int digit = run == 0 ? left : lc_int_fmod(lc, left, n);
        if (run != 0 && !add_mode(f, k, steps, n))
            return false;
        if (run != 0 && !lc_int_divides(lc, n, extent))
            f->none = true;
        else if (!add_part(f, lc_int_mul(lc, digit, step)))
            return lcr_ev_not(f->e);
        if (run == 0)
            break;
        left = lc_int_fdiv(lc, left, n);
        extent = lc_int_fdiv(lc, extent, n);
        steps = lc_int_mul(lc, steps, n);
    }
    f->place = lc_int_mul(lc, f->place, f->b->extent[k]);
    return !f->e->none;
}

static bool is_coordinate_of(const lit *c, const lit *b)
{
    bool inside = c->kind == LIT_TUPLE && c->n == b->n;
    for (size_t k = 0; inside && k < b->n; k++)
        inside = lc_int_le(lc_int_const(0), c->extent[k]) &&
                 lc_int_lt(c->extent[k], b->extent[k]);
    return inside;
}

bool lcr_ev_not_admissible(ev *e, const lcr_statement *s)
{
    lc_ctx *lc = e->pool->lc;
    const lit *a = s->arg[0], *b = lcr_ev_inner(e, a, s->arg[1]);
    composite *f = lcr_lit_alloc(e->pool, 1, sizeof *f);
    if (!b || !f || !s->witness || !lcr_lit_is_affine(a) || !lcr_lit_is_affine(b) || a->offset ||
        b->offset || b->n > SYS_VARS || !is_coordinate_of(s->witness, b))
        return lcr_ev_not(e);
    *f = (composite){.e = e, .a = a, .b = b, .c = s->witness->extent, .place = lc_int_const(1)};
    f->in = lcr_lit_alloc(e->pool, b->naxes, sizeof *f->in);
    f->out = lcr_lit_alloc(e->pool, a->naxes, sizeof *f->out);
    if (!f->in || !f->out)
        return false;
    lc_int c = lc_int_const(0);
    for (size_t k = 0; k < b->n && !f->none; k++) {
        c = lc_int_add(lc, c, lc_int_mul(lc, f->c[k], f->place));
        if (!follow_leaf(f, k))
            return lc_ctx_code(lc) == LC_OK;
    }
    if (!f->none && !other_than(f, c, f->sum))
        return false;
    e->out->by = "runs";
    return true;
}
