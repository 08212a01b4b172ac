/* check_linear_tiles.c - linear layouts: complements, left inverses, divides and products, each
 * by its definition at every point.
 *
 * The complement is found by walking over words: its values are those than which no XOR with a
 * value of the layout is less, in order.
 */
#include "config.h"

#include "linear-model.h"
#include "owned.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

#define MOST 6                  /* bits of a side */
#define WORDS (1 << (2 * MOST)) /* of the output of a product */

/* ---- words that are left out ---- */

typedef struct {
    size_t n;
    uint64_t word[WORDS]; /* the k-th of them */
} words;

/* The least of the words y ^ v over all values v, once each. */
static const words *left_out(law *l, uint64_t nvalues, const uint64_t *value, uint64_t size)
{
    words *w = law_own_memory(l, malloc(sizeof *w));
    w->n = 0;
    for (uint64_t y = 0; y < size; y++) {
        bool least = true;
        for (uint64_t i = 0; least && i < nvalues; i++)
            least = (y ^ value[i]) >= y;
        if (least)
            w->word[w->n++] = y;
    }
    return w;
}

static uint64_t *values_of(law *l, const ml *m)
{
    uint64_t n = ml_size(m->nins, m->in);
    uint64_t *value = law_own_memory(l, malloc(n * sizeof *value));
    for (uint64_t x = 0; x < n; x++)
        value[x] = ml_at(m, x);
    return value;
}

/* The numbers of the dims of a, by name, as numbers of the dims of b; others are 0. */
static uint64_t by_name(size_t n, const ml_dim *a, const uint64_t *crd, size_t m, const ml_dim *b)
{
    uint64_t to[ML_DIMS];
    for (size_t j = 0; j < m; j++) {
        size_t i = ml_find(n, a, b[j].name);
        to[j] = i < n ? crd[i] : 0;
    }
    return ml_join(m, b, to);
}

/* For each dim, the bits that are left out themselves. */
static void rest_dims(size_t n, const ml_dim *dim, const words *w, ml_dim *rest)
{
    unsigned place = 0;
    for (size_t i = 0; i < n; i++) {
        rest[i] = dim[i];
        rest[i].bits = 0;
        for (unsigned bit = 0; bit < dim[i].bits; bit++, place++)
            for (size_t k = 0; k < w->n; k++)
                rest[i].bits += w->word[k] == (uint64_t)1 << place;
    }
}

/* ---- complements ---- */

LAW(linear_complements, "complements of linear layouts",
    CLASSES("onto", "all left out", "some left out"))
{
    ml m, c;
    ml_dim rest[ML_DIMS];
    ml_random(&l->rnd, MOST, &m);
    uint64_t domain = ml_size(m.nins, m.in), codomain = ml_size(m.nouts, m.out);
    const words *w = left_out(l, domain, values_of(l, &m), codomain);
    lc_linear *got = law_own_linear(l, lc_linear_complement(l->ctx, ml_linear(l, &m)));
    law_saw(l, w->n == 1 ? 0 : w->n == codomain ? 1 : 2);
    if (!got)
        return law_fail(l, "%s has no value", ml_call(l, "complement", &m, NULL));
    ml_of(got, &c);
    rest_dims(m.nouts, m.out, w, rest);
    bool same = ml_same_dims(m.nouts, m.out, c.nouts, c.out) &&
                ml_same_dims(m.nouts, rest, c.nins, c.in) && ml_size(c.nins, c.in) == w->n;
    for (uint64_t k = 0; same && k < w->n; k++)
        same = ml_at(&c, k) == w->word[k];
    return same || law_fail(l, "%s is %s", ml_call(l, "complement", &m, NULL), ml_text(l, &c));
}

/* ---- left inverses ---- */

LAW(linear_left_inverses, "left inverses of linear layouts",
    CLASSES("not one to one", "a bijection", "not onto"))
{
    ml m, p;
    ml_random(&l->rnd, MOST, &m);
    uint64_t domain = ml_size(m.nins, m.in), codomain = ml_size(m.nouts, m.out);
    const uint64_t *value = values_of(l, &m);
    bool injective = true;
    for (uint64_t x = 1; x < domain; x++)
        injective = injective && value[x] != 0;
    law_saw(l, !injective ? 0 : domain == codomain ? 1 : 2);
    lc_linear *got = law_own_linear(l, lc_linear_left_invert(l->ctx, ml_linear(l, &m)));
    if ((got != NULL) != injective)
        return law_fail(l, "has %s a left inverse?", ml_text(l, &m));
    if (!got)
        return lc_ctx_code(l->ctx) == LC_ERR_NO_VALUE || law_fail(l, "no reason given");
    ml_of(got, &p);
    bool right = ml_same_dims(m.nouts, m.out, p.nins, p.in) &&
                 ml_same_dims(m.nins, m.in, p.nouts, p.out);
    const words *w = left_out(l, domain, value, codomain);
    for (uint64_t x = 0; right && x < domain; x++)
        for (size_t k = 0; right && k < w->n; k++)
            right = ml_at(&p, value[x] ^ w->word[k]) == x;
    return right || law_fail(l, "%s is %s", ml_call(l, "left_inverse", &m, NULL), ml_text(l, &p));
}

/* ---- divides ---- */

/* A tile of m: some of its input dims as output dims, and sometimes one more, or a larger one. */
static bool random_tile(rnd *r, const ml *m, ml *t)
{
    size_t order[ML_DIMS];
    bool fits = true;
    memset(t, 0, sizeof *t);
    ml_random_dims(r, true, MOST, &t->nins, t->in);
    rnd_shuffle(r, m->nins, order);
    t->nouts = m->nins == 0 ? 0 : (size_t)rnd_in(r, 1, (int64_t)m->nins);
    for (size_t o = 0; o < t->nouts; o++) {
        t->out[o] = m->in[order[o]];
        t->out[o].bits = (unsigned)rnd_in(r, 0, t->out[o].bits);
        if (rnd_chance(r, 5))
            t->out[o].bits = m->in[order[o]].bits + 1;
        fits = fits && t->out[o].bits <= m->in[order[o]].bits;
    }
    if (rnd_chance(r, 5)) {
        t->out[t->nouts++] = (ml_dim){"n", 1};
        fits = false;
    }
    ml_random_bases(r, t);
    return fits;
}

/* Numbers of the dims of a whole: the low bits of each are those of a part, the high ones the
 * rest. */
static void split_dims(const ml *whole, const uint64_t *crd, const ml *part, uint64_t *low,
                       uint64_t *high)
{
    for (size_t i = 0; i < whole->nins; i++) {
        size_t at = ml_find(part->nins, part->in, whole->in[i].name);
        unsigned bits = at < part->nins ? part->in[at].bits : 0;
        low[i] = crd[i] & (((uint64_t)1 << bits) - 1);
        high[i] = crd[i] >> bits;
    }
}

/* The input dims of a, then those that only b has; the bits of both. */
static bool joined_dims(const ml *x, size_t n, const ml_dim *a, size_t m, const ml_dim *b)
{
    ml_dim all[2 * ML_DIMS];
    size_t count = n;
    memcpy(all, a, n * sizeof *a);
    for (size_t j = 0; j < m; j++) {
        size_t i = ml_find(n, a, b[j].name);
        if (i < n)
            all[i].bits += b[j].bits;
        else
            all[count++] = b[j];
    }
    return ml_same_dims(x->nins, x->in, count, all);
}

LAW(linear_divides, "logical divides of linear layouts", CLASSES("a tile", "no tile"))
{
    ml m, t, x;
    ml_dim rest[ML_DIMS];
    ml_random(&l->rnd, MOST, &m);
    bool fits = random_tile(&l->rnd, &m, &t);
    lc_linear *got =
        law_own_linear(l, lc_linear_logical_divide(l->ctx, ml_linear(l, &m), ml_linear(l, &t)));
    law_saw(l, fits ? 0 : 1);
    const char *text = ml_call(l, "logical_divide", &m, &t);
    if (!got || !fits)
        return (!got && !fits && lc_ctx_code(l->ctx) == LC_ERR_INVALID) ||
               law_fail(l, "has %s a value?", text);
    ml_of(got, &x);
    uint64_t tiles = ml_size(t.nins, t.in), crd[ML_DIMS], low[ML_DIMS], high[ML_DIMS];
    uint64_t *place = law_own_memory(l, malloc(tiles * sizeof *place));
    for (uint64_t k = 0; k < tiles; k++) {
        ml_split(t.nouts, t.out, ml_at(&t, k), crd);
        place[k] = by_name(t.nouts, t.out, crd, m.nins, m.in);
    }
    const words *w = left_out(l, tiles, place, ml_size(m.nins, m.in));
    rest_dims(m.nins, m.in, w, rest);
    bool right = ml_same_dims(m.nouts, m.out, x.nouts, x.out) &&
                 joined_dims(&x, t.nins, t.in, m.nins, rest);
    for (uint64_t k = 0; right && k < ml_size(x.nins, x.in); k++) {
        ml_split(x.nins, x.in, k, crd);
        split_dims(&x, crd, &t, low, high);
        uint64_t tile = by_name(x.nins, x.in, low, t.nins, t.in);
        uint64_t copy = by_name(x.nins, x.in, high, m.nins, rest);
        right = ml_at(&x, k) == ml_at(&m, place[tile] ^ w->word[copy]);
    }
    return right || law_fail(l, "%s is %s", text, ml_text(l, &x));
}

/* ---- products ---- */

/* Output dims of m, then those that only t has; as large as those of m, or just as large that
 * the values of t are counted. */
static bool grown_dims(const ml *x, const ml *m, const ml *t, const ml_dim *rest)
{
    size_t count = m->nouts;
    bool right = true;
    for (size_t i = 0; i < t->nouts; i++)
        count += ml_find(m->nouts, m->out, t->out[i].name) == m->nouts;
    for (size_t i = 0; right && i < x->nouts; i++) {
        size_t own = ml_find(m->nouts, m->out, x->out[i].name);
        size_t counts = ml_find(t->nouts, t->out, x->out[i].name);
        unsigned need = counts < t->nouts ? t->out[counts].bits : 0;
        unsigned had = own < m->nouts ? m->out[own].bits : 0;
        right = (own == i || (i >= m->nouts && counts < t->nouts)) && rest[i].bits >= need &&
                x->out[i].bits >= had && (x->out[i].bits == had || rest[i].bits == need);
    }
    return right && x->nouts == count;
}

LAW(linear_products, "logical products of linear layouts",
    CLASSES("within the outputs", "past them"))
{
    ml m, t, x;
    ml_dim rest[ML_DIMS];
    ml_random(&l->rnd, MOST, &m);
    ml_random(&l->rnd, 4, &t);
    lc_linear *got =
        law_own_linear(l, lc_linear_logical_product(l->ctx, ml_linear(l, &m), ml_linear(l, &t)));
    const char *text = ml_call(l, "logical_product", &m, &t);
    if (!got)
        return law_fail(l, "%s: %s", text, lc_ctx_message(l->ctx));
    ml_of(got, &x);
    uint64_t tiles = ml_size(m.nins, m.in), crd[ML_DIMS], low[ML_DIMS], high[ML_DIMS];
    uint64_t *value = law_own_memory(l, malloc(tiles * sizeof *value));
    for (uint64_t k = 0; k < tiles; k++) {
        ml_split(m.nouts, m.out, ml_at(&m, k), crd);
        value[k] = by_name(m.nouts, m.out, crd, x.nouts, x.out);
    }
    law_saw(l, ml_size(x.nouts, x.out) > ml_size(m.nouts, m.out) ? 1 : 0);
    const words *w = left_out(l, tiles, value, ml_size(x.nouts, x.out));
    rest_dims(x.nouts, x.out, w, rest);
    bool right = grown_dims(&x, &m, &t, rest) && joined_dims(&x, m.nins, m.in, t.nins, t.in);
    for (uint64_t k = 0; right && k < ml_size(x.nins, x.in); k++) {
        ml_split(x.nins, x.in, k, crd);
        split_dims(&x, crd, &m, low, high);
        uint64_t tile = by_name(x.nins, x.in, low, m.nins, m.in);
        ml_split(t.nouts, t.out, ml_at(&t, by_name(x.nins, x.in, high, t.nins, t.in)), crd);
        right = ml_at(&x, k) ==
                (value[tile] ^ w->word[by_name(t.nouts, t.out, crd, x.nouts, rest)]);
    }
    return right || law_fail(l, "%s is %s", text, ml_text(l, &x));
}

SUITE_MAIN("complements of linear layouts", linear_complements, linear_left_inverses,
           linear_divides, linear_products)
