#include "config.h"

#include "relate.h"

#include <stdlib.h>
#include <string.h>

#include "buffer.h"

static bool add_map(lcr_ctx *r, lcv_buffer *text, const char *title, lcr_map *map)
{
    char *line = map ? lcr_map_to_str(r, map) : NULL;
    lcr_map_free(map);
    if (!line)
        return false;
    lcv_buffer_str(text, text->length > 0 ? "\n" : "");
    if (title)
        lcv_buffer_printf(text, "# %s\n", title);
    lcv_buffer_str(text, line);
    free(line);
    return true;
}

/* x -> x + offset after the map. */
static lcr_map *shift(lcr_ctx *r, const lc_tuple *offset, lcr_map *map)
{
    if (!offset || !map)
        return map;
    char *digits = lc_tuple_to_str(lcr_ctx_lc(r), offset);
    lcv_buffer text = {0};
    lcv_buffer_printf(&text, "{ [x] -> [x + (%s)] }", digits ? digits : "");
    free(digits);
    char *syntax = lcv_buffer_take(&text);
    lcr_map *add = syntax ? lcr_map_parse(r, syntax) : NULL;
    lcr_map *moved = add ? lcr_map_compose(r, add, map) : NULL;
    free(syntax);
    lcr_map_free(add);
    lcr_map_free(map);
    return moved;
}

static bool add_layout(lcr_ctx *r, lcv_buffer *text, const lc_layout *a, const lc_tuple *offset)
{
    lc_tuple *shape = lc_layout_shape(lcr_ctx_lc(r), a);
    bool ok = shape && add_map(r, text, "coordinate map", lcr_coord_map(r, shape)) &&
              add_map(r, text, "index map", shift(r, offset, lcr_index_map(r, a))) &&
              add_map(r, text, "layout map", shift(r, offset, lcr_layout_map(r, a)));
    lc_tuple_free(shape);
    return ok;
}

char *lcv_relations_of(lcr_ctx *r, const lcv_value *value)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lcv_buffer text = {0};
    bool ok;
    if (value->kind == LCV_RELATION) {
        ok = add_map(r, &text, NULL, lcr_map_ref(value->relation));
    } else if (value->kind == LCV_TENSOR) {
        ok = add_layout(r, &text, value->layout, value->offset);
    } else {
        lc_layout *a = lcv_as_layout(ctx, value);
        ok = a && add_layout(r, &text, a, NULL);
        lc_layout_free(a);
    }
    if (!ok) {
        free(text.data);
        return NULL;
    }
    char *made = lcv_buffer_take(&text);
    return made ? made : lc_fail(ctx, LC_ERR_MEMORY, "out of memory");
}
