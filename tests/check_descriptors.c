/* check_descriptors.c - gmma_descriptor and umma_descriptor against what the hardware reads.
 *
 * The model reads an operand bit by bit, as PTX's manual describes the canonical layouts: rows of
 * 16, 32, 64 or 128 bytes, eight of them in a core matrix, bits of addresses that XOR others. A
 * random descriptor is drawn, its layout is written out, and the layout has that descriptor. Then
 * the layout is changed: a descriptor that comes out reads it, and where none does, every
 * descriptor is tried on it, and none reads it; the coordinate that the error names is looked at.
 */
#include "config.h"

#include "asked.h"
#include "law.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEAVES 4

/* 1:1 o base o S<b,m,s> o offset o ((n0,n1),(n2,n3)):((d0,d1),(d2,d3)), of elements. */
typedef struct {
    int b, m, s;
    int64_t offset, n[LEAVES], d[LEAVES], base;
} operand;

typedef struct {
    int64_t start, lbo, sbo, base; /* bytes; where the pattern of the swizzle begins */
    int b, m, s;                   /* the swizzle of bytes */
    bool mn_major;
} descriptor;

typedef struct {
    bool blackwell;
    int64_t bits;
    operand x;
} question;

/* ---- the hardware ---- */

static int64_t swizzled(int b, int m, int s, int64_t address)
{
    for (int i = 0; i < b; i++)
        address ^= (address >> (m + s + i) & 1) << (m + i);
    return address;
}

/* The bit of shared memory where element (mn,k) begins. */
static int64_t reads(const descriptor *d, int64_t bits, int64_t mn, int64_t k)
{
    int64_t row = d->m == 5 ? 128 : 16 << d->b, lines = d->m == 5 ? 4 : 8;
    int64_t bit = (d->mn_major ? mn : k) * bits, byte = bit / 8;
    int64_t at;
    if (!d->mn_major && d->b == 0)
        at = mn / 8 * d->sbo + mn % 8 * 16 + byte / 16 * d->lbo + byte % 16;
    else if (!d->mn_major)
        at = mn / 8 * d->sbo + mn % 8 * row + byte;
    else if (d->b == 0)
        at = byte / 16 * d->sbo + byte % 16 + k / 8 * d->lbo + k % 8 * 16;
    else
        at = byte / row * d->lbo + byte % row + k / lines * d->sbo + k % lines * row;
    return (d->base + swizzled(d->b, d->m, d->s, d->start + at - d->base)) * 8 + bit % 8;
}

static int64_t value(const operand *x, int64_t mn, int64_t k)
{
    int64_t at = x->offset + mn % x->n[0] * x->d[0] + mn / x->n[0] * x->d[1] +
                 k % x->n[2] * x->d[2] + k / x->n[2] * x->d[3];
    return x->base + swizzled(x->b, x->m, x->s, at);
}

static int64_t rows(const operand *x)
{
    return x->n[0] * x->n[1];
}
static int64_t columns(const operand *x)
{
    return x->n[2] * x->n[3];
}

/* Does it read X in the step of K from `first` on? Where not is left in mn, k. */
static bool reads_step(const descriptor *d, const question *q, int64_t first, int64_t *mn,
                       int64_t *k)
{
    for (*k = 0; *k < 256 / q->bits; ++*k)
        for (*mn = 0; *mn < rows(&q->x); ++*mn)
            if (reads(d, q->bits, *mn, *k) != value(&q->x, *mn, first + *k) * q->bits)
                return false;
    return true;
}

/* In each step, from where X begins there. */
static bool reads_all(const descriptor *d, const question *q)
{
    descriptor of_step = *d;
    int64_t mn, k;
    for (int64_t first = 0; first < columns(&q->x); first += 256 / q->bits) {
        int64_t at = value(&q->x, 0, first) * q->bits;
        if (first > 0)
            of_step.start = d->base + swizzled(d->b, d->m, d->s, at / 8 - d->base);
        if (of_step.start % 16 != 0 || at % 8 != 0 || !reads_step(&of_step, q, first, &mn, &k))
            return false;
    }
    return true;
}

/* ---- random operands ---- */

static const int64_t widths[] = {8, 16, 32, 1, 4};

static descriptor any_descriptor(rnd *r, bool blackwell)
{
    descriptor d = {.b = (int)rnd_in(r, 0, 3), .m = 4, .s = 3, .mn_major = rnd_chance(r, 50)};
    if (blackwell && d.mn_major && rnd_chance(r, 30)) {
        d.b = 2;
        d.m = 5;
        d.s = 2;
    }
    d.base = !blackwell && d.b > 0 && rnd_chance(r, 30) ? 128 * rnd_in(r, 1, (1 << d.b) - 1) : 0;
    d.start = d.base + 16 * rnd_in(r, 0, rnd_chance(r, 50) ? 0 : 70);
    d.lbo = 16 * rnd_in(r, 0, 40);
    d.sbo = 16 * rnd_in(r, 0, 40);
    return d;
}

/* The layout that it reads, with K of one or two steps. */
static operand layout_of(rnd *r, const descriptor *d, int64_t bits)
{
    int64_t row = (d->m == 5 ? 128 : 16 << d->b) * 8 / bits, lines = d->m == 5 ? 4 : 8;
    int64_t chunk = 128 / bits, lbo = d->lbo * 8 / bits, sbo = d->sbo * 8 / bits;
    operand x = {d->b, d->m + 3, d->s, (d->start - d->base) * 8 / bits, {0}, {0}, 0};
    x.base = d->base * 8 / bits;
    for (int64_t n = bits; n > 1; n /= 2)
        x.m--;
    if (!d->mn_major) {
        const operand k_major = {x.b,
                                 x.m,
                                 x.s,
                                 x.offset,
                                 {8, rnd_in(r, 1, 4), chunk, 2},
                                 {row, sbo, 1, d->b == 0 ? lbo : chunk},
                                 x.base};
        return k_major;
    }
    int64_t groups = 256 / bits / lines, most = 256 / row < 3 ? 256 / row : 3;
    int64_t blocks = row < 8 ? 2 * rnd_in(r, 1, 2) : rnd_in(r, 1, most);
    const operand mn_major = {x.b,
                              x.m,
                              x.s,
                              x.offset,
                              {row, blocks, lines, groups},
                              {1, d->b == 0 ? sbo : lbo, row, d->b == 0 ? lbo : sbo},
                              x.base};
    return mn_major;
}

/* Something else in one place or two. */
static void change(rnd *r, operand *x)
{
    switch (rnd_in(r, 0, 6)) {
    case 0: x->b = (int)rnd_in(r, 0, 3); break;
    case 1:
        x->m += (int)rnd_in(r, -1, 1);
        x->m = x->m < 0 ? 0 : x->m;
        break;
    case 2: x->offset += rnd_in(r, -1, 17); break;
    case 3: x->d[rnd_in(r, 0, 3)] = rnd_in(r, 0, 12) * rnd_in(r, 0, 8); break;
    case 4: x->d[rnd_in(r, 0, 3)] *= 2; break;
    case 5: x->d[rnd_in(r, 0, 3)] += rnd_in(r, -2, 8); break;
    default: x->n[3] *= 2; /* more of K */
    }
}

/* ---- what is said ---- */

static const char *show(law *l, const question *q)
{
    const operand *x = &q->x;
    return law_printf(
        l,
        "%s(%sS<%d,%d,%d> o %lld o ((%lld,%lld),(%lld,%lld)):((%lld,%lld),(%lld,%lld))"
        ", %lld)",
        q->blackwell ? "umma_descriptor" : "gmma_descriptor",
        x->base ? law_printf(l, "1:1 o %lld o ", (long long)x->base) : "", x->b, x->m, x->s,
        (long long)x->offset, (long long)x->n[0], (long long)x->n[1], (long long)x->n[2],
        (long long)x->n[3], (long long)x->d[0], (long long)x->d[1], (long long)x->d[2],
        (long long)x->d[3], (long long)q->bits);
}

static descriptor fields_of(const question *q, const lcv_value *v)
{
    static const int of_wgmma[] = {0, 3, 2, 1}, of_tcgen05[] = {0, 2, 3, 0, 2, 0, 1};
    int64_t f[6];
    for (size_t i = 0; i < 6; i++)
        f[i] = lc_int_get_si(lc_tuple_value(v->tuple, i));
    bool wide = q->blackwell && f[4] == 1;
    return (descriptor){.start = f[0],
                        .lbo = f[1],
                        .sbo = f[2],
                        .base = 128 * f[3],
                        .b = (q->blackwell ? of_tcgen05 : of_wgmma)[f[4]],
                        .m = wide ? 5 : 4,
                        .s = wide ? 2 : 3,
                        .mn_major = f[5] == 1};
}

/* ---- no descriptor ---- */

/* Of all descriptors with this swizzle and major, does one read X? Its values are below `end`. */
static bool some_reads(const question *q, descriptor d, int64_t end)
{
    int64_t at = value(&q->x, 0, 0) * q->bits;
    if (at % 128 != 0 || at < 0)
        return false;
    d.start = d.base + swizzled(d.b, d.m, d.s, at / 8 - d.base);
    for (int64_t i = 0; i < (d.mn_major ? 128 / q->bits : 8); i++)
        for (int64_t k = 0; k < (d.mn_major ? 4 : 128 / q->bits); k++) /* neither counts here */
            if (reads(&d, q->bits, i, k) != value(&q->x, i, k) * q->bits)
                return false;
    for (d.sbo = 0; d.sbo <= end; d.sbo += 16)
        for (d.lbo = 0; d.lbo <= end; d.lbo += 16)
            if (reads_all(&d, q))
                return true;
    return false;
}

static bool is_whole(const question *q, const descriptor *d)
{
    int64_t row = d->m == 5 ? 128 : 16 << d->b;
    return rows(&q->x) % 8 == 0 && (!d->mn_major || rows(&q->x) % (row * 8 / q->bits) == 0);
}

static bool any_reads(const question *q)
{
    int64_t end = 0;
    for (int64_t k = 0; k < columns(&q->x); k++)
        for (int64_t mn = 0; mn < rows(&q->x); mn++) {
            int64_t at = value(&q->x, mn, k) * q->bits / 8;
            end = at > end ? at : end;
        }
    for (int form = 0; form < (q->blackwell ? 9 : 8); form++) {
        descriptor d = {.b = form % 4, .m = 4, .s = 3, .mn_major = form >= 4};
        if (form == 8)
            d = (descriptor){.b = 2, .m = 5, .s = 2, .mn_major = true};
        for (int base = 0; base < (q->blackwell ? 1 : 1 << d.b); base++) {
            d.base = 128 * base;
            if (is_whole(q, &d) && some_reads(q, d, end + 1024))
                return true;
        }
    }
    return false;
}

/* "at (1,0) X is 64, and wgmma reads 8": so it is of X. */
static bool place_is_so(law *l, const question *q, const char *text)
{
    long long mn, k, is, read;
    char of[32];
    const char *at = strstr(text, "at (");
    if (!at)
        return true;
    if (sscanf(at, "at (%lld,%lld) X is %lld, and %31s reads %lld", &mn, &k, &is, of, &read) != 5)
        return law_fail(l, "%s: %s", show(l, q), text);
    return (value(&q->x, mn, k) == is && is != read) || law_fail(l, "%s: %s", show(l, q), text);
}

/* ---- laws ---- */

static void draw(law *l, question *q, descriptor *d)
{
    q->blackwell = rnd_chance(&l->rnd, 40);
    do
        q->bits = widths[rnd_in(&l->rnd, 0, 4)];
    while (q->bits == (q->blackwell ? 1 : 4));
    do
        *d = any_descriptor(&l->rnd, q->blackwell);
    while (d->mn_major && (d->m == 5 ? 1024 : 128 << d->b) / q->bits > 256);
    q->x = layout_of(&l->rnd, d, q->bits);
}

LAW_SHARE(layouts_of_descriptors, "the layout of a descriptor has it", 40,
          CLASSES("K-major", "MN-major"))
{
    question q;
    descriptor d;
    draw(l, &q, &d);
    asked a = law_ask(l, show(l, &q));
    law_saw(l, d.mn_major);
    if (!a.value)
        return law_fail(l, "%s has no value: %s", show(l, &q), a.text);
    descriptor found = fields_of(&q, a.value);
    bool used[2] = {d.mn_major ? d.b == 0 ? q.x.n[3] > 1 : q.x.n[1] > 1 : d.b == 0,
                    d.mn_major && d.b > 0 ? q.x.n[3] > 1 : q.x.n[1] > 1};
    bool same = found.start == d.start && found.base == d.base && found.b == d.b &&
                found.m == d.m && found.mn_major == d.mn_major &&
                (!used[0] || found.lbo == d.lbo) && (!used[1] || found.sbo == d.sbo);
    /* a pattern that begins at 512 may be one that begins at 0, with another start */
    return ((d.base > 0 || same) && reads_all(&found, &q)) ||
           law_fail(l, "%s is another descriptor", show(l, &q));
}

LAW_SHARE(layouts_without, "a changed layout is read, or no descriptor reads it", 40,
          CLASSES("read", "refused"))
{
    question q;
    descriptor d;
    draw(l, &q, &d);
    for (int64_t n = rnd_in(&l->rnd, 1, 2); n > 0; n--)
        change(&l->rnd, &q.x);
    asked a = law_ask(l, show(l, &q));
    law_saw(l, a.value == NULL);
    if (a.value) {
        d = fields_of(&q, a.value);
        return reads_all(&d, &q) || law_fail(l, "%s is wrong", show(l, &q));
    }
    if (a.text[0] == '\0')
        return law_fail(l, "%s: no reason", show(l, &q));
    return place_is_so(l, &q, a.text) &&
           (!any_reads(&q) || law_fail(l, "%s has a descriptor: %s", show(l, &q), a.text));
}

SUITE_MAIN("matrix descriptors", layouts_of_descriptors, layouts_without)
