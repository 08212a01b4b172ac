/* output.c - see output.h. */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../lib/text.h"
#include "output.h"

/* The mode of the file whose place it takes; else that of a new one. */
static void open_to_others(int fd, const struct stat *before)
{
    mode_t mask = umask(0);
    umask(mask);
    if (fchmod(fd, before ? before->st_mode & 0777 : 0666 & ~mask) != 0)
        errno = 0; /* it stays the owner's */
}

/* Files that are no regular ones, such as /dev/stdout, have no file beside them. */
static FILE *open_beside(const char *file, char **beside)
{
    struct stat is;
    *beside = NULL;
    if (strcmp(file, "-") == 0)
        return stdout;
    const bool exists = stat(file, &is) == 0;
    if (exists && !S_ISREG(is.st_mode))
        return fopen(file, "wb");
    lc_text name = {0};
    lc_text_printf(&name, "%s.XXXXXX", file);
    *beside = lc_text_take(NULL, &name);
    int fd = *beside ? mkstemp(*beside) : -1;
    if (!*beside)
        errno = ENOMEM;
    if (fd < 0)
        return NULL;
    open_to_others(fd, exists ? &is : NULL);
    FILE *stream = fdopen(fd, "wb");
    if (!stream) {
        close(fd);
        remove(*beside);
    }
    return stream;
}

static bool failed(const lcv_output *o, const char *wrong)
{
    fprintf(stderr, "layoutcheck: cannot write %s: %s\n", o->file, wrong);
    return false;
}

bool lcv_output_open(lcv_output *o, const char *file)
{
    *o = (lcv_output){.file = file};
    o->stream = open_beside(file, &o->beside);
    if (o->stream)
        return true;
    failed(o, strerror(errno));
    free(o->beside);
    return false;
}

bool lcv_output_close(lcv_output *o, const char *wrong)
{
    errno = 0;
    if (!wrong && (fflush(o->stream) != 0 || ferror(o->stream)))
        wrong = strerror(errno != 0 ? errno : EIO);
    if (o->stream != stdout && fclose(o->stream) != 0 && !wrong)
        wrong = strerror(errno);
    if (!wrong && o->beside && rename(o->beside, o->file) != 0)
        wrong = strerror(errno);
    if (wrong && o->beside)
        remove(o->beside);
    if (wrong)
        failed(o, wrong);
    free(o->beside);
    return !wrong;
}
