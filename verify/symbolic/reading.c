/* reading.c - the forms of a problem: its parameters and its assumptions. */
#include "config.h"

#include "reading.h"

#include <stdlib.h>

lcv_place lcv_reading_enter(lcv_forms *f, lcv_place place)
{
    lcv_eval *at = &f->reading->at;
    lcv_place before = {at->scope, at->source};
    at->scope = place.scope;
    at->source = place.source;
    return before;
}

lcv_place lcv_place_of(const lcv_formula *formula)
{
    return (lcv_place){formula->scope, formula->source};
}

/* The parameters as sizes: numbers, quotients, or symbols of their own. */
static bool add_parameters(lcv_forms *f, bool exact, const lcv_fixed *fixed)
{
    const lcv_problem *p = f->reading->problem;
    lc_int zero = lc_int_const(0), one = lc_int_const(1), high;
    f->nparameters = p->n;
    for (size_t i = 0; i < p->n; i++) {
        f->symbol[i] = SIZE_MAX;
        if (fixed && fixed->is[i]) {
            f->parameter[i] = lcv_size_int(f->symbols, fixed->value[i]);
        } else {
            bool bounded = lcv_case_high(p, fixed, i, &high);
            f->symbol[i] = lcv_symbols_count(f->symbols);
            f->parameter[i] = lcv_symbols_add(f->symbols, p->parameter[i]->formula->text,
                                              lcv_case_low(p, fixed, i), bounded ? &high : NULL,
                                              exact ? p->modulus[i] : one,
                                              exact ? p->residue[i] : zero);
        }
        if (!f->parameter[i])
            return false;
    }
    return true;
}

/* The conditions of a case as facts; one that has unknowns of a proof is left out. */
static bool add_conditions(lcv_forms *f, const lcv_fixed *fixed)
{
    bool ok = true;
    for (size_t k = 0; ok && fixed && k < fixed->n; k++) {
        const lc_poly *p = lcv_forms_copied(f, fixed->of[k], fixed->least[k]);
        ok = !p || lcv_forms_assumed(f, LCV_OP_GE, p, lcv_size_const(f->symbols, 0));
    }
    return ok && lc_ctx_code(f->ctx) == LC_OK;
}

static lcv_reading *reading_new(const lcv_problem *problem)
{
    lcv_reading *reading = lc_alloc(problem->ctx, 1, sizeof *reading);
    if (!reading)
        return NULL;
    reading->problem = problem;
    reading->at = *problem->e;
    reading->at.diag = &reading->diag;
    reading->at.notes = NULL;
    reading->at.crosscheck = LCV_CROSSCHECK_OFF; /* instances are checked */
    reading->at.disagreement = (lcv_disagreement){0};
    reading->at.explain = NULL;
    reading->at.certify = NULL;
    reading->cached = lc_alloc(problem->ctx, problem->nexpressions, sizeof(lcv_form *));
    return reading;
}

lcv_forms *lcv_forms_new(const lcv_problem *problem, bool exact, const lcv_fixed *fixed)
{
    lcv_forms *f = lcv_forms_open(problem->e->r);
    if (!f)
        return NULL;
    f->reading = reading_new(problem);
    if (f->reading && f->reading->cached && add_parameters(f, exact, fixed) &&
        add_conditions(f, fixed))
        return f;
    lcv_forms_free(f);
    return NULL;
}

void lcv_forms_free(lcv_forms *f)
{
    if (!f)
        return;
    if (f->reading) {
        free(f->reading->cached);
        lcv_diag_clear(&f->reading->diag);
        lcv_disagreement_clear(&f->reading->at.disagreement);
    }
    free(f->reading);
    lcv_forms_close(f);
}

void lcv_forms_assume(lcv_forms *f)
{
    const lcv_problem *p = f->reading->problem;
    for (size_t i = 0; i < p->nassumptions; i++) {
        const lcv_formula *formula = p->assumption[i]->formula;
        lcv_place outside = lcv_reading_enter(f, lcv_place_of(formula));
        const lcv_ast *side = formula->ast->child;
        const lc_poly *a = lcv_form_as_int(f, lcv_form_eval(f, side));
        const lc_poly *b = a ? lcv_form_as_int(f, lcv_form_eval(f, side->next)) : NULL;
        lcv_reading_enter(f, outside);
        if (!b || !lcv_forms_assumed(f, formula->ast->op, a, b)) {
            lc_ctx_reset(f->ctx);
            free(f->obstacle);
            f->obstacle = NULL;
        }
    }
}
