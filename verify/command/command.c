/* command.c - the layoutcheck command. */
#include "config.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../lib/text.h"
#include "arguments.h"
#include "command.h"
#include "draw.h"
#include "../../isl-bridge/recheck.h"
#include "help.h"
#include "interrupt.h"
#include "jobs.h"
#include "output.h"
#include "prompt.h"
#include "recheck.h"

#define BAD_USAGE 2

#define MOST_IMPORTS 16 /* of one command */

typedef struct {
    lcv_options session;
    const lcv_format *format;
    unsigned jobs;
    bool verbose, quiet;
    bool c;                  /* relations as C */
    const char *certificate; /* the file to write; NULL: none */
    bool steps;              /* draw them */
    lcv_drawing_options drawing;
    size_t nimports;
    const char *import[MOST_IMPORTS];
} settings;

/* The commands of the layer above. */
static const lcv_extension *extension;

static const char usage_text[] =
    "usage: layoutcheck eval 'EXPR'           print the value, cross-checked\n"
    "       layoutcheck prove 'CLAIM'         prove or refute one claim\n"
    "       layoutcheck check FILE.lay...     every statement; '-' is standard input\n"
    "       layoutcheck relation 'EXPR'       its isl relations, for isl and iscc\n"
    "       layoutcheck explain 'EXPR|CLAIM'  step by step, with rules and laws\n"
    "       layoutcheck draw 'EXPR'           a morphism, or g o f, as a diagram in text\n"
    "       layoutcheck recheck FILE...       certificates, without the prover\n"
    "       layoutcheck help [NAME...]        what functions and claims are\n"
    "       layoutcheck                       a prompt, on a terminal\n";

static const char options_text[] =
    "\n"
    "  --format=FORMAT      how results are printed: text, gcc (file:line:col: error: ...),\n"
    "                       json, tap or junit\n"
    "  -j, --jobs[=N]       check with N processes; without N, or 0: one a processor\n"
    "  --budget=OPS         isl operations a query; past them the answer is UNKNOWN;\n"
    "                       0: no limit\n"
    "  --c                  relation: as C, a predicate of a set, the values of a function\n"
    "  --certificate=FILE   write the sets that prove each claim, for recheck and iscc\n"
    "  --crosscheck=WHO     the second opinion: isl, of every value and verdict (default),\n"
    "                       law, the law of each operation without isl, or off\n"
    "  --require-crosscheck what isl does not confirm is undecided: exit 3\n"
    "  --no-crosscheck      the same as --crosscheck=off\n"
    "  --draw[=FILE]        prove, check: draw what a refuted claim has at fault; of prove also\n"
    "                       one that was proved, and into a file\n"
    "  --import=NAME        a file whose names the expression sees: of the library, sm80,\n"
    "                       or a path, atoms.lay\n"
    "  --steps              draw the steps of a composition\n"
    "  -q, --quiet          only what is not as claimed, and the tally\n"
    "  -v, --verbose        say how claims were decided and what was not checked\n"
    "  -h, --help           this text, and the functions and claims of the language\n"
    "  --version\n"
    "\n"
    "exit status: 0 everything holds, 1 a claim is refuted or a `refute` holds,\n"
    "2 bad input, or a process that ended without a verdict, 3 something is unknown\n"
    "within the budget, 4 the algebra and the relation disagree, 130 interrupted.\n";

static int bad_usage(const char *format, const char *what)
{
    fputs("layoutcheck: ", stderr);
    fprintf(stderr, format, what);
    fprintf(stderr, "\n%s%sTry 'layoutcheck --help'.\n", usage_text, extension->usage);
    return BAD_USAGE;
}

static void print_help(void)
{
    fputs(usage_text, stdout);
    fputs(extension->usage, stdout);
    fputs(options_text, stdout);
    lcv_print_signatures();
}

static bool set_format(settings *s, const char *name)
{
    s->format = lcv_format_find(name);
    if (!s->format) {
        bad_usage("unknown format '%s': expected text, gcc, json, tap or junit", name);
        return false;
    }
    if (s->format->needs) {
        fprintf(stderr,
                "layoutcheck: --format=%s: built without %s; configure with it, or use "
                "--format=text\n",
                name, s->format->needs);
        return false;
    }
    return true;
}

/* NULL, "" and "0": as many as there are processors. */
static bool set_jobs(settings *s, const char *text)
{
    char *end;
    errno = 0;
    unsigned long jobs = text ? strtoul(text, &end, 10) : 0;
    if (text && (errno != 0 || *end != '\0' || text[0] == '-' || jobs > LCV_MAX_JOBS)) {
        bad_usage("bad number of jobs '%s': expected 0 to 1024", text);
        return false;
    }
    s->jobs = jobs == 0 ? lcv_processors() : (unsigned)jobs;
    return true;
}

static bool set_budget(settings *s, const char *text)
{
    char *end;
    errno = 0;
    unsigned long budget = strtoul(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || text[0] == '-') {
        bad_usage("bad budget '%s': expected a number of operations, 0 for no limit", text);
        return false;
    }
    s->session.budget = budget == 0 ? LCV_NO_LIMIT : budget;
    return true;
}

static bool set_crosscheck(settings *s, const char *text)
{
    static const char *const who[] = {
        [LCV_CROSSCHECK_OFF] = "off", [LCV_CROSSCHECK_ISL] = "isl", [LCV_CROSSCHECK_LAW] = "law"};
    for (size_t i = 0; i < sizeof who / sizeof *who; i++) {
        if (strcmp(who[i], text) != 0)
            continue;
        s->session.crosscheck = (lcv_opinions)i;
        return true;
    }
    bad_usage("unknown cross-check '%s': expected isl, law or off", text);
    return false;
}

/* `-j 4` is `--jobs=4`, as with make; getopt leaves the 4 alone. */
static const char *count_behind(int argc, char **argv)
{
    const char *arg = optind < argc ? argv[optind] : "";
    if (*arg == '\0' || arg[strspn(arg, "0123456789")] != '\0')
        return NULL;
    optind++;
    return arg;
}

/* True when the program ends here, with *status. */
static bool read_options(int argc, char **argv, settings *s, int *status)
{
    enum {
        FORMAT = 256,
        BUDGET,
        CERTIFICATE,
        C,
        CROSSCHECK,
        REQUIRE,
        NO_CROSSCHECK,
        STEPS,
        DRAW,
        IMPORT,
        DRAWING,
        VERSION
    };
    static const struct option options[] = {{"format", required_argument, NULL, FORMAT},
                                            {"jobs", optional_argument, NULL, 'j'},
                                            {"budget", required_argument, NULL, BUDGET},
                                            {"c", no_argument, NULL, C},
                                            {"certificate", required_argument, NULL, CERTIFICATE},
                                            {"crosscheck", required_argument, NULL, CROSSCHECK},
                                            {"require-crosscheck", no_argument, NULL, REQUIRE},
                                            {"no-crosscheck", no_argument, NULL, NO_CROSSCHECK},
                                            {"draw", optional_argument, NULL, DRAW},
                                            {"import", required_argument, NULL, IMPORT},
                                            {"steps", no_argument, NULL, STEPS},
                                            {"quiet", no_argument, NULL, 'q'},
                                            {"as", required_argument, NULL, DRAWING},
                                            {"color", required_argument, NULL, DRAWING},
                                            {"limit", required_argument, NULL, DRAWING},
                                            {"modes", required_argument, NULL, DRAWING},
                                            {"theme", required_argument, NULL, DRAWING},
                                            {"tile", required_argument, NULL, DRAWING},
                                            {"verbose", no_argument, NULL, 'v'},
                                            {"help", no_argument, NULL, 'h'},
                                            {"version", no_argument, NULL, VERSION},
                                            {NULL, 0, NULL, 0}};
    int which = 0;
    for (int option; (option = getopt_long(argc, argv, "j::o:qvh", options, &which)) != -1;) {
        *status = BAD_USAGE;
        switch (option) {
        case FORMAT:
            if (!set_format(s, optarg))
                return true;
            break;
        case 'j':
            if (!set_jobs(s, optarg ? optarg : count_behind(argc, argv)))
                return true;
            break;
        case BUDGET:
            if (!set_budget(s, optarg))
                return true;
            break;
        case CERTIFICATE:
            s->certificate = optarg;
            s->session.certify = true;
            break;
        case NO_CROSSCHECK: s->session.crosscheck = LCV_CROSSCHECK_OFF; break;
        case CROSSCHECK:
            if (!set_crosscheck(s, optarg))
                return true;
            break;
        case REQUIRE: s->session.require_crosscheck = true; break;
        case C: s->c = true; break;
        case STEPS: s->steps = true; break;
        case 'q': s->quiet = true; break;
        case DRAWING:
            if (!lcv_drawing_option(&s->drawing, options[which].name, optarg))
                return true;
            break;
        case IMPORT:
            if (s->nimports == MOST_IMPORTS)
                return bad_usage("%s", "too many imports: a file may import them") != 0;
            s->import[s->nimports++] = optarg;
            break;
        case DRAW:
            s->drawing.claims = true;
            s->drawing.file = optarg ? optarg : s->drawing.file;
            s->drawing.given = "draw";
            break;
        case 'o': s->drawing.file = optarg; break;
        case 'v': s->verbose = true; break;
        case 'h':
            print_help();
            *status = 0;
            return true;
        case VERSION:
            printf("layoutcheck %s\n", PACKAGE_VERSION);
            *status = 0;
            return true;
        default: /* getopt has said what is wrong */
            fputs("Try 'layoutcheck --help'.\n", stderr);
            return true;
        }
    }
    return false;
}

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
    if (s->jobs <= 1) /* a process with threads does not become several */
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
    lcv_interrupt_open(session);
    bool ok = true;
    if (of_text) {
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
    return BAD_USAGE;
}

/* ---- pictures ---- */

static bool is_report(const char *command)
{
    return strcmp(command, "report") == 0;
}

/* False after a message. */
static bool drawing_is_right(const settings *s, const char *command, one_text *of_text)
{
    bool claims = of_text == lcv_session_prove || !of_text;
    bool draws = of_text == lcv_session_draw || of_text == lcv_session_draw_steps ||
                 (claims && s->drawing.claims && (of_text || !s->drawing.file));
    const char *given = s->drawing.given;
    if (is_report(command) && !given)
        return s->drawing.file || bad_usage("%s", "report: expected -o FILE.html") == 0;
    if (s->drawing.claims && !draws) {
        return bad_usage(claims ? "%s --draw takes no file: there may be several pictures"
                                : "--draw is of prove and check, not of %s",
                         command) == 0;
    }
    if (!draws && (given || s->drawing.file)) {
        lc_text option = {0};
        lc_text_printf(&option, "%s%s is of draw, not of %s", given ? "--" : "-",
                       given ? given : "o", command);
        bad_usage("%s", lc_text_peek(&option));
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
                         .timed = s->verbose || s->quiet || isatty(STDOUT_FILENO),
                         .terminal = lcv_terminal_of(out, s->drawing.colour),
                         .red_errors = has_colours(stderr, s->drawing.colour)};
    report.terminal.theme = s->drawing.theme;
    if (s->certificate && !lcv_certificate_open(&report, s->certificate))
        return BAD_USAGE;
    lcv_drawn_file drawn = {&s->drawing, &report, true};
    lcv_listener listener = {&report, lcv_report_outcome, NULL, NULL};
    if (s->drawing.file && of_text)
        listener = (lcv_listener){&drawn, lcv_write_or_report, NULL, NULL};
    lcv_session *session = lcv_session_new(s->session);
    bool ok = session != NULL;
    if (ok) {
        lcv_session_set_planner(session, extension->planner);
        lcv_session_set_drawing(session, &s->drawing.how, s->drawing.tile);
    }
    lcv_report_begin(&report);
    ok = ok && work_on(s, session, of_text, n, arg, &listener, &report);
    lcv_report_end(&report);
    lcv_session_free(session);
    ok = lcv_certificate_close(&report, s->certificate) && ok && drawn.ok;
    if (!session)
        fputs("layoutcheck: out of memory\n", stderr);
    return ok ? lcv_tally_status(&report.tally) : BAD_USAGE;
}

/* A page of the files, with pictures. */
#define PAGE_LIMIT 8 /* cells of a side */
static int run_report(const settings *s, int n, char **arg)
{
    settings page = *s;
    lcv_output out;
    page.format = &lcv_format_html;
    page.session.figures = LCV_FIGURES;
    page.drawing.how.limit = PAGE_LIMIT;
    if (!lcv_output_open(&out, s->drawing.file))
        return BAD_USAGE;
    int status = run_to(&page, NULL, n, arg, out.stream);
    return lcv_output_close(&out, NULL) ? status : BAD_USAGE;
}

static int run(const settings *s, int n, char **arg)
{
    if (strcmp(arg[0], "recheck") == 0)
        return n < 2 ? bad_usage("%s", "recheck: expected a certificate")
                     : lcv_recheck_files(s->session.budget, n - 1, arg + 1);
    if (strcmp(arg[0], "help") == 0)
        return n < 2 ? (lcv_print_overview(), 0) : lcv_print_rows(n - 1, arg + 1);
    one_text *of_text = command_of_text(arg[0]);
    if (!of_text && strcmp(arg[0], "check") != 0 && !is_report(arg[0]))
        return bad_usage("unknown command '%s'", arg[0]);
    if (s->c && of_text != lcv_session_relation)
        return bad_usage("%s: --c is an option of `relation`", arg[0]);
    if (s->c)
        of_text = lcv_session_code;
    if (n < 2)
        return bad_usage(of_text ? "%s: expected an expression" : "%s: expected a file", arg[0]);
    if (s->steps && of_text != lcv_session_draw)
        return bad_usage("--steps is of draw, not of %s", arg[0]);
    if (s->steps)
        of_text = lcv_session_draw_steps;
    if (!of_text && s->nimports > 0)
        return bad_usage("%s takes no --import: files say what they import", arg[0]);
    if (of_text && n > 2)
        return bad_usage("%s: expected one expression; quote it for the shell", arg[0]);

    if (!drawing_is_right(s, arg[0], of_text))
        return BAD_USAGE;
    settings drawn = *s;
    if (s->drawing.claims)
        drawn.session.figures = of_text ? LCV_FIGURES_OF_ALL : LCV_FIGURES_OF_REFUTED;
    return is_report(arg[0]) ? run_report(s, n, arg) : run_to(&drawn, of_text, n, arg, stdout);
}

/* Without a command: a dialogue, if there is somebody to talk to. */
static int prompt(const settings *s)
{
    const lcv_prompt_options options = {s->session, extension->planner, s->verbose,
                                        s->drawing.colour};
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) ? lcv_prompt(&options)
                                                         : bad_usage("%s", "expected a command");
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
        return BAD_USAGE;
    }
    if (!read_options(n, sorted, &s, &status))
        status = optind < n ? run(&s, n - optind, sorted + optind) : prompt(&s);
    free(sorted);
    return close_output(status);
}
