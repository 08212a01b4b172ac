#include "config.h"

#include "progress.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "../../lib/text.h"

#define FIRST 0.5 /* seconds until it is drawn at all */
#define BAR 30    /* columns */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void lcv_progress_open(lcv_progress *progress, FILE *err)
{
    const char *term = getenv("TERM");
    bool capable = term && *term && strcmp(term, "dumb") != 0;
    *progress = (lcv_progress){.terminal = capable && isatty(fileno(err)) ? err : NULL,
                               .began = now()};
    pthread_mutex_init(&progress->lock, NULL);
}

/* ---- the line ---- */

static int columns(FILE *terminal)
{
    struct winsize size;
    if (ioctl(fileno(terminal), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return 80;
}

static void add_bar(lc_text *text, const lcv_progress *p)
{
    char bar[BAR + 1];
    double share = p->share < 0 ? 0 : p->share > 1 ? 1 : p->share;
    size_t filled = (size_t)(share * BAR);
    memset(bar, ' ', BAR);
    memset(bar, '=', filled);
    if (filled < BAR)
        bar[filled] = '>';
    bar[BAR] = '\0';
    lc_text_printf(text, "[%s] %3d%%  %zu done", bar, (int)(100 * share), p->done);
    if (*p->file)
        lc_text_printf(text, ", at %s:%zu", p->file, p->line);
}

/* Adds what the statement under way does, and since when, once it takes a second. */
static void add_work(lc_text *text, lcv_progress *p, double time)
{
    lc_doing doing = p->doing ? lc_doing_read(p->doing) : (lc_doing){0};
    if (doing.changes != p->changes)
        p->changed = time;
    p->changes = doing.changes;
    if (p->since == 0 || time - p->since < 1)
        return;
    lc_text_printf(text, "%s%.0f s", p->bar ? " for " : "", time - p->since);
    if (doing.what)
        lc_text_printf(text, ": %s%s%s", doing.what, doing.how ? ", by " : "",
                       doing.how ? doing.how : "");
    if (doing.what && time - p->changed >= 1 && time - p->changed + 1 < time - p->since)
        lc_text_printf(text, " for %.0f s", time - p->changed);
}

static void draw(lcv_progress *p, double time)
{
    lc_text text = {0};
    if (p->bar)
        add_bar(&text, p);
    add_work(&text, p, time);
    if (text.length > 0) {
        fprintf(p->terminal, "\r%.*s\033[K", columns(p->terminal) - 1, lc_text_peek(&text));
        fflush(p->terminal);
        p->drawn = true;
    }
    lc_text_free(&text);
    p->last = time;
}

static void draw_if_due(lcv_progress *p)
{
    double time = now();
    if (time - p->began >= FIRST && time - p->last >= LCV_REDRAW && (p->bar || p->since > 0))
        draw(p, time);
}

static void erase(lcv_progress *p)
{
    if (!p->drawn)
        return;
    fputs("\r\033[K", p->terminal);
    fflush(p->terminal);
    p->drawn = false;
}

/* ---- the state ---- */

static void begin_work(lcv_progress *p, const lc_doing *doing)
{
    p->doing = doing;
    p->since = p->changed = now();
    p->changes = doing ? lc_doing_read(doing).changes : 0;
}

void lcv_progress_show(lcv_progress *p, double share, size_t n, const char *file, size_t line,
                       const lc_doing *doing)
{
    if (!p->terminal)
        return;
    pthread_mutex_lock(&p->lock);
    p->bar = true;
    p->share = share;
    p->done = n;
    p->line = line;
    snprintf(p->file, sizeof p->file, "%s", file ? file : "");
    begin_work(p, doing);
    draw_if_due(p);
    pthread_mutex_unlock(&p->lock);
}

void lcv_progress_work(lcv_progress *p, const lc_doing *doing)
{
    if (!p->terminal)
        return;
    pthread_mutex_lock(&p->lock);
    begin_work(p, doing);
    if (!doing)
        p->since = 0;
    erase(p);
    pthread_mutex_unlock(&p->lock);
}

void lcv_progress_tick(lcv_progress *p)
{
    if (!p->terminal)
        return;
    pthread_mutex_lock(&p->lock);
    draw_if_due(p);
    pthread_mutex_unlock(&p->lock);
}

void lcv_progress_clear(void *user)
{
    lcv_progress *p = user;
    if (!p->terminal)
        return;
    pthread_mutex_lock(&p->lock);
    p->since = 0;
    erase(p);
    pthread_mutex_unlock(&p->lock);
}

/* ---- the thread ---- */

static void *watch(void *user)
{
    static const struct timespec redraw = {0, (long)(LCV_REDRAW * 1e9)};
    lcv_progress *p = user;
    for (bool ends = false; !ends;) {
        nanosleep(&redraw, NULL);
        pthread_mutex_lock(&p->lock);
        ends = p->ends;
        if (!ends && p->since > 0)
            draw_if_due(p);
        pthread_mutex_unlock(&p->lock);
    }
    return NULL;
}

/* Signals are for the thread that works. */
void lcv_progress_watch(lcv_progress *p)
{
    sigset_t all, before;
    if (!p->terminal || p->watched)
        return;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    p->watched = pthread_create(&p->watcher, NULL, watch, p) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void lcv_progress_close(lcv_progress *p)
{
    lcv_progress_clear(p);
    pthread_mutex_lock(&p->lock);
    p->ends = true;
    pthread_mutex_unlock(&p->lock);
    if (p->watched)
        pthread_join(p->watcher, NULL);
    pthread_mutex_destroy(&p->lock);
}
