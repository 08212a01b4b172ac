/* prove.c - proving a claim.
 *
 * A verdict is given only when nothing failed on the way: an error that is
 * pending when a proof returns, such as an integer past its limit, replaces it.
 */
#include "config.h"

#include "../function/coordinates.h"
#include "claims.h"

static bool check_arity(lc_ctx *ctx, const lcv_claim *claim, size_t n)
{
    if (n >= claim->min_args && n <= claim->max_args)
        return true;
    if (claim->min_args == claim->max_args)
        lc_fail(ctx, LC_ERR_INVALID, "%s takes %zu argument%s, %zu given", claim->signature,
                claim->min_args, claim->min_args == 1 ? "" : "s", n);
    else
        lc_fail(ctx, LC_ERR_INVALID, "%s takes %zu %s %zu arguments, %zu given", claim->signature,
                claim->min_args, claim->max_args - claim->min_args == 1 ? "or" : "to",
                claim->max_args, n);
    return false;
}

bool lcv_takes_no_set(lc_ctx *ctx, const char *claim)
{
    return lc_fail(
        ctx, LC_ERR_INVALID,
        "%s takes no set, which is no function: contained, covers, disjoint, equal, equiv and "
        "in_bounds do",
        claim);
}

/* Has it a meaning for relations, and for sets? Layout maps stand for their layouts. */
static bool takes_relations(lc_ctx *ctx, const lcv_claim *claim, size_t n, lcv_value *const *args)
{
    for (size_t i = 0; i < n; i++) {
        bool set = args[i]->kind == LCV_SET;
        bool relation = args[i]->kind == LCV_RELATION && !args[i]->map_of;
        if (relation && claim->no_relations)
            return lc_fail(ctx, LC_ERR_INVALID, "%s takes no relation: %s", claim->name,
                           claim->no_relations);
        if (set && !claim->of_sets)
            return lcv_takes_no_set(ctx, claim->name);
    }
    return true;
}

static bool has_pairs(size_t n, lcv_value *const *args)
{
    for (size_t i = 0; i < n; i++)
        if (args[i]->kind == LCV_RELATION && !args[i]->map_of)
            return true;
    return false;
}

/* The proof, morphisms among the arguments becoming layouts, and relations functions, unless the
 * claim asks isl about them: then only layout maps of so many modes that isl would not end. Of
 * relations that are no functions claims about values take the outputs. */
static lcv_result *prove_listed(lcr_ctx *r, const lcv_claim *claim, size_t n,
                                lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (claim->of_pairs && !takes_relations(ctx, claim, n, args))
        return NULL;
    if (claim->of_places && (lcv_has_places(n, args) || (claim->of_pairs && has_pairs(n, args))))
        return claim->of_places(r, n, args);
    if (!takes_relations(ctx, claim, n, args))
        return NULL;
    lcv_value **as = lcv_values_listed(r, claim->name, claim->of_relations, n, args);
    if (!as && claim->of_places && lc_ctx_code(ctx) == LC_ERR_INVALID) {
        lc_ctx_reset(ctx); /* no function of coordinates, but it has outputs */
        return claim->of_places(r, n, args);
    }
    return as ? claim->prove(r, n, as) : NULL;
}

static size_t count(const char *text, char c)
{
    size_t n = 0, depth = 0;
    for (; *text != '\0'; text++) {
        depth += *text == '(';
        depth -= *text == ')';
        n += *text == c && depth <= 1;
    }
    return n;
}

/* Coordinates of as many modes as the claim has roles have them, unless they have names of
 * their own. */
static void name_roles(lc_ctx *ctx, const lcv_claim *claim, lcv_result *result)
{
    lcv_counterexample *e = &result->counterexample;
    for (size_t i = 0; claim->roles && i < e->nfaults; i++) {
        lcv_fault *f = &e->faults[i];
        if (f->coordinate && !f->roles && count(f->coordinate, ',') == count(claim->roles, ','))
            f->roles = lcv_text(ctx, "%s", claim->roles);
    }
}

lcv_result *lcv_prove(lcr_ctx *r, const lcv_claim *claim, size_t n, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_ctx_reset(ctx);
    lcr_start(r);
    if (!check_arity(ctx, claim, n))
        return NULL;
    lc_frame frame = lc_frame_open(ctx);
    bool morphisms = !claim->of_morphisms && lcv_has_morphism(n, args);
    bool relations = !claim->printed && lcv_has_relation(n, args);
    lcv_result *result = morphisms || relations ? prove_listed(r, claim, n, args)
                                                : claim->prove(r, n, args);
    if (lcv_is_refuted(result))
        name_roles(ctx, claim, result);
    lc_frame_close(ctx, frame);
    return lcv_settle(ctx, result);
}
