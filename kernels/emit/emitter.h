/* emitter.h - text under construction.
 *
 * emit.c puts the pieces together; header.c writes the comment before the kernel, memory.c its
 * parameters and its memory, statement.c the statements, async.c those of matrices, rings and
 * TMA, both by the formats of put.c; ptx.c writes the functions of inline PTX that these call,
 * mma.c those of tensor cores, convert.c those of conversions; host.c the text for the host.
 *
 * Functions that a kernel calls are printed before it and have names that begin with its own, so
 * that kernels may stand in one file. */
#ifndef LCK_EMITTER_H
#define LCK_EMITTER_H

#include "../../lib/text.h"
#include "emit.h"
#include "../kernel/width.h"

typedef struct {
    const lck_kernel *kernel;
    lc_text text;
    bool *wide;             /* by slot: a variable of 64 bits */
    bool *used;             /* by slot: a variable that something depends on */
    const char *coordinate; /* coordinates are named COORDINATE0, COORDINATE1 and so on */
    lc_text functions;      /* names of those that were printed, each between two spaces */
    bool of_warps;          /* some statement is one of a warp */
    bool *parted;           /* by slot: a variable that may differ between the lanes of a warp */
    int conditions;         /* IFs that are open in which the lanes may have parted */
} lck_emitter;

/* A parameter of a kernel: a tensor map, an array or a size, by its number. */
typedef enum { LCK_MAP_PARAMETER, LCK_ARRAY_PARAMETER, LCK_SIZE_PARAMETER } lck_parameter_kind;
typedef struct {
    lck_parameter_kind kind;
    size_t number;
} lck_parameter;
#define LCK_MAX_PARAMETERS (LCK_MAX_MAPS + LCK_MAX_ARRAYS + LC_MAX_EXPR_VARS)

/* Lists the parameters in their order (emit.h); returns their number. */
size_t lck_parameters(const lck_kernel *k, lck_parameter *list);

/* Fills `wide` and `used`; false with an error. */
bool lck_find_variables(lck_emitter *e);

/* An expression; narrow variables are cast if it is computed in 64 bits (`wide`, or
 * lck_is_wide). */
void lck_put_expr(lck_emitter *e, const lc_expr *x, bool wide);
/* An expression of the sizes for the host, on which each is a long long. */
void lck_put_host_expr(lck_emitter *e, const lc_expr *x);
/* The sizes, separated by commas, each after a prefix that depends on its width; `first`: no
 * comma before the first. */
void lck_put_sizes(lck_emitter *e, const char *narrow, const char *wide, bool first,
                   size_t indent);
/* "source[OFFSET + c0 * STRIDE0 + c1 * STRIDE1]", or its index. */
void lck_put_place(lck_emitter *e, int tensor);
/* A separator, then a piece: on the same line, or on the next one with this indentation. */
void lck_put_wrapped(lck_emitter *e, const char *separator, const char *piece, size_t indent);

/* The texts of a kind of kernel: the comment that says what it computes, and the function of a
 * test program that compares the result (emit.c). */
typedef struct {
    void (*formula)(lck_emitter *e);
    void (*test)(lck_emitter *e);
} lck_kind_texts;
extern const lck_kind_texts lck_texts_of[LCK_KINDS];
void lck_put_copy_formula(lck_emitter *e); /* header.c */
void lck_put_product_formula(lck_emitter *e);
void lck_put_rows_formula(lck_emitter *e);
void lck_put_attention_formula(lck_emitter *e);
/* The entry of a table of starts behind that of a place. */
void lck_put_next_place(lck_emitter *e, int table);
void lck_put_copy_test(lck_emitter *e);           /* test.c */
void lck_put_product_test(lck_emitter *e);        /* test-product.c */
void lck_put_rows_reference(lck_emitter *e);      /* test-rows.c: a part of that of products */
void lck_put_attention_reference(lck_emitter *e); /* test-attention.c: so is this */
/* A text whose lines are indented, with %a an element as a number, or a scalar, %p its place, %c
 * the coordinate of a counter, %x an expression of the sizes, %d an int, %l an int64_t, %z a
 * size_t, %g a double that is read back, %s a text. */
void lck_put_lines(lck_emitter *e, size_t indent, const char *format, ...);
/* "static double NAME_reference(..", up to its first line, behind a comment that ends so. */
void lck_open_reference(lck_emitter *e, const char *type, const char *comment);
/* Loops over the counters that are contracted, or over the others, and their ends. */
void lck_put_loops(lck_emitter *e, bool contracted, size_t *indent);
void lck_close_loops(lck_emitter *e, size_t *indent, size_t to);

void lck_put_header(lck_emitter *e);    /* a comment */
void lck_put_signature(lck_emitter *e); /* up to the brace */
void lck_put_memory(lck_emitter *e);    /* what a block and a thread hold */
void lck_put_statements(lck_emitter *e, const lck_statement *s, size_t indent);

/* Text inside a comment: no end of one, its lines after `start`. */
void lck_put_comment_text(lck_emitter *e, const char *text, const char *start);
/* Fails with LC_ERR_INVALID, the kernel's name before the message, since it cannot be printed. */
void lck_put_nothing(lck_emitter *e, const char *why);

/* ---- parts of statements */

/* Text by a format. %s, %d; %z, a size_t; %l, an int64_t; %k, the kernel's name; %r, a register;
 * %b, the bits below it in its word; %e, an element, by its array and index; %a, an address, by a
 * place; %p, a place of a tensor; %c, a coordinate, by its number (size_t). Of an expression: %i,
 * itself; %x, %X, as an int, or an atom of one; %h, for the host; %t, as it is written. */
void lck_put(lck_emitter *e, const char *format, ...);
/* "NAME[AT]"; of a packed file the word that the element is in. */
void lck_put_register(lck_emitter *e, lck_register r);
/* The bits below an element in its word. */
void lck_put_shift_of(lck_emitter *e, lck_register r);
/* "NAME[INDEX]" of an array. */
void lck_put_element(lck_emitter *e, int array, const lc_expr *index);
/* An expression as an int; `atom`: in parentheses unless it is a name or a number. NULL, as of
 * one that could not be made, is no text. */
void lck_put_int(lck_emitter *e, const lc_expr *x, bool atom);
/* The address in shared memory of an element of an array. */
void lck_put_address(lck_emitter *e, lck_place place);
/* Elements in a word of 32 bits of a packed file; 1 of other files. */
int lck_per_word(const lck_file *file);

/* Statements of the other files. */
void lck_put_async(lck_emitter *e, const lck_statement *s, size_t indent);
void lck_put_convert(lck_emitter *e, const lck_statement *s);
void lck_put_shift(lck_emitter *e, const lck_statement *s);
void lck_put_turn(lck_emitter *e, const lck_statement *s);
void lck_put_product(lck_emitter *e, const lck_statement *s); /* MMA, WGMMA */

/* ---- functions */

/* Parts of names of functions, by lck_group and lck_fence_kind. */
extern const char *const lck_group_name[], *const lck_fence_name[];

/* True the first time that it is called for a name: the function has to be printed. */
bool lck_is_new_function(lck_emitter *e, const char *name);
/* Functions of vectors of an element; those below print the functions that a statement calls. */
void lck_put_vector_functions(lck_emitter *e, const lck_element *element);
/* Of words of packed registers, of shared memory of other blocks, for a LOAD or a STORE. */
void lck_put_move_function(lck_emitter *e, const lck_statement *s);
void lck_put_ptx_functions(lck_emitter *e, const lck_statement *s);
void lck_put_prefetch_function(lck_emitter *e);
void lck_put_convert_function(lck_emitter *e, const lck_statement *s);
void lck_put_turn_function(lck_emitter *e, const lck_statement *s);
/* Functions for APPLY in registers of f16, which is computed in f32. */
void lck_put_half_functions(lck_emitter *e, const lck_statement *s);
void lck_put_product_function(lck_emitter *e, const lck_statement *s);

/* Does a statement read or write elements of the array by its own, by LOAD, STORE or COPY; by
 * FETCH; write them; use addresses in it? */
typedef enum { LCK_MOVES, LCK_FETCHES, LCK_WRITES, LCK_ADDRESSES } lck_use;
bool lck_uses(const lck_statement *s, int array, lck_use use);
void lck_put_launcher(lck_emitter *e); /* of a kernel, with those of its plan */
/* What a test program does with an error of CUDA. */
#define LCK_NEED                                                                                 \
    "static void need(cudaError_t error, const char *what)\n"                                    \
    "{\n"                                                                                        \
    "    if (error == cudaSuccess)\n"                                                            \
    "        return;\n"                                                                          \
    "    fprintf(stderr, \"%s: %s\\n\", what, cudaGetErrorString(error));\n"                     \
    "    exit(1);\n"                                                                             \
    "}\n"
void lck_put_blocks(lck_emitter *e); /* of a launch, which ends here if there are none */

void lck_put_admits(lck_emitter *e);
/* A function PLAN_encode; a call of it for a tensor map of the kernel. */
void lck_put_encoder(lck_emitter *e);
void lck_put_map(lck_emitter *e, const char *plan, const lck_map *map);
/* `static TYPE NAME_WHAT(long long M, long long N)` and the opening brace. */
void lck_open_function(lck_emitter *e, const char *type, const char *what);
/* The arguments of a launch, tensors and scalars, then the sizes: with their types, or by their
 * names. */
void lck_put_given(lck_emitter *e, bool declared, size_t indent);
/* The condition of an IF: does the kernel admit sizes and addresses? */
void lck_put_condition(lck_emitter *e, size_t indent);

/* ---- the test program */

bool lck_put_main(lck_emitter *e); /* false with an error */
/* A function that returns an expression of the sizes. */
void lck_put_count(lck_emitter *e, const char *what, const char *comment, const lc_expr *x);
/* "size[0], size[1]" between two texts; the caller frees it. */
char *lck_size_arguments(const lck_kernel *k, const char *before, const char *after);
/* The product of the extents of all counters; NULL with an error. */
const lc_expr *lck_extents(const lck_kernel *k);
/* A text in which names are replaced by other texts. */
typedef struct {
    const char *name, *text;
} lck_filling;
void lck_put_filled(lck_emitter *e, const char *text, const lck_filling *list, size_t n);

/* Small sizes that the kernel admits, for the test program; false when none was found. */
bool lck_small_sizes(const lck_kernel *k, int64_t *size);

#endif
