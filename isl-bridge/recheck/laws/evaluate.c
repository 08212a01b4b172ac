/* evaluate.c - X(c), by the definition of every kind of function.
 *
 * A coordinate is a variable a leaf, of which an equality says what it is. Digits, quotients and
 * bits of it are variables, too (sets/quotient.h): all have one value only, and the sets say that
 * it is another one than the value that is to be confirmed.
 *
 * Where one function follows another, the value in between has sets of its own, and is a number
 * from there on: the Hermite form of all digits together, which isl makes, would have integers
 * without end.
 */
#include "config.h"

#include "../sets/linear.h"
#include "modes.h"

/* A variable that is n; bounds with room for it say how many bits it has. */
static sys_sum pinned(quo *d, lc_int n)
{
    lc_ctx *lc = d->s.pool->lc;
    if (lc_int_is_size(n))
        return lcr_sys_number(n);
    size_t bits = lc_int_is_zero(n) ? 1 : lc_int_bits(n);
    lc_int most = lc_int_sub(lc, lcr_lit_power(lc, bits), lc_int_const(1));
    size_t x = lc_int_le(lc_int_const(0), n) ? lcr_sys_between(&d->s, 'n', lc_int_const(0), most)
                                             : lcr_sys_free(&d->s, 'n');
    const sys_sum is = lcr_sys_variable(x);
    lcr_sys_compare(&d->s, &is, SYS_EQ, n);
    return is;
}

/* Of a linear layout, by the parity of its columns: as one number of all output dims. */
static bool linear_gives(ev *e, const lit *f, lc_int at, const lc_int *want)
{
    const lin *l = lcr_lin_of(e, f);
    bool within = true;
    for (size_t j = 0; j < f->naxes; j++)
        within = within && lc_int_le(lc_int_const(0), want[j]) && lc_int_lt(want[j], f->out[j]);
    return l && lcr_ev_condition(e, within, "the value is no number of each output dim") &&
           lcr_lin_sends(e, l, at, lcr_lit_whole(e->pool->lc, f, want));
}

/* Sets: a function that is none of others, at these values of `of`, has not these values. */
static bool function_gives(ev *e, const lit *f, const lit *of, const lc_int *at,
                           const lc_int *want)
{
    quo *d = lcr_quo_new(e->pool);
    sys_sum *in = lcr_lit_alloc(e->pool, of->naxes + 1, sizeof *in);
    sys_sum *out = lcr_lit_alloc(e->pool, f->naxes + 1, sizeof *out);
    if (!d || !in || !out)
        return false;
    if (f->kind == LIT_LINEAR)
        return linear_gives(e, f, lcr_lit_whole(e->pool->lc, of, at), want);
    for (size_t j = 0; j < of->naxes; j++)
        in[j] = pinned(d, at[j]);
    if (!lcr_value_at(d, f, of, in, out))
        return lcr_ev_not(e);
    for (size_t j = 0; j < f->naxes; j++) {
        const sys_sum is = lcr_sys_number(want[j]);
        if (!lcr_ev_differ(e, &d->s, &out[j], &is))
            return false;
    }
    return true;
}

static bool gives(ev *e, const lit *f, const lit *of, const lc_int *at, const lc_int *want)
{
    lc_ctx *lc = e->pool->lc;
    lc_int between[LIT_MAX_AXES], before[LIT_MAX_AXES];
    if (f->kind != LIT_COMPOSED)
        return function_gives(e, f, of, at, want);
    for (size_t j = 0; j < f->naxes; j++)
        before[j] = !f->offset  ? want[j]
                    : f->by_xor ? lcr_lit_xor(lc, want[j], f->offset[j])
                                : lc_int_sub(lc, want[j], f->offset[j]);
    if (!f->outer)
        return gives(e, f->inner, of, at, before);
    if (!lcr_lit_at_values(lc, f->inner, of, at, between))
        return lcr_ev_not(e);
    return gives(e, f->inner, of, at, between) && gives(e, f->outer, f->inner, between, before);
}

bool lcr_law_value_at(ev *e, const lit *f, lc_int c, lc_int value)
{
    const lit integral = {.kind = LIT_LAYOUT, .naxes = 1};
    return gives(e, f, &integral, &c, &value);
}

/* The axes of a coordinate, one a leaf. False: they are too many, or an error. */
static bool axes_of(ev *e, const lit *crd, lit *of)
{
    *of = (lit){.kind = LIT_LAYOUT, .basis = crd->nnodes > 1, .naxes = crd->n};
    of->path = lcr_lit_alloc(e->pool, crd->n, sizeof *of->path);
    if (crd->n > LIT_MAX_AXES)
        lcr_ev_not(e);
    else if (of->path)
        lcr_lit_paths(crd, of->path);
    return of->path && crd->n <= LIT_MAX_AXES;
}

bool lcr_law_offset_at(ev *e, const lit *value, const lit *a, const lit *crd)
{
    lit of;
    lc_int want[LIT_MAX_AXES];
    bool possible = true;
    if (!axes_of(e, crd, &of))
        return lcr_ev_ok(e);
    for (size_t j = 0; j < a->naxes; j++) {
        lit_path path;
        lcr_fn_axis_path(a, j, &path);
        want[j] = lcr_fn_offset(value, &path);
    }
    for (size_t j = 0; value->offset && j < value->naxes; j++) {
        lit_path path;
        lcr_fn_axis_path(value, j, &path);
        possible = possible &&
                   (lcr_fn_axis(a, &path) != SIZE_MAX || lc_int_is_zero(value->offset[j]));
    }
    return lcr_ev_condition(e, possible, "the offset is on another axis") &&
           gives(e, a, &of, crd->extent, want);
}

/* ---- the law ---- */

bool lcr_law_on_axes(const lit *f, const lit *value, lc_int rest, lc_int *want)
{
    bool known[LIT_MAX_AXES] = {false}, all = value->n <= LIT_MAX_AXES && !value->any;
    if (!f->basis && !lcr_lit_has_dims(f))
        return want[0] = value->extent[0], all && value->nnodes == 1;
    for (size_t j = 0; all && j < f->naxes; j++) {
        size_t first = j, last = j + 1;
        all = f->basis ? lcr_lit_leaves_at(value, &f->path[j], &first, &last) && last == first + 1
                       : value->n == f->naxes && lcr_lit_is_flat(value);
        want[j] = all ? value->extent[first] : rest;
        known[all ? first : 0] = true;
    }
    for (size_t k = 0; all && k < value->n; k++)
        all = known[k] || lc_int_eq(value->extent[k], rest);
    return all;
}

/* Linear layouts have an integral coordinate, of numbers one a dim. */
static bool is_of_numbers(const lit *f)
{
    while (f->kind == LIT_COMPOSED)
        f = f->inner;
    return f->kind == LIT_LINEAR;
}

static const lit *integral(ev *e, const lit *f, const lit *crd)
{
    lit *whole = lcr_lit_flat(e->pool, 1);
    for (size_t k = 0; whole && k < crd->n; k++)
        whole->extent[0] = lc_int_add(e->pool->lc, k > 0 ? whole->extent[0] : lc_int_const(0),
                                      lc_int_mul(e->pool->lc, lcr_lit_span(e->pool->lc, f, 0, k),
                                                 crd->extent[k]));
    return whole;
}

static bool evaluate(ev *e, const lcr_statement *s)
{
    const lit *f = s->arg[0], *crd = s->arg[1], *value = s->value;
    lit of;
    lc_int want[LIT_MAX_AXES];
    if (crd->kind != LIT_TUPLE || crd->any || !lcr_lit_is_function(f) ||
        !lcr_lit_coarser(e->pool->lc, crd, f, false))
        return lcr_ev_not(e);
    e->out->by = "evaluation";
    if (value->kind != LIT_TUPLE)
        return lcr_ev_reading(e, false, "the value is neither an integer nor a coordinate");
    if (!lcr_law_on_axes(f, value, lc_int_const(0), want))
        return lcr_ev_condition(e, false, "the value is nested in another way");
    if (is_of_numbers(f) && crd->n > 1)
        crd = integral(e, f, crd);
    return crd && axes_of(e, crd, &of) ? gives(e, f, &of, crd->extent, want) : lcr_ev_ok(e);
}

const ev_row lcr_laws_evaluate[] = {
    {"evaluate", 2, "x.", evaluate, OF_LAYOUTS, 0},
    {NULL, 0, NULL, NULL, 0, 0},
};
