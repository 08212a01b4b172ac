/* lines.h - functions that are straight along leaves, one applied to the other.
 *
 * A layout is straight along its leaves. Where it is applied to values that are, it takes
 * their digits in the mixed radix of its extents. Where no digit carries into the next one,
 * each digit is a sum over leaves, and so is the value, once the leaves are split where a
 * value along one comes to the next digit. Digits are those of the factors of the leaves; the
 * sets say that no sum of them is as large as its extent, and then these are the digits of
 * the value. There is nothing to solve in such a set, and nothing but a sum in the set that
 * says that two functions differ.
 *
 * There is no evidence of this kind where digits carry, and no set of it is left.
 */
#ifndef LCR_RECHECK_LINES_H
#define LCR_RECHECK_LINES_H

#include "parts.h"

/* V(c) = F(W(c)), where the leaves of V refine those of W; *known: there is evidence. */
bool lcr_lines_composite(ev *e, const lit *value, const lit *f, const lit *w, bool *known);
/* A(R(k)) = k, `inside`: R(k) a coordinate of A. */
bool lcr_lines_right_inverse(ev *e, const lit *r, const lit *a, bool inside, bool *known);
/* A(L(A(c))) = A(c), L(A(c)) a coordinate of A. */
bool lcr_lines_left_inverse(ev *e, const lit *l, const lit *a, bool *known);

#endif
