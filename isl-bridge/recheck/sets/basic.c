/* basic.c - basic relations of isl in the coordinates of a set. */
#include "config.h"

#include "basic.h"

#include "../../internal.h"

#include <isl/aff.h>
#include <isl/mat.h>
#include <isl/set.h>

static size_t size_of(isl_size n)
{
    return n > 0 ? (size_t)n : 0;
}

/* The inputs, outputs and floors of one, in this order, as sums, as far as they are known. */
typedef struct {
    lcr_ctx *r;
    quo *d;
    isl_basic_set *part; /* inputs and outputs */
    isl_mat *equal, *least;
    size_t nin, nout, ndiv;
    bool *known, *used; /* dims; rows of equal */
    sys_sum *sum;
} basic;

static bool basic_open(lcr_ctx *r, quo *d, isl_basic_map *part, size_t nin, const sys_sum *in,
                       basic *b)
{
    *b = (basic){.r = r,
                 .d = d,
                 .nin = nin,
                 .nout = size_of(isl_basic_map_dim(part, isl_dim_out)),
                 .part = isl_basic_set_flatten(isl_basic_map_wrap(isl_basic_map_copy(part)))};
    b->ndiv = size_of(isl_basic_set_dim(b->part, isl_dim_div));
    b->equal = isl_basic_set_equalities_matrix(b->part, isl_dim_set, isl_dim_div, isl_dim_cst,
                                               isl_dim_param);
    b->least = isl_basic_set_inequalities_matrix(b->part, isl_dim_set, isl_dim_div, isl_dim_cst,
                                                 isl_dim_param);
    size_t n = nin + b->nout + b->ndiv;
    b->known = lcr_lit_alloc(d->s.pool, n + 1, sizeof *b->known);
    b->used = lcr_lit_alloc(d->s.pool, size_of(isl_mat_rows(b->equal)) + 1, sizeof *b->used);
    b->sum = lcr_lit_alloc(d->s.pool, n + 1, sizeof *b->sum);
    if (!b->known || !b->used || !b->sum || !lcr_isl_ok(r))
        return false;
    for (size_t k = 0; k < nin; k++) {
        b->known[k] = true;
        b->sum[k] = in[k];
    }
    return true;
}

static void basic_close(basic *b)
{
    isl_basic_set_free(b->part);
    isl_mat_free(b->equal);
    isl_mat_free(b->least);
}

static bool element(const basic *b, isl_mat *mat, size_t row, size_t column, lc_int *value)
{
    return lcr_int(b->r, isl_mat_get_element_val(mat, (int)row, (int)column), value);
}

/* The row as a sum, but for one column; false: another dim of it is not known, or an error. */
static bool row_sum(const basic *b, isl_mat *mat, size_t row, size_t but, sys_sum *sum)
{
    size_t n = b->nin + b->nout + b->ndiv;
    lc_int f;
    lcr_sys_zero(sum);
    for (size_t k = 0; k <= n; k++) {
        if (!element(b, mat, row, k, &f))
            return false;
        if (k == but || lc_int_is_zero(f))
            continue;
        if (k < n && !b->known[k])
            return false;
        if (k < n)
            lcr_sys_add(&b->d->s, sum, f, &b->sum[k]);
        else
            sum->constant = lc_int_add(b->r->lc, sum->constant, f);
    }
    return true;
}

/* f of an affine expression times its denominator. */
static bool numerator(const basic *b, isl_val *value, lc_int by, lc_int *out)
{
    return lcr_int(b->r, isl_val_mul(value, lcr_val(b->r, by)), out);
}

/* A floor, once what it is of is known. *done: it is now. False with an error. */
static bool floor_of(basic *b, size_t div, bool *done)
{
    isl_aff *aff = isl_basic_set_get_div(b->part, (int)div);
    size_t ndims = b->nin + b->nout;
    lc_int by, f;
    sys_sum x;
    bool ok = lcr_int(b->r, isl_aff_get_denominator_val(aff), &by) &&
              numerator(b, isl_aff_get_constant_val(aff), by, &f);
    lcr_sys_zero(&x);
    x.constant = ok ? f : lc_int_const(0);
    *done = ok;
    for (size_t k = 0; ok && *done && k < ndims + b->ndiv; k++) {
        enum isl_dim_type type = k < ndims ? isl_dim_in : isl_dim_div;
        int at = (int)(k < ndims ? k : k - ndims);
        ok = numerator(b, isl_aff_get_coefficient_val(aff, type, at), by, &f);
        if (!ok || lc_int_is_zero(f))
            continue;
        *done = b->known[k];
        if (*done)
            lcr_sys_add(&b->d->s, &x, f, &b->sum[k]);
    }
    isl_aff_free(aff);
    if (ok && *done) {
        lcr_quo_divide(b->d, &x, by, &b->sum[ndims + div], NULL);
        b->known[ndims + div] = true;
    }
    return ok;
}

/* An output by an equality in which it stands alone, and all else is known. */
static bool solve_output(basic *b, size_t dim)
{
    size_t rows = size_of(isl_mat_rows(b->equal));
    for (size_t row = 0; row < rows && !b->known[dim]; row++) {
        sys_sum rest;
        lc_int f;
        if (b->used[row] || !element(b, b->equal, row, dim, &f) ||
            !lc_int_is_one(lc_int_abs(b->r->lc, f)) || !row_sum(b, b->equal, row, dim, &rest))
            continue;
        lcr_sys_zero(&b->sum[dim]);
        lcr_sys_add(&b->d->s, &b->sum[dim], lc_int_neg(b->r->lc, f), &rest);
        b->known[dim] = b->used[row] = true;
    }
    return b->known[dim];
}

/* The first output that is not known becomes a variable; false: they all are. */
static bool free_output(basic *b)
{
    for (size_t k = b->nin; k < b->nin + b->nout; k++)
        if (!b->known[k]) {
            b->sum[k] = lcr_sys_variable(lcr_sys_free(&b->d->s, 'v'));
            b->known[k] = true;
            return true;
        }
    return false;
}

/* One round over all that is not known. *rest: something is left. False with an error. */
static bool solve_some(basic *b, bool *progress, bool *rest)
{
    *progress = *rest = false;
    for (size_t k = 0; k < b->ndiv; k++) {
        bool done;
        if (b->known[b->nin + b->nout + k])
            continue;
        if (!floor_of(b, k, &done))
            return false;
        *progress = *progress || done;
        *rest = *rest || !done;
    }
    for (size_t k = b->nin; k < b->nin + b->nout; k++) {
        if (b->known[k])
            continue;
        bool done = solve_output(b, k);
        *progress = *progress || done;
        *rest = *rest || !done;
    }
    return lc_ctx_code(b->r->lc) == LC_OK && !b->d->s.failed;
}

/* All outputs and floors. False with an error. */
static bool solve(basic *b)
{
    bool progress, rest = true;
    while (rest) {
        if (!solve_some(b, &progress, &rest))
            return false;
        if (rest && !progress && !free_output(b))
            return lc_fail(b->r->lc, LC_ERR_LIMIT, "a relation with floors of one another");
    }
    return true;
}

/* What the relation says besides. */
static bool read_rows(basic *b, isl_mat *mat, bool equality, lcr_map_text *to)
{
    for (size_t row = 0; row < size_of(isl_mat_rows(mat)); row++) {
        if (equality && b->used[row])
            continue;
        if (!row_sum(b, mat, row, SIZE_MAX, &to->row[to->nrows]))
            return false;
        to->relation[to->nrows++] = equality ? SYS_EQ : SYS_GE;
    }
    return !b->d->s.failed;
}

static size_t row_count(const basic *b)
{
    return size_of(isl_mat_rows(b->equal)) + size_of(isl_mat_rows(b->least));
}

bool lcr_basic_read(lcr_ctx *r, quo *d, isl_basic_map *part, size_t nin, const sys_sum *in,
                    lcr_map_text *to)
{
    basic b;
    bool ok = basic_open(r, d, part, nin, in, &b) && b.nout <= GRAPH_OUTPUTS &&
              lcr_map_room(d->s.pool, to, b.nout, row_count(&b)) && solve(&b) &&
              read_rows(&b, b.equal, true, to) && read_rows(&b, b.least, false, to);
    for (size_t k = 0; ok && k < b.nout; k++)
        to->out[k] = b.sum[nin + k];
    basic_close(&b);
    return ok;
}
