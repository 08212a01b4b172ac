/* literal.c - integers, tuples, layouts, tilers, relations and sets as written. */
#include "config.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../../isl-bridge/family.h"
#include "../../lib/text.h"
#include "../language/character.h"
#include "../language/names.h"
#include "eval.h"

/* ---- integers and tuples ---- */

static lcv_value *eval_int(lcv_eval *e, const lcv_ast *ast)
{
    lc_int value;
    bool ok = lc_int_parse(e->ctx, ast->text, strlen(ast->text), &value);
    return lcv_eval_kept(e, ast->span, ok ? lcv_value_int(e->ctx, value) : NULL);
}

static lcv_value *eval_wildcard(lcv_eval *e, const lcv_ast *ast)
{
    return lcv_eval_kept(e, ast->span, lcv_value_tuple(e->ctx, lc_tuple_wildcard(e->ctx)));
}

bool lcv_eval_is_x(const lcv_eval *e, const lcv_ast *ast)
{
    return ast->kind == LCV_AST_NAME &&
           (strcmp(ast->text, "X") == 0 || strcmp(ast->text, "None") == 0) &&
           !lcv_scope_find(e->scope, ast->text);
}

static lcv_value *eval_mode(lcv_eval *e, const lcv_ast *ast)
{
    return lcv_eval_is_x(e, ast) ? eval_wildcard(e, ast) : lcv_eval_value(e, ast);
}

static void not_in_a_tuple(lcv_eval *e, const lcv_ast *ast, const lcv_value *v)
{
    lcv_eval_fail(e, ast->span, "a tuple holds integers, strides and tuples, not %s",
                  lcv_value_describe(v));
}

static bool is_tile(const lcv_value *v)
{
    return v->kind == LCV_LAYOUT || v->kind == LCV_TILER;
}

/* (4:2,8:1), a tile as CuTe prints it: a tiler by mode. */
static lcv_value *tiler_of(lcv_eval *e, lcv_span span, size_t n, lcv_value *const *part)
{
    lc_tiler **mode = lc_frame_alloc(e->ctx, n, sizeof(lc_tiler *));
    for (size_t i = 0; mode && i < n; i++)
        if (!(mode[i] = lcv_kept(e->ctx, lcv_as_tiler(e->ctx, part[i]))))
            return lcv_eval_failed(e, span);
    return mode ? lcv_eval_kept(e, span, lcv_value_tiler(e->ctx, lc_tiler_of(e->ctx, n, mode)))
                : lcv_eval_no_memory(e, span);
}

/* The values of a list of expressions that must all be tuples, or, with layouts, make a tile. */
lcv_value *lcv_eval_tuple(lcv_eval *e, const lcv_ast *first, size_t n, lcv_span span)
{
    if (n == 0) {
        lcv_eval_fail(e, span, "a tuple has at least one element");
        return lcv_diag_hint(e->diag, "a tuple is written (4,8), a tuple of one element (4,)");
    }
    if (n > LC_MAX_LEAVES)
        return lcv_eval_fail(e, span, "a tuple of %zu elements: expected at most %d", n,
                             LC_MAX_LEAVES);
    lcv_value **part = lc_frame_alloc(e->ctx, n, sizeof(lcv_value *));
    size_t have = 0, tiles = 0;
    if (!part)
        return lcv_eval_no_memory(e, span);
    for (const lcv_ast *ast = first; ast && e->status == LCV_EVAL_OK; ast = ast->next) {
        lcv_value *v = part[have++] = eval_mode(e, ast);
        if (v && v->kind != LCV_TUPLE && v->kind != LCV_STRIDES && !is_tile(v))
            not_in_a_tuple(e, ast, v);
        tiles += v && is_tile(v);
    }
    if (e->status == LCV_EVAL_OK && tiles > 0)
        return tiler_of(e, span, n, part);
    if (e->status != LCV_EVAL_OK || !lcv_eval_check_strides(e, first, n, part))
        return NULL;
    return lcv_eval_kept(e, span, lcv_value_tuple_of(e->ctx, n, part));
}

/* ---- layouts and tilers ---- */

lcv_value *lcv_eval_kind(lcv_eval *e, const lcv_ast *ast, lcv_kind kind, const char *what)
{
    lcv_value *v = lcv_eval_value(e, ast);
    if (v && v->kind != kind)
        return lcv_eval_fail(e, ast->span, "expected %s, found %s", what, lcv_value_describe(v));
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
        char *digits = lcv_kept(e->ctx, lc_int_to_str(e->ctx, lc_tuple_value(shape, i)));
        return lcv_eval_fail(e, place ? place->span : ast->span,
                             "an extent of %s: expected 1 or more", digits ? digits : "0");
    }
    return true;
}

/* (1,4)[0], which calls.c has made a name. */
static bool is_indexed(const lcv_ast *stride)
{
    size_t n = stride->kind == LCV_AST_NAME ? strlen(stride->text) : 0;
    return n > 0 && stride->text[0] == '(' && stride->text[n - 1] == ']';
}

/* A stride that would be accepted: that of the compact layout. */
static void suggest_stride(lcv_eval *e, const lc_tuple *shape, bool indexed)
{
    lc_layout *compact = lcv_kept(e->ctx, lc_layout_compact(e->ctx, shape));
    lc_tuple *stride = compact ? lcv_kept(e->ctx, lc_layout_stride(e->ctx, compact)) : NULL;
    char *text = stride ? lcv_kept(e->ctx, lc_tuple_to_str(e->ctx, stride)) : NULL;
    if (indexed)
        lcv_diag_hint(e->diag,
                      "for a mode of a layout, parentheses stand around it: ((4,8):(1,4))[0]");
    else if (text && strlen(text) < 200)
        lcv_diag_hint(e->diag, "expected a stride nested like the shape, as %s is", text);
    lc_ctx_reset(e->ctx);
}

static lcv_value *make_layout(lcv_eval *e, const lcv_ast *ast, const lcv_value *shape,
                              const lcv_value *stride)
{
    if (!check_extents(e, ast->child, shape->tuple))
        return NULL;
    if (stride->kind == LCV_TUPLE &&
        lcv_strides_are_coordinates(e->ctx, shape->tuple, stride->tuple)) {
        stride = lcv_eval_kept(e, ast->child->next->span,
                               lcv_coordinate_strides(e->ctx, shape->tuple, stride->tuple));
        if (!stride)
            return NULL;
    }
    bool integers = stride->kind == LCV_TUPLE;
    lcv_value *v =
        lcv_value_layout(e->ctx, integers
                                     ? lc_layout_new(e->ctx, shape->tuple, stride->tuple)
                                     : lc_layout_reshape(e->ctx, shape->tuple, stride->layout));
    if (lcv_eval_kept(e, ast->span, v))
        return v;
    if (integers && !lc_tuple_has_wildcard(shape->tuple) &&
        !lc_tuple_congruent(shape->tuple, stride->tuple))
        suggest_stride(e, shape->tuple, is_indexed(ast->last));
    return NULL;
}

/* The stride of a layout literal, whether of integers or not. */
static lcv_value *eval_stride(lcv_eval *e, const lcv_ast *ast)
{
    lcv_value *v = lcv_eval_value(e, ast);
    if (!v || v->kind == LCV_TUPLE || v->kind == LCV_STRIDES)
        return v;
    return lcv_eval_fail(e, ast->span, "expected a stride, found %s", lcv_value_describe(v));
}

/* X in a shape or a stride is a name that is missing. */
static const lcv_ast *find_x(const lcv_eval *e, const lcv_ast *ast)
{
    const lcv_ast *found = lcv_eval_is_x(e, ast) ? ast : NULL;
    for (const lcv_ast *part = ast->kind == LCV_AST_TUPLE ? ast->child : NULL; !found && part;
         part = part->next)
        found = find_x(e, part);
    return found;
}

/* injective (4,8):(1,4) is a call of (4,8) alone; false: the shape is no claim. */
static bool is_claim_before(lcv_eval *e, const lcv_ast *ast)
{
    const lcv_ast *shape = ast->child;
    const char *name = shape->kind == LCV_AST_APPLY && shape->child->kind == LCV_AST_NAME
                           ? shape->child->text
                           : NULL;
    if (!name || !lcv_claim_find(name) || lcv_scope_find(e->scope, name))
        return false;
    lcv_span inside = {shape->child->span.end, ast->span.end};
    char *text = lcv_kept(e->ctx, lcv_source_excerpt(e->source, inside, 80));
    lcv_eval_fail(e, ast->span, "the claim '%s' has only what stands in its parentheses", name);
    if (text)
        lcv_diag_hint(e->diag, "expected %s(%s)", name, text + strspn(text, " "));
    return true;
}

static lcv_value *eval_layout(lcv_eval *e, const lcv_ast *ast)
{
    const lcv_ast *x = find_x(e, ast->child) ? find_x(e, ast->child)
                                             : find_x(e, ast->child->next);
    if (x)
        return lcv_eval_unknown_name(e, x);
    if (is_claim_before(e, ast))
        return NULL;
    lcv_value *shape = lcv_eval_kind(e, ast->child, LCV_TUPLE, "a shape");
    if (!shape && ast->child->kind == LCV_AST_TILER)
        lcv_diag_hint(e->diag, "a shape is written (4,8)");
    if (!shape && e->source->text[ast->child->span.begin] == '{') /* braces of C++ */
        lcv_diag_hint(e->diag, "a tuple is written (4,8)");
    if (!shape && ast->child->kind == LCV_AST_STRIDE)
        lcv_diag_hint(e->diag, "a shape has integers, which are written in full: 1000");
    lcv_value *stride = shape ? eval_stride(e, ast->child->next) : NULL;
    lcv_value *v = stride ? make_layout(e, ast, shape, stride) : NULL;
    return v && lcv_eval_check_parentheses(e, ast, v) ? v : NULL;
}

static lc_tiler *tile_of(lcv_eval *e, const lcv_ast *ast)
{
    lcv_value *v = ast->kind == LCV_AST_STAR ? NULL : eval_mode(e, ast);
    if (!v && ast->kind != LCV_AST_STAR)
        return NULL;
    lc_tiler *t = lcv_kept(e->ctx, v ? lcv_as_tiler(e->ctx, v) : lc_tiler_star(e->ctx));
    return t ? t : lcv_eval_failed(e, ast->span);
}

static lcv_value *eval_tiler(lcv_eval *e, const lcv_ast *ast)
{
    lc_tiler **mode = lc_frame_alloc(e->ctx, ast->nchildren, sizeof(lc_tiler *));
    size_t have = 0;
    if (!mode)
        return lcv_eval_no_memory(e, ast->span);
    for (const lcv_ast *part = ast->child; part; part = part->next)
        if (!(mode[have++] = tile_of(e, part)))
            return NULL;
    return lcv_eval_kept(e, ast->span, lcv_value_tiler(e->ctx, lc_tiler_of(e->ctx, have, mode)));
}

/* ---- relations and sets ---- */

/* isl's syntax has no other characters. */
static bool is_ascii(lcv_eval *e, const lcv_ast *ast)
{
    for (const char *at = ast->text; *at; at++) {
        char what[80];
        if ((unsigned char)*at < 0x80)
            continue;
        lcv_character_describe(at, what, sizeof what);
        lcv_eval_fail(e, ast->span, "unexpected character %s in the %s", what,
                      ast->kind == LCV_AST_SET ? "set" : "relation");
        return lcv_diag_hint(e->diag, "isl's syntax is ASCII");
    }
    return true;
}

/* False, with an error, when a parameter in the text of a relation or a set is not defined. */
static bool is_isl_name(lcv_eval *e, const lcv_ast *ast, const char *name)
{
    const char *what = ast->kind == LCV_AST_SET ? "set" : "relation";
    if (lcv_scope_find(e->scope, name))
        return true;
    lcv_eval_fail(e, ast->span, "the %s has the parameter %.80s, which is not defined", what,
                  name);
    return lcv_diag_hint(
        e->diag,
        "expected `param %.80s >= 1` before it, for all numbers from 1 on, or `let "
        "%.80s = 4`, for one",
        name, name);
}

/* The number of a parameter, by its name. False with the status set. */
static bool number_of(lcv_eval *e, const lcv_ast *ast, const char *name, lc_int *number)
{
    lc_ctx *ctx = e->ctx;
    const lcv_ast use = {.kind = LCV_AST_NAME, .span = ast->span, .text = name};
    lcv_value *v = is_isl_name(e, ast, name) ? lcv_eval_value(e, &use) : NULL;
    bool is = v && v->kind == LCV_TUPLE && lcv_as_int(ctx, v, number);
    if (is) /* past the life of the value */
        *number = lc_int_add(ctx, *number, lc_int_const(0));
    else if (v)
        lcv_eval_fail(e, ast->span, "the parameter %.80s is %s: expected an integer", name,
                      lcv_value_describe(v));
    if (!is)
        lc_ctx_reset(ctx);
    return is;
}

/* The relation at the numbers of its parameters; owned. */
static lcr_map *at_numbers(lcv_eval *e, const lcv_ast *ast, const lcr_map *family)
{
    size_t n = lcr_map_nparameters(family);
    lc_int *number = lc_frame_alloc(e->ctx, n, sizeof *number);
    const char **name = number ? lc_frame_alloc(e->ctx, n, sizeof *name) : NULL;
    for (size_t i = 0; name && i < n; i++) {
        name[i] = lcr_map_parameter(family, i);
        if (!number_of(e, ast, name[i], &number[i]))
            return NULL;
    }
    return name ? lcr_family_at(e->r, family, n, name, number) : NULL;
}

/* Does the text declare the name, before its arrow? */
static bool is_declared(const char *text, const char *name)
{
    char declared[LCV_ISL_NAME];
    while (lcv_isl_parameter(&text, declared))
        if (strcmp(declared, name) == 0)
            return true;
    return false;
}

/* A name with a number, which nothing has to be evaluated for. */
static bool plain_number(const lcv_eval *e, const char *name, lc_int *number)
{
    const lcv_binding *binding = lcv_scope_find(e->scope, name);
    const lcv_value *v = binding ? binding->value : NULL;
    return v && v->kind == LCV_TUPLE && lcv_as_int(e->ctx, v, number);
}

/* 2n is 2 times n. */
static bool is_factor(const char *text, const char *name)
{
    while (name > text && name[-1] == ' ')
        name--;
    return name > text && isdigit((unsigned char)name[-1]);
}

/* The text behind its parameters, with their numbers in the places of their names; NULL where one
 * has none. */
static char *with_numbers(lcv_eval *e, const char *text)
{
    char name[LCV_ISL_NAME];
    lc_int number;
    const char *at = text, *arrow;
    lc_text out = {0};
    while (lcv_isl_parameter(&at, name))
        if (!plain_number(e, name, &number))
            return NULL;
    arrow = strstr(at, "->");
    for (at = arrow ? arrow + 2 : at; *at;) {
        const char *from = at;
        bool word = isalpha((unsigned char)*at) || *at == '_';
        if (word)
            lcv_isl_word(&at, name);
        else
            at += isdigit((unsigned char)*at) ? strspn(at, "0123456789") : 1;
        if (word && is_declared(text, name) && plain_number(e, name, &number)) {
            lc_text_add(&out, is_factor(text, from) ? "*" : "");
            lc_text_add_int(&out, number);
        } else {
            lc_text_add_bytes(&out, from, (size_t)(at - from));
        }
    }
    return lc_text_take(e->ctx, &out);
}

/* isl divides by numbers, and by no parameter: "b mod n" is read where n is a number. */
static lcr_map *read_at_numbers(lcv_eval *e, const lcv_ast *ast, bool set)
{
    lc_ctx_reset(e->ctx);
    char *text = with_numbers(e, ast->text);
    lcr_map *m = !text ? NULL : set ? lcr_set_parse(e->r, text) : lcr_map_parse(e->r, text);
    free(text);
    if (m)
        return m;
    lc_ctx_reset(e->ctx);
    lcr_map_free(lcr_family_parse(e->r, ast->text, set)); /* the error of the text as it is */
    return NULL;
}

static lcr_map *read_relation(lcv_eval *e, const lcv_ast *ast)
{
    bool set = ast->kind == LCV_AST_SET;
    const char *at = ast->text;
    char name[LCV_ISL_NAME];
    if (!lcv_isl_parameter(&at, name))
        return set ? lcr_set_parse(e->r, ast->text) : lcr_map_parse(e->r, ast->text);
    lcr_map *family = lcv_kept(e->ctx, lcr_family_parse(e->r, ast->text, set));
    return family ? at_numbers(e, ast, family) : read_at_numbers(e, ast, set);
}

/* A name of the file in a text that isl does not read: perhaps a parameter was meant. */
static void suggest_parameter(lcv_eval *e, const lcv_ast *ast)
{
    char name[LCV_ISL_NAME];
    for (const char *at = ast->text; lcv_isl_word(&at, name);)
        if (lcv_scope_find(e->scope, name) && !is_declared(ast->text, name)) {
            lcv_diag_hint(e->diag,
                          "the parameters of the text stand before it, as in [%.80s] -> "
                          "{ ... }",
                          name);
            return;
        }
}

static lcv_value *eval_relation(lcv_eval *e, const lcv_ast *ast)
{
    lcr_map *m = is_ascii(e, ast) ? read_relation(e, ast) : NULL;
    if (!m && e->status != LCV_EVAL_OK)
        return NULL;
    lcv_value *v = lcv_eval_kept(e, ast->span,
                                 !m                         ? NULL
                                 : ast->kind == LCV_AST_SET ? lcv_value_set(e->ctx, m)
                                                            : lcv_value_relation(e->ctx, m));
    if (!v)
        suggest_parameter(e, ast);
    return v;
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
