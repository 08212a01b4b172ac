/* relation-sets.c - claims about sets, and about relations with several outputs. */
#include "config.h"

#include "relations.h"

bool lcv_has_places(size_t n, lcv_value *const *v)
{
    for (size_t i = 0; i < n; i++)
        if (v[i]->kind == LCV_SET ||
            (v[i]->kind == LCV_RELATION && !v[i]->map_of && lcr_map_nout(v[i]->relation) != 1))
            return true;
    return false;
}

static bool open_pair(const lcv_relation_claim *q, const char *const name[2],
                      lcv_value *const *args, lcv_places *a, lcv_places *b)
{
    return lcv_places_open(q, name[0], args[0], a) && lcv_places_open(q, name[1], args[1], b) &&
           lcv_same_dimensions(q, a, b);
}

static lcv_result *contained(lcr_ctx *r, const char *claim, const char *const name[2],
                             lcv_value *const *args)
{
    lcv_relation_claim q = {r, lcr_ctx_lc(r), claim};
    lcv_places t, a;
    return open_pair(&q, name, args, &t, &a)
               ? lcv_proved_unless(q.ctx, lcv_places_outside(&q, &t, &a))
               : NULL;
}

lcv_result *lcv_places_contained(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    return contained(r, "contained", (const char *const[]){"T", "A"}, args);
}

lcv_result *lcv_set_in_bounds(lcr_ctx *r, lcv_value *const *args)
{
    return contained(r, "in_bounds", (const char *const[]){"X", "N"}, args);
}

lcv_result *lcv_places_reach(const lcv_relation_claim *q, lcv_places *x, const lcv_value *s)
{
    lcv_places all;
    return lcv_places_open(q, "N", s, &all) && lcv_same_dimensions(q, x, &all)
               ? lcv_proved_unless(q->ctx, lcv_places_missing(q, x, &all))
               : NULL;
}

lcv_result *lcv_places_cover(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lcv_relation_claim q = {r, lcr_ctx_lc(r), "covers"};
    lcv_places x;
    (void)n;
    return lcv_places_open(&q, "X", args[0], &x) ? lcv_places_reach(&q, &x, args[1]) : NULL;
}

lcv_result *lcv_places_align(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lcv_relation_claim q = {r, lcr_ctx_lc(r), "aligned"};
    lcv_places x, all;
    lc_int by;
    (void)n;
    if (!lcv_arg_int(q.ctx, "aligned", "n", args[1], 1, &by) ||
        !lcv_places_open(&q, "X", args[0], &x))
        return NULL;
    if (x.nout != 1)
        return lc_fail(q.ctx, LC_ERR_INVALID, "aligned needs values X of one integer, not of %zu",
                       x.nout);
    return lcv_places_multiples(&q, by, &all)
               ? lcv_proved_unless(q.ctx, lcv_places_outside(&q, &x, &all))
               : NULL;
}

lcv_result *lcv_sets_equal(lcr_ctx *r, const char *claim, lcv_value *const *args)
{
    lcv_relation_claim q = {r, lcr_ctx_lc(r), claim};
    lcv_places x, y;
    for (size_t i = 0; i < 2; i++)
        if (args[i]->kind != LCV_SET && args[i]->kind != LCV_TUPLE)
            return lc_fail(q.ctx, LC_ERR_INVALID,
                           "%s compares a set with a set or a shape, not with %s", claim,
                           lcv_value_describe(args[i]));
    if (!open_pair(&q, (const char *const[]){"X", "Y"}, args, &x, &y))
        return NULL;
    lcv_result *result = lcv_places_outside(&q, &x, &y);
    if (lcv_goes_on(q.ctx, result))
        result = lcv_places_outside(&q, &y, &x);
    return lcv_proved_unless(q.ctx, result);
}

lcv_result *lcv_places_disjoint(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lcv_relation_claim q = {r, lcr_ctx_lc(r), "disjoint"};
    lcv_places a, b;
    (void)n;
    return open_pair(&q, (const char *const[]){"A", "B"}, args, &a, &b)
               ? lcv_places_apart(&q, &a, &b)
               : NULL;
}

/* Each place of S is the output at just one input. */
lcv_result *lcv_places_partition(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lcv_relation_claim q = {r, lcr_ctx_lc(r), "partitions"};
    lcv_places tv, s;
    if (args[0]->kind != LCV_RELATION && n > 2)
        return lc_fail(q.ctx, LC_ERR_INVALID,
                       "partitions needs a relation TV beside a set S, not %s",
                       lcv_value_describe(args[0]));
    if (args[0]->kind == LCV_SET)
        return lc_fail(q.ctx, LC_ERR_INVALID,
                       "partitions needs a layout or a relation TV, not a set");
    if (n > 2)
        return lcv_pairs_partition(r, n, args);
    if (!open_pair(&q, (const char *const[]){"TV", "S"}, args, &tv, &s))
        return NULL;
    lcv_result *result = lcv_relation_several(r, "TV", tv.map);
    if (lcv_goes_on(q.ctx, result))
        result = lcv_places_outside(&q, &tv, &s);
    if (lcv_goes_on(q.ctx, result))
        result = lcv_places_missing(&q, &tv, &s);
    return lcv_goes_on(q.ctx, result) ? lcv_relation_injective(r, "TV", tv.map) : result;
}
