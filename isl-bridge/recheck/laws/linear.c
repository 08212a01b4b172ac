/* linear.c - linear layouts: made, evaluated, taken for layouts and back. */
#include "config.h"

#include "laws.h"
#include "../sets/linear.h"
#include "../sets/parts.h"

#include <stdio.h>
#include <string.h>

/* ---- made ---- */

/* The one name that argument i is; NULL: it is another thing. */
static const char *name_of(const lcr_statement *s, size_t i)
{
    const lit *a = s->arg[i];
    if (a->kind == LIT_WORD)
        return a->word;
    return a->kind == LIT_NAMES && a->nnames == 1 ? a->name[0] : NULL;
}

enum { ONES, STRIDED, ZEROS };

/* x -> x times 2^up on [0,n), and the output dim as large as that, or x -> 0. */
static bool made(ev *e, const lcr_statement *s)
{
    bool zero = s->how == ZEROS;
    lc_int step = lc_int_const(1);
    lin w;
    lc_int n;
    const char *in = name_of(s, s->n - 2), *out = name_of(s, s->n - 1);
    if (!lcr_ev_integer(s->arg[0], &n) || !in || !out || !lcr_lin_begin(e, &w) ||
        (s->how == STRIDED && !lcr_ev_integer(s->arg[1], &step)))
        return lcr_ev_not(e);
    if (lc_int_is_zero(n))
        return lcr_lin_is(e, s, &w);
    if (!lc_int_is_power_of_two(n) || !lc_int_is_power_of_two(step))
        return lcr_ev_not(e);
    size_t bits = lc_int_bits(n) - 1, up = lc_int_bits(step) - 1;
    lcr_lin_append(&w.dims[LIN_IN], in, bits);
    lcr_lin_append(&w.dims[LIN_OUT], out, zero ? 0 : bits + up);
    for (size_t i = 0; i < bits && up + i < LIN_BITS && !zero; i++)
        w.column[i] = lcr_lin_bit(up + i);
    return bits + up <= LIN_BITS ? lcr_lin_is(e, s, &w) : lcr_ev_not(e);
}

/* Dims of the sizes of argument i, which are called crd0, crd1, ... or idx0, ...; false, perhaps
 * with an error: they are no sizes. */
static bool numbered(ev *e, const lcr_statement *s, lin_side i, lin *w)
{
    const lit *a = s->arg[i];
    bool powers = a->kind == LIT_TUPLE && a->n <= LIT_MAX_AXES;
    for (size_t k = 0; powers && k < a->n; k++)
        powers = lc_int_is_power_of_two(a->extent[k]);
    if (!powers) {
        lcr_ev_not(e);
        return false;
    }
    char *name = lcr_lit_alloc(e->pool, a->n, 8);
    for (size_t k = 0; name && k < a->n; k++) {
        snprintf(name + 8 * k, 8, "%s%u", i == LIN_IN ? "crd" : "idx", (unsigned)k % 100);
        lcr_lin_append(&w->dims[i], name + 8 * k, lc_int_bits(a->extent[k]) - 1);
    }
    return name != NULL;
}

/* LinearLayout(crd, idx, vals): a basis for each input bit, of a number an output dim. */
static bool linear_layout(ev *e, const lcr_statement *s)
{
    lin w;
    const lit *vals = s->arg[2];
    if (!lcr_lin_begin(e, &w) || !numbered(e, s, LIN_IN, &w) || !numbered(e, s, LIN_OUT, &w))
        return lcr_ev_ok(e);
    const lin_dims *out = &w.dims[LIN_OUT];
    size_t bits = lcr_lin_bits(&w.dims[LIN_IN]), outs = out->n;
    bool none = vals->kind == LIT_NAMES && vals->nnames == 0;
    if (bits > LIN_BITS || lcr_lin_bits(out) > LIN_BITS ||
        (none ? bits > 0 : vals->kind != LIT_TUPLE || vals->n != bits * outs))
        return lcr_ev_not(e);
    for (size_t i = 0; i < bits; i++)
        for (size_t j = 0; j < outs; j++)
            for (size_t r = 0; r < out->dim[j].bits; r++)
                if (lc_int_bit(vals->extent[i * outs + j], r))
                    w.column[i] |= lcr_lin_bit(out->dim[j].first + r);
    return lcr_lin_is(e, s, &w);
}

/* ---- layouts ---- */

/* A mode for each input dim, of its size; a single input dim needs no mode of its own. No two
 * leaves of a mode would be one. */
static bool has_modes(ev *e, const lit *a, const lin *l)
{
    lc_ctx *lc = e->pool->lc;
    const lin_dims *ins = &l->dims[LIN_IN];
    size_t modes = ins->n < 2 ? 1 : lcr_lit_rank(a);
    bool right = ins->n < 2 || modes == ins->n;
    for (size_t i = 0; right && i < modes; i++) {
        const lit *mode = ins->n < 2 ? a : lcr_lit_mode(e->pool, a, i);
        lc_int extent = mode ? lcr_lit_size(lc, mode) : lc_int_const(0);
        size_t bits = ins->n < 2 ? lcr_lin_bits(ins) : ins->dim[i].bits;
        right = lc_int_is_power_of_two(extent) && lc_int_bits(extent) - 1 == bits &&
                lcr_parts_coalesced(lc, mode);
    }
    return right;
}

static bool same_leaves(const lit *a, const lc_int *leaf, const lit *b)
{
    return b->kind == LIT_TUPLE && lcr_lit_congruent(a, b) &&
           lcr_same_ints(a->n, leaf, b->extent);
}

enum { MODES, SHAPE, STRIDES };

/* Coordinates have an axis for each output dim. It has a mode for each input dim, or the shape or
 * the strides of argument 1. */
static bool layout(ev *e, const lcr_statement *s)
{
    const lin *l = lcr_lin_arg(e, s, 0);
    const lit *v = s->value, *given = s->how != MODES ? s->arg[1] : NULL;
    if (!l || (given && given->kind != LIT_TUPLE) || (s->how == STRIDES && v->basis))
        return lcr_ev_not(e);
    if (v->kind != LIT_LAYOUT)
        return lcr_ev_reading(e, false, "the value is no layout");
    if (!lcr_ev_equiv(e, v, s->arg[0]) || !e->out->holds)
        return lcr_ev_ok(e);
    if (s->how == MODES)
        return lcr_ev_condition(e, has_modes(e, v, l), "the modes are others");
    bool shape = s->how == SHAPE, same = same_leaves(v, shape ? v->extent : v->step, given);
    return lcr_ev_condition(e, same, shape ? "the shape is another" : "the strides are others");
}

#define OF_BITS (OF_LINEAR | OF_SWIZZLES)

/* The pair (M, b) of strides: an entry a stride, a row an axis. That of bits is not read. */
static bool linear_form(ev *e, const lcr_statement *s)
{
    const lit *a = lcr_ev_layout(e, s->arg[0]), *v = s->value;
    size_t n = a ? a->n * a->naxes : 0;
    size_t axis[FN_LEAVES], row = 0, leaves;
    bool same = true;
    if (!a || a->kind != LIT_LAYOUT || a->by_xor || a->b > 0 || v->kind != LIT_TUPLE || v->any ||
        (leaves = lcr_fn_value_leaves(a, axis)) == 0)
        return lcr_ev_not(e);
    if (v->n != n + a->naxes || lcr_lit_rank(v) != 2)
        return lcr_ev_reading(e, false, "it has another number of entries");
    for (size_t i = 0; i < leaves; i++) { /* a row an axis, in the order of the coordinates */
        size_t j = axis[i];
        lc_int zero = lc_int_const(0);
        if (j == a->naxes)
            continue;
        for (size_t k = 0; k < a->n; k++)
            same = same && lc_int_eq(v->extent[row * a->n + k], a->step[j * a->n + k]);
        same = same && lc_int_eq(v->extent[n + row], a->offset ? a->offset[j] : zero);
        row++;
    }
    return lcr_ev_reading(e, same, "an entry is another number");
}

/* The value has named dims, and is the same function. */
static bool affine(ev *e, const lcr_statement *s)
{
    return lcr_lit_has_dims(s->value) ? lcr_ev_equiv(e, s->value, s->arg[0]) : lcr_ev_not(e);
}

const ev_row lcr_laws_linear[] = {
    {"LinearLayout", 3, "...", linear_layout, OF_LAYOUTS, 0},
    {"affine", 1, ".", affine, OF_LAYOUTS, 0},
    {"identity1d", 3, "...", made, OF_LAYOUTS, ONES},
    {"layout", 1, ".", layout, OF_BITS, MODES},
    {"layout", 2, "..", layout, OF_BITS, SHAPE},
    {"layout_with_strides", 2, "..", layout, OF_BITS, STRIDES},
    {"linear", 1, ".", lcr_lin_says, OF_LAYOUTS, 0},
    {"matrix", 1, ".", linear_form, OF_LAYOUTS, 0},
    {"strided1d", 4, "....", made, OF_LAYOUTS, STRIDED},
    {"zeros1d", 3, "...", made, OF_LAYOUTS, ZEROS},
    {NULL, 0, NULL, NULL, 0, 0},
};
