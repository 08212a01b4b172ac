/* accesses.c - accesses of a warp: where lanes start, and what they cost. */
#include "config.h"

#include "../sets/graph.h"
#include "accesses.h"

#include <string.h>

/* ---- threads and their values ---- */

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

/* Is the vector from coordinate c on consecutive? */
static bool is_run(lc_ctx *lc, const accesses *a, lc_int c)
{
    lc_int first, other;
    bool is = value_at(lc, a->given, c, &first);
    for (int j = 1; is && j < a->vector; j++) {
        lc_int at = lc_int_add(lc, c, lc_int_mul(lc, lc_int_const(j), a->apart));
        is = value_at(lc, a->given, at, &other) &&
             lc_int_eq(other, lc_int_add(lc, first, lc_int_const(j)));
    }
    return is;
}

/* ---- the function of the starts ---- */

size_t lcr_acc_split(ev *e, const lit **x, lc_int size)
{
    lc_ctx *lc = e->pool->lc;
    size_t n = 0;
    for (; n < (*x)->n && !lc_int_is_one(size); n++) {
        lc_int here = (*x)->extent[n];
        if (lc_int_divides(lc, here, size)) {
            size = lc_int_fdiv(lc, size, here);
            continue;
        }
        lit *y = lc_int_divides(lc, size, here) ? lcr_lit_flat(e->pool, (*x)->n + 1) : NULL;
        if (!y)
            return SIZE_MAX;
        for (size_t k = 0; k < y->n; k++) {
            y->extent[k] = (*x)->extent[k - (k > n)];
            y->step[k] = (*x)->step[k - (k > n)];
        }
        y->extent[n] = size;
        y->extent[n + 1] = lc_int_fdiv(lc, here, size);
        y->step[n + 1] = lc_int_mul(lc, y->step[n], size);
        lcr_lit_end_like(y, *x);
        *x = y;
        size = lc_int_const(1);
    }
    return n;
}

/* Is X linear over F2 in the bits of its coordinates, so many? */
static bool is_linear(lit_pool *pool, const accesses *a, size_t *bits)
{
    fn f = {1, {a->given}};
    bool moved = a->given->kind == LIT_COMPOSED && lcr_lit_has_dims(a->given);
    *bits = a->given->bits;
    return (a->lanes & (a->lanes - 1)) == 0 && lc_int_is_power_of_two(a->bytes) &&
           (moved || lcr_value_is_xor(pool, &f, a->given, bits));
}

/* Which bit of X is bit i of a place in the order of accesses: those of `lane` come first, those
 * of vectors do not count. */
static size_t bit_of(const accesses *a, size_t i)
{
    const lit *x = a->given;
    size_t vector = a->end - a->first, kept = x->bits - vector, at = 0, lanes = 0;
    if (x->has_lane) {
        at = x->lane_bit - (x->lane_bit > a->first ? vector : 0);
        lanes = at + x->lane_bits < kept ? x->lane_bits : kept - at;
    }
    if (i < lanes)
        i += at;
    else if (i - lanes < at)
        i -= lanes;
    return i < a->first ? i : i + vector;
}

/* X by its values at single bits; and without the bits of vectors. */
static bool by_bits(ev *e, accesses *a, size_t bits)
{
    lc_ctx *lc = e->pool->lc;
    lit *x = lcr_lit_flat(e->pool, bits), *y = lcr_lit_flat(e->pool, bits - (a->end - a->first));
    lc_int zero = lc_int_const(0);
    if (!x || !y || !value_at(lc, a->given, zero, &zero) ||
        !(x->offset = lcr_lit_alloc(e->pool, 1, sizeof *x->offset)))
        return false;
    x->by_xor = a->by_bits = true;
    x->offset[0] = zero;
    for (size_t i = 0; i < bits; i++) {
        x->extent[i] = lc_int_const(2);
        if (!value_at(lc, a->given, lcr_lit_power(lc, i), &x->step[i]))
            return false;
        x->step[i] = lcr_lit_xor(lc, x->step[i], zero);
    }
    y->by_xor = true;
    y->offset = x->offset;
    for (size_t i = 0; i + a->end - a->first < bits; i++) {
        y->extent[i] = lc_int_const(2);
        y->step[i] = x->step[bit_of(a, i)];
    }
    a->whole = x;
    a->x = y;
    return true;
}

/* A layout without the leaves that are vectors; false: leaves are not cut there. */
static bool by_leaves(ev *e, accesses *a)
{
    const lit *x = a->given;
    lc_int end = lc_int_mul(e->pool->lc, a->apart, lc_int_const(a->vector));
    if (x->kind != LIT_LAYOUT || x->basis || x->by_xor || x->naxes != 1)
        return false;
    a->first = lcr_acc_split(e, &x, a->apart);
    a->end = a->first != SIZE_MAX ? lcr_acc_split(e, &x, end) : SIZE_MAX;
    lit *y = a->end != SIZE_MAX ? lcr_lit_flat(e->pool, x->n - (a->end - a->first)) : NULL;
    if (!y)
        return false;
    for (size_t k = 0, n = 0; k < x->n; k++)
        if (k < a->first || k >= a->end) {
            y->extent[n] = x->extent[k];
            y->step[n++] = x->step[k];
        }
    lcr_lit_end_like(y, x);
    a->whole = x;
    a->x = y;
    return true;
}

/* The coordinate of X where the lane at a place in the order of accesses starts. */
static lc_int start_of(lc_ctx *lc, const accesses *a, lc_int place)
{
    lc_int c = lc_int_const(0);
    if (!lcr_lit_has_dims(a->given)) {
        lc_int k = lc_int_mul(lc, lc_int_fdiv(lc, place, a->apart), lc_int_const(a->vector));
        return lc_int_add(lc, lc_int_fmod(lc, place, a->apart), lc_int_mul(lc, a->apart, k));
    }
    for (size_t i = 0; i < lc_int_bits(place); i++)
        if (lc_int_bit(place, i))
            c = lc_int_add(lc, c, lcr_lit_power(lc, bit_of(a, i)));
    return c;
}

/* The values, where they are few. */
static bool in_list(ev *e, accesses *a)
{
    lc_ctx *lc = e->pool->lc;
    lc_int size = lcr_lit_size(lc, a->given);
    lit *y = lcr_lit_flat(e->pool, 1);
    if (!y || lc_int_lt(lc_int_const(LCR_EVIDENCE_POINTS), size))
        return false;
    y->nvalues = (size_t)lc_int_get_si(size) / (size_t)a->vector;
    lc_int *value = lcr_lit_alloc(e->pool, y->nvalues + 1, sizeof *value);
    for (size_t i = 0; value && i < y->nvalues; i++)
        if (!value_at(lc, a->given, start_of(lc, a, lc_int_si(lc, (int64_t)i)), &value[i]))
            return false;
    y->kind = LIT_LISTED;
    y->step = NULL;
    y->extent[0] = lc_int_si(lc, (int64_t)y->nvalues);
    y->value = value;
    a->x = y;
    return value != NULL;
}

bool lcr_acc_set_vectors(ev *e, accesses *a, int vector)
{
    lc_ctx *lc = e->pool->lc;
    size_t bits;
    lc_int values, width = lc_int_const(a->width), n = lc_int_const(vector);
    a->given = a->x;
    bool threads = find_values(lc, a->x, &a->apart, &values), own = vector == 0;
    if (own && threads && lc_int_divides(lc, a->bytes, width))
        n = lc_int_fdiv(lc, width, a->bytes);
    bool fits = lc_int_is_one(n) ||
                (lc_int_lt(lc_int_const(0), n) && lc_int_divides(lc, n, values) &&
                 lc_int_eq(lc_int_mul(lc, n, a->bytes), width));
    if (!own && !fits)
        return false;
    a->vector = fits ? (int)lc_int_get_si(n) : 1;
    if (own && !is_run(lc, a, lc_int_const(0)))
        a->vector = 1;
    a->first = lc_int_bits(a->apart) - 1; /* of bits */
    a->end = a->first + lc_int_bits(lc_int_const(a->vector)) - 1;
    if (is_linear(e->pool, a, &bits))
        return by_bits(e, a, bits);
    return by_leaves(e, a) || (lcr_ev_ok(e) && in_list(e, a));
}

/* ---- that vectors are consecutive ---- */

static bool look(ev *e, const accesses *a, bool *broken)
{
    lc_ctx *lc = e->pool->lc;
    int64_t n = lc_int_get_si(lcr_lit_size(lc, a->x));
    for (int64_t i = 0; i < n && !*broken; i++) {
        lc_frame frame = lc_frame_open(lc);
        *broken = !is_run(lc, a, start_of(lc, a, lc_int_si(lc, i)));
        lc_frame_close(lc, frame);
    }
    e->out->looked = true;
    return lcr_ev_condition(e, !*broken, "a vector is no consecutive offsets");
}

/* All vectors are the first one moved, by a sum or by XOR. A swizzle whose bits are all above
 * those of a vector moves no element of one whose start is a multiple of it. */
bool lcr_acc_vectors(ev *e, const accesses *a, bool *broken)
{
    lc_ctx *lc = e->pool->lc;
    *broken = false;
    if (a->vector == 1)
        return true;
    bool kept = a->whole &&
                (a->whole->b == 0 ||
                 (a->whole->s != 0 && a->vector <= 1 << (a->whole->m < 8 ? a->whole->m : 8)));
    if (!kept && lc_int_lt(lc_int_const(LCR_EVIDENCE_POINTS), lcr_lit_size(lc, a->given)))
        return lcr_ev_not(e);
    if (!kept)
        return look(e, a, broken);
    lit x = *a->whole;
    accesses straight = *a;
    quo *d = lcr_quo_new(e->pool);
    sys_sum *leaf = lcr_lit_alloc(e->pool, x.n, sizeof *leaf), value, place;
    lc_int far = lc_int_const(1);
    if (!d || !leaf)
        return false;
    lcr_sys_zero(&place);
    for (size_t k = a->first; k < a->end; k++) {
        leaf[k] = lcr_sys_variable(lcr_sys_below(&d->s, 'j', x.extent[k]));
        lcr_sys_add(&d->s, &place, far, &leaf[k]);
        far = lc_int_mul(lc, far, x.extent[k]);
    }
    x.b = 0;
    if (x.offset)
        place.constant = x.offset[0];
    straight.given = &x;
    *broken = !is_run(lc, &straight, lc_int_const(0));
    return lcr_value_at_leaves(d, &x, leaf, &value) ? lcr_ev_differ(e, &d->s, &value, &place)
                                                    : lcr_ev_not(e);
}

/* ---- addresses ---- */

bool lcr_acc_aligned(ev *e, const accesses *a)
{
    lc_ctx *lc = e->pool->lc;
    lc_int width = lc_int_const(a->width);
    lc_int n = lc_int_fdiv(lc, width, lc_int_gcd(lc, width, a->bytes));
    return lc_int_is_one(n) || lcr_ev_aligned(e, a->x, n);
}

int lcr_acc_phase(const accesses *a)
{
    int together = a->row / lcr_acc_cell(a);
    return together < a->lanes || a->fours ? together : a->lanes;
}

int lcr_acc_places(const accesses *a, const acc_access *at)
{
    return a->fours ? (at->n + 31) / 32 * 32 : at->n;
}

int lcr_acc_served(const accesses *a, int place)
{
    return a->fours ? place / 32 * 32 + 4 * a->fours[place % 32 / 4] + place % 4 : place;
}

int lcr_acc_cell(const accesses *a)
{
    return a->width < ACC_WORD ? ACC_WORD : a->width;
}

/* ---- counting ---- */

static int64_t block_of(int64_t byte, int bytes)
{
    return byte / bytes - (byte % bytes < 0);
}

bool lcr_acc_at(lc_ctx *lc, const accesses *a, int64_t first, int lanes, acc_access *out)
{
    out->n = lanes;
    for (int i = 0; i < lanes; i++) {
        lc_frame frame = lc_frame_open(lc);
        lc_int address = lc_int_const(0);
        bool is = value_at(lc, a->x, lc_int_si(lc, first + i), &address);
        address = lc_int_mul(lc, a->bytes, address);
        is = is && lc_int_bits(address) < 62; /* so that differences are words, too */
        out->byte[i] = is ? lc_int_get_si(address) : 0;
        lc_frame_close(lc, frame);
        if (!is)
            return false;
    }
    return true;
}

bool lcr_acc_is_aligned(const accesses *a, const acc_access *at)
{
    bool all = true;
    for (int i = 0; i < at->n; i++)
        all = all && at->byte[i] % a->width == 0;
    return all;
}

static void add_block(const acc_access *at, int lane, int bytes, acc_blocks *out)
{
    int64_t here = block_of(at->byte[lane], bytes);
    for (int j = 0; j < out->n; j++)
        if (out->block[j] == here)
            return;
    out->lane[out->n] = lane;
    out->block[out->n++] = here;
}

void lcr_acc_blocks_of(const acc_access *at, int first, int end, int bytes, acc_blocks *out)
{
    out->n = 0;
    for (int i = first; i < end; i++)
        add_block(at, i, bytes, out);
}

void lcr_acc_served_blocks(const accesses *a, const acc_access *at, int first, int end, int bytes,
                           acc_blocks *out)
{
    out->n = 0;
    for (int i = first; i < end; i++)
        if (lcr_acc_served(a, i) < at->n)
            add_block(at, lcr_acc_served(a, i), bytes, out);
}

void lcr_acc_busiest(const accesses *a, acc_blocks *b)
{
    int count[ACC_MOST_ROW] = {0}, row = a->row / lcr_acc_cell(a), best = 0, n = 0;
    for (int i = 0; i < b->n; i++)
        count[b->block[i] - block_of(b->block[i], row) * row]++;
    for (int place = 0; place < row; place++)
        best = count[place] > count[best] ? place : best;
    for (int i = 0; i < b->n; i++)
        if (b->block[i] - block_of(b->block[i], row) * row == best) {
            b->lane[n] = b->lane[i];
            b->block[n++] = b->block[i];
        }
    b->n = n;
}

static int conflicts_of(const accesses *a, const acc_access *at)
{
    int sum = 0, phase = lcr_acc_phase(a);
    for (int first = 0; first < lcr_acc_places(a, at); first += phase) {
        acc_blocks b;
        lcr_acc_served_blocks(a, at, first, first + phase, lcr_acc_cell(a), &b);
        lcr_acc_busiest(a, &b);
        sum += b.n - (b.n > 0);
    }
    return sum;
}

int lcr_acc_count(const accesses *a, acc_cost what, const acc_access *at)
{
    acc_blocks sectors, moved;
    if (what == ACC_CONFLICTS)
        return conflicts_of(a, at);
    lcr_acc_blocks_of(at, 0, at->n, ACC_SECTOR, &sectors);
    lcr_acc_blocks_of(at, 0, at->n, a->width, &moved);
    int least = (a->width * moved.n + ACC_SECTOR - 1) / ACC_SECTOR;
    return what == ACC_SECTORS ? sectors.n : sectors.n - least;
}
