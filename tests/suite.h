/* suite.h - the main program of a Check suite. */
#ifndef TESTS_SUITE_H
#define TESTS_SUITE_H

#include <check.h>

/* Runs the tests, without a time limit of its own, and returns the exit status. */
int suite_run(const char *name, const TTest *const *tests, size_t n);

#define SUITE_MAIN(name, ...)                                                                     \
    int main(void)                                                                                \
    {                                                                                             \
        const TTest *const tests[] = {__VA_ARGS__};                                               \
        return suite_run(name, tests, sizeof tests / sizeof *tests);                              \
    }

#endif
