/* choose.c - chooses what a plan does not give: its tile, partitions, vectors and stage.
 *
 * A choice is a proposal: obligations.c proves it like anything that was given.
 *
 * The tensors have a contiguous axis each, i in the source and j in the destination. If both are
 * one axis, a thread stores what it loads. Otherwise the tile goes through shared memory: threads
 * load vectors along i, hold a few of them side by side along j, put them as vectors along j, and
 * get and store vectors along j. The extents of tiles are those that were measured to be fast for
 * each size of elements (kernels/bench).
 */
#include "config.h"

#include "../../lib/int64.h"

#include "../plan/plan.h"

#include <stdlib.h>

#define NONE SIZE_MAX

typedef struct {
    lck_plan *plan;
    lcv_planning *p;
    const lck_given *given;
    size_t source, destination; /* the contiguous axes; NONE */
    size_t next[2];             /* those that go on where a tile has all of these; NONE */
    int load, store;            /* elements that may move as one along them */
} choice;

/* ---- tiles ---- */

typedef struct {
    int64_t along_source, along_destination;
    int side; /* vectors that a thread holds side by side: elements of a put */
    int threads;
    int resident, rotate; /* blocks of a multiprocessor, and bytes (kernels/plan/plan.h) */
} shape;

/* Bytes of an element: 1, 2, 4, 8; and whether loads and stores are vectors. */
static shape staged_shape(int bytes, bool load, bool store)
{
    static const shape both[] = {{256, 64, 4, 256, 0, 0},
                                 {128, 128, 4, 512, 0, 0},
                                 {64, 64, 4, 256, 0, 0},
                                 {64, 32, 2, 256, 0, 0}};
    static const shape stored[] = {{128, 64, 16, 256, 4, 0},
                                   {128, 64, 4, 256, 4, 0},
                                   {64, 64, 4, 256, 4, 0},
                                   {32, 64, 2, 256, 0, 0}};
    static const shape neither[] = {{128, 64, 4, 256, 6, 32},
                                    {64, 128, 4, 256, 4, 64},
                                    {64, 128, 1, 512, 2, 64},
                                    {64, 64, 1, 512, 2, 64}};
    int i = bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : 3;
    return !store ? neither[i] : load ? both[i] : stored[i];
}

/* ---- partitions ---- */

/* A thread takes `run[k]` elements in a row along axis k; the threads go along the axes in their
 * order, and the rest of the tile becomes further values. */
static void spread(const lck_plan *plan, const size_t *order, const int64_t *run, int64_t threads,
                   lck_part *out)
{
    int64_t left[LCK_MAX_RANK], step[LCK_MAX_RANK];
    out->nthreads = out->nvalues = 0;
    for (size_t i = 0; i < plan->rank; i++) {
        size_t k = order[i];
        int64_t part = lc_int64_gcd(run[k], plan->axis[k].tile);
        lck_add_mode(&out->nvalues, out->value, k, part, 1);
        left[k] = plan->axis[k].tile / part;
        step[k] = part;
    }
    for (size_t i = 0; i < plan->rank; i++) {
        size_t k = order[i];
        int64_t part = lc_int64_gcd(threads, left[k]);
        lck_add_mode(&out->nthreads, out->thread, k, part, step[k]);
        threads /= part;
        left[k] /= part;
        step[k] *= part;
    }
    for (size_t i = 0; i < plan->rank; i++)
        lck_add_mode(&out->nvalues, out->value, order[i], left[order[i]], step[order[i]]);
    if (out->nthreads == 0)
        out->thread[out->nthreads++] = (lck_mode){.extent = 1};
    if (out->nvalues == 0)
        out->value[out->nvalues++] = (lck_mode){.extent = 1};
}

/* The axes in the order of a tensor: its contiguous one and the next, then those of the other
 * tensor, then the others. */
static void order_along(const choice *w, lck_memory tensor, size_t *order)
{
    size_t from[2] = {w->source != NONE ? w->source : 0,
                      w->destination != NONE ? w->destination : 0};
    const size_t front[] = {from[tensor], w->next[tensor], from[1 - tensor], w->next[1 - tensor]};
    size_t n = 0;
    for (size_t i = 0; i < 4 + w->plan->rank; i++) {
        size_t k = i < 4 ? front[i] : i - 4;
        bool again = k == NONE;
        for (size_t m = 0; !again && m < n; m++)
            again = order[m] == k;
        if (!again)
            order[n++] = k;
    }
}

/* The axes with these two in front. */
static void order_from(const lck_plan *plan, size_t first, size_t second, size_t *order)
{
    size_t n = 0;
    order[n++] = first;
    if (second != first && second != NONE)
        order[n++] = second;
    for (size_t k = 0; k < plan->rank; k++)
        if (k != first && k != second)
            order[n++] = k;
}

static void swap_modes(lck_mode *a, lck_mode *b)
{
    lck_mode swap = *a;
    *a = *b;
    *b = swap;
}

/* Two values modes of a microtile in the other order: elements loaded along i are put along j. */
static void turn(const lck_part *load, size_t axis, lck_part *put)
{
    int width = put->width;
    *put = *load;
    put->width = width;
    for (size_t i = 1; i < put->nvalues; i++)
        if (put->value[i].step[axis] == 1) {
            swap_modes(&put->value[0], &put->value[i]);
            return;
        }
}

#define FEW_VALUES 64 /* of a thread */

/* More threads than usual if a given tile would leave each with many values. */
static int64_t enough_threads(const lck_plan *plan, int64_t threads)
{
    int64_t elements = 1;
    for (size_t k = 0; k < plan->rank; k++)
        elements *= plan->axis[k].tile;
    while (elements / threads > FEW_VALUES && threads < LCK_MAX_THREADS)
        threads *= 2;
    return threads;
}

/* `source` and `destination`: the axes along which it reads and writes. */
static void choose_staged(choice *w, shape s, size_t source, size_t destination)
{
    lck_plan *plan = w->plan;
    size_t order[LCK_MAX_RANK];
    int64_t run[LCK_MAX_RANK], threads = enough_threads(plan, s.threads);
    lck_part *part = plan->partition;
    for (int round = 0; round < 12; round++) {
        for (size_t k = 0; k < plan->rank; k++)
            run[k] = k == source ? w->load : k == destination ? s.side : 1;
        order_along(w, LCK_SOURCE, order);
        if (!w->given->partition[LCK_LOADS])
            spread(plan, order, run, threads, &part[LCK_LOADS]);
        for (size_t k = 0; k < plan->rank; k++)
            run[k] = k == destination ? w->store : 1;
        order_along(w, LCK_DESTINATION, order);
        if (!w->given->partition[LCK_GETS])
            spread(plan, order, run, lck_part_threads(&part[LCK_LOADS]), &part[LCK_GETS]);
        int64_t got = lck_part_threads(&part[LCK_GETS]);
        if (got == lck_part_threads(&part[LCK_LOADS]) || got >= threads)
            break;
        threads = got;
    }
    if (!w->given->partition[LCK_PUTS])
        turn(&part[LCK_LOADS], destination, &part[LCK_PUTS]);
    if (!w->given->partition[LCK_STORES]) {
        int width = part[LCK_STORES].width;
        part[LCK_STORES] = part[LCK_GETS];
        part[LCK_STORES].width = width;
    }
}

#define SECTOR 32 /* bytes */

/* Do neighbours along an axis store single elements into a shared sector? A thread then takes one
 * element, so that one instruction of a warp writes the sector. */
static bool sectors_are_shared(const choice *w, size_t axis)
{
    int64_t stride;
    return w->destination == NONE && !w->given->width[LCK_LOADS] &&
           lc_expr_is_int(w->plan->axis[axis].stride[LCK_DESTINATION].expr, &stride) &&
           stride > 0 && stride * w->plan->element->bytes < SECTOR;
}

/* Threads along the axis that is contiguous, one vector each; then along the next axes. */
static void choose_direct(choice *w)
{
    lck_plan *plan = w->plan;
    size_t axis = w->destination != NONE ? w->destination : w->source != NONE ? w->source : 0;
    int width = w->load > w->store ? w->load : w->store;
    if (sectors_are_shared(w, axis))
        width = 1;
    int64_t threads = 128, run[LCK_MAX_RANK];
    int64_t elements = threads * 16 / plan->element->bytes, left = elements;
    size_t order[LCK_MAX_RANK];
    order_from(plan, axis, NONE, order);
    for (size_t i = 0; i < plan->rank; i++) {
        size_t k = order[i];
        if (!w->given->tile)
            plan->axis[k].tile = lck_tile_length(plan, k, left);
        left = left > plan->axis[k].tile ? left / plan->axis[k].tile : 1;
        run[k] = k == axis ? width : 1;
    }
    if (!w->given->partition[LCK_LOADS])
        spread(plan, order, run, enough_threads(plan, threads), &plan->partition[LCK_LOADS]);
    if (!w->given->partition[LCK_STORES]) {
        int kept = plan->partition[LCK_STORES].width;
        plan->partition[LCK_STORES] = plan->partition[LCK_LOADS];
        plan->partition[LCK_STORES].width = kept;
    }
}

/* ---- rows that begin anywhere ---- */

/* The threads of a warp take a row, or a part of one, element by element. */
static bool warps_take_rows(const lck_plan *plan, size_t axis)
{
    const lck_part *p = &plan->partition[LCK_GETS];
    return p->thread[0].extent >= 32 && p->thread[0].step[axis] == 1 &&
           p->value[0].step[axis] != 1;
}

/* Rotating a row whose address is not known makes its writes whole sectors. Gets and stores that
 * a plan gives are left as they are. */
static void choose_rotation(choice *w, int bytes)
{
    lck_plan *plan = w->plan;
    const lck_given *g = w->given;
    int64_t elements = bytes / plan->element->bytes;
    if (g->rotate || g->stage || g->partition[LCK_GETS] || g->partition[LCK_STORES] ||
        w->destination == NONE || elements == 0 || lck_is_relation(plan, LCK_DESTINATION) ||
        plan->axis[w->destination].tile % elements != 0)
        return;
    if (warps_take_rows(plan, w->destination))
        plan->rotation = elements;
}

/* Can rows be rotated? Call this before anything about rotated rows is counted. */
static bool check_rows(const choice *w)
{
    const lck_plan *plan = w->plan;
    lcv_planning *p = w->p;
    if (plan->rotation == 0)
        return true;
    if (!plan->staged || w->destination == NONE || lck_is_relation(plan, LCK_DESTINATION))
        lcv_eval_fail(p->e, p->name_span,
                      "no row to rotate: expected a plan with a stage, and a "
                      "destination with a stride 1");
    else if (plan->axis[w->destination].tile % plan->rotation != 0)
        lcv_eval_fail(p->e, p->name_span,
                      "rows of %lld elements cannot be rotated by up to %lld: "
                      "expected a multiple",
                      (long long)plan->axis[w->destination].tile, (long long)plan->rotation);
    return p->e->status == LCV_EVAL_OK;
}

static bool check_elements(const choice *w)
{
    const lck_part *part = w->plan->partition;
    if (w->plan->rotation == 0 || (part[LCK_GETS].width == 1 && part[LCK_STORES].width == 1))
        return true;
    return lcv_eval_fail(w->p->e, w->p->name_span,
                         "rows of vectors cannot be rotated: expected get and "
                         "store of an element at a time, vectors = (n,n,1,1)");
}

/* ---- the tile in shared memory ---- */

/* Contiguous along the destination's axis, the others behind it; `pad` elements between rows. */
static bool choose_stage(choice *w, int pad)
{
    lck_plan *plan = w->plan;
    size_t order[LCK_MAX_RANK];
    int64_t stride = 1;
    order_from(plan, w->destination != NONE ? w->destination : 0, w->source, order);
    for (size_t i = 0; i < plan->rank; i++) {
        lck_axis *a = &plan->axis[order[i]];
        a->stage = a->tile > 1 ? stride : 0;
        stride = stride * a->tile + (i == 0 ? pad : 0);
    }
    plan->shared = stride;
    if (stride * plan->element->bytes <= lck_device_shared(plan->device))
        return true;
    return lcv_eval_fail(w->p->e, w->p->name_span,
                         "a tile of %lld bytes in shared memory: expected at "
                         "most %lld",
                         (long long)stride * plan->element->bytes,
                         (long long)lck_device_shared(plan->device));
}

/* The longest vectors of an access that shared memory allows, up to `most`. */
static int shared_width(const lck_plan *plan, lck_access access, int most)
{
    const lck_part *p = &plan->partition[access];
    int width = most;
    for (; width > 1; width /= 2) {
        bool whole = p->value[0].extent % width == 0;
        int64_t threads = lck_part_threads(p), values = lck_part_values(p);
        int64_t crd[LCK_MAX_RANK];
        for (int64_t t = 0; whole && t < threads; t++)
            for (int64_t v = 0, first = 0; whole && v < values; v++) {
                lck_part_at(p, plan->rank, t, v, crd);
                int64_t at = lck_stage_at(plan, crd);
                first = v % width == 0 ? at : first;
                whole = at == first + v % width && first % width == 0;
            }
        if (whole)
            break;
    }
    return width;
}

/* Vectors of a partition along a tensor's axis: its first values are a run of it. */
static int global_width(const lck_plan *plan, lck_access access, size_t axis, int most)
{
    const lck_part *p = &plan->partition[access];
    int width = axis == NONE ? 1 : most;
    for (; width > 1; width /= 2) {
        bool whole = p->value[0].step[axis] == 1 && p->value[0].extent % width == 0 &&
                     plan->axis[axis].tile % width == 0;
        for (size_t k = 0; whole && k < plan->rank; k++)
            whole = k == axis || p->value[0].step[k] == 0;
        for (size_t i = 1; whole && i < p->nvalues; i++)
            whole = p->value[i].step[axis] % width == 0;
        for (size_t i = 0; whole && i < p->nthreads; i++)
            whole = p->thread[i].step[axis] % width == 0;
        if (whole)
            break;
    }
    return width;
}

static void choose_widths(choice *w)
{
    lck_plan *plan = w->plan;
    lck_part *part = plan->partition;
    int most = 16 / plan->element->bytes;
    if (!w->given->width[LCK_LOADS])
        part[LCK_LOADS].width = global_width(plan, LCK_LOADS, w->source, w->load);
    if (!w->given->width[LCK_STORES])
        part[LCK_STORES].width = global_width(plan, LCK_STORES, w->destination,
                                              plan->rotation > 0 ? 1 : w->store);
    if (!plan->staged)
        return;
    lc_swizzle given = plan->swizzle;
    for (int i = LCK_PUTS; i <= LCK_GETS; i++)
        if (!w->given->width[i])
            part[i].width = shared_width(plan, (lck_access)i,
                                         i == LCK_GETS && plan->rotation > 0 ? 1 : most);
    if (!w->given->stage)
        lck_stage_choose(plan);
    else
        plan->swizzle = given;
}

static void choose_order(lck_plan *plan, size_t first, size_t second)
{
    order_from(plan, first != NONE ? first : 0, second, plan->order);
}

/* ---- all of it ---- */

static bool is_staged(const choice *w)
{
    const lck_given *g = w->given;
    if (g->stage)
        return w->plan->staged;
    if (g->partition[LCK_PUTS] || g->partition[LCK_GETS])
        return true;
    return w->source != NONE && w->destination != NONE && w->source != w->destination &&
           !(g->partition[LCK_LOADS] && g->partition[LCK_STORES]);
}

/* A tile in shared memory, between partitions along the source and along the destination. */
static bool choose_passage(choice *w)
{
    lck_plan *plan = w->plan;
    const lck_given *given = w->given;
    shape s = staged_shape(plan->element->bytes, w->load > 1, w->store > 1);
    size_t i = w->source != NONE ? w->source : 0, j = w->destination != NONE ? w->destination : 0;
    for (size_t k = 0; !given->tile && k < plan->rank; k++)
        plan->axis[k].tile = 1;
    if (!given->tile) {
        plan->axis[i].tile = lck_tile_length(plan, i, s.along_source);
        plan->axis[j].tile = lck_tile_length(plan, j, s.along_destination);
        plan->resident = given->resident ? plan->resident : s.resident;
        if (w->load > 1 && w->store > 1)
            lck_lengthen_tile(plan, (size_t[]){i, j}, s.along_source * s.along_destination,
                              w->next);
    }
    choose_staged(w, s, i, j);
    choose_rotation(w, s.rotate);
    return given->stage || choose_stage(w, plan->rotation > 0 ? s.side : 0);
}

bool lck_plan_choose(lck_plan *plan, lcv_planning *p, const lck_given *given)
{
    choice w = {.plan = plan,
                .p = p,
                .given = given,
                .source = lck_contiguous_axis(plan, LCK_SOURCE),
                .destination = lck_contiguous_axis(plan, LCK_DESTINATION),
                .next = {NONE, NONE}};
    w.load = given->width[LCK_LOADS] ? plan->partition[LCK_LOADS].width
                                     : lck_widest_vector(plan, p, LCK_SOURCE, w.source);
    w.store = given->width[LCK_STORES] ? plan->partition[LCK_STORES].width
              : plan->repeats          ? 1
                              : lck_widest_vector(plan, p, LCK_DESTINATION, w.destination);
    if (p->e->status != LCV_EVAL_OK)
        return false;
    if (!lck_choose_shift(plan, p, given, (int[]){w.load, w.store}))
        return false;
    if (plan->shifted) {
        choose_order(plan, w.destination, w.source);
        return true;
    }
    plan->staged = is_staged(&w);
    plan->rotated = w.destination;
    for (int i = 0; i < 4; i++)
        if (plan->partition[i].width == 0)
            plan->partition[i].width = 1;
    if (!plan->staged)
        choose_direct(&w);
    else if (!choose_passage(&w))
        return false;
    if (!check_rows(&w))
        return false;
    choose_widths(&w);
    choose_order(plan, w.destination, w.source);
    return check_elements(&w);
}
