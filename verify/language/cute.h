/* cute.h - CuTe's C++ as trees of the language.
 *
 *     Shape<_4,X>{}                       (4,_)
 *     Layout<Shape<_4,_8>>{}              make_layout((4,8))
 *     make_layout(S, LayoutRight{})       make_layout_right(S)
 *     size<0>(A), get<1,0>(A)             size(mode(A, 0)), mode(A, 1, 0)
 *     take<0,2>(A), recast_layout<T,U>(A) take(A, 0, 2), recast_layout(T, U, A)
 *     A.shape, A.with_shape(4,8)          shape(A), with_shape(A, (4,8))
 *     Copy_Atom<OP, half_t>{}             Copy_Atom(OP, half_t), of <cute>
 *
 * Templates are told from comparisons by what follows up to a `>`. Lists are taken apart. NULL is
 * failure, with a diagnostic.
 */
#ifndef LCV_CUTE_H
#define LCV_CUTE_H

#include "parse.h"

#define LCV_CUTE_NOTHING (-1)

/* The token of a name before the text `next`: that of a template, of `let` and `prove` in C++, or
 * of a plain name, whose *length may become less; LCV_CUTE_NOTHING: CuTe gives it no meaning. */
int lcv_cute_token(const char *name, size_t *length, const char *next);
/* Types as a tuple or, where there is a layout among them, as a tiler. */
lcv_ast *lcv_cute_types(lcv_ast_kind kind, lcv_span span, lcv_ast *list);
/* A call of a function of the language, of one argument or of a list by `next`. */
lcv_ast *lcv_cute_apply(lcv_parser *parser, lcv_span span, const char *name, lcv_span place,
                        lcv_ast *arguments);
/* The call of a function whose arguments are known; make_layout may have a class of layouts among
 * them. */
lcv_ast *lcv_cute_call(lcv_ast *apply);
/* NAME<GIVEN>(ARGS), at `place` the name. */
lcv_ast *lcv_cute_template(lcv_parser *parser, lcv_span span, const char *name, lcv_span place,
                           lcv_ast *given, lcv_ast *args);
/* OBJECT.NAME, a call whose arguments may follow; such a call with (ARGS), which may be NULL. */
lcv_ast *lcv_cute_method(lcv_parser *parser, lcv_span span, lcv_ast *object, const char *name,
                         lcv_span place);
lcv_ast *lcv_cute_arguments(lcv_parser *parser, lcv_span span, lcv_ast *method, lcv_ast *args);

#endif
