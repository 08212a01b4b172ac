/* rows.h - rows of data: a file of fields between tabs, of which a suite makes its cases.
 *
 * A line that begins with '#' is a comment; the first other line is a header, which says what the
 * fields are. A row ends where its line does, so that its last fields may be missing: NULL.
 */
#ifndef TESTS_ROWS_H
#define TESTS_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#define ROW_FIELDS 16

typedef struct {
    const char *field[ROW_FIELDS + 1]; /* the last one is NULL */
} data_row;

typedef struct {
    size_t n;
    data_row *row;
    char *text;
} data_rows;

/* The rows of a file of the sources, "tests/rows/calls.tsv"; the program ends where there are
 * none. */
data_rows rows_read(const char *name);
void rows_clear(data_rows *rows);

/* A file of the sources as it stands, which the caller frees. */
char *rows_text(const char *name);

/* Is field i of the row this word? */
bool row_has(const data_row *row, size_t i, const char *word);

#endif
