/* function.c - functions of numbers, one row each. */
#include "config.h"

#include "function.h"

#include <math.h>
#include <string.h>

/* clang-format off */
static const lck_function_row rows[LCK_FUNCTIONS] = {
    [LCK_TIMES] = {"*", 2, "__fmul_rn(", "@X@ * @Y@", 0.5},
    [LCK_PLUS] = {"+", 2, "__fadd_rn(", "@X@ + @Y@", 0.5},
    [LCK_MINUS] = {"-", 2, "__fsub_rn(", "@X@ - @Y@", 0.5},
    [LCK_OVER] = {"/", 2, "__fdiv_rn(", "@X@ / @Y@", 0.5},
    [LCK_MAX] = {"max", 2, "fmaxf(", "fmax(@X@, @Y@)", 0},
    [LCK_MIN] = {"min", 2, "fminf(", "fmin(@X@, @Y@)", 0},
    [LCK_MAX_0] = {"relu", 1, NULL, "fmax(@X@, 0.0)", 0},
    [LCK_GAUSS] = {"gelu", 1, NULL, "@X@ * (1 + erf(@X@ * sqrt(0.5))) / 2", 8},
    [LCK_EXP] = {"exp", 1, "expf(", "exp(@X@)", 2},
    [LCK_EXP_NEAR] = {"", 1, "__expf(", "exp(@X@)", 2},
    [LCK_LOG] = {"log", 1, "logf(", "log(@X@)", 2},
    [LCK_TANH] = {"tanh", 1, "tanhf(", "tanh(@X@)", 2},
    [LCK_SQRT] = {"sqrt", 1, "__fsqrt_rn(", "sqrt(@X@)", 0.5},
    [LCK_RSQRT] = {"rsqrt", 1, "rsqrtf(", "1 / sqrt(@X@)", 2},
    [LCK_ABS] = {"abs", 1, "fabsf(", "fabs(@X@)", 0},
    [LCK_EXP2] = {"exp2", 1, NULL, "exp2(@X@)", 2},
    [LCK_SAME] = {"", 1, NULL, "@X@", 0},
    [LCK_LOWEST] = {"", 1, NULL, "-INFINITY", 0},
};
/* clang-format on */

const lck_function_row *lck_function_of(lck_function function)
{
    return &rows[function];
}

lck_function lck_function_find(const char *name, int operands)
{
    int i = 0;
    while (i < LCK_FUNCTIONS && (strcmp(rows[i].name, name) != 0 || rows[i].operands != operands))
        i++;
    return (lck_function)i;
}

double lck_calculate(lck_function function, double x, double y)
{
    switch (function) {
    case LCK_TIMES: return x * y;
    case LCK_PLUS: return x + y;
    case LCK_MINUS: return x - y;
    case LCK_OVER: return x / y;
    case LCK_MAX: return fmax(x, y);
    case LCK_MIN: return fmin(x, y);
    case LCK_MAX_0: return x > 0 ? x : 0;
    case LCK_GAUSS: return x * (1 + erf(x / sqrt(2))) / 2;
    case LCK_EXP:
    case LCK_EXP_NEAR: return exp(x);
    case LCK_EXP2: return exp2(x) < 0x1p-126 ? 0 : exp2(x);
    case LCK_SAME: return x;
    case LCK_LOWEST: return -INFINITY;
    case LCK_LOG: return log(x);
    case LCK_TANH: return tanh(x);
    case LCK_SQRT: return sqrt(x);
    case LCK_RSQRT: return 1 / sqrt(x);
    case LCK_ABS: return fabs(x);
    case LCK_FUNCTIONS: break;
    }
    return x;
}
