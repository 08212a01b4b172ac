#include "config.h"

#include "sum.h"

#include <string.h>

#include "../../lib/ctx.h"
#include "../../lib/int64.h"

static void *fail(lcv_sums *s, const char *why)
{
    if (!s->failed)
        s->failed = why;
    return NULL;
}

static lcv_sum *sum_new(lcv_sums *s, size_t room)
{
    lcv_sum *made = lcv_arena_alloc(s->arena, sizeof *made);
    if (made && room > 0)
        made->term = lcv_arena_alloc(s->arena, room * sizeof *made->term);
    return made && (room == 0 || made->term) ? made : fail(s, LC_NO_MEMORY);
}

const lcv_sum *lcv_sum_number(lcv_sums *s, int64_t value)
{
    lcv_sum *made = sum_new(s, 0);
    if (made)
        made->constant = value;
    return made;
}

const lcv_sum *lcv_sum_unknown(lcv_sums *s, size_t u)
{
    lcv_sum *made = u == SIZE_MAX ? NULL : sum_new(s, 1);
    if (made) {
        made->n = 1;
        made->term[0] = (lcv_term){.factor = 1, .n = 1, .of = {(uint16_t)u}};
    }
    return made;
}

static int compare(const lcv_term *a, const lcv_term *b)
{
    if (a->n != b->n)
        return a->n < b->n ? -1 : 1;
    return memcmp(a->of, b->of, sizeof a->of);
}

/* One term more, in its place. */
static bool put(lcv_sums *s, lcv_sum *sum, lcv_term t)
{
    size_t i = 0;
    while (i < sum->n && compare(&sum->term[i], &t) < 0)
        i++;
    if (i < sum->n && compare(&sum->term[i], &t) == 0) {
        if (__builtin_add_overflow(sum->term[i].factor, t.factor, &sum->term[i].factor))
            return fail(s, "a number past 64 bits");
        if (sum->term[i].factor == 0)
            memmove(&sum->term[i], &sum->term[i + 1], (--sum->n - i) * sizeof t);
        return true;
    }
    if (t.factor == 0)
        return true;
    memmove(&sum->term[i + 1], &sum->term[i], (sum->n++ - i) * sizeof t);
    sum->term[i] = t;
    return true;
}

static const lcv_sum *checked(lcv_sums *s, const lcv_sum *sum)
{
    return sum->n <= (s->terms ? s->terms : LCV_MAX_TERMS) ? sum : fail(s, "too many terms");
}

const lcv_sum *lcv_sum_add(lcv_sums *s, const lcv_sum *a, int64_t factor, const lcv_sum *b)
{
    lcv_sum *made = a && b ? sum_new(s, a->n + b->n + 1) : NULL;
    int64_t more;
    if (!made)
        return NULL;
    if (a->n > 0)
        memcpy(made->term, a->term, a->n * sizeof *a->term);
    made->n = a->n;
    if (__builtin_mul_overflow(factor, b->constant, &more) ||
        __builtin_add_overflow(a->constant, more, &made->constant))
        return fail(s, "a number past 64 bits");
    for (size_t i = 0; i < b->n; i++) {
        lcv_term t = b->term[i];
        if (__builtin_mul_overflow(factor, t.factor, &t.factor))
            return fail(s, "a number past 64 bits");
        if (!put(s, made, t))
            return NULL;
    }
    return checked(s, made);
}

static bool product(lcv_sums *s, const lcv_term *a, const lcv_term *b, lcv_term *out)
{
    size_t i = 0, k = 0;
    *out = (lcv_term){.n = a->n + b->n};
    if (out->n > (s->degree ? s->degree : 4))
        return fail(s, "a product of too many unknowns");
    for (size_t j = 0; j < out->n; j++)
        out->of[j] = k == b->n || (i < a->n && a->of[i] <= b->of[k]) ? a->of[i++] : b->of[k++];
    return !__builtin_mul_overflow(a->factor, b->factor, &out->factor) ||
           fail(s, "a number past 64 bits");
}

const lcv_sum *lcv_sum_mul(lcv_sums *s, const lcv_sum *a, const lcv_sum *b)
{
    lcv_sum *made = a && b ? sum_new(s, (a->n + 1) * (b->n + 1) + 1) : NULL;
    for (size_t i = 0; made && i <= a->n; i++) {
        lcv_term x = i < a->n ? a->term[i] : (lcv_term){.factor = a->constant};
        for (size_t k = 0; k <= b->n; k++) {
            lcv_term y = k < b->n ? b->term[k] : (lcv_term){.factor = b->constant}, t;
            if (!product(s, &x, &y, &t))
                return NULL;
            if (t.n == 0)
                made->constant = t.factor;
            else if (!put(s, made, t))
                return NULL;
        }
    }
    return made ? checked(s, made) : NULL;
}

const lcv_sum *lcv_sum_with(lcv_sums *s, const lcv_sum *sum,
                            const lcv_sum *(*instead)(const void *user, size_t u),
                            const void *user)
{
    const lcv_sum *made = lcv_sum_number(s, sum->constant);
    for (size_t i = 0; made && i < sum->n; i++) {
        const lcv_sum *product = lcv_sum_number(s, sum->term[i].factor);
        for (size_t k = 0; product && k < sum->term[i].n; k++)
            product = lcv_sum_mul(s, product, instead(user, sum->term[i].of[k]));
        made = lcv_sum_add(s, made, 1, product);
    }
    return made;
}

bool lcv_sum_is_number(const lcv_sum *a, int64_t *value)
{
    *value = a ? a->constant : 0;
    return a && a->n == 0;
}

bool lcv_sum_is_linear(const lcv_sum *a)
{
    return a->n == 0 || a->term[a->n - 1].n == 1;
}

bool lcv_sum_same(const lcv_sum *a, const lcv_sum *b)
{
    if (a->n != b->n || a->constant != b->constant)
        return false;
    for (size_t i = 0; i < a->n; i++)
        if (compare(&a->term[i], &b->term[i]) != 0 || a->term[i].factor != b->term[i].factor)
            return false;
    return true;
}

/* The term without the unknowns of another, and its factor; false where that does not divide. */
static bool without(const lcv_term *t, const lcv_term *by, lcv_term *out)
{
    size_t k = 0;
    if (t->factor % by->factor != 0 || by->n > t->n)
        return false;
    *out = (lcv_term){.factor = t->factor / by->factor};
    for (size_t i = 0; i < t->n; i++) {
        if (k < by->n && t->of[i] == by->of[k])
            k++;
        else
            out->of[out->n++] = t->of[i];
    }
    return k == by->n;
}

bool lcv_sum_split(lcv_sums *s, const lcv_sum *a, const lcv_term *by, const lcv_sum **part,
                   const lcv_sum **rest)
{
    lcv_sum *divided = sum_new(s, a->n + 1), *left = sum_new(s, a->n + 1);
    lcv_term t;
    *part = divided;
    *rest = left;
    if (!divided || !left)
        return false;
    if (by->n == 0 && a->constant % by->factor == 0)
        divided->constant = a->constant / by->factor;
    else
        left->constant = a->constant;
    for (size_t i = 0; i < a->n; i++) {
        if (!without(&a->term[i], by, &t)) {
            left->term[left->n++] = a->term[i];
        } else if (t.n == 0) {
            divided->constant += t.factor;
        } else if (!put(s, divided, t)) {
            return false;
        }
    }
    return true;
}

bool lcv_sum_divide(lcv_sums *s, const lcv_sum *a, int64_t by, const lcv_sum **q,
                    const lcv_sum **r)
{
    lcv_sum *whole = a ? sum_new(s, a->n) : NULL, *rest = whole ? sum_new(s, a->n) : NULL;
    *q = whole;
    *r = rest;
    if (!rest)
        return false;
    whole->constant = lc_int64_floor(a->constant, by);
    rest->constant = lc_int64_rest(a->constant, by);
    for (size_t i = 0; i < a->n; i++) {
        lcv_term t = a->term[i];
        if ((t.factor = lc_int64_floor(a->term[i].factor, by)) != 0)
            whole->term[whole->n++] = t;
        if ((t.factor = lc_int64_rest(a->term[i].factor, by)) != 0)
            rest->term[rest->n++] = t;
    }
    return true;
}

/* ---- unknowns ---- */

static bool same_part(const lcv_sum *a, const lcv_sum *b)
{
    return a == b || (a && b && lcv_sum_same(a, b));
}

static bool same_unknown(const lcv_unknown_integer *a, const lcv_unknown_integer *b)
{
    if (a->kind != b->kind || a->value != b->value || a->table != b->table || a->n != b->n ||
        a->kind == LCV_U_COORDINATE || !same_part(a->of, b->of) || !same_part(a->by, b->by))
        return false;
    for (size_t i = 0; i < a->n; i++)
        if (!lcv_sum_same(a->index[i], b->index[i]))
            return false;
    return true;
}

size_t lcv_sums_add(lcv_sums *s, const lcv_unknown_integer *u)
{
    for (size_t i = 0; i < s->n; i++)
        if (same_unknown(&s->unknown[i], u))
            return i;
    if (s->n == LCV_MAX_UNKNOWNS) {
        fail(s, "too many unknowns");
        return SIZE_MAX;
    }
    s->unknown[s->n] = *u;
    return s->n++;
}

const lcv_sum *lcv_sum_floor(lcv_sums *s, const lcv_sum *a, int64_t b)
{
    const lcv_sum *part, *rest;
    int64_t number;
    const lcv_term by = {.factor = b};
    if (!a || b <= 0 || !lcv_sum_split(s, a, &by, &part, &rest))
        return NULL;
    if (lcv_sum_is_number(rest, &number)) {
        int64_t q = number / b - (number % b < 0);
        return lcv_sum_add(s, part, 1, lcv_sum_number(s, q));
    }
    lcv_unknown_integer u = {.kind = LCV_U_FLOOR, .of = rest, .by = lcv_sum_number(s, b)};
    return u.by ? lcv_sum_add(s, part, 1, lcv_sum_unknown(s, lcv_sums_add(s, &u))) : NULL;
}

const lcv_sum *lcv_sum_quotient(lcv_sums *s, const lcv_sum *a, const lcv_sum *b)
{
    lcv_unknown_integer u = {.kind = LCV_U_QUOTIENT, .of = a, .by = b};
    return a && b ? lcv_sum_unknown(s, lcv_sums_add(s, &u)) : NULL;
}

/* ---- conditions ---- */

const lcv_constraint *lcv_constrain(lcv_sums *s, const lcv_constraint *all, const lcv_sum *sum,
                                    bool equality)
{
    lcv_constraint *made = sum ? lcv_arena_alloc(s->arena, sizeof *made) : NULL;
    if (!made)
        return fail(s, LC_NO_MEMORY);
    *made = (lcv_constraint){sum, equality, all};
    return made;
}

lcv_condition lcv_always(void)
{
    return (lcv_condition){.n = 1};
}

/* sum < 0 for all numbers of its parameters? */
static bool is_negative(const lcv_sums *s, const lcv_sum *sum)
{
    int64_t most = sum->constant;
    for (size_t i = 0; i < sum->n; i++) {
        int64_t one = sum->term[i].factor;
        for (size_t k = 0; k < sum->term[i].n; k++) {
            const lcv_unknown_integer *u = &s->unknown[sum->term[i].of[k]];
            if (one > 0 || u->kind != LCV_U_PARAMETER || u->low < 0 ||
                __builtin_mul_overflow(one, u->low, &one))
                return false;
        }
        if (__builtin_add_overflow(most, one, &most))
            return false;
    }
    return most < 0;
}

/* a >= 0 and b >= 0 exclude each other, as a + b is a negative number. */
static bool exclude(const lcv_sum *a, const lcv_sum *b)
{
    int64_t sum;
    if (a->n != b->n || __builtin_add_overflow(a->constant, b->constant, &sum) || sum >= 0)
        return false;
    for (size_t i = 0; i < a->n; i++)
        if (compare(&a->term[i], &b->term[i]) != 0 ||
            __builtin_add_overflow(a->term[i].factor, b->term[i].factor, &sum) || sum != 0)
            return false;
    return true;
}

/* Constraints without unknowns are decided: true ones are left out. */
const lcv_constraint *lcv_joined(lcv_sums *s, const lcv_constraint *a, const lcv_constraint *b,
                                 bool *never)
{
    int64_t number;
    *never = false;
    for (; b && !*never; b = b->next) {
        bool known = lcv_sum_is_number(b->sum, &number);
        bool there = false;
        *never = known ? (b->equality ? number != 0 : number < 0) : is_negative(s, b->sum);
        for (const lcv_constraint *c = a; c && !known && !there && !*never; c = c->next) {
            there = c->equality == b->equality && lcv_sum_same(c->sum, b->sum);
            *never = exclude(c->sum, b->sum);
        }
        if (!known && !there)
            a = lcv_constrain(s, a, b->sum, b->equality);
    }
    return a;
}

static void add_case(lcv_sums *s, lcv_condition *to, const lcv_constraint *a,
                     const lcv_constraint *b)
{
    bool never;
    const lcv_constraint *all = lcv_joined(s, a, b, &never);
    if (never)
        return;
    if (to->n == LCV_MAX_CASES)
        fail(s, "too many cases");
    else
        to->of[to->n++] = all;
}

lcv_condition lcv_both(lcv_sums *s, const lcv_condition *a, const lcv_condition *b)
{
    lcv_condition made = {0};
    for (size_t i = 0; i < a->n && !s->failed; i++)
        for (size_t k = 0; k < b->n && !s->failed; k++)
            add_case(s, &made, a->of[i], b->of[k]);
    return made;
}

void lcv_either(lcv_sums *s, lcv_condition *a, const lcv_condition *b)
{
    for (size_t k = 0; k < b->n && !s->failed; k++)
        add_case(s, a, NULL, b->of[k]);
}

/* sum >= 0, one more case */
static void at_least(lcv_sums *s, lcv_condition *to, const lcv_sum *sum, bool equality)
{
    add_case(s, to, NULL, sum ? lcv_constrain(s, NULL, sum, equality) : NULL);
}

lcv_condition lcv_compared(lcv_sums *s, lcv_op op, const lcv_sum *a, const lcv_sum *b)
{
    lcv_condition made = {0};
    const lcv_sum *up = lcv_sum_add(s, b, -1, a), *down = lcv_sum_add(s, a, -1, b);
    const lcv_sum *one = lcv_sum_number(s, -1);
    if (!up || !down || !one)
        return made;
    const lcv_sum *above = lcv_sum_add(s, up, 1, one), *below = lcv_sum_add(s, down, 1, one);
    if (op == LCV_OP_EQ)
        at_least(s, &made, up, true);
    if (op == LCV_OP_LT || op == LCV_OP_NE)
        at_least(s, &made, above, false);
    if (op == LCV_OP_GT || op == LCV_OP_NE)
        at_least(s, &made, below, false);
    if (op == LCV_OP_LE || op == LCV_OP_GE)
        at_least(s, &made, op == LCV_OP_LE ? up : down, false);
    return made;
}
