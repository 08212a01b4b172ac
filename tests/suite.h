/* suite.h - the main program of a Check suite. */
#ifndef TESTS_SUITE_H
#define TESTS_SUITE_H

#include <check.h>
#include <stdlib.h>

/* Runs the tests, without a time limit of its own, and returns the exit status. */
int suite_run(const char *name, const TTest *const *tests, size_t n);

/* A suite that is run once more on a prover that only solves (LCV_SOLVE_ONLY) has a quarter of
 * the cases there: each costs a system. */
#if defined LCV_SOLVE_ONLY && LCV_SOLVE_ONLY
#define SUITE_CASES() setenv("LAYOUTCHECK_CASES", "1000", 0)
#else
#define SUITE_CASES() 0
#endif

#define SUITE_MAIN(name, ...)                                                                     \
    int main(void)                                                                                \
    {                                                                                             \
        const TTest *const tests[] = {__VA_ARGS__};                                               \
        (void)SUITE_CASES();                                                                      \
        return suite_run(name, tests, sizeof tests / sizeof *tests);                              \
    }

#endif
