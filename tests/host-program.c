/* host-program.c - C++ text of a test, compiled by the machine's compiler and run. */
#include "config.h"

#include "host-program.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#define LIMIT 300.0 /* seconds of processor time */

static struct process run_program(const char *const *arguments)
{
    struct process p = {0};
    if (!process_start(&p, (char *const *)(size_t)arguments, NULL, NULL, LIMIT) ||
        process_wait(&p, 1) != &p)
        p.status = -1;
    return p;
}

static const char *compiler(void)
{
    const char *name = getenv("CXX");
    return name && *name ? name : "c++";
}

bool host_compiler(void)
{
    struct process p = run_program((const char *const[]){compiler(), "--version", NULL});
    bool there = p.status == 0;
    process_clear(&p);
    if (!there)
        puts("1..0 # SKIP a C++ compiler is not there: set CXX to its name");
    return there;
}

struct process host_run(const char *text, const char *what)
{
    const char *folder = getenv("top_srcdir");
    char dir[] = "host-program.XXXXXX", source[64], program[64], include[4096];
    ck_assert(process_folder(dir));
    snprintf(source, sizeof source, "%s/text.cpp", dir);
    snprintf(program, sizeof program, "%s/program", dir);
    snprintf(include, sizeof include, "-I%s/tests", folder ? folder : ".");
    FILE *file = fopen(source, "w");
    ck_assert_msg(file != NULL, "%s cannot be written", source);
    ck_assert(fputs(text, file) != EOF);
    ck_assert_int_eq(fclose(file), 0);
    struct process made = run_program((
        const char *const[]){compiler(), "-std=c++17", "-O1", "-ffp-contract=off",
                             "-fno-strict-aliasing", "-w", include, "-o", program, source, NULL});
    struct process ran = {.status = -1};
    if (made.status == 0)
        ran = run_program((const char *const[]){program, NULL});
    ck_assert_msg(made.status == 0, "%s does not compile:\n%s\n%s", what, made.err, text);
    ck_assert_msg(ran.status == 0, "%s ends with %d", what, ran.status);
    process_clear(&made);
    return ran;
}
