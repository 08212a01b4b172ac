/* parse.h - from text to expressions and statements.
 *
 * Tokens go from the lexer (lexer.l) to the grammar (grammar.y) by way of parse.c. It bounds
 * nesting and the tokens of a statement, and reports unbalanced parentheses better than the
 * grammar could. Line ends are white space: a statement of a file ends at the next word that
 * begins one, where the parser also goes on after an error.
 */
#ifndef LCV_PARSE_H
#define LCV_PARSE_H

#include <stdint.h>

#include "ast.h"
#include "diag.h"

#define LCV_MAX_NESTING 500       /* open parentheses, braces and brackets */
#define LCV_MAX_LOOPS 8           /* inside each other */
#define LCV_MAX_PARTS 8           /* parts of prints inside each other */
#define LCV_MAX_TOKENS 200000     /* of one statement */
#define LCV_MAX_NAME 128          /* letters of a name */
#define LCV_MAX_DIGITS 20000      /* of an integer; ctx.h bounds its bits */
#define LCV_MAX_STRING (1u << 20) /* bytes of a string */

typedef struct lcv_parser lcv_parser;

/* NULL when there is no memory. The source is borrowed. */
lcv_parser *lcv_parser_new(lcv_source *source);
void lcv_parser_free(lcv_parser *parser);

typedef enum { LCV_PARSED, LCV_PARSE_ERROR, LCV_PARSE_END } lcv_parse_status;

/* The next statement of a file. It and its names live until the next call. */
lcv_parse_status lcv_parser_next(lcv_parser *parser, lcv_stmt *stmt, lcv_diag *diag);

/* Where the next statement begins, or the text ends, if that is known without reading on; else
 * LCV_NOWHERE. The parser goes on there if it is told so, without reading what is before. */
#define LCV_NOWHERE SIZE_MAX
size_t lcv_parser_at(const lcv_parser *parser);
/* Is that known, and does the statement begin with show, prove or refute? */
bool lcv_parser_asks(const lcv_parser *parser);
void lcv_parser_go(lcv_parser *parser, size_t at);

/* The whole source as one expression; NULL with `diag` set. */
lcv_ast *lcv_parser_expr(lcv_parser *parser, lcv_diag *diag);

/* ---- between parse.c, lexer.l, grammar.y and the readers of prints ---- */

/* A part of the source as one expression, in the arena and with the diagnostic of the parser;
 * NULL with the diagnostic set. */
lcv_ast *lcv_parser_part(lcv_parser *parser, lcv_span part);

struct lcv_parser {
    lcv_source *source;
    lcv_diag *diag;   /* of the call under way */
    lcv_arena *arena; /* of the statement under way */
    void *lexer;
    size_t begin, end; /* the part of the source that is read */
    unsigned inside;   /* parts of parts */
    size_t offset;     /* where its next token begins */
    int token;         /* the token read ahead; -1: none */
    lcv_span span;     /* its place */
    const char *text;  /* its text, when it is a name, a number or a string */
    lcv_ast *print;    /* what it was read as, when it is a print of another program */
    int given;         /* the same token, as the grammar has it; -1: it was not given yet */
    int last;          /* the token before it in the statement */
    size_t last_end;   /* where that ends */
    bool whole;        /* the source is one expression, not statements */
    bool begun;        /* the grammar knows which of these it reads */
    bool ended;        /* the grammar has the end, and `span` is its place */
    lcv_span ahead;    /* then that of the token read ahead */
    unsigned angles;   /* `<` that are open, in which `>>` closes two */
    bool looping;      /* in a loop, before the statement that it does */
    bool defining;     /* in a `let` */
    unsigned loops;
    size_t ntokens, depth;
    lcv_span open[LCV_MAX_NESTING];
    lcv_stmt stmt; /* the result of the grammar */
};

/* Is it a token with a tree: a print of another program, a map, a table? */
bool lcv_is_printed(int token);

/* Records the error that a word of the language stands in the place of a name. */
void lcv_parser_reserved(lcv_parser *parser, lcv_span span);

/* For the lexer, at a token that it has found: does `//` divide the operand before it, on the
 * same line (else it begins a comment); is `<<` or `>>` a shift (else it is two brackets)? */
bool lcv_parser_divides(const lcv_parser *parser);
bool lcv_parser_shifts(const lcv_parser *parser);

void *lcv_lexer_new(lcv_parser *parser);
void lcv_lexer_free(void *lexer);
void lcv_lexer_go(void *lexer); /* to the offset of the parser */
/* The next token and its text, which is in the arena. */
int lcv_lexer_next(void *lexer, const char **text, lcv_span *span);

#endif
