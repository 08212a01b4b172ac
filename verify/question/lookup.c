/* lookup.c - the values of one function looked up among those of another. */
#include "config.h"

#include "common.h"

bool lcv_lookup_open(lcr_ctx *r, const lcv_function *f, const lcv_function *g, lcv_lookup *l)
{
    *l = (lcv_lookup){.f = f, .g = g, .layouts = !f->value && !g->value};
    l->domain = l->layouts ? lcv_shape_of(lcr_ctx_lc(r), f->layout) : f->shape;
    return l->domain && lcv_among_open(r, g, &l->among);
}

/* Does f(c) tell? That of an lcv_search on the domain of the lookup. A layout with a value that
 * takes too long has more of them: no other is looked up. */
static bool tells(lc_ctx *ctx, const void *lookup, lc_int c)
{
    const lcv_lookup *l = lookup;
    lc_int value = lcv_function_at(ctx, l->f, c);
    if ((*l->undecided && l->layouts) || (l->common && lc_int_is_zero(value)))
        return false;
    lcr_answer found = lcv_among_find(&l->among, value, NULL);
    if (found == LCR_UNKNOWN) {
        *l->undecided = true;
        lcv_out_of_budget(ctx);
    }
    return found == (l->common ? LCR_YES : LCR_NO);
}

/* That no value tells counts where all were decided. */
static lcr_answer settle(const lcv_lookup *l, lcr_answer answer)
{
    return answer == LCR_NO && *l->undecided ? LCR_UNKNOWN : answer;
}

lcr_answer lcv_lookup_guess(lcr_ctx *r, void *lookup, lcv_finding *found)
{
    const lcv_lookup *l = lookup;
    lcv_search search = {l->domain, tells, l};
    *l->undecided = false;
    lcr_answer answer = lcv_guess(lcr_ctx_lc(r), &search, &found->c);
    found->method = answer == LCR_NO ? LCV_BY_ENUMERATION : LCV_BY_EVALUATION;
    return settle(l, answer);
}

lcr_answer lcv_lookup_all(lcr_ctx *r, void *lookup, lcv_finding *found)
{
    const lcv_lookup *l = lookup;
    lcv_search search = {l->domain, tells, l};
    *l->undecided = false;
    int64_t most = l->layouts ? LCV_ENUMERATE : LCV_MAX_POINTS;
    return settle(l, lcv_enumerate_to(lcr_ctx_lc(r), &search, most, &found->c));
}

lcr_answer lcv_lookup_certify(lc_ctx *ctx, const lcv_lookup *l, const lc_int *natural,
                              const char *what, lc_int *c)
{
    lcv_search search = {l->domain, tells, l};
    *l->undecided = false;
    if (lcv_certify(ctx, &search, natural, c))
        return LCR_YES;
    if (!*l->undecided)
        lcv_uncertified(ctx, what);
    return LCR_UNKNOWN;
}
