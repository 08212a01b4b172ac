/* counts.c - reorders in symbols: the same values equally often, for all parameters.
 *
 * At a number x > 1, let G(n, s) = 1 + x^s + ... + x^((n - 1) s). The sum of x^value over a
 * layout is x^offset times the product of G over its modes, and two layouts have each value
 * equally often when these sums are the same for all x. G(n, s) is (1 - x^(n s)) / (1 - x^s)
 * where s is not 0, and continuous in n and s; so that the sums are the same for all parameters
 * when the factors 1 - x^p, with polynomials p, cancel: each n s of X and s of Y stands among the
 * n s of Y and s of X. Modes whose stride is 0 as a polynomial are counted apart. For coordinates
 * s is a vector.
 */
#include "config.h"

#include "claims.h"

/* The exponents of the factors 1 - x^p, of the numerator (count > 0) or the denominator. */
typedef struct {
    const lc_poly *p[LC_MAX_AXES + 1];
    int count;
} factor;

typedef struct {
    lcv_proof *proof;
    size_t naxes, n;
    factor *factor;
    const lc_poly *still[2]; /* coordinates of the modes of stride 0 */
} factors;

static bool same(const factors *f, const factor *a, const lc_poly *const *p)
{
    for (size_t q = 0; q < f->naxes; q++)
        if (!lc_poly_equal(a->p[q], p[q]))
            return false;
    return true;
}

static void add(factors *f, const lc_poly *const *p, int count)
{
    size_t i = 0;
    while (i < f->n && !same(f, &f->factor[i], p))
        i++;
    factor *at = &f->factor[i];
    if (i == f->n) {
        f->n++;
        at->count = 0;
        for (size_t q = 0; q < f->naxes; q++)
            at->p[q] = p[q];
    }
    at->count += count;
}

/* The leaves of the first mode count the threads. */
static const lc_poly *thread_step(const factors *f, const lcv_form *x, size_t k)
{
    lcv_symbols *s = f->proof->s;
    lc_tuple *first = lcv_part_of(f->proof->f->ctx, x->nest, 0);
    if (!first || k >= lc_tuple_nleaves(first))
        return first ? lcv_size_const(s, 0) : NULL;
    const lc_poly *place = lcv_size_const(s, 1);
    for (size_t i = 0; i < k; i++)
        place = lcv_size_mul(s, place, x->extent[i]);
    return place;
}

static bool add_mode(factors *f, const lc_poly *extent, const lc_poly *const *step, size_t side)
{
    lcv_symbols *s = f->proof->s;
    const lc_poly *end[LC_MAX_AXES + 1];
    int sign = side == 0 ? 1 : -1;
    bool zero = true;
    for (size_t q = 0; q < f->naxes; q++) {
        end[q] = lcv_size_mul(s, extent, step[q]);
        if (!end[q])
            return false;
        zero = zero && lcv_size_is_zero(step[q]);
    }
    if (zero)
        f->still[side] = lcv_size_mul(s, f->still[side], extent);
    else if (!lcv_size_is_one(extent)) {
        add(f, end, sign);
        add(f, step, -sign);
    }
    return f->still[side] != NULL;
}

static bool add_layout(factors *f, const lcv_form *x, size_t side)
{
    bool ok = true;
    for (size_t k = 0; ok && k < x->n; k++) {
        const lc_poly *step[LC_MAX_AXES + 1];
        for (size_t q = 0; q < f->naxes; q++)
            step[q] = q < x->naxes ? x->step[q * x->n + k] : thread_step(f, x, k);
        ok = add_mode(f, x->extent[k], step, side);
    }
    return ok;
}

static bool begin(factors *f, lcv_proof *p, size_t naxes, size_t modes)
{
    *f = (factors){.proof = p, .naxes = naxes};
    f->still[0] = f->still[1] = lcv_size_const(p->s, 1);
    f->factor = lc_frame_alloc(p->f->ctx, 2 * modes + 1, sizeof *f->factor);
    return f->factor != NULL;
}

static bool cancel(const factors *f)
{
    if (!lcv_show_equal(f->proof, f->still[0], f->still[1],
                        "the coordinates of modes of stride 0"))
        return false;
    for (size_t i = 0; i < f->n; i++)
        if (f->factor[i].count != 0)
            return lcv_obstacle(f->proof->f,
                                "modes of X and Y whose factors in symbols do not cancel") !=
                   NULL;
    return true;
}

static bool reorders(lcv_proof *p, bool by_thread)
{
    const lcv_form *x = lcv_proof_tensor(p, 0), *y = x ? lcv_proof_tensor(p, 1) : NULL;
    if (!y || !lcv_form_same_axes(p, x, y) || !lcv_form_same_offsets(p, x, y))
        return false;
    if (by_thread && (lc_tuple_is_leaf(x->nest) || lc_tuple_is_leaf(y->nest)))
        return lcv_obstacle(p->f, "no thread-value layout") != NULL;
    factors f;
    return begin(&f, p, x->naxes + by_thread, x->n + y->n) && add_layout(&f, x, 0) &&
           add_layout(&f, y, 1) && cancel(&f);
}

bool lcv_sym_reorders(lcv_proof *p)
{
    return reorders(p, false);
}

/* With the thread as one more axis of the values. */
bool lcv_sym_feeds(lcv_proof *p)
{
    return reorders(p, true);
}

/* ---- products ---- */

#define OPERANDS 3

static const size_t index_of[OPERANDS][2] = {{0, 2}, {1, 2}, {0, 1}}; /* m, n, k */

/* The number of the axis of the i-th operand for index j, of all: integers have one. */
static bool axes_of(lcv_proof *p, const lcv_form *const *x, size_t first[OPERANDS], size_t *naxes)
{
    *naxes = 0;
    for (size_t i = 0; i < OPERANDS; i++) {
        first[i] = *naxes;
        *naxes += x[i]->profile ? 2 : 1;
        if (x[i]->naxes != (x[i]->profile ? 2 : 1))
            return lcv_obstacle(p->f, "values that are no places of a matrix") != NULL;
        for (size_t q = 0; x[i]->offset && q < x[i]->naxes; q++)
            if (!lcv_show_equal(p, x[i]->offset[q], lcv_size_const(p->s, 0), "an offset"))
                return false;
        if (x[i]->n != x[0]->n)
            return lcv_obstacle(p->f, "operands of other shapes") != NULL;
        for (size_t k = 0; k < x[0]->n; k++)
            if (!lcv_show_equal(p, x[0]->extent[k], x[i]->extent[k], "an extent"))
                return false;
    }
    return true;
}

/* (A,B,C) */
static bool add_operands(factors *f, const lcv_form *const *x, const size_t *first)
{
    bool ok = true;
    for (size_t k = 0; ok && k < x[0]->n; k++) {
        const lc_poly *step[LC_MAX_AXES + 1];
        for (size_t i = 0; i < OPERANDS; i++)
            for (size_t q = 0; q < x[i]->naxes; q++)
                step[first[i] + q] = x[i]->step[q * x[i]->n + k];
        ok = add_mode(f, x[0]->extent[k], step, 0);
    }
    return ok;
}

/* (m,n,k) -> ((m,k),(n,k),(m,n)) */
static bool add_products(factors *f, const lcv_form *const *x, const size_t *first,
                         const lc_poly *const *extent)
{
    bool ok = true;
    for (size_t mode = 0; ok && mode < 3; mode++) {
        const lc_poly *step[LC_MAX_AXES + 1];
        for (size_t q = 0; q < f->naxes; q++)
            step[q] = lcv_size_const(f->proof->s, 0);
        for (size_t i = 0; i < OPERANDS; i++)
            for (size_t j = 0; j < 2; j++)
                if (index_of[i][j] == mode)
                    step[first[i] + (x[i]->profile ? j : 0)] =
                        j == 1 && !x[i]->profile ? extent[index_of[i][0]]
                                                 : lcv_size_const(f->proof->s, 1);
        ok = add_mode(f, extent[mode], step, 1);
    }
    return ok;
}

bool lcv_sym_multiplies(lcv_proof *p)
{
    const lcv_form *x[OPERANDS], *shape;
    size_t first[OPERANDS], naxes;
    factors f;
    for (size_t i = 0; i < OPERANDS; i++)
        if (!(x[i] = lcv_proof_tensor(p, i)))
            return false;
    if (!(shape = lcv_proof_tuple(p, 3)))
        return false;
    if (shape->n != 3)
        return lcv_obstacle(p->f, "a shape S of nested modes") != NULL;
    return axes_of(p, x, first, &naxes) && begin(&f, p, naxes, x[0]->n + 3) &&
           add_operands(&f, x, first) && add_products(&f, x, first, shape->extent) && cancel(&f);
}
