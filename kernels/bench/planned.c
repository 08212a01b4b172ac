/* planned.c - the kernels of the plans of a file. */
#include "config.h"

#include "planned.h"

#include <stdio.h>
#include <stdlib.h>

#include "../../verify/report/report.h"

static bool check_file(const planned *p, const char *path, FILE *out)
{
    lcv_report report = {.format = &lcv_format_text, .out = out, .err = out, .files = true};
    lcv_listener listener = {.user = &report, .outcome = lcv_report_outcome};
    lcv_session_set_planner(p->session, lck_planner_hook(p->planner));
    lcv_report_begin(&report);
    lcv_session_check(p->session, path, NULL, (lcv_span){0, 0}, &listener);
    lcv_report_end(&report);
    return lcv_tally_status(&report.tally) == 0;
}

bool planned_open(planned *out, const char *path)
{
    char *said = NULL;
    size_t length;
    out->session = lcv_session_new((lcv_options){.crosscheck = true});
    out->planner = lck_planner_new((lck_planner_options){.keep = true});
    FILE *text = open_memstream(&said, &length);
    bool there = out->session && out->planner && text;
    bool ok = there && check_file(out, path, text);
    if (text)
        fclose(text);
    if (!there)
        fputs("out of memory\n", stderr);
    else if (!ok)
        fputs(said, stderr);
    free(said);
    return ok;
}

void planned_close(planned *out)
{
    lck_planner_free(out->planner);
    lcv_session_free(out->session);
    *out = (planned){NULL, NULL};
}
