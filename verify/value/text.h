/* text.h - texts with values in them: results, steps of counterexamples, literals.
 *
 * A format has these directives:
 *
 *     %s const char *, "" for NULL     %S char *, taken over
 *     %t const lc_tuple *              %T lc_tuple *, taken over
 *     %c const lc_tuple *              %C lc_tuple *, taken over: a coordinate as the argument
 *                                         of a call, `(2)`, `(0,1)`
 *     %L const lc_layout *             %A lc_layout *, taken over
 *     %z size_t                        %i lc_int
 *
 * A NULL for any directive but %s comes from a failure and makes the text NULL, so that the
 * caller need not look at each part of a text. Texts are owned; a NULL text leaves an error in
 * the context.
 */
#ifndef LCV_TEXT_H
#define LCV_TEXT_H

#include "../../lib/layout.h"
#include "../../lib/text.h"

char *lcv_text(lc_ctx *ctx, const char *format, ...);
char *lcv_vtext(lc_ctx *ctx, const char *format, va_list *ap);

/* Adds a piece to a text under construction (lib/text.h). */
void lcv_text_add(lc_ctx *ctx, lc_text *text, const char *format, ...);

#endif
