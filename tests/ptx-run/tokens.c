/* tokens.c - see tokens.h. */
#include "tokens.h"

#include "module.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ptx_stop(const char *path, int line, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fprintf(stderr, "%s:%d: ", path, line);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    exit(3);
}

void *ptx_get(size_t count, size_t size)
{
    void *got = calloc(count ? count : 1, size);
    if (!got) {
        fprintf(stderr, "no memory\n");
        exit(3);
    }
    return got;
}

static char *text_of(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        ptx_stop(path, 0, "cannot be read");
    size_t used = 0, size = 1 << 16;
    char *text = ptx_get(size, 1);
    for (size_t got; (got = fread(text + used, 1, size - used - 1, f)) > 0;) {
        used += got;
        if (used + 1 >= size) {
            text = realloc(text, size *= 2);
            if (!text)
                ptx_stop(path, 0, "no memory");
        }
    }
    fclose(f);
    text[used] = 0;
    return text;
}

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '%' || c == '.';
}

/* Where the word at `c` ends: `::` belongs to a word (shared::cta), one `:` ends a label. */
static const char *word_end(const char *c)
{
    for (;; c++)
        if (c[0] == ':' && c[1] == ':')
            c++;
        else if (!in_word(*c))
            return c;
}

static const char *skip(const char *c, int *line)
{
    for (;;) {
        if (*c == '\n') {
            ++*line;
            c++;
        } else if (isspace((unsigned char)*c)) {
            c++;
        } else if (c[0] == '/' && c[1] == '/') {
            while (*c && *c != '\n')
                c++;
        } else if (c[0] == '/' && c[1] == '*') {
            for (c += 2; *c && !(c[0] == '*' && c[1] == '/'); c++)
                *line += *c == '\n';
            c += *c ? 2 : 0;
        } else {
            return c;
        }
    }
}

ptx_token *ptx_tokens(const char *path)
{
    const char *c = text_of(path);
    size_t count = 0, size = 1024;
    ptx_token *list = ptx_get(size, sizeof *list);
    int line = 1;
    for (;; count++) {
        if (count + 1 >= size) {
            list = realloc(list, (size *= 2) * sizeof *list);
            if (!list)
                ptx_stop(path, line, "no memory");
        }
        c = skip(c, &line);
        ptx_token *t = &list[count];
        t->line = line;
        const char *from = c, *end = c;
        if (!*c) {
            *t = (ptx_token){.text = strdup("the end"), .line = line};
            return list;
        }
        if (*c == '"') {
            t->kind = 's';
            for (from = end = c + 1; *end && *end != '"'; end++)
                line += *end == '\n';
            c = *end ? end + 1 : end;
        } else if (in_word(*c)) {
            t->kind = isdigit((unsigned char)*c) ? 'n' : 'w';
            c = end = word_end(c);
        } else {
            t->kind = *c;
            c = end = c + 1;
        }
        t->text = strndup(from, (size_t)(end - from));
    }
}
