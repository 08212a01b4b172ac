/* ask.c - what isl says of the sets of a claim. */
#include "config.h"

#include "ask.h"

#include "../../internal.h"
#include "../sets/relation.h"

#include <isl/mat.h>
#include <isl/set.h>
#include <limits.h>

/* ---- sets of rows ---- */

/* A matrix for isl, of a column a variable and one of constants, with its first rows filled. */
typedef struct {
    lcr_ctx *r;
    isl_mat *mat;
    int n, columns;
} matrix;

static matrix matrix_of(lcr_ctx *r, size_t rows, size_t columns)
{
    matrix m = {r, isl_mat_alloc(r->isl, (unsigned)rows, (unsigned)columns), 0, (int)columns};
    for (int i = 0; i < (int)rows; i++)
        for (int k = 0; k < m.columns; k++)
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

/* sign * x - sign * end >= 0 */
static void put_bound(matrix *m, size_t var, int sign, lc_int end)
{
    put(m, (int)var, lc_int_const(sign));
    put(m, m->columns - 1, sign > 0 ? lc_int_neg(m->r->lc, end) : end);
    m->n++;
}

/* A sum = 0, or >= 0, once all is moved to one side. */
static void put_sum(matrix *m, const sys_row *row)
{
    lc_ctx *lc = m->r->lc;
    bool turned = row->relation == SYS_LE || row->relation == SYS_LT;
    bool strict = row->relation == SYS_GT || row->relation == SYS_LT;
    lc_int constant = turned ? lc_int_neg(lc, row->constant) : row->constant;
    for (size_t i = 0; i < row->n; i++)
        put(m, (int)row->term[i].var,
            turned ? lc_int_neg(lc, row->term[i].factor) : row->term[i].factor);
    put(m, m->columns - 1, strict ? lc_int_sub(lc, constant, lc_int_const(1)) : constant);
    m->n++;
}

/* How many rows there are of a kind, and the bits of the longest integer. */
typedef struct {
    size_t equalities, sums, bounds, bits;
    size_t long_ones, pins; /* equalities of three variables and more, and of one */
    size_t uneven;          /* long ones with a factor that is no power of two */
} counts;

static size_t longer(size_t bits, lc_int a)
{
    size_t n = lc_int_bits(a);
    return n > bits ? n : bits;
}

/* 2^k or -2^k */
static bool is_power(lc_int a)
{
    size_t ones = 0;
    if (!lc_int_is_small(a)) /* such are rare */
        return false;
    int64_t value = lc_int_get_si(a);
    for (uint64_t x = value < 0 ? 0 - (uint64_t)value : (uint64_t)value; x != 0; x &= x - 1)
        ones++;
    return ones == 1;
}

static counts count_rows(const sys *s)
{
    counts n = {0};
    for (const sys_row *row = s->last; row != NULL; row = row->before) {
        n.bounds += (size_t)row->has_least + (size_t)row->has_most;
        bool equality = !row->bounds && row->relation == SYS_EQ;
        n.equalities += equality;
        n.long_ones += equality && row->n > 2;
        n.pins += equality && row->n == 1;
        n.sums += !row->bounds && row->relation != SYS_EQ;
        bool even = true;
        for (size_t i = 0; i < row->n; i++) {
            n.bits = longer(n.bits, row->term[i].factor);
            even = even && is_power(row->term[i].factor);
        }
        n.uneven += equality && row->n > 2 && !even;
    }
    return n;
}

/* isl looks for independent parts by a Hermite normal form of the rows in their order: after
 * the unit vectors of the bounds it is trivial, before them its integers explode. */
static isl_basic_set *build(lcr_ctx *r, const sys *s, const counts *n)
{
    lc_frame frame = lc_frame_open(r->lc);
    matrix equal = matrix_of(r, n->equalities, s->n + 1);
    matrix least = matrix_of(r, n->bounds + n->sums, s->n + 1);
    for (const sys_row *row = s->last; row != NULL; row = row->before) {
        if (row->has_least)
            put_bound(&least, row->var, 1, row->least);
        if (row->has_most)
            put_bound(&least, row->var, -1, row->most);
    }
    for (const sys_row *row = s->last; row != NULL; row = row->before)
        if (!row->bounds)
            put_sum(row->relation == SYS_EQ ? &equal : &least, row);
    lc_frame_close(r->lc, frame);
    return isl_basic_set_from_constraint_matrices(isl_space_set_alloc(r->isl, 0, (unsigned)s->n),
                                                  equal.mat, least.mat, isl_dim_set, isl_dim_div,
                                                  isl_dim_param, isl_dim_cst);
}

/* The Hermite form of many equalities may have integers without end, and isl counts no
 * operations while it makes it; variables that are pinned leave nothing of them. */
#define LONG_ONES 24
#define UNEVEN 9

/* Begins a query; NULL with an error where isl is not to be asked. */
static isl_basic_set *basic_set(lcr_ctx *r, const sys *s)
{
    counts n = count_rows(s);
    if ((n.long_ones > LONG_ONES || n.uneven > UNEVEN) && 3 * n.pins < s->n)
        return lc_fail(r->lc, LC_ERR_LIMIT, "a set of %zu equalities", n.long_ones);
    lcr_begin_on(r, lcr_system_weight(s->n, n.bits));
    return build(r, s, &n);
}

/* ---- texts ---- */

static isl_set *read_set(lcr_ctx *r, const char *text)
{
    isl_set *set = isl_set_read_from_str(r->isl, text);
    if (!set)
        lcr_text_not_read(r, LC_ERR_INVALID, "set", text);
    return set;
}

/* ---- questions ---- */

/* What isl has found: a point, or a void one, both taken over. */
static lcr_answer point_of(lcr_ctx *r, lit_pool *pool, isl_point *found, size_t n,
                           sys_point *point)
{
    lcr_answer none = lcr_isl_answer(r, isl_point_is_void(found), "a set of a claim");
    *point = (sys_point){n, NULL};
    if (none == LCR_NO)
        point->at = lcr_lit_alloc(pool, n + 1, sizeof *point->at);
    if (!point->at) {
        isl_point_free(found);
        return none == LCR_YES ? LCR_NO : LCR_UNKNOWN;
    }
    return lcr_point_ints(r, found, n, point->at) ? LCR_YES : LCR_UNKNOWN;
}

/* A point of a set, which is taken over. */
static lcr_answer point_of_set(lcr_ctx *r, lit_pool *pool, isl_set *set, sys_point *point)
{
    if (!set) { /* an error, or the operations ran out between two relations */
        if (lc_ctx_code(r->lc) == LC_OK)
            lcr_isl_answer(r, isl_bool_error, "a set of a claim");
        return LCR_UNKNOWN;
    }
    size_t n = (size_t)isl_set_dim(set, isl_dim_set);
    return point_of(r, pool, isl_set_sample_point(set), n, point);
}

lcr_answer lcr_ask_point(lcr_ctx *r, lit_pool *pool, const lcr_evidence *e, size_t i,
                         sys_point *point)
{
    const sys *s = e->set[i];
    isl_basic_set *set = basic_set(r, s);
    if (!set && lc_ctx_code(r->lc) != LC_OK)
        return LCR_UNKNOWN;
    lcr_answer none = lcr_isl_answer(r, isl_basic_set_is_empty(set), "a set of a claim");
    if (none != LCR_NO) {
        isl_basic_set_free(set);
        return none == LCR_YES ? LCR_NO : LCR_UNKNOWN;
    }
    lcr_answer answer = point_of(r, pool, isl_basic_set_sample_point(set), s->n, point);
    if (answer == LCR_YES && !lcr_sys_has(s, point)) {
        lc_fail(r->lc, LC_ERR_INTERNAL, "isl has found a point of a set that is none");
        return LCR_UNKNOWN;
    }
    return answer;
}

lcr_answer lcr_ask_point_of_text(lcr_ctx *r, lit_pool *pool, const char *text, sys_point *point)
{
    lcr_begin_on_text(r, text);
    return point_of_set(r, pool, read_set(r, text), point);
}

lcr_answer lcr_ask_is_text(lcr_ctx *r, const sys *s, const char *text)
{
    lcr_begin_on_text(r, text);
    isl_set *x = read_set(r, text);
    if (!x)
        return LCR_UNKNOWN;
    counts n = count_rows(s);
    isl_set *y = isl_set_from_basic_set(build(r, s, &n));
    lcr_answer answer = lcr_isl_answer(r, isl_set_is_equal(x, y), "comparing sets");
    isl_set_free(x);
    isl_set_free(y);
    return answer;
}
