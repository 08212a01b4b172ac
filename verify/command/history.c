#include "config.h"

#include "history.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../lib/text.h"
#include "readline-library.h"

/* The folders above the last '/', which only their owner reads. */
static bool make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool ok = mkdir(path, 0700) == 0 || errno == EEXIST;
        *slash = '/';
        if (!ok)
            return false;
    }
    return true;
}

static char *path_of_history(void)
{
    const char *own = getenv("LAYOUTCHECK_HISTORY"), *state = getenv("XDG_STATE_HOME"),
               *home = getenv("HOME");
    lc_text text = {0};
    if (own && *own == '\0')
        return NULL;
    if (own)
        lc_text_add(&text, own);
    else if (state && *state == '/') /* others are to be ignored, the standard says */
        lc_text_printf(&text, "%s/layoutcheck/history", state);
    else if (home && *home == '/')
        lc_text_printf(&text, "%s/.local/state/layoutcheck/history", home);
    char *path = text.length > 0 ? lc_text_take(NULL, &text) : NULL;
    if (path && !own && !make_folders(path)) {
        free(path);
        path = NULL;
    }
    return path;
}

char *lcv_history_open(void)
{
    const lcv_readline *rl = lcv_readline_load();
    char *path = rl ? path_of_history() : NULL;
    if (rl) {
        rl->using_history();
        rl->stifle_history(LCV_HISTORY_LINES);
    }
    if (path)
        rl->read_history(path);
    return path;
}

/* The file of a first line is made, which only its owner reads. */
static void append(const lcv_readline *rl, const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (fd < 0)
        return;
    close(fd);
    rl->append_history(1, path);
}

void lcv_history_add(const char *path, const char *line)
{
    const lcv_readline *rl = lcv_readline_load();
    if (!rl || line[strspn(line, " \t")] == '\0')
        return;
    const lcv_history_entry *last = NULL;
    if (*rl->history_length > 0)
        last = rl->history_get(*rl->history_base + *rl->history_length - 1);
    if (last && strcmp(last->line, line) == 0)
        return;
    rl->add_history(line);
    if (path)
        append(rl, path);
}

void lcv_history_close(char *path)
{
    const lcv_readline *rl = lcv_readline_load();
    if (path)
        rl->history_truncate_file(path, LCV_HISTORY_LINES);
    free(path);
    if (rl)
        rl->clear_history();
}
