/* harness.cuh - a benchmark of emitted kernels: its cases, and what is done with each.
 *
 *     emit-all CASES.txt FOLDER    writes the kernels and the table of cases (needs isl)
 *     build.sh FOLDER              compiles them with the harness: FOLDER/bench (needs nvcc)
 *     FOLDER/bench [OPTION]...     checks and times them (needs a GPU)
 *
 * A case is a kernel at some sizes. It is checked bit by bit, in all of its destination,
 * against a kernel that moves one element a thread by extents and strides in 64 bits, or by a
 * table of places where a tensor is a relation; then it is timed in turns with a plain copy of as
 * many bytes. Of a function along rows, some rows are compared with its formula in double, and
 * all of the others have to be written.
 */
#ifndef BENCH_HARNESS_CUH
#define BENCH_HARNESS_CUH

#include <cuda_runtime.h>

#include "../kernel/formula.h"

#define BENCH_RANK 8
#define BENCH_SIZES 16

typedef struct {
    const char *name, *plan, *element;
    int bytes; /* of an element */
    cudaError_t (*launch)(const void *source, void *destination, const long long *size,
                          cudaStream_t stream);
    long long size[BENCH_SIZES];
    int rank;
    long long extent[BENCH_RANK], source_stride[BENCH_RANK], destination_stride[BENCH_RANK];
    long long source_offset, destination_offset;
    long long source_elements, destination_elements; /* of the buffers */
    long long read, written;                         /* different elements of each */
    long long blocks;
    /* Of the launch, as was proved where all tiles are whole; -1: not said. Wavefronts past the
     * first in shared memory; sectors of 32 bytes in global memory. */
    long long put_conflicts, get_conflicts, load_sectors, store_sectors;
    long long put_bytes, get_bytes; /* of a vector in shared memory; 0: there is none */
    /* Of a tensor that is a relation: the place of each coordinate, the first fastest, in memory
     * of the host, as the plan's index gives it. NULL: offset and strides say it. */
    const long long *source_place, *destination_place;
    /* Of a function along rows: its nodes, the one that is written, and the axes along rows, by
     * bits. NULL: it is a copy. */
    const lck_node *formula;
    int nodes, result;
    unsigned along;
} bench_case;

/* The table that emit-all writes. */
extern const bench_case bench_cases[];
extern const int bench_ncases;

/* ---- device.cu; a failing call of CUDA ends the program, with its name and place ---- */

#define NEED(call) bench_need((call), #call, __FILE__, __LINE__)
void bench_need(cudaError_t error, const char *call, const char *file, int line);

void *bench_memory(size_t bytes); /* of the device; at least one byte */
/* Bits that depend on their place and on the seed. */
void bench_fill(void *memory, size_t bytes, unsigned long long seed);
/* What a copy is to compute. */
void bench_reference(const bench_case *c, const void *source, void *destination);

/* ---- rows.cu: functions along rows ---- */

/* Numbers of the case's element from -4 to 4. */
void bench_fill_numbers(const bench_case *c, void *memory, long long elements,
                        unsigned long long seed);
/* How many elements of some rows are off by more than half a step of their element, and 2^-14 of
 * the largest of their row; and, of all rows, have the bits 11..1 still. */
unsigned long long bench_wrong(const bench_case *c, const void *source, const void *destination);

typedef struct {
    unsigned long long count, first; /* differing elements, and the first of them */
} bench_difference;
bench_difference bench_compare(const void *a, const void *b, long long elements, int bytes);

#endif
