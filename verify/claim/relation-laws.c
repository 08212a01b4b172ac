/* relation-laws.c - claims that relations are composites and inverses of others.
 *
 * They are the claims about functions, of relations with several inputs or outputs, with holes,
 * without an end, or with several outputs at an input:
 *
 *   composes       every output of B is an input of A; R and A o B have the same pairs
 *   right_inverts  every output of R is an input of A; each pair of A o R is (k,k)
 *   left_inverts   every output of A is an input of L, and every output of L o A one of A; A o L
 *                  o A and A have the same pairs
 *
 * isl composes and compares. A relation from a box that follows one to integers is a function of
 * its integral coordinate. relation-tiles.c has complements and divides.
 */
#include "config.h"

#include "../value/relate.h"
#include "relations.h"

/* ---- arguments ---- */

bool lcv_relation_open(const lcv_relation_claim *q, const char *name, const lcv_value *v,
                       lcv_places *p)
{
    lcv_function f;
    lcr_map *m = NULL;
    if (v->kind == LCV_SET)
        return lcv_takes_no_set(q->ctx, q->claim);
    if (v->kind == LCV_RELATION)
        m = lcr_map_ref(v->relation);
    else if (lcv_is_function(v))
        m = lcv_layout_map(q->r, v);
    else if (lcv_arg_all(q->ctx, q->claim, "a layout", name, v, &f) && f.layout)
        m = lcr_layout_map(q->r, f.layout);
    return lcv_places_of_map(q, name, m, p);
}

lcr_map *lcv_relation_integral(const lcv_relation_claim *q, const lcr_map *m, lc_tuple **shape)
{
    size_t n = lcr_map_nin(m);
    lc_int *extent = lc_frame_alloc(q->ctx, n + 1, sizeof *extent);
    lcr_answer box = extent ? lcr_map_domain_is_box(q->r, m, extent) : LCR_UNKNOWN;
    *shape = box == LCR_YES ? lcv_kept(q->ctx, lc_tuple_flat(q->ctx, n, extent)) : NULL;
    lcr_map *coordinates = *shape ? lcv_kept(q->ctx, lcr_coord_map(q->r, *shape)) : NULL;
    return coordinates ? lcv_kept(q->ctx, lcr_map_compose(q->r, m, coordinates)) : NULL;
}

/* The relation as a function of the integral coordinate, where its inputs are a box. */
static bool flatten(const lcv_relation_claim *q, lcv_places *p)
{
    lc_tuple *shape;
    lcr_map *integral = lcv_relation_integral(q, p->map, &shape);
    return integral && lcv_places_of_map(q, p->name, lcr_map_ref(integral), p);
}

bool lcv_relation_follows(const lcv_relation_claim *q, const lcv_places *inner, lcv_places *outer)
{
    size_t have = inner->nout, want = outer->nin;
    if (have == want || (have == 1 && want > 1 && flatten(q, outer)))
        return true;
    if (lc_ctx_code(q->ctx) == LC_OK)
        lc_fail(q->ctx, LC_ERR_INVALID,
                "%s: the values of %s have %zu integers, %s takes %zu: expected as many",
                q->claim, inner->name, have, outer->name, want);
    return false;
}

/* outer o inner, by this name. */
static bool composite(const lcv_relation_claim *q, const char *name, const lcv_places *outer,
                      const lcv_places *inner, lcv_places *out)
{
    *out = (lcv_places){.name = name};
    if (outer->pair && inner->pair && lcv_places_join(q, outer, inner, out))
        return true;
    return outer->map && inner->map && lc_ctx_code(q->ctx) == LC_OK &&
           lcv_places_of_map(q, name, lcr_map_compose(q->r, outer->map, inner->map), out);
}

/* ---- answers ---- */

lcv_result *lcv_relation_unknown(lc_ctx *ctx, char *question)
{
    question = lcv_kept(ctx, question);
    return lcv_out_of_budget(ctx)
               ? lcv_unknown(ctx, LCV_BY_RELATION,
                             lcv_text(ctx, "%s was not decided within the budget", question))
               : NULL;
}

lcv_result *lcv_relation_several(lcr_ctx *r, const char *name, const lcr_map *m)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    switch (lcr_map_single_valued(r, m)) {
    case LCR_YES: return NULL;
    case LCR_NO:
        return lcv_refuted(ctx, LCV_BY_RELATION, lcv_text(ctx, ""),
                           lcv_text(ctx, "%s has more than one value at some coordinate", name));
    default: return lcv_relation_unknown(ctx, lcv_text(ctx, "whether %s is a function", name));
    }
}

lcv_result *lcv_relation_leads_out(const lcv_relation_claim *q, lcv_places *inner,
                                   const lcv_places *outer)
{
    lcv_places taken;
    return lcv_places_of_inputs(q, outer, &taken) ? lcv_places_outside(q, inner, &taken) : NULL;
}

/* ---- composites ---- */

/* R has the inputs of B, or their integral coordinate. */
static bool match_inputs(const lcv_relation_claim *q, lcv_places *x, lcv_places *y)
{
    lcv_places *box = x->nin > 1 ? x : y, *other = box == x ? y : x;
    return other->nin != 1 || box->nin == 1 || flatten(q, box) || lc_ctx_code(q->ctx) == LC_OK;
}

lcv_result *lcv_pairs_compose(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lcv_relation_claim q = {r, lcr_ctx_lc(r), "composes"};
    lcv_places R, a, b, both;
    (void)n;
    if (!lcv_relation_open(&q, "R", args[0], &R) || !lcv_relation_open(&q, "A", args[1], &a) ||
        !lcv_relation_open(&q, "B", args[2], &b) || !lcv_relation_follows(&q, &b, &a))
        return NULL;
    lcv_result *result = lcv_relation_leads_out(&q, &b, &a);
    if (!lcv_goes_on(q.ctx, result) || !match_inputs(&q, &R, &b))
        return result;
    if (!R.pair) /* isl compares maps */
        a.pair = b.pair = NULL;
    return composite(&q, "(A o B)", &a, &b, &both) ? lcv_relation_same(&q, &R, &both) : NULL;
}

/* ---- inverses ---- */

lcr_map *lcv_relation_identity(lcr_ctx *r, const lcr_map *m)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_text names = {0};
    lcr_map *inputs = lcv_kept(ctx, lcr_map_domain_set(r, m));
    for (size_t k = 0; k < lcr_map_nin(m); k++)
        lc_text_printf(&names, "%si%zu", k > 0 ? ", " : "", k);
    char *list = lcv_kept(ctx, lc_text_take(ctx, &names));
    char *text = list ? lcv_kept(ctx, lcv_text(ctx, "{ [%s] -> [%s] }", list, list)) : NULL;
    lcr_map *all = text ? lcv_kept(ctx, lcr_map_parse(r, text)) : NULL;
    return all && inputs ? lcv_kept(ctx, lcr_map_restrict(r, all, inputs)) : NULL;
}

static bool open_inverse(lcv_relation_claim *q, const char *name, lcv_value *const *args,
                         lcv_places *inverse, lcv_places *a)
{
    return lcv_relation_open(q, name, args[0], inverse) &&
           lcv_relation_open(q, "A", args[1], a) && lcv_relation_follows(q, inverse, a);
}

lcv_result *lcv_pairs_right_invert(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lcv_relation_claim q = {r, lcr_ctx_lc(r), "right_inverts"};
    lcv_places R, a, both, same;
    (void)n;
    if (!open_inverse(&q, "R", args, &R, &a))
        return NULL;
    lcv_result *result = lcv_relation_leads_out(&q, &R, &a);
    return lcv_goes_on(q.ctx, result) &&
                   lcv_places_of_map(&q, "id", lcr_map_ref(lcv_relation_identity(r, R.map)),
                                     &same) &&
                   composite(&q, "(A o R)", &a, &R, &both)
               ? lcv_relation_same(&q, &both, &same)
               : result;
}

lcv_result *lcv_pairs_left_invert(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lcv_relation_claim q = {r, lcr_ctx_lc(r), "left_inverts"};
    lcv_places l, a, there, back;
    (void)n;
    if (!open_inverse(&q, "L", args, &l, &a) || !lcv_relation_follows(&q, &a, &l))
        return NULL;
    lcv_result *result = lcv_relation_leads_out(&q, &a, &l);
    if (!lcv_goes_on(q.ctx, result) || !composite(&q, "(L o A)", &l, &a, &there))
        return result;
    result = lcv_relation_leads_out(&q, &there, &a);
    if (!lcv_goes_on(q.ctx, result) || !composite(&q, "(A o L o A)", &a, &there, &back))
        return result;
    return lcv_relation_same(&q, &back, &a);
}
