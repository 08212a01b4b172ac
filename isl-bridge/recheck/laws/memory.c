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

const ev_row lcr_laws_memory[] = {
    {"conflicts", 1, "x....", costs, OF_LAYOUTS, ACC_CONFLICTS},
    {"sectors", 1, "x...", costs, OF_LAYOUTS, ACC_SECTORS},
    {NULL, 0, NULL, NULL, 0, 0},
};
