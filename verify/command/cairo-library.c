/* cairo-library.c - see cairo-library.h. */
#include "config.h"

#include "cairo-library.h"

#include <stdbool.h>
#include <stddef.h>

#include "../../lib/shared.h"

#define LIBRARY "libcairo.so.2" /* by the name of its ABI */

const lcv_cairo *lcv_cairo_load(void)
{
    static lcv_cairo cairo;
    static bool tried, complete;
    void *library = tried ? NULL : lc_shared_open(LIBRARY);
    if (library) {
        complete = true;
#define FIND(name) complete = complete && lc_shared_find(library, "cairo_" #name, &cairo.name);
        LCV_CAIRO(FIND)
    }
    tried = true;
    return complete ? &cairo : NULL;
}
