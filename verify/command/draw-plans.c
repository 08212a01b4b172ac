/* draw-plans.c - see draw-plans.h. */
#include "config.h"

#include "draw-plans.h"

#include <string.h>

#include "../session/script.h"

typedef struct {
    const lcv_drawing_options *options;
    lcv_report *report;
    size_t n; /* that were drawn */
    bool plans, ok;
} drawn;

bool lcv_is_plan_file(const char *argument)
{
    size_t n = strlen(argument);
    return n > 4 && strcmp(argument + n - 4, ".lay") == 0;
}

/* A figure for the terminal is one of an outcome without a value. */
static bool show(const drawn *d, const lcv_figure *figure)
{
    lc_text text = {0};
    bool ok = lcv_figure_text(NULL, &text, figure, &d->report->terminal) && text.data &&
              fputs(text.data, d->report->out) >= 0;
    lc_text_free(&text);
    return ok;
}

static void draw(drawn *d, const lcv_figure *figure)
{
    lc_ctx *ctx = lc_ctx_new();
    if (d->options->file && d->n > 0) {
        fputs("layoutcheck: a file has one picture, and there are several plans: expected "
              "--plan=NAME\n",
              stderr);
        d->ok = false;
    } else {
        d->ok = ctx &&
                (d->options->file ? lcv_write_picture(ctx, figure, d->options) : show(d, figure));
    }
    lc_ctx_free(ctx);
    d->n++;
}

static void see(void *user, const lcv_outcome *outcome)
{
    drawn *d = user;
    const char *wanted = d->options->plan;
    bool plan = outcome->name && (outcome->verb == LCV_PLAN || outcome->verb == LCV_REFUTE);
    d->plans = d->plans || plan;
    if (outcome->error)
        lcv_report_outcome(d->report, outcome);
    else if (d->ok && plan && outcome->figure && (!wanted || strcmp(outcome->name, wanted) == 0))
        draw(d, outcome->figure);
    d->ok = d->ok && !outcome->error;
}

int lcv_draw_plans(lcv_session *session, const lcv_drawing_options *o, const char *path)
{
    lcv_report report = {.format = &lcv_format_text,
                         .out = stdout,
                         .err = stderr,
                         .terminal = lcv_terminal_of(stdout, o->colour)};
    drawn d = {o, &report, 0, false, true};
    lcv_listener listener = {.user = &d, .outcome = see};
    report.terminal.theme = o->theme;
    lcv_session_check(session, path, NULL, (lcv_span){0, 0}, &listener);
    if (d.ok && d.n == 0 && o->plan)
        fprintf(stderr, "layoutcheck: %s has no plan '%s' with a picture\n", path, o->plan);
    else if (d.ok && d.n == 0)
        fprintf(stderr,
                "layoutcheck: %s has no plan: its values are drawn by draw --import=%s 'EXPR'\n",
                path, path);
    return d.ok && d.n > 0 ? 0 : 2;
}
