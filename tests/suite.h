/* suite.h - the main program of a Check suite. */
#ifndef TESTS_SUITE_H
#define TESTS_SUITE_H

#include "../lib/ctx.h"

#include <check.h>
#include <stdlib.h>

/* Runs the tests, without a time limit of its own, and returns the exit status. */
int suite_run(const char *name, const TTest *const *tests, size_t n);
/* The same for a case of a suite, which has tests that are run several times. */
int suite_run_case(Suite *suite, TCase *test);

/* With -DSOLVE_ONLY=1 a suite is run once more on a prover without shortcuts (ctx.h), with a
 * quarter of the cases: each costs a system. */
#ifndef SOLVE_ONLY
#define SOLVE_ONLY 0
#endif

/* A context, without shortcuts in a suite that solves only. */
lc_ctx *suite_ctx_new(void);
void suite_solves_only(void);

/* A test, whose body follows. */
#define TEST(name) START_TEST(name)

/* One with a context `ctx`, and with `r` of relations, too (isl-bridge). */
#define TEST_CTX(name)                                                                           \
    static void name##_case(lc_ctx *ctx);                                                        \
    TEST(name)                                                                                   \
    {                                                                                            \
        lc_ctx *ctx = lc_ctx_new();                                                              \
        ck_assert_ptr_nonnull(ctx);                                                              \
        name##_case(ctx);                                                                        \
        lc_ctx_free(ctx);                                                                        \
    }                                                                                            \
    static void name##_case(lc_ctx *ctx)
#define TEST_ISL(name)                                                                           \
    static void name##_isl(lc_ctx *ctx, lcr_ctx *r);                                             \
    TEST_CTX(name)                                                                               \
    {                                                                                            \
        lcr_ctx *r = lcr_ctx_new(ctx);                                                           \
        ck_assert_ptr_nonnull(r);                                                                \
        name##_isl(ctx, r);                                                                      \
        lcr_ctx_free(r);                                                                         \
    }                                                                                            \
    static void name##_isl(lc_ctx *ctx __attribute__((unused)), lcr_ctx *r)

#define SUITE_MAIN(name, ...)                                                                    \
    int main(void)                                                                               \
    {                                                                                            \
        const TTest *const tests[] = {__VA_ARGS__};                                              \
        if (SOLVE_ONLY)                                                                          \
            suite_solves_only();                                                                 \
        return suite_run(name, tests, sizeof tests / sizeof *tests);                             \
    }

#endif
