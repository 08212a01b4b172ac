/* audit.c - layoutcheck audit. */
#include "config.h"

#include "audit.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../verify/report/report.h"
#include "../audit/audit.h"
#include "../audit/report/report.h"

#define BAD_USAGE 2

typedef enum { TEXT, GCC, JSON, LAY } format;

typedef struct {
    lck_audit_options audit;
    const char *fail_on;
    format format;
    bool verbose, crosscheck;
} settings;

static bool bad_usage(const char *what, const char *value, const char *expected)
{
    fprintf(stderr, "layoutcheck audit: %s%s: expected %s\n", what, value, expected);
    return false;
}

/* ---- options ---- */

/* Up to three numbers, 1 or more: `32,8`. */
static bool read_extent(const char *what, const char *text, uint32_t extent[3])
{
    const char *p = text;
    for (int i = 0; i < 3; i++)
        extent[i] = 1;
    for (int i = 0; i < 3; i++) {
        char *end;
        errno = 0;
        unsigned long value = *p >= '0' && *p <= '9' ? strtoul(p, &end, 10) : 0;
        if (value == 0 || value > UINT32_MAX || errno != 0)
            break;
        extent[i] = (uint32_t)value;
        if (*end == '\0')
            return true;
        if (*end != ',')
            break;
        p = end + 1;
    }
    return bad_usage(what, text, "one to three numbers, such as 32,8");
}

static bool read_integer(const char **p, int64_t *value)
{
    char *end;
    errno = 0;
    long long number = strtoll(*p, &end, 10);
    if (end == *p || errno != 0)
        return false;
    *p = end;
    *value = number;
    return true;
}

/* I=VALUE, I=LOW..HIGH, I=bytes:EXPR */
static bool read_argument(const char *text, lck_audit_options *options)
{
    lck_argument a = {0};
    const char *p = text;
    int64_t index;
    if (options->narguments == LCK_ARGUMENTS)
        return bad_usage("--arg=", text, "no more than 64 arguments");
    bool ok = read_integer(&p, &index) && index >= 0 && index < 4096 && *p == '=';
    a.index = (unsigned)(ok ? index : 0);
    if (ok && strncmp(p + 1, "bytes:", 6) == 0) {
        a.kind = LCK_ARGUMENT_BYTES;
        a.bytes = p + 7;
        ok = *a.bytes != '\0';
    } else if (ok) {
        p++;
        ok = read_integer(&p, &a.least);
        a.most = a.least;
        if (ok && strncmp(p, "..", 2) == 0) {
            p += 2;
            ok = read_integer(&p, &a.most) && a.least <= a.most;
        }
        ok = ok && *p == '\0';
    }
    if (!ok)
        return bad_usage("--arg=", text,
                         "I=VALUE, I=LOW..HIGH or I=bytes:EXPR, with I the number of a kernel's "
                         "argument, from 0");
    options->argument[options->narguments++] = a;
    return true;
}

static bool read_format(const char *name, format *out)
{
    static const char *const known[] = {"text", "gcc", "json", "lay"};
    for (int i = 0; i < 4; i++)
        if (strcmp(known[i], name) == 0) {
            *out = (format)i;
            if (*out != JSON || !lcv_format_json.needs)
                return true;
            fprintf(stderr, "layoutcheck audit: --format=json: built without %s\n",
                    lcv_format_json.needs);
            return false;
        }
    return bad_usage("--format=", name, "text, gcc, json or lay");
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

static bool read_dynamic(const char *text, lck_audit_options *options)
{
    const char *p = text;
    return (read_integer(&p, &options->dynamic) && *p == '\0' && options->dynamic >= 0) ||
           bad_usage("--dynamic=", text, "a number of bytes");
}

static bool read_options(int argc, char **argv, settings *s)
{
    enum { ENTRY = 256, BLOCK, GRID, DYNAMIC, ARGUMENT, FAIL_ON, FORMAT, NO_CROSSCHECK };
    static const struct option options[] = {{"entry", required_argument, NULL, ENTRY},
                                            {"block", required_argument, NULL, BLOCK},
                                            {"grid", required_argument, NULL, GRID},
                                            {"dynamic", required_argument, NULL, DYNAMIC},
                                            {"arg", required_argument, NULL, ARGUMENT},
                                            {"fail-on", required_argument, NULL, FAIL_ON},
                                            {"format", required_argument, NULL, FORMAT},
                                            {"verbose", no_argument, NULL, 'v'},
                                            {"no-crosscheck", no_argument, NULL, NO_CROSSCHECK},
                                            {NULL, 0, NULL, 0}};
    *s = (settings){.audit = {.dynamic = -1}, .crosscheck = true};
    bool ok = true;
    for (int option; ok && (option = getopt_long(argc, argv, "v", options, NULL)) != -1;)
        switch (option) {
        case ENTRY: s->audit.entry = optarg; break;
        case BLOCK: ok = read_extent("--block=", optarg, s->audit.block); break;
        case GRID: ok = read_extent("--grid=", optarg, s->audit.grid); break;
        case DYNAMIC: ok = read_dynamic(optarg, &s->audit); break;
        case ARGUMENT: ok = read_argument(optarg, &s->audit); break;
        case FAIL_ON: ok = read_kinds(optarg, s); break;
        case FORMAT: ok = read_format(optarg, &s->format); break;
        case NO_CROSSCHECK: s->crosscheck = false; break;
        case 'v': s->verbose = true; break;
        default: ok = false;
        }
    if (ok && optind == argc)
        return bad_usage("no file", "", "a file or a folder of .ttgir");
    return ok;
}

/* ---- the audit ---- */

static void print_errors(const lck_audit *audit)
{
    for (size_t i = 0; i < audit->nerrors; i++) {
        const lck_audit_error *e = &audit->error[i];
        fprintf(stderr, "%s:", e->file);
        if (e->line)
            fprintf(stderr, "%zu:%zu:", e->line, e->column);
        fprintf(stderr, " error: %s\n", e->message);
    }
}

static void print(const lck_audit *audit, const settings *s)
{
    if (s->format == GCC)
        lck_audit_print_gcc(audit, stdout);
    else if (s->format == JSON)
        lck_audit_print_json(audit, stdout);
    else if (s->format == LAY)
        lck_audit_print_lay(audit, stdout);
    else
        lck_audit_print_text(audit, (lck_report_options){s->verbose}, stdout);
}

int lck_audit_command(int argc, char **argv)
{
    settings s;
    if (!read_options(argc, argv, &s))
        return BAD_USAGE;
    lck_asker *asker = lck_asker_new(
        (lcv_options){.crosscheck = s.crosscheck ? LCV_CROSSCHECK_ISL : LCV_CROSSCHECK_OFF});
    lck_audit audit = {0};
    bool ok = asker != NULL;
    for (int i = optind; ok && i < argc; i++)
        ok = lck_audit_path(&audit, asker, argv[i], &s.audit);
    print_errors(&audit);
    print(&audit, &s);
    if (!ok)
        fputs("layoutcheck audit: out of memory\n", stderr);
    bool fails = s.fail_on && lck_audit_fails(&audit, s.fail_on);
    int status = !ok || audit.nerrors ? BAD_USAGE : fails ? 1 : 0;
    lck_audit_free(&audit);
    lck_asker_free(asker);
    return status;
}
