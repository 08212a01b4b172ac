/* recheck-vector.c - vectorizes: n elements move as one wherever they lie.
 *
 * The first vector is where A and B are i more than at 0, i < n, and the others are its
 * translates, each from the least coordinate that is in none yet. In each the values of A,
 * and those of B, are n consecutive ones, in the same order. Where there is a choice which
 * coordinates are the first vector's, there is no evidence, but of functions that are neither
 * layouts nor linear over F2, which take the least ones.
 *
 * Small domains are looked at, coordinate by coordinate. Of functions linear over F2
 * translates are by XOR, and A and B have the same elements of each vector when they leave the
 * same modulo n.
 *
 * Of larger layouts the witness is the first vector as a layout F. Its modes tile the
 * coordinates, and T, what is left between them, has the beginnings of vectors. The sets: a
 * coordinate of the first vector that is not F's; one whose value is not that at the beginning
 * of its vector and its number. What refutes is an offset below n at no coordinate of both; or
 * a vector, F from t on as a tensor {t} o F, whose values are looked at.
 */
#include "config.h"

#include "recheck-claims.h"

#include <stdlib.h>
#include <string.h>

/* ---- one vector ---- */

/* n consecutive values in any order; `seen` has room for n. */
static bool consecutive(const int64_t *v, size_t n, bool *seen)
{
    int64_t low = v[0];
    for (size_t i = 0; i < n; i++)
        low = v[i] < low ? v[i] : low;
    memset(seen, 0, n * sizeof *seen);
    for (size_t i = 0; i < n; i++) {
        uint64_t at = (uint64_t)v[i] - (uint64_t)low;
        if (at >= n || seen[at])
            return false;
        seen[at] = true;
    }
    return true;
}

static bool moves(const int64_t *a, const int64_t *b, size_t n, bool *seen)
{
    bool same = consecutive(a, n, seen) && consecutive(b, n, seen);
    for (size_t i = 0; same && i < n; i++)
        same = a[i] - a[0] == b[i] - b[0];
    return same;
}

/* ---- small domains ---- */

/* The coordinates that both have, and the first vector's among them. */
typedef struct {
    size_t size, n;
    int64_t *a, *b;
    size_t *first;
    bool *taken, *seen;
} table;

/* NULL in t->a: there is no such table. */
static bool read_table(ev *e, const lit *a, const lit *b, lc_int n, table *t)
{
    size_t left, right;
    *t = (table){.a = NULL};
    if (!lcr_ev_values(e, a, &t->a, &left) || !lcr_ev_values(e, b, &t->b, &right))
        return false;
    if (t->a == NULL || t->b == NULL) {
        t->a = NULL;
        return true;
    }
    t->size = left < right ? left : right;
    t->n = lc_int_le(n, lc_int_const(LCR_EVIDENCE_POINTS)) ? (size_t)lc_int_get_si(n) : SIZE_MAX;
    t->first = lcr_lit_alloc(e->pool, t->size, sizeof *t->first);
    t->taken = lcr_lit_alloc(e->pool, t->size, sizeof *t->taken);
    t->seen = lcr_lit_alloc(e->pool, t->size, sizeof *t->seen);
    return t->first != NULL && t->taken != NULL && t->seen != NULL;
}

/* Where both are i more than at 0, the least first; *count: how many there are. */
static size_t place_of(const table *t, int64_t i, bool by_xor, size_t *count)
{
    size_t place = 0;
    *count = 0;
    for (size_t c = t->size; c-- > 0;) {
        int64_t x = by_xor ? t->a[c] ^ t->a[0] : t->a[c] - t->a[0];
        int64_t y = by_xor ? t->b[c] ^ t->b[0] : t->b[c] - t->b[0];
        if (x == i && y == i) {
            place = c;
            ++*count;
        }
    }
    return place;
}

/* Translates fill the coordinates, and each moves as one. */
static bool all_move(table *t, bool *tiled)
{
    int64_t *x = calloc(t->n, sizeof *x), *y = calloc(t->n, sizeof *y);
    bool all = x != NULL && y != NULL;
    *tiled = true;
    for (size_t c = 0; all && *tiled && c < t->size; c++) {
        if (t->taken[c])
            continue;
        for (size_t i = 0; *tiled && i < t->n; i++) {
            size_t at = c + t->first[i];
            *tiled = at < t->size && !t->taken[at];
            if (!*tiled)
                break;
            t->taken[at] = true;
            x[i] = t->a[at];
            y[i] = t->b[at];
        }
        all = !*tiled || moves(x, y, t->n, t->seen);
    }
    free(x);
    free(y);
    return all;
}

/* By sums; where `plain`, one choice only. */
static bool by_sums(ev *e, table *t, bool plain)
{
    bool common = t->n <= t->size, tiled;
    e->out->by = "points";
    for (size_t i = 0; common && i < t->n; i++) {
        size_t count;
        t->first[i] = place_of(t, (int64_t)i, false, &count);
        if (plain && count > 1)
            return lcr_ev_not(e);
        common = count > 0;
    }
    if (!lcr_ev_condition(e, common, "an element of the vector is not in common") || !common)
        return true;
    bool all = all_move(t, &tiled);
    return lcr_ev_condition(e, tiled, "the coordinates do not fall into vectors") &&
           lcr_ev_condition(e, all, "a vector is torn");
}

static bool by_bits(ev *e, table *t)
{
    bool power = t->n != SIZE_MAX && (t->n & (t->n - 1)) == 0, common = power, same = power;
    e->out->by = "points";
    for (size_t bit = 1; common && bit < t->n; bit *= 2) {
        size_t count;
        place_of(t, (int64_t)bit, true, &count);
        common = count > 0;
    }
    for (size_t c = 0; same && c < t->size; c++)
        same = (t->a[c] - t->b[c]) % (int64_t)t->n == 0;
    return lcr_ev_condition(e, power, "the length is no power of two") &&
           lcr_ev_condition(e, common, "an element of the vector is not in common") &&
           lcr_ev_condition(e, same, "two values differ modulo n");
}

static bool in_bits(ev *e, const lit *a, const lit *b)
{
    size_t bits;
    fn f = {1, {a}, NULL}, g = {1, {b}, NULL};
    return lcr_fn_is_affine_in_bits(e->pool->lc, &f, a, &bits) &&
           lcr_fn_is_affine_in_bits(e->pool->lc, &g, b, &bits);
}

static bool by_points(ev *e, const lit *a, const lit *b, lc_int n, bool plain)
{
    table t;
    if (!read_table(e, a, b, n, &t))
        return false;
    if (t.a == NULL)
        return true;
    return !plain && in_bits(e, a, b) ? by_bits(e, &t) : by_sums(e, &t, plain);
}

/* ---- vectors of larger layouts ---- */

/* F and T, and what is made of their modes: over (i,t) the coordinate, where its vector
 * begins, its number in it. */
typedef struct {
    const lit *f;
    lit *t, *at, *begin, *number;
    lc_int zero_a, zero_b; /* the values at 0 */
} vectors;

static lit *flat(ev *e, size_t n)
{
    lit *a = lcr_lit_alloc(e->pool, 1, sizeof *a);
    if (a == NULL)
        return NULL;
    *a = (lit){.kind = LIT_LAYOUT, .nnodes = n + 1, .n = n, .naxes = 1,
               .node = lcr_lit_alloc(e->pool, n + 1, sizeof *a->node),
               .extent = lcr_lit_alloc(e->pool, n, sizeof *a->extent),
               .step = lcr_lit_alloc(e->pool, n, sizeof *a->step)};
    if (a->node == NULL || a->extent == NULL || a->step == NULL)
        return NULL;
    a->node[0] = (uint32_t)n;
    return a;
}

static int by_step(const void *x, const void *y)
{
    return lc_int_cmp(((const lc_int *)x)[1], ((const lc_int *)y)[1]);
}

/* What the modes of F leave of [0,size), between them in order of step; n is 0 where they do
 * not tile it. */
static lit *rest_of(ev *e, const lit *f, lc_int size)
{
    lc_ctx *lc = e->pool->lc;
    lc_int(*mode)[2] = lcr_lit_alloc(e->pool, f->n + 1, sizeof *mode), end = lc_int_const(1);
    lit *t = flat(e, f->n + 1);
    size_t n = 0;
    if (mode == NULL || t == NULL)
        return NULL;
    for (size_t k = 0; k < f->n; k++)
        if (!lc_int_is_one(f->extent[k])) {
            mode[n][0] = f->extent[k];
            mode[n++][1] = f->step[k];
        }
    qsort(mode, n, sizeof *mode, by_step);
    mode[n][1] = size;
    t->n = 0;
    for (size_t k = 0; k <= n; k++) {
        if (lc_int_sign(mode[k][1]) <= 0 || !lc_int_divides(lc, end, mode[k][1])) {
            t->n = 0;
            return t;
        }
        t->extent[t->n] = lc_int_fdiv(lc, mode[k][1], end);
        t->step[t->n++] = end;
        end = k < n ? lc_int_mul(lc, mode[k][0], mode[k][1]) : end;
    }
    t->nnodes = t->n + 1;
    t->node[0] = (uint32_t)t->n;
    return t;
}

/* Parts NULL: steps of 0. */
static lit *of_modes(ev *e, const vectors *w, const lc_int *first, const lc_int *rest)
{
    size_t n = w->f->n, m = w->t->n;
    lit *a = flat(e, n + m);
    if (a == NULL)
        return NULL;
    memcpy(a->extent, w->f->extent, n * sizeof *a->extent);
    memcpy(a->extent + n, w->t->extent, m * sizeof *a->extent);
    for (size_t k = 0; k < n + m; k++)
        a->step[k] = lc_int_const(0);
    if (first != NULL)
        memcpy(a->step, first, n * sizeof *a->step);
    if (rest != NULL)
        memcpy(a->step + n, rest, m * sizeof *a->step);
    return a;
}

/* False: an error, or, with `none` set, F is no such layout. */
static bool read_vectors(ev *e, const lit *a, const lit *b, const lit *f, lc_int n, vectors *w)
{
    lc_ctx *lc = e->pool->lc;
    lc_int size = lc_int_min(lcr_lit_size(lc, a), lcr_lit_size(lc, b)), place = lc_int_const(1);
    lc_int *numbers = lcr_lit_alloc(e->pool, f->n + 1, sizeof *numbers);
    if (numbers == NULL || !lcr_lit_is_affine(f) || f->basis ||
        !lc_int_eq(lcr_lit_size(lc, f), n)) {
        lcr_ev_not(e);
        return false;
    }
    for (size_t k = 0; k < f->n; k++) {
        numbers[k] = place;
        place = lc_int_mul(lc, place, f->extent[k]);
    }
    *w = (vectors){.f = f, .t = rest_of(e, f, size)};
    if (w->t == NULL || w->t->n == 0) {
        lcr_ev_not(e);
        return false;
    }
    w->zero_a = a->offset != NULL ? a->offset[0] : lc_int_const(0);
    w->zero_b = b->offset != NULL ? b->offset[0] : lc_int_const(0);
    w->at = of_modes(e, w, f->step, w->t->step);
    w->begin = of_modes(e, w, NULL, w->t->step);
    w->number = of_modes(e, w, numbers, NULL);
    return w->at != NULL && w->begin != NULL && w->number != NULL;
}

static bool system_of(ev *e, sys **s, sys_sum **sums, size_t n)
{
    *s = lcr_lit_alloc(e->pool, 1, sizeof **s);
    *sums = lcr_lit_alloc(e->pool, n, sizeof **sums);
    if (*s != NULL)
        lcr_sys_begin(*s, e->pool);
    return *s != NULL && *sums != NULL;
}

/* No coordinate of a vector has another value than that at its beginning and its number. */
static bool runs_on(ev *e, const vectors *w, const lit *x)
{
    sys *s;
    sys_sum *sum; /* the coordinate, its value; the beginning, its value; the number */
    size_t var[SYS_VARS];
    if (!system_of(e, &s, &sum, 5) || w->at->n + 2 * x->n > SYS_VARS)
        return lcr_ev_not(e);
    lcr_fn_coordinates(s, w->at, 'c', false, var);
    lcr_fn_natural(s, w->at, var, &sum[0]);
    lcr_fn_natural(s, w->begin, var, &sum[2]);
    lcr_fn_natural(s, w->number, var, &sum[4]);
    if (!lcr_fn_apply(s, x, NULL, &sum[0], &sum[1]) || !lcr_fn_apply(s, x, NULL, &sum[2], &sum[3]))
        return lcr_ev_not(e);
    lcr_sys_add(s, &sum[1], lc_int_const(-1), &sum[3]);
    lcr_sys_add(s, &sum[1], lc_int_const(-1), &sum[4]);
    return lcr_ev_relate(e, s, &sum[1], SYS_GT) && lcr_ev_relate(e, s, &sum[1], SYS_LT);
}

/* Where a coordinate of both is k more than at 0 in both, k < n, it is F(k), and F(k) is. */
static bool one_choice(ev *e, const vectors *w, const lit *a, const lit *b)
{
    lc_ctx *lc = e->pool->lc;
    const lit *z = lc_int_le(lcr_lit_size(lc, a), lcr_lit_size(lc, b)) ? a : b,
              *other = z == a ? b : a;
    sys *s;
    sys_sum *sum; /* the coordinate, its values; F at k; k */
    size_t var[SYS_VARS], digit[SYS_VARS];
    lit number = *w->number;
    number.n = w->f->n;
    if (!system_of(e, &s, &sum, 5) || z->n + other->n + w->f->n > SYS_VARS)
        return lcr_ev_not(e);
    lcr_fn_coordinates(s, z, 'c', false, var);
    lcr_fn_coordinates(s, w->f, 'i', false, digit);
    lcr_fn_integral(s, z, 0, z->n, var, &sum[0]);
    lcr_fn_natural(s, z, var, &sum[1]);
    if (!lcr_fn_apply(s, other, NULL, &sum[0], &sum[2]))
        return lcr_ev_not(e);
    lit plain = *w->f;
    plain.offset = NULL;
    lcr_fn_natural(s, &plain, digit, &sum[3]);
    lcr_fn_natural(s, &number, digit, &sum[4]);
    for (size_t k = 1; k <= 2; k++) {
        lc_int zero = (k == 1) == (z == a) ? w->zero_a : w->zero_b;
        sum[k].constant = lc_int_sub(lc, sum[k].constant, zero);
        lcr_sys_add(s, &sum[k], lc_int_const(-1), &sum[4]);
        lcr_sys_relate(s, &sum[k], SYS_EQ);
    }
    lcr_sys_add(s, &sum[0], lc_int_const(-1), &sum[3]);
    return lcr_ev_relate(e, s, &sum[0], SYS_GT) && lcr_ev_relate(e, s, &sum[0], SYS_LT);
}

/* n does not divide the number of coordinates: no witness is needed. */
static bool uneven(ev *e, const lit *a, const lit *b, lc_int n)
{
    lc_ctx *lc = e->pool->lc;
    lc_int size = lc_int_min(lcr_lit_size(lc, a), lcr_lit_size(lc, b));
    if (lc_int_divides(lc, n, size))
        return lcr_ev_not(e);
    e->out->by = "vector";
    return lcr_ev_condition(e, false, "the coordinates do not fall into vectors");
}

/* ---- what refutes ---- */

/* No coordinate of both is so much more than at 0 in both. */
static bool not_common(ev *e, const lit *a, const lit *b, lc_int offset)
{
    lc_ctx *lc = e->pool->lc;
    const lit *z = lc_int_le(lcr_lit_size(lc, a), lcr_lit_size(lc, b)) ? a : b,
              *other = z == a ? b : a;
    sys *s;
    sys_sum *sum;
    size_t var[SYS_VARS];
    if (!system_of(e, &s, &sum, 3) || z->n + other->n > SYS_VARS)
        return lcr_ev_not(e);
    lcr_fn_coordinates(s, z, 'c', false, var);
    lcr_fn_integral(s, z, 0, z->n, var, &sum[0]);
    lcr_fn_natural(s, z, var, &sum[1]);
    if (!lcr_fn_apply(s, other, NULL, &sum[0], &sum[2]))
        return lcr_ev_not(e);
    for (size_t k = 1; k <= 2; k++) {
        const lit *x = k == 1 ? z : other;
        sum[k].constant = lc_int_sub(lc, sum[k].constant, offset);
        if (x->offset != NULL)
            sum[k].constant = lc_int_sub(lc, sum[k].constant, x->offset[0]);
    }
    lcr_sys_relate(s, &sum[1], SYS_EQ);
    return lcr_ev_relate(e, s, &sum[2], SYS_EQ);
}

/* Values at t + F(i), less that at t; false where they are too large. */
static bool values_from(lc_ctx *lc, const lit *x, const lit *f, lc_int t, size_t n, int64_t *out)
{
    lc_int from[LIT_MAX_AXES], value[LIT_MAX_AXES], c[LIT_MAX_AXES];
    lit plain = *f;
    plain.offset = NULL;
    bool fits = lcr_lit_at(lc, x, t, from);
    for (size_t i = 0; fits && i < n; i++) {
        lc_frame frame = lc_frame_open(lc);
        fits = lcr_lit_at(lc, &plain, lc_int_si(lc, (int64_t)i), c) &&
               lcr_lit_at(lc, x, lc_int_add(lc, t, c[0]), value);
        lc_int d = lc_int_sub(lc, value[0], from[0]);
        fits = fits && lc_int_fits_si(d);
        if (fits)
            out[i] = lc_int_get_si(d);
        lc_frame_close(lc, frame);
    }
    return fits;
}

/* Does t begin a vector: no digit of it is in a mode of F? */
static bool is_beginning(lc_ctx *lc, const vectors *w, lc_int t)
{
    bool begins = lc_int_sign(t) >= 0;
    for (size_t k = 0; begins && k < w->f->n; k++) {
        lc_int digit = lc_int_is_zero(w->f->step[k])
                           ? lc_int_const(0)
                           : lc_int_fmod(lc, lc_int_fdiv(lc, t, w->f->step[k]), w->f->extent[k]);
        begins = lc_int_is_zero(digit);
    }
    return begins;
}

/* The vector {t} o F is torn, and F is the first. */
static bool torn(ev *e, const lit *a, const lit *b, const lit *f, lc_int n)
{
    lc_ctx *lc = e->pool->lc;
    vectors w;
    if (f->kind != LIT_LAYOUT || lc_int_lt(lc_int_const(LCR_EVIDENCE_POINTS), n))
        return lcr_ev_not(e);
    if (!read_vectors(e, a, b, f, n, &w))
        return e->none;
    e->out->looked = true;
    size_t count = (size_t)lc_int_get_si(n);
    lc_int zero = lc_int_const(0), t = f->offset != NULL ? f->offset[0] : zero;
    lc_int size = lc_int_min(lcr_lit_size(lc, a), lcr_lit_size(lc, b));
    int64_t *x = lcr_lit_alloc(e->pool, count, sizeof *x),
            *y = lcr_lit_alloc(e->pool, count, sizeof *y);
    bool *seen = lcr_lit_alloc(e->pool, count, sizeof *seen), first = true;
    if (x == NULL || y == NULL || seen == NULL)
        return false;
    if (!values_from(lc, a, f, zero, count, x) || !values_from(lc, b, f, zero, count, y))
        return lcr_ev_not(e);
    for (size_t i = 0; i < count; i++)
        first = first && x[i] == (int64_t)i && y[i] == (int64_t)i;
    if (!values_from(lc, a, f, t, count, x) || !values_from(lc, b, f, t, count, y))
        return lcr_ev_not(e);
    bool ok = lcr_ev_condition(e, first, "the witness is not the first vector") &&
              lcr_ev_condition(e, is_beginning(lc, &w, t) && lc_int_lt(t, size),
                           "no vector begins there") &&
              lcr_ev_condition(e, !moves(x, y, count, seen), "the vector is not torn") &&
              one_choice(e, &w, a, b);
    return ok;
}

/* ---- the claim ---- */

static bool is_plain(const lit *a)
{
    return lcr_lit_is_affine(a) && !a->basis;
}

/* Integers, and a length; small: the values that both have can be looked at. */
static bool read_claim(ev *e, const lcr_statement *c, const lit **a, const lit **b, lc_int *n,
                       bool *small)
{
    lc_ctx *lc = e->pool->lc;
    lc_int most = lc_int_const(LCR_EVIDENCE_POINTS);
    *a = lcr_ev_layout(e, c->arg[0]);
    *b = *a != NULL ? lcr_ev_layout(e, c->arg[1]) : NULL;
    if (*b == NULL || !lcr_lit_is_function(*a) || !lcr_lit_is_function(*b) || (*a)->basis ||
        (*b)->basis || !lcr_ev_integer(c->arg[2], n) || lc_int_sign(*n) <= 0) {
        lcr_ev_not(e);
        return false;
    }
    *small = lc_int_le(lcr_lit_size(lc, *a), most) && lc_int_le(lcr_lit_size(lc, *b), most);
    return true;
}

/* A tensor whose address, the offset before a layout, is no multiple of n. */
static bool is_misaligned(lc_ctx *lc, const lit *a, lc_int n)
{
    return is_plain(a) && !a->swizzled && a->offset != NULL && !lc_int_divides(lc, n, a->offset[0]);
}

bool lcr_ev_vectorizes(ev *e, const lcr_statement *c)
{
    lc_ctx *lc = e->pool->lc;
    lc_int n;
    const lit *a, *b;
    bool small;
    vectors w;
    if (!read_claim(e, c, &a, &b, &n, &small))
        return e->none;
    if (is_misaligned(lc, a, n) || is_misaligned(lc, b, n)) {
        e->out->by = "vector";
        return lcr_ev_condition(e, false, "a tensor begins at no multiple of the length");
    }
    bool plain = is_plain(a) && is_plain(b);
    if (small && c->witness == NULL)
        return by_points(e, a, b, n, plain);
    if (!plain)
        return lcr_ev_not(e);
    if (c->witness == NULL)
        return uneven(e, a, b, n);
    if (!read_vectors(e, a, b, c->witness, n, &w))
        return e->none;
    e->out->by = "vector";
    e->out->one_way = true;
    return one_choice(e, &w, a, b) && runs_on(e, &w, a) && runs_on(e, &w, b);
}

bool lcr_ev_not_vectorizes(ev *e, const lcr_statement *c)
{
    lc_int n, offset;
    const lit *a, *b;
    bool small;
    if (!read_claim(e, c, &a, &b, &n, &small))
        return e->none;
    if (!is_plain(a) || !is_plain(b))
        return lcr_ev_not(e);
    e->out->by = "vector";
    if (!lcr_ev_integer(c->witness, &offset))
        return torn(e, a, b, c->witness, n);
    return lcr_ev_condition(e, lc_int_sign(offset) >= 0 && lc_int_lt(offset, n),
                        "the witness is none of the vector") &&
           not_common(e, a, b, offset);
}
