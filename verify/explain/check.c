/* check.c - definitions of claims with the numbers put in: the values of small operands, the
 * conditions on strides, shapes compared mode by mode, the smallest and the largest value. */
#include "config.h"

#include "explain.h"

#include <stdlib.h>

#define MOST 16  /* values, lines */
#define LEAVES 8 /* leaves of operands that are repeated */

/* ---- values ---- */

static bool is_small(const lcv_value *v)
{
    bool layout = v->kind == LCV_LAYOUT || v->kind == LCV_TENSOR || v->kind == LCV_COMPOSED;
    return v->kind == LCV_SWIZZLE || (layout && lc_layout_nleaves(v->layout) <= LEAVES);
}

/* In the codomain of the value; owned. */
static lc_tuple *value_at(lc_ctx *ctx, const lcv_value *v, lc_int c)
{
    if (v->kind == LCV_SWIZZLE)
        return lc_tuple_leaf(ctx, lc_swizzle_apply(ctx, v->swizzle, c));
    if (v->kind == LCV_COMPOSED)
        return lcv_composed_at(ctx, v, c);
    lc_tuple *value = lc_layout_value_at(ctx, v->layout, c), *sum = value;
    if (value && lcv_has_offset(v)) {
        sum = lcv_add_values(ctx, lc_layout_codomain(v->layout), v->offset, value);
        lc_tuple_free(value);
    }
    return sum;
}

/* `  4:2 has the values 0, 2, 4, 6`. */
static void tell_values(lcr_ctx *r, lcv_telling *t, const lcv_value *v)
{
    lc_tuple *shape = lcv_kept(t->ctx, lcv_as_tuple(t->ctx, v));
    lc_int size = shape ? lc_tuple_size(t->ctx, shape) : lc_int_const(0);
    char *text = shape ? lcv_kept(t->ctx, lcv_value_to_str(r, v)) : NULL;
    bool all = lc_int_le(size, lc_int_const(MOST));
    int n = all ? (int)lc_int_get_si(size) : MOST;
    if (!text)
        return;
    lcv_tell(t, "  %s has the values ", text);
    for (int c = 0; c < n; c++)
        lcv_tell(t, c > 0 ? ", %T" : "%T", value_at(t->ctx, v, lc_int_const(c)));
    if (!all)
        lcv_tell(t, ", ... of %i", size);
    lcv_tell(t, "\n");
}

void lcv_tell_values(lcr_ctx *r, lc_text *out, lcv_value *const *arg, size_t n)
{
    lcv_telling t = {lcr_ctx_lc(r), out, NULL};
    for (size_t i = 0; i < n; i++)
        if (is_small(arg[i]))
            tell_values(r, &t, arg[i]);
    lc_ctx_reset(t.ctx);
}

/* ---- shapes ---- */

/* `  mode 0,1: 4 and (2,2), of sizes 4 and 4`, where one of them is an integer; `left` lines at
 * most. */
static void tell_shapes(lcv_telling *t, const char *path, const lc_tuple *x, const lc_tuple *y,
                        int *left)
{
    size_t n = lc_tuple_rank(x), m = lc_tuple_rank(y);
    bool leaf = lc_tuple_is_leaf(x) || lc_tuple_is_leaf(y);
    const char *what = path[0] != '\0' ? "mode " : "as a whole";
    if (*left <= 0)
        return;
    if (leaf || n != m) {
        if (--*left == 0)
            lcv_tell(t, "  and so on\n");
        else if (leaf)
            lcv_tell(t, "  %s%s: %t and %t, of sizes %i and %i\n", what, path, x, y,
                     lc_tuple_size(t->ctx, x), lc_tuple_size(t->ctx, y));
        else
            lcv_tell(t, "  %s%s: %t and %t, of %z and %z modes\n", what, path, x, y, n, m);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        lc_tuple *a = lcv_part_of(t->ctx, x, i), *b = lcv_part_of(t->ctx, y, i);
        char *longer = lcv_kept(t->ctx,
                                lcv_text(t->ctx, path[0] != '\0' ? "%s,%z" : "%s%z", path, i));
        if (a && b && longer)
            tell_shapes(t, longer, a, b, left);
    }
}

void lcv_tell_shapes(lcr_ctx *r, lc_text *out, const lcv_steps_told *told, lcv_value *const *arg,
                     size_t n, const lcv_value *value)
{
    lcv_telling t = {lcr_ctx_lc(r), out, told};
    lc_tuple *x = lcv_kept(t.ctx, lcv_as_tuple(t.ctx, arg[0]));
    lc_tuple *y = x && n > 1 ? lcv_kept(t.ctx, lcv_as_tuple(t.ctx, arg[1])) : NULL;
    int left = MOST;
    (void)value;
    if (y)
        tell_shapes(&t, "", x, y, &left);
    lc_ctx_reset(t.ctx);
}

/* ---- ranges ---- */

void lcv_tell_range(lcr_ctx *r, lc_text *out, const lcv_steps_told *told, lcv_value *const *arg,
                    size_t n, const lcv_value *value)
{
    lcv_telling t = {lcr_ctx_lc(r), out, told};
    lc_int low, high;
    (void)n;
    (void)value;
    if (arg[0]->kind != LCV_LAYOUT || lc_layout_codomain(arg[0]->layout) != LC_INTEGERS)
        return;
    lc_layout_range(t.ctx, arg[0]->layout, &low, &high);
    lcv_tell(&t, "  the smallest value of %L is %i, the largest %i\n", arg[0]->layout, low, high);
}
