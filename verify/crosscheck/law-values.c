/* law-values.c - evaluation, sizes, and layouts of relations, against isl.
 *
 * X(c) is the value of isl's relation for X on all integers, a mode at a time where c is a
 * tuple, and an output an axis. The size is one more than the last integral coordinate; the
 * cosize is one more than an offset that is reached, and no offset is as large.
 */
#include "config.h"

#include "../claim/claims.h"
#include "laws.h"

/* ---- evaluation ---- */

lcr_answer lcv_add_relation_value(lcv_case *c, lc_layout *a, const lc_tuple *crd, lc_int *sum)
{
    lcr_answer answer = LCR_YES;
    if (!a || !crd)
        return LCR_UNKNOWN;
    if (!lc_tuple_is_leaf(crd)) {
        for (size_t i = 0; answer == LCR_YES && i < lc_tuple_rank(crd); i++)
            answer = lcv_add_relation_value(c, lcv_mode_of(c->ctx, a, i),
                                            lcv_part_of(c->ctx, crd, i), sum);
        return answer;
    }
    lcr_map *m = lcv_kept(c->ctx, lcr_extended_map(c->r, a));
    lc_int in = lc_tuple_value(crd, 0), out[LC_MAX_AXES];
    answer = m ? lcr_map_eval(c->r, m, &in, out) : LCR_UNKNOWN;
    for (size_t q = 0; answer == LCR_YES && q < lc_layout_naxes(a); q++)
        sum[q] = lc_int_add(c->ctx, sum[q], out[q]);
    return answer;
}

static lcv_result *compare_values(lcv_case *c, const char *method, const lc_int *sum)
{
    const lc_tuple *crd = c->args[1]->tuple, *value = c->value->tuple;
    bool same = true;
    for (size_t q = 0; q < lc_tuple_nleaves(value); q++)
        same = same && lc_int_eq(lc_tuple_value(value, q), sum[q]);
    return same ? lcv_proved(c->ctx, method)
                : lcv_refute(c, method, "c = %t: %t is not %T, the value of the relation", crd,
                             value, lc_tuple_like(c->ctx, value, sum));
}

/* Strides that add by XOR have no relation on all coordinates: they are shifted by the bits of
 * the digits. Nothing to check where a digit is negative. */
static lcv_result *evaluate_xor(lcv_case *c, const lc_layout *a)
{
    lcv_slicing s = {.layout = a, .left = lcv_leaves_like(c, a)};
    s.offset[0] = lcv_offset_on(c->args[0], 0);
    lcv_slice_at(&s, c->args[1]->tuple, lcv_shape_of(c->ctx, a), 0);
    return s.below || s.left.failed ? NULL : compare_values(c, LCV_BY_EVALUATION, s.offset);
}

lcv_result *lcv_law_evaluate(lcv_case *c)
{
    if (c->n != 2 || c->args[0]->kind == LCV_RELATION || c->args[1]->kind != LCV_TUPLE ||
        c->value->kind != LCV_TUPLE)
        return NULL;
    lc_layout *a = lcv_layout_of(c, c->args[0]);
    const lc_tuple *crd = c->args[1]->tuple, *value = c->value->tuple;
    if (!a)
        return NULL;
    if (lc_tuple_nleaves(value) != lc_layout_naxes(a))
        return lcv_refute(c, LCV_BY_COMPARISON, "c = %t: %t is no value of A", crd, value);
    if (lc_layout_codomain(a) == LC_XOR)
        return evaluate_xor(c, a);
    lc_int sum[LC_MAX_AXES];
    for (size_t q = 0; q < lc_layout_naxes(a); q++)
        sum[q] = lcv_offset_on(c->args[0], q);
    switch (lcv_add_relation_value(c, a, crd, sum)) {
    case LCR_YES: return compare_values(c, LCV_BY_RELATION, sum);
    case LCR_NO:
        return lcv_refute(c, LCV_BY_RELATION, "c = %t: the relation has no value there", crd);
    default:
        return lcv_out_of_budget(c->ctx)
                   ? lcv_unknown(c->ctx, LCV_BY_RELATION,
                                 lcv_text(c->ctx, "the relation has no value within the budget"))
                   : NULL;
    }
}

/* ---- identities ---- */

/* At one step along each leaf, and so everywhere, the value is the coordinate. */
lcv_result *lcv_law_identity(lcv_case *c)
{
    if (c->n != 1 || c->value->kind != LCV_LAYOUT)
        return NULL;
    const lc_layout *a = c->value->layout;
    size_t n = lc_layout_nleaves(a);
    lc_tuple *given = lcv_kept(c->ctx, lcv_as_tuple(c->ctx, c->args[0])),
             *shape = lcv_shape_of(c->ctx, a);
    lc_int *unit = lc_frame_alloc(c->ctx, n, sizeof *unit);
    if (!given || !shape || !unit)
        return NULL;
    lcv_result *result = lcv_proved(c->ctx, LCV_BY_EVALUATION);
    lcv_and(c, &result, lc_tuple_equal(given, shape), LCV_BY_COMPARISON, "shape: %t is not %t",
            shape, given);
    for (size_t k = 0; lcv_holds(result) && k < n; k++) {
        if (lc_int_is_one(lc_layout_extent(a, k)))
            continue;
        unit[k] = lc_int_const(1);
        lc_tuple *crd = lcv_kept(c->ctx, lc_tuple_like(c->ctx, shape, unit)), *found = NULL;
        if (crd)
            found = lcv_kept(c->ctx, lc_layout_value(c->ctx, a, crd));
        lcv_and(c, &result, found && lc_tuple_equal(found, crd), LCV_BY_EVALUATION,
                "c = %t: %t is not the coordinate", crd, found);
        unit[k] = lc_int_const(0);
    }
    return result;
}

/* ---- sizes ---- */

static bool is_layout(const lcv_value *v)
{
    return v->kind == LCV_LAYOUT || v->kind == LCV_TENSOR;
}

/* The last natural coordinate has the integral coordinate size - 1. */
lcv_result *lcv_law_size(lcv_case *c)
{
    lc_int found;
    if (!is_layout(c->args[0]) || !lcv_as_int(c->ctx, c->value, &found))
        return NULL;
    const lc_layout *a = c->args[0]->layout;
    lc_tuple *shape = lcv_shape_of(c->ctx, a);
    lc_int *last = lc_frame_alloc(c->ctx, lc_layout_nleaves(a), sizeof *last);
    if (!shape || !last)
        return NULL;
    for (size_t i = 0; i < lc_layout_nleaves(a); i++)
        last[i] = lc_int_sub(c->ctx, lc_layout_extent(a, i), lc_int_const(1));
    lc_int size = lc_int_add(c->ctx, lcv_integral(c->ctx, shape, last), lc_int_const(1));
    return lcv_judge(c, lc_int_eq(size, found), LCV_BY_EVALUATION, "size: %i is not %i", found,
                     size);
}

/* Is there an offset of a of at least `bound` on an axis? */
static lcr_answer reaches(lcv_case *c, const lc_layout *a, size_t axis, lc_int bound)
{
    size_t n = lc_layout_nleaves(a);
    lcr_system *system = n <= LCR_MAX_VARS ? lcr_system_new(c->r) : NULL;
    lc_int *point = system ? lc_frame_alloc(c->ctx, n, sizeof *point) : NULL;
    bool ok = point != NULL;
    lcr_expr offset;
    lcr_expr_zero(&offset);
    lcr_expr_add_const(c->ctx, &offset, lc_int_neg(c->ctx, bound));
    for (size_t i = 0; ok && i < n; i++) {
        lc_int last = lc_int_sub(c->ctx, lc_layout_extent(a, i), lc_int_const(1));
        size_t var = lcr_system_var(system, lc_int_const(0), last);
        ok = var != SIZE_MAX;
        if (ok)
            lcr_expr_add_var(c->ctx, &offset, lc_layout_step_on(a, axis, i), var);
    }
    lcr_answer answer = ok ? lcr_system_solve(system, &offset, point) : LCR_UNKNOWN;
    lcr_system_free(system);
    return answer;
}

/* For strides that add by XOR, by looking at all values. */
static lcv_result *xor_cosize(lcv_case *c, const lc_layout *a)
{
    lc_int size = lc_layout_size(c->ctx, a), most = lc_int_const(0);
    lc_int offset = lcv_offset_on(c->args[0], 0), found = lc_tuple_value(c->value->tuple, 0);
    if (lc_int_lt(lc_int_const(LCV_ENUMERATE), size))
        return lcv_unknown(c->ctx, LCV_BY_ENUMERATION,
                           lcv_text(c->ctx, "%i coordinates are too many to enumerate", size));
    for (int64_t i = 0; i < lc_int_get_si(size); i++) {
        lc_int value = lc_layout_at(c->ctx, a, lc_int_si(c->ctx, i));
        most = lc_int_max(most, lcv_xor(c->ctx, value, offset));
    }
    most = lc_int_add(c->ctx, most, lc_int_const(1));
    return lcv_judge(c, lc_int_eq(most, found), LCV_BY_ENUMERATION, "cosize: %i is not %i", found,
                     most);
}

lcv_result *lcv_law_cosize(lcv_case *c)
{
    const lcv_value *x = c->args[0];
    if (!is_layout(x) || c->value->kind != LCV_TUPLE)
        return NULL;
    const lc_tuple *cosize = c->value->tuple;
    if (lc_tuple_nleaves(cosize) != lc_layout_naxes(x->layout))
        return lcv_refute(c, LCV_BY_COMPARISON,
                          "cosize: %t is nested in another way than the values", cosize);
    if (lc_layout_codomain(x->layout) == LC_XOR)
        return xor_cosize(c, x->layout);
    bool decided = true;
    for (size_t q = 0; q < lc_layout_naxes(x->layout); q++) {
        lc_int found = lc_tuple_value(cosize, q);
        lc_int bound = lc_int_sub(c->ctx, found, lcv_offset_on(x, q));
        lcr_answer more = reaches(c, x->layout, q, bound), last = LCR_UNKNOWN;
        if (more == LCR_NO)
            last = reaches(c, x->layout, q, lc_int_sub(c->ctx, bound, lc_int_const(1)));
        if (more == LCR_YES)
            return lcv_refute(c, LCV_BY_SYSTEM, "cosize: an offset is %i or more", found);
        if (last == LCR_NO)
            return lcv_refute(c, LCV_BY_SYSTEM, "cosize: no offset is %i - 1", found);
        decided = decided && last == LCR_YES;
    }
    if (decided)
        return lcv_proved(c->ctx, LCV_BY_SYSTEM);
    return lcv_out_of_budget(c->ctx)
               ? lcv_unknown(c->ctx, LCV_BY_SYSTEM,
                             lcv_text(c->ctx, "undecided within the budget"))
               : NULL;
}

/* ---- chains of given values ---- */

lcv_result *lcv_law_chain(lcv_case *c)
{
    lc_tuple *shape = lcv_kept(c->ctx, lcv_as_tuple(c->ctx, c->value));
    if (!shape)
        return NULL;
    lc_int size = lc_tuple_size(c->ctx, shape), found;
    if (!lc_int_eq(size, lc_int_si(c->ctx, (int64_t)c->n)))
        return lcv_refute(c, LCV_BY_COUNTING, "size: %i is not %z", size, c->n);
    for (size_t i = 0; i < c->n; i++) {
        lc_int want = lc_tuple_value(c->args[i]->tuple, 0);
        if (!lcv_value_number_at(c->ctx, c->value, lc_int_si(c->ctx, (int64_t)i), &found))
            return NULL;
        if (!lc_int_eq(found, want))
            return lcv_refute(c, LCV_BY_ENUMERATION, "c = %z: %i is not %i", i, found, want);
    }
    return lcv_proved(c->ctx, LCV_BY_ENUMERATION);
}

/* ---- layouts of relations ---- */

/* The sizes of the modes of a shape. */
static lc_tuple *sizes_of_modes(lc_ctx *ctx, const lc_tuple *shape)
{
    size_t rank = lc_tuple_rank(shape);
    lc_int *size = lc_frame_alloc(ctx, rank + 1, sizeof *size);
    for (size_t i = 0; size && i < rank; i++)
        size[i] = lc_tuple_size(ctx, lcv_part_of(ctx, shape, i));
    return size ? lcv_kept(ctx, lc_tuple_flat(ctx, rank, size)) : NULL;
}

/* Of several inputs: the index map of the value, in the coordinates of its leaves or of its
 * modes. */
static lcr_map *index_map_of_inputs(lcv_case *c, size_t nin)
{
    lc_tuple *shape = lcv_kept(c->ctx, lcv_as_tuple(c->ctx, c->value));
    if (!shape || lc_tuple_nleaves(shape) == nin)
        return shape ? lcv_index_map(c->r, c->value) : NULL;
    lc_tuple *sizes = sizes_of_modes(c->ctx, shape);
    return sizes ? lcr_index_map_in(c->r, c->value->layout, sizes) : NULL;
}

static lcv_result *recovered_from_box(lcv_case *c)
{
    lcr_map *index = index_map_of_inputs(c, lcr_map_nin(c->args[0]->relation));
    lcr_answer same = index ? lcr_map_equal(c->r, index, c->args[0]->relation, NULL, NULL, NULL)
                            : LCR_UNKNOWN;
    lcr_map_free(index);
    return same == LCR_UNKNOWN ? NULL
                               : lcv_judge(c, same == LCR_YES, LCV_BY_RELATION,
                                           "index map%s: it is another relation", "");
}

static lcv_result *recovered(lcv_case *c)
{
    if (c->args[0]->kind == LCV_RELATION && lcr_map_nin(c->args[0]->relation) > 1)
        return recovered_from_box(c);
    lcv_function f, g;
    unsigned codomains = LCV_OF_INTEGERS | LCV_OF_COORDINATES;
    return lcv_arg_function_of(c->ctx, "layout", "X", c->args[0], codomains, &f) &&
                   lcv_arg_all(c->ctx, "layout", "a layout", "layout(X)", c->value, &g)
               ? lcv_check_equiv(c->r, &f, &g)
               : NULL;
}

/* The value has the given shape or strides. */
static lcv_result *recovered_with(lcv_case *c, const char *what,
                                  lc_tuple *(*part)(lc_ctx *ctx, const lc_layout *a))
{
    lcv_result *result = recovered(c);
    if (c->n < 2 || !lcv_holds(result) || c->value->kind != LCV_LAYOUT)
        return result;
    lc_tuple *given = lcv_kept(c->ctx, lcv_as_tuple(c->ctx, c->args[1]));
    lc_tuple *found = lcv_kept(c->ctx, part(c->ctx, c->value->layout));
    if (given && found)
        lcv_and(c, &result, lc_tuple_equal(given, found), LCV_BY_COMPARISON, "%s: %t is not %t",
                what, found, given);
    return result;
}

lcv_result *lcv_law_layout(lcv_case *c)
{
    return recovered_with(c, "shape", lc_layout_shape);
}

lcv_result *lcv_law_layout_with_strides(lcv_case *c)
{
    bool integers = c->value->kind == LCV_LAYOUT &&
                    lc_layout_codomain(c->value->layout) == LC_INTEGERS;
    return integers ? recovered_with(c, "stride", lc_layout_stride) : recovered(c);
}
