/* recheck-vector.c - vectorizes: n divides the length of the longest common vector.
 *
 * Of layouts the witness is the vector V: A(V(i)) = B(V(i)) = i, V within the coordinates
 * of B; it is the longest when no coordinate has the offset after its end in both. The
 * claim fails for a vector whose length n does not divide, and where an offset below n is
 * at no coordinate of both, which then is the witness.
 *
 * Of functions linear over F2 all values are looked at. Common vectors are as long as a
 * power of two, those of n elements lie all over the values, and A and B must have the
 * same elements of them: what A(c) and B(c) leave modulo n.
 */
#include "config.h"

#include "recheck-claims.h"

/* ---- layouts ---- */

/* No coordinate of B has this offset in both. */
static bool not_common(ev *e, const lit *a, const lit *b, lc_int offset)
{
    sys *s = lit_alloc(e->pool, 1, sizeof *s);
    sys_sum *left = lit_alloc(e->pool, LIT_MAX_AXES, sizeof *left);
    sys_sum *right = lit_alloc(e->pool, LIT_MAX_AXES, sizeof *right);
    size_t var[SYS_VARS];
    if (s == NULL || left == NULL || right == NULL || a->n + b->n > SYS_VARS)
        return ev_not(e);
    fn f = {1, {a}, NULL}, g = {1, {b}, NULL};
    sys_begin(s, e->pool);
    fn_coordinates(s, b, 'c', false, var);
    if (!fn_chain(s, &f, b, var, left) || !fn_chain(s, &g, b, var, right))
        return ev_not(e);
    left[0].constant = lc_int_sub(e->pool->lc, left[0].constant, offset);
    right[0].constant = lc_int_sub(e->pool->lc, right[0].constant, offset);
    sys_relate(s, &left[0], "=");
    return ev_relate(e, s, &right[0], "=");
}

/* V is a common vector, and the longest one. */
static bool longest(ev *e, const lit *a, const lit *b, const lit *v)
{
    lc_ctx *lc = e->pool->lc;
    if (!lit_is_affine(v) || v->basis)
        return ev_not(e);
    fn identity = {0, {NULL}, NULL}, f = {2, {v, a}, NULL}, g = {2, {v, b}, NULL};
    lc_int last = lc_int_sub(lc, lit_size(lc, b), lc_int_const(1));
    return ev_bounds(e, v, 0, lc_int_const(0), last) && ev_same(e, &f, &identity, v) &&
           ev_same(e, &g, &identity, v) && not_common(e, a, b, lit_size(lc, v));
}

/* ---- functions linear over F2 ---- */

static bool of_bits(ev *e, const lit *a, const lit *b, lc_int n)
{
    size_t bits, other;
    fn f = {1, {a}, NULL}, g = {1, {b}, NULL};
    if (!lit_is_function(a) || !lit_is_function(b) || a->basis || b->basis ||
        !fn_is_affine_in_bits(e->pool->lc, &f, a, &bits) ||
        !fn_is_affine_in_bits(e->pool->lc, &g, b, &other))
        return ev_not(e);
    return ev_condition(e, lc_int_is_power_of_two(n), "the length is no power of two") &&
           ev_same_vectors(e, a, b, n);
}

/* ---- the claim ---- */

/* An integral layout is what is meant where neither is known by its bits. */
static bool is_plain(const lit *a)
{
    return lit_is_affine(a) && a->offset == NULL;
}

static bool length_of(const lcr_statement *c, lc_int *n)
{
    return ev_integer(c->arg[2], n) && lc_int_sign(*n) > 0;
}

bool ev_vectorizes(ev *e, const lcr_statement *c)
{
    lc_int n;
    lc_ctx *lc = e->pool->lc;
    const lit *a = ev_layout(e, c->arg[0]), *b = ev_layout(e, c->arg[1]);
    if (a == NULL || b == NULL)
        return false;
    if (!length_of(c, &n))
        return ev_not(e);
    if (!is_plain(a) || !is_plain(b))
        return of_bits(e, a, b, n);
    if (a->basis || b->basis || c->witness == NULL || !longest(e, a, b, c->witness))
        return ev_not(e);
    e->out->by = "vector";
    e->out->one_way = true;
    return ev_condition(e, lc_int_divides(lc, n, lit_size(lc, c->witness)),
                        "the length of the vector is no multiple");
}

bool ev_not_vectorizes(ev *e, const lcr_statement *c)
{
    lc_int n, offset;
    lc_ctx *lc = e->pool->lc;
    const lit *a = ev_layout(e, c->arg[0]), *b = ev_layout(e, c->arg[1]), *w = c->witness;
    if (a == NULL || b == NULL)
        return false;
    if (!length_of(c, &n) || !is_plain(a) || !is_plain(b) || a->basis || b->basis || w == NULL)
        return ev_not(e);
    bool ok;
    if (ev_integer(w, &offset))
        ok = ev_condition(e, lc_int_sign(offset) >= 0 && lc_int_lt(offset, n),
                          "the witness is none of the vector") &&
             not_common(e, a, b, offset);
    else
        ok = ev_condition(e, !lc_int_divides(lc, n, lit_size(lc, w)),
                          "the length of the vector is a multiple") &&
             longest(e, a, b, w);
    e->out->by = "vector";
    return ok;
}
