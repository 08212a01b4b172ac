/* literal.c - tuples and layouts as texts, in the notation of the papers. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

static void add_nest(lc_text *text, const uint32_t *node, size_t *at, const lc_int *leaf,
                     const bool *wildcard, size_t *next)
{
    uint32_t arity = node[(*at)++];
    if (arity == 0) {
        if (wildcard && wildcard[*next])
            lc_text_add(text, "_");
        else
            lc_text_add_int(text, leaf[*next]);
        ++*next;
        return;
    }
    lc_text_add(text, "(");
    for (uint32_t i = 0; i < arity; i++) {
        if (i > 0)
            lc_text_add(text, ",");
        add_nest(text, node, at, leaf, wildcard, next);
    }
    lc_text_add(text, arity == 1 ? ",)" : ")");
}

void lc_text_add_leaves(lc_text *text, const uint32_t *node, const lc_int *leaf,
                        const bool *wildcard)
{
    size_t at = 0, next = 0;
    add_nest(text, node, &at, leaf, wildcard, &next);
}

const char *lc_number(lc_int value, char buffer[LC_NUMBER_ROOM])
{
    if (lc_int_is_small(value)) {
        snprintf(buffer, LC_NUMBER_ROOM, "%lld", (long long)value.word);
        return buffer;
    }
    lc_text text = {0};
    lc_text_add_int(&text, value);
    size_t length = strlen(lc_text_peek(&text));
    snprintf(buffer, LC_NUMBER_ROOM, length < LC_NUMBER_ROOM ? "%s" : "%.20s... (%zu digits)",
             lc_text_peek(&text), length);
    lc_text_free(&text);
    return buffer;
}

char *lc_tuple_to_str(lc_ctx *ctx, const lc_tuple *t)
{
    lc_text text = {0};
    lc_text_add_leaves(&text, t->node, t->leaf, t->wildcard);
    return lc_text_take(ctx, &text);
}

/* The strides, nested. */
static void add_strides(lc_text *text, const lc_layout *a, size_t *at, size_t *leaf)
{
    uint32_t arity = a->node[(*at)++];
    if (arity == 0) {
        lc_text_add_stride(text, a, (*leaf)++);
        return;
    }
    lc_text_add(text, "(");
    for (uint32_t i = 0; i < arity; i++) {
        if (i > 0)
            lc_text_add(text, ",");
        add_strides(text, a, at, leaf);
    }
    lc_text_add(text, arity == 1 ? ",)" : ")");
}

void lc_text_add_layout(lc_text *text, const lc_layout *a)
{
    size_t at = 0, leaf = 0;
    lc_text_add_leaves(text, a->node, a->extent, NULL);
    lc_text_add(text, ":");
    add_strides(text, a, &at, &leaf);
}

char *lc_layout_to_str(lc_ctx *ctx, const lc_layout *a)
{
    lc_text text = {0};
    lc_text_add_layout(&text, a);
    return lc_text_take(ctx, &text);
}

char *lc_layout_stride_to_str(lc_ctx *ctx, const lc_layout *a)
{
    lc_text text = {0};
    size_t at = 0, leaf = 0;
    add_strides(&text, a, &at, &leaf);
    return lc_text_take(ctx, &text);
}
