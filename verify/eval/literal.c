/* literal.c - integers, tuples, layouts, tilers, relations and sets as written. */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../language/character.h"
#include "eval.h"

/* ---- integers and tuples ---- */

static lcv_value *eval_int(lcv_eval *e, const lcv_ast *ast)
{
    lc_ctx *ctx = lcr_ctx_lc(e->r);
    lc_int value;
    if (lc_int_parse(ctx, ast->text, strlen(ast->text), &value)) {
        lcv_value *v = lcv_value_int(ctx, value);
        return v ? v : lcv_eval_failed(e, ast->span);
    }
    return lcv_eval_failed(e, ast->span);
}

static void not_in_a_tuple(lcv_eval *e, const lcv_ast *ast, const lcv_value *v)
{
    lcv_eval_fail(e, ast->span, "a tuple holds integers, strides and tuples, not %s",
                  lcv_value_describe(v));
    if (v->kind == LCV_LAYOUT || v->kind == LCV_TILER)
        lcv_diag_hint(e->diag, "a tiler of layouts is written <4:1, 8:2>, a layout of layouts "
                               "concat(4:1, 8:2)");
}

/* The values of a list of expressions that must all be tuples. */
lcv_value *lcv_eval_tuple(lcv_eval *e, const lcv_ast *first, size_t n, lcv_span span)
{
    lc_ctx *ctx = lcr_ctx_lc(e->r);
    if (n > LC_MAX_LEAVES)
        return lcv_eval_fail(e, span, "a tuple of %zu elements: expected at most %d", n,
                             LC_MAX_LEAVES);
    lcv_value **part = calloc(n, sizeof(lcv_value *)), *made = NULL;
    size_t have = 0;
    for (const lcv_ast *ast = first; part && ast && e->status == LCV_EVAL_OK; ast = ast->next) {
        lcv_value *v = part[have] = lcv_eval_value(e, ast);
        have += v != NULL;
        if (v && v->kind != LCV_TUPLE && v->kind != LCV_STRIDES)
            not_in_a_tuple(e, ast, v);
    }
    if (!part)
        lcv_eval_no_memory(e, span);
    else if (e->status == LCV_EVAL_OK && lcv_eval_check_strides(e, first, n, part) &&
             !(made = lcv_value_tuple_of(ctx, n, part)))
        lcv_eval_failed(e, span);
    while (have > 0)
        lcv_value_free(part[--have]);
    free(part);
    return made;
}

static lcv_value *eval_wildcard(lcv_eval *e, const lcv_ast *ast)
{
    lc_ctx *ctx = lcr_ctx_lc(e->r);
    lcv_value *v = lcv_value_tuple(ctx, lc_tuple_wildcard(ctx));
    return v ? v : lcv_eval_failed(e, ast->span);
}

/* ---- layouts and tilers ---- */

lcv_value *lcv_eval_kind(lcv_eval *e, const lcv_ast *ast, lcv_kind kind, const char *what)
{
    lcv_value *v = lcv_eval_value(e, ast);
    if (v && v->kind != kind) {
        lcv_eval_fail(e, ast->span, "expected %s, found %s", what, lcv_value_describe(v));
        lcv_value_free(v);
        return NULL;
    }
    return v;
}

/* The literal of leaf i of a tuple literal; NULL when it is computed. *i counts
 * down over the leaves passed; it is SIZE_MAX when they cannot be counted. */
static const lcv_ast *leaf_literal(const lcv_ast *ast, size_t *i)
{
    if (ast->kind == LCV_AST_INT || ast->kind == LCV_AST_UNARY || ast->kind == LCV_AST_BINARY)
        return (*i)-- == 0 ? ast : NULL;
    if (ast->kind != LCV_AST_TUPLE)
        *i = SIZE_MAX;
    for (const lcv_ast *part = ast->kind == LCV_AST_TUPLE ? ast->child : NULL; part;
         part = part->next) {
        const lcv_ast *found = leaf_literal(part, i);
        if (found || *i == SIZE_MAX)
            return found;
    }
    return NULL;
}

/* Extents below 1 are reported at their place. */
static bool check_extents(lcv_eval *e, const lcv_ast *ast, const lc_tuple *shape)
{
    for (size_t i = 0; i < lc_tuple_nleaves(shape); i++) {
        if (lc_tuple_is_wildcard(shape, i) || lc_int_sign(lc_tuple_value(shape, i)) > 0)
            continue;
        size_t leaf = i;
        const lcv_ast *place = leaf_literal(ast, &leaf);
        char *digits = lc_int_to_str(lcr_ctx_lc(e->r), lc_tuple_value(shape, i));
        lcv_eval_fail(e, place ? place->span : ast->span, "an extent of %s: expected 1 or more",
                      digits ? digits : "0");
        free(digits);
        return false;
    }
    return true;
}

/* A stride that would be accepted: that of the compact layout. */
static void suggest_stride(lcv_eval *e, const lc_tuple *shape)
{
    lc_ctx *ctx = lcr_ctx_lc(e->r);
    lc_layout *compact = lc_layout_compact(ctx, shape);
    lc_tuple *stride = compact ? lc_layout_stride(ctx, compact) : NULL;
    char *text = stride ? lc_tuple_to_str(ctx, stride) : NULL;
    if (text && strlen(text) < 200)
        lcv_diag_hint(e->diag, "expected a stride nested like the shape, as %s is", text);
    free(text);
    lc_tuple_free(stride);
    lc_layout_free(compact);
    lc_ctx_reset(ctx);
}

static lcv_value *make_layout(lcv_eval *e, const lcv_ast *ast, const lcv_value *shape,
                              const lcv_value *stride)
{
    lc_ctx *ctx = lcr_ctx_lc(e->r);
    if (!check_extents(e, ast->child, shape->tuple))
        return NULL;
    bool integers = stride->kind == LCV_TUPLE;
    lcv_value *v =
        lcv_value_layout(ctx, integers ? lc_layout_new(ctx, shape->tuple, stride->tuple)
                                       : lc_layout_reshape(ctx, shape->tuple, stride->layout));
    if (v)
        return v;
    lcv_eval_failed(e, ast->span);
    if (integers && !lc_tuple_has_wildcard(shape->tuple) &&
        !lc_tuple_congruent(shape->tuple, stride->tuple))
        suggest_stride(e, shape->tuple);
    return NULL;
}

/* Integers or not. */
static lcv_value *eval_stride(lcv_eval *e, const lcv_ast *ast)
{
    lcv_value *v = lcv_eval_value(e, ast);
    if (!v || v->kind == LCV_TUPLE || v->kind == LCV_STRIDES)
        return v;
    lcv_eval_fail(e, ast->span, "expected a stride, found %s", lcv_value_describe(v));
    lcv_value_free(v);
    return NULL;
}

static lcv_value *eval_layout(lcv_eval *e, const lcv_ast *ast)
{
    lcv_value *shape = lcv_eval_kind(e, ast->child, LCV_TUPLE, "a shape");
    lcv_value *stride = shape ? eval_stride(e, ast->child->next) : NULL;
    lcv_value *v = stride ? make_layout(e, ast, shape, stride) : NULL;
    if (v && !lcv_eval_check_parentheses(e, ast, v)) {
        lcv_value_free(v);
        v = NULL;
    }
    lcv_value_free(stride);
    lcv_value_free(shape);
    return v;
}

static lcv_value *eval_tiler(lcv_eval *e, const lcv_ast *ast)
{
    lc_ctx *ctx = lcr_ctx_lc(e->r);
    lc_tiler **mode = calloc(ast->nchildren, sizeof(lc_tiler *));
    size_t have = 0;
    for (const lcv_ast *part = ast->child; mode && part; part = part->next) {
        lcv_value *v = lcv_eval_value(e, part);
        if (v && (mode[have] = lcv_as_tiler(ctx, v)))
            have++;
        else if (v)
            lcv_eval_failed(e, part->span);
        lcv_value_free(v);
        if (e->status != LCV_EVAL_OK)
            break;
    }
    lcv_value *made = NULL;
    if (have == ast->nchildren) {
        made = lcv_value_tiler(ctx, lc_tiler_of(ctx, have, mode));
        if (!made)
            lcv_eval_failed(e, ast->span);
    } else if (!mode) {
        lcv_eval_no_memory(e, ast->span);
    }
    while (have > 0)
        lc_tiler_free(mode[--have]);
    free(mode);
    return made;
}

static lcv_value *eval_relation(lcv_eval *e, const lcv_ast *ast)
{
    bool set = ast->kind == LCV_AST_SET;
    for (const char *at = ast->text; *at; at++) {
        char what[80];
        if ((unsigned char)*at < 0x80)
            continue;
        lcv_character_describe(at, what, sizeof what);
        lcv_eval_fail(e, ast->span, "unexpected character %s in the %s", what,
                      set ? "set" : "relation");
        lcv_diag_hint(e->diag, "isl's syntax is ASCII");
        return NULL;
    }
    lcr_map *m = set ? lcr_set_parse(e->r, ast->text) : lcr_map_parse(e->r, ast->text);
    lcv_value *v = !m    ? NULL
                   : set ? lcv_value_set(lcr_ctx_lc(e->r), m)
                         : lcv_value_relation(lcr_ctx_lc(e->r), m);
    return v ? v : lcv_eval_failed(e, ast->span);
}

lcv_value *lcv_eval_literal(lcv_eval *e, const lcv_ast *ast)
{
    switch (ast->kind) {
    case LCV_AST_INT: return eval_int(e, ast);
    case LCV_AST_WILDCARD: return eval_wildcard(e, ast);
    case LCV_AST_TUPLE: return lcv_eval_tuple(e, ast->child, ast->nchildren, ast->span);
    case LCV_AST_LAYOUT: return eval_layout(e, ast);
    case LCV_AST_TILER: return eval_tiler(e, ast);
    default: return eval_relation(e, ast);
    }
}
