/* draw.c - which picture a value has. */
#include "config.h"

#include "draw.h"

#include <string.h>

#include "../function/function.h"
#include "grid.h"
#include "morphism.h"

/* ---- names of looks ---- */

static const char *const looks[LCV_AS_MAX] = {"usual", "grid", "tv", "bits", "arrows"};

bool lcv_look_find(const char *name, lcv_draw_look *out)
{
    for (size_t i = 0; i < LCV_AS_MAX; i++)
        if (strcmp(looks[i], name) == 0) {
            *out = (lcv_draw_look)i;
            return true;
        }
    return false;
}

const char *lcv_look_name(lcv_draw_look look)
{
    return look < LCV_AS_MAX ? looks[look] : NULL;
}

/* ---- functions of a coordinate ---- */

typedef struct {
    lc_ctx *ctx;
    const lcv_function *f;
    const lcv_marking *marking;
} values;

static unsigned marks_at(const lcv_marking *marking, lc_int c)
{
    for (size_t i = 0; marking && i < marking->n; i++)
        if (lc_int_eq(marking->at[i], c))
            return marking->mark;
    return 0;
}

static bool value_cell(void *user, lc_int c, lcv_cell *cell)
{
    const values *v = user;
    const lcv_value *of = v->f->value;
    bool chained = of->kind == LCV_COMPOSED && !lcv_composed_of_integers(of);
    lc_tuple *value = chained ? lcv_kept(v->ctx, lcv_composed_at(v->ctx, of, c))
                              : lcv_function_value(v->ctx, v->f, c);
    cell->marks |= marks_at(v->marking, c);
    return lcv_cell_value(v->ctx, cell, value);
}

/* The input dims of a linear layout, one mode each. */
static bool linear_domain(lc_ctx *ctx, const lc_linear *l, lcv_domain *out)
{
    size_t n = lc_linear_nins(l);
    lc_int *size = lc_frame_alloc(ctx, n + 1, sizeof *size);
    const char **name = lc_frame_alloc(ctx, n + 1, sizeof *name);
    if (!size || !name)
        return false;
    for (size_t i = 0; i < n; i++) {
        lc_dim dim = lc_linear_in_dim(l, i);
        size[i] = lcv_from_word(ctx, (uint64_t)1 << (dim.bits & 63));
        name[i] = dim.name;
    }
    size[n] = lc_int_const(1);
    out->shape = lcv_kept(ctx, lc_tuple_flat(ctx, n > 0 ? n : 1, n > 0 ? size : &size[n]));
    out->name = n > 0 ? name : NULL;
    return out->shape != NULL;
}

static lcv_figure *draw_function(lcr_ctx *r, const lcv_value *v, const char *title,
                                 const lcv_marking *marking, const lcv_draw_options *o)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_function f;
    lcv_domain domain = {0};
    if (marking) {
        domain.nkept = marking->n;
        domain.kept = marking->at;
    }
    if (!lcv_arg_all(ctx, "draw", "a layout", "X", v, &f))
        return NULL;
    bool linear = f.value->kind == LCV_LINEAR;
    domain.shape = f.shape;
    if (linear && !linear_domain(ctx, f.value->linear, &domain))
        return NULL;
    if (!title)
        title = lcv_kept(ctx, lcv_value_to_str(r, v));
    values of = {ctx, &f, marking};
    lcv_cell_maker maker = {ctx, value_cell, &of};
    return title ? lcv_grids(&maker, title, &domain, o) : NULL;
}

static lcv_figure *draw_morphism(lc_ctx *ctx, const lcv_value *v)
{
    char *lines = lcv_kept(ctx, lcv_diagram(ctx, v));
    return lines ? lcv_figure_lines(ctx, NULL, lines) : NULL;
}

static lcv_figure *draw(lcr_ctx *r, const lcv_value *v, const char *title,
                        const lcv_marking *marking, const lcv_draw_options *o)
{
    if (v->kind == LCV_MORPHISM)
        return draw_morphism(lcr_ctx_lc(r), v);
    if (!lcv_is_function(v) && v->kind != LCV_RELATION)
        return lc_fail(lcr_ctx_lc(r), LC_ERR_INVALID,
                       "%s has no picture: expected a layout, a shape, a tensor, a swizzle, a "
                       "composed or a linear layout, a morphism, or a finite relation",
                       lcv_value_describe(v));
    const lcv_value *listed = lcv_kept(lcr_ctx_lc(r), lcv_box_listed(r, "draw", v));
    return listed ? draw_function(r, listed, title, marking, o) : NULL;
}

lcv_figure *lcv_draw_function(lcr_ctx *r, const lcv_value *v, const char *title,
                              const lcv_marking *marking, const lcv_draw_options *o)
{
    lc_frame frame = lc_frame_open(lcr_ctx_lc(r));
    lcv_figure *f = draw(r, v, title, marking, o);
    lc_frame_close(lcr_ctx_lc(r), frame);
    return f;
}

lcv_figure *lcv_draw_value(lcr_ctx *r, const lcv_value *v, const lcv_draw_options *o)
{
    return lcv_draw_function(r, v, NULL, NULL, o);
}

lcv_figure *lcv_draw_operation(lcr_ctx *r, const lcv_operation *of, size_t n,
                               lcv_value *const *arg, const lcv_value *value,
                               const lcv_draw_options *o)
{
    (void)of, (void)n, (void)arg;
    return lcv_draw_value(r, value, o);
}
