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

/* ---- the kinds ---- */

/* `_`, for a mode that stays as it is. */
static const lit *still(reader *in)
{
    lit *a = lcr_rd_of_one_size(in, LIT_TUPLE, lc_int_const(1));
    bool *any = a ? lcr_lit_alloc(in->pool, 1, sizeof *any) : NULL;
    if (!any)
        return NULL;
    *any = true;
    a->any = any;
    return a;
}

static const lit *tiler(reader *in)
{
    lit *a = lcr_rd_of_one_size(in, LIT_TILER, lc_int_const(1));
    a = a && (a->mode = lcr_lit_alloc(in->pool, LIT_MAX_AXES, sizeof *a->mode)) ? a : NULL;
    while (a) {
        const lit *mode = NULL;
        if (a->nmodes < LIT_MAX_AXES)
            mode = lcr_rd_take(in, "<")   ? tiler(in)
                   : lcr_rd_take(in, "_") ? still(in)
                                          : lcr_rd_layout(in);
        if (!mode)
            return lcr_rd_wrong(in, "fewer modes of a tiler");
        a->mode[a->nmodes++] = mode;
        if (!lcr_rd_take(in, ","))
            return lcr_rd_need(in, ">") ? a : NULL;
    }
    return NULL;
}

bool lcr_lit_is_word(const char *text, size_t n)
{
    static const char *const words[] = {"aligned", "exact",  "int16",  "int32",  "int64",
                                        "int8",    "uint16", "uint32", "uint64", "uint8"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == n && strncmp(words[i], text, n) == 0)
            return true;
    return false;
}

static const lit *word(reader *in)
{
    const char *begin = in->at, *name = lcr_rd_name(in);
    if (name && !lcr_lit_is_word(name, strlen(name))) {
        in->at = begin;
        return lcr_rd_wrong(in, "a type, int8 to int64 or uint8 to uint64");
    }
    lit *a = name ? lcr_rd_of_one_size(in, LIT_WORD, lc_int_const(1)) : NULL;
    if (a)
        a->word = name;
    return a;
}

/* Is there an arrow between braces, as in a relation? One before them is that of parameters. */
static bool has_arrow(const char *at, const char *end)
{
    const char *brace = memchr(at, '{', (size_t)(end - at));
    return brace && memmem(brace, (size_t)(end - brace), "->", 2);
}

/* relation "{ [c] -> [2c] : ... }", set "{ [c] : ... }": isl reads what is inside. */
static const lit *relation(reader *in, bool set)
{
    const char *end = strrchr(in->at, '"');
    if (!end)
        return lcr_rd_wrong(in, "a relation in quotes");
    if (set && has_arrow(in->at, end))
        return lcr_rd_wrong(in, "a set, which has no arrow");
    lit *a = lcr_rd_of_one_size(in, LIT_RELATION, lc_int_const(1));
    if (a) {
        a->word = lcr_rd_copy(in, in->at, (size_t)(end - in->at));
        a->set = set;
    }
    in->at = end + 1;
    return a && a->word ? a : NULL;
}

const lit *lcr_lit_read(lit_pool *pool, const char *text)
{
    reader in = {pool, text, text, 0};
    const lit *a;
    if (lcr_rd_take(&in, "{"))
        a = lcr_rd_tensor(&in);
    else if (lcr_rd_take(&in, "<"))
        a = tiler(&in);
    else if (lcr_rd_take(&in, "linear{"))
        a = lcr_rd_linear(&in);
    else if (lcr_rd_take(&in, "morphism{"))
        a = lcr_rd_morphism(&in);
    else if (lcr_rd_take(&in, "relation \""))
        a = relation(&in, false);
    else if (lcr_rd_take(&in, "set \""))
        a = relation(&in, true);
    else if (lcr_rd_are_strides(&in))
        a = lcr_rd_strides(&in);
    else if (lcr_rd_number_ahead(&in) || (pool->sizes && !lcr_lit_is_word(text, strlen(text))) ||
             *in.at == '(' || strncmp(in.at, "S<", 2) == 0 || strcmp(text, "_") == 0)
        a = lcr_rd_function(&in);
    else
        a = word(&in);
    if (!a)
        return lcr_rd_wrong(&in, "a literal");
    lcr_rd_take(&in, "");
    return *in.at == '\0' ? a : lcr_rd_wrong(&in, "the end of the literal");
}

/* ---- names of dims ---- */

static const lit *names(reader *in, bool list)
{
    lit *a = lcr_lit_alloc(in->pool, 1, sizeof *a);
    const char **name = lcr_lit_alloc(in->pool, LIT_MAX_AXES, sizeof *name);
    if (!a || !name)
        return NULL;
    a->kind = LIT_NAMES;
    a->name = name;
    while (list ? !lcr_rd_ends(in, "]", a->nnames == 0) : a->nnames == 0) {
        if (lcr_rd_failed(in) || a->nnames == LIT_MAX_AXES ||
            !(name[a->nnames] = lcr_rd_name(in)))
            return lcr_rd_wrong(in, "names of dims");
        a->nnames++;
    }
    lcr_rd_take(in, "");
    return *in->at == '\0' ? a : lcr_rd_wrong(in, "the end of the names");
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
        return names(&in, true);
    bool size = pool->sizes && (lcr_rd_has_units(&in) ||
                                lcr_sym_find(pool->sizes, text, strlen(text)) != SIZE_MAX);
    return is_name(text) && !size ? names(&in, false) : lcr_lit_read(pool, text);
}
