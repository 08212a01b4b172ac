/* shared.c - the stages of a product in shared memory.
 *
 *   boxes are parts of a stage, each element of one box      partitions(boxes, tile)
 *   a box lies in the stage as TMA writes it                 equiv(compose(stage, boxes),
 *                                                            upcast(S o rows of bytes))
 *   what a descriptor reads from each start address on is    equiv(compose(stage, atoms and k
 *   the operand of an atom                                   steps), S o canonical + starts)
 *   its offsets are those of the layout                      gmma_descriptor(operand) == (..)
 *   bytes that a barrier expects                             bytes of all boxes
 *   rows of a stage of which i are left in the tensor, and   max(0, min(i, tile)) == sum of
 *   those of its boxes, which are cut                        max(0, min(i - q box, box))
 *   rings of stages: places of their own, within their size, one after the other, from multiples
 *   of 1024 bytes on (fma: 128), within the shared memory of a block
 */
#include "config.h"

#include "proofs.h"

#define DESCRIPTOR_BITS 18

static lck_role rows_of(int tensor)
{
    return tensor == LCK_A ? LCK_ALONG_M : LCK_ALONG_N;
}

static unsigned of_tile(int tensor)
{
    return LCK_ROLE(LCK_ALONG_K) | LCK_ROLE(rows_of(tensor));
}

static bool in_tile(const lck_proofs *w, int tensor, size_t k)
{
    return of_tile(tensor) >> w->product->axis[k].role & 1;
}

/* ---- a stage, of the coordinates of a tile's axes, and of its indices ---- */

static int64_t from_chunk(const lck_tile_stage *s)
{
    return s->chunk * s->rows;
}

static const char *tile_of(const lck_proofs *w, int tensor)
{
    lcv_ast *made = lcv_build(w->arena, LCV_AST_TUPLE, 0);
    for (size_t k = 0; k < w->product->rank; k++)
        if (in_tile(w, tensor, k))
            made = lcv_build_add(made, lcv_build_int(w->arena, w->recipe->tile[k]));
    return lck_told(w, made);
}

/* Where the coordinates of an axis lie. */
static void add_axis(const lck_proofs *w, const lck_tile_stage *s, size_t k, lck_leaves *out)
{
    bool cut = k == s->inner && s->inner_chunks > 1;
    lck_leaf(out, cut ? s->chunk : w->recipe->tile[k], s->step[k]);
    if (cut)
        lck_leaf(out, s->inner_chunks, from_chunk(s));
}

static const char *stage_of_axes(const lck_proofs *w, int tensor)
{
    const lck_tile_stage *s = &w->stage[tensor];
    lck_leaves mode[LCK_MAX_RANK] = {0};
    size_t n = 0;
    for (size_t k = 0; k < w->product->rank; k++) {
        if (!in_tile(w, tensor, k))
            continue;
        add_axis(w, s, k, &mode[n++]);
    }
    return lck_after_swizzle(w, s->swizzle, lck_ints(w, n, mode));
}

const char *lck_stage_of_indices(const lck_proofs *w, int tensor)
{
    const lck_tile_stage *s = &w->stage[tensor];
    lck_leaves mode[2] = {0};
    lck_leaf(&mode[s->mn_major ? 0 : 1], s->chunk, 1);
    lck_leaf(&mode[s->mn_major ? 0 : 1], s->chunks, from_chunk(s));
    lck_leaf(&mode[s->mn_major ? 1 : 0], s->rows, s->chunk);
    return lck_after_swizzle(w, s->swizzle, lck_ints(w, 2, mode));
}

/* ---- boxes ---- */

/* A leaf of boxes: which coordinates it steps over, and where TMA puts them. */
typedef struct {
    const lck_proofs *w;
    int tensor;
    lck_leaves crd[2], at[2]; /* of a box; from box to box */
    int64_t written;          /* elements of a box so far */
} boxes;

static void add_box_leaf(boxes *b, int mode, size_t axis, int64_t extent, int64_t step,
                         int64_t at)
{
    lck_mode crd = {.extent = extent};
    crd.step[lck_axis_number(b->w, of_tile(b->tensor), axis)] = step;
    lck_leaf_of(&b->crd[mode], &crd);
    lck_leaf(&b->at[mode], extent, at);
}

static void add_extent(boxes *b, size_t axis)
{
    int64_t extent = b->w->stage[b->tensor].box[axis];
    add_box_leaf(b, 0, axis, extent, 1, b->written);
    b->written *= extent;
}

/* As many of *all as there is room for; the rest is left. */
static int64_t some_of(int64_t *all, int64_t room)
{
    int64_t some = *all < room ? *all : room;
    *all /= some;
    return some;
}

/* A box's elements come row after row; boxes and the parts of other blocks lie where the lowering
 * puts them. */
static void find_boxes(const lck_proofs *w, int tensor, boxes *b)
{
    const lck_tile_stage *s = &w->stage[tensor];
    lck_role inner = w->product->axis[s->inner].role;
    *b = (boxes){.w = w, .tensor = tensor, .written = 1};
    add_extent(b, s->inner);
    for (size_t k = 0; k < w->product->rank; k++)
        if (in_tile(w, tensor, k) && w->product->axis[k].role != inner)
            add_extent(b, k);
    int64_t all = s->sliced < w->product->rank ? s->boxes : (int64_t)s->boxes * s->parts;
    int64_t chunks = some_of(&all, s->inner_chunks);
    add_box_leaf(b, 1, s->inner, chunks, s->chunk, from_chunk(s));
    for (size_t k = 0; k < w->product->rank; k++) {
        if (!in_tile(w, tensor, k) || k == s->inner || w->product->axis[k].role != inner)
            continue;
        int64_t extent = some_of(&all, w->recipe->tile[k]);
        add_box_leaf(b, 1, k, extent, 1, chunks * from_chunk(s));
        chunks *= extent;
    }
    if (s->sliced < w->product->rank) {
        int64_t crd[LCK_MAX_RANK];
        int64_t part = lck_tile_box_at(w->product, w->recipe, s, 1, 0, crd);
        add_box_leaf(b, 1, s->sliced, s->parts, crd[s->sliced], part);
    }
}

static size_t rank_of(const lck_proofs *w, int tensor)
{
    return lck_axis_number(w, of_tile(tensor), w->product->rank);
}

/* Of a stage that is one box, a mode. */
static size_t modes_of(const boxes *b)
{
    return b->crd[1].n ? 2 : 1;
}

bool lck_is_written(lck_proofs *w, const char *stage, const char *box, int span,
                    const char *bytes, int size)
{
    const char *written = lck_after_swizzle(w, lck_swizzle_of_span(span, 1), bytes);
    if (size > 1)
        written = lck_plan_printf(w->plan, "upcast(%s, %d)", written, size);
    return lck_claims(w, "equiv(compose(%s, %s), %s)", stage, box, written);
}

static bool boxes_fill(lck_proofs *w, int tensor)
{
    const lck_tile_stage *s = &w->stage[tensor];
    boxes b;
    find_boxes(w, tensor, &b);
    const char *box = lck_crds(w, rank_of(w, tensor), modes_of(&b), b.crd);
    if (!lck_claims(w, "partitions(%s, %s)", box, tile_of(w, tensor)))
        return false;
    /* the same places in bytes: TMA exchanges bits of addresses */
    lck_leaves bytes[2] = {b.at[0], b.at[1]};
    int size = s->element->bytes;
    for (int i = 0; i < 2; i++)
        for (size_t k = 0; k < bytes[i].n; k++)
            bytes[i].leaf[k].step[0] *= size;
    return lck_is_written(w, stage_of_axes(w, tensor), box, s->span,
                          lck_ints(w, modes_of(&b), bytes), size);
}

/* ---- descriptors ---- */

/* Rows along m (n) of an operand of wgmma, k of an atom. */
static int64_t atom_rows(const lck_proofs *w, int tensor)
{
    return tensor == LCK_A ? w->recipe->atom.m : w->recipe->atom.n;
}

/* What a descriptor reads (PTX ISA, Strides): modes of m (n), and of k. */
static void canonical(const lck_proofs *w, int tensor, lck_leaves *mode)
{
    const lck_tile_stage *s = &w->stage[tensor];
    int size = s->element->bytes;
    int64_t line = 16 / size, rows = atom_rows(w, tensor), k = w->recipe->atom.k;
    int64_t leading = s->leading / size, stride = s->stride / size;
    mode[0] = mode[1] = (lck_leaves){0};
    if (!s->mn_major) {
        lck_leaf(&mode[0], 8, s->chunk);
        lck_leaf(&mode[0], rows / 8, stride);
        lck_leaf(&mode[1], line, 1);
        lck_leaf(&mode[1], k / line, s->span ? line : leading);
    } else {
        lck_leaf(&mode[0], s->span ? s->chunk : line, 1);
        lck_leaf(&mode[0], rows / (s->span ? s->chunk : line), s->span ? leading : stride);
        lck_leaf(&mode[1], 8, s->chunk);
        lck_leaf(&mode[1], k / 8, s->span ? stride : leading);
    }
}

/* Where the operands of atoms along m, and of steps along k, start. */
static void add_starts(const lck_proofs *w, int tensor, lck_leaves *mode)
{
    const lck_tile_stage *s = &w->stage[tensor];
    int64_t rows = atom_rows(w, tensor), k = w->recipe->atom.k;
    int64_t of_k = w->recipe->extent[2] / k, of_rows = w->recipe->extent[tensor] / rows;
    int64_t within = s->mn_major || s->chunk < k ? of_k : s->chunk / k;
    lck_leaf(&mode[0], of_rows, lck_tile_at(s, rows, 0));
    lck_leaf(&mode[1], within, lck_tile_at(s, 0, k));
    lck_leaf(&mode[1], of_k / within, lck_tile_at(s, 0, k * within));
}

static bool operands_are_read(lck_proofs *w, int tensor)
{
    lck_leaves crd[2] = {0}, at[2];
    int64_t rows = atom_rows(w, tensor), k = w->recipe->atom.k;
    canonical(w, tensor, at);
    add_starts(w, tensor, at);
    lck_leaf_of(&crd[0], &(lck_mode){rows, {1, 0}});
    lck_leaf_of(&crd[0], &(lck_mode){w->recipe->extent[tensor] / rows, {rows, 0}});
    lck_leaf_of(&crd[1], &(lck_mode){k, {0, 1}});
    lck_leaf_of(&crd[1], &(lck_mode){w->recipe->extent[2] / k, {0, k}});
    const lck_tile_stage *s = &w->stage[tensor];
    return lck_claims(w, "equiv(compose(%s, %s), %s)", lck_stage_of_indices(w, tensor),
                      lck_crds(w, 2, 2, crd),
                      lck_after_swizzle(w, lck_swizzle_of_span(s->span, s->element->bytes),
                                        lck_ints(w, 2, at)));
}

/* The offsets of a descriptor; 0 for one that is not used, from chunk to chunk along m (n) or
 * from 8 rows to the next, where the operand has one chunk or 8 rows. */
static void used_offsets(const lck_proofs *w, int tensor, int *leading, int *stride)
{
    const lck_tile_stage *s = &w->stage[tensor];
    bool one = atom_rows(w, tensor) == (s->mn_major ? s->chunk : 8);
    bool by_leading = s->mn_major && s->span;
    *leading = one && by_leading ? 0 : s->leading;
    *stride = one && !by_leading ? 0 : s->stride;
}

/* gmma_descriptor(S<3,3,3> o (64,16):(64,1), 16) == (0,16,1024,0,1,0) */
static bool fields_are_those(lck_proofs *w, int tensor)
{
    const lck_tile_stage *s = &w->stage[tensor];
    const int type = s->span == 128 ? 1 : s->span == 64 ? 2 : s->span == 32 ? 3 : 0;
    int leading, stride;
    used_offsets(w, tensor, &leading, &stride);
    lck_leaves mode[2];
    canonical(w, tensor, mode);
    return lck_claims(w, "gmma_descriptor(%s, %d) == (0,%d,%d,0,%d,%d)",
                      lck_after_swizzle(w, s->swizzle, lck_ints(w, 2, mode)),
                      8 * s->element->bytes, leading, stride, type, s->mn_major);
}

static bool fields_fit(lck_proofs *w, int tensor)
{
    const lck_tile_stage *s = &w->stage[tensor];
    return lck_claims(w, "max(%d, %d) <= %d", s->leading, s->stride, (1 << DESCRIPTOR_BITS) - 16);
}

static bool described(lck_proofs *w, int tensor)
{
    const lck_tile_stage *s = &w->stage[tensor];
    bool taken = !s->mn_major || s->element->bytes == 2;
    return lck_claim_found(w,
                           taken ? NULL
                                 : "wgmma takes elements of 16 bits alone so: others along k",
                           "%s may be %s-major", tensor == LCK_A ? "a" : "b",
                           !s->mn_major      ? "K"
                           : tensor == LCK_A ? "M"
                                             : "N") &&
           (rank_of(w, tensor) == 2 || lck_claims(w, "equiv(%s, %s)", stage_of_axes(w, tensor),
                                                  lck_stage_of_indices(w, tensor))) &&
           operands_are_read(w, tensor) && fields_are_those(w, tensor) && fields_fit(w, tensor);
}

/* 2 * size(((64,128),(2,2))) + .. == 49152: what the blocks that share a stage send to it. */
static bool bytes_are_expected(lck_proofs *w)
{
    const char *all[2];
    for (int i = LCK_A; i <= LCK_B; i++) {
        boxes b;
        find_boxes(w, i, &b);
        all[i] = lck_crds(w, rank_of(w, i), modes_of(&b), b.crd);
    }
    return lck_claims(w, "%d * size(%s) + %d * size(%s) == %lld", w->stage[LCK_A].element->bytes,
                      all[LCK_A], w->stage[LCK_B].element->bytes, all[LCK_B],
                      (long long)(w->stage[LCK_A].bytes + w->stage[LCK_B].bytes));
}

/* Boxes that are cut, of which a stage has several along the axis, bring as many rows as are
 * expected, wherever the tensor ends. */
static bool rows_come(lck_proofs *w, int tensor)
{
    const lck_tile_stage *s = &w->stage[tensor];
    if (s->cut == w->product->rank || s->sliced != s->cut)
        return true;
    lc_text come = {0};
    for (int q = 0; q < s->parts; q++)
        lc_text_printf(&come, "%smax(0, min(i - %d, %d))", q ? " + " : "", q * s->box[s->cut],
                       s->box[s->cut]);
    const bool ok = lck_plan_ask(w->plan, w->p,
                                 "equal(relation \"{ [i] -> [max(0, min(i, %lld))] }\", "
                                 "relation \"{ [i] -> [%s] }\")",
                                 (long long)w->recipe->tile[s->cut], lc_text_peek(&come));
    lc_text_free(&come);
    return ok;
}

bool lck_prove_stages(lck_proofs *w)
{
    if (w->recipe->method != LCK_WGMMAS)
        return true;
    return boxes_fill(w, LCK_A) && boxes_fill(w, LCK_B) && described(w, LCK_A) &&
           described(w, LCK_B) && bytes_are_expected(w) && rows_come(w, LCK_A) &&
           rows_come(w, LCK_B);
}

/* ---- rings ---- */

static bool ring(lck_proofs *w, lc_swizzle swizzle, int64_t elements, int64_t n, lck_leaves *of)
{
    lck_leaf(&of[1], n, elements);
    const char *all = lck_after_swizzle(w, swizzle, lck_ints(w, 2, of));
    return lck_claims(w, "injective(%s)", all) &&
           lck_claims(w, "in_bounds(%s, %lld)", all, (long long)(elements * n));
}

static bool ring_of_stages(lck_proofs *w, int tensor)
{
    const lck_tile_stage *s = &w->stage[tensor];
    lck_leaves of[2] = {0};
    for (size_t k = 0; k < w->product->rank; k++)
        if (in_tile(w, tensor, k))
            add_axis(w, s, k, &of[0]);
    return ring(w, s->swizzle, s->elements, w->recipe->stages, of);
}

static bool buffers(lck_proofs *w)
{
    const lck_tile_out *c = &w->out;
    lck_leaves of[2] = {0};
    lck_leaf(&of[0], c->chunk, 1);
    lck_leaf(&of[0], c->lines, c->chunk);
    return ring(w, c->swizzle, c->elements,
                (int64_t)c->buffers * (lck_recipe_consumers(w->recipe) / 128), of);
}

/* Sums of a block, by fours of a thread, of which each block of the cluster adds a share. */
static bool parts(lck_proofs *w)
{
    const int threads = lck_recipe_consumers(w->recipe);
    const int64_t sums = w->recipe->extent[0] * w->recipe->extent[1];
    lck_leaves of[2] = {0};
    lck_leaf(&of[0], 4, 1);
    lck_leaf(&of[0], threads, 4);
    lck_leaf(&of[0], sums / threads / 4, 4 * (int64_t)threads);
    return ring(w, (lc_swizzle){0, 0, 0}, sums, 1, of) &&
           lck_claims(w, "%lld %% %d == 0", (long long)(sums / threads / 4), w->recipe->split);
}

/* 65536 + 131072 <= 196608: an array ends before the next one begins. The sums of parts of k end
 * before the rings, and lie over the stages, which are left then (order.c). */
static bool apart(lck_proofs *w, int64_t at, int64_t bytes, int64_t next)
{
    return lck_claims(w, "%lld + %lld <= %lld", (long long)at, (long long)bytes, (long long)next);
}

static bool lies_over(const lck_proofs *w, int tensor)
{
    return tensor == LCK_C && w->recipe->split > 1;
}

static bool arrays_are_apart(lck_proofs *w)
{
    const lck_recipe_memory *m = &w->memory;
    int64_t end = m->rings;
    for (int i = LCK_C; i >= LCK_A; i--) {
        if (m->bytes[i] == 0)
            continue;
        if (!apart(w, m->at[i], m->bytes[i], end) ||
            !lck_claims(w, "%lld %% %lld == 0", (long long)m->at[i],
                        (long long)lck_recipe_alignment(w->recipe)))
            return false;
        end = lies_over(w, i) ? end : m->at[i];
    }
    return true;
}

/* 4 * 16384 + 4 * 32768 + 32768 + 64: stages, buffers, rings and what lies between them. */
static const char *all_bytes(lck_proofs *w)
{
    const lck_recipe_memory *m = &w->memory;
    const long long n = w->recipe->stages, a = w->stage[LCK_A].bytes, b = w->stage[LCK_B].bytes;
    long long rest = m->total - n * (a + b);
    lc_text sum = {0};
    lc_text_printf(&sum, "%lld * %lld + %lld * %lld", n, a, n, b);
    if (m->bytes[LCK_C] && !lies_over(w, LCK_C)) {
        lc_text_printf(&sum, " + %lld", (long long)m->bytes[LCK_C]);
        rest -= m->bytes[LCK_C];
    }
    if (rest)
        lc_text_printf(&sum, " + %lld", rest);
    return lck_plan_keep(w->plan, &sum);
}

bool lck_prove_memory(lck_proofs *w)
{
    return ring_of_stages(w, LCK_A) && ring_of_stages(w, LCK_B) &&
           (w->memory.bytes[LCK_C] == 0 || (w->recipe->split > 1 ? parts(w) : buffers(w))) &&
           arrays_are_apart(w) &&
           lck_claims(w, "%s <= %lld", all_bytes(w),
                      (long long)lck_device_shared(w->plan->device));
}
