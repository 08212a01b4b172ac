/* stages.c - the places of a product's tiles in shared memory. */
#include "config.h"

#include "../../../lib/int64.h"

#include "stages.h"

#include <string.h>

#define LINE 128 /* bytes of a chunk at most: the widest swizzle */

static lck_role rows_of(lck_factor tensor)
{
    return tensor == LCK_A ? LCK_ALONG_M : LCK_ALONG_N;
}

static bool has_role(const lck_product *p, size_t k, lck_role role)
{
    return p->axis[k].role == role;
}

/* The contiguous axis; the first one of k. */
static size_t inner_of(const lck_product *p, lck_factor tensor, bool *contiguous)
{
    size_t inner = lck_product_contiguous(p, tensor);
    *contiguous = inner < p->rank;
    return *contiguous ? inner : lck_first_axis(p, LCK_ALONG_K);
}

/* The largest power of two that divides n and is at most `most`. */
static int64_t power_of_two(int64_t n, int64_t most)
{
    int64_t power = 1;
    while (power * 2 <= most && n % (power * 2) == 0)
        power *= 2;
    return power;
}

static int log_2(int64_t n)
{
    return (int)lc_int64_log((uint64_t)n);
}

lc_swizzle lck_swizzle_of_span(int span, int bytes)
{
    return span ? (lc_swizzle){log_2(span / 16), 4 - log_2(bytes), 3} : (lc_swizzle){0, 0, 0};
}

/* ---- boxes ---- */

/* Gives the axes of a role their steps, but for inner; returns the step behind the last. */
static int64_t give_steps(const lck_product *p, const lck_recipe *recipe, lck_role role,
                          int64_t step, lck_tile_stage *out)
{
    for (size_t k = 0; k < p->rank; k++) {
        if (!has_role(p, k, role) || k == out->inner)
            continue;
        out->step[k] = step;
        step *= recipe->tile[k];
    }
    return step;
}

/* The blocks that need the same tile: those next to each other along the other role. */
static int sharing(const lck_recipe *recipe, lck_factor tensor)
{
    return recipe->method == LCK_WGMMAS ? recipe->cluster[tensor == LCK_A ? 1 : 0] : 1;
}

/* The last axis of the rows that has more than one in a tile. */
static size_t last_of_rows(const lck_product *p, const lck_recipe *recipe, lck_role role)
{
    size_t last = p->rank;
    for (size_t k = 0; k < p->rank; k++)
        if (has_role(p, k, role) && recipe->tile[k] > 1)
            last = k;
    return last;
}

/* A part is made of whole chunks of a stage with rows along k; else of rows along m (n), whole
 * lines of 128 bytes, or of whole chunks along k. Stages that cannot be cut are filled by each
 * block for itself. */
static void give_parts(const lck_product *p, const lck_recipe *recipe, lck_factor tensor,
                       lck_tile_stage *out)
{
    int wanted = sharing(recipe, tensor);
    out->parts = 1;
    out->sliced = p->rank;
    if (out->mn_major) {
        if (out->chunks % wanted == 0)
            out->parts = wanted;
    } else if (wanted > 1) {
        size_t last = last_of_rows(p, recipe, rows_of(tensor));
        if (last < p->rank && recipe->tile[last] % wanted == 0 &&
            out->rows / wanted * out->chunk * out->element->bytes % LINE == 0) {
            out->sliced = last;
            out->parts = wanted;
        } else if (out->chunks % wanted == 0) {
            out->parts = wanted;
        }
    }
    out->boxes = (int)(out->sliced == p->rank ? out->chunks / out->parts : out->chunks);
}

static void give_boxes(const lck_product *p, const lck_recipe *recipe, lck_factor tensor,
                       lck_tile_stage *out)
{
    lck_role rows = out->mn_major ? LCK_ALONG_K : rows_of(tensor);
    give_parts(p, recipe, tensor, out);
    for (size_t k = 0; k < p->rank; k++)
        out->box[k] = has_role(p, k, rows) ? (int)recipe->tile[k] : 1;
    out->box[out->inner] = (int)out->chunk;
    if (out->sliced < p->rank)
        out->box[out->sliced] /= out->parts;
    const size_t first = lck_first_axis(p, rows);
    int64_t extent;
    bool cut = rows != LCK_ALONG_K && first < p->rank &&
               !(lc_expr_is_int(p->axis[first].extent.expr, &extent) &&
                 extent % out->box[first] == 0);
    for (size_t k = first + 1; k < p->rank; k++)
        cut = cut && !has_role(p, k, rows);
    out->cut = cut ? first : p->rank;
}

/* PTX ISA, Strides: in the canonical layouts of 8 rows of a chunk. */
static void give_descriptor(lck_tile_stage *out)
{
    int line = (int)out->chunk * out->element->bytes;
    int from_8_rows = 8 * line, from_chunk = (int)out->rows * line;
    if (out->span && !out->mn_major) {
        out->leading = 16; /* ignored */
        out->stride = from_8_rows;
    } else {
        bool swapped = out->mn_major && !out->span;
        out->leading = swapped ? from_8_rows : from_chunk;
        out->stride = swapped ? from_chunk : from_8_rows;
    }
}

static void stage_of_boxes(const lck_product *p, const lck_recipe *recipe, lck_factor tensor,
                           lck_tile_stage *out)
{
    int bytes = out->element->bytes;
    lck_role role = p->axis[out->inner].role;
    lck_role others = role == LCK_ALONG_K ? rows_of(tensor) : LCK_ALONG_K;
    out->mn_major = role != LCK_ALONG_K;
    out->indexed = out->inner == lck_first_axis(p, role);
    out->chunk = power_of_two(recipe->tile[out->inner], LINE / bytes);
    if (recipe->method == LCK_WGMMAS && out->mn_major && tensor == LCK_B) /* one warpgroup's */
        out->chunk = power_of_two(recipe->extent[1] / recipe->warps[1], out->chunk);
    int64_t line = out->chunk * bytes;
    out->span = line >= 32 ? (int)line : 0;
    if (!out->span && line > 16)
        out->chunk = 16 / bytes;
    out->swizzle = lck_swizzle_of_span(out->span, bytes);
    out->inner_chunks = recipe->tile[out->inner] / out->chunk;
    out->step[out->inner] = 1;
    int64_t box = give_steps(p, recipe, others, out->chunk, out);
    out->rows = box / out->chunk;
    out->elements = give_steps(p, recipe, role, box * out->inner_chunks, out);
    out->chunks = out->elements / box;
    out->bytes = out->elements * bytes;
    give_boxes(p, recipe, tensor, out);
    give_descriptor(out);
}

/* ---- rows of k, of fma ---- */

/* Lanes of a warp store `rows` values of m (n) for each of several k, when a tensor is contiguous
 * along k: the swizzle sends them to banks of their own, and leaves the vectors that are read
 * whole. */
static lc_swizzle transposing(const lck_recipe *recipe, lck_factor tensor, int64_t row,
                              int64_t rows, int bytes)
{
    int64_t banks = LINE / bytes, of_k = recipe->vector[tensor] > 1 ? recipe->vector[tensor] : 1;
    int64_t several = power_of_two(rows, rows) / of_k;
    if (power_of_two(row, row) != row || several < 2)
        return (lc_swizzle){0, 0, 0};
    several = several > 32 ? 32 : several;
    int64_t together = 32 / several, whole = 16 / bytes;
    together = together > whole ? together : whole;
    int m = log_2(together), b = log_2(banks) - m, s = log_2(row) + log_2(of_k) - m;
    b = b > log_2(several) ? log_2(several) : b;
    return b > 0 && s >= b && log_2(row) >= m + b ? (lc_swizzle){b, m, s} : (lc_swizzle){0, 0, 0};
}

static void stage_of_rows(const lck_product *p, const lck_recipe *recipe, lck_factor tensor,
                          lck_tile_stage *out)
{
    size_t inner = out->inner;
    out->mn_major = true;
    out->indexed = true;
    out->inner = p->rank; /* every axis has its step */
    int64_t row = give_steps(p, recipe, rows_of(tensor), 1, out);
    out->elements = give_steps(p, recipe, LCK_ALONG_K, row, out);
    out->inner = inner;
    out->chunk = row;
    out->rows = out->elements / row;
    out->chunks = out->inner_chunks = 1;
    out->bytes = out->elements * out->element->bytes;
    if (has_role(p, inner, LCK_ALONG_K))
        out->swizzle = transposing(recipe, tensor, row, out->rows, out->element->bytes);
}

void lck_product_stage(const lck_product *p, const lck_recipe *recipe, lck_factor tensor,
                       lck_tile_stage *out)
{
    *out = (lck_tile_stage){.element = p->element[tensor],
                            .parts = 1,
                            .sliced = p->rank,
                            .cut = p->rank};
    out->inner = inner_of(p, tensor, &out->contiguous);
    if (recipe->method == LCK_FMA)
        stage_of_rows(p, recipe, tensor, out);
    else
        stage_of_boxes(p, recipe, tensor, out);
}

/* ---- places ---- */

int64_t lck_tile_at(const lck_tile_stage *s, int64_t mn, int64_t k)
{
    int64_t along = s->mn_major ? mn : k, row = s->mn_major ? k : mn;
    return along % s->chunk + along / s->chunk * s->chunk * s->rows + row * s->chunk;
}

int64_t lck_tile_place(const lck_product *p, const lck_tile_stage *s, const int64_t *crd)
{
    int64_t place = 0;
    for (size_t k = 0; k < p->rank; k++) {
        bool cut = k == s->inner && s->inner_chunks > 1;
        place += cut ? crd[k] % s->chunk + crd[k] / s->chunk * s->chunk * s->rows
                     : crd[k] * s->step[k];
    }
    return place;
}

int64_t lck_tile_box_at(const lck_product *p, const lck_recipe *recipe, const lck_tile_stage *s,
                        int part, int i, int64_t *crd)
{
    int64_t chunk = s->sliced == p->rank ? (int64_t)part * s->boxes + i : i;
    memset(crd, 0, p->rank * sizeof *crd);
    crd[s->inner] = chunk % s->inner_chunks * s->chunk;
    int64_t rest = chunk / s->inner_chunks;
    for (size_t k = 0; k < p->rank; k++)
        if (k != s->inner && p->axis[k].role == p->axis[s->inner].role) {
            crd[k] = rest % recipe->tile[k];
            rest /= recipe->tile[k];
        }
    if (s->sliced < p->rank)
        crd[s->sliced] = (int64_t)part * s->box[s->sliced];
    return lck_tile_place(p, s, crd);
}

/* ---- C ---- */

enum { ROWS_OF_BOX = 64, LINES_OF_BOX = 64 };

/* The most columns of a box, in slices of 8, that divide those of a warpgroup; pairs of slices,
 * if it has such. */
static int64_t lines_of_box(int64_t columns)
{
    const int64_t slices = columns % 16 == 0 ? 16 : 8;
    int64_t lines = LINES_OF_BOX;
    while (lines > slices && columns % lines != 0)
        lines -= slices;
    return columns < lines ? columns : lines;
}

/* So many rows, or columns, as a box of the axes of a role. */
static bool is_a_box(const lck_product *p, const lck_recipe *recipe, lck_role role, int64_t left,
                     lck_tile_out *out)
{
    for (size_t k = 0; k < p->rank; k++) {
        if (!has_role(p, k, role))
            continue;
        int64_t tile = recipe->tile[k], taken = left < tile ? left : tile;
        if ((left > tile ? left % tile : tile % left) != 0)
            return false;
        out->box[k] = (int)taken;
        left /= taken;
    }
    return left == 1;
}

void lck_product_out(const lck_product *p, const lck_recipe *recipe, lck_tile_out *out)
{
    const int bytes = p->element[LCK_C]->bytes;
    const size_t n = lck_first_axis(p, LCK_ALONG_N), m = lck_first_axis(p, LCK_ALONG_M);
    const int64_t columns = recipe->extent[1] / recipe->warps[1];
    *out = (lck_tile_out){.rows = ROWS_OF_BOX};
    out->turned = m < p->rank && lck_is_number(p->axis[m].stride[LCK_C], 1);
    const size_t along = out->turned ? m : n;
    const int64_t tile = along < p->rank ? recipe->tile[along] : 1;
    out->columns = out->turned ? lines_of_box(columns)
                               : power_of_two(columns, power_of_two(tile, LINE / bytes));
    out->chunk = out->turned ? out->rows : out->columns;
    out->lines = out->turned ? out->columns : out->rows;
    out->boxes = columns / out->columns;
    const int64_t all = recipe->extent[0] / recipe->warps[0] / out->rows * out->boxes;
    const int64_t most = recipe->narrow ? 1 : 2;
    const int64_t room = out->turned      ? most * LINES_OF_BOX / out->lines
                         : out->boxes > 1 ? most
                                          : 1;
    out->buffers = (int)(out->turned && all < room ? all : room);
    out->span = out->chunk * bytes >= 32 ? (int)out->chunk * bytes : 0;
    out->swizzle = lck_swizzle_of_span(out->span, bytes);
    out->elements = out->rows * out->columns;
    for (size_t k = 0; k < p->rank; k++)
        out->box[k] = 1;
    /* sums come in slices of 8 columns */
    out->fits = is_a_box(p, recipe, LCK_ALONG_M, out->rows, out) &&
                is_a_box(p, recipe, LCK_ALONG_N, out->columns, out) && along < p->rank &&
                out->box[along] == out->chunk && lck_is_number(p->axis[along].stride[LCK_C], 1) &&
                out->columns % 8 == 0 && out->chunk * bytes >= 16 && (!out->turned || bytes == 2);
}

/* ---- all of it ---- */

static int64_t from_multiple(int64_t at, int64_t of)
{
    return (at + of - 1) / of * of;
}

int lck_recipe_alignment(const lck_recipe *recipe)
{
    return recipe->method == LCK_FMA ? LINE : 8 * LINE;
}

void lck_recipe_shared(const lck_product *p, const lck_recipe *recipe, lck_recipe_memory *out)
{
    lck_tile_stage stage;
    *out = (lck_recipe_memory){0};
    for (int i = LCK_A; i <= LCK_B; i++) {
        lck_product_stage(p, recipe, (lck_factor)i, &stage);
        out->bytes[i] = stage.bytes * recipe->stages;
    }
    if (recipe->method == LCK_WGMMAS && recipe->tma_store) {
        lck_tile_out c;
        lck_product_out(p, recipe, &c);
        out->bytes[LCK_C] = c.elements * c.buffers * p->element[LCK_C]->bytes *
                            (lck_recipe_consumers(recipe) / 128);
    }
    if (recipe->split > 1)
        out->bytes[LCK_C] = recipe->extent[0] * recipe->extent[1] * p->accumulate->bytes;
    int64_t end = 0;
    for (int i = LCK_A; i <= LCK_C; i++) {
        const bool over = i == LCK_C && recipe->split > 1;
        out->at[i] = over ? 0 : from_multiple(end, lck_recipe_alignment(recipe));
        if (out->bytes[i] && out->at[i] + out->bytes[i] > end)
            end = out->at[i] + out->bytes[i];
    }
    out->rings = from_multiple(end, 8);
    out->total = recipe->method != LCK_WGMMAS
                     ? end
                     : out->rings + 2 * 8 * recipe->stages + (recipe->turns ? 2 * 8 : 0);
}
