/* arguments.c - arguments that are no functions, from text: tilers, strides that stand alone,
 * types, names of dims. */
#include "config.h"

#include "read.h"

#include <ctype.h>
#include <string.h>

/* ---- tilers ---- */

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

const lit *lcr_rd_tiler(reader *in)
{
    lit *a = lcr_rd_of_one_size(in, LIT_TILER, lc_int_const(1));
    a = a && (a->mode = lcr_lit_alloc(in->pool, LIT_MAX_AXES, sizeof *a->mode)) ? a : NULL;
    while (a) {
        const lit *mode = NULL;
        if (a->nmodes < LIT_MAX_AXES)
            mode = lcr_rd_take(in, "<")   ? lcr_rd_tiler(in)
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

/* ---- strides ---- */

/* Leaves are counted by their commas, but for the one in (x,). */
const lit *lcr_rd_strides(reader *in)
{
    size_t n = 1;
    size_t calls = 0; /* the parentheses that are open since that of min(M,N) */
    for (const char *p = in->at; *p != '\0'; p++) {
        bool call = *p == '(' && p > in->at && isalnum((unsigned char)p[-1]);
        calls += *p == '(' && (calls > 0 || call);
        n += calls == 0 && *p == ',' && p[1 + strspn(p + 1, " ")] != ')';
        calls -= *p == ')' && calls > 0;
    }
    nesting *t = lcr_rd_new_nesting(in);
    lit *a = lcr_lit_alloc(in->pool, 1, sizeof *a);
    if (!t || !a || n > LEAVES_MAX)
        return NULL;
    *a = (lit){.kind = LIT_STRIDES, .n = n};
    if (!lcr_rd_all_strides(in, a, t))
        return NULL;
    if (t->n != n)
        return lcr_rd_wrong(in, "a stride after each comma before this");
    const lit *nested = lcr_rd_literal(in, LIT_STRIDES, t, NULL);
    if (!nested)
        return NULL;
    a->node = nested->node;
    a->nnodes = nested->nnodes;
    return a;
}

/* ---- words and names ---- */

bool lcr_lit_is_word(const char *text, size_t n)
{
    static const char *const words[] = {"aligned", "exact",  "int16",  "int32",  "int64",
                                        "int8",    "uint16", "uint32", "uint64", "uint8"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == n && strncmp(words[i], text, n) == 0)
            return true;
    return false;
}

const lit *lcr_rd_word(reader *in)
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

const lit *lcr_rd_names(reader *in, bool list)
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
