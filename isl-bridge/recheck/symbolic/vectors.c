/* vectors.c - vectors of elements, and bits, of layouts of sizes.
 *
 *   vectorizes  of two layouts of one shape: one mode has step 1 in both, no other mode that
 *               moves has, and n divides its extent and both offsets; `aligned`: and all other
 *               steps
 *   is_linear   bits with numbers for their steps have no bit of the sum in common; those of at
 *               most one mode have a parameter, a multiple of a power of two past all others
 */
#include "config.h"

#include "law.h"

static const sv *integers(const sym_statement *t, size_t i)
{
    const sv *a = i < t->n && t->arg[i] ? lcr_sv_layout(t->s, t->arg[i]) : NULL;
    return a && !a->basis ? a : NULL;
}

/* ---- vectors ---- */

bool lcr_sym_divided(sym *s, const poly *a, const poly *by)
{
    lc_int n;
    s->computed = true;
    if (!a || !by || lcr_poly_quotient(s->pool, a, by))
        return a && by;
    if (!lcr_poly_is_int(by, &n) || lc_int_sign(n) <= 0)
        return false;
    const poly *q = lcr_sym_floor(s, a, n);
    const poly *rest = lcr_poly_add(s->pool, a, lc_int_neg(s->pool->lc, n), q);
    return rest && (rest->n == 0 || lcr_sym_is_zero(s, rest));
}

static bool divides(sym *s, lc_int n, const poly *p)
{
    return lcr_sym_divided(s, p, lcr_poly_int(s->pool, n));
}

static bool is_one(sym *s, const poly *p)
{
    lc_int n;
    return p && (lcr_poly_is_int(p, &n) ? lc_int_is_one(n)
                                        : lcr_sym_is_zero(s, lcr_poly_plus(s->pool, p, -1)));
}

/* It never steps by 1 in both, where it has two coordinates. */
static bool steps_elsewhere(sym *s, const poly *extent, const poly *a, const poly *b)
{
    lit_pool *pool = s->pool;
    sym_row row[3] = {lcr_sym_row(lcr_poly_plus(pool, extent, -2), false),
                      lcr_sym_row(lcr_poly_plus(pool, a, -1), true),
                      lcr_sym_row(lcr_poly_plus(pool, b, -1), true)};
    return lcr_sym_empty(s, 3, row);
}

bool lcr_sym_vectorizes(const sym_statement *t)
{
    sym *s = t->s;
    const sv *a = integers(t, 0), *b = integers(t, 1);
    const poly *by;
    lc_int n;
    bool aligned = t->n > 3;
    size_t found = SIZE_MAX;
    if (!a || !b || !lcr_sym_arg_size(t, 2, &by) || !lcr_poly_is_int(by, &n) ||
        lc_int_sign(n) <= 0)
        return false;
    if (lc_int_is_one(n))
        return true;
    if (!lcr_sv_congruent(a, b) || !divides(s, n, lcr_sv_offset(s, a, 0)) ||
        !divides(s, n, lcr_sv_offset(s, b, 0)))
        return false;
    for (size_t k = 0; k < a->n; k++) {
        if (!lcr_sym_equal(s, a->extent[k], b->extent[k]))
            return false;
        if (is_one(s, a->extent[k]))
            continue;
        if (steps_elsewhere(s, a->extent[k], a->step[k], b->step[k])) {
            if (aligned && (!divides(s, n, a->step[k]) || !divides(s, n, b->step[k])))
                return false;
            continue;
        }
        if (found != SIZE_MAX || !is_one(s, a->step[k]) || !is_one(s, b->step[k]))
            return false;
        found = k;
    }
    return found != SIZE_MAX && divides(s, n, a->extent[found]);
}

/* ---- linear ---- */

typedef struct {
    sym *s;
    lc_int sum;        /* of the bits of number steps, no two of which meet */
    const poly *other; /* the least step with a parameter; NULL: none */
} bits;

/* Adds the bits of a step, none of which may be there. */
static bool add_bits(bits *b, lc_int step)
{
    lc_ctx *lc = b->s->pool->lc;
    lc_int both = lcr_lit_xor(lc, b->sum, step);
    bool apart = lc_int_sign(step) >= 0 && lc_int_eq(both, lc_int_add(lc, b->sum, step));
    b->sum = both;
    return apart;
}

/* E coordinates of step d: d, 2 d, 4 d, ... */
static bool add_mode(bits *b, lc_int extent, const poly *step)
{
    sym *s = b->s;
    lc_ctx *lc = s->pool->lc;
    lc_int two = lc_int_const(2), number;
    bool known = lcr_poly_is_int(step, &number);
    if (!known && lc_int_lt(lc_int_const(1), extent)) {
        bool ok = !b->other && lcr_sym_holds(s, step);
        b->other = step;
        return ok && lc_int_eq(extent, two);
    }
    for (; lc_int_lt(lc_int_const(1), extent); extent = lc_int_fdiv(lc, extent, two)) {
        if (lc_int_sign(number) != 0 && !add_bits(b, number))
            return false;
        number = lc_int_mul(lc, number, two);
    }
    return true;
}

static bool is_power_of_two(lc_ctx *lc, lc_int n)
{
    lc_int less = lc_int_sub(lc, n, lc_int_const(1));
    return lc_int_sign(n) > 0 && lc_int_eq(lcr_lit_xor(lc, n, less), lc_int_add(lc, n, less));
}

bool lcr_sym_is_linear(const sym_statement *t)
{
    sym *s = t->s;
    lc_ctx *lc = s->pool->lc;
    const sv *a = integers(t, 0);
    bits b = {s, lc_int_const(0), NULL};
    lc_int extent, past = lc_int_const(1);
    if (!a || (a->offset && !lcr_sym_is_zero(s, a->offset[0])))
        return false;
    s->computed = true;
    for (size_t k = 0; k < a->n; k++)
        if (!lcr_poly_is_int(a->extent[k], &extent) || !is_power_of_two(lc, extent) ||
            !add_mode(&b, extent, lcr_sv_step(s, a, 0, k)))
            return false;
    while (lc_int_le(past, b.sum))
        past = lc_int_add(lc, past, past);
    return !b.other || divides(s, past, b.other);
}
