#include "config.h"

#include "source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "attribute.h"
#include "comment.h"
#include "diag.h"
#include "place.h"
#include "store.h"

#define LONG_LINE 200 /* bytes of a name in a message */

size_t lcv_utf8_length(const char *text, size_t left)
{
    const unsigned char *s = (const unsigned char *)text;
    size_t n = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
    if (n == 0 || n > left || s[0] > 0xf4)
        return 0;
    for (size_t i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    }
    bool bad = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
               (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f);
    return bad ? 0 : n;
}

static bool check_text(lcv_source *source, lcv_diag *diag)
{
    const unsigned char *s = (const unsigned char *)source->text;
    for (size_t i = 0; i < source->length;) {
        lcv_source_pass(source, i);
        size_t n = lcv_utf8_length(source->text + i, source->length - i);
        lcv_span here = {i, i + 1};
        if (n == 0) {
            lcv_diag_set_as(diag, LCV_ERROR_SYNTAX, source, here, "byte 0x%02x is not UTF-8",
                            s[i]);
            return lcv_diag_hint(diag,
                                 "the text must be UTF-8; letters outside ASCII may stand in "
                                 "comments");
        }
        if (n == 1 && (s[i] < 0x20 || s[i] == 0x7f) && !strchr("\t\n\r", s[i] ? s[i] : 1)) {
            lcv_diag_set_as(diag, LCV_ERROR_SYNTAX, source, here,
                            s[i] ? "control character 0x%02x" : "NUL byte", s[i]);
            return lcv_diag_hint(diag,
                                 "the text may hold printable characters, tabs and line ends");
        }
        i += n;
    }
    return true;
}

static lcv_source *source_new(const char *name)
{
    lcv_source *source = calloc(1, sizeof *source);
    if (!source)
        return NULL;
    source->name = strdup(name);
    source->store = calloc(1, sizeof *source->store);
    if (!source->name || !source->store || !lcv_store_close(source->store)) {
        lcv_source_free(source);
        return NULL;
    }
    source->text = source->store->text;
    return source;
}

void lcv_source_free(lcv_source *source)
{
    if (!source)
        return;
    for (size_t i = 0; i < source->norigins; i++)
        free(source->origin[i].name);
    free(source->origin);
    free(source->name);
    free(source->path);
    free(source->claims);
    free(source->named);
    if (source->store)
        lcv_store_free(source->store);
    free(source->store);
    free(source);
}

static void too_long(const lcv_source *source, lcv_diag *diag)
{
    lcv_diag_set_as(diag, LCV_ERROR_LIMIT, NULL, (lcv_span){0, 0}, "%.*s: longer than %zu MiB",
                    LONG_LINE, source->name, LCV_MAX_SOURCE >> 20);
}

/* Takes over a closed store. A byte order mark is no part of the text. */
static void adopt(lcv_source *source, lcv_store store)
{
    size_t mark = store.length >= 3 && memcmp(store.text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    lcv_store_free(source->store);
    *source->store = store;
    source->text = store.text + mark;
    source->length = store.length - mark;
}

void lcv_source_pass(lcv_source *source, size_t offset)
{
    if (source->store)
        lcv_store_pass(source->store, offset);
}

/* Where the text says that it is from other files. */
static void read_text(lcv_source *source, lcv_diag *diag)
{
    if (check_text(source, diag) && !lcv_origins_read(source))
        lcv_diag_no_memory(diag, (lcv_span){0, 0});
}

/* The text becomes what the comments of the file claim. */
static void read_comments(lcv_source *source, lcv_comments kind, lcv_diag *diag)
{
    source->claims = calloc(source->length + 1, 1);
    if (!source->claims) {
        lcv_diag_no_memory(diag, (lcv_span){0, 0});
        return;
    }
    source->silent = !lcv_comment_claims(kind, source->text, source->length, source->claims);
    source->file = source->text;
    source->text = source->claims;
    check_text(source, diag);
}

lcv_source *lcv_source_text(const char *name, const char *text, size_t length, lcv_diag *diag)
{
    lcv_source *source = source_new(name);
    if (!source)
        return NULL;
    if (length > LCV_MAX_SOURCE) {
        too_long(source, diag);
        return source;
    }
    lcv_store store = {0};
    if (!lcv_store_add(&store, text, length) || !lcv_store_close(&store)) {
        lcv_store_free(&store);
        lcv_source_free(source);
        return NULL;
    }
    adopt(source, store);
    read_text(source, diag);
    return source;
}

static void cannot_read(const lcv_source *source, lcv_diag *diag, int error)
{
    lcv_diag_set_as(diag, LCV_ERROR_FILE, NULL, (lcv_span){0, 0}, "cannot read '%.*s': %s",
                    LONG_LINE, source->name,
                    error == EISDIR ? "it is a folder: expected a file" : strerror(error));
}

/* Reads everything, up to the limit. */
static bool read_bytes(lcv_source *source, int fd, lcv_store *store, lcv_diag *diag)
{
    char block[65536];
    for (;;) {
        ssize_t n = read(fd, block, sizeof block);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            cannot_read(source, diag, errno);
            return false;
        }
        if (n == 0)
            break;
        bool kept = lcv_store_add(store, block, (size_t)n);
        if (store->length > LCV_MAX_SOURCE)
            too_long(source, diag);
        else if (!kept)
            lcv_diag_no_memory(diag, (lcv_span){0, 0});
        if (diag->failed)
            return false;
    }
    if (!lcv_store_close(store))
        lcv_diag_no_memory(diag, (lcv_span){0, 0});
    return !diag->failed;
}

static void read_all(lcv_source *source, int fd, lcv_comments comments, lcv_diag *diag)
{
    lcv_store store = {0};
    if (!read_bytes(source, fd, &store, diag)) {
        lcv_store_free(&store);
        return;
    }
    adopt(source, store);
    if (comments == LCV_NO_COMMENTS)
        read_text(source, diag);
    else
        read_comments(source, comments, diag);
}

lcv_source *lcv_source_file(const char *path, lcv_diag *diag)
{
    bool standard = strcmp(path, "-") == 0;
    lcv_source *source = source_new(standard ? "<stdin>" : path);
    if (!source || standard) {
        if (source)
            read_all(source, STDIN_FILENO, LCV_NO_COMMENTS, diag);
        return source;
    }
    /* Opening a FIFO that nobody writes must not hang; reading one waits. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat status;
    if (fd < 0 || fstat(fd, &status) != 0 || fcntl(fd, F_SETFL, 0) != 0)
        cannot_read(source, diag, errno);
    else if (S_ISDIR(status.st_mode))
        cannot_read(source, diag, EISDIR);
    else
        read_all(source, fd, lcv_comments_of(path), diag);
    if (fd >= 0)
        close(fd);
    source->path = diag->failed ? NULL : realpath(path, NULL);
    return source;
}

/* The end of the comment that begins at i, before the end of the line. */
static size_t comment_end(const char *text, size_t i, size_t end)
{
    while (i + 1 < end && text[i + 1] != '\n')
        i++;
    return i;
}

/* The length of the attribute, of its name or of a type, that begins there; or 0. */
static size_t attribute_at(const lcv_source *source, size_t i)
{
    size_t n = lcv_attribute_word(source->text, source->text + i);
    return n == 0 && source->named ? lcv_attribute_word(source->named, source->text + i) : n;
}

/* Copies a part on one line, without comments; `out` has room for `room` of its bytes, or all,
 * and for nine more: a blank, the rest of a character, dots and a NUL. */
static size_t copy_line(const lcv_source *source, lcv_span span, size_t room, char *out)
{
    const char *text = source->text;
    size_t n = 0;
    bool space = false, quoted = false;
    size_t until = 0; /* the end of an attribute: a '#' in it begins no comment */
    for (size_t i = span.begin; i < span.end; i++) {
        char c = text[i];
        bool blank = c == ' ' || c == '\t' || c == '\r' || c == '\n';
        if (!quoted && i >= until && (c == '#' || c == '!' || c == 't'))
            until = i + attribute_at(source, i);
        if (c == '#' && !quoted && i >= until) {
            i = comment_end(text, i, span.end);
            continue;
        }
        quoted ^= c == '"';
        if (blank && !quoted) {
            space = n > 0;
            continue;
        }
        if (n >= room && (((unsigned char)c & 0xc0) != 0x80 || n >= room + 4)) {
            memcpy(out + n, "...", 3);
            return n + 3;
        }
        if (space)
            out[n++] = ' ';
        out[n++] = c;
        space = false;
    }
    return n;
}

char *lcv_source_excerpt(const lcv_source *source, lcv_span span, size_t room)
{
    size_t length = span.end > span.begin ? span.end - span.begin : 0;
    char *out = malloc((length < room ? length : room) + 9);
    if (out)
        out[copy_line(source, span, room, out)] = '\0';
    return out;
}
