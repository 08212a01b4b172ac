/* values.c - see values.h. */
#include "config.h"

#include "values.h"

#include "../../internal.h"

#define MOST_INPUTS 16
#define MOST_FLOORS 64

/* floor((constant + sum of factors times inputs, and floors before it) / by) */
typedef struct {
    int64_t constant, by, input[MOST_INPUTS], floor[MOST_FLOORS];
} row;

typedef struct {
    lcr_ctx *r;
    size_t nin, nfloors;
    row *row; /* of the floors, then of the value */
} rows;

/* A factor times the denominator, which makes it an integer. */
static bool numerator(const rows *t, isl_val *factor, int64_t by, int64_t *out)
{
    lc_int value;
    if (isl_val_is_zero(factor) == isl_bool_true) {
        isl_val_free(factor);
        *out = 0;
        return true;
    }
    isl_val *whole = isl_val_mul(factor, isl_val_int_from_si(t->r->isl, by));
    bool ok = lcr_int(t->r, whole, &value) && lc_int_fits_si(value);
    *out = ok ? lc_int_get_si(value) : 0;
    return ok;
}

/* The expression, which is taken over, of the first `before` floors. */
static bool read_row(const rows *t, isl_aff *aff, size_t before, row *out)
{
    lc_int by;
    bool ok = lcr_int(t->r, isl_aff_get_denominator_val(aff), &by) && lc_int_fits_si(by);
    out->by = ok ? lc_int_get_si(by) : 1;
    ok = ok && numerator(t, isl_aff_get_constant_val(aff), out->by, &out->constant);
    for (size_t k = 0; ok && k < t->nin; k++)
        ok = numerator(t, isl_aff_get_coefficient_val(aff, isl_dim_in, (int)k), out->by,
                       &out->input[k]);
    for (size_t k = 0; ok && k < before; k++)
        ok = numerator(t, isl_aff_get_coefficient_val(aff, isl_dim_div, (int)k), out->by,
                       &out->floor[k]);
    isl_aff_free(aff);
    return ok;
}

/* The floors of an expression are in an order in which each is of those before it. */
static bool read_rows(ev *e, rows *t, isl_aff *aff)
{
    isl_size nin = isl_aff_dim(aff, isl_dim_in), n = isl_aff_dim(aff, isl_dim_div);
    bool ok = nin >= 0 && nin <= MOST_INPUTS && n >= 0 && n <= MOST_FLOORS &&
              isl_aff_dim(aff, isl_dim_param) == 0;
    t->nin = ok ? (size_t)nin : 0;
    t->nfloors = ok ? (size_t)n : 0;
    t->row = ok ? lcr_lit_alloc(e->pool, t->nfloors + 1, sizeof *t->row) : NULL;
    ok = t->row != NULL;
    for (size_t i = 0; ok && i < t->nfloors; i++)
        ok = read_row(t, isl_aff_get_div(aff, (int)i), i, &t->row[i]);
    return ok && read_row(t, isl_aff_copy(aff), t->nfloors, &t->row[t->nfloors]) &&
           t->row[t->nfloors].by == 1;
}

/* False: it does not fit. */
static bool add_times(int64_t *sum, int64_t factor, int64_t of)
{
    int64_t product;
    return !__builtin_mul_overflow(factor, of, &product) &&
           !__builtin_add_overflow(*sum, product, sum);
}

static bool value_of(const rows *t, const int64_t *in, int64_t *floor)
{
    for (size_t i = 0; i <= t->nfloors; i++) {
        const row *w = &t->row[i];
        int64_t sum = w->constant;
        bool fits = true;
        for (size_t k = 0; k < t->nin; k++)
            fits = fits && (w->input[k] == 0 || add_times(&sum, w->input[k], in[k]));
        for (size_t k = 0; k < i; k++)
            fits = fits && (w->floor[k] == 0 || add_times(&sum, w->floor[k], floor[k]));
        if (!fits)
            return false;
        floor[i] = sum / w->by - (sum % w->by < 0);
    }
    return true;
}

bool lcr_values_in_box(ev *e, isl_multi_aff *f, const size_t *extent, size_t n, lc_int *value)
{
    rows t = {.r = e->pool->isl};
    int64_t in[MOST_INPUTS] = {0}, floor[MOST_FLOORS + 1];
    isl_aff *aff = isl_multi_aff_dim(f, isl_dim_out) == 1 ? isl_multi_aff_get_aff(f, 0) : NULL;
    bool ok = aff && read_rows(e, &t, aff);
    isl_aff_free(aff);
    for (size_t c = 0; ok && c < n; c++) {
        ok = value_of(&t, in, floor);
        value[c] = ok ? lc_int_si(e->pool->lc, floor[t.nfloors]) : lc_int_const(0);
        for (size_t k = 0; k < t.nin && (size_t)++in[k] == extent[k]; k++)
            in[k] = 0;
    }
    return ok;
}
