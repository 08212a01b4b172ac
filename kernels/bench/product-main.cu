/* product-main.cu - checks and times products: the command.
 *
 * Checks and times in a process of its own, which another one watches: a kernel that faults or does
 * not end is named, and the next sizes go on in a fresh process. Exit status: 0; 1 when something
 * is wrong; 2 when it could not be run. */
#include "product-run.cuh"

#include <algorithm>
#include <limits.h>
#include <regex.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MOST_CRASHES 3 /* of a plan, before the next one is taken */

product_settings product_set = {NULL, NULL, NULL, 1000000, 50, 1,    21,   8,    -1,
                                0,    60,   4,    30,      60, true, true, false};
product_progress *product_at;

static regex_t pattern;
static FILE *output;
static double begun;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- plans ---- */

static std::vector<const product_plan *> &registered(void)
{
    static std::vector<const product_plan *> plans;
    return plans;
}

product_registration::product_registration(const product_plan *plan)
{
    registered().push_back(plan);
}

const product_plan *product_find(const char *name)
{
    for (const product_plan *plan : registered())
        if (strcmp(plan->name, name) == 0)
            return plan;
    return NULL;
}

int product_pick(const product_plan *plan, const long long *size, int multiprocessors)
{
    int best = -1;
    long long least = 0;
    for (int i = 0; i < plan->nkernels; i++) {
        const product_kernel *k = &plan->kernels[i];
        long long cost = k->admits(size) ? k->cost(size, multiprocessors) : 0;
        if (k->admits(size) && (best < 0 || cost < least)) {
            best = i;
            least = cost;
        }
    }
    return best;
}

bool product_matches(const char *text)
{
    return !product_set.only || regexec(&pattern, text, 0, NULL, 0) == 0;
}

static bool has_match(const product_plan *plan)
{
    char text[512];
    if (product_matches(plan->name))
        return true;
    for (int i = 0; i < plan->ncases; i++) {
        snprintf(text, sizeof text, "%s %s", plan->name, plan->cases[i].name);
        if (product_matches(text))
            return true;
    }
    return false;
}

static std::vector<const product_plan *> chosen(void)
{
    std::vector<const product_plan *> plans;
    for (const product_plan *plan : registered())
        if (has_match(plan))
            plans.push_back(plan);
    std::sort(plans.begin(), plans.end(), [](const product_plan *a, const product_plan *b) {
        return a->number < b->number;
    });
    return plans;
}

/* ---- what is said ---- */

void product_say_at(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(product_at->at, sizeof product_at->at, format, args);
    va_end(args);
    product_at->beat = product_at->beat + 1;
}

void product_print(const char *format, ...)
{
    for (FILE *out : {stdout, output}) {
        va_list args;
        if (!out)
            continue;
        va_start(args, format);
        vfprintf(out, format, args);
        va_end(args);
        fflush(out);
    }
}

bool product_is_late(void)
{
    return product_set.seconds > 0 && now() - begun > product_set.seconds;
}

/* ---- a process that works, and one that watches it ---- */

typedef int work(const std::vector<const product_plan *> &plans, int first, int item);

static pid_t start_work(work *do_work, const std::vector<const product_plan *> &plans, int first,
                        int item)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        int status = do_work(plans, first, item);
        fflush(stdout);
        _exit(status);
    }
    if (child < 0)
        perror("fork");
    return child;
}

/* Its status; -1 when it did not end in time after its last beat, and was killed. */
static int await_work(pid_t child)
{
    long long beat = -1;
    double last = now();
    int status;
    for (;;) {
        pid_t ended = waitpid(child, &status, WNOHANG);
        if (ended == child)
            return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
        if (product_at->beat != beat) {
            beat = product_at->beat;
            last = now();
        }
        if (now() - last > product_set.hang) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return -1;
        }
        usleep(2000);
    }
}

/* After a crash while checking, the trials of the batch are taken one by one, so that the next
 * crash names its sizes; then the one that crashed is left out. */
static void after_crash(int status, bool batches, int crashes, int *first, int *item)
{
    const char *what = status < 0 ? "did not end" : "faulted";
    *first = product_at->plan;
    *item = product_at->item;
    if (batches && !product_set.sync) {
        product_print("a batch from %s on %s; one by one:\n", product_at->at, what);
        product_set.sync = true;
        return;
    }
    product_print("%s: %s\n", product_at->at, what);
    product_at->failed = product_at->failed + 1;
    product_set.sync = false;
    *item += 1;
    if (crashes >= MOST_CRASHES) {
        product_print("the rest of this plan is left out\n");
        *first += 1;
        *item = 0;
    }
}

/* What the work is is said again when another plan begins: its crashes are counted from 0. */
static bool watch(work *do_work, const std::vector<const product_plan *> &plans, bool batches)
{
    int first = 0, item = 0, crashes = 0, of_plan = -1;
    while (first < (int)plans.size()) {
        pid_t child = start_work(do_work, plans, first, item);
        if (child < 0)
            return false;
        int status = await_work(child);
        if (status == 0)
            return true;
        if (status == 2)
            return false;
        if (product_at->plan != of_plan)
            crashes = 0;
        of_plan = product_at->plan;
        crashes += !batches || product_set.sync;
        after_crash(status, batches, crashes, &first, &item);
        product_at->plan = first;
        product_at->item = item;
    }
    return true;
}

/* ---- the command ---- */

static const char help[] =
    "usage: bench MODE [OPTION]...\n"
    "\n"
    "  --check        every plan at many sizes, compared with fp64: M, N, K from 1 to 300 in each\n"
    "                 class modulo 16 and at the edges of tiles; large random shapes; of plans\n"
    "                 with other sizes 400 random ones. The kernels of a plan take turns. Outputs\n"
    "                 are poisoned, with guards around them\n"
    "  --bench        the table beside cuBLAS; each row is checked first\n"
    "  --sanitize     a few small sizes in exact allocations, for compute-sanitizer\n"
    "  --once         each case launched once, nothing else, for ncu: PLAN; SIZES; KERNEL\n"
    "  --list         plans and cases: SIZES m n k l; elements of A, B, C; KERNEL\n"
    "\n"
    "  --only=REGEX   plans, and cases `PLAN SIZES`, that match (extended)\n"
    "  --seconds=N    begin nothing new after so many seconds; what was left out is counted\n"
    "  --hang=N       seconds without a result after which a kernel is killed; 60\n"
    "  --output=FILE  what is printed goes there too\n"
    "  --seed=N       of random sizes; 1\n"
    "check:\n"
    "  --residues=N   so many of the sizes up to 300, a random choice; all\n"
    "  --large=N      large shapes of a plan; 50\n"
    "  --sync         wait after each launch, so that a fault names its sizes\n"
    "bench:\n"
    "  --runs=N       samples of each regime; 21\n"
    "  --regime=R     burst, steady or both; both\n"
    "  --burst=MS --idle=MS --steady=MS   4, 30, 60\n"
    "  --kernels      every kernel of the plan by itself, too; --kernels=N: those that are\n"
    "                 expected to take at most N percent longer than the one that is taken\n"
    "  --algorithms=N heuristics of cublasLt; 8\n"
    "  --cublas=DIR   the folder of libcublas.so, and of libcudnn.so; else usual places\n";

static const char *value_of(const char *argument, const char *option)
{
    size_t n = strlen(option);
    return strncmp(argument, option, n) == 0 ? argument + n : NULL;
}

static bool read_number(const char *argument, const char *option, long long least, long long *out)
{
    const char *value = value_of(argument, option);
    char *end;
    if (!value)
        return false;
    *out = strtoll(value, &end, 10);
    return end != value && *end == '\0' && *out >= least;
}

static bool read_time(const char *argument, const char *option, double *out)
{
    const char *value = value_of(argument, option);
    char *end;
    if (!value)
        return false;
    *out = strtod(value, &end);
    return end != value && *end == '\0' && *out >= 0;
}

static bool read_regime(const char *value)
{
    product_set.unthrottled = strcmp(value, "steady") != 0;
    product_set.steadily = strcmp(value, "burst") != 0;
    return strcmp(value, "burst") == 0 || strcmp(value, "steady") == 0 ||
           strcmp(value, "both") == 0;
}

static bool read_option(const char *argument)
{
    product_settings *s = &product_set;
    const char *value;
    if ((value = value_of(argument, "--only=")))
        s->only = value;
    else if ((value = value_of(argument, "--output=")))
        s->output = value;
    else if ((value = value_of(argument, "--cublas=")))
        s->blas = value;
    else if ((value = value_of(argument, "--regime=")))
        return read_regime(value);
    else if (strcmp(argument, "--sync") == 0)
        s->sync = true;
    else if (strcmp(argument, "--kernels") == 0)
        s->kernels = LLONG_MAX;
    else
        return read_number(argument, "--residues=", 0, &s->residues) ||
               read_number(argument, "--large=", 0, &s->large) ||
               read_number(argument, "--seed=", 0, &s->seed) ||
               read_number(argument, "--runs=", 1, &s->runs) ||
               read_number(argument, "--algorithms=", 0, &s->algorithms) ||
               read_number(argument, "--kernels=", 0, &s->kernels) ||
               read_time(argument, "--seconds=", &s->seconds) ||
               read_time(argument, "--hang=", &s->hang) ||
               read_time(argument, "--burst=", &s->burst) ||
               read_time(argument, "--idle=", &s->idle) ||
               read_time(argument, "--steady=", &s->steady);
    return true;
}

/* Rows, columns, sums, batches; elements of A, B and C; the kernel. */
static void list_case(const product_plan *plan, const product_case *c)
{
    product_shape shape;
    int kernel = product_pick(plan, c->size, plan->multiprocessors);
    plan->shape(c->size, &shape);
    printf("  %-30s", c->name);
    for (product_role role : {PRODUCT_M, PRODUCT_N, PRODUCT_K, PRODUCT_L})
        printf(" %lld", product_size_of(&shape, role));
    for (product_tensor tensor : {PRODUCT_A, PRODUCT_B, PRODUCT_C})
        printf("%s%lld", tensor == PRODUCT_A ? "; " : " ", shape.elements[tensor]);
    printf("; %s\n", kernel < 0 ? "(not admitted)" : plan->kernels[kernel].name);
}

static int list_all(const std::vector<const product_plan *> &plans)
{
    for (const product_plan *plan : plans) {
        printf("%s\n", plan->name);
        for (int i = 0; i < plan->ncases; i++)
            list_case(plan, &plan->cases[i]);
    }
    return 0;
}

static int finish(bool done)
{
    const product_progress *p = product_at;
    if (p->met + p->near_enough + p->below + p->unknown > 0)
        product_print("goals of rows: %lld met, %lld within the noise, %lld below, %lld not "
                      "compared\n",
                      p->met, p->near_enough, p->below, p->unknown);
    product_print("%lld passed, %lld failed, %lld not admitted, %lld not run\n", p->passed,
                  p->failed, p->refused, p->skipped);
    if (output && fclose(output) != 0) {
        perror(product_set.output);
        return 2;
    }
    return !done ? 2 : p->failed > 0;
}

static int run_mode(const char *mode, const std::vector<const product_plan *> &plans)
{
    if (strcmp(mode, "--list") == 0)
        return list_all(plans);
    if (strcmp(mode, "--check") == 0)
        return finish(watch(product_check, plans, true));
    if (strcmp(mode, "--bench") == 0)
        return finish(watch(product_time, plans, false));
    if (strcmp(mode, "--sanitize") == 0)
        return finish(product_sanitize(plans) == 0);
    if (strcmp(mode, "--once") == 0)
        return finish(product_once(plans) == 0);
    fputs(help, stderr);
    return 2;
}

/* Memory of this process and of those that it starts. */
static bool share_progress(void)
{
    void *memory = mmap(NULL, sizeof *product_at, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return false;
    product_at = (product_progress *)memory;
    return true;
}

static bool prepare(void)
{
    if (product_set.only &&
        regcomp(&pattern, product_set.only, REG_EXTENDED | REG_NOSUB) != 0) {
        fprintf(stderr, "bench: %s is no regular expression\n", product_set.only);
        return false;
    }
    if (product_set.output && !(output = fopen(product_set.output, "w"))) {
        perror(product_set.output);
        return false;
    }
    return share_progress();
}

int main(int argc, char **argv)
{
    begun = now();
    if (argc < 2 || strcmp(argv[1], "--help") == 0) {
        fputs(help, argc < 2 ? stderr : stdout);
        return argc < 2 ? 2 : 0;
    }
    for (int i = 2; i < argc; i++)
        if (!read_option(argv[i])) {
            fprintf(stderr, "bench: %s: see --help\n", argv[i]);
            return 2;
        }
    if (!prepare())
        return 2;
    std::vector<const product_plan *> plans = chosen();
    if (plans.empty()) {
        fprintf(stderr, "bench: no plan matches '%s'\n", product_set.only ? product_set.only : "");
        return 2;
    }
    return run_mode(argv[1], plans);
}
