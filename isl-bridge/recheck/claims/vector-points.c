/* vector-points.c - vectorizes, looked at: the first vector, and whether one is torn. */
#include "config.h"

#include "vector.h"

#include <string.h>

/* ---- one vector ---- */

/* The elements, of n numbers, that are not n consecutive ones in any order. */
static vec_tear spread(const int64_t *v, size_t n, size_t *owner, size_t *i, size_t *k)
{
    *i = *k = 0;
    for (size_t at = 0; at < n; at++) {
        *i = v[at] > v[*i] ? at : *i;
        *k = v[at] < v[*k] ? at : *k;
    }
    int64_t low = v[*k];
    if ((uint64_t)v[*i] - (uint64_t)low >= n)
        return VEC_FAR;
    memset(owner, 0, n * sizeof *owner);
    for (size_t at = 0; at < n; at++) {
        size_t *of = &owner[v[at] - low];
        *i = at;
        *k = *of - 1;
        if (*of != 0)
            return VEC_SAME;
        *of = at + 1;
    }
    return VEC_MOVES;
}

/* Does the least of n consecutive numbers, at i, the last of which is at k, divide by n? */
static bool begins(const int64_t *v, size_t n, size_t *i, size_t *k)
{
    *i = *k = 0;
    for (size_t at = 1; at < n; at++) {
        *i = v[at] < v[*i] ? at : *i;
        *k = v[at] > v[*k] ? at : *k;
    }
    return v[*i] % (int64_t)n == 0;
}

vec_tear lcr_vec_tear(const int64_t *a, const int64_t *b, size_t n, bool aligned, size_t *owner,
                      size_t *i, size_t *k)
{
    *k = 0;
    for (*i = 0; *i < n; ++*i)
        if ((uint64_t)a[*i] - (uint64_t)a[0] != (uint64_t)b[*i] - (uint64_t)b[0])
            return VEC_ORDER;
    vec_tear tear = spread(a, n, owner, i, k);
    return tear != VEC_MOVES || !aligned ? tear
           : !begins(a, n, i, k)         ? VEC_ASTRAY_A
           : !begins(b, n, i, k)         ? VEC_ASTRAY_B
                                         : VEC_MOVES;
}

/* ---- small domains ---- */

/* The values that both have, and the first vector's coordinates. */
typedef struct {
    size_t size, n;
    const int64_t *a, *b;
    size_t *first, *owner;
    bool *taken;
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
    t->owner = lcr_lit_alloc(e->pool, room, sizeof *t->owner);
    t->x = lcr_lit_alloc(e->pool, room, sizeof *t->x);
    t->y = lcr_lit_alloc(e->pool, room, sizeof *t->y);
    t->taken = lcr_lit_alloc(e->pool, t->size, sizeof *t->taken);
    return t->first && t->owner && t->x && t->y && t->taken;
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
    size_t i, k;
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
        tear = lcr_vec_tear(t.x, t.y, t.n, aligned, t.owner, &i, &k);
    }
    return lcr_ev_condition(e, tear == VEC_MOVES, tear < VEC_ASTRAY_A ? VEC_TORN : VEC_ASTRAY);
}
