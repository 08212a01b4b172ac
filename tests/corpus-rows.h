/* corpus-rows.h - rows of a corpus and of the language (tests/corpus/README.md) and of recorded
 * prints (tests/prints/README.md), for corpus-run.
 *
 * All are tab-separated with a header line. What a row asks of the command is its kind; a
 * recorded print has one of two kinds more: the values of what was read, and statements about it.
 */
#ifndef TESTS_CORPUS_ROWS_H
#define TESTS_CORPUS_ROWS_H

#include <stdbool.h>
#include <stddef.h>

enum row_kind {
    ROW_EVAL,      /* `eval` prints `expected` */
    ROW_PROVE,     /* `prove` says PROVED, and the parts of `expected` */
    ROW_REFUTE,    /* `prove` says REFUTED, and the parts of `expected` */
    ROW_ERROR,     /* `eval` fails, and what it says has the parts of `expected` */
    ROW_RELATION,  /* `relation` prints a relation that equals `expected` */
    ROW_VALUES,    /* `check` of `input` prints `expected`, and all its claims hold */
    ROW_STATEMENTS /* all claims of `check` of `input` hold */
};

struct row {
    char *text; /* of the line; the fields are in it, or made */
    char *id;
    enum row_kind kind;
    char *input; /* an expression or a claim; of VALUES and STATEMENTS a file */
    char *expected;
    const char *source;
    const char *how; /* of a recorded print: what printed it; else NULL */
    const char *kind_name;
    const char *path;
    int line;
    bool done, ok;
    char *came; /* of a row that failed */
};

/* The rows of a file after the n that are there. Ends the program where the file is malformed. */
struct row *read_rows(const char *path, struct row *rows, size_t *n);
void free_rows(struct row *rows, size_t n);

/* Is the command given a file on its standard input? */
bool row_is_file(const struct row *row);
/* The command that is run for a row. */
const char *row_command(const struct row *row);

_Noreturn void die(const char *path, int line, const char *what);
void *need(void *memory); /* ends the program where there is none */
/* Four texts as one. */
char *format(const char *a, const char *b, const char *c, const char *d);

#endif
