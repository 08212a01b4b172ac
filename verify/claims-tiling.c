/* claims-tiling.c - partitions of coordinates, and partitions under a guard.
 *
 * `partitions(TV, S)` of a layout whose values are coordinates, and
 * `partitions(TV, S, under=U)`: those of TV whose value is below U reach every coordinate of
 * S exactly once and nothing outside. A `_` in U leaves an axis without a guard.
 */
#include "config.h"

#include "tiling.h"

#include <stdlib.h>

#include "claims.h"

#define FEW 131072     /* coordinates that are looked at one by one at once */
#define MOST (1 << 22) /* ... when nothing else decides */

typedef struct {
    lcv_tiling t;
    const lc_tuple *offset;      /* of TV; NULL for none */
    const lc_tuple *S, *under;   /* under is NULL without a guard */
    lc_layout *layout;
    lc_tuple *nest;
} partition;

/* ---- the axes ---- */

/* The size of the modes at a place of the shape. */
static lc_int size_at(lc_ctx *ctx, const lc_tuple *shape)
{
    return lc_tuple_size(ctx, shape);
}

/* A place of S that is one axis of the values, or that no value moves in (SIZE_MAX). */
static lc_tuple *add_axis(partition *p, const lc_tuple *shape, size_t axis)
{
    lc_int offset = lc_int_const(0);
    if (p->t.n == LC_MAX_AXES)
        return lc_fail(p->t.ctx, LC_ERR_LIMIT, "partitions of more than %d axes", LC_MAX_AXES);
    if (p->offset != NULL && axis != SIZE_MAX)
        offset = lc_tuple_value(p->offset, axis);
    p->t.axis[p->t.n++] = (lcv_tiling_axis){
        .axis = axis, .offset = offset, .bound = size_at(p->t.ctx, shape)};
    return lc_tuple_leaf(p->t.ctx, lc_int_const(0));
}

/* The places of S that have axes, in a nesting of their own. Values know of fewer modes than
 * S where the last ones do not move. */
static lc_tuple *match(partition *p, const lc_tuple *shape, const lc_tuple *profile, size_t *axis)
{
    lc_ctx *ctx = p->t.ctx;
    if (profile == NULL)
        return add_axis(p, shape, SIZE_MAX);
    if (lc_tuple_is_leaf(profile))
        return add_axis(p, shape, (*axis)++);
    size_t rank = lc_tuple_rank(shape), n = 0;
    if (lc_tuple_is_leaf(shape) || lc_tuple_rank(profile) > rank || rank > LC_MAX_AXES)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "partitions needs a shape S nested like the values of TV");
    lc_tuple *mode[LC_MAX_AXES], *made = NULL;
    for (; n < rank; n++) {
        lc_tuple *s = lc_tuple_mode(ctx, shape, n);
        lc_tuple *v = n < lc_tuple_rank(profile) ? lc_tuple_mode(ctx, profile, n) : NULL;
        mode[n] = s != NULL ? match(p, s, v, axis) : NULL;
        lc_tuple_free(s);
        lc_tuple_free(v);
        if (mode[n] == NULL)
            break;
    }
    if (n == rank)
        made = lc_tuple_of(ctx, n, mode);
    while (n > 0)
        lc_tuple_free(mode[--n]);
    return made;
}

static bool read_axes(partition *p)
{
    size_t axis = 0;
    const lc_tuple *profile = lc_layout_profile(p->layout);
    if (profile != NULL) {
        p->nest = match(p, p->S, profile, &axis);
    } else { /* an integer is a coordinate of S in colexicographic order */
        p->nest = add_axis(p, p->S, 0);
    }
    return p->nest != NULL;
}

static bool read_guard(partition *p)
{
    if (p->under == NULL)
        return true;
    if (!lc_tuple_congruent(p->under, p->nest)) {
        char *text = lc_tuple_to_str(p->t.ctx, p->nest);
        if (text != NULL)
            lc_fail(p->t.ctx, LC_ERR_INVALID,
                    "partitions needs `under` nested like the coordinates %s: an integer, or _, "
                    "for each",
                    text);
        free(text);
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
    return lc_tuple_like(p->t.ctx, p->nest, value);
}

/* A coordinate that TV reaches, or does not. */
static lc_tuple *value_at(const partition *p, lc_int c)
{
    lc_int value[LC_MAX_AXES];
    lcv_tiling_at(&p->t, c, value);
    return coordinate(p, value);
}

/* `TV((1,0),5,2) = (133,0)` */
static void step_value(const partition *p, lcv_result **result, lc_int c, const lc_tuple *shown)
{
    lc_tuple *value = value_at(p, c);
    if (value != NULL)
        lcv_step(p->t.ctx, result, "TV%c = %t", shown, value);
    lc_tuple_free(value);
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
    lc_tuple *shape = lc_layout_shape(ctx, p->layout), *part[3] = {NULL};
    bool ok = shape != NULL;
    for (size_t i = 0; ok && i < rank; i++) {
        lc_tuple *mode = lc_tuple_mode(ctx, shape, i), *at = lc_tuple_mode(ctx, crd, i);
        lc_int index = lc_int_const(0);
        if (rank == 3 && i == 0)
            part[i] = lc_tuple_ref(at);
        else if (mode != NULL && at != NULL && lc_crd2idx(ctx, at, mode, &index))
            part[i] = lc_tuple_leaf(ctx, index);
        ok = part[i] != NULL;
        lc_tuple_free(mode);
        lc_tuple_free(at);
    }
    if (ok && rank == 2)
        lcv_step(ctx, result, "%s is %s %t, %s %t", name, names[1], part[0], names[2], part[1]);
    else if (ok)
        lcv_step(ctx, result, "%s is %s %t, %s %t, %s %t", name, names[0], part[0], names[1],
                 part[1], names[2], part[2]);
    for (size_t i = 0; i < rank; i++)
        lc_tuple_free(part[i]);
    lc_tuple_free(shape);
}

/* An integer as the coordinate of S that it stands for. */
static void step_index(const partition *p, lcv_result **result, const lc_tuple *value)
{
    if (lc_layout_profile(p->layout) != NULL || lc_tuple_is_leaf(p->S))
        return;
    lc_tuple *crd = lc_idx2crd(p->t.ctx, lc_tuple_value(value, 0), p->S);
    if (crd != NULL)
        lcv_step(p->t.ctx, result, "%t is the coordinate %t of %t", value, crd, p->S);
    lc_tuple_free(crd);
}

static lc_tuple *shown(const partition *p, lc_int c)
{
    lc_tuple *shape = lc_layout_shape(p->t.ctx, p->layout);
    lc_tuple *crd = shape != NULL ? lcv_show_coordinate(p->t.ctx, shape, c) : NULL;
    lc_tuple_free(shape);
    return crd;
}

static lcv_result *twice(const partition *p, const char *method, const lcv_tiling_finding *found)
{
    lc_ctx *ctx = p->t.ctx;
    lc_tuple *first = shown(p, found->c), *second = shown(p, found->other);
    lc_tuple *value = value_at(p, found->c), *same = value_at(p, found->other);
    lcv_result *result = NULL;
    if (value != NULL && same != NULL && !lc_tuple_equal(value, same)) {
        lcv_uncertified(ctx, "a tiling");
    } else if (first != NULL && second != NULL && value != NULL && same != NULL) {
        result = lcv_refuted(ctx, method, lcv_text(ctx, "c = %t and c' = %t", first, second),
                             lcv_text(ctx, "%t is reached twice", value));
        step_value(p, &result, found->c, first);
        step_value(p, &result, found->other, second);
        step_names(p, &result, "c", first);
        step_names(p, &result, "c'", second);
        step_index(p, &result, value);
    }
    lc_tuple_free(first);
    lc_tuple_free(second);
    lc_tuple_free(value);
    lc_tuple_free(same);
    return result;
}

static lcv_result *outside(const partition *p, const char *method, const lcv_tiling_finding *found)
{
    lc_ctx *ctx = p->t.ctx;
    lc_tuple *crd = shown(p, found->c), *value = value_at(p, found->c);
    lcv_result *result = NULL;
    if (crd != NULL && value != NULL) {
        result = lcv_refuted(ctx, method, lcv_text(ctx, "c = %t", crd),
                             lcv_text(ctx, "%t is outside of %t", value, p->S));
        step_value(p, &result, found->c, crd);
        step_names(p, &result, "c", crd);
        if (p->under != NULL)
            lcv_step(ctx, &result, "%t takes part: it is below %t", value, p->under);
    }
    lc_tuple_free(crd);
    lc_tuple_free(value);
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
    lcv_result *result = NULL;
    if (value != NULL) {
        result = lcv_refuted(ctx, method, lcv_text(ctx, "the coordinate %t", value),
                             lcv_text(ctx, "%t is never reached", value));
        step_reason(p, &result, found->missing);
        step_index(p, &result, value);
    }
    lc_tuple_free(value);
    return result;
}

static lcv_result *say(const partition *p, const char *method, const lcv_tiling_finding *found)
{
    switch (found->answer) {
    case LCV_TILING_HOLDS:
        return lcv_proved(p->t.ctx, method);
    case LCV_TILING_TWICE:
        return twice(p, method, found);
    case LCV_TILING_OUTSIDE:
        return outside(p, method, found);
    case LCV_TILING_NEVER:
        return never(p, method, found);
    default:
        break;
    }
    if (!lcv_out_of_budget(p->t.ctx))
        return NULL;
    return lcv_unknown(p->t.ctx, method,
                       lcv_text(p->t.ctx, "%i coordinates are too many to try one by one, and they "
                                          "were not decided axis by axis",
                                lc_layout_size(p->t.ctx, p->layout)));
}

/* ---- deciding ---- */

static lcv_result *decide(const partition *p)
{
    lcv_tiling_finding found = lcv_tiling_by_points(&p->t, LCV_SOLVE_ONLY ? 0 : FEW);
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

/* S as a shape that has coordinates. */
static bool check_shape(lc_ctx *ctx, const lc_tuple *shape)
{
    for (size_t i = 0; i < lc_tuple_nleaves(shape); i++) {
        if (lc_int_sign(lc_tuple_value(shape, i)) > 0)
            continue;
        lc_fail(ctx, LC_ERR_INVALID, "partitions needs a shape S with extents of 1 or more");
        return false;
    }
    return true;
}

static bool check_under(lc_ctx *ctx, const lcv_value *v)
{
    if (v->kind == LCV_TUPLE)
        return true;
    lc_fail(ctx, LC_ERR_INVALID, "partitions needs a tuple of bounds `under`, not %s",
            lcv_value_describe(v));
    return false;
}

lcv_result *lcv_prove_tiling(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_result *result = NULL;
    bool tensor = args[0]->kind == LCV_TENSOR;
    lc_tuple *shape = lcv_arg_shape(ctx, "partitions", "S", args[1]);
    partition p = {.t = {.r = r, .ctx = ctx}, .S = shape};
    p.layout = tensor ? lc_layout_ref(args[0]->layout)
                      : lcv_arg_layout(ctx, "partitions", "TV", args[0]);
    p.offset = tensor ? args[0]->offset : NULL;
    p.under = n > 2 ? args[2]->tuple : NULL;
    bool ok = shape != NULL && p.layout != NULL && check_shape(ctx, shape) &&
              (n < 3 || check_under(ctx, args[2])) && read_axes(&p) && read_guard(&p);
    if (ok) {
        p.t.layout = p.layout;
        p.t.nest = p.nest;
        result = decide(&p);
    }
    lc_tuple_free(p.nest);
    lc_layout_free(p.layout);
    lc_tuple_free(shape);
    return result;
}
