/* relation-box.c - claims about relations with several inputs or outputs, within boxes.
 *
 * The places are those of a shape, an output for each of its leaves. isl takes one set from the
 * other; what is left is an output outside the box, or a place that no input has.
 */
#include "config.h"

#include "relations.h"

bool lcv_is_relation_of_places(const lcv_value *v)
{
    return v->kind == LCV_RELATION && !v->values && !v->map_of &&
           (lcr_map_nin(v->relation) != 1 || lcr_map_nout(v->relation) != 1);
}

/* X, and the coordinates of S. */
static bool open(lcr_ctx *r, const char *claim, const lcv_value *x, const lcv_value *s,
                 lcv_places *p, lcv_places *box)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_tuple *shape = lcv_arg_domain(ctx, claim, "S", s);
    if (!shape || !lcv_places_open(r, claim, "X", x, p))
        return false;
    if (lc_tuple_nleaves(shape) != p->nout)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "%s needs a shape S with %zu leaves, one an output of X", claim, p->nout);
    if (!lcv_places_open(r, claim, "S", s, box))
        return false;
    box->bounds = lcv_kept(ctx, lcv_text(ctx, "no coordinate of %t", shape));
    return box->bounds != NULL;
}

lcv_result *lcv_places_in_bounds(lcr_ctx *r, const lcv_value *x, const lcv_value *s)
{
    lcv_places p, box;
    return open(r, "in_bounds", x, s, &p, &box)
               ? lcv_proved_unless(lcr_ctx_lc(r), lcv_places_outside(r, "in_bounds", &p, &box))
               : NULL;
}

lcv_result *lcv_places_in_range(lcr_ctx *r, const lcv_value *x, lc_int least, lc_int most)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_places p, numbers;
    char *text = lcv_kept(ctx, lcv_text(ctx, "{ [x] : %i <= x <= %i }", least, most));
    lcr_map *all = text ? lcv_kept(ctx, lcr_set_parse(r, text)) : NULL;
    lc_int end = lc_int_add(ctx, most, lc_int_const(1));
    if (!all || !lcv_places_open(r, "fits", "X", x, &p))
        return NULL;
    numbers = (lcv_places){.nout = 1, .map = all};
    numbers.bounds = lcv_kept(ctx, lcv_text(ctx, "outside [%i,%i)", least, end));
    return lcv_proved_unless(ctx, lcv_places_outside(r, "fits", &p, &numbers));
}

lcv_result *lcv_places_surjective(lcr_ctx *r, const lcv_value *x, const lcv_value *s)
{
    lcv_places p, box;
    if (!open(r, "surjective", x, s, &p, &box))
        return NULL;
    lcv_result *result = lcv_places_outside(r, "surjective", &p, &box);
    if (!result && lc_ctx_code(lcr_ctx_lc(r)) == LC_OK)
        result = lcv_places_missing(r, "surjective", &p, &box);
    return lcv_proved_unless(lcr_ctx_lc(r), result);
}

/* The outputs are a box of places, each of which one input has. */
lcv_result *lcv_places_bijective(lcr_ctx *r, const char *claim, const lcv_value *x)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t n = lcr_map_nout(x->relation);
    lcr_map *reverse = lcv_kept(ctx, lcr_map_reverse(r, x->relation));
    lc_int *extent = reverse ? lc_frame_alloc(ctx, n + 1, sizeof *extent) : NULL;
    lcr_answer box = extent ? lcr_map_domain_is_box(r, reverse, extent) : LCR_UNKNOWN;
    if (box == LCR_NO)
        return lcv_refuted(ctx, LCV_BY_RELATION, lcv_text(ctx, "range"),
                           lcv_text(ctx, "the outputs of X are no box of coordinates"));
    if (box == LCR_UNKNOWN)
        return lcv_relation_unknown(ctx, lcv_text(ctx, "%s", claim));
    lcv_result *several = lcv_relation_several(r, "X", x->relation);
    return several || lc_ctx_code(ctx) != LC_OK ? several
                                                : lcv_relation_injective(r, "X", x->relation);
}
