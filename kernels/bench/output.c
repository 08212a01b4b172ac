/* output.c - the files that a program writes into a folder. */
#include "config.h"

#include "output.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool output_folder(const char *folder)
{
    if (mkdir(folder, 0777) == 0 || errno == EEXIST)
        return true;
    perror(folder);
    return false;
}

FILE *output_create(const char *folder, const char *format, ...)
{
    char path[4096];
    int at = snprintf(path, sizeof path, "%s/", folder);
    va_list args;
    if (at < 0 || (size_t)at >= sizeof path)
        return NULL;
    va_start(args, format);
    vsnprintf(path + at, sizeof path - (size_t)at, format, args);
    va_end(args);
    FILE *file = fopen(path, "w");
    if (!file)
        perror(path);
    return file;
}

bool output_finish(const char *folder, FILE *file)
{
    bool ok = file && !ferror(file);
    if (file)
        ok = fclose(file) == 0 && ok;
    if (!ok)
        fprintf(stderr, "%s: cannot be written: %s\n", folder, strerror(errno));
    return ok;
}

void *output_need(void *memory)
{
    if (!memory) {
        fputs("out of memory\n", stderr);
        exit(2);
    }
    return memory;
}

void output_numbers(FILE *out, size_t n, const int64_t *value)
{
    fputs(" {", out);
    for (size_t i = 0; i < n; i++)
        fprintf(out, "%s%" PRId64 "LL", i ? ", " : "", value[i]);
    fputs(n ? "}," : "0},", out);
}
