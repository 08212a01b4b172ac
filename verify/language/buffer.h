/* buffer.h - text under construction.
 *
 * A buffer that grows; {0} is empty. Running out of memory is remembered and
 * shows when the text is taken.
 */
#ifndef LCV_BUFFER_H
#define LCV_BUFFER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct lcv_buffer {
    char *data;
    size_t length, room;
    bool failed;
} lcv_buffer;

void lcv_buffer_bytes(lcv_buffer *text, const char *bytes, size_t n);
void lcv_buffer_str(lcv_buffer *text, const char *str); /* NULL is "" */
void lcv_buffer_char(lcv_buffer *text, char c, size_t times);
void lcv_buffer_printf(lcv_buffer *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void lcv_buffer_vprintf(lcv_buffer *text, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/* The text, NUL-terminated, which the caller frees; NULL when memory ran out. */
char *lcv_buffer_take(lcv_buffer *text);

#endif
