/* nest.c - a composition in terms of morphisms: f of B, and A as far as B reaches it; their
 * mutual refinement, f pulled back, A refined and its morphism g pushed forward; and the layout
 * of the composite (lib/nest.h). */
#include "config.h"

#include "explain.h"

#include "../../lib/algebra.h"
#include "../../lib/nest.h"

/* A morphism, or the reason why there is none. */
static void tell_morphism(lcv_telling *t, const char *before, const lc_morphism *f)
{
    if (f)
        lcv_tell(t, "    %s%S\n", before, lc_morphism_to_str(t->ctx, f));
    else
        lcv_tell(t, "    %s%s\n", before, lc_ctx_message(t->ctx));
    lc_ctx_reset(t->ctx);
}

/* ---- what is told, for others ---- */

static lcv_value *of_morphism(lcv_telling *t, const lc_morphism *f)
{
    return lcv_kept(t->ctx, lcv_value_morphism(t->ctx, lc_morphism_ref(f)));
}

static lcv_value *of_tuple(lcv_telling *t, const lc_tuple *tuple)
{
    return lcv_kept(t->ctx, lcv_value_tuple(t->ctx, lc_tuple_ref(tuple)));
}

/* The value of an operation on one argument or two; NULL: there was no memory. */
static void told_value(lcv_telling *t, const char *name, size_t n, lcv_value *a, lcv_value *b,
                       const lcv_value *value)
{
    lcv_value *arg[2] = {a, b};
    if (t->told && a && (n == 1 || b) && value)
        t->told->step(t->told->user, name, n, arg, value);
}

/* It is the morphism of a layout, whose modes of extent 1 do without their strides. */
static void told_realized(lcv_telling *t, const lc_morphism *f, const lc_layout *a)
{
    if (f)
        told_value(t, "layout", 1, of_morphism(t, f), NULL,
                   lcv_kept(t->ctx, lcv_value_layout(t->ctx, lc_layout_ref(a))));
}

static void told_refinement(lcv_telling *t, const lc_tuple *of, const lc_tuple *and,
                            lc_tuple *const finer[2])
{
    told_value(t, "refinement", 2, of_tuple(t, of), of_tuple(t, and),
               lcv_kept(t->ctx, lcv_value_tuple(t->ctx, lc_tuple_of(t->ctx, 2, finer))));
}

/* ---- the steps ---- */

/* f pulled back, or g pushed forward, along a finer tuple. */
static void tell_moved(lcv_telling *t, const char *before, const char *name, const lc_morphism *f,
                       const lc_tuple *finer, lc_morphism *moved)
{
    moved = lcv_kept(t->ctx, moved);
    if (moved)
        told_value(t, name, 2, of_morphism(t, f), of_tuple(t, finer), of_morphism(t, moved));
    tell_morphism(t, before, moved);
}

/* Is r the value A o B? Modes of extent 1 do without their strides in morphisms. */
static void tell_composite(lcv_telling *t, const lc_layout *r, const lc_layout *a,
                           const lc_layout *b)
{
    lc_layout *value = lcv_kept(t->ctx, lc_compose(t->ctx, a, b));
    bool same = value && lc_layout_equal(r, value);
    lcv_tell(t, "    composed along the refinement, leaf by leaf coalesced: %L%s\n", r,
             same ? "" : ", modes of extent 1 without their strides");
    lc_ctx_reset(t->ctx);
}

/* f pulled back and A refined, with g where A has a morphism: the strides of A at the pieces
 * of f's codomain are those of the composite. */
static void tell_refined(lcv_telling *t, const lc_morphism *f, const lc_morphism *g,
                         const lc_layout *reached, lc_tuple *const finer[2])
{
    lcv_tell(t, "    mutual refinement: of the codomain of f %t, of the shape of A %t\n",
             finer[0], finer[1]);
    tell_moved(t, "f pulled back: ", "pull_back", f, finer[0],
               lc_morphism_pull_back(t->ctx, f, finer[0]));
    if (g)
        tell_moved(t, "g pushed forward: ", "push_forward", g, finer[1],
                   lc_morphism_push_forward(t->ctx, g, finer[1]));
    lc_layout *refined = lcv_kept(t->ctx, lc_layout_refine(t->ctx, reached, finer[1]));
    if (refined)
        lcv_told_same(t, refined, reached);
    lcv_tell(t, "    A refined: %L\n", refined);
}

static void tell_refinement(lcv_telling *t, const lc_layout *a, const lc_layout *b,
                            const lc_morphism *f, const lc_layout *reached)
{
    lc_morphism *g = lcv_kept(t->ctx, lc_morphism_of_function(t->ctx, reached));
    told_realized(t, g, reached);
    tell_morphism(t, "g = ", g);
    lc_tuple *shape = lcv_kept(t->ctx, lc_layout_shape(t->ctx, reached)), *finer[2];
    const lc_tuple *codomain = lc_morphism_codomain(f);
    lc_layout *r = shape ? lcv_kept(t->ctx, lc_compose_by_refinement(t->ctx, a, b)) : NULL;
    if (!r || !lc_mutual_refinement(t->ctx, codomain, shape, &finer[0], &finer[1])) {
        lcv_tell(t,
                 "    %s\n    so morphisms do not compose; that alone does not rule out A o B\n",
                 lc_ctx_message(t->ctx));
        return;
    }
    for (size_t i = 0; i < 2; i++)
        finer[i] = lcv_kept(t->ctx, finer[i]);
    if (!finer[0] || !finer[1])
        return;
    told_refinement(t, codomain, shape, finer);
    tell_refined(t, f, g, reached, finer);
    tell_composite(t, r, a, b);
}

/* ---- morphisms ---- */

/* The refined tuples, between which the inclusion is; where the second ends first, f may still
 * stay within it. */
static void tell_included(lcv_telling *t, const lc_tuple *from, const lc_tuple *to)
{
    lc_morphism *i = lcv_kept(t->ctx, lc_morphism_include(t->ctx, from, to));
    if (i)
        told_value(t, "include", 2, of_tuple(t, from), of_tuple(t, to), of_morphism(t, i));
    if (i)
        lcv_tell(t, "    the first included into the second: %S\n",
                 lc_morphism_to_str(t->ctx, i));
    lc_ctx_reset(t->ctx);
}

void lcv_explain_morphisms(lcv_telling *t, lc_morphism *g, lc_morphism *f)
{
    const lc_tuple *from = lc_morphism_codomain(f), *to = lc_morphism_domain(g);
    lc_tuple *finer[2];
    if (lc_tuple_equal(from, to)) {
        lcv_tell(t, "  the codomain of f is the domain of g, %t: pasted as they are\n", to);
        return;
    }
    lcv_tell(t, "  f goes to %t, g from %t\n", from, to);
    if (!lc_mutual_refinement(t->ctx, from, to, &finer[0], &finer[1])) {
        lcv_tell(t, "    %s\n", lc_ctx_message(t->ctx));
        lc_ctx_reset(t->ctx);
        return;
    }
    for (size_t i = 0; i < 2; i++)
        finer[i] = lcv_kept(t->ctx, finer[i]);
    if (!finer[0] || !finer[1])
        return;
    told_refinement(t, from, to, finer);
    lcv_tell(t, "    mutual refinement: %t and %t\n", finer[0], finer[1]);
    tell_moved(t, "f pulled back: ", "pull_back", f, finer[0],
               lc_morphism_pull_back(t->ctx, f, finer[0]));
    tell_included(t, finer[0], finer[1]);
    tell_moved(t, "g pushed forward: ", "push_forward", g, finer[1],
               lc_morphism_push_forward(t->ctx, g, finer[1]));
}

void lcv_explain_refinement(lcv_telling *t, const lc_layout *a, const lc_layout *b)
{
    lcv_tell(t, "  as morphisms, f of B and g of A coalesced, as far as B reaches\n");
    lc_morphism *f = lcv_kept(t->ctx, lc_morphism_of_function(t->ctx, b));
    told_realized(t, f, b);
    tell_morphism(t, "f = ", f);
    lc_layout *reached = f ? lcv_kept(t->ctx, lc_compose_reached(t->ctx, a, b, f)) : NULL;
    if (reached) {
        lcv_tell(t, "    A as far as B reaches: %L\n", reached);
        tell_refinement(t, a, b, f, reached);
    }
    lc_ctx_reset(t->ctx);
}
