/* outside.c - an offset of one layout that is no offset of another.
 *
 * "Every offset of t is an offset of a" alternates quantifiers. Where the modes of a
 * do not overlap, sorted by stride, each larger than the reach of those before it, the
 * inner one goes away: x is an offset exactly when its greedy digits, from the largest
 * stride down, stay below the extents and leave no remainder. Each way to fail is one
 * system: a digit that is too large, a remainder, and x below or above all offsets.
 */
#include "config.h"

#include <stdlib.h>

#include "counterexample.h"

/* The modes of a, strides positive and sorted; offsets are low + their sums. */
typedef struct {
    size_t n;
    lc_int *extent, *step;
    lc_int low;
} modes;

static bool sort_modes(lc_ctx *ctx, const lc_layout *a, modes *m)
{
    size_t leaves = lc_layout_nleaves(a);
    m->n = 0;
    m->low = lc_int_const(0);
    m->extent = lc_alloc(ctx, 2 * leaves, sizeof(lc_int));
    if (!m->extent)
        return false;
    m->step = m->extent + leaves;
    for (size_t k = 0; k < leaves; k++) {
        lc_int s = lc_layout_extent(a, k), d = lc_layout_step(a, k);
        if (lc_int_is_one(s) || lc_int_is_zero(d))
            continue;
        if (lc_int_sign(d) < 0) /* s:-d reaches what s:d does, shifted down */
            m->low = lc_int_add(ctx, m->low,
                                lc_int_mul(ctx, lc_int_sub(ctx, s, lc_int_const(1)), d));
        d = lc_int_abs(ctx, d);
        size_t at = m->n++;
        for (; at > 0 && lc_int_lt(d, m->step[at - 1]); at--) {
            m->extent[at] = m->extent[at - 1];
            m->step[at] = m->step[at - 1];
        }
        m->extent[at] = s;
        m->step[at] = d;
    }
    return true;
}

static bool apart(lc_ctx *ctx, const modes *m)
{
    lc_int reach = lc_int_const(0);
    for (size_t k = 0; k < m->n; k++) {
        if (lc_int_le(m->step[k], reach))
            return false;
        lc_int last = lc_int_sub(ctx, m->extent[k], lc_int_const(1));
        reach = lc_int_add(ctx, reach, lc_int_mul(ctx, last, m->step[k]));
    }
    return true;
}

/* A system over the coordinates of t, the first variables. */
typedef struct {
    lcr_ctx *r;
    lc_ctx *ctx;
    lcr_system *system;
    const lc_layout *t;
    size_t *var;
} search;

static bool offset_of_t(search *s, lc_int low, lcr_expr *x)
{
    lcr_expr_zero(x);
    lcr_expr_add_const(s->ctx, x, lc_int_neg(s->ctx, low));
    for (size_t k = 0; k < lc_layout_nleaves(s->t); k++) {
        lc_int last = lc_int_sub(s->ctx, lc_layout_extent(s->t, k), lc_int_const(1));
        s->var[k] = SIZE_MAX;
        if (lc_int_is_zero(last))
            continue;
        s->var[k] = lcr_system_var(s->system, lc_int_const(0), last);
        if (s->var[k] == SIZE_MAX)
            return false;
        lcr_expr_add_var(s->ctx, x, lc_layout_step(s->t, k), s->var[k]);
    }
    return true;
}

/* Is e >= least possible? */
static lcr_answer at_least(search *s, const lcr_expr *e, lc_int least, lc_int *crd)
{
    lc_int point[LCR_MAX_VARS];
    lcr_expr more = *e;
    lcr_expr_add_const(s->ctx, &more, lc_int_neg(s->ctx, least));
    lcr_answer answer = lcr_system_solve(s->system, &more, point);
    for (size_t k = 0; answer == LCR_YES && k < lc_layout_nleaves(s->t); k++)
        crd[k] = s->var[k] == SIZE_MAX ? lc_int_const(0) : point[s->var[k]];
    return answer;
}

/* A corner of t at which its offset is least. */
static bool below_all(search *s, lc_int low, lc_int *crd)
{
    lc_int least, most;
    lc_layout_range(s->ctx, s->t, &least, &most);
    for (size_t k = 0; k < lc_layout_nleaves(s->t); k++)
        crd[k] = lc_int_sign(lc_layout_step(s->t, k)) < 0
                     ? lc_int_sub(s->ctx, lc_layout_extent(s->t, k), lc_int_const(1))
                     : lc_int_const(0);
    return lc_int_lt(least, low);
}

/* The digits of x, from the largest stride: digit[k] = floor(rest / step) and what is
 * left lies in [0, step). */
static bool add_digits(search *s, const modes *m, const lcr_expr *x, size_t *digit, lcr_expr *rest)
{
    *rest = *x;
    for (size_t k = m->n; k-- > 0;) {
        lcr_expr room;
        digit[k] = lcr_system_var_from(s->system, lc_int_const(0));
        if (digit[k] == SIZE_MAX)
            return false;
        lcr_expr_add_var(s->ctx, rest, lc_int_neg(s->ctx, m->step[k]), digit[k]);
        lcr_expr_zero(&room);
        lcr_expr_add(s->ctx, &room, lc_int_const(-1), rest);
        lcr_expr_add_const(s->ctx, &room, lc_int_sub(s->ctx, m->step[k], lc_int_const(1)));
        if (!lcr_system_ge(s->system, rest) || !lcr_system_ge(s->system, &room))
            return false;
    }
    return true;
}

static lcr_answer find(search *s, const modes *m, lc_int *crd)
{
    lcr_expr x, rest;
    size_t digit[m->n + 1];
    if (below_all(s, m->low, crd))
        return LCR_YES;
    if (!offset_of_t(s, m->low, &x) || !add_digits(s, m, &x, digit, &rest))
        return LCR_UNKNOWN;
    bool unknown = false;
    for (size_t k = 0; k <= m->n; k++) {
        lcr_expr e = rest;
        lc_int least = lc_int_const(1);
        if (k < m->n) {
            lcr_expr_zero(&e);
            lcr_expr_add_var(s->ctx, &e, lc_int_const(1), digit[k]);
            least = m->extent[k];
        }
        lcr_answer answer = at_least(s, &e, least, crd);
        if (answer == LCR_YES)
            return answer;
        unknown |= answer == LCR_UNKNOWN;
    }
    return unknown ? LCR_UNKNOWN : LCR_NO;
}

lcr_answer lcr_find_outside(lcr_ctx *r, const lc_layout *t, const lc_layout *a, lc_int *crd)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t var[lc_layout_nleaves(t)];
    search s = {r, ctx, NULL, t, var};
    modes m;
    lcr_answer answer = LCR_UNKNOWN;
    if (!sort_modes(ctx, a, &m))
        return answer;
    if (apart(ctx, &m)) {
        s.system = lcr_system_new(r);
        if (s.system)
            answer = find(&s, &m, crd);
        lcr_system_free(s.system);
    }
    free(m.extent);
    return answer;
}
