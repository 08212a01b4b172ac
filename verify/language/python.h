/* python.h - what Python libraries print for layouts, as trees of the language.
 *
 *     torch.Size([4, 8]) (8, 1)              (4,8):(8,1), as print(x.shape, x.stride()) gives
 *     (torch.Size([4, 8]), (8, 1))           the same, a pair
 *     DeviceMesh((dp=2, tp=4), 'cuda', stride=(4, 1))    (2,4):(4,1)
 *     init_device_mesh("cuda", (2, 4))       (2,4):(4,1)
 *     _MeshLayout(axes=(A, B))               make_layout(A, B)
 *     _FlatLayout(shape=(), stride=())       1:0
 *     Tensor({5}, A)                         {5} o A, PyCuTe's
 *     ComposedLayout(f, A, offset=5)         ComposedLayout(f, 5, A), of tensor-layouts
 *     cute.make_layout(S, stride=D), make_composed_layout(f, 5, A), make_swizzle(3, 4, 3)
 *                                            S:D, f o 5 o A, S<3,4,3>, of CuTe DSL
 *     PaddedSharedLayout.with_identity_for(P, S, order)    the same with shape and order, Gluon's
 *
 * Names that are functions of their arguments, as Layout(S, D) and Swizzle(b, m, s) are, are
 * words of the language (../catalogue/words.h). What is read here differs from calls in its
 * form, and stays a call where the form is another one. Sizes and strides are in torch's order,
 * modes as they are listed; integral coordinates count the first mode fastest, as always.
 */
#ifndef LCV_PYTHON_H
#define LCV_PYTHON_H

#include "parse.h"

#define LCV_PYTHON_SIZE "torch.Size" /* the name, and the text of its tuple */

/* The call, or what it stands for. NULL with a diagnostic. */
lcv_ast *lcv_python_call(lcv_parser *parser, lcv_ast *apply);
/* A tuple, or the layout of a size and strides in it. */
lcv_ast *lcv_python_tuple(lcv_ast *tuple);

/* The length of DeviceMesh(...), which the lexer takes as one word, and its tree. */
size_t lcv_python_mesh_length(const char *text);
lcv_ast *lcv_python_mesh(lcv_parser *parser, lcv_span span, const char *text);

#endif
