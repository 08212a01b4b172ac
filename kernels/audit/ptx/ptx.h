/* ptx.h - a module of PTX, as compilers print it.
 *
 *     lck_ptx_module *m = lck_ptx_read(text, size, &error);
 *
 * PTX is the assembly language of NVIDIA's GPUs before registers are allocated (PTX ISA,
 * "Syntax", "State Spaces, Types, and Variables"). A module has variables and functions; a
 * function has parameters, registers and instructions in order:
 *
 *     @!%p1 ld.global.v2.f32 {%f1, %f2}, [%rd4+8];
 *
 * is the opcode `ld` with the modifiers `global`, `v2`, `f32`, the guard %p1, negated, and two
 * operands: a vector of two registers, an address. An opcode that nobody knows is still one
 * instruction with modifiers, operands and a place. Blocks in braces, as inline assembly has
 * them, are scopes: their registers, labels and variables are others than those of the same
 * name outside. Debug sections are skipped.
 *
 * A module owns a copy of its text, and everything that is read from it; texts (lck_ptx_text)
 * and indices are valid as long as it is. Indices are into the arrays of the module;
 * LCK_PTX_NONE is no index. Functions that look never fail; lck_ptx_read fails with a place and
 * a message for text that is not PTX, or past the limits below. Reading is one pass, linear in
 * the text.
 */
#ifndef LCK_PTX_H
#define LCK_PTX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LCK_PTX_NONE UINT32_MAX
#define LCK_PTX_BYTES (64u << 20) /* of a module's text */
#define LCK_PTX_DEPTH 64          /* scopes inside each other */
#define LCK_PTX_OPERANDS 1024     /* of an instruction, those inside of others counted */

/* A part of the module's text; at == NULL: there is none. */
typedef struct {
    const char *at;
    uint32_t n;
} lck_ptx_text;

typedef enum {
    LCK_PTX_UNTYPED,
    LCK_PTX_BITS,     /* .b8 to .b128 */
    LCK_PTX_UNSIGNED, /* .u8 to .u64 */
    LCK_PTX_SIGNED,   /* .s8 to .s64 */
    LCK_PTX_FLOAT,    /* .f16, .bf16, .f16x2, .tf32, .f32, .f64, .. */
    LCK_PTX_PREDICATE,
    LCK_PTX_OPAQUE /* .texref, .samplerref, .surfref */
} lck_ptx_type_kind;

typedef struct {
    uint8_t kind;  /* lck_ptx_type_kind */
    uint16_t bits; /* of one, packed types as a whole; 0: UNTYPED, OPAQUE; 1: PREDICATE */
} lck_ptx_type;

typedef enum {
    LCK_PTX_GENERIC, /* none is named */
    LCK_PTX_SHARED,  /* shared, shared::cta, shared::cluster */
    LCK_PTX_GLOBAL,
    LCK_PTX_LOCAL,
    LCK_PTX_CONST,
    LCK_PTX_PARAM,
    LCK_PTX_REG,          /* of a parameter of a function that is a register */
    LCK_PTX_TENSOR_MEMORY /* .tmem of tcgen05; no variable has it */
} lck_ptx_space;

/* A register. Ranges, `.reg .b32 %r<9>`, have an entry for each one that occurs. */
typedef struct {
    lck_ptx_text name;
    lck_ptx_type type;
    uint32_t function;
} lck_ptx_register;

typedef enum {
    LCK_PTX_OF_MODULE,
    LCK_PTX_OF_BODY,  /* of a function's body: .shared, .local, .param of a call */
    LCK_PTX_ARGUMENT, /* of a function */
    LCK_PTX_RETURNED  /* by a function */
} lck_ptx_role;

typedef struct {
    lck_ptx_text name;
    lck_ptx_space space;
    lck_ptx_role role;
    lck_ptx_type type; /* of an element */
    uint32_t function; /* that it is in; NONE: of the module */
    uint32_t index;    /* ARGUMENT, RETURNED: its number, from 0 */
    uint32_t align;    /* bytes: as said, else those of the type */
    uint64_t count;    /* elements, of all dimensions; 1: no array; 0: `[]` */
    uint64_t bytes;    /* of all; 0: `[]`, as of dynamic shared memory */
    bool external;     /* .extern */
    bool pointer;      /* ARGUMENT with .ptr: */
    lck_ptx_space to;  /* what it points to; GENERIC: not said */
    uint32_t to_align; /* .align of .ptr; 0: not said */
    uint32_t reg;      /* space REG: the register; else NONE */
    uint32_t line;
} lck_ptx_variable;

typedef enum {
    LCK_PTX_TID, /* those of three axes */
    LCK_PTX_NTID,
    LCK_PTX_CTAID,
    LCK_PTX_NCTAID,
    LCK_PTX_CLUSTERID,
    LCK_PTX_NCLUSTERID,
    LCK_PTX_CLUSTER_CTAID,
    LCK_PTX_CLUSTER_NCTAID,
    LCK_PTX_LANEID, /* those without */
    LCK_PTX_WARPID,
    LCK_PTX_NWARPID,
    LCK_PTX_CLUSTER_CTARANK,
    LCK_PTX_CLUSTER_NCTARANK,
    LCK_PTX_LANEMASK_EQ,
    LCK_PTX_LANEMASK_LE,
    LCK_PTX_LANEMASK_LT,
    LCK_PTX_LANEMASK_GE,
    LCK_PTX_LANEMASK_GT,
    LCK_PTX_DYNAMIC_SMEM_SIZE,
    LCK_PTX_TOTAL_SMEM_SIZE,
    LCK_PTX_OTHER_SPECIAL /* clocks, %smid, %gridid, .. */
} lck_ptx_special;

typedef enum {
    LCK_PTX_REGISTER, /* `reg` */
    LCK_PTX_INTEGER,  /* `value`, of 64 bits, unsigned ones too */
    LCK_PTX_REAL,     /* `value`: the bits; a double, or a float where `single` */
    LCK_PTX_ADDRESS,  /* in brackets: `reg`, or `variable`, or neither, plus `value`; a tensor's
                       * coordinates are inside */
    LCK_PTX_VARIABLE, /* `variable` plus `value`: its address */
    LCK_PTX_LABEL,    /* `label` */
    LCK_PTX_FUNCTION, /* `function` */
    LCK_PTX_SPECIAL,  /* `special`, `axis` */
    LCK_PTX_VECTOR,   /* {..}: inside */
    LCK_PTX_PAIR,     /* d|p: two inside */
    LCK_PTX_LIST,     /* (..), of a call: inside */
    LCK_PTX_SINK,     /* _ */
    LCK_PTX_WORD      /* a name that is declared nowhere, as unknown instructions may have */
} lck_ptx_operand_kind;

typedef struct {
    lck_ptx_text text;
    uint8_t kind; /* lck_ptx_operand_kind */
    bool negated; /* !%p, -%r */
    bool single;
    uint8_t axis;             /* SPECIAL: 0 to 2 */
    uint32_t reg;             /* REGISTER, ADDRESS; else NONE */
    uint32_t variable;        /* VARIABLE, ADDRESS; else NONE */
    uint32_t label;           /* LABEL; else NONE */
    uint32_t function;        /* FUNCTION; else NONE */
    lck_ptx_special special;  /* SPECIAL */
    uint32_t inside, ninside; /* operands; nothing in them has others inside */
    int64_t value;
} lck_ptx_operand;

typedef struct {
    lck_ptx_text opcode;               /* "ld.global.v2.f32" */
    lck_ptx_text name;                 /* "ld" */
    uint32_t modifier, nmodifiers;     /* entries of lck_ptx_module.modifier */
    uint32_t operand, noperands, nall; /* its operands, then those inside of them, in a row */
    uint32_t guard;                    /* a register; NONE: always */
    bool guard_negated;
    uint32_t function;
    uint32_t line; /* from 1 */
    uint32_t loc;  /* the last .loc before it, in its function; NONE */
} lck_ptx_insn;

/* A place that branches go to; of .branchtargets and .calltargets, a list of names. */
typedef struct {
    lck_ptx_text name;
    uint32_t function;
    uint32_t insn;             /* the first one behind it; the function's end is one, too */
    uint32_t target, ntargets; /* .branchtargets: entries of lck_ptx_module.target, labels */
    bool list;
} lck_ptx_label;

typedef struct {
    uint32_t file;         /* as .file numbers it */
    uint32_t line, column; /* line 0: no line of a source */
    uint32_t inlined;      /* the loc of the call; NONE: not inlined */
} lck_ptx_loc;

typedef struct {
    lck_ptx_text name;
    bool entry, visible, external, weak;
    bool body;                       /* false: it is only declared */
    uint32_t argument, narguments;   /* variables, in a row */
    uint32_t returned, nreturned;    /* variables, in a row */
    uint32_t insn, ninsns;           /* in a row */
    uint32_t reg, nregs;             /* in a row */
    uint32_t reqntid[3], maxntid[3]; /* 0: not said */
    uint32_t cluster[3];             /* .reqnctapercluster; 0: not said */
    uint32_t minnctapersm, maxnreg;  /* 0: not said */
    bool noreturn;
    uint32_t line;
} lck_ptx_function;

typedef struct {
    uint32_t number;
    lck_ptx_text name;
} lck_ptx_file;

typedef struct lck_ptx_module {
    char *text;
    size_t size;
    unsigned major, minor; /* .version */
    lck_ptx_text target;   /* "sm_90a" */
    unsigned sm;           /* 90; 0: another target */
    unsigned address_size; /* 32 or 64 */
    uint32_t nfunctions, nvariables, nregisters, ninsns, noperands, nmodifiers, nlabels, ntargets,
        nlocs, nfiles;
    lck_ptx_function *function;
    lck_ptx_variable *variable;
    lck_ptx_register *reg;
    lck_ptx_insn *insn;
    lck_ptx_operand *operand;
    lck_ptx_text *modifier; /* without dots: "global", "shared::cta", "L2::128B" */
    lck_ptx_label *label;
    uint32_t *target_of; /* labels, of lists of targets */
    lck_ptx_loc *loc;
    lck_ptx_file *file;
} lck_ptx_module;

typedef struct {
    uint32_t line, column; /* from 1; 0: memory ran out */
    char message[160];
} lck_ptx_error;

/* Reads a module; the text is copied. NULL with *error. */
lck_ptx_module *lck_ptx_read(const char *text, size_t size, lck_ptx_error *error);
void lck_ptx_free(lck_ptx_module *m);

/* ---- texts, types ---- */

bool lck_ptx_text_is(lck_ptx_text text, const char *word);
bool lck_ptx_text_equal(lck_ptx_text a, lck_ptx_text b);
/* "u32", "f16x2", "pred"; UNTYPED: it is none. */
lck_ptx_type lck_ptx_type_of(lck_ptx_text text);

/* ---- instructions ---- */

/* Its name: "ld". */
bool lck_ptx_is(const lck_ptx_insn *insn, const char *name);
/* A modifier: "global", "shared::cta". */
bool lck_ptx_has(const lck_ptx_module *m, const lck_ptx_insn *insn, const char *modifier);
/* The same for one that begins so: "L2::cache_hint" begins with "L2::". */
bool lck_ptx_has_prefix(const lck_ptx_module *m, const lck_ptx_insn *insn, const char *prefix);
/* Modifier i, from 0; none past the last. */
lck_ptx_text lck_ptx_modifier(const lck_ptx_module *m, const lck_ptx_insn *insn, uint32_t i);
/* Type i of its modifiers, from 0: cvt.u64.u32 has u64, then u32. UNTYPED: there is none. */
lck_ptx_type lck_ptx_insn_type(const lck_ptx_module *m, const lck_ptx_insn *insn, uint32_t i);
/* The first space that it names, GENERIC where none. */
lck_ptx_space lck_ptx_insn_space(const lck_ptx_module *m, const lck_ptx_insn *insn);
/* 2, 4, 8 for .v2, .v4, .v8; else 1. */
unsigned lck_ptx_vector(const lck_ptx_module *m, const lck_ptx_insn *insn);
/* Operand i, from 0; NULL past the last. */
const lck_ptx_operand *lck_ptx_operand_of(const lck_ptx_module *m, const lck_ptx_insn *insn,
                                          uint32_t i);
/* Number i of those inside of an operand, from 0; NULL past the last. */
const lck_ptx_operand *lck_ptx_inside(const lck_ptx_module *m, const lck_ptx_operand *operand,
                                      uint32_t i);
/* Does it write its first operand, a register, a vector or a pair? Every instruction does but
 * those that store, branch, wait and the like. The registers of wgmma are read, too. */
bool lck_ptx_writes(const lck_ptx_module *m, const lck_ptx_insn *insn, bool *reads);

/* ---- functions, places ---- */

/* The function of this name, one with a body if there is one; NONE. */
uint32_t lck_ptx_find(const lck_ptx_module *m, lck_ptx_text name);

/* The line that the author of the kernel knows: where it is written, or, for code inlined from
 * another file such as a header, the innermost call in the kernel's own file. "k.cu:5", the last
 * name of the file and the line, owned by the caller; NULL: it is not known, or there is no
 * memory. */
char *lck_ptx_source_text(const lck_ptx_module *m, const lck_ptx_insn *insn);

/* The array with room for one element more than count; NULL: there is no memory. */
void *lck_ptx_grow(void *array, uint32_t count, size_t size);

#endif
