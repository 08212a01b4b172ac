/* bits.c - bits of integers in sets, and what is made of them. */
#include "config.h"

#include "bits.h"

#include <string.h>

/* ---- forms ---- */

static bool has_bit(const uint64_t *of, size_t bit)
{
    return (of[bit / 64] >> (bit % 64) & 1) != 0;
}

static void set_bit(uint64_t *of, size_t bit)
{
    of[bit / 64] |= UINT64_C(1) << (bit % 64);
}

bool lcr_bits_has(const bit_form *f, size_t bit)
{
    return has_bit(f->of, bit);
}

bit_form lcr_bits_single(size_t bit)
{
    bit_form f = {.one = false};
    set_bit(f.of, bit);
    return f;
}

void lcr_bits_add(bit_form *to, const bit_form *more)
{
    for (size_t i = 0; i < BITS_WORDS; i++)
        to->of[i] ^= more->of[i];
    to->one = to->one != more->one;
}

bool lcr_bits_is_constant(const bit_form *f)
{
    for (size_t i = 0; i < BITS_WORDS; i++)
        if (f->of[i] != 0)
            return false;
    return true;
}

bit_form lcr_bits_row(const bit_value *v, size_t row)
{
    static const bit_form zero = {.one = false};
    if (row < v->n)
        return v->bit[row];
    return v->is_signed ? v->bit[v->n - 1] : zero;
}

static const bit_source *source_at(const bit_state *b, size_t number)
{
    for (size_t i = 0; i < b->nsources; i++)
        if (number < b->source[i]->first + b->source[i]->n)
            return b->source[i];
    return NULL;
}

/* Is the form just one bit? */
static bool is_plain(const bit_state *b, const bit_form *f, const bit_source **of, size_t *bit)
{
    size_t count = 0, number = 0;
    for (size_t i = 0; i < BITS_WORDS; i++) {
        count += (size_t)__builtin_popcountll(f->of[i]);
        if (f->of[i] != 0)
            number = 64 * i + (size_t)__builtin_ctzll(f->of[i]);
    }
    if (count != 1 || f->one)
        return false;
    *of = source_at(b, number);
    *bit = number - (*of)->first;
    return true;
}

bool lcr_bits_are_free(const bit_state *b)
{
    for (size_t i = 0; i < b->nsources; i++)
        if (!b->source[i]->var)
            return false;
    return true;
}

#define QUICK_XORS 5
#define QUICK_DIGITS 8

/* Equalities that split a number into digits. */
static size_t count_splits(const sys *s)
{
    size_t n = 0;
    for (const sys_row *row = s->last; row != NULL; row = row->before)
        n += !row->bounds && row->relation == SYS_EQ && row->n > 2;
    return n;
}

bool lcr_bits_are_slow(const bit_state *b)
{
    return (b->s.pool->looks || b->nxors > QUICK_XORS || count_splits(&b->s) > QUICK_DIGITS) &&
           lc_int_le(b->size, lc_int_const(LCR_EVIDENCE_POINTS));
}

/* ---- integers with bits ---- */

/* An integer between these ends, of n bits; NULL where there are too many of them. */
static bit_source *add_source(bit_state *b, const bit_value *v, size_t n)
{
    if (b->nsources == BITS_SOURCES || n >= BITS_ROWS || b->nbits + n > 64 * BITS_WORDS) {
        b->failed = true;
        return NULL;
    }
    bit_source *of = lcr_lit_alloc(b->s.pool, 1, sizeof *of);
    if (!of) {
        b->failed = true;
        return NULL;
    }
    *of = (bit_source){.sum = v->sum,
                       .least = v->least,
                       .most = v->most,
                       .first = b->nbits,
                       .n = n,
                       .is_signed = lc_int_lt(v->least, lc_int_const(0))};
    b->nbits += n;
    return b->source[b->nsources++] = of;
}

static void bits_of_source(const bit_source *of, bit_value *out)
{
    out->by_bits = true;
    out->n = of->n;
    out->is_signed = of->is_signed;
    memset(out->bit, 0, of->n * sizeof *out->bit);
    for (size_t i = 0; i < of->n; i++)
        set_bit(out->bit[i].of, of->first + i);
}

static void bits_of_constant(lc_int value, bit_value *out)
{
    out->by_bits = true;
    out->is_signed = lc_int_lt(value, lc_int_const(0));
    out->n = lc_int_bits(value) + out->is_signed;
    memset(out->bit, 0, out->n * sizeof *out->bit);
    for (size_t i = 0; i < out->n; i++)
        out->bit[i].one = lc_int_bit(value, i);
}

void lcr_bits_of_sum(bit_state *b, const bit_value *sum, bit_value *out)
{
    size_t n = lc_int_bits(sum->most);
    if (lc_int_lt(sum->least, lc_int_const(0))) {
        size_t below = lc_int_bits(lc_int_add(b->s.pool->lc, sum->least, lc_int_const(1)));
        n = (n > below ? n : below) + 1;
    }
    if (n >= BITS_ROWS) {
        b->failed = true;
        return;
    }
    if (lc_int_eq(sum->least, sum->most)) {
        bits_of_constant(sum->least, out);
        return;
    }
    const bit_source *of = NULL;
    for (size_t i = 0; !of && i < b->nsources; i++)
        if (lcr_sys_equal(&b->s, &b->source[i]->sum, &sum->sum))
            of = b->source[i];
    of = of ? of : add_source(b, sum, n);
    if (of)
        bits_of_source(of, out);
}

/* ---- coordinates ---- */

bit_state *lcr_bits_begin(ev *e, bool by_bits)
{
    bit_state *b = lcr_lit_alloc(e->pool, 1, sizeof *b);
    if (b)
        *b = (bit_state){.s = lcr_sys_new(e->pool), .by_bits = by_bits};
    return b;
}

/* One coordinate, a sum of the variables that are its bits. */
static void leaf_by_bits(bit_state *b, lc_int last, bit_value *leaf)
{
    lc_ctx *lc = b->s.pool->lc;
    size_t n = lc_int_bits(last);
    bit_source *of = b->s.n + n < SYS_VARS ? add_source(b, leaf, n) : NULL;
    size_t *var = of ? lcr_lit_alloc(b->s.pool, n + 1, sizeof *var) : NULL;
    if (!var) {
        b->failed = true;
        return;
    }
    for (size_t i = 0; i < n; i++) {
        var[i] = lcr_sys_bit(&b->s, 'x');
        lcr_sys_add_var(&b->s, &of->sum, lcr_lit_power(lc, i), var[i]);
    }
    of->var = var;
    if (!b->open && !lc_int_eq(lc_int_add(lc, last, lc_int_const(1)), lcr_lit_power(lc, n)))
        lcr_sys_compare(&b->s, &of->sum, SYS_LE, last);
    bits_of_source(of, leaf);
}

void lcr_bits_domain(bit_state *b, const lit *domain, char letter)
{
    lc_ctx *lc = b->s.pool->lc;
    b->nleaves = domain->n;
    b->size = lc_int_max(b->size, lcr_lit_size(lc, domain));
    b->leaf = lcr_lit_alloc(b->s.pool, domain->n + 1, sizeof *b->leaf);
    b->failed = b->failed || !b->leaf;
    for (size_t k = 0; !b->failed && k < domain->n; k++) {
        bit_value *leaf = &b->leaf[k];
        leaf->least = lc_int_const(0);
        leaf->most = lc_int_sub(lc, domain->extent[k], lc_int_const(1));
        if (b->s.n == SYS_VARS || lc_int_lt(leaf->most, lc_int_const(0)))
            b->failed = true;
        else if (b->by_bits)
            leaf_by_bits(b, leaf->most, leaf);
        else
            lcr_sys_add_var(&b->s, &leaf->sum, lc_int_const(1),
                            lcr_sys_below(&b->s, letter, domain->extent[k]));
    }
}

/* ---- fields ---- */

bit_view lcr_view_of(const bit_state *b)
{
    return (bit_view){.b = b, .s = b->s};
}

void lcr_view_edge(bit_view *v, const bit_source *of, size_t bit)
{
    if (!of->var && bit > 0 && bit < of->n)
        set_bit(v->edge, of->first + bit);
}

void lcr_view_need(bit_view *v, const bit_form *f)
{
    for (size_t i = 0; i < v->b->nsources; i++) {
        const bit_source *of = v->b->source[i];
        for (size_t bit = 0; bit < of->n; bit++)
            if (has_bit(f->of, of->first + bit)) {
                lcr_view_edge(v, of, bit);
                lcr_view_edge(v, of, bit + 1);
            }
    }
}

static size_t next_edge(const bit_view *v, const bit_source *of, size_t bit)
{
    for (bit++; bit < of->n && !has_bit(v->edge, of->first + bit);)
        bit++;
    return bit;
}

static void split(bit_view *v, const bit_source *of, size_t *field)
{
    lc_ctx *lc = v->s.pool->lc;
    sys_sum rest = of->sum;
    for (size_t from = 0, to; from < of->n; from = to) {
        to = next_edge(v, of, from);
        lc_int place = lcr_lit_power(lc, from), least = lc_int_const(0);
        lc_int most = lc_int_sub(lc, lcr_lit_power(lc, to - from), lc_int_const(1));
        if (to == of->n) {
            least = lc_int_fdiv(lc, of->least, place);
            most = lc_int_fdiv(lc, of->most, place);
        }
        field[from] = lcr_sys_between(&v->s, 'y', least, most);
        lcr_sys_add_var(&v->s, &rest, lc_int_neg(lc, place), field[from]);
    }
    lcr_sys_relate(&v->s, &rest, SYS_EQ);
}

void lcr_view_split(bit_view *v)
{
    for (size_t i = 0; i < v->b->nsources && !v->s.failed; i++) {
        const bit_source *of = v->b->source[i];
        if (of->var || next_edge(v, of, 0) >= of->n)
            continue;
        v->field[i] = lcr_lit_alloc(v->s.pool, of->n, sizeof *v->field[i]);
        if (!v->field[i] || v->s.n + of->n > SYS_VARS)
            v->s.failed = true;
        else
            split(v, of, v->field[i]);
    }
}

void lcr_view_field(bit_view *v, const bit_source *of, size_t from, size_t to, lc_int factor,
                    sys_sum *sum)
{
    lc_ctx *lc = v->s.pool->lc;
    size_t i = 0;
    while (v->b->source[i] != of)
        i++;
    if (!of->var && !v->field[i]) {
        lcr_sys_add(&v->s, sum, factor, &of->sum);
        return;
    }
    for (size_t bit = from, next; bit < to; bit = next) {
        lc_int place = lc_int_mul(lc, factor, lcr_lit_power(lc, bit - from));
        bool is_sign = of->var && of->is_signed && bit + 1 == of->n;
        next = of->var ? bit + 1 : next_edge(v, of, bit);
        lcr_sys_add_var(&v->s, sum, is_sign ? lc_int_neg(lc, place) : place,
                        of->var ? of->var[bit] : v->field[i][bit]);
    }
}

void lcr_view_form(bit_view *v, const bit_form *f, sys_sum *sum)
{
    for (size_t i = 0; i < v->b->nsources; i++) {
        const bit_source *of = v->b->source[i];
        for (size_t bit = 0; bit < of->n; bit++)
            if (has_bit(f->of, of->first + bit)) {
                bool is_sign = of->is_signed && bit + 1 == of->n; /* a field of -1 or 0 */
                lcr_view_field(v, of, bit, bit + 1, lc_int_const(is_sign ? -1 : 1), sum);
            }
    }
    sum->constant = lc_int_add(v->s.pool->lc, sum->constant, lc_int_const(f->one));
}

void lcr_view_parity(bit_view *v, const sys_sum *sum, bool odd)
{
    if (v->s.n == SYS_VARS)
        v->s.failed = true;
    else
        lcr_sys_parity(&v->s, sum, odd);
}

bool lcr_view_odd(ev *e, const bit_state *b, size_t n, const bit_form *f)
{
    bit_view view = lcr_view_of(b);
    sys_sum sum = {.constant = lc_int_const(0)};
    for (size_t i = 0; i < n; i++)
        lcr_view_need(&view, &f[i]);
    lcr_view_split(&view);
    for (size_t i = 0; i < n; i++)
        lcr_view_form(&view, &f[i], &sum);
    lcr_view_parity(&view, &sum, true);
    return lcr_ev_add(e, &view.s);
}

/* ---- bits as a number ---- */

/* A row is a bit of an integer, and the sign just where that is. */
static bool is_bit_of(const bit_state *b, const bit_value *v, size_t row, const bit_source **of,
                      size_t *bit)
{
    return is_plain(b, &v->bit[row], of, bit) &&
           ((*of)->is_signed && *bit + 1 == (*of)->n) == (v->is_signed && row + 1 == v->n);
}

/* Rows [row, row + n) are bits [*bit, *bit + n) of one integer: n, 0 where row is no such bit. */
static size_t run_of(const bit_state *b, const bit_value *v, size_t row, const bit_source **of,
                     size_t *bit)
{
    size_t n = 0, at;
    const bit_source *here;
    for (; row + n < v->n && is_bit_of(b, v, row + n, &here, &at); n++) {
        if (n == 0) {
            *of = here;
            *bit = at;
        } else if (here != *of || at != *bit + n) {
            break;
        }
    }
    return n;
}

bit_run lcr_bits_run(const bit_state *b, const bit_value *v, size_t row)
{
    bit_run r = {NULL, 0, 0};
    if (row >= v->n) {
        r.n = v->is_signed ? 0 : BITS_ROWS;
        return r;
    }
    r.n = run_of(b, v, row, &r.of, &r.bit);
    if (r.n > 0 && r.of->var)
        r = (bit_run){NULL, 0, 0};
    return r;
}

/* z with z + 2 q = the bits of a form, and its 1. */
static size_t xor_of(bit_view *v, const bit_form *f)
{
    sys_sum sum = {.constant = lc_int_const(0)};
    int count = f->one;
    for (size_t i = 0; i < BITS_WORDS; i++)
        count += __builtin_popcountll(f->of[i]);
    lc_int most = lc_int_const(count / 2);
    if (v->s.n + 2 > SYS_VARS) {
        v->s.failed = true;
        return 0;
    }
    lcr_view_form(v, f, &sum);
    size_t z = lcr_sys_bit(&v->s, 'z');
    lcr_sys_add_var(&v->s, &sum, lc_int_const(-1), z);
    lcr_sys_add_var(&v->s, &sum, lc_int_const(-2),
                    lcr_sys_between(&v->s, 'q', lc_int_const(0), most));
    lcr_sys_relate(&v->s, &sum, SYS_EQ);
    return z;
}

static void add_row(bit_view *v, const bit_form *f, lc_int place, sys_sum *sum)
{
    const bit_source *of;
    size_t bit;
    bool plain = is_plain(v->b, f, &of, &bit);
    if (!plain && !lcr_bits_is_constant(f)) {
        lcr_sys_add_var(&v->s, sum, place, xor_of(v, f));
        return;
    }
    sys_sum one = {.constant = lc_int_const(0)};
    lcr_view_form(v, f, &one);
    lcr_sys_add(&v->s, sum, place, &one);
}

static void add_rows(bit_view *v, const bit_value *of, sys_sum *sum)
{
    lc_ctx *lc = v->s.pool->lc;
    for (size_t row = 0, n; row < of->n; row += n) {
        const bit_source *from;
        size_t bit;
        bool is_sign = of->is_signed && row + 1 == of->n;
        n = run_of(v->b, of, row, &from, &bit);
        lc_int place = lcr_lit_power(lc, row);
        if (n > 0)
            lcr_view_field(v, from, bit, bit + n, place, sum);
        else
            add_row(v, &of->bit[row], is_sign ? lc_int_neg(lc, place) : place, sum);
        n = n > 0 ? n : 1;
    }
}

void lcr_bits_to_sum(bit_state *b, bit_value *v)
{
    lc_ctx *lc = b->s.pool->lc;
    const bit_source *of = NULL;
    size_t bit = 0;
    bit_view set = lcr_view_of(b), *view = &set;
    if (!v->by_bits)
        return;
    v->by_bits = false;
    lcr_sys_zero(&v->sum);
    for (size_t row = 0, n; row < v->n; row += n) {
        n = run_of(b, v, row, &of, &bit);
        if (n == 0) {
            lcr_view_need(view, &v->bit[row]);
            b->nxors += !lcr_bits_is_constant(&v->bit[row]);
            n = 1;
            continue;
        }
        lcr_view_edge(view, of, bit);
        lcr_view_edge(view, of, bit + n);
    }
    lcr_view_split(view);
    add_rows(view, v, &v->sum);
    b->s = view->s;
    b->failed = b->failed || view->s.failed;
    if (v->n > 0 && run_of(b, v, 0, &of, &bit) == v->n && bit == 0 && of->n == v->n) {
        v->least = of->least;
        v->most = of->most;
        return;
    }
    lc_int half = v->n > 0 ? lcr_lit_power(lc, v->n - v->is_signed) : lc_int_const(1);
    v->least = v->is_signed ? lc_int_neg(lc, half) : lc_int_const(0);
    v->most = lc_int_sub(lc, half, lc_int_const(1));
}
