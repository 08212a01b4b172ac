#include "config.h"

#include "ring.h"

#include <string.h>

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t lcv_ring_put(lcv_ring *ring, const void *from, size_t n)
{
    size_t put = atomic_load_explicit(&ring->put, memory_order_relaxed);
    size_t room = LCV_RING_BYTES - (put - atomic_load(&ring->got)), at = put % LCV_RING_BYTES;
    n = least(n, room);
    size_t behind = least(n, LCV_RING_BYTES - at);
    if (n == 0)
        return 0;
    memcpy(ring->bytes + at, from, behind);
    memcpy(ring->bytes, (const char *)from + behind, n - behind);
    atomic_store(&ring->put, put + n);
    return n;
}

size_t lcv_ring_get(lcv_ring *ring, void *to, size_t n)
{
    size_t got = atomic_load_explicit(&ring->got, memory_order_relaxed);
    size_t at = got % LCV_RING_BYTES;
    n = least(n, atomic_load(&ring->put) - got);
    size_t behind = least(n, LCV_RING_BYTES - at);
    if (n == 0)
        return 0;
    memcpy(to, ring->bytes + at, behind);
    memcpy((char *)to + behind, ring->bytes, n - behind);
    atomic_store(&ring->got, got + n);
    return n;
}

bool lcv_ring_is_empty(lcv_ring *ring)
{
    return atomic_load(&ring->put) == atomic_load(&ring->got);
}

bool lcv_ring_is_half_full(lcv_ring *ring)
{
    return atomic_load(&ring->put) - atomic_load(&ring->got) >= LCV_RING_BYTES / 2;
}

void lcv_ring_empty(lcv_ring *ring)
{
    atomic_store(&ring->put, 0);
    atomic_store(&ring->got, 0);
}
