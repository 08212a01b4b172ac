/* redo-complement.c - complements as they are defined: the values of C grow, and no sum of values
 * of its parts, but 0, is one of A; with N the values of (A,C) are all of N.
 *
 * Values that are coordinates have a part of C for each axis. Without N the last leaf of a part
 * has no end: its values are looked at until they are past those of A.
 */
#include "config.h"

#include "redo-holds.h"

#define WORK 200000 /* sums that are looked at */

typedef struct {
    image of_a;
    tree *profile;
    size_t n;
    fn *part[REDO_AXES];
    int64_t end[REDO_AXES];
} complement;

static bool add_parts(complement *k, fn *c, const tree *profile)
{
    if (profile->leaf) {
        k->part[k->n++] = c;
        return true;
    }
    for (size_t i = 0; i < profile->n; i++)
        if (c->shape->leaf || i >= c->shape->n ||
            !add_parts(k, func_mode(c, i), profile->child[i]))
            return false;
    return c->shape->n == profile->n;
}

/* In the order of the last axis, those of one number there in the order of the one before. */
static bool comes_before(const complement *k, const val *x, const val *y)
{
    for (size_t q = tree_leaves(k->profile); q-- > 0;) {
        int64_t a = val_at(x, q, k->profile), b = val_at(y, q, k->profile);
        if (a != b)
            return a < b;
    }
    return false;
}

static bool grows(const complement *k, const fn *part, int64_t end)
{
    val last, next;
    for (int64_t i = 0; i < end; i++, last = next)
        if (!func_at_index(part, i, &next) || (i > 0 && !comes_before(k, &last, &next)))
            return false;
    return true;
}

static bool meets(const complement *k, size_t part, val sum, bool zero)
{
    if (part == k->n)
        return !zero && image_count(&k->of_a, &sum) > 0;
    for (int64_t i = 0; i < k->end[part]; i++) {
        val value;
        if (func_at_index(k->part[part], i, &value) &&
            meets(k, part + 1, val_add(&sum, &value, false), zero && i == 0))
            return true;
    }
    return false;
}

static int64_t largest_of(const complement *k)
{
    int64_t most = 0;
    for (size_t i = 0; i < k->of_a.n; i++)
        for (size_t q = 0; q < tree_leaves(k->profile); q++) {
            int64_t x = val_at(&k->of_a.value[i], q, k->profile);
            most = x > most ? x : most;
        }
    return most;
}

static bool is_layout(const fn *f)
{
    return f && f->kind == FN_LAYOUT && !f->by_xor && func_size(f) <= 4096;
}

holds redo_complements(redo *r)
{
    fn *c = redo_arg(r, "C"), *a = redo_arg(r, "A"), *to = redo_arg(r, "N");
    complement k = {.n = 0};
    int64_t work = is_layout(a) ? func_size(a) : 0, wanted;
    tree *shape;
    if (!is_layout(c) || !is_layout(a) || !image_of(a, -1, NULL, &k.of_a))
        return NOT_SEEN;
    k.profile = image_common_profile(r);
    if (!add_parts(&k, c, k.profile))
        return NOT_SEEN;
    bool increases = true;
    for (size_t i = 0; i < k.n; i++) {
        int64_t size = func_size(k.part[i]);
        k.end[i] = to ? size : size * (largest_of(&k) + 2);
        increases = increases && grows(&k, k.part[i], to ? size : 2 * size + 1);
        work = redo_mul(work, k.end[i]);
    }
    if (work > WORK || redo_failure())
        return NOT_SEEN;
    if (!increases || meets(&k, 0, (val){0}, true))
        return FAILS;
    image both;
    if (!to)
        return HOLDS;
    if (!redo_wanted_of(r, "N", &wanted, &shape) ||
        !image_of(func_concat(a, c), -1, NULL, &both) || wanted > 4096)
        return NOT_SEEN;
    return of(redo_reaches_all(&both, wanted, shape));
}
