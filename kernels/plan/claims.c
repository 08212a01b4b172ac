/* claims.c - what is claimed of a plan, whatever its kind: proved, remembered, told. */
#include "config.h"

#include "plan.h"

#include <stdlib.h>
#include <string.h>

#include "../../verify/function/result.h"
#include "../../verify/language/build.h"

bool lck_plan_settle(lck_plan *plan, lcv_planning *p, lcv_result *result, char *claim)
{
    bool proved = result && claim && result->verdict == LCV_PROVED;
    if (result && claim && !proved) {
        lc_text text = {0};
        lc_text_printf(&text, "plan %s: %s", plan->name, claim);
        lck_forget_result(p);
        p->result = result;
        p->claim = lc_text_take(plan->ctx, &text);
        free(claim);
        return false;
    }
    if (proved)
        lc_text_printf(&plan->proved, "%s\n  %s\n", claim,
                       result->method ? result->method : "by definition");
    else if (p->e->status == LCV_EVAL_OK)
        lcv_eval_failed(p->e, p->name_span);
    lcv_result_free(result);
    free(claim);
    return proved;
}

/* The line of a claim in a text, and how it was proved, or NULL. */
static const char *line_of(const char *text, const char *claim)
{
    size_t n = strlen(claim);
    for (const char *at = text; (at = strstr(at, claim)); at += n)
        if ((at == text || at[-1] == '\n') && strncmp(at + n, "\n  ", 3) == 0)
            return at;
    return NULL;
}

/* Was it proved before, of this kernel or of another one? Its line is said once. */
static bool is_known(lck_plan *plan, const char *claim)
{
    const char *line = line_of(lc_text_peek(&plan->known), claim);
    if (line && !line_of(lc_text_peek(&plan->proved), claim)) {
        size_t length = strlen(claim) + 1;
        length += strcspn(line + length, "\n");
        lc_text_printf(&plan->proved, "%.*s\n", (int)length, line);
    }
    return line != NULL;
}

/* The same, and the new line is one of all kernels. */
static bool remember(lck_plan *plan, lcv_planning *p, lcv_result *result, char *claim)
{
    size_t before = plan->proved.length;
    if (!lck_plan_settle(plan, p, result, claim))
        return false;
    lc_text_add(&plan->known, lc_text_peek(&plan->proved) + before);
    return true;
}

bool lck_plan_claim(lck_plan *plan, lcv_planning *p, lcv_ast *tree)
{
    char *claim = lcv_ast_text(tree), *line;
    bool known = claim && is_known(plan, claim);
    free(claim);
    if (known)
        return true;
    lcv_result *result = lcv_planning_prove(p, tree, &line);
    return remember(plan, p, result, line);
}

bool lck_plan_ask(lck_plan *plan, lcv_planning *p, const char *format, ...)
{
    lc_text text = {.failed = lc_ctx_code(plan->ctx) == LC_ERR_MEMORY}; /* of what is put in */
    LC_TEXT_ARGS(&text, format);
    char *claim = lc_text_take(plan->ctx, &text);
    if (claim && is_known(plan, claim)) {
        free(claim);
        return true;
    }
    return remember(plan, p, claim ? lcv_planning_ask(p, claim) : NULL, claim);
}

const char *lck_plan_keep(const lck_plan *plan, lc_text *text)
{
    const size_t n = text->length + 1;
    char *copy = text->failed ? NULL : lcv_arena_alloc(plan->arena, n);
    if (copy)
        memcpy(copy, lc_text_peek(text), n);
    lc_text_free(text);
    return copy ? copy : lc_no_memory(plan->ctx);
}

const char *lck_plan_printf(const lck_plan *plan, const char *format, ...)
{
    lc_text text = {.failed = lc_ctx_code(plan->ctx) == LC_ERR_MEMORY}; /* of what is put in */
    LC_TEXT_ARGS(&text, format);
    return lck_plan_keep(plan, &text);
}

const char *lck_plan_text(const lck_plan *plan, lcv_ast *tree)
{
    lc_text text = {0};
    lc_text_own(&text, lcv_ast_text(tree));
    return lck_plan_keep(plan, &text);
}

bool lck_plan_found(lck_plan *plan, lcv_planning *p, const lck_kernel *kernel, const char *why,
                    char *claim)
{
    lc_text where = {0}, reason = {0};
    if (!why) {
        free(claim);
        return true;
    }
    lc_text_add(&where, kernel ? "its kernel" : "its recipe");
    lc_text_add(&reason, why);
    lcv_result *result = lcv_refuted(plan->ctx, kernel ? "the kernel" : "the recipe",
                                     lc_text_take(plan->ctx, &where),
                                     lc_text_take(plan->ctx, &reason));
    return lck_plan_settle(plan, p, result, claim);
}

bool lck_plan_lost(lck_plan *plan, lcv_planning *p, const char *why, char *claim)
{
    lc_text reason = {0};
    lc_text_add(&reason, why);
    return lck_plan_settle(plan, p,
                           lcv_unknown(plan->ctx, "statements", lc_text_take(plan->ctx, &reason)),
                           claim);
}

bool lck_plan_tell(const lck_plan *plan, lck_kernel *kernel)
{
    if (plan->proved.length == 0)
        return true;
    free(kernel->claims);
    kernel->claims = plan->proved.failed ? NULL : strdup(lc_text_peek(&plan->proved));
    return kernel->claims || lc_no_memory(plan->ctx);
}

void lck_forget_result(lcv_planning *p)
{
    lcv_result_free(p->result);
    free(p->claim);
    p->result = NULL;
    p->claim = NULL;
}

void lck_plan_not_made(const lck_plan *plan, lcv_planning *p)
{
    bool name = lc_ctx_code(plan->ctx) == LC_ERR_INVALID;
    lck_forget_result(p);
    lcv_eval_failed(p->e, p->name_span);
    if (name)
        lcv_diag_hint(p->e->diag, "the kernel has variables of its own beside its sizes");
}
