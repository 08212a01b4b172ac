/* function.c - see function.h. */
#include "config.h"

#include "function.h"

#include "../value/text.h"

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
        size[i] = lc_int_const(1);
        for (unsigned k = 0; k < dim.bits; k++)
            size[i] = lc_int_add(ctx, size[i], size[i]);
        name[i] = dim.name;
    }
    size[n] = lc_int_const(1);
    out->shape = lcv_kept(ctx, lc_tuple_flat(ctx, n > 0 ? n : 1, n > 0 ? size : &size[n]));
    out->name = n > 0 ? name : NULL;
    return out->shape != NULL;
}

static void *no_picture(lc_ctx *ctx, const lcv_value *v)
{
    return lc_fail(ctx, LC_ERR_INVALID,
                   "%s has no picture: expected a layout, a shape, a tensor, a swizzle, a "
                   "composed or a linear layout, a morphism, or a finite relation",
                   lcv_value_describe(v));
}

bool lcv_shown_open(lcr_ctx *r, const lcv_value *v, lcv_shown *out)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    *out = (lcv_shown){.r = r, .ctx = ctx};
    if (!lcv_is_function(v) && v->kind != LCV_RELATION)
        return no_picture(ctx, v) != NULL;
    bool list = v->kind == LCV_RELATION && !v->values;
    out->value = lcv_kept(ctx, list ? lcv_value_listed(r, "draw", v) : lcv_value_ref(v));
    if (!out->value || !lcv_arg_all(ctx, "draw", "a layout", "X", out->value, &out->f))
        return false;
    out->domain.shape = out->f.shape;
    const lcv_value *f = out->f.value;
    return f->kind != LCV_LINEAR || linear_domain(ctx, f->linear, &out->domain);
}

lc_tuple *lcv_shown_at(const lcv_shown *s, lc_int c)
{
    const lcv_value *v = s->f.value;
    bool chained = v->kind == LCV_COMPOSED && !lcv_composed_of_integers(v);
    return chained ? lcv_kept(s->ctx, lcv_composed_at(s->ctx, v, c))
                   : lcv_function_value(s->ctx, &s->f, c);
}

/* ---- cells ---- */

#define REPEATS 8 /* tones of values, as in CuTe's print_latex */

typedef struct {
    const lcv_shown *s;
    lcv_dress *dress;
    void *user;
    bool repeats; /* tones do, where nothing else was asked for */
} dressed;

static bool set_value(const dressed *d, const lc_tuple *value, lcv_cell *cell)
{
    if (!lcv_cell_value(d->s->ctx, cell, value))
        return false;
    if (d->repeats && cell->tone != LCV_NO_TONE)
        cell->tone %= REPEATS;
    return true;
}

static bool make_cell(void *user, lc_int c, lcv_cell *cell)
{
    const dressed *d = user;
    lc_tuple *value = lcv_shown_at(d->s, c);
    return value && set_value(d, value, cell) && (!d->dress || d->dress(d->user, d->s, c, cell));
}

lcv_figure *lcv_shown_grids(const lcv_shown *s, const char *title, const lcv_draw_options *how,
                            lcv_dress *dress, void *user)
{
    dressed d = {s, dress, user, how->tone == LCV_TONE_USUAL && how->tones == 0};
    lcv_cell_maker maker = {s->ctx, make_cell, &d};
    return lcv_grids(&maker, title, &s->domain, how);
}

char *lcv_named(lcr_ctx *r, const char *name, const lcv_value *v)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    return lcv_kept(ctx,
                    lcv_text(ctx, "%s%s%S", name, name ? " = " : "", lcv_value_to_str(r, v)));
}

/* How a part of a picture is drawn: modes are those of the value that was asked for. */
static lcv_draw_options part_options(const lcv_shown *s, const lcv_draw_options *how)
{
    lcv_draw_options o = *how;
    size_t rank = lc_tuple_rank(s->domain.shape);
    for (size_t i = 0; i < how->nmodes; i++)
        if (how->mode[i] >= rank || how->nmodes > rank)
            o.nmodes = 0;
    return o;
}

lcv_figure *lcv_draw_named(lcr_ctx *r, const char *name, const lcv_value *v,
                           const lcv_draw_options *how, lcv_dress *dress, void *user)
{
    lcv_shown s;
    if (!lcv_shown_open(r, v, &s))
        return NULL;
    lcv_draw_options o = part_options(&s, how);
    char *title = lcv_named(r, name, v);
    return title ? lcv_shown_grids(&s, title, &o, dress, user) : NULL;
}
