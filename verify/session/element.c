/* element.c - A[i]: an element of a list, a tuple or a tiler, a mode of a layout. */
#include "config.h"

#include <stdint.h>
#include <string.h>

#include "../language/build.h"
#include "../symbolic/symbolic.h"
#include "expand.h"

/* The number of elements of a list, a tuple or a tiler by mode; 0 for other values. */
static size_t number_of_elements(const lcv_value *v)
{
    if (v->kind == LCV_LIST)
        return v->nparts;
    if (v->kind == LCV_TUPLE && !lc_tuple_is_leaf(v->tuple))
        return lc_tuple_rank(v->tuple);
    return v->kind == LCV_TILER && !lc_tiler_as_layout(v->tiler) ? lc_tiler_rank(v->tiler) : 0;
}

static lcv_value *take_element(lc_ctx *ctx, const lcv_value *v, size_t i)
{
    if (v->kind == LCV_LIST)
        return lcv_value_ref(v->part[i]);
    if (v->kind == LCV_TUPLE)
        return lcv_value_tuple(ctx, lc_tuple_mode(ctx, v->tuple, i));
    const lc_tiler *part = lc_tiler_on(v->tiler, i);
    const lc_layout *layout = part ? lc_tiler_as_layout(part) : NULL;
    return !part    ? lcv_value_tuple(ctx, lc_tuple_wildcard(ctx))
           : layout ? lcv_value_layout(ctx, lc_layout_ref(layout))
                    : lcv_value_tiler(ctx, lc_tiler_ref(part));
}

/* The number of modes that mode(V, i) takes; 0: V has none. */
static size_t number_of_modes(const lcv_value *v)
{
    bool layout = v->kind == LCV_LAYOUT || v->kind == LCV_TENSOR || v->kind == LCV_COMPOSED;
    return layout ? lc_layout_rank(v->layout) : 0;
}

/* An element, or a range of them, of a value that has none. */
static void *no_element(lcv_eval *e, const lcv_ast *ast, const lcv_value *list)
{
    const lcv_ast *number = ast->child->next;
    lcv_span numbers = {number->span.begin, ast->last->span.end};
    char *of = lcv_kept(e->ctx, lcv_source_excerpt(e->source, ast->child->span, 60));
    char *at = lcv_kept(e->ctx, lcv_source_excerpt(e->source, numbers, 60));
    if (lcv_has_ranges(number))
        return lcv_eval_no_ranges(e, ast->child, list, number, ast->span);
    if (number->next && number_of_modes(list) + number_of_elements(list) > 0)
        lcv_eval_fail(e, numbers, "several numbers where one is expected");
    else
        lcv_eval_fail(e, ast->child->span, "%s has no elements by number: expected a list",
                      lcv_value_describe(list));
    if (of && at && number->next && number_of_modes(list) > 0)
        lcv_diag_hint(e->diag, "a mode of a mode is mode(%s, %s), a value is %s(%s)", of, at, of,
                      at);
    else if (of && at && list->kind != LCV_TUPLE && lcv_is_function(list))
        lcv_diag_hint(e->diag, "a value is %s(%s)", of, at);
    return NULL;
}

static void *out_of_range(lcv_eval *e, const lcv_ast *number, const lcv_value *v, size_t n)
{
    return lcv_eval_fail(e, number->span, "the %s has %zu %s, from 0",
                         v->kind == LCV_LIST    ? "list"
                         : v->kind == LCV_TUPLE ? "tuple"
                         : v->kind == LCV_TILER ? "tiler"
                                                : "layout",
                         n, number_of_modes(v) > 0 ? "modes" : "elements");
}

/* A name that no mode has. */
static void *no_name(lcv_eval *e, const lcv_ast *name, const lcv_value *v)
{
    lc_text names = {0};
    for (size_t i = 0; i < v->nnames; i++)
        lc_text_printf(&names, "%s\"%s\"", i ? ", " : "", v->name[i]);
    if (v->nnames > 0) {
        lcv_eval_fail(e, name->span, "no mode has this name");
        lcv_diag_hint(e->diag, "its modes are %s", lc_text_peek(&names));
    } else {
        lcv_eval_fail(e, name->span, "its modes have no names");
        lcv_diag_hint(e->diag, "mesh_dim_names=(..) of init_device_mesh gives them; expected the "
                               "number of a mode, from 0");
    }
    lc_text_free(&names);
    return NULL;
}

/* mode(V, i) of what depends on parameters. */
static lcv_value *mode_in_symbols(lcv_eval *e, lcv_scope *made, const lcv_ast *ast)
{
    const lcv_ast *of = ast->child, *number = of->next;
    if (!made->arena && !(made->arena = lcv_arena_new()))
        return lcv_eval_no_memory(e, ast->span);
    lcv_ast *call = lcv_build_call(made->arena, "mode", 2, lcv_ast_copy(made->arena, of),
                                   lcv_ast_copy(made->arena, number));
    if (!call)
        return lcv_eval_no_memory(e, ast->span);
    call->span = ast->span;
    call->child->span = of->span;
    return lcv_any_value(e, call);
}

#define NAMED 16 /* modes at once */

/* The modes of these names, one or several, in the order that is asked for. */
static lcv_value *named_modes(lcv_eval *e, const lcv_ast *ast, lcv_value *v)
{
    lcv_value *arg[1 + NAMED];
    lcv_span span[1 + NAMED];
    size_t n = 1;
    arg[0] = v;
    span[0] = ast->child->span;
    for (const lcv_ast *name = ast->child->next; name; name = name->next) {
        size_t i = 0;
        while (name->kind == LCV_AST_STRING && i < v->nnames &&
               strcmp(v->name[i], name->text) != 0)
            i++;
        if (name->kind != LCV_AST_STRING || i == v->nnames || n > NAMED)
            return no_name(e, name, v);
        span[n] = name->span;
        arg[n] = lcv_eval_kept(e, name->span, lcv_value_int(e->ctx, lc_int_const((int)i)));
        if (!arg[n++])
            return NULL;
    }
    const lcv_operation *of = lcv_operation_called(n == 2 ? "mode" : "select");
    return lcv_eval_operate(e, ast, of, n, arg, span);
}

/* The element with this number, which counts from the end where it is negative. */
static lcv_value *element_at(lcv_eval *e, const lcv_ast *ast, lcv_value *v, lc_int i)
{
    const lcv_ast *number = ast->child->next;
    size_t nmodes = number_of_modes(v), n = nmodes > 0 ? nmodes : number_of_elements(v);
    if (lc_int_sign(i) < 0)
        i = lc_int_add(e->ctx, i, lc_int_si(e->ctx, (int64_t)n));
    if (lc_int_sign(i) < 0 || !lc_int_fits_si(i) || (uint64_t)lc_int_get_si(i) >= n)
        return out_of_range(e, number, v, n);
    if (nmodes == 0)
        return lcv_eval_kept(e, ast->span, take_element(e->ctx, v, (size_t)lc_int_get_si(i)));
    lcv_value *arg[2] = {v, lcv_eval_kept(e, number->span, lcv_value_int(e->ctx, i))};
    const lcv_span span[2] = {ast->child->span, number->span};
    return arg[1] ? lcv_eval_operate(e, ast, lcv_operation_called("mode"), 2, arg, span) : NULL;
}

lcv_value *lcv_element_of(lcv_calls *c, lcv_scope *made, lcv_ast *ast)
{
    lcv_eval *e = &c->w->eval;
    const lcv_ast *number = ast->child->next;
    lcv_value *v = lcv_value_or_list(e, ast->child);
    bool one = !number->next && number->kind != LCV_AST_RANGE && number->kind != LCV_AST_LAYOUT;
    lc_int i;
    if (!v)
        return NULL;
    if (number->kind == LCV_AST_STRING && number_of_modes(v) > 0)
        return named_modes(e, ast, v);
    if (v->kind == LCV_EXPRESSION && one)
        return mode_in_symbols(e, made, ast);
    if (v->kind != LCV_LIST && (!one || number_of_elements(v) + number_of_modes(v) == 0))
        return no_element(e, ast, v);
    if (!one)
        return lcv_eval_fail(e, number->span, "expected the number of one element");
    lcv_value *at = lcv_any_value(e, number);
    if (at && lcv_as_int(e->ctx, at, &i))
        return element_at(e, ast, v, i);
    return at ? lcv_eval_failed(e, number->span) : NULL;
}
