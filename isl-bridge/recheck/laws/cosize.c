/* cosize.c - the cosize N: the values are below it, and N - 1 is one of them.
 *
 * The largest value for integer strides is at the end of each leaf that goes up, and at the
 * beginning of each that does not. A function that is linear over F2 has no value above N - 1,
 * and contains the layout of that one value (sets/images.c, sets/reach.c). Other functions are
 * looked at value by value.
 */
#include "config.h"

#include "../sets/value.h"
#include "modes.h"

/* ---- integer and coordinate strides ---- */

/* No value is above `most` on an axis, and the one at the pinned coordinate is no less. */
static bool largest_on_axis(ev *e, const lit *a, size_t axis, lc_int most)
{
    fn_values all;
    sys pinned = lcr_sys_new(e->pool);
    if (!lcr_fn_values(e->pool, a, &all))
        return false;
    for (size_t k = 0; k < a->n; k++) {
        lc_int last = lc_int_sub(e->pool->lc, a->extent[k], lc_int_const(1));
        lc_int at = lc_int_lt(lc_int_const(0), a->step[axis * a->n + k]) ? last : lc_int_const(0);
        lcr_sys_between(&pinned, 'c', at, at);
    }
    return lcr_ev_compare(e, &all.s, &all.value[axis], SYS_GT, most) &&
           lcr_ev_compare(e, &pinned, &all.value[axis], SYS_LT, most);
}

/* On an axis that no stride has, all values are 0. */
static bool cosize_by_axis(ev *e, const lit *a, const lit *value)
{
    lc_int size[LIT_MAX_AXES], one = lc_int_const(1);
    if (a->n > SYS_VARS)
        return lcr_ev_not(e);
    e->out->by = "bounds";
    if (!lcr_law_on_axes(a, value, one, size))
        return lcr_ev_condition(e, false, "the cosize is nested in another way");
    for (size_t j = 0; j < a->naxes; j++)
        if (!largest_on_axis(e, a, j, lc_int_sub(e->pool->lc, size[j], one)))
            return false;
    return true;
}

/* ---- linear over F2 ---- */

static bool cosize_of_bits(ev *e, const lit *a, lc_int most, bool *known)
{
    fn f = {1, {a}};
    lit *largest = lcr_lit_flat(e->pool, 0);
    if (!largest)
        return false;
    largest->offset = &most;
    e->out->by = "parity";
    if (!lcr_ev_inside(e, &f, a, lc_int_const(0), most, known))
        return false;
    return !*known || lcr_ev_contained(e, largest, a);
}

/* ---- others ---- */

static bool cosize_by_values(ev *e, const lit *a, lc_int most)
{
    int64_t *value, largest;
    size_t n;
    if (!lcr_ev_values(e, a, &value, &n))
        return false;
    if (!value)
        return true;
    e->out->by = "points";
    largest = value[0];
    for (size_t i = 1; i < n; i++)
        largest = value[i] > largest ? value[i] : largest;
    return lcr_ev_condition(e, lc_int_eq(lc_int_si(e->pool->lc, largest), most),
                            "the largest value is another one");
}

static bool cosize(ev *e, const lcr_statement *c)
{
    size_t bits;
    lc_int n;
    const lit *a = c->arg[0];
    bool known = false;
    if (!lcr_lit_is_function(a))
        return lcr_ev_not(e);
    if (c->value->kind != LIT_TUPLE)
        return lcr_ev_reading(e, false, "the cosize is neither an integer nor a coordinate");
    if (lcr_lit_is_affine(a))
        return cosize_by_axis(e, a, c->value);
    if (a->basis)
        return lcr_ev_not(e);
    if (!lcr_ev_integer(c->value, &n))
        return lcr_ev_reading(e, false, "the cosize is no integer");
    lc_int most = lc_int_sub(e->pool->lc, n, lc_int_const(1));
    fn f = {1, {a}};
    if (lcr_value_is_xor(e->pool, &f, a, &bits) && lc_int_le(lc_int_const(0), most) &&
        !cosize_of_bits(e, a, most, &known))
        return false;
    return known || cosize_by_values(e, a, most);
}

const ev_row lcr_laws_cosize[] = {
    {"cosize", 1, "x", cosize, OF_LAYOUTS, 0},
    {NULL, 0, NULL, NULL, 0, 0},
};
