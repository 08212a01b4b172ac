/* natural-bits.c - functions linear over F2 in the bits of natural coordinates. */
#include "config.h"

#include "natural-bits.h"

#include "parts.h"

/* The single bits of a domain, as integral coordinates; `leaf` and the power in it. */
typedef struct {
    size_t n, leaf[SYS_VARS];
    lc_int at[SYS_VARS], power[SYS_VARS];
} bits;

static bool bits_of(lc_ctx *lc, const lit *domain, bits *b)
{
    lc_int place = lc_int_const(1);
    b->n = 0;
    for (size_t k = 0; k < domain->n; k++) {
        for (lc_int power = lc_int_const(1); lc_int_lt(power, domain->extent[k]);
             power = lc_int_add(lc, power, power)) {
            if (b->n == SYS_VARS - 1)
                return false;
            b->leaf[b->n] = k;
            b->power[b->n] = power;
            b->at[b->n++] = lc_int_mul(lc, place, power);
        }
        place = lc_int_mul(lc, place, domain->extent[k]);
    }
    return true;
}

/* ---- what is linear ---- */

/* Values at single bits that share no bit, and are not negative. */
static bool apart(lc_ctx *lc, size_t n, const lc_int *value)
{
    lc_int seen = lc_int_const(0);
    for (size_t i = 0; i < n; i++) {
        if (lc_int_sign(value[i]) < 0)
            return false;
        for (size_t bit = 0; bit < lc_int_bits(value[i]); bit++)
            if (lc_int_bit(value[i], bit) && lc_int_bit(seen, bit))
                return false;
        seen = lc_int_add(lc, seen, value[i]);
    }
    return true;
}

static bool is_plain(const lit *a)
{
    return a->kind == LIT_LAYOUT && !a->basis && a->b == 0 && a->offset == NULL && a->n > 0;
}

/* Is each bit of a number of so many the bit of a digit of a, whose last one goes on? */
static bool has_bit_digits(const lit *a, size_t most)
{
    for (size_t k = 0; k + 1 < a->n && most > 0; k++) {
        size_t n = lc_int_bits(a->extent[k]) - 1;
        if (most <= n)
            return true;
        if (!lc_int_is_power_of_two(a->extent[k]))
            return false;
        most -= n;
    }
    return true;
}

/* Does a layout take bits, so many? Its values at them are apart, or add by XOR. */
static bool takes_bits(lc_ctx *lc, const lit *a, size_t most)
{
    lc_int value[SYS_VARS], out[LIT_MAX_AXES], power = lc_int_const(1);
    if (!has_bit_digits(a, most))
        return false;
    for (size_t i = 0; !a->xor && i < most; i++) {
        if (i == SYS_VARS || !lcr_lit_at(lc, a, power, out))
            return false;
        value[i] = out[0];
        power = lc_int_add(lc, power, power);
    }
    return a->xor || apart(lc, most, value);
}

/* The values of a function at single bits; false: it is not linear. */
static bool columns_of(lc_ctx *lc, const fn *f, const lit *domain, const bits *b, lc_int *column)
{
    const lit *a = f->n > 0 ? f->step[0] : NULL;
    bool sums = a == NULL || !a->xor;
    if (a != NULL && (!is_plain(a) || a->n != domain->n))
        return false;
    for (size_t i = 0; i < b->n; i++) {
        lc_int out[LIT_MAX_AXES];
        if (a != NULL && !lcr_lit_at(lc, a, b->at[i], out))
            return false;
        column[i] = a != NULL ? out[0] : b->at[i];
    }
    if (sums && !apart(lc, b->n, column))
        return false;
    for (size_t s = 1; s < f->n; s++) {
        size_t most = 0;
        for (size_t i = 0; i < b->n; i++)
            most = lc_int_bits(column[i]) > most ? lc_int_bits(column[i]) : most;
        if (!is_plain(f->step[s]) || !takes_bits(lc, f->step[s], most))
            return false;
        for (size_t i = 0; i < b->n; i++) {
            lc_int out[LIT_MAX_AXES];
            if (lc_int_sign(column[i]) < 0 || !lcr_lit_at(lc, f->step[s], column[i], out))
                return false;
            column[i] = out[0];
        }
    }
    return true;
}

/* ---- sets ---- */

/* Bit `row` of f and of g: their XOR, a sum of bits, is odd. */
static bool odd(ev *e, size_t n, const lc_int *f, const lc_int *g, size_t row)
{
    sys s = lcr_sys_new(e->pool);
    sys_sum sum = {.constant = lc_int_const(0)};
    for (size_t i = 0; i < n; i++) {
        size_t x = lcr_sys_bit(&s, 'x');
        if (lc_int_bit(f[i], row) != lc_int_bit(g[i], row))
            lcr_sys_add_var(&s, &sum, lc_int_const(1), x);
    }
    return lcr_ev_parity(e, &s, &sum, true);
}

/* Columns that are the same at each bit. */
static bool same_columns(ev *e, const bits *b, const lc_int *x, const lc_int *y)
{
    size_t most = 0;
    for (size_t i = 0; i < b->n; i++) {
        most = lc_int_bits(x[i]) > most ? lc_int_bits(x[i]) : most;
        most = lc_int_bits(y[i]) > most ? lc_int_bits(y[i]) : most;
    }
    for (size_t row = 0; row < most; row++)
        if (!odd(e, b->n, x, y, row))
            return false;
    e->out->by = "parity";
    return lcr_ev_ok(e);
}

bool lcr_natural_same(ev *e, const fn *f, const fn *g, const lit *domain, bool *known)
{
    lc_ctx *lc = e->pool->lc;
    bits *b = lcr_lit_alloc(e->pool, 1, sizeof *b);
    lc_int x[SYS_VARS], y[SYS_VARS];
    *known = b != NULL && bits_of(lc, domain, b) && columns_of(lc, f, domain, b, x) &&
             columns_of(lc, g, domain, b, y);
    return *known ? same_columns(e, b, x, y) : lc_ctx_code(lc) == LC_OK;
}

/* Adds what the values of W on an axis give in their mode of F. */
static bool add_axis(lc_ctx *lc, const lit *f, const lit *w, size_t axis, const bits *b, lc_int *y)
{
    size_t first = 0, last = f->n;
    lc_int column[SYS_VARS];
    lit values = *w, mode = *f;
    if (w->basis && !lcr_lit_leaves_at(f, &w->path[axis], &first, &last))
        return false;
    values.basis = false;
    values.naxes = 1;
    values.step = w->step + axis * w->n;
    mode.n = last - first;
    mode.extent = f->extent + first;
    mode.step = f->step + first;
    fn g = {2, {&values, &mode}, NULL};
    if (!columns_of(lc, &g, w, b, column))
        return false;
    for (size_t i = 0; i < b->n; i++)
        y[i] = lcr_lit_xor(lc, y[i], column[i]);
    return true;
}

bool lcr_natural_composite(ev *e, const lit *value, const lit *f, const lit *w, bool *known)
{
    lc_ctx *lc = e->pool->lc;
    bits *b = lcr_lit_alloc(e->pool, 1, sizeof *b);
    lc_int x[SYS_VARS], y[SYS_VARS] = {{0}};
    fn left = {1, {value}, NULL};
    *known = b != NULL && f->xor && is_plain(f) && bits_of(lc, value, b) &&
             columns_of(lc, &left, value, b, x);
    for (size_t j = 0; *known && j < w->naxes; j++)
        *known = add_axis(lc, f, w, j, b, y);
    return *known ? same_columns(e, b, x, y) : lc_ctx_code(lc) == LC_OK;
}

bool lcr_natural_inside(ev *e, const fn *f, const lit *domain, const lit *a, bool *known)
{
    lc_ctx *lc = e->pool->lc;
    lc_int column[SYS_VARS];
    lc_int last = a->extent[a->n - 1], below = lc_int_fdiv(lc, lcr_lit_size(lc, a), last);
    bits *b = lcr_lit_alloc(e->pool, 1, sizeof *b);
    sys set = lcr_sys_new(e->pool), *s = &set;
    sys_sum *leaf = lcr_lit_alloc(e->pool, domain->n, sizeof *leaf);
    sys_sum sum = {.constant = lc_int_const(0)};
    *known = b != NULL && leaf != NULL && lc_int_is_power_of_two(below) &&
             bits_of(lc, domain, b) && columns_of(lc, f, domain, b, column);
    for (size_t i = 0; *known && i < b->n; i++)
        column[i] = lc_int_fdiv(lc, column[i], below);
    *known = *known && apart(lc, b->n, column);
    if (!*known)
        return lc_ctx_code(lc) == LC_OK;
    for (size_t i = 0; i < b->n; i++) {
        size_t x = lcr_sys_bit(s, 'x');
        lcr_sys_add_var(s, &sum, column[i], x);
        lcr_sys_add_var(s, &leaf[b->leaf[i]], b->power[i], x);
    }
    for (size_t k = 0; k < domain->n; k++)
        lcr_sys_compare(s, &leaf[k], SYS_LT, domain->extent[k]);
    return lcr_ev_compare(e, s, &sum, SYS_GE, last);
}
