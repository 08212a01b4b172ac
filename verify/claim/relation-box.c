/* relation-box.c - claims about relations with several inputs or outputs, within boxes.
 *
 * The places are those of a shape, an output for each of its leaves. isl takes one set from the
 * other; what is left is an output outside the box, or a place that no input has.
 */
#include "config.h"

#include "claims.h"

bool lcv_is_relation_of_places(const lcv_value *v)
{
    return v->kind == LCV_RELATION && !v->values && !v->map_of &&
           (lcr_map_nin(v->relation) != 1 || lcr_map_nout(v->relation) != 1);
}

typedef struct {
    const lcr_map *map;
    lc_tuple *shape;    /* NULL: the places are integers, */
    lc_int least, most; /* from one to the other */
    lcr_map *box;       /* the places */
    lc_int *in, *out;   /* room for a pair */
} places;

static lc_tuple *point(lc_ctx *ctx, size_t n, const lc_int *at)
{
    return lcv_kept(ctx, n == 1 ? lc_tuple_leaf(ctx, at[0]) : lc_tuple_flat(ctx, n, at));
}

static bool open(lcr_ctx *r, const char *claim, const lcv_value *x, const lcv_value *s, places *p)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    *p = (places){.map = x->relation, .shape = lcv_arg_domain(ctx, claim, "S", s)};
    size_t nin = lcr_map_nin(p->map), n = lcr_map_nout(p->map);
    if (p->shape && lc_tuple_nleaves(p->shape) != n)
        lc_fail(ctx, LC_ERR_INVALID, "%s needs a shape S with %zu leaves, one an output of X",
                claim, n);
    else if (p->shape)
        p->in = lc_frame_alloc(ctx, nin + n + 1, sizeof *p->in);
    if (!p->in)
        return false;
    p->out = p->in + nin;
    for (size_t k = 0; k < n; k++)
        p->out[k] = lc_tuple_value(p->shape, k);
    p->box = lcv_kept(ctx, lcr_set_of_box(r, n, p->out));
    return p->box != NULL;
}

static lcv_result *unknown(lc_ctx *ctx, const char *question)
{
    return lcv_out_of_budget(ctx)
               ? lcv_unknown(ctx, LCV_BY_RELATION,
                             lcv_text(ctx, "isl did not decide within the budget %s", question))
               : NULL;
}

/* A pair whose output is no place. */
static lcv_result *outside(lcr_ctx *r, const places *p)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcr_map *bad = lcv_kept(ctx, lcr_map_outside(r, p->map, p->box));
    lcr_answer found = bad ? lcr_map_any(r, bad, p->in, p->out) : LCR_UNKNOWN;
    if (found == LCR_NO)
        return lcv_proved(ctx, LCV_BY_RELATION);
    if (found == LCR_UNKNOWN)
        return unknown(ctx, "whether an output is outside");
    lc_tuple *at = point(ctx, lcr_map_nin(p->map), p->in);
    lc_tuple *value = point(ctx, lcr_map_nout(p->map), p->out);
    char *summary = p->shape ? lcv_text(ctx, "%t is no coordinate of %t", value, p->shape)
                             : lcv_text(ctx, "%t is outside [%i,%i)", value, p->least,
                                        lc_int_add(ctx, p->most, lc_int_const(1)));
    lcv_result *result = lcv_refuted(ctx, LCV_BY_RELATION, lcv_text(ctx, "c = %t", at), summary);
    lcv_step(ctx, &result, "X%c = %t", at, value);
    return result;
}

/* A place that is no output. */
static lcv_result *missing(lcr_ctx *r, const places *p)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcr_map *range = lcv_kept(ctx, lcr_map_range_set(r, p->map));
    lcr_map *left = range ? lcv_kept(ctx, lcr_map_boolean(r, LCR_DIFFERENCE, p->box, range))
                          : NULL;
    lcr_answer found = left ? lcr_map_any(r, left, p->in, p->out) : LCR_UNKNOWN;
    if (found == LCR_NO)
        return lcv_proved(ctx, LCV_BY_RELATION);
    if (found == LCR_UNKNOWN)
        return unknown(ctx, "whether an output is missing");
    lc_tuple *value = point(ctx, lcr_map_nout(p->map), p->out);
    return lcv_refuted(ctx, LCV_BY_RELATION, lcv_text(ctx, "%t", value),
                       lcv_text(ctx, "%t is never reached", value));
}

lcv_result *lcv_places_in_bounds(lcr_ctx *r, const lcv_value *x, const lcv_value *s)
{
    places p;
    return open(r, "in_bounds", x, s, &p) ? outside(r, &p) : NULL;
}

lcv_result *lcv_places_in_range(lcr_ctx *r, const lcv_value *x, lc_int least, lc_int most)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    places p = {.map = x->relation, .least = least, .most = most};
    size_t nin = lcr_map_nin(p.map);
    char *text = lcv_kept(ctx, lcv_text(ctx, "{ [x] : %i <= x <= %i }", least, most));
    p.in = lc_frame_alloc(ctx, nin + 2, sizeof *p.in);
    p.box = text && p.in ? lcv_kept(ctx, lcr_set_parse(r, text)) : NULL;
    p.out = p.in + nin;
    return p.box ? outside(r, &p) : NULL;
}

lcv_result *lcv_places_surjective(lcr_ctx *r, const lcv_value *x, const lcv_value *s)
{
    places p;
    lcv_result *result = open(r, "surjective", x, s, &p) ? outside(r, &p) : NULL;
    if (result && result->verdict == LCV_PROVED) {
        lcv_result_free(result);
        result = missing(r, &p);
    }
    return result;
}

/* The outputs are a box of places, each of which one input has. */
lcv_result *lcv_places_bijective(lcr_ctx *r, const char *claim, const lcv_value *x)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t n = lcr_map_nout(x->relation);
    lcr_map *reverse = lcv_kept(ctx, lcr_map_reverse(r, x->relation));
    lc_int *extent = reverse ? lc_frame_alloc(ctx, n + 1, sizeof *extent) : NULL;
    lcr_answer box = extent ? lcr_map_domain_is_box(r, reverse, extent) : LCR_UNKNOWN;
    lcr_answer one = box == LCR_YES ? lcr_map_single_valued(r, x->relation) : LCR_UNKNOWN;
    if (box == LCR_NO)
        return lcv_refuted(ctx, LCV_BY_RELATION, lcv_text(ctx, "range"),
                           lcv_text(ctx, "the outputs of X are no box of coordinates"));
    if (one == LCR_NO)
        return lcv_refuted(ctx, LCV_BY_RELATION, lcv_text(ctx, ""),
                           lcv_text(ctx, "X has more than one value at some coordinate"));
    if (one == LCR_UNKNOWN)
        return unknown(ctx, claim);
    return lcv_relation_injective(r, "X", x->relation);
}
