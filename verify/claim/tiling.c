/* tiling.c - partitions under a guard.
 *
 * `partitions(TV, S, under=U)`: those of TV whose value is below U reach every coordinate of
 * S exactly once and nothing outside. A `_` in U leaves an axis without a guard.
 */
#include "config.h"

#include "claims.h"
#include "../function/coordinates.h"
#include "../question/tiling.h"

#define FEW 131072     /* coordinates that are looked at one by one at once */
#define MOST (1 << 22) /* ... when nothing else decides */

typedef struct {
    lcv_tiling t;
    lcv_function tv;
    const lc_tuple *S, *nest; /* the shape; the nesting of the coordinates, a leaf an axis */
    const lc_tuple *under;
} partition;

/* ---- the axes ---- */

static bool add_axis(partition *p, size_t axis, lc_int bound)
{
    lcv_function one;
    bool ok = lcv_function_axis(p->t.ctx, &p->tv, axis, &one);
    if (ok)
        p->t.axis[p->t.n++] =
            (lcv_tiling_axis){.axis = axis, .offset = one.offset, .bound = bound};
    return ok;
}

/* An integer is a coordinate of S in colexicographic order. */
static bool read_axes(partition *p)
{
    lc_ctx *ctx = p->t.ctx;
    lcv_box box;
    bool ok = true;
    if (lc_layout_codomain(p->tv.layout) == LC_INTEGERS) {
        p->t.axis[p->t.n++] = (lcv_tiling_axis){.axis = 0,
                                                .offset = p->tv.offset,
                                                .bound = lc_tuple_size(ctx, p->S)};
        p->nest = lcv_kept(ctx, lc_tuple_leaf(ctx, lc_int_const(0)));
        return p->nest != NULL;
    }
    if (!lcv_box_of_shape(ctx, "partitions", &p->tv, "S", p->S, &box))
        return false;
    for (size_t i = 0; ok && i < box.n; i++)
        ok = add_axis(p, i, box.extent[i]);
    p->nest = lc_layout_profile(p->tv.layout);
    return ok;
}

static bool read_guard(partition *p)
{
    if (lc_layout_codomain(p->tv.layout) == LC_INTEGERS && !lc_tuple_is_leaf(p->under))
        return lc_fail(
            p->t.ctx, LC_ERR_INVALID,
            "partitions: the values of TV are integers, and `under` is one integer for them; a "
            "tuple is for coordinates, with strides e0, e1, .., as those of "
            "zipped_divide(identity(S), tile)");
    if (!lc_tuple_congruent(p->under, p->nest)) {
        char *text = lcv_kept(p->t.ctx, lc_tuple_to_str(p->t.ctx, p->nest));
        if (text)
            lc_fail(p->t.ctx, LC_ERR_INVALID,
                    "partitions needs `under` nested like the values of TV, %s: an integer, or "
                    "_, for each",
                    text);
        return false;
    }
    for (size_t i = 0; i < p->t.n; i++) {
        p->t.axis[i].guarded = !lc_tuple_is_wildcard(p->under, i);
        p->t.axis[i].guard = lc_tuple_value(p->under, i);
    }
    return true;
}

/* ---- what is said ---- */

static lc_tuple *coordinate(const partition *p, const lc_int *value)
{
    return lcv_kept(p->t.ctx, lc_tuple_like(p->t.ctx, p->nest, value));
}

/* A coordinate that TV reaches, or does not. */
static lc_tuple *value_at(const partition *p, lc_int c)
{
    lc_int value[LC_MAX_AXES];
    lcv_tiling_at(&p->t, c, value);
    return coordinate(p, value);
}

/* `thread 37, value 2`: the modes of TV as integral coordinates, by their customary names.
 * The blocks keep their coordinate. */
static void step_names(const partition *p, lcv_result **result, const char *name,
                       const lc_tuple *crd)
{
    static const char *const names[] = {"block", "thread", "value"};
    lc_ctx *ctx = p->t.ctx;
    size_t rank = lc_tuple_rank(crd);
    if (rank != 2 && rank != 3)
        return;
    lc_tuple *shape = lcv_shape_of(ctx, p->tv.layout), *part[3] = {NULL};
    bool ok = shape != NULL;
    for (size_t i = 0; ok && i < rank; i++) {
        lc_tuple *mode = lcv_part_of(ctx, shape, i), *at = lcv_part_of(ctx, crd, i);
        lc_int index = lc_int_const(0);
        if (rank == 3 && i == 0)
            part[i] = at;
        else if (mode && at && lc_crd2idx(ctx, at, mode, &index))
            part[i] = lcv_kept(ctx, lc_tuple_leaf(ctx, index));
        ok = part[i] != NULL;
    }
    if (ok && rank == 2)
        lcv_step(ctx, result, "%s is %s %t, %s %t", name, names[1], part[0], names[2], part[1]);
    else if (ok)
        lcv_step(ctx, result, "%s is %s %t, %s %t, %s %t", name, names[0], part[0], names[1],
                 part[1], names[2], part[2]);
}

/* An integer as the coordinate of S that it stands for. */
static void step_index(const partition *p, lcv_result **result, const lc_tuple *value)
{
    if (lc_layout_profile(p->tv.layout) || lc_tuple_is_leaf(p->S))
        return;
    lcv_step(p->t.ctx, result, "%t is the coordinate %T of %t", value,
             lc_idx2crd(p->t.ctx, lc_tuple_value(value, 0), p->S), p->S);
}

static lc_tuple *shown(const partition *p, lc_int c)
{
    lc_tuple *shape = lcv_shape_of(p->t.ctx, p->tv.layout);
    return shape ? lcv_show_coordinate(p->t.ctx, shape, c) : NULL;
}

static lcv_result *twice(const partition *p, const char *method, const lcv_tiling_finding *found)
{
    lc_ctx *ctx = p->t.ctx;
    lc_tuple *first = shown(p, found->c), *second = shown(p, found->other);
    lc_tuple *value = value_at(p, found->c), *same = value_at(p, found->other);
    if (!first || !second || !value || !same)
        return NULL;
    if (!lc_tuple_equal(value, same))
        return lcv_uncertified(ctx, "a tiling");
    lcv_result *result = lcv_refuted(ctx, method,
                                     lcv_text(ctx, "c = %t and c' = %t", first, second),
                                     lcv_text(ctx, "%t is reached twice", value));
    lcv_step_function(ctx, &result, &p->tv, found->c, first);
    lcv_step_function(ctx, &result, &p->tv, found->other, second);
    step_names(p, &result, "c", first);
    step_names(p, &result, "c'", second);
    step_index(p, &result, value);
    return result;
}

static lcv_result *outside(const partition *p, const char *method,
                           const lcv_tiling_finding *found)
{
    lc_ctx *ctx = p->t.ctx;
    lc_tuple *crd = shown(p, found->c), *value = value_at(p, found->c);
    if (!crd || !value)
        return NULL;
    lcv_result *result = lcv_refuted(ctx, method, lcv_text(ctx, "c = %t", crd),
                                     lcv_text(ctx, "%t is outside of %t", value, p->S));
    lcv_step_function(ctx, &result, &p->tv, found->c, crd);
    step_names(p, &result, "c", crd);
    lcv_step(ctx, &result, "%t takes part: it is below %t", value, p->under);
    return result;
}

/* Why: what reaches the axis at which it is missing does not take part, or ends before. */
static void step_reason(const partition *p, lcv_result **result, const lc_int *missing)
{
    for (size_t i = 0; i < p->t.n; i++) {
        const lcv_tiling_axis *a = &p->t.axis[i];
        if (a->guarded && lc_int_le(a->guard, missing[i]))
            lcv_step(p->t.ctx, result, "on axis %z only coordinates below %i take part", i,
                     a->guard);
    }
}

static lcv_result *never(const partition *p, const char *method, const lcv_tiling_finding *found)
{
    lc_ctx *ctx = p->t.ctx;
    lc_tuple *value = coordinate(p, found->missing);
    if (!value)
        return NULL;
    lcv_result *result = lcv_refuted(ctx, method, lcv_text(ctx, "the coordinate %t", value),
                                     lcv_text(ctx, "%t is never reached", value));
    step_reason(p, &result, found->missing);
    step_index(p, &result, value);
    return result;
}

static lcv_result *say(const partition *p, const char *method, const lcv_tiling_finding *found)
{
    switch (found->answer) {
    case LCV_TILING_HOLDS: return lcv_proved(p->t.ctx, method);
    case LCV_TILING_TWICE: return twice(p, method, found);
    case LCV_TILING_OUTSIDE: return outside(p, method, found);
    case LCV_TILING_NEVER: return never(p, method, found);
    default: break;
    }
    if (!lcv_out_of_budget(p->t.ctx))
        return NULL;
    return lcv_unknown(p->t.ctx, method,
                       lcv_text(p->t.ctx,
                                "%i coordinates are too many to enumerate, and they were not "
                                "decided axis by axis",
                                lc_layout_size(p->t.ctx, p->tv.layout)));
}

/* ---- deciding ---- */

static lcv_result *decide(const partition *p)
{
    lcv_tiling_finding found = lcv_tiling_by_points(&p->t, lc_ctx_shortcuts(p->t.ctx) ? FEW : 0);
    if (found.answer != LCV_TILING_UNKNOWN)
        return say(p, LCV_BY_ENUMERATION, &found);
    found = lcv_tiling_by_axes(&p->t);
    if (found.answer != LCV_TILING_UNKNOWN)
        return say(p, LCV_BY_AXES, &found);
    if (!lcv_out_of_budget(p->t.ctx))
        return NULL;
    found = lcv_tiling_by_points(&p->t, MOST);
    return say(p, LCV_BY_ENUMERATION, &found);
}

static bool read_arguments(partition *p, lcv_value *const *args)
{
    lc_ctx *ctx = p->t.ctx;
    if (args[2]->kind != LCV_TUPLE)
        return lc_fail(ctx, LC_ERR_INVALID, "partitions needs a tuple of bounds `under`, not %s",
                       lcv_value_describe(args[2]));
    p->under = args[2]->tuple;
    if (!lcv_arg_tensor_of(ctx, "partitions", "TV", args[0], LCV_OF_INTEGERS | LCV_OF_COORDINATES,
                           &p->tv))
        return false;
    p->S = lcv_arg_domain(ctx, "partitions", "S", args[1]);
    return p->S && read_axes(p) && read_guard(p);
}

lcv_result *lcv_prove_tiling(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    partition p = {.t = {.r = r, .ctx = lcr_ctx_lc(r)}};
    if (!read_arguments(&p, args))
        return NULL;
    p.t.layout = p.tv.layout;
    p.t.nest = p.nest;
    return decide(&p);
}
