/* dims.c - linear layouts with other dims, side by side, one after the other.
 *
 * The value is wired anew from the arguments: names say which bits of an argument are which of
 * the value. Dims are compared by reading, and each output bit is a set.
 */
#include "config.h"

#include "../sets/linear.h"

#include <string.h>

/* The names that argument i is; one may be a word, too. False, perhaps with an error: none. */
static bool names_of(ev *e, const lcr_statement *s, size_t i, size_t *n, const char *const **name)
{
    const lit *a = i < s->n ? s->arg[i] : NULL;
    if (a != NULL && a->kind == LIT_WORD) {
        *n = 1;
        *name = &a->word;
        return true;
    }
    if (a == NULL || a->kind != LIT_NAMES) {
        lcr_ev_not(e);
        return false;
    }
    *n = a->nnames;
    *name = a->name;
    return true;
}

static bool has_name(size_t n, const char *const *name, const char *one)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(name[i], one) == 0)
            return true;
    return false;
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
static bool merge(size_t n, const lit_dim *a, size_t m, const lit_dim *b, lit_dim *to,
                  size_t *count)
{
    size_t i = 0, j = 0;
    *count = 0;
    while (i < n || j < m) {
        const lit_dim *other;
        if (i < n && lcr_lin_find(m, b, a[i].name) == NULL) {
            lcr_lin_append(to, count, a[i].name, a[i].bits);
            i++;
        } else if (j < m && lcr_lin_find(n, a, b[j].name) == NULL) {
            lcr_lin_append(to, count, b[j].name, b[j].bits);
            j++;
        } else if (i < n && j < m && (other = lcr_lin_find(1, &b[j], a[i].name)) != NULL) {
            lcr_lin_append(to, count, a[i].name, a[i].bits + other->bits);
            i++;
            j++;
        } else {
            return false;
        }
    }
    return true;
}

/* `whole` has the bits of a below those of b, dim by dim. */
static bool is_product(ev *e, const lin *whole, const lin *a, const lin *b)
{
    lin_wanted w;
    if (too_many(e, a->nins + b->nins) || too_many(e, a->nouts + b->nouts) ||
        !lcr_lin_begin(e, &w))
        return false;
    if (!merge(a->nins, a->in, b->nins, b->in, w.in, &w.l.nins) ||
        !merge(a->nouts, a->outs, b->nouts, b->outs, w.outs, &w.l.nouts)) {
        e->out->by = "parity";
        return lcr_ev_condition(e, false, "dims stand in opposite orders");
    }
    if (!lcr_lin_map(e, &w))
        return false;
    lcr_lin_wire(&w.l.map, &w.l, a, NULL);
    lcr_lin_wire(&w.l.map, &w.l, b, a);
    return lcr_lin_equals(e, whole, &w);
}

bool lcr_ev_product(ev *e, const lcr_statement *s)
{
    const lin *a = lcr_lin_arg(e, s, 0), *b = a != NULL ? lcr_lin_arg(e, s, 1) : NULL;
    const lin *whole = b != NULL ? lcr_lin_value(e, s) : NULL;
    return whole != NULL ? is_product(e, whole, a, b) : lcr_lin_none(e);
}

/* The dims of the quotient C are those of A, in order; the product of B and C says how large. */
static bool has_dims_of(size_t n, const lit_dim *c, size_t m, const lit_dim *a)
{
    bool same = n == m;
    for (size_t i = 0; same && i < n; i++)
        same = strcmp(c[i].name, a[i].name) == 0;
    return same;
}

static bool divides(ev *e, const lcr_statement *s, bool left)
{
    const lin *a = lcr_lin_arg(e, s, 0), *b = a != NULL ? lcr_lin_arg(e, s, 1) : NULL;
    const lin *c = b != NULL ? lcr_lin_value(e, s) : NULL;
    if (c == NULL)
        return lcr_lin_none(e);
    bool dims = has_dims_of(c->nins, c->in, a->nins, a->in) &&
                has_dims_of(c->nouts, c->outs, a->nouts, a->outs);
    return lcr_ev_condition(e, dims, "the dims are not those of the dividend") &&
           is_product(e, a, left ? b : c, left ? c : b);
}

bool lcr_ev_divide_left(ev *e, const lcr_statement *s) { return divides(e, s, true); }

bool lcr_ev_divide_right(ev *e, const lcr_statement *s) { return divides(e, s, false); }

/* ---- compositions ---- */

static bool outputs_fit(const lin *outer, const lin *inner)
{
    bool fit = outer->nins == inner->nouts;
    for (size_t j = 0; fit && j < inner->nouts; j++) {
        const lit_dim *to = lcr_lin_find(outer->nins, outer->in, inner->outs[j].name);
        fit = to != NULL && inner->outs[j].bits <= to->bits;
    }
    return fit;
}

/* x -> A(B(x)), by names between linear layouts, else by integral coordinates. */
bool lcr_ev_compose_linear(ev *e, const lcr_statement *s)
{
    const lin *inner = lcr_lin_arg(e, s, 1);
    bool named = s->arg[0]->kind == LIT_LINEAR && s->arg[1]->kind == LIT_LINEAR;
    const lin *outer = inner == NULL ? NULL
                       : s->arg[0]->kind == LIT_SWIZZLE
                           ? lcr_lin_of_swizzle(e, s->arg[0], inner->map.rows)
                           : lcr_lin_arg(e, s, 0);
    lin_wanted w;
    if (outer == NULL)
        return lcr_lin_none(e);
    if (!lcr_lin_begin(e, &w))
        return false;
    lcr_lin_ins_of(&w, inner);
    lcr_lin_outs_of(&w, outer);
    bool fit = named ? outputs_fit(outer, inner) : inner->map.rows <= outer->map.cols;
    bool ok = named ? lcr_lin_chain_by_name(e, outer, inner, &w.l.map)
                    : lcr_lin_chain(e, &outer->map, &inner->map, &w.l.map);
    return ok && lcr_ev_condition(e, fit, "the inner values are no coordinates of the outer") &&
           lcr_lin_is(e, s, &w);
}

/* ---- parts ---- */

bool lcr_ev_sublayout(ev *e, const lcr_statement *s)
{
    size_t nins, nouts;
    const char *const *ins, *const *outs;
    lin_wanted w;
    const lin *l = lcr_lin_arg(e, s, 0);
    if (l == NULL || !names_of(e, s, 1, &nins, &ins) || !names_of(e, s, 2, &nouts, &outs))
        return lcr_lin_none(e);
    if (!lcr_lin_begin(e, &w))
        return false;
    for (size_t i = 0; i < l->nins; i++)
        if (has_name(nins, ins, l->in[i].name))
            lcr_lin_in(&w, l->in[i].name, l->in[i].bits);
    for (size_t j = 0; j < l->nouts; j++)
        if (has_name(nouts, outs, l->outs[j].name))
            lcr_lin_out(&w, l->outs[j].name, l->outs[j].bits);
    bool all = w.l.nins == nins && w.l.nouts == nouts;
    if (!lcr_lin_map(e, &w) || !lcr_ev_condition(e, all, "a name of no dim"))
        return false;
    lcr_lin_wire(&w.l.map, &w.l, l, NULL);
    return lcr_lin_is(e, s, &w);
}

/* The dims but those named; false: one that is named is not there. */
static bool others(size_t n, const lit_dim *dim, size_t nnames, const char *const *name,
                   lit_dim *to, size_t *count)
{
    *count = 0;
    for (size_t i = 0; i < n; i++)
        if (!has_name(nnames, name, dim[i].name))
            lcr_lin_append(to, count, dim[i].name, dim[i].bits);
    return *count + nnames == n;
}

/* The identity on the dims named. */
static bool wire_identity(lin_map *to, const lin *like, size_t n, const char *const *name)
{
    bool same = true;
    for (size_t k = 0; k < n; k++) {
        const lit_dim *in = lcr_lin_find(like->nins, like->in, name[k]);
        const lit_dim *out = lcr_lin_find(like->nouts, like->outs, name[k]);
        same = same && in != NULL && out != NULL && in->bits == out->bits;
        for (size_t i = 0; same && i < in->bits; i++)
            to->at[(out->first + i) * to->cols + in->first + i] += 1;
    }
    return same;
}

/* L is the value on the other dims and the identity on those named. */
bool lcr_ev_quotient(ev *e, const lcr_statement *s)
{
    size_t n;
    const char *const *name;
    lin_wanted rest;
    lin_map whole;
    const lin *l = lcr_lin_arg(e, s, 0);
    if (l == NULL || !names_of(e, s, 1, &n, &name))
        return lcr_lin_none(e);
    const lin *v = lcr_lin_value(e, s);
    if (v == NULL)
        return lcr_lin_none(e);
    if (!lcr_lin_begin(e, &rest) || !lcr_lin_zero(e, &whole, l->map.rows, l->map.cols))
        return false;
    bool dims = others(l->nins, l->in, n, name, rest.in, &rest.l.nins) &&
                others(l->nouts, l->outs, n, name, rest.outs, &rest.l.nouts) &&
                wire_identity(&whole, l, n, name) &&
                lcr_lin_same_dims(v->nins, v->in, rest.l.nins, rest.in) &&
                lcr_lin_same_dims(v->nouts, v->outs, rest.l.nouts, rest.outs);
    if (!dims)
        return lcr_ev_condition(e, false, "the dims are not the others");
    lcr_lin_wire(&whole, l, v, NULL);
    return lcr_lin_same(e, &l->map, &whole);
}

/* ---- the same bits in other dims ---- */

/* The ins, or the outs, are those that `w` has; the other side is that of L. */
static bool same_bits(ev *e, const lcr_statement *s, const lin *l, lin_wanted *w, bool ins)
{
    if (ins)
        lcr_lin_outs_of(w, l);
    else
        lcr_lin_ins_of(w, l);
    return lcr_lin_map_of(e, w, l) && lcr_lin_is(e, s, w);
}

static bool flatten(ev *e, const lcr_statement *s, bool ins)
{
    lin_wanted w;
    const lin *l = lcr_lin_arg(e, s, 0);
    if (l == NULL || !lcr_lin_begin(e, &w))
        return lcr_lin_none(e);
    if (ins && l->nins > 0)
        lcr_lin_in(&w, l->in[0].name, l->map.cols);
    if (!ins && l->nouts > 0)
        lcr_lin_out(&w, l->outs[0].name, l->map.rows);
    return same_bits(e, s, l, &w, ins);
}

bool lcr_ev_flatten_ins(ev *e, const lcr_statement *s) { return flatten(e, s, true); }

bool lcr_ev_flatten_outs(ev *e, const lcr_statement *s) { return flatten(e, s, false); }

static bool reshape(ev *e, const lcr_statement *s, bool ins)
{
    size_t n;
    const char *const *name;
    lin_wanted w;
    const lin *l = lcr_lin_arg(e, s, 0);
    if (l == NULL || !names_of(e, s, 1, &n, &name))
        return lcr_lin_none(e);
    if (s->arg[2]->kind != LIT_TUPLE || s->arg[2]->n != n || n > LIT_MAX_AXES)
        return lcr_ev_not(e);
    if (!lcr_lin_begin(e, &w))
        return false;
    for (size_t k = 0; k < n; k++) {
        lc_int size = s->arg[2]->extent[k];
        if (!lc_int_is_power_of_two(size))
            return lcr_ev_condition(e, false, "a size that is no power of two");
        (ins ? lcr_lin_in : lcr_lin_out)(&w, name[k], lc_int_bits(size) - 1);
    }
    return same_bits(e, s, l, &w, ins);
}

bool lcr_ev_reshape_ins(ev *e, const lcr_statement *s) { return reshape(e, s, true); }

bool lcr_ev_reshape_outs(ev *e, const lcr_statement *s) { return reshape(e, s, false); }

/* Without the dim named, of size 1. */
static bool unsqueeze(ev *e, const lcr_statement *s, bool ins)
{
    size_t n;
    const char *const *name;
    lin_wanted w;
    const lin *l = lcr_lin_arg(e, s, 0);
    if (l == NULL || !names_of(e, s, 1, &n, &name) || !lcr_lin_begin(e, &w))
        return lcr_lin_none(e);
    bool there = n == 1 && (ins ? others(l->nins, l->in, n, name, w.in, &w.l.nins)
                                : others(l->nouts, l->outs, n, name, w.outs, &w.l.nouts));
    return lcr_ev_condition(e, there, "a name of no dim") && same_bits(e, s, l, &w, ins);
}

bool lcr_ev_unsqueeze_in(ev *e, const lcr_statement *s) { return unsqueeze(e, s, true); }

bool lcr_ev_unsqueeze_out(ev *e, const lcr_statement *s) { return unsqueeze(e, s, false); }

/* ---- other orders, other sizes ---- */

static bool transpose(ev *e, const lcr_statement *s, bool ins)
{
    size_t n;
    const char *const *name;
    lin_wanted w;
    const lin *l = lcr_lin_arg(e, s, 0);
    if (l == NULL || !names_of(e, s, 1, &n, &name) || !lcr_lin_begin(e, &w))
        return lcr_lin_none(e);
    bool all = n == (ins ? l->nins : l->nouts);
    for (size_t k = 0; all && k < n; k++) {
        const lit_dim *dim = ins ? lcr_lin_find(l->nins, l->in, name[k])
                                 : lcr_lin_find(l->nouts, l->outs, name[k]);
        all = dim != NULL;
        if (all)
            (ins ? lcr_lin_in : lcr_lin_out)(&w, name[k], dim->bits);
    }
    if (ins)
        lcr_lin_outs_of(&w, l);
    else
        lcr_lin_ins_of(&w, l);
    if (!lcr_ev_condition(e, all, "a name of no dim") || !lcr_lin_map(e, &w))
        return false;
    lcr_lin_wire(&w.l.map, &w.l, l, NULL);
    return lcr_lin_is(e, s, &w);
}

bool lcr_ev_transpose_ins(ev *e, const lcr_statement *s) { return transpose(e, s, true); }

bool lcr_ev_transpose_outs(ev *e, const lcr_statement *s) { return transpose(e, s, false); }

/* Without the numbers for an output dim that have a bit from `bits` on. */
static bool without_large(ev *e, const lin *l, const lit_dim *dim, size_t bits, lin *small)
{
    *small = *l;
    if (!lcr_lin_zero(e, &small->map, l->map.rows, l->map.cols))
        return false;
    memcpy(small->map.at, l->map.at, l->map.rows * l->map.cols * sizeof *l->map.at);
    for (size_t c = 0; c < l->map.cols; c++) {
        bool large = false;
        for (size_t r = bits; r < dim->bits; r++)
            large = large || l->map.at[(dim->first + r) * l->map.cols + c] != 0;
        for (size_t r = 0; large && r < dim->bits; r++)
            small->map.at[(dim->first + r) * l->map.cols + c] = 0;
    }
    return true;
}

/* An input dim loses its highest bases, or gets some that are 0; in an output dim, numbers that
 * reach the new size are 0. */
static bool resize(ev *e, const lcr_statement *s, bool ins)
{
    size_t n;
    const char *const *name;
    lc_int size;
    lin_wanted w;
    lin small;
    const lin *l = lcr_lin_arg(e, s, 0);
    if (l == NULL || !names_of(e, s, 1, &n, &name))
        return lcr_lin_none(e);
    const lit_dim *dim = n != 1 ? NULL
                         : ins  ? lcr_lin_find(l->nins, l->in, name[0])
                                : lcr_lin_find(l->nouts, l->outs, name[0]);
    if (dim == NULL || !lcr_ev_integer(s->arg[2], &size) ||
        !lc_int_is_power_of_two(size))
        return lcr_ev_not(e);
    size_t bits = lc_int_bits(size) - 1;
    if (!lcr_lin_begin(e, &w) || !without_large(e, l, dim, ins ? dim->bits : bits, &small))
        return false;
    for (size_t i = 0; i < l->nins; i++)
        lcr_lin_in(&w, l->in[i].name, &l->in[i] == dim ? bits : l->in[i].bits);
    for (size_t j = 0; j < l->nouts; j++)
        lcr_lin_out(&w, l->outs[j].name, &l->outs[j] == dim ? bits : l->outs[j].bits);
    if (!lcr_lin_map(e, &w))
        return false;
    lcr_lin_wire(&w.l.map, &w.l, &small, NULL);
    return lcr_lin_is(e, s, &w);
}

bool lcr_ev_resize_in(ev *e, const lcr_statement *s) { return resize(e, s, true); }

bool lcr_ev_resize_out(ev *e, const lcr_statement *s) { return resize(e, s, false); }

static bool is_zero_column(const lin_map *m, size_t c)
{
    for (size_t r = 0; r < m->rows; r++)
        if (m->at[r * m->cols + c] != 0)
            return false;
    return true;
}

/* The dims of L without the bases of the one named that are 0, and which column goes where. */
static size_t without_zeros(const lin *l, const char *name, lin_wanted *w, size_t *from)
{
    size_t kept = 0;
    for (size_t i = 0; i < l->nins; i++) {
        size_t before = kept;
        bool named = strcmp(l->in[i].name, name) == 0;
        for (size_t c = l->in[i].first; c < l->in[i].first + l->in[i].bits; c++)
            if (!named || !is_zero_column(&l->map, c))
                from[kept++] = c;
        lcr_lin_in(w, l->in[i].name, kept - before);
    }
    return kept;
}

bool lcr_ev_remove_zero_bases(ev *e, const lcr_statement *s)
{
    size_t n, from[LIN_BITS];
    const char *const *name;
    lin_wanted w;
    const lin *l = lcr_lin_arg(e, s, 0);
    if (l == NULL || !names_of(e, s, 1, &n, &name) || !lcr_lin_begin(e, &w))
        return lcr_lin_none(e);
    if (n != 1)
        return lcr_ev_not(e);
    size_t kept = without_zeros(l, name[0], &w, from);
    lcr_lin_outs_of(&w, l);
    if (!lcr_lin_map(e, &w))
        return false;
    for (size_t c = 0; c < kept; c++)
        for (size_t r = 0; r < l->map.rows; r++)
            w.l.map.at[r * kept + c] = l->map.at[r * l->map.cols + from[c]];
    return lcr_lin_is(e, s, &w);
}

/* ---- side by side ---- */

static bool concat(ev *e, const lcr_statement *s, bool ins)
{
    lin_wanted w;
    const lin *part[LCR_EVIDENCE_ARGS];
    size_t dims = 0;
    bool same = true;
    if (!lcr_lin_begin(e, &w))
        return false;
    for (size_t k = 0; k < s->n; k++) {
        const lin *l = part[k] = lcr_lin_arg(e, s, k);
        if (l == NULL || too_many(e, dims += ins ? l->nins : l->nouts))
            return lcr_lin_none(e);
        same = same && (ins ? lcr_lin_same_dims(l->nouts, l->outs, part[0]->nouts, part[0]->outs)
                            : lcr_lin_same_dims(l->nins, l->in, part[0]->nins, part[0]->in));
        (ins ? lcr_lin_ins_of : lcr_lin_outs_of)(&w, l);
    }
    (ins ? lcr_lin_outs_of : lcr_lin_ins_of)(&w, part[0]);
    if (!lcr_ev_condition(e, same, "the dims of the other side differ") || !lcr_lin_map(e, &w))
        return false;
    for (size_t k = 0; k < s->n; k++)
        lcr_lin_wire(&w.l.map, &w.l, part[k], NULL);
    return lcr_lin_is(e, s, &w);
}

bool lcr_ev_concat_ins(ev *e, const lcr_statement *s) { return concat(e, s, true); }

bool lcr_ev_concat_outs(ev *e, const lcr_statement *s) { return concat(e, s, false); }
