/* kernel.h - a kernel as statements, which are printed as CUDA C and run by the executor.
 *
 * A kernel has arrays: the tensors that it reads and writes, and what a block shares. All threads
 * of a block run its statements; a thread has files of registers, one element each. Indices and
 * predicates are integer expressions (lib/expr.h) of the sizes of the launch, of `block` and
 * `thread`, and of the variables that LET and FOR bind. Indices count elements.
 *
 *   LET      var = value, in what follows of the block of statements
 *   FOR      var = 0 .. count-1: body; the count is a constant, and the loop is unrolled
 *   LOOP     var = 0 .. value-1: body; the value is the same for all threads of a block
 *   IF       condition: body, else: otherwise
 *   LOAD     registers first, first + step, ... of a file  <-  width elements of array[index]
 *   STORE    array[index] ...  <-  registers
 *   ZERO     a register = 0
 *   MULTIPLY a register += left * right, two registers, rounded once
 *   BARRIER  of the block: all its threads arrive, under a condition that is the same for
 *            all of them
 *
 * A LOAD or STORE of width above 1 moves its elements as one vector: the index must be a
 * multiple of the width. A tensor is only read, or only written, each element once or, where the
 * kernel `repeats`, with the same value each time.
 *
 * Bounds decide whether an expression is computed in integers of 32 or of 64 bits (width.h).
 *
 * A kernel owns its expressions, its statements and its texts.
 */
#ifndef LCK_KERNEL_H
#define LCK_KERNEL_H

#include "../lib/expr.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LCK_MAX_REGISTERS 256
#define LCK_MAX_ARRAYS 8
#define LCK_MAX_FILES 4
#define LCK_MAX_WIDTH 16 /* elements of a vector; and 16 bytes */

typedef enum {
    LCK_LET,
    LCK_FOR,
    LCK_LOOP,
    LCK_IF,
    LCK_LOAD,
    LCK_STORE,
    LCK_ZERO,
    LCK_MULTIPLY,
    LCK_BARRIER
} lck_statement_kind;
/* The arrays of a copy, and its registers. */
typedef enum { LCK_SOURCE, LCK_DESTINATION, LCK_SHARED } lck_memory;
enum { LCK_HELD };

/* A register of a file; its number is constant once loops are unrolled. */
typedef struct {
    int file;
    const lc_expr *at;
} lck_register;

typedef struct lck_statement {
    lck_statement_kind kind;
    const lc_expr *var;   /* LET, FOR, LOOP */
    const lc_expr *value; /* LET; LOOP: the count; IF: the condition; LOAD, STORE: the index */
    int64_t count;        /* FOR */
    bool wide;            /* LET: a 64-bit variable, even if its bounds fit 32 bits */
    int array;            /* LOAD, STORE */
    lck_register held;    /* LOAD, STORE: the first; ZERO, MULTIPLY */
    int step;             /* between registers */
    int width;
    lck_register left, right;               /* MULTIPLY */
    char *comment;                          /* printed before it; or NULL */
    struct lck_statement *body, *otherwise; /* FOR, LOOP, IF: the first statement of each */
    struct lck_statement *next;
} lck_statement;

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

typedef enum { LCK_READ, LCK_WRITTEN, LCK_OF_BLOCK } lck_array_role;

/* A tensor, an argument of the kernel; or shared memory of a block. */
typedef struct {
    const char *name; /* in CUDA C, static */
    lck_array_role role;
    const lck_element *element;
    const lc_expr *extent; /* elements: of the sizes; of shared memory a number */
    const lc_expr *offset; /* of the result: where coordinates of 0 lie */
    const lc_expr *index;  /* of the result, of the variables `counter`0, ...; NULL: by strides */
} lck_array;

/* The memory of a tensor on the host, for a run of the kernel. */
typedef struct {
    void *at; /* not changed where the kernel only reads */
    unsigned char *written;
} lck_host_tensor;

/* Registers of a thread. */
typedef struct {
    const char *name; /* in CUDA C, static */
    const lck_element *element;
    int count;
} lck_file;

/* A coordinate of the result, and what it steps over in each tensor. */
typedef struct {
    const lc_expr *extent;
    const lc_expr *stride[LCK_MAX_ARRAYS];
} lck_counter;

typedef struct lck_kernel {
    lc_ctx *ctx;
    lc_exprs *x;
    char *name;
    size_t nsizes;
    lck_size *size;
    /* The conditions that the sizes must satisfy, apart from their bounds. */
    size_t nconditions;
    const lc_expr **condition;
    size_t narrays, nfiles; /* the tensors first */
    lck_array array[LCK_MAX_ARRAYS];
    lck_file file[LCK_MAX_FILES];
    const lc_expr *blocks;         /* number of blocks, of the sizes */
    const lc_expr *block, *thread; /* variables: blockIdx.x, threadIdx.x */
    int threads;
    int resident;  /* blocks that a multiprocessor shall hold at once; 0: any number */
    int alignment; /* the address of each tensor must be a multiple of so many bytes */
    lck_statement *body;
    /* Places of the destination are written more than once, with the same value: its stores, of
     * one element each, are volatile (plan.h). */
    bool repeats;
    /* The result, of a copy: for all c with 0 <= c_k < extent of counter k, destination[offset +
     * sum c_k stride_k] = source[offset + sum c_k stride_k], or an array's index in place of its
     * sum. */
    size_t rank;
    lck_counter *counter;
    const char *coordinate; /* names coordinates: c0, c1, ... that no size has; static */
    char *claims;           /* the claims proved of it, a line each, for the header comment */
} lck_kernel;

#define LCK_ELEMENTS                                                                             \
    "f64, f32, f16, bf16, f8, int64, int32, int16, int8, uint64, uint32, "                       \
    "uint16 or uint8"
/* The element type of this name; NULL for an unknown one. Kernels move bits: the type only says
 * how many. */
const lck_element *lck_element_find(const char *name);

/* Do C, C++, CUDA or the text around a kernel (emit.h) use this name, so that no variable, or no
 * kernel, can have it? */
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

/* One more array, file of registers. The element's size divides the alignment from here on. */
bool lck_kernel_array(lck_kernel *kernel, const char *name, lck_array_role role,
                      const lck_element *element, const lc_expr *extent);
bool lck_kernel_file(lck_kernel *kernel, const char *name, const lck_element *element, int count);

/* Elements of an array of the block's; the byte where it begins, a multiple of 16, with the
 * arrays one after the other; the bytes of all of them. */
int64_t lck_shared_elements(const lck_kernel *kernel, int array);
int64_t lck_shared_offset(const lck_kernel *kernel, int array);
int64_t lck_shared_bytes(const lck_kernel *kernel);

/* One more size, condition, line of claims; one more coordinate of the result of a copy. NULL or
 * false with an error, also when an expression is NULL, whose error stands. */
const lc_expr *lck_kernel_size(lck_kernel *kernel, const char *name, int64_t low, int64_t high,
                               bool wide);
bool lck_kernel_condition(lck_kernel *kernel, const lc_expr *condition);
bool lck_kernel_counter(lck_kernel *kernel, const lc_expr *extent, const lc_expr *source_stride,
                        const lc_expr *destination_stride);
bool lck_kernel_claim(lck_kernel *kernel, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- statements, written one after the other ----
 *
 *     lck_writer w = lck_write(kernel);
 *     lck_for(&w, i, 4);
 *         lck_if(&w, inside);
 *             lck_load(&w, LCK_SOURCE, index, LCK_HELD, i, 1, 1);
 *         lck_end(&w);
 *     lck_end(&w);
 *     if (!lck_written(&w))
 *         return false;
 *
 * Every statement belongs to the kernel at once. The writer remembers the first error, such as a
 * NULL expression, and ignores the statements after it. */

#define LCK_MAX_NESTING 32

typedef struct {
    lck_kernel *kernel;
    lck_statement **end; /* where the next statement goes */
    lck_statement *open[LCK_MAX_NESTING];
    size_t nopen;
    char *comment; /* of the next statement */
    bool failed;
} lck_writer;

lck_writer lck_write(lck_kernel *kernel); /* after what the kernel has */
void lck_comment(lck_writer *w, const char *text);
void lck_let(lck_writer *w, const lc_expr *var, const lc_expr *value, bool wide);
void lck_for(lck_writer *w, const lc_expr *var, int64_t count);
void lck_loop(lck_writer *w, const lc_expr *var, const lc_expr *count);
void lck_if(lck_writer *w, const lc_expr *condition);
void lck_else(lck_writer *w);
void lck_end(lck_writer *w); /* of the last FOR, LOOP or IF that is open */
/* LC_ERR_INVALID for a width that no vector of 2, 4, 8 or 16 bytes has. */
void lck_load(lck_writer *w, int array, const lc_expr *index, int file, const lc_expr *first,
              int step, int width);
void lck_store(lck_writer *w, int array, const lc_expr *index, int file, const lc_expr *first,
               int step, int width);
void lck_zero(lck_writer *w, lck_register held);
/* LC_ERR_INVALID unless all three are f32, or f64. */
void lck_multiply(lck_writer *w, lck_register held, lck_register left, lck_register right);
void lck_barrier(lck_writer *w);
/* Everything is written and closed; false: the context says why. */
bool lck_written(lck_writer *w);

#ifdef __cplusplus
}
#endif

#endif
