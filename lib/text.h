/* text.h - a text under construction.
 *
 * A text grows at its end and is taken once; {0} is the empty one:
 *
 *     lc_text text = {0};
 *     lc_text_add(&text, "the shape ");
 *     lc_text_own(&text, lc_tuple_to_str(ctx, shape));
 *     lc_text_printf(&text, " has %zu modes", n);
 *     return lc_text_take(ctx, &text);
 *
 * A failure stays: once memory ran out or a piece was missing, nothing more is added, and taking
 * the text gives NULL. It is reported once, when the text is taken: a missing piece has left its
 * reason in the context, where it stands, and without one LC_ERR_MEMORY is recorded.
 */
#ifndef LC_TEXT_H
#define LC_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "int.h"

typedef struct lc_text {
    char *data; /* ends with a NUL; NULL before anything was added */
    size_t length, room;
    bool failed;
    bool missing; /* failed for a piece, whose maker recorded why */
} lc_text;

void lc_text_add(lc_text *text, const char *piece); /* NULL is "" */
void lc_text_add_bytes(lc_text *text, const char *bytes, size_t n);
void lc_text_add_char(lc_text *text, char c, size_t times);
void lc_text_add_int(lc_text *text, lc_int value);
void lc_text_printf(lc_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void lc_text_vprintf(lc_text *text, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
/* For a variadic function: adds its `format` with the arguments that follow. */
#define LC_TEXT_ARGS(text, format)                                                               \
    do {                                                                                         \
        va_list args;                                                                            \
        va_start(args, format);                                                                  \
        lc_text_vprintf(text, format, args);                                                     \
        va_end(args);                                                                            \
    } while (0)

/* Adds a piece and frees it; NULL is one that could not be made. */
void lc_text_own(lc_text *text, char *piece);
/* Marks the text as failed: a piece could not be made. */
void lc_text_miss(lc_text *text);

/* The text so far, for a message: "..." when it failed. */
const char *lc_text_peek(const lc_text *text);
/* The text, which the caller frees; NULL when it failed. Leaves an empty one. `ctx` may be NULL
 * where the caller reports. */
char *lc_text_take(lc_ctx *ctx, lc_text *text);
void lc_text_free(lc_text *text);

#endif
