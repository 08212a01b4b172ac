/* linear.c - linear layouts: made, evaluated, taken for layouts and back. */
#include "config.h"

#include "laws.h"
#include "../sets/linear.h"

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

/* x -> x times 2^up on [0,n), and the output dim as large as that, or x -> 0. */
static bool made(ev *e, const lcr_statement *s, lc_int n, lc_int step, bool zero)
{
    lin_wanted w;
    const char *in = name_of(s, s->n - 2), *out = name_of(s, s->n - 1);
    if (in == NULL || out == NULL || !lcr_lin_begin(e, &w))
        return lcr_ev_not(e);
    if (lc_int_is_zero(n))
        return lcr_lin_map(e, &w) && lcr_lin_is(e, s, &w);
    if (!lc_int_is_power_of_two(n) || !lc_int_is_power_of_two(step))
        return lcr_ev_not(e);
    size_t bits = lc_int_bits(n) - 1, up = lc_int_bits(step) - 1;
    lcr_lin_in(&w, in, bits);
    lcr_lin_out(&w, out, zero ? 0 : bits + up);
    if (!lcr_lin_map(e, &w))
        return false;
    for (size_t i = 0; i < bits && !zero; i++)
        w.l.map.at[(up + i) * bits + i] = 1;
    return lcr_lin_is(e, s, &w);
}

static bool identity1d(ev *e, const lcr_statement *s)
{
    lc_int n;
    return lcr_ev_integer(s->arg[0], &n) ? made(e, s, n, lc_int_const(1), false) : lcr_ev_not(e);
}

static bool strided1d(ev *e, const lcr_statement *s)
{
    lc_int n, step;
    return lcr_ev_integer(s->arg[0], &n) && lcr_ev_integer(s->arg[1], &step)
               ? made(e, s, n, step, false)
               : lcr_ev_not(e);
}

static bool zeros1d(ev *e, const lcr_statement *s)
{
    lc_int n;
    return lcr_ev_integer(s->arg[0], &n) ? made(e, s, n, lc_int_const(1), true) : lcr_ev_not(e);
}

/* Dims of the sizes of argument i, which are called crd0, crd1, ... or idx0, ...; false, perhaps
 * with an error: they are no sizes. */
static bool numbered(ev *e, const lcr_statement *s, size_t i, lin_wanted *w)
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
    for (size_t k = 0; name != NULL && k < a->n; k++) {
        snprintf(name + 8 * k, 8, "%s%u", i == 0 ? "crd" : "idx", (unsigned)k % 100);
        (i == 0 ? lcr_lin_in : lcr_lin_out)(w, name + 8 * k, lc_int_bits(a->extent[k]) - 1);
    }
    return name != NULL;
}

/* LinearLayout(crd, idx, vals): a basis for each input bit, of a number an output dim. */
static bool linear_layout(ev *e, const lcr_statement *s)
{
    lin_wanted w;
    const lit *vals = s->arg[2];
    if (!lcr_lin_begin(e, &w) || !numbered(e, s, 0, &w) || !numbered(e, s, 1, &w) ||
        !lcr_lin_map(e, &w))
        return lcr_lin_none(e);
    size_t bits = w.l.map.cols, outs = w.l.nouts;
    bool none = vals->kind == LIT_NAMES && vals->nnames == 0;
    if (none ? bits > 0 : vals->kind != LIT_TUPLE || vals->n != bits * outs)
        return lcr_ev_not(e);
    for (size_t i = 0; i < bits; i++)
        for (size_t j = 0; j < outs; j++)
            for (size_t r = 0; r < w.outs[j].bits; r++)
                w.l.map.at[(w.outs[j].first + r) * bits + i] =
                    lc_int_bit(vals->extent[i * outs + j], r);
    return lcr_lin_is(e, s, &w);
}

/* What is linear over F2, as it is. */
bool lcr_ev_linear(ev *e, const lcr_statement *s)
{
    lin_wanted w;
    lcr_statement same = {.claim = "equiv", .n = 2, .arg = {s->value, s->arg[0]}};
    if (s->arg[0]->kind == LIT_RELATION)
        return lcr_ev_equiv(e, &same);
    const lin *l = lcr_lin_arg(e, s, 0);
    if (l == NULL || !lcr_lin_begin(e, &w))
        return lcr_lin_none(e);
    lcr_lin_ins_of(&w, l);
    lcr_lin_outs_of(&w, l);
    return lcr_lin_map_of(e, &w, l) && lcr_lin_is(e, s, &w);
}

/* ---- values ---- */

/* Is bit c of the integral coordinate set in these numbers, one an input dim or all as one? */
static bool bit_at(const lin *l, const lit *at, size_t c)
{
    if (at->n != l->nins)
        return lc_int_bit(at->extent[0], c);
    for (size_t i = 0; i < l->nins; i++)
        if (c >= l->in[i].first && c - l->in[i].first < l->in[i].bits)
            return lc_int_bit(at->extent[i], c - l->in[i].first);
    return false;
}

/* Numbers of dims, all of them within: 0 to 2^bits - 1. */
static bool within(size_t n, const lit_dim *dim, const lit *numbers)
{
    bool all = numbers->kind == LIT_TUPLE && numbers->n == n;
    for (size_t i = 0; all && i < n; i++)
        all = lc_int_sign(numbers->extent[i]) >= 0 &&
              lc_int_bits(numbers->extent[i]) <= dim[i].bits;
    return all;
}

static bool is_flat(const lit *a)
{
    return a->nnodes == (a->n > 1 ? a->n + 1 : 1);
}

/* For whichever output bits: as many of the value and of the bases at the bits of the
 * coordinate are odd. */
static bool evaluate(ev *e, const lcr_statement *s)
{
    const lin *l = lcr_lin_arg(e, s, 0);
    const lit *at = s->arg[1], *v = s->value;
    int32_t *count = lcr_lit_alloc(e->pool, LIN_BITS, sizeof *count);
    if (l == NULL || count == NULL)
        return count != NULL && lcr_lin_none(e);
    lit_dim whole = {"", 0, l->map.cols};
    if (!within(l->nins, l->in, at) && !within(1, &whole, at))
        return lcr_ev_not(e);
    e->out->by = "parity";
    if (!within(l->nouts, l->outs, v) || !is_flat(v))
        return lcr_ev_condition(e, false, "the value is no number of each output dim");
    for (size_t j = 0; j < l->nouts; j++)
        for (size_t i = 0; i < l->outs[j].bits; i++) {
            size_t r = l->outs[j].first + i;
            count[r] = lc_int_bit(v->extent[j], i);
            for (size_t c = 0; c < l->map.cols; c++)
                if (bit_at(l, at, c))
                    count[r] += l->map.at[r * l->map.cols + c];
        }
    return lcr_lin_even(e, l->map.rows, count, 0);
}

/* ---- layouts ---- */

/* Leaves that would be one: the second goes on where the first ends. */
static bool goes_on(lc_ctx *lc, const lit *a, size_t k)
{
    bool on = true;
    for (size_t j = 0; on && j < a->naxes; j++)
        on = lc_int_eq(a->step[j * a->n + k + 1],
                       lc_int_mul(lc, a->extent[k], a->step[j * a->n + k]));
    return on;
}

/* A mode for each input dim of its size, or as it comes of a single one; no two leaves of a mode
 * would be one. */
static bool has_modes(ev *e, const lit *a, const lin *l)
{
    bool right = true, single = l->nins < 2;
    size_t rank = a->node[0] == 0 ? 1 : a->node[0];
    if (!single && rank != l->nins)
        return false;
    for (size_t i = 0; right && i < (single ? 1 : rank); i++) {
        const lit *mode = single ? a : lcr_lit_mode(e->pool, a, i);
        if (mode == NULL)
            return false;
        lc_int size = lcr_lit_size(e->pool->lc, mode);
        size_t bits = single ? l->map.cols : l->in[i].bits;
        right = is_flat(mode) && lc_int_is_power_of_two(size) && lc_int_bits(size) - 1 == bits;
        for (size_t k = 0; right && k + 1 < mode->n; k++)
            right = !goes_on(e->pool->lc, mode, k);
        for (size_t k = 0; right && k < mode->n; k++)
            right = mode->n == 1 || !lc_int_is_one(mode->extent[k]);
    }
    return right;
}

/* The same numbers on each axis as for each output dim; the highest bits of a dim may be no
 * number's, and all of its numbers may be 0. */
static bool same_numbers(ev *e, const lin *a, bool coordinates, const lin *l)
{
    lin wide = {1, l->nouts, a->in, l->outs, {0}};
    if (!lcr_lin_zero(e, &wide.map, l->map.rows, a->map.cols))
        return false;
    bool fit = a->nouts <= l->nouts &&
               (coordinates == (l->nouts > 1) || (!coordinates && a->map.rows == 0));
    for (size_t j = 0; fit && j < a->nouts; j++) {
        fit = a->outs[j].bits <= l->outs[j].bits;
        for (size_t r = 0; fit && r < a->outs[j].bits; r++)
            memcpy(&wide.map.at[(l->outs[j].first + r) * a->map.cols],
                   &a->map.at[(a->outs[j].first + r) * a->map.cols],
                   a->map.cols * sizeof *a->map.at);
    }
    return fit ? lcr_lin_same(e, &wide.map, &l->map)
               : lcr_ev_condition(e, false, "the values are not on the output dims");
}

/* The same function as argument 0, a linear layout or a swizzle; perhaps under a swizzle. */
static bool same_function(ev *e, const lcr_statement *s, const lin *l)
{
    const lit *v = s->value;
    e->out->by = "parity";
    if (v->kind != LIT_LAYOUT)
        return lcr_ev_condition(e, false, "the value is no layout");
    const lin *a = lcr_lin_of(e, v);
    if (a == NULL)
        return lcr_lin_none(e) && lcr_ev_condition(e, false, "the value is not linear over F2");
    return same_numbers(e, a, v->basis, l);
}

/* Coordinates have an axis for each output dim. */
bool lcr_ev_layout_of_linear(ev *e, const lcr_statement *s)
{
    const lin *l = lcr_lin_arg(e, s, 0);
    if (l == NULL)
        return lcr_lin_none(e);
    return same_function(e, s, l) &&
           (!e->out->holds || lcr_ev_condition(e, has_modes(e, s->value, l),
                                               "the modes are others"));
}

static bool same_leaves(const lit *a, const lc_int *leaf, const lit *b)
{
    bool same = b->kind == LIT_TUPLE && lcr_lit_congruent(a, b);
    for (size_t k = 0; same && k < a->n; k++)
        same = lc_int_eq(leaf[k], b->extent[k]);
    return same;
}

/* With the shape of argument 1. */
bool lcr_ev_layout_of_shape(ev *e, const lcr_statement *s)
{
    const lin *l = lcr_lin_arg(e, s, 0);
    if (l == NULL || s->arg[1]->kind != LIT_TUPLE)
        return lcr_ev_not(e);
    return same_function(e, s, l) &&
           (!e->out->holds || lcr_ev_condition(e, same_leaves(s->value, s->value->extent,
                                                              s->arg[1]),
                                               "the shape is another"));
}

/* With the strides of argument 1. */
bool lcr_ev_layout_of_strides(ev *e, const lcr_statement *s)
{
    const lin *l = lcr_lin_arg(e, s, 0);
    const lit *v = s->value;
    if (l == NULL || s->arg[1]->kind != LIT_TUPLE || v->basis)
        return lcr_ev_not(e);
    return same_function(e, s, l) &&
           (!e->out->holds ||
            lcr_ev_condition(e, same_leaves(v, v->step, s->arg[1]), "the strides are others"));
}

/* ---- numbers of a linear layout, by reading ---- */

static bool is_number(ev *e, const lcr_statement *s, lc_int wanted)
{
    lc_int n;
    e->out->by = "reading";
    return lcr_ev_condition(e, lcr_ev_integer(s->value, &n) && lc_int_eq(n, wanted),
                            "the number is another");
}

bool lcr_ev_size_linear(ev *e, const lcr_statement *s)
{
    return is_number(e, s, lcr_lit_size(e->pool->lc, s->arg[0]));
}

bool lcr_ev_rank_linear(ev *e, const lcr_statement *s)
{
    return is_number(e, s, lc_int_si(e->pool->lc, (int64_t)s->arg[0]->n));
}

bool lcr_ev_depth_linear(ev *e, const lcr_statement *s)
{
    return is_number(e, s, lc_int_const(s->arg[0]->n > 1 ? 1 : 0));
}

bool lcr_ev_shape_linear(ev *e, const lcr_statement *s)
{
    e->out->by = "reading";
    return lcr_ev_condition(e, same_leaves(s->arg[0], s->arg[0]->extent, s->value),
                            "the sizes are others");
}

/* Leaf k has the stride e_k, or 1 if it is the only one. */
static bool has_unit_strides(const lit *a)
{
    bool unit = a->basis == (a->n > 1) && a->naxes == a->n;
    for (size_t j = 0; unit && j < a->naxes; j++) {
        unit = !a->basis || (a->path[j].depth == 1 && a->path[j].mode[0] == j);
        for (size_t k = 0; unit && k < a->n; k++)
            unit = lc_int_eq(a->step[j * a->n + k], lc_int_const(j == k));
    }
    return unit;
}

/* Coordinates of the shape as they are. */
bool lcr_ev_identity_linear(ev *e, const lcr_statement *s)
{
    const lit *v = s->value;
    fn f = {1, {v}, NULL}, identity = {0, {NULL}, v};
    e->out->by = "difference";
    bool form = lcr_lit_is_affine(v) && v->offset == NULL && lcr_lit_congruent(v, s->arg[0]);
    for (size_t k = 0; form && k < v->n; k++)
        form = lc_int_eq(v->extent[k], s->arg[0]->extent[k]);
    if (!form || !has_unit_strides(v))
        return lcr_ev_condition(e, false, form ? "a stride is no unit"
                                               : "the value is no layout of the shape");
    return lcr_ev_same(e, &f, &identity, v);
}

/* ---- the tables ---- */

const lcr_law lcr_laws_of_linear[] = {
    {"compose", 2, 2, lcr_ev_compose_linear},
    {"concat", 1, SIZE_MAX, lcr_ev_concat_ins},
    {"cosize", 1, 1, lcr_ev_cosize_linear},
    {"depth", 1, 1, lcr_ev_depth_linear},
    {"evaluate", 2, 2, evaluate},
    {"identity", 1, 1, lcr_ev_identity_linear},
    {"inverse", 1, 1, lcr_ev_invert},
    {"layout", 1, 1, lcr_ev_layout_of_linear},
    {"layout", 2, 2, lcr_ev_layout_of_shape},
    {"layout_with_strides", 2, 2, lcr_ev_layout_of_strides},
    {"left_inverse", 1, 1, lcr_ev_invert},
    {"rank", 1, 1, lcr_ev_rank_linear},
    {"right_inverse", 1, 1, lcr_ev_pseudoinvert},
    {"shape", 1, 1, lcr_ev_shape_linear},
    {"size", 1, 1, lcr_ev_size_linear},
    {NULL, 0, 0, NULL},
};

const lcr_law lcr_laws_linear[] = {
    {"LinearLayout", 3, 3, linear_layout},
    {"concat_ins", 2, 2, lcr_ev_concat_ins},
    {"concat_outs", 2, 2, lcr_ev_concat_outs},
    {"divide_left", 2, 2, lcr_ev_divide_left},
    {"divide_right", 2, 2, lcr_ev_divide_right},
    {"flatten_ins", 1, 1, lcr_ev_flatten_ins},
    {"flatten_outs", 1, 1, lcr_ev_flatten_outs},
    {"free_variable_masks", 1, 1, lcr_ev_free_masks},
    {"identity1d", 3, 3, identity1d},
    {"invert", 1, 1, lcr_ev_invert},
    {"invert_and_compose", 2, 2, lcr_ev_invert_and_compose},
    {"linear", 1, 1, lcr_ev_linear},
    {"num_consecutive", 1, 1, lcr_ev_num_consecutive},
    {"product", 2, 2, lcr_ev_product},
    {"pseudoinvert", 1, 1, lcr_ev_pseudoinvert},
    {"quotient", 2, 2, lcr_ev_quotient},
    {"remove_zero_bases", 2, 2, lcr_ev_remove_zero_bases},
    {"reshape_ins", 3, 3, lcr_ev_reshape_ins},
    {"reshape_outs", 3, 3, lcr_ev_reshape_outs},
    {"resize_in", 3, 3, lcr_ev_resize_in},
    {"resize_out", 3, 3, lcr_ev_resize_out},
    {"strided1d", 4, 4, strided1d},
    {"sublayout", 3, 3, lcr_ev_sublayout},
    {"transpose_ins", 2, 2, lcr_ev_transpose_ins},
    {"transpose_outs", 2, 2, lcr_ev_transpose_outs},
    {"unsqueeze_in", 2, 2, lcr_ev_unsqueeze_in},
    {"unsqueeze_out", 2, 2, lcr_ev_unsqueeze_out},
    {"zeros1d", 3, 3, zeros1d},
    {NULL, 0, 0, NULL},
};
