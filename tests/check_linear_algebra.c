/* check_linear_algebra.c - linear layouts: products, compositions, inverses, quotients,
 * each by its law at every point. */
#include "config.h"

#include "linear-model.h"
#include "owned.h"
#include "suite.h"

#include <string.h>

#define MOST 6 /* bits of a side */

/* ---- product and division */

LAW(linear_product, "product", CLASSES("a value", "opposite orders"))
{
    ml m, n, want;
    ml_random(&l->rnd, MOST, &m);
    ml_random(&l->rnd, MOST, &n);
    bool exists = ml_product(&m, &n, &want);
    lc_linear *a = ml_linear(l, &m), *b = ml_linear(l, &n);
    lc_linear *got = law_own_linear(l, lc_linear_product(l->ctx, a, b));
    law_saw(l, exists ? 0 : 1);
    if (!ml_same(l, got, exists ? &want : NULL, ml_call(l, "product", &m, &n)))
        return false;
    if (!exists)
        return lc_ctx_code(l->ctx) == LC_ERR_INVALID || law_fail(l, "dims in opposite orders");
    lc_linear *none = law_own_linear(l, lc_linear_empty(l->ctx));
    lc_linear *left = law_own_linear(l, lc_linear_product(l->ctx, none, a));
    lc_linear *right = law_own_linear(l, lc_linear_product(l->ctx, a, none));
    if (!ml_same(l, left, &m, "product(empty,L)") || !ml_same(l, right, &m, "product(L,empty)"))
        return false;
    /* the law: the low digits are a's, the high ones b's */
    for (uint64_t x = 0; x < ml_size(want.nins, want.in); x++) {
        uint64_t crd[ML_DIMS], value[ML_DIMS], u[ML_DIMS], v[ML_DIMS], ac[ML_DIMS], bc[ML_DIMS];
        ml_split(want.nins, want.in, x, crd);
        ml_value(&want, crd, value);
        for (size_t i = 0; i < want.nins; i++) {
            size_t ai = ml_find(m.nins, m.in, want.in[i].name);
            size_t bi = ml_find(n.nins, n.in, want.in[i].name);
            unsigned low = ai < m.nins ? m.in[ai].bits : 0;
            if (ai < m.nins)
                ac[ai] = crd[i] & (((uint64_t)1 << low) - 1);
            if (bi < n.nins)
                bc[bi] = crd[i] >> low;
        }
        ml_value(&m, ac, u);
        ml_value(&n, bc, v);
        for (size_t o = 0; o < want.nouts; o++) {
            size_t ao = ml_find(m.nouts, m.out, want.out[o].name);
            size_t bo = ml_find(n.nouts, n.out, want.out[o].name);
            uint64_t sum = (ao < m.nouts ? u[ao] : 0) +
                           ((bo < n.nouts ? v[bo] : 0) << (ao < m.nouts ? m.out[ao].bits : 0));
            if (sum != value[o])
                return law_fail(l, "%s at %llu", ml_call(l, "product", &m, &n),
                                (unsigned long long)x);
        }
    }
    return true;
}

/* What a quotient would have to be: values of a where the divisor's digits are 0, its
 * digits left out. */
static bool quotient(const ml *a, const ml *b, bool left, ml *c)
{
    memset(c, 0, sizeof *c);
    c->nins = a->nins;
    c->nouts = a->nouts;
    for (size_t i = 0; i < b->nins; i++)
        if (ml_find(a->nins, a->in, b->in[i].name) == a->nins)
            return false;
    for (size_t o = 0; o < b->nouts; o++)
        if (ml_find(a->nouts, a->out, b->out[o].name) == a->nouts)
            return false;
    unsigned skip[ML_DIMS], drop[ML_DIMS];
    for (size_t i = 0; i < a->nins; i++) {
        size_t at = ml_find(b->nins, b->in, a->in[i].name);
        skip[i] = at < b->nins ? b->in[at].bits : 0;
        c->in[i] = a->in[i];
        if (skip[i] > a->in[i].bits)
            return false;
        c->in[i].bits -= skip[i];
    }
    for (size_t o = 0; o < a->nouts; o++) {
        size_t at = ml_find(b->nouts, b->out, a->out[o].name);
        drop[o] = at < b->nouts ? b->out[at].bits : 0;
        c->out[o] = a->out[o];
        if (drop[o] > a->out[o].bits)
            return false;
        c->out[o].bits -= drop[o];
        for (size_t i = 0; i < a->nins; i++)
            for (unsigned bit = 0; bit < c->in[i].bits; bit++)
                c->basis[i][bit][o] = left ? a->basis[i][bit + skip[i]][o] >> drop[o]
                                           : a->basis[i][bit][o] & ((1u << c->out[o].bits) - 1);
    }
    ml back;
    return (left ? ml_product(b, c, &back) : ml_product(c, b, &back)) && ml_equal(&back, a);
}

LAW(linear_division, "divide", CLASSES("left", "right", "no left", "no right"))
{
    ml m, n, p, want;
    ml_random(&l->rnd, 5, &m);
    ml_random(&l->rnd, 5, &n);
    bool left = rnd_chance(&l->rnd, 50);
    if (!ml_product(&m, &n, &p))
        p = m;
    if (rnd_chance(&l->rnd, 20) && p.nins > 0 && p.nouts > 0) {
        size_t i = (size_t)rnd_in(&l->rnd, 0, (int64_t)p.nins - 1);
        size_t o = (size_t)rnd_in(&l->rnd, 0, (int64_t)p.nouts - 1);
        if (p.in[i].bits > 0 && p.out[o].bits > 0)
            p.basis[i][rnd_in(&l->rnd, 0, p.in[i].bits - 1)][o] ^= 1;
    }
    const ml *divisor = rnd_chance(&l->rnd, 90) == left ? &m : &n;
    bool exists = quotient(&p, divisor, left, &want);
    lc_linear *a = ml_linear(l, &p), *b = ml_linear(l, divisor);
    lc_linear *got = law_own_linear(l, left ? lc_linear_divide_left(l->ctx, a, b)
                                            : lc_linear_divide_right(l->ctx, a, b));
    law_saw(l, (left ? 0u : 1u) + (exists ? 0u : 2u));
    if (!got && lc_ctx_code(l->ctx) != LC_ERR_NO_VALUE)
        return law_fail(l, "no quotient, but %s", lc_ctx_message(l->ctx));
    return ml_same(l, got, exists ? &want : NULL,
                   ml_call(l, left ? "divide_left" : "divide_right", &p, divisor));
}

/* ---- composition */

LAW(linear_composition, "compose", CLASSES("a value", "no value"))
{
    ml m, n, want;
    size_t order[ML_DIMS];
    ml_random(&l->rnd, MOST, &n);
    memset(&m, 0, sizeof m);
    rnd_shuffle(&l->rnd, n.nouts, order);
    m.nins = n.nouts;
    bool fits = true;
    for (size_t i = 0; i < m.nins; i++) {
        m.in[i] = n.out[order[i]];
        if (rnd_chance(&l->rnd, 20))
            m.in[i].bits = (unsigned)rnd_in(&l->rnd, 0, 4);
        if (rnd_chance(&l->rnd, 3))
            strcpy(m.in[i].name, "w");
        size_t o = ml_find(n.nouts, n.out, m.in[i].name);
        fits = fits && o < n.nouts && n.out[o].bits <= m.in[i].bits;
    }
    ml_random_dims(&l->rnd, false, MOST, &m.nouts, m.out);
    ml_random_bases(&l->rnd, &m);
    bool unique = true;
    for (size_t i = 0; i < m.nins; i++)
        unique = unique && ml_find(m.nins, m.in, m.in[i].name) == i;
    if (!unique)
        return true;
    want = n;
    want.nouts = m.nouts;
    memcpy(want.out, m.out, sizeof m.out);
    for (size_t i = 0; fits && i < n.nins; i++) {
        for (unsigned bit = 0; bit < n.in[i].bits; bit++) {
            uint64_t crd[ML_DIMS];
            for (size_t k = 0; k < m.nins; k++)
                crd[k] = n.basis[i][bit][ml_find(n.nouts, n.out, m.in[k].name)];
            ml_value(&m, crd, want.basis[i][bit]);
        }
    }
    lc_linear *got =
        law_own_linear(l, lc_linear_compose(l->ctx, ml_linear(l, &m), ml_linear(l, &n)));
    law_saw(l, fits ? 0 : 1);
    if (!ml_same(l, got, fits ? &want : NULL, ml_call(l, "compose", &m, &n)))
        return false;
    /* the law, at every point */
    for (uint64_t x = 0; got && x < ml_size(n.nins, n.in); x++) {
        uint64_t crd[ML_DIMS], inner[ML_DIMS], outer[ML_DIMS];
        ml_split(n.nins, n.in, x, crd);
        ml_value(&n, crd, inner);
        for (size_t k = 0; k < m.nins; k++)
            crd[k] = inner[ml_find(n.nouts, n.out, m.in[k].name)];
        ml_value(&m, crd, outer);
        if (lc_linear_at(got, x) != ml_join(m.nouts, m.out, outer))
            return law_fail(l, "%s at %llu", ml_call(l, "compose", &m, &n),
                            (unsigned long long)x);
    }
    return got || lc_ctx_code(l->ctx) == LC_ERR_INVALID || law_fail(l, "not the right error");
}

/* ---- inverses */

/* The dims of an inverse are those of the layout, sides swapped. */
static bool swapped(const ml *m, const ml *inverse)
{
    ml s = *m;
    s.nins = m->nouts;
    s.nouts = m->nins;
    memcpy(s.in, m->out, sizeof s.in);
    memcpy(s.out, m->in, sizeof s.out);
    memcpy(s.basis, inverse->basis, sizeof s.basis);
    return ml_equal(&s, inverse);
}

LAW(linear_inverses, "invert, pseudoinvert", CLASSES("a bijection", "a surjection", "neither"))
{
    static bool hit[1 << MOST];
    ml m, p;
    ml_random(&l->rnd, MOST, &m);
    if (rnd_chance(&l->rnd, 50) && m.nouts > 0) { /* as many output bits, where that can be */
        unsigned ins = ml_bits(m.nins, m.in), outs = ml_bits(m.nouts, m.out);
        m.out[0].bits += ins > outs ? ins - outs : 0;
        ml_random_bases(&l->rnd, &m);
    }
    lc_linear *a = ml_linear(l, &m);
    uint64_t domain = ml_size(m.nins, m.in), codomain = ml_size(m.nouts, m.out), count = 0;
    memset(hit, 0, sizeof hit);
    for (uint64_t x = 0; x < domain; x++) {
        count += !hit[ml_at(&m, x)];
        hit[ml_at(&m, x)] = true;
    }
    bool onto = count == codomain, bijective = onto && domain == codomain;
    law_saw(l, bijective ? 0 : onto ? 1 : 2);
    lc_linear *inverse = law_own_linear(l, lc_linear_invert(l->ctx, a));
    lc_linear *pseudo = law_own_linear(l, lc_linear_pseudoinvert(l->ctx, a));
    if ((inverse != NULL) != bijective || (pseudo != NULL) != onto)
        return law_fail(l, "which inverses %s has", ml_text(l, &m));
    if (!onto)
        return lc_ctx_code(l->ctx) == LC_ERR_NO_VALUE || law_fail(l, "no reason given");
    if (inverse && !lc_linear_equal(inverse, pseudo))
        return law_fail(l, "the two inverses of %s", ml_text(l, &m));
    ml_of(pseudo, &p);
    if (!swapped(&m, &p))
        return law_fail(l, "%s is %s", ml_call(l, "pseudoinvert", &m, NULL), ml_text(l, &p));
    uint64_t mask[ML_DIMS];
    lc_linear_free_variable_masks(a, mask);
    uint64_t free = ml_join(m.nins, m.in, mask);
    for (uint64_t y = 0; y < codomain; y++)
        if (ml_at(&m, ml_at(&p, y)) != y || ml_at(&p, y) & free)
            return law_fail(l, "%s is %s", ml_call(l, "pseudoinvert", &m, NULL), ml_text(l, &p));
    return true;
}

/* A layout with the output dims of n in another order, sometimes smaller or larger, and
 * sometimes an input dim copied from it. */
static void towards(rnd *r, const ml *n, ml *m)
{
    size_t order[ML_DIMS];
    memset(m, 0, sizeof *m);
    ml_random_dims(r, true, MOST, &m->nins, m->in);
    rnd_shuffle(r, n->nouts, order);
    m->nouts = n->nouts;
    for (size_t o = 0; o < m->nouts; o++) {
        m->out[o] = n->out[order[o]];
        if (rnd_chance(r, 15))
            m->out[o].bits = (unsigned)rnd_in(r, 0, 3);
    }
    ml_random_bases(r, m);
    if (m->nins == 0 || n->nins == 0 || !rnd_chance(r, 50))
        return;
    size_t i = (size_t)rnd_in(r, 0, (int64_t)m->nins - 1);
    size_t k = (size_t)rnd_in(r, 0, (int64_t)n->nins - 1);
    if (ml_find(m->nins, m->in, n->in[k].name) < m->nins)
        i = ml_find(m->nins, m->in, n->in[k].name);
    m->in[i] = n->in[k];
    for (unsigned bit = 0; bit < n->in[k].bits; bit++)
        for (size_t o = 0; o < m->nouts; o++)
            m->basis[i][bit][o] = n->basis[k][bit][order[o]] & ((1u << m->out[o].bits) - 1);
}

/* The values of n, by output dims in the order of m; m's among them? */
static bool reached(const ml *m, const ml *n)
{
    uint64_t crd[ML_DIMS], u[ML_DIMS], v[ML_DIMS];
    for (uint64_t x = 0; x < ml_size(m->nins, m->in); x++) {
        bool found = false;
        ml_split(m->nins, m->in, x, crd);
        ml_value(m, crd, u);
        for (uint64_t y = 0; y < ml_size(n->nins, n->in) && !found; y++) {
            ml_split(n->nins, n->in, y, crd);
            ml_value(n, crd, v);
            found = true;
            for (size_t o = 0; o < m->nouts; o++)
                found = found && u[o] == v[ml_find(n->nouts, n->out, m->out[o].name)];
        }
        if (!found)
            return false;
    }
    return true;
}

/* Has input dim i of m the bases of the one of n of that name? *at is that dim. */
static bool same_bases(const ml *m, const ml *n, size_t i, size_t *at)
{
    *at = ml_find(n->nins, n->in, m->in[i].name);
    if (*at == n->nins || n->in[*at].bits != m->in[i].bits)
        return false;
    for (unsigned bit = 0; bit < m->in[i].bits; bit++)
        for (size_t o = 0; o < m->nouts; o++) {
            size_t there = ml_find(n->nouts, n->out, m->out[o].name);
            if (m->basis[i][bit][o] != n->basis[*at][bit][there])
                return false;
        }
    return true;
}

/* Such dims are copied, and no other uses them, unless what is left then has no
 * solution. */
static bool copies(law *l, const ml *m, const ml *n, const ml *c)
{
    ml left = *m, right = *n;
    bool copied = true, taken[ML_DIMS] = {false}, same[ML_DIMS];
    size_t at;
    for (size_t i = 0; i < m->nins; i++) {
        same[i] = same_bases(m, n, i, &at);
        if (!same[i])
            continue;
        taken[at] = true;
        memset(left.basis[i], 0, sizeof left.basis[i]);
        memset(right.basis[at], 0, sizeof right.basis[at]);
        for (unsigned bit = 0; bit < m->in[i].bits; bit++)
            for (size_t k = 0; k < n->nins; k++)
                copied = copied && c->basis[i][bit][k] == (k == at ? (uint64_t)1 << bit : 0);
        law_saw(l, copied && m->in[i].bits > 0 ? 2 : 3);
    }
    for (size_t i = 0; i < m->nins; i++)
        for (unsigned bit = 0; !same[i] && bit < m->in[i].bits; bit++)
            for (size_t k = 0; k < n->nins; k++)
                copied = copied && (!taken[k] || c->basis[i][bit][k] == 0);
    return copied || !reached(&left, &right);
}

LAW(linear_conversions, "invert_and_compose", CLASSES("a value", "no value", "dims copied"))
{
    ml m, n, c;
    ml_random(&l->rnd, MOST, &n);
    towards(&l->rnd, &n, &m);
    lc_linear *a = ml_linear(l, &m), *b = ml_linear(l, &n);
    lc_linear *got = law_own_linear(l, lc_linear_invert_and_compose(l->ctx, a, b));
    bool exists = reached(&m, &n), onto = lc_linear_surjective(b);
    law_saw(l, exists ? 0 : 1);
    if ((got != NULL) != exists)
        return law_fail(l, "%s is %s", ml_call(l, "invert_and_compose", &m, &n), ml_show(l, got));
    if (!got)
        return lc_ctx_code(l->ctx) == LC_ERR_NO_VALUE || law_fail(l, "no reason given");
    ml_of(got, &c);
    for (uint64_t x = 0; x < ml_size(m.nins, m.in); x++) {
        uint64_t crd[ML_DIMS], u[ML_DIMS], v[ML_DIMS], y[ML_DIMS];
        ml_split(m.nins, m.in, x, crd);
        ml_value(&m, crd, u);
        ml_value(&c, crd, y);
        ml_value(&n, y, v);
        for (size_t o = 0; o < m.nouts; o++)
            if (u[o] != v[ml_find(n.nouts, n.out, m.out[o].name)])
                return law_fail(l, "%s is %s", ml_call(l, "invert_and_compose", &m, &n),
                                ml_text(l, &c));
    }
    if (!copies(l, &m, &n, &c))
        return law_fail(l, "%s does not copy", ml_call(l, "invert_and_compose", &m, &n));
    /* where the inverse exists there is nothing to choose */
    lc_linear *inverse = law_own_linear(l, lc_linear_invert(l->ctx, b));
    lc_linear *direct = inverse ? law_own_linear(l, lc_linear_compose(l->ctx, inverse, a)) : NULL;
    return !onto || !direct || lc_linear_equal(direct, got) ||
           law_fail(l, "%s is not invert(M) o L", ml_call(l, "invert_and_compose", &m, &n));
}

SUITE_MAIN("the algebra of linear layouts", linear_product, linear_division, linear_composition,
           linear_inverses, linear_conversions)
