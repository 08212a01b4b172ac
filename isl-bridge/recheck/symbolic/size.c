/* size.c - sums, products, quotients, minima: is the value the one that they
 * have? */
#include "config.h"

#include "law.h"

#include <string.h>

bool lcr_sym_arg_size(const sym_statement *t, size_t i, const poly **size)
{
    return i < t->n && t->arg[i] && lcr_sv_is_size(t->arg[i], size);
}

bool lcr_sym_value_is(const sym_statement *t, const poly *size)
{
    const poly *value;
    return lcr_sv_is_size(t->value, &value) && lcr_sym_equal(t->s, value, size);
}

bool lcr_sym_value_like(const sym_statement *t, const sv *expected)
{
    const sv *value = t->value;
    bool layout = expected && expected->kind == SV_LAYOUT;
    return lcr_sym_same(t->s, expected, layout ? lcr_sv_layout(t->s, value) : value);
}

bool lcr_sym_value_same(const sym_statement *t, const sv *expected)
{
    if (!lcr_sym_value_like(t, expected))
        return false;
    return expected->kind != SV_LAYOUT ||
           lcr_sym_same_steps(t->s, expected, lcr_sv_layout(t->s, t->value));
}

/* ---- sizes and strides ---- */

/* a + factor * b of tuples of strides, or sizes times strides. */
static const sv *strides_sum(sym *s, const sv *a, int32_t factor, const sv *b)
{
    const sv *both[2] = {a, b};
    if (!a->step || !b->step || a->n != 1 || b->n != 1)
        return NULL;
    const sv *pair = lcr_sv_concat(s, 2, both);
    sv *sum = pair ? lcr_sv_new(s, SV_TUPLE, 1, 1, pair->naxes) : NULL;
    if (!sum || !pair->basis)
        return NULL;
    memcpy(sum->path, pair->path, pair->naxes * sizeof *sum->path);
    sum->basis = true;
    sum->step = lcr_lit_alloc(s->pool, pair->naxes, sizeof *sum->step);
    for (size_t j = 0; sum->step && j < pair->naxes; j++)
        sum->step[j] = lcr_poly_add(s->pool, pair->step[2 * j], lc_int_const(factor),
                                    pair->step[2 * j + 1]);
    return sum->step ? sum : NULL;
}

static const sv *strides_times(sym *s, const poly *by, const sv *a)
{
    sv *out = a->step ? lcr_sv_like(s, a, a) : NULL;
    for (size_t i = 0; out && i < a->naxes * a->n; i++)
        out->step[i] = lcr_poly_mul(s->pool, by, a->step[i]);
    return out;
}

static bool of_strides(const sym_statement *t)
{
    const poly *by;
    char op = t->name[0];
    if (t->n == 2 && op == '*') {
        size_t at = lcr_sym_arg_size(t, 0, &by) ? 1 : lcr_sym_arg_size(t, 1, &by) ? 0 : 2;
        return at < 2 && lcr_sym_value_same(t, strides_times(t->s, by, t->arg[at]));
    }
    if (t->n == 1 && op == '-')
        return lcr_sym_value_same(t, strides_times(t->s, lcr_poly_si(t->s->pool, -1), t->arg[0]));
    return t->n == 2 && (op == '+' || op == '-') &&
           lcr_sym_value_same(t, strides_sum(t->s, t->arg[0], op == '+' ? 1 : -1, t->arg[1]));
}

/* + - *, and - of one. */
static const poly *sum_of(lit_pool *pool, char op, const poly *a, const poly *b)
{
    return !a || !b    ? NULL
           : op == '*' ? lcr_poly_mul(pool, a, b)
           : op == '+' ? lcr_poly_add(pool, a, lc_int_const(1), b)
                       : lcr_poly_sub(pool, a, b);
}

/* Tuples nested alike, by element; an integer is a factor of each. */
static bool of_tuples(const sym_statement *t)
{
    const poly *size, *zero = lcr_poly_si(t->s->pool, 0);
    const sv *a = t->n == 1 ? NULL : t->arg[0], *b = t->arg[t->n - 1];
    char op = t->name[0];
    bool single = a && lcr_sv_is_size(a, &size), other = lcr_sv_is_size(b, &size);
    const sv *like = !a || single ? b : a;
    bool fits = !a || ((single || other) ? op == '*' : lcr_sv_congruent(a, b));
    sv *out = fits ? lcr_sv_copy(t->s, like) : NULL;
    const poly **extent = out ? lcr_lit_alloc(t->s->pool, like->n, sizeof *extent) : NULL;
    if (!extent)
        return false;
    for (size_t k = 0; k < like->n; k++)
        if (!(extent[k] = sum_of(t->s->pool, op, a ? a->extent[single ? 0 : k] : zero,
                                 b->extent[other ? 0 : k])))
            return false;
    out->extent = extent;
    return lcr_sym_value_same(t, out);
}

static bool is_tuple(const sv *a)
{
    return a->kind == SV_TUPLE && !a->step;
}

bool lcr_sym_of_sum(const sym_statement *t)
{
    const poly *a, *b;
    lit_pool *pool = t->s->pool;
    char op = t->name[0];
    if (is_tuple(t->arg[0]) && is_tuple(t->arg[t->n - 1]) && is_tuple(t->value) &&
        t->value->nnodes > 1)
        return of_tuples(t);
    if (!lcr_sym_arg_size(t, 0, &a))
        return of_strides(t);
    if (t->n == 1)
        return op == '-' && lcr_sym_value_is(t, lcr_poly_sub(pool, lcr_poly_si(pool, 0), a));
    if (!lcr_sym_arg_size(t, 1, &b))
        return of_strides(t);
    return lcr_sym_value_is(t, sum_of(pool, op, a, b));
}

/* b q <= a < b q + b with b > 0 */
static bool is_floor(const sym_statement *t, const poly *a, const poly *b, const poly *q)
{
    lit_pool *pool = t->s->pool;
    const poly *rest = lcr_poly_sub(pool, a, lcr_poly_mul(pool, b, q));
    return lcr_sym_holds(t->s, lcr_poly_plus(pool, b, -1)) && lcr_sym_holds(t->s, rest) &&
           lcr_sym_holds(t->s, lcr_poly_plus(pool, lcr_poly_sub(pool, b, rest), -1));
}

bool lcr_sym_of_quotient(const sym_statement *t)
{
    lit_pool *pool = t->s->pool;
    bool up = strcmp(t->name, "ceil_div") == 0; /* floor((a + b - 1) / b) */
    const sv *x = t->arg[0], *y = t->n == 2 ? t->arg[1] : NULL, *v = t->value;
    if (!y || !is_tuple(x) || !is_tuple(y) || !is_tuple(v) || !lcr_sv_congruent(x, y) ||
        !lcr_sv_congruent(x, v) || (!up && x->nnodes > 1))
        return false;
    for (size_t k = 0; k < x->n; k++) {
        const poly *a = x->extent[k], *b = y->extent[k];
        if (!a || !b || !v->extent[k])
            return false;
        if (up)
            a = lcr_poly_plus(pool, lcr_poly_add(pool, a, lc_int_const(1), b), -1);
        if (!is_floor(t, a, b, v->extent[k]))
            return false;
    }
    return true;
}

/* a % b = a - b q: with the quotient that the checker makes itself. */
bool lcr_sym_of_rest(const sym_statement *t)
{
    const poly *a, *b;
    lit_pool *pool = t->s->pool;
    if (t->n != 2 || !lcr_sym_arg_size(t, 0, &a) || !lcr_sym_arg_size(t, 1, &b))
        return false;
    const poly *q = lcr_sym_floor_by(t->s, a, b);
    return q && is_floor(t, a, b, q) &&
           lcr_sym_value_is(t, lcr_poly_sub(pool, a, lcr_poly_mul(pool, b, q)));
}

/* The least is below none, and not below all. */
bool lcr_sym_of_extreme(const sym_statement *t)
{
    const poly *m;
    lit_pool *pool = t->s->pool;
    sym_row row[SYM_ARGS];
    size_t n = 0;
    int32_t sign = t->name[1] == 'i' ? 1 : -1;
    if (!lcr_sv_is_size(t->value, &m))
        return false;
    for (size_t i = 0; i < t->n; i++)
        for (size_t k = 0; k < t->arg[i]->n; k++) {
            const poly *a = is_tuple(t->arg[i]) ? t->arg[i]->extent[k] : NULL;
            if (!a || n == SYM_ARGS)
                return false;
            const poly *above = sign > 0 ? lcr_poly_sub(pool, a, m) : lcr_poly_sub(pool, m, a);
            row[n++] = lcr_sym_row(lcr_poly_plus(pool, above, -1), false);
            if (!lcr_sym_holds(t->s, above))
                return false;
        }
    return n > 0 && lcr_sym_empty(t->s, n, row);
}

/* No number of the parameters makes d divide all n sizes. */
static bool none_divides(sym *s, size_t n, const poly *const *size, lc_int d)
{
    bool one = false;
    for (size_t i = 0; i < n && !one; i++) {
        const poly *rest = lcr_poly_add(s->pool, size[i], lc_int_neg(s->pool->lc, d),
                                        lcr_sym_floor(s, size[i], d));
        one = rest && lcr_sym_holds(s, lcr_poly_plus(s->pool, rest, -1));
    }
    return one;
}

#define MOST_FACTORED 65536 /* a number that is factored by trial */

/* m, which divides all sizes, is one of them but for the sign; or it divides a number c, and m q
 * does not divide them all, for each prime factor q of c / m. */
static bool is_greatest(sym *s, size_t n, const poly *const *size, const poly *m)
{
    lc_ctx *lc = s->pool->lc;
    lc_int c = lc_int_const(0), number = c;
    for (size_t i = 0; i < n; i++) {
        if (lcr_sym_equal(s, size[i], m) ||
            lcr_sym_is_zero(s, lcr_poly_add(s->pool, size[i], lc_int_const(1), m)))
            return true;
        if (lcr_poly_is_int(size[i], &number) && !lc_int_is_zero(number))
            c = lc_int_abs(lc, number);
    }
    if (lc_int_is_zero(c) || !lcr_poly_is_int(m, &number) || lc_int_sign(number) <= 0 ||
        lc_int_lt(lc_int_const(MOST_FACTORED), c))
        return false;
    int64_t left = lc_int_get_si(lc_int_fdiv(lc, c, number));
    bool greatest = true;
    for (int64_t q = 2; left > 1 && greatest; q++) {
        if (left % q != 0)
            continue;
        greatest = none_divides(s, n, size, lc_int_mul(lc, number, lc_int_si(lc, q)));
        while (left % q == 0)
            left /= q;
    }
    return greatest;
}

bool lcr_sym_of_gcd(const sym_statement *t)
{
    const poly *m, *size[SYM_ARGS];
    size_t n = 0;
    if (!lcr_sv_is_size(t->value, &m) || !lcr_sym_holds(t->s, m))
        return false;
    for (size_t i = 0; i < t->n; i++)
        for (size_t k = 0; k < t->arg[i]->n; k++) {
            const poly *a = is_tuple(t->arg[i]) ? t->arg[i]->extent[k] : NULL;
            if (!a || n == SYM_ARGS || !lcr_sym_divided(t->s, a, m))
                return false;
            size[n++] = a;
        }
    return is_greatest(t->s, n, size, m);
}
