#include "config.h"

#include "process.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double wall_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* An unlinked file holding text, ready to be read from its start. */
static FILE *file_of(const char *text)
{
    FILE *file = tmpfile();
    if (file && text && *text && fputs(text, file) == EOF) {
        fclose(file);
        return NULL;
    }
    if (file)
        rewind(file);
    return file;
}

static char *text_of(FILE *file, size_t *size)
{
    size_t room = 1 << 12;
    char *text = malloc(room);
    *size = 0;
    rewind(file);
    while (text) {
        *size += fread(text + *size, 1, room - 1 - *size, file);
        if (*size < room - 1)
            break;
        room *= 2;
        char *more = realloc(text, room);
        if (!more)
            free(text);
        text = more;
    }
    if (!text) {
        fputs("out of memory\n", stderr);
        exit(99);
    }
    text[*size] = '\0';
    fclose(file);
    return text;
}

/* SIGCHLD is blocked from the first start on, so that process_wait can wait for
 * it and for the guard at once without missing any. */
static void block_sigchld(sigset_t *before)
{
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, before);
}

/* SIGXCPU at the limit in whole seconds, and SIGKILL for what goes on. */
static bool limit_time(double limit)
{
    struct rlimit time, before;
    if (getrlimit(RLIMIT_CPU, &before) != 0)
        return false;
    rlim_t most = (rlim_t)limit;
    most += (double)most < limit;
    time.rlim_cur = most < before.rlim_max ? most : before.rlim_max;
    time.rlim_max = most + 2 < before.rlim_max ? most + 2 : before.rlim_max;
    return setrlimit(RLIMIT_CPU, &time) == 0;
}

static _Noreturn void become(char *const argv[], const char *dir, const struct process *p,
                             FILE *in, const sigset_t *mask)
{
    setpgid(0, 0);
    sigprocmask(SIG_SETMASK, mask, NULL);
    if ((dir && chdir(dir) != 0) || dup2(fileno(in), 0) < 0 || dup2(fileno(p->out_file), 1) < 0 ||
        dup2(fileno(p->err_file), 2) < 0 || !limit_time(p->limit))
        _exit(126);
    execvp(argv[0], argv);
    _exit(127);
}

bool process_start(struct process *p, char *const argv[], const char *dir, const char *input,
                   double limit)
{
    sigset_t before;
    FILE *in = file_of(input);
    *p = (struct process){.out_file = tmpfile(), .err_file = tmpfile()};
    if (!in || !p->out_file || !p->err_file)
        goto fail;
    block_sigchld(&before);
    sigset_t inside = before;
    sigdelset(&inside, SIGCHLD);
    fflush(NULL);
    p->limit = limit;
    p->given_up = wall_clock() + PROCESS_PATIENCE * limit;
    p->pid = fork();
    if (p->pid == 0)
        become(argv, dir, p, in, &inside);
    if (p->pid < 0)
        goto fail;
    setpgid(p->pid, p->pid);
    fclose(in);
    return true;
fail:
    if (in)
        fclose(in);
    if (p->out_file)
        fclose(p->out_file);
    if (p->err_file)
        fclose(p->err_file);
    p->pid = 0;
    return false;
}

/* Waits for the end of the process that holds the other end of the pipe. */
_Noreturn static void remove_later(int end, char *folder)
{
    char nothing;
    setpgid(0, 0); /* what ends that process and its group does not end this one */
    close(STDIN_FILENO);
    close(STDOUT_FILENO);
    close(STDERR_FILENO);
    while (read(end, &nothing, 1) < 0 && errno == EINTR)
        ;
    execlp("rm", "rm", "-rf", folder, (char *)NULL);
    _exit(EXIT_FAILURE);
}

bool process_folder(char *template)
{
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    bool made = fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0 && mkdtemp(template);
    fflush(NULL);
    pid_t pid = made ? fork() : -1;
    if (pid == 0) {
        close(ends[1]);
        remove_later(ends[0], template);
    }
    int why = errno;
    if (pid > 0)
        setpgid(pid, pid); /* whichever of the two comes first */
    close(ends[0]);
    if (pid < 0)
        close(ends[1]);
    if (made && pid < 0)
        rmdir(template);
    errno = why;
    return pid > 0;
}

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

static void finish(struct process *p, int status, const struct rusage *used)
{
    p->status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    p->seconds = seconds(used->ru_utime) + seconds(used->ru_stime);
    p->timed_out = p->status == 128 + SIGXCPU ||
                   (p->status == 128 + SIGKILL && !p->asleep && p->seconds >= p->limit);
    p->out = text_of(p->out_file, &p->out_size);
    p->err = text_of(p->err_file, &p->err_size);
    p->pid = 0;
}

/* Does a process of the group wait for a processor? Not asleep, it comes to its limit once it has
 * got one. */
static bool is_runnable(const char *process, pid_t group)
{
    char path[64], stat[512], state = 'S';
    int its_group = 0;
    snprintf(path, sizeof path, "/proc/%.20s/stat", process);
    FILE *file = fopen(path, "r");
    size_t n = file ? fread(stat, 1, sizeof stat - 1, file) : 0;
    if (file)
        fclose(file);
    stat[n] = '\0';
    const char *name_end = strrchr(stat, ')');
    return name_end && sscanf(name_end + 1, " %c %*d %d", &state, &its_group) == 2 &&
           its_group == group && strchr("RD", state);
}

static bool is_any_runnable(pid_t group)
{
    DIR *all = opendir("/proc");
    bool found = false;
    for (struct dirent *one; !found && all && (one = readdir(all));)
        found = isdigit((unsigned char)*one->d_name) && is_runnable(one->d_name, group);
    if (all)
        closedir(all);
    return found;
}

/* It neither ends nor comes to its limit: end it with its children and reap it. */
static void kill_asleep(struct process *p)
{
    int status = 0;
    struct rusage used = {0};
    p->asleep = true;
    kill(-p->pid, SIGKILL);
    kill(p->pid, SIGKILL);
    wait4(p->pid, &status, 0, &used);
    finish(p, status, &used);
}

struct process *process_wait(struct process *set, size_t n)
{
    for (;;) {
        double now = wall_clock(), next = 0;
        bool any = false;
        for (size_t i = 0; i < n; i++) {
            int status;
            struct rusage used;
            if (!set[i].pid)
                continue;
            if (wait4(set[i].pid, &status, WNOHANG, &used) == set[i].pid) {
                finish(&set[i], status, &used);
                return &set[i];
            }
            if (now >= set[i].given_up && is_any_runnable(set[i].pid))
                set[i].given_up = now + 1;
            if (now >= set[i].given_up) {
                kill_asleep(&set[i]);
                return &set[i];
            }
            if (!any || set[i].given_up < next)
                next = set[i].given_up;
            any = true;
        }
        if (!any)
            return NULL;
        double left = next - now;
        struct timespec pause = {.tv_sec = (time_t)left};
        pause.tv_nsec = (long)((left - (double)pause.tv_sec) * 1e9);
        sigset_t child;
        sigemptyset(&child);
        sigaddset(&child, SIGCHLD);
        sigtimedwait(&child, NULL, &pause);
    }
}

void process_end(const struct process *p, char *text, size_t room)
{
    if (p->timed_out)
        snprintf(text, room, "ended for its processor time: the limit is %g s", p->limit);
    else if (p->asleep)
        snprintf(text, room,
                 "asleep: killed after %g s, of which it used %.1f s of processor time",
                 PROCESS_PATIENCE * p->limit, p->seconds);
    else
        snprintf(text, room, "exit status %d", p->status);
}

void process_clear(struct process *p)
{
    free(p->out);
    free(p->err);
    *p = (struct process){0};
}

size_t process_words(char *text, char **words, size_t max)
{
    size_t n = 0;
    for (char *word = strtok(text, " "); word && n < max; word = strtok(NULL, " "))
        words[n++] = word;
    return n;
}
