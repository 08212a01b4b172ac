#include "config.h"

#include "ast.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK 16384

typedef struct block {
    struct block *next;
    size_t used, room;
    alignas(max_align_t) unsigned char data[];
} block;

struct lcv_arena {
    block *first;
};

lcv_arena *lcv_arena_new(void)
{
    return calloc(1, sizeof(lcv_arena));
}

void lcv_arena_free(lcv_arena *arena)
{
    if (!arena)
        return;
    for (block *b = arena->first; b;) {
        block *next = b->next;
        free(b);
        b = next;
    }
    free(arena);
}

void lcv_arena_empty(lcv_arena *arena)
{
    block *kept = NULL;
    for (block *b = arena->first; b;) {
        block *next = b->next;
        if (!kept && b->room == BLOCK)
            kept = b;
        else
            free(b);
        b = next;
    }
    if (kept)
        *kept = (block){.room = BLOCK};
    arena->first = kept;
}

void *lcv_arena_alloc(lcv_arena *arena, size_t size)
{
    size_t align = alignof(max_align_t);
    if (size > SIZE_MAX - BLOCK - align)
        return NULL;
    size = (size + align - 1) / align * align;
    if (!arena->first || arena->first->room - arena->first->used < size) {
        size_t room = size > BLOCK ? size : BLOCK;
        block *b = malloc(sizeof *b + room);
        if (!b)
            return NULL;
        *b = (block){.next = arena->first, .room = room};
        arena->first = b;
    }
    void *memory = arena->first->data + arena->first->used;
    arena->first->used += size;
    return memset(memory, 0, size); /* of a block only what is taken: most arenas are small */
}

lcv_ast *lcv_ast_new(lcv_arena *arena, lcv_ast_kind kind, lcv_span span)
{
    lcv_ast *node = lcv_arena_alloc(arena, sizeof *node);
    if (!node)
        return NULL;
    node->kind = kind;
    node->height = 1;
    node->span = span;
    return node;
}

void lcv_ast_add(lcv_ast *parent, lcv_ast *child)
{
    if (parent->last)
        parent->last->next = child;
    else
        parent->child = child;
    parent->last = child;
    parent->nchildren++;
    if (parent->height <= child->height)
        parent->height = child->height + 1;
}

static lcv_ast *copy_node(lcv_arena *arena, const lcv_ast *ast)
{
    lcv_ast *copy = lcv_ast_new(arena, ast->kind, ast->span);
    size_t length = ast->text ? strlen(ast->text) + 1 : 0;
    char *text = length > 0 ? lcv_arena_alloc(arena, length) : NULL;
    if (!copy || (length > 0 && !text))
        return NULL;
    if (text)
        copy->text = memcpy(text, ast->text, length);
    copy->op = ast->op;
    copy->parentheses = ast->parentheses;
    copy->tight = ast->tight;
    copy->attribute = ast->attribute;
    return copy;
}

lcv_ast *lcv_ast_copy(lcv_arena *arena, const lcv_ast *ast)
{
    lcv_ast *copy = copy_node(arena, ast);
    for (const lcv_ast *part = ast->child; copy && part; part = part->next) {
        lcv_ast *child = lcv_ast_copy(arena, part);
        if (!child)
            return NULL;
        lcv_ast_add(copy, child);
    }
    if (copy)
        copy->height = ast->height;
    return copy;
}

bool lcv_ast_is_map(const lcv_ast *ast)
{
    return ast->kind == LCV_AST_MAP || ast->kind == LCV_AST_PIECES ||
           ast->kind == LCV_AST_UNKNOWN;
}

bool lcv_ast_is_isl(const lcv_ast *ast)
{
    return ast->kind == LCV_AST_RELATION || ast->kind == LCV_AST_SET;
}

const char *lcv_verb_name(lcv_verb verb)
{
    static const char *const name[] = {"let",   "show",   "prove", "refute", "import",
                                       "param", "assume", "plan",  "kernel", "for"};
    return name[verb];
}

bool lcv_is_stride_word(const char *text)
{
    size_t digits = text[0] == 'e' || text[0] == 'f' ? strspn(text + 1, "0123456789") : 0;
    return digits > 0 && text[1 + digits] == '\0';
}

const char *lcv_op_name(lcv_op op)
{
    static const char *const name[] = {"+", "-",  "*",  "/",  "%",   "&",  "^",
                                       "|", "<<", ">>", "-",  "~",   "==", "!=",
                                       "<", "<=", ">",  ">=", "and", "or", "not"};
    return name[op];
}

lcv_ast_kind lcv_op_kind(lcv_op op)
{
    return op >= LCV_OP_AND   ? LCV_AST_LOGIC
           : op >= LCV_OP_EQ  ? LCV_AST_COMPARE
           : op >= LCV_OP_NEG ? LCV_AST_UNARY
                              : LCV_AST_BINARY;
}
