/* target.c - the readers, each with any bytes. */
#include "config.h"

#include "target.h"

#include "../../isl-bridge/recheck.h"
#include "../../kernels/audit/audited.h"
#include "../../kernels/emit/emit.h"
#include "../../kernels/facts/facts.h"
#include "../../kernels/planner/planner.h"
#include "../../verify/report/report.h"
#include "../../verify/session/answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if HAVE_JANSSON
#include <jansson.h>
#endif

#define BUDGET 20000 /* isl operations a query */
#define LINE 400     /* bytes of an expression; longer ones tell nothing new */

static void ask(lcv_session *session, lcv_asked what, const char *text)
{
    if (session)
        lcv_answer_free(lcv_ask(session, what, text));
}

static void ask_alone(lcv_asked what, const char *text)
{
    lcv_session *session = lcv_session_new(
        (lcv_options){.crosscheck = LCV_CROSSCHECK_ISL, .budget = BUDGET, .certify = true});
    ask(session, what, text);
    lcv_session_free(session);
}

/* A file of statements. */
static void fuzz_language(const char *text, size_t size)
{
    (void)size;
    ask_alone(LCV_ASK_SAY, text);
}

/* An expression, or what another library printed: its value, its relation, its picture. */
static void fuzz_expression(const char *text, size_t size)
{
    static const lcv_asked ways[] = {LCV_ASK_EVAL, LCV_ASK_RELATION, LCV_ASK_C, LCV_ASK_EXPLAIN,
                                     LCV_ASK_DRAW};
    for (size_t i = 0; i < sizeof ways / sizeof *ways && size < LINE; i++)
        ask_alone(ways[i], text);
}

/* A relation or a set in isl's syntax: its text as C, and what is computed and claimed of it. */
static void fuzz_relation(const char *text, size_t size)
{
    static const char *const claims =
        "let R = relation \"%s\"; show R; show image(R, 3); show inverse(R); show R o R\n"
        "show layout(R); show complement(R, 20); show left_inverse(R); show right_inverse(R)\n"
        "prove injective(R); prove bijective(R); prove equal(R o inverse(R), R)\n"
        "prove conflict_free(R, 16); prove in_bounds(R, 64); prove surjective(R, 16)\n"
        "let S = set \"%s\"; show size(S); show union(S, domain(R)); prove disjoint(S, S)\n";
    char statements[2 * LINE + 600], literal[LINE + 20];
    if (size >= LINE)
        return;
    snprintf(statements, sizeof statements, claims, text, text);
    ask_alone(LCV_ASK_SAY, statements);
    snprintf(literal, sizeof literal, "relation \"%s\"", text);
    ask_alone(LCV_ASK_C, literal);
}

/* Statements with plans, whose kernels are made and written. */
static void fuzz_plans(const char *text, size_t size)
{
    (void)size;
    lck_planner *planner = lck_planner_new((lck_planner_options){.keep = true});
    lcv_session *session =
        planner
            ? lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_OFF, .budget = BUDGET})
            : NULL;
    if (session) {
        lcv_session_set_planner(session, lck_planner_hook(planner));
        ask(session, LCV_ASK_SAY, text);
        for (size_t i = 0; i < lck_planner_count(planner); i++)
            free(lck_emit(lck_planner_kernel(planner, i), LCK_WITH_MAIN));
    }
    lck_planner_free(planner);
    lcv_session_free(session);
}

/* What is printed as JSON can be read, whatever was asked: a record a line. */
static void read_back(const char *records)
{
#if HAVE_JANSSON
    while (records && *records) {
        json_error_t error;
        json_t *record = json_loads(records, JSON_DISABLE_EOF_CHECK, &error);
        if (!record || !json_is_object(record)) {
            fprintf(stderr, "no record: %s: %s\n", error.text, records);
            abort();
        }
        json_decref(record);
        records += error.position;
        records += strspn(records, "\n");
    }
#else
    (void)records;
#endif
}

/* Statements, reported in each format. */
static void report(const char *text, const char *format)
{
    char *out = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&out, &size), *none = fopen("/dev/null", "w");
    lcv_session *session = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_POINTS,
                                                         .budget = BUDGET,
                                                         .figures = LCV_FIGURES_OF_ALL,
                                                         .explanations = true});
    const lcv_format *found = lcv_format_find(format);
    if (stream && none && session && found && !found->needs) {
        lcv_report report = {
            .format = found, .out = stream, .err = none, .files = true, .untimed = true};
        lcv_listener listener = {.user = &report, .outcome = lcv_report_outcome};
        lcv_report_begin(&report);
        lcv_session_say(session, text, &listener);
        lcv_report_end(&report);
    }
    lcv_session_free(session);
    if (none)
        fclose(none);
    if (stream)
        fclose(stream);
    if (strcmp(format, "json") == 0)
        read_back(out);
    free(out);
}

static void fuzz_report(const char *text, size_t size)
{
    static const char *const formats[] = {"json", "gcc", "tap", "junit", "html", "text"};
    for (size_t i = 0; i < sizeof formats / sizeof *formats && size < 4 * LINE; i++)
        report(text, formats[i]);
}

static void fact(void *user, const lcv_outcome *outcome)
{
    lck_facts_add(user, outcome);
}

/* Statements as a header of C++. */
static void fuzz_facts(const char *text, size_t size)
{
    (void)size;
    lck_facts *facts = lck_facts_new();
    lcv_session *session = lcv_session_new(
        (lcv_options){.crosscheck = LCV_CROSSCHECK_OFF, .budget = BUDGET, .certify = true});
    lcv_listener listener = {.user = facts, .outcome = fact};
    if (session && facts) {
        lcv_session_say(session, text, &listener);
        free(lck_facts_header(facts, "a.lay"));
    }
    lcv_session_free(session);
    lck_facts_free(facts);
}

static void audit(const char *text, size_t size, const char *name)
{
    static const char *const formats[] = {"text", "verbose", "gcc", "json", "sarif", "lay"};
    lck_audited *audited = lck_audited_new(LCV_CROSSCHECK_OFF);
    if (audited && lck_audited_text(audited, text, size, name))
        for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
            const char *report = lck_audited_report(audited, formats[i]);
            if (strcmp(formats[i], "json") == 0 || strcmp(formats[i], "sarif") == 0)
                read_back(report);
        }
    lck_audited_free(audited);
}

static void fuzz_triton(const char *text, size_t size)
{
    audit(text, size, "k.ttgir");
}

static void fuzz_cute(const char *text, size_t size)
{
    audit(text, size, "k.mlir");
}

static void fuzz_ptx(const char *text, size_t size)
{
    audit(text, size, "k.ptx");
}

static void ignore(void *user, const lcr_checked *checked)
{
    (void)user, (void)checked;
}

static void fuzz_certificate(const char *text, size_t size)
{
    (void)size;
    lc_ctx *ctx = lc_ctx_new();
    lcr_ctx *r = ctx ? lcr_ctx_new(ctx) : NULL;
    if (r) {
        lcr_set_budget(r, BUDGET);
        (void)lcr_recheck(r, text, ignore, NULL);
    }
    lcr_ctx_free(r);
    lc_ctx_free(ctx);
}

static const struct {
    const char *name;
    void (*run)(const char *text, size_t size);
} targets[] = {{"language", fuzz_language}, {"expression", fuzz_expression},
               {"relation", fuzz_relation}, {"plans", fuzz_plans},
               {"report", fuzz_report},     {"facts", fuzz_facts},
               {"triton", fuzz_triton},     {"cute", fuzz_cute},
               {"ptx", fuzz_ptx},           {"certificate", fuzz_certificate}};

const char *fuzz_target(size_t i)
{
    return i < sizeof targets / sizeof *targets ? targets[i].name : NULL;
}

bool fuzz_read(const char *target, const void *data, size_t size)
{
    size_t i = 0;
    while (fuzz_target(i) && strcmp(fuzz_target(i), target) != 0)
        i++;
    char *text = fuzz_target(i) ? malloc(size + 1) : NULL;
    if (!text)
        return false;
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    targets[i].run(text, size);
    free(text);
    return true;
}
