/* junit.c - results as JUnit XML, which continuous integration reads.
 *
 *     <testsuites name="layoutcheck" tests= failures= errors= time=>
 *       <testsuite name="a.lay" ...>
 *         <testcase name="3: prove injective(A)" classname="a.lay" file= line= time=>
 *           <failure type="refuted" message="at c = 1: ..."> as text </failure>
 *
 * A file is a suite. A claim is a test, and so is any other statement that failed. A claim that
 * is not as it should be is a failure; a statement without a verdict - an error in the input,
 * UNKNOWN, a disagreement - is an error, since readers of such files count `skipped` as passed.
 *
 * Counts come before the tests that they count, and the statements of an imported file between
 * those of the file that imports it. The tests are therefore kept in a temporary file, and only
 * the places of each suite's runs in memory.
 */
#include "config.h"

#include "report.h"

#include <stdlib.h>
#include <string.h>

#include "../language/source.h"

/* ---- one test ---- */

/* XML cannot hold control characters, two others, and bytes that are not UTF-8. */
static bool is_character(const char *text, size_t n)
{
    unsigned char c = (unsigned char)*text;
    if (n == 0 || (c < 0x20 && !strchr("\t\n\r", c)))
        return false;
    return n != 3 ||
           (memcmp(text, "\xef\xbf\xbe", 3) != 0 && memcmp(text, "\xef\xbf\xbf", 3) != 0);
}

/* Line ends of an attribute would be read as spaces. */
static void put_escaped(FILE *out, const char *text, bool attribute)
{
    for (size_t left = text ? strlen(text) : 0; left > 0;) {
        size_t n = lcv_utf8_length(text, left);
        unsigned char c = (unsigned char)*text;
        if (!is_character(text, n))
            fputc('?', out);
        else if (strchr("<>&\"\r", c) || (attribute && c < 0x20))
            fprintf(out, "&#%d;", c);
        else
            fwrite(text, 1, n, out);
        n = n > 0 ? n : 1;
        text += n;
        left -= n;
    }
}

static void put_attribute(FILE *out, const char *name, const char *value)
{
    fprintf(out, " %s=\"", name);
    put_escaped(out, value, true);
    fputc('"', out);
}

/* The output of the text format, `out` and `err` in one. */
static char *in_words(const lcv_page *page, const lcv_outcome *outcome)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return NULL;
    lcv_page inner = {.out = out, .err = out, .files = page->files, .verbose = true};
    lcv_text_render(&inner, outcome);
    fclose(out);
    return text;
}

static void put_trouble(const lcv_page *page, const lcv_outcome *outcome)
{
    const char *element = outcome->status == LCV_FAILED ? "failure" : "error";
    const lcv_result *result = outcome->result;
    char *trouble = lcv_trouble(outcome), *words = in_words(page, outcome);
    fprintf(page->out, ">\n      <%s", element);
    put_attribute(page->out, "type",
                  outcome->status != LCV_FAILED   ? lcv_status_name(outcome->status)
                  : result->verdict == LCV_PROVED ? "proved"
                                                  : "refuted");
    put_attribute(page->out, "message", trouble);
    fputc('>', page->out);
    put_escaped(page->out, words, false);
    fprintf(page->out, "</%s>\n    </testcase>\n", element);
    free(words);
    free(trouble);
}

static void put_name(FILE *out, const lcv_outcome *outcome)
{
    fprintf(out, " name=\"%zu: ", outcome->line);
    if (outcome->read && outcome->verb != LCV_PLAN) /* the text includes it */
        fprintf(out, "%s ", lcv_verb_name(outcome->verb));
    if (outcome->read && outcome->verb == LCV_LET)
        fprintf(out, "%s = ", outcome->name);
    put_escaped(out, outcome->text ? outcome->text : "not a statement", true);
    fputc('"', out);
}

static void render(const lcv_page *page, const lcv_outcome *outcome)
{
    FILE *out = page->out;
    fputs("    <testcase", out);
    put_name(out, outcome);
    put_attribute(out, "classname", outcome->file);
    put_attribute(out, "file", outcome->file);
    fprintf(out, " line=\"%zu\" time=\"%.6f\"", outcome->line, outcome->seconds);
    if (outcome->status == LCV_PASSED)
        fputs("/>\n", out);
    else
        put_trouble(page, outcome);
    lcv_print_error(page, outcome);
}

/* ---- suites ---- */

/* Bytes of the temporary file that belong to one suite. */
typedef struct {
    size_t suite;
    long begin, end;
} run;

typedef struct {
    char *name;
    size_t tests, failures, errors;
    double seconds;
} suite;

struct lcv_suites {
    FILE *tests;
    size_t n, room, nruns, runs_room;
    suite *suite;
    run *run;
    bool lost; /* something could not be kept */
};

static void suites_free(struct lcv_suites *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->n; i++)
        free(s->suite[i].name);
    if (s->tests)
        fclose(s->tests);
    free(s->suite);
    free(s->run);
    free(s);
}

/* The suite of this file, most often the suite of the test before; SIZE_MAX: no memory. */
static size_t find_suite(struct lcv_suites *s, const char *name)
{
    size_t last = s->nruns > 0 ? s->run[s->nruns - 1].suite : 0;
    if (s->n > 0 && strcmp(s->suite[last].name, name) == 0)
        return last;
    for (size_t i = 0; i < s->n; i++)
        if (strcmp(s->suite[i].name, name) == 0)
            return i;
    suite *more = lc_grow(NULL, s->suite, s->n, &s->room, sizeof *more);
    s->suite = more ? more : s->suite;
    char *copy = more ? strdup(name) : NULL;
    if (!copy)
        return SIZE_MAX;
    s->suite[s->n] = (suite){.name = copy};
    return s->n++;
}

static bool add_run(struct lcv_suites *s, size_t which, long begin)
{
    if (s->nruns > 0 && s->run[s->nruns - 1].suite == which)
        return true;
    run *more = lc_grow(NULL, s->run, s->nruns, &s->runs_room, sizeof *more);
    if (!more)
        return false;
    s->run = more;
    s->run[s->nruns++] = (run){which, begin, begin};
    return true;
}

static bool keep(struct lcv_suites *s, const lcv_item *item)
{
    size_t which = item->file ? find_suite(s, item->file) : SIZE_MAX;
    long begin = ftell(s->tests);
    if (which == SIZE_MAX || begin < 0 || !add_run(s, which, begin) ||
        fwrite(item->out, 1, item->nout, s->tests) != item->nout)
        return false;
    s->run[s->nruns - 1].end = ftell(s->tests);
    suite *to = &s->suite[which];
    to->tests++;
    to->failures += item->test == LCV_TEST_FAILED;
    to->errors += item->test == LCV_TEST_ERROR;
    to->seconds += item->seconds;
    return true;
}

static void put(lcv_report *report, const lcv_item *item)
{
    struct lcv_suites *s = report->suites;
    if (item->test != LCV_NO_TEST && s)
        s->lost = !keep(s, item) || s->lost;
}

/* ---- the whole ---- */

static void begin(lcv_report *report)
{
    report->suites = calloc(1, sizeof *report->suites);
    if (report->suites && !(report->suites->tests = tmpfile())) {
        free(report->suites);
        report->suites = NULL;
    }
}

static void put_counts(FILE *out, const suite *s)
{
    fprintf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"0\" time=\"%.6f\">\n",
            s->tests, s->failures, s->errors, s->seconds);
}

/* False: the temporary file has less than was written. */
static bool copy_run(FILE *out, FILE *from, const run *r)
{
    char block[65536];
    if (fseek(from, r->begin, SEEK_SET) != 0)
        return false;
    for (size_t left = (size_t)(r->end - r->begin); left > 0;) {
        size_t n = fread(block, 1, left < sizeof block ? left : sizeof block, from);
        if (n == 0)
            return false;
        fwrite(block, 1, n, out);
        left -= n;
    }
    return true;
}

static bool put_suite(FILE *out, struct lcv_suites *s, size_t which)
{
    bool ok = true;
    fputs("  <testsuite", out);
    put_attribute(out, "name", s->suite[which].name);
    put_counts(out, &s->suite[which]);
    for (size_t i = 0; ok && i < s->nruns; i++)
        if (s->run[i].suite == which)
            ok = copy_run(out, s->tests, &s->run[i]);
    fputs("  </testsuite>\n", out);
    return ok;
}

/* A test that could not be kept is an error of the report and of the command. */
static void end(lcv_report *report)
{
    struct lcv_suites *s = report->suites;
    FILE *out = report->out;
    suite sum = {0};
    for (size_t i = 0; s && i < s->n; i++) {
        sum.tests += s->suite[i].tests;
        sum.failures += s->suite[i].failures;
        sum.errors += s->suite[i].errors;
        sum.seconds += s->suite[i].seconds;
    }
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"layoutcheck\"", out);
    put_counts(out, &sum);
    bool lost = !s || s->lost || fflush(s->tests) != 0;
    for (size_t i = 0; s && i < s->n; i++)
        lost = !put_suite(out, s, i) || lost;
    fputs("</testsuites>\n", out);
    if (lost) {
        fflush(out);
        fputs("layoutcheck: error: the results could not be kept in a temporary file\n",
              report->err);
        report->tally.errors++;
    }
    suites_free(s);
    report->suites = NULL;
}

const lcv_format lcv_format_junit = {
    .name = "junit", .numbers = true, .render = render, .begin = begin, .put = put, .end = end};
