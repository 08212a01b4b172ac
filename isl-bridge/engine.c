/* engine.c - composition on relations. */
#include "config.h"

#include "engine.h"
#include "internal.h"
#include "recover.h"

#include <stdlib.h>

/* ---- composition (Algorithm 3, by mode) ---- */

/* A o (s:d) for one leaf of B, coalesced. A leaf of extent 1 gets the stride A(d). */
static lc_layout *compose_leaf(lcr_ctx *r, const lcr_map *a, const lc_layout *leaf)
{
    lc_int step = lc_layout_step(leaf, 0), one = lc_int_const(1), value;
    if (lc_int_is_one(lc_layout_extent(leaf, 0))) {
        if (lcr_map_eval(r, a, &step, &value) != LCR_YES)
            return NULL;
        return lc_layout_flat(r->lc, 1, &one, &value);
    }
    lcr_map *inner = lcr_layout_map(r, leaf);
    lcr_map *whole = inner ? lcr_map_compose(r, a, inner) : NULL;
    lc_layout *result = whole ? lcr_recover(r, whole) : NULL;
    lcr_map_free(whole);
    lcr_map_free(inner);
    return result;
}

/* B with every leaf replaced by its composite. The recursion is as deep as B, which
 * is bounded. */
static lc_layout *compose_by_leaf(lcr_ctx *r, const lcr_map *a, const lc_layout *b)
{
    if (lc_layout_depth(b) == 0)
        return compose_leaf(r, a, b);
    size_t n = lc_layout_rank(b), made = 0;
    lc_layout **part = lc_alloc(r->lc, n, sizeof(lc_layout *)), *result = NULL;
    bool ok = part != NULL;
    for (; ok && made < n; made++) {
        lc_layout *mode = lc_layout_mode(r->lc, b, made);
        part[made] = mode ? compose_by_leaf(r, a, mode) : NULL;
        lc_layout_free(mode);
        ok = part[made] != NULL;
    }
    if (ok)
        result = lc_layout_concat(r->lc, n, part);
    for (size_t i = 0; part && i < made; i++)
        lc_layout_free(part[i]);
    free(part);
    return result;
}

static void not_the_composite(lcr_ctx *r, const lc_layout *candidate, const lcr_map *map,
                              const lcr_map *whole, lc_int at)
{
    char c[LCR_TEXT_ROOM], v[LCR_TEXT_ROOM], w[LCR_TEXT_ROOM];
    lc_int value, expected;
    if (lcr_map_eval(r, map, &at, &value) != LCR_YES ||
        lcr_map_eval(r, whole, &at, &expected) != LCR_YES)
        return;
    char *text = lc_layout_to_str(r->lc, candidate);
    if (text)
        lc_fail(r->lc, LC_ERR_NO_VALUE,
                "no composite: at c = %s it is %s, and the only candidate, %.400s, has %s",
                lcr_number(at, c), lcr_number(expected, w), text, lcr_number(value, v));
    free(text);
}

/* The candidate, taken over, when it is A o B as a whole. */
static lc_layout *check_whole(lcr_ctx *r, const lcr_map *a, const lc_layout *b,
                              lc_layout *candidate)
{
    lcr_map *map = lcr_layout_map(r, candidate);
    lcr_map *inner = map ? lcr_layout_map(r, b) : NULL;
    lcr_map *whole = inner ? lcr_map_compose(r, a, inner) : NULL;
    lc_int at;
    lcr_answer same = whole ? lcr_map_equal(r, map, whole, &at, NULL, NULL) : LCR_UNKNOWN;
    if (same == LCR_NO)
        not_the_composite(r, candidate, map, whole, at);
    lcr_map_free(whole);
    lcr_map_free(inner);
    lcr_map_free(map);
    if (same == LCR_YES)
        return candidate;
    lc_layout_free(candidate);
    return NULL;
}

lc_layout *lcr_engine_compose(lcr_ctx *r, const lc_layout *a, const lc_layout *b)
{
    if (!lcr_integers_only(r, "composition on relations", a) ||
        !lcr_integers_only(r, "composition on relations", b))
        return NULL;
    lc_frame frame = lc_frame_open(r->lc);
    lcr_map *outer = lcr_extended_map(r, a);
    lc_layout *result = outer ? compose_by_leaf(r, outer, b) : NULL;
    if (result)
        result = check_whole(r, outer, b, result);
    lcr_map_free(outer);
    lc_frame_close(r->lc, frame);
    return result;
}
