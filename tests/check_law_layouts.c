/* check_law_layouts.c - values and planted errors, given to isl alone: evaluation, sizes, modes,
 * slices, recasts.
 */
#include "config.h"

#include "suite.h"

#include "planted.h"

static const planted calls[] = {
    /* evaluation */
    {"evaluate", {"A", "n"}},
    {"evaluate", {"(A)", "n * n - 300"}},
    {"evaluate", {"(A)", "n * n * n * n * n * n * n * n * n * n"}},
    {"evaluate", {"(concat(A, B))", "(n, n - 50)"}},
    {"evaluate", {"({5} o concat(A, N))", "(k, n)"}},
    {"evaluate", {"(S)", "n"}},
    {"evaluate", {"(A o 2 o S)", "n"}},
    {"evaluate", {"S<2,1,2>", "n * n - 300"}},
    {"evaluate", {"S<2,1,-2>", "n"}},
    {"evaluate", {"S<3,0,1>", "n"}},
    {"evaluate", {"(A o 0 o S<2,1,2>)", "n"}},
    {"evaluate", {"(S<1,0,2> o 3 o concat(4:f5, 8:f3))", "(k, n)"}},
    {"evaluate", {"(identity(T))", "n"}},
    {"evaluate", {"(identity((T, 3)))", "(k, n)"}},
    {"evaluate", {"(concat(compose((8,8):(e0,2e1), J), 4:3e1))", "(k, n)"}},
    {"evaluate", {"(concat(4:f5, 8:f3))", "(k, n)"}},
    {"evaluate", {"({6} o concat(5:f5, (3,2):(f3,f9)))", "(n, n)"}},
    /* sizes */
    {"size", {"A"}},
    {"size", {"(T, n, 1000000007)"}},
    {"size", {"S"}},
    {"rank", {"A"}},
    {"depth", {"(T, (3,))"}},
    {"shape", {"A"}},
    {"stride", {"A"}},
    {"stride", {"identity((T, 4))"}},
    {"stride", {"concat(4:f5, 8:f3)"}},
    {"cosize", {"A"}},
    {"cosize", {"{ n } o N"}},
    {"cosize", {"identity((T, n))"}},
    {"cosize", {"S<2,1,3> o (8,8):(1,8)"}},
    {"cosize", {"{ n } o concat(4:f5, 8:f3)"}},
    {"cosize", {"linear((8,4):(4,1))"}},
    {"ceil_div", {"n", "k"}},
    {"ceil_div", {"0 - n", "k"}},
    {"ceil_div", {"n", "0 - k"}},
    {"min", {"n", "k", "20"}},
    {"max", {"n", "k", "20"}},
    /* modes */
    {"mode", {"concat(A, B, N)", "k - 1"}},
    {"mode", {"concat(A, concat(B, N))", "1", "1"}},
    {"mode", {"(T, (n, _), k)", "k - 1"}},
    {"mode", {"S<1,0,2> o concat(A, N)", "1"}},
    {"flatten", {"concat(A, N)"}},
    {"flatten", {"{ n } o concat(A, (2,3):(5,7))"}},
    {"flatten", {"(T, (n, _))"}},
    {"flatten", {"(A) o 3 o concat(N, 4:1)"}},
    {"flatten", {"identity((T, n))"}},
    {"flatten", {"concat(4:f5, (2,3):(f3,f9))"}},
    {"group", {"concat(A, B, N)", "0", "2"}},
    {"group", {"concat(A, B, N)", "1", "2"}},
    {"group", {"(T, n, _, k)", "1", "3"}},
    {"group", {"identity((T, n))", "0", "2"}},
    {"select", {"concat(A, B, N)", "2", "0"}},
    {"select", {"{7} o concat(A, B, N)", "k - 1", "1"}},
    {"select", {"(T, n, k)", "2", "0"}},
    {"select", {"concat(4:f5, 3:f3, 5:f9)", "2", "0"}},
    {"concat", {"A", "B", "{ n } o N"}},
    {"concat", {"T", "n"}},
    {"concat", {"identity((4, n))", "{(3,2)} o 4:5e1"}},
    {"concat", {"4:f5", "{ n } o (2,3):(f3,f9)"}},
    {"slice", {"concat(A, B, N)", "(_, n, _)"}},
    {"slice", {"concat(A, concat(B, N))", "(n, (_, k))"}},
    {"slice", {"concat(A, concat(B, N))", "(_, (0 - n, _))"}},
    {"slice", {"{ n } o concat(A, N)", "(k, n)"}},
    {"slice", {"S<1,1,2> o n o concat(A, N)", "(_, k)"}},
    {"slice", {"(A) o 3 o concat(N, 4:1)", "(k, _)"}},
    {"slice", {"identity((T, n, k))", "(_, k, _)"}},
    {"slice", {"identity((T, n))", "(n, _)"}},
    {"slice", {"{ n } o concat(4:f5, (2,3):(f3,f9))", "(n, (_, k))"}},
    {"identity", {"(T, n)"}},
    {"identity", {"n"}},
    {"layout", {"J"}},
    {"layout", {"linear((8,4):(4,1))", "(4,2,4)"}},
    /* recasts */
    {"upcast", {"A", "k"}},
    {"upcast", {"concat(16:1, 3:80)", "8"}},
    {"upcast", {"{16} o concat(8:-1, 4:8)", "4"}},
    {"upcast", {"S<3,4,3> o 32 o (16,64):(64,1)", "8"}},
    {"upcast", {"S<3,3,3>", "4"}},
    {"upcast", {"S<3,1,3>", "8"}},
    {"upcast", {"concat(8:f2, 3:f16)", "8"}},
    {"downcast", {"A", "k"}},
    {"downcast", {"{ n } o N", "k"}},
    {"downcast", {"S<3,1,3> o 5 o (16,64):(64,1)", "8"}},
    {"downcast", {"S<3,1,-3>", "8"}},
    {"downcast", {"concat(8:f1, 3:f16)", "8"}},
    {"filter", {"concat(A, 3:0, N)"}},
    {"filter", {"{ n } o concat(4:0, J, 3:0)"}},
    {"filter", {"concat(3:f5, 4:0, 5:f3)"}},
    {"filter", {"compose((8,8):(e0,2e1), J)"}},
};
#define NCALLS (sizeof calls / sizeof *calls)

TEST(test_planted)
{
    static planted_counts counts[NCALLS];
    planted_check(calls, NCALLS, counts);
}

SUITE_MAIN("law layouts", test_planted)
