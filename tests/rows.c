#include "config.h"

#include "rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Tests and other programs read rows: what is missing ends either. */
static void need(bool is, const char *name, const char *what)
{
    if (is)
        return;
    fprintf(stderr, "%s: %s\n", name, what);
    abort();
}

char *rows_text(const char *name)
{
    const char *top = getenv("top_srcdir");
    char path[4096], *text = NULL;
    size_t room = 0;
    bool absolute = name[0] == '/';
    snprintf(path, sizeof path, "%s/%s", absolute ? "" : top ? top : ".", name);
    FILE *file = fopen(path, "r");
    need(file != NULL, path, "no such file");
    need(getdelim(&text, &room, '\0', file) > 0, path, "empty");
    fclose(file);
    return text;
}

static data_row row_of(char *line)
{
    data_row row = {{NULL}};
    for (size_t i = 0; line && i < ROW_FIELDS; i++)
        row.field[i] = strsep(&line, "\t");
    need(line == NULL, row.field[0], "a row of more fields than there is room for");
    return row;
}

data_rows rows_read(const char *name)
{
    data_rows rows = {.text = rows_text(name)};
    bool header = true;
    for (char *rest = rows.text, *line; (line = strsep(&rest, "\n")) != NULL;) {
        if (*line == '#' || *line == '\0')
            continue;
        if (!header) {
            rows.row = realloc(rows.row, (rows.n + 1) * sizeof *rows.row);
            need(rows.row != NULL, name, "no memory");
            rows.row[rows.n++] = row_of(line);
        }
        header = false;
    }
    need(rows.n > 0, name, "no rows");
    return rows;
}

void rows_clear(data_rows *rows)
{
    free(rows->row);
    free(rows->text);
    *rows = (data_rows){0};
}

bool row_has(const data_row *row, size_t i, const char *word)
{
    return row->field[i] && strcmp(row->field[i], word) == 0;
}
