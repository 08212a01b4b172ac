/* prove-stages.c - what must hold of the stages of attention.
 *
 *   stages lie apart, in their arrays; arrays and rings are within the shared memory
 *   a stage is what boxes of TMA write, and what the descriptors of WGMMA read: Q and K along
 *   their columns, V along its rows, or, of 8 bits, transposed
 *   stores of the result have no bank conflicts; registers suffice
 *
 * That they are filled, read and filled again in order is claimed of the kernel's statements
 * (kernels/order/order.h).
 */
#include "config.h"

#include "proofs.h"

#include <stdio.h>

typedef struct {
    int rows, columns, stages, bytes, span; /* of an element, of a chunk */
} stage;

/* Of a swizzle of chunks of `span` bytes, S<bits,base,3>. */
static int bits_of(int span)
{
    return span == 32 ? 1 : span == 64 ? 2 : 3;
}
static int base_of(int bytes)
{
    return bytes == 1 ? 4 : 3;
}

/* A chunk by itself, S<3,3,3> o (R,64):(64,1), is what a box writes: rows of 128 bytes. */
static bool is_written(const lck_attention_proofs *w, const stage *s)
{
    const int chunk = s->span / s->bytes, base = base_of(s->bytes);
    return lck_claims(w,
                      "equiv(compose(S<3,%d,3> o (%d,%d):(%d,1), (%d,%d):(e1,e0)), "
                      "upcast(S<3,4,3> o (%d,%d):(%d,128), %d))",
                      base, s->rows, chunk, chunk, chunk, s->rows, chunk, s->rows, s->bytes,
                      s->bytes);
}

static bool has_places(const lck_attention_proofs *w, const stage *s)
{
    const int chunk = s->span / s->bytes, all = s->columns / chunk * s->stages;
    char places[128];
    snprintf(places, sizeof places, "S<%d,%d,3> o ((%d,%d),%d):((%d,1),%d)", bits_of(s->span),
             base_of(s->bytes), s->rows, chunk, all, chunk, chunk * s->rows);
    return lck_claims(w, "injective(%s)", places) &&
           lck_claims(w, "in_bounds(%s, %d)", places, chunk * s->rows * all);
}

/* The rows of an operand, k along its columns, 32 bytes of them at a time. */
static bool is_read_along_columns(const lck_attention_proofs *w, const stage *s, int rows)
{
    const int chunk = s->span / s->bytes, unit = 16 / s->bytes, k = 2 * unit, steps = chunk / k;
    const int bits = bits_of(s->span), base = base_of(s->bytes);
    return lck_claims(w,
                      "equiv(compose(S<%d,%d,3> o (%d,%d):(%d,1), (%d,(%d,%d)):(e0,(e1,%de1))), "
                      "S<%d,%d,3> o ((8,%d),(%d,2,%d)):((%d,%d),(1,%d,%d)))",
                      bits, base, rows, chunk, chunk, rows, k, steps, k, bits, base, rows / 8,
                      unit, steps, chunk, 8 * chunk, unit, k) &&
           lck_claims(w,
                      "gmma_descriptor(S<%d,%d,3> o ((8,%d),(%d,2)):((%d,%d),(1,%d)), %d) == "
                      "(0,16,%d,0,%d,0)",
                      bits, base, rows / 8, unit, chunk, 8 * chunk, unit, 8 * s->bytes,
                      8 * s->span,
                      s->span == 32   ? 3
                      : s->span == 64 ? 2
                                      : 1);
}

static bool is_read_along_rows(const lck_attention_proofs *w, const stage *s)
{
    const int chunks = s->columns / 64;
    return lck_claims(w,
                      "equiv(compose(S<3,3,3> o ((64,%d),%d):((1,%d),64), "
                      "(%d,(16,%d)):(e0,(e1,16e1))), "
                      "S<3,3,3> o ((64,%d),(8,2,%d)):((1,%d),(64,512,1024)))",
                      chunks, s->rows, 64 * s->rows, 64 * chunks, s->rows / 16, chunks,
                      s->rows / 16, 64 * s->rows) &&
           lck_claims(w,
                      "gmma_descriptor(S<3,3,3> o ((64,%d),(8,2)):((1,%d),(64,512)), 16) == "
                      "(0,%d,1024,0,1,1)",
                      chunks, 64 * s->rows, chunks > 1 ? 128 * s->rows : 0);
}

/* Rows of V that ldmatrix takes have no conflicts. Of each 16 rows and 32 columns a thread has
 * the bytes of four by four: column 4 q + e of V transposed is key 8 (e / 2) + 2 q + e % 2, as
 * P wants it. */
static bool is_turned(const lck_attention_proofs *w, const stage *v, const stage *turned)
{
    return lck_claims(w, "conflict_free(S<3,4,3> o ((2,4),(2,2)):((16,256),(128,1024)), bytes=1, "
                         "width=16)") &&
           lck_claims(w, "equiv(compose((2,2,4,32):(1,8,2,16), "
                         "(4,8,(2,2),(2,2)):(4,32,(1,2),(16,256))), "
                         "(4,8,(2,2),(2,2)):(2,32,(1,8),(16,256)))") &&
           lck_claims(w, "%d %% 32 == 0", turned->rows) &&
           lck_claims(w, "%d <= %d", turned->rows, v->columns) &&
           lck_claims(w, "%d == %d", turned->columns, v->rows);
}

/* stmatrix: the lanes of a warp; warps, and 16 columns each. */
static bool is_stored(const lck_attention_proofs *w)
{
    return lck_claims(w, "conflict_free(S<3,3,3> o ((8,2,2),(4,4)):((64,512,8),(1024,16)), "
                         "bytes=2, width=16)");
}

/* V, by what reads it. */
static bool values(const lck_attention_proofs *w, const stage *v, const stage *turned)
{
    return lck_attention_turns(w->a) ? has_places(w, turned) && is_turned(w, v, turned) &&
                                           is_read_along_columns(w, turned, turned->rows)
                                     : is_read_along_rows(w, v);
}

static int bytes_of(const stage *s)
{
    return s->rows * s->columns * s->stages * s->bytes;
}

bool lck_attention_prove_stages(const lck_attention_proofs *w)
{
    const lck_attention *a = w->a;
    const int bytes = a->element->bytes, loading = lck_attention_loading_registers(a);
    const int columns = lck_attention_columns(a), registers = lck_attention_registers(a);
    const int staged = lck_attention_staged_columns(a),
              rows = a->groups * lck_attention_staged(a);
    const bool turns = lck_attention_turns(a);
    const stage q = {rows, staged, 1, bytes, 128},
                k = {a->keys, staged, LCK_ATTENTION_STAGES, bytes, 128};
    const stage turned = {columns, a->keys, LCK_ATTENTION_STAGES, bytes, LCK_TURNED_SPAN};
    const stage o = {rows, columns, 1, a->result->bytes, 128};
    const int all = bytes_of(&q) + 2 * bytes_of(&k) +
                    (turns ? bytes_of(&turned) + bytes_of(&o) : 0);
    return is_written(w, &q) && is_written(w, &k) && has_places(w, &q) && has_places(w, &k) &&
           is_read_along_columns(w, &q, 64) && is_read_along_columns(w, &k, a->keys) &&
           values(w, &k, &turned) && (a->split || is_stored(w)) &&
           (!turns || has_places(w, &o)) &&
           lck_claims(w, "max(64, %d, %d) <= 256", rows, a->keys) &&
           lck_claims(w, "%d + 8 * %d <= %lld", all, lck_attention_slots(a),
                      (long long)lck_device_shared(a->plan->device)) &&
           lck_claims(w, "%d + %d + %d <= %d", a->keys / 2, columns / 2, a->keys * bytes / 8,
                      registers) &&
           lck_claims(w, "%d * %d + %d <= %d * (%d / %d / 8 * 8)", a->groups, registers, loading,
                      a->groups + 1, a->plan->device->registers, 128 * (a->groups + 1));
}
