/* modes.c - modes of layouts of integers in symbols, and their order; quotients. */
#include "config.h"

#include "modes.h"

#include <string.h>

/* ---- quotients ---- */

const lc_poly *lcv_forms_quotient(lcv_forms *f, const lc_poly *a, const lc_poly *b)
{
    lc_int n;
    const lc_poly *q = a && b && !lcv_size_is_zero(b) ? lcv_size_quotient(f->symbols, a, b)
                                                      : NULL;
    if (q || !a || !b || !lc_poly_is_const(b, &n) || lc_int_sign(n) <= 0)
        return q;
    q = lcv_size_floor(f->symbols, a, n);
    const lc_poly *rest = q ? lcv_size_sub(f->symbols, a, lcv_size_mul(f->symbols, b, q)) : NULL;
    return rest && lcv_facts_imply_zero(f->facts, rest) ? q : NULL;
}

/* Takes symbols that are positive out of both, b = c v w ..: a / b stays what it is. */
static void cancel(lcv_forms *f, const lc_poly **a, const lc_poly **b)
{
    if (lc_poly_nterms(*b) != 1 || lc_poly_degree(*b) == 0)
        return;
    const lc_poly *common =
        lcv_keep(f->symbols, lc_poly_term(f->ctx, lc_int_const(1), lc_poly_monomial(*b, 0)));
    const lc_poly *rest = common ? lcv_size_quotient(f->symbols, *a, common) : NULL;
    if (!rest || !lcv_facts_imply(f->facts, lcv_size_plus(f->symbols, common, -1)))
        return;
    *b = lcv_size_int(f->symbols, lc_poly_coefficient(*b, 0));
    *a = rest;
}

/* floor((a + up) / b) for b > 0. */
static const lc_poly *rounded(lcv_forms *f, const lc_poly *a, const lc_poly *b, bool up)
{
    lcv_symbols *s = f->symbols;
    lc_int n;
    if (!a || !b)
        return NULL;
    cancel(f, &a, &b);
    if (a && b && lc_poly_is_const(b, &n) && lc_int_sign(n) > 0)
        return up ? lcv_size_ceil(s, a, n) : lcv_size_floor(s, a, n);
    const lc_poly *q = lcv_size_quotient(s, a, b), *one = lcv_size_const(s, 1);
    if (q)
        return q;
    /* ceil: 0 < a <= b; floor: 0 <= a < b, or b <= a < 2 b */
    const lc_poly *below = lcv_size_plus(s, lcv_size_sub(s, b, a), up ? 0 : -1);
    if (lcv_facts_imply(f->facts, below) &&
        lcv_facts_imply(f->facts, lcv_size_plus(s, a, up ? -1 : 0)))
        return up ? one : lcv_size_const(s, 0);
    if (lcv_facts_imply(f->facts, lcv_size_plus(s, b, -1)))
        return up ? lcv_size_ceil_by(s, a, b) : lcv_size_floor_by(s, a, b);
    return lcv_obstacle(f, "%s(%S / %S) unless it divides", up ? "ceil" : "floor",
                        lcv_size_to_str(s, a), lcv_size_to_str(s, b));
}

const lc_poly *lcv_forms_floor(lcv_forms *f, const lc_poly *a, const lc_poly *b)
{
    return rounded(f, a, b, false);
}

const lc_poly *lcv_forms_ceil(lcv_forms *f, const lc_poly *a, const lc_poly *b)
{
    return rounded(f, a, b, true);
}

/* ---- lists ---- */

static bool undecided(lcv_forms *f, const char *what, const lc_poly *a, const lc_poly *b)
{
    return lcv_obstacle(f, "whether %S %s %S", lcv_size_to_str(f->symbols, a), what,
                        lcv_size_to_str(f->symbols, b)) != NULL;
}

/* Negative, 0, positive; false with an obstacle. */
static bool compare(lcv_forms *f, const lc_poly *a, const lc_poly *b, int *order)
{
    lcr_answer less =
        lcv_forms_ask(f, lcv_size_plus(f->symbols, lcv_size_sub(f->symbols, b, a), -1));
    *order = -1;
    if (less == LCR_YES)
        return true;
    lcr_answer same = less == LCR_NO ? lcv_forms_is_equal(f, a, b) : LCR_UNKNOWN;
    *order = same == LCR_YES ? 0 : 1;
    return same != LCR_UNKNOWN || undecided(f, "<", a, b);
}

/* By stride, then by extent. */
static bool follows(lcv_forms *f, const lcv_mode_size *a, const lcv_mode_size *b, int *order)
{
    return compare(f, a->step, b->step, order) &&
           (*order != 0 || compare(f, a->extent, b->extent, order));
}

/* Is its extent above 1, its stride not 0? False with an obstacle. */
static bool moves(lcv_forms *f, const lcv_mode_size *m, bool *out)
{
    lcr_answer still = lcv_size_is_zero(m->step) ? LCR_YES : lcv_forms_is_one(f, m->extent);
    *out = still == LCR_NO;
    if (still == LCR_UNKNOWN)
        return undecided(f, "==", m->extent, lcv_size_const(f->symbols, 1));
    if (still == LCR_YES)
        return true;
    lcr_answer positive = lcv_forms_ask(f, lcv_size_plus(f->symbols, m->step, -1));
    if (positive == LCR_YES)
        return true;
    lcr_answer zero = positive == LCR_NO ? lcv_forms_is_zero(f, m->step) : LCR_UNKNOWN;
    *out = false;
    if (zero == LCR_NO)
        return lcv_obstacle(f, "the order of strides that may be negative") != NULL;
    return zero == LCR_YES || undecided(f, ">", m->step, lcv_size_const(f->symbols, 0));
}

bool lcv_modes_sorted(lcv_forms *f, const lcv_form *a, lcv_modes *out)
{
    *out = (lcv_modes){0, NULL};
    if (lcv_form_is_loose(f, a))
        return false;
    if (a->profile || a->offset)
        return lcv_obstacle(f, "a layout of integers is needed") != NULL;
    bool ok = (out->mode = lc_frame_alloc(f->ctx, a->n + 1, sizeof *out->mode)) != NULL;
    for (size_t i = 0; ok && i < a->n; i++) {
        lcv_mode_size m = {a->extent[i], a->step[i]};
        bool counts;
        int order = 1;
        ok = moves(f, &m, &counts);
        if (!ok || !counts)
            continue;
        size_t at = out->n;
        while (ok && at > 0 && (ok = follows(f, &m, &out->mode[at - 1], &order)) && order < 0)
            at--;
        memmove(out->mode + at + 1, out->mode + at, (out->n - at) * sizeof m);
        out->mode[at] = m;
        out->n++;
    }
    return ok;
}

/* A leaf, or a flat tuple of n leaves. */
static lc_tuple *flat_nest(lcv_forms *f, size_t n)
{
    if (n == 1)
        return lcv_nest_leaf(f->ctx);
    lc_int *number = lc_frame_alloc(f->ctx, n, sizeof *number);
    for (size_t i = 0; number && i < n; i++)
        number[i] = lc_int_si(f->ctx, (int64_t)i);
    return number ? lcv_kept(f->ctx, lc_tuple_flat(f->ctx, n, number)) : NULL;
}

const lcv_form *lcv_form_of_modes(lcv_forms *f, const lcv_modes *m)
{
    lc_tuple *nest = flat_nest(f, m->n > 0 ? m->n : 1);
    lcv_form *form = nest ? lcv_form_layout(f, nest, 1, NULL) : NULL;
    for (size_t i = 0; form && i < m->n; i++) {
        form->extent[i] = m->mode[i].extent;
        form->step[i] = m->mode[i].step;
    }
    if (form && m->n == 0) {
        form->extent[0] = lcv_size_const(f->symbols, 1);
        form->step[0] = lcv_size_const(f->symbols, 0);
    }
    return form;
}
