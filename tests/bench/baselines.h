/* baselines.h - other implementations of the algebra, measured along in processes of their own.
 *
 * pycute, from CUTLASS, is asked by pycute-times.py where Python imports it. CuTe's templates are
 * compiled into cute-times where configure has found CUTLASS's headers.
 */
#ifndef BENCH_BASELINES_H
#define BENCH_BASELINES_H

#include "bench.h"

/* Asks pycute for n expressions; has[i]: out[i] is the time of expression i, NULL and what raises
 * have none. False when pycute cannot be imported. */
bool baseline_pycute(const char *script, const char *const *expression, size_t n,
                     bench_spread *out, bool *has);

typedef struct {
    char name[64];     /* of the operation */
    bool typed;        /* its strides are types: they are known at compile time */
    bench_spread time; /* seconds a call */
    char layout[256];  /* CuTe's answer, in the claim language */
} baseline_row;

/* Runs cute-times and reads its rows; returns their number, 0 when it did not run, or printed
 * more than `room` or something else. */
size_t baseline_cute(const char *program, baseline_row *out, size_t room);

#endif
