/* compare.c - are two relations the same?
 *
 * Small relations are listed and the lists compared. isl sees at once that two relations with one
 * normal form are the same. Two functions on the same domain are the same when the set of points
 * at which their values differ is empty; this set has no outputs. Other relations are subtracted
 * from each other.
 */
#include "config.h"

#include "../lib/ints.h"

#include "internal.h"

#include <stdlib.h>

/* ---- lists ---- */

/* The first row that one table has and the other has not. */
static lcr_answer equal_tables(const lcr_pairs *a, const lcr_pairs *b, lc_int *in, lc_int *out,
                               bool *in_first)
{
    size_t row = 0, width = a->nin + a->nout;
    while (row < a->n && row < b->n &&
           lc_ints_order(width, lcr_pairs_in(a, row), lcr_pairs_in(b, row)) == 0)
        row++;
    if (row == a->n && row == b->n)
        return LCR_YES;
    bool first = row == b->n || (row < a->n && lc_ints_order(width, lcr_pairs_in(a, row),
                                                             lcr_pairs_in(b, row)) < 0);
    const lcr_pairs *t = first ? a : b;
    lcr_ints_copy(t->nin, in, lcr_pairs_in(t, row));
    lcr_ints_copy(t->nout, out, lcr_pairs_out(t, row));
    if (in_first)
        *in_first = first;
    return LCR_NO;
}

/* ---- functions ---- */

typedef struct {
    const lcr_map *a, *b;
    lc_int *in, *out; /* room of the caller, or NULL */
    bool *in_first;
} comparison;

/* A point of the domain where a and b differ, in `set`, which is taken over. */
static lcr_answer differ_on(lcr_ctx *r, isl_set *set, const comparison *c, bool in_first)
{
    size_t nin = lcr_map_nin(c->a);
    lc_int *at = lc_alloc(r->lc, nin, sizeof *at);
    if (!at) {
        isl_set_free(set);
        return LCR_UNKNOWN;
    }
    lcr_answer found = lcr_sample(r, set, nin, at, "comparing relations");
    if (found == LCR_YES) {
        lcr_ints_copy(nin, c->in, at);
        if (c->in_first)
            *c->in_first = in_first;
        if (c->out)
            found = lcr_map_eval(r, in_first ? c->a : c->b, at, c->out);
    }
    free(at);
    return found;
}

/* The points at which two functions of one domain have different values of an output. */
static isl_set *output_difference(const lcr_map *a, const lcr_map *b, unsigned k)
{
    return isl_pw_aff_ne_set(isl_pw_multi_aff_get_pw_aff(a->function, (int)k),
                             isl_pw_multi_aff_get_pw_aff(b->function, (int)k));
}

/* The points at which any output differs. */
static isl_set *value_difference(const lcr_map *a, const lcr_map *b)
{
    isl_set *differ = isl_set_empty(isl_space_domain(lcr_map_space(a)));
    for (unsigned k = 0; k < lcr_map_nout(a); k++)
        differ = isl_set_union(differ, output_difference(a, b, k));
    return differ;
}

/* The same for dense functions, which are asked about one output at a time. */
static lcr_answer values_differ(lcr_ctx *r, const comparison *c)
{
    lcr_answer found = LCR_NO;
    if (c->a->map && c->b->map) {
        lcr_begin_on(r, c->a->weight + c->b->weight);
        return differ_on(r, value_difference(c->a, c->b), c, true);
    }
    for (unsigned k = 0; found == LCR_NO && k < lcr_map_nout(c->a); k++) {
        lcr_begin_on(r, lcr_relation_weight(0, 0));
        found = differ_on(r, output_difference(c->a, c->b, k), c, true);
    }
    return found;
}

static lcr_answer equal_functions(lcr_ctx *r, const comparison *c)
{
    lcr_begin_on_side(r, c->a);
    isl_set *da = lcr_map_domain(c->a);
    isl_set *db = lcr_map_domain(c->b);
    isl_set *only_a = isl_set_subtract(isl_set_copy(da), isl_set_copy(db));
    lcr_answer found = differ_on(r, only_a, c, true);
    if (found == LCR_NO)
        found = differ_on(r, isl_set_subtract(isl_set_copy(db), isl_set_copy(da)), c, false);
    isl_set_free(da);
    isl_set_free(db);
    if (found == LCR_NO)
        found = values_differ(r, c);
    if (found == LCR_UNKNOWN)
        return LCR_UNKNOWN;
    return found == LCR_YES ? LCR_NO : LCR_YES;
}

/* ---- other relations ---- */

/* isl gives both one normal form, within the operations of a small question. They may be one
 * relation where it does not. */
static bool same_form(lcr_ctx *r, const lcr_map *a, const lcr_map *b)
{
    lcr_begin_on(r, lcr_relation_weight(0, 0));
    return a->map && b->map && isl_map_plain_is_equal(a->map, b->map) == isl_bool_true;
}

/* A pair of a that b has not. */
static lcr_answer pair_only_in(lcr_ctx *r, const lcr_map *a, const lcr_map *b,
                               const comparison *c)
{
    size_t nin = lcr_map_nin(a), nout = lcr_map_nout(a);
    lc_int *pair = lc_alloc(r->lc, nin + nout, sizeof *pair);
    if (!pair)
        return LCR_UNKNOWN;
    isl_map *only = lcr_subtract(isl_map_copy(a->map), isl_map_copy(b->map));
    lcr_answer found = lcr_sample(r, isl_map_wrap(only), nin + nout, pair, "comparing relations");
    if (found == LCR_YES) {
        lcr_ints_copy(nin, c->in, pair);
        lcr_ints_copy(nout, c->out, pair + nin);
        if (c->in_first)
            *c->in_first = a == c->a;
    }
    free(pair);
    return found;
}

static lcr_answer equal_maps(lcr_ctx *r, const comparison *c)
{
    if (!lcr_check_weight(r, c->a->weight + c->b->weight) || !lcr_map_whole(r, c->a) ||
        !lcr_map_whole(r, c->b))
        return LCR_UNKNOWN;
    lcr_begin_on(r, c->a->weight + c->b->weight);
    lcr_answer found = pair_only_in(r, c->a, c->b, c);
    if (found == LCR_NO)
        found = pair_only_in(r, c->b, c->a, c);
    if (found == LCR_UNKNOWN)
        return LCR_UNKNOWN;
    return found == LCR_YES ? LCR_NO : LCR_YES;
}

lcr_answer lcr_map_equal(lcr_ctx *r, const lcr_map *a, const lcr_map *b, lc_int *in, lc_int *out,
                         bool *in_first)
{
    if (lcr_map_nin(a) != lcr_map_nin(b) || lcr_map_nout(a) != lcr_map_nout(b)) {
        lc_fail(r->lc, LC_ERR_INVALID,
                "relations of different dimensions, %zu to %zu and %zu to %zu", lcr_map_nin(a),
                lcr_map_nout(a), lcr_map_nin(b), lcr_map_nout(b));
        return LCR_UNKNOWN;
    }
    comparison c = {a, b, in, out, in_first};
    lcr_pairs ta = {0}, tb = {0};
    lcr_answer listed = lcr_map_list(r, a, &ta), answer = LCR_UNKNOWN;
    if (listed == LCR_YES)
        listed = lcr_map_list(r, b, &tb);
    if (listed == LCR_YES)
        answer = equal_tables(&ta, &tb, in, out, in_first);
    else if (listed == LCR_NO && same_form(r, a, b))
        answer = LCR_YES;
    else if (listed == LCR_NO)
        answer = a->function && b->function ? equal_functions(r, &c) : equal_maps(r, &c);
    lcr_pairs_clear(&ta);
    lcr_pairs_clear(&tb);
    return answer;
}
