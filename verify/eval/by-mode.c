/* by-mode.c - operations that are applied to each mode of a layout.
 *
 *     right_inverse(A, <*,*>)      complement(A, <8,64>)
 *
 * What is made of a mode is a value of the operation, and the value of all is their
 * concatenation: each has its law, and isl is asked about each. An error names the mode.
 */
#include "config.h"

#include "eval.h"

bool lcv_is_each(const lcv_operation *of, size_t n, lcv_value *const *arg)
{
    return of->each != LCV_NOT_EACH && n == 2 && arg[1]->kind == LCV_TILER &&
           !lc_tiler_as_layout(arg[1]->tiler);
}

/* ---- what stays outside ---- */

static bool is_outside(const lcv_value *v)
{
    return v->kind == LCV_COMPOSED || lcv_has_offset(v);
}

/* The layout inside of a tensor or a composed layout; others as they are. */
static lcv_value *inside(lcv_eval *e, lcv_value *v)
{
    return is_outside(v) ? lcv_kept(e->ctx, lcv_value_layout(e->ctx, lc_layout_ref(v->layout)))
                         : v;
}

/* Are both the same functions after a layout? The offset is not compared. */
static bool same_outside(const lcv_value *a, const lcv_value *v)
{
    return a->kind == LCV_COMPOSED ? v->kind == LCV_COMPOSED && lcv_composed_equal(a, v)
                                   : v->kind == LCV_LAYOUT || v->kind == LCV_TENSOR;
}

/* Puts what is outside of `like` before a layout. */
static lcv_value *put_outside(lcv_eval *e, lcv_span span, const lcv_value *like, lcv_value *v)
{
    if (!v || !is_outside(like))
        return v;
    return lcv_eval_kept(e, span,
                         lcv_value_with_inner(e->ctx, like, lc_tuple_ref(like->offset),
                                              lc_layout_ref(v->layout)));
}

/* ---- modes ---- */

static lcv_value *mode_of(lcv_eval *e, const lcv_ast *ast, lcv_value *a, size_t i)
{
    lcv_value *number = lcv_kept(e->ctx, lcv_value_int(e->ctx, lc_int_si(e->ctx, (int64_t)i)));
    lcv_value *arg[2] = {a, number};
    const lcv_span spans[2] = {ast->span, ast->span};
    return number ? lcv_eval_operate(e, ast, lcv_operation_find("mode"), 2, arg, spans) : NULL;
}

static lcv_value *joined(lcv_eval *e, const lcv_ast *ast, size_t n, lcv_value *const *part)
{
    lcv_span *spans = lc_frame_alloc(e->ctx, n, sizeof *spans);
    for (size_t i = 0; spans && i < n; i++)
        spans[i] = ast->span;
    return spans ? lcv_eval_operate(e, ast, lcv_operation_find("concat"), n, part, spans) : NULL;
}

void *lcv_eval_in_mode(lcv_eval *e, size_t n, const size_t *path)
{
    lc_text where = {0};
    for (size_t i = 0; i < n; i++)
        lc_text_printf(&where, n > 1 && i == 0 ? "(%zu" : i > 0 ? ",%zu" : "%zu", path[i]);
    if (n > 1)
        lc_text_add(&where, ")");
    lcv_diag_prefix(e->diag, "mode %s: ", lc_text_peek(&where));
    lc_text_free(&where);
    return NULL;
}

/* The integer n for a layout n:1; other layouts as they are. */
static lcv_value *tile_value(lcv_eval *e, const lc_layout *t)
{
    bool plain = lc_layout_depth(t) == 0 && lc_layout_codomain(t) == LC_INTEGERS &&
                 lc_int_is_one(lc_layout_step(t, 0));
    return lcv_kept(e->ctx, plain ? lcv_value_int(e->ctx, lc_layout_extent(t, 0))
                                  : lcv_value_layout(e->ctx, lc_layout_ref(t)));
}

/* ---- each mode ---- */

typedef struct {
    lcv_eval *e;
    const lcv_ast *ast;
    const lcv_operation *of;
    const lcv_span *spans;
} each;

static lcv_value *each_mode(const each *c, lcv_value *a, const lc_tiler *t);

/* The value of a layout with its part of the tiler. */
static lcv_value *made_of(const each *c, lcv_value *a, const lc_tiler *t)
{
    lcv_eval *e = c->e;
    const lc_layout *tile = lc_tiler_as_layout(t);
    bool star = lc_tiler_is_star(t), needed = c->of->min_args > 1;
    if (!tile && !star)
        return each_mode(c, a, t);
    if (star ? needed
             : c->of->each == LCV_EACH_ALONE && !lc_int_is_one(lc_layout_size(e->ctx, tile)))
        return lcv_eval_fail(e, c->spans[1], "%s: expected %s, found %s", c->of->name,
                             star ? "an argument" : "'*' or '_' for a mode",
                             star ? "'*'" : "a tile");
    lcv_value *arg[2] = {a, tile ? tile_value(e, tile) : NULL};
    size_t n = tile && c->of->each == LCV_EACH_WITH ? 2 : 1;
    return n == 1 || arg[1] ? lcv_eval_operate(e, c->ast, c->of, n, arg, c->spans) : NULL;
}

/* The layout that takes the place of mode i. */
static lcv_value *part_of(const each *c, lcv_value *a, size_t i, const lc_tiler *t)
{
    lcv_eval *e = c->e;
    lcv_value *mode = mode_of(e, c->ast, a, i);
    lcv_value *v = mode && t ? made_of(c, mode, t) : mode;
    if (!v)
        return NULL;
    bool kept = same_outside(a, v) && is_outside(a) == is_outside(v) &&
                (!is_outside(a) || lc_tuple_equal(a->offset, v->offset));
    if (!kept)
        return lcv_eval_fail(e, c->spans[0],
                             is_outside(a) ? "%s of one mode of %s changes what is outside of it"
                                           : "%s of one mode of %s is no layout",
                             c->of->name, lcv_value_describe(a));
    return inside(e, v);
}

static lcv_value *each_mode(const each *c, lcv_value *a, const lc_tiler *t)
{
    lcv_eval *e = c->e;
    size_t n = lc_tiler_rank(t), rank = lc_layout_rank(a->layout);
    lcv_value **part = lc_frame_alloc(e->ctx, rank, sizeof(lcv_value *));
    if (n > rank)
        return lcv_eval_fail(e, c->spans[1],
                             "a tiler of %zu modes for a layout of rank %zu: expected at most "
                             "%zu",
                             n, rank, rank);
    for (size_t i = 0; part && i < rank; i++) {
        const lc_tiler *on = lc_tiler_on(t, i);
        lcv_value *of = on ? a : inside(e, a);
        if (!of || !(part[i] = part_of(c, of, i, on)))
            return lcv_eval_in_mode(e, 1, &i);
    }
    return part ? put_outside(e, c->ast->span, a, joined(e, c->ast, rank, part)) : NULL;
}

lcv_value *lcv_eval_each(lcv_eval *e, const lcv_ast *ast, const lcv_operation *of,
                         lcv_value *const *arg, const lcv_span *spans)
{
    const each c = {e, ast, of, spans};
    lcv_value *a = arg[0];
    lc_ctx_reset(e->ctx);
    bool layout = a->kind == LCV_LAYOUT || a->kind == LCV_TENSOR || a->kind == LCV_COMPOSED ||
                  (a->kind == LCV_TUPLE && !lc_tuple_has_wildcard(a->tuple));
    if (!layout)
        return lcv_eval_fail(e, spans[0], "%s by mode: expected a layout, found %s", of->name,
                             lcv_value_describe(a));
    if (a->kind == LCV_TUPLE)
        a = lcv_eval_kept(e, spans[0], lcv_value_layout(e->ctx, lcv_as_layout(e->ctx, a)));
    return a ? each_mode(&c, a, arg[1]->tiler) : NULL;
}

/* ---- one mode ---- */

/* a with v in the place of the mode at a path. */
static lcv_value *put(lcv_eval *e, const lcv_ast *ast, lcv_value *a, size_t n, const size_t *path,
                      lcv_value *v)
{
    if (n == 0)
        return v;
    size_t rank = a->kind == LCV_TUPLE ? lc_tuple_rank(a->tuple) : lc_layout_rank(a->layout);
    lcv_value **part = lc_frame_alloc(e->ctx, rank, sizeof(lcv_value *));
    for (size_t i = 0; part && i < rank; i++) {
        part[i] = mode_of(e, ast, a, i);
        if (part[i] && i == path[0])
            part[i] = put(e, ast, part[i], n - 1, path + 1, v);
        if (!part[i])
            return NULL;
    }
    return part ? joined(e, ast, rank, part) : NULL;
}

lcv_value *lcv_eval_replaced(lcv_eval *e, const lcv_ast *ast, lcv_value *a, size_t n,
                             const size_t *path, lcv_value *v)
{
    bool tuples = a->kind == LCV_TUPLE && v->kind == LCV_TUPLE;
    bool layouts = (a->kind == LCV_LAYOUT || a->kind == LCV_TENSOR || a->kind == LCV_COMPOSED) &&
                   same_outside(a, v);
    if (a->kind == LCV_TUPLE && v->kind == LCV_LAYOUT && !lc_tuple_has_wildcard(a->tuple)) {
        a = lcv_eval_kept(e, ast->span, lcv_value_layout(e->ctx, lcv_as_layout(e->ctx, a)));
        layouts = a != NULL;
    }
    if (!tuples && !layouts)
        return v;
    lcv_value *in = inside(e, a), *of = inside(e, v);
    lcv_value *made = in && of ? put(e, ast, in, n, path, of) : NULL;
    return made ? put_outside(e, ast->span, v, made) : NULL;
}
