/* kernel.h - a kernel: its tables, and statements that are printed as CUDA C and run by the
 * executor (statement.h).
 *
 * A kernel has arrays: the tensors that it reads and writes, and what a block shares. A thread
 * has files of registers, one element each. Indices and predicates are integer expressions
 * (lib/expr.h) of the sizes of the launch, of `block` and `thread`, of `grid` where a launch
 * chooses the number of blocks, and of the variables that LET, FOR and LOOP bind. Indices count
 * elements.
 *
 * A tensor is only read, or only written, each element once or, where the kernel `repeats`, with
 * the same value each time. The tensor C of a product with beta may be read by the thread that
 * writes it, before it does.
 *
 * Blocks come in clusters of `cluster`, the first of which has a number that is a multiple of it;
 * block % cluster is a block's rank, by which others of its cluster name it.
 *
 * Several kernels may be made of one plan: `other` is the next one. A launch takes the one whose
 * conditions hold and whose cost is least (lck_kernel_pick).
 *
 * Bounds decide whether an expression is computed in integers of 32 or of 64 bits (width.h).
 *
 * A kernel owns its expressions, its statements, its texts, and the other kernels.
 */
#ifndef LCK_KERNEL_H
#define LCK_KERNEL_H

#include "device.h"
#include "formula.h"
#include "statement.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LCK_MAX_REGISTERS 256
#define LCK_MAX_ARRAYS 18
#define LCK_MAX_FILES 12
#define LCK_MAX_RINGS 8
#define LCK_MAX_MAPS 5
#define LCK_MAX_ATOMS 2
#define LCK_MAX_RANK 8 /* axes of a plan */
#define LCK_MAX_MAP_RANK 5
#define LCK_MAX_WIDTH 16 /* elements of a vector; and 16 bytes */
#define LCK_MAX_CLUSTER 8

/* A size of the launch, an argument of the kernel. */
typedef struct {
    const lc_expr *var; /* its bounds are those of the plan */
    bool wide;          /* an argument of 64 bits */
} lck_size;

typedef struct {
    const char *name; /* "f32", static */
    const char *c;    /* "float", a type of CUDA C that needs no header, static */
    int bytes;        /* 1, 2, 4, 8 */
} lck_element;

typedef enum {
    LCK_READ,
    LCK_WRITTEN,
    LCK_OF_BLOCK, /* shared memory of a block */
    LCK_SCALAR,   /* one element, an argument by value; it is only read, at index 0 */
    LCK_SCRATCH   /* global memory of the launch, which a kernel `before` this one writes */
} lck_array_role;

typedef struct {
    const char *name; /* in CUDA C, static */
    lck_array_role role;
    const lck_element *element;
    const lc_expr *extent; /* elements: of the sizes; of shared memory a number */
    const lc_expr *offset; /* of the result: where coordinates of 0 lie */
    const lc_expr *index;  /* of the result, of the variables `counter`0, ...; NULL: by strides */
    int alignment;         /* of shared memory, bytes: 16 or more */
    bool
        over; /* of shared memory: it overlaps the arrays before it, whose content is lost then */
} lck_array;

/* The memory of a tensor on the host, for a run of the kernel. */
typedef struct {
    void *at; /* not changed where the kernel only reads */
    unsigned char *written;
} lck_host_tensor;

/* Registers of a thread. Those of a packed file are words of 32 bits that hold several elements
 * each: vectors of whole words are loaded and stored, matrices and products take words. */
typedef struct {
    const char *name; /* in CUDA C, static */
    const lck_element *element;
    int count; /* elements */
    bool packed;
} lck_file;

/* A ring of mbarriers in shared memory, one for each of its slots. A phase of a slot ends when
 * `arrivals` have arrived and all bytes that were expected in it have come; phases of a slot are
 * counted from 0. */
typedef struct {
    const char *name; /* in CUDA C, static */
    int slots, arrivals;
} lck_ring;

/* A tensor map (PTX ISA, Tensors): how TMA reads or writes boxes of a tensor. Axis 0 is
 * contiguous. Elements of a box outside of the extents are read as 0, and not written. The
 * rows of a box, of axis 0, lie one after the other in shared memory, as wide as the span of
 * the swizzle if there is one, which exchanges bits 4 to 6 of an address by XOR with bits 7 to
 * 9 as far as the span says.
 *
 * Boxes that are loaded may be cut: along one axis, not 0, they end where the tensor does, and
 * lie at multiples of their extent. Of the last one nothing outside is read, or written to shared
 * memory, or counted: rows outside take more time than such that are read. The hardware has
 * another map for it, the next one of the kernel, which no statement names. */
typedef struct {
    const char *name; /* in CUDA C, static */
    int tensor;       /* the array */
    size_t rank;
    const lc_expr *extent[LCK_MAX_MAP_RANK], *stride[LCK_MAX_MAP_RANK]; /* elements */
    const lc_expr *offset;                                              /* of the first element */
    int box[LCK_MAX_MAP_RANK];
    size_t cut; /* the axis; 0: none */
    bool last;  /* boxes are as long along it as the last one of the map before this one */
    int span;   /* bytes of the swizzle: 0 (none), 32, 64, 128 */
} lck_map;

/* A row of the atom library as tables: the product of A (m,k) and B (n,k) that 32 or 128
 * threads add to C (m,n). at[i][thread * values[i] + value] is the place row + rows * column,
 * in A, B or C of `rows` = m, n, m, of a thread's value; values[i] is 0 of an operand in
 * shared memory. */
typedef struct {
    const char *name;              /* in the atom library, owned */
    const lck_element *element[3]; /* of A, B, C */
    int m, n, k, threads;
    int values[3];
    int32_t *at[3]; /* owned; NULL: in shared memory */
    bool compared;  /* the row was compared with hardware */
} lck_atom;

/* A coordinate of the result, and what it steps over in each tensor. */
typedef struct {
    const lc_expr *extent;
    const lc_expr *stride[LCK_MAX_ARRAYS];
    bool contracted; /* of a product: a coordinate along k; of rows: along the row */
} lck_counter;

/* What kind of result a kernel has. What follows from it stands in tables, a row for each kind:
 * of the planner, of the texts around a kernel (kernels/emit/emitter.h) and of rehearsals
 * (kernels/rehearse/trial.h). */
typedef enum { LCK_IS_COPY, LCK_IS_PRODUCT, LCK_IS_ROWS, LCK_IS_ATTENTION, LCK_KINDS } lck_kind;

/* What a product writes, of the sum s over k: activation(alpha * s + beta * c + bias), converted
 * to the element of C. Arrays of the kernel; -1: none. A copy has A and C alone: C = A. */
typedef enum { LCK_NO_ACTIVATION, LCK_RELU, LCK_GELU } lck_activation;
typedef struct {
    int a, b, c;
    int alpha, beta, bias;
    lck_activation activation;
    const lck_element *accumulate; /* of the sum: f32, f64, int32, f16 */
} lck_product_result;

/* What attention reads and writes: arrays of the kernel; lse and tables -1: none. With pages
 * key t of a batch is key t % page of the page pages[t / page], whose places in K and V are
 * `of_page` apart and those of its keys `in_page`; the counter of keys has no stride there, and
 * in pages that of a page. With lengths a batch has so many keys, or the counter's where that is
 * less. With starts the queries, or the keys, of all batches lie one after the other along the
 * counter: batch b has those from starts[b] up to starts[b + 1] of them, b the last counter of
 * heads. */
typedef struct {
    int q, k, v, o, lse, pages, lengths, page;
    int starts[2]; /* of queries, of keys */
    int scale;     /* an argument, in place of 1 / sqrt(dim); -1: none */
    int scales[3]; /* arrays of f32: by what q, k and v are multiplied, of each batch and head */
    const lc_expr *in_page[2], *of_page[2], *all_pages;
    const lc_expr *most; /* queries of a batch; NULL: all may be of one */
    bool causal;         /* key <= query + keys - queries */
    int64_t window;      /* and key > query + keys - queries - window; 0: no such bound */
    bool parts;          /* of it, which another kernel adds: o and lse are something else */
    /* As the statements have them: the number of a tile of ragged queries; of a tile its first
     * query, its heads and batch, of these the queries and keys, and those of all batches before
     * them, if any; the first block of keys that it takes, and one past the last; of a split its
     * number, how many there are. */
    const lc_expr *tile, *at, *head[LCK_MAX_RANK], *queries, *keys, *start[2];
    const lc_expr *low, *end, *split, *splits;
} lck_attention_result;

struct lck_kernel {
    lc_ctx *ctx;
    lc_exprs *x;
    char *name;
    size_t nsizes;
    lck_size *size;
    /* The conditions that the sizes must satisfy, apart from their bounds. */
    size_t nconditions;
    const lc_expr **condition;
    size_t narrays, nfiles, nrings, nmaps, natoms; /* of the arrays the tensors first */
    lck_array array[LCK_MAX_ARRAYS];
    lck_file file[LCK_MAX_FILES];
    lck_ring ring[LCK_MAX_RINGS];
    lck_map map[LCK_MAX_MAPS];
    lck_atom atom[LCK_MAX_ATOMS];
    const lc_expr *blocks;         /* number of blocks, of the sizes; with a grid, the most */
    const lc_expr *block, *thread; /* variables: blockIdx.x, threadIdx.x */
    const lc_expr *grid;           /* variable: gridDim.x, that a launch chooses; NULL: blocks */
    int threads;
    int cluster;      /* blocks of a cluster; divides blocks and grid */
    int architecture; /* what it needs: 0 (any), 75, 80, 89, 90 (sm_90a) */
    int resident;     /* blocks that a multiprocessor shall hold at once; 0: any number */
    int alignment;    /* the address of each tensor must be a multiple of so many bytes */
    lck_statement *body;
    /* Places of the destination are written more than once, with the same value: its stores, of
     * one element each, are volatile (kernels/plan/plan.h). */
    bool repeats;
    /* A launch may begin before those before it have ended: each thread makes FENCE_LAUNCH before
     * it touches a tensor. */
    bool early;
    /* The result, of a copy: for all c with 0 <= c_k < extent of counter k, destination[offset +
     * sum c_k stride_k] = source[offset + sum c_k stride_k], or an array's index in place of its
     * sum. Of a product: for all c of the counters that are not contracted, C[..] = epilogue(sum
     * over those that are of A[..] * B[..]). */
    lck_kind kind;
    size_t rank;
    lck_counter *counter;
    lck_product_result product;
    /* The result, of attention: O = softmax(Q K^T / sqrt(dim)) V of each head. Its counters are
     * those of heads, and the queries, the keys and the dim, which are the last three. */
    lck_attention_result attention;
    /* The result, of a function along rows: for all c, destination[..] = the formula's value
     * there; a row is what the counters that are contracted go through. NULL: it is none.
     * Owned. */
    lck_formula *formula;
    const char *coordinate; /* names coordinates: c0, c1, ... that no size has; static */
    char *claims;           /* the claims proved of it, a line each, for the header comment */
    char *making;           /* how it computes, a line for the header comment; or NULL */
    char *keys; /* those by which the plan would have this kernel alone; NULL: none do */
    /* The time of a launch in nanoseconds, of the sizes and of `multiprocessors`, a variable;
     * NULL: it is the only kernel. Kernels of which it was seen to be slower may still be taken
     * where their conditions alone hold. */
    const lc_expr *cost, *multiprocessors;
    const lck_device *device; /* what it is made for */
    /* What is launched first, after its own `before`; or NULL: a copy to scratch, or parts of the
     * result. It has the sizes of this kernel, and its arrays are those that have the same names
     * here: those that it reads are tensors, and what it writes is of role LCK_SCRATCH. */
    struct lck_kernel *before;
    struct lck_kernel *other; /* the next kernel of the plan; or NULL */
};

#define LCK_ELEMENTS                                                                             \
    "f64, f32, tf32, f16, bf16, f8, e4m3, e5m2, int64, int32, int16, int8, uint64, uint32, "     \
    "uint16 or uint8"
/* The element type of this name; NULL for an unknown one. Kernels move bits: the type only says
 * how many. */
const lck_element *lck_element_find(const char *name);

/* Is the name used by C, C++, CUDA or the text around a kernel (kernels/emit/emit.h), so that no
 * variable, or with `kernel` no kernel, can have it? */
bool lck_name_is_taken(const char *name, bool kernel);

/* A prefix that no size has, for the names of coordinates: c0, c1 and so on. */
const char *lck_free_prefix(size_t nsizes, const lck_size *size);

/* A kernel that does nothing yet, with its expressions and its variables `block`, in
 * [0, most_blocks), and `thread`, in [0, threads). It has no blocks, and an alignment of 1. The
 * name is copied. LC_ERR_INVALID when it is no identifier of C. */
lck_kernel *lck_kernel_new(lc_ctx *ctx, const char *name, int threads, int64_t most_blocks);
void lck_kernel_free(lck_kernel *kernel);

/* A kernel with the arrays of a copy, LCK_SOURCE, LCK_DESTINATION and LCK_SHARED, and registers
 * LCK_HELD, all of this element; all are empty. */
lck_kernel *lck_kernel_of_copy(lc_ctx *ctx, const char *name, const lck_element *element,
                               int threads, int64_t most_blocks);

/* Adds an array; adds a file of registers. The kernel's alignment becomes a multiple of the
 * element's size. False with an error, also where there are too many. */
bool lck_kernel_array(lck_kernel *kernel, const char *name, lck_array_role role,
                      const lck_element *element, const lc_expr *extent);
bool lck_kernel_file(lck_kernel *kernel, const char *name, const lck_element *element, int count);

/* Adds a ring; a tensor map; an atom, whose name and tables the kernel takes over; a copy of an
 * atom. False with an error. */
bool lck_kernel_ring(lck_kernel *kernel, const char *name, int slots, int arrivals);
bool lck_kernel_map(lck_kernel *kernel, const lck_map *map);
bool lck_kernel_atom(lck_kernel *kernel, const lck_atom *atom);
bool lck_kernel_atom_like(lck_kernel *kernel, const lck_atom *atom);

/* Adds the variable `grid`, from 1 to most_blocks. False with an error. */
bool lck_kernel_grid(lck_kernel *kernel, int64_t most_blocks);

/* Do these values of the variables, by slot, satisfy the kernel's bounds and conditions? */
bool lck_kernel_admits(const lck_kernel *k, const int64_t *env);

/* The kernel of a plan with the least cost of those that admit the sizes; NULL: none does. */
const lck_kernel *lck_kernel_pick(const lck_kernel *kernel, const int64_t *size,
                                  int multiprocessors);

/* Does it admit these sizes? *cost is the time of a launch in nanoseconds; 0 where the kernel has
 * no cost. */
bool lck_kernel_cost(const lck_kernel *kernel, const int64_t *size, int multiprocessors,
                     int64_t *cost);

/* The blocks of a launch at these sizes, where `resident` fit at once: with a grid, the fewest
 * clusters that take as many rounds as all that are resident would. */
int64_t lck_kernel_blocks(const lck_kernel *kernel, const int64_t *size, int64_t resident);

/* Elements of an array of the block's; the byte where it begins, a multiple of its alignment,
 * with the arrays one after the other, but for those that lie over others, then the rings, 8
 * bytes a slot; the byte where a ring begins; the bytes of all of them. */
int64_t lck_shared_elements(const lck_kernel *kernel, int array);
int64_t lck_shared_offset(const lck_kernel *kernel, int array);
int64_t lck_ring_offset(const lck_kernel *kernel, int ring);
int64_t lck_shared_bytes(const lck_kernel *kernel);

/* The bytes of shared memory to ask for in a launch; 0: the kernel declares all of it. Arrays
 * of a larger alignment than 16, and rings, lie in memory that is asked for, from its first
 * multiple of the largest alignment on. */
int64_t lck_dynamic_bytes(const lck_kernel *kernel);
/* The largest alignment of an array of the block's; 16 or more. */
int lck_shared_alignment(const lck_kernel *kernel);

/* Adds a size, whose variable is returned; a condition; a coordinate of the result of a copy; a
 * line of claims. NULL or false with an error; where an expression is NULL, its error stands. */
const lc_expr *lck_kernel_size(lck_kernel *kernel, const char *name, int64_t low, int64_t high,
                               bool wide);
bool lck_kernel_condition(lck_kernel *kernel, const lc_expr *condition);
bool lck_kernel_counter(lck_kernel *kernel, const lc_expr *extent, const lc_expr *source_stride,
                        const lc_expr *destination_stride);
bool lck_kernel_claim(lck_kernel *kernel, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#ifdef __cplusplus
}
#endif

#endif
