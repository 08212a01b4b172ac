#include "config.h"

#include "jobs.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../lib/ctx.h"
#include "../language/diag.h"
#include "labour.h"
#include "wire.h"

#define MOMENT 16 /* ms, in which few rings become half full */

typedef struct {
    pid_t pid;
    int fd; /* -1: nothing more will come */
    lcv_ring *ring;
    int status;
    lcv_inbox in;
    bool has_item, finished;
    size_t number; /* the number of the item; once finished, that of all statements */
    lcv_item item; /* its texts are in the inbox */
} worker;

typedef struct {
    lcv_shared shared;
    unsigned jobs, n; /* wanted, running */
    size_t board_size, void_room;
    lcv_ring *ring; /* one of each process */
    worker *worker;
    size_t next;    /* the statement whose item is put out next */
    size_t watched; /* the statement under way that the progress line shows */
    double share;   /* of the whole that is done */
} crew;

unsigned lcv_processors(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
#ifdef CPU_COUNT
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        n = CPU_COUNT(&set);
#endif
    return n < 1 ? 1 : n > LCV_MAX_JOBS ? LCV_MAX_JOBS : (unsigned)n;
}

static double share(size_t done, size_t total)
{
    return total > 0 ? (double)done / (double)total : 0;
}

/* ---- in this process ---- */

/* Works from statement `first` on; those before it were put out already. */
typedef struct {
    const lcv_work *work;
    const lcv_shared *shared; /* or NULL */
    size_t first;
} solo;

static void solo_outcome(void *user, const lcv_outcome *outcome)
{
    const solo *s = user;
    lcv_report_outcome(s->work->report, outcome);
}

static void solo_begin(void *user, const lcv_outcome *outcome)
{
    const solo *s = user;
    lcv_progress_show(s->work->progress, share(outcome->done, outcome->total),
                      s->work->report->tally.statements, outcome->file, outcome->line,
                      lcv_session_doing(s->work->session));
}

static lcv_part solo_part(void *user, size_t number)
{
    const solo *s = user;
    if (s->shared && lcv_is_void(s->shared, number))
        return LCV_VALUELESS;
    return number < s->first ? LCV_DEFINITION : LCV_WHOLE;
}

static void work_from(const lcv_work *work, const lcv_shared *shared, size_t first)
{
    solo s = {work, shared, first};
    lcv_listener listener = {.user = &s,
                             .outcome = solo_outcome,
                             .begin = solo_begin,
                             .part = solo_part};
    work->check(work->session, work->files, &listener);
}

void lcv_work_alone(const lcv_work *work)
{
    work_from(work, NULL, 0);
}

/* ---- starting and stopping ---- */

/* The child keeps only its own pipe, so that a process whose pipe nobody reads notices. */
static void keep_only(const crew *c, int mine[2])
{
    for (unsigned i = 0; i < c->n; i++)
        if (c->worker[i].fd >= 0)
            close(c->worker[i].fd);
    close(mine[0]);
}

static bool start_one(crew *c)
{
    int ends[2];
    worker *w = &c->worker[c->n];
    lcv_notice *note = &c->shared.board->notice[c->n];
    if (pipe(ends) != 0)
        return false;
    *note = (lcv_notice){.ticket = LCV_NO_TICKET};
    lcv_outlet out = {&c->ring[c->n], ends[1], &c->shared.board->asleep};
    lcv_ring_empty(out.ring);
    pid_t pid = fork();
    if (pid == 0) {
        keep_only(c, ends);
        lcv_labour(&c->shared, note, &out);
    }
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return false;
    }
    *w = (worker){.pid = pid, .fd = ends[0], .ring = out.ring};
    c->n++;
    return true;
}

/* Flushes the streams, whose contents each process would otherwise print. */
static void start(crew *c)
{
    fflush(NULL);
    c->shared.board->first = c->next;
    atomic_store(&c->shared.board->next, c->next);
    c->n = 0;
    while (c->n < c->jobs && start_one(c)) {
    }
}

static void reap(worker *w)
{
    close(w->fd);
    w->fd = -1;
    while (waitpid(w->pid, &w->status, 0) < 0 && errno == EINTR) {
    }
}

static void stop(crew *c)
{
    for (unsigned i = 0; i < c->n; i++) {
        worker *w = &c->worker[i];
        if (w->fd >= 0) {
            kill(w->pid, SIGKILL);
            reap(w);
        }
        lcv_inbox_clear(&w->in);
    }
    c->n = 0;
}

/* ---- putting out ---- */

static void put(crew *c, const lcv_item *item)
{
    lcv_report_put(c->shared.work->report, item);
    c->share = share(item->done, item->total);
    lcv_progress_show(c->shared.work->progress, c->share,
                      c->shared.work->report->tally.statements, item->file, item->line, NULL);
    c->next++;
}

/* The statement before the next one has no value from now on. False: no memory. */
static bool add_void(crew *c)
{
    size_t *more = lc_grow(NULL, c->shared.void_of, c->shared.nvoid, &c->void_room, sizeof *more);
    if (!more)
        return false;
    c->shared.void_of = more;
    more[c->shared.nvoid++] = c->next - 1;
    return true;
}

/* An error instead of the item that a process owes. */
static void put_death(crew *c, const worker *w, const lcv_notice *note)
{
    lcv_source source = {.name = (char *)(note->file[0] ? note->file : "layoutcheck"),
                         .text = (char *)note->text,
                         .length = strlen(note->text),
                         .seen_line = note->line};
    lcv_diag diag = {0};
    lcv_span span = {0, source.length};
    if (WIFSIGNALED(w->status))
        lcv_diag_set_as(&diag, LCV_ERROR_INTERNAL, &source, span,
                        "no verdict: the process at work on this was ended by "
                        "signal %d (%s)",
                        WTERMSIG(w->status), strsignal(WTERMSIG(w->status)));
    else
        lcv_diag_set_as(&diag, LCV_ERROR_INTERNAL, &source, span,
                        "no verdict: the process at work on this ended with "
                        "status %d",
                        WEXITSTATUS(w->status));
    lcv_diag_hint(&diag,
                  "there may have been too little memory; else it is a bug in layoutcheck, "
                  "please report it");
    lcv_outcome outcome = {.status = LCV_INVALID,
                           .read = note->file[0] != '\0',
                           .verb = note->verb,
                           .file = source.name,
                           .line = note->line,
                           .column = note->column,
                           .text = note->text,
                           .error = &diag};
    lcv_item item;
    lcv_item_make(c->shared.work->report, &outcome, &item);
    put(c, &item);
    lcv_item_clear(&item);
    lcv_diag_clear(&diag);
}

/* The statement that all wait for, if a process is at work on it. */
static void put_interrupted(crew *c, const lcv_notice *note)
{
    if (!note)
        return;
    lcv_outcome outcome = {.status = LCV_INTERRUPTED,
                           .read = true,
                           .verb = note->verb,
                           .file = note->file,
                           .line = note->line,
                           .column = note->column,
                           .text = note->text};
    lcv_item item;
    lcv_item_make(c->shared.work->report, &outcome, &item);
    put(c, &item);
    lcv_item_clear(&item);
}

/* ---- the order of the statements ---- */

/* Gets what has come. A process is given up when there is no memory for its items. */
static void receive(worker *w)
{
    if (lcv_inbox_get(&w->in, w->ring))
        return;
    kill(w->pid, SIGKILL);
    reap(w);
}

/* Reads the pipe of a worker, which says that there are bytes in its ring, or that it has
 * ended. */
static void hear(worker *w)
{
    char told[256];
    ssize_t n;
    do
        n = read(w->fd, told, sizeof told);
    while (n < 0 && errno == EINTR);
    receive(w);
    if (n <= 0 && w->fd >= 0)
        reap(w);
}

/* Takes the next item that has come, or the end. */
static void take_item(worker *w)
{
    if (w->has_item || w->finished || !lcv_inbox_take(&w->in, &w->number, &w->item))
        return;
    w->finished = w->number == LCV_NO_ITEM;
    w->has_item = !w->finished;
    if (w->finished)
        w->number = w->item.line;
}

/* The notice of the process that drew the next statement and is at work; NULL: there is none. */
static const lcv_notice *under_way(const crew *c)
{
    for (unsigned i = 0; i < c->n; i++)
        if (c->worker[i].fd >= 0 && c->shared.board->notice[i].ticket == c->next &&
            c->shared.board->notice[i].file[0])
            return &c->shared.board->notice[i];
    return NULL;
}

/* Shows the statement that all wait for. */
static void show_progress(crew *c)
{
    lcv_progress *progress = c->shared.work->progress;
    const lcv_notice *note = under_way(c);
    if (note && c->watched != c->next) {
        c->watched = c->next;
        lcv_progress_show(progress, c->share, c->shared.work->report->tally.statements,
                          note->file, note->line, &note->doing);
    } else {
        lcv_progress_tick(progress);
    }
}

/* The processes whose next item is not known; how many. */
static size_t awaited(const crew *c, worker *of[LCV_MAX_JOBS])
{
    size_t n = 0;
    for (unsigned i = 0; i < c->n; i++)
        if (c->worker[i].fd >= 0 && !c->worker[i].has_item)
            of[n++] = &c->worker[i];
    return n;
}

/* Gets what processes have sent; false: nothing. */
static bool receive_all(worker *const of[], size_t n)
{
    bool some = false;
    for (size_t i = 0; i < n; i++) {
        if (lcv_ring_is_empty(of[i]->ring))
            continue;
        receive(of[i]);
        some = true;
    }
    return some;
}

/* Waits for pipes, so many milliseconds at most; false: nothing was told in that time. */
static bool wait_for_pipes(worker *const of[], size_t n, int time)
{
    struct pollfd set[LCV_MAX_JOBS];
    for (size_t i = 0; i < n; i++)
        set[i] = (struct pollfd){.fd = of[i]->fd, .events = POLLIN};
    int ready = poll(set, n, time);
    for (size_t i = 0; ready > 0 && i < n; i++)
        if (set[i].revents)
            hear(of[i]);
    return ready != 0;
}

/* Waits until a process has sent something or has ended, but not for long. */
static void sleep_until_told(crew *c, worker *const of[], size_t n)
{
    atomic_bool *asleep = &c->shared.board->asleep;
    atomic_store(asleep, true);
    bool some = receive_all(of, n); /* sent before that was known */
    if (!some && !wait_for_pipes(of, n, (int)(1000 * LCV_REDRAW)))
        show_progress(c);
    atomic_store(asleep, false);
}

/* Waits for processes whose next item is not known, but not for long; false when there are
 * none. A moment later there is more to be had at once, and this process was not in the way of
 * those at work; until then only much, or the end of a process, is told. */
static bool wait_for_items(crew *c)
{
    worker *of[LCV_MAX_JOBS];
    size_t n = awaited(c, of);
    if (n == 0)
        return false;
    if (!wait_for_pipes(of, n, MOMENT) && !receive_all(of, n))
        sleep_until_told(c, of, n);
    return true;
}

/* The process whose item is the next one. */
static worker *holder(crew *c)
{
    for (unsigned i = 0; i < c->n; i++) {
        worker *w = &c->worker[i];
        take_item(w);
        if (w->has_item && w->number == c->next)
            return w;
    }
    return NULL;
}

/* The process that drew the next statement and ended; NULL: none did. */
static worker *dead_holder(crew *c)
{
    for (unsigned i = 0; i < c->n; i++) {
        worker *w = &c->worker[i];
        if (w->fd < 0 && !w->finished && c->shared.board->notice[i].ticket == c->next)
            return w;
    }
    return NULL;
}

/* Have all come to the end, after as many statements as were put out? */
static bool complete(const crew *c)
{
    bool all = c->n > 0;
    for (unsigned i = 0; i < c->n; i++)
        all = all && c->worker[i].finished && c->worker[i].number == c->next;
    return all;
}

typedef enum { COMPLETE, DISPUTED, MISSING, INTERRUPTED } merged;

/* Puts out items as they come, while they are in order. */
static merged merge(crew *c)
{
    for (;;) {
        worker *w = holder(c);
        if (!w && lcv_session_interrupted(c->shared.work->session))
            return INTERRUPTED;
        if (!w && wait_for_items(c))
            continue;
        if (!w)
            return complete(c) ? COMPLETE : MISSING;
        put(c, &w->item);
        w->has_item = false;
        if (w->item.disputed)
            return DISPUTED;
    }
}

/* The reason why the processes cannot go on; false if it is not known. */
static bool mend(crew *c, merged how, size_t before)
{
    worker *w = how == MISSING ? dead_holder(c) : NULL;
    if (w)
        put_death(c, w, &c->shared.board->notice[w - c->worker]);
    if (w || how == DISPUTED)
        return add_void(c);
    return c->next > before;
}

static void *map_shared(size_t size)
{
    return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

static bool crew_open(crew *c)
{
    c->board_size = sizeof *c->shared.board + c->jobs * sizeof(lcv_notice);
    c->shared.board = map_shared(c->board_size);
    c->ring = map_shared(c->jobs * sizeof *c->ring);
    c->worker = calloc(c->jobs, sizeof *c->worker);
    return c->shared.board != MAP_FAILED && c->ring != MAP_FAILED && c->worker;
}

static void crew_close(crew *c)
{
    if (c->shared.board != MAP_FAILED)
        munmap(c->shared.board, c->board_size);
    if (c->ring != MAP_FAILED)
        munmap(c->ring, c->jobs * sizeof *c->ring);
    free(c->worker);
    free(c->shared.void_of);
}

void lcv_work_shared(const lcv_work *work, unsigned jobs)
{
    crew c = {.shared = {.work = work}, .jobs = jobs, .watched = LCV_NO_TICKET};
    bool able = crew_open(&c), done = false;
    while (able && !done) {
        size_t before = c.next;
        start(&c);
        merged how = merge(&c);
        done = how == COMPLETE || how == INTERRUPTED;
        if (how == INTERRUPTED)
            put_interrupted(&c, under_way(&c));
        able = done || mend(&c, how, before);
        stop(&c);
    }
    if (!done) /* no process can be started, or none gets anywhere */
        work_from(work, &c.shared, c.next);
    crew_close(&c);
}
