/* redo-random.c - texts of random claims, on operands of every kind. */
#include "config.h"

#include "redo-random.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOM RANDOM_ROOM

static const char *const kind_name[] = {"layout", "XOR strides", "coordinates",
                                        "tensor", "composed",    "swizzle",
                                        "linear", "relation",    "functions"};

const char *random_kind(int kind)
{
    return kind_name[kind];
}

/* ---- texts ---- */

static void add(char *out, const char *format, ...)
{
    size_t n = strlen(out);
    va_list ap;
    va_start(ap, format);
    vsnprintf(out + n, ROOM - n, format, ap);
    va_end(ap);
}

/* The nesting with these texts for leaves. */
static void add_nested(char *out, const char *nest, char leaf[][32])
{
    size_t k = 0;
    for (const char *p = nest; *p; p++) {
        bool first = p == nest || p[-1] == '(';
        if (*p != ')' && !first)
            add(out, ",");
        if (*p == 'x')
            add(out, "%s", leaf[k++]);
        else
            add(out, "%c", *p);
        const char *open = p; /* of one element: (x,) */
        while (*p == ')' && open > nest && open[-1] != '(')
            open--;
        if (*p == ')' && p[-1] != ')' && open + 1 == p) {
            out[strlen(out) - 1] = '\0';
            add(out, ",)");
        }
    }
}

/* ---- layouts ---- */

static void random_layout(rnd *r, int64_t most, m_layout *a)
{
    switch (rnd_in(r, 0, 3)) {
    case 0: rnd_layout(r, most, a); break;
    case 1: rnd_bijection(r, most, a); break;
    default: rnd_nested(r, most, a);
    }
}

static void add_layout(char *out, const m_layout *a)
{
    char *text = m_layout_text(a);
    add(out, "%s", text);
    free(text);
}

static void add_shape_of(char *out, const m_layout *a)
{
    m_tuple shape;
    m_shape(a, &shape);
    char *text = m_tuple_text(&shape);
    add(out, "%s", text);
    free(text);
}

/* The same shape with strides written some other way. */
static void add_strides(rnd *r, char *out, const m_layout *a, bool by_xor)
{
    char leaf[M_LEAVES][32];
    for (size_t k = 0; k < a->n; k++) {
        int64_t d = rnd_in(r, 0, rnd_chance(r, 20) ? 300 : 20);
        if (by_xor)
            snprintf(leaf[k], sizeof leaf[k], "f%lld", (long long)d);
        else if (rnd_chance(r, 15))
            snprintf(leaf[k], sizeof leaf[k], "e0+%llde1", (long long)rnd_in(r, 1, 3));
        else
            snprintf(leaf[k], sizeof leaf[k], "%llde%lld",
                     (long long)rnd_in(r, 1, rnd_chance(r, 10) ? 200 : 4),
                     (long long)rnd_in(r, 0, 1));
    }
    add_shape_of(out, a);
    add(out, ":");
    add_nested(out, a->nest, leaf);
}

/* ---- the other kinds ---- */

static void add_swizzle(rnd *r, char *out)
{
    int b = (int)rnd_in(r, 1, 2), s = (int)rnd_in(r, rnd_chance(r, 50) ? 0 : 1, 3);
    add(out, "S<%d,%d,%d>", b, (int)rnd_in(r, 0, rnd_chance(r, 20) ? 5 : 2),
        rnd_chance(r, 30) ? -s : s);
}

static void add_linear(rnd *r, char *out)
{
    size_t ins = (size_t)rnd_in(r, 1, 2), outs = (size_t)rnd_in(r, 1, 2);
    int bits = (int)rnd_in(r, 1, rnd_chance(r, 25) ? 10 : 3);
    add(out, "linear{");
    for (size_t i = 0; i < ins; i++) {
        int n = (int)rnd_in(r, 1, 3);
        add(out, "%sin%zu: [", i > 0 ? ", " : "", i);
        for (int k = 0; k < n; k++) {
            int x = (int)rnd_in(r, 0, (1 << bits) - 1), y = (int)rnd_in(r, 0, (1 << bits) - 1);
            if (outs == 1)
                add(out, "%s%d", k > 0 ? "," : "", x);
            else
                add(out, "%s(%d,%d)", k > 0 ? "," : "", x, y);
        }
        add(out, "]");
    }
    add(out, " -> out0: %d", 1 << bits);
    if (outs == 2)
        add(out, ", out1: %d", 1 << bits);
    add(out, "}");
}

static void add_relation(rnd *r, char *out)
{
    int64_t n = rnd_in(r, 2, 16);
    if (rnd_chance(r, 50))
        add(out, "relation \"{ [c] -> [(%lldc + %lld) mod %lld] : 0 <= c < %lld }\"",
            (long long)rnd_in(r, -3, 5), (long long)(rnd_chance(r, 30) ? rnd_in(r, 0, 3) : 0),
            (long long)n, (long long)n);
    else
        add(out, "relation \"{ [c] -> [%lld*c + floor(c/%lld)] : 0 <= c < %lld }\"",
            (long long)rnd_in(r, 1, rnd_chance(r, 40) ? 90 : 4), (long long)rnd_in(r, 2, 4),
            (long long)n);
}

/* A function outside others, with an offset at times. */
static void add_outer(rnd *r, char *out, bool coordinates)
{
    m_layout outer;
    rnd_nested(r, 40, &outer);
    for (size_t k = 0; k < outer.n; k++)
        outer.stride[k] = outer.stride[k] < 0 ? -outer.stride[k] : outer.stride[k];
    if (coordinates)
        add(out, "(%lld,%lld):(%lld,%lld)", (long long)rnd_in(r, 1, 8),
            (long long)rnd_in(r, 1, 8), (long long)rnd_in(r, 0, 9), (long long)rnd_in(r, 0, 9));
    else if (rnd_chance(r, 40))
        add_swizzle(r, out);
    else
        add_layout(out, &outer);
    if (coordinates && rnd_chance(r, 50))
        add(out, " o (%lld,%lld)", (long long)rnd_in(r, 0, 5), (long long)rnd_in(r, 0, 5));
    else
        add(out, rnd_chance(r, 60) && !coordinates ? " o %lld" : " o 0",
            (long long)rnd_in(r, 0, 9));
    add(out, " o ");
}

/* Two or three functions, one outside the other. */
static void add_functions(rnd *r, char *out, m_layout *inner)
{
    bool coordinates = rnd_chance(r, 30);
    if (rnd_chance(r, 15))
        add(out, "{%lld} o ", (long long)rnd_in(r, 1, 9));
    if (rnd_chance(r, 40))
        add_outer(r, out, false);
    add_outer(r, out, coordinates);
    for (size_t k = 0; k < inner->n; k++)
        inner->stride[k] = inner->stride[k] < 0 ? -inner->stride[k] : inner->stride[k];
    if (coordinates)
        add(out, "(%lld,%lld):(%llde%lld,%llde%lld)", (long long)rnd_in(r, 1, 6),
            (long long)rnd_in(r, 1, 6), (long long)rnd_in(r, 1, 3), (long long)rnd_in(r, 0, 1),
            (long long)rnd_in(r, 1, 3), (long long)rnd_in(r, 0, 1));
    else if (rnd_chance(r, 20))
        add_strides(r, out, inner, true);
    else
        add_layout(out, inner);
}

/* An operand of a kind; of `like`, where one is given, the shape of that. */
static void add_operand(rnd *r, char *out, int kind, const m_layout *like)
{
    m_layout a;
    random_layout(r, 40, &a);
    if (like && rnd_chance(r, 80)) {
        m_layout b = *like;
        for (size_t k = 0; k < b.n; k++)
            b.stride[k] = rnd_chance(r, 60) ? b.stride[k] : rnd_in(r, 0, 12);
        a = b;
    }
    switch (kind) {
    case 0: add_layout(out, &a); break;
    case 1:
    case 2: add_strides(r, out, &a, kind == 1); break;
    case 3:
        if (rnd_chance(r, 30)) {
            add(out, "{(%lld,%lld)} o ", (long long)rnd_in(r, 0, 3), (long long)rnd_in(r, 0, 3));
            add_strides(r, out, &a, false);
        } else {
            add(out, "{%lld} o ", (long long)rnd_in(r, 1, rnd_chance(r, 50) ? 9 : 4) * 2);
            add_layout(out, &a);
        }
        break;
    case 4:
        add_swizzle(r, out);
        if (rnd_chance(r, 40))
            add(out, " o %lld", (long long)rnd_in(r, 0, 9));
        add(out, " o ");
        for (size_t k = 0; k < a.n; k++)
            a.stride[k] = a.stride[k] < 0 ? -a.stride[k] : a.stride[k];
        if (rnd_chance(r, 10))
            add_strides(r, out, &a, true);
        else
            add_layout(out, &a);
        break;
    case 5: add_swizzle(r, out); break;
    case 6: add_linear(r, out); break;
    case 7: add_relation(r, out); break;
    default: add_functions(r, out, &a);
    }
}

/* ---- claims ---- */

/* What follows the operands: N numbers below `most`, S a shape, T a type, U a tiler, m an access,
 * b one with banks, k and l such with a bound; v is a length, and at times `aligned`. */
static const struct {
    const char *name;
    int operands;
    const char *rest;
    unsigned kinds; /* a bit for each kind that the claim takes */
} claims[] = {{"injective", 1, "", 0x1ff},      {"bijective", 1, "", 0x1ff},
              {"compact", 1, "", 0x1ff},        {"surjective", 1, "N", 0x1ff},
              {"covers", 1, "N", 0x15b},        {"in_bounds", 1, "N", 0x1ff},
              {"fits", 1, "T", 0x1db},          {"aligned", 1, "n", 0x17b},
              {"is_linear", 1, "", 0x19f},      {"is_layout", 1, "", 0x1f8},
              {"partitions", 1, "S", 0x17f},    {"tractable", 1, "", 0x001},
              {"non_degenerate", 1, "", 0x001}, {"equal", 2, "", 0x1ff},
              {"equiv", 2, "", 0x1ff},          {"contained", 2, "", 0x17f},
              {"disjoint", 2, "", 0x17f},       {"right_inverts", 2, "", 0x177},
              {"left_inverts", 2, "", 0x177},   {"composes", 3, "", 0x17f},
              {"admissible", 2, "", 0x00f},     {"complements", 2, "", 0x005},
              {"complements", 2, "N", 0x005},   {"divides_into", 3, "", 0x00d},
              {"divides_into", 3, "x", 0x005},  {"vectorizes", 2, "v", 0x17b},
              {"congruent", 2, "", 0x001},      {"weakly_congruent", 2, "", 0x001},
              {"compatible", 2, "", 0x001},     {"refines", 2, "", 0x001},
              {"conflict_free", 1, "b", 0x17b}, {"coalesced", 1, "m", 0x17b},
              {"conflicts", 1, "l", 0x17b},     {"sectors", 1, "k", 0x17b},
              {"partitions", 1, "G", 0x00d},    {"composes", 2, "U", 0x005},
              {"admissible", 1, "U", 0x005},    {"reorders", 2, "", 0x17f},
              {"feeds", 2, "", 0x01d}};

size_t random_claims(void)
{
    return sizeof claims / sizeof *claims;
}

const char *random_claim_name(size_t which)
{
    return claims[which].name;
}

unsigned random_claim_kinds(size_t which)
{
    return claims[which].kinds;
}

static int pick_kind(rnd *r, unsigned kinds)
{
    int kind;
    do
        kind = (int)rnd_in(r, 0, RANDOM_KINDS - 1);
    while (!(kinds >> kind & 1));
    return kind;
}

/* Lanes, bytes, a width, which is that of a vector at times; banks. */
static void add_access(rnd *r, char *out, char what)
{
    int bytes = 1 << rnd_in(r, 0, 3), vector = rnd_chance(r, 30) ? 2 : 1;
    bool given = rnd_chance(r, 30);
    bool banks = what != 'm' && what != 'k';
    add(out, ", lanes=%d, bytes=%d", rnd_chance(r, 70) ? 32 : banks ? 16 : 64, bytes);
    if (!given)
        add(out, ", width=%d", rnd_chance(r, 20) ? 2 * bytes : 1 << rnd_in(r, 0, 4));
    if (banks)
        add(out, ", banks=%d", rnd_chance(r, 70) ? 32 : 64);
    if (given)
        add(out, ", vector=%d", vector);
}

static void add_rest(rnd *r, char *out, char what, int kind, const m_layout *like)
{
    int64_t size = m_size(like);
    switch (what) {
    case 'N':
        if (kind == 2)
            add(out, ", (%lld,%lld)", (long long)rnd_in(r, 1, 6), (long long)rnd_in(r, 1, 6));
        else
            add(out, ", %lld", (long long)rnd_in(r, 1, 2 * size));
        break;
    case 'n': add(out, ", %lld", (long long)(1 << rnd_in(r, 1, 3))); break;
    case 'v':
        add(out, ", %lld%s", (long long)(1 << rnd_in(r, 1, 3)),
            rnd_chance(r, 40) ? ", aligned" : "");
        break;
    case 'T': add(out, rnd_chance(r, 50) ? ", int%d" : ", uint%d", 8); break;
    case 'S':
    case 'G':
        if (kind == 2)
            add(out, ", (%lld,%lld)", (long long)rnd_in(r, 1, 6), (long long)rnd_in(r, 1, 6));
        else
            add(out, ", (%lld,2)", (long long)(size > 1 ? size / 2 : 1));
        if (what == 'G')
            add(out, kind == 2 ? ", under=(%lld,_)" : ", under=%lld", (long long)rnd_in(r, 1, 9));
        break;
    case 'x': add(out, ", exact"); break;
    case 'U':
        add(out, ", <%lld:%lld", (long long)rnd_in(r, 1, 4), (long long)rnd_in(r, 1, 3));
        if (rnd_chance(r, 60))
            add(out, ", %lld:%lld", (long long)rnd_in(r, 1, 4), (long long)rnd_in(r, 1, 3));
        add(out, ">");
        break;
    default: add_access(r, out, what);
    }
}

void random_claim(rnd *r, size_t which, int *kind, char *out)
{
    m_layout like;
    const char *rest = claims[which].rest;
    random_layout(r, 40, &like);
    for (size_t k = 0; *rest == 'T' && k < like.n; k++) /* past the type at times */
        like.stride[k] *= 9;
    *kind = pick_kind(r, claims[which].kinds);
    out[0] = '\0';
    add(out, "%s(", claims[which].name);
    for (int i = 0; i < claims[which].operands; i++) {
        int of = i == 0 || rnd_chance(r, 50) ? *kind : pick_kind(r, claims[which].kinds);
        if (i > 0)
            add(out, ", ");
        add_operand(r, out, of, &like);
    }
    if (*rest)
        add_rest(r, out, *rest, *kind, &like);
    add(out, ")");
    if (*rest == 'k' || *rest == 'l')
        add(out, " <= %lld", (long long)rnd_in(r, 0, 3));
}
