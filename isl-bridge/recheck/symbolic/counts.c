/* counts.c - reorders, for all numbers of the parameters.
 *
 * Modes of Y are taken away from those of X, and the other way round, as long as some of one are
 * some of the other: a mode E:d that both have, or E:d of one and, of the other, F:d with E = F
 * q, which leaves q:F d. Each step keeps what the values are and how often they come: (F,q):(d,F
 * d) has the values of E:d. Nothing is left in the end.
 */
#include "config.h"

#include "law.h"

typedef struct {
    const poly *extent, *step[LIT_MAX_AXES + 1];
} run;

typedef struct {
    size_t n;
    run run[2 * SV_LEAVES];
} runs;

static bool is_one(const poly *a)
{
    lc_int n;
    return lcr_poly_is_int(a, &n) && lc_int_is_one(n);
}

/* On the axes of another layout. */
static void runs_of(sym *s, const sv *a, const sv *axes, bool by_thread, runs *out)
{
    const poly *place = lcr_poly_si(s->pool, 1), *zero = lcr_poly_si(s->pool, 0);
    size_t of_threads = 0;
    if (by_thread)
        lcr_sv_after(a, 1, &of_threads);
    out->n = 0;
    for (size_t k = 0; k < a->n; k++) {
        const poly *thread = k < of_threads ? place : zero;
        place = lcr_poly_mul(s->pool, place, a->extent[k]);
        if (is_one(a->extent[k]))
            continue;
        run *r = &out->run[out->n++];
        r->extent = a->extent[k];
        for (size_t j = 0; j < axes->naxes; j++)
            r->step[j] = lcr_sv_step(s, a, axes->basis ? lcr_sv_axis(a, &axes->path[j]) : j, k);
        r->step[axes->naxes] = thread;
    }
}

static bool same_step(const run *a, const run *b, size_t naxes)
{
    for (size_t j = 0; j < naxes; j++)
        if (!lcr_poly_equal(a->step[j], b->step[j]))
            return false;
    return true;
}

static void take(runs *r, size_t i)
{
    r->run[i] = r->run[--r->n];
}

/* One step; false: there is none. */
static bool cancel_one(sym *s, runs *x, runs *y, size_t naxes)
{
    for (size_t i = 0; i < x->n; i++)
        for (size_t k = 0; k < y->n; k++) {
            run *a = &x->run[i];
            const run *b = &y->run[k];
            if (!same_step(a, b, naxes))
                continue;
            const poly *q = lcr_poly_quotient(s->pool, a->extent, b->extent);
            if (!q)
                continue;
            for (size_t j = 0; j < naxes; j++)
                a->step[j] = lcr_poly_mul(s->pool, b->extent, a->step[j]);
            a->extent = q;
            if (is_one(q))
                take(x, i);
            take(y, k);
            return true;
        }
    return false;
}

static bool same_offsets(sym *s, const sv *x, const sv *y)
{
    for (size_t j = 0; j < x->naxes; j++)
        if (!lcr_sym_equal(s, lcr_sv_offset(s, x, j),
                           lcr_sv_offset(s, y, x->basis ? lcr_sv_axis(y, &x->path[j]) : j)))
            return false;
    return true;
}

bool lcr_sym_reorders(sym *s, const sv *x, const sv *y, bool by_thread)
{
    runs *r = lcr_lit_alloc(s->pool, 2, sizeof *r);
    bool alike = x->basis == y->basis && x->naxes == y->naxes;
    for (size_t j = 0; alike && x->basis && j < x->naxes; j++)
        alike = lcr_sv_axis(y, &x->path[j]) != SIZE_MAX;
    if (by_thread && (x->node[0] == 0 || y->node[0] == 0))
        return false;
    if (!r || !alike || !same_offsets(s, x, y))
        return false;
    s->computed = true;
    runs_of(s, x, x, by_thread, &r[0]);
    runs_of(s, y, x, by_thread, &r[1]);
    while (cancel_one(s, &r[0], &r[1], x->naxes + 1) || cancel_one(s, &r[1], &r[0], x->naxes + 1))
        ;
    return r[0].n == 0 && r[1].n == 0;
}

/* ---- products ---- */

#define OPERANDS 3

/* Two axes for an operand, the first of which integers have. */
static const size_t index_of[OPERANDS][2] = {{0, 2}, {1, 2}, {0, 1}}; /* m, n, k */

static const poly *on(sym *s, const sv *a, size_t j, size_t k)
{
    const lit_path path = {.depth = 1, .mode = {(uint32_t)j}};
    size_t axis = a->basis ? lcr_sv_axis(a, &path) : j == 0 ? 0 : SIZE_MAX;
    return lcr_sv_step(s, a, axis, k);
}

/* Places of a matrix from 0 on, of coordinates of the same extents as those of b. */
static bool is_operand(sym *s, const sv *a, const sv *b)
{
    bool ok = a->n == b->n;
    for (size_t j = 0; ok && j < a->naxes; j++) {
        ok = !a->basis || (a->path[j].depth == 1 && a->path[j].mode[0] < 2);
        ok = ok && lcr_sym_is_zero(s, lcr_sv_offset(s, a, j));
    }
    for (size_t k = 0; ok && k < a->n; k++)
        ok = lcr_sym_equal(s, a->extent[k], b->extent[k]);
    return ok;
}

/* Z = (A,B,C) and D = ((m,k),(n,k),(m,n)) have the same modes. */
bool lcr_sym_multiplies(sym *s, const sv *const x[3], const sv *shape)
{
    runs *r = lcr_lit_alloc(s->pool, 2, sizeof *r);
    bool ok = r && shape->kind == SV_TUPLE && !shape->step && shape->n == 3;
    for (size_t i = 0; ok && i < OPERANDS; i++)
        ok = is_operand(s, x[i], x[0]);
    if (!ok)
        return false;
    s->computed = true;
    for (size_t k = 0; k < x[0]->n; k++) {
        run *z = &r[0].run[r[0].n];
        if (is_one(x[0]->extent[k]))
            continue;
        r[0].n++;
        z->extent = x[0]->extent[k];
        for (size_t i = 0; i < OPERANDS; i++)
            for (size_t j = 0; j < 2; j++)
                z->step[2 * i + j] = on(s, x[i], j, k);
    }
    for (size_t mode = 0; mode < 3; mode++) {
        run *d = &r[1].run[r[1].n];
        if (is_one(shape->extent[mode]))
            continue;
        r[1].n++;
        d->extent = shape->extent[mode];
        for (size_t q = 0; q < 2 * OPERANDS; q++)
            d->step[q] = lcr_poly_si(s->pool, 0);
        for (size_t i = 0; i < OPERANDS; i++)
            for (size_t j = 0; j < 2; j++)
                if (index_of[i][j] == mode && (x[i]->basis || j == 0))
                    d->step[2 * i + j] = lcr_poly_si(s->pool, 1);
                else if (index_of[i][j] == mode)
                    d->step[2 * i] = shape->extent[index_of[i][0]];
    }
    while (cancel_one(s, &r[0], &r[1], 2 * OPERANDS) || cancel_one(s, &r[1], &r[0], 2 * OPERANDS))
        ;
    return r[0].n == 0 && r[1].n == 0;
}
