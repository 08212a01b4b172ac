/* records.h - what `emit` and `run` have to say with --format=json: records
 * (verify/report/json-value.h), a line each. Without jansson nothing is printed; --format=json is
 * refused then. */
#ifndef LCK_RECORDS_H
#define LCK_RECORDS_H

#include <stdio.h>

#include "../rehearse/rehearse.h"

/* A kernel as CUDA C, with its sizes. */
void lck_record_kernel(FILE *out, const lck_kernel *kernel, const char *text);
/* A kernel that was run; gpu NULL: by the built-in executor. */
void lck_record_run(FILE *out, const lck_kernel *kernel, const int64_t *size,
                    const lck_rehearsal *result, const lck_gpu *gpu);
/* A kernel that was not run, and why. */
void lck_record_not_run(FILE *out, const lck_kernel *kernel, const char *why);

#endif
