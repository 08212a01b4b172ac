/* modes.c - modes of layouts of integers in symbols, and their order; quotients. */
#include "config.h"

#include "modes.h"

#include <string.h>

/* ---- quotients ---- */

const lc_poly *lcv_forms_quotient(lcv_forms *f, const lc_poly *a, const lc_poly *b)
{
    lc_int n;
    const lc_poly *q = a && b && !lcv_size_is_zero(b) ? lcv_size_quotient(f->symbols, a, b)
                                                      : NULL;
    if (q || !a || !b || !lc_poly_is_const(b, &n) || lc_int_sign(n) <= 0)
        return q;
    q = lcv_size_floor(f->symbols, a, n);
    const lc_poly *rest = q ? lcv_size_sub(f->symbols, a, lcv_size_mul(f->symbols, b, q)) : NULL;
    return rest && lcv_facts_imply_zero(f->facts, rest) ? q : NULL;
}

/* Takes symbols that are positive out of both, b = c v w ..: a / b stays what it is. */
static void cancel(lcv_forms *f, const lc_poly **a, const lc_poly **b)
{
    if (lc_poly_nterms(*b) != 1 || lc_poly_degree(*b) == 0)
        return;
    const lc_poly *common =
        lcv_keep(f->symbols, lc_poly_term(f->ctx, lc_int_const(1), lc_poly_monomial(*b, 0)));
    const lc_poly *rest = common ? lcv_size_quotient(f->symbols, *a, common) : NULL;
    if (!rest || !lcv_facts_imply(f->facts, lcv_size_plus(f->symbols, common, -1)))
        return;
    *b = lcv_size_int(f->symbols, lc_poly_coefficient(*b, 0));
    *a = rest;
}

/* floor((a + up) / b) for b > 0. */
static const lc_poly *rounded(lcv_forms *f, const lc_poly *a, const lc_poly *b, bool up)
{
    lcv_symbols *s = f->symbols;
    lc_int n;
    if (!a || !b)
        return NULL;
    cancel(f, &a, &b);
    if (a && b && lc_poly_is_const(b, &n) && lc_int_sign(n) > 0)
        return up ? lcv_size_ceil(s, a, n) : lcv_size_floor(s, a, n);
    const lc_poly *q = lcv_size_quotient(s, a, b), *one = lcv_size_const(s, 1);
    if (q)
        return q;
    /* ceil: 0 < a <= b; floor: 0 <= a < b, or b <= a < 2 b */
    const lc_poly *below = lcv_size_plus(s, lcv_size_sub(s, b, a), up ? 0 : -1);
    if (lcv_facts_imply(f->facts, below) &&
        lcv_facts_imply(f->facts, lcv_size_plus(s, a, up ? -1 : 0)))
        return up ? one : lcv_size_const(s, 0);
    if (lcv_facts_imply(f->facts, lcv_size_plus(s, b, -1)))
        return up ? lcv_size_ceil_by(s, a, b) : lcv_size_floor_by(s, a, b);
    return lcv_obstacle(f, "%s(%S / %S) unless it divides", up ? "ceil" : "floor",
                        lcv_size_to_str(s, a), lcv_size_to_str(s, b));
}

const lc_poly *lcv_forms_floor(lcv_forms *f, const lc_poly *a, const lc_poly *b)
{
    return rounded(f, a, b, false);
}

const lc_poly *lcv_forms_ceil(lcv_forms *f, const lc_poly *a, const lc_poly *b)
{
    return rounded(f, a, b, true);
}

/* ---- common divisors ---- */

#define MAX_DIVIDED 65536 /* a number that is factored by trial */

/* Does d divide p? LCR_UNKNOWN with an obstacle. */
static lcr_answer is_multiple(lcv_forms *f, const lc_poly *p, int64_t d)
{
    const lc_poly *by = lcv_size_int(f->symbols, lc_int_si(f->ctx, d));
    const lc_poly *q = by ? lcv_size_floor(f->symbols, p, lc_int_si(f->ctx, d)) : NULL;
    const lc_poly *rest = q ? lcv_size_sub(f->symbols, p, lcv_size_mul(f->symbols, by, q)) : NULL;
    lcr_answer answer = rest ? lcv_forms_is_zero(f, rest) : LCR_UNKNOWN;
    if (answer == LCR_UNKNOWN)
        lcv_obstacle(f, "gcd: whether %S is a multiple of %S", lcv_size_to_str(f->symbols, p),
                     lcv_size_to_str(f->symbols, by));
    return answer;
}

/* The greatest divisor of n that divides p, one prime factor after the other; NULL with an
 * obstacle. */
static const lc_poly *common_divisor(lcv_forms *f, const lc_poly *p, int64_t n)
{
    int64_t common = 1;
    for (int64_t prime = 2; n > 1; prime += n % prime != 0) {
        if (n % prime != 0)
            continue;
        n /= prime;
        lcr_answer more = is_multiple(f, p, common * prime);
        if (more == LCR_UNKNOWN)
            return NULL;
        common *= more == LCR_YES ? prime : 1;
    }
    return lcv_size_int(f->symbols, lc_int_si(f->ctx, common));
}

/* |p|; NULL with an obstacle. */
static const lc_poly *magnitude(lcv_forms *f, const lc_poly *p)
{
    lcr_answer positive = lcv_forms_ask(f, p);
    return positive == LCR_YES ? p
           : positive == LCR_NO
               ? lcv_size_neg(f->symbols, p)
               : lcv_obstacle(f, "gcd: whether %S is negative", lcv_size_to_str(f->symbols, p));
}

const lc_poly *lcv_forms_gcd(lcv_forms *f, const lc_poly *a, const lc_poly *b)
{
    lc_int n, most = lc_int_const(MAX_DIVIDED);
    if (lcv_size_is_zero(a) || lcv_forms_quotient(f, a, b))
        return magnitude(f, b);
    if (lcv_size_is_zero(b) || lcv_forms_quotient(f, b, a))
        return magnitude(f, a);
    const lc_poly *p = lc_poly_is_const(b, &n) ? a : lc_poly_is_const(a, &n) ? b : NULL;
    if (p && lc_int_le(lc_int_abs(f->ctx, n), most))
        return common_divisor(f, p, lc_int_get_si(lc_int_abs(f->ctx, n)));
    return lcv_obstacle(f, "gcd of %S and %S", lcv_size_to_str(f->symbols, a),
                        lcv_size_to_str(f->symbols, b));
}

/* ---- lists ---- */

/* A leaf, or a flat tuple of n leaves. */
static lc_tuple *flat_nest(lcv_forms *f, size_t n)
{
    if (n == 1)
        return lcv_nest_leaf(f->ctx);
    lc_int *number = lc_frame_alloc(f->ctx, n, sizeof *number);
    for (size_t i = 0; number && i < n; i++)
        number[i] = lc_int_si(f->ctx, (int64_t)i);
    return number ? lcv_kept(f->ctx, lc_tuple_flat(f->ctx, n, number)) : NULL;
}

const lcv_form *lcv_form_of_modes(lcv_forms *f, const lcv_modes *m)
{
    lc_tuple *nest = flat_nest(f, m->n > 0 ? m->n : 1);
    lcv_form *form = nest ? lcv_form_layout(f, nest, 1, NULL) : NULL;
    for (size_t i = 0; form && i < m->n; i++) {
        form->extent[i] = m->mode[i].extent;
        form->step[i] = m->mode[i].step;
    }
    if (form && m->n == 0) {
        form->extent[0] = lcv_size_const(f->symbols, 1);
        form->step[0] = lcv_size_const(f->symbols, 0);
    }
    return form;
}
