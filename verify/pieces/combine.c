/* combine.c - see combine.h. */
#include "config.h"

#include <string.h>

#include "bits.h"

bool lcv_cases_settled(lcv_lowering *l, const lcv_ast *ast)
{
    return !l->sums->failed ||
           lcv_lower_fail(l, ast, "a map is made of few pieces, products and entries",
                          "%s in a map", l->sums->failed);
}

lcv_cases *lcv_cases_new(lcv_lowering *l, size_t nvalues)
{
    lcv_cases *made = lcv_arena_alloc(l->sums->arena, sizeof *made);
    if (made)
        made->nvalues = nvalues;
    else if (!l->sums->failed)
        l->sums->failed = "out of memory";
    return made;
}

lcv_case *lcv_cases_more(lcv_sums *s, lcv_cases *to)
{
    if (to->n == LCV_MAX_CASES) {
        s->failed = "too many cases";
        return NULL;
    }
    if (to->n == to->room) { /* most have one */
        size_t room = to->room > 0 ? 2 * to->room : 1;
        lcv_case *grown = lcv_arena_alloc(s->arena, room * sizeof *grown);
        if (!grown) {
            s->failed = "out of memory";
            return NULL;
        }
        if (to->n > 0)
            memcpy(grown, to->of, to->n * sizeof *grown);
        to->of = grown;
        to->room = room;
    }
    return &to->of[to->n++];
}

bool lcv_cases_add(lcv_lowering *l, lcv_cases *to, const lcv_constraint *a,
                   const lcv_constraint *b, const lcv_sum **value, const lcv_case *hole)
{
    bool never;
    const lcv_constraint *when = lcv_joined(l->sums, a, b, &never);
    if (never)
        return true;
    lcv_case *made = lcv_cases_more(l->sums, to);
    if (!made)
        return false;
    *made = hole ? *hole : (lcv_case){0};
    made->when = when;
    made->value = value;
    return !l->sums->failed;
}

const lcv_cases *lcv_cases_single(lcv_lowering *l, const lcv_ast *ast, const lcv_sum *sum,
                                  lcv_range range)
{
    lcv_cases *made = sum ? lcv_cases_new(l, 1) : NULL;
    const lcv_sum **value = made ? lcv_arena_alloc(l->sums->arena, sizeof(lcv_sum *)) : NULL;
    if (!value) {
        lcv_cases_settled(l, ast);
        return NULL;
    }
    *value = sum;
    const lcv_case of = {.range = range};
    lcv_cases_add(l, made, NULL, NULL, value, &of);
    return made;
}

const lcv_cases *lcv_cases_number(lcv_lowering *l, const lcv_ast *ast, int64_t value)
{
    lcv_range range = lcv_range_between(value, value);
    range.bits = value >= 0 ? (uint64_t)value : UINT64_MAX;
    return lcv_cases_single(l, ast, lcv_sum_number(l->sums, value), range);
}

/* ---- arithmetic ---- */

bool lcv_cases_keep(lcv_lowering *l, const lcv_combining *w, const lcv_constraint *a,
                    const lcv_constraint *b, const lcv_sum *sum)
{
    const lcv_sum **value = sum ? lcv_arena_alloc(l->sums->arena, sizeof(lcv_sum *)) : NULL;
    if (!value)
        return false;
    *value = sum;
    return lcv_cases_add(l, w->out, a, b, value, NULL);
}

bool lcv_cases_hole(lcv_lowering *l, const lcv_combining *w, const lcv_constraint *a,
                    const lcv_constraint *b, const char *why)
{
    const lcv_case of = {.hole = why, .at = w->ast};
    return lcv_cases_add(l, w->out, a, b, NULL, &of);
}

static bool remainder_too(lcv_lowering *l, const lcv_combining *w, const lcv_constraint *a,
                          const lcv_constraint *b, const lcv_sum *x, const lcv_sum *y,
                          const lcv_sum *q)
{
    if (w->op == LCV_OP_MOD && q)
        q = lcv_sum_add(l->sums, x, -1, lcv_sum_mul(l->sums, y, q));
    return lcv_cases_keep(l, w, a, b, q);
}

/* x / y, where y is a sum with one term or more: in the cases that it divides part of x, and the
 * rest of x is within 0 and y. */
static bool divide_by_sum(lcv_lowering *l, const lcv_combining *w, const lcv_constraint *a,
                          const lcv_constraint *b, const lcv_sum *x, const lcv_sum *y)
{
    lcv_sums *s = l->sums;
    const lcv_sum *part, *rest, *one = lcv_sum_number(s, 1), *zero = lcv_sum_number(s, 0);
    if (!one || !zero)
        return false;
    const lcv_condition none = lcv_compared(s, LCV_OP_EQ, y, zero);
    const lcv_condition below = lcv_compared(s, LCV_OP_LT, y, zero);
    const lcv_condition above = lcv_compared(s, LCV_OP_GT, y, zero);
    const lcv_sum *open = lcv_sum_quotient(s, x, y);
    bool ok = open != NULL;
    for (size_t i = 0; ok && i < none.n; i++)
        ok = lcv_cases_hole(l, w, lcv_joined(s, a, b, &(bool){false}), none.of[i],
                            "division by zero");
    for (size_t i = 0; ok && i < below.n; i++)
        ok = remainder_too(l, w, lcv_joined(s, a, b, &(bool){false}), below.of[i], x, y, open);
    if (!ok || above.n == 0)
        return ok;
    bool never;
    const lcv_constraint *where = lcv_joined(s, lcv_joined(s, a, b, &never), above.of[0], &never);
    if (y->n != 1 || y->constant != 0 || !lcv_sum_split(s, x, &y->term[0], &part, &rest))
        return remainder_too(l, w, where, NULL, x, y, open);
    const lcv_condition low = lcv_compared(s, LCV_OP_LT, rest, zero);
    const lcv_condition high = lcv_compared(s, LCV_OP_GE, rest, y);
    const lcv_condition not_low = lcv_compared(s, LCV_OP_GE, rest, zero);
    const lcv_condition not_high = lcv_compared(s, LCV_OP_LT, rest, y);
    const lcv_condition inside = lcv_both(s, &not_low, &not_high);
    for (size_t i = 0; ok && i < low.n; i++)
        ok = remainder_too(l, w, where, low.of[i], x, y, open);
    for (size_t i = 0; ok && i < high.n; i++)
        ok = remainder_too(l, w, where, high.of[i], x, y, open);
    for (size_t i = 0; ok && i < inside.n; i++)
        ok = remainder_too(l, w, where, inside.of[i], x, y, part);
    return ok;
}

static bool divide(lcv_lowering *l, const lcv_combining *w, const lcv_case *p, const lcv_case *q)
{
    lcv_sums *s = l->sums;
    const lcv_constraint *a = p->when, *b = q->when;
    const lcv_sum *x = p->value[0], *y = q->value[0];
    int64_t d;
    bool rounds = (p->range.known && p->range.low < 0) || (q->range.known && q->range.low < 0);
    if (rounds && !w->ast->text && !l->rounded && w->ast->kind == LCV_AST_BINARY) {
        l->rounded = w->ast;
        l->rounded_in = l->source;
    }
    if (!lcv_sum_is_number(y, &d))
        return divide_by_sum(l, w, a, b, x, y);
    if (d == 0)
        return lcv_cases_hole(l, w, a, b, "division by zero");
    if (d == INT64_MIN)
        return lcv_lower_fail(l, w->ast, NULL, "a number past 64 bits");
    const lcv_sum *zero = lcv_sum_number(s, 0);
    if (p->range.known && p->range.low >= 0 && p->range.high < d)
        return lcv_cases_keep(l, w, a, b, w->op == LCV_OP_MOD ? x : zero);
    const lcv_sum *up = d > 0 ? x : zero ? lcv_sum_add(s, zero, -1, x) : NULL;
    return remainder_too(l, w, a, b, x, y, lcv_sum_floor(s, up, d > 0 ? d : -d));
}

/* The lesser or the greater of two. */
static bool choose(lcv_lowering *l, const lcv_combining *w, bool least, const lcv_constraint *a,
                   const lcv_constraint *b, const lcv_sum *x, const lcv_sum *y)
{
    lcv_condition first = lcv_compared(l->sums, least ? LCV_OP_LE : LCV_OP_GE, x, y);
    lcv_condition second = lcv_compared(l->sums, least ? LCV_OP_GT : LCV_OP_LT, x, y);
    bool never, ok = !l->sums->failed;
    const lcv_constraint *both = lcv_joined(l->sums, a, b, &never);
    if (never)
        return true;
    for (size_t i = 0; ok && i < first.n; i++)
        ok = lcv_cases_keep(l, w, both, first.of[i], x);
    for (size_t i = 0; ok && i < second.n; i++)
        ok = lcv_cases_keep(l, w, both, second.of[i], y);
    return ok;
}

/* AND and OR stand for min and max here. */
static bool compute(lcv_lowering *l, const lcv_combining *w, const lcv_case *p, const lcv_case *q)
{
    lcv_sums *s = l->sums;
    const lcv_constraint *a = p->when, *b = q->when;
    const lcv_sum *x = p->value[0], *y = q->value[0];
    switch (w->op) {
    case LCV_OP_ADD: return lcv_cases_keep(l, w, a, b, lcv_sum_add(s, x, 1, y));
    case LCV_OP_SUB: return lcv_cases_keep(l, w, a, b, lcv_sum_add(s, x, -1, y));
    case LCV_OP_MUL: return lcv_cases_keep(l, w, a, b, lcv_sum_mul(s, x, y));
    case LCV_OP_DIV:
    case LCV_OP_MOD: return divide(l, w, p, q);
    case LCV_OP_BITAND:
    case LCV_OP_XOR:
    case LCV_OP_BITOR: return lcv_cases_bits(l, w, p, q);
    case LCV_OP_SHL:
    case LCV_OP_SHR: return lcv_cases_shift(l, w, p, q);
    default: return choose(l, w, w->op == LCV_OP_AND, a, b, x, y);
    }
}

const lcv_cases *lcv_cases_combine(lcv_lowering *l, lcv_op op, const lcv_ast *ast,
                                   const lcv_cases *x, const lcv_cases *y)
{
    const lcv_combining w = {op, ast, lcv_cases_new(l, 1)};
    bool ok = x && y && w.out;
    for (size_t i = 0; ok && i < x->n; i++) {
        const lcv_case *a = &x->of[i];
        if (!a->value)
            ok = lcv_cases_add(l, w.out, a->when, NULL, NULL, a);
        for (size_t k = 0; ok && a->value && k < y->n; k++) {
            const lcv_case *b = &y->of[k];
            size_t before = w.out->n;
            ok = b->value ? compute(l, &w, a, b)
                          : lcv_cases_add(l, w.out, a->when, b->when, NULL, b);
            for (; b->value && before < w.out->n; before++)
                w.out->of[before].range = lcv_range_of(op, &a->range, &b->range);
        }
    }
    return lcv_cases_settled(l, ast) && ok ? w.out : NULL;
}
