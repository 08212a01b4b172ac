/* expression.c - expressions with parameters, in symbols. */
#include "config.h"

#include "../catalogue/catalogue.h"
#include "../form/modes.h"
#include "../form/relation.h"
#include "../pieces/text.h"
#include "../value/text.h"
#include "bits.h"
#include "reading.h"

#include <stdlib.h>
#include <string.h>

/* ---- what has no parameters ---- */

static const lcv_form *eval_plain(lcv_forms *f, const lcv_ast *ast)
{
    lcv_reading *by = f->reading;
    lcv_value *v = lcv_eval_value(&by->at, ast);
    if (v)
        return lcv_form_value(f, lcv_value_ref(v));
    lcv_obstacle(f, "%s", by->diag.message ? by->diag.message : "no value");
    lcv_diag_clear(&by->diag);
    lcv_disagreement_clear(&by->at.disagreement);
    by->at.status = LCV_EVAL_OK;
    return NULL;
}

/* ---- names ---- */

/* Evaluates the expression behind a name, once, in the file that defines it. */
static const lcv_form *eval_definition(lcv_forms *f, const lcv_value *v)
{
    size_t i = lcv_problem_expression(f->reading->problem, v);
    if (i == SIZE_MAX)
        return lcv_obstacle(f, "a name without a form");
    const lcv_form **cached = &f->reading->cached[i];
    if (*cached)
        return *cached;
    lcv_place outside = lcv_reading_enter(f, lcv_place_of(v->formula));
    *cached = lcv_form_eval(f, v->formula->ast);
    lcv_reading_enter(f, outside);
    return *cached;
}

static const lcv_form *eval_name(lcv_forms *f, const lcv_ast *ast)
{
    const lcv_binding *binding = lcv_scope_find(f->reading->at.scope, ast->text);
    const lcv_value *v = binding ? binding->value : NULL;
    if (v && v->kind == LCV_EXPRESSION)
        return eval_definition(f, v);
    bool parameter = v && v->kind == LCV_PARAMETER;
    size_t i = parameter ? lcv_problem_parameter(f->reading->problem, v) : SIZE_MAX;
    return i != SIZE_MAX ? lcv_form_int(f, f->parameter[i]) : eval_plain(f, ast);
}

/* ---- relations ---- */

/* A parameter in the text of a relation, by the meaning of its name here; the family is taken
 * over. */
static lcr_map *settle_name(lcv_forms *f, lcr_map *m, const char *name)
{
    const lcv_problem *problem = f->reading->problem;
    const lcv_binding *binding = lcv_scope_find(f->reading->at.scope, name);
    const lcv_value *v = binding ? binding->value : NULL;
    bool parameter = v && v->kind == LCV_PARAMETER;
    size_t i = parameter ? lcv_problem_parameter(problem, v) : SIZE_MAX;
    if (i != SIZE_MAX && f->symbol[i] != SIZE_MAX)
        return m;
    const lcv_ast use = {.kind = LCV_AST_NAME, .text = name};
    return lcv_forms_define(f, m, name, lcv_form_as_int(f, lcv_form_eval(f, &use)));
}

static const lcv_form *eval_isl(lcv_forms *f, const lcv_ast *ast)
{
    bool set = ast->kind == LCV_AST_SET;
    lcr_map *m = lcr_family_parse(f->r, ast->text, set);
    size_t n = m ? lcr_map_nparameters(m) : 0;
    for (size_t i = n; m && i-- > 0;) {
        char *name = lcv_text(f->ctx, "%s", lcr_map_parameter(m, i));
        m = name ? settle_name(f, m, name) : m;
        free(name);
    }
    return m ? lcv_form_relation(f, m, set) : lcv_obstacle(f, "a relation with parameters");
}

/* The text of a map, or of its holes; NULL with the obstacle. */
static char *map_text(lcv_forms *f, const lcv_ast *ast, bool holes)
{
    lcv_eval *at = &f->reading->at;
    lcv_arena *arena = lcv_arena_new();
    lcv_sums *sums = arena ? lcv_arena_alloc(arena, sizeof *sums) : NULL;
    lcv_lowered lowered;
    char *text = NULL;
    if (sums) {
        lcv_lowering l = {.sums = sums, .scope = at->scope, .source = at->source};
        sums->arena = arena;
        if (lcv_lower_map(&l, ast, &lowered))
            text = holes ? lcv_map_holes(&l, ast, &lowered) : lcv_map_text(&l, ast, &lowered);
        if (!text)
            lcv_obstacle(f, "%s%s", l.failed ? l.what : "a map",
                         l.limit ? ": all parameters in ranges of few numbers, 1..16, would do"
                                 : "");
    }
    lcv_arena_free(arena);
    return text;
}

/* A map with a value at each coordinate is a relation. */
static const lcv_form *eval_map(lcv_forms *f, const lcv_ast *ast)
{
    lcv_for_all q;
    char *holes = map_text(f, ast, true), *text = holes ? map_text(f, ast, false) : NULL;
    const lcv_ast relation = {.kind = LCV_AST_RELATION, .span = ast->span, .text = text},
                  none = {.kind = LCV_AST_SET, .span = ast->span, .text = holes};
    const lcv_form *left = text ? eval_isl(f, &none) : NULL, *made = NULL;
    bool whole = left && lcv_for_all_open(f, &q, NULL) &&
                 lcv_for_all_yes(f, &q, lcr_all_empty(f->r, &q.all, lcv_form_elements(f, left)),
                                 "the map has a value at each coordinate");
    if (whole)
        made = eval_isl(f, &relation);
    free(holes);
    free(text);
    return made;
}

/* ---- arithmetic ---- */

/* floor(a / b): b is a number, or at least 1. */
static const lc_poly *quotient(lcv_forms *f, const lc_poly *a, const lc_poly *b)
{
    lcv_symbols *s = f->symbols;
    lc_int c;
    if (lc_poly_is_const(b, &c)) {
        if (lc_int_is_zero(c))
            return lcv_obstacle(f, "division by zero");
        if (lc_int_sign(c) > 0)
            return lcv_size_floor(s, a, c);
        return lcv_size_floor(s, lcv_size_neg(s, a), lc_int_neg(f->ctx, c));
    }
    return lcv_forms_require(f, b, "the divisor") ? lcv_forms_floor(f, a, b) : NULL;
}

static const lc_poly *compute(lcv_forms *f, lcv_op op, const lc_poly *a, const lc_poly *b)
{
    lcv_symbols *s = f->symbols;
    switch (op) {
    case LCV_OP_ADD: return lcv_size_add(s, a, b);
    case LCV_OP_SUB: return lcv_size_sub(s, a, b);
    case LCV_OP_MUL: return lcv_size_mul(s, a, b);
    case LCV_OP_NEG: return lcv_size_neg(s, a);
    case LCV_OP_DIV:
    case LCV_OP_MOD: break;
    default: return lcv_size_bits(f, op, a, b);
    }
    const lc_poly *q = quotient(f, a, b);
    return !q || op == LCV_OP_DIV ? q : lcv_size_sub(s, a, lcv_size_mul(s, b, q));
}

/* A form made of one or two others. */
static const lcv_form *of_step(lcv_forms *f, const char *name, size_t n, const lcv_form *x,
                               const lcv_form *y, const lcv_form *made)
{
    const lcv_form *arg[2] = {x, y};
    lcv_forms_step(f, name, n, arg, made);
    return made;
}

/* A tuple of more than an integer; NULL: it is none. */
static const lcv_form *nested(lcv_forms *f, const lcv_form *form)
{
    const lcv_form *tuple = form && lcv_form_is_tuple(form) ? lcv_form_as_tuple(f, form) : NULL;
    return tuple && !lc_tuple_is_leaf(tuple->nest) ? tuple : NULL;
}

/* Sums and products of tuples by element; an integer is a factor of each. */
static const lcv_form *by_element(lcv_forms *f, lcv_op op, const lcv_form *x, const lcv_form *y)
{
    const lcv_form *tuple[2] = {nested(f, x), nested(f, y)};
    const lcv_form *like = tuple[0] ? tuple[0] : tuple[1];
    const lcv_form *both[2] = {lcv_form_as_tuple(f, x), y ? lcv_form_as_tuple(f, y) : NULL};
    if (!both[0] || (y && !both[1]))
        return NULL;
    bool alike = !y ||
                 (tuple[0] && tuple[1] && lc_tuple_congruent(tuple[0]->nest, tuple[1]->nest));
    if (op == LCV_OP_MOD)
        return lcv_obstacle(f, "a remainder of tuples");
    bool each = (op == LCV_OP_MUL && !(tuple[0] && tuple[1])) || (op == LCV_OP_DIV && !tuple[1]);
    if (!alike && !each)
        return lcv_obstacle(f, "arithmetic of tuples that are nested differently");
    const lc_poly **made = lc_frame_alloc(f->ctx, like->n, sizeof(lc_poly *));
    bool ok = made != NULL;
    for (size_t i = 0; ok && i < like->n; i++) {
        const lc_poly *a = both[0]->extent[tuple[0] ? i : 0];
        const lc_poly *b = y ? both[1]->extent[tuple[1] ? i : 0] : NULL;
        ok = a && (!y || b) && (made[i] = compute(f, op, a, b)) != NULL;
    }
    const lcv_form *form = ok ? lcv_form_tuple(f, like->nest, made) : NULL;
    return form || lcv_forms_obstacle(f) ? form : lcv_obstacle(f, "a wildcard in a sum");
}

static const lcv_form *eval_arithmetic(lcv_forms *f, const lcv_ast *ast)
{
    bool binary = ast->kind == LCV_AST_BINARY;
    const lcv_form *x = lcv_form_eval(f, ast->child);
    const lcv_form *y = x && binary ? lcv_form_eval(f, ast->child->next) : NULL;
    if (!x || (binary && !y))
        return NULL;
    if (lcv_form_is_strides(x) || (binary && lcv_form_is_strides(y)))
        return of_step(f, lcv_op_name(ast->op), 1 + binary, x, y,
                       lcv_form_stride_arithmetic(f, ast->op, x, y));
    if (nested(f, x) || nested(f, y))
        return of_step(f, lcv_op_name(ast->op), 1 + binary, x, y, by_element(f, ast->op, x, y));
    const lc_poly *a = lcv_form_as_int(f, x), *b = binary ? lcv_form_as_int(f, y) : NULL;
    if (!a || (binary && !b))
        return NULL;
    return of_step(f, lcv_op_name(ast->op), 1 + binary, x, y,
                   lcv_form_int(f, compute(f, ast->op, a, b)));
}

/* ---- tuples and layouts ---- */

/* An element of a tuple: integers, or strides. */
static const lcv_form *eval_element(lcv_forms *f, const lcv_ast *ast)
{
    const lcv_ast any = {.kind = LCV_AST_WILDCARD, .span = ast->span, .height = 1};
    const lcv_form *element = lcv_form_eval(f, lcv_eval_is_x(&f->reading->at, ast) ? &any : ast);
    if (!element || lcv_form_is_strides(element))
        return element;
    return lcv_form_is_tuple(element) ? lcv_form_as_tuple(f, element)
                                      : lcv_obstacle(f, "a tuple of what are no integers");
}

static const lcv_form *eval_tuple(lcv_forms *f, const lcv_ast *first, size_t n)
{
    if (n > LC_MAX_LEAVES)
        return lcv_obstacle(f, "a tuple of %z elements", n);
    const lcv_form **part = lc_frame_alloc(f->ctx, n, sizeof(lcv_form *));
    size_t have = 0;
    for (const lcv_ast *ast = first; part && ast; ast = ast->next)
        if (!(part[have++] = eval_element(f, ast)))
            return NULL;
    const lcv_form *form = part ? lcv_form_tuple_of(f, n, part) : NULL;
    lcv_forms_step(f, "tuple", n, part, form);
    return form;
}

/* A tiler of sizes is that of the tuple. */
static const lcv_form *eval_tiler(lcv_forms *f, const lcv_ast *ast)
{
    for (const lcv_ast *part = ast->child; part; part = part->next)
        if (part->kind == LCV_AST_LAYOUT || part->kind == LCV_AST_STAR)
            return lcv_obstacle(f, "a tiler of layouts that depends on parameters");
    return eval_tuple(f, ast->child, ast->nchildren);
}

static const lcv_form *eval_layout(lcv_forms *f, const lcv_ast *ast)
{
    const lcv_form *shape = lcv_form_as_tuple(f, lcv_form_eval(f, ast->child));
    const lcv_form *stride = shape ? lcv_form_eval(f, ast->child->next) : NULL;
    if (!stride)
        return NULL;
    stride = lcv_form_is_strides(stride) ? stride : lcv_form_as_tuple(f, stride);
    return !stride
               ? NULL
               : of_step(f, "literal", 2, shape, stride, lcv_form_with_strides(f, shape, stride));
}

/* Images are numbers, or none. */
static const lcv_form *eval_morphism(lcv_forms *f, const lcv_ast *ast)
{
    const lcv_ast *from = ast->child, *to = from->next, *images = to->next;
    const lcv_form *domain = lcv_form_as_tuple(f, lcv_form_eval(f, from));
    const lcv_form *codomain = domain ? lcv_form_as_tuple(f, lcv_form_eval(f, to)) : NULL;
    size_t image[LC_MAX_LEAVES], have = 0;
    if (!codomain || images->nchildren != domain->n)
        return codomain ? lcv_obstacle(f, "a morphism with another number of images") : NULL;
    for (const lcv_ast *part = images->child; part; part = part->next, have++) {
        lc_int number;
        image[have] = LC_STAR;
        if (part->kind == LCV_AST_WILDCARD)
            continue;
        const lc_poly *p = lcv_form_as_int(f, lcv_form_eval(f, part));
        if (!p || !lc_poly_is_const(p, &number) || lc_int_sign(number) <= 0 ||
            !lc_int_le(number, lc_int_si(f->ctx, (int64_t)codomain->n)))
            return lcv_obstacle(f, "an image that is no number of an entry");
        image[have] = (size_t)lc_int_get_si(number) - 1;
    }
    return lcv_form_morphism(f, domain, codomain, image);
}

/* ---- calls ---- */

static const lcv_form *evaluate_relation(lcv_forms *f, const lcv_form *of, const lcv_form *at)
{
    const lcv_form *c = lcv_form_as_tuple(f, at), *arg[2] = {of, c};
    for (size_t i = 0; c && i < c->n; i++)
        if (!c->extent[i])
            return of_step(f, "slice", 2, of, c, lcv_rel_slice(&(lcv_sym_call){f, NULL, 2, arg}));
    return c ? of_step(f, "evaluate", 2, of, c, lcv_rel_evaluate(f, of, c)) : NULL;
}

/* The value at a coordinate that is nested like the shape or coarser. */
static const lcv_form *evaluate(lcv_forms *f, const lcv_form *of, const lcv_form *at)
{
    if (lcv_form_is_relation(of))
        return evaluate_relation(f, of, at);
    lcv_outer_form outside;
    const lcv_form *a = lcv_form_inside(f, of, &outside);
    const lcv_form *c = a ? lcv_form_as_tuple(f, at) : NULL;
    if (!c)
        return NULL;
    for (size_t i = 0; i < c->n; i++)
        if (!c->extent[i])
            return lcv_form_after(f, outside,
                                  of_step(f, "slice", 2, a, c, lcv_form_slice(f, a, c)));
    if (outside.any)
        return lcv_obstacle(f, "a value of a composed layout, by parameters");
    return of_step(f, "evaluate", 2, a, c, lcv_form_at(f, a, c));
}

static const lcv_form *eval_at(lcv_forms *f, const lcv_ast *ast)
{
    const lcv_ast *first = ast->child->next;
    const lcv_form *of = first ? lcv_form_eval(f, ast->child) : NULL;
    for (const lcv_ast *arg = first; arg != NULL; arg = arg->next)
        if (arg->kind == LCV_AST_KEYWORD)
            return lcv_obstacle(f, "a coordinate has no names");
    if (!of)
        return NULL;
    const lcv_form *at = !first->next ? lcv_form_eval(f, first)
                                      : eval_tuple(f, first, ast->nchildren - 1);
    return at ? evaluate(f, of, at) : NULL;
}

/* The tiler that applies an operation to each mode; NULL: there is none. */
static const lc_tiler *each_by(const lcv_operation *of, size_t n, const lcv_form *const *arg)
{
    bool may = of && of->each != LCV_NOT_EACH && n == 2;
    lcv_value *v = may && arg[1]->kind == LCV_FORM_VALUE ? arg[1]->value : NULL;
    return v && v->kind == LCV_TILER && !lc_tiler_as_layout(v->tiler) ? v->tiler : NULL;
}

static const lcv_form *eval_call(lcv_forms *f, const lcv_ast *ast)
{
    const lcv_ast *callee = ast->child;
    if (callee->kind != LCV_AST_NAME || lcv_scope_find(f->reading->at.scope, callee->text))
        return eval_at(f, ast);
    size_t n = ast->nchildren - 1, have = 0;
    const lcv_form **arg = lc_frame_alloc(f->ctx, n, sizeof(lcv_form *));
    if (!arg)
        return NULL;
    for (const lcv_ast *part = callee->next; part != NULL; part = part->next) {
        if (part->kind == LCV_AST_KEYWORD || part->kind == LCV_AST_LIST)
            return lcv_obstacle(f, "%s of arguments by name", callee->text);
        if (!(arg[have++] = lcv_form_eval(f, part)))
            return NULL;
    }
    const lcv_operation *of = lcv_operation_called(callee->text);
    const lc_tiler *each = each_by(of, n, arg);
    if (each)
        return lcv_form_each(f, of, arg[0], each);
    const lcv_form *form = of ? lcv_form_call(f, of, n, arg)
                              : lcv_obstacle(f, "%s of %z arguments", callee->text, n);
    lcv_forms_step(f, callee->text, n, arg, form);
    return form;
}

/* ---- composition ---- */

/* X o Y; {8} o Y, a tensor; (M,0) o Y, also a tensor if the values of Y are coordinates. */
static const lcv_form *eval_compose(lcv_forms *f, const lcv_ast *ast)
{
    const lcv_ast *first = ast->child, *rest = first->next;
    bool offset = first->kind == LCV_AST_OFFSET;
    const lcv_form *outer = lcv_form_eval(f, offset ? first->child : first);
    bool between = rest->kind == LCV_AST_COMPOSE && rest->child->kind != LCV_AST_OFFSET;
    const lcv_form *middle = outer && between && !offset ? lcv_form_eval(f, rest->child) : NULL;
    bool inside = middle && lcv_form_is_tuple(middle);
    const lcv_form *inner = outer ? lcv_form_eval(f, inside ? rest->child->next : rest) : NULL;
    if (inner && inside)
        inner = of_step(f, "tensor", 2, middle, inner, lcv_form_tensor(f, middle, inner));
    if (!inner)
        return NULL;
    if (offset)
        return of_step(f, "tensor", 2, outer, inner, lcv_form_tensor(f, outer, inner));
    if (inside && !(outer->kind == LCV_FORM_VALUE && outer->value->kind == LCV_SWIZZLE))
        return lcv_form_after_layout(f, outer, inner);
    const lcv_form *both[2] = {outer, inner};
    if (lcv_form_is_relation(outer) || lcv_form_is_relation(inner))
        return of_step(f, "compose", 2, outer, inner,
                       lcv_rel_compose(&(lcv_sym_call){f, NULL, 2, both}));
    const lcv_form *tuple = lcv_form_is_tuple(outer) ? lcv_form_as_tuple(f, outer) : NULL;
    const lcv_form *a = tuple && !lc_tuple_is_leaf(tuple->nest) ? lcv_form_as_tensor(f, inner)
                                                                : NULL;
    if (a && a->profile)
        return of_step(f, "tensor", 2, outer, a, lcv_form_tensor(f, outer, a));
    return of_step(f, "compose", 2, outer, inner, lcv_form_compose(f, outer, inner));
}

/* ---- expressions ---- */

const lcv_form *lcv_form_eval(lcv_forms *f, const lcv_ast *ast)
{
    if (!lcv_depends(f->reading->at.scope, ast))
        return eval_plain(f, ast);
    switch (ast->kind) {
    case LCV_AST_NAME: return eval_name(f, ast);
    case LCV_AST_UNARY:
    case LCV_AST_BINARY: return eval_arithmetic(f, ast);
    case LCV_AST_TUPLE: return eval_tuple(f, ast->child, ast->nchildren);
    case LCV_AST_LAYOUT: return eval_layout(f, ast);
    case LCV_AST_MORPHISM: return eval_morphism(f, ast);
    case LCV_AST_APPLY: return eval_call(f, ast);
    case LCV_AST_COMPOSE: return eval_compose(f, ast);
    case LCV_AST_RELATION:
    case LCV_AST_SET: return eval_isl(f, ast);
    case LCV_AST_MAP: return eval_map(f, ast);
    case LCV_AST_SWIZZLE:
        return lcv_obstacle(f, "the bits of a swizzle that depend on parameters");
    case LCV_AST_TILER: return eval_tiler(f, ast);
    default: return lcv_obstacle(f, "an expression of this kind with parameters");
    }
}

const lcv_form *lcv_form_eval_tensor(lcv_forms *f, const lcv_ast *ast, const lc_poly **offset)
{
    const lcv_form *form = lcv_form_as_tensor(f, lcv_form_eval(f, ast));
    if (!form)
        return NULL;
    if (form->offset && form->naxes != 1)
        return lcv_obstacle(f, "an offset that is no integer");
    *offset = form->offset ? form->offset[0] : lcv_size_int(f->symbols, lc_int_const(0));
    return *offset ? lcv_form_without_offset(f, form) : NULL;
}
