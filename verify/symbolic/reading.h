/* reading.h - how forms are made of expressions: of which problem, in which scope. */
#ifndef LCV_READING_H
#define LCV_READING_H

#include "../form/internal.h"
#include "form.h"

typedef struct lcv_reading {
    const lcv_problem *problem;
    const lcv_form **cached; /* of the problem's expressions */
    lcv_eval at;             /* evaluates what has no parameters; its scope is the reader's */
    lcv_diag diag;
} lcv_reading;

/* The scope and the source of a definition, an assumption: those in which its names have their
 * meaning. Returns the ones before, to be set again. */
typedef struct {
    const lcv_scope *scope;
    lcv_source *source;
} lcv_place;
lcv_place lcv_reading_enter(lcv_forms *f, lcv_place place);
lcv_place lcv_place_of(const lcv_formula *formula);

#endif
