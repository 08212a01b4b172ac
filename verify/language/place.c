/* place.c - lines and columns of a source, and the files that `#line` names. */
#include "config.h"

#include "place.h"

#include <stdlib.h>
#include <string.h>

#define MAX_DIGITS 9 /* of a line */

/* ---- #line ---- */

/* `#line 42 "kernel.cu"`, or a line that only looks like it: false. The name is in the text. */
static bool read_origin(const char *line, size_t length, size_t *number, const char **name,
                        size_t *nname)
{
    static const char word[] = "#line ";
    const size_t nword = sizeof word - 1;
    if (length < nword || memcmp(line, word, nword) != 0)
        return false;
    const char *at = line + nword, *end = line + length;
    size_t digits = strspn(at, "0123456789");
    if (digits == 0 || digits > MAX_DIGITS || end - at < (ptrdiff_t)digits + 3)
        return false;
    *number = (size_t)strtoul(at, NULL, 10);
    at += digits;
    if (at[0] != ' ' || at[1] != '"')
        return false;
    *name = at + 2;
    const char *close = memchr(*name, '"', (size_t)(end - *name));
    *nname = close ? (size_t)(close - *name) : 0;
    return *nname > 0 && *number > 0;
}

static bool add_origin(lcv_source *source, lcv_origin origin, const char *name, size_t nname)
{
    size_t n = source->norigins;
    if ((n & (n - 1)) == 0) { /* full: its room is a power of two */
        lcv_origin *more = realloc(source->origin, (n > 0 ? 2 * n : 1) * sizeof *more);
        if (!more)
            return false;
        source->origin = more;
    }
    origin.name = strndup(name, nname);
    if (!origin.name)
        return false;
    source->origin[source->norigins++] = origin;
    return true;
}

bool lcv_origins_read(lcv_source *source)
{
    size_t line = 1, end;
    bool ok = true;
    for (size_t begin = 0; ok && begin < source->length; begin = end + 1, line++) {
        const char *text = source->text + begin, *name;
        const char *nl = memchr(text, '\n', source->length - begin);
        size_t number, nname;
        lcv_source_pass(source, begin);
        end = nl ? (size_t)(nl - source->text) : source->length;
        if (read_origin(text, end - begin, &number, &name, &nname))
            ok = add_origin(source, (lcv_origin){end + 1, line + 1, number, NULL}, name, nname);
    }
    return ok;
}

/* The last one that begins at the offset or before it; NULL: there is none. */
static const lcv_origin *origin_of(const lcv_source *source, size_t offset)
{
    size_t low = 0, high = source->norigins;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (source->origin[middle].offset <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? &source->origin[low - 1] : NULL;
}

/* ---- places ---- */

const char *lcv_source_shown(const lcv_source *source)
{
    return source->file ? source->file : source->text;
}

/* Of the text itself. */
static void locate(lcv_source *source, size_t offset, size_t *line, size_t *column)
{
    const char *text = lcv_source_shown(source);
    if (source->seen_line == 0 || offset < source->seen_start) {
        source->seen_start = 0;
        source->seen_line = 1;
    }
    const char *end = text + offset;
    const char *start = text + source->seen_start;
    for (const char *nl; (nl = memchr(start, '\n', (size_t)(end - start))) != NULL;) {
        start = nl + 1;
        source->seen_line++;
    }
    source->seen_start = (size_t)(start - text);
    *line = source->seen_line;
    *column = 1;
    for (const char *s = start; s < end; s++) {
        if (((unsigned char)*s & 0xc0) != 0x80) /* not the middle of a character */
            ++*column;
    }
}

const char *lcv_source_place(lcv_source *source, size_t offset, size_t *line, size_t *column)
{
    if (offset > source->length)
        offset = source->length;
    locate(source, offset, line, column);
    const lcv_origin *origin = origin_of(source, offset);
    if (!origin)
        return source->name;
    *line = origin->line + (*line - origin->at);
    return origin->name;
}

lcv_span lcv_source_line(lcv_source *source, size_t offset)
{
    size_t line, column;
    locate(source, offset < source->length ? offset : source->length, &line, &column);
    const char *text = lcv_source_shown(source);
    size_t begin = source->seen_start;
    const char *nl = memchr(text + begin, '\n', source->length - begin);
    size_t end = nl ? (size_t)(nl - text) : source->length;
    if (end > begin && text[end - 1] == '\r')
        end--;
    return (lcv_span){begin, end};
}
