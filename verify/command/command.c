/* command.c - the layoutcheck command. */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../lib/text.h"
#include "arguments.h"
#include "command.h"
#include "draw-plans.h"
#include "help.h"
#include "interrupt.h"
#include "jobs.h"
#include "options.h"
#include "output.h"
#include "prompt.h"
#include "recheck.h"

typedef lcv_settings settings;

/* The commands of the layer above. */
static const lcv_extension *extension;

typedef void one_text(lcv_session *, const char *, const lcv_listener *);

static one_text *command_of_text(const char *name)
{
    return strcmp(name, "eval") == 0       ? lcv_session_eval
           : strcmp(name, "prove") == 0    ? lcv_session_prove
           : strcmp(name, "relation") == 0 ? lcv_session_relation
           : strcmp(name, "explain") == 0  ? lcv_session_explain
           : strcmp(name, "draw") == 0     ? lcv_session_draw
                                           : NULL;
}

/* ---- files ---- */

typedef struct {
    int n;
    char **path;
} file_list;

/* The files of the command line, which is the text that names them. */
static void check_files(lcv_session *session, const void *user, const lcv_listener *listener)
{
    const file_list *files = user;
    lc_text text = {0};
    lcv_diag ignored = {0};
    lc_text_add(&text, "layoutcheck check");
    for (int i = 0; i < files->n; i++)
        lc_text_printf(&text, " %s", files->path[i]);
    char *line = lc_text_take(NULL, &text);
    lcv_source *origin = line ? lcv_source_text("<command line>", line, strlen(line), &ignored)
                              : NULL;
    size_t at = strlen("layoutcheck check ");
    for (int i = 0; i < files->n; i++) {
        size_t length = strlen(files->path[i]);
        lcv_session_check(session, files->path[i], origin, (lcv_span){at, at + length}, listener);
        at += length + 1;
    }
    lcv_diag_clear(&ignored);
    lcv_source_free(origin);
    free(line);
}

/* False: there is no memory. */
static bool check(const settings *s, lcv_session *session, const file_list *files,
                  lcv_report *report, lcv_progress *progress)
{
    bool ok = true;
    for (int i = 0; ok && i < files->n; i++)
        ok = lcv_session_read(session, files->path[i]);
    lcv_work work = {session, check_files, files, report, progress};
    lcv_interrupt_open(session); /* reading ends at once */
    if (s->jobs <= 1)            /* a process with threads does not become several */
        lcv_progress_watch(progress);
    if (ok && s->jobs > 1)
        lcv_work_shared(&work, s->jobs);
    else if (ok)
        lcv_work_alone(&work);
    return ok;
}

/* Ctrl-C ends the work, and the report goes on. */
static bool work_on(const settings *s, lcv_session *session, one_text *of_text, int n, char **arg,
                    const lcv_listener *listener, lcv_report *report)
{
    lcv_progress progress;
    lcv_progress_open(&progress, stderr);
    report->clear = lcv_progress_clear;
    report->user = &progress;
    bool ok = true;
    if (of_text) {
        lcv_interrupt_open(session);
        lcv_progress_watch(&progress);
        lcv_progress_work(&progress, lcv_session_doing(session));
        for (size_t i = 0; i < s->nimports; i++)
            lcv_import(session, s->import[i], listener);
        of_text(session, arg[1], listener);
    } else {
        ok = check(s, session, &(file_list){n - 1, arg + 1}, report, &progress);
    }
    lcv_interrupt_close();
    lcv_progress_close(&progress);
    report->clear = NULL;
    if (lcv_session_interrupted(session) && report->tally.interrupted == 0)
        report->tally.interrupted = 1; /* between two statements */
    return ok;
}

/* Makes sure that the output was written; otherwise the status says so. */
static int close_output(int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    fprintf(stderr, "layoutcheck: cannot write the results: %s\n", strerror(errno));
    return LCV_BAD_USAGE;
}

/* ---- pictures ---- */

static bool is_report(const char *command)
{
    return strcmp(command, "report") == 0;
}

/* False after a message. */
static bool drawing_is_right(const settings *s, const char *command, one_text *of_text)
{
    bool claims = of_text == lcv_session_prove || (!of_text && !is_report(command));
    bool draws = of_text == lcv_session_draw || of_text == lcv_session_draw_steps ||
                 (claims && s->drawing.claims && (of_text || !s->drawing.file));
    const char *given = s->drawing.given;
    if (is_report(command) && !given && !s->drawing.claims)
        return s->drawing.file || lcv_bad_usage("%s", "report: expected -o FILE.html") == 0;
    if (s->drawing.claims && !draws) {
        return lcv_bad_usage(claims ? "%s --draw takes no file: there may be several pictures"
                                    : "--draw is of prove and check, not of %s",
                             command) == 0;
    }
    if (!draws && (given || s->drawing.file)) {
        lc_text option = {0};
        lc_text_printf(&option, "%s%s is of draw, not of %s", given ? "--" : "-",
                       given ? given : "o", command);
        lcv_bad_usage("%s", lc_text_peek(&option));
        lc_text_free(&option);
        return false;
    }
    return !s->drawing.file || lcv_is_picture(s->drawing.file);
}

static bool has_colours(FILE *stream, lcv_colour_when when)
{
    return lcv_terminal_of(stream, when).colours != LCV_PLAIN;
}

/* Everything that the statements of the command come to, on the stream. */
static int run_to(const settings *s, one_text *of_text, int n, char **arg, FILE *out)
{
    lcv_report report = {.format = s->format,
                         .out = out,
                         .err = stderr,
                         .files = !of_text,
                         .verbose = s->verbose,
                         .quiet = s->quiet,
                         .untimed = s->untimed,
                         .options = &s->session,
                         .timed = s->verbose || s->quiet || isatty(STDOUT_FILENO),
                         .terminal = lcv_terminal_of(out, s->drawing.colour),
                         .red_errors = has_colours(stderr, s->drawing.colour)};
    report.terminal.theme = s->drawing.theme;
    if (s->certificate && !lcv_certificate_open(&report, s->certificate))
        return LCV_BAD_USAGE;
    lcv_drawn_file drawn = {&s->drawing, &report, true};
    lcv_listener listener = {.user = &report, .outcome = lcv_report_outcome};
    if (s->drawing.file && of_text)
        listener = (lcv_listener){.user = &drawn, .outcome = lcv_write_or_report};
    lcv_session *session = lcv_session_new(s->session);
    bool ok = session != NULL;
    if (ok) {
        lcv_session_set_planner(session, extension->planner);
        lcv_session_set_drawing(session, &s->drawing.how, s->drawing.tile);
    }
    if (ok && of_text == lcv_session_draw && lcv_is_plan_file(arg[1])) {
        int status = lcv_draw_plans(session, &s->drawing, arg[1]);
        lcv_session_free(session);
        return status;
    }
    lcv_report_begin(&report);
    ok = ok && work_on(s, session, of_text, n, arg, &listener, &report);
    if (!ok) {
        fputs("layoutcheck: out of memory\n", stderr);
        report.tally.errors++;
    }
    lcv_report_end(&report);
    lcv_session_free(session);
    ok = lcv_certificate_close(&report, s->certificate) && ok && drawn.ok;
    return ok ? lcv_tally_status(&report.tally) : LCV_BAD_USAGE;
}

/* A page of the files, with pictures. */
#define PAGE_LIMIT 8 /* cells of a side */
static int run_report(const settings *s, int n, char **arg)
{
    settings page = *s;
    lcv_output out;
    page.format = &lcv_format_html;
    page.session.figures = LCV_FIGURES;
    page.session.explanations = true;
    page.drawing.how.limit = PAGE_LIMIT;
    if (!lcv_output_open(&out, s->drawing.file))
        return LCV_BAD_USAGE;
    int status = run_to(&page, NULL, n, arg, out.stream);
    return lcv_output_close(&out, NULL) ? status : LCV_BAD_USAGE;
}

static int recheck(const settings *s, int n, char **file)
{
    bool json = s->format == &lcv_format_json;
    if (s->format == &lcv_format_text || json)
        return lcv_recheck_files(s->session.budget, json, n, file);
    return lcv_bad_usage("recheck: --format=%s: expected text or json", s->format->name);
}

/* A command that is misspelt, an expression or a file without one. */
static int unknown_command(const char *word)
{
    static const char *const names[] = {"eval", "prove", "check",  "relation", "explain",
                                        "draw", "help",  "report", "run",      "recheck",
                                        "emit", "tune",  "audit"};
    const char *near = lcv_nearest(word, sizeof names / sizeof *names, names);
    size_t n = strlen(word);
    char instead[256] = "";
    if (near)
        snprintf(instead, sizeof instead, "did you mean '%s'?", near);
    else if (n > 4 && strcmp(word + n - 4, ".lay") == 0)
        snprintf(instead, sizeof instead, "expected layoutcheck check %.150s", word);
    else if (strchr(word, '(') || strchr(word, ':'))
        snprintf(instead, sizeof instead, "expected layoutcheck eval '%.150s'", word);
    else
        return lcv_bad_usage("unknown command '%s'", word);
    fprintf(stderr, "layoutcheck: unknown command '%.150s': %s\n", word, instead);
    return LCV_BAD_USAGE;
}

static int run(const settings *s, int n, char **arg)
{
    if (strcmp(arg[0], "recheck") == 0)
        return n < 2 ? lcv_bad_usage("%s", "recheck: expected a certificate")
                     : recheck(s, n - 1, arg + 1);
    if (strcmp(arg[0], "help") == 0)
        return n < 2 ? (lcv_print_overview(extension->planner), 0)
                     : lcv_print_rows(n - 1, arg + 1, extension->planner);
    one_text *of_text = command_of_text(arg[0]);
    if (!of_text && strcmp(arg[0], "check") != 0 && !is_report(arg[0]))
        return unknown_command(arg[0]);
    if (s->c && of_text != lcv_session_relation)
        return lcv_bad_usage("%s: --c is an option of `relation`", arg[0]);
    if (s->c)
        of_text = lcv_session_code;
    if (n < 2)
        return lcv_bad_usage(of_text ? "%s: expected an expression" : "%s: expected a file",
                             arg[0]);
    if (s->untimed && !is_report(arg[0]))
        return lcv_bad_usage("--no-time is of report, not of %s", arg[0]);
    if (s->drawing.steps && of_text != lcv_session_draw)
        return lcv_bad_usage("--steps is of draw, not of %s", arg[0]);
    if (s->drawing.steps)
        of_text = lcv_session_draw_steps;
    if (!of_text && s->nimports > 0)
        return lcv_bad_usage("%s takes no --import: files say what they import", arg[0]);
    if (of_text && n > 2)
        return lcv_bad_usage("%s: expected one expression; quote it for the shell", arg[0]);

    if (!drawing_is_right(s, arg[0], of_text))
        return LCV_BAD_USAGE;
    settings drawn = *s;
    if (of_text == lcv_session_draw && lcv_is_plan_file(arg[1]))
        drawn.session.figures = LCV_FIGURES;
    if (s->drawing.claims)
        drawn.session.figures = of_text ? LCV_FIGURES_OF_ALL : LCV_FIGURES_OF_REFUTED;
    return is_report(arg[0]) ? run_report(s, n, arg) : run_to(&drawn, of_text, n, arg, stdout);
}

/* Without a command: a dialogue, if there is somebody to talk to. */
static int prompt(const settings *s)
{
    const lcv_prompt_options options = {s->session,        extension->planner, s->verbose,
                                        s->drawing.colour, s->nimports,        s->import};
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)
               ? lcv_prompt(&options)
               : lcv_bad_usage("%s", "expected a command");
}

int lcv_command(int argc, char **argv, const lcv_extension *more)
{
    extension = more;
    settings s = {.session = {.crosscheck = LCV_CROSSCHECK_ISL},
                  .format = &lcv_format_text,
                  .jobs = 1};
    int status;
    char **sorted = lcv_separate(argc, argv);
    int n = 0;
    while (sorted && sorted[n])
        n++;
    if (!sorted) {
        fputs("layoutcheck: out of memory\n", stderr);
        return LCV_BAD_USAGE;
    }
    int first = lcv_read_options(n, sorted, extension, &s, &status);
    if (first >= 0)
        status = first < n ? run(&s, n - first, sorted + first) : prompt(&s);
    free(sorted);
    return close_output(status);
}
