/* write-async.c - statements, written one after the other: matrices, asynchronous copies and
 * products, barriers. */
#include "config.h"

#include "writing.h"

#include <string.h>

/* Of how many bytes an element is; 0: there is no such array. */
static int bytes_of(const lck_writer *w, int array)
{
    return array >= 0 && (size_t)array < w->kernel->narrays
               ? w->kernel->array[array].element->bytes
               : 0;
}

static bool is_shared(const lck_writer *w, int array)
{
    return bytes_of(w, array) > 0 && w->kernel->array[array].role == LCK_OF_BLOCK;
}

static bool is_packed(const lck_writer *w, lck_register r)
{
    return lck_has_register(w, r) && w->kernel->file[r.file].packed;
}

/* ---- registers */

static lck_statement *add_from(lck_writer *w, lck_statement_kind kind, lck_register held,
                               lck_register left)
{
    lck_statement *s = lck_add_statement(w, kind);
    if (s) {
        s->held = held;
        s->left = left;
    }
    return s;
}

void lck_apply_to(lck_writer *w, lck_function function, lck_register held, lck_register left,
                  lck_register right)
{
    bool two = lck_function_of(function)->operands == 2;
    if (lck_misses(w, held.at) || lck_misses(w, left.at) || (two && lck_misses(w, right.at)))
        return;
    if (!lck_has_register(w, held) || !lck_has_register(w, left) ||
        (two && !lck_has_register(w, right))) {
        lck_refuse_statement(w, "APPLY to a register that does not exist");
        return;
    }
    lck_statement *s = add_from(w, LCK_APPLY, held, left);
    if (s) {
        s->function = function;
        s->right = two ? right : left;
    }
}

void lck_apply(lck_writer *w, lck_function function, lck_register held, lck_register right)
{
    lck_apply_to(w, function, held, held, right);
}

static bool is_word(const lck_writer *w, lck_register r)
{
    return lck_has_register(w, r) && !is_packed(w, r) &&
           w->kernel->file[r.file].element->bytes == 4;
}

void lck_shuffle(lck_writer *w, lck_register held, lck_register left, int bits)
{
    if (lck_misses(w, held.at) || lck_misses(w, left.at))
        return;
    if (!is_word(w, held) || !is_word(w, left) || held.file == left.file || bits < 1 ||
        bits > 31) {
        lck_refuse_statement(w, "SHUFFLE takes registers of 4 bytes of two files, and bits of a "
                                "lane");
        return;
    }
    lck_statement *s = add_from(w, LCK_SHUFFLE, held, left);
    if (s)
        s->count = bits;
}

void lck_convert(lck_writer *w, lck_register held, lck_register left, int width)
{
    if (lck_misses(w, held.at) || lck_misses(w, left.at))
        return;
    if (!lck_has_register(w, held) || !lck_has_register(w, left) || width < 1) {
        lck_refuse_statement(w, "CONVERT of registers that do not exist");
        return;
    }
    lck_statement *s = add_from(w, LCK_CONVERT, held, left);
    if (s)
        s->width = width;
}

/* ---- words */

/* Two places in packed files of elements of which `width` are a word, or `width` parts are. */
static bool are_words(lck_writer *w, lck_register held, lck_register left, int width, bool parts)
{
    if (lck_misses(w, held.at) || lck_misses(w, left.at))
        return false;
    bool packed = is_packed(w, held) && is_packed(w, left);
    const lck_element *a = packed ? w->kernel->file[held.file].element : NULL;
    const lck_element *b = packed ? w->kernel->file[left.file].element : NULL;
    const int bytes = packed && a->bytes == b->bytes && width > 0 ? width * a->bytes : 0;
    if (bytes == 4 || (parts && bytes == 2))
        return true;
    lck_refuse_statement(w, "SHIFT and TURN take words of packed registers of one element");
    return false;
}

void lck_shift(lck_writer *w, lck_register held, lck_register left, const lc_expr *from,
               int width)
{
    if (lck_misses(w, from) || !are_words(w, held, left, width, false))
        return;
    if (from->low < 0 || from->high >= width) {
        lck_refuse_statement(w, "SHIFT keeps a word that begins in the first of two");
        return;
    }
    lck_statement *s = add_from(w, LCK_SHIFT, held, left);
    if (s) {
        s->value = from;
        s->width = width;
    }
}

void lck_turn(lck_writer *w, lck_register held, lck_register left, int width)
{
    if (!are_words(w, held, left, width, true))
        return;
    if (width != 2 && width != 4) {
        lck_refuse_statement(w, "TURN takes matrices of 2 x 2 or 4 x 4 parts");
        return;
    }
    lck_statement *s = add_from(w, LCK_TURN, held, left);
    if (s)
        s->width = width;
}

/* ---- barriers of threads */

void lck_barrier_of(lck_writer *w, lck_scope scope, int id, int threads)
{
    lck_statement *s = lck_add_statement(w, LCK_BARRIER);
    if (s) {
        s->scope = scope;
        s->id = id;
        s->count = threads;
    }
}

void lck_load_from(lck_writer *w, const lc_expr *peer, int array, const lc_expr *index, int file,
                   const lc_expr *first, int step, int width)
{
    if (lck_misses(w, peer))
        return;
    if (!is_shared(w, array)) {
        lck_refuse_statement(w, "a LOAD from another block takes shared memory");
        return;
    }
    lck_statement **end = w->end;
    lck_load(w, array, index, file, first, step, width);
    if (!w->failed)
        (*end)->peer = peer;
}

/* ---- matrices */

static void move_matrices(lck_writer *w, lck_statement_kind kind, lck_place place,
                          lck_register held, int matrices, bool transposed)
{
    if (lck_misses(w, place.index) || lck_misses(w, held.at))
        return;
    if (!is_shared(w, place.array) || !is_packed(w, held) ||
        (matrices != 1 && matrices != 2 && matrices != 4)) {
        lck_refuse_statement(w, "1, 2 or 4 matrices move between shared memory and packed "
                                "registers");
        return;
    }
    lck_statement *s = lck_add_statement(w, kind);
    if (s) {
        s->to = s->from = place;
        s->held = held;
        s->width = matrices;
        s->transposed = transposed;
    }
}

void lck_matrix_load(lck_writer *w, lck_place from, lck_register held, int matrices,
                     bool transposed)
{
    move_matrices(w, LCK_MATRIX_LOAD, from, held, matrices, transposed);
}

void lck_matrix_store(lck_writer *w, lck_place to, lck_register held, int matrices,
                      bool transposed)
{
    move_matrices(w, LCK_MATRIX_STORE, to, held, matrices, transposed);
}

static bool is_atom(lck_writer *w, int atom, int threads)
{
    if (atom >= 0 && (size_t)atom < w->kernel->natoms && w->kernel->atom[atom].threads == threads)
        return true;
    lck_refuse_statement(w, "MMA takes an atom of 32 threads, WGMMA one of 128");
    return false;
}

void lck_mma(lck_writer *w, int atom, lck_register held, lck_register left, lck_register right)
{
    if (lck_misses(w, held.at) || lck_misses(w, left.at) || lck_misses(w, right.at) ||
        !is_atom(w, atom, 32))
        return;
    if (!lck_has_register(w, held) || !lck_has_register(w, left) || !lck_has_register(w, right)) {
        lck_refuse_statement(w, "MMA of registers that do not exist");
        return;
    }
    lck_statement *s = add_from(w, LCK_MMA, held, left);
    if (s) {
        s->atom = atom;
        s->right = right;
    }
}

static bool is_operand(lck_writer *w, const lck_operand *o)
{
    if (lck_misses(w, o->array < 0 ? o->held.at : o->index))
        return false;
    bool spans = o->span == 0 || o->span == 32 || o->span == 64 || o->span == 128;
    if (o->array < 0
            ? is_packed(w, o->held)
            : is_shared(w, o->array) && spans && o->leading % 16 == 0 && o->stride % 16 == 0)
        return true;
    lck_refuse_statement(w, "WGMMA takes packed registers, or shared memory with offsets of a "
                            "descriptor that are multiples of 16 bytes");
    return false;
}

void lck_wgmma(lck_writer *w, int atom, lck_register held, lck_operand left, lck_operand right,
               const lc_expr *adds)
{
    if (lck_misses(w, held.at) || lck_misses(w, adds) || !is_atom(w, atom, 128) ||
        !is_operand(w, &left) || !is_operand(w, &right))
        return;
    if (right.array < 0 || !lck_has_register(w, held)) {
        lck_refuse_statement(w, "WGMMA takes B from shared memory, C from registers");
        return;
    }
    lck_statement *s = lck_add_statement(w, LCK_WGMMA);
    if (s) {
        s->atom = atom;
        s->held = held;
        s->a = left;
        s->b = right;
        s->value = adds;
    }
}

/* ---- groups */

void lck_copy_async(lck_writer *w, lck_place to, lck_place from, int width,
                    const lc_expr *present)
{
    if (lck_misses(w, to.index) || lck_misses(w, from.index))
        return;
    int bytes = width * bytes_of(w, to.array);
    bool among = is_shared(w, to.array) && bytes_of(w, from.array) > 0 &&
                 bytes_of(w, to.array) == bytes_of(w, from.array) &&
                 w->kernel->array[from.array].role != LCK_OF_BLOCK;
    if (!among || (bytes != 4 && bytes != 8 && bytes != 16)) {
        lck_refuse_statement(w, "COPY moves 4, 8 or 16 bytes from a tensor to shared memory of "
                                "the same element");
        return;
    }
    lck_statement *s = lck_add_statement(w, LCK_COPY);
    if (s) {
        s->to = to;
        s->from = from;
        s->width = width;
        s->value = present;
    }
}

void lck_commit(lck_writer *w, lck_group group)
{
    lck_statement *s = lck_add_statement(w, LCK_COMMIT);
    if (s)
        s->group = group;
}

void lck_drain(lck_writer *w, lck_group group, int pending, bool reads)
{
    lck_statement *s = lck_add_statement(w, LCK_DRAIN);
    if (s) {
        s->group = group;
        s->count = pending;
        s->reads = reads;
    }
}

void lck_drain_sums(lck_writer *w, int pending, int file)
{
    lck_register held = {file, lc_expr_int(w->kernel->x, 0)};
    if (lck_misses(w, held.at))
        return;
    if (!lck_has_register(w, held)) {
        lck_refuse_statement(w, "DRAIN of a file that does not exist");
        return;
    }
    lck_statement **end = w->end;
    lck_drain(w, LCK_PRODUCTS, pending, true);
    if (!w->failed)
        (*end)->held = held;
}

void lck_fence(lck_writer *w, lck_fence_kind fence)
{
    lck_statement *s = lck_add_statement(w, LCK_FENCE);
    if (s)
        s->fence = fence;
}

void lck_registers(lck_writer *w, int count)
{
    if (count < 24 || count > 256 || count % 8 != 0) {
        lck_refuse_statement(w, "REGISTERS takes a multiple of 8 from 24 to 256");
        return;
    }
    lck_statement *s = lck_add_statement(w, LCK_REGISTERS);
    if (s)
        s->count = count;
}

/* ---- rings */

static lck_statement *add_of_ring(lck_writer *w, lck_statement_kind kind, int ring,
                                  const lc_expr *slot)
{
    if (slot && (ring < 0 || (size_t)ring >= w->kernel->nrings))
        lck_refuse_statement(w, "a ring of mbarriers that does not exist");
    lck_statement *s = lck_misses(w, slot) ? NULL : lck_add_statement(w, kind);
    if (s) {
        s->ring = ring;
        s->slot = slot;
    }
    return s;
}

void lck_init(lck_writer *w, int ring)
{
    add_of_ring(w, LCK_INIT, ring, lc_expr_int(w->kernel->x, 0));
}

void lck_expect(lck_writer *w, int ring, const lc_expr *slot, const lc_expr *bytes)
{
    lck_statement *s = lck_misses(w, bytes) ? NULL : add_of_ring(w, LCK_EXPECT, ring, slot);
    if (s)
        s->value = bytes;
}

void lck_arrive(lck_writer *w, int ring, const lc_expr *slot, const lc_expr *peer)
{
    lck_statement *s = add_of_ring(w, LCK_ARRIVE, ring, slot);
    if (s)
        s->peer = peer;
}

void lck_await(lck_writer *w, int ring, const lc_expr *slot, const lc_expr *phase)
{
    lck_statement *s = lck_misses(w, phase) ? NULL : add_of_ring(w, LCK_AWAIT, ring, slot);
    if (s)
        s->phase = phase;
}

/* ---- boxes */

static lck_statement *add_box(lck_writer *w, lck_statement_kind kind, int map,
                              const lc_expr *const *crd, lck_place place)
{
    bool exists = map >= 0 && (size_t)map < w->kernel->nmaps && is_shared(w, place.array);
    if (!exists)
        lck_refuse_statement(w, "TMA moves boxes of a tensor map to or from shared memory");
    for (size_t i = 0; exists && i < w->kernel->map[map].rank; i++)
        if (lck_misses(w, crd[i]))
            return NULL;
    lck_statement *s = lck_misses(w, place.index) ? NULL : lck_add_statement(w, kind);
    if (s) {
        s->map = map;
        s->to = s->from = place;
        memcpy(s->crd, crd, w->kernel->map[map].rank * sizeof *crd);
    }
    return s;
}

void lck_tma_load_once(lck_writer *w, int map, const lc_expr *const *crd, lck_place to, int ring,
                       const lc_expr *slot, const lc_expr *peers, const lc_expr *inside,
                       const lc_expr *once)
{
    if (ring < 0 || (size_t)ring >= w->kernel->nrings)
        lck_refuse_statement(w, "a ring of mbarriers that does not exist");
    lck_statement *s = lck_misses(w, slot) || (peers && lck_misses(w, peers)) ||
                               (inside && lck_misses(w, inside)) || (once && lck_misses(w, once))
                           ? NULL
                           : add_box(w, LCK_TMA_LOAD, map, crd, to);
    if (s) {
        s->ring = ring;
        s->slot = slot;
        s->peers = peers;
        s->value = inside;
        s->once = once;
    }
}

void lck_tma_load(lck_writer *w, int map, const lc_expr *const *crd, lck_place to, int ring,
                  const lc_expr *slot, const lc_expr *peers, const lc_expr *inside)
{
    lck_tma_load_once(w, map, crd, to, ring, slot, peers, inside, NULL);
}

void lck_tma_store(lck_writer *w, int map, const lc_expr *const *crd, lck_place from)
{
    add_box(w, LCK_TMA_STORE, map, crd, from);
}
