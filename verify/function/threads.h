/* threads.h - thread-value layouts: what each thread holds.
 *
 * The first mode of a layout is the threads, its other modes the values of one thread. Of a
 * linear layout the input dim `register` is the values, the others are the threads, the first
 * minor.
 */
#ifndef LCV_THREADS_H
#define LCV_THREADS_H

#include "function.h"

typedef struct {
    const lcv_function *f;
    lc_int threads;
    bool linear;
    unsigned first, bits; /* of `register` */
} lcv_threads;

/* Of a value that f is a function of, perhaps packed (pair.h); false with an error. */
bool lcv_threads_of(lc_ctx *ctx, const char *claim, const lcv_value *v, const lcv_function *f,
                    lcv_threads *out);
/* Of an integral coordinate of f. */
lc_int lcv_thread_at(lc_ctx *ctx, const lcv_threads *t, lc_int c);
lc_int lcv_register_at(lc_ctx *ctx, const lcv_threads *t, lc_int c);

/* Both with the thread as a part of the value, so that what two threads hold is not the same:
 * false without an error where neither both are layouts to integers, nor both affine over F2. An
 * affine function is only its matrix then. */
bool lcv_by_thread(lc_ctx *ctx, const lcv_threads t[2], lcv_function tagged[2]);

#endif
