/* names.c - see names.h. */
#include "names.h"

#include <string.h>

static unsigned hash(const char *text)
{
    unsigned h = 5381;
    for (; *text; text++)
        h = h * 33 + (unsigned char)*text;
    return h % name_buckets;
}

void names_open(names *n)
{
    if (n->scopes + 1 >= name_scopes)
        ptx_stop("scopes", 0, "more than %d in one function", name_scopes);
    n->parent[++n->scopes] = n->scope;
    n->scope = n->scopes;
}

void names_close(names *n)
{
    for (int b = 0; b < name_buckets; b++)
        for (known_name *i = n->bucket[b]; i; i = i->next)
            if (i->scope == n->scope)
                i->closed = true;
    n->scope = n->parent[n->scope];
}

known_name *names_add(names *n, const char *text, name_kind kind)
{
    known_name *added = ptx_get(1, sizeof *added);
    unsigned b = hash(text);
    *added = (known_name){strdup(text), kind, n->scope, 0, NULL, n->bucket[b], false};
    return n->bucket[b] = added;
}

known_name *names_find(const names *n, const char *text)
{
    for (known_name *i = n->bucket[hash(text)]; i; i = i->next)
        if (i->kind != name_label && !i->closed && strcmp(i->text, text) == 0)
            return i;
    return NULL;
}

known_name *names_label(const names *n, const char *text, int scope)
{
    for (;; scope = n->parent[scope]) {
        for (known_name *i = n->bucket[hash(text)]; i; i = i->next)
            if (i->kind == name_label && i->scope == scope && strcmp(i->text, text) == 0)
                return i;
        if (scope == 0)
            return NULL;
    }
}
