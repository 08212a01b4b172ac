#include "config.h"

#include "comment.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

#define MARK "layoutcheck"
#define RAW_DELIMITER 16 /* characters of a raw string's delimiter, at most */
#define NOWHERE SIZE_MAX

lcv_comments lcv_comments_of(const char *name)
{
    static const char *const cxx[] = {".c", ".cc", ".cpp", ".cxx", ".cu",  ".cuh",
                                      ".h", ".hh", ".hpp", ".hxx", ".hip", ".inl"};
    const char *slash = strrchr(name, '/'), *base = slash ? slash + 1 : name;
    const char *end = strrchr(base, '.');
    if (!end || end == base)
        return LCV_NO_COMMENTS;
    if (strcmp(end, ".py") == 0 || strcmp(end, ".pyi") == 0)
        return LCV_PYTHON_COMMENTS;
    for (size_t i = 0; i < sizeof cxx / sizeof *cxx; i++)
        if (strcmp(end, cxx[i]) == 0)
            return LCV_CXX_COMMENTS;
    return LCV_NO_COMMENTS;
}

/* Places are offsets in `text`. */
typedef struct {
    const char *text;
    size_t length;
    char *to;
    bool found;
} reader;

static char at(const reader *r, size_t i)
{
    return i < r->length ? r->text[i] : '\0';
}

static bool starts(const reader *r, size_t i, const char *with)
{
    size_t n = strlen(with);
    return n <= r->length - i && memcmp(r->text + i, with, n) == 0;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static size_t skip_blanks(const reader *r, size_t i, size_t end)
{
    while (i < end && is_blank(r->text[i]))
        i++;
    return i;
}

static size_t line_end(const reader *r, size_t i, size_t end)
{
    const char *nl = i < end ? memchr(r->text + i, '\n', end - i) : NULL;
    return nl ? (size_t)(nl - r->text) : end;
}

/* ---- the text of a comment ---- */

/* A statement without its colon, which prose seldom begins with. */
static bool begins_claim(const reader *r, size_t i)
{
    static const char *const verb[] = {"let", "show", "prove", "refute"};
    for (size_t k = 0; k < sizeof verb / sizeof *verb; k++)
        if (starts(r, i, verb[k]) && !is_word(at(r, i + strlen(verb[k]))))
            return true;
    return false;
}

/* Where the language begins in a line of a comment, its text beginning at i. */
static size_t marked(const reader *r, size_t i, size_t end)
{
    const size_t length = strlen(MARK);
    if (end - i < length || strncasecmp(r->text + i, MARK, length) != 0)
        return NOWHERE;
    bool exact = memcmp(r->text + i, MARK, length) == 0;
    size_t behind = skip_blanks(r, i + length, end);
    if (behind < end && r->text[behind] == ':')
        return exact ? behind + 1 : i;
    return behind < end && behind > i + length && begins_claim(r, behind) ? i : NOWHERE;
}

/* Without blanks at the end of the line, and the backslash that joins it with the next one. */
static size_t line_text_end(const reader *r, size_t i, size_t end)
{
    while (end > i && is_blank(r->text[end - 1]))
        end--;
    return end > i && r->text[end - 1] == '\\' ? end - 1 : end;
}

/* Lines of the language. */
static void keep(reader *r, size_t i, size_t end)
{
    r->found = true;
    for (size_t stop; i < end; i = stop + 1) {
        stop = line_end(r, i, end);
        memcpy(r->to + i, r->text + i, line_text_end(r, i, stop) - i);
    }
}

/* A comment of one line: `i` is behind its sign, which may be longer (`///`, `//!`, `##`). */
static void line_comment(reader *r, size_t i, size_t end)
{
    while (i < end && strchr("/!<#", r->text[i]))
        i++;
    size_t begin = marked(r, skip_blanks(r, i, end), end);
    if (begin != NOWHERE)
        keep(r, begin, end);
}

/* Behind the `*` that decorates the lines of a block comment. */
static size_t skip_star(const reader *r, size_t i, size_t end)
{
    i = skip_blanks(r, i, end);
    size_t star = i;
    while (star < end && r->text[star] == '*')
        star++;
    bool decorates = star > i && (star == end || is_blank(r->text[star]));
    return decorates ? skip_blanks(r, star, end) : i;
}

static void block_comment(reader *r, size_t i, size_t end)
{
    bool first = true, whole = false;
    for (size_t stop; i < end; i = stop + 1) {
        stop = line_end(r, i, end);
        size_t text = skip_star(r, i, stop), begin = marked(r, text, stop);
        whole = whole || (first && begin != NOWHERE);
        first = first && text == stop;
        if (begin != NOWHERE || whole)
            keep(r, begin != NOWHERE ? begin : text, stop);
    }
}

/* ---- C++ ---- */

/* Behind a literal that begins at i with the quotation mark; an open one ends with its line. */
static size_t quoted(const reader *r, size_t i)
{
    char mark = r->text[i++];
    for (; i < r->length && r->text[i] != '\n'; i++) {
        if (r->text[i] == mark)
            return i + 1;
        if (r->text[i] == '\\' && i + 1 < r->length)
            i++;
    }
    return i;
}

/* Behind R"x( .. )x", the quotation mark at i. */
static size_t raw_string(const reader *r, size_t i)
{
    char close[RAW_DELIMITER + 3] = ")";
    size_t n = 0;
    while (n <= RAW_DELIMITER && i + 1 + n < r->length && !strchr("( )\\\n", r->text[i + 1 + n]))
        n++;
    if (n > RAW_DELIMITER || at(r, i + 1 + n) != '(')
        return quoted(r, i);
    memcpy(close + 1, r->text + i + 1, n);
    close[n + 1] = '"';
    for (size_t k = i + n + 2; k < r->length; k++)
        if (r->text[k] == ')' && starts(r, k, close))
            return k + n + 2;
    return r->length;
}

/* Behind a name or a number, 1'000'000 among them, and the raw string that a name may begin. */
static size_t cxx_word(const reader *r, size_t i)
{
    static const char *const prefix[] = {"R", "LR", "uR", "UR", "u8R"};
    bool number = r->text[i] >= '0' && r->text[i] <= '9';
    size_t begin = i;
    while (is_word(at(r, i)) || (number && at(r, i) == '\'' && is_word(at(r, i + 1))))
        i++;
    for (size_t k = 0; at(r, i) == '"' && k < sizeof prefix / sizeof *prefix; k++)
        if (i - begin == strlen(prefix[k]) && starts(r, begin, prefix[k]))
            return raw_string(r, i);
    return i;
}

/* The end of a comment of C++ from i on: a backslash at the end of a line joins the next one. */
static size_t joined_end(const reader *r, size_t i)
{
    size_t end = line_end(r, i, r->length);
    for (;;) {
        if (end == r->length || r->text[line_text_end(r, i, end)] != '\\')
            return end;
        i = end + 1;
        end = line_end(r, i, r->length);
    }
}

static size_t cxx_line_comment(reader *r, size_t i)
{
    size_t end = joined_end(r, i);
    line_comment(r, i, end);
    return end;
}

static size_t cxx_block_comment(reader *r, size_t i)
{
    size_t end = i;
    while (end < r->length && !starts(r, end, "*/"))
        end++;
    block_comment(r, i, end);
    return end < r->length ? end + 2 : end;
}

static void read_cxx(reader *r)
{
    for (size_t i = 0; i < r->length;) {
        char c = r->text[i];
        if (starts(r, i, "//"))
            i = cxx_line_comment(r, i + 2);
        else if (starts(r, i, "/*"))
            i = cxx_block_comment(r, i + 2);
        else if (c == '"' || c == '\'')
            i = quoted(r, i);
        else
            i = is_word(c) ? cxx_word(r, i) : i + 1;
    }
}

/* ---- Python ---- */

/* Behind a string that begins at i, perhaps with three quotation marks. */
static size_t python_string(const reader *r, size_t i)
{
    char three[4] = {r->text[i], r->text[i], r->text[i]};
    if (!starts(r, i, three))
        return quoted(r, i);
    for (i += 3; i < r->length; i++) {
        if (starts(r, i, three))
            return i + 3;
        if (r->text[i] == '\\')
            i++;
    }
    return r->length;
}

static void read_python(reader *r)
{
    for (size_t i = 0; i < r->length;) {
        char c = r->text[i];
        if (c == '#') {
            size_t end = line_end(r, i, r->length);
            line_comment(r, i + 1, end);
            i = end;
        } else {
            i = c == '"' || c == '\'' ? python_string(r, i) : i + 1;
        }
    }
}

bool lcv_divides(const char *text, size_t at)
{
    while (at > 0 && is_blank(text[at - 1]))
        at--;
    return at > 0 && (is_word(text[at - 1]) || strchr(")]}", text[at - 1]));
}

bool lcv_comment_claims(lcv_comments kind, const char *source, size_t length, char *to)
{
    reader r = {source, length, to, false};
    for (size_t i = 0; i < length; i++)
        to[i] = source[i] == '\n' ? '\n' : ' ';
    if (kind == LCV_CXX_COMMENTS)
        read_cxx(&r);
    else if (kind == LCV_PYTHON_COMMENTS)
        read_python(&r);
    return r.found;
}
