#include "config.h"

#include "names.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '\'';
}

/* Blanks, and lines that are comments. */
static const char *skip(const char *at)
{
    for (;;) {
        at += strspn(at, " \t\r\n");
        if (*at != '#')
            return at;
        at += strcspn(at, "\n");
    }
}

/* The name at *at, cut to its room; *at moves past it. */
static bool take_name(const char **at, char name[LCV_ISL_NAME])
{
    size_t length = 0;
    for (; in_name(**at); ++*at)
        if (length + 1 < LCV_ISL_NAME)
            name[length++] = **at;
    name[length] = '\0';
    return length > 0;
}

bool lcv_isl_parameter(const char **at, char name[LCV_ISL_NAME])
{
    const char *from = skip(*at);
    if (*from != '[' && *from != ',')
        return false;
    *at = skip(from + 1);
    return take_name(at, name);
}

bool lcv_isl_word(const char **at, char name[LCV_ISL_NAME])
{
    while (**at) {
        while (**at && !in_name(**at))
            ++*at;
        *at += strspn(*at, "0123456789"); /* 2n is 2 times n */
        if (take_name(at, name))
            return true;
    }
    return false;
}

bool lcv_is_isl_word(const char *name)
{
    static const char *const word[] = {"exists",   "and",   "or",     "implies", "not",  "infty",
                                       "infinity", "nan",   "min",    "max",     "rat",  "true",
                                       "false",    "ceild", "floord", "mod",     "ceil", "floor"};
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        if (strcasecmp(word[i], name) == 0)
            return true;
    return false;
}
