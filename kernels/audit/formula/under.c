/* under.c - expressions where a condition is known to hold: choices by it are made. */
#include "config.h"

#include "internal.h"

#define TOLD 64 /* conditions of a guard, of which each holds */

typedef struct {
    lck_formulas *f;
    const lc_expr *told[TOLD];
    size_t n;
} known;

/* 1: it holds, -1: it does not, 0: who knows. */
static int decide(const known *k, const lc_expr *c)
{
    if (c->op == LC_EXPR_NOT)
        return -decide(k, c->arg[0]);
    const lc_expr *not = lc_expr_not(k->f->x, c);
    for (size_t i = 0; i < k->n; i++) {
        if (lc_expr_equal(k->told[i], c))
            return 1;
        if (not &&lc_expr_equal(k->told[i], not ))
            return -1;
    }
    if (c->op != LC_EXPR_ALL && c->op != LC_EXPR_ANY)
        return 0;
    int a = decide(k, c->arg[0]), b = decide(k, c->arg[1]);
    int both = c->op == LC_EXPR_ALL ? 1 : -1; /* what both must be for c to be it */
    return a == both && b == both ? both : a == -both || b == -both ? -both : 0;
}

static void tell(known *k, const lc_expr *e, bool holds);

/* A comparison with a choice, (c ? a : b) < y: where a < y contradicts c, c does not hold. */
static void tell_choice(known *k, const lc_expr *e)
{
    bool compares = e->op >= LC_EXPR_LT && e->op <= LC_EXPR_NE;
    for (int i = 0; compares && i < 2; i++)
        for (int way = 0; e->arg[i]->op == LC_EXPR_SELECT && way < 2; way++) {
            const lc_expr *choice = e->arg[i], *arg[2] = {e->arg[0], e->arg[1]};
            known with = {.f = k->f, .n = 1};
            with.told[0] = way ? lc_expr_not(k->f->x, choice->arg[0]) : choice->arg[0];
            arg[i] = choice->arg[1 + way];
            const lc_expr *then = lc_expr_make(k->f->x, e->op, arg[0], arg[1]);
            if (with.told[0] && then && decide(&with, then) < 0)
                tell(k, choice->arg[0], way);
        }
}

static void tell(known *k, const lc_expr *e, bool holds)
{
    lc_exprs *x = k->f->x;
    if (!e || k->n == TOLD)
        return;
    if (e->op == LC_EXPR_NOT) {
        tell(k, e->arg[0], !holds);
    } else if (e->op == (holds ? LC_EXPR_ALL : LC_EXPR_ANY)) {
        tell(k, e->arg[0], holds);
        tell(k, e->arg[1], holds);
    } else {
        const lc_expr *one = holds ? e : lc_expr_not(x, e);
        if (one && one->op != LC_EXPR_INT) {
            k->told[k->n++] = one;
            tell_choice(k, one);
        }
    }
}

static const lc_expr *decided(const known *k, const lc_expr *e)
{
    const lc_expr *arg[3] = {NULL, NULL, NULL};
    bool same = true;
    lc_exprs *x = k->f->x;
    if (!e || e->op == LC_EXPR_INT || e->op == LC_EXPR_VAR)
        return e;
    int holds = e->op == LC_EXPR_SELECT ? decide(k, e->arg[0]) : 0;
    if (holds != 0)
        return decided(k, e->arg[holds > 0 ? 1 : 2]);
    for (int i = 0; i < 3 && e->arg[i]; i++) {
        arg[i] = decided(k, e->arg[i]);
        same = same && arg[i] == e->arg[i];
    }
    if (same)
        return e;
    return e->op == LC_EXPR_NOT      ? lc_expr_not(x, arg[0])
           : e->op == LC_EXPR_SELECT ? lck_select(k->f, arg[0], arg[1], arg[2])
                                     : lck_make(k->f, e->op, arg[0], arg[1]);
}

static bool has_choice(const lc_expr *e)
{
    return e && (e->op == LC_EXPR_SELECT || has_choice(e->arg[0]) || has_choice(e->arg[1]) ||
                 has_choice(e->arg[2]));
}

const lc_expr *lck_formula_under(lck_formulas *f, const lc_expr *guard, const lc_expr *e)
{
    known k = {.f = f};
    if (!has_choice(e))
        return e;
    tell(&k, guard, true);
    const lc_expr *made = k.n > 0 ? decided(&k, e) : e;
    lc_ctx_reset(f->ctx);
    return made ? made : e;
}
