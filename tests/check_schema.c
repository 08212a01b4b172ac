/* check_schema.c - what --format=json prints is what verify/report/report.schema.json says, and
 * little else would be: outcomes of the corpora, of the examples, of every status, and
 * each of them spoiled in several ways.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#ifdef HAVE_JANSSON

#include "schema.h"
#include "rows.h"
#include "suite.h"

#include "../kernels/audit/audited.h"
#include "../kernels/planner/planner.h"
#include "../verify/report/report.h"

#include <glob.h>
#include <string.h>
#include <unistd.h>

static json_t *schema;
static char why[1000];

static char *source_path(const char *name)
{
    static char path[1000];
    const char *top = getenv("top_srcdir");
    snprintf(path, sizeof path, "%s/%s", top ? top : ".", name);
    return path;
}

static void read_schema(void)
{
    json_error_t error;
    schema = json_load_file(source_path("verify/report/report.schema.json"), 0, &error);
    ck_assert_msg(schema != NULL, "line %d: %s", error.line, error.text);
}

static bool is_valid(const json_t *value)
{
    return schema_valid(schema, schema, value, why, sizeof why);
}

/* ---- spoiled values ---- */

static json_t *first_copy; /* of the value being spoiled; `part` is somewhere in it */

static void must_fail(const char *how)
{
    if (!is_valid(first_copy))
        return;
    char *text = json_dumps(first_copy, 0);
    ck_abort_msg("%s, and it is valid: %.2000s", how, text);
    free(text);
}

#define MOST_SPOILED 8 /* elements of an array: all are of one kind */

/* A member more, and any one turned into null. */
static void spoil(json_t *part)
{
    const char *key;
    json_t *value;
    void *next;
    size_t i;
    if (json_is_object(part)) {
        json_object_set_new(part, "no such field", json_null());
        must_fail("a field that is none");
        json_object_del(part, "no such field");
    }
    json_object_foreach_safe(part, next, key, value)
    {
        json_incref(value);
        json_object_set_new(part, key, json_null());
        must_fail("a field that is null");
        json_object_set_new(part, key, value);
        spoil(value);
    }
    json_array_foreach(part, i, value)
    {
        if (i == MOST_SPOILED)
            break;
        json_incref(value);
        json_array_set_new(part, i, json_null());
        must_fail("an element that is null");
        json_array_set_new(part, i, value);
        spoil(value);
    }
}

/* Without any of these fields, and with another status; an error that is there would fit
 * one. */
static void spoil_outcome(json_t *outcome)
{
    static const char *const needed[] = {"version", "record", "status", "file",
                                         "line",    "column", "seconds"};
    static const char *const status[] = {"passed", "failed",       "unknown",
                                         "error",  "disagreement", "interrupted"};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        json_t *value = json_incref(json_object_get(outcome, needed[i]));
        json_object_del(outcome, needed[i]);
        must_fail(needed[i]);
        json_object_set_new(outcome, needed[i], value);
    }
    char *own = strdup(json_string_value(json_object_get(outcome, "status")));
    for (size_t i = 3; i < sizeof status / sizeof *status; i++) {
        bool answered = json_object_get(outcome, "verdict") || json_object_get(outcome, "value");
        bool error = json_object_get(outcome, "error");
        bool fits = strcmp("error", status[i]) == 0         ? error
                    : strcmp("interrupted", status[i]) == 0 ? !answered && !error
                                                            : false;
        if (fits || strcmp(own, status[i]) == 0)
            continue;
        json_object_set_new(outcome, "status", json_string(status[i]));
        must_fail("another status");
    }
    json_object_set_new(outcome, "status", json_string("failed"));
    if (!json_object_get(outcome, "verdict"))
        must_fail("failed, but no claim");
    json_object_set_new(outcome, "status", json_string(own));
    free(own);
}

static void spoil_verdict(json_t *outcome)
{
    const char *verdict = json_string_value(json_object_get(outcome, "verdict"));
    if (!verdict)
        return;
    bool refuted = strcmp(verdict, "refuted") == 0;
    json_object_set_new(outcome, "verdict", json_string(refuted ? "proved" : "refuted"));
    must_fail("the other verdict");
    json_object_set_new(outcome, "verdict", json_string(refuted ? "refuted" : "proved"));
    json_object_del(outcome, "method");
    must_fail("no method");
}

/* ---- values that are printed ---- */

typedef struct {
    lcv_report report;
    size_t n, of_status[LCV_INTERRUPTED + 1], with_value, refuted, plans;
} seen;

static void check_text(const char *text)
{
    json_error_t error;
    json_t *value = json_loads(text, JSON_DISABLE_EOF_CHECK, &error);
    ck_assert_msg(value != NULL, "%s: %s", error.text, text);
    ck_assert_msg(is_valid(value), "%s\nin %.2000s", why, text);
    first_copy = json_deep_copy(value);
    spoil(first_copy);
    if (strcmp(json_string_value(json_object_get(value, "record")), "outcome") == 0) {
        spoil_outcome(first_copy);
        spoil_verdict(first_copy);
    }
    json_decref(first_copy);
    json_decref(value);
}

static void see(void *user, const lcv_outcome *outcome)
{
    seen *s = user;
    lcv_item item;
    lcv_item_make(&s->report, outcome, &item);
    check_text(item.out);
    lcv_tally_add(&s->report.tally, &item.tally);
    lcv_item_clear(&item);
    s->n++;
    s->of_status[outcome->status]++;
    s->with_value += outcome->value_text != NULL;
    s->plans += outcome->verb == LCV_PLAN;
    s->refuted += outcome->result && outcome->result->verdict == LCV_REFUTED;
}

static void check_summary(seen *s)
{
    char *text = NULL;
    size_t length;
    s->report.files = true;
    s->report.out = open_memstream(&text, &length);
    lcv_report_end(&s->report);
    fclose(s->report.out);
    check_text(text);
    free(text);
}

TEST(the_schema_can_be_read)
{
    read_schema();
    ck_assert_msg(schema_known(schema, why, sizeof why), "%s", why);
    json_t *other = json_pack("{s:{s:{s:s}}}", "not", "properties", "pattern", "a+");
    ck_assert(!schema_known(other, why, sizeof why));
    json_decref(other);
    other = json_pack("{s:{s:s}}", "not", "pattern", "a+");
    ck_assert(!schema_known(other, why, sizeof why));
    json_decref(other);
    json_decref(schema);
}

/* Examples of plans alone take long, and have no fields that `plans` below has not. */
static bool is_of_plans(const char *path)
{
    return strstr(path, "/products.lay") || strstr(path, "/rows.lay");
}

TEST(examples)
{
    seen s = {.report = {.format = &lcv_format_json, .files = true}};
    lcv_listener listener = {.user = &s, .outcome = see};
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = true});
    lck_planner *planner = lck_planner_new((lck_planner_options){0});
    glob_t files;
    read_schema();
    ck_assert_ptr_nonnull(planner);
    lcv_session_set_planner(session, lck_planner_hook(planner));
    ck_assert_int_eq(glob(source_path("examples/*.lay"), 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++)
        if (!is_of_plans(files.gl_pathv[i]))
            lcv_session_check(session, files.gl_pathv[i], NULL, (lcv_span){0, 0}, &listener);
    check_summary(&s);
    ck_assert_uint_ge(s.n, 300);
    ck_assert_uint_ge(s.refuted, 20);
    ck_assert_uint_ge(s.plans, 9);
    ck_assert_uint_eq(s.of_status[LCV_FAILED], 0);
    globfree(&files);
    lck_planner_free(planner);
    lcv_session_free(session);
    json_decref(schema);
}

/* Proved, refuted, and wrong in two ways. */
TEST(plans)
{
    static const char text[] =
        "param M in 1..64, N in 1..64\n"
        "plan t(element=f32, source=(M,N):(1,M), destination=(M,N):(N,1))\n"
        "plan s(element=f32, source=(M,N):(1,M), destination=(M,N):(1,1))\n"
        "refute plan h(element=f32, source=(M,N):(1,M), destination=(M,N):(N,1), tile=(8,8), "
        "barrier=0)\n"
        "refute plan t(element=f32, source=(M,N):(1,M), destination=(M,N):(N,1))\n"
        "plan e(element=f31, source=(M,N):(1,M), destination=(M,N):(N,1))\n"
        "plan (element=f31)\n"
        "plan p(a=(M,64):(64,1), b=(64,64):(64,1), c=(M,64):(64,1), elements=(bf16,bf16,bf16), "
        "method=mma)\n"
        "plan n(element=f32, value=x / sum(x), source=(M,64):(64,1), "
        "destination=(M,64):(64,1))\n";
    seen s = {.report = {.format = &lcv_format_json, .files = true}};
    lcv_listener listener = {.user = &s, .outcome = see};
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = true});
    lck_planner *planner = lck_planner_new((lck_planner_options){0});
    read_schema();
    ck_assert(session && planner);
    lcv_session_set_planner(session, lck_planner_hook(planner));
    char path[] = "check_schema.XXXXXX";
    int file = mkstemp(path);
    FILE *stream = file >= 0 ? fdopen(file, "w") : NULL;
    ck_assert_ptr_nonnull(stream);
    fputs(text, stream);
    fclose(stream);
    lcv_session_check(session, path, NULL, (lcv_span){0, 0}, &listener);
    unlink(path);
    check_summary(&s);
    ck_assert_uint_eq(s.of_status[LCV_PASSED], 5);
    ck_assert_uint_eq(s.of_status[LCV_FAILED], 2);
    ck_assert_uint_eq(s.of_status[LCV_INVALID], 2);
    ck_assert_uint_eq(s.plans, 5);
    ck_assert_uint_eq(s.refuted, 2);
    lck_planner_free(planner);
    lcv_session_free(session);
    json_decref(schema);
}

typedef void one_text(lcv_session *, const char *, const lcv_listener *);

/* The rows of a corpus: evaluated, related, or claimed. */
static void check_corpus(const char *path, lcv_session *session, const lcv_listener *listener)
{
    static one_text *const of_value[] = {lcv_session_eval, lcv_session_relation,
                                         lcv_session_explain};
    data_rows rows = rows_read(path);
    size_t values = 0;
    for (size_t i = 0; i < rows.n; i++) {
        const data_row *row = &rows.row[i];
        bool claim = row_has(row, 1, "prove") || row_has(row, 1, "refute");
        (claim ? lcv_session_prove : of_value[values++ % 3])(session, row->field[2], listener);
    }
    rows_clear(&rows);
}

/* With almost no budget some are unknown. */
TEST(corpora)
{
    seen s = {.report = {.format = &lcv_format_json}};
    lcv_listener listener = {.user = &s, .outcome = see};
    glob_t files;
    read_schema();
    ck_assert_int_eq(glob(source_path("tests/corpus/*.tsv"), 0, NULL, &files), 0);
    for (unsigned long budget = 1; budget <= 100000; budget *= 100000) {
        lcv_session *session =
            lcv_session_new((lcv_options){.budget = budget, .crosscheck = budget > 1});
        for (size_t i = 0; i < files.gl_pathc; i++)
            check_corpus(files.gl_pathv[i], session, &listener);
        lcv_session_free(session);
    }
    check_summary(&s);
    ck_assert_uint_ge(s.of_status[LCV_PASSED], 1000);
    ck_assert_uint_ge(s.of_status[LCV_FAILED], 100);
    ck_assert_uint_ge(s.of_status[LCV_UNDECIDED], 5);
    ck_assert_uint_ge(s.of_status[LCV_INVALID], 5);
    ck_assert_uint_ge(s.with_value, 500);
    globfree(&files);
    json_decref(schema);
}

/* Every kind of record of an audit, each at least once. */
TEST(audits)
{
    static const char *const kind[] = {"access", "conversion", "kernel", "error"};
    static const char *const kernels[] = {
        "tests/audit/columns.mlir",        "tests/audit/phases.mlir",
        "tests/audit/product.mlir",        "tests/audit/ring.mlir",
        "tests/audit/stages.mlir",         "tests/audit/turn-padded.mlir",
        "tests/audit/matmul-sm80.ttgir",   "tests/audit/matmul-sm90.ttgir",
        "tests/audit/ring-barriers.ttgir", "tests/audit/ptx/barriers.ptx",
        "tests/audit/ptx/clusters.ptx",    "tests/audit/ptx/copies.ptx",
        "tests/audit/ptx/fragments.ptx",   "tests/audit/ptx/grid.ptx",
        "tests/audit/ptx/halo.ptx",        "tests/audit/ptx/orders.ptx",
        "tests/audit/ptx/unfilled.ptx",    "tests/audit/ptx/widths.ptx"};
    size_t n[4] = {0};
    read_schema();
    lck_audited *a = lck_audited_new(LCV_CROSSCHECK_ISL);
    ck_assert_ptr_nonnull(a);
    ck_assert(lck_audited_path(a, source_path("examples/audit")));
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        ck_assert(lck_audited_path(a, source_path(kernels[i])));
    ck_assert(lck_audited_text(a, "module {", 8, "a.ttgir"));
    ck_assert(lck_audited_path(a, "no such file"));
    char *text = strdup(lck_audited_report(a, "json"));
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        check_text(line);
        json_t *record = json_loads(line, 0, NULL);
        for (int i = 0; i < 4; i++)
            n[i] += strcmp(json_string_value(json_object_get(record, "record")), kind[i]) == 0;
        json_decref(record);
    }
    for (int i = 0; i < 4; i++)
        ck_assert_msg(n[i] >= 2, "%zu records: %s", n[i], kind[i]);
    ck_assert_ptr_null(lck_audited_report(a, "xml"));
    free(text);
    lck_audited_free(a);
    json_decref(schema);
}

/* No input leads to one. */
TEST(disagreements)
{
    char call[] = "coalesce((4,4):(1,8))", value[] = "16:1", law[] = "the same function",
         problem[] = "at c = 4: 4 is not 8\nA(4) = 8";
    lcv_disagreement d = {call, value, law, "evaluation", problem, NULL, NULL};
    lcv_outcome outcome = {.status = LCV_DISAGREEMENT,
                           .read = true,
                           .verb = LCV_SHOW,
                           .file = "a.lay",
                           .line = 1,
                           .column = 1,
                           .text = call,
                           .disagreement = &d};
    seen s = {.report = {.format = &lcv_format_json}};
    read_schema();
    see(&s, &outcome);
    d = (lcv_disagreement){.call = call, .problem = problem};
    see(&s, &outcome);
    json_decref(schema);
}

SUITE_MAIN("schema", the_schema_can_be_read, examples, plans, corpora, audits, disagreements)

#else

int main(void)
{
    puts("1..0 # SKIP built without jansson");
    return EXIT_SUCCESS;
}

#endif
