/* symbolic-operands.c - random operands of claims with parameters, as texts. */
#include "config.h"

#include "symbolic-operands.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int64_t in(symbolic_maker *m, int64_t low, int64_t high)
{
    return rnd_in(&m->rnd, low, high);
}

bool chance(symbolic_maker *m, int percent)
{
    return rnd_chance(&m->rnd, percent);
}

const char *one_of(symbolic_maker *m, size_t n, const char *const *text)
{
    return text[in(m, 0, (int64_t)n - 1)];
}

const char *say(symbolic_maker *m, const char *format, ...)
{
    char *text = m->room + m->used;
    size_t room = sizeof m->room - m->used;
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text, room, format, args);
    va_end(args);
    if (n < 0 || (size_t)n >= room)
        abort(); /* the room is for the longest of claims */
    m->used += (size_t)n + 1;
    return text;
}

static bool is_of(const symbolic_maker *m, const char *operand)
{
    return strcmp(m->operand, operand) == 0;
}

/* ---- modes ---- */

static const char *const swizzles[] = {"S<3,3,3>", "S<2,4,3>",  "S<3,4,3>", "S<1,3,3>",
                                       "S<2,3,3>", "S<3,3,-3>", "S<3,2,3>", "S<1,2,1>"};

void swap_modes(modes *a, size_t i, size_t k)
{
    const char *extent = a->extent[i], *stride = a->stride[i];
    size_t axis = a->axis[i];
    a->extent[i] = a->extent[k];
    a->stride[i] = a->stride[k];
    a->axis[i] = a->axis[k];
    a->extent[k] = extent;
    a->stride[k] = stride;
    a->axis[k] = axis;
}

/* Strides one past the other, of each axis. */
static modes in_order(symbolic_maker *m, size_t n, size_t nextents, const char *const *extent)
{
    static const char *const first[] = {"1", "1", "1", "2", "N"};
    static const char *const past[] = {"%s*2", "%s*N", "%s*M", "(%s+1)"};
    modes a = {.n = n};
    const char *end[2] = {ONE_OF(m, first), ONE_OF(m, first)};
    for (size_t i = 0; i < n; i++) {
        /* both axes have a mode */
        size_t q = a.axis[i] = !is_of(m, "coordinates") ? 0 : i < 2 ? i : (size_t)in(m, 0, 1);
        a.extent[i] = one_of(m, nextents, extent);
        a.stride[i] = end[q];
        end[q] = say(m, "%s*%s", end[q], a.extent[i]);
        if (chance(m, 20))
            end[q] = say(m, ONE_OF(m, past), end[q]);
    }
    a.end[0] = end[0];
    a.end[1] = end[1];
    for (size_t i = n; i > 1; i--)
        swap_modes(&a, i - 1, (size_t)in(m, 0, (int64_t)i - 1));
    return a;
}

/* Words of few bits, and a tile's number past them. */
static modes rnd_words(symbolic_maker *m)
{
    static const char *const low[][MODES] = {{"1", "2", "4"},    {"1", "4", "64"},
                                             {"1", "9", "64"},   {"1", "5", "16"},
                                             {"2", "9", "64"},   {"8", "9", "64"},
                                             {"1", "8", "64"},   {"1", "8", "73"},
                                             {"3", "8", "N*64"}, {"1", "9", "M*64"},
                                             {"3", "16", "8"}};
    static const char *const extent[] = {"2", "4", "8", "8", "4"};
    static const char *const tiles[] = {"M", "N", "4*M", "8", "1", "K"};
    const char *const *stride = low[in(m, 0, (int64_t)(sizeof low / sizeof *low) - 1)];
    modes a = {.n = (size_t)in(m, 2, MODES), .extent = {ONE_OF(m, extent), ONE_OF(m, extent)}};
    if (chance(m, 10)) /* one goes on where the other ends, for some M */
        return (modes){.n = 2, .extent = {"M", "4"}, .stride = {"1", "M*1"}};
    a.extent[a.n - 1] = ONE_OF(m, tiles);
    for (size_t i = 0; i < a.n; i++)
        a.stride[i] = i + 1 == a.n ? stride[MODES - 1] : stride[i];
    if (chance(m, 30))
        swap_modes(&a, 0, 1);
    return a;
}

modes rnd_modes(symbolic_maker *m, size_t least)
{
    static const char *const extent[] = {"2",
                                         "4",
                                         "8",
                                         "3",
                                         "M",
                                         "N",
                                         "K",
                                         "2*M",
                                         "4*N",
                                         "8*M",
                                         "1",
                                         "ceil_div(M,4)",
                                         "ceil_div(K,M)"};
    static const char *const odd[] = {"0", "1", "M", "7"};
    if (is_of(m, "XOR"))
        return rnd_words(m);
    size_t n = (size_t)in(m, is_of(m, "coordinates") ? 2 : (int64_t)least, MODES);
    modes a = in_order(m, n, sizeof extent / sizeof *extent, extent);
    if (chance(m, 15))
        a.stride[in(m, 0, (int64_t)n - 1)] = ONE_OF(m, odd);
    if (is_of(m, "swizzled")) {
        a.swizzle = ONE_OF(m, swizzles);
        a.extent[0] = chance(m, 40) ? "64" : a.extent[0];
    }
    return a;
}

modes rnd_numbers(symbolic_maker *m)
{
    static const char *const extent[] = {"2", "4", "8", "3", "16", "100"};
    modes a = in_order(m, (size_t)in(m, 1, 2), sizeof extent / sizeof *extent, extent);
    a.stride[0] = chance(m, 50) ? "0" : a.stride[0];
    a.extent[0] = chance(m, 50) ? "M" : a.extent[0];
    a.swizzle = is_of(m, "swizzled") ? ONE_OF(m, swizzles) : NULL;
    return a;
}

modes rnd_chain(symbolic_maker *m)
{
    static const char *const extent[] = {"2", "4", "8", "M", "K", "2*M", "4*N"};
    return in_order(m, (size_t)in(m, 1, MODES), sizeof extent / sizeof *extent, extent);
}

modes rnd_part(symbolic_maker *m, modes a)
{
    size_t k = (size_t)in(m, 0, (int64_t)a.n - 1);
    switch (in(m, 0, 3)) {
    case 0: a.extent[k] = "1"; break;
    case 1: a.extent[k] = "2"; break;
    case 2: a.stride[k] = say(m, "2*%s", a.stride[k]); break;
    default: break;
    }
    if (a.n > 1 && chance(m, 50))
        a.n--;
    if (a.swizzle && chance(m, 10))
        a.swizzle = ONE_OF(m, swizzles);
    return a;
}

static void add_mode(modes *to, const modes *a, size_t i)
{
    to->extent[to->n] = a->extent[i];
    to->stride[to->n] = a->stride[i];
    to->axis[to->n++] = a->axis[i];
}

void halves(symbolic_maker *m, const modes *a, modes *x, modes *y)
{
    *x = *y = (modes){.swizzle = a->swizzle};
    for (size_t i = 0; i < a->n; i++)
        add_mode(chance(m, 50) ? x : y, a, i);
    modes *empty = x->n == 0 ? x : y->n == 0 ? y : NULL;
    if (empty)
        *empty = (modes){.n = 1, .extent = {"1"}, .stride = {"0"}, .swizzle = a->swizzle};
}

/* ---- texts ---- */

static const char *tuple(symbolic_maker *m, size_t n, const char *const *part)
{
    return n == 1   ? say(m, "(%s)", part[0])
           : n == 2 ? say(m, "(%s,%s)", part[0], part[1])
                    : say(m, "(%s,%s,%s)", part[0], part[1], part[2]);
}

/* A layout of one coordinate, whose values lie along modes of the outer layout a, or beside. */
static const char *inner_mode(symbolic_maker *m, const modes *a)
{
    static const char *const extent[] = {"1", "1", "2", "4", "M", "N", "K", "8*M"};
    static const char *const stride[] = {"1", "1", "0", "2", "M", "4"};
    switch (in(m, 0, 3)) {
    case 0: return say(m, "(%s):(1)", size(m, a));
    case 1: return say(m, "%s:1", a->extent[in(m, 0, (int64_t)a->n - 1)]);
    case 2: return say(m, "(%s,1):(%s,%s)", ONE_OF(m, extent), ONE_OF(m, stride), a->stride[0]);
    default: return say(m, "%s:%s", ONE_OF(m, extent), ONE_OF(m, stride));
    }
}

/* Functions one after the other, some of which move nothing or have one coordinate. */
static const char *functions(symbolic_maker *m, const modes *a)
{
    static const char *const still[] = {"S<0,0,0>", "S<0,1,-1>", "S<0,2,1>", "S<0,2,-3>"};
    static const char *const outer[] = {"(M):(1)",      "8:M",
                                        "1:1",          "(2,M):(1,2)",
                                        "(4,M):(M,1)",  "(1,N):(3,1)",
                                        "K:1",          "(M,1):(2,5)",
                                        "(K,4):(4,-1)", "((4,N),1):((1,4),0)"};
    static const char *const offset[] = {"0", "0", "0", "0", "0", "1", "M"};
    const char *x = plain(m, a), *of = ONE_OF(m, offset);
    switch (chance(m, 2) ? 9 : in(m, 0, 8)) {
    case 0: return say(m, "%s o %s", ONE_OF(m, still), x);
    case 1: return say(m, "%s o {%s} o %s", ONE_OF(m, still), of, x);
    case 2: return say(m, "%s o %s o %s", ONE_OF(m, swizzles), of, x);
    case 3: return say(m, "%s o %s o %s", ONE_OF(m, outer), of, x);
    case 9: return say(m, "(%s) o (%s o %s o %s)", x, ONE_OF(m, still), of, inner_mode(m, a));
    case 5: return say(m, "tile_to_shape(%s o (8,4):(4,1), (8*M, 4))", ONE_OF(m, still));
    case 6: return say(m, "coalesce((%s) o 0 o %s)", x, inner_mode(m, a));
    case 7:
        return say(m, "(%s o (%s,1):(%s,7))(_,0)", ONE_OF(m, still), a->extent[0], a->stride[0]);
    default: return say(m, "(%s) o %s o %s", x, of, inner_mode(m, a));
    }
}

/* The same, perhaps with a number added to their values. */
static const char *composed(symbolic_maker *m, const modes *a)
{
    static const char *const plus[] = {"M", "M", "8*N", "3", "0"};
    const char *of = functions(m, a);
    return chance(m, 15) ? say(m, "{%s} o (%s)", ONE_OF(m, plus), of) : of;
}

/* A stride as the kind of operand has it. */
static const char *stride(symbolic_maker *m, const modes *a, size_t i)
{
    const char *by = a->stride[i], *times = strrchr(by, '*');
    if (is_of(m, "coordinates"))
        return say(m, "(%s)*e%d", by, (int)a->axis[i]);
    if (!is_of(m, "XOR"))
        return by;
    return times ? say(m, "%.*s*f%s", (int)(times - by), by, times + 1) : say(m, "f%s", by);
}

const char *plain(symbolic_maker *m, const modes *a)
{
    return say(m, "%s:%s", tuple(m, a->n, a->extent), tuple(m, a->n, a->stride));
}

const char *layout(symbolic_maker *m, const modes *a)
{
    const char *strides[MODES];
    if (is_of(m, "composed"))
        return composed(m, a);
    for (size_t i = 0; i < a->n; i++)
        strides[i] = stride(m, a, i);
    return say(m, "%s%s%s:%s", a->swizzle ? a->swizzle : "", a->swizzle ? " o " : "",
               tuple(m, a->n, a->extent), tuple(m, a->n, strides));
}

const char *joined(symbolic_maker *m, const modes *a)
{
    modes nested = *a;
    if (a->n < 2)
        return layout(m, a);
    nested.n--;
    nested.extent[a->n - 2] = say(m, "(%s,%s)", a->extent[a->n - 2], a->extent[a->n - 1]);
    const char *strides[MODES];
    for (size_t i = 0; i < a->n; i++)
        strides[i] = stride(m, a, i);
    strides[a->n - 2] = say(m, "(%s,%s)", strides[a->n - 2], strides[a->n - 1]);
    return say(m, "%s%s%s:%s", a->swizzle ? a->swizzle : "", a->swizzle ? " o " : "",
               tuple(m, nested.n, nested.extent), tuple(m, nested.n, strides));
}

const char *size(symbolic_maker *m, const modes *a)
{
    return a->n == 1   ? say(m, "%s", a->extent[0])
           : a->n == 2 ? say(m, "%s*%s", a->extent[0], a->extent[1])
                       : say(m, "%s*%s*%s", a->extent[0], a->extent[1], a->extent[2]);
}

/* ---- accesses ---- */

const char *rnd_access(symbolic_maker *m)
{
    static const char *const first[] = {"1", "2", "4", "32", "64", "33", "8", "K"};
    static const char *const second[] = {"32", "8", "1", "64", "40", "32*N", "M", "K", "K+1"};
    static const char *const third[] = {"256", "64*M", "32", "1", "32*M", "N", "4*K"};
    static const char *const lanes[] = {"8", "32", "4", "16"};
    static const char *const rows[] = {"4", "8", "M", "2"};
    static const char *const stages[] = {"M", "N", "2*M", "K"};
    if (is_of(m, "XOR")) {
        modes words = rnd_words(m);
        while (strcmp(words.extent[0], "M") == 0) /* lanes across a mode of any size */
            words = rnd_words(m);
        return layout(m, &words);
    }
    modes a = {.n = (size_t)in(m, 2, 3),
               .extent = {ONE_OF(m, lanes), ONE_OF(m, rows), ONE_OF(m, stages)},
               .stride = {ONE_OF(m, first), ONE_OF(m, second), ONE_OF(m, third)}};
    a.swizzle = is_of(m, "swizzled") ? ONE_OF(m, swizzles) : NULL;
    return layout(m, &a);
}
