/* many.c - files of thousands of claims through the command, with one process and two; a million
 * claims; the start of the process. */
#include "config.h"

#include "bench.h"

#include "corpus.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define CLAIMS 10000

extern char **environ;

/* ---- the files */

/* The claims of the corpus, over and over. */
static void write_corpus(FILE *out, const corpus *c, size_t claims)
{
    for (size_t i = 0; i < claims; i++)
        fprintf(out, "%s %s\n", c->claim[i % c->n].holds ? "prove" : "refute",
                c->claim[i % c->n].claim);
}

/* What a kernel's layouts are asked, at random sizes. */
static void write_instances(FILE *out, const corpus *c, size_t claims)
{
    (void)c;
    unsigned state = 1;
    for (size_t i = 0; i < claims; i++) {
        unsigned size[3];
        for (int k = 0; k < 3; k++) {
            state = state * 1664525u + 1013904223u;
            size[k] = 2 + (state >> 16) % 62;
        }
        unsigned m = size[0], n = size[1], p = size[2];
        switch (i % 5) {
        case 0:
            fprintf(out, "prove partitions(((%u,%u),%u):((%u,1),%u), (%u,%u))\n", m, n, p, n * p,
                    n, n * p, m);
            break;
        case 1:
            fprintf(out, "prove composes(compose((%u,%u):(%u,1), %u:1), (%u,%u):(%u,1), %u:1)\n",
                    m, n, n, m * n, m, n, n, m * n);
            break;
        case 2:
            fprintf(out, "prove complements(complement((%u,%u):(1,%u)), (%u,%u):(1,%u))\n", m, n,
                    m * p, m, n, m * p);
            break;
        case 3:
            fprintf(out, "prove injective(((%u,%u),(%u,2)):((%u,%u),(1,%u)))\n", m, n, p, p,
                    2 * m * p, m * p);
            break;
        default: fprintf(out, "refute injective((%u,%u,%u):(%u,1,%u))\n", m, n, p, n, n * m - 1);
        }
    }
}

typedef void writer(FILE *out, const corpus *c, size_t claims);

static bool write_file(char *path, writer *write, const corpus *c, size_t claims)
{
    int fd = mkstemp(path);
    FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
    if (!out)
        return false;
    write(out, c, claims);
    return fclose(out) == 0;
}

/* ---- the command */

typedef struct {
    double seconds;   /* of the clock */
    double processor; /* of all its processes */
    double memory;    /* of the largest of its processes, MB */
    bool ended;
} use;

/* The command begins with its standard output and error nowhere; -1 when it does not. */
typedef pid_t launch(const char *const *argv);

/* What the system says of a child's memory is at least what it had before it began the command:
 * with a fork the pages that were copied, with a spawn all that this process has. */
static pid_t forked(const char *const *argv)
{
    pid_t child = fork();
    if (child != 0)
        return child;
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0 && dup2(nowhere, STDOUT_FILENO) >= 0 && dup2(nowhere, STDERR_FILENO) >= 0)
        execv(argv[0], (char *const *)argv);
    _exit(127);
}

/* A process that is spawned does not wait for a copy of this one's tables of pages. */
static pid_t spawned(const char *const *argv)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    pid_t child;
    int failed = posix_spawn(&child, argv[0], &actions, NULL, (char *const *)argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    return failed ? -1 : child;
}

static use run(launch *begin, const char *const *argv)
{
    use u = {0};
    double start = bench_now();
    pid_t child = begin(argv);
    int status;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) != child)
        return u;
    u.seconds = bench_now() - start;
    u.processor = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                  1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
    u.memory = (double)usage.ru_maxrss / 1024;
    u.ended = WIFEXITED(status) && WEXITSTATUS(status) < 4;
    return u;
}

static use check(const char *command, const char *opinion, const char *jobs, const char *path)
{
    const char *argv[] = {command, "-j", jobs, opinion, "check", path, NULL};
    return run(forked, argv);
}

/* Two runs at once that know nothing of each other; the seconds of both, or 0. */
static double check_twice(const char *command, const char *opinion, const char *path)
{
    const char *argv[] = {command, "-j", "1", opinion, "check", path, NULL};
    double start = bench_now();
    pid_t child[2] = {forked(argv), forked(argv)};
    bool ended = true;
    for (int i = 0; i < 2; i++) {
        int status;
        ended = child[i] > 0 && waitpid(child[i], &status, 0) == child[i] && WIFEXITED(status) &&
                WEXITSTATUS(status) < 4 && ended;
    }
    return ended ? bench_now() - start : 0;
}

/* ---- many claims, by who gives the second opinion */

#define LAW "--crosscheck=points"
#define ISL "--crosscheck=isl"
#define ROUNDS 3

/* Runs that are compared: with one process and with two, and the seconds of two runs at once,
 * each with one: what two processes can do on this machine. */
typedef struct {
    use one, two;
    double twice;
} pair;

/* The fastest of a few, by the clock: what else runs only slows them down. */
static bool fastest(const char *command, const char *opinion, const char *path, pair *out)
{
    for (int round = 0; round < ROUNDS; round++) {
        use one = check(command, opinion, "1", path), two = check(command, opinion, "2", path);
        double twice = check_twice(command, opinion, path);
        if (!one.ended || !two.ended || twice <= 0)
            return false;
        if (round == 0 || one.seconds < out->one.seconds)
            out->one = one;
        if (round == 0 || two.seconds < out->two.seconds)
            out->two = two;
        if (round == 0 || twice < out->twice)
            out->twice = twice;
    }
    return true;
}

static bool measure(const char *command, const char *opinion, const char *path, const char *name,
                    size_t claims, pair *out)
{
    const char *who = strchr(opinion, '=') + 1;
    double n = (double)claims;
    if (!fastest(command, opinion, path, out)) {
        printf("%-21s %-4s the command did not end well\n", name, who);
        return false;
    }
    printf("%-21s %-4s %6zu %8.0f/s %8.0f/s %4.1f MB %8.0f/s %8.0f/s %4.1f MB %6.2f\n", name, who,
           claims, n / out->one.seconds, n / out->one.processor, out->one.memory,
           n / out->two.seconds, n / out->two.processor, out->two.memory,
           out->one.seconds / out->two.seconds);
    return true;
}

/* Both opinions of the same file; out[0] is by the laws of operations, out[1] isl's. */
static bool measure_file(const char *command, const char *name, writer *write, const corpus *c,
                         size_t claims, pair out[2])
{
    char path[] = "/tmp/bench-XXXXXX";
    if (!write_file(path, write, c, claims))
        return false;
    bool ok = measure(command, LAW, path, name, claims, &out[0]) &&
              measure(command, ISL, path, name, claims, &out[1]);
    unlink(path);
    return ok;
}

static void say_roof(const char *what, const pair *p)
{
    printf("  %-34s %10.2f\n", what, 2 * p->one.seconds / p->twice);
}

static void goals(const pair *law, const pair *isl)
{
    printf("\n%d claims of the corpus, by the clock\n", CLAIMS);
    bench_goal_number("one process, " LAW, CLAIMS / law->one.seconds, 25000, "/s");
    bench_goal_number("one process, " ISL, CLAIMS / isl->one.seconds, 3000, "/s");
    bench_goal_number("two to one, " LAW, law->one.seconds / law->two.seconds, 1.9, "");
    say_roof("  two runs at once, " LAW, law);
    bench_goal_number("two to one, " ISL, isl->one.seconds / isl->two.seconds, 1.9, "");
    say_roof("  two runs at once, " ISL, isl);
}

/* ---- a million claims */

#define MILLION 1000000
#define FLAT 1.05 /* what the memory of a million claims may be of that of CLAIMS */

static bool million(const char *command, const corpus *c, double memory)
{
    char path[] = "/tmp/bench-XXXXXX";
    if (!write_file(path, write_instances, c, MILLION))
        return false;
    use u = check(command, LAW, "1", path);
    unlink(path);
    if (!u.ended)
        return false;
    printf("\n%d random instances, one process, " LAW ": %.0f/s, %.0f/s of the processor\n",
           MILLION, MILLION / u.seconds, MILLION / u.processor);
    bench_goal_memory("memory", u.memory, FLAT * memory);
    return true;
}

/* ---- the start */

#define STARTS 51

static bool starts(const char *command)
{
    const char *argv[] = {command, LAW, "check", "/dev/null", NULL};
    double clock[STARTS], processor[STARTS];
    for (size_t i = 0; i < STARTS; i++) {
        use u = run(spawned, argv);
        if (!u.ended)
            return false;
        clock[i] = u.seconds;
        processor[i] = u.processor;
    }
    bench_spread wall = bench_spread_of(clock, STARTS), cpu = bench_spread_of(processor, STARTS);
    printf(
        "\n%d starts of the process, for no claim: %s .. %s by the clock, %s of the processor\n",
        STARTS, bench_seconds(wall.low), bench_seconds(wall.high), bench_seconds(cpu.median));
    bench_goal("median by the clock", wall.median, 1e-3);
    return true;
}

static bool measure_all(const char *command, const corpus *c)
{
    pair of_corpus[2], of_instances[2];
    printf("Many claims in one file, a second by the clock and of the processor\n\n"
           "%-21s %-4s %6s %10s %10s %7s %10s %10s %7s %6s\n",
           "", "", "", "-j 1", "processor", "memory", "-j 2", "processor", "memory", "ratio");
    if (!measure_file(command, "claims of the corpus", write_corpus, c, CLAIMS, of_corpus) ||
        !measure_file(command, "random instances", write_instances, c, CLAIMS, of_instances))
        return false;
    goals(&of_corpus[0], &of_corpus[1]);
    return million(command, c, of_instances[0].one.memory) && starts(command);
}

bool bench_many(const char *command, const char *const *files, size_t n)
{
    corpus c;
    if (!corpus_read(files, n, &c))
        return false;
    bool ok = c.n > 0 && measure_all(command, &c);
    printf("\n");
    corpus_clear(&c);
    return ok;
}
