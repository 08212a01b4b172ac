/* check_linear.c - linear layouts: values and dims, by enumeration. */
#include "config.h"

#include "linear-model.h"
#include "owned.h"
#include "suite.h"

#include <stdlib.h>
#include <string.h>

#define MOST 8 /* bits of a side */

/* ---- values */

LAW(linear_values, "values of linear layouts", NULL)
{
    ml m, back;
    lc_int crd[ML_DIMS], value[ML_DIMS];
    uint64_t digits[ML_DIMS], want[ML_DIMS];
    ml_random(&l->rnd, MOST, &m);
    lc_linear *a = ml_linear(l, &m);
    if (!a || strcmp(ml_show(l, a), ml_text(l, &m)) != 0)
        return law_fail(l, "%s prints as %s", ml_text(l, &m), ml_show(l, a));
    ml_of(a, &back);
    if (!ml_equal(&back, &m))
        return law_fail(l, "the bases of %s", ml_text(l, &m));
    for (uint64_t x = 0; x < ml_size(m.nins, m.in); x++) {
        ml_split(m.nins, m.in, x, digits);
        ml_value(&m, digits, want);
        for (size_t i = 0; i < m.nins; i++)
            crd[i] = si((int64_t)digits[i]);
        uint64_t y = lc_linear_at(a, x);
        bool same = y == ml_at(&m, x) && lc_linear_eval(l->ctx, a, m.nins, crd, value);
        for (size_t o = 0; same && o < m.nouts; o++)
            same = lc_int_get_si(value[o]) == (int64_t)want[o] &&
                   lc_linear_digit(a, o, y) == want[o];
        crd[0] = si((int64_t)x);
        same = same && lc_linear_eval(l->ctx, a, 1, crd, value);
        for (size_t o = 0; same && o < m.nouts; o++)
            same = lc_int_get_si(value[o]) == (int64_t)want[o];
        if (!same)
            return law_fail(l, "%s at %llu", ml_text(l, &m), (unsigned long long)x);
    }
    crd[0] = si((int64_t)ml_size(m.nins, m.in));
    if (lc_linear_eval(l->ctx, a, 1, crd, value) || lc_ctx_code(l->ctx) != LC_ERR_INVALID)
        return law_fail(l, "%s past its domain", ml_text(l, &m));
    crd[0] = (lc_int){-1};
    return !lc_linear_eval(l->ctx, a, 1, crd, value) || law_fail(l, "a value at -1");
}

LAW(linear_comparing, "equal and equivalent",
    CLASSES("the same", "another function", "another domain"))
{
    ml m, n;
    ml_random(&l->rnd, 6, &m);
    n = m;
    for (int64_t flips = rnd_in(&l->rnd, 0, 2); n.nins > 0 && n.nouts > 0 && flips > 0; flips--) {
        size_t i = (size_t)rnd_in(&l->rnd, 0, (int64_t)n.nins - 1);
        size_t o = (size_t)rnd_in(&l->rnd, 0, (int64_t)n.nouts - 1);
        if (n.in[i].bits > 0 && n.out[o].bits > 0)
            n.basis[i][rnd_in(&l->rnd, 0, n.in[i].bits - 1)][o] ^= 1;
    }
    if (rnd_chance(&l->rnd, 30) && n.nouts > 0)
        n.out[0].bits++;
    if (rnd_chance(&l->rnd, 30) && n.nins > 0)
        strcpy(n.in[0].name, "n");
    if (rnd_chance(&l->rnd, 30) && n.nins > 0)
        n.in[n.nins++] = (ml_dim){"one", 0};
    if (rnd_chance(&l->rnd, 10))
        ml_random(&l->rnd, 6, &n);
    lc_linear *a = ml_linear(l, &m), *b = ml_linear(l, &n);
    if (lc_linear_equal(a, b) != ml_equal(&m, &n))
        return law_fail(l, "equal(%s,%s)", ml_text(l, &m), ml_text(l, &n));
    bool same = m.nouts == n.nouts && ml_size(m.nins, m.in) == ml_size(n.nins, n.in);
    bool comparable = same;
    uint64_t x, u[ML_DIMS], v[ML_DIMS], crd[ML_DIMS];
    for (x = 0; same && x < ml_size(m.nins, m.in); x++) {
        ml_split(m.nins, m.in, x, crd);
        ml_value(&m, crd, u);
        ml_split(n.nins, n.in, x, crd);
        ml_value(&n, crd, v);
        same = memcmp(u, v, m.nouts * sizeof *u) == 0;
    }
    int bit;
    law_saw(l, same ? 0 : comparable ? 1 : 2);
    if (lc_linear_equivalent(a, b, &bit) != same || (bit >= 0) != (comparable && !same))
        return law_fail(l, "equivalent(%s,%s)", ml_text(l, &m), ml_text(l, &n));
    if (bit < 0)
        return true;
    ml_split(m.nins, m.in, (uint64_t)1 << bit, crd);
    ml_value(&m, crd, u);
    ml_split(n.nins, n.in, (uint64_t)1 << bit, crd);
    ml_value(&n, crd, v);
    return memcmp(u, v, m.nouts * sizeof *u) != 0 ||
           law_fail(l, "%s and %s do not differ at bit %d", ml_text(l, &m), ml_text(l, &n), bit);
}

/* ---- dims */

/* The same values under other dims of as many bits. */
static void random_reshape(rnd *r, unsigned bits, size_t *n, ml_dim *dim, lc_dim *to)
{
    static const char *const name[] = {"p", "q", "r", "s", "t"};
    size_t order[5];
    rnd_shuffle(r, 5, order);
    for (*n = 0; *n < 5 && (bits > 0 || *n == 0 || rnd_chance(r, 20)); ++*n) {
        strcpy(dim[*n].name, name[order[*n]]);
        dim[*n].bits = *n == 4 ? bits : (unsigned)rnd_in(r, 0, bits);
        bits -= dim[*n].bits;
        to[*n] = (lc_dim){dim[*n].name, dim[*n].bits};
    }
}

static bool same_function(law *l, const ml *m, const lc_linear *got, const char *what)
{
    ml g;
    if (!got)
        return law_fail(l, "%s of %s: %s", what, ml_text(l, m), ml_show(l, got));
    ml_of(got, &g);
    if (ml_size(g.nins, g.in) != ml_size(m->nins, m->in) ||
        ml_size(g.nouts, g.out) != ml_size(m->nouts, m->out))
        return law_fail(l, "%s of %s has other sizes", what, ml_text(l, m));
    for (uint64_t x = 0; x < ml_size(m->nins, m->in); x++)
        if (ml_at(&g, x) != ml_at(m, x))
            return law_fail(l, "%s of %s is another function: %s", what, ml_text(l, m),
                            ml_text(l, &g));
    return true;
}

static bool has_dims(law *l, size_t n, const ml_dim *got, size_t m, const ml_dim *want,
                     const char *what)
{
    bool same = n == m;
    for (size_t i = 0; same && i < n; i++)
        same = strcmp(got[i].name, want[i].name) == 0 && got[i].bits == want[i].bits;
    return same || law_fail(l, "%s has other dims", what);
}

LAW(linear_reshaping, "flatten and reshape", NULL)
{
    ml m, g;
    ml_dim dim[ML_DIMS];
    lc_dim to[ML_DIMS];
    size_t n;
    ml_random(&l->rnd, MOST, &m);
    lc_linear *a = ml_linear(l, &m);
    lc_linear *fi = law_own_linear(l, lc_linear_flatten_ins(l->ctx, a));
    lc_linear *fo = law_own_linear(l, lc_linear_flatten_outs(l->ctx, a));
    if (!same_function(l, &m, fi, "flatten_ins") || !same_function(l, &m, fo, "flatten_outs"))
        return false;
    ml_of(fi, &g);
    if (g.nins != (m.nins > 0) || (g.nins && strcmp(g.in[0].name, m.in[0].name) != 0) ||
        !has_dims(l, g.nouts, g.out, m.nouts, m.out, "flatten_ins"))
        return law_fail(l, "flatten_ins of %s is %s", ml_text(l, &m), ml_text(l, &g));
    ml_of(fo, &g);
    if (g.nouts != (m.nouts > 0) || (g.nouts && strcmp(g.out[0].name, m.out[0].name) != 0) ||
        !has_dims(l, g.nins, g.in, m.nins, m.in, "flatten_outs"))
        return law_fail(l, "flatten_outs of %s is %s", ml_text(l, &m), ml_text(l, &g));
    random_reshape(&l->rnd, ml_bits(m.nins, m.in), &n, dim, to);
    lc_linear *ri = law_own_linear(l, lc_linear_reshape_ins(l->ctx, a, n, to));
    if (!same_function(l, &m, ri, "reshape_ins"))
        return false;
    ml_of(ri, &g);
    if (!has_dims(l, g.nins, g.in, n, dim, "reshape_ins") ||
        !has_dims(l, g.nouts, g.out, m.nouts, m.out, "reshape_ins"))
        return false;
    to[0].bits++;
    if (lc_linear_reshape_ins(l->ctx, a, n, to) || lc_ctx_code(l->ctx) != LC_ERR_INVALID)
        return law_fail(l, "reshape_ins to another size");
    random_reshape(&l->rnd, ml_bits(m.nouts, m.out), &n, dim, to);
    lc_linear *ro = law_own_linear(l, lc_linear_reshape_outs(l->ctx, a, n, to));
    if (!same_function(l, &m, ro, "reshape_outs"))
        return false;
    ml_of(ro, &g);
    to[0].bits++;
    if (lc_linear_reshape_outs(l->ctx, a, n, to) || lc_ctx_code(l->ctx) != LC_ERR_INVALID)
        return law_fail(l, "reshape_outs to another size");
    return has_dims(l, g.nouts, g.out, n, dim, "reshape_outs") &&
           has_dims(l, g.nins, g.in, m.nins, m.in, "reshape_outs");
}

LAW(linear_transposing, "transpose", NULL)
{
    ml m, t;
    size_t order[ML_DIMS];
    const char *name[ML_DIMS];
    ml_random(&l->rnd, MOST, &m);
    lc_linear *a = ml_linear(l, &m);
    t = m;
    rnd_shuffle(&l->rnd, m.nins, order);
    for (size_t i = 0; i < m.nins; i++) {
        t.in[i] = m.in[order[i]];
        memcpy(t.basis[i], m.basis[order[i]], sizeof t.basis[i]);
        name[i] = t.in[i].name;
    }
    lc_linear *ti = law_own_linear(l, lc_linear_transpose_ins(l->ctx, a, m.nins, name));
    if (!ml_same(l, ti, &t, law_printf(l, "transpose_ins(%s)", ml_text(l, &m))))
        return false;
    if (m.nins > 0 && lc_linear_transpose_ins(l->ctx, a, m.nins - 1, name))
        return law_fail(l, "a transposition of some dims");
    t = m;
    rnd_shuffle(&l->rnd, m.nouts, order);
    for (size_t o = 0; o < m.nouts; o++) {
        t.out[o] = m.out[order[o]];
        name[o] = t.out[o].name;
        for (size_t i = 0; i < m.nins; i++)
            for (unsigned bit = 0; bit < m.in[i].bits; bit++)
                t.basis[i][bit][o] = m.basis[i][bit][order[o]];
    }
    lc_linear *to = law_own_linear(l, lc_linear_transpose_outs(l->ctx, a, m.nouts, name));
    return ml_same(l, to, &t, law_printf(l, "transpose_outs(%s)", ml_text(l, &m)));
}

LAW(linear_resizing, "resize, bases of 0", CLASSES("smaller", "larger"))
{
    ml m, t;
    ml_random(&l->rnd, MOST, &m);
    if (m.nins == 0 || m.nouts == 0)
        return true;
    lc_linear *a = ml_linear(l, &m);
    size_t i = (size_t)rnd_in(&l->rnd, 0, (int64_t)m.nins - 1);
    size_t o = (size_t)rnd_in(&l->rnd, 0, (int64_t)m.nouts - 1);
    unsigned bits = (unsigned)rnd_in(&l->rnd, 0, 5);
    t = m;
    t.in[i].bits = bits;
    for (unsigned bit = m.in[i].bits; bit < bits; bit++)
        memset(t.basis[i][bit], 0, sizeof t.basis[i][bit]);
    lc_linear *ri = law_own_linear(l,
                                   lc_linear_resize_in(l->ctx, a, m.in[i].name, si(1u << bits)));
    law_saw(l, bits < m.in[i].bits ? 0 : 1);
    if (!ml_same(l, ri, &t, law_printf(l, "resize_in(%s)", ml_text(l, &m))))
        return false;
    t = m;
    t.out[o].bits = bits;
    for (size_t k = 0; k < m.nins; k++)
        for (unsigned bit = 0; bit < m.in[k].bits; bit++)
            if (t.basis[k][bit][o] >= (uint64_t)1 << bits)
                t.basis[k][bit][o] = 0;
    lc_linear *ro =
        law_own_linear(l, lc_linear_resize_out(l->ctx, a, m.out[o].name, si(1u << bits)));
    if (!ml_same(l, ro, &t, law_printf(l, "resize_out(%s)", ml_text(l, &m))))
        return false;
    t = m;
    t.in[i].bits = 0;
    for (unsigned bit = 0; bit < m.in[i].bits; bit++) {
        uint64_t any = 0;
        for (size_t k = 0; k < m.nouts; k++)
            any |= m.basis[i][bit][k];
        if (any)
            memcpy(t.basis[i][t.in[i].bits++], m.basis[i][bit], sizeof t.basis[i][bit]);
    }
    lc_linear *rz = law_own_linear(l, lc_linear_remove_zero_bases(l->ctx, a, m.in[i].name));
    return ml_same(l, rz, &t, law_printf(l, "remove_zero_bases(%s)", ml_text(l, &m)));
}

LAW(linear_unsqueezing, "unsqueeze", CLASSES("size 1", "larger"))
{
    ml m, t;
    ml_random(&l->rnd, MOST, &m);
    lc_linear *a = ml_linear(l, &m);
    for (size_t i = 0; i < m.nins; i++) {
        t = m;
        t.nins--;
        for (size_t k = i; k < t.nins; k++) {
            t.in[k] = m.in[k + 1];
            memcpy(t.basis[k], m.basis[k + 1], sizeof t.basis[k]);
        }
        lc_linear *u = law_own_linear(l, lc_linear_unsqueeze_in(l->ctx, a, m.in[i].name));
        law_saw(l, u ? 0 : 1);
        if (!ml_same(l, u, m.in[i].bits == 0 ? &t : NULL, m.in[i].name))
            return false;
    }
    for (size_t o = 0; o < m.nouts; o++) {
        t = m;
        t.nouts--;
        for (size_t k = o; k < t.nouts; k++) {
            t.out[k] = m.out[k + 1];
            for (size_t i = 0; i < m.nins; i++)
                for (unsigned bit = 0; bit < m.in[i].bits; bit++)
                    t.basis[i][bit][k] = m.basis[i][bit][k + 1];
        }
        lc_linear *u = law_own_linear(l, lc_linear_unsqueeze_out(l->ctx, a, m.out[o].name));
        if (!ml_same(l, u, m.out[o].bits == 0 ? &t : NULL, m.out[o].name))
            return false;
    }
    return true;
}

/* A random part of the dims; names[] and which are in it. */
static size_t some(rnd *r, size_t n, const ml_dim *dim, const char **names, bool *in)
{
    size_t order[ML_DIMS], count = 0;
    rnd_shuffle(r, n, order);
    for (size_t k = 0; k < n; k++) {
        in[order[k]] = rnd_chance(r, 60);
        if (in[order[k]])
            names[count++] = dim[order[k]].name;
    }
    return count;
}

LAW(linear_parts, "sublayout, is_zero", CLASSES("zero", "not zero"))
{
    ml m, t = {0};
    const char *ins[ML_DIMS], *outs[ML_DIMS];
    bool in[ML_DIMS], out[ML_DIMS], zero = true, got;
    ml_random(&l->rnd, MOST, &m);
    lc_linear *a = ml_linear(l, &m);
    size_t nins = some(&l->rnd, m.nins, m.in, ins, in);
    size_t nouts = some(&l->rnd, m.nouts, m.out, outs, out);
    for (size_t o = 0; o < m.nouts; o++)
        if (out[o])
            t.out[t.nouts++] = m.out[o];
    for (size_t i = 0; i < m.nins; i++) {
        if (!in[i])
            continue;
        t.in[t.nins] = m.in[i];
        for (unsigned bit = 0; bit < m.in[i].bits; bit++) {
            for (size_t o = 0, k = 0; o < m.nouts; o++) {
                if (!out[o])
                    continue;
                t.basis[t.nins][bit][k++] = m.basis[i][bit][o];
                zero = zero && m.basis[i][bit][o] == 0;
            }
        }
        t.nins++;
    }
    lc_linear *sub = law_own_linear(l, lc_linear_sublayout(l->ctx, a, nins, ins, nouts, outs));
    law_saw(l, zero ? 0 : 1);
    return ml_same(l, sub, &t, law_printf(l, "sublayout(%s)", ml_text(l, &m))) &&
           ((lc_linear_is_zero(l->ctx, a, nins, ins, nouts, outs, &got) && got == zero) ||
            law_fail(l, "%s is %s", ml_text(l, &t), zero ? "zero" : "not zero"));
}

LAW(linear_concatenating, "concat", NULL)
{
    ml m, n, t;
    static const char *const other[] = {"e", "f", "g"};
    ml_random(&l->rnd, 6, &m);
    n = m;
    for (size_t i = 0; i < n.nins; i++) {
        strcpy(n.in[i].name, other[i]);
        n.in[i].bits = (unsigned)rnd_in(&l->rnd, 0, 3);
    }
    ml_random_bases(&l->rnd, &n);
    lc_linear *a = ml_linear(l, &m), *b = ml_linear(l, &n);
    t = m;
    for (size_t i = 0; i < n.nins; i++) {
        t.in[t.nins] = n.in[i];
        memcpy(t.basis[t.nins++], n.basis[i], sizeof n.basis[i]);
    }
    lc_linear *ci = law_own_linear(l, lc_linear_concat_ins(l->ctx, a, b));
    if (!ml_same(l, ci, &t, law_printf(l, "concat_ins(%s,%s)", ml_text(l, &m), ml_text(l, &n))))
        return false;
    if (m.nins > 0 && (lc_linear_concat_ins(l->ctx, a, a) || lc_linear_concat_outs(l->ctx, a, b)))
        return law_fail(l, "a concatenation of dims of the same name, or on other dims");
    n = m;
    for (size_t o = 0; o < n.nouts; o++) {
        strcpy(n.out[o].name, other[o]);
        n.out[o].bits = (unsigned)rnd_in(&l->rnd, 0, 3);
    }
    ml_random_bases(&l->rnd, &n);
    b = ml_linear(l, &n);
    t = m;
    for (size_t o = 0; o < n.nouts; o++) {
        for (size_t i = 0; i < n.nins; i++)
            for (unsigned bit = 0; bit < n.in[i].bits; bit++)
                t.basis[i][bit][t.nouts] = n.basis[i][bit][o];
        t.out[t.nouts++] = n.out[o];
    }
    lc_linear *co = law_own_linear(l, lc_linear_concat_outs(l->ctx, a, b));
    return ml_same(l, co, &t,
                   law_printf(l, "concat_outs(%s,%s)", ml_text(l, &m), ml_text(l, &n)));
}

SUITE_MAIN("linear layouts", linear_values, linear_comparing, linear_reshaping,
           linear_transposing, linear_resizing, linear_unsqueezing, linear_parts,
           linear_concatenating)
