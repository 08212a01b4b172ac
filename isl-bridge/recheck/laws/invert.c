/* invert.c - inverses of linear layouts, free bits, and what hangs on them.
 *
 *   inverses             the two maps in a row are the identity
 *   invert_and_compose   M(C(x)) = L(x)
 *   conversion           the same without copies, less the last dims where it is the identity
 *
 * Of several ones it is the one in which free bits are 0: bits whose columns are sums of columns
 * before them. An elimination here finds it. Where free bits are asked for, it finds, for each
 * bit, the columns whose sum its column is, or output bits of which just it and none of the
 * columns before it has an odd number. isl says which of the two it is: both are sums of bits
 * that are even.
 */
#include "config.h"

#include "../sets/parity.h"
#include "invert.h"
#include "laws.h"

#include <string.h>

/* ---- elimination ---- */

/* A column: is it a sum of the first n columns of m? Then `of` are these; else output bits of
 * which each of them has an even number, and it an odd one. */
typedef struct {
    bool is;
    uint64_t of;
} as_sum;

static bool sum_of(ev *e, const lin_map *m, size_t n, const lin_map *values, size_t column,
                   as_sum *out)
{
    bit_form equation[LIN_BITS], columns, none;
    for (size_t r = 0; r < m->rows; r++) {
        equation[r] = (bit_form){.one = values->at[r * values->cols + column] % 2 != 0};
        for (size_t c = 0; c < n; c++)
            equation[r].of[0] |= (uint64_t)(m->at[r * m->cols + c] & 1) << c;
    }
    if (!lcr_parity_solve(e, m->rows, equation, &columns, &none, &out->is))
        return false;
    out->of = out->is ? columns.of[0] : none.of[0];
    return true;
}

/* ---- what isl is asked about it ---- */

/* For whichever output bits: column j and the columns of `sum` have an even number of them. */
static bool column_is_sum(ev *e, const lin_map *m, size_t j, uint64_t sum)
{
    int32_t count[LIN_BITS + 1] = {0};
    for (size_t r = 0; r < m->rows; r++)
        for (size_t c = 0; c < m->cols; c++)
            if (c == j || (sum >> c & 1) != 0)
                count[r] += m->at[r * m->cols + c];
    return lcr_lin_even(e, m->rows, count, 0);
}

/* For whichever bits before j: with bit j, the output bits `rows` are odd in number, so that
 * column j is no sum of columns before it. */
static bool column_is_none(ev *e, const lin_map *m, size_t j, uint64_t rows)
{
    int32_t count[LIN_BITS + 1] = {0};
    for (size_t r = 0; r < m->rows; r++)
        for (size_t c = 0; c <= j && (rows >> r & 1) != 0; c++)
            count[c] += m->at[r * m->cols + c];
    return lcr_lin_even(e, j, count, count[j] + 1);
}

bool lcr_is_free_bit(ev *e, const lin_map *m, size_t j, bool *is_free)
{
    as_sum before;
    bool ok = sum_of(e, m, j, m, j, &before);
    *is_free = ok && before.is;
    return ok;
}

bool lcr_bit_is(ev *e, const lin_map *m, size_t j, bool is_free)
{
    as_sum before;
    if (!sum_of(e, m, j, m, j, &before))
        return false;
    if (before.is != is_free)
        return lcr_ev_condition(e, false, is_free ? "a bit is not free" : "a bit is free");
    return is_free ? column_is_sum(e, m, j, before.of) : column_is_none(e, m, j, before.of);
}

static bool is_zero_row(const lin_map *m, size_t r)
{
    for (size_t c = 0; c < m->cols; c++)
        if (m->at[r * m->cols + c] != 0)
            return false;
    return true;
}

/* ---- inverses ---- */

/* The dims of L, sides exchanged, in order. */
static bool has_exchanged(ev *e, const lin *p, const lin *l)
{
    bool same = lcr_lin_same_dims(&p->dims[LIN_IN], &l->dims[LIN_OUT]) &&
                lcr_lin_same_dims(&p->dims[LIN_OUT], &l->dims[LIN_IN]);
    return lcr_ev_condition(e, same, "the dims are not those of L, sides exchanged");
}

/* L(P(y)) = y. */
static bool inverts(ev *e, const lin *l, const lin *p)
{
    return has_exchanged(e, p, l) && lcr_lin_inverts(e, &l->map, &p->map);
}

static bool invert(ev *e, const lcr_statement *s)
{
    const lin *l = lcr_lin_arg(e, s, 0), *p = l ? lcr_lin_value(e, s) : NULL;
    if (!p)
        return lcr_ev_ok(e);
    return lcr_ev_condition(e, l->map.rows == l->map.cols, "L has not as many bits in as out") &&
           inverts(e, l, p);
}

/* x with m x = values, free bits of m being 0; *solved: there is one. */
static bool solve(ev *e, const lin_map *m, const lin_map *values, lin_map *x, bool *solved)
{
    as_sum sum = {.is = true};
    if (!lcr_lin_zero(e, x, m->cols, values->cols))
        return false;
    for (size_t j = 0; sum.is && j < x->cols; j++) {
        if (!sum_of(e, m, m->cols, values, j, &sum))
            return false;
        for (size_t i = 0; sum.is && i < x->rows; i++)
            x->at[i * x->cols + j] = sum.of >> i & 1;
    }
    *solved = sum.is;
    return true;
}

/* P(L(x)) = x, by as few of the highest bits of values of L as do. */
static bool left_invert(ev *e, const lcr_statement *s)
{
    lin_map down, identity, x, want;
    bool solved;
    const lin *l = lcr_lin_arg(e, s, 0), *p = l ? lcr_lin_value(e, s) : NULL;
    if (!p)
        return lcr_ev_ok(e);
    if (!has_exchanged(e, p, l) || !lcr_lin_inverts(e, &p->map, &l->map) ||
        !lcr_rows_down(e, &l->map, &down) || !lcr_lin_identity(e, &identity, l->map.cols) ||
        !solve(e, &down, &identity, &x, &solved) ||
        !lcr_lin_zero(e, &want, l->map.cols, l->map.rows))
        return false;
    for (size_t r = 0; r < x.rows; r++)
        for (size_t c = 0; c < x.cols; c++)
            want.at[c * want.cols + x.rows - 1 - r] = x.at[r * x.cols + c];
    return lcr_ev_condition(e, solved, "L has no left inverse") &&
           lcr_lin_same(e, &p->map, &want);
}

static bool pseudoinvert(ev *e, const lcr_statement *s)
{
    lin_map identity, want;
    bool solved;
    const lin *l = lcr_lin_arg(e, s, 0), *p = l ? lcr_lin_value(e, s) : NULL;
    if (!p)
        return lcr_ev_ok(e);
    return inverts(e, l, p) && lcr_lin_identity(e, &identity, l->map.rows) &&
           solve(e, &l->map, &identity, &want, &solved) &&
           lcr_ev_condition(e, solved, "L has no right inverse") &&
           lcr_lin_same(e, &p->map, &want);
}

/* ---- invert_and_compose ---- */

/* The dim of M that has the name, the size and the bases of a dim of L. */
static const lit_dim *copied_dim(const lin *l, const lin *m, const lin_map *values, size_t i)
{
    const lit_dim *in = &l->dims[LIN_IN].dim[i], *to = lcr_lin_find(&m->dims[LIN_IN], in->name);
    bool same = to && to->bits == in->bits;
    for (size_t r = 0; same && r < m->map.rows; r++)
        for (size_t b = 0; same && b < in->bits; b++)
            same = values->at[r * values->cols + in->first + b] ==
                   m->map.at[r * m->map.cols + to->first + b];
    return same ? to : NULL;
}

static void clear_columns(lin_map *m, size_t first, size_t n)
{
    for (size_t r = 0; r < m->rows; r++)
        for (size_t c = first; c < first + n; c++)
            m->at[r * m->cols + c] = 0;
}

/* Values of L by the output dims of M; false: some are past them, or there are others. */
static bool values_of(ev *e, const lin *l, const lin *m, lin_map *values)
{
    const lin_dims *outs = &l->dims[LIN_OUT];
    const lin like = {.dims = {l->dims[LIN_IN], m->dims[LIN_OUT]}};
    bool fit = outs->n == m->dims[LIN_OUT].n;
    for (size_t j = 0; j < outs->n; j++) {
        const lit_dim *to = lcr_lin_find(&m->dims[LIN_OUT], outs->dim[j].name);
        fit = fit && to != NULL;
        for (size_t r = to ? to->bits : 0; r < outs->dim[j].bits; r++)
            fit = fit && is_zero_row(&l->map, outs->dim[j].first + r);
    }
    if (!lcr_lin_zero(e, values, m->map.rows, l->map.cols))
        return false;
    lcr_lin_wire(values, &like, l, NULL);
    return lcr_ev_condition(e, fit, "a value of L is none of M");
}

/* The solution: dims with the same bases on both sides are copied and used by no other, where
 * the others have one then. */
static bool solve_with_copies(ev *e, const lin *l, const lin *m, const lin_map *values,
                              lin_map *c, bool *solved)
{
    lin_map bases, rest;
    if (!lcr_lin_zero(e, &bases, m->map.rows, m->map.cols) ||
        !lcr_lin_zero(e, &rest, values->rows, values->cols))
        return false;
    memcpy(bases.at, m->map.at, bases.rows * bases.cols * sizeof *bases.at);
    memcpy(rest.at, values->at, rest.rows * rest.cols * sizeof *rest.at);
    for (size_t i = 0; i < l->dims[LIN_IN].n; i++) {
        const lit_dim *to = copied_dim(l, m, values, i);
        if (to)
            clear_columns(&bases, to->first, to->bits);
        if (to)
            clear_columns(&rest, l->dims[LIN_IN].dim[i].first, to->bits);
    }
    if (!solve(e, &bases, &rest, c, solved))
        return false;
    if (!*solved)
        return solve(e, &m->map, values, c, solved);
    for (size_t i = 0; i < l->dims[LIN_IN].n; i++) {
        const lit_dim *to = copied_dim(l, m, values, i);
        for (size_t b = 0; to && b < to->bits; b++)
            c->at[(to->first + b) * c->cols + l->dims[LIN_IN].dim[i].first + b] = 1;
    }
    return true;
}

/* c is what invert_and_compose(l, m) has to be. */
static bool is_inverted_and_composed(ev *e, const lin *l, const lin *m, const lin *c)
{
    lin_map values, both, want;
    bool solved;
    if (!lcr_lin_same_dims(&c->dims[LIN_IN], &l->dims[LIN_IN]) ||
        !lcr_lin_same_dims(&c->dims[LIN_OUT], &m->dims[LIN_IN]))
        return lcr_ev_condition(e, false, "the dims are not those of L and M");
    return values_of(e, l, m, &values) && lcr_lin_chain(e, &m->map, &c->map, &both) &&
           lcr_lin_same(e, &both, &values) &&
           solve_with_copies(e, l, m, &values, &want, &solved) &&
           lcr_ev_condition(e, solved, "a value of L is none of M") &&
           lcr_lin_same(e, &c->map, &want);
}

static bool invert_and_compose(ev *e, const lcr_statement *s)
{
    const lin *l = lcr_lin_arg(e, s, 0), *m = l ? lcr_lin_arg(e, s, 1) : NULL;
    const lin *c = m ? lcr_lin_value(e, s) : NULL;
    return c ? is_inverted_and_composed(e, l, m, c) : lcr_ev_ok(e);
}

/* ---- conversions ---- */

/* Without the registers that are copies: their bases are 0. */
static const lin *without_copies(ev *e, const lin *l)
{
    lin *w = lcr_lit_alloc(e->pool, 1, sizeof *w);
    return w && lcr_lin_without_zeros(e, l, "register", w) ? w : NULL;
}

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
    for (lin_side s = LIN_IN; s <= LIN_OUT; s++)
        lcr_lin_dims_of(whole, s, v);
    for (lin_side s = LIN_IN; s <= LIN_OUT; s++)
        for (size_t i = v->dims[s].n; i < side[s]->dims[LIN_IN].n; i++) {
            const lit_dim *dim = &side[s]->dims[LIN_IN].dim[i];
            lcr_lin_append(&whole->dims[s], dim->name, dim->bits);
        }
    if (!lcr_lin_map(e, whole))
        return false;
    lcr_lin_wire(&whole->map, whole, v, NULL);
    for (size_t k = 0; k < n; k++) {
        const lit_dim *in = &whole->dims[LIN_IN].dim[v->dims[LIN_IN].n + k];
        const lit_dim *out = &whole->dims[LIN_OUT].dim[v->dims[LIN_OUT].n + k];
        fit = fit && in->bits == out->bits && strcmp(in->name, out->name) == 0;
        for (size_t b = 0; fit && b < in->bits; b++)
            whole->map.at[(out->first + b) * whole->map.cols + in->first + b] = 1;
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
    for (size_t r = 0; stays && r < v->map.rows; r++)
        for (size_t c = 0; stays && c < v->map.cols; c++) {
            bool row = r >= out->first, column = c >= in->first;
            int32_t want = row && column && r - out->first == c - in->first ? 1 : 0;
            stays = (!row && !column) || v->map.at[r * v->map.cols + c] == want;
        }
    return stays;
}

static bool conversion(ev *e, const lcr_statement *s)
{
    const lin *a = lcr_lin_arg(e, s, 0), *b = a ? lcr_lin_arg(e, s, 1) : NULL;
    const lin *v = b ? lcr_lin_value(e, s) : NULL;
    lin whole;
    if (!v)
        return lcr_ev_ok(e);
    const lin *l = without_copies(e, a), *m = l ? without_copies(e, b) : NULL;
    if (!m)
        return false;
    bool fit = with_those_left_out(e, v, l, m, &whole);
    if (!fit && !lcr_ev_ok(e))
        return false;
    return lcr_ev_condition(e, fit, "the dims left out are not the last ones of both") &&
           lcr_ev_condition(e, !last_stays(v), "the last dim stays as it is") &&
           is_inverted_and_composed(e, l, m, &whole);
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
            if (!lcr_bit_is(e, &l->map, ins->dim[i].first + b, lc_int_bit(v->extent[i], b)))
                return false;
    }
    return true;
}

/* The first n bits of the first input dim are those of the first output dim; other bits do not
 * reach these. One set for each output bit that counts. */
static bool runs_straight(ev *e, const lin_map *m, size_t n)
{
    int32_t count[LIN_BITS + 1];
    for (size_t r = 0; r < m->rows; r++) {
        size_t cols = r < n ? m->cols : n;
        memcpy(count, &m->at[r * m->cols], cols * sizeof *count);
        if (r < n)
            count[r]++;
        if (cols > 0 && !lcr_lin_even(e, cols, count, 0))
            return false;
    }
    return true;
}

/* Not so of one bit more, n: its column is another, or another bit reaches output bit n. An odd
 * count shows it. */
static bool runs_no_further(ev *e, const lin_map *m, size_t n)
{
    for (size_t r = 0; r < m->rows; r++) {
        int32_t off = m->at[r * m->cols + n] + (r == n);
        if (off % 2 != 0)
            return lcr_lin_even(e, 0, &off, off + 1);
    }
    for (size_t c = 0; c < m->cols; c++) {
        int32_t off = m->at[n * m->cols + c];
        if (c != n && off % 2 != 0)
            return lcr_lin_even(e, 0, &off, off + 1);
    }
    return lcr_ev_condition(e, false, "there are longer runs of consecutive numbers");
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
    return runs_straight(e, &l->map, n) && (n == most || runs_no_further(e, &l->map, n));
}

bool lcr_rows_down(ev *e, const lin_map *m, lin_map *t)
{
    if (!lcr_lin_zero(e, t, m->cols, m->rows))
        return false;
    for (size_t r = 0; r < m->rows; r++)
        for (size_t c = 0; c < m->cols; c++)
            t->at[c * m->rows + m->rows - 1 - r] = m->at[r * m->cols + c];
    return true;
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
