/* system.c - sets of integer points. */
#include "config.h"

#include "system.h"

#include "../read/size.h"

#include <string.h>

/* ---- what is said ---- */

sys lcr_sys_new(lit_pool *pool)
{
    return (sys){.pool = pool};
}

/* One more row, with room for n terms; NULL, and nothing is said, when there is no memory. */
static sys_row *next_row(sys *s, size_t n)
{
    sys_row *row = lcr_lit_alloc(s->pool, 1, sizeof *row + n * sizeof *row->term);
    if (!row) {
        s->failed = true;
        return NULL;
    }
    row->before = s->last;
    s->last = row;
    s->nrows++;
    return row;
}

size_t lcr_sys_var(sys *s, char letter, const lc_int *least, const lc_int *most)
{
    uint8_t number = 0;
    for (size_t i = s->n; number == 0 && i > 0; i--)
        if (s->name[i - 1].letter == letter)
            number = (uint8_t)(s->name[i - 1].number + 1);
    if (s->n == SYS_VARS) {
        lc_fail(s->pool->lc, LC_ERR_LIMIT, "a set of more than %d dimensions", SYS_VARS);
        s->failed = true;
        return 0;
    }
    s->name[s->n].letter = letter;
    s->name[s->n].number = number;
    sys_row *row = least || most ? next_row(s, 0) : NULL;
    if (row) {
        row->bounds = true;
        row->var = s->n;
        row->has_least = least != NULL;
        row->has_most = most != NULL;
        row->least = least ? *least : lc_int_const(0);
        row->most = most ? *most : lc_int_const(0);
    }
    s->ends[s->n] = row;
    return s->n++;
}

size_t lcr_sys_named(const sys *s, char letter)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++)
        n += s->name[i].letter == letter;
    return n;
}

size_t lcr_sys_between(sys *s, char letter, lc_int least, lc_int most)
{
    return lcr_sys_var(s, letter, &least, &most);
}

size_t lcr_sys_below(sys *s, char letter, lc_int extent)
{
    lc_int last = lc_int_sub(s->pool->lc, extent, lc_int_const(1));
    return lcr_sys_between(s, letter, lc_int_const(0), last);
}

size_t lcr_sys_bit(sys *s, char letter)
{
    return lcr_sys_between(s, letter, lc_int_const(0), lc_int_const(1));
}

size_t lcr_sys_free(sys *s, char letter)
{
    return lcr_sys_var(s, letter, NULL, NULL);
}

void lcr_sys_relate(sys *s, const sys_sum *e, sys_relation relation)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++)
        n += !lc_int_is_plain_zero(e->of[i]);
    sys_row *row = next_row(s, n);
    if (!row)
        return;
    row->relation = relation;
    row->constant = e->constant;
    for (size_t i = 0; i < s->n; i++)
        if (!lc_int_is_plain_zero(e->of[i]))
            row->term[row->n++] = (sys_term){i, e->of[i]};
}

void lcr_sys_compare(sys *s, const sys_sum *e, sys_relation relation, lc_int value)
{
    sys_sum moved = *e;
    moved.constant = lc_int_sub(s->pool->lc, e->constant, value);
    lcr_sys_relate(s, &moved, relation);
}

void lcr_sys_parity(sys *s, const sys_sum *e, bool odd)
{
    sys_sum parity = *e;
    lcr_sys_add_var(s, &parity, lc_int_const(-2), lcr_sys_free(s, 'w'));
    lcr_sys_compare(s, &parity, SYS_EQ, lc_int_const(odd));
}

/* ---- sums ---- */

void lcr_sys_zero(sys_sum *e)
{
    memset(e, 0, sizeof *e);
}

sys_sum lcr_sys_number(lc_int n)
{
    return (sys_sum){.constant = n};
}

sys_sum lcr_sys_variable(size_t var)
{
    sys_sum x = {.constant = lc_int_const(0)};
    x.of[var] = lc_int_const(1);
    return x;
}

bool lcr_sys_is_number(const sys *s, const sys_sum *e)
{
    return lcr_all_zero(s->n, e->of);
}

bool lcr_sys_equal(const sys *s, const sys_sum *x, const sys_sum *y)
{
    bool same = lc_int_known_equal(x->constant, y->constant);
    for (size_t i = 0; same && i < s->n; i++)
        same = lc_int_known_equal(x->of[i], y->of[i]);
    return same;
}

void lcr_sys_add(sys *s, sys_sum *e, lc_int factor, const sys_sum *more)
{
    lc_ctx *lc = s->pool->lc;
    e->constant = lc_int_add(lc, e->constant, lc_int_mul(lc, factor, more->constant));
    for (size_t i = 0; i < s->n; i++)
        if (!lc_int_is_plain_zero(more->of[i]))
            e->of[i] = lc_int_add(lc, e->of[i], lc_int_mul(lc, factor, more->of[i]));
}

void lcr_sys_add_var(sys *s, sys_sum *e, lc_int factor, size_t var)
{
    e->of[var] = lc_int_add(s->pool->lc, e->of[var], factor);
}

bool lcr_sys_range(const sys *s, const sys_sum *e, lc_int *least, lc_int *most)
{
    lc_ctx *lc = s->pool->lc;
    *least = *most = e->constant;
    for (size_t i = 0; i < s->n; i++) {
        const sys_row *row = s->ends[i];
        if (lc_int_is_plain_zero(e->of[i]))
            continue;
        if (!row || !row->has_least || !row->has_most)
            return false;
        bool negative = lc_int_known_le(e->of[i], lc_int_const(0));
        bool positive = !negative && lc_int_known_le(lc_int_const(0), e->of[i]);
        if (!positive && !negative)
            return false;
        lc_int first = positive ? row->least : row->most;
        lc_int last = positive ? row->most : row->least;
        *least = lc_int_add(lc, *least, lc_int_mul(lc, e->of[i], first));
        *most = lc_int_add(lc, *most, lc_int_mul(lc, e->of[i], last));
    }
    return true;
}

void lcr_int_split(lc_ctx *lc, lc_int a, lc_int n, lc_int *q, lc_int *r)
{
    *q = lc_int_is_size(a) || lc_int_is_size(n) ? lcr_size_multiples(a, n)
                                                : lc_int_fdiv(lc, a, n);
    *r = lc_int_sub(lc, a, lc_int_mul(lc, *q, n));
}

bool lcr_int_is_in(lc_int least, lc_int most, lc_int n)
{
    return lc_int_known_le(lc_int_const(0), least) && lc_int_known_less(most, n);
}

/* ---- points ---- */

static bool row_has(lc_ctx *lc, const sys_row *row, const lc_int *at)
{
    if (row->bounds)
        return (!row->has_least || lc_int_le(row->least, at[row->var])) &&
               (!row->has_most || lc_int_le(at[row->var], row->most));
    lc_int sum = row->constant;
    for (size_t i = 0; i < row->n; i++)
        sum = lc_int_add(lc, sum, lc_int_mul(lc, row->term[i].factor, at[row->term[i].var]));
    int sign = lc_int_sign(sum);
    return row->relation == SYS_EQ   ? sign == 0
           : row->relation == SYS_GE ? sign >= 0
           : row->relation == SYS_GT ? sign > 0
           : row->relation == SYS_LE ? sign <= 0
                                     : sign < 0;
}

bool lcr_sys_has(const sys *s, const sys_point *p)
{
    lc_ctx *lc = s->pool->lc;
    lc_frame frame = lc_frame_open(lc);
    bool all = p->n == s->n && !s->failed;
    for (const sys_row *row = s->last; all && row != NULL; row = row->before)
        all = row_has(lc, row, p->at) && lc_ctx_code(lc) == LC_OK;
    lc_frame_close(lc, frame);
    return all;
}
