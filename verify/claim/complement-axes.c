/* complement-axes.c - complements of layouts whose values are coordinates.
 *
 * The modes of C are nested like the values, one part for each axis, and each part is
 * extended: C = (1,1):(4e0,8e1) is (i,j) -> (4i,8j) for all i, j >= 0.
 *
 *   law 28   C(i) = A(j) for no coordinate i other than 0 and no j of A's domain
 *   law 29   each part of C increases, coordinates being compared colexicographically,
 *            by the last axis on which they differ
 *
 * With a shape S both are read on C's finite domain, and (A,C) reaches all of S.
 *
 * Where each part of C stays on its own axis and no leaf of A is on two, the axes know
 * nothing of each other, and law 28 is that of layouts of integers on each axis. Else it
 * is a system with one equation an axis.
 */
#include "config.h"

#include "claims.h"

#include "../question/missing.h"

#include <stdlib.h>
#include <string.h>

/* C and A on common axes, and the parts of C. */
typedef struct {
    lcr_ctx *r;
    bool extended;
    lcv_function c, a;
    const lc_tuple *profile;
    size_t naxes;
    lcv_chain chain; /* C after A: C's modes at the places of A's axes */
    const lcv_link *parts;
    lc_int i[LC_MAX_AXES]; /* of a counterexample */
    lc_int *natural;       /* of A */
} complement;

static void complement_clear(complement *p)
{
    lcv_chain_close(&p->chain);
    lcv_function_free(&p->c);
    lcv_function_free(&p->a);
    free(p->natural);
}

static bool wrong_modes(lc_ctx *ctx, const complement *p)
{
    char *c = lc_layout_to_str(ctx, p->c.layout), *a = lc_layout_to_str(ctx, p->a.layout);
    if (c != NULL && a != NULL)
        lc_fail(ctx, LC_ERR_INVALID,
                "complements needs a layout C with a mode for each axis of the values of A, "
                "nested like them, not %.200s for %.200s",
                c, a);
    free(c);
    free(a);
    return false;
}

static bool complement_of(lcr_ctx *r, const lc_layout *c, const lc_layout *a, bool extended,
                          complement *p)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    *p = (complement){.r = r, .extended = extended, .c = {.name = "C"}, .a = {.name = "A"}};
    p->c.layout = lc_layout_ref((lc_layout *)(uintptr_t)c);
    p->a.layout = lc_layout_ref((lc_layout *)(uintptr_t)a);
    if (!lcv_functions_on_common_axes(ctx, &p->c, &p->a))
        return false;
    p->profile = lc_layout_profile(p->a.layout);
    p->naxes = lc_layout_naxes(p->a.layout);
    if (p->profile == NULL) /* all is 0, as an integer */
        return true;
    p->natural = lc_alloc(ctx, lc_layout_nleaves(a), sizeof *p->natural);
    lcv_named_chain named = {2, {p->a.layout, p->c.layout}, {"A", "C"}};
    if (p->natural == NULL)
        return false;
    bool fits = lcv_chain_open(ctx, &named, &p->chain);
    if (!fits && lc_ctx_code(ctx) != LC_ERR_INVALID)
        return false;
    p->parts = &p->chain.link[1];
    size_t leaves = 0;
    for (size_t q = 0; fits && q < p->parts->nparts; q++)
        leaves += p->parts->part[q] != NULL ? lc_layout_nleaves(p->parts->part[q]) : 0;
    return (fits && leaves == lc_layout_nleaves(c)) || wrong_modes(ctx, p);
}

/* C at a coordinate, an integer an axis. */
static lc_tuple *value_at(lc_ctx *ctx, const complement *p, const lc_int *i)
{
    lc_int value[LC_MAX_AXES];
    for (size_t q = 0; q < p->naxes; q++) {
        value[q] = lc_int_const(0);
        for (size_t k = 0; k < p->parts->nparts; k++)
            if (p->parts->part[k] != NULL)
                value[q] = lc_int_add(ctx, value[q],
                                      lc_layout_at_axis(ctx, p->parts->part[k], q, i[k]));
    }
    return lc_tuple_like(ctx, p->profile, value);
}

/* "C(0,3) = C(0,(1,1)) = (0,24)" */
static void step_value(lc_ctx *ctx, lcv_result **result, const complement *p, const lc_int *i)
{
    lc_tuple *crd = lc_tuple_like(ctx, p->profile, i), *value = value_at(ctx, p, i);
    lc_tuple *shape = lc_layout_shape(ctx, p->c.layout);
    lc_tuple *natural = crd != NULL && shape != NULL ? lcv_natural_of(ctx, shape, crd) : NULL;
    lcv_line line = {0};
    if (natural != NULL && value != NULL) {
        lcv_line_add(ctx, &line, "C%c", crd);
        if (!lc_tuple_equal(natural, crd))
            lcv_line_add(ctx, &line, " = C%c", natural);
        lcv_line_add(ctx, &line, " = %t", value);
    }
    lcv_step_line(ctx, result, &line);
    lc_tuple_free(crd);
    lc_tuple_free(value);
    lc_tuple_free(shape);
    lc_tuple_free(natural);
}

static void all_zero(const complement *p, lc_int *i)
{
    for (size_t q = 0; q < p->naxes; q++)
        i[q] = lc_int_const(0);
}

/* ---- law 29 ---- */

/* By the last axis on which they differ. */
static int colex(size_t n, const lc_int *x, const lc_int *y)
{
    int order = 0;
    for (size_t q = n; order == 0 && q-- > 0;)
        order = lc_int_cmp(x[q], y[q]);
    return order;
}

/* The least i at which part k does not increase; false when there is none. From i to
 * i + 1 a leaf gains one, and those before it go back from their ends to 0. */
static bool find_disorder(lc_ctx *ctx, const complement *p, size_t k, lc_int *i)
{
    const lc_layout *part = p->parts->part[k];
    size_t n = lc_layout_nleaves(part);
    lc_int place = lc_int_const(1), carried[LC_MAX_AXES], step[LC_MAX_AXES];
    all_zero(p, carried);
    for (size_t leaf = 0; leaf < n; leaf++) {
        lc_int extent = lc_layout_extent(part, leaf);
        bool gains = !lc_int_is_one(extent) || (p->extended && leaf + 1 == n);
        for (size_t q = 0; q < p->naxes; q++)
            step[q] = lc_layout_step_on(part, q, leaf);
        if (gains && colex(p->naxes, step, carried) <= 0) {
            *i = lc_int_sub(ctx, place, lc_int_const(1));
            return true;
        }
        lc_int last = lc_int_sub(ctx, extent, lc_int_const(1));
        for (size_t q = 0; q < p->naxes; q++)
            carried[q] = lc_int_add(ctx, carried[q], lc_int_mul(ctx, last, step[q]));
        place = lc_int_mul(ctx, place, extent);
    }
    return false;
}

/* Part k at i and i + 1. */
static lcv_result *disordered(lc_ctx *ctx, const complement *p, size_t k, lc_int i)
{
    lc_int before[LC_MAX_AXES], after[LC_MAX_AXES];
    all_zero(p, before);
    all_zero(p, after);
    before[k] = i;
    after[k] = lc_int_add(ctx, i, lc_int_const(1));
    lc_tuple *crd = lc_tuple_like(ctx, p->profile, before);
    lc_tuple *left = value_at(ctx, p, before), *right = value_at(ctx, p, after);
    lcv_result *result = NULL;
    if (crd != NULL && left != NULL && right != NULL) {
        lc_int x[LC_MAX_AXES], y[LC_MAX_AXES];
        for (size_t q = 0; q < p->naxes; q++) {
            x[q] = lc_tuple_value(left, q);
            y[q] = lc_tuple_value(right, q);
        }
        if (colex(p->naxes, x, y) < 0)
            lcv_uncertified(ctx, "the carries of a layout");
        else
            result = lcv_refuted(ctx, LCV_BY_CLOSED_FORM, lcv_text(ctx, "i = %t", crd),
                                 lcv_text(ctx, "%t is not less than %t (law 29, C(i) < C(i+1) "
                                               "in each mode, by the last axis)",
                                          left, right));
    }
    step_value(ctx, &result, p, before);
    step_value(ctx, &result, p, after);
    lc_tuple_free(crd);
    lc_tuple_free(left);
    lc_tuple_free(right);
    return result;
}

/* ---- law 28 by axis ---- */

/* Every part of C stays on its own axis. */
static bool own_axes(const complement *p)
{
    for (size_t k = 0; k < p->parts->nparts; k++) {
        const lc_layout *part = p->parts->part[k];
        for (size_t leaf = 0; part != NULL && leaf < lc_layout_nleaves(part); leaf++)
            for (size_t q = 0; q < p->naxes; q++)
                if (q != k && !lc_int_is_zero(lc_layout_step_on(part, q, leaf)))
                    return false;
    }
    return true;
}

static lcr_answer shared_on_axis(complement *p, size_t k, const char **method)
{
    lc_ctx *ctx = lcr_ctx_lc(p->r);
    lc_layout *c = lc_layout_axis(ctx, p->parts->part[k], k);
    lc_layout *a = c != NULL ? lc_layout_axis(ctx, p->a.layout, k) : NULL;
    lcr_answer answer = LCR_UNKNOWN;
    all_zero(p, p->i);
    if (a != NULL)
        answer = lcv_find_shared(p->r, c, a, p->extended, &p->i[k], p->natural, method);
    lc_layout_free(c);
    lc_layout_free(a);
    return answer;
}

static lcr_answer shared_by_axis(complement *p, const char **method)
{
    lcr_answer answer = LCR_NO;
    const char *of_axis = LCV_BY_CLOSED_FORM;
    *method = of_axis;
    for (size_t k = 0; answer == LCR_NO && k < p->parts->nparts; k++) {
        if (p->parts->part[k] == NULL)
            continue;
        answer = shared_on_axis(p, k, &of_axis);
        if (answer != LCR_NO || strcmp(of_axis, LCV_BY_CLOSED_FORM) != 0)
            *method = of_axis;
    }
    return answer;
}

/* ---- law 28 by systems ---- */

/* The leaves of C's parts and of A, as variables of one equation an axis. */
typedef struct {
    lcr_system *system;
    lcr_expr *sum; /* one an axis */
    size_t *var;   /* of the leaves of C, then of A; SIZE_MAX: 0 */
    size_t n;
} equations;

static bool add_leaf(lc_ctx *ctx, const complement *p, equations *e, const lc_layout *a,
                     size_t leaf, int32_t sign, lc_int least, bool open)
{
    lc_int last = lc_int_sub(ctx, lc_layout_extent(a, leaf), lc_int_const(1));
    size_t var = open ? lcr_system_var_from(e->system, least)
                      : lcr_system_var(e->system, least, last);
    e->var[e->n++] = var;
    for (size_t q = 0; var != SIZE_MAX && q < p->naxes; q++)
        lcr_expr_add_var(ctx, &e->sum[q],
                         lc_int_mul(ctx, lc_int_const(sign), lc_layout_step_on(a, q, leaf)), var);
    return var != SIZE_MAX;
}

/* Leaf `first` of C, in the order of its parts, is 1 or more, those before it are 0. */
static bool add_equations(const complement *p, equations *e, size_t first)
{
    lc_ctx *ctx = lcr_ctx_lc(p->r);
    size_t at = 0;
    bool ok = true;
    for (size_t q = 0; q < p->naxes; q++)
        lcr_expr_zero(&e->sum[q]);
    for (size_t k = 0; k < p->parts->nparts; k++) {
        const lc_layout *part = p->parts->part[k];
        size_t n = part != NULL ? lc_layout_nleaves(part) : 0;
        for (size_t leaf = 0; ok && leaf < n; leaf++, at++) {
            bool open = p->extended && leaf + 1 == n;
            if (at < first)
                e->var[e->n++] = SIZE_MAX;
            else
                ok = add_leaf(ctx, p, e, part, leaf, 1, lc_int_const(at == first), open);
        }
    }
    for (size_t leaf = 0; ok && leaf < lc_layout_nleaves(p->a.layout); leaf++)
        ok = add_leaf(ctx, p, e, p->a.layout, leaf, -1, lc_int_const(0), false);
    for (size_t q = 0; ok && q < p->naxes; q++)
        ok = lcr_system_eq(e->system, &e->sum[q]);
    return ok;
}

/* The coordinates of C and A at a point. */
static void read_point(complement *p, const equations *e, const lc_int *point)
{
    lc_ctx *ctx = lcr_ctx_lc(p->r);
    size_t at = 0;
    all_zero(p, p->i);
    for (size_t k = 0; k < p->parts->nparts; k++) {
        const lc_layout *part = p->parts->part[k];
        lc_int place = lc_int_const(1);
        for (size_t leaf = 0; part != NULL && leaf < lc_layout_nleaves(part); leaf++, at++) {
            if (e->var[at] != SIZE_MAX)
                p->i[k] = lc_int_add(ctx, p->i[k], lc_int_mul(ctx, place, point[e->var[at]]));
            place = lc_int_mul(ctx, place, lc_layout_extent(part, leaf));
        }
    }
    for (size_t leaf = 0; leaf < lc_layout_nleaves(p->a.layout); leaf++, at++)
        p->natural[leaf] = point[e->var[at]];
}

static lcr_answer solve_first(complement *p, equations *e, size_t first)
{
    lc_int point[LCR_MAX_VARS];
    lcr_answer answer = LCR_UNKNOWN;
    e->n = 0;
    e->system = lcr_system_new(p->r);
    if (e->system != NULL && add_equations(p, e, first))
        answer = lcr_system_solve(e->system, NULL, point);
    if (answer == LCR_YES)
        read_point(p, e, point);
    lcr_system_free(e->system);
    return answer;
}

static lcr_answer shared_by_system(complement *p, const char **method)
{
    lc_ctx *ctx = lcr_ctx_lc(p->r);
    size_t leaves = lc_layout_nleaves(p->c.layout);
    equations e = {.sum = lc_alloc(ctx, p->naxes, sizeof *e.sum)};
    e.var = lc_alloc(ctx, leaves + lc_layout_nleaves(p->a.layout), sizeof *e.var);
    lcr_answer answer = e.sum != NULL && e.var != NULL ? LCR_NO : LCR_UNKNOWN;
    *method = LCV_BY_SYSTEM;
    for (size_t first = 0; answer == LCR_NO && first < leaves; first++)
        answer = solve_first(p, &e, first);
    free(e.sum);
    free(e.var);
    return answer;
}

/* ---- results ---- */

/* C(i) = A(j), i not 0. */
static lcv_result *common(lc_ctx *ctx, const char *method, complement *p)
{
    lc_tuple *shape = lc_layout_shape(ctx, p->a.layout);
    lc_int j = shape != NULL ? lcv_integral(ctx, shape, p->natural) : lc_int_const(0);
    lc_tuple *at = shape != NULL ? lcv_show_coordinate(ctx, shape, j) : NULL;
    lc_tuple *i = lc_tuple_like(ctx, p->profile, p->i), *value = value_at(ctx, p, p->i);
    lc_tuple *other = lcv_function_value(ctx, &p->a, j);
    lcv_result *result = NULL;
    bool zero = true;
    for (size_t q = 0; q < p->naxes; q++)
        zero = zero && lc_int_is_zero(p->i[q]);
    if (at != NULL && i != NULL && value != NULL && other != NULL) {
        if (zero || !lc_tuple_equal(value, other))
            lcv_uncertified(ctx, method);
        else
            result = lcv_refuted(ctx, method, lcv_text(ctx, "i = %t and j = %t", i, at),
                                 lcv_text(ctx, "%t is a value of both (law 28, C(i) is no A(j) "
                                               "but for i = 0)",
                                          value));
    }
    step_value(ctx, &result, p, p->i);
    lcv_step_function(ctx, &result, &p->a, j, at);
    lc_tuple_free(shape);
    lc_tuple_free(at);
    lc_tuple_free(i);
    lc_tuple_free(value);
    lc_tuple_free(other);
    return result;
}

static lcv_result *check_laws(complement *p)
{
    lc_ctx *ctx = lcr_ctx_lc(p->r);
    for (size_t k = 0; k < p->parts->nparts; k++) {
        lc_int i;
        if (p->parts->part[k] != NULL && find_disorder(ctx, p, k, &i))
            return disordered(ctx, p, k, i);
    }
    const char *method;
    bool by_axis = own_axes(p) && lcv_by_axis(p->a.layout);
    lcr_answer answer = by_axis && lc_ctx_shortcuts(ctx) ? shared_by_axis(p, &method)
                                                   : shared_by_system(p, &method);
    if (answer == LCR_NO)
        return lcv_proved(ctx, method);
    return answer == LCR_YES ? common(ctx, method, p) : lcv_law28_undecided(ctx);
}

lcv_result *lcv_complements_axes(lcr_ctx *r, const lc_layout *c, const lc_layout *a,
                                 bool extended)
{
    complement p;
    lcv_result *result = NULL;
    if (complement_of(r, c, a, extended, &p))
        result = p.profile != NULL ? check_laws(&p)
                                   : lcv_check_complements(r, p.c.layout, p.a.layout, extended);
    complement_clear(&p);
    return result;
}

/* The laws on the finite domain, then (A,C) over the coordinates of S. */
static lcv_result *complements_in(lcr_ctx *r, lc_layout *c, lc_layout *a, const lc_tuple *shape)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_result *result = lcv_complements_axes(r, c, a, false);
    if (result == NULL || result->verdict != LCV_PROVED)
        return result;
    lcv_result_free(result);
    lcv_box box;
    lc_layout *const modes[] = {a, c};
    lcv_function both = {.name = "(A,C)", .layout = lc_layout_concat(ctx, 2, modes)};
    result = NULL;
    if (both.layout != NULL && lc_layout_profile(both.layout) == NULL)
        result = lcv_covers(r, &both, lc_tuple_size(ctx, shape)); /* one is 0 everywhere */
    else if (both.layout != NULL && lcv_box_of_shape(ctx, "complements", &both, "S", shape, &box))
        result = lcv_check_covers_box(r, &both, shape, &box);
    lcv_function_free(&both);
    return result;
}

lcv_result *lcv_prove_complements_axes(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    unsigned codomains = LCV_OF_INTEGERS | LCV_OF_COORDINATES;
    lc_layout *c = lcv_arg_layout_of(ctx, "complements", "C", args[0], codomains);
    lc_layout *a = c != NULL ? lcv_arg_layout_of(ctx, "complements", "A", args[1], codomains)
                             : NULL;
    lc_tuple *shape = a != NULL && n == 3 ? lcv_arg_domain(ctx, "complements", "S", args[2]) : NULL;
    lcv_result *result = NULL;
    if (a != NULL && n == 2)
        result = lcv_complements_axes(r, c, a, true);
    else if (shape != NULL)
        result = complements_in(r, c, a, shape);
    lc_layout_free(c);
    lc_layout_free(a);
    lc_tuple_free(shape);
    return result;
}
