/* internal.h - what the files of this room share. */
#ifndef LCK_COPIES_INTERNAL_H
#define LCK_COPIES_INTERNAL_H

#include "../../../verify/language/ast.h"
#include "../access/access.h"
#include "copies.h"

#define LCK_ORIGIN_CASES 16
#define LCK_ORIGIN_DEPTH 64
#define LCK_ORIGIN_WORK 20000
#define LCK_COPY_LOOPS 4
#define LCK_COPY_MOVES 2048

/* ---- origin.c: where a byte of a register comes from ---- */

typedef enum {
    LCK_BYTE_UNKNOWN, /* `why` */
    LCK_BYTE_NUMBER,  /* a number that the kernel says, such as 0 */
    LCK_BYTE_LOADED
} lck_byte_kind;

typedef struct {
    lck_byte_kind kind;
    uint32_t insn;         /* LOADED: the load, of the flow */
    const lc_expr *offset; /* LOADED: bytes from the address that a lane gives it */
    const lc_expr *lane;   /* LOADED: tid.x of that lane's thread; NULL: the thread itself */
    uint8_t number;        /* NUMBER */
    char why[100];         /* UNKNOWN */
} lck_byte;

typedef struct {
    size_t n;
    struct {
        const lc_expr *when; /* over the symbols of the thread that has the register */
        lck_byte byte;
    } at[LCK_ORIGIN_CASES];
} lck_bytes;

/* Byte number `byte` of what operand k of an instruction is when it is read there. */
void lck_origin_of(lck_formulas *f, uint32_t insn, uint32_t k, unsigned byte, lck_bytes *out);
/* Of a matrix of ldmatrix or stmatrix: tid.x of the thread that gives the address of the row that
 * has byte `byte` of register j, and the byte of the row. False: lanes do not follow tid.x. */
bool lck_origin_matrix(lck_formulas *f, uint32_t j, unsigned byte, bool transposed,
                       const lc_expr **lane, const lc_expr **offset);
/* e at the thread of this tid.x; NULL: it may be no thread. */
const lc_expr *lck_origin_at(lck_formulas *f, const lc_expr *e, const lc_expr *lane);

/* ---- moves.c: what is stored ---- */

typedef struct {
    const lc_expr *when;
    lck_byte_kind kind;
    uint32_t insn;     /* the load */
    bool global;       /* of an argument; else of a variable in shared memory */
    uint32_t base;     /* the argument, or the variable */
    const lc_expr *at; /* bytes from there */
    char why[100];
} lck_move_origin;

/* Units that one instruction of a thread stores side by side. */
typedef struct {
    uint32_t insn;
    size_t line;
    bool global;
    uint32_t base;
    const lc_expr *at, *guard;
    unsigned units;
    size_t norigins;
    lck_move_origin *origin; /* in order; of unit u `at` and u units more */
} lck_move;

typedef struct {
    lck_formulas *f;
    const lck_flow *flow;
    const lck_copy_claim *claim;
    const char *file;
    int64_t block[3];
    lcv_arena *arena;
    lck_accesses list;
    unsigned unit; /* bytes; an element is one or several */
    unsigned element;
    uint32_t source, destination; /* arguments */
    bool hops;                    /* some data goes through shared memory */
    lck_move *move;
    size_t nmoves;
    char why[200]; /* the first reason why nothing is known */
    bool failed;
} lck_copying;

/* Keeps the first reason; false. */
bool lck_copy_unknown(lck_copying *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Fills in the moves. False: c->why, or there is no memory. */
bool lck_moves_of(lck_copying *c);
/* The loops around an instruction, from the outermost; false: too many, or one is not counted. */
bool lck_copy_loops(lck_copying *c, uint32_t insn, uint32_t loop[LCK_COPY_LOOPS], size_t *n);
/* The symbol of the trips of a loop; NULL: none. */
const lck_ptx_symbol *lck_copy_trip(const lck_copying *c, uint32_t loop);
const lck_ptx_access *lck_copy_access(const lck_copying *c, uint32_t insn);

/* ---- run.c, prove.c ---- */

/* Goes through all instances at some numbers. BAD, or UNKNOWN: nothing was found. *complete: at
 * all numbers there are, and nothing is wrong. */
void lck_copy_run(lck_copying *c, lck_copy_answer *a, bool *complete);
void lck_copy_prove(lck_copying *c, lck_copy_answer *a);

#endif
