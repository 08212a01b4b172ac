/* relational.c - the algebra of relations and sets with parameters.
 *
 * isl does with families what it does with relations (../operation/relational.c). Integers that
 * are read off them are formulas of parameters, where there is one for all numbers.
 */
#include "config.h"

#include "relation.h"

#include "../operation/operation.h"
#include "../value/text.h"

#include <stdint.h>
#include <stdlib.h>

static const lcv_form *relation(lcv_forms *f, lcr_map *m)
{
    return m ? lcv_form_relation(f, m, false) : lcv_obstacle(f, "an operation on relations");
}

static const lcv_form *set(lcv_forms *f, lcr_map *m)
{
    return m ? lcv_form_relation(f, m, true) : lcv_obstacle(f, "an operation on sets");
}

/* ---- as operations do it with relations of numbers ---- */

/* A relation or a set for a form, as a value that is kept; NULL with an obstacle. */
static lcv_value *operand(lcv_forms *f, const lcv_form *form, bool set)
{
    const lcr_map *m = set ? lcv_form_elements(f, form) : lcv_form_map(f, form);
    if (!m)
        return NULL;
    return lcv_kept(f->ctx, set ? lcv_value_set(f->ctx, lcr_map_ref(m))
                                : lcv_value_relation(f->ctx, lcr_map_ref(m)));
}

/* A tuple is a set beside one, or where one is `wanted`, else a function. */
static const lcv_form *applied(const lcv_sym_call *call, size_t wanted)
{
    lcv_forms *f = call->f;
    lcv_value **arg = lc_frame_alloc(f->ctx, call->n, sizeof *arg);
    lcv_call of = {f->r, f->ctx, call->of->name, call->n, arg, call->n};
    lcv_operate *operate = call->of->apply_to_relations;
    bool sets = false;
    for (size_t i = 0; i < call->n; i++)
        sets = sets || lcv_form_is_set(call->arg[i]);
    for (size_t i = 0; i < call->n; i++)
        if (!arg || !(arg[i] = operand(f, call->arg[i],
                                       i == wanted || lcv_form_is_set(call->arg[i]) ||
                                           (sets && lcv_form_is_tuple(call->arg[i])))))
            return NULL;
    lcv_value *v = lcv_kept(f->ctx, lcv_call_apply(&of, operate ? operate : call->of->apply));
    if (!v)
        return lcv_obstacle(f, "an operation on relations");
    return v->relation ? lcv_form_relation(f, lcr_map_ref(v->relation), v->kind == LCV_SET)
                       : lcv_form_value(f, lcv_value_ref(v));
}

const lcv_form *lcv_rel_applied(const lcv_sym_call *call)
{
    return applied(call, SIZE_MAX);
}

const lcv_form *lcv_rel_applied_to_set(const lcv_sym_call *call)
{
    return applied(call, 1);
}

/* ---- of one ---- */

typedef lcr_map *of_one(lcr_ctx *r, const lcr_map *m);

static lcr_map *apply(lcv_forms *f, const lcv_form *a, of_one *function)
{
    const lcr_map *m = lcv_form_map(f, a);
    return m ? function(f->r, m) : NULL;
}

const lcv_form *lcv_rel_left_inverse(const lcv_sym_call *call)
{
    lcv_forms *f = call->f;
    lcv_for_all q;
    const lcr_map *m = lcv_form_map(f, call->arg[0]);
    if (!m || !lcv_for_all_open(f, &q, NULL) ||
        !lcv_for_all_yes(f, &q, lcr_all_injective(f->r, &q.all, m), "the relation is one to one"))
        return NULL;
    return relation(f, lcr_map_reverse(f->r, m));
}

/* ---- of two ---- */

static const lcv_form *compose(lcv_forms *f, const lcr_map *outer, const lcr_map *inner)
{
    if (outer && inner && lcr_map_nout(inner) != lcr_map_nin(outer))
        return lcv_obstacle(f, "a composition of relations of other dimensions");
    return relation(f, outer && inner ? lcr_map_compose(f->r, outer, inner) : NULL);
}

const lcv_form *lcv_rel_compose(const lcv_sym_call *call)
{
    lcv_forms *f = call->f;
    const lcr_map *outer = lcv_form_map(f, call->arg[0]);
    return compose(f, outer, outer ? lcv_form_map(f, call->arg[1]) : NULL);
}

/* ---- of layouts ---- */

static const lcv_form *map_of_shape(lcv_forms *f, const lcv_form *shape)
{
    return shape ? lcv_form_of_isl(f, lcv_isl_coord_map(f, shape), false) : NULL;
}

/* The coordinate map of a shape that has as many coordinates as `a`. */
static const lcv_form *map_of_size(lcv_forms *f, const lcv_form *a, const lcv_form *shape)
{
    const lc_poly *x = lcv_form_size(f, a), *y = x ? lcv_form_size(f, shape) : NULL;
    if (y && !lcv_facts_imply_zero(f->facts, lcv_size_sub(f->symbols, x, y)))
        return lcv_obstacle(f, "it was not shown that the shapes have as many coordinates");
    return y ? map_of_shape(f, lcv_form_as_tuple(f, shape)) : NULL;
}

/* outer o inverse(inner) */
static const lcv_form *in_coordinates(lcv_forms *f, const lcv_form *outer, const lcv_form *inner)
{
    const lcv_form *integral = outer && inner ? relation(f, apply(f, inner, lcr_map_reverse))
                                              : NULL;
    return integral ? compose(f, lcv_form_map(f, outer), lcv_form_map(f, integral)) : NULL;
}

const lcv_form *lcv_rel_coord_map(const lcv_sym_call *call)
{
    lcv_forms *f = call->f;
    const lcv_form *shape = lcv_form_is_tuple(call->arg[0]) ? lcv_form_as_tuple(f, call->arg[0])
                                                            : lcv_form_as_tensor(f, call->arg[0]);
    return !shape        ? NULL
           : call->n > 1 ? map_of_size(f, shape, call->arg[1])
                         : map_of_shape(f, shape);
}

const lcv_form *lcv_rel_colex(const lcv_sym_call *call)
{
    lcv_forms *f = call->f;
    const lcv_form *from = map_of_shape(f, lcv_form_as_tuple(f, call->arg[0]));
    return in_coordinates(f, from ? map_of_size(f, call->arg[0], call->arg[1]) : NULL, from);
}

/* A layout map remembers that it is one. */
static const lcv_form *layout_map(lcv_forms *f, const lcv_form *a)
{
    const lcv_form *m = a ? lcv_form_of_isl(f, lcv_isl_layout_map(f, a), false) : NULL;
    if (m && m->kind == LCV_FORM_RELATION)
        ((lcv_form *)(uintptr_t)m)->layout_map = !lc_tuple_is_leaf(a->nest);
    return m;
}

const lcv_form *lcv_rel_layout_map(const lcv_sym_call *call)
{
    lcv_forms *f = call->f;
    return lcv_form_is_relation(call->arg[0])
               ? call->arg[0]
               : layout_map(f, lcv_form_as_tensor(f, call->arg[0]));
}

const lcv_form *lcv_rel_index_map(const lcv_sym_call *call)
{
    lcv_forms *f = call->f;
    const lcv_form *a = lcv_form_as_tensor(f, call->arg[0]);
    if (a && call->n > 1)
        return in_coordinates(f, layout_map(f, a), map_of_size(f, a, call->arg[1]));
    return a ? lcv_form_of_isl(f, lcv_isl_index_map(f, a), false) : NULL;
}

/* ---- at a coordinate ---- */

/* A coordinate with an integer, or none, for each input; NULL with an obstacle. */
static const lcv_form *coordinate_of(lcv_forms *f, const lcr_map *m, const lcv_form *at)
{
    const lcv_form *c = lcv_form_as_tuple(f, at);
    if (c && c->n != lcr_map_nin(m))
        return lcv_obstacle(f, "a coordinate of %z integers, where the relation takes %z", c->n,
                            lcr_map_nin(m));
    return c;
}

const lcv_form *lcv_rel_slice(const lcv_sym_call *call)
{
    lcv_forms *f = call->f;
    const lcr_map *m = lcv_form_map(f, call->arg[0]);
    const lcv_form *c = m ? coordinate_of(f, m, call->arg[1]) : NULL;
    const lcv_form *place = c ? lcv_form_of_isl(f, lcv_isl_place(f, c), true) : NULL;
    const lcr_map *inputs = place ? lcv_form_elements(f, place) : NULL;
    bool *fixed = inputs ? lc_alloc(f->ctx, c->n + 1, sizeof *fixed) : NULL;
    for (size_t k = 0; fixed && k < c->n; k++)
        fixed[k] = c->extent[k] != NULL;
    lcr_map *left = fixed ? lcr_family_fix(f->r, m, inputs, fixed) : NULL;
    free(fixed);
    return relation(f, left);
}

typedef lcr_answer integer_of(lcr_ctx *r, lcr_all *all, const lcr_map *set, size_t k,
                              lcr_size *size);

/* The integers of all coordinates of a set, each of them and `more`. */
static const lcv_form *integers(lcv_forms *f, const lcr_map *s, integer_of *of, int32_t more,
                                const char *what)
{
    lcv_for_all q;
    size_t n = lcr_map_nout(s);
    const lc_poly **p = lc_alloc(f->ctx, n + 1, sizeof(lc_poly *));
    lc_int *number = p ? lc_alloc(f->ctx, n + 1, sizeof *number) : NULL;
    bool ok = number && n > 0 && lcv_for_all_open(f, &q, NULL);
    for (size_t k = 0; ok && k < n; k++) {
        lcr_size size = {0};
        ok = lcv_for_all_yes(f, &q, of(f->r, &q.all, s, k, &size), what) &&
             (p[k] = lcv_size_plus(f->symbols, lcv_form_of_size(f, &size), more)) != NULL;
        number[k] = lc_int_si(f->ctx, (int64_t)k);
        lcr_size_clear(&size);
    }
    const lcv_form *form = NULL;
    if (ok)
        form = n == 1 ? lcv_form_int(f, p[0])
                      : lcv_form_tuple(f, lcv_kept(f->ctx, lc_tuple_flat(f->ctx, n, number)), p);
    free(number);
    free(p);
    return form;
}

const lcv_form *lcv_rel_evaluate(lcv_forms *f, const lcv_form *of, const lcv_form *at)
{
    const lcr_map *m = lcv_form_map(f, of);
    const lcv_form *c = m ? coordinate_of(f, m, at) : NULL;
    const lcv_form *place = c ? lcv_form_of_isl(f, lcv_isl_place(f, c), true) : NULL;
    const lcr_map *inputs = place ? lcv_form_elements(f, place) : NULL;
    lcr_map *image = inputs ? lcr_map_image(f->r, m, inputs) : NULL;
    const lcv_form *values = set(f, image);
    return values ? integers(f, lcv_form_elements(f, values), lcr_all_only, 0,
                             "the relation has one value at the coordinate, by one formula")
                  : NULL;
}

/* ---- sizes ---- */

const lcv_form *lcv_rel_cosize(const lcv_sym_call *call)
{
    lcv_forms *f = call->f;
    const lcv_form *outputs = lcv_form_is_set(call->arg[0])
                                  ? call->arg[0]
                                  : set(f, apply(f, call->arg[0], lcr_map_range_set));
    const lcr_map *s = outputs ? lcv_form_elements(f, outputs) : NULL;
    return s ? integers(f, s, lcr_all_last, 1, "there is a last value, by one formula") : NULL;
}

/* How many numbers there are along coordinate k of a grid. */
static const lc_poly *count_along(lcv_forms *f, lcv_for_all *q, const lcr_map *s, size_t k)
{
    lcr_size low, high;
    lc_int step = lc_int_const(0);
    const lc_poly *count = NULL;
    lcr_answer is = lcr_all_ends(f->r, &q->all, s, k, &low, &high, &step);
    if (lcv_for_all_yes(f, q, is, "the bounds of the relation are one formula each")) {
        const lc_poly *last = lcv_form_of_size(f, &high), *first = lcv_form_of_size(f, &low);
        count = lcv_size_sub(f->symbols, last, first);
        if (lc_int_sign(step) > 0)
            count = lcv_size_floor(f->symbols, count, step);
        count = lcv_size_plus(f->symbols, count, 1);
    }
    lcr_size_clear(&low);
    lcr_size_clear(&high);
    return count;
}

static const lcv_form *count_of(lcv_forms *f, lcv_for_all *q, const lcr_map *s)
{
    const lc_poly *count = lcv_size_const(f->symbols, 1);
    if (!lcv_for_all_yes(f, q, lcr_all_grid(f->r, &q->all, s),
                         "what is counted is a grid of places"))
        return NULL;
    for (size_t k = 0; count && k < lcr_map_nout(s); k++) {
        const lc_poly *along = count_along(f, q, s, k);
        count = along ? lcv_size_mul(f->symbols, count, along) : NULL;
    }
    return lcv_form_int(f, count);
}

/* The elements of a set; the inputs of a relation that is a function. */
const lcv_form *lcv_rel_size(const lcv_sym_call *call)
{
    lcv_forms *f = call->f;
    lcv_for_all q;
    const lcv_form *counted = call->arg[0];
    if (!lcv_for_all_open(f, &q, NULL))
        return NULL;
    if (!lcv_form_is_set(counted)) {
        const lcr_map *m = lcv_form_map(f, call->arg[0]);
        if (!m || !lcv_for_all_yes(f, &q, lcr_all_single_valued(f->r, &q.all, m),
                                   "the relation that is counted is a function"))
            return NULL;
        counted = set(f, apply(f, call->arg[0], lcr_map_domain_set));
    }
    const lcr_map *s = counted ? lcv_form_elements(f, counted) : NULL;
    return s ? count_of(f, &q, s) : NULL;
}
