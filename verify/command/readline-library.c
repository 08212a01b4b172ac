/* readline-library.c - see readline-library.h. */
#include "config.h"

#include "readline-library.h"

#include <stdbool.h>
#include <stddef.h>

#include "../../lib/shared.h"

static const char *const names[] = {"libreadline.so.8", "libreadline.so.7", NULL};

const lcv_readline *lcv_readline_load(void)
{
    static lcv_readline readline;
    static bool tried, complete;
    void *library = NULL;
    for (const char *const *name = names; !tried && !library && *name; name++)
        library = lc_shared_open(*name);
    if (library) {
        complete = true;
#define FIND_FUNCTION(type, name, parameters)                                                    \
    complete = complete && lc_shared_find(library, #name, &readline.name);
#define FIND_VARIABLE(type, name)                                                                \
    complete = complete && lc_shared_find(library, #name, &readline.name);
        LCV_READLINE_FUNCTIONS(FIND_FUNCTION)
        LCV_READLINE_VARIABLES(FIND_VARIABLE)
    }
    tried = true;
    return complete ? &readline : NULL;
}
