/* residues.c - a layout of integers by the residues of its symbols.
 *
 * What depends on strides modulo m alone is the same for all values of a symbol that are alike
 * modulo its period, m over the numbers before it. Each combination of residues is a case of its
 * own: v = period u + r for an unknown u, and the strides are numbers modulo m. A symbol that is
 * a floor or a minimum takes every residue: cases that do not exist are asked about, too.
 */
#include "config.h"

#include "../../lib/int64.h"

#include "claims.h"

#define MAX_CASES 1024

typedef struct {
    lcv_proof *p;
    const lcv_form *x;
    int64_t modulus;
    int64_t period[LCV_MAX_SYMBOLS]; /* 0: the symbol does not count */
    int64_t cases;
} residues;

/* The symbols of v, and their periods; false: there would be too many cases. */
static bool add_symbols(residues *all, const lc_poly *v)
{
    lc_ctx *ctx = all->p->f->ctx;
    residues more = *all;
    for (size_t t = 0; t < lc_poly_nterms(v); t++) {
        const lc_monomial *m = lc_poly_monomial(v, t);
        lc_int factor = lc_int_fmod(ctx, lc_poly_coefficient(v, t), lc_int_si(ctx, all->modulus));
        int64_t period = all->modulus / lc_int64_gcd(all->modulus, lc_int_get_si(factor));
        for (uint32_t k = 0; k < m->degree && period > 1; k++) {
            int64_t *of = &more.period[m->var[k]], old = *of > 0 ? *of : 1;
            int64_t joined = old / lc_int64_gcd(old, period) * period;
            if (joined > MAX_CASES || more.cases / old > MAX_CASES / joined)
                return false;
            more.cases = more.cases / old * joined;
            *of = joined;
        }
    }
    *all = more;
    return true;
}

/* Of the steps of the first leaves and of the offset, which have to be known; of other steps as
 * long as the cases are few. */
static bool collect(residues *all, size_t leaves)
{
    const lcv_form *x = all->x;
    if (x->offset && !add_symbols(all, x->offset[0]))
        return false;
    for (size_t k = 0; k < x->n; k++)
        if (!add_symbols(all, x->step[k]) && k < leaves)
            return false;
    return true;
}

/* Is there a value of a symbol of this residue? */
static bool exists(const residues *all, size_t i, int64_t rest)
{
    lc_ctx *ctx = all->p->f->ctx;
    const lcv_symbol *symbol = lcv_symbols_at(all->p->s, i);
    lcv_interval range = symbol->range;
    if (!range.bounded_below || !range.bounded_above)
        return true;
    lc_int period = lc_int_si(ctx, all->period[i]);
    lc_int up = lc_int_fmod(ctx, lc_int_sub(ctx, lc_int_si(ctx, rest), range.low), period);
    return lc_int_le(lc_int_add(ctx, range.low, up), range.high);
}

/* Case c: period u + r for each symbol that counts; *none: there is no such value. */
static bool substitutes(const residues *all, int64_t c, const lc_poly **value, bool *none)
{
    lcv_symbols *s = all->p->s;
    size_t n = lcv_symbols_count(s);
    *none = false;
    for (size_t i = 0; i < n; i++) {
        value[i] = lcv_keep(s, lc_poly_var(all->p->f->ctx, (uint32_t)i));
        if (all->period[i] < 2)
            continue;
        lc_ctx *ctx = all->p->f->ctx;
        int64_t rest = c % all->period[i];
        c /= all->period[i];
        *none = *none || !exists(all, i, rest);
        const lcv_interval range = lcv_symbols_at(s, i)->range;
        lc_int r = lc_int_si(ctx, rest), period = lc_int_si(ctx, all->period[i]);
        value[i] = range.bounded_below
                       ? lcv_symbols_add(s, "u", range.low,
                                         range.bounded_above ? &range.high : NULL, period, r)
                       : lcv_size_add(s, lcv_size_int(s, r),
                                      lcv_size_mul(s, lcv_size_int(s, period),
                                                   lcv_symbols_unknown(s, "u")));
        if (!value[i])
            return false;
    }
    return true;
}

static const lc_poly *at(const residues *all, size_t n, const lc_poly *v,
                         const lc_poly *const *value)
{
    return lcv_keep(all->p->s, lc_poly_substitute(all->p->f->ctx, v, n, value));
}

static const lcv_form *case_of(const residues *all, size_t n, const lc_poly *const *value)
{
    const lcv_form *x = all->x;
    const lc_poly *offset = x->offset ? at(all, n, x->offset[0], value) : NULL;
    lcv_form *form = lcv_form_moved(all->p->f, x, x->offset ? &offset : NULL);
    for (size_t k = 0; form && k < x->n; k++)
        if (!(form->step[k] = at(all, n, x->step[k], value)))
            return NULL;
    return form;
}

/* The least values of the parameters that have the residues of a case, for a try. */
static void hint_at(residues *all, int64_t c)
{
    lcv_proof *p = all->p;
    lc_ctx *ctx = p->f->ctx;
    lc_int symbol[LCV_MAX_SYMBOLS];
    lcv_forms_at(p->f, p->instance, symbol);
    for (size_t i = 0; i < lcv_symbols_count(p->s); i++) {
        lcv_interval range = lcv_symbols_at(p->s, i)->range;
        if (all->period[i] < 2)
            continue;
        lc_int low = range.bounded_below ? range.low : lc_int_const(0);
        lc_int up = lc_int_sub(ctx, lc_int_si(ctx, c % all->period[i]), low);
        symbol[i] = lc_int_add(ctx, low, lc_int_fmod(ctx, up, lc_int_si(ctx, all->period[i])));
        c /= all->period[i];
    }
    lcv_proof_hint(p, symbol);
}

bool lcv_form_each_residue(lcv_proof *p, const lcv_form *x, size_t leaves, int64_t modulus,
                           bool (*ask)(void *user, const lcv_form *x), void *user)
{
    residues all = {.p = p, .x = x, .modulus = modulus, .cases = 1};
    const lc_poly *value[LCV_MAX_SYMBOLS];
    if (!collect(&all, leaves))
        return lcv_obstacle(p->f, "strides of too many residues modulo %S",
                            lcv_size_to_str(p->s,
                                            lcv_size_int(p->s, lc_int_si(p->f->ctx, modulus)))) !=
               NULL;
    for (int64_t c = 0; c < all.cases; c++) {
        size_t symbols = lcv_symbols_count(p->s), kept = lcv_symbols_kept(p->s);
        bool none, ok = substitutes(&all, c, value, &none);
        if (ok && !none) {
            const lcv_form *one = all.cases == 1 ? x : case_of(&all, symbols, value);
            ok = one && ask(user, one);
        }
        lcv_symbols_drop(p->s, symbols);
        lcv_symbols_release(p->s, kept);
        if (!ok) {
            hint_at(&all, c);
            return false;
        }
    }
    return true;
}
