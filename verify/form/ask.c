/* ask.c - questions about sizes that an operation or a proof has to know the answer of. */
#include "config.h"

#include "internal.h"

void lcv_forms_leave_open(lcv_forms *f, const lc_poly *p)
{
    f->open = f->open ? f->open : p;
}

static bool is_positive(const lcv_forms *f, uint32_t symbol)
{
    lcv_interval range = lcv_symbols_at(f->symbols, symbol)->range;
    return range.bounded_below && lc_int_sign(range.low) > 0;
}

/* q with p = g v w .. q, for a number g > 0 and symbols that are positive: of the same sign. */
static const lc_poly *without_factors(lcv_forms *f, const lc_poly *p)
{
    lc_int content = lc_poly_content(f->ctx, p);
    if (lc_poly_nterms(p) == 0 || !lc_int_is_zero(lc_poly_constant(p)))
        return p;
    lc_monomial common = *lc_poly_monomial(p, 0), one = {0};
    for (uint32_t k = 0; k < common.degree; k++) {
        if (!is_positive(f, common.var[k]) || (k > 0 && common.var[k] == common.var[k - 1]))
            continue;
        bool all = true;
        for (size_t t = 1; all && t < lc_poly_nterms(p); t++) {
            const lc_monomial *m = lc_poly_monomial(p, t);
            all = false;
            for (uint32_t i = 0; i < m->degree; i++)
                all = all || m->var[i] == common.var[k];
        }
        if (all)
            one.var[one.degree++] = common.var[k];
    }
    const lc_poly *g = lcv_keep(f->symbols, lc_poly_term(f->ctx, content, &one));
    const lc_poly *q = g ? lcv_size_quotient(f->symbols, p, g) : NULL;
    return q ? q : p;
}

lcr_answer lcv_forms_ask(lcv_forms *f, const lc_poly *p)
{
    if (!p)
        return LCR_UNKNOWN;
    p = without_factors(f, p);
    if (lc_int_eq(lc_poly_constant(p), lc_int_const(-1))) /* g q >= 1 is q >= 1 */
        p = lcv_size_plus(f->symbols, without_factors(f, lcv_size_plus(f->symbols, p, 1)), -1);
    if (lcv_facts_imply(f->facts, p))
        return LCR_YES;
    if (lcv_facts_imply(f->facts, lcv_size_plus(f->symbols, lcv_size_neg(f->symbols, p), -1)))
        return LCR_NO;
    lcv_forms_leave_open(f, p);
    return LCR_UNKNOWN;
}

/* p has one term c v w .., of symbols that are at least 1. */
static bool is_product(const lcv_forms *f, const lc_poly *p)
{
    if (lc_poly_nterms(p) != 1 || lc_int_sign(lc_poly_coefficient(p, 0)) <= 0)
        return false;
    const lc_monomial *m = lc_poly_monomial(p, 0);
    for (uint32_t k = 0; k < m->degree; k++)
        if (!is_positive(f, m->var[k]))
            return false;
    return true;
}

lcr_answer lcv_forms_is_one(lcv_forms *f, const lc_poly *extent)
{
    lc_int value, one = lc_int_const(1);
    if (!extent)
        return LCR_UNKNOWN;
    if (lc_poly_is_const(extent, &value))
        return lc_int_eq(value, one) ? LCR_YES : LCR_NO;
    lcv_interval range = lcv_size_interval(f->symbols, extent);
    if (range.bounded_below && lc_int_lt(one, range.low))
        return LCR_NO;
    if (!is_product(f, extent)) {
        lcr_answer more = lcv_forms_ask(f, lcv_size_plus(f->symbols, extent, -2));
        return more == LCR_YES ? LCR_NO : more == LCR_NO ? LCR_YES : LCR_UNKNOWN;
    }
    const lc_monomial *m = lc_poly_monomial(extent, 0);
    lcr_answer all = LCR_YES;
    for (uint32_t k = 0; k < m->degree && all == LCR_YES; k++) {
        const lc_poly *v = lcv_keep(f->symbols, lc_poly_var(f->ctx, m->var[k]));
        lcr_answer more = lcv_forms_ask(f, lcv_size_plus(f->symbols, v, -2));
        all = more == LCR_YES ? LCR_NO : more == LCR_NO ? LCR_YES : LCR_UNKNOWN;
    }
    return all;
}

lcr_answer lcv_forms_is_equal(lcv_forms *f, const lc_poly *a, const lc_poly *b)
{
    const lc_poly *difference = lcv_size_sub(f->symbols, a, b);
    if (!difference)
        return LCR_UNKNOWN;
    if (lcv_size_is_zero(difference))
        return LCR_YES;
    lcr_answer least = lcv_forms_ask(f, difference);
    if (least != LCR_YES)
        return least;
    lcr_answer more = lcv_forms_ask(f, lcv_size_plus(f->symbols, difference, -1));
    return more == LCR_YES ? LCR_NO : more == LCR_NO ? LCR_YES : LCR_UNKNOWN;
}

lcr_answer lcv_forms_is_zero(lcv_forms *f, const lc_poly *p)
{
    return lcv_forms_is_equal(f, p, lcv_size_const(f->symbols, 0));
}

bool lcv_form_is_loose(lcv_forms *f, const lcv_form *form)
{
    bool loose = false;
    const lcv_form *of = form->loose ? lcv_form_as_tuple(f, form) : NULL;
    for (size_t i = 0; of && i < of->n; i++)
        if (!lcv_size_is_one(of->extent[i]))
            loose = lcv_forms_is_one(f, of->extent[i]) != LCR_NO || loose;
    if (loose)
        lcv_obstacle(f, "the strides of modes whose extent may be 1");
    return loose;
}

/* ---- sizes of other forms ---- */

/* Symbol i of other forms: a parameter has the same factor in both, or is a number here. */
static const lc_poly *symbol_of(lcv_forms *f, const lcv_forms *from, uint32_t i)
{
    lcv_symbols *s = f->symbols;
    const lcv_symbol *symbol = lcv_symbols_at(from->symbols, i);
    lc_int value;
    if (symbol->kind == LCV_SYMBOL_FLOOR) {
        const lc_poly *of = lcv_forms_copied(f, from, symbol->of);
        return of ? lcv_size_floor(s, of, symbol->divisor) : NULL;
    }
    if (symbol->kind != LCV_SYMBOL_SIZE) {
        const lc_poly *of = lcv_forms_copied(f, from, symbol->of);
        const lc_poly *other = of ? lcv_forms_copied(f, from, symbol->other) : NULL;
        return !other                           ? NULL
               : symbol->kind == LCV_SYMBOL_MIN ? lcv_size_min(s, of, other)
                                                : lcv_size_floor_by(s, of, other);
    }
    for (size_t k = 0; k < from->nparameters && k < f->nparameters; k++) {
        if (from->symbol[k] != i)
            continue;
        if (f->symbol[k] != SIZE_MAX)
            return lcv_keep(s, lc_poly_var(f->ctx, (uint32_t)f->symbol[k]));
        if (!lc_poly_is_const(f->parameter[k], &value))
            return NULL;
        value = lc_int_sub(f->ctx, value, symbol->residue);
        return lcv_size_int(s, lc_int_fdiv(f->ctx, value, symbol->factor));
    }
    return NULL;
}

const lc_poly *lcv_forms_copied(lcv_forms *f, const lcv_forms *from, const lc_poly *p)
{
    const lc_poly *value[LCV_MAX_SYMBOLS] = {NULL};
    for (size_t t = 0; t < lc_poly_nterms(p); t++) {
        const lc_monomial *m = lc_poly_monomial(p, t);
        for (uint32_t k = 0; k < m->degree; k++)
            if (!value[m->var[k]] && !(value[m->var[k]] = symbol_of(f, from, m->var[k])))
                return NULL;
    }
    return lcv_keep(f->symbols, lc_poly_substitute(f->ctx, p, LCV_MAX_SYMBOLS, value));
}
