/* check_claims.c - arguments that a claim does not take. What claims say of those that they take
 * stands in check_redone.c. */
#include "config.h"

#include "claim.h"
#include "suite.h"
#include "../verify/catalogue/catalogue.h"
#include "../verify/claim/prove.h"

#include <stdlib.h>
#include <string.h>

/* ---- what is no claim */

static void expect_invalid(lc_ctx *ctx, lcr_ctx *r, const char *name, size_t n,
                           lcv_value *const *args, const char *message)
{
    const lcv_claim *found = lcv_claim_find(name);
    ck_assert_ptr_nonnull(found);
    ck_assert_ptr_null(lcv_prove(r, found, n, args));
    ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INVALID);
    ck_assert_str_eq(lc_ctx_message(ctx), message);
}

TEST(arguments_of_the_wrong_kind)
{
    lc_ctx *ctx = suite_ctx_new();
    lcr_ctx *r = lcr_ctx_new(ctx);
    lcv_value *relation = lcv_value_relation(ctx,
                                             lcr_map_parse(r, "{ [c] -> [c] : 0 <= c < 4 }"));
    lcv_value *plane = lcv_value_relation(ctx,
                                          lcr_map_parse(r, "{ [i,j] -> [i,j] : 0 <= i,j < 4 }"));
    lcv_value *four = lcv_value_int(ctx, lc_int_const(4));
    lcv_value *minus = lcv_value_int(ctx, lc_int_const(-4));
    lcv_value *type = lcv_value_type(ctx, 32, true);
    lcv_value *const args[] = {relation, four, four, plane, type, minus, four, minus};

    expect_invalid(ctx, r, "composes", 3, (lcv_value *const[]){plane, four, plane},
                   "composes: the values of B have 2 integers, A takes 1: expected as many");
    expect_invalid(ctx, r, "vectorizes", 3, (lcv_value *const[]){plane, four, four},
                   "vectorizes needs a relation that is a function from [0,n), or from a box of "
                   "coordinates, to integers: it has several outputs");
    expect_invalid(ctx, r, "composes", 2, args, "composes(R, A, B) takes 3 arguments, 2 given");
    expect_invalid(ctx, r, "complements", 1, args,
                   "complements(C, A[, N]) takes 2 or 3 arguments, 1 given");
    expect_invalid(ctx, r, "congruent", 2, args,
                   "congruent takes no relation: it compares shapes, which layouts have: ask it "
                   "of layout(X)");
    expect_invalid(ctx, r, "complements", 2, args + 2,
                   "complements needs relations to integers: the values of A have 2");
    expect_invalid(
        ctx, r, "equiv", 2, args + 2,
        "equiv with a layout needs a relation Y from one coordinate to one offset, not "
        "from 2 to 2");
    expect_invalid(ctx, r, "fits", 2, args,
                   "fits needs a type such as int32 or uint64, not an integer");
    expect_invalid(ctx, r, "injective", 1, args + 4, "injective needs a layout X, not a type");
    expect_invalid(ctx, r, "in_bounds", 2, args + 4, "in_bounds needs N to be at least 0");
    expect_invalid(ctx, r, "partitions", 2, args + 6,
                   "partitions needs a shape S with extents of 1 or more");
    ck_assert_ptr_null(lcv_claim_find("composed"));

    lcv_value *const all[] = {relation, plane, four, minus, type};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        lcv_value_free(all[i]);
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
}

SUITE_MAIN("claims", arguments_of_the_wrong_kind)
