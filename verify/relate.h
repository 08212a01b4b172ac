/* relate.h - the text of `layoutcheck relation`. */
#ifndef LCV_RELATE_H
#define LCV_RELATE_H

#include "value.h"

/* One map a line, in isl's syntax: a relation as it is, a layout or a shape as its
 * coordinate, index and layout map, each after a comment line that names it; the
 * same for a tensor, with its offset. The caller frees it. NULL with an error. */
char *lcv_relations_of(lcr_ctx *r, const lcv_value *value);

#endif
