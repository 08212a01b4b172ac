/* cover.c - numbers of an instance, of an element's coordinates. */
#include "config.h"

#include "cover.h"
#include "fit.h"

#include "../../../lib/int64.h"

#include <stdlib.h>
#include <string.h>

#define LONG 8 /* numbers of blocks and trips in one sum */

/* The place of an element along one stride, and the sum that has to equal it. */
typedef struct {
    const lc_expr *place; /* over the element's coordinates, in bytes / scale */
    const lcv_sum *sum;   /* of the instance's thread, likewise */
    const lcv_sum *also;  /* .. of its thread and sizes: what a loop that was unrolled left */
    size_t nlong;
    uint32_t of[LONG]; /* atoms, the largest factor first */
    int64_t factor[LONG], scale, rest;
} side;

typedef struct {
    lck_frames *s;
    const lck_frame *f;
    const uint32_t *x;
    size_t nx, n;
    side of[LCK_FIT_NUMBERS];
    lck_frame *out;
    bool no_unit, no_within; /* these are always 0 */
    const lc_expr *exact;    /* nothing is left of the places */
} cover;

static bool is_of_element(const cover *v, uint32_t atom)
{
    for (size_t i = 0; i < v->nx; i++)
        if (v->x[i] == atom)
            return true;
    return false;
}

static bool is_variable(const lck_frames *s, uint32_t atom, const lc_expr *e)
{
    return e && s->l->atom[atom].var && lc_expr_equal(s->l->atom[atom].var, e);
}

/* Is an atom made of the thread and the unit alone? */
static bool is_local(const cover *v, uint32_t atom)
{
    const lck_atom *a = &v->s->l->atom[atom];
    if (is_variable(v->s, atom, v->f->unit))
        return true;
    for (int k = 0; k < 3; k++)
        if (is_variable(v->s, atom, v->f->tid[k]))
            return true;
    if (!a->part || a->by <= 0)
        return false;
    for (size_t i = 0; i < a->part->n; i++)
        if (a->part->term[i].n > 1 || !is_local(v, a->part->term[i].of[0]))
            return false;
    return true;
}

static bool is_long(const cover *v, uint32_t atom)
{
    bool found = false;
    for (int k = 0; k < 3; k++)
        found = found || is_variable(v->s, atom, v->f->ctaid[k]);
    for (size_t k = 0; k <= v->s->nradices; k++)
        found = found || is_variable(v->s, atom, v->f->digit[k]);
    for (size_t k = 0; k < LCK_FRAME_LOOPS; k++)
        found = found || is_variable(v->s, atom, v->f->trip[k]);
    return found;
}

/* ---- one stride ---- */

static bool add_long(side *d, uint32_t atom, int64_t factor)
{
    size_t i = d->nlong;
    if (factor <= 0 || i == LONG)
        return false;
    for (; i > 0 && d->factor[i - 1] < factor; i--) {
        d->of[i] = d->of[i - 1];
        d->factor[i] = d->factor[i - 1];
    }
    d->of[i] = atom;
    d->factor[i] = factor;
    d->nlong++;
    return true;
}

static bool is_nothing(const cover *v, const lcv_term *t)
{
    return t->n == 1 && ((v->no_unit && is_variable(v->s, t->of[0], v->f->unit)) ||
                         (v->no_within && t->of[0] == v->x[v->nx - 1]));
}

static bool take_apart(cover *v, const lcv_sum *part, side *d)
{
    lck_linear *l = v->s->l;
    lc_exprs *x = v->s->x;
    *d = (side){.place = lc_expr_int(x, 0), .scale = lc_int64_gcd(part->constant, 0)};
    for (size_t i = 0; i < part->n; i++)
        if (!is_nothing(v, &part->term[i]))
            d->scale = lc_int64_gcd(d->scale, part->term[i].factor);
    const lcv_sum *also = lcv_sum_number(&l->sums, 0);
    const lcv_sum *sum = lcv_sum_number(&l->sums, d->scale ? part->constant / d->scale : 0);
    for (size_t i = 0; i < part->n; i++) {
        const lcv_term *t = &part->term[i];
        int64_t k = d->scale ? t->factor / d->scale : 0;
        if (is_nothing(v, t))
            continue;
        if (t->n > 1)
            return false;
        if (is_of_element(v, t->of[0]))
            d->place = lc_expr_add_scaled(x, d->place, -k, l->atom[t->of[0]].var);
        else if (is_long(v, t->of[0])) {
            if (!add_long(d, t->of[0], k))
                return false;
            d->rest = lc_int64_gcd(d->rest, k);
        } else {
            bool local = is_local(v, t->of[0]);
            const lcv_sum *term = lcv_sum_unknown(&l->sums, t->of[0]);
            sum = local ? lcv_sum_add(&l->sums, sum, k, term) : sum;
            also = local ? also : lcv_sum_add(&l->sums, also, k, term);
            d->rest = local ? d->rest : lc_int64_gcd(d->rest, k);
        }
    }
    d->sum = sum;
    d->also = also;
    return sum && also && d->place;
}

/* ---- threads ---- */

static bool value_of(const cover *v, const lcv_sum *s, const int64_t *number, int64_t *value);

static bool atom_at(const cover *v, uint32_t atom, const int64_t *number, int64_t *value)
{
    const lck_atom *a = &v->s->l->atom[atom];
    for (int k = 0; k < 3; k++)
        if (is_variable(v->s, atom, v->f->tid[k])) {
            *value = number[k];
            return true;
        }
    if (is_variable(v->s, atom, v->f->unit)) {
        *value = number[3];
        return true;
    }
    if (!value_of(v, a->part, number, value))
        return false;
    *value = *value / a->by - (*value % a->by < 0);
    return true;
}

static bool value_of(const cover *v, const lcv_sum *s, const int64_t *number, int64_t *value)
{
    *value = s->constant;
    for (size_t i = 0; i < s->n; i++) {
        int64_t factor = 1;
        if (s->term[i].n == 1 && !atom_at(v, s->term[i].of[0], number, &factor))
            return false;
        *value += s->term[i].factor * factor;
    }
    return true;
}

/* The pairs of what is left of an element's places and threads with units. */
static bool enumerate(cover *v, lck_fit *p, unsigned units)
{
    for (int k = 0; k < LCK_FIT_NUMBERS; k++) {
        p->extent[1][k] = k < 3 ? v->s->c->block[k] : units;
        p->extent[0][k] = 1;
        p->variable[k] = lc_expr_int(v->s->x, 0);
    }
    int64_t rows = lck_fit_rows(p->extent[1]), value;
    if (rows > LCK_FIT_ROWS)
        return false;
    for (int pass = 0; pass < 2; pass++) {
        int64_t from = pass ? lck_fit_rows(p->extent[0]) : 0;
        char *seen = pass && from <= LCK_FIT_ROWS ? calloc((size_t)from, 1) : NULL;
        p->pair = seen ? malloc((size_t)rows * sizeof *p->pair) : NULL;
        bool ok = !pass || p->pair;
        for (int64_t row = 0; ok && row < rows; row++) {
            int64_t number[LCK_FIT_NUMBERS], at = 0, step = 1;
            for (int k = 0; k < LCK_FIT_NUMBERS; k++)
                number[k] = lck_fit_number(p->extent[1], row, k);
            for (size_t i = 0; ok && i < v->n; i++) {
                ok = value_of(v, v->of[i].sum, number, &value);
                if (v->of[i].rest > 0)
                    value = (value % v->of[i].rest + v->of[i].rest) % v->of[i].rest;
                ok = ok && value >= 0 && value < LCK_FIT_ROWS;
                if (!pass && value >= p->extent[0][i])
                    p->extent[0][i] = v->of[i].rest ? v->of[i].rest : value + 1;
                at += value * step;
                step *= p->extent[0][i];
            }
            if (!pass || !ok)
                continue;
            ok = !seen[at];
            seen[at] = 1;
            p->pair[p->n][0] = (int32_t)at;
            p->pair[p->n++][1] = (int32_t)row;
        }
        free(seen);
        if (!ok)
            return false;
    }
    return true;
}

/* ---- blocks and trips ---- */

static void set_number(cover *v, uint32_t atom, const lc_expr *e)
{
    for (int k = 0; k < 3; k++)
        if (is_variable(v->s, atom, v->f->ctaid[k]))
            v->out->ctaid[k] = e;
    for (size_t k = 0; k <= v->s->nradices; k++)
        if (is_variable(v->s, atom, v->f->digit[k]))
            v->out->digit[k] = e;
    for (size_t k = 0; k < LCK_FRAME_LOOPS; k++)
        if (is_variable(v->s, atom, v->f->trip[k]))
            v->out->trip[k] = e;
}

/* Is the thread's part always less than the smallest factor? */
static bool is_below(const cover *v, const side *d)
{
    int64_t low, high;
    return lck_poly_bounds(v->s->l, d->sum, &low, &high) && low >= 0 &&
           high < d->factor[d->nlong - 1];
}

static const lc_expr *expression(cover *v, const lcv_sum *s);

/* An atom at the thread that was found. */
static const lc_expr *expression_of(cover *v, uint32_t atom)
{
    lc_exprs *x = v->s->x;
    const lck_atom *a = &v->s->l->atom[atom];
    for (int k = 0; k < 3; k++)
        if (is_variable(v->s, atom, v->f->tid[k]))
            return v->out->tid[k];
    if (is_variable(v->s, atom, v->f->unit))
        return v->out->unit;
    if (a->var)
        return a->size ? a->var : NULL;
    const lc_expr *part = a->part && a->by > 0 ? expression(v, a->part) : NULL;
    if (part)
        return lc_expr_make(x, LC_EXPR_DIV, part, lc_expr_int(x, a->by));
    const lc_expr *e = a->part ? NULL : a->of;
    for (int k = 0; k < 3 && e; k++)
        if (v->f->tid[k]->op == LC_EXPR_VAR && lc_expr_has(e, v->f->tid[k]))
            e = lc_expr_substitute(x, e, v->f->tid[k], v->out->tid[k]);
    return e;
}

static const lc_expr *expression(cover *v, const lcv_sum *s)
{
    lc_exprs *x = v->s->x;
    const lc_expr *sum = lc_expr_int(x, s->constant);
    for (size_t i = 0; i < s->n && sum; i++) {
        const lc_expr *e = lc_expr_int(x, 1);
        for (size_t k = 0; k < s->term[i].n && e; k++) {
            const lc_expr *factor = expression_of(v, s->term[i].of[k]);
            e = factor ? lc_expr_make(x, LC_EXPR_MUL, e, factor) : NULL;
        }
        sum = e ? lc_expr_add_scaled(x, sum, s->term[i].factor, e) : NULL;
    }
    return sum;
}

/* Solves for the numbers of blocks and trips: each is floor(rest / factor) of what the thread and
 * the larger ones leave of the place. */
static bool solve(cover *v, const side *d)
{
    lc_exprs *x = v->s->x;
    const lc_expr *place = d->place;
    if (d->nlong == 0)
        return true;
    bool left = d->also->n > 0 || !is_below(v, d);
    if (left) {
        const lc_expr *sum = expression(v, d->sum), *also = expression(v, d->also);
        place = sum && also
                    ? lc_expr_make(x, LC_EXPR_SUB, place, lc_expr_make(x, LC_EXPR_ADD, sum, also))
                    : NULL;
    }
    for (size_t i = 0; i < d->nlong && place; i++) {
        const lc_expr *e = lc_expr_make(x, LC_EXPR_DIV, place, lc_expr_int(x, d->factor[i]));
        if (i > 0 && d->factor[i - 1] % d->factor[i] != 0)
            return false;
        if (i > 0)
            e = lc_expr_make(x, LC_EXPR_MOD, e, lc_expr_int(x, d->factor[i - 1] / d->factor[i]));
        if (!e)
            return false;
        set_number(v, d->of[i], e);
    }
    if (left && place) {
        const lc_expr *rest = lc_expr_make(x, LC_EXPR_MOD, place,
                                           lc_expr_int(x, d->factor[d->nlong - 1]));
        v->exact = lc_expr_make(x, LC_EXPR_ALL, v->exact,
                                lc_expr_make(x, LC_EXPR_EQ, rest, lc_expr_int(x, 0)));
    }
    return place && v->exact;
}

/* The number that a frame's digits make. */
static bool join_digits(cover *v)
{
    lck_frames *s = v->s;
    lc_exprs *x = s->x;
    const lc_expr *e = v->out->digit[s->nradices];
    for (size_t k = s->nradices; k-- > 0 && e;)
        e = lc_expr_make(x, LC_EXPR_ADD, v->out->digit[k],
                         lc_expr_make(x, LC_EXPR_MUL, s->radix[k], e));
    if (s->nradices > 0)
        v->out->ctaid[0] = e;
    return e != NULL;
}

bool lck_cover_of(lck_frames *s, const lck_frame *f, const lck_move *m, const lcv_sum *distance,
                  const uint32_t *x, size_t n, const lc_expr **where, const lc_expr **exact,
                  lck_frame *writes)
{
    cover v = {.s = s,
               .f = f,
               .x = x,
               .nx = n,
               .out = writes,
               .exact = lc_expr_int(s->x, 1),
               .no_unit = m->units == 1,
               .no_within = s->c->element == s->c->unit};
    lck_fit p = {.x = s->x};
    const lc_expr *zero = lc_expr_int(s->x, 0), *number[LCK_FIT_NUMBERS];
    bool ok = distance != NULL, first;
    *writes = (lck_frame){.ctaid = {zero, zero, zero}};
    for (size_t k = 0; k <= LCK_DIGITS; k++)
        writes->digit[k] = zero;
    for (size_t k = 0; k < LCK_FRAME_LOOPS; k++)
        writes->trip[k] = zero;
    for (size_t i = 0; ok && i <= distance->n; i++) {
        const lcv_sum *part = lck_poly_part(s->l, distance, i, &first);
        if (part && !first)
            continue;
        ok = part && v.n < LCK_FIT_NUMBERS && take_apart(&v, part, &v.of[v.n]);
        v.n++;
    }
    ok = ok && enumerate(&v, &p, m->units);
    for (size_t i = 0; ok && i < v.n; i++) {
        const lc_expr *rest = v.of[i].place;
        if (v.of[i].rest)
            rest = lc_expr_make(s->x, LC_EXPR_MOD, rest, lc_expr_int(s->x, v.of[i].rest));
        p.variable[i] = rest;
        ok = rest != NULL;
    }
    ok = ok && lck_fit_words(&p, where, number);
    for (int k = 0; ok && k < 3; k++)
        writes->tid[k] = number[k];
    if (ok)
        writes->unit = number[3];
    for (size_t i = 0; ok && i < v.n; i++)
        ok = solve(&v, &v.of[i]);
    ok = ok && join_digits(&v);
    *exact = v.exact;
    free(p.pair);
    lc_ctx_reset(lc_exprs_ctx(s->x));
    return ok;
}
