/* process.h - run programs under a time limit and keep what they print.
 *
 * For the test runners. A set of processes runs side by side; process_wait
 * returns each as it ends. One that is still running at its deadline is killed
 * with everything it started. Standard output and error go to unlinked files,
 * so a program may print any amount without anyone reading along.
 */
#ifndef TESTS_PROCESS_H
#define TESTS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

struct process {
    pid_t pid; /* 0: not running */
    double started, deadline; /* seconds, monotonic */
    FILE *out_file, *err_file;
    /* Once process_wait has returned it: */
    int status; /* exit status, 128 + the signal that ended it */
    bool timed_out;
    double seconds;
    char *out, *err; /* NUL-terminated; owned, see process_clear */
    size_t out_size, err_size;
};

/* Start argv[0] (found through PATH) in the folder dir (NULL: the current one),
 * reading input (NULL: nothing) on standard input. False, with errno: it could
 * not be started. That the program does not exist shows as status 127. */
bool process_start(struct process *p, char *const argv[], const char *dir, const char *input,
                   double limit);

/* Wait until one of the running ones among n has ended; NULL when none runs. */
struct process *process_wait(struct process *set, size_t n);

/* Free what a finished process printed, and make it ready to be started again. */
void process_clear(struct process *p);

/* Split text at spaces into at most max words; for wrapper commands such as
 * `valgrind -q`. The words point into text, which is changed. */
size_t process_words(char *text, char **words, size_t max);

double process_clock(void); /* seconds, monotonic */

#endif
