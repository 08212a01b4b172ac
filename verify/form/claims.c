/* claims.c - claims on forms: shapes, equality, composition.
 *
 * Two layouts differ nowhere (question.h) when they are one sequence of runs. */
#include "config.h"

#include "claims.h"
#include "internal.h"
#include "modes.h"

#include <string.h>

/* ---- steps of a proof ---- */

bool lcv_shown(lcv_proof *p, const lc_poly *size)
{
    return lcv_facts_imply(p->f->facts, size);
}

bool lcv_shown_zero(lcv_proof *p, const lc_poly *size)
{
    return lcv_facts_imply_zero(p->f->facts, size);
}

static bool not_shown(lcv_proof *p, const lc_poly *a, const char *op, const lc_poly *b,
                      const char *what)
{
    return lcv_obstacle(p->f, "it was not shown that %S %s %S (%s)", lcv_size_to_str(p->s, a), op,
                        lcv_size_to_str(p->s, b), what) != NULL;
}

bool lcv_show_order(lcv_proof *p, const lc_poly *a, const lc_poly *b, const char *what)
{
    const lc_poly *less = lcv_size_plus(p->s, lcv_size_sub(p->s, b, a), -1);
    if (!less || lcv_shown(p, lcv_size_sub(p->s, a, b)))
        return less != NULL;
    lcv_show_empty(p, 1, &(lcv_fact){less, false}); /* a hint, perhaps */
    lcv_forms_leave_open(p->f, lcv_size_sub(p->s, a, b));
    return not_shown(p, a, ">=", b, what);
}

bool lcv_show_equal(lcv_proof *p, const lc_poly *a, const lc_poly *b, const char *what)
{
    return a && b &&
           (lcv_shown_zero(p, lcv_size_sub(p->s, a, b)) || not_shown(p, a, "==", b, what));
}

/* The parameters at a point of a relaxation. */
void lcv_proof_hint(lcv_proof *p, const lc_int *symbol)
{
    if (p->hinted)
        return;
    for (size_t i = 0; i < p->f->nparameters; i++)
        p->hint[i] = lc_poly_at(p->f->ctx, p->f->parameter[i], symbol);
    p->hinted = true;
}

bool lcv_show_empty(lcv_proof *p, size_t n, const lcv_fact *row)
{
    lc_int symbol[LCV_MAX_SYMBOLS];
    lcr_answer answer = lcv_facts_solve(p->f->facts, n, row, symbol);
    if (answer == LCR_YES)
        lcv_proof_hint(p, symbol);
    return answer == LCR_NO;
}

/* ---- arguments ---- */

const lcv_form *lcv_proof_tensor(lcv_proof *p, size_t i)
{
    return lcv_form_as_tensor(p->f, p->arg[i]);
}

const lcv_form *lcv_proof_tuple(lcv_proof *p, size_t i)
{
    return lcv_form_as_tuple(p->f, p->arg[i]);
}

static bool both(lcv_proof *p, const lcv_form *(*as)(lcv_proof *p, size_t i), const lcv_form **x,
                 const lcv_form **y)
{
    *x = as(p, 0);
    *y = *x ? as(p, 1) : NULL;
    return *y != NULL;
}

/* ---- shapes ---- */

static bool nested_alike(lcv_proof *p, const lcv_form *x, const lcv_form *y)
{
    return lc_tuple_congruent(x->nest, y->nest) ||
           lcv_obstacle(p->f, "the shapes are not nested alike") != NULL;
}

bool lcv_sym_congruent(lcv_proof *p)
{
    const lcv_form *x, *y;
    return both(p, lcv_proof_tuple, &x, &y) && nested_alike(p, x, y);
}

bool lcv_sym_weakly_congruent(lcv_proof *p)
{
    const lcv_form *x, *y;
    return both(p, lcv_proof_tuple, &x, &y) &&
           (lc_tuple_weakly_congruent(x->nest, y->nest) ||
            lcv_obstacle(p->f, "the nesting of Y does not refine that of X"));
}

static lcv_value *is_compatible(lcv_call *call)
{
    bool is = lc_tuple_compatible(call->ctx, call->arg[0]->tuple, call->arg[1]->tuple);
    return lcv_value_int(call->ctx, lc_int_const(is));
}

/* The shape of y refines that of x. */
static bool refined(lcv_proof *p, const lcv_form *x, const lcv_form *y)
{
    static const lcv_operation of = {.name = "refines", .apply = is_compatible};
    const lcv_form *shape[2] = {lcv_form_as_tuple(p->f, x), lcv_form_as_tuple(p->f, y)};
    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; shape[i] && k < shape[i]->n; k++)
            if (!shape[i]->extent[k])
                return lcv_obstacle(p->f, "expected a shape") != NULL;
    const lcv_form *is = shape[0] && shape[1] ? lcv_form_applied(p->f, &of, 2, shape) : NULL;
    const lc_poly *yes = lcv_form_as_int(p->f, is);
    return yes && (lcv_size_is_one(yes) ||
                   lcv_obstacle(p->f, "the sizes of one shape's modes are not the other's"));
}

bool lcv_sym_compatible(lcv_proof *p)
{
    const lcv_form *x, *y;
    return both(p, lcv_proof_tuple, &x, &y) && refined(p, x, y);
}

bool lcv_sym_refines(lcv_proof *p)
{
    const lcv_form *x, *y;
    return both(p, lcv_proof_tuple, &x, &y) && refined(p, y, x);
}

/* ---- equality ---- */

static bool same_sizes(lcv_proof *p, size_t n, const lc_poly *const *x, const lc_poly *const *y,
                       const char *what)
{
    for (size_t i = 0; i < n; i++)
        if ((!x[i]) != (!y[i]) || (x[i] && !lcv_show_equal(p, x[i], y[i], what)))
            return false;
    return true;
}

bool lcv_form_same_axes(lcv_proof *p, const lcv_form *x, const lcv_form *y)
{
    bool same = x->naxes == y->naxes && (!x->profile) == (!y->profile) &&
                (!x->profile || lc_tuple_congruent(x->profile, y->profile));
    return same || lcv_obstacle(p->f, "values of different kinds") != NULL;
}

bool lcv_form_same_offsets(lcv_proof *p, const lcv_form *x, const lcv_form *y)
{
    const lc_poly *zero = lcv_size_const(p->s, 0);
    for (size_t q = 0; q < x->naxes; q++)
        if (!lcv_show_equal(p, x->offset ? x->offset[q] : zero, y->offset ? y->offset[q] : zero,
                            "an offset"))
            return false;
    return true;
}

bool lcv_sym_equal(lcv_proof *p)
{
    const lcv_form *x, *y;
    if (lcv_form_is_morphism(p->arg[0]) || lcv_form_is_morphism(p->arg[1]))
        return lcv_sym_as_of_numbers(p);
    if (!both(p, lcv_proof_tensor, &x, &y))
        return false;
    if (lcv_form_is_loose(p->f, x) || lcv_form_is_loose(p->f, y))
        return false;
    return nested_alike(p, x, y) && lcv_form_same_axes(p, x, y) &&
           lcv_form_same_offsets(p, x, y) &&
           same_sizes(p, x->n, x->extent, y->extent, "an extent") &&
           same_sizes(p, x->n * x->naxes, x->step, y->step, "a stride");
}

/* ---- differ ---- */

/* A mode of a layout as a function: an extent, a stride an axis. */
typedef struct {
    const lc_poly *extent, *step[LC_MAX_AXES];
} run;

typedef struct {
    size_t n;
    run *run;
} runs;

/* Does b go on where a ends? */
static bool continues(lcv_proof *p, const run *a, const run *b, size_t naxes)
{
    for (size_t axis = 0; axis < naxes; axis++) {
        const lc_poly *next = lcv_size_mul(p->s, a->extent, a->step[axis]);
        if (!next || !lc_poly_equal(next, b->step[axis]))
            return false;
    }
    return true;
}

/* The modes of extent above 1, joined to as few as possible. */
static bool coalesced(lcv_proof *p, const lcv_form *x, runs *out)
{
    *out = (runs){0, lc_frame_alloc(p->f->ctx, x->n, sizeof(run))};
    for (size_t i = 0; out->run && i < x->n; i++) {
        run next = {.extent = x->extent[i]};
        for (size_t axis = 0; axis < x->naxes; axis++)
            next.step[axis] = x->step[axis * x->n + i];
        if (lcv_size_is_one(next.extent))
            continue;
        run *last = out->n > 0 ? &out->run[out->n - 1] : NULL;
        if (last && continues(p, last, &next, x->naxes))
            last->extent = lcv_size_mul(p->s, last->extent, next.extent);
        else
            out->run[out->n++] = next;
    }
    return out->run && lc_ctx_code(p->f->ctx) == LC_OK;
}

/* Takes `extent` coordinates off the front of a run that has a multiple of it. */
static bool take_off(lcv_proof *p, run *r, const lc_poly *quotient, const lc_poly *extent,
                     size_t naxes)
{
    r->extent = quotient;
    for (size_t axis = 0; axis < naxes; axis++)
        r->step[axis] = lcv_size_mul(p->s, extent, r->step[axis]);
    return lc_ctx_code(p->f->ctx) == LC_OK;
}

/* Compares both as sequences of runs: the longer of two runs is split at the end of the
 * shorter. */
static bool same_runs(lcv_proof *p, runs *x, runs *y, size_t naxes)
{
    size_t i = 0, k = 0;
    while (i < x->n && k < y->n) {
        run *a = &x->run[i], *b = &y->run[k];
        const lc_poly *q;
        if (!same_sizes(p, naxes, a->step, b->step, "a stride"))
            return false;
        if (lcv_shown_zero(p, lcv_size_sub(p->s, a->extent, b->extent))) {
            i++;
            k++;
        } else if ((q = lcv_size_quotient(p->s, a->extent, b->extent)) &&
                   take_off(p, a, q, b->extent, naxes)) {
            k++;
        } else if ((q = lcv_size_quotient(p->s, b->extent, a->extent)) &&
                   take_off(p, b, q, a->extent, naxes)) {
            i++;
        } else {
            return not_shown(p, a->extent, "divides", b->extent, "modes side by side");
        }
    }
    if (i < x->n || k < y->n)
        return lcv_obstacle(p->f, "the layouts differ in size") != NULL;
    return true;
}

bool lcv_form_none_differ(lcv_proof *p, const lcv_form *x, const lcv_form *y)
{
    runs a, b;
    return lcv_form_same_axes(p, x, y) && lcv_form_same_offsets(p, x, y) && coalesced(p, x, &a) &&
           coalesced(p, y, &b) && same_runs(p, &a, &b, x->naxes);
}

bool lcv_sym_equiv(lcv_proof *p)
{
    const lcv_form *x, *y;
    return both(p, lcv_proof_tensor, &x, &y) && lcv_form_none_differ(p, x, y);
}

/* ---- composition ---- */

/* Tuples and tilers act by mode: the composite has their shape, and that of modes that stay. */
static bool is_tiler(const lcv_form *b)
{
    if (b->kind == LCV_FORM_TUPLE)
        return !lc_tuple_is_leaf(b->nest);
    return b->kind == LCV_FORM_VALUE &&
           (b->value->kind == LCV_TILER ||
            (b->value->kind == LCV_TUPLE && !lc_tuple_is_leaf(b->value->tuple)));
}

bool lcv_sym_composes(lcv_proof *p)
{
    const lcv_form *R = lcv_proof_tensor(p, 0);
    if (R && is_tiler(p->arg[2])) {
        const lcv_form *all = lcv_form_compose(p->f, p->arg[1], p->arg[2]);
        return all && refined(p, all, R) && lcv_form_none_differ(p, R, all);
    }
    const lcv_form *b = R ? lcv_form_as_layout(p->f, p->arg[2]) : NULL;
    const lcv_form *made = b ? lcv_form_compose(p->f, p->arg[1], b) : NULL;
    return made && refined(p, b, R) && lcv_form_none_differ(p, R, made);
}

/* A o 2:d is 2:A(d). */
static bool is_one_step(lcv_proof *p, const lcv_form *b)
{
    lcv_interval extent = {false, false, lc_int_const(0), lc_int_const(0)};
    if (b->n == 1 && !b->profile && !b->offset)
        extent = lcv_size_interval(p->s, b->extent[0]);
    return extent.bounded_above && lc_int_le(extent.high, lc_int_const(2)) &&
           lcv_shown(p, b->step[0]);
}

bool lcv_sym_admissible(lcv_proof *p)
{
    const lcv_form *b = p->arg[1];
    bool layout = b->kind == LCV_FORM_LAYOUT ||
                  (b->kind == LCV_FORM_VALUE && b->value->kind == LCV_LAYOUT &&
                   lc_layout_codomain(b->value->layout) != LC_XOR);
    if (layout && !(b = lcv_form_at_rest(p->f, lcv_form_as_tensor(p->f, b))))
        return false;
    if (lcv_form_compose(p->f, p->arg[0], b))
        return true;
    if (p->f->open || !layout || p->arg[0]->kind != LCV_FORM_LAYOUT || !is_one_step(p, b))
        return false;
    lcv_forms_clear_obstacle(p->f);
    return true;
}

/* ---- divisibility ---- */

/* size is a multiple of n for all values. */
static bool is_multiple(lcv_proof *p, const lc_poly *size, const lc_poly *n)
{
    return lcv_forms_quotient(p->f, size, n) != NULL;
}

bool lcv_sym_aligned(lcv_proof *p)
{
    const lcv_form *x = lcv_proof_tensor(p, 0);
    const lc_poly *by = x ? lcv_form_as_int(p->f, p->arg[1]) : NULL;
    if (!by || x->profile)
        return by && lcv_obstacle(p->f, "aligned of layouts of coordinates with parameters");
    if (!lcv_show_order(p, by, lcv_size_const(p->s, 1), "an alignment"))
        return false;
    if (x->offset && !is_multiple(p, x->offset[0], by))
        return not_shown(p, by, "divides", x->offset[0], "the offset");
    for (size_t i = 0; i < x->n; i++)
        if (!is_multiple(p, x->step[i], by) && lcv_forms_is_one(p->f, x->extent[i]) != LCR_YES)
            return not_shown(p, by, "divides", x->step[i], "a stride");
    return true;
}

/* ---- comparisons ---- */

/* a != b: one is always the larger, or no numbers make them equal. */
static bool differ(lcv_proof *p, const lc_poly *a, const lc_poly *b)
{
    const lc_poly *difference = lcv_size_sub(p->s, a, b);
    return lcv_shown(p, lcv_size_plus(p->s, difference, -1)) ||
           lcv_shown(p, lcv_size_plus(p->s, lcv_size_sub(p->s, b, a), -1)) ||
           (difference && lcv_show_empty(p, 1, &(lcv_fact){difference, true})) ||
           not_shown(p, a, "!=", b, "the comparison");
}

bool lcv_form_compare(lcv_proof *p, lcv_op op)
{
    const lcv_form *x, *y;
    if (!lcv_form_is_tuple(p->arg[0]) || !lcv_form_is_tuple(p->arg[1]))
        return lcv_obstacle(p->f, "a comparison of what are no integers") != NULL;
    if (!both(p, lcv_proof_tuple, &x, &y))
        return false;
    if (!lc_tuple_is_leaf(x->nest) || !lc_tuple_is_leaf(y->nest))
        return op == LCV_OP_EQ ? nested_alike(p, x, y) &&
                                     same_sizes(p, x->n, x->extent, y->extent, "an element")
                               : lcv_obstacle(p->f, "a comparison of tuples") != NULL;
    const lc_poly *a = lcv_form_as_int(p->f, x), *b = lcv_form_as_int(p->f, y);
    if (!a || !b)
        return false;
    switch (op) {
    case LCV_OP_EQ: return lcv_show_equal(p, a, b, "the comparison");
    case LCV_OP_NE: return differ(p, a, b);
    case LCV_OP_LT: return lcv_show_order(p, lcv_size_plus(p->s, b, -1), a, "the comparison");
    case LCV_OP_LE: return lcv_show_order(p, b, a, "the comparison");
    case LCV_OP_GT: return lcv_show_order(p, lcv_size_plus(p->s, a, -1), b, "the comparison");
    default: return lcv_show_order(p, a, b, "the comparison");
    }
}
