#include "config.h"

#include "loop.h"

#include <stdlib.h>
#include <string.h>

#include "../../lib/text.h"
#include "calls.h"
#include "perform.h"

#define MAX_ROUNDS 100000 /* of a loop */

/* A loop under way, perhaps inside another. */
typedef struct {
    lcv_session *session;
    lcv_module *module;
    const lcv_listener *listener;
    const lcv_stmt *stmt;   /* the outermost, for the place of errors */
    const lcv_scope *scope; /* where the values and the statement are evaluated */
    const char *rounds;     /* "x = 3", of the loops around; or "" */
} looping;

static bool run(const looping *outer, const lcv_stmt *stmt);

/* ---- values ---- */

/* The integers from low to high. */
static lcv_value *range(lcv_work *w, const lcv_stmt *stmt, const lcv_value *low,
                        const lcv_value *high)
{
    lc_ctx *ctx = w->session->ctx;
    lc_int a, b;
    if (!lcv_as_int(ctx, low, &a) || !lcv_as_int(ctx, high, &b))
        return lcv_eval_failed(&w->eval, stmt->expr->span);
    lc_int count = lc_int_max(lc_int_add(ctx, lc_int_sub(ctx, b, a), lc_int_const(1)),
                              lc_int_const(0));
    if (lc_int_lt(lc_int_const(MAX_ROUNDS), count))
        return lcv_eval_fail(&w->eval, stmt->expr->span, "a loop of more than %d rounds",
                             MAX_ROUNDS);
    size_t n = (size_t)lc_int_get_si(count);
    lcv_value **part = lc_frame_alloc(ctx, n, sizeof(lcv_value *));
    for (size_t i = 0; part && i < n; i++)
        if (!(part[i] = lcv_kept(
                  ctx, lcv_value_int(ctx, lc_int_add(ctx, a, lc_int_si(ctx, (int64_t)i))))))
            return lcv_eval_failed(&w->eval, stmt->expr->span);
    return lcv_eval_kept(&w->eval, stmt->expr->span, part ? lcv_value_list(ctx, n, part) : NULL);
}

static lcv_value *evaluate(lcv_work *w, lcv_ast *ast)
{
    const lcv_ast *expr = lcv_make_calls(w, ast);
    return expr ? lcv_value_or_list(&w->eval, expr) : NULL;
}

/* The list of values; NULL with an error. */
static lcv_value *values_of(lcv_work *w, const lcv_stmt *stmt)
{
    lcv_value *first = evaluate(w, stmt->expr), *last = NULL, *list = NULL;
    if (first && stmt->last && (last = evaluate(w, stmt->last)))
        list = range(w, stmt, first, last);
    if (first && !stmt->last && first->kind == LCV_LIST) {
        list = first;
    } else if (first && !stmt->last) {
        lcv_eval_fail(&w->eval, stmt->expr->span, "a loop goes over a list, not over %s",
                      lcv_value_describe(first));
        lcv_diag_hint(&w->diag, "expected for x in [4, 8, 16] ..., or for x in 1..8 ...");
    }
    return list;
}

static bool check_name(lcv_work *w, const lcv_stmt *stmt, const lcv_scope *scope)
{
    const lcv_binding *bound = lcv_scope_find(scope, stmt->name);
    if (lcv_is_reserved(stmt->name))
        return lcv_eval_fail(&w->eval, stmt->name_span, "'%s' is a word of the language",
                             stmt->name);
    if (bound) {
        lcv_eval_fail(&w->eval, stmt->name_span, "'%s' is defined already", stmt->name);
        lcv_diag_note(&w->diag, bound->source, bound->span, "the first definition");
    }
    return !bound;
}

/* ---- rounds ---- */

/* The text of the statement, of a loop `x in VALUES`, and for which values it is done. */
static void write_text(lcv_work *w, const looping *round, const lcv_stmt *stmt)
{
    lc_text text = {0};
    lcv_span span = stmt->expr->span;
    if (stmt->verb == LCV_FOR)
        span = (lcv_span){stmt->name_span.begin, stmt->last ? stmt->last->span.end : span.end};
    char *written = lcv_source_excerpt(w->module->source, span, LCV_EXCERPT);
    if (stmt->verb == LCV_SHOW || !*round->rounds)
        lc_text_printf(&text, "%s%s", round->rounds, *round->rounds ? ": " : "");
    if (written)
        lc_text_add(&text, written);
    else
        lc_text_miss(&text);
    if (stmt->verb != LCV_SHOW && *round->rounds)
        lc_text_printf(&text, " for %s", round->rounds);
    free(written);
    lcv_work_say(w, lc_text_take(NULL, &text));
}

static void open_round(lcv_work *w, const looping *round)
{
    lcv_work_open(w, round->session, round->module, round->listener);
    w->eval.scope = round->scope;
}

/* Performs the statement for one value, and reports its outcome. */
static void perform_round(const looping *round, const lcv_stmt *stmt)
{
    lcv_work w;
    lcv_arena *arena = lcv_arena_new();
    open_round(&w, round);
    lcv_work_ask_part(&w);
    lcv_work_place(&w, stmt->span.begin);
    w.outcome.read = true;
    w.outcome.verb = stmt->verb;
    write_text(&w, round, stmt);
    if (w.part == LCV_WHOLE && round->listener->begin)
        round->listener->begin(round->listener->user, &w.outcome);
    lcv_stmt again = *stmt; /* making calls changes the tree */
    again.expr = arena ? lcv_ast_copy(arena, stmt->expr) : NULL;
    if (again.expr)
        lcv_perform(&w, &again);
    else
        lcv_eval_no_memory(&w.eval, stmt->span);
    lcv_work_close(&w);
    lcv_arena_free(arena);
}

/* One value: the statement in a scope where the name has it. */
static bool run_round(const looping *outer, const lcv_stmt *stmt, lcv_value *value)
{
    lc_frame frame = lc_frame_open(outer->session->ctx);
    char *text = lcv_value_to_str(outer->session->r, value);
    lc_text rounds = {0};
    lc_text_printf(&rounds, "%s%s%s = %s", outer->rounds, *outer->rounds ? ", " : "", stmt->name,
                   text ? text : "?");
    free(text);
    lcv_scope scope = {.outside = outer->scope};
    looping round = *outer;
    round.scope = &scope;
    round.rounds = lc_text_peek(&rounds);
    bool ok = lcv_scope_add(&scope, stmt->name, value, outer->module->source, stmt->name_span);
    if (ok && stmt->body->verb == LCV_FOR)
        ok = run(&round, stmt->body);
    else if (ok)
        perform_round(&round, stmt->body);
    lcv_scope_clear(&scope);
    lc_text_free(&rounds);
    lc_frame_close(outer->session->ctx, frame);
    return ok;
}

/* A loop that is an error, or has no value, of which a note tells. */
static void close_without_rounds(lcv_work *w, const looping *outer, const lcv_stmt *stmt,
                                 bool empty)
{
    if (empty)
        lcv_notes_add(&w->notes, w->module->source, stmt->expr->span,
                      "the %s is empty: the statement is done for no value",
                      stmt->last ? "range" : "list");
    lcv_work_place(w, stmt->span.begin);
    w->outcome.read = true;
    w->outcome.verb = LCV_FOR;
    write_text(w, outer, stmt);
    lcv_work_close(w);
}

/* False: an error, which is reported. */
static bool run(const looping *outer, const lcv_stmt *stmt)
{
    lcv_work w;
    lcv_arena *arena = lcv_arena_new();
    lcv_stmt again = *stmt;
    open_round(&w, outer);
    if (arena) {
        again.expr = lcv_ast_copy(arena, stmt->expr);
        again.last = stmt->last ? lcv_ast_copy(arena, stmt->last) : NULL;
    }
    lcv_value *list = !arena || !again.expr || (stmt->last && !again.last)
                          ? lcv_eval_no_memory(&w.eval, stmt->span)
                      : check_name(&w, stmt, outer->scope) ? values_of(&w, &again)
                                                           : NULL;
    lcv_calls_done(&w);
    if (list && list->nparts > 0)
        lcv_work_drop(&w);
    else
        close_without_rounds(&w, outer, stmt, list != NULL);
    bool ok = list != NULL;
    for (size_t i = 0; ok && i < list->nparts && !lcv_session_interrupted(outer->session); i++)
        ok = run_round(outer, stmt, list->part[i]);
    lcv_arena_free(arena);
    return ok;
}

void lcv_run_loop(lcv_session *session, lcv_module *m, const lcv_stmt *stmt,
                  const lcv_listener *listener)
{
    const looping all = {session, m, listener, stmt, &m->scope, ""};
    run(&all, stmt);
}
