/* options.c - options of an audit from text. */
#include "config.h"

#include "options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char an_argument[] =
    "I=VALUE, I=LOW..HIGH or I=bytes:EXPR, with I the number of a kernel's argument, from 0, or "
    "I_BYTES for a part of it";

/* A decimal number at *p, which then is behind it. */
static bool read_integer(const char **p, int64_t *value)
{
    char *end;
    bool digits = **p >= '0' && **p <= '9';
    errno = 0;
    long long number = digits || **p == '-' ? strtoll(*p, &end, 10) : 0;
    if ((!digits && **p != '-') || end == *p || errno != 0)
        return false;
    *p = end;
    *value = number;
    return true;
}

/* Up to three numbers, 1 or more: `32,8`. */
static const char *read_extent(const char *text, uint32_t extent[3])
{
    uint32_t read[3] = {1, 1, 1};
    const char *p = text;
    for (int i = 0; i < 3; i++) {
        int64_t value;
        if (!read_integer(&p, &value) || value < 1 || value > UINT32_MAX)
            break;
        read[i] = (uint32_t)value;
        if (*p == '\0') {
            memcpy(extent, read, sizeof read);
            return NULL;
        }
        if (*p++ != ',')
            break;
    }
    return "one to three numbers, such as 32,8";
}

/* VALUE or LOW..HIGH, to the end of the text. */
static bool read_range(const char *text, int64_t *least, int64_t *most)
{
    bool ok = read_integer(&text, least);
    *most = *least;
    if (ok && strncmp(text, "..", 2) == 0) {
        text += 2;
        ok = read_integer(&text, most) && *least <= *most;
    }
    return ok && *text == '\0';
}

static const char *read_argument(const char *text, lck_audit_options *options)
{
    lck_argument a = {0};
    int64_t index, offset = 0;
    if (options->narguments == LCK_ARGUMENTS)
        return "no more than 256 arguments";
    bool read = read_integer(&text, &index) && index >= 0 && index < 4096;
    if (read && *text == '_') {
        text++;
        read = read_integer(&text, &offset) && offset >= 0 && offset < 65536;
    }
    if (!read || *text++ != '=')
        return an_argument;
    a.index = (unsigned)index;
    a.offset = (unsigned)offset;
    if (strncmp(text, "bytes:", 6) == 0) {
        a.kind = LCK_ARGUMENT_BYTES;
        a.bytes = text + 6;
    }
    if (a.bytes ? *a.bytes == '\0' : !read_range(text, &a.least, &a.most))
        return an_argument;
    options->argument[options->narguments++] = a;
    return NULL;
}

static const char *read_bytes(const char *text, int64_t *bytes)
{
    int64_t value;
    if (!read_integer(&text, &value) || *text != '\0' || value < 0)
        return "a number of bytes";
    *bytes = value;
    return NULL;
}

const char *lck_audit_option(lck_audit_options *options, const char *name, const char *value)
{
    if (strcmp(name, "block") == 0)
        return read_extent(value, options->block);
    if (strcmp(name, "grid") == 0)
        return read_extent(value, options->grid);
    if (strcmp(name, "cluster") == 0)
        return read_extent(value, options->cluster);
    if (strcmp(name, "dynamic") == 0)
        return read_bytes(value, &options->dynamic);
    if (strcmp(name, "arg") == 0)
        return read_argument(value, options);
    if (strcmp(name, "entry") != 0)
        return "entry, block, grid, cluster, dynamic or arg";
    options->entry = value;
    return NULL;
}
