/* check_answer.c - questions in a text and their answers, as a program that links the library
 * sees them: the numbers of counterexamples are computed again from shapes and strides, codes of
 * errors stand in a table, and an answer needs nothing of its session.
 */
#include "config.h"

#include "law.h"
#include "suite.h"

#include "../verify/catalogue/catalogue.h"
#include "../verify/claim/prove.h"
#include "../verify/eval/read.h"
#include "../verify/session/answer.h"

#include <stdio.h>
#include <string.h>

#define ROOM 16

static lcv_session *session;

static void open_session(void)
{
    session = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_POINTS});
    ck_assert_ptr_nonnull(session);
}

static void close_session(void)
{
    lcv_session_free(session);
}

/* ---- counterexamples in numbers ---- */

static size_t leaves_of(const char *tuple, int64_t leaf[ROOM])
{
    size_t n = lcv_leaves(tuple, ROOM, leaf);
    ck_assert_uint_le(n, ROOM);
    return n;
}

static int64_t number_of(const char *text)
{
    int64_t number = 0;
    ck_assert_uint_eq(lcv_leaves(text, 1, &number), 1);
    return number;
}

/* The value at a coordinate, from the numbers alone; *c is the integral one. */
static int64_t value_of(const lcv_answer *layout, const char *coordinate, int64_t *c)
{
    int64_t shape[ROOM], stride[ROOM], at[ROOM], value = 0, weight = 1;
    size_t n = leaves_of(lcv_answer_shape(layout), shape);
    ck_assert_uint_eq(leaves_of(lcv_answer_stride(layout), stride), n);
    ck_assert_uint_eq(leaves_of(coordinate, at), n);
    *c = 0;
    for (size_t i = 0; i < n; i++) {
        value += at[i] * stride[i];
        *c += at[i] * weight;
        weight *= shape[i];
    }
    return value;
}

/* Every coordinate that is named is there, with its value. */
static void check_faults(const lcv_answer *claim, const lcv_answer *layout)
{
    for (size_t i = 0; i < lcv_answer_nfaults(claim); i++) {
        const lcv_fault *f = lcv_answer_fault(claim, i);
        int64_t c;
        if (!f->coordinate)
            continue;
        ck_assert_int_eq(value_of(layout, f->coordinate, &c), number_of(f->value));
        ck_assert_int_eq(c, number_of(f->at));
    }
}

static const char *const verdicts[] = {"refuted", "proved", NULL};

/* The answer about `claim` of the layout; both are released with the case. */
static const lcv_answer *answer_of(law *l, const lcv_answer **layout, const char *format, int n)
{
    m_layout a;
    rnd_layout(&l->rnd, 500, &a);
    const char *text = law_text(l, &a);
    size_t room = strlen(text) + 50;
    char *claim = law_own_memory(l, malloc(room));
    snprintf(claim, room, format, text, n);
    lcv_answer *value = lcv_ask(session, LCV_ASK_EVAL, text);
    lcv_answer *answer = lcv_ask(session, LCV_ASK_PROVE, claim);
    law_own_with(l, value, (void (*)(void *))lcv_answer_free);
    law_own_with(l, answer, (void (*)(void *))lcv_answer_free);
    *layout = value;
    law_saw(l, lcv_answer_verdict(answer) == LCV_REFUTED ? 0 : 1);
    return answer;
}

static bool one_collision(law *l)
{
    const lcv_answer *layout, *a = answer_of(l, &layout, "injective(%s)", 0);
    if (lcv_answer_verdict(a) != LCV_REFUTED) {
        ck_assert_int_eq(lcv_answer_verdict(a), LCV_PROVED);
        ck_assert_uint_eq(lcv_answer_nfaults(a) + lcv_answer_nsteps(a), 0);
        ck_assert_ptr_null(lcv_answer_summary(a));
        return true;
    }
    if (lcv_answer_nfaults(a) != 2)
        return law_fail(l, "%s: %zu faults", lcv_answer_text(a), lcv_answer_nfaults(a));
    check_faults(a, layout);
    ck_assert_str_eq(lcv_answer_fault(a, 0)->value, lcv_answer_fault(a, 1)->value);
    ck_assert_str_ne(lcv_answer_fault(a, 0)->at, lcv_answer_fault(a, 1)->at);
    ck_assert_uint_ge(lcv_answer_nsteps(a), 2);
    ck_assert_int_eq(lcv_answer_status(a), LCV_FAILED);
    return true;
}

static bool one_past_bounds(law *l)
{
    int bound = (int)rnd_in(&l->rnd, 1, 300);
    const lcv_answer *layout, *a = answer_of(l, &layout, "in_bounds(%s, %d)", bound);
    if (lcv_answer_verdict(a) != LCV_REFUTED)
        return true;
    ck_assert_uint_eq(lcv_answer_nfaults(a), 1);
    check_faults(a, layout);
    int64_t value = number_of(lcv_answer_fault(a, 0)->value);
    return value < 0 || value >= bound || law_fail(l, "%s", lcv_answer_text(a));
}

TEST(collisions_in_numbers)
{
    open_session();
    law_check_share("collisions are numbers", one_collision, verdicts, 2);
    close_session();
}

TEST(bounds_in_numbers)
{
    open_session();
    law_check_share("values out of bounds are numbers", one_past_bounds, verdicts, 2);
    close_session();
}

TEST(roles)
{
    static const struct {
        const char *claim, *coordinate, *roles;
    } table[] = {
        {"partitions(((4,8),2):((2,8),2), 64)", "((3,7),1)", "thread,value"},
        {"feeds((4,8):(1,4), (4,8):(8,1))", NULL, "thread,value"},
        {"injective(linear{register: [1,1], lane: [2] -> out: 4})", "(0,0)", "register,lane"},
        {"injective((4,8):(1,2))", NULL, NULL},
    };
    open_session();
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        lcv_answer *a = lcv_ask(session, LCV_ASK_PROVE, table[i].claim);
        const lcv_fault *f = lcv_answer_fault(a, 0);
        ck_assert_msg(f != NULL, "%s", table[i].claim);
        if (table[i].coordinate)
            ck_assert_str_eq(f->coordinate, table[i].coordinate);
        ck_assert_pstr_eq(f->roles, table[i].roles);
        lcv_answer_free(a);
    }
    lcv_answer *a = lcv_ask(session, LCV_ASK_PROVE, "surjective(4:2, 8)");
    ck_assert_uint_eq(lcv_answer_nfaults(a), 1);
    ck_assert_ptr_null(lcv_answer_fault(a, 0)->coordinate);
    ck_assert_str_eq(lcv_answer_fault(a, 0)->value, "1");
    lcv_answer_free(a);
    close_session();
}

/* ---- errors ---- */

TEST(codes_of_errors)
{
    static const struct {
        const char *text;
        lcv_error code;
        const char *name;
        size_t column;
    } table[] = {
        {"(4,8", LCV_ERROR_SYNTAX, "syntax", 5},
        {"4 +", LCV_ERROR_SYNTAX, "syntax", 4},
        {"1 + siz(4)", LCV_ERROR_NAME, "name", 5},
        {"size(4, 8)", LCV_ERROR_ARGUMENT, "argument", 1},
        {"(4,8):(1,2,3)", LCV_ERROR_ARGUMENT, "argument", 1},
        {"compose((4,6,8):(2,3,5), 6:3)", LCV_ERROR_NO_VALUE, "no-value", 1},
    };
    open_session();
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        lcv_answer *a = lcv_ask(session, LCV_ASK_EVAL, table[i].text);
        ck_assert_msg(lcv_answer_error(a) == table[i].code, "%s: %s, %s", table[i].text,
                      lcv_error_name(lcv_answer_error(a)), lcv_answer_message(a));
        ck_assert_str_eq(lcv_error_name(lcv_answer_error(a)), table[i].name);
        ck_assert_int_eq(lcv_answer_status(a), LCV_INVALID);
        ck_assert_int_eq(lcv_answer_verdict(a), LCV_NO_VERDICT);
        ck_assert_ptr_null(lcv_answer_value(a));
        if (table[i].column > 0)
            ck_assert_uint_eq(lcv_answer_error_column(a), table[i].column);
        ck_assert_ptr_nonnull(strstr(lcv_answer_rendered(a), lcv_answer_message(a)));
        lcv_answer_free(a);
    }
    lcv_answer *a = lcv_ask(session, LCV_ASK_CHECK, "there is no such file.lay");
    ck_assert_int_eq(lcv_answer_error(a), LCV_ERROR_FILE);
    lcv_answer_free(a);
    ck_assert_int_eq(lcv_answer_error(NULL), LCV_ERROR_MEMORY);
    ck_assert_int_eq(lcv_answer_verdict(NULL), LCV_NO_VERDICT);
    ck_assert_ptr_null(lcv_answer_next(NULL));
    close_session();
}

/* ---- what else an answer has ---- */

TEST(statements_and_names)
{
    open_session();
    lcv_answer *a =
        lcv_ask(session, LCV_ASK_SAY,
                "let A = (4,8):(1,4)\nprove injective(A)\nrefute compact(A)\nshow A(1");
    static const lcv_status status[] = {LCV_PASSED, LCV_PASSED, LCV_FAILED, LCV_INVALID};
    const lcv_answer *one = a;
    for (size_t i = 0; i < 4; i++, one = lcv_answer_next(one)) {
        ck_assert_int_eq(lcv_answer_status(one), status[i]);
        ck_assert_uint_eq(lcv_answer_line(one), i == 3 ? 4 : i + 1);
    }
    ck_assert_ptr_null(one);
    ck_assert_str_eq(lcv_answer_name(a), "A");
    ck_assert_str_eq(lcv_answer_value(a), "(4,8):(1,4)");
    lcv_answer *size = lcv_ask(session, LCV_ASK_EVAL, "size(A)");
    close_session(); /* answers stay */
    ck_assert_str_eq(lcv_answer_value(size), "32");
    ck_assert_str_eq(lcv_answer_kind(size), "integer");
    ck_assert_str_eq(lcv_answer_text(lcv_answer_next(a)), "injective(A)");
    lcv_answer_free(size);
    lcv_answer_free(a);
}

/* Of a text nothing is read that stands behind its end. */
TEST(comments_alone)
{
    open_session();
    lcv_answer *a = lcv_ask(session, LCV_ASK_SAY, "# nothing\n");
    lcv_answer *b = lcv_ask(session, LCV_ASK_SAY, "# nothing\n\0a = affine_map<(d0) -> (d0)>");
    close_session();
    ck_assert_int_eq(lcv_answer_status(a), LCV_INVALID);
    ck_assert_int_eq(lcv_answer_status(b), LCV_INVALID);
    ck_assert_str_eq(lcv_answer_rendered(a), lcv_answer_rendered(b));
    lcv_answer_free(a);
    lcv_answer_free(b);
}

TEST(explanations_pictures_and_certificates)
{
    session = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_ISL, .certify = true});
    ck_assert_ptr_nonnull(session);
    lcv_answer *a = lcv_ask(session, LCV_ASK_PROVE, "injective((4,8):(1,4))");
    ck_assert(lcv_answer_confirmed(a));
    ck_assert_ptr_nonnull(strstr(lcv_answer_certificate(a), "arg (4,8):(1,4)\n"));
    lcv_answer_free(a);
    a = lcv_ask(session, LCV_ASK_EXPLAIN, "complement(4:2, 16)");
    ck_assert_ptr_nonnull(strstr(lcv_answer_explanation(a), "complement"));
    lcv_answer_free(a);
    a = lcv_ask(session, LCV_ASK_DRAW, "(4,8):(1,4)");
    ck_assert_int_eq(strncmp(lcv_answer_svg(a), "<svg", 4), 0);
    lcv_answer_free(a);
    a = lcv_ask(session, LCV_ASK_RELATION, "layout_map(4:2)");
    ck_assert_str_eq(lcv_answer_value(a), "{ [c] -> [2c] : 0 <= c < 4 }");
    lcv_answer_free(a);
    a = lcv_ask(session, LCV_ASK_C, "layout_map(4:2)");
    ck_assert_ptr_nonnull(strstr(lcv_answer_value(a), "2 * c"));
    lcv_answer_free(a);
    close_session();
}

TEST(leaves)
{
    int64_t leaf[3] = {0, 0, 77};
    ck_assert_uint_eq(lcv_leaves("(4,(2,-3))", 2, leaf), 3);
    ck_assert_int_eq(leaf[0], 4);
    ck_assert_int_eq(leaf[1], 2);
    ck_assert_int_eq(leaf[2], 77); /* past the room */
    ck_assert_uint_eq(lcv_leaves("-9223372036854775808", 3, leaf), 1);
    ck_assert(leaf[0] == INT64_MIN);
    ck_assert_uint_eq(lcv_leaves("9223372036854775808", 3, leaf), SIZE_MAX);
    ck_assert_uint_eq(lcv_leaves("(e0,6e1)", 3, leaf), SIZE_MAX);
    ck_assert_uint_eq(lcv_leaves("(4,_)", 3, leaf), SIZE_MAX);
    ck_assert_uint_eq(lcv_leaves(NULL, 3, leaf), 0);
}

/* ---- values without a session ---- */

static lcr_ctx *reader;

static bool reads_back(law *l, const char *text)
{
    lcv_diag diag;
    lcv_value *v = lcv_value_from_str(reader, text, &diag);
    if (!v) {
        law_fail(l, "%s: %s", text, diag.message);
        lcv_diag_clear(&diag);
        return false;
    }
    char *again = lcv_value_to_str(reader, v);
    bool same = strcmp(again, text) == 0 || law_fail(l, "%s reads as %s", text, again);
    free(again);
    lcv_value_free(v);
    return same;
}

static bool one_text(law *l)
{
    static const char *const kinds[] = {"7",
                                        "(4,(2,3))",
                                        "(4,2):(e0,6e1)",
                                        "{8} o (2,3):(1,2)",
                                        "S<3,4,3>",
                                        "S<1,2,1> o 0 o (4,4):(4,1)",
                                        "linear{lane: [1,2] -> out: 4}",
                                        "morphism{(8,8,3) -> (8,8): 1,2,*}"};
    m_layout a;
    rnd_layout(&l->rnd, 500, &a);
    return reads_back(l, law_text(l, &a)) && reads_back(l, kinds[l->index % 8]);
}

TEST(values_from_text_and_back)
{
    lc_ctx *ctx = suite_ctx_new();
    reader = lcr_ctx_new(ctx);
    law_check_share("values are read as they are written", one_text, NULL, 4);
    lcr_ctx_free(reader);
    lc_ctx_free(ctx);
}

TEST(text_that_is_no_value)
{
    lc_ctx *ctx = suite_ctx_new();
    lcr_ctx *r = lcr_ctx_new(ctx);
    lcv_diag diag;
    ck_assert_ptr_null(lcv_value_from_str(r, "compose((4,6,8):(2,3,5), 6:3)", &diag));
    ck_assert_int_eq(diag.code, LCV_ERROR_NO_VALUE);
    lcv_diag_clear(&diag);
    ck_assert_ptr_null(lcv_value_from_str(r, "4 + (", &diag));
    ck_assert_int_eq(diag.code, LCV_ERROR_SYNTAX);
    ck_assert_ptr_null(diag.source);
    lcv_diag_clear(&diag);
    ck_assert_ptr_null(lcv_value_from_str(r, "nobody", &diag));
    ck_assert_int_eq(diag.code, LCV_ERROR_NAME);
    ck_assert_uint_eq(diag.span.end, 6);
    lcv_diag_clear(&diag);
    lcv_value *a = lcv_value_from_str(r, "(4,8):(1,1)", &diag);
    lcv_result *result = lcv_prove(r, lcv_claim_find("injective"), 1, &a);
    ck_assert_int_eq(result->verdict, LCV_REFUTED);
    ck_assert_uint_eq(result->counterexample.nfaults, 2);
    lcv_result_free(result);
    lcv_value_free(a);
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
}

SUITE_MAIN("answer", collisions_in_numbers, bounds_in_numbers, roles, codes_of_errors,
           statements_and_names, comments_alone, explanations_pictures_and_certificates, leaves,
           values_from_text_and_back, text_that_is_no_value)
