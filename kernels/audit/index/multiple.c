/* multiple.c - the numbers that formulas are multiples of. */
#include "config.h"

#include "internal.h"

/* The multiple of a symbol; where a group counts up from a multiple, only its first element is
 * one. */
static int64_t of_symbol(const void *context, size_t slot)
{
    const lck_symbol *s = &((const lck_index *)context)->symbol[slot];
    return s->kind == LCK_HINTED && s->contiguity > 1 ? 1 : s->multiple;
}

int64_t lck_index_multiple(const lck_index *ix, const lc_expr *e)
{
    return lc_expr_divisor(e, of_symbol, ix);
}
