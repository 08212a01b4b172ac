/* host-program.h - C++ text of a test, compiled by the machine's compiler and run. */
#ifndef TESTS_HOST_PROGRAM_H
#define TESTS_HOST_PROGRAM_H

#include <stdbool.h>

#include "process.h"

/* Is there a C++ compiler, $CXX or c++? If not, the suite's plan is printed: it is skipped. */
bool host_compiler(void);

/* Compiles the text, which includes files of tests/, and runs it: what it printed, which the
 * caller clears. The test fails, and names `what`, if either fails. */
struct process host_run(const char *text, const char *what);

#endif
