/* internal.h - what the files of this room share: the reader and its names. */
#ifndef LCK_PTX_INTERNAL_H
#define LCK_PTX_INTERNAL_H

#include "ptx.h"

/* ---- tokens ---- */

typedef enum {
    LCK_PTX_T_END,
    LCK_PTX_T_WORD,      /* ld.global.v2.f32, %tid.x, $L__BB0_1 */
    LCK_PTX_T_DIRECTIVE, /* .reg, with its dot */
    LCK_PTX_T_NUMBER,    /* 12, 0x7FU, 0f3F800000, 1.5e-3 */
    LCK_PTX_T_STRING,    /* with its quotation marks */
    LCK_PTX_T_MARK       /* one character */
} lck_ptx_token_kind;

typedef struct {
    lck_ptx_text text;
    lck_ptx_token_kind kind;
    uint32_t line;
} lck_ptx_token;

/* ---- names ---- */

typedef enum {
    LCK_PTX_N_REGISTER,
    LCK_PTX_N_RANGE,  /* %r<9>, by its prefix: a range of the reader */
    LCK_PTX_N_VECTOR, /* of .v2, .v4: a range of the reader, whose registers are in a row */
    LCK_PTX_N_VARIABLE,
    LCK_PTX_N_LABEL,
    LCK_PTX_N_FUNCTION
} lck_ptx_name_kind;

typedef struct {
    lck_ptx_text name;
    uint32_t scope;
    lck_ptx_name_kind kind;
    uint32_t index;
} lck_ptx_name;

typedef struct {
    uint32_t count;
    lck_ptx_type type;
    uint32_t reg; /* N_VECTOR: the first one */
} lck_ptx_range;

/* A name whose label may still come. */
typedef struct {
    uint32_t operand; /* NONE: an entry of target_of */
    uint32_t target;
    uint32_t scope;
    lck_ptx_token at;
    bool must; /* a branch: it is an error when there is none */
} lck_ptx_pending;

typedef struct {
    lck_ptx_module *m;
    lck_ptx_error *error;
    const char *p, *end;
    uint32_t line;
    lck_ptx_token t; /* the next token */

    uint32_t function;         /* that is read; NONE */
    uint32_t scope, depth;     /* scope 0 is the module's */
    uint32_t *parent, nscopes; /* of each scope */
    lck_ptx_name *name;        /* open addressing; name.at == NULL: free */
    uint32_t nnames, room;     /* room: a power of two, or 0 */
    lck_ptx_range *range;
    uint32_t nranges;
    lck_ptx_pending *pending;
    uint32_t npending;
    uint32_t loc;               /* the last .loc of this function */
    uint32_t *loc_of, loc_room; /* locs by file, line, column: the last one */
    lck_ptx_operand *inside;    /* operands inside of those of an instruction */
    uint32_t ninside;
} lck_ptx_reader;

/* A new last element, all zeros; the array may move. NULL, with an error. */
#define LCK_PTX_ADD(r, array, count)                                                             \
    (lck_ptx_added((r), (void **)&(array), &(count), sizeof *(array)) ? &(array)[(count)-1]      \
                                                                      : NULL)
bool lck_ptx_added(lck_ptx_reader *r, void **array, uint32_t *count, size_t size);

/* token.c: reads the next token into r->t. False with an error. */
bool lck_ptx_next(lck_ptx_reader *r);
/* Records an error at a token. False. */
bool lck_ptx_wrong(lck_ptx_reader *r, const lck_ptx_token *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool lck_ptx_no_memory(lck_ptx_reader *r);
bool lck_ptx_mark(const lck_ptx_reader *r, char c);
/* Is the next token this directive, or this word? */
bool lck_ptx_token_is(const lck_ptx_reader *r, const char *text);
/* Takes the mark; false with an error when another token is next. */
bool lck_ptx_expect(lck_ptx_reader *r, char c);
/* Skips up to the mark that closes the one that is next, {, ( or [, with it. */
bool lck_ptx_skip_brackets(lck_ptx_reader *r);

/* number.c: an integer of a token; a float's bits. False: it is none. */
bool lck_ptx_integer(lck_ptx_text text, int64_t *value);
bool lck_ptx_real(lck_ptx_text text, int64_t *bits, bool *single);
/* Takes a number that is not negative and at most `most`. */
bool lck_ptx_count(lck_ptx_reader *r, uint64_t most, uint64_t *value);
/* Takes a constant expression: sums and products of integers. */
bool lck_ptx_constant(lck_ptx_reader *r, int64_t *value);

/* names.c */
bool lck_ptx_enter(lck_ptx_reader *r);
void lck_ptx_leave(lck_ptx_reader *r);
/* In the scope that is read. An error when it is there. */
bool lck_ptx_declare(lck_ptx_reader *r, const lck_ptx_token *at, lck_ptx_text name,
                     lck_ptx_name_kind kind, uint32_t index);
/* What a name means in a scope; registers of ranges are made when they are first met. False: it
 * means nothing, or there is no memory: *failed. */
bool lck_ptx_lookup(lck_ptx_reader *r, uint32_t scope, lck_ptx_text name, lck_ptx_name *found,
                    bool *failed);

/* variable.c: takes a declaration of variables behind its linkage; `.reg` likewise. */
bool lck_ptx_variables(lck_ptx_reader *r, bool external);
bool lck_ptx_registers(lck_ptx_reader *r);
/* Takes `(.param .., ..)`; the variables are in a row. */
bool lck_ptx_parameters(lck_ptx_reader *r, lck_ptx_role role, uint32_t *first, uint32_t *count);

/* operand.c: takes the operands of the last instruction, with the `;`. */
bool lck_ptx_operands(lck_ptx_reader *r, lck_ptx_insn *insn);
/* body.c: takes `{ .. }`, the body of r->function. */
bool lck_ptx_body(lck_ptx_reader *r);
/* loc.c: takes what stands behind `.loc`, `.file`. */
bool lck_ptx_read_loc(lck_ptx_reader *r);
bool lck_ptx_read_file(lck_ptx_reader *r);

#endif
