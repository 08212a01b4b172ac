/* source.h - texts of the claim language and places in them.
 *
 * A source is a file, the standard input or an expression of the command line,
 * read whole. It is checked once, when it is made: valid UTF-8, no control
 * characters but tab and line ends, at most LCV_MAX_SOURCE bytes.
 *
 * Of a file that is the source of a kernel, by the end of its name, the text is what its comments
 * claim (comment.h), blanks in the place of all else; messages quote the file as it is.
 *
 * A span is a range of bytes of one source. Lines and columns are found on request; columns count
 * characters, and both count from 1. A line `#line 42 "kernel.cu"` says where the statements
 * after it are from, as in C: the line behind it is line 42 of that file for whoever is told the
 * place.
 */
#ifndef LCV_SOURCE_H
#define LCV_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LCV_MAX_SOURCE ((size_t)64 << 20)

typedef struct {
    size_t begin, end; /* byte offsets, end exclusive */
} lcv_span;

/* From `offset` on, which is in line `at`, the text is that of a file from a line on. */
typedef struct lcv_origin {
    size_t offset, at, line;
    char *name;
} lcv_origin;

typedef struct lcv_source {
    char *name;  /* "a.lay", "<stdin>", "<expr>" */
    char *path;  /* canonical path of a file; NULL for other texts */
    char *text;  /* `length` bytes and a NUL: in the store, or the claims */
    char *file;  /* as many bytes: what the file has, where `text` is its comments; else NULL */
    bool silent; /* ... and none of its comments claims anything */
    size_t length;
    size_t norigins;
    struct lcv_origin *origin; /* the lines `#line`, in order */
    /* The answer to the last question about a line: questions come in ascending order. */
    size_t seen_start, seen_line;
    struct lcv_store *store; /* what was read (store.h) */
    char *claims;            /* of comments; or NULL */
    char *named;             /* definitions `#NAME = #ttg..<` made before this text; or NULL */
} lcv_source;

typedef struct lcv_diag lcv_diag;

/* NULL only when there is no memory. If the text is not acceptable or cannot be read, `diag` says
 * so (diag.h), and the source can be quoted. */
lcv_source *lcv_source_text(const char *name, const char *text, size_t length, lcv_diag *diag);
lcv_source *lcv_source_file(const char *path, lcv_diag *diag); /* "-": standard input */
void lcv_source_free(lcv_source *source);

/* Says that text before the offset is not needed for now (store.h). */
void lcv_source_pass(lcv_source *source, size_t offset);

/* The file, the line and the column of a byte offset, for a message. The name is the source's. */
const char *lcv_source_place(lcv_source *source, size_t offset, size_t *line, size_t *column);
/* The text as messages quote it. */
const char *lcv_source_shown(const lcv_source *source);
/* The bytes of the line that holds `offset`, without its line end. */
lcv_span lcv_source_line(lcv_source *source, size_t offset);

/* Bytes of the UTF-8 character at s, of which `left` are there; 0 for a byte sequence that is no
 * character (overlong forms, surrogates, values past U+10FFFF). */
size_t lcv_utf8_length(const char *s, size_t left);

/* The text of a span on one line: runs of white space and comments become one space. It has at
 * most `room` bytes, then "..."; the caller frees it. */
char *lcv_source_excerpt(const lcv_source *source, lcv_span span, size_t room);

#ifdef __cplusplus
}
#endif

#endif
