#include "config.h"

#include "rows.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *rows_text(const char *name)
{
    const char *top = getenv("top_srcdir");
    char path[4096], *text = NULL;
    size_t room = 0;
    bool absolute = name[0] == '/';
    snprintf(path, sizeof path, "%s/%s", absolute ? "" : top ? top : ".", name);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s", path);
    ck_assert_msg(getdelim(&text, &room, '\0', file) > 0, "%s: empty", path);
    fclose(file);
    return text;
}

static data_row row_of(char *line)
{
    data_row row = {{NULL}};
    for (size_t i = 0; line && i < ROW_FIELDS; i++)
        row.field[i] = strsep(&line, "\t");
    ck_assert_msg(line == NULL, "a row of more than %d fields: %s", ROW_FIELDS, row.field[0]);
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
            ck_assert_ptr_nonnull(rows.row);
            rows.row[rows.n++] = row_of(line);
        }
        header = false;
    }
    ck_assert_msg(rows.n > 0, "%s: no rows", name);
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
