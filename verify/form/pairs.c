/* pairs.c - claims about two layouts with parameters: common values, contained ones, complements,
 * inverses, divides.
 *
 *   common values   f(a) = g(b), written as sum of a_i s_i - sum of b_k t_k = 0 with digits of
 *                   one sign each, has no solution but 0: in order of strides each is past the
 *                   reach of the smaller ones; or a system of the digits has none
 *   contained       each mode of T steps along modes of A, in order of strides and joined where
 *                   they go on, and the steps of all stay within each mode
 *   inverses        the composite is the identity, as one sequence of runs
 */
#include "config.h"

#include "axis-claims.h"
#include "coordinates.h"
#include "ladder.h"
#include "modes.h"

#include <stdlib.h>

/* ---- common values ---- */

/* The unknown digits, with their bounds as rows: at the front of `row`. */
static bool unknowns(lcv_proof *p, const lcv_ladder *d, const lc_poly **value, lcv_fact *row,
                     size_t *n)
{
    lcv_symbols *s = p->s;
    lc_int zero = lc_int_const(0), one = lc_int_const(1);
    for (size_t i = 0; i < d->n; i++) {
        const lc_poly *extent = d->rung[i].extent;
        lcv_interval bounds = {0};
        if (extent)
            bounds = lcv_size_interval(s, extent);
        lc_int most = zero;
        if (bounds.bounded_above)
            most = lc_int_max(zero, lc_int_sub(p->f->ctx, bounds.high, one));
        value[i] = lcv_symbols_add(s, "d", zero, bounds.bounded_above ? &most : NULL, one, zero);
        if (!value[i])
            return false;
        if (extent)
            row[(*n)++] = (lcv_fact){lcv_size_plus(s, lcv_size_sub(s, extent, value[i]), -1),
                                     false};
    }
    return true;
}

/* What f(a), or g(b), is on an axis. */
static const lc_poly *sum_of(lcv_proof *p, const lcv_ladder *d, size_t of, size_t axis,
                             const lc_poly *const *value)
{
    lcv_symbols *s = p->s;
    const lcv_form *x = d->x[of];
    const lc_poly *sum = x->offset ? x->offset[axis] : lcv_size_const(s, 0);
    for (size_t i = 0; i < d->n; i++)
        if (d->rung[i].of == of)
            sum = lcv_size_add(s, sum, lcv_size_mul(s, lcv_rung_step(d, i, axis), value[i]));
    return sum;
}

/* No common value that is not 0, or, of an increasing g, at a coordinate other than 0. */
static bool no_solution(lcv_proof *p, const lcv_ladder *d, bool increasing)
{
    size_t symbols = lcv_symbols_count(p->s), axes = d->x[0]->naxes, n = 0;
    const lc_poly **value = lc_frame_alloc(p->f->ctx, d->n, sizeof *value);
    lcv_fact *row = lc_frame_alloc(p->f->ctx, d->n + axes + 1, sizeof *row);
    bool ok = value && row && unknowns(p, d, value, row, &n);
    for (size_t q = 0; ok && q < axes; q++)
        row[n++] =
            (lcv_fact){lcv_size_sub(p->s, sum_of(p, d, 0, q, value), sum_of(p, d, 1, q, value)),
                       true};
    if (ok && increasing) {
        const lc_poly *all = lcv_size_const(p->s, -1);
        for (size_t i = 0; i < d->n; i++)
            if (d->rung[i].of == 1)
                all = lcv_size_add(p->s, all, value[i]);
        row[n] = (lcv_fact){all, false};
        ok = lcv_show_empty(p, n + 1, row);
    }
    for (size_t q = 0; ok && !increasing && q < axes; q++)
        for (int sign = 1; ok && sign >= -1; sign -= 2) {
            const lc_poly *v = sum_of(p, d, 0, q, value);
            v = sign > 0 ? v : lcv_size_neg(p->s, v);
            row[n] = (lcv_fact){lcv_size_plus(p->s, v, -1), false};
            ok = lcv_show_empty(p, n + 1, row);
        }
    lcv_symbols_drop(p->s, symbols);
    return ok;
}

/* Where it is not shown, whether the strides follow one another is left open. */
static bool leave_order_open(lcv_proof *p, const lcv_ladder *d)
{
    lcv_symbols *s = p->s;
    for (size_t i = 0; i < d->n; i++)
        if (d->rung[i].extent)
            lcv_forms_is_one(p->f, d->rung[i].extent);
    for (size_t i = 0; i + 1 < d->n && d->x[0]->naxes == 1 && d->x[1]->naxes == 1; i++) {
        const lc_poly *extent = d->rung[i].extent;
        if (extent)
            lcv_forms_ask(p->f, lcv_size_sub(s, lcv_rung_step(d, i + 1, 0),
                                             lcv_size_mul(s, extent, lcv_rung_step(d, i, 0))));
    }
    return lcv_obstacle(p->f, "it was not shown that the values have nothing but 0 in "
                              "common") != NULL;
}

static bool has_offset(const lcv_form *x)
{
    return x->offset != NULL;
}

/* The values of x lie below those of y, by integers. */
static bool is_below(lcv_proof *p, const lcv_form *x, const lcv_form *y)
{
    const lc_poly *low[2], *high[2];
    return lcv_form_range(p, x, 0, &low[0], &high[0]) &&
           lcv_form_range(p, y, 0, &low[1], &high[1]) &&
           lcv_shown(p, lcv_size_plus(p->s, lcv_size_sub(p->s, low[1], high[0]), -1));
}

static bool none_common(lcv_proof *p, const lcv_form *x, const lcv_form *y)
{
    lcv_ladder d;
    bool ranges = x->naxes == 1 && y->naxes == 1 && (has_offset(x) || has_offset(y));
    if (!lcv_form_same_axes(p, x, y) || !lcv_ladder_of(p, x, y, false, 0, x->naxes, &d))
        return false;
    if (ranges && (is_below(p, x, y) || is_below(p, y, x)))
        return true;
    return (x->naxes == 1 && !has_offset(x) && !has_offset(y) && lcv_ladder_apart(p, &d)) ||
           no_solution(p, &d, false) || leave_order_open(p, &d);
}

bool lcv_sym_disjoint(lcv_proof *p)
{
    const lcv_form *x = lcv_proof_tensor(p, 0), *y = x ? lcv_proof_tensor(p, 1) : NULL;
    if (!y)
        return false;
    lcv_form_join_axes(p->f, &x, &y);
    bool by_axis = x->profile && lcv_form_same_axes(p, x, y) && lcv_disjoint_by_axis(p, x, y);
    if (x->profile && !by_axis)
        lcv_forms_clear_obstacle(p->f);
    if (!by_axis && !none_common(p, x, y))
        return false;
    if (!has_offset(x) && !has_offset(y))
        lcv_forms_said(p->f)->shared = x->profile ? "the value 0 on each axis" : "offset 0";
    return true;
}

/* ---- complements ---- */

/* C(i) < C(i + 1): its strides, in the order of its modes, are each past the reach of those
 * before. The last mode goes on if `extended`. */
static bool increases(lcv_proof *p, const lcv_form *c, bool extended)
{
    const lc_poly *reach = lcv_size_const(p->s, 0);
    for (size_t k = 0; k < c->n; k++) {
        const lc_poly *over = lcv_size_plus(p->s, lcv_size_sub(p->s, c->step[k], reach), -1);
        const lc_poly *last = lcv_size_plus(p->s, c->extent[k], -1);
        bool end = extended && k + 1 == c->n;
        bool ok = lcv_shown(p, over) || (!end && lcv_shown(p, lcv_size_mul(p->s, over, last))) ||
                  (!end && lcv_shown(p, lcv_size_neg(p->s, last)));
        if (!ok) {
            if (!end)
                lcv_forms_is_one(p->f, c->extent[k]);
            return lcv_show_order(p, c->step[k], lcv_size_plus(p->s, reach, 1),
                                  "the order of the values of C");
        }
        reach = lcv_size_add(p->s, reach, lcv_size_mul(p->s, last, c->step[k]));
    }
    return true;
}

bool lcv_sym_complements(lcv_proof *p)
{
    const lcv_form *c = lcv_form_as_layout(p->f, p->arg[0]);
    const lcv_form *a = c ? lcv_form_as_layout(p->f, p->arg[1]) : NULL;
    bool extended = p->n < 3;
    lcv_ladder d;
    if (!a)
        return false;
    if (c->profile || a->profile)
        return lcv_complements_by_axis(p, c, a);
    if (!increases(p, c, extended) || !lcv_ladder_of(p, a, c, extended, 0, 1, &d) ||
        !(lcv_ladder_apart(p, &d) || no_solution(p, &d, true) || leave_order_open(p, &d)))
        return false;
    if (extended)
        return true;
    const lcv_form *both[2] = {a, c}, *joined = lcv_form_joined(p->f, 2, both);
    const lcv_form *bound = joined ? lcv_proof_tuple(p, 2) : NULL;
    if (!bound || !(joined = lcv_form_as_layout(p->f, joined)))
        return false;
    lcv_proof covers = *p;
    covers.n = 2;
    covers.arg[0] = joined;
    covers.arg[1] = lcv_form_int(p->f, lcv_form_size(p->f, bound));
    bool ok = covers.arg[1] && lcv_sym_covers(&covers);
    p->hinted = covers.hinted;
    return ok;
}

/* ---- contained ---- */

/* Modes of A in order of strides, and how much of each the modes of T take so far. */
typedef struct {
    lcv_proof *p;
    lcv_modes of;
    const lc_poly **reach;
} places;

static lcv_value *sorted(lcv_call *call)
{
    return lcv_value_layout(call->ctx, lc_layout_sorted(call->ctx, call->arg[0]->layout));
}

static bool open_places(lcv_proof *p, const lcv_form *a, places *out)
{
    static const lcv_operation of = {.name = "an order of strides", .apply = sorted};
    const lcv_form *bare = lcv_form_moved(p->f, a, NULL);
    const lcv_form *all = bare ? lcv_form_computed(p->f, &of, 1, &bare) : NULL;
    all = all ? lcv_form_as_layout(p->f, all) : NULL;
    size_t n = 0, leaves = all ? all->n : 0;
    *out = (places){.p = p};
    out->of.mode = lc_frame_alloc(p->f->ctx, leaves + 1, sizeof *out->of.mode);
    out->reach = lc_frame_alloc(p->f->ctx, leaves + 1, sizeof *out->reach);
    if (!all || !out->of.mode || !out->reach)
        return false;
    for (size_t k = 0; k < leaves; k++) {
        lcv_mode_size *last = n > 0 ? &out->of.mode[n - 1] : NULL;
        lcv_mode_size m = {all->extent[k], all->step[k]};
        const lc_poly *end = last ? lcv_size_mul(p->s, last->extent, last->step) : NULL;
        if (end && lcv_facts_imply_zero(p->f->facts, lcv_size_sub(p->s, m.step, end)))
            last->extent = lcv_size_mul(p->s, last->extent, m.extent);
        else
            out->of.mode[n++] = m;
    }
    out->of.n = n;
    for (size_t k = 0; k < n; k++)
        out->reach[k] = lcv_size_const(p->s, 0);
    return true;
}

/* n steps of d: along the largest stride of A that divides d; of what sticks out there, the rest
 * goes on at the next stride. */
static bool take_places(places *a, const lc_poly *n, const lc_poly *d)
{
    lcv_forms *f = a->p->f;
    lcv_symbols *s = a->p->s;
    for (size_t turn = 0; turn <= a->of.n; turn++) {
        size_t k = a->of.n;
        const lc_poly *t = NULL;
        while (k > 0 && !t)
            t = lcv_forms_quotient(f, d, a->of.mode[--k].step);
        if (!t)
            break;
        if (lcv_forms_ask(f, t) != LCR_YES)
            break;
        const lcv_mode_size *m = &a->of.mode[k];
        const lc_poly *reach = lcv_size_add(s, a->reach[k],
                                            lcv_size_mul(s, t, lcv_size_plus(s, n, -1)));
        lcr_answer fits = lcv_forms_ask(f,
                                        lcv_size_plus(s, lcv_size_sub(s, m->extent, reach), -1));
        if (fits == LCR_YES) {
            a->reach[k] = reach;
            return true;
        }
        const lc_poly *here = lcv_forms_quotient(f, m->extent, t);
        const lc_poly *rest = here ? lcv_forms_quotient(f, n, here) : NULL;
        if (fits == LCR_UNKNOWN || !rest || !lcv_size_is_zero(a->reach[k]))
            break;
        a->reach[k] = lcv_size_mul(s, t, lcv_size_plus(s, here, -1));
        n = rest;
        d = lcv_size_mul(s, d, here);
    }
    return lcv_obstacle(f, "it was not shown that steps of %S are offsets of A",
                        lcv_size_to_str(s, d)) != NULL;
}

static bool all_contained(lcv_proof *p, const lcv_form *t, const lcv_form *a)
{
    places at;
    if (lcv_form_none_differ(p, t, a))
        return true;
    lcv_forms_clear_obstacle(p->f);
    if (t->profile || a->profile)
        return lcv_contained_by_axis(p, t, a);
    if (!open_places(p, a, &at))
        return false;
    const lc_poly *zero = lcv_size_const(p->s, 0);
    const lc_poly *apart = lcv_size_sub(p->s, t->offset ? t->offset[0] : zero,
                                        a->offset ? a->offset[0] : zero);
    if (!lcv_shown_zero(p, apart) && !take_places(&at, lcv_size_const(p->s, 2), apart))
        return false;
    for (size_t k = 0; k < t->n; k++) {
        if (lcv_size_is_zero(t->step[k]) || lcv_size_is_one(t->extent[k]))
            continue;
        lcr_answer one = lcv_forms_is_one(p->f, t->extent[k]);
        if (one == LCR_UNKNOWN)
            return lcv_obstacle(p->f, "whether %S is 1", lcv_size_to_str(p->s, t->extent[k])) !=
                   NULL;
        if (one == LCR_NO && !take_places(&at, t->extent[k], t->step[k]))
            return false;
    }
    return true;
}

bool lcv_sym_contained(lcv_proof *p)
{
    const lcv_form *t = lcv_proof_tensor(p, 0), *a = t ? lcv_proof_tensor(p, 1) : NULL;
    return a && all_contained(p, t, a);
}

/* ---- inverses ---- */

bool lcv_form_is_identity(lcv_proof *p, const lcv_form *f)
{
    lcv_form *line = lcv_form_layout(p->f, lcv_nest_leaf(p->f->ctx), 1, NULL);
    if (!line || !f || f->profile)
        return false;
    line->extent[0] = lcv_form_size(p->f, f);
    line->step[0] = lcv_size_const(p->s, 1);
    return line->extent[0] && lcv_form_none_differ(p, f, line);
}

/* Its values are coordinates of a. */
static bool is_inside(lcv_proof *p, const lcv_form *f, const lcv_form *a)
{
    return lcv_form_within(p, f, 0, lcv_size_const(p->s, 0), lcv_form_size(p->f, a));
}

bool lcv_sym_right_inverts(lcv_proof *p)
{
    const lcv_form *r = lcv_proof_tensor(p, 0), *a = r ? lcv_proof_tensor(p, 1) : NULL;
    if (a && r->profile)
        return lcv_obstacle(p->f, "an inverse whose values are coordinates") != NULL;
    if (a && a->profile)
        return lcv_right_inverts_by_axis(p, r, a) && is_inside(p, r, a);
    const lcv_form *both = a ? lcv_form_compose(p->f, a, r) : NULL;
    return both && lcv_form_is_identity(p, lcv_form_as_tensor(p->f, both)) && is_inside(p, r, a);
}

bool lcv_sym_left_inverts(lcv_proof *p)
{
    const lcv_form *l = lcv_proof_tensor(p, 0), *a = l ? lcv_proof_tensor(p, 1) : NULL;
    if (a && l->profile)
        return lcv_obstacle(p->f, "an inverse whose values are coordinates") != NULL;
    if (a && a->profile)
        return lcv_left_inverts_by_axis(p, l, a);
    const lcv_form *both = a ? lcv_form_compose(p->f, l, a) : NULL;
    const lcv_form *back = both ? lcv_form_as_tensor(p->f, both) : NULL;
    if (!back)
        return false;
    if (lcv_form_is_identity(p, back)) /* of coordinates of a */
        return true;
    const lcv_form *again = lcv_form_compose(p->f, a, back);
    return again && lcv_form_none_differ(p, lcv_form_as_tensor(p->f, again), a) &&
           is_inside(p, back, a);
}

/* ---- divides ---- */

/* D has each value of A as often; or A is contained in D, and both have each once. */
bool lcv_sym_divides_into(lcv_proof *p)
{
    const lcv_form *d = lcv_proof_tensor(p, 0), *a = d ? lcv_proof_tensor(p, 1) : NULL;
    const lcv_form *first = a && !lc_tuple_is_leaf(d->nest)
                                ? lcv_form_mode(p->f, lcv_form_without_offset(p->f, d), 0)
                                : NULL;
    if (!first)
        return a && lcv_obstacle(p->f, "a D of one mode");
    if (!lcv_form_same_offsets(p, d, a))
        return false;
    const lcv_form *part = lcv_form_without_offset(p->f, a);
    lcv_value *tiler = lcv_form_as_value(p->f, p->arg[2]);
    const lcv_form *tuple = lcv_form_is_tuple(p->arg[2]) ? lcv_form_as_tuple(p->f, p->arg[2])
                                                         : NULL;
    size_t n = tuple && !lc_tuple_is_leaf(tuple->nest) ? lc_tuple_rank(tuple->nest)
               : tiler && tiler->kind == LCV_TILER     ? lc_tiler_rank(tiler->tiler)
                                                       : 0;
    if (n > 0 && n < lc_tuple_rank(part->nest)) {
        const lcv_form *mode[LC_MAX_AXES];
        for (size_t i = 0; i < n && i < LC_MAX_AXES; i++)
            if (!(mode[i] = lcv_form_mode(p->f, part, i)))
                return false;
        part = n <= LC_MAX_AXES ? lcv_form_joined(p->f, n, mode) : NULL;
    }
    lcv_proof composes = *p;
    composes.n = 3;
    composes.arg[0] = first;
    composes.arg[1] = part;
    if (!part || !lcv_sym_composes(&composes))
        return false;
    lcv_proof counts = *p;
    counts.n = 2;
    if (lcv_sym_reorders(&counts))
        return true;
    if (p->n > 3)
        return false;
    lcv_forms_clear_obstacle(p->f);
    counts.arg[0] = p->arg[1];
    bool ok = all_contained(p, a, d) && lcv_sym_injective(&counts);
    counts.arg[0] = p->arg[0];
    return ok && lcv_sym_injective(&counts);
}
