/* partition.c - thread-value partitions of a tile. */
#include "config.h"

#include "plan.h"

#include <string.h>

/* INT64_MAX for anything larger. */
static int64_t size_of(size_t n, const lck_mode *mode)
{
    int64_t size = 1;
    for (size_t i = 0; i < n; i++)
        if (__builtin_mul_overflow(size, mode[i].extent, &size))
            return INT64_MAX;
    return size;
}

bool lck_add_mode(size_t *n, lck_mode *mode, size_t axis, int64_t extent, int64_t step)
{
    if (extent == 1 || *n == LCK_MAX_MODES)
        return false;
    mode[*n] = (lck_mode){.extent = extent};
    mode[(*n)++].step[axis] = step;
    return true;
}

int64_t lck_part_threads(const lck_part *p)
{
    return size_of(p->nthreads, p->thread);
}

int64_t lck_part_values(const lck_part *p)
{
    return size_of(p->nvalues, p->value);
}

static void add_modes(size_t n, const lck_mode *mode, size_t rank, int64_t c, int64_t *crd)
{
    for (size_t i = 0; i < n; c /= mode[i++].extent)
        for (size_t k = 0; k < rank; k++)
            crd[k] += c % mode[i].extent * mode[i].step[k];
}

void lck_part_at(const lck_part *p, size_t rank, int64_t thread, int64_t value, int64_t *crd)
{
    memset(crd, 0, rank * sizeof *crd);
    add_modes(p->nthreads, p->thread, rank, thread, crd);
    add_modes(p->nvalues, p->value, rank, value, crd);
}

int64_t lck_part_find(const lck_part *p, const lck_part *other, size_t rank, int64_t v)
{
    int64_t wanted[LCK_MAX_RANK], found[LCK_MAX_RANK], n = lck_part_values(p);
    lck_part_at(other, rank, 0, v, wanted);
    for (int64_t i = 0; i < n; i++) {
        lck_part_at(p, rank, 0, i, found);
        if (memcmp(wanted, found, rank * sizeof *found) == 0)
            return i;
    }
    return -1;
}

void lck_rotate(const lck_plan *plan, int64_t row, int64_t *crd)
{
    if (plan->rotation == 0)
        return;
    int64_t tile = plan->axis[plan->rotated].tile;
    crd[plan->rotated] = (crd[plan->rotated] + tile - row % plan->rotation) % tile;
}
