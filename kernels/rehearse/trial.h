/* trial.h - a kernel, sizes and the memory of a run; how each kind of kernel is tried. */
#ifndef LCK_TRIAL_H
#define LCK_TRIAL_H

#include "rehearse.h"

#define LCK_TRIAL_RANK 16 /* most axes */

typedef struct {
    const lck_kernel *kernel;
    const int64_t *size;
    int64_t env[LC_MAX_EXPR_VARS];    /* the sizes, by slot */
    int64_t elements[LCK_MAX_ARRAYS]; /* of tensors and scalars; 0 of other arrays */
    lck_host_tensor tensor[LCK_MAX_ARRAYS];
    /* The counters: their extents, and strides in the tensors; the offsets of these. */
    size_t rank;
    struct {
        int64_t extent, stride[LCK_MAX_ARRAYS];
        bool contracted;
    } axis[LCK_TRIAL_RANK];
    int64_t offset[LCK_MAX_ARRAYS];
    int64_t number[2]; /* products of extents: of the others, of those that are contracted */
    uint64_t state;    /* of random bits */
    lck_gpu *gpu;      /* NULL: on the built-in executor */
} lck_trial;

/* ---- what all kinds do (trial.c) ---- */

uint64_t lck_trial_bits(lck_trial *t);

/* A sum of 12 numbers from 0 to 1, less 6: nearly normal. */
double lck_trial_normal(lck_trial *t);

/* The value of an expression of the sizes; false with an error. */
bool lck_trial_number(const lck_trial *t, const lc_expr *e, int64_t *value);
/* The offset in an array of integral coordinate i along the contracted counters, or along the
 * others, the first one the fastest. */
int64_t lck_trial_place(const lck_trial *t, int array, int64_t i, bool contracted);
double lck_trial_element(const lck_trial *t, int array, int64_t at);
/* Normal numbers where the kernel reads, and bytes of 0xff where it writes. */
void lck_trial_fill(lck_trial *t);

/* Counts a wrong element; the message is that of the first one. */
void lck_trial_wrong(lck_rehearsal *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Was an element not written, as far as that is known? It is wrong then. */
bool lck_trial_missed(const lck_trial *t, int array, int64_t at, lck_rehearsal *out);
/* Compares an element with the number expected: NaN and infinities exactly, others within the
 * tolerance. Nothing is compared where the tolerance is not finite. */
void lck_trial_compare(const lck_trial *t, int array, int64_t at, double expected,
                       double tolerance, lck_rehearsal *out);
/* Checks that elements which are not marked in `result` are unchanged: as in `before`, or bytes
 * of 0xff where that is NULL. */
void lck_trial_others(const lck_trial *t, int array, const unsigned char *before,
                      const unsigned char *result, lck_rehearsal *out);

/* Runs the kernel (rehearse.c). A trap is a wrong element in *out; false with an error: it was
 * not run. */
bool lck_trial_run(lck_trial *t, lck_rehearsal *out);

/* ---- kinds (rehearse.c) ---- */

#define LCK_CANDIDATES 17

typedef struct {
    /* Fills the tensors, runs the kernel and compares the result. */
    bool (*run)(lck_trial *t, lck_rehearsal *out);
    int64_t size[LCK_CANDIDATES]; /* for sizes that are not given */
} lck_kind_trial;
extern const lck_kind_trial lck_trial_of[LCK_KINDS];

/* Copies and products, place by place (result.c). */
bool lck_rehearse_elements(lck_trial *t, lck_rehearsal *out);
bool lck_rehearse_attention(lck_trial *t, lck_rehearsal *out); /* attention.c */
bool lck_rehearse_rows(lck_trial *t, lck_rehearsal *out);      /* rows.c */

#endif
