/* comment.h - claims in the comments of a kernel's source.
 *
 *     // layoutcheck: let tv = ((4,8),2):((16,1),8)
 *     // layoutcheck: prove partitions(tv,
 *     // layoutcheck:                  (8,8))
 *
 * A comment is of the claim language when its text begins with `layoutcheck:`, and so is a line
 * of a block comment; a block comment whose first text is the mark is of it as a whole. All of
 * them together are the statements of one file. Every other byte reads as a blank, and line ends
 * stay, so that places in the statements are places in the source.
 *
 * Literals of strings and characters are skipped as C++ and Python delimit them: what looks like
 * a comment inside of one is none. In an f-string of Python a nested quotation mark of the same
 * kind ends it here, at worst up to the end of the line.
 *
 * A comment that begins with the mark misspelt (`layoutcheck prove ..`, `LayoutCheck: ..`) keeps
 * its text, mark included, for the parser to report.
 */
#ifndef LCV_COMMENT_H
#define LCV_COMMENT_H

#include <stdbool.h>
#include <stddef.h>

typedef enum {
    LCV_NO_COMMENTS,    /* the text is of the claim language itself */
    LCV_CXX_COMMENTS,   /* `//` and block comments */
    LCV_PYTHON_COMMENTS /* `#` */
} lcv_comments;

/* The comments of a file, by the end of its name. */
lcv_comments lcv_comments_of(const char *name);

/* In a text of the claim language, does the `//` at `at` divide? Something that an operand ends
 * with stands before it on its line; else it begins a comment. */
bool lcv_divides(const char *text, size_t at);

/* Writes the statements to `to`, as many bytes as the source has. False: there are none. */
bool lcv_comment_claims(lcv_comments kind, const char *source, size_t length, char *to);

#endif
