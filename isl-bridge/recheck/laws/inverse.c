/* inverse.c - right_inverse, left_inverse, inverse.
 *
 *   right_inverse   A(R(k)) = k at every coordinate k of R, R(k) a coordinate of A (law 24). R
 *                   is coalesced, and as long as modes of A follow one another from the
 *                   stride 1 on, each beginning where one before it ends (Table 5)
 *   left_inverse    A(L(A(c))) = A(c), L(A(c)) a coordinate of A (law 26). L is the one of
 *                   Table 6: of the modes of A coalesced, by stride, the digit up to the next
 *                   stride is the coordinate of the mode, and the digit below the first is none
 *   inverse         a right inverse of as many coordinates as A
 *
 * Where values are coordinates, R is as long as that on each axis, by the modes that move on this
 * axis alone; L is not read. Functions over F2 and swizzles have these laws only, and an inverse
 * has as many coordinates as A.
 */
#include "config.h"

#include "../../../lib/size.h"

#include "../claims/claims.h"
#include "../sets/outside.h"
#include "../sets/parts.h"
#include "laws.h"

#include <stdlib.h>

static bool is_affine_layout(const lit *a)
{
    return lcr_lit_is_affine(a) && !lcr_has_outside(a);
}

/* What is read of an inverse goes by the kind of the values. */
static bool is_readable(const lit *a)
{
    return is_affine_layout(a) && !lcr_lit_is_still(a);
}

/* ---- modes by stride ---- */

/* Those that move on an axis and on no other. */
static fn_mode *modes_on(ev *e, const lit *a, size_t axis, size_t *n)
{
    size_t all = 0;
    fn_mode *m = lcr_fn_modes(e->pool, a, axis, &all);
    *n = 0;
    for (size_t i = 0; m && i < all; i++)
        if (lcr_lit_moves(a, m[i].leaf) == 1)
            m[(*n)++] = m[i];
    return m;
}

/* Modes that follow one another from 1 on: each begins where one before it ends. */
typedef struct {
    size_t n, first; /* first = n: none begins at 1 */
    const fn_mode *mode;
    size_t *next;  /* of each, from which strides reach furthest; n: none */
    lc_int *reach; /* from each on */
} follow;

static lc_int end_of(ev *e, const follow *f, size_t k)
{
    return lc_int_mul(e->pool->lc, f->mode[k].step, f->mode[k].extent);
}

/* Of each mode: it begins at 1, or where such a one ends. NULL with an error. */
static const bool *followed(ev *e, const follow *f)
{
    bool *is = lcr_lit_alloc(e->pool, f->n + 1, sizeof *is);
    for (size_t k = 0; is && k < f->n; k++) {
        is[k] = lc_int_is_one(f->mode[k].step);
        for (size_t j = 0; j < k && !is[k]; j++)
            is[k] = is[j] && lc_int_eq(f->mode[k].step, end_of(e, f, j));
    }
    return is;
}

/* The shortest of the modes from which they reach alike, and the first of several by
 * coordinates. */
static bool follow_on(ev *e, const lit *a, size_t axis, follow *f)
{
    f->mode = modes_on(e, a, axis, &f->n);
    f->next = lcr_lit_alloc(e->pool, f->n + 1, sizeof *f->next);
    f->reach = lcr_lit_alloc(e->pool, f->n + 1, sizeof *f->reach);
    f->first = f->n;
    const bool *is = f->mode && f->next && f->reach ? followed(e, f) : NULL;
    for (size_t k = is ? f->n : 0; k-- > 0;) {
        lc_int end = end_of(e, f, k);
        f->next[k] = f->n;
        for (size_t j = k + 1; j < f->n && is[k]; j++)
            if (is[j] && lc_int_eq(f->mode[j].step, end) &&
                (f->next[k] == f->n || lc_int_lt(f->reach[f->next[k]], f->reach[j])))
                f->next[k] = j;
        f->reach[k] = f->next[k] < f->n ? f->reach[f->next[k]] : end;
        if (is[k] && lc_int_is_one(f->mode[k].step) &&
            (f->first == f->n || !lc_int_lt(f->reach[k], f->reach[f->first])))
            f->first = k;
    }
    return is != NULL;
}

/* ---- right inverses ---- */

/* By reading: the part of R for an axis of A. */
static bool as_long(ev *e, const lit *r, const lit *a, size_t axis)
{
    lc_ctx *lc = e->pool->lc;
    follow f;
    if (!follow_on(e, a, axis, &f))
        return false;
    lc_int reach = f.first < f.n ? f.reach[f.first] : lc_int_const(1);
    return lcr_ev_condition(e, lc_int_eq(lcr_lit_size(lc, r), reach),
                            "it is not as long as the strides go on") &&
           lcr_ev_condition(e, lcr_parts_coalesced(lc, r), "two modes are one");
}

/* The mode at a path; NULL: none, or an error. */
static const lit *mode_at(ev *e, const lit *a, const lit_path *path)
{
    for (size_t d = 0; a && d < path->depth; d++) {
        bool has = a->node[0] != 0 && path->mode[d] < a->node[0];
        a = has ? lcr_lit_mode(e->pool, a, path->mode[d]) : NULL;
    }
    return a;
}

static bool all_as_long(ev *e, const lit *r, const lit *a)
{
    for (size_t j = 0; j < a->naxes; j++) {
        lit_path path;
        lcr_fn_axis_path(a, j, &path);
        const lit *part = mode_at(e, r, &path);
        if (!part)
            return lcr_ev_condition(e, false, "it is not nested like the values");
        if (!as_long(e, part, a, j))
            return false;
    }
    return true;
}

/* An inverse of one coordinate is 1:0. */
static bool is_point_still(ev *e, const lit *r)
{
    bool point = r->kind == LIT_LAYOUT && r->nnodes == 1 &&
                 lc_int_known_equal(r->extent[0], lc_int_const(1));
    return lcr_ev_condition(e, !point || lcr_lit_is_still(r), "a point has a stride");
}

static bool right_inverse(ev *e, const lcr_statement *s)
{
    const lit *a = s->arg[0], *r = s->value;
    e->out->by = "difference";
    if (!is_point_still(e, r))
        return false;
    if (is_readable(a) && r->kind == LIT_LAYOUT && !all_as_long(e, r, a))
        return false;
    return !e->out->holds || lcr_ev_right_inverts(e, r, a);
}

/* ---- left inverses ---- */

/* The layout coalesced; NULL with an error. */
static const lit *coalesced(ev *e, const lit *a)
{
    lc_ctx *lc = e->pool->lc;
    lit *b = lcr_lit_flat(e->pool, a->n);
    size_t n = 0;
    for (size_t k = 0; b && k < a->n; k++) {
        if (lc_int_is_one(a->extent[k]))
            continue;
        if (n > 0 && lc_int_eq(a->step[k], lc_int_mul(lc, b->extent[n - 1], b->step[n - 1]))) {
            b->extent[n - 1] = lc_int_mul(lc, b->extent[n - 1], a->extent[k]);
        } else {
            b->extent[n] = a->extent[k];
            b->step[n++] = a->step[k];
        }
    }
    if (b)
        lcr_lit_use(b, n);
    return b;
}

const lit *lcr_right_inverse(ev *e, const lit *a)
{
    follow f;
    size_t n = 0;
    if (!follow_on(e, a, 0, &f))
        return NULL;
    lit *r = lcr_lit_flat(e->pool, f.n);
    for (size_t k = f.first; r && k < f.n; k = f.next[k]) {
        r->extent[n] = f.mode[k].extent;
        r->step[n++] = f.mode[k].place;
    }
    if (!r)
        return NULL;
    r->n = n;
    return coalesced(e, r);
}

/* The digits of a value, as a flat layout that is not coalesced; no leaf of extent 1. */
static lit *digits_of(ev *e, const fn_mode *m, size_t n)
{
    lc_ctx *lc = e->pool->lc;
    lit *d = lcr_lit_flat(e->pool, n + 1);
    if (!d)
        return NULL;
    bool negative = n == 1 && lc_int_lt(m[0].step, lc_int_const(0));
    lc_int first = n > 0 ? lc_int_abs(lc, m[0].step) : lc_int_const(1);
    d->n = 0;
    if (!lc_int_is_one(first))
        d->extent[d->n++] = first;
    for (size_t k = 0; k < n; k++) {
        d->extent[d->n] = k + 1 < n ? lc_int_fdiv(lc, m[k + 1].step, m[k].step) : m[k].extent;
        d->step[d->n++] = negative ? lc_int_neg(lc, m[k].place) : m[k].place;
    }
    return d;
}

/* By reading: Table 6, for integers. */
static bool has_digits(ev *e, const lit *l, const lit *a)
{
    size_t n;
    const lit *simple = coalesced(e, a);
    const fn_mode *m = simple ? modes_on(e, simple, 0, &n) : NULL;
    const lit *digits = m ? digits_of(e, m, n) : NULL;
    const lit *want = digits ? coalesced(e, digits) : NULL;
    return want &&
           lcr_ev_condition(e, lcr_parts_coalesced(e->pool->lc, l), "two modes are one") &&
           lcr_ev_condition(e, lcr_parts_equal(l, want),
                            "the digits are not those of the strides of A");
}

/* Of a layout of one value, which is 0. */
static bool is_one_place(ev *e, const lit *l)
{
    return is_point_still(e, l) &&
           lcr_ev_condition(e, lc_int_is_one(lcr_lit_size(e->pool->lc, l)),
                            "A has one value, and it has more coordinates");
}

static bool left_inverse(ev *e, const lcr_statement *s)
{
    const lit *a = s->arg[0], *l = s->value;
    e->out->by = "difference";
    bool integers = is_affine_layout(a) && !a->basis && is_affine_layout(l) && !l->basis;
    if (integers && (lcr_lit_is_still(a) ? !is_one_place(e, l) : !has_digits(e, l, a)))
        return false;
    return !e->out->holds || lcr_ev_left_inverts(e, l, a);
}

static bool inverse(ev *e, const lcr_statement *s)
{
    const lit *a = s->arg[0], *r = s->value;
    lc_ctx *lc = e->pool->lc;
    if (!lcr_lit_is_function(a) || !lcr_lit_is_function(r))
        return lcr_ev_not(e);
    e->out->by = "difference";
    if (!lcr_ev_condition(e, lc_int_eq(lcr_lit_size(lc, a), lcr_lit_size(lc, r)),
                          "it has not as many coordinates"))
        return false;
    if (!is_point_still(e, r) ||
        (is_readable(a) && !a->basis && r->kind == LIT_LAYOUT &&
         !lcr_ev_condition(e, lcr_parts_coalesced(lc, r), "two modes are one")))
        return false;
    return !e->out->holds || lcr_ev_right_inverts(e, r, a);
}

const ev_row lcr_laws_inverse[] = {
    {"inverse", 1, "x", inverse, OF_LAYOUTS, 0},
    {"left_inverse", 1, "x", left_inverse, OF_LAYOUTS, 0},
    {"right_inverse", 1, "x", right_inverse, OF_LAYOUTS, 0},
    {NULL, 0, NULL, NULL, 0, 0},
};
