/* linear.c - sums of products, and their text. */
#include "config.h"

#include "linear.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

lck_linear *lck_linear_new(lcv_arena *arena)
{
    lck_linear *l = lcv_arena_alloc(arena, sizeof *l);
    if (l)
        l->arena = arena;
    return l;
}

static void *fail(lck_linear *l, const char *why)
{
    if (!l->why[0])
        snprintf(l->why, sizeof l->why, "%s", why);
    return NULL;
}

static void *array(lck_linear *l, size_t n, size_t size)
{
    void *made = n <= LCK_TERMS * LCK_TERMS ? lcv_arena_alloc(l->arena, n * size + 1) : NULL;
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

static int by_atoms(const lck_term *a, const lck_term *b)
{
    for (unsigned i = 0; i < a->n && i < b->n; i++)
        if (a->atom[i] != b->atom[i])
            return a->atom[i] < b->atom[i] ? -1 : 1;
    return a->n == b->n ? 0 : a->n < b->n ? -1 : 1;
}

static lck_poly *room_for(lck_linear *l, size_t n)
{
    lck_poly *s = array(l, 1, sizeof *s);
    if (!s)
        return NULL;
    s->n = 0;
    s->at = array(l, n, sizeof *s->at);
    return s->at ? s : NULL;
}

/* Adds a term to a sum that has room. */
static bool put(lck_linear *l, lck_poly *s, lck_term t)
{
    size_t i = 0;
    while (i < s->n && by_atoms(&s->at[i], &t) < 0)
        i++;
    if (i < s->n && by_atoms(&s->at[i], &t) == 0) {
        if (__builtin_add_overflow(s->at[i].k, t.k, &s->at[i].k))
            return fail(l, "an integer is too large");
        if (s->at[i].k == 0) {
            memmove(&s->at[i], &s->at[i + 1], (s->n - i - 1) * sizeof t);
            s->n--;
        }
        return true;
    }
    if (t.k == 0)
        return true;
    memmove(&s->at[i + 1], &s->at[i], (s->n - i) * sizeof t);
    s->at[i] = t;
    s->n++;
    return true;
}

const lck_poly *lck_poly_int(lck_linear *l, int64_t k)
{
    lck_poly *s = room_for(l, 1);
    return s && put(l, s, (lck_term){.k = k}) ? s : NULL;
}

const lck_poly *lck_poly_atom(lck_linear *l, uint32_t atom)
{
    lck_poly *s = room_for(l, 1);
    return s && put(l, s, (lck_term){.k = 1, .n = 1, .atom = {atom}}) ? s : NULL;
}

const lck_poly *lck_poly_add(lck_linear *l, const lck_poly *a, int64_t k, const lck_poly *b)
{
    if (!a || !b)
        return NULL;
    lck_poly *s = a->n + b->n <= LCK_TERMS ? room_for(l, a->n + b->n) : fail(l, "a long sum");
    if (!s)
        return NULL;
    memcpy(s->at, a->at, a->n * sizeof *a->at);
    s->n = a->n;
    for (size_t i = 0; i < b->n; i++) {
        lck_term t = b->at[i];
        if (__builtin_mul_overflow(t.k, k, &t.k))
            return fail(l, "an integer is too large");
        if (!put(l, s, t))
            return NULL;
    }
    return s;
}

static bool product(lck_linear *l, const lck_term *a, const lck_term *b, lck_term *out)
{
    unsigned i = 0, k = 0;
    *out = (lck_term){0};
    if (a->n + b->n > LCK_FACTORS || __builtin_mul_overflow(a->k, b->k, &out->k))
        return fail(l, "a product of too many unknowns");
    while (i < a->n || k < b->n)
        out->atom[out->n++] = k == b->n || (i < a->n && a->atom[i] <= b->atom[k]) ? a->atom[i++]
                                                                                  : b->atom[k++];
    return true;
}

const lck_poly *lck_poly_multiply(lck_linear *l, const lck_poly *a, const lck_poly *b)
{
    if (!a || !b)
        return NULL;
    lck_poly *s = a->n * b->n <= LCK_TERMS ? room_for(l, a->n * b->n) : fail(l, "a long product");
    for (size_t i = 0; s && i < a->n; i++)
        for (size_t k = 0; k < b->n; k++) {
            lck_term t;
            if (!product(l, &a->at[i], &b->at[k], &t) || !put(l, s, t))
                return NULL;
        }
    return s;
}

/* a without the factors of b; false: it lacks one. */
static bool quotient(const lck_term *a, const lck_term *b, lck_term *out)
{
    unsigned k = 0;
    *out = (lck_term){.k = a->k / b->k};
    if (a->k % b->k != 0)
        return false;
    for (unsigned i = 0; i < a->n; i++)
        if (k < b->n && a->atom[i] == b->atom[k])
            k++;
        else
            out->atom[out->n++] = a->atom[i];
    return k == b->n;
}

const lck_poly *lck_poly_divide(lck_linear *l, const lck_poly *a, const lck_poly *b)
{
    if (!a || !b || b->n != 1)
        return NULL;
    lck_poly *s = room_for(l, a->n);
    for (size_t i = 0; s && i < a->n; i++) {
        lck_term t;
        if (!quotient(&a->at[i], &b->at[0], &t) || !put(l, s, t))
            return NULL;
    }
    return s;
}

bool lck_poly_equal(const lck_poly *a, const lck_poly *b)
{
    bool same = a->n == b->n;
    for (size_t i = 0; same && i < a->n; i++)
        same = a->at[i].k == b->at[i].k && by_atoms(&a->at[i], &b->at[i]) == 0;
    return same;
}

bool lck_poly_is_int(const lck_poly *s, int64_t *value)
{
    *value = s->n > 0 ? s->at[0].k : 0;
    return s->n == 0 || (s->n == 1 && s->at[0].n == 0);
}

static bool same_sizes(const lck_linear *l, const lck_term *a, const lck_term *b)
{
    unsigned i = 0, k = 0;
    while (true) {
        while (i < a->n && !l->atom[a->atom[i]].size)
            i++;
        while (k < b->n && !l->atom[b->atom[k]].size)
            k++;
        if (i == a->n || k == b->n)
            return i == a->n && k == b->n;
        if (a->atom[i++] != b->atom[k++])
            return false;
    }
}

const lck_poly *lck_poly_part(lck_linear *l, const lck_poly *s, size_t i, bool *first)
{
    lck_poly *part = room_for(l, s->n);
    *first = true;
    for (size_t k = 0; part && k < s->n; k++) {
        lck_term t = {.k = s->at[k].k};
        if (!same_sizes(l, &s->at[i], &s->at[k]))
            continue;
        *first = *first && k >= i;
        for (unsigned n = 0; n < s->at[k].n; n++)
            if (!l->atom[s->at[k].atom[n]].size)
                t.atom[t.n++] = s->at[k].atom[n];
        if (!put(l, part, t))
            return NULL;
    }
    return part;
}

/* ---- text ---- */

/* The size that stands for a product of sizes. */
static const lck_atom *size_of_product(lck_linear *l, const lck_term *t)
{
    lck_term plain = *t;
    plain.k = 1;
    const lck_poly one = {.n = 1, .at = &plain};
    for (uint32_t i = 0; i < l->natoms; i++)
        if (l->atom[i].by == 0 && l->atom[i].part && lck_poly_equal(l->atom[i].part, &one))
            return &l->atom[i];
    lck_atom *a = add_atom(l, true);
    if (!a || !(a->part = lck_poly_add(l, &one, 0, &one)))
        return NULL;
    int64_t low = 1, high = 1;
    bool bounded = true;
    for (unsigned i = 0; i < t->n; i++) {
        const lck_atom *f = &l->atom[t->atom[i]];
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

bool lck_linear_text(lck_linear *l, lc_text *text, const lck_poly *s, bool *used)
{
    lc_text_add(text, s->n == 0 ? "0" : "");
    for (size_t i = 0; i < s->n; i++) {
        const lck_term *t = &s->at[i];
        const lck_atom *a = t->n == 1 ? &l->atom[t->atom[0]] : NULL;
        for (unsigned k = 0; k < t->n && t->n > 1; k++)
            if (!l->atom[t->atom[k]].size)
                return fail(l, "a product of what a thread and a size say");
        if (t->n > 1 && !(a = size_of_product(l, t)))
            return false;
        lc_text_printf(text, "%s%lld", i ? " + " : "", (long long)t->k);
        if (a) {
            lc_text_printf(text, "%s", a->name);
            used[a - l->atom] = true;
        }
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

static const lck_poly *defined(lck_linear *l, uint32_t atom)
{
    return atom < LCK_ATOMS ? lck_poly_atom(l, atom) : NULL;
}

static int64_t floored(int64_t a, int64_t by)
{
    return a / by - (a % by < 0);
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

bool lck_poly_bounds(const lck_linear *l, const lck_poly *s, int64_t *low, int64_t *high)
{
    *low = *high = 0;
    for (size_t i = 0; i < s->n; i++) {
        const lck_term *t = &s->at[i];
        int64_t least = t->k, most = t->k;
        for (unsigned k = 0; k < t->n; k++) {
            const lck_atom *a = &l->atom[t->atom[k]];
            if (a->low == INT64_MIN || a->high == INT64_MAX ||
                !times(&least, &most, a->low, a->high))
                return false;
        }
        if (__builtin_add_overflow(*low, least, low) || __builtin_add_overflow(*high, most, high))
            return false;
    }
    return true;
}

/* floor(s / by) with a factor that all terms and `by` have, but for the constant, taken out of
 * all of them; what is left of `by`. */
static int64_t reduced(lck_poly *s, int64_t by)
{
    int64_t all = by;
    for (size_t i = 0; i < s->n; i++)
        for (int64_t k = s->at[i].k, r; s->at[i].n > 0 && k != 0; all = r) {
            r = k;
            k = all % k;
        }
    all = all < 0 ? -all : all;
    for (size_t i = 0; i < s->n; i++)
        s->at[i].k = floored(s->at[i].k, all);
    if (s->n > 0 && s->at[0].k == 0) /* the constant comes first */
        memmove(&s->at[0], &s->at[1], --s->n * sizeof *s->at);
    return by / all;
}

/* floor(s / by) */
static const lck_poly *divided(lck_linear *l, const lck_poly *s, int64_t by)
{
    lck_poly *whole = s ? room_for(l, s->n) : NULL, *rest = s ? room_for(l, s->n) : NULL;
    int64_t value;
    if (!whole || !rest)
        return NULL;
    for (size_t i = 0; i < s->n; i++) {
        lck_term t = s->at[i], r = t;
        r.k = ((t.k % by) + by) % by;
        t.k = (t.k - r.k) / by;
        if (!put(l, whole, t) || !put(l, rest, r))
            return NULL;
    }
    int64_t low, high;
    by = reduced(rest, by);
    bool bounded = lck_poly_bounds(l, rest, &low, &high);
    if (lck_poly_is_int(rest, &value))
        return whole;
    if (bounded && floored(low, by) == floored(high, by))
        return lck_poly_add(l, whole, floored(low, by), lck_poly_int(l, 1));
    for (uint32_t i = 0; i < l->natoms; i++)
        if (l->atom[i].by == by && l->atom[i].part && lck_poly_equal(l->atom[i].part, rest))
            return lck_poly_add(l, whole, 1, lck_poly_atom(l, i));
    bool used[LCK_ATOMS] = {false};
    lc_text text = {0};
    lc_text_printf(&text, " = floor((");
    bool ok = lck_linear_text(l, &text, rest, used);
    lc_text_printf(&text, ")/%lld)", (long long)by);
    lck_atom of = {.part = rest,
                   .by = by,
                   .low = bounded ? floored(low, by) : INT64_MIN,
                   .high = bounded ? floored(high, by) : INT64_MAX};
    uint32_t atom = ok ? define(l, of, "", &text, used) : LCK_ATOMS;
    lc_text_free(&text);
    return lck_poly_add(l, whole, 1, defined(l, atom));
}

static const lck_poly *remainder_of(lck_linear *l, const lck_poly *s, int64_t by)
{
    const lck_poly *q = divided(l, s, by);
    return q ? lck_poly_add(l, s, -by, q) : NULL;
}

/* The XOR of two numbers of so many bits, bit by bit: (a / 2^i + b / 2^i) % 2. */
static const lck_poly *xor_of(lck_linear *l, const lck_poly *a, const lck_poly *b, unsigned bits)
{
    const lck_poly *all = lck_poly_int(l, 0);
    for (unsigned i = 0; i < bits && all; i++) {
        const lck_poly *sum = lck_poly_add(l, divided(l, a, (int64_t)1 << i), 1,
                                           divided(l, b, (int64_t)1 << i));
        all = lck_poly_add(l, all, (int64_t)1 << i, remainder_of(l, sum, 2));
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

static const lck_poly *of_xor(lck_linear *l, const lc_expr *e)
{
    const lc_expr *a = e->arg[0], *b = e->arg[1];
    if (bits_of(a) < bits_of(b)) {
        a = e->arg[1];
        b = e->arg[0];
    }
    unsigned bits = bits_of(b); /* the bits of a that change */
    const lck_poly *whole = lck_poly_of(l, a), *by = lck_poly_of(l, b);
    if (bits > 16)
        return fail(l, "an XOR of many bits");
    const lck_poly *low = whole ? remainder_of(l, whole, (int64_t)1 << bits) : NULL;
    const lck_poly *changed = low && by ? xor_of(l, low, by, bits) : NULL;
    return low && changed ? lck_poly_add(l, lck_poly_add(l, whole, -1, low), 1, changed) : NULL;
}

/* a = k d for some number k. */
static bool is_multiple(lck_linear *l, const lck_poly *a, const lck_poly *d)
{
    const lck_poly *rest = a;
    if (a && d && a->n > 0 && d->n > 0 && a->at[0].k % d->at[0].k == 0)
        rest = lck_poly_add(l, a, -(a->at[0].k / d->at[0].k), d);
    return rest && rest->n == 0;
}

/* Where a condition says that numbers are equal, both choices may be so: of (k = 0 ? a : a + 8 k)
 * the second is always right. NULL: there is no such one. */
static const lck_poly *either(lck_linear *l, const lc_expr *c, const lck_poly *yes,
                              const lck_poly *no)
{
    if ((c->op != LC_EXPR_EQ && c->op != LC_EXPR_NE) || !yes || !no)
        return NULL;
    const lck_poly *d = lck_poly_add(l, lck_poly_of(l, c->arg[0]), -1, lck_poly_of(l, c->arg[1]));
    return is_multiple(l, lck_poly_add(l, yes, -1, no), d) ? (c->op == LC_EXPR_EQ ? no : yes)
                                                           : NULL;
}

/* A number that conditions choose: v = yes where c holds, else v = no. */
static const lck_poly *chosen(lck_linear *l, const lc_expr *e, const lc_expr *c,
                              const lc_expr *not_c, const lck_poly *yes, const lck_poly *no)
{
    bool used[LCK_ATOMS] = {false};
    lc_text first = {0}, second = {0}, text = {0};
    if (!yes || !no || !c || !not_c)
        return NULL;
    const lck_poly *always = either(l, c, yes, no);
    if (always)
        return always;
    for (uint32_t i = 0; i < l->natoms; i++)
        if (l->atom[i].of && lc_expr_equal(l->atom[i].of, e))
            return lck_poly_atom(l, i);
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

static const lck_poly *of_comparison(lck_linear *l, const lc_expr *e, const lc_expr *a,
                                     const lc_expr *b, bool larger)
{
    lc_expr less = {.op = LC_EXPR_LE, .arg = {a, b}, .low = 0, .high = 1}, not_less;
    const lc_expr *yes = larger ? b : a, *no = larger ? a : b;
    return chosen(l, e, &less, negation(&less, &not_less), lck_poly_of(l, yes),
                  lck_poly_of(l, no));
}

const lck_poly *lck_poly_of(lck_linear *l, const lc_expr *e)
{
    int64_t by;
    lc_expr other;
    if (!e)
        return fail(l, "a formula that is too long");
    switch (e->op) {
    case LC_EXPR_INT: return lck_poly_int(l, e->value);
    case LC_EXPR_VAR:
        for (uint32_t i = 0; i < l->natoms; i++)
            if (l->atom[i].var && lc_expr_equal(l->atom[i].var, e))
                return lck_poly_atom(l, i);
        return fail(l, "a number that nothing is known of");
    case LC_EXPR_ADD:
        return lck_poly_add(l, lck_poly_of(l, e->arg[0]), 1, lck_poly_of(l, e->arg[1]));
    case LC_EXPR_SUB:
        return lck_poly_add(l, lck_poly_of(l, e->arg[0]), -1, lck_poly_of(l, e->arg[1]));
    case LC_EXPR_MUL:
        return lck_poly_multiply(l, lck_poly_of(l, e->arg[0]), lck_poly_of(l, e->arg[1]));
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
    default: return chosen(l, e, e, negation(e, &other), lck_poly_int(l, 1), lck_poly_int(l, 0));
    }
}

/* ---- conditions ---- */

static bool condition(lck_linear *l, lc_text *text, const lc_expr *e, bool holds, bool *used);

static bool compared(lck_linear *l, lc_text *text, const lc_expr *a, const char *op,
                     const lc_expr *b, bool *used)
{
    const lck_poly *d = lck_poly_add(l, lck_poly_of(l, a), -1, lck_poly_of(l, b));
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
