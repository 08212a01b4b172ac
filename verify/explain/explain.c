/* explain.c - operations and claims in words. */
#include "config.h"

#include "explain.h"

#include <stdlib.h>
#include <string.h>

#include "../../isl-bridge/recheck.h"
#include "../crosscheck/certificate.h"
#include "../crosscheck/crosscheck.h"
#include "../function/result.h"

static void add_value(lcr_ctx *r, lcv_buffer *out, const lcv_value *v)
{
    char *text = lcv_value_to_str(r, v);
    lcv_buffer_str(out, text != NULL ? text : lc_ctx_message(lcr_ctx_lc(r)));
    free(text);
}

/* `compose(A, B)`, `A(c)` */
static void add_call(lcr_ctx *r, lcv_buffer *out, const char *name, bool evaluation, size_t n,
                     lcv_value *const *arg)
{
    lcv_buffer_printf(out, "%s(", evaluation ? "" : name);
    for (size_t i = 0; i < n; i++) {
        lcv_buffer_str(out, i == 0 ? "" : evaluation && i == 1 ? ")(" : ", ");
        add_value(r, out, arg[i]);
    }
    lcv_buffer_str(out, ")");
}

static void add_rule(lcv_buffer *out, const lcv_rule *rule)
{
    if (rule != NULL)
        lcv_buffer_printf(out, "  %s (%s)\n", rule->text, rule->source);
}

/* ---- operations ---- */

/* Two layouts of integers: what their composite comes to by the steps told, NULL when that is
 * nothing. */
static lc_layout *add_layouts(lc_ctx *ctx, lcv_buffer *out, const lcv_steps_told *told,
                              const lc_layout *a, const lc_layout *b)
{
    if (lc_layout_codomain(a) != LC_INTEGERS || lc_layout_codomain(b) != LC_INTEGERS)
        return NULL;
    lc_layout *made = lcv_explain_compose(ctx, out, told, a, b);
    lcv_explain_refinement(ctx, out, told, a, b);
    return made;
}

static void add_two(lc_ctx *ctx, lcv_buffer *out, const char *format, const char *path,
                    const lc_layout *a, const lc_layout *b)
{
    char *x = lc_layout_to_str(ctx, a), *y = lc_layout_to_str(ctx, b);
    lcv_buffer_printf(out, format, path, x != NULL ? x : "", y != NULL ? y : "");
    free(x);
    free(y);
}

/* `  mode 1: A is 8:4 here, B is 4:2`, and the steps of that; `path` leads to A. */
static lc_layout *add_by_mode(lc_ctx *ctx, lcv_buffer *out, const lcv_steps_told *told,
                              const char *path, const lc_layout *a, const lc_tiler *t)
{
    const lc_layout *whole = lc_tiler_as_layout(t);
    if (whole != NULL) {
        add_two(ctx, out, "  mode %s: A is %s here, B is %s\n", path, a, whole);
        return add_layouts(ctx, out, told, a, whole);
    }
    size_t n = lc_layout_rank(a), have = 0, tiles = lc_tiler_rank(t);
    lc_layout **part = tiles <= n ? lc_alloc(ctx, n, sizeof(lc_layout *)) : NULL, *all = NULL;
    for (; part != NULL && have < n; have++) {
        char *longer = lcv_text(ctx, path[0] != '\0' ? "%s,%z" : "%s%z", path, have);
        lc_layout *mode = longer != NULL ? lc_layout_mode(ctx, a, have) : NULL;
        part[have] = mode == NULL || have >= tiles
                         ? lc_layout_ref(mode)
                         : add_by_mode(ctx, out, told, longer, mode, lc_tiler_mode(t, have));
        lc_layout_free(mode);
        free(longer);
        if (part[have] == NULL)
            break;
    }
    if (part != NULL && have == n)
        all = lc_layout_concat(ctx, n, part);
    while (have > 0)
        lc_layout_free(part[--have]);
    free(part);
    return all;
}

static void add_tiled(lc_ctx *ctx, lcv_buffer *out, const lcv_steps_told *told,
                      const lc_layout *a, const lc_tiler *t)
{
    lcv_buffer_str(out, "  by mode: every mode of A with its part of the tiler, modes past the "
                        "tiler stay\n");
    lc_layout *all = add_by_mode(ctx, out, told, "", a, t);
    char *text = all != NULL ? lc_layout_to_str(ctx, all) : NULL;
    if (text != NULL)
        lcv_buffer_printf(out, "  the modes together are %s\n", text);
    free(text);
    lc_layout_free(all);
}

/* What stays outside of a composition, of a composed layout and of a tensor: what is composed
 * is the layout inside. */
static void add_outside(lcv_buffer *out, const lcv_value *a)
{
    lcv_buffer_printf(out, "  %s: what is composed is the layout inside\n",
                      lcv_has_offset(a)  ? "the offset stays"
                      : a->nouters > 0 ? "the functions outside stay"
                                       : "the swizzle stays outside");
}

void lcv_tell_composition(lcr_ctx *r, lcv_buffer *out, const lcv_steps_told *told,
                          lcv_value *const *arg, size_t n, const lcv_value *value)
{
    (void)n;
    (void)value;
    lc_ctx *ctx = lcr_ctx_lc(r);
    bool inside = arg[0]->kind == LCV_COMPOSED || lcv_has_offset(arg[0]);
    lc_layout *a = inside ? lc_layout_ref(arg[0]->layout) : lcv_as_layout(ctx, arg[0]);
    lc_tiler *t = a != NULL ? lcv_as_tiler(ctx, arg[1]) : NULL;
    const lc_layout *b = t != NULL ? lc_tiler_as_layout(t) : NULL;
    lc_ctx_reset(ctx);
    if (t != NULL && inside)
        add_outside(out, arg[0]);
    if (b != NULL)
        lc_layout_free(add_layouts(ctx, out, told, a, b));
    else if (t != NULL)
        add_tiled(ctx, out, told, a, t);
    lc_tiler_free(t);
    lc_layout_free(a);
}

void lcv_tell_composite(lcr_ctx *r, lcv_buffer *out, const lcv_steps_told *told,
                        lcv_value *const *arg, size_t n, const lcv_value *value)
{
    lcv_tell_composition(r, out, told, arg + 1, n - 1, value);
}

void lcv_tell_evaluation(lcr_ctx *r, lcv_buffer *out, const lcv_steps_told *told,
                         lcv_value *const *arg, size_t n, const lcv_value *value)
{
    (void)told;
    if (value != NULL)
        lcv_explain_evaluation(lcr_ctx_lc(r), out, n, arg);
}

static void add_crosscheck(lcr_ctx *r, lcv_buffer *out, const lcv_operation *of, size_t n,
                           lcv_value *const *arg, const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_result *result = lcv_crosscheck(r, of, n, arg, value);
    if (result != NULL && result->verdict == LCV_PROVED)
        lcv_buffer_printf(out, "  the law holds of this value, by %s\n", result->method);
    else if (result != NULL && result->verdict == LCV_UNKNOWN)
        lcv_buffer_printf(out, "  whether the law holds of this value is undecided: %s\n",
                          result->reason);
    lcv_result_free(result);
    lc_ctx_reset(ctx);
}

bool lcv_explain_operation(lcr_ctx *r, lcv_buffer *out, const lcv_steps_told *told,
                           const lcv_operation *of, size_t n, lcv_value *const *arg,
                           const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_frame frame = lc_frame_open(ctx);
    bool evaluation = of->operands == lcv_operands_of_evaluation;
    add_call(r, out, of->name, evaluation, n, arg);
    if (value != NULL) {
        lcv_buffer_str(out, " = ");
        add_value(r, out, value);
        lcv_buffer_str(out, "\n");
    } else {
        lcv_buffer_str(out, " does not exist\n");
    }
    add_rule(out, lcv_rule_for(of->rules, of->operands, n, arg));
    if (of->steps != NULL)
        of->steps(r, out, told, arg, n, value);
    if (value != NULL)
        add_crosscheck(r, out, of, n, arg, value);
    lc_ctx_reset(ctx);
    lc_frame_close(ctx, frame);
    return !out->failed;
}

void lcv_explain_value(lcr_ctx *r, lcv_buffer *out, const lcv_value *value)
{
    if (value->kind != LCV_SWIZZLE)
        return;
    if (out->length == 0) {
        add_value(r, out, value);
        lcv_buffer_str(out, "\n");
    }
    lcv_explain_swizzle(lcr_ctx_lc(r), out, value->swizzle);
    lc_ctx_reset(lcr_ctx_lc(r));
}

/* ---- claims ---- */

static void add_verdict(lcv_buffer *out, const lcv_result *result)
{
    lcv_buffer_printf(out, "  %s by %s", lcv_verdict_name(result->verdict), result->method);
    if (result->reason != NULL)
        lcv_buffer_printf(out, ": %s", result->reason);
    if (result->verdict == LCV_REFUTED)
        lcv_buffer_printf(out, ": %s%s%s", result->counterexample.where,
                          result->counterexample.where[0] != '\0' ? ": " : "",
                          result->counterexample.summary);
    lcv_buffer_str(out, "\n");
    for (size_t i = 0; result->verdict == LCV_REFUTED && i < result->counterexample.nsteps; i++)
        lcv_buffer_printf(out, "    %s\n", result->counterexample.steps[i]);
}

/* The sets of the certificate, in words around them. Those of a witness against the claim
 * say what the counterexample says. */
static void add_sets(lcv_buffer *out, const char *certificate, bool refuted)
{
    bool any = false;
    if (certificate != NULL && refuted && strstr(certificate, "\nwitness ") != NULL)
        return;
    for (const char *line = certificate; line != NULL && *line != '\0';) {
        const char *end = strchr(line, '\n');
        size_t n = end != NULL ? (size_t)(end - line) : strlen(line);
        if (strncmp(line, "witness ", 8) == 0)
            lcv_buffer_printf(out, "  with %.*s\n", (int)(n - 8), line + 8);
        if (strncmp(line, "set ", 4) == 0 && !any) {
            lcv_buffer_str(out, "  it comes down to these sets, empty when it holds:\n");
            any = true;
        }
        if (strncmp(line, "set ", 4) == 0)
            lcv_buffer_printf(out, "    %.*s\n", (int)(n - 4), line + 4);
        if (strncmp(line, "point ", 6) == 0)
            lcv_buffer_printf(out, "  (number, then a point of that set) %.*s\n", (int)(n - 6),
                              line + 6);
        line = end != NULL ? end + 1 : NULL;
    }
}

bool lcv_explain_claim(lcr_ctx *r, lcv_buffer *out, const lcv_steps_told *told,
                       const lcv_claim *claim, size_t n, lcv_value *const *arg,
                       const lcv_result *result)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_frame frame = lc_frame_open(ctx);
    add_call(r, out, claim->name, false, n, arg);
    lcv_buffer_str(out, "\n");
    add_rule(out, lcv_rule_for(claim->rules, claim->operands, n, arg));
    if (claim->steps != NULL)
        claim->steps(r, out, told, arg, n, NULL);
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
