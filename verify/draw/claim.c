/* claim.c - which pictures a claim has. */
#include "config.h"

#include "claim.h"

#include <string.h>

#include "../function/function.h"

#define MOST_FAULTS 64 /* that are marked in one operand */
#define FEW 16         /* cells of a side, where the limit is not given */

/* The number of a name in a signature, "injective(X)"; -1: it is none of its parameters. */
static int parameter(const char *signature, const char *name)
{
    const char *at = strchr(signature, '(');
    size_t length = strlen(name);
    for (int i = 0; at && *at != '\0'; i++) {
        at += strspn(at, "([, ");
        size_t n = strcspn(at, "=[,) ");
        if (n == 0)
            break;
        if (n == length && memcmp(at, name, n) == 0)
            return i;
        at = strchr(at, ',');
    }
    return -1;
}

/* The coordinates of parameter i that are at fault; how many. */
static size_t faults_of(lc_ctx *ctx, const lcv_claim *claim, const lcv_counterexample *e, int i,
                        lc_int *at)
{
    size_t n = 0;
    for (size_t k = 0; k < e->nfaults && n < MOST_FAULTS; k++)
        if (e->faults[k].at && parameter(claim->signature, e->faults[k].of) == i)
            n += lc_int_parse(ctx, e->faults[k].at, strlen(e->faults[k].at), &at[n]) ? 1 : 0;
    return n;
}

/* "X = (4,8):(1,2)" */
static char *title_of(lcr_ctx *r, const char *signature, size_t i, const lcv_value *v)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    const char *at = strchr(signature, '(') + 1;
    for (; i > 0; i--)
        at = strchr(at, ',') + 1;
    at += strspn(at, "[, ");
    lc_text text = {0};
    char *value = lcv_kept(ctx, lcv_value_to_str(r, v));
    if (!value)
        return NULL;
    lc_text_printf(&text, "%.*s = %s", (int)strcspn(at, "=[,) "), at, value);
    return lcv_kept(ctx, lc_text_take(ctx, &text));
}

/* Functions of a coordinate; a tuple only if its coordinates are at fault, as it may be a number
 * or the shape of values. */
static bool is_drawn(const lcv_value *v, const lcv_marking *marking)
{
    return v && (v->kind == LCV_TUPLE ? marking->n > 0
                                      : lcv_is_function(v) || v->kind == LCV_RELATION);
}

/* NULL, perhaps without an error, if it has no picture. */
static lcv_figure *draw_operand(lcr_ctx *r, const lcv_claim *claim, size_t i, const lcv_value *v,
                                const lcv_counterexample *e, const lcv_draw_options *o)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_int *at = lc_frame_alloc(ctx, MOST_FAULTS, sizeof *at);
    char *title = v ? title_of(r, claim->signature, i, v) : NULL;
    if (!at || !title)
        return NULL;
    lcv_marking marking = {faults_of(ctx, claim, e, (int)i, at), at, LCV_MARK_FAULT};
    return is_drawn(v, &marking) ? lcv_draw_function(r, v, title, &marking, o) : NULL;
}

static lcv_figure *draw_operands(lcr_ctx *r, const lcv_claim *claim, size_t n,
                                 lcv_value *const *arg, const lcv_result *result,
                                 const lcv_draw_options *o)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_figure *f = lcv_figure_beside(ctx, NULL);
    for (size_t i = 0; f && i < n; i++) {
        lcv_figure *part = draw_operand(r, claim, i, arg[i], &result->counterexample, o);
        lc_ctx_reset(ctx);
        if (part && !lcv_figure_add(ctx, f, part)) {
            lcv_figure_free(f);
            return NULL;
        }
    }
    if (f && f->nparts == 0) {
        lcv_figure_free(f);
        return NULL;
    }
    return f;
}

lcv_figure *lcv_draw_claim(lcr_ctx *r, const lcv_claim *claim, size_t n, lcv_value *const *arg,
                           const lcv_result *result, const lcv_draw_options *o)
{
    if (result->verdict != LCV_REFUTED)
        return NULL;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_draw_options how = *o;
    how.limit = o->limit > 0 ? o->limit : FEW;
    lc_frame frame = lc_frame_open(ctx);
    lcv_figure *f = draw_operands(r, claim, n, arg, result, &how);
    lc_frame_close(ctx, frame);
    return f;
}
