#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "starved.h"
#include "size.h"

static _Thread_local bool starved;

void lc_text_starve(void)
{
    starved = true;
}

bool lc_text_starved(void)
{
    bool was = starved;
    starved = false;
    return was;
}

/* One byte stays for the NUL. */
static bool reserve(lc_text *text, size_t more)
{
    if (text->failed)
        return false;
    if (more < text->room - text->length)
        return true;
    size_t room = 2 * text->room + more + 64;
    char *data = realloc(text->data, room);
    if (!data) {
        free(text->data);
        *text = (lc_text){.failed = true};
        starved = true;
        return false;
    }
    text->data = data;
    text->room = room;
    return true;
}

void lc_text_add_bytes(lc_text *text, const char *bytes, size_t n)
{
    if (!reserve(text, n))
        return;
    memcpy(text->data + text->length, bytes, n);
    text->length += n;
    text->data[text->length] = '\0';
}

void lc_text_add(lc_text *text, const char *piece)
{
    lc_text_add_bytes(text, piece ? piece : "", piece ? strlen(piece) : 0);
}

void lc_text_add_char(lc_text *text, char c, size_t times)
{
    if (!reserve(text, times))
        return;
    memset(text->data + text->length, c, times);
    text->length += times;
    text->data[text->length] = '\0';
}

void lc_text_add_int(lc_text *text, lc_int value)
{
    if (lc_int_is_small(value)) {
        lc_text_printf(text, "%lld", (long long)value.word);
    } else if (lc_int_is_size(value)) {
        lc_text_own(text, lc_int_size_text(value, LC_SIZE_ALONE));
    } else if (reserve(text, mpz_sizeinbase(lc_int_ref(value), 10) + 1)) { /* the sign */
        mpz_get_str(text->data + text->length, 10, lc_int_ref(value));
        text->length += strlen(text->data + text->length);
    }
}

void lc_text_vprintf(lc_text *text, const char *format, va_list args)
{
    va_list again;
    if (!reserve(text, 0))
        return;
    va_copy(again, args);
    size_t room = text->room - text->length;
    int length = vsnprintf(text->data + text->length, room, format, args);
    if (length < 0)
        text->failed = true;
    else if ((size_t)length >= room && reserve(text, (size_t)length))
        vsnprintf(text->data + text->length, (size_t)length + 1, format, again);
    if (!text->failed)
        text->length += (size_t)length;
    va_end(again);
}

void lc_text_printf(lc_text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    lc_text_vprintf(text, format, args);
    va_end(args);
}

void lc_text_own(lc_text *text, char *piece)
{
    if (piece)
        lc_text_add(text, piece);
    else
        lc_text_miss(text);
    free(piece);
}

void lc_text_miss(lc_text *text)
{
    text->missing = text->missing || !text->failed;
    text->failed = true;
}

const char *lc_text_peek(const lc_text *text)
{
    return text->failed ? "..." : text->data ? text->data : "";
}

char *lc_text_take(lc_ctx *ctx, lc_text *text)
{
    char *data = NULL;
    if (reserve(text, 0)) {
        data = text->data;
        data[text->length] = '\0';
        text->data = NULL;
    } else if (ctx && !(text->missing && lc_ctx_code(ctx) != LC_OK)) {
        lc_no_memory(ctx);
    }
    lc_text_free(text);
    return data;
}

void lc_text_free(lc_text *text)
{
    free(text->data);
    *text = (lc_text){0};
}
