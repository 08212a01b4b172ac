/* sizes.c - the sizes and tiles at which moved elements are checked. */
#include "config.h"

#include "elements.h"

#include <stdlib.h>

#define TRIES 64 /* sizes that are tried for one that the plan admits */

/* The greatest sizes, or, where these are not admitted, ones a little below. */
static bool find_high(lck_elements *w)
{
    const lck_kernel *k = w->scene->kernel;
    size_t n = lc_exprs_nvars(k->x);
    w->high = lc_alloc(k->ctx, n + 1, sizeof *w->high);
    if (!w->high)
        return false;
    for (size_t i = 0; i < k->nsizes; i++)
        w->high[k->size[i].var->slot] = k->size[i].var->high;
    for (size_t c = 0; c < k->nconditions; c++)
        for (size_t i = 0; i < k->nsizes; i++) {
            const lc_expr *var = k->size[i].var;
            int64_t value = 0, was = w->high[var->slot];
            for (int t = 0; t < TRIES && lc_expr_has(k->condition[c], var); t++) {
                if (lc_expr_at(k->condition[c], w->high, &value) && value)
                    break;
                if (w->high[var->slot] > var->low)
                    w->high[var->slot]--;
            }
            w->high[var->slot] = value ? w->high[var->slot] : was;
        }
    if (lck_kernel_admits(k, w->high))
        return true;
    free(w->high);
    w->high = NULL;
    return true;
}

/* The first of `n` sizes that the plan admits; -1. */
static int64_t find_size(lck_elements *w, const lc_expr *var, int64_t from, int step)
{
    const int64_t was = w->high[var->slot];
    int64_t found = -1;
    for (int t = 0; found < 0 && t < TRIES; t++) {
        int64_t size = from + step * t;
        if (size < var->low || size > var->high)
            break;
        w->high[var->slot] = size;
        found = lck_kernel_admits(w->scene->kernel, w->high) ? size : -1;
    }
    w->high[var->slot] = was;
    return found;
}

/* The variable that the extent of an axis is; NULL. */
static const lc_expr *size_of(const lck_elements *w, size_t axis)
{
    const lck_kernel *k = w->scene->kernel;
    const lc_expr *e = k->counter[axis].extent;
    for (size_t i = 0; i < k->nsizes; i++)
        if (e == k->size[i].var)
            return e;
    return NULL;
}

static bool find_just(lck_elements *w, size_t axis)
{
    const lc_expr *var = size_of(w, axis);
    const int64_t tile = w->rows->plan->axis[axis].tile;
    if (!var || !w->high)
        return true;
    w->just[axis] = lc_alloc(w->scene->kernel->ctx, 2 * (size_t)tile, sizeof *w->just[axis]);
    if (!w->just[axis])
        return false;
    for (int64_t c = 0; c < tile; c++) {
        w->just[axis][2 * c] = find_size(w, var, c + 1 > var->low ? c + 1 : var->low, 1);
        w->just[axis][2 * c + 1] = find_size(w, var, c < var->high ? c : var->high, -1);
    }
    return true;
}

/* The last tile at the greatest sizes, which the last cluster makes. */
static void find_last(lck_elements *w)
{
    const lck_kernel *k = w->scene->kernel;
    int64_t blocks, extent;
    if (!w->high || !lc_expr_at(k->blocks, w->high, &blocks))
        return;
    for (size_t a = 0; a < k->rank; a++) {
        const int64_t tile = w->rows->plan->axis[a].tile;
        if (!lc_expr_at(k->counter[a].extent, w->high, &extent) || extent < 1)
            return;
        w->last[a] = (extent - 1) / tile * tile;
    }
    w->last_cluster = blocks / k->cluster - 1;
}

void lck_go_to_tile(lck_elements *w, bool last)
{
    w->scene->cluster = last ? w->last_cluster : 0;
    for (size_t a = 0; a < LCK_MAX_RANK; a++)
        w->begin[a] = last ? w->last[a] : 0;
}

/* Is a place of the tile in the shape, or along rows in its row? */
static bool is_inside(const lck_elements *w, const int64_t *crd, bool rows)
{
    const lck_kernel *k = w->scene->kernel;
    int64_t extent = 0;
    bool ok = true;
    for (size_t a = 0; ok && a < k->rank; a++)
        ok = (rows && !k->counter[a].contracted) ||
             (lc_expr_at(k->counter[a].extent, w->high, &extent) &&
              w->begin[a] + crd[a] < extent);
    return ok;
}

bool lck_for_sizes(lck_elements *w, const int64_t *crd, bool rows, lck_at_sizes *ask, void *user)
{
    const lck_kernel *k = w->scene->kernel;
    bool ok = ask(w, user, is_inside(w, crd, rows), 0);
    for (size_t a = 0; ok && a < k->rank; a++)
        for (int side = 0; ok && side < 2 && w->just[a]; side++) {
            const size_t slot = k->counter[a].extent->slot;
            const int64_t was = w->high[slot], size = w->just[a][2 * crd[a] + side];
            if (size < 0 || (rows && !k->counter[a].contracted))
                continue;
            w->high[slot] = size;
            ok = ask(w, user, is_inside(w, crd, rows), 1 + 2 * (int)a + side);
            w->high[slot] = was;
        }
    if (ok && w->last_cluster > 0) {
        lck_go_to_tile(w, true);
        ok = ask(w, user, is_inside(w, crd, rows), 1 + 2 * (int)k->rank);
        lck_go_to_tile(w, false);
    }
    return ok;
}

bool lck_find_sizes(lck_elements *w)
{
    bool ok = find_high(w);
    for (size_t a = 0; ok && a < w->scene->kernel->rank; a++)
        ok = find_just(w, a);
    if (ok)
        find_last(w);
    return ok;
}
