/* relation.c - a relation as source, destination or stage of a plan.
 *
 * A relation gives the place of each coordinate: it is a function, and its inputs are a box. A
 * tensor has a coordinate for each of its inputs; it becomes a relation of the axes of the plan,
 * which may split those inputs. A stage has the axes of the tile, or its integral coordinate.
 */
#include "config.h"

#include "plan.h"

#include <stdlib.h>
#include <string.h>

#include "../../isl-bridge/code.h"
#include "../../isl-bridge/operate.h"
#include "../../verify/language/build.h"

void lck_relation_clear(lck_relation *relation)
{
    lcr_map_free(relation->map);
    free(relation->text);
    free(relation->tile);
    *relation = (lck_relation){0};
}

/* ---- is it one that a plan can take? ---- */

static bool fail(lcv_planning *p, lcv_span span, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static bool fail(lcv_planning *p, lcv_span span, const char *hint, const char *format, ...)
{
    lc_text text = {0};
    LC_TEXT_ARGS(&text, format);
    lcv_eval_fail(p->e, span, "%s", lc_text_peek(&text));
    if (hint)
        lcv_diag_hint(p->e->diag, "%s", hint);
    lc_text_free(&text);
    return false;
}

static bool failed(lcv_planning *p, lcv_span span)
{
    if (p->e->status == LCV_EVAL_OK)
        lcv_eval_failed(p->e, span);
    return false;
}

static bool check_function(lcv_planning *p, lcv_span span, const char *what, const lcr_map *m)
{
    lcr_ctx *r = p->e->r;
    lc_int value[2];
    if (lcr_map_nout(m) != 1)
        return fail(p, span, NULL, "a %s with %zu outputs: expected one, an offset", what,
                    lcr_map_nout(m));
    lcr_answer empty = lcr_map_is_empty(r, m);
    if (empty == LCR_YES)
        return fail(p, span, NULL,
                    "the relation of the %s is empty: expected an offset for each coordinate",
                    what);
    lcr_answer single = empty == LCR_NO ? lcr_map_single_valued(r, m) : LCR_UNKNOWN;
    if (single != LCR_NO)
        return single == LCR_YES || failed(p, span);
    lcr_map *back = lcr_map_reverse(r, m);
    if (!back || lcr_map_injective(r, back, &value[0], &value[1]) != LCR_NO ||
        !lc_int_fits_si(value[0]) || !lc_int_fits_si(value[1]))
        fail(p, span, NULL, "the relation of the %s is no function", what);
    else
        fail(p, span, "expected a function: one offset for each coordinate",
             "the relation of the %s has two offsets, %lld and %lld, at one coordinate", what,
             (long long)lc_int_get_si(value[0]), (long long)lc_int_get_si(value[1]));
    lcr_map_free(back);
    return false;
}

/* "0 <= c0 < 64 and 0 <= c1 < 64" */
static char *box_text(lc_ctx *ctx, size_t n, const int64_t *extent)
{
    lc_text text = {0};
    for (size_t k = 0; k < n; k++) {
        lc_text_add(&text, k == 0 ? "0 <= c" : " and 0 <= c");
        if (n > 1)
            lc_text_printf(&text, "%zu", k);
        lc_text_printf(&text, " < %lld", (long long)extent[k]);
    }
    return lc_text_take(ctx, &text);
}

#define MOST_OF_AN_AXIS ((int64_t)1 << 40)

/* The extents of the inputs, a box; the hint says of which kind. */
static bool read_box(lcv_planning *p, lcv_span span, const char *what, const char *hint,
                     const lcr_map *m, int64_t *extent)
{
    size_t n = lcr_map_nin(m);
    lc_int found[LCK_MAX_RANK];
    if (n == 0 || n > LCK_MAX_RANK)
        return fail(p, span, NULL, "a %s of %zu inputs: expected 1 to %d", what, n, LCK_MAX_RANK);
    lcr_answer box = lcr_map_domain_is_box(p->e->r, m, found);
    for (size_t k = 0; box == LCR_YES && k < n; k++) {
        extent[k] = lc_int_fits_si(found[k]) ? lc_int_get_si(found[k]) : INT64_MAX;
        if (extent[k] > MOST_OF_AN_AXIS)
            return fail(p, span, NULL, "an axis of the %s of more than 2^40 coordinates", what);
    }
    if (box == LCR_NO)
        return fail(p, span, hint, "the inputs of the %s are no box", what);
    return box == LCR_YES || failed(p, span);
}

/* Offsets from 0 on; one past the last one. */
static bool read_range(lcv_planning *p, lcv_span span, const char *what, const lcr_map *m,
                       int64_t most, int64_t *size)
{
    lc_int low, high;
    if (!lcr_map_range(p->e->r, m, &low, &high)) {
        if (lc_ctx_code(lcr_ctx_lc(p->e->r)) == LC_OK)
            return fail(p, span, NULL, "the offsets of the %s have no bounds", what);
        return failed(p, span);
    }
    if (lc_int_sign(low) < 0)
        return fail(p, span, "expected 0 or more at each coordinate",
                    "the %s has a negative offset", what);
    if (!lc_int_fits_si(high) || lc_int_get_si(high) >= most)
        return fail(p, span, NULL, "the %s has an offset of %lld or more", what, (long long)most);
    *size = lc_int_get_si(high) + 1;
    return true;
}

/* ---- relations of the axes ---- */

static bool is_colex(size_t n, const int64_t *extent, const int64_t *stride)
{
    int64_t place = 1;
    for (size_t k = 0; k < n; place *= extent[k++])
        if (stride[k] != place && extent[k] > 1)
            return false;
    return true;
}

static void to_ints(lc_ctx *ctx, size_t n, const int64_t *from, lc_int *to)
{
    for (size_t k = 0; k < n; k++)
        to[k] = lc_int_si(ctx, from[k]);
}

/* Coordinates of the axes -> integral coordinate -> coordinates of the inputs. */
static lcr_map *inputs_of_axes(lcr_ctx *r, size_t n, const int64_t *box, size_t rank,
                               const int64_t *extent, const int64_t *stride)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int size[LCK_MAX_RANK], step[LCK_MAX_RANK], of[LCK_MAX_RANK];
    to_ints(ctx, rank, extent, size);
    to_ints(ctx, rank, stride, step);
    to_ints(ctx, n, box, of);
    lc_layout *axes = lc_layout_flat(ctx, rank, size, step);
    lc_tuple *shape = axes ? lc_tuple_flat(ctx, n, of) : NULL;
    lcr_map *number = shape ? lcr_index_map(r, axes) : NULL;
    lcr_map *inputs = number ? lcr_coord_map(r, shape) : NULL;
    lcr_map *both = inputs ? lcr_map_compose(r, inputs, number) : NULL;
    lcr_map_free(inputs);
    lcr_map_free(number);
    lc_tuple_free(shape);
    lc_layout_free(axes);
    return both;
}

/* The same relation of the axes: as it is if they are its inputs. */
static lcr_map *over_axes(lcr_ctx *r, const lcr_map *m, const int64_t *box, size_t rank,
                          const int64_t *extent, const int64_t *stride)
{
    size_t n = lcr_map_nin(m);
    if (n == rank && memcmp(box, extent, n * sizeof *box) == 0 && is_colex(n, extent, stride))
        return lcr_map_ref(m);
    lcr_map *inputs = inputs_of_axes(r, n, box, rank, extent, stride);
    lcr_map *made = inputs ? lcr_map_compose(r, m, inputs) : NULL;
    lcr_map_free(inputs);
    return made;
}

static bool name_axes(lck_plan *plan, lck_relation *out, const int64_t *extent, bool tile)
{
    char name[64];
    if (!plan->counter)
        plan->counter = lck_free_prefix(plan->nsizes, plan->size);
    for (size_t k = 0; k < plan->rank; k++) {
        snprintf(name, sizeof name, "%s%zu%s", plan->counter, k, tile ? "_of_tile" : "");
        out->crd[k] = lc_exprs_find(plan->x, name);
        if (!out->crd[k])
            out->crd[k] = lc_expr_var(plan->x, name, 0, extent[k] - 1);
        if (!out->crd[k])
            return false;
    }
    return true;
}

/* Its expression and its text, over the axes. The map is taken over. */
static bool settle(lck_plan *plan, lcr_ctx *r, lck_relation *out, lcr_map *m,
                   const int64_t *extent, bool tile)
{
    out->map = m;
    out->text = m ? lcr_map_to_str(r, m) : NULL;
    if (!out->text || !name_axes(plan, out, extent, tile))
        return false;
    out->at = lcr_code_value(r, plan->x, m, 0, out->crd);
    return out->at && (out->at = lc_expr_assume(plan->x, out->at, 0, out->size - 1));
}

/* ---- tensors ---- */

static const char any_box[] =
    "expected all coordinates from 0 on, such as 0 <= i < 64 and 0 <= j < 64";

bool lck_relation_read(lcv_planning *p, lcv_span span, const char *what, const lcr_map *m,
                       int64_t *extent)
{
    return check_function(p, span, what, m) && read_box(p, span, what, any_box, m, extent);
}

/* The extents of the axes, and their strides as integral coordinates of the tensor. */
static bool numbers_of(lck_plan *plan, lck_memory tensor, int64_t *extent, int64_t *stride)
{
    for (size_t k = 0; k < plan->rank; k++)
        if (!lc_expr_is_int(plan->axis[k].extent.expr, &extent[k]) ||
            !lc_expr_is_int(plan->axis[k].stride[tensor].expr, &stride[k]))
            return false;
    return true;
}

bool lck_relation_of_tensor(lck_plan *plan, lcv_planning *p, lck_memory tensor, lcv_span span,
                            const lcr_map *m)
{
    const char *what = lck_tensor_name[tensor];
    lck_relation *out = &plan->relation[tensor];
    int64_t box[LCK_MAX_RANK], extent[LCK_MAX_RANK], stride[LCK_MAX_RANK];
    if (!read_box(p, span, what, any_box, m, box) ||
        !read_range(p, span, what, m, INT64_MAX / 16 / plan->element->bytes, &out->size))
        return false;
    if (!numbers_of(plan, tensor, extent, stride))
        return fail(p, span, "expected the other tensor with the extents of the relation's box",
                    "the axes of a relation have extents that depend on sizes");
    lcr_map *axes = over_axes(p->e->r, m, box, plan->rank, extent, stride);
    return settle(plan, p->e->r, out, axes, extent, false) || failed(p, span);
}

/* ---- stages ---- */

/* The inputs are those of the tile, or its integral coordinate. */
static bool check_tile(lcv_planning *p, lcv_span span, const lck_plan *plan, const lcr_map *m,
                       const int64_t *tile, int64_t *box)
{
    size_t n = lcr_map_nin(m);
    int64_t all = 1;
    for (size_t k = 0; k < plan->rank; k++)
        all *= tile[k];
    char *wanted = box_text(plan->ctx, plan->rank, tile);
    lc_text hint = {0};
    lc_text_printf(&hint, "expected the coordinates of the tile, %s", wanted ? wanted : "?");
    bool ok = wanted && read_box(p, span, "stage", lc_text_peek(&hint), m, box);
    if (ok && !(n == plan->rank && memcmp(box, tile, n * sizeof *box) == 0) &&
        !(n == 1 && box[0] == all)) {
        char *found = box_text(plan->ctx, n, box);
        ok = found && fail(p, span, lc_text_peek(&hint),
                           "the inputs of the stage are not the tile: found %s", found);
        free(found);
    }
    lc_text_free(&hint);
    free(wanted);
    return ok || failed(p, span);
}

int64_t lck_number_in_tile(const lck_plan *plan, const int64_t *crd)
{
    int64_t n = 0;
    for (size_t k = plan->rank; k-- > 0;)
        n = n * plan->axis[k].tile + crd[k];
    return n;
}

static int64_t value_at(const lck_plan *plan, const lck_relation *relation, const int64_t *crd)
{
    int64_t env[LC_MAX_EXPR_VARS] = {0}, value;
    for (size_t k = 0; k < plan->rank; k++)
        env[relation->crd[k]->slot] = crd[k];
    return lc_expr_at(relation->at, env, &value) ? value : -1;
}

bool lck_next_in_tile(const lck_plan *plan, int64_t *crd)
{
    for (size_t k = 0; k < plan->rank; k++) {
        if (++crd[k] < plan->axis[k].tile)
            return true;
        crd[k] = 0;
    }
    return false;
}

/* The offset of each element of the tile, listed. */
static bool list_tile(lck_plan *plan, lck_relation *stage)
{
    int64_t crd[LCK_MAX_RANK] = {0}, n = 1;
    for (size_t k = 0; k < plan->rank; k++)
        n *= plan->axis[k].tile;
    stage->tile = lc_alloc(plan->ctx, (size_t)n, sizeof *stage->tile);
    if (!stage->tile)
        return false;
    do
        stage->tile[lck_number_in_tile(plan, crd)] = (int32_t)value_at(plan, stage, crd);
    while (lck_next_in_tile(plan, crd));
    return true;
}

bool lck_relation_of_stage(lck_plan *plan, lcv_planning *p, lcv_span span, const lcr_map *m)
{
    lck_relation *out = &plan->relation[LCK_SHARED];
    int64_t box[LCK_MAX_RANK], tile[LCK_MAX_RANK], stride[LCK_MAX_RANK], place = 1;
    for (size_t k = 0; k < plan->rank; place *= tile[k++]) {
        tile[k] = plan->axis[k].tile;
        stride[k] = place;
    }
    if (!check_function(p, span, "stage", m) || !check_tile(p, span, plan, m, tile, box) ||
        !read_range(p, span, "stage", m, INT32_MAX, &out->size))
        return false;
    lcr_map *axes = over_axes(p->e->r, m, box, plan->rank, tile, stride);
    plan->shared = out->size;
    return (settle(plan, p->e->r, out, axes, tile, true) && list_tile(plan, out)) ||
           failed(p, span);
}

int64_t lck_relation_at(const lck_plan *plan, lck_memory memory, const int64_t *crd)
{
    const lck_relation *relation = &plan->relation[memory];
    return relation->tile ? relation->tile[lck_number_in_tile(plan, crd)]
                          : value_at(plan, relation, crd);
}

lcv_ast *lck_relation_tree(const lck_plan *plan, lck_memory memory)
{
    return lcv_build_leaf(plan->arena, LCV_AST_RELATION, "%s", plan->relation[memory].text);
}
