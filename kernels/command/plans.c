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

bool lck_is_asked(const lck_asked *asked, const lck_kernel *kernel)
{
    return !asked->plan || strcmp(asked->plan, kernel->name) == 0;
}

static const lck_size *size_named(const lck_kernel *kernel, const char *name)
{
    for (size_t i = 0; i < kernel->nsizes; i++)
        if (strcmp(kernel->size[i].var->name, name) == 0)
            return &kernel->size[i];
    return NULL;
}

bool lck_check_sizes(const lck_asked *asked, const lck_planner *planner)
{
    for (size_t n = 0; n < asked->nsizes; n++) {
        bool known = false;
        for (size_t i = 0; i < lck_planner_count(planner); i++) {
            const lck_kernel *kernel = lck_planner_kernel(planner, i);
            const lck_size *size = lck_is_asked(asked, kernel)
                                       ? size_named(kernel, asked->name[n])
                                       : NULL;
            known = known || size;
            if (!size ||
                (size->var->low <= asked->value[n] && asked->value[n] <= size->var->high))
                continue;
            fprintf(stderr, "layoutcheck %s: %s: %s = %lld: expected %lld to %lld\n",
                    asked->command, kernel->name, asked->name[n], (long long)asked->value[n],
                    (long long)size->var->low, (long long)size->var->high);
            return false;
        }
        if (!known) {
            fprintf(stderr, "layoutcheck %s: no plan that runs has a size '%s'\n", asked->command,
                    asked->name[n]);
            return false;
        }
    }
    return true;
}

void lck_print_sizes(const lck_kernel *kernel, const int64_t *size)
{
    printf("%s", kernel->name);
    for (size_t i = 0; i < kernel->nsizes; i++)
        printf("%s %s = %lld", i == 0 ? ":" : ",", kernel->size[i].var->name, (long long)size[i]);
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
