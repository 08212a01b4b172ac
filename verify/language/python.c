#include "config.h"

#include "python.h"

#include <ctype.h>
#include <string.h>

#include "../../lib/text.h"

static bool is_name(const lcv_ast *ast, const char *name)
{
    return ast->kind == LCV_AST_NAME && strcmp(ast->text, name) == 0;
}

static bool is_size(const lcv_ast *ast)
{
    return ast->kind == LCV_AST_TUPLE && ast->text && strcmp(ast->text, LCV_PYTHON_SIZE) == 0;
}

/* Of two parts, which come from another tree. */
static lcv_ast *pair(lcv_parser *parser, lcv_ast_kind kind, lcv_span span, lcv_ast *a, lcv_ast *b)
{
    lcv_ast *made = lcv_ast_new(parser->arena, kind, span);
    a->next = b->next = NULL;
    if (!made)
        return lcv_diag_no_memory(parser->diag, span);
    lcv_ast_add(made, a);
    lcv_ast_add(made, b);
    return made;
}

static lcv_ast *integer(lcv_parser *parser, const char *digits, lcv_span span)
{
    lcv_ast *made = lcv_ast_new(parser->arena, LCV_AST_INT, span);
    if (made)
        made->text = digits;
    else
        lcv_diag_no_memory(parser->diag, span);
    return made;
}

/* ---- sizes and strides ---- */

/* The arguments of a call as a tuple: (8, 1) behind a size. */
static lcv_ast *arguments(lcv_parser *parser, lcv_ast *apply)
{
    lcv_ast *made = lcv_ast_new(parser->arena, LCV_AST_TUPLE, apply->span);
    if (!made)
        return lcv_diag_no_memory(parser->diag, apply->span);
    for (lcv_ast *arg = apply->child->next, *next; arg; arg = next) {
        next = arg->next;
        arg->next = NULL;
        lcv_ast_add(made, arg);
    }
    return made;
}

lcv_ast *lcv_python_tuple(lcv_ast *tuple)
{
    if (tuple->nchildren == 2 && is_size(tuple->child))
        tuple->kind = LCV_AST_LAYOUT;
    return tuple;
}

/* ---- calls ---- */

/* The value of an argument NAME=VALUE; NULL: it is none. */
static lcv_ast *named(const lcv_ast *arg, const char *name)
{
    bool is = arg->kind == LCV_AST_KEYWORD && strcmp(arg->text, name) == 0;
    return is ? arg->child : NULL;
}

static bool is_empty(const lcv_ast *arg)
{
    const lcv_ast *of = arg->kind == LCV_AST_KEYWORD ? arg->child : arg;
    return of->kind == LCV_AST_TUPLE && of->nchildren == 0;
}

/* make_layout(A, B) of axes=(A, B); A of one. */
static lcv_ast *of_axes(lcv_ast *apply, lcv_ast *axes)
{
    lcv_ast *callee = apply->child;
    callee->text = "make_layout";
    callee->next = NULL;
    apply->nchildren = 1;
    apply->last = callee;
    for (lcv_ast *axis = axes->child, *next; axis; axis = next) {
        next = axis->next;
        axis->next = NULL;
        lcv_ast_add(apply, axis);
    }
    return apply->nchildren == 2 ? callee->next : apply;
}

/* (f, A, offset=5) in the order (f, 5, A). */
static lcv_ast *offset_between(lcv_ast *apply)
{
    lcv_ast *f = apply->child->next, *a = f->next, *keyword = a->next, *offset = keyword->child;
    f->next = offset;
    offset->next = a;
    a->next = NULL;
    apply->last = a;
    return apply;
}

/* CuTe DSL names arguments that others have in their place: make_layout(S, stride=D). */
static const struct {
    const char *call, *argument[3]; /* in their order; NULL: it has no name */
} placed[] = {{"make_layout", {NULL, "stride"}},
              {"make_ordered_layout", {NULL, "order"}},
              {"make_composed_layout", {"inner", "offset", "outer"}},
              {"make_swizzle", {NULL}}};

/* The arguments without their names. False: the call is another one, or has other arguments. */
static bool take_names_off(lcv_ast *apply)
{
    size_t i = 0, k = 0, n = sizeof placed / sizeof *placed;
    while (i < n && !is_name(apply->child, placed[i].call))
        i++;
    if (i == n || apply->nchildren > 4)
        return false;
    for (const lcv_ast *arg = apply->child->next; arg; arg = arg->next, k++)
        if (arg->kind == LCV_AST_KEYWORD &&
            (!placed[i].argument[k] || strcmp(arg->text, placed[i].argument[k]) != 0))
            return false;
    for (lcv_ast *before = apply->child; before->next; before = before->next)
        if (before->next->kind == LCV_AST_KEYWORD) {
            lcv_ast *value = before->next->child;
            value->next = before->next->next;
            before->next = value;
        }
    while (apply->last->next)
        apply->last = apply->last->next;
    return true;
}

/* make_swizzle(b, m, s), and make_composed_layout(inner, offset, outer), c -> inner(offset +
 * outer(c)). */
static lcv_ast *of_dsl(lcv_parser *parser, lcv_ast *apply)
{
    lcv_ast *first = apply->child->next, *second = first->next, *third = second->next;
    if (is_name(apply->child, "make_composed_layout")) {
        lcv_ast *inside = pair(parser, LCV_AST_COMPOSE, apply->span, second, third);
        return inside ? pair(parser, LCV_AST_COMPOSE, apply->span, first, inside) : NULL;
    }
    lcv_ast *swizzle = pair(parser, LCV_AST_SWIZZLE, apply->span, first, second);
    if (swizzle)
        lcv_ast_add(swizzle, third);
    return swizzle;
}

lcv_ast *lcv_python_call(lcv_parser *parser, lcv_ast *apply)
{
    bool taken = take_names_off(apply);
    if (taken && apply->nchildren == 4 &&
        (is_name(apply->child, "make_composed_layout") || is_name(apply->child, "make_swizzle")))
        return of_dsl(parser, apply);
    lcv_ast *callee = apply->child, *first = callee->next, *second = first->next;
    if (is_size(callee)) {
        lcv_ast *strides = arguments(parser, apply);
        return strides ? pair(parser, LCV_AST_LAYOUT, apply->span, callee, strides) : NULL;
    }
    if (is_name(callee, LCV_PYTHON_SIZE) && !second && first->kind == LCV_AST_LIST) {
        first->kind = LCV_AST_TUPLE;
        first->text = LCV_PYTHON_SIZE;
        first->span = apply->span;
        return first;
    }
    if (is_name(callee, "_MeshLayout") && !second && named(first, "axes") &&
        named(first, "axes")->kind == LCV_AST_TUPLE && named(first, "axes")->child)
        return of_axes(apply, named(first, "axes"));
    if (is_name(callee, "Tensor") && second && !second->next && first->kind == LCV_AST_OFFSET)
        return pair(parser, LCV_AST_COMPOSE, apply->span, first, second);
    if (is_name(callee, "ComposedLayout") && apply->nchildren == 4 &&
        named(second->next, "offset") && first->kind != LCV_AST_KEYWORD &&
        second->kind != LCV_AST_KEYWORD)
        return offset_between(apply);
    if (second && !second->next && is_empty(first) && is_empty(second)) { /* of no modes */
        lcv_ast *one = integer(parser, "1", apply->span);
        lcv_ast *zero = one ? integer(parser, "0", apply->span) : NULL;
        return zero ? pair(parser, LCV_AST_LAYOUT, apply->span, one, zero) : NULL;
    }
    return apply;
}

/* ---- DeviceMesh((dp=2, tp=4), 'cuda', stride=(4, 1)) ---- */

typedef struct {
    lcv_parser *parser;
    const char *text, *at;
    lcv_span span; /* of the whole text */
} reader;

static void skip(reader *r)
{
    r->at += strspn(r->at, " \t\r\n");
}

static bool passes(reader *r, char sign)
{
    skip(r);
    if (*r->at != sign)
        return false;
    r->at++;
    return true;
}

static void *wrong(reader *r)
{
    size_t place = r->span.begin + (size_t)(r->at - r->text);
    lcv_diag_set(r->parser->diag, r->parser->source,
                 (lcv_span){place, *r->at ? place + 1 : place}, "a mesh that is not read");
    return lcv_diag_hint(
        r->parser->diag,
        "expected DeviceMesh((dp=2, tp=4), 'cuda', stride=(4, 1)), init_device_mesh(\"cuda\", "
        "(2, 4)), or the layout itself, "
        "(2,4):(4,1)");
}

/* (dp=2, tp=4), stride: (4, 1), (4, 1), ((8, 2), 1), 4; () is the stride of an axis of one
 * device */
static lcv_ast *sizes(reader *r, unsigned depth)
{
    skip(r);
    const char *name = r->at;
    while (isalnum((unsigned char)*r->at) || *r->at == '_')
        r->at++;
    if (!passes(r, '=') && !passes(r, ':'))
        r->at = name;
    skip(r);
    if (!passes(r, '(')) {
        size_t n = strspn(r->at, "0123456789");
        char *digits = n > 0 ? lcv_arena_alloc(r->parser->arena, n + 1) : wrong(r);
        if (!digits)
            return NULL;
        memcpy(digits, r->at, n);
        r->at += n;
        return integer(r->parser, digits, r->span);
    }
    if (depth > 0 && passes(r, ')'))
        return integer(r->parser, "0", r->span);
    lcv_ast *made = lcv_ast_new(r->parser->arena, LCV_AST_TUPLE, r->span);
    while (made && depth < 8 && !passes(r, ')')) {
        lcv_ast *item = sizes(r, depth + 1);
        if (!item)
            return NULL;
        lcv_ast_add(made, item);
        if (!passes(r, ',')) {
            if (!passes(r, ')'))
                return wrong(r);
            break;
        }
    }
    return made && made->nchildren > 0 ? made : wrong(r);
}

/* 'cuda', or device: 'cuda' before torch 2.10. */
static bool passes_device(reader *r)
{
    static const char device[] = "device:";
    skip(r);
    if (strncmp(r->at, device, strlen(device)) == 0)
        r->at += strlen(device);
    if (!passes(r, '\''))
        return false;
    r->at += strcspn(r->at, "'");
    return passes(r, '\'');
}

/* mesh_dim_names=("dp", "tp"), where that comes next among the arguments: "dp,tp". NULL: there
 * are none, or with an error. */
static const char *dim_names(reader *r)
{
    static const char key[] = "mesh_dim_names";
    lc_text text = {0};
    const char *at = strstr(r->at, key);
    if (!at || !(at = strchr(at, '=')))
        return NULL;
    for (at = strpbrk(at, "([)"); at && *at && *at != ')' && *at != ']';) {
        at += strcspn(at, "\"')]");
        if (*at != '"' && *at != '\'')
            break;
        size_t n = strcspn(++at, "\"'");
        if (text.length > 0)
            lc_text_add(&text, ",");
        lc_text_add_bytes(&text, at, n);
        at += n + (at[n] != '\0');
    }
    char *own = text.length > 0 ? lcv_arena_alloc(r->parser->arena, text.length + 1) : NULL;
    if (own)
        memcpy(own, text.data, text.length);
    lc_text_free(&text);
    return own;
}

/* init_device_mesh("cuda", (2, 4), mesh_dim_names=..): the last axis fastest. */
static lcv_ast *made_mesh(reader *r)
{
    skip(r);
    const char quote = *r->at == '"' ? '"' : '\'';
    if (!passes(r, quote))
        return wrong(r);
    r->at += strcspn(r->at, "\"'");
    if (!passes(r, quote) || !passes(r, ','))
        return wrong(r);
    lcv_ast *shape = sizes(r, 0);
    lcv_ast *callee = shape ? lcv_ast_new(r->parser->arena, LCV_AST_NAME, r->span) : NULL;
    if (!callee)
        return NULL;
    callee->text = "make_layout_right";
    lcv_ast *mesh = pair(r->parser, LCV_AST_APPLY, r->span, callee, shape);
    if (mesh)
        mesh->text = dim_names(r);
    return mesh;
}

size_t lcv_python_mesh_length(const char *text)
{
    size_t at = strcspn(text, "("), depth = 0;
    for (; text[at] && text[at] != '\n'; at++) {
        if (text[at] == '(')
            depth++;
        else if (text[at] == ')' && --depth == 0)
            return at + 1;
    }
    return at;
}

lcv_ast *lcv_python_mesh(lcv_parser *parser, lcv_span span, const char *text)
{
    static const char stride[] = "stride";
    reader r = {.parser = parser, .text = text, .at = strchr(text, '(') + 1, .span = span};
    if (text[0] == 'i')
        return made_mesh(&r);
    lcv_ast *shape = sizes(&r, 0), *strides = NULL;
    if (!shape)
        return NULL;
    if (!passes(&r, ',') || !passes_device(&r))
        return wrong(&r);
    if (!passes(&r, ','))
        return wrong(&r);
    skip(&r);
    if (strncmp(r.at, stride, strlen(stride)) != 0)
        return wrong(&r);
    strides = sizes(&r, 0);
    skip(&r);
    if (strides && *r.at != ')' && *r.at != ',') /* perhaps the mesh itself follows */
        return wrong(&r);
    return strides ? pair(parser, LCV_AST_LAYOUT, span, shape, strides) : NULL;
}
