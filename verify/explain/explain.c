/* explain.c - operations and claims in words. */
#include "config.h"

#include "explain.h"

#include <stdlib.h>
#include <string.h>

#include "../crosscheck/certificate.h"
#include "../crosscheck/confirm.h"

static void add_value(lcr_ctx *r, lc_text *out, const lcv_value *v)
{
    char *text = lcv_value_to_str(r, v);
    lc_text_add(out, text ? text : lc_ctx_message(lcr_ctx_lc(r)));
    free(text);
}

/* `compose(A, B)`, `A(c)` */
static void add_call(lcr_ctx *r, lc_text *out, const char *name, bool evaluation, size_t n,
                     lcv_value *const *arg)
{
    lc_text_printf(out, "%s(", evaluation ? "" : name);
    for (size_t i = 0; i < n; i++) {
        lc_text_add(out, i == 0 ? "" : evaluation && i == 1 ? ")(" : ", ");
        add_value(r, out, arg[i]);
    }
    lc_text_add(out, ")");
}

static void add_rule(lc_text *out, const lcv_rule *rule)
{
    if (rule)
        lc_text_printf(out, "  %s (%s)\n", rule->text, rule->source);
}

/* ---- operations ---- */

/* The composite of two layouts of integers by the steps told; NULL when there is none. */
static lc_layout *add_layouts(lcv_telling *t, const lc_layout *a, const lc_layout *b)
{
    if (lc_layout_codomain(a) != LC_INTEGERS || lc_layout_codomain(b) != LC_INTEGERS)
        return NULL;
    lc_layout *made = lcv_explain_compose(t, a, b);
    lcv_explain_refinement(t, a, b);
    return made;
}

/* `  mode 1: A is 8:4 here, B is 4:2`, and the steps of that; `path` leads to A. */
static lc_layout *add_by_mode(lcv_telling *t, const char *path, lc_layout *a,
                              const lc_tiler *tiler)
{
    const lc_layout *whole = lc_tiler_as_layout(tiler);
    if (whole) {
        lcv_tell(t, "  mode %s: A is %L here, B is %L\n", path, a, whole);
        return add_layouts(t, a, whole);
    }
    size_t n = lc_layout_rank(a);
    lc_layout **part = lc_tiler_rank(tiler) <= n ? lc_frame_alloc(t->ctx, n, sizeof(lc_layout *))
                                                 : NULL;
    for (size_t i = 0; part && i < n; i++) {
        char *longer = lcv_text(t->ctx, path[0] != '\0' ? "%s,%z" : "%s%z", path, i);
        part[i] = lcv_kept(t->ctx, lc_layout_mode(t->ctx, a, i));
        if (longer && part[i] && lc_tiler_on(tiler, i))
            part[i] = add_by_mode(t, longer, part[i], lc_tiler_on(tiler, i));
        free(longer);
        if (!part[i])
            return NULL;
    }
    return part ? lcv_kept(t->ctx, lc_layout_concat(t->ctx, n, part)) : NULL;
}

static void add_tiled(lcv_telling *t, lc_layout *a, const lc_tiler *tiler)
{
    lcv_tell(t, "  by mode: every mode of A with its part of the tiler, modes past the tiler "
                "and at `_` stay\n");
    lc_layout *all = add_by_mode(t, "", a, tiler);
    if (all)
        lcv_tell(t, "  the modes together are %L\n", all);
}

/* What stays outside of a composition: the functions of a composed layout and the offset of a
 * tensor. The layout inside is composed. */
static void add_outside(lc_text *out, const lcv_value *a)
{
    lc_text_printf(out, "  %s: what is composed is the layout inside\n",
                   lcv_has_offset(a) ? "the offset stays"
                   : a->nouters > 0  ? "the functions outside stay"
                                     : "the swizzle stays outside");
}

void lcv_tell_composition(lcr_ctx *r, lc_text *out, const lcv_steps_told *told,
                          lcv_value *const *arg, size_t n, const lcv_value *value)
{
    (void)n;
    (void)value;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_telling t = {
        ctx,
        out,
        told,
    };
    if (arg[0]->kind == LCV_MORPHISM && arg[1]->kind == LCV_MORPHISM) {
        lcv_explain_morphisms(&t, arg[0]->morphism, arg[1]->morphism);
        return;
    }
    lcv_value *as[2];
    for (size_t i = 0; i < 2; i++)
        as[i] = lcv_kept(ctx, arg[i]->kind == LCV_MORPHISM ? lcv_value_realized(ctx, arg[i])
                                                           : lcv_value_ref(arg[i]));
    if (!as[0] || !as[1])
        return;
    arg = as;
    if (lcv_has_relation(2, arg)) {
        lcv_explain_dropped(r, &t, arg);
        return;
    }
    bool inside = arg[0]->kind == LCV_COMPOSED || lcv_has_offset(arg[0]);
    lc_layout *a = lcv_kept(ctx,
                            inside ? lc_layout_ref(arg[0]->layout) : lcv_as_layout(ctx, arg[0]));
    lc_tiler *tiler = a ? lcv_kept(ctx, lcv_as_tiler(ctx, arg[1])) : NULL;
    const lc_layout *b = tiler ? lc_tiler_as_layout(tiler) : NULL;
    lc_ctx_reset(ctx);
    if (tiler && inside)
        add_outside(out, arg[0]);
    if (b)
        add_layouts(&t, a, b);
    else if (tiler)
        add_tiled(&t, a, tiler);
}

void lcv_tell_composite(lcr_ctx *r, lc_text *out, const lcv_steps_told *told,
                        lcv_value *const *arg, size_t n, const lcv_value *value)
{
    lcv_tell_composition(r, out, told, arg + 1, n - 1, value);
}

void lcv_tell_evaluation(lcr_ctx *r, lc_text *out, const lcv_steps_told *told,
                         lcv_value *const *arg, size_t n, const lcv_value *value)
{
    (void)told;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_value *as[2] = {arg[0], n > 1 ? arg[1] : NULL};
    if (arg[0]->kind == LCV_MORPHISM)
        as[0] = lcv_kept(ctx, lcv_value_realized(ctx, arg[0]));
    if (value && as[0])
        lcv_explain_evaluation(ctx, out, n, as);
}

static void add_crosscheck(lcr_ctx *r, lc_text *out, const lcv_operation *of, size_t n,
                           lcv_value *const *arg, const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcr_confirmation c;
    lc_ctx_reset(ctx);
    bool told = lcv_confirm_operation(r, of, n, arg, value, false, &c);
    if (told && c.opinion == LCR_AGREES)
        lc_text_add(out, "  the law holds of this value: confirmed by isl\n");
    else if (told && c.reason == LCR_BY_POINTS)
        lc_text_add(out, "  the law holds of this value: every point was looked at\n");
    else if (told && c.opinion == LCR_UNSURE && !lcr_reason_needs_no_set(c.reason))
        lc_text_printf(out, "  isl has not decided the law of this value: %s\n",
                       lcr_reason_text(c.reason));
    if (told)
        lcr_confirmation_clear(&c);
    lc_ctx_reset(ctx);
}

bool lcv_explain_operation(lcr_ctx *r, lc_text *out, const lcv_steps_told *told,
                           const lcv_operation *of, size_t n, lcv_value *const *arg,
                           const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_frame frame = lc_frame_open(ctx);
    bool evaluation = of->operands == lcv_operands_of_evaluation;
    add_call(r, out, of->name, evaluation, n, arg);
    if (value) {
        lc_text_add(out, " = ");
        add_value(r, out, value);
        lc_text_add(out, "\n");
    } else {
        lc_text_add(out, " does not exist\n");
    }
    add_rule(out, lcv_rule_for(of->rules, of->operands, n, arg));
    if (of->steps)
        of->steps(r, out, told, arg, n, value);
    if (value)
        add_crosscheck(r, out, of, n, arg, value);
    lc_ctx_reset(ctx);
    lc_frame_close(ctx, frame);
    return !out->failed;
}

void lcv_explain_value(lcr_ctx *r, lc_text *out, const lcv_value *value)
{
    if (value->kind != LCV_SWIZZLE)
        return;
    if (out->length == 0) {
        add_value(r, out, value);
        lc_text_add(out, "\n");
    }
    lcv_explain_swizzle(lcr_ctx_lc(r), out, value->swizzle);
    lc_ctx_reset(lcr_ctx_lc(r));
}

/* ---- claims ---- */

static void add_verdict(lc_text *out, const lcv_result *result)
{
    lc_text_printf(out, "  %s by %s", lcv_verdict_name(result->verdict), result->method);
    if (result->reason)
        lc_text_printf(out, ": %s", result->reason);
    if (result->verdict == LCV_REFUTED)
        lc_text_printf(out, ": %s%s%s", result->counterexample.where,
                       result->counterexample.where[0] != '\0' ? ": " : "",
                       result->counterexample.summary);
    lc_text_add(out, "\n");
    for (size_t i = 0; result->verdict == LCV_REFUTED && i < result->counterexample.nsteps; i++)
        lc_text_printf(out, "    %s\n", result->counterexample.steps[i]);
}

/* `0 2 -1`, a point of set number 0: `set 1 has the point [2, -1]`. */
static void add_point(lc_text *out, const char *numbers, size_t n)
{
    size_t first = strcspn(numbers, " \n");
    lc_text_printf(out, "  set %ld has the point [", strtol(numbers, NULL, 10) + 1);
    for (size_t i = first + 1; i < n; i++)
        lc_text_printf(out, numbers[i] == ' ' ? ", " : "%c", numbers[i]);
    lc_text_add(out, "]\n");
}

/* The sets of the certificate, in words around them. Those of a witness against the claim
 * say what the counterexample says. */
static void add_sets(lc_text *out, const char *certificate, bool refuted)
{
    bool any = false;
    if (certificate && refuted && strstr(certificate, "\nwitness "))
        return;
    for (const char *line = certificate; line && *line != '\0';) {
        const char *end = strchr(line, '\n');
        size_t n = end ? (size_t)(end - line) : strlen(line);
        if (strncmp(line, "witness ", 8) == 0)
            lc_text_printf(out, "  with %.*s\n", (int)(n - 8), line + 8);
        if (strncmp(line, "set ", 4) == 0 && !any) {
            lc_text_add(out, "  the claim holds if these sets are empty:\n");
            any = true;
        }
        if (strncmp(line, "set ", 4) == 0)
            lc_text_printf(out, "    %.*s\n", (int)(n - 4), line + 4);
        if (strncmp(line, "point ", 6) == 0)
            add_point(out, line + 6, n - 6);
        line = end ? end + 1 : NULL;
    }
}

bool lcv_explain_claim(lcr_ctx *r, lc_text *out, const lcv_steps_told *told,
                       const lcv_claim *claim, size_t n, lcv_value *const *arg,
                       const lcv_result *result)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_frame frame = lc_frame_open(ctx);
    add_call(r, out, claim->name, false, n, arg);
    lc_text_add(out, "\n");
    add_rule(out, lcv_rule_for(claim->rules, claim->operands, n, arg));
    if (claim->steps)
        claim->steps(r, out, told, arg, n, NULL);
    lcv_tell_values(r, out, arg, n);
    add_verdict(out, result);
    if (result->verdict != LCV_UNKNOWN) {
        char *certificate = lcv_certificate(r, "", claim, n, arg, result);
        add_sets(out, certificate, result->verdict == LCV_REFUTED);
        free(certificate);
    }
    lc_ctx_reset(ctx);
    lc_frame_close(ctx, frame);
    return !out->failed;
}
