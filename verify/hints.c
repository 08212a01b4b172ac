#include "config.h"

#include "hints.h"

#include <string.h>

typedef size_t hints_of(lcr_ctx *r, size_t n, lcv_value *const *args, char **hint);

static const struct {
    const char *operation;
    hints_of *of;
} table[] = {
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
