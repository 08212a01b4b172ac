/* nest.c - a composition as morphisms tell it: f of B, and A as far as B reaches it;
 * their mutual refinement, f pulled back, A refined and its morphism g pushed forward; and
 * the layout of the composite (lib/nest.h). */
#include "config.h"

#include "explain.h"

#include <stdlib.h>

#include "../../lib/algebra.h"
#include "../../lib/nest.h"
#include "../function/result.h"

static void tell_tuple(lc_ctx *ctx, lcv_buffer *out, const char *before, const lc_tuple *t)
{
    char *text = lc_tuple_to_str(ctx, t);
    lcv_buffer_printf(out, "%s%s", before, text != NULL ? text : "");
    free(text);
}

/* A morphism, or why there is none. */
static void tell_morphism(lc_ctx *ctx, lcv_buffer *out, const char *before, const lc_morphism *f)
{
    char *text = f != NULL ? lc_morphism_to_str(ctx, f) : NULL;
    lcv_buffer_printf(out, "    %s%s\n", before, text != NULL ? text : lc_ctx_message(ctx));
    free(text);
    lc_ctx_reset(ctx);
}

static void tell_layout(lc_ctx *ctx, lcv_buffer *out, const char *before, const lc_layout *a,
                        const char *after)
{
    char *text = a != NULL ? lc_layout_to_str(ctx, a) : NULL;
    lcv_buffer_printf(out, "    %s%s%s\n", before, text != NULL ? text : "", after);
    free(text);
}

/* ---- what is told, for others ---- */

/* The value of an operation on a morphism, and perhaps a tuple. */
static void told_morphism(lc_ctx *ctx, const lcv_steps_told *told, const char *name,
                          const lc_morphism *f, const lc_tuple *t, lcv_value *value)
{
    lcv_value *arg[2] = {NULL, NULL};
    if (told != NULL && value != NULL)
        arg[0] = lcv_value_morphism(ctx, lc_morphism_ref(f));
    if (arg[0] != NULL && t != NULL)
        arg[1] = lcv_value_tuple(ctx, lc_tuple_ref(t));
    if (arg[0] != NULL && (t == NULL || arg[1] != NULL))
        told->step(told->user, name, t != NULL ? 2 : 1, arg, value);
    lcv_value_free(arg[0]);
    lcv_value_free(arg[1]);
    lcv_value_free(value);
}

/* It is the morphism of a layout, whose modes of extent 1 do without their strides. */
static void told_realized(lc_ctx *ctx, const lcv_steps_told *told, const lc_morphism *f,
                          const lc_layout *a)
{
    if (told != NULL && f != NULL)
        told_morphism(ctx, told, "layout", f, NULL,
                      lcv_value_layout(ctx, lc_layout_ref(a)));
}

static void told_refined(lc_ctx *ctx, const lcv_steps_told *told, const char *name,
                         const lc_morphism *f, const lc_tuple *finer, const lc_morphism *value)
{
    if (told != NULL && value != NULL)
        told_morphism(ctx, told, name, f, finer,
                      lcv_value_morphism(ctx, lc_morphism_ref(value)));
}

static void told_refinement(lc_ctx *ctx, const lcv_steps_told *told, const lc_tuple *t,
                            const lc_tuple *s, lc_tuple *finer_t, lc_tuple *finer_s)
{
    lc_tuple *both[2] = {finer_t, finer_s};
    lcv_value *arg[2] = {NULL, NULL}, *value = NULL;
    if (told != NULL &&
        (arg[0] = lcv_value_tuple(ctx, lc_tuple_ref(t))) != NULL &&
        (arg[1] = lcv_value_tuple(ctx, lc_tuple_ref(s))) != NULL &&
        (value = lcv_value_tuple(ctx, lc_tuple_of(ctx, 2, both))) != NULL)
        told->step(told->user, "refinement", 2, arg, value);
    lcv_value_free(arg[0]);
    lcv_value_free(arg[1]);
    lcv_value_free(value);
}

/* ---- the steps ---- */

/* Is r the value A o B? Modes of extent 1 do without their strides in morphisms. */
static void tell_composite(lc_ctx *ctx, lcv_buffer *out, const lc_layout *r, const lc_layout *a,
                           const lc_layout *b)
{
    lc_layout *value = lc_compose(ctx, a, b);
    bool same = value != NULL && lc_layout_equal(r, value);
    tell_layout(ctx, out, "composed along the refinement, leaf by leaf coalesced: ", r,
                same ? "" : ", modes of extent 1 without their strides");
    lc_layout_free(value);
    lc_ctx_reset(ctx);
}

/* f pulled back and A refined, with g where A has a morphism: the strides of A at the pieces
 * of f's codomain are those of the composite. */
static void tell_refined(lc_ctx *ctx, lcv_buffer *out, const lcv_steps_told *told,
                         const lc_morphism *f, const lc_morphism *g, const lc_layout *reached,
                         const lc_tuple *finer_t, const lc_tuple *finer_s)
{
    tell_tuple(ctx, out, "    mutual refinement: of the codomain of f ", finer_t);
    tell_tuple(ctx, out, ", of the shape of A ", finer_s);
    lcv_buffer_str(out, "\n");
    lc_morphism *back = lc_morphism_pull_back(ctx, f, finer_t);
    told_refined(ctx, told, "pull_back", f, finer_t, back);
    tell_morphism(ctx, out, "f pulled back: ", back);
    lc_morphism_free(back);
    if (g != NULL) {
        lc_morphism *forward = lc_morphism_push_forward(ctx, g, finer_s);
        told_refined(ctx, told, "push_forward", g, finer_s, forward);
        tell_morphism(ctx, out, "g pushed forward: ", forward);
        lc_morphism_free(forward);
    }
    lc_layout *refined = lc_layout_refine(ctx, reached, finer_s);
    if (refined != NULL)
        lcv_told_same(ctx, told, refined, reached);
    tell_layout(ctx, out, "A refined: ", refined, "");
    lc_layout_free(refined);
}

static void tell_refinement(lc_ctx *ctx, lcv_buffer *out, const lcv_steps_told *told,
                            const lc_layout *a, const lc_layout *b, const lc_morphism *f,
                            const lc_layout *reached)
{
    static const char none[] = "    so morphisms do not compose; that alone does not rule out "
                               "A o B\n";
    lc_morphism *g = lc_morphism_of_function(ctx, reached);
    told_realized(ctx, told, g, reached);
    tell_morphism(ctx, out, "g = ", g);
    lc_tuple *shape = lc_layout_shape(ctx, reached), *finer_t, *finer_s;
    lc_layout *r = shape != NULL ? lc_compose_by_refinement(ctx, a, b) : NULL;
    if (r != NULL && lc_mutual_refinement(ctx, lc_morphism_codomain(f), shape, &finer_t,
                                          &finer_s)) {
        told_refinement(ctx, told, lc_morphism_codomain(f), shape, finer_t, finer_s);
        tell_refined(ctx, out, told, f, g, reached, finer_t, finer_s);
        tell_composite(ctx, out, r, a, b);
        lc_tuple_free(finer_t);
        lc_tuple_free(finer_s);
    } else {
        lcv_buffer_printf(out, "    %s\n%s", lc_ctx_message(ctx), none);
    }
    lc_layout_free(r);
    lc_tuple_free(shape);
    lc_morphism_free(g);
}

void lcv_explain_refinement(lc_ctx *ctx, lcv_buffer *out, const lcv_steps_told *told,
                            const lc_layout *a, const lc_layout *b)
{
    lcv_buffer_str(out, "  as morphisms, f of B and g of A coalesced, as far as B reaches\n");
    lc_morphism *f = lc_morphism_of_function(ctx, b);
    told_realized(ctx, told, f, b);
    tell_morphism(ctx, out, "f = ", f);
    lc_layout *reached = f != NULL ? lc_compose_reached(ctx, a, b, f) : NULL;
    if (reached != NULL) {
        tell_layout(ctx, out, "A as far as B reaches: ", reached, "");
        tell_refinement(ctx, out, told, a, b, f, reached);
    }
    lc_layout_free(reached);
    lc_morphism_free(f);
    lc_ctx_reset(ctx);
}
