/* model-text.c - values of the reference model in the claim language. */
#include "config.h"

#include "model.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Commas stand between modes: after a subtree, unless a tuple ends there. A tuple
 * of one mode keeps one, (x,). */
static void write_tuple(FILE *out, const char *nest, const int64_t *leaf)
{
    size_t modes[M_NODES], open = 0;
    modes[0] = 0;
    for (; *nest; nest++) {
        if (*nest == ')') {
            fputs(modes[open] == 1 ? ",)" : ")", out);
            open--;
            continue;
        }
        if (modes[open]++ > 0)
            fputc(',', out);
        if (*nest == '(') {
            fputc('(', out);
            modes[++open] = 0;
        } else if (*nest == '_') {
            fputc('_', out);
            leaf++;
        } else {
            fprintf(out, "%" PRId64, *leaf++);
        }
    }
}

char *m_tuple_text(const m_tuple *t)
{
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    write_tuple(out, t->nest, t->leaf);
    fclose(out);
    return text;
}

static void write_layout(FILE *out, const m_layout *a)
{
    write_tuple(out, a->nest, a->shape);
    fputc(':', out);
    write_tuple(out, a->nest, a->stride);
}

char *m_layout_text(const m_layout *a)
{
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    write_layout(out, a);
    fclose(out);
    return text;
}

static void write_tiler(FILE *out, const m_tiler *t)
{
    if (t->still) {
        fputc('_', out);
        return;
    }
    if (t->n == 0) {
        write_layout(out, &t->layout);
        return;
    }
    for (size_t i = 0; i < t->n; i++) {
        fputc(i ? ',' : '<', out);
        write_tiler(out, &t->mode[i]);
    }
    fputc('>', out);
}

char *m_tiler_text(const m_tiler *t)
{
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    write_tiler(out, t);
    fclose(out);
    return text;
}

void m_tiler_clear(m_tiler *t)
{
    for (size_t i = 0; i < t->n; i++)
        m_tiler_clear(&t->mode[i]);
    free(t->mode);
    memset(t, 0, sizeof *t);
}

/* Integers and parentheses up to the colon or the end; commas and spaces only part. */
static const char *read_tuple(const char *at, m_tuple *out)
{
    size_t length = 0;
    out->n = 0;
    while (*at && *at != ':') {
        if (*at == '(' || *at == ')') {
            out->nest[length++] = *at++;
        } else if (*at == ',' || isspace((unsigned char)*at)) {
            at++;
        } else {
            char *end;
            out->leaf[out->n] = strtoll(at, &end, 10);
            if (end == at || ++out->n == M_LEAVES)
                return NULL;
            out->nest[length++] = 'x';
            at = end;
        }
        if (length == M_NODES - 1)
            return NULL;
    }
    out->nest[length] = '\0';
    return at;
}

bool m_layout_parse(const char *text, m_layout *out)
{
    m_tuple shape, stride;
    text = read_tuple(text, &shape);
    if (!text || *text != ':')
        return false;
    text = read_tuple(text + 1, &stride);
    if (!text || *text || strcmp(shape.nest, stride.nest) != 0)
        return false;
    m_layout_of(out, &shape, stride.leaf);
    return true;
}
