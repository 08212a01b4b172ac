/* parts.c - the tile of a claim that a thread-value layout partitions it. */
#include "config.h"

#include "scene.h"
#include "tile.h"

/* The elements at fault: those of coordinates, and that which nobody holds. */
static size_t elements_of(const lcv_scene *s, const lcv_holders *h, lc_int *element)
{
    lc_int *at = lc_frame_alloc(s->ctx, LCV_MOST_FAULTS, sizeof *at);
    size_t made = 0, n = at ? lcv_faults_at(s->ctx, s->result, "TV", at) : 0, e;
    for (size_t i = 0; i < n; i++)
        if (lcv_holders_element(h, at[i], &e))
            element[made++] = lc_int_si(s->ctx, (int64_t)e);
    lc_int value;
    if (lcv_fault_value(s->ctx, s->result, "TV", &value))
        element[made++] = value;
    return made;
}

lcv_figure *lcv_draw_partition(const lcv_scene *s)
{
    lcv_holders h;
    lc_int *element = lc_frame_alloc(s->ctx, LCV_MOST_FAULTS + 1, sizeof *element);
    lc_tuple *shape = lcv_kept(s->ctx, lcv_as_tuple(s->ctx, s->arg[1]));
    if (!element || !shape || !lcv_holders_open(s->r, s->arg[0], shape, &h))
        return NULL;
    size_t n = elements_of(s, &h, element);
    bool outside = s->result->counterexample.nfaults > 0 && n == 0;
    char *title = lcv_fault_title(s);
    if (!title)
        title = lcv_named(s->r, "TV", s->arg[0]);
    lcv_draw_options how = *s->how;
    how.limit = n > 0 ? how.limit : 0;
    return outside ? NULL : lcv_holders_grids(&h, title, n, element, LCV_MARK_FAULT, &how);
}
