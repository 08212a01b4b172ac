/* check_language.c - the claim language: what is read and what it means, names, claims
 * and statements. */
#include "config.h"

#include "language.h"
#include "suite.h"

#include "../verify/catalogue/catalogue.h"
#include "../lib/text.h"
#include "../verify/language/parse.h"
#include "../verify/value/scope.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is read ---- */

/* What prints is read again, as the same value. */
LAW_SHARE(test_round_trip, "what prints is read again", 10, NULL)
{
    m_layout a;
    rnd_layout(&l->rnd, 1 << 20, &a);
    char *text = law_own_memory(l, m_layout_text(&a));
    return language_gives(l, text, text);
}

/* ---- names ---- */

TEST(test_nearest)
{
    static const char *const names[] = {"compose", "composes", "complement", "o", "size"};
    size_t n = sizeof names / sizeof *names;
    ck_assert_str_eq(lcv_nearest("compos", n, names), "compose");
    ck_assert_str_eq(lcv_nearest("ocmpose", n, names), "compose");
    ck_assert_str_eq(lcv_nearest("complemnet", n, names), "complement");
    ck_assert_str_eq(lcv_nearest("sise", n, names), "size");
    const char *near[LCV_NEAR], *const alike[] = {"m8n8", "m16n8", "m8n16", "m16n8", "m8n8k"};
    ck_assert_uint_eq(lcv_nearest_of("m8n7", 5, alike, near), 1);
    ck_assert_str_eq(near[0], "m8n8");
    ck_assert_uint_eq(lcv_nearest_of("m1n8", 5, alike, near), 2);
    ck_assert_uint_eq(lcv_nearest_of("", 5, alike, near), 0);
    ck_assert_ptr_null(lcv_nearest("injective", n, names));
    ck_assert_ptr_null(lcv_nearest("x", n, names));
    ck_assert_ptr_null(lcv_nearest("", n, names));
}

TEST(test_scope)
{
    lcv_scope scope = {0};
    char name[32];
    ck_assert_ptr_null(lcv_scope_find(&scope, "A0"));
    for (int i = 0; i < 3000; i++) {
        snprintf(name, sizeof name, "A%d", i);
        ck_assert(lcv_scope_add(&scope, name, NULL, NULL, (lcv_span){(size_t)i, 0}));
    }
    for (int i = 0; i < 3000; i++) {
        snprintf(name, sizeof name, "A%d", i);
        const lcv_binding *b = lcv_scope_find(&scope, name);
        ck_assert_ptr_nonnull(b);
        ck_assert_uint_eq(b->span.begin, (size_t)i);
    }
    ck_assert_ptr_null(lcv_scope_find(&scope, "A3000"));
    lcv_scope_clear(&scope);
}

/* Every function of the language is there once, and its signature says so. */
TEST(test_tables)
{
    for (size_t i = 0; lcv_operation_at(i); i++) {
        const lcv_operation *row = lcv_operation_at(i);
        ck_assert_ptr_eq(lcv_operation_find(row->name), row);
        ck_assert_ptr_null(lcv_claim_find(row->name));
        ck_assert_uint_le(row->min_args, row->max_args);
        bool called = strncmp(row->signature, row->name, strlen(row->name)) == 0 &&
                      row->signature[strlen(row->name)] == '(';
        ck_assert(called != row->written);
    }
}

/* ---- claims ---- */

static int status_after(const char *claim)
{
    lcv_session *own = lcv_session_new((lcv_options){0});
    lcv_listener listener = {.user = NULL};
    lcv_session_prove(own, claim, &listener);
    int status = lcv_tally_status(lcv_session_tally(own));
    lcv_session_free(own);
    return status;
}

TEST(test_status)
{
    ck_assert_int_eq(status_after("1 == 1"), 0);
    ck_assert_int_eq(status_after("1 == 2"), 1);
    ck_assert_int_eq(status_after("1 =="), 2);
    ck_assert_int_eq(status_after("4"), 2);
    ck_assert_int_eq(status_after("(1,2) < (1,3)"), 2);
    ck_assert_int_eq(status_after("4:1 == 4:1"), 0);
    ck_assert_int_eq(status_after("4:1 < 4:1"), 2);
    ck_assert_int_eq(lcv_tally_status(&(lcv_tally){.unknown = 1}), 3);
    ck_assert_int_eq(lcv_tally_status(&(lcv_tally){.undecided = 1}), 3);
    ck_assert_int_eq(lcv_tally_status(&(lcv_tally){.unknown = 1, .failed = 1}), 1);
    ck_assert_int_eq(lcv_tally_status(&(lcv_tally){.errors = 1, .failed = 1}), 2);
    ck_assert_int_eq(lcv_tally_status(&(lcv_tally){.errors = 1, .disagreements = 1}), 4);
}

/* ---- statements ---- */

/* Verbs of the statements of a text, '!' for an error. */
static void check_statements(const char *text, const char *expected)
{
    lcv_diag diag = {0};
    lcv_source *source = lcv_source_text("a.lay", text, strlen(text), &diag);
    lcv_parser *parser = lcv_parser_new(source);
    lcv_stmt stmt;
    lcv_parse_status status;
    lc_text found = {0};
    while ((status = lcv_parser_next(parser, &stmt, &diag)) != LCV_PARSE_END) {
        lc_text_add_char(&found, status == LCV_PARSED ? lcv_verb_name(stmt.verb)[0] : '!', 1);
        ck_assert(diag.failed == (status == LCV_PARSE_ERROR));
        lcv_diag_clear(&diag);
    }
    char *verbs = lc_text_take(NULL, &found);
    ck_assert_msg(strcmp(verbs, expected) == 0, "%s: %s, not %s", text, verbs, expected);
    free(verbs);
    lcv_parser_free(parser);
    lcv_source_free(source);
}

TEST(test_statements)
{
    check_statements("", "");
    check_statements("# nothing\n\n", "");
    check_statements("let A = 4:1\nshow A\nprove 1 == 1\nrefute 1 == 2\nimport \"x\"", "lspri");
    check_statements("let A\n = 4\n :\n 1 show A", "ls");
    check_statements("show (\nshow 3", "!s");
    check_statements("show 3)\nshow 3", "!s");
    check_statements("sho 3\nshow 3", "!s");
    check_statements("4:1\nshow 3", "!s");
    check_statements("show 4:1\nsho 5", "s!");
    check_statements("show 4:1\nsho 5\nshow 6", "s!s");
    check_statements("show A\n(1)\nshow A\n- 1\nshow 2 +\nA", "sss");
    check_statements("show A A\nshow 3", "!s");
    check_statements("let = 4\nlet A = 4", "!l");
    check_statements("let let = 4", "!");
    check_statements("let prove = 4\nshow 3", "!s");
    check_statements("let\nprove 1 == 1", "!p");
    check_statements("param M >= 1, show >= 1\nshow 3", "!s");
    check_statements("show linear{prove: [1] -> x: 2}\nrefute 1 == 2", "!r");
    check_statements("let A = 3 show A", "ls");
    check_statements("let o = 4\nshow \"abc\nshow 4", "!!s");
    check_statements("import 4\nimport \"a\" \"b\"", "!i");
    check_statements("show 4 ?? 5\nshow 4 # prove\nprove", "!s!");
}

TEST(test_excerpt)
{
    lcv_diag diag = {0};
    const char *text = "  compose(A, # first\n    relation \"a  # b\",\t6:3)  ";
    lcv_source *source = lcv_source_text("x", text, strlen(text), &diag);
    char *whole = lcv_source_excerpt(source, (lcv_span){0, source->length}, 100);
    char *part = lcv_source_excerpt(source, (lcv_span){0, source->length}, 12);
    ck_assert_str_eq(whole, "compose(A, relation \"a  # b\", 6:3)");
    ck_assert_str_eq(part, "compose(A, r...");
    free(whole);
    free(part);
    lcv_source_free(source);
}

/* No character is cut, whatever stands before it. */
TEST(test_excerpt_of_characters)
{
    lcv_diag diag = {0};
    const char *text = "abcd \xf0\x9f\x98\x80\xf0\x9f\x98\x80 e";
    lcv_source *source = lcv_source_text("x", text, strlen(text), &diag);
    for (size_t room = 1; room < 16; room++) {
        char *part = lcv_source_excerpt(source, (lcv_span){0, source->length}, room);
        size_t n = strcspn(part, ".");
        ck_assert_str_eq(part + n, n < strlen(text) ? "..." : "");
        ck_assert_int_eq(strncmp(part, text, n), 0);
        ck_assert_msg(((unsigned char)text[n] & 0xc0) != 0x80, "room %zu: %s", room, part);
        free(part);
    }
    lcv_source_free(source);
}

/* An error at the end of a statement is there, not where the next one begins. */
TEST(test_place_of_the_end)
{
    char text[LCV_MAX_HEIGHT + 64] = "show ", *at = text + 5;
    lcv_diag diag = {0};
    lcv_stmt stmt;
    memset(at, '-', LCV_MAX_HEIGHT + 5);
    at += LCV_MAX_HEIGHT + 5;
    strcpy(at, "1 # one\nprove 1 == 1");
    lcv_source *source = lcv_source_text("x", text, strlen(text), &diag);
    lcv_parser *parser = lcv_parser_new(source);
    ck_assert_int_eq(lcv_parser_next(parser, &stmt, &diag), LCV_PARSE_ERROR);
    ck_assert_str_eq(diag.message, "the expression is nested too deeply");
    ck_assert_uint_eq(diag.span.begin, (size_t)(at - text) + 1);
    ck_assert_uint_eq(diag.span.end, diag.span.begin);
    lcv_diag_clear(&diag);
    ck_assert_int_eq(lcv_parser_next(parser, &stmt, &diag), LCV_PARSED);
    ck_assert_uint_eq(stmt.span.begin, (size_t)(strstr(text, "prove") - text));
    lcv_parser_free(parser);
    lcv_source_free(source);
}

SUITE_MAIN("language", test_round_trip, test_nearest, test_scope, test_tables, test_status,
           test_statements, test_excerpt, test_excerpt_of_characters, test_place_of_the_end)
