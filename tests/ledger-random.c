#include "config.h"

#include "ledger-random.h"

#include "pattern.h"
#include "redo-random.h"
#include "suite.h"
#include "symbolic-claims.h"

#include <stdlib.h>

struct ledger_maker {
    law law; /* owns the values of a pattern */
    symbolic_maker symbolic;
    size_t kinds; /* of claims with parameters */
    char room[RANDOM_ROOM];
};

/* Operations on values of pattern.h. */
static const char *const value_pattern[] = {
    "coalesce(A)",
    "coalesce(A, T)",
    "coalesce(S)",
    "coalesce((2,4,k,k):(f1,f2,f8,f24))",
    "compose(A, B)",
    "compose((4,8,k):(f1,f5,f96), T)",
    "compose(identity(T), (2,k):(1,2))",
    "compose(N, M)",
    "compose(S, J)",
    "chain(n, k, 3, n, -2)",
    "chain(n, k)",
    "complement(N)",
    "complement(N, n)",
    "complement(identity(T))",
    "complement(compose(identity(T), B), T)",
    "gap_complement(N, n)",
    "right_inverse(A)",
    "right_inverse(J)",
    "right_inverse(S)",
    "right_inverse((4,4,k):(f1,f5,f16))",
    "left_inverse((4,4,k):(f3,f12,f80))",
    "left_inverse(N)",
    "left_inverse(J)",
    "reordering((k,n):(n,1), (n,k):(1,n))",
    "reordering(J, size(J))",
    "register_permutation((4,(k,2)):(2,(8,1)), (4,(2,k)):(2,(1,8)))",
    "inverse(J)",
    "inverse(S)",
    "logical_divide(N, M)",
    "logical_divide(A, B)",
    "logical_divide(S, k)",
    "zipped_divide(N, M)",
    "tiled_divide(N, M)",
    "flat_divide(A, B)",
    "logical_product(N, B)",
    "logical_product(S, J)",
    "blocked_product(N, J)",
    "raked_product(J, B)",
    "max_common_layout(A, J)",
    "max_common_vector(J, J)",
    "guard((4,k):(1,5), (2,k,2):(k,1,3))",
    "coord_map((4,6,k):(f1,f2,f3), (k,2,12))",
    "colex((4,6,k), (2,k,12))",
    "coarsenings(T)",
    "tile_to_shape(N, T)",
    "tile_to_shape(S, (64,8,4), (3,1,2))",
    "(A)(n)",
    "(S)(n)",
    "(identity((T, 3)))((k, n))",
    "(concat(4:f5, 8:f3))((k, n))",
    "size(A)",
    "shape(A)",
    "stride(identity((T, 4)))",
    "cosize(A)",
    "cosize({ n } o N)",
    "ceil_div(n, k)",
    "flatten(concat(A, N))",
    "group(concat(A, B, N), 1, 2)",
    "select(concat(A, B, N), 2, 0)",
    "concat(A, B, { n } o N)",
    "slice(concat(A, concat(B, N)), (n, (_, k)))",
    "slice(S<1,1,2> o n o concat(A, N), (_, k))",
    "upcast(A, k)",
    "downcast(A, k)",
    "linear(J)",
    "layout(linear(J))",
    "compose(linear(J), linear(J))",
    "inverse(linear(J))",
    "layout_map(A)",
    "compose(layout_map(A), layout_map(B))",
    "inverse(layout_map(J))",
    "size(layout_map(A))",
    "domain(layout_map(A))",
    "range(layout_map(N))",
    "morphism((k,4):(8,1))",
    "filter(A)",
    "filter_zeros(A)",
};

#define VALUES (sizeof value_pattern / sizeof *value_pattern)

ledger_maker *ledger_maker_new(void)
{
    ledger_maker *m = calloc(1, sizeof *m);
    lc_ctx *ctx = m ? suite_ctx_new() : NULL;
    if (!ctx) {
        free(m);
        return NULL;
    }
    m->law = (law){.ctx = ctx, .name = "ledger"};
    while (symbolic_kinds()[m->kinds].name)
        m->kinds++;
    return m;
}

void ledger_maker_free(ledger_maker *m)
{
    if (!m)
        return;
    law_release(&m->law);
    lc_ctx_free(m->law.ctx);
    free(m);
}

static rnd stream_of(size_t i)
{
    rnd r = {20260101u};
    r.state = rnd_u64(&r) + i;
    rnd_u64(&r);
    return r;
}

static const char *filled(ledger_maker *m, const rnd *r, const char *pattern)
{
    law_release(&m->law);
    m->law.rnd = *r;
    return pattern_text(&m->law, pattern, pattern_values(&m->law));
}

static const char *of_numbers(ledger_maker *m, rnd *r, size_t which)
{
    int kind;
    random_claim(r, which % random_claims(), &kind, m->room);
    return m->room;
}

ledger_statement ledger_random(ledger_maker *m, size_t i)
{
    rnd r = stream_of(i);
    size_t round = i / 5;
    m->symbolic.rnd = r;
    switch (i % 5) {
    case 0:
    case 1: return (ledger_statement){.text = of_numbers(m, &r, 2 * round + i % 5)};
    case 2:
        return (ledger_statement){.text = symbolic_claim(&m->symbolic,
                                                         &symbolic_kinds()[round % m->kinds]),
                                  .symbolic = true};
    case 3:
        if (round % 2 == 0)
            return (ledger_statement){.text = symbolic_rnd_call(&m->symbolic).text,
                                      .value = true,
                                      .symbolic = true};
        return (ledger_statement){.text = filled(m, &r, value_pattern[round / 2 % VALUES]),
                                  .value = true};
    default:
        return (ledger_statement){.text = filled(m, &r, pattern_claim[round % PATTERN_CLAIMS])};
    }
}
