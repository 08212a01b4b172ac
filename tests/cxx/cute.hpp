// cute.hpp - what layoutcheck.hpp looks at in CuTe's types, and nothing else of them: names of
// types and members. examples/cute/ has the real ones.
#ifndef TESTS_CUTE_HPP
#define TESTS_CUTE_HPP

#include <cstddef>
#include <tuple>

namespace cute
{

template <auto v>
struct C {
    static constexpr auto value = v;
};
template <int v>
using Int = C<v>;
struct Underscore : C<0> {
};
template <int Bits>
struct smem_ptr_flag_bits : C<0> {
};

template <class... T>
struct tuple : std::tuple<T...> {
    using std::tuple<T...>::tuple;
};
template <std::size_t I, class... T>
auto const &get(tuple<T...> const &t)
{
    return std::get<I>(static_cast<std::tuple<T...> const &>(t));
}

template <class T, int... N>
struct ScaledBasis {
    T value() const { return T{}; }
};

template <class Shape, class Stride>
struct Layout {
    Shape shape_{};
    Stride stride_{};
    Shape const &shape() const { return shape_; }
    Stride const &stride() const { return stride_; }
};

template <int B, int M, int S>
struct Swizzle {
    static constexpr int num_bits = B, num_base = M, num_shft = S;
};

template <class A, class O, class B>
struct ComposedLayout {
    A layout_a() const { return {}; }
    O offset() const { return {}; }
    B layout_b() const { return {}; }
    auto shape() const { return B{}.shape(); }
    void stride() const = delete;
};

// ---- pointers and tensors ----

template <class Iterator>
struct smem_ptr {
    using iterator = Iterator;
    Iterator ptr;
};
template <class Swizzle, class Iterator>
struct swizzle_ptr {
    using iterator = Iterator;
    Iterator ptr;
};
template <class T>
T *raw_pointer_cast(T *p)
{
    return p;
}
template <class I>
auto raw_pointer_cast(smem_ptr<I> p)
{
    return raw_pointer_cast(p.ptr);
}
template <class S, class I>
auto raw_pointer_cast(swizzle_ptr<S, I> p)
{
    return raw_pointer_cast(p.ptr);
}
template <class Coord>
struct ArithmeticTupleIterator {
    Coord coord_;
};

template <class Value, class Pointer, class L>
struct Tensor {
    using value_type = Value;
    Pointer pointer;
    L l;
    Pointer data() const { return pointer; }
    L layout() const { return l; }
    auto shape() const { return l.shape(); }
    auto stride() const { return l.stride(); }
};

// ---- atoms ----

template <class Shape, class A, class B, class Acc>
struct MMA_Atom {
    using Shape_MNK = Shape;
    using ThrID = Layout<C<1>, C<0>>;
    using LayoutA_TV = A;
    using LayoutB_TV = B;
    using LayoutC_TV = Acc;
};
template <class Atom, class Threads>
struct TiledMMA : Atom {
    using AtomShape_MNK = typename Atom::Shape_MNK;
    using ThrLayoutVMNK = Threads;
    Threads get_thr_layout_vmnk() const { return {}; }
    template <int I>
    auto permutation_mnk() const
    {
        return C<I + 2>{};
    }
};
template <class Values>
struct Copy_Atom {
    using ThrID = Layout<C<1>, C<0>>;
    using ValLayoutSrc = Values;
    using ValLayoutDst = Values;
    using ValLayoutRef = Values;
};
template <class Atom, class TV, class Tiler>
struct TiledCopy : Atom {
    using TiledLayout_TV = TV;
    using Tiler_MN = Tiler;
};

} // namespace cute

template <class... T>
struct std::tuple_size<cute::tuple<T...>> : std::tuple_size<std::tuple<T...>> {
};
template <std::size_t I, class... T>
struct std::tuple_element<I, cute::tuple<T...>> : std::tuple_element<I, std::tuple<T...>> {
};

#endif
