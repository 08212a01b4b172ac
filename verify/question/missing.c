/* missing.c - numbers that are not reached, or a proof that all are.
 *
 * Onto is read off the gaps of the image of a layout (image.h), never from a comparison of
 * ranges. The image is symmetric: v is in it exactly when low + high - v is, so its last gap
 * mirrors its first; only where [0,n) ends between the two is every number looked for.
 *
 * The least number that a space over F2 does not hold is a power of two, for all below 2^k are
 * sums of 1, 2, ..., 2^(k-1). The offsets [0,end) that the layout under a bijective swizzle
 * reaches from 0 on without a gap decide: their whole blocks are reached, and in the next block
 * what `end` is swizzled to is not.
 */
#include "config.h"

#include "missing.h"

#include "../function/absent.h"
#include "collide.h"
#include "outside.h"

/* ---- opening ---- */

static bool is_layout(const lcv_function *f)
{
    return f->layout && lc_layout_codomain(f->layout) == LC_INTEGERS;
}

bool lcv_target_open(lc_ctx *ctx, const lcv_function *f, lc_int n, lcv_target *out)
{
    lc_swizzle w;
    lcv_function inner = *f;
    *out = (lcv_target){.f = f, .n = n, .why = LCV_NO_REASON};
    bool under = !is_layout(f) && lc_ctx_shortcuts(ctx) && f->value->kind == LCV_COMPOSED &&
                 lcv_function_parts(f, &w, &inner) && lc_swizzle_is_bijective(w);
    return !(is_layout(f) || under) || lcv_image_of(ctx, inner.layout, inner.offset, &out->image);
}

/* ---- layouts ---- */

static lcr_answer absent(lcv_target *t, lcv_finding *found, lc_int value, lcv_absence why)
{
    t->why = why;
    found->value = value;
    return LCR_YES;
}

static lcr_answer by_gaps(lcr_ctx *r, void *question, lcv_finding *found)
{
    lcv_target *t = question;
    lc_ctx *ctx = lcr_ctx_lc(r);
    const lcv_image *image = &t->image;
    lc_int zero = lc_int_const(0), end = lc_int_add(ctx, image->high, lc_int_const(1)), first;
    if (!is_layout(t->f))
        return LCR_UNKNOWN;
    if (lc_int_is_zero(t->n))
        return LCR_NO;
    if (lc_int_sign(image->low) > 0)
        return absent(t, found, zero, LCV_BELOW);
    t->gap = lcv_image_gap(ctx, image, &first);
    bool gap = t->gap < image->n;
    if (gap && lc_int_sign(first) >= 0 && lc_int_lt(first, t->n))
        return absent(t, found, first, LCV_GAP);
    if (lc_int_lt(end, t->n))
        return absent(t, found, lc_int_max(zero, end), LCV_ABOVE);
    if (!gap || lc_int_le(t->n, first))
        return LCR_NO;
    lc_int last = lc_int_sub(ctx, lc_int_add(ctx, image->low, image->high), first);
    if (lc_int_sign(last) < 0)
        return LCR_NO;
    t->first = first;
    return lc_int_le(t->n, last) ? LCR_UNKNOWN : absent(t, found, last, LCV_MIRROR);
}

/* Numbers from `first` on that are looked for one by one, at most `limit`, in the image: of a
 * layout, or of what is under a swizzle. *value is the last that was. */
static lcr_answer look_for(lcr_ctx *r, const lcv_target *t, lc_int first, int64_t limit,
                           lc_int *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int *natural = lc_frame_alloc(ctx, lc_layout_nleaves(t->image.layout), sizeof *natural);
    lcr_answer found = natural ? LCR_YES : LCR_UNKNOWN;
    bool under = !is_layout(t->f);
    lc_int v = first;
    for (int64_t i = 0; found == LCR_YES && i < limit && lc_int_lt(v, t->n); i++) {
        lc_frame frame = lc_frame_open(ctx);
        lc_int at = under ? lc_swizzle_undo(ctx, t->f->value->swizzle, v) : v;
        found = lcv_image_find(r, &t->image, at, natural);
        lc_frame_close(ctx, frame);
        *value = v;
        v = lc_int_add(ctx, v, lc_int_const(1));
    }
    if (found != LCR_YES)
        return found == LCR_NO ? LCR_YES : LCR_UNKNOWN;
    *value = v;
    return lc_int_lt(v, t->n) ? LCR_UNKNOWN : LCR_NO;
}

static lcr_answer by_each(lcr_ctx *r, void *question, lcv_finding *found)
{
    lcv_target *t = question;
    if (!is_layout(t->f))
        return LCR_UNKNOWN;
    lcr_answer answer = look_for(r, t, lc_int_const(0), LCV_ENUMERATE, &found->value);
    t->tried = found->value;
    return answer;
}

/* ---- functions of any kind ---- */

/* 0, or a power of two. */
static lc_int least_outside_space(lc_ctx *ctx, const lcv_function *f)
{
    uint64_t c;
    if (!lc_f2_solve(&f->map, f->base, &c))
        return lc_int_const(0);
    unsigned k = 0;
    while (k < 64 && lc_f2_solve(&f->map, (uint64_t)1 << k ^ f->base, &c))
        k++;
    return lc_int_power_of_two(ctx, k);
}

static lcr_answer by_matrix(lcr_ctx *r, void *question, lcv_finding *found)
{
    lcv_target *t = question;
    if (!t->f->affine)
        return LCR_UNKNOWN;
    lc_int least = least_outside_space(lcr_ctx_lc(r), t->f);
    return lc_int_le(t->n, least) ? LCR_NO : absent(t, found, least, LCV_PARITY);
}

static lcr_answer by_blocks(lcr_ctx *r, void *question, lcv_finding *found)
{
    lcv_target *t = question;
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (is_layout(t->f) || !t->image.layout)
        return LCR_UNKNOWN;
    lc_swizzle w = t->f->value->swizzle;
    lc_int end = lc_int_const(0), block = lc_swizzle_size(ctx, w);
    if (lc_int_sign(t->image.low) <= 0 && lcv_image_gap(ctx, &t->image, &end) == t->image.n)
        end = lc_int_add(ctx, t->image.high, lc_int_const(1));
    if (lc_int_sign(end) < 0)
        return LCR_UNKNOWN;
    lc_int whole = lc_int_mul(ctx, block, lc_int_fdiv(ctx, end, block));
    lc_int moved = lc_swizzle_apply(ctx, w, end);
    lcr_answer missed = look_for(r, t, whole, LCV_ENUMERATE, &found->value);
    if (missed == LCR_UNKNOWN && lcv_out_of_budget(ctx) && lc_int_lt(moved, t->n)) {
        found->value = moved;
        missed = LCR_YES;
    }
    t->why = missed == LCR_YES ? LCV_UNDER : LCV_NO_REASON;
    return missed;
}

static lcr_answer by_list(lcr_ctx *r, void *question, lcv_finding *found)
{
    lcv_target *t = question;
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (is_layout(t->f) || !(t->list = lcv_function_sorted(ctx, t->f, &t->count)))
        return LCR_UNKNOWN;
    int64_t least = 0; /* the least number not seen yet */
    for (size_t i = 0; i < t->count; i++)
        least += t->list[i].number == least;
    lc_int value = lc_int_si(ctx, least);
    return lc_int_le(t->n, value) ? LCR_NO : absent(t, found, value, LCV_NEXT_TO);
}

/* ---- all of them ---- */

/* Looks once more for the number that was read off a layout. */
static bool is_reached(lcr_ctx *r, const lcv_target *t, lc_int value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int *natural = lc_frame_alloc(ctx, lc_layout_nleaves(t->image.layout), sizeof *natural);
    lcr_answer answer = natural ? lcv_image_find(r, &t->image, value, natural) : LCR_UNKNOWN;
    if (answer == LCR_UNKNOWN)
        lcv_out_of_budget(ctx);
    return answer == LCR_YES;
}

lcr_answer lcv_missing(lcr_ctx *r, lcv_target *t, lcv_finding *found)
{
    static const lcv_method methods[] = {
        {by_gaps, LCV_BY_CLOSED_FORM, false}, {by_each, LCV_BY_ENUMERATION, false},
        {by_matrix, LCV_BY_MATRIX, false},    {by_blocks, LCV_BY_CLOSED_FORM, true},
        {by_list, LCV_BY_ENUMERATION, false}, {NULL, NULL, false},
    };
    lcr_answer answer = lcv_decide(r, "values that are missing", methods, t, found);
    if (answer == LCR_YES && is_layout(t->f) && is_reached(r, t, found->value))
        lcv_uncertified(lcr_ctx_lc(r), "the gaps of the image");
    return lc_ctx_code(lcr_ctx_lc(r)) == LC_OK ? answer : LCR_UNKNOWN;
}

/* ---- told ---- */

static void step_why(lc_ctx *ctx, lcv_result **result, const lcv_target *t, lc_int value)
{
    const char *name = t->f->name;
    switch (t->why) {
    case LCV_BELOW:
        lcv_step(ctx, result, "the least offset of %s is %i", name, t->image.low);
        break;
    case LCV_ABOVE:
        lcv_step(ctx, result, "the largest offset of %s is %i", name, t->image.high);
        break;
    case LCV_MIRROR:
        lcv_step(ctx, result,
                 "the offsets of %s are symmetric between %i and %i, and %i is never reached "
                 "either",
                 name, t->image.low, t->image.high, t->first);
        lcv_step_gap(ctx, result, name, &t->image, t->gap);
        break;
    case LCV_GAP: lcv_step_gap(ctx, result, name, &t->image, t->gap); break;
    case LCV_PARITY: lcv_step_parity(ctx, result, t->f, value); break;
    case LCV_UNDER: lcv_step_under(ctx, result, t->f, &t->image, value); break;
    case LCV_NEXT_TO: lcv_step_neighbours(ctx, result, t->f, t->list, t->count, value); break;
    case LCV_NO_REASON: break;
    }
}

static lcv_result *never_reached(lc_ctx *ctx, const lcv_target *t, const lcv_finding *found)
{
    lc_tuple *shown = lcv_function_show(ctx, t->f, found->value);
    lcv_result *result = lcv_refuted(ctx, found->method, lcv_text(ctx, "offset %t", shown),
                                     lcv_text(ctx, "%t is never reached", shown));
    step_why(ctx, &result, t, found->value);
    lcv_value_at_fault(ctx, &result, t->f->name, shown);
    return result;
}

static lcv_result *untold(lc_ctx *ctx, const lcv_target *t)
{
    if (!is_layout(t->f))
        return lcv_undecided(ctx, t->f);
    return lcv_unknown(ctx, LCV_BY_ENUMERATION,
                       lcv_text(ctx,
                                "the integers below %i are offsets, and %i are too many to "
                                "enumerate",
                                t->tried, t->n));
}

static lcv_result *covers(lcr_ctx *r, const lcv_function *f, lc_int n, lcv_finding *found)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_target t;
    if (!lcv_target_open(ctx, f, n, &t))
        return NULL;
    switch (lcv_missing(r, &t, found)) {
    case LCR_NO: return lcv_proved(ctx, found->method);
    case LCR_YES: return never_reached(ctx, &t, found);
    default: return lc_ctx_code(ctx) == LC_OK ? untold(ctx, &t) : NULL;
    }
}

lcv_result *lcv_covers(lcr_ctx *r, const lcv_function *f, lc_int n)
{
    lcv_finding found;
    return covers(r, f, n, &found);
}

lcv_result *lcv_onto(lcr_ctx *r, const lcv_function *f, lc_int n)
{
    lc_int last = lc_int_sub(lcr_ctx_lc(r), n, lc_int_const(1));
    lcv_result *result = lcv_in_range(r, f, lc_int_const(0), last);
    if (!result || result->verdict != LCV_PROVED)
        return result;
    lcv_result_free(result);
    return lcv_covers(r, f, n);
}

/* ---- once each ---- */

static lcv_result *no_two_meet(lcr_ctx *r, const lcv_function *f, lcv_finding *found)
{
    lcv_result *result = lcv_find_no_collision(r, f, found);
    if (result && result->verdict == LCV_REFUTED)
        found->value = lcv_function_at(lcr_ctx_lc(r), f, found->c);
    return result;
}

/* n coordinates whose values all lie in [0,n) reach each once exactly when they reach all, and
 * exactly when no two meet. The first is read off a layout; a small domain that fails shows two
 * coordinates that meet, a large one the least number that is not reached. */
static lcv_result *count(lcr_ctx *r, const lcv_function *f, lc_int n, lcv_finding *found)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (!is_layout(f))
        return no_two_meet(r, f, found);
    lcv_result *result = covers(r, f, n, found);
    if (!result)
        return NULL;
    if (result->verdict == LCV_PROVED)
        result->method = LCV_BY_COUNTING;
    if (result->verdict == LCV_PROVED || lc_int_lt(lc_int_const(lcv_guesses(ctx)), n))
        return result;
    lcv_result_free(result);
    return no_two_meet(r, f, found);
}

lcv_result *lcv_once_each(lcr_ctx *r, const lcv_function *f, lc_int n, lcv_finding *found)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int size = f->layout ? lc_layout_size(ctx, f->layout) : f->size;
    bool counts = lc_int_eq(size, n);
    lc_int last = lc_int_sub(ctx, n, lc_int_const(1));
    lcv_result *result = counts ? lcv_in_range(r, f, lc_int_const(0), last)
                                : no_two_meet(r, f, found);
    found->value = lc_int_const(-1);
    if (!result || result->verdict != LCV_PROVED)
        return result;
    lcv_result_free(result);
    return counts ? count(r, f, n, found) : lcv_onto(r, f, n);
}
