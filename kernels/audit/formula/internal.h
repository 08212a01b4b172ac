/* internal.h - what the files of this room share.
 *
 * Makers of formulas return NULL where they know none; lck_formula_of makes a symbol of it then.
 * An expression that stands for a register of w bits holds modulo 2^w (formula.h): makers that
 * need the number itself ask for it by lck_as_signed and lck_as_unsigned.
 */
#ifndef LCK_FORMULA_INTERNAL_H
#define LCK_FORMULA_INTERNAL_H

#include "formula.h"

#define LCK_FORMULA_DEPTH 200                     /* of formulas that ask for others */
#define LCK_FORMULA_WORK 4000000                  /* values, each time they are computed */
#define LCK_FORMULA_LONG 500                      /* operations that a symbol may stand for */
#define LCK_FORMULA_WIDE (((int64_t)1 << 47) - 1) /* an address, a size in bytes */
#define LCK_FORMULA_TRIPS (((int64_t)1 << 31) - 1)
#define LCK_FORMULA_ASSUMED 4096

/* How the function uses some bytes of a parameter. */
typedef struct {
    uint32_t of;
    unsigned offset, bits;
    bool divides, is_unsigned, is_signed, pointer;
} lck_argument_use;

typedef struct {
    const lc_expr *trip; /* the symbol; NULL: none yet, or no room */
    const lc_expr *last; /* the last trip, seen from outside; NULL likewise */
    const lc_expr *held; /* .. as data; NULL: none yet */
    bool counted;        /* trips were looked for */
    bool exact;          /* .. and found, whatever happens inside */
} lck_formula_loop;

struct lck_formulas {
    const lck_flow *flow;
    const lck_ptx_module *m;
    lck_formula_options options;
    lc_ctx *ctx;
    lc_exprs *x;
    lck_ptx_symbol symbol[LC_MAX_EXPR_VARS];
    uint32_t inside[LC_MAX_EXPR_VARS]; /* DATA: the loop that it is in; LCK_FLOW_NONE */

    /* of each value */
    const lc_expr **value;
    unsigned char *state; /* 1: it is known */
    const lc_expr **held; /* its symbol as data; NULL: none yet */
    uint32_t *mark;       /* the last search that saw it */
    uint32_t *trail;      /* values that became known under symbols of carried ones, in order */
    size_t ntrail;
    uint32_t search;

    /* of each block */
    const lc_expr **reach; /* the condition under its dominator; NULL: not asked */
    bool *loose;           /* .. which is not all that must hold */

    uint32_t *kept; /* of each instruction: the store whose value it loads; NONE */
    lck_formula_loop *loop;
    lck_argument_use *use;
    size_t nuses;
    int64_t block[3], grid[3]; /* 0: unknown */
    bool used[3];              /* the kernel asks for threads along the axis */
    lck_ptx_assumed *assumed;
    size_t nassumed, room;
    unsigned depth, carrying;
    size_t work;
    uint32_t line; /* of the instruction that is read */
    char why[160];
};

static inline int64_t lck_power(unsigned bits)
{
    return (int64_t)1 << bits;
}

/* ---- read.c: numbers of expressions that hold modulo 2^bits ---- */

const lc_expr *lck_as_signed(lck_formulas *f, const lc_expr *e, unsigned bits);
const lc_expr *lck_as_unsigned(lck_formulas *f, const lc_expr *e, unsigned bits);
/* The same modulo 2^bits, within what sums and products of the next step can hold. */
const lc_expr *lck_settled(lck_formulas *f, const lc_expr *e, unsigned bits);
/* Lists what is assumed of an expression; false: there is no room. */
bool lck_list_assumed(lck_formulas *f, const lc_expr *e, int64_t low, int64_t high,
                      uint32_t line);
/* The same, assumed to stay within bounds; it is listed. */
const lc_expr *lck_assume(lck_formulas *f, const lc_expr *e, int64_t low, int64_t high);

/* ---- make.c: operations on expressions ---- */

const lc_expr *lck_int(lck_formulas *f, int64_t value);
const lc_expr *lck_make(lck_formulas *f, lc_expr_op op, const lc_expr *a, const lc_expr *b);
/* a + k b */
const lc_expr *lck_plus(lck_formulas *f, const lc_expr *a, int64_t k, const lc_expr *b);
const lc_expr *lck_select(lck_formulas *f, const lc_expr *c, const lc_expr *a, const lc_expr *b);
/* floor(e / 2^k), divisions by multiplication with the inverse recognised. */
const lc_expr *lck_divide_power(lck_formulas *f, const lc_expr *e, unsigned k);
const lc_expr *lck_is_negative(lck_formulas *f, const lc_expr *e);
/* a m / 2^k rounded down, where that is a / d for some d; else NULL. */
const lc_expr *lck_scaled(lck_formulas *f, const lc_expr *a, uint64_t m, unsigned k);
/* The upper `bits` bits of the product of numbers of so many bits. */
const lc_expr *lck_high(lck_formulas *f, const lc_expr *a, const lc_expr *b, unsigned bits);
/* a / b and a % b as machines do it, to zero; b is taken to be positive. */
const lc_expr *lck_quotient(lck_formulas *f, const lc_expr *a, const lc_expr *b);
const lc_expr *lck_remainder(lck_formulas *f, const lc_expr *a, const lc_expr *b);

/* ---- bits.c: of registers of so many bits ---- */

const lc_expr *lck_bits_and(lck_formulas *f, const lc_expr *a, const lc_expr *b, unsigned bits);
const lc_expr *lck_bits_or(lck_formulas *f, const lc_expr *a, const lc_expr *b, unsigned bits);
const lc_expr *lck_bits_xor(lck_formulas *f, const lc_expr *a, const lc_expr *b, unsigned bits);
const lc_expr *lck_bits_not(lck_formulas *f, const lc_expr *a);
const lc_expr *lck_bits_left(lck_formulas *f, const lc_expr *a, const lc_expr *by, unsigned bits);
/* `by` is a number of 32 bits. */
const lc_expr *lck_bits_right(lck_formulas *f, const lc_expr *a, const lc_expr *by, unsigned bits,
                              bool is_signed);
/* The bits in reverse order; NULL: they are too many. */
const lc_expr *lck_bits_reversed(lck_formulas *f, const lc_expr *a, unsigned bits);
/* Bits low .. low + n - 1 of it, as a number. */
const lc_expr *lck_bits_field(lck_formulas *f, const lc_expr *a, unsigned low, unsigned n);

/* ---- symbols.c ---- */

/* A new symbol; its `var` is NULL when there is no room for it. */
const lck_ptx_symbol *lck_symbol_add(lck_formulas *f, lck_ptx_symbol symbol, const char *name,
                                     int64_t low, int64_t high);
/* What the launch and the uses of registers say, before anything is asked. */
bool lck_symbols_begin(lck_formulas *f);
/* The variable that operand k of an instruction, an address, points into, *offset bytes from its
 * beginning, followed through moves and additions of numbers. False: not known. */
bool lck_symbols_place(const lck_formulas *f, uint32_t insn, uint32_t k, uint32_t *variable,
                       int64_t *offset);
const lc_expr *lck_symbol_special(lck_formulas *f, lck_ptx_special special, unsigned axis,
                                  unsigned bits);
/* The bytes of a parameter, as ld.param of so many bits reads them. */
const lc_expr *lck_symbol_argument(lck_formulas *f, uint32_t variable, int64_t offset,
                                   unsigned bits);
const lc_expr *lck_symbol_variable(lck_formulas *f, uint32_t variable);
const lc_expr *lck_symbol_data(lck_formulas *f, uint32_t value);
/* The same for a value whose formula is too long to go on with. */
const lc_expr *lck_symbol_for(lck_formulas *f, uint32_t value, const lc_expr *e);
const lc_expr *lck_symbol_trip(lck_formulas *f, uint32_t loop);
/* A new symbol for the trips, from 0 to `high`. */
const lc_expr *lck_symbol_trip_to(lck_formulas *f, uint32_t loop, int64_t high);

/* ---- varies.c ---- */

/* LCK_BY_.. of a value that is no formula, by all that it is made of. */
unsigned lck_formula_varies_as_data(lck_formulas *f, uint32_t value);
/* LCK_BY_.. of what decides whether threads come to the marked instructions. */
unsigned lck_formula_varies_as_ways(lck_formulas *f, const bool *insn);

/* ---- instruction.c, move.c ---- */

/* Is the result of an instruction a formula of its operands? */
bool lck_formula_reads(const lck_formulas *f, uint32_t insn);
/* What an instruction writes to its operand `slot`. */
const lc_expr *lck_formula_result(lck_formulas *f, uint32_t insn, uint32_t slot);
/* The formula of a SELECT: what a guarded instruction leaves. */
const lc_expr *lck_formula_selected(lck_formulas *f, uint32_t value);

/* An instruction whose result is asked for. */
typedef struct {
    lck_formulas *f;
    uint32_t insn, slot;
    const lck_ptx_insn *p;
    lck_ptx_type type; /* the first that it names */
} lck_step;
typedef const lc_expr *lck_step_make(const lck_step *s);

/* Operand k, a number of at most so many bits where it is written out. */
const lc_expr *lck_step_arg(const lck_step *s, uint32_t k, unsigned bits);

lck_step_make lck_step_mov, lck_step_cvt, lck_step_cvta, lck_step_ld, lck_step_st, lck_step_shfl,
    lck_step_prmt, lck_step_isspacep, lck_step_setp, lck_step_set, lck_step_selp;

/* ---- formula.c ---- */

#define LCK_FORMULA_PARTS 64
#define LCK_FORMULA_JOIN 16

/* The values that one is made of; those past the limit are left out. */
typedef struct {
    uint32_t value[LCK_FORMULA_PARTS];
    size_t n;
} lck_parts;
void lck_parts_of(const lck_formulas *f, uint32_t value, lck_parts *parts);

/* A type that formulas are of. */
static inline bool lck_is_integer(lck_ptx_type type)
{
    return type.bits > 0 && type.bits <= 64 && type.kind != LCK_PTX_FLOAT &&
           type.kind != LCK_PTX_OPAQUE;
}

/* ---- kept.c ---- */

/* Finds the store that each load from shared memory has its value from; false: no memory. */
bool lck_kept_begin(lck_formulas *f);
/* Element j of what the store stored and the load reads; NULL: not known. */
const lc_expr *lck_kept_value(lck_formulas *f, uint32_t store, uint32_t load, uint32_t j);

/* ---- carried.c ---- */

/* May it be another number in another trip of a loop? */
bool lck_formula_changes(const lck_formulas *f, const lc_expr *e, uint32_t loop);
/* A phi of a loop's header. */
const lc_expr *lck_formula_carry(lck_formulas *f, uint32_t value);
/* Forgets the formulas of values inside of a loop. */
void lck_formula_forget(lck_formulas *f, uint32_t loop);

/* ---- count.c ---- */

/* Looks for the number of trips of a loop, once. */
void lck_formula_count(lck_formulas *f, uint32_t loop);

/* ---- reach.c ---- */

/* The condition under which an instruction runs, given that a block that dominates it does. */
const lc_expr *lck_formula_way_to(lck_formulas *f, uint32_t from, uint32_t insn, bool *exact);
/* The condition under which a block goes on by its way out. */
const lc_expr *lck_formula_way(lck_formulas *f, uint32_t block, uint32_t way);
/* A phi by the predecessors of its block that lie before it, or by those around the loop. */
const lc_expr *lck_formula_merge(lck_formulas *f, uint32_t value, bool around);
const lc_expr *lck_formula_join(lck_formulas *f, uint32_t value);
/* A value as a block sees it: trips of loops that the block is outside of are the last ones. */
const lc_expr *lck_formula_seen(lck_formulas *f, uint32_t value, uint32_t block);

#endif
