/* internal.h - what the files of this room share.
 *
 * Makers of formulas get the operation and the result that is asked for. An lck_formula without
 * an expression says that the value is not known; lck_index_data makes a symbol of it then.
 */
#ifndef LCK_INDEX_INTERNAL_H
#define LCK_INDEX_INTERNAL_H

#include "index.h"

#define LCK_INDEX_DEPTH 2000                    /* operations that use each other's results */
#define LCK_INDEX_WIDE (((int64_t)1 << 47) - 1) /* of an argument of 64 bits: an address */

typedef enum { LCK_NEW, LCK_ASKED, LCK_KNOWN } lck_state;

struct lck_index {
    const lck_ir_module *m;
    uint32_t func;
    lck_audit_options options;
    lc_ctx *ctx;
    lc_exprs *x;
    lck_symbol symbol[LC_MAX_EXPR_VARS];
    lck_formula *formula; /* of each value of the module */
    unsigned char *state; /* lck_state */
    bool *divides;        /* something is divided by it */
    unsigned depth, ntrips;
    char why[96];
};

static const lck_formula lck_no_formula = {NULL, LCK_IR_NONE};

static inline lck_formula lck_number(const lc_expr *e)
{
    return (lck_formula){e, LCK_IR_NONE};
}

/* index.c */
/* A new symbol; its `var` is NULL when there is no room for it. */
const lck_symbol *lck_index_add(lck_index *ix, lck_symbol symbol, const char *name, int64_t low,
                                int64_t high);
/* Data of a value of an integer type or, as a pointer, a base of its own: it depends on the
 * coordinates of these axes. */
lck_formula lck_index_data(lck_index *ix, uint32_t value, unsigned axes);
/* The bounds of an integer of so many bits. */
void lck_index_range(unsigned bits, int64_t *low, int64_t *high);
/* The same, known to be an integer of so many bits. */
const lc_expr *lck_index_within(lck_index *ix, const lc_expr *e, unsigned bits);
/* All axes of a type. */
unsigned lck_index_all(const lck_value_type *type);
/* Forgets the formulas of values from one up to another. */
void lck_index_forget(lck_index *ix, uint32_t from, uint32_t to);

/* number.c: arith */
bool lck_index_number(lck_index *ix, const lck_ir_op *op, uint32_t value, lck_formula *out);
/* tensor.c: tt */
bool lck_index_tensor(lck_index *ix, const lck_ir_op *op, uint32_t value, lck_formula *out);
/* flow.c: arguments of blocks and results of operations with regions */
lck_formula lck_index_argument(lck_index *ix, uint32_t value);
bool lck_index_flow(lck_index *ix, const lck_ir_op *op, uint32_t value, lck_formula *out);
/* carried.c: resolves the values that a loop carries: `value` of n, of which each begins as
 * `begin` and goes on as `next`. Values numbered from `from` up to `to` are those inside. */
typedef struct {
    size_t n;
    const uint32_t *value, *begin, *next;
    uint32_t from, to;
    const lck_symbol *trip;
} lck_loop;
void lck_index_carry(lck_index *ix, const lck_loop *loop);

#endif
