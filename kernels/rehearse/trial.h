/* trial.h - a kernel, sizes and the memory of a run; what kinds of kernels have of their own. */
#ifndef LCK_TRIAL_H
#define LCK_TRIAL_H

#include "rehearse.h"

typedef struct {
    const lck_kernel *kernel;
    const int64_t *size;
    int64_t env[LC_MAX_EXPR_VARS];    /* the sizes, by slot */
    int64_t elements[LCK_MAX_ARRAYS]; /* of tensors and scalars; 0 of other arrays */
    lck_host_tensor tensor[LCK_MAX_ARRAYS];
    uint64_t state; /* of random bits */
} lck_trial;

uint64_t lck_trial_bits(lck_trial *t);

/* A sum of 12 numbers from 0 to 1, less 6: nearly normal. */
double lck_trial_normal(lck_trial *t);

/* Runs the kernel. A trap is a wrong element in *out; false with an error: it was not run. */
bool lck_trial_run(lck_trial *t, lck_gpu *gpu, lck_rehearsal *out);

/* ---- kinds (rehearse.c) ---- */

#define LCK_CANDIDATES 17

typedef struct {
    /* Fills the tensors, runs the kernel and compares the result. */
    bool (*run)(lck_trial *t, lck_gpu *gpu, lck_rehearsal *out);
    int64_t size[LCK_CANDIDATES]; /* for sizes that are not given */
} lck_kind_trial;
extern const lck_kind_trial lck_trial_of[LCK_KINDS];

/* Copies and products, place by place (result.c). */
bool lck_rehearse_attention(lck_trial *t, lck_gpu *gpu, lck_rehearsal *out); /* attention.c */
bool lck_rehearse_rows(lck_trial *t, lck_gpu *gpu, lck_rehearsal *out);      /* rows.c */
bool lck_rehearse_elements(lck_trial *t, lck_gpu *gpu, lck_rehearsal *out);

#endif
