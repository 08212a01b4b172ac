/* read.c - literals from text, by recursive descent.
 *
 *   tuple    42  (4,(2,3))  (x,)  (_,2)
 *   layout   tuple ':' strides (read/strides.c), both in the same parentheses
 *   strides  on their own, of coordinates or XOR
 *   tensor   { tuple } o function
 *   swizzle  S<b,m,s>
 *   function swizzle, layout, or one of these o tuple o function
 *   tiler    < literal, ... >
 *   linear   linear{in: [bases], ... -> out: size, ...}, a basis n or (n,...)
 *   relation relation "...", in isl's syntax; set "..." likewise
 *   morphism morphism{tuple -> tuple: 1,*,...}, an image for each entry
 *   word     int8 ... int64, uint8 ... uint64, exact
 */
#include "config.h"

#include "size.h"

#include <string.h>

const lit *lcr_lit_read(lit_pool *pool, const char *text)
{
    reader in = {pool, text, text, 0};
    const lit *a;
    if (lcr_rd_take(&in, "{"))
        a = lcr_rd_tensor(&in);
    else if (lcr_rd_take(&in, "<"))
        a = lcr_rd_tiler(&in);
    else if (lcr_rd_take(&in, "linear{"))
        a = lcr_rd_linear(&in);
    else if (lcr_rd_take(&in, "morphism{"))
        a = lcr_rd_morphism(&in);
    else if (lcr_rd_take(&in, "relation \""))
        a = lcr_rd_relation(&in, false);
    else if (lcr_rd_take(&in, "set \""))
        a = lcr_rd_relation(&in, true);
    else if (lcr_rd_are_strides(&in))
        a = lcr_rd_strides(&in);
    else if (lcr_rd_number_ahead(&in) || (pool->sizes && !lcr_lit_is_word(text, strlen(text))) ||
             *in.at == '(' || strncmp(in.at, "S<", 2) == 0 || strcmp(text, "_") == 0)
        a = lcr_rd_function(&in);
    else
        a = lcr_rd_word(&in);
    if (!a)
        return lcr_rd_wrong(&in, "a literal");
    lcr_rd_take(&in, "");
    return *in.at == '\0' ? a : lcr_rd_wrong(&in, "the end of the literal");
}

/* Is all of it one name, which is no word, and no `_`? */
static bool is_name(const char *text)
{
    size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    return n > 0 && text[n] == '\0' && !strchr("0123456789", text[0]) && strcmp(text, "_") != 0 &&
           !lcr_lit_is_word(text, n);
}

const lit *lcr_lit_read_argument(lit_pool *pool, const char *text)
{
    reader in = {pool, text, text, 0};
    if (lcr_rd_take(&in, "["))
        return lcr_rd_names(&in, true);
    bool size = pool->sizes && (lcr_rd_has_units(&in) ||
                                lcr_sym_find(pool->sizes, text, strlen(text)) != SIZE_MAX);
    return is_name(text) && !size ? lcr_rd_names(&in, false) : lcr_lit_read(pool, text);
}
