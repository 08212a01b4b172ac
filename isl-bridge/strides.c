/* strides.c - the layout of a relation when its strides are given.
 *
 * The coalesced layout of a function is unique (recover.c). A layout with the strides d_0, d_1,
 * ... has these values exactly when its leaves, in order, are the coalesced modes, some of them
 * split in several leaves, with leaves of extent 1 in between: a mode n : e split at p | n is p :
 * e, (n/p) : ep. If several extents are possible, a mode is split as often as the strides that
 * follow continue it, and a leaf has the extent 1 only if its stride has no part in the values.
 */
#include "config.h"

#include "internal.h"
#include "recover.h"

#include <stdlib.h>

/* Leaf k stands at the start of mode i, or continues it: can the leaves from k on
 * complete the modes from i on? */
enum { AT_START = 1, INSIDE = 2 };

typedef struct {
    lc_ctx *ctx;
    const lc_layout *modes; /* coalesced */
    size_t nmodes;
    const lc_tuple *strides;
    size_t nleaves;
    unsigned char *can; /* flags, (nleaves + 1) rows of nmodes + 1 */
} matching;

static unsigned char *flags(const matching *m, size_t leaf, size_t mode)
{
    return &m->can[leaf * (m->nmodes + 1) + mode];
}

/* The part of mode i that is done when leaf k continues it: p with d_k = e_i p. */
static bool part_before(const matching *m, size_t leaf, size_t mode, lc_int *part)
{
    if (leaf >= m->nleaves || mode >= m->nmodes)
        return false;
    lc_int step = lc_layout_step(m->modes, mode), extent = lc_layout_extent(m->modes, mode);
    lc_int stride = lc_tuple_value(m->strides, leaf);
    if (lc_int_is_zero(step) || !lc_int_divides(m->ctx, step, stride))
        return false;
    *part = lc_int_fdiv(m->ctx, stride, step);
    return lc_int_lt(lc_int_const(1), *part) && lc_int_divides(m->ctx, *part, extent);
}

/* Leaf k, in mode i after the part `done`, may be followed by a leaf that continues the mode;
 * `part` is the part done by then. */
static bool continues(const matching *m, size_t leaf, size_t mode, lc_int done, lc_int *part)
{
    return part_before(m, leaf + 1, mode, part) && lc_int_lt(done, *part) &&
           lc_int_divides(m->ctx, done, *part) && (*flags(m, leaf + 1, mode) & INSIDE);
}

static bool begins(const matching *m, size_t leaf, size_t mode)
{
    return mode < m->nmodes &&
           lc_int_eq(lc_tuple_value(m->strides, leaf), lc_layout_step(m->modes, mode));
}

static void fill(const matching *m)
{
    *flags(m, m->nleaves, m->nmodes) = AT_START;
    for (size_t leaf = m->nleaves; leaf-- > 0;) {
        for (size_t mode = 0; mode <= m->nmodes; mode++) {
            lc_int part, next;
            bool ends = mode < m->nmodes && (*flags(m, leaf + 1, mode + 1) & AT_START);
            bool start = (*flags(m, leaf + 1, mode) & AT_START) ||
                         (begins(m, leaf, mode) &&
                          (ends || continues(m, leaf, mode, lc_int_const(1), &next)));
            bool inside = part_before(m, leaf, mode, &part) &&
                          (ends || continues(m, leaf, mode, part, &next));
            *flags(m, leaf,
                   mode) = (unsigned char)((start ? AT_START : 0) | (inside ? INSIDE : 0));
        }
    }
}

/* The extents along a way through the flags. */
static void read_extents(const matching *m, lc_int *extent)
{
    size_t mode = 0;
    lc_int done = lc_int_const(1), part;
    bool within = false;
    for (size_t leaf = 0; leaf < m->nleaves; leaf++) {
        bool takes = within || begins(m, leaf, mode);
        bool ends = mode < m->nmodes && (*flags(m, leaf + 1, mode + 1) & AT_START);
        if (takes && continues(m, leaf, mode, done, &part)) {
            extent[leaf] = lc_int_fdiv(m->ctx, part, done);
            done = part;
            within = true;
        } else if (takes && ends) {
            extent[leaf] = lc_int_fdiv(m->ctx, lc_layout_extent(m->modes, mode++), done);
            done = lc_int_const(1);
            within = false;
        } else {
            extent[leaf] = lc_int_const(1);
        }
    }
}

/* The first mode that the leaves cannot reach. */
static lc_layout *no_match(const matching *m)
{
    char at[LCR_TEXT_ROOM], value[LCR_TEXT_ROOM];
    size_t mode = 0, leaf = 0;
    lc_int place = lc_int_const(1);
    for (; mode < m->nmodes; mode++) {
        while (leaf < m->nleaves && !begins(m, leaf, mode))
            leaf++;
        if (leaf++ >= m->nleaves)
            break;
        place = lc_int_mul(m->ctx, place, lc_layout_extent(m->modes, mode));
    }
    char *text = lc_layout_to_str(m->ctx, m->modes);
    if (text)
        lc_fail(m->ctx, LC_ERR_NO_VALUE,
                "no layout with these strides has these values: they are those of %.400s, and "
                "at c = %s the value is %s, the stride of no leaf that is left",
                text, lcr_number(place, at),
                lcr_number(lc_layout_step(m->modes, mode < m->nmodes ? mode : 0), value));
    free(text);
    return NULL;
}

/* The layout, taken over, when its relation is m. */
static lc_layout *verified(lcr_ctx *r, const lcr_map *m, lc_layout *a)
{
    lcr_map *map = a ? lcr_layout_map(r, a) : NULL;
    lcr_answer same = map ? lcr_map_equal(r, map, m, NULL, NULL, NULL) : LCR_UNKNOWN;
    lcr_map_free(map);
    if (same == LCR_YES)
        return a;
    if (same == LCR_NO)
        lc_fail(r->lc, LC_ERR_INTERNAL, "the layout found has other values than the relation");
    lc_layout_free(a);
    return NULL;
}

static lc_layout *match(matching *m)
{
    lc_int *extent = lc_alloc(m->ctx, m->nleaves, sizeof *extent);
    if (!extent)
        return NULL;
    lc_layout *a = NULL;
    fill(m);
    if (*flags(m, 0, 0) & AT_START) {
        read_extents(m, extent);
        lc_tuple *shape = lc_tuple_like(m->ctx, m->strides, extent);
        a = shape ? lc_layout_new(m->ctx, shape, m->strides) : NULL;
        lc_tuple_free(shape);
    } else {
        no_match(m);
    }
    free(extent);
    return a;
}

lc_layout *lcr_recover_with_strides(lcr_ctx *r, const lcr_map *m, const lc_tuple *strides)
{
    if (lc_tuple_has_wildcard(strides))
        return lc_fail(r->lc, LC_ERR_INVALID, "a stride is _: expected integers");
    if (lcr_map_nout(m) != 1)
        return lc_fail(r->lc, LC_ERR_INVALID,
                       "a layout with integer strides of a relation with %zu outputs: expected "
                       "one",
                       lcr_map_nout(m));
    lc_frame frame = lc_frame_open(r->lc);
    lc_layout *modes = lcr_recover(r, m), *a = NULL;
    if (modes) {
        bool single = lc_int_is_one(lc_layout_extent(modes, 0)); /* 1:0 has no mode */
        matching match_of = {r->lc,
                             modes,
                             single ? 0 : lc_layout_nleaves(modes),
                             strides,
                             lc_tuple_nleaves(strides),
                             NULL};
        match_of.can = lc_alloc(r->lc, (match_of.nleaves + 1) * (match_of.nmodes + 1), 1);
        if (match_of.can)
            a = verified(r, m, match(&match_of));
        free(match_of.can);
    }
    lc_layout_free(modes);
    lc_frame_close(r->lc, frame);
    return a;
}
