/* elements.c - what isl is asked of a relation that has no inputs, as of the set of its elements.
 *
 * isl 0.25 frees the name of a coordinate once too often where a relation without inputs, whose
 * elements have no bounds, is asked whether it is empty; of a set it does not.
 */
#include "config.h"

#include "internal.h"

static bool is_set(isl_map *map)
{
    return isl_map_dim(map, isl_dim_in) == 0;
}

isl_map *lcr_subtract(isl_map *a, isl_map *b)
{
    if (!is_set(a))
        return isl_map_subtract(a, b);
    return isl_map_from_range(isl_set_subtract(isl_map_range(a), isl_map_range(b)));
}

isl_bool lcr_is_function(isl_map *map)
{
    if (!is_set(map))
        return isl_map_is_single_valued(map);
    isl_set *set = isl_map_range(isl_map_copy(map));
    isl_bool is = isl_set_is_empty(set);
    if (is == isl_bool_false)
        is = isl_set_is_singleton(set);
    isl_set_free(set);
    return is;
}

isl_bool lcr_is_clear_function(isl_map *map)
{
    return is_set(map) ? isl_map_plain_is_single_valued(map) : isl_map_is_single_valued(map);
}
