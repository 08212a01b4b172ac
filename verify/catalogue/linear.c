/* linear.c - the rows of operations on linear layouts.
 */
#include "config.h"

#include "rows.h"

#include "../crosscheck/restate.h"
#include "../explain/explain.h"
#include "../operation/operation.h"

/* Reasons for parts that a row lacks. */
#define BITS_ARE_NUMBERS "functions over F2 are given by bits, which parameters do not have"

/* The parts that most of them have. */
#define OF_BITS .no_symbols = BITS_ARE_NUMBERS, .steps = lcv_tell_linear

const lcv_operation lcv_operations_linear[] = {
    {"LinearLayout", "LinearLayout(crd, idx, vals)", 3, 3, .writes = true,
     .apply = lcv_op_LinearLayout, .no_symbols = BITS_ARE_NUMBERS,
     .rules = RULE("the linear layout that sends the bits of the coordinate, by these bases, to "
                   "the value",
                   "PyCuTe")},
    {"linear", "linear(X)", 1, 1, .apply = lcv_op_linear, .no_symbols = BITS_ARE_NUMBERS,
     .restated = lcv_restate_linear, .steps = lcv_tell_linear,
     .rules = RULE("the values at 1, 2, 4, ... as bases: right when the value at x xor y is the "
                   "XOR of the values",
                   "ISL paper, section 5; Triton's LinearLayout")},
    {"affine", "affine(X)", 1, 1, .apply = lcv_op_affine, .no_symbols = BITS_ARE_NUMBERS,
     .restated = lcv_restate_linear, .steps = lcv_tell_affine,
     .rules =
         RULE("the value at 0, and a linear layout after it: right when the value at x xor y "
              "is the XOR of those at x, y and 0",
              "ISL paper, section 5")},
    {"matrix", "matrix(X)", 1, 1, .yields = true, .apply = lcv_op_matrix,
     .no_symbols = BITS_ARE_NUMBERS,
     .rules = RULE("the pair (M, b) with X(c) = M c + b: of strides with an entry a flat mode of "
                   "the natural coordinate c, of bits with an entry a bit of the integral "
                   "coordinate, modulo 2",
                   "ISL paper, sections 3.3 and 5")},
    {"identity1d", "identity1d(n, in, out)", 3, 3, .apply = lcv_op_identity1d, OF_BITS,
     .rules = RULE("x -> x on [0,n)", "Triton's identity1D")},
    {"strided1d", "strided1d(n, stride, in, out)", 4, 4, .apply = lcv_op_strided1d, OF_BITS,
     .rules = RULE("x -> stride x on [0,n)", "Triton's strided1D")},
    {"zeros1d", "zeros1d(n, in, out)", 3, 3, .apply = lcv_op_zeros1d, OF_BITS,
     .rules = RULE("x -> 0 on [0,n)", "Triton's zeros1D")},
    {"product", "product(L, M)", 2, 2, .apply = lcv_op_product, OF_BITS,
     .rules = RULE("the bits of L below those of M, dim by dim", "Triton's L * M")},
    {"invert", "invert(L)", 1, 1, .apply = lcv_op_invert, .no_symbols = BITS_ARE_NUMBERS,
     .steps = lcv_tell_inverse_bits, .rules = RULE("the inverse matrix over F2", "Triton")},
    {"pseudoinvert", "pseudoinvert(L)", 1, 1, .apply = lcv_op_pseudoinvert,
     .no_symbols = BITS_ARE_NUMBERS, .steps = lcv_tell_inverse_bits,
     .rules = RULE("a right inverse over F2 whose free bits are 0", "Triton")},
    {"invert_and_compose", "invert_and_compose(L, M)", 2, 2, .apply = lcv_op_invert_and_compose,
     OF_BITS, .rules = RULE("C with L(x) = M(C(x))", "Triton")},
    {"conversion", "conversion(A, B)", 2, 2, .yields = true, .apply = lcv_op_conversion, OF_BITS,
     .rules = RULE("where B has what A has at a place, without the last dims that stay as they "
                   "are: with no dims left nothing moves, with register alone registers of a "
                   "thread, with lane values within a warp, with warp through shared memory; "
                   "registers with a basis of 0 are copies, and left out",
                   "Triton's minimalCvtLayout")},
    {"placed", "placed(L, M, [dims])", 3, 3, .yields = true, .apply = lcv_op_placed, OF_BITS,
     .rules = RULE("L with the numbers of these input dims as outputs, too, as large as M needs; "
                   "registers with a basis of 0 have the number of the one that they copy",
                   "definition")},
    {"divide_left", "divide_left(A, B)", 2, 2, .apply = lcv_op_divide_left, OF_BITS,
     .rules = RULE("C with A = product(B, C)", "Triton")},
    {"divide_right", "divide_right(A, B)", 2, 2, .apply = lcv_op_divide_right, OF_BITS,
     .rules = RULE("C with A = product(C, B)", "Triton")},
    {"sublayout", "sublayout(L, [ins], [outs])", 3, 3, .apply = lcv_op_sublayout, OF_BITS,
     .rules = RULE("only these dims: other inputs are 0, other outputs are left out", "Triton")},
    {"flatten_ins", "flatten_ins(L)", 1, 1, .apply = lcv_op_flatten_ins, OF_BITS,
     .rules = RULE("the input dims as one, the first minor: the same function of integral "
                   "coordinates",
                   "Triton")},
    {"flatten_outs", "flatten_outs(L)", 1, 1, .apply = lcv_op_flatten_outs, OF_BITS,
     .rules = RULE("the output dims as one, the first minor", "Triton")},
    {"reshape_ins", "reshape_ins(L, [ins], sizes)", 3, 3, .apply = lcv_op_reshape_ins, OF_BITS,
     .rules = RULE("other input dims with as many bits: the same function of integral "
                   "coordinates",
                   "Triton")},
    {"reshape_outs", "reshape_outs(L, [outs], sizes)", 3, 3, .apply = lcv_op_reshape_outs,
     OF_BITS,
     .rules = RULE("other output dims with as many bits: the same integral coordinates as values",
                   "Triton")},
    {"transpose_ins", "transpose_ins(L, [ins])", 2, 2, .apply = lcv_op_transpose_ins, OF_BITS,
     .rules = RULE("the input dims in another order", "Triton")},
    {"transpose_outs", "transpose_outs(L, [outs])", 2, 2, .apply = lcv_op_transpose_outs, OF_BITS,
     .rules = RULE("the output dims in another order", "Triton")},
    {"resize_in", "resize_in(L, in, size)", 3, 3, .apply = lcv_op_resize_in, OF_BITS,
     .rules = RULE("an input dim without its highest bases, or with more that are 0", "Triton")},
    {"resize_out", "resize_out(L, out, size)", 3, 3, .apply = lcv_op_resize_out, OF_BITS,
     .rules = RULE("another size of an output dim: numbers that reach it become 0", "Triton")},
    {"concat_ins", "concat_ins(L, M)", 2, 2, .apply = lcv_op_concat_ins, OF_BITS,
     .rules = RULE("the input dims of L, then those of M", "Triton")},
    {"concat_outs", "concat_outs(L, M)", 2, 2, .apply = lcv_op_concat_outs, OF_BITS,
     .rules = RULE("the output dims of L, then those of M", "Triton")},
    {"quotient", "quotient(L, [dims])", 2, 2, .apply = lcv_op_quotient, OF_BITS,
     .rules = RULE("L without dims on which it is the identity and which nothing else reaches",
                   "Triton")},
    {"unsqueeze_in", "unsqueeze_in(L, in)", 2, 2, .apply = lcv_op_unsqueeze_in, OF_BITS,
     .rules = RULE("L without an input dim of size 1", "Triton")},
    {"unsqueeze_out", "unsqueeze_out(L, out)", 2, 2, .apply = lcv_op_unsqueeze_out, OF_BITS,
     .rules = RULE("L without an output dim of size 1", "Triton")},
    {"remove_zero_bases", "remove_zero_bases(L, in)", 2, 2, .apply = lcv_op_remove_zero_bases,
     OF_BITS, .rules = RULE("L without the bases of an input dim that are 0", "Triton")},
    {"free_variable_masks", "free_variable_masks(L)", 1, 1, .apply = lcv_op_free_variable_masks,
     OF_BITS,
     .rules = RULE("the bits, for each input dim, whose values are sums of those at bits "
                   "before them",
                   "Triton")},
    {"num_consecutive", "num_consecutive(L)", 1, 1, .apply = lcv_op_num_consecutive, OF_BITS,
     .remark = lcv_remark_num_consecutive,
     .rules = RULE("the largest power of two V for which aligned runs of V numbers of the first "
                   "input dim are runs of the first output dim",
                   "Triton")},
    {.name = NULL},
};
