/* evaluate.c - X(c), by the definition of every kind of function.
 *
 * A coordinate is split into digits, by an equality with a bounded variable a digit, and the
 * value is a sum of these; where strides add by XOR, digits are split into bits, too. A swizzle
 * takes its argument as bits with what lies below and above them, which may be negative. All
 * variables have one value only, and the sets say that it is another one than the value that is
 * to be confirmed.
 *
 * Where one function follows another, at an integral coordinate, the value in between has sets of
 * its own, and is a number from there on: the Hermite form of all digits together, which isl
 * makes, would have integers without end.
 */
#include "config.h"

#include "../sets/swizzle.h"
#include "modes.h"

#include <stdlib.h>

/* ---- values as numbers ---- */

/* Bits become part of the sum: bit i is a variable, of the parity of its sum. */
static bool settle(pc_value *v)
{
    sys *s = v->s;
    if (!v->by_xor)
        return true;
    lcr_sys_zero(&v->sum[0]);
    for (size_t i = 0; i < PC_BITS; i++) {
        if (lc_int_is_zero(v->bit[i].constant) && lcr_sys_is_number(s, &v->bit[i]))
            continue;
        size_t y = lcr_sys_bit(s, 'y');
        lcr_sys_add_var(s, &v->bit[i], lc_int_const(-1), y);
        lcr_sys_parity(s, &v->bit[i], false);
        lcr_sys_add_var(s, &v->sum[0], lcr_lit_power(s->pool->lc, i), y);
    }
    v->by_xor = false;
    return !s->failed;
}

static bool swizzle(pc_value *v, const lit *w)
{
    int n = w->b + abs(w->s);
    if (n >= SYS_VARS / 2)
        return lc_fail(v->e->pool->lc, LC_ERR_LIMIT, "a swizzle of %d bits", n);
    lcr_swz_apply(v->s, w, &v->sum[0]);
    return !v->s->failed;
}

/* ---- functions ---- */

static bool begin_like(pc_value *v, const lit *a, bool *possible)
{
    const lit *plain = lcr_without_swizzle(v->e->pool, a);
    return plain && lcr_pc_begin(v->e, v->s, v, 1, &plain, possible);
}

/* A layout at a tree of integers. */
static bool layout_at(pc_value *v, const lit *a, const lit *crd, bool *possible)
{
    lcr_surgery at;
    bool fits;
    if (!lcr_law_slice(v->e, a, crd, &at, &fits) || !begin_like(v, a, possible))
        return false;
    *possible = *possible && fits && !crd->any;
    bool ok = !*possible || lcr_pc_add_offset(v, a, possible);
    for (size_t i = 0; ok && *possible && i < at.n; i++)
        ok = lcr_pc_add_fixed(v, &at.piece[i], possible);
    return ok && (!*possible || a->b == 0 || (settle(v) && swizzle(v, a)));
}

/* f at the values of another function, which are numbers. */
static bool function_at(pc_value *v, const lit *f, const pc_value *in, bool *possible)
{
    if (f->kind == LIT_SWIZZLE) {
        *v = *in;
        return swizzle(v, f);
    }
    if (f->kind != LIT_LAYOUT || f->by_xor) {
        *possible = false; /* no such function is outside another one, or it has no bound */
        return true;
    }
    lit axes = {.basis = in->basis, .naxes = in->naxes, .path = (lit_path *)(uintptr_t)in->path};
    if (!begin_like(v, f, possible))
        return false;
    *possible = *possible && lcr_fn_apply(v->s, f, &axes, in->sum, v->sum);
    return !*possible || f->b == 0 || swizzle(v, f);
}

/* The value in between: sets that say that it is no other than these numbers, which stand for it
 * in a new system. */
static bool pin(pc_value *in, const lc_int *number)
{
    ev *e = in->e;
    for (size_t j = 0; j < in->naxes; j++) {
        const sys_sum is = lcr_sys_number(number[j]);
        if (!lcr_ev_differ(e, in->s, &in->sum[j], &is))
            return false;
        in->sum[j] = is;
    }
    *in->s = lcr_sys_new(e->pool);
    return true;
}

/* Any function at a tree of integers, as numbers if it is not the outermost one. */
static bool value_at(pc_value *v, const lit *f, const lit *crd, bool *possible)
{
    if (f->kind == LIT_LAYOUT)
        return layout_at(v, f, crd, possible);
    if (f->kind == LIT_SWIZZLE) {
        const lit *own = lcr_lit_compact(v->e->pool, f); /* its coordinates */
        return own && layout_at(v, own, crd, possible) && (!*possible || swizzle(v, f));
    }
    if (f->kind != LIT_COMPOSED) {
        *possible = false;
        return true;
    }
    pc_value *in = lcr_lit_alloc(v->e->pool, 1, sizeof *in);
    if (!in)
        return false;
    *in = (pc_value){.e = v->e, .s = v->s};
    if (!value_at(in, f->inner, crd, possible))
        return false;
    lc_int number[LIT_MAX_AXES];
    bool pinned = crd->nnodes == 1 &&
                  lcr_lit_at(v->e->pool->lc, f->inner, crd->extent[0], number);
    if (*possible && !f->outer)
        *v = *in;
    else if (*possible && (!settle(in) || (pinned && !pin(in, number)) ||
                           !function_at(v, f->outer, in, possible)))
        return false;
    return !*possible || lcr_pc_add_offset(v, f, possible);
}

/* ---- the law ---- */

static bool evaluate(ev *e, const lcr_statement *c)
{
    const lit *f = c->arg[0], *crd = c->arg[1], *value = c->value;
    bool possible = true;
    if (crd->kind != LIT_TUPLE)
        return lcr_ev_not(e);
    if (value->kind != LIT_TUPLE)
        return lcr_ev_reading(e, false, "the value is neither an integer nor a coordinate");
    sys s = lcr_sys_new(e->pool);
    pc_value *v = lcr_lit_alloc(e->pool, 1, sizeof *v);
    if (!v)
        return false;
    *v = (pc_value){.e = e, .s = &s};
    e->out->by = "evaluation";
    if (!value_at(v, f, crd, &possible))
        return false;
    return possible ? lcr_pc_differs(v, value) : lcr_ev_not(e);
}

const ev_row lcr_laws_evaluate[] = {
    {"evaluate", 2, "x.", evaluate, OF_LAYOUTS, 0},
    {NULL, 0, NULL, NULL, 0, 0},
};
