/* relate.h - the relations of values, and the text of `layoutcheck relation`. */
#ifndef LCV_RELATE_H
#define LCV_RELATE_H

#include "value.h"

/* The maps of a layout, a tensor, a swizzle, a composed or a linear layout; the layout
 * map of a relation is itself. NULL with an error, also where there is no such map. */
lcr_map *lcv_coord_map(lcr_ctx *r, const lcv_value *value);
lcr_map *lcv_bits_map(lcr_ctx *r, const lcv_value *value);
lcr_map *lcv_index_map(lcr_ctx *r, const lcv_value *value);
lcr_map *lcv_layout_map(lcr_ctx *r, const lcv_value *value);

/* The relations of a value, as text: one map in isl's syntax; or, for a dense function over F2, a
 * comment line that says so and a map for each digit of its outputs, one a line. */
typedef struct {
    const char *operation; /* the operation, coord_map, ...; NULL: the value itself */
    const char *title;     /* or NULL */
    char *text;            /* kept by the open frame */
} lcv_relation;

typedef struct {
    size_t n;
    lcv_relation relation[4];
} lcv_relations;

/* A relation or a set as it is; a layout or a shape as its coordinate, index and layout map;
 * likewise a tensor, with its offset, and a value that is linear over F2, with its bits map.
 * False with an error. */
bool lcv_relations_of(lcr_ctx *r, const lcv_value *value, lcv_relations *all);
/* All of them, each after a comment line with its title. The caller frees it; NULL with an
 * error. */
char *lcv_relations_text(lcr_ctx *r, const lcv_relations *all);

#endif
