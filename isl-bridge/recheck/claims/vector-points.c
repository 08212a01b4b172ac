/* vector-points.c - vectorizes, looked at: the first vector, and whether one is torn. */
#include "config.h"

#include "vector.h"

#include <string.h>

/* ---- one vector ---- */

vec_tear lcr_vec_tear(const int64_t *a, const int64_t *b, size_t n, bool aligned, bool *seen)
{
    int64_t low = a[0], length = (int64_t)n;
    memset(seen, 0, n * sizeof *seen);
    for (size_t i = 0; i < n; i++) {
        if ((uint64_t)a[i] - (uint64_t)a[0] != (uint64_t)b[i] - (uint64_t)b[0])
            return VEC_IS_TORN;
        low = a[i] < low ? a[i] : low;
    }
    for (size_t i = 0; i < n; i++) {
        uint64_t place = (uint64_t)a[i] - (uint64_t)low;
        if (place >= n || seen[place])
            return VEC_IS_TORN;
        seen[place] = true;
    }
    bool astray = aligned && (low % length != 0 || (b[0] + (low - a[0])) % length != 0);
    return astray ? VEC_IS_ASTRAY : VEC_MOVES;
}

/* ---- small domains ---- */

/* The values that both have, and the first vector's coordinates. */
typedef struct {
    size_t size, n;
    const int64_t *a, *b;
    size_t *first;
    bool *taken, *seen;
    int64_t *x, *y;
} table;

/* False: an error, or, with `none` set, there is no such table. */
static bool make(ev *e, const lit *a, const lit *b, lc_int n, table *t)
{
    size_t left, right;
    int64_t *values[2];
    if (!lcr_ev_values(e, a, &values[0], &left) || !lcr_ev_values(e, b, &values[1], &right) ||
        e->none)
        return false;
    *t = (table){.size = left < right ? left : right, .a = values[0], .b = values[1]};
    t->n = lcr_lit_is_few(n) ? (size_t)lc_int_get_si(n) : SIZE_MAX;
    size_t room = (t->n < t->size ? t->n : t->size) + 1;
    t->first = lcr_lit_alloc(e->pool, room, sizeof *t->first);
    t->seen = lcr_lit_alloc(e->pool, room, sizeof *t->seen);
    t->x = lcr_lit_alloc(e->pool, room, sizeof *t->x);
    t->y = lcr_lit_alloc(e->pool, room, sizeof *t->y);
    t->taken = lcr_lit_alloc(e->pool, t->size, sizeof *t->taken);
    return t->first && t->seen && t->x && t->y && t->taken;
}

/* Finds where both are i more than at 0, i < n, at the least coordinate. False: some i is
 * nowhere. *choice: some are at several coordinates. */
static bool find_first(table *t, bool *choice)
{
    size_t most = t->n < t->size + 1 ? t->n : t->size + 1, found = 0;
    for (size_t i = 0; i < most; i++)
        t->first[i] = SIZE_MAX;
    for (size_t c = t->size; c-- > 0;) {
        uint64_t x = (uint64_t)t->a[c] - (uint64_t)t->a[0];
        if (x >= most || x != (uint64_t)t->b[c] - (uint64_t)t->b[0])
            continue;
        *choice = *choice || t->first[x] != SIZE_MAX;
        found += t->first[x] == SIZE_MAX;
        t->first[x] = c;
    }
    return found == t->n;
}

/* The translate that begins at c, of coordinates that are not taken yet. */
static bool take(table *t, size_t c)
{
    for (size_t j = 0; j < t->n; j++) {
        size_t at = c + t->first[j];
        if (at >= t->size || t->taken[at])
            return false;
        t->taken[at] = true;
        t->x[j] = t->a[at];
        t->y[j] = t->b[at];
    }
    return true;
}

bool lcr_vec_by_looking(ev *e, const lit *a, const lit *b, lc_int n, bool aligned,
                        bool one_choice)
{
    table t;
    bool choice = false;
    vec_tear tear = VEC_MOVES;
    if (!make(e, a, b, n, &t))
        return e->none;
    e->out->by = "points";
    if (!find_first(&t, &choice))
        return lcr_ev_condition(e, false, VEC_NOT_COMMON);
    if (choice && one_choice)
        return lcr_ev_not(e);
    memset(t.taken, 0, t.size * sizeof *t.taken);
    for (size_t c = 0; tear == VEC_MOVES && c < t.size; c++) {
        if (t.taken[c])
            continue;
        if (!take(&t, c))
            return lcr_ev_condition(e, false, VEC_NOT_TILED);
        tear = lcr_vec_tear(t.x, t.y, t.n, aligned, t.seen);
    }
    return lcr_ev_condition(e, tear == VEC_MOVES, tear == VEC_IS_TORN ? VEC_TORN : VEC_ASTRAY);
}
