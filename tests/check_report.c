/* check_report.c - what is reported when the algebra and the relation disagree.
 *
 * No input is known to make them disagree, so this program brings a cross-check of
 * its own, which the linker takes in place of the library's. It is wrong about one
 * value and at a loss about another.
 */
#include "config.h"

#include "suite.h"

#include "../verify/crosscheck.h"
#include "../verify/internal.h"
#include "../verify/report.h"

#include <stdlib.h>
#include <string.h>

lcv_result *lcv_crosscheck(lcr_ctx *r, const char *name, size_t n, lcv_value *const *args,
                           const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    (void)n;
    (void)args;
    if (strcmp(name, "compose") == 0 && lc_int_eq(lc_layout_extent(value->layout, 0),
                                                  lc_int_const(7))) {
        lcv_result *result = lcv_refuted(ctx, LCV_BY_EVALUATION, lcv_text(ctx, "c = 2"),
                                         lcv_text(ctx, "3 is not 7"));
        lcv_step(ctx, &result, "R(2) = 3");
        return result;
    }
    if (strcmp(name, "coalesce") == 0)
        return lcv_unknown(ctx, LCV_BY_SYSTEM, lcv_text(ctx, "tired"));
    if (strcmp(name, "complement") == 0)
        return lc_fail(ctx, LC_ERR_INTERNAL, "two methods differ");
    return NULL;
}

/* What a command prints on both of its outputs, and its exit status. */
typedef struct {
    char *out, *err;
    int status;
} printed;

static printed run(const char *text, const char *format, bool crosscheck)
{
    printed p = {0};
    size_t nout, nerr;
    FILE *out = open_memstream(&p.out, &nout), *err = open_memstream(&p.err, &nerr);
    lcv_report report = {.format = lcv_format_find(format), .out = out, .err = err,
                         .verbose = true};
    lcv_listener listener = {&report, lcv_report_outcome, NULL, NULL};
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = crosscheck});
    lcv_report_begin(&report);
    lcv_session_eval(session, text, &listener);
    lcv_report_end(&report);
    p.status = lcv_tally_status(lcv_session_tally(session));
    ck_assert_int_eq(lcv_tally_status(&report.tally), p.status);
    lcv_session_free(session);
    fclose(out);
    fclose(err);
    return p;
}

static void printed_free(printed *p)
{
    free(p->out);
    free(p->err);
}

static void check_contains(const char *text, const char *part)
{
    ck_assert_msg(strstr(text, part) != NULL, "'%s' lacks '%s'", text, part);
}

START_TEST(test_disagreement)
{
    printed p = run("1 + size(compose(14:3, 7:2))", "text", true);
    ck_assert_int_eq(p.status, 4);
    ck_assert_str_eq(p.out, "");
    check_contains(p.err, "<expr>:1:1: the algebra and the relation disagree\n");
    check_contains(p.err, "expression 1 + size(compose(14:3, 7:2))\n");
    check_contains(p.err, "operation  compose(14:3, 7:2)\n");
    check_contains(p.err, "value      7:6\n");
    check_contains(p.err, "at c = 2: 3 is not 7\n");
    check_contains(p.err, "R(2) = 3\n");
    printed_free(&p);
}
END_TEST

START_TEST(test_disagreement_json)
{
    if (lcv_format_json.needs)
        return;
    printed p = run("compose(14:3, 7:2)", "json", true);
    ck_assert_int_eq(p.status, 4);
    check_contains(p.out, "\"status\": \"disagreement\"");
    check_contains(p.out, "\"call\": \"compose(14:3, 7:2)\"");
    check_contains(p.out, "\"value\": \"7:6\"");
    check_contains(p.out, "\"problem\": \"at c = 2: 3 is not 7\\nR(2) = 3\"");
    printed_free(&p);
}
END_TEST

/* The library noticed by itself. */
START_TEST(test_internal_error)
{
    printed p = run("complement(4:1)", "text", true);
    ck_assert_int_eq(p.status, 4);
    check_contains(p.err, "operation  complement(4:1)\n");
    check_contains(p.err, "two methods differ\n");
    printed_free(&p);
}
END_TEST

START_TEST(test_no_crosscheck)
{
    printed p = run("compose(14:3, 7:2)", "text", false);
    ck_assert_int_eq(p.status, 0);
    ck_assert_str_eq(p.out, "7:6\n");
    ck_assert_str_eq(p.err, "");
    printed_free(&p);
}
END_TEST

/* A check that comes to no answer changes nothing; it is a note. */
START_TEST(test_unchecked)
{
    printed p = run("concat(coalesce((2,4):(1,2)), coalesce(3:1))", "text", true);
    ck_assert_int_eq(p.status, 0);
    ck_assert_str_eq(p.out, "(8,3):(1,1)\n");
    ck_assert_str_eq(p.err, "<expr>:1: note: 2 operations not cross-checked: out of budget\n");
    printed_free(&p);
}
END_TEST

SUITE_MAIN("report", test_disagreement, test_disagreement_json, test_internal_error,
           test_no_crosscheck, test_unchecked)
