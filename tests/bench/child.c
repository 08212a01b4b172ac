/* child.c - a question in a process of its own, under a time limit. */
#include "config.h"

#include "bench.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

bool bench_in_child(lcr_answer (*ask)(void *user), void *user, bench_reply *out)
{
    int pipe_fd[2];
    if (pipe(pipe_fd) != 0)
        return false;
    fflush(stdout);
    pid_t child = fork();
    if (child < 0) {
        close(pipe_fd[0]);
        close(pipe_fd[1]);
        return false;
    }
    if (child == 0) {
        close(pipe_fd[0]);
        double start = bench_now();
        bench_reply r = {.answer = ask(user)};
        r.seconds = bench_now() - start;
        _exit(write(pipe_fd[1], &r, sizeof r) == (ssize_t)sizeof r ? 0 : 1);
    }
    close(pipe_fd[1]);
    struct pollfd wait = {.fd = pipe_fd[0], .events = POLLIN};
    bool answered = poll(&wait, 1, (int)(BENCH_LIMIT * 1000)) == 1 &&
                    read(pipe_fd[0], out, sizeof *out) == (ssize_t)sizeof *out;
    close(pipe_fd[0]);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    return answered;
}
