/* keys.c - the keys of a plan that say what a recipe is. */
#include "config.h"

#include "choice.h"

#include <stdarg.h>

/* Adds a key that the plan does not have. */
static void add_key(lc_text *text, const lcv_planning *p, const char *key, const char *format,
                    ...)
{
    va_list args;
    if (lcv_planning_argument(p, key))
        return;
    lc_text_printf(text, "%s%s = ", text->length > 0 ? ", " : "", key);
    va_start(args, format);
    lc_text_vprintf(text, format, args);
    va_end(args);
}

char *lck_recipe_keys(const lck_product *product, const lck_recipe *r, const lcv_planning *p)
{
    const int m = product->mirrored ? 1 : 0, n = 1 - m;
    lc_text text = {0};
    if (product->exchanged && r->extent[LCK_ALONG_N] % LCK_ROWS_OF_ATOM == 0)
        return NULL; /* such a tile has atoms the other way round */
    add_key(&text, p, "method", "%s", lck_method_name[r->method]);
    add_key(&text, p, "tile", "(%lld,%lld,%lld)", (long long)r->extent[m],
            (long long)r->extent[n], (long long)r->extent[LCK_ALONG_K]);
    add_key(&text, p, "warps", "(%d,%d)", r->warps[m], r->warps[n]);
    add_key(&text, p, "stages", "%d", r->stages);
    if (r->method == LCK_WGMMAS) {
        add_key(&text, p, "cluster", "(%d,%d)", r->cluster[m], r->cluster[n]);
        add_key(&text, p, "turns", "%d", r->turns);
        add_key(&text, p, "split", "%d", r->split);
    }
    add_key(&text, p, "resident", "%d", r->resident > 1 ? r->resident : 1);
    return lc_text_take(NULL, &text);
}
