/* size-walk.c - claims about sizes, at numbers. */
#include "config.h"

#include "size-walk.h"

#include <string.h>

#define WALKED 40000 /* coordinates of a walk */

/* How often each place of a box is reached, and by how many others. */
typedef struct {
    bool ok, repeated, outside, all;
} walk;

static walk walk_box(const st_value *x, const int64_t box[ST_AXES], const int64_t guard[ST_AXES])
{
    static unsigned char hit[WALKED];
    int64_t digit[ST_LEAVES] = {0}, value[ST_AXES], places = 1, reached = 0;
    walk w = {.ok = st_count(x, WALKED) > 0};
    for (size_t j = 0; j < ST_AXES; j++)
        if (box[j] < 0 || (places *= box[j]) > WALKED)
            w.ok = false;
    if (!w.ok)
        return w;
    memset(hit, 0, (size_t)places);
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
    return w;
}

/* Different values at different coordinates, each compared with all before it. */
static bool once(const st_value *x)
{
    int64_t a[ST_LEAVES] = {0}, u[ST_AXES], v[ST_AXES];
    do {
        int64_t b[ST_LEAVES] = {0};
        st_at(x, a, u);
        for (st_at(x, b, v); memcmp(a, b, sizeof a) != 0; st_next(x, b), st_at(x, b, v))
            if (memcmp(u, v, sizeof u) == 0)
                return false;
    } while (st_next(x, a));
    return true;
}

static truth equiv_at(const st_value *x, const st_value *y)
{
    int64_t a[ST_LEAVES] = {0}, b[ST_LEAVES] = {0}, u[ST_AXES], v[ST_AXES];
    if (st_count(x, WALKED) != st_count(y, WALKED))
        return FAILS;
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

truth claim_at(const claim *c, int64_t m, int64_t n)
{
    st_value arg[3] = {{0}};
    int64_t box[ST_AXES] = {1, 1, 1}, guard[ST_AXES] = {-1, -1, -1};
    for (size_t i = 0; i < c->n; i++)
        if (!st_read(c->arg[i], m, n, &arg[i]))
            return FAILS;
    for (size_t i = 0; c->kind != ORDER && i < c->n; i++)
        for (size_t k = 0; arg[i].layout && k < arg[i].n; k++)
            if (arg[i].extent[k] < 1)
                return FAILS;
    if (c->kind == ORDER)
        return arg[0].extent[0] <= arg[1].extent[0] ? HOLDS : FAILS;
    int64_t size = st_count(&arg[0], WALKED);
    if (size < 0 || (c->kind == EQUIV && st_count(&arg[1], WALKED) < 0) ||
        (c->kind == INJECTIVE && size > 600))
        return TOO_LARGE;
    if (c->kind == INJECTIVE)
        return once(&arg[0]) ? HOLDS : FAILS;
    if (c->kind == EQUIV)
        return equiv_at(&arg[0], &arg[1]);
    if (c->kind == ALIGNED)
        return aligned_at(&arg[0], arg[1].extent[0]);
    for (size_t j = 0; j < c->axes; j++) {
        box[j] = c->kind == BIJECTIVE ? size : arg[1].extent[j];
        guard[j] = c->n > 2 ? arg[2].extent[j] : -1;
        if (box[j] < (c->kind == PARTITIONS || c->axes > 1))
            return FAILS;
    }
    walk w = walk_box(&arg[0], box, guard);
    bool holds = c->kind == IN_BOUNDS ? !w.outside
                 : c->kind == COVERS  ? w.all
                                      : w.all && !w.repeated && !w.outside;
    return !w.ok ? TOO_LARGE : holds ? HOLDS : FAILS;
}
