/* host.h - emitted kernels on the host, some blocks of each, on tensors of any size.
 *
 *     emit-host CASES.txt FOLDER    writes the kernels and the table of cases (needs isl)
 *     build-host.sh FOLDER          compiles them with the harness: FOLDER/host (needs clang++)
 *     FOLDER/host                   runs them: "N passed, M failed"
 *
 * A tensor lies in address space of its own, whose pages come into being when they are first
 * touched: those of the source full of bits that depend on their place, those of the
 * destination of poison. The pages before and behind a tensor fault. A case passes when no
 * block faults or does what is undefined, each block wrote every element of its tile from
 * where the strides say, or the table of a relation, and nothing else of the pages it touched.
 */
#ifndef BENCH_HOST_H
#define BENCH_HOST_H

#define HOST_RANK 8
#define HOST_SIZES 16
#define HOST_BLOCKS 6

typedef struct {
    /* The coordinates that it moves (instance.h). */
    long long block, begin[HOST_RANK], end[HOST_RANK], margin[HOST_RANK];
} host_block;

typedef struct {
    const char *name;
    int bytes, alignment; /* of an element; of the addresses of the tensors */
    void (*run)(unsigned int block);
    long long size[HOST_SIZES];
    int rank;
    long long extent[HOST_RANK];
    long long source_stride[HOST_RANK], destination_stride[HOST_RANK];
    long long source_offset, destination_offset;
    long long source_elements, destination_elements;
    int nblocks;
    host_block block[HOST_BLOCKS];
    /* Of a tensor that is a relation: the place of each coordinate, the first fastest. */
    const long long *source_place, *destination_place;
} host_case;

/* The table that emit-host writes. */
extern const host_case host_cases[];
extern const int host_ncases;

/* What the kernel of a case is called with. */
struct host_argument_list {
    void *source, *destination;
    const long long *size;
};
extern host_argument_list host_arguments;

#endif
