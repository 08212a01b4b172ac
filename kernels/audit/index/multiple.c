/* multiple.c - of what numbers formulas are multiples. */
#include "config.h"

#include "internal.h"

/* Of what counts up from a multiple, only the first is one. */
static int64_t of_symbol(const void *context, size_t slot)
{
    const lck_symbol *s = &((const lck_index *)context)->symbol[slot];
    return s->kind == LCK_HINTED && s->contiguity > 1 ? 1 : s->multiple;
}

int64_t lck_index_multiple(const lck_index *ix, const lc_expr *e)
{
    return lc_expr_divisor(e, of_symbol, ix);
}
