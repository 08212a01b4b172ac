/* audit.c - layoutcheck audit. */
#include "config.h"

#include "audit.h"

#include <stdio.h>
#include <string.h>

#include "../../verify/command/next-option.h"
#include "../audit/audit.h"
#include "../audit/report/report.h"

#define BAD_USAGE 2

typedef struct {
    lck_audit_options audit;
    const char *fail_on;
    lck_format format;
    bool verbose, crosscheck;
    int status;
} settings;

static bool bad_usage(const char *what, const char *value, const char *expected)
{
    fprintf(stderr, "layoutcheck audit: %s%s: expected %s\n", what, value, expected);
    return false;
}

static void print_help(void)
{
    fputs(
        "usage: layoutcheck audit [OPTIONS] FILE|FOLDER...\n"
        "\n"
        "FILE is a .ttgir of Triton, an .mlir of CuTe DSL, any compiler's .ptx, or a binary\n"
        "with PTX inside; of a FOLDER all but binaries. What a file does not say is unknown,\n"
        "and a verdict is for all of its values; options tell more.\n"
        "\n"
        "  --entry=NAME         kernels with this in their name, alone\n"
        "  --block=X,Y,Z        threads of a block\n"
        "  --grid=X,Y,Z         blocks\n"
        "  --cluster=X,Y,Z      blocks of a cluster\n"
        "  --dynamic=BYTES      dynamic shared memory\n"
        "  --arg=I=VALUE        the integer argument I, from 0; I=LOW..HIGH: its range\n"
        "  --arg=I=bytes:EXPR   the bytes behind pointer I, over the integer arguments\n"
        "  --fail-on=KINDS      exit status 1 for findings of these kinds, with commas between:\n"
        "                       conflicts, sectors, inside, aligned, fits, conversions, races,\n"
        "                       barriers, rings, repeats, operand, unwritten, unknown, any\n"
        "  --format=FORMAT      text, gcc (file:line:col: warning: ...), json, sarif, or lay:\n"
        "                       the claims, as a file of the language\n"
        "  -v, --verbose        each access and each conversion, not findings alone\n"
        "  --no-crosscheck      without isl's second opinion\n"
        "  -h, --help           this text\n"
        "\n"
        "exit status: 0, or 1 for a finding of --fail-on, or 2 for bad input.\n",
        stdout);
}

/* ---- options ---- */

/* Those that tell of a launch. */
static bool read_launch(const char *name, const char *value, lck_audit_options *options)
{
    const char *expected = lck_audit_option(options, name, value);
    if (expected)
        fprintf(stderr, "layoutcheck audit: --%s=%s: expected %s\n", name, value, expected);
    return !expected;
}

static bool read_format(const char *name, lck_format *format)
{
    if (lck_format_named(name, format) && *format != LCK_FORMAT_VERBOSE &&
        *format != LCK_FORMAT_ERRORS)
        return true;
    if (strcmp(name, "json") != 0 && strcmp(name, "sarif") != 0)
        return bad_usage("--format=", name, "text, gcc, json, sarif or lay");
    fprintf(stderr, "layoutcheck audit: --format=%s: built without jansson\n", name);
    return false;
}

static bool read_kinds(const char *kinds, settings *s)
{
    const char *bad;
    size_t n;
    s->fail_on = kinds;
    if (lck_audit_kinds_valid(kinds, &bad, &n))
        return true;
    fprintf(stderr,
            "layoutcheck audit: --fail-on=%.*s: expected conflicts, sectors, inside, aligned, "
            "fits, conversions, races, barriers, rings, repeats, operand, unwritten, unknown or "
            "any, with commas between them\n",
            (int)n, bad);
    return false;
}

/* False where the program ends here, with s->status. */
static bool read_options(int argc, char **argv, settings *s)
{
    enum { LAUNCH = 256, FAIL_ON, FORMAT, NO_CROSSCHECK };
    static const struct option options[] = {{"entry", required_argument, NULL, LAUNCH},
                                            {"block", required_argument, NULL, LAUNCH},
                                            {"grid", required_argument, NULL, LAUNCH},
                                            {"cluster", required_argument, NULL, LAUNCH},
                                            {"dynamic", required_argument, NULL, LAUNCH},
                                            {"arg", required_argument, NULL, LAUNCH},
                                            {"fail-on", required_argument, NULL, FAIL_ON},
                                            {"format", required_argument, NULL, FORMAT},
                                            {"verbose", no_argument, NULL, 'v'},
                                            {"help", no_argument, NULL, 'h'},
                                            {"no-crosscheck", no_argument, NULL, NO_CROSSCHECK},
                                            {NULL, 0, NULL, 0}};
    *s = (settings){.audit = LCK_AUDIT_NO_OPTIONS, .crosscheck = true, .status = BAD_USAGE};
    bool ok = true;
    int index = 0;
    for (int option;
         ok && (option = lcv_next_option(argc, argv, argv[0], ":vh", options, &index)) != -1;)
        switch (option) {
        case LAUNCH: ok = read_launch(options[index].name, optarg, &s->audit); break;
        case FAIL_ON: ok = read_kinds(optarg, s); break;
        case FORMAT: ok = read_format(optarg, &s->format); break;
        case NO_CROSSCHECK: s->crosscheck = false; break;
        case 'v': s->verbose = true; break;
        case 'h':
            print_help();
            s->status = 0;
            return false;
        default: ok = false;
        }
    if (ok && optind == argc)
        return bad_usage("no file", "", "a file or a folder of .ttgir, .mlir or .ptx");
    return ok;
}

/* ---- the audit ---- */

static void print(const lck_audit *audit, const settings *s)
{
    bool verbose = s->verbose && s->format == LCK_FORMAT_TEXT;
    lck_audit_print(audit, LCK_FORMAT_ERRORS, stderr);
    lck_audit_print(audit, verbose ? LCK_FORMAT_VERBOSE : s->format, stdout);
}

int lck_audit_command(int argc, char **argv)
{
    settings s;
    if (!read_options(argc, argv, &s))
        return s.status;
    lck_asker *asker = lck_asker_new(
        (lcv_options){.crosscheck = s.crosscheck ? LCV_CROSSCHECK_ISL : LCV_CROSSCHECK_OFF});
    lck_audit audit = {0};
    bool ok = asker != NULL;
    for (int i = optind; ok && i < argc; i++)
        ok = lck_audit_path(&audit, asker, argv[i], &s.audit);
    if (ok)
        print(&audit, &s);
    else
        fputs("layoutcheck audit: out of memory\n", stderr);
    bool fails = s.fail_on && lck_audit_fails(&audit, s.fail_on);
    bool found = !s.audit.entry || audit.nkernels > 0 || audit.nerrors > 0;
    if (ok && !found)
        bad_usage("--entry=", s.audit.entry, "a part of the name of a kernel that is there");
    bool unknown = ok && lck_audit_print_unknown(&audit, &s.audit, stderr);
    int status = !ok || !found || unknown || audit.nerrors ? BAD_USAGE : fails ? 1 : 0;
    lck_audit_free(&audit);
    lck_asker_free(asker);
    return status;
}
