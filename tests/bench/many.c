/* many.c - files of thousands of claims through the command, with one process and two. */
#include "config.h"

#include "bench.h"

#include "corpus.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define CLAIMS 10000

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
    double seconds, memory; /* wall; the largest of its processes, MB */
    bool ended;
} use;

static use run(const char *command, const char *jobs, const char *path)
{
    use u = {0};
    double start = bench_now();
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        int null = open("/dev/null", O_WRONLY);
        dup2(null, STDOUT_FILENO);
        dup2(null, STDERR_FILENO);
        execl(command, command, "-j", jobs, "check", path, (char *)NULL);
        _exit(127);
    }
    int status;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) != child)
        return u;
    u.seconds = bench_now() - start;
    u.memory = (double)usage.ru_maxrss / 1024;
    u.ended = WIFEXITED(status) && WEXITSTATUS(status) < 4;
    return u;
}

static bool measure(const char *command, const char *name, writer *write, const corpus *c,
                    size_t claims)
{
    char path[] = "/tmp/bench-XXXXXX";
    if (!write_file(path, write, c, claims))
        return false;
    use one = run(command, "1", path), two = run(command, "2", path);
    unlink(path);
    printf("%-22s %7zu %9.0f/s %6.0f MB %9.0f/s %6.0f MB %8.2f\n", name, claims,
           (double)claims / one.seconds, one.memory, (double)claims / two.seconds, two.memory,
           one.seconds / two.seconds);
    return one.ended && two.ended;
}

bool bench_many(const char *command, const char *const *files, size_t n)
{
    corpus c;
    if (!corpus_read(files, n, &c))
        return false;
    printf("Many claims in one file\n\n%-22s %7s %11s %9s %11s %9s %8s\n", "", "claims", "-j 1",
           "memory", "-j 2", "memory", "ratio");
    bool ok = c.n > 0;
    for (size_t claims = CLAIMS / 10; ok && claims <= CLAIMS; claims *= 10) {
        ok = measure(command, "claims of the corpus", write_corpus, &c, claims) &&
             measure(command, "random instances", write_instances, &c, claims);
    }
    printf("\n");
    corpus_clear(&c);
    return ok;
}
