/* print-relation.c - relations and sets as isl prints them, without the word and the quotes:
 *
 *     { [i,j] -> [i + 8j] : 0 <= i,j < 8 }
 *     [M] -> { [i] : 0 <= i < M }
 */
#include "config.h"

#include "print.h"

#include <string.h>

/* The brace behind the parameters, if there are any. */
static const char *brace_of(const char *text)
{
    return strchr(text, '{');
}

/* The end of the braces, NULL without one. *arrow, *condition: there is a `->`, a `:` inside of
 * them and outside of all other brackets. */
static const char *scan(const char *open, bool *arrow, bool *condition)
{
    int depth = 0;
    *arrow = *condition = false;
    for (const char *c = open; *c; c++) {
        if (*c == '{' || *c == '[' || *c == '(')
            depth++;
        if (*c == '}' || *c == ']' || *c == ')')
            depth--;
        *arrow = *arrow || (depth == 1 && c[0] == '-' && c[1] == '>');
        *condition = *condition || (depth == 1 && c[0] == ':');
        if (depth == 0)
            return *c == '}' ? c + 1 : NULL;
    }
    return NULL;
}

size_t lcv_relation_length(const char *text)
{
    bool arrow, condition;
    const char *open = brace_of(text), *end = open ? scan(open, &arrow, &condition) : NULL;
    return end && (arrow || condition) && (size_t)(end - text) <= LCV_MAX_STRING
               ? (size_t)(end - text)
               : 0;
}

lcv_print lcv_print_relation(lcv_parser *parser, size_t begin)
{
    const char *text = parser->source->text + begin;
    size_t n = lcv_relation_length(text);
    bool arrow, condition;
    scan(brace_of(text), &arrow, &condition);
    lcv_span span = {begin, begin + n};
    lcv_ast *made = lcv_ast_new(parser->arena, arrow ? LCV_AST_RELATION : LCV_AST_SET, span);
    char *copy = made ? lcv_arena_alloc(parser->arena, n + 1) : NULL;
    if (copy) {
        memcpy(copy, text, n);
        made->text = copy;
    } else {
        lcv_diag_no_memory(parser->diag, span);
    }
    return (lcv_print){copy ? made : NULL, span.end, false};
}
