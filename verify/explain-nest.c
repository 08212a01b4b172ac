/* explain-nest.c - a composition as morphisms tell it: f and g, their mutual refinement,
 * pulled back and pushed forward, and the layout of the composite (lib/nest.h). */
#include "config.h"

#include "explain.h"

#include <stdlib.h>

#include "../lib/algebra.h"
#include "../lib/nest.h"
#include "internal.h"

static void tell_tuple(lc_ctx *ctx, lcv_buffer *out, const char *before, const lc_tuple *t)
{
    char *text = lc_tuple_to_str(ctx, t);
    lcv_buffer_printf(out, "%s%s", before, text != NULL ? text : "");
    free(text);
}

static void tell_morphism(lc_ctx *ctx, lcv_buffer *out, const char *before, const lc_morphism *f)
{
    char *text = f != NULL ? lc_morphism_to_str(ctx, f) : NULL;
    lcv_buffer_printf(out, "    %s%s\n", before, text != NULL ? text : lc_ctx_message(ctx));
    free(text);
}

/* What there is of g o f, B's f and A's g, both along the mutual refinement of f's codomain
 * and g's domain; where one of them ends first, what the other has left stays whole. */
static void tell_refinement(lc_ctx *ctx, lcv_buffer *out, const lc_morphism *f,
                            const lc_morphism *g)
{
    const lc_tuple *t = lc_morphism_codomain(f), *s = lc_morphism_domain(g);
    lc_tuple *finer_t, *finer_s;
    if (!lc_mutual_refinement(ctx, t, s, &finer_t, &finer_s)) {
        lcv_buffer_printf(out, "    %s\n", lc_ctx_message(ctx));
        return;
    }
    tell_tuple(ctx, out, "    mutual refinement: of the codomain of f ", finer_t);
    tell_tuple(ctx, out, ", of the domain of g ", finer_s);
    lcv_buffer_str(out, "\n");
    lc_morphism *back = lc_morphism_pull_back(ctx, f, finer_t);
    tell_morphism(ctx, out, "f pulled back: ", back);
    lc_morphism *forward = lc_morphism_push_forward(ctx, g, finer_s);
    tell_morphism(ctx, out, "g pushed forward: ", forward);
    lc_morphism_free(forward);
    lc_morphism_free(back);
    lc_tuple_free(finer_t);
    lc_tuple_free(finer_s);
}

/* The composite needs no g: what B reaches of A is enough, tractable or not. */
static void tell_composite(lc_ctx *ctx, lcv_buffer *out, const lc_layout *a, const lc_layout *b)
{
    lc_layout *r = lc_compose_by_refinement(ctx, a, b);
    char *text = r != NULL ? lc_layout_to_str(ctx, r) : NULL;
    if (text != NULL)
        lcv_buffer_printf(out, "    composed along the refinement, leaf by leaf coalesced: %s\n",
                          text);
    else
        lcv_buffer_str(out, "    so morphisms do not compose; that alone does not rule out A o B\n");
    free(text);
    lc_layout_free(r);
}

void lcv_explain_refinement(lc_ctx *ctx, lcv_buffer *out, const lc_layout *a, const lc_layout *b)
{
    lc_layout *simple = lc_coalesce(ctx, a);
    lcv_buffer_str(out, "  as morphisms, f of B and g of A coalesced\n");
    lc_morphism *f = lc_morphism_of_layout(ctx, b);
    tell_morphism(ctx, out, "f = ", f);
    lc_morphism *g = simple != NULL ? lc_morphism_of_layout(ctx, simple) : NULL;
    tell_morphism(ctx, out, "g = ", g);
    if (f != NULL && g != NULL)
        tell_refinement(ctx, out, f, g);
    if (f != NULL)
        tell_composite(ctx, out, a, b);
    lc_morphism_free(g);
    lc_morphism_free(f);
    lc_layout_free(simple);
    lc_ctx_reset(ctx);
}
