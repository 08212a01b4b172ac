/* host.c - expressions and functions of the host. */
#include "config.h"

#include "emitter.h"

#include <inttypes.h>
#include <string.h>

void lck_put_host_expr(lck_emitter *e, const lc_expr *x)
{
    bool narrow[LC_MAX_EXPR_VARS], *wide = e->wide;
    memset(narrow, true, sizeof narrow);
    e->wide = narrow; /* all are long long */
    lck_put_expr(e, x, true);
    e->wide = wide;
}

void lck_open_function(lck_emitter *e, const char *type, const char *what)
{
    lc_text_printf(&e->text, "static %s %s_%s(", type, e->kernel->name, what);
    size_t indent = 9 + strlen(type) + strlen(e->kernel->name) + strlen(what);
    lck_put_sizes(e, "long long ", "long long ", true, indent);
    lc_text_add(&e->text, ")\n{\n");
}

/* ---- what launchers ask */

void lck_put_admits(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    lc_text_printf(&e->text, "\n/* Are these sizes that %s admits? */\n", k->name);
    lck_open_function(e, "bool", "admits");
    for (size_t i = 0; i < k->nsizes; i++) {
        const lc_expr *var = k->size[i].var;
        int64_t low = var->low, high = var->high;
        if (!k->size[i].wide) {
            low = low < INT32_MIN ? INT32_MIN : low;
            high = high > INT32_MAX ? INT32_MAX : high;
        }
        if (low > INT64_MIN)
            lck_put(e, "    if (%s < %lLL)\n        return false;\n", var->name, low);
        if (high < INT64_MAX)
            lck_put(e, "    if (%s > %lLL)\n        return false;\n", var->name, high);
    }
    for (size_t i = 0; i < k->nconditions; i++)
        lck_put(e, "    if (!(%h))\n        return false;\n", k->condition[i]);
    lc_text_add(&e->text, "    return true;\n}\n");
}

void lck_put_blocks(lck_emitter *e)
{
    lck_put(e,
            "    const long long blocks_of_launch = %h;\n"
            "    if (blocks_of_launch < 0 || blocks_of_launch > 2147483647LL)\n"
            "        return cudaErrorInvalidValue;\n"
            "    if (blocks_of_launch == 0)\n"
            "        return cudaSuccess;\n",
            e->kernel->blocks);
}
