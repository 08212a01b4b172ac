/* engine.c - composition and gap-filling complement on relations. */
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

/* ---- gap-filling complement (Algorithm 4, as corrected) ---- */

#define MAX_GAPS 4096

typedef struct {
    lcr_ctx *r;
    lc_layout *current;    /* H, and the modes found so far */
    lc_layout *complement; /* NULL while it is trivial */
    isl_set *image;        /* of `current` */
    lcr_table table; /* where the layout is small, and its rows by their offsets; else NULL */
    size_t *row;
    unsigned long weight;
    lc_int cosize;
} filling;

static void forget_image(filling *f)
{
    f->image = isl_set_free(f->image);
    lcr_table_clear(&f->table);
    free(f->row);
    f->row = NULL;
}

static bool read_image(filling *f, const lcr_map *map)
{
    forget_image(f);
    lcr_answer listed = lcr_list(f->r, map, &f->table);
    if (listed == LCR_YES)
        f->row = lcr_table_by_output(f->r->lc, &f->table);
    else
        f->image = isl_map_range(isl_map_copy(map->map));
    f->weight = map->weight;
    return listed == LCR_YES ? f->row != NULL : listed == LCR_NO;
}

/* Leaves of extent 1 and of stride 0 have no part in the image. */
static lc_layout *leaves_that_count(lc_ctx *ctx, const lc_layout *a)
{
    size_t n = lc_layout_nleaves(a), used = 0;
    lc_int *extent = lc_alloc(ctx, 2 * n, sizeof *extent), *step = extent + n;
    if (!extent)
        return NULL;
    for (size_t k = 0; k < n; k++) {
        if (lc_int_is_one(lc_layout_extent(a, k)) || lc_int_is_zero(lc_layout_step(a, k)))
            continue;
        extent[used] = lc_layout_extent(a, k);
        step[used++] = lc_layout_step(a, k);
    }
    if (used == 0) {
        extent[used] = lc_int_const(1);
        step[used++] = lc_int_const(0);
    }
    lc_layout *result = lc_layout_flat(ctx, used, extent, step);
    free(extent);
    return result;
}

/* The image of the current layout, which must be injective from 0 up. */
static bool look(filling *f)
{
    lcr_ctx *r = f->r;
    lc_int low, high, c[2];
    lcr_map *map = lcr_layout_map(r, f->current);
    lcr_answer injective = map ? lcr_map_injective(r, map, &c[0], &c[1]) : LCR_UNKNOWN;
    char p[LCR_TEXT_ROOM], q[LCR_TEXT_ROOM];
    if (injective == LCR_NO)
        lc_fail(r->lc, LC_ERR_NO_VALUE,
                "no gap-filling complement: with its modes the coordinates %s and %s have the "
                "same offset",
                lcr_number(c[0], p), lcr_number(c[1], q));
    bool ok = injective == LCR_YES && lcr_map_range(r, map, &low, &high);
    if (ok && lc_int_sign(low) < 0) {
        lc_fail(r->lc, LC_ERR_NO_VALUE, "no gap-filling complement: the offset %s is negative",
                lcr_number(low, p));
        ok = false;
    }
    if (ok) {
        f->cosize = lc_int_add(r->lc, high, lc_int_const(1));
        ok = read_image(f, map);
    }
    lcr_map_free(map);
    return ok;
}

/* Appends copies:begin to the complement, paired with what is there. */
static bool append(filling *f, lc_int copies, lc_int begin)
{
    lc_ctx *ctx = f->r->lc;
    lc_layout *mode = lc_layout_flat(ctx, 1, &copies, &begin);
    lc_layout *pair[2] = {f->complement, mode}, *sum[2] = {f->current, mode};
    lc_layout *complement = NULL, *current = NULL;
    if (mode) {
        complement = f->complement ? lc_layout_concat(ctx, 2, pair) : lc_layout_ref(mode);
        current = lc_layout_concat(ctx, 2, sum);
    }
    lc_layout_free(mode);
    lc_layout_free(f->complement);
    lc_layout_free(f->current);
    f->complement = complement;
    f->current = current;
    return complement && current && look(f);
}

static lcr_answer next_listed(const filling *f, lc_int from, bool gap, lc_int *x)
{
    *x = from;
    for (size_t i = 0; i < f->table.n; i++) {
        lc_int value = *lcr_table_out(&f->table, f->row[i]);
        if (lc_int_lt(value, *x))
            continue;
        if (!gap || lc_int_lt(*x, value)) {
            *x = gap ? *x : value;
            return LCR_YES;
        }
        *x = lc_int_add(f->r->lc, value, lc_int_const(1));
    }
    return gap ? LCR_YES : LCR_NO;
}

/* The least x >= from that is in the image, or (gap) is not. */
static lcr_answer next(filling *f, lc_int from, bool gap, lc_int *x)
{
    lcr_ctx *r = f->r;
    if (f->row)
        return next_listed(f, from, gap, x);
    lcr_begin_on(r, f->weight);
    isl_set *set = isl_set_universe(isl_set_get_space(f->image));
    set = isl_set_lower_bound_val(set, isl_dim_set, 0, lcr_val(r, from));
    set = isl_set_upper_bound_val(set, isl_dim_set, 0, lcr_val(r, f->cosize));
    set = gap ? isl_set_subtract(set, isl_set_copy(f->image))
              : isl_set_intersect(set, isl_set_copy(f->image));
    lcr_answer answer = lcr_set_bound(r, set, 0, false, x);
    isl_set_free(set);
    return answer;
}

/* Fills the gaps below the cosize, then up to n. */
static bool fill(filling *f, lc_int n)
{
    lc_ctx *ctx = f->r->lc;
    lc_int filled = lc_int_const(0), begin, end, one = lc_int_const(1);
    for (int gaps = 0; gaps < MAX_GAPS; gaps++) {
        if (next(f, filled, true, &begin) != LCR_YES) /* cosize itself is a gap */
            return false;
        bool last = lc_int_eq(begin, f->cosize);
        if (last && lc_int_le(n, begin))
            return true;
        end = n;
        if (!last && next(f, begin, false, &end) != LCR_YES)
            return false;
        lc_int copies = last ? lc_int_cdiv(ctx, end, begin) : lc_int_fdiv(ctx, end, begin);
        if (lc_int_lt(one, copies) && !append(f, copies, begin))
            return false;
        if (last)
            return true;
        filled = end;
    }
    lc_fail(ctx, LC_ERR_BUDGET, "gap-filling complement: undecided after %d gaps", MAX_GAPS);
    return false;
}

lc_layout *lcr_engine_gap_complement(lcr_ctx *r, const lc_layout *a, lc_int n)
{
    char text[LCR_TEXT_ROOM];
    if (!lcr_integers_only(r, "the gap-filling complement", a))
        return NULL;
    if (lc_int_sign(n) <= 0)
        return lc_fail(r->lc, LC_ERR_INVALID, "a complement up to %s: expected 1 or more",
                       lcr_number(n, text));
    lc_frame frame = lc_frame_open(r->lc);
    lc_int one = lc_int_const(1), zero = lc_int_const(0);
    filling f = {.r = r, .current = leaves_that_count(r->lc, a)};
    bool ok = f.current && look(&f) && fill(&f, n);
    lc_layout *result = NULL;
    if (ok)
        result = f.complement ? lc_layout_ref(f.complement)
                              : lc_layout_flat(r->lc, 1, &one, &zero);
    lc_layout_free(f.complement);
    lc_layout_free(f.current);
    forget_image(&f);
    lc_frame_close(r->lc, frame);
    return result;
}
