/* formula.h - integers of a function of PTX as index formulas.
 *
 * A kernel computes each address from its thread, its block, loop counters and its arguments.
 * Here every integer register of a function, wherever it is defined, is an expression
 * (lib/expr.h) over symbols: threads, blocks, arguments, addresses of variables, trips of loops,
 * and what is not computed from these (LCK_SYMBOL_DATA). A load from shared memory of what one
 * store alone has left there for all threads (kept.c) is what was stored; other loads are data.
 *
 * An expression e stands for the register of w bits that holds e modulo 2^w: sums, products and
 * what shifts to the left need no more. Where an instruction reads a number, e is that number: by
 * bounds; or because it is taken modulo 2^w there; or because it is ASSUMED that it does not
 * leave the range of the type, as in C for signed integers. Each assumption is listed, and where
 * one does not hold at a launch, nothing here does. With options.exact nothing is assumed of
 * integers of up to 32 bits.
 *
 * A pointer is an integer as well: the symbol that it counts from (an argument of 64 bits, the
 * address of a variable) plus bytes. lck_formula_base takes it apart. The generic address of
 * shared or local memory is the address in its space.
 *
 * A loop counts its trips from 0, a symbol each. Values that it carries are init + trip * step
 * where each trip adds what does not change, periodic where they follow from themselves, lists of
 * numbers for what is doubled or halved, what the trip before left of others, or else data.
 *
 * The guard of an instruction is the condition on its symbols under which a thread runs it: the
 * branches on the way there, and its predicate.
 *
 * An lck_formulas owns its expressions and lives at most as long as the module and the flow that
 * it reads. Work, depth and the length of formulas are bounded: past the limits a value is data,
 * and of a long formula first those parts that all threads of a block share.
 */
#ifndef LCK_FORMULA_H
#define LCK_FORMULA_H

#include "../../../lib/expr.h"
#include "../flow/flow.h"
#include "../ptx/ptx.h"
#include "../record/options.h"

typedef enum {
    LCK_SYMBOL_TID,      /* %tid.x, y, z by axis */
    LCK_SYMBOL_CTAID,    /* %ctaid */
    LCK_SYMBOL_NTID,     /* %ntid, where the launch does not say it */
    LCK_SYMBOL_NCTAID,   /* %nctaid likewise */
    LCK_SYMBOL_ARGUMENT, /* an integer or a pointer in the parameters, `offset` bytes into one */
    LCK_SYMBOL_SIZE,     /* an integer that only sizes have (LCK_ARGUMENT_SIZE) */
    LCK_SYMBOL_VARIABLE, /* the address of a variable of the module or of the function */
    LCK_SYMBOL_TRIP,     /* of a loop, from 0 */
    LCK_SYMBOL_DATA      /* not computed from the others: loaded, or an instruction not read */
} lck_ptx_symbol_kind;

/* What a value varies with, as bits. Threads of one block differ by LCK_BY_THREAD only. */
enum {
    LCK_BY_THREAD = 1,
    LCK_BY_BLOCK = 2,
    LCK_BY_TRIP = 4,
    LCK_BY_ARGUMENT = 8,
    LCK_BY_DATA = 16,
    LCK_BY_LANE = 32,  /* with THREAD; without it all lanes of a warp have the same */
    LCK_BY_MOMENT = 64 /* with THREAD: threads may differ only because others store meanwhile */
};

typedef struct {
    lck_ptx_symbol_kind kind;
    unsigned axis;        /* TID .. NCTAID: 0, 1, 2 */
    uint32_t of;          /* ARGUMENT: the parameter, from 0; SIZE: of the options; VARIABLE: of
                           * the module (ptx.h); TRIP: the loop; DATA: the value (flow.h) */
    unsigned offset;      /* ARGUMENT: bytes from the beginning of the parameter; DATA without a
                           * value: the special register */
    unsigned bits;        /* ARGUMENT, DATA: of the register; 1: a predicate */
    bool pointer;         /* ARGUMENT: used as an address, or said to be one; VARIABLE */
    bool counts;          /* the variable counts multiples: the value is `multiple` times it */
    uint32_t last_of;     /* DATA: it is the last trip of this loop, seen from outside of it; else
                           * LCK_FLOW_NONE */
    bool elected;         /* DATA: elect.sync, true for one lane of each warp */
    int64_t multiple;     /* it is one of this number, at least 1. Addresses (VARIABLE, ARGUMENT
                           * with pointer) and integers in parameters that are said to be
                           * multiples count them, so that what divides them cancels */
    unsigned varies;      /* LCK_BY_..; DATA: as what it was computed or loaded from, without
                           * LCK_BY_THREAD it is the same for all threads of a block */
    const lc_expr *means; /* DATA: the formula that it stands for where others would be too long;
                           * NULL: none is known */
    const lc_expr *trips; /* TRIP: how many there are, over symbols from outside of the loop;
                           * NULL: not known. Where the loop is entered there is at least one */
    const lc_expr *var;
} lck_ptx_symbol;

/* What was assumed: that e stays within bounds. */
typedef struct {
    const lc_expr *e; /* as it is without the assumption */
    int64_t low, high;
    size_t line; /* of the file: the instruction that reads it; 0: of a symbol */
} lck_ptx_assumed;

typedef struct {
    lck_audit_options launch; /* --block, --grid, --arg */
    bool exact;               /* nothing is assumed of integers of up to 32 bits: for tests */
} lck_formula_options;

typedef struct lck_formulas lck_formulas;

/* Of a function. NULL: there is no memory. */
lck_formulas *lck_formulas_new(const lck_flow *flow, const lck_formula_options *options);
const lck_flow *lck_formulas_flow(const lck_formulas *f);
const lck_audit_options *lck_formulas_launch(const lck_formulas *f);
void lck_formulas_free(lck_formulas *f);

/* ---- what is asked ---- */

/* The formula of a value of the flow; a predicate is 0 or 1. NULL: it is no integer of up to 64
 * bits, or there is no room for it. */
const lc_expr *lck_formula_of(lck_formulas *f, uint32_t value);
/* Of operand k of an instruction of the flow, those inside of others too (ptx.h: nall): a
 * register, an immediate, a variable's address, a special register. Trips of loops that the
 * instruction is outside of are their last ones. */
const lc_expr *lck_formula_operand(lck_formulas *f, uint32_t insn, uint32_t k);
/* Of an operand [register + immediate]: the address in bytes. */
const lc_expr *lck_formula_address(lck_formulas *f, uint32_t insn, uint32_t k);

/* The condition under which a thread runs the instruction in the trips of its loops; the constant
 * 1: always. It holds wherever the instruction runs; *exact is false where more conditions apply
 * that are not known. */
const lc_expr *lck_formula_guard(lck_formulas *f, uint32_t insn, bool *exact);

/* The condition under which a block is come to from its predecessor i, given that its immediate
 * dominator runs; NULL: it is not known, or goes around a loop. */
const lc_expr *lck_formula_arrives(lck_formulas *f, uint32_t block, uint32_t i);

/* The expression simplified for where a condition holds, such as an instruction's guard: choices
 * that it decides are made. */
const lc_expr *lck_formula_under(lck_formulas *f, const lc_expr *guard, const lc_expr *e);

/* ---- what an instruction is to threads that wait for each other ---- */

typedef enum {
    LCK_SYNC_NONE,
    LCK_SYNC_BLOCK,  /* all threads of the block */
    LCK_SYNC_WARP,   /* all lanes of a warp */
    LCK_SYNC_PART,   /* some of them, in ways that are not followed: tells in words */
    LCK_SYNC_COMMIT, /* cp.async.commit_group */
    LCK_SYNC_WAIT,   /* cp.async.wait_group: for all but `count` groups; -1: for all */
    LCK_SYNC_OPAQUE  /* touches shared memory in ways that are not followed */
} lck_sync_kind;

typedef struct {
    lck_sync_kind kind;
    int count;
    const char *what; /* PART, OPAQUE */
} lck_sync;

lck_sync lck_sync_of(lck_formulas *f, uint32_t insn);

/* ---- symbols ---- */

lc_exprs *lck_formulas_exprs(lck_formulas *f);
/* The symbol of a variable, by its slot. */
const lck_ptx_symbol *lck_formulas_symbol(const lck_formulas *f, size_t slot);
/* The instruction that a symbol of data is the result of; NONE: of no symbol, and where it is no
 * such symbol. */
uint32_t lck_formulas_maker(const lck_formulas *f, const lck_ptx_symbol *s);
/* The symbol of the trips of a loop, made when it is asked for; NULL: there is no room. */
const lck_ptx_symbol *lck_formulas_trip(lck_formulas *f, uint32_t loop);
/* An argument of the kernel; NULL: it has none, or one that is no number. */
const lc_expr *lck_formulas_argument(lck_formulas *f, uint32_t index);
/* A size of the options, by its number among their arguments. */
const lc_expr *lck_formulas_size(lck_formulas *f, uint32_t number);
/* The thread along an axis; the constant 0 where the block has one. */
const lc_expr *lck_formulas_tid(lck_formulas *f, unsigned axis);
/* Is the extent of the block along each axis known? 0: it is not. An axis y or z that the kernel
 * never asks about is taken to have one thread, unless the launch says more. */
bool lck_formulas_block(const lck_formulas *f, int64_t extent[3]);
/* Blocks of a cluster along each axis; 0: it is not known. */
const uint32_t *lck_formulas_cluster(const lck_formulas *f);

size_t lck_formulas_nassumed(const lck_formulas *f);
const lck_ptx_assumed *lck_formulas_assumed(const lck_formulas *f, size_t i);

/* ---- what is known of an expression ---- */

/* The LCK_BY_.. bits of all of its symbols; a bit 1 << kind for each of them. */
unsigned lck_formula_varies(const lck_formulas *f, const lc_expr *e);
unsigned lck_formula_kinds(const lck_formulas *f, const lc_expr *e);
/* The LCK_BY_.. bits of the number of trips after which a loop is left. */
unsigned lck_formula_varies_as_exit(lck_formulas *f, uint32_t loop);
/* Marks the loads that a value depends on, also through branches and trips. False: there is no
 * memory. */
bool lck_formula_loads(lck_formulas *f, uint32_t value, bool *insn);
/* A number that it is a multiple of for all values of its symbols; 0 for 0. */
int64_t lck_formula_multiple(const lck_formulas *f, const lc_expr *e);
/* An address as the symbol that it counts from and bytes from there; NULL, *offset the whole:
 * there is none, or more than one could be. The bytes may depend on the base once more, as those
 * of an address that is rounded up do. */
const lck_ptx_symbol *lck_formula_base(lck_formulas *f, const lc_expr *address,
                                       const lc_expr **offset);
/* .. one of shared memory that a swizzle or rounding has changed: the variable that it counts
 * from, and the bytes from there where that begins at a multiple of LCK_PATTERN, at any; NULL:
 * they depend on where. */
#define LCK_PATTERN 1024 /* bytes; what a swizzle repeats after */
const lck_ptx_symbol *lck_formula_pattern(lck_formulas *f, const lc_expr *address,
                                          const lc_expr **offset);
/* A condition, and that the variable begins so; NULL with an error. */
const lc_expr *lck_formula_on_pattern(lck_formulas *f, const lck_ptx_symbol *s,
                                      const lc_expr *guard);
/* The condition by which an address counts from one symbol or another; NULL: there is none. */
const lc_expr *lck_formula_choice(lck_formulas *f, const lc_expr *address);
/* Why it has data, in words, for its first symbol of data: "`ld.global.u32` in line 40 is data".
 * NULL: it has none. The text is valid until the next call. */
const char *lck_formula_why(lck_formulas *f, const lc_expr *e);

#endif
