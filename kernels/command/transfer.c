/* transfer.c - layoutcheck emit, layoutcheck run. */
#include "config.h"

#include "transfer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../verify/command/next-option.h"
#include "../../verify/report/report.h"
#include "../emit/emit.h"
#include "../execute/execute.h"
#include "../gpu/gpu.h"
#include "../planner/planner.h"
#include "../rehearse/rehearse.h"
#include "header.h"
#include "plans.h"
#include "records.h"

#define BAD_USAGE LCK_BAD_USAGE
#define MAX_SIZES LCK_MAX_SIZES

typedef struct {
    lck_asked asked;
    const char *output;
    bool main, cpu, cxx;
} settings;

static int bad_usage(const char *command, const char *what, const char *expected)
{
    fprintf(stderr, "layoutcheck %s: %s: expected %s\n", command, what, expected);
    return BAD_USAGE;
}

static bool set_format(settings *s, const char *name)
{
    bool emits = strcmp(s->asked.command, "emit") == 0;
    s->asked.json = strcmp(name, "json") == 0;
    s->cxx = emits && strcmp(name, "cxx") == 0;
    if (!s->asked.json && !s->cxx && strcmp(name, "text") != 0)
        fprintf(stderr, "layoutcheck %s: --format=%s: expected text%s or json\n",
                s->asked.command, name, emits ? ", cxx" : "");
    else if (s->asked.json && lcv_format_json.needs)
        fprintf(stderr, "layoutcheck %s: --format=json: built without %s\n", s->asked.command,
                lcv_format_json.needs);
    else
        return true;
    return false;
}

static bool read_options(int argc, char **argv, settings *s, int *status)
{
    enum { PLAN = 256, MAIN, CPU, SIZE, FORMAT };
    static const struct option options[] = {
        {"output", required_argument, NULL, 'o'}, {"plan", required_argument, NULL, PLAN},
        {"main", no_argument, NULL, MAIN},        {"cpu", no_argument, NULL, CPU},
        {"size", required_argument, NULL, SIZE},  {"format", required_argument, NULL, FORMAT},
        {"help", no_argument, NULL, 'h'},         {NULL, 0, NULL, 0}};
    s->asked.command = argv[0];
    *status = BAD_USAGE;
    for (int option;
         (option = lcv_next_option(argc, argv, argv[0], ":o:h", options, NULL)) != -1;) {
        bool emits = strcmp(argv[0], "emit") == 0;
        if (option == 'h') {
            fputs("usage:\n" LCK_TRANSFER_USAGE, stdout);
            *status = 0;
            return false;
        }
        if (option == 'o' && emits)
            s->output = optarg;
        else if (option == PLAN)
            s->asked.plan = optarg;
        else if (option == MAIN && emits)
            s->main = true;
        else if (option == CPU && !emits)
            s->cpu = true;
        else if (option == SIZE && !emits) {
            if (!lck_add_size(&s->asked, optarg)) {
                fprintf(stderr,
                        "layoutcheck run: --size=%s: expected NAME=NUMBER, and no more "
                        "than %d of them\n",
                        optarg, MAX_SIZES);
                return false;
            }
        } else if (option == FORMAT) {
            if (!set_format(s, optarg))
                return false;
        } else if (option == '?')
            return false;
        else {
            bad_usage(argv[0], "an option that it does not take",
                      emits ? "-o FILE, --plan=NAME, --main"
                            : "--cpu, --plan=NAME, --size=NAME=NUMBER");
            return false;
        }
    }
    if (optind + 1 != argc) {
        bad_usage(argv[0], optind == argc ? "no file" : "more than one file",
                  "one file of plans");
        return false;
    }
    s->asked.file = argv[optind];
    return true;
}

static int failed(const settings *s, const lck_kernel *kernel)
{
    fprintf(stderr, "layoutcheck %s: %s: %s\n", s->asked.command, kernel->name,
            lc_ctx_message(kernel->ctx));
    return lc_ctx_code(kernel->ctx) == LC_ERR_BUDGET ? 3 : BAD_USAGE;
}

/* ---- emit ---- */

static int write_kernels(const settings *s, const lck_planner *planner, FILE *out)
{
    lck_emission what = s->main ? LCK_WITH_MAIN : LCK_WITH_LAUNCHER;
    for (size_t i = 0; i < lck_planner_count(planner); i++) {
        const lck_kernel *kernel = lck_planner_kernel(planner, i);
        if (!lck_is_asked(&s->asked, kernel))
            continue;
        char *text = lck_emit(kernel, what);
        if (!text)
            return failed(s, kernel);
        if (s->asked.json)
            lck_record_kernel(out, kernel, text);
        else
            fputs(text, out);
        free(text);
    }
    return 0;
}

static int emit(const settings *s, const lck_planner *planner)
{
    if (s->main && !s->asked.plan && lck_planner_count(planner) > 1)
        return bad_usage(s->asked.command, "several plans, and a test program has one",
                         "--plan=NAME");
    FILE *out = s->output ? fopen(s->output, "w") : stdout;
    int status = out ? write_kernels(s, planner, out) : 0;
    bool ok = out && fflush(out) == 0 && !ferror(out);
    if (out && out != stdout)
        ok = fclose(out) == 0 && ok;
    if (ok)
        return status;
    fprintf(stderr, "layoutcheck emit: cannot write %s: %s\n", s->output ? s->output : "the text",
            strerror(errno));
    return BAD_USAGE;
}

/* ---- run ---- */

/* What was run, and where. */
static void print_run(const lck_kernel *kernel, const lck_rehearsal *result, const lck_gpu *gpu,
                      const char *without)
{
    printf(": %s, %s%lld blocks of %d threads\n", result->work, kernel->grid ? "at most " : "",
           (long long)result->blocks, kernel->threads);
    if (!gpu)
        printf("  on the built-in executor%s%s%s\n", without ? " (" : "", without ? without : "",
               without ? ")" : "");
    else if (result->products > 0)
        printf("  on %s: %.3f ms, %.2f TFLOP/s\n", lck_gpu_name(gpu), result->timing.milliseconds,
               result->rate);
    else
        printf("  on %s: %.3f ms, %.1f GB/s; a copy of as much: %.3f ms\n", lck_gpu_name(gpu),
               result->timing.milliseconds, result->bandwidth, result->timing.copy_milliseconds);
}

static void print_verdict(const lck_rehearsal *result)
{
    if (result->wrong != 0) {
        printf("  WRONG: %s\n", result->message);
        return;
    }
    if (!result->number) {
        printf("  every element is where it should be, and nothing else was written\n");
        return;
    }
    if (result->compared == result->elements)
        printf("  every %s is right, and nothing else was written: ", result->number);
    else
        printf("  %lld of %lld %ss are right, and nothing else was written: ",
               (long long)result->compared, (long long)result->elements, result->number);
    if (result->error > 0)
        printf("the largest error is %.3g, at most %.2f of its tolerance\n", result->error,
               result->tolerated);
    else
        printf("exact\n");
}

/* A kernel that has sizes. */
static int run_at(const lck_kernel *kernel, const int64_t *size, const settings *s, lck_gpu *gpu,
                  const char *without)
{
    lck_rehearsal result;
    if (!lck_rehearse(kernel, size, gpu, &result))
        return failed(s, kernel);
    if (s->asked.json) {
        lck_record_run(stdout, kernel, size, &result, gpu);
        return result.wrong != 0;
    }
    lck_print_sizes(kernel, size);
    print_run(kernel, &result, gpu, without);
    print_verdict(&result);
    return result.wrong != 0;
}

/* Each kernel of a plan at sizes that it admits, if there are any. */
static int run_one(const settings *s, const lck_kernel *kernel, lck_gpu *gpu, const char *without)
{
    int64_t size[MAX_SIZES];
    int status = -1;
    for (const lck_kernel *k = kernel; k; k = k->other) {
        if (lck_given_sizes(&s->asked, k, size)) {
            int one = run_at(k, size, s, gpu, without);
            status = one > status ? one : status;
        } else if (k->other || status >= 0) {
            if (s->asked.json)
                lck_record_not_run(stdout, k, lc_ctx_message(k->ctx));
            else
                printf("%s: not run: %s\n", k->name, lc_ctx_message(k->ctx));
            lc_ctx_reset(k->ctx);
        } else {
            status = failed(s, k);
        }
    }
    return status;
}

static int run(const settings *s, const lck_planner *planner)
{
    int status = 0;
    char *without = NULL;
    if (!lck_check_sizes(&s->asked, planner))
        return BAD_USAGE;
    lc_ctx *ctx = lck_planner_kernel(planner, 0)->ctx;
    lck_gpu *gpu = s->cpu ? NULL : lck_gpu_open(ctx);
    if (!gpu && !s->cpu)
        without = strdup(lc_ctx_message(ctx));
    lc_ctx_reset(ctx);
    for (size_t i = 0; i < lck_planner_count(planner); i++) {
        const lck_kernel *kernel = lck_planner_kernel(planner, i);
        int one = lck_is_asked(&s->asked, kernel) ? run_one(s, kernel, gpu, without) : 0;
        status = one > status ? one : status;
    }
    free(without);
    lck_gpu_close(gpu);
    return status;
}

/* ---- the commands ---- */

static int with_plans(const settings *s, int (*act)(const settings *, const lck_planner *))
{
    lck_opened o;
    int status = lck_open_plans(&s->asked, (lck_planner_options){.keep = true}, &o);
    if (status == 0)
        status = act(s, o.planner);
    lck_close_plans(&o);
    return status;
}

int lck_emit_command(int argc, char **argv)
{
    settings s = {0};
    int status;
    if (!read_options(argc, argv, &s, &status))
        return status;
    if (!s.cxx)
        return with_plans(&s, emit);
    if (s.asked.plan || s.main)
        return bad_usage(s.asked.command, "--format=cxx with --plan or --main",
                         "facts of a file, which are not about one plan");
    return lck_write_facts(s.asked.file, s.output);
}

int lck_run_command(int argc, char **argv)
{
    settings s = {0};
    int status;
    return read_options(argc, argv, &s, &status) ? with_plans(&s, run) : status;
}
