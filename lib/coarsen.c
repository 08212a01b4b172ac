/* coarsen.c - the flat shapes that a shape refines.
 *
 * A shape is where its modes end: the prefix products of its leaves. A coarser one keeps some of
 * these ends, and the last. Ends at one place, between which there are leaves 1, are not told
 * apart: what counts is how many of them are kept.
 */
#include "config.h"

#include "nest-internal.h"

typedef struct {
    size_t n;     /* places at which leaves end, in order, without the last leaf's */
    lc_int *at;   /* the coordinates before it */
    size_t *ends; /* how many leaves end there */
    size_t *kept; /* of these, in the shape that is made */
    lc_int size;
    size_t room; /* leaves of the longest shape */
} places;

static bool find_places(lc_ctx *ctx, const lc_tuple *s, places *p)
{
    size_t n = lc_tuple_nleaves(s);
    *p = (places){.size = lc_int_const(1), .room = n};
    p->at = lc_frame_alloc(ctx, n, sizeof *p->at);
    p->ends = lc_frame_alloc(ctx, n, sizeof *p->ends);
    p->kept = lc_frame_alloc(ctx, n, sizeof *p->kept);
    if (!p->at || !p->ends || !p->kept)
        return false;
    for (size_t k = 0; k + 1 < n; k++) {
        p->size = lc_int_mul(ctx, p->size, lc_tuple_value(s, k));
        if (p->n == 0 || !lc_int_eq(p->at[p->n - 1], p->size)) {
            p->at[p->n] = p->size;
            p->kept[p->n] = p->ends[p->n] = 0;
            p->n++;
        }
        p->ends[p->n - 1]++;
    }
    p->size = lc_int_mul(ctx, p->size, lc_tuple_value(s, n - 1));
    return true;
}

static lc_int number(lc_ctx *ctx, const places *p)
{
    lc_int count = lc_int_const(1);
    for (size_t i = 0; i < p->n; i++)
        count = lc_int_mul(ctx, count, lc_int_si(ctx, (int64_t)p->ends[i] + 1));
    return count;
}

/* The shape with the ends that are kept. */
static lc_tuple *shape_of(lc_ctx *ctx, const places *p)
{
    size_t n = 0;
    lc_int before = lc_int_const(1);
    lc_int *leaf = lc_frame_alloc(ctx, p->room, sizeof *leaf);
    if (!leaf)
        return NULL;
    for (size_t i = 0; i < p->n; i++)
        for (size_t k = 0; k < p->kept[i]; k++) {
            leaf[n++] = lc_int_fdiv(ctx, p->at[i], before);
            before = p->at[i];
        }
    leaf[n++] = lc_int_fdiv(ctx, p->size, before);
    return lc_tuple_point(ctx, n, leaf);
}

/* The next choice of ends, the first place being that which changes fastest. */
static void go_on(places *p)
{
    for (size_t i = 0; i < p->n; i++) {
        if (p->kept[i]++ < p->ends[i])
            return;
        p->kept[i] = 0;
    }
}

lc_int lc_count_coarsenings(lc_ctx *ctx, const lc_tuple *s)
{
    places p;
    lc_frame frame = lc_frame_open(ctx);
    lc_int count = find_places(ctx, s, &p) ? number(ctx, &p) : lc_int_const(0);
    return lc_frame_return(ctx, frame, count);
}

static lc_tuple *list(lc_ctx *ctx, places *p)
{
    size_t n = (size_t)lc_int_get_si(number(ctx, p)), have = 0;
    lc_tuple **shape = lc_frame_alloc(ctx, n, sizeof(lc_tuple *));
    for (; shape && have < n; have++, go_on(p))
        if (!(shape[have] = shape_of(ctx, p)))
            break;
    lc_tuple *all = shape && have == n ? lc_tuple_of(ctx, n, shape) : NULL;
    while (have > 0)
        lc_tuple_free(shape[--have]);
    return all;
}

lc_tuple *lc_coarsenings(lc_ctx *ctx, const lc_tuple *s)
{
    places p;
    lc_tuple *all = NULL;
    lc_frame frame = lc_frame_open(ctx);
    if (find_places(ctx, s, &p)) {
        if (lc_int_le(number(ctx, &p), lc_int_const(LC_COARSENINGS)))
            all = list(ctx, &p);
        else
            lc_fail(ctx, LC_ERR_LIMIT, "more than %d coarsenings", LC_COARSENINGS);
    }
    lc_frame_close(ctx, frame);
    return all;
}
