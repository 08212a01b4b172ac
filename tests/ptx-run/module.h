/* module.h - PTX as a program that runs it one thread at a time needs it.
 *
 * This reader is for tests alone and shares nothing with kernels/audit: what an audit says of a
 * module is compared with what a run of the module does. It takes text that a compiler wrote, and
 * does not look for mistakes: what it cannot read ends the program with a message and a line.
 *
 * A module has variables (in shared, global or constant memory) and functions. A function has
 * parameters, registers, variables of its own and instructions; a register is a number, for all
 * scopes of the function. Nothing is ever freed.
 */
#ifndef PTX_RUN_MODULE_H
#define PTX_RUN_MODULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    space_none,
    space_param,
    space_global,
    space_shared,
    space_local,
    space_const,
    space_generic
} ptx_space;

typedef enum { kind_none, kind_bits, kind_unsigned, kind_signed, kind_float, kind_pred } ptx_kind;

typedef struct {
    ptx_kind kind;
    uint8_t bits;  /* of one element */
    uint8_t lanes; /* 2 for f16x2, bf16x2 */
    bool brain;    /* bf16 */
} ptx_type;

typedef struct {
    char *name;
    ptx_space space;
    ptx_type type;
    uint64_t align, bytes; /* bytes: 0 for an array whose size the launch says */
    bool pointer;          /* a parameter that is said to be one */
    uint8_t *start;        /* what it holds at first; NULL: zeros */
    uint64_t at;           /* its address in its space, given by whoever lays it out */
} ptx_variable;

typedef enum {
    operand_none,
    operand_register,
    operand_number,  /* bits; floats as their bits of 32 or 64 */
    operand_special, /* %tid.x and the like: a ptx_special */
    operand_variable,
    operand_label,   /* number: an instruction */
    operand_name,    /* of a function */
    operand_address, /* [base + number] */
    operand_list,    /* {a, b} and (a, b): `count` operands from `first` in the function's pool */
    operand_sink     /* _ */
} ptx_operand_kind;

typedef enum { base_none, base_register, base_variable } ptx_base;

typedef struct {
    ptx_operand_kind kind;
    ptx_base base;   /* of an address */
    bool negated;    /* !p, or -r */
    bool wide_float; /* a number written as 0d */
    int index;       /* register, variable, special */
    int other;       /* the second register of a|b, or -1 */
    int first, count;
    uint64_t number;
    ptx_variable *variable;
    char *name;
} ptx_operand;

enum { ptx_max_operands = 12 };

typedef struct ptx_code ptx_code; /* decode.h */

typedef struct {
    char *opcode; /* "ld.global.f32" */
    char **parts; /* "ld", "global", "f32", NULL */
    int guard;    /* a register, or -1 */
    bool unless;  /* the guard is negated */
    int line;     /* in the file, from 1 */
    int scope;    /* of its labels */
    int operands;
    ptx_operand operand[ptx_max_operands];
    int join;       /* where lanes that part here meet again; -1: nowhere */
    ptx_code *code; /* decoded */
} ptx_instruction;

typedef struct {
    char *name;
    bool entry, body;
    int reqntid[3];
    ptx_variable **parameters, **results;
    int parameter_count, result_count;
    ptx_variable **locals; /* .local, .param and .shared of the function */
    int local_count;
    uint64_t local_bytes; /* of locals that are not shared */
    int registers;
    ptx_instruction *code;
    int count;
    ptx_operand *pool;
    int pooled;
    int *targets; /* for brx.idx: label lists, flattened */
} ptx_function;

typedef struct {
    char *path;
    ptx_variable **variables;
    int variable_count;
    ptx_function **functions;
    int function_count;
} ptx_module;

enum {
    special_tid,
    special_ntid,
    special_ctaid,
    special_nctaid,
    special_laneid,
    special_warpid,
    special_nwarpid,
    special_lanemask_lt,
    special_lanemask_le,
    special_lanemask_gt,
    special_lanemask_ge,
    special_lanemask_eq,
    special_clock,
    special_dynamic,
    special_total,
    special_cluster_one,
    special_zero
};
/* `index` of a special operand: the special * 4 + axis. */

ptx_module *ptx_module_read(const char *path);
ptx_function *ptx_module_function(const ptx_module *m, const char *name);
/* The entry whose name has `part` in it (the shortest such); NULL: any. */
ptx_function *ptx_module_entry(const ptx_module *m, const char *part);

ptx_type ptx_type_of(const char *name);
bool ptx_has(const ptx_instruction *i, const char *part);

/* Sets `join` of every instruction: the nearest that all paths from it go through. */
void ptx_flow(ptx_function *f);

void *ptx_get(size_t count, size_t size); /* zeroed memory, or the end of the program */
_Noreturn void ptx_stop(const char *path, int line, const char *format, ...);

#endif
