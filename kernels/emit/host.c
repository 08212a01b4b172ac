/* host.c - expressions and functions of the host; the launcher of a kernel that needs no
 * others beside it. */
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

/* ---- the launcher */

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
            lc_text_printf(&e->text, "    if (%s < %" PRId64 "LL)\n        return false;\n",
                           var->name, low);
        if (high < INT64_MAX)
            lc_text_printf(&e->text, "    if (%s > %" PRId64 "LL)\n        return false;\n",
                           var->name, high);
    }
    for (size_t i = 0; i < k->nconditions; i++) {
        lc_text_add(&e->text, "    if (!(");
        lck_put_host_expr(e, k->condition[i]);
        lc_text_add(&e->text, "))\n        return false;\n");
    }
    lc_text_add(&e->text, "    return true;\n}\n");
}

static void put_call(lck_emitter *e, const char *shared)
{
    const lck_kernel *k = e->kernel;
    lc_text_printf(&e->text,
                   "    %s<<<(unsigned int)blocks_of_launch, %d, %s, stream>>>(\n"
                   "        source, destination",
                   k->name, k->threads, shared);
    lck_put_sizes(e, "(int)", "", false, 8);
    lc_text_add(&e->text, ");\n    return cudaGetLastError();\n}\n");
}

void lck_put_blocks(lck_emitter *e)
{
    lc_text_add(&e->text, "    const long long blocks_of_launch = ");
    lck_put_host_expr(e, e->kernel->blocks);
    lc_text_add(&e->text, ";\n"
                          "    if (blocks_of_launch < 0 || blocks_of_launch > 2147483647LL)\n"
                          "        return cudaErrorInvalidValue;\n"
                          "    if (blocks_of_launch == 0)\n"
                          "        return cudaSuccess;\n");
}

static void put_copy_launcher(lck_emitter *e)
{
    const lck_kernel *k = e->kernel;
    const char *type = k->array[LCK_SOURCE].element->c;
    lc_text *t = &e->text;
    lck_put_admits(e);
    lc_text_printf(t,
                   "\n/* Launches %s. cudaErrorInvalidValue for sizes or addresses that it does "
                   "not admit. */\n"
                   "extern \"C\" cudaError_t %s_launch(const %s *source, %s *destination",
                   k->name, k->name, type, type);
    lck_put_sizes(e, "long long ", "long long ", false, 8);
    lck_put_wrapped(e, ",", "cudaStream_t stream)", 8);
    lc_text_printf(t, "\n{\n    if (!%s_admits(", k->name);
    lck_put_sizes(e, "", "", true, 8);
    lc_text_add_char(t, ')', 1);
    if (k->alignment > 1)
        lc_text_printf(t,
                       " || (size_t)source %% %d != 0 ||\n"
                       "        (size_t)destination %% %d != 0",
                       k->alignment, k->alignment);
    lc_text_add(t, ")\n        return cudaErrorInvalidValue;\n");
    lck_put_blocks(e);
    if (lck_dynamic_bytes(k) == 0) {
        put_call(e, "0");
        return;
    }
    lc_text_printf(t,
                   "    const int shared_bytes = %" PRId64 ";\n"
                   "    const cudaError_t error = cudaFuncSetAttribute(\n"
                   "        %s, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes);\n"
                   "    if (error != cudaSuccess)\n"
                   "        return error;\n",
                   lck_dynamic_bytes(k), k->name);
    put_call(e, "shared_bytes");
}

void lck_put_launcher(lck_emitter *e)
{
    if (lck_is_plain(e->kernel))
        put_copy_launcher(e);
    else
        lck_put_plan_launcher(e);
}
