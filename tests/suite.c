/* suite.c - the main program of a Check suite. */
#include "config.h"

#include "suite.h"

#include <stdlib.h>

static bool solves_only;

lc_ctx *suite_ctx_new(void)
{
    lc_ctx *ctx = lc_ctx_new();
    if (ctx)
        lc_ctx_set_shortcuts(ctx, !solves_only);
    return ctx;
}

void suite_solves_only(void)
{
    solves_only = true;
    setenv("LAYOUTCHECK_CASES", "1000", 0);
}

static void add(Suite *suite, TCase *test)
{
    tcase_set_timeout(test, 0);
    suite_add_tcase(suite, test);
}

static int run(Suite *suite)
{
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, getenv("LAYOUTCHECK_VERBOSE") ? CK_VERBOSE : CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

int suite_run(const char *name, const TTest *const *tests, size_t n)
{
    Suite *suite = suite_create(name);
    for (size_t i = 0; i < n; i++) {
        TCase *test = tcase_create(tests[i]->name);
        tcase_add_test(test, tests[i]);
        add(suite, test);
    }
    return run(suite);
}

int suite_run_case(Suite *suite, TCase *test)
{
    add(suite, test);
    return run(suite);
}
