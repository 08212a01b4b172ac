/* lower.c - the kernel of a plan.
 *
 *   the block's tile: at_k, the coordinate where it begins, from the number of the block
 *   IF the whole tile is inside:  load vectors; put vectors
 *   else, vector by vector, IF it is inside:  load it, put its elements
 *                           else, element by element, IF inside:  load, put
 *   BARRIER
 *   the same with get and store
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

static const lc_expr *add(lck_lowering *w, const lc_expr *a, const lc_expr *b)
{
    return lc_expr_make(w->x, LC_EXPR_ADD, a, b);
}

static const lc_expr *mul(lck_lowering *w, const lc_expr *a, const lc_expr *b)
{
    return lc_expr_make(w->x, LC_EXPR_MUL, a, b);
}

static const lc_expr *number(lck_lowering *w, int64_t n)
{
    return lc_expr_int(w->x, n);
}

/* ---- from the plan's expressions to the kernel's ---- */

static const lc_expr *copy(lck_lowering *w, const lc_expr *e)
{
    if (e->op == LC_EXPR_INT)
        return number(w, e->value);
    if (e->op == LC_EXPR_VAR)
        return lc_exprs_find(w->x, e->name);
    if (e->op == LC_EXPR_NOT)
        return lc_expr_not(w->x, copy(w, e->arg[0]));
    if (e->op == LC_EXPR_SELECT)
        return lc_expr_select(w->x, copy(w, e->arg[0]), copy(w, e->arg[1]), copy(w, e->arg[2]));
    return lc_expr_make(w->x, e->op, copy(w, e->arg[0]), copy(w, e->arg[1]));
}

static const lc_expr *let(lck_lowering *w, const lc_expr *value, bool wide, const char *format,
                          unsigned k)
{
    char name[64];
    int64_t constant;
    if (!value || lc_expr_is_int(value, &constant) || value->op == LC_EXPR_VAR)
        return value;
    snprintf(name, sizeof name, format, k);
    w->wide = w->wide || value->high > INT32_MAX;
    const lc_expr *var = lc_expr_var(w->x, name, value->low, value->high);
    lck_let(&w->out, var, value, wide);
    return var;
}

static bool add_problem(lck_lowering *w)
{
    const lck_plan *plan = w->plan;
    lck_kernel *kernel = w->kernel;
    const lc_expr *one = number(w, 1), *source = one, *destination = one;
    for (size_t i = 0; i < plan->nsizes; i++)
        if (!lck_kernel_size(kernel, plan->size[i].var->name, plan->size[i].var->low,
                             plan->size[i].var->high, plan->size[i].wide))
            return false;
    for (size_t i = 0; i < plan->nassumed; i++)
        if (!lck_kernel_condition(kernel, copy(w, plan->assumed[i])))
            return false;
    for (size_t k = 0; k < plan->rank; k++) {
        const lck_axis *a = &plan->axis[k];
        w->extent[k] = copy(w, a->extent);
        w->guard[k] = copy(w, a->guard);
        w->source[k] = copy(w, a->source);
        w->destination[k] = copy(w, a->destination);
        if (!lck_kernel_mode(kernel, w->extent[k], w->source[k], w->destination[k]))
            return false;
        const lc_expr *last = lc_expr_make(w->x, LC_EXPR_SUB, w->extent[k], one);
        source = add(w, source, mul(w, last, w->source[k]));
        destination = add(w, destination, mul(w, last, w->destination[k]));
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
    int64_t tile = w->plan->axis[k].tile, high = w->extent[k]->high, constant;
    if (!begin || lc_expr_is_int(begin, &constant))
        return begin;
    snprintf(name, sizeof name, "at_%zu", k);
    int64_t last = high > 0 ? (high - 1) / tile * tile : 0;
    const lc_expr *var = lc_expr_var(w->x, name, 0, last < begin->high ? last : begin->high);
    lck_let(&w->out, var, begin, false);
    return var;
}

static bool add_tile(lck_lowering *w)
{
    const lck_plan *plan = w->plan;
    const lc_expr *rest = w->kernel->block, *blocks = number(w, 1);
    lck_comment(&w->out, "the tile of this block");
    for (size_t i = 0; i < plan->rank; i++) {
        size_t k = plan->order[i];
        const lc_expr *tile = number(w, plan->axis[k].tile);
        const lc_expr *count = lc_expr_ceil_div(w->x, w->extent[k], tile), *digit = rest;
        blocks = mul(w, blocks, lc_expr_ceil_div(w->x, w->kernel->extent[k], tile));
        if (i + 1 < plan->rank) {
            count = let(w, count, false, "tiles_%u", (unsigned)k);
            digit = lc_expr_make(w->x, LC_EXPR_MOD, rest, count);
            rest = let(w, lc_expr_make(w->x, LC_EXPR_DIV, rest, count), false, "rest_%u",
                       (unsigned)i);
        }
        w->at[k] = tile_begin(w, mul(w, digit, tile), k);
        if (!w->at[k])
            return false;
    }
    w->kernel->blocks = blocks;
    return blocks != NULL;
}

/* What isl has a name for: a variable, or a number; an expression becomes a variable. */
static const lc_expr *named(lck_lowering *w, const lc_expr *e, const char *format, size_t k)
{
    return let(w, e, false, format, (unsigned)k);
}

/* ---- threads and values ---- */

static bool begin(lck_lowering *w, lck_access access, lck_walk *out)
{
    const lck_part *p = &w->plan->partition[access];
    static const char *const format[] = {"load_%u", "put_%u", "get_%u", "store_%u"};
    *out = (lck_walk){.p = p};
    for (size_t k = 0; k < w->plan->rank; k++) {
        const lc_expr *sum = number(w, 0), *rest = w->kernel->thread;
        for (size_t m = 0; m < p->nthreads; m++) {
            const lc_expr *n = number(w, p->thread[m].extent);
            const lc_expr *digit = lc_expr_make(w->x, LC_EXPR_MOD, rest, n);
            sum = lc_expr_add_scaled(w->x, sum, p->thread[m].step[k], digit);
            rest = lc_expr_make(w->x, LC_EXPR_DIV, rest, n);
        }
        out->begin[k] = let(w, sum, false, format[access], (unsigned)k);
        if (!out->begin[k])
            return false;
    }
    return true;
}

/* Loops over the values, vectors of `width` as one. */
static void open_loops(lck_lowering *w, lck_walk *v, int width)
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

static void close_loops(lck_lowering *w, const lck_walk *v)
{
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
            sum = add(w, sum, mul(w, mul(w, v->loop[m], number(w, run)), weight[m]));
    }
    return v->within ? add(w, sum, mul(w, v->within, weight[0])) : sum;
}

/* The address of an element of a tensor: `base` and what the values add. */
static const lc_expr *global_index(lck_lowering *w, const lck_walk *v, const lc_expr *base,
                                   const lc_expr *const *stride)
{
    const lc_expr *weight[LCK_MAX_MODES];
    for (size_t m = 0; m < v->p->nvalues; m++) {
        weight[m] = number(w, 0);
        for (size_t k = 0; k < w->plan->rank; k++)
            weight[m] = lc_expr_add_scaled(w->x, weight[m], v->p->value[m].step[k], stride[k]);
    }
    return add_values(w, v, base, weight);
}

static const lc_expr *global_base(lck_lowering *w, const lck_walk *v, const lc_expr *const *stride,
                                  const char *name)
{
    const lc_expr *base = number(w, 0);
    for (size_t k = 0; k < w->plan->rank; k++)
        base = add(w, base, mul(w, add(w, w->at[k], v->begin[k]), stride[k]));
    return let(w, base, true, name, 0);
}

/* x xor ((x >> from) & (2^b - 1)) << to. */
static const lc_expr *swizzled(lck_lowering *w, const lc_expr *offset)
{
    lc_swizzle s = w->plan->swizzle;
    if (s.b == 0)
        return offset;
    int from = s.m + (s.s > 0 ? s.s : 0), to = s.m - (s.s < 0 ? s.s : 0);
    const lc_expr *bits = lc_expr_make(w->x, LC_EXPR_DIV, offset, number(w, (int64_t)1 << from));
    bits = lc_expr_make(w->x, LC_EXPR_MOD, bits, number(w, (int64_t)1 << s.b));
    return lc_expr_make(w->x, LC_EXPR_XOR, offset,
                        bits ? mul(w, bits, number(w, (int64_t)1 << to)) : NULL);
}

static const lc_expr *shared_index(lck_lowering *w, const lck_walk *v)
{
    const lc_expr *weight[LCK_MAX_MODES], *offset = number(w, 0);
    for (size_t k = 0; k < w->plan->rank; k++)
        offset = lc_expr_add_scaled(w->x, offset, w->plan->axis[k].stage, v->begin[k]);
    for (size_t m = 0; m < v->p->nvalues; m++) {
        int64_t sum = 0;
        for (size_t k = 0; k < w->plan->rank; k++)
            sum += v->p->value[m].step[k] * w->plan->axis[k].stage;
        weight[m] = number(w, sum);
    }
    return swizzled(w, add_values(w, v, offset, weight));
}

/* Which registers: those of `held`, whose values are numbered in order. */
static const lc_expr *registers(lck_lowering *w, const lck_walk *v, const lck_part *held, int *step)
{
    const lc_expr *weight[LCK_MAX_MODES];
    int64_t at = 1;
    *step = 1;
    for (size_t m = 0; m < v->p->nvalues; at *= v->p->value[m++].extent) {
        int64_t n = v->p->value[m].extent > 1
                        ? lck_part_find(held, v->p, w->plan->rank, at)
                        : 0;
        weight[m] = number(w, n);
        if (m == 0 && n > 0)
            *step = (int)n;
    }
    return add_values(w, v, number(w, 0), weight);
}

/* ---- the phases ---- */

typedef struct {
    bool store, shared; /* LOAD or STORE; of shared memory or a tensor */
    lck_access access, held;
} phase;

static void move(lck_lowering *w, lck_walk *v, const phase *f, const lc_expr *base, int width)
{
    int step;
    open_loops(w, v, width);
    const lc_expr *index = f->shared ? shared_index(w, v)
                                     : global_index(w, v, base, f->store ? w->destination
                                                                         : w->source);
    const lc_expr *first = registers(w, v, &w->plan->partition[f->held], &step);
    lck_memory memory = f->shared ? LCK_SHARED : f->store ? LCK_DESTINATION : LCK_SOURCE;
    if (f->store)
        lck_store(&w->out, memory, index, first, step, width);
    else
        lck_load(&w->out, memory, index, first, step, width);
    close_loops(w, v);
}

/* ---- tiles that stick out ---- */

/* From one memory to another: shared memory, or a tensor with the address of the thread. */
typedef struct {
    bool from_source, to_destination;
    const lc_expr *from, *to;
} passage;

static const lc_expr *index_from(lck_lowering *w, const lck_walk *v, const passage *p)
{
    return p->from_source ? global_index(w, v, p->from, w->source) : shared_index(w, v);
}

static const lc_expr *index_to(lck_lowering *w, const lck_walk *v, const passage *p)
{
    return p->to_destination ? global_index(w, v, p->to, w->destination) : shared_index(w, v);
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
        lck_load(&w->out, from, index_from(w, v, p), number(w, 0), 1, width);
    } else {
        open_vector(w, v, width);
        lck_load(&w->out, from, index_from(w, v, p), v->within, 1, 1);
        close_vector(w, v);
    }
    if (store == width) {
        lck_store(&w->out, to, index_to(w, v, p), number(w, 0), 1, width);
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
             number(w, 0), 1, 1);
    lck_store(&w->out, p->to_destination ? LCK_DESTINATION : LCK_SHARED, index_to(w, v, p),
              number(w, 0), 1, 1);
    lck_end(&w->out);
}

/* What is inside of a tile that sticks out; `load` and `store` elements move as one. */
static void move_inside(lck_lowering *w, lck_walk *v, const passage *p, int load, int store)
{
    int width = load > store ? load : store;
    open_loops(w, v, width);
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
    close_loops(w, v);
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
    if (!begin(w, LCK_LOADS, &load))
        return;
    const lc_expr *from = global_base(w, &load, w->source, "from");
    bool split = !always(w->full);
    if (split)
        lck_if(&w->out, w->full);
    move(w, &load, &(phase){false, false, LCK_LOADS, LCK_LOADS}, from,
         plan->partition[LCK_LOADS].width);
    if (!begin(w, LCK_PUTS, &put))
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
    if (!begin(w, LCK_GETS, &get))
        return;
    const lc_expr *to = global_base(w, &get, w->destination, "to");
    if (split)
        lck_if(&w->out, w->full);
    move(w, &get, &(phase){false, true, LCK_GETS, LCK_GETS}, NULL, plan->partition[LCK_GETS].width);
    store = get;
    store.p = &plan->partition[LCK_STORES];
    move(w, &store, &(phase){true, false, LCK_STORES, LCK_GETS}, to,
         plan->partition[LCK_STORES].width);
    if (split) {
        lck_else(&w->out);
        move_inside(w, &store, &(passage){false, true, NULL, to}, 1,
                    plan->partition[LCK_STORES].width);
        lck_end(&w->out);
    }
}

static void lower_direct(lck_lowering *w)
{
    const lck_plan *plan = w->plan;
    lck_walk load, store;
    if (!begin(w, LCK_LOADS, &load))
        return;
    const lc_expr *from = global_base(w, &load, w->source, "from");
    const lc_expr *to = global_base(w, &load, w->destination, "to");
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
        move_inside(w, &load, &(passage){true, true, from, to}, plan->partition[LCK_LOADS].width,
                    plan->partition[LCK_STORES].width);
        lck_end(&w->out);
    }
}

/* ---- all of it ---- */

static int64_t most_blocks(const lck_plan *plan)
{
    int64_t blocks = 1;
    for (size_t k = 0; k < plan->rank; k++) {
        int64_t tile = plan->axis[k].tile, high = plan->axis[k].extent->high, count;
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
        w->guard[k] = plan->axis[k].guard == plan->axis[k].extent
                          ? w->extent[k]
                          : named(w, w->guard[k], "guard_%u", k);
    }
    if (!add_tile(w) || !(w->full = lck_whole_tile(w)))
        return false;
    if (!always(w->full))
        w->full = let(w, w->full, false, "whole", 0);
    if (plan->staged)
        lower_staged(w);
    else
        lower_direct(w);
    describe(w);
    return lck_written(&w->out);
}

static bool take_claims(lck_kernel *kernel, const lck_plan *plan)
{
    if (!plan->claims)
        return true;
    free(kernel->claims);
    kernel->claims = strdup(plan->claims);
    return kernel->claims != NULL;
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
    if (lower(&w) && take_claims(w.kernel, plan)) {
        w.kernel->wide = w.wide || w.kernel->source_extent->high > INT32_MAX ||
                         w.kernel->destination_extent->high > INT32_MAX;
        return w.kernel;
    }
    lck_kernel_free(w.kernel);
    return NULL;
}
