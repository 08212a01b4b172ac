/* check_counterexamples.c - counterexamples as they read: a row is a claim that does
 * not hold, and the place, what is wrong there, and the steps, with bars between. */
#include "config.h"

#include "suite.h"

#include "../lib/text.h"
#include "../verify/session/script.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *claim, *text;
} row;

static const row rows[] = {
    /* composition */
    {"composes((2,3):(6,3),(4,6,8):(2,3,5),6:3)",
     "c = 2|3 is not 7|R(2) = R(0,1) = 3|A(B(2)) = A(6) = A(2,1,0) = 7"},
    {"composes(((2,2),6):((24,4),1),(12,4):(4,1),(4,6):(6,1))",
     "c = (2,0)|4 is not 1|R(2,0) = R((0,1),0) = 4|A(B(2,0)) = A(12) = A(0,1) = 1"},
    {"composes((3,2):(1,2),6:1,(2,3):(1,2))",
     "shape|R's shape (3,2) does not refine B's shape (2,3)|mode(B,0) = 2|mode(R,0) = 3|"
     "2 is not 3"},
    {"composes((2,3):(1,5),(4,6):(1,4),(2,3))", "mode 1, c = 1|5 is not 4|mode(R,1)(1) = 5|"
                                                "mode(A,1)(mode(B,1)(1)) = mode(A,1)(1) = 4"},
    {"composes((2,3,5):(1,4,25),(4,6,5):(1,4,24),(2,3))",
     "mode 2, c = 1|25 is not 24|mode(R,2)(1) = 25|mode(A,2)(1) = 24"},
    {"composes(6:1,(4,6):(1,4),(2,3))", "rank|A has 2 modes, and by mode R has as many, not 1"},
    {"composes((1048576,1048576):(1,1048577),(1048576,1048576):(1048576,1),"
     "(1048576,1048576):(1048576,1))",
     "c = (0,1)|1048577 is not 1048576|R(0,1) = 1048577|A(B(0,1)) = A(1) = A(1,0) = 1048576"},
    {"composes(2049:1,(2048,4):(1,7),2049:1)",
     "c = 2048|2048 is not 7|R(2048) = 2048|A(B(2048)) = A(2048) = A(0,1) = 7"},
    {"admissible((2,2):(1,80),(2,2):(1,1))",
     "c = (1,1)|80 is not 2, which a layout would need there|A(B(1,1)) = A(2) = A(0,1) = 80|"
     "A(B(1,0)) = A(1) = A(1,0) = 1|A(B(0,1)) = A(1) = A(1,0) = 1|"
     "a layout adds up the values of its modes: 2"},
    {"admissible((4,6,8):(2,3,5),6:3)",
     "c = 4|9 is not 14, which a layout would need there|A(B(4)) = A(12) = A(0,3,0) = 9|"
     "along 6:3 of B every 2 steps add 7 to the value, once at most: there are 3 such steps, "
     "which do not split into runs of 2"},
    {"admissible((4,3):(1,8),4:3)",
     "c = 3|17 is not 13, which a layout would need there|A(B(3)) = A(9) = A(1,2) = 17|"
     "along 4:3 of B every step adds 3 to the value, once at most: a layout has a mode of extent "
     "2 there|A(B(1)) = A(3) = A(3,0) = 3|A(B(2)) = A(6) = A(2,1) = 10|"
     "a layout adds up the values of its modes: 13"},
    {"admissible((6,(4,3)):(1,(6,30)),<3:2,6:1>)",
     "mode 1, c = 4|30 is not 24, which a layout would need there|"
     "mode(A,1)(mode(B,1)(4)) = mode(A,1)(4) = mode(A,1)(0,1) = 30|"
     "along 6:1 of mode(B,1) every step adds 6 to the value, 3 times at most: there are 6 such "
     "steps, which do not split into runs of 4"},
    /* functions */
    {"equiv((4,6):(1,4),(4,6):(6,1))", "c = 1|1 is not 6|X(1) = X(1,0) = 1|Y(1) = Y(1,0) = 6"},
    {"equiv({8} o 4:1,4:1)", "c = 0|8 is not 0|X(0) = 8 + 0 = 8|Y(0) = 0"},
    {"equiv(LinearLayout(crd=(4,4),idx=(4,4),vals=[(1,1),(2,2),(0,1),(0,2)]),S<2,0,-2>)",
     "output dims|2 is not 1|X has 2 output dims, Y has 1|"
     "flatten_outs(X) has one, idx0 minor, then idx1|equiv(flatten_outs(X), Y) holds"},
    {"equiv(4:1,linear{a:[(0,1),(1,0)]->x:2,y:2})",
     "output dims|1 is not 2|X has 1 output dims, Y has 2|"
     "flatten_outs(Y) has one, x minor, then y|equiv(X, flatten_outs(Y)) does not hold|"
     "equiv(X, flatten_outs(transpose_outs(Y, [y,x]))) holds"},
    {"equiv(linear{a:[(0,1,0),(1,0,0),(0,0,1)]->x:2,y:2,z:2},linear{a:[(1,0),(2,0),(0,1)]->"
     "x:4,y:2})",
     "output dims|3 is not 2|X has 3 output dims, Y has 2|"
     "flatten_outs(X) has one, x minor, then y, then z|flatten_outs(Y) has one, x minor, then y|"
     "equiv(flatten_outs(X), flatten_outs(Y)) does not hold|"
     "equiv(flatten_outs(transpose_outs(X, [y,x,z])), flatten_outs(Y)) holds"},
    {"equiv(relation \"{ [c] -> [c] : 0 <= c < 4 }\",linear{a:[(1,0),(0,1)]->x:2,y:2})",
     "dimensions|X maps 1 to 1 dimensions, Y maps 1 to 2|"
     "flatten_outs(Y) has one, x minor, then y|equiv(X, flatten_outs(Y)) holds"},
    {"equiv(linear{a:[(1,1),(1,0)]->x:2,y:2},4:1)",
     "output dims|2 is not 1|X has 2 output dims, Y has 1|"
     "flatten_outs(X) has one, x minor, then y|equiv(flatten_outs(X), Y) does not hold"},
    {"equiv(linear{a:[2,4,1]->x:8},(2,2,2):(4,1,2))",
     "c = 1|2 is not 4|X(1) = 2|Y(1) = Y(1,0,0) = 4|"
     "equiv(invert(X), Y) holds: X maps the other way"},
    {"equiv((2,2,2):(4,1,2),linear{a:[(2,0),(4,0),(1,0)],b:[]->x:8,y:1})",
     "c = 1|4 is not 2|X(1) = X(1,0,0) = 4|Y(1) = Y(1,0) = 2|"
     "equiv(X, flatten_outs(invert(Y))) holds: Y maps the other way"},
    {"equiv(24:1,20:1)", "size|24 is not 20|X has 24 coordinates, Y has 20"},
    {"equal((4,(2,2)):(2,(1,8)),(4,2,2):(2,1,8))",
     "shape|(4,(2,2)) is not (4,2,2)|X = (4,(2,2)):(2,(1,8))|Y = (4,2,2):(2,1,8)"},
    {"equal(4:1,4:2)", "stride|1 is not 2|X = 4:1|Y = 4:2"},
    {"equal({8} o 4:1,{9} o 4:1)", "offset|8 is not 9"},
    {"equal(<4:1,8:2>,<4:1,8:1>)", "|<4:1, 8:2> is not <4:1, 8:1>"},
    {"equal((2,3),(3,2))", "|(2,3) is not (3,2)"},
    {"right_inverts((8,4):(1,8),(4,8):(8,1))",
     "c = 1|8 is not 1|A(R(1)) = A(R(1,0)) = A(1) = A(1,0) = 8"},
    {"left_inverts(32:1,(4,8):(8,1))",
     "c = (1,0)|2 is not 8|A(L(A(1,0))) = A(L(8)) = A(8) = A(0,2) = 2|A(1,0) = 8"},
    {"left_inverts(65440:128,(128,160):(65536,1))",
     "c = (1,0)|8388608 is no coordinate of A, which has 20480|L(A(1,0)) = L(65536) = 8388608"},
    {"right_inverts(8:1,4:1)", "c = 4|4 is no coordinate of A, which has 4|R(4) = 4"},
    {"left_inverts(S<1,1,1> o 8:8,8:1)",
     "c = 1|8 is not 1|A(1) = 1|L = S<1,1,1> o l with l = 8:8|"
     "L(1) = S<1,1,1>(l(1)) = S<1,1,1>(8) = 8|A(8) = 8"},
    {"right_inverts(S<1,3,1> o 16:1,8:1)",
     "c = 8|8 is no coordinate of A, which has 8|R = S<1,3,1> o r with r = 16:1|"
     "R(8) = S<1,3,1>(r(8)) = S<1,3,1>(8) = 8"},
    /* images */
    {"injective(((4,2),(2,4)):((2,16),(1,8)))",
     "c = ((0,1),(0,0)) and c' = ((0,0),(0,2))|both are 16|X((0,1),(0,0)) = 16|"
     "X((0,0),(0,2)) = 16"},
    {"injective((1048576,1048576):(6,4))",
     "c = (2,0) and c' = (0,3)|both are 12|X(2,0) = 12|X(0,3) = 12"},
    {"surjective((4,6):(12,1),42)",
     "offset 6|6 is never reached|"
     "the modes of X with strides below 12 reach at most 5, the others at least 12"},
    {"surjective(4:2,7)",
     "offset 1|1 is never reached|the least offset of X is 0 and the next one is 2"},
    {"bijective((4,6):(12,1))", "c = 2|24 is outside [0,24)|X(2) = X(2,0) = 24"},
    {"bijective((1048576,1048576):(1048577,1))",
     "c = 2097151|1099511627776 is outside [0,1099511627776)|"
     "X(2097151) = X(1048575,1) = 1099511627776"},
    {"covers((4,8):(1,8),64)",
     "offset 4|4 is never reached|"
     "the modes of X with strides below 8 reach at most 3, the others at least 8"},
    {"partitions(((4,8),(2,2)):((32,1),(16,4)),(16,8))",
     "c = ((0,4),(0,0)) and c' = ((0,0),(0,1))|both are 4|TV((0,4),(0,0)) = 4|"
     "TV((0,0),(0,1)) = 4|4 is the coordinate (4,0) of (16,8)"},
    {"partitions(4:1,8)", "size|4 is not 8|TV has 4 coordinates, S = 8 has 8"},
    {"in_bounds((2,3):(1,4),9)", "c = 5|9 is outside [0,9)|X(5) = X(1,2) = 9"},
    {"fits((4,64):(1,4),int8)", "c = 128|128 is outside [-128,128)|X(128) = X(0,32) = 128"},
    {"aligned((4,2):(4,6),4)", "c = 4|6 is not a multiple of 4|X(4) = X(0,1) = 6"},
    {"contained((8,(16,4)):(1,(16384,524288)),(128,4):(16384,1))",
     "c = (4,(0,0))|4 is not an offset of A|T(4,(0,0)) = 4|"
     "the offsets of A next to 4 are 3 and 16384"},
    {"contained(10:1,8:1)",
     "c = 8|8 is not an offset of A|T(8) = 8|the offsets of A lie in [0,7]"},
    {"disjoint((4,8):(1,8),(2,2):(4,3))",
     "c = (3,0) and c' = (0,1)|3 is an offset of both|A(3,0) = 3|B(0,1) = 3"},
    {"complements(1:31,(4,8):(1,4))",
     "i = 1 and j = (3,7)|31 is an offset of both (law 28, C(i) is no A(j) for i >= 1)|"
     "C(1) = 31|A(3,7) = 31"},
    {"complements((2,2):(64,4),(4,8):(1,8))",
     "i = 1|64 is not less than 4 (law 29, C(i) < C(i+1))|C(1) = C(1,0) = 64|"
     "C(2) = C(0,1) = 4"},
    {"complements((2,1):(4,64),(4,8):(1,8),65)",
     "offset 64|64 is never reached|the largest offset of (A,C) is 63"},
    {"divides_into((8,3):(9,6),24:3,8:3)",
     "offset 3|A reaches 3 more often than D does|D reaches 3 at 0 of its coordinates|"
     "A reaches 3 at 1 of its coordinates"},
    {"divides_into((2,5):(1,2),9:1,2:1,exact)",
     "offset 9|D reaches 9 more often than A does|D reaches 9 at 1 of its coordinates|"
     "A reaches 9 at 0 of its coordinates"},
    {"divides_into((2,5):(1,3),10:1,2:1)",
     "offset 2|A reaches 2 more often than D does|D reaches 2 at 0 of its coordinates|"
     "A reaches 2 at 1 of its coordinates"},
    /* coordinates */
    {"composes(((4,8),2):((e1,e0),e1),(8,8):(e0,e1),((4,8),2):((16,1),8))",
     "c = ((1,0),0)|(0,1) is not (0,2)|R((1,0),0) = (0,1)|"
     "A(B((1,0),0)) = A(16) = A(0,2) = (0,2)"},
    {"composes((4,8):(20,1),(8,16):(20,1),(4,8):(e0,2e1))",
     "c = (0,1)|1 is not 2|R(0,1) = 1|A(B(0,1)) = A(0,2) = 2"},
    {"admissible((4,4):(e0,e1),(3,3):(1,3))",
     "c = (0,2)|(2,1) is not (6,0), which a layout would need there|"
     "A(B(0,2)) = A(6) = A(2,1) = (2,1)|along 3:3 of B every step adds (3,0) to the value, once "
     "at most: there are 3 such steps, which do not split into runs of 2"},
    {"right_inverts((4,8):(8,1),(4,8):(e0,e1))",
     "c = (1,0)|(0,2) is not (1,0)|A(R(1,0)) = A(8) = A(0,2) = (0,2)"},
    {"left_inverts((4,(4,2)):(4,(1,16)),(4,(4,2)):(e1,(e0,6e1)))",
     "c = (0,(0,1))|(0,8) is not (0,6)|A(L(A(0,(0,1)))) = A(L(0,6)) = A(L(0,(2,1))) = A(18) = "
     "A(2,(0,1)) = (0,8)|A(0,(0,1)) = (0,6)"},
    {"equiv({(1,2)} o (4,4):(e0,e1),{(0,2)} o (4,4):(e0,e1))",
     "c = 0|(1,2) is not (0,2)|X(0) = X(0,0) = (1,2) + (0,0) = (1,2)|"
     "Y(0) = Y(0,0) = (0,2) + (0,0) = (0,2)"},
    {"equiv(LinearLayout(crd=(4,4),idx=(4,4),vals=[(0,1),(0,2),(1,0),(2,0)]),(4,4):(e1,2e0))",
     "c = 4|(1,0) is not (2,0)|X(4) = X(0,1) = (1,0)|Y(4) = Y(0,1) = (2,0)"},
    {"injective((4,4,4):(e0,e0+e1,2e0+e1))",
     "c = (1,1,0) and c' = (0,0,1)|both are (2,1)|X(1,1,0) = (2,1)|X(0,0,1) = (2,1)"},
    {"surjective((4,4):(e0,2e1),(4,8))",
     "coordinate (0,1)|(0,1) is never reached|X has 16 coordinates, (4,8) has 32"},
    {"partitions((4,4):(e0,e0+e1),(8,2))",
     "c = 8|(2,2) is no coordinate of (8,2)|TV(8) = TV(0,2) = (2,2)"},
    {"covers((4,4):(e0,e1),(5,4))",
     "axis 0, offset 4|4 is never reached|the largest offset of X is 3"},
    {"contained((4,4):(e0,2e1),(4,4):(e0,e1))",
     "c = (0,2)|(0,4) is not a value of A|T(0,2) = (0,4)|"
     "the offsets of A on axis 1 lie in [0,3]"},
    {"divides_into((2,8):(e0,e1),(4,4):(e0,e1),2)",
     "offset (2,0)|A reaches (2,0) more often than D does|"
     "D reaches (2,0) at 0 of its coordinates|A reaches (2,0) at 1 of its coordinates"},
    {"complements((1,1):(4e0,4e1),(4,8):(e0,e1))",
     "i = (0,1) and j = (0,4)|(0,4) is a value of both (law 28, C(i) is no A(j) but for i = 0)|"
     "C(0,1) = (0,4)|A(0,4) = (0,4)"},
    {"complements((1,(2,1)):(4e0,(8e1,4e1)),(4,4):(e0,e1))",
     "i = (0,1)|(0,8) is not less than (0,4) (law 29, C(i) < C(i+1) in each mode, by the last "
     "axis)|C(0,1) = C(0,(1,0)) = (0,8)|C(0,2) = C(0,(0,1)) = (0,4)"},
    {"fits((4,400):(e0,e1),int8)",
     "axis 1, c = 512|128 is outside [-128,128)|X(512) = X(0,128) = (0,128)"},
    {"is_linear((4,4):(e0,3e1))",
     "axis 1, x = 4 and y = 8|X_1(x xor y) = 9 is not X_1(x) xor X_1(y) = 5|"
     "X_1(4) = X_1(0,1) = 3|X_1(8) = X_1(0,2) = 6|X_1(4 xor 8) = X_1(12) = X_1(0,3) = 9|"
     "3 xor 6 = 5"},
    /* kinds */
    {"is_linear(4:3)",
     "x = 1 and y = 2|X(x xor y) = 9 is not X(x) xor X(y) = 5|X(1) = 3|X(2) = 6|"
     "X(1 xor 2) = X(3) = 9|3 xor 6 = 5"},
    {"is_linear(6:1)", "size|6 is not a power of two"},
    {"is_linear(4:-1)", "c = 1|-1 is negative: no vector of bits|X(1) = -1"},
    {"is_layout({3} o 4:1)", "c = 0|3 is not 0, which every layout has there|X(0) = 3 + 0 = 3"},
    {"vectorizes((4,4):(1,4),((2,2),4):((1,8),2),4)",
     "vector of 4|max_common_vector(A,B) = 2 is less than 4|"
     "the offset 2, next after the common vector, is at 4 in B|B(4) = B((0,0),1) = 2|"
     "A(4) = A(0,1) = 4"},
    {"vectorizes((4,3,5):(1,7,42),(6,10):(1,9),4)",
     "c = 4 and c' = 7|in one vector of 4, and in B 6 apart|"
     "the vectors are at t + V(i), i = 0 to 3, with V = 4:1; this one has t = 4|"
     "B(4) = B(4,0) = 4|B(7) = B(1,1) = 10"},
    {"vectorizes((2,3):(1,1),(2,3):(1,1),2)",
     "c = 6|it would be in a vector, and there are 6 coordinates|"
     "the vectors are at t + V(i), i = 0 to 1, with V = 3:2; this one has t = 4|"
     "4 is the least coordinate that is in none before"},
    {"vectorizes((6,2):(1,8),(6,2):(1,8),5)",
     "vector of 5|the 12 coordinates do not fall into groups of 5"},
    {"vectorizes(S<1,1,1> o (4,2):(1,4),(4,2):(1,4),8)",
     "vector of 8|8 is more than 4, the length of the longest common vector|"
     "A = S<1,1,1> o a with a = (4,2):(1,4)|"
     "A(6) = S<1,1,1>(a(6)) = S<1,1,1>(a(2,1)) = S<1,1,1>(6) = 4|B(4) = B(0,1) = 4"},
    {"vectorizes(S<1,0,1> o 6:1,6:1,2)",
     "c = 2 and c' = 3|in one vector of 2, from 3 to 2 in A and from 2 to 3 in B|"
     "the vectors are translates of where A and B have their first 2 offsets; this one begins "
     "at 2|A = S<1,0,1> o a with a = 6:1|A(2) = S<1,0,1>(a(2)) = S<1,0,1>(2) = 3|"
     "A(3) = S<1,0,1>(a(3)) = S<1,0,1>(3) = 2|B(2) = 2|B(3) = 3"},
    {"compact(linear{a: [4,1,8] -> out: 32})", "c = 4|8 is outside [0,8)|X(4) = 8"},
    {"compact(linear{a: [(1,0),(0,1)] -> x: 4, y: 2})",
     "c = 2|4 is outside [0,4)|X(2) = (0,1)|4 is the coordinate (0,1) of (4,2)"},
    /* shapes */
    {"congruent((4,(2,4)),(0,((0,0),)))",
     "mode 1|(2,4) has 2 modes and ((0,0),) has 1|mode(X,1) = (2,4)|mode(Y,1) = ((0,0),)"},
    {"weakly_congruent((6,5),30)", "|(6,5) is a tuple and 30 an integer"},
    {"compatible((2,(3,5)),((3,2),5))",
     "mode 0|2 is not 6, the size of (3,2)|mode(X,0) = 2|mode(Y,0) = (3,2)"},
    {"refines((4,25),((2,2),(5,5)))",
     "mode 0|(2,2) is a tuple and 4 an integer|mode(Y,0) = (2,2)|mode(X,0) = 4"},
    /* kinds, step by step */
    {"injective(S<1,2,1> o (4,8):(1,2))",
     "c = 2 and c' = 4|both are 2|X = S<1,2,1> o x with x = (4,8):(1,2)|"
     "X(2) = S<1,2,1>(x(2)) = S<1,2,1>(x(2,0)) = S<1,2,1>(2) = 2|"
     "X(4) = S<1,2,1>(x(4)) = S<1,2,1>(x(0,1)) = S<1,2,1>(2) = 2"},
    {"injective(S<1,2,1> o 8 o (4,8):(1,2))",
     "c = 2 and c' = 4|both are 14|X = S<1,2,1> o 8 o x with x = (4,8):(1,2)|"
     "X(2) = S<1,2,1>(8 + x(2)) = S<1,2,1>(8 + x(2,0)) = S<1,2,1>(8 + 2) = S<1,2,1>(10) = 14|"
     "X(4) = S<1,2,1>(8 + x(4)) = S<1,2,1>(8 + x(0,1)) = S<1,2,1>(8 + 2) = S<1,2,1>(10) = 14"},
    {"contained(S<1,2,1> o (4,8):(8,1),16:1)",
     "c = 2|16 is no offset of A|T = S<1,2,1> o t with t = (4,8):(8,1)|"
     "T(2) = S<1,2,1>(t(2)) = S<1,2,1>(t(2,0)) = S<1,2,1>(16) = 16|"
     "of the bits in 16 every value of A has an even number, and 16 an odd one"},
    {"covers(S<1,2,1> o (3,8):(9,1),33)",
     "offset 12|12 is never reached|X = S<1,2,1> o x with x = (3,8):(9,1)|"
     "12 is S<1,2,1>(8), and 8 is no value of x|the values of x next to 8 are 7 and 9"},
    {"disjoint(linear{in0: [(3,2),(0,2),(1,1)] -> out0: 4, out1: 4},8:8)",
     "c = 2 and c' = 1|8 is an offset of both|A(2) = (0,2)|8 is the coordinate (0,2) of (4,4)|"
     "B(1) = 8"},
    {"disjoint(2:5 o 3 o 7377034:1,2:4 o 3 o 7377034:2)",
     "c = 1 and c' = 1|20 is an offset of both|A = 2:5 o 3 o a with a = 7377034:1|a(1) = 1|"
     "(2:5)(3 + 1) = (2:5)(4) = 20|A(1) = 20|B = 2:4 o 3 o b with b = 7377034:2|b(1) = 2|"
     "(2:4)(3 + 2) = (2:4)(5) = 20|B(1) = 20"},
    {"covers(linear{in0: [(0,1),(0,0),(1,0)] -> out0: 2, out1: 2},7)",
     "offset 4|4 is never reached|"
     "of the bits in 4 every value of X has an even number, and 4 an odd one"},
    {"equal({7} o 4:1,{6} o 4:2)", "stride|1 is not 2|X = {7} o 4:1|Y = {6} o 4:2"},
    {"is_linear((7,3):(2e1,1e1))", "size|21 is not a power of two"},
    {"injective(coalesce((2,2,2):(1,2,2)))",
     "c = (2,0) and c' = (0,1)|both are 2|X = (4,2):(1,2)|X(2,0) = 2|X(0,1) = 2"},
    /* relations */
    {"equiv(relation \"{ [c] -> [(-3c) mod 16] : 0 <= c <= 15 }\", 16:13)",
     "c = 2|10 is not 26|X(2) = 10|Y(2) = 26"},
    {"equiv(relation \"{ [c] -> [c] : 0 <= c <= 15 }\", 15:1)",
     "size|16 is not 15|X has 16 coordinates, Y has 15"},
    {"equiv({2} o 4:1, relation \"{ [c] -> [c + 2 + floor(c/3)] : 0 <= c < 4 }\")",
     "c = 3|5 is not 6|X(3) = 2 + 3 = 5|Y(3) = 6"},
    {"equiv(coord_map((4,4)),layout_map((4,4)))",
     "dimensions|X maps 1 to 2 dimensions, Y maps 1 to 1|"
     "X = relation \"{ [c] -> [c mod 4, floor(c/4)] : 0 <= c < 16 }\"|"
     "Y = relation \"{ [c] -> [(c mod 4) + 4*floor(c/4)] : 0 <= c < 16 }\""},
    {"injective(relation \"{ [c] -> [c mod 3] : 0 <= c < 4 }\")",
     "c = 0 and c' = 3|both are 0|X(0) = 0|X(3) = 0"},
    {"surjective(relation \"{ [c] -> [2c] : 0 <= c <= 1 }\",3)", "offset 1|1 is never reached"},
    {"in_bounds(relation \"{ [c] -> [2c] : 0 <= c <= 7 }\",14)",
     "c = 7|14 is outside [0,14)|X(7) = 14"},
    {"is_linear(relation \"{ [c] -> [(3*c) mod 8] : 0 <= c <= 7 }\")",
     "x = 1 and y = 2|X(x xor y) = 1 is not X(x) xor X(y) = 5|X(1) = 3|X(2) = 6|"
     "X(1 xor 2) = X(3) = 1|3 xor 6 = 5"},
    {"bijective(relation \"{ [c] -> [c] : 1 <= c <= 7 }\")",
     "domain|the domain of X is not [0,n) for any n"},
};

static void read_counterexample(void *user, const lcv_outcome *outcome)
{
    char **text = user;
    lc_text buffer = {0};
    if (!outcome->result || outcome->result->verdict != LCV_REFUTED) {
        lc_text_add(&buffer, outcome->error ? outcome->error->message : "not refuted");
    } else {
        const lcv_counterexample *e = &outcome->result->counterexample;
        lc_text_printf(&buffer, "%s|%s", e->where, e->summary);
        for (size_t i = 0; i < e->nsteps; i++)
            lc_text_printf(&buffer, "|%s", e->steps[i]);
    }
    *text = lc_text_take(NULL, &buffer);
}

TEST(counterexamples_as_they_read)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lcv_session *session = lcv_session_new((lcv_options){.crosscheck = true});
        char *text = NULL;
        lcv_listener listener = {.user = &text, .outcome = read_counterexample};
        lcv_session_prove(session, rows[i].claim, &listener);
        ck_assert_msg(text && strcmp(text, rows[i].text) == 0, "%s\n  reads %s\n  not   %s",
                      rows[i].claim, text ? text : "nothing", rows[i].text);
        free(text);
        lcv_session_free(session);
    }
}

SUITE_MAIN("counterexamples", counterexamples_as_they_read)
