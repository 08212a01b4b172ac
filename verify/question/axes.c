/* axes.c - composites whose values are coordinates. */
#include "config.h"

#include "../function/coordinates.h"
#include "axes.h"

/* The functions of f, with x->last as the last one. */
static void begin(lcv_on_axes *x, const lcv_composite *f)
{
    *x = (lcv_on_axes){.f = *f, .last = {.name = ""}};
    if (f->n > 0) {
        x->last = *f->f[f->n - 1];
        x->f.f[f->n - 1] = &x->last;
    }
}

/* ---- common axes ---- */

/* "A o B", or "the coordinate". */
static char *name_of(lc_ctx *ctx, const lcv_composite *f)
{
    bool named = f->n > 0 && f->f[f->n - 1]->name[0] != '\0';
    char *name = lcv_text(ctx, "%s", named ? f->f[f->n - 1]->name : "the coordinate");
    for (size_t i = f->n; named && i-- > 1;)
        name = lcv_text(ctx, "%S o %s", name, f->f[i - 1]->name);
    return lcv_kept(ctx, name);
}

/* The layout whose values come out; NULL: integers. */
static const lc_layout *layout_of(const lcv_composite *f)
{
    const lcv_function *last = f->n > 0 ? f->f[f->n - 1] : NULL;
    if (!last || last->layout)
        return last ? last->layout : NULL;
    return last->value ? lcv_values_of(last->value) : NULL;
}

static bool incomparable(lc_ctx *ctx, const lcv_composite *f, const lcv_composite *g)
{
    char *x = name_of(ctx, f), *y = name_of(ctx, g);
    if (x && y)
        lcv_incomparable(ctx, x, layout_of(f), y, layout_of(g));
    return false;
}

/* The identity as a layout, which stays the identity. */
static bool last_layout(lc_ctx *ctx, lcv_on_axes *x)
{
    lc_int one = lc_int_const(1);
    if (x->f.n == 0)
        x->last.layout = lcv_kept(ctx, lc_layout_flat(ctx, 1, &one, &one));
    return x->f.n > 0 || x->last.layout != NULL;
}

static bool layouts_on_common_axes(lc_ctx *ctx, lcv_on_axes *x, lcv_on_axes *y)
{
    if (!lcv_comparable(x->last.layout, y->last.layout))
        return incomparable(ctx, &x->f, &y->f);
    if (!lcv_functions_on_common_axes(ctx, &x->last, &y->last))
        return false;
    x->last.value = y->last.value = NULL; /* on other axes */
    return true;
}

/* The layout with as many axes as there are output dims, those that its strides do not
 * name being 0. */
static bool on_dims(lc_ctx *ctx, lcv_function *x, const lcv_function *linear)
{
    const lc_linear *l = linear->value->linear;
    const char *name = linear->name;
    size_t n = lc_linear_nouts(l);
    lc_int zero[LC_LINEAR_DIMS];
    for (size_t i = 0; i < n; i++)
        zero[i] = lc_int_const(0);
    lc_tuple *value = n > 1 ? lcv_kept(ctx, lc_tuple_flat(ctx, n, zero)) : NULL;
    lcv_function dims = {.name = name, .layout = value ? lcv_stride_of(ctx, value) : NULL};
    bool ok = dims.layout && lcv_functions_on_common_axes(ctx, x, &dims) &&
              lc_layout_naxes(x->layout) == n;
    if (!ok && (lc_ctx_code(ctx) == LC_OK || lc_ctx_code(ctx) == LC_ERR_INVALID)) {
        lc_ctx_reset(ctx);
        lcv_incomparable(ctx, x->name, x->layout, name, dims.layout);
    }
    return ok;
}

static bool is_linear(const lcv_function *f)
{
    return f->value && lcv_has_dims(f->value);
}

/* Coordinates of composed layouts have as many axes as there are output dims. */
static bool as_dims(const lc_tuple *profile, const lcv_function *linear)
{
    return profile && is_linear(linear) && lc_tuple_depth(profile) == 1 &&
           lc_tuple_nleaves(profile) == linear->nouts;
}

bool lcv_on_axes_of_both(lc_ctx *ctx, const lcv_composite *f, const lcv_composite *g,
                         lcv_on_axes *x, lcv_on_axes *y)
{
    begin(x, f);
    begin(y, g);
    if (!last_layout(ctx, x) || !last_layout(ctx, y))
        return false;
    const lc_tuple *p = lcv_function_profile(&x->last), *q = lcv_function_profile(&y->last);
    if (!p && !q)
        return true;
    if (x->last.layout && y->last.layout)
        return layouts_on_common_axes(ctx, x, y);
    if (is_linear(&y->last) && x->last.layout)
        return on_dims(ctx, &x->last, &y->last);
    if (is_linear(&x->last) && y->last.layout)
        return on_dims(ctx, &y->last, &x->last);
    if (as_dims(p, &y->last) || as_dims(q, &x->last))
        return true;
    return (p && q && lc_tuple_congruent(p, q)) || incomparable(ctx, f, g);
}

/* ---- one axis ---- */

static lc_tuple *leaf_of(lc_ctx *ctx, const lc_tuple *offset, size_t q)
{
    return lcv_kept(ctx,
                    lc_tuple_leaf(ctx, q < lc_tuple_nleaves(offset) ? lc_tuple_value(offset, q)
                                                                    : lc_int_const(0)));
}

static lcv_value *axis_of_composed(lc_ctx *ctx, const lcv_value *v, size_t q)
{
    lc_layout *axis = lcv_kept(ctx, lc_layout_axis(ctx, lcv_values_of(v), q));
    if (!axis)
        return NULL;
    lcv_outer *outer = lc_frame_alloc(ctx, v->nouters, sizeof *outer);
    lcv_value inside = *v;
    bool last = true;
    lc_tuple *offset = NULL;
    for (size_t i = v->nouters; outer && i-- > 0; last = last && !outer[i].layout) {
        outer[i] = v->outer[i];
        if (last && outer[i].layout)
            outer[i].layout = axis;
        else if (last) /* after the values */
            outer[i].offset = offset = leaf_of(ctx, v->outer[i].offset, q);
    }
    inside.outer = outer;
    return outer ? lcv_kept(ctx, lcv_value_with_inner(ctx, &inside, lc_tuple_ref(v->offset),
                                                      lc_layout_ref(v->layout)))
                 : NULL;
}

/* Axis q, which is 0 if there is no dim: nothing is an integer, 0. */
static lcv_value *dim_of(lc_ctx *ctx, const lcv_value *v, size_t q)
{
    const lc_linear *l = v->linear;
    const char *in[LC_LINEAR_DIMS];
    lc_dim dim[LC_LINEAR_DIMS];
    for (size_t i = 0; i < lc_linear_nins(l); i++) {
        dim[i] = lc_linear_in_dim(l, i);
        in[i] = dim[i].name;
    }
    bool any = q < lc_linear_nouts(l);
    const char *name = any ? lc_linear_out_dim(l, q).name : NULL;
    lc_linear *one = lc_linear_sublayout(ctx, l, lc_linear_nins(l), in, any, &name);
    bool moved = one && any && v->kind == LCV_AFFINE;
    lc_tuple *offset = moved ? lc_tuple_leaf(ctx, lc_tuple_value(v->offset, q)) : NULL;
    return lcv_kept(ctx, moved ? lcv_value_affine(ctx, offset, one) : lcv_value_linear(ctx, one));
}

static lcv_value *axis_of(lc_ctx *ctx, const lcv_function *f, size_t q)
{
    if (!f->layout)
        return is_linear(f) ? dim_of(ctx, f->value, q) : axis_of_composed(ctx, f->value, q);
    return lcv_kept(ctx, lcv_value_tensor_at(ctx, lc_tuple_leaf(ctx, lcv_function_origin(f, q)),
                                             lc_layout_axis(ctx, f->layout, q)));
}

bool lcv_axis_of(lc_ctx *ctx, const lcv_composite *f, size_t axis, lcv_on_axes *out)
{
    begin(out, f);
    if (!lcv_function_profile(&out->last) && !is_linear(&out->last)) /* integers */
        return true;
    const char *name = out->last.name;
    lcv_value *v = axis_of(ctx, &out->last, axis);
    return v && lcv_arg_all(ctx, "", "", name, v, &out->last);
}
