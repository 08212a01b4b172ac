/* morphisms.c - operations by way of morphisms, beside the algebra's own. */
#include "config.h"

#include "bench.h"

#include "../../lib/nest.h"
#include "../law.h"

#include <stdio.h>
#include <stdlib.h>

typedef lc_layout *operation(lc_ctx *ctx, const lc_layout *a, const lc_layout *b);

static lc_layout *coalesce(lc_ctx *ctx, const lc_layout *a, const lc_layout *b)
{
    (void)b;
    return lc_coalesce(ctx, a);
}

static lc_layout *coalesce_by_morphism(lc_ctx *ctx, const lc_layout *a, const lc_layout *b)
{
    (void)b;
    lc_morphism *f = lc_morphism_of_layout(ctx, a), *g = f ? lc_morphism_coalesce(ctx, f) : NULL;
    lc_layout *r = g ? lc_morphism_layout(ctx, g) : NULL;
    lc_morphism_free(g);
    lc_morphism_free(f);
    return r;
}

static const struct {
    const char *name, *a, *b;
    operation *direct, *by_morphism;
} table[] = {
    {"compose (64,64):(64,1) o wgmma", "(64,64):(64,1)",
     "((4,8,4),(2,2,8)):((128,1,16),(64,8,512))", lc_compose, lc_compose_by_refinement},
    {"compose (16,8):(8,1) o mma.sync", "(16,8):(8,1)", "((4,8),(2,2)):((32,1),(16,8))",
     lc_compose, lc_compose_by_refinement},
    {"compose (4,6,8):(1,4,24) o 12:8", "(4,6,8):(1,4,24)", "12:8", lc_compose,
     lc_compose_by_refinement},
    {"coalesce ((2,2,2),2):((8,1,2),4)", "((2,2,2),2):((8,1,2),4)", NULL, coalesce,
     coalesce_by_morphism},
};

typedef struct {
    lc_ctx *ctx;
    operation *f;
    const lc_layout *a, *b;
    bool failed;
} call;

static void run_call(void *user)
{
    call *c = user;
    lc_layout *r = c->f(c->ctx, c->a, c->b);
    c->failed = c->failed || !r;
    lc_layout_free(r);
}

static lc_layout *layout_of(law *l, const char *text)
{
    m_layout a;
    return text && m_layout_parse(text, &a) ? law_layout(l, &a) : NULL;
}

bool bench_morphisms(void)
{
    bool ok = true;
    law l = {.ctx = lc_ctx_new()};
    printf("\nby way of morphisms\n  %-36s %12s %12s %8s\n", "", "direct", "morphisms", "ratio");
    for (size_t i = 0; ok && i < sizeof table / sizeof *table; i++) {
        call direct = {l.ctx, table[i].direct, layout_of(&l, table[i].a),
                       layout_of(&l, table[i].b), false};
        call other = direct;
        other.f = table[i].by_morphism;
        bench_spread x = bench_time(run_call, &direct), y = bench_time(run_call, &other);
        ok = direct.a && !direct.failed && !other.failed;
        printf("  %-36s %12s %12s %7.1fx\n", table[i].name, bench_seconds(x.median),
               bench_seconds(y.median), y.median / x.median);
    }
    law_release(&l);
    lc_ctx_free(l.ctx);
    return ok;
}
