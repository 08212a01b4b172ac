/* choose.c - chooses the tile of a plan of rows, its partition, and the blocks that share it.
 *
 * Threads lie along the axis that is contiguous first. Where rows go along it, as many threads
 * have a row as leave each FEW values, or, of long rows, as many words: from one to those of a
 * block, or of a cluster; threads that are left take other rows. Where rows go across it, threads
 * side by side take whole sectors of neighbouring rows, and the others go along these.
 */
#include "config.h"

#include "../../lib/int64.h"
#include "rows.h"

#include <stdint.h>
#include <string.h>

#define NONE SIZE_MAX
#define FEW 32      /* values of a thread, in registers */
#define SEVERAL 2   /* rows of a thread, as vectors of weights take registers, too */
#define THREADS 256 /* of a block of short rows; where these do not suffice, rows are long */
#define LANES 32    /* of a warp */
#define SHARING 128 /* threads of each block of a cluster, the fewest */
#define LINE 128    /* bytes */
#define SECTOR 32
#define REGISTERS 65536 /* of a multiprocessor */

typedef struct {
    lck_rows *rows;
    lck_plan *plan;
    lcv_planning *p;
    size_t contiguous;             /* axis */
    int64_t covered[LCK_MAX_RANK]; /* of the tile, by the modes so far */
} choice;

static int64_t ceil_div(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

/* The least power of two that is n or more. */
static int64_t power(int64_t n)
{
    return INT64_C(1) << lc_int64_log_up((uint64_t)n);
}

static void add_mode(choice *w, size_t *n, lck_mode *mode, size_t axis, int64_t extent)
{
    if (extent > 1 && lck_add_mode(n, mode, axis, extent, w->covered[axis]))
        w->covered[axis] *= extent;
}

static void add_threads(choice *w, size_t axis, int64_t extent)
{
    lck_part *p = &w->plan->partition[LCK_LOADS];
    add_mode(w, &p->nthreads, p->thread, axis, extent);
}

static void add_values(choice *w, size_t axis, int64_t extent)
{
    lck_part *p = &w->plan->partition[LCK_LOADS];
    add_mode(w, &p->nvalues, p->value, axis, extent);
}

/* ---- vectors ---- */

/* Those of each tensor, along the axis of most: all as long as the longest, or of one element. */
static void choose_vectors(choice *w, int most)
{
    lck_rows *rows = w->rows;
    int64_t one;
    for (int t = 0; t < LCK_PLAN_TENSORS; t++) {
        bool along = w->plan->has[t] && w->contiguous != NONE &&
                     lc_expr_is_int(w->plan->axis[w->contiguous].stride[t].expr, &one) &&
                     one == 1;
        rows->width[t] = along ? lck_widest_vector(w->plan, w->p, (lck_memory)t, w->contiguous)
                               : 1;
    }
    const int from = rows->width[LCK_SOURCE], to = rows->width[LCK_DESTINATION];
    const bool both = from > 1 && to > 1; /* the shorter ones, of two elements */
    rows->group = (both ? from < to : from > to) ? from : to;
    rows->group = rows->group < most ? rows->group : most;
    for (int t = 0; t < LCK_PLAN_TENSORS; t++)
        rows->width[t] = rows->width[t] >= rows->group ? rows->group : 1;
    const lck_axis *a = w->contiguous != NONE ? &w->plan->axis[w->contiguous] : NULL;
    rows->whole = !a || (a->guard.expr == a->extent.expr &&
                         lck_divides(w->plan, w->p, rows->group, a->extent));
}

/* ---- partitions ---- */

/* The extent of an axis, at most; what is in the tile of it. */
static int64_t extent_of(const choice *w, size_t axis)
{
    int64_t high = w->plan->axis[axis].extent.expr->high, most = w->rows->most;
    return w->plan->axis[axis].in_row && most > 0 ? lc_int64_min(high, most) : high;
}

/* The elements of a row but those along the contiguous axis, and groups of these; more than a
 * cluster holds: INT64_MAX. */
static int64_t groups_of_row(const choice *w)
{
    int64_t n = 1;
    for (size_t k = 0; k < w->plan->rank; k++) {
        if (!w->plan->axis[k].in_row)
            continue;
        int64_t here = ceil_div(lc_int64_min(extent_of(w, k), INT32_MAX),
                                k == w->contiguous ? w->rows->group : 1);
        if (__builtin_mul_overflow(n, here, &n))
            return INT64_MAX;
    }
    return n;
}

/* The axes that rows go along, the contiguous one first. */
static size_t axes_of_row(const choice *w, size_t *axis)
{
    size_t n = 0;
    if (w->contiguous != NONE && w->plan->axis[w->contiguous].in_row)
        axis[n++] = w->contiguous;
    for (size_t k = 0; k < w->plan->rank; k++)
        if (w->plan->axis[k].in_row && k != w->contiguous)
            axis[n++] = k;
    return n;
}

/* Threads, values and blocks along a row; powers of two, of threads and then of blocks. Threads
 * that the row has no elements for are along its first axis. */
static void spread_row(choice *w, int64_t threads, int64_t blocks)
{
    size_t axis[LCK_MAX_RANK], n = axes_of_row(w, axis);
    int64_t left[LCK_MAX_RANK];
    for (size_t i = 0; i < n; i++) {
        size_t k = axis[i];
        left[i] = ceil_div(extent_of(w, k), k == w->contiguous ? w->rows->group : 1);
        int64_t here = lc_int64_min(threads, power(left[i]));
        add_threads(w, k, here);
        threads /= here;
        left[i] = ceil_div(left[i], here);
    }
    if (n > 0)
        add_threads(w, axis[0], threads);
    for (size_t i = 0; i < n; i++) {
        int64_t share = lc_int64_min(blocks, power(left[i]));
        add_values(w, axis[i], ceil_div(left[i], share));
        add_threads(w, axis[i], share);
        w->plan->cluster *= (int)share;
        blocks /= share;
    }
}

/* The longest axis that rows do not go along; NONE: there is one row. */
static size_t axis_of_rows(const choice *w)
{
    size_t found = NONE;
    for (size_t k = 0; k < w->plan->rank; k++)
        if (!w->plan->axis[k].in_row && (found == NONE || extent_of(w, k) > extent_of(w, found)))
            found = k;
    return found;
}

/* The groups that a thread has of a long row: as many words of each tensor as of values of f32
 * in a short one. */
static int64_t most_groups(const choice *w)
{
    return FEW * 4 / w->plan->element->bytes / w->rows->group;
}

/* The threads of a multiprocessor whose words of the tensors that stay in registers, and as many
 * beside them, fit its registers. */
static int64_t most_threads(const choice *w)
{
    const lck_formula *f = &w->rows->formula;
    int first[LCK_MAX_NODES], last[LCK_MAX_NODES];
    int64_t tensors = 0;
    lck_find_stages(f, first, last);
    for (size_t i = 0; i < f->n; i++)
        tensors += f->node[i].kind == LCK_NODE_ELEMENT && first[i] < f->node[f->result].stage;
    tensors = lc_int64_max(tensors, 1);
    return lc_int64_min(REGISTERS / (FEW * (tensors + 1)), LCK_MAX_THREADS);
}

/* Long rows: one block has them, or, where these are too long, a cluster. What is found again
 * takes no registers in between, so that others of them hide what one waits for. */
static void share_long_row(choice *w, int64_t groups, int64_t *threads, int64_t *blocks)
{
    const int64_t most = most_groups(w), fit = most_threads(w);
    *threads = power(ceil_div(groups, most));
    w->rows->again = *threads <= fit;
    if (!w->rows->again) {
        *blocks = lc_int64_min(power(ceil_div(groups, most * SHARING)), LCK_MAX_CLUSTER);
        *threads = power(ceil_div(groups, *blocks * most));
    } else if (w->plan->resident == 0) {
        w->plan->resident = (int)(fit / *threads);
    }
}

/* How many threads, of how many blocks, have a row of so many groups; a power of two each. */
static void share_row(choice *w, int64_t groups, int64_t *threads, int64_t *blocks)
{
    const int64_t group = w->rows->group;
    int64_t side = 1;
    *blocks = 1;
    *threads = power(ceil_div(groups, FEW / group));
    if (w->contiguous != NONE)
        side = lc_int64_min(power(ceil_div(extent_of(w, w->contiguous), group)), LANES);
    if (*threads > THREADS)
        share_long_row(w, groups, threads, blocks);
    *threads = lc_int64_max(*threads, side);
}

/* Rows along the contiguous axis: `groups` of them. Short ones share a block, and a thread. */
static void choose_along(choice *w, int64_t groups)
{
    int64_t threads, blocks, others = 1, several = 1;
    size_t across = axis_of_rows(w);
    share_row(w, groups, &threads, &blocks);
    if (across != NONE && blocks == 1) {
        int64_t rows = power(lc_int64_min(extent_of(w, across), INT32_MAX));
        others = lc_int64_min(threads <= LANES ? THREADS / threads : 1,
                              rows); /* no warp waits for others */
        several =
            lc_int64_min(lc_int64_min(FEW / w->rows->group / ceil_div(groups, threads), SEVERAL),
                         power(rows / others));
    }
    if (threads * others < LANES) /* whole warps, if some have no elements */
        *(across == NONE ? &threads : &others) = LANES / (across == NONE ? 1 : threads);
    add_values(w, w->contiguous, w->rows->group); /* of no axis one value, which is no mode */
    spread_row(w, threads, blocks);
    if (across != NONE) {
        add_threads(w, across, others);
        add_values(w, across, lc_int64_max(several, 1));
    }
}

/* Rows across it: threads side by side along it, as many as leave room for a row. */
static bool choose_across(choice *w, int64_t length)
{
    const int bytes = w->plan->into->bytes;
    for (int64_t blocks = 1; blocks <= LCK_MAX_CLUSTER; blocks *= 2)
        for (int64_t side = LINE; side >= SECTOR; side /= 2) {
            int64_t lanes = lc_int64_max(side / (w->rows->group * bytes), 1);
            int64_t most = LCK_MAX_THREADS / lanes * blocks, few = FEW / w->rows->group;
            if (length > most * few)
                continue;
            int64_t threads = lc_int64_min(power(ceil_div(length, few)), most / blocks);
            while (threads * lanes < THREADS &&
                   lanes * w->rows->group < extent_of(w, w->contiguous))
                lanes *= 2;
            threads = threads * lanes < LANES ? LANES / lanes : threads;
            add_values(w, w->contiguous, w->rows->group);
            add_threads(w, w->contiguous, lanes);
            spread_row(w, threads, blocks);
            return true;
        }
    return false;
}

static bool refuse(choice *w)
{
    lcv_eval_fail(w->p->e, w->p->name_span, "rows that may be too long to stay in registers");
    return lcv_diag_hint(w->p->e->diag,
                         "expected at most %d elements, as a bound of the size along the row: "
                         "param N in 1..8192",
                         (int)(most_groups(w) * w->rows->group) * LCK_MAX_THREADS *
                             LCK_MAX_CLUSTER);
}

/* ---- all of it ---- */

static bool use_given(choice *w, const lck_given *given)
{
    const lck_part *p = &w->plan->partition[LCK_LOADS];
    if (!given->tile || !given->partition[LCK_LOADS]) {
        lcv_eval_fail(w->p->e, w->p->name_span, "a tile of rows without its partition");
        return lcv_diag_hint(w->p->e->diag, "expected both tile and load, or none of them");
    }
    bool vectors = w->contiguous != NONE && p->value[0].step[w->contiguous] == 1;
    choose_vectors(w, vectors ? (int)(p->value[0].extent & -p->value[0].extent) : 1);
    return true;
}

static bool choose(choice *w)
{
    choose_vectors(w, LCK_MAX_WIDTH);
    int64_t groups = groups_of_row(w);
    const bool along = w->contiguous == NONE || w->plan->axis[w->contiguous].in_row;
    for (size_t k = 0; k < w->plan->rank; k++)
        w->covered[k] = 1;
    if (along && groups > most_groups(w) * LCK_MAX_THREADS * LCK_MAX_CLUSTER)
        return refuse(w);
    if (along)
        choose_along(w, groups);
    else if (!choose_across(w, groups))
        return refuse(w);
    lck_part *p = &w->plan->partition[LCK_LOADS];
    if (p->nthreads == 0)
        p->thread[p->nthreads++] = (lck_mode){.extent = 1};
    if (p->nvalues == 0)
        p->value[p->nvalues++] = (lck_mode){.extent = 1};
    for (size_t k = 0; k < w->plan->rank; k++)
        w->plan->axis[k].tile = w->covered[k];
    return true;
}

/* A plan of rows has no stage. */
static bool check_given(const lck_given *given, lcv_planning *p)
{
    bool staged = given->stage || given->partition[LCK_PUTS] || given->partition[LCK_GETS] ||
                  given->partition[LCK_STORES] || given->rotate || given->shift ||
                  given->width[LCK_LOADS];
    if (staged)
        lcv_eval_fail(p->e, p->name_span,
                      "a plan with a value stays in registers: expected no put, stage, get, "
                      "store, vectors, rotate or shift");
    return !staged;
}

bool lck_choose_rows(lck_rows *rows, lcv_planning *p, const lck_given *given)
{
    lck_plan *plan = rows->plan;
    choice w = {.rows = rows, .plan = plan, .p = p};
    w.contiguous = lck_contiguous_axis(plan, LCK_DESTINATION);
    if (w.contiguous == NONE)
        w.contiguous = lck_contiguous_axis(plan, LCK_SOURCE);
    if (!check_given(given, p))
        return false;
    bool some = given->tile || given->partition[LCK_LOADS];
    if (!(some ? use_given(&w, given) : choose(&w)) || p->e->status != LCV_EVAL_OK)
        return false;
    plan->staged = false;
    plan->partition[LCK_LOADS].width = rows->width[LCK_SOURCE];
    plan->partition[LCK_STORES] = plan->partition[LCK_LOADS];
    plan->partition[LCK_STORES].width = rows->width[LCK_DESTINATION];
    for (size_t k = 0; k < plan->rank; k++)
        plan->order[k] = k;
    return true;
}
