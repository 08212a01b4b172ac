#include "config.h"

#include "diag.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../../lib/text.h"

#define WINDOW 100      /* bytes of a line that are quoted */
#define BEFORE_CARET 60 /* at most so many of them before the caret */

const char *lcv_error_name(lcv_error code)
{
    static const char *const name[] = {
        [LCV_ERROR_NONE] = "none",         [LCV_ERROR_SYNTAX] = "syntax",
        [LCV_ERROR_NAME] = "name",         [LCV_ERROR_ARGUMENT] = "argument",
        [LCV_ERROR_NO_VALUE] = "no-value", [LCV_ERROR_LIMIT] = "limit",
        [LCV_ERROR_BUDGET] = "budget",     [LCV_ERROR_FILE] = "file",
        [LCV_ERROR_MEMORY] = "memory",     [LCV_ERROR_INTERNAL] = "internal"};
    return name[code];
}

lcv_error lcv_error_of(lc_code code)
{
    switch (code) {
    case LC_OK: return LCV_ERROR_NONE;
    case LC_ERR_MEMORY: return LCV_ERROR_MEMORY;
    case LC_ERR_INVALID: return LCV_ERROR_ARGUMENT;
    case LC_ERR_NO_VALUE: return LCV_ERROR_NO_VALUE;
    case LC_ERR_LIMIT: return LCV_ERROR_LIMIT;
    case LC_ERR_BUDGET: return LCV_ERROR_BUDGET;
    case LC_ERR_INTERRUPTED: /* such a statement has no error */
    case LC_ERR_INTERNAL: break;
    }
    return LCV_ERROR_INTERNAL;
}

static bool set(lcv_diag *diag, lcv_error code, lcv_source *source, lcv_span span,
                const char *format, va_list args)
{
    if (diag->failed)
        return false;
    lc_text text = {0};
    lc_text_vprintf(&text, format, args);
    *diag = (lcv_diag){.failed = true,
                       .code = code,
                       .source = source,
                       .span = span,
                       .message = lc_text_take(NULL, &text)};
    return false;
}

bool lcv_diag_set_as(lcv_diag *diag, lcv_error code, lcv_source *source, lcv_span span,
                     const char *format, ...)
{
    va_list args;
    va_start(args, format);
    set(diag, code, source, span, format, args);
    va_end(args);
    return false;
}

bool lcv_diag_set(lcv_diag *diag, lcv_source *source, lcv_span span, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    set(diag, LCV_ERROR_ARGUMENT, source, span, format, args);
    va_end(args);
    return false;
}

const char *lcv_message(const char *message)
{
    return message ? message : LC_NO_MEMORY;
}

void *lcv_diag_no_memory(lcv_diag *diag, lcv_span span)
{
    lcv_diag_set_as(diag, LCV_ERROR_MEMORY, NULL, span, "%s", LC_NO_MEMORY);
    return NULL;
}

void lcv_diag_prefix(lcv_diag *diag, const char *format, ...)
{
    if (!diag->failed || !diag->message)
        return;
    lc_text text = {0};
    LC_TEXT_ARGS(&text, format);
    lc_text_add(&text, diag->message);
    char *longer = lc_text_take(NULL, &text);
    if (longer) {
        free(diag->message);
        diag->message = longer;
    }
}

void *lcv_diag_hint(lcv_diag *diag, const char *format, ...)
{
    if (!diag->failed || diag->hint)
        return NULL;
    lc_text text = {0};
    LC_TEXT_ARGS(&text, format);
    diag->hint = lc_text_take(NULL, &text);
    return NULL;
}

void lcv_diag_instead(lcv_diag *diag, const char *hint)
{
    if (!diag->failed)
        return;
    free(diag->hint);
    diag->hint = NULL;
    lcv_diag_hint(diag, "%s", hint);
}

void *lcv_diag_note(lcv_diag *diag, lcv_source *source, lcv_span span, const char *note)
{
    diag->note_source = source;
    diag->note_span = span;
    diag->note = note;
    return NULL;
}

void lcv_diag_clear(lcv_diag *diag)
{
    free(diag->message);
    free(diag->hint);
    *diag = (lcv_diag){0};
}

static void add_place(lc_text *text, lcv_source *source, size_t offset)
{
    size_t line, column;
    const char *file = lcv_source_place(source, offset, &line, &column);
    lc_text_printf(text, "%s:%zu:%zu: ", file, line, column);
}

/* Bytes up to the boundary of a character, so that a cut leaves whole ones. */
static size_t boundary(const lcv_source *source, size_t at, size_t end)
{
    while (at < end && ((unsigned char)lcv_source_shown(source)[at] & 0xc0) == 0x80)
        at++;
    return at;
}

/* Makes any text printable: control characters and bytes that are no character show as '?', tabs
 * as spaces. Returns the number of columns. */
static size_t add_printable(lc_text *text, const lcv_source *source, size_t begin, size_t end)
{
    const char *shown = lcv_source_shown(source);
    size_t columns = 0;
    for (size_t i = begin; i < end; columns++) {
        unsigned char c = (unsigned char)shown[i];
        size_t n = lcv_utf8_length(shown + i, end - i);
        if (c == '\t')
            lc_text_add_char(text, ' ', 1);
        else if (n == 0 || c < 0x20 || c == 0x7f)
            lc_text_add_char(text, '?', 1);
        else
            lc_text_add_bytes(text, shown + i, n);
        i += n ? n : 1;
    }
    return columns;
}

static void add_quote(lc_text *text, lcv_source *source, lcv_span span)
{
    lcv_span line = lcv_source_line(source, span.begin);
    size_t at = span.begin < line.end ? span.begin : line.end;
    size_t begin = line.begin, end = line.end;
    if (end - begin > WINDOW) {
        if (at - begin > BEFORE_CARET)
            begin = boundary(source, at - BEFORE_CARET, at);
        if (end - begin > WINDOW)
            end = boundary(source, begin + WINDOW, end);
    }
    lc_text_add(text, begin > line.begin ? "  ..." : "  ");
    size_t before = add_printable(text, source, begin, at) + (begin > line.begin ? 3 : 0);
    add_printable(text, source, at, end);
    lc_text_add(text, end < line.end ? "...\n  " : "\n  ");
    lc_text_add_char(text, ' ', before);
    lc_text_add_char(text, '^', 1);
    size_t stop = span.end < end ? span.end : end;
    for (size_t i = at + 1; i < stop; i++) {
        if (((unsigned char)lcv_source_shown(source)[i] & 0xc0) != 0x80)
            lc_text_add_char(text, '~', 1);
    }
    lc_text_add(text, "\n");
}

char *lcv_diag_to_str(const lcv_diag *diag)
{
    lc_text text = {0};
    if (diag->source)
        add_place(&text, diag->source, diag->span.begin);
    lc_text_printf(&text, "error: %s\n", lcv_message(diag->message));
    if (diag->source)
        add_quote(&text, diag->source, diag->span);
    if (diag->hint)
        lc_text_printf(&text, "  %s\n", diag->hint);
    if (diag->note_source) {
        add_place(&text, diag->note_source, diag->note_span.begin);
        lc_text_printf(&text, "note: %s\n", diag->note);
        add_quote(&text, diag->note_source, diag->note_span);
    }
    return lc_text_take(NULL, &text);
}

/* ---- notes ---- */

/* Of the span, or of a part of it. */
static bool noted(const lcv_notes *notes, const lcv_source *source, lcv_span span)
{
    for (size_t i = 0; i < notes->n; i++) {
        const lcv_note *note = &notes->note[i];
        if (note->source == source && note->span.begin >= span.begin &&
            note->span.end <= span.end)
            return true;
    }
    return false;
}

void lcv_notes_add(lcv_notes *notes, lcv_source *source, lcv_span span, const char *format, ...)
{
    if (notes->n == LCV_MAX_NOTES || noted(notes, source, span))
        return;
    lc_text text = {0};
    LC_TEXT_ARGS(&text, format);
    notes->note[notes->n++] = (lcv_note){source, span, lc_text_take(NULL, &text)};
}

void lcv_notes_clear(lcv_notes *notes)
{
    for (size_t i = 0; i < notes->n; i++)
        free(notes->note[i].message);
    *notes = (lcv_notes){0};
}

char *lcv_note_to_str(const lcv_note *note)
{
    lc_text text = {0};
    add_place(&text, note->source, note->span.begin);
    lc_text_printf(&text, "note: %s\n", lcv_message(note->message));
    add_quote(&text, note->source, note->span);
    return lc_text_take(NULL, &text);
}

/* ---- names ---- */

#define LONG_NAME 64

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Edit distance: insert, delete, replace a letter, swap two neighbours. */
static size_t distance(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);
    size_t row[3][LONG_NAME + 1];
    if (n > LONG_NAME || m > LONG_NAME)
        return SIZE_MAX;
    for (size_t j = 0; j <= m; j++)
        row[0][j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
        now[0] = i;
        for (size_t j = 1; j <= m; j++) {
            now[j] = least(least(last[j], now[j - 1]) + 1, last[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = least(now[j], before[j - 2] + 1);
        }
    }
    return row[n % 3][m];
}

static bool among(const char *name, size_t n, const char *const *names)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

size_t lcv_nearest_of(const char *name, size_t n, const char *const *names,
                      const char *near[LCV_NEAR])
{
    size_t length = strlen(name), limit = 1 + length / 4, nearest = limit + 1, found = 0;
    for (size_t i = 0; i < n; i++) {
        size_t other = strlen(names[i]);
        if (other > length + limit || length > other + limit)
            continue;
        size_t d = distance(name, names[i]);
        /* A name of one letter is near to every other one, which helps nobody. */
        if (d > limit || d > nearest || d >= other)
            continue;
        found = d < nearest ? 0 : found;
        nearest = d;
        if (found < LCV_NEAR && !among(names[i], found, near))
            near[found++] = names[i];
    }
    return found;
}

const char *lcv_nearest(const char *name, size_t n, const char *const *names)
{
    const char *near[LCV_NEAR];
    return lcv_nearest_of(name, n, names, near) > 0 ? near[0] : NULL;
}
