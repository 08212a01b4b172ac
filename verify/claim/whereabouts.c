/* whereabouts.c - where the offsets of T are among those of A.
 *
 * For layouts R is left_inverse(A) o T, for functions affine over F2 the solution of A(R(c)) =
 * T(c) bit by bit. R is only shown once A(R(c)) = T(c) is proved.
 */
#include "config.h"

#include "whereabouts.h"

#include <stdlib.h>

#include "../../lib/algebra.h"
#include "../../lib/text.h"
#include "../question/among.h"

/* Modes of T for which one step is shown. */
#define MOST_STEPS 6

/* ---- layouts ---- */

static bool is_composite(lcr_ctx *r, const lc_layout *t, const lc_layout *a, const lc_layout *R)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_tuple *domain = lcv_shape_of(ctx, t);
    lcv_named_chain f = {1, {t}, {"T"}}, g = {2, {R, a}, {"R", "A"}};
    lcv_finding found;
    return domain && lcv_find_difference(r, domain, &f, &g, &found) == LCR_NO &&
           lc_ctx_code(ctx) == LC_OK;
}

/* left_inverse(A) o T; NULL where there is none, or it is not what is looked for. */
static lc_layout *composite(lcr_ctx *r, const lc_layout *t, const lc_layout *a)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_layout *inverse = lcv_kept(ctx, lc_left_inverse(ctx, a));
    lc_layout *R = inverse ? lcv_kept(ctx, lc_compose(ctx, inverse, t)) : NULL;
    return R && is_composite(r, t, a, R) ? R : NULL;
}

/* R as coordinates of A's shape, (8,4):(e1,e0); R itself where that is more than A has. */
static lc_layout *in_coordinates(lcr_ctx *r, const lc_layout *t, const lc_layout *a, lc_layout *R)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_tuple *shape = lc_layout_rank(a) > 1 ? lcv_shape_of(ctx, a) : NULL;
    lc_layout *identity = shape ? lcv_kept(ctx, lc_layout_identity(ctx, shape)) : NULL;
    lc_layout *named = identity ? lcv_kept(ctx, lc_compose(ctx, identity, R)) : NULL;
    lc_ctx_reset(ctx);
    return named && is_composite(r, t, a, named) ? named : R;
}

/* ---- one step of each mode ---- */

/* `T(1) = A(0,1)`: where A has the value of T at c. */
static bool add_place(lc_ctx *ctx, lc_text *text, const lcv_function *t, const lcv_among *a,
                      lc_int c)
{
    lc_int at;
    if (lcv_among_find(a, lcv_function_at(ctx, t, c), &at) != LCR_YES)
        return false;
    lc_tuple *crd = lcv_show_coordinate(ctx, a->shape, at);
    lcv_text_add(ctx, text, "%s%s(%i) = %s%c", text->length > 0 ? ", " : "", t->name, c,
                 a->f->name, crd);
    return !text->failed;
}

static bool add_places(lc_ctx *ctx, lc_text *text, const lcv_function *t, const lcv_among *a)
{
    bool found = add_place(ctx, text, t, a, lc_int_const(0));
    lc_int c = lc_int_const(1);
    for (size_t i = 0, told = 0; found && i < lc_layout_nleaves(t->layout); i++) {
        lc_int extent = lc_layout_extent(t->layout, i);
        if (!lc_int_is_one(extent) && told++ < MOST_STEPS)
            found = add_place(ctx, text, t, a, c);
        c = lc_int_mul(ctx, c, extent);
    }
    return found;
}

static char *places(lcr_ctx *r, const lcv_function *t, const lcv_function *a)
{
    lcv_among among;
    lc_text text = {0};
    bool found = lcv_among_open(r, a, &among) && add_places(lcr_ctx_lc(r), &text, t, &among);
    if (found)
        return lc_text_take(lcr_ctx_lc(r), &text);
    lc_text_free(&text);
    return NULL;
}

/* ---- functions of any kind ---- */

/* The bits of T's coordinate to those of A's; false where 0 is not sent to 0. */
static bool solve_affine(const lcv_function *t, const lcv_function *a, lc_f2 *map)
{
    if (t->base != a->base)
        return false;
    *map = lc_f2_zero(a->map.cols, t->map.cols);
    for (unsigned j = 0; j < t->map.cols; j++)
        if (!lc_f2_solve(&a->map, t->map.column[j], &map->column[j]))
            return false;
    return true;
}

/* The function as a layout, if it is one. */
static char *matrix_text(lc_ctx *ctx, const lc_f2 *map)
{
    lc_dim in = {"in", map->cols}, out = {"out", map->rows};
    lc_linear *l = lcv_kept(ctx, lc_linear_new(ctx, 1, &in, 1, &out, map));
    lc_layout *R = l ? lcv_kept(ctx, lc_layout_from_linear(ctx, l, NULL)) : NULL;
    lc_ctx_reset(ctx);
    if (!l)
        return NULL;
    char *shown = R ? lc_layout_to_str(ctx, R) : lc_linear_to_str(ctx, l);
    return shown ? lcv_text(ctx, "A(R(c)) = T(c) with R = %S", shown) : NULL;
}

/* ---- remarks ---- */

/* Of layouts. */
static char *layout_text(lcr_ctx *r, const lcv_function *t, const lcv_function *a)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_layout *R = NULL;
    if (lcv_function_is_layout(t) && lcv_function_is_layout(a))
        R = composite(r, t->layout, a->layout);
    lc_ctx_reset(ctx);
    if (!R)
        return lc_layout_codomain(a->layout) == LC_INTEGERS ? places(r, t, a) : NULL;
    R = in_coordinates(r, t->layout, a->layout, R);
    return lcv_text(ctx, "A(R(c)) = T(c) with R = %L", R);
}

/* The claim is proved: what goes wrong here is no error. */
void lcv_tell_where(lcr_ctx *r, lcv_result *result, const lcv_function *t, const lcv_function *a)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_f2 map;
    if (!result || result->verdict != LCV_PROVED || result->reason || lc_ctx_code(ctx) != LC_OK)
        return;
    if (!t->value && !a->value)
        result->reason = layout_text(r, t, a);
    else if (t->affine && a->affine && solve_affine(t, a, &map))
        result->reason = matrix_text(ctx, &map);
    lc_ctx_reset(ctx);
}
