/* cases.c - the cases of a proof, which come of questions that the parameters leave open.
 *
 * Is p >= 0? A polynomial of one parameter is a bound on it: floor(q / c) >= k is q >= k c, and
 * a v + k >= 0 is a bound on v. The parameter may then be a number. Any other p is a fact.
 */
#include "config.h"

#include "../value/text.h"
#include "reading.h"

#include <stdlib.h>
#include <string.h>

/* ---- bounds ---- */

lc_int lcv_case_low(const lcv_problem *p, const lcv_fixed *fixed, size_t i)
{
    return fixed && fixed->from[i] ? fixed->low[i] : lcv_problem_low(p, i);
}

bool lcv_case_high(const lcv_problem *p, const lcv_fixed *fixed, size_t i, lc_int *high)
{
    if (!fixed || !fixed->to[i])
        return lcv_problem_high(p, i, high);
    *high = fixed->high[i];
    return true;
}

/* The numbers of the parameter's class within its bounds, which may be one. */
static void settle(const lcv_problem *p, lcv_fixed *fixed, size_t i)
{
    lc_ctx *ctx = p->ctx;
    lc_int high, low = lcv_case_low(p, fixed, i);
    if (fixed->is[i] || !lcv_case_high(p, fixed, i, &high))
        return;
    low = lc_int_add(ctx, low,
                     lc_int_fmod(ctx, lc_int_sub(ctx, p->residue[i], low), p->modulus[i]));
    fixed->is[i] = lc_int_le(low, high) && lc_int_lt(high, lc_int_add(ctx, low, p->modulus[i]));
    fixed->value[i] = low;
}

/* ---- splits ---- */

/* p >= 0 without floors outside: a q + k >= 0 of a quotient q = floor(v / d), d >= 1, is q >= m,
 * that is v >= m d, or for a < 0 q <= m, that is v <= m d + d - 1. */
static const lc_poly *unfloored(lcv_symbols *s, const lc_poly *p)
{
    lc_ctx *ctx = lcv_symbols_ctx(s);
    while (lc_poly_degree(p) == 1 && lc_poly_nterms(p) <= 2 &&
           (lc_poly_nterms(p) == 1 || lc_poly_monomial(p, 1)->degree == 0)) {
        const lcv_symbol *symbol = lcv_symbols_at(s, lc_poly_monomial(p, 0)->var[0]);
        if (symbol->kind != LCV_SYMBOL_FLOOR && symbol->kind != LCV_SYMBOL_RATIO)
            break;
        lc_int a = lc_poly_coefficient(p, 0);
        lc_int m = lc_int_fdiv(ctx, lc_poly_constant(p), lc_int_abs(ctx, a));
        const lc_poly *d = lcv_symbol_divisor(s, symbol);
        const lc_poly *end = lcv_size_mul(s, lcv_size_int(s, m), d);
        const lc_poly *next = lc_int_sign(a) > 0 ? lcv_size_add(s, symbol->of, end)
                                                 : lcv_size_plus(s, lcv_size_add(s, end, d), -1);
        if (lc_int_sign(a) < 0)
            next = lcv_size_sub(s, next, symbol->of);
        if (!next)
            break;
        p = next;
    }
    return p;
}

/* The parameter of which p is a v + k; SIZE_MAX for none. */
static size_t only_parameter(const lcv_forms *f, const lc_poly *p)
{
    bool linear = lc_poly_degree(p) == 1 && lc_poly_nterms(p) <= 2 &&
                  (lc_poly_nterms(p) == 1 || lc_poly_monomial(p, 1)->degree == 0);
    for (size_t i = 0; linear && i < f->nparameters; i++)
        if (f->symbol[i] == lc_poly_monomial(p, 0)->var[0])
            return i;
    return SIZE_MAX;
}

static void raise_low(const lcv_problem *p, lcv_fixed *fixed, size_t i, lc_int low)
{
    fixed->low[i] = lc_int_max(low, lcv_case_low(p, fixed, i));
    fixed->from[i] = true;
    settle(p, fixed, i);
}

static void lower_high(const lcv_problem *p, lcv_fixed *fixed, size_t i, lc_int high)
{
    lc_int old;
    fixed->high[i] = lcv_case_high(p, fixed, i, &old) ? lc_int_min(high, old) : high;
    fixed->to[i] = true;
    settle(p, fixed, i);
}

/* a v + k >= 0 for the symbol v of a parameter, and its contrary. */
static void split_parameter(const lcv_problem *p, const lcv_forms *f, size_t i, const lc_poly *of,
                            lcv_fixed side[2])
{
    lc_ctx *ctx = p->ctx;
    const lcv_symbol *symbol = lcv_symbols_at(f->symbols, f->symbol[i]);
    lc_int a = lc_poly_coefficient(of, 0), k = lc_poly_constant(of), one = lc_int_const(1);
    bool up = lc_int_sign(a) > 0;
    /* v >= first for up, v <= first otherwise */
    lc_int first = up ? lc_int_cdiv(ctx, lc_int_neg(ctx, k), a)
                      : lc_int_fdiv(ctx, k, lc_int_neg(ctx, a));
    lc_int beyond = up ? lc_int_sub(ctx, first, one) : lc_int_add(ctx, first, one);
    first = lc_int_add(ctx, lc_int_mul(ctx, first, symbol->factor), symbol->residue);
    beyond = lc_int_add(ctx, lc_int_mul(ctx, beyond, symbol->factor), symbol->residue);
    raise_low(p, &side[up ? 0 : 1], i, up ? first : beyond);
    lower_high(p, &side[up ? 1 : 0], i, up ? beyond : first);
}

static bool split_by(const lcv_problem *problem, const lcv_forms *f, const lc_poly *p,
                     const lcv_fixed *of, lcv_fixed side[2])
{
    lcv_symbols *s = f->symbols;
    p = p ? unfloored(s, p) : NULL;
    side[0] = side[1] = of ? *of : (lcv_fixed){0};
    if (!p || side[0].n == LCV_MAX_SPLITS)
        return false;
    size_t i = only_parameter(f, p);
    if (i != SIZE_MAX) {
        split_parameter(problem, f, i, p, side);
        return true;
    }
    const lc_poly *less = lcv_size_plus(s, lcv_size_neg(s, p), -1);
    for (size_t k = 0; k < 2; k++) {
        side[k].of[side[k].n] = f;
        side[k].least[side[k].n++] = k == 0 ? p : less;
    }
    return less != NULL;
}

bool lcv_case_split(const lcv_problem *problem, const lcv_forms *f, const lcv_fixed *of,
                    lcv_fixed side[2])
{
    return split_by(problem, f, f->open, of, side);
}

/* The bounds of parameter i, `*to` where there is an upper one. */
static void range_of(const lcv_problem *p, const lcv_fixed *fixed, size_t i, lc_int *low,
                     bool *to, lc_int *high)
{
    *low = lcv_case_low(p, fixed, i);
    *to = lcv_case_high(p, fixed, i, high);
    if (fixed->is[i]) {
        *low = *high = fixed->value[i];
        *to = true;
    }
}

static bool same_range(const lcv_problem *p, const lcv_fixed *x, const lcv_fixed *y, size_t i)
{
    lc_int a, b, c, d;
    bool s, t;
    range_of(p, x, i, &a, &s, &b);
    range_of(p, y, i, &c, &t, &d);
    return lc_int_eq(a, c) && s == t && (!s || lc_int_eq(b, d));
}

/* Numbers of one and of the other are all that lie between them. */
static bool join_range(const lcv_problem *p, lcv_fixed *x, const lcv_fixed *y, size_t i)
{
    lc_int a, b = lc_int_const(0), c, d = b, own;
    bool s, t;
    range_of(p, x, i, &a, &s, &b);
    range_of(p, y, i, &c, &t, &d);
    bool below = s && lc_int_lt(b, c) && lc_int_le(c, lc_int_add(p->ctx, b, p->modulus[i]));
    bool above = t && lc_int_lt(d, a) && lc_int_le(a, lc_int_add(p->ctx, d, p->modulus[i]));
    if (!below && !above)
        return false;
    x->is[i] = false;
    x->low[i] = below ? a : c;
    x->from[i] = lc_int_lt(lcv_problem_low(p, i), x->low[i]) &&
                 lc_int_le(p->modulus[i], lc_int_sub(p->ctx, x->low[i], lcv_problem_low(p, i)));
    x->to[i] = below ? t : s;
    x->high[i] = below ? d : b;
    if (x->to[i] && lcv_problem_high(p, i, &own) && lc_int_le(own, x->high[i]))
        x->to[i] = false;
    return true;
}

bool lcv_case_join(const lcv_problem *p, lcv_fixed *x, const lcv_fixed *y)
{
    size_t differ = 0, at = 0;
    for (size_t i = 0; i < p->n; i++)
        if (!same_range(p, x, y, i)) {
            differ++;
            at = i;
        }
    bool rows = x->n == y->n;
    for (size_t k = 0; rows && k < x->n; k++)
        rows = x->least[k] == y->least[k];
    if (rows && differ == 1)
        return join_range(p, x, y, at);
    /* the last condition and its contrary */
    if (differ > 0 || x->n != y->n || x->n == 0 || x->of[x->n - 1] != y->of[y->n - 1])
        return false;
    for (size_t k = 0; k + 1 < x->n; k++)
        if (x->least[k] != y->least[k])
            return false;
    x->n--;
    return true;
}

bool lcv_case_admits(const lcv_problem *p, const lcv_fixed *fixed, const lc_int *value)
{
    lc_int symbol[LCV_MAX_SYMBOLS], high;
    for (size_t i = 0; fixed && i < p->n; i++)
        if ((fixed->is[i] && !lc_int_eq(fixed->value[i], value[i])) ||
            lc_int_lt(value[i], lcv_case_low(p, fixed, i)) ||
            (lcv_case_high(p, fixed, i, &high) && lc_int_lt(high, value[i])))
            return false;
    for (size_t k = 0; fixed && k < fixed->n; k++) {
        lcv_forms_at(fixed->of[k], value, symbol);
        if (lc_int_sign(lc_poly_at(p->ctx, fixed->least[k], symbol)) < 0)
            return false;
    }
    return true;
}

/* ---- in words ---- */

static char *bound_text(const lcv_problem *p, const lcv_fixed *fixed, size_t i, size_t which)
{
    const char *name = p->parameter[i]->formula->text;
    if (which == 0 && fixed->is[i])
        return lcv_text(p->ctx, "%s == %i", name, fixed->value[i]);
    if (which == 1 && fixed->from[i] && !fixed->is[i])
        return lcv_text(p->ctx, "%s >= %i", name, fixed->low[i]);
    if (which == 2 && fixed->to[i] && !fixed->is[i])
        return lcv_text(p->ctx, "%s <= %i", name, fixed->high[i]);
    return NULL;
}

/* The terms with a coefficient above 0, or those below it with the other sign. */
static const lc_poly *part_of(lcv_symbols *s, const lc_poly *p, bool above)
{
    lc_ctx *ctx = lcv_symbols_ctx(s);
    const lc_poly *sum = lcv_size_const(s, 0);
    for (size_t i = 0; sum && i < lc_poly_nterms(p); i++) {
        lc_int coefficient = lc_poly_coefficient(p, i);
        if ((lc_int_sign(coefficient) > 0) != above)
            continue;
        const lc_poly *term =
            lcv_keep(s, lc_poly_term(ctx, lc_int_abs(ctx, coefficient), lc_poly_monomial(p, i)));
        sum = lcv_size_add(s, sum, term);
    }
    return sum;
}

/* -(q % d) >= 0 as q % d == 0, and q % d >= 1 as q % d != 0; NULL where p >= 0 is no such order,
 * p + 1 being `of` where it is strict. */
static char *remainder_text(lcv_symbols *s, const lc_poly *of, bool strict)
{
    lc_ctx *ctx = lcv_symbols_ctx(s);
    for (size_t i = 0; i < lc_poly_nterms(of); i++) {
        const lc_monomial *m = lc_poly_monomial(of, i);
        const lcv_symbol *v = m->degree == 1 ? lcv_symbols_at(s, m->var[0]) : NULL;
        if (!v || v->kind != LCV_SYMBOL_FLOOR)
            continue;
        const lc_poly *floor = lcv_keep(s, lc_poly_var(ctx, m->var[0]));
        const lc_poly *rest = lcv_size_sub(s, v->of,
                                           lcv_size_mul(s, lcv_size_int(s, v->divisor), floor));
        const lc_poly *other = strict ? lcv_size_sub(s, of, rest) : lcv_size_add(s, of, rest);
        if (other && lcv_size_is_zero(other))
            return lcv_text(ctx, lc_poly_nterms(v->of) > 1 ? "(%S) %% %i %s 0" : "%S %% %i %s 0",
                            lcv_size_to_str(s, v->of), v->divisor, strict ? "!=" : "==");
    }
    return NULL;
}

/* p >= 0 as an order of two sizes: M >= N*T, and M > N for M - N - 1 >= 0; for a reader, an order
 * of a remainder as such. */
static char *order_text(const lcv_forms *f, const lc_poly *p, bool reader)
{
    lcv_symbols *s = f->symbols;
    bool strict = lc_int_eq(lc_poly_constant(p), lc_int_const(-1));
    const lc_poly *of = strict ? lcv_size_plus(s, p, 1) : p;
    char *remainder = of && reader ? remainder_text(s, of, strict) : NULL;
    if (remainder)
        return remainder;
    const lc_poly *more = of ? part_of(s, of, true) : NULL;
    const lc_poly *less = more ? part_of(s, of, false) : NULL;
    return less ? lcv_text(f->ctx, "%S %s %S", lcv_size_to_str(s, more),
                           strict ? ">" : ">=", lcv_size_to_str(s, less))
                : NULL;
}

static char *condition_text(const lcv_problem *p, const lcv_fixed *fixed, size_t at, bool reader)
{
    for (size_t i = 0; fixed && i < p->n; i++)
        for (size_t which = 0; which < 3; which++) {
            char *text = bound_text(p, fixed, i, which);
            if (text && at-- == 0)
                return text;
            free(text);
        }
    return fixed && at < fixed->n ? order_text(fixed->of[at], fixed->least[at], reader) : NULL;
}

char *lcv_case_condition(const lcv_problem *p, const lcv_fixed *fixed, size_t at)
{
    return condition_text(p, fixed, at, false);
}

/* Conditions of a case that are left: "A >= B" says no more beside "A > B", and "A == B" beside
 * "B >= A". */
typedef struct {
    size_t n;
    char *text[LCV_MAX_SPLITS + 3 * LCV_MAX_PARAMETERS];
} conditions;

static char *swapped(lc_ctx *ctx, const char *text, const char *at)
{
    char *first = strndup(text, (size_t)(at - text));
    return first ? lcv_text(ctx, "%s >= %S", at + 4, first) : NULL;
}

/* Is there `first` with this operator instead of >= ? */
static bool has(const conditions *c, const char *first, const char *at, const char *op)
{
    for (size_t k = 0; k < c->n; k++) {
        size_t left = (size_t)(at - first), length = strlen(op);
        const char *text = c->text[k];
        if (strncmp(text, first, left) == 0 && strncmp(text + left, op, length) == 0 &&
            strcmp(text + left + length, at + 4) == 0)
            return true;
    }
    return false;
}

static void drop(conditions *c, size_t i)
{
    free(c->text[i]);
    memmove(c->text + i, c->text + i + 1, (--c->n - i) * sizeof *c->text);
}

static void reduce(lc_ctx *ctx, conditions *c)
{
    for (size_t i = c->n; i-- > 0;) {
        char *text = c->text[i], *at = strstr(text, " >= ");
        if (at && has(c, text, at, " > ")) {
            drop(c, i);
            continue;
        }
        char *other = at ? swapped(ctx, text, at) : NULL;
        for (size_t k = i; other && k-- > 0;)
            if (strcmp(c->text[k], other) == 0) {
                memcpy(strstr(c->text[k], " >= "), " == ", 4);
                drop(c, i);
                break;
            }
        free(other);
    }
}

char *lcv_case_text(const lcv_problem *p, const lcv_fixed *fixed)
{
    lc_text text = {0};
    conditions c = {0};
    const size_t room = sizeof c.text / sizeof *c.text;
    while (c.n < room && (c.text[c.n] = condition_text(p, fixed, c.n, true)) != NULL)
        c.n++;
    reduce(p->ctx, &c);
    for (size_t i = 0; i < c.n; i++) {
        lc_text_add(&text, i > 0 ? " and " : "");
        lc_text_own(&text, c.text[i]);
    }
    return lc_text_take(p->ctx, &text);
}

char *lcv_case_order(const lcv_problem *problem, const lcv_forms *f, const lc_poly *p)
{
    lcv_fixed side[2];
    return split_by(problem, f, p, NULL, side) ? lcv_case_text(problem, &side[0]) : NULL;
}
