/* floats.h - the floats of values.h. */
#ifndef PTX_RUN_FLOATS_H
#define PTX_RUN_FLOATS_H

#include "values.h"

uint64_t ptx_float_value(const ptx_code *c, const uint64_t *a);
bool ptx_float_compare(ptx_compare how, double x, double y);
bool ptx_float_test(const ptx_instruction *i, double x);      /* testp */
uint64_t ptx_converted(const ptx_code *c, const uint64_t *a); /* cvt */

#endif
