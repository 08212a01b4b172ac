#define lc_compose right_compose
#include "../../lib/compose.c"
#undef lc_compose

#include "wrong.h"

lc_layout *lc_compose(lc_ctx *ctx, const lc_layout *a, const lc_layout *b)
{
    size_t rank = lc_layout_rank(b), n = 0;
    if (!wrong_is("compose") || rank < 2)
        return right_compose(ctx, a, b);
    lc_layout *part[rank], *all = NULL;
    for (bool ok = true; ok && n < rank; n += ok) {
        lc_layout *mode = lc_layout_mode(ctx, b, n);
        part[n] = mode ? lc_compose(ctx, a, mode) : NULL;
        ok = part[n] != NULL;
        lc_layout_free(mode);
    }
    if (n == rank)
        all = lc_layout_concat(ctx, n, part);
    while (n > 0)
        lc_layout_free(part[--n]);
    return all;
}
