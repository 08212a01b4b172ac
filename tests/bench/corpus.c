/* corpus.c - the claims of the corpus files, for the benchmark. */
#include "config.h"

#include "corpus.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Columns: id, kind, input, expected, source. */
static bool read_row(char *line, bool values, corpus *out)
{
    char *column[3];
    for (int i = 0; i < 3; i++) {
        column[i] = line;
        line += strcspn(line, "\t\n");
        if (*line != '\t')
            return true; /* the header of another table, an empty line */
        *line++ = '\0';
    }
    bool holds = strcmp(column[1], "prove") == 0;
    bool claim = holds || strcmp(column[1], "refute") == 0;
    if (values ? strcmp(column[1], "eval") != 0 : !claim)
        return true;
    corpus_claim *more = realloc(out->claim, (out->n + 1) * sizeof *more);
    if (!more)
        return false;
    out->claim = more;
    more[out->n] = (corpus_claim){strdup(column[0]), holds, strdup(column[2])};
    out->n++;
    return more[out->n - 1].id && more[out->n - 1].claim;
}

static bool read_files(const char *const *files, size_t n, bool values, corpus *out)
{
    *out = (corpus){0, NULL};
    for (size_t i = 0; i < n; i++) {
        FILE *f = fopen(files[i], "r");
        if (!f) {
            perror(files[i]);
            corpus_clear(out);
            return false;
        }
        char *line = NULL;
        size_t room = 0;
        bool ok = true;
        while (ok && getline(&line, &room, f) > 0)
            ok = read_row(line, values, out);
        free(line);
        fclose(f);
        if (!ok) {
            corpus_clear(out);
            return false;
        }
    }
    return true;
}

bool corpus_read(const char *const *files, size_t n, corpus *out)
{
    return read_files(files, n, false, out);
}

bool corpus_read_values(const char *const *files, size_t n, corpus *out)
{
    return read_files(files, n, true, out);
}

void corpus_clear(corpus *c)
{
    for (size_t i = 0; i < c->n; i++) {
        free(c->claim[i].id);
        free(c->claim[i].claim);
    }
    free(c->claim);
    *c = (corpus){0, NULL};
}

size_t corpus_split(const char *claim, char **name, char **argument, size_t room)
{
    const char *open = strchr(claim, '(');
    size_t length = strlen(claim);
    if (!open || open == claim || claim[length - 1] != ')')
        return 0;
    for (const char *c = claim; c < open; c++)
        if (!isalnum((unsigned char)*c) && *c != '_')
            return 0;
    *name = strndup(claim, (size_t)(open - claim));
    size_t n = 0;
    int depth = 0;
    bool quoted = false;
    const char *start = open + 1;
    for (const char *c = start; c < claim + length; c++) {
        if (*c == '"')
            quoted = !quoted;
        if (quoted)
            continue;
        if (strchr("([{<", *c))
            depth++;
        else if (strchr(")]}>", *c) && c[-1] != '-') /* not an arrow */
            depth--;
        if ((*c == ',' && depth == 0) || depth < 0) {
            while (isspace((unsigned char)*start))
                start++;
            if (n < room)
                argument[n] = strndup(start, (size_t)(c - start));
            n++;
            start = c + 1;
        }
        if (depth < 0)
            break;
    }
    if (n <= room)
        return n;
    while (n > 0)
        if (--n < room)
            free(argument[n]);
    free(*name);
    return 0;
}
