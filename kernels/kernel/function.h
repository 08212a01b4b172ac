/* function.h - functions of numbers in registers, for APPLY (statement.h) and formulas
 * (formula.h).
 *
 * In f32 sums, differences, products, quotients and square roots are rounded to nearest, `exp`,
 * `log`, `tanh` and `rsqrt` are off by 2 units of the last place at most (CUDA C Programming
 * Guide, Mathematical Functions). `max` and `min` of a number and a NaN are the number.
 */
#ifndef LCK_FUNCTION_H
#define LCK_FUNCTION_H

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    LCK_TIMES,
    LCK_PLUS,
    LCK_MINUS,
    LCK_OVER,
    LCK_MAX,
    LCK_MIN,
    LCK_MAX_0, /* max(x, 0) */
    LCK_GAUSS, /* x * (1 + erf(x / sqrt 2)) / 2 */
    LCK_EXP,
    LCK_EXP2,     /* 2^x; 0 where that is less than any normal number */
    LCK_EXP_NEAR, /* 2^y, y = x / ln 2 rounded: off by 1.2 |x| units more */
    LCK_LOG,
    LCK_TANH,
    LCK_SQRT,
    LCK_RSQRT,
    LCK_ABS,
    LCK_SAME,   /* x */
    LCK_LOWEST, /* -inf, of any x */
    LCK_FUNCTIONS
} lck_function;

typedef struct {
    const char *name; /* in formulas: "exp", "*"; "": in none */
    int operands;     /* 1 or 2 */
    const char *c; /* of f32 in CUDA C, up to its first operand; NULL: it has text of its own */
    const char *host; /* of double in C, of @X@ and @Y@ */
    double steps;     /* units of the last place of f32 that it is off by */
} lck_function_row;

/* The row of a function, static. */
const lck_function_row *lck_function_of(lck_function function);
/* The function of this name with so many operands; LCK_FUNCTIONS: there is none. */
lck_function lck_function_find(const char *name, int operands);
/* Its value in double; y is ignored for functions of one operand. */
double lck_calculate(lck_function function, double x, double y);

#ifdef __cplusplus
}
#endif

#endif
