/* dims.c - linear layouts with other dims, side by side, one after the other.
 *
 * The value is wired anew from the arguments: names say which bits of an argument are which of
 * the value. Dims are compared by reading, and each output bit is a set.
 */
#include "config.h"

#include "../sets/linear.h"
#include "laws.h"

#include <string.h>

static lin_side other_side(lin_side side)
{
    return side == LIN_IN ? LIN_OUT : LIN_IN;
}

/* The names that argument i is; one may be a word, too. False, perhaps with an error: none. */
typedef struct {
    size_t n;
    const char *const *name;
} names;

static bool names_of(ev *e, const lcr_statement *s, size_t i, names *out)
{
    const lit *a = i < s->n ? s->arg[i] : NULL;
    bool word = a && a->kind == LIT_WORD;
    if (!word && (!a || a->kind != LIT_NAMES)) {
        lcr_ev_not(e);
        return false;
    }
    *out = word ? (names){1, &a->word} : (names){a->nnames, a->name};
    return true;
}

static bool has_name(const names *all, const char *one)
{
    for (size_t i = 0; i < all->n; i++)
        if (strcmp(all->name[i], one) == 0)
            return true;
    return false;
}

/* Argument 0 and the names of argument 1, and room for what the value has to be. */
static bool open(ev *e, const lcr_statement *s, const lin **l, names *named, lin *w)
{
    *l = lcr_lin_arg(e, s, 0);
    return *l && names_of(e, s, 1, named) && lcr_lin_begin(e, w);
}

/* The value is L, wired to the dims of w. */
static bool is_wired(ev *e, const lcr_statement *s, lin *w, const lin *l)
{
    return lcr_lin_wire(e, w, l, NULL) && lcr_lin_is(e, s, w);
}

/* ---- products ---- */

static bool too_many(ev *e, size_t n)
{
    if (n > LIT_MAX_AXES)
        lc_fail(e->pool->lc, LC_ERR_LIMIT, "more than %d dims", LIT_MAX_AXES);
    return n > LIT_MAX_AXES;
}

/* The dims of a and b in an order that agrees with both, those of a first where there is a
 * choice. False: there is none. */
static bool merge(const lin_dims *a, const lin_dims *b, lin_dims *to)
{
    size_t i = 0, j = 0;
    while (i < a->n || j < b->n) {
        const lit_dim *x = i < a->n ? &a->dim[i] : NULL, *y = j < b->n ? &b->dim[j] : NULL;
        bool first = x && !lcr_lin_find(b, x->name), second = y && !lcr_lin_find(a, y->name);
        bool both = x && y && strcmp(x->name, y->name) == 0;
        if (!first && !second && !both)
            return false;
        const lit_dim *one = second && !first ? y : x;
        lcr_lin_append(to, one->name, one->bits + (both ? y->bits : 0));
        i += first || both;
        j += both || (second && !first);
    }
    return true;
}

/* `whole` has the bits of a below those of b, dim by dim. */
static bool is_product(ev *e, const lin *whole, const lin *a, const lin *b)
{
    lin w;
    bool ordered = true;
    if (!lcr_lin_begin(e, &w))
        return false;
    for (lin_side side = LIN_IN; side <= LIN_OUT; side++) {
        if (too_many(e, a->dims[side].n + b->dims[side].n))
            return false;
        ordered = ordered && merge(&a->dims[side], &b->dims[side], &w.dims[side]);
    }
    e->out->by = "parity";
    if (!ordered)
        return lcr_ev_condition(e, false, "dims stand in opposite orders");
    return lcr_lin_wire(e, &w, a, NULL) && lcr_lin_wire(e, &w, b, a) &&
           lcr_lin_equals(e, whole, &w);
}

enum { PRODUCT, LEFT, RIGHT };

/* The dims of the quotient C are those of A, in order; the product of B and C says how large. */
static bool has_dims_of(const lin *c, const lin *a)
{
    bool same = true;
    for (lin_side side = LIN_IN; side <= LIN_OUT; side++) {
        same = same && c->dims[side].n == a->dims[side].n;
        for (size_t i = 0; same && i < c->dims[side].n; i++)
            same = strcmp(c->dims[side].dim[i].name, a->dims[side].dim[i].name) == 0;
    }
    return same;
}

static bool product(ev *e, const lcr_statement *s)
{
    const lin *a = lcr_lin_arg(e, s, 0), *b = a ? lcr_lin_arg(e, s, 1) : NULL;
    const lin *c = b ? lcr_lin_value(e, s) : NULL;
    if (!c)
        return lcr_ev_ok(e);
    if (s->how == PRODUCT)
        return is_product(e, c, a, b);
    bool left = s->how == LEFT;
    return lcr_ev_condition(e, has_dims_of(c, a), "the dims are not those of the dividend") &&
           is_product(e, a, left ? b : c, left ? c : b);
}

/* ---- compositions ---- */

/* x -> A(B(x)), by names between linear layouts, else by integral coordinates. */
static bool compose(ev *e, const lcr_statement *s)
{
    const lin *inner = lcr_lin_arg(e, s, 1), *outer = NULL;
    bool named = s->arg[0]->kind == LIT_LINEAR && s->arg[1]->kind == LIT_LINEAR;
    if (inner && s->arg[0]->kind == LIT_SWIZZLE)
        outer = lcr_lin_of_swizzle(e, s->arg[0], lcr_lin_bits(&inner->dims[LIN_OUT]));
    else if (inner)
        outer = lcr_lin_arg(e, s, 0);
    if (!outer)
        return lcr_ev_ok(e);
    const lin_dims *from = &inner->dims[LIN_OUT], *to = &outer->dims[LIN_IN];
    lin w = {.dims = {inner->dims[LIN_IN], outer->dims[LIN_OUT]}};
    for (size_t c = 0; c < LIN_BITS; c++) {
        uint64_t x = inner->column[c];
        w.column[c] = lcr_lin_at(outer, named ? lcr_lin_carry(from, x, to, NULL) : x);
    }
    bool fit = named ? from->n == to->n && lcr_lin_fits(from, to)
                     : lcr_lin_bits(from) <= lcr_lin_bits(to);
    return lcr_ev_condition(e, fit, "the inner values are no coordinates of the outer") &&
           lcr_lin_is(e, s, &w);
}

/* ---- parts ---- */

/* The dims that are named, or the others. */
static void dims_named(const lin_dims *dims, const names *named, bool are, lin_dims *to)
{
    for (size_t i = 0; i < dims->n; i++)
        if (has_name(named, dims->dim[i].name) == are)
            lcr_lin_append(to, dims->dim[i].name, dims->dim[i].bits);
}

static bool sublayout(ev *e, const lcr_statement *s)
{
    names named[2];
    lin w;
    const lin *l;
    if (!open(e, s, &l, &named[LIN_IN], &w) || !names_of(e, s, 2, &named[LIN_OUT]))
        return lcr_ev_ok(e);
    for (lin_side side = LIN_IN; side <= LIN_OUT; side++)
        dims_named(&l->dims[side], &named[side], true, &w.dims[side]);
    bool all = w.dims[LIN_IN].n == named[LIN_IN].n && w.dims[LIN_OUT].n == named[LIN_OUT].n;
    return lcr_ev_condition(e, all, "a name of no dim") && is_wired(e, s, &w, l);
}

/* The identity on the dims named. */
static bool wire_identity(lin *w, const names *named)
{
    bool same = true;
    for (size_t k = 0; same && k < named->n; k++) {
        const lit_dim *in = lcr_lin_find(&w->dims[LIN_IN], named->name[k]);
        const lit_dim *out = lcr_lin_find(&w->dims[LIN_OUT], named->name[k]);
        same = in && out && in->bits == out->bits;
        for (size_t i = 0; same && i < in->bits; i++)
            w->column[in->first + i] ^= lcr_lin_bit(out->first + i);
    }
    return same;
}

/* L is the value on the other dims and the identity on those named. */
static bool quotient(ev *e, const lcr_statement *s)
{
    names named;
    lin rest;
    const lin *l, *v;
    if (!open(e, s, &l, &named, &rest) || !(v = lcr_lin_value(e, s)))
        return lcr_ev_ok(e);
    lin whole = {.dims = {l->dims[LIN_IN], l->dims[LIN_OUT]}};
    bool dims = wire_identity(&whole, &named);
    for (lin_side side = LIN_IN; side <= LIN_OUT; side++) {
        dims_named(&l->dims[side], &named, false, &rest.dims[side]);
        dims = dims && rest.dims[side].n + named.n == l->dims[side].n &&
               lcr_lin_same_dims(&v->dims[side], &rest.dims[side]);
    }
    return lcr_ev_condition(e, dims, "the dims are not the others") &&
           (!dims || (lcr_lin_wire(e, &whole, v, NULL) && lcr_lin_equals(e, l, &whole)));
}

/* ---- other dims of one side ---- */

enum { FLATTEN = 0, RESHAPE = 2, UNSQUEEZE = 4, TRANSPOSE = 6 }; /* plus the side */

/* The dims of reshape: a name and a size each. */
static bool sizes_of(ev *e, const names *named, const lit *size, lin_dims *to)
{
    bool powers = true;
    if (size->kind != LIT_TUPLE || size->n != named->n || named->n > LIT_MAX_AXES) {
        lcr_ev_not(e);
        return false;
    }
    for (size_t k = 0; powers && k < named->n; k++) {
        powers = lc_int_is_power_of_two(size->extent[k]);
        if (powers)
            lcr_lin_append(to, named->name[k], lc_int_bits(size->extent[k]) - 1);
    }
    return powers || (lcr_ev_condition(e, false, "a size that is no power of two") && false);
}

/* The dims of transpose: those named, in this order. */
static bool in_order(const lin_dims *dims, const names *named, lin_dims *to)
{
    bool all = named->n == dims->n;
    for (size_t k = 0; all && k < named->n; k++) {
        const lit_dim *dim = lcr_lin_find(dims, named->name[k]);
        all = dim != NULL;
        if (all)
            lcr_lin_append(to, dim->name, dim->bits);
    }
    return all;
}

/* All as one dim; dims of these names and sizes; without one of size 1; in another order, which
 * alone has the bits in other places. */
static bool redim(ev *e, const lcr_statement *s)
{
    const lin_side side = (lin_side)(s->how % 2);
    const int to = s->how - (int)side;
    bool there = true;
    names named = {0};
    lin w;
    const lin *l = lcr_lin_arg(e, s, 0);
    if (!l || !lcr_lin_begin(e, &w) || (to != FLATTEN && !names_of(e, s, 1, &named)))
        return lcr_ev_ok(e);
    const lin_dims *dims = &l->dims[side];
    if (to == FLATTEN && dims->n > 0)
        lcr_lin_append(&w.dims[side], dims->dim[0].name, lcr_lin_bits(dims));
    if (to == RESHAPE && !sizes_of(e, &named, s->arg[2], &w.dims[side]))
        return lcr_ev_ok(e);
    if (to == UNSQUEEZE) {
        dims_named(dims, &named, false, &w.dims[side]);
        there = named.n == 1 && w.dims[side].n + 1 == dims->n;
    }
    if (to == TRANSPOSE)
        there = in_order(dims, &named, &w.dims[side]);
    lcr_lin_dims_of(&w, other_side(side), l);
    bool as_many = lcr_lin_bits(&w.dims[side]) == lcr_lin_bits(dims);
    if (!lcr_ev_condition(e, there, "a name of no dim") ||
        !lcr_ev_condition(e, as_many, "the numbers of bits differ"))
        return false;
    if (to == TRANSPOSE)
        return is_wired(e, s, &w, l);
    memcpy(w.column, l->column, sizeof w.column);
    return lcr_lin_is(e, s, &w);
}

/* ---- other sizes ---- */

/* An input dim loses its highest bases, or gets some that are 0; in an output dim, numbers that
 * reach the new size are 0. */
static bool resize(ev *e, const lcr_statement *s)
{
    const lin_side side = (lin_side)s->how;
    names named;
    lc_int size;
    lin w;
    const lin *l;
    if (!open(e, s, &l, &named, &w))
        return lcr_ev_ok(e);
    const lit_dim *dim = named.n == 1 ? lcr_lin_find(&l->dims[side], named.name[0]) : NULL;
    if (!dim || !lcr_ev_integer(s->arg[2], &size) || !lc_int_is_power_of_two(size))
        return lcr_ev_not(e);
    size_t bits = lc_int_bits(size) - 1;
    lin small = *l;
    for (size_t c = 0; side == LIN_OUT && c < LIN_BITS; c++) {
        uint64_t number = lcr_lin_number(dim, l->column[c]);
        if (bits < LIN_BITS && number >> bits != 0)
            small.column[c] ^= number << dim->first;
    }
    lcr_lin_dims_of(&w, other_side(side), l);
    for (size_t i = 0; i < l->dims[side].n; i++) {
        const lit_dim *own = &l->dims[side].dim[i];
        lcr_lin_append(&w.dims[side], own->name, own == dim ? bits : own->bits);
    }
    return is_wired(e, s, &w, &small);
}

/* Without the bases of the dim named that are 0. */
static bool remove_zero_bases(ev *e, const lcr_statement *s)
{
    names named;
    lin w;
    const lin *l;
    if (!open(e, s, &l, &named, &w))
        return lcr_ev_ok(e);
    if (named.n != 1)
        return lcr_ev_not(e);
    return lcr_lin_without_zeros(e, l, named.name[0], &w) && lcr_lin_is(e, s, &w);
}

/* ---- values with their places ---- */

/* The input bits of a dim that count: registers whose bases are 0 are copies. */
static uint64_t places_of(const lin *l, const char *name)
{
    const lit_dim *dim = lcr_lin_find(&l->dims[LIN_IN], name);
    uint64_t counts = 0;
    for (size_t c = dim ? dim->first : 0; dim && c < dim->first + dim->bits; c++)
        if (strcmp(name, "register") != 0 || l->column[c] != 0)
            counts |= lcr_lin_bit(c);
    return counts;
}

/* L, and the numbers of the dims named, as large as L and M have them. */
static bool placed(ev *e, const lcr_statement *s)
{
    names named;
    lin w;
    const lin *l = lcr_lin_arg(e, s, 0), *m = l ? lcr_lin_arg(e, s, 1) : NULL;
    if (!m || !names_of(e, s, 2, &named) || !lcr_lin_begin(e, &w))
        return lcr_ev_ok(e);
    if (too_many(e, l->dims[LIN_OUT].n + named.n))
        return false;
    lcr_lin_dims_of(&w, LIN_IN, l);
    lcr_lin_dims_of(&w, LIN_OUT, l);
    for (size_t k = 0; k < named.n; k++) {
        int mine = __builtin_popcountll(places_of(l, named.name[k]));
        int other = __builtin_popcountll(places_of(m, named.name[k]));
        lcr_lin_append(&w.dims[LIN_OUT], named.name[k], (size_t)(mine > other ? mine : other));
    }
    if (!lcr_lin_wire(e, &w, l, NULL))
        return false;
    for (size_t k = 0; k < named.n; k++) {
        size_t row = w.dims[LIN_OUT].dim[l->dims[LIN_OUT].n + k].first;
        for (uint64_t left = places_of(l, named.name[k]); left != 0; left &= left - 1)
            w.column[__builtin_ctzll(left)] ^= lcr_lin_bit(row++);
    }
    return lcr_lin_is(e, s, &w);
}

/* ---- side by side ---- */

static bool concat(ev *e, const lcr_statement *s)
{
    const lin_side side = (lin_side)s->how, other = other_side(side);
    lin w;
    const lin *part[LCR_EVIDENCE_ARGS];
    size_t dims = 0;
    bool same = true;
    if (!lcr_lin_begin(e, &w))
        return false;
    for (size_t k = 0; k < s->n; k++) {
        const lin *l = part[k] = lcr_lin_arg(e, s, k);
        if (!l || too_many(e, dims += l->dims[side].n))
            return lcr_ev_ok(e);
        same = same && lcr_lin_same_dims(&l->dims[other], &part[0]->dims[other]);
        lcr_lin_dims_of(&w, side, l);
    }
    lcr_lin_dims_of(&w, other, part[0]);
    if (!lcr_ev_condition(e, same, "the dims of the other side differ"))
        return false;
    for (size_t k = 0; k < s->n; k++)
        if (!lcr_lin_wire(e, &w, part[k], NULL))
            return false;
    return lcr_lin_is(e, s, &w);
}

const ev_row lcr_laws_dims[] = {
    {"compose", 2, "..", compose, OF_LINEAR, 0},
    {"concat", 1, ".*", concat, OF_LINEAR, LIN_IN},
    {"concat_ins", 2, "..", concat, OF_LAYOUTS, LIN_IN},
    {"concat_outs", 2, "..", concat, OF_LAYOUTS, LIN_OUT},
    {"divide_left", 2, "..", product, OF_LAYOUTS, LEFT},
    {"divide_right", 2, "..", product, OF_LAYOUTS, RIGHT},
    {"flatten_ins", 1, ".", redim, OF_LAYOUTS, FLATTEN + LIN_IN},
    {"flatten_outs", 1, ".", redim, OF_LAYOUTS, FLATTEN + LIN_OUT},
    {"placed", 3, "...", placed, OF_LAYOUTS, 0},
    {"product", 2, "..", product, OF_LAYOUTS, PRODUCT},
    {"quotient", 2, "..", quotient, OF_LAYOUTS, 0},
    {"remove_zero_bases", 2, "..", remove_zero_bases, OF_LAYOUTS, 0},
    {"reshape_ins", 3, "...", redim, OF_LAYOUTS, RESHAPE + LIN_IN},
    {"reshape_outs", 3, "...", redim, OF_LAYOUTS, RESHAPE + LIN_OUT},
    {"resize_in", 3, "...", resize, OF_LAYOUTS, LIN_IN},
    {"resize_out", 3, "...", resize, OF_LAYOUTS, LIN_OUT},
    {"sublayout", 3, "...", sublayout, OF_LAYOUTS, 0},
    {"transpose_ins", 2, "..", redim, OF_LAYOUTS, TRANSPOSE + LIN_IN},
    {"transpose_outs", 2, "..", redim, OF_LAYOUTS, TRANSPOSE + LIN_OUT},
    {"unsqueeze_in", 2, "..", redim, OF_LAYOUTS, UNSQUEEZE + LIN_IN},
    {"unsqueeze_out", 2, "..", redim, OF_LAYOUTS, UNSQUEEZE + LIN_OUT},
    {NULL, 0, NULL, NULL, 0, 0},
};
