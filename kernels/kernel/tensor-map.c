/* tensor-map.c - numbers of cuda.h. */
#include "config.h"

#include "tensor-map.h"

#include <string.h>

int lck_map_type(const lck_element *element)
{
    static const struct {
        const char *name;
        int type;
    } types[] = {{"f16", 6},    {"bf16", 9},   {"f32", 7},   {"tf32", 7},
                 {"f64", 8},    {"int32", 3},  {"int64", 5}, {"uint64", 4},
                 {"uint32", 2}, {"uint16", 1}, {"int16", 1}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].name, element->name) == 0)
            return types[i].type;
    return 0; /* of 8 bits */
}

int lck_map_swizzle(int span)
{
    return span == 128 ? 3 : span == 64 ? 2 : span == 32 ? 1 : 0;
}
