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

bool lcv_relation_side_of(const lcv_relation_claim *q, const char *name, const lcv_value *v,
                          lcv_relation_side *out)
{
    lcv_function f;
    *out = (lcv_relation_side){.name = name};
    if (v->kind == LCV_SET)
        return lcv_takes_no_set(q->ctx, q->claim);
    if (v->kind == LCV_RELATION)
        out->map = v->relation;
    else if (lcv_is_function(v))
        out->map = lcv_kept(q->ctx, lcv_layout_map(q->r, v));
    else if (lcv_arg_all(q->ctx, q->claim, "a layout", name, v, &f) && f.layout)
        out->map = lcv_kept(q->ctx, lcr_layout_map(q->r, f.layout));
    out->pairs = out->map ? lcv_pairs_of(q, out->map) : NULL;
    return out->map && lc_ctx_code(q->ctx) == LC_OK;
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

bool lcv_relation_follows(const lcv_relation_claim *q, const lcv_relation_side *inner,
                          lcv_relation_side *outer)
{
    size_t have = lcr_map_nout(inner->map), want = lcr_map_nin(outer->map);
    lc_tuple *shape = NULL;
    if (have == want)
        return true;
    lcr_map *integral = have == 1 && want > 1 ? lcv_relation_integral(q, outer->map, &shape)
                                              : NULL;
    if (integral)
        *outer = (lcv_relation_side){outer->name, integral, lcv_pairs_of(q, integral)};
    else if (lc_ctx_code(q->ctx) == LC_OK)
        lc_fail(q->ctx, LC_ERR_INVALID,
                "%s: the values of %s have %zu integers, %s takes %zu: expected as many",
                q->claim, inner->name, have, outer->name, want);
    return integral != NULL;
}

/* outer o inner, by this name. */
static bool composite(const lcv_relation_claim *q, const char *name,
                      const lcv_relation_side *outer, const lcv_relation_side *inner,
                      lcv_relation_side *out)
{
    *out = (lcv_relation_side){.name = name};
    if (outer->pairs && inner->pairs)
        out->pairs = lcv_pairs_join(q, outer->pairs, inner->pairs);
    if (!out->pairs && outer->map && inner->map && lc_ctx_code(q->ctx) == LC_OK)
        out->map = lcv_kept(q->ctx, lcr_map_compose(q->r, outer->map, inner->map));
    return out->pairs || out->map;
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

lcv_result *lcv_relation_differs(lc_ctx *ctx, const lc_tuple *point, const lc_tuple *left,
                                 const lc_tuple *right, const char *has, const char *lacks,
                                 const lc_tuple *pair)
{
    bool both = left && right;
    lcv_result *result =
        lcv_refuted(ctx, LCV_BY_RELATION, lcv_text(ctx, "c = %t", point),
                    both ? lcv_text(ctx, "%t is not %t", left, right)
                         : lcv_text(ctx, "%s has the value %t, %s has not", has, pair, lacks));
    if (!both)
        lcv_point_at_fault(ctx, &result, has, point, pair);
    return result;
}

lc_tuple *lcv_relation_point(lc_ctx *ctx, size_t n, const lc_int *at)
{
    return lcv_kept(ctx, n == 1 ? lc_tuple_leaf(ctx, at[0]) : lc_tuple_flat(ctx, n, at));
}

/* An output of the inner relation that is no input of the outer one, as isl finds it. */
static lcr_answer find_outside(const lcv_relation_claim *q, const lcr_map *inner,
                               const lcr_map *outer, lc_int *pair)
{
    lcr_map *inputs = lcv_kept(q->ctx, lcr_map_domain_set(q->r, outer));
    lcr_map *bad = inputs ? lcv_kept(q->ctx, lcr_map_outside(q->r, inner, inputs)) : NULL;
    return bad ? lcr_map_any(q->r, bad, pair, pair + lcr_map_nin(inner)) : LCR_UNKNOWN;
}

static size_t inputs_of(const lcv_relation_side *x)
{
    return x->pairs ? x->pairs->nin : lcr_map_nin(x->map);
}

static size_t outputs_of(const lcv_relation_side *x)
{
    return x->pairs ? x->pairs->nout : lcr_map_nout(x->map);
}

lcv_result *lcv_relation_leads_out(const lcv_relation_claim *q, const lcv_relation_side *inner,
                                   const lcv_relation_side *outer)
{
    size_t nin = inputs_of(inner), nout = outputs_of(inner);
    lc_int *room = lc_frame_alloc(q->ctx, nin + nout + 1, sizeof *room);
    const lc_int *pair = room;
    lcr_answer found = LCR_UNKNOWN;
    if (room && inner->pairs && outer->pairs) {
        pair = lcv_pairs_leading_out(inner->pairs, outer->pairs);
        found = pair ? LCR_YES : LCR_NO;
    } else if (room && inner->map && outer->map) {
        found = find_outside(q, inner->map, outer->map, room);
    }
    if (found == LCR_NO)
        return NULL;
    if (found == LCR_UNKNOWN)
        return lcv_relation_unknown(q->ctx,
                                    lcv_text(q->ctx,
                                             "whether %s has an output that %s does not take",
                                             inner->name, outer->name));
    lc_tuple *at = lcv_relation_point(q->ctx, nin, pair);
    lc_tuple *value = lcv_relation_point(q->ctx, nout, pair + nin);
    lcv_result *result =
        lcv_refuted(q->ctx, LCV_BY_RELATION, lcv_text(q->ctx, "c = %t", at),
                    lcv_text(q->ctx, "%t is no input of %s", value, outer->name));
    lcv_step(q->ctx, &result, "%s%c = %t", inner->name, at, value);
    return result;
}

/* ---- the same pairs ---- */

/* The only output at an input; NULL: there are none, or several, of which *many are. */
static lc_tuple *only_output(const lcv_relation_claim *q, const lcv_pairs *p, const lc_int *in,
                             size_t *many)
{
    size_t first;
    *many = lcv_pairs_at(p, in, &first);
    return *many == 1 ? lcv_relation_point(q->ctx, p->nout, lcv_pair_at(p, first) + p->nin)
                      : NULL;
}

static void step_output(const lcv_relation_claim *q, lcv_result **result,
                        const lcv_relation_side *x, const lc_int *in)
{
    size_t many;
    lc_tuple *at = lcv_relation_point(q->ctx, x->pairs->nin, in);
    lc_tuple *value = only_output(q, x->pairs, in, &many);
    if (value)
        lcv_step(q->ctx, result, "%s%c = %t", x->name, at, value);
    else
        lcv_step(q->ctx, result, "%s%c has %s value", x->name, at,
                 many == 0 ? "no" : "more than one");
}

/* A pair of one that the other lacks. */
static lcv_result *pairs_differ(const lcv_relation_claim *q, const lcv_relation_side *x,
                                const lcv_relation_side *y)
{
    const lc_int *in_x = lcv_pairs_left(x->pairs, y->pairs);
    const lc_int *pair = in_x ? in_x : lcv_pairs_left(y->pairs, x->pairs);
    size_t many;
    if (!pair)
        return lcv_proved(q->ctx, LCV_BY_RELATION);
    lc_tuple *left = only_output(q, x->pairs, pair, &many);
    lc_tuple *right = only_output(q, y->pairs, pair, &many);
    lcv_result *result =
        lcv_relation_differs(q->ctx, lcv_relation_point(q->ctx, x->pairs->nin, pair), left, right,
                             in_x ? x->name : y->name, in_x ? y->name : x->name,
                             lcv_relation_point(q->ctx, x->pairs->nout, pair + x->pairs->nin));
    step_output(q, &result, x, pair);
    step_output(q, &result, y, pair);
    return result;
}

lcv_result *lcv_relation_same(const lcv_relation_claim *q, const lcv_relation_side *x,
                              const lcv_relation_side *y)
{
    lcv_function f = {.name = x->name, .relation = x->map};
    lcv_function g = {.name = y->name, .relation = y->map};
    bool listed = x->pairs && y->pairs;
    if (listed && x->pairs->nin == y->pairs->nin && x->pairs->nout == y->pairs->nout)
        return pairs_differ(q, x, y);
    if (x->map && y->map)
        return lcv_relation_equiv(q->r, &f, &g);
    return listed
               ? lcv_refuted(q->ctx, LCV_BY_COMPARISON, lcv_text(q->ctx, "dimensions"),
                             lcv_text(q->ctx, "%s maps %z to %z dimensions, %s %z to %z", x->name,
                                      inputs_of(x), outputs_of(x), y->name, inputs_of(y),
                                      outputs_of(y)))
               : lcv_relation_unknown(q->ctx, lcv_text(q->ctx, "whether %s and %s are the same",
                                                       x->name, y->name));
}

/* ---- composites ---- */

/* R has the inputs of B, or their integral coordinate. */
static void match_inputs(const lcv_relation_claim *q, lcv_relation_side *x, lcv_relation_side *y)
{
    lcv_relation_side *box = lcr_map_nin(x->map) > 1 ? x : y, *other = box == x ? y : x;
    lc_tuple *shape;
    if (lcr_map_nin(other->map) != 1 || lcr_map_nin(box->map) == 1)
        return;
    lcr_map *integral = lcv_relation_integral(q, box->map, &shape);
    if (integral)
        *box = (lcv_relation_side){box->name, integral, lcv_pairs_of(q, integral)};
}

lcv_result *lcv_pairs_compose(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lcv_relation_claim q = {r, lcr_ctx_lc(r), "composes"};
    lcv_relation_side R, a, b, both;
    (void)n;
    if (!lcv_relation_side_of(&q, "R", args[0], &R) ||
        !lcv_relation_side_of(&q, "A", args[1], &a) ||
        !lcv_relation_side_of(&q, "B", args[2], &b) || !lcv_relation_follows(&q, &b, &a))
        return NULL;
    lcv_result *result = lcv_relation_leads_out(&q, &b, &a);
    if (result || lc_ctx_code(q.ctx) != LC_OK)
        return result;
    match_inputs(&q, &R, &b);
    if (!R.pairs) /* isl compares maps */
        a.pairs = b.pairs = NULL;
    return composite(&q, "(A o B)", &a, &b, &both) && lc_ctx_code(q.ctx) == LC_OK
               ? lcv_relation_same(&q, &R, &both)
               : NULL;
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
                         lcv_relation_side *inverse, lcv_relation_side *a)
{
    return lcv_relation_side_of(q, name, args[0], inverse) &&
           lcv_relation_side_of(q, "A", args[1], a) && lcv_relation_follows(q, inverse, a);
}

lcv_result *lcv_pairs_right_invert(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lcv_relation_claim q = {r, lcr_ctx_lc(r), "right_inverts"};
    lcv_relation_side R, a, both, same = {.name = "id"};
    (void)n;
    if (!open_inverse(&q, "R", args, &R, &a))
        return NULL;
    lcv_result *result = lcv_relation_leads_out(&q, &R, &a);
    if (result || lc_ctx_code(q.ctx) != LC_OK)
        return result;
    same.map = lcv_relation_identity(r, R.map);
    same.pairs = same.map ? lcv_pairs_of(&q, same.map) : NULL;
    return same.map && composite(&q, "(A o R)", &a, &R, &both)
               ? lcv_relation_same(&q, &both, &same)
               : NULL;
}

lcv_result *lcv_pairs_left_invert(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lcv_relation_claim q = {r, lcr_ctx_lc(r), "left_inverts"};
    lcv_relation_side l, a, there, back;
    (void)n;
    if (!open_inverse(&q, "L", args, &l, &a) || !lcv_relation_follows(&q, &a, &l))
        return NULL;
    lcv_result *result = lcv_relation_leads_out(&q, &a, &l);
    if (result || lc_ctx_code(q.ctx) != LC_OK || !composite(&q, "(L o A)", &l, &a, &there))
        return result;
    result = lcv_relation_leads_out(&q, &there, &a);
    if (result || lc_ctx_code(q.ctx) != LC_OK || !composite(&q, "(A o L o A)", &a, &there, &back))
        return result;
    return lcv_relation_same(&q, &back, &a);
}
