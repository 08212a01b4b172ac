/* index.h - integers of a function of MLIR as index formulas.
 *
 * A kernel computes each address from coordinates, program ids, loop counters and its arguments.
 * Here every integer of a function, a scalar or the elements of a tensor, is an expression
 * (lib/expr.h) over symbols: of a tensor over its coordinates i0, i1, .., so that shapes and
 * layouts do not matter to it. A pointer is an argument and an offset in elements. What is not
 * computed from these is a symbol of its own (LCK_DATA): loaded data, results of operations that
 * are not read here. Such a symbol has as arguments the coordinates that it depends on, so that
 * it is uniform where the address of its load is.
 *
 * Formulas are integers, not residues modulo 2^32: they say what is computed as long as nothing
 * overflows, which is a question of its own. Beyond that they hold
 *   - for integer arguments that are not negative, as sizes and strides are; those that something
 *     is divided by are positive, and so is every divisor;
 *   - under what the function says of its values: tt.divisibility of arguments, tt.contiguity
 *     with tt.divisibility of results, llvm.intr.assume of a comparison of an argument with a
 *     number.
 *
 * A loop counts its trips from 0, a symbol each. Carried values are init + trip * step where each
 * trip adds what does not change, periodic where they only depend on themselves (a stage, a
 * phase), what the trip before left of others, or else data. Loops are those of scf.for, and of
 * branches of cf back to a block.
 *
 * An index owns its formulas; texts and expressions live as long as it does. The module outlives
 * it. Work and depth are bounded: past the limits a value is not known.
 */
#ifndef LCK_INDEX_H
#define LCK_INDEX_H

#include "../../../lib/expr.h"
#include "../ir/ir.h"
#include "../record/options.h"

#define LCK_INDEX_RANK 6

typedef enum {
    LCK_COORDINATE,  /* of the tensor */
    LCK_PROGRAM,     /* tt.get_program_id */
    LCK_PROGRAMS,    /* tt.get_num_programs */
    LCK_ARGUMENT_OF, /* an integer argument of the function */
    LCK_TRIP,        /* of a loop, from 0 */
    LCK_DATA,        /* not computed from the others */
    LCK_HINTED       /* a value of which the kernel promises more than its definition says */
} lck_symbol_kind;

typedef struct {
    lck_symbol_kind kind;
    unsigned axis;    /* COORDINATE, PROGRAM, PROGRAMS */
    uint32_t value;   /* of the IR: ARGUMENT_OF, DATA, HINTED; of TRIP, the first value inside */
    int64_t multiple; /* it is one of this number, at least 1 */
    size_t nargs;     /* DATA, HINTED: the coordinates that it depends on */
    unsigned on[LCK_INDEX_RANK];
    const lc_expr *arg[LCK_INDEX_RANK]; /* what stands at these coordinates */
    const lc_expr *trips;               /* TRIP: how many there are; NULL: not known */
    const lc_expr *definition;          /* HINTED: over the coordinates `on` */
    int64_t contiguity; /* HINTED: along the one argument, of each such group of elements;
                                * its first one is a multiple of `multiple` */
    const lc_expr *var;
} lck_symbol;

typedef struct {
    const lc_expr *e; /* an integer, or the offset of a pointer in elements; NULL: not known */
    uint32_t base;    /* of a pointer: the value that it counts from; else LCK_IR_NONE */
} lck_formula;

typedef struct lck_index lck_index;

/* The index of a function, an operation of the module. NULL: there is no memory. */
lck_index *lck_index_new(const lck_ir_module *m, uint32_t func, const lck_audit_options *options);
void lck_index_free(lck_index *ix);

/* The formula of a value, LCK_IR_NONE included. */
lck_formula lck_index_of(lck_index *ix, uint32_t value);
/* Why the last value asked for has no formula, in words: the first operation that was not
 * read. */
const char *lck_index_why(const lck_index *ix);

lc_exprs *lck_index_exprs(lck_index *ix);
/* A new variable of this name, or with a number after it where there is one; NULL: there is no
 * room for it. */
const lc_expr *lck_fresh(lc_exprs *x, const char *name, int64_t low, int64_t high);
/* The symbol of a variable, by its slot. */
const lck_symbol *lck_index_symbol(const lck_index *ix, size_t slot);
/* The coordinate of an axis that has so many numbers; the constant 0 of 1. */
const lc_expr *lck_index_coordinate(lck_index *ix, unsigned axis, int64_t extent);
/* The same with other expressions for the coordinates; NULL in `at`: it stays. */
const lc_expr *lck_index_at(lck_index *ix, const lc_expr *e, size_t n, const lc_expr *const *at);
/* The same by definitions alone, without what the kernel promises of values. */
const lc_expr *lck_index_defined(lck_index *ix, const lc_expr *e);
/* A bit for each axis whose coordinate it depends on, also by data. */
unsigned lck_index_axes(const lck_index *ix, const lc_expr *e);
/* Does it contain data? */
bool lck_index_has_data(const lck_index *ix, const lc_expr *e);
/* A number that it is a multiple of for all values of its symbols; 0 for 0. */
int64_t lck_index_multiple(const lck_index *ix, const lc_expr *e);

/* For a HINTED symbol with a contiguity, the first element of the group: data that is the same
 * for the whole group. NULL: there is no room for it. */
const lc_expr *lck_index_group(lck_index *ix, const lck_symbol *s);

/* ---- where an operation is ---- */

/* The condition under which an operation of the function is done, of arguments, blocks and trips:
 * of scf.if, of loops and of branches around it, of llvm.intr.assume. Never NULL; *exact is false
 * where it is done in fewer cases than that, or may be. */
const lc_expr *lck_index_reached(lck_index *ix, const lck_ir_op *op, bool *exact);

/* ---- sizes as a person writes them ---- */

/* An expression over integer arguments by their names; NULL: it is not one of sums, products and
 * quotients. */
const lc_expr *lck_index_size(lck_index *ix, const char *text);

/* ---- the flow of values ---- */

/* tt.divisibility of an argument of the function, 1 without. */
int64_t lck_index_promised(const lck_ir_module *m, uint32_t func, unsigned index);
/* Does a branch of cf go to the block? Then *value is what it hands to argument i. */
bool lck_index_branch(const lck_ir_module *m, const lck_ir_op *op, uint32_t block, uint32_t i,
                      uint32_t *value);
/* The value outside that an argument of a partition of ttg.warp_specialize stands for. */
uint32_t lck_index_captured(const lck_ir_module *m, uint32_t value);

/* ---- types ---- */

typedef struct {
    size_t rank; /* 0: a scalar */
    int64_t extent[LCK_INDEX_RANK];
    lck_ir_text element;  /* "i32", "!tt.ptr<f16>" */
    lck_ir_text encoding; /* "#blocked"; none */
    bool pointer;
    lck_ir_text pointee; /* of a pointer */
    unsigned bits;       /* of an element, of a pointer's pointee; 0: not known */
    bool integer;        /* i1 to i64, index */
} lck_value_type;

/* The type of a value; false: it is not printed, or is none of these. */
bool lck_value_type_of(const lck_ir_module *m, uint32_t value, lck_value_type *type);

#endif
