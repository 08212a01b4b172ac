/* lower.c - the kernel of a plan.
 *
 *   the block's tile: at_k, the coordinate where it begins, from the number of the block
 *   IF the whole tile is inside:  load vectors; put vectors
 *   else, vector by vector, IF it is inside:  load it, put its elements
 *                           else, element by element, IF inside:  load, put
 *   BARRIER
 *   the same with get and store
 *
 * Words that are shifted have steps of their own (lower-shift.c).
 *
 * If rows are rotated (kernels/plan/plan.h), the elements of a whole tile are got and stored one
 * by one.
 *
 * Both conditions come from the relation between the coordinates of a launch and the shape: isl
 * simplifies the bounds in the context of the launch, which removes those that always hold, as
 * for a tile that divides its axis (isl-bridge/code.h).
 */
#include "config.h"

#include "../plan/plan.h"

#include <stdlib.h>
#include <string.h>

#include "lowering.h"

/* ---- from the plan's expressions to the kernel's ---- */

/* The coordinates of the axes as variables of the indices of relations, named as in the plan. */
static bool add_coordinates(lck_lowering *w)
{
    w->kernel->coordinate = w->plan->counter;
    for (int i = 0; i < 2; i++)
        for (size_t k = 0; k < w->plan->rank && lck_is_relation(w->plan, (lck_memory)i); k++) {
            const lc_expr *var = w->plan->relation[i].crd[k];
            if (!lc_exprs_find(w->x, var->name) &&
                !lc_expr_var(w->x, var->name, var->low, var->high))
                return false;
        }
    return true;
}

/* The index in a relation, of its coordinates; NULL: it is none. */
static bool add_index(lck_lowering *w, lck_memory tensor, const lc_expr **out)
{
    if (lck_is_relation(w->plan, tensor))
        *out = lck_copy(w, w->plan->relation[tensor].at, NULL, NULL);
    return *out || !lck_is_relation(w->plan, tensor);
}

/* The elements of a tensor's buffer: up to its last element. */
static const lc_expr *buffer_of(lck_lowering *w, lck_memory tensor, const lc_expr *offset)
{
    const lc_expr *one = lck_int(w, 1), *sum = lck_add(w, offset, one);
    if (lck_is_relation(w->plan, tensor))
        return lck_int(w, w->plan->relation[tensor].size);
    for (size_t k = 0; k < w->plan->rank; k++) {
        const lc_expr *last = lck_sub(w, w->extent[k], one);
        sum = lck_add(w, sum, lck_mul(w, last, w->stride[tensor][k]));
    }
    return sum;
}

static bool add_tensor(lck_lowering *w, lck_memory tensor)
{
    lck_array *array = &w->kernel->array[lck_array_of(w->plan, (int)tensor)];
    array->offset = lck_copy(w, w->plan->offset[tensor].expr, NULL, NULL);
    array->extent = buffer_of(w, tensor, array->offset);
    return array->extent && add_index(w, tensor, &array->index);
}

static bool add_problem(lck_lowering *w)
{
    const lck_plan *plan = w->plan;
    lck_kernel *kernel = w->kernel;
    kernel->repeats = plan->repeats;
    if (!lck_plan_give_sizes(plan, kernel) || !add_coordinates(w))
        return false;
    for (size_t k = 0; k < plan->rank; k++) {
        const lck_axis *a = &plan->axis[k];
        w->extent[k] = lck_copy(w, a->extent.expr, NULL, NULL);
        w->guard[k] = lck_copy(w, a->guard.expr, NULL, NULL);
        for (int i = 0; i < LCK_PLAN_TENSORS; i++)
            if (plan->has[i])
                w->stride[i][k] = lck_copy(w, a->stride[i].expr, NULL, NULL);
        if (!lck_kernel_counter(kernel, w->extent[k], w->stride[LCK_SOURCE][k],
                                w->stride[LCK_DESTINATION][k]))
            return false;
        for (int i = LCK_OPERAND; i < LCK_PLAN_TENSORS; i++)
            if (plan->has[i])
                kernel->counter[k].stride[lck_array_of(plan, i)] = w->stride[i][k];
        kernel->counter[k].contracted = a->in_row;
    }
    bool ok = true;
    for (int i = 0; ok && i < LCK_PLAN_TENSORS; i++)
        ok = !plan->has[i] || add_tensor(w, (lck_memory)i);
    return ok;
}

/* ---- the block's tile ---- */

/* A multiple of the tile below the extent, as the number of blocks says; less its margin. */
static const lc_expr *tile_begin(lck_lowering *w, const lc_expr *begin, size_t k)
{
    char name[32];
    int64_t constant;
    if (!begin || lc_expr_is_int(begin, &constant))
        return begin;
    snprintf(name, sizeof name, "at_%zu", k);
    const lc_expr *var = lc_expr_var(w->x, name, begin->low, begin->high);
    lck_let(&w->out, var, begin, false);
    return var;
}

/* The number of a block along an axis: below the number of tiles there, as there are as many
 * blocks as tiles. */
static const lc_expr *tile_number(lck_lowering *w, const lc_expr *digit, size_t k)
{
    const lck_axis *a = &w->plan->axis[k];
    int64_t high = w->extent[k]->high,
            last = high > INT64_MAX - a->margin ? high : high + a->margin;
    return lc_expr_assume(w->x, digit, 0, last > 0 ? (last - 1) / lck_tile_step(a) : 0);
}

static bool add_tile(lck_lowering *w)
{
    const lck_plan *plan = w->plan;
    const lc_expr *together = lck_int(w, plan->cluster), *blocks = together;
    const lc_expr *rest = lck_div(w, w->kernel->block, together);
    lck_comment(&w->out, "the tile of this block");
    for (size_t i = 0; i < plan->rank; i++) {
        size_t k = plan->order[i];
        const lc_expr *tile = lck_int(w, lck_tile_step(&plan->axis[k]));
        const lc_expr *margin = lck_int(w, plan->axis[k].margin), *digit = rest;
        const lc_expr *count = lc_expr_ceil_div(w->x, lck_add(w, w->extent[k], margin), tile);
        const lc_expr *all = lck_add(w, w->kernel->counter[k].extent, margin);
        blocks = lck_mul(w, blocks, lc_expr_ceil_div(w->x, all, tile));
        if (i + 1 < plan->rank) {
            if (count && count->low < 1) /* M/8, whose bounds do not tell that it is positive */
                count = lck_max_by(w, count, 1);
            count = lck_bind(w, count, false, "tiles_%u", (unsigned)k);
            digit = lck_mod(w, rest, count);
            rest = lck_bind(w, lck_div(w, rest, count), false, "rest_%u", (unsigned)i);
        }
        const lc_expr *begin = lck_mul(w, tile_number(w, digit, k), tile);
        w->at[k] = tile_begin(w, lck_sub(w, begin, margin), k);
        if (!w->at[k])
            return false;
    }
    w->kernel->blocks = blocks;
    return blocks != NULL;
}

/* A variable or a number, as isl has names for both; an expression becomes a variable. */
static const lc_expr *named(lck_lowering *w, const lc_expr *e, const char *format, size_t k)
{
    return lck_bind(w, e, false, format, (unsigned)k);
}

/* ---- whole tiles ---- */

/* Shared memory, or a tensor and the address of the thread there. */
typedef struct {
    lck_memory memory;
    const lc_expr *base;
} place;

static void load_or_store(lck_lowering *w, const lck_walk *v, bool store, place at,
                          const lc_expr *reg, int step, int width)
{
    const lc_expr *index = at.memory == LCK_SHARED ? lck_shared_index(w, v)
                                                   : lck_global_index(w, v, at.base, at.memory);
    (store ? lck_store : lck_load)(&w->out, (int)at.memory, index, LCK_HELD, reg, step, width);
}

/* All values of a walk, between a place and the registers of those that are held. */
static void move(lck_lowering *w, lck_walk *v, bool store, place at, lck_access held)
{
    int step;
    lck_walk_open(w, v, v->p->width);
    const lc_expr *reg = lck_walk_registers(w, v, &w->plan->partition[held], &step);
    load_or_store(w, v, store, at, reg, step, v->p->width);
    lck_walk_close(w, v);
}

/* Get and store in one: a thread stores what it gets, and the place of a rotated element is found
 * once for both. */
static void move_rotated(lck_lowering *w, lck_walk *store)
{
    const lc_expr *base = lck_row_base(w, store);
    int step;
    lck_walk_open(w, store, 1);
    lck_walk_rotate(w, store, base);
    const lc_expr *reg = lck_walk_registers(w, store, &w->plan->partition[LCK_GETS], &step);
    load_or_store(w, store, false, (place){LCK_SHARED, NULL}, reg, 1, 1);
    load_or_store(w, store, true, (place){LCK_DESTINATION, base}, reg, 1, 1);
    lck_walk_close(w, store);
}

/* ---- tiles that stick out ---- */

/* The elements of a vector, one by one: from memory, to memory, or both. */
static void open_vector(lck_lowering *w, lck_walk *v, int width)
{
    char name[32];
    snprintf(name, sizeof name, "v%u", w->nloops++);
    v->within = lc_expr_var(w->x, name, 0, width - 1);
    lck_for(&w->out, v->within, width);
}

static void close_vector(lck_lowering *w, lck_walk *v)
{
    lck_end(&w->out);
    v->within = NULL;
}

/* `width` elements at a place: as one, or one by one. */
static void move_vector(lck_lowering *w, lck_walk *v, bool store, place at, int width,
                        bool as_one)
{
    if (as_one) {
        load_or_store(w, v, store, at, lck_int(w, 0), 1, width);
        return;
    }
    open_vector(w, v, width);
    load_or_store(w, v, store, at, v->within, 1, 1);
    close_vector(w, v);
}

static void move_element(lck_lowering *w, lck_walk *v, place from, place to)
{
    lck_if(&w->out, lck_inside(w, v, 0));
    move_vector(w, v, false, from, 1, true);
    move_vector(w, v, true, to, 1, true);
    lck_end(&w->out);
}

/* The part of a tile that is inside the shape; `load` and `store` elements move as one. */
static void move_inside(lck_lowering *w, lck_walk *v, place from, place to, int load, int store)
{
    int width = load > store ? load : store;
    lck_walk_open(w, v, width);
    if (width > 1) {
        lck_if(&w->out, lck_inside(w, v, width - 1));
        move_vector(w, v, false, from, width, load == width);
        move_vector(w, v, true, to, width, store == width);
        lck_else(&w->out);
        open_vector(w, v, width);
        move_element(w, v, from, to);
        close_vector(w, v);
        lck_end(&w->out);
    } else {
        move_element(w, v, from, to);
    }
    lck_walk_close(w, v);
}

static const place in_tile = {LCK_SHARED, NULL};

/* Begins the part for whole tiles; is there an ELSE, for tiles that stick out? */
static bool begin_whole(lck_lowering *w)
{
    bool split = !lck_always(w->full);
    if (split)
        lck_if(&w->out, w->full);
    return split;
}

/* From the source to shared memory. False with an error. */
static bool read_tile(lck_lowering *w)
{
    lck_walk load, put;
    lck_comment(&w->out, "read, along the source");
    if (!lck_walk_begin(w, LCK_LOADS, &load))
        return false;
    const place from = {LCK_SOURCE, lck_global_base(w, &load, LCK_SOURCE, "from")};
    bool split = begin_whole(w);
    move(w, &load, false, from, LCK_LOADS);
    if (!lck_walk_begin(w, LCK_PUTS, &put))
        return false;
    move(w, &put, true, in_tile, LCK_LOADS);
    if (split) {
        lck_else(&w->out);
        move_inside(w, &load, from, in_tile, load.p->width, 1);
        lck_end(&w->out);
    }
    return true;
}

/* From shared memory to the destination. */
static bool write_tile(lck_lowering *w)
{
    const lck_plan *plan = w->plan;
    lck_walk get, store;
    lck_comment(&w->out, "write, along the destination");
    if (!lck_walk_begin(w, LCK_GETS, &get))
        return false;
    const place to = {LCK_DESTINATION, lck_global_base(w, &get, LCK_DESTINATION, "to")};
    bool split = begin_whole(w);
    store = get;
    store.p = &plan->partition[LCK_STORES];
    if (plan->rotation > 0) {
        move_rotated(w, &store);
    } else {
        move(w, &get, false, in_tile, LCK_GETS);
        move(w, &store, true, to, LCK_GETS);
    }
    if (split) {
        lck_else(&w->out);
        move_inside(w, &store, in_tile, to, 1, store.p->width);
        lck_end(&w->out);
    }
    return true;
}

static bool lower_staged(lck_lowering *w)
{
    if (!read_tile(w))
        return false;
    if (w->plan->barrier)
        lck_barrier(&w->out);
    return write_tile(w);
}

/* Goes along the longer vectors. The other access moves their elements one by one, unless its
 * vectors are as long and go the same way: they are then the same vectors, as a thread stores
 * what it loads. */
static void move_inside_direct(lck_lowering *w, lck_walk *load, lck_walk *store, place from,
                               place to)
{
    int widths[2] = {load->p->width, store->p->width};
    const lck_mode *a = &load->p->value[0], *b = &store->p->value[0];
    bool along_store = widths[1] > widths[0];
    if (memcmp(a->step, b->step, w->plan->rank * sizeof *a->step) != 0)
        widths[along_store ? 0 : 1] = 1;
    move_inside(w, along_store ? store : load, from, to, widths[0], widths[1]);
}

/* A thread stores what it loads. */
static bool lower_direct(lck_lowering *w)
{
    lck_walk load, store;
    if (!lck_walk_begin(w, LCK_LOADS, &load))
        return false;
    const place from = {LCK_SOURCE, lck_global_base(w, &load, LCK_SOURCE, "from")};
    const place to = {LCK_DESTINATION, lck_global_base(w, &load, LCK_DESTINATION, "to")};
    store = load;
    store.p = &w->plan->partition[LCK_STORES];
    bool split = begin_whole(w);
    move(w, &load, false, from, LCK_LOADS);
    move(w, &store, true, to, LCK_LOADS);
    if (split) {
        lck_else(&w->out);
        move_inside_direct(w, &load, &store, from, to);
        lck_end(&w->out);
    }
    return true;
}

/* ---- all of it ---- */

static int64_t most_blocks(const lck_plan *plan)
{
    int64_t blocks = plan->cluster;
    for (size_t k = 0; k < plan->rank; k++) {
        int64_t tile = lck_tile_step(&plan->axis[k]), high = plan->axis[k].extent.expr->high,
                count;
        high = high > INT64_MAX - plan->axis[k].margin ? high : high + plan->axis[k].margin;
        count = high > INT64_MAX - tile ? INT32_MAX : (high + tile - 1) / tile;
        if (__builtin_mul_overflow(blocks, count, &blocks) || blocks > INT32_MAX)
            return INT32_MAX;
    }
    return blocks > 0 ? blocks : 1;
}

static void describe(lck_lowering *w)
{
    const lck_plan *plan = w->plan;
    lck_kernel *kernel = w->kernel;
    const lck_part *part = plan->partition;
    int64_t values = lck_part_values(&part[LCK_LOADS]);
    if (plan->staged && lck_part_values(&part[LCK_GETS]) > values)
        values = lck_part_values(&part[LCK_GETS]);
    int load = part[LCK_LOADS].width, store = part[LCK_STORES].width;
    kernel->file[LCK_HELD].count = (int)values;
    kernel->array[LCK_SHARED].extent = lck_int(w, plan->staged ? plan->shared : 0);
    kernel->resident = plan->resident;
    kernel->alignment = plan->shifted ? LCK_COPIED_BYTES
                                      : (load > store ? load : store) * plan->element->bytes;
}

/* The threads of a tile are those of all blocks that make it, one block after the other. */
static const lc_expr *thread_of_tile(lck_lowering *w)
{
    const lc_expr *together = lck_int(w, w->plan->cluster);
    const lc_expr *rank = lck_mod(w, w->kernel->block, together);
    return lc_expr_add_scaled(w->x, w->kernel->thread, w->kernel->threads, rank);
}

bool lck_begin_tile(lck_lowering *w)
{
    const lck_plan *plan = w->plan;
    if (!add_problem(w))
        return false;
    w->out = lck_write(w->kernel);
    w->thread = thread_of_tile(w);
    for (size_t k = 0; k < plan->rank; k++) {
        w->extent[k] = named(w, w->extent[k], "extent_%u", k);
        w->guard[k] = plan->axis[k].guard.expr == plan->axis[k].extent.expr
                          ? w->extent[k]
                          : named(w, w->guard[k], "guard_%u", k);
    }
    return w->thread && add_tile(w);
}

lck_kernel *lck_begin_kernel(const lck_plan *plan)
{
    int64_t threads = lck_part_threads(&plan->partition[LCK_LOADS]) / plan->cluster;
    lck_kernel *kernel = lck_kernel_of_copy(plan->ctx, plan->name, plan->element, (int)threads,
                                            most_blocks(plan));
    if (kernel)
        kernel->cluster = plan->cluster;
    return kernel;
}

static bool lower(lck_lowering *w)
{
    const lck_plan *plan = w->plan;
    if (!lck_begin_tile(w) ||
        !(w->full = plan->shifted ? lck_whole_shifted(w) : lck_whole_tile(w)))
        return false;
    if (!lck_always(w->full))
        w->full = lck_bind(w, w->full, false, "whole", 0);
    bool ok = plan->shifted  ? lck_lower_shifted(w)
              : plan->staged ? lower_staged(w)
                             : lower_direct(w);
    describe(w);
    return lck_written(&w->out) && ok;
}

lck_kernel *lck_plan_lower(const lck_plan *plan, lcr_ctx *r)
{
    lck_lowering w = {.plan = plan, .r = r};
    w.kernel = lck_begin_kernel(plan);
    if (!w.kernel)
        return NULL;
    w.x = w.kernel->x;
    if (lower(&w) && lck_plan_tell(plan, w.kernel))
        return w.kernel;
    lck_kernel_free(w.kernel);
    return NULL;
}
