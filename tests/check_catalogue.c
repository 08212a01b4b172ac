/* check_catalogue.c - rows of the catalogue are whole, and the independent checker knows the
 * same claims and operations.
 *
 * Each part of a row is there, or the reason why not. That this is noticed is tried on copies of
 * rows without one part.
 */
#include "config.h"

#include "rows.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

#include "../isl-bridge/recheck/sets/sets.h"
#include "../isl-bridge/recheck/claims/claims.h"
#include "../isl-bridge/recheck/laws/laws.h"
#include "../verify/catalogue/catalogue.h"
#include "../verify/catalogue/spellings.h"
#include "../verify/catalogue/words.h"
#include "../verify/claim/prove.h"
#include "../verify/language/parse.h"
#include "../verify/session/script.h"

/* ---- whole rows ---- */

static bool has_text(const char *text)
{
    return text && text[0] != '\0';
}

/* The last rule, and no other, is of all operands. */
static bool rules_are_whole(const lcv_rule *rules)
{
    if (!rules)
        return false;
    for (; has_text(rules->text) && has_text(rules->source); rules++)
        if (rules->of == LCV_OF_LAYOUTS)
            return true;
    return false;
}

/* A part, or else the reason why it is not there. */
static bool either(bool part, const char *reason)
{
    return part != has_text(reason);
}

static bool is_called(const char *signature, const char *name)
{
    size_t n = strlen(name);
    return strncmp(signature, name, n) == 0 && signature[n] == '(' &&
           signature[strlen(signature) - 1] == ')';
}

/* What is wrong with a row; NULL: nothing. */
static const char *flaw_of_claim(const lcv_claim *row)
{
    return !has_text(row->name) || !has_text(row->signature) ? "no name, no signature"
           : !is_called(row->signature, row->name)           ? "a signature of another name"
           : row->min_args > row->max_args                   ? "no number of arguments"
           : !row->prove                                     ? "nothing proves it"
           : !either(row->symbols != NULL, row->no_symbols)  ? "symbols"
           : !either(row->witness != NULL, row->no_witness)  ? "a witness"
           : !rules_are_whole(row->rules)                    ? "no rule"
                                                             : NULL;
}

static const char *flaw_of_operation(const lcv_operation *row)
{
    return !has_text(row->name) || !has_text(row->signature)      ? "no name, no signature"
           : is_called(row->signature, row->name) == row->written ? "called, or written"
           : row->min_args > row->max_args                        ? "no number of arguments"
           : !row->apply                                          ? "nothing computes it"
           : !either(row->symbols != NULL, row->no_symbols)       ? "symbols"
           : (row->apply_to_morphisms != NULL) != (row->morphism_args > 0) ? "morphisms"
           : !rules_are_whole(row->rules)                                  ? "no rule"
                                                                           : NULL;
}

TEST(rows_are_whole)
{
    size_t n = 0;
    for (const lcv_claim *row; (row = lcv_claim_at(n)) != NULL; n++) {
        const char *flaw = flaw_of_claim(row);
        ck_assert_msg(!flaw, "claim %s: %s", row->name, flaw ? flaw : "");
        ck_assert_ptr_eq(lcv_claim_find(row->name), row);
        ck_assert(n == 0 || strcmp(lcv_claim_at(n - 1)->name, row->name) < 0);
    }
    ck_assert_uint_gt(n, 0);
    n = 0;
    for (const lcv_operation *row; (row = lcv_operation_at(n)) != NULL; n++) {
        const char *flaw = flaw_of_operation(row);
        ck_assert_msg(!flaw, "operation %s: %s", row->name, flaw ? flaw : "");
        ck_assert_ptr_eq(lcv_operation_find(row->name), row);
        ck_assert_ptr_eq(lcv_operation_called(row->name), row->written ? NULL : row);
        ck_assert_ptr_null(lcv_claim_find(row->name));
    }
    ck_assert_uint_gt(n, 0);
}

/* Programs that prove claims on values may give too many or too few of them. */
TEST_ISL(numbers_of_arguments)
{
    lcv_value *args[16];
    for (size_t i = 0; i < 16; i++)
        args[i] = lcv_value_int(ctx, lc_int_const(4));
    size_t claims = 0;
    for (const lcv_claim *row; (row = lcv_claim_at(claims)) != NULL; claims++) {
        const size_t wrong[] = {row->min_args - 1, row->max_args + 1};
        for (size_t i = 0; i < 2; i++) {
            char given[32];
            snprintf(given, sizeof given, ", %zu given", wrong[i]);
            ck_assert_ptr_null(lcv_prove(r, row, wrong[i], args));
            ck_assert_int_eq(lc_ctx_code(ctx), LC_ERR_INVALID);
            ck_assert_ptr_eq(strstr(lc_ctx_message(ctx), row->signature), lc_ctx_message(ctx));
            ck_assert_ptr_nonnull(strstr(lc_ctx_message(ctx), given));
            if (row->max_args - row->min_args > 1) /* "takes 1 to 8 arguments" */
                ck_assert_ptr_nonnull(strstr(lc_ctx_message(ctx), " to "));
        }
    }
    ck_assert_uint_gt(claims, 0);
    for (size_t i = 0; i < 16; i++)
        lcv_value_free(args[i]);
}

static bool is_known(const char *name)
{
    return lcv_operation_called(name) || lcv_claim_find(name) || lcv_word_find(name, 0);
}

/* An alias stands for a name of the language, and is none. */
TEST(aliases_are_of_names)
{
    size_t n = 0;
    for (const lcv_alias *a; (a = lcv_alias_at(n)) != NULL; n++) {
        ck_assert_msg(is_known(a->as), "%s", a->as);
        ck_assert_msg(!is_known(a->name), "%s", a->name);
        ck_assert_ptr_eq(lcv_alias_find(a->name), a);
    }
    ck_assert_uint_gt(n, 40);
    ck_assert_ptr_null(lcv_alias_find("size"));
}

static bool is_expression(const char *text)
{
    lcv_diag diag = {0};
    lcv_source *source = lcv_source_text("a.lay", text, strlen(text), &diag);
    lcv_parser *parser = lcv_parser_new(source);
    bool parsed = lcv_parser_expr(parser, &diag) != NULL;
    lcv_parser_free(parser);
    lcv_source_free(source);
    lcv_diag_clear(&diag);
    return parsed;
}

/* What is to be written is an expression, or a statement, with the arguments in it. */
TEST(spellings_are_expressions)
{
    static const char *const arg[] = {"((4,8):(1,4))", "(2)", "(3)", "(5)"};
    size_t n = 0;
    for (const lcv_spelling *s; (s = lcv_spelling_at(n)) != NULL; n++) {
        char *text = lcv_spelling_text(s, 4, arg);
        bool statement = strncmp(text, "show ", 5) == 0 || strncmp(text, "prove ", 6) == 0;
        bool swizzle = strncmp(text, "S<", 2) == 0; /* of numbers */
        ck_assert_msg(statement || swizzle || strstr(text, "...") || is_expression(text), "%s",
                      text);
        ck_assert_msg(strstr(text, arg[0]) || strstr(text, arg[1]), "%s: %s", s->call, text);
        free(text);
    }
    ck_assert_uint_gt(n, 45);
}

TEST(spellings_have_the_arguments)
{
    static const char *const arg[] = {"A", "1", "0"};
    int fits;
    char *text = lcv_spelling_text(lcv_spelling_find("permute", 3, &fits), 3, arg);
    ck_assert_str_eq(text, "select(A, 1, 0)");
    ck_assert_int_eq(fits, 1);
    free(text);
    ck_assert_str_eq(lcv_spelling_find("transpose", 3, &fits)->write, "select(A, j, i)");
    ck_assert_str_eq(lcv_spelling_find("transpose", 1, &fits)->write, "select(A, 1, 0)");
    ck_assert_ptr_nonnull(lcv_spelling_find("lcm", 5, &fits));
    ck_assert_int_eq(fits, 0);
    ck_assert_ptr_null(lcv_spelling_find("transp", 1, &fits));
}

TEST(missing_parts_are_noticed)
{
    const lcv_claim *whole = lcv_claim_find("covers");
    lcv_claim claim[6];
    for (size_t i = 0; i < 6; i++)
        claim[i] = *whole;
    claim[0].signature = "surjective(X)";
    claim[1].prove = NULL;
    claim[2].symbols = NULL;
    claim[3].witness = NULL;
    claim[4].no_witness = "a reason beside it";
    claim[5].rules = (const lcv_rule[]){{LCV_OF_LAYOUTS, "a text", NULL}};
    for (size_t i = 0; i < 6; i++)
        ck_assert_msg(flaw_of_claim(&claim[i]) != NULL, "copy %zu", i);
    lcv_operation operation[6];
    for (size_t i = 0; i < 6; i++)
        operation[i] = *lcv_operation_find("group");
    operation[0].apply = NULL;
    operation[1].no_symbols = "a reason beside it";
    operation[2].symbols = NULL;
    operation[3].rules = NULL;
    operation[4].written = true;
    operation[5].morphism_args = 1;
    for (size_t i = 0; i < 6; i++)
        ck_assert_msg(flaw_of_operation(&operation[i]) != NULL, "copy %zu", i);
}

/* ---- words ---- */

static bool is_example_of(const char *call, const lcv_word *word)
{
    size_t n = strlen(word->name), nargs = 1, depth = 0;
    if (strncmp(call, word->name, n) != 0 || call[n] != '(')
        return false;
    for (const char *c = call + n + 1; *c; c++) {
        depth += strchr("(<[{", *c) != NULL;
        depth -= strchr(")>]}", *c) != NULL && c[-1] != '-' && depth > 0;
        nargs += *c == ',' && depth == 0;
    }
    return word->nargs == LCV_WORD_ANY || nargs == word->nargs;
}

/* The names in a signature: `A, ...` counts as one. */
static size_t formals_of(const char *signature)
{
    size_t n = 1;
    for (const char *c = signature; *c; c++)
        n += *c == ',' && strncmp(c, ", ...", 5) != 0;
    return n;
}

static const char *flaw_of_word(const lcv_word *word)
{
    return !has_text(word->name) || !is_called(word->signature, word->name)
               ? "a signature of another name"
           : !has_text(word->body)                            ? "no body"
           : !has_text(word->text) || !has_text(word->source) ? "no rule"
           : (word->nargs == LCV_WORD_ANY) != (strstr(word->signature, "...") != NULL)
               ? "any number of arguments"
           : word->nargs != LCV_WORD_ANY && formals_of(word->signature) != word->nargs
               ? "another number of arguments"
               : NULL;
}

static void take_status(void *user, const lcv_outcome *outcome)
{
    *(lcv_status *)user = outcome->status;
}

TEST(words_are_whole)
{
    data_rows calls = rows_read("tests/rows/words.tsv");
    for (size_t i = 0; lcv_word_at(i); i++) {
        const lcv_word *word = lcv_word_at(i);
        const char *flaw = flaw_of_word(word);
        bool found = false;
        ck_assert_msg(!flaw, "word %s: %s", word->signature, flaw ? flaw : "");
        ck_assert_ptr_eq(lcv_word_find(word->name, word->nargs), word);
        for (size_t k = 0; k < calls.n; k++)
            found = found || is_example_of(calls.row[k].field[0], word);
        ck_assert_msg(found, "no example of %s", word->signature);
    }
    rows_clear(&calls);
}

TEST(words_have_values)
{
    data_rows calls = rows_read("tests/rows/words.tsv");
    for (size_t k = 0; k < calls.n; k++) {
        const char *call = calls.row[k].field[0];
        lcv_session *session = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_ISL});
        lcv_status status = LCV_INVALID;
        const lcv_listener listener = {.user = &status, .outcome = take_status};
        ck_assert_ptr_nonnull(session);
        lcv_session_eval(session, call, &listener);
        ck_assert_msg(status == LCV_PASSED, "%s: %d", call, status);
        lcv_session_free(session);
    }
    rows_clear(&calls);
}

/* ---- the checker's names ---- */

/* `conflicts <=` is of the operation conflicts, of its arguments and the number. */
static const lcv_operation *compared(const char *name)
{
    static const char *const comparison[] = {" !=", " <=", " ==", " >="};
    char word[64];
    size_t n = strlen(name);
    for (size_t i = 0; i < sizeof comparison / sizeof *comparison && n < sizeof word; i++) {
        if (n < 3 || strcmp(name + n - 3, comparison[i]) != 0)
            continue;
        snprintf(word, sizeof word, "%.*s", (int)(n - 3), name);
        const lcv_operation *row = lcv_operation_find(word);
        return row && row->measure ? row : NULL;
    }
    return NULL;
}

/* Steps that are written, and have no row: operators, literals. */
static bool is_syntax(const char *name)
{
    return strchr("+-*/%<>=!", name[0]) || strchr(name, ' ') || strcmp(name, "name") == 0 ||
           strcmp(name, "tensor") == 0 || strcmp(name, "tuple") == 0 ||
           strcmp(name, "literal") == 0;
}

/* The parameters before `vector`. */
static size_t before_vector(const char *signature)
{
    size_t n = 0;
    for (const char *end = strstr(signature, " vector="); end && signature < end; signature++)
        n += *signature == ',';
    return n;
}

TEST(checker_knows_the_claims)
{
    size_t least, most, known = 0, rows = 0, comparisons = 0;
    const char *name;
    for (size_t i = 0; (name = lcr_claim_name(i, &least, &most)) != NULL; i++) {
        const lcv_claim *row = lcv_claim_find(name);
        const lcv_operation *number = compared(name);
        if (!row && !number && is_syntax(name))
            continue;
        ck_assert_msg((row != NULL) != (number != NULL), "%s is no claim", name);
        /* a measure is stated with all that stands before its vector */
        ck_assert_uint_eq(least, row ? row->min_args : before_vector(number->signature) + 1);
        ck_assert_uint_eq(most, row ? row->max_args : number->max_args + 1);
        known += row != NULL;
        comparisons += number != NULL;
    }
    while (lcv_claim_at(rows))
        rows++;
    ck_assert_uint_eq(known, rows);
    ck_assert_uint_eq(comparisons, 8);
}

/* All laws of this name together take these numbers of arguments. */
static bool checker_takes(const lcv_operation *row)
{
    size_t least, most, from = SIZE_MAX, to = 0;
    const char *name;
    for (size_t i = 0; (name = lcr_law_name(i, &least, &most)) != NULL; i++) {
        if (strcmp(name, row->name) != 0)
            continue;
        from = least < from ? least : from;
        to = most > to ? most : to;
    }
    return from == row->min_args && to == row->max_args;
}

TEST(checker_knows_the_operations)
{
    size_t least, most;
    const char *name;
    for (size_t i = 0; (name = lcr_law_name(i, &least, &most)) != NULL; i++)
        ck_assert_msg(is_syntax(name) || lcv_operation_find(name) != NULL, "%s is no operation",
                      name);
    for (size_t i = 0; lcv_operation_at(i) != NULL; i++)
        ck_assert_msg(checker_takes(lcv_operation_at(i)), "%s", lcv_operation_at(i)->name);
}

/* ---- relations ---- */

static bool among(const char *name, const rel_row *row)
{
    while (row->name && strcmp(row->name, name) != 0)
        row++;
    return row->name != NULL;
}

static bool is_law_of_relations(const char *name)
{
    const ev_row *row = lcr_laws_relation;
    while (row->name && strcmp(row->name, name) != 0)
        row++;
    return row->name || among(name, lcr_rel_laws);
}

/* What is known of relations with parameters, the checker states, too. */
TEST(checker_knows_the_relations)
{
    for (size_t i = 0; lcv_claim_at(i) != NULL; i++)
        ck_assert_msg(!lcv_claim_at(i)->symbols_of_relations ||
                          among(lcv_claim_at(i)->name, lcr_rel_claims),
                      "%s", lcv_claim_at(i)->name);
    for (size_t i = 0; lcv_operation_at(i) != NULL; i++)
        ck_assert_msg(!lcv_operation_at(i)->symbols_of_relations ||
                          is_law_of_relations(lcv_operation_at(i)->name),
                      "%s", lcv_operation_at(i)->name);
}

SUITE_MAIN("catalogue", rows_are_whole, numbers_of_arguments, missing_parts_are_noticed,
           aliases_are_of_names, spellings_are_expressions, spellings_have_the_arguments,
           words_are_whole, words_have_values, checker_knows_the_claims,
           checker_knows_the_operations, checker_knows_the_relations)
