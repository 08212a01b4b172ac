#include "config.h"

#include "words.h"

#include <string.h>

#include "names.h"

/* ---- CuTe's spellings ---- */

#define SYNONYM "CuTe's name for it"

static const lcv_word words[] = {
    {"composition", "composition(A, B)", 2, "compose(A, B)", SYNONYM, "cute/layout.hpp"},
    {"composition", "composition(A, n, B)", 3, "A o n o B",
     "B, then n added to its values, then A", "cute/layout_composed.hpp"},
    {"make_tile", "make_tile(A, ...)", LCV_WORD_ANY, "<A, ...>", "a tiler, by mode",
     "cute/layout.hpp"},
    {"make_shape", "make_shape(n, ...)", LCV_WORD_ANY, "(n, ...,)", "a tuple", "cute/layout.hpp"},
    {"make_stride", "make_stride(n, ...)", LCV_WORD_ANY, "(n, ...,)", "a tuple",
     "cute/layout.hpp"},
    {"make_coord", "make_coord(n, ...)", LCV_WORD_ANY, "(n, ...,)", "a tuple", "cute/layout.hpp"},
    {"make_step", "make_step(n, ...)", LCV_WORD_ANY, "(n, ...,)", "a tuple", "cute/layout.hpp"},
    {"make_tuple", "make_tuple(n, ...)", LCV_WORD_ANY, "(n, ...,)", "a tuple",
     "cute/container/tuple.hpp"},
    {"with_shape", "with_shape(A, S)", 2, "compose(A, make_layout(S))",
     "A at the integral coordinates of another shape", "cute/layout.hpp"},
    {"Layout", "Layout(shape)", 1, "make_layout(shape)", "the compact layout", "pycute, PyCuTe"},
    {"Layout", "Layout(shape, stride)", 2, "make_layout(shape, stride)", "shape:stride",
     "pycute, PyCuTe, tensor-layouts"},
    {"Swizzle", "Swizzle(bits, base, shift)", 3, "S<bits, base, shift>", "a swizzle",
     "pycute, PyCuTe, tensor-layouts"},
    {"ComposedLayout", "ComposedLayout(outer, inner)", 2, "outer o 0 o inner",
     "inner, then outer", "tensor-layouts"},
    {"ComposedLayout", "ComposedLayout(outer, offset, inner)", 3, "outer o offset o inner",
     "inner, then offset added to its values, then outer", "pycute"},
    {"Tensor", "Tensor(layout)", 1, "layout", "the layout of a tensor", "tensor-layouts"},
    {"Tensor", "Tensor(layout, offset)", 2, "{offset} o layout", "a layout after an offset",
     "tensor-layouts"},
    {"Tile", "Tile(A, ...)", LCV_WORD_ANY, "<A, ...>", "a tiler, by mode", "tensor-layouts"},
    {"F2", "F2(n)", 1, "n * f1", "the stride that adds by XOR", "PyCuTe"},
    {"_FlatLayout", "_FlatLayout(shape, stride)", 2, "make_layout(shape, stride)",
     "an axis of a mesh of devices", "torch.distributed"},
    {"_MeshLayout", "_MeshLayout(A)", 1, "A", "the layout of a mesh of devices",
     "torch.distributed"},
    {"_MeshLayout", "_MeshLayout(shape, stride)", 2, "make_layout(shape, stride)",
     "the layout of a mesh of devices", "torch.distributed"},
    {"sizeof", "sizeof(T)", 1, "ceil_div(sizeof_bits(T), 8)", "the bytes of a type", "C++"},
    {"decltype", "decltype(A)", 1, "A", "what it is of; types are their objects", "C++"},

    /* ---- layouts of shapes ---- */

    {"make_layout_like", "make_layout_like(A)", 1,
     "make_layout(shape(A), stride(make_ordered_layout(shape(filter_zeros(A)), stride(A))) * "
     "(shape(filter_zeros(A)) / shape(A)))",
     "the compact layout of the shape of A in the order of its strides, those that are 0 stay",
     "cute/layout.hpp"},
    {"make_fragment_like", "make_fragment_like(A)", 1,
     "tiled_product(make_layout(mode(shape(A), 0), "
     "stride(make_layout(mode(shape(filter_zeros(A)), 0))) * "
     "(mode(shape(filter_zeros(A)), 0) / mode(shape(A), 0))), "
     "make_ordered_layout(take(shape(A), 1, rank(A)), take(stride(A), 1, rank(A))))",
     "the same with mode 0 first, compact from its first leaf on", "cute/layout.hpp"},
    {"make_identity_tensor", "make_identity_tensor(S)", 1, "identity(S)",
     "the tensor whose values are its coordinates", "cute/tensor_impl.hpp"},
    {"make_counting_tensor", "make_counting_tensor(A)", 1, "A",
     "the tensor whose values are those of the layout", "cute/tensor_impl.hpp"},
    {"make_tensor", "make_tensor(p, A)", 2, "{p} o A",
     "the layout at a pointer, which is a number of elements", "cute/tensor_impl.hpp"},
    {"make_tensor", "make_tensor(p, S, D)", 3, "{p} o make_layout(S, D)",
     "the layout S:D at a pointer, which is a number of elements", "cute/tensor_impl.hpp"},
    {"make_gmem_ptr", "make_gmem_ptr(p)", 1, "p", "a pointer, a number of elements",
     "cute/pointer.hpp"},
    {"make_smem_ptr", "make_smem_ptr(p)", 1, "p", "a pointer, a number of elements",
     "cute/pointer.hpp"},
    {"Layout_K_INTER_Atom", "Layout_K_INTER_Atom(T)", 1,
     "upcast((8,128):(128,1), sizeof_bits(T))",
     "the canonical layout of shared memory, of elements of type T, K major",
     "cute/atom/mma_traits_sm90_gmma.hpp"},
    {"Layout_K_SW32_Atom", "Layout_K_SW32_Atom(T)", 1,
     "upcast(S<1,7,3> o 0 o (8,256):(256,1), sizeof_bits(T))",
     "the canonical layout of shared memory, of elements of type T, K major",
     "cute/atom/mma_traits_sm90_gmma.hpp"},
    {"Layout_K_SW64_Atom", "Layout_K_SW64_Atom(T)", 1,
     "upcast(S<2,7,3> o 0 o (8,512):(512,1), sizeof_bits(T))",
     "the canonical layout of shared memory, of elements of type T, K major",
     "cute/atom/mma_traits_sm90_gmma.hpp"},
    {"Layout_K_SW128_Atom", "Layout_K_SW128_Atom(T)", 1,
     "upcast(S<3,7,3> o 0 o (8,1024):(1024,1), sizeof_bits(T))",
     "the canonical layout of shared memory, of elements of type T, K major",
     "cute/atom/mma_traits_sm90_gmma.hpp"},
    {"Layout_MN_INTER_Atom", "Layout_MN_INTER_Atom(T)", 1,
     "upcast((128,8):(1,128), sizeof_bits(T))",
     "the canonical layout of shared memory, of elements of type T, MN major",
     "cute/atom/mma_traits_sm90_gmma.hpp"},
    {"Layout_MN_SW32_Atom", "Layout_MN_SW32_Atom(T)", 1,
     "upcast(S<1,7,3> o 0 o (256,8):(1,256), sizeof_bits(T))",
     "the canonical layout of shared memory, of elements of type T, MN major",
     "cute/atom/mma_traits_sm90_gmma.hpp"},
    {"Layout_MN_SW64_Atom", "Layout_MN_SW64_Atom(T)", 1,
     "upcast(S<2,7,3> o 0 o (512,8):(1,512), sizeof_bits(T))",
     "the canonical layout of shared memory, of elements of type T, MN major",
     "cute/atom/mma_traits_sm90_gmma.hpp"},
    {"Layout_MN_SW128_Atom", "Layout_MN_SW128_Atom(T)", 1,
     "upcast(S<3,7,3> o 0 o (1024,8):(1,1024), sizeof_bits(T))",
     "the canonical layout of shared memory, of elements of type T, MN major",
     "cute/atom/mma_traits_sm90_gmma.hpp"},

    /* ---- numbers ---- */

    {"round_up", "round_up(a, b)", 2, "ceil_div(a, b) * b",
     "the least multiple of b that is not below a", "cute/numeric/math.hpp"},

    {"product", "product(S)", 1, "size(S)", "the product of the integers", "cute/int_tuple.hpp"},
    {"elem_less", "elem_less(a, b)", 2, "max(a - b) < 0",
     "each integer of a is less than that of b, which is nested alike", "cute/int_tuple.hpp"},
    {"elem_leq", "elem_leq(a, b)", 2, "max(b - a) >= 0",
     "elem_less(b, a) does not hold, as in CuTe: some integer of a is not above that of b",
     "cute/int_tuple.hpp"},
    {"elem_gtr", "elem_gtr(a, b)", 2, "max(b - a) < 0", "elem_less(b, a)", "cute/int_tuple.hpp"},
    {"elem_geq", "elem_geq(a, b)", 2, "max(a - b) >= 0", "elem_less(a, b) does not hold",
     "cute/int_tuple.hpp"},

    /* ---- coordinates ---- */

    {"idx2crd", "idx2crd(i, S)", 2, "identity(S)(i)",
     "the natural coordinate of S with the integral coordinate i",
     "cute/int_tuple.hpp; Cecka 2.2"},
    {"crd2idx", "crd2idx(c, S)", 2, "make_layout(S)(c)", "the integral coordinate of c in S",
     "cute/stride.hpp"},
    {"crd2idx", "crd2idx(c, S, D)", 3, "(S:D)(c)", "the value of S:D at c", "cute/stride.hpp"},

    {"get_flat_coord", "get_flat_coord(A, i)", 2,
     "idx2crd(crd2idx(get_hier_coord(A, i), shape(A)), product_each(shape(A)))",
     "the same as get_hier_coord, an integer for each mode", "cute/layout.hpp"},
    {"get_1d_coord", "get_1d_coord(A, i)", 2, "crd2idx(get_hier_coord(A, i), shape(A))",
     "the same as get_hier_coord, an integral coordinate", "cute/layout.hpp"},

    /* ---- tiles of a tensor ---- */

    {"inner_partition", "inner_partition(X, T, c)", 3,
     "flat_slice(zipped_divide(X, T), ((_,), c))",
     "the tile at coordinate c of the tiling by T; `_` in c, and what c lacks, keeps tiles",
     "cute/tensor_impl.hpp"},
    {"outer_partition", "outer_partition(X, T, c)", 3,
     "flat_slice(zipped_divide(X, T), (c, (_,)))", "the element at coordinate c of each tile",
     "cute/tensor_impl.hpp"},
    {"local_tile", "local_tile(X, T, c)", 3, "inner_partition(X, T, c)",
     "the tile at coordinate c of the tiling by T", "cute/tensor_impl.hpp"},
    {"local_tile", "local_tile(X, T, c, proj)", 4,
     "inner_partition(X, dice(proj, T), dice(proj, c))",
     "the same with the modes of T and c that proj, such as Step<_1,X,_1>, does not leave out",
     "cute/tensor_impl.hpp"},
    {"local_partition", "local_partition(X, T, i)", 3,
     "outer_partition(X, product_each(shape(T)), get_flat_coord(T, i))",
     "what thread i of the layout T of threads has of X", "cute/tensor_impl.hpp"},
    {"local_partition", "local_partition(X, T, i, proj)", 4,
     "local_partition(X, dice(proj, T), i)",
     "the same with the modes of T that proj, such as Step<_1,X>, does not leave out",
     "cute/tensor_impl.hpp"},
    {"slice_and_offset", "slice_and_offset(c, X)", 2, "flat_slice(X, c)",
     "the sublayout and its offset, as a tensor", "cute/layout.hpp"},
    {"domain_offset", "domain_offset(c, X)", 2, "{X(c)} o shape(X):stride(X)",
     "the tensor X from coordinate c on", "cute/tensor_impl.hpp"},

    /* ---- elements of other widths ---- */

    {"recast_layout", "recast_layout(old, new, A)", 3,
     "recast_bits(sizeof_bits(old), sizeof_bits(new), A)",
     "A of elements of the new type, or of so many bits", "cute/layout.hpp"},
    {"recast_bits", "recast_bits(m, n, A)", 3,
     "downcast(upcast(A, n / gcd(m, n)), m / gcd(m, n))",
     "A, whose elements have m bits, for elements of n bits", "cute/layout.hpp, recast_layout"},

    /* ---- conversions of layouts of one tensor ---- */

    {"free_conversion", "free_conversion(A, B)", 2,
     "contained(placed(B, A, [register,lane,warp,block]), "
     "placed(A, B, [register,lane,warp,block]))",
     "B has nothing that A has not at the same place, registers counted without those that are "
     "copies",
     "Triton's conversions of layouts"},
    {"register_conversion", "register_conversion(A, B)", 2,
     "contained(placed(B, A, [lane,warp,block]), placed(A, B, [lane,warp,block]))",
     "each thread has in A what it has in B", "Triton's cvtReordersRegisters"},
    {"warp_conversion", "warp_conversion(A, B)", 2,
     "contained(placed(B, A, [warp,block]), placed(A, B, [warp,block]))",
     "each warp has in A what it has in B: shuffles do", "Triton's cvtNeedsWarpShuffle"},
    {"block_conversion", "block_conversion(A, B)", 2,
     "contained(placed(B, A, [block]), placed(A, B, [block]))",
     "each block has in A what it has in B: shared memory does", "Triton's cvtNeedsSharedMemory"},

    /* ---- values ---- */

    {"layout_add", "layout_add(A, B)", 2,
     "coalesce(make_layout(common_refinement(coalesce(A), coalesce(B)), "
     "stride(compose(A, make_layout(common_refinement(coalesce(A), coalesce(B))))) + "
     "stride(compose(B, make_layout(common_refinement(coalesce(A), coalesce(B)))))))",
     "the sum of both values at each integral coordinate", "pycute"},

    {"image", "image(A)", 1, "range(layout_map(A))", "the offsets, as a set", "definition"},
    {"footprint", "footprint(A)", 1, "size(image(A))", "how many offsets there are",
     "definition"},
    {"contiguity", "contiguity(A)", 1, "max_common_vector(A, size(A):1)",
     "the number of coordinates from 0 on with A(c) = c", "Cecka 3.4.2"},
    {"max_alignment", "max_alignment(A)", 1,
     "gcd(size(right_inverse(A)), "
     "stride(mode(logical_divide(coalesce(A), right_inverse(A)), 1)))",
     "the greatest n for which consecutive elements fall into vectors of n that begin at "
     "multiples of n",
     "cute/layout.hpp"},
    {"coshape", "coshape(A)", 1, "cosize(A)",
     "the largest value plus 1, of coordinates on each axis; CuTe's cosize is its product",
     "cute/layout.hpp"},
    {"coprofile", "coprofile(A)", 1, "0 * cosize(A)", "0 on each axis of the values",
     "cute/layout.hpp"},
    {NULL, NULL, 0, NULL, NULL, NULL}};

const lcv_word *lcv_word_find(const char *name, size_t nargs)
{
    const lcv_name *found = lcv_name_find(name);
    for (const lcv_word *word = found->word; word && word->name && strcmp(word->name, name) == 0;
         word++)
        if (word->nargs == nargs || (word->nargs == LCV_WORD_ANY && nargs > 0))
            return word;
    bool other = (found->operation && !found->operation->written) || found->claim;
    return other ? NULL : found->word;
}

const lcv_word *lcv_word_at(size_t i)
{
    return i < sizeof words / sizeof *words && words[i].name ? &words[i] : NULL;
}
