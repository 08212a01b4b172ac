/* tolerance.h - how far the result of a product may be from the exact one.
 *
 * Of a place of C let s be the exact value before it is converted, n the number of products that
 * are summed, and M = |alpha| sum |a b| + |beta c| + |bias|. What is computed lies within
 *
 *     relative |s| + absolute + unit (min(n, 8 sqrt n) + 16) M
 *
 * of s. `relative` and `absolute` are the rounding of the element of C: half of a step of its
 * mantissa, and of its least number. `unit` is a step of the accumulator's mantissa, as tensor
 * cores cut off where others round; it is 2^-13 for operands of 8 bits, which they add with so
 * many bits (DeepSeek-V3 Technical Report, 3.3.2). Sums of n terms are off by n such steps of M
 * at most, and by 8 sqrt n with a probability of less than 2 n e^-32 that it is more (Higham and
 * Mary, A New Approach to Probabilistic Rounding Error Analysis, 2019); alpha, beta, bias and the
 * activation have a few more. Integers are exact, and saturate, as C of 8 bits does.
 */
#ifndef LCK_TOLERANCE_H
#define LCK_TOLERANCE_H

#include "kernel.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    double relative, absolute, unit;
    double low, high; /* s is cut off there */
} lck_tolerance;

lck_tolerance lck_tolerance_of(const lck_kernel *kernel);

/* How far a result may be from s, of n products and this M. */
double lck_tolerated(const lck_tolerance *t, double s, int64_t n, double magnitude);

#ifdef __cplusplus
}
#endif

#endif
