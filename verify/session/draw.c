/* draw.c - pictures of values in text: a morphism, g o f as two pasted ones, the steps of a
 * composition. */
#include "config.h"

#include "perform.h"

#include <stdlib.h>
#include <string.h>

#include "../catalogue/catalogue.h"
#include "../draw/draw.h"
#include "../draw/morphism.h"
#include "../language/parse.h"
#include "calls.h"

/* The outer operand of `g o f`, or of `compose(g, f)`, whose next is the inner one; NULL: it is
 * neither. */
static const lcv_ast *outer_of(const lcv_ast *expr)
{
    const lcv_ast *first = expr->child;
    if (expr->kind == LCV_AST_COMPOSE)
        return first;
    bool named = expr->kind == LCV_AST_APPLY && expr->nchildren == 3 &&
                 first->kind == LCV_AST_NAME && strcmp(first->text, "compose") == 0 &&
                 first->next->kind != LCV_AST_KEYWORD &&
                 first->next->next->kind != LCV_AST_KEYWORD;
    return named ? first->next : NULL;
}

/* Both operands, outer first; false: one has no value. */
static bool operands(lcv_work *w, const lcv_ast *outer, lcv_value *v[2])
{
    v[0] = lcv_eval_value(&w->eval, outer);
    v[1] = v[0] ? lcv_eval_value(&w->eval, outer->next) : NULL;
    return v[1] != NULL;
}

/* The composite is the value of the statement. */
static bool compose(lcv_work *w, const lcv_ast *expr, const lcv_ast *outer, lcv_value *const v[2])
{
    const lcv_span spans[2] = {outer->span, outer->next->span};
    w->value = lcv_eval_operate(&w->eval, expr, lcv_operation_find("compose"), 2, v, spans);
    return w->value != NULL;
}

static void show(lcv_work *w, const lcv_ast *expr, char *text)
{
    w->value_text = text;
    if (!text)
        lcv_eval_failed(&w->eval, expr->span);
}

/* The value of the text of --tile, in the scope of the statement; kept. */
static lcv_value *read_tile(lcv_work *w, const char *text)
{
    lcv_diag diag = {0};
    lcv_source *source = lcv_source_text("--tile", text, strlen(text), &diag);
    lcv_parser *parser = source ? lcv_parser_new(source) : NULL;
    lcv_ast *expr = parser ? lcv_parser_expr(parser, &diag) : NULL;
    lcv_eval at = w->eval;
    at.source = source;
    at.diag = &diag;
    at.applied = NULL;
    lcv_value *tile = expr ? lcv_eval_value(&at, expr) : NULL;
    if (!tile)
        lcv_eval_fail(&w->eval, (lcv_span){0, 0}, "--tile: %s", lcv_message(diag.message));
    lcv_diag_clear(&diag);
    lcv_parser_free(parser);
    lcv_source_free(source);
    return tile;
}

/* How it is drawn: as the session says, on the tile if there is one. False with an error. */
static bool drawing_of(lcv_work *w, lcv_draw_options *how)
{
    *how = w->session->drawing ? *w->session->drawing : (lcv_draw_options){0};
    if (w->session->tile)
        how->tile = read_tile(w, w->session->tile);
    return !w->session->tile || how->tile;
}

/* The picture of the value, and of the operation that gave it. */
static lcv_figure *figure_of(lcv_work *w)
{
    lcv_draw_options options, *how = &options;
    if (!drawing_of(w, how))
        return NULL;
    const lcv_applied *applied = &w->applied;
    return applied->of ? lcv_draw_operation(w->session->r, applied->of, applied->n, applied->arg,
                                            w->value, how)
                       : lcv_draw_value(w->session->r, w->value, how);
}

/* The title that was asked for. */
static void entitle(lcv_work *w)
{
    const lcv_draw_options *how = w->session->drawing;
    char *title = how && how->title && w->figure ? strdup(how->title) : NULL;
    if (title) {
        free(w->figure->title);
        w->figure->title = title;
    }
}

static void picture(lcv_work *w, const lcv_ast *expr)
{
    if (w->value->kind == LCV_MORPHISM) {
        show(w, expr, lcv_diagram(w->session->ctx, w->value));
        w->figure = lcv_morphism_arrows(w->session->ctx, w->value->morphism); /* of a file */
        entitle(w);
        return;
    }
    w->figure = figure_of(w);
    if (!w->figure && w->eval.status == LCV_EVAL_OK)
        lcv_eval_failed(&w->eval, expr->span);
    entitle(w);
}

void lcv_watch(lcv_work *w, const lcv_ast *expr)
{
    w->applied.ast = expr;
    w->eval.applied = &w->applied;
}

void lcv_draw_shown(lcv_work *w)
{
    if (w->session->figures == LCV_NO_FIGURES || w->session->figures == LCV_FIGURES_OF_REFUTED ||
        !w->value || w->eval.status != LCV_EVAL_OK)
        return;
    w->figure = figure_of(w);
    lc_ctx_reset(w->session->ctx);
}

const lcv_draw_options *lcv_plan_drawing(const lcv_session *session)
{
    static const lcv_draw_options usual = {.limit = 16};
    bool drawn = session->figures == LCV_FIGURES || session->figures == LCV_FIGURES_OF_ALL;
    return !drawn                                            ? NULL
           : session->drawing && session->drawing->limit > 0 ? session->drawing
                                                             : &usual;
}

void lcv_draw_planned(lcv_work *w, lcv_figure *figure)
{
    bool refuted = w->result && w->result->verdict == LCV_REFUTED;
    if (!figure && refuted)
        return;
    lcv_figure_free(w->figure);
    w->figure = figure;
}

/* The truth of a claim is the value of the statement. */
static void draw_claim(lcv_work *w, const lcv_ast *expr)
{
    w->eval.figure = &w->figure;
    w->eval.draws = LCV_DRAW_ALL;
    w->result = lcv_work_claim(w, expr);
    if (w->result && !w->figure && w->eval.status == LCV_EVAL_OK)
        lcv_eval_fail(&w->eval, expr->span, "this claim, which is %s, has no picture",
                      lcv_verdict_name(w->result->verdict));
    entitle(w);
}

/* Two morphisms as text; in a file, as arrows. */
static void paste(lcv_work *w, const lcv_ast *expr, lc_morphism *g, lc_morphism *f)
{
    lc_ctx *ctx = w->session->ctx;
    show(w, expr, lcv_diagram_pasted(ctx, g, f));
    if (w->value_text)
        w->figure = lcv_morphisms_arrows(ctx, g, f);
}

void lcv_perform_draw(lcv_work *w, const lcv_ast *expr)
{
    lc_ctx *ctx = w->session->ctx;
    if (lcv_is_claim(&w->eval, expr)) {
        draw_claim(w, expr);
        return;
    }
    const lcv_applied *applied = &w->applied;
    lcv_watch(w, expr);
    w->value = lcv_value_or_list(&w->eval, expr);
    if (!w->value)
        return;
    lc_ctx_reset(ctx);
    bool pasted = expr->kind == LCV_AST_COMPOSE && applied->of && applied->n == 2 &&
                  applied->arg[0]->kind == LCV_MORPHISM && applied->arg[1]->kind == LCV_MORPHISM;
    if (pasted)
        paste(w, expr, applied->arg[0]->morphism, applied->arg[1]->morphism);
    else
        picture(w, expr);
}

/* The operands as morphisms; false with an error. */
static bool drawn(lcv_work *w, const lcv_ast *outer, lcv_value *const v[2], lcv_value *f[2])
{
    lc_ctx *ctx = w->session->ctx;
    const lcv_ast *of[2] = {outer, outer->next};
    for (size_t i = 0; i < 2; i++) {
        lc_ctx_reset(ctx);
        f[i] = lcv_eval_kept(&w->eval, of[i]->span,
                             lcv_value_morphism(ctx, lcv_drawn_morphism(ctx, v[i], i == 0)));
        if (!f[i])
            return false;
    }
    return true;
}

void lcv_perform_draw_steps(lcv_work *w, const lcv_ast *expr)
{
    lc_ctx *ctx = w->session->ctx;
    const lcv_ast *outer = outer_of(expr);
    lcv_value *v[2] = {NULL, NULL}, *f[2] = {NULL, NULL};
    if (!outer) {
        lcv_eval_fail(&w->eval, expr->span, "the steps of a composition are drawn");
        lcv_diag_hint(&w->diag, "expected g o f, or compose(g, f)");
        return;
    }
    if (operands(w, outer, v) && drawn(w, outer, v, f) && compose(w, expr, outer, f)) {
        lc_ctx_reset(ctx);
        show(w, expr, lcv_diagram_steps(ctx, f[0]->morphism, f[1]->morphism, &w->figure));
        entitle(w);
    }
}
