/* put.c - text by a format, of parts of statements. */
#include "config.h"

#include "emitter.h"

#include <inttypes.h>
#include <string.h>

static void put_part(lck_emitter *e, char what, va_list *args)
{
    lc_text *t = &e->text;
    int number;
    switch (what) {
    case 'k': lc_text_add(t, e->kernel->name); break;
    case 's': lc_text_add(t, va_arg(*args, const char *)); break;
    case 'd': lc_text_printf(t, "%d", va_arg(*args, int)); break;
    case 'z': lc_text_printf(t, "%zu", va_arg(*args, size_t)); break;
    case 'l': lc_text_printf(t, "%" PRId64, va_arg(*args, int64_t)); break;
    case 'c': lc_text_printf(t, "%s%zu", e->coordinate, va_arg(*args, size_t)); break;
    case 'i': lck_put_expr(e, va_arg(*args, const lc_expr *), false); break;
    case 'x': lck_put_int(e, va_arg(*args, const lc_expr *), false); break;
    case 'X': lck_put_int(e, va_arg(*args, const lc_expr *), true); break;
    case 'h': lck_put_host_expr(e, va_arg(*args, const lc_expr *)); break;
    case 't': lc_text_own(t, lc_expr_to_c(e->kernel->ctx, va_arg(*args, const lc_expr *))); break;
    case 'r': lck_put_register(e, va_arg(*args, lck_register)); break;
    case 'b': lck_put_shift_of(e, va_arg(*args, lck_register)); break;
    case 'a': lck_put_address(e, va_arg(*args, lck_place)); break;
    case 'p': lck_put_place(e, va_arg(*args, int)); break;
    case 'e':
        number = va_arg(*args, int);
        lck_put_element(e, number, va_arg(*args, const lc_expr *));
        break;
    default: lc_text_add_char(t, what, 1); break;
    }
}

void lck_put(lck_emitter *e, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    for (const char *end; (end = strchr(format, '%')); format = end + 2) {
        lc_text_add_bytes(&e->text, format, (size_t)(end - format));
        put_part(e, end[1], &args);
    }
    va_end(args);
    lc_text_add(&e->text, format);
}
