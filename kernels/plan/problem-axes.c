/* problem-axes.c - source and destination in symbols, axis by axis. */
#include "config.h"

#include "problem-axes.h"

#include <stdio.h>
#include <string.h>

#include "../../verify/language/build.h"
#include "common-axes.h"
#include "problem-sizes.h"
#include "read-numbers.h"

/* An axis before it is brought into the order of the kernel. */
typedef struct {
    const lc_poly *extent, *guard;
    const lc_poly *stride[LCK_PLAN_TENSORS]; /* NULL: there is no such tensor */
} axis;

/* The index of a stride that is no tensor's: how far an axis steps along the row, 0 along other
 * axes; NULL: there are no rows. */
#define ROW LCK_SHARED

typedef struct {
    lcv_planning *p;
    lck_plan *plan;
    lcv_forms *f;
    lck_sizes sizes;
    const lc_poly *offset[LCK_PLAN_TENSORS];
    const lcv_form *form[LCK_PLAN_TENSORS]; /* NULL: there is no such tensor */
    lcr_map *relation[2];                   /* of a tensor that is one; or NULL */
    size_t n;
    axis axis[LCK_MAX_COMMON_AXES];
} reading;

/* ---- source, destination, guard ---- */

/* Does a relation occur in it, or a function that makes one of a layout? */
static bool has_relation(const lcv_scope *scope, const lcv_ast *ast)
{
    if (ast->kind == LCV_AST_NAME) {
        const lcv_binding *named = lcv_scope_find(scope, ast->text);
        return named
                   ? named->value && named->value->kind == LCV_RELATION
                   : strcmp(ast->text, "layout_map") == 0 || strcmp(ast->text, "index_map") == 0;
    }
    for (const lcv_ast *part = ast->child; part; part = part->next)
        if (has_relation(scope, part))
            return true;
    return ast->kind == LCV_AST_RELATION;
}

/* The integral coordinates of a box, (64,64):(1,64). */
static const lcv_form *form_of_box(reading *w, size_t n, const int64_t *extent)
{
    lcv_arena *arena = w->plan->arena;
    lcv_ast *shape = lcv_build(arena, LCV_AST_TUPLE, 0);
    lcv_ast *stride = lcv_build(arena, LCV_AST_TUPLE, 0);
    int64_t place = 1;
    for (size_t k = 0; k < n; k++) {
        shape = lcv_build_add(shape, lcv_build_int(arena, extent[k]));
        stride = lcv_build_add(stride, lcv_build_int(arena, place));
        if (__builtin_mul_overflow(place, extent[k], &place))
            return NULL;
    }
    lcv_ast *layout = lcv_build(arena, LCV_AST_LAYOUT, 2, shape, stride);
    return layout ? lcv_form_as_layout(w->f, lcv_form_eval(w->f, layout)) : NULL;
}

/* A relation: its inputs are the coordinates of the tensor. */
static bool read_relation(reading *w, lck_memory tensor, const lcv_ast *ast, lcr_map *m,
                          const lcv_form **out)
{
    int64_t extent[LCK_MAX_RANK];
    w->relation[tensor] = lcr_map_ref(m);
    w->offset[tensor] = lcv_size_int(lcv_forms_symbols(w->f), lc_int_const(0));
    if (!lck_relation_read(w->p, ast->span, lck_tensor_name[tensor], m, extent))
        return false;
    *out = form_of_box(w, lcr_map_nin(m), extent);
    return *out || lck_fail_form(&w->sizes, lck_tensor_name[tensor]);
}

/* A layout of integers, and an offset, which is 0 unless it is a tensor. */
static bool read_tensor(reading *w, lck_memory tensor)
{
    const lcv_form **out = &w->form[tensor];
    const char *key = lck_tensor_name[tensor];
    const lcv_ast *ast = lcv_planning_argument(w->p, key);
    if (!ast && tensor > LCK_SHARED)
        return true;
    if (!ast) {
        lcv_eval_fail(w->p->e, w->p->name_span, "a plan needs a %s", key);
        return lcv_diag_hint(w->p->e->diag, "expected %s = a layout, such as (M,N):(1,M)", key);
    }
    if (tensor < LCK_SHARED && has_relation(w->p->e->scope, ast) &&
        !lcv_depends(w->p->e->scope, ast)) {
        lcv_value *v = lcv_eval_value(w->p->e, ast);
        bool relation = v && v->kind == LCV_RELATION;
        bool ok = relation && read_relation(w, tensor, ast, v->relation, out);
        bool failed = !v;
        if (relation || failed)
            return ok;
    }
    const lcv_form *form = lcv_form_eval_tensor(w->f, ast, &w->offset[tensor]);
    *out = form ? lcv_form_as_layout(w->f, form) : NULL;
    if (!*out)
        return lck_fail_form(&w->sizes, key);
    if ((*out)->profile)
        return lcv_eval_fail(w->p->e, ast->span,
                             "the %s has coordinates as values: expected addresses", key);
    if ((*out)->n <= LCK_MAX_RANK)
        return true;
    return lcv_eval_fail(w->p->e, ast->span, "a tensor of %zu axes: expected at most %d",
                         (*out)->n, LCK_MAX_RANK);
}

static bool read_guard(reading *w)
{
    const lcv_ast *ast = lcv_planning_argument(w->p, "guard");
    const lcv_form *guard = ast ? lcv_form_eval(w->f, ast) : NULL;
    guard = guard ? lcv_form_as_tuple(w->f, guard) : NULL;
    if (!ast)
        return true;
    if (!guard)
        return lck_fail_form(&w->sizes, "guard");
    if (guard->n != w->n)
        return lcv_eval_fail(w->p->e, ast->span, "a guard of %zu bounds: expected %zu", guard->n,
                             w->n);
    for (size_t k = 0; k < w->n; k++) {
        if (!guard->extent[k])
            return lcv_eval_fail(w->p->e, ast->span,
                                 "'_' in a guard: expected a bound for each axis");
        w->axis[k].guard = guard->extent[k];
    }
    return true;
}

static bool same_shape(const lcv_form *a, const lcv_form *b)
{
    bool same = a->n == b->n;
    for (size_t k = 0; same && k < a->n; k++)
        same = lc_poly_equal(a->extent[k], b->extent[k]);
    return same;
}

/* ---- rows ---- */

/* The mode of the source that rows go along: that of `along`, or the last. */
static bool read_along(reading *w, size_t *mode)
{
    const lcv_ast *ast = lcv_planning_argument(w->p, "along");
    size_t rank = lc_tuple_rank(w->form[LCK_SOURCE]->nest);
    int64_t given = (int64_t)rank - 1;
    bool ok = !ast || lck_read_numbers(w->p, ast, 1, 0, (int64_t)rank - 1, "a mode", &given);
    *mode = (size_t)given;
    return ok;
}

/* How far along the row each leaf of the source steps. */
static bool mark_row(reading *w, lck_modes *from)
{
    lcv_symbols *s = lcv_forms_symbols(w->f);
    size_t mode, leaf = 0;
    if (!lcv_planning_argument(w->p, "value"))
        return true;
    if (w->relation[LCK_SOURCE] || w->relation[LCK_DESTINATION])
        return lcv_eval_fail(w->p->e, w->p->name_span,
                             "rows of a relation: expected layouts of source and destination");
    if (!read_along(w, &mode))
        return false;
    const lc_poly *step = lcv_size_int(s, lc_int_const(1)),
                  *zero = lcv_size_int(s, lc_int_const(0));
    for (size_t m = 0; m < lc_tuple_rank(w->form[LCK_SOURCE]->nest); m++) {
        lc_tuple *t = lc_tuple_mode(w->plan->ctx, w->form[LCK_SOURCE]->nest, m);
        size_t n = t ? lc_tuple_nleaves(t) : 0;
        lc_tuple_free(t);
        for (; n > 0 && leaf < from->n; n--, leaf++) {
            from->stride[leaf][ROW] = m == mode ? step : zero;
            step = m == mode && step ? lcv_size_mul(s, step, from->extent[leaf]) : step;
        }
    }
    return leaf == from->n || lcv_eval_failed(w->p->e, w->p->name_span) != NULL;
}

/* The axes of the tensors so far and of another one. */
static bool refine(reading *w, lck_modes *common, lck_memory tensor)
{
    const char *key = lck_tensor_name[tensor];
    const lcv_form *form = w->form[tensor];
    char name[32];
    lck_modes more, both;
    snprintf(name, sizeof name, "the %s", key);
    lck_modes_of(form, 0, form->n, (size_t)tensor, name, &more);
    lck_refining of = {lcv_planning_argument(w->p, key)->span,
                       "element i of the one, by its integral coordinate, is element i of the "
                       "other"};
    if (!lck_common_axes(w->p, w->f, &of, common, &more, &both))
        return false;
    both.name = "the source";
    *common = both;
    return true;
}

static bool read_tensors(reading *w)
{
    lck_modes common;
    for (int t = 0; t < LCK_PLAN_TENSORS; t++)
        if (t != ROW &&
            (!read_tensor(w, (lck_memory)t) ||
             !lck_check_signs(&w->sizes, lck_tensor_name[t], w->form[t], w->offset[t])))
            return false;
    const lcv_form *source = w->form[LCK_SOURCE];
    lck_modes_of(source, 0, source->n, LCK_SOURCE, "the source", &common);
    if (!mark_row(w, &common))
        return false;
    for (int t = LCK_DESTINATION; t < LCK_PLAN_TENSORS; t++)
        if (w->form[t] && !refine(w, &common, (lck_memory)t))
            return false;
    w->plan->refined = !same_shape(source, w->form[LCK_DESTINATION]);
    w->n = common.n;
    for (size_t k = 0; k < w->n; k++) {
        w->axis[k] = (axis){.extent = common.extent[k], .guard = common.extent[k]};
        memcpy(w->axis[k].stride, common.stride[k], sizeof w->axis[k].stride);
    }
    return read_guard(w);
}

/* ---- fewer axes, in order ---- */

/* Does a destination's stride come before another one for all sizes? */
static bool before(reading *w, const axis *a, const axis *b)
{
    const lc_poly *x = a->stride[LCK_DESTINATION], *y = b->stride[LCK_DESTINATION];
    const lc_poly *more = lcv_size_sub(lcv_forms_symbols(w->f), y, x);
    return !lc_poly_equal(x, y) && lck_never_negative(w->f, more);
}

static void order_axes(reading *w)
{
    for (size_t i = 1; i < w->n; i++)
        for (size_t k = i; k > 0 && before(w, &w->axis[k], &w->axis[k - 1]); k--) {
            axis swap = w->axis[k];
            w->axis[k] = w->axis[k - 1];
            w->axis[k - 1] = swap;
        }
}

/* The extent of a and b as one axis: b begins where a ends, in all tensors, or earlier, so
 * that they share places. NULL: they are two. */
static const lc_poly *extent_of_both(reading *w, const axis *a, const axis *b)
{
    lcv_symbols *s = lcv_forms_symbols(w->f);
    if (lck_steps_are(w->f, LCK_PLAN_TENSORS, a->extent, a->stride, b->stride))
        return lcv_size_mul(s, a->extent, b->extent);
    const lc_poly *x = a->stride[LCK_DESTINATION], *y = b->stride[LCK_DESTINATION];
    const lc_poly *k = lck_poly_is(x, 0) ? NULL : lcv_size_quotient(s, y, x);
    lc_int steps;
    if (!k || !lc_poly_is_const(k, &steps) || lc_int_sign(steps) <= 0 ||
        !lck_steps_are(w->f, LCK_PLAN_TENSORS, k, a->stride, b->stride) ||
        !lck_never_negative(w->f, lcv_size_sub(s, a->extent, k)) ||
        !lck_never_negative(w->f, lcv_size_plus(s, b->extent, -1)))
        return NULL;
    return lcv_size_add(s, a->extent, lcv_size_mul(s, k, lcv_size_plus(s, b->extent, -1)));
}

/* Do all its coordinates, of which there is one at least, move one element to one place? */
static bool stands_still(reading *w, const axis *a)
{
    bool still = true;
    for (int i = 0; i < LCK_PLAN_TENSORS; i++)
        still = still && (!a->stride[i] || lck_poly_is(a->stride[i], 0));
    return lck_poly_is(a->extent, 1) ||
           (still &&
            lck_never_negative(w->f, lcv_size_plus(lcv_forms_symbols(w->f), a->extent, -1)));
}

/* Drops axes that stand still; where all do, one coordinate of one stays. */
static void leave_out(reading *w)
{
    size_t n = 0;
    for (size_t k = 0; k < w->n; k++)
        if (!stands_still(w, &w->axis[k]))
            w->axis[n++] = w->axis[k];
    if (n == 0) {
        axis *only = &w->axis[n++];
        only->extent = only->guard = lcv_size_int(lcv_forms_symbols(w->f), lc_int_const(1));
    }
    w->n = n;
}

static void join_axes(reading *w)
{
    size_t n = 0;
    for (size_t k = 0; k < w->n; k++) {
        axis *last = n > 0 ? &w->axis[n - 1] : NULL;
        const lc_poly *both = last ? extent_of_both(w, last, &w->axis[k]) : NULL;
        if (both)
            last->extent = last->guard = both;
        else
            w->axis[n++] = w->axis[k];
    }
    w->n = n;
}

/* ---- the axes of the plan ---- */

static bool add_axis(reading *w, const axis *a, lck_axis *out)
{
    bool ok = lck_size_quantity(&w->sizes, a->extent, &out->extent);
    out->guard = out->extent;
    ok = ok && (a->guard == a->extent || lck_size_quantity(&w->sizes, a->guard, &out->guard));
    for (int tensor = 0; ok && tensor < LCK_PLAN_TENSORS; tensor++)
        ok = tensor == ROW || !w->form[tensor] ||
             lck_size_quantity(&w->sizes, a->stride[tensor], &out->stride[tensor]);
    out->in_row = a->stride[ROW] && !lck_poly_is(a->stride[ROW], 0);
    return ok;
}

static bool has_relations(const reading *w)
{
    return w->relation[LCK_SOURCE] || w->relation[LCK_DESTINATION];
}

/* The offset of its last element at the smallest sizes. */
static bool check_extent(reading *w, lck_memory tensor)
{
    const lc_expr *start = lck_size_expr(&w->sizes, w->offset[tensor]);
    const char *key = lck_tensor_name[tensor];
    int64_t bytes = 0, offset;
    if (!start || __builtin_mul_overflow(start->low, w->plan->element->bytes, &bytes))
        bytes = INT64_MAX;
    for (size_t k = 0; k < w->n; k++) {
        const lc_expr *extent = lck_size_expr(&w->sizes, w->axis[k].extent);
        const lc_expr *step = lck_size_expr(&w->sizes, w->axis[k].stride[tensor]);
        if (!extent || !step ||
            __builtin_mul_overflow(extent->low - (extent->low > 0), step->low, &offset) ||
            __builtin_mul_overflow(offset, w->plan->element->bytes, &offset) ||
            __builtin_add_overflow(bytes, offset, &bytes))
            return lcv_eval_fail(w->p->e, lcv_planning_argument(w->p, key)->span,
                                 "the %s has more than 2^63 bytes", key);
    }
    return true;
}

static bool check_rank(reading *w)
{
    if (w->n <= LCK_MAX_RANK)
        return true;
    return lcv_eval_fail(w->p->e, lcv_planning_argument(w->p, "destination")->span,
                         "a common refinement of %zu axes: expected at most %d", w->n,
                         LCK_MAX_RANK);
}

static bool add_axes(reading *w)
{
    lck_plan *plan = w->plan;
    if (!lcv_planning_argument(w->p, "tile") && !lcv_planning_argument(w->p, "guard")) {
        if (!has_relations(w))
            order_axes(w);
        leave_out(w);
        if (!has_relations(w))
            join_axes(w);
        lc_ctx_reset(plan->ctx);
    }
    bool ok = check_rank(w);
    for (int tensor = 0; ok && tensor < LCK_PLAN_TENSORS; tensor++) {
        plan->has[tensor] = w->form[tensor] != NULL;
        ok = !w->form[tensor] ||
             (check_extent(w, (lck_memory)tensor) &&
              lck_size_quantity(&w->sizes, w->offset[tensor], &plan->offset[tensor]));
    }
    for (size_t k = 0; ok && k < w->n; k++)
        ok = add_axis(w, &w->axis[k], &plan->axis[k]);
    plan->rank = ok ? w->n : 0;
    for (int tensor = 0; ok && tensor < 2; tensor++)
        ok = !w->relation[tensor] ||
             lck_relation_of_tensor(plan, w->p, (lck_memory)tensor,
                                    lcv_planning_argument(w->p, lck_tensor_name[tensor])->span,
                                    w->relation[tensor]);
    return ok;
}

bool lck_read_axes(lcv_planning *p, lck_plan *plan)
{
    reading w = {.p = p, .plan = plan, .sizes = {.p = p, .plan = plan}};
    bool ok = lck_open_sizes(&w.sizes);
    w.f = w.sizes.f;
    ok = ok && lck_read_sizes(&w.sizes) && read_tensors(&w) && add_axes(&w);
    lcr_map_free(w.relation[LCK_SOURCE]);
    lcr_map_free(w.relation[LCK_DESTINATION]);
    lck_close_sizes(&w.sizes);
    return ok;
}
