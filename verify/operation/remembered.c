/* remembered.c - large relations that remember a function over F2.
 *
 * isl's maps of 24 bits, each a sum modulo 2, are out of its budget in most operations. A layout
 * map remembers what it is the map of (lcv_value_map_of). Where that is linear over F2, from
 * [0,2^n) to integers, its matrix has the answer, and the value remembers its own matrix in turn.
 * Each function here gives NULL without an error where the matrix does not answer: isl is asked
 * then.
 */
#include "config.h"

#include "operation.h"
#include "../value/relate.h"

/* ---- matrices ---- */

/* Rows as many as the values need. */
static void trim(lc_f2 *m)
{
    uint64_t all = 0;
    for (unsigned j = 0; j < m->cols; j++)
        all |= m->column[j];
    m->rows = all ? 64u - (unsigned)__builtin_clzll(all) : 0;
}

/* The matrix of a value that is linear over F2, with integers as values; an error is none. */
static bool matrix_of(lc_ctx *ctx, const lcv_value *v, lc_f2 *m)
{
    const lcv_value *of = v->kind == LCV_RELATION ? v->map_of : v;
    if (!of || !lcv_is_function(of) || lc_ctx_code(ctx) != LC_OK)
        return false;
    lc_linear *l = lcv_kept(ctx, lcv_as_linear(ctx, of, NULL));
    lc_ctx_reset(ctx);
    if (!l || lc_linear_nouts(l) != 1)
        return false;
    *m = *lc_linear_matrix(l);
    trim(m);
    return m->cols < LC_F2_MAX - 1 && m->rows < LC_F2_MAX - 1;
}

bool lcv_remembered(lc_ctx *ctx, size_t n, lcv_value *const *arg)
{
    lc_f2 m;
    for (size_t i = 0; i < n; i++)
        if (arg[i]->kind == LCV_RELATION && lcv_is_large_map(arg[i]) &&
            matrix_of(ctx, arg[i], &m))
            return true;
    return false;
}

lc_linear *lcv_remembered_linear(lc_ctx *ctx, const lcv_value *v)
{
    lc_f2 m;
    return matrix_of(ctx, v, &m) ? lcv_kept(ctx, lc_linear_new(ctx, 1, &(lc_dim){"x", m.cols}, 1,
                                                               &(lc_dim){"x", m.rows}, &m))
                                 : NULL;
}

static bool matrix(lcv_call *call, size_t i, lc_f2 *m)
{
    return i < call->n && matrix_of(call->ctx, call->arg[i], m);
}

static lc_linear *linear_of(lc_ctx *ctx, const lc_f2 *m)
{
    return lcv_kept(ctx, lc_linear_new(ctx, 1, &(lc_dim){"in", m->cols}, 1,
                                       &(lc_dim){"out", m->rows}, m));
}

/* As a layout of integers; NULL, without an error, where it is none. */
static lcv_value *layout_of(lc_ctx *ctx, const lc_linear *l)
{
    lc_layout *a = lc_layout_from_linear(ctx, l, NULL);
    if (!a)
        lc_ctx_reset(ctx);
    return a ? lcv_kept(ctx, lcv_value_layout(ctx, a)) : NULL;
}

/* The layout map of this matrix, written as that of a layout where it is one. It remembers the
 * matrix, which has no shape. */
static lcv_value *map_of(lcv_call *call, lc_f2 m)
{
    trim(&m);
    lc_linear *l = linear_of(call->ctx, &m);
    lcv_value *of = l ? lcv_kept(call->ctx, lcv_value_linear(call->ctx, lc_linear_ref(l))) : NULL;
    lcv_value *written = of ? layout_of(call->ctx, l) : NULL;
    lcr_map *map = of ? lcv_layout_map(call->r, written ? written : of) : NULL;
    return map ? lcv_value_map_of(call->ctx, map, of) : NULL;
}

/* [0,2^bits) */
static lcv_value *interval(lcv_call *call, unsigned bits)
{
    lc_int end = lc_int_from_word(call->ctx, (uint64_t)1 << bits);
    return lcv_value_set(call->ctx, lcr_set_of_box(call->r, 1, &end));
}

/* ---- functions ---- */

lcv_value *lcv_remembered_compose(lcv_call *call)
{
    lc_f2 a, b;
    if (!matrix(call, 0, &a) || !matrix(call, 1, &b) || b.rows > a.cols)
        return NULL;
    b.rows = a.cols;
    return map_of(call, lc_f2_multiply(&a, &b));
}

lcv_value *lcv_remembered_inverse(lcv_call *call)
{
    lc_f2 a, p;
    return matrix(call, 0, &a) && a.rows == a.cols && lc_f2_inverse(&a, &p) ? map_of(call, p)
                                                                            : NULL;
}

/* With the free bits 0, which are the highest bits of sums that are sent to 0: no other input of
 * an output is less. */
lcv_value *lcv_remembered_right_inverse(lcv_call *call)
{
    lc_f2 a, p;
    return matrix(call, 0, &a) && lc_f2_right_inverse(&a, &p) ? map_of(call, p) : NULL;
}

lcv_value *lcv_remembered_coalesce(lcv_call *call)
{
    lc_f2 a;
    return call->n == 1 && matrix(call, 0, &a) ? lcv_value_ref(call->arg[0]) : NULL;
}

/* ---- sizes ---- */

lcv_value *lcv_remembered_size(lcv_call *call)
{
    lc_f2 a;
    return matrix(call, 0, &a)
               ? lcv_value_int(call->ctx, lc_int_from_word(call->ctx, (uint64_t)1 << a.cols))
               : NULL;
}

lcv_value *lcv_remembered_cosize(lcv_call *call)
{
    lc_f2 a;
    if (!matrix(call, 0, &a))
        return NULL;
    lc_f2 image = lc_f2_image(&a);
    uint64_t most = 0;
    for (unsigned j = image.cols; j-- > 0;)
        most = (most ^ image.column[j]) > most ? most ^ image.column[j] : most;
    return lcv_value_int(call->ctx, lc_int_from_word(call->ctx, most + 1));
}

/* ---- sets ---- */

lcv_value *lcv_remembered_domain(lcv_call *call)
{
    lc_f2 a;
    return matrix(call, 0, &a) ? interval(call, a.cols) : NULL;
}

/* A basis of the values, none of which has the highest bit of another. */
static lc_f2 basis_of_values(const lc_f2 *a)
{
    lc_f2 image = lc_f2_image(a);
    for (unsigned j = 0; j < image.cols; j++)
        for (unsigned k = j + 1; k < image.cols; k++) {
            uint64_t without = image.column[k] ^ image.column[j];
            image.column[k] = without < image.column[k] ? without : image.column[k];
        }
    return image;
}

/* The values: an interval, or those of a layout of few modes. */
static lcv_value *values(lcv_call *call, const lc_f2 *a)
{
    lc_f2 image = basis_of_values(a);
    if (image.cols == a->rows)
        return interval(call, a->rows);
    lc_linear *l = linear_of(call->ctx, &image);
    lcv_value *of = l ? layout_of(call->ctx, l) : NULL;
    bool few = of && lc_layout_nleaves(of->layout) <= LCV_LARGE_MAP;
    lcr_map *m = few ? lcv_kept(call->ctx, lcv_layout_map(call->r, of)) : NULL;
    return m ? lcv_value_set(call->ctx, lcr_map_range_set(call->r, m)) : NULL;
}

lcv_value *lcv_remembered_range(lcv_call *call)
{
    lc_f2 a;
    lcv_value *v = matrix(call, 0, &a) ? values(call, &a) : NULL;
    if (v)
        v->written = true;
    return v;
}

bool lcv_is_interval(lcr_ctx *r, const lcv_value *v, lc_int *end)
{
    if (v->kind == LCV_TUPLE && lc_tuple_is_leaf(v->tuple) && !lc_tuple_has_wildcard(v->tuple)) {
        *end = lc_tuple_value(v->tuple, 0);
        return lc_int_sign(*end) > 0;
    }
    if (v->kind != LCV_SET || !v->relation || lcr_map_nout(v->relation) != 1)
        return false;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcr_map *inputs = lcv_kept(ctx, lcr_map_reverse(r, v->relation));
    lcr_answer is = inputs ? lcr_map_domain_is_interval(r, inputs, end) : LCR_UNKNOWN;
    lc_ctx_reset(ctx);
    return is == LCR_YES;
}

/* The matrix on [0,2^k), which argument 1 is; the whole where it has more. */
static bool matrix_within(lcv_call *call, lc_f2 *a)
{
    lc_int end, size;
    if (!matrix(call, 0, a) || !lcv_is_interval(call->r, call->arg[1], &end))
        return false;
    size = lc_int_from_word(call->ctx, (uint64_t)1 << a->cols);
    if (lc_int_lt(end, size)) {
        if (!lc_int_is_power_of_two(end))
            return false;
        a->cols = (unsigned)lc_int_bits(end) - 1;
        trim(a);
    }
    return true;
}

lcv_value *lcv_remembered_image(lcv_call *call)
{
    lc_f2 a;
    return matrix_within(call, &a) ? values(call, &a) : NULL;
}

lcv_value *lcv_remembered_restrict(lcv_call *call)
{
    lc_f2 a;
    return matrix_within(call, &a) ? map_of(call, a) : NULL;
}

/* All inputs of argument 1, if argument 0 takes all its values. */
lcv_value *lcv_remembered_guard(lcv_call *call)
{
    lc_f2 a, b;
    return matrix(call, 0, &a) && matrix(call, 1, &b) && b.rows <= a.cols ? interval(call, b.cols)
                                                                          : NULL;
}

/* ---- pairs ---- */

static bool is_same(lcv_call *call)
{
    lc_f2 a, b;
    return matrix(call, 0, &a) && matrix(call, 1, &b) && lc_f2_equal(&a, &b);
}

/* The union and the intersection of a relation with itself. */
lcv_value *lcv_remembered_same(lcv_call *call)
{
    return is_same(call) ? lcv_value_ref(call->arg[lcv_call_is(call, 0, LCV_RELATION) ? 0 : 1])
                         : NULL;
}

lcv_value *lcv_remembered_difference(lcv_call *call)
{
    return is_same(call)
               ? lcv_value_relation(call->ctx, lcr_map_parse(call->r, "{ [c] -> [o0] : false }"))
               : NULL;
}

/* ---- complements ---- */

lcv_value *lcv_remembered_values(lc_ctx *ctx, const lcv_value *v)
{
    lc_f2 a;
    const lcv_value *of = v->map_of;
    bool plain = of && (of->kind == LCV_TUPLE || (of->kind == LCV_LAYOUT &&
                                                  lc_layout_codomain(of->layout) == LC_INTEGERS));
    if (plain)
        return lcv_kept(ctx, lcv_value_layout(ctx, lcv_as_layout(ctx, of)));
    if (!of || !matrix_of(ctx, v, &a) || lc_f2_rank(&a) < a.cols)
        return NULL;
    a = basis_of_values(&a);
    lc_linear *l = linear_of(ctx, &a);
    return l ? layout_of(ctx, l) : NULL;
}

/* Up to the cosize, or argument 1; false, without an error: it is no integer. */
static bool end_of(lcv_call *call, const lcv_value *layout, lc_int *end)
{
    if (call->n > 1)
        return call->arg[1]->kind == LCV_TUPLE && lcv_is_interval(call->r, call->arg[1], end);
    *end = lc_layout_cosize(call->ctx, layout->layout);
    return true;
}

/* That of a layout with the same values, if no copy begins at the end or beyond it. The others
 * are filled as other relations are. */
lcv_value *lcv_remembered_complement(lcv_call *call)
{
    lc_ctx *ctx = call->ctx;
    lcv_value *layout = lcv_remembered_values(ctx, call->arg[0]);
    lc_int end;
    if (!layout || !end_of(call, layout, &end) || lc_int_le(end, lc_int_const(LCV_MOST_PLACES)))
        return NULL;
    lcv_value *arg[2] = {layout, lcv_kept(ctx, lcv_value_int(ctx, end))};
    lcv_call same = {call->r, ctx, call->name, 2, arg, 2};
    lcv_value *made = arg[1] ? lcv_kept(ctx, lcv_op_complement(&same)) : NULL;
    lcr_map *map = NULL;
    if (made && made->kind == LCV_LAYOUT && lc_int_le(lc_layout_cosize(ctx, made->layout), end))
        map = lcv_layout_map(call->r, made);
    return map ? lcv_value_map_of(ctx, map, made) : NULL;
}
