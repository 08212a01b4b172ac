/* map.c - maps by pieces as relations. */
#include "config.h"

#include "../language/build.h"
#include "../pieces/linear.h"
#include "../value/relate.h"
#include "../pieces/text.h"
#include "eval.h"

#include <stdlib.h>
#include <string.h>

/* The number of a parameter at an instance. */
static bool number_of(void *user, const lcv_value *v, int64_t *number)
{
    lcv_eval *e = user;
    lc_int value;
    if (!e->instance || lcv_table_of(v))
        return false;
    lcv_value *at = lcv_eval_instance(e, v, (lcv_span){0, 0});
    if (!at || at->kind != LCV_TUPLE || !lcv_as_int(e->ctx, at, &value))
        return false;
    if (!lc_int_fits_si(value)) {
        e->status = LCV_EVAL_UNDECIDED;
        return lcv_diag_set_as(e->diag, LCV_ERROR_LIMIT, e->source, (lcv_span){0, 0},
                               "a map with a number past 64 bits");
    }
    *number = lc_int_get_si(value);
    return true;
}

void *lcv_eval_not_lowered(lcv_eval *e, const lcv_lowering *l)
{
    if (e->status != LCV_EVAL_OK)
        return NULL;
    e->status = l->limit ? LCV_EVAL_UNDECIDED : LCV_EVAL_ERROR;
    lcv_diag_set_as(e->diag, l->limit ? LCV_ERROR_LIMIT : LCV_ERROR_ARGUMENT, l->in,
                    l->where->span, "%s", l->what);
    if (l->hint)
        lcv_diag_hint(e->diag, "%s", l->hint);
    return NULL;
}

/* Checks that the map has a value at each coordinate. False: an error that names a coordinate
 * without one, or says why that is unknown. */
static bool check_holes(lcv_eval *e, lcv_lowering *l, const lcv_ast *ast,
                        const lcv_lowered *lowered)
{
    char *text = lcv_map_holes(l, ast, lowered);
    lcr_map *holes = text ? lcr_set_parse(e->r, text) : NULL;
    lc_int *at = holes ? lc_frame_alloc(e->ctx, lowered->nin + 1, sizeof *at) : NULL;
    lcr_answer any = at ? lcr_map_any(e->r, holes, NULL, at) : LCR_UNKNOWN;
    int64_t unknown[LCV_MAX_UNKNOWNS] = {0};
    free(text);
    lcr_map_free(holes);
    if (any == LCR_NO)
        return true;
    if (l->failed || any == LCR_UNKNOWN)
        return l->failed ? lcv_eval_not_lowered(e, l) : lcv_eval_failed(e, ast->span);
    lc_text where = {0};
    for (size_t i = 0; i < lowered->nin; i++) {
        lc_text_printf(&where, "%s%s = ", i > 0 ? ", " : "",
                       l->sums->unknown[lowered->coordinate[i]].name);
        lc_text_add_int(&where, at[i]);
        unknown[lowered->coordinate[i]] = lc_int_fits_si(at[i]) ? lc_int_get_si(at[i]) : 0;
    }
    const lcv_case *why = lcv_map_hole_at(l->sums, lowered, unknown);
    lcv_eval_fail(e, why ? why->at->span : ast->span, "the map has no value at %s: %s",
                  lc_text_peek(&where), why ? why->hole : "a hole");
    lcv_diag_hint(e->diag, "expected `EXPR otherwise` as the last piece, or a smaller domain: "
                           "map { (i) in (8) where i < 5 -> EXPR }");
    lc_text_free(&where);
    return false;
}

/* ---- integers ---- */

static bool integer_of(lcv_eval *e, const lcv_ast *ast, lc_int *value)
{
    const lcv_value *v = lcv_eval_value(e, ast);
    return v && v->kind == LCV_TUPLE && lcv_as_int(e->ctx, v, value);
}

/* Decides a condition on numbers, whatever their size. False: it was not decided. */
static bool decide(lcv_eval *e, const lcv_ast *ast, bool *holds)
{
    const bool compares = ast->kind == LCV_AST_COMPARE;
    lc_int a, b = lc_int_const(0);
    if (ast->kind == LCV_AST_LOGIC) {
        if (!decide(e, ast->child, holds))
            return false;
        if (ast->child->next)
            return *holds == (ast->op == LCV_OP_OR) || decide(e, ast->child->next, holds);
        *holds = !*holds;
        return true;
    }
    if (!integer_of(e, compares ? ast->child : ast, &a) ||
        (compares && !integer_of(e, ast->child->next, &b)))
        return false;
    *holds = lcv_op_holds(compares ? ast->op : LCV_OP_NE, lc_int_cmp(a, b));
    return true;
}

/* The integer of the first piece whose condition holds, or 0 or 1 of a condition; false: none. */
static bool choose(lcv_eval *e, const lcv_ast *ast, lc_int *value)
{
    bool holds;
    if (ast->kind != LCV_AST_PIECES) {
        bool decided = decide(e, ast, &holds);
        *value = lc_int_const(decided && holds);
        return decided;
    }
    for (const lcv_ast *part = ast->child; part; part = part->next->next) {
        if (part->next && !decide(e, part->next, &holds))
            return false;
        if (!part->next || holds)
            return integer_of(e, part, value);
    }
    return false;
}

/* Evaluates an integer by pieces that depends on no coordinate. Where there is none, the error is
 * what a map would say of it. */
static lcv_value *eval_number(lcv_eval *e, lcv_lowering *l, const lcv_ast *ast)
{
    lc_int value;
    if (choose(e, ast, &value))
        return lcv_eval_kept(e, ast->span, lcv_value_int(e->ctx, value));
    if (lc_ctx_ends(e->ctx))
        return lcv_eval_failed(e, ast->span);
    lc_ctx_reset(e->ctx);
    lcv_diag_clear(e->diag);
    e->status = LCV_EVAL_OK;
    const lcv_cases *cases = lcv_lower(l, ast);
    const lcv_case *one = cases && cases->n == 1 ? &cases->of[0] : NULL;
    if (!cases)
        return lcv_eval_not_lowered(e, l);
    return lcv_eval_fail(e, one && one->at ? one->at->span : ast->span,
                         "the pieces have no integer here: %s",
                         one && one->hole ? one->hole : "a value is no number");
}

/* ---- one coordinate after the other ---- */

#define UNROLLED 512 /* values of a coordinate */

/* The number of values of a coordinate; 0: it is unknown, or too large. */
static int64_t values_of(lcv_lowering l, const lcv_ast *size)
{
    int64_t n;
    const lcv_sum *sum = lcv_lower_integer(&l, size);
    return sum && lcv_sum_is_number(sum, &n) && n > 0 && n <= UNROLLED ? n : 0;
}

/* The text of the map, a piece for each number of a coordinate; NULL: that is no relation, or an
 * error. Products with this coordinate are products with numbers. */
static char *unrolled(lcv_eval *e, const lcv_lowering *l, const lcv_ast *ast, size_t k, int64_t n)
{
    lc_text all = {0};
    lcv_lowered lowered;
    bool ok = true;
    for (int64_t i = 0; ok && i < n; i++) {
        lcv_arena *arena = lcv_arena_new();
        lcv_sums *sums = arena ? lcv_arena_alloc(arena, sizeof *sums) : NULL;
        lcv_lowering at = *l;
        char *text = NULL;
        at.sums = sums;
        at.ntables = 0;
        at.fixes = true;
        at.fixed = k;
        at.fixed_at = i;
        if (sums)
            sums->arena = arena;
        if (sums && lcv_lower_map(&at, ast, &lowered) &&
            (text = lcv_map_text(&at, ast, &lowered)))
            ok = check_holes(e, &at, ast, &lowered);
        else
            ok = false;
        if (ok) /* without its braces */
            lc_text_add_bytes(&all, text + 1, strlen(text) - 3);
        lc_text_add(&all, i + 1 < n ? ";" : "");
        free(text);
        lcv_arena_free(arena);
    }
    lc_text whole = {0};
    lc_text_printf(&whole, "{%s }", lc_text_peek(&all));
    ok = ok && !all.failed;
    lc_text_free(&all);
    char *text = ok ? lc_text_take(NULL, &whole) : NULL;
    lc_text_free(&whole);
    return text;
}

/* The text of a map that has products of coordinates. */
static char *text_unrolled(lcv_eval *e, const lcv_lowering *before, const lcv_ast *ast)
{
    const lcv_ast *size = ast->child->next->child;
    char *text = NULL;
    for (size_t k = 0; !text && size && e->status == LCV_EVAL_OK; k++, size = size->next) {
        int64_t n = values_of(*before, size);
        text = n > 0 ? unrolled(e, before, ast, k, n) : NULL;
    }
    return text;
}

#define LONGEST_TEXT 16384 /* of a relation that isl is asked about */

static lcv_value *eval_map(lcv_eval *e, lcv_lowering *l, const lcv_ast *ast)
{
    lcv_lowered lowered;
    if (ast->kind != LCV_AST_MAP)
        return eval_number(e, l, ast);
    const lcv_lowering before = *l;
    bool ok = lcv_lower_map(l, ast, &lowered);
    if (e->status != LCV_EVAL_OK)
        return NULL;
    char *text = ok ? lcv_map_text(l, ast, &lowered) : NULL;
    if (text && !check_holes(e, l, ast, &lowered)) {
        free(text);
        text = NULL;
    }
    if (!text && e->status == LCV_EVAL_OK && l->ntables == 0)
        text = text_unrolled(e, &before, ast);
    if (text && strlen(text) > LONGEST_TEXT) {
        lcv_lower_fail(l, ast, "a map is made of few pieces", "a map of %zu characters for isl",
                       strlen(text));
        l->limit = true;
        free(text);
        text = NULL;
    }
    lcr_map *m = text ? lcr_map_parse(e->r, text) : NULL;
    bool read = text != NULL;
    if (read && !m && lc_ctx_code(e->ctx) == LC_ERR_INVALID) { /* isl ran out while it read */
        lc_ctx_reset(e->ctx);
        lcv_lower_fail(l, ast, "a map is made of few pieces", "a map that isl does not read");
        l->limit = true;
        read = false;
    }
    free(text);
    if (!read && e->status == LCV_EVAL_OK)
        return lcv_eval_not_lowered(e, l);
    return e->status == LCV_EVAL_OK
               ? lcv_eval_kept(e, ast->span, m ? lcv_value_relation(e->ctx, m) : NULL)
               : NULL;
}

/* ---- one point after the other ---- */

#define LISTED 4096 /* points */

static lcv_there add_point(void *user, lcv_world *w, size_t n, const int64_t *value)
{
    lc_text *out = user;
    lc_text_add(out, out->length > 0 ? "; [" : "{ [");
    for (size_t i = 0; i < w->ncoordinates; i++)
        lc_text_printf(out, "%s%lld", i > 0 ? "," : "", (long long)w->at[i]);
    lc_text_add(out, "] -> [");
    for (size_t i = 0; i < n; i++)
        lc_text_printf(out, "%s%lld", i > 0 ? "," : "", (long long)value[i]);
    lc_text_add(out, "]");
    return LCV_THERE;
}

/* The parameters of the instance, if there is one; false: a number is past 64 bits. */
static bool world_of(lcv_eval *e, lcv_world *w, int64_t number[LCV_MAX_OPEN])
{
    const lcv_instance *at = e->instance;
    *w = (lcv_world){.scope = e->scope};
    if (!at)
        return true;
    bool fits = at->nparameters <= LCV_MAX_OPEN;
    for (size_t i = 0; fits && i < at->nparameters; i++) {
        fits = lc_int_fits_si(at->number[i]);
        number[i] = fits ? lc_int_get_si(at->number[i]) : 0;
    }
    w->nparameters = at->nparameters;
    w->parameter = at->parameter;
    w->number = number;
    return fits;
}

/* A map of few points, which has too many cases for isl; NULL: it is none. */
static lcv_value *listed(lcv_eval *e, const lcv_ast *ast)
{
    lcv_world w;
    int64_t number[LCV_MAX_OPEN];
    lc_text points = {0};
    bool ok = ast->kind == LCV_AST_MAP && world_of(e, &w, number) &&
              lcv_walk_map(&w, ast, LISTED, false, add_point, &points) == LCV_THERE &&
              points.length > 0;
    lc_text_add(&points, " }");
    lc_ctx_reset(e->ctx);
    lcr_map *m = ok && !points.failed ? lcr_map_parse(e->r, lc_text_peek(&points)) : NULL;
    lc_text_free(&points);
    return m ? lcv_kept(e->ctx, lcv_value_relation(e->ctx, m)) : NULL;
}

/* ---- linear over F2 ---- */

/* The bases of a coordinate whose first bit is this one. */
static lc_int *bases_of(lcv_eval *e, const lcv_linear_map *l, size_t coordinate, unsigned first)
{
    lc_int *made = lc_frame_alloc(e->ctx, l->in[coordinate] + 1, sizeof *made);
    for (unsigned i = 0; made && i < l->in[coordinate]; i++) {
        int64_t value = 0;
        for (unsigned k = 0; k < LCV_MAX_BITS; k++)
            value |= (int64_t)(l->out.of[k] >> (first + i) & 1) << k;
        made[i] = lc_int_si(e->ctx, value);
    }
    return made;
}

static lc_linear *linear_of(lcv_eval *e, const lcv_ast *map, const lcv_linear_map *l)
{
    lc_linear_in in[LCV_MAX_COORDINATES];
    lc_dim out = {"out", 0};
    const lcv_ast *coordinate = map->child->child;
    unsigned first = 0;
    for (size_t i = 0; i < l->nin; first += l->in[i], i++, coordinate = coordinate->next) {
        in[i] = (lc_linear_in){coordinate->text, l->in[i], bases_of(e, l, i, first)};
        if (!in[i].bases)
            return NULL;
    }
    for (unsigned k = 0; k < LCV_MAX_BITS; k++)
        out.bits = l->out.of[k] != 0 ? k + 1 : out.bits;
    return lcv_kept(e->ctx, lc_linear_from_bases(e->ctx, l->nin, in, 1, &out));
}

/* The layout map of a linear layout that the map is by its text; NULL: it is none, or has no
 * operations on bits, which relations are for. */
static lcv_value *of_bits(lcv_eval *e, const lcv_ast *ast)
{
    lcv_world w;
    int64_t number[LCV_MAX_OPEN];
    lcv_linear_map found;
    if (ast->kind != LCV_AST_MAP || !world_of(e, &w, number) ||
        !lcv_map_is_linear(&w, ast, &found) || !found.operates)
        return NULL;
    lc_linear *l = linear_of(e, ast, &found);
    lcv_value *v = l ? lcv_kept(e->ctx, lcv_value_linear(e->ctx, lc_linear_ref(l))) : NULL;
    lcr_map *m = v ? lcv_kept(e->ctx, lcv_layout_map(e->r, v)) : NULL;
    lcv_value *made = m ? lcv_kept(e->ctx, lcv_value_map_of(e->ctx, lcr_map_ref(m), v)) : NULL;
    lc_ctx_reset(e->ctx);
    return made;
}

/* The value made, or, where that was out of reach, the map with all its points listed. */
static lcv_value *or_listed(lcv_eval *e, const lcv_ast *ast, lcv_value *made)
{
    if (made || e->status != LCV_EVAL_UNDECIDED)
        return made;
    lcv_value *v = listed(e, ast);
    lc_ctx_reset(e->ctx);
    if (v) {
        lcv_diag_clear(e->diag);
        e->status = LCV_EVAL_OK;
    }
    return v;
}

lcv_value *lcv_eval_map(lcv_eval *e, const lcv_ast *ast)
{
    lcv_value *linear = of_bits(e, ast);
    if (linear)
        return linear;
    lcv_arena *arena = lcv_arena_new();
    lcv_sums *sums = arena ? lcv_arena_alloc(arena, sizeof *sums) : NULL;
    lcv_value *made = NULL;
    if (sums) {
        sums->arena = arena;
        lcv_lowering l = {
            .sums = sums, .scope = e->scope, .source = e->source, .number = number_of, .user = e};
        made = or_listed(e, ast, eval_map(e, &l, ast));
        if (made && made->kind == LCV_RELATION)
            made->written = true;
        if (made && l.rounded)
            lcv_note_rounding(e, l.rounded_in, l.rounded);
    } else {
        lcv_eval_no_memory(e, ast->span);
    }
    lcv_arena_free(arena);
    return made;
}
