#include "config.h"

#include "definition.h"

#include <stdlib.h>

void lcv_definition_free(lcv_definition *definition)
{
    if (!definition)
        return;
    free(definition->call);
    free(definition->text);
    lcv_arena_free(definition->arena);
    free(definition);
}
