/* plain.c - questions put to isl as they stand, for comparison. */
#include "config.h"

#include "plain.h"

#include "../../isl-bridge/internal.h"

static lcr_answer answer_of(isl_bool said)
{
    return said == isl_bool_error ? LCR_UNKNOWN : said == isl_bool_true ? LCR_YES : LCR_NO;
}

lcr_answer plain_equal(lcr_ctx *r, const lcr_map *a, const lcr_map *b)
{
    if (!lcr_map_whole(r, a) || !lcr_map_whole(r, b))
        return LCR_UNKNOWN;
    lcr_begin(r);
    return answer_of(isl_map_is_equal(a->map, b->map));
}

lcr_answer plain_injective(lcr_ctx *r, const lcr_map *m)
{
    if (!lcr_map_whole(r, m))
        return LCR_UNKNOWN;
    lcr_begin(r);
    return answer_of(isl_map_is_injective(m->map));
}

lcr_answer plain_range_is(lcr_ctx *r, const lcr_map *m, lc_int n)
{
    if (!lcr_map_whole(r, m))
        return LCR_UNKNOWN;
    lcr_begin(r);
    isl_set *range = isl_map_range(isl_map_copy(m->map));
    isl_set *wanted = isl_set_universe(isl_set_get_space(range));
    wanted = isl_set_lower_bound_si(wanted, isl_dim_set, 0, 0);
    wanted = isl_set_upper_bound_val(wanted, isl_dim_set, 0, isl_val_sub_ui(lcr_val(r, n), 1));
    isl_bool same = isl_set_is_equal(range, wanted);
    isl_set_free(range);
    isl_set_free(wanted);
    return answer_of(same);
}
