/* execute.h - the built-in executor: a kernel, cluster by cluster, warp by warp.
 *
 * It runs the statements that are printed as CUDA C, with the same integers (of 32 or 64
 * bits, as the kernel says), and stops at the first thing that no kernel may do:
 *
 *   - a global or shared access out of bounds, or a vector not aligned to its width
 *   - an element of a tensor written twice, by any thread; with another value,
 *     where the kernel repeats
 *   - a read of shared memory that the block has not written, of a register not loaded
 *   - a race: two accesses to one element of shared memory, one of them writing, without an order
 *     between: a barrier, a phase of an mbarrier, the end of a group that was awaited
 *   - an access by the asynchronous proxy to what a thread wrote or read and did not fence
 *   - a register of a product that is under way, or was not fenced before it
 *   - a barrier or a matrix that not all threads reach that have to
 *   - a wait for a phase that a parity cannot tell; arrivals or bytes that a phase does not
 *     expect; an mbarrier that was not begun for all that use it
 *   - threads that wait for each other, or for what never comes
 *   - an index that its integers cannot hold
 *   - sizes that the kernel does not admit
 *
 * The warps of all blocks of a cluster go on side by side; clusters run one after the other.
 * Threads, copies, products and boxes are ordered by vector clocks (clocks.h), not by the time of
 * execution: what depends on the schedule is a race in every schedule.
 *
 * Numbers are those of the elements. Products are exact, and their sums are made in the order of
 * k, in the element of the sums.
 */
#ifndef LCK_EXECUTE_H
#define LCK_EXECUTE_H

#include "../kernel/kernel.h"

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
    LCK_DIVERGENT, /* a barrier, a matrix */
    LCK_OVERFLOW,
    LCK_UNFENCED,  /* FENCE is missing: of proxies, of registers, of launches before */
    LCK_UNDRAINED, /* DRAIN is missing: of a product's registers, at the end of a block */
    LCK_NOT_BEGUN, /* an mbarrier without INIT, its FENCE, or a barrier after them */
    LCK_BAD_PHASE, /* AWAIT of a phase that the parity does not tell */
    LCK_BAD_COUNT, /* arrivals or bytes that a phase does not expect */
    LCK_DEADLOCK,
    LCK_REFUSED, /* an operand, a tensor map, that the hardware does not take */
    LCK_NOT_RUN  /* an error of the context: no memory */
} lck_trap;

/* Where it stopped. */
typedef struct {
    lck_trap trap;
    int64_t block, thread, other_thread; /* -1: none */
    int array;
    int64_t index;     /* the element */
    char message[512]; /* "block 3, thread 17: destination[4096] is out of bounds: ..." */
} lck_stop;

/* `size`: a value for each size of the kernel. `tensor`: for each array of the kernel that is not
 * of the block, the memory of as many elements as its extent says at these sizes; `written` of
 * one that is written, if not NULL, has a byte for each element: 1 where the kernel wrote, else
 * 0. Scratch without memory is the run's own, and the kernels `before` are run to fill it; with
 * memory they have been. True when the kernel ran to its end; *stop says where it stopped in any
 * case. */
bool lck_execute(const lck_kernel *kernel, const int64_t *size, const lck_host_tensor *tensor,
                 lck_stop *stop);

/* The same with a grid of at most so many blocks; lck_execute takes those of 4 clusters. */
bool lck_execute_resident(const lck_kernel *kernel, const int64_t *size,
                          const lck_host_tensor *tensor, int64_t resident, lck_stop *stop);

/* How warps take turns: each makes one statement, as in lck_execute, or goes on until it has to
 * wait; the first warp first, or the last. A kernel that stops in one schedule stops in each, if
 * not for the same reason: a place may be empty where it would be a race later. */
typedef enum { LCK_IN_TURNS, LCK_LAST_FIRST, LCK_AS_FAR, LCK_AS_FAR_LAST_FIRST } lck_schedule;
bool lck_execute_scheduled(const lck_kernel *kernel, const int64_t *size,
                           const lck_host_tensor *tensor, int64_t resident, lck_schedule schedule,
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
