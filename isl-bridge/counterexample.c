#include "config.h"

#include <stdlib.h>

#include "counterexample.h"

/* ---- functions as expressions of a system ---- */

/* A system under construction: `crd` are the variables of the domain's leaves, SIZE_MAX
 * for a leaf of extent 1, whose coordinate is 0. */
typedef struct {
    lcr_ctx *r;
    lc_ctx *ctx;
    lcr_system *system;
    size_t n;
    size_t *crd;
    lc_int *extent;
    bool digits; /* some value was written in digits: the system has equalities */
} frame;

static void frame_free(frame *f)
{
    lcr_system_free(f->system);
    free(f->crd);
    free(f->extent);
}

static bool frame_open(lcr_ctx *r, const lc_tuple *domain, frame *f)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    *f = (frame){.r = r, .ctx = ctx, .n = lc_tuple_nleaves(domain)};
    f->system = lcr_system_new(r);
    f->crd = lc_alloc(ctx, f->n, sizeof *f->crd);
    f->extent = lc_alloc(ctx, f->n, sizeof *f->extent);
    if (!f->system || !f->crd || !f->extent)
        return false;
    for (size_t k = 0; k < f->n; k++) {
        f->extent[k] = lc_tuple_value(domain, k);
        f->crd[k] = SIZE_MAX;
        if (lc_int_is_one(f->extent[k]))
            continue;
        lc_int last = lc_int_sub(ctx, f->extent[k], lc_int_const(1));
        f->crd[k] = lcr_system_var(f->system, lc_int_const(0), last);
        if (f->crd[k] == SIZE_MAX)
            return false;
    }
    return true;
}

/* The integral coordinate: sum of place times coordinate. */
static void integral(frame *f, lcr_expr *x)
{
    lc_int place = lc_int_const(1);
    lcr_expr_zero(x);
    for (size_t k = 0; k < f->n; k++) {
        if (f->crd[k] != SIZE_MAX)
            lcr_expr_add_var(f->ctx, x, place, f->crd[k]);
        place = lc_int_mul(f->ctx, place, f->extent[k]);
    }
}

/* a at the integral coordinate, when the domain's leaves refine a's: consecutive ones
 * make up each leaf of a, the last leaf taking all that are left. Then every digit
 * of a is linear in the coordinates. */
static bool linear_value(frame *f, const lc_layout *a, lcr_expr *value)
{
    lc_ctx *ctx = f->ctx;
    size_t at = 0, leaves = lc_layout_nleaves(a);
    lcr_expr_zero(value);
    for (size_t k = 0; k < leaves; k++) {
        bool last = k + 1 == leaves;
        lc_int place = lc_int_const(1), extent = lc_layout_extent(a, k);
        while (at < f->n && (last || lc_int_lt(place, extent))) {
            if (f->crd[at] != SIZE_MAX)
                lcr_expr_add_var(ctx, value, lc_int_mul(ctx, place, lc_layout_step(a, k)),
                                 f->crd[at]);
            place = lc_int_mul(ctx, place, f->extent[at++]);
        }
        if (!last && !lc_int_eq(place, extent))
            return false;
    }
    return true;
}

/* The leaves of a that matter to its extended function, contiguous ones joined; the
 * last one is unbounded. Returns their number, at least 1. */
static size_t reduced_leaves(lc_ctx *ctx, const lc_layout *a, lc_int *extent, lc_int *step)
{
    size_t leaves = lc_layout_nleaves(a), n = 0;
    for (size_t k = 0; k < leaves; k++) {
        lc_int s = lc_layout_extent(a, k), d = lc_layout_step(a, k);
        if (k + 1 < leaves && lc_int_is_one(s))
            continue;
        if (n > 0 && lc_int_eq(d, lc_int_mul(ctx, extent[n - 1], step[n - 1]))) {
            extent[n - 1] = lc_int_mul(ctx, extent[n - 1], s);
            continue;
        }
        extent[n] = s;
        step[n++] = d;
    }
    return n;
}

/* a at any value x: one bounded digit a leaf, the last one free. */
static bool digit_value(frame *f, const lc_layout *a, const lcr_expr *x, lcr_expr *value)
{
    lc_ctx *ctx = f->ctx;
    lc_int extent[lc_layout_nleaves(a)], step[lc_layout_nleaves(a)];
    size_t n = reduced_leaves(ctx, a, extent, step);
    lcr_expr rest;
    lcr_expr_zero(value);
    if (n == 1) {
        lcr_expr_add(ctx, value, step[0], x);
        return true;
    }
    lc_int place = lc_int_const(1);
    lcr_expr_zero(&rest);
    lcr_expr_add(ctx, &rest, lc_int_const(1), x);
    for (size_t k = 0; k < n; k++) {
        lc_int last = lc_int_sub(ctx, extent[k], lc_int_const(1));
        size_t digit = k + 1 < n ? lcr_system_var(f->system, lc_int_const(0), last)
                                 : lcr_system_var_free(f->system);
        if (digit == SIZE_MAX)
            return false;
        lcr_expr_add_var(ctx, &rest, lc_int_neg(ctx, place), digit);
        lcr_expr_add_var(ctx, value, step[k], digit);
        place = lc_int_mul(ctx, place, extent[k]);
    }
    f->digits = true;
    return lcr_system_eq(f->system, &rest);
}

static bool chain_value(frame *f, lcr_chain chain, lcr_expr *value)
{
    if (chain.n == 0) {
        integral(f, value);
        return true;
    }
    if (!linear_value(f, chain.step[0], value)) {
        lcr_expr x;
        integral(f, &x);
        if (!digit_value(f, chain.step[0], &x, value))
            return false;
    }
    for (size_t i = 1; i < chain.n; i++) {
        lcr_expr x = *value;
        if (!digit_value(f, chain.step[i], &x, value))
            return false;
    }
    return true;
}

/* ---- solving, and reading the domain's coordinates ---- */

static lcr_answer solve(frame *f, const lcr_expr *extra, lc_int *crd)
{
    lc_int point[LCR_MAX_VARS];
    lcr_answer answer = lcr_system_solve(f->system, extra, point);
    for (size_t k = 0; answer == LCR_YES && k < f->n; k++)
        crd[k] = f->crd[k] == SIZE_MAX ? lc_int_const(0) : point[f->crd[k]];
    return answer;
}

/* A coordinate at which a linear expression of the coordinates alone, 0 at the origin,
 * is not 0: any with a coefficient. */
static lcr_answer nonzero_linear(const frame *f, const lcr_expr *e, lc_int *crd)
{
    bool found = false;
    for (size_t k = 0; k < f->n; k++) {
        bool here = !found && f->crd[k] != SIZE_MAX && f->crd[k] < e->n &&
                    !lc_int_is_zero(e->coefficient[f->crd[k]]);
        crd[k] = lc_int_const(here);
        found |= here;
    }
    return found ? LCR_YES : LCR_NO;
}

static lcr_answer nonzero(frame *f, const lcr_expr *difference, lc_int *crd)
{
    if (!f->digits)
        return nonzero_linear(f, difference, crd);
    bool unknown = false;
    for (int sign = -1; sign <= 1; sign += 2) {
        lcr_expr e;
        lcr_expr_zero(&e);
        lcr_expr_add(f->ctx, &e, lc_int_const(sign), difference);
        lcr_expr_add_const(f->ctx, &e, lc_int_const(-1));
        lcr_answer answer = solve(f, &e, crd);
        if (answer == LCR_YES)
            return answer;
        unknown |= answer == LCR_UNKNOWN;
    }
    return unknown ? LCR_UNKNOWN : LCR_NO;
}

lcr_answer lcr_find_difference(lcr_ctx *r, const lc_tuple *domain, lcr_chain f, lcr_chain g,
                               lc_int *crd)
{
    frame fr;
    lcr_expr left, right;
    lcr_answer answer = LCR_UNKNOWN;
    if (frame_open(r, domain, &fr) && chain_value(&fr, f, &left) && chain_value(&fr, g, &right)) {
        lcr_expr_add(fr.ctx, &left, lc_int_const(-1), &right);
        answer = nonzero(&fr, &left, crd);
    }
    frame_free(&fr);
    return answer;
}

/* ---- injectivity ---- */

/* The differences of two coordinates with equal offsets whose first entry other than 0
 * is at leaf k, and there positive. */
static lcr_answer collision_from(lcr_ctx *r, const lc_layout *a, size_t k, lc_int *difference)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t n = lc_layout_nleaves(a), var[n];
    lc_int point[LCR_MAX_VARS];
    lcr_system *system = lcr_system_new(r);
    lcr_expr sum;
    bool ok = system != NULL;
    lcr_expr_zero(&sum);
    for (size_t j = k; ok && j < n; j++) {
        lc_int last = lc_int_sub(ctx, lc_layout_extent(a, j), lc_int_const(1));
        var[j] = SIZE_MAX;
        if (lc_int_is_zero(last))
            continue;
        lc_int low = j == k ? lc_int_const(1) : lc_int_neg(ctx, last);
        var[j] = lcr_system_var(system, low, last);
        ok = var[j] != SIZE_MAX;
        if (ok)
            lcr_expr_add_var(ctx, &sum, lc_layout_step(a, j), var[j]);
    }
    lcr_answer answer = LCR_UNKNOWN;
    if (ok && lcr_system_eq(system, &sum))
        answer = lcr_system_solve(system, NULL, point);
    for (size_t j = 0; answer == LCR_YES && j < n; j++)
        difference[j] = j < k || var[j] == SIZE_MAX ? lc_int_const(0) : point[var[j]];
    lcr_system_free(system);
    return answer;
}

lcr_answer lcr_find_collision(lcr_ctx *r, const lc_layout *a, lc_int *crd1, lc_int *crd2)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t n = lc_layout_nleaves(a);
    bool unknown = false;
    for (size_t k = 0; k < n; k++) {
        if (lc_int_is_one(lc_layout_extent(a, k)))
            continue;
        lc_int difference[n];
        lcr_answer answer = LCR_YES;
        if (lc_int_is_zero(lc_layout_step(a, k)))
            for (size_t j = 0; j < n; j++)
                difference[j] = lc_int_const(j == k);
        else
            answer = collision_from(r, a, k, difference);
        unknown |= answer == LCR_UNKNOWN;
        if (answer != LCR_YES)
            continue;
        for (size_t j = 0; j < n; j++) {
            crd1[j] = lc_int_max(difference[j], lc_int_const(0));
            crd2[j] = lc_int_max(lc_int_neg(ctx, difference[j]), lc_int_const(0));
        }
        return LCR_YES;
    }
    return unknown ? LCR_UNKNOWN : LCR_NO;
}

/* ---- the laws of the complement ---- */

/* Variables for the coordinates of a layout, its offset added to `value`. */
static bool coordinates(lcr_system *system, lc_ctx *ctx, const lc_layout *a, bool extended,
                        lc_int sign, size_t *var, lcr_expr *value)
{
    size_t n = lc_layout_nleaves(a);
    for (size_t k = 0; k < n; k++) {
        lc_int last = lc_int_sub(ctx, lc_layout_extent(a, k), lc_int_const(1));
        bool unbounded = extended && k + 1 == n;
        var[k] = SIZE_MAX;
        if (lc_int_is_zero(last) && !unbounded)
            continue;
        var[k] = unbounded ? lcr_system_var_from(system, lc_int_const(0))
                           : lcr_system_var(system, lc_int_const(0), last);
        if (var[k] == SIZE_MAX)
            return false;
        lcr_expr_add_var(ctx, value, lc_int_mul(ctx, sign, lc_layout_step(a, k)), var[k]);
    }
    return true;
}

static void read_coordinates(const lc_int *point, size_t n, const size_t *var, lc_int *crd)
{
    for (size_t k = 0; k < n; k++)
        crd[k] = var[k] == SIZE_MAX ? lc_int_const(0) : point[var[k]];
}

lcr_answer lcr_find_common(lcr_ctx *r, const lc_layout *c, const lc_layout *a, bool extended,
                           lc_int *i, lc_int *j)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t nc = lc_layout_nleaves(c), na = lc_layout_nleaves(a), vi[nc], vj[na];
    lc_int point[LCR_MAX_VARS];
    lcr_system *system = lcr_system_new(r);
    lcr_expr difference, some;
    lcr_answer answer = LCR_UNKNOWN;
    lcr_expr_zero(&difference);
    if (system && coordinates(system, ctx, c, extended, lc_int_const(1), vi, &difference) &&
        coordinates(system, ctx, a, false, lc_int_const(-1), vj, &difference) &&
        lcr_system_eq(system, &difference)) {
        lcr_expr_zero(&some); /* i is not the origin: its entries add up to 1 or more */
        for (size_t k = 0; k < nc; k++)
            if (vi[k] != SIZE_MAX)
                lcr_expr_add_var(ctx, &some, lc_int_const(1), vi[k]);
        lcr_expr_add_const(ctx, &some, lc_int_const(-1));
        answer = lcr_system_solve(system, &some, point);
    }
    if (answer == LCR_YES) {
        read_coordinates(point, nc, vi, i);
        read_coordinates(point, na, vj, j);
    }
    lcr_system_free(system);
    return answer;
}

/* From i to i + 1 some leaf k goes up by 1 and the leaves before it, which were at
 * their ends, go back to 0: the offset grows by d_k - sum over j < k of (s_j - 1) d_j,
 * whatever else i is. So there is one number to look at for each leaf. */
lcr_answer lcr_find_disorder(lcr_ctx *r, const lc_layout *c, bool extended, lc_int *i)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    size_t n = lc_layout_nleaves(c);
    lc_int back = lc_int_const(0);
    for (size_t k = 0; k < n; k++) {
        lc_int last = lc_int_sub(ctx, lc_layout_extent(c, k), lc_int_const(1));
        bool moves = lc_int_sign(last) > 0 || (extended && k + 1 == n);
        if (moves && lc_int_le(lc_layout_step(c, k), back)) {
            for (size_t j = 0; j < n; j++)
                i[j] = j < k ? lc_int_sub(ctx, lc_layout_extent(c, j), lc_int_const(1))
                             : lc_int_const(0);
            return LCR_YES;
        }
        back = lc_int_add(ctx, back, lc_int_mul(ctx, last, lc_layout_step(c, k)));
    }
    return LCR_NO;
}
