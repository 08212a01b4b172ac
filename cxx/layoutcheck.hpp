// layoutcheck.hpp - what a compiler sees of layouts, as claims for `layoutcheck check`.
//
//     #include <cute/tensor.hpp>
//     #include <layoutcheck/layoutcheck.hpp>
//
//     auto tv = cute::make_layout(...);
//     LAYOUTCHECK_LET("tv", tv);
//     LAYOUTCHECK_CLAIM("partitions", tv, tile);           // partitions(((4,8),2):.., (8,8))
//     LAYOUTCHECK_CLAIM("conflict_free", smem, "bytes=2"); // a string is text of the language
//     LAYOUTCHECK_CLAIM("size(tv) == 64");                 // which sees what LET has named
//     LAYOUTCHECK_REFUTE("injective", tv);
//     LAYOUTCHECK_SHOW(tv);
//     LAYOUTCHECK_IMPORT("cute");                          // of the library, or a path, "a.lay"
//
// When the host runs these, statements of the claim language come out, each behind a line `#line`
// that names the place in the C++ file, which is the place that `layoutcheck check` reports:
//
//     LAYOUTCHECK_OUTPUT=kernel.lay ./program && layoutcheck check kernel.lay
//
// They go to the file that the environment variable LAYOUTCHECK_OUTPUT names, or the macro of
// that name, a string, where this header is included; else to the standard output. A statement
// that is reached again comes once. In device code, and with LAYOUTCHECK_OFF defined, the macros
// do nothing. C++17; nothing is linked.
//
// What can be written: integers and integral constants; tuples (std::tuple, cute::tuple, arrays,
// vectors); layouts, which are whatever has a shape and a stride, as members or functions; and of
// CuTe, which need not be included here: composed layouts, swizzles, `_`, strides of coordinates,
// tilers, tensors, and as the lists of `import <cute>` atoms, TiledMMA and TiledCopy. A tensor is
// its layout, behind its swizzle; of its pointer a coordinate is written, or the part of an
// address that a swizzle sees, and otherwise nothing.
#ifndef LAYOUTCHECK_HPP
#define LAYOUTCHECK_HPP

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

#include "layoutcheck-text.hpp"

#ifdef LAYOUTCHECK_OUTPUT
#define LAYOUTCHECK_OUTPUT_ LAYOUTCHECK_OUTPUT
#else
#define LAYOUTCHECK_OUTPUT_ nullptr
#endif

#if defined(__CUDA_ARCH__) || defined(LAYOUTCHECK_OFF)
#define LAYOUTCHECK_SAY_(...) static_cast<void>(sizeof(__VA_ARGS__)) // nothing is done
#else
#define LAYOUTCHECK_SAY_(...)                                                                    \
    ::layoutcheck::say({__FILE__, __LINE__, LAYOUTCHECK_OUTPUT_}, __VA_ARGS__)
#endif

#define LAYOUTCHECK_CLAIM(...) LAYOUTCHECK_SAY_(::layoutcheck::claim("prove", __VA_ARGS__))
#define LAYOUTCHECK_REFUTE(...) LAYOUTCHECK_SAY_(::layoutcheck::claim("refute", __VA_ARGS__))
#define LAYOUTCHECK_LET(name, ...) LAYOUTCHECK_SAY_(::layoutcheck::let(name, __VA_ARGS__))
#define LAYOUTCHECK_SHOW(...) LAYOUTCHECK_SAY_("show " + ::layoutcheck::text(__VA_ARGS__))
#define LAYOUTCHECK_IMPORT(name) LAYOUTCHECK_SAY_(::layoutcheck::import_file(name))

namespace layoutcheck
{

namespace detail
{

struct place {
    char const *file;
    int line;
    char const *output; // LAYOUTCHECK_OUTPUT; or NULL
};

inline std::FILE *stream(char const *name)
{
    char const *wanted = std::getenv("LAYOUTCHECK_OUTPUT");
    if (!wanted || !*wanted)
        wanted = name;
    std::FILE *file = wanted ? std::fopen(wanted, "w") : stdout;
    if (!file)
        std::fprintf(stderr, "layoutcheck: cannot write %s\n", wanted);
    return file ? file : stdout;
}

// Where statements go, and those that went there: one of a program.
class log
{
  public:
    void put(std::string const &statement, char const *name)
    {
        while (busy_.test_and_set(std::memory_order_acquire)) {
        }
        if (said_.insert(statement).second) {
            if (!file_)
                file_ = stream(name);
            std::fputs(statement.c_str(), file_);
            std::fflush(file_);
        }
        busy_.clear(std::memory_order_release);
    }

  private:
    std::atomic_flag busy_ = ATOMIC_FLAG_INIT;
    std::set<std::string> said_;
    std::FILE *file_ = nullptr;
};

inline log &the_log()
{
    static log all;
    return all;
}

} // namespace detail

// `prove NAME(VALUE, ..)`; without values the whole claim, as text.
template <class... T>
std::string claim(char const *verb, std::string_view name, T const &...values)
{
    std::string statement = std::string(verb) + " " + std::string(name), before = "(";
    ((statement += before + layoutcheck::text(values), before = ", "), ...);
    return statement + (sizeof...(T) ? ")" : "");
}

template <class T>
std::string let(std::string_view name, T const &value)
{
    return "let " + std::string(name) + " = " + layoutcheck::text(value);
}

// A name of the library, or a path, which has a full stop.
inline std::string import_file(std::string_view name)
{
    bool path = name.find('.') != std::string_view::npos;
    return std::string("import ") + (path ? '"' : '<') + std::string(name) + (path ? '"' : '>');
}

inline void say(detail::place where, std::string const &statement)
{
    detail::the_log().put("#line " + std::to_string(where.line) + " \"" + where.file + "\"\n" +
                              statement + "\n",
                          where.output);
}

} // namespace layoutcheck

#endif
