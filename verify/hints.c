#include "config.h"

#include "hints.h"

#include "../lib/algebra.h"

#include <string.h>

typedef size_t hints_of(lcr_ctx *r, size_t n, lcv_value *const *args, char **hint);

/* The layout whose size is the longest vector. */
static size_t common_layout(lcr_ctx *r, size_t n, lcv_value *const *args, char **hint)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_layout *a = lcv_as_layout(ctx, args[0]);
    lc_layout *b = a != NULL && n == 2 ? lcv_as_layout(ctx, args[1]) : NULL;
    lc_layout *v = b != NULL ? lc_max_common_layout(ctx, a, b) : NULL;
    hint[0] = v != NULL ? lc_layout_to_str(ctx, v) : NULL;
    lc_layout_free(a);
    lc_layout_free(b);
    lc_layout_free(v);
    return hint[0] != NULL;
}

static const struct {
    const char *operation;
    hints_of *of;
} table[] = {
    {"max_common_vector", common_layout},
    {NULL, NULL},
};

size_t lcv_hints_of(lcr_ctx *r, const char *operation, size_t n, lcv_value *const *args,
                    char *hint[LCV_HINTS])
{
    for (size_t i = 0; table[i].operation != NULL; i++)
        if (strcmp(table[i].operation, operation) == 0)
            return table[i].of(r, n, args, hint);
    return 0;
}
