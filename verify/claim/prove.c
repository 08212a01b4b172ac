/* prove.c - the table of claims, and proving one.
 *
 * A verdict is given only when nothing failed on the way: an error that is
 * pending when a proof returns, such as an integer past its limit, replaces it.
 */
#include "config.h"

#include "../function/coordinates.h"
#include "claims.h"

#include <string.h>

/* In order of name. */
static const lcv_claim table[] = {
    {"admissible", "admissible(A, B)", 2, 2, lcv_prove_admissible},
    {"aligned", "aligned(X, n)", 2, 2, lcv_prove_aligned},
    {"bijective", "bijective(X)", 1, 1, lcv_prove_bijective},
    {"coalesced", "coalesced(X, lanes=32, bytes=4, width=bytes)", 1, 4, lcv_prove_coalesced},
    {"compact", "compact(X)", 1, 1, lcv_prove_compact},
    {"compatible", "compatible(X, Y)", 2, 2, lcv_prove_compatible},
    {"complements", "complements(C, A[, N])", 2, 3, lcv_prove_complements},
    {"composes", "composes(R, A, B)", 3, 3, lcv_prove_composes},
    {"conflict_free", "conflict_free(X, lanes=32, bytes=4, width=bytes, banks=32)", 1, 5,
     lcv_prove_conflict_free},
    {"congruent", "congruent(X, Y)", 2, 2, lcv_prove_congruent},
    {"contained", "contained(T, A)", 2, 2, lcv_prove_contained},
    {"covers", "covers(X, N)", 2, 2, lcv_prove_covers},
    {"disjoint", "disjoint(A, B)", 2, 2, lcv_prove_disjoint},
    {"divides_into", "divides_into(D, A, T[, exact])", 3, 4, lcv_prove_divides_into},
    {"equal", "equal(X, Y)", 2, 2, lcv_prove_equal},
    {"equiv", "equiv(X, Y)", 2, 2, lcv_prove_equiv},
    {"fits", "fits(X, TYPE)", 2, 2, lcv_prove_fits},
    {"in_bounds", "in_bounds(X, N)", 2, 2, lcv_prove_in_bounds},
    {"injective", "injective(X)", 1, 1, lcv_prove_injective},
    {"is_layout", "is_layout(X)", 1, 1, lcv_prove_is_layout},
    {"is_linear", "is_linear(X)", 1, 1, lcv_prove_is_linear},
    {"left_inverts", "left_inverts(L, A)", 2, 2, lcv_prove_left_inverts},
    {"partitions", "partitions(TV, S[, under])", 2, 3, lcv_prove_partitions},
    {"refines", "refines(X, Y)", 2, 2, lcv_prove_refines},
    {"right_inverts", "right_inverts(R, A)", 2, 2, lcv_prove_right_inverts},
    {"surjective", "surjective(X[, N])", 1, 2, lcv_prove_surjective},
    {"tractable", "tractable(A)", 1, 1, lcv_prove_tractable},
    {"vectorizes", "vectorizes(A, B, n)", 3, 3, lcv_prove_vectorizes},
    {"weakly_congruent", "weakly_congruent(X, Y)", 2, 2, lcv_prove_weakly_congruent},
};

const lcv_claim *lcv_claim_table(size_t *n)
{
    *n = sizeof table / sizeof table[0];
    return table;
}

const lcv_claim *lcv_claim_find(const char *name)
{
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].name, name) == 0)
            return &table[i];
    return NULL;
}

static bool check_arity(lc_ctx *ctx, const lcv_claim *claim, size_t n)
{
    if (n >= claim->min_args && n <= claim->max_args)
        return true;
    if (claim->min_args == claim->max_args)
        lc_fail(ctx, LC_ERR_INVALID, "%s takes %zu argument%s, not %zu", claim->signature,
                claim->min_args, claim->min_args == 1 ? "" : "s", n);
    else
        lc_fail(ctx, LC_ERR_INVALID, "%s takes %zu or %zu arguments, not %zu", claim->signature,
                claim->min_args, claim->max_args, n);
    return false;
}

lcv_result *lcv_prove(lcr_ctx *r, const lcv_claim *claim, size_t n, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_ctx_reset(ctx);
    lcr_start(r);
    if (!check_arity(ctx, claim, n))
        return NULL;
    lc_frame frame = lc_frame_open(ctx);
    lcv_result *result = lcv_prove_on_tensors(r, claim, n, args);
    lc_frame_close(ctx, frame);
    return lcv_settle(ctx, result);
}
