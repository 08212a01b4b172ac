// cute-times.cpp - times CuTe's templates for the benchmark of the algebra.
//
//     NAME <tab> MEDIAN <tab> LOW <tab> HIGH <tab> LAYOUT
//
// A line an operation: its name in algebra.c, seconds a call, and CuTe's answer, which is
// compared with the library's. Ranks are known at compile time and integers at run time. Where
// CuTe takes strides at compile time alone (complements, and products by way of them), they are
// types here, and the name has "*" before it. Its inverses take whole layouts at compile time
// alone, which leaves nothing to be timed.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>

#include <cute/layout.hpp>

using namespace cute;

namespace
{

constexpr int samples = 31;
constexpr double sample_seconds = 1e-3;

// What the compiler cannot look into: the value may have been changed, and is looked at.
template <class T> void opaque(T &value)
{
    asm volatile("" : : "r"(&value) : "memory");
}

// ---- text, in the claim language

template <class T> std::string text(T const &t)
{
    if constexpr (is_tuple<T>::value) {
        std::string out;
        for_each(t, [&](auto const &part) { out += (out.empty() ? "(" : ",") + text(part); });
        return out + ")";
    } else {
        return std::to_string(static_cast<long long>(t));
    }
}

// ---- time

template <class F, class A, class B> double run(F const &f, A &a, B &b, long calls)
{
    auto start = std::chrono::steady_clock::now();
    for (long i = 0; i < calls; i++) {
        opaque(a);
        opaque(b);
        auto r = f(a, b);
        opaque(r);
    }
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

template <class F, class A, class B> void row(char const *name, F const &f, A a, B b)
{
    long calls = 1;
    while (run(f, a, b, calls) < sample_seconds)
        calls *= 2;
    double seconds[samples];
    for (double &s : seconds)
        s = run(f, a, b, calls) / static_cast<double>(calls);
    std::sort(seconds, seconds + samples);
    auto r = f(a, b);
    std::printf("%s\t%.12f\t%.12f\t%.12f\t%s:%s\n", name, seconds[samples / 2], seconds[0],
                seconds[samples - 1], text(r.shape()).c_str(), text(r.stride()).c_str());
}

// ---- the operations

auto const compose = [](auto const &a, auto const &b) { return composition(a, b); };
auto const merge = [](auto const &a, auto const &) { return coalesce(a); };
auto const rest = [](auto const &a, auto const &) { return complement(a); };
auto const divide = [](auto const &a, auto const &b) { return logical_divide(a, b); };
auto const zip = [](auto const &a, auto const &b) { return zipped_divide(a, b); };
auto const tile = [](auto const &a, auto const &b) { return tiled_divide(a, b); };
auto const multiply = [](auto const &a, auto const &b) { return logical_product(a, b); };
auto const zip_product = [](auto const &a, auto const &b) { return zipped_product(a, b); };
auto const block = [](auto const &a, auto const &b) { return blocked_product(a, b); };
auto const rake = [](auto const &a, auto const &b) { return raked_product(a, b); };

template <class... N> auto t(N const &...n)
{
    return make_tuple(n...);
}

void compositions()
{
    auto wgmma = make_layout(t(t(4, 8, 4), t(2, 2, 8)), t(t(128, 1, 16), t(64, 8, 512)));
    auto rows = make_layout(t(64, 64), t(64, 1));
    row("compose (64,64):(64,1) o wgmma", compose, rows, wgmma);
    row("compose wgmma o (64,64):(64,1)", compose, wgmma, rows);
    row("compose (4,6,8,10):(2,3,5,7) o 6:12", compose,
        make_layout(t(4, 6, 8, 10), t(2, 3, 5, 7)), make_layout(6, 12));
    auto composite = make_layout(t(t(4, 8, 4), t(2, 2, 8)), t(t(2, 64, 1024), t(1, 512, 8)));
    row("coalesce of the composite", merge, composite, 0);
    row("coalesce ((4,3),5):((15,1),3)", merge, make_layout(t(t(4, 3), 5), t(t(15, 1), 3)), 0);
}

void divisions()
{
    auto matrix = make_layout(t(8, 16), t(20, 1));
    auto tiler = t(make_layout(4, 1), make_layout(8, 2));
    row("compose (8,16):(20,1) o <4:1,8:2>", compose, matrix, tiler);
    row("logical_divide by <4:1,8:2>", divide, matrix, tiler);
    row("zipped_divide by <4:1,8:2>", zip, matrix, tiler);
    row("tiled_divide by <4:1,8:2>", tile, matrix, tiler);
    row("logical_divide 24:3 by 8:3", divide, make_layout(24, 3), make_layout(8, 3));
}

void products()
{
    row("*complement (3,7):(2,30)", rest, make_layout(t(3, 7), t(_2{}, Int<30>{})), 0);
    auto matrix = make_layout(t(3, 4), t(_4{}, _1{}));
    auto by = make_layout(t(2, 5), t(1, 2));
    row("*logical_product by (2,5):(1,2)", multiply, matrix, by);
    row("*zipped_product by <2:1,2:1>", zip_product, make_layout(t(2, 3), t(_1{}, _8{})),
        t(make_layout(2, 1), make_layout(2, 1)));
    row("*blocked_product by (2,5):(1,2)", block, matrix, by);
    row("*raked_product by (2,5):(1,2)", rake, matrix, by);
}

} // namespace

int main()
{
    compositions();
    divisions();
    products();
}
