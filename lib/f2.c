#include "config.h"

#include "f2.h"

uint64_t lc_f2_mask(unsigned n)
{
    return n >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << n) - 1;
}

lc_f2 lc_f2_zero(unsigned rows, unsigned cols)
{
    return (lc_f2){.rows = rows, .cols = cols};
}

lc_f2 lc_f2_identity(unsigned n)
{
    lc_f2 a = lc_f2_zero(n, n);
    for (unsigned j = 0; j < n; j++)
        a.column[j] = (uint64_t)1 << j;
    return a;
}

bool lc_f2_equal(const lc_f2 *a, const lc_f2 *b)
{
    if (a->rows != b->rows || a->cols != b->cols)
        return false;
    for (unsigned j = 0; j < a->cols; j++)
        if (a->column[j] != b->column[j])
            return false;
    return true;
}

uint64_t lc_f2_apply(const lc_f2 *a, uint64_t x)
{
    uint64_t y = 0;
    for (x &= lc_f2_mask(a->cols); x; x &= x - 1)
        y ^= a->column[__builtin_ctzll(x)];
    return y;
}

lc_f2 lc_f2_multiply(const lc_f2 *a, const lc_f2 *b)
{
    lc_f2 c = lc_f2_zero(a->rows, b->cols);
    for (unsigned j = 0; j < b->cols; j++)
        c.column[j] = lc_f2_apply(a, b->column[j]);
    return c;
}

lc_f2 lc_f2_add(const lc_f2 *a, const lc_f2 *b)
{
    lc_f2 c = *a;
    for (unsigned j = 0; j < c.cols; j++)
        c.column[j] ^= b->column[j];
    return c;
}

lc_f2 lc_f2_transpose(const lc_f2 *a)
{
    lc_f2 t = lc_f2_zero(a->cols, a->rows);
    for (unsigned j = 0; j < a->cols; j++)
        for (uint64_t rows = a->column[j]; rows; rows &= rows - 1)
            t.column[__builtin_ctzll(rows)] |= (uint64_t)1 << j;
    return t;
}

lc_f2 lc_f2_append(const lc_f2 *a, const lc_f2 *b)
{
    lc_f2 c = *a;
    for (unsigned j = 0; j < b->cols; j++)
        c.column[c.cols++] = b->column[j];
    return c;
}

/* ---- elimination ---- */

/* An echelon basis under construction: pivot[i] is 0 or a word whose highest bit is i,
 * source[i] the set of columns that add up to it. */
typedef struct {
    uint64_t pivot[LC_F2_MAX], source[LC_F2_MAX];
} echelon;

/* Reduce y by the basis, from the highest bit down; *x gathers the columns used. The rest has no
 * bit that is the highest of a pivot, so that the result is linear in y, and 0 exactly when y is
 * in the span. */
static uint64_t reduce(const echelon *e, uint64_t y, uint64_t *x)
{
    uint64_t rest = 0;
    while (y) {
        unsigned top = 63u - (unsigned)__builtin_clzll(y);
        if (e->pivot[top]) {
            y ^= e->pivot[top];
            *x ^= e->source[top];
        } else {
            rest |= (uint64_t)1 << top;
            y ^= (uint64_t)1 << top;
        }
    }
    return rest;
}

/* Add column j; false when it depends on those before it. *relation is the set of
 * columns, j among them, that add up to the new pivot, or to 0. */
static bool extend(echelon *e, const lc_f2 *a, unsigned j, uint64_t *relation)
{
    *relation = (uint64_t)1 << j;
    uint64_t rest = reduce(e, a->column[j], relation);
    if (!rest)
        return false;
    int top = 63 - __builtin_clzll(rest);
    e->pivot[top] = rest;
    e->source[top] = *relation;
    return true;
}

/* The basis of all columns; returns the set of those that were not needed. */
static uint64_t eliminate(const lc_f2 *a, echelon *e)
{
    uint64_t dependent = 0, relation;
    *e = (echelon){0};
    for (unsigned j = 0; j < a->cols; j++)
        if (!extend(e, a, j, &relation))
            dependent |= (uint64_t)1 << j;
    return dependent;
}

uint64_t lc_f2_free_bits(const lc_f2 *a)
{
    echelon e;
    return eliminate(a, &e);
}

unsigned lc_f2_rank(const lc_f2 *a)
{
    return a->cols - (unsigned)__builtin_popcountll(lc_f2_free_bits(a));
}

lc_f2 lc_f2_kernel(const lc_f2 *a)
{
    lc_f2 kernel = lc_f2_zero(a->cols, 0);
    echelon e = {0};
    uint64_t relation;
    for (unsigned j = 0; j < a->cols; j++)
        if (!extend(&e, a, j, &relation))
            kernel.column[kernel.cols++] = relation;
    return kernel;
}

lc_f2 lc_f2_image(const lc_f2 *a)
{
    lc_f2 image = lc_f2_zero(a->rows, 0);
    echelon e;
    eliminate(a, &e);
    for (unsigned i = 0; i < LC_F2_MAX; i++)
        if (e.pivot[i])
            image.column[image.cols++] = e.pivot[i];
    return image;
}

uint64_t lc_f2_leading_bits(const lc_f2 *a)
{
    echelon e;
    uint64_t bits = 0;
    eliminate(a, &e);
    for (unsigned i = 0; i < LC_F2_MAX; i++)
        bits |= (uint64_t)(e.pivot[i] != 0) << i;
    return bits;
}

/* ---- solving ---- */

bool lc_f2_solve(const lc_f2 *a, uint64_t y, uint64_t *x)
{
    echelon e;
    eliminate(a, &e);
    *x = 0;
    return reduce(&e, y, x) == 0;
}

bool lc_f2_solve_all(const lc_f2 *a, const lc_f2 *b, lc_f2 *x, unsigned *column)
{
    echelon e;
    eliminate(a, &e);
    *x = lc_f2_zero(a->cols, b->cols);
    for (unsigned j = 0; j < b->cols; j++) {
        if (reduce(&e, b->column[j], &x->column[j]) == 0)
            continue;
        if (column)
            *column = j;
        return false;
    }
    return true;
}

/* The solution for e_i, or for its part in the image, along the unit vectors of the rows without
 * a pivot. */
lc_f2 lc_f2_pseudo_inverse(const lc_f2 *a)
{
    echelon e;
    eliminate(a, &e);
    lc_f2 p = lc_f2_zero(a->cols, a->rows);
    for (unsigned i = 0; i < a->rows; i++)
        reduce(&e, (uint64_t)1 << i, &p.column[i]);
    return p;
}

bool lc_f2_right_inverse(const lc_f2 *a, lc_f2 *p)
{
    *p = lc_f2_pseudo_inverse(a);
    return lc_f2_rank(a) == a->rows;
}

bool lc_f2_left_inverse(const lc_f2 *a, lc_f2 *p)
{
    *p = lc_f2_pseudo_inverse(a);
    return lc_f2_rank(a) == a->cols;
}

bool lc_f2_inverse(const lc_f2 *a, lc_f2 *p)
{
    return lc_f2_right_inverse(a, p) && a->rows == a->cols;
}

/* ---- LU, on the rows ---- */

static void swap_words(uint64_t *a, uint64_t *b)
{
    uint64_t t = *a;
    *a = *b;
    *b = t;
}

/* Exchanges rows k and r in u, in the known part of l, and in the order. */
static void swap_rows(lc_f2_lu *f, unsigned k, unsigned r)
{
    swap_words(&f->upper.column[k], &f->upper.column[r]);
    swap_words(&f->lower.column[k], &f->lower.column[r]);
    unsigned t = f->perm[k];
    f->perm[k] = f->perm[r];
    f->perm[r] = t;
}

lc_f2_lu lc_f2_factor(const lc_f2 *a)
{
    /* both factors are transposed while they are made: a column here is a row there */
    lc_f2_lu f = {.lower = lc_f2_zero(a->rows, a->rows), .upper = lc_f2_transpose(a)};
    for (unsigned i = 0; i < a->rows; i++)
        f.perm[i] = i;
    unsigned row = 0;
    for (unsigned col = 0; col < a->cols && row < a->rows; col++) {
        unsigned pivot = row;
        while (pivot < a->rows && !(f.upper.column[pivot] >> col & 1))
            pivot++;
        if (pivot == a->rows)
            continue;
        swap_rows(&f, pivot, row);
        for (unsigned i = row + 1; i < a->rows; i++) {
            if (f.upper.column[i] >> col & 1) {
                f.upper.column[i] ^= f.upper.column[row];
                f.lower.column[i] |= (uint64_t)1 << row;
            }
        }
        row++;
    }
    for (unsigned i = 0; i < a->rows; i++)
        f.lower.column[i] |= (uint64_t)1 << i;
    f.lower = lc_f2_transpose(&f.lower);
    f.upper = lc_f2_transpose(&f.upper);
    return f;
}
