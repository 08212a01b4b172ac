/* relation.c - relations that are functions, as sums and rows. */
#include "config.h"

#include "relation.h"

#include <string.h>

bool lcr_relation_add(lcr_relation *f, const lit *step)
{
    bool is = step->kind == LIT_RELATION ? !step->set : lcr_lit_is_function(step);
    if (!is || f->n == RELATION_STEPS)
        return false;
    f->text[f->n] = step->kind == LIT_RELATION ? step->word : NULL;
    f->of[f->n++] = step;
    return true;
}

/* ---- at inputs ---- */

/* A literal from an integral coordinate to integers. */
static bool literal_at(quo *d, const lit *a, const sys_sum *in, lcr_map_text *to)
{
    lc_ctx *lc = d->s.pool->lc;
    if (a->basis || a->naxes > GRAPH_OUTPUTS || !lcr_map_room(d->s.pool, to, a->naxes, 2))
        return false;
    to->relation[0] = to->relation[1] = SYS_GE;
    to->nrows = 2;
    to->row[0] = *in;
    to->row[1] = lcr_sys_number(lc_int_sub(lc, lcr_lit_size(lc, a), lc_int_const(1)));
    lcr_sys_add(&d->s, &to->row[1], lc_int_const(-1), in);
    return lcr_value_at(d, a, NULL, in, to->out);
}

static bool step_at(quo *d, const lcr_relation *f, size_t i, size_t nin, const sys_sum *in,
                    lcr_map_text *to)
{
    return f->text[i] ? lcr_map_read(d, f->text[i], nin, in, to)
                      : nin == 1 && literal_at(d, f->of[i], in, to);
}

/* The rows of both, the outputs of the second. */
static bool join(lit_pool *pool, const lcr_map_text *first, lcr_map_text *to)
{
    lcr_map_text both;
    size_t n = first->nrows, more = to->nrows;
    if (!lcr_map_room(pool, &both, 0, n + more))
        return false;
    for (size_t i = 0; i < n + more; i++) { /* either may have no row, and no memory */
        const lcr_map_text *of = i < n ? first : to;
        size_t at = i < n ? i : i - n;
        both.row[i] = of->row[at];
        both.relation[i] = of->relation[at];
    }
    *to = (lcr_map_text){to->nout, n + more, to->out, both.row, both.relation};
    return true;
}

bool lcr_relation_at(quo *d, const lcr_relation *f, const sys_sum *in, lcr_map_text *to)
{
    lcr_map_text before;
    bool ok = step_at(d, f, 0, f->nin, in, to);
    for (size_t i = 1; ok && i < f->n; i++) {
        before = *to;
        ok = step_at(d, f, i, before.nout, before.out, to) && join(d->s.pool, &before, to);
    }
    ok = ok && !d->s.failed;
    if (!ok && lc_ctx_code(d->s.pool->lc) == LC_OK)
        lc_fail(d->s.pool->lc, LC_ERR_LIMIT, "a relation that is left to isl");
    return ok;
}

/* ---- what sort of relation it is ---- */

size_t lcr_relation_inputs_of(const char *text)
{
    while (*text == '#' && strchr(text, '\n'))
        text = strchr(text, '\n') + 1;
    const char *at = strchr(text, '['), *end = at ? strchr(at, ']') : NULL;
    size_t n = 1;
    for (; at && end && at < end; at++)
        n += *at == ',';
    return end ? n : 0;
}

/* The input of which a row is a bound; SIZE_MAX: of none. */
static size_t bounded_input(const lcr_relation *f, const sys_sum *row)
{
    size_t k = SIZE_MAX;
    for (size_t i = 0; i < SYS_VARS; i++) {
        if (lc_int_is_zero(row->of[i]))
            continue;
        if (k != SIZE_MAX || i >= f->nin)
            return SIZE_MAX;
        k = i;
    }
    return k;
}

/* False: it is no bound. */
static bool keep_bound(lc_ctx *lc, lcr_relation *f, const sys_sum *row, sys_relation relation)
{
    size_t k = bounded_input(f, row);
    if (k == SIZE_MAX)
        return false;
    /* a x + c >= 0 */
    lc_int a = row->of[k], c = row->constant, size = lc_int_abs(lc, a);
    bool below = relation == SYS_EQ || lc_int_sign(a) > 0;
    bool above = relation == SYS_EQ || lc_int_sign(a) < 0;
    lc_int towards = lc_int_sign(a) > 0 ? lc_int_neg(lc, c) : c; /* size x = or REL this */
    lc_int floor = lc_int_fdiv(lc, towards, size);
    lc_int ceil = lc_int_neg(lc, lc_int_fdiv(lc, lc_int_neg(lc, towards), size));
    if (below && (!f->has_least[k] || lc_int_lt(f->least[k], ceil))) {
        f->has_least[k] = true;
        f->least[k] = ceil;
    }
    if (above && (!f->has_most[k] || lc_int_lt(floor, f->most[k]))) {
        f->has_most[k] = true;
        f->most[k] = floor;
    }
    return true;
}

bool lcr_relation_is_function(ev *e, lcr_relation *f, bool *is)
{
    lcr_map_text to;
    *is = false;
    f->nin = f->text[0] ? lcr_relation_inputs_of(f->text[0]) : 1;
    if (f->nin == 0 || f->nin > GRAPH_OUTPUTS)
        return true;
    quo *d = lcr_quo_new(e->pool);
    const sys_sum *in = d ? lcr_quo_free(d, f->nin) : NULL;
    if (!in)
        return false;
    *is = lcr_relation_at(d, f, in, &to);
    lc_code code = lc_ctx_code(e->pool->lc);
    if (!*is && code == LC_ERR_LIMIT)
        lc_ctx_reset(e->pool->lc);
    if (!*is)
        return code == LC_ERR_LIMIT;
    f->nout = to.nout;
    f->plain = true;
    for (size_t i = 0; i < to.nrows; i++)
        f->plain = keep_bound(e->pool->lc, f, &to.row[i], to.relation[i]) && f->plain;
    return true;
}

/* ---- inputs ---- */

#define PLACES 64

/* The places of the digits, from 1 on, each a divisor of the next. */
typedef struct {
    size_t n;
    lc_int at[PLACES];
} places;

static void add_place(lc_ctx *lc, places *p, lc_int x)
{
    size_t k = 0;
    while (k < p->n && lc_int_lt(p->at[k], x))
        k++;
    if (p->n == PLACES || (k < p->n && !lc_int_divides(lc, x, p->at[k])) ||
        (k > 0 && !lc_int_divides(lc, p->at[k - 1], x)) || (k < p->n && lc_int_eq(p->at[k], x)))
        return;
    memmove(&p->at[k + 1], &p->at[k], (p->n - k) * sizeof *p->at);
    p->at[k] = x;
    p->n++;
}

/* The integers after `/` and `mod`. */
static void divisors(lc_ctx *lc, const char *text, places *p)
{
    for (const char *at = text; *at != '\0'; at++) {
        size_t skip = *at == '/' ? 1 : strncmp(at, "mod ", 4) == 0 ? 4 : 0;
        size_t n = skip > 0 ? strspn(at + skip, "0123456789") : 0;
        lc_int x;
        if (n > 0 && lc_int_parse(lc, at + skip, n, &x) && lc_int_sign(x) > 0)
            add_place(lc, p, x);
    }
}

/* The places of the leaves, and of bits where values are made of bits. */
static void places_of_literal(lc_ctx *lc, const lit *a, places *p)
{
    lc_int place = lc_int_const(1), two = lc_int_const(2);
    bool bits = !lcr_lit_is_affine(a) || a->by_xor;
    for (size_t k = 0; k < a->n; k++) {
        lc_int inner = place, left = a->extent[k];
        for (; bits && !lc_int_is_zero(left) && !lc_int_bit(left, 0);
             left = lc_int_fdiv(lc, left, two)) {
            add_place(lc, p, inner);
            inner = lc_int_add(lc, inner, inner);
        }
        add_place(lc, p, place);
        place = lc_int_mul(lc, place, a->extent[k]);
    }
}

static bool digits_of_input(quo *d, const places *p, lc_int most, char letter, sys_sum *in)
{
    lc_ctx *lc = d->s.pool->lc;
    lcr_sys_zero(in);
    for (size_t i = 0; i < p->n && !lc_int_lt(most, p->at[i]); i++) {
        bool last = i + 1 == p->n || lc_int_lt(most, p->at[i + 1]);
        lc_int radix = lc_int_fdiv(lc, last ? most : p->at[i + 1], p->at[i]);
        lc_int high = last ? radix : lc_int_sub(lc, radix, lc_int_const(1));
        lcr_sys_add_var(&d->s, in, p->at[i],
                        lcr_sys_between(&d->s, letter, lc_int_const(0), high));
    }
    lc_int least, greatest;
    if (lcr_sys_range(&d->s, in, &least, &greatest) && lc_int_lt(most, greatest))
        lcr_sys_compare(&d->s, in, SYS_LE, most);
    return !d->s.failed;
}

static void places_of(lc_ctx *lc, const lcr_relation *f, places *p)
{
    for (size_t i = 0; i < f->n; i++) {
        if (f->text[i])
            divisors(lc, f->text[i], p);
        else
            places_of_literal(lc, f->of[i], p);
    }
}

bool lcr_relation_inputs(quo *d, const lcr_relation *f, const lcr_relation *other, char letter,
                         sys_sum *in)
{
    lc_ctx *lc = d->s.pool->lc;
    places *p = lcr_lit_alloc(d->s.pool, 1, sizeof *p);
    if (!p)
        return false;
    p->at[p->n++] = lc_int_const(1);
    places_of(lc, f, p);
    if (other)
        places_of(lc, other, p);
    for (size_t k = 0; k < f->nin && !d->s.failed; k++) {
        bool both = f->has_least[k] && f->has_most[k] && lc_int_le(f->least[k], f->most[k]);
        lcr_sys_zero(&in[k]);
        if (both && lc_int_is_zero(f->least[k]))
            digits_of_input(d, p, f->most[k], letter, &in[k]);
        else if (both)
            in[k].of[lcr_sys_between(&d->s, letter, f->least[k], f->most[k])] = lc_int_const(1);
        else
            in[k].of[lcr_sys_free(&d->s, letter)] = lc_int_const(1);
    }
    return !d->s.failed;
}

/* ---- sets ---- */

void lcr_relation_say(quo *d, const lcr_map_text *to)
{
    lc_int least, most;
    for (size_t k = 0; k < to->nrows; k++) {
        bool bounded = lcr_sys_range(&d->s, &to->row[k], &least, &most);
        bool says = !bounded || lc_int_sign(least) < 0 ||
                    (to->relation[k] == SYS_EQ && lc_int_sign(most) > 0);
        if (says)
            lcr_sys_relate(&d->s, &to->row[k], to->relation[k]);
    }
}

bool lcr_relation_deny(ev *e, const quo *d, const lcr_map_text *to)
{
    for (size_t k = 0; k < to->nrows; k++)
        if (!lcr_ev_relate(e, &d->s, &to->row[k], SYS_LT) ||
            (to->relation[k] == SYS_EQ && !lcr_ev_relate(e, &d->s, &to->row[k], SYS_GT)))
            return false;
    return true;
}

/* The least factor above n of both; false: there is none. */
static bool next_factor(const quo *d, const sys_sum *x, const sys_sum *y, lc_int n, lc_int *next)
{
    bool found = false;
    for (size_t i = 0; i < 2 * d->s.n; i++) {
        lc_int f = lc_int_abs(d->s.pool->lc, i % 2 == 0 ? x->of[i / 2] : y->of[i / 2]);
        if (lc_int_lt(n, f) && (!found || lc_int_lt(f, *next))) {
            *next = f;
            found = true;
        }
    }
    return found;
}

bool lcr_relation_digit(quo *d, sys_sum *x, sys_sum *y, sys_sum *low)
{
    sys_sum high[2];
    lc_int n = lc_int_const(1);
    while (next_factor(d, x, y, n, &n)) {
        if (!lcr_sys_divide(&d->s, x, n, &low[0], &high[0]) ||
            !lcr_sys_divide(&d->s, y, n, &low[1], &high[1]))
            continue;
        *x = high[0];
        *y = high[1];
        return true;
    }
    low[0] = *x;
    low[1] = *y;
    return false;
}

static bool differs(ev *e, quo *d, const sys_sum *x, const sys_sum *y)
{
    sys_sum difference = *x;
    lcr_sys_add(&d->s, &difference, lc_int_const(-1), y);
    return lcr_ev_relate(e, &d->s, &difference, SYS_GT) &&
           ((lcr_sys_is_number(&d->s, &difference) && lc_int_is_zero(difference.constant)) ||
            lcr_ev_relate(e, &d->s, &difference, SYS_LT));
}

bool lcr_relation_differ(ev *e, quo *d, size_t nx, const sys_sum *x, size_t ny, const sys_sum *y)
{
    for (size_t k = 0; k < nx || k < ny; k++) {
        const sys_sum zero = lcr_sys_number(lc_int_const(0));
        sys_sum left = k < nx ? x[k] : zero, right = k < ny ? y[k] : zero, low[2];
        for (bool more = true; more;) {
            more = lcr_relation_digit(d, &left, &right, low);
            if (!differs(e, d, &low[0], &low[1]))
                return false;
        }
    }
    return true;
}
