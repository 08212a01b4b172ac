#include "config.h"

#include "words.h"

#include <string.h>

/* ---- CuTe's spellings ---- */

#define SYNONYM "CuTe's name for it"

static const lcv_word words[] = {
    {"composition", "composition(A, B)", 2, "compose(A, B)", SYNONYM, "cute/layout.hpp"},
    {"make_tile", "make_tile(A)", 1, "<A>", "a tiler of one mode", "cute/layout.hpp"},
    {"make_tile", "make_tile(A, B)", 2, "<A, B>", "a tiler, by mode", "cute/layout.hpp"},
    {"make_tile", "make_tile(A, B, C)", 3, "<A, B, C>", "a tiler, by mode", "cute/layout.hpp"},

    /* ---- numbers ---- */

    {"round_up", "round_up(a, b)", 2, "ceil_div(a, b) * b",
     "the least multiple of b that is not below a", "cute/numeric/math.hpp"},

    /* ---- coordinates ---- */

    {"idx2crd", "idx2crd(i, S)", 2, "identity(S)(i)",
     "the natural coordinate of S with the integral coordinate i",
     "cute/int_tuple.hpp; Cecka 2.2"},
    {"crd2idx", "crd2idx(c, S, D)", 3, "(S:D)(c)", "the value of S:D at c", "cute/stride.hpp"},

    /* ---- tiles of a tensor ---- */

    {"inner_partition", "inner_partition(X, T, c)", 3, "slice(zipped_divide(X, T), (_, c))",
     "the tile at coordinate c of the tiling by T", "cute/tensor_impl.hpp"},
    {"outer_partition", "outer_partition(X, T, c)", 3, "slice(zipped_divide(X, T), (c, _))",
     "the element at coordinate c of each tile", "cute/tensor_impl.hpp"},
    {"local_tile", "local_tile(X, T, c)", 3, "slice(zipped_divide(X, T), (_, c))",
     "the tile at coordinate c of the tiling by T; `_` in c keeps tiles", "cute/tensor_impl.hpp"},
    {NULL, NULL, 0, NULL, NULL, NULL}};

const lcv_word *lcv_word_find(const char *name, size_t nargs)
{
    const lcv_word *found = NULL;
    for (const lcv_word *word = words; word->name; word++)
        if (strcmp(word->name, name) == 0 && (!found || word->nargs == nargs))
            found = word;
    return found;
}

const lcv_word *lcv_word_at(size_t i)
{
    return i < sizeof words / sizeof *words && words[i].name ? &words[i] : NULL;
}
