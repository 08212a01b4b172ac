/* async.c - statements as CUDA C: barriers, matrices, copies beside the thread, rings of
 * mbarriers, boxes. They call the functions of ptx.c. */
#include "config.h"

#include "emitter.h"

#include <inttypes.h>
#include <string.h>

/* ---- addresses */

/* "NAME_address + BYTES * INDEX" */
static void put_scaled(lck_emitter *e, const char *name, int bytes, const lc_expr *index)
{
    int64_t value;
    lck_put(e, "%s_address", name);
    if (!lc_expr_is_int(index, &value)) {
        lck_put(e, bytes > 1 ? " + %d * " : " + ", bytes);
        lck_put_int(e, index, true);
    } else if (value != 0) {
        lck_put(e, " + %l", bytes * value);
    }
}

void lck_put_address(lck_emitter *e, lck_place place)
{
    const lck_array *array = &e->kernel->array[place.array];
    put_scaled(e, array->name, array->element->bytes, place.index);
}

static void put_slot(lck_emitter *e, int ring, const lc_expr *slot)
{
    put_scaled(e, e->kernel->ring[ring].name, 8, slot);
}

/* ---- barriers and fences */

static void put_barrier(lck_emitter *e, const lck_statement *s)
{
    switch (s->scope) {
    case LCK_OF_WARP: lc_text_add(&e->text, "__syncwarp();\n"); break;
    case LCK_OF_ALL: lc_text_add(&e->text, "__syncthreads();\n"); break;
    case LCK_OF_THREADS: lck_put(e, "%k_barrier(%d, %l);\n", s->id, s->count); break;
    case LCK_OF_CLUSTER: lck_put(e, "%k_cluster_barrier();\n"); break;
    }
}

/* ---- matrices */

static void put_matrix_move(lck_emitter *e, const lck_statement *s)
{
    const char *trans = s->transposed ? "_trans" : "";
    if (s->kind == LCK_MATRIX_LOAD)
        lck_put(e, "%k_ldmatrix_%d%s(&%r, %a);\n", s->width, trans, s->held, s->to);
    else
        lck_put(e, "%k_stmatrix_%d%s(%a, &%r);\n", s->width, trans, s->to, s->held);
}

/* ---- groups */

static void put_copy(lck_emitter *e, const lck_statement *s)
{
    int element = e->kernel->array[s->to.array].element->bytes, bytes = s->width * element;
    lck_put(e, "%k_copy_%d%s(%a, &%e", bytes, s->value ? "_present" : "", s->to, s->from.array,
            s->from.index);
    if (s->value && element > 1)
        lck_put(e, ", %d * %X", element, s->value);
    else if (s->value)
        lck_put(e, ", %x", s->value);
    lc_text_add(&e->text, ");\n");
}

/* The files of registers in which WGMMAs sum: bit f for file f. */
static unsigned sums(const lck_statement *s)
{
    unsigned files = 0;
    for (; s; s = s->next) {
        if (s->kind == LCK_WGMMA)
            files |= 1u << s->held.file;
        files |= sums(s->body) | sums(s->otherwise);
    }
    return files;
}

/* Keeps the compiler from moving uses of sums before the DRAIN that ends the last of their
 * WGMMAs. */
static void put_sums(lck_emitter *e, unsigned files, size_t indent)
{
    const lck_kernel *k = e->kernel;
    for (size_t i = 0; i < k->nfiles; i++) {
        const lck_file *file = &k->file[i];
        if (files >> i & 1) {
            lc_text_add_char(&e->text, ' ', indent);
            lck_put(e, "%k_settle(%s, %d);\n", file->name, file->count / lck_per_word(file));
        }
    }
}

static void put_drain(lck_emitter *e, const lck_statement *s, size_t indent)
{
    lck_put(e, "%k_drain_%s%s_%l();\n", lck_group_name[s->group],
            s->group == LCK_BULK && s->reads ? "_reads" : "", s->count);
    if (s->group == LCK_PRODUCTS && s->count == 0)
        put_sums(e, sums(e->kernel->body), indent);
    else if (s->group == LCK_PRODUCTS && s->reads)
        put_sums(e, 1u << s->held.file, indent);
}

/* ---- rings */

static void put_init(lck_emitter *e, const lck_statement *s)
{
    const lck_ring *ring = &e->kernel->ring[s->ring];
    lck_put(e, "%k_init(%s_address, %d, %d);\n", ring->name, ring->slots, ring->arrivals);
}

static void put_of_slot(lck_emitter *e, const lck_statement *s)
{
    lck_put(e, "%k_%s(",
            s->kind == LCK_EXPECT  ? "expect"
            : s->kind == LCK_AWAIT ? "await"
            : s->peer              ? "arrive_at"
                                   : "arrive");
    put_slot(e, s->ring, s->slot);
    if (s->kind == LCK_EXPECT)
        lck_put(e, ", %x", s->value);
    if (s->kind == LCK_ARRIVE && s->peer)
        lck_put(e, ", %x", s->peer);
    if (s->kind == LCK_AWAIT) /* phases are counted from 0, and -1 is the one before */
        lck_put(e, ", %X & 1", s->phase);
    lc_text_add(&e->text, ");\n");
}

/* ---- boxes */

static void put_box(lck_emitter *e, const lck_statement *s)
{
    const lck_map *map = &e->kernel->map[s->map];
    bool load = s->kind == LCK_TMA_LOAD;
    if (s->value && s->value->low < 1) /* of which something is inside */
        lck_put(e, "if (%X > 0) ", s->value);
    lck_put(e, "%k_tma_%s_%z%s%s(", load ? "load" : "store", map->rank,
            load && s->peers ? "_to_all" : "", load && s->once ? "_hint" : "");
    if (load)
        lck_put(e, "%a, ", s->to);
    if (load && s->value) /* the last one has a map of its own */
        lck_put(e, "%X < %d ? &%s : ", s->value, map->box[map->cut], map[1].name);
    lck_put(e, "&%s, ", map->name);
    if (load)
        put_slot(e, s->ring, s->slot);
    else
        lck_put_address(e, s->from);
    for (size_t i = 0; i < map->rank; i++)
        lck_put(e, ", %x", s->crd[i]);
    if (load && s->peers)
        lck_put(e, ", %x", s->peers);
    if (load && s->once)
        lck_put(e, ", %x", s->once);
    lc_text_add(&e->text, ");\n");
}

void lck_put_async(lck_emitter *e, const lck_statement *s, size_t indent)
{
    switch (s->kind) {
    case LCK_BARRIER: put_barrier(e, s); break;
    case LCK_FENCE: lck_put(e, "%k_fence_%s();\n", lck_fence_name[s->fence]); break;
    case LCK_REGISTERS: lck_put(e, "%k_registers_%l();\n", s->count); break;
    case LCK_MATRIX_LOAD:
    case LCK_MATRIX_STORE: put_matrix_move(e, s); break;
    case LCK_COPY: put_copy(e, s); break;
    case LCK_COMMIT: lck_put(e, "%k_commit_%s();\n", lck_group_name[s->group]); break;
    case LCK_DRAIN: put_drain(e, s, indent); break;
    case LCK_INIT: put_init(e, s); break;
    case LCK_EXPECT:
    case LCK_ARRIVE:
    case LCK_AWAIT: put_of_slot(e, s); break;
    case LCK_TMA_LOAD:
    case LCK_TMA_STORE: put_box(e, s); break;
    default: lc_text_miss(&e->text); break;
    }
}
