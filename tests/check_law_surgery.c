/* check_law_surgery.c - modes put in, left out and put in order: values and planted errors, given
 * to isl alone.
 */
#include "config.h"

#include "suite.h"

#include "planted.h"

static const planted calls[] = {
    {"make_layout", {"T"}},
    {"make_layout", {"T", "T"}},
    {"make_layout", {"A", "B"}},
    {"make_layout", {"slice(A, 0)", "identity((k,2))"}},
    {"make_layout", {"(4,k)", "(e0,2e1)"}},
    {"make_layout", {"(4,k)", "(f1,f20)"}},
    {"make_layout_right", {"T"}},
    {"make_layout_right", {"(k,(n,4),2)"}},
    {"make_ordered_layout", {"(k,(3,4),2)", "(n,(k,2),3)"}},
    {"make_ordered_layout", {"(k,(3,4),2)", "(2,n,k)"}},
    {"append", {"A", "B"}},
    {"append", {"T", "k"}},
    {"append", {"(k,4):(e0,e1)", "3:5e1", "4"}},
    {"append", {"S<1,1,2> o n o concat(A, N)", "(2,k):(1,2)"}},
    {"prepend", {"A", "B"}},
    {"prepend", {"(4,k):(f1,f8)", "2:f64", "4"}},
    {"prepend", {"slice(A, 0)", "B"}},
    {"replace", {"(k,(2,3),5):(1,(7,n),3)", "1", "B"}},
    {"take", {"(k,(2,3),5):(1,(7,n),3)", "1", "3"}},
    {"take", {"(k,(2,3),5):(e0,(e1,2e0),e2)", "0", "2"}},
    {"take", {"(k,(2,3),5)", "1", "2"}},
    {"zip", {"(k,(2,3)):(1,(7,n))", "(3,4):(k,n)"}},
    {"zip", {"(k,(2,3))", "(3,4)"}},
    {"unflatten", {"(k,2,3):(1,7,n)", "((1,1),1)"}},
    {"unflatten", {"flatten(A)", "A"}},
    {"filter_zeros", {"(k,(2,3)):(0,(7,0))"}},
    {"filter_zeros", {"A"}},
    {"dice", {"(1,_,(_,1))", "(k,3,(n,T))"}},
    {"dice", {"(1,_,1)", "(k,(2,3),5):(1,(7,n),3)"}},
    {"flat_slice", {"((k,3),(2,4)):((1,n),(40,100))", "((_,),(1,_))"}},
    {"flat_slice", {"((k,3),(2,4)):((e0,e1),(2e0,e2))", "(k,(_,))"}},
    {"flat_slice", {"(8,(4,2)):(f1,(f8,f33))", "(_,(1,))"}},
    {"flat_slice", {"zipped_divide(N, M)", "((_,),0)"}},
    {"ceil_div", {"(k,(7,n))", "(2,(k,3))"}},
    {"ceil_div", {"(k,(7,n),9)", "(n,2)"}},
    {"ceil_div", {"(k,(7,n),9)", "n"}},
    {"ceil_div", {"24", "(k,n)"}},
    {"nullspace", {"(k,(2,3),n):(0,(7,0),0)"}},
    {"nullspace", {"(k,(2,3)):(e0,(0,e1))"}},
    {"nullspace", {"A"}},
    {"coalesce_z", {"A"}},
    {"coalesce_z", {"(k,(2,1)):(1,(k,7))"}},
    {"coalesce_z", {"((2,k),1,1):((e0,2e0),e1,e0)"}},
    {"coalesce_z", {"S<1,1,2> o n o (k,4,1):(1,k,3)"}},
    {"coalesce_z", {"(4,8,1):(f1,f4,f9)"}},
    {"common_refinement", {"(2,3,4)", "(6,(2,2))"}},
    {"common_refinement", {"(4,k,6)", "(2,(2,k),6)"}},
    {"common_refinement", {"T", "size(T)"}},
    {"common_coarsening", {"(2,3,4)", "(6,(2,2))"}},
    {"common_coarsening", {"(4,k,6)", "(2,(2,k),6)"}},
    {"common_coarsening", {"T", "T"}},
    {"greatest_common_domain", {"T", "(k,n,6)"}},
    {"greatest_common_domain", {"(6,35,k)", "(15,14,n)"}},
    {"greatest_common_domain", {"A", "B"}},
    {"gcd", {"n", "12", "(18,(k,6))"}},
    {"min", {"n", "(k,7)"}},
    {"max", {"(n,(k,3))"}},
    {"product_each", {"A"}},
    {"product_each", {"T"}},
    {"shape_div", {"(4,6,8)", "k"}},
    {"shape_div", {"(4,(6,2),8)", "(2,(3,2),k)"}},
    {"shape_div", {"24", "(2,k)"}},
    {"sizeof_bits", {"n"}},
    {"sizeof_bits", {"int16"}},
    {"get_hier_coord", {"(4,(k,3)):(3,(12,1))", "n"}},
    {"get_hier_coord", {"T", "n"}},
};
#define NCALLS (sizeof calls / sizeof *calls)

TEST(test_planted)
{
    static planted_counts counts[NCALLS];
    planted_check(calls, NCALLS, counts);
}

SUITE_MAIN("laws of surgery", test_planted)
