#include "config.h"

#include "quasi.h"

#include <stdlib.h>

static size_t width(const lcr_quasi *q)
{
    return 2 + q->nvars + q->ndivisions;
}

/* A number of isl times m, which is an integer of one word. Takes over the number. */
static bool read_number(isl_val *v, isl_val *m, lc_int *out)
{
    v = isl_val_mul(v, isl_val_copy(m));
    long n = 0;
    bool fits = v && isl_val_is_int(v) == isl_bool_true && isl_val_cmp_si(v, LONG_MAX / 4) < 0 &&
                isl_val_cmp_si(v, LONG_MIN / 4) > 0;
    if (fits)
        n = isl_val_get_num_si(v);
    isl_val_free(v);
    *out = (lc_int){n};
    return fits;
}

static bool read_row(const lcr_quasi *q, isl_aff *aff, lc_int *row)
{
    isl_val *m = isl_aff_get_denominator_val(aff), *one = isl_val_one(isl_aff_get_ctx(aff));
    bool ok = m && one && read_number(isl_val_copy(m), one, &row[0]) &&
              read_number(isl_aff_get_constant_val(aff), m, &row[1]);
    for (size_t k = 0; ok && k < q->nvars; k++)
        ok = read_number(isl_aff_get_coefficient_val(aff, isl_dim_in, (int)k), m, &row[2 + k]);
    for (size_t k = 0; ok && k < q->ndivisions; k++)
        ok = read_number(isl_aff_get_coefficient_val(aff, isl_dim_div, (int)k), m,
                         &row[2 + q->nvars + k]);
    isl_val_free(m);
    isl_val_free(one);
    return ok;
}

bool lcr_quasi_open(lcr_ctx *r, lcr_quasi *q, isl_aff *like, size_t n)
{
    isl_size nvars = isl_aff_dim(like, isl_dim_in), ndivisions = isl_aff_dim(like, isl_dim_div);
    *q = (lcr_quasi){.n = n};
    if (nvars < 0 || ndivisions < 0 || !lcr_isl_ok(r))
        return false;
    q->nvars = (size_t)nvars;
    q->ndivisions = (size_t)ndivisions;
    q->cell = calloc((q->ndivisions + n) * width(q), sizeof *q->cell);
    bool ok = q->cell != NULL;
    for (size_t k = 0; ok && k < q->ndivisions; k++) {
        isl_aff *division = isl_aff_get_div(like, (int)k);
        ok = division && read_row(q, division, q->cell + k * width(q));
        isl_aff_free(division);
    }
    if (!ok)
        lcr_quasi_close(q);
    return ok;
}

bool lcr_quasi_set(lcr_ctx *r, lcr_quasi *q, size_t i, isl_aff *aff)
{
    isl_size ndivisions = isl_aff_dim(aff, isl_dim_div);
    return ndivisions >= 0 && (size_t)ndivisions == q->ndivisions &&
           read_row(q, aff, q->cell + (q->ndivisions + i) * width(q)) && lcr_isl_ok(r);
}

void lcr_quasi_close(lcr_quasi *q)
{
    free(q->cell);
    *q = (lcr_quasi){0};
}

/* m times the expression of a row, of so many variables and divisions. */
static lc_int sum(lc_ctx *ctx, const lcr_quasi *q, const lc_int *row, size_t nvars,
                  size_t ndivisions, const lc_int *x, const lc_int *division)
{
    lc_int total = row[1];
    for (size_t k = 0; k < nvars; k++)
        if (row[2 + k].word != 0)
            total = lc_int_add(ctx, total, lc_int_mul(ctx, row[2 + k], x[k]));
    row += 2 + q->nvars;
    for (size_t k = 0; k < ndivisions; k++)
        if (row[k].word != 0)
            total = lc_int_add(ctx, total, lc_int_mul(ctx, row[k], division[k]));
    return total;
}

void lcr_quasi_divide(lc_ctx *ctx, const lcr_quasi *q, const lc_int *x, lc_int *division)
{
    for (size_t k = 0; k < q->ndivisions; k++) {
        const lc_int *row = q->cell + k * width(q);
        division[k] = lc_int_fdiv(ctx, sum(ctx, q, row, q->nvars, k, x, division), row[0]);
    }
}

lc_int lcr_quasi_at(lc_ctx *ctx, const lcr_quasi *q, size_t i, size_t nvars, const lc_int *x,
                    const lc_int *division)
{
    size_t ndivisions = nvars < q->nvars || !division ? 0 : q->ndivisions;
    return sum(ctx, q, lcr_quasi_row(q, i), nvars, ndivisions, x, division);
}
