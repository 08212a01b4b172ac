#include "config.h"

#include "spellings.h"

#include <string.h>

#include "../../lib/text.h"

static const lcv_alias aliases[] = {
    {"cdiv", "Triton", "ceil_div"},
    {"ceildiv", "Triton", "ceil_div"},
    {"concatIns", "Triton", "concat_ins"},
    {"concatOuts", "Triton", "concat_outs"},
    {"cosize_v", "CuTe", "cosize"},
    {"depth_v", "CuTe", "depth"},
    {"dim", "PyTorch", "rank"},
    {"divideLeft", "Triton", "divide_left"},
    {"divideRight", "Triton", "divide_right"},
    {"flattenIns", "Triton", "flatten_ins"},
    {"flattenOuts", "Triton", "flatten_outs"},
    {"getFreeVariableMasks", "Triton", "free_variable_masks"},
    {"getNumConsecutiveInOut", "Triton", "num_consecutive"},
    {"getTotalInDimSize", "Triton", "size"},
    {"get", "CuTe", "mode"},
    {"group_modes", "CuTe", "group"},
    {"identity1D", "Triton", "identity1d"},
    {"identity_1d", "Triton", "identity1d"},
    {"invertAndCompose", "Triton", "invert_and_compose"},
    {"isInjective", "Triton", "injective"},
    {"isInvertible", "Triton", "bijective"},
    {"isSurjective", "Triton", "surjective"},
    {"is_admissible", "PyCuTe", "admissible"},
    {"is_bijective", "PyCuTe", "bijective"},
    {"is_compatible", "PyCuTe", "compatible"},
    {"is_congruent", "PyCuTe", "congruent"},
    {"is_injective", "PyCuTe", "injective"},
    {"is_invertible", "Triton", "bijective"},
    {"is_surjective", "PyCuTe", "surjective"},
    {"is_tractable", "tensor-layouts", "tractable"},
    {"is_weakly_congruent", "PyCuTe", "weakly_congruent"},
    {"ndim", "NumPy", "rank"},
    {"num_elements", "Triton", "size"},
    {"numel", "PyTorch", "size"},
    {"pseudo_invert", "PyCuTe", "pseudoinvert"},
    {"rank_v", "CuTe", "rank"},
    {"removeZeroBasesAlongDim", "Triton", "remove_zero_bases"},
    {"resizeInDim", "Triton", "resize_in"},
    {"resizeOutDim", "Triton", "resize_out"},
    {"size_v", "CuTe", "size"},
    {"strided1D", "Triton", "strided1d"},
    {"strided_1d", "Triton", "strided1d"},
    {"transposeIns", "Triton", "transpose_ins"},
    {"transposeOuts", "Triton", "transpose_outs"},
    {"unsqueezeIn", "Triton", "unsqueeze_in"},
    {"unsqueezeOut", "Triton", "unsqueeze_out"},
    {"zeros1D", "Triton", "zeros1d"},
    {"zeros_1d", "Triton", "zeros1d"},
};

#define COLEX "the first mode is the fastest"

static const lcv_spelling spellings[] = {
    {"T(A)", "PyTorch", "select(A, 1, 0)", NULL},
    {"t(A)", "PyTorch", "select(A, 1, 0)", NULL},
    {"transpose(A)", "PyTorch", "select(A, 1, 0)", NULL},
    {"transpose(A, i, j)", "PyTorch", "select(A, j, i)", "of all modes, these two exchanged"},
    {"permute(A, i, ...)", "PyTorch", "select(A, i, ...)", NULL},
    {"swapaxes(A, i, j)", "NumPy", "select(A, j, i)", "of all modes, these two exchanged"},
    {"view(A, S, ...)", "PyTorch", "with_shape(A, (S, ...))", COLEX},
    {"reshape(A, S, ...)", "PyTorch", "with_shape(A, (S, ...))", COLEX},
    {"contiguous(A)", "PyTorch", "make_layout_right(shape(A))", NULL},
    {"is_contiguous(A)", "PyTorch", "A == make_layout_right(shape(A))",
     "compact(A) in any order"},
    {"as_strided(A, S, D)", "PyTorch", "make_layout(S, D)", NULL},
    {"expand(A, n)", "PyTorch", "append(A, n:0)", NULL},
    {"unsqueeze(A, i)", "PyTorch", "prepend(A, 1:0)", "append for the last mode"},
    {"squeeze(A)", "PyTorch", "select(A, i, ...)", "with the modes that stay"},
    {"chunk(A, n)", "PyTorch", "logical_divide(A, size(A) / n)", NULL},
    {"partition(A, n)", "CuTe", "local_partition(A, n, i)",
     "the part of thread i of n; partitions(TV, S) proves of a (thread,value) layout that it has "
     "each place of S once, with under=S where its tiles reach past the end"},
    {"bank_conflicts(X)", "Nsight", "conflicts(X)", "conflict_free(X) says that there are none"},
    {"split(A, n)", "PyTorch", "logical_divide(A, n)", NULL},
    {"data_ptr(A)", "PyTorch", "A(0)", "the offset of the first element"},
    {"storage_offset(A)", "PyTorch", "A(0)", NULL},
    {"arange(n)", "PyTorch", "n:1", NULL},
    {"size(A, i)", "PyTorch", "size(mode(A, i))", NULL},
    {"shape(A, i)", "PyTorch", "shape(mode(A, i))", NULL},
    {"stride(A, i)", "PyTorch", "stride(mode(A, i))", NULL},
    {"rank(A, i)", "CuTe", "rank(mode(A, i))", NULL},
    {"depth(A, i)", "CuTe", "depth(mode(A, i))", NULL},
    {"cosize(A, i)", "CuTe", "cosize(mode(A, i))", NULL},
    {"len(A)", "Python", "rank(A)", "size(A) for the coordinates"},
    {"range(n)", "Python", "n:1", "for i in 0..n-1 in a loop"},
    {"print(A)", "CuTe", "show A", "layoutcheck eval 'A' in the shell"},
    {"print_layout(A)", "CuTe", "A", "layoutcheck draw 'A' draws it"},
    {"print_latex(A)", "CuTe", "A", "layoutcheck draw 'A' -o a.svg draws it"},
    {"print_tensor(A)", "CuTe", "A", "layoutcheck draw 'A' draws it"},
    {"assert(C)", "C", "prove C", NULL},
    {"static_assert(C)", "C++", "prove C", NULL},
    {"make_swizzle(b, m, s)", "CuTe", "S<b,m,s>", NULL},
    {"apply(A, c)", "Triton", "A(c)", NULL},
    {"apply_layout(A, c)", "CuTe", "A(c)", NULL},
    {"lcm(a, b)", "Python", "a * b / gcd(a, b)", NULL},
    {"prod(S)", "NumPy", "size(S)", NULL},
    {"prefix_product(S)", "pycute", "stride(make_layout(S))", NULL},
    {"suffix_product(S)", "pycute", "stride(make_layout_right(S))", NULL},
    {"compact_col_major(S)", "CuTe", "stride(make_layout(S))", NULL},
    {"compact_row_major(S)", "CuTe", "stride(make_layout_right(S))", NULL},
    {"compact_order(S, O)", "CuTe", "stride(make_ordered_layout(S, O))", NULL},
    {"row_major(S, ...)", "C", "make_layout_right((S, ...))", NULL},
    {"col_major(S, ...)", "C", "make_layout((S, ...))", NULL},
    {"RowMajor(S, ...)", "CUTLASS", "make_layout_right((S, ...))", NULL},
    {"ColumnMajor(S, ...)", "CUTLASS", "make_layout((S, ...))", NULL},
    {"inner_product(c, D)", "pycute", "crd2idx(c, S, D)", "S is the shape"},
    {"toLinearLayout(S, E)", "Triton", "linear(E, S)", NULL},
    {"to_linear_layout(E, S)", "Triton", "linear(E, S)", NULL},
    {"sublayoutIsZero(L, I, O)", "Triton", "in_bounds(sublayout(L, I, O), 1)", NULL},
    {"sublayout_is_zero(L, I, O)", "Triton", "in_bounds(sublayout(L, I, O), 1)", NULL},
    {"lstsq(A, B)", "Triton", "invert_and_compose(B, A)", NULL},
    {"getInDimSize(L, d)", "Triton", "shape(L)", "a number for each input dim"},
    {"getInDimSizeLog2(L, d)", "Triton", "shape(L)", "a number for each input dim"},
    {"reshapeIns(L, I, S)", "Triton", "reshape_ins(L, I, S)",
     "the names, then their sizes: [a,b], (4,8)"},
    {"reshapeOuts(L, O, S)", "Triton", "reshape_outs(L, O, S)",
     "the names, then their sizes: [a,b], (4,8)"},
    {"is_valid_composition(A, B)", "PyCuTe", "admissible(A, B)", NULL},
    {"equivalent(A, B)", "CuTe", "equiv(A, B)", NULL},
    {"divisible(a, b)", "Python", "a % b == 0", NULL},
};

const lcv_alias *lcv_alias_at(size_t i)
{
    return i < sizeof aliases / sizeof *aliases ? &aliases[i] : NULL;
}

const lcv_alias *lcv_alias_find(const char *name)
{
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (strcmp(aliases[i].name, name) == 0)
            return &aliases[i];
    return NULL;
}

const lcv_spelling *lcv_spelling_at(size_t i)
{
    return i < sizeof spellings / sizeof *spellings ? &spellings[i] : NULL;
}

/* ---- calls ---- */

static const char separators[] = ", )";

/* The next argument of the call, from its name or the last argument on; NULL: there is none. */
static const char *next_argument(const char *at)
{
    at += strcspn(at, "(,)");
    at += *at == ')' ? 0 : 1 + strspn(at + 1, " ");
    return *at == ')' || *at == '\0' ? NULL : at;
}

static size_t number_of_arguments(const char *call, int *more)
{
    size_t n = 0;
    *more = 0;
    for (const char *at = next_argument(call); at; at = next_argument(at)) {
        *more |= strncmp(at, "...", 3) == 0;
        n += strncmp(at, "...", 3) != 0;
    }
    return n;
}

const lcv_spelling *lcv_spelling_find(const char *name, size_t nargs, int *fits)
{
    const lcv_spelling *first = NULL;
    size_t length = strlen(name);
    *fits = 0;
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        const char *call = spellings[i].call;
        int more = 0;
        if (strncmp(call, name, length) != 0 || call[length] != '(')
            continue;
        size_t n = number_of_arguments(call, &more);
        *fits = nargs == n || (more && nargs > n);
        if (*fits)
            return &spellings[i];
        first = first ? first : &spellings[i];
    }
    return first;
}

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";

/* Which argument of the call a word is; n: it is none. */
static size_t place_of(const char *call, size_t n, const char *word, size_t length)
{
    size_t i = 0;
    for (const char *at = next_argument(call); at && i < n; at = next_argument(at), i++)
        if (strcspn(at, separators) == length && strncmp(at, word, length) == 0)
            return i;
    return n;
}

char *lcv_spelling_text(const lcv_spelling *spelling, size_t n, const char *const *arg)
{
    lc_text text = {0};
    int more;
    size_t named = number_of_arguments(spelling->call, &more);
    for (const char *at = spelling->write; *at != '\0';) {
        size_t length = strspn(at, letters);
        size_t i = length > 0 ? place_of(spelling->call, named, at, length) : named;
        if (strncmp(at, ", ...", 5) == 0) {
            for (size_t k = named; k < n; k++)
                lc_text_printf(&text, ", %s", arg[k]);
            at += 5;
            continue;
        }
        if (i < named && i < n)
            lc_text_add(&text, arg[i]);
        else
            lc_text_add_bytes(&text, at, length > 0 ? length : 1);
        at += length > 0 ? length : 1;
    }
    return lc_text_take(NULL, &text);
}
