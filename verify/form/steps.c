/* steps.c - the steps done with forms, kept for those who check them again. */
#include "config.h"

#include "internal.h"

#include <stdlib.h>
#include <string.h>

static bool keep(lcv_forms *f, lcv_form_step step, const lcv_form *const *arg)
{
    lcv_form_step *grown = lc_grow(f->ctx, f->step, f->nsteps, &f->steps_room, sizeof *grown);
    f->step = grown ? grown : f->step;
    step.arg = grown ? lc_alloc(f->ctx, step.n, sizeof *step.arg) : NULL;
    if (!step.arg)
        return false;
    if (step.n > 0)
        memcpy(step.arg, arg, step.n * sizeof *step.arg);
    f->step[f->nsteps++] = step;
    return true;
}

void lcv_forms_step(lcv_forms *f, const char *name, size_t n, const lcv_form *const *arg,
                    const lcv_form *value)
{
    if (value && !keep(f, (lcv_form_step){.name = name, .n = n, .value = value}, arg))
        f->lost = true;
}

void lcv_forms_proved(lcv_forms *f, const char *claim, size_t n, const lcv_form *const *arg)
{
    if (!keep(f, (lcv_form_step){.name = claim, .n = n}, arg))
        f->lost = true;
}

void lcv_forms_forget(lcv_forms *f, size_t n)
{
    while (f->nsteps > n)
        free(f->step[--f->nsteps].arg);
}

size_t lcv_forms_steps(const lcv_forms *f, const lcv_form_step **step, bool *complete)
{
    *step = f->step;
    *complete = !f->lost;
    return f->nsteps;
}
