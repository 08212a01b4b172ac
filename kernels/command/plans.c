/* plans.c - the plans of a file, and sizes for them. */
#include "config.h"

#include "plans.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../rehearse/rehearse.h"

bool lck_add_size(lck_asked *s, char *text)
{
    char *equals = strchr(text, '='), *end = NULL;
    errno = 0;
    long long value = equals ? strtoll(equals + 1, &end, 10) : 0;
    if (!equals || equals == text || end == equals + 1 || *end != '\0' || errno != 0 ||
        value < 0 || s->nsizes == LCK_MAX_SIZES)
        return false;
    *equals = '\0';
    s->name[s->nsizes] = text;
    s->value[s->nsizes++] = value;
    return true;
}

bool lck_given_sizes(const lck_asked *asked, const lck_kernel *kernel, int64_t *size)
{
    bool given[LCK_MAX_SIZES] = {false};
    for (size_t n = 0; n < asked->nsizes; n++)
        for (size_t i = 0; i < kernel->nsizes; i++)
            if (strcmp(kernel->size[i].var->name, asked->name[n]) == 0) {
                given[i] = true;
                size[i] = asked->value[n];
            }
    return lck_choose_sizes(kernel, given, size);
}

int lck_open_plans(const lck_asked *asked, lck_planner_options options, lck_opened *out)
{
    *out =
        (lck_opened){.session = lcv_session_new((lcv_options){.crosscheck = LCV_CROSSCHECK_ISL}),
                     .planner = lck_planner_new(options),
                     .report = {.format = asked->json ? &lcv_format_json : &lcv_format_text,
                                .out = asked->json ? stdout : stderr,
                                .err = stderr,
                                .files = true}};
    if (!out->session || !out->planner) {
        fputs("layoutcheck: out of memory\n", stderr);
        return LCK_BAD_USAGE;
    }
    lcv_listener listener = {.user = &out->report, .outcome = lcv_report_outcome};
    lcv_session_set_planner(out->session, lck_planner_hook(out->planner));
    lcv_report_begin(&out->report);
    lcv_session_check(out->session, asked->file, NULL, (lcv_span){0, 0}, &listener);
    lcv_report_end(&out->report);
    int status = lcv_tally_status(&out->report.tally);
    if (status == 0 && asked->plan && !lck_planner_find(out->planner, asked->plan)) {
        fprintf(stderr, "layoutcheck %s: %s has no plan '%s'\n", asked->command, asked->file,
                asked->plan);
        status = LCK_BAD_USAGE;
    } else if (status == 0 && lck_planner_count(out->planner) == 0) {
        fprintf(stderr, "layoutcheck %s: %s has no plan: expected `plan NAME(...)`\n",
                asked->command, asked->file);
        status = LCK_BAD_USAGE;
    }
    return status;
}

void lck_close_plans(lck_opened *o)
{
    lck_planner_free(o->planner);
    lcv_session_free(o->session);
}
