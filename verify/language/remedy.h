/* remedy.h - hints for what people type by habit: a comma for the colon of a layout, '=' for
 * '==', words of other languages. */
#ifndef LCV_REMEDY_H
#define LCV_REMEDY_H

#include "parse.h"

/* Adds a hint to the error just recorded, about the token at this place, where one is known;
 * `after`: an operand ends before it. */
void lcv_remedy(lcv_parser *parser, lcv_span span, bool after);

#endif
