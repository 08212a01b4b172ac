/* refuted.c - what a definition says of a counterexample to its claim.
 *
 *     let good(S) = equal(.., ..) refuted(k, j) "fill", k, "overwrites stage", k % S
 *
 * The names stand for the integers of the first coordinate that is at fault, a natural or an
 * integral one, and of its value; texts and values are joined by blanks. The usual words stay
 * where there are not as many integers as names, or where one of the values does not exist.
 */
#include "config.h"

#include "expand.h"

#include <stdlib.h>
#include <string.h>

#include "../../lib/text.h"
#include "../symbolic/instance.h"
#include "../value/definition.h"

/* Where the next integer of `(1,(0,2))` begins, and how long it is; 0: there is none. */
static size_t next_integer(const char **text)
{
    if (!*text)
        return 0;
    *text += strcspn(*text, "-0123456789");
    return **text ? 1 + strspn(*text + 1, "0123456789") : 0;
}

static size_t count_integers(const char *text)
{
    size_t n = 0, length;
    for (; (length = next_integer(&text)) > 0; text += length)
        n++;
    return n;
}

/* The integers get the names from *name on, which goes on. False: no memory. */
static bool name_integers(lcv_eval *e, const char *text, lcv_scope *scope, const lcv_ast **name)
{
    size_t length;
    bool ok = true;
    for (; ok && (length = next_integer(&text)) > 0; text += length, *name = (*name)->next) {
        lc_int value;
        lcv_value *v = lc_int_parse(e->ctx, text, length, &value)
                           ? lcv_kept(e->ctx, lcv_value_int(e->ctx, value))
                           : NULL;
        ok = v && lcv_scope_add(scope, (*name)->text, v, e->source, (*name)->span);
    }
    return ok;
}

/* A scope with the names of the call and these; NULL: there are not as many integers, or no
 * memory. */
static lcv_scope *with_integers(lcv_calls *c, const lcv_counterexample *at, const lcv_ast *names)
{
    lcv_eval *e = &c->w->eval;
    const lcv_fault *fault = at->faults;
    const lcv_ast *name = names->child;
    size_t left = at->nfaults;
    for (; left > 0 && !fault->value; left--)
        fault++;
    if (left == 0 || names->nchildren < count_integers(fault->value))
        return NULL;
    size_t of_place = names->nchildren - count_integers(fault->value);
    const char *coordinate = count_integers(fault->coordinate) == of_place ? fault->coordinate
                             : count_integers(fault->at) == of_place       ? fault->at
                                                                           : NULL;
    lcv_scope *scope = coordinate || of_place == 0 ? lcv_scope_inside(c->keeper, e->scope) : NULL;
    return scope && name_integers(e, coordinate, scope, &name) &&
                   name_integers(e, fault->value, scope, &name)
               ? scope
               : NULL;
}

/* The value of an expression at the numbers of the counterexample. */
static char *text_at(lcv_eval *e, const lcv_counterexample *at, const lcv_ast *expr)
{
    lcv_problem problem;
    lc_int number[LCV_MAX_PARAMETERS];
    if (!lcv_problem_open(&problem, e, expr))
        return NULL;
    bool ok = true;
    for (size_t i = 0; ok && i < problem.n; i++) {
        const char *name = problem.parameter[i]->formula->text;
        size_t k = 0;
        while (k < at->nparameters && strcmp(at->parameters[k].name, name) != 0)
            k++;
        ok = k < at->nparameters && lc_int_parse(e->ctx, at->parameters[k].value,
                                                 strlen(at->parameters[k].value), &number[i]);
    }
    char *text = ok ? lcv_try_text(&problem, number) : NULL;
    lcv_problem_close(&problem);
    return text;
}

static char *told(lcv_eval *e, const lcv_counterexample *at, const lcv_ast *piece)
{
    lc_text text = {0};
    bool ok = true;
    for (; ok && piece; piece = piece->next) {
        char *value = piece->text ? NULL : text_at(e, at, piece->child);
        ok = piece->text || value;
        lc_text_printf(&text, "%s%s", text.length > 0 ? " " : "",
                       piece->text ? piece->text
                       : value     ? value
                                   : "");
        free(value);
    }
    if (ok)
        return lc_text_take(e->ctx, &text);
    lc_text_free(&text);
    return NULL;
}

void lcv_tell_refuted(lcv_calls *c, lcv_result *result)
{
    lcv_eval *e = &c->w->eval;
    const lcv_definition *f = e->scope->called;
    if (!f || !f->refuted || !result || result->verdict != LCV_REFUTED)
        return;
    lcv_counterexample *at = &result->counterexample;
    const lcv_eval before = *e;
    lcv_scope *scope = with_integers(c, at, f->refuted->child);
    if (!scope)
        return;
    e->scope = scope;
    char *text = told(e, at, f->refuted->child->next);
    *e = before;
    if (!text)
        return;
    free(at->summary);
    at->summary = text;
}
