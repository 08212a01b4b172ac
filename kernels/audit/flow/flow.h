/* flow.h - the control flow of a function of PTX, and what reaches each register that is read.
 *
 *     lck_flow *f = lck_flow_new(module, function, &error);
 *     uint32_t value = f->use[f->insn[i].slot + 2];    of operand 2 of instruction i
 *
 * Blocks are those of the function from which its beginning reaches them, numbered in reverse
 * postorder: an edge to a block with a number that is not higher goes around a loop. Calls of
 * functions of the module stand here as the instructions of the callee, when it has a body, is
 * not recursive, and the limits below hold: an instruction of the module may then occur several
 * times, each time in another call. `call` stands before the callee's, and `ret` of the callee
 * goes on behind the call. Other calls are instructions whose results nobody knows.
 *
 * Registers are in static single assignment form (Cytron et al. 1991): a value is the result of
 * an instruction, or a block's (PHI): one of the values that its predecessors hand over, in
 * their order. A guarded instruction leaves a SELECT: its result where the guard holds, else
 * what was there before. Parameters of calls that stand here are registers, too: `ld.param` of
 * the callee has the value that `st.param` of the caller stored, and the other way round with
 * what is returned, where both mean the same bytes.
 *
 * Dominators are those of Cooper, Harvey and Kennedy 2001; post-dominators are dominators from
 * a virtual end, which all ways out lead to; a loop without a way out has an edge to it. Loops
 * are natural: the blocks that reach an edge to a block that dominates its source. Edges around
 * loops with several entries are told by `irreducible`, and of their blocks nothing is known of
 * trips.
 *
 * A flow owns its arrays. The module outlives it. Indices are into the arrays of the flow, NONE
 * is no index. lck_flow_new fails with a message when a limit is passed.
 */
#ifndef LCK_FLOW_H
#define LCK_FLOW_H

#include "../ptx/ptx.h"

#define LCK_FLOW_NONE UINT32_MAX
#define LCK_FLOW_SIZE 8000000  /* instructions, operands and registers, with those of calls */
#define LCK_FLOW_CALLS 16      /* inside each other */
#define LCK_FLOW_WORK 50000000 /* steps of placing and naming values */

typedef enum {
    LCK_FLOW_UNDEFINED, /* written on no path to here; value 0 */
    LCK_FLOW_RESULT,    /* of `insn`, what it writes to operand `slot` of it; of st.param, the
                         * immediate at `slot` */
    LCK_FLOW_PHI,       /* of `block`: n arguments, one for each of its predecessors */
    LCK_FLOW_SELECT     /* arguments: where the guard of `insn` holds, and where not */
} lck_flow_kind;

typedef struct {
    lck_flow_kind kind;
    uint32_t block;
    uint32_t insn;   /* RESULT, SELECT; else NONE */
    uint32_t slot;   /* RESULT: from the first operand of its instruction */
    uint32_t arg, n; /* PHI, SELECT: entries of lck_flow.arg, values */
    lck_ptx_type type;
    uint32_t reg; /* of the module that it is a value of; NONE: of a parameter of a call */
} lck_flow_value;

typedef struct {
    uint32_t of; /* the instruction of the module */
    uint32_t block;
    uint32_t call; /* the entry of lck_flow.call that it belongs to */
    uint32_t into; /* of a call whose callee stands here: its entry of lck_flow.call; else NONE */
    uint32_t slot; /* of its operand k: entries slot + k of lck_flow.use and .def */
    uint32_t guard; /* the value; NONE: always. Negation as the instruction says */
} lck_flow_insn;

/* Ways out of a block: of a branch with a guard, where it is taken first, then the next block;
 * of brx, the targets in order. A block without successors ends the thread: by `ret`, `exit`,
 * `trap`, a call that does not return, or at the end of the function. With a guard on these,
 * the next block is the only successor, and the block `leaves`. */
typedef struct {
    uint32_t insn, end;          /* instructions, in a row */
    uint32_t pred, npreds;       /* entries of lck_flow.edge, blocks */
    uint32_t succ, nsuccs;       /* likewise */
    uint32_t phi, nphis;         /* values, in a row */
    uint32_t idom, ipdom;        /* NONE: of block 0; the virtual end */
    uint32_t loop;               /* the innermost that it is in; NONE */
    uint32_t control, ncontrols; /* entries of lck_flow.control */
    uint32_t dom[2], pdom[2];    /* the first and the last number below it in either tree */
    bool leaves;                 /* its last instruction ends the thread, where its guard holds */
    bool traps;                  /* by trap */
} lck_flow_block;

/* A block runs because one before it went this way: to successor `way` of `block`, which some
 * other way would have missed (control dependence, Ferrante et al. 1987). Where `block` leaves,
 * way 0 is that its guard did not hold. */
typedef struct {
    uint32_t block, way;
} lck_flow_control;

typedef struct {
    uint32_t header;
    uint32_t parent;           /* the loop around it; NONE */
    uint32_t depth;            /* from 1 */
    uint32_t member, nmembers; /* entries of lck_flow.member: its blocks, inner loops' too */
    uint32_t latch, nlatches;  /* likewise: those with an edge to the header */
} lck_flow_loop;

/* A call whose callee stands here; entry 0 is the function itself. */
typedef struct {
    uint32_t function; /* of the module */
    uint32_t from;     /* the instruction of the module that calls; NONE of entry 0 */
    uint32_t parent;   /* the call that this is in */
} lck_flow_call;

typedef struct lck_flow {
    const lck_ptx_module *module;
    uint32_t function;
    uint32_t ninsns, nblocks, nvalues, nloops, ncalls, nedges, nargs, nslots, ncontrols, nmembers;
    lck_flow_insn *insn;
    lck_flow_block *block;
    lck_flow_value *value;
    lck_flow_loop *loop; /* outer ones before those inside */
    lck_flow_call *call;
    uint32_t *edge, *arg, *member;
    lck_flow_control *control;
    uint32_t *use; /* of each operand: the value that is read, of an address that of its register;
                    * NONE: none is */
    uint32_t *def; /* of each operand: the value that it has behind the instruction; of a guarded
                    * one where the guard holds; NONE: it is not written */
    bool irreducible; /* some loop has several entries */
    bool indirect; /* some branch or call goes where nobody knows; the branch goes nowhere here */
} lck_flow;

typedef struct {
    uint32_t line; /* of the file; 0: memory ran out */
    char message[160];
} lck_flow_error;

/* Of a function with a body. NULL with *error. */
lck_flow *lck_flow_new(const lck_ptx_module *m, uint32_t function, lck_flow_error *error);
void lck_flow_free(lck_flow *f);

/* The instruction of the module. */
const lck_ptx_insn *lck_flow_of(const lck_flow *f, uint32_t insn);
/* The last instruction of a block, if it branches or leaves; NONE. */
uint32_t lck_flow_branch(const lck_flow *f, uint32_t block);
/* Every path from the beginning to b goes through a. a == b: yes. */
bool lck_flow_dominates(const lck_flow *f, uint32_t a, uint32_t b);
/* Every path from b to the end goes through a. a == b: yes. */
bool lck_flow_postdominates(const lck_flow *f, uint32_t a, uint32_t b);
/* Is the block in the loop? Loop NONE holds all blocks. */
bool lck_flow_in_loop(const lck_flow *f, uint32_t block, uint32_t loop);
/* The innermost loop that holds both; NONE. */
uint32_t lck_flow_common_loop(const lck_flow *f, uint32_t a, uint32_t b);
/* Argument i of a PHI or SELECT. */
uint32_t lck_flow_arg(const lck_flow *f, uint32_t value, uint32_t i);
/* Is it a call of a function that is not expanded here and may do anything? Functions of the CUDA
 * run time, which touch no memory of the kernel, are not. */
bool lck_flow_calls_away(const lck_flow *f, uint32_t insn);

#endif
