/* relational.c - the algebra of relations and sets: inverse, domain, image, union, ...
 *
 * Operands that are layouts, swizzles or linear layouts stand for their layout maps; where a set
 * is asked for, an integer stands for [0,n) and a tuple for a box of coordinates.
 */
#include "config.h"

#include "../value/points.h"
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
        return lcv_set_map(call->ctx, call->arg[i]);
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

/* The outputs, one by one; NULL, perhaps with an error: they are not listed. */
static lcv_value *outputs_listed(lcv_call *call, const lcr_map *m)
{
    lcr_pairs pairs = {0};
    lcr_answer listed = lcr_map_list(call->r, m, &pairs);
    size_t width = pairs.nout, nin = pairs.nin;
    lc_int *cell = listed == LCR_YES && width > 0
                       ? lc_frame_alloc(call->ctx, pairs.n * width + 1, sizeof *cell)
                       : NULL;
    for (size_t i = 0; cell && i < pairs.n; i++)
        for (size_t k = 0; k < width; k++)
            cell[i * width + k] = pairs.cell[i * (nin + width) + nin + k];
    lcv_value *v = cell ? lcv_value_points(call->r, width, pairs.n, cell) : NULL;
    lcr_pairs_clear(&pairs);
    return v;
}

/* Of a map as it was written the points are looked at, of other relations where isl does not
 * end. */
static lcv_value *outputs(lcv_call *call, const lcr_map *m, bool written)
{
    lcv_value *listed = written ? outputs_listed(call, m) : NULL;
    if (listed)
        return listed;
    lc_ctx_reset(call->ctx);
    lcr_map *range = lcr_map_range_set(call->r, m);
    if (range || written || lc_ctx_code(call->ctx) != LC_ERR_BUDGET)
        return set(call, range);
    lc_ctx_reset(call->ctx);
    listed = outputs_listed(call, m);
    if (!listed && lc_ctx_code(call->ctx) == LC_OK)
        lc_fail(call->ctx, LC_ERR_BUDGET, "%s: the outputs were not found within the budget",
                call->name);
    return listed;
}

/* What was written as a function: a map, or a layout behind its layout map. */
static bool is_function_of(const lcv_value *v)
{
    return v->kind != LCV_RELATION || v->written || v->map_of;
}

lcv_value *lcv_op_range(lcv_call *call)
{
    const lcv_value *of = call->arg[0];
    lcr_map *m = lcv_call_map(call, 0);
    lcv_value *v = m ? outputs(call, m, of->kind == LCV_RELATION && of->written) : NULL;
    if (v)
        v->written = is_function_of(of);
    return v;
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

static bool is_list(const lcv_call *call, size_t i)
{
    return call->arg[i]->kind == LCV_SET && call->arg[i]->values;
}

/* Of two lists of elements alike; NULL with an error. */
static lcv_value *of_lists(lcv_call *call, lcr_boolean what)
{
    const lcv_value *a = call->arg[0], *b = call->arg[1];
    const size_t width = a->width, n = lcv_points_count(a), m = lcv_points_count(b);
    lc_int *cell = lc_frame_alloc(call->ctx, (n + m) * width + 1, sizeof *cell);
    size_t have = 0;
    for (size_t i = 0, j = 0; cell && (i < n || j < m);) {
        int order = i == n ? 1 : j == m ? -1 : lcv_points_compare(a, i, b, j);
        bool take = what == LCR_UNION || (what == LCR_INTERSECTION ? order == 0 : order < 0);
        for (size_t k = 0; take && k < width; k++)
            cell[have * width + k] = order <= 0 ? lcv_point_at(a, i, k) : lcv_point_at(b, j, k);
        have += take;
        i += order <= 0;
        j += order >= 0;
    }
    return cell ? lcv_value_points(call->r, width, have, cell) : NULL;
}

/* Two sets, if one of them is a set, else two relations. */
static lcv_value *boolean(lcv_call *call, lcr_boolean what)
{
    bool sets = lcv_call_is(call, 0, LCV_SET) || lcv_call_is(call, 1, LCV_SET);
    if (is_list(call, 0) && is_list(call, 1) && call->arg[0]->width == call->arg[1]->width)
        return of_lists(call, what);
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

/* "two inputs, 1 and 4, have one output". */
static void fail_for_two(lcv_call *call, size_t n, const lc_int *in)
{
    lc_tuple *x = lcv_integers_of(call->ctx, n, in), *y = lcv_integers_of(call->ctx, n, in + n);
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
    if (is_list(call, 0))
        return lcv_value_int(call->ctx,
                             lc_int_si(call->ctx, (int64_t)lcv_points_count(call->arg[0])));
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
    const lcr_map *m = is_list(call, 0) ? lcv_set_map(call->ctx, call->arg[0])
                                        : call->arg[0]->relation;
    if (!m)
        return NULL;
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
    return lcv_value_tuple(call->ctx, lc_tuple_ref(lcv_integers_of(call->ctx, n, last)));
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
