#include "config.h"

#include "pattern.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void free_values(void *values)
{
    patterned *v = values;
    m_tiler_clear(&v->m);
    free(v);
}

patterned *pattern_values(law *l)
{
    rnd *r = &l->rnd;
    patterned *v = calloc(1, sizeof *v);
    if (!v)
        abort();
    law_own_with(l, v, free_values);
    rnd_layout(r, 64, &v->a);
    rnd_nested(r, 64, &v->n);
    rnd_bijection(r, 64, &v->j);
    v->b = v->a;
    if (rnd_chance(r, 60))
        rnd_inner(r, &v->a, 64, &v->b);
    else if (rnd_chance(r, 50))
        v->b.stride[rnd_in(r, 0, (int64_t)v->b.n - 1)] += rnd_in(r, -1, 1);
    if (rnd_chance(r, 50))
        m_shape(&v->a, &v->t);
    else
        rnd_shape(r, 64, &v->t);
    rnd_tiler(r, &v->n, &v->m);
    v->s = (m_swizzled){rnd_swizzle(r), rnd_in(r, 0, 3), v->j};
    v->number = rnd_chance(r, 50) ? m_size(&v->j) : rnd_in(r, 1, 40);
    v->small = rnd_in(r, 1, 4);
    return v;
}

/* What the letter at a place stands for; NULL: the letter itself. */
static const char *value_of(law *l, char letter, const patterned *v)
{
    switch (letter) {
    case 'A': return law_text(l, &v->a);
    case 'B': return law_text(l, &v->b);
    case 'N': return law_text(l, &v->n);
    case 'J': return law_text(l, &v->j);
    case 'S': return law_swizzled_text(l, &v->s);
    case 'T': return law_tuple_text(l, &v->t);
    case 'M': return law_tiler_text(l, &v->m);
    case 'n': return law_printf(l, "%lld", (long long)v->number);
    case 'k': return law_printf(l, "%lld", (long long)v->small);
    default: return NULL;
    }
}

const char *pattern_text(law *l, const char *text, const patterned *v)
{
    char *out = NULL;
    size_t n = 0;
    FILE *stream = open_memstream(&out, &n);
    if (!stream)
        abort();
    for (const char *at = text; *at != '\0'; at++) {
        bool alone = at == text || strchr(" (,:*", at[-1]) != NULL;
        alone = alone && (at[1] == '\0' || strchr(",) ", at[1]));
        const char *value = alone ? value_of(l, *at, v) : NULL;
        if (value)
            fputs(value, stream);
        else
            fputc(*at, stream);
    }
    fclose(stream);
    law_own_memory(l, out);
    return out;
}

/* ---- claims ---- */

/* clang-format off */
const char *const pattern_claim[PATTERN_CLAIMS] = {
    "admissible((2,(3,2)):(1,(2,6)), <2:1, <3:1>>)", "covers((5,4,2):(2,1,256), 5)",
    "admissible(A, B)", "admissible(N, M)", "admissible(A, T)", "aligned(A, k)", "aligned(S, k)",
    "bijective(J)", "bijective(A)", "bijective(S)", "coalesced(A, 32, 4, 4)", "compact(J)",
    "compact(N)", "compatible(T, A)", "complements(complement(N), N)", "complements(B, N)",
    "complements(complement(N, n), N, n)", "composes(compose(A, B), A, B)", "composes(B, A, B)",
    "composes(N, N, T)", "conflict_free(A, 32, 4, 4)", "conflict_free(S, 32, 2, 4)",
    "conflicts(A, 32, 4, 4) <= k", "conflicts(S, 32, 4, 4) == k", "congruent(A, T)",
    "contained(B, A)", "contained(compose(J, B), J)", "covers(A, n)", "covers(J, n)",
    "disjoint(A, B)", "disjoint(N, complement(N, n))", "divides(morphism(k), morphism(n))",
    "divides(morphism(2:k), morphism((k,4,k)), exact)",
    "divides_into(logical_divide(A, n), A, n)", "divides_into(zipped_divide(N, M), N, M)",
    "divides_into(A, B, k)", "equal(A, B)", "equal(A, coalesce(A))",
    "equal(linear(J), linear(J))", "equal(S, S)",
    "equal({(k,1)} o (k,4):(e0,2e1), {(2,1)} o (4,k):(e0,2e1))",
    "equal((k,4):(f1,f5), (4,k):(f1,f5))", "equal(T, shape(A))",
    "equal(layout_map(N), layout_map(coalesce(N)))", "equiv(A, coalesce(A))", "equiv(A, B)",
    "equiv(S, S)", "equiv(A, S)", "equiv(N, layout_map(N))", "fits(A, int8)", "fits(A, uint16)",
    "in_bounds(A, n)", "in_bounds(S, n)", "injective(A)", "injective(N)", "injective(S)",
    "is_layout(A)", "is_layout(S)", "is_linear(A)", "is_linear(S)", "is_linear(linear(J))",
    "bijective(linear(J))", "equiv(linear(A), A)", "non_degenerate(A)",
    "non_degenerate(morphism((k,1):(1,k)))", "left_inverts(left_inverse(N), N)",
    "left_inverts(B, A)", "left_inverts(left_inverse(J), J)", "partitions(J, T)",
    "partitions(A, T)", "product_admissible(morphism(4:k), morphism(n))",
    "product_admissible(morphism(4:k), morphism(k), exact)", "partitions(J, n, n)",
    "partitions((k,n,4):(4e0,e1,e0), (4,k), (4,_))", "refines(A, T)",
    "reorders(A, B)", "reorders((k,n):(n,1), (n,k):(1,n))", "reorders(S, S)", "reorders(J, k)",
    "multiplies((k,n,4):(1,0,k), (k,n,4):(0,1,n), (k,n,4):(1,k,0), (k,n,4))",
    "multiplies((k,n,4):(e0,0,e1), (k,n,4):(0,e0,e1), (k,n,4):(e0,e1,0), (k,n,4))",
    "feeds((k,n):(n,1), (k,n):(1,k))", "feeds((n,(k,2)):(2,(2*n,1)), (n,(2,k)):(2,(1,2*n)))",
    "right_inverts(right_inverse(A), A)", "right_inverts(B, A)", "sectors(A, 32, 4, 4) >= k",
    "sectors(N, 32, 4, 4) != k", "standard_form(morphism((k,4):(8,1)))",
    "standard_form(flatten(morphism{4 -> (2,k,4): 3}))", "surjective(A, n)", "surjective(J, n)",
    "tractable(A)", "tractable(N)", "vectorizes(A, A, k)", "vectorizes(J, N, k)",
    "vectorizes(S, S, k)", "weakly_congruent(T, A)", "compact(make_identity_layout(T))",
};
/* clang-format on */
