/* cosize.c - the cosize N: the values are below it, and N - 1 is one of them.
 *
 * Of integer strides, the largest value is at the end of each leaf that goes up, and at the
 * beginning of each that does not. Of functions that are linear over F2, a value of N or more has a
 * highest bit in which it differs from N - 1, one set for each; where N - 1 is a value is found by
 * elimination. Others are looked at value by value.
 */
#include "config.h"

#include "layout.h"

#include <string.h>

/* ---- integer and coordinate strides ---- */

/* No value is above `most` on an axis, and the one at the pinned coordinate is no less. */
static bool largest_on_axis(ev *e, const lit *a, size_t axis, lc_int most)
{
    lc_ctx *lc = e->pool->lc;
    lc_int zero = lc_int_const(0);
    sys *all = lcr_lit_alloc(e->pool, 1, sizeof *all);
    sys *pinned = lcr_lit_alloc(e->pool, 1, sizeof *pinned);
    sys_sum *value = lcr_lit_alloc(e->pool, a->naxes, sizeof *value);
    size_t var[SYS_VARS];
    if (all == NULL || pinned == NULL || value == NULL)
        return false;
    lcr_sys_begin(all, e->pool);
    lcr_sys_begin(pinned, e->pool);
    lcr_fn_coordinates(all, a, 'c', false, var);
    lcr_fn_natural(all, a, var, value);
    value[axis].constant = lc_int_sub(lc, value[axis].constant, most);
    for (size_t k = 0; k < a->n; k++) {
        lc_int last = lc_int_sub(lc, a->extent[k], lc_int_const(1));
        lc_int at = lc_int_sign(a->step[axis * a->n + k]) > 0 ? last : zero;
        lcr_sys_var(pinned, 'c', &at, &at);
    }
    return !all->failed && !pinned->failed && lcr_ev_relate(e, all, &value[axis], SYS_GT) &&
           lcr_ev_relate(e, pinned, &value[axis], SYS_LT);
}

static bool cosize_by_axis(ev *e, const lit *a, const lit *value)
{
    lc_ctx *lc = e->pool->lc;
    if (a->n > SYS_VARS || value->any != NULL)
        return lcr_ev_not(e);
    e->out->by = "bounds";
    if (!a->basis && value->nnodes != 1)
        return lcr_ev_condition(e, false, "the cosize is no integer");
    for (size_t j = 0; j < a->naxes; j++) {
        size_t first = 0, last = 1;
        if (a->basis && (!lcr_lit_leaves_at(value, &a->path[j], &first, &last) ||
                         last != first + 1))
            return lcr_ev_condition(e, false, "the cosize is nested in another way");
        if (!largest_on_axis(e, a, j, lc_int_sub(lc, value->extent[first], lc_int_const(1))))
            return false;
    }
    return true;
}

/* On an axis that no stride has, all values are 0. */
static bool other_axes(ev *e, const lit *a, const lit *value)
{
    for (size_t k = 0; a->basis && k < value->n; k++) {
        bool known = false;
        for (size_t j = 0; j < a->naxes; j++) {
            size_t first, last;
            known = known || (lcr_lit_leaves_at(value, &a->path[j], &first, &last) &&
                              first <= k && k < last);
        }
        if (!known && !lcr_ev_condition(e, lc_int_is_one(value->extent[k]),
                                        "the cosize of an axis without strides is not 1"))
            return false;
    }
    return true;
}

/* ---- linear over F2 ---- */

typedef struct {
    size_t bits, most;      /* of the coordinate, of values */
    lc_int at[65];          /* the value at 0, the linear parts of those at single bits */
} columns;

static lc_int exclusive_or(lc_ctx *lc, lc_int a, lc_int b, size_t bits)
{
    lc_int sum = lc_int_const(0), place = lc_int_const(1);
    for (size_t i = 0; i < bits; i++, place = lc_int_add(lc, place, place))
        if (lc_int_bit(a, i) != lc_int_bit(b, i))
            sum = lc_int_add(lc, sum, place);
    return sum;
}

static bool columns_of(lc_ctx *lc, const lit *a, size_t bits, columns *out)
{
    lc_int value[LIT_MAX_AXES], c = lc_int_const(0);
    *out = (columns){.bits = bits};
    for (size_t i = 0; i <= bits; i++) {
        if (!lcr_lit_at(lc, a, c, value))
            return false;
        out->at[i] = lcr_lit_whole(lc, a, value);
        size_t n = lc_int_bits(out->at[i]);
        out->most = n > out->most ? n : out->most;
        c = i == 0 ? lc_int_const(1) : lc_int_add(lc, c, c);
    }
    for (size_t i = 1; i <= bits; i++)
        out->at[i] = exclusive_or(lc, out->at[i], out->at[0], out->most);
    return true;
}

/* Bit `row` of the value is `bit`; or is not. */
static void row_is(sys *s, const columns *col, const size_t *x, size_t row, bool bit, sys_sum *sum)
{
    lcr_sys_zero(sum);
    sum->constant = lc_int_const(lc_int_bit(col->at[0], row) == bit ? 0 : -1);
    for (size_t i = 0; i < col->bits; i++)
        if (lc_int_bit(col->at[i + 1], row))
            lcr_sys_add_var(s, sum, lc_int_const(1), x[i]);
    lcr_sys_add_var(s, sum, lc_int_const(-2), lcr_sys_var(s, 'w', NULL, NULL));
}

static sys *with_bits(ev *e, size_t bits, size_t *x)
{
    lc_int zero = lc_int_const(0), one = lc_int_const(1);
    sys *s = lcr_lit_alloc(e->pool, 1, sizeof *s);
    if (s == NULL)
        return NULL;
    lcr_sys_begin(s, e->pool);
    for (size_t i = 0; i < bits; i++)
        x[i] = lcr_sys_var(s, 'x', &zero, &one);
    return s;
}

/* A value that agrees with `most` above bit `row`, and has it, which `most` has not. */
static bool none_above(ev *e, const columns *col, lc_int most)
{
    size_t x[64];
    sys_sum sum;
    sys *s = with_bits(e, col->bits, x);
    if (s == NULL)
        return false;
    for (size_t row = col->most; row-- > 0;) {
        bool bit = lc_int_bit(most, row);
        sys more = *s;
        row_is(&more, col, x, row, true, &sum);
        if (!bit && (more.failed || !lcr_ev_relate(e, &more, &sum, SYS_EQ)))
            return false;
        row_is(s, col, x, row, bit, &sum);
        lcr_sys_relate(s, &sum, SYS_EQ);
    }
    return !s->failed;
}

/* A coordinate whose value is `most`; false: there is none. */
static bool find(lc_ctx *lc, const columns *col, lc_int most, bool *x)
{
    lc_int left = exclusive_or(lc, most, col->at[0], col->most);
    lc_int from[64], at[64];
    size_t n = col->bits;
    lc_int unit = lc_int_const(1);
    for (size_t i = 0; i < n; i++, unit = lc_int_add(lc, unit, unit)) {
        at[i] = col->at[i + 1];
        from[i] = unit;
    }
    lc_int sum = lc_int_const(0);
    for (size_t row = col->most; row-- > 0;) {
        size_t pivot = 0;
        while (pivot < n && !lc_int_bit(at[pivot], row))
            pivot++;
        if (pivot == n)
            continue;
        lc_int value = at[pivot], origin = from[pivot];
        for (size_t i = 0; i < n; i++) {
            if (i == pivot || !lc_int_bit(at[i], row))
                continue;
            at[i] = exclusive_or(lc, at[i], value, col->most);
            from[i] = exclusive_or(lc, from[i], origin, 64);
        }
        at[pivot] = lc_int_const(0);
        if (lc_int_bit(left, row)) {
            left = exclusive_or(lc, left, value, col->most);
            sum = exclusive_or(lc, sum, origin, 64);
        }
    }
    for (size_t i = 0; i < n; i++)
        x[i] = lc_int_bit(sum, i);
    return lc_int_is_zero(left);
}

/* At the coordinate that is found, a bit is another one. */
static bool reached(ev *e, const columns *col, lc_int most)
{
    bool bit[64] = {false};
    size_t x[64];
    sys_sum sum;
    if (!find(e->pool->lc, col, most, bit))
        return lcr_ev_condition(e, false, "the cosize less 1 is no value");
    sys *s = lcr_lit_alloc(e->pool, 1, sizeof *s);
    if (s == NULL)
        return false;
    lcr_sys_begin(s, e->pool);
    for (size_t i = 0; i < col->bits; i++) {
        lc_int at = lc_int_const(bit[i]);
        x[i] = lcr_sys_var(s, 'x', &at, &at);
    }
    for (size_t row = 0; row < col->most; row++) {
        sys more = *s;
        row_is(&more, col, x, row, !lc_int_bit(most, row), &sum);
        if (more.failed || !lcr_ev_relate(e, &more, &sum, SYS_EQ))
            return false;
    }
    return true;
}

static bool cosize_of_linear(ev *e, const lit *a, size_t bits, lc_int most)
{
    columns *col = lcr_lit_alloc(e->pool, 1, sizeof *col);
    if (col == NULL || bits > 64 || !columns_of(e->pool->lc, a, bits, col) ||
        bits + col->most > SYS_VARS)
        return lcr_ev_not(e);
    e->out->by = "parity";
    if (lc_int_sign(most) < 0 || lc_int_bits(most) > col->most)
        return lcr_ev_condition(e, false, "no value has as many bits as the cosize less 1");
    return none_above(e, col, most) && reached(e, col, most);
}

/* ---- others ---- */

static bool cosize_by_values(ev *e, const lit *a, lc_int most)
{
    int64_t *value, largest;
    size_t n;
    if (!lcr_ev_values(e, a, &value, &n))
        return false;
    if (value == NULL)
        return true;
    e->out->by = "points";
    largest = value[0];
    for (size_t i = 1; i < n; i++)
        largest = value[i] > largest ? value[i] : largest;
    return lcr_ev_condition(e, lc_int_eq(lc_int_si(e->pool->lc, largest), most),
                            "the largest value is another one");
}

bool lcr_law_cosize(ev *e, const lcr_statement *c)
{
    size_t bits;
    const lit *a = lcr_ev_layout(e, c->arg[0]);
    if (a == NULL)
        return false;
    if (!lcr_lit_is_function(a))
        return lcr_ev_not(e);
    if (c->value->kind != LIT_TUPLE)
        return lcr_law_reading(e, false, "the cosize is neither an integer nor a coordinate");
    if (lcr_lit_is_affine(a))
        return cosize_by_axis(e, a, c->value) && other_axes(e, a, c->value);
    lc_int n, most;
    if (a->basis)
        return lcr_ev_not(e);
    if (!lcr_ev_integer(c->value, &n))
        return lcr_law_reading(e, false, "the cosize is no integer");
    most = lc_int_sub(e->pool->lc, n, lc_int_const(1));
    fn f = {1, {a}, NULL};
    if (lcr_fn_is_affine_in_bits(e->pool->lc, &f, a, &bits))
        return cosize_of_linear(e, a, bits, most);
    return cosize_by_values(e, a, most);
}
