// layoutcheck-text.hpp - a value of C++ in the claim language (layoutcheck.hpp).
//
// What a type is, its members say: what has a shape and a stride is a layout. So types of CuTe
// are recognized without CuTe, in whatever order the headers are included.
#ifndef LAYOUTCHECK_TEXT_HPP
#define LAYOUTCHECK_TEXT_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace cute
{
struct Underscore;
template <int Bits>
struct smem_ptr_flag_bits;
} // namespace cute
namespace cutlass
{
template <class T>
struct sizeof_bits;
}

namespace layoutcheck
{

// A value in the claim language.
template <class T>
std::string text(T const &value);

namespace detail
{

// ---- what a type is, by its members ----

template <class T>
using plain = std::remove_cv_t<std::remove_reference_t<T>>;

// The type of an expression in T, if it has one.
template <class, template <class> class Member, class T>
struct has_ : std::false_type {
};
template <template <class> class Member, class T>
struct has_<std::void_t<Member<T>>, Member, T> : std::true_type {
};
template <template <class> class Member, class T>
constexpr bool has = has_<void, Member, T>::value;

template <class T>
using call_shape = decltype(std::declval<T const &>().shape());
template <class T>
using call_stride = decltype(std::declval<T const &>().stride());
template <class T>
using call_value = decltype(std::declval<T const &>().value());
template <class T>
using field_shape = decltype(static_cast<void>(std::declval<T const &>().shape),
                             static_cast<void>(std::declval<T const &>().stride));
template <class T>
using composed_parts = decltype(std::declval<T const &>().layout_a(),
                                std::declval<T const &>().offset(),
                                std::declval<T const &>().layout_b());
template <class T>
using tensor_parts =
    decltype(std::declval<T const &>().data(), std::declval<T const &>().layout());
template <class T>
using swizzle_parts =
    std::void_t<decltype(T::num_bits), decltype(T::num_base), decltype(T::num_shft)>;
template <class T>
using constant_value = std::enable_if_t<std::is_empty_v<T> && (T::value == T::value)>;
template <class T>
using tuple_length = decltype(std::tuple_size<T>::value);
template <class T>
using range_parts = decltype(std::declval<T const &>().begin(), std::declval<T const &>().end());
template <class T>
using mma_atom_parts = std::void_t<typename T::Shape_MNK, typename T::LayoutA_TV,
                                   typename T::LayoutB_TV, typename T::LayoutC_TV>;
template <class T>
using tiled_mma_parts = std::void_t<typename T::AtomShape_MNK, typename T::ThrLayoutVMNK,
                                    decltype(std::declval<T const &>().get_thr_layout_vmnk())>;
template <class T>
using copy_atom_parts = std::void_t<typename T::ThrID, typename T::ValLayoutSrc,
                                    typename T::ValLayoutDst, typename T::ValLayoutRef>;
template <class T>
using tiled_copy_parts = std::void_t<typename T::TiledLayout_TV, typename T::Tiler_MN>;
template <class T>
using coordinate_of = decltype(std::declval<T const &>().coord_);
template <class T>
using count_of = decltype(std::declval<T const &>().n_);
template <class T>
using iterator_of = typename T::iterator;
template <class T>
using bits_of_cutlass = decltype(cutlass::sizeof_bits<T>::value);
template <class T>
using raw_pointer = decltype(raw_pointer_cast(std::declval<T const &>()));

template <class T>
constexpr bool is_layout = !has<tensor_parts, T> &&
                           ((has<call_shape, T> && has<call_stride, T>) || has<field_shape, T>);
template <class T>
constexpr bool is_function = is_layout<T> || has<composed_parts, T> || has<tensor_parts, T> ||
                             has<swizzle_parts, T>;

// ScaledBasis<T, N...>: T on mode N.. of mode ..
template <class T>
struct basis : std::false_type {
};
template <template <class, int...> class Basis, class T, int... N>
struct basis<Basis<T, N...>>
    : std::bool_constant<(sizeof...(N) > 0) && has<call_value, Basis<T, N...>>> {
    static std::string modes()
    {
        std::string all;
        ((all = "@" + std::to_string(N) + all), ...);
        return all;
    }
};

// ---- texts ----

template <class T>
constexpr bool unknown = false;

template <class T>
std::string of_integer(T value)
{
    if constexpr (std::is_same_v<T, bool>)
        return value ? "1" : "0";
    else if constexpr (std::is_signed_v<T>)
        return std::to_string(static_cast<long long>(value));
    else
        return std::to_string(static_cast<unsigned long long>(value));
}

inline std::string enclosed(std::string const &parts, std::size_t n, bool is_tiler)
{
    return is_tiler ? "<" + parts + ">" : "(" + parts + (n == 1 ? ",)" : ")");
}

template <class T>
constexpr bool is_tiler();

template <class Tuple, std::size_t... I>
constexpr bool has_layouts(std::index_sequence<I...>)
{
    return (is_tiler<plain<std::tuple_element_t<I, Tuple>>>() || ...);
}

// A tuple is a tiler when one of its parts is a function, or a tiler again.
template <class T>
constexpr bool is_tiler()
{
    if constexpr (is_function<T>)
        return true;
    else if constexpr (has<tuple_length, T>)
        return has_layouts<T>(std::make_index_sequence<std::tuple_size<T>::value>{});
    else
        return false;
}

template <class Tuple, std::size_t... I>
std::string of_tuple(Tuple const &value, std::index_sequence<I...>)
{
    using std::get;
    std::string parts;
    ((parts += (I ? "," : "") + layoutcheck::text(get<I>(value))), ...);
    return detail::enclosed(parts, sizeof...(I), is_tiler<Tuple>());
}

template <class Range>
std::string of_range(Range const &value)
{
    std::string parts;
    std::size_t n = 0;
    for (auto const &part : value)
        parts += (n++ ? "," : "") + layoutcheck::text(part);
    return detail::enclosed(parts, n, false);
}

template <class T>
std::string of_layout(T const &value)
{
    if constexpr (has<field_shape, T>)
        return layoutcheck::text(value.shape) + ":" + layoutcheck::text(value.stride);
    else
        return layoutcheck::text(value.shape()) + ":" + layoutcheck::text(value.stride());
}

// In front of ` o `, where a composed layout would be taken apart.
template <class T>
std::string outer(T const &value)
{
    return has<swizzle_parts, T> ? layoutcheck::text(value)
                                 : "(" + layoutcheck::text(value) + ")";
}

template <class T>
std::string of_swizzle(int moved = 0)
{
    return "S<" + std::to_string(T::num_bits) + "," + std::to_string(T::num_base - moved) + "," +
           std::to_string(T::num_shft) + ">";
}

constexpr int log2(int n)
{
    return n <= 1 ? 0 : 1 + log2(n / 2);
}

// Bits of the elements that a layout counts whose swizzle acts on addresses; or 0.
template <class T>
constexpr int flagged = 0;
template <int Bits>
constexpr int flagged<cute::smem_ptr_flag_bits<Bits>> = Bits;

template <class T>
std::string of_composed(T const &value)
{
    using offset = plain<decltype(value.offset())>;
    if constexpr (flagged < offset >> 0)
        return detail::of_swizzle<plain<decltype(value.layout_a())>>(log2(flagged<offset>) - 3) +
               " o 0 o " + layoutcheck::text(value.layout_b());
    else
        return detail::outer(value.layout_a()) + " o " + layoutcheck::text(value.offset()) +
               " o " + layoutcheck::text(value.layout_b());
}

// ---- tensors ----

// swizzle_ptr<Swizzle, Iterator>
template <class P>
struct swizzle_of : std::false_type {
};
template <template <class, class> class P, class Swizzle, class Iterator>
struct swizzle_of<P<Swizzle, Iterator>> : std::bool_constant<has<swizzle_parts, Swizzle>> {
    using type = Swizzle;
};

// The swizzle on the addresses of a pointer, which may be wrapped in others; or void.
template <class P>
auto pointer_swizzle()
{
    if constexpr (swizzle_of<P>::value)
        return typename swizzle_of<P>::type{};
    else if constexpr (has<iterator_of, P>)
        return pointer_swizzle<typename P::iterator>();
}

template <class T>
constexpr int bits()
{
    if constexpr (has<bits_of_cutlass, T>)
        return static_cast<int>(cutlass::sizeof_bits<T>::value);
    else
        return static_cast<int>(8 * sizeof(T));
}

template <class P>
std::uintptr_t address(P const &pointer)
{
    if constexpr (std::is_pointer_v<P>)
        return reinterpret_cast<std::uintptr_t>(pointer);
    else if constexpr (has<raw_pointer, P>)
        return detail::address<plain<raw_pointer<P>>>(raw_pointer_cast(pointer));
    else
        return 0; // elements of less than a byte
}

// A swizzle on addresses of bytes, on elements of N bits. Where the layout begins counts as far
// as the swizzle sees it.
template <class Swizzle, int N, class T>
std::string of_swizzled(T const &value)
{
    constexpr int moved = log2(N) - 3, shift = Swizzle::num_shft;
    constexpr int seen = Swizzle::num_base + Swizzle::num_bits + (shift < 0 ? -shift : shift);
    static_assert((N & (N - 1)) == 0 && Swizzle::num_base >= moved,
                  "layoutcheck: the swizzle of this pointer moves parts of its elements");
    std::uintptr_t at = detail::address(value.data()) & ((std::uintptr_t{1} << seen) - 1);
    at = moved < 0 ? at << (moved < 0 ? -moved : 0) : at >> (moved < 0 ? 0 : moved);
    return detail::of_swizzle<Swizzle>(moved) + " o " + std::to_string(at) + " o " +
           layoutcheck::text(value.layout());
}

template <class T>
std::string of_tensor(T const &value)
{
    using pointer = plain<decltype(value.data())>;
    using found = decltype(pointer_swizzle<pointer>());
    if constexpr (has<coordinate_of, pointer>)
        return "{" + layoutcheck::text(value.data().coord_) + "} o " +
               layoutcheck::text(value.layout());
    else if constexpr (has<count_of, pointer>)
        return "{" + layoutcheck::text(value.data().n_) + "} o " +
               layoutcheck::text(value.layout());
    else if constexpr (!std::is_void_v<found>)
        return detail::of_swizzled<found, bits<plain<typename T::value_type>>()>(value);
    else
        return layoutcheck::text(value.layout());
}

// ---- atoms and tilings, as `import <cute>` has them ----

template <class T>
std::string of_mma_atom()
{
    return "[" + layoutcheck::text(typename T::ThrID{}) + ", " +
           layoutcheck::text(typename T::Shape_MNK{}) + ", " +
           layoutcheck::text(typename T::LayoutA_TV{}) + ", " +
           layoutcheck::text(typename T::LayoutB_TV{}) + ", " +
           layoutcheck::text(typename T::LayoutC_TV{}) + "]";
}

template <class T>
std::string of_tiled_mma(T const &value)
{
    return "[" + detail::of_mma_atom<T>() + ", " +
           layoutcheck::text(value.get_thr_layout_vmnk()) + ", [" +
           layoutcheck::text(value.template permutation_mnk<0>()) + ", " +
           layoutcheck::text(value.template permutation_mnk<1>()) + ", " +
           layoutcheck::text(value.template permutation_mnk<2>()) + "]]";
}

template <class T>
std::string of_copy_atom()
{
    return "[" + layoutcheck::text(typename T::ThrID{}) + ", " +
           layoutcheck::text(typename T::ValLayoutSrc{}) + ", " +
           layoutcheck::text(typename T::ValLayoutDst{}) + ", " +
           layoutcheck::text(typename T::ValLayoutRef{}) + "]";
}

template <class T>
std::string of_tiled_copy()
{
    return "[" + detail::of_copy_atom<T>() + ", " +
           layoutcheck::text(typename T::TiledLayout_TV{}) + ", " +
           layoutcheck::text(typename T::Tiler_MN{}) + "]";
}

template <class T>
std::string of_class(T const &value)
{
    if constexpr (has<tiled_mma_parts, T>)
        return detail::of_tiled_mma(value);
    else if constexpr (has<mma_atom_parts, T>)
        return detail::of_mma_atom<T>();
    else if constexpr (has<tiled_copy_parts, T>)
        return detail::of_tiled_copy<T>();
    else if constexpr (has<copy_atom_parts, T>)
        return detail::of_copy_atom<T>();
    else if constexpr (has<tuple_length, T>)
        return detail::of_tuple(value, std::make_index_sequence<std::tuple_size<T>::value>{});
    else if constexpr (has<range_parts, T>)
        return detail::of_range(value);
    else
        static_assert(
            unknown<T>,
            "layoutcheck: not a layout: expected an integer, a tuple, something with a "
            "shape and a stride, or a composed layout, swizzle, tensor, atom, TiledMMA or "
            "TiledCopy of CuTe");
}

} // namespace detail

template <class T>
std::string text(T const &value)
{
    using namespace detail;
    if constexpr (std::is_convertible_v<T const &, std::string_view>)
        return std::string(std::string_view(value));
    else if constexpr (std::is_same_v<T, cute::Underscore>)
        return "_";
    else if constexpr (std::is_integral_v<T>)
        return detail::of_integer(value);
    else if constexpr (std::is_array_v<T>)
        return detail::of_range(value);
    else if constexpr (basis<T>::value)
        return layoutcheck::text(value.value()) + basis<T>::modes();
    else if constexpr (has<constant_value, T>)
        return detail::of_integer(T::value);
    else if constexpr (has<swizzle_parts, T>)
        return detail::of_swizzle<T>();
    else if constexpr (has<tensor_parts, T>)
        return detail::of_tensor(value);
    else if constexpr (has<composed_parts, T>)
        return detail::of_composed(value);
    else if constexpr (is_layout<T>)
        return detail::of_layout(value);
    else
        return detail::of_class(value);
}

} // namespace layoutcheck

#endif
