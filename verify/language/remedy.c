#include "config.h"

#include "remedy.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "comment.h"

#define SIDE 60 /* bytes of a text that is shown again */

typedef struct {
    const char *begin, *end;
} piece;

static piece trimmed(const char *begin, const char *end)
{
    while (begin < end && isspace((unsigned char)*begin))
        begin++;
    while (begin < end && isspace((unsigned char)end[-1]))
        end--;
    return (piece){begin, end};
}

static int length(piece p)
{
    return (int)(p.end - p.begin);
}

static bool is(piece p, const char *text)
{
    return strlen(text) == (size_t)length(p) && memcmp(p.begin, text, strlen(text)) == 0;
}

/* ---- (4,8),(1,4) ---- */

static bool is_tuple(piece p)
{
    int depth = 0;
    if (length(p) < 3 || length(p) > SIDE || *p.begin != '(')
        return false;
    for (const char *at = p.begin; at < p.end; at++) {
        depth += (*at == '(') - (*at == ')');
        if (depth == 0)
            return at + 1 == p.end;
    }
    return false;
}

static bool comma_for_colon(lcv_parser *parser, lcv_span span)
{
    const lcv_source *source = parser->source;
    lcv_span line = lcv_source_line(parser->source, span.begin);
    piece shape = trimmed(source->text + line.begin, source->text + span.begin);
    piece stride = trimmed(source->text + span.end, source->text + line.end);
    const char *verb = memchr(shape.begin, '(', (size_t)length(shape));
    shape.begin = verb && parser->whole == false ? verb : shape.begin;
    if (!is_tuple(shape) || !is_tuple(stride))
        return false;
    lcv_diag_hint(parser->diag, "a layout has a colon: expected %.*s:%.*s", length(shape),
                  shape.begin, length(stride), stride.begin);
    return true;
}

/* ---- signs ---- */

static bool at_sign(lcv_parser *parser, lcv_span span, piece token)
{
    const char *text = parser->source->text;
    const char after = text[span.end];
    if (is(token, ","))
        return (parser->depth == 0 && comma_for_colon(parser, span)) ||
               (parser->depth > 0 && text[parser->open[parser->depth - 1].begin] == '{' &&
                (lcv_diag_hint(parser->diag, "a tuple is written (4,8)"), true));
    if (is(token, "=") && (after == '>' || after == '<'))
        lcv_diag_hint(parser->diag, "expected '%c='", after);
    else if (is(token, "=") && parser->depth == 0)
        lcv_diag_hint(parser->diag, "expected '=='; let NAME = EXPR defines a name");
    else if (is(token, "->"))
        lcv_diag_hint(parser->diag, "a function is written let f(x) = EXPR; `C implies D` is "
                                    "not C or D");
    else
        return false;
    return true;
}

/* ---- words ---- */

static const struct {
    const char *word, *hint;
} known[] = {
    {"bit", "numbers have no units"},
    {"bits", "numbers have no units"},
    {"byte", "numbers have no units: bytes=4 is a number of bytes"},
    {"bytes", "numbers have no units: bytes=4 is a number of bytes"},
    {"div", "expected '/', which rounds down"},
    {"elements", "numbers have no units"},
    {"else", "a choice is written A if C else B, or C ? A : B"},
    {"equals", "expected '=='"},
    {"exists", "a claim says that something exists by its name, as admissible(A, B)"},
    {"for", "for x in [1,2] prove CLAIM is a statement of a file"},
    {"forall", "sizes that are not known are parameters: param M >= 1; CLAIM"},
    {"if",
     "a claim under a condition is not CONDITION or CLAIM; of parameters, assume CONDITION"},
    {"implies", "expected not C or D"},
    {"in", "contained(A, B) says that every value of A is one of B; 0 <= x and x < n is a range"},
    {"is", "expected '==', or a claim, as injective(A)"},
    {"lambda", "a function is written let f(x) = EXPR"},
    {"mod", "expected '%', in front of the divisor"},
    {"then", "a claim under a condition is not CONDITION or CLAIM"},
    {"where", "`where` stands behind the definition of a function: let f(X) = EXPR where CLAIM"},
    {"xor", "of integers, a ^ b; of claims, (C or D) and not (C and D)"},
};

static const char *hint_of(piece word)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (is(word, known[i].word))
            return known[i].hint;
    return NULL;
}

/* What was meant as a comment: words behind `//` on the same line. */
static bool behind_slashes(lcv_parser *parser, lcv_span span)
{
    const char *text = parser->source->text;
    size_t at = lcv_source_line(parser->source, span.begin).begin;
    for (; at + 1 < span.begin; at++)
        if (text[at] == '/' && text[at + 1] == '/' && lcv_divides(text, at)) {
            lcv_diag_hint(parser->diag, "`//` divides the operand before it; a comment begins "
                                        "with `#` here");
            return true;
        }
    return false;
}

/* The word before a place, if nothing but blanks stands between. */
static piece word_before(const char *text, size_t at)
{
    piece p = {text + at, text + at};
    while (p.end > text && isspace((unsigned char)p.end[-1]))
        p.end--;
    p.begin = p.end;
    while (p.begin > text && (isalnum((unsigned char)p.begin[-1]) || p.begin[-1] == '_'))
        p.begin--;
    return p;
}

static bool at_word(lcv_parser *parser, lcv_span span, piece token)
{
    const char *hint = hint_of(token);
    if (!hint)
        hint = hint_of(word_before(parser->source->text, span.begin));
    if (hint)
        lcv_diag_hint(parser->diag, "%s", hint);
    return hint != NULL;
}

void lcv_remedy(lcv_parser *parser, lcv_span span, bool after)
{
    const char *text = parser->source->text;
    piece token = {text + span.begin, text + span.end};
    if (length(token) == 0)
        return;
    if (is(token, ">") && span.begin > 0 && token.begin[-1] == '<')
        lcv_diag_hint(parser->diag, "expected '!='");
    if (*token.begin == '"' && parser->whole && length(token) > 2 && length(token) < SIDE)
        lcv_diag_hint(parser->diag, "no quotes stand around an expression: expected %.*s",
                      length(token) - 2, token.begin + 1);
    else if (!behind_slashes(parser, span) && after && !at_sign(parser, span, token))
        at_word(parser, span, token);
}
