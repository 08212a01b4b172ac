/* access.h - the accesses of a function of PTX: which instructions move bytes from and to memory,
 * where, and for which threads.
 *
 * Each access has an address as a formula (formula.h): the base that it counts from, and bytes
 * from there. One instruction may be two accesses: cp.async reads global memory and writes shared
 * memory; one whose address is in one buffer or another, by a condition, is an access for each.
 * Accesses of local and constant memory are listed too; they have neither conflicts nor
 * sectors. Loads of parameters are no accesses.
 *
 * Operands that wgmma and tcgen05 read from shared memory by descriptors lie behind all others:
 * races ask for them, nothing else does.
 *
 * The list owns its texts and accesses; expressions belong to the formulas.
 */
#ifndef LCK_ACCESS_H
#define LCK_ACCESS_H

#include "../formula/formula.h"
#include "../record/record.h"

typedef enum {
    LCK_IN_SHARED,
    LCK_IN_CLUSTER, /* shared memory of any block of the cluster: .shared::cluster */
    LCK_IN_GLOBAL,
    LCK_IN_LOCAL,
    LCK_IN_CONSTANT,
    LCK_IN_TENSOR_MEMORY,
    LCK_IN_UNKNOWN /* generic, and the base is not known */
} lck_place;

typedef enum {
    LCK_BASE_UNKNOWN,
    LCK_BASE_ARGUMENT, /* a pointer among the parameters */
    LCK_BASE_VARIABLE, /* shared, global, constant or local, of known size */
    LCK_BASE_DYNAMIC   /* extern shared: as large as the launch says */
} lck_base_kind;

typedef struct {
    lck_base_kind kind;
    uint32_t of;      /* ARGUMENT: the parameter, from 0; VARIABLE, DYNAMIC: of the module */
    unsigned offset;  /* ARGUMENT: bytes from the beginning of that parameter */
    int64_t size;     /* bytes; -1: unknown. DYNAMIC: what the launch says */
    int64_t multiple; /* its address is a multiple of this for sure; at least 1 */
    bool on_pattern;  /* it is taken to begin at a multiple of LCK_PATTERN, as `multiple` says */
    char *name;       /* as in the file; of an argument "arg0", "arg2_8" of a part of it; NULL */
    const lck_ptx_symbol *symbol; /* UNKNOWN: a pointer that is data, or NULL: none is known */
} lck_base;

/* An operand of wgmma or tcgen05: rows along k, or lines of what lies along m or n. */
typedef struct {
    const lc_expr *descriptor; /* NULL: not known */
    bool tensor;               /* of tcgen05, whose descriptors number swizzles in another way */
    unsigned rows;        /* along m or n; 0: `shape` says it, and whether it is transposed */
    const lc_expr *shape; /* .. the descriptor of the instruction; NULL: not known */
    bool second;          /* .. it is B */
    bool packed;          /* .. its types have 4 bits: rows may have 48 bytes, not followed */
    unsigned chunks;      /* of 16 bytes in a row */
    unsigned lines;       /* along k, where it is transposed: */
    bool transposed;      /* rows lie next to each other */
    bool parts;           /* A: each of the four warps reads a quarter of the rows */
    bool collected;       /* it may come from the collector, where a product before has left it,
                           * and not be read at all: .collector::a::use */
} lck_matrix_operand;

typedef struct {
    uint32_t insn; /* of the flow */
    size_t line;   /* of the file */
    char *source;  /* "k.cu:5"; NULL */
    char *op;      /* as it is written: "ld.shared.v4.u32" */
    lck_place space;
    lck_operation operation;
    bool reads, writes; /* memory at `address`; atomics do both */
    bool atomic;        /* no race with atomics; strong loads and stores are such, too */
    bool of_block;      /* .. but they race with those of other blocks: its scope is its block */
    bool async;         /* it happens later: cp.async, bulk copies, tensor copies */
    unsigned bytes;     /* that a lane moves in one instruction: of ldmatrix the 16 of a row;
                           * of bulk copies 0, `count` says it */
    unsigned needs;     /* the alignment in bytes that the instruction needs */
    unsigned matrices;  /* ldmatrix, stmatrix: 1, 2, 4; lanes from 8 * matrices on give no
                           * address. Else 0 */
    unsigned rows, row; /* wmma: rows of the tile that the lanes of a warp move together, each
                           * a part that nobody says; the bytes of one. Else 0 */
    const lc_expr *pitch;   /* wmma: bytes from a row to the next; NULL: not known */
    const lc_expr *address; /* the whole, with its base; NULL: `why` */
    const lc_expr *at;      /* bytes from the base; of an unknown base the whole; NULL: `why` */
    lck_base base;
    const lc_expr *count; /* bytes that are moved where the instruction says it: of bulk copies,
                           * of cp.async those that are read, the rest is filled with zeros; else
                           * NULL */
    const lc_expr *guard; /* never NULL: the constant 1 where every thread runs it */
    bool guard_exact;     /* false: it may run for fewer threads than the guard says */
    bool once;            /* for one thread of a warp at a time: elect.sync in its guard */
    unsigned loops;       /* that it is inside of */
    char *why;            /* the address is not known, or has data: of what, in words */
    lck_matrix_operand matrix; /* of wgmma, tcgen05; else no chunks, and `address` says where */
} lck_ptx_access;

typedef struct {
    size_t n;   /* accesses of their own */
    size_t all; /* .. and operands of products behind them */
    lck_ptx_access *at;
    bool failed; /* memory ran out: accesses are missing */
} lck_accesses;

/* All accesses of the function of these formulas, in the order of its instructions. */
lck_accesses lck_accesses_of(lck_formulas *f);
void lck_accesses_free(lck_accesses *list);
/* The first access of an instruction; NULL: it has none. */
const lck_ptx_access *lck_access_of(const lck_accesses *list, uint32_t insn);
/* Is it the same buffer? */
bool lck_base_is_same(const lck_base *a, const lck_base *b);
/* Is it a load from global memory that nothing in the list writes to, so that its result may be
 * anything? */
bool lck_access_is_input(const lck_accesses *list, const lck_ptx_access *load);
/* May threads that load it later get another value, because something in the list stores to
 * it? */
bool lck_access_may_change(const lck_accesses *list, const lck_ptx_access *load);

#endif
