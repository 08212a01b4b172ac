/* expr-sum.c - sums of multiples of expressions, and what division by a constant does to them.
 *
 * A sum is k1 e1 + k2 e2 + ... + k. It is rewritten only where no step of the new one can
 * leave 64 bits unless the old one did.
 */
#include "config.h"

#include "expr-internal.h"
#include "int64.h"

enum { MAX_TERMS = 32 };

typedef struct {
    const lc_expr *e;
    int64_t k;
    bool joined; /* of several multiples: k e is no value that was computed before */
} term;

typedef struct {
    size_t n;
    term at[MAX_TERMS];
    int64_t constant;
} sum;

/* ---- taking apart ---- */

static bool add_constant(sum *s, int64_t k, int64_t value)
{
    int64_t product;
    return !__builtin_mul_overflow(k, value, &product) &&
           !__builtin_add_overflow(s->constant, product, &s->constant);
}

static bool add_term(sum *s, int64_t k, const lc_expr *e, bool computed)
{
    for (size_t i = 0; i < s->n; i++)
        if (lc_expr_equal(s->at[i].e, e)) {
            s->at[i].joined = true;
            return !__builtin_add_overflow(s->at[i].k, k, &s->at[i].k);
        }
    if (s->n == MAX_TERMS)
        return false;
    s->at[s->n++] = (term){e, k, !computed};
    return true;
}

/* Adds k e; `computed`: that, or -k e, is a value of the expression. False: too many terms,
 * or too large. */
static bool collect(sum *s, int64_t k, const lc_expr *e, bool computed)
{
    int64_t factor;
    if (e->low == e->high)
        return add_constant(s, k, e->low);
    switch (e->op) {
    case LC_EXPR_ADD:
        return collect(s, k, e->arg[0], k == 1 || k == -1) &&
               collect(s, k, e->arg[1], k == 1 || k == -1);
    case LC_EXPR_SUB:
        return k != INT64_MIN && collect(s, k, e->arg[0], k == 1 || k == -1) &&
               collect(s, -k, e->arg[1], k == 1 || k == -1);
    case LC_EXPR_MUL:
        if (e->arg[1]->op == LC_EXPR_INT)
            return !__builtin_mul_overflow(k, e->arg[1]->value, &factor) &&
                   collect(s, factor, e->arg[0], computed);
        break;
    default: break;
    }
    return add_term(s, k, e, computed);
}

static bool take_apart(sum *s, int64_t k, const lc_expr *e)
{
    s->n = 0;
    s->constant = 0;
    return collect(s, k, e, true);
}

static void drop_zeros(sum *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++)
        if (s->at[i].k != 0)
            s->at[n++] = s->at[i];
    s->n = n;
}

/* ---- putting together ---- */

/* Positive terms come first: y - x, not -x + y. */
static void positive_first(sum *s)
{
    size_t i = 0;
    while (i < s->n && s->at[i].k < 0)
        i++;
    if (i == 0 || i == s->n)
        return;
    term first = s->at[i];
    for (; i > 0; i--)
        s->at[i] = s->at[i - 1];
    s->at[0] = first;
}

static bool within(lc_i128 low, lc_i128 high)
{
    return low >= INT64_MIN && high <= INT64_MAX;
}

static void term_bounds(const term *t, lc_i128 *low, lc_i128 *high)
{
    lc_i128 a = (lc_i128)t->k * t->e->low, b = (lc_i128)t->k * t->e->high;
    *low = a < b ? a : b;
    *high = a < b ? b : a;
}

/* A sum without a positive term starts with its constant: 5 - x. */
static bool starts_with_constant(const sum *s)
{
    return s->n > 0 && (s->at[0].k == -1 || (s->at[0].k < 0 && s->constant != 0));
}

/* No partial sum, and no multiple, leaves 64 bits by the bounds of the terms. The whole sum needs
 * no bounds: the caller knows that it fits. A first term that is a value of the original
 * expression needs none either. */
static bool is_safe(const sum *s)
{
    bool constant_first = starts_with_constant(s);
    lc_i128 low = constant_first ? s->constant : 0, high = low;
    for (size_t i = 0; i < s->n; i++) {
        const term *t = &s->at[i];
        lc_i128 less, more;
        term_bounds(t, &less, &more);
        bool last = i + 1 == s->n && (s->constant == 0 || constant_first);
        bool known = t->k == 1 || t->k == -1 || !t->joined ||
                     (last && i == 0 && s->constant == 0);
        bool first = i == 0 && !constant_first && t->k > 0;
        low += less;
        high += more;
        if (t->k == INT64_MIN || (!known && !within(less, more)))
            return false;
        if (!(first && known) && !last && !within(low, high))
            return false;
    }
    return s->constant != INT64_MIN;
}

/* Ready to be put together; false where a step could leave 64 bits. */
static bool arrange(sum *s)
{
    drop_zeros(s);
    positive_first(s);
    return is_safe(s);
}

static const lc_expr *times(lc_exprs *x, const lc_expr *e, int64_t k)
{
    if (k == 1)
        return e;
    const lc_expr *factor = lc_expr_int(x, k);
    return factor ? lc_expr_node(x, LC_EXPR_MUL, e, factor, NULL) : NULL;
}

static const lc_expr *append(lc_exprs *x, const lc_expr *e, int64_t k, const lc_expr *t)
{
    const lc_expr *multiple = times(x, t, k < 0 ? -k : k);
    return e && multiple ? lc_expr_node(x, k < 0 ? LC_EXPR_SUB : LC_EXPR_ADD, e, multiple, NULL)
                         : NULL;
}

/* Of a safe sum. */
static const lc_expr *put_together(lc_exprs *x, sum *s)
{
    const lc_expr *e;
    int64_t constant = s->constant;
    size_t i = 0;
    if (s->n == 0)
        return lc_expr_int(x, constant);
    if (starts_with_constant(s)) {
        e = lc_expr_int(x, constant);
        constant = 0;
    } else {
        e = times(x, s->at[0].e, s->at[0].k);
        i = 1;
    }
    for (; e && i < s->n; i++)
        e = append(x, e, s->at[i].k, s->at[i].e);
    if (!e || constant == 0)
        return e;
    const lc_expr *last = lc_expr_int(x, constant < 0 ? -constant : constant);
    return last ? lc_expr_node(x, constant < 0 ? LC_EXPR_SUB : LC_EXPR_ADD, e, last, NULL) : NULL;
}

/* ---- sums ---- */

static const lc_expr *plain_sum(lc_exprs *x, const lc_expr *a, int64_t k, const lc_expr *b)
{
    if (k == INT64_MIN) {
        const lc_expr *factor = lc_expr_int(x, k);
        b = factor ? lc_expr_node(x, LC_EXPR_MUL, b, factor, NULL) : NULL;
        return b ? lc_expr_node(x, LC_EXPR_ADD, a, b, NULL) : NULL;
    }
    return append(x, a, k, b);
}

const lc_expr *lc_expr_sum(lc_exprs *x, const lc_expr *a, int64_t k, const lc_expr *b)
{
    sum s;
    if (k == 0)
        return a;
    if (lc_expr_is_value(b, 0))
        return a;
    if (take_apart(&s, 1, a) && collect(&s, k, b, true) && arrange(&s))
        return put_together(x, &s);
    return plain_sum(x, a, k, b);
}

const lc_expr *lc_expr_multiple(lc_exprs *x, const lc_expr *a, int64_t k)
{
    sum s;
    if (k == 0)
        return lc_expr_int(x, 0);
    if (take_apart(&s, k, a) && arrange(&s))
        return put_together(x, &s);
    return times(x, a, k);
}

/* ---- division by a constant ---- */

/* The greatest common divisor of d and the coefficients. */
static int64_t common(const sum *s, int64_t d)
{
    for (size_t i = 0; i < s->n; i++)
        d = lc_int64_gcd(d, s->at[i].k);
    return d;
}

static bool sum_bounds(const sum *s, lc_i128 *low, lc_i128 *high)
{
    *low = *high = s->constant;
    for (size_t i = 0; i < s->n; i++) {
        lc_i128 less, more;
        term_bounds(&s->at[i], &less, &more);
        *low += less;
        *high += more;
    }
    return within(*low, *high);
}

/* Every value of the sum has the same quotient. */
static bool one_quotient(const sum *s, int64_t d, int64_t *quotient)
{
    lc_i128 low, high;
    if (!sum_bounds(s, &low, &high))
        return false;
    *quotient = lc_int64_floor((int64_t)low, d);
    return *quotient == lc_int64_floor((int64_t)high, d);
}

/* s = d whole + rest. The constant of the rest keeps its sign: (n - 1) / 8 is not to become
 * (n + 7) / 8 - 1, which needs more bits. */
static void split(const sum *s, int64_t d, sum *whole, sum *rest)
{
    whole->n = rest->n = 0;
    for (size_t i = 0; i < s->n; i++) {
        const term *t = &s->at[i];
        if (t->k % d == 0)
            whole->at[whole->n++] = (term){t->e, t->k / d, true};
        else
            rest->at[rest->n++] = (term){t->e, t->k, true};
    }
    whole->constant = s->constant / d;
    rest->constant = s->constant % d;
}

static void divide_by_common(sum *s, int64_t g)
{
    for (size_t i = 0; i < s->n; i++)
        s->at[i].k /= g;
    s->constant = lc_int64_floor(s->constant, g);
}

static const lc_expr *plain(lc_exprs *x, lc_expr_op op, const lc_expr *a, int64_t d)
{
    const lc_expr *divisor = lc_expr_int(x, d);
    return a && divisor ? lc_expr_node(x, op, a, divisor, NULL) : NULL;
}

/* (rest) / d, all of whose steps are safe, or NULL without an error. (e / c) / d is e / (c d),
 * with the bounds that are known of e / c. */
static const lc_expr *divide_rest(lc_exprs *x, sum *rest, int64_t d)
{
    int64_t g = common(rest, d), product;
    divide_by_common(rest, g);
    d /= g;
    if (!arrange(rest))
        return NULL;
    const lc_expr *e = put_together(x, rest);
    if (e && e->op == LC_EXPR_DIV && e->arg[1]->op == LC_EXPR_INT &&
        !__builtin_mul_overflow(e->arg[1]->value, d, &product))
        return lc_expr_assume(x, plain(x, LC_EXPR_DIV, e->arg[0], product),
                              lc_int64_floor(e->low, d), lc_int64_floor(e->high, d));
    return d == 1 ? e : plain(x, LC_EXPR_DIV, e, d);
}

/* Can the multiples of d be divided alone? A part that is not negative has to stay so. */
static bool is_apart(const lc_expr *a, sum *whole, const sum *rest)
{
    lc_i128 low, high;
    return sum_bounds(rest, &low, &high) && (low >= 0 || a->low < 0) && arrange(whole);
}

/* floor(a / d) = whole + floor(rest / d). */
const lc_expr *lc_expr_sum_div(lc_exprs *x, const lc_expr *a, int64_t d)
{
    sum s, whole, rest;
    int64_t quotient;
    if (d == 1)
        return a;
    if (!take_apart(&s, 1, a))
        return plain(x, LC_EXPR_DIV, a, d);
    drop_zeros(&s);
    split(&s, d, &whole, &rest);
    if (one_quotient(&rest, d, &quotient))
        return add_constant(&whole, 1, quotient) && arrange(&whole) ? put_together(x, &whole)
                                                                    : plain(x, LC_EXPR_DIV, a, d);
    if (!is_apart(a, &whole, &rest)) {
        rest = s;
        whole.n = 0;
        whole.constant = 0;
    }
    for (size_t i = 0; i < rest.n; i++)
        rest.at[i].joined = true;
    const lc_expr *part = divide_rest(x, &rest, d);
    if (!part)
        return plain(x, LC_EXPR_DIV, a, d);
    const lc_expr *e = put_together(x, &whole);
    return e ? lc_expr_sum(x, e, 1, part) : NULL;
}

/* Multiples of d do not change a remainder. A constant becomes positive where that may keep the
 * dividend from being negative. */
static void reduce(sum *s, int64_t d, bool negative)
{
    for (size_t i = 0; i < s->n; i++) {
        s->at[i].k %= d;
        s->at[i].joined = true;
    }
    drop_zeros(s);
    s->constant = negative ? lc_int64_rest(s->constant, d) : s->constant % d;
}

/* (e % c) % d is e % d where d divides c. */
static const lc_expr *without_outer(const lc_expr *e, int64_t d)
{
    while (e && e->op == LC_EXPR_MOD && e->arg[1]->op == LC_EXPR_INT && e->arg[1]->value % d == 0)
        e = e->arg[0];
    return e;
}

/* (g r + c) % d = g (r % (d / g)) + c for g that divides d and 0 <= c < g. */
const lc_expr *lc_expr_sum_mod(lc_exprs *x, const lc_expr *a, int64_t d)
{
    sum s;
    int64_t quotient;
    lc_i128 low, high;
    if (d == 1)
        return lc_expr_int(x, 0);
    if (!take_apart(&s, 1, a))
        return plain(x, LC_EXPR_MOD, a, d);
    reduce(&s, d, a->low < 0);
    if (one_quotient(&s, d, &quotient))
        return add_constant(&s, -d, quotient) && arrange(&s) ? put_together(x, &s)
                                                             : plain(x, LC_EXPR_MOD, a, d);
    int64_t g = common(&s, d), units = lc_int64_rest(s.constant, g);
    bool bounded = sum_bounds(&s, &low, &high);
    divide_by_common(&s, g);
    if (!bounded || (low < 0 && a->low >= 0) || !arrange(&s))
        return plain(x, LC_EXPR_MOD, a, d);
    const lc_expr *e = put_together(x, &s);
    const lc_expr *inner = without_outer(e, d / g);
    if (inner && inner != e)
        e = lc_expr_sum_mod(x, inner, d / g);
    else
        e = plain(x, LC_EXPR_MOD, e, d / g);
    const lc_expr *low_part = lc_expr_int(x, units);
    e = e ? lc_expr_multiple(x, e, g) : NULL;
    return e && low_part ? lc_expr_sum(x, e, 1, low_part) : NULL;
}
