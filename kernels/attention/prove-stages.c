/* prove-stages.c - what must hold of the stages of attention.
 *
 *   stages lie apart, in their arrays; arrays and rings are within the shared memory
 *   a stage is what boxes of TMA write, and what the descriptors of WGMMA read: Q and K along
 *   their columns, V along its rows
 *   stores of the result have no bank conflicts; registers suffice
 *
 * That they are filled, read and filled again in order is claimed of the kernel's statements
 * (kernels/order/order.h).
 */
#include "config.h"

#include "proofs.h"

typedef struct {
    int rows, chunks, stages; /* chunks of 64 columns */
} stage;

/* A chunk by itself, S<3,3,3> o (R,64):(64,1), is what a box writes: rows of 128 bytes. */
static bool is_written(const lck_attention_proofs *w, const stage *s)
{
    return lck_claims(w,
                      "equiv(compose(S<3,3,3> o (%d,64):(64,1), (64,%d):(e1,e0)), "
                      "upcast(S<3,4,3> o (64,%d):(2,128), 2))",
                      s->rows, s->rows, s->rows);
}

static bool has_places(const lck_attention_proofs *w, const stage *s)
{
    const int all = s->chunks * s->stages;
    return lck_claims(w, "injective(S<3,3,3> o ((%d,64),%d):((64,1),%d))", s->rows, all,
                      64 * s->rows) &&
           lck_claims(w, "in_bounds(S<3,3,3> o ((%d,64),%d):((64,1),%d), %d)", s->rows, all,
                      64 * s->rows, 64 * s->rows * all);
}

/* The rows of an operand, k along its columns, 16 of them at a time. */
static bool is_read_along_columns(const lck_attention_proofs *w, int rows)
{
    return lck_claims(w,
                      "equiv(compose(S<3,3,3> o (%d,64):(64,1), (%d,(16,4)):(e0,(e1,16e1))), "
                      "S<3,3,3> o ((8,%d),(8,2,4)):((64,512),(1,8,16)))",
                      rows, rows, rows / 8) &&
           lck_claims(w,
                      "gmma_descriptor(S<3,3,3> o ((8,%d),(8,2)):((64,512),(1,8)), 16) == "
                      "(0,16,1024,0,1,0)",
                      rows / 8);
}

static bool is_read_along_rows(const lck_attention_proofs *w, const stage *s)
{
    return lck_claims(w,
                      "equiv(compose(S<3,3,3> o ((64,%d),%d):((1,%d),64), "
                      "(%d,(16,%d)):(e0,(e1,16e1))), "
                      "S<3,3,3> o ((64,%d),(8,2,%d)):((1,%d),(64,512,1024)))",
                      s->chunks, s->rows, 64 * s->rows, 64 * s->chunks, s->rows / 16, s->chunks,
                      s->rows / 16, 64 * s->rows) &&
           lck_claims(w,
                      "gmma_descriptor(S<3,3,3> o ((64,%d),(8,2)):((1,%d),(64,512)), 16) == "
                      "(0,%d,1024,0,1,1)",
                      s->chunks, 64 * s->rows, s->chunks > 1 ? 128 * s->rows : 0);
}

/* stmatrix: the lanes of a warp; warps, and 16 columns each. */
static bool is_stored(const lck_attention_proofs *w)
{
    return lck_claims(w, "conflict_free(S<3,3,3> o ((8,2,2),(4,4)):((64,512,8),(1024,16)), "
                         "bytes=2, width=16)");
}

bool lck_attention_prove_stages(const lck_attention_proofs *w)
{
    const lck_attention *a = w->a;
    const lck_device *device = a->plan->device;
    const int columns = lck_attention_columns(a), registers = lck_attention_registers(a);
    const int rows = lck_attention_staged(a);
    const stage q = {rows, columns / 64, 1}, k = {a->keys, columns / 64, LCK_ATTENTION_STAGES};
    return is_written(w, &q) && is_written(w, &k) && has_places(w, &q) && has_places(w, &k) &&
           is_read_along_columns(w, 64) && is_read_along_columns(w, a->keys) &&
           is_read_along_rows(w, &k) && (a->split || is_stored(w)) &&
           lck_claims(w, "max(64, %d, %d) <= 256", rows, a->keys) &&
           lck_claims(w, "%d + 2 * %d * %d + 8 * %d <= %lld", rows * columns * 2,
                      LCK_ATTENTION_STAGES, a->keys * columns * 2, lck_attention_slots(a),
                      (long long)lck_device_shared(device)) &&
           lck_claims(w, "%d + %d + %d <= %d", a->keys / 2, columns / 2, a->keys / 4,
                      registers) &&
           lck_claims(w, "%d * %d + 128 * %d <= %d", 128 * a->groups, registers,
                      LCK_LOADING_REGISTERS, device->registers);
}
