/* operate.c - operations on relations and sets, as isl does them. */
#include "config.h"

#include "internal.h"
#include "operate.h"

#include <isl/local_space.h>
#include <stdlib.h>

lcr_map *lcr_map_made(lcr_ctx *r, isl_map *map, size_t bits)
{
    isl_pw_multi_aff *function = map ? lcr_as_function(r, map) : NULL;
    return lcr_map_weigh(lcr_map_make(r, map, function, NULL), bits);
}

bool lcr_begin_on_maps(lcr_ctx *r, const lcr_map *a, const lcr_map *b)
{
    unsigned long weight = a->weight + (b ? b->weight : 0);
    if (!lcr_check_weight(r, weight) || !lcr_map_whole(r, a) || (b && !lcr_map_whole(r, b)))
        return false;
    lcr_begin_on(r, weight);
    return true;
}

static isl_map *copy(const lcr_map *m)
{
    return isl_map_copy(m->map);
}

static isl_set *elements(const lcr_map *set)
{
    return isl_map_range(copy(set));
}

static lcr_map *set_of(lcr_ctx *r, isl_set *set, size_t bits)
{
    return lcr_map_made(r, isl_map_from_range(set), bits);
}

static bool same_dimensions(lcr_ctx *r, const char *what, size_t have, size_t given)
{
    if (have != given)
        lc_fail(r->lc, LC_ERR_INVALID, "%s have %zu and %zu dimensions: expected the same number",
                what, have, given);
    return have == given;
}

/* ---- sets ---- */

lcr_map *lcr_set_parse(lcr_ctx *r, const char *text)
{
    lcr_begin_on(r, lcr_relation_weight(0, 0));
    isl_set *set = lcr_read_set(r, text);
    if (set && isl_set_is_params(set) == isl_bool_true)
        lc_fail(r->lc, LC_ERR_INVALID, "the set has no elements of its own: %s", LCR_A_SET);
    else if (set && isl_set_dim(set, isl_dim_param) > 0)
        lc_fail(r->lc, LC_ERR_INVALID, "the set has the parameter %.40s: %s",
                isl_set_get_dim_name(set, isl_dim_param, 0), LCR_A_SET);
    if (!set || lc_ctx_code(r->lc) != LC_OK) {
        isl_set_free(set);
        return NULL;
    }
    return set_of(r, isl_set_reset_tuple_id(isl_set_flatten(set)), lcr_bits_of_text(text));
}

char *lcr_set_to_str(lcr_ctx *r, const lcr_map *set)
{
    if (!lcr_map_whole(r, set))
        return NULL;
    lcr_begin(r);
    isl_set *all = lcr_merge_set(r, elements(set));
    lcr_write_begin(r);
    char *text = all ? isl_set_to_str(all) : NULL;
    lcr_write_end(r);
    isl_set_free(all);
    if (!text)
        lcr_isl_failed(r, "writing a set");
    return text;
}

/* The coordinates of a shape. */
static isl_set *box_of(lcr_ctx *r, size_t n, const lc_int *extent)
{
    isl_set *box = isl_set_universe(isl_space_set_alloc(r->isl, 0, (unsigned)n));
    for (unsigned k = 0; k < n; k++) {
        box = isl_set_lower_bound_si(box, isl_dim_set, k, 0);
        box = isl_set_upper_bound_val(box, isl_dim_set, k,
                                      isl_val_sub_ui(lcr_val(r, extent[k]), 1));
    }
    return box;
}

lcr_map *lcr_set_of_box(lcr_ctx *r, size_t n, const lc_int *extent)
{
    size_t bits = 32;
    lcr_begin(r);
    for (size_t k = 0; k < n; k++)
        bits = lc_int_bits(extent[k]) > bits ? lc_int_bits(extent[k]) : bits;
    return set_of(r, box_of(r, n, extent), bits);
}

lcr_answer lcr_map_domain_is_box(lcr_ctx *r, const lcr_map *m, lc_int *extent)
{
    size_t n = lcr_map_nin(m);
    lcr_begin_on_side(r, m);
    isl_set *inputs = lcr_map_domain(m), *box = NULL;
    lcr_answer answer = LCR_YES;
    for (size_t k = 0; answer == LCR_YES && k < n; k++) {
        lc_int low;
        answer = lcr_set_bounds(r, inputs, (unsigned)k, &low, &extent[k]);
        if (answer == LCR_YES && !lc_int_is_zero(low))
            answer = LCR_NO;
        if (answer == LCR_YES)
            extent[k] = lc_int_add(r->lc, extent[k], lc_int_const(1));
    }
    if (answer == LCR_YES)
        box = box_of(r, n, extent);
    if (box)
        answer = lcr_isl_answer(r, isl_set_is_subset(box, inputs), "the inputs of a relation");
    isl_set_free(box);
    isl_set_free(inputs);
    return answer;
}

lcr_answer lcr_set_extent(lcr_ctx *r, const lcr_map *set, size_t k, lc_int *least, lc_int *most)
{
    if (!lcr_begin_on_maps(r, set, NULL))
        return LCR_UNKNOWN;
    isl_set *all = elements(set);
    lcr_answer found = lcr_set_bounds(r, all, (unsigned)k, least, most);
    isl_set_free(all);
    return found;
}

lcr_map *lcr_map_domain_set(lcr_ctx *r, const lcr_map *m)
{
    lcr_begin_on_side(r, m);
    return set_of(r, lcr_map_domain(m), m->bits);
}

/* { low + step*q : 0 <= q < n } */
static isl_set *progression(lcr_ctx *r, lc_int low, lc_int step, lc_int n)
{
    isl_space *line = isl_space_set_alloc(r->isl, 0, 1);
    isl_aff *x = isl_aff_var_on_domain(isl_local_space_from_space(isl_space_copy(line)),
                                       isl_dim_set, 0);
    x = isl_aff_scale_val(x, lcr_val(r, step));
    x = isl_aff_add_constant_val(x, lcr_val(r, low));
    isl_set *q = isl_set_lower_bound_si(isl_set_universe(line), isl_dim_set, 0, 0);
    q = isl_set_upper_bound_val(q, isl_dim_set, 0, isl_val_sub_ui(lcr_val(r, n), 1));
    return isl_set_apply(q, isl_map_from_aff(x));
}

/* The outputs of a small relation, if they are integers at one distance; else NULL. */
static isl_set *outputs_in_step(lcr_ctx *r, const lcr_map *m)
{
    enum { FEW = 4096 };
    lcr_pairs t;
    isl_set *made = NULL;
    lc_int step = lc_int_const(0), n = lc_int_const(1);
    bool even = lcr_map_nout(m) == 1 && lcr_pairs_of_few(r, m, FEW, &t) == LCR_YES;
    size_t *row = even ? lcr_pairs_by_output(r->lc, &t) : NULL;
    for (size_t i = 1; row && even && i < t.n; i++) {
        lc_int by = lc_int_sub(r->lc, *lcr_pairs_out(&t, row[i]), *lcr_pairs_out(&t, row[i - 1]));
        step = lc_int_is_zero(step) ? by : step;
        even = lc_int_is_zero(by) || lc_int_eq(by, step);
        n = lc_int_is_zero(by) ? n : lc_int_add(r->lc, n, lc_int_const(1));
    }
    lc_ctx_reset(r->lc);
    if (row && even && t.n > 0)
        made = progression(r, *lcr_pairs_out(&t, row[0]), step, n);
    free(row);
    if (even || row)
        lcr_pairs_clear(&t);
    return made;
}

/* isl writes what it has projected with variables of its own, which are slow to ask about. */
lcr_map *lcr_map_range_set(lcr_ctx *r, const lcr_map *m)
{
    if (!lcr_begin_on_maps(r, m, NULL))
        return NULL;
    isl_set *set = isl_map_range(copy(m));
    isl_set *listed = isl_set_is_box(set) == isl_bool_false ? outputs_in_step(r, m) : NULL;
    if (listed)
        isl_set_free(set);
    lcr_begin_on(r, m->weight); /* the list had the operations of its own */
    return set_of(r, listed ? listed : set, m->bits);
}

static bool fits(lcr_ctx *r, const lcr_map *m, const lcr_map *set)
{
    return same_dimensions(r, "the inputs of the relation and the set", lcr_map_nin(m),
                           lcr_map_nout(set)) &&
           lcr_begin_on_maps(r, m, set);
}

lcr_map *lcr_map_image(lcr_ctx *r, const lcr_map *m, const lcr_map *set)
{
    return fits(r, m, set) ? set_of(r, isl_set_apply(elements(set), copy(m)), m->bits + set->bits)
                           : NULL;
}

lcr_map *lcr_map_restrict(lcr_ctx *r, const lcr_map *m, const lcr_map *set)
{
    return fits(r, m, set) ? lcr_map_made(r, isl_map_intersect_domain(copy(m), elements(set)),
                                          m->bits + set->bits)
                           : NULL;
}

lcr_map *lcr_map_guard(lcr_ctx *r, const lcr_map *outer, const lcr_map *inner)
{
    if (!same_dimensions(r, "the outputs of the inner relation and the inputs of the outer one",
                         lcr_map_nout(inner), lcr_map_nin(outer)) ||
        !lcr_begin_on_maps(r, inner, NULL))
        return NULL;
    isl_set *inputs = isl_set_apply(lcr_map_domain(outer), isl_map_reverse(copy(inner)));
    return set_of(r, lcr_merge_set(r, isl_set_detect_equalities(inputs)),
                  outer->bits + inner->bits);
}

lcr_map *lcr_map_outside(lcr_ctx *r, const lcr_map *m, const lcr_map *set)
{
    if (!same_dimensions(r, "the outputs of the relation and the set", lcr_map_nout(m),
                         lcr_map_nout(set)) ||
        !lcr_begin_on_maps(r, m, set))
        return NULL;
    return lcr_map_made(r, isl_map_subtract_range(copy(m), elements(set)), m->bits + set->bits);
}

/* ---- pairs ---- */

lcr_answer lcr_map_any(lcr_ctx *r, const lcr_map *m, lc_int *in, lc_int *out)
{
    size_t nin = lcr_map_nin(m), n = nin + lcr_map_nout(m);
    lc_int *pair = lcr_begin_on_maps(r, m, NULL) ? lc_alloc(r->lc, n + 1, sizeof *pair) : NULL;
    if (!pair)
        return LCR_UNKNOWN;
    lcr_answer found = lcr_sample(r, isl_map_wrap(copy(m)), n, pair, "looking for a pair");
    for (size_t k = 0; found == LCR_YES && k < n; k++)
        *(k < nin ? &in[k] : &out[k - nin]) = pair[k];
    free(pair);
    return found;
}

lcr_map *lcr_map_boolean(lcr_ctx *r, lcr_boolean what, const lcr_map *a, const lcr_map *b)
{
    isl_map *map = NULL;
    if (!same_dimensions(r, "the inputs of the relations", lcr_map_nin(a), lcr_map_nin(b)) ||
        !same_dimensions(r, lcr_map_nin(a) > 0 ? "the outputs of the relations" : "the sets",
                         lcr_map_nout(a), lcr_map_nout(b)) ||
        !lcr_begin_on_maps(r, a, b))
        return NULL;
    switch (what) {
    case LCR_UNION: map = lcr_merge_map(r, isl_map_union(copy(a), copy(b))); break;
    case LCR_INTERSECTION: map = isl_map_intersect(copy(a), copy(b)); break;
    case LCR_DIFFERENCE: map = lcr_merge_map(r, lcr_subtract(copy(a), copy(b))); break;
    }
    return lcr_map_made(r, map, a->bits > b->bits ? a->bits : b->bits);
}

lcr_answer lcr_map_is_empty(lcr_ctx *r, const lcr_map *m)
{
    lcr_begin_on_side(r, m);
    isl_set *inputs = lcr_map_domain(m);
    lcr_answer answer = lcr_isl_answer(r, isl_set_is_empty(inputs), "is the relation empty");
    isl_set_free(inputs);
    return answer;
}

lcr_map *lcr_map_coalesce(lcr_ctx *r, const lcr_map *m)
{
    return lcr_begin_on_maps(r, m, NULL) ? lcr_map_made(r, lcr_merge_map(r, copy(m)), m->bits)
                                         : NULL;
}

/* ---- functions ---- */

lcr_map *lcr_map_least_inverse(lcr_ctx *r, const lcr_map *m)
{
    if (m->function && lcr_map_injective(r, m, NULL, NULL) == LCR_YES)
        return lcr_map_reverse(r, m);
    if (lc_ctx_code(r->lc) != LC_OK || !lcr_begin_on_maps(r, m, NULL))
        return NULL;
    return lcr_map_made(r, isl_map_lexmin(isl_map_reverse(copy(m))), m->bits);
}

/* { (x, y) -> x }, x being `n` of all inputs, from `first` on. */
static isl_map *part_of_inputs(lcr_ctx *r, size_t all, size_t first, size_t n)
{
    isl_space *space = isl_space_set_alloc(r->isl, 0, (unsigned)all);
    isl_multi_aff *same = isl_multi_aff_identity_on_domain_space(space);
    size_t after = all - first - n;
    same = isl_multi_aff_drop_dims(same, isl_dim_out, (unsigned)(first + n), (unsigned)after);
    return isl_map_from_multi_aff(isl_multi_aff_drop_dims(same, isl_dim_out, 0, (unsigned)first));
}

lcr_map *lcr_map_concat(lcr_ctx *r, const lcr_map *a, const lcr_map *b)
{
    size_t na = lcr_map_nin(a), nb = lcr_map_nin(b);
    if (!same_dimensions(r, "the outputs of the relations", lcr_map_nout(a), lcr_map_nout(b)) ||
        !lcr_begin_on_maps(r, a, b))
        return NULL;
    isl_map *left = isl_map_apply_range(part_of_inputs(r, na + nb, 0, na), copy(a));
    isl_map *right = isl_map_apply_range(part_of_inputs(r, na + nb, na, nb), copy(b));
    left = isl_map_align_params(left, isl_map_get_space(right)); /* isl_map_sum does not */
    right = isl_map_align_params(right, isl_map_get_space(left));
    return lcr_map_made(r, isl_map_sum(left, right), a->bits + b->bits);
}

lcr_map *lcr_map_fix(lcr_ctx *r, const lcr_map *m, const bool *fixed, const lc_int *value)
{
    if (!lcr_begin_on_maps(r, m, NULL))
        return NULL;
    isl_map *map = copy(m);
    for (size_t k = lcr_map_nin(m); k-- > 0;)
        if (fixed[k]) {
            map = isl_map_fix_val(map, isl_dim_in, (unsigned)k, lcr_val(r, value[k]));
            map = isl_map_project_out(map, isl_dim_in, (unsigned)k, 1);
        }
    return lcr_map_made(r, map, m->bits);
}

lcr_answer lcr_map_last(lcr_ctx *r, const lcr_map *m, lc_int *out)
{
    if (!lcr_begin_on_maps(r, m, NULL))
        return LCR_UNKNOWN;
    isl_set *range = isl_map_range(copy(m));
    lcr_answer bounded = lcr_isl_answer(r, isl_set_is_bounded(range), "the last of a range");
    if (bounded == LCR_YES)
        return lcr_sample(r, isl_set_lexmax(range), lcr_map_nout(m), out, "the last of a range");
    isl_set_free(range);
    return bounded;
}

/* { x -> y : x comes before y }, the last coordinate being major. */
static isl_map *before(isl_space *inputs)
{
    isl_space *pairs = isl_space_map_from_set(inputs);
    isl_map *all = isl_map_empty(isl_space_copy(pairs));
    isl_size n = isl_space_dim(pairs, isl_dim_in);
    for (isl_size k = 0; k < n; k++) {
        isl_map *part = isl_map_universe(isl_space_copy(pairs));
        part = isl_map_order_lt(part, isl_dim_in, (int)k, isl_dim_out, (int)k);
        for (isl_size j = k + 1; j < n; j++)
            part = isl_map_equate(part, isl_dim_in, (int)j, isl_dim_out, (int)j);
        all = isl_map_union(all, part);
    }
    isl_space_free(pairs);
    return all;
}

lcr_answer lcr_map_increases(lcr_ctx *r, const lcr_map *m, lc_int *in1, lc_int *in2)
{
    size_t n = lcr_map_nin(m);
    lc_int *pair = lcr_begin_on_maps(r, m, m) ? lc_alloc(r->lc, 2 * n + 1, sizeof *pair) : NULL;
    if (!pair)
        return LCR_UNKNOWN;
    isl_map *falls = isl_map_lex_ge(isl_space_range(isl_map_get_space(m->map)));
    falls = isl_map_apply_range(isl_map_apply_range(copy(m), falls), isl_map_reverse(copy(m)));
    falls = isl_map_intersect(falls, before(isl_space_domain(isl_map_get_space(m->map))));
    lcr_answer found = lcr_sample(r, isl_map_wrap(falls), 2 * n, pair, "looking for an order");
    for (size_t k = 0; found == LCR_YES && k < n; k++) {
        in1[k] = pair[k];
        in2[k] = pair[n + k];
    }
    free(pair);
    return found == LCR_UNKNOWN ? found : found == LCR_YES ? LCR_NO : LCR_YES;
}

/* first <= x < end, x -> at + (x - first) step. */
static isl_map *run_of(lcr_ctx *r, size_t first, size_t end, lc_int at, lc_int step)
{
    isl_space *line = isl_space_set_alloc(r->isl, 0, 1);
    isl_set *places = isl_set_universe(isl_space_copy(line));
    places = isl_set_lower_bound_val(places, isl_dim_set, 0,
                                     isl_val_int_from_ui(r->isl, (unsigned long)first));
    places = isl_set_upper_bound_val(places, isl_dim_set, 0,
                                     isl_val_int_from_ui(r->isl, (unsigned long)end - 1));
    lc_int origin = lc_int_sub(r->lc, at,
                               lc_int_mul(r->lc, step, lc_int_si(r->lc, (int64_t)first)));
    isl_aff *value = isl_aff_zero_on_domain(isl_local_space_from_space(line));
    value = isl_aff_set_coefficient_val(value, isl_dim_in, 0, lcr_val(r, step));
    value = isl_aff_set_constant_val(value, lcr_val(r, origin));
    return isl_map_intersect_domain(isl_map_from_aff(value), places);
}

lcr_map *lcr_map_of_values(lcr_ctx *r, size_t n, const lc_int *value)
{
    isl_map *map = isl_map_empty(isl_space_alloc(r->isl, 0, 1, 1));
    size_t bits = 32;
    lcr_begin(r);
    for (size_t first = 0, end; first < n; first = end) {
        lc_int step = lc_int_const(0);
        if (first + 1 < n)
            step = lc_int_sub(r->lc, value[first + 1], value[first]);
        for (end = first + 1; end < n; end++)
            if (!lc_int_eq(lc_int_sub(r->lc, value[end], value[end - 1]), step))
                break;
        map = isl_map_union(map, run_of(r, first, end, value[first], step));
        bits = lc_int_bits(value[first]) > bits ? lc_int_bits(value[first]) : bits;
    }
    return lcr_map_made(r, map, bits);
}

/* ---- lists ---- */

void lcr_pairs_clear(lcr_pairs *pairs)
{
    free(pairs->cell);
    *pairs = (lcr_pairs){0};
}
