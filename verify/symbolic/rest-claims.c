/* rest-claims.c - claims about maps that rests decide; see rests.h. */
#include "config.h"

#include "rests.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../function/result.h"
#include "../language/build.h"
#include "as-layout.h"
#include "instance.h"
#include "symbolic.h"

#define BY_RESTS "rests of coordinates and parameters, one by one"

/* What rests are of: a map without these is none for them. */
static bool divides(const lcv_ast *ast)
{
    bool is = (ast->kind == LCV_AST_BINARY && ast->op >= LCV_OP_DIV && ast->op <= LCV_OP_SHR);
    for (const lcv_ast *part = ast->child; part && !is; part = part->next)
        is = divides(part);
    return is;
}

/* More coordinates than are looked at one by one, or parameters. */
static bool is_large(lcv_arena *arena, const lcv_eval *e, const lcv_ast *map)
{
    lcv_rests *t = lcv_arena_alloc(arena, sizeof *t);
    int64_t points = 1;
    bool large = false;
    if (!t || !lcv_rests_open(t, arena, e, map, false))
        return false;
    for (size_t i = 0; i < t->ncoordinates && !large; i++)
        large = !t->symbol[i].number ||
                __builtin_mul_overflow(points, t->symbol[i].content, &points);
    return large || points > LCV_REST_MANY;
}

/* Is it about such a map? One that was made of rests is none. Of banks all are, with parameters.
 * */
static bool is_open(lcv_arena *arena, lcv_eval *e, const lcv_ast *claim)
{
    const lcv_ast *call = claim->kind == LCV_AST_COMPARE ? claim->child : claim;
    const lcv_ast *first = call->kind == LCV_AST_APPLY ? call->child->next : NULL;
    bool any = false;
    if (call != claim || lcv_ast_calls(claim, "conflict_free"))
        return first && lcv_depends(e->scope, claim) && lcv_map_behind(arena, e, first);
    for (const lcv_ast *arg = first; arg && !any; arg = arg->next) {
        const lcv_ast *map = lcv_map_behind(arena, e, arg);
        any = map && divides(map) &&
              strncmp(map->child->child->text, LCV_REST_NAME, strlen(LCV_REST_NAME)) != 0 &&
              (lcv_depends(e->scope, claim) || is_large(arena, e, map));
    }
    return any;
}

/* "for all M >= 1; as partitions((M,64):(64,1), M*64)" */
static char *reason(lcv_eval *e, const lcv_ast *claim, size_t n, char *const *as)
{
    lc_text out = {0};
    lcv_problem p;
    char *range = NULL;
    if (lcv_depends(e->scope, claim) && lcv_problem_open(&p, e, claim)) {
        range = lcv_problem_range(&p);
        lcv_problem_close(&p);
    }
    lc_text_add(&out, range ? range : "");
    for (size_t i = 0; i < n; i++)
        lc_text_printf(&out, "%s%s%s", i > 0 ? " and " : range ? "; as " : "as ", as[i], "");
    free(range);
    return lc_text_take(e->ctx, &out);
}

static lcv_result *proved(lcv_eval *e, const lcv_ast *claim, size_t n, char *const *as)
{
    char *why = reason(e, claim, n, as);
    lcv_result *result = why && *why ? lcv_proved_with(e->ctx, BY_RESTS, why)
                                     : (free(why), lcv_proved(e->ctx, BY_RESTS));
    if (!result)
        return lcv_eval_failed(e, claim->span);
    lcv_eval_not_asked(e, claim->span, LCR_BY_POINTS);
    lcv_eval_no_evidence(e, result);
    if (e->explain) {
        char *text = lcv_source_excerpt(e->source, claim->span, 400);
        lc_text_printf(&e->explain->text, "%s\n  PROVED %s%sby %s\n", text ? text : "",
                       result->reason ? result->reason : "", result->reason ? ", " : "",
                       BY_RESTS);
        free(text);
    }
    return result;
}

/* "(3,0)"; of one coordinate "3" */
static char *coordinate_text(const lcv_rest_difference *d)
{
    lc_text out = {0};
    lc_text_add(&out, d->n == 1 ? "" : "(");
    for (size_t i = 0; i < d->n; i++)
        lc_text_printf(&out, "%s%" PRId64, i > 0 ? "," : "", d->at[i]);
    lc_text_add(&out, d->n == 1 ? "" : ")");
    return lc_text_take(NULL, &out);
}

static lcv_result *refuted(lcv_eval *e, const lcv_ast *claim, const lcv_rest_difference *d)
{
    char *at = coordinate_text(d);
    lc_ctx *ctx = e->ctx;
    const char *map = d->turned ? "Y" : "X", *other = d->turned ? "X" : "Y";
    lc_int x = lc_int_si(ctx, d->value[0]), y = lc_int_si(ctx, d->value[1]);
    lcv_result *result = at ? lcv_refuted(ctx, BY_RESTS, lcv_text(ctx, "c = %s", at),
                                          d->turned ? lcv_text(ctx, "%i is not %i", y, x)
                                                    : lcv_text(ctx, "%i is not %i", x, y))
                            : NULL;
    const char *open = d->n == 1 ? "(" : "", *close = d->n == 1 ? ")" : "";
    lcv_step(ctx, &result, "%s%s%s%s = %i", map, open, at ? at : "", close, x);
    lcv_step(ctx, &result, "the value of %s there is %i", other, y);
    free(at);
    if (result)
        lcv_eval_not_asked(e, claim->span, LCR_BY_READING);
    return result;
}

/* All claims about layouts are proved; their texts, which the caller frees. */
static bool all_proved(lcv_eval *e, lcv_arena *arena, size_t n, const lcv_ast *const *about,
                       char **as)
{
    bool ok = n > 0;
    for (size_t i = 0; ok && i < n; i++) {
        ok = lcv_is_proved(e, about[i]);
        as[i] = ok ? lcv_ast_text(lcv_ast_copy(arena, about[i])) : NULL;
        ok = as[i] != NULL;
    }
    return ok;
}

lcv_result *lcv_rest_claim(lcv_eval *e, const lcv_ast *claim)
{
    const lcv_ast *about[LCV_REST_CLAIMS];
    char *as[LCV_REST_CLAIMS] = {NULL};
    lcv_arena *arena = lc_ctx_ends(e->ctx) ? NULL : lcv_arena_new();
    lcv_result *result = NULL;
    size_t n = 0;
    bool ok = false;
    if (!arena || !is_open(arena, e, claim)) {
        lcv_arena_free(arena);
        return NULL;
    }
    if (lcv_ast_calls(claim, "equiv")) {
        lcv_rest_difference d;
        ok = lcv_rests_agree(arena, e, claim, &d);
        if (d.found)
            result = refuted(e, claim, &d);
    } else if (lcv_ast_calls(claim, "conflict_free") || claim->kind == LCV_AST_COMPARE) {
        ok = lcv_rest_lanes(arena, e, claim);
    } else {
        n = lcv_rest_layouts(arena, e, claim, about);
        ok = all_proved(e, arena, n, about, as);
    }
    if (ok)
        result = proved(e, claim, n, as);
    for (size_t i = 0; i < LCV_REST_CLAIMS; i++)
        free(as[i]);
    lcv_arena_free(arena);
    return result;
}
