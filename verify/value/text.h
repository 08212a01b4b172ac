/* text.h - texts with values in them: results, steps of counterexamples, literals.
 *
 * A format has these directives:
 *   %s const char *   %z size_t   %i lc_int   %t const lc_tuple *
 *   %L const lc_layout *   %c const lc_tuple *, a coordinate as the argument of a
 *   call: `(2)`, `(0,1)`
 * Texts are owned; without memory they are NULL, with an error in the context.
 */
#ifndef LCV_TEXT_H
#define LCV_TEXT_H

#include "../../lib/layout.h"
#include "../language/buffer.h"

char *lcv_text(lc_ctx *ctx, const char *format, ...);
char *lcv_vtext(lc_ctx *ctx, const char *format, va_list *ap);

/* A text written piece by piece; begins as {0}, and the last call takes it. */
typedef lcv_buffer lcv_line;
void lcv_line_add(lc_ctx *ctx, lcv_line *line, const char *format, ...);
char *lcv_line_take(lc_ctx *ctx, lcv_line *line);

#endif
