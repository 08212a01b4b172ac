/* redo-moves.c - vectorizes, by its definition: the coordinates of both sides fall into
 * translates of the first vector, and in each of them both have n consecutive offsets in the same
 * order.
 */
#include "config.h"

#include "redo-holds.h"
#include "suite.h"

#include <string.h>

/* Both sides, listed. */
typedef struct {
    const redo *r;
    const fn *f[2];
    size_t size, n;
    int64_t *at[2];
    bool aligned;
} vectors;

bool redo_says_aligned(const redo *r)
{
    bool said = false;
    for (size_t i = 0; i < r->n; i++)
        said = said || strcmp(r->key[i], "aligned") == 0;
    return said;
}

static bool list_both(redo *r, vectors *v)
{
    static const char *const side[2] = {"A", "B"};
    int64_t n;
    *v = (vectors){.r = r, .aligned = redo_says_aligned(r)};
    if (!redo_int(r, "n", &n) || n < 1)
        return false;
    v->n = (size_t)n;
    for (size_t k = 0; k < 2; k++) {
        image all;
        v->f[k] = redo_arg(r, side[k]);
        if (!v->f[k] || v->f[k]->kind == FN_TILER || func_size(v->f[k]) > 512 || redo_failure() ||
            !image_of_numbers(v->f[k], &all))
            return false;
        v->at[k] = redo_alloc((all.n + 1) * sizeof *v->at[k]);
        for (size_t c = 0; c < all.n; c++)
            if (!val_is_int(&all.value[c], &v->at[k][c]))
                return false;
        v->size = k == 0 || all.n < v->size ? all.n : v->size;
    }
    return true;
}

/* How many coordinates have both i more than at 0; the least of them. */
static size_t places_of(const vectors *v, size_t i, bool by_xor, size_t *least)
{
    size_t count = 0;
    for (size_t c = v->size; c-- > 0;) {
        int64_t by[2];
        for (size_t k = 0; k < 2; k++)
            by[k] = by_xor ? v->at[k][c] ^ v->at[k][0] : v->at[k][c] - v->at[k][0];
        if (by[0] != (int64_t)i || by[1] != (int64_t)i)
            continue;
        *least = c;
        count++;
    }
    return count;
}

/* At these coordinates both have n consecutive offsets, in the same order. */
static bool is_vector(const vectors *v, const size_t *c)
{
    int64_t low[2] = {v->at[0][c[0]], v->at[1][c[0]]};
    bool *seen = redo_alloc(v->n);
    memset(seen, 0, v->n);
    for (size_t i = 0; i < v->n; i++)
        for (size_t k = 0; k < 2; k++)
            low[k] = v->at[k][c[i]] < low[k] ? v->at[k][c[i]] : low[k];
    for (size_t i = 0; i < v->n; i++) {
        int64_t here = v->at[0][c[i]] - low[0];
        if (here >= (int64_t)v->n || here != v->at[1][c[i]] - low[1] || seen[here])
            return false;
        seen[here] = true;
    }
    return !v->aligned || (low[0] % (int64_t)v->n == 0 && low[1] % (int64_t)v->n == 0);
}

/* Translates of the first vector by sums, or by XOR. Where layouts have a choice of the first
 * one, which is that of max_common_layout, nothing is said. */
static holds fall_apart(const vectors *v, bool by_xor, bool layouts)
{
    size_t *first = redo_alloc(v->n * sizeof *first), *c = redo_alloc(v->n * sizeof *c);
    bool *taken = redo_alloc(v->size);
    memset(taken, 0, v->size);
    if (v->n > v->size || (by_xor && (v->n & (v->n - 1)) != 0))
        return FAILS;
    for (size_t i = 0; i < v->n; i++) {
        size_t low = i & (~i + 1), count = 1;
        if (by_xor && i != low)
            first[i] = first[low] ^ first[i ^ low];
        else
            count = places_of(v, i, by_xor, &first[i]);
        if (count != 1 && (count == 0 || (layouts && !by_xor)))
            return count == 0 ? FAILS : NOT_SEEN;
    }
    for (size_t t = 0; t < v->size; t++) {
        if (taken[t])
            continue;
        for (size_t i = 0; i < v->n; i++) {
            c[i] = by_xor ? t ^ first[i] : t + first[i];
            if (c[i] >= v->size || taken[c[i]])
                return FAILS;
            taken[c[i]] = true;
        }
        if (!is_vector(v, c))
            return FAILS;
    }
    return HOLDS;
}

static bool is_plain(const fn *f)
{
    return (f->kind == FN_LAYOUT || func_is_tensor(f)) && !func_inner(f)->by_xor;
}

/* Is it seen to be linear over F2, but for its value at 0? What stands before swizzles adds bits
 * that no two of its strides share. Without shortcuts only linear layouts are. */
static bool is_affine(const fn *f)
{
    const fn *inner = func_inner(f);
    int64_t size = func_size(f), seen = 0, number;
    if (f->kind == FN_LINEAR || SOLVE_ONLY)
        return f->kind == FN_LINEAR;
    if (inner->kind != FN_LAYOUT || (size & (size - 1)) != 0)
        return false;
    for (size_t i = 0; f->kind == FN_CHAIN && i + 1 < f->n; i++) {
        if (f->part[i] ? f->part[i]->kind != FN_SWIZZLE : !val_is_int(&f->offset[i], &number))
            return false;
        seen |= f->part[i] ? 0 : number;
    }
    for (int64_t bit = 1; !inner->by_xor && bit < size; bit *= 2) {
        int64_t value = func_number_at(inner, bit);
        if (value < 0 || seen < 0 || (value & seen) != 0)
            return false;
        seen |= value;
    }
    return true;
}

static bool is_table_affine(const vectors *v, size_t k)
{
    const int64_t *at = v->at[k];
    bool is = (func_size(v->f[k]) & (func_size(v->f[k]) - 1)) == 0;
    for (size_t c = 1; is && c < v->size; c++)
        is = at[c] == (at[c & (c - 1)] ^ at[c & (~c + 1)] ^ at[0]);
    return is;
}

holds redo_vectorizes(redo *r)
{
    vectors v;
    if (!list_both(r, &v))
        return NOT_SEEN;
    for (size_t k = 0; k < 2; k++)
        if (func_is_tensor(v.f[k]) && v.at[k][0] % (int64_t)v.n != 0)
            return FAILS;
    bool plain = is_plain(v.f[0]) && is_plain(v.f[1]);
    holds by_sums = fall_apart(&v, false, plain);
    if (plain || !is_table_affine(&v, 0) || !is_table_affine(&v, 1))
        return by_sums;
    holds by_xor = fall_apart(&v, true, false);
    bool affine = is_affine(v.f[0]) && is_affine(v.f[1]);
    return by_sums == by_xor || affine ? by_xor : NOT_SEEN;
}
