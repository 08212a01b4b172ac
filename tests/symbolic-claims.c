/* symbolic-claims.c - kinds of claims, each of random operands (symbolic-operands.h). */
#include "config.h"

#include "../verify/session/answer.h"
#include "../verify/session/session.h"
#include "suite.h"
#include "symbolic-operands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- one layout, with an integer ---- */

static const char *of_one(symbolic_maker *m, const char *name)
{
    modes a = rnd_modes(m, 1);
    return say(m, "%s(%s)", name, layout(m, &a));
}

static bool is_of_layouts(const symbolic_maker *m)
{
    return strcmp(m->operand, "layouts") == 0;
}

/* A bound that is often the size, or beyond it. */
static const char *bound(symbolic_maker *m, const modes *a)
{
    static const char *const number[] = {"512*M*N*K", "64*M", "100", "K", "M*N", "4096*M"};
    static const char *const more[] = {"%s", "%s", "%s", "2*%s", "%s+1", "%s*M", "%s-1"};
    static const char *const few[] = {"8", "8*M+2", "16", "64", "64*M+9", "128"};
    if (strcmp(m->operand, "XOR") == 0 && chance(m, 30))
        return ONE_OF(m, few);
    return chance(m, 75) ? say(m, ONE_OF(m, more), size(m, a)) : ONE_OF(m, number);
}

static const char *of_bound(symbolic_maker *m, const char *name)
{
    modes a = rnd_modes(m, 1);
    const char *n = chance(m, 70) || !is_of_layouts(m) ? bound(m, &a)
                                                       : say(m, "cosize(%s)", layout(m, &a));
    return say(m, "%s(%s, %s)", name, layout(m, &a), n);
}

static const char *of_alignment(symbolic_maker *m, const char *name)
{
    static const char *const by[] = {"1", "2", "4", "8", "3", "M", "N"};
    modes a = rnd_modes(m, 1);
    if (chance(m, 50))
        for (size_t i = 0; i < a.n; i++)
            a.stride[i] = say(m, "8*%s", a.stride[i]);
    return say(m, "%s(%s, %s)", name, layout(m, &a), ONE_OF(m, by));
}

static const char *of_type(symbolic_maker *m, const char *name)
{
    static const char *const type[] = {"int8", "uint8", "int16", "int32", "int64"};
    modes a = rnd_numbers(m);
    if (chance(m, 40))
        a = rnd_modes(m, 1);
    return say(m, "%s(%s, %s)", name, layout(m, &a), ONE_OF(m, type));
}

/* ---- two layouts ---- */

static const char *of_part(symbolic_maker *m, const char *name)
{
    modes a = rnd_modes(m, 1), part = rnd_part(m, a);
    return say(m, "%s(%s, %s)", name, layout(m, &part), layout(m, &a));
}

static const char *of_halves(symbolic_maker *m, const char *name)
{
    modes a = rnd_modes(m, 1), x, y;
    halves(m, &a, &x, &y);
    return say(m, "%s(%s, %s)", name, layout(m, &x), layout(m, &y));
}

/* A multiple of it, or nearly. */
static const char *beyond(symbolic_maker *m, const char *end)
{
    static const char *const more[] = {"%s", "2*%s", "%s*M", "%s*N", "%s*K", "%s+1"};
    return chance(m, 30) ? end : say(m, ONE_OF(m, more), end);
}

static const char *of_complements(symbolic_maker *m, const char *name)
{
    modes a = rnd_modes(m, 1);
    const char *x = layout(m, &a), *n = bound(m, &a);
    if (strcmp(m->operand, "coordinates") == 0) {
        modes part = chance(m, 80) ? a : rnd_part(m, a);
        n = say(m, "(%s,%s)", beyond(m, a.end[0]), beyond(m, a.end[1]));
        return chance(m, 60)
                   ? say(m, "%s(complement(%s, %s), %s, %s)", name, x, n, layout(m, &part), n)
                   : say(m, "%s(complement(%s), %s)", name, x, layout(m, &part));
    }
    switch (in(m, 0, 3)) {
    case 0: return say(m, "%s(complement(%s, %s), %s, %s)", name, x, n, x, n);
    case 1: return say(m, "%s(complement(%s), %s)", name, x, x);
    default: return of_halves(m, name);
    }
}

/* Words of one more bit, f9, as integers behind a swizzle. */
static const char *swizzled_words(symbolic_maker *m, const modes *a)
{
    modes b = *a;
    for (size_t i = 0; i < b.n; i++)
        b.stride[i] = strcmp(b.stride[i], "9") == 0 ? "8" : b.stride[i];
    return say(m, "S<3,0,3> o %s", plain(m, &b));
}

/* The same function in another way, or nearly. */
static const char *like(symbolic_maker *m, const modes *a)
{
    modes part = rnd_part(m, *a), other = rnd_modes(m, 1);
    const char *x = layout(m, a);
    if (strcmp(m->operand, "XOR") == 0 && chance(m, 30))
        return swizzled_words(m, a);
    switch (in(m, 0, 5)) {
    case 0: return say(m, "coalesce(%s)", x);
    case 1: return say(m, "flatten(%s)", x);
    case 2: return say(m, "compose(%s, %s)", x, size(m, a));
    case 3: return layout(m, &part);
    case 4: return chance(m, 50) ? x : layout(m, &other);
    default: return joined(m, a);
    }
}

static const char *of_likes(symbolic_maker *m, const char *name)
{
    modes a = rnd_modes(m, 1);
    return say(m, "%s(%s, %s)", name, like(m, &a), layout(m, &a));
}

static const char *of_shapes(symbolic_maker *m, const char *name)
{
    modes a = rnd_modes(m, 1), part = rnd_part(m, a);
    const char *x = chance(m, 50) ? joined(m, &a) : layout(m, &a);
    const char *y = chance(m, 30) ? layout(m, &part) : layout(m, &a);
    return chance(m, 50) ? say(m, "%s(%s, %s)", name, x, y) : say(m, "%s(%s, %s)", name, y, x);
}

static const char *of_order(symbolic_maker *m, const char *name)
{
    modes a = rnd_modes(m, 1), b = chance(m, 70) ? a : rnd_part(m, a);
    for (size_t i = b.n; i > 1; i--)
        swap_modes(&b, i - 1, (size_t)in(m, 0, (int64_t)i - 1));
    return say(m, "%s(%s, %s)", name, layout(m, &a), layout(m, &b));
}

static const char *of_inverse(symbolic_maker *m, const char *name)
{
    modes a = rnd_modes(m, 1), part = chance(m, 60) ? a : rnd_part(m, a);
    const char *of = strcmp(name, "right_inverts") == 0 ? "right_inverse" : "left_inverse";
    return chance(m, 90) ? say(m, "%s(%s(%s), %s)", name, of, layout(m, &part), layout(m, &a))
                         : of_part(m, name);
}

static const char *of_divides(symbolic_maker *m, const char *name)
{
    static const char *const tile[] = {"2", "4:1", "8", "2:2", "(2,2):(1,4)", "M", "8:N"};
    modes a = rnd_modes(m, 1);
    const char *x = layout(m, &a), *t = ONE_OF(m, tile);
    return say(m, "%s(logical_divide(%s, %s), %s, %s)", name, x, t, x, t);
}

static const char *of_vectors(symbolic_maker *m, const char *name)
{
    static const char *const by[] = {"1", "2", "4", "8"};
    modes a = rnd_modes(m, 1), b = chance(m, 60) ? a : rnd_part(m, a);
    return say(m, "%s(%s, %s, %s%s)", name, layout(m, &a), layout(m, &b), ONE_OF(m, by),
               chance(m, 40) ? ", aligned" : "");
}

/* B is a layout of coordinates of A: some of its own, fewer, in another order. */
static const char *inner(symbolic_maker *m, const modes *a)
{
    static const char *const factor[] = {"2", "4", "8", "M"};
    modes b = rnd_modes(m, 1);
    switch (in(m, 0, 4)) {
    case 0: return say(m, "%s:1", size(m, a));
    case 1: return say(m, "%s:1", a->extent[0]);
    case 2: return say(m, "%s:%s", ONE_OF(m, factor), a->extent[0]);
    case 3: return say(m, "%s:%s", a->extent[a->n - 1], ONE_OF(m, factor));
    default: return plain(m, &b);
    }
}

static const char *of_admission(symbolic_maker *m, const char *name)
{
    modes a = rnd_modes(m, 1);
    return say(m, "%s(%s, %s)", name, layout(m, &a), inner(m, &a));
}

static const char *of_composition(symbolic_maker *m, const char *name)
{
    modes a = rnd_modes(m, 1), b = rnd_part(m, a);
    const char *x = layout(m, &a), *y = inner(m, &a);
    return chance(m, 80) ? say(m, "%s(compose(%s, %s), %s, %s)", name, x, y, x, y)
                         : say(m, "%s(%s, %s, %s)", name, layout(m, &b), x, plain(m, &a));
}

static const char *of_product(symbolic_maker *m, const char *name)
{
    static const char *const extent[] = {"2", "4", "8", "M", "N", "2*M", "K"};
    const char *a = ONE_OF(m, extent), *b = ONE_OF(m, extent), *c = ONE_OF(m, extent);
    const char *d = chance(m, 75) ? a : ONE_OF(m, extent);
    return say(m, "%s((%s,%s,%s):(1,0,%s), (%s,%s,%s):(0,1,%s), (%s,%s,%s):(1,%s,0), (%s,%s,%s))",
               name, a, b, c, a, a, b, c, b, a, b, c, a, d, b, c);
}

/* ---- numbers and morphisms ---- */

static const char *of_sizes(symbolic_maker *m, const char *name)
{
    static const char *const of[] = {"size", "cosize", "size", "rank"};
    static const char *const op[] = {"<=", ">=", "==", "<", "!="};
    modes a = rnd_modes(m, 1);
    (void)name;
    return say(m, "%s(%s) %s %s", ONE_OF(m, of), layout(m, &a), ONE_OF(m, op), bound(m, &a));
}

static const char *morphism(symbolic_maker *m, const modes *a)
{
    return say(m, "morphism(%s)", plain(m, a));
}

static const char *of_morphism(symbolic_maker *m, const char *name)
{
    modes a = rnd_chain(m);
    return say(m, "%s(%s)", name, morphism(m, &a));
}

static const char *of_morphisms(symbolic_maker *m, const char *name)
{
    static const char *const other[] = {"2:1", "4:1", "(2,2):(1,2)", "(2,2):(2,1)"};
    modes a = rnd_chain(m), b = rnd_part(m, a);
    return say(m, "%s(%s, %s)", name,
               chance(m, 60) ? say(m, "morphism(%s)", ONE_OF(m, other)) : morphism(m, &b),
               morphism(m, &a));
}

/* ---- accesses ---- */

static const char *const bytes[] = {"",          ", bytes=2",           ", bytes=1",
                                    ", bytes=8", ", bytes=2, width=16", ", width=16"};

static const char *of_access(symbolic_maker *m, const char *name)
{
    return say(m, "%s(%s%s)", name, rnd_access(m), ONE_OF(m, bytes));
}

static const char *of_measure(symbolic_maker *m, const char *name)
{
    static const char *const ops[] = {"<=", "<=", ">=", "==", ">"};
    bool sectors = strcmp(name, "sectors") == 0, all = in(m, 0, 3) == 0;
    return say(m, "%s(%s%s) %s %d", name, rnd_access(m), ONE_OF(m, bytes), ONE_OF(m, ops),
               all ? sectors ? 32 : 31 : (int)in(m, sectors, sectors ? 33 : 8));
}

/* ---- kinds ---- */

#define LAYOUTS "layouts"
#define SWIZZLED "swizzled"
#define COMPOSED "composed"
#define COORDINATES "coordinates"
#define XOR "XOR"
#define MORPHISMS "morphisms"

static const symbolic_kind kinds[] = {{"admissible", LAYOUTS, of_admission},
                                      {"admissible", COORDINATES, of_admission},
                                      {"aligned", LAYOUTS, of_alignment},
                                      {"aligned", SWIZZLED, of_alignment},
                                      {"aligned", COMPOSED, of_alignment},
                                      {"bijective", LAYOUTS, of_one},
                                      {"bijective", SWIZZLED, of_one},
                                      {"bijective", COMPOSED, of_one},
                                      {"bijective", XOR, of_one},
                                      {"coalesced", LAYOUTS, of_access},
                                      {"coalesced", SWIZZLED, of_access},
                                      {"coalesced", COMPOSED, of_access},
                                      {"compact", LAYOUTS, of_one},
                                      {"compact", SWIZZLED, of_one},
                                      {"compact", COMPOSED, of_one},
                                      {"compatible", LAYOUTS, of_shapes},
                                      {"compatible", COMPOSED, of_shapes},
                                      {"complements", LAYOUTS, of_complements},
                                      {"complements", COORDINATES, of_complements},
                                      {"composes", LAYOUTS, of_composition},
                                      {"composes", SWIZZLED, of_composition},
                                      {"composes", COMPOSED, of_composition},
                                      {"composes", COORDINATES, of_composition},
                                      {"conflict_free", LAYOUTS, of_access},
                                      {"conflict_free", SWIZZLED, of_access},
                                      {"conflict_free", COMPOSED, of_access},
                                      {"conflict_free", XOR, of_access},
                                      {"conflicts", LAYOUTS, of_measure},
                                      {"conflicts", SWIZZLED, of_measure},
                                      {"conflicts", COMPOSED, of_measure},
                                      {"congruent", LAYOUTS, of_shapes},
                                      {"congruent", COMPOSED, of_shapes},
                                      {"contained", LAYOUTS, of_part},
                                      {"contained", SWIZZLED, of_part},
                                      {"contained", COMPOSED, of_part},
                                      {"contained", COORDINATES, of_part},
                                      {"covers", LAYOUTS, of_bound},
                                      {"covers", SWIZZLED, of_bound},
                                      {"covers", COMPOSED, of_bound},
                                      {"disjoint", LAYOUTS, of_halves},
                                      {"disjoint", SWIZZLED, of_halves},
                                      {"disjoint", COMPOSED, of_halves},
                                      {"disjoint", COORDINATES, of_halves},
                                      {"divides", MORPHISMS, of_morphisms},
                                      {"divides_into", LAYOUTS, of_divides},
                                      {"divides_into", COORDINATES, of_divides},
                                      {"equal", LAYOUTS, of_likes},
                                      {"equal", COMPOSED, of_likes},
                                      {"equal", COORDINATES, of_likes},
                                      {"equiv", LAYOUTS, of_likes},
                                      {"equiv", SWIZZLED, of_likes},
                                      {"equiv", COMPOSED, of_likes},
                                      {"equiv", COORDINATES, of_likes},
                                      {"equiv", XOR, of_likes},
                                      {"feeds", LAYOUTS, of_order},
                                      {"fits", LAYOUTS, of_type},
                                      {"fits", SWIZZLED, of_type},
                                      {"fits", COMPOSED, of_type},
                                      {"in_bounds", LAYOUTS, of_bound},
                                      {"in_bounds", SWIZZLED, of_bound},
                                      {"in_bounds", COMPOSED, of_bound},
                                      {"in_bounds", XOR, of_bound},
                                      {"injective", LAYOUTS, of_one},
                                      {"injective", SWIZZLED, of_one},
                                      {"injective", COMPOSED, of_one},
                                      {"injective", COORDINATES, of_one},
                                      {"injective", XOR, of_one},
                                      {"is_linear", LAYOUTS, of_one},
                                      {"left_inverts", LAYOUTS, of_inverse},
                                      {"left_inverts", COORDINATES, of_inverse},
                                      {"multiplies", LAYOUTS, of_product},
                                      {"non_degenerate", MORPHISMS, of_morphism},
                                      {"partitions", LAYOUTS, of_bound},
                                      {"partitions", SWIZZLED, of_bound},
                                      {"partitions", COMPOSED, of_bound},
                                      {"product_admissible", MORPHISMS, of_morphisms},
                                      {"refines", LAYOUTS, of_shapes},
                                      {"refines", COMPOSED, of_shapes},
                                      {"reorders", LAYOUTS, of_order},
                                      {"right_inverts", LAYOUTS, of_inverse},
                                      {"right_inverts", COORDINATES, of_inverse},
                                      {"sectors", LAYOUTS, of_measure},
                                      {"sectors", SWIZZLED, of_measure},
                                      {"sectors", COMPOSED, of_measure},
                                      {"size", LAYOUTS, of_sizes},
                                      {"standard_form", MORPHISMS, of_morphism},
                                      {"surjective", LAYOUTS, of_bound},
                                      {"surjective", SWIZZLED, of_bound},
                                      {"surjective", COMPOSED, of_bound},
                                      {"tractable", LAYOUTS, of_one},
                                      {"vectorizes", LAYOUTS, of_vectors},
                                      {"weakly_congruent", LAYOUTS, of_shapes},
                                      {"weakly_congruent", COMPOSED, of_shapes},
                                      {NULL, NULL, NULL}};

const symbolic_kind *symbolic_kinds(void)
{
    return kinds;
}

const char *symbolic_claim(symbolic_maker *m, const symbolic_kind *kind)
{
    m->used = 0;
    m->operand = kind->operand;
    return kind->make(m, kind->name);
}

/* ---- calls of operations ---- */

static symbolic_call of_one_layout(symbolic_maker *m, const char *name, const char *x)
{
    return (symbolic_call){say(m, "%s(%s)", name, x), name, {x}, 1};
}

static symbolic_call with_another(symbolic_maker *m, const char *name, const char *x,
                                  const char *y)
{
    return (symbolic_call){say(m, "%s(%s, %s)", name, x, y), name, {x, y}, 2};
}

symbolic_call symbolic_rnd_call(symbolic_maker *m)
{
    static const char *const one[] = {"coalesce", "filter", "right_inverse", "left_inverse",
                                      "inverse"};
    static const char *const two[] = {"logical_product", "blocked_product", "raked_product",
                                      "zipped_product",  "tiled_product",   "flat_product"};
    static const char *const times[] = {"N:1", "2:1", "(N,3):(3,1)", "(2,M):(1,2)", "4:2"};
    m->used = 0;
    m->operand = LAYOUTS;
    modes a = rnd_modes(m, 1);
    const char *x = plain(m, &a);
    switch (in(m, 0, 4)) {
    case 0:
    case 1: return of_one_layout(m, ONE_OF(m, one), x);
    case 2: return with_another(m, "complement", x, say(m, "%s*8", size(m, &a)));
    case 3: return of_one_layout(m, "complement", x);
    default: {
        const char *name = ONE_OF(m, two);
        return with_another(m, name, x, ONE_OF(m, times));
    }
    }
}

/* ---- at numbers ---- */

const char *symbolic_rnd_claim(rnd *r)
{
    static symbolic_maker m;
    const symbolic_kind *kind = symbolic_kinds();
    size_t n = 0;
    while (kind[n].name)
        n++;
    m.rnd = *r;
    const char *claim = symbolic_claim(&m, &kind[rnd_in(&m.rnd, 0, (int64_t)n - 1)]);
    *r = m.rnd;
    return claim;
}

symbolic_place symbolic_place_of(rnd *r)
{
    static const int number[] = {1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17, 24, 32, 33};
    int64_t last = (int64_t)(sizeof number / sizeof *number) - 1;
    symbolic_place at;
    snprintf(at.m, sizeof at.m, "%d", number[rnd_in(r, 0, last)]);
    snprintf(at.n, sizeof at.n, "%d", number[rnd_in(r, 0, last)]);
    snprintf(at.k, sizeof at.k, "%d", 8 * (int)rnd_in(r, 1, 5));
    return at;
}

bool symbolic_place_found(const lcv_answer *answer, symbolic_place *out)
{
    *out = (symbolic_place){"1", "1", "8"};
    for (size_t i = 0; i < lcv_answer_nparameters(answer); i++) {
        const lcv_parameter_value *p = lcv_answer_parameter(answer, i);
        char *to = *p->name == 'M' ? out->m : *p->name == 'N' ? out->n : out->k;
        snprintf(to, sizeof out->m, "%s", p->value);
    }
    size_t n = strlen(out->k); /* 8 divides 1000 */
    return atoi(out->k + (n > 3 ? n - 3 : 0)) % 8 == 0;
}

void symbolic_at(const char *claim, const symbolic_place *at, char out[SYMBOLIC_TEXT])
{
    char *end = out;
    for (; *claim && end + sizeof at->m < out + SYMBOLIC_TEXT; claim++) {
        const char *value = *claim == 'M'   ? at->m
                            : *claim == 'N' ? at->n
                            : *claim == 'K' ? at->k
                                            : NULL;
        end += value ? sprintf(end, "%s", value) : sprintf(end, "%c", *claim);
    }
    *end = '\0';
}

bool symbolic_is_refuted(lcv_session *numbers, const char *claim, const symbolic_place *at,
                         char out[SYMBOLIC_TEXT])
{
    symbolic_at(claim, at, out);
    lcv_answer *a = lcv_ask(numbers, LCV_ASK_PROVE, out);
    ck_assert_int_ne(lcv_answer_status(a), LCV_DISAGREEMENT);
    bool refuted = lcv_answer_verdict(a) == LCV_REFUTED;
    lcv_answer_free(a);
    return refuted;
}
