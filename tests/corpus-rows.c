#include "config.h"

#include "corpus-rows.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 5 };

static const char corpus_header[] = "id\tkind\tinput\texpected\tsource",
                  prints_header[] = "source\thow\tprint\texpected",
                  language_header[] = "kind\tinput\texpected";

/* The kinds of a corpus, in the order of their numbers. */
static const char *const kinds[] = {"eval", "prove", "refute", "error", "relation"};

_Noreturn void die(const char *path, int line, const char *what)
{
    if (line)
        fprintf(stderr, "corpus-run: %s:%d: %s\n", path, line, what);
    else
        fprintf(stderr, "corpus-run: %s: %s\n", path, what);
    exit(2);
}

void *need(void *memory)
{
    if (!memory)
        die("memory", 0, "none left");
    return memory;
}

char *format(const char *a, const char *b, const char *c, const char *d)
{
    char *text = need(malloc(strlen(a) + strlen(b) + strlen(c) + strlen(d) + 1));
    return strcat(strcat(strcat(strcpy(text, a), b), c), d);
}

/* Cut the line at its tabs, into so many fields. */
static bool split(char *line, size_t columns, char *fields[])
{
    size_t n = 0;
    for (;;) {
        char *tab = strchr(line, '\t');
        if (n == columns)
            return false;
        fields[n++] = line;
        if (!tab)
            return n == columns;
        *tab = '\0';
        line = tab + 1;
    }
}

/* ---- rows of a corpus ---- */

/* A kind, an input and what is expected. */
static void read_question(struct row *row, char *const field[3])
{
    size_t kind = 0;
    while (kind < sizeof kinds / sizeof *kinds && strcmp(kinds[kind], field[0]) != 0)
        kind++;
    if (kind == sizeof kinds / sizeof *kinds)
        die(row->path, row->line, "unknown kind");
    row->kind = (enum row_kind)kind;
    row->kind_name = kinds[kind];
    row->input = need(strdup(field[1]));
    row->expected = need(strdup(field[2]));
}

static void read_fact(struct row *row)
{
    char *field[COLUMNS];
    if (!split(row->text, 5, field))
        die(row->path, row->line, "a row has 5 tab-separated columns");
    row->id = need(strdup(field[0]));
    row->source = field[4];
    read_question(row, field + 1);
}

/* ---- rows of the language ---- */

/* \n, \t, \\ and \xHH become what they stand for, in place. */
static void unescape(const struct row *row, char *text)
{
    char *to = text;
    for (const char *from = text; *from; from++) {
        unsigned byte;
        if (*from != '\\') {
            *to++ = *from;
            continue;
        }
        from++;
        if (*from == 'x' && sscanf(from + 1, "%2x", &byte) == 1 && byte != 0) {
            *to++ = (char)byte;
            from += 2;
            continue;
        }
        if (!*from || !strchr("nt\\", *from))
            die(row->path, row->line, "a backslash stands before n, t, xHH or a backslash");
        *to++ = *from == 'n' ? '\n' : *from == 't' ? '\t' : '\\';
    }
    *to = '\0';
}

/* The row is known by its line. */
static void name_by_line(struct row *row, const char *more)
{
    const char *slash = strrchr(row->path, '/');
    char number[32];
    snprintf(number, sizeof number, *more ? ":%d " : ":%d", row->line);
    row->id = format(slash ? slash + 1 : row->path, number, more, "");
}

static void read_language(struct row *row)
{
    char *field[COLUMNS];
    if (!split(row->text, 3, field))
        die(row->path, row->line, "a row has 3 tab-separated columns");
    unescape(row, field[1]);
    unescape(row, field[2]);
    name_by_line(row, "");
    row->source = "the language";
    read_question(row, field);
}

/* ---- rows of recorded prints ---- */

static const char *behind(const char *text, const char *word)
{
    size_t n = strlen(word);
    return strncmp(text, word, n) == 0 ? text + n : NULL;
}

/* The elements of a tuple, not those of tuples in it. */
static size_t count(const char *tuple)
{
    size_t depth = 0, n = 0;
    for (const char *c = tuple; *c; c++) {
        depth += *c == '(';
        depth -= *c == ')';
        n += *c == ',' && depth == 1 && c[1] != ')';
    }
    return n + 1;
}

/* let it = PRINT, and all its values in one tuple. */
static void ask_values(struct row *row, const char *print)
{
    size_t n = count(row->expected), room = strlen(print) + 32 * n + 128;
    char *to = row->input = need(malloc(room)), *end = to + room;
    to += snprintf(to, room, "let it = %s\nprove size(it) == %zu\nshow (", print, n);
    for (size_t i = 0; i < n; i++)
        to += snprintf(to, (size_t)(end - to), "it(%zu),", i);
    snprintf(to, (size_t)(end - to), ")\n");
}

static void read_print(struct row *row)
{
    char *field[COLUMNS];
    const char *rest;
    if (!split(row->text, 4, field))
        die(row->path, row->line, "a row has 4 tab-separated columns");
    row->source = field[0];
    row->how = field[1];
    name_by_line(row, row->how);
    unescape(row, field[2]);
    unescape(row, field[3]);
    if ((rest = behind(field[3], "value ")) != NULL)
        row->kind = ROW_EVAL;
    else if ((rest = behind(field[3], "error ")) != NULL)
        row->kind = ROW_ERROR;
    else if ((rest = behind(field[3], "values ")) != NULL)
        row->kind = ROW_VALUES;
    else {
        rest = field[3];
        row->kind = ROW_STATEMENTS;
    }
    row->kind_name = "print";
    row->expected = need(strdup(rest));
    if (row->kind == ROW_VALUES)
        ask_values(row, field[2]);
    else
        row->input = row->kind == ROW_STATEMENTS ? format("let it = ", field[2], "\n", rest)
                                                 : need(strdup(field[2]));
}

/* ---- files ---- */

struct row *read_rows(const char *path, struct row *rows, size_t *n)
{
    FILE *file = fopen(path, "r");
    if (!file)
        die(path, 0, strerror(errno));
    char *text = NULL;
    size_t room = 0;
    ssize_t length;
    int line = 1;
    void (*read)(struct row *) = NULL;
    for (; (length = getline(&text, &room, file)) > 0; line++) {
        if (text[length - 1] == '\n')
            text[length - 1] = '\0';
        if (line == 1) {
            read = strcmp(text, corpus_header) == 0     ? read_fact
                   : strcmp(text, prints_header) == 0   ? read_print
                   : strcmp(text, language_header) == 0 ? read_language
                                                        : NULL;
            if (!read)
                die(path, line, "the first line must be the header");
            continue;
        }
        struct row r = {.text = need(strdup(text)), .path = path, .line = line};
        read(&r);
        rows = need(realloc(rows, (*n + 1) * sizeof *rows));
        rows[(*n)++] = r;
    }
    if (line == 1)
        die(path, 0, "empty");
    free(text);
    fclose(file);
    return rows;
}

void free_rows(struct row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        free(rows[i].text);
        free(rows[i].id);
        free(rows[i].input);
        free(rows[i].expected);
        free(rows[i].came);
    }
    free(rows);
}

bool row_is_file(const struct row *row)
{
    return row->kind == ROW_VALUES || row->kind == ROW_STATEMENTS;
}

const char *row_command(const struct row *row)
{
    switch (row->kind) {
    case ROW_PROVE:
    case ROW_REFUTE: return "prove";
    case ROW_RELATION: return "relation";
    case ROW_VALUES:
    case ROW_STATEMENTS: return "check";
    case ROW_EVAL:
    case ROW_ERROR: break;
    }
    return "eval";
}
