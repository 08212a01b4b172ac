/* by-mode.c - operations on each mode of a layout with parameters, step by step. */
#include "config.h"

#include "internal.h"

static const lcv_form *number_of(lcv_forms *f, size_t i)
{
    return lcv_form_int(f, lcv_size_int(f->symbols, lc_int_si(f->ctx, (int64_t)i)));
}

const lcv_form *lcv_form_mode(lcv_forms *f, const lcv_form *a, size_t i)
{
    static const lcv_operation mode = {"mode", "mode(A, i)",         2,
                                       2,      .apply = lcv_op_mode, .symbols = lcv_sym_applied};
    const lcv_form *arg[2] = {a, number_of(f, i)};
    return arg[1] ? lcv_form_call(f, &mode, 2, arg) : NULL;
}

const lcv_form *lcv_form_joined(lcv_forms *f, size_t n, const lcv_form *const *part)
{
    static const lcv_operation concat = {
        "concat",       "concat(A, ...)",       1,
        LCV_ANY_NUMBER, .apply = lcv_op_concat, .symbols = lcv_sym_joined};
    return lcv_form_call(f, &concat, n, part);
}

/* The value as a step. */
static const lcv_form *stepped(lcv_forms *f, const char *name, size_t n,
                               const lcv_form *const *arg, const lcv_form *made)
{
    lcv_forms_step(f, name, n, arg, made);
    return made;
}

/* The tile as an argument: n of n:1. */
static const lcv_form *tile_of(lcv_forms *f, const lc_layout *t)
{
    bool plain = lc_layout_depth(t) == 0 && lc_layout_codomain(t) == LC_INTEGERS &&
                 lc_int_is_one(lc_layout_step(t, 0));
    return lcv_form_value(f, plain ? lcv_value_int(f->ctx, lc_layout_extent(t, 0))
                                   : lcv_value_layout(f->ctx, lc_layout_ref(t)));
}

static const lcv_form *made_of(lcv_forms *f, const lcv_operation *of, const lcv_form *a,
                               const lc_tiler *t)
{
    const lc_layout *tile = lc_tiler_as_layout(t);
    if (!tile && !lc_tiler_is_star(t))
        return lcv_form_each(f, of, a, t);
    bool with = tile && of->each == LCV_EACH_WITH;
    const lcv_form *arg[2] = {a, with ? tile_of(f, tile) : NULL};
    size_t n = with ? 2 : 1;
    return with && !arg[1] ? NULL : stepped(f, of->name, n, arg, lcv_form_call(f, of, n, arg));
}

const lcv_form *lcv_form_each(lcv_forms *f, const lcv_operation *of, const lcv_form *x,
                              const lc_tiler *t)
{
    const lcv_form *a = lcv_form_as_layout(f, x), *part[LC_MAX_AXES];
    size_t rank = a ? lc_tuple_rank(a->nest) : 0;
    if (!a || rank > LC_MAX_AXES || lc_tiler_rank(t) > rank)
        return lcv_obstacle(f, "%s by mode of what depends on parameters is out of reach",
                            of->name);
    for (size_t i = 0; i < rank; i++) {
        const lc_tiler *on = lc_tiler_on(t, i);
        const lcv_form *arg[2] = {a, number_of(f, i)};
        part[i] = arg[1] ? stepped(f, "mode", 2, arg, lcv_form_mode(f, a, i)) : NULL;
        if (part[i] && on)
            part[i] = made_of(f, of, part[i], on);
        if (!part[i])
            return NULL;
    }
    return stepped(f, "concat", rank, part, lcv_form_joined(f, rank, part));
}
