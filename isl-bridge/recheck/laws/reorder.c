/* reorder.c - reordering(X, Y): P permutes coordinates, X = Y o P (claims/reorder.c);
 * register_permutation(T, U): Q permutes values, T(t,v) = U(t,Q(v)) (claims/threads.c). */
#include "config.h"

#include "../claims/claims.h"
#include "../sets/listed.h"
#include "laws.h"

/* Relations are listed. */
static const lit *function_of(ev *e, const lit *x)
{
    return x->kind == LIT_RELATION ? lcr_listed(e, x) : x;
}

static bool reordering(ev *e, const lcr_statement *s)
{
    const lit *x = function_of(e, s->arg[0]), *y = x ? function_of(e, s->arg[1]) : NULL;
    if (!x || !y)
        return lcr_ev_ok(e) && lcr_ev_not(e);
    if (!lcr_lit_is_function(x) || !lcr_lit_is_function(y))
        return lcr_ev_not(e);
    bool ok = s->how ? lcr_ev_permutes_registers(e, x, y, s->value)
                     : lcr_ev_permuted(e, x, y, s->value);
    if (!e->none)
        e->out->by = "counting";
    return ok;
}

const ev_row lcr_laws_reorder[] = {
    {"reordering", 2, "xx", reordering, OF_LAYOUTS | OF_RELATIONS, 0},
    {"register_permutation", 2, "xx", reordering, OF_LAYOUTS | OF_RELATIONS, 1},
    {NULL, 0, NULL, NULL, 0, 0},
};
