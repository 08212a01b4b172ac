#include "config.h"

#include "catalogue.h"
#include "words.h"

#include <string.h>

/* ---- CuTe's spellings ---- */

#define SYNONYM "CuTe's name for it"

static const lcv_word words[] = {
    {"composition", "composition(A, B)", 2, "compose(A, B)", SYNONYM, "cute/layout.hpp"},
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

    /* ---- numbers ---- */

    {"round_up", "round_up(a, b)", 2, "ceil_div(a, b) * b",
     "the least multiple of b that is not below a", "cute/numeric/math.hpp"},

    /* ---- coordinates ---- */

    {"idx2crd", "idx2crd(i, S)", 2, "identity(S)(i)",
     "the natural coordinate of S with the integral coordinate i",
     "cute/int_tuple.hpp; Cecka 2.2"},
    {"crd2idx", "crd2idx(c, S)", 2, "make_layout(S)(c)", "the integral coordinate of c in S",
     "cute/stride.hpp"},
    {"crd2idx", "crd2idx(c, S, D)", 3, "(S:D)(c)", "the value of S:D at c", "cute/stride.hpp"},

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
    {"local_tile", "local_tile(X, T, c, P)", 4, "inner_partition(X, dice(P, T), dice(P, c))",
     "the same with the modes of T and c that P, such as Step<_1,X,_1>, does not leave out",
     "cute/tensor_impl.hpp"},
    {"slice_and_offset", "slice_and_offset(c, X)", 2, "flat_slice(X, c)",
     "the sublayout and its offset, as a tensor", "cute/layout.hpp"},
    {"domain_offset", "domain_offset(c, X)", 2, "{X(c)} o shape(X):stride(X)",
     "the tensor X from coordinate c on", "cute/tensor_impl.hpp"},
    {NULL, NULL, 0, NULL, NULL, NULL}};

const lcv_word *lcv_word_find(const char *name, size_t nargs)
{
    const lcv_word *found = NULL;
    for (const lcv_word *word = words; word->name; word++) {
        if (strcmp(word->name, name) != 0)
            continue;
        if (word->nargs == nargs || (word->nargs == LCV_WORD_ANY && nargs > 0))
            return word;
        found = found ? found : word;
    }
    return found && !lcv_operation_called(name) && !lcv_claim_find(name) ? found : NULL;
}

const lcv_word *lcv_word_at(size_t i)
{
    return i < sizeof words / sizeof *words && words[i].name ? &words[i] : NULL;
}
