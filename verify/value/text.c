/* text.c - texts from formats. */
#include "config.h"

#include "text.h"

#include <string.h>

static void add_tuple(lc_ctx *ctx, lc_text *text, const lc_tuple *t)
{
    lc_text_own(text, t ? lc_tuple_to_str(ctx, t) : NULL);
}

static void add_layout(lc_ctx *ctx, lc_text *text, const lc_layout *a)
{
    lc_text_own(text, a ? lc_layout_to_str(ctx, a) : NULL);
}

static void add_call(lc_ctx *ctx, lc_text *text, const lc_tuple *crd)
{
    bool parenthesise = crd && (lc_tuple_is_leaf(crd) || lc_tuple_rank(crd) == 1);
    if (parenthesise)
        lc_text_add_char(text, '(', 1);
    add_tuple(ctx, text, crd);
    if (parenthesise)
        lc_text_add_char(text, ')', 1);
}

static void add_directive(lc_ctx *ctx, lc_text *text, char directive, va_list *ap)
{
    lc_tuple *t;
    lc_layout *a;
    switch (directive) {
    case 's': lc_text_add(text, va_arg(*ap, const char *)); break;
    case 'z': lc_text_printf(text, "%zu", va_arg(*ap, size_t)); break;
    case 'i': lc_text_add_int(text, va_arg(*ap, lc_int)); break;
    case 'S': lc_text_own(text, va_arg(*ap, char *)); break;
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
    default: lc_text_add_char(text, directive, 1);
    }
}

static void add_format(lc_ctx *ctx, lc_text *text, const char *format, va_list *ap)
{
    for (const char *p = format; *p != '\0';) {
        size_t plain = strcspn(p, "%");
        lc_text_add_bytes(text, p, plain);
        p += plain;
        if (*p == '%') {
            add_directive(ctx, text, p[1], ap);
            p += 2;
        }
    }
}

void lcv_text_add(lc_ctx *ctx, lc_text *text, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    add_format(ctx, text, format, &ap);
    va_end(ap);
}

char *lcv_vtext(lc_ctx *ctx, const char *format, va_list *ap)
{
    lc_text text = {0};
    add_format(ctx, &text, format, ap);
    return lc_text_take(ctx, &text);
}

char *lcv_text(lc_ctx *ctx, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    char *text = lcv_vtext(ctx, format, &ap);
    va_end(ap);
    return text;
}
