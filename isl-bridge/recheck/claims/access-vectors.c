/* access-vectors.c - vectors of accesses: where they start, and that offsets are consecutive.
 *
 *   layouts      the leaves of the values are cut so that the first of them are a vector: its
 *                offset from the start is the place in it. A swizzle whose bits are all above
 *                those of a vector moves no element of one whose start is a multiple of it.
 *   linear       the columns of the bits of the place are these bits: so offsets are
 *   over F2      consecutive where the start has none of them
 *   others       all vectors are looked at
 */
#include "config.h"

#include "../sets/swizzle.h"
#include "accesses.h"

#include <string.h>

/* ---- where they are ---- */

/* How many values a thread has, and how far they are apart; false: there are no threads. */
static bool find_values(lc_ctx *lc, const lit *x, lc_int *apart, lc_int *values)
{
    size_t leaves = 0, at = 0;
    lc_int size = lcr_lit_size(lc, x);
    *apart = lc_int_const(1);
    *values = size;
    if (lcr_lit_has_dims(x)) {
        while (at < x->nins && strcmp(x->in[at].name, "register") != 0)
            at++;
        bool named = at < x->nins;
        if (!named && x->nins < 2)
            return false;
        *apart = lcr_lit_power(lc, x->in[named ? at : 1].first);
        *values = named ? lcr_lit_power(lc, x->in[at].bits) : lc_int_fdiv(lc, size, *apart);
        return true;
    }
    if (x->node[0] < 2)
        return false;
    lcr_lit_after(x, 1, &leaves);
    *apart = lcr_lit_span(lc, x, 0, leaves);
    *values = lc_int_fdiv(lc, size, *apart);
    return true;
}

/* The one number at a coordinate. */
static bool value_at(lc_ctx *lc, const lit *x, lc_int c, lc_int *out)
{
    lc_int value[LIT_MAX_AXES];
    *out = lc_int_const(0);
    if (!lcr_lit_at(lc, x, c, value))
        return false;
    for (size_t j = 0; j < x->naxes; j++) /* of one value, others are 0 */
        *out = lc_int_add(lc, *out, value[j]);
    return true;
}

/* Are n values from coordinate c on consecutive? */
static bool is_run(lc_ctx *lc, const accesses *a, lc_int c, int n)
{
    lc_int first, other;
    bool is = value_at(lc, a->whole, c, &first);
    for (int j = 1; is && j < n; j++) {
        lc_int at = lc_int_add(lc, c, lc_int_mul(lc, lc_int_const(j), a->apart));
        is = value_at(lc, a->whole, at, &other) &&
             lc_int_eq(other, lc_int_add(lc, first, lc_int_const(j)));
    }
    return is;
}

/* The coordinate at which a vector begins, the threads first. */
static lc_int start_of(lc_ctx *lc, const accesses *a, lc_int number)
{
    lc_int thread = lc_int_fmod(lc, number, a->apart);
    lc_int k = lc_int_mul(lc, lc_int_fdiv(lc, number, a->apart), lc_int_const(a->vector));
    return lc_int_add(lc, thread, lc_int_mul(lc, a->apart, k));
}

/* ---- the function of the starts ---- */

/* Leaf k of the copy becomes two, the first one of `part` coordinates. */
static void cut(lc_ctx *lc, lit *x, size_t k, lc_int part)
{
    lc_int rest = lc_int_fdiv(lc, x->extent[k], part);
    memmove(x->extent + k + 1, x->extent + k, (x->n - k) * sizeof *x->extent);
    memmove(x->step + k + 1, x->step + k, (x->n - k) * sizeof *x->step);
    x->extent[k] = part;
    x->extent[k + 1] = rest;
    x->step[k + 1] = lc_int_mul(lc, x->step[k], part);
    x->n++;
}

/* A layout whose leaves [*first, *end) are the places in a vector, one of them cut perhaps; NULL:
 * it has none, or an error. */
static lit *with_vectors(ev *e, const accesses *a, size_t *first, size_t *end)
{
    lc_ctx *lc = e->pool->lc;
    const lit *x = a->whole;
    lc_int before = lc_int_const(1), left = lc_int_const(a->vector);
    lit *y = x->kind == LIT_LAYOUT && x->naxes == 1 ? lcr_lit_copy(e->pool, x) : NULL;
    lc_int *extent = lcr_lit_alloc(e->pool, 2 * (x->n + 1), sizeof *extent);
    if (!y || !extent)
        return NULL;
    y->extent = extent;
    y->step = extent + x->n + 1;
    memcpy(y->extent, x->extent, x->n * sizeof *extent);
    memcpy(y->step, x->step, x->n * sizeof *extent);
    for (*first = 0; *first < y->n && lc_int_lt(before, a->apart); ++*first)
        before = lc_int_mul(lc, before, y->extent[*first]);
    if (!lc_int_eq(before, a->apart))
        return NULL;
    for (*end = *first; *end < y->n && !lc_int_is_one(left); ++*end) {
        lc_int part = lc_int_gcd(lc, left, y->extent[*end]);
        if (!lc_int_eq(part, y->extent[*end])) {
            if (!lc_int_eq(part, left))
                return NULL;
            cut(lc, y, *end, part);
        }
        left = lc_int_fdiv(lc, left, part);
    }
    return lc_int_is_one(left) ? y : NULL;
}

static const lit *starts_of_layout(ev *e, const accesses *a)
{
    size_t first, end;
    lit *y = with_vectors(e, a, &first, &end);
    if (!y || !(y->node = lcr_lit_alloc(e->pool, y->n + 1, sizeof *y->node)))
        return NULL;
    memmove(y->extent + first, y->extent + end, (y->n - end) * sizeof *y->extent);
    memmove(y->step + first, y->step + end, (y->n - end) * sizeof *y->step);
    lcr_lit_use(y, y->n - (end - first));
    return y;
}

/* Without the first bits of the values. */
static const lit *starts_of_linear(ev *e, const accesses *a, const lit *x)
{
    size_t bits = lcr_acc_log2(a->vector), at = lc_int_bits(a->apart) - 1, kept = x->bits - bits;
    lit *y = lcr_lit_copy(e->pool, x);
    lit_dim *in = lcr_lit_alloc(e->pool, x->nins + 1, sizeof *in);
    if (!y || !in ||
        !(y->column = lcr_lit_alloc(e->pool, x->naxes * kept + 1, sizeof *y->column)) ||
        !(y->node = lcr_lit_alloc(e->pool, 1, sizeof *y->node)) ||
        !(y->extent = lcr_lit_alloc(e->pool, 1, sizeof *y->extent)))
        return NULL;
    for (size_t j = 0; j < x->naxes; j++)
        for (size_t i = 0; i < kept; i++)
            y->column[j * kept + i] = x->column[j * x->bits + (i < at ? i : i + bits)];
    for (size_t i = 0; i < x->nins; i++) {
        in[i] = x->in[i];
        in[i].bits -= in[i].first == at && in[i].bits > 0 ? bits : 0;
        in[i].first -= in[i].first > at ? bits : 0;
    }
    y->in = in;
    y->bits = kept;
    y->nnodes = y->n = 1;
    y->node[0] = 0;
    y->extent[0] = lcr_lit_power(e->pool->lc, kept);
    y->lane_bit -= y->has_lane && y->lane_bit > at ? bits : 0;
    return y;
}

static const lit *starts_of(ev *e, const accesses *a);

/* What is inside counts the coordinates. */
static const lit *starts_of_composed(ev *e, const accesses *a)
{
    accesses inside = *a;
    inside.whole = a->whole->inner;
    const lit *inner = starts_of(e, &inside);
    lit *y = inner ? lcr_lit_copy(e->pool, a->whole) : NULL;
    if (!y)
        return NULL;
    y->inner = inner;
    y->nnodes = inner->nnodes;
    y->n = inner->n;
    y->node = inner->node;
    y->extent = inner->extent;
    y->bits = inner->bits;
    y->in = inner->in;
    y->lane_bit = inner->lane_bit;
    return y;
}

/* The values, where they are few. */
static const lit *starts_in_list(ev *e, const accesses *a)
{
    lc_ctx *lc = e->pool->lc;
    lc_int size = lcr_lit_size(lc, a->whole);
    lit *y = lcr_lit_flat(e->pool, 1);
    if (!y || !lcr_lit_is_few(size))
        return NULL;
    y->nvalues = (size_t)lc_int_get_si(size) / (size_t)a->vector;
    lc_int *value = lcr_lit_alloc(e->pool, y->nvalues + 1, sizeof *value);
    for (size_t i = 0; value && i < y->nvalues; i++)
        if (!value_at(lc, a->whole, start_of(lc, a, lc_int_si(lc, (int64_t)i)), &value[i]))
            return NULL;
    y->kind = LIT_LISTED;
    y->step = NULL;
    y->extent[0] = lc_int_si(lc, (int64_t)y->nvalues);
    y->value = value;
    return value ? y : NULL;
}

/* NULL: there is none here, or an error. */
static const lit *starts_of(ev *e, const accesses *a)
{
    switch (a->whole->kind) {
    case LIT_LAYOUT: return starts_of_layout(e, a);
    case LIT_LINEAR: return starts_of_linear(e, a, a->whole);
    case LIT_COMPOSED: return starts_of_composed(e, a);
    default: return NULL;
    }
}

bool lcr_acc_set_vectors(ev *e, accesses *a, int vector)
{
    lc_ctx *lc = e->pool->lc;
    lc_int values, width = lc_int_const(a->width), n = lc_int_const(vector);
    a->whole = a->x;
    bool threads = find_values(lc, a->x, &a->apart, &values), own = vector == 0;
    if (own && threads && lc_int_divides(lc, a->bytes, width))
        n = lc_int_fdiv(lc, width, a->bytes);
    bool fits = lc_int_is_one(n) || (lc_int_lt(lc_int_const(0), n) && lc_int_divides(lc, n, values) &&
                                     lc_int_eq(lc_int_mul(lc, n, a->bytes), width));
    a->vector = fits ? (int)lc_int_get_si(n) : 1;
    if (!own && !fits)
        return false;
    if (own && !is_run(lc, a, lc_int_const(0), a->vector))
        a->vector = 1;
    if (a->vector == 1) {
        a->whole = NULL;
        return true;
    }
    a->x = starts_of(e, a);
    if (!a->x && lcr_ev_ok(e))
        a->x = starts_in_list(e, a);
    return a->x != NULL;
}

/* ---- that they are consecutive ---- */

/* The leaves of a vector move by their places in it. */
static bool layout_vectors(ev *e, const lit *y, size_t first, size_t end, bool *broken)
{
    lc_ctx *lc = e->pool->lc;
    lc_int place = lc_int_const(1);
    sys s = lcr_sys_new(e->pool);
    sys_sum past = {.constant = lc_int_const(0)};
    for (size_t k = first; k < end; k++) {
        lc_int more = lc_int_sub(lc, y->step[k], place);
        *broken = *broken || !(lc_int_is_zero(more) || lc_int_is_one(y->extent[k]));
        lcr_sys_add_var(&s, &past, more, lcr_sys_below(&s, 'j', y->extent[k]));
        place = lc_int_mul(lc, place, y->extent[k]);
    }
    return lcr_ev_not_zero(e, &s, &past);
}

/* A set for each bit of an offset: it is that of the place, or none where the place has none. */
static bool linear_vectors(ev *e, const accesses *a, size_t bits, bool *broken)
{
    lc_ctx *lc = e->pool->lc;
    lc_int col[8], first, c = a->apart;
    size_t x[8], most = bits;
    sys s = lcr_sys_bits(e->pool, 'j', bits, x);
    bool is = value_at(lc, a->whole, lc_int_const(0), &first);
    for (size_t i = 0; is && i < bits; i++, c = lc_int_add(lc, c, c)) {
        is = value_at(lc, a->whole, c, &col[i]);
        col[i] = is ? lcr_lit_xor(lc, col[i], first) : first;
        most = lc_int_bits(col[i]) > most ? lc_int_bits(col[i]) : most;
        *broken = *broken || !lc_int_eq(col[i], lcr_lit_power(lc, i));
    }
    for (size_t bit = 0; is && bit < most; bit++) {
        sys_sum sum = {.constant = lc_int_const(0)};
        for (size_t i = 0; i < bits; i++)
            lcr_sys_add_var(&s, &sum, lc_int_const(lc_int_bit(col[i], bit) + (i == bit)), x[i]);
        is = lcr_ev_parity(e, &s, &sum, true);
    }
    return is || (lcr_ev_ok(e) && lcr_ev_not(e));
}

static bool look(ev *e, const accesses *a, bool *broken)
{
    lc_ctx *lc = e->pool->lc;
    lc_int size = lcr_lit_size(lc, a->whole);
    if (!lcr_lit_is_few(size))
        return lcr_ev_not(e);
    int64_t n = lc_int_get_si(size) / a->vector;
    for (int64_t i = 0; i < n && !*broken; i++) {
        lc_frame frame = lc_frame_open(lc);
        *broken = !is_run(lc, a, start_of(lc, a, lc_int_si(lc, i)), a->vector);
        lc_frame_close(lc, frame);
    }
    e->out->looked = true;
    return lcr_ev_condition(e, !*broken, "a vector is no consecutive offsets");
}

bool lcr_acc_vectors(ev *e, const accesses *a, bool *broken)
{
    size_t first, end, bits;
    *broken = false;
    if (!a->whole)
        return true;
    const lit *x = a->whole;
    fn f = {1, {x}};
    bool plain = x->kind == LIT_LAYOUT && !x->basis && !x->by_xor;
    bool kept = x->b == 0 || (x->s != 0 && a->vector <= 1 << (x->m < 8 ? x->m : 8));
    const lit *y = plain && kept ? with_vectors(e, a, &first, &end) : NULL;
    if (y)
        return layout_vectors(e, y, first, end, broken);
    if (lc_int_is_power_of_two(a->apart) && (a->vector & (a->vector - 1)) == 0 &&
        lcr_fn_is_affine_in_bits(e->pool->lc, &f, x, &bits))
        return linear_vectors(e, a, lcr_acc_log2(a->vector), broken);
    return lcr_ev_ok(e) && look(e, a, broken);
}
