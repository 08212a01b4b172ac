/* invert.c - inverses of linear layouts, free bits, and what hangs on them.
 *
 * An inverse is one when the two maps in a row are the identity. Which of several inverses it
 * is, is said with free bits: those whose columns are sums of columns before them. An
 * elimination here finds, for each bit, the columns whose sum its column is, or output bits of
 * which just it and none of the columns before it has an odd number. Which of the two it is, is
 * for isl to say: both are sums of bits that are even.
 */
#include "config.h"

#include "../sets/linear.h"

#include <string.h>

/* ---- elimination ---- */

/* Rows as words, and of which rows of the map each is the sum. The columns of a map are bits of
 * a word. Column j that is free is the sum of the columns of `sum[j]`; else `rows[j]` are rows
 * whose sum has its first odd count at column j. */
typedef struct {
    size_t rows_of_map, cols;
    uint64_t row[LIN_BITS], made_of[LIN_BITS];
    bool free[LIN_BITS];
    uint64_t sum[LIN_BITS], rows[LIN_BITS];
} elimination;

static void exchange(elimination *x, size_t i, size_t k)
{
    uint64_t row = x->row[i], made_of = x->made_of[i];
    x->row[i] = x->row[k];
    x->made_of[i] = x->made_of[k];
    x->row[k] = row;
    x->made_of[k] = made_of;
}

/* Makes row number `pivot` the only one with a bit at column j; false: there is none. */
static bool eliminate(elimination *x, size_t pivot, size_t j)
{
    size_t first = pivot;
    while (first < x->rows_of_map && (x->row[first] >> j & 1) == 0)
        first++;
    if (first == x->rows_of_map)
        return false;
    exchange(x, first, pivot);
    for (size_t i = 0; i < x->rows_of_map; i++) {
        if (i == pivot || (x->row[i] >> j & 1) == 0)
            continue;
        x->row[i] ^= x->row[pivot];
        x->made_of[i] ^= x->made_of[pivot];
    }
    return true;
}

/* In place: parities of counts. */
static void solve(const lin_map *m, elimination *x)
{
    size_t pivot_column[LIN_BITS], pivots = 0;
    memset(x, 0, sizeof *x);
    x->rows_of_map = m->rows;
    x->cols = m->cols;
    for (size_t i = 0; i < m->rows; i++) {
        x->made_of[i] = (uint64_t)1 << i;
        for (size_t j = 0; j < m->cols; j++)
            x->row[i] |= (uint64_t)(m->at[i * m->cols + j] & 1) << j;
    }
    for (size_t j = 0; j < m->cols; j++) {
        x->free[j] = !eliminate(x, pivots, j);
        if (!x->free[j])
            pivot_column[pivots++] = j;
    }
    for (size_t i = 0; i < pivots; i++)
        x->rows[pivot_column[i]] = x->made_of[i];
    for (size_t j = 0; j < m->cols; j++)
        for (size_t i = 0; x->free[j] && i < pivots; i++)
            x->sum[j] |= (uint64_t)(x->row[i] >> j & 1) << pivot_column[i];
}

/* ---- what isl is asked about it ---- */

/* For whichever output bits: column j and the columns of `sum` have an even number of them. */
static bool column_is_sum(ev *e, const lin_map *m, size_t j, uint64_t sum)
{
    int32_t *count = lcr_lit_alloc(e->pool, m->rows + 1, sizeof *count);
    if (count == NULL)
        return false;
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
    int32_t *count = lcr_lit_alloc(e->pool, m->cols + 1, sizeof *count);
    if (count == NULL)
        return false;
    for (size_t r = 0; r < m->rows; r++)
        for (size_t c = 0; c <= j && (rows >> r & 1) != 0; c++)
            count[c] += m->at[r * m->cols + c];
    return lcr_lin_even(e, j, count, count[j] + 1);
}

/* Is bit j free, or is it not? By a set, if it is as it should be. */
static bool bit_is(ev *e, const lin_map *m, const elimination *x, size_t j, bool is_free)
{
    if (x->free[j] != is_free)
        return lcr_ev_condition(e, false, is_free ? "a bit is not free" : "a bit is free");
    return is_free ? column_is_sum(e, m, j, x->sum[j]) : column_is_none(e, m, j, x->rows[j]);
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
    bool same = lcr_lin_same_dims(p->nins, p->in, l->nouts, l->outs) &&
                lcr_lin_same_dims(p->nouts, p->outs, l->nins, l->in);
    return lcr_ev_condition(e, same, "the dims are not those of L, sides exchanged");
}

/* L(P(y)) = y. */
static bool inverts(ev *e, const lin *l, const lin *p)
{
    lin_map both, identity;
    return has_exchanged(e, p, l) && lcr_lin_chain(e, &l->map, &p->map, &both) &&
           lcr_lin_identity(e, &identity, l->map.rows) && lcr_lin_same(e, &both, &identity);
}

bool lcr_ev_invert(ev *e, const lcr_statement *s)
{
    const lin *l = lcr_lin_arg(e, s, 0), *p = l != NULL ? lcr_lin_value(e, s) : NULL;
    if (p == NULL)
        return lcr_lin_none(e);
    return lcr_ev_condition(e, l->map.rows == l->map.cols, "L has not as many bits in as out") &&
           inverts(e, l, p);
}

/* Bits of P's values that are not 0 everywhere are no free bits of L. The others, as many as L
 * has outputs, leave one right inverse. */
bool lcr_ev_pseudoinvert(ev *e, const lcr_statement *s)
{
    const lin *l = lcr_lin_arg(e, s, 0), *p = l != NULL ? lcr_lin_value(e, s) : NULL;
    elimination *x = lcr_lit_alloc(e->pool, 1, sizeof *x);
    if (p == NULL || x == NULL)
        return x != NULL && lcr_lin_none(e);
    if (!inverts(e, l, p))
        return false;
    solve(&l->map, x);
    for (size_t j = 0; j < p->map.rows && j < l->map.cols; j++)
        if (!is_zero_row(&p->map, j) && !bit_is(e, &l->map, x, j, false))
            return false;
    return true;
}

/* ---- invert_and_compose ---- */

/* The dim of M that has the name, the size and the bases of a dim of L. */
static const lit_dim *copied_dim(const lin *l, const lin *m, const lin_map *values, size_t i)
{
    const lit_dim *in = &l->in[i], *to = lcr_lin_find(m->nins, m->in, in->name);
    bool same = to != NULL && to->bits == in->bits;
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

/* Are all columns of `values` sums of columns of m? Else `rows` are output bits of which those
 * have an even number and column *j an odd one. */
static bool all_are_sums(ev *e, const lin_map *m, const lin_map *values, size_t *j,
                         uint64_t *rows)
{
    elimination *x = lcr_lit_alloc(e->pool, 1, sizeof *x);
    if (x == NULL)
        return true;
    solve(m, x);
    for (*j = 0; *j < values->cols; ++*j)
        for (size_t i = 0; i < m->rows; i++) {
            uint64_t odd = 0;
            for (size_t r = 0; x->row[i] == 0 && r < m->rows; r++)
                if ((x->made_of[i] >> r & 1) != 0)
                    odd ^= (uint64_t)(values->at[r * values->cols + *j] & 1);
            *rows = x->made_of[i];
            if (odd != 0)
                return false;
        }
    return true;
}

/* Output bits `rows` that every column of m has an even number of, and column j of `values` an
 * odd one: this is no sum of those. */
static bool is_no_sum(ev *e, const lin_map *m, const lin_map *values, size_t j, uint64_t rows)
{
    int32_t *count = lcr_lit_alloc(e->pool, m->cols + 1, sizeof *count), more = 1;
    if (count == NULL)
        return false;
    for (size_t r = 0; r < m->rows; r++) {
        if ((rows >> r & 1) == 0)
            continue;
        for (size_t c = 0; c < m->cols; c++)
            count[c] += m->at[r * m->cols + c];
        more += values->at[r * values->cols + j];
    }
    return lcr_lin_even(e, m->cols, count, more);
}

/* Values of L by the output dims of M; false: some are past them, or there are others. */
static bool values_of(ev *e, const lin *l, const lin *m, lin_map *values)
{
    bool fit = l->nouts == m->nouts;
    lin like = {l->nins, m->nouts, l->in, m->outs, {0}};
    for (size_t j = 0; j < l->nouts; j++) {
        const lit_dim *to = lcr_lin_find(m->nouts, m->outs, l->outs[j].name);
        fit = fit && to != NULL;
        for (size_t r = to != NULL ? to->bits : 0; r < l->outs[j].bits; r++)
            fit = fit && is_zero_row(&(lin_map){1, l->map.cols,
                                                &l->map.at[(l->outs[j].first + r) * l->map.cols]},
                                     0);
    }
    if (!lcr_lin_zero(e, values, m->map.rows, l->map.cols))
        return false;
    lcr_lin_wire(values, &like, l, NULL);
    return lcr_ev_condition(e, fit, "a value of L is none of M");
}

/* Bits of C that are not 0 are not free in m; where `copied`, they are apart from those. */
static bool has_no_free(ev *e, const lin_map *m, const lin_map *c, const bool *copied)
{
    elimination *x = lcr_lit_alloc(e->pool, 1, sizeof *x);
    if (x == NULL)
        return false;
    solve(m, x);
    for (size_t j = 0; j < m->cols && j < c->rows; j++)
        if (!copied[j] && !is_zero_row(c, j) && !bit_is(e, m, x, j, false))
            return false;
    return true;
}

/* The dims that are copied leave both sides; C is the identity on them, apart from the rest. */
typedef struct {
    lin_map bases, rest, identity; /* what is left of M and L; on the copied bits of C */
    bool copied[LIN_BITS];
    bool any;
} copies;

static bool take_out(ev *e, const lin *l, const lin *m, const lin_map *values, copies *k)
{
    *k = (copies){.any = false};
    if (!lcr_lin_zero(e, &k->bases, m->map.rows, m->map.cols) ||
        !lcr_lin_zero(e, &k->rest, values->rows, values->cols) ||
        !lcr_lin_zero(e, &k->identity, m->map.cols, l->map.cols))
        return false;
    memcpy(k->bases.at, m->map.at, m->map.rows * m->map.cols * sizeof *m->map.at);
    memcpy(k->rest.at, values->at, values->rows * values->cols * sizeof *values->at);
    for (size_t i = 0; i < l->nins; i++) {
        const lit_dim *to = copied_dim(l, m, values, i);
        if (to == NULL)
            continue;
        clear_columns(&k->bases, to->first, to->bits);
        clear_columns(&k->rest, l->in[i].first, to->bits);
        for (size_t b = 0; b < to->bits; b++) {
            k->identity.at[(to->first + b) * l->map.cols + l->in[i].first + b] = 1;
            k->copied[to->first + b] = k->any = true;
        }
    }
    return true;
}

/* Row by row of the copied bits: C is the identity there. */
static bool copies_dims(ev *e, const lin_map *c, const copies *k)
{
    int32_t *count = lcr_lit_alloc(e->pool, c->cols + 1, sizeof *count);
    for (size_t j = 0; count != NULL && j < c->rows; j++) {
        if (!k->copied[j])
            continue;
        for (size_t i = 0; i < c->cols; i++)
            count[i] = c->at[j * c->cols + i] + k->identity.at[j * c->cols + i];
        if (!lcr_lin_even(e, c->cols, count, 0))
            return false;
    }
    return count != NULL;
}

/* Copied input bits of C reach no other bit: its columns are those of the identity. */
static bool copied_columns(const lin_map *c, const copies *k)
{
    bool same = true;
    for (size_t i = 0; i < c->cols; i++) {
        bool copied = false;
        for (size_t j = 0; j < c->rows; j++)
            copied = copied || k->identity.at[j * c->cols + i] != 0;
        for (size_t j = 0; copied && j < c->rows; j++)
            same = same && c->at[j * c->cols + i] == k->identity.at[j * c->cols + i];
    }
    return same;
}

/* Which C it is, once M(C(x)) = L(x): dims with the same bases on both sides are copied and
 * used by no other if the others have a solution then, and free bits are 0. */
static bool is_the_one(ev *e, const lin *m, const lin *c, const copies *k)
{
    static const bool nothing[LIN_BITS];
    size_t j;
    uint64_t rows;
    bool solved = all_are_sums(e, &k->bases, &k->rest, &j, &rows);
    if (k->any && !solved && !is_no_sum(e, &k->bases, &k->rest, j, rows))
        return false;
    if (!k->any || !solved)
        return has_no_free(e, &m->map, &c->map, nothing);
    return lcr_ev_condition(e, copied_columns(&c->map, k), "a copied dim is used otherwise") &&
           copies_dims(e, &c->map, k) && has_no_free(e, &k->bases, &c->map, k->copied);
}

bool lcr_ev_invert_and_compose(ev *e, const lcr_statement *s)
{
    const lin *l = lcr_lin_arg(e, s, 0), *m = l != NULL ? lcr_lin_arg(e, s, 1) : NULL;
    const lin *c = m != NULL ? lcr_lin_value(e, s) : NULL;
    lin_map values, both;
    copies *k = lcr_lit_alloc(e->pool, 1, sizeof *k);
    if (c == NULL || k == NULL)
        return k != NULL && lcr_lin_none(e);
    bool dims = lcr_lin_same_dims(c->nins, c->in, l->nins, l->in) &&
                lcr_lin_same_dims(c->nouts, c->outs, m->nins, m->in);
    if (!dims)
        return lcr_ev_condition(e, false, "the dims are not those of L and M");
    return values_of(e, l, m, &values) && lcr_lin_chain(e, &m->map, &c->map, &both) &&
           lcr_lin_same(e, &both, &values) && take_out(e, l, m, &values, k) &&
           is_the_one(e, m, c, k);
}

/* ---- questions ---- */

bool lcr_ev_free_masks(ev *e, const lcr_statement *s)
{
    const lin *l = lcr_lin_arg(e, s, 0);
    elimination *x = lcr_lit_alloc(e->pool, 1, sizeof *x);
    if (l == NULL || x == NULL)
        return x != NULL && lcr_lin_none(e);
    e->out->by = "parity";
    const lit *v = s->value;
    size_t n = l->nins > 0 ? l->nins : 1;
    bool form = v->kind == LIT_TUPLE && v->n == n && v->nnodes == (n > 1 ? n + 1 : 1);
    if (!form)
        return lcr_ev_condition(e, false, "the value has not a mask for each input dim");
    solve(&l->map, x);
    for (size_t i = 0; i < n; i++) {
        size_t bits = i < l->nins ? l->in[i].bits : 0;
        bool within = lc_int_sign(v->extent[i]) >= 0 && lc_int_bits(v->extent[i]) <= bits;
        if (!lcr_ev_condition(e, within, "a mask has bits past its dim"))
            return false;
        for (size_t b = 0; b < bits; b++)
            if (!bit_is(e, &l->map, x, l->in[i].first + b, lc_int_bit(v->extent[i], b)))
                return false;
    }
    return true;
}

/* The first n bits of the first input dim are those of the first output dim; other bits do not
 * reach these. One set for each output bit that counts. */
static bool runs_straight(ev *e, const lin_map *m, size_t n)
{
    int32_t *count = lcr_lit_alloc(e->pool, m->cols + 1, sizeof *count);
    for (size_t r = 0; count != NULL && r < m->rows; r++) {
        size_t cols = r < n ? m->cols : n;
        memcpy(count, &m->at[r * m->cols], cols * sizeof *count);
        if (r < n)
            count[r]++;
        if (cols > 0 && !lcr_lin_even(e, cols, count, 0))
            return false;
    }
    return count != NULL;
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

bool lcr_ev_num_consecutive(ev *e, const lcr_statement *s)
{
    lc_int v;
    const lin *l = lcr_lin_arg(e, s, 0);
    if (l == NULL)
        return lcr_lin_none(e);
    e->out->by = "parity";
    size_t most = l->nins == 0 || l->nouts == 0   ? 0
                  : l->in[0].bits < l->outs[0].bits ? l->in[0].bits
                                                    : l->outs[0].bits;
    bool form = lcr_ev_integer(s->value, &v) && lc_int_is_power_of_two(v);
    size_t n = form ? lc_int_bits(v) - 1 : 0;
    if (!form || n > most)
        return lcr_ev_condition(e, false, "the value is no power of two within the dims");
    return runs_straight(e, &l->map, n) && (n == most || runs_no_further(e, &l->map, n));
}

/* ---- the largest value ---- */

/* The rows of a map as columns, the last one first. */
static bool turned(ev *e, const lin_map *m, lin_map *t)
{
    if (!lcr_lin_zero(e, t, m->cols, m->rows))
        return false;
    for (size_t r = 0; r < m->rows; r++)
        for (size_t c = 0; c < m->cols; c++)
            t->at[c * m->rows + m->rows - 1 - r] = m->at[r * m->cols + c];
    return true;
}

/* Bits of a coordinate with this value; anything where there is none. */
static uint64_t coordinate_of(const lin_map *m, const elimination *x, lc_int value)
{
    uint64_t at = 0;
    for (size_t j = 0; j < m->cols; j++)
        for (size_t r = 0; !x->free[j] && r < m->rows; r++)
            if ((x->rows[j] >> r & 1) != 0 && lc_int_bit(value, r))
                at ^= (uint64_t)1 << j;
    return at;
}

/* For whichever output bits: as many of the value at the coordinate and of w are odd. */
static bool has_value(ev *e, const lin_map *m, uint64_t at, lc_int w)
{
    int32_t *count = lcr_lit_alloc(e->pool, m->rows + 1, sizeof *count);
    for (size_t r = 0; count != NULL && r < m->rows; r++) {
        count[r] = lc_int_bit(w, r);
        for (size_t c = 0; c < m->cols; c++)
            if ((at >> c & 1) != 0)
                count[r] += m->at[r * m->cols + c];
    }
    return count != NULL && lcr_lin_even(e, m->rows, count, 0);
}

/* w is a value; and a value that is larger would have its first other bit where w has 0: but
 * that output bit is the sum of some above it. */
bool lcr_ev_cosize_linear(ev *e, const lcr_statement *s)
{
    lc_int n;
    lin_map above;
    const lin *l = lcr_lin_arg(e, s, 0);
    elimination *x = lcr_lit_alloc(e->pool, 2, sizeof *x);
    if (l == NULL || x == NULL)
        return x != NULL && lcr_lin_none(e);
    e->out->by = "parity";
    bool form = lcr_ev_integer(s->value, &n) && lc_int_sign(n) > 0;
    lc_int w = form ? lc_int_sub(e->pool->lc, n, lc_int_const(1)) : lc_int_const(0);
    if (!form || lc_int_bits(w) > l->map.rows)
        return lcr_ev_condition(e, false, "the value is no number of the output dims");
    if (!turned(e, &l->map, &above))
        return false;
    solve(&l->map, &x[0]);
    solve(&above, &x[1]);
    for (size_t r = 0; r < l->map.rows; r++)
        if (!lc_int_bit(w, r) && !bit_is(e, &above, &x[1], l->map.rows - 1 - r, true))
            return false;
    return has_value(e, &l->map, coordinate_of(&l->map, &x[0], w), w);
}
