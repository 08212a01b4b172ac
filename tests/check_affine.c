/* check_affine.c - affine layouts over F2, an offset and a linear layout: values, claims,
 * compositions, inverses and linear forms, compared with the XOR of both at every coordinate.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "language.h"
#include "linear-model.h"
#include "suite.h"

#define MOST 5 /* bits of the inputs */

typedef struct {
    ml linear;
    uint64_t offset, size, outputs; /* as one number; of coordinates, of values */
    const char *text;
} affine;

static const char *number_text(law *l, const ml *m, uint64_t value)
{
    uint64_t number[ML_DIMS];
    const char *text = "";
    ml_split(m->nouts, m->out, value, number);
    for (size_t i = 0; i < m->nouts; i++)
        text = law_printf(l, "%s%s%llu", text, i > 0 ? "," : "", (unsigned long long)number[i]);
    return m->nouts == 1 ? text : law_printf(l, "(%s)", text);
}

/* One with output dims. */
static void any(law *l, affine *a)
{
    do
        ml_random(&l->rnd, MOST, &a->linear);
    while (a->linear.nouts == 0 || a->linear.nins == 0);
    a->size = (uint64_t)1 << ml_bits(a->linear.nins, a->linear.in);
    a->outputs = (uint64_t)1 << ml_bits(a->linear.nouts, a->linear.out);
    a->offset = rnd_u64(&l->rnd) & (a->outputs - 1);
    a->text = law_printf(l, "({%s} o %s)", number_text(l, &a->linear, a->offset),
                         ml_text(l, &a->linear));
}

static uint64_t at(const affine *a, uint64_t x)
{
    return a->offset ^ ml_at(&a->linear, x);
}

static bool proves(law *l, const char *claim, bool holds)
{
    language_seen s;
    language_prove(claim, &s);
    lcv_verdict verdict = s.verdict;
    bool is = s.claim && s.status != LCV_DISAGREEMENT;
    const char *said = law_printf(l, "%s", s.rendered ? s.rendered : s.message ? s.message : "");
    language_clear(&s);
    if (!is)
        return law_fail(l, "%s: %s", claim, said);
    return verdict == (holds ? LCV_PROVED : LCV_REFUTED) ||
           law_fail(l, "%s should be %s, is %s", claim, holds ? "proved" : "refuted",
                    lcv_verdict_name(verdict));
}

LAW_SHARE(affine_values, "values of affine layouts", 4, NULL)
{
    affine a;
    any(l, &a);
    uint64_t x = rnd_u64(&l->rnd) & (a.size - 1);
    return language_gives(l, law_printf(l, "%s(%llu)", a.text, (unsigned long long)x),
                          number_text(l, &a.linear, at(&a, x)));
}

LAW_SHARE(affine_claims, "claims about affine layouts", 4, NULL)
{
    affine a;
    any(l, &a);
    unsigned char *seen = law_own_memory(l, calloc(a.outputs, 1));
    uint64_t reached = 0, most = 0;
    for (uint64_t x = 0; x < a.size; x++) {
        reached += !seen[at(&a, x)];
        seen[at(&a, x)] = 1;
        most = at(&a, x) > most ? at(&a, x) : most;
    }
    uint64_t bound = most + (uint64_t)rnd_in(&l->rnd, 0, 1);
    return proves(l, law_printf(l, "injective(%s)", a.text), reached == a.size) &&
           proves(l, law_printf(l, "surjective(%s)", a.text), reached == a.outputs) &&
           (a.linear.nouts > 1 ||
            (proves(l, law_printf(l, "in_bounds(%s, %llu)", a.text, (unsigned long long)bound),
                    most < bound) &&
             language_gives(l, law_printf(l, "cosize(%s)", a.text),
                            law_printf(l, "%llu", (unsigned long long)most + 1))));
}

/* Another offset, or another basis, is another function. */
LAW_SHARE(affine_equality, "equal affine layouts", 4, NULL)
{
    affine a;
    any(l, &a);
    uint64_t other = rnd_u64(&l->rnd) & (a.outputs - 1);
    const char *moved = law_printf(l, "({%s} o %s)", number_text(l, &a.linear, other),
                                   ml_text(l, &a.linear));
    return proves(l, law_printf(l, "equiv(%s, %s)", a.text, moved), other == a.offset) &&
           (other == 0 || a.offset == 0 || /* which make a linear layout, of another kind */
            proves(l, law_printf(l, "equal(%s, %s)", a.text, moved), other == a.offset)) &&
           proves(l, law_printf(l, "equiv(affine(%s), %s)", a.text, a.text), true);
}

/* A linear layout after it: at every coordinate. */
LAW_SHARE(affine_compositions, "a linear layout after an affine one", 4, NULL)
{
    affine a;
    ml outer;
    any(l, &a);
    ml_random(&l->rnd, MOST, &outer);
    if (outer.nouts == 0)
        return true;
    memcpy(outer.in, a.linear.out, sizeof outer.in);
    outer.nins = a.linear.nouts;
    ml_random_bases(&l->rnd, &outer);
    uint64_t x = rnd_u64(&l->rnd) & (a.size - 1);
    const char *both = law_printf(l, "(%s o %s)", ml_text(l, &outer), a.text);
    return language_gives(l, law_printf(l, "(%s)(%llu)", both, (unsigned long long)x),
                          number_text(l, &outer, ml_at(&outer, at(&a, x))));
}

LAW_SHARE(affine_inverses, "inverses of affine layouts", 4, NULL)
{
    affine a;
    any(l, &a);
    unsigned char *seen = law_own_memory(l, calloc(a.outputs, 1));
    bool bijection = a.size == a.outputs;
    for (uint64_t x = 0; x < a.size && bijection; x++) {
        bijection = !seen[at(&a, x)];
        seen[at(&a, x)] = 1;
    }
    if (!bijection)
        return true;
    uint64_t x = rnd_u64(&l->rnd) & (a.size - 1), in[ML_DIMS];
    ml_split(a.linear.nins, a.linear.in, x, in);
    const char *text = "";
    for (size_t i = 0; i < a.linear.nins; i++)
        text = law_printf(l, "%s%s%llu", text, i > 0 ? "," : "", (unsigned long long)in[i]);
    return language_gives(l,
                          law_printf(l, "(inverse(%s))(%llu)", a.text,
                                     (unsigned long long)at(&a, x)),
                          a.linear.nins > 1 ? law_printf(l, "(%s)", text) : text);
}

/* Row i of the matrix has bit i of the bases, and the other part bit i of the offset. */
LAW_SHARE(affine_forms, "linear forms", 4, NULL)
{
    affine a;
    any(l, &a);
    unsigned rows = ml_bits(a.linear.nouts, a.linear.out);
    unsigned columns = ml_bits(a.linear.nins, a.linear.in);
    const char *m = "", *b = "";
    if (rows == 0 || columns == 0)
        return true;
    for (unsigned i = 0; i < rows; i++) {
        const char *row = "";
        for (unsigned j = 0; j < columns; j++)
            row = law_printf(l, "%s%s%d", row, j > 0 ? "," : "",
                             (int)(ml_at(&a.linear, (uint64_t)1 << j) >> i & 1));
        m = law_printf(l, "%s%s(%s%s)", m, i > 0 ? "," : "", row, columns == 1 ? "," : "");
        b = law_printf(l, "%s%s%d", b, i > 0 ? "," : "", (int)(a.offset >> i & 1));
    }
    const char *comma = rows == 1 ? "," : "";
    return language_gives(l, law_printf(l, "matrix(%s)", a.text),
                          law_printf(l, "((%s%s),(%s%s))", m, comma, b, comma));
}

SUITE_MAIN("affine layouts", affine_values, affine_claims, affine_equality, affine_compositions,
           affine_inverses, affine_forms)
