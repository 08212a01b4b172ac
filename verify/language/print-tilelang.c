/* print-tilelang.c - what TileLang prints for its layouts, as maps.
 *
 *   Layout([8, 64] -> [8, 64], transform: [_i, _j] -> [_i, T.bitwise_xor(_j, _i * 8)])
 *       map { (_i,_j) in (8,64) -> (_i, _j ^ _i * 8) }
 *   Fragment([16, 64] -> [32], replicate: 4, thread: 128, forward_thread: _rep * 32 + _i,
 *            forward_index: [_j], thread_range: I.Range(0, 128))
 *       map { (_i,_j,_rep) in (16,64,4) -> (_rep * 32 + _i, _j) }
 *
 * A layout takes coordinates of a buffer to those of memory, a fragment coordinates, and the
 * number of a copy where there are several, to a thread and its register. Shapes stand in
 * brackets, or in parentheses as tvm prints them since 2026. Names of coordinates are _i, _j, ..,
 * whatever the program calls them; other names are those of the file. Functions of tvm's script
 * are the operators that they stand for.
 *
 * (src/layout/layout.cc of TileLang, DebugOutput)
 */
#include "config.h"

#include "print.h"

#include <ctype.h>
#include <string.h>

#include "build.h"

typedef struct {
    lcv_parser *parser;
    const char *text;
    size_t begin, at, end; /* end: of the print, before its last parenthesis */
} reading;

static const char form[] =
    "expected Layout([8, 64] -> [8, 64], transform: [_i, _j] -> [..]), or Fragment([16, 16] -> "
    "[8], replicate: 1, thread: 32, forward_thread: .., forward_index: [..])";

static void *wrong(reading *r, const char *what)
{
    lcv_diag *diag = r->parser->diag;
    const size_t last = r->at < r->end ? r->at : r->end;
    if (!diag->failed) {
        lcv_diag_set(diag, r->parser->source, (lcv_span){last, last + 1}, "%s", what);
        lcv_diag_hint(diag, "%s", form);
    }
    return NULL;
}

/* ---- brackets ---- */

static bool opens(char c)
{
    return c == '(' || c == '[';
}

static bool closes(char c)
{
    return c == ')' || c == ']';
}

/* The place of the bracket that closes the one that opens here; the end where there is none. */
static size_t closing(const char *text, size_t at)
{
    size_t depth = 0;
    for (; text[at] != '\0'; at++) {
        depth += opens(text[at]);
        if (closes(text[at]) && --depth == 0)
            return at;
    }
    return at;
}

static size_t behind_blanks(const char *text, size_t at)
{
    while (isspace((unsigned char)text[at]))
        at++;
    return at;
}

bool lcv_is_tilelang(const char *text)
{
    size_t shape = behind_blanks(text, strcspn(text, "(") + 1);
    if (!opens(text[shape]))
        return false;
    size_t end = closing(text, shape);
    return text[end] != '\0' && strncmp(text + behind_blanks(text, end + 1), "->", 2) == 0;
}

static bool takes(reading *r, const char *word)
{
    const size_t at = behind_blanks(r->text, r->at), n = strlen(word);
    if (at + n > r->end || strncmp(r->text + at, word, n) != 0)
        return false;
    r->at = at + n;
    return true;
}

/* ---- parts ---- */

/* Up to a comma, or the end. */
static lcv_span next_item(reading *r, size_t end)
{
    lcv_span span = {behind_blanks(r->text, r->at), 0};
    size_t at = span.begin;
    while (at < end && r->text[at] != ',')
        at = opens(r->text[at]) ? closing(r->text, at) + 1 : at + 1;
    at = at < end ? at : end;
    r->at = at < end ? at + 1 : end;
    span.end = at;
    return span;
}

static lcv_ast *in_operators(reading *r, lcv_ast *ast);

/* An expression of the language, with tvm's functions as operators. */
static lcv_ast *expression(reading *r, lcv_span span)
{
    if (behind_blanks(r->text, span.begin) >= span.end)
        return wrong(r, "an expression is missing in a layout of TileLang");
    lcv_ast *ast = lcv_parser_part(r->parser, span);
    return ast ? in_operators(r, ast) : NULL;
}

/* [a, b], (a, b,): the items as a tuple. NULL with a diagnostic. */
static lcv_ast *list(reading *r)
{
    const size_t open = behind_blanks(r->text, r->at);
    lcv_ast *made = lcv_ast_new(r->parser->arena, LCV_AST_TUPLE, (lcv_span){open, open});
    if (open >= r->end || !opens(r->text[open]))
        return wrong(r, "a list is missing in a layout of TileLang");
    const size_t end = closing(r->text, open);
    r->at = open + 1;
    while (made && behind_blanks(r->text, r->at) < end) {
        lcv_ast *item = expression(r, next_item(r, end));
        if (!item)
            return NULL;
        lcv_ast_add(made, item);
    }
    r->at = end + 1;
    if (!made)
        lcv_diag_no_memory(r->parser->diag, (lcv_span){open, end});
    else
        made->span.end = r->at;
    return made;
}

/* ---- functions of tvm's script ---- */

static const struct {
    const char *name;
    lcv_op op;
} functions[] = {{"bitwise_xor", LCV_OP_XOR},  {"bitwise_and", LCV_OP_BITAND},
                 {"bitwise_or", LCV_OP_BITOR}, {"bitwise_not", LCV_OP_BITNOT},
                 {"shift_left", LCV_OP_SHL},   {"shift_right", LCV_OP_SHR},
                 {"floordiv", LCV_OP_DIV},     {"floormod", LCV_OP_MOD},
                 {"FloorDiv", LCV_OP_DIV},     {"FloorMod", LCV_OP_MOD},
                 {"And", LCV_OP_AND},          {"Or", LCV_OP_OR},
                 {"Not", LCV_OP_NOT}};

static bool is_module(const lcv_ast *ast)
{
    return ast && ast->kind == LCV_AST_NAME &&
           (strcmp(ast->text, "T") == 0 || strcmp(ast->text, "I") == 0 ||
            strcmp(ast->text, "tir") == 0);
}

/* f(a, b), and T.f(a, b), which is read as f(T, a, b), or as f(T)(a, b) where f begins with a
 * capital letter: the name, and the first argument. */
static const char *called(lcv_ast *apply, lcv_ast **first)
{
    lcv_ast *callee = apply->child;
    *first = callee->next;
    if (callee->kind == LCV_AST_APPLY && callee->attribute && is_module(callee->child->next))
        callee = callee->child;
    else if (is_module(*first))
        *first = (*first)->next;
    return callee->kind == LCV_AST_NAME ? callee->text : "";
}

static lcv_ast *take(lcv_ast *ast)
{
    if (ast)
        ast->next = NULL;
    return ast;
}

/* A choice, the condition being the first argument. */
static lcv_ast *choice(reading *r, lcv_ast *condition)
{
    lcv_ast *yes = condition->next, *no = yes ? yes->next : NULL;
    if (!no)
        return wrong(r, "a choice of tvm has a condition and two values");
    return lcv_build(r->parser->arena, LCV_AST_PIECES, 3, take(yes), take(condition), take(no));
}

/* The call as an operator, in parentheses; min and max without their module. */
static lcv_ast *of_call(reading *r, lcv_ast *apply)
{
    lcv_arena *arena = r->parser->arena;
    lcv_ast *a = NULL, *made = NULL;
    const char *name = called(apply, &a);
    lcv_ast *b = a ? a->next : NULL;
    for (size_t i = 0; a && !made && i < sizeof functions / sizeof *functions; i++)
        if (strcmp(name, functions[i].name) == 0)
            made = lcv_build_op(arena, functions[i].op, take(a), take(b));
    if (a && !made && (strcmp(name, "if_then_else") == 0 || strcmp(name, "Select") == 0))
        made = choice(r, a);
    else if (b && !made && strcmp(name, "Cast") == 0)
        made = take(b);
    else if (a && !b && !made && (strncmp(name, "int", 3) == 0 || strncmp(name, "uint", 4) == 0))
        made = a;
    else if (a && !made && (strcmp(name, "min") == 0 || strcmp(name, "max") == 0))
        made = lcv_build_call(arena, name, 2, take(a), take(b));
    if (made)
        made->span = apply->span;
    return made ? lcv_build_group(made) : r->parser->diag->failed ? NULL : apply;
}

static lcv_ast *in_operators(reading *r, lcv_ast *ast)
{
    lcv_ast *parts = ast->child;
    ast->child = ast->last = NULL;
    ast->nchildren = 0;
    for (lcv_ast *part = parts, *next; part; part = next) {
        next = part->next;
        part->next = NULL;
        lcv_ast *made = in_operators(r, part);
        if (!made)
            return NULL;
        made->next = NULL;
        lcv_ast_add(ast, made);
    }
    return ast->kind == LCV_AST_APPLY ? of_call(r, ast) : ast;
}

/* ---- layouts ---- */

/* _i, _j, ..: the names of as many coordinates. */
static lcv_ast *coordinates(reading *r, size_t n)
{
    lcv_ast *made = lcv_build(r->parser->arena, LCV_AST_TUPLE, 0);
    for (size_t i = 0; made && i < n; i++)
        made = lcv_build_add(made, lcv_build_leaf(r->parser->arena, LCV_AST_NAME, "_%c",
                                                  (int)('i' + i)));
    return made;
}

/* The value behind a key, up to the next comma. */
static lcv_ast *field(reading *r, const char *key)
{
    return takes(r, key) ? expression(r, next_item(r, r->end)) : wrong(r, "a field is missing");
}

/* The values as the one piece of a map. */
static lcv_ast *map_of(reading *r, lcv_ast *names, lcv_ast *sizes, lcv_ast *values)
{
    lcv_arena *arena = r->parser->arena;
    lcv_ast *value = values && values->nchildren == 1 ? take(values->child) : values;
    lcv_ast *pieces = value ? lcv_build(arena, LCV_AST_PIECES, 1, value) : NULL;
    lcv_ast *map = pieces && names ? lcv_build(arena, LCV_AST_MAP, 3, names, sizes, pieces)
                                   : NULL;
    if (map)
        pieces->span = value->span;
    if (map)
        names->span = sizes->span;
    return map;
}

static lcv_ast *layout(reading *r, lcv_ast *sizes)
{
    if (!takes(r, ",") || !takes(r, "transform") || !takes(r, ":"))
        return wrong(r, "a layout of TileLang has a transform");
    lcv_ast *names = list(r);
    if (names && !takes(r, "->"))
        return wrong(r, "a transform of TileLang is [..] -> [..]");
    if (names && names->nchildren != sizes->nchildren)
        return wrong(r, "a transform of TileLang has a name for each coordinate");
    lcv_ast *values = names ? list(r) : NULL;
    return values ? map_of(r, names, sizes, values) : NULL;
}

/* One copy has no number. */
static bool is_one(const lcv_ast *ast)
{
    return ast->kind == LCV_AST_INT && strcmp(ast->text, "1") == 0;
}

static lcv_ast *fragment(reading *r, lcv_ast *sizes)
{
    lcv_arena *arena = r->parser->arena;
    lcv_ast *names = coordinates(r, sizes->nchildren);
    lcv_ast *copies = takes(r, ",") ? field(r, "replicate:") : wrong(r, "a field is missing");
    if (!copies || !field(r, "thread:"))
        return NULL;
    lcv_ast *thread = field(r, "forward_thread:");
    if (!thread)
        return NULL;
    lcv_ast *registers = takes(r, "forward_index:") ? list(r) : wrong(r, "a field is missing");
    lcv_ast *values = registers ? lcv_build(arena, LCV_AST_TUPLE, 1, thread) : NULL;
    for (lcv_ast *part = values ? registers->child : NULL, *next; values && part; part = next) {
        next = part->next;
        values = lcv_build_add(values, take(part));
    }
    if (values)
        values->span = registers->span;
    if (!is_one(copies) && names) {
        names = lcv_build_add(names, lcv_build_leaf(arena, LCV_AST_NAME, "_rep"));
        sizes = lcv_build_add(sizes, copies);
    }
    return values && sizes ? map_of(r, names, sizes, values) : NULL;
}

lcv_print lcv_print_tilelang(lcv_parser *parser, size_t begin)
{
    const char *text = parser->source->text;
    const size_t open = begin + strcspn(text + begin, "("), end = closing(text, open);
    reading r = {parser, text, begin, open + 1, end};
    if (end >= parser->end)
        return (lcv_print){wrong(&r, "the layout of TileLang ends too early"), parser->end,
                           false};
    lcv_ast *sizes = list(&r), *shape = NULL, *map = NULL;
    if (sizes && takes(&r, "->") && (shape = list(&r)))
        map = text[begin] == 'L' ? layout(&r, sizes) : fragment(&r, sizes);
    if (!map && !parser->diag->failed)
        lcv_diag_no_memory(parser->diag, (lcv_span){begin, end + 1});
    char *copy = map ? lcv_arena_alloc(parser->arena, end + 2 - begin) : NULL;
    if (copy) {
        memcpy(copy, text + begin, end + 1 - begin);
        map->span = (lcv_span){begin, end + 1};
        map->text = copy;
    }
    return (lcv_print){copy ? map : NULL, end + 1, false};
}
