/* relational.c - the algebra of relations and sets: inverse, domain, image, union, ...
 *
 * Operands that are layouts, swizzles or linear layouts stand for their layout maps; where a set
 * is asked for, an integer stands for [0,n) and a tuple for a box of coordinates.
 */
#include "config.h"

#include "operation.h"

static lcv_value *relation(lcv_call *call, lcr_map *m)
{
    return lcv_value_relation(call->ctx, m);
}

static lcv_value *set(lcv_call *call, lcr_map *m)
{
    return lcv_value_set(call->ctx, m);
}

/* ---- arguments ---- */

/* A set, or the box of a shape. */
static lcr_map *set_argument(lcv_call *call, size_t i)
{
    if (lcv_call_is(call, i, LCV_SET))
        return call->arg[i]->relation;
    if (!lcv_call_is(call, i, LCV_TUPLE))
        return lcv_call_wrong(call, i, "a set or a shape");
    lc_tuple *t = lcv_call_extents(call, i, "a set, or a shape with extents of 1 or more");
    size_t n = t ? lc_tuple_nleaves(t) : 0;
    lc_int *extent = t ? lc_frame_alloc(call->ctx, n, sizeof *extent) : NULL;
    for (size_t k = 0; extent && k < n; k++)
        extent[k] = lc_tuple_value(t, k);
    return extent ? lcv_kept(call->ctx, lcr_set_of_box(call->r, n, extent)) : NULL;
}

/* An operation on the relation that argument 0 is, or stands for. */
static lcr_map *on_relation(lcv_call *call, lcr_map *apply(lcr_ctx *r, const lcr_map *m))
{
    lcr_map *m = lcv_call_map(call, 0);
    return m ? apply(call->r, m) : NULL;
}

/* The same with a set, argument 1. */
static lcr_map *with_set(lcv_call *call,
                         lcr_map *apply(lcr_ctx *r, const lcr_map *m, const lcr_map *set))
{
    lcr_map *m = lcv_call_map(call, 0), *with = m ? set_argument(call, 1) : NULL;
    return with ? apply(call->r, m, with) : NULL;
}

/* ---- sets of relations ---- */

lcv_value *lcv_op_domain(lcv_call *call)
{
    return set(call, on_relation(call, lcr_map_domain_set));
}

lcv_value *lcv_op_range(lcv_call *call)
{
    return set(call, on_relation(call, lcr_map_range_set));
}

lcv_value *lcv_op_image(lcv_call *call)
{
    return set(call, with_set(call, lcr_map_image));
}

lcv_value *lcv_op_restrict(lcv_call *call)
{
    return relation(call, with_set(call, lcr_map_restrict));
}

/* The inputs of argument 1 with an output that argument 0 takes. */
lcv_value *lcv_op_guard(lcv_call *call)
{
    lcr_map *outer = lcv_call_map(call, 0), *inner = outer ? lcv_call_map(call, 1) : NULL;
    return inner ? set(call, lcr_map_guard(call->r, outer, inner)) : NULL;
}

/* ---- pairs ---- */

/* Two sets, if one of them is a set, else two relations. */
static lcv_value *boolean(lcv_call *call, lcr_boolean what)
{
    bool sets = lcv_call_is(call, 0, LCV_SET) || lcv_call_is(call, 1, LCV_SET);
    lcr_map *a = sets ? set_argument(call, 0) : lcv_call_map(call, 0), *b = NULL;
    if (a)
        b = sets ? set_argument(call, 1) : lcv_call_map(call, 1);
    lcr_map *made = b ? lcr_map_boolean(call->r, what, a, b) : NULL;
    return sets ? set(call, made) : relation(call, made);
}

lcv_value *lcv_op_union(lcv_call *call)
{
    return boolean(call, LCR_UNION);
}

lcv_value *lcv_op_intersect(lcv_call *call)
{
    return boolean(call, LCR_INTERSECTION);
}

lcv_value *lcv_op_difference(lcv_call *call)
{
    return boolean(call, LCR_DIFFERENCE);
}

/* ---- operations that layouts have, too ---- */

lcv_value *lcv_relation_coalesce(lcv_call *call)
{
    if (call->n > 1) {
        call->culprit = 1;
        return lc_fail(call->ctx, LC_ERR_INVALID,
                       "%s: a relation has no modes: expected no profile beside it", call->name);
    }
    return relation(call, on_relation(call, lcr_map_coalesce));
}

lcv_value *lcv_relation_inverse(lcv_call *call)
{
    return relation(call, on_relation(call, lcr_map_reverse));
}

lcv_value *lcv_relation_right_inverse(lcv_call *call)
{
    return relation(call, on_relation(call, lcr_map_least_inverse));
}

static lc_tuple *point(lc_ctx *ctx, size_t n, const lc_int *at)
{
    return lcv_kept(ctx, n == 1 ? lc_tuple_leaf(ctx, at[0]) : lc_tuple_flat(ctx, n, at));
}

/* "two inputs, 1 and 4, have one output". */
static void fail_for_two(lcv_call *call, size_t n, const lc_int *in)
{
    lc_tuple *x = point(call->ctx, n, in), *y = point(call->ctx, n, in + n);
    char *first = x ? lcv_kept(call->ctx, lc_tuple_to_str(call->ctx, x)) : NULL;
    char *second = y ? lcv_kept(call->ctx, lc_tuple_to_str(call->ctx, y)) : NULL;
    if (first && second)
        lc_fail(call->ctx, LC_ERR_NO_VALUE,
                "%s: the relation has none: the inputs %.80s and %.80s share an output",
                call->name, first, second);
}

/* The inverse of a relation that is one to one. */
lcv_value *lcv_relation_left_inverse(lcv_call *call)
{
    const lcr_map *m = call->arg[0]->relation;
    size_t n = lcr_map_nin(m);
    lc_int *in = lc_frame_alloc(call->ctx, 2 * n + 1, sizeof *in);
    lcr_answer injective = in ? lcr_map_injective(call->r, m, in, in + n) : LCR_UNKNOWN;
    if (injective == LCR_NO)
        fail_for_two(call, n, in);
    return injective == LCR_YES ? lcv_relation_inverse(call) : NULL;
}

/* One output at each input. */
static bool is_function(lcv_call *call, const lcr_map *m)
{
    lcr_answer one = lcr_map_single_valued(call->r, m);
    if (one == LCR_NO)
        lc_fail(call->ctx, LC_ERR_INVALID,
                "%s: a relation has several outputs at an input: expected functions", call->name);
    return one == LCR_YES;
}

/* (x, y, ...) -> A(x) + B(y) + ... */
lcv_value *lcv_relation_concat(lcv_call *call)
{
    lcr_map *all = lcv_call_map(call, 0);
    bool ok = all && is_function(call, all);
    for (size_t i = 1; ok && all && i < call->n; i++) {
        lcr_map *next = lcv_call_map(call, i);
        ok = next && is_function(call, next);
        all = ok ? lcv_kept(call->ctx, lcr_map_concat(call->r, all, next)) : NULL;
    }
    return ok && all ? relation(call, lcr_map_ref(all)) : NULL;
}

/* The number of pairs, or of elements. */
lcv_value *lcv_relation_size(lcv_call *call)
{
    lcv_value *remembered = lcv_remembered_size(call);
    if (remembered || lc_ctx_code(call->ctx) != LC_OK)
        return remembered;
    lc_int count;
    lcr_answer answer = lcr_map_count(call->r, call->arg[0]->relation, &count);
    if (answer == LCR_YES)
        return lcv_value_int(call->ctx, count);
    if (answer == LCR_NO)
        lc_fail(call->ctx, LC_ERR_NO_VALUE, "%s: the relation is not finite", call->name);
    else if (lc_ctx_code(call->ctx) == LC_OK)
        lc_fail(call->ctx, LC_ERR_BUDGET, "%s: the relation was not counted within the budget",
                call->name);
    return NULL;
}

/* One more than the last of the outputs, axis by axis. */
lcv_value *lcv_relation_cosize(lcv_call *call)
{
    lcv_value *remembered = lcv_remembered_cosize(call);
    if (remembered || lc_ctx_code(call->ctx) != LC_OK)
        return remembered;
    const lcr_map *m = call->arg[0]->relation;
    size_t n = lcr_map_nout(m);
    lc_int *last = lc_frame_alloc(call->ctx, n + 1, sizeof *last);
    lcr_answer found = last ? lcr_map_last(call->r, m, last) : LCR_UNKNOWN;
    if (found == LCR_UNKNOWN)
        return NULL;
    if (found == LCR_NO || n == 0)
        return lc_fail(call->ctx, LC_ERR_NO_VALUE, "%s: the relation has no last value",
                       call->name);
    for (size_t k = 0; k < n; k++)
        last[k] = lc_int_add(call->ctx, last[k], lc_int_const(1));
    return lcv_value_tuple(call->ctx, lc_tuple_ref(point(call->ctx, n, last)));
}

/* R((3,_)): the inputs at `_` are left. */
lcv_value *lcv_relation_slice(lcv_call *call)
{
    if (!lcv_call_is(call, 0, LCV_RELATION))
        return lcv_call_wrong(call, 0, "a relation");
    if (!lcv_call_is(call, 1, LCV_TUPLE))
        return lcv_call_wrong(call, 1, "a coordinate");
    const lcr_map *m = call->arg[0]->relation;
    const lc_tuple *crd = call->arg[1]->tuple;
    size_t n = lcr_map_nin(m);
    call->culprit = 1;
    if (lc_tuple_nleaves(crd) != n)
        return lc_fail(call->ctx, LC_ERR_INVALID,
                       "a coordinate of %zu integers, where the relation takes %zu",
                       lc_tuple_nleaves(crd), n);
    bool *fixed = lc_frame_alloc(call->ctx, n + 1, sizeof *fixed);
    lc_int *value = fixed ? lc_frame_alloc(call->ctx, n + 1, sizeof *value) : NULL;
    for (size_t k = 0; value && k < n; k++) {
        fixed[k] = !lc_tuple_is_wildcard(crd, k);
        value[k] = fixed[k] ? lc_tuple_value(crd, k) : lc_int_const(0);
    }
    return value ? relation(call, lcr_map_fix(call->r, m, fixed, value)) : NULL;
}
