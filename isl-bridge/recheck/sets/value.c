/* value.c - values of all kinds of functions as sums, by quotients and parities. */
#include "config.h"

#include "value.h"

#include "../../../lib/size.h"
#include "listed.h"
#include "xor.h"

#include <string.h>

/* ---- all kinds ---- */

static void layout(quo *d, const lit *a, const sys_sum *leaf, sys_sum *value)
{
    for (size_t j = 0; j < a->naxes; j++) {
        value[j] = lcr_sys_number(a->offset ? a->offset[j] : lc_int_const(0));
        for (size_t k = 0; k < a->n; k++)
            if (!lc_int_is_plain_zero(a->step[j * a->n + k]))
                lcr_sys_add(&d->s, &value[j], a->step[j * a->n + k], &leaf[k]);
    }
}

/* At values of `of`, or at leaves. */
static bool composed(quo *d, const lit *a, const lit *of, const sys_sum *in, const sys_sum *leaf,
                     sys_sum *value)
{
    sys_sum *mid = lcr_lit_alloc(d->s.pool, a->inner->naxes + 1, sizeof *mid);
    if (!mid || !(leaf ? lcr_value_at_leaves(d, a->inner, leaf, mid)
                       : lcr_value_at(d, a->inner, of, in, mid)))
        return false;
    if (!a->outer)
        memcpy(value, mid, a->naxes * sizeof *value);
    else if (!lcr_value_at(d, a->outer, a->inner, mid, value))
        return false;
    for (size_t j = 0; !a->by_xor && a->offset && j < a->naxes; j++)
        value[j].constant = lc_int_add(d->s.pool->lc, value[j].constant, a->offset[j]);
    return !a->by_xor || !a->offset || lcr_xor_offset(d, a, value);
}

/* By what stands for it, or by its runs: isl takes long over sums of these and of bits. */
static bool listed(quo *d, const lit *a, const sys_sum *in, sys_sum *value)
{
    lc_int least, most;
    if (!lcr_sys_range(&d->s, in, &least, &most) ||
        !lcr_int_is_in(least, most, lc_int_const((int)a->nvalues)))
        return false;
    return a->inner ? lcr_value_at(d, a->inner, NULL, in, value)
                    : lcr_listed_at(&d->s, a, in, &value[0]);
}

bool lcr_value_at_leaves(quo *d, const lit *a, const sys_sum *leaf, sys_sum *value)
{
    bool ok = true;
    if (a->kind == LIT_COMPOSED) {
        ok = composed(d, a, NULL, NULL, leaf, value);
    } else if (a->kind == LIT_LINEAR) {
        ok = lcr_xor_linear(d, a, leaf, value);
    } else if (a->kind == LIT_SWIZZLE) {
        value[0] = leaf[0];
        lcr_xor_swizzle(d, a, value);
    } else if (a->kind == LIT_LAYOUT && a->by_xor) {
        ok = lcr_xor_layout(d, a, leaf, value);
    } else if (a->kind == LIT_LAYOUT) {
        layout(d, a, leaf, value);
    } else {
        return false;
    }
    if (ok && a->kind == LIT_LAYOUT && a->b > 0)
        lcr_xor_swizzle(d, a, value);
    return ok && !d->s.failed;
}

/* The leaves [first, last) at an integral coordinate of theirs, the last one extending. */
static void digits_of(quo *d, const lit *a, size_t first, size_t last, const sys_sum *x,
                      sys_sum *leaf)
{
    lc_ctx *lc = d->s.pool->lc;
    lc_int least = lc_int_const(0), most = least;
    bool ends = !d->s.pool->sizes && lcr_sys_range(&d->s, x, &least, &most);
    sys_sum rest = *x, above;
    for (size_t k = first; k + 1 < last; k++) {
        lcr_quo_divide(d, &rest, a->extent[k], &above, &leaf[k]);
        rest = above;
        if (ends) {
            least = lc_int_fdiv(lc, least, a->extent[k]);
            most = lc_int_fdiv(lc, most, a->extent[k]);
        }
    }
    if (ends)
        lcr_quo_bound(d, least, most, &rest);
    leaf[last - 1] = rest;
}

/* The digits of coordinates, none of which has a leaf that another one has. */
static bool digits_at_axes(quo *d, const lit *a, const lit *of, const sys_sum *in, sys_sum *leaf)
{
    bool *seen = lcr_lit_alloc(d->s.pool, a->n + 1, sizeof *seen);
    if (!seen || a->kind != LIT_LAYOUT)
        return false;
    for (size_t j = 0; j < of->naxes; j++) {
        size_t first, last;
        if (!lcr_lit_leaves_at(a, &of->path[j], &first, &last) || first == last)
            return false;
        for (size_t k = first; k < last; k++) {
            if (seen[k])
                return false;
            seen[k] = true;
        }
        digits_of(d, a, first, last, &in[j], leaf);
    }
    return true;
}

sys_sum lcr_value_whole(quo *d, const lit *of, const sys_sum *in)
{
    lc_int place = lc_int_const(1);
    sys_sum x = in[0];
    for (size_t j = 1; of && lcr_lit_has_dims(of) && j < of->naxes; j++) {
        place = lc_int_mul(d->s.pool->lc, place, of->out[j - 1]);
        lcr_sys_add(&d->s, &x, place, &in[j]);
    }
    return x;
}

bool lcr_value_at(quo *d, const lit *a, const lit *of, const sys_sum *in, sys_sum *value)
{
    if (a->kind == LIT_COMPOSED)
        return composed(d, a, of, in, NULL, value);
    sys_sum *leaf = lcr_lit_alloc(d->s.pool, a->n + 1, sizeof *leaf);
    if (!leaf || (a->kind == LIT_SWIZZLE && of && of->basis))
        return false;
    if (of && of->basis)
        return digits_at_axes(d, a, of, in, leaf) && lcr_value_at_leaves(d, a, leaf, value);
    const sys_sum x = lcr_value_whole(d, of, in);
    if (a->kind == LIT_LISTED)
        return listed(d, a, &x, value);
    digits_of(d, a, 0, a->kind == LIT_SWIZZLE ? 1 : a->n, &x, leaf);
    return lcr_value_at_leaves(d, a, leaf, value);
}

/* ---- coordinates ---- */

static bool has_bits(const lit *a)
{
    return a && (a->by_xor || a->b > 0 || a->kind == LIT_LINEAR || a->kind == LIT_SWIZZLE ||
                 has_bits(a->outer) || has_bits(a->inner));
}

bool lcr_value_has_bits(const fn *f)
{
    bool some = false;
    for (size_t i = 0; !some && i < f->n; i++)
        some = has_bits(f->step[i]);
    return some;
}

bool lcr_value_coordinates(quo *d, const lit *domain, char letter, value_coordinates as,
                           sys_sum *leaf)
{
    lc_ctx *lc = d->s.pool->lc;
    for (size_t k = 0; k < domain->n && !d->s.failed; k++) {
        lc_int at = lc_int_sub(lc, domain->extent[k], lc_int_const(1));
        if (k % 2 == 1 && !d->s.pool->sizes)
            at = lc_int_fdiv(lc, at, lc_int_const(2));
        lcr_sys_zero(&leaf[k]);
        if (as != VALUE_NUMBERS) {
            lcr_xor_coordinate(d, domain->extent[k], letter, as == VALUE_ALL_BITS, at, &leaf[k]);
        } else if (!(d->s.failed = d->s.n == SYS_VARS)) {
            d->at[d->s.n] = at;
            leaf[k] = lcr_sys_variable(lcr_sys_below(&d->s, letter, domain->extent[k]));
        }
        if (!d->s.failed && !d->s.pool->sizes && !lc_int_eq(lcr_quo_at(d, &leaf[k]), at))
            return lc_fail(lc, LC_ERR_INTERNAL, "a coordinate is encoded as another one");
    }
    return !d->s.failed;
}

/* Has the function these values at the point of the set, whose integral coordinate is c, by
 * evaluation? One encoder has to be no fault that all sets share. */
static bool agrees(const quo *d, const fn *f, lc_int c, const sys_sum *value)
{
    lc_ctx *lc = d->s.pool->lc;
    lc_int at[SYS_VARS], is[LIT_MAX_AXES];
    memcpy(at, d->at, sizeof at);
    if (lcr_sys_named(&d->s, 'z') > 0 || !lcr_fn_at(lc, f, c, is))
        return true; /* runs (sets/listed.c) have no point */
    bool same = lcr_sys_has(&d->s, &(sys_point){d->s.n, at});
    for (size_t j = 0; same && j < lcr_fn_naxes(f); j++)
        same = lc_int_eq(lcr_quo_at(d, &value[j]), is[j]);
    return same || lc_fail(lc, LC_ERR_INTERNAL, "a function is encoded as another one");
}

bool lcr_value_of(quo *d, const fn *f, const lit *domain, const sys_sum *leaf, sys_sum *value)
{
    lc_ctx *lc = d->s.pool->lc;
    size_t room = lcr_fn_room(f);
    sys_sum *in = lcr_lit_alloc(d->s.pool, room, sizeof *in);
    lc_int place = lc_int_const(1);
    if (!in)
        return false;
    lcr_sys_zero(&value[0]);
    for (size_t k = 0; k < domain->n; k++) {
        lcr_sys_add(&d->s, &value[0], place, &leaf[k]);
        place = lc_int_mul(lc, place, domain->extent[k]);
    }
    const lc_int c = d->s.pool->sizes ? place : lcr_quo_at(d, &value[0]);
    for (size_t i = 0; i < f->n; i++) {
        const lit *a = f->step[i];
        bool own = i == 0 && a->kind != LIT_LISTED && a->n == domain->n &&
                   lcr_same_ints(a->n, a->extent, domain->extent);
        memcpy(in, value, room * sizeof *in);
        if (!(own ? lcr_value_at_leaves(d, a, leaf, value)
                  : lcr_value_at(d, a, i > 0 ? f->step[i - 1] : NULL, in, value)))
            return false;
    }
    return !d->s.failed && (d->s.pool->sizes || agrees(d, f, c, value));
}
