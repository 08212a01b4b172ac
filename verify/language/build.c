/* build.c - expressions that a program makes, and their text. */
#include "config.h"

#include "build.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diag.h"

/* ---- nodes ---- */

static lcv_ast *new_node(lcv_arena *arena, lcv_ast_kind kind)
{
    return lcv_ast_new(arena, kind, (lcv_span){0, 0});
}

lcv_ast *lcv_build_leaf(lcv_arena *arena, lcv_ast_kind kind, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    size_t room = (size_t)vsnprintf(NULL, 0, format, args) + 1;
    lcv_ast *leaf = new_node(arena, kind);
    char *text = leaf ? lcv_arena_alloc(arena, room) : NULL;
    if (text) {
        vsnprintf(text, room, format, again);
        leaf->text = text;
    }
    va_end(again);
    va_end(args);
    return text ? leaf : NULL;
}

lcv_ast *lcv_build_int(lcv_arena *arena, int64_t value)
{
    uint64_t size = value < 0 ? -(uint64_t)value : (uint64_t)value;
    lcv_ast *leaf = lcv_build_leaf(arena, LCV_AST_INT, "%llu", (unsigned long long)size);
    return value < 0 ? lcv_build_op(arena, LCV_OP_NEG, leaf, NULL) : leaf;
}

lcv_ast *lcv_build_add(lcv_ast *node, lcv_ast *part)
{
    if (!node || !part)
        return NULL;
    lcv_ast_add(node, part);
    return node;
}

static lcv_ast *add_all(lcv_ast *node, size_t n, va_list parts)
{
    for (size_t i = 0; i < n; i++)
        node = lcv_build_add(node, va_arg(parts, lcv_ast *));
    return node;
}

lcv_ast *lcv_build(lcv_arena *arena, lcv_ast_kind kind, size_t n, ...)
{
    va_list parts;
    va_start(parts, n);
    lcv_ast *node = add_all(new_node(arena, kind), n, parts);
    va_end(parts);
    return node;
}

lcv_ast *lcv_build_op(lcv_arena *arena, lcv_op op, lcv_ast *a, lcv_ast *b)
{
    lcv_ast *node = lcv_build_add(new_node(arena, lcv_op_kind(op)), a);
    if (op != LCV_OP_NEG && op != LCV_OP_NOT)
        node = lcv_build_add(node, b);
    if (node)
        node->op = op;
    return node;
}

lcv_ast *lcv_build_call(lcv_arena *arena, const char *name, size_t n, ...)
{
    va_list arguments;
    va_start(arguments, n);
    lcv_ast *callee = lcv_build_leaf(arena, LCV_AST_NAME, "%s", name);
    lcv_ast *node = add_all(lcv_build(arena, LCV_AST_APPLY, 1, callee), n, arguments);
    va_end(arguments);
    return node;
}

lcv_ast *lcv_build_keyword(lcv_arena *arena, const char *name, lcv_ast *value)
{
    return lcv_build_add(lcv_build_leaf(arena, LCV_AST_KEYWORD, "%s", name), value);
}

lcv_ast *lcv_build_group(lcv_ast *ast)
{
    if (ast)
        ast->parentheses++;
    return ast;
}

lcv_ast *lcv_build_tight(lcv_ast *ast)
{
    if (ast)
        ast->tight = true;
    return ast;
}

/* ---- their text ---- */

static void print(lc_text *out, lcv_ast *ast);

static void print_list(lc_text *out, lcv_ast *first, const char *separator)
{
    for (lcv_ast *part = first; part; part = part->next) {
        print(out, part);
        lc_text_add(out, part->next ? separator : "");
    }
}

static void print_operator(lc_text *out, const lcv_ast *ast)
{
    lc_text_printf(out, ast->tight ? "%s" : " %s ", lcv_op_name(ast->op));
}

/* Of one piece. */
static void print_map(lc_text *out, lcv_ast *ast)
{
    lcv_ast *names = ast->child, *sizes = names->next, *value = sizes->next;
    lc_text_add(out, "map { (");
    print_list(out, names->child, ",");
    lc_text_add(out, ") in (");
    print_list(out, sizes->child, ",");
    lc_text_add(out, ")");
    if (value->next) {
        lc_text_add(out, " where ");
        print(out, value->next);
    }
    lc_text_add(out, " -> ");
    print(out, value);
    lc_text_add(out, " }");
}

static void print_bare(lc_text *out, lcv_ast *ast)
{
    switch (ast->kind) {
    case LCV_AST_RELATION: lc_text_printf(out, "relation \"%s\"", ast->text); break;
    case LCV_AST_SET: lc_text_printf(out, "set \"%s\"", ast->text); break;
    case LCV_AST_TUPLE:
        lc_text_add(out, "(");
        print_list(out, ast->child, ",");
        lc_text_add(out, ast->nchildren == 1 ? ",)" : ")");
        break;
    case LCV_AST_LAYOUT: print_list(out, ast->child, ":"); break;
    case LCV_AST_MAP: print_map(out, ast); break;
    case LCV_AST_COMPOSE: print_list(out, ast->child, " o "); break;
    case LCV_AST_SWIZZLE:
        lc_text_add(out, "S<");
        print_list(out, ast->child, ",");
        lc_text_add(out, ">");
        break;
    case LCV_AST_APPLY:
        print(out, ast->child);
        lc_text_add(out, "(");
        print_list(out, ast->child->next, ast->tight ? "," : ", ");
        lc_text_add(out, ")");
        break;
    case LCV_AST_KEYWORD:
        lc_text_printf(out, "%s=", ast->text);
        print(out, ast->child);
        break;
    case LCV_AST_UNARY:
        lc_text_add(out, lcv_op_name(ast->op));
        print(out, ast->child);
        break;
    case LCV_AST_BINARY:
    case LCV_AST_COMPARE:
    case LCV_AST_LOGIC:
        if (!ast->child->next) {
            lc_text_printf(out, "%s ", lcv_op_name(ast->op));
            print(out, ast->child);
            break;
        }
        print(out, ast->child);
        print_operator(out, ast);
        print(out, ast->child->next);
        break;
    default: /* a leaf */ lc_text_add(out, ast->text); break;
    }
}

static void print(lc_text *out, lcv_ast *ast)
{
    ast->span.begin = out->length;
    lc_text_add_char(out, '(', ast->parentheses);
    print_bare(out, ast);
    lc_text_add_char(out, ')', ast->parentheses);
    ast->span.end = out->length;
}

char *lcv_ast_text(lcv_ast *ast)
{
    lc_text out = {0};
    if (ast)
        print(&out, ast);
    return ast ? lc_text_take(NULL, &out) : NULL;
}

lcv_source *lcv_ast_print(lcv_ast *ast, const char *name)
{
    lcv_diag nothing = {0};
    char *text = lcv_ast_text(ast);
    lcv_source *source = text ? lcv_source_text(name, text, strlen(text), &nothing) : NULL;
    lcv_diag_clear(&nothing);
    free(text);
    return source;
}

void lcv_ast_place(lcv_ast *ast, lcv_span span)
{
    ast->span = span;
    for (lcv_ast *part = ast->child; part; part = part->next)
        lcv_ast_place(part, span);
}

lcv_ast *lcv_build_map(lcv_arena *arena, const lcv_ast *of, lcv_ast *names, lcv_ast *sizes,
                       lcv_ast *value, lcv_ast *where)
{
    lcv_ast *map = lcv_build(arena, LCV_AST_MAP, 3, names, sizes, value);
    if (map && where)
        lcv_ast_add(map, where);
    if (map && of) {
        map->span = of->span;
        map->text = of->text;
    }
    return map;
}

bool lcv_op_holds(lcv_op op, int order)
{
    switch (op) {
    case LCV_OP_EQ: return order == 0;
    case LCV_OP_NE: return order != 0;
    case LCV_OP_LT: return order < 0;
    case LCV_OP_LE: return order <= 0;
    case LCV_OP_GT: return order > 0;
    default: return order >= 0;
    }
}

lcv_op lcv_op_opposite(lcv_op op)
{
    static const lcv_op opposite[] = {
        [LCV_OP_EQ] = LCV_OP_NE, [LCV_OP_NE] = LCV_OP_EQ, [LCV_OP_LT] = LCV_OP_GE,
        [LCV_OP_LE] = LCV_OP_GT, [LCV_OP_GT] = LCV_OP_LE, [LCV_OP_GE] = LCV_OP_LT};
    return opposite[op];
}

bool lcv_ast_number(const lcv_ast *ast, int64_t *number)
{
    const char *text = ast->kind == LCV_AST_INT ? ast->text : "";
    bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    *number = strtoll(text, NULL, hex ? 16 : 10);
    return *text != '\0' && strlen(text) <= (hex ? 17 : 18);
}

bool lcv_is_one_of(const char *name, const char *names)
{
    for (size_t n = strcspn(names, " "); n > 0; n = strcspn(names, " ")) {
        if (strncmp(name, names, n) == 0 && name[n] == '\0')
            return true;
        names += names[n] ? n + 1 : n;
    }
    return false;
}

bool lcv_ast_calls(const lcv_ast *ast, const char *names)
{
    return ast->kind == LCV_AST_APPLY && ast->child->kind == LCV_AST_NAME &&
           lcv_is_one_of(ast->child->text, names);
}

bool lcv_names_any(const lcv_ast *ast, const lcv_ast *names)
{
    bool any = false;
    for (const lcv_ast *name = names->child; name && ast->kind == LCV_AST_NAME; name = name->next)
        any = any || strcmp(name->text, ast->text) == 0;
    for (const lcv_ast *part = ast->child; part && !any; part = part->next)
        any = lcv_names_any(part, names);
    return any;
}
