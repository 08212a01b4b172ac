/* lower.c - the kernel of a plan.
 *
 *   the block's tile: at_k, the coordinate where it begins, from the number of the block
 *   IF the whole tile is inside:  load vectors; put vectors
 *   else, vector by vector, IF it is inside:  load it, put its elements
 *                           else, element by element, IF inside:  load, put
 *   BARRIER
 *   the same with get and store
 *
 * Where rows are rotated (plan.h), a whole tile's elements are got and stored one by one.
 *
 * Both conditions come out of the relation between the coordinates of a launch and the
 * shape: isl simplifies the bounds in the context of the launch, and what holds anyway, for
 * a tile that divides its axis, is gone (isl-bridge/code.h).
 */
#include "config.h"

#include "plan.h"

#include <stdlib.h>
#include <string.h>

#include "lowering.h"

/* ---- from the plan's expressions to the kernel's ---- */

static const lc_expr *copy(lck_lowering *w, const lc_expr *e);

static const lc_expr *copy_operation(lck_lowering *w, const lc_expr *e)
{
    if (e->op == LC_EXPR_NOT)
        return lc_expr_not(w->x, copy(w, e->arg[0]));
    if (e->op == LC_EXPR_SELECT)
        return lc_expr_select(w->x, copy(w, e->arg[0]), copy(w, e->arg[1]), copy(w, e->arg[2]));
    return lc_expr_make(w->x, e->op, copy(w, e->arg[0]), copy(w, e->arg[1]));
}

/* With what is known of its bounds beside those of its operands. */
static const lc_expr *copy(lck_lowering *w, const lc_expr *e)
{
    if (e->op == LC_EXPR_INT)
        return lck_number(w, e->value);
    if (e->op == LC_EXPR_VAR)
        return lc_exprs_find(w->x, e->name);
    return lc_expr_assume(w->x, copy_operation(w, e), e->low, e->high);
}

static bool add_problem(lck_lowering *w)
{
    const lck_plan *plan = w->plan;
    lck_kernel *kernel = w->kernel;
    const lc_expr *one = lck_number(w, 1);
    kernel->repeats = plan->repeats;
    for (size_t i = 0; i < plan->nsizes; i++)
        if (!lck_kernel_size(kernel, plan->size[i].var->name, plan->size[i].var->low,
                             plan->size[i].var->high, plan->size[i].wide))
            return false;
    for (size_t i = 0; i < plan->nassumed; i++)
        if (!lck_kernel_condition(kernel, copy(w, plan->assumed[i])))
            return false;
    kernel->source_offset = copy(w, plan->offset[LCK_SOURCE].expr);
    kernel->destination_offset = copy(w, plan->offset[LCK_DESTINATION].expr);
    const lc_expr *source = lck_sum(w, kernel->source_offset, one);
    const lc_expr *destination = lck_sum(w, kernel->destination_offset, one);
    for (size_t k = 0; k < plan->rank; k++) {
        const lck_axis *a = &plan->axis[k];
        w->extent[k] = copy(w, a->extent.expr);
        w->guard[k] = copy(w, a->guard.expr);
        w->source[k] = copy(w, a->stride[LCK_SOURCE].expr);
        w->destination[k] = copy(w, a->stride[LCK_DESTINATION].expr);
        if (!lck_kernel_mode(kernel, w->extent[k], w->source[k], w->destination[k]))
            return false;
        const lc_expr *last = lc_expr_make(w->x, LC_EXPR_SUB, w->extent[k], one);
        source = lck_sum(w, source, lck_product(w, last, w->source[k]));
        destination = lck_sum(w, destination, lck_product(w, last, w->destination[k]));
    }
    kernel->source_extent = source;
    kernel->destination_extent = destination;
    return source && destination;
}

/* ---- the block's tile ---- */

/* A multiple of the tile below the extent, as the number of blocks says. */
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

/* The number of a block along an axis: below the number of tiles there, for blocks are as
 * many as tiles. */
static const lc_expr *tile_number(lck_lowering *w, const lc_expr *digit, size_t k)
{
    int64_t tile = w->plan->axis[k].tile, high = w->extent[k]->high;
    return lc_expr_assume(w->x, digit, 0, high > 0 ? (high - 1) / tile : 0);
}

static bool add_tile(lck_lowering *w)
{
    const lck_plan *plan = w->plan;
    const lc_expr *rest = w->kernel->block, *blocks = lck_number(w, 1);
    lck_comment(&w->out, "the tile of this block");
    for (size_t i = 0; i < plan->rank; i++) {
        size_t k = plan->order[i];
        const lc_expr *tile = lck_number(w, plan->axis[k].tile);
        const lc_expr *count = lc_expr_ceil_div(w->x, w->extent[k], tile), *digit = rest;
        blocks = lck_product(w, blocks, lc_expr_ceil_div(w->x, w->kernel->extent[k], tile));
        if (i + 1 < plan->rank) {
            if (count && count->low < 1) /* M/8, whose bounds do not tell that it is positive */
                count = lc_expr_make(w->x, LC_EXPR_MAX, count, lck_number(w, 1));
            count = lck_bind(w, count, false, "tiles_%u", (unsigned)k);
            digit = lc_expr_make(w->x, LC_EXPR_MOD, rest, count);
            rest = lck_bind(w, lc_expr_make(w->x, LC_EXPR_DIV, rest, count), false, "rest_%u",
                       (unsigned)i);
        }
        w->at[k] = tile_begin(w, lck_product(w, tile_number(w, digit, k), tile), k);
        if (!w->at[k])
            return false;
    }
    w->kernel->blocks = blocks;
    return blocks != NULL;
}

/* What isl has a name for: a variable, or a number; an expression becomes a variable. */
static const lc_expr *named(lck_lowering *w, const lc_expr *e, const char *format, size_t k)
{
    return lck_bind(w, e, false, format, (unsigned)k);
}

/* ---- the phases ---- */

typedef struct {
    bool store, shared; /* LOAD or STORE; of shared memory or a tensor */
    lck_access access, held;
} phase;

static void move(lck_lowering *w, lck_walk *v, const phase *f, const lc_expr *base, int width)
{
    int step;
    lck_walk_open(w, v, width);
    const lc_expr *index = f->shared ? lck_shared_index(w, v)
                                     : lck_global_index(w, v, base, f->store ? w->destination
                                                                         : w->source);
    const lc_expr *first = lck_walk_registers(w, v, &w->plan->partition[f->held], &step);
    lck_memory memory = f->shared ? LCK_SHARED : f->store ? LCK_DESTINATION : LCK_SOURCE;
    if (f->store)
        lck_store(&w->out, memory, index, first, step, width);
    else
        lck_load(&w->out, memory, index, first, step, width);
    lck_walk_close(w, v);
}

/* Get and store in one: what a thread gets it stores, and a rotated element's place is found
 * once for both. */
static void move_rotated(lck_lowering *w, lck_walk *store)
{
    const lc_expr *base = lck_row_base(w, store);
    int step;
    lck_walk_open(w, store, 1);
    lck_walk_rotate(w, store, base);
    const lc_expr *reg = lck_walk_registers(w, store, &w->plan->partition[LCK_GETS], &step);
    lck_load(&w->out, LCK_SHARED, lck_shared_index(w, store), reg, 1, 1);
    lck_store(&w->out, LCK_DESTINATION, lck_global_index(w, store, base, w->destination), reg, 1,
              1);
    lck_walk_close(w, store);
}

/* ---- tiles that stick out ---- */

/* From one memory to another: shared memory, or a tensor with the address of the thread. */
typedef struct {
    bool from_source, to_destination;
    const lc_expr *from, *to;
} passage;

static const lc_expr *index_from(lck_lowering *w, const lck_walk *v, const passage *p)
{
    return p->from_source ? lck_global_index(w, v, p->from, w->source) : lck_shared_index(w, v);
}

static const lc_expr *index_to(lck_lowering *w, const lck_walk *v, const passage *p)
{
    return p->to_destination ? lck_global_index(w, v, p->to, w->destination)
                             : lck_shared_index(w, v);
}

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

/* A vector that is inside: as one where its memory lets it. */
static void move_vector(lck_lowering *w, lck_walk *v, const passage *p, int load, int store)
{
    int width = load > store ? load : store;
    lck_memory from = p->from_source ? LCK_SOURCE : LCK_SHARED;
    lck_memory to = p->to_destination ? LCK_DESTINATION : LCK_SHARED;
    if (load == width) {
        lck_load(&w->out, from, index_from(w, v, p), lck_number(w, 0), 1, width);
    } else {
        open_vector(w, v, width);
        lck_load(&w->out, from, index_from(w, v, p), v->within, 1, 1);
        close_vector(w, v);
    }
    if (store == width) {
        lck_store(&w->out, to, index_to(w, v, p), lck_number(w, 0), 1, width);
    } else {
        open_vector(w, v, width);
        lck_store(&w->out, to, index_to(w, v, p), v->within, 1, 1);
        close_vector(w, v);
    }
}

static void move_element(lck_lowering *w, lck_walk *v, const passage *p)
{
    lck_if(&w->out, lck_inside(w, v, 0));
    lck_load(&w->out, p->from_source ? LCK_SOURCE : LCK_SHARED, index_from(w, v, p),
             lck_number(w, 0), 1, 1);
    lck_store(&w->out, p->to_destination ? LCK_DESTINATION : LCK_SHARED, index_to(w, v, p),
              lck_number(w, 0), 1, 1);
    lck_end(&w->out);
}

/* What is inside of a tile that sticks out; `load` and `store` elements move as one. */
static void move_inside(lck_lowering *w, lck_walk *v, const passage *p, int load, int store)
{
    int width = load > store ? load : store;
    lck_walk_open(w, v, width);
    if (width > 1) {
        lck_if(&w->out, lck_inside(w, v, width - 1));
        move_vector(w, v, p, load, store);
        lck_else(&w->out);
        open_vector(w, v, width);
        move_element(w, v, p);
        close_vector(w, v);
        lck_end(&w->out);
    } else {
        move_element(w, v, p);
    }
    lck_walk_close(w, v);
}

static bool always(const lc_expr *e)
{
    int64_t value;
    return lc_expr_is_int(e, &value) && value != 0;
}

static void lower_staged(lck_lowering *w)
{
    const lck_plan *plan = w->plan;
    lck_walk load, put, get, store;
    lck_comment(&w->out, "read, along the source");
    if (!lck_walk_begin(w, LCK_LOADS, &load))
        return;
    const lc_expr *from = lck_global_base(w, &load, LCK_SOURCE, "from");
    bool split = !always(w->full);
    if (split)
        lck_if(&w->out, w->full);
    move(w, &load, &(phase){false, false, LCK_LOADS, LCK_LOADS}, from,
         plan->partition[LCK_LOADS].width);
    if (!lck_walk_begin(w, LCK_PUTS, &put))
        return;
    move(w, &put, &(phase){true, true, LCK_PUTS, LCK_LOADS}, NULL, plan->partition[LCK_PUTS].width);
    if (split) {
        lck_else(&w->out);
        move_inside(w, &load, &(passage){true, false, from, NULL},
                    plan->partition[LCK_LOADS].width, 1);
        lck_end(&w->out);
    }
    if (plan->barrier)
        lck_barrier(&w->out);
    lck_comment(&w->out, "write, along the destination");
    if (!lck_walk_begin(w, LCK_GETS, &get))
        return;
    const lc_expr *to = lck_global_base(w, &get, LCK_DESTINATION, "to");
    if (split)
        lck_if(&w->out, w->full);
    store = get;
    store.p = &plan->partition[LCK_STORES];
    if (plan->rotation > 0) {
        move_rotated(w, &store);
    } else {
        move(w, &get, &(phase){false, true, LCK_GETS, LCK_GETS}, NULL,
             plan->partition[LCK_GETS].width);
        move(w, &store, &(phase){true, false, LCK_STORES, LCK_GETS}, to,
             plan->partition[LCK_STORES].width);
    }
    if (split) {
        lck_else(&w->out);
        move_inside(w, &store, &(passage){false, true, NULL, to}, 1,
                    plan->partition[LCK_STORES].width);
        lck_end(&w->out);
    }
}

/* Along the longer vectors, of which the other access moves the elements one by one, unless its
 * own are as long and go the same way: then they are the same ones, as a thread stores what it
 * loads. */
static void move_inside_direct(lck_lowering *w, lck_walk *load, lck_walk *store, const passage *p)
{
    int widths[2] = {load->p->width, store->p->width};
    const lck_mode *a = &load->p->value[0], *b = &store->p->value[0];
    bool along_store = widths[1] > widths[0];
    if (memcmp(a->step, b->step, w->plan->rank * sizeof *a->step) != 0)
        widths[along_store ? 0 : 1] = 1;
    move_inside(w, along_store ? store : load, p, widths[0], widths[1]);
}

static void lower_direct(lck_lowering *w)
{
    const lck_plan *plan = w->plan;
    lck_walk load, store;
    if (!lck_walk_begin(w, LCK_LOADS, &load))
        return;
    const lc_expr *from = lck_global_base(w, &load, LCK_SOURCE, "from");
    const lc_expr *to = lck_global_base(w, &load, LCK_DESTINATION, "to");
    store = load;
    store.p = &plan->partition[LCK_STORES];
    bool split = !always(w->full);
    if (split)
        lck_if(&w->out, w->full);
    move(w, &load, &(phase){false, false, LCK_LOADS, LCK_LOADS}, from,
         plan->partition[LCK_LOADS].width);
    move(w, &store, &(phase){true, false, LCK_STORES, LCK_LOADS}, to,
         plan->partition[LCK_STORES].width);
    if (split) {
        lck_else(&w->out);
        move_inside_direct(w, &load, &store, &(passage){true, true, from, to});
        lck_end(&w->out);
    }
}

/* ---- all of it ---- */

static int64_t most_blocks(const lck_plan *plan)
{
    int64_t blocks = 1;
    for (size_t k = 0; k < plan->rank; k++) {
        int64_t tile = plan->axis[k].tile, high = plan->axis[k].extent.expr->high, count;
        count = high > INT64_MAX - tile ? INT32_MAX : (high + tile - 1) / tile;
        if (__builtin_mul_overflow(blocks, count, &blocks) || blocks > INT32_MAX)
            return INT32_MAX;
    }
    return blocks > 0 ? blocks : 1;
}

static int64_t largest(const lck_part *p)
{
    return lck_part_values(p);
}

static void describe(lck_lowering *w)
{
    const lck_plan *plan = w->plan;
    lck_kernel *kernel = w->kernel;
    const lck_part *part = plan->partition;
    int64_t values = largest(&part[LCK_LOADS]);
    if (plan->staged && largest(&part[LCK_GETS]) > values)
        values = largest(&part[LCK_GETS]);
    int load = part[LCK_LOADS].width, store = part[LCK_STORES].width;
    kernel->registers = (int)values;
    kernel->shared = plan->staged ? plan->shared : 0;
    kernel->resident = plan->resident;
    kernel->alignment = (load > store ? load : store) * plan->element->bytes;
}

static bool lower(lck_lowering *w)
{
    const lck_plan *plan = w->plan;
    if (!add_problem(w))
        return false;
    w->out = lck_write(w->kernel);
    for (size_t k = 0; k < plan->rank; k++) {
        w->extent[k] = named(w, w->extent[k], "extent_%u", k);
        w->guard[k] = plan->axis[k].guard.expr == plan->axis[k].extent.expr
                          ? w->extent[k]
                          : named(w, w->guard[k], "guard_%u", k);
    }
    if (!add_tile(w) || !(w->full = lck_whole_tile(w)))
        return false;
    if (!always(w->full))
        w->full = lck_bind(w, w->full, false, "whole", 0);
    if (plan->staged)
        lower_staged(w);
    else
        lower_direct(w);
    describe(w);
    return lck_written(&w->out);
}

static bool take_claims(lck_kernel *kernel, const lck_plan *plan)
{
    if (plan->proved.length == 0)
        return true;
    free(kernel->claims);
    kernel->claims = plan->proved.failed ? NULL : strdup(plan->proved.data);
    return kernel->claims || lc_fail(plan->ctx, LC_ERR_MEMORY, "out of memory");
}

lck_kernel *lck_plan_lower(const lck_plan *plan, lcr_ctx *r)
{
    lck_lowering w = {.plan = plan, .r = r};
    w.kernel = lck_kernel_new(plan->ctx, plan->name, plan->element,
                              (int)lck_part_threads(&plan->partition[LCK_LOADS]),
                              most_blocks(plan));
    if (!w.kernel)
        return NULL;
    w.x = w.kernel->x;
    if (lower(&w) && take_claims(w.kernel, plan))
        return w.kernel;
    lck_kernel_free(w.kernel);
    return NULL;
}
