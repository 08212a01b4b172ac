/* choose-shift.c - tile, partitions and stage of rows that begin anywhere (kernels/plan/plan.h,
 * shift).
 *
 * Elements of 8 or 16 bits: a word has W = 4 or 2 of them. The extents are those that were
 * measured to be fast (kernels/bench): rows of 256 or 512 bytes, which a multiple of 32 bytes, a
 * sector, makes longer by little where they are written, and 512 threads. Where they are read,
 * from a multiple of 128 bytes, a line: copies that lie in a line are one request to the L2, and
 * those that have nothing of the row read nothing.
 *
 *   load   threads of a warp along the source, a word each; W rows each, and words and rows
 *          further on
 *   stage  row by row along the destination; of W rows next to each other each is in a part of
 *          its own, and rows of a part are an odd number of words apart: puts have no conflicts
 *   get    threads along the destination, a word each, in as many rows as there are threads for
 */
#include "config.h"

#include "../../lib/int64.h"

#include "../plan/plan.h"

#define WORD 4    /* bytes */
#define SECTOR 32 /* bytes: what a store writes as a whole */
#define LINE 128  /* bytes: what lanes of a warp ask the L2 for at once */
#define THREADS 512
#define LANES 32
#define BANKS 32
typedef struct {
    lck_plan *plan;
    size_t i, j;  /* the axes along which source and destination are contiguous */
    int64_t word; /* elements */
    int64_t a, b; /* elements: the shifts */
    int64_t threads_i, threads_j;
} choice;

/* ---- whether ---- */

/* Strides that are not negative: the last row of a tile is the one that is furthest on. */
static bool goes_forward(const lck_plan *plan)
{
    for (size_t k = 0; k < plan->rank; k++)
        for (int t = 0; t < 2; t++)
            if (plan->axis[k].stride[t].expr->low < 0)
                return false;
    return plan->offset[LCK_SOURCE].expr->low >= 0 &&
           plan->offset[LCK_DESTINATION].expr->low >= 0;
}

/* Why the plan cannot have words that are shifted; NULL: it can. */
static const char *reason(const choice *w, const lck_given *g)
{
    const lck_plan *plan = w->plan;
    if (plan->element->bytes > 2)
        return "elements of 8 or 16 bits";
    if (lck_is_relation(plan, LCK_SOURCE) || lck_is_relation(plan, LCK_DESTINATION))
        return "strides of both tensors, not relations";
    if (w->i == SIZE_MAX || w->j == SIZE_MAX || w->i == w->j)
        return "a source and a destination with a stride 1 each, along different axes";
    if (plan->repeats || !plan->barrier || !goes_forward(plan))
        return "places that are written once, a barrier, and strides and offsets of 0 and more";
    for (int k = 0; k < 4; k++)
        if (g->partition[k] || g->width[k])
            return "partitions and vectors that are chosen";
    if (g->stage || (g->rotate && plan->rotation > 0))
        return "a stage that is chosen, and rows that are not rotated";
    return NULL;
}

/* ---- the tile ---- */

/* What a block stores: of all other axes one coordinate. */
static void choose_tile(choice *w, const lck_given *g)
{
    lck_plan *plan = w->plan;
    int bytes = plan->element->bytes;
    int64_t along_source = w->b > 0 ? 256 : 512 / bytes;
    int64_t along_destination = w->b > 0 && bytes == 1 ? 256 : 128;
    for (size_t k = 0; !g->tile && k < plan->rank; k++)
        plan->axis[k].tile = 1;
    if (!g->tile) {
        plan->axis[w->i].tile = lck_tile_length(plan, w->i, along_source);
        plan->axis[w->j].tile = lck_tile_length(plan, w->j, along_destination);
    }
}

/* Are there whole warps along both axes? */
static bool tile_serves(const choice *w)
{
    const lck_plan *plan = w->plan;
    int64_t i = plan->axis[w->i].tile, j = plan->axis[w->j].tile;
    for (size_t k = 0; k < plan->rank; k++)
        if (k != w->i && k != w->j && plan->axis[k].tile != 1)
            return false;
    return lc_int64_is_power(i) && lc_int64_is_power(j) && i >= LANES * w->word && i <= 512 &&
           j <= 512 && j >= (w->b > 0 ? LANES : 4) * w->word && j > w->b;
}

/* ---- threads and values ---- */

/* Words along the source, as many rows as a word has elements; or turned, words along the
 * destination. */
static void choose_blocks(const choice *w, bool turned, lck_part *out)
{
    int64_t n = w->word;
    *out = (lck_part){.width = (int)n};
    lck_add_mode(&out->nthreads, out->thread, w->i, w->threads_i, n);
    lck_add_mode(&out->nthreads, out->thread, w->j, w->threads_j, n);
    lck_add_mode(&out->nvalues, out->value, turned ? w->j : w->i, n, 1);
    lck_add_mode(&out->nvalues, out->value, turned ? w->i : w->j, n, 1);
    lck_add_mode(&out->nvalues, out->value, w->i, w->plan->axis[w->i].tile / (n * w->threads_i),
                 n * w->threads_i);
    lck_add_mode(&out->nvalues, out->value, w->j, w->plan->axis[w->j].tile / (n * w->threads_j),
                 n * w->threads_j);
}

/* Words along the destination. */
static bool choose_rows(const choice *w, lck_part *out)
{
    const lck_plan *plan = w->plan;
    int64_t words = lck_tile_step(&plan->axis[w->j]) / w->word;
    int64_t lanes = words < LANES ? words : LANES, rows = w->threads_i * w->threads_j / lanes;
    if (plan->axis[w->i].tile % rows != 0)
        return false;
    *out = (lck_part){.width = (int)w->word};
    lck_add_mode(&out->nthreads, out->thread, w->j, lanes, w->word);
    lck_add_mode(&out->nthreads, out->thread, w->i, rows, 1);
    lck_add_mode(&out->nvalues, out->value, w->j, w->word, 1);
    lck_add_mode(&out->nvalues, out->value, w->j, words / lanes, w->word * lanes);
    lck_add_mode(&out->nvalues, out->value, w->i, plan->axis[w->i].tile / rows, rows);
    return true;
}

static bool choose_parts(choice *w)
{
    lck_plan *plan = w->plan;
    int64_t words_i = plan->axis[w->i].tile / w->word, words_j = plan->axis[w->j].tile / w->word;
    w->threads_i = words_i < 64 ? words_i : 64;
    for (w->threads_j = THREADS / w->threads_i; words_j % w->threads_j != 0; w->threads_j /= 2)
        ;
    choose_blocks(w, false, &plan->partition[LCK_LOADS]);
    choose_blocks(w, true, &plan->partition[LCK_PUTS]);
    if (lck_part_values(&plan->partition[LCK_LOADS]) > LCK_MAX_REGISTERS ||
        !choose_rows(w, &plan->partition[LCK_GETS]))
        return false;
    plan->partition[LCK_STORES] = plan->partition[LCK_GETS];
    return true;
}

/* ---- shared memory ---- */

/* Lanes that get in several rows, next to each other, find these in parts that begin so many
 * banks apart as a row has words. */
static void choose_stage(choice *w)
{
    lck_plan *plan = w->plan;
    lck_axis *i = &plan->axis[w->i], *j = &plan->axis[w->j];
    int64_t row = j->tile / w->word | 1, rows = i->tile / w->word, part = row * rows;
    int64_t words = lck_tile_step(j) / w->word;
    while (words < BANKS && part % BANKS != words)
        part++;
    j->stage = 1;
    i->fold = w->word;
    i->stage = row * w->word;
    i->bend = part * w->word;
    int64_t staged = (i->fold - 1) * i->bend + (rows - 1) * i->stage + j->tile;
    int64_t copied = (i->tile + w->a) * j->tile;
    plan->shared = staged > copied ? staged : copied;
}

/* As many blocks of a multiprocessor as shared memory and threads allow; the compiler has to keep
 * to their registers. */
static void choose_resident(choice *w, const lck_given *g)
{
    lck_plan *plan = w->plan;
    int64_t bytes = plan->shared * plan->element->bytes + plan->device->beside_block;
    int64_t by_memory = plan->device->shared / bytes;
    int64_t by_threads = plan->device->threads / (w->threads_i * w->threads_j);
    if (!g->resident)
        plan->resident = (int)(by_memory < by_threads ? by_memory : by_threads);
}

/* ---- all of it ---- */

static bool refuse(lcv_planning *p, const char *why)
{
    lcv_eval_fail(p->e, p->name_span, "rows of this plan cannot be shifted: expected %s", why);
    return lcv_diag_hint(p->e->diag, "shift = 0 moves them as they lie");
}

/* Completes the choice once the tile is known. Returns what is missing; NULL: nothing. */
static const char *complete(choice *w, const lck_given *g)
{
    lck_plan *plan = w->plan;
    if (!tile_serves(w))
        return "a tile of powers of two up to 512 along two axes, of 32 words each way, and 1 "
               "along others";
    plan->axis[w->j].margin = w->b;
    plan->axis[w->j].tile += w->b;
    if (!choose_parts(w))
        return "a tile of fewer elements: a thread would have too many values";
    choose_stage(w);
    if (plan->shared * plan->element->bytes > lck_device_shared(plan->device))
        return "a tile of fewer elements: shared memory does not hold it";
    choose_resident(w, g);
    plan->shifted = plan->staged = true;
    plan->rotation = 0;
    return NULL;
}

static bool try_shift(choice *w, lcv_planning *p, const lck_given *g)
{
    lck_plan *plan = w->plan;
    int64_t kept[LCK_MAX_RANK];
    for (size_t k = 0; k < plan->rank; k++)
        kept[k] = plan->axis[k].tile;
    choose_tile(w, g);
    const char *why = complete(w, g);
    if (!why)
        return true;
    for (size_t k = 0; k < plan->rank; k++) {
        plan->axis[k].tile = kept[k];
        plan->axis[k].margin = plan->axis[k].fold = 0;
    }
    for (int k = 0; k < 4; k++)
        plan->partition[k] = (lck_part){.width = 0};
    return !g->shift || refuse(p, why);
}

bool lck_choose_shift(lck_plan *plan, lcv_planning *p, const lck_given *given, const int *width)
{
    choice w = {.plan = plan, .word = WORD / plan->element->bytes};
    bool wanted = given->shift && plan->shift[LCK_SOURCE] > 0;
    w.i = plan->along[LCK_SOURCE] = lck_contiguous_axis(plan, LCK_SOURCE);
    w.j = plan->along[LCK_DESTINATION] = lck_contiguous_axis(plan, LCK_DESTINATION);
    if (given->shift && !wanted)
        return true;
    const char *why = reason(&w, given);
    if (why)
        return !wanted || refuse(p, why);
    if (!given->shift && (given->tile || given->rotate || (width[0] > 1 && width[1] > 1)))
        return true;
    int64_t sector = SECTOR / plan->element->bytes, line = LINE / plan->element->bytes;
    w.a = given->shift ? plan->shift[LCK_SOURCE] : line;
    w.b = given->shift ? plan->shift[LCK_DESTINATION] : width[1] >= w.word ? 0 : sector;
    if (w.b == 0 && width[1] < w.word)
        return refuse(p, "rows of the destination that begin at multiples of 4 bytes, or are "
                         "shifted");
    plan->shift[LCK_SOURCE] = w.a;
    plan->shift[LCK_DESTINATION] = w.b;
    return try_shift(&w, p, given);
}
