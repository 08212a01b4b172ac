/* in-mode.h - functions of one mode: compose[1](A, B), size[0,1](A), injective[0](A).
 *
 * f[i](A, ...) of a layout or a tuple A is A with f(mode(A, i), ...) in the place of mode i.
 * Where f gives no layout and no tuple, as size and claims do, f[i](A, ...) is f of the mode
 * alone. f[i,j] and f[i][j] are about mode j of mode i. A function of a file and a word may stand
 * there like an operation. Such a call is made of others: mode, f, concat.
 */
#ifndef LCV_IN_MODE_H
#define LCV_IN_MODE_H

#include "expand.h"

bool lcv_is_mode_call(const lcv_work *w, const lcv_scope *scope, const lcv_ast *ast);
/* The call f(A, ...) of such a call, made of these two nodes. */
void lcv_mode_call_of_whole(const lcv_ast *ast, lcv_ast *whole, lcv_ast *name);
/* Makes the calls in the tree, which is such a call; false with an error. */
bool lcv_expand_mode_call(lcv_calls *c, lcv_scope *made, lcv_ast *ast, bool claim);

#endif
