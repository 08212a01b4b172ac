/* size-walk.c - claims about sizes, at numbers. */
#include "config.h"

#include "size-walk.h"

#include <stdlib.h>
#include <string.h>

/* How often each place of a box is reached, and by how many others. */
typedef struct {
    bool ok, repeated, outside, all;
} walk;

static walk walk_box(const st_value *x, const int64_t box[ST_AXES], const int64_t guard[ST_AXES],
                     int64_t most)
{
    int64_t digit[ST_LEAVES] = {0}, value[ST_AXES], places = 1, reached = 0;
    walk w = {.ok = st_count(x, most) > 0};
    for (size_t j = 0; w.ok && j < ST_AXES; j++)
        w.ok = box[j] >= 0 && box[j] <= most && (places *= box[j]) <= most;
    if (!w.ok)
        return w;
    unsigned char *hit = calloc((size_t)places + 1, 1);
    if (!hit)
        abort();
    do {
        int64_t at = 0;
        bool part = true, inside = true;
        st_at(x, digit, value);
        for (size_t j = ST_AXES; j-- > 0;) {
            part = part && (guard[j] < 0 || value[j] < guard[j]);
            inside = inside && value[j] >= 0 && value[j] < box[j];
            at = at * box[j] + value[j];
        }
        if (!part)
            continue;
        w.outside = w.outside || !inside;
        w.repeated = w.repeated || (inside && hit[at]);
        reached += inside && !hit[at];
        if (inside)
            hit[at] = 1;
    } while (st_next(x, digit));
    w.all = reached == places;
    free(hit);
    return w;
}

static int by_value(const void *a, const void *b)
{
    return memcmp(a, b, ST_AXES * sizeof(int64_t));
}

/* Different values at all of its `size` coordinates. */
static bool once(const st_value *x, int64_t size)
{
    int64_t(*value)[ST_AXES] = malloc((size_t)size * sizeof *value), digit[ST_LEAVES] = {0};
    bool repeated = false;
    if (!value)
        abort();
    for (int64_t i = 0; i < size; i++, st_next(x, digit))
        st_at(x, digit, value[i]);
    qsort(value, (size_t)size, sizeof *value, by_value);
    for (int64_t i = 1; i < size; i++)
        repeated = repeated || by_value(value[i - 1], value[i]) == 0;
    free(value);
    return !repeated;
}

static truth equiv_at(const st_value *x, const st_value *y)
{
    int64_t a[ST_LEAVES] = {0}, b[ST_LEAVES] = {0}, u[ST_AXES], v[ST_AXES];
    do {
        st_at(x, a, u);
        st_at(y, b, v);
        st_next(y, b);
        if (memcmp(u, v, sizeof u) != 0)
            return FAILS;
    } while (st_next(x, a));
    return HOLDS;
}

static truth aligned_at(const st_value *x, int64_t by)
{
    int64_t digit[ST_LEAVES] = {0}, value[ST_AXES];
    if (by < 1)
        return FAILS;
    do {
        st_at(x, digit, value);
        if (value[0] % by != 0)
            return FAILS;
    } while (st_next(x, digit));
    return HOLDS;
}

truth claim_at(const claim *c, int64_t m, int64_t n, int64_t most)
{
    st_value arg[3] = {{0}};
    int64_t box[ST_AXES] = {1, 1, 1}, guard[ST_AXES] = {-1, -1, -1};
    for (size_t i = 0; i < c->n; i++)
        if (!st_read(c->arg[i], m, n, &arg[i]))
            return NO_VALUE;
    for (size_t i = 0; c->kind != ORDER && i < c->n; i++)
        for (size_t k = 0; arg[i].layout && k < arg[i].n; k++)
            if (arg[i].extent[k] < 1)
                return NO_VALUE;
    if (c->kind == ORDER)
        return arg[0].extent[0] <= arg[1].extent[0] ? HOLDS : FAILS;
    int64_t size = st_count(&arg[0], most), other = st_count(&arg[1], most);
    if (size < 0 || (c->kind == EQUIV && other < 0))
        return TOO_LARGE;
    if (c->kind == INJECTIVE)
        return once(&arg[0], size) ? HOLDS : FAILS;
    if (c->kind == EQUIV)
        return size == other ? equiv_at(&arg[0], &arg[1]) : FAILS;
    if (c->kind == ALIGNED)
        return aligned_at(&arg[0], arg[1].extent[0]);
    for (size_t j = 0; j < c->axes; j++) {
        box[j] = c->kind == BIJECTIVE ? size : arg[1].extent[j];
        guard[j] = c->n > 2 ? arg[2].extent[j] : -1;
        if (box[j] < (c->kind == PARTITIONS || c->axes > 1))
            return NO_VALUE;
    }
    walk w = walk_box(&arg[0], box, guard, most);
    bool holds = c->kind == IN_BOUNDS ? !w.outside
                 : c->kind == COVERS  ? w.all
                                      : w.all && !w.repeated && !w.outside;
    return !w.ok ? TOO_LARGE : holds ? HOLDS : FAILS;
}
