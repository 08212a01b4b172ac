/* linear.c - that an access is inside, as a claim about linear expressions.
 *
 * A product of unknowns is a symbol of its own, one for all that are the same when they are
 * multiplied out, and so are quotients by unknowns. What is known of products is what comparisons
 * in the guard say when both sides are multiplied by what is not negative: with row < M,
 * row * cols + cols <= M * cols. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../lib/poly.h"
#include "../../../lib/text.h"
#include "linear.h"

#define LARGE 160 /* operations of a formula that is a claim */
#define PRODUCTS 20
#define PARTS 16
#define FACTS 16
#define MULTIPLIED 24 /* facts that are */

/* Expressions that are no sums of products, and the symbol that stands for each. */
typedef struct {
    size_t n;
    const lc_expr *of[PARTS], *as[PARTS];
    bool told[PARTS]; /* it stands in the claim */
} names;

/* lesser + more <= greater, in the symbols of the access. */
typedef struct {
    const lc_expr *lesser, *greater;
    bool more;
} fact;

/* The access in symbols of its own, in x. */
typedef struct {
    const lck_judge *j;
    lc_exprs *x;
    const lc_expr *var[LC_MAX_EXPR_VARS]; /* of a slot of the access */
    bool more;                            /* a symbol has fewer values than the claim says */
    size_t nproducts, nfacts, nmultiplied;
    lc_monomial product[PRODUCTS]; /* of variables of x, and what stands for it */
    const lc_expr *as[PRODUCTS];
    bool told[PRODUCTS]; /* it stands in the claim */
    names quotients;     /* and remainders, by unknowns: anything within their bounds */
    names parts;         /* factors that are no sums: what they are is assumed */
    fact fact[FACTS];
    struct {
        size_t fact;
        lc_monomial by;
    } multiplied[MULTIPLIED];
} linear;

/* ---- products, multiplied out ---- */

static const lc_expr *fresh(linear *l, const char *kind, size_t n, int64_t low, int64_t high)
{
    char name[24];
    snprintf(name, sizeof name, "%s%zu", kind, n);
    return lc_expr_var(l->x, name, low, high);
}

static const lc_expr *named(linear *l, names *all, const char *kind, const lc_expr *e)
{
    size_t i = 0;
    while (i < all->n && !lc_expr_equal(all->of[i], e))
        i++;
    if (i == PARTS)
        return NULL;
    if (i == all->n) {
        all->of[i] = e;
        all->as[i] = fresh(l, kind, i, e->low, e->high);
        all->n++;
    }
    return all->as[i];
}

/* A sum of variables of x as a polynomial of them. */
static lc_poly *poly_of(linear *l, const lc_expr *e)
{
    lc_ctx *ctx = lc_exprs_ctx(l->x);
    if (!e)
        return NULL;
    if (e->op == LC_EXPR_INT)
        return lc_poly_const(ctx, lc_int_si(ctx, e->value));
    for (size_t i = 0; i < l->nproducts; i++)
        if (e == l->as[i])
            return lc_poly_term(ctx, lc_int_si(ctx, 1), &l->product[i]);
    if (e->op == LC_EXPR_VAR)
        return lc_poly_var(ctx, (uint32_t)e->slot);
    if (e->op != LC_EXPR_ADD && e->op != LC_EXPR_SUB && e->op != LC_EXPR_MUL)
        return poly_of(l, named(l, &l->parts, "part", e));
    lc_poly *a = poly_of(l, e->arg[0]), *b = poly_of(l, e->arg[1]);
    lc_poly *p = e->op == LC_EXPR_ADD   ? lc_poly_add(ctx, a, b)
                 : e->op == LC_EXPR_SUB ? lc_poly_sub(ctx, a, b)
                                        : lc_poly_mul(ctx, a, b);
    lc_poly_free(a);
    lc_poly_free(b);
    return p;
}

/* The greatest value of variables that are not negative, by bounds; INT64_MAX: none is known. */
static int64_t most_of(const linear *l, const lc_monomial *m)
{
    int64_t most = 1;
    for (uint32_t i = 0; i < m->degree; i++)
        if (__builtin_mul_overflow(most, lc_exprs_var(l->x, m->var[i])->high, &most))
            return INT64_MAX;
    return most;
}

static bool is_positive(const linear *l, const lc_monomial *m)
{
    for (uint32_t i = 0; i < m->degree; i++)
        if (lc_exprs_var(l->x, m->var[i])->low < 0)
            return false;
    return true;
}

static const lc_expr *monomial_as(linear *l, const lc_monomial *m)
{
    if (m->degree == 1)
        return lc_exprs_var(l->x, m->var[0]);
    for (size_t i = 0; i < l->nproducts; i++)
        if (lc_monomial_cmp(&l->product[i], m) == 0)
            return l->as[i];
    if (l->nproducts == PRODUCTS)
        return NULL;
    bool positive = is_positive(l, m);
    l->product[l->nproducts] = *m;
    l->as[l->nproducts] = fresh(l, "product", l->nproducts, positive ? 0 : INT64_MIN,
                                positive ? most_of(l, m) : INT64_MAX);
    return l->as[l->nproducts++];
}

/* Takes the polynomial. */
static const lc_expr *sum_of(linear *l, lc_poly *p)
{
    const lc_expr *sum = p ? lc_expr_int(l->x, 0) : NULL;
    for (size_t i = 0; sum && i < lc_poly_nterms(p); i++) {
        const lc_monomial *m = lc_poly_monomial(p, i);
        lc_int k = lc_poly_coefficient(p, i);
        const lc_expr *one = m->degree ? monomial_as(l, m) : lc_expr_int(l->x, 1);
        sum = one && lc_int_fits_si(k) ? lc_expr_add_scaled(l->x, sum, lc_int_get_si(k), one)
                                       : NULL;
    }
    lc_poly_free(p);
    return sum;
}

static bool is_linear(const lc_expr *e)
{
    bool by = e->op == LC_EXPR_MUL || e->op == LC_EXPR_DIV || e->op == LC_EXPR_MOD;
    return !by || e->arg[1]->op == LC_EXPR_INT ||
           (e->op == LC_EXPR_MUL && e->arg[0]->op == LC_EXPR_INT);
}

static const lc_expr *as_linear(linear *l, const lc_expr *e);

/* True or false, not a number that happens to be 0 or 1. */
static bool is_condition(const lc_expr *e)
{
    if (e->op == LC_EXPR_SELECT)
        return is_condition(e->arg[1]) && is_condition(e->arg[2]);
    return (e->op >= LC_EXPR_LT && e->op <= LC_EXPR_NOT) ||
           (e->op == LC_EXPR_INT && (e->value == 0 || e->value == 1));
}

/* c and a, or else b. */
static const lc_expr *either(linear *l, const lc_expr *c, const lc_expr *a, const lc_expr *b)
{
    const lc_expr *no = c ? lc_expr_not(l->x, c) : NULL;
    return lc_expr_make(l->x, LC_EXPR_ANY, lc_expr_make(l->x, LC_EXPR_ALL, c, a),
                        lc_expr_make(l->x, LC_EXPR_ALL, no, b));
}

/* e as a condition; claims have no numbers that are chosen by conditions in one. */
static const lc_expr *as_condition(linear *l, const lc_expr *e)
{
    const lc_expr *a, *b;
    bool equates = e->op == LC_EXPR_EQ || e->op == LC_EXPR_NE;
    if (e->op == LC_EXPR_NOT) {
        a = as_condition(l, e->arg[0]);
        return a ? lc_expr_not(l->x, a) : NULL;
    }
    if (e->op == LC_EXPR_ALL || e->op == LC_EXPR_ANY)
        return lc_expr_make(l->x, e->op, as_condition(l, e->arg[0]), as_condition(l, e->arg[1]));
    if (e->op == LC_EXPR_SELECT && is_condition(e))
        return either(l, as_condition(l, e->arg[0]), as_condition(l, e->arg[1]),
                      as_condition(l, e->arg[2]));
    if (!equates || !is_condition(e->arg[0]) || !is_condition(e->arg[1]))
        return as_linear(l, e);
    a = as_condition(l, e->arg[0]);
    b = as_condition(l, e->arg[1]);
    const lc_expr *not_b = b ? lc_expr_not(l->x, b) : NULL;
    return e->op == LC_EXPR_EQ ? either(l, a, b, not_b) : either(l, a, not_b, b);
}

static const lc_expr *as_linear(linear *l, const lc_expr *e)
{
    const lc_expr *arg[3] = {NULL, NULL, NULL};
    if (e->op == LC_EXPR_INT)
        return lc_expr_int(l->x, e->value);
    if (e->op == LC_EXPR_VAR) {
        if (!l->var[e->slot])
            l->var[e->slot] = lc_expr_var(l->x, e->name, e->low, e->high);
        return l->var[e->slot];
    }
    if (!is_linear(e) && e->op != LC_EXPR_MUL)
        return named(l, &l->quotients, "quotient", e);
    if (e->op == LC_EXPR_NOT || e->op == LC_EXPR_ALL || e->op == LC_EXPR_ANY)
        return as_condition(l, e);
    for (int i = 0; i < 3 && e->arg[i]; i++) {
        bool decides = e->op == LC_EXPR_SELECT && i == 0;
        if (!(arg[i] = decides ? as_condition(l, e->arg[i]) : as_linear(l, e->arg[i])))
            return NULL;
    }
    if (e->op == LC_EXPR_SELECT)
        return lc_expr_select(l->x, arg[0], arg[1], arg[2]);
    const lc_expr *made = lc_expr_make(l->x, e->op, arg[0], arg[1]);
    return is_linear(e) ? made : sum_of(l, poly_of(l, made));
}

/* Of an expression in symbols of x. */
static void tell(linear *l, lc_text *text, const lc_expr *as)
{
    bool fits = as && as->size <= 4 * LARGE;
    for (size_t i = 0; fits && i < l->nproducts; i++)
        l->told[i] |= lc_expr_has(as, l->as[i]);
    for (size_t i = 0; fits && i < l->parts.n; i++)
        l->parts.told[i] |= lc_expr_has(as, l->parts.as[i]);
    lc_text_own(text, fits ? lc_expr_to_c(lc_exprs_ctx(l->x), as) : NULL);
}

static void add_expr(linear *l, lc_text *text, const lc_expr *e)
{
    tell(l, text, is_condition(e) ? as_condition(l, e) : as_linear(l, e));
}

/* A thread is below the extent of its block, where that is a symbol. */
static void assume_extent(const linear *l, size_t axis, lc_text *text)
{
    const lck_judge *j = l->j;
    for (size_t i = 0; i < lc_exprs_nvars(j->x); i++)
        if (l->var[i] && j->symbol[i].extent && j->symbol[i].axis == j->symbol[axis].axis)
            lc_text_printf(text, "assume %s < %s; ", l->var[axis]->name, l->var[i]->name);
}

/* What a symbol is below: s < e, or d (s + 1 - c) <= e where it is below e / d + c. */
static fact bound_of(const linear *l, size_t slot)
{
    lc_exprs *x = l->j->x;
    const lc_expr *s = lc_exprs_var(x, slot), *e = l->j->symbol[slot].below, *q = e;
    int64_t d, c = 0;
    if (e->op == LC_EXPR_ADD && lc_expr_is_int(e->arg[1], &c))
        q = e->arg[0];
    if (q->op != LC_EXPR_DIV || !lc_expr_is_int(q->arg[1], &d) || d < 1 || c < 0)
        return (fact){s, e, true};
    const lc_expr *next = lc_expr_make(x, LC_EXPR_ADD, s, lc_expr_int(x, 1 - c));
    const lc_expr *whole = next ? lc_expr_make(x, LC_EXPR_MUL, next, q->arg[1]) : NULL;
    return whole ? (fact){whole, q->arg[0], false} : (fact){s, e, true};
}

/* A side of a comparison; in parentheses where it may be a mask or an XOR. */
static void add_side(linear *l, lc_text *text, const lc_expr *e)
{
    bool bits = e->op == LC_EXPR_MOD || e->op == LC_EXPR_XOR;
    lc_text_add(text, bits ? "(" : "");
    add_expr(l, text, e);
    lc_text_add(text, bits ? ")" : "");
}

/* `assume n % 16 == 0; assume 32 * (trip + 1) <= n; ` of the symbols that occur. */
static void add_assumptions(linear *l, lc_text *text)
{
    const lck_judge *j = l->j;
    for (size_t i = 0; i < lc_exprs_nvars(j->x); i++) {
        const char *name = lc_exprs_var(j->x, i)->name;
        if (l->var[i] && j->symbol[i].holder == LCK_OF_AXIS)
            assume_extent(l, i, text);
        if (!l->var[i] || j->symbol[i].holder == LCK_OF_AXIS)
            continue;
        l->more |= j->symbol[i].power || j->symbol[i].unsure;
        if (j->symbol[i].multiple > 1)
            lc_text_printf(text, "assume %s %% %lld == 0; ", name,
                           (long long)j->symbol[i].multiple);
        if (j->symbol[i].below) {
            fact b = bound_of(l, i);
            lc_text_add(text, "assume ");
            add_side(l, text, b.lesser);
            lc_text_add(text, b.more ? " < " : " <= ");
            add_side(l, text, b.greater);
            lc_text_add(text, "; ");
        }
    }
}

static bool is_untold(const linear *l, const lc_expr *var)
{
    for (size_t i = 0; i < l->nproducts; i++)
        if (l->as[i] == var)
            return !l->told[i];
    for (size_t i = 0; i < l->parts.n; i++)
        if (l->parts.as[i] == var)
            return !l->parts.told[i];
    return false;
}

/* The thread's coordinates are parameters, too. */
static void add_parameters(const linear *l, lc_text *text)
{
    for (size_t i = 0; i < lc_exprs_nvars(l->x); i++) {
        const lc_expr *var = lc_exprs_var(l->x, i);
        if (is_untold(l, var))
            continue;
        const lc_expr *known = lc_exprs_find(l->j->x, var->name);
        const lck_judged_symbol *s = known ? &l->j->symbol[known->slot] : NULL;
        int64_t high = s && s->holder == LCK_OF_AXIS ? l->j->block[s->axis] - 1 : var->high;
        lc_text_printf(text, "param %s in %lld..%lld; ", var->name, (long long)var->low,
                       (long long)high);
    }
}

/* The address, the guard and the size. */
static void add_map(linear *l, const lck_judged *a, lc_text *text)
{
    lc_text guard = {0}, at = {0};
    int64_t size, always;
    if (a->guard && !lc_expr_is_int(a->guard, &always)) {
        lc_text_add(&guard, " where ");
        add_expr(l, &guard, a->guard);
    }
    add_expr(l, &at, a->at);
    lc_text_add(text, "in_bounds(map { (i0) in (1)");
    lc_text_own(text, guard.length ? lc_text_take(NULL, &guard) : strdup(""));
    lc_text_add(text, " -> ");
    lc_text_own(text, lc_text_take(NULL, &at));
    if (lc_expr_is_int(a->size, &size))
        lc_text_printf(text, " }, %lld)", size < a->width ? 0 : (long long)size - a->width + 1);
    else {
        lc_text_add(text, " }, max(0, ");
        add_expr(l, text, a->size);
        lc_text_printf(text, " - %u))", a->width - 1);
    }
}

/* ---- what comparisons say of products ---- */

static void add_fact(linear *l, fact f)
{
    if (l->nfacts < FACTS)
        l->fact[l->nfacts++] = f;
}

static bool read_fact(void *l, lc_expr_op op, const lc_expr *a, const lc_expr *b)
{
    if (op != LC_EXPR_EQ)
        add_fact(l, (fact){a, b, op == LC_EXPR_LT});
    return false; /* all are read */
}

/* What symbols are below, as trips are. */
static void read_bounds(linear *l)
{
    for (size_t i = 0; i < lc_exprs_nvars(l->j->x); i++)
        if (l->var[i] && l->j->symbol[i].below)
            add_fact(l, bound_of(l, i));
}

/* A monomial divided by one of its variables; false: it does not have that one. */
static bool without(const lc_monomial *m, uint32_t var, lc_monomial *rest)
{
    bool found = false;
    *rest = (lc_monomial){0};
    for (uint32_t i = 0; i < m->degree; i++)
        if (m->var[i] == var && !found)
            found = true;
        else
            rest->var[rest->degree++] = m->var[i];
    return found;
}

/* Assumes that p >= 0 times a product of variables that are not negative is not negative. */
static void assume_product(linear *l, const lc_poly *p, const lc_monomial *by, lc_text *text)
{
    lc_ctx *ctx = lc_exprs_ctx(l->x);
    lc_poly *term = lc_poly_term(ctx, lc_int_si(ctx, 1), by);
    const lc_expr *sum = sum_of(l, lc_poly_mul(ctx, p, term));
    lc_poly_free(term);
    lc_ctx_reset(ctx);
    if (!sum)
        return;
    lc_text_add(text, "assume 0 <= ");
    tell(l, text, sum);
    lc_text_add(text, "; ");
}

/* Adds what a fact says when it is multiplied, once, where there is room. */
static void multiply(linear *l, size_t which, const lc_poly *difference, const lc_monomial *by,
                     lc_text *text)
{
    for (size_t i = 0; i < l->nmultiplied; i++)
        if (l->multiplied[i].fact == which && lc_monomial_cmp(&l->multiplied[i].by, by) == 0)
            return;
    if (l->nmultiplied == MULTIPLIED)
        return;
    l->multiplied[l->nmultiplied].fact = which;
    l->multiplied[l->nmultiplied++].by = *by;
    assume_product(l, difference, by, text);
}

/* p >= 0 for integers, divided by what all terms but the constant have in common. Takes p. */
static lc_poly *divided(lc_ctx *ctx, lc_poly *p)
{
    lc_poly *q = NULL, *rest = NULL;
    lc_int g = p ? lc_poly_content(ctx, p) : lc_int_si(ctx, 0);
    if (!lc_int_fits_si(g) || lc_int_get_si(g) < 2 || !lc_poly_split(ctx, p, g, &q, &rest))
        return p;
    lc_poly_free(rest);
    lc_poly_free(p);
    return q;
}

/* Multiplies a fact by what variables of its lesser side, or of its only side, are multiplied by
 * in products. */
static void assume_fact(linear *l, size_t which, lc_text *text)
{
    lc_ctx *ctx = lc_exprs_ctx(l->x);
    const lc_expr *lesser = as_linear(l, l->fact[which].lesser);
    const lc_expr *greater = as_linear(l, l->fact[which].greater);
    lc_poly *a = poly_of(l, lesser), *b = poly_of(l, greater);
    lc_poly *more = lc_poly_const(ctx, lc_int_si(ctx, l->fact[which].more));
    lc_poly *least = lc_poly_sub(ctx, b, a),
            *difference = divided(ctx, lc_poly_sub(ctx, least, more));
    const lc_poly *side = a && lc_poly_degree(a) > 0 ? a : b;
    for (size_t p = 0; difference && p < l->nproducts; p++)
        for (size_t i = 0; i < lc_poly_nterms(side); i++) {
            const lc_monomial *m = lc_poly_monomial(side, i);
            lc_monomial by;
            if (m->degree == 1 && without(&l->product[p], m->var[0], &by) && is_positive(l, &by))
                multiply(l, which, difference, &by, text);
        }
    lc_poly *const all[] = {a, b, more, least, difference};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        lc_poly_free(all[i]);
    if (!difference)
        lc_ctx_reset(ctx);
}

static void assume_facts(linear *l, const lck_judged *a, lc_text *text)
{
    (void)lc_expr_compares(a->guard, true, read_fact, l);
    read_bounds(l);
    for (size_t f = 0; f < l->nfacts && l->nproducts > 0; f++)
        assume_fact(l, f, text);
}

/* Is it a coordinate of a thread, or a part of an address? */
static bool is_small(const linear *l, const lc_expr *var)
{
    bool small = false;
    for (size_t i = 0; i < lc_exprs_nvars(l->j->x); i++)
        small = small || (l->var[i] == var && l->j->symbol[i].holder == LCK_OF_AXIS);
    for (size_t i = 0; i < l->parts.n; i++)
        small = small || l->parts.as[i] == var;
    return small && var->low >= 0 && var->high <= INT32_MAX;
}

/* The least value of a variable whose products with the others of m are at least as large as
 * it. */
static int64_t least_of(const linear *l, const lc_monomial *m, const lc_expr *var)
{
    for (uint32_t i = 0; i < m->degree; i++)
        if (lc_exprs_var(l->x, m->var[i])->low < 1)
            return 0;
    return var->low;
}

/* That sign * (limit - s) is not negative, of a variable s of a product, times the others. */
static void assume_limit(linear *l, size_t p, uint32_t var, int64_t limit, int sign,
                         lc_text *text)
{
    lc_ctx *ctx = lc_exprs_ctx(l->x);
    lc_monomial by;
    if (!without(&l->product[p], var, &by) || !is_positive(l, &by))
        return;
    lc_poly *s = lc_poly_var(ctx, var), *most = lc_poly_const(ctx, lc_int_si(ctx, limit));
    lc_poly *difference = lc_poly_sub(ctx, sign > 0 ? most : s, sign > 0 ? s : most);
    assume_product(l, difference, &by, text);
    lc_poly *const all[] = {s, most, difference};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        lc_poly_free(all[i]);
}

/* What bounds of variables say of products: of a thread's numbers, of sizes among themselves. */
static void assume_bounds(linear *l, lc_text *text)
{
    size_t n = l->nproducts;
    for (size_t p = 0; p < n; p++)
        for (uint32_t i = 0; i < l->product[p].degree; i++) {
            const lc_expr *var = lc_exprs_var(l->x, l->product[p].var[i]);
            int64_t least = least_of(l, &l->product[p], var);
            if (is_small(l, var))
                assume_limit(l, p, l->product[p].var[i], var->high, 1, text);
            if (least > 0)
                assume_limit(l, p, l->product[p].var[i], least, -1, text);
        }
}

/* What parts are that stand in the claim. */
static void assume_parts(linear *l, lc_text *text)
{
    for (size_t i = l->parts.n; i-- > 0;) {
        if (!l->parts.told[i])
            continue;
        lc_text_printf(text, "assume %s == (", l->parts.as[i]->name);
        tell(l, text, l->parts.of[i]);
        lc_text_add(text, "); ");
    }
}

/* ---- the claim ---- */

bool lck_linear_fits(const lck_judged *a)
{
    return a->at->size + a->size->size + (a->guard ? a->guard->size : 0) <= LARGE;
}

char *lck_linear_claim(const lck_judge *j, const lck_judged *a, bool *more)
{
    linear *l = calloc(1, sizeof *l);
    lc_text text = {0}, map = {0}, assumed = {0};
    if (l && (l->x = lc_exprs_new(lc_exprs_ctx(j->x)))) {
        l->j = j;
        add_map(l, a, &map);
        assume_facts(l, a, &assumed);
        assume_bounds(l, &assumed);
        add_assumptions(l, &assumed);
        assume_parts(l, &assumed);
        add_parameters(l, &text); /* of all that was met */
        lc_text_own(&text, assumed.length ? lc_text_take(NULL, &assumed) : strdup(""));
        lc_text_own(&text, lc_text_take(NULL, &map));
        *more = l->more || l->nproducts + l->quotients.n > 0;
        lc_exprs_free(l->x);
    }
    free(l);
    char *taken = lc_text_take(NULL, &text);
    if (!taken)
        lc_ctx_reset(lc_exprs_ctx(j->x));
    return taken;
}
