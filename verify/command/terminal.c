/* terminal.c - see terminal.h. */
#include "config.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "terminal.h"

static bool is_set(const char *name)
{
    const char *value = getenv(name);
    return value && *value;
}

/* A terminal that says nothing of itself has 256 colours, as all have that are in use. */
static int colours_named(void)
{
    const char *many = getenv("COLORTERM"), *term = getenv("TERM");
    if (many && (strcmp(many, "truecolor") == 0 || strcmp(many, "24bit") == 0))
        return LCV_COLOURS_24_BIT;
    return term && strstr(term, "direct") ? LCV_COLOURS_24_BIT : LCV_COLOURS_256;
}

static bool is_dumb(void)
{
    const char *term = getenv("TERM");
    return !term || *term == '\0' || strcmp(term, "dumb") == 0;
}

static size_t width_of(int fd)
{
    struct winsize size = {0};
    return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

lcv_terminal lcv_terminal_of(FILE *stream, lcv_colour_when when)
{
    int fd = fileno(stream);
    bool terminal = isatty(fd) == 1;
    lcv_terminal t = {.unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0,
                      .width = terminal ? width_of(fd) : 0};
    bool usual = terminal && !is_set("NO_COLOR") && !is_dumb();
    if (when == LCV_COLOUR_ALWAYS || (when == LCV_COLOUR_AUTO && usual))
        t.colours = colours_named();
    return t;
}
