// What the facts below are checked with, once in a source.
#ifndef LAYOUTCHECK_RECHECK
#define LAYOUTCHECK_RECHECK

#ifdef __CUDACC__
#define LAYOUTCHECK_HD __host__ __device__
#else
#define LAYOUTCHECK_HD
#endif

namespace layoutcheck_recheck
{

using integer = long long;

// The bits b from m + max(s,0) on, added by XOR to those s places lower.
LAYOUTCHECK_HD constexpr integer swizzle(int b, int m, int s, integer x)
{
    const integer bits = ((integer{1} << b) - 1) << (s > 0 ? m + s : m);
    return x ^ (s > 0 ? (x & bits) >> s : (x & bits) << -s);
}

// A function X has X::at on the coordinates [0,X::size), and its values in [X::least,X::most].

template <class X>
constexpr bool in_bounds(integer n)
{
    for (integer c = 0; c < X::size; c++)
        if (X::at(c) < 0 || X::at(c) >= n)
            return false;
    return true;
}

template <class X>
constexpr bool aligned(integer n)
{
    for (integer c = 0; c < X::size; c++)
        if (X::at(c) % n != 0)
            return false;
    return true;
}

template <class X>
constexpr bool injective()
{
    bool seen[X::most - X::least + 1] = {};
    for (integer c = 0; c < X::size; c++) {
        const integer v = X::at(c) - X::least;
        if (v < 0 || v > X::most - X::least || seen[v])
            return false;
        seen[v] = true;
    }
    return true;
}

// Is each number of [0,N) a value?
template <class X, integer N>
constexpr bool covers()
{
    bool seen[N] = {};
    integer found = 0;
    for (integer c = 0; c < X::size; c++) {
        const integer v = X::at(c);
        if (v >= 0 && v < N && !seen[v]) {
            seen[v] = true;
            found++;
        }
    }
    return found == N;
}

template <class X, integer N>
constexpr bool surjective()
{
    return in_bounds<X>(N) && covers<X, N>();
}

// Does each number of [0,N) come once, and nothing else?
template <class X, integer N>
constexpr bool partitions()
{
    return X::size == N && covers<X, N>();
}

template <class X, class Y>
constexpr bool equiv()
{
    if (X::size != Y::size)
        return false;
    for (integer c = 0; c < X::size; c++)
        if (X::at(c) != Y::at(c))
            return false;
    return true;
}

template <class R, class A, class B>
constexpr bool composes()
{
    if (R::size != B::size)
        return false;
    for (integer c = 0; c < R::size; c++)
        if (R::at(c) != A::at(B::at(c)))
            return false;
    return true;
}

template <class R, class A>
constexpr bool right_inverts()
{
    for (integer k = 0; k < R::size; k++)
        if (R::at(k) < 0 || R::at(k) >= A::size || A::at(R::at(k)) != k)
            return false;
    return true;
}

template <class L, class A>
constexpr bool left_inverts()
{
    for (integer k = 0; k < A::size; k++) {
        const integer c = L::at(A::at(k));
        if (c < 0 || c >= A::size || A::at(c) != A::at(k))
            return false;
    }
    return true;
}

// Is each value of T one of A?
template <class T, class A>
constexpr bool contained()
{
    bool seen[A::most - A::least + 1] = {};
    for (integer c = 0; c < A::size; c++)
        seen[A::at(c) - A::least] = true;
    for (integer c = 0; c < T::size; c++)
        if (T::at(c) < A::least || T::at(c) > A::most || !seen[T::at(c) - A::least])
            return false;
    return true;
}

// Is no value but 0 one of both?
template <class A, class B>
constexpr bool disjoint()
{
    bool seen[A::most - A::least + 1] = {};
    for (integer c = 0; c < A::size; c++)
        seen[A::at(c) - A::least] = true;
    for (integer c = 0; c < B::size; c++) {
        const integer v = B::at(c);
        if (v != 0 && v >= A::least && v <= A::most && seen[v - A::least])
            return false;
    }
    return true;
}

// Has a layout of CuTe the values of X?
template <class X, class Layout>
constexpr bool agrees(Layout const &layout)
{
    for (int c = 0; c < X::size; c++)
        if (static_cast<integer>(layout(c)) != X::at(c))
            return false;
    return true;
}

} // namespace layoutcheck_recheck

#endif
