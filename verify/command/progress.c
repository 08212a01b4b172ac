#include "config.h"

#include "progress.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

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
}

static int columns(FILE *terminal)
{
    struct winsize size;
    if (ioctl(fileno(terminal), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return 80;
}

static void draw(lcv_progress *progress, double share, size_t n, const char *file, size_t line)
{
    char bar[BAR + 1], text[512];
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    size_t filled = (size_t)(share * BAR);
    memset(bar, ' ', BAR);
    memset(bar, '=', filled);
    if (filled < BAR)
        bar[filled] = '>';
    bar[BAR] = '\0';
    int length = snprintf(text, sizeof text, "[%s] %3d%%  %zu done", bar, (int)(100 * share), n);
    if (file && *file)
        snprintf(text + length, sizeof text - (size_t)length, ", at %.300s:%zu", file, line);
    fprintf(progress->terminal, "\r%.*s\033[K", columns(progress->terminal) - 1, text);
    fflush(progress->terminal);
    progress->drawn = true;
}

void lcv_progress_show(lcv_progress *progress, double share, size_t n, const char *file,
                       size_t line)
{
    if (!progress->terminal)
        return;
    double time = now();
    if (time - progress->began < FIRST || time - progress->last < LCV_REDRAW)
        return;
    draw(progress, share, n, file, line);
    progress->last = time;
}

void lcv_progress_clear(void *user)
{
    lcv_progress *progress = user;
    if (!progress->drawn)
        return;
    fputs("\r\033[K", progress->terminal);
    fflush(progress->terminal);
    progress->drawn = false;
}
