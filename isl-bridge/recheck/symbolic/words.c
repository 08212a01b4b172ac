/* words.c - layouts of sizes whose strides add by XOR.
 *
 * A leaf of extent E and stride fN has the carry-less products c N of its coordinates c < E; the
 * value is the XOR of those of all leaves, which is no more than their sum. Leaves whose extent
 * and word are numbers are low, the others high.
 *
 *   injective   2^k divides all high words, the low leaves are one to one modulo 2^k, which is a
 *               claim about numbers, and there is one high leaf at most, whose word is not 0:
 *               equal values have equal low digits, and then equal products by that word
 *   in bounds   the largest value of the low leaves, and what the high ones add up to
 *   bijective   both, of the size
 *   equiv       leaf by leaf the same words; a leaf of extent 2^j q is one of 2^j and one of q
 *               whose word is 2^j times as large
 *   equal       the same shapes and the same words
 */
#include "config.h"

#include "law.h"

#include <string.h>

#define LOOKS 65536 /* values of low leaves */

static bool is_words(const sv *a)
{
    return a && a->by_xor;
}

bool lcr_sym_is_of_words(const sym_statement *t)
{
    bool any = is_words(t->value);
    for (size_t i = 0; i < t->n; i++)
        any = any || is_words(t->arg[i]);
    return any;
}

/* ---- low and high ---- */

typedef struct {
    sym *s;
    lc_ctx *lc;
    const sv *a;
    size_t nlow, nhigh, low[SV_LEAVES], high[SV_LEAVES];
    lc_int block; /* 2^k that divides all high words; 0: there are none */
} words;

static bool number(const poly *p, lc_int *n)
{
    return lcr_poly_is_int(p, n) && lc_int_sign(*n) >= 0;
}

/* The largest power of 2 that divides all factors of a size. */
static lc_int power_in(lc_ctx *lc, const poly *p)
{
    lc_int g = lc_int_const(0), power = lc_int_const(1), two = lc_int_const(2);
    for (size_t i = 0; i < p->n; i++)
        g = lc_int_gcd(lc, g, p->term[i].factor);
    while (lc_int_sign(g) > 0 && lc_int_divides(lc, lc_int_mul(lc, power, two), g))
        power = lc_int_mul(lc, power, two);
    return power;
}

static bool open_words(sym *s, const sv *a, words *w)
{
    lc_int extent, word;
    *w = (words){.s = s, .lc = s->pool->lc, .a = a, .block = lc_int_const(0)};
    for (size_t k = 0; k < a->n && a->n <= SV_LEAVES; k++) {
        bool low = number(a->extent[k], &extent) && number(a->step[k], &word);
        if (low)
            w->low[w->nlow++] = k;
        else
            w->high[w->nhigh++] = k;
        if (low)
            continue;
        lc_int power = power_in(w->lc, a->step[k]);
        w->block = w->nhigh == 1 ? power : lc_int_min(w->block, power);
    }
    return a->n <= SV_LEAVES && !a->offset && lc_ctx_code(w->lc) == LC_OK;
}

/* The columns of the low leaves, one for each bit of a coordinate, modulo a number or, 0, as they
 * are: (2,2):(f1,f2); of a leaf of 6 there are those of 8. */
static bool columns(const words *w, lc_int modulo, lc_int *column, size_t *n)
{
    lc_int two = lc_int_const(2), extent, word, bit;
    *n = 0;
    for (size_t i = 0; i < w->nlow; i++) {
        lcr_poly_is_int(w->a->extent[w->low[i]], &extent);
        lcr_poly_is_int(w->a->step[w->low[i]], &word);
        for (bit = lc_int_const(1); lc_int_lt(bit, extent); bit = lc_int_mul(w->lc, bit, two)) {
            if (*n == SV_LEAVES)
                return false;
            column[(*n)++] = lc_int_sign(modulo) > 0 ? lc_int_fmod(w->lc, word, modulo) : word;
            word = lc_int_mul(w->lc, word, two);
        }
    }
    return true;
}

static const char *low_text(const words *w, lc_int modulo)
{
    lc_int column[SV_LEAVES];
    lc_text out = {0};
    size_t n;
    if (!columns(w, modulo, column, &n))
        return NULL;
    for (size_t i = 0; i < n; i++)
        lc_text_add(&out, i > 0 ? ",2" : "(2");
    lc_text_add(&out, n > 0 ? ",):(" : "1:f0");
    for (size_t i = 0; i < n; i++) {
        lc_text_add(&out, "f");
        lc_text_add_int(&out, column[i]);
        lc_text_add(&out, ",");
    }
    lc_text_add(&out, n > 0 ? ")" : "");
    return lcr_text_take(w->s->pool, &out);
}

/* ---- claims ---- */

static bool injective(const sym_statement *t)
{
    words w;
    lc_int one = lc_int_const(1);
    if (!open_words(t->s, t->arg[0], &w) || w.nhigh > 1)
        return false;
    const poly *word = w.nhigh > 0 ? w.a->step[w.high[0]] : NULL;
    if (word && !lcr_sym_holds(t->s, lcr_poly_plus(t->s->pool, word, -1)))
        return false;
    if (w.nlow == 0)
        return true;
    if (word && lc_int_eq(w.block, one))
        return false;
    const char *arg[1] = {low_text(&w, w.block)};
    const lcr_certified claim = {.claim = "injective", .n = 1, .arg = arg, .proved = true};
    return arg[0] && lcr_sym_by_numbers(t->s, &claim);
}

/* The carry-less product of two numbers. */
static lc_int product(lc_ctx *lc, lc_int c, lc_int word)
{
    lc_int sum = lc_int_const(0), two = lc_int_const(2);
    for (; lc_int_sign(c) > 0; c = lc_int_fdiv(lc, c, two)) {
        if (!lc_int_is_zero(lc_int_fmod(lc, c, two)))
            sum = lcr_lit_xor(lc, sum, word);
        word = lc_int_mul(lc, word, two);
    }
    return sum;
}

/* The largest value of the low leaves from leaf i on, with `sum` so far; false: too many. */
static bool largest(const words *w, size_t i, lc_int sum, size_t *looks, lc_int *most)
{
    lc_int extent, word;
    if (i == w->nlow) {
        *most = lc_int_max(*most, sum);
        return (*looks)-- > 0;
    }
    lcr_poly_is_int(w->a->extent[w->low[i]], &extent);
    lcr_poly_is_int(w->a->step[w->low[i]], &word);
    for (lc_int c = lc_int_const(0); lc_int_lt(c, extent);
         c = lc_int_add(w->lc, c, lc_int_const(1)))
        if (!largest(w, i + 1, lcr_lit_xor(w->lc, sum, product(w->lc, c, word)), looks, most))
            return false;
    return true;
}

/* Every value is below the bound. */
static bool is_below(sym *s, const sv *a, const poly *bound)
{
    words w;
    lit_pool *pool = s->pool;
    size_t looks = LOOKS;
    lc_int most = lc_int_const(0);
    if (!bound || !open_words(s, a, &w) || !largest(&w, 0, lc_int_const(0), &looks, &most))
        return false;
    const poly *sum = lcr_poly_int(pool, most);
    for (size_t i = 0; i < w.nhigh; i++) {
        const poly *word = a->step[w.high[i]];
        const poly *last = lcr_poly_plus(pool, a->extent[w.high[i]], -1);
        if (!lcr_sym_holds(s, word))
            return false;
        sum = lcr_poly_add(pool, sum, lc_int_const(1), lcr_poly_mul(pool, last, word));
    }
    return lcr_sym_holds(s, lcr_poly_plus(pool, lcr_poly_sub(pool, bound, sum), -1));
}

static bool in_bounds(const sym_statement *t)
{
    const sv *shape = t->arg[1];
    return shape->kind == SV_TUPLE && !shape->step && shape->nnodes == 1 &&
           is_below(t->s, t->arg[0], shape->extent[0]);
}

static bool bijective(const sym_statement *t)
{
    return is_below(t->s, t->arg[0], lcr_sv_product(t->s, t->arg[0])) && injective(t);
}

/* As many values as places, each once. */
static bool onto(const sym_statement *t)
{
    const sv *shape = t->arg[1];
    bool plain = t->n == 2 && shape->kind == SV_TUPLE && !shape->step;
    const poly *places = plain ? lcr_sv_product(t->s, shape) : NULL;
    return places && lcr_sym_equal(t->s, places, lcr_sv_product(t->s, t->arg[0])) &&
           is_below(t->s, t->arg[0], places) && injective(t);
}

/* ---- the same function ---- */

/* What is left of a layout's leaves: the extent and the word of the present one. */
typedef struct {
    const sv *a;
    size_t leaf;
    const poly *extent, *word;
} rest;

static bool is_one(const poly *p)
{
    lc_int n;
    return lcr_poly_is_int(p, &n) && lc_int_is_one(n);
}

static void next(rest *r)
{
    while (r->leaf < r->a->n && is_one(r->a->extent[r->leaf]))
        r->leaf++;
    r->extent = r->leaf < r->a->n ? r->a->extent[r->leaf] : NULL;
    r->word = r->extent ? r->a->step[r->leaf] : NULL;
}

/* `by`, a power of 2, of its coordinates are taken away. */
static bool take(sym *s, rest *r, const poly *by)
{
    lc_int n;
    const poly *q = lcr_poly_quotient(s->pool, r->extent, by);
    bool power = lcr_poly_is_int(by, &n) && lc_int_eq(power_in(s->pool->lc, by), n);
    if (!q || !power)
        return false;
    r->extent = q;
    r->word = lcr_poly_mul(s->pool, r->word, by);
    return r->word != NULL;
}

static bool equiv(const sym_statement *t)
{
    sym *s = t->s;
    rest x = {.a = t->arg[0]}, y = {.a = t->arg[1]};
    next(&x);
    next(&y);
    while (x.extent && y.extent) {
        if (!lcr_sym_equal(s, x.word, y.word))
            return false;
        if (lcr_sym_equal(s, x.extent, y.extent)) {
            x.leaf++;
            y.leaf++;
            next(&x);
            next(&y);
        } else if (take(s, &x, y.extent)) {
            y.leaf++;
            next(&y);
        } else if (take(s, &y, x.extent)) {
            x.leaf++;
            next(&x);
        } else {
            return false;
        }
    }
    return !x.extent && !y.extent;
}

static bool equal(const sym_statement *t)
{
    const sv *x = t->arg[0], *y = t->arg[1];
    bool same = lcr_sv_congruent(x, y);
    for (size_t k = 0; same && k < x->n; k++)
        same = lcr_sym_equal(t->s, x->extent[k], y->extent[k]) &&
               lcr_sym_equal(t->s, x->step[k], y->step[k]);
    return same;
}

static const struct {
    const char *name;
    size_t layouts; /* arguments that are of words, as all are, or none; 1: only the first */
    bool (*claim)(const sym_statement *t);
} table[] = {
    {"bijective", 1, bijective},
    {"coalesced", 1, lcr_sym_accesses},
    {"compact", 1, bijective},
    {"conflict_free", 1, lcr_sym_accesses},
    {"conflicts <=", 1, lcr_sym_accesses},
    {"covers", 1, onto},
    {"equal", 2, equal},
    {"equiv", 2, equiv},
    {"in_bounds", 1, in_bounds},
    {"injective", 1, injective},
    {"partitions", 1, onto},
    {"sectors <=", 1, lcr_sym_accesses},
    {"surjective", 1, onto},
};

bool lcr_sym_claim_of_words(const sym_statement *t)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (strcmp(table[i].name, t->name) != 0)
            continue;
        bool fits = t->n >= table[i].layouts;
        for (size_t k = 0; fits && k < t->n && t->arg[k]; k++)
            fits = is_words(t->arg[k]) == (k < table[i].layouts) && !t->arg[k]->offset &&
                   !t->arg[k]->swizzled;
        return fits && table[i].claim(t);
    }
    return false;
}

static bool among(const char *name, size_t n, const char *const *list)
{
    size_t i = 0;
    while (i < n && strcmp(list[i], name) != 0)
        i++;
    return i < n;
}

/* Operations that move leaves about, and look at none of their values, are those of integers. */
bool lcr_sym_law_of_words(const sym_statement *t)
{
    static const char *const sizes[] = {"depth", "rank", "shape", "size"};
    static const char *const moves[] = {"flatten", "group", "mode", "select"};
    for (size_t i = 1; i < t->n; i++)
        if (is_words(t->arg[i]))
            return false;
    bool kept = t->n > 0 && is_words(t->arg[0]) &&
                (is_words(t->value) ? among(t->name, 4, moves) : among(t->name, 4, sizes));
    if (!kept)
        return false;
    sym_statement plain = *t;
    sv *of = lcr_sv_copy(t->s, t->arg[0]), *value = lcr_sv_copy(t->s, t->value);
    if (!of || !value)
        return false;
    of->by_xor = value->by_xor = false;
    plain.arg[0] = of;
    plain.value = value;
    return lcr_sym_law(&plain);
}
