#include "config.h"

#include "morphism.h"

#include <stdlib.h>

#include "../../lib/algebra.h"
#include "../value/kept.h"
#include "../value/text.h"

char *lcv_diagram(lc_ctx *ctx, const lcv_value *v)
{
    if (v->kind == LCV_MORPHISM)
        return lc_morphism_diagram(ctx, v->morphism);
    return lc_fail(ctx, LC_ERR_INVALID,
                   "%s is not drawn: expected a morphism, as morphism(A) of a tractable layout",
                   lcv_value_describe(v));
}

/* ---- arrows ---- */

static bool name_nodes(lc_ctx *ctx, lcv_figure *f, bool right, const lc_tuple *entries)
{
    bool ok = true;
    for (size_t i = 0; ok && i < lc_tuple_nleaves(entries); i++) {
        char *text = lc_int_to_str(ctx, lc_tuple_value(entries, i));
        ok = text && lcv_figure_node(ctx, f, right, i, text);
        free(text);
    }
    return ok;
}

/* With what it is before its text. */
static lcv_figure *arrows_of(lc_ctx *ctx, const char *what, const lc_morphism *f)
{
    const lc_tuple *from = lc_morphism_domain(f), *to = lc_morphism_codomain(f);
    char *title = lcv_text(ctx, "%s%S", what, lc_morphism_to_str(ctx, f));
    lcv_figure *arrows = title ? lcv_figure_arrows(ctx, title, lc_tuple_nleaves(from),
                                                   lc_tuple_nleaves(to))
                               : NULL;
    bool ok = arrows && name_nodes(ctx, arrows, false, from) && name_nodes(ctx, arrows, true, to);
    for (size_t i = 0; ok && i < lc_tuple_nleaves(from); i++) {
        size_t image = lc_morphism_image(f, i);
        if (image != LC_STAR)
            ok = lcv_figure_arrow(ctx, arrows, i, image, (int)i);
    }
    free(title);
    if (ok)
        return arrows;
    lcv_figure_free(arrows);
    return NULL;
}

lcv_figure *lcv_morphism_arrows(lc_ctx *ctx, const lc_morphism *f)
{
    return arrows_of(ctx, "", f);
}

lcv_figure *lcv_morphisms_arrows(lc_ctx *ctx, const lc_morphism *g, const lc_morphism *f)
{
    lcv_figure *both = lcv_figure_beside(ctx, NULL);
    if (both && lcv_figure_add(ctx, both, lcv_morphism_arrows(ctx, f)) &&
        lcv_figure_add(ctx, both, lcv_morphism_arrows(ctx, g)))
        return both;
    lcv_figure_free(both);
    return NULL;
}

/* ---- two of them ---- */

/* What is pasted: f, the inclusion and g, all refined; `included` is NULL where the domain of g
 * ends first. */
typedef struct {
    lc_tuple *finer[2];
    lc_morphism *pulled, *included, *pushed;
    lc_morphism *inner; /* f up to where g begins */
} pasted;

/* All are kept. */
static bool paste(lc_ctx *ctx, lc_morphism *g, lc_morphism *f, pasted *p)
{
    const lc_tuple *from = lc_morphism_codomain(f), *to = lc_morphism_domain(g);
    *p = (pasted){.pulled = f, .pushed = g, .inner = f};
    if (lc_tuple_equal(from, to))
        return true;
    if (!lc_mutual_refinement(ctx, from, to, &p->finer[0], &p->finer[1]))
        return false;
    for (size_t i = 0; i < 2; i++)
        p->finer[i] = lcv_kept(ctx, p->finer[i]);
    if (!p->finer[0] || !p->finer[1])
        return false;
    p->pulled = lcv_kept(ctx, lc_morphism_pull_back(ctx, f, p->finer[0]));
    p->pushed = lcv_kept(ctx, lc_morphism_push_forward(ctx, g, p->finer[1]));
    p->inner = p->pulled;
    if (!p->pulled || !p->pushed)
        return false;
    p->included = lcv_kept(ctx, lc_morphism_include(ctx, p->finer[0], p->finer[1]));
    if (p->included)
        p->inner = lcv_kept(ctx, lc_morphism_compose(ctx, p->included, p->pulled));
    lc_ctx_reset(ctx); /* without an inclusion they stand side by side */
    return p->inner != NULL;
}

static char *side_by_side(lc_ctx *ctx, const lc_morphism *inner, const lc_morphism *outer)
{
    return lc_morphisms_diagram(ctx, 2, (const lc_morphism *const[]){inner, outer});
}

char *lcv_diagram_pasted(lc_ctx *ctx, lc_morphism *g, lc_morphism *f)
{
    pasted p;
    lc_frame frame = lc_frame_open(ctx);
    char *text = paste(ctx, g, f, &p) ? side_by_side(ctx, p.inner, p.pushed) : NULL;
    lc_frame_close(ctx, frame);
    return text;
}

/* ---- step by step ---- */

static void add_morphism(lc_ctx *ctx, lc_text *text, const char *what, const lc_morphism *f)
{
    lcv_text_add(ctx, text, "%s%S\n", what, lc_morphism_to_str(ctx, f));
    lcv_text_add(ctx, text, "%S\n", lc_morphism_diagram(ctx, f));
}

static void add_refined(lc_ctx *ctx, lc_text *text, const pasted *p)
{
    if (!p->finer[0])
        return;
    lcv_text_add(ctx, text, "mutual refinement: %t and %t\n", p->finer[0], p->finer[1]);
    add_morphism(ctx, text, "f pulled back: ", p->pulled);
    if (p->included)
        add_morphism(ctx, text, "included: ", p->included);
    add_morphism(ctx, text, "g pushed forward: ", p->pushed);
}

static char *steps_in_text(lc_ctx *ctx, const lc_morphism *g, const lc_morphism *f,
                           const pasted *p, const lc_morphism *both)
{
    lc_text text = {0};
    add_morphism(ctx, &text, "f = ", f);
    add_morphism(ctx, &text, "g = ", g);
    add_refined(ctx, &text, p);
    lcv_text_add(ctx, &text, "pasted:\n%S\n", side_by_side(ctx, p->inner, p->pushed));
    add_morphism(ctx, &text, "g o f = ", both);
    lcv_text_add(ctx, &text, "layout: %A", lc_morphism_layout(ctx, both));
    return lc_text_take(ctx, &text);
}

/* The same steps, each as arrows. */
static lcv_figure *steps_in_arrows(lc_ctx *ctx, const lc_morphism *g, const lc_morphism *f,
                                   const pasted *p, const lc_morphism *both)
{
    bool refined = p->finer[0] != NULL;
    const struct {
        const char *what;
        const lc_morphism *of; /* NULL: there is no such step */
    } step[] = {{"f = ", f},
                {"g = ", g},
                {"f pulled back: ", refined ? p->pulled : NULL},
                {"included: ", refined ? p->included : NULL},
                {"g pushed forward: ", refined ? p->pushed : NULL},
                {"g o f = ", both}};
    lcv_figure *all = lcv_figure_above(ctx, NULL);
    for (size_t i = 0; all && i < sizeof step / sizeof *step; i++)
        if (step[i].of && !lcv_figure_add(ctx, all, arrows_of(ctx, step[i].what, step[i].of))) {
            lcv_figure_free(all);
            all = NULL;
        }
    return all;
}

char *lcv_diagram_steps(lc_ctx *ctx, lc_morphism *g, lc_morphism *f, lcv_figure **figure)
{
    pasted p;
    char *text = NULL;
    lc_frame frame = lc_frame_open(ctx);
    lc_morphism *both = lcv_kept(ctx, lc_morphism_compose(ctx, g, f));
    if (both && paste(ctx, g, f, &p)) {
        *figure = steps_in_arrows(ctx, g, f, &p, both);
        text = *figure ? steps_in_text(ctx, g, f, &p, both) : NULL;
    }
    lc_frame_close(ctx, frame);
    return text;
}

lc_morphism *lcv_drawn_morphism(lc_ctx *ctx, const lcv_value *v, bool outer)
{
    if (v->kind == LCV_MORPHISM)
        return lc_morphism_ref(v->morphism);
    if (!outer && v->kind == LCV_TUPLE && !lc_tuple_is_leaf(v->tuple))
        return lc_fail(ctx, LC_ERR_INVALID,
                       "a tuple composes by mode: expected a morphism, or a tractable layout");
    lc_frame frame = lc_frame_open(ctx);
    lc_layout *a = lcv_kept(ctx, lcv_as_layout(ctx, v));
    if (a && outer)
        a = lcv_kept(ctx, lc_coalesce(ctx, a));
    lc_morphism *f = a ? lc_morphism_of_function(ctx, a) : NULL;
    lc_frame_close(ctx, frame);
    return f;
}
