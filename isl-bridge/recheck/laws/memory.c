/* memory.c - what accesses of a warp cost: conflicts(X, lanes, bytes, width, banks)
 * and sectors(X, lanes, bytes, width) are the numbers that they are compared with when the
 * comparison holds (claims/accesses.h). */
#include "config.h"

#include "../claims/accesses.h"
#include "../claims/claims.h"
#include "laws.h"

/* The arguments with what stands for those left out: 32 lanes, 4 bytes an element, a width of as
 * many bytes, 32 banks; then the number. */
static bool costs(ev *e, const lcr_statement *s)
{
    enum { LANES = 1, BYTES, WIDTH, BANKS };
    bool conflicts = s->how == ACC_CONFLICTS;
    size_t n = conflicts ? 5 : 4;
    static const char *const usual[] = {[LANES] = "32", [BYTES] = "4", [BANKS] = "32"};
    lcr_statement same = {.claim = conflicts ? "conflicts ==" : "sectors ==", .n = n + 1};
    for (size_t i = 0; i < n; i++) {
        same.arg[i] = i < s->n     ? s->arg[i]
                      : i == WIDTH ? same.arg[BYTES]
                                   : lcr_lit_read(e->pool, usual[i]);
        if (!same.arg[i])
            return false;
    }
    same.arg[n] = s->value;
    return lcr_ev_access_cost(e, &same);
}

/* The swizzle at the values of x; after a layout both are one literal. */
static const lit *behind(ev *e, const lit *swizzle, const lit *x)
{
    if (swizzle->b == 0)
        return x;
    bool plain = x->kind == LIT_LAYOUT && x->b == 0 && !x->offset;
    lit *a = plain ? lcr_lit_copy(e->pool, x) : lcr_lit_alloc(e->pool, 1, sizeof *a);
    if (a && plain) {
        a->swizzled = true;
        a->b = swizzle->b;
        a->m = swizzle->m;
        a->s = swizzle->s;
        return a;
    }
    if (a)
        *a = (lit){.kind = LIT_COMPOSED,
                   .nnodes = x->nnodes,
                   .n = x->n,
                   .node = x->node,
                   .extent = x->extent,
                   .naxes = swizzle->naxes,
                   .path = swizzle->path,
                   .outer = swizzle,
                   .inner = x};
    return a;
}

/* Behind the swizzle the access has no conflicts. Accesses in a list are not read. */
static bool find_swizzle(ev *e, const lcr_statement *s)
{
    lcr_statement none = *s;
    if (s->value->kind != LIT_SWIZZLE || !lcr_lit_is_function(s->arg[0]))
        return lcr_ev_not(e);
    none.how = ACC_CONFLICTS;
    none.arg[0] = behind(e, s->value, s->arg[0]);
    none.value = lcr_lit_read(e->pool, "0");
    return none.arg[0] && none.value && costs(e, &none);
}

const ev_row lcr_laws_memory[] = {
    {"conflicts", 1, "x....", costs, OF_LAYOUTS, ACC_CONFLICTS},
    {"find_swizzle", 1, "x....", find_swizzle, OF_LAYOUTS, 0},
    {"sectors", 1, "x...", costs, OF_LAYOUTS, ACC_SECTORS},
    {NULL, 0, NULL, NULL, 0, 0},
};
