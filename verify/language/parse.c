#include "config.h"

#include "parse.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "attribute.h"
#include "grammar.h"
#include "print.h"

/* A parser of a part of the source, without an arena. */
static lcv_parser *parser_of(lcv_source *source, lcv_span part)
{
    lcv_parser *parser = calloc(1, sizeof *parser);
    if (!parser)
        return NULL;
    parser->source = source;
    parser->begin = parser->offset = part.begin;
    parser->end = part.end;
    parser->token = -1;
    parser->lexer = lcv_lexer_new(parser);
    if (!parser->lexer) {
        lcv_parser_free(parser);
        return NULL;
    }
    return parser;
}

lcv_parser *lcv_parser_new(lcv_source *source)
{
    lcv_parser *parser = parser_of(source, (lcv_span){0, source->length});
    if (parser && !(parser->arena = lcv_arena_new())) {
        lcv_parser_free(parser);
        return NULL;
    }
    return parser;
}

void lcv_parser_free(lcv_parser *parser)
{
    if (!parser)
        return;
    lcv_lexer_free(parser->lexer);
    lcv_arena_free(parser->arena);
    free(parser);
}

/* Read the next token ahead, unless one is waiting. */
static int peek(lcv_parser *parser)
{
    if (parser->token < 0) {
        lcv_span span;
        parser->token = lcv_lexer_next(parser->lexer, &parser->text, &span);
        parser->span = span;
    }
    return parser->token;
}

/* A print of another program that stands by itself is shown. */
static bool is_shown(int token)
{
    return token == LCV_TOKEN_PRINT || token == LCV_TOKEN_TABLE;
}

bool lcv_is_printed(int token)
{
    return is_shown(token) || token == LCV_TOKEN_DECLARED;
}

static bool begins_statement(int token)
{
    return token == LCV_TOKEN_LET || token == LCV_TOKEN_SHOW || token == LCV_TOKEN_PROVE ||
           token == LCV_TOKEN_REFUTE || token == LCV_TOKEN_IMPORT || token == LCV_TOKEN_PARAM ||
           token == LCV_TOKEN_ASSUME || token == LCV_TOKEN_PLAN || token == LCV_TOKEN_KERNEL ||
           token == LCV_TOKEN_FOR || token == LCV_TOKEN_DECLARED;
}

/* The statement of a loop begins with one of these. */
static bool may_loop(int token)
{
    return token == LCV_TOKEN_SHOW || token == LCV_TOKEN_PROVE || token == LCV_TOKEN_REFUTE ||
           token == LCV_TOKEN_FOR;
}

/* ... and not `refute plan`, or `for x in L prove`. */
static bool begins_other(const lcv_parser *parser, int token)
{
    return begins_statement(token) &&
           !(token == LCV_TOKEN_PLAN && parser->last == LCV_TOKEN_REFUTE) &&
           !(parser->looping && may_loop(token));
}

static bool too_much(lcv_parser *parser)
{
    if (++parser->ntokens > LCV_MAX_TOKENS) {
        lcv_diag_set_as(parser->diag, LCV_ERROR_LIMIT, parser->source, parser->span,
                        "the %s is too long", parser->whole ? "expression" : "statement");
        lcv_diag_hint(parser->diag, "at most %d words and signs are read", LCV_MAX_TOKENS);
        return true;
    }
    return false;
}

static const char *closed_by(char open)
{
    return open == '(' ? ")" : open == '{' ? "}" : "]";
}

static bool open_bracket(lcv_parser *parser)
{
    if (parser->depth == LCV_MAX_NESTING) {
        lcv_diag_set_as(parser->diag, LCV_ERROR_LIMIT, parser->source, parser->span,
                        "the expression is nested too deeply");
        return lcv_diag_hint(parser->diag, "at most %d brackets may be open", LCV_MAX_NESTING);
    }
    parser->open[parser->depth++] = parser->span;
    return true;
}

static bool close_bracket(lcv_parser *parser, char close)
{
    if (parser->depth == 0) {
        lcv_diag_set(parser->diag, parser->source, parser->span,
                     "unbalanced '%c': nothing is open here", close);
        return lcv_diag_hint(parser->diag, "expected '%c' before it, or no '%c'",
                             close == ')'   ? '('
                             : close == ']' ? '['
                                            : '{',
                             close);
    }
    lcv_span open = parser->open[--parser->depth];
    const char *wanted = closed_by(parser->source->text[open.begin]);
    if (*wanted == close)
        return true;
    lcv_diag_set(parser->diag, parser->source, parser->span, "unbalanced '%c'", close);
    lcv_diag_hint(parser->diag, "expected '%s' first", wanted);
    return lcv_diag_note(parser->diag, parser->source, open, "to close this");
}

/* Does an operand, or a string, end with this token? */
static bool ends_operand(int token)
{
    return token == LCV_TOKEN_BRACES || token == LCV_TOKEN_NAME || token == LCV_TOKEN_INT ||
           token == LCV_TOKEN_STRIDE || token == LCV_TOKEN_STRING ||
           token == LCV_TOKEN_WILDCARD || token == LCV_TOKEN_FRESH || is_shown(token) ||
           token == ')' || token == ']' || token == '}' || token == '>';
}

bool lcv_parser_divides(const lcv_parser *parser)
{
    const char *between = parser->source->text + parser->last_end;
    size_t n = parser->span.begin - parser->last_end;
    return ends_operand(parser->last) && strcspn(between, "\n;") >= n;
}

bool lcv_parser_shifts(const lcv_parser *parser)
{
    return parser->angles == 0 && ends_operand(parser->last);
}

/* Brackets: the grammar reports an error where it stumbles, but the reader needs it at the
 * bracket. */
static bool track_brackets(lcv_parser *parser, int token)
{
    if (token == '(' || token == '[' || token == '{')
        return open_bracket(parser);
    if (token == ')' || token == ']' || token == '}')
        return close_bracket(parser, (char)token);
    if (token == '<' && !ends_operand(parser->last))
        parser->angles++;
    else if (token == '>' && parser->angles > 0)
        parser->angles--;
    return true;
}

/* The end of a statement, or a word that begins the next one, inside brackets. */
static bool check_closed(lcv_parser *parser)
{
    if (parser->depth == 0)
        return true;
    lcv_span open = parser->open[parser->depth - 1];
    lcv_span end = {parser->last_end, parser->last_end};
    char bracket = parser->source->text[open.begin];
    lcv_diag_set(parser->diag, parser->source, end, "unbalanced '%c': the %s ends too early",
                 bracket, parser->whole ? "expression" : "statement");
    lcv_diag_hint(parser->diag, "expected '%s'%s", closed_by(bracket),
                  parser->source->file ? "; the next comment goes on if it begins with "
                                         "'layoutcheck:'"
                                       : "");
    return lcv_diag_note(parser->diag, parser->source, open, "to close this");
}

/* Does an operand begin behind the token? */
static bool operand_follows(const lcv_parser *parser)
{
    const char *next = parser->source->text + parser->offset;
    next += strspn(next, " \t\r\n");
    return *next != '\0' && (isalnum((unsigned char)*next) || strchr("_(<[{!-~", *next));
}

/* Words that are names in other places: `and`, `or`, `if`, `else`, `where`, `refuted` after an
 * operand, where no name stands, the last two in the definition of a function alone; `not` before
 * an operand. A size that is not known, `?`, asks after an operand. */
static int as_written(const lcv_parser *parser, int token)
{
    bool after = parser->ntokens > 0 && ends_operand(parser->last);
    if (after && token == LCV_TOKEN_FRESH && strcmp(parser->text, "?") == 0)
        return LCV_TOKEN_QUESTION;
    if (token != LCV_TOKEN_NAME)
        return token;
    if (after && strcmp(parser->text, "if") == 0)
        return LCV_TOKEN_IF;
    if (after && strcmp(parser->text, "else") == 0)
        return LCV_TOKEN_ELSE;
    if (after && strcmp(parser->text, "and") == 0)
        return LCV_TOKEN_AND;
    if (after && strcmp(parser->text, "or") == 0)
        return LCV_TOKEN_OR;
    if (after && parser->depth == 0 && parser->defining && strcmp(parser->text, "where") == 0)
        return LCV_TOKEN_WHERE;
    if (after && parser->depth == 0 && parser->defining && strcmp(parser->text, "refuted") == 0)
        return LCV_TOKEN_REFUTED;
    bool named = parser->last == LCV_TOKEN_LET || parser->last == LCV_TOKEN_FOR ||
                 parser->last == LCV_TOKEN_PLAN || parser->last == LCV_TOKEN_KERNEL ||
                 parser->last == '.';
    bool negates = !after && !named && strcmp(parser->text, "not") == 0;
    return negates && operand_follows(parser) ? LCV_TOKEN_NOT : token;
}

/* An operand on a line of its own right after an operand continues nothing: most likely it is a
 * statement with a misspelt word. */
static bool stands_alone(const lcv_parser *parser, int token)
{
    bool operand = token == LCV_TOKEN_NAME || token == LCV_TOKEN_INT ||
                   token == LCV_TOKEN_STRIDE || token == LCV_TOKEN_RELATION ||
                   token == LCV_TOKEN_PRINT;
    bool after = ends_operand(parser->last) && parser->last != LCV_TOKEN_WILDCARD &&
                 parser->last != ']' && parser->last != '}' && parser->last != '>';
    size_t between = parser->span.begin - parser->last_end;
    return operand && after && parser->depth == 0 &&
           memchr(parser->source->text + parser->last_end, '\n', between) != NULL;
}

static bool ends_statement(const lcv_parser *parser, int token)
{
    return token == LCV_TOKEN_END || token == ';' ||
           (!parser->whole && parser->ntokens > 0 &&
            (begins_other(parser, token) || stands_alone(parser, token)));
}

void lcv_parser_reserved(lcv_parser *parser, lcv_span span)
{
    char *found = lcv_source_excerpt(parser->source, span, 40);
    lcv_diag_set(parser->diag, parser->source, span, "'%s' is a reserved word",
                 found ? found : "");
    lcv_diag_hint(parser->diag,
                  "let, show, prove, refute, import, param, assume, relation, o and _ "
                  "are no names");
    free(found);
}

/* A word that begins a statement at a place where a statement cannot end: after `let`, a comma or
 * an operator on the same line. */
static bool check_reserved(lcv_parser *parser, int token)
{
    if (parser->ntokens == 0 || ends_operand(parser->last) || !begins_other(parser, token) ||
        memchr(parser->source->text + parser->last_end, '\n',
               parser->span.begin - parser->last_end))
        return true;
    lcv_parser_reserved(parser, parser->span);
    parser->token = -1; /* it begins no statement */
    return false;
}

/* The grammar is done with the token that it was given, and wants the next. */
static void pass(lcv_parser *parser)
{
    int token = parser->given;
    if (token == LCV_TOKEN_FOR || may_loop(token))
        parser->looping = token == LCV_TOKEN_FOR;
    parser->defining |= token == LCV_TOKEN_LET;
    parser->last = token;
    parser->last_end = parser->span.end;
    parser->given = parser->token = -1;
}

/* The end is where the last token ended, not where the next statement begins, which is known
 * again when all is read. */
static int give_end(lcv_parser *parser, int token, lcv_span *span)
{
    if (!check_closed(parser))
        return LCV_TOKEN_LCV_YYerror;
    parser->ahead = parser->span;
    parser->ended = true;
    *span = parser->span = (lcv_span){parser->last_end, parser->last_end};
    if (token == ';')
        parser->token = -1;
    return LCV_TOKEN_END;
}

int lcv_yylex(LCV_YYSTYPE *value, lcv_span *span, lcv_parser *parser)
{
    if (parser->given >= 0)
        pass(parser);
    int token = as_written(parser, peek(parser));
    value->text = parser->text;
    *span = parser->span;
    if (!parser->begun) {
        parser->begun = true;
        return parser->whole ? LCV_TOKEN_START_EXPR : LCV_TOKEN_START_STATEMENT;
    }
    if (token == LCV_TOKEN_BAD || parser->diag->failed || !check_reserved(parser, token))
        return LCV_TOKEN_LCV_YYerror;
    if (ends_statement(parser, token))
        return give_end(parser, token, span);
    if (too_much(parser) || !track_brackets(parser, token))
        return LCV_TOKEN_LCV_YYerror;
    if (lcv_is_printed(token))
        value->ast = parser->print;
    return parser->given = token;
}

/* An error of the parser is one of syntax, unless it has another code. False. */
static bool is_syntax(lcv_diag *diag)
{
    if (diag->code == LCV_ERROR_ARGUMENT)
        diag->code = LCV_ERROR_SYNTAX;
    return false;
}

static bool parse(lcv_parser *parser)
{
    parser->ntokens = parser->depth = 0;
    parser->angles = 0;
    parser->looping = parser->defining = false;
    parser->loops = 0;
    parser->stmt = (lcv_stmt){0};
    parser->begun = parser->ended = false;
    parser->given = -1;
    peek(parser);
    size_t from = parser->span.begin;
    bool parsed = lcv_yyparse(parser) == 0 && !parser->diag->failed;
    if (parser->given >= 0)
        pass(parser);
    if (parser->ended)
        parser->span = parser->ahead;
    if (!parsed) /* the parser does not report its own failures to get memory */
        lcv_diag_no_memory(parser->diag, parser->span);
    if (!parsed && parser->inside == 0 && !is_syntax(parser->diag) &&
        parser->diag->code == LCV_ERROR_SYNTAX && parser->diag->failed)
        lcv_print_guess(parser, from);
    return parsed;
}

static void skip_to_statement(lcv_parser *parser)
{
    parser->token = -1;
    while (peek(parser) != LCV_TOKEN_END && !begins_statement(parser->token))
        parser->token = -1;
}

/* The arena is for the next statement; only the token read ahead still refers to it, and it has
 * no text here, unless it is a table or a print, which stays where it is. */
static void next_arena(lcv_parser *parser)
{
    if (!lcv_is_printed(parser->token))
        lcv_arena_empty(parser->arena);
}

static void not_a_statement(lcv_parser *parser)
{
    static const char *const verb[] = {"let",   "show",   "prove", "refute", "import",
                                       "param", "assume", "plan",  "kernel", "for"};
    char *found = lcv_source_excerpt(parser->source, parser->span, 40);
    lcv_diag_set(parser->diag, parser->source, parser->span, "'%s' begins no statement",
                 found ? found : "");
    if (parser->source->file && found && strncasecmp(found, "layoutcheck", 11) == 0)
        lcv_diag_hint(parser->diag, "a comment of claims begins with 'layoutcheck:', in small "
                                    "letters and with the colon");
    const char *near = found ? lcv_nearest(found, sizeof verb / sizeof *verb, verb) : NULL;
    if (near && strcmp(found, "plan") == 0)
        lcv_diag_hint(parser->diag, "expected plan NAME(KEY = VALUE, ...)");
    else if (near && strcmp(found, "kernel") == 0)
        lcv_diag_hint(parser->diag, "expected kernel NAME(\"FILE\", KEY = VALUE, ...)");
    else if (found && strcmp(found, "table") == 0)
        lcv_diag_hint(parser->diag, "expected table T[0..P) in [0..Q), injective");
    else if (near && strcmp(found, "for") == 0)
        lcv_diag_hint(parser->diag, "expected for NAME in [VALUE, ...] prove CLAIM");
    else if (near)
        lcv_diag_hint(parser->diag, "did you mean '%s'?", near);
    const char *foreign = lcv_attribute_hint(parser->source->text + parser->span.begin);
    if (foreign)
        lcv_diag_hint(parser->diag, "%s", foreign);
    const char *next = parser->source->text + parser->span.end;
    next += strspn(next, " \t");
    if (found && parser->token == LCV_TOKEN_NAME && next[0] == '=' && next[1] != '=')
        lcv_diag_hint(parser->diag, "expected let %s = ..", found);
    else if (found && parser->token == LCV_TOKEN_NAME && next[0] == '(')
        lcv_diag_hint(parser->diag, "expected show %s(..), or prove %s(..) of a claim", found,
                      found);
    lcv_diag_hint(parser->diag,
                  "a statement begins with let, show, prove, refute, for, param, assume, plan, "
                  "kernel or import");
    free(found);
}

/* Semicolons that end nothing; the token behind them. */
static int skip_ends(lcv_parser *parser)
{
    while (peek(parser) == ';')
        parser->token = -1;
    return parser->token;
}

lcv_parse_status lcv_parser_next(lcv_parser *parser, lcv_stmt *stmt, lcv_diag *diag)
{
    parser->diag = diag;
    int token = skip_ends(parser);
    if (token == LCV_TOKEN_END && !diag->failed)
        return LCV_PARSE_END;
    next_arena(parser);
    if (!diag->failed && !begins_statement(token) && !is_shown(token))
        not_a_statement(parser);
    else if (!diag->failed && parse(parser)) {
        *stmt = parser->stmt;
        return LCV_PARSED;
    }
    if (parser->token < 0 || !begins_statement(parser->token))
        skip_to_statement(parser);
    is_syntax(diag);
    return LCV_PARSE_ERROR;
}

size_t lcv_parser_at(const lcv_parser *parser)
{
    bool known = parser->token == LCV_TOKEN_END || begins_statement(parser->token) ||
                 is_shown(parser->token);
    return known ? parser->span.begin : LCV_NOWHERE;
}

bool lcv_parser_asks(const lcv_parser *parser)
{
    return parser->token == LCV_TOKEN_SHOW || parser->token == LCV_TOKEN_PROVE ||
           parser->token == LCV_TOKEN_REFUTE || is_shown(parser->token);
}

void lcv_parser_go(lcv_parser *parser, size_t at)
{
    parser->token = parser->last = -1;
    parser->offset = at;
    lcv_lexer_go(parser->lexer);
}

lcv_ast *lcv_parser_expr(lcv_parser *parser, lcv_diag *diag)
{
    parser->diag = diag;
    parser->whole = true;
    bool parsed = parse(parser);
    if (parsed && skip_ends(parser) != LCV_TOKEN_END && !diag->failed) {
        lcv_diag_set_as(diag, LCV_ERROR_SYNTAX, parser->source, parser->span,
                        "one expression is read here, and more follows");
        lcv_diag_hint(diag, "statements stand in a file, or are typed at `layoutcheck check -`");
    }
    return parsed && !diag->failed ? parser->stmt.expr : NULL;
}

lcv_ast *lcv_parser_part(lcv_parser *parser, lcv_span part)
{
    lcv_parser *inner = NULL;
    if (parser->inside >= LCV_MAX_PARTS) {
        lcv_diag_set_as(parser->diag, LCV_ERROR_LIMIT, parser->source, part,
                        "more than %d prints inside each other", LCV_MAX_PARTS);
        return NULL;
    }
    inner = parser_of(parser->source, part);
    if (!inner)
        return lcv_diag_no_memory(parser->diag, part);
    inner->arena = parser->arena;
    inner->inside = parser->inside + 1;
    lcv_ast *ast = lcv_parser_expr(inner, parser->diag);
    inner->arena = NULL;
    lcv_parser_free(inner);
    return ast;
}
