/* linear-model.c - the reference that linear layouts are tested against. */
#include "config.h"

#include "linear-model.h"
#include "owned.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t ml_find(size_t n, const ml_dim *dim, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(dim[i].name, name) == 0)
            return i;
    return n;
}

unsigned ml_bits(size_t n, const ml_dim *dim)
{
    unsigned bits = 0;
    for (size_t i = 0; i < n; i++)
        bits += dim[i].bits;
    return bits;
}

uint64_t ml_size(size_t n, const ml_dim *dim)
{
    return (uint64_t)1 << ml_bits(n, dim);
}

void ml_split(size_t n, const ml_dim *dim, uint64_t x, uint64_t *crd)
{
    for (size_t i = 0; i < n; i++) {
        crd[i] = x % ((uint64_t)1 << dim[i].bits);
        x /= (uint64_t)1 << dim[i].bits;
    }
}

uint64_t ml_join(size_t n, const ml_dim *dim, const uint64_t *crd)
{
    uint64_t x = 0;
    for (size_t i = n; i-- > 0;)
        x = x * ((uint64_t)1 << dim[i].bits) + crd[i];
    return x;
}

void ml_value(const ml *a, const uint64_t *crd, uint64_t *value)
{
    for (size_t o = 0; o < a->nouts; o++) {
        value[o] = 0;
        for (size_t i = 0; i < a->nins; i++)
            for (unsigned bit = 0; bit < a->in[i].bits; bit++)
                if (crd[i] >> bit & 1)
                    value[o] ^= a->basis[i][bit][o];
    }
}

uint64_t ml_at(const ml *a, uint64_t x)
{
    uint64_t crd[ML_DIMS], value[ML_DIMS];
    ml_split(a->nins, a->in, x, crd);
    ml_value(a, crd, value);
    return ml_join(a->nouts, a->out, value);
}

bool ml_same_dims(size_t n, const ml_dim *a, size_t m, const ml_dim *b)
{
    if (n != m)
        return false;
    for (size_t i = 0; i < n; i++)
        if (strcmp(a[i].name, b[i].name) != 0 || a[i].bits != b[i].bits)
            return false;
    return true;
}

bool ml_equal(const ml *a, const ml *b)
{
    if (!ml_same_dims(a->nins, a->in, b->nins, b->in) ||
        !ml_same_dims(a->nouts, a->out, b->nouts, b->out))
        return false;
    for (size_t i = 0; i < a->nins; i++)
        for (unsigned bit = 0; bit < a->in[i].bits; bit++)
            for (size_t o = 0; o < a->nouts; o++)
                if (a->basis[i][bit][o] != b->basis[i][bit][o])
                    return false;
    return true;
}

/* ---- random */

void ml_random_dims(rnd *r, bool inputs, unsigned most, size_t *n, ml_dim *dim)
{
    static const char *const ins[] = {"a", "b", "c", "d"}, *const outs[] = {"x", "y", "z", "a"};
    size_t order[4];
    rnd_shuffle(r, 4, order);
    *n = (size_t)rnd_in(r, rnd_chance(r, 5) ? 0 : 1, 3);
    for (size_t i = 0; i < *n; i++) {
        int64_t bits = rnd_in(r, 0, 3);
        strcpy(dim[i].name, (inputs ? ins : outs)[order[i]]);
        dim[i].bits = (unsigned)bits < most ? (unsigned)bits : most;
        most -= dim[i].bits;
    }
}

/* The basis of input bit j becomes output bit place[j], or 0 past the outputs. */
static void permuted(rnd *r, ml *a)
{
    unsigned ins = ml_bits(a->nins, a->in), outs = ml_bits(a->nouts, a->out), j = 0;
    size_t place[64];
    rnd_shuffle(r, ins > outs ? ins : outs, place);
    for (size_t i = 0; i < a->nins; i++)
        for (unsigned bit = 0; bit < a->in[i].bits; bit++, j++)
            ml_split(a->nouts, a->out, place[j] < outs ? (uint64_t)1 << place[j] : 0,
                     a->basis[i][bit]);
}

void ml_random_bases(rnd *r, ml *a)
{
    uint64_t pool[3] = {rnd_u64(r), rnd_u64(r), 0};
    int64_t kind = rnd_in(r, 0, 9);
    permuted(r, a);
    for (size_t i = 0; i < a->nins; i++) {
        for (unsigned bit = 0; bit < a->in[i].bits; bit++) {
            for (size_t o = 0; o < a->nouts; o++) {
                uint64_t mask = ((uint64_t)1 << a->out[o].bits) - 1;
                uint64_t *number = &a->basis[i][bit][o];
                if (kind < 3) /* dense */
                    *number = rnd_u64(r) & mask;
                else if (kind < 4) /* of low rank */
                    *number = pool[rnd_in(r, 0, 2)] & mask;
                else if (kind < 6 && rnd_chance(r, 30)) /* a permutation, disturbed */
                    *number ^= rnd_u64(r) & mask;
            }
        }
    }
}

void ml_random(rnd *r, unsigned most, ml *out)
{
    memset(out, 0, sizeof *out);
    ml_random_dims(r, true, most, &out->nins, out->in);
    ml_random_dims(r, false, most, &out->nouts, out->out);
    ml_random_bases(r, out);
}

/* ---- product */

/* Take the earliest dim of a left when nothing in b stands before it, else b's. */
static bool merge(size_t n, const ml_dim *a, size_t m, const ml_dim *b, size_t *count,
                  ml_dim *all)
{
    bool a_done[ML_DIMS] = {false}, b_done[ML_DIMS] = {false};
    for (*count = 0;; ++*count) {
        size_t i = 0, j = 0;
        while (i < n && a_done[i])
            i++;
        while (j < m && b_done[j])
            j++;
        if (i == n && j == m)
            return true;
        size_t ai = i < n ? ml_find(m, b, a[i].name) : m,
               bj = j < m ? ml_find(n, a, b[j].name) : n;
        ml_dim *dim = &all[*count];
        if (i < n && (ai == m || ai == j)) {
            *dim = a[i];
            a_done[i] = true;
            if (ai == j && j < m) {
                dim->bits += b[j].bits;
                b_done[j] = true;
            }
        } else if (j < m && bj == n) {
            *dim = b[j];
            b_done[j] = true;
        } else {
            return false;
        }
    }
}

bool ml_product(const ml *a, const ml *b, ml *out)
{
    memset(out, 0, sizeof *out);
    if (!merge(a->nins, a->in, b->nins, b->in, &out->nins, out->in) ||
        !merge(a->nouts, a->out, b->nouts, b->out, &out->nouts, out->out))
        return false;
    for (size_t i = 0; i < out->nins; i++) {
        size_t ai = ml_find(a->nins, a->in, out->in[i].name);
        size_t bi = ml_find(b->nins, b->in, out->in[i].name);
        unsigned low = ai < a->nins ? a->in[ai].bits : 0;
        for (size_t o = 0; o < out->nouts; o++) {
            size_t ao = ml_find(a->nouts, a->out, out->out[o].name);
            size_t bo = ml_find(b->nouts, b->out, out->out[o].name);
            uint64_t times = (uint64_t)1 << (ao < a->nouts ? a->out[ao].bits : 0);
            for (unsigned bit = 0; bit < out->in[i].bits; bit++) {
                if (bit < low && ao < a->nouts)
                    out->basis[i][bit][o] = a->basis[ai][bit][ao];
                if (bit >= low && bo < b->nouts)
                    out->basis[i][bit][o] = times * b->basis[bi][bit - low][bo];
            }
        }
    }
    return true;
}

/* ---- the library's values */

lc_linear *ml_linear(law *l, const ml *a)
{
    lc_int number[ML_DIMS][ML_BITS * ML_DIMS];
    lc_linear_in in[ML_DIMS];
    lc_dim out[ML_DIMS];
    for (size_t i = 0; i < a->nins; i++) {
        in[i] = (lc_linear_in){a->in[i].name, a->in[i].bits, number[i]};
        for (unsigned bit = 0; bit < a->in[i].bits; bit++)
            for (size_t o = 0; o < a->nouts; o++)
                number[i][bit * a->nouts + o] = (lc_int){(int64_t)a->basis[i][bit][o]};
    }
    for (size_t o = 0; o < a->nouts; o++)
        out[o] = (lc_dim){a->out[o].name, a->out[o].bits};
    return law_own_linear(l, lc_linear_from_bases(l->ctx, a->nins, in, a->nouts, out));
}

void ml_of(const lc_linear *a, ml *out)
{
    memset(out, 0, sizeof *out);
    out->nins = lc_linear_nins(a);
    out->nouts = lc_linear_nouts(a);
    for (size_t o = 0; o < out->nouts; o++) {
        lc_dim dim = lc_linear_out_dim(a, o);
        snprintf(out->out[o].name, sizeof out->out[o].name, "%s", dim.name);
        out->out[o].bits = dim.bits;
    }
    for (size_t i = 0; i < out->nins; i++) {
        lc_dim dim = lc_linear_in_dim(a, i);
        snprintf(out->in[i].name, sizeof out->in[i].name, "%s", dim.name);
        out->in[i].bits = dim.bits;
        for (unsigned bit = 0; bit < dim.bits; bit++)
            for (size_t o = 0; o < out->nouts; o++)
                out->basis[i][bit][o] = lc_linear_basis(a, i, bit, o);
    }
}

const char *ml_text(law *l, const ml *a)
{
    char *text;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    fputs("linear{", to);
    for (size_t i = 0; i < a->nins; i++) {
        fprintf(to, "%s%s: [", i ? ", " : "", a->in[i].name);
        for (unsigned bit = 0; bit < a->in[i].bits; bit++) {
            fputs(bit ? "," : "", to);
            fputs(a->nouts == 1 ? "" : "(", to);
            for (size_t o = 0; o < a->nouts; o++)
                fprintf(to, "%s%" PRIu64, o ? "," : "", a->basis[i][bit][o]);
            fputs(a->nouts == 1 ? "" : ")", to);
        }
        fputs("]", to);
    }
    fputs(" -> ", to);
    for (size_t o = 0; o < a->nouts; o++)
        fprintf(to, "%s%s: %llu", o ? ", " : "", a->out[o].name, 1ull << a->out[o].bits);
    fputs("}", to);
    fclose(to);
    return law_own_memory(l, text);
}

const char *ml_show(law *l, const lc_linear *a)
{
    if (!a)
        return lc_ctx_message(l->ctx);
    return law_own_memory(l, lc_linear_to_str(l->ctx, a));
}

const char *ml_call(law *l, const char *name, const ml *a, const ml *b)
{
    return b ? law_printf(l, "%s(%s,%s)", name, ml_text(l, a), ml_text(l, b))
             : law_printf(l, "%s(%s)", name, ml_text(l, a));
}

bool ml_same(law *l, const lc_linear *got, const ml *want, const char *what)
{
    ml is;
    if (!got && !want)
        return true;
    if (!got || !want)
        return law_fail(l, "%s is %s, not %s", what, ml_show(l, got),
                        want ? ml_text(l, want) : "an error");
    ml_of(got, &is);
    return ml_equal(&is, want) ||
           law_fail(l, "%s is %s, not %s", what, ml_text(l, &is), ml_text(l, want));
}
