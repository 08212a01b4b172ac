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

static bool add_layout(factors *f, const lcv_form *x, size_t side)
{
    lcv_symbols *s = f->proof->s;
    int sign = side == 0 ? 1 : -1;
    f->still[side] = lcv_size_const(s, 1);
    for (size_t k = 0; k < x->n; k++) {
        const lc_poly *step[LC_MAX_AXES + 1], *end[LC_MAX_AXES + 1];
        bool zero = true;
        for (size_t q = 0; q < f->naxes; q++) {
            step[q] = q < x->naxes ? x->step[q * x->n + k] : thread_step(f, x, k);
            end[q] = lcv_size_mul(s, x->extent[k], step[q]);
            if (!end[q])
                return false;
            zero = zero && lcv_size_is_zero(step[q]);
        }
        if (zero)
            f->still[side] = lcv_size_mul(s, f->still[side], x->extent[k]);
        else if (!lcv_size_is_one(x->extent[k])) {
            add(f, end, sign);
            add(f, step, -sign);
        }
    }
    return f->still[side] != NULL;
}

static bool cancel(const factors *f)
{
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
    factors f = {.proof = p, .naxes = x->naxes + by_thread};
    f.factor = lc_frame_alloc(p->f->ctx, 2 * (x->n + y->n) + 1, sizeof *f.factor);
    return f.factor && add_layout(&f, x, 0) && add_layout(&f, y, 1) &&
           lcv_show_equal(p, f.still[0], f.still[1], "the coordinates of modes of stride 0") &&
           cancel(&f);
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
