/* surgery.c - layouts from the modes of others, and under other nestings. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "internal.h"

lc_layout *lc_layout_concat(lc_ctx *ctx, size_t n, lc_layout *const *modes)
{
    size_t nnodes = 1, nleaves = 0;
    lc_writer w;
    if (n == 0)
        return lc_fail(ctx, LC_ERR_INVALID, "nothing to concatenate: expected a layout");
    for (size_t i = 0; i < n; i++) {
        nnodes += modes[i]->nnodes;
        nleaves += modes[i]->nleaves;
    }
    if (!lc_write_begin_joined(ctx, &w, n, (const lc_layout *const *)modes, nnodes, nleaves))
        return NULL;
    lc_write_tuple(&w, n);
    for (size_t i = 0; i < n; i++)
        lc_write_layout(&w, modes[i]);
    return lc_write_end(ctx, &w);
}

lc_layout *lc_layout_select(lc_ctx *ctx, const lc_layout *a, size_t n, const size_t *modes)
{
    lc_layout_list list;
    if (!lc_list_init(ctx, &list, n))
        return NULL;
    for (size_t i = 0; i < n; i++) {
        if (!lc_list_push(&list, lc_layout_mode(ctx, a, modes[i]))) {
            lc_list_clear(&list);
            return NULL;
        }
    }
    return lc_list_concat(ctx, &list);
}

/* The leaves of a under the nesting of `profile`, which has as many. */
static lc_layout *under(lc_ctx *ctx, const lc_layout *a, const lc_tuple *profile)
{
    lc_layout *b = lc_layout_alloc_like(ctx, a, profile->nnodes, a->nleaves);
    if (!b)
        return NULL;
    memcpy(b->node, profile->node, b->nnodes * sizeof(uint32_t));
    memcpy(b->extent, a->extent, a->nleaves * sizeof(lc_int));
    for (size_t axis = 0; axis < a->naxes; axis++)
        memcpy(b->step + axis * b->pitch, a->step + axis * a->pitch, a->nleaves * sizeof(lc_int));
    return lc_layout_seal(ctx, b);
}

lc_layout *lc_layout_unflatten(lc_ctx *ctx, const lc_layout *a, const lc_tuple *profile)
{
    if (!lc_profile_fits(ctx, a->nleaves, profile))
        return NULL;
    return under(ctx, a, profile);
}

lc_layout *lc_layout_group(lc_ctx *ctx, const lc_layout *a, size_t i, size_t j)
{
    lc_tuple *shape = lc_layout_shape(ctx, a);
    lc_tuple *grouped = shape ? lc_tuple_group(ctx, shape, i, j) : NULL;
    lc_layout *b = grouped ? under(ctx, a, grouped) : NULL;
    lc_tuple_free(grouped);
    lc_tuple_free(shape);
    return b;
}

lc_layout *lc_layout_flatten(lc_ctx *ctx, const lc_layout *a)
{
    lc_tuple *shape = lc_layout_shape(ctx, a);
    lc_tuple *flat = shape ? lc_tuple_flatten(ctx, shape) : NULL;
    lc_layout *b = flat ? under(ctx, a, flat) : NULL;
    lc_tuple_free(flat);
    lc_tuple_free(shape);
    return b;
}

/* ---- lists under construction ---- */

bool lc_list_init(lc_ctx *ctx, lc_layout_list *list, size_t room)
{
    list->n = 0;
    list->item = room <= LC_LIST_LOCAL ? list->local : lc_alloc(ctx, room, sizeof(lc_layout *));
    return list->item != NULL;
}

bool lc_list_push(lc_layout_list *list, lc_layout *a)
{
    if (a)
        list->item[list->n++] = a;
    return a != NULL;
}

bool lc_list_push_modes(lc_ctx *ctx, lc_layout_list *list, const lc_layout *a, size_t first)
{
    for (size_t i = first; i < lc_layout_rank(a); i++)
        if (!lc_list_push(list, lc_layout_mode(ctx, a, i)))
            return false;
    return true;
}

void lc_list_clear(lc_layout_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        lc_layout_free(list->item[i]);
    if (list->item != list->local)
        free(list->item);
    list->item = NULL;
    list->n = 0;
}

lc_layout *lc_list_concat(lc_ctx *ctx, lc_layout_list *list)
{
    lc_layout *a = lc_layout_concat(ctx, list->n, list->item);
    lc_list_clear(list);
    return a;
}
