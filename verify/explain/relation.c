/* relation.c - what a composition of relations leaves out (ISL paper, section 3.6.1).
 *
 * Unlike a layout, whose last mode extends, a relation has an end: where B has a value that is no
 * input of A, A o B has no value.
 */
#include "config.h"

#include "explain.h"

#include <stdlib.h>

#include "../../isl-bridge/operate.h"
#include "../value/relate.h"

#define FEW 8 /* coordinates that are listed; more are a set */

/* `1, 3`, `(0,1), (1,1)`. */
static char *listed(lc_ctx *ctx, const lcr_pairs *of)
{
    lc_text text = {0};
    for (size_t i = 0; i < of->n; i++) {
        const lc_int *at = of->cell + i * of->nout;
        lcv_text_add(ctx, &text, i > 0 ? ", %T" : "%T", lc_tuple_point(ctx, of->nout, at));
    }
    return lc_text_take(ctx, &text);
}

/* The elements of a set, or the set; the caller frees it. */
static char *elements(lcr_ctx *r, const lcr_map *set, lc_int n)
{
    lcr_pairs all = {0};
    lc_ctx *ctx = lcr_ctx_lc(r);
    bool few = lc_int_le(n, lc_int_const(FEW)) && lcr_map_list(r, set, &all) == LCR_YES;
    char *text = few ? listed(ctx, &all) : lcr_set_to_str(r, set);
    lcr_pairs_clear(&all);
    return text;
}

static void tell_dropped(lcr_ctx *r, lcv_telling *t, const lcr_map *dropped, const lcr_map *of)
{
    lc_int n, all;
    bool finite = lcr_map_count(r, dropped, &n) == LCR_YES;
    char *which = elements(r, dropped, finite ? n : lc_int_const(FEW + 1));
    bool counted = finite && lcr_map_count(r, of, &all) == LCR_YES;
    lcv_tell(t, "  A is smaller than the reach of B: ");
    if (counted)
        lcv_tell(t, "%i of the %i ", n, all);
    lcv_tell(t, "coordinates of B are dropped (%S); guard(A, B) has the others\n", which);
}

void lcv_explain_dropped(lcr_ctx *r, lcv_telling *t, lcv_value *const *arg)
{
    lc_ctx *ctx = t->ctx;
    lcr_map *a = lcv_kept(ctx, lcv_layout_map(r, arg[0])), *dropped = NULL;
    lcr_map *b = a ? lcv_kept(ctx, lcv_layout_map(r, arg[1])) : NULL;
    lcr_map *inputs = b ? lcv_kept(ctx, lcr_map_domain_set(r, b)) : NULL;
    lcr_map *guard = inputs ? lcv_kept(ctx, lcr_map_guard(r, a, b)) : NULL;
    if (guard)
        dropped = lcv_kept(ctx, lcr_map_boolean(r, LCR_DIFFERENCE, inputs, guard));
    if (dropped && lcr_map_is_empty(r, dropped) == LCR_NO) {
        lcv_value *set = lcv_kept(ctx, lcv_value_set(ctx, lcr_map_ref(guard)));
        tell_dropped(r, t, dropped, inputs);
        if (t->told && set)
            t->told->step(t->told->user, "guard", 2, arg, set);
    }
    lc_ctx_reset(ctx);
}
