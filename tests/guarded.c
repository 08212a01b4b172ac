/* guarded.c - random claims of partitions under a guard, and what enumeration says. */
#include "config.h"

#include "guarded.h"

#include <stdlib.h>
#include <string.h>

#define LEAVES 5

/* Leaves with strides on two axes, in the radix of those before them, or nearly so. */
typedef struct {
    size_t n;
    int64_t extent[LEAVES], step[LEAVES][2], offset[2], places[2], guard[2];
} tiling;

static void random_tiling(rnd *r, tiling *t)
{
    int64_t reach[2] = {1, 1};
    *t = (tiling){.n = (size_t)rnd_in(r, 1, LEAVES)};
    for (size_t k = 0; k < t->n; k++) {
        size_t axis = (size_t)rnd_in(r, 0, 1);
        bool other = rnd_chance(r, 8);
        t->extent[k] = rnd_in(r, 1, 4);
        t->step[k][axis] = reach[axis] + (other ? rnd_in(r, -1, 1) : 0);
        t->step[k][axis] *= rnd_chance(r, 4) ? -1 : 1;
        t->step[k][1 - axis] = rnd_chance(r, 3);
        reach[axis] *= t->extent[k];
    }
    for (size_t j = 0; j < 2; j++) {
        t->offset[j] = rnd_chance(r, 10) ? rnd_in(r, -1, 1) : 0;
        t->places[j] = reach[j] - rnd_in(r, 0, 2);
        t->places[j] = t->places[j] > 0 ? t->places[j] : 1;
        t->guard[j] = t->places[j] + (rnd_chance(r, 20) ? rnd_in(r, -1, 1) : 0);
    }
    size_t k = (size_t)rnd_in(r, 0, (int64_t)t->n - 1); /* the order does not matter */
    int64_t extent = t->extent[k], step[2] = {t->step[k][0], t->step[k][1]};
    t->extent[k] = t->extent[0];
    memcpy(t->step[k], t->step[0], sizeof step);
    t->extent[0] = extent;
    memcpy(t->step[0], step, sizeof step);
}

/* The value at digits of c; does it take part? */
static bool takes_part(const tiling *t, int64_t c, int64_t *value)
{
    memcpy(value, t->offset, 2 * sizeof *value);
    for (size_t k = 0; k < t->n; c /= t->extent[k++])
        for (size_t j = 0; j < 2; j++)
            value[j] += c % t->extent[k] * t->step[k][j];
    return value[0] < t->guard[0] && value[1] < t->guard[1];
}

static bool is_partition(const tiling *t)
{
    int64_t size = 1, value[2], all = 0;
    bool *seen = calloc((size_t)(t->places[0] * t->places[1]), sizeof *seen), once = seen != NULL;
    for (size_t k = 0; k < t->n; k++)
        size *= t->extent[k];
    for (int64_t c = 0; once && c < size; c++) {
        if (!takes_part(t, c, value))
            continue;
        once = value[0] >= 0 && value[1] >= 0 && value[0] < t->places[0] &&
               value[1] < t->places[1] && !seen[value[0] + t->places[0] * value[1]];
        if (once)
            seen[value[0] + t->places[0] * value[1]] = true;
        all++;
    }
    free(seen);
    return once && all == t->places[0] * t->places[1];
}

bool guarded_partition(law *l, const char *arg[3])
{
    tiling t;
    random_tiling(&l->rnd, &t);
    const char *shape = "", *stride = "";
    for (size_t k = 0; k < t.n; k++) {
        const char *comma = k > 0 ? "," : "";
        shape = law_printf(l, "%s%s%lld", shape, comma, (long long)t.extent[k]);
        stride = law_printf(l, "%s%s%llde0%+llde1", stride, comma, (long long)t.step[k][0],
                            (long long)t.step[k][1]);
    }
    arg[0] = law_printf(l, "{(%lld,%lld)} o (%s,1):(%s,e0+e1)", (long long)t.offset[0],
                        (long long)t.offset[1], shape, stride);
    arg[1] = law_printf(l, "(%lld,%lld)", (long long)t.places[0], (long long)t.places[1]);
    arg[2] = law_printf(l, "(%lld,%lld)", (long long)t.guard[0], (long long)t.guard[1]);
    return is_partition(&t);
}
