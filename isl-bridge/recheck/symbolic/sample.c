/* sample.c - numbers for all sizes, by which strides are ordered. */
#include "config.h"

#include "relax.h"

#define LARGE 64 /* what a size has in a sample, where it may */

/* Without isl: each as it is said, or large. */
static void plain_sample(sym *s, lc_int *value)
{
    for (size_t i = 0; i < s->n; i++) {
        lc_int at = lc_int_const(LARGE);
        if (s->var[i].has_low)
            at = lc_int_max(at, lc_int_add(s->pool->lc, s->var[i].low, lc_int_const((int32_t)i)));
        value[i] = s->var[i].has_high ? lc_int_min(at, s->var[i].high) : at;
    }
}

/* A point of what is known, with large parameters. */
static bool asked_sample(sym *s, lc_int *value)
{
    lc_int least[SYM_VARS];
    sys_point point;
    relaxed_set t;
    relaxation *x = lcr_relax_new(s);
    if (!x)
        return false;
    for (size_t i = 0; i < s->n; i++) {
        x->used[i] = !s->var[i].is;
        least[i] = s->var[i].low;
        bool room = !s->var[i].has_high || lc_int_lt(lc_int_const(LARGE), s->var[i].high);
        if (s->var[i].kind == SYM_PARAMETER && room)
            s->var[i].low = lc_int_max(s->var[i].low, lc_int_const(LARGE));
    }
    bool ok = lcr_relax_known(x) && lcr_relax_state(x, &t) &&
              lcr_relax_ask(s, &t.set, &point) == LCR_YES;
    for (size_t i = 0; i < s->n; i++) {
        s->var[i].low = least[i];
        if (ok && x->used[i])
            value[i] = point.at[t.var[i]];
    }
    if (lc_ctx_code(s->pool->lc) != LC_ERR_MEMORY)
        lc_ctx_reset(s->pool->lc);
    return ok;
}

void lcr_sym_sample(sym *s, lc_int *value)
{
    plain_sample(s, value);
    if (s->nrows > 0)
        asked_sample(s, value);
    for (size_t i = 0; i < s->n; i++)
        if (s->var[i].is)
            value[i] = lcr_poly_at(s->pool->lc, s->var[i].is, value);
    lcr_sym_define(s, value);
}
