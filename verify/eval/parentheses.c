/* parentheses.c - the two sides of a layout literal have the same parentheses.
 *
 * (x) is x in an expression. CuTe prints a tuple of one element like this, as in
 * ((8,4)):((1,8)). In a layout literal ((16,8)) on one side and (32,2) on the other are therefore
 * not congruent; the layout was meant otherwise. Parentheses around a number, a name, a call or
 * an operation, as in ((4),8):(1,4) and 8:(1@0+3@1), just group: they match either way.
 */
#include "config.h"

#include <string.h>

#include "eval.h"

/* The least number of tuples of one element around it: parentheses around a number only group. */
static unsigned fewest(const lcv_ast *ast)
{
    return ast->kind == LCV_AST_TUPLE ? ast->parentheses : 0;
}

/* The first tuple inside a tuple that has parentheses: a value has none. */
static const lcv_ast *find_inside(const lcv_ast *tuple)
{
    for (const lcv_ast *part = tuple->child; part != NULL; part = part->next) {
        const lcv_ast *found = fewest(part) > 0              ? part
                               : part->kind == LCV_AST_TUPLE ? find_inside(part)
                                                             : NULL;
        if (found)
            return found;
    }
    return NULL;
}

/* The place where the sides a and b differ, on the side with more parentheses; NULL: nowhere.
 * Tuples of different lengths are not reported here. */
static const lcv_ast *find_difference(const lcv_ast *a, const lcv_ast *b)
{
    if (fewest(a) > b->parentheses)
        return a;
    if (fewest(b) > a->parentheses)
        return b;
    bool tuples = a->kind == LCV_AST_TUPLE && b->kind == LCV_AST_TUPLE;
    if (!tuples)
        return a->kind == LCV_AST_TUPLE   ? find_inside(a)
               : b->kind == LCV_AST_TUPLE ? find_inside(b)
                                          : NULL;
    const lcv_ast *found = NULL;
    const lcv_ast *p = a->child, *q = b->child;
    for (; !found && p && q != NULL; p = p->next, q = q->next)
        found = find_difference(p, q);
    return found;
}

bool lcv_eval_check_parentheses(lcv_eval *e, const lcv_ast *ast, const lcv_value *made)
{
    const lcv_ast *shape = ast->child, *stride = shape->next;
    const lcv_ast *place = find_difference(shape, stride);
    if (!place)
        return true;
    char *one = lcv_kept(e->ctx, lcv_source_excerpt(e->source, place->span, 60));
    char *s = lcv_kept(e->ctx, lcv_source_excerpt(e->source, shape->span, 60));
    char *meant = !e->instance ? lcv_kept(e->ctx, lcv_value_to_str(e->r, made)) : NULL;
    lcv_eval_fail(
        e, place->span,
        "the stride is not congruent with the shape %s: %s is a tuple of one element, and "
        "the other side has none there",
        s ? s : "", one ? one : "");
    if (meant && strlen(meant) < 200)
        lcv_diag_hint(e->diag, "expected %s", meant);
    else
        lcv_diag_hint(e->diag, "expected the same parentheses on both sides");
    lc_ctx_reset(e->ctx);
    return false;
}
