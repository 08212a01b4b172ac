/* reading.h - the problem and the scope in which forms are made of expressions. */
#ifndef LCV_READING_H
#define LCV_READING_H

#include "../form/internal.h"
#include "form.h"

typedef struct lcv_reading {
    const lcv_problem *problem;
    const lcv_form **cached; /* of the problem's expressions */
    lcv_eval at;             /* evaluates expressions without parameters, in the reader's scope */
    lcv_diag diag;
} lcv_reading;

/* Sets the scope and the source of a definition or an assumption, which give its names their
 * meaning. Returns the previous ones, to be set again. */
typedef struct {
    const lcv_scope *scope;
    lcv_source *source;
} lcv_place;
lcv_place lcv_reading_enter(lcv_forms *f, lcv_place place);
lcv_place lcv_place_of(const lcv_formula *formula);

#endif
