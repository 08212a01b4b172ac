/* relation-box.c - claims about relations with several inputs or outputs, within boxes.
 *
 * The places are those of a shape, an output for each of its leaves, or the elements of a set.
 */
#include "config.h"

#include "relations.h"

bool lcv_is_relation_of_places(const lcv_value *v)
{
    return v->kind == LCV_RELATION && !v->values && !v->map_of &&
           (lcr_map_nin(v->relation) != 1 || lcr_map_nout(v->relation) != 1);
}

/* X, and the coordinates of S. */
static bool open(const lcv_relation_claim *q, const lcv_value *x, const lcv_value *s,
                 lcv_places *p, lcv_places *box)
{
    lc_tuple *shape = lcv_arg_domain(q->ctx, q->claim, "S", s);
    if (!shape || !lcv_places_open(q, "X", x, p))
        return false;
    if (lc_tuple_nleaves(shape) != p->nout)
        return lc_fail(q->ctx, LC_ERR_INVALID,
                       "%s needs a shape S with %zu leaves, one an output of X", q->claim,
                       p->nout);
    if (!lcv_places_open(q, "S", s, box))
        return false;
    box->bounds = lcv_kept(q->ctx, lcv_text(q->ctx, "no coordinate of %t", shape));
    return box->bounds != NULL;
}

lcv_result *lcv_places_in_bounds(lcr_ctx *r, const lcv_value *x, const lcv_value *s)
{
    lcv_relation_claim q = {r, lcr_ctx_lc(r), "in_bounds"};
    lcv_places p, box;
    return open(&q, x, s, &p, &box) ? lcv_proved_unless(q.ctx, lcv_places_outside(&q, &p, &box))
                                    : NULL;
}

lcv_result *lcv_places_surjective(lcr_ctx *r, const lcv_value *x, const lcv_value *s)
{
    lcv_relation_claim q = {r, lcr_ctx_lc(r), "surjective"};
    lcv_places p, box;
    if (!open(&q, x, s, &p, &box))
        return NULL;
    lcv_result *result = lcv_places_outside(&q, &p, &box);
    if (lcv_goes_on(q.ctx, result))
        result = lcv_places_missing(&q, &p, &box);
    return lcv_proved_unless(q.ctx, result);
}

/* Are the outputs a box of places? NULL: they are; or why it is not said. */
static lcv_result *fill_no_box(lcr_ctx *r, const char *claim, const lcr_map *m)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcr_map *reverse = lcv_kept(ctx, lcr_map_reverse(r, m));
    lc_int *extent = reverse ? lc_frame_alloc(ctx, lcr_map_nout(m) + 1, sizeof *extent) : NULL;
    switch (extent ? lcr_map_domain_is_box(r, reverse, extent) : LCR_UNKNOWN) {
    case LCR_YES: return NULL;
    case LCR_NO:
        return lcv_refuted(ctx, LCV_BY_RELATION, lcv_text(ctx, "range"),
                           lcv_text(ctx, lcr_map_nout(m) == 1
                                             ? "the outputs of X are not [0,n) for any n"
                                             : "the outputs of X are no box of coordinates"));
    default: return lcv_relation_unknown(ctx, lcv_text(ctx, "%s", claim));
    }
}

/* The outputs are a box of places, each of which one input has, or there are none. Integers of
 * [0,n) that differ are all of it where they are as many. */
lcv_result *lcv_relation_bijective(lcr_ctx *r, const char *claim, const lcr_map *m)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int size;
    bool counts = lcr_map_nin(m) == 1 && lcr_map_nout(m) == 1 &&
                  lcr_map_domain_is_box(r, m, &size) == LCR_YES;
    if (lcr_map_is_empty(r, m) == LCR_YES)
        return lcv_proved(ctx, LCV_BY_RELATION);
    lcv_result *result = counts ? NULL : fill_no_box(r, claim, m);
    if (lcv_goes_on(ctx, result))
        result = lcv_relation_several(r, "X", m);
    if (lcv_goes_on(ctx, result))
        result = lcv_unless_proved(lcv_relation_injective(r, "X", m));
    if (!lcv_goes_on(ctx, result))
        return result;
    return counts ? lcv_relation_onto(r, claim, "X", m, size) : lcv_proved(ctx, LCV_BY_RELATION);
}
