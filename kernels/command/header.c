#include "config.h"

#include "header.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../verify/report/report.h"
#include "../facts/facts.h"
#include "../planner/planner.h"

#define BAD_USAGE 2

typedef struct {
    lcv_report report;
    lck_facts *facts;
} collector;

static void collect(void *user, const lcv_outcome *outcome)
{
    collector *c = user;
    lcv_report_outcome(&c->report, outcome);
    lck_facts_add(c->facts, outcome);
}

/* What is not as claimed goes where diagnostics go. */
static int check(collector *c, lcv_session *session, const lck_planner *planner, const char *file)
{
    lcv_listener listener = {.user = c, .outcome = collect};
    c->report = (lcv_report){
        .format = &lcv_format_text, .out = stderr, .err = stderr, .files = true, .quiet = true};
    lcv_session_set_planner(session, lck_planner_hook((lck_planner *)planner));
    lcv_report_begin(&c->report);
    lcv_session_check(session, file, NULL, (lcv_span){0, 0}, &listener);
    lcv_report_end(&c->report);
    return lcv_tally_status(&c->report.tally);
}

static int write_header(const char *text, const char *output)
{
    FILE *out = output ? fopen(output, "w") : stdout;
    bool ok = out && fputs(text, out) >= 0 && fflush(out) == 0 && !ferror(out);
    int error = errno;
    if (out && out != stdout)
        ok = fclose(out) == 0 && ok;
    if (!ok)
        fprintf(stderr, "layoutcheck emit: cannot write %s: %s\n", output ? output : "the text",
                strerror(error));
    return ok ? 0 : BAD_USAGE;
}

static int no_memory(void)
{
    fputs("layoutcheck: out of memory\n", stderr);
    return BAD_USAGE;
}

int lck_write_facts(const char *file, const char *output)
{
    collector c = {.facts = lck_facts_new()};
    lcv_session *session =
        lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_ISL, .certify = true});
    lck_planner *planner = lck_planner_new((lck_planner_options){0});
    bool ready = c.facts && session && planner;
    int status = ready ? check(&c, session, planner, file) : no_memory();
    if (status == 0) {
        char *text = lck_facts_header(c.facts, file);
        status = text ? write_header(text, output) : no_memory();
        free(text);
    }
    lck_planner_free(planner);
    lcv_session_free(session);
    lck_facts_free(c.facts);
    return status;
}
