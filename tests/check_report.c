/* check_report.c - what is reported when the algebra and the relation disagree.
 *
 * No input is known to make them disagree, so this program brings opinions of its own, which the
 * linker takes in place of the library's. They are wrong about one value and at a loss about
 * another.
 */
#include "config.h"

#include "suite.h"

#include "../verify/crosscheck/confirm.h"
#include "../verify/report/report.h"

#include <stdlib.h>
#include <string.h>

/* flatten has a point, group no answer; two sets confirm all else. */
static bool opinion_of(const char *name, lcr_confirmation *out)
{
    *out =
        (lcr_confirmation){.opinion = LCR_AGREES, .by = "difference", .sets = 2, .seconds = 0.5};
    if (strcmp(name, "flatten") == 0) {
        out->opinion = LCR_DISAGREES;
        out->why = strdup("a set has a point");
        out->set = strdup("{ [c0] : c0 = 7 }");
        out->point = strdup("7");
    } else if (strcmp(name, "group") == 0) {
        *out = (lcr_confirmation){.opinion = LCR_UNSURE, .reason = LCR_NO_BUDGET};
    } else if (strcmp(name, "congruent") == 0) {
        *out = (lcr_confirmation){.opinion = LCR_UNSURE, .reason = LCR_BY_READING};
    }
    return true;
}

/* At points compose is wrong, coalesce has no answer, and complement fails. */
static bool at_points(lcr_ctx *r, const char *name, lcr_confirmation *out)
{
    *out = (lcr_confirmation){.opinion = LCR_UNSURE, .reason = LCR_BY_POINTS};
    if (strcmp(name, "compose") == 0) {
        out->opinion = LCR_DISAGREES;
        out->reason = LCR_SURE;
        out->why = strdup("at c = 2: 3 is not 7");
    } else if (strcmp(name, "coalesce") == 0) {
        out->reason = LCR_NO_ROOM;
    } else if (strcmp(name, "complement") == 0) {
        return lc_fail(lcr_ctx_lc(r), LC_ERR_INTERNAL, "two methods differ");
    }
    return true;
}

bool lcv_confirm_value(lcr_ctx *r, const char *operation, size_t n, lcv_value *const *args,
                       const lcv_value *value, bool points, lcr_confirmation *out)
{
    (void)n, (void)args, (void)value;
    return points ? at_points(r, operation, out) : opinion_of(operation, out);
}

bool lcv_confirm_operation(lcr_ctx *r, const lcv_operation *of, size_t n, lcv_value *const *args,
                           const lcv_value *value, bool points, lcr_confirmation *out)
{
    return lcv_confirm_value(r, of->name, n, args, value, points, out);
}

bool lcv_confirm_relation(lcr_ctx *r, const char *operation, lcv_value *x, const char *text,
                          lcr_confirmation *out)
{
    (void)r, (void)x, (void)text;
    return opinion_of(operation, out);
}

bool lcv_confirm_claim(lcr_ctx *r, const lcv_claim *claim, size_t n, lcv_value *const *args,
                       const lcv_result *result, lcr_confirmation *out)
{
    (void)r, (void)n, (void)args, (void)result;
    return opinion_of(claim->name, out);
}

/* What a command prints on both of its outputs, and its exit status. */
typedef struct {
    char *out, *err;
    int status;
} printed;

static printed run_as(const char *text, const char *format, lcv_options options, bool verbose)
{
    printed p = {0};
    size_t nout, nerr;
    FILE *out = open_memstream(&p.out, &nout), *err = open_memstream(&p.err, &nerr);
    lcv_report report = {.format = lcv_format_find(format),
                         .out = out,
                         .err = err,
                         .verbose = verbose};
    lcv_listener listener = {.user = &report, .outcome = lcv_report_outcome};
    lcv_session *session = lcv_session_new(options);
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

static printed run(const char *text, const char *format, bool crosscheck)
{
    lcv_opinions who = crosscheck ? LCV_CROSSCHECK_POINTS : LCV_CROSSCHECK_OFF;
    return run_as(text, format, (lcv_options){.crosscheck = who}, true);
}

/* With isl's opinions. */
static printed ask(const char *text, const char *format, bool required, bool verbose)
{
    return run_as(text, format,
                  (lcv_options){.crosscheck = LCV_CROSSCHECK_ISL, .require_crosscheck = required},
                  verbose);
}

/* An exit status, all that stands on an output unless NULL, and parts of both together. */
#define PARTS(...) ((const char *const[]){__VA_ARGS__, NULL})
static void expect(printed p, int status, const char *out, const char *err,
                   const char *const *parts)
{
    ck_assert_int_eq(p.status, status);
    if (out)
        ck_assert_str_eq(p.out, out);
    if (err)
        ck_assert_str_eq(p.err, err);
    for (; parts && *parts; parts++)
        ck_assert_msg(strstr(p.out, *parts) || strstr(p.err, *parts), "'%s%s' lacks '%s'", p.out,
                      p.err, *parts);
    free(p.out);
    free(p.err);
}

TEST(test_disagreement)
{
    expect(run("1 + size(compose(14:3, 7:2))", "text", true), 4, "", NULL,
           PARTS("<expr>:1:1: the algebra and the relation disagree\n",
                 "expression 1 + size(compose(14:3, 7:2))\n", "operation  compose(14:3, 7:2)\n",
                 "value      7:6\n", "at c = 2: 3 is not 7\n"));
}

TEST(test_disagreement_json)
{
    if (lcv_format_json.needs)
        return;
    expect(run("compose(14:3, 7:2)", "json", true), 4, NULL, NULL,
           PARTS("\"status\":\"disagreement\"", "\"call\":\"compose(14:3, 7:2)\"",
                 "\"value\":\"7:6\"", "\"problem\":\"at c = 2: 3 is not 7\""));
}

TEST(test_disagreement_on_a_page)
{
    expect(run("compose(14:3, 7:2)", "html", true), 4, NULL, "",
           PARTS("Not everything is as claimed.", "<article class=\"error\" id=\"%3Cexpr%3E:1\">",
                 "<span class=\"badge\">the algebra and the relation disagree</span>",
                 "at c = 2: 3 is not 7"));
}

/* The library noticed by itself. */
TEST(test_internal_error)
{
    expect(run("complement(4:1)", "text", true), 4, "", NULL,
           PARTS("operation  complement(4:1)\n", "two methods differ\n"));
}

TEST(test_no_crosscheck)
{
    expect(run("compose(14:3, 7:2)", "text", false), 0, "7:6\n", "", NULL);
}

/* A check that comes to no answer changes nothing; it is a note. */
TEST(test_unchecked)
{
    expect(run("concat(coalesce((2,4):(1,2)), coalesce(3:1))", "text", true), 0, "(8,3):(1,1)\n",
           "<expr>:1: note: 2 operations not cross-checked: out of budget\n", NULL);
}

TEST(test_isl_disagrees)
{
    expect(ask("1 + size(flatten((4,(2,3)):(1,(4,8))))", "text", false, false), 4, "", NULL,
           PARTS("operation  flatten((4,(2,3)):(1,(4,8)))\n", "value      (4,2,3):(1,4,8)\n",
                 "checked by difference\n", "isl's set  { [c0] : c0 = 7 }\n  has point  7\n"));
    if (lcv_format_json.needs)
        return;
    expect(ask("flatten((4,(2,3)):(1,(4,8)))", "json", false, false), 4, NULL, NULL,
           PARTS("\"set\":\"{ [c0] : c0 = 7 }\"", "\"point\":\"7\""));
}

TEST(test_isl_confirms)
{
    expect(ask("injective(concat(4:1, 2:4))", "text", true, false), 0, NULL, "", NULL);
    expect(ask("injective(concat(4:1, 2:4))", "text", true, true), 0, NULL,
           "<expr>:1: isl has decided 4 sets\n"
           "1 value and 1 claim confirmed by isl\n",
           NULL);
    expect(ask("congruent(concat(4:1, 2:4), (1,1))", "text", true, true), 0, NULL, NULL,
           PARTS("1 value and 0 claims confirmed by isl; 1 decided by reading alone\n"));
    if (lcv_format_json.needs)
        return;
    expect(ask("injective(concat(4:1, 2:4))", "json", false, false), 0, NULL, "",
           PARTS("\"by\":\"isl\"", "\"sets\":4"));
}

/* What isl does not confirm is never silent; and an exit status where it was required. */
TEST(test_isl_has_no_answer)
{
    expect(ask("concat(group((2,4):(1,2), 0, 1), 3:1)", "text", false, false), 0, NULL,
           "note: isl has no opinion on 1 of 2 values and claims (-v says why)\n", NULL);
    expect(ask("concat(group((2,4):(1,2), 0, 1), 3:1)", "text", true, true), 3, NULL,
           "<expr>:1: isl has decided 2 sets\n"
           "1 value and 0 claims confirmed by isl; isl has no opinion on 1: the "
           "budget ran out\n"
           "<expr>:1: isl has no opinion on\n"
           "  group((2,4):(1,2), 0, 1): the budget ran out\n",
           NULL);
    if (lcv_format_json.needs)
        return;
    printed p = ask("group((2,4):(1,2), 0, 1)", "json", true, false);
    ck_assert(!strstr(p.out, "\"by\""));
    expect(p, 3, NULL, NULL,
           PARTS("\"budget\":1", "\"group((2,4):(1,2), 0, 1): the budget ran out\""));
}

SUITE_MAIN("report", test_isl_disagrees, test_isl_confirms, test_isl_has_no_answer,
           test_disagreement, test_disagreement_json, test_disagreement_on_a_page,
           test_internal_error, test_no_crosscheck, test_unchecked)
