/* ast.h - expressions of the claim language as the parser saw them.
 *
 * Nodes live in an arena that belongs to one statement and is freed as a whole. A node knows its
 * span and its height; the parser refuses trees higher than LCV_MAX_HEIGHT, so that any function
 * may recurse. Children are a list.
 */
#ifndef LCV_AST_H
#define LCV_AST_H

#include "source.h"
#include "verb.h"

#define LCV_MAX_HEIGHT 1000

typedef struct lcv_arena lcv_arena;
lcv_arena *lcv_arena_new(void);
void lcv_arena_free(lcv_arena *arena);
/* Frees all that was allocated; the arena serves again, with memory that it keeps. */
void lcv_arena_empty(lcv_arena *arena);
/* Zeroed memory; NULL when there is none. */
void *lcv_arena_alloc(lcv_arena *arena, size_t size);

typedef enum {
    LCV_AST_INT,      /* text: the digits */
    LCV_AST_WILDCARD, /* _ */
    LCV_AST_NAME,     /* text */
    LCV_AST_STRIDE,   /* text: e0, 6e1, 2@0@1, f18 */
    LCV_AST_TUPLE,    /* children */
    LCV_AST_LIST,     /* children, in brackets */
    LCV_AST_LAYOUT,   /* shape, stride; text: names of its modes, "dp,tp", of a mesh */
    LCV_AST_TILER,    /* children */
    LCV_AST_STAR,     /* `*` in a tiler */
    LCV_AST_OFFSET,   /* {expression} */
    LCV_AST_STRING,   /* text */
    LCV_AST_RELATION, /* text: isl's syntax */
    LCV_AST_SET,      /* likewise */
    LCV_AST_SWIZZLE,  /* bits, base, shift */
    LCV_AST_MORPHISM, /* domain, codomain, a list of images: numbers, WILDCARD for * */
    LCV_AST_LINEAR,   /* a list of input dims, a list of output dims: each a DIM */
    LCV_AST_TRITON,   /* the same as Triton prints it: input dims are BASES, outputs DIMs */
    LCV_AST_DIM,      /* text: a name; a list of bases, or a size */
    LCV_AST_BASES,    /* children: a BASIS for each, none for a dim of size 1 (text) */
    LCV_AST_BASIS,    /* text: `lane=2 ->`; child: the value there */
    LCV_AST_ENCODING, /* text: the name of the attribute; KEYWORDs, as Triton prints it */
    LCV_AST_SHAPED,   /* tensor<128x64xf16, ENCODING>: a tuple, an encoding */
    LCV_AST_APPLY,    /* the function, then the arguments; text as of LAYOUT */
    LCV_AST_KEYWORD,  /* text = child, an argument */
    LCV_AST_UNARY,    /* op, child */
    LCV_AST_BINARY,   /* op, two children: arithmetic; text `//`: a quotient of Python */
    LCV_AST_COMPOSE,  /* outer, inner */
    LCV_AST_POINTER,  /* text: a pointer (pointer.h); a swizzle of bytes, the layout behind it */
    LCV_AST_INDEX,    /* a list, the number of an element, from 0; a function, modes */
    LCV_AST_RANGE,    /* begin, end, step in the brackets of INDEX, WILDCARD for none */
    LCV_AST_COMPARE,  /* op, two children */
    LCV_AST_LOGIC,    /* op: and, or, of two claims; not, of one */
    LCV_AST_FRESH,    /* ?, a size that is not known: text `?{div=8}` (print.h) */
    LCV_AST_TABLE,    /* a printed table (print.h): a list of values, none or all, perhaps what
                         stands before it; text: rows and columns of a page, values in all */
    LCV_AST_MAP,      /* pieces.h: coordinates, sizes, pieces, perhaps a condition */
    LCV_AST_PIECES,   /* pieces.h: expressions and conditions in turn; `c ? a : b` is a, c, b */
    LCV_AST_UNKNOWN,  /* pieces.h: a table that is not known; text: its name */
    LCV_AST_PARAM     /* text: a name; its least value (op >=, >), perhaps its largest */
} lcv_ast_kind;

typedef enum {
    LCV_OP_ADD,
    LCV_OP_SUB,
    LCV_OP_MUL,
    LCV_OP_DIV,
    LCV_OP_MOD,
    LCV_OP_BITAND, /* bits as in two's complement, of any length */
    LCV_OP_XOR,
    LCV_OP_BITOR,
    LCV_OP_SHL,
    LCV_OP_SHR,
    LCV_OP_NEG,
    LCV_OP_BITNOT,
    LCV_OP_EQ,
    LCV_OP_NE,
    LCV_OP_LT,
    LCV_OP_LE,
    LCV_OP_GT,
    LCV_OP_GE,
    LCV_OP_AND,
    LCV_OP_OR,
    LCV_OP_NOT
} lcv_op;

typedef struct lcv_ast {
    lcv_ast_kind kind;
    lcv_op op;
    unsigned height;      /* 1 for a node without children */
    unsigned parentheses; /* pairs around it, which the span includes */
    bool tight;           /* printed without blanks (build.h) */
    bool attribute;       /* APPLY: A.size, and A.size() or A.size(0) if arguments follow */
    lcv_span span;
    const char *text; /* of the arena, NUL-terminated */
    size_t nchildren;
    struct lcv_ast *child, *last; /* first and last child */
    struct lcv_ast *next;         /* sibling */
} lcv_ast;

/* A node without children; NULL when there is no memory. */
lcv_ast *lcv_ast_new(lcv_arena *arena, lcv_ast_kind kind, lcv_span span);
/* Append a child that is in no other list. */
void lcv_ast_add(lcv_ast *parent, lcv_ast *child);
/* The tree with its texts, in another arena; NULL when there is no memory. */
lcv_ast *lcv_ast_copy(lcv_arena *arena, const lcv_ast *ast);

/* One statement of a file. */
typedef struct lcv_stmt {
    lcv_verb verb;
    lcv_span span;    /* the whole statement */
    const char *name; /* LET, PLAN, KERNEL, FOR: the name, also of a plan that is refuted;
                          IMPORT: the path */
    bool embedded;    /* IMPORT: of a file that is part of layoutcheck */
    lcv_span name_span;
    lcv_span plan_span; /* for a plan or a kernel, without the `refute` before it */
    lcv_ast *expr; /* NULL for IMPORT; PARAM: a list of PARAM nodes; PLAN, KERNEL: of arguments;
                         FOR: the values, a list or the name of one, or the first of a range */
    lcv_ast *last; /* FOR: the last of a range; or NULL */
    lcv_ast *formals;    /* LET of a function: a list of names, each perhaps with its default as
                              a child; or NULL */
    lcv_ast *conditions; /* and what has to hold of them: a list of KEYWORDs, a claim with its
                              remedy as text, or NULL; or NULL */
    lcv_ast *refuted;    /* and what it says where it is refuted: a list of a list of names, then
                              KEYWORDs, each a text or a value; or NULL */
    struct lcv_stmt *body; /* FOR: the statement that is done for each value */
} lcv_stmt;

/* A map, pieces or a table: names in it are coordinates, too, and calls entries of tables. */
bool lcv_ast_is_map(const lcv_ast *ast);
/* A relation or a set, in isl's syntax. */
bool lcv_ast_is_isl(const lcv_ast *ast);

const char *lcv_op_name(lcv_op op);
/* The kind of an operation: UNARY, BINARY, COMPARE or LOGIC. */
lcv_ast_kind lcv_op_kind(lcv_op op);
/* e0, f18: a letter and digits that are a stride and not a name. */
bool lcv_is_stride_word(const char *text);

#endif
