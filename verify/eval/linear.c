/* linear.c - swizzles and linear layouts as written.
 *
 * Two of three ways to write a linear layout are read here: the literal linear{...}, and Triton's
 * printed form, which names each basis by its number (`lane=2 ->`) and says that a dim without
 * bases has size 1. (The third, LinearLayout(...), is a call: ../operation/linear.c.)
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "eval.h"

/* ---- swizzles ---- */

static lcv_value *eval_swizzle(lcv_eval *e, const lcv_ast *ast)
{
    lc_int n[3];
    size_t have = 0;
    lc_swizzle w;
    for (const lcv_ast *part = ast->child; part; part = part->next, have++) {
        lcv_value *v = lcv_eval_value(e, part);
        if (v && !lcv_as_int(e->ctx, v, &n[have]))
            lcv_eval_failed(e, part->span);
        if (e->status != LCV_EVAL_OK)
            return NULL;
    }
    bool is = lc_swizzle_make(e->ctx, n[0], n[1], n[2], &w);
    return lcv_eval_kept(e, ast->span, is ? lcv_value_swizzle(e->ctx, w) : NULL);
}

/* ---- linear layouts ---- */

typedef struct {
    size_t nouts, nins;
    lc_dim *out;
    lc_linear_in *in; /* nouts numbers a basis */
} literal;

/* `dim0: 16` */
static bool read_out(lcv_eval *e, const lcv_ast *dim, lc_dim *out)
{
    lcv_value *v = lcv_eval_value(e, dim->child);
    lc_int size;
    bool ok = v && lcv_as_int(e->ctx, v, &size) && lc_dim_make(e->ctx, dim->text, size, out);
    if (v && !ok)
        lcv_eval_failed(e, dim->child->span);
    return ok;
}

/* One basis: an integer, or a tuple of one integer an output dim. */
static bool read_basis(lcv_eval *e, const lcv_ast *ast, const literal *l, lc_int *number)
{
    lcv_value *v = lcv_eval_kind(e, ast, LCV_TUPLE, "a basis, an integer an output dim");
    if (!v)
        return false;
    const lc_tuple *t = v->tuple;
    if (lc_tuple_has_wildcard(t) || lc_tuple_nleaves(t) != l->nouts || lc_tuple_depth(t) > 1)
        return lcv_eval_fail(e, ast->span, "a basis has one integer an output dim: expected %zu",
                             l->nouts);
    for (size_t i = 0; i < l->nouts; i++)
        number[i] = lc_tuple_value(t, i);
    return true;
}

/* The name in `lane=2 ->` and `- lane is a size 1 dimension`. */
static char *name_in(lcv_eval *e, const char *text)
{
    static const char *const letters =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    const char *first = text + strcspn(text, letters);
    return lcv_kept(e->ctx, strndup(first, strspn(first, letters)));
}

/* Basis i of a dim, as Triton prints it, belongs to the number 2^i of that dim. */
static bool check_place(lcv_eval *e, const lcv_ast *basis, const char *name, size_t i)
{
    char *own = name_in(e, basis->text);
    unsigned long long at = strtoull(strchr(basis->text, '=') + 1, NULL, 10);
    if (own && strcmp(own, name) == 0 && i < 64 && at == 1ull << i)
        return true;
    lcv_eval_fail(e, basis->span, "the bases of a dim stand at 1, 2, 4 and so on");
    if (i < 64)
        lcv_diag_hint(e->diag, "expected %s=%llu", name, 1ull << i);
    return false;
}

static bool read_in(lcv_eval *e, const lcv_ast *dim, literal *l, size_t i)
{
    bool triton = dim->kind == LCV_AST_BASES;
    const lcv_ast *list = triton ? dim : dim->child;
    if (list->kind != LCV_AST_LIST && !triton) {
        lcv_eval_fail(e, list->span, "the bases of the input dim '%s' are a list", dim->text);
        return lcv_diag_hint(e->diag, "a linear layout is written linear{in: [1,2] -> out: 4}");
    }
    const char *text = triton && dim->child ? dim->child->text : dim->text;
    char *name = name_in(e, text);
    lc_int *number = lc_frame_alloc(e->ctx, list->nchildren * l->nouts + 1, sizeof *number);
    if (!name || !number)
        return lcv_eval_no_memory(e, dim->span) != NULL;
    l->in[i] = (lc_linear_in){name, list->nchildren, number};
    size_t k = 0;
    for (const lcv_ast *basis = list->child; basis; basis = basis->next, k++) {
        const lcv_ast *value = triton ? basis->child : basis;
        if ((triton && !check_place(e, basis, name, k)) ||
            !read_basis(e, value, l, number + k * l->nouts))
            return false;
    }
    return true;
}

static bool read_literal(lcv_eval *e, const lcv_ast *ast, literal *l)
{
    const lcv_ast *ins = ast->child, *outs = ins->next;
    l->nins = ins->nchildren;
    l->nouts = outs->nchildren;
    l->out = lc_frame_alloc(e->ctx, l->nouts + 1, sizeof *l->out);
    l->in = lc_frame_alloc(e->ctx, l->nins + 1, sizeof *l->in);
    if (!l->out || !l->in)
        return lcv_eval_no_memory(e, ast->span) != NULL;
    size_t i = 0;
    for (const lcv_ast *dim = outs->child; dim; dim = dim->next, i++) {
        if (!read_out(e, dim, &l->out[i]))
            return false;
    }
    i = 0;
    for (const lcv_ast *dim = ins->child; dim; dim = dim->next, i++) {
        if (!read_in(e, dim, l, i))
            return false;
    }
    return true;
}

static lcv_value *eval_linear(lcv_eval *e, const lcv_ast *ast)
{
    literal l = {0};
    if (!read_literal(e, ast, &l))
        return NULL;
    lc_linear *made = lc_linear_from_bases(e->ctx, l.nins, l.in, l.nouts, l.out);
    return lcv_eval_kept(e, ast->span, lcv_value_linear(e->ctx, made));
}

lcv_value *lcv_eval_linear(lcv_eval *e, const lcv_ast *ast)
{
    return ast->kind == LCV_AST_SWIZZLE ? eval_swizzle(e, ast) : eval_linear(e, ast);
}

/* ---- arguments: names of dims, lists ---- */

lcv_value *lcv_eval_names(lcv_eval *e, const lcv_ast *ast, const char *signature)
{
    bool list = ast->kind == LCV_AST_LIST;
    size_t n = list ? ast->nchildren : 1, have = 0;
    const char **name = lc_frame_alloc(e->ctx, n + 1, sizeof *name);
    for (const lcv_ast *part = list ? ast->child : ast; name && part && have < n;
         part = part->next) {
        bool stride_word = part->kind == LCV_AST_STRIDE && lcv_is_stride_word(part->text);
        if (part->kind != LCV_AST_NAME && part->kind != LCV_AST_STRING && !stride_word) {
            lcv_eval_fail(e, part->span, "expected the name of a dim");
            return lcv_diag_hint(
                e->diag, "expected %s: names of dims are written register, [register,lane]",
                signature);
        }
        name[have++] = part->text;
    }
    return lcv_eval_kept(e, ast->span, name ? lcv_value_names(e->ctx, n, name) : NULL);
}

static lcv_value *list_of_values(lcv_eval *e, const lcv_ast *ast)
{
    lcv_value **part = lc_frame_alloc(e->ctx, ast->nchildren, sizeof(lcv_value *));
    size_t have = 0;
    for (const lcv_ast *item = ast->child; part && item; item = item->next)
        if (!(part[have++] = item->kind == LCV_AST_LIST ? lcv_eval_list(e, item)
                                                        : lcv_eval_value(e, item)))
            return NULL;
    return lcv_eval_kept(e, ast->span, part ? lcv_value_list(e->ctx, have, part) : NULL);
}

/* Is it written as something else than integers, tuples and strides? */
static bool is_list_of_values(const lcv_eval *e, const lcv_ast *ast)
{
    for (const lcv_ast *item = ast->child; item; item = item->next) {
        const lcv_binding *bound = item->kind == LCV_AST_NAME
                                       ? lcv_scope_find(e->scope, item->text)
                                       : NULL;
        const lcv_value *v = bound ? bound->value : NULL;
        if (item->kind == LCV_AST_LAYOUT || item->kind == LCV_AST_COMPOSE ||
            item->kind == LCV_AST_LIST || item->kind == LCV_AST_LINEAR ||
            item->kind == LCV_AST_SWIZZLE ||
            (v && v->kind != LCV_TUPLE && v->kind != LCV_STRIDES))
            return true;
    }
    return false;
}

lcv_value *lcv_eval_list(lcv_eval *e, const lcv_ast *ast)
{
    if (ast->nchildren == 0)
        return lcv_eval_names(e, ast, "");
    if (is_list_of_values(e, ast))
        return list_of_values(e, ast);
    return lcv_eval_tuple(e, ast->child, ast->nchildren, ast->span);
}
