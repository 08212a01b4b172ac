#include "config.h"

#include "tree.h"

#include <ctype.h>
#include <string.h>

/* ---- making ---- */

const lck_tree *lck_tree_leaf(lck_sums *x, const lck_sum *value)
{
    lck_tree *t = value ? lck_arena_take(x->pool, sizeof *t) : NULL;
    if (t) {
        t->leaf = true;
        t->value = value;
    }
    return t;
}

const lck_tree *lck_tree_bound(lck_sums *x, const lck_tree *leaf, const lck_sum *value)
{
    lck_tree *t = leaf && value ? lck_arena_take(x->pool, sizeof *t) : NULL;
    if (t) {
        *t = *leaf;
        t->value = value;
    }
    return t;
}

const lck_tree *lck_tree_of(lck_sums *x, unsigned n, const lck_tree *const *part)
{
    for (unsigned i = 0; i < n; i++)
        if (!part[i])
            return NULL;
    lck_tree *t = lck_arena_take(x->pool, sizeof *t);
    const lck_tree **copy = lck_arena_take(x->pool, (n ? n : 1) * sizeof *copy);
    if (!t || !copy)
        return NULL;
    memcpy(copy, part, n * sizeof *copy);
    t->n = n;
    t->part = copy;
    return t;
}

unsigned lck_tree_rank(const lck_tree *t)
{
    return !t ? 0 : t->leaf ? 1 : t->n;
}

const lck_tree *lck_tree_part(const lck_tree *t, unsigned i)
{
    return !t ? NULL : t->leaf ? (i == 0 ? t : NULL) : i < t->n ? t->part[i] : NULL;
}

unsigned lck_tree_leaves(const lck_tree *t, const lck_tree **leaf)
{
    unsigned n = 0;
    if (t && t->leaf) {
        leaf[0] = t;
        return 1;
    }
    for (unsigned i = 0; t && i < t->n; i++) {
        const lck_tree *below[LCK_TREE_LEAVES];
        unsigned m = lck_tree_leaves(t->part[i], below);
        for (unsigned k = 0; k < m && k < LCK_TREE_LEAVES && n + k < LCK_TREE_LEAVES; k++)
            leaf[n + k] = below[k];
        n += m;
    }
    return n;
}

static const lck_tree *with(lck_sums *x, const lck_tree *t, const lck_tree *const **leaf)
{
    if (!t || t->leaf)
        return t ? *(*leaf)++ : NULL;
    const lck_tree *part[LCK_TREE_LEAVES];
    unsigned n = t->n < LCK_TREE_LEAVES ? t->n : LCK_TREE_LEAVES;
    for (unsigned i = 0; i < n; i++)
        part[i] = with(x, t->part[i], leaf);
    return lck_tree_of(x, n, part);
}

const lck_tree *lck_tree_with(lck_sums *x, const lck_tree *t, const lck_tree *const *leaf)
{
    return with(x, t, &leaf);
}

bool lck_tree_size(const lck_tree *shape, int64_t *size)
{
    const lck_tree *leaf[LCK_TREE_LEAVES];
    unsigned n = lck_tree_leaves(shape, leaf);
    *size = 1;
    for (unsigned i = 0; i < n; i++) {
        int64_t value;
        if (n > LCK_TREE_LEAVES || !leaf[i]->value || !lck_sum_is(leaf[i]->value, &value) ||
            __builtin_mul_overflow(*size, value, size))
            return false;
    }
    return shape != NULL;
}

static const lck_sum unknown = {.known = false};

bool lck_tree_modes(const lck_tree *shape, const lck_tree *stride, lck_modes *m)
{
    const lck_tree *size[LCK_TREE_LEAVES], *step[LCK_TREE_LEAVES];
    m->n = lck_tree_leaves(shape, size);
    m->total = 1;
    if (m->n != lck_tree_leaves(stride, step) || m->n > LCK_TREE_LEAVES)
        return false;
    for (unsigned i = 0; i < m->n; i++) {
        if (!size[i]->value || !lck_sum_is(size[i]->value, &m->size[i]) || m->size[i] < 1 ||
            __builtin_mul_overflow(m->total, m->size[i], &m->total))
            return false;
        m->stride[i] = step[i]->value ? step[i]->value : &unknown;
    }
    return true;
}

/* ---- reading ---- */

static void skip_blanks(const char **at, const char *end)
{
    while (*at < end && isspace((unsigned char)**at))
        ++*at;
}

static bool take(const char **at, const char *end, const char *word)
{
    skip_blanks(at, end);
    size_t n = strlen(word);
    if ((size_t)(end - *at) < n || memcmp(*at, word, n) != 0)
        return false;
    *at += n;
    return true;
}

static bool take_integer(const char **at, const char *end, int64_t *value)
{
    skip_blanks(at, end);
    const char *p = *at;
    bool negative = p < end && *p == '-';
    p += negative;
    if (p >= end || !isdigit((unsigned char)*p))
        return false;
    for (*value = 0; p < end && isdigit((unsigned char)*p); p++)
        if (__builtin_mul_overflow(*value, 10, value) ||
            __builtin_add_overflow(*value, *p - '0', value))
            return false;
    *value = negative ? -*value : *value;
    *at = p;
    return true;
}

/* Behind `?`: `{i64 div=8}`, or nothing. */
static const lck_tree *read_dynamic(lck_sums *x, const char **at, const char *end)
{
    lck_tree *t = lck_arena_take(x->pool, sizeof *t);
    if (!t)
        return NULL;
    t->leaf = true;
    t->divisor = 1;
    if (!take(at, end, "{"))
        return t;
    while (*at < end && **at != '}')
        if (take(at, end, "div=")) {
            if (!take_integer(at, end, &t->divisor) || t->divisor < 1)
                return NULL;
        } else
            ++*at;
    return take(at, end, "}") ? t : NULL;
}

static const lck_tree *read_tree(lck_sums *x, const char **at, const char *end, int depth)
{
    int64_t value;
    if (depth > LCK_TREE_DEPTH)
        return NULL;
    if (take(at, end, "?"))
        return read_dynamic(x, at, end);
    if (take(at, end, "_")) {
        lck_tree *t = lck_arena_take(x->pool, sizeof *t);
        if (t)
            t->leaf = t->any = true;
        return t;
    }
    if (take_integer(at, end, &value)) /* a stride of coordinates has an @ behind it */
        return *at < end && **at == '@' ? NULL : lck_tree_leaf(x, lck_sum_of(x, value));
    if (!take(at, end, "("))
        return NULL;
    const lck_tree *part[LCK_TREE_LEAVES];
    unsigned n = 0;
    while (!take(at, end, ")")) {
        if (n == LCK_TREE_LEAVES || !(part[n++] = read_tree(x, at, end, depth + 1)))
            return NULL;
        take(at, end, ",");
    }
    return lck_tree_of(x, n, part);
}

const lck_tree *lck_tree_read(lck_sums *x, const char **at, const char *end)
{
    return read_tree(x, at, end, 0);
}

static bool read_swizzle(const char **at, const char *end, lck_swizzle *s)
{
    int64_t b, m, k;
    if (!take(at, end, "S<") || !take_integer(at, end, &b) || !take(at, end, ",") ||
        !take_integer(at, end, &m) || !take(at, end, ",") || !take_integer(at, end, &k) ||
        !take(at, end, ">") || b < 0 || b > 16 || m < 0 || m > 16 || k < -16 || k > 16)
        return false;
    *s = (lck_swizzle){(int)b, (int)m, (int)k};
    return true;
}

bool lck_swizzle_read(lck_ir_text text, lck_swizzle *swizzle)
{
    const char *at = text.at;
    return read_swizzle(&at, text.at + text.n, swizzle);
}

bool lck_cute_layout_read(lck_sums *x, lck_ir_text text, lck_cute_layout *layout)
{
    const char *at = text.at, *end = text.at + text.n;
    *layout = (lck_cute_layout){0};
    if (read_swizzle(&at, end, &layout->swizzle)) {
        const lck_tree *inner = NULL;
        if (!take(&at, end, "o") || !(inner = lck_tree_read(x, &at, end)) || !inner->leaf ||
            !take(&at, end, "o"))
            return false;
        layout->inner = inner->value;
    }
    layout->shape = lck_tree_read(x, &at, end);
    if (!layout->shape || !take(&at, end, ":"))
        return false;
    layout->stride = lck_tree_read(x, &at, end);
    skip_blanks(&at, end);
    return layout->stride && at == end;
}

/* ---- values ---- */

const lck_sum *lck_tree_at_index(lck_sums *x, const lck_sum *index, const lck_tree *shape,
                                 const lck_tree *stride)
{
    const lck_tree *size[LCK_TREE_LEAVES], *step[LCK_TREE_LEAVES];
    unsigned n = lck_tree_leaves(shape, size);
    int64_t value;
    if (lck_sum_is(index, &value) && value == 0)
        return x->zero;
    if (n > LCK_TREE_LEAVES || n != lck_tree_leaves(stride, step))
        return x->unknown;
    const lck_sum *total = x->zero;
    bool fades = false; /* a size is dynamic: coordinates past it are not known */
    for (unsigned i = 0; i < n; i++) {
        const lck_sum *here = index, *weight = step[i]->value ? step[i]->value : &unknown;
        int64_t extent = 0;
        if (fades)
            here = lck_sum_some(x, index, x->zero, 1);
        else if (i + 1 < n) {
            bool fixed = size[i]->value && lck_sum_is(size[i]->value, &extent);
            if (fixed && extent > 0)
                lck_sum_divide(x, index, extent, &index, &here);
            else {
                fades = true;
                here = lck_sum_some(x, index, x->zero, 1);
            }
        }
        total = lck_sum_add(x, total, lck_sum_mul(x, here, weight));
    }
    return total;
}

const lck_sum *lck_tree_at(lck_sums *x, const lck_tree *coordinate, const lck_tree *shape,
                           const lck_tree *stride)
{
    if (!coordinate || !shape || !stride)
        return x->unknown;
    if (coordinate->leaf && coordinate->any)
        return x->zero;
    if (coordinate->leaf)
        return coordinate->value ? lck_tree_at_index(x, coordinate->value, shape, stride)
                                 : x->unknown;
    if (shape->leaf || stride->leaf)
        return coordinate->n == 1 ? lck_tree_at(x, coordinate->part[0], shape, stride)
                                  : x->unknown;
    if (coordinate->n != shape->n || coordinate->n != stride->n)
        return coordinate->n == 1 ? lck_tree_at(x, coordinate->part[0], shape, stride)
                                  : x->unknown;
    const lck_sum *total = x->zero;
    for (unsigned i = 0; i < coordinate->n; i++)
        total = lck_sum_add(x, total,
                            lck_tree_at(x, coordinate->part[i], shape->part[i], stride->part[i]));
    return total;
}

int64_t lck_swizzle_at(lck_swizzle s, int64_t i)
{
    if (s.bits == 0)
        return i;
    int64_t mask = ((int64_t)1 << s.bits) - 1;
    int from = s.base + (s.shift > 0 ? s.shift : 0), to = s.base - (s.shift < 0 ? s.shift : 0);
    return i ^ ((i >> from & mask) << to);
}

int64_t lck_swizzle_period(lck_swizzle s)
{
    int shift = s.shift < 0 ? -s.shift : s.shift;
    return s.bits == 0 ? 1 : (int64_t)1 << (s.base + s.bits + shift);
}

const lck_sum *lck_swizzle_of(lck_sums *x, lck_swizzle s, const lck_sum *a)
{
    int64_t each[LCK_MOST_THREADS];
    if (s.bits == 0 || !a->known)
        return a;
    if (lck_sum_step_of(x, a) % lck_swizzle_period(s) != 0)
        return lck_sum_some(x, a, x->zero, 1);
    for (unsigned t = 0; t < x->threads; t++)
        each[t] = lck_swizzle_at(s, lck_sum_at(a, t)) - lck_sum_at(a, t);
    return lck_sum_add(x, a, lck_sum_each(x, each));
}
