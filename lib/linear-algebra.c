/* linear-algebra.c - linear layouts: products, compositions, inverses, quotients.
 *
 * Each is an operation on matrices, once the bits of dims of the same name are in the same place.
 */
#include "config.h"

#include "linear-internal.h"

/* ---- product ---- */

static void *opposite_orders(lc_ctx *ctx, const char *side, size_t n, const lc_dim *a, size_t m,
                             const lc_dim *b)
{
    char an[LC_DIMS_ROOM], bn[LC_DIMS_ROOM];
    return lc_fail(
        ctx, LC_ERR_INVALID,
        "a product of layouts with the %s dims %s and %s: expected the dims of both in "
        "the same order",
        side, lc_dims_names(n, a, an), lc_dims_names(m, b, bn));
}

/* The dims of a and b in one order that agrees with both: up to each shared dim, first those of
 * a, then those of b. */
static bool merge(lc_ctx *ctx, const char *side, size_t n, const lc_dim *a, size_t m,
                  const lc_dim *b, lc_dims *all)
{
    size_t i = 0, j = 0;
    all->n = 0;
    while (i < n || j < m) {
        bool ok;
        if (i < n && lc_dims_find(m, b, a[i].name) == m) {
            ok = lc_dims_push(ctx, all, a[i].name, a[i].bits);
            i++;
        } else if (j < m && lc_dims_find(n, a, b[j].name) == n) {
            ok = lc_dims_push(ctx, all, b[j].name, b[j].bits);
            j++;
        } else if (i < n && j < m && lc_dims_find(1, &a[i], b[j].name) == 0) {
            ok = lc_dims_push(ctx, all, a[i].name, a[i].bits + b[j].bits);
            i++;
            j++;
        } else {
            opposite_orders(ctx, side, n, a, m, b);
            ok = false;
        }
        if (!ok)
            return false;
    }
    if (lc_dims_bits(all->n, all->dim) > LC_LINEAR_BITS)
        return lc_fail(ctx, LC_ERR_LIMIT, "a product of %u %s bits: expected at most %d",
                       lc_dims_bits(all->n, all->dim), side, LC_LINEAR_BITS);
    return true;
}

/* The place among `all` for the bits of each output dim of l: above those of the dim of `minor`
 * of that name, if given. */
static void output_shifts(const lc_linear *l, const lc_linear *minor, size_t n, const lc_dim *all,
                          unsigned *shift)
{
    unsigned start[LC_LINEAR_DIMS];
    size_t at;
    lc_dims_starts(n, all, start);
    for (size_t i = 0; i < l->nouts; i++) {
        shift[i] = start[lc_dims_find(n, all, l->out[i].name)];
        if (minor && lc_linear_find_out(minor, l->out[i].name, &at))
            shift[i] += minor->out[at].bits;
    }
}

/* Append the columns of the input dim `name` of l, if it has it. */
static void append_columns(lc_f2 *map, const lc_linear *l, const char *name,
                           const unsigned *shift)
{
    size_t i;
    if (!lc_linear_find_in(l, name, &i))
        return;
    unsigned start = lc_dims_bits(i, l->in);
    for (unsigned bit = 0; bit < l->in[i].bits; bit++)
        map->column[map->cols++] = lc_dims_move(l->nouts, l->out, shift,
                                                l->map.column[start + bit]);
}

lc_linear *lc_linear_product(lc_ctx *ctx, const lc_linear *a, const lc_linear *b)
{
    lc_dims in, out;
    unsigned a_shift[LC_LINEAR_DIMS], b_shift[LC_LINEAR_DIMS];
    if (!merge(ctx, "input", a->nins, a->in, b->nins, b->in, &in) ||
        !merge(ctx, "output", a->nouts, a->out, b->nouts, b->out, &out))
        return NULL;
    output_shifts(a, NULL, out.n, out.dim, a_shift);
    output_shifts(b, a, out.n, out.dim, b_shift);
    lc_f2 map = lc_f2_zero(a->map.rows + b->map.rows, 0);
    for (size_t i = 0; i < in.n; i++) {
        append_columns(&map, a, in.dim[i].name, a_shift);
        append_columns(&map, b, in.dim[i].name, b_shift);
    }
    return lc_linear_new(ctx, in.n, in.dim, out.n, out.dim, &map);
}

/* ---- composition ---- */

lc_linear *lc_linear_compose(lc_ctx *ctx, const lc_linear *a, const lc_linear *b)
{
    size_t place[LC_LINEAR_DIMS];
    unsigned start[LC_LINEAR_DIMS], shift[LC_LINEAR_DIMS];
    if (!lc_dims_match(ctx, "the output dims of the inner and the input dims of the outer layout",
                       b->nouts, b->out, a->nins, a->in, place))
        return NULL;
    lc_dims_starts(a->nins, a->in, start);
    for (size_t i = 0; i < b->nouts; i++) {
        shift[i] = start[place[i]];
        if (b->out[i].bits > a->in[place[i]].bits)
            return lc_fail(ctx, LC_ERR_INVALID,
                           "the dim '%s' has the size 2^%u in the inner layout and 2^%u in the "
                           "outer: expected no more than there",
                           b->out[i].name, b->out[i].bits, a->in[place[i]].bits);
    }
    lc_f2 map = lc_f2_zero(a->map.rows, b->map.cols);
    for (unsigned j = 0; j < map.cols; j++)
        map.column[j] = lc_f2_apply(&a->map,
                                    lc_dims_move(b->nouts, b->out, shift, b->map.column[j]));
    return lc_linear_new(ctx, b->nins, b->in, a->nouts, a->out, &map);
}

/* ---- inverses ---- */

lc_linear *lc_linear_invert(lc_ctx *ctx, const lc_linear *l)
{
    lc_f2 inverse;
    if (!lc_f2_inverse(&l->map, &inverse))
        return lc_fail(ctx, LC_ERR_NO_VALUE,
                       "no inverse: %u input bits, %u output bits, rank %u; expected all three "
                       "the same",
                       l->map.cols, l->map.rows, lc_f2_rank(&l->map));
    return lc_linear_new(ctx, l->nouts, l->out, l->nins, l->in, &inverse);
}

lc_linear *lc_linear_left_invert(lc_ctx *ctx, const lc_linear *l)
{
    lc_f2 inverse;
    if (!lc_f2_left_inverse(&l->map, &inverse))
        return lc_fail(ctx, LC_ERR_NO_VALUE,
                       "no left inverse: not injective, %u input bits but rank %u", l->map.cols,
                       lc_f2_rank(&l->map));
    return lc_linear_new(ctx, l->nouts, l->out, l->nins, l->in, &inverse);
}

lc_linear *lc_linear_pseudoinvert(lc_ctx *ctx, const lc_linear *l)
{
    lc_f2 inverse;
    if (!lc_f2_right_inverse(&l->map, &inverse))
        return lc_fail(ctx, LC_ERR_NO_VALUE,
                       "no pseudoinverse: not surjective, %u output bits but rank %u",
                       l->map.rows, lc_f2_rank(&l->map));
    return lc_linear_new(ctx, l->nouts, l->out, l->nins, l->in, &inverse);
}

static void *not_a_value(lc_ctx *ctx, const lc_linear *l, unsigned column)
{
    size_t i = 0;
    while (column >= l->in[i].bits)
        column -= l->in[i++].bits;
    return lc_fail(
        ctx, LC_ERR_NO_VALUE,
        "no C with L(x) = M(C(x)): the value of L at bit %u of the input dim '%s' is no "
        "value of M",
        column, l->in[i].name);
}

/* The values of l with the bits where m has them. False, *column being the first at
 * fault, when one is past an output dim of m. */
static bool values_within(const lc_linear *l, const lc_linear *m, const size_t *place,
                          lc_f2 *values, unsigned *column)
{
    unsigned start[LC_LINEAR_DIMS], shift[LC_LINEAR_DIMS];
    lc_dims_starts(m->nouts, m->out, start);
    for (size_t i = 0; i < l->nouts; i++)
        shift[i] = start[place[i]];
    *values = lc_f2_zero(m->map.rows, l->map.cols);
    for (unsigned j = 0; j < l->map.cols; j++) {
        *column = j;
        for (size_t i = 0; i < l->nouts; i++)
            if (lc_linear_digit(l, i, l->map.column[j]) & ~lc_f2_mask(m->out[place[i]].bits))
                return false;
        values->column[j] = lc_dims_move(l->nouts, l->out, shift, l->map.column[j]);
    }
    return true;
}

/* Input dims with the same bases on both sides are copied: their columns leave both
 * sides of the equation, and *copy is what they contribute to the solution. */
static void take_out_copied(const lc_linear *l, const lc_linear *m, lc_f2 *values, lc_f2 *bases,
                            lc_f2 *copy)
{
    unsigned from = 0;
    size_t at;
    *copy = lc_f2_zero(m->map.cols, l->map.cols);
    for (size_t i = 0; i < l->nins; from += l->in[i++].bits) {
        if (!lc_linear_find_in(m, l->in[i].name, &at) || l->in[i].bits != m->in[at].bits)
            continue;
        unsigned to = lc_dims_bits(at, m->in), bits = l->in[i].bits;
        bool same = true;
        for (unsigned bit = 0; bit < bits; bit++)
            same = same && values->column[from + bit] == m->map.column[to + bit];
        for (unsigned bit = 0; same && bit < bits; bit++) {
            values->column[from + bit] = bases->column[to + bit] = 0;
            copy->column[from + bit] = (uint64_t)1 << (to + bit);
        }
    }
}

lc_linear *lc_linear_invert_and_compose(lc_ctx *ctx, const lc_linear *l, const lc_linear *m)
{
    size_t place[LC_LINEAR_DIMS];
    unsigned column;
    lc_f2 values, x, copy;
    if (!lc_dims_match(ctx, "the output dims of the two layouts", l->nouts, l->out, m->nouts,
                       m->out, place))
        return NULL;
    if (!values_within(l, m, place, &values, &column))
        return not_a_value(ctx, l, column);
    lc_f2 rest = values, bases = m->map;
    take_out_copied(l, m, &rest, &bases, &copy);
    if (lc_f2_solve_all(&bases, &rest, &x, NULL))
        x = lc_f2_add(&x, &copy);
    else if (!lc_f2_solve_all(&m->map, &values, &x, &column))
        return not_a_value(ctx, l, column);
    return lc_linear_new(ctx, l->nins, l->in, m->nins, m->in, &x);
}

/* ---- division ---- */

/* The dims of C: those of a, less the bits that b has of them. */
static bool quotient_dims(lc_ctx *ctx, const char *side, size_t n, const lc_dim *a, size_t m,
                          const lc_dim *b, lc_dim *c)
{
    for (size_t j = 0; j < m; j++) {
        size_t i = lc_dims_find(n, a, b[j].name);
        if (i < n && a[i].bits >= b[j].bits)
            continue;
        return lc_fail(
            ctx, LC_ERR_NO_VALUE,
            i == n ? "no quotient: the dividend has no %s dim '%s'"
                   : "no quotient: the %s dim '%s' of the dividend is smaller than that of "
                     "the divisor",
            side, b[j].name);
    }
    for (size_t i = 0; i < n; i++) {
        size_t j = lc_dims_find(m, b, a[i].name);
        c[i] = (lc_dim){a[i].name, a[i].bits - (j < m ? b[j].bits : 0)};
    }
    return true;
}

/* The bases of a that C would have: the bits from `skip` on of each input dim, and those from
 * `drop` on of each output dim. */
static lc_linear *candidate(lc_ctx *ctx, const lc_linear *a, const lc_dim *in, const lc_dim *out,
                            const unsigned *skip, const unsigned *drop)
{
    unsigned start[LC_LINEAR_DIMS], column = 0;
    lc_dims_starts(a->nouts, out, start);
    lc_f2 map = lc_f2_zero(lc_dims_bits(a->nouts, out), 0);
    for (size_t i = 0; i < a->nins; i++) {
        for (unsigned bit = 0; bit < in[i].bits; bit++) {
            uint64_t value = a->map.column[column + skip[i] + bit], c = 0;
            for (size_t k = 0; k < a->nouts; k++) {
                uint64_t digit = lc_word_down(lc_linear_digit(a, k, value), drop[k]);
                c |= lc_word_up(digit & lc_f2_mask(out[k].bits), start[k]);
            }
            map.column[map.cols++] = c;
        }
        column += a->in[i].bits;
    }
    return lc_linear_new(ctx, a->nins, in, a->nouts, out, &map);
}

/* C's bases are the first of each dim, and its bits the lowest, where b is major. They lie past
 * b's where b is minor. The product tells whether C is a quotient. */
static lc_linear *divide(lc_ctx *ctx, const lc_linear *a, const lc_linear *b, bool left)
{
    lc_dim in[LC_LINEAR_DIMS], out[LC_LINEAR_DIMS];
    unsigned skip[LC_LINEAR_DIMS] = {0}, drop[LC_LINEAR_DIMS] = {0};
    if (!quotient_dims(ctx, "input", a->nins, a->in, b->nins, b->in, in) ||
        !quotient_dims(ctx, "output", a->nouts, a->out, b->nouts, b->out, out))
        return NULL;
    for (size_t i = 0; left && i < a->nins; i++)
        skip[i] = a->in[i].bits - in[i].bits;
    for (size_t k = 0; left && k < a->nouts; k++)
        drop[k] = a->out[k].bits - out[k].bits;
    lc_linear *c = candidate(ctx, a, in, out, skip, drop);
    lc_linear *back = c ? lc_linear_product(ctx, left ? b : c, left ? c : b) : NULL;
    bool fits = back && lc_linear_equal(back, a);
    lc_linear_free(back);
    if (fits || !c)
        return c;
    lc_linear_free(c);
    if (!back && lc_ctx_code(ctx) == LC_ERR_MEMORY)
        return NULL;
    return lc_fail(ctx, LC_ERR_NO_VALUE,
                   "no quotient: the dividend is not block diagonal with the divisor as its %s "
                   "block",
                   left ? "first" : "last");
}

lc_linear *lc_linear_divide_left(lc_ctx *ctx, const lc_linear *a, const lc_linear *b)
{
    return divide(ctx, a, b, true);
}

lc_linear *lc_linear_divide_right(lc_ctx *ctx, const lc_linear *a, const lc_linear *b)
{
    return divide(ctx, a, b, false);
}
