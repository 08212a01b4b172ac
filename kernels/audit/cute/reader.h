/* reader.h - the kernel that is read, and what the readers of operations share.
 *
 * A reader is called for an operation of its name and sets the values of its results. It may be
 * called more than once for one operation: inside a loop, until what the loop carries no longer
 * changes, `quiet`, and once more for the records. A result that is not set is as its type says,
 * with what is dynamic in it shared or unknown as the operands are.
 */
#ifndef LCK_CUTE_READER_H
#define LCK_CUTE_READER_H

#include "cute.h"
#include "value.h"

typedef struct lck_cute_time lck_cute_time;     /* timeline.h */
typedef struct lck_cute_access lck_cute_access; /* access.h */

/* An access of shared memory, for remedies. */
typedef struct {
    const lck_cute_access *access;
    const lck_sum *active; /* threads */
    size_t record;
    bool conflicts;
    bool fixed; /* the arrangement is the hardware's, or the addresses are not known */
} lck_cute_use;

typedef struct {
    lck_audit *audit;
    size_t kernel; /* of audit->kernel */
    lck_asker *asker;
    const lck_ir_module *m;
    const lck_audit_options *options;
    lck_arena pool;
    lck_sums x;
    lck_cute_value *value; /* of each value of the module */
    lck_ir_text *type;     /* of each, without aliases; none: not printed anywhere */
    uint32_t block[3];     /* threads; 0: not known */
    const lck_sum *active; /* 1 in the threads that come here, 0 in the others */
    bool perhaps;          /* not all of these, by a condition that is not known */
    bool quiet;
    lck_cute_time *time; /* what is wanted is where accesses are, over time; NULL: verdicts */
    lck_cute_use *use;   /* on the heap */
    size_t nuses;
    size_t loops;
    unsigned capability; /* of the target, 80; 0: not known */
} lck_cute;

typedef void lck_cute_reader(lck_cute *c, const lck_ir_op *op);

/* kernel.c: the operations of a block, in order. */
void lck_cute_run(lck_cute *c, uint32_t block);
/* control.c */
lck_cute_reader lck_cute_for, lck_cute_if, lck_cute_while;
const lck_sum *lck_cute_asking(lck_cute *c, const lck_sum *when);
/* scalar.c */
lck_cute_reader lck_cute_constant, lck_cute_arith, lck_cute_compare, lck_cute_select,
    lck_cute_cast, lck_cute_register, lck_cute_uniform, lck_cute_elect, lck_cute_shuffle;
/* tuples.c */
lck_cute_reader lck_cute_make_tuple, lck_cute_leaves, lck_cute_scalars, lck_cute_same_tuple,
    lck_cute_tuple_arith, lck_cute_shape, lck_cute_stride, lck_cute_crd2idx;
/* views.c */
lck_cute_reader lck_cute_slice, lck_cute_get_layout, lck_cute_get_iter, lck_cute_make_view,
    lck_cute_add_offset, lck_cute_recast, lck_cute_carry, lck_cute_make_layout, lck_cute_alloca,
    lck_cute_shared_memory, lck_cute_tile, lck_cute_composition, lck_cute_tma_partition,
    lck_cute_size, lck_cute_derefine, lck_cute_fragment;
/* memory.c */
/* Elements from the first one up to behind the last one of a layout; 0: not known. */
int64_t lck_cute_span(const lck_tree *shape, const lck_tree *stride);
/* Makes a view that is made from bytes the root of these bytes. */
void lck_cute_set_root(const lck_ir_op *op, lck_cute_value *v);
/* partition.c */
lck_cute_reader lck_cute_partition_copy, lck_cute_partition_mma;
/* copy.c */
lck_cute_reader lck_cute_copy, lck_cute_load_store;

/* The kernel's record, which moves when another is added. */
lck_kernel_audit *lck_cute_record(const lck_cute *c);
/* Operand i; one of kind NOTHING where there is none. */
const lck_cute_value *lck_cute_operand(const lck_cute *c, const lck_ir_op *op, uint32_t i);
void lck_cute_set(lck_cute *c, uint32_t value, lck_cute_value what);
/* A number, or the only leaf of a tuple; unknown for anything else. */
const lck_sum *lck_cute_number(const lck_cute *c, const lck_cute_value *v);

/* types.c: the types of all values, from where they are printed: behind a `->`, or where the
 * value is an operand. False: no memory. */
bool lck_cute_types(lck_cute *c);

/* fill.c: a value is as its type says, what is dynamic in it from elsewhere. */

/* What the type of a value of the module says. */
lck_cute_value lck_cute_typed(lck_cute *c, uint32_t value);
/* Is all of it the same in all threads? */
bool lck_cute_is_shared(const lck_cute_value *v);
bool lck_cute_layout_is_shared(const lck_cute_layout *l);
/* Dynamic leaves and offsets that are not known become symbols, or unknown. */
void lck_cute_fill(lck_cute *c, lck_cute_value *v, bool shared);
/* The dynamic leaves of a tree, in order, are those of another (or all leaves, if both have as
 * many). False: they do not correspond; nothing is changed. `alike`: they must have the same
 * divisors; the strides of a mode that something was taken out of have not. */
bool lck_cute_carry_tree(lck_cute *c, const lck_tree **to, const lck_tree *from, bool alike);
bool lck_cute_carry_layout(lck_cute *c, lck_cute_layout *to, const lck_cute_layout *from);

#endif
