/* check_symbolic_values.c - values in symbols: tests/symbolic-values.tsv.
 *
 * Each expression has a value, under the condition of its row, which is the same as the algebra's
 * with numbers in the place of the parameters: "V, or W if C, or if D" is W where C or D holds,
 * and else V. "V, where E" is one where E holds, and there is none elsewhere. Where PyCuTe has a
 * value, it is the same function.
 */
#include "config.h"

#include "random.h"
#include "rows.h"
#include "suite.h"

#include "../verify/session/answer.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT 16384
#define SMALL 30 /* instances a row, with parameters that are 1 and equal now and then */
#define LARGE 12 /* with all parameters larger than the numbers of the row */
#define NAMES 8

static const char *const name[NAMES] = {"M", "N", "X", "Y", "LD", "T", "DM", "DN"};
static lcv_session *with_numbers;

typedef struct {
    int value[NAMES];
} place;

/* ---- numbers for names ---- */

static void at(const char *text, const place *p, char out[TEXT])
{
    char *end = out;
    while (*text && end + 32 < out + TEXT) {
        size_t n = 0, i = 0;
        while (isalnum((unsigned char)text[n]) || text[n] == '_')
            n++;
        while (i < NAMES && !(n == strlen(name[i]) && strncmp(text, name[i], n) == 0))
            i++;
        if (n == 0 || i == NAMES)
            end += sprintf(end, "%.*s", n == 0 ? 1 : (int)n, text);
        else
            end += sprintf(end, "%d", p->value[i]);
        text += n == 0 ? 1 : n;
    }
    *end = '\0';
}

static bool is_true(const char *claim, const place *p)
{
    char text[TEXT];
    at(claim, p, text);
    lcv_answer *a = lcv_ask(with_numbers, LCV_ASK_PROVE, text);
    int verdict = lcv_answer_verdict(a);
    ck_assert_msg(verdict == LCV_PROVED || verdict == LCV_REFUTED, "%s: %s", text,
                  lcv_answer_rendered(a));
    lcv_answer_free(a);
    return verdict == LCV_PROVED;
}

/* The expression has a value there. */
static bool exists(const char *expression, const place *p)
{
    char text[TEXT];
    at(expression, p, text);
    lcv_answer *a = lcv_ask(with_numbers, LCV_ASK_EVAL, text);
    bool value = lcv_answer_status(a) == LCV_PASSED;
    int error = lcv_answer_error(a);
    ck_assert_msg(value || error == LCV_ERROR_NO_VALUE || error == LCV_ERROR_ARGUMENT, "%s: %s",
                  text, lcv_answer_rendered(a));
    lcv_answer_free(a);
    return value;
}

/* ---- cases ---- */

/* The value of "V, or W if C, or if D" at these numbers. */
static void value_at(const char *cases, const place *p, char out[TEXT])
{
    static const char also[] = ", or ";
    char text[TEXT];
    snprintf(text, sizeof text, "%s", cases);
    char *value = NULL;
    for (char *part = text; part;) {
        char *next = strstr(part, also);
        if (next)
            *next = '\0';
        char *condition = strncmp(part, "if ", 3) == 0 ? part : strstr(part, " if ");
        if (condition != part && condition)
            *condition++ = '\0';
        if (condition != part)
            value = part;
        if (part == text || (condition && is_true(condition + 3, p)))
            at(value, p, out);
        part = next ? next + sizeof also - 1 : NULL;
    }
}

/* ---- rows ---- */

typedef struct {
    const char *id, *expression, *theirs, *where;
    char value[TEXT], *exists; /* NULL: everywhere */
} row;

/* Parameters, and the conditions of a row as assumptions. */
static lcv_session *with_parameters(const char *where)
{
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    char text[400], rest[200];
    ck_assert_ptr_nonnull(session);
    for (size_t i = 0; i < NAMES; i++) {
        snprintf(text, sizeof text, "param %s >= 1", name[i]);
        lcv_answer_free(lcv_ask(session, LCV_ASK_SAY, text));
    }
    snprintf(rest, sizeof rest, "%s", where);
    for (char *part = rest; strcmp(where, "-") != 0 && part;) {
        char *next = strstr(part, " and ");
        if (next)
            *next = '\0';
        snprintf(text, sizeof text, "assume %s", part);
        lcv_answer_free(lcv_ask(session, LCV_ASK_SAY, text));
        part = next ? next + 5 : NULL;
    }
    return session;
}

static bool admits(const row *r, const place *p)
{
    return strcmp(r->where, "-") == 0 || is_true(r->where, p);
}

static void check_small(const row *r, rnd *random)
{
    char here[TEXT], value[TEXT], claim[3 * TEXT];
    for (int k = 0; k < SMALL; k++) {
        place p;
        for (size_t i = 0; i < NAMES; i++)
            p.value[i] = (int)rnd_in(random, 1, k % 2 ? 3 : 12);
        if (!admits(r, &p))
            continue;
        bool expected = !r->exists || is_true(r->exists, &p);
        at(r->expression, &p, here);
        ck_assert_msg(exists(r->expression, &p) == expected, "%s: %s %s", r->id, here,
                      expected ? "has no value" : "has a value");
        if (!expected)
            continue;
        value_at(r->value, &p, value);
        snprintf(claim, sizeof claim, "equal(%s, %s)", here, value);
        ck_assert_msg(is_true(claim, &p), "%s: %s", r->id, claim);
    }
}

static void check_theirs(const row *r, rnd *random)
{
    char claim[3 * TEXT];
    snprintf(claim, sizeof claim, "equiv(%s, %s)", r->expression, r->theirs);
    size_t compared = 0;
    for (int k = 0; k < 40 * LARGE && compared < LARGE; k++) {
        place p;
        for (size_t i = 0; i < NAMES; i++)
            p.value[i] = (int)rnd_in(random, 9, 90);
        if (!admits(r, &p))
            continue;
        compared++;
        ck_assert_msg(is_true(claim, &p), "%s: not PyCuTe's value: %s at M = %d, N = %d", r->id,
                      claim, p.value[0], p.value[1]);
    }
    ck_assert_msg(compared == LARGE, "%s: no numbers with %s", r->id, r->where);
}

static void check_row(row *r, rnd *random)
{
    lcv_session *session = with_parameters(r->where);
    lcv_answer *a = lcv_ask(session, LCV_ASK_EVAL, r->expression);
    ck_assert_msg(lcv_answer_status(a) == LCV_PASSED && !lcv_answer_note(a), "%s: %s: %s", r->id,
                  r->expression, lcv_answer_note(a) ? lcv_answer_note(a) : "no value");
    snprintf(r->value, sizeof r->value, "%s", lcv_answer_value(a));
    r->exists = strstr(r->value, ", where ");
    if (r->exists) {
        *r->exists = '\0';
        r->exists += strlen(", where ");
    }
    lcv_answer_free(a);
    lcv_session_free(session);
    check_small(r, random);
    if (strcmp(r->theirs, "-") != 0)
        check_theirs(r, random);
}

TEST(values_are_those_of_numbers)
{
    data_rows rows = rows_read("tests/symbolic-values.tsv");
    rnd random = {20260101};
    with_numbers = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF});
    ck_assert_ptr_nonnull(with_numbers);
    for (size_t i = 0; i < rows.n; i++) {
        static row r;
        const char *const *field = rows.row[i].field;
        ck_assert_msg(field[1] && field[2] && field[3], "%s: a row of four columns", field[0]);
        r = (row){field[0], field[1], field[2], field[3], "", NULL};
        check_row(&r, &random);
    }
    ck_assert_uint_ge(rows.n, 60);
    lcv_session_free(with_numbers);
    rows_clear(&rows);
}

SUITE_MAIN("symbolic values", values_are_those_of_numbers)
