/* text.c - texts from formats. */
#include "config.h"

#include "text.h"

#include <stdlib.h>
#include <string.h>

/* Takes over `piece`. */
static void add_owned(lcv_line *text, char *piece)
{
    if (piece == NULL)
        text->failed = true;
    else
        lcv_buffer_str(text, piece);
    free(piece);
}

static void add_tuple(lc_ctx *ctx, lcv_line *text, const lc_tuple *t)
{
    add_owned(text, t != NULL ? lc_tuple_to_str(ctx, t) : NULL);
}

static void add_layout(lc_ctx *ctx, lcv_line *text, const lc_layout *a)
{
    add_owned(text, a != NULL ? lc_layout_to_str(ctx, a) : NULL);
}

static void add_call(lc_ctx *ctx, lcv_line *text, const lc_tuple *crd)
{
    bool parenthesise = crd != NULL && (lc_tuple_is_leaf(crd) || lc_tuple_rank(crd) == 1);
    if (parenthesise)
        lcv_buffer_char(text, '(', 1);
    add_tuple(ctx, text, crd);
    if (parenthesise)
        lcv_buffer_char(text, ')', 1);
}

static void add_directive(lc_ctx *ctx, lcv_line *text, char directive, va_list *ap)
{
    lc_tuple *t;
    lc_layout *a;
    switch (directive) {
    case 's': lcv_buffer_str(text, va_arg(*ap, const char *)); break;
    case 'z': lcv_buffer_printf(text, "%zu", va_arg(*ap, size_t)); break;
    case 'i': add_owned(text, lc_int_to_str(ctx, va_arg(*ap, lc_int))); break;
    case 'S': add_owned(text, va_arg(*ap, char *)); break;
    case 't': add_tuple(ctx, text, va_arg(*ap, const lc_tuple *)); break;
    case 'T':
        add_tuple(ctx, text, t = va_arg(*ap, lc_tuple *));
        lc_tuple_free(t);
        break;
    case 'c': add_call(ctx, text, va_arg(*ap, const lc_tuple *)); break;
    case 'C':
        add_call(ctx, text, t = va_arg(*ap, lc_tuple *));
        lc_tuple_free(t);
        break;
    case 'L': add_layout(ctx, text, va_arg(*ap, const lc_layout *)); break;
    case 'A':
        add_layout(ctx, text, a = va_arg(*ap, lc_layout *));
        lc_layout_free(a);
        break;
    default: lcv_buffer_char(text, directive, 1);
    }
}

static void add_format(lc_ctx *ctx, lcv_line *text, const char *format, va_list *ap)
{
    for (const char *p = format; *p != '\0';) {
        size_t plain = strcspn(p, "%");
        lcv_buffer_bytes(text, p, plain);
        p += plain;
        if (*p == '%') {
            add_directive(ctx, text, p[1], ap);
            p += 2;
        }
    }
}

void lcv_line_add(lc_ctx *ctx, lcv_line *line, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    add_format(ctx, line, format, &ap);
    va_end(ap);
}

char *lcv_line_take(lc_ctx *ctx, lcv_line *line)
{
    char *text = lcv_buffer_take(line);
    if (text == NULL && lc_ctx_code(ctx) == LC_OK)
        lc_fail(ctx, LC_ERR_MEMORY, "out of memory");
    return text;
}

char *lcv_vtext(lc_ctx *ctx, const char *format, va_list *ap)
{
    lcv_line text = {0};
    add_format(ctx, &text, format, ap);
    return lcv_line_take(ctx, &text);
}

char *lcv_text(lc_ctx *ctx, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    char *text = lcv_vtext(ctx, format, &ap);
    va_end(ap);
    return text;
}
