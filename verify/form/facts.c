/* facts.c - relaxations of systems of polynomials, solved as linear systems. */
#include "config.h"

#include "facts.h"

#include <stdlib.h>

#include "../../isl-bridge/system.h"

#define MAX_FACTS 256
#define MAX_ROWS 512     /* of one relaxation */
#define MAX_PRODUCTS 160 /* of symbols, each a variable */
#define MANY_PRODUCTS 2  /* of a degree past this one */
#define MAX_MINIMA 5     /* minima, each of which is one or the other: cases */
#define QUERY 100000ul   /* isl operations of one system */

struct lcv_facts {
    lcr_ctx *r;
    lc_ctx *ctx;
    lcv_symbols *s;
    size_t n;
    lcv_fact fact[MAX_FACTS];
};

lcv_facts *lcv_facts_new(lcr_ctx *r, lcv_symbols *s)
{
    lcv_facts *facts = s ? lc_alloc(lcr_ctx_lc(r), 1, sizeof *facts) : NULL;
    if (facts) {
        facts->r = r;
        lcr_start(r); /* answers from other facts do not count */
        facts->ctx = lcr_ctx_lc(r);
        facts->s = s;
    }
    return facts;
}

void lcv_facts_free(lcv_facts *facts)
{
    free(facts);
}

bool lcv_facts_add(lcv_facts *facts, lcv_fact row)
{
    if (!row.p)
        return false;
    if (facts->n == MAX_FACTS)
        return lc_fail(facts->ctx, LC_ERR_LIMIT, "more than %d assumptions on one claim",
                       MAX_FACTS);
    facts->fact[facts->n++] = row;
    return true;
}

/* ---- a relaxation under construction ---- */

typedef struct {
    lcv_facts *facts;
    lcv_symbols *s;
    lc_ctx *ctx;
    size_t nsymbols;
    size_t degree; /* of the facts that count, at most */
    bool used[LCV_MAX_SYMBOLS];
    /* A symbol is low + x or high - x with x >= 0, or a free x. */
    const lc_poly *shifted[LCV_MAX_SYMBOLS];
    bool positive[LCV_MAX_SYMBOLS]; /* x >= 0 */
    bool bounded[LCV_MAX_SYMBOLS];  /* x <= most */
    lc_int most[LCV_MAX_SYMBOLS];
    size_t n;
    lcv_fact row[MAX_ROWS]; /* in the x */
    size_t nmonomials;
    lc_monomial monomial[MAX_PRODUCTS];
} relaxation;

/* q + floor(k / g) for g q + k, of integers: it is not negative where that is not. */
static const lc_poly *tightened(relaxation *x, const lc_poly *p)
{
    lc_int content = lc_poly_content(x->ctx, p);
    lc_poly *quotient, *rest;
    if (!lc_int_lt(lc_int_const(1), content))
        return p;
    if (!lc_poly_split(x->ctx, p, content, &quotient, &rest))
        return NULL;
    lc_poly_free(rest);
    return lcv_keep(x->s, quotient);
}

/* Past MAX_ROWS they are left out: less is known then. */
static bool push_row(relaxation *x, const lc_poly *p, bool equality)
{
    if (p && !equality)
        p = tightened(x, p);
    if (p && x->n < MAX_ROWS)
        x->row[x->n++] = (lcv_fact){p, equality};
    return p != NULL;
}

static const lc_poly *variable(relaxation *x, size_t i)
{
    return lcv_keep(x->s, lc_poly_var(x->ctx, (uint32_t)i));
}

/* ---- which symbols count ---- */

/* Marks the symbols of p; true when there was a new one. */
static bool mark(relaxation *x, const lc_poly *p)
{
    bool fresh = false;
    for (size_t i = 0; i < lc_poly_nterms(p); i++) {
        const lc_monomial *m = lc_poly_monomial(p, i);
        for (uint32_t k = 0; k < m->degree; k++) {
            fresh = fresh || !x->used[m->var[k]];
            x->used[m->var[k]] = true;
        }
    }
    return fresh;
}

/* Is a fact about used symbols? */
static bool touches(const relaxation *x, const lc_poly *p)
{
    if (lc_poly_degree(p) > x->degree)
        return false;
    for (size_t i = 0; i < lc_poly_nterms(p); i++) {
        const lc_monomial *m = lc_poly_monomial(p, i);
        for (uint32_t k = 0; k < m->degree; k++)
            if (x->used[m->var[k]])
                return true;
    }
    return false;
}

static bool mark_definition(relaxation *x, const lcv_symbol *symbol)
{
    bool fresh = symbol->of && mark(x, symbol->of);
    return (symbol->other && mark(x, symbol->other)) || fresh;
}

/* The symbols of the rows, and all facts about them. */
static void mark_all(relaxation *x, size_t n, const lcv_fact *row)
{
    for (size_t i = 0; i < n; i++)
        mark(x, row[i].p);
    for (bool fresh = true; fresh;) {
        fresh = false;
        for (size_t i = 0; i < x->nsymbols; i++)
            if (x->used[i] && mark_definition(x, lcv_symbols_at(x->s, i)))
                fresh = true;
        for (size_t i = 0; i < x->facts->n; i++)
            if (touches(x, x->facts->fact[i].p) && mark(x, x->facts->fact[i].p))
                fresh = true;
    }
}

/* ---- rows ---- */

static bool shift_symbol(relaxation *x, size_t i)
{
    lcv_interval range = lcv_symbols_at(x->s, i)->range;
    const lc_poly *var = variable(x, i);
    x->shifted[i] = range.bounded_below ? lcv_size_add(x->s, lcv_size_int(x->s, range.low), var)
                    : range.bounded_above
                        ? lcv_size_sub(x->s, lcv_size_int(x->s, range.high), var)
                        : var;
    x->positive[i] = range.bounded_below || range.bounded_above;
    x->bounded[i] = range.bounded_below && range.bounded_above;
    if (x->bounded[i])
        x->most[i] = lc_int_sub(x->ctx, range.high, range.low);
    return x->shifted[i] != NULL;
}

static bool add_row(relaxation *x, const lc_poly *p, bool equality)
{
    const lc_poly *in_x = lcv_keep(x->s, lc_poly_substitute(x->ctx, p, x->nsymbols, x->shifted));
    return push_row(x, in_x, equality);
}

/* a >= b */
static bool add_order(relaxation *x, const lc_poly *a, const lc_poly *b)
{
    return add_row(x, lcv_size_sub(x->s, a, b), false);
}

/* 0 <= of - divisor floor < divisor, also for a divisor that is a polynomial; or min <= of, min
 * <= other. */
static bool add_definition(relaxation *x, size_t i)
{
    const lcv_symbol *symbol = lcv_symbols_at(x->s, i);
    const lc_poly *var = variable(x, i);
    if (symbol->kind == LCV_SYMBOL_SIZE)
        return var != NULL;
    if (symbol->kind == LCV_SYMBOL_MIN)
        return add_order(x, symbol->of, var) && add_order(x, symbol->other, var);
    const lc_poly *divisor = lcv_symbol_divisor(x->s, symbol);
    const lc_poly *least = lcv_size_mul(x->s, divisor, var);
    const lc_poly *most = lcv_size_plus(x->s, lcv_size_add(x->s, least, divisor), -1);
    return add_order(x, symbol->of, least) && add_order(x, most, symbol->of);
}

static bool add_rows(relaxation *x, size_t n, const lcv_fact *row)
{
    bool ok = true;
    for (size_t i = 0; ok && i < x->nsymbols; i++)
        ok = !x->used[i] || shift_symbol(x, i);
    for (size_t i = 0; ok && i < n; i++)
        ok = add_row(x, row[i].p, row[i].equality);
    for (size_t i = 0; ok && i < x->facts->n; i++)
        if (touches(x, x->facts->fact[i].p))
            ok = add_row(x, x->facts->fact[i].p, x->facts->fact[i].equality);
    for (size_t i = 0; ok && i < x->nsymbols; i++)
        ok = !x->used[i] || add_definition(x, i);
    return ok;
}

/* ---- products ---- */

static size_t find_monomial(const relaxation *x, const lc_monomial *m)
{
    size_t i = 0;
    while (i < x->nmonomials && lc_monomial_cmp(&x->monomial[i], m) != 0)
        i++;
    return i;
}

/* Finds the products of p among the monomials; `grow` adds new ones. */
static bool know_monomials(relaxation *x, const lc_poly *p, bool grow)
{
    for (size_t i = 0; i < lc_poly_nterms(p); i++) {
        const lc_monomial *m = lc_poly_monomial(p, i);
        if (m->degree < 2 || find_monomial(x, m) < x->nmonomials)
            continue;
        if (!grow || x->nmonomials == MAX_PRODUCTS)
            return false;
        x->monomial[x->nmonomials++] = *m;
    }
    return true;
}

static bool all_positive(const relaxation *x, const lc_monomial *m)
{
    for (uint32_t i = 0; i < m->degree; i++)
        if (!x->positive[m->var[i]])
            return false;
    return true;
}

static lc_monomial without(const lc_monomial *m, uint32_t at)
{
    lc_monomial rest = {0};
    for (uint32_t i = 0; i < m->degree; i++)
        if (i != at)
            rest.var[rest.degree++] = m->var[i];
    return rest;
}

/* p times the monomial, if all its products are known or may be new. */
static bool add_product(relaxation *x, const lc_poly *p, bool equality, const lc_monomial *rest,
                        size_t degree, bool grow)
{
    if (lc_poly_degree(p) + rest->degree > degree || x->n == MAX_ROWS)
        return true;
    const lc_poly *factor = lcv_keep(x->s, lc_poly_term(x->ctx, lc_int_const(1), rest));
    const lc_poly *product = lcv_size_mul(x->s, p, factor);
    if (!product)
        return false;
    return !know_monomials(x, product, grow) || push_row(x, product, equality);
}

/* x <= most as a polynomial that is not negative. */
static const lc_poly *room_above(relaxation *x, uint32_t var)
{
    return lcv_size_sub(x->s, lcv_size_int(x->s, x->most[var]), variable(x, var));
}

/* Products about monomial m = v * rest: the facts about v, times the rest. */
static bool multiply_out(relaxation *x, const lc_monomial *m, uint32_t at, size_t linear,
                         size_t degree, bool grow)
{
    lc_monomial rest = without(m, at);
    bool positive = all_positive(x, &rest);
    for (size_t i = 0; i < linear; i++) {
        lcv_fact row = x->row[i];
        if (lc_poly_degree(row.p) != 1 || !lc_poly_has_var(row.p, m->var[at]))
            continue;
        if ((row.equality || positive) &&
            !add_product(x, row.p, row.equality, &rest, degree, grow))
            return false;
    }
    if (!x->bounded[m->var[at]] || !positive)
        return true;
    const lc_poly *above = room_above(x, m->var[at]);
    if (!above || !add_product(x, above, false, &rest, degree, grow))
        return false;
    if (rest.degree != 1 || !x->bounded[rest.var[0]])
        return true;
    return push_row(x, lcv_size_mul(x->s, above, room_above(x, rest.var[0])), false);
}

/* Each product once: a factor that occurs twice in a monomial is taken out once. */
static bool add_products(relaxation *x, size_t degree, bool grow)
{
    size_t linear = x->n;
    for (size_t i = 0; i < x->nmonomials; i++) {
        lc_monomial m = x->monomial[i];
        for (uint32_t at = 0; at < m.degree; at++)
            if ((at == 0 || m.var[at] != m.var[at - 1]) &&
                !multiply_out(x, &m, at, linear, degree, grow))
                return false;
    }
    return true;
}

/* ---- the system ---- */

/* The number of its variable, for each symbol and monomial. */
typedef struct {
    lcr_system *system;
    size_t of_symbol[LCV_MAX_SYMBOLS];
    size_t of_monomial[MAX_PRODUCTS];
} linear;

static bool declare(const relaxation *x, linear *l)
{
    lc_int zero = lc_int_const(0);
    bool ok = true;
    for (size_t i = 0; ok && i < x->nsymbols; i++) {
        if (!x->used[i])
            continue;
        l->of_symbol[i] = x->bounded[i]    ? lcr_system_var(l->system, zero, x->most[i])
                          : x->positive[i] ? lcr_system_var_from(l->system, zero)
                                           : lcr_system_var_free(l->system);
        ok = l->of_symbol[i] != SIZE_MAX;
    }
    for (size_t i = 0; ok && i < x->nmonomials; i++) {
        l->of_monomial[i] = all_positive(x, &x->monomial[i])
                                ? lcr_system_var_from(l->system, zero)
                                : lcr_system_var_free(l->system);
        ok = l->of_monomial[i] != SIZE_MAX;
    }
    return ok;
}

static bool add_linear(const relaxation *x, const linear *l, lcv_fact row)
{
    lcr_expr e;
    lcr_expr_zero(&e);
    for (size_t i = 0; i < lc_poly_nterms(row.p); i++) {
        const lc_monomial *m = lc_poly_monomial(row.p, i);
        lc_int coefficient = lc_poly_coefficient(row.p, i);
        if (m->degree == 0)
            lcr_expr_add_const(x->ctx, &e, coefficient);
        else
            lcr_expr_add_var(x->ctx, &e, coefficient,
                             m->degree == 1 ? l->of_symbol[m->var[0]]
                                            : l->of_monomial[find_monomial(x, m)]);
    }
    return row.equality ? lcr_system_eq(l->system, &e) : lcr_system_ge(l->system, &e);
}

/* The symbols at a point of the system. */
static void read_values(const relaxation *x, const linear *l, const lc_int *point, lc_int *value)
{
    for (size_t i = 0; i < x->nsymbols; i++) {
        lcv_interval range = lcv_symbols_at(x->s, i)->range;
        lc_int shift = x->used[i] ? point[l->of_symbol[i]] : lc_int_const(0);
        value[i] = range.bounded_below   ? lc_int_add(x->ctx, range.low, shift)
                   : range.bounded_above ? lc_int_sub(x->ctx, range.high, shift)
                                         : shift;
    }
}

static lcr_answer solve_linear(relaxation *x, lc_int *value)
{
    lc_int point[LCR_MAX_VARS];
    linear l = {.system = lcr_system_new(x->facts->r)};
    bool ok = l.system && declare(x, &l);
    for (size_t i = 0; ok && i < x->n; i++)
        ok = add_linear(x, &l, x->row[i]);
    lcr_answer answer = ok ? lcr_system_solve(l.system, NULL, point) : LCR_UNKNOWN;
    if (answer == LCR_YES && value)
        read_values(x, &l, point, value);
    lcr_system_free(l.system);
    if (answer == LCR_UNKNOWN && lc_ctx_code(x->ctx) == LC_ERR_BUDGET)
        lc_ctx_reset(x->ctx);
    return answer;
}

/* ---- solving ---- */

static size_t degree_of(size_t n, const lcv_fact *row)
{
    size_t degree = 0;
    for (size_t i = 0; i < n && row[i].p != NULL; i++)
        degree = lc_poly_degree(row[i].p) > degree ? lc_poly_degree(row[i].p) : degree;
    return degree;
}

/* First with products that occur, then also with new ones; if these are many, without any
 * products before that. */
static lcr_answer solve(relaxation *x, lc_int *value)
{
    size_t degree = degree_of(x->n, x->row), plain = x->n;
    lcr_answer answer = LCR_UNKNOWN;
    for (size_t i = 0; i < x->n; i++)
        if (!know_monomials(x, x->row[i].p, true))
            return LCR_UNKNOWN;
    size_t known = x->nmonomials;
    if (degree > MANY_PRODUCTS && solve_linear(x, NULL) == LCR_NO)
        return LCR_NO;
    for (int grow = 0; grow < 2; grow++) {
        x->n = plain;
        x->nmonomials = known;
        if (degree > 1 && !add_products(x, degree, grow == 1))
            return LCR_UNKNOWN;
        answer = solve_linear(x, value);
        if (degree < 2 || answer == LCR_NO || lc_ctx_code(x->ctx) != LC_OK)
            break;
    }
    return answer;
}

/* One case: minimum i is `of` when bit i of `chosen` is 0, else `other`. */
static lcr_answer solve_case(relaxation *x, size_t nminima, const size_t *minimum,
                             unsigned chosen, lc_int *value)
{
    size_t plain = x->n;
    lcr_answer answer = LCR_UNKNOWN;
    bool ok = true;
    for (size_t i = 0; ok && i < nminima; i++) {
        const lcv_symbol *symbol = lcv_symbols_at(x->s, minimum[i]);
        bool second = chosen >> i & 1;
        const lc_poly *least = second ? symbol->other : symbol->of;
        ok = add_order(x, variable(x, minimum[i]), least) &&
             add_order(x, second ? symbol->of : symbol->other, least);
    }
    x->nmonomials = 0;
    if (ok)
        answer = solve(x, value);
    x->n = plain;
    return answer;
}

static lcr_answer solve_cases(relaxation *x, lc_int *value)
{
    size_t n = 0, minimum[MAX_MINIMA];
    for (size_t i = 0; i < x->nsymbols && n < MAX_MINIMA; i++)
        if (x->used[i] && lcv_symbols_at(x->s, i)->kind == LCV_SYMBOL_MIN)
            minimum[n++] = i;
    lcr_answer answer = LCR_NO;
    for (unsigned chosen = 0; chosen < 1u << n && answer == LCR_NO; chosen++)
        answer = solve_case(x, n, minimum, chosen, value);
    return answer;
}

/* Solves with the facts up to this degree. */
static lcr_answer solve_up_to(lcv_facts *facts, size_t degree, size_t n, const lcv_fact *row,
                              lc_int *value)
{
    for (size_t i = 0; i < n; i++)
        if (!row[i].p)
            return LCR_UNKNOWN;
    relaxation *x = lc_alloc(facts->ctx, 1, sizeof *x);
    if (!x)
        return LCR_UNKNOWN;
    unsigned long budget = lcr_budget(facts->r);
    if (budget == 0 || budget > QUERY)
        lcr_set_budget(facts->r, QUERY);
    size_t kept = lcv_symbols_kept(facts->s);
    x->facts = facts;
    x->s = facts->s;
    x->ctx = facts->ctx;
    x->nsymbols = lcv_symbols_count(facts->s);
    x->degree = degree;
    mark_all(x, n, row);
    lcr_answer answer = add_rows(x, n, row) ? solve_cases(x, value) : LCR_UNKNOWN;
    if (answer == LCR_UNKNOWN && lc_ctx_code(x->ctx) == LC_ERR_LIMIT)
        lc_ctx_reset(x->ctx);
    lcv_symbols_release(facts->s, kept);
    lcr_set_budget(facts->r, budget);
    free(x);
    return answer;
}

/* Facts of a higher degree than the rows bring many products, and are seldom needed: a
 * contradiction without them is a contradiction. */
lcr_answer lcv_facts_solve(lcv_facts *facts, size_t n, const lcv_fact *row, lc_int *value)
{
    size_t degree = degree_of(n, row) > 1 ? degree_of(n, row) : 1;
    if (degree_of(facts->n, facts->fact) > degree &&
        solve_up_to(facts, degree, n, row, value) == LCR_NO)
        return LCR_NO;
    return solve_up_to(facts, LC_MAX_DEGREE, n, row, value);
}

lcr_answer lcv_facts_consistent(lcv_facts *facts)
{
    return lcv_facts_solve(facts, facts->n, facts->fact, NULL);
}

bool lcv_facts_imply(lcv_facts *facts, const lc_poly *p)
{
    lc_int value;
    if (!p)
        return false;
    if (lc_poly_is_const(p, &value))
        return lc_int_sign(value) >= 0;
    lcv_interval bounds = lcv_size_interval(facts->s, p);
    if (bounds.bounded_below && lc_int_sign(bounds.low) >= 0)
        return true;
    const lc_poly *below = lcv_size_sub(facts->s, lcv_size_const(facts->s, -1), p);
    return lcv_facts_solve(facts, 1, &(lcv_fact){below, false}, NULL) == LCR_NO;
}

bool lcv_facts_imply_zero(lcv_facts *facts, const lc_poly *p)
{
    if (!p || lcv_size_is_zero(p))
        return p != NULL;
    return lcv_facts_imply(facts, p) && lcv_facts_imply(facts, lcv_size_neg(facts->s, p));
}
