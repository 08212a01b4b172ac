/* execute.h - the built-in executor: a kernel, block by block, thread by thread.
 *
 * It runs the statements that are printed as CUDA C, with the same integers (of 32 or 64
 * bits, as the kernel says), and stops at the first thing that no kernel may do:
 *
 *   - a global or shared access out of bounds, or a vector not aligned to its width
 *   - an element of a tensor written twice, by any thread; with another value,
 *     where the kernel repeats
 *   - a read of shared memory that the block has not written, of a register not loaded
 *   - a race: two threads at one element of shared memory between two barriers, one of them
 *     writing
 *   - a barrier that not all threads of a block reach
 *   - an index that its integers cannot hold
 *   - sizes that the kernel does not admit
 *
 * Blocks run one after the other; the order within a block between barriers does not matter, as
 * anything that depends on it is a race.
 */
#ifndef LCK_EXECUTE_H
#define LCK_EXECUTE_H

#include "kernel.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    LCK_RAN,
    LCK_BAD_SIZES,
    LCK_OUT_OF_BOUNDS,
    LCK_MISALIGNED,
    LCK_WRITTEN_TWICE,
    LCK_NOT_STAGED, /* shared memory read before it is written */
    LCK_NOT_LOADED, /* a register stored before it is loaded */
    LCK_RACE,
    LCK_DIVERGENT, /* a barrier */
    LCK_OVERFLOW,
    LCK_NOT_RUN /* an error of the context: no memory */
} lck_trap;

/* Where it stopped. */
typedef struct {
    lck_trap trap;
    int64_t block, thread, other_thread; /* -1: none */
    int array;
    int64_t index;     /* the element */
    char message[256]; /* "block 3, thread 17: destination[4096] is out of bounds: ..." */
} lck_stop;

/* `size`: a value for each size of the kernel. `tensor`: the memory of each, of as many elements
 * as its extent says at these sizes; `written` of one that is written, if not NULL, has a byte
 * for each element: 1 where the kernel wrote, else 0. True when the kernel ran to its end; *stop
 * says where it stopped in any case. */
bool lck_execute(const lck_kernel *kernel, const int64_t *size, const lck_host_tensor *tensor,
                 lck_stop *stop);

/* The same of a copy. */
static inline bool lck_execute_copy(const lck_kernel *kernel, const int64_t *size,
                                    const void *source, void *destination, unsigned char *written,
                                    lck_stop *stop)
{
    const lck_host_tensor tensor[] = {{(void *)(uintptr_t)source, NULL}, {destination, written}};
    return lck_execute(kernel, size, tensor, stop);
}

#ifdef __cplusplus
}
#endif

#endif
