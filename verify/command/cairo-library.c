/* cairo-library.c - see cairo-library.h. */
#include "config.h"

#include "cairo-library.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define LIBRARY "libcairo.so.2" /* by the name of its ABI */

/* POSIX gives functions as pointers to data. */
static bool find(void *library, const char *name, void *function)
{
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

const lcv_cairo *lcv_cairo_load(void)
{
    static lcv_cairo cairo;
    static bool tried, complete;
    void *library = tried ? NULL : dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL);
    if (library) {
        complete = true;
#define FIND(name) complete = complete && find(library, "cairo_" #name, &cairo.name);
        LCV_CAIRO(FIND)
    }
    tried = true;
    return complete ? &cairo : NULL;
}
