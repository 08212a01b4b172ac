/* invert.c - inverses of linear layouts, free bits, and what hangs on them.
 *
 *   inverses             the two in a row are the identity
 *   invert_and_compose   M(C(x)) = L(x)
 *   conversion           the same without copies, less the last dims where it is the identity
 *
 * Of several ones it is the one in which free bits are 0: bits whose columns are sums of columns
 * before them. An elimination finds it (sets/linear.h). Where free bits are asked for, it finds,
 * for each bit, the columns whose sum its column is, or output bits of which just it and none of
 * the columns before it has an odd number. isl says which of the two it is: both are sums of bits
 * that are even.
 */
#include "config.h"

#include "../sets/linear.h"
#include "laws.h"

#include <string.h>

static size_t ins_of(const lin *l)
{
    return lcr_lin_bits(&l->dims[LIN_IN]);
}

static size_t outs_of(const lin *l)
{
    return lcr_lin_bits(&l->dims[LIN_OUT]);
}

/* ---- inverses ---- */

/* The dims of L, sides exchanged, in order. */
static bool has_exchanged(ev *e, const lin *p, const lin *l)
{
    bool same = lcr_lin_same_dims(&p->dims[LIN_IN], &l->dims[LIN_OUT]) &&
                lcr_lin_same_dims(&p->dims[LIN_OUT], &l->dims[LIN_IN]);
    return lcr_ev_condition(e, same, "the dims are not those of L, sides exchanged") && same;
}

/* outer(inner(x)) = x, of so many bits. */
static bool are_identity(ev *e, const lin *outer, const lin *inner, size_t n)
{
    uint64_t both[LIN_BITS], identity[LIN_BITS];
    for (size_t c = 0; c < n; c++) {
        both[c] = lcr_lin_at(outer, inner->column[c]);
        identity[c] = lcr_lin_bit(c);
    }
    return lcr_lin_same(e, n, n, both, identity);
}

static bool invert(ev *e, const lcr_statement *s)
{
    const lin *l = lcr_lin_arg(e, s, 0), *p = l ? lcr_lin_value(e, s) : NULL;
    if (!p || !has_exchanged(e, p, l))
        return lcr_ev_ok(e);
    return lcr_ev_condition(e, ins_of(l) == outs_of(l), "L has not as many bits in as out") &&
           are_identity(e, l, p, outs_of(l));
}

/* L(P(y)) = y, and free bits are 0. */
static bool pseudoinvert(ev *e, const lcr_statement *s)
{
    lin want = {0};
    bool solved = true;
    const lin *l = lcr_lin_arg(e, s, 0), *p = l ? lcr_lin_value(e, s) : NULL;
    if (!p || !has_exchanged(e, p, l))
        return lcr_ev_ok(e);
    for (size_t j = 0; solved && j < outs_of(l); j++)
        solved = lcr_lin_is_sum(ins_of(l), l->column, lcr_lin_bit(j), &want.column[j]);
    return are_identity(e, l, p, outs_of(l)) &&
           lcr_ev_condition(e, solved, "L has no right inverse") &&
           lcr_lin_same(e, outs_of(l), ins_of(l), p->column, want.column);
}

/* Output bit r of L at its input bits, as a word. */
static uint64_t row_of(const lin *l, size_t r)
{
    uint64_t row = 0;
    for (size_t c = 0; c < ins_of(l); c++)
        row |= (l->column[c] >> r & 1) << c;
    return row;
}

/* The rows of L as columns, the last one first. */
static void rows_down(const lin *l, uint64_t *down)
{
    for (size_t r = 0; r < outs_of(l); r++)
        down[outs_of(l) - 1 - r] = row_of(l, r);
}

/* P(L(x)) = x, by as few of the highest bits of values of L as do. */
static bool left_invert(ev *e, const lcr_statement *s)
{
    uint64_t down[LIN_BITS], of;
    lin want = {0};
    bool solved = true;
    const lin *l = lcr_lin_arg(e, s, 0), *p = l ? lcr_lin_value(e, s) : NULL;
    if (!p || !has_exchanged(e, p, l))
        return lcr_ev_ok(e);
    rows_down(l, down);
    for (size_t c = 0; solved && c < ins_of(l); c++) {
        solved = lcr_lin_is_sum(outs_of(l), down, lcr_lin_bit(c), &of);
        for (size_t r = 0; r < outs_of(l); r++)
            want.column[outs_of(l) - 1 - r] |= (of >> r & 1) << c;
    }
    return are_identity(e, p, l, ins_of(l)) &&
           lcr_ev_condition(e, solved, "L has no left inverse") &&
           lcr_lin_same(e, outs_of(l), ins_of(l), p->column, want.column);
}

bool lcr_lin_left_out(ev *e, const lin *l, uint64_t *left)
{
    uint64_t down[LIN_BITS], of;
    size_t rows = outs_of(l);
    *left = 0;
    rows_down(l, down);
    for (size_t r = 0; r < rows; r++) {
        size_t j = rows - 1 - r;
        bool is = lcr_lin_is_sum(j, down, down[j], &of);
        *left |= is ? lcr_lin_bit(r) : 0;
        if (!lcr_lin_is_free(e, down, ins_of(l), j, is))
            return false;
    }
    return true;
}

/* ---- invert_and_compose ---- */

/* The dim of M that has the name, the size and the bases of dim i of L; `values` are those of
 * L. */
static const lit_dim *copied_dim(const lin *l, const lin *m, const uint64_t *values, size_t i)
{
    const lit_dim *in = &l->dims[LIN_IN].dim[i], *to = lcr_lin_find(&m->dims[LIN_IN], in->name);
    bool same = to && to->bits == in->bits;
    for (size_t b = 0; same && b < in->bits; b++)
        same = values[in->first + b] == m->column[to->first + b];
    return same ? to : NULL;
}

/* Values of L by the output dims of M; false: some are past them, or there are others. */
static bool values_of(ev *e, const lin *l, const lin *m, uint64_t *values)
{
    const lin_dims *outs = &l->dims[LIN_OUT], *to = &m->dims[LIN_OUT];
    bool fit = outs->n == to->n;
    for (size_t j = 0; j < outs->n; j++)
        fit = fit && lcr_lin_find(to, outs->dim[j].name);
    for (size_t c = 0; c < LIN_BITS; c++) {
        values[c] = lcr_lin_carry(outs, l->column[c], to, NULL);
        fit = fit && lcr_lin_carry(to, values[c], outs, NULL) == l->column[c];
    }
    return lcr_ev_condition(e, fit, "a value of L is none of M");
}

/* C with M(C(x)) = values, free bits of M being 0; false: there is none. */
static bool solve(const lin *m, size_t n, const uint64_t *values, uint64_t *c)
{
    bool solved = true;
    for (size_t j = 0; solved && j < n; j++)
        solved = lcr_lin_is_sum(ins_of(m), m->column, values[j], &c[j]);
    return solved;
}

/* The solution: dims with the same bases on both sides are copied and used by no other, where
 * the others have one then. */
static bool solve_with_copies(const lin *l, const lin *m, const uint64_t *values, uint64_t *c)
{
    lin bases = *m;
    uint64_t rest[LIN_BITS];
    memcpy(rest, values, sizeof rest);
    for (size_t i = 0; i < l->dims[LIN_IN].n; i++) {
        const lit_dim *to = copied_dim(l, m, values, i);
        for (size_t b = 0; to && b < to->bits; b++)
            bases.column[to->first + b] = rest[l->dims[LIN_IN].dim[i].first + b] = 0;
    }
    if (!solve(&bases, ins_of(l), rest, c))
        return solve(m, ins_of(l), values, c);
    for (size_t i = 0; i < l->dims[LIN_IN].n; i++) {
        const lit_dim *to = copied_dim(l, m, values, i);
        for (size_t b = 0; to && b < to->bits; b++)
            c[l->dims[LIN_IN].dim[i].first + b] |= lcr_lin_bit(to->first + b);
    }
    return true;
}

/* c is what invert_and_compose(l, m) has to be. */
static bool is_inverted_and_composed(ev *e, const lin *l, const lin *m, const lin *c)
{
    uint64_t values[LIN_BITS], both[LIN_BITS], want[LIN_BITS] = {0};
    if (!lcr_lin_same_dims(&c->dims[LIN_IN], &l->dims[LIN_IN]) ||
        !lcr_lin_same_dims(&c->dims[LIN_OUT], &m->dims[LIN_IN]))
        return lcr_ev_condition(e, false, "the dims are not those of L and M");
    for (size_t i = 0; i < LIN_BITS; i++)
        both[i] = lcr_lin_at(m, c->column[i]);
    return values_of(e, l, m, values) && lcr_lin_same(e, ins_of(l), outs_of(m), both, values) &&
           lcr_ev_condition(e, solve_with_copies(l, m, values, want),
                            "a value of L is none of M") &&
           lcr_lin_same(e, ins_of(l), ins_of(m), c->column, want);
}

static bool invert_and_compose(ev *e, const lcr_statement *s)
{
    const lin *l = lcr_lin_arg(e, s, 0), *m = l ? lcr_lin_arg(e, s, 1) : NULL;
    const lin *c = m ? lcr_lin_value(e, s) : NULL;
    return c ? is_inverted_and_composed(e, l, m, c) : lcr_ev_ok(e);
}

/* ---- conversions ---- */

/* Dims of the value, then the same ones in l and m, on which the conversion is the identity;
 * false: those of l and m are others. */
static bool with_those_left_out(ev *e, const lin *v, const lin *l, const lin *m, lin *whole)
{
    const lin *side[] = {[LIN_IN] = l, [LIN_OUT] = m};
    size_t n = l->dims[LIN_IN].n - v->dims[LIN_IN].n;
    bool fit = v->dims[LIN_IN].n <= l->dims[LIN_IN].n &&
               m->dims[LIN_IN].n == n + v->dims[LIN_OUT].n;
    if (!fit || !lcr_lin_begin(e, whole))
        return false;
    for (lin_side s = LIN_IN; s <= LIN_OUT; s++) {
        lcr_lin_dims_of(whole, s, v);
        for (size_t i = v->dims[s].n; i < side[s]->dims[LIN_IN].n; i++) {
            const lit_dim *dim = &side[s]->dims[LIN_IN].dim[i];
            lcr_lin_append(&whole->dims[s], dim->name, dim->bits);
        }
    }
    if (!lcr_lin_wire(e, whole, v, NULL))
        return false;
    for (size_t k = 0; k < n; k++) {
        const lit_dim *in = &whole->dims[LIN_IN].dim[v->dims[LIN_IN].n + k];
        const lit_dim *out = &whole->dims[LIN_OUT].dim[v->dims[LIN_OUT].n + k];
        fit = fit && in->bits == out->bits && strcmp(in->name, out->name) == 0;
        for (size_t b = 0; fit && b < in->bits; b++)
            whole->column[in->first + b] = lcr_lin_bit(out->first + b);
    }
    return fit;
}

/* Is the last dim one on which the value is the identity, apart from the others? */
static bool last_stays(const lin *v)
{
    const lin_dims *ins = &v->dims[LIN_IN], *outs = &v->dims[LIN_OUT];
    if (ins->n == 0 || outs->n == 0)
        return false;
    const lit_dim *in = &ins->dim[ins->n - 1], *out = &outs->dim[outs->n - 1];
    bool stays = in->bits == out->bits && strcmp(in->name, out->name) == 0;
    for (size_t c = 0; stays && c < in->first + in->bits; c++)
        stays = c < in->first ? lcr_lin_number(out, v->column[c]) == 0
                              : v->column[c] == lcr_lin_bit(out->first + c - in->first);
    return stays;
}

static bool conversion(ev *e, const lcr_statement *s)
{
    const lin *a = lcr_lin_arg(e, s, 0), *b = a ? lcr_lin_arg(e, s, 1) : NULL;
    const lin *v = b ? lcr_lin_value(e, s) : NULL;
    lin whole, l, m; /* without the registers that are copies: their bases are 0 */
    if (!v || !lcr_lin_without_zeros(e, a, "register", &l) ||
        !lcr_lin_without_zeros(e, b, "register", &m))
        return lcr_ev_ok(e);
    bool fit = with_those_left_out(e, v, &l, &m, &whole);
    if (!fit && !lcr_ev_ok(e))
        return false;
    return lcr_ev_condition(e, fit, "the dims left out are not the last ones of both") &&
           lcr_ev_condition(e, !last_stays(v), "the last dim stays as it is") &&
           (!fit || is_inverted_and_composed(e, &l, &m, &whole));
}

/* ---- questions ---- */

static bool free_masks(ev *e, const lcr_statement *s)
{
    const lin *l = lcr_lin_arg(e, s, 0);
    const lit *v = s->value;
    if (!l)
        return lcr_ev_ok(e);
    e->out->by = "parity";
    const lin_dims *ins = &l->dims[LIN_IN];
    size_t n = ins->n > 0 ? ins->n : 1;
    if (v->kind != LIT_TUPLE || v->n != n || !lcr_lit_is_flat(v))
        return lcr_ev_condition(e, false, "the value has not a mask for each input dim");
    for (size_t i = 0; i < n; i++) {
        size_t bits = i < ins->n ? ins->dim[i].bits : 0;
        bool within = lc_int_sign(v->extent[i]) >= 0 && lc_int_bits(v->extent[i]) <= bits;
        if (!lcr_ev_condition(e, within, "a mask has bits past its dim"))
            return false;
        for (size_t b = 0; b < bits; b++)
            if (!lcr_lin_is_free(e, l->column, outs_of(l), ins->dim[i].first + b,
                                 lc_int_bit(v->extent[i], b)))
                return false;
    }
    return true;
}

/* The first n bits of the first input dim are those of the first output dim; other bits do not
 * reach these. One set for each output bit that counts. */
static bool runs_straight(ev *e, const lin *l, size_t n)
{
    int32_t count[LIN_BITS + 1];
    for (size_t r = 0; r < outs_of(l); r++) {
        size_t cols = r < n ? ins_of(l) : n;
        for (size_t c = 0; c < cols; c++)
            count[c] = (int32_t)(l->column[c] >> r & 1) + (r < n && c == r);
        if (cols > 0 && !lcr_lin_even(e, cols, count, 0))
            return false;
    }
    return true;
}

/* Not so of one bit more, n: its column is another, or another bit reaches output bit n. An odd
 * count shows it. */
static bool runs_no_further(ev *e, const lin *l, size_t n)
{
    bool off = (l->column[n] ^ lcr_lin_bit(n)) != 0;
    for (size_t c = 0; c < ins_of(l); c++)
        off = off || (c != n && (l->column[c] >> n & 1) != 0);
    const int32_t odd = 1;
    return off ? lcr_lin_even(e, 0, &odd, odd + 1)
               : lcr_ev_condition(e, false, "there are longer runs of consecutive numbers");
}

static bool num_consecutive(ev *e, const lcr_statement *s)
{
    lc_int v;
    const lin *l = lcr_lin_arg(e, s, 0);
    if (!l)
        return lcr_ev_ok(e);
    e->out->by = "parity";
    const lin_dims *in = &l->dims[LIN_IN], *out = &l->dims[LIN_OUT];
    size_t most = in->n == 0 || out->n == 0            ? 0
                  : in->dim[0].bits < out->dim[0].bits ? in->dim[0].bits
                                                       : out->dim[0].bits;
    bool form = lcr_ev_integer(s->value, &v) && lc_int_is_power_of_two(v);
    size_t n = form ? lc_int_bits(v) - 1 : 0;
    if (!form || n > most)
        return lcr_ev_condition(e, false, "the value is no power of two within the dims");
    return runs_straight(e, l, n) && (n == most || runs_no_further(e, l, n));
}

const ev_row lcr_laws_invert[] = {
    {"conversion", 2, "..", conversion, OF_LAYOUTS, 0},
    {"free_variable_masks", 1, ".", free_masks, OF_LAYOUTS, 0},
    {"inverse", 1, ".", invert, OF_LINEAR, 0},
    {"invert", 1, ".", invert, OF_LAYOUTS, 0},
    {"invert_and_compose", 2, "..", invert_and_compose, OF_LAYOUTS, 0},
    {"left_inverse", 1, ".", left_invert, OF_LINEAR, 0},
    {"num_consecutive", 1, ".", num_consecutive, OF_LAYOUTS, 0},
    {"pseudoinvert", 1, ".", pseudoinvert, OF_LAYOUTS, 0},
    {"right_inverse", 1, ".", pseudoinvert, OF_LINEAR, 0},
    {NULL, 0, NULL, NULL, 0, 0},
};
