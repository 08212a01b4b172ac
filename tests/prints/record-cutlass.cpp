// record-cutlass - writes tests/prints/cutlass.tsv: what CuTe prints, and the values that it has.
//
//   g++ -std=c++17 -O1 -no-pie -I CUTLASS/include -I CUDA/include record-cutlass.cpp \
//       -DVERSION='"CUTLASS 4.7"' -o record-cutlass && setarch -R ./record-cutlass > cutlass.tsv
//
// Everything runs on the host. A row is the text of an expression, what `print` prints for it, and
// what the text must be read as: values that CuTe computes from the same object.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <sstream>
#include <string>

#include <cute/tensor.hpp>
#include <cute/atom/copy_atom.hpp>
#include <cute/atom/mma_atom.hpp>
#include <cute/util/print_tensor.hpp>

using namespace cute;
using std::string;

// ---- texts ----

static string captured(std::function<void()> const &prints)
{
    char *text = nullptr;
    size_t length = 0;
    FILE *out = stdout, *memory = open_memstream(&text, &length);
    fflush(stdout);
    stdout = memory;
    prints();
    fclose(memory);
    stdout = out;
    string made(text, length);
    free(text);
    return made;
}

template <class T> static string printed(T const &t)
{
    return captured([&] { print(t); });
}

template <class T> static string streamed(T const &t)
{
    std::ostringstream out;
    out << t;
    return out.str();
}

static string escaped(string const &text)
{
    string made;
    for (char c : text)
        made += c == '\n' ? "\\n" : c == '\t' ? "\\t" : c == '\\' ? "\\\\" : string(1, c);
    return made;
}

static FILE *result;

static void row(string how, string const &print, string const &expected)
{
    if (how.substr(0, 2) == "(")
        how = how.substr(1, how.size() - 2);
    fprintf(result, "%s\t%s\t%s\t%s\n", VERSION, how.c_str(), escaped(print).c_str(),
           escaped(expected).c_str());
}

// ---- numbers ----

// A value as the language writes it: CuTe's static integers have an underscore.
template <class V> static string number(V const &v)
{
    string text = printed(v), made;
    size_t open = 0, commas = 0; // (0,(2)) is (0,(2,)) here
    for (char c : text) {
        open = c == '(' ? made.size() + 1 : open;
        commas = c == '(' ? 0 : commas + (c == ',');
        if (c == ')' && commas == 0 && open > 0 && made.find(')', open) == string::npos)
            made += ',';
        if (c != '_')
            made += c;
    }
    return made;
}

enum { MOST = 512 };

// All values at the integral coordinates, or 32 of them.
static string values(size_t n, std::function<string(size_t)> const &at)
{
    if (n <= MOST) {
        string made = "values (";
        for (size_t i = 0; i < n; i++)
            made += at(i) + (i + 1 < n ? "," : n == 1 ? ",)" : ")");
        return made;
    }
    string made = "prove size(it) == " + std::to_string(n);
    for (size_t i = 0; i < 32; i++) {
        size_t c = i == 0 ? n - 1 : (i * 2654435761u) % n;
        made += "\nprove it(" + std::to_string(c) + ") == " + at(c);
    }
    return made;
}

template <class L> static string values_of(L const &layout)
{
    return values(size(layout), [&](size_t i) { return number(layout(int(i))); });
}

// Where the elements of a tensor lie, counted in elements from its pointer on, or from the last
// multiple of so many bytes before it, where its swizzle begins anew.
template <class T> static string addresses_of(T const &tensor, unsigned long period = 1)
{
    using E = typename T::value_type;
    auto pointer = (unsigned long)(const void *)raw_pointer_cast(tensor.data());
    return values(size(tensor), [&](size_t i) {
        auto address = (unsigned long)(const void *)&tensor(int(i));
        return std::to_string(long(address - pointer / period * period) / long(sizeof(E)));
    });
}

// What the elements are: of a tensor that counts, or of coordinates.
template <class T> static string elements_of(T const &tensor)
{
    return values(size(tensor), [&](size_t i) { return number(tensor(int(i))); });
}

// A few values of a part of an atom, by its name.
template <class L> static string part(string const &name, L const &layout)
{
    size_t n = size(layout);
    string made = "prove size(" + name + ") == " + std::to_string(n);
    for (size_t i = 1; i <= 6; i++) {
        size_t c = i == 1 ? n - 1 : (i * 2654435761u) % n;
        made += "\nprove " + name + "(" + std::to_string(c) + ") == " + number(layout(int(c)));
    }
    return made + "\n";
}

// ---- rows ----

alignas(4096) static unsigned char memory[1 << 16];

#define LAYOUT(...) layout_row(#__VA_ARGS__, __VA_ARGS__)
template <class L> static void layout_row(string const &how, L const &layout)
{
    row("print(" + how + ")", printed(layout), values_of(layout));
}

#define STREAM(...) row("std::cout << " #__VA_ARGS__, streamed(__VA_ARGS__), values_of(__VA_ARGS__))
// A tuple, a coordinate, a tile: what it prints as here.
#define TEXT(expected, ...) row("print(" #__VA_ARGS__ ")", printed(__VA_ARGS__), expected)
// A tensor of memory, by the places of its elements; by the offsets of its layout alone.
#define MEMORY(...) row("print(" #__VA_ARGS__ ")", printed(__VA_ARGS__), addresses_of(__VA_ARGS__))
#define SWIZZLED(period, ...)                                                             \
    row("print(" #__VA_ARGS__ ")", printed(__VA_ARGS__), addresses_of(__VA_ARGS__, period))
#define OFFSETS(...) \
    row("print(" #__VA_ARGS__ ")", printed(__VA_ARGS__), values_of((__VA_ARGS__).layout()))
#define ELEMENTS(...) row("print(" #__VA_ARGS__ ")", printed(__VA_ARGS__), elements_of(__VA_ARGS__))
#define TABLE(...)                                                                            \
    row("print_layout(" #__VA_ARGS__ ")", captured([&] { print_layout(__VA_ARGS__); }),       \
        values_of(__VA_ARGS__))
#define CONTENTS(of, ...)                                                                     \
    row("print_tensor(" #__VA_ARGS__ ")", captured([&] { print_tensor(__VA_ARGS__); }),       \
        of(__VA_ARGS__))

#define ATOM(...) atom_row(#__VA_ARGS__, __VA_ARGS__{})
template <class Atom> static string parts_of_mma(Atom const &)
{
    return part("it.ThrID", typename Atom::ThrID{}) +
           part("it.LayoutA_TV", typename Atom::LayoutA_TV{}) +
           part("it.LayoutB_TV", typename Atom::LayoutB_TV{}) +
           part("it.LayoutC_TV", typename Atom::LayoutC_TV{}) + "prove size(it.Shape_MNK) == " +
           std::to_string(int(size(typename Atom::Shape_MNK{})));
}

template <class Atom> static void atom_row(string const &how, Atom const &atom)
{
    row("print(" + how + "{})", printed(atom), parts_of_mma(atom));
}

#define TILED(...) tiled_row(#__VA_ARGS__, __VA_ARGS__)
// The thread-value layouts of the whole tile: CuTe's own.
template <class Mma> static string parts_of_tiled(Mma const &mma)
{
    return "import <cute>\n" + part("it.ThrLayoutVMNK", mma.get_thr_layout_vmnk()) +
           part("layoutA_TV(it)", mma.get_layoutA_TV()) +
           part("layoutB_TV(it)", mma.get_layoutB_TV()) +
           part("layoutC_TV(it)", mma.get_layoutC_TV()) + "prove tile_along(it, 0) == " +
           std::to_string(int(tile_size<0>(mma))) + "\nprove tile_along(it, 1) == " +
           std::to_string(int(tile_size<1>(mma))) + "\nprove tile_along(it, 2) == " +
           std::to_string(int(tile_size<2>(mma)));
}

template <class Mma> static void tiled_row(string const &how, Mma const &mma)
{
    row("print(" + how + ")", printed(mma), parts_of_tiled(mma));
}

#define COPY_ATOM(...) copy_atom_row(#__VA_ARGS__, __VA_ARGS__{})
template <class Atom> static string parts_of_copy(Atom const &)
{
    return part("it.ThrID", typename Atom::ThrID{}) +
           part("it.ValLayoutSrc", typename Atom::ValLayoutSrc{}) +
           part("it.ValLayoutDst", typename Atom::ValLayoutDst{}) +
           part("it.ValLayoutRef", typename Atom::ValLayoutRef{}) + "prove it.ValueType == " +
           std::to_string(sizeof_bits<typename Atom::ValType>::value);
}

template <class Atom> static void copy_atom_row(string const &how, Atom const &atom)
{
    row("print(" + how + "{})", printed(atom), parts_of_copy(atom));
}

#define TILED_COPY(...) tiled_copy_row(#__VA_ARGS__, __VA_ARGS__)
template <class Copy> static string parts_of_tiled_copy(Copy const &copy)
{
    return "import <cute>\n" + part("it.TiledLayout_TV", typename Copy::TiledLayout_TV{}) +
           part("layoutS_TV(it)", copy.get_layoutS_TV()) +
           part("layoutD_TV(it)", copy.get_layoutD_TV()) + "prove size(shape(it.Tiler_MN)) == " +
           std::to_string(int(size(shape(typename Copy::Tiler_MN{}))));
}

template <class Copy> static void tiled_copy_row(string const &how, Copy const &copy)
{
    row("print(" + how + ")", printed(copy), parts_of_tiled_copy(copy));
}

// What one thread has of the places of a tile.
#define SLICE_OF_MMA(slice, mma)                                                              \
    row("print(" #slice ")", printed(slice), parts_of_tiled(mma))
#define SLICE_OF_COPY(slice, copy)                                                            \
    row("print(" #slice ")", printed(slice), parts_of_tiled_copy(copy))

// ---- what is printed ----

static void layouts()
{
    int m = 4, n = 8;
    LAYOUT(make_layout(Int<8>{}));
    LAYOUT(make_layout(8));
    LAYOUT(make_layout(make_shape(Int<4>{}, Int<8>{})));
    LAYOUT(make_layout(make_shape(m, n)));
    LAYOUT(make_layout(make_shape(m, Int<8>{}), make_stride(Int<8>{}, Int<1>{})));
    LAYOUT(make_layout(make_shape(Int<4>{}, Int<8>{}), LayoutRight{}));
    LAYOUT(Layout<Shape<_2, Shape<_1, _6>>, Stride<_1, Stride<_6, _2>>>{});
    LAYOUT(Layout<Shape<Shape<_2, _2>, Shape<_2, _2>>, Stride<Stride<_1, _4>, Stride<_2, _8>>>{});
    LAYOUT(make_layout(Shape<_4, _3>{}, make_stride(Int<3>{}, Int<-1>{})));
    LAYOUT(make_layout(Shape<_4, _3>{}, make_stride(-3, 1)));
    LAYOUT(Layout<_8, C<-3>>{});
    LAYOUT(Layout<_1, _0>{});
    LAYOUT(Layout<Shape<_8>, Stride<_2>>{});
    LAYOUT(Layout<Shape<Shape<_8>>, Stride<Stride<_2>>>{});
    LAYOUT(Layout<Shape<_4, _8>, Stride<_0, _1>>{});
    LAYOUT(complement(Layout<_4, _2>{}, Int<24>{}));
    LAYOUT(composition(Layout<Shape<_6, _2>, Stride<_8, _2>>{}, Layout<Shape<_4, _3>, Stride<_3, _1>>{}));
    LAYOUT(logical_divide(Layout<Shape<_9, Shape<_4, _8>>, Stride<C<59>, Stride<C<13>, _1>>>{}, make_tile(Layout<_3, _3>{}, Layout<Shape<_2, _4>, Stride<_1, _8>>{})));
    LAYOUT(zipped_divide(make_layout(Shape<_8, _12>{}), Shape<_4, _3>{}));
    LAYOUT(tiled_divide(make_layout(make_shape(8, 12)), Shape<_4, _3>{}));
    LAYOUT(blocked_product(Layout<Shape<_2, _5>, Stride<_5, _1>>{}, Layout<Shape<_3, _4>>{}));
    LAYOUT(raked_product(Layout<Shape<_2, _5>, Stride<_5, _1>>{}, Layout<Shape<_3, _4>>{}));
    LAYOUT(coalesce(Layout<Shape<_2, Shape<_1, _6>>, Stride<_1, Stride<_6, _2>>>{}));
    LAYOUT(make_ordered_layout(Shape<_4, _2, _8>{}, Step<_2, _0, _1>{}));
    LAYOUT(tile_to_shape(Layout<Shape<_8, _8>, Stride<_8, _1>>{}, Shape<_16, _32>{}));
    LAYOUT(right_inverse(Layout<Shape<_4, _8>, Stride<_8, _1>>{}));
    LAYOUT(left_inverse(Layout<Shape<_4, _8>, Stride<_16, _1>>{}));
    LAYOUT(make_identity_layout(Shape<_3, _4>{}));
    LAYOUT(make_identity_layout(make_shape(3, make_shape(2, 2))));
    LAYOUT(make_layout(Shape<_4, _3>{}, make_stride(E<1>{}, E<0>{})));
    LAYOUT(make_layout(Shape<_4, _3>{}, make_stride(E<0>{} * Int<2>{}, E<1, 0>{})));
    LAYOUT(upcast<4>(make_layout(Shape<_16, _4>{})));
    LAYOUT(recast_layout<half_t, uint8_t>(make_layout(Shape<_8, _2>{})));
    LAYOUT(get<1>(make_layout(Shape<_4, Shape<_2, _3>>{})));
    LAYOUT(make_layout(make_shape(3000000000ll, 2ll)).compose(Layout<_4>{}));
    STREAM(make_layout(Shape<_4, _8>{}));
    STREAM(make_layout(make_shape(m, Int<8>{}), make_stride(Int<8>{}, Int<1>{})));
    STREAM(Layout<Shape<_2, Shape<_1, _6>>, Stride<_1, Stride<_6, _2>>>{});
    STREAM(make_identity_layout(Shape<_3, _4>{}));
    STREAM(Layout<Shape<_8, C<3>>, Stride<C<-1>, _8>>{});
}

static void tuples()
{
    TEXT("value 4", Int<4>{});
    TEXT("value -3", Int<-3>{});
    TEXT("value (4,8)", Shape<_4, _8>{});
    TEXT("value (4,(2,-3))", make_stride(4, make_stride(Int<2>{}, Int<-3>{})));
    TEXT("value (0,_)", make_coord(0, _));
    TEXT("value (_,(_,2))", make_coord(_, make_coord(_, 2)));
    TEXT("value <4:2, 8:1>", Tile<Layout<_4, _2>, Layout<_8, _1>>{});
    TEXT("value (4,8)", Tile<_4, _8>{});
    TEXT("value <4:1, (8,2):(1,16)>", Tile<_4, Layout<Shape<_8, _2>, Stride<_1, _16>>>{});
    TEXT("value <_, 8:4, 16:1>", Tile<Underscore, Layout<_8, _4>, _16>{});
    TEXT("value (_,_,_)", Tile<Underscore, Underscore, Underscore>{});
    TEXT("value <4:1, <2:1, 3:2>>", make_tile(Layout<_4>{}, make_tile(Layout<_2>{}, Layout<_3, _2>{})));
    TEXT("value e0", E<0>{});
    TEXT("value 2@0@1", E<1, 0>{} * Int<2>{});
    TEXT("value (e0,e1)", make_basis_like(Shape<_4, _8>{}));
    TEXT("value (3,5)", make_arithmetic_tuple(3, 5));
    TEXT("value (0,(2,1))", idx2crd(20, Shape<_4, Shape<_3, _4>>{}));
    TEXT("value S<3,4,3>", Swizzle<3, 4, 3>{});
    TEXT("value S<2,0,-3>", Swizzle<2, 0, -3>{});
    row("std::cout << Tile<Layout<_4,_2>, _8>{}", streamed(Tile<Layout<_4, _2>, _8>{}),
        "value <4:2, 8:1>");
    TEXT("error ratio", R<1, 2>{});
    TEXT("value 4", R<8, 2>{});
}

static void composed()
{
    LAYOUT(composition(Swizzle<2, 0, 3>{}, Layout<Shape<_8, _8>, Stride<_8, _1>>{}));
    LAYOUT(composition(Swizzle<3, 3, 3>{}, Int<8>{}, Layout<Shape<_8, _16>, Stride<_16, _1>>{}));
    LAYOUT(composition(Layout<C<20>, _2>{}, Int<3>{}, Layout<Shape<_2, _3>>{}));
    LAYOUT(composition(Layout<Shape<_6, _2>, Stride<_1, _12>>{}, make_coord(2, 1), make_identity_layout(Shape<_2, _1>{})));
    LAYOUT(GMMA::Layout_K_SW128_Atom<half_t>{}.layout_b());
    LAYOUT(as_position_independent_swizzle_layout(GMMA::Layout_K_SW128_Atom<half_t>{}));
    LAYOUT(as_position_independent_swizzle_layout(GMMA::Layout_MN_SW64_Atom<float>{}));
    STREAM(composition(Swizzle<2, 0, 3>{}, Layout<Shape<_8, _8>, Stride<_8, _1>>{}));
}

// Canonical layouts behind a pointer that is not set: by the places of a tensor in memory.
#define FLAGGED(Element, ...)                                                             \
    row("print(" #__VA_ARGS__ ")", printed(__VA_ARGS__),                                  \
        addresses_of(make_tensor(make_smem_ptr((Element *)memory), __VA_ARGS__)))

static void flagged()
{
    FLAGGED(half_t, GMMA::Layout_K_SW128_Atom<half_t>{});
    FLAGGED(half_t, GMMA::Layout_K_SW64_Atom<half_t>{});
    FLAGGED(half_t, GMMA::Layout_K_INTER_Atom<half_t>{});
    FLAGGED(half_t, GMMA::Layout_MN_SW128_Atom<half_t>{});
    FLAGGED(float, GMMA::Layout_K_SW128_Atom<float>{});
    FLAGGED(uint8_t, GMMA::Layout_K_SW32_Atom<uint8_t>{});
    FLAGGED(half_t, tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_16, _128>{}));
    FLAGGED(half_t, tile_to_shape(GMMA::Layout_K_SW64_Atom<half_t>{}, Shape<_64, _64, _3>{}));
}

static void pointers()
{
    half_t *h = (half_t *)memory;
    float *f = (float *)memory;
    uint8_t *b = memory;
    auto stage = GMMA::Layout_K_SW128_Atom<half_t>{};
    MEMORY(make_tensor(make_gmem_ptr(f), Shape<_4, _8>{}));
    MEMORY(make_tensor(make_gmem_ptr(h + 24), make_shape(4, 8), make_stride(8, Int<1>{})));
    MEMORY(make_tensor(make_smem_ptr(h), Shape<_4, _8>{}, Stride<_8, _1>{}));
    MEMORY(make_tensor(make_rmem_ptr(f), Shape<_2, Shape<_2, _2>>{}));
    MEMORY(make_tensor(f, Shape<_8>{}));
    MEMORY(make_tensor(b, make_layout(make_shape(16))));
    OFFSETS(make_tensor(make_gmem_ptr(static_cast<float *>(nullptr)), Shape<_4, _8>{}));
    OFFSETS(make_tensor(static_cast<half_t *>(nullptr), make_layout(Shape<_2, _3>{})));
    MEMORY(make_tensor(make_smem_ptr(h), stage));
    MEMORY(make_tensor(make_smem_ptr(h), tile_to_shape(stage, Shape<_8, _64, _2>{})));
    MEMORY(make_tensor(make_smem_ptr(b), GMMA::Layout_K_SW64_Atom<uint8_t>{}));
    MEMORY(make_tensor(make_smem_ptr(f), GMMA::Layout_MN_SW128_Atom<float>{}));
    MEMORY(make_tensor(make_smem_ptr(h), as_position_independent_swizzle_layout(stage)));
    MEMORY(as_position_independent_swizzle_tensor(make_tensor(make_smem_ptr(h), stage)));
    SWIZZLED(1024, make_tensor(make_smem_ptr(h), tile_to_shape(stage, Shape<_8, _128>{}))(_, make_coord(_, 1)));
    SWIZZLED(1024, make_tensor(make_smem_ptr(h), stage)(3, _));
    MEMORY(make_tensor(make_smem_ptr(h), composition(Swizzle<2, 3, 3>{}, Layout<Shape<_8, _32>, Stride<_32, _1>>{}))(_, 9));
    MEMORY(local_tile(make_tensor(make_gmem_ptr(f), make_shape(16, 32)), Shape<_8, _8>{}, make_coord(1, 2)).compose(Layout<_1>{}));
    OFFSETS(local_tile(make_tensor(make_gmem_ptr(f), make_shape(16, 32)), Shape<_8, _8>{}, make_coord(1, _)));
    OFFSETS(local_partition(make_tensor(make_smem_ptr(h), Shape<_16, _16>{}), Layout<Shape<_4, _8>>{}, 5));
    OFFSETS(make_tensor(make_gmem_ptr<int4_t>((void *)memory), Shape<_4, _8>{}));
    OFFSETS(make_tensor(make_smem_ptr<uint4_t>((void *)memory), Shape<_4, _8>{}));
    OFFSETS(make_tensor(subbyte_iterator<uint4_t>((void *)memory), Shape<_4, _8>{})(_, 1));
    OFFSETS(make_tensor(make_tmem_ptr<float>(0x00200040u), Layout<Shape<_4, _8>, Stride<C<65536>, _1>>{}));
    OFFSETS(make_tensor(make_tmem_ptr<half_t>(), Layout<Shape<Shape<_16, _4>, _2>, Stride<Stride<C<65536>, C<2097152>>, _1>>{}));
    OFFSETS(make_tensor(make_smem_ptr(make_sparse_ptr<2>((sparse_elem<2, uint8_t> *)memory)), Shape<_4, _8>{}));
}

// Tensors whose elements are what they count, or coordinates.
static void counted()
{
    auto cta = make_identity_tensor(make_shape(Int<8>{}, Int<16>{}));
    auto tma = make_coord_tensor(make_layout(make_shape(64, 32, 2), make_stride(E<1>{}, E<0>{}, E<2>{})));
    ELEMENTS(make_identity_tensor(Shape<_4, _8>{}));
    ELEMENTS(make_identity_tensor(make_shape(4, make_shape(2, 3))));
    ELEMENTS(tma);
    ELEMENTS(cta(_, 3));
    ELEMENTS(local_tile(cta, Shape<_4, _4>{}, make_coord(1, 2)));
    ELEMENTS(local_tile(cta, Shape<_4, _4>{}, make_coord(_, 2)));
    ELEMENTS(local_partition(cta, Layout<Shape<_4, _8>>{}, 13));
    ELEMENTS(local_tile(tma, Shape<_32, _16>{}, make_coord(1, 1, _)));
    ELEMENTS(make_tensor(make_inttuple_iter(make_coord(Int<0>{}, Int<128>{})), make_layout(Shape<Shape<_8, _4>, _2>{}, make_stride(make_stride(E<0>{}, E<1>{}), E<0>{} * Int<8>{}))));
    ELEMENTS(make_tensor(counting_iterator<int>{0}, Layout<Shape<_4, _3>, Stride<_3, _1>>{}));
    ELEMENTS(make_tensor(counting_iterator<int>{42}, make_shape(4, Int<2>{})));
}

static void tables()
{
    TABLE(make_layout(Shape<_4, _8>{}));
    TABLE(make_layout(make_shape(4, 8), LayoutRight{}));
    TABLE(Layout<Shape<Shape<_2, _2>, Shape<_2, _4>>, Stride<Stride<_1, _4>, Stride<_2, _8>>>{});
    TABLE(Layout<Shape<_3, _12>, Stride<_12, _1>>{});
    TABLE(composition(Swizzle<2, 0, 3>{}, Layout<Shape<_8, _8>, Stride<_8, _1>>{}));
    TABLE(as_position_independent_swizzle_layout(GMMA::Layout_K_SW32_Atom<half_t>{}));
    row("print_layout(GMMA::Layout_K_SW32_Atom<half_t>{})",
        captured([&] { print_layout(GMMA::Layout_K_SW32_Atom<half_t>{}); }),
        addresses_of(make_tensor(make_smem_ptr((half_t *)memory), GMMA::Layout_K_SW32_Atom<half_t>{})));
    CONTENTS(addresses_of, make_tensor(make_gmem_ptr((float *)memory), Shape<_3, _4>{}));
    CONTENTS(addresses_of, make_tensor((int *)memory, Shape<_3, _4>{}, Stride<_4, _1>{}));
    CONTENTS(addresses_of, make_tensor(make_smem_ptr((half_t *)memory), Shape<_4, _2>{}));
    CONTENTS(addresses_of, make_tensor(make_smem_ptr((double *)memory), Shape<_5>{}));
    CONTENTS(addresses_of, make_tensor(make_smem_ptr((int8_t *)memory), Shape<_2, _3, _2>{}));
    CONTENTS(addresses_of, make_tensor((int *)memory, Shape<_2, _3, _2, _2>{}));
    CONTENTS(addresses_of, make_tensor(make_smem_ptr((int *)memory), composition(Swizzle<1, 0, 3>{}, Layout<Shape<_4, _8>, Stride<_8, _1>>{})));
    CONTENTS(elements_of, make_identity_tensor(Shape<_3, _4>{}));
    CONTENTS(elements_of, make_tensor(counting_iterator<int>{0}, Layout<Shape<_4, _3>, Stride<_3, _1>>{}));
    CONTENTS(elements_of, local_tile(make_identity_tensor(Shape<_8, _8>{}), Shape<_2, _4>{}, make_coord(1, 1)));
}

static void atoms()
{
    ATOM(MMA_Atom<UniversalFMA<float>>);
    ATOM(MMA_Atom<SM61_DP4A>);
    ATOM(MMA_Atom<SM70_8x8x4_F32F16F16F32_NT>);
    ATOM(MMA_Atom<SM70_8x8x4_F32F16F16F32_TN>);
    ATOM(MMA_Atom<SM75_16x8x8_F32F16F16F32_TN>);
    ATOM(MMA_Atom<SM75_8x8x16_S32S8S8S32_TN>);
    ATOM(MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>);
    ATOM(MMA_Atom<SM80_16x8x8_F32TF32TF32F32_TN>);
    ATOM(MMA_Atom<SM80_16x8x32_S32S8S8S32_TN>);
    ATOM(MMA_Atom<SM80_8x8x4_F64F64F64F64_TN>);
    ATOM(MMA_Atom<SM89_16x8x32_F32E4M3E4M3F32_TN>);
    ATOM(MMA_Atom<SM90_16x8x16_F64F64F64F64_TN>);
    ATOM(MMA_Atom<SM90_64x128x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>>);
    ATOM(MMA_Atom<SM90_64x64x16_F16F16F16_RS<GMMA::Major::K, GMMA::Major::MN>>);
    ATOM(MMA_Atom<SM90_64x8x32_S32S8S8_SS_TN>);
    ATOM(MMA_Atom<SM100_MMA_F16BF16_SS<half_t, half_t, float, 128, 256, UMMA::Major::K, UMMA::Major::K>>);
    ATOM(MMA_Atom<SM100_MMA_F16BF16_2x1SM_SS<half_t, half_t, float, 256, 128, UMMA::Major::K, UMMA::Major::K>>);
    ATOM(MMA_Atom<SM120_16x8x32_TN<float_e4m3_t, float_e4m3_t, float>>);
    COPY_ATOM(Copy_Atom<UniversalCopy<float>, float>);
    COPY_ATOM(Copy_Atom<UniversalCopy<uint128_t>, half_t>);
    COPY_ATOM(Copy_Atom<DefaultCopy, float>);
    COPY_ATOM(Copy_Atom<AutoVectorizingCopyWithAssumedAlignment<128>, half_t>);
    COPY_ATOM(Copy_Atom<SM75_U32x4_LDSM_N, half_t>);
    COPY_ATOM(Copy_Atom<SM75_U32x1_LDSM_N, half_t>);
    COPY_ATOM(Copy_Atom<SM75_U16x8_LDSM_T, half_t>);
    COPY_ATOM(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, float>);
    COPY_ATOM(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL_ZFILL<uint128_t>, half_t>);
    COPY_ATOM(Copy_Atom<SM90_U32x4_STSM_N, half_t>);
    COPY_ATOM(Copy_Atom<SM90_U16x8_STSM_T, bfloat16_t>);
    COPY_ATOM(Copy_Atom<SM100_TMEM_LOAD_32dp32b32x, float>);
    COPY_ATOM(Copy_Atom<SM100_TMEM_LOAD_16dp256b4x, half_t>);
    COPY_ATOM(Copy_Atom<SM100_TMEM_STORE_32dp32b8x, float>);
}

static void tiled_mmas()
{
    auto atom = SM80_16x8x16_F32F16F16F32_TN{};
    auto big = make_tiled_mma(atom, Layout<Shape<_2, _2, _1>>{}, Tile<_32, _32, _16>{});
    TILED(make_tiled_mma(UniversalFMA<float>{}, Layout<Shape<_16, _16, _1>>{}));
    TILED(make_tiled_mma(atom));
    TILED(make_tiled_mma(atom, Layout<Shape<_2, _2, _1>>{}));
    TILED(make_tiled_mma(atom, Layout<Shape<_2, _4>, Stride<_4, _1>>{}));
    TILED(big);
    TILED(make_tiled_mma(atom, Layout<Shape<_2, _2, _1>>{}, Tile<_64, Layout<Shape<_8, _2, _2>, Stride<_1, _16, _8>>, _16>{}));
    TILED(make_tiled_mma(atom, Layout<Shape<_4, _1, _1>>{}, Tile<Underscore, Layout<Shape<_8, _2>, Stride<_1, _8>>, _16>{}));
    TILED(make_tiled_mma(SM70_8x8x4_F32F16F16F32_NT{}, Layout<Shape<_2, _2>, Stride<_2, _1>>{}, Tile<Layout<Shape<_4, _4, _2>, Stride<_1, _8, _4>>, _32, _4>{}));
    TILED(make_tiled_mma(SM75_16x8x8_F32F16F16F32_TN{}, Layout<Shape<_2, _1, _2>>{}));
    TILED(make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>{}));
    TILED(make_tiled_mma(SM90_64x64x16_F16F16F16_RS<GMMA::Major::K, GMMA::Major::MN>{}, Layout<Shape<_2, _1, _1>>{}));
    TILED(make_tiled_mma(SM100_MMA_F16BF16_SS<half_t, half_t, float, 128, 256, UMMA::Major::K, UMMA::Major::K>{}));
    TILED(make_tiled_mma(SM100_MMA_F16BF16_2x1SM_SS<half_t, half_t, float, 256, 128, UMMA::Major::K, UMMA::Major::K>{}));
    SLICE_OF_MMA(big.get_slice(37), big);
}

static void tiled_copies()
{
    auto loads = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, Layout<Shape<_32, _8>>{}, Layout<Shape<_4, _1>>{});
    auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2, _1>>{}, Tile<_32, _32, _16>{});
    TILED_COPY(loads);
    TILED_COPY(make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, Layout<Shape<_32, _8>>{}));
    TILED_COPY(make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, half_t>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{}));
    TILED_COPY(make_tiled_copy(Copy_Atom<UniversalCopy<double>, double>{}, Layout<_32>{}, Layout<_2>{}));
    TILED_COPY(make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma));
    TILED_COPY(make_tiled_copy_B(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma));
    TILED_COPY(make_tiled_copy_C(Copy_Atom<UniversalCopy<uint32_t>, half_t>{}, mma));
    TILED_COPY(make_cotiled_copy(Copy_Atom<UniversalCopy<uint64_t>, half_t>{}, Layout<Shape<_32, _4>, Stride<_4, _1>>{}, Layout<Shape<_16, _8>>{}));
    SLICE_OF_COPY(loads.get_slice(7), loads);
}

// Tensors of a kernel.
static void partitioned()
{
    auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2, _1>>{}, Tile<_32, _32, _16>{});
    auto copy = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
    auto sA = make_tensor(make_smem_ptr((half_t *)memory), Layout<Shape<_64, _32, _2>, Stride<_32, _1, C<2048>>>{});
    auto cC = make_identity_tensor(Shape<_64, _64>{});
    auto thr = mma.get_slice(37);
    auto mine = copy.get_slice(37);
    OFFSETS(thr.partition_A(sA));
    OFFSETS(thr.partition_C(make_tensor(make_gmem_ptr((float *)memory), make_shape(64, 64), make_stride(64, Int<1>{}))));
    ELEMENTS(thr.partition_C(cC));
    OFFSETS(mine.partition_S(sA));
    ELEMENTS(mine.partition_S(make_identity_tensor(Shape<_64, _64>{})));
    OFFSETS(thr.partition_fragment_A(sA(_, _, 0)));
    OFFSETS(partition_fragment_C(mma, Shape<_64, _64>{}));
    auto wgmma = make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>{});
    auto sw = make_tensor(make_smem_ptr((half_t *)memory), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64, _2>{}));
    SWIZZLED(1024, wgmma.get_slice(0).partition_B(sw));
    auto tCrB = wgmma.get_slice(0).partition_fragment_B(sw);
    OFFSETS(tCrB);
    row("print(tCrB.data().desc_)", printed(tCrB(0)), "error a descriptor of wgmma");
}

int main()
{
    result = stdout; // CuTe writes complaints about the host to the standard output
    stdout = fopen("/dev/null", "w");
    fprintf(result, "source\thow\tprint\texpected\n");
    memset(memory, 0, sizeof memory);
    layouts();
    tuples();
    composed();
    flagged();
    pointers();
    counted();
    tables();
    atoms();
    tiled_mmas();
    tiled_copies();
    partitioned();
}
