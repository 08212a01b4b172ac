/* bench.c - make bench: the speed of the algebra, of proofs, of second opinions, and
 * of relations.
 *
 *     bench [--pycute | --no-pycute] [--cute PROGRAM] [--only PART] [--command PROGRAM]
 *           CORPUS.tsv...
 *
 * Every figure is a median with the smallest and the largest sample. pycute, from
 * CUTLASS, is measured along when python3 can import it (PYTHONPATH); PYTHON names
 * another interpreter. --cute: cute-times, CuTe's templates compiled from CUTLASS's headers.
 */
#include "config.h"

#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#define SAMPLES 31
#define SAMPLE_SECONDS 1e-3

static double seconds_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double bench_now(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

double bench_processor(void)
{
    return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_quantile(const double *sorted, size_t n, double share)
{
    size_t at = (size_t)(share * (double)n);
    return sorted[at < n ? at : n - 1];
}

bench_spread bench_spread_of(double *samples, size_t n)
{
    qsort(samples, n, sizeof *samples, by_value);
    return (bench_spread){bench_quantile(samples, n, 0.5), samples[0], samples[n - 1]};
}

static double run(void (*f)(void *user), void *user, size_t calls)
{
    double start = bench_now();
    for (size_t i = 0; i < calls; i++)
        f(user);
    return bench_now() - start;
}

bench_spread bench_time(void (*f)(void *user), void *user)
{
    double samples[SAMPLES];
    size_t calls = 1;
    while (run(f, user, calls) < SAMPLE_SECONDS)
        calls *= 2;
    for (size_t i = 0; i < SAMPLES; i++)
        samples[i] = run(f, user, calls) / (double)calls;
    return bench_spread_of(samples, SAMPLES);
}

const char *bench_seconds(double seconds)
{
    static char text[8][32];
    static unsigned next;
    static const struct {
        double unit;
        const char *name;
    } units[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}};
    size_t i = 0;
    while (i < 3 && seconds < units[i].unit)
        i++;
    char *out = text[next++ % 8];
    double value = seconds / units[i].unit;
    snprintf(out, sizeof text[0], "%.*f %s",
             value < 10    ? 2
             : value < 100 ? 1
                           : 0,
             value, units[i].name);
    return out;
}

static void goal(const char *what, bool kept, const char *reached, const char *wanted)
{
    printf("  %-34s %10s   goal %s%s\n", what, reached, wanted, kept ? "" : ": MISSED");
}

void bench_goal(const char *what, double seconds, double most)
{
    goal(what, seconds <= most, bench_seconds(seconds), bench_seconds(most));
}

void bench_goal_memory(const char *what, double megabytes, double most)
{
    char reached[32], wanted[32];
    snprintf(reached, sizeof reached, "%.1f MB", megabytes);
    snprintf(wanted, sizeof wanted, "%.1f MB", most);
    goal(what, megabytes <= most, reached, wanted);
}

void bench_goal_number(const char *what, double value, double least, const char *unit)
{
    char reached[48], wanted[48];
    int digits = least < 10 ? 2 : 0;
    snprintf(reached, sizeof reached, "%.*f%s", digits, value, unit);
    snprintf(wanted, sizeof wanted, "%.*f%s", digits, least, unit);
    goal(what, value >= least, reached, wanted);
}

void bench_load(void)
{
    double load;
    if (getloadavg(&load, 1) == 1)
        printf("load of this machine: %.2f, on %ld processors\n", load,
               sysconf(_SC_NPROCESSORS_ONLN));
}

static void spin(void *user)
{
    volatile unsigned *x = user;
    for (int i = 0; i < 1000; i++)
        *x = *x * 1664525u + 1013904223u;
}

static void processor(char *out, size_t room)
{
    FILE *f = fopen("/proc/cpuinfo", "r");
    char line[256];
    snprintf(out, room, "unknown processor");
    while (f && fgets(line, sizeof line, f)) {
        char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) == 0 && colon) {
            colon[strcspn(colon, "\n")] = '\0';
            snprintf(out, room, "%s", colon + 2);
            break;
        }
    }
    if (f)
        fclose(f);
}

void bench_machine(void)
{
    struct utsname name;
    char cpu[256];
    unsigned x = 1;
    processor(cpu, sizeof cpu);
    if (uname(&name) != 0)
        strcpy(name.machine, "?");
    bench_spread noise = bench_time(spin, &x);
    printf("%s, %s\n", cpu, name.machine);
    bench_load();
    printf("noise of this machine: fixed work takes %.2f to %.2f times its median\n\n",
           noise.low / noise.median, noise.high / noise.median);
}

static int usage(void)
{
    fprintf(stderr,
            "usage: bench [--pycute | --no-pycute] [--script FILE] [--cute PROGRAM] "
            "[--command PROGRAM] "
            "[--only many|algebra|morphisms|proofs|symbolic|confirm|opinions|bits|relations] "
            "CORPUS.tsv...\n");
    return 2;
}

/* What the command line says. */
typedef struct {
    const char *only, *script, *cute, *command; /* script, cute: NULL without that baseline */
    const char *const *corpora;
    size_t n;
} settings;

static bool read_settings(int argc, char **argv, settings *s)
{
    const struct {
        const char *name;
        const char **value;
    } option[] = {{"--only", &s->only},
                  {"--script", &s->script},
                  {"--cute", &s->cute},
                  {"--command", &s->command}};
    bool pycute = true;
    int at = 1;
    for (; at < argc && strncmp(argv[at], "--", 2) == 0; at++) {
        size_t i = 0;
        while (i < sizeof option / sizeof *option && strcmp(argv[at], option[i].name) != 0)
            i++;
        if (i < sizeof option / sizeof *option && at + 1 < argc)
            *option[i].value = argv[++at];
        else if (strcmp(argv[at], "--no-pycute") == 0 || strcmp(argv[at], "--pycute") == 0)
            pycute = argv[at][2] == 'p';
        else
            return false;
    }
    s->script = pycute ? s->script : NULL;
    s->corpora = (const char *const *)(argv + at);
    s->n = (size_t)(argc - at);
    return true;
}

static bool algebra(const settings *s)
{
    return bench_algebra(s->script, s->cute);
}
static bool morphisms(const settings *s)
{
    return (void)s, bench_morphisms();
}
static bool proofs(const settings *s)
{
    return bench_proofs(s->corpora, s->n);
}
static bool symbolic(const settings *s)
{
    return (void)s, bench_symbolic();
}
static bool confirm(const settings *s)
{
    return bench_confirm(s->corpora, s->n);
}
static bool opinions(const settings *s)
{
    return bench_opinions(s->corpora, s->n);
}
static bool bits(const settings *s)
{
    return (void)s, bench_bits();
}
static bool many(const settings *s)
{
    return bench_many(s->command, s->corpora, s->n);
}
static bool relations(const settings *s)
{
    return bench_relations(s->corpora, s->n);
}

/* The first is measured while this process is still small: its figures of memory need that. */
static const struct {
    const char *name;
    bool (*run)(const settings *s);
} parts[] = {{"many", many},         {"algebra", algebra},   {"morphisms", morphisms},
             {"proofs", proofs},     {"symbolic", symbolic}, {"confirm", confirm},
             {"opinions", opinions}, {"bits", bits},         {"relations", relations}};

int main(int argc, char **argv)
{
    settings s = {.only = "",
                  .script = "tests/bench/pycute-times.py",
                  .command = "./layoutcheck"};
    if (!read_settings(argc, argv, &s))
        return usage();
    bool ok = true;
    setvbuf(stdout, NULL, _IOLBF, 0);
    bench_machine();
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!*s.only || strcmp(s.only, parts[i].name) == 0)
            ok = parts[i].run(&s) && ok;
    bench_load();
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
