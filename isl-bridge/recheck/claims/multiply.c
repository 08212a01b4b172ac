/* multiply.c - multiplies(A, B, C, S): each product of (M,K) and (N,K) is added once.
 *
 * A is (m,k), B (n,k) and C (m,n), two coordinates or one integer. They add a product (m,n,k) of
 * S at a coordinate c when they say the same of m, of n and of k, and these are below M, N and K.
 * There are as many coordinates as products, so that each is added once when no two coordinates
 * add the same one.
 */
#include "config.h"

#include "claims.h"

#define OPERANDS 3

typedef struct {
    ev *e;
    const lit *of[OPERANDS];
    lc_int extent[3]; /* M, N, K */
} product;

/* m, n, k: 0, 1, 2. */
static const size_t index_of[OPERANDS][2] = {{0, 2}, {1, 2}, {0, 1}};

static bool read(ev *e, const lcr_statement *c, product *p)
{
    const lit *s = c->arg[3];
    size_t leaves = 0;
    *p = (product){.e = e};
    for (size_t i = 0; i < OPERANDS; i++) {
        const lit *a = p->of[i] = c->arg[i];
        if (!lcr_lit_is_function(a))
            return false;
        for (size_t j = 0; a->basis && j < a->naxes; j++)
            if (a->path[j].depth != 1 || a->path[j].mode[0] > 1)
                return false;
    }
    if (s->kind != LIT_TUPLE || s->any || s->node[0] != 3)
        return false;
    for (size_t i = 0, node = 1; i < 3; i++) {
        size_t first = leaves;
        node = lcr_lit_after(s, node, &leaves);
        p->extent[i] = lcr_lit_span(e->pool->lc, s, first, leaves);
    }
    return true;
}

/* What operand i says of its two indices at a coordinate. */
static bool indices(const product *p, size_t i, quo *d, const sys_sum *c, sys_sum part[2])
{
    lc_ctx *lc = p->e->pool->lc;
    const lit *a = p->of[i];
    sys_sum *value = lcr_lit_alloc(p->e->pool, a->naxes + 1, sizeof *value), whole;
    lc_int place = lc_int_const(1);
    if (!value || !lcr_value_at(d, a, NULL, c, value))
        return false;
    lcr_sys_zero(&whole);
    lcr_sys_zero(&part[0]);
    lcr_sys_zero(&part[1]);
    for (size_t j = 0; j < a->naxes; j++) {
        if (a->basis)
            part[a->path[j].mode[0]] = value[j];
        lcr_sys_add(&d->s, &whole, place, &value[j]);
        place = lcr_lit_has_dims(a) ? lc_int_mul(lc, place, a->out[j]) : place;
    }
    if (!a->basis)
        lcr_quo_divide(d, &whole, p->extent[index_of[i][0]], &part[1], &part[0]);
    return !d->s.failed;
}

/* A new coordinate, whose digits are those of A, and the product there: what is said of each
 * index first, and what is said of it again. */
static bool product_at(const product *p, quo *d, char letter, size_t *digit, sys_sum first[3],
                       sys_sum again[3])
{
    const lit *a = p->of[0];
    sys_sum c, part[2];
    bool said[3] = {false};
    if (d->s.n + a->n > SYS_VARS)
        return false;
    lcr_fn_coordinates(&d->s, a, letter, false, digit);
    lcr_fn_integral(&d->s, a, 0, a->n, digit, &c);
    for (size_t i = 0; i < OPERANDS; i++) {
        if (!indices(p, i, d, &c, part))
            return false;
        for (size_t j = 0; j < 2; j++) {
            size_t at = index_of[i][j];
            *(said[at] ? &again[at] : &first[at]) = part[j];
            said[at] = true;
        }
    }
    return true;
}

/* No coordinate adds what is no product, and no two add one. */
static bool once_each(const product *p)
{
    ev *e = p->e;
    lc_ctx *lc = e->pool->lc;
    quo *d = lcr_quo_new(e->pool);
    size_t c[SYS_VARS], other[SYS_VARS];
    sys_sum first[3], again[3], second[3];
    if (!d || !product_at(p, d, 'c', c, first, again))
        return lcr_ev_not(e);
    for (size_t i = 0; i < 3; i++)
        if (!lcr_ev_differ(e, &d->s, &first[i], &again[i]) ||
            !lcr_ev_outside(e, &d->s, &first[i], lc_int_const(0),
                            lc_int_sub(lc, p->extent[i], lc_int_const(1))))
            return false;
    if (!product_at(p, d, 'd', other, second, again))
        return lcr_ev_not(e);
    for (size_t i = 0; i < 3; i++) {
        lcr_sys_add(&d->s, &second[i], lc_int_const(-1), &first[i]);
        lcr_sys_relate(&d->s, &second[i], SYS_EQ);
    }
    for (size_t k = 0; k < p->of[0]->n; k++) { /* the first digit that differs */
        sys_sum more = lcr_sys_variable(c[k]);
        lcr_sys_add_var(&d->s, &more, lc_int_const(-1), other[k]);
        if (!lcr_ev_relate(e, &d->s, &more, SYS_LT))
            return false;
        lcr_sys_relate(&d->s, &more, SYS_EQ);
    }
    return true;
}

bool lcr_ev_multiplies(ev *e, const lcr_statement *c)
{
    lc_ctx *lc = e->pool->lc;
    product p;
    if (!read(e, c, &p))
        return lcr_ev_not(e);
    lc_int products = lc_int_mul(lc, p.extent[0], lc_int_mul(lc, p.extent[1], p.extent[2]));
    e->out->by = "counting";
    for (size_t i = 0; i < OPERANDS; i++)
        if (!lc_int_eq(lcr_lit_size(lc, p.of[i]), products))
            return lcr_ev_condition(e, false, "the sizes differ");
    return once_each(&p);
}
