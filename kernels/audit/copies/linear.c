/* linear.c - sums of products, and their text. */
#include "config.h"

#include "linear.h"

#include "../../../lib/int64.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

lck_linear *lck_linear_new(lcv_arena *arena)
{
    lck_linear *l = lcv_arena_alloc(arena, sizeof *l);
    if (l)
        l->sums = (lcv_sums){.arena = arena, .degree = LCV_DEGREE, .terms = 200};
    return l;
}

static void *fail(lck_linear *l, const char *why)
{
    if (!l->sums.failed)
        l->sums.failed = why;
    return NULL;
}

static void *array(lck_linear *l, size_t n, size_t size)
{
    void *made = lcv_arena_alloc(l->sums.arena, n * size + 1);
    return made ? made : fail(l, "there is no memory");
}

/* ---- atoms ---- */

static lck_atom *add_atom(lck_linear *l, bool size)
{
    if (l->natoms == LCK_ATOMS)
        return fail(l, "the formulas are too long");
    lck_atom *a = &l->atom[l->natoms];
    *a = (lck_atom){.size = size, .low = INT64_MIN, .high = INT64_MAX};
    snprintf(a->name, sizeof a->name, "%c%u", size ? 'n' : 'v', (unsigned)l->natoms++);
    return a;
}

uint32_t lck_linear_add(lck_linear *l, const lc_expr *var, bool size)
{
    for (uint32_t i = 0; i < l->natoms; i++)
        if (l->atom[i].var == var)
            return i;
    lck_atom *a = add_atom(l, size);
    if (!a)
        return 0;
    a->var = var;
    a->low = var->low;
    a->high = var->high;
    return (uint32_t)(a - l->atom);
}

/* ---- sums ---- */

const lcv_sum *lck_poly_divide(lck_linear *l, const lcv_sum *a, const lcv_sum *b)
{
    const lcv_sum *part, *rest;
    int64_t left;
    if (!a || !b || b->n > 1 || (b->n == 1) == (b->constant != 0))
        return NULL;
    const lcv_term by = b->n == 1 ? b->term[0] : (lcv_term){.factor = b->constant};
    bool split = lcv_sum_split(&l->sums, a, &by, &part, &rest);
    return split && lcv_sum_is_number(rest, &left) && left == 0 ? part : NULL;
}

static bool same_sizes(const lck_linear *l, const lcv_term *a, const lcv_term *b)
{
    size_t i = 0, k = 0;
    while (true) {
        while (i < a->n && !l->atom[a->of[i]].size)
            i++;
        while (k < b->n && !l->atom[b->of[k]].size)
            k++;
        if (i == a->n || k == b->n)
            return i == a->n && k == b->n;
        if (a->of[i++] != b->of[k++])
            return false;
    }
}

const lcv_sum *lck_poly_part(lck_linear *l, const lcv_sum *s, size_t i, bool *first)
{
    const lcv_term constant = {0}, *like = i > 0 ? &s->term[i - 1] : &constant;
    bool also = s->constant != 0 && same_sizes(l, like, &constant);
    const lcv_sum *part = lcv_sum_number(&l->sums, also ? s->constant : 0);
    *first = i == 0 ? also : !also;
    for (size_t k = 0; part && k < s->n; k++) {
        lcv_term t = {.factor = s->term[k].factor};
        if (!same_sizes(l, like, &s->term[k]))
            continue;
        *first = *first && k + 1 >= i;
        for (size_t n = 0; n < s->term[k].n; n++)
            if (!l->atom[s->term[k].of[n]].size)
                t.of[t.n++] = s->term[k].of[n];
        const lcv_sum one = {.constant = t.n ? 0 : t.factor, .n = t.n > 0, .term = &t};
        part = lcv_sum_add(&l->sums, part, 1, &one);
    }
    return part;
}

/* ---- text ---- */

/* The size that stands for a product of sizes. */
static const lck_atom *size_of_product(lck_linear *l, const lcv_term *t)
{
    lcv_term plain = *t;
    plain.factor = 1;
    const lcv_sum one = {.n = 1, .term = &plain};
    for (uint32_t i = 0; i < l->natoms; i++)
        if (l->atom[i].by == 0 && l->atom[i].part && lcv_sum_same(l->atom[i].part, &one))
            return &l->atom[i];
    lck_atom *a = add_atom(l, true);
    if (!a || !(a->part = lcv_sum_add(&l->sums, &one, 0, &one)))
        return NULL;
    int64_t low = 1, high = 1;
    bool bounded = true;
    for (size_t i = 0; i < t->n; i++) {
        const lck_atom *f = &l->atom[t->of[i]];
        bounded = bounded && f->low >= 0 && f->high < INT64_MAX &&
                  !__builtin_mul_overflow(high, f->high, &high);
        low = f->low >= 0 && low < INT32_MAX && f->low < INT32_MAX ? low * f->low : 0;
        bounded = bounded && f->low >= 0;
    }
    if (bounded) {
        a->low = low;
        a->high = high;
    }
    return a;
}

bool lck_linear_text(lck_linear *l, lc_text *text, const lcv_sum *s, bool *used)
{
    if (s->constant != 0 || s->n == 0)
        lc_text_printf(text, "%lld", (long long)s->constant);
    for (size_t i = 0; i < s->n; i++) {
        const lcv_term *t = &s->term[i];
        const lck_atom *a = &l->atom[t->of[0]];
        for (size_t k = 0; k < t->n && t->n > 1; k++)
            if (!l->atom[t->of[k]].size)
                return fail(l, "a product of what a thread and a size say");
        if (t->n > 1 && !(a = size_of_product(l, t)))
            return false;
        lc_text_printf(text, "%s%lld%s", i > 0 || s->constant != 0 ? " + " : "",
                       (long long)t->factor, a->name);
        used[a - l->atom] = true;
    }
    return true;
}

void lck_linear_close(const lck_linear *l, bool *used)
{
    for (uint32_t i = l->natoms; i-- > 0;) /* a definition uses atoms before it */
        for (uint32_t k = 0; used[i] && l->atom[i].uses && k < i; k++)
            used[k] = used[k] || l->atom[i].uses[k];
}

/* ---- what has a definition ---- */

static bool all_sizes(const lck_linear *l, const bool *used)
{
    for (uint32_t i = 0; i < l->natoms; i++)
        if (used[i] && !l->atom[i].size)
            return false;
    return true;
}

/* A new atom whose definition is `%s` with its name, in a text of parts around it. */
static uint32_t define(lck_linear *l, lck_atom of, const char *before, lc_text *after,
                       const bool *used)
{
    lck_atom *a = add_atom(l, all_sizes(l, used));
    lc_text text = {0};
    bool *kept = a ? array(l, LCK_ATOMS, sizeof *kept) : NULL;
    if (!kept)
        return LCK_ATOMS;
    memcpy(kept, used, LCK_ATOMS * sizeof *kept);
    lc_text_printf(&text, "%s%s%s", before, a->name, lc_text_peek(after));
    char *own = array(l, text.length + 1, 1);
    if (own)
        memcpy(own, lc_text_peek(&text), text.length + 1);
    lc_text_free(&text);
    a->definition = own;
    a->uses = kept;
    a->of = of.of;
    a->part = of.part;
    a->by = of.by;
    a->low = of.low;
    a->high = of.high;
    return own ? (uint32_t)(a - l->atom) : LCK_ATOMS;
}

static const lcv_sum *defined(lck_linear *l, uint32_t atom)
{
    return atom < LCK_ATOMS ? lcv_sum_unknown(&l->sums, atom) : NULL;
}

static bool times(int64_t *low, int64_t *high, int64_t a, int64_t b)
{
    const int64_t end[4] = {*low, *low, *high, *high}, by[4] = {a, b, a, b};
    int64_t least = INT64_MAX, most = INT64_MIN;
    for (int i = 0; i < 4; i++) {
        int64_t value;
        if (__builtin_mul_overflow(end[i], by[i], &value))
            return false;
        least = value < least ? value : least;
        most = value > most ? value : most;
    }
    *low = least;
    *high = most;
    return true;
}

bool lck_poly_bounds(const lck_linear *l, const lcv_sum *s, int64_t *low, int64_t *high)
{
    *low = *high = s->constant;
    for (size_t i = 0; i < s->n; i++) {
        const lcv_term *t = &s->term[i];
        int64_t least = t->factor, most = t->factor;
        for (size_t k = 0; k < t->n; k++) {
            const lck_atom *a = &l->atom[t->of[k]];
            if (a->low == INT64_MIN || a->high == INT64_MAX ||
                !times(&least, &most, a->low, a->high))
                return false;
        }
        if (__builtin_add_overflow(*low, least, low) || __builtin_add_overflow(*high, most, high))
            return false;
    }
    return true;
}

/* floor(s / by); a factor that all terms of the rest and `by` have is taken out of it. */
static const lcv_sum *divided(lck_linear *l, const lcv_sum *s, int64_t by)
{
    const lcv_sum *whole, *rest, *none;
    int64_t value, all = by;
    if (!lcv_sum_divide(&l->sums, s, by, &whole, &rest))
        return NULL;
    for (size_t i = 0; i < rest->n; i++)
        all = lc_int64_gcd(all, rest->term[i].factor);
    if (!lcv_sum_divide(&l->sums, rest, all, &rest, &none))
        return NULL;
    by /= all;
    int64_t low, high;
    bool bounded = lck_poly_bounds(l, rest, &low, &high);
    if (lcv_sum_is_number(rest, &value))
        return whole;
    if (bounded && lc_int64_floor(low, by) == lc_int64_floor(high, by))
        return lcv_sum_add(&l->sums, whole, lc_int64_floor(low, by), lcv_sum_number(&l->sums, 1));
    for (uint32_t i = 0; i < l->natoms; i++)
        if (l->atom[i].by == by && l->atom[i].part && lcv_sum_same(l->atom[i].part, rest))
            return lcv_sum_add(&l->sums, whole, 1, lcv_sum_unknown(&l->sums, i));
    bool used[LCK_ATOMS] = {false};
    lc_text text = {0};
    lc_text_printf(&text, " = floor((");
    bool ok = lck_linear_text(l, &text, rest, used);
    lc_text_printf(&text, ")/%lld)", (long long)by);
    lck_atom of = {.part = rest,
                   .by = by,
                   .low = bounded ? lc_int64_floor(low, by) : INT64_MIN,
                   .high = bounded ? lc_int64_floor(high, by) : INT64_MAX};
    uint32_t atom = ok ? define(l, of, "", &text, used) : LCK_ATOMS;
    lc_text_free(&text);
    return lcv_sum_add(&l->sums, whole, 1, defined(l, atom));
}

static const lcv_sum *remainder_of(lck_linear *l, const lcv_sum *s, int64_t by)
{
    const lcv_sum *q = divided(l, s, by);
    return q ? lcv_sum_add(&l->sums, s, -by, q) : NULL;
}

/* The XOR of two numbers of so many bits, bit by bit: (a / 2^i + b / 2^i) % 2. */
static const lcv_sum *xor_of(lck_linear *l, const lcv_sum *a, const lcv_sum *b, unsigned bits)
{
    const lcv_sum *all = lcv_sum_number(&l->sums, 0);
    for (unsigned i = 0; i < bits && all; i++) {
        const lcv_sum *sum = lcv_sum_add(&l->sums, divided(l, a, (int64_t)1 << i), 1,
                                         divided(l, b, (int64_t)1 << i));
        all = lcv_sum_add(&l->sums, all, (int64_t)1 << i, remainder_of(l, sum, 2));
    }
    return all;
}

static unsigned bits_of(const lc_expr *e)
{
    unsigned bits = 0;
    while (bits < 62 && e->high >> bits > 0)
        bits++;
    return e->low < 0 || e->high == INT64_MAX ? 63 : bits;
}

static const lcv_sum *of_xor(lck_linear *l, const lc_expr *e)
{
    const lc_expr *a = e->arg[0], *b = e->arg[1];
    if (bits_of(a) < bits_of(b)) {
        a = e->arg[1];
        b = e->arg[0];
    }
    unsigned bits = bits_of(b); /* the bits of a that change */
    const lcv_sum *whole = lck_poly_of(l, a), *by = lck_poly_of(l, b);
    if (bits > 16)
        return fail(l, "an XOR of many bits");
    const lcv_sum *low = whole ? remainder_of(l, whole, (int64_t)1 << bits) : NULL;
    const lcv_sum *changed = low && by ? xor_of(l, low, by, bits) : NULL;
    return low && changed
               ? lcv_sum_add(&l->sums, lcv_sum_add(&l->sums, whole, -1, low), 1, changed)
               : NULL;
}

static int64_t leading(const lcv_sum *a)
{
    return a->n > 0 ? a->term[0].factor : a->constant;
}

/* a = k d for some number k. */
static bool is_multiple(lck_linear *l, const lcv_sum *a, const lcv_sum *d)
{
    const lcv_sum *rest = a;
    int64_t left;
    if (a && d && leading(d) != 0 && leading(a) % leading(d) == 0)
        rest = lcv_sum_add(&l->sums, a, -(leading(a) / leading(d)), d);
    return rest && lcv_sum_is_number(rest, &left) && left == 0;
}

/* Where a condition says that numbers are equal, both choices may be so: of (k = 0 ? a : a + 8 k)
 * the second is always right. NULL: there is no such one. */
static const lcv_sum *either(lck_linear *l, const lc_expr *c, const lcv_sum *yes,
                             const lcv_sum *no)
{
    if ((c->op != LC_EXPR_EQ && c->op != LC_EXPR_NE) || !yes || !no)
        return NULL;
    const lcv_sum *d = lcv_sum_add(&l->sums, lck_poly_of(l, c->arg[0]), -1,
                                   lck_poly_of(l, c->arg[1]));
    return is_multiple(l, lcv_sum_add(&l->sums, yes, -1, no), d)
               ? (c->op == LC_EXPR_EQ ? no : yes)
               : NULL;
}

/* A number that conditions choose: v = yes where c holds, else v = no. */
static const lcv_sum *chosen(lck_linear *l, const lc_expr *e, const lc_expr *c,
                             const lc_expr *not_c, const lcv_sum *yes, const lcv_sum *no)
{
    bool used[LCK_ATOMS] = {false};
    lc_text first = {0}, second = {0}, text = {0};
    if (!yes || !no || !c || !not_c)
        return NULL;
    const lcv_sum *always = either(l, c, yes, no);
    if (always)
        return always;
    for (uint32_t i = 0; i < l->natoms; i++)
        if (l->atom[i].of && lc_expr_equal(l->atom[i].of, e))
            return lcv_sum_unknown(&l->sums, i);
    bool ok = lck_linear_condition(l, &first, c, used) &&
              lck_linear_condition(l, &second, not_c, used);
    lc_text_add(&text, " = ");
    ok = ok && lck_linear_text(l, &text, yes, used);
    lc_text_printf(&text, " and %s) or (%s and ", lc_text_peek(&first), lc_text_peek(&second));
    ok = ok && lck_linear_text(l, &text, no, used);
    uint32_t atom = LCK_ATOMS;
    if (ok) { /* ((v = yes and c) or (not c and no = v)) */
        char name[20];
        snprintf(name, sizeof name, " = v%u))", (unsigned)l->natoms);
        if (all_sizes(l, used))
            name[3] = 'n';
        lc_text_add(&text, name);
        lck_atom of = {.of = e, .low = e->low, .high = e->high};
        atom = define(l, of, "((", &text, used);
    }
    lc_text_free(&first);
    lc_text_free(&second);
    lc_text_free(&text);
    return defined(l, atom);
}

/* ---- expressions ---- */

static const lc_expr *negation(const lc_expr *e, lc_expr *made)
{
    *made = (lc_expr){.op = LC_EXPR_NOT, .arg = {e}, .low = 0, .high = 1};
    return made;
}

static const lcv_sum *of_comparison(lck_linear *l, const lc_expr *e, const lc_expr *a,
                                    const lc_expr *b, bool larger)
{
    lc_expr less = {.op = LC_EXPR_LE, .arg = {a, b}, .low = 0, .high = 1}, not_less;
    const lc_expr *yes = larger ? b : a, *no = larger ? a : b;
    return chosen(l, e, &less, negation(&less, &not_less), lck_poly_of(l, yes),
                  lck_poly_of(l, no));
}

const lcv_sum *lck_poly_of(lck_linear *l, const lc_expr *e)
{
    int64_t by;
    lc_expr other;
    if (!e)
        return fail(l, "a formula that is too long");
    switch (e->op) {
    case LC_EXPR_INT: return lcv_sum_number(&l->sums, e->value);
    case LC_EXPR_VAR:
        for (uint32_t i = 0; i < l->natoms; i++)
            if (l->atom[i].var && lc_expr_equal(l->atom[i].var, e))
                return lcv_sum_unknown(&l->sums, i);
        return fail(l, "a number that nothing is known of");
    case LC_EXPR_ADD:
        return lcv_sum_add(&l->sums, lck_poly_of(l, e->arg[0]), 1, lck_poly_of(l, e->arg[1]));
    case LC_EXPR_SUB:
        return lcv_sum_add(&l->sums, lck_poly_of(l, e->arg[0]), -1, lck_poly_of(l, e->arg[1]));
    case LC_EXPR_MUL:
        return lcv_sum_mul(&l->sums, lck_poly_of(l, e->arg[0]), lck_poly_of(l, e->arg[1]));
    case LC_EXPR_DIV:
    case LC_EXPR_MOD:
        if (!lc_expr_is_int(e->arg[1], &by) || by <= 0)
            return fail(l, "a quotient by a size");
        return e->op == LC_EXPR_DIV ? divided(l, lck_poly_of(l, e->arg[0]), by)
                                    : remainder_of(l, lck_poly_of(l, e->arg[0]), by);
    case LC_EXPR_XOR: return of_xor(l, e);
    case LC_EXPR_MIN: return of_comparison(l, e, e->arg[0], e->arg[1], false);
    case LC_EXPR_MAX: return of_comparison(l, e, e->arg[0], e->arg[1], true);
    case LC_EXPR_SELECT:
        return chosen(l, e, e->arg[0], negation(e->arg[0], &other), lck_poly_of(l, e->arg[1]),
                      lck_poly_of(l, e->arg[2]));
    default:
        return chosen(l, e, e, negation(e, &other), lcv_sum_number(&l->sums, 1),
                      lcv_sum_number(&l->sums, 0));
    }
}

/* ---- conditions ---- */

static bool condition(lck_linear *l, lc_text *text, const lc_expr *e, bool holds, bool *used);

static bool compared(lck_linear *l, lc_text *text, const lc_expr *a, const char *op,
                     const lc_expr *b, bool *used)
{
    const lcv_sum *d = lcv_sum_add(&l->sums, lck_poly_of(l, a), -1, lck_poly_of(l, b));
    if (!d)
        return false;
    bool ok = lck_linear_text(l, text, d, used);
    lc_text_printf(text, " %s 0", op);
    return ok;
}

static bool joined(lck_linear *l, lc_text *text, const lc_expr *e, const char *word, bool holds,
                   bool *used)
{
    lc_text_add(text, "(");
    bool ok = condition(l, text, e->arg[0], holds, used);
    lc_text_printf(text, " %s ", word);
    ok = ok && condition(l, text, e->arg[1], holds, used);
    lc_text_add(text, ")");
    return ok;
}

/* a = b, or not, of two conditions. */
static bool same_truth(lck_linear *l, lc_text *text, const lc_expr *e, bool same, bool *used)
{
    bool ok = true;
    for (int side = 0; side < 2; side++) {
        lc_text_add(text, side ? ") or (" : "((");
        ok = ok && condition(l, text, e->arg[0], side == 0, used);
        lc_text_add(text, " and ");
        ok = ok && condition(l, text, e->arg[1], (side == 0) == same, used);
    }
    lc_text_add(text, "))");
    return ok;
}

static bool is_truth(const lc_expr *e)
{
    return e->op >= LC_EXPR_LT && e->op <= LC_EXPR_NOT;
}

static bool condition(lck_linear *l, lc_text *text, const lc_expr *e, bool holds, bool *used)
{
    int64_t value;
    lc_expr zero = {.op = LC_EXPR_INT};
    if (!e)
        return fail(l, "a condition that is too long");
    if (lc_expr_is_int(e, &value)) {
        lc_text_add(text, (value != 0) == holds ? "0 = 0" : "0 = 1");
        return true;
    }
    switch (e->op) {
    case LC_EXPR_LT: return compared(l, text, e->arg[0], holds ? "<" : ">=", e->arg[1], used);
    case LC_EXPR_LE: return compared(l, text, e->arg[0], holds ? "<=" : ">", e->arg[1], used);
    case LC_EXPR_EQ:
    case LC_EXPR_NE:
        if (is_truth(e->arg[0]) && is_truth(e->arg[1]))
            return same_truth(l, text, e, (e->op == LC_EXPR_EQ) == holds, used);
        return compared(l, text, e->arg[0],
                        (e->op == LC_EXPR_EQ) == holds ? "=" : "!=", e->arg[1], used);
    case LC_EXPR_ALL: return joined(l, text, e, holds ? "and" : "or", holds, used);
    case LC_EXPR_ANY: return joined(l, text, e, holds ? "or" : "and", holds, used);
    case LC_EXPR_NOT: return condition(l, text, e->arg[0], !holds, used);
    default: return compared(l, text, e, holds ? "!=" : "=", &zero, used);
    }
}

bool lck_linear_condition(lck_linear *l, lc_text *text, const lc_expr *e, bool *used)
{
    return condition(l, text, e, true, used);
}
