/* bench.c - make bench: the speed of the algebra, of proofs, of second opinions, and
 * of relations.
 *
 *     bench [--pycute | --no-pycute] [--only PART] [--command PROGRAM] CORPUS.tsv...
 *
 * Every figure is a median with the smallest and the largest sample. pycute, from
 * CUTLASS, is measured along when python3 can import it (PYTHONPATH); PYTHON names
 * another interpreter.
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

double bench_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
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
    printf("%s, %s, %ld processors\n", cpu, name.machine, sysconf(_SC_NPROCESSORS_ONLN));
    printf("noise of this machine: fixed work takes %.2f to %.2f times its median\n\n",
           noise.low / noise.median, noise.high / noise.median);
}

static int usage(void)
{
    fprintf(stderr,
            "usage: bench [--pycute | --no-pycute] [--script FILE] [--command PROGRAM] "
            "[--only algebra|morphisms|proofs|symbolic|confirm|opinions|bits|many|relations] "
            "CORPUS.tsv...\n");
    return 2;
}

int main(int argc, char **argv)
{
    bool pycute = true;
    const char *only = "", *script = "tests/bench/pycute-times.py";
    const char *command = "./layoutcheck";
    int first = 1;
    for (; first < argc && strncmp(argv[first], "--", 2) == 0; first++) {
        if (strcmp(argv[first], "--pycute") == 0)
            pycute = true;
        else if (strcmp(argv[first], "--no-pycute") == 0)
            pycute = false;
        else if (strcmp(argv[first], "--only") == 0 && first + 1 < argc)
            only = argv[++first];
        else if (strcmp(argv[first], "--script") == 0 && first + 1 < argc)
            script = argv[++first];
        else if (strcmp(argv[first], "--command") == 0 && first + 1 < argc)
            command = argv[++first];
        else
            return usage();
    }
    const char *const *corpora = (const char *const *)(argv + first);
    size_t n = (size_t)(argc - first);
    bool ok = true;
    setvbuf(stdout, NULL, _IOLBF, 0);
    bench_machine();
    if (!*only || strcmp(only, "algebra") == 0)
        ok = bench_algebra(pycute, script) && ok;
    if (!*only || strcmp(only, "morphisms") == 0)
        ok = bench_morphisms() && ok;
    if (!*only || strcmp(only, "proofs") == 0)
        ok = bench_proofs(corpora, n) && ok;
    if (!*only || strcmp(only, "symbolic") == 0)
        ok = bench_symbolic() && ok;
    if (!*only || strcmp(only, "confirm") == 0)
        ok = bench_confirm(corpora, n) && ok;
    if (!*only || strcmp(only, "opinions") == 0)
        ok = bench_opinions(corpora, n) && ok;
    if (!*only || strcmp(only, "bits") == 0)
        ok = bench_bits() && ok;
    if (!*only || strcmp(only, "many") == 0)
        ok = bench_many(command, corpora, n) && ok;
    if (!*only || strcmp(only, "relations") == 0)
        ok = bench_relations(corpora, n) && ok;
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
