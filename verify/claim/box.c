/* box.c - claims about which coordinates of a shape are values, and how often:
 * surjective, bijective, compact, partitions, covers, in_bounds of layouts of coordinates.
 *
 * Each axis is bounded on its own. Values within the shape are packed to their integral
 * coordinates in it, [0,n), and which of these are reached is read off the gaps of a
 * layout of integers (image.c). Once each is a count: n coordinates whose values all lie in
 * a shape of n coordinates reach each once exactly when they reach all.
 */
#include "config.h"

#include "claims.h"

#include "../question/collide.h"
#include "../question/missing.h"
#include "../question/often.h"
#include "../question/outside.h"

#include <string.h>

/* A function into a shape, which is S unless it is found here. */
typedef struct {
    lcr_ctx *r;
    lcv_function x;
    lc_tuple *shape;
    lcv_box box;
    bool shape_given;
} into;

static bool into_of(lcr_ctx *r, const char *claim, const char *name, lcv_value *const *args,
                    into *f)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    *f = (into){.r = r, .shape_given = true};
    if (!lcv_arg_tensor_of(ctx, claim, name, args[0], LCV_OF_COORDINATES, &f->x))
        return false;
    f->shape = lcv_arg_domain(ctx, claim, "S", args[1]);
    return f->shape && lcv_box_of_shape(ctx, claim, &f->x, "S", f->shape, &f->box);
}

/* ---- bounds ---- */

/* A coordinate of x whose value is none of the shape; false when there is none. */
static bool find_outside(into *f, lc_int *c)
{
    lc_ctx *ctx = lcr_ctx_lc(f->r);
    bool found = false;
    for (size_t q = 0; !found && q < f->box.n && lc_ctx_code(ctx) == LC_OK; q++) {
        lcv_function axis;
        if (lcv_function_axis(ctx, &f->x, q, &axis))
            found = lcv_find_out_of_bounds(ctx, &axis, lc_int_const(0),
                                           lc_int_sub(ctx, f->box.extent[q], lc_int_const(1)), c);
    }
    return found;
}

/* NULL without an error: every value is a coordinate of the shape. */
static lcv_result *outside(into *f)
{
    lc_ctx *ctx = lcr_ctx_lc(f->r);
    lc_int c = lc_int_const(0);
    if (!find_outside(f, &c) || lc_ctx_code(ctx) != LC_OK)
        return NULL;
    lcv_result *result = lcv_refuted(ctx, LCV_BY_CLOSED_FORM, lcv_text(ctx, "c = %i", c),
                                     lcv_text(ctx, "%t is no coordinate of %t",
                                              lcv_function_value(ctx, &f->x, c), f->shape));
    lcv_step_function(ctx, &result, &f->x, c, NULL);
    return result;
}

lcv_result *lcv_box_in_bounds(lcr_ctx *r, lcv_value *const *args)
{
    into f;
    lcv_result *result = NULL;
    if (into_of(r, "in_bounds", "X", args, &f))
        result = outside(&f);
    if (!result && lc_ctx_code(lcr_ctx_lc(r)) == LC_OK)
        result = lcv_proved(lcr_ctx_lc(r), LCV_BY_CLOSED_FORM);
    return result;
}

/* ---- onto ---- */

/* Why: there are too few coordinates, or two of them meet. */
static void step_missing(into *f, lcv_result **result, const lcv_function *packed)
{
    lc_ctx *ctx = lcr_ctx_lc(f->r);
    lc_int have = lc_layout_size(ctx, f->x.layout);
    lcv_finding found;
    if (lc_int_lt(have, f->box.size)) {
        lcv_step(ctx, result, "%s has %i coordinates, %t has %i", f->x.name, have, f->shape,
                 f->box.size);
    } else if (lcv_collide(f->r, packed, &found) == LCR_YES) {
        lcv_step_function(ctx, result, &f->x, found.c, NULL);
        lcv_step_function(ctx, result, &f->x, found.d, NULL);
    } else {
        lcv_out_of_budget(ctx);
    }
}

/* The packed values lie in [0,size): do they reach all of it? */
static lcv_result *onto(into *f, const lcv_function *packed)
{
    lc_ctx *ctx = lcr_ctx_lc(f->r);
    lcv_target t;
    lcv_finding found;
    lcr_answer answer = LCR_UNKNOWN;
    if (lcv_target_open(ctx, packed, f->box.size, &t))
        answer = lcv_missing(f->r, &t, &found);
    if (answer != LCR_YES)
        return answer == LCR_NO ? lcv_proved(ctx, found.method) : NULL;
    lc_tuple *crd = lcv_kept(ctx, lc_idx2crd(ctx, found.value, f->shape));
    lcv_result *result = lcv_refuted(ctx, found.method, lcv_text(ctx, "coordinate %t", crd),
                                     lcv_text(ctx, "%t is never reached", crd));
    step_missing(f, &result, packed);
    return result;
}

static lcv_result *check_onto(into *f)
{
    lc_ctx *ctx = lcr_ctx_lc(f->r);
    lcv_result *result = outside(f);
    if (result || lc_ctx_code(ctx) != LC_OK)
        return result;
    lcv_function packed;
    return lcv_pack(ctx, &f->x, &f->box, &packed) ? onto(f, &packed) : NULL;
}

lcv_result *lcv_box_surjective(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    into f;
    if (n < 2)
        return lc_fail(lcr_ctx_lc(r), LC_ERR_INVALID,
                       "surjective needs a shape S: X itself does not say which coordinates are "
                       "to be values");
    return into_of(r, "surjective", "X", args, &f) ? check_onto(&f) : NULL;
}

/* ---- once each ---- */

/* Every coordinate of the shape once. A small domain that fails shows two coordinates that
 * meet, a large one the first that is not reached. */
static lcv_result *once_each(into *f)
{
    lc_ctx *ctx = lcr_ctx_lc(f->r);
    lc_int have = lc_layout_size(ctx, f->x.layout);
    if (f->shape_given && !lc_int_eq(have, f->box.size)) {
        lcv_result *result = lcv_refuted(ctx, LCV_BY_COUNTING, lcv_text(ctx, "size"),
                                         lcv_text(ctx, "%i is not %i", have, f->box.size));
        lcv_step(ctx, &result, "%s has %i coordinates, S = %t has %i", f->x.name, have, f->shape,
                 f->box.size);
        return result;
    }
    lcv_result *result = check_onto(f);
    if (result && result->verdict == LCV_PROVED && !lc_int_eq(have, f->box.size)) {
        lcv_result_free(result); /* more than once */
        return lcv_injective(f->r, &f->x);
    }
    if (result && result->verdict == LCV_PROVED)
        result->method = LCV_BY_COUNTING;
    lc_int c;
    bool show = result && result->verdict == LCV_REFUTED && lc_int_eq(have, f->box.size) &&
                lc_int_le(have, lc_int_const(lcv_guesses(ctx)));
    if (!show || find_outside(f, &c))
        return result;
    lcv_result_free(result);
    return lcv_injective(f->r, &f->x);
}

/* The least shape that has all values which are coordinates of any. */
static bool shape_of_values(into *f)
{
    lc_ctx *ctx = lcr_ctx_lc(f->r);
    lc_int extent[LC_MAX_AXES];
    size_t n = lc_layout_naxes(f->x.layout);
    for (size_t q = 0; q < n; q++) {
        lcv_function axis;
        lc_int low, high;
        if (!lcv_function_axis(ctx, &f->x, q, &axis))
            return false;
        lcv_function_range(ctx, &axis, &low, &high);
        extent[q] = lc_int_max(lc_int_const(1), lc_int_add(ctx, high, lc_int_const(1)));
    }
    f->shape = lcv_kept(ctx, lc_tuple_like(ctx, lc_layout_profile(f->x.layout), extent));
    return f->shape != NULL;
}

lcv_result *lcv_box_bijective(lcr_ctx *r, const char *claim, const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    into f = {.r = r};
    if (!lcv_arg_tensor_of(ctx, claim, "X", value, LCV_OF_COORDINATES, &f.x) ||
        !shape_of_values(&f) || !lcv_box_of_shape(ctx, claim, &f.x, "S", f.shape, &f.box))
        return NULL;
    return once_each(&f);
}

/* The values are all coordinates of the shape, k times as many as there are: each k times? */
static lcv_result *evenly(into *f, lc_int k)
{
    lc_ctx *ctx = lcr_ctx_lc(f->r);
    lcv_function packed;
    lcv_finding found;
    lcr_answer answer = LCR_UNKNOWN;
    if (lcv_pack(ctx, &f->x, &f->box, &packed))
        answer = lcv_unevenly(f->r, &packed, k, &found);
    if (answer != LCR_YES)
        return answer == LCR_NO ? lcv_proved(ctx, found.method) : NULL;
    lc_tuple *crd = lcv_kept(ctx, lc_idx2crd(ctx, found.value, f->shape));
    lcv_result *result = lcv_refuted(ctx, found.method, lcv_text(ctx, "coordinate %t", crd),
                                     lcv_text(ctx, "the coordinates that reach %t are %i, not %i",
                                              crd, found.d, k));
    lcv_step_function(ctx, &result, &f->x, found.c, NULL);
    return result;
}

static lcv_result *each_times(into *f, lc_int k)
{
    lcv_result *result = lcv_check_many(lcr_ctx_lc(f->r), &f->x, f->shape, k);
    if (result || lc_ctx_code(lcr_ctx_lc(f->r)) != LC_OK)
        return result;
    result = check_onto(f);
    if (!result || result->verdict != LCV_PROVED)
        return result;
    lcv_result_free(result);
    return evenly(f, k);
}

lcv_result *lcv_box_partitions(lcr_ctx *r, lcv_value *const *args, lc_int k)
{
    into f;
    if (!into_of(r, "partitions", "TV", args, &f))
        return NULL;
    return lc_int_is_one(k) ? once_each(&f) : each_times(&f, k);
}

/* ---- covers ---- */

/* The axes know nothing of each other: each has to cover its extent. */
static lcv_result *covers_axes(lcr_ctx *r, const lcv_function *x, const lcv_box *box)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_result *result = NULL;
    for (size_t q = 0; q < box->n; q++) {
        lcv_function axis;
        lcv_result_free(result);
        result = lcv_function_axis(ctx, x, q, &axis) ? lcv_covers(r, &axis, box->extent[q])
                                                     : NULL;
        if (!result || result->verdict != LCV_PROVED)
            return lcv_in_part(ctx, result, "axis", q);
    }
    return result;
}

/* `coordinate (1,0): (1,0) is never reached`, of a coordinate c of S that is no value: in the
 * place of what was said of the layout whose values are the coordinates. */
static lcv_result *never_reached(lc_ctx *ctx, lcv_result *found)
{
    static const char key[] = "c = ";
    if (!found || found->verdict != LCV_REFUTED ||
        strncmp(found->counterexample.where, key, sizeof key - 1) != 0)
        return found;
    const lcv_counterexample *e = &found->counterexample;
    const char *crd = e->where + sizeof key - 1;
    lcv_result *result = lcv_refuted(ctx, found->method, lcv_text(ctx, "coordinate %s", crd),
                                     lcv_text(ctx, "%s is never reached", crd));
    for (size_t i = 1; i < e->nsteps; i++)
        lcv_step(ctx, &result, "%s", e->steps[i]);
    lcv_result_free(found);
    return result;
}

lcv_result *lcv_check_covers_box(lcr_ctx *r, const lcv_function *x, const lc_tuple *shape,
                                 const lcv_box *box)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (lcv_by_axis(x->layout))
        return covers_axes(r, x, box);
    lcv_function all = {.name = "S"}, y = *x;
    all.layout = lcv_coordinates_of(ctx, "S", shape, x->name, x->layout);
    return all.layout && lcv_functions_on_common_axes(ctx, &all, &y)
               ? never_reached(ctx, lcv_check_contained(r, &all, &y))
               : NULL;
}

lcv_result *lcv_box_covers(lcr_ctx *r, lcv_value *const *args)
{
    into f;
    return into_of(r, "covers", "X", args, &f) ? lcv_check_covers_box(r, &f.x, f.shape, &f.box)
                                               : NULL;
}
