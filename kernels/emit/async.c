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
    lc_text_printf(&e->text, "%s_address", name);
    if (lc_expr_is_int(index, &value)) {
        if (value != 0)
            lc_text_printf(&e->text, " + %" PRId64, bytes * value);
        return;
    }
    lc_text_add(&e->text, " + ");
    if (bytes > 1)
        lc_text_printf(&e->text, "%d * ", bytes);
    lck_put_int(e, index, true);
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

static void put_call(lck_emitter *e, const char *function)
{
    lc_text_printf(&e->text, "%s_%s(", e->kernel->name, function);
}

/* ---- barriers and fences */

static void put_barrier(lck_emitter *e, const lck_statement *s)
{
    switch (s->scope) {
    case LCK_OF_WARP: lc_text_add(&e->text, "__syncwarp();\n"); break;
    case LCK_OF_ALL: lc_text_add(&e->text, "__syncthreads();\n"); break;
    case LCK_OF_THREADS:
        put_call(e, "barrier");
        lc_text_printf(&e->text, "%d, %" PRId64 ");\n", s->id, s->count);
        break;
    case LCK_OF_CLUSTER:
        put_call(e, "cluster_barrier");
        lc_text_add(&e->text, ");\n");
        break;
    }
}

static void put_fence(lck_emitter *e, const lck_statement *s)
{
    static const char *const name[] = {"fence_proxy", "fence_products", "fence_init",
                                       "fence_launch"};
    put_call(e, name[s->fence]);
    lc_text_add(&e->text, ");\n");
}

static void put_registers(lck_emitter *e, const lck_statement *s)
{
    lc_text_printf(&e->text, "%s_registers_%" PRId64 "();\n", e->kernel->name, s->count);
}

/* ---- matrices */

static void put_matrix_move(lck_emitter *e, const lck_statement *s)
{
    bool load = s->kind == LCK_MATRIX_LOAD;
    lc_text_printf(&e->text, "%s_%s_%d%s(", e->kernel->name, load ? "ldmatrix" : "stmatrix",
                   s->width, s->transposed ? "_trans" : "");
    lc_text_add(&e->text, load ? "&" : "");
    if (load) {
        lck_put_register(e, s->held);
        lc_text_add(&e->text, ", ");
    }
    lck_put_address(e, s->to);
    if (!load) {
        lc_text_add(&e->text, ", &");
        lck_put_register(e, s->held);
    }
    lc_text_add(&e->text, ");\n");
}

/* ---- groups */

static void put_copy(lck_emitter *e, const lck_statement *s)
{
    int element = e->kernel->array[s->to.array].element->bytes, bytes = s->width * element;
    lc_text_printf(&e->text, "%s_copy_%d%s(", e->kernel->name, bytes, s->value ? "_present" : "");
    lck_put_address(e, s->to);
    lc_text_add(&e->text, ", &");
    lck_put_element(e, s->from.array, s->from.index);
    if (s->value) {
        lc_text_add(&e->text, ", ");
        if (element > 1)
            lc_text_printf(&e->text, "%d * ", element);
        lck_put_int(e, s->value, element > 1);
    }
    lc_text_add(&e->text, ");\n");
}

static void put_commit(lck_emitter *e, const lck_statement *s)
{
    static const char *const name[] = {"commit_copies", "commit_products", "commit_bulk"};
    put_call(e, name[s->group]);
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

/* No use of what WGMMAs sum is above the DRAIN that ends the last of them. */
static void put_sums(lck_emitter *e, unsigned files, size_t indent)
{
    const lck_kernel *k = e->kernel;
    for (size_t i = 0; i < k->nfiles; i++) {
        const lck_file *file = &k->file[i];
        if (files >> i & 1) {
            lc_text_add_char(&e->text, ' ', indent);
            lc_text_printf(&e->text, "%s_settle(%s, %d);\n", k->name, file->name,
                           file->count / lck_per_word(file));
        }
    }
}

static void put_drain(lck_emitter *e, const lck_statement *s, size_t indent)
{
    static const char *const name[] = {"drain_copies", "drain_products", "drain_bulk"};
    lc_text_printf(&e->text, "%s_%s%s_%" PRId64 "();\n", e->kernel->name, name[s->group],
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
    put_call(e, "init");
    lc_text_printf(&e->text, "%s_address, %d, %d);\n", ring->name, ring->slots, ring->arrivals);
}

static void put_of_slot(lck_emitter *e, const lck_statement *s)
{
    put_call(e, s->kind == LCK_EXPECT  ? "expect"
                : s->kind == LCK_AWAIT ? "await"
                : s->peer              ? "arrive_at"
                                       : "arrive");
    put_slot(e, s->ring, s->slot);
    if (s->kind == LCK_EXPECT) {
        lc_text_add(&e->text, ", ");
        lck_put_int(e, s->value, false);
    }
    if (s->kind == LCK_ARRIVE && s->peer) {
        lc_text_add(&e->text, ", ");
        lck_put_int(e, s->peer, false);
    }
    if (s->kind == LCK_AWAIT) { /* phases are counted from 0, and -1 is the one before */
        lc_text_add(&e->text, ", ");
        lck_put_int(e, s->phase, true);
        lc_text_add(&e->text, " & 1");
    }
    lc_text_add(&e->text, ");\n");
}

/* ---- boxes */

static void put_coordinates(lck_emitter *e, const lck_statement *s)
{
    for (size_t i = 0; i < e->kernel->map[s->map].rank; i++) {
        lc_text_add(&e->text, ", ");
        lck_put_int(e, s->crd[i], false);
    }
}

static void put_box(lck_emitter *e, const lck_statement *s)
{
    const lck_map *map = &e->kernel->map[s->map];
    bool load = s->kind == LCK_TMA_LOAD;
    if (s->value && s->value->low < 1) { /* of which something is inside */
        lc_text_add(&e->text, "if (");
        lck_put_int(e, s->value, true);
        lc_text_add(&e->text, " > 0) ");
    }
    lc_text_printf(&e->text, "%s_tma_%s_%zu%s(", e->kernel->name, load ? "load" : "store",
                   map->rank, load && s->peers ? "_to_all" : "");
    if (load) {
        lck_put_address(e, s->to);
        lc_text_add(&e->text, ", ");
        if (s->value) { /* the last one has a map of its own */
            lck_put_int(e, s->value, true);
            lc_text_printf(&e->text, " < %d ? &%s : ", map->box[map->cut], map[1].name);
        }
        lc_text_printf(&e->text, "&%s, ", map->name);
        put_slot(e, s->ring, s->slot);
    } else {
        lc_text_printf(&e->text, "&%s, ", map->name);
        lck_put_address(e, s->from);
    }
    put_coordinates(e, s);
    if (load && s->peers) {
        lc_text_add(&e->text, ", ");
        lck_put_int(e, s->peers, false);
    }
    lc_text_add(&e->text, ");\n");
}

void lck_put_async(lck_emitter *e, const lck_statement *s, size_t indent)
{
    switch (s->kind) {
    case LCK_BARRIER: put_barrier(e, s); break;
    case LCK_FENCE: put_fence(e, s); break;
    case LCK_REGISTERS: put_registers(e, s); break;
    case LCK_MATRIX_LOAD:
    case LCK_MATRIX_STORE: put_matrix_move(e, s); break;
    case LCK_COPY: put_copy(e, s); break;
    case LCK_COMMIT: put_commit(e, s); break;
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
