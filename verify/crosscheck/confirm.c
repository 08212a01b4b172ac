#include "config.h"

#include "confirm.h"
#include "evidence.h"
#include "restate.h"

#include "../claim/access-list.h"

#include <stdlib.h>

#include "../../lib/text.h"

/* ---- literals ---- */

/* A value as a literal that says all of it: the printed form of a layout of coordinates lacks the
 * nesting of axes that no stride has. */
static char *whole_literal(lcr_ctx *r, const lcv_value *v)
{
    return v->kind == LCV_LAYOUT ? lcv_layout_literal(lcr_ctx_lc(r), v->layout)
                                 : lcv_value_to_str(r, v);
}

/* Texts of n arguments, owned; NULL with an error. `printed`: as they are shown. */
static char **literals(lcr_ctx *r, size_t n, lcv_value *const *args, bool printed)
{
    char **text = lc_alloc(lcr_ctx_lc(r), n + 1, sizeof *text);
    for (size_t i = 0; text && i < n; i++) {
        text[i] = printed ? lcv_value_to_str(r, args[i]) : whole_literal(r, args[i]);
        if (text[i])
            continue;
        while (i > 0)
            free(text[--i]);
        free(text);
        return NULL;
    }
    return text;
}

static void free_texts(char **text, size_t n)
{
    for (size_t i = 0; text && i < n; i++)
        free(text[i]);
    free(text);
}

/* The confirmation of a value as this literal, which is taken over; NULL: an error. */
static bool confirm_literal(lcr_ctx *r, const char *operation, size_t n, lcv_value *const *args,
                            char *made, bool points, lcr_confirmation *out)
{
    *out = (lcr_confirmation){.opinion = LCR_UNSURE};
    char **text = made ? literals(r, n, args, false) : NULL;
    lcr_valued v = {operation, n, (const char *const *)text, made};
    bool ok = text &&
              (points ? lcr_check_value_at_points(r, &v, out) : lcr_confirm_value(r, &v, out));
    free(made);
    free_texts(text, n);
    return ok;
}

/* Argument i is a list of accesses, each perhaps with a width of its own: one after the other,
 * with all the arguments that follow them; the first that isl does not confirm is the opinion. */
static bool confirm_each(lcr_ctx *r, const char *operation, size_t n, lcv_value *const *args,
                         size_t i, const lcv_value *value, bool points, lcr_confirmation *out)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_access_list list;
    lcv_value *all[1 + LCV_ACCESS_ARGS];
    size_t sets = 0, count = i + LCV_ACCESS_ARGS;
    *out = (lcr_confirmation){.opinion = LCR_UNSURE};
    if (i > 1 || !lcv_list_accesses(ctx, operation, n - i, args + i, &list))
        return false;
    for (size_t k = 0; k < list.n; k++) {
        for (size_t j = 0; j < count; j++)
            all[j] = j < i ? args[j] : list.arg[k][j - i];
        lcr_confirmation_clear(out);
        if (!confirm_literal(r, operation, count, all, whole_literal(r, value), points, out))
            return false;
        sets += out->sets;
        out->sets = sets;
        bool agrees = out->opinion == LCR_AGREES || lcr_reason_needs_no_set(out->reason) ||
                      out->reason == LCR_BY_POINTS;
        if (!agrees)
            break;
    }
    return true;
}

bool lcv_confirm_value(lcr_ctx *r, const char *operation, size_t n, lcv_value *const *args,
                       const lcv_value *value, bool points, lcr_confirmation *out)
{
    for (size_t i = 0; i < n && i < 2; i++)
        if (args[i]->kind == LCV_LIST)
            return confirm_each(r, operation, n, args, i, value, points, out);
    return confirm_literal(r, operation, n, args, whole_literal(r, value), points, out);
}

bool lcv_confirm_relation(lcr_ctx *r, const char *operation, lcv_value *x, const char *text,
                          lcr_confirmation *out)
{
    lc_text literal = {0};
    lc_text_printf(&literal, "relation \"%s\"", text);
    return confirm_literal(r, operation, 1, &x, lc_text_take(lcr_ctx_lc(r), &literal), false,
                           out);
}

/* With the witness, then without it if the witness shows nothing. */
static bool confirm(lcr_ctx *r, lcr_certified *c, lcr_confirmation *out)
{
    if (!lcr_confirm(r, c, out))
        return false;
    if (out->opinion != LCR_UNSURE || !c->witness || lcr_reason_needs_no_set(out->reason))
        return true;
    lcr_confirmation other;
    c->witness = NULL;
    if (!lcr_confirm(r, c, &other))
        return false;
    bool better = other.opinion != LCR_UNSURE || out->reason == LCR_OPEN;
    lcr_confirmation_clear(better ? out : &other);
    if (better)
        *out = other;
    return true;
}

static bool confirm_claim(lcr_ctx *r, const lcv_claim *claim, size_t n, lcv_value *const *args,
                          const lcv_result *result, lcr_confirmation *out)
{
    *out = (lcr_confirmation){.opinion = LCR_UNSURE};
    lc_frame frame = lc_frame_open(lcr_ctx_lc(r));
    char **text = literals(r, n, args, claim->printed);
    char *witness = text ? lcv_witness_of(r, claim, n, args, result) : NULL;
    if (text)
        lc_ctx_reset(lcr_ctx_lc(r));
    lcr_certified c = {NULL,    claim->name,
                       n,       (const char *const *)text,
                       witness, result->verdict == LCV_PROVED};
    bool ok = text && confirm(r, &c, out);
    free(witness);
    free_texts(text, n);
    lc_frame_close(lcr_ctx_lc(r), frame);
    return ok;
}

/* The values that layout maps are of; NULL: there is no such map among the arguments. */
static lcv_value **mapped(lc_ctx *ctx, size_t n, lcv_value *const *args)
{
    bool any = false;
    lcv_value **of = lc_frame_alloc(ctx, n + 1, sizeof *of);
    for (size_t i = 0; of && i < n; i++) {
        bool map = args[i]->kind == LCV_RELATION && args[i]->map_of;
        of[i] = map ? args[i]->map_of : args[i];
        any = any || map;
    }
    return any ? of : NULL;
}

static bool has_large_map(size_t n, lcv_value *const *args)
{
    for (size_t i = 0; i < n; i++)
        if (args[i]->kind == LCV_RELATION && lcv_is_large_map(args[i]))
            return true;
    return false;
}

/* Of the relations as they are printed, and then of what layout maps are of; of these alone where
 * isl would not end with the relations, as the claim was asked of them. */
bool lcv_confirm_claim(lcr_ctx *r, const lcv_claim *claim, size_t n, lcv_value *const *args,
                       const lcv_result *result, lcr_confirmation *out)
{
    lc_frame frame = lc_frame_open(lcr_ctx_lc(r));
    if (has_large_map(n, args)) {
        bool done = confirm_claim(r, claim, n, mapped(lcr_ctx_lc(r), n, args), result, out);
        lc_frame_close(lcr_ctx_lc(r), frame);
        return done;
    }
    bool ok = confirm_claim(r, claim, n, args, result, out);
    bool open = ok && out->opinion == LCR_UNSURE && !lcr_reason_needs_no_set(out->reason);
    lcv_value **of = open ? mapped(lcr_ctx_lc(r), n, args) : NULL;
    if (of) {
        lcr_confirmation_clear(out);
        ok = confirm_claim(r, claim, n, of, result, out);
    }
    lc_frame_close(lcr_ctx_lc(r), frame);
    return ok;
}

/* By what is said of matrices, if anything is. */
static bool confirm_restated(lcr_ctx *r, const lcv_restated *s, lcr_confirmation *out)
{
    const lcv_result holds = {.verdict = LCV_PROVED};
    const lcv_claim claim = {.name = s->claim};
    *out = (lcr_confirmation){.opinion = LCR_UNSURE, .reason = LCR_NO_ROOM};
    if (s->claim)
        return lcv_confirm_claim(r, &claim, s->n, s->arg, &holds, out);
    return !s->operation ||
           lcv_confirm_value(r, s->operation, s->n, s->arg, s->value, false, out);
}

bool lcv_confirm_operation(lcr_ctx *r, const lcv_operation *of, size_t n, lcv_value *const *args,
                           const lcv_value *value, bool points, lcr_confirmation *out)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_performed said = {r, ctx, n, args, value};
    lcv_restated s;
    bool restated = lcv_is_restated(&said, of, &s);
    if (!restated && lc_ctx_code(ctx) != LC_OK)
        return false;
    return restated ? confirm_restated(r, &s, out)
                    : lcv_confirm_value(r, of->name, n, args, value, points, out);
}
