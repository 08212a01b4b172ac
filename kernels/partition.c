/* partition.c - thread-value partitions of a tile. */
#include "config.h"

#include "plan.h"

#include <stdlib.h>
#include <string.h>

#include "../verify/language/buffer.h"

/* INT64_MAX when it is no less. */
static int64_t size_of(size_t n, const lck_mode *mode)
{
    int64_t size = 1;
    for (size_t i = 0; i < n; i++)
        if (__builtin_mul_overflow(size, mode[i].extent, &size))
            return INT64_MAX;
    return size;
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

void lck_part_at(const lck_part *p, size_t rank, int64_t thread, int64_t value,
                      int64_t *crd)
{
    memset(crd, 0, rank * sizeof *crd);
    add_modes(p->nthreads, p->thread, rank, thread, crd);
    add_modes(p->nvalues, p->value, rank, value, crd);
}

int64_t lck_part_find(const lck_part *p, const lck_part *other, size_t rank,
                           int64_t v)
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

/* ---- in the claim language ---- */

static void add_stride(lcv_buffer *text, const lck_mode *mode, size_t rank)
{
    bool any = false;
    for (size_t k = 0; k < rank; k++) {
        if (mode->step[k] == 0)
            continue;
        lcv_buffer_str(text, any ? "+" : "");
        if (mode->step[k] != 1)
            lcv_buffer_printf(text, "%lld", (long long)mode->step[k]);
        lcv_buffer_printf(text, "e%zu", k);
        any = true;
    }
    if (!any)
        lcv_buffer_str(text, "0");
}

/* (16,16) of extents or of strides, the first mode in steps of `first`. */
static void add_tuple(lcv_buffer *text, size_t n, const lck_mode *mode, size_t rank,
                      bool strides, int first)
{
    lcv_buffer_str(text, n == 1 ? "" : "(");
    for (size_t i = 0; i < n; i++) {
        lck_mode m = mode[i];
        for (size_t k = 0; i == 0 && k < rank; k++)
            m.step[k] *= first;
        m.extent /= i == 0 ? first : 1;
        lcv_buffer_str(text, i == 0 ? "" : ",");
        if (strides)
            add_stride(text, &m, rank);
        else
            lcv_buffer_printf(text, "%lld", (long long)m.extent);
    }
    lcv_buffer_str(text, n == 1 ? "" : ")");
}

char *lck_part_text(lc_ctx *ctx, const lck_part *p, size_t rank)
{
    lcv_buffer text = {0};
    for (int strides = 0; strides < 2; strides++) {
        lcv_buffer_str(&text, strides ? ":(" : "(");
        add_tuple(&text, p->nthreads, p->thread, rank, strides, 1);
        lcv_buffer_str(&text, ",");
        add_tuple(&text, p->nvalues, p->value, rank, strides, 1);
        lcv_buffer_str(&text, ")");
    }
    char *out = lcv_buffer_take(&text);
    return out ? out : lc_fail(ctx, LC_ERR_MEMORY, "out of memory");
}

char *lck_modes_text(lc_ctx *ctx, const lck_part *p, size_t rank, bool starts)
{
    lcv_buffer text = {0};
    for (int strides = 0; strides < 2; strides++) {
        lcv_buffer_str(&text, strides ? ":" : "");
        add_tuple(&text, p->nthreads, p->thread, rank, strides, 1);
    }
    lcv_buffer_str(&text, ", ");
    for (int strides = 0; strides < 2; strides++) {
        lcv_buffer_str(&text, strides ? ":" : "");
        add_tuple(&text, p->nvalues, p->value, rank, strides, starts ? p->width : 1);
    }
    char *out = lcv_buffer_take(&text);
    return out ? out : lc_fail(ctx, LC_ERR_MEMORY, "out of memory");
}

char *lck_blocks_text(const lck_plan *plan)
{
    lcv_buffer text = {0};
    for (size_t k = 0; k < plan->rank; k++)
        lcv_buffer_printf(&text, "%sceil_div(%s,%lld)", k == 0 ? "(" : ",",
                          plan->axis[k].extent_text, (long long)plan->axis[k].tile);
    lcv_buffer_str(&text, plan->rank == 1 ? ",):(" : "):(");
    for (size_t k = 0; k < plan->rank; k++)
        lcv_buffer_printf(&text, "%s%llde%zu", k == 0 ? "" : ",", (long long)plan->axis[k].tile, k);
    lcv_buffer_str(&text, plan->rank == 1 ? ",)" : ")");
    char *out = lcv_buffer_take(&text);
    return out ? out : lc_fail(plan->ctx, LC_ERR_MEMORY, "out of memory");
}
