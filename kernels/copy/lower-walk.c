/* lower-walk.c - a thread's way through its values, and the addresses on it. */
#include "config.h"

#include <stdio.h>

#include "lowering.h"

bool lck_always(const lc_expr *e)
{
    int64_t value;
    return lc_expr_is_int(e, &value) && value != 0;
}

const lc_expr *lck_bind(lck_lowering *w, const lc_expr *value, bool wide, const char *format,
                        unsigned k)
{
    char name[64];
    int64_t constant;
    if (!value || lc_expr_is_int(value, &constant) || value->op == LC_EXPR_VAR)
        return value;
    snprintf(name, sizeof name, format, k);
    const lc_expr *var = lc_expr_var(w->x, name, value->low, value->high);
    lck_let(&w->out, var, value, wide);
    return var;
}

const lc_expr *lck_copy(lck_lowering *w, const lc_expr *e, const lck_relation *of,
                        const lc_expr *const *crd)
{
    return lck_import(w->x, e, of ? w->plan->rank : 0, of ? of->crd : NULL, crd);
}

/* ---- threads and values ---- */

bool lck_walk_begin(lck_lowering *w, lck_access access, lck_walk *out)
{
    const lck_part *p = &w->plan->partition[access];
    static const char *const format[] = {"load_%u", "put_%u", "get_%u", "store_%u"};
    *out = (lck_walk){.p = p};
    for (size_t k = 0; k < w->plan->rank; k++) {
        const lc_expr *sum = lck_int(w, 0), *rest = w->thread;
        for (size_t m = 0; m < p->nthreads; m++) {
            const lc_expr *n = lck_int(w, p->thread[m].extent);
            const lc_expr *digit = lck_mod(w, rest, n);
            sum = lc_expr_add_scaled(w->x, sum, p->thread[m].step[k], digit);
            rest = lck_div(w, rest, n);
        }
        out->begin[k] = lck_bind(w, sum, false, format[access], (unsigned)k);
        if (!out->begin[k])
            return false;
    }
    return true;
}

void lck_walk_open(lck_lowering *w, lck_walk *v, int width)
{
    char name[32];
    for (size_t m = 0; m < v->p->nvalues; m++) {
        v->run = width;
        v->count[m] = v->p->value[m].extent / (m == 0 ? width : 1);
        v->loop[m] = NULL;
        if (v->count[m] == 1)
            continue;
        snprintf(name, sizeof name, "v%u", w->nloops++);
        v->loop[m] = lc_expr_var(w->x, name, 0, v->count[m] - 1);
        lck_for(&w->out, v->loop[m], v->count[m]);
    }
}

void lck_walk_close(lck_lowering *w, lck_walk *v)
{
    v->row = v->column = NULL;
    for (size_t m = 0; m < v->p->nvalues; m++)
        if (v->loop[m])
            lck_end(&w->out);
}

/* sum over the values' modes of digit * weight(mode). */
static const lc_expr *add_values(lck_lowering *w, const lck_walk *v, const lc_expr *sum,
                                 const lc_expr *const *weight)
{
    for (size_t m = 0; m < v->p->nvalues; m++) {
        int64_t run = m == 0 ? v->run : 1;
        if (v->loop[m])
            sum = lck_add(w, sum, lck_mul(w, lck_mul_by(w, v->loop[m], run), weight[m]));
    }
    return v->within ? lck_add(w, sum, lck_mul(w, v->within, weight[0])) : sum;
}

/* base plus, for each axis, a factor times the amount that the values add to its coordinate. */
static const lc_expr *add_coordinates(lck_lowering *w, const lck_walk *v, const lc_expr *base,
                                      const lc_expr *const *factor)
{
    const lc_expr *weight[LCK_MAX_MODES];
    for (size_t m = 0; m < v->p->nvalues; m++) {
        weight[m] = lck_int(w, 0);
        for (size_t k = 0; k < w->plan->rank; k++)
            weight[m] = lc_expr_add_scaled(w->x, weight[m], v->p->value[m].step[k], factor[k]);
    }
    return add_values(w, v, base, weight);
}

/* ---- relations ---- */

/* The coordinate along an axis of the element of a walk: in its tile, or, with `at`, of all. */
static const lc_expr *coordinate(lck_lowering *w, const lck_walk *v, size_t axis, bool at)
{
    const lc_expr *along[LCK_MAX_RANK], *base = v->begin[axis];
    for (size_t k = 0; k < w->plan->rank; k++)
        along[k] = lck_int(w, k == axis);
    if (v->column && axis == w->plan->rotated)
        return v->column;
    return add_coordinates(w, v, at ? lck_add(w, w->at[axis], base) : base, along);
}

const lc_expr *lck_walk_coordinate(lck_lowering *w, const lck_walk *v, size_t axis)
{
    return coordinate(w, v, axis, false);
}

/* The place of the element of a walk: its coordinates become variables, as a relation may use
 * each of them several times. They are inside, where an element is moved. */
static const lc_expr *relation_index(lck_lowering *w, const lck_walk *v, lck_memory memory)
{
    const lck_relation *relation = &w->plan->relation[memory];
    const lc_expr *crd[LCK_MAX_RANK];
    for (size_t k = 0; k < w->plan->rank; k++) {
        crd[k] = lc_expr_assume(w->x, coordinate(w, v, k, memory != LCK_SHARED),
                                relation->crd[k]->low, relation->crd[k]->high);
        crd[k] = lck_bind(w, crd[k], false, "crd_%u", w->ncoordinates++);
        if (!crd[k])
            return NULL;
    }
    return lck_copy(w, relation->at, relation, crd);
}

const lc_expr *lck_global_index(lck_lowering *w, const lck_walk *v, const lc_expr *base,
                                lck_memory tensor)
{
    if (lck_is_relation(w->plan, tensor))
        return relation_index(w, v, tensor);
    return v->column ? lck_add(w, v->row, v->column)
                     : add_coordinates(w, v, base, w->stride[tensor]);
}

const lc_expr *lck_global_base(lck_lowering *w, const lck_walk *v, lck_memory tensor,
                               const char *name)
{
    const lc_expr *base = w->kernel->array[lck_array_of(w->plan, (int)tensor)].offset;
    if (lck_is_relation(w->plan, tensor))
        return lck_int(w, 0);
    for (size_t k = 0; k < w->plan->rank; k++)
        base = lck_add(w, base,
                       lck_mul(w, lck_add(w, w->at[k], v->begin[k]), w->stride[tensor][k]));
    return lck_bind(w, base, true, name, 0);
}

/* x xor ((x >> from) & (2^b - 1)) << to. */
static const lc_expr *swizzled(lck_lowering *w, const lc_expr *offset)
{
    lc_swizzle s = w->plan->swizzle;
    if (s.b == 0)
        return offset;
    int from = s.m + (s.s > 0 ? s.s : 0), to = s.m - (s.s < 0 ? s.s : 0);
    const lc_expr *bits = lck_div_by(w, offset, (int64_t)1 << from);
    bits = lck_mod_by(w, bits, (int64_t)1 << s.b);
    return lck_xor(w, offset, bits ? lck_mul_by(w, bits, (int64_t)1 << to) : NULL);
}

/* In a stage that is folded: what a walk's beginning adds, and what each of its modes does, which
 * steps over whole folds or stays in one. */
static const lc_expr *folded_index(lck_lowering *w, const lck_walk *v)
{
    const lc_expr *offset = lck_int(w, 0), *weight[LCK_MAX_MODES];
    for (size_t k = 0; k < w->plan->rank; k++) {
        const lck_axis *a = &w->plan->axis[k];
        const lc_expr *fold = lck_int(w, a->fold > 1 ? a->fold : 1), *begin = v->begin[k];
        offset = lc_expr_add_scaled(w->x, offset, a->stage, lck_div(w, begin, fold));
        offset = lc_expr_add_scaled(w->x, offset, a->bend, lck_mod(w, begin, fold));
    }
    for (size_t m = 0; m < v->p->nvalues; m++) {
        int64_t sum = 0;
        for (size_t k = 0; k < w->plan->rank; k++)
            sum += lck_place_along(&w->plan->axis[k], v->p->value[m].step[k]);
        weight[m] = lck_int(w, sum);
    }
    return add_values(w, v, offset, weight);
}

const lc_expr *lck_shared_index(lck_lowering *w, const lck_walk *v)
{
    if (w->plan->shifted)
        return folded_index(w, v);
    const lc_expr *factor[LCK_MAX_RANK], *offset = lck_int(w, 0);
    if (lck_is_relation(w->plan, LCK_SHARED))
        return relation_index(w, v, LCK_SHARED);
    for (size_t k = 0; k < w->plan->rank; k++) {
        const lc_expr *begin = v->begin[k];
        factor[k] = lck_int(w, w->plan->axis[k].stage);
        if (v->column && k == w->plan->rotated) {
            begin = v->column;
            factor[k] = lck_int(w, 0);
        }
        offset = lc_expr_add_scaled(w->x, offset, w->plan->axis[k].stage, begin);
    }
    return swizzled(w, add_coordinates(w, v, offset, factor));
}

/* Value v of a walk is in the held register of number sum digit * at(mode). */
static bool is_sum(const lck_walk *v, const lck_part *held, size_t rank, const int64_t *at)
{
    int64_t values = lck_part_values(v->p);
    for (int64_t n = 0; n < values; n++) {
        int64_t rest = n, sum = 0;
        for (size_t m = 0; m < v->p->nvalues; rest /= v->p->value[m++].extent)
            sum += rest % v->p->value[m].extent * at[m];
        if (lck_part_find(held, v->p, rank, n) != sum)
            return false;
    }
    return true;
}

static const lc_expr *refuse_order(lck_lowering *w, const lck_part *p, const lck_part *held)
{
    const lck_part *first = w->plan->partition;
    return lc_fail(w->plan->ctx, LC_ERR_LIMIT,
                   "%s has values in an order that is no sum over its modes in that of %s: "
                   "expected modes that split those",
                   lck_access_name[p - first], lck_access_name[held - first]);
}

const lc_expr *lck_walk_registers(lck_lowering *w, const lck_walk *v, const lck_part *held,
                                  int *step)
{
    const lc_expr *weight[LCK_MAX_MODES];
    int64_t at[LCK_MAX_MODES], n = 1;
    *step = 1;
    for (size_t m = 0; m < v->p->nvalues; n *= v->p->value[m++].extent) {
        at[m] = v->p->value[m].extent > 1 ? lck_part_find(held, v->p, w->plan->rank, n) : 0;
        weight[m] = lck_int(w, at[m]);
        if (m == 0 && at[m] > 0)
            *step = (int)at[m];
    }
    if (!is_sum(v, held, w->plan->rank, at))
        return refuse_order(w, v->p, held);
    return add_values(w, v, lck_int(w, 0), weight);
}

/* ---- rows that are rotated ---- */

const lc_expr *lck_row_base(lck_lowering *w, const lck_walk *v)
{
    const lc_expr *base = lck_add(w, w->kernel->array[LCK_DESTINATION].offset,
                                  w->at[w->plan->rotated]);
    for (size_t k = 0; k < w->plan->rank; k++)
        if (k != w->plan->rotated)
            base = lck_add(w, base,
                           lck_mul(w, lck_add(w, w->at[k], v->begin[k]),
                                   w->stride[LCK_DESTINATION][k]));
    return lck_bind(w, base, false, "rows", 0);
}

void lck_walk_rotate(lck_lowering *w, lck_walk *v, const lc_expr *base)
{
    const lck_plan *plan = w->plan;
    const lc_expr *across[LCK_MAX_RANK], *along[LCK_MAX_RANK];
    for (size_t k = 0; k < plan->rank; k++) {
        across[k] = k == plan->rotated ? lck_int(w, 0) : w->stride[LCK_DESTINATION][k];
        along[k] = lck_int(w, k == plan->rotated);
    }
    unsigned n = w->nrows++;
    v->row = lck_bind(w, add_coordinates(w, v, base, across), false, "row_%u", n);
    const lc_expr *tile = lck_int(w, plan->axis[plan->rotated].tile);
    const lc_expr *past = lck_mod_by(w, v->row, plan->rotation);
    const lc_expr *column = add_coordinates(w, v, v->begin[plan->rotated], along);
    column = lck_add(w, column, lck_sub(w, tile, past));
    column = lck_mod(w, column, tile);
    v->column = lck_bind(w, column, false, "column_%u", n);
}
