#include "config.h"

#include "poly.h"

#include <stdlib.h>
#include <string.h>

#include "internal.h"

typedef struct {
    lc_int coefficient;
    lc_monomial monomial;
} term;

struct lc_poly {
    bool has_big;
    size_t n;
    lc_int *coefficient; /* n each */
    lc_monomial *monomial;
};

/* Terms under construction, in any order, monomials more than once. */
typedef struct {
    size_t n, room;
    term *term;
    bool failed;
} sum;

/* ---- monomials ---- */

int lc_monomial_cmp(const lc_monomial *a, const lc_monomial *b)
{
    if (a->degree != b->degree)
        return a->degree > b->degree ? -1 : 1;
    for (uint32_t i = 0; i < a->degree; i++)
        if (a->var[i] != b->var[i])
            return a->var[i] < b->var[i] ? -1 : 1;
    return 0;
}

static bool multiply(lc_ctx *ctx, const lc_monomial *a, const lc_monomial *b, lc_monomial *out)
{
    if (a->degree + b->degree > LC_MAX_DEGREE)
        return lc_fail(ctx, LC_ERR_LIMIT, "a polynomial of degree %u: expected at most %d",
                       a->degree + b->degree, LC_MAX_DEGREE);
    *out = (lc_monomial){.degree = a->degree + b->degree};
    for (uint32_t i = 0, j = 0, k = 0; k < out->degree; k++) {
        bool first = j == b->degree || (i < a->degree && a->var[i] <= b->var[j]);
        out->var[k] = first ? a->var[i++] : b->var[j++];
    }
    return true;
}

/* a / b, when b divides a. */
static bool divide(const lc_monomial *a, const lc_monomial *b, lc_monomial *out)
{
    uint32_t j = 0;
    *out = (lc_monomial){0};
    for (uint32_t i = 0; i < a->degree; i++) {
        if (j < b->degree && a->var[i] == b->var[j])
            j++;
        else
            out->var[out->degree++] = a->var[i];
    }
    return j == b->degree;
}

/* ---- sums ---- */

static void push(lc_ctx *ctx, sum *s, lc_int coefficient, const lc_monomial *monomial)
{
    if (s->failed || lc_int_is_zero(coefficient))
        return;
    if (s->n == s->room) {
        size_t room = s->room > 0 ? 2 * s->room : 8;
        term *grown = realloc(s->term, room * sizeof *grown);
        if (!grown) {
            lc_no_memory(ctx);
            s->failed = true;
            return;
        }
        s->term = grown;
        s->room = room;
    }
    s->term[s->n++] = (term){coefficient, *monomial};
}

static int by_monomial(const void *a, const void *b)
{
    return lc_monomial_cmp(&((const term *)a)->monomial, &((const term *)b)->monomial);
}

static void merge(lc_ctx *ctx, sum *s)
{
    size_t n = 0;
    if (s->n > 1)
        qsort(s->term, s->n, sizeof *s->term, by_monomial);
    for (size_t i = 0; i < s->n; i++) {
        if (n > 0 && by_monomial(&s->term[n - 1], &s->term[i]) == 0)
            s->term[n - 1].coefficient = lc_int_add(ctx, s->term[n - 1].coefficient,
                                                    s->term[i].coefficient);
        else
            s->term[n++] = s->term[i];
        if (lc_int_is_zero(s->term[n - 1].coefficient))
            n--;
    }
    s->n = n;
}

static lc_poly *alloc(lc_ctx *ctx, size_t n)
{
    lc_poly *p = lc_alloc(ctx, 1, sizeof *p + n * (sizeof(lc_int) + sizeof(lc_monomial)));
    if (!p)
        return NULL;
    p->n = n;
    p->coefficient = (lc_int *)(void *)(p + 1);
    p->monomial = (lc_monomial *)(void *)(p->coefficient + n);
    return p;
}

/* The polynomial; lets go of the sum. */
static lc_poly *finish(lc_ctx *ctx, sum *s)
{
    lc_poly *p = NULL;
    if (!s->failed)
        merge(ctx, s);
    if (!s->failed && s->n > LC_MAX_TERMS)
        lc_fail(ctx, LC_ERR_LIMIT, "a polynomial of %zu terms: expected at most %d", s->n,
                LC_MAX_TERMS);
    else if (!s->failed)
        p = alloc(ctx, s->n);
    for (size_t i = 0; p && i < s->n; i++) {
        p->coefficient[i] = s->term[i].coefficient;
        p->monomial[i] = s->term[i].monomial;
    }
    free(s->term);
    *s = (sum){0};
    bool failed = ctx->int_failed;
    ctx->int_failed = false;
    if (p && (failed || !lc_int_own(ctx, p->n, p->coefficient, &p->has_big))) {
        free(p);
        p = NULL;
    }
    return p;
}

/* ---- making ---- */

lc_poly *lc_poly_term(lc_ctx *ctx, lc_int coefficient, const lc_monomial *monomial)
{
    sum s = {0};
    push(ctx, &s, coefficient, monomial);
    return finish(ctx, &s);
}

lc_poly *lc_poly_const(lc_ctx *ctx, lc_int value)
{
    return lc_poly_term(ctx, value, &(lc_monomial){0});
}

lc_poly *lc_poly_var(lc_ctx *ctx, uint32_t var)
{
    return lc_poly_term(ctx, lc_int_const(1), &(lc_monomial){1, {var}});
}

void lc_poly_free(lc_poly *p)
{
    if (!p)
        return;
    if (p->has_big)
        lc_int_disown(p->n, p->coefficient);
    free(p);
}

/* ---- looking ---- */

size_t lc_poly_nterms(const lc_poly *p)
{
    return p->n;
}

lc_int lc_poly_coefficient(const lc_poly *p, size_t i)
{
    return p->coefficient[i];
}

const lc_monomial *lc_poly_monomial(const lc_poly *p, size_t i)
{
    return &p->monomial[i];
}

size_t lc_poly_degree(const lc_poly *p)
{
    return p->n > 0 ? p->monomial[0].degree : 0;
}

bool lc_poly_is_const(const lc_poly *p, lc_int *value)
{
    *value = lc_poly_constant(p);
    return lc_poly_degree(p) == 0;
}

lc_int lc_poly_constant(const lc_poly *p)
{
    bool last = p->n > 0 && p->monomial[p->n - 1].degree == 0;
    return last ? p->coefficient[p->n - 1] : lc_int_const(0);
}

bool lc_poly_has_var(const lc_poly *p, uint32_t var)
{
    for (size_t i = 0; i < p->n; i++)
        for (uint32_t k = 0; k < p->monomial[i].degree; k++)
            if (p->monomial[i].var[k] == var)
                return true;
    return false;
}

bool lc_poly_equal(const lc_poly *a, const lc_poly *b)
{
    bool equal = a->n == b->n;
    for (size_t i = 0; equal && i < a->n; i++)
        equal = lc_int_eq(a->coefficient[i], b->coefficient[i]) &&
                lc_monomial_cmp(&a->monomial[i], &b->monomial[i]) == 0;
    return equal;
}

/* ---- arithmetic ---- */

static void push_scaled(lc_ctx *ctx, sum *s, lc_int factor, const lc_poly *p)
{
    for (size_t i = 0; i < p->n; i++)
        push(ctx, s, lc_int_mul(ctx, factor, p->coefficient[i]), &p->monomial[i]);
}

static lc_poly *add_scaled(lc_ctx *ctx, const lc_poly *a, lc_int factor, const lc_poly *b)
{
    sum s = {0};
    if (!a || !b)
        return NULL;
    push_scaled(ctx, &s, lc_int_const(1), a);
    push_scaled(ctx, &s, factor, b);
    return finish(ctx, &s);
}

lc_poly *lc_poly_add(lc_ctx *ctx, const lc_poly *a, const lc_poly *b)
{
    return add_scaled(ctx, a, lc_int_const(1), b);
}

lc_poly *lc_poly_sub(lc_ctx *ctx, const lc_poly *a, const lc_poly *b)
{
    return add_scaled(ctx, a, lc_int_const(-1), b);
}

/* a times one term, added to the sum. */
static void push_product(lc_ctx *ctx, sum *s, const lc_poly *a, lc_int coefficient,
                         const lc_monomial *monomial)
{
    for (size_t i = 0; i < a->n && !s->failed; i++) {
        lc_monomial product;
        if (multiply(ctx, &a->monomial[i], monomial, &product))
            push(ctx, s, lc_int_mul(ctx, a->coefficient[i], coefficient), &product);
        else
            s->failed = true;
    }
}

lc_poly *lc_poly_mul(lc_ctx *ctx, const lc_poly *a, const lc_poly *b)
{
    sum s = {0};
    if (!a || !b)
        return NULL;
    for (size_t i = 0; i < b->n; i++) {
        push_product(ctx, &s, a, b->coefficient[i], &b->monomial[i]);
        if (s.n > 16 * LC_MAX_TERMS)
            merge(ctx, &s);
    }
    return finish(ctx, &s);
}

/* ---- division ---- */

/* The term by which the leading term of b divides that of a. */
static bool leading_quotient(lc_ctx *ctx, const lc_poly *a, const lc_poly *b, term *out)
{
    if (!lc_int_divides(ctx, b->coefficient[0], a->coefficient[0]))
        return false;
    out->coefficient = lc_int_fdiv(ctx, a->coefficient[0], b->coefficient[0]);
    return divide(&a->monomial[0], &b->monomial[0], &out->monomial);
}

/* The leading term of a polynomial is the product of those of its factors. */
lc_poly *lc_poly_quotient(lc_ctx *ctx, const lc_poly *a, const lc_poly *b)
{
    if (!a || !b)
        return NULL;
    const lc_poly *left = a;
    lc_poly *rest = NULL; /* what is left, once it is not `a` */
    sum quotient = {0};
    size_t steps = 0;
    while (left && left->n > 0) {
        term next;
        sum s = {0};
        if (++steps > LC_MAX_TERMS || !leading_quotient(ctx, left, b, &next))
            break;
        push(ctx, &quotient, next.coefficient, &next.monomial);
        push_scaled(ctx, &s, lc_int_const(1), left);
        push_product(ctx, &s, b, lc_int_neg(ctx, next.coefficient), &next.monomial);
        lc_poly_free(rest);
        left = rest = finish(ctx, &s);
    }
    bool exact = left && left->n == 0;
    lc_poly *q = exact ? finish(ctx, &quotient) : NULL;
    if (!exact)
        free(quotient.term);
    lc_poly_free(rest);
    return q;
}

bool lc_poly_split(lc_ctx *ctx, const lc_poly *a, lc_int c, lc_poly **q, lc_poly **r)
{
    sum quotient = {0}, rest = {0};
    *q = *r = NULL;
    for (size_t i = 0; a && i < a->n; i++) {
        push(ctx, &quotient, lc_int_fdiv(ctx, a->coefficient[i], c), &a->monomial[i]);
        push(ctx, &rest, lc_int_fmod(ctx, a->coefficient[i], c), &a->monomial[i]);
    }
    *q = a ? finish(ctx, &quotient) : NULL;
    *r = a ? finish(ctx, &rest) : NULL;
    if (*q && *r)
        return true;
    lc_poly_free(*q);
    lc_poly_free(*r);
    *q = *r = NULL;
    return false;
}

lc_int lc_poly_content(lc_ctx *ctx, const lc_poly *p)
{
    lc_int divisor = lc_int_const(0);
    for (size_t i = 0; i < p->n; i++)
        if (p->monomial[i].degree > 0)
            divisor = lc_int_gcd(ctx, divisor, p->coefficient[i]);
    return divisor;
}

/* ---- substitution ---- */

/* One term with its variables replaced. */
static lc_poly *substitute_term(lc_ctx *ctx, lc_int coefficient, const lc_monomial *m, size_t n,
                                const lc_poly *const *value)
{
    lc_monomial kept = {0};
    for (uint32_t i = 0; i < m->degree; i++)
        if (m->var[i] >= n || !value[m->var[i]])
            kept.var[kept.degree++] = m->var[i];
    lc_poly *product = lc_poly_term(ctx, coefficient, &kept);
    for (uint32_t i = 0; product && i < m->degree; i++) {
        if (m->var[i] >= n || !value[m->var[i]])
            continue;
        lc_poly *next = lc_poly_mul(ctx, product, value[m->var[i]]);
        lc_poly_free(product);
        product = next;
    }
    return product;
}

lc_poly *lc_poly_substitute(lc_ctx *ctx, const lc_poly *p, size_t n, const lc_poly *const *value)
{
    sum s = {0};
    if (!p)
        return NULL;
    for (size_t i = 0; i < p->n && !s.failed; i++) {
        lc_poly *part = substitute_term(ctx, p->coefficient[i], &p->monomial[i], n, value);
        s.failed = !part;
        if (part)
            push_scaled(ctx, &s, lc_int_const(1), part);
        if (s.n > 16 * LC_MAX_TERMS)
            merge(ctx, &s);
        lc_poly_free(part);
    }
    return finish(ctx, &s);
}

lc_int lc_poly_at(lc_ctx *ctx, const lc_poly *p, const lc_int *value)
{
    lc_int total = lc_int_const(0);
    for (size_t i = 0; i < p->n; i++) {
        lc_int product = p->coefficient[i];
        for (uint32_t k = 0; k < p->monomial[i].degree; k++)
            product = lc_int_mul(ctx, product, value[p->monomial[i].var[k]]);
        total = lc_int_add(ctx, total, product);
    }
    return total;
}
