#include "config.h"

#include "buffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool reserve(lcv_buffer *text, size_t more)
{
    if (text->failed)
        return false;
    if (more < text->room - text->length) /* one byte stays for the NUL */
        return true;
    size_t room = 2 * text->room + more + 64;
    char *data = realloc(text->data, room);
    if (!data) {
        text->failed = true;
        return false;
    }
    text->data = data;
    text->room = room;
    return true;
}

void lcv_buffer_bytes(lcv_buffer *text, const char *bytes, size_t n)
{
    if (!reserve(text, n))
        return;
    memcpy(text->data + text->length, bytes, n);
    text->length += n;
    text->data[text->length] = '\0';
}

void lcv_buffer_str(lcv_buffer *text, const char *str)
{
    lcv_buffer_bytes(text, str ? str : "", str ? strlen(str) : 0);
}

void lcv_buffer_char(lcv_buffer *text, char c, size_t times)
{
    if (!reserve(text, times))
        return;
    memset(text->data + text->length, c, times);
    text->length += times;
    text->data[text->length] = '\0';
}

void lcv_buffer_vprintf(lcv_buffer *text, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    if (length < 0)
        text->failed = true;
    else if (reserve(text, (size_t)length)) {
        vsnprintf(text->data + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
}

void lcv_buffer_printf(lcv_buffer *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    lcv_buffer_vprintf(text, format, args);
    va_end(args);
}

char *lcv_buffer_take(lcv_buffer *text)
{
    reserve(text, 0);
    char *data = text->data;
    if (text->failed) {
        free(data);
        data = NULL;
    } else {
        data[text->length] = '\0';
    }
    *text = (lcv_buffer){0};
    return data;
}
