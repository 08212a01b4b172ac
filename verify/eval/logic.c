#include "config.h"

#include "logic.h"

#include <stdlib.h>
#include <string.h>

#include "../function/result.h"

#define LONGEST 80 /* bytes of a part where it is named */

bool lcv_is_logic(const lcv_ast *ast)
{
    return ast->kind == LCV_AST_LOGIC;
}

/* ---- parts ---- */

void lcv_eval_no_evidence(lcv_eval *e, const lcv_result *proved)
{
    if (e->certify)
        e->certificate = lcv_text(e->ctx, "\n# %s: PROVED %s: no evidence of this kind\n",
                                  e->certify, proved->reason ? proved->reason : "");
}

char *lcv_eval_join_certificates(lcv_eval *e, char *first, char *second)
{
    char *both = first && second ? lcv_text(e->ctx, "%s%s", first, second) : NULL;
    if (!first || !second)
        return first ? first : second;
    free(first);
    free(second);
    return both;
}

static lcv_result *prove_part(lcv_eval *e, const lcv_ast *part, lcv_prove_part *prove, void *user)
{
    char *before = e->certificate;
    e->certificate = NULL;
    lcv_result *result = prove(user, part);
    e->certificate = lcv_eval_join_certificates(e, before, e->certificate);
    return result;
}

/* The part as it is written, cut where it is long; kept. */
static const char *words(lcv_eval *e, const lcv_ast *part)
{
    char *text = lcv_kept(e->ctx, lcv_source_excerpt(e->source, part->span, LONGEST));
    return text ? text : "a part";
}

static const char *same_method(const lcv_result *a, const lcv_result *b)
{
    return a->method && b->method && strcmp(a->method, b->method) == 0 ? a->method : LCV_BY_PARTS;
}

/* Is the line one of the text? */
static bool says(const char *text, const char *line)
{
    size_t n = strlen(line);
    for (const char *at = text; at; at = strchr(at, '\n')) {
        at += *at == '\n';
        if (strncmp(at, line, n) == 0 && (at[n] == '\n' || at[n] == '\0'))
            return true;
    }
    return false;
}

/* Another line of the reason, once. */
static void add_reason(lc_ctx *ctx, lcv_result *result, const char *line)
{
    if (!line || (result->reason && says(result->reason, line)))
        return;
    char *more = result->reason ? lcv_text(ctx, "%s\n%s", result->reason, line)
                                : lcv_text(ctx, "%s", line);
    free(result->reason);
    result->reason = more;
}

/* ---- and ---- */

/* "both are 7, so that injective(A) is false" */
static void name_refuted(lcv_eval *e, const lcv_ast *part, lcv_result *result)
{
    const char *claim = words(e, part), *said = result->counterexample.summary;
    size_t n = strlen(claim);
    if (strncmp(said, claim, n) == 0 && strcmp(said + n, " is false") == 0)
        return;
    char *summary = lcv_text(e->ctx, "%s, so that %s is false", said, claim);
    free(result->counterexample.summary);
    result->counterexample.summary = summary;
}

static void name_unknown(lcv_eval *e, const lcv_ast *part, lcv_result *result)
{
    char *reason = lcv_text(e->ctx, "%s is not decided: %s", words(e, part),
                            result->reason ? result->reason : "");
    free(result->reason);
    result->reason = reason;
}

/* A part of a part has its name already. */
static void name_part(lcv_eval *e, lcv_op op, const lcv_ast *part, lcv_result *result)
{
    if (!result || (lcv_is_logic(part) && part->op == op))
        return;
    if (result->verdict == LCV_REFUTED)
        name_refuted(e, part, result);
    else if (result->verdict == LCV_UNKNOWN)
        name_unknown(e, part, result);
}

/* The verdict on `and` of two parts, the first of which is not REFUTED. Takes both over. */
static lcv_result *both(lc_ctx *ctx, lcv_result *a, lcv_result *b)
{
    bool second = b->verdict == LCV_REFUTED ||
                  (b->verdict == LCV_UNKNOWN && a->verdict == LCV_PROVED);
    if (a->verdict == LCV_PROVED && b->verdict == LCV_PROVED) {
        a->method = same_method(a, b);
        add_reason(ctx, a, b->reason);
    }
    lcv_result_free(second ? a : b);
    return second ? b : a;
}

static lcv_result *conjunction(lcv_eval *e, const lcv_ast *ast, lcv_prove_part *prove, void *user)
{
    const lcv_ast *second = ast->child->next;
    lcv_result *a = prove_part(e, ast->child, prove, user);
    name_part(e, LCV_OP_AND, ast->child, a);
    if (!a || a->verdict == LCV_REFUTED)
        return a;
    lcv_result *b = prove_part(e, second, prove, user);
    name_part(e, LCV_OP_AND, second, b);
    if (b)
        return both(e->ctx, a, b);
    lcv_result_free(a);
    return NULL;
}

/* ---- or ---- */

static lcv_result *one_is_true(lcv_eval *e, const lcv_ast *part, lcv_result *result)
{
    if (lcv_is_logic(part) && part->op == LCV_OP_OR)
        return result;
    char *reason = result->reason
                       ? lcv_text(e->ctx, "%s is true\n%s", words(e, part), result->reason)
                       : lcv_text(e->ctx, "%s is true", words(e, part));
    free(result->reason);
    result->reason = reason;
    return result;
}

/* Moves what is at fault in a refuted part; its steps get its name before them. */
static void move_faults(lcv_eval *e, const lcv_ast *part, lcv_result **to, lcv_result *from)
{
    lcv_counterexample *c = &from->counterexample;
    bool named = lcv_is_logic(part) && part->op == LCV_OP_OR;
    if (!named)
        lcv_step(e->ctx, to, "%s is false%s%s: %s", words(e, part), *c->where ? " at " : "",
                 c->where, c->summary);
    for (size_t i = 0; i < c->nsteps; i++)
        lcv_step(e->ctx, to, named ? "%s" : "  %s", c->steps[i]);
    lcv_move_numbers(e->ctx, to, c);
}

/* The verdict on `or` of two refuted parts: REFUTED, or UNKNOWN where they may be false at
 * different values of parameters. Takes both over. */
static lcv_result *neither(lcv_eval *e, const lcv_ast *ast, bool for_all, lcv_result *a,
                           lcv_result *b)
{
    bool apart = for_all && a->counterexample.nparameters > 0 &&
                 b->counterexample.nparameters > 0;
    lcv_result *result =
        apart ? lcv_unknown(e->ctx, LCV_BY_PARTS,
                            lcv_text(e->ctx, "no part is true for all parameters, but one may be "
                                             "where the others are not"))
              : lcv_refuted(e->ctx, same_method(a, b), lcv_text(e->ctx, "%s", ""),
                            lcv_text(e->ctx, "no part is true"));
    if (!apart) {
        move_faults(e, ast->child, &result, a);
        move_faults(e, ast->child->next, &result, b);
    }
    lcv_result_free(a);
    lcv_result_free(b);
    return result;
}

static lcv_result *disjunction(lcv_eval *e, const lcv_ast *ast, bool for_all,
                               lcv_prove_part *prove, void *user)
{
    const lcv_ast *second = ast->child->next;
    lcv_result *a = prove_part(e, ast->child, prove, user);
    if (!a || a->verdict == LCV_PROVED)
        return a ? one_is_true(e, ast->child, a) : NULL;
    lcv_result *b = prove_part(e, second, prove, user);
    if (b && a->verdict == LCV_REFUTED && b->verdict == LCV_REFUTED)
        return neither(e, ast, for_all, a, b);
    name_part(e, LCV_OP_OR, ast->child, a->verdict == LCV_UNKNOWN ? a : NULL);
    bool decides = b && b->verdict == LCV_PROVED;
    bool first = b && !decides && a->verdict == LCV_UNKNOWN;
    if (b && !decides && !first)
        name_part(e, LCV_OP_OR, second, b);
    lcv_result_free(first ? b : a);
    return decides ? one_is_true(e, second, b) : first ? a : b;
}

/* ---- not ---- */

/* `A is true for all M >= 1`, `A is true: the offsets lie in [0,7]` */
static char *is_true(lc_ctx *ctx, const char *claim, const char *reason)
{
    bool range = reason && strncmp(reason, "for all ", 8) == 0;
    return lcv_text(ctx, "%s is true%s%s", claim,
                    range    ? " "
                    : reason ? ": "
                             : "",
                    reason ? reason : "");
}

lcv_result *lcv_negated(lc_ctx *ctx, const char *claim, bool for_all, lcv_result *result)
{
    lcv_result *made = NULL;
    if (!result || result->verdict == LCV_UNKNOWN)
        return result;
    const lcv_counterexample *c = &result->counterexample;
    if (result->verdict == LCV_PROVED)
        made = lcv_refuted(ctx, result->method, lcv_text(ctx, "%s", ""),
                           is_true(ctx, claim, result->reason));
    else if (for_all && c->nparameters > 0)
        made = lcv_unknown(ctx, LCV_BY_PARTS,
                           lcv_text(ctx, "%s is false at %s: %s, but perhaps not everywhere",
                                    claim, c->where, c->summary));
    else
        made = lcv_proved_with(ctx, result->method,
                               lcv_text(ctx, "%s is false%s%s: %s", claim,
                                        *c->where ? " at " : "", c->where, c->summary));
    lcv_result_free(result);
    return made;
}

lcv_result *lcv_eval_logic(lcv_eval *e, const lcv_ast *ast, bool for_all, lcv_prove_part *prove,
                           void *user)
{
    lcv_result *result = ast->op == LCV_OP_AND ? conjunction(e, ast, prove, user)
                         : ast->op == LCV_OP_OR
                             ? disjunction(e, ast, for_all, prove, user)
                             : lcv_negated(e->ctx, words(e, ast->child), for_all,
                                           prove_part(e, ast->child, prove, user));
    if (!result && e->status == LCV_EVAL_OK)
        return lcv_eval_failed(e, ast->span);
    return result;
}
