/* ir.h - a module of MLIR, as compilers print it.
 *
 * MLIR's custom assembly has no grammar of its own: each operation prints as it likes. What all
 * of them share is read here, so that an operation that nobody knows is still one operation with
 * results, operands, attributes, regions and a place (MLIR Language Reference, "Operations"):
 *
 *     %r:2 = dialect.op %a, %b#1 {key = 5 : i32} : i32, tensor<4xf32> -> (i32, i32) loc(#loc7)
 *     "dialect.op"(%a) <{key = 5 : i32}> ({ ^bb0(%x: i32): ... }) : (i32) -> i32
 *
 * An operation ends with its line, unless a bracket is open: so MLIR's printer writes, and custom
 * forms could not be told apart otherwise. `{` with a new line behind it opens a region, any
 * other one a dictionary. In the head of an operation with regions, `%x: type` in parentheses and
 * `%x = %init` declare arguments of the region that follows.
 *
 * A module owns a copy of its text, and everything that is read from it; texts (lck_ir_text) and
 * indices are valid as long as it is. Values, operations, blocks and regions are numbered in the
 * order of the text, so the operations inside an operation follow it. LCK_IR_NONE is no index.
 * Functions that look never fail; lck_ir_read fails with a place and a message for text that is
 * not MLIR, or past the limits below.
 */
#ifndef LCK_IR_H
#define LCK_IR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LCK_IR_NONE UINT32_MAX
#define LCK_IR_BYTES (64u << 20) /* of a module's text */
#define LCK_IR_DEPTH 128         /* brackets inside each other */

/* A part of the module's text; at == NULL: there is none. */
typedef struct {
    const char *at;
    size_t n;
} lck_ir_text;

typedef enum {
    LCK_IR_VALUE,  /* %name, %name#1 */
    LCK_IR_ALIAS,  /* #name, !name; with dots in it, an attribute or type of a dialect */
    LCK_IR_BLOCK,  /* ^bb0 */
    LCK_IR_SYMBOL, /* @name */
    LCK_IR_WORD,   /* name, name.name */
    LCK_IR_NUMBER, /* 12, -3, 0x7F, 1.5e-3; of a shape, the number before `x` */
    LCK_IR_STRING, /* with its quotation marks */
    LCK_IR_MARK    /* one character; `->`, `==`, `>=`, `<=`, `::` */
} lck_ir_kind;

typedef struct {
    const char *at;
    uint32_t n;
    uint32_t line;
    uint32_t match; /* of a bracket: the token of the other one; else LCK_IR_NONE */
    uint8_t kind;   /* lck_ir_kind */
    bool first;     /* in its line */
    bool region;    /* a `{` that opens a region */
} lck_ir_token;

/* A result of an operation, or an argument of a region or a block. */
typedef struct {
    lck_ir_text name; /* without the % */
    lck_ir_text type; /* as printed for it; none: it was not */
    uint32_t op;      /* whose result it is; of an argument, the operation with the region */
    uint32_t index;   /* among the results, or among the arguments of its block */
    uint32_t block;   /* whose argument it is; LCK_IR_NONE: a result */
    uint32_t init;    /* of `%x = %init`, the value %init; else LCK_IR_NONE */
} lck_ir_value;

typedef struct {
    uint32_t op;                   /* that it is in */
    uint32_t region;               /* its number among those of the operation, from 0 */
    uint32_t argument, narguments; /* values, from the first */
    lck_ir_text label;             /* "^bb1"; none: it has none */
    uint32_t first, last;          /* operations of it, linked by lck_ir_op.next; NONE: empty */
} lck_ir_block;

typedef struct {
    lck_ir_text name;            /* "tt.load", without quotation marks */
    uint32_t line, column;       /* from 1 */
    uint32_t head, end;          /* tokens behind the name, up to loc(..) or the end */
    uint32_t result, nresults;   /* values, from the first */
    uint32_t operand, noperands; /* entries of lck_ir_module.operand */
    uint32_t block;              /* that it is in; NONE at the top */
    uint32_t next;               /* in the same block */
    uint32_t blocks, nblocks;    /* inside, from the first; those whose op is this are its own */
    uint32_t loc;                /* the token behind `loc(`; NONE: without */
} lck_ir_op;

/* #name = ..., !name = ... */
typedef struct {
    lck_ir_text name; /* with its # or ! */
    uint32_t token, end;
    lck_ir_text text; /* what it stands for */
} lck_ir_alias;

typedef struct lck_ir_module {
    char *text;
    size_t size;
    uint32_t ntokens, nops, nvalues, nblocks, noperands, naliases;
    lck_ir_token *token; /* one more at the end, an empty mark */
    lck_ir_op *op;
    lck_ir_value *value;
    lck_ir_block *block;
    uint32_t *operand; /* values; NONE: the name is defined nowhere before */
    lck_ir_alias *alias;
} lck_ir_module;

typedef struct {
    uint32_t line, column; /* from 1; 0: memory ran out */
    char message[160];
} lck_ir_error;

/* Reads a module; the text is copied. NULL with *error. */
lck_ir_module *lck_ir_read(const char *text, size_t size, lck_ir_error *error);
void lck_ir_free(lck_ir_module *m);

/* ---- texts and tokens ---- */

bool lck_ir_text_is(lck_ir_text text, const char *word);
bool lck_ir_text_equal(lck_ir_text a, lck_ir_text b);
bool lck_ir_text_begins(lck_ir_text text, const char *prefix);
/* What follows the first occurrence of a word; none: it does not occur. */
lck_ir_text lck_ir_text_after(lck_ir_text text, const char *word);
/* Is it one of these words, which have a blank between them? One that ends in `*` stands for all
 * that begin so. */
bool lck_ir_text_among(lck_ir_text text, const char *words);
bool lck_ir_token_is(const lck_ir_module *m, uint32_t token, const char *word);
/* The text from one token up to another, without it. */
lck_ir_text lck_ir_between(const lck_ir_module *m, uint32_t from, uint32_t to);
/* The token behind this one, behind what it opens if it is a bracket. */
uint32_t lck_ir_skip(const lck_ir_module *m, uint32_t token);
/* The first token of the head of an operation that is this word and in no bracket, at `from` or
 * behind it; NONE. Heads begin at op->head. */
uint32_t lck_ir_find(const lck_ir_module *m, const lck_ir_op *op, uint32_t from,
                     const char *word);
/* An integer: a token of digits, perhaps with `-` or in hexadecimal, that fits. */
bool lck_ir_integer(const lck_ir_module *m, uint32_t token, int64_t *value);
/* The same, or `true` or `false`. */
bool lck_ir_constant(const lck_ir_module *m, uint32_t token, int64_t *value);

/* ---- types ---- */

/* Without the blanks around it; none where nothing else is left. */
lck_ir_text lck_ir_trimmed(lck_ir_text text);
/* Takes the first element off a list with commas; commas inside brackets do not separate. */
lck_ir_text lck_ir_part(lck_ir_text *list);
/* The decimal number at the beginning; *text is what follows. False: there is none, or it is
 * larger than `most`. */
bool lck_ir_digits(lck_ir_text *text, int64_t most, int64_t *number);
/* Takes `128x64x`, which the element type follows. False: more extents than there is room for,
 * one too large, or a number without an `x` behind it. */
bool lck_ir_extents(lck_ir_text *text, size_t room, int64_t *extent, size_t *rank);
/* The bits of an element, 16 of `bf16`, 8 of `f8E4M3FN`: the digits behind one or two letters; 0:
 * it has none. */
unsigned lck_ir_bits(lck_ir_text element);

/* ---- operations ---- */

bool lck_ir_is(const lck_ir_op *op, const char *name);
/* The `@name` of a function, without the @; none. */
lck_ir_text lck_ir_symbol(const lck_ir_module *m, const lck_ir_op *op);
/* Operand i, a value; NONE past the last, or not defined. */
uint32_t lck_ir_operand(const lck_ir_module *m, const lck_ir_op *op, uint32_t i);
/* The value of an attribute, in a dictionary `{..}` or `<{..}>` of the head: its first token, and
 * in *end the one behind its last. A name alone is its own value. NONE: there is none. */
uint32_t lck_ir_attribute(const lck_ir_module *m, const lck_ir_op *op, const char *name,
                          uint32_t *end);
/* The same as an integer; false: there is none, or it is none. */
bool lck_ir_attribute_integer(const lck_ir_module *m, const lck_ir_op *op, const char *name,
                              int64_t *value);
/* The types behind the last `:` of the head, in order, those behind `->` or `to` last; up to
 * `room` of them. The number of all. */
size_t lck_ir_types(const lck_ir_module *m, const lck_ir_op *op, size_t room, lck_ir_text *type);
/* What an alias stands for; none: it is defined nowhere. */
lck_ir_text lck_ir_expand(const lck_ir_module *m, lck_ir_text name);

/* ---- where values come from ---- */

/* Tells a function of each value that a value is computed from: through operations, through what
 * loops carry, through arguments of blocks. */
typedef void lck_ir_tell(void *user, uint32_t value);
void lck_ir_flow(const lck_ir_module *m, uint32_t value, lck_ir_tell *tell, void *user);
/* The first block of a region of an operation; NONE. */
uint32_t lck_ir_region(const lck_ir_module *m, const lck_ir_op *op, uint32_t region);
/* The last operation of a block; NULL: it has none, or there is no block. */
const lck_ir_op *lck_ir_last(const lck_ir_module *m, uint32_t block);
/* The last operation of the first region of a loop `while`, its condition; NULL: it has none. */
const lck_ir_op *lck_ir_condition(const lck_ir_module *m, const lck_ir_op *op);
/* The number of operands before a token of the head. */
uint32_t lck_ir_operands_before(const lck_ir_module *m, const lck_ir_op *op, uint32_t token);

/* ---- places in the source ---- */

/* The first file, line and column that a location leads to; for a call site, those of the
 * callee. */
typedef struct {
    lck_ir_text file; /* without quotation marks; none: unknown */
    int64_t line, column;
} lck_ir_place;
lck_ir_place lck_ir_source(const lck_ir_module *m, const lck_ir_op *op);

#endif
