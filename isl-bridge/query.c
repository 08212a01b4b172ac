/* query.c - questions about relations, each within the budget. */
#include "config.h"

#include <isl/aff.h>
#include <isl/ilp.h>
#include <isl/point.h>
#include <stdlib.h>

#include "internal.h"

/* What isl said, or UNKNOWN when the query could not be finished. */
static lcr_answer conclude(lcr_ctx *r, isl_bool said)
{
    if (lcr_end(r) != LC_OK || said == isl_bool_error)
        return LCR_UNKNOWN;
    return said == isl_bool_true ? LCR_YES : LCR_NO;
}

lcr_answer lcr_sample(lcr_ctx *r, isl_set *set, lc_int *point)
{
    lcr_begin(r);
    isl_point *p = isl_set_sample_point(isl_set_flatten(set));
    isl_bool empty = p ? isl_point_is_void(p) : isl_bool_error;
    bool found = empty == isl_bool_false;
    isl_space *space = found ? isl_point_get_space(p) : NULL;
    isl_size n = space ? isl_space_dim(space, isl_dim_set) : 0;
    for (isl_size i = 0; found && i < n; i++)
        found = lcr_int(r, isl_point_get_coordinate_val(p, isl_dim_set, (int)i), &point[i]);
    isl_space_free(space);
    isl_point_free(p);
    lcr_answer answer = conclude(r, isl_bool_not(empty));
    return answer == LCR_YES && !found ? LCR_UNKNOWN : answer;
}

/* A pair of the map, split into input and output. Takes over the map. */
static lcr_answer sample_pair(lcr_ctx *r, isl_map *map, lc_int *in, lc_int *out)
{
    isl_size nin = isl_map_dim(map, isl_dim_in), nout = isl_map_dim(map, isl_dim_out);
    if (nin < 0 || nout < 0) {
        isl_map_free(map);
        return LCR_UNKNOWN;
    }
    lc_int *point = lc_alloc(r->lc, (size_t)(nin + nout), sizeof(lc_int));
    if (!point) {
        isl_map_free(map);
        return LCR_UNKNOWN;
    }
    lcr_answer answer = lcr_sample(r, isl_map_wrap(map), point);
    for (isl_size i = 0; answer == LCR_YES && i < nin + nout; i++) {
        if (i < nin && in)
            in[i] = point[i];
        if (i >= nin && out)
            out[i - nin] = point[i];
    }
    free(point);
    return answer;
}

lcr_answer lcr_map_equal(lcr_ctx *r, const lcr_map *a, const lcr_map *b, lc_int *in, lc_int *out,
                         bool *in_first)
{
    lcr_begin(r);
    lcr_answer answer = conclude(r, isl_map_is_equal(a->map, b->map));
    if (answer != LCR_NO || lcr_map_nin(a) != lcr_map_nin(b) ||
        lcr_map_nout(a) != lcr_map_nout(b))
        return answer;
    for (int side = 0; side < 2; side++) {
        const lcr_map *has = side == 0 ? a : b, *lacks = side == 0 ? b : a;
        lcr_begin(r);
        isl_map *more = isl_map_subtract(isl_map_copy(has->map), isl_map_copy(lacks->map));
        if (lcr_end(r) != LC_OK) {
            isl_map_free(more);
            return LCR_UNKNOWN;
        }
        lcr_answer found = sample_pair(r, more, in, out);
        if (found == LCR_UNKNOWN)
            return LCR_UNKNOWN;
        if (found == LCR_YES) {
            if (in_first)
                *in_first = side == 0;
            return LCR_NO;
        }
    }
    return LCR_UNKNOWN;
}

lcr_answer lcr_map_single_valued(lcr_ctx *r, const lcr_map *m)
{
    lcr_begin(r);
    return conclude(r, isl_map_is_single_valued(m->map));
}

/* ---- small maps, point by point ---- */

/* The values on [0,n) of a function given by its expression. */
static bool fill_table(lcr_ctx *r, isl_pw_aff *f, size_t n, lc_int *table)
{
    bool ok = true;
    for (size_t i = 0; ok && i < n; i++) {
        isl_point *p = isl_point_zero(isl_pw_aff_get_domain_space(f));
        p = isl_point_set_coordinate_val(p, isl_dim_set, 0,
                                         isl_val_int_from_ui(r->isl, (unsigned long)i));
        ok = lcr_int(r, isl_pw_aff_eval(isl_pw_aff_copy(f), p), &table[i]);
    }
    return ok;
}

lcr_answer lcr_map_table(lcr_ctx *r, const lcr_map *m, size_t *n, lc_int **table)
{
    lc_int size;
    if (lcr_map_nin(m) != 1 || lcr_map_nout(m) != 1)
        return LCR_NO;
    lcr_answer fits = lcr_map_domain_is_interval(r, m, &size);
    if (fits == LCR_YES && lc_int_lt(lc_int_const(LCR_TABLE_MAX), size))
        fits = LCR_NO;
    if (fits == LCR_YES)
        fits = lcr_map_single_valued(r, m);
    if (fits != LCR_YES)
        return fits;
    *n = (size_t)lc_int_get_si(size);
    *table = lc_alloc(r->lc, *n, sizeof(lc_int));
    if (!*table)
        return LCR_UNKNOWN;
    lcr_begin(r);
    isl_pw_multi_aff *f = isl_pw_multi_aff_from_map(isl_map_copy(m->map));
    isl_pw_aff *value = isl_pw_multi_aff_get_pw_aff(f, 0);
    bool ok = value && fill_table(r, value, *n, *table);
    isl_pw_aff_free(value);
    isl_pw_multi_aff_free(f);
    if (lcr_end(r) == LC_OK && ok)
        return LCR_YES;
    free(*table);
    return LCR_UNKNOWN;
}

/* An entry of a table with its place, to be sorted by value. */
typedef struct {
    lc_int value;
    size_t at;
} entry;

static int by_value(const void *x, const void *y)
{
    const entry *a = x, *b = y;
    int order = lc_int_cmp(a->value, b->value);
    return order ? order : (a->at > b->at) - (a->at < b->at);
}

/* YES: no two entries are equal, else the places of two that are. */
static lcr_answer table_injective(lcr_ctx *r, size_t n, const lc_int *table, lc_int *in1,
                                  lc_int *in2)
{
    entry *sorted = lc_alloc(r->lc, n, sizeof *sorted);
    if (!sorted)
        return LCR_UNKNOWN;
    for (size_t i = 0; i < n; i++)
        sorted[i] = (entry){table[i], i};
    qsort(sorted, n, sizeof *sorted, by_value);
    lcr_answer answer = LCR_YES;
    for (size_t i = 1; i < n && answer == LCR_YES; i++) {
        if (!lc_int_eq(sorted[i - 1].value, sorted[i].value))
            continue;
        answer = LCR_NO;
        if (in1)
            *in1 = lc_int_si(r->lc, (int64_t)sorted[i - 1].at);
        if (in2)
            *in2 = lc_int_si(r->lc, (int64_t)sorted[i].at);
    }
    free(sorted);
    return answer;
}

/* ---- injective ---- */

static lcr_answer collision_by_isl(lcr_ctx *r, const lcr_map *m, lc_int *in1, lc_int *in2)
{
    lcr_begin(r);
    lcr_answer answer = conclude(r, isl_map_is_injective(m->map));
    if (answer != LCR_NO)
        return answer;
    lcr_begin(r);
    isl_map *same = isl_map_apply_range(isl_map_copy(m->map),
                                        isl_map_reverse(isl_map_copy(m->map)));
    same = isl_map_subtract(same, isl_map_identity(isl_map_get_space(same)));
    if (lcr_end(r) != LC_OK) {
        isl_map_free(same);
        return LCR_UNKNOWN;
    }
    return sample_pair(r, same, in1, in2) == LCR_YES ? LCR_NO : LCR_UNKNOWN;
}

lcr_answer lcr_map_injective(lcr_ctx *r, const lcr_map *m, lc_int *in1, lc_int *in2)
{
    size_t n;
    lc_int *table;
    if (lcr_map_table(r, m, &n, &table) != LCR_YES)
        return collision_by_isl(r, m, in1, in2);
    lcr_answer answer = table_injective(r, n, table, in1, in2);
    free(table);
    return answer;
}

/* ---- counts and ranges ---- */

lcr_answer lcr_map_count(lcr_ctx *r, const lcr_map *m, lc_int *count)
{
    lcr_begin(r);
    isl_set *pairs = isl_map_wrap(isl_map_copy(m->map));
    isl_bool bounded = isl_set_is_bounded(pairs);
    bool counted = bounded == isl_bool_true && lcr_int(r, isl_set_count_val(pairs), count);
    isl_set_free(pairs);
    lcr_answer answer = conclude(r, bounded);
    return answer == LCR_YES && !counted ? LCR_UNKNOWN : answer;
}

lcr_answer lcr_map_range_is(lcr_ctx *r, const lcr_map *m, lc_int n, lc_int *witness)
{
    lcr_begin(r);
    isl_set *range = isl_map_range(isl_map_copy(m->map));
    isl_set *want = lcr_interval(r, n);
    want = isl_set_reset_space(want, isl_set_get_space(range));
    lcr_answer answer = conclude(r, isl_set_is_equal(range, want));
    if (answer == LCR_NO && witness) {
        lcr_begin(r);
        isl_set *missing = isl_set_subtract(isl_set_copy(want), isl_set_copy(range));
        isl_set *extra = isl_set_subtract(isl_set_copy(range), isl_set_copy(want));
        isl_set *differ = isl_set_is_empty(missing) == isl_bool_true ? isl_set_copy(extra)
                                                                     : isl_set_copy(missing);
        isl_set_free(missing);
        isl_set_free(extra);
        if (lcr_end(r) != LC_OK) {
            isl_set_free(differ);
            answer = LCR_UNKNOWN;
        } else if (lcr_sample(r, differ, witness) != LCR_YES) {
            answer = LCR_UNKNOWN;
        }
    }
    isl_set_free(range);
    isl_set_free(want);
    return answer;
}

/* The extreme value of a 1-d set; false when it is unbounded or empty. */
static bool extreme(lcr_ctx *r, isl_set *set, bool largest, lc_int *out)
{
    isl_local_space *space = isl_local_space_from_space(isl_set_get_space(set));
    isl_aff *x = isl_aff_var_on_domain(space, isl_dim_set, 0);
    isl_val *value = largest ? isl_set_max_val(set, x) : isl_set_min_val(set, x);
    isl_aff_free(x);
    return lcr_int(r, value, out);
}

bool lcr_map_range(lcr_ctx *r, const lcr_map *m, lc_int *low, lc_int *high)
{
    lcr_begin(r);
    isl_set *range = isl_map_range(isl_map_copy(m->map));
    bool ok = extreme(r, range, false, low) && extreme(r, range, true, high);
    isl_set_free(range);
    return lcr_end(r) == LC_OK && ok;
}

lcr_answer lcr_map_domain_is_interval(lcr_ctx *r, const lcr_map *m, lc_int *n)
{
    if (lcr_map_nin(m) != 1)
        return LCR_NO;
    lcr_begin(r);
    isl_set *domain = isl_map_domain(isl_map_copy(m->map));
    isl_bool answer = isl_bool_false;
    lc_int last;
    if (isl_set_is_empty(domain) == isl_bool_false &&
        extreme(r, domain, true, &last)) {
        *n = lc_int_add(r->lc, last, lc_int_const(1));
        isl_set *want = lcr_interval(r, *n);
        want = isl_set_reset_space(want, isl_set_get_space(domain));
        answer = isl_set_is_equal(domain, want);
        isl_set_free(want);
    }
    isl_set_free(domain);
    return conclude(r, answer);
}

/* ---- evaluation ---- */

lcr_answer lcr_map_eval(lcr_ctx *r, const lcr_map *m, const lc_int *in, lc_int *out)
{
    lcr_begin(r);
    isl_map *at = isl_map_copy(m->map);
    for (size_t i = 0; i < lcr_map_nin(m); i++)
        at = isl_map_fix_val(at, isl_dim_in, (unsigned)i, lcr_val(r, in[i]));
    isl_set *values = isl_map_range(at);
    isl_bool empty = isl_set_is_empty(values);
    isl_bool single = empty == isl_bool_false ? isl_set_is_singleton(values) : isl_bool_true;
    lcr_answer answer = conclude(r, isl_bool_not(empty));
    if (answer != LCR_YES) {
        isl_set_free(values);
        return answer;
    }
    if (single != isl_bool_true) {
        isl_set_free(values);
        lc_fail(r->lc, LC_ERR_NO_VALUE, "the relation has more than one output at this input");
        return LCR_UNKNOWN;
    }
    return lcr_sample(r, values, out);
}
