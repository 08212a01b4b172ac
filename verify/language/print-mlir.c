/* print-mlir.c - types and maps of MLIR, and those of CuTe DSL's dialect.
 *
 *   !cute.layout<"(4,8):(1,4)">                    what stands in the string; so of other types
 *   !cute.memref<f32, rmem, align<32>, "(4,8)">    the tensor's layout
 *   !cute.coord_tensor<"(0,0)", "(4,8):(1@0,1@1)"> {(0,0)} o (4,8):(e0,e1)
 *   memref<4x?xf32>                                make_layout_right((4,?))
 *   equiv(memref<4x8xf32>, memref<32xf32>)         a legal collapse: the last dim counts fastest
 *   memref<4x8xf32, strided<[?, 1], offset: 3>>    {3} o (4,8):(?,1)
 *   affine_map<(d0, d1) -> (d0 * 8 + d1 mod 2)>    relation "{ [d0, d1] -> [d0*8 + (d1 mod 2)] }"
 *
 * The operators of maps are + - * mod floordiv ceildiv; mod is that of the nonnegative remainder.
 */
#include "config.h"

#include "attribute.h"
#include "print.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../../lib/text.h"
#include "build.h"
#include "pointer.h"

typedef struct {
    lcv_parser *parser;
    size_t begin, at, end; /* what is read next; the end of the source */
    unsigned depth;
} reading;

#define MOST_DEPTH 100

static const char *text_at(const reading *r)
{
    return r->parser->source->text + r->at;
}

static bool takes(reading *r, const char *word)
{
    size_t n = strlen(word);
    while (r->at < r->end && isspace((unsigned char)*text_at(r)))
        r->at++;
    if (r->at + n > r->end || memcmp(text_at(r), word, n) != 0)
        return false;
    r->at += n;
    return true;
}

static lcv_ast *fail(reading *r, const char *what)
{
    lcv_diag *diag = r->parser->diag;
    size_t end = r->at + 1 < r->end ? r->at + 1 : r->end;
    if (!diag->failed)
        lcv_diag_set(diag, r->parser->source, (lcv_span){r->begin, end}, "%s", what);
    return NULL;
}

static lcv_print made(reading *r, lcv_ast *ast)
{
    if (!ast && !r->parser->diag->failed)
        lcv_diag_no_memory(r->parser->diag, (lcv_span){r->begin, r->at});
    if (ast)
        ast->span = (lcv_span){r->begin, r->at};
    return (lcv_print){.ast = ast, .end = r->at};
}

/* ---- CuTe DSL ---- */

/* A string as an expression. */
static lcv_ast *quoted(reading *r)
{
    if (!takes(r, "\""))
        return fail(r, "a string is missing in a type of CuTe DSL");
    size_t begin = r->at;
    while (r->at < r->end && *text_at(r) != '"' && *text_at(r) != '\n')
        r->at++;
    lcv_span span = {begin, r->at};
    return takes(r, "\"") ? lcv_parser_part(r->parser, span)
                          : fail(r, "the string is not terminated");
}

/* !cute.memref<f16, smem, align<1024>, S<3,4,3>, "(8,64):(64,1)"> */
static lcv_ast *memory(reading *r)
{
    size_t begin = r->at;
    while (r->at < r->end && *text_at(r) != '"' && *text_at(r) != '\n')
        r->at++;
    size_t n = r->at - begin;
    const char *type = r->parser->source->text + begin;
    lcv_ast *layout = quoted(r);
    while (n > 0 && strchr(" ,", type[n - 1]))
        n--;
    lcv_arena *arena = r->parser->arena;
    lcv_ast *pointer = lcv_build_leaf(arena, LCV_AST_POINTER, "ptr<%.*s>", (int)n, type);
    if (!layout || !pointer || !strstr(pointer->text, "S<"))
        return pointer ? layout : NULL;
    lcv_ast *swizzle = lcv_pointer_swizzle(arena, pointer->text, (lcv_span){begin, begin + n});
    return lcv_build_add(lcv_build_add(pointer, swizzle), layout);
}

static lcv_ast *coordinates(reading *r)
{
    lcv_arena *arena = r->parser->arena;
    lcv_ast *origin = quoted(r);
    if (!origin || !takes(r, ","))
        return origin ? fail(r, "the layout of a tensor of coordinates is missing") : NULL;
    lcv_ast *offset = lcv_build(arena, LCV_AST_OFFSET, 1, origin), *layout = quoted(r);
    if (offset)
        offset->span = origin->span;
    return lcv_build(arena, LCV_AST_COMPOSE, 2, offset, layout);
}

static lcv_ast *cute_type(reading *r)
{
    bool memref = takes(r, "!cute.memref<"), tensor = !memref && takes(r, "!cute.coord_tensor<");
    if (!memref && !tensor)
        r->at += strcspn(text_at(r), "<") + 1;
    lcv_ast *ast = memref ? memory(r) : tensor ? coordinates(r) : quoted(r);
    return !ast || takes(r, ">") ? ast : fail(r, "a type of CuTe DSL ends with '>'");
}

/* ---- memref ---- */

static const char memref_mark[] = "memref";

/* A number, or `?`, of at least `least`. */
static lcv_ast *size(reading *r, int least)
{
    lcv_arena *arena = r->parser->arena;
    size_t begin = (takes(r, ""), r->at);
    lcv_ast *ast = NULL;
    if (takes(r, "?"))
        ast = lcv_build_leaf(arena, LCV_AST_FRESH, least == 0 ? "?{least=0}" : "?");
    else {
        bool minus = takes(r, "-");
        size_t n = strspn(text_at(r), "0123456789");
        if (n == 0)
            return fail(r, "a size is missing in a memref");
        ast = lcv_build_leaf(arena, LCV_AST_INT, "%.*s", (int)n, text_at(r));
        r->at += n;
        ast = minus && ast ? lcv_build_op(arena, LCV_OP_NEG, ast, NULL) : ast;
    }
    if (ast)
        ast->span = (lcv_span){begin, r->at};
    return ast;
}

/* 4x?x */
static lcv_ast *extents(reading *r)
{
    lcv_ast *shape = lcv_build(r->parser->arena, LCV_AST_TUPLE, 0);
    while (shape && r->at < r->end &&
           (*text_at(r) == '?' || isdigit((unsigned char)*text_at(r)))) {
        shape = lcv_build_add(shape, size(r, 1));
        if (shape && !takes(r, "x"))
            return fail(r, "the extents of a memref end with 'x' and a type");
    }
    return shape && shape->nchildren == 0 ? fail(r, "a memref without extents has no layout")
                                          : shape;
}

/* strided<[8, 1], offset: 3> behind the shape */
static lcv_ast *strided(reading *r, lcv_ast *shape)
{
    lcv_arena *arena = r->parser->arena;
    lcv_ast *strides = lcv_build(arena, LCV_AST_TUPLE, 0), *offset = NULL;
    if (!takes(r, "["))
        return fail(r, "strides stand in brackets: strided<[8, 1]>");
    do
        strides = lcv_build_add(strides, size(r, 1));
    while (strides && takes(r, ","));
    if (!strides || !takes(r, "]"))
        return strides ? fail(r, "the strides end with ']'") : NULL;
    if (takes(r, ",") && (!takes(r, "offset") || !takes(r, ":") || !(offset = size(r, 0))))
        return fail(r, "an offset is written offset: 3");
    if (!takes(r, ">"))
        return fail(r, "strided ends with '>'");
    shape->span = strides->span = (lcv_span){r->begin, r->at};
    lcv_ast *layout = lcv_build(arena, LCV_AST_LAYOUT, 2, shape, strides);
    if (!offset || !layout)
        return layout;
    layout->span = shape->span;
    lcv_ast *begins = lcv_build(arena, LCV_AST_OFFSET, 1, offset);
    if (begins)
        begins->span = offset->span;
    return lcv_build(arena, LCV_AST_COMPOSE, 2, begins, layout);
}

/* The rest of the type: memory spaces. */
static bool skip_rest(reading *r)
{
    for (size_t depth = 1; r->at < r->end && *text_at(r) != '\n'; r->at++) {
        depth += *text_at(r) == '<';
        depth -= *text_at(r) == '>';
        if (depth == 0) {
            r->at++;
            return true;
        }
    }
    return false;
}

/* The type of an element, vector<4xf32> too. */
static void skip_type(reading *r)
{
    for (size_t depth = 0; r->at < r->end && *text_at(r) != '\n'; r->at++) {
        if (depth == 0 && (*text_at(r) == ',' || *text_at(r) == '>'))
            return;
        depth += *text_at(r) == '<';
        depth -= *text_at(r) == '>';
    }
}

static lcv_ast *memref(reading *r)
{
    lcv_ast *shape = takes(r, "memref<") ? extents(r) : NULL, *ast = NULL;
    if (!shape)
        return NULL;
    shape->span = (lcv_span){r->begin, r->at};
    skip_type(r);
    bool layout = takes(r, ",") && takes(r, "strided<");
    if (!layout &&
        (takes(r, "affine_map<") || lcv_attribute_is_named(r->parser->source->text, text_at(r))))
        return fail(r, "it has a map in the place of strides");
    ast = layout ? strided(r, shape)
                 : lcv_build_call(r->parser->arena, "make_layout_right", 1, shape);
    if (ast && ast->kind != LCV_AST_COMPOSE)
        ast->text = memref_mark;
    return !ast || skip_rest(r) ? ast : fail(r, "a memref ends with '>'");
}

/* Its modes from the last to the first: integral coordinates then count the last dim fastest, as
 * MLIR does. */
static lcv_ast *by_rows(lcv_parser *parser, const lcv_ast *of)
{
    const lcv_ast *shape = of->kind == LCV_AST_APPLY ? of->child->next : of->child;
    lcv_ast *made = lcv_ast_copy(parser->arena, of);
    if (shape->nchildren < 2)
        return made;
    made = lcv_build_call(parser->arena, "select", 1, made);
    for (size_t i = shape->nchildren; i-- > 0;)
        made = lcv_build_add(made, lcv_build_int(parser->arena, (int64_t)i));
    if (made)
        made->span = of->span;
    return made;
}

static bool is_memref(const lcv_ast *ast)
{
    return ast && ast->text && strcmp(ast->text, memref_mark) == 0;
}

lcv_ast *lcv_print_collapses(lcv_parser *parser, lcv_ast *apply)
{
    lcv_ast *callee = apply ? apply->child : NULL, *x = callee ? callee->next : NULL;
    bool both = x && apply->nchildren == 3 && is_memref(x) && is_memref(x->next);
    if (!both || callee->kind != LCV_AST_NAME || strcmp(callee->text, "equiv") != 0)
        return apply;
    lcv_ast *made = lcv_build_call(parser->arena, "equiv", 2, by_rows(parser, x),
                                   by_rows(parser, x->next));
    if (!made)
        return lcv_diag_no_memory(parser->diag, apply->span);
    made->span = apply->span;
    made->child->span = callee->span;
    return made;
}

/* ---- affine_map ---- */

static char *sum(reading *r);

static char *taken(lc_text *out)
{
    return lc_text_take(NULL, out);
}

static char *drop(reading *r, lc_text *out, const char *what)
{
    lc_text_free(out);
    fail(r, what);
    return NULL;
}

/* A dim, a symbol, a number, - and parentheses. */
static char *factor(reading *r)
{
    lc_text out = {0};
    size_t n;
    if (++r->depth > MOST_DEPTH)
        return drop(r, &out, "the map is nested too deeply");
    if (takes(r, "(")) {
        char *inner = sum(r);
        if (inner)
            lc_text_printf(&out, "(%s)", inner);
        free(inner);
        if (!inner || !takes(r, ")"))
            return drop(r, &out, "a parenthesis of the map is not closed");
    } else if (takes(r, "-")) {
        char *inner = factor(r);
        if (inner)
            lc_text_printf(&out, "(-%s)", inner);
        free(inner);
        if (!inner)
            return NULL;
    } else if ((n = strspn(text_at(r), "0123456789abcdefghijklmnopqrstuvwxyz_")) > 0 && n < 40) {
        lc_text_printf(&out, "%.*s", (int)n, text_at(r));
        r->at += n;
    } else {
        return drop(r, &out, "a number, a dim or a symbol is missing in the map");
    }
    r->depth--;
    return taken(&out);
}

/* The operator at this place; 4: there is none. */
static size_t operator_at(reading *r)
{
    static const char *const op[] = {"*", "mod", "floordiv", "ceildiv"};
    size_t i = 0;
    while (i < 4 && !takes(r, op[i]))
        i++;
    return i;
}

static char *product(reading *r)
{
    char *left = factor(r);
    for (size_t op; left && (op = operator_at(r)) < 4;) {
        char *right = factor(r);
        lc_text out = {0};
        if (right && op < 2)
            lc_text_printf(&out, op == 0 ? "(%s*%s)" : "((%s) mod %s)", left, right);
        else if (right)
            lc_text_printf(&out, op == 2 ? "floor((%s)/%s)" : "ceil((%s)/%s)", left, right);
        free(left);
        free(right);
        left = right ? taken(&out) : NULL;
    }
    return left;
}

static char *sum(reading *r)
{
    char *first = product(r);
    lc_text out = {0};
    lc_text_add(&out, first ? first : "");
    free(first);
    bool ok = first != NULL;
    while (ok) {
        bool plus = takes(r, "+");
        if (!plus && (takes(r, "->") || !takes(r, "-")))
            break;
        char *next = product(r);
        lc_text_printf(&out, " %s %s", plus ? "+" : "-", next ? next : "");
        ok = next != NULL;
        free(next);
    }
    if (ok)
        return taken(&out);
    lc_text_free(&out);
    return NULL;
}

/* (a, b) or [a, b] of names or of sums. */
static bool listed(reading *r, const char *open, const char *close, lc_text *out)
{
    if (!takes(r, open))
        return false;
    for (size_t n = 0; !takes(r, close); n++) {
        if (n > 0 && !takes(r, ","))
            return false;
        char *item = sum(r);
        if (!item)
            return false;
        lc_text_printf(out, "%s%s", n > 0 ? ", " : "", item);
        free(item);
    }
    return true;
}

static lcv_ast *affine_map(reading *r)
{
    lc_text dims = {0}, symbols = {0}, results = {0};
    bool ok = takes(r, "affine_map<") && listed(r, "(", ")", &dims);
    bool has_symbols = ok && r->at < r->end && *text_at(r) == '[';
    ok = ok && (!has_symbols || listed(r, "[", "]", &symbols)) && takes(r, "->") &&
         listed(r, "(", ")", &results) && takes(r, ">");
    lcv_ast *ast = ok ? lcv_build_leaf(r->parser->arena, LCV_AST_RELATION,
                                       has_symbols ? "[%s] -> { [%s] -> [%s] }"
                                                   : "%s{ [%s] -> [%s] }",
                                       has_symbols ? lc_text_peek(&symbols) : "",
                                       dims.length > 0 ? lc_text_peek(&dims) : "",
                                       results.length > 0 ? lc_text_peek(&results) : "")
                      : NULL;
    lc_text_free(&dims);
    lc_text_free(&symbols);
    lc_text_free(&results);
    return ok ? ast : fail(r, "this is no affine map");
}

lcv_print lcv_print_mlir(lcv_parser *parser, size_t begin)
{
    reading r = {.parser = parser, .begin = begin, .at = begin, .end = parser->end};
    char first = parser->source->text[begin];
    return made(&r, first == '!' ? cute_type(&r) : first == 'm' ? memref(&r) : affine_map(&r));
}
