/* admissible-xor.c - admissible, where the strides of a composite add by XOR.
 *
 * A layout R of such strides whose shape refines that of B has at c the XOR of its values at the
 * parts of c along the leaves of B. There is none where A(B(c)) is another value. Else some leaf
 * of B has no layout by itself: every way to begin with a mode that runs straight is tried once
 * more, on a leaf that is small enough.
 */
#include "config.h"

#include "admissible.h"

/* ---- failures ---- */

static lc_int value_at(const lcv_broken *f, lc_int c)
{
    lc_int value[LC_MAX_AXES];
    lcv_chain_values(f->ctx, &f->chain, c, value);
    return value[0];
}

/* "c = (2,1): 5 is not 7 ..." */
static lcv_result *refuted_at(const lcv_broken *f, char *summary)
{
    lc_tuple *shown = lcv_show_coordinate(f->ctx, f->shape, f->c);
    return lcv_refuted(f->ctx, LCV_BY_CONSTRUCTION, lcv_text(f->ctx, "c = %t", shown), summary);
}

/* ---- values that are no XOR of their parts ---- */

/* The parts of c along the leaves; returns the XOR of the values there, and shows them
 * when `result` is not NULL. */
static lc_int parts_of(const lcv_broken *f, lcv_result **result)
{
    lc_int sum = lc_int_const(0);
    for (size_t k = 0; k < lc_tuple_nleaves(f->shape); k++) {
        lc_int c = lc_int_mul(f->ctx, lc_tuple_value(f->failure->crd, k), f->place[k]);
        if (lc_int_is_zero(c))
            continue;
        sum = lc_xor(f->ctx, sum, value_at(f, c));
        if (result)
            lcv_step_broken(f, result, c);
    }
    return sum;
}

static lcv_result *not_additive(const lcv_broken *f)
{
    lc_int value = value_at(f, f->c), sum = parts_of(f, NULL);
    if (lc_int_eq(value, sum))
        return lcv_uncertified(f->ctx, "composition by XOR");
    lcv_result *result =
        refuted_at(f,
                   lcv_text(f->ctx, "%i is not %i, which a layout would need there", value, sum));
    lcv_step_broken(f, &result, f->c);
    parts_of(f, &result);
    lcv_step(f->ctx, &result, "a layout has the XOR of the values of its modes: %i", sum);
    return result;
}

/* ---- values that are negative ---- */

static lcv_result *negative(const lcv_broken *f)
{
    const lc_layout *a = f->two.layout[1], *b = f->two.layout[0];
    lcv_named_chain inner = {1, {b}, {f->two.name[0]}};
    bool before = false;
    lc_int low = lc_int_const(0);
    for (size_t q = 0; q < lc_layout_naxes(b); q++) {
        low = lc_int_min(low, lc_layout_at_axis(f->ctx, b, q, f->c));
        before = lc_layout_codomain(a) == LC_XOR && lc_int_sign(low) < 0;
    }
    lc_int value = before ? low : value_at(f, f->c);
    if (lc_int_sign(value) >= 0)
        return lcv_uncertified(f->ctx, "composition by XOR");
    lcv_result *result =
        refuted_at(f, before ? lcv_text(f->ctx, "%i is negative: %s has no value there", value,
                                        f->two.name[1])
                             : lcv_text(f->ctx, "%i is negative, and no XOR of strides", value));
    lc_tuple *shown = lcv_show_coordinate(f->ctx, f->shape, f->c);
    if (shown)
        lcv_step_chain(f->ctx, &result, before ? &inner : &f->two, f->c, shown);
    return result;
}

/* ---- leaves without a layout ---- */

static bool is_xor(lc_ctx *ctx, lc_int value, lc_int x, lc_int y)
{
    lc_frame frame = lc_frame_open(ctx);
    bool same = lc_int_eq(value, lc_xor(ctx, x, y));
    lc_frame_close(ctx, frame);
    return same;
}

/* Is f(i) = value[i step] the XOR of the values at i mod n and at the rest, for i < left?
 * Then f on [0,n) and f in steps of n make it up. */
static bool in_two(lc_ctx *ctx, const lc_int *value, size_t step, size_t left, size_t n)
{
    for (size_t i = 0; i < left; i++)
        if (!is_xor(ctx, value[i * step], value[i % n * step], value[(i - i % n) * step]))
            return false;
    return true;
}

/* i times f(1), carry-less: doubled for the bits of i above the lowest, and that one. */
static bool straight_at(lc_ctx *ctx, const lc_int *value, size_t step, size_t i)
{
    lc_frame frame = lc_frame_open(ctx);
    lc_int line = lc_int_const(0), shifted = value[step];
    for (size_t bits = i; bits > 0; bits >>= 1) {
        line = bits & 1 ? lc_xor(ctx, line, shifted) : line;
        shifted = lc_int_add(ctx, shifted, shifted);
    }
    bool straight = lc_int_eq(value[i * step], line);
    lc_frame_close(ctx, frame);
    return straight;
}

/* Has the function a layout? Every first mode that it may have is tried. */
static bool has_layout(lc_ctx *ctx, const lc_int *value, size_t step, size_t left)
{
    for (size_t n = 2; n <= left && straight_at(ctx, value, step, n - 1); n++)
        if (left % n == 0 && in_two(ctx, value, step, left, n) &&
            has_layout(ctx, value, step * n, left / n))
            return true;
    return left == 1;
}

static lcv_result *no_layout(const lcv_broken *f)
{
    lc_ctx *ctx = f->ctx;
    const lc_compose_failure *failure = f->failure;
    lc_int extent = lc_layout_extent(f->two.layout[0], failure->leaf);
    if (lc_int_lt(lc_int_const(LCV_ENUMERATE), extent))
        return lcv_unknown(ctx, LCV_BY_ENUMERATION,
                           lcv_text(ctx,
                                    "leaf %z of %s has too many coordinates to enumerate, "
                                    "and no layout by the algebra",
                                    failure->leaf, f->two.name[0]));
    size_t n = (size_t)lc_int_get_si(extent);
    lc_int *value = lc_frame_alloc(ctx, n, sizeof *value);
    for (size_t i = 0; value && i < n; i++)
        value[i] = value_at(f,
                            lc_int_mul(ctx, lc_int_si(ctx, (int64_t)i), f->place[failure->leaf]));
    if (!value)
        return NULL;
    if (has_layout(ctx, value, 1, n))
        return lcv_uncertified(ctx, "composition by XOR");
    lcv_result *result = refuted_at(f, lcv_text(ctx,
                                                "%i is not %i, where a straight run would go on",
                                                failure->value, failure->candidate));
    lc_int steps = lc_int_fdiv(ctx, lc_tuple_value(failure->crd, failure->leaf), failure->run);
    lcv_step_broken(f, &result, f->c);
    lcv_step_broken(f, &result, lc_int_mul(ctx, steps, f->place[failure->leaf]));
    lcv_step(ctx, &result,
             "along leaf %z of %s in steps of %i the values run straight for %i of "
             "the %i there are; no first mode as long or shorter leaves a layout "
             "for the rest",
             failure->leaf, f->two.name[0], steps, failure->run, failure->extent);
    return result;
}

/* ---- integers after XOR strides ---- */

static lc_layout *line(lc_ctx *ctx, lc_int extent, lc_int stride)
{
    lc_tuple *n = lcv_kept(ctx, lc_tuple_leaf(ctx, extent));
    lc_tuple *d = lcv_kept(ctx, lc_tuple_leaf(ctx, stride));
    lc_layout *unit = n && d ? lcv_stride_of(ctx, d) : NULL;
    return unit ? lcv_kept(ctx, lc_layout_reshape(ctx, n, unit)) : NULL;
}

/* How far the values in steps of `step` run straight, of the `left` there are. */
static int64_t run_of(const lcv_broken *f, lc_int step, lc_int stride, int64_t left)
{
    int64_t run = 2;
    for (bool straight = true; straight && run < left; run += straight) {
        lc_frame frame = lc_frame_open(f->ctx);
        lc_int i = lc_int_si(f->ctx, run);
        straight = lc_int_eq(value_at(f, lc_int_mul(f->ctx, i, step)),
                             lc_int_mul(f->ctx, i, stride));
        lc_frame_close(f->ctx, frame);
    }
    return run;
}

/* The only layout of integers that leaf k may have: modes as long as the values run straight. */
static lc_layout *leaf_of_sums(const lcv_broken *f, size_t k, lcr_answer *answer)
{
    lc_ctx *ctx = f->ctx;
    lc_int extent = lc_tuple_value(f->shape, k), step = f->place[k];
    lc_layout *mode[64];
    size_t n = 0;
    *answer = LCR_UNKNOWN;
    if (lc_int_lt(lc_int_const(LCV_ENUMERATE), extent))
        return NULL;
    for (int64_t left = lc_int_get_si(extent), run; left > 1; left /= run) {
        lc_int stride = value_at(f, step);
        run = run_of(f, step, stride, left);
        *answer = left % run == 0 ? LCR_UNKNOWN : LCR_NO;
        if (*answer == LCR_NO || !(mode[n++] = line(ctx, lc_int_si(ctx, run), stride)))
            return NULL;
        step = lc_int_mul(ctx, step, lc_int_si(ctx, run));
    }
    return n == 0   ? line(ctx, lc_int_const(1), lc_int_const(0))
           : n == 1 ? mode[0]
                    : lcv_kept(ctx, lc_layout_concat(ctx, n, mode));
}

/* The leaves from *k on, nested as the shape is. */
static lc_layout *nest_of_sums(const lcv_broken *f, const lc_tuple *shape, size_t *k,
                               lcr_answer *answer)
{
    lc_ctx *ctx = f->ctx;
    if (lc_tuple_is_leaf(shape))
        return leaf_of_sums(f, (*k)++, answer);
    size_t rank = lc_tuple_rank(shape);
    lc_layout **mode = lc_frame_alloc(ctx, rank, sizeof(lc_layout *));
    for (size_t i = 0; mode && i < rank; i++) {
        lc_tuple *part = lcv_part_of(ctx, shape, i);
        if (!part || !(mode[i] = nest_of_sums(f, part, k, answer)))
            return NULL;
    }
    return mode ? lcv_kept(ctx, lc_layout_concat(ctx, rank, mode)) : NULL;
}

lc_layout *lcv_composite_of_sums(const lcv_broken *f, lcr_answer *answer)
{
    size_t k = 0;
    return nest_of_sums(f, f->shape, &k, answer);
}

/* ---- results ---- */

lcv_result *lcv_xor_composite_breaks(const lcv_broken *f)
{
    switch (f->failure->reason) {
    case LC_COMPOSE_ADDITIVE: return not_additive(f);
    case LC_COMPOSE_NEGATIVE: return negative(f);
    default: return no_layout(f);
    }
}
