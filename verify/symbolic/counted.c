/* counted.c - bijective(map) and compact(map) as partitions of the number of points. */
#include "config.h"

#include "as-layout.h"
#include "simplify.h"

#include <string.h>

#include "../language/build.h"

/* i, or i + c with a number c, of the coordinate; else false. */
static bool follows(const lcv_ast *size, const lcv_ast *name, const char **plus)
{
    const bool sum = size->kind == LCV_AST_BINARY && size->op == LCV_OP_ADD;
    const lcv_ast *i = sum ? size->child : size, *c = sum ? size->last : NULL;
    *plus = c ? c->text : "0";
    return i->kind == LCV_AST_NAME && strcmp(i->text, name->text) == 0 &&
           (!c || c->kind == LCV_AST_INT);
}

/* The sum of i + c over i of [0,n): (n (n - 1))/2 + c n. */
static lcv_ast *triangle(lcv_arena *arena, const lcv_ast *n, const char *plus)
{
    lcv_ast *side = lcv_build_group(lcv_ast_copy(arena, n));
    lcv_ast *less = lcv_build_op(arena, LCV_OP_SUB, lcv_ast_copy(arena, side),
                                 lcv_build_int(arena, 1));
    lcv_ast *pairs = lcv_build_op(arena, LCV_OP_MUL, lcv_ast_copy(arena, side),
                                  lcv_build_group(less));
    lcv_ast *half = lcv_build_op(arena, LCV_OP_DIV, lcv_build_group(pairs),
                                 lcv_build_int(arena, 2));
    lcv_ast *more = lcv_build_op(arena, LCV_OP_MUL,
                                 lcv_build_leaf(arena, LCV_AST_INT, "%s", plus), side);
    return lcv_build_op(arena, LCV_OP_ADD, half, more);
}

static lcv_ast *points_of(lcv_arena *arena, const lcv_ast *map)
{
    const lcv_ast *names = map->child, *sizes = names->next;
    const char *plus;
    lcv_ast *all = NULL;
    if (sizes->next->next)
        return NULL; /* a condition */
    if (sizes->nchildren == 2 && follows(sizes->last, names->child, &plus))
        return triangle(arena, sizes->child, plus);
    for (const lcv_ast *size = sizes->child; size; size = size->next) {
        lcv_ast *factor = lcv_grouped(lcv_ast_copy(arena, size));
        if (lcv_names_any(size, names))
            return NULL;
        all = all ? lcv_build_op(arena, LCV_OP_MUL, all, factor) : factor;
    }
    return all;
}

const lcv_ast *lcv_counted_claim(lcv_arena *arena, const lcv_eval *e, const lcv_ast *claim)
{
    bool counts = lcv_ast_calls(claim, "bijective compact") && claim->nchildren == 2;
    const lcv_ast *map = counts ? lcv_map_argument(e, claim->last) : NULL;
    const lcv_ast *value = map ? lcv_map_value(map) : NULL;
    bool tuple = value && value->kind == LCV_AST_TUPLE;
    lcv_ast *points = map && !tuple ? points_of(arena, map) : NULL;
    lcv_ast *made = points ? lcv_build_call(arena, "partitions", 2,
                                            lcv_ast_copy(arena, claim->last), points)
                           : NULL;
    if (made)
        made->span = claim->span;
    return made;
}
