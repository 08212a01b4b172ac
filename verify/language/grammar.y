/* grammar.y - the claim language.
 *
 *   tightest   X(...)            evaluation and calls
 *              - X
 *              X * Y, X / Y, X // Y, X % Y
 *              X + Y, X - Y
 *              X << Y, X >> Y
 *              X & Y
 *              X ^ Y
 *              X | Y
 *              shape : stride
 *              X o Y             right associative
 *              X == Y, X < Y ...
 *              not C, !C
 *              C and D, C && D
 *              C or D, C || D
 *   loosest    C ? X : Y, X if C else Y
 *
 * The three of bits stand before comparisons in Python and behind them in C, so there they need
 * parentheses, and around sums in them, which few people read alike.
 *
 * Nodes are allocated in the arena of the statement, so nothing is freed here. An
 * action that cannot make its node records why and ends the parse.
 */
%define api.prefix {lcv_yy}
%define api.pure full
%define api.location.type {lcv_span}
%define api.token.prefix {LCV_TOKEN_}
%define parse.error custom
%define parse.lac full
%locations
%param {lcv_parser *parser}

%code requires {
#include "parse.h"
}

%code provides {
/* The next token (parse.c). */
int lcv_yylex(LCV_YYSTYPE *value, lcv_span *span, lcv_parser *parser);
}

%union {
    const char *text;
    lcv_ast *ast;
    lcv_op op;
    lcv_stmt *stmt;
}

%code {
#include "config.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../../lib/text.h"
#include "attribute.h"
#include "cute.h"
#include "pointer.h"
#include "print.h"
#include "python.h"
#include "remedy.h"

#define YYLLOC_DEFAULT(Current, Rhs, N)                                        \
    do {                                                                       \
        (Current).begin = (N) ? YYRHSLOC(Rhs, 1).begin : YYRHSLOC(Rhs, 0).end; \
        (Current).end = YYRHSLOC(Rhs, N).end;                                  \
    } while (0)

#define TRY(made)    \
    if (!(made))     \
        YYABORT

static void lcv_yyerror(const lcv_span *span, lcv_parser *parser, const char *message);
static lcv_ast *check_height(lcv_parser *parser, lcv_ast *made);
static lcv_ast *leaf(lcv_parser *parser, lcv_span span, lcv_ast_kind kind, const char *text);
static lcv_ast *node(lcv_parser *parser, lcv_span span, lcv_ast_kind kind, lcv_ast *first,
                     lcv_ast *second);
static lcv_ast *operation(lcv_parser *parser, lcv_span span, lcv_op op, lcv_ast *first,
                          lcv_ast *second);
static lcv_ast *ordered(lcv_parser *parser, lcv_span span, lcv_op op, lcv_ast *first,
                        lcv_ast *second);
static lcv_ast *choice(lcv_parser *parser, lcv_span span, lcv_ast *value, lcv_ast *condition,
                       lcv_ast *otherwise);
static lcv_ast *chained(lcv_parser *parser, lcv_span span, lcv_ast *left, lcv_op op,
                        lcv_ast *right);
static lcv_ast *called(lcv_parser *parser, lcv_span span, lcv_ast *callee, lcv_ast *args);
static lcv_ast *layout(lcv_parser *parser, lcv_span span, lcv_ast *shape, lcv_ast *stride);
static lcv_ast *pointed(lcv_parser *parser, lcv_span span, lcv_ast *swizzle, const char *pointer,
                        lcv_span place, lcv_ast *inner);
static lcv_ast *keyword(lcv_parser *parser, lcv_span span, const char *name, lcv_ast *value);
static lcv_ast *prepend(lcv_parser *parser, lcv_span span, lcv_ast_kind kind, lcv_ast *first,
                        lcv_ast *list);
static lcv_ast *append(lcv_parser *parser, lcv_ast *list, lcv_ast *item);
static lcv_ast *range(lcv_parser *parser, lcv_span span, lcv_ast *begin, lcv_ast *end,
                      lcv_ast *step);
static const char *join(lcv_parser *parser, const lcv_ast *strings);
static lcv_ast *elements(lcv_parser *parser, lcv_span span, lcv_ast *first, lcv_ast *others);
static lcv_ast *parameter(lcv_parser *parser, lcv_span span, const char *name, lcv_op op,
                          lcv_ast *low, lcv_ast *high);
static lcv_ast *range_of(lcv_parser *parser, lcv_span span, const char *name, const char *in,
                         lcv_span in_span, lcv_ast *low, lcv_ast *high);
static lcv_stmt *statement(lcv_parser *parser, lcv_span span, lcv_verb verb, lcv_ast *expr);
static bool loop(lcv_parser *parser, lcv_stmt *made, const char *name, lcv_span span,
                 lcv_ast *last, lcv_stmt *body);
static void no_range(lcv_parser *parser, lcv_span span, const char *name);
static const char *digits(lcv_parser *parser, const char *text);
}

%token END 0
%token START_EXPR START_STATEMENT
%token SWIZZLE "S" LINEAR "linear" MORPHISM "morphism" TENSOR "tensor" ARROW "->" OUT_DIMS "where out dims are:"
%token LET "let" SHOW "show" PROVE "prove" REFUTE "refute" IMPORT "import"
%token PARAM "param" ASSUME "assume" PLAN "plan" KERNEL "kernel" FOR "for" WHERE "where" DOTS ".."
%token REFUTED "refuted"
%token RELATION "relation" SET "set" O "o" WILDCARD "_"
%token FLOORDIV "//" SHL "<<" SHR ">>" QUESTION "?" IF "if" ELSE "else"
%token EQ "==" NE "!=" LE "<=" GE ">=" AND "and" OR "or" NOT "not"
%token <text> INT NAME STRIDE STRING
%token <text> BASIS NO_BASES DIM_SIZE /* pieces of what Triton prints */
%token <text> MESH SW                 /* DeviceMesh(..), pycute's SW_3_4_3 */
%token <text> ATTRIBUTE               /* of Triton, or a type with one (attribute.h) */
%token <text> POINTER SWIZZLED        /* pointers as CuTe prints them, with a swizzle of their own */
%token CUTE_TUPLE CUTE_TILE CUTE_LAYOUT CUTE_COMPOSED CUTE_INT BRACES "{}" /* types of CuTe, _4{} */
%token <text> CUTE_VALUE CUTE_FUNCTION /* cosize_v<L>, Copy_Atom<OP,T>, size<0>(A) */
%token <ast> DECLARED /* table T[..] in .. (pieces.h) */
%token <ast> PRINT TABLE /* prints of other programs (print.h), with what they were read as */
%token <text> FRESH           /* ?{div=8} */
%token BAD
%left "or"
%left "and"
%precedence "not"
%left '|'
%left '^'
%left '&'
%left "<<" ">>"
%left '+' '-'
%left '*' '/' "//" '%'
%precedence SIGN /* of a negative number */
%type <ast> expr claim choice otherwise comparison assumptions compose layout sum postfix primary items list args arg tiler tile
%type <ast> function indices index
%type <ast> images image strings piece dims dim opt_dims triton triton_ins triton_in bases basis triton_outs
%type <ast> triton_out params param
%type <ast> item o text printed
%type <text> string dim_name
%type <op> relop
%type <ast> formals formal where conditions condition refuted telling told
%type <stmt> checked

%%

start:
    START_EXPR expr         { parser->stmt.expr = $2; }
  | START_STATEMENT stmt    { parser->stmt.span = @2; }
  ;

stmt:
    "let" NAME '=' expr     { parser->stmt = (lcv_stmt){.verb = LCV_LET, .name = $2,
                                                        .name_span = @2, .expr = $4}; }
  | "let" NAME '(' formals ')' '=' expr where refuted
                            { parser->stmt = (lcv_stmt){.verb = LCV_LET, .name = $2,
                                                        .name_span = @2, .formals = $4,
                                                        .expr = $7, .conditions = $8,
                                                        .refuted = $9}; }
  | DECLARED                { parser->stmt = (lcv_stmt){.verb = LCV_LET, .name = $1->text,
                                                        .name_span = @1, .expr = $1}; }
  | checked                 { parser->stmt = *$1; }
  | "import" '<' NAME '>'   { parser->stmt = (lcv_stmt){.verb = LCV_IMPORT, .name = $3,
                                                        .name_span = {@2.begin, @4.end},
                                                        .embedded = true}; }
  | "import" string         { parser->stmt = (lcv_stmt){.verb = LCV_IMPORT, .name = $2,
                                                        .name_span = @2}; }
  | "param" params          { parser->stmt = (lcv_stmt){.verb = LCV_PARAM, .expr = $2}; }
  | "assume" assumptions    { parser->stmt = (lcv_stmt){.verb = LCV_ASSUME, .expr = $2}; }
  | printed                 { parser->stmt = (lcv_stmt){.verb = LCV_SHOW, .expr = $1}; }
  | plan                    { parser->stmt.verb = LCV_PLAN; }
  | "refute" plan           { parser->stmt.verb = LCV_REFUTE; }
  | "kernel" NAME '(' args opt_comma ')'
                            { parser->stmt = (lcv_stmt){.verb = LCV_KERNEL, .name = $2,
                                                        .name_span = @2, .plan_span = @$,
                                                        .expr = $4}; }
  ;

printed: /* pasted by itself: its value */
    PRINT
  | TABLE
  ;

assumptions: /* a comma is an `and` */
    expr
  | assumptions ',' expr    { TRY($$ = operation(parser, @$, LCV_OP_AND, $1, $3)); }
  ;

checked: /* what a loop may do */
    "show" expr             { TRY($$ = statement(parser, @$, LCV_SHOW, $2)); }
  | "prove" expr            { TRY($$ = statement(parser, @$, LCV_PROVE, $2)); }
  | "refute" expr           { TRY($$ = statement(parser, @$, LCV_REFUTE, $2)); }
  | "for" NAME NAME expr checked
                            { TRY($$ = statement(parser, @$, LCV_FOR, $4));
                              TRY(loop(parser, $$, $2, @2, NULL, $5)); }
  | "for" NAME NAME sum ".." sum checked
                            { TRY($$ = statement(parser, @$, LCV_FOR, $4));
                              TRY(loop(parser, $$, $2, @2, $6, $7)); }
  ;

formals:
    formal                  { TRY($$ = node(parser, @$, LCV_AST_LIST, $1, NULL)); }
  | formals ',' formal      { TRY($$ = append(parser, $1, $3)); }
  ;

formal:
    NAME                    { TRY($$ = leaf(parser, @$, LCV_AST_NAME, $1)); }
  | NAME '=' expr           { TRY($$ = node(parser, @1, LCV_AST_NAME, $3, NULL));
                              $$->text = $1; }
  ;

where:
    %empty                  { $$ = NULL; }
  | "where" conditions      { $$ = $2; }
  ;

conditions: /* claims, each perhaps with what to do where it does not hold */
    condition               { TRY($$ = node(parser, @$, LCV_AST_LIST, $1, NULL)); }
  | conditions ',' condition { TRY($$ = append(parser, $1, $3)); }
  | conditions ',' string   { $$ = $1; $$->last->text = $3; }
  ;

condition:
    expr                    { TRY($$ = keyword(parser, @$, NULL, $1)); }
  ;

refuted: /* what the claim says where it is refuted: names for integers, then texts and values */
    %empty                  { $$ = NULL; }
  | "refuted" '(' formals ')' telling
                            { TRY($$ = prepend(parser, @$, LCV_AST_LIST, $3, $5)); }
  ;

telling:
    told                    { TRY($$ = node(parser, @$, LCV_AST_LIST, $1, NULL)); }
  | telling ',' told        { TRY($$ = append(parser, $1, $3)); }
  ;

told:
    string                  { TRY($$ = leaf(parser, @$, LCV_AST_KEYWORD, $1)); }
  | expr                    { TRY($$ = keyword(parser, @$, NULL, $1)); }
  ;

plan:
    "plan" NAME '(' args opt_comma ')'
                            { parser->stmt = (lcv_stmt){.name = $2, .name_span = @2,
                                                        .plan_span = @$, .expr = $4}; }
  ;

opt_comma:
    %empty
  | ','
  ;

params:
    param                   { TRY($$ = node(parser, @$, LCV_AST_LIST, $1, NULL)); }
  | params ',' param        { TRY($$ = append(parser, $1, $3)); }
  ;

param: /* `in` is a name elsewhere */
    NAME ">=" sum           { TRY($$ = parameter(parser, @$, $1, LCV_OP_GE, $3, NULL)); }
  | NAME '>' sum            { TRY($$ = parameter(parser, @$, $1, LCV_OP_GT, $3, NULL)); }
  | NAME NAME sum ".." sum  { TRY($$ = range_of(parser, @$, $1, $2, @2, $3, $5)); }
  | NAME                    { no_range(parser, @$, $1); YYABORT; }
  | NAME "<=" sum           { (void)$3; no_range(parser, @$, $1); YYABORT; }
  | NAME '<' sum            { (void)$3; no_range(parser, @$, $1); YYABORT; }
  ;

expr:
    claim
  | choice
  ;

choice: /* the first value whose condition holds */
    claim "?" sum ':' otherwise { TRY($$ = choice(parser, @$, $3, $1, $5)); }
  | sum "if" claim "else" otherwise { TRY($$ = choice(parser, @$, $1, $3, $5)); }
  ;

otherwise:
    sum
  | choice
  ;

claim:
    compose
  | compose TABLE           { TRY($$ = lcv_print_of(parser, @$, $1, $2)); }
  | comparison
  | "not" claim             { TRY($$ = operation(parser, @$, LCV_OP_NOT, $2, NULL)); }
  | claim "and" claim       { TRY($$ = operation(parser, @$, LCV_OP_AND, $1, $3)); }
  | claim "or" claim        { TRY($$ = operation(parser, @$, LCV_OP_OR, $1, $3)); }
  ;

comparison: /* A < B < C is A < B and B < C */
    compose relop compose   { TRY($$ = ordered(parser, @$, $2, $1, $3)); }
  | comparison relop compose { TRY($$ = chained(parser, @$, $1, $2, $3)); }
  ;

relop:
    "=="                    { $$ = LCV_OP_EQ; }
  | "!="                    { $$ = LCV_OP_NE; }
  | '<'                     { $$ = LCV_OP_LT; }
  | "<="                    { $$ = LCV_OP_LE; }
  | '>'                     { $$ = LCV_OP_GT; }
  | ">="                    { $$ = LCV_OP_GE; }
  ;

compose: /* a pointer does not change the offsets behind it, unless it is swizzled */
    function
  | POINTER "o" compose     { $$ = $3; }
  | SWIZZLED "o" compose    { TRY($$ = pointed(parser, @$, NULL, $1, @1, $3)); }
  ;

function:
    layout
  | layout "o" function     { TRY($$ = node(parser, @$, LCV_AST_COMPOSE, $1, $3)); }
  | layout "o" POINTER "o" compose { TRY($$ = pointed(parser, @$, $1, $3, @3, $5)); }
  ;

layout:
    sum
  | sum ':' sum             { TRY($$ = layout(parser, @$, $1, $3)); }
  ;

sum:
    postfix
  | '-' sum %prec SIGN      { TRY($$ = operation(parser, @$, LCV_OP_NEG, $2, NULL)); }
  | sum '*' sum             { TRY($$ = operation(parser, @$, LCV_OP_MUL, $1, $3)); }
  | '~' sum %prec SIGN      { TRY($$ = operation(parser, @$, LCV_OP_BITNOT, $2, NULL)); }
  | sum '/' sum             { TRY($$ = operation(parser, @$, LCV_OP_DIV, $1, $3)); }
  | sum "//" sum            { TRY($$ = operation(parser, @$, LCV_OP_DIV, $1, $3));
                              $$->text = "//"; }
  | sum '%' sum             { TRY($$ = operation(parser, @$, LCV_OP_MOD, $1, $3)); }
  | sum '+' sum             { TRY($$ = operation(parser, @$, LCV_OP_ADD, $1, $3)); }
  | sum '-' sum             { TRY($$ = operation(parser, @$, LCV_OP_SUB, $1, $3)); }
  | sum "<<" sum            { TRY($$ = operation(parser, @$, LCV_OP_SHL, $1, $3)); }
  | sum ">>" sum            { TRY($$ = operation(parser, @$, LCV_OP_SHR, $1, $3)); }
  | sum '&' sum             { TRY($$ = ordered(parser, @$, LCV_OP_BITAND, $1, $3)); }
  | sum '^' sum             { TRY($$ = ordered(parser, @$, LCV_OP_XOR, $1, $3)); }
  | sum '|' sum             { TRY($$ = ordered(parser, @$, LCV_OP_BITOR, $1, $3)); }
  ;

postfix:
    primary
  | postfix "{}"            { $$ = $1; $$->span = @$; } /* an object of a type of CuTe */
  | postfix '(' ')'         { TRY($$ = called(parser, @$, $1, NULL)); }
  | postfix '(' args opt_comma ')' { TRY($$ = called(parser, @$, $1, $3)); }
  | postfix '.' NAME        { TRY($$ = lcv_cute_method(parser, @$, $1, $3, @3));
                              TRY(check_height(parser, $$)); }
  | postfix '[' indices ']' { TRY($$ = prepend(parser, @$, LCV_AST_INDEX, $1, $3)); }
  ;

indices:
    index                   { TRY($$ = node(parser, @$, LCV_AST_LIST, $1, NULL)); }
  | indices ',' index       { TRY($$ = append(parser, $1, $3)); }
  ;

index: /* a range of two integers looks like a layout; a text is the name of a mode */
    expr
  | text
  | ':'                     { TRY($$ = range(parser, @$, NULL, NULL, NULL)); }
  | sum ':'                 { TRY($$ = range(parser, @$, $1, NULL, NULL)); }
  | ':' sum                 { TRY($$ = range(parser, @$, NULL, $2, NULL)); }
  | sum ':' sum ':' sum     { TRY($$ = range(parser, @$, $1, $3, $5)); }
  | ':' sum ':' sum         { TRY($$ = range(parser, @$, NULL, $2, $4)); }
  | sum ':' ':' sum         { TRY($$ = range(parser, @$, $1, NULL, $4)); }
  | ':' ':' sum             { TRY($$ = range(parser, @$, NULL, NULL, $3)); }
  ;

args:
    arg                     { TRY($$ = node(parser, @$, LCV_AST_LIST, $1, NULL)); }
  | args ',' arg            { TRY($$ = append(parser, $1, $3)); }
  ;

arg:
    expr
  | POINTER                 { TRY($$ = leaf(parser, @$, LCV_AST_INT, "0")); /* Tensor(Ptr(..), A) */
                              TRY($$ = node(parser, @$, LCV_AST_OFFSET, $$, NULL)); }
  | NAME '=' expr           { TRY($$ = keyword(parser, @$, $1, $3)); }
  | o
  | "o" '=' expr            { TRY($$ = keyword(parser, @$, "o", $3)); }
  | NAME '=' o              { TRY($$ = keyword(parser, @$, $1, $3)); }
  | NAME '=' text           { TRY($$ = keyword(parser, @$, $1, $3)); }
  | text
  ;

text: /* the name of a dim as C++ and Python have it; of a file, of a kernel in it */
    string                  { TRY($$ = leaf(parser, @$, LCV_AST_STRING, $1)); }
  ;

o: /* the name of a dim, at a place where no operand begins */
    "o"                     { TRY($$ = leaf(parser, @$, LCV_AST_NAME, "o")); }
  ;

primary:
    INT                     { TRY($$ = leaf(parser, @$, LCV_AST_INT, $1)); }
  | "_"                     { TRY($$ = leaf(parser, @$, LCV_AST_WILDCARD, NULL)); }
  | NAME                    { TRY($$ = leaf(parser, @$, lcv_is_stride_word($1)
                                                             ? LCV_AST_STRIDE
                                                             : LCV_AST_NAME, $1)); }
  | STRIDE                  { TRY($$ = leaf(parser, @$, LCV_AST_STRIDE, $1)); }
  | "relation" string       { TRY($$ = leaf(parser, @$, LCV_AST_RELATION, $2)); }
  | "set" string            { TRY($$ = leaf(parser, @$, LCV_AST_SET, $2)); }
  | "S" '<' sum ',' sum ',' sum '>' { TRY($$ = node(parser, @$, LCV_AST_SWIZZLE, $3, $5));
                                      TRY($$ = append(parser, $$, $7)); $$->span = @$; }
  | "linear" '{' opt_dims "->" opt_dims '}'
                            { TRY($$ = node(parser, @$, LCV_AST_LINEAR, $3, $5)); }
  | "morphism" '{' sum "->" sum ':' images '}'
                            { TRY($$ = node(parser, @$, LCV_AST_MORPHISM, $3, $5));
                              TRY($$ = append(parser, $$, $7)); $$->span = @$; }
  | triton
  | PRINT
  | TABLE
  | "tensor" '(' compose TABLE ')' { TRY($$ = lcv_print_of(parser, @$, $3, $4)); }
  | FRESH                   { TRY($$ = leaf(parser, @$, LCV_AST_FRESH, $1)); }
  | MESH                    { TRY($$ = lcv_python_mesh(parser, @$, $1)); }
  | SW                      { TRY($$ = lcv_pointer_swizzle(parser->arena, $1, @$)); }
  | ATTRIBUTE               { TRY($$ = lcv_attribute_read(parser, @$, $1)); }
  | "tensor" '<' compose '>' { $$ = $3; $$->span = @$; }
  | '(' ')'                 { TRY($$ = leaf(parser, @$, LCV_AST_TUPLE, NULL)); }
  | '(' expr ')'            { $$ = $2; $$->span = @$; $$->parentheses++; }
  | '(' expr ',' ')'        { TRY($$ = node(parser, @$, LCV_AST_TUPLE, $2, NULL)); }
  | '(' expr ',' items ')'  { TRY($$ = prepend(parser, @$, LCV_AST_TUPLE, $2, $4));
                              $$ = lcv_python_tuple($$); }
  | '<' tiler '>'           { $$ = $2; $$->kind = LCV_AST_TILER; $$->span = @$; }
  | CUTE_TUPLE '<' tiler '>' { $$ = lcv_cute_types(LCV_AST_TUPLE, @$, $3); }
  | CUTE_TILE '<' tiler '>' { $$ = lcv_cute_types(LCV_AST_TILER, @$, $3); }
  | CUTE_INT '<' sum '>'    { $$ = $3; $$->span = @$; }
  | CUTE_VALUE '<' tiler '>' { TRY($$ = lcv_cute_apply(parser, @$, $1, @1, $3->child));
                              TRY(check_height(parser, $$)); }
  | CUTE_FUNCTION '<' tiler '>' '(' args ')'
                            { TRY($$ = lcv_cute_template(parser, @$, $1, @1, $3, $6));
                              TRY(check_height(parser, $$)); }
  | CUTE_LAYOUT '<' compose '>'
                            { TRY($$ = lcv_cute_apply(parser, @$, "make_layout", @1, $3)); }
  | CUTE_LAYOUT '<' compose ',' compose '>'
                            { TRY($$ = node(parser, @$, LCV_AST_LAYOUT, $3, $5)); }
  | CUTE_COMPOSED '<' compose ',' compose ',' compose '>'
                            { TRY($$ = node(parser, @$, LCV_AST_COMPOSE, $5, $7));
                              TRY($$ = node(parser, @$, LCV_AST_COMPOSE, $3, $$)); }
  | CUTE_COMPOSED '<' compose ',' POINTER ',' compose '>'
                            { TRY($$ = pointed(parser, @$, $3, $5, @5, $7)); }
  | '{' compose '}'         { TRY($$ = node(parser, @$, LCV_AST_OFFSET, $2, NULL)); }
  | '{' compose ',' items '}' { TRY($$ = elements(parser, @$, $2, $4)); }
  | '[' ']'                 { TRY($$ = leaf(parser, @$, LCV_AST_LIST, NULL)); }
  | '[' items ']'           { $$ = $2; $$->span = @$; }
  ;

images: /* the images of the entries of a domain */
    image                   { TRY($$ = node(parser, @$, LCV_AST_LIST, $1, NULL)); }
  | images ',' image        { TRY($$ = append(parser, $1, $3)); }
  ;

image:
    sum
  | '*'                     { TRY($$ = leaf(parser, @$, LCV_AST_WILDCARD, NULL)); }
  ;

items: /* at least one, perhaps a comma at the end */
    list
  | list ','
  ;

list:
    item                    { TRY($$ = node(parser, @$, LCV_AST_LIST, $1, NULL)); }
  | list ',' item           { TRY($$ = append(parser, $1, $3)); }
  ;

item:
    expr
  | o
  | text
  ;

tiler: /* no comparisons inside: the `>` ends it */
    tile                    { TRY($$ = node(parser, @$, LCV_AST_LIST, $1, NULL)); }
  | tiler ',' tile          { TRY($$ = append(parser, $1, $3)); }
  ;

tile:
    compose
  | '*'                     { TRY($$ = leaf(parser, @$, LCV_AST_STAR, NULL)); }
  ;

opt_dims:
    %empty                  { TRY($$ = leaf(parser, @$, LCV_AST_LIST, NULL)); }
  | dims
  | dims ','
  ;

dims:
    dim                     { TRY($$ = node(parser, @$, LCV_AST_LIST, $1, NULL)); }
  | dims ',' dim            { TRY($$ = append(parser, $1, $3)); }
  ;

dim:
    dim_name ':' sum        { TRY($$ = node(parser, @$, LCV_AST_DIM, $3, NULL));
                              $$->text = $1; }
  ;

dim_name:
    NAME
  | "o"                     { $$ = "o"; }
  ;

triton: /* - lane=1 -> (0, 1) lane=2 -> (0, 2) - warp is a size 1 dimension
         * where out dims are: [dim0 (size 1), dim1 (size 4)] */
    triton_ins "where out dims are:" '[' triton_outs ']'
                            { TRY($$ = node(parser, @$, LCV_AST_TRITON, $1, $4)); }
  ;

triton_ins:
    triton_in               { TRY($$ = node(parser, @$, LCV_AST_LIST, $1, NULL)); }
  | triton_ins triton_in    { TRY($$ = append(parser, $1, $2)); }
  ;

triton_in:
    '-' bases               { $$ = $2; $$->span = @$; }
  | NO_BASES                { TRY($$ = leaf(parser, @$, LCV_AST_BASES, $1)); }
  ;

bases:
    basis                   { TRY($$ = node(parser, @$, LCV_AST_BASES, $1, NULL)); }
  | bases basis             { TRY($$ = append(parser, $1, $2)); }
  ;

basis:
    BASIS primary           { TRY($$ = node(parser, @$, LCV_AST_BASIS, $2, NULL));
                              $$->text = $1; }
  ;

triton_outs:
    triton_out              { TRY($$ = node(parser, @$, LCV_AST_LIST, $1, NULL)); }
  | triton_outs ',' triton_out { TRY($$ = append(parser, $1, $3)); }
  ;

triton_out:
    dim_name DIM_SIZE       { TRY($$ = leaf(parser, @2, LCV_AST_INT, digits(parser, $2)));
                              TRY($$ = node(parser, @$, LCV_AST_DIM, $$, NULL));
                              $$->text = $1; }
  ;

string: /* side by side: joined */
    strings                 { TRY($$ = join(parser, $1)); }
  ;

strings:
    piece                   { TRY($$ = node(parser, @$, LCV_AST_LIST, $1, NULL)); }
  | strings piece           { TRY($$ = append(parser, $1, $2)); }
  ;

piece:
    STRING                  { TRY($$ = leaf(parser, @$, LCV_AST_STRING, $1)); }
  ;

%%

/* An error that the tables of the parser cannot report: its stack is full. */
static void lcv_yyerror(const lcv_span *span, lcv_parser *parser, const char *message)
{
    (void)message;
    lcv_diag_set_as(parser->diag, LCV_ERROR_LIMIT, parser->source, *span, "the expression is nested too deeply");
}

static lcv_ast *no_memory(lcv_parser *parser)
{
    return lcv_diag_no_memory(parser->diag, parser->span);
}

static lcv_ast *check_height(lcv_parser *parser, lcv_ast *made)
{
    if (made->height <= LCV_MAX_HEIGHT)
        return made;
    lcv_diag_set_as(parser->diag, LCV_ERROR_LIMIT, parser->source, parser->span, "the expression is nested too deeply");
    return lcv_diag_hint(parser->diag, "at most %d operations may stand inside each other",
                         LCV_MAX_HEIGHT);
}

static lcv_ast *leaf(lcv_parser *parser, lcv_span span, lcv_ast_kind kind, const char *text)
{
    lcv_ast *made = lcv_ast_new(parser->arena, kind, span);
    if (!made)
        return no_memory(parser);
    made->text = text;
    return made;
}

static lcv_ast *node(lcv_parser *parser, lcv_span span, lcv_ast_kind kind, lcv_ast *first,
                     lcv_ast *second)
{
    lcv_ast *made = leaf(parser, span, kind, NULL);
    if (!made)
        return NULL;
    lcv_ast_add(made, first);
    if (second)
        lcv_ast_add(made, second);
    return check_height(parser, made);
}

static lcv_stmt *statement(lcv_parser *parser, lcv_span span, lcv_verb verb, lcv_ast *expr)
{
    lcv_stmt *made = lcv_arena_alloc(parser->arena, sizeof *made);
    if (!made) {
        no_memory(parser);
        return NULL;
    }
    *made = (lcv_stmt){.verb = verb, .span = span, .expr = expr};
    return made;
}

/* The loop gets its name, the end of its range, if it has one, and what it does. */
static bool loop(lcv_parser *parser, lcv_stmt *made, const char *name, lcv_span span,
                 lcv_ast *last, lcv_stmt *body)
{
    made->name = name;
    made->name_span = span;
    made->last = last;
    made->body = body;
    if (++parser->loops <= LCV_MAX_LOOPS)
        return true;
    return lcv_diag_set(parser->diag, parser->source, span,
                        "more than %d loops inside each other", LCV_MAX_LOOPS);
}

static lcv_ast *operation(lcv_parser *parser, lcv_span span, lcv_op op, lcv_ast *first,
                          lcv_ast *second)
{
    lcv_ast *made = node(parser, span, lcv_op_kind(op), first, second);
    if (made)
        made->op = op;
    return made;
}

/* The operand without parentheses that makes the order of operators doubtful: of bits in a
 * comparison, a sum in what is of bits; NULL: none. */
static const lcv_ast *doubtful(lcv_op outer, const lcv_ast *operand)
{
    bool bits = operand->op >= LCV_OP_BITAND && operand->op <= LCV_OP_BITOR;
    bool adds = operand->op == LCV_OP_ADD || operand->op == LCV_OP_SUB;
    bool doubt = lcv_op_kind(outer) == LCV_AST_COMPARE ? bits : adds;
    bool bare = operand->kind == LCV_AST_BINARY && operand->parentheses == 0;
    return bare && doubt ? operand : NULL;
}

/* Asks for parentheses around the doubtful operand, if there is one. */
static bool check_order(lcv_parser *parser, lcv_op op, const lcv_ast *first,
                        const lcv_ast *second)
{
    const lcv_ast *operand = doubtful(op, first);
    operand = operand ? operand : doubtful(op, second);
    if (!operand)
        return true;
    char *text = lcv_source_excerpt(parser->source, operand->span, 60);
    if (!text)
        return lcv_diag_no_memory(parser->diag, operand->span);
    lcv_diag_set(parser->diag, parser->source, operand->span,
                 "'%s' beside '%s' needs parentheses", lcv_op_name(operand->op),
                 lcv_op_name(op));
    lcv_diag_hint(parser->diag, "C and Python have other orders of '&', '^', '|' among '==', '<' "
                                "and sums: expected (%s) if it is meant so",
                  text);
    free(text);
    return false;
}

static lcv_ast *ordered(lcv_parser *parser, lcv_span span, lcv_op op, lcv_ast *first,
                        lcv_ast *second)
{
    return check_order(parser, op, first, second) ? operation(parser, span, op, first, second)
                                                  : NULL;
}

/* value if condition; otherwise: pieces (pieces.h). */
static lcv_ast *choice(lcv_parser *parser, lcv_span span, lcv_ast *value, lcv_ast *condition,
                       lcv_ast *otherwise)
{
    lcv_ast *made = node(parser, span, LCV_AST_PIECES, value, condition);
    return made ? append(parser, made, otherwise) : NULL;
}

/* A < B < C: what A < B, or A < B and .., ends with stands in the next comparison, too. */
static lcv_ast *chained(lcv_parser *parser, lcv_span span, lcv_ast *left, lcv_op op,
                        lcv_ast *right)
{
    const lcv_ast *last = left->kind == LCV_AST_LOGIC ? left->last : left;
    lcv_ast *middle = lcv_ast_copy(parser->arena, last->last);
    if (!middle)
        return no_memory(parser);
    lcv_span here = {middle->span.begin, span.end};
    lcv_ast *next = operation(parser, here, op, middle, right);
    return next ? operation(parser, span, LCV_OP_AND, left, next) : NULL;
}

static lcv_ast *keyword(lcv_parser *parser, lcv_span span, const char *name, lcv_ast *value)
{
    lcv_ast *made = node(parser, span, LCV_AST_KEYWORD, value, NULL);
    if (made)
        made->text = name;
    return made;
}

/* A layout behind a pointer and its swizzle, which stands before it or in it. */
static lcv_ast *pointed(lcv_parser *parser, lcv_span span, lcv_ast *swizzle, const char *pointer,
                        lcv_span place, lcv_ast *inner)
{
    if (swizzle && swizzle->kind != LCV_AST_SWIZZLE) {
        lcv_diag_set(parser->diag, parser->source, swizzle->span,
                     "what stands before a pointer is a swizzle of bytes");
        return lcv_diag_hint(parser->diag, "expected S<b,m,s>, as in S<3,4,3> o %s o (8,64):(64,1)",
                             pointer);
    }
    if (!swizzle && !(swizzle = lcv_pointer_swizzle(parser->arena, pointer, place)))
        return no_memory(parser);
    lcv_ast *made = node(parser, span, LCV_AST_POINTER, swizzle, inner);
    if (made)
        made->text = pointer;
    return made;
}

/* [4,[2,3]] is (4,(2,3)) on a side of a layout, as Python has sizes and strides. */
static void as_tuple(lcv_ast *list)
{
    if (list->kind != LCV_AST_LIST || !list->child)
        return;
    list->kind = LCV_AST_TUPLE;
    for (lcv_ast *item = list->child; item; item = item->next)
        as_tuple(item);
}

/* S:D(c) evaluates the layout S:D: a literal stride cannot be evaluated. */
static lcv_ast *layout(lcv_parser *parser, lcv_span span, lcv_ast *shape, lcv_ast *stride)
{
    as_tuple(shape);
    as_tuple(stride);
    lcv_ast *callee = stride, **place = &stride;
    while (callee->kind == LCV_AST_APPLY) {
        place = &callee->child;
        callee = callee->child;
    }
    if (callee->kind != LCV_AST_TUPLE && callee->kind != LCV_AST_INT &&
        callee->kind != LCV_AST_STRIDE)
        return node(parser, span, LCV_AST_LAYOUT, shape, stride);
    lcv_ast *arguments = callee->next;
    lcv_span inner = {span.begin, callee->span.end};
    callee->next = NULL;
    lcv_ast *made = node(parser, inner, LCV_AST_LAYOUT, shape, callee);
    if (!made)
        return NULL;
    made->next = arguments;
    *place = made;
    for (lcv_ast *outer = stride; outer != made; outer = outer->child) {
        outer->span.begin = span.begin;
        outer->height += made->height; /* an upper bound */
    }
    return check_height(parser, stride);
}

static lcv_ast *append(lcv_parser *parser, lcv_ast *list, lcv_ast *item)
{
    lcv_ast_add(list, item);
    list->span.end = item->span.end;
    return check_height(parser, list);
}

static lcv_ast *prepend(lcv_parser *parser, lcv_span span, lcv_ast_kind kind, lcv_ast *first,
                        lcv_ast *list)
{
    lcv_ast *made = node(parser, span, kind, first, NULL);
    for (lcv_ast *item = list->child, *next; made && item; item = next) {
        next = item->next;
        item->next = NULL;
        made = append(parser, made, item);
    }
    if (made)
        made->span = span;
    return made;
}

/* A(..), A.f(..); without arguments for NULL. */
static lcv_ast *called(lcv_parser *parser, lcv_span span, lcv_ast *callee, lcv_ast *args)
{
    bool part = args && callee->attribute && isupper((unsigned char)callee->child->text[0]);
    if (callee->attribute && callee->parentheses == 0 && !part) /* mma.LayoutC_TV(3): of a part */
        return check_height(parser, lcv_cute_arguments(parser, span, callee, args));
    lcv_ast *made = args ? prepend(parser, span, LCV_AST_APPLY, callee, args)
                         : node(parser, span, LCV_AST_APPLY, callee, NULL);
    if (!made || !args)
        return made;
    return lcv_print_collapses(parser, lcv_python_call(parser, lcv_cute_call(made)));
}

/* {0,2,4,6}, integers one by one, as the set of isl with these elements. */
static lcv_ast *elements(lcv_parser *parser, lcv_span span, lcv_ast *first, lcv_ast *others)
{
    lc_text out = {0};
    const lcv_ast *next = others->child;
    for (const lcv_ast *at = first; at; at = next, next = at ? at->next : NULL) {
        const lcv_ast *number = at->kind == LCV_AST_UNARY ? at->child : at;
        if (number->kind != LCV_AST_INT || (number != at && at->op != LCV_OP_NEG)) {
            lcv_diag_set(parser->diag, parser->source, at->span,
                         "an element of a set is an integer here");
            lcv_diag_hint(parser->diag, "expected {0,2,4,6}, or set \"{ [i,j] : 0 <= i < j < 8 }\"");
            lc_text_free(&out);
            return NULL;
        }
        lc_text_printf(&out, "%s[%s%s]", at == first ? "{ " : "; ", number != at ? "-" : "",
                       number->text);
    }
    lc_text_add(&out, " }");
    const char *text = lc_text_peek(&out);
    char *kept = !out.failed ? lcv_arena_alloc(parser->arena, strlen(text) + 1) : NULL;
    if (kept)
        strcpy(kept, text);
    lc_text_free(&out);
    return kept ? leaf(parser, span, LCV_AST_SET, kept) : no_memory(parser);
}

static const char *join(lcv_parser *parser, const lcv_ast *strings)
{
    size_t length = 0;
    for (const lcv_ast *piece = strings->child; piece; piece = piece->next)
        length += strlen(piece->text);
    if (length > LCV_MAX_STRING) {
        lcv_diag_set(parser->diag, parser->source, strings->span,
                     "a string of %zu characters: at most %u are read", length, LCV_MAX_STRING);
        return NULL;
    }
    char *made = lcv_arena_alloc(parser->arena, length + 1), *end = made;
    if (!made)
        no_memory(parser);
    for (const lcv_ast *piece = strings->child; made && piece; piece = piece->next) {
        size_t n = strlen(piece->text);
        memcpy(end, piece->text, n);
        end += n;
    }
    return made;
}

/* The number in `(size 16)`. */
static const char *digits(lcv_parser *parser, const char *text)
{
    const char *first = text + strcspn(text, "0123456789");
    size_t n = strspn(first, "0123456789");
    char *made = lcv_arena_alloc(parser->arena, n + 1);
    if (!made) {
        no_memory(parser);
        return "";
    }
    memcpy(made, first, n);
    return made;
}

/* ---- parameters ---- */

static lcv_ast *parameter(lcv_parser *parser, lcv_span span, const char *name, lcv_op op,
                          lcv_ast *low, lcv_ast *high)
{
    lcv_ast *made = node(parser, span, LCV_AST_PARAM, low, high);
    if (made) {
        made->text = name;
        made->op = op;
    }
    return made;
}

/* begin:end:step in brackets; NULL: left out. */
static lcv_ast *range(lcv_parser *parser, lcv_span span, lcv_ast *begin, lcv_ast *end,
                      lcv_ast *step)
{
    lcv_ast *made = leaf(parser, span, LCV_AST_RANGE, NULL), *const part[3] = {begin, end, step};
    for (size_t i = 0; made && i < 3; i++) {
        lcv_ast *p = part[i] ? part[i] : leaf(parser, span, LCV_AST_WILDCARD, NULL);
        if (!p)
            return NULL;
        lcv_ast_add(made, p);
    }
    return made ? check_height(parser, made) : NULL;
}

static lcv_ast *range_of(lcv_parser *parser, lcv_span span, const char *name, const char *in,
                         lcv_span in_span, lcv_ast *low, lcv_ast *high)
{
    if (strcmp(in, "in") == 0)
        return parameter(parser, span, name, LCV_OP_GE, low, high);
    lcv_diag_set(parser->diag, parser->source, in_span, "unexpected '%s'", in);
    return lcv_diag_hint(parser->diag, "a range is written %s in 1..64", name);
}

static void no_range(lcv_parser *parser, lcv_span span, const char *name)
{
    lcv_diag_set(parser->diag, parser->source, span, "the parameter '%s' has no least value", name);
    lcv_diag_hint(parser->diag, "expected param %s >= 1, or param %s in 1..64", name, name);
}

/* ---- syntax errors ---- */

/* Does the parser accept the token of this name here? Names are those of the
 * grammar: INT, <=, ','. */
static bool expects(const yypcontext_t *context, const char *name)
{
    yysymbol_kind_t expected[YYNTOKENS];
    int n = yypcontext_expected_tokens(context, expected, YYNTOKENS);
    for (int i = 0; i < n; i++) {
        if (strcmp(yysymbol_name(expected[i]), name) == 0)
            return true;
    }
    return false;
}

/* What could stand here, in words. Every operand may begin with an integer, and
 * every operator may stand where a comparison may or where `+` may. */
static char *choices(lcv_parser *parser, const yypcontext_t *context)
{
    static const struct {
        const char *name, *words, *unless;
    } choice[] = {{"INT", "an expression", ""},       {"NAME", "a name", "INT"},
                  {"STRING", "a string in quotes", ""},
                  {"'='", "'='", "'+'"},
                  {"START_STATEMENT", "a statement", ""}, {"prove", "a statement", ""},
                  {"'+'", "an operator", ""},
                  {"','", "','", ""},                  {"')'", "')'", ""},
                  {"'}'", "'}'", ""},                  {"else", "'else' and another value", ""},
                  {"->", "'->'", ""},
                  {"':'", "':'", "'+'"},                  {"']'", "']'", ""},
                  {"'>'", "'>'", "<="}};
    lc_text text = {0};
    for (size_t i = 0; i < sizeof choice / sizeof *choice; i++) {
        if (!expects(context, choice[i].name) || expects(context, choice[i].unless))
            continue;
        lc_text_add(&text, text.length == 0 ? "" : " or ");
        lc_text_add(&text, choice[i].words);
    }
    if (expects(context, "END"))
        lc_text_printf(&text, "%sthe end of the %s", text.length == 0 ? "" : " or ",
                          parser->whole ? "expression" : "statement");
    if (text.length == 0 && expects(context, "o"))
        lc_text_add(&text, "'o' and a layout");
    return lc_text_take(NULL, &text);
}

/* Would it be a name if it were no word of the language? */
static bool is_word(yysymbol_kind_t token)
{
    return token == YYSYMBOL_LET || token == YYSYMBOL_SHOW || token == YYSYMBOL_PROVE ||
           token == YYSYMBOL_REFUTE || token == YYSYMBOL_IMPORT || token == YYSYMBOL_PARAM ||
           token == YYSYMBOL_ASSUME || token == YYSYMBOL_RELATION || token == YYSYMBOL_O ||
           token == YYSYMBOL_WILDCARD;
}

static int yyreport_syntax_error(const yypcontext_t *context, lcv_parser *parser)
{
    lcv_span span = *yypcontext_location(context);
    if (yypcontext_token(context) == YYSYMBOL_YYEOF) {
        lcv_diag_set(parser->diag, parser->source, span, "the %s ends too early",
                     parser->whole ? "expression" : "statement");
    } else {
        bool name = expects(context, "NAME") && !expects(context, "INT");
        char *found = lcv_source_excerpt(parser->source, span, 40);
        if (!found)
            lcv_diag_no_memory(parser->diag, span);
        else if (name && is_word(yypcontext_token(context)))
            lcv_parser_reserved(parser, span);
        else
            lcv_diag_set(parser->diag, parser->source, span, "unexpected '%s'", found);
        free(found);
    }
    const char *foreign = lcv_attribute_hint(parser->source->text + span.begin);
    if (foreign)
        lcv_diag_hint(parser->diag, "%s", foreign);
    lcv_remedy(parser, span, expects(context, "'+'"));
    char *wanted = choices(parser, context);
    if (wanted)
        lcv_diag_hint(parser->diag, "expected %s", wanted);
    free(wanted);
    return 0;
}
