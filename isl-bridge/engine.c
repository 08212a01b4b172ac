#include "config.h"

#include <stdlib.h>

#include "engine.h"
#include "internal.h"
#include "recover.h"

/* ---- composition (Algorithm 3) ---- */

/* The relation extended(A) o (leaf k of B), as a layout of that leaf. */
static lc_layout *compose_leaf(lcr_ctx *r, const lcr_map *outer, const lc_layout *b, size_t k)
{
    lc_int extent = lc_layout_extent(b, k), step = lc_layout_step(b, k);
    if (lc_int_is_one(extent)) { /* one point; its stride is where it would go on */
        lc_int next;
        if (lcr_map_eval(r, outer, &step, &next) != LCR_YES)
            return NULL;
        return lc_layout_flat(lcr_ctx_lc(r), 1, &extent, &next);
    }
    lc_layout *leaf = lc_layout_flat(lcr_ctx_lc(r), 1, &extent, &step);
    lcr_map *inner = leaf ? lcr_layout_map(r, leaf) : NULL;
    lcr_map *both = inner ? lcr_map_compose(r, outer, inner) : NULL;
    lc_layout *result = both ? lcr_recover(r, both) : NULL;
    lcr_map_free(both);
    lcr_map_free(inner);
    lc_layout_free(leaf);
    return result;
}

/* B's nesting with layouts in place of the leaves, taken in order from *next. */
static lc_layout *nest(lc_ctx *ctx, const lc_tuple *profile, lc_layout *const *leaf, size_t *next)
{
    if (lc_tuple_is_leaf(profile))
        return lc_layout_ref(leaf[(*next)++]);
    size_t n = lc_tuple_rank(profile), made = 0;
    lc_layout **mode = lc_alloc(ctx, n, sizeof *mode);
    for (; mode && made < n; made++) {
        lc_tuple *part = lc_tuple_mode(ctx, profile, made);
        mode[made] = part ? nest(ctx, part, leaf, next) : NULL;
        lc_tuple_free(part);
        if (!mode[made])
            break;
    }
    lc_layout *result = made == n ? lc_layout_concat(ctx, n, mode) : NULL;
    for (size_t i = 0; i < made; i++)
        lc_layout_free(mode[i]);
    free(mode);
    return result;
}

/* The parts are right one by one; the whole is A o B only if A distributes over them. */
static lc_layout *check_whole(lcr_ctx *r, const lcr_map *outer, const lc_layout *b,
                              lc_layout *candidate)
{
    lcr_map *inner = lcr_layout_map(r, b), *mine = lcr_layout_map(r, candidate);
    lcr_map *both = inner && mine ? lcr_map_compose(r, outer, inner) : NULL;
    lcr_answer same = both ? lcr_map_equal(r, both, mine, NULL, NULL, NULL) : LCR_UNKNOWN;
    lcr_map_free(both);
    lcr_map_free(mine);
    lcr_map_free(inner);
    if (same == LCR_YES)
        return candidate;
    lc_layout_free(candidate);
    if (same == LCR_NO)
        lc_fail(lcr_ctx_lc(r), LC_ERR_NO_VALUE,
                "no layout is A o B: the composites by mode do not add up to it");
    return NULL;
}

lc_layout *lcr_engine_compose(lcr_ctx *r, const lc_layout *a, const lc_layout *b)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_frame frame = lc_frame_open(ctx);
    size_t n = lc_layout_nleaves(b), made = 0, next = 0;
    lc_layout **leaf = lc_alloc(ctx, n, sizeof *leaf), *result = NULL;
    lcr_map *outer = leaf ? lcr_extended_map(r, a) : NULL;
    for (; outer && made < n; made++) {
        leaf[made] = compose_leaf(r, outer, b, made);
        if (!leaf[made])
            break;
    }
    if (outer && made == n) {
        lc_tuple *profile = lc_layout_shape(ctx, b);
        lc_layout *candidate = profile ? nest(ctx, profile, leaf, &next) : NULL;
        result = candidate ? check_whole(r, outer, b, candidate) : NULL;
        lc_tuple_free(profile);
    }
    for (size_t i = 0; i < made; i++)
        lc_layout_free(leaf[i]);
    free(leaf);
    lcr_map_free(outer);
    lc_frame_close(ctx, frame);
    return result;
}

/* ---- complement by filling gaps (Algorithm 4, as corrected) ---- */

typedef struct {
    lcr_ctx *r;
    isl_set *image;       /* what is covered */
    lc_layout *complement; /* NULL while it is trivial */
} filling;

/* The least integer >= from that is (not) in the image; false when there is none. */
static lcr_answer least(filling *f, lc_int from, bool covered, lc_int *out)
{
    lcr_begin(f->r);
    isl_set *from_on = isl_set_universe(isl_set_get_space(f->image));
    from_on = isl_set_lower_bound_val(from_on, isl_dim_set, 0, lcr_val(f->r, from));
    isl_set *found = covered ? isl_set_intersect(from_on, isl_set_copy(f->image))
                             : isl_set_subtract(from_on, isl_set_copy(f->image));
    found = isl_set_lexmin(found);
    if (lcr_end(f->r) != LC_OK) {
        isl_set_free(found);
        return LCR_UNKNOWN;
    }
    return lcr_sample(f->r, found, out);
}

/* One more mode: the image grows by its copies, the complement by the mode. No two
 * copies may meet. */
static bool append(filling *f, lc_int copies, lc_int begin)
{
    lc_ctx *ctx = lcr_ctx_lc(f->r);
    lc_layout *mode = lc_layout_flat(ctx, 1, &copies, &begin);
    lcr_map *shifts = mode ? lcr_layout_map(f->r, mode) : NULL;
    if (!shifts) {
        lc_layout_free(mode);
        return false;
    }
    lcr_begin(f->r);
    /* the sum of an offset and of a shift, as a function of the pair */
    isl_set *pairs = isl_set_flat_product(isl_set_copy(f->image),
                                          isl_map_range(isl_map_copy(shifts->map)));
    isl_map *sum = isl_map_read_from_str(f->r->isl, "{ [x, y] -> [x + y] }");
    sum = isl_map_intersect_domain(sum, pairs);
    isl_bool apart = isl_map_is_injective(sum);
    isl_set_free(f->image);
    f->image = isl_set_coalesce(isl_map_range(sum));
    lcr_map_free(shifts);
    if (lcr_end(f->r) != LC_OK || apart != isl_bool_true) {
        lc_layout_free(mode);
        if (apart == isl_bool_false)
            lc_fail(ctx, LC_ERR_NO_VALUE,
                    "no gap-filling complement: copies of the layout would overlap");
        return false;
    }
    if (f->complement) {
        lc_layout *both[2] = {f->complement, mode};
        lc_layout *joined = lc_layout_concat(ctx, 2, both);
        lc_layout_free(f->complement);
        lc_layout_free(mode);
        mode = joined;
    }
    f->complement = mode;
    return mode != NULL;
}

/* Fill the gaps in order; the last one reaches `size`. */
static bool fill(filling *f, lc_int size)
{
    lc_ctx *ctx = lcr_ctx_lc(f->r);
    lc_int filled = lc_int_const(0), begin, end;
    for (;;) {
        if (least(f, filled, false, &begin) != LCR_YES)
            return false;
        lcr_answer more = least(f, begin, true, &end);
        if (more == LCR_UNKNOWN)
            return false;
        if (more == LCR_NO) { /* past the last offset: begin is its successor */
            lc_int copies = lc_int_cdiv(ctx, size, begin);
            return lc_int_le(copies, lc_int_const(1)) || append(f, copies, begin);
        }
        lc_int copies = lc_int_fdiv(ctx, end, begin);
        if (lc_int_lt(lc_int_const(1), copies) && !append(f, copies, begin))
            return false;
        filled = end;
    }
}

lc_layout *lcr_engine_gap_complement(lcr_ctx *r, const lc_layout *a, lc_int n)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_frame frame = lc_frame_open(ctx);
    lcr_map *map = lcr_layout_map(r, a);
    lc_layout *result = NULL;
    if (map) {
        filling f = {r, isl_map_range(isl_map_copy(map->map)), NULL};
        if (fill(&f, n)) {
            lc_int one = lc_int_const(1), zero = lc_int_const(0);
            result = f.complement ? f.complement : lc_layout_flat(ctx, 1, &one, &zero);
        } else {
            lc_layout_free(f.complement);
        }
        isl_set_free(f.image);
    }
    lcr_map_free(map);
    lc_frame_close(ctx, frame);
    return result;
}

/* ---- inverse (Algorithm 5) ---- */

lc_layout *lcr_engine_inverse(lcr_ctx *r, const lc_layout *a)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_frame frame = lc_frame_open(ctx);
    lc_layout *result = NULL;
    lcr_map *map = lcr_layout_map(r, a);
    lcr_answer onto = map ? lcr_map_range_is(r, map, lc_layout_size(ctx, a), NULL) : LCR_UNKNOWN;
    if (onto == LCR_NO)
        lc_fail(ctx, LC_ERR_NO_VALUE, "no inverse: the image is not [0, size)");
    if (onto == LCR_YES) { /* as many offsets as coordinates: a bijection */
        lcr_map *back = lcr_map_reverse(r, map);
        result = back ? lcr_recover(r, back) : NULL;
        lcr_map_free(back);
    }
    lcr_map_free(map);
    lc_frame_close(ctx, frame);
    return result;
}
