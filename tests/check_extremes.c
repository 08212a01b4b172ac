/* check_extremes.c - kernels of random plans at the largest sizes that they admit.
 *
 * The text of each kernel is compiled by clang with its sanitizer of undefined behaviour, and
 * some of its blocks, the first and the last among them, run on tensors that end before pages
 * that fault (kernels/bench/host.h). Sizes have bounds of 2^31 - 1, of 2^40 - 1 and next to
 * them. gcc will not do: it folds overflows away before its sanitizer sees them. Skipped where
 * there is no clang++ with a sanitizer: CLANGXX is its name.
 *
 * LAYOUTCHECK_CASES: plans for each 10,000; 32 of them. LAYOUTCHECK_SEED: which.
 */
#include "config.h"

#include "process.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LIMIT 600.0            /* seconds */
#define PLANS 32               /* of 10,000 cases */
#define BYTES "35184372088832" /* of a tensor, at most: 2^45 */

static const char *from_environment(const char *name, const char *otherwise)
{
    const char *value = getenv(name);
    return value && *value ? value : otherwise;
}

static struct process run(const char *a, const char *b, const char *c, const char *d,
                          const char *e)
{
    struct process p = {0};
    const char *const arguments[] = {a, b, c, d, e, NULL};
    if (!process_start(&p, (char *const *)(size_t)arguments, NULL, NULL, LIMIT) ||
        process_wait(&p, 1) != &p)
        p.status = -1;
    return p;
}

/* Its last line of output, which the caller frees. */
static char *need(const char *a, const char *b, const char *c, const char *d, const char *e)
{
    struct process p = run(a, b, c, d, e);
    ck_assert_msg(p.status == 0, "%s %s %s ends with %d:\n%s\n%s", a, b, c ? c : "", p.status,
                  p.out ? p.out : "", p.err ? p.err : "");
    char *line = strdup(p.out ? p.out : "");
    ck_assert_ptr_nonnull(line);
    process_clear(&p);
    return line;
}

static void program(char *path, size_t room, const char *variable, const char *name)
{
    snprintf(path, room, "%s/kernels/bench/%s", from_environment(variable, "."), name);
}

TEST(the_largest_sizes)
{
    char folder[] = "check-extremes.XXXXXX", number[32], list[64], built[64], host[64];
    char plans[4096], emit[4096], build[4096];
    long cases = strtol(from_environment("LAYOUTCHECK_CASES", "10000"), NULL, 10);
    int kernels = 0, refuted = 0, wanted = (int)((cases * PLANS + 9999) / 10000);
    ck_assert(process_folder(folder));
    program(plans, sizeof plans, "top_builddir", "random-plans");
    program(emit, sizeof emit, "top_builddir", "emit-host");
    program(build, sizeof build, "top_srcdir", "build-host.sh");
    snprintf(number, sizeof number, "%d", wanted);
    snprintf(list, sizeof list, "%s/cases.txt", folder);
    snprintf(built, sizeof built, "%s/host", folder);
    snprintf(host, sizeof host, "%s/host/host", folder);
    free(need(plans, number, from_environment("LAYOUTCHECK_SEED", "1"), folder, BYTES));
    char *said = need(emit, list, built, NULL, NULL);
    ck_assert_msg(sscanf(said, "%d cases of %*d kernels, %d", &kernels, &refuted) == 2, "%s",
                  said);
    ck_assert_msg(kernels + refuted == wanted && kernels * 10 >= wanted * 9, "of %d plans %s",
                  wanted, said);
    free(said);
    free(need(build, built, NULL, NULL, NULL));
    said = need(host, host, NULL, NULL, NULL);
    int passed = -1, failed = -1;
    ck_assert_msg(sscanf(said, "%d passed, %d failed", &passed, &failed) == 2, "%s", said);
    ck_assert_int_eq(passed, kernels);
    ck_assert_int_eq(failed, 0);
    free(said);
}

/* Those of plans whose stage, source or destination is a relation; at sizes of their list. */
TEST(relations)
{
    char folder[] = "check-extremes.XXXXXX", list[4096], emit[4096], build[4096], host[64];
    int kernels = 0, refuted = -1, passed = -1, failed = -1;
    ck_assert(process_folder(folder));
    program(list, sizeof list, "top_srcdir", "relations.txt");
    program(emit, sizeof emit, "top_builddir", "emit-host");
    program(build, sizeof build, "top_srcdir", "build-host.sh");
    snprintf(host, sizeof host, "%s/host", folder);
    char *said = need(emit, list, folder, NULL, NULL);
    ck_assert_msg(sscanf(said, "%d cases of %*d kernels, %d", &kernels, &refuted) == 2, "%s",
                  said);
    ck_assert_msg(kernels > 0 && refuted == 0, "%s", said);
    free(said);
    free(need(build, folder, NULL, NULL, NULL));
    said = need(host, NULL, NULL, NULL, NULL);
    ck_assert_msg(sscanf(said, "%d passed, %d failed", &passed, &failed) == 2, "%s", said);
    ck_assert_int_eq(passed, kernels);
    ck_assert_int_eq(failed, 0);
    free(said);
}

/* Is there a clang++ that links its sanitizer? */
static bool there_is_clang(void)
{
    char folder[] = "check-extremes.XXXXXX", source[64], out[64], command[512];
    FILE *file;
    if (!process_folder(folder))
        return false;
    snprintf(source, sizeof source, "%s/a.cpp", folder);
    snprintf(out, sizeof out, "%s/a", folder);
    if ((file = fopen(source, "w"))) {
        fputs("int main(int argc, char **) { return argc + 2147483646 < 0; }\n", file);
        fclose(file);
    }
    snprintf(command, sizeof command, "%s -fsanitize=undefined %s -o %s",
             from_environment("CLANGXX", "clang++"), source, out);
    struct process p = run("sh", "-c", command, NULL, NULL);
    bool there = p.status == 0;
    process_clear(&p);
    return there;
}

int main(void)
{
    const TTest *const tests[] = {the_largest_sizes, relations};
    if (!there_is_clang()) {
        puts("1..0 # SKIP a clang++ with a sanitizer is not there: set CLANGXX to its name");
        return EXIT_SUCCESS;
    }
    return suite_run("extremes", tests, sizeof tests / sizeof *tests);
}
