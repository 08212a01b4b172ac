#include "config.h"

#include "terms.h"

#include <string.h>

static bool expand(lck_index *ix, const lc_expr *e, const lck_term *by, lck_terms *out);

/* ---- terms ---- */

static bool same_factors(const lck_term *a, const lck_term *b)
{
    bool same = a->n == b->n;
    for (size_t i = 0; same && i < a->n; i++)
        same = lc_expr_equal(a->factor[i], b->factor[i]);
    return same;
}

static bool add_term(lck_terms *out, const lck_term *term)
{
    for (size_t i = 0; i < out->n; i++)
        if (same_factors(&out->at[i], term))
            return !__builtin_add_overflow(out->at[i].k, term->k, &out->at[i].k);
    if (out->n == LCK_TERMS)
        return false;
    out->at[out->n++] = *term;
    return true;
}

static bool add_factor(const lc_expr *e, const lck_term *by, lck_terms *out)
{
    lck_term term = *by;
    if (term.n == LCK_FACTORS)
        return false;
    term.factor[term.n++] = e;
    return add_term(out, &term);
}

int64_t lck_term_multiple(const lck_index *ix, const lck_term *term)
{
    int64_t all = term->k < 0 ? -term->k : term->k;
    for (size_t i = 0; i < term->n; i++) {
        int64_t factor = lck_index_multiple(ix, term->factor[i]), product;
        all = __builtin_mul_overflow(all, factor, &product) ? (all & -all) : product;
    }
    return all;
}

bool lck_is_place(const lck_index *ix, const lc_expr *e)
{
    if (!e || e->op == LC_EXPR_INT)
        return true;
    if (e->op == LC_EXPR_VAR)
        return lck_index_symbol(ix, e->slot)->kind == LCK_COORDINATE;
    return lck_is_place(ix, e->arg[0]) && lck_is_place(ix, e->arg[1]) &&
           lck_is_place(ix, e->arg[2]);
}

static const lc_expr *as_expr(lck_index *ix, const lck_term *term)
{
    lc_exprs *x = lck_index_exprs(ix);
    const lc_expr *e = lc_expr_int(x, term->k);
    for (size_t i = 0; i < term->n; i++)
        e = lc_expr_make(x, LC_EXPR_MUL, term->factor[i], e);
    return e;
}

/* ---- what counts up inside of a quotient or a remainder ---- */

typedef struct {
    lck_index *ix;
    const lc_expr *high, *low; /* multiples of `group`; places in [0, group) */
    int64_t group;
} parts;

static const lc_expr *plus(parts *p, const lc_expr *a, int64_t k, const lc_expr *b)
{
    return lc_expr_add_scaled(lck_index_exprs(p->ix), a, k, b);
}

/* A multiple of a coordinate: groups of it, and the place in a group. */
static bool split_coordinate(parts *p, const lck_term *term)
{
    lc_exprs *x = lck_index_exprs(p->ix);
    if (term->n != 1 || term->factor[0]->op != LC_EXPR_VAR || term->k < 1 ||
        p->group % term->k != 0)
        return false;
    const lc_expr *size = lc_expr_int(x, p->group / term->k);
    p->high = plus(p, p->high, p->group, lc_expr_make(x, LC_EXPR_DIV, term->factor[0], size));
    p->low = plus(p, p->low, term->k, lc_expr_make(x, LC_EXPR_MOD, term->factor[0], size));
    return true;
}

static bool split_term(parts *p, const lck_term *term)
{
    bool place = true;
    for (size_t i = 0; i < term->n; i++)
        place = place && lck_is_place(p->ix, term->factor[i]);
    if (lck_term_multiple(p->ix, term) % p->group == 0)
        p->high = plus(p, p->high, 1, as_expr(p->ix, term));
    else if (!place)
        return false;
    else if (!split_coordinate(p, term))
        p->low = plus(p, p->low, 1, as_expr(p->ix, term));
    return true;
}

/* The sum as high + low for the largest group that divides the divisor; false: for none. */
static bool split_sum(parts *p, const lck_terms *sum, int64_t divisor)
{
    lc_exprs *x = lck_index_exprs(p->ix);
    for (p->group = divisor & -divisor; p->group > 1; p->group /= 2) {
        bool good = true;
        p->high = p->low = lc_expr_int(x, 0);
        for (size_t i = 0; good && i < sum->n; i++)
            good = split_term(p, &sum->at[i]);
        if (good && p->high && p->low && p->low->low >= 0 && p->low->high < p->group &&
            p->low->op != LC_EXPR_INT)
            return true;
    }
    return false;
}

/* (high + low) / d is high / d, and (high + low) % d is high % d + low. */
static bool expand_division(lck_index *ix, const lc_expr *e, const lck_term *by, lck_terms *out)
{
    lc_exprs *x = lck_index_exprs(ix);
    parts p = {.ix = ix};
    lck_terms sum = {0};
    lck_term one = {.k = 1};
    int64_t divisor = lck_index_multiple(ix, e->arg[1]);
    if (lck_index_axes(ix, e) == 0 || lck_is_place(ix, e) || divisor < 2 ||
        !expand(ix, e->arg[0], &one, &sum) || !split_sum(&p, &sum, divisor))
        return add_factor(e, by, out);
    const lc_expr *high = lc_expr_make(x, e->op, p.high, e->arg[1]);
    if (!high)
        return add_factor(e, by, out);
    if (e->op == LC_EXPR_MOD && !expand(ix, p.low, by, out))
        return false;
    return high->op == LC_EXPR_DIV || high->op == LC_EXPR_MOD ? add_factor(high, by, out)
                                                              : expand(ix, high, by, out);
}

/* ---- the others ---- */

/* A promised value: the first of its group, and the place in it. */
static bool expand_hinted(lck_index *ix, const lc_expr *e, const lck_symbol *s,
                          const lck_term *by, lck_terms *out)
{
    lc_exprs *x = lck_index_exprs(ix);
    const lc_expr *first = lck_index_group(ix, s);
    if (!first)
        return add_factor(e, by, out);
    return add_factor(first, by, out) &&
           expand(ix, lc_expr_make(x, LC_EXPR_MOD, s->arg[0], lc_expr_int(x, s->contiguity)), by,
                  out);
}

/* A choice that is the same for all elements, of sums that differ in what is, too. */
static bool expand_choice(lck_index *ix, const lc_expr *e, const lck_term *by, lck_terms *out)
{
    lc_exprs *x = lck_index_exprs(ix);
    lck_terms sum[2] = {{0}, {0}};
    lck_term one = {.k = 1};
    const lc_expr *rest[2];
    lck_terms shared = {0};
    if (lck_index_axes(ix, e->arg[0]) != 0 || lck_index_axes(ix, e) == 0)
        return add_factor(e, by, out);
    for (int i = 0; i < 2; i++) {
        size_t found = 0;
        if (!expand(ix, e->arg[i + 1], &one, &sum[i]))
            return add_factor(e, by, out);
        rest[i] = lc_expr_int(x, 0);
        for (size_t k = 0; k < sum[i].n; k++) {
            const lc_expr *term = as_expr(ix, &sum[i].at[k]);
            if (lck_index_axes(ix, term) == 0) {
                rest[i] = lc_expr_make(x, LC_EXPR_ADD, rest[i], term);
                continue;
            }
            bool matches = i == 0 || (found < shared.n && shared.at[found].k == sum[i].at[k].k &&
                                      same_factors(&shared.at[found], &sum[i].at[k]));
            found++;
            if (!matches)
                return add_factor(e, by, out);
            if (i == 0)
                shared.at[shared.n++] = sum[i].at[k];
        }
        if (i == 1 && found != shared.n)
            return add_factor(e, by, out);
    }
    const lc_expr *choice = lc_expr_select(x, e->arg[0], rest[0], rest[1]);
    if (!choice || (choice->op != LC_EXPR_INT && !add_factor(choice, by, out)))
        return false;
    if (choice->op == LC_EXPR_INT && !expand(ix, choice, by, out))
        return false;
    for (size_t k = 0; k < shared.n; k++)
        if (!expand(ix, as_expr(ix, &shared.at[k]), by, out))
            return false;
    return true;
}

static bool expand_product(lck_index *ix, const lc_expr *e, const lck_term *by, lck_terms *out)
{
    lck_terms left = {0};
    if (!expand(ix, e->arg[0], by, &left))
        return false;
    for (size_t i = 0; i < left.n; i++)
        if (!expand(ix, e->arg[1], &left.at[i], out))
            return false;
    return true;
}

static bool expand(lck_index *ix, const lc_expr *e, const lck_term *by, lck_terms *out)
{
    lck_term term = *by;
    if (!e)
        return false;
    switch (e->op) {
    case LC_EXPR_INT:
        return e->value == 0 ||
               (!__builtin_mul_overflow(by->k, e->value, &term.k) && add_term(out, &term));
    case LC_EXPR_ADD: return expand(ix, e->arg[0], by, out) && expand(ix, e->arg[1], by, out);
    case LC_EXPR_SUB:
        term.k = -term.k;
        return expand(ix, e->arg[0], by, out) && expand(ix, e->arg[1], &term, out);
    case LC_EXPR_MUL: return expand_product(ix, e, by, out);
    case LC_EXPR_DIV:
    case LC_EXPR_MOD: return expand_division(ix, e, by, out);
    case LC_EXPR_SELECT: return expand_choice(ix, e, by, out);
    case LC_EXPR_VAR: {
        const lck_symbol *s = lck_index_symbol(ix, e->slot);
        if (s->kind == LCK_HINTED && s->contiguity > 1 && s->nargs == 1)
            return expand_hinted(ix, e, s, by, out);
        return add_factor(e, by, out);
    }
    default: return add_factor(e, by, out);
    }
}

bool lck_terms_of(lck_index *ix, const lc_expr *e, lck_terms *out)
{
    lck_term one = {.k = 1};
    out->n = 0;
    bool good = expand(ix, e, &one, out);
    size_t n = 0;
    for (size_t i = 0; i < out->n; i++)
        if (out->at[i].k != 0)
            out->at[n++] = out->at[i];
    out->n = n;
    return good;
}
