/* certified.c - the lines of a certificate. */
#include "config.h"

#include "certified.h"

#include <stdlib.h>
#include <string.h>

static bool key(char *line, const char *word, const char **value)
{
    size_t n = strlen(word);
    if (strncmp(line, word, n) != 0 || line[n] != ' ')
        return false;
    *value = line + n + 1;
    return true;
}

bool certified_read(const char *block, certified *out)
{
    const char *value, *verdict = NULL;
    *out = (certified){.copy = strdup(block)};
    lcr_certified *c = &out->claim;
    for (char *line = out->copy, *next; line != NULL; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        if (key(line, "claim", &value))
            c->claim = value;
        else if (key(line, "arg", &value) && c->n < CERTIFIED_ARGS)
            out->arg[c->n++] = value;
        else if (key(line, "witness", &value))
            c->witness = value;
        else if (key(line, "verdict", &value))
            verdict = value;
    }
    c->proved = verdict && strcmp(verdict, "PROVED") == 0;
    c->arg = out->arg;
    if (!c->claim || !verdict)
        certified_clear(out);
    return out->copy != NULL;
}

void certified_clear(certified *c)
{
    free(c->copy);
    *c = (certified){.copy = NULL};
}

uint64_t certified_digest(const char *text, size_t length)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * UINT64_C(1099511628211);
    return hash;
}
