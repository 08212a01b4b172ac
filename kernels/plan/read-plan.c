/* read-plan.c - the keys that a `plan` statement gives. */
#include "config.h"

#include "plan.h"

#include <stdlib.h>
#include <string.h>

#include "../../verify/language/build.h"
#include "../../verify/symbolic/form.h"
#include "problem-axes.h"
#include "read-numbers.h"

const char *const lck_access_name[4] = {"load", "put", "get", "store"};
const char *const lck_tensor_name[LCK_PLAN_TENSORS] = {"source",   "destination", "tile",
                                                       "residual", "weight",      "bias"};

void lck_plan_free(lck_plan *plan)
{
    if (!plan)
        return;
    free(plan->name);
    lc_text_free(&plan->proved);
    lc_text_free(&plan->known);
    for (int i = 0; i < 3; i++)
        lck_relation_clear(&plan->relation[i]);
    lc_exprs_free(plan->x);
    lcv_arena_free(plan->arena);
    free(plan);
}

/* ---- partitions ---- */

static bool read_modes(lcv_planning *p, lcv_span span, const lc_layout *a, size_t rank,
                       lck_mode *mode, size_t *n)
{
    *n = lc_layout_nleaves(a);
    if (*n > LCK_MAX_MODES)
        return lcv_eval_fail(p->e, span, "a partition of more than %d modes", LCK_MAX_MODES);
    bool ok = true;
    for (size_t i = 0; ok && i < *n; i++) {
        ok = lck_small_int(p, span, lc_layout_extent(a, i), 1, 1 << 20, "an extent",
                           &mode[i].extent);
        for (size_t k = 0; ok && k < rank; k++) {
            bool has = k < lc_layout_naxes(a);
            ok = lck_small_int(p, span, has ? lc_layout_step_on(a, k, i) : lc_int_const(0), 0,
                               1 << 20, "a stride", &mode[i].step[k]);
        }
    }
    return ok;
}

static bool partition_of(lcv_planning *p, lcv_span span, const lc_layout *a, size_t rank,
                         lck_part *out)
{
    lc_ctx *ctx = lcr_ctx_lc(p->e->r);
    bool integers = lc_layout_codomain(a) == LC_INTEGERS;
    if (lc_layout_rank(a) != 2 || lc_layout_codomain(a) == LC_XOR ||
        (integers ? rank != 1 : lc_layout_naxes(a) > rank)) {
        lcv_eval_fail(p->e, span, "no thread-value partition of a tile of %zu %s", rank,
                      rank == 1 ? "axis" : "axes");
        return lcv_diag_hint(p->e->diag, "expected two modes, the threads and their values, with "
                                         "coordinates of the tile as strides: "
                                         "((16,16),(4,4)):((4e0,4e1),(e0,e1))");
    }
    lc_layout *threads = lc_layout_mode(ctx, a, 0), *values = lc_layout_mode(ctx, a, 1);
    bool ok = threads && values &&
              read_modes(p, span, threads, rank, out->thread, &out->nthreads) &&
              read_modes(p, span, values, rank, out->value, &out->nvalues);
    if (ok &&
        (lck_part_threads(out) > LCK_MAX_THREADS || lck_part_values(out) > LCK_MAX_REGISTERS)) {
        lcv_eval_fail(p->e, span, "%lld threads of %lld values: expected at most %d and %d",
                      (long long)lck_part_threads(out), (long long)lck_part_values(out),
                      LCK_MAX_THREADS, LCK_MAX_REGISTERS);
        ok = false;
    }
    out->width = 1;
    lc_layout_free(threads);
    lc_layout_free(values);
    return ok;
}

static bool read_partition(lcv_planning *p, const lcv_ast *ast, size_t rank, lck_part *out)
{
    lc_ctx *ctx = lcr_ctx_lc(p->e->r);
    lcv_value *v = lcv_eval_value(p->e, ast);
    lc_layout *a = v ? lcv_as_layout(ctx, v) : NULL;
    if (v && !a)
        lcv_eval_failed(p->e, ast->span);
    bool ok = a && partition_of(p, ast->span, a, rank, out);
    lc_layout_free(a);
    return ok;
}

/* ---- shared memory ---- */

#define MAX_SWIZZLED_BITS 24

static bool stage_of(lcv_planning *p, lcv_span span, lck_plan *plan, const lc_layout *a)
{
    bool ok = lc_layout_codomain(a) == LC_INTEGERS && lc_layout_nleaves(a) == plan->rank;
    int64_t last = 0;
    for (size_t k = 0; ok && k < plan->rank; k++) {
        int64_t extent;
        ok = lck_small_int(p, span, lc_layout_extent(a, k), 1, 1 << 20, "an extent", &extent) &&
             lck_small_int(p, span, lc_layout_step(a, k), 0, 1 << 20, "a stride",
                           &plan->axis[k].stage);
        if (ok && extent != plan->axis[k].tile)
            break;
        last += ok ? (extent - 1) * plan->axis[k].stage : 0;
        ok = ok && (k + 1 < plan->rank || (plan->shared = last + 1) > 0);
    }
    if (ok && plan->shared > 0)
        return true;
    if (p->e->status == LCV_EVAL_OK) {
        lcv_eval_fail(p->e, span, "no layout of the tile in shared memory");
        lcv_diag_hint(p->e->diag, "expected the extents of the tile and a number as stride for "
                                  "each, perhaps under a swizzle: S<3,2,6> o (64,64):(64,1)");
    }
    return false;
}

/* A swizzle keeps offsets below n below the next multiple of its block. */
static int64_t swizzled_size(lc_swizzle w, int64_t n)
{
    int64_t block = (int64_t)1 << lc_swizzle_bits(w);
    return w.b == 0 ? n : (n + block - 1) / block * block;
}

/* Offsets begin at 0, where a swizzle keeps them below a power of two. */
static bool read_swizzle(lcv_planning *p, const lcv_ast *ast, lck_plan *plan, const lcv_value *v)
{
    if (v->nouters > 0)
        lcv_eval_fail(p->e, ast->span, "a stage is a layout, perhaps under one swizzle");
    else if (lc_swizzle_bits(v->swizzle) > MAX_SWIZZLED_BITS)
        lcv_eval_fail(p->e, ast->span,
                      "a swizzle of %d bits in shared memory: expected at most %d",
                      lc_swizzle_bits(v->swizzle), MAX_SWIZZLED_BITS);
    else if (!lc_int_is_zero(lc_tuple_value(v->offset, 0)))
        lcv_eval_fail(p->e, ast->span, "a stage does not begin at 0: expected no offset");
    else
        plan->swizzle = v->swizzle;
    return p->e->status == LCV_EVAL_OK && stage_of(p, ast->span, plan, v->layout);
}

static bool read_stage(lcv_planning *p, const lcv_ast *ast, lck_plan *plan)
{
    lc_ctx *ctx = plan->ctx;
    lcv_value *v = lcv_eval_value(p->e, ast);
    lc_int zero;
    bool ok = v != NULL;
    if (ok && v->kind == LCV_TUPLE && lc_tuple_is_leaf(v->tuple) && lcv_as_int(ctx, v, &zero) &&
        lc_int_is_zero(zero))
        return true;
    plan->staged = true;
    if (ok && v->kind == LCV_COMPOSED) {
        ok = read_swizzle(p, ast, plan, v);
    } else if (ok && v->kind == LCV_RELATION) {
        ok = lck_relation_of_stage(plan, p, ast->span, v->relation);
    } else if (ok) {
        lc_layout *a = lcv_as_layout(ctx, v);
        if (!a)
            lcv_eval_failed(p->e, ast->span);
        ok = a && stage_of(p, ast->span, plan, a);
        lc_layout_free(a);
    }
    plan->shared = swizzled_size(plan->swizzle, plan->shared);
    return ok;
}

/* ---- the keys ---- */

static const char *const keys[] = {"element", "source",  "destination", "tile",     "load",
                                   "put",     "stage",   "get",         "store",    "vectors",
                                   "guard",   "barrier", "rotate",      "shift",    "resident",
                                   "device",  "value",   "along",       "residual", "weight",
                                   "bias"};

/* Those that a plan of a copy has; a function along rows has the others, too. */
#define OF_COPIES 16
#define OF_ALL (sizeof keys / sizeof *keys)

const char *lck_plan_key(size_t i)
{
    return i < OF_COPIES ? keys[i] : NULL;
}

const char *lck_rows_key(size_t i)
{
    return i < OF_ALL - OF_COPIES ? keys[OF_COPIES + i] : NULL;
}

static const lck_element *element_of(const lcv_ast *ast)
{
    bool is_name = ast && (ast->kind == LCV_AST_NAME || ast->kind == LCV_AST_STRIDE);
    return is_name ? lck_element_find(ast->text) : NULL; /* f32 is both */
}

/* One, or of a function along rows two: that of the source, and that of the destination. */
static bool read_element(lcv_planning *p, lck_plan *plan)
{
    const lcv_ast *ast = lcv_planning_argument(p, "element");
    bool two = ast && ast->kind == LCV_AST_TUPLE && ast->nchildren == 2 &&
               lcv_planning_argument(p, "value");
    plan->element = element_of(two ? ast->child : ast);
    plan->into = element_of(two ? ast->child->next : ast);
    if (plan->element && plan->into)
        return true;
    lcv_eval_fail(p->e, ast ? ast->span : p->name_span,
                  ast ? "no type of elements" : "a plan needs an element");
    return lcv_diag_hint(p->e->diag, "expected element = " LCK_ELEMENTS);
}

/* Two or four numbers: those of load and store, or of all. */
static bool read_vectors(lcv_planning *p, lck_plan *plan, lck_given *given)
{
    const lcv_ast *ast = lcv_planning_argument(p, "vectors");
    static const lck_access two[] = {LCK_LOADS, LCK_STORES};
    int64_t width[4];
    size_t n = ast && ast->kind == LCV_AST_TUPLE && ast->nchildren == 4 ? 4 : 2;
    if (!ast)
        return true;
    if (!lck_read_numbers(p, ast, n, 1, LCK_MAX_WIDTH, "the length of a vector", width))
        return lcv_diag_hint(p->e->diag, "vectors = (load, store), or (load, put, get, store)");
    for (size_t i = 0; i < n; i++) {
        lck_access which = n == 4 ? (lck_access)i : two[i];
        int bytes = (int)width[i] * plan->element->bytes;
        if ((bytes & (bytes - 1)) != 0 || bytes > 16)
            return lcv_eval_fail(p->e, ast->span,
                                 "vectors of %d bytes: expected 1, 2, 4, 8 or 16", bytes);
        plan->partition[which].width = (int)width[i];
        given->width[which] = true;
    }
    return true;
}

/* The axes of two different shapes are not written in the plan: the hint has them. */
static void hint_axes(lcv_planning *p, const lck_plan *plan)
{
    char *axes = plan->refined ? lcv_ast_text(lck_tuple_tree(plan, LCK_EXTENTS)) : NULL;
    if (axes)
        lcv_diag_hint(p->e->diag, "the common refinement of both shapes is %s", axes);
    free(axes);
}

/* No more elements than a block's threads can hold, which bounds the work of looking at them one
 * by one. */
static bool read_tile(lcv_planning *p, lck_plan *plan, lck_given *given)
{
    int64_t tile[LCK_MAX_RANK], most = (int64_t)LCK_MAX_THREADS * LCK_MAX_REGISTERS, n = 1;
    const lcv_ast *ast = lcv_planning_argument(p, "tile");
    given->tile = ast != NULL;
    if (!ast)
        return true;
    if (!lck_read_numbers(p, ast, plan->rank, 1, 1 << 20, "an extent of a tile", tile)) {
        hint_axes(p, plan);
        return false;
    }
    for (size_t k = 0; k < plan->rank; k++) {
        plan->axis[k].tile = tile[k];
        n = n > most ? n : n * tile[k];
    }
    if (n <= most)
        return true;
    return lcv_eval_fail(p->e, ast->span,
                         "a tile of more than %lld elements: %d threads of %d values",
                         (long long)most, LCK_MAX_THREADS, LCK_MAX_REGISTERS);
}

static bool read_parts(lcv_planning *p, lck_plan *plan, lck_given *given)
{
    if (!read_tile(p, plan, given))
        return false;
    const lcv_ast *ast;
    for (size_t i = 0; i < 4; i++) {
        ast = lcv_planning_argument(p, lck_access_name[i]);
        given->partition[i] = ast != NULL;
        if (ast && !given->tile)
            return lcv_eval_fail(p->e, ast->span, "a partition of what? The plan gives no tile");
        if (ast && !read_partition(p, ast, plan->rank, &plan->partition[i]))
            return false;
    }
    ast = lcv_planning_argument(p, "stage");
    given->stage = ast != NULL;
    if (ast && !given->tile)
        return lcv_eval_fail(p->e, ast->span, "a stage for what? The plan gives no tile");
    return (!ast || read_stage(p, ast, plan)) && read_vectors(p, plan, given);
}

#define MAX_ROTATION 128 /* bytes: a line of the cache */

/* One number; it stays as it is if the key is not given. */
static bool read_number(lcv_planning *p, const char *key, int64_t high, const char *what,
                        int64_t *out)
{
    const lcv_ast *ast = lcv_planning_argument(p, key);
    return !ast || lck_read_numbers(p, ast, 1, 0, high, what, out);
}

static bool read_barrier(lcv_planning *p, lck_plan *plan)
{
    int64_t barrier = 1;
    bool ok = read_number(p, "barrier", 1, "a barrier", &barrier);
    plan->barrier = barrier != 0;
    return ok;
}

/* Bytes, and whole elements; the axis is found with the strides of the destination. */
static bool read_rotation(lcv_planning *p, lck_plan *plan, lck_given *given)
{
    const lcv_ast *ast = lcv_planning_argument(p, "rotate");
    int64_t bytes = 0;
    given->rotate = ast != NULL;
    if (!read_number(p, "rotate", MAX_ROTATION, "a number of bytes", &bytes))
        return false;
    if ((bytes & (bytes - 1)) == 0 && bytes % plan->element->bytes == 0) {
        plan->rotation = bytes / plan->element->bytes;
        return true;
    }
    lcv_eval_fail(p->e, ast->span, "rows cannot be rotated to multiples of %lld bytes",
                  (long long)bytes);
    return lcv_diag_hint(p->e->diag,
                         "expected 0, or a power of two of at least %d, the bytes of an "
                         "element",
                         plan->element->bytes);
}

/* 0, or bytes of both tensors: of the source sixteen and more, which copies move. */
static bool read_shift(lcv_planning *p, lck_plan *plan, lck_given *given)
{
    const lcv_ast *ast = lcv_planning_argument(p, "shift");
    int64_t bytes[2] = {0, 0};
    given->shift = ast != NULL;
    if (!ast)
        return true;
    bool two = ast->kind == LCV_AST_TUPLE;
    if (!lck_read_numbers(p, ast, two ? 2 : 1, 0, two ? MAX_ROTATION : 0, "a number of bytes",
                          bytes))
        return lcv_diag_hint(p->e->diag, "shift = 0, or (source, destination): (32,32), (32,0)");
    for (int i = 0; i < 2; i++) {
        plan->shift[i] = bytes[i] / plan->element->bytes;
        if ((bytes[i] & (bytes[i] - 1)) == 0 &&
            (bytes[i] >= 16 || (bytes[i] == 0 && (i || !two))))
            continue;
        lcv_eval_fail(p->e, ast->span, "rows cannot be %s from multiples of %lld bytes",
                      i == 0 ? "read" : "written", (long long)bytes[i]);
        return lcv_diag_hint(p->e->diag,
                             "expected powers of two from 16 to %d, and of the destination "
                             "perhaps 0",
                             MAX_ROTATION);
    }
    return true;
}

static bool read_resident(lcv_planning *p, lck_plan *plan, lck_given *given)
{
    int64_t blocks = 0;
    given->resident = lcv_planning_argument(p, "resident") != NULL;
    bool ok = read_number(p, "resident", 32, "a number of blocks", &blocks);
    plan->resident = (int)blocks;
    return ok;
}

/* The GPU that kernels are made for: the first of the table, if the plan does not say. */
static bool read_device(lcv_planning *p, lck_plan *plan)
{
    const lcv_ast *ast = lcv_planning_argument(p, "device");
    const bool named = ast && ast->kind == LCV_AST_NAME;
    plan->device = !ast ? lck_device_at(0) : named ? lck_device_find(ast->text) : NULL;
    if (plan->device)
        return true;
    lc_text list = {0};
    for (size_t i = 0; lck_device_at(i); i++)
        lc_text_printf(&list, "%s%s", i ? ", " : "", lck_device_at(i)->name);
    lcv_eval_fail(p->e, ast->span, "no device of this name");
    lcv_diag_hint(p->e->diag, "expected device = one of %s", lc_text_peek(&list));
    lc_text_free(&list);
    return false;
}

lck_plan *lck_plan_new(lcv_planning *p)
{
    lc_ctx *ctx = lcr_ctx_lc(p->e->r);
    if (!p->refuted && lck_name_is_taken(p->name, true))
        return lcv_eval_fail(p->e, p->name_span,
                             "a kernel cannot be named '%s': CUDA C or the text around the "
                             "kernel uses the name",
                             p->name);
    lck_plan *plan = lc_alloc(ctx, 1, sizeof *plan);
    if (plan) {
        plan->ctx = ctx;
        plan->cluster = 1;
        plan->x = lc_exprs_new(ctx);
        plan->arena = lcv_arena_new();
        plan->name = strdup(p->name);
        if (!plan->x || !plan->arena || !plan->name)
            lcv_eval_no_memory(p->e, p->name_span);
        else if (read_device(p, plan))
            return plan;
    } else {
        lcv_eval_no_memory(p->e, p->name_span);
    }
    lck_plan_free(plan);
    return NULL;
}

lck_plan *lck_plan_read(lcv_planning *p, lck_given *given)
{
    size_t nkeys = lcv_planning_argument(p, "value") ? OF_ALL : OF_COPIES;
    *given = (lck_given){0};
    lck_plan *plan = lcv_planning_check(p, nkeys, keys) ? lck_plan_new(p) : NULL;
    if (plan && read_element(p, plan) && lck_read_axes(p, plan) && read_parts(p, plan, given) &&
        read_barrier(p, plan) && read_rotation(p, plan, given) && read_shift(p, plan, given) &&
        read_resident(p, plan, given))
        return plan;
    lck_plan_free(plan);
    return NULL;
}
