/* remedy.h - what to write instead, where the parser stumbles over what people type as they know
 * it from elsewhere: a comma for the colon of a layout, '=' for '==', words of other languages.
 */
#ifndef LCV_REMEDY_H
#define LCV_REMEDY_H

#include "parse.h"

/* The hint of the error just recorded, about the token at this place; `after`: an operand ends
 * before it. Nothing is said where nothing is known. */
void lcv_remedy(lcv_parser *parser, lcv_span span, bool after);

#endif
