/* print-linear.c - linear layouts as Triton's C++ and Python construct them from bases. They
 * become the tree of the literal that says the same.
 *
 *     LinearLayout({{S("register"), {{1, 0}, {2, 0}}}, {S("lane"), {{0, 1}}}},
 *                  {S("dim0"), S("dim1")})
 *     LinearLayout({{S("in"), {{1, 0}}}}, {{S("dim0"), 2}, {S("dim1"), 1}}, false)
 *     LinearLayout.from_bases([("register", [[1], [2]])], ["dim0"], [4], True)
 *
 * Brackets of all kinds are lists here, and names are words or strings. Output dims without sizes
 * are as large as the bases reach. Whether the layout is onto is left to a claim.
 */
#include "config.h"

#include "print.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH 8 /* brackets inside each other */

typedef struct {
    lcv_parser *parser;
    const char *text;
    size_t at, end, begin;
} reader;

static void *wrong(reader *r)
{
    lcv_diag *diag = r->parser->diag;
    size_t place = r->at < r->end ? r->at : r->end;
    if (!diag->failed) {
        lcv_diag_set(diag, r->parser->source, (lcv_span){place, place + (place < r->end)},
                     "the construction of a linear layout is not read from here on");
        lcv_diag_hint(diag, "expected LinearLayout({{S(\"register\"), {{1}, {2}}}}, "
                            "{S(\"dim0\")}), LinearLayout.from_bases([(\"register\", [[1], "
                            "[2]])], [\"dim0\"]), or linear{register: [1,2] -> dim0: 4}");
    }
    return NULL;
}

static lcv_ast *node(reader *r, lcv_ast_kind kind, size_t begin)
{
    lcv_ast *made = lcv_ast_new(r->parser->arena, kind, (lcv_span){begin, r->at});
    if (!made)
        lcv_diag_no_memory(r->parser->diag, (lcv_span){begin, r->at});
    return made;
}

/* A leaf with the text between these places. */
static lcv_ast *leaf(reader *r, lcv_ast_kind kind, size_t begin, size_t end)
{
    lcv_ast *made = node(r, kind, begin);
    char *text = made ? lcv_arena_alloc(r->parser->arena, end - begin + 1) : NULL;
    if (!text)
        return NULL;
    memcpy(text, r->text + begin, end - begin);
    made->text = text;
    return made;
}

/* ---- lists, numbers and names ---- */

/* Blanks, comments of C++, and the name of an argument, `require_surjective=`. */
static void skip(reader *r)
{
    for (;;) {
        while (r->at < r->end && isspace((unsigned char)r->text[r->at]))
            r->at++;
        const char *close = strncmp(r->text + r->at, "/*", 2) == 0
                                ? strstr(r->text + r->at + 2, "*/")
                                : NULL;
        if (!close)
            return;
        r->at = (size_t)(close + 2 - r->text);
    }
}

static bool passes(reader *r, char sign)
{
    skip(r);
    if (r->at >= r->end || r->text[r->at] != sign)
        return false;
    r->at++;
    return true;
}

static size_t word_length(const reader *r)
{
    size_t n = 0;
    while (isalnum((unsigned char)r->text[r->at + n]) || r->text[r->at + n] == '_')
        n++;
    return n;
}

/* "register", 'register' */
static lcv_ast *string(reader *r)
{
    char quote = r->text[r->at++];
    size_t begin = r->at, n = word_length(r);
    r->at += n;
    if (n == 0 || r->text[r->at] != quote)
        return wrong(r);
    r->at++;
    return leaf(r, LCV_AST_STRING, begin, begin + n);
}

/* A word is a name, S("register") and str_attr("register") the string in it, and NAME = VALUE the
 * value. */
static lcv_ast *value(reader *r, unsigned depth);
static lcv_ast *word(reader *r, unsigned depth)
{
    size_t begin = r->at, n = word_length(r);
    bool number = isdigit((unsigned char)r->text[begin]);
    r->at += n;
    if (!number && passes(r, '='))
        return value(r, depth);
    if (!number && passes(r, '(')) {
        skip(r);
        lcv_ast *made = r->text[r->at] == '"' || r->text[r->at] == '\'' ? string(r) : wrong(r);
        return made && !passes(r, ')') ? wrong(r) : made;
    }
    return leaf(r, number ? LCV_AST_INT : LCV_AST_STRING, begin, begin + n);
}

/* The items up to a bracket, which was opened. */
static lcv_ast *items(reader *r, char close, unsigned depth)
{
    lcv_ast *list = node(r, LCV_AST_LIST, r->at - 1);
    while (list && !passes(r, close)) {
        lcv_ast *item = value(r, depth + 1);
        if (!item)
            return NULL;
        lcv_ast_add(list, item);
        if (!passes(r, ',')) {
            if (!passes(r, close))
                return wrong(r);
            break;
        }
    }
    if (list)
        list->span.end = r->at;
    return list;
}

static lcv_ast *value(reader *r, unsigned depth)
{
    static const char open[] = "([{", close[] = ")]}";
    skip(r);
    char c = r->at < r->end ? r->text[r->at] : '\0';
    const char *bracket = c != '\0' ? strchr(open, c) : NULL;
    if (bracket && depth < DEPTH) {
        r->at++;
        return items(r, close[bracket - open], depth);
    }
    if (c == '"' || c == '\'')
        return string(r);
    return word_length(r) > 0 ? word(r, depth) : wrong(r);
}

/* ---- dims ---- */

static bool is_list(const lcv_ast *ast)
{
    return ast && ast->kind == LCV_AST_LIST;
}

static lcv_ast *at_fault(reader *r, const lcv_ast *ast)
{
    r->at = ast ? ast->span.begin : r->at;
    return wrong(r);
}

static lcv_ast *dim(reader *r, lcv_ast *name, lcv_ast *of)
{
    lcv_ast *made = node(r, LCV_AST_DIM, name->span.begin);
    if (!made)
        return NULL;
    made->text = name->text;
    of->next = NULL;
    lcv_ast_add(made, of);
    return made;
}

/* {name, {{1, 0}, {2, 0}}}: the bases become tuples, those of one output dim numbers. */
static lcv_ast *in_dim(reader *r, lcv_ast *pair)
{
    lcv_ast *name = is_list(pair) && pair->nchildren == 2 ? pair->child : NULL;
    if (!name || name->kind != LCV_AST_STRING || !is_list(name->next))
        return at_fault(r, pair);
    lcv_ast *list = node(r, LCV_AST_LIST, name->next->span.begin);
    for (lcv_ast *basis = name->next->child, *next; list && basis; basis = next) {
        next = basis->next;
        if (!is_list(basis) || basis->nchildren == 0)
            return at_fault(r, basis);
        lcv_ast *one = basis->nchildren == 1 ? basis->child : basis;
        one->kind = one == basis ? LCV_AST_TUPLE : one->kind;
        one->next = NULL;
        lcv_ast_add(list, one);
    }
    return list ? dim(r, name, list) : NULL;
}

/* The bits that the bases of all dims have in output dim i. */
static uint64_t reached(const lcv_ast *ins, size_t i)
{
    uint64_t bits = 0;
    for (const lcv_ast *in = ins->child; in; in = in->next)
        for (const lcv_ast *basis = in->child->child; basis; basis = basis->next) {
            const lcv_ast *number = basis->kind == LCV_AST_TUPLE ? basis->child : basis;
            for (size_t k = 0; k < i && number; k++)
                number = number->next;
            bits |= number && number->kind == LCV_AST_INT ? strtoull(number->text, NULL, 0) : 0;
        }
    return bits;
}

/* The power of two above these bits, as a number of the language. */
static lcv_ast *size_above(reader *r, uint64_t bits)
{
    lcv_ast *made = node(r, LCV_AST_INT, r->begin);
    char *text = made ? lcv_arena_alloc(r->parser->arena, 24) : NULL;
    uint64_t size = 1;
    while (size <= bits && size < UINT64_C(1) << 62)
        size *= 2;
    if (!text)
        return NULL;
    snprintf(text, 24, "%llu", (unsigned long long)size);
    made->text = text;
    return made;
}

/* S("dim0"), {S("dim0"), 2}, or a name with its size in another list. */
static lcv_ast *out_dim(reader *r, lcv_ast *out, const lcv_ast *size, const lcv_ast *ins,
                        size_t i)
{
    lcv_ast *name = is_list(out) && out->nchildren == 2 ? out->child : out, *made = NULL;
    if (name->kind != LCV_AST_STRING)
        return at_fault(r, out);
    if (name != out)
        made = name->next;
    else if (size)
        made = leaf(r, LCV_AST_INT, size->span.begin, size->span.end);
    else
        made = size_above(r, reached(ins, i));
    if (!made)
        return NULL;
    return made->kind == LCV_AST_INT ? dim(r, name, made) : at_fault(r, made);
}

/* Sizes in a list of their own, with Python; NULL: there is none. */
static const lcv_ast *sizes_of(const lcv_ast *outs)
{
    return is_list(outs->next) && outs->next->nchildren == outs->nchildren ? outs->next : NULL;
}

static lcv_ast *construct(reader *r, const lcv_ast *args)
{
    lcv_ast *given = args->child, *names = given ? given->next : NULL;
    if (!is_list(given) || !is_list(names))
        return at_fault(r, given ? given : NULL);
    lcv_ast *ins = node(r, LCV_AST_LIST, given->span.begin);
    lcv_ast *outs = node(r, LCV_AST_LIST, names->span.begin);
    for (lcv_ast *pair = given->child, *next; ins && pair; pair = next) {
        next = pair->next;
        lcv_ast *made = in_dim(r, pair);
        if (!made)
            return NULL;
        lcv_ast_add(ins, made);
    }
    const lcv_ast *sizes = sizes_of(names), *size = sizes ? sizes->child : NULL;
    size_t i = 0;
    for (lcv_ast *out = names->child, *next; ins && outs && out; out = next, i++) {
        next = out->next;
        lcv_ast *made = out_dim(r, out, size, ins, i);
        size = size ? size->next : NULL;
        if (!made)
            return NULL;
        lcv_ast_add(outs, made);
    }
    lcv_ast *linear = ins && outs ? node(r, LCV_AST_LINEAR, r->begin) : NULL;
    if (linear) {
        lcv_ast_add(linear, ins);
        lcv_ast_add(linear, outs);
    }
    return linear;
}

lcv_print lcv_print_linear(lcv_parser *parser, size_t begin)
{
    const char *text = parser->source->text;
    reader r = {parser, text, begin + strcspn(text + begin, "("), parser->end, begin};
    lcv_ast *args = value(&r, 0), *made = NULL;
    size_t end = r.at;
    if (args)
        made = construct(&r, args);
    if (made)
        made->span = (lcv_span){begin, end};
    return (lcv_print){made, end, false};
}
