/* tune.c - layoutcheck tune: which kernel of a product is the fastest on this GPU.
 *
 * Of each plan of a product the kernels that are expected to be fast at the sizes are run as
 * `layoutcheck run` does, their results compared, and timed. The keys of the fastest one (its
 * tile, warps, stages, ..) become arguments of the plan, in the file or in another one.
 */
#include "config.h"

#include "tune.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../verify/command/next-option.h"
#include "../../verify/command/output.h"
#include "../../verify/session/plan.h"
#include "../gpu/gpu.h"
#include "../rehearse/rehearse.h"
#include "plans.h"

#define MOST_TRIED 16 /* kernels of a plan: those of the least expected time */

/* A plan of the file, and where its last argument ends. */
typedef struct {
    char *name, *keys; /* keys that are written; NULL: none */
    size_t end;
} place;

typedef struct {
    lck_asked asked;
    const char *output; /* NULL: the file itself */
    char *text;         /* of the file */
    size_t nplaces, room;
    place *place;
    bool failed; /* no memory */
    lck_gpu *gpu;
} tuning;

/* ---- where plans stand ---- */

static void see(void *user, const lcv_planning *p)
{
    tuning *t = user;
    const lcv_source *source = p->e->source;
    const size_t end = lck_arguments_end(p);
    if (end == 0 || p->made || source->file || strcmp(source->name, t->asked.file) != 0)
        return;
    place *more = lc_grow(p->e->ctx, t->place, t->nplaces, &t->room, sizeof *more);
    t->place = more ? more : t->place;
    t->text = t->text ? t->text : strdup(source->text);
    char *name = more ? strdup(p->name) : NULL;
    t->failed = t->failed || !t->text || !name;
    if (name)
        t->place[t->nplaces++] = (place){.name = name, .end = end};
}

static place *place_of(tuning *t, const char *name)
{
    for (size_t i = 0; i < t->nplaces; i++)
        if (strcmp(t->place[i].name, name) == 0)
            return &t->place[i];
    return NULL;
}

static int no_memory(void)
{
    fputs("layoutcheck tune: out of memory\n", stderr);
    return LCK_BAD_USAGE;
}

/* ---- measuring ---- */

typedef struct {
    const lck_kernel *kernel;
    int64_t cost;
} candidate;

static int by_cost(const void *a, const void *b)
{
    const int64_t x = ((const candidate *)a)->cost, y = ((const candidate *)b)->cost;
    return (x > y) - (x < y);
}

/* Those that have keys and admit the sizes, the least expected time first; at most so many. */
static size_t find_candidates(const lck_kernel *kernel, const int64_t *size, int multiprocessors,
                              candidate **out)
{
    size_t n = 0, all = 0;
    for (const lck_kernel *k = kernel; k; k = k->other)
        all++;
    candidate *c = calloc(all, sizeof *c);
    for (const lck_kernel *k = kernel; c && k; k = k->other) {
        c[n].kernel = k;
        n += k->keys && lck_kernel_cost(k, size, multiprocessors, &c[n].cost);
    }
    if (c)
        qsort(c, n, sizeof *c, by_cost);
    *out = c;
    return n < MOST_TRIED ? n : MOST_TRIED;
}

static bool measure(const tuning *t, const candidate *c, const int64_t *size, double *time)
{
    lck_rehearsal result;
    if (!lck_rehearse(c->kernel, size, t->gpu, &result)) {
        printf("  not run: %s: %s\n", lc_ctx_message(c->kernel->ctx), c->kernel->keys);
        lc_ctx_reset(c->kernel->ctx);
        return false;
    }
    if (result.wrong != 0) {
        printf("  WRONG: %s: %s\n", result.message, c->kernel->keys);
        return false;
    }
    *time = result.timing.milliseconds;
    printf("  %9.2f us, expected %9.2f us: %s\n", 1e3 * *time, 1e-3 * (double)c->cost,
           c->kernel->keys);
    fflush(stdout);
    return true;
}

static int tune_plan(tuning *t, const lck_kernel *kernel, place *at)
{
    int64_t size[LCK_MAX_SIZES];
    const lck_kernel *best = NULL;
    double least = 0, time;
    candidate *c;
    if (!lck_given_sizes(&t->asked, kernel, size)) {
        fprintf(stderr, "layoutcheck tune: %s: %s\n", kernel->name, lc_ctx_message(kernel->ctx));
        return LCK_BAD_USAGE;
    }
    size_t n = find_candidates(kernel, size, lck_gpu_multiprocessors(t->gpu), &c);
    lck_print_sizes(kernel, size);
    printf(", on %s\n", lck_gpu_name(t->gpu));
    fflush(stdout);
    for (size_t i = 0; i < n; i++)
        if (measure(t, &c[i], size, &time) && (!best || time < least)) {
            best = c[i].kernel;
            least = time;
        }
    free(c);
    if (n == 0)
        fprintf(stderr, "layoutcheck tune: %s: no kernel admits these sizes\n", kernel->name);
    if (!best)
        return 1;
    at->keys = strdup(best->keys);
    return at->keys ? 0 : no_memory();
}

/* ---- writing ---- */

/* Places are those of the file, in ascending order. */
static char *tuned_text(const tuning *t)
{
    char *text = strdup(t->text);
    for (size_t i = t->nplaces; text && i-- > 0;) {
        if (!t->place[i].keys)
            continue;
        char *more = lck_with_keys(text, t->place[i].end, t->place[i].keys);
        free(text);
        text = more;
    }
    return text;
}

/* Writes what was measured, also where another plan has no kernel that runs. */
static int write_tuned(const tuning *t, int status)
{
    const char *name = t->output ? t->output : t->asked.file;
    size_t tuned = 0;
    lcv_output out;
    for (size_t i = 0; i < t->nplaces; i++)
        tuned += t->place[i].keys != NULL;
    char *text = tuned > 0 ? tuned_text(t) : NULL;
    if (!text)
        return tuned > 0 ? no_memory() : status;
    bool ok = lcv_output_open(&out, name);
    if (ok) {
        fputs(text, out.stream);
        ok = lcv_output_close(&out, NULL);
    }
    free(text);
    for (size_t i = 0; ok && i < t->nplaces; i++)
        if (t->place[i].keys)
            printf("%s: %s, written to %s\n", t->place[i].name, t->place[i].keys, name);
    return ok ? status : LCK_BAD_USAGE;
}

/* ---- the command ---- */

/* A product of the file that has several kernels. */
static bool may_tune(tuning *t, const lck_kernel *kernel)
{
    return lck_is_asked(&t->asked, kernel) && kernel->other && kernel->keys && *kernel->keys &&
           place_of(t, kernel->name);
}

static int tune_all(tuning *t, const lck_planner *planner)
{
    int status = 0;
    size_t tuned = 0;
    if (t->failed)
        return no_memory();
    for (size_t i = 0; i < lck_planner_count(planner); i++)
        tuned += may_tune(t, lck_planner_kernel(planner, i));
    if (tuned == 0) {
        fprintf(stderr,
                "layoutcheck tune: %s has no plan of a product whose tile is open: expected one "
                "without tile, warps, cluster and turns\n",
                t->asked.file);
        return LCK_BAD_USAGE;
    }
    if (!lck_check_sizes(&t->asked, planner))
        return LCK_BAD_USAGE;
    lc_ctx *ctx = lck_planner_kernel(planner, 0)->ctx;
    t->gpu = lck_gpu_open(ctx);
    if (!t->gpu) {
        fprintf(stderr, "layoutcheck tune: kernels are measured on a GPU: %s\n",
                lc_ctx_message(ctx));
        return LCK_BAD_USAGE;
    }
    for (size_t i = 0; i < lck_planner_count(planner); i++) {
        const lck_kernel *kernel = lck_planner_kernel(planner, i);
        int one = may_tune(t, kernel) ? tune_plan(t, kernel, place_of(t, kernel->name)) : 0;
        status = one > status ? one : status;
    }
    lck_gpu_close(t->gpu);
    return write_tuned(t, status);
}

static bool read_options(int argc, char **argv, tuning *t, int *status)
{
    enum { PLAN = 256, SIZE };
    static const struct option options[] = {{"output", required_argument, NULL, 'o'},
                                            {"plan", required_argument, NULL, PLAN},
                                            {"size", required_argument, NULL, SIZE},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    t->asked.command = argv[0];
    *status = LCK_BAD_USAGE;
    for (int option;
         (option = lcv_next_option(argc, argv, argv[0], ":o:h", options, NULL)) != -1;) {
        if (option == 'h') {
            fputs("usage:\n" LCK_TUNE_USAGE, stdout);
            *status = 0;
            return false;
        }
        if (option == 'o')
            t->output = optarg;
        else if (option == PLAN)
            t->asked.plan = optarg;
        else if (option == '?')
            return false;
        else if (!lck_add_size(&t->asked, optarg)) {
            fprintf(stderr,
                    "layoutcheck tune: --size=%s: expected NAME=NUMBER, and no more than %d of "
                    "them\n",
                    optarg, LCK_MAX_SIZES);
            return false;
        }
    }
    if (optind + 1 != argc)
        fprintf(stderr, "layoutcheck tune: %s: expected one file of plans\n",
                optind == argc ? "no file" : "more than one file");
    else
        t->asked.file = argv[optind];
    return t->asked.file != NULL;
}

int lck_tune_command(int argc, char **argv)
{
    int status;
    lck_opened o;
    tuning *t = calloc(1, sizeof *t);
    if (!t)
        return LCK_BAD_USAGE;
    if (!read_options(argc, argv, t, &status)) {
        free(t);
        return status;
    }
    lck_planner_options how = {.keep = true, .candidates = true, .see = see, .user = t};
    status = lck_open_plans(&t->asked, how, &o);
    if (status == 0)
        status = tune_all(t, o.planner);
    lck_close_plans(&o);
    for (size_t i = 0; i < t->nplaces; i++) {
        free(t->place[i].name);
        free(t->place[i].keys);
    }
    free(t->place);
    free(t->text);
    free(t);
    return status;
}
