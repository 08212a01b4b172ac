/* options.c - see options.h. */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../../isl-bridge/relation.h"
#include "../../lib/int.h"
#include "help.h"
#include "jobs.h"
#include "next-option.h"
#include "options.h"

/* The extension by the layer above. */
static lcv_extension more = {.usage = ""};

static const char usage_text[] =
    "usage: layoutcheck eval 'EXPR'           print the value, cross-checked\n"
    "       layoutcheck prove 'CLAIM'         prove or refute one claim\n"
    "       layoutcheck check FILE.lay...     every statement; '-' is standard input\n"
    "       layoutcheck relation 'EXPR'       its isl relations, for isl and iscc\n"
    "       layoutcheck explain 'EXPR|CLAIM'  step by step, with rules and laws\n"
    "       layoutcheck draw FILE.lay         its plans; --plan=NAME: one of them\n"
    "       layoutcheck draw 'EXPR|CLAIM'     a picture: to the terminal, or -o FILE\n"
    "       layoutcheck report FILE.lay...    a page of all results, -o FILE.html\n"
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
    "                       points, of every value at a few points of its law, or off\n"
    "  --require-crosscheck what isl does not confirm is undecided: exit 3\n"
    "  --no-crosscheck      the same as --crosscheck=off\n"
    "  --draw[=FILE]        prove, check: draw what a refuted claim has at fault; of prove also\n"
    "                       one that was proved, and into a file\n"
    "  --import=NAME        a file whose names the expression sees: of the library, sm80,\n"
    "                       or a path, atoms.lay\n"
    "  -o FILE              draw: .svg, .pdf, .png, .tikz, .tex or .txt; report: the page\n"
    "  --modes=I,J          draw: the modes down and across; I: one in a row\n"
    "  --tile=SHAPE         draw: the tile of a thread-value layout\n"
    "  --as=LOOK            draw: grid, tv, bits or arrows\n"
    "  --limit=N            draw: cells of a side before an ellipsis\n"
    "  --theme=THEME        draw: light or dark\n"
    "  --color=WHEN         auto (a terminal that has them, without NO_COLOR), always, never\n"
    "  --no-time            a report without times: the same page each time\n"
    "  draw: -o FILE, --modes=I,J, --tile=(M,N), --as=LOOK, --tone=WHAT, --cells=WHAT,\n"
    "  --limit=N, --theme=light|dark, --title=TEXT, --plan=NAME: doc/command.md\n"
    "  --steps              draw the steps of a composition\n"
    "  -q, --quiet          only what is not as claimed, and the tally\n"
    "  -v, --verbose        say how claims were decided and what was not checked\n"
    "  -h, --help           this text, and the functions and claims of the language\n"
    "  --version\n"
    "\n"
    "exit status: 0 everything holds, 1 a claim is refuted or a `refute` holds,\n"
    "2 bad input, or a process that ended without a verdict, 3 something is unknown\n"
    "within the budget, 4 the algebra and the relation disagree, 130 interrupted.\n";

int lcv_bad_usage(const char *format, const char *what)
{
    fputs("layoutcheck: ", stderr);
    fprintf(stderr, format, what);
    fprintf(stderr, "\n%s%sTry 'layoutcheck --help'.\n", usage_text, more.usage);
    return LCV_BAD_USAGE;
}

static void print_help(void)
{
    fputs(usage_text, stdout);
    fputs(more.usage, stdout);
    fputs(options_text, stdout);
    lcv_print_signatures();
}

static bool set_format(lcv_settings *s, const char *name)
{
    s->format = lcv_format_find(name);
    if (!s->format) {
        lcv_bad_usage("unknown format '%s': expected text, gcc, json, tap or junit", name);
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
static bool set_jobs(lcv_settings *s, const char *text)
{
    char *end;
    errno = 0;
    unsigned long jobs = text ? strtoul(text, &end, 10) : 0;
    if (text && (errno != 0 || *end != '\0' || text[0] == '-' || jobs > LCV_MAX_JOBS)) {
        lcv_bad_usage("bad number of jobs '%s': expected 0 to 1024", text);
        return false;
    }
    s->jobs = jobs == 0 ? lcv_processors() : (unsigned)jobs;
    return true;
}

static bool set_budget(lcv_settings *s, const char *text)
{
    char *end;
    errno = 0;
    unsigned long budget = strtoul(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || text[0] == '-') {
        lcv_bad_usage("bad budget '%s': expected a number of operations, 0 for no limit", text);
        return false;
    }
    s->session.budget = budget == 0 ? LCV_NO_LIMIT : budget;
    return true;
}

static bool set_crosscheck(lcv_settings *s, const char *text)
{
    static const struct {
        const char *name;
        lcv_opinions who;
    } known[] = {{"isl", LCV_CROSSCHECK_ISL},
                 {"points", LCV_CROSSCHECK_POINTS},
                 {"law", LCV_CROSSCHECK_POINTS}, /* its name until 0.1 */
                 {"off", LCV_CROSSCHECK_OFF}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(known[i].name, text) != 0)
            continue;
        s->session.crosscheck = known[i].who;
        return true;
    }
    lcv_bad_usage("unknown cross-check '%s': expected isl, points or off", text);
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

enum {
    FORMAT = 256,
    BUDGET,
    CERTIFICATE,
    C,
    CROSSCHECK,
    REQUIRE,
    NO_CROSSCHECK,
    NO_TIME,
    STEPS,
    DRAW,
    IMPORT,
    VERSION,
    DRAWING, /* and one each: getopt_long takes the first of several with one value */
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
                                        {"no-time", no_argument, NULL, NO_TIME},
                                        {"steps", no_argument, NULL, STEPS},
                                        {"quiet", no_argument, NULL, 'q'},
                                        {"as", required_argument, NULL, DRAWING},
                                        {"cells", required_argument, NULL, DRAWING + 1},
                                        {"color", required_argument, NULL, DRAWING + 2},
                                        {"limit", required_argument, NULL, DRAWING + 3},
                                        {"modes", required_argument, NULL, DRAWING + 4},
                                        {"plan", required_argument, NULL, DRAWING + 5},
                                        {"theme", required_argument, NULL, DRAWING + 6},
                                        {"tile", required_argument, NULL, DRAWING + 7},
                                        {"title", required_argument, NULL, DRAWING + 8},
                                        {"tone", required_argument, NULL, DRAWING + 9},
                                        {"verbose", no_argument, NULL, 'v'},
                                        {"help", no_argument, NULL, 'h'},
                                        {"version", no_argument, NULL, VERSION},
                                        {NULL, 0, NULL, 0}};

typedef enum { GO_ON, WRONG, DONE } reading;

static bool add_import(lcv_settings *s, const char *name)
{
    if (s->nimports == LCV_MOST_IMPORTS)
        return lcv_bad_usage("%s", "too many imports: a file may import them") == 0;
    s->import[s->nimports++] = name;
    return true;
}

/* Reads an option that has a value. */
static bool read_value(int option, const char *name, lcv_settings *s)
{
    switch (option) {
    case FORMAT: return set_format(s, optarg);
    case BUDGET: return set_budget(s, optarg);
    case CROSSCHECK: return set_crosscheck(s, optarg);
    case IMPORT: return add_import(s, optarg);
    case CERTIFICATE:
        s->certificate = optarg;
        s->session.certify = true;
        return true;
    case DRAW:
        s->drawing.claims = true;
        s->drawing.file = optarg ? optarg : s->drawing.file;
        s->drawing.given = "draw";
        return true;
    case 'o': s->drawing.file = optarg; return true;
    default: /* DRAWING */ return lcv_drawing_option(&s->drawing, name, optarg);
    }
}

/* The program's, and those of the libraries that proofs rest on. */
static void print_version(void)
{
    printf("layoutcheck %s\n%sGMP %s\n", PACKAGE_VERSION, lcr_isl_version(), gmp_version);
    if (more.print_versions)
        more.print_versions();
}

static reading read_option(int option, const char *name, lcv_settings *s)
{
    switch (option) {
    case NO_CROSSCHECK: s->session.crosscheck = LCV_CROSSCHECK_OFF; return GO_ON;
    case REQUIRE: s->session.require_crosscheck = true; return GO_ON;
    case C: s->c = true; return GO_ON;
    case NO_TIME: s->untimed = true; return GO_ON;
    case STEPS: s->drawing.steps = true; return GO_ON;
    case 'q': s->quiet = true; return GO_ON;
    case 'v': s->verbose = true; return GO_ON;
    case 'h': print_help(); return DONE;
    case VERSION: print_version(); return DONE;
    case '?': fputs("Try 'layoutcheck --help'.\n", stderr); return WRONG;
    default: return read_value(option, name, s) ? GO_ON : WRONG;
    }
}

int lcv_read_options(int argc, char **argv, const lcv_extension *extension, lcv_settings *s,
                     int *status)
{
    int which = 0;
    reading r = GO_ON;
    more = *extension;
    for (int option; r == GO_ON && (option = lcv_next_option(argc, argv, NULL, ":j::o:qvh",
                                                             options, &which)) != -1;) {
        if (option == 'j')
            r = set_jobs(s, optarg ? optarg : count_behind(argc, argv)) ? GO_ON : WRONG;
        else
            r = read_option(option, options[which].name, s);
    }
    *status = r == DONE ? 0 : LCV_BAD_USAGE;
    return r == GO_ON ? optind : -1;
}
