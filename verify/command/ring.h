/* ring.h - bytes from one process to another, through memory that both have.
 *
 * One process puts bytes in, one gets them out, in order; neither waits here, and neither calls
 * the system. The counters are of bytes since the beginning, so full and empty differ. What was
 * put in can be got out after the process that put it in has ended.
 *
 * Errors: none. Ownership: the memory is of whoever mapped it; zero bytes are an empty ring.
 */
#ifndef LCV_RING_H
#define LCV_RING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* Memory that several processes write is apart, or their caches wait for each other. */
#define LCV_APART _Alignas(128)

#define LCV_RING_BYTES ((size_t)1 << 19)

typedef struct {
    LCV_APART atomic_size_t put; /* written by the one */
    LCV_APART atomic_size_t got; /* written by the other */
    LCV_APART char bytes[LCV_RING_BYTES];
} lcv_ring;

/* Puts in as many of the n bytes as there is room for. Returns how many. */
size_t lcv_ring_put(lcv_ring *ring, const void *from, size_t n);
/* Gets as many bytes as there are, n at most. Returns how many. */
size_t lcv_ring_get(lcv_ring *ring, void *to, size_t n);
bool lcv_ring_is_empty(lcv_ring *ring);
bool lcv_ring_is_half_full(lcv_ring *ring);
/* Forgets what nobody has got, between one pair of processes and the next. */
void lcv_ring_empty(lcv_ring *ring);

#endif
