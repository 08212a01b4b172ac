/* token.c - the text of a module as tokens, with brackets matched. */
#include "config.h"

#include "internal.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool lck_ir_no_memory(lck_ir_error *error)
{
    *error = (lck_ir_error){0};
    snprintf(error->message, sizeof error->message, "out of memory");
    return false;
}

uint32_t lck_ir_column(const lck_ir_module *m, uint32_t token)
{
    const char *at = m->token[token].at, *line = at;
    while (line > m->text && line[-1] != '\n')
        line--;
    return (uint32_t)(at - line) + 1;
}

bool lck_ir_wrong(const lck_ir_module *m, uint32_t token, lck_ir_error *error, const char *format,
                  ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(error->message, sizeof error->message, format, args);
    va_end(args);
    error->line = m->token[token].line;
    error->column = lck_ir_column(m, token);
    return false;
}

bool lck_ir_added(void **array, uint32_t *count, size_t size, lck_ir_error *error)
{
    uint32_t n = *count;
    bool full = (n & (n - 1)) == 0 && (n >= 64 || n == 0);
    void *grown = full ? realloc(*array, (n < 64 ? 64 : 2 * (size_t)n) * size) : *array;
    if (!grown)
        return lck_ir_no_memory(error);
    *array = grown;
    ++*count;
    return true;
}

/* ---- one token ---- */

static bool of_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '.';
}

/* Names of values, aliases and symbols may have `-` in them, and end before `->`. */
static const char *name_end(const char *p, const char *end)
{
    while (p < end && (of_name(*p) || (*p == '-' && p + 1 < end && p[1] != '>')))
        p++;
    return p;
}

/* The end of "..."; NULL: it has none in its line. */
static const char *string_end(const char *p, const char *end)
{
    for (p++; p < end && *p != '"'; p++) {
        if (*p == '\n')
            return NULL;
        if (*p == '\\')
            p++;
    }
    return p < end ? p + 1 : NULL;
}

/* 128 of `128x64xf16`, 0x7F, 1.500000e+00; a shape begins with no hexadecimal digit. */
static const char *number_end(const char *p, const char *end)
{
    if (*p == '-')
        p++;
    if (end - p > 2 && p[0] == '0' && p[1] == 'x' && isxdigit((unsigned char)p[2]) &&
        isupper((unsigned char)p[2]) | isdigit((unsigned char)p[2])) {
        const char *q = p + 2;
        while (q < end && isxdigit((unsigned char)*q) && !islower((unsigned char)*q))
            q++;
        if (q == end || !isalnum((unsigned char)*q))
            return q;
    }
    while (p < end && isdigit((unsigned char)*p))
        p++;
    if (end - p > 1 && *p == '.' && isdigit((unsigned char)p[1])) {
        for (p++; p < end && isdigit((unsigned char)*p);)
            p++;
        if (end - p > 2 && (*p == 'e' || *p == 'E') &&
            (isdigit((unsigned char)p[1]) || isdigit((unsigned char)p[2])))
            for (p += 2; p < end && isdigit((unsigned char)*p);)
                p++;
    }
    return p;
}

static bool is_pair(const char *p)
{
    static const char *const pair[] = {"->", "==", ">=", "<=", "::"};
    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++)
        if (memcmp(p, pair[i], 2) == 0)
            return true;
    return false;
}

static const char *value_end(const char *p, const char *end)
{
    p = name_end(p + 1, end);
    if (end - p > 1 && *p == '#' && isdigit((unsigned char)p[1]))
        for (p++; p < end && isdigit((unsigned char)*p);)
            p++;
    return p;
}

/* Sets the kind and returns the end of the token at p; NULL for a string without an end. */
static const char *token_end(const char *p, const char *end, lck_ir_token *token)
{
    static const struct {
        char mark;
        lck_ir_kind kind;
    } prefix[] = {{'#', LCK_IR_ALIAS},
                  {'!', LCK_IR_ALIAS},
                  {'^', LCK_IR_BLOCK},
                  {'@', LCK_IR_SYMBOL}};
    token->kind = LCK_IR_MARK;
    if (*p == '%' && end - p > 1 && of_name(p[1])) {
        token->kind = LCK_IR_VALUE;
        return value_end(p, end);
    }
    if (*p == '@' && end - p > 1 && p[1] == '"') {
        token->kind = LCK_IR_SYMBOL;
        return string_end(p + 1, end);
    }
    for (size_t i = 0; i < sizeof prefix / sizeof *prefix; i++)
        if (*p == prefix[i].mark && end - p > 1 && of_name(p[1])) {
            token->kind = (uint8_t)prefix[i].kind;
            return name_end(p + 1, end);
        }
    if (*p == '"') {
        token->kind = LCK_IR_STRING;
        return string_end(p, end);
    }
    if (isdigit((unsigned char)*p) ||
        (*p == '-' && end - p > 1 && isdigit((unsigned char)p[1]))) {
        token->kind = LCK_IR_NUMBER;
        return number_end(p, end);
    }
    if (isalpha((unsigned char)*p) || *p == '_') {
        token->kind = LCK_IR_WORD;
        while (p < end && of_name(*p))
            p++;
        return p;
    }
    return end - p > 1 && is_pair(p) ? p + 2 : p + 1;
}

/* ---- all tokens ---- */

/* Skips blanks and comments; counts lines. */
static const char *skip_blank(const char *p, const char *end, uint32_t *line, bool *first)
{
    for (; p < end; p++) {
        if (*p == '\n') {
            ++*line;
            *first = true;
        } else if (end - p > 1 && p[0] == '/' && p[1] == '/') {
            while (p + 1 < end && p[1] != '\n')
                p++;
        } else if (!isspace((unsigned char)*p))
            break;
    }
    return p;
}

static bool add_token(lck_ir_module *m, lck_ir_token token, lck_ir_error *error)
{
    lck_ir_token *added = LCK_IR_ADD(m->token, m->ntokens, error);
    if (added)
        *added = token;
    return added;
}

/* Resources are blobs behind the module: `{-# ... #-}`. */
static bool begins_resources(const char *p, const char *end)
{
    return end - p > 2 && memcmp(p, "{-#", 3) == 0;
}

static bool scan_all(lck_ir_module *m, lck_ir_error *error)
{
    const char *p = m->text, *end = m->text + m->size;
    uint32_t line = 1;
    for (;;) {
        bool first = m->ntokens == 0;
        p = skip_blank(p, end, &line, &first);
        if (p == end || begins_resources(p, end))
            break;
        lck_ir_token token = {p, 0, line, LCK_IR_NONE, LCK_IR_MARK, first, false};
        const char *next = token_end(p, end, &token);
        token.n = next ? (uint32_t)(next - p) : 1;
        if (!add_token(m, token, error))
            return false;
        if (!next)
            return lck_ir_wrong(m, m->ntokens - 1, error,
                                "a string without its closing quotation mark");
        if (token.kind == LCK_IR_MARK && !isprint((unsigned char)*p))
            return lck_ir_wrong(m, m->ntokens - 1, error, "the byte 0x%02x, expected text",
                                (unsigned char)*p);
        p = next;
    }
    return add_token(m, (lck_ir_token){p, 0, line, LCK_IR_NONE, LCK_IR_MARK, true, false}, error);
}

/* ---- brackets ---- */

static bool is_one(const lck_ir_token *token, const char *of)
{
    return token->kind == LCK_IR_MARK && token->n == 1 && strchr(of, *token->at);
}

/* A `{` with a new line behind it opens a region, unless it goes on like a dictionary. */
static bool opens_region(const lck_ir_module *m, uint32_t i)
{
    const lck_ir_token *next = &m->token[i + 1];
    bool entry = i + 2 < m->ntokens &&
                 (next->kind == LCK_IR_WORD || next->kind == LCK_IR_STRING) &&
                 is_one(&m->token[i + 2], "=");
    return *m->token[i].at == '{' && next->first && !entry;
}

static bool match_brackets(lck_ir_module *m, lck_ir_error *error)
{
    static const char opening[] = "([{<", closing[] = ")]}>";
    uint32_t open[LCK_IR_DEPTH], depth = 0;
    for (uint32_t i = 0; i + 1 < m->ntokens; i++) {
        lck_ir_token *token = &m->token[i];
        if (is_one(token, opening)) {
            if (depth == LCK_IR_DEPTH)
                return lck_ir_wrong(m, i, error, "more than %d brackets inside each other",
                                    LCK_IR_DEPTH);
            token->region = opens_region(m, i);
            open[depth++] = i;
        } else if (is_one(token, closing)) {
            char wanted = depth
                              ? closing[strchr(opening, *m->token[open[depth - 1]].at) - opening]
                              : '\0';
            if (*token->at != wanted)
                return wanted ? lck_ir_wrong(m, i, error, "`%c`, expected `%c` for line %u",
                                             *token->at, wanted,
                                             (unsigned)m->token[open[depth - 1]].line)
                              : lck_ir_wrong(m, i, error, "`%c` closes nothing", *token->at);
            token->match = open[--depth];
            m->token[token->match].match = i;
        }
    }
    return depth == 0 || lck_ir_wrong(m, open[depth - 1], error, "`%c` is never closed",
                                      *m->token[open[depth - 1]].at);
}

bool lck_ir_scan(lck_ir_module *m, lck_ir_error *error)
{
    return scan_all(m, error) && match_brackets(m, error);
}
