/* process.h - run programs under a limit of processor time and keep what they print.
 *
 * For the test runners. A set of processes runs side by side; process_wait
 * returns each as it ends. The limit is one of processor time, so that a machine that
 * is busy with other things ends nothing: each process that a program starts has it
 * (RLIMIT_CPU), and is ended by SIGXCPU at it. Only for what sleeps and never ends
 * there is a guard by the wall clock, PROCESS_PATIENCE times the limit; there a program
 * none of whose processes waits for a processor is killed with everything it started.
 * Standard output and error go to unlinked files, so a program may print any amount
 * without anyone reading along.
 */
#ifndef TESTS_PROCESS_H
#define TESTS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

#define PROCESS_PATIENCE 15

struct process {
    pid_t pid;       /* 0: not running */
    double limit;    /* seconds of processor time */
    double given_up; /* seconds of the wall clock, monotonic */
    FILE *out_file, *err_file;
    /* Once process_wait has returned it: */
    int status;      /* exit status, 128 + the signal that ended it */
    bool timed_out;  /* it, or the last that it ran, was ended for its processor time */
    bool asleep;     /* it was killed by the guard */
    double seconds;  /* of processor time, with those of the processes it waited for */
    char *out, *err; /* NUL-terminated; owned, see process_clear */
    size_t out_size, err_size;
};

/* Start argv[0] (found through PATH) in the folder dir (NULL: the current one),
 * reading input (NULL: nothing) on standard input, with `limit` seconds of processor
 * time. False, with errno: it could not be started. That the program does not exist
 * shows as status 127. */
bool process_start(struct process *p, char *const argv[], const char *dir, const char *input,
                   double limit);

/* Wait until one of the running ones among n has ended; NULL when none runs. */
struct process *process_wait(struct process *set, size_t n);

/* How a finished process ended: "exit status 2", "ended for its processor time: ...". */
void process_end(const struct process *p, char *text, size_t room);

/* Free what a finished process printed, and make it ready to be started again. */
void process_clear(struct process *p);

/* Makes a folder of this template, as mkdtemp does. It goes with all that is in it when this
 * process ends, however it ends. False, with errno: there is none. */
bool process_folder(char *template);

/* Split text at spaces into at most max words; for wrapper commands such as
 * `valgrind -q`. The words point into text, which is changed. */
size_t process_words(char *text, char **words, size_t max);

#endif
