/* check_tma.c - tma(G, box, X, bits) against the copy that the hardware makes, by elements.
 *
 * A random tensor and box, an order of modes and a swizzle: where each box of a tile is written
 * is written down as a layout, whose tensor map is these. Changed layouts have a map that writes
 * them, or every order and every swizzle is tried, and none does; the coordinate that the error
 * names is looked at. Random tensors break the rules of strides, rows and boxes.
 */
#include "config.h"

#include "asked.h"
#include "law.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RANK 3

/* X = S<b,m,3> o offset o (within the box, the number of the box), by mode, of elements. */
typedef struct {
    size_t rank, order[RANK]; /* the modes, the contiguous one first */
    int64_t bits, size[RANK], stride[RANK], box[RANK], boxes[RANK];
    int b, m;
    int64_t offset, inside[RANK], between[RANK];
} copy;

/* ---- the hardware ---- */

static int64_t swizzled(int b, int m, int64_t address)
{
    for (int i = 0; i < b; i++)
        address ^= (address >> (m + 3 + i) & 1) << (m + i);
    return address;
}

static int64_t value(const copy *c, const int64_t *at)
{
    int64_t sum = c->offset;
    for (size_t i = 0; i < c->rank; i++)
        sum += at[i] % c->box[i] * c->inside[i] + at[i] / c->box[i] * c->between[i];
    return swizzled(c->b, c->m, sum);
}

static bool next(const copy *c, int64_t *at)
{
    for (size_t i = 0; i < c->rank; at[i++] = 0)
        if (++at[i] < c->box[i] * c->boxes[i])
            return true;
    return false;
}

/* Bytes: elements of a box one after another, in this order, XORed; rows that are XORed are as
 * wide as the swizzle, as an H100 writes them. Where X has them? */
static bool writes(const copy *c, const size_t *order, int b)
{
    int64_t at[RANK] = {0};
    if (b > 0 && c->box[order[0]] * c->bits / 8 > 16 << b)
        return false;
    do {
        int64_t corner[RANK], place = 0, pitch = 1;
        for (size_t i = 0; i < c->rank; i++)
            corner[i] = at[i] - at[i] % c->box[i];
        for (size_t i = 0; i < c->rank; i++) {
            place += at[order[i]] % c->box[order[i]] * pitch;
            pitch *= i == 0 && b > 0 ? (16 << b) * 8 / c->bits : c->box[order[i]];
        }
        int64_t start = value(c, corner) * c->bits;
        if (start % 8 != 0 || start < 0)
            return false;
        start = swizzled(b, 4, start / 8);
        if (start % 128 != 0)
            return false;
        int64_t byte = start + place * c->bits / 8;
        if (swizzled(b, 4, byte) * 8 != value(c, at) * c->bits)
            return false;
    } while (next(c, at));
    return true;
}

static bool any_writes(const copy *c)
{
    for (int b = 0; b < 4; b++) {
        size_t in = c->order[0], p = (in + 1) % RANK, q = (in + 2) % RANK;
        size_t two[] = {in, 1 - in}, one[] = {in, p, q}, other[] = {in, q, p};
        if (c->rank == 2 ? writes(c, two, b) : writes(c, one, b) || writes(c, other, b))
            return true;
    }
    return false;
}

/* ---- random copies ---- */

static int64_t log_of(int64_t bits)
{
    return bits == 8 ? 3 : bits == 16 ? 4 : bits == 32 ? 5 : 6;
}

static copy any_copy(rnd *r)
{
    copy c = {.rank = (size_t)rnd_in(r, 2, 3), .bits = INT64_C(8) << rnd_in(r, 0, 3)};
    c.b = (int)rnd_in(r, 0, 3);
    c.m = 7 - (int)log_of(c.bits);
    for (size_t i = 0; i < c.rank; i++) {
        size_t k = (size_t)rnd_in(r, 0, (int64_t)i);
        c.order[i] = c.order[k];
        c.order[k] = i;
    }
    int64_t chunk = 128 / c.bits, pitch = 1, stride = 1;
    for (size_t i = 0; i < c.rank; i++) {
        size_t mode = c.order[i];
        int64_t rows = c.b == 0 ? rnd_in(r, 1, 4) : rnd_in(r, 1, 1 << c.b);
        c.box[mode] = i == 0 ? chunk * rows : rnd_in(r, 1, 6);
        c.boxes[mode] = rnd_in(r, 1, 2);
        c.size[mode] = rnd_in(r, 1, 100);
        c.stride[mode] = stride;
        stride = (stride * c.size[mode] + chunk - 1) / chunk * chunk;
        c.inside[mode] = pitch;
        pitch *= i == 0 && c.b > 0 ? (128 << c.b) / c.bits : c.box[mode];
    }
    int64_t unit = 1024 / c.bits;
    pitch = (pitch + unit - 1) / unit * unit;
    c.offset = unit * rnd_in(r, 0, 4);
    for (size_t i = 0; i < c.rank; pitch *= c.boxes[i++])
        c.between[i] = pitch;
    return c;
}

static void change(rnd *r, copy *c)
{
    size_t i = (size_t)rnd_in(r, 0, (int64_t)c->rank - 1);
    switch (rnd_in(r, 0, 5)) {
    case 0: c->b = (int)rnd_in(r, 0, 3); break;
    case 1: c->m += rnd_chance(r, 50) ? 1 : -1; break;
    case 2: c->offset += rnd_in(r, 1, 64); break;
    case 3: c->inside[i] += rnd_in(r, 1, 8); break;
    case 4: c->inside[i] *= 2; break;
    default: c->between[i] += rnd_in(r, 1, 64);
    }
    c->m = c->m < 0 ? 0 : c->m;
}

/* ---- what is said ---- */

static const char *numbers(law *l, const copy *c, const int64_t *n)
{
    return c->rank == 2 ? law_printf(l, "(%lld,%lld)", (long long)n[0], (long long)n[1])
                        : law_printf(l, "(%lld,%lld,%lld)", (long long)n[0], (long long)n[1],
                                     (long long)n[2]);
}

static const char *pairs(law *l, const copy *c, const int64_t *n, const int64_t *m)
{
    const char *text = "";
    for (size_t i = 0; i < c->rank; i++)
        text = law_printf(l, "%s%s(%lld,%lld)", text, i > 0 ? "," : "", (long long)n[i],
                          (long long)m[i]);
    return law_printf(l, "(%s)", text);
}

static const char *show(law *l, const copy *c)
{
    return law_printf(l, "tma(%s:%s, %s, S<%d,%d,3> o %lld o %s:%s, %lld)",
                      numbers(l, c, c->size), numbers(l, c, c->stride), numbers(l, c, c->box),
                      c->b, c->m, (long long)c->offset, pairs(l, c, c->box, c->boxes),
                      pairs(l, c, c->inside, c->between), (long long)c->bits);
}

/* The map has the sizes, strides and box of G, and writes X. */
static bool is_map(const copy *c, const lcv_value *v)
{
    size_t order[RANK];
    int64_t n[4 * RANK + 1];
    if (lc_tuple_nleaves(v->tuple) != 4 * c->rank + 1)
        return false;
    for (size_t i = 0; i <= 4 * c->rank; i++)
        n[i] = lc_int_get_si(lc_tuple_value(v->tuple, i));
    for (size_t i = 0; i < c->rank; i++) {
        size_t mode = order[i] = (size_t)n[i];
        if (mode >= c->rank || n[c->rank + i] != c->size[mode] ||
            n[2 * c->rank + i] * 8 != c->stride[mode] * c->bits ||
            n[3 * c->rank + i] != c->box[mode])
            return false;
    }
    return c->stride[order[0]] == 1 && writes(c, order, (int)n[4 * c->rank]);
}

/* "at (1,0) X is 64, and TMA writes to 72". */
static bool place_is_so(law *l, const copy *c, const char *text)
{
    long long n[RANK] = {0}, is, put;
    const char *at = strstr(text, "at (");
    if (!at)
        return true;
    int found = c->rank == 2 ? sscanf(at, "at (%lld,%lld) X is %lld, and TMA writes to %lld",
                                      &n[0], &n[1], &is, &put) +
                                   1
                             : sscanf(at, "at (%lld,%lld,%lld) X is %lld, and TMA writes to %lld",
                                      &n[0], &n[1], &n[2], &is, &put);
    int64_t c0[RANK] = {n[0], n[1], n[2]};
    return (found == 5 && value(c, c0) == is && is != put) ||
           law_fail(l, "%s: %s", show(l, c), text);
}

/* ---- laws ---- */

LAW_SHARE(maps_of_copies, "a copy has its tensor map", 10, CLASSES("plain", "swizzled"))
{
    copy c = any_copy(&l->rnd);
    asked a = law_ask(l, show(l, &c));
    law_saw(l, c.b > 0);
    if (!a.value)
        return law_fail(l, "%s has no value: %s", show(l, &c), a.text);
    return is_map(&c, a.value) || law_fail(l, "%s is another map", show(l, &c));
}

LAW_SHARE(layouts_without, "a changed layout is written, or no map writes it", 10,
          CLASSES("written", "refused"))
{
    copy c = any_copy(&l->rnd);
    change(&l->rnd, &c);
    asked a = law_ask(l, show(l, &c));
    law_saw(l, a.value == NULL);
    if (a.value)
        return is_map(&c, a.value) || law_fail(l, "%s is wrong", show(l, &c));
    if (a.text[0] == '\0')
        return law_fail(l, "%s: no reason", show(l, &c));
    return place_is_so(l, &c, a.text) &&
           (!any_writes(&c) || law_fail(l, "%s has a map: %s", show(l, &c), a.text));
}

/* Strides that are no multiples of 16 bytes, rows of the box, too many elements. */
LAW_SHARE(rules, "the limits of tensor maps", 10, CLASSES("box and G", "strides"))
{
    copy c = any_copy(&l->rnd);
    size_t first = c.order[0], last = c.order[c.rank - 1];
    int rule = (int)rnd_in(&l->rnd, 0, 3);
    const char *said[] = {"no multiple of 16", "has stride 1", "no multiple of 16",
                          "are the most"};
    if (rule == 0)
        c.stride[last] += c.bits == 64 ? 1 : 128 / c.bits / 2;
    else if (rule == 1)
        c.stride[first] = 2;
    else if (rule == 2)
        c.box[first] += c.bits == 64 ? 1 : 128 / c.bits / 2;
    else
        c.box[last] = 257;
    if (rule == 1 && (c.stride[1] == 1 || (c.rank > 2 && c.stride[2] == 1) || c.stride[0] == 1))
        return true;
    asked a = law_ask(l, show(l, &c));
    law_saw(l, rule % 2 == 0);
    return (!a.value && strstr(a.text, said[rule])) ||
           law_fail(l, "%s: rule %d: %s", show(l, &c), rule, a.text);
}

SUITE_MAIN("tensor maps", maps_of_copies, layouts_without, rules)
