/* basic.c - the rows of a set as isl's. */
#include "config.h"

#include "basic.h"

#include "../../internal.h"
#include "../read/size.h"

#include <isl/mat.h>
#include <limits.h>
#include <stdio.h>

/* A matrix for isl, of a column a variable, a parameter of isl, and 1, with its first rows
 * filled. */
typedef struct {
    lcr_ctx *r;
    sym *sizes;
    isl_mat *mat;
    int n, columns, first; /* of the parameters */
} matrix;

static matrix matrix_of(lcr_ctx *r, const sys *s, size_t rows)
{
    sym *sizes = s->pool->sizes;
    int columns = (int)(s->n + (sizes ? sizes->n : 0) + 1);
    matrix m = {r, sizes,   isl_mat_alloc(r->isl, (unsigned)rows, (unsigned)columns),
                0, columns, (int)s->n};
    for (int i = 0; i < (int)rows; i++)
        for (int k = 0; k < columns; k++)
            m.mat = isl_mat_set_element_si(m.mat, i, k, 0);
    return m;
}

static void put(matrix *m, int column, lc_int value)
{
    bool is_int = lc_int_is_small(value) && lc_int_get_si(value) >= INT_MIN &&
                  lc_int_get_si(value) <= INT_MAX;
    m->mat = is_int ? isl_mat_set_element_si(m->mat, m->n, column, (int)lc_int_get_si(value))
                    : isl_mat_set_element_val(m->mat, m->n, column, lcr_val(m->r, value));
}

static void put_constant(matrix *m, lc_int value)
{
    const poly *p = lc_int_is_size(value) ? lcr_size_poly(m->sizes, value) : NULL;
    if (!p)
        put(m, m->columns - 1, value);
    for (size_t i = 0; p && i < p->n; i++) {
        monomial of = p->term[i].of;
        if (lcr_monomial_degree(of) > 1) {
            lc_fail(m->r->lc, LC_ERR_LIMIT, "a product of parameters");
            m->mat = isl_mat_free(m->mat);
        } else {
            put(m, of == 0 ? m->columns - 1 : m->first + (int)lcr_monomial_var(of, 0),
                p->term[i].factor);
        }
    }
}

/* sign * x - sign * end >= 0 */
static void put_bound(matrix *m, size_t var, int sign, lc_int end)
{
    put(m, (int)var, lc_int_const(sign));
    put_constant(m, sign > 0 ? lc_int_neg(m->r->lc, end) : end);
    m->n++;
}

/* A sum = 0, or >= 0, once all is moved to one side. A size is no factor but of a variable that
 * has one value. */
static void put_sum(matrix *m, const sys *s, const sys_row *row)
{
    lc_ctx *lc = m->r->lc;
    bool turned = row->relation == SYS_LE || row->relation == SYS_LT;
    bool strict = row->relation == SYS_GT || row->relation == SYS_LT;
    lc_int constant = turned ? lc_int_neg(lc, row->constant) : row->constant;
    for (size_t i = 0; i < row->n; i++) {
        const sys_row *ends = s->ends[row->term[i].var];
        lc_int factor = turned ? lc_int_neg(lc, row->term[i].factor) : row->term[i].factor;
        if (!lc_int_is_size(factor)) {
            put(m, (int)row->term[i].var, factor);
        } else if (ends && ends->has_least && ends->has_most &&
                   ends->least.word == ends->most.word) {
            constant = lc_int_add(lc, constant, lc_int_mul(lc, factor, ends->least));
        } else {
            lc_fail(lc, LC_ERR_LIMIT, "a product of a parameter and a coordinate");
            m->mat = isl_mat_free(m->mat);
        }
    }
    put_constant(m, strict ? lc_int_sub(lc, constant, lc_int_const(1)) : constant);
    m->n++;
}

/* n coordinates, and the parameters. */
static isl_space *space_of(lcr_ctx *r, const sym *sizes, size_t n)
{
    char name[24];
    unsigned all = sizes ? (unsigned)sizes->n : 0;
    isl_space *space = isl_space_set_alloc(r->isl, all, (unsigned)n);
    for (unsigned i = 0; i < all; i++) {
        snprintf(name, sizeof name, "?%u", i);
        space = isl_space_set_dim_name(space, isl_dim_param, i,
                                       sizes->var[i].name ? sizes->var[i].name : name);
    }
    return space;
}

/* isl looks for independent parts by a Hermite normal form of the rows in their order: after
 * the unit vectors of the bounds it is trivial, before them its integers explode. */
isl_basic_set *lcr_basic_of(lcr_ctx *r, const sys *s)
{
    size_t equalities = 0, others = 0;
    for (const sys_row *row = s->last; row != NULL; row = row->before) {
        bool equality = !row->bounds && row->relation == SYS_EQ;
        equalities += equality;
        others += row->bounds ? (size_t)row->has_least + (size_t)row->has_most : !equality;
    }
    lc_frame frame = lc_frame_open(r->lc);
    matrix equal = matrix_of(r, s, equalities), least = matrix_of(r, s, others);
    for (const sys_row *row = s->last; row != NULL; row = row->before) {
        if (row->has_least)
            put_bound(&least, row->var, 1, row->least);
        if (row->has_most)
            put_bound(&least, row->var, -1, row->most);
    }
    for (const sys_row *row = s->last; row != NULL; row = row->before)
        if (!row->bounds)
            put_sum(row->relation == SYS_EQ ? &equal : &least, s, row);
    lc_frame_close(r->lc, frame);
    return isl_basic_set_from_constraint_matrices(space_of(r, s->pool->sizes, s->n), equal.mat,
                                                  least.mat, isl_dim_set, isl_dim_div,
                                                  isl_dim_param, isl_dim_cst);
}
