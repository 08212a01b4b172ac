/* vector.c - the longest vector that two layouts share (Cecka 3.4.2). */
#include "config.h"

#include <stdlib.h>

#include "carry.h"

/* Is it known where x is among the leaves of A? Where x and A are numbers it is. */
static bool is_placed(lc_ctx *ctx, const lc_carry_form *form, lc_int x)
{
    for (size_t j = 0; j < form->n; j++)
        if (lc_int_is_size(lc_int_fdiv(ctx, x, form->place[j])) &&
            !lc_int_is_plain_zero(lc_int_fmod(ctx, x, form->place[j])) &&
            !lc_int_lt(x, form->place[j]))
            return false;
    return true;
}

/* Follows the right inverse of B. Its modes are taken as long as A also maps them to consecutive
 * offsets; the last may be taken in part. */
static lc_layout *follow(lc_ctx *ctx, const lc_carry_form *form, const lc_layout *inverse)
{
    size_t leaves = inverse->nleaves, n = 0;
    lc_int extent[leaves + 1], step[leaves + 1], c[leaves + 1];
    lc_int reached = lc_int_const(1);
    for (size_t k = 0; k < leaves; k++) {
        lc_int whole = inverse->extent[k], run;
        if (!is_placed(ctx, form, inverse->step[k]))
            return lc_fail(ctx, LC_ERR_BUDGET, "a common vector: where in A a coordinate is");
        if (!lc_int_eq(lc_carry_at(ctx, form, &inverse->step[k]), reached))
            break;
        if (!lc_carry_run(ctx, form, &inverse->step[k], whole, &run))
            return NULL;
        extent[n] = run;
        step[n++] = inverse->step[k];
        lc_additivity additive = lc_carry_additive(ctx, form, n, extent, step, c);
        if (additive == LC_ADDITIVITY_UNDECIDED)
            return lc_fail(ctx, LC_ERR_BUDGET, "a common vector whose carries are not decided");
        if (additive != LC_ADDITIVE) {
            n--;
            break;
        }
        if (lc_int_lt(run, whole))
            break;
        reached = lc_int_mul(ctx, reached, run);
    }
    if (n == 0) {
        extent[n] = lc_int_const(1);
        step[n++] = lc_int_const(0);
    }
    lc_layout *all = lc_layout_flat(ctx, n, extent, step);
    lc_layout *result = all ? lc_coalesce(ctx, all) : NULL;
    lc_layout_free(all);
    return result;
}

/* Along the right inverse of B. */
static lc_layout *along(lc_ctx *ctx, const lc_layout *a, const lc_layout *b)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_layout *result = NULL, *inverse = lc_right_inverse(ctx, b);
    if (inverse) {
        lc_int slope, place[a->nleaves], gain[a->nleaves];
        size_t input[a->nleaves];
        lc_carry_form form;
        lc_carry_form_init(&form, &slope, place, gain, input);
        lc_carry_form_add(ctx, &form, a, 0);
        result = follow(ctx, &form, inverse);
        lc_layout_free(inverse);
    }
    lc_frame_close(ctx, frame);
    return result;
}

/* A layout that is not injective has several right inverses. Only one is followed: the other way
 * may go further. */
lc_layout *lc_max_common_layout(lc_ctx *ctx, const lc_layout *a, const lc_layout *b)
{
    if (!lc_integers_only(ctx, "a common vector", a) ||
        !lc_integers_only(ctx, "a common vector", b))
        return NULL;
    lc_layout *v = along(ctx, a, b), *w = v ? along(ctx, b, a) : NULL;
    bool further = w && lc_int_lt(lc_layout_size(ctx, v), lc_layout_size(ctx, w));
    lc_layout *result = further ? w : w ? v : NULL;
    lc_layout_free(further || !w ? v : w);
    return result;
}

bool lc_max_common_vector(lc_ctx *ctx, const lc_layout *a, const lc_layout *b, lc_int *n)
{
    lc_layout *common = lc_max_common_layout(ctx, a, b);
    if (common)
        *n = lc_layout_size(ctx, common);
    lc_layout_free(common);
    return common != NULL;
}
