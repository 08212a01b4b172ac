/* shared.c - see shared.h. */
#include "config.h"

#include "shared.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>
#include <sys/auxv.h>

/* The kernel tells where it put the loader of a program that has one. */
static bool is_static(void)
{
    return getauxval(AT_BASE) == 0;
}

void *lc_shared_open(const char *name)
{
    return is_static() ? NULL : dlopen(name, RTLD_LAZY | RTLD_LOCAL);
}

const char *lc_shared_reason(void)
{
    const char *reason = is_static() ? "this program is linked statically" : dlerror();
    return reason ? reason : "no reason given";
}

/* POSIX gives functions as pointers to data; C has no cast between the two. */
bool lc_shared_find(void *library, const char *name, void *out)
{
    void *found = dlsym(library, name);
    if (found)
        memcpy(out, &found, sizeof found);
    return found != NULL;
}
