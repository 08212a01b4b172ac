/* kernel.h - a kernel as statements: what is printed as CUDA C, and what the executor runs.
 *
 * A kernel moves elements from one tensor to another. All threads of a block run its
 * statements; a thread has registers, one element each, and a block has shared memory.
 * Indices and predicates are integer expressions (lib/expr.h) of the sizes of the launch, of
 * `block` and `thread`, and of what LET and FOR bind. Indices count elements.
 *
 *   LET      var = value, in what follows of the block of statements
 *   FOR      var = 0 .. count-1: body; the count is a constant, and the loop is unrolled
 *   IF       condition: body, else: otherwise
 *   LOAD     registers first, first + step, ...  <-  width elements from memory[index]
 *   STORE    memory[index] ...  <-  registers
 *   BARRIER  of the block: all its threads arrive, under a condition that is the same for
 *            all of them
 *
 * A LOAD or STORE of width above 1 moves its elements as one vector: the index must be a
 * multiple of the width. The source is only read, the destination only written.
 *
 * A kernel owns its expressions, its statements and its texts.
 */
#ifndef LCK_KERNEL_H
#define LCK_KERNEL_H

#include "../lib/expr.h"

#define LCK_MAX_REGISTERS 256
#define LCK_MAX_WIDTH 16 /* elements of a vector; and 16 bytes */

typedef enum { LCK_LET, LCK_FOR, LCK_IF, LCK_LOAD, LCK_STORE, LCK_BARRIER } lck_statement_kind;
typedef enum { LCK_SOURCE, LCK_DESTINATION, LCK_SHARED } lck_memory;

typedef struct lck_statement {
    lck_statement_kind kind;
    const lc_expr *var;   /* LET, FOR */
    const lc_expr *value; /* LET; IF: the condition; LOAD, STORE: the index */
    int64_t count;        /* FOR */
    bool wide;            /* LET: a 64-bit variable, whatever its bounds */
    lck_memory memory;    /* LOAD, STORE */
    const lc_expr *first; /* LOAD, STORE: the first register; constant once loops are unrolled */
    int step;             /* between registers */
    int width;
    const char *comment;  /* printed before it; or NULL */
    struct lck_statement *body, *otherwise; /* FOR, IF: the first statement of each */
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

typedef struct lck_kernel {
    lc_ctx *ctx;
    lc_exprs *x;
    char *name;
    const lck_element *element;
    size_t nsizes;
    lck_size *size;
    /* What the sizes must satisfy, as conditions on them; the bounds of each are not listed. */
    size_t nconditions;
    const lc_expr **condition;
    const lc_expr *source_extent, *destination_extent; /* elements of each buffer, of the sizes */
    const lc_expr *blocks; /* number of blocks, of the sizes */
    const lc_expr *block, *thread; /* variables: blockIdx.x, threadIdx.x */
    int threads;
    int64_t shared;        /* elements of shared memory */
    int registers;
    int alignment;         /* bytes that the address of each tensor must be a multiple of */
    bool wide;             /* indices of 64 bits */
    lck_statement *body;
    char *claims;          /* lines: what was proved of it; for the header comment */
} lck_kernel;

void lck_kernel_free(lck_kernel *kernel);

#endif
