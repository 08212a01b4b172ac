#include "config.h"

#include "topics.h"

#include <string.h>

#define PAIRS "relation \"{ [i,j] -> [j,i] : 0 <= i < 4 and 0 <= j < 3 }\""
#define WARP "linear{register: [1,2], lane: [4,8,16] -> row: 32}"
#define TILED "linear{register: [(0,1),(2,0)], lane: [(0,2),(1,0)] -> row: 4, column: 4}"

static const lcv_entry shapes[] = {
    {"size", "size((4,(2,3)):(2,(1,8)))"},
    {"rank", "rank((4,(2,3)):(2,(1,8)))"},
    {"depth", "depth((4,(2,3)):(2,(1,8)))"},
    {"shape", "shape((4,(2,3)):(2,(1,8)))"},
    {"stride", "stride((4,(2,3)):(2,(1,8)))"},
    {"cosize", "cosize((4,8):(1,5))"},
    {"coshape", "coshape((4,8):(e0,2e1))"},
    {"coprofile", "coprofile((4,8):(e0,2e1))"},
    {"image", "image((2,3):(1,2))"},
    {"footprint", "footprint((4,8):(1,2))"},
    {"contiguity", "contiguity((4,8):(1,5))"},
    {"max_alignment", "max_alignment((4,8):(1,8))"},
    {"greatest_common_domain", "greatest_common_domain((4,6), (8,3))"},
    {"common_refinement", "common_refinement((4,6), (8,3))"},
    {"common_coarsening", "common_coarsening((4,6), (8,3))"},
    {"coarsenings", "coarsenings((2,3,4))"},
    {NULL, NULL},
};

static const lcv_entry making[] = {
    {"make_layout", "make_layout((4,(2,3)))"},
    {"make_layout_right", "make_layout_right((4,(2,3)))"},
    {"make_ordered_layout", "make_ordered_layout((4,8,2), (2,0,1))"},
    {"make_layout_like", "make_layout_like((4,8):(16,1))"},
    {"make_fragment_like", "make_fragment_like((4,8):(16,1))"},
    {"make_identity_layout", "make_identity_layout((4,8))"},
    {"identity", "identity((4,8))"},
    {"make_identity_tensor", "make_identity_tensor((4,8))"},
    {"make_counting_tensor", "make_counting_tensor((4,8):(8,1))"},
    {"make_tensor", "make_tensor(16, (4,8):(8,1))"},
    {"make_gmem_ptr", "make_tensor(make_gmem_ptr(16), (4,8):(8,1))"},
    {"make_smem_ptr", "make_tensor(make_smem_ptr(0), (4,8):(8,1))"},
    {"make_tile", "logical_divide((8,12):(12,1), make_tile(4, 3))"},
    {"make_shape", "make_shape(4, 8)"},
    {"make_stride", "make_stride(8, 1)"},
    {"make_coord", "make_coord(2, 5)"},
    {"make_step", "make_step(1, 0)"},
    {"make_tuple", "make_tuple(4, 8, 2)"},
    {"tile_to_shape", "tile_to_shape((8,8):(1,8), (16,32))"},
    {"chain", "chain(0,7,11,13)"},
    {"with_shape", "with_shape(32:2, (4,8))"},
    {"decltype", "decltype((4,8):(1,4))"},
    {NULL, NULL},
};

static const lcv_entry modes[] = {
    {"mode", "mode((4,(2,3)):(2,(1,8)), 1)"},
    {"flatten", "flatten((4,(2,3)):(2,(1,8)))"},
    {"unflatten", "unflatten((4,2,3):(2,1,8), (4,(2,3)))"},
    {"concat", "concat(4:2, (2,3):(1,8))"},
    {"select", "select((4,8,2):(1,4,32), 2, 0)"},
    {"take", "take((4,8,2):(1,4,32), 1, 3)"},
    {"group", "group((4,8,2):(1,4,32), 0, 2)"},
    {"append", "append((4,8):(1,4), 2:32)"},
    {"prepend", "prepend((4,8):(1,4), 2:32)"},
    {"replace", "replace((4,8):(1,4), 1, (2,4):(64,4))"},
    {"zip", "zip((4,8):(1,4), (2,3):(32,64))"},
    {"filter", "filter((4,2,8):(1,0,4))"},
    {"filter_zeros", "filter_zeros((4,2,8):(1,0,4))"},
    {"nullspace", "nullspace((4,2,8):(1,0,4))"},
    {"coalesce", "coalesce((2,(1,6)):(1,(6,2)))"},
    {"coalesce_z", "coalesce_z((2,(1,6)):(1,(6,2)))"},
    {NULL, NULL},
};

static const lcv_entry coordinates[] = {
    {"evaluate", "((4,8):(8,1))(2,5)"},
    {"slice", "slice((4,8):(8,1), (2,_))"},
    {"flat_slice", "flat_slice((4,(2,4)):(8,(4,1)), (_,(1,_)))"},
    {"dice", "dice((1,_,1), (4,8,2):(1,4,32))"},
    {"slice_and_offset", "slice_and_offset((2,_), (4,8):(8,1))"},
    {"domain_offset", "domain_offset((1,2), (4,8):(8,1))"},
    {"idx2crd", "idx2crd(22, (4,(2,3)))"},
    {"crd2idx", "crd2idx((2,(1,2)), (4,(2,3)))"},
    {"get_hier_coord", "get_hier_coord((4,(2,4)):(8,(4,1)), 22)"},
    {"get_flat_coord", "get_flat_coord((4,(2,4)):(8,(4,1)), 22)"},
    {"get_1d_coord", "get_1d_coord((4,(2,4)):(8,(4,1)), 22)"},
    {"ArithTuple", "ArithTuple(2, 5)"},
    {NULL, NULL},
};

static const lcv_entry python[] = {
    {"Layout", "Layout((4, 8), (1, 4))"},
    {"Swizzle", "Swizzle(3, 4, 3)"},
    {"ComposedLayout", "ComposedLayout(Swizzle(3, 4, 3), 0, Layout((8, 64), (64, 1)))"},
    {"Tensor", "Tensor((4, 8) : (1, 4), offset=5)"},
    {"Tile", "Tile(Layout(4, 1), Layout(8, 2))"},
    {"F2", "Layout((4, 8), (F2(1), F2(8)))"},
    {"_FlatLayout", "_FlatLayout(shape=(4,), stride=(1,))"},
    {"_MeshLayout", "_MeshLayout(shape=(2, 4), stride=(4, 1))"},
    {NULL, NULL},
};

static const lcv_entry algebra[] = {
    {"compose", "compose((4,6,8,10):(2,3,5,7), 6:12)"},
    {"composed", "((4,6,8):(2,3,5) o 2 o 6:3)(2)"},
    {"composition", "composition((4,8):(8,1), <2,4>)"},
    {"admissible", "admissible((4,6,8,10):(2,3,5,7), 6:12)"},
    {"composes", "composes((2,3):(9,5), (4,6,8,10):(2,3,5,7), 6:12)"},
    {"complement", "complement((2,4):(1,6), 24)"},
    {"gap_complement", "gap_complement((2,4):(1,6), 24)"},
    {"complements", "complements(3:2, (2,4):(1,6), 24)"},
    {"right_inverse", "right_inverse((4,8):(8,1))"},
    {"right_inverts", "right_inverts((8,4):(4,1), (4,8):(8,1))"},
    {"left_inverse", "left_inverse((4,8):(10,1))"},
    {"left_inverts", "left_inverts((10,4):(4,1), (4,8):(10,1))"},
    {"inverse", "inverse((4,8):(8,1))"},
    {"reordering", "reordering((4,8):(8,1), 32:1)"},
    {"reorders", "reorders((4,8):(8,1), 32:1)"},
    {"layout_add", "layout_add((4,8):(1,4), 32:1)"},
    {NULL, NULL},
};

static const lcv_entry tiles[] = {
    {"logical_divide", "logical_divide((12,(4,8)):(59,(13,1)), <3:3,(2,4):(1,8)>)"},
    {"zipped_divide", "zipped_divide((512,64):(1,512), (128,8))"},
    {"tiled_divide", "tiled_divide((512,64):(1,512), (128,8))"},
    {"flat_divide", "flat_divide((512,64):(1,512), (128,8))"},
    {"divides_into", "divides_into((4,6):(2,8), 24:2, 4:1)"},
    {"logical_product", "logical_product((2,2):(4,1), 6:1)"},
    {"zipped_product", "zipped_product((2,5):(5,1), (3,4):(1,3))"},
    {"tiled_product", "tiled_product((2,5):(5,1), (3,4):(1,3))"},
    {"flat_product", "flat_product((2,5):(5,1), (3,4):(1,3))"},
    {"blocked_product", "blocked_product((2,5):(5,1), (3,4):(1,3))"},
    {"raked_product", "raked_product((2,5):(5,1), (3,4):(1,3))"},
    {"inner_partition", "inner_partition((8,12):(12,1), (4,3), (1,2))"},
    {"outer_partition", "outer_partition((8,12):(12,1), (4,3), (1,2))"},
    {"local_tile", "local_tile((8,12):(12,1), (4,3), (1,2))"},
    {"local_partition", "local_partition((8,12):(12,1), (4,3):(1,4), 5)"},
    {"partitions", "partitions(((4,8),2):((2,8),1), 64)"},
    {"feeds", "feeds((4,8):(1,4), (4,(2,4)):(1,(16,4)))"},
    {"register_permutation", "register_permutation((4,8):(1,4), (4,(2,4)):(1,(16,4)))"},
    {"multiplies", "multiplies((2,2,2):(1,0,2), (2,2,2):(0,1,2), (2,2,2):(1,2,0), (2,2,2))"},
    {NULL, NULL},
};

static const lcv_entry vectors[] = {
    {"max_common_layout", "max_common_layout((4,8):(1,4), (4,8):(1,8))"},
    {"max_common_vector", "max_common_vector((4,8):(1,4), (4,8):(1,8))"},
    {"vectorizes", "vectorizes((4,8):(1,4), (4,8):(1,8), 4)"},
    {"upcast", "upcast((8,4):(1,8), 4)"},
    {"downcast", "downcast((8,4):(1,8), 4)"},
    {"recast_layout", "recast_layout(uint8, uint32, (8,4):(1,8))"},
    {"recast_bits", "recast_bits(16, 128, (8,4):(1,8))"},
    {"sizeof_bits", "sizeof_bits(uint16)"},
    {"sizeof", "sizeof(half)"},
    {NULL, NULL},
};

static const lcv_entry memory[] = {
    {"conflicts", "conflicts(32:2, bytes=8)"},
    {"conflict_free", "conflict_free((8,4):(1,8))"},
    {"sectors", "sectors(32:1)"},
    {"coalesced", "coalesced(32:1)"},
    {"find_swizzle", "find_swizzle((8,4):(32,1))"},
    {"find_padding", "find_padding((32,32):(32,1), 32:1)"},
    {"gmma_descriptor", "gmma_descriptor(Layout_K_SW128_Atom(16))"},
    {"umma_descriptor", "umma_descriptor(Layout_K_SW128_Atom(16))"},
    {"tma", "tma((256,128):(128,1), (64,32), (64,32):(32,1))"},
    {"Layout_K_INTER_Atom", "Layout_K_INTER_Atom(16)"},
    {"Layout_K_SW32_Atom", "Layout_K_SW32_Atom(16)"},
    {"Layout_K_SW64_Atom", "Layout_K_SW64_Atom(16)"},
    {"Layout_K_SW128_Atom", "Layout_K_SW128_Atom(16)"},
    {"Layout_MN_INTER_Atom", "Layout_MN_INTER_Atom(16)"},
    {"Layout_MN_SW32_Atom", "Layout_MN_SW32_Atom(16)"},
    {"Layout_MN_SW64_Atom", "Layout_MN_SW64_Atom(16)"},
    {"Layout_MN_SW128_Atom", "Layout_MN_SW128_Atom(16)"},
    {NULL, NULL},
};

static const lcv_entry claims[] = {
    {"equal", "equal(coalesce((2,3):(1,2)), 6:1)"},
    {"equiv", "equiv((2,3):(1,2), 6:1)"},
    {"congruent", "congruent((4,(2,3)), (1,(8,6)))"},
    {"weakly_congruent", "weakly_congruent((4,6), (4,(2,3)))"},
    {"compatible", "compatible(24, (4,(2,3)))"},
    {"refines", "refines((4,(2,3)), (4,6))"},
    {"injective", "injective((4,8):(1,5))"},
    {"surjective", "surjective((4,8):(1,2), 18)"},
    {"bijective", "bijective((4,8):(8,1))"},
    {"compact", "compact((4,8):(8,1))"},
    {"in_bounds", "in_bounds((4,8):(1,5), 40)"},
    {"fits", "fits((4,8):(1,5), uint8)"},
    {"aligned", "aligned((4,8):(8,64), 8)"},
    {"covers", "covers((4,8):(1,2), 18)"},
    {"contained", "contained(8:2, 16:1)"},
    {"disjoint", "disjoint(8:2, {1} o 8:2)"},
    {"is_layout", "is_layout(relation \"{ [c] -> [2c] : 0 <= c < 8 }\")"},
    {"is_linear", "is_linear(S<2,0,3>)"},
    {NULL, NULL},
};

static const lcv_entry linear[] = {
    {"linear", "linear(S<1,2,1> o (4,4):(4,1))"},
    {"affine", "affine({4} o (2,2):(1,2))"},
    {"matrix", "matrix({3} o (4,8):(8,1))"},
    {"LinearLayout", "LinearLayout(crd=(4,4), idx=(4,4), vals=[(1,1),(2,2),(0,1),(0,2)])"},
    {"identity1d", "identity1d(4, lane, row)"},
    {"strided1d", "strided1d(4, 2, lane, row)"},
    {"zeros1d", "zeros1d(4, lane, row)"},
    {"product", "product(identity1d(4, register, row), identity1d(8, lane, row))"},
    {"invert", "invert(linear{lane: [1,3] -> row: 4})"},
    {"pseudoinvert", "pseudoinvert(linear{lane: [1,3,2] -> row: 4})"},
    {"invert_and_compose",
     "invert_and_compose(linear{lane: [1,2] -> row: 4}, linear{thread: [2,1] -> row: 4})"},
    {"conversion",
     "conversion(linear{register: [1,2], lane: [4] -> row: 8}, linear{register: [2,1], lane: [4] "
     "-> row: 8})"},
    {"placed", "placed(" WARP ", " WARP ", [lane])"},
    {"free_conversion",
     "free_conversion(" WARP ", linear{register: [1,2,0], lane: [4,8,16] -> row: 32})"},
    {"register_conversion",
     "register_conversion(" WARP ", linear{register: [2,1], lane: [4,8,16] -> row: 32})"},
    {"warp_conversion",
     "warp_conversion(" WARP ", linear{register: [1,16], lane: [2,4,8] -> row: 32})"},
    {"block_conversion", "block_conversion(linear{lane: [1,2], warp: [4] -> row: 8}, "
                         "linear{lane: [2,4], warp: [1] -> row: 8})"},
    {"divide_left", "divide_left(" WARP ", identity1d(4, register, row))"},
    {"divide_right", "divide_right(" WARP ", identity1d(8, lane, row))"},
    {"sublayout", "sublayout(" TILED ", [lane], [row])"},
    {"flatten_ins", "flatten_ins(" WARP ")"},
    {"flatten_outs", "flatten_outs(" TILED ")"},
    {"reshape_ins", "reshape_ins(" WARP ", [a, b], (8,4))"},
    {"reshape_outs", "reshape_outs(" WARP ", [row, column], (8,4))"},
    {"transpose_ins", "transpose_ins(" WARP ", [lane, register])"},
    {"transpose_outs", "transpose_outs(" TILED ", [column, row])"},
    {"resize_in", "resize_in(" WARP ", lane, 4)"},
    {"resize_out", "resize_out(" WARP ", row, 16)"},
    {"concat_ins",
     "concat_ins(linear{register: [1,2] -> row: 4}, linear{lane: [2,1] -> row: 4})"},
    {"concat_outs", "concat_outs(identity1d(4, lane, row), identity1d(4, lane, column))"},
    {"quotient",
     "quotient(product(identity1d(4, lane, lane), linear{warp: [1] -> row: 2}), [lane])"},
    {"unsqueeze_in", "unsqueeze_in(linear{lane: [1,2], block: [] -> row: 4}, block)"},
    {"unsqueeze_out", "unsqueeze_out(linear{lane: [(1,0),(2,0)] -> row: 4, block: 1}, block)"},
    {"remove_zero_bases", "remove_zero_bases(linear{lane: [1,0,2] -> row: 4}, lane)"},
    {"free_variable_masks", "free_variable_masks(linear{lane: [1,0,1] -> row: 4})"},
    {"num_consecutive", "num_consecutive(" WARP ")"},
    {NULL, NULL},
};

static const lcv_entry relations[] = {
    {"layout_map", "layout_map((2,3):(1,2))"},
    {"coord_map", "coord_map((2,3):(1,2))"},
    {"index_map", "index_map((2,3):(1,2))"},
    {"bits_map", "bits_map(S<1,0,2>)"},
    {"colex", "colex((4,6), (8,3))"},
    {"layout", "layout(relation \"{ [c] -> [2c] : 0 <= c < 8 }\")"},
    {"layout_with_strides", "layout_with_strides(layout_map((2,3):(1,4)), (1,4))"},
    {"domain", "domain(" PAIRS ")"},
    {"range", "range(" PAIRS ")"},
    {"restrict", "restrict(layout_map((4,2):(1,8)), 4)"},
    {"guard", "guard(100:1, (8,20):(1,8))"},
    {"union", "union(range(4:1), range({8} o 4:1))"},
    {"intersect", "intersect(range(8:2), range(8:3))"},
    {"difference", "difference(range(8:1), range(4:2))"},
    {NULL, NULL},
};

static const lcv_entry morphisms[] = {
    {"morphism", "morphism((8,3,8):(8,0,1))"},
    {"tractable", "tractable((8,3,8):(8,0,1))"},
    {"codomain", "codomain(morphism((8,3,8):(8,0,1)))"},
    {"refinement", "refinement((4,6), (12,2))"},
    {"include", "include((4,6), (4,6,8))"},
    {"pull_back", "pull_back(morphism((4,6):(6,1)), (6,(2,2)))"},
    {"push_forward", "push_forward(morphism((12,4):(4,1)), ((6,2),4))"},
    {"divides", "divides(morphism(4:1), morphism((4,6):(1,4)))"},
    {"product_admissible", "product_admissible(morphism((2,2):(1,4)), morphism(2:1))"},
    {"standard_form", "standard_form(morphism((8,3,8):(8,0,1)))"},
    {"non_degenerate", "non_degenerate(morphism((8,3,8):(8,0,1)))"},
    {NULL, NULL},
};

static const lcv_entry numbers[] = {
    {"min", "min(4, (8,2))"},
    {"max", "max(4, (8,2))"},
    {"abs", "abs(0 - 3)"},
    {"gcd", "gcd(12, 18)"},
    {"ceil_div", "ceil_div(100, 8)"},
    {"round_up", "round_up(100, 8)"},
    {"shape_div", "shape_div((4,6), 8)"},
    {"product_each", "product_each((4,(2,3)))"},
    {"elem_less", "elem_less((1,2), (4,8))"},
    {"elem_leq", "elem_leq((1,2), (1,8))"},
    {"elem_gtr", "elem_gtr((4,8), (1,2))"},
    {"elem_geq", "elem_geq((4,8), (4,2))"},
    {NULL, NULL},
};

static const lcv_entry statements[] = {
    {"let", "let tile(X, n=2) = logical_divide(X, n) let A = tile(8:1)"},
    {"show", "show (4,8):(8,1)(2,5)"},
    {"prove", "prove injective((4,8):(1,5))"},
    {"refute", "refute injective((4,8):(1,2))"},
    {"param", "param M >= 1, N in 1..64 prove injective((M,N):(N,1))"},
    {"assume", "param M >= 1 assume M % 8 == 0 prove M % 4 == 0"},
    {"table", "table T[4] in [0..8), injective; prove injective(map { (i) in (4) -> T[i] })"},
    {"map", "show map { (i,j) in (4,8) where j <= i -> 8*i + j }"},
    {"piecewise", "show piecewise { (i) in (8) -> i if i < 4; 2*i otherwise }"},
    {"import", "import <sm80> show mma_m8n8k4_b64"},
    {"plan", "plan t(element=f32, source=(64,64):(1,64), destination=(64,64):(64,1))"},
    {"for", "for n in 1..3 show make_layout((2, n))"},
    {NULL, NULL},
};

static const lcv_topic topics[] = {
    {"statements", statements},
    {"sizes and shapes", shapes},
    {"making layouts and tensors", making},
    {"modes", modes},
    {"coordinates and slices", coordinates},
    {"objects of Python's libraries", python},
    {"composition, complements, inverses", algebra},
    {"tiles: divides, products, partitions", tiles},
    {"vectors and widths of elements", vectors},
    {"memory: banks, sectors, swizzles, descriptors", memory},
    {"claims about values and shapes", claims},
    {"linear layouts, over F2", linear},
    {"relations and sets", relations},
    {"morphisms of nested tuples", morphisms},
    {"integers and tuples", numbers},
};

const lcv_topic *lcv_topic_at(size_t i)
{
    return i < sizeof topics / sizeof *topics ? &topics[i] : NULL;
}

const lcv_topic *lcv_topic_of(const char *name, size_t *place)
{
    for (size_t t = 0; t < sizeof topics / sizeof *topics; t++)
        for (*place = 0; topics[t].entry[*place].name; ++*place)
            if (strcmp(topics[t].entry[*place].name, name) == 0)
                return &topics[t];
    return NULL;
}
