/* token.c - the text of a module as tokens. */
#include "config.h"

#include "internal.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *lck_ptx_grow(void *array, uint32_t count, size_t size)
{
    if (count & (count - 1) || (count < 64 && count > 0))
        return array;
    size_t room = count < 64 ? 64 : 2 * (size_t)count;
    return realloc(array, room * size);
}

bool lck_ptx_added(lck_ptx_reader *r, void **array, uint32_t *count, size_t size)
{
    void *grown = *count < LCK_PTX_NONE - 1 ? lck_ptx_grow(*array, *count, size) : NULL;
    if (!grown)
        return lck_ptx_no_memory(r);
    *array = grown;
    memset((char *)grown + *count * size, 0, size);
    ++*count;
    return true;
}

bool lck_ptx_no_memory(lck_ptx_reader *r)
{
    *r->error = (lck_ptx_error){0};
    snprintf(r->error->message, sizeof r->error->message, "out of memory");
    return false;
}

bool lck_ptx_wrong(lck_ptx_reader *r, const lck_ptx_token *at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(r->error->message, sizeof r->error->message, format, args);
    va_end(args);
    const char *line = at->text.at;
    while (line > r->m->text && line[-1] != '\n')
        line--;
    r->error->line = at->line;
    r->error->column = (uint32_t)(at->text.at - line) + 1;
    return false;
}

/* ---- one token ---- */

static bool of_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static bool begins_name(char c)
{
    return isalpha((unsigned char)c) || c == '_' || c == '$' || c == '%';
}

static const char *name_end(const char *p, const char *end)
{
    while (p < end && of_name(*p))
        p++;
    return p;
}

/* Whether a part of a word follows, `.global` or `::cta`; in *at where its name begins. */
static bool part_follows(const char *p, const char *end, bool dots, const char **at)
{
    if (dots && end - p > 1 && *p == '.' && of_name(p[1])) {
        *at = p + 1;
        return true;
    }
    if (end - p > 2 && p[0] == ':' && p[1] == ':' && of_name(p[2])) {
        *at = p + 2;
        return true;
    }
    return false;
}

static const char *word_end(const char *p, const char *end, bool dots)
{
    const char *at;
    p = name_end(p + 1, end);
    while (part_follows(p, end, dots, &at))
        p = name_end(at, end);
    return p;
}

/* 12U, 0x1F, 0f3F800000, 1.5e-3. */
static const char *number_end(const char *p, const char *end)
{
    bool prefixed = end - p > 1 && *p == '0' && isalpha((unsigned char)p[1]);
    while (p < end && (isalnum((unsigned char)*p) || (*p == '.' && !prefixed))) {
        bool exponent = !prefixed && (*p == 'e' || *p == 'E');
        p++;
        if (exponent && p < end && (*p == '+' || *p == '-'))
            p++;
    }
    return p;
}

/* The end of "..."; NULL: it has none in its line. */
static const char *string_end(const char *p, const char *end)
{
    for (p++; p < end && *p != '"'; p++) {
        if (*p == '\n')
            return NULL;
        if (*p == '\\' && p + 1 < end)
            p++;
    }
    return p < end ? p + 1 : NULL;
}

/* Space, comments, and the lines of a preprocessor. False: a comment has no end. */
static bool skip_space(lck_ptx_reader *r)
{
    const char *p = r->p, *end = r->end;
    bool good = true;
    while (p < end && good) {
        if (*p == '\n') {
            r->line++;
            p++;
        } else if (isspace((unsigned char)*p)) {
            p++;
        } else if ((*p == '/' && end - p > 1 && p[1] == '/') || *p == '#') {
            while (p < end && *p != '\n')
                p++;
        } else if (*p == '/' && end - p > 1 && p[1] == '*') {
            uint32_t lines = 0;
            const char *q = p + 2;
            for (; end - q > 1 && !(q[0] == '*' && q[1] == '/'); q++)
                lines += *q == '\n';
            good = end - q > 1;
            p = good ? q + 2 : p;
            r->line += good ? lines : 0;
        } else {
            break;
        }
    }
    r->p = p;
    return good;
}

bool lck_ptx_next(lck_ptx_reader *r)
{
    bool good = skip_space(r);
    const char *p = r->p, *end = r->end;
    r->t = (lck_ptx_token){.text = {p, 0}, .kind = LCK_PTX_T_END, .line = r->line};
    if (!good)
        return lck_ptx_wrong(r, &r->t, "a comment has no end");
    if (p == end)
        return true;
    if (begins_name(*p)) {
        r->t.kind = LCK_PTX_T_WORD;
        r->p = word_end(p, end, true);
    } else if (*p == '.' && end - p > 1 && begins_name(p[1])) {
        r->t.kind = LCK_PTX_T_DIRECTIVE;
        r->p = word_end(p, end, false);
    } else if (isdigit((unsigned char)*p)) {
        r->t.kind = LCK_PTX_T_NUMBER;
        r->p = number_end(p, end);
    } else if (*p == '"') {
        r->t.kind = LCK_PTX_T_STRING;
        r->p = string_end(p, end);
        if (!r->p)
            return lck_ptx_wrong(r, &r->t, "a string has no end");
    } else if (ispunct((unsigned char)*p)) {
        r->t.kind = LCK_PTX_T_MARK;
        r->p = p + 1;
    } else {
        return lck_ptx_wrong(r, &r->t, "this is no character of PTX");
    }
    r->t.text.n = (uint32_t)(r->p - p);
    return true;
}

/* ---- tokens in a row ---- */

bool lck_ptx_mark(const lck_ptx_reader *r, char c)
{
    return r->t.kind == LCK_PTX_T_MARK && *r->t.text.at == c;
}

bool lck_ptx_token_is(const lck_ptx_reader *r, const char *text)
{
    return r->t.kind != LCK_PTX_T_STRING && lck_ptx_text_is(r->t.text, text);
}

bool lck_ptx_expect(lck_ptx_reader *r, char c)
{
    if (lck_ptx_mark(r, c))
        return lck_ptx_next(r);
    if (r->t.kind == LCK_PTX_T_END)
        return lck_ptx_wrong(r, &r->t, "expected '%c', found the end of the file", c);
    return lck_ptx_wrong(r, &r->t, "expected '%c', found '%.*s'", c,
                         r->t.text.n > 40 ? 40 : (int)r->t.text.n, r->t.text.at);
}

bool lck_ptx_skip_brackets(lck_ptx_reader *r)
{
    lck_ptx_token open = r->t;
    size_t depth = 0;
    do {
        if (lck_ptx_mark(r, '{') || lck_ptx_mark(r, '(') || lck_ptx_mark(r, '['))
            depth++;
        else if (lck_ptx_mark(r, '}') || lck_ptx_mark(r, ')') || lck_ptx_mark(r, ']'))
            depth--;
        if (r->t.kind == LCK_PTX_T_END)
            return lck_ptx_wrong(r, &open, "this bracket is not closed");
        if (!lck_ptx_next(r))
            return false;
    } while (depth);
    return true;
}
