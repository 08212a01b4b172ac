/* points.h - functions of an integral coordinate, of any kind, for claims.
 *
 * Layouts of integers and of XOR, tensors, swizzles, composed layouts and linear layouts
 * seen alike: a size, a value at each coordinate below it, and, where the function is
 * affine over F2, its matrix and its value at 0:
 *
 *     X(c) = base xor the columns at the bits of c.
 *
 * Claims about affine functions are questions about these words, and cost nothing. Of
 * other functions, a swizzle over a layout that carries or whose size is no power of two,
 * counterexamples are guessed, then solved for as linear systems in digits (digits.h);
 * what these leave open is looked at point by point, up to LCV_MAX_POINTS of them.
 */
#ifndef LCV_POINTS_H
#define LCV_POINTS_H

#include "../../isl-bridge/digits.h"
#include "../claim/claims.h"

#define LCV_MAX_POINTS (1 << 22)

#define LCV_BY_MATRIX "matrix over F2"
#define LCV_BY_DIGITS "linear system in digits"

typedef struct {
    const char *name;
    lcv_value *value; /* owned; no tuple, no tiler, no relation */
    lc_tuple *shape;  /* owned; of the domain */
    lc_int size;
    size_t nouts;     /* above 1 for a linear layout only */
    bool affine;
    lc_f2 map;        /* bits of c to bits of the value; 64 rows */
    uint64_t base;
} lcv_points;

/* Is this a kind that the claims on layouts do not know? */
bool lcv_is_binary(const lcv_value *v);
/* A layout or a tensor whose strides add by XOR. */
bool lcv_is_xor(const lcv_value *v);

/* Takes a value that is a function of an integral coordinate. */
bool lcv_points_of(lc_ctx *ctx, const char *claim, const char *name, const lcv_value *v,
                   lcv_points *out);
void lcv_points_clear(lcv_points *p);

/* The value as one number; of a linear layout the integral coordinate of its output, and
 * bits past its domain do not count. */
lc_int lcv_points_at(lc_ctx *ctx, const lcv_points *p, lc_int c);
/* Is c a coordinate at which there is a value? Layouts and swizzles go on past their
 * domain, linear layouts do not. */
bool lcv_points_has(lc_ctx *ctx, const lcv_points *p, lc_int c);
/* Does the number stand for a coordinate of several output dims? */
bool lcv_points_is_place(const lcv_points *p, lc_int number);
/* A number as it is shown: then as that coordinate. */
lc_tuple *lcv_points_show(lc_ctx *ctx, const lcv_points *p, lc_int number);
/* What a swizzle, where there is one, is applied to; not of a swizzle by itself. */
lc_int lcv_points_inner_at(lc_ctx *ctx, const lcv_points *p, lc_int c);
/* `X(4) = S<1,2,1>(x(4)) = S<1,2,1>(x(0,1)) = S<1,2,1>(2) = 2`: points-steps.c. */
void lcv_step_points(lc_ctx *ctx, lcv_result **result, const lcv_points *p, lc_int c);
/* The same, and which number the value of several output dims stands for. */
void lcv_step_number(lc_ctx *ctx, lcv_result **result, const lcv_points *p, lc_int c);
void lcv_step_value(lc_ctx *ctx, lcv_result **result, const char *claim, const char *name,
                    const lcv_value *v, lc_int c);

/* A composed layout's parts, a layout or a tensor being one without a swizzle (b = 0).
 * False for the others, strides that add by XOR among them, and functions outside a
 * swizzle. */
bool lcv_points_parts(const lcv_points *p, lc_swizzle *w, lcv_function *inner);

/* The function as one step of a system in digits, which holds what p holds; false when
 * it is none: strides that add by XOR over no power of two, or with an offset. */
bool lcv_points_step(const lcv_points *p, lcr_step *step);
/* The same as several steps, where a composed layout takes them. */
#define LCV_MAX_STEPS 8
typedef struct {
    size_t n;
    lcr_step step[LCV_MAX_STEPS];
} lcv_steps;
bool lcv_points_steps(lc_ctx *ctx, const lcv_points *p, lcv_steps *s);
bool lcv_composed_steps(lc_ctx *ctx, const lcv_value *v, lcv_steps *s);
/* points-composed.c: of a composed layout with functions outside its swizzle, the matrix
 * where it has one. */
bool lcv_points_affine_composed(lc_ctx *ctx, lcv_points *p);
/* A shape of these functions of one size, for a system: the coarsest that refines both
 * shapes in order, where there is one, else that of p. The caller frees it. */
lc_tuple *lcv_points_domain(lc_ctx *ctx, const lcv_points *p, const lcv_points *q);

/* Words and integers. */
lc_int lcv_from_word(lc_ctx *ctx, uint64_t word);
uint64_t lcv_to_word(lc_int a); /* the low 64 bits of a number that is not negative */

/* All values, for sizes up to LCV_MAX_POINTS and numbers of 63 bits: sorted, with the
 * coordinate beside each. The caller frees it; NULL otherwise, with or without an error. */
typedef struct {
    int64_t number;
    uint32_t c;
} lcv_point;
lcv_point *lcv_points_sorted(lc_ctx *ctx, const lcv_points *p, size_t *n);
/* The same of the first lcv_guesses() coordinates, of a function of any size. */
lcv_point *lcv_points_first(lc_ctx *ctx, const lcv_points *p, size_t *n);

/* Steps that tell why a number is no value. Of an affine function: a mask of bits of which
 * every value has an even number, and this one an odd, or the other way round. From all values,
 * sorted: those next to it. */
void lcv_step_parity(lc_ctx *ctx, lcv_result **result, const lcv_points *p, lc_int number);
/* Under a bijective swizzle, from the offsets of what is under it. */
void lcv_step_under(lc_ctx *ctx, lcv_result **result, const lcv_points *p, const lcv_image *image,
                    lc_int number);
void lcv_step_neighbours(lc_ctx *ctx, lcv_result **result, const lcv_points *p,
                         const lcv_point *list, size_t n, lc_int number);

/* A natural coordinate of the search's domain that breaks its claim, from a system. */
typedef lcr_answer lcv_solve(lcr_ctx *r, const void *claim, lc_int *natural);
/* Guess, solve (unless that is NULL), enumerate up to LCV_MAX_POINTS coordinates; *method
 * says what decided. UNKNOWN without an error: nothing did. */
lcr_answer lcv_search_points(lcr_ctx *r, const lcv_search *search, lcv_solve *solve, lc_int *c,
                             const char **method);
/* The claims of these functions (claims-points.c): NULL for a claim that has none. */
lcv_prove_function *lcv_points_claim(const char *name);

/* claims-points-vector.c */
lcv_prove_function lcv_points_vectorizes;

/* R(c) = A(B(c)) for args = R, A, B: the claim `composes` without shapes. */
lcv_result *lcv_points_composite(lcr_ctx *r, lcv_value *const *args);

/* claims-points-image.c */
lcv_prove_function lcv_points_injective, lcv_points_surjective, lcv_points_bijective,
    lcv_points_compact, lcv_points_in_bounds, lcv_points_fits, lcv_points_aligned, lcv_points_covers,
    lcv_points_partitions;
/* claims-points-pair.c */
lcv_prove_function lcv_points_contained, lcv_points_disjoint;
/* UNKNOWN: not affine, not decided in digits, not small. */
lcv_result *lcv_points_undecided(lc_ctx *ctx, const lcv_points *p);

#endif
