#include "config.h"

#include "input.h"

#include <ctype.h>
#include <string.h>

#include "../language/attribute.h"
#include "../language/comment.h"
#include "../language/print.h"

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* ---- completeness ---- */

/* The length of the line up to a comment. */
static size_t without_comment(const char *named, const char *line, size_t length)
{
    bool quoted = false;
    for (size_t i = 0; i < length; i++) {
        bool slashes = line[i] == '/' && i + 1 < length && line[i + 1] == '/' &&
                       !lcv_divides(line, i);
        if (line[i] == '"')
            quoted = !quoted;
        else if (!quoted &&
                 ((line[i] == '#' && lcv_attribute_word(named, line + i) == 0) || slashes))
            return i;
    }
    return length;
}

static void count_open(lcv_input *input, const char *line, size_t length)
{
    bool quoted = false;
    for (size_t i = 0; i < length; i++) {
        if (line[i] == '"')
            quoted = !quoted;
        else if (!quoted && line[i] != '\0' && strchr("({[", line[i]))
            input->depth++;
        else if (!quoted && line[i] != '\0' && strchr(")}]", line[i]))
            input->depth--;
    }
    input->quoted = quoted;
}

/* Something has to follow the last word. */
static bool goes_on(const char *text, size_t length)
{
    static const char *const words[] = {"o",      "let",     "show",   "prove",    "refute",
                                        "import", "param",   "assume", "plan",     "for",
                                        "kernel", "explain", "draw",   "relation", "load"};
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        length--;
    if (length == 0)
        return false;
    if (strchr("+-*/%:=,<", text[length - 1]) ||
        (text[length - 1] == '>' && length > 1 && text[length - 2] == '-'))
        return true;
    size_t begin = length;
    while (begin > 0 && in_name(text[begin - 1]))
        begin--;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length - begin &&
            memcmp(words[i], text + begin, length - begin) == 0)
            return i == 0 ? begin > 0 : begin == 0; /* verbs begin a text */
    return false;
}

/* A loop goes on until it says what is done. */
static bool is_open_loop(const char *text)
{
    static const char *const done[] = {" show ", " prove ", " refute ", " let "};
    const char *last = strncmp(text, "for ", 4) == 0 ? text : NULL;
    for (const char *inner; last && (inner = strstr(last + 3, " for "));)
        last = inner + 1;
    for (size_t i = 0; last && i < sizeof done / sizeof *done; i++)
        if (strstr(last, done[i]))
            return false;
    return last != NULL;
}

bool lcv_input_add(lcv_input *input, const char *named, const char *line, size_t length)
{
    size_t n = without_comment(named, line, length);
    count_open(input, line, n);
    lc_text_add(&input->text, input->text.length > 0 ? " " : "");
    lc_text_add_bytes(&input->text, line, n);
    return input->quoted || input->text.failed ||
           (input->depth <= 0 && !goes_on(lc_text_peek(&input->text), input->text.length) &&
            !is_open_loop(lc_text_peek(&input->text)) &&
            !lcv_print_is_open(lc_text_peek(&input->text)));
}

void lcv_input_clear(lcv_input *input)
{
    lc_text_free(&input->text);
    *input = (lcv_input){0};
}

/* ---- the call around a place ---- */

const char *lcv_input_call(const char *text, size_t end, size_t *length)
{
    long depth = 0;
    while (end > 0) {
        char c = text[--end];
        depth += c == ')' ? 1 : c == '(' ? -1 : 0;
        if (depth >= 0)
            continue;
        size_t last = end;
        while (end > 0 && in_name(text[end - 1]))
            end--;
        *length = last - end;
        if (*length > 0)
            return text + end;
        depth = 0; /* a parenthesis by itself: what is around it */
    }
    return NULL;
}
