/* memory.c - what accesses of a warp cost: conflicts(X, lanes, bytes, width, banks, vector, arch,
 * op) and sectors(X, lanes, bytes, width, vector) are the numbers that they are compared with
 * when the comparison holds (claims/accesses.h). */
#include "config.h"

#include "../claims/accesses.h"
#include "../claims/claims.h"
#include "laws.h"

static bool costs(ev *e, const lcr_statement *s)
{
    acc_bound b = {(acc_cost)s->how, "==", lc_int_const(0)};
    return lcr_ev_integer(s->value, &b.k) ? lcr_acc_claim(e, s, s->n, &b) : lcr_ev_not(e);
}

/* The layout that is v o x, which the sets then say of it; NULL: none is known, or an error. */
static const lit *layout_behind(ev *e, const lit *v, const lit *x)
{
    const lit *a = lcr_lit_is_integers(x) ? lcr_ev_hint(e, "composite", v, x) : NULL;
    return a && lcr_ev_same(e, &(fn){2, {x, v}}, &(fn){1, {a}}, x) ? a : NULL;
}

/* The swizzle at the values of x; after a layout both are one literal. */
static const lit *behind(ev *e, const lit *swizzle, const lit *x)
{
    bool swizzles = swizzle->kind == LIT_SWIZZLE;
    if (swizzles && swizzle->b == 0)
        return x;
    const lit *layout = swizzles ? NULL : layout_behind(e, swizzle, x);
    if (layout || !lcr_ev_ok(e))
        return layout;
    bool plain = swizzles && x->kind == LIT_LAYOUT && x->b == 0 && !x->offset;
    lit *a = plain ? lcr_lit_copy(e->pool, x) : lcr_lit_composed(e->pool, swizzle, x);
    if (a && plain) {
        a->swizzled = true;
        a->b = swizzle->b;
        a->m = swizzle->m;
        a->s = swizzle->s;
    }
    return a;
}

/* Behind the value, the access, argument i, has no conflicts. */
static bool none_behind(ev *e, const lcr_statement *s, size_t i)
{
    static const acc_bound none = {ACC_CONFLICTS, "==", {0}};
    lcr_statement access = {.claim = s->claim, .n = s->n - i};
    const lit *x = s->arg[i];
    if (x->kind == LIT_TUPLE && !(x = lcr_ev_layout(e, x)))
        return false;
    if (!lcr_lit_is_function(x))
        return lcr_ev_not(e);
    for (size_t k = i; k < s->n; k++)
        access.arg[k - i] = s->arg[k];
    access.arg[0] = behind(e, s->value, x);
    return access.arg[0] && lcr_acc_claim(e, &access, access.n, &none);
}

/* Lists of accesses come one by one. */
static bool find_swizzle(ev *e, const lcr_statement *s)
{
    bool is = s->value->kind == LIT_SWIZZLE || s->value->kind == LIT_LINEAR;
    return is ? none_behind(e, s, 0) : lcr_ev_not(e);
}

/* A stride of A is longer, and its multiples are alike. */
static bool find_padding(ev *e, const lcr_statement *s)
{
    lc_ctx *lc = e->pool->lc;
    const lit *a = s->arg[0], *v = s->value;
    size_t from = a->n;
    if (!lcr_lit_is_integers(a) || !lcr_lit_is_integers(v) || a->offset || v->offset)
        return lcr_ev_not(e);
    bool same = lcr_lit_congruent(a, v) && lcr_lit_same_extents(a, v);
    for (size_t k = 0; same && k < a->n; k++)
        if (!lc_int_eq(a->step[k], v->step[k]) &&
            (from == a->n || lc_int_lt(a->step[k], a->step[from])))
            from = k;
    for (size_t k = 0; same && from < a->n && k < a->n; k++) {
        lc_int d = a->step[from], want = a->step[k];
        if (lc_int_divides(lc, d, want))
            want = lc_int_mul(lc, lc_int_fdiv(lc, want, d), v->step[from]);
        same = lc_int_eq(want, v->step[k]) && lc_int_lt(d, v->step[from]);
    }
    return lcr_ev_condition(e, same, "the value is not A with a longer stride") &&
           none_behind(e, s, 1);
}

const ev_row lcr_laws_memory[] = {
    {"conflicts", 1, "x.......", costs, OF_LAYOUTS, ACC_CONFLICTS},
    {"find_padding", 2, "xx.......", find_padding, OF_LAYOUTS, 0},
    {"find_swizzle", 1, "x.......", find_swizzle, OF_LAYOUTS, 0},
    {"find_swizzle", 1, "x.......", find_swizzle, OF_LINEAR, 0},
    {"sectors", 1, "x....", costs, OF_LAYOUTS, ACC_SECTORS},
    {NULL, 0, NULL, NULL, 0, 0},
};
