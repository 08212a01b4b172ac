/* check_language_errors.c - where errors are, what they say, and that too much of
 * anything is one. */
#include "config.h"

#include "language.h"
#include "suite.h"

#include "../lib/text.h"

#include <stdlib.h>
#include <string.h>

/* The quoted line is cut to a window, and the caret stands under the column. */
TEST(test_quoting)
{
    lc_text text = {0};
    language_seen s;
    lc_text_add(&text, "(");
    for (int i = 0; i < 5000; i++)
        lc_text_add(&text, "1,");
    lc_text_add(&text, "$ 2)");
    language_eval(text.data, &s);
    ck_assert_uint_eq(s.column, 10002);
    ck_assert_uint_lt(strlen(s.rendered), 400);
    char *quote = strchr(s.rendered, '\n') + 1;
    char *caret = strchr(quote, '\n') + 1;
    size_t at = strcspn(caret, "^");
    ck_assert_int_eq(quote[at], '$');
    language_clear(&s);

    language_eval("(1,\n\t2 \xc3\xa9 3)", &s); /* a tab, and a letter outside ASCII */
    ck_assert_uint_eq(s.line, 2);
    ck_assert_uint_eq(s.column, 4);
    ck_assert_ptr_nonnull(strstr(s.rendered, "<expr>:2:4: error: "));
    ck_assert_ptr_nonnull(strstr(s.rendered, "\n   2 \xc3\xa9 3)\n     ^"));
    language_clear(&s);
    lc_text_free(&text);
}

static char *repeat(const char *before, const char *piece, size_t times, const char *after)
{
    lc_text text = {0};
    lc_text_add(&text, before);
    for (size_t i = 0; i < times; i++)
        lc_text_add(&text, piece);
    lc_text_add(&text, after);
    return lc_text_take(NULL, &text);
}

/* Too much of anything is an error, not a crash and not a wait. */
TEST(test_bounds)
{
    static const struct {
        const char *before, *piece;
        size_t times;
        const char *after;
    } row[] = {
        {"", "(", 100000, ""},
        {"", "(", 100000, ")"},
        {"", "[", 100000, ""},
        {"", "{", 100000, ""},
        {"", "<", 100000, "1"},
        {"", "-", 100000, "1"},
        {"1", "+1", 5000, ""},
        {"4:1", " o 4:1", 100000, ""},
        {"size", "(size", 100000, ""},
        {"", "Shape<", 100000, "4"},
        {"size", "<4", 100000, ">(4)"},
        {"4", ".size()", 100000, ""},
        {"A", "(1)", 100000, ""},
        {"(1", ",1", 1000000, ")"},
        {"(1", ",1", 5000, ")"},
        {"f(", "k=1,", 200000, "1)"},
        {"", "1", 1000000, ""},
        {"", "a", 1000000, ""},
        {"relation \"", "x", 5000000, "\""},
        {"relation", " \"xxxxxxxxxxxxxxx\"", 100000, ""},
        {"4:1 # ", "x", 5000000, " :"},
    };
    for (size_t i = 0; i + 1 < sizeof row / sizeof *row; i++) {
        char *text = repeat(row[i].before, row[i].piece, row[i].times, row[i].after);
        language_seen s;
        language_eval(text, &s);
        ck_assert_msg(s.status == LCV_INVALID, "%s%s...: no error", row[i].before, row[i].piece);
        ck_assert_uint_lt(strlen(s.rendered), 2000);
        language_clear(&s);
        free(text);
    }
    char *text = repeat("4:1 # ", "x", 5000000, " :");
    language_check(text, "4:1");
    free(text);
    text = repeat("", "(", 400, "1");
    char *closed = repeat(text, ")", 400, "");
    language_check(closed, "1"); /* parentheses are no tuples */
    free(closed);
    free(text);
}

SUITE_MAIN("language, errors", test_quoting, test_bounds)
