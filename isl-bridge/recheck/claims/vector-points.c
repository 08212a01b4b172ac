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

/* `owner` has room for n. */
static vec_tear tear_of(const int64_t *a, const int64_t *b, size_t n, bool aligned, size_t *owner,
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

vec_tear lcr_vec_tear(lit_pool *pool, const int64_t *a, const int64_t *b, size_t n, bool aligned,
                      size_t *i, size_t *k)
{
    size_t *owner = lcr_lit_alloc(pool, n, sizeof *owner);
    return owner ? tear_of(a, b, n, aligned, owner, i, k) : VEC_MOVES;
}

/* ---- small domains ---- */

bool lcr_vec_table(ev *e, const lit *a, const lit *b, lc_int n, vec_table *t)
{
    size_t left, right;
    bool looked = e->out->looked;
    *t = (vec_table){.a = NULL};
    if (!lcr_ev_values(e, a, &t->a, &left) || !lcr_ev_values(e, b, &t->b, &right))
        return false;
    e->out->looked = looked; /* until it is evidence */
    if (!t->a || !t->b) {
        t->a = NULL;
        return true;
    }
    t->size = left < right ? left : right;
    t->n = lcr_lit_is_few(n) ? (size_t)lc_int_get_si(n) : SIZE_MAX;
    size_t room = t->n < t->size ? t->n : t->size;
    t->first = lcr_lit_alloc(e->pool, room + 1, sizeof *t->first);
    t->taken = lcr_lit_alloc(e->pool, t->size, sizeof *t->taken);
    t->seen = lcr_lit_alloc(e->pool, room + 1, sizeof *t->seen);
    return t->first && t->taken && t->seen != NULL;
}

vec_first lcr_vec_first(vec_table *t, size_t *missing)
{
    size_t most = t->n < t->size + 1 ? t->n : t->size + 1;
    bool choice = false;
    memset(t->seen, 0, (t->n < t->size ? t->n : t->size) + 1);
    for (size_t c = t->size; c-- > 0;) {
        uint64_t x = (uint64_t)t->a[c] - (uint64_t)t->a[0];
        if (x >= most || x != (uint64_t)t->b[c] - (uint64_t)t->b[0])
            continue;
        choice = choice || t->seen[x];
        t->seen[x] = true;
        t->first[x] = (int64_t)c;
    }
    for (*missing = 0; *missing < most; ++*missing)
        if (!t->seen[*missing])
            return VEC_MISSING;
    return choice ? VEC_CHOICE : VEC_FOUND;
}

/* The translate that begins at c, of coordinates that are not taken yet. */
static bool take(vec_table *t, size_t c, int64_t *x, int64_t *y)
{
    for (size_t j = 0; j < t->n; j++) {
        size_t at = c + (size_t)t->first[j];
        if (at >= t->size || t->taken[at])
            return false;
        t->taken[at] = true;
        x[j] = t->a[at];
        y[j] = t->b[at];
    }
    return true;
}

bool lcr_vec_look(ev *e, vec_table *t, vec_seen *out)
{
    int64_t *x = lcr_lit_alloc(e->pool, t->n, sizeof *x);
    int64_t *y = lcr_lit_alloc(e->pool, t->n, sizeof *y);
    size_t *owner = lcr_lit_alloc(e->pool, t->n, sizeof *owner);
    *out = (vec_seen){.tiled = true, .in_order = true, .tear = VEC_MOVES};
    if (!x || !y || !owner)
        return false;
    memset(t->taken, 0, t->size * sizeof *t->taken);
    for (size_t c = 0; out->tear == VEC_MOVES && out->tiled && c < t->size; c++) {
        if (t->taken[c])
            continue;
        out->at = c;
        out->tiled = take(t, c, x, y);
        if (out->tiled)
            out->tear = tear_of(x, y, t->n, t->aligned, owner, &out->i, &out->k);
        for (size_t j = 0; out->tiled && j < t->n; j++)
            out->in_order = out->in_order && (uint64_t)x[j] - (uint64_t)x[0] == j;
    }
    return true;
}

bool lcr_vec_by_looking(ev *e, vec_table *t, bool plain)
{
    size_t missing;
    vec_seen seen;
    vec_first first = lcr_vec_first(t, &missing);
    e->out->by = "points";
    e->out->looked = true;
    if (first == VEC_CHOICE && plain)
        return lcr_ev_not(e);
    if (first == VEC_MISSING)
        return lcr_ev_condition(e, false, VEC_NOT_COMMON);
    return lcr_vec_look(e, t, &seen) && lcr_ev_condition(e, seen.tiled, VEC_NOT_TILED) &&
           lcr_ev_condition(e, seen.tear == VEC_MOVES,
                            seen.tear < VEC_ASTRAY_A ? VEC_TORN : VEC_ASTRAY);
}
