#include "config.h"

#include "wrong.h"

#include <stdlib.h>
#include <string.h>

bool wrong_is(const char *rule)
{
    const char *chosen = getenv("LAYOUTCHECK_WRONG");
    return chosen && strcmp(chosen, rule) == 0;
}
