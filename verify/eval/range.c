/* range.c - A[2:6, :] and A(2:6, 3): ranges are no coordinates, and what says the same is told.
 *
 * Where the modes are integers, the range is what a layout is: {A(2,0)} o compose(A, <4,_>). In a
 * mode with modes inside the values may be no layout: compose(A, {(2,0)} o (4,8):(e0,e1)).
 */
#include "config.h"

#include <string.h>

#include "eval.h"

/* One place: an integer, or begin:end:step. */
typedef struct {
    bool range, all; /* `:` */
    lc_int begin, n, step;
} place;

static bool is_missing(const lcv_ast *ast)
{
    return !ast || ast->kind == LCV_AST_WILDCARD;
}

static bool number_of(lcv_eval *e, const lcv_ast *ast, lc_int *n)
{
    return ast->kind == LCV_AST_INT && lc_int_parse(e->ctx, ast->text, strlen(ast->text), n);
}

/* The place in a mode of this size; false: it is not written in numbers, or is empty. */
static bool read_place(lcv_eval *e, const lcv_ast *ast, lc_int size, place *p)
{
    const lcv_ast *begin = ast->child, *end = begin ? begin->next : NULL;
    const lcv_ast *step = end ? end->next : NULL;
    lc_int last = size;
    *p = (place){.begin = lc_int_const(0), .n = lc_int_const(1), .step = lc_int_const(1)};
    p->range = ast->kind == LCV_AST_RANGE || ast->kind == LCV_AST_LAYOUT;
    if (ast->kind == LCV_AST_WILDCARD)
        p->range = p->all = true;
    if (!p->range)
        return number_of(e, ast, &p->begin);
    if ((!is_missing(begin) && !number_of(e, begin, &p->begin)) ||
        (!is_missing(end) && !number_of(e, end, &last)) ||
        (!is_missing(step) && !number_of(e, step, &p->step)))
        return false;
    last = lc_int_lt(size, last) ? size : last;
    if (!lc_int_lt(p->begin, last) || lc_int_sign(p->step) <= 0)
        return false;
    p->n = lc_int_cdiv(e->ctx, lc_int_sub(e->ctx, last, p->begin), p->step);
    p->all = lc_int_is_zero(p->begin) && lc_int_eq(last, size) && lc_int_is_one(p->step);
    return true;
}

static void add_number(lc_ctx *ctx, lc_text *text, lc_int n)
{
    lc_text_add(text, lcv_kept(ctx, lc_int_to_str(ctx, n)));
}

/* A list of the places that have a range, or of all: `(2,0)`, `2`. */
typedef enum { BEGINS, TILES, EXTENTS, AXES, MODES } list;

static void add_one(lc_ctx *ctx, lc_text *text, list what, const place *p, size_t i, bool several)
{
    bool one = lc_int_is_one(p->step);
    if (what == MODES)
        lc_text_printf(text, "%zu", i);
    else if (what == AXES && one)
        lc_text_printf(text, "e%zu", i);
    else if (what == TILES && several && p->all)
        lc_text_add(text, "_");
    else
        add_number(ctx, text, what == BEGINS ? p->begin : what == AXES ? p->step : p->n);
    if (what == AXES && !one)
        lc_text_printf(text, "e%zu", i);
    if (what == TILES && !(several && p->all) && (!one || !several)) {
        lc_text_add(text, ":");
        add_number(ctx, text, p->step);
    }
}

static void add_list(lc_ctx *ctx, lc_text *text, list what, size_t n, const place *p)
{
    static const char *const brackets[][2] = {
        {"(", ")"}, {"<", ">"}, {"(", ")"}, {"(", ")"}, {"", ""}};
    size_t several = 0, have = 0;
    for (size_t i = 0; i < n; i++)
        several += what == BEGINS || p[i].range;
    lc_text_add(text, several > 1 ? brackets[what][0] : "");
    for (size_t i = 0; i < n; i++) {
        if (what != BEGINS && !p[i].range)
            continue;
        lc_text_add(text, have++ > 0 ? "," : "");
        add_one(ctx, text, what, &p[i], i, several > 1);
    }
    lc_text_add(text, several > 1 ? brackets[what][1] : "");
}

/* {A(2,0)} o compose(A, <4,_>); of the modes that have a range, where others are fixed. */
static void add_layout(lc_ctx *ctx, lc_text *text, const char *of, size_t n, const place *p)
{
    bool moved = false;
    size_t ranges = 0;
    for (size_t i = 0; i < n; i++) {
        moved = moved || !lc_int_is_zero(p[i].begin);
        ranges += p[i].range;
    }
    if (moved) {
        lc_text_printf(text, n > 1 ? "{%s" : "{%s(", of);
        add_list(ctx, text, BEGINS, n, p);
        lc_text_add(text, n > 1 ? "} o " : ")} o ");
    }
    lc_text_add(text, "compose(");
    if (ranges < n) {
        lc_text_printf(text, ranges > 1 ? "select(%s, " : "mode(%s, ", of);
        add_list(ctx, text, MODES, n, p);
        lc_text_add(text, ")");
    } else {
        lc_text_add(text, of);
    }
    lc_text_add(text, ", ");
    add_list(ctx, text, TILES, n, p);
    lc_text_add(text, ")");
}

/* compose(A, {(2,0)} o (4,8):(e0,e1)) */
static void add_function(lc_ctx *ctx, lc_text *text, const char *of, size_t n, const place *p)
{
    lc_text_printf(text, "compose(%s, {", of);
    add_list(ctx, text, BEGINS, n, p);
    lc_text_add(text, "} o ");
    add_list(ctx, text, EXTENTS, n, p);
    lc_text_add(text, ":");
    if (n > 1)
        add_list(ctx, text, AXES, n, p);
    else
        add_number(ctx, text, p[0].step);
    lc_text_add(text, ")");
}

/* Is each mode that has a range, other than `:`, an integer? */
static bool is_flat(lc_ctx *ctx, const lc_layout *a, size_t n, const place *p)
{
    for (size_t i = 0; i < n; i++) {
        lc_layout *mode = n > 1 ? lcv_mode_of(ctx, a, i) : NULL;
        if (p[i].range && !p[i].all && lc_layout_depth(mode ? mode : a) > 0)
            return false;
    }
    return true;
}

static char *expected(lcv_eval *e, const char *of, const lc_layout *a, const lcv_ast *first,
                      size_t n)
{
    lc_ctx *ctx = e->ctx;
    place p[LC_MAX_AXES];
    lc_text text = {0};
    bool one = false;
    if (n > LC_MAX_AXES || (n > 1 && n != lc_layout_rank(a)))
        return NULL;
    for (size_t i = 0; i < n; i++, first = first->next) {
        lc_layout *mode = n > 1 ? lcv_mode_of(ctx, a, i) : NULL;
        if (!read_place(e, first, lc_layout_size(ctx, mode ? mode : a), &p[i]))
            return NULL;
        one = one || p[i].range;
    }
    if (one && is_flat(ctx, a, n, p))
        add_layout(ctx, &text, of, n, p);
    else if (one)
        add_function(ctx, &text, of, n, p);
    return one ? lcv_kept(ctx, lc_text_take(ctx, &text)) : NULL;
}

bool lcv_has_ranges(const lcv_ast *first)
{
    for (; first; first = first->next)
        if (first->kind == LCV_AST_RANGE || first->kind == LCV_AST_LAYOUT)
            return true;
    return false;
}

void *lcv_eval_no_ranges(lcv_eval *e, const lcv_ast *function, const lcv_value *v,
                         const lcv_ast *first, lcv_span span)
{
    size_t n = 0;
    bool layout = v->kind == LCV_LAYOUT || (v->kind == LCV_TENSOR && !lcv_has_offset(v));
    char *of = lcv_kept(e->ctx, lcv_source_excerpt(e->source, function->span, 100));
    for (const lcv_ast *part = first; part; part = part->next)
        n++;
    lcv_eval_fail(e, span, "%s has no ranges of coordinates", lcv_value_describe(v));
    char *text = layout && of ? expected(e, of, v->layout, first, n) : NULL;
    if (text)
        lcv_diag_hint(e->diag, "expected %s", text);
    else
        lcv_diag_hint(e->diag, "coordinates 2 to 5 of a mode: {A(2,0)} o compose(A, <4,_>), or "
                               "compose(A, {(2,0)} o (4,8):(e0,e1)) where the mode has modes "
                               "inside");
    lc_ctx_reset(e->ctx);
    return NULL;
}
