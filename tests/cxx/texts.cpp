// texts.cpp - each kind of value that layoutcheck.hpp writes, beside what it must write. The
// header comes before the types, which it knows by their members alone.
#include <layoutcheck/layoutcheck.hpp>

#include "cute.hpp"

#include <array>
#include <cstdio>
#include <string>
#include <vector>

using namespace cute;

static int wrong, right;

static void is(std::string const &text, char const *wanted)
{
    (text == wanted ? right : wrong)++;
    if (text != wanted)
        std::printf("%s, expected %s\n", text.c_str(), wanted);
}

using layoutcheck::text;

struct fields {
    std::tuple<int, std::pair<int, int>> shape;
    std::tuple<int, std::array<long, 2>> stride;
};
struct arrays {
    int shape[2];
    std::vector<int> stride;
};

static void plain_values()
{
    is(text(-3), "-3");
    is(text(18446744073709551615u), "18446744073709551615");
    is(text(true), "1");
    is(text(std::integral_constant<int, 7>{}), "7");
    is(text("size(tv)"), "size(tv)");
    is(text(std::make_tuple(4, std::make_tuple(2, 3))), "(4,(2,3))");
    is(text(std::make_tuple(4)), "(4,)");
    is(text(std::vector<int>{4, 8}), "(4,8)");
    is(text(fields{{4, {2, 3}}, {1, {4, 8}}}), "(4,(2,3)):(1,(4,8))");
    is(text(arrays{{4, 2}, {1, 4}}), "(4,2):(1,4)");
}

using Row = Layout<tuple<C<8>, C<64>>, tuple<C<64>, C<1>>>;

static void layouts()
{
    is(text(Layout<C<4>, int>{{}, 3}), "4:3");
    is(text(Row{}), "(8,64):(64,1)");
    is(text(Layout<tuple<int>, tuple<C<-1>>>{{5}, {}}), "(5,):(-1,)");
    is(text(ScaledBasis<C<6>, 1>{}), "6@1");
    is(text(Layout<tuple<C<4>, C<2>>, tuple<ScaledBasis<C<1>, 0>, ScaledBasis<C<2>, 1, 0>>>{}),
       "(4,2):(1@0,2@0@1)");
    is(text(Swizzle<3, 4, -3>{}), "S<3,4,-3>");
    is(text(ComposedLayout<Swizzle<3, 3, 3>, C<4>, Row>{}), "S<3,3,3> o 4 o (8,64):(64,1)");
    is(text(ComposedLayout<Layout<C<20>, C<3>>, tuple<C<1>, C<2>>, Row>{}),
       "(20:3) o (1,2) o (8,64):(64,1)");
    /* a swizzle of addresses, of elements of 16 bits, of 4 and of one */
    is(text(ComposedLayout<Swizzle<3, 4, 3>, smem_ptr_flag_bits<16>, Row>{}),
       "S<3,3,3> o 0 o (8,64):(64,1)");
    is(text(ComposedLayout<Swizzle<3, 4, 3>, smem_ptr_flag_bits<4>, Row>{}),
       "S<3,5,3> o 0 o (8,64):(64,1)");
    is(text(ComposedLayout<Swizzle<3, 4, 3>, smem_ptr_flag_bits<1>, Row>{}),
       "S<3,7,3> o 0 o (8,64):(64,1)");
}

static void tilers()
{
    is(text(tuple<C<8>, C<4>>{}), "(8,4)");
    is(text(Underscore{}), "_");
    is(text(tuple<Underscore, int>(Underscore{}, 3)), "(_,3)");
    is(text(tuple<C<8>, Layout<C<4>, C<2>>, Underscore>{}), "<8,4:2,_>");
    is(text(tuple<tuple<C<2>, Layout<C<4>, C<2>>>, C<8>>{}), "<<2,4:2>,8>");
    is(text(tuple<tuple<C<2>, C<4>>, C<8>>{}), "((2,4),8)");
}

static void tensors()
{
    using pointer = smem_ptr<swizzle_ptr<Swizzle<3, 4, 3>, short *>>;
    using outside = swizzle_ptr<Swizzle<2, 4, -3>, smem_ptr<float *>>;
    using at_5 = tuple<C<0>, int>;
    short *at = reinterpret_cast<short *>(0x12430);
    float *other = reinterpret_cast<float *>(0x10);
    is(text(Tensor<float, float *, Row>{other, {}}), "(8,64):(64,1)");
    is(text(Tensor<int, ArithmeticTupleIterator<at_5>, Row>{{at_5(C<0>{}, 5)}, {}}),
       "{(0,5)} o (8,64):(64,1)");
    /* 0x12430 is 0x30, 24 elements, past a multiple of 2^(3+4+3) bytes */
    is(text(Tensor<short, pointer, Row>{{{at}}, {}}), "S<3,3,3> o 24 o (8,64):(64,1)");
    is(text(Tensor<float, outside, Row>{{{other}}, {}}), "S<2,2,-3> o 4 o (8,64):(64,1)");
}

static void atoms()
{
    using A = Layout<tuple<C<1>, C<2>>, tuple<C<0>, C<1>>>;
    using mma = MMA_Atom<tuple<C<1>, C<2>, C<3>>, A, A, Row>;
    using copy = Copy_Atom<A>;
    is(text(mma{}), "[1:0, (1,2,3), (1,2):(0,1), (1,2):(0,1), (8,64):(64,1)]");
    is(text(TiledMMA<mma, Row>{}), "[[1:0, (1,2,3), (1,2):(0,1), (1,2):(0,1), (8,64):(64,1)], "
                                   "(8,64):(64,1), [2, 3, 4]]");
    is(text(copy{}), "[1:0, (1,2):(0,1), (1,2):(0,1), (1,2):(0,1)]");
    is(text(TiledCopy<copy, Row, tuple<C<8>, Layout<C<4>, C<2>>>>{}),
       "[[1:0, (1,2):(0,1), (1,2):(0,1), (1,2):(0,1)], (8,64):(64,1), <8,4:2>]");
}

int main()
{
    plain_values();
    layouts();
    tilers();
    tensors();
    atoms();
    std::printf("%d right, %d wrong\n", right, wrong);
    return wrong > 0;
}
