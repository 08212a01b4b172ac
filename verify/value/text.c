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

static void add_call(lc_ctx *ctx, lcv_line *text, const lc_tuple *crd)
{
    bool parenthesise = lc_tuple_is_leaf(crd) || lc_tuple_rank(crd) == 1;
    if (parenthesise)
        lcv_buffer_char(text, '(', 1);
    add_owned(text, lc_tuple_to_str(ctx, crd));
    if (parenthesise)
        lcv_buffer_char(text, ')', 1);
}

static void add_directive(lc_ctx *ctx, lcv_line *text, char directive, va_list *ap)
{
    switch (directive) {
    case 's':
        lcv_buffer_str(text, va_arg(*ap, const char *));
        break;
    case 'z':
        lcv_buffer_printf(text, "%zu", va_arg(*ap, size_t));
        break;
    case 'i':
        add_owned(text, lc_int_to_str(ctx, va_arg(*ap, lc_int)));
        break;
    case 't':
        add_owned(text, lc_tuple_to_str(ctx, va_arg(*ap, const lc_tuple *)));
        break;
    case 'L':
        add_owned(text, lc_layout_to_str(ctx, va_arg(*ap, const lc_layout *)));
        break;
    case 'c':
        add_call(ctx, text, va_arg(*ap, const lc_tuple *));
        break;
    default:
        lcv_buffer_char(text, directive, 1);
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
    return text != NULL ? text : lc_fail(ctx, LC_ERR_MEMORY, "out of memory");
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
