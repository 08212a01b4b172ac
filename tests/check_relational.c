/* check_relational.c - the algebra of relations and sets, against lists of pairs.
 *
 * A random relation is a list of pairs of small integers, written for isl pair by pair, or as a
 * formula whose pairs are computed here. Each operation is done twice: by the bridge, and on the
 * lists. The bridge's result is listed by isl, and compared.
 */
#include "config.h"

#include "../isl-bridge/operate.h"
#include "law.h"
#include "owned.h"
#include "pairs.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- random relations ---- */

/* (a c + b) mod n on [0,n), or with a floor: rotations and fans. */
static void formula(law *l, pairs *m, char *text)
{
    int n = (int)rnd_in(&l->rnd, 1, 20), a = (int)rnd_in(&l->rnd, -5, 5);
    int b = (int)rnd_in(&l->rnd, -4, 4), d = (int)rnd_in(&l->rnd, 1, 4);
    for (int c = 0; c < n; c++) {
        pairs_put(m, c, modulo(a * c + b + floor_div(c, d), n));
    }
    sprintf(text, "{ [c] -> [(%d*c + %d + floor(c/%d)) mod %d] : 0 <= c < %d }", a, b, d, n, n);
}

static void listed(law *l, pairs *m, char *text, bool set)
{
    size_t n = (size_t)rnd_in(&l->rnd, 0, 10);
    char *to = text + sprintf(text, set ? "{ [y] : 1 = 0" : "{ [x] -> [y] : 1 = 0");
    for (size_t k = 0; k < n; k++) {
        int x = set ? 0 : (int)rnd_in(&l->rnd, -3, 6), y = (int)rnd_in(&l->rnd, -3, 8);
        pairs_put(m, x, y);
        to += set ? sprintf(to, "; [y] : y = %d", y)
                  : sprintf(to, "; [x] -> [y] : x = %d and y = %d", x, y);
    }
    strcpy(to, " }");
}

typedef struct {
    law *l;
    lcr_ctx *r;
    pairs a, b, want;
    char a_text[1024], b_text[1024];
    lcr_map *x, *y;
} operands;

static void random_relation(law *l, pairs *m, char *text)
{
    if (rnd_chance(&l->rnd, 50))
        formula(l, m, text);
    else
        listed(l, m, text, false);
}

/* A relation, and a second relation or set. */
static operands *draw(law *l, bool with_set)
{
    operands *o = law_own_memory(l, calloc(1, sizeof *o));
    ck_assert_ptr_nonnull(o);
    o->l = l;
    o->r = law_relations(l);
    random_relation(l, &o->a, o->a_text);
    if (with_set)
        listed(l, &o->b, o->b_text, true);
    else
        random_relation(l, &o->b, o->b_text);
    o->x = law_own_map(l, lcr_map_parse(o->r, o->a_text));
    o->y = law_own_map(l, with_set ? lcr_set_parse(o->r, o->b_text)
                                   : lcr_map_parse(o->r, o->b_text));
    return o;
}

/* The map has the pairs that are wanted, listed in order; it is taken over. */
static bool is(operands *o, const char *what, lcr_map *m)
{
    lcr_pairs list;
    law *l = o->l;
    law_own_map(l, m);
    if (!o->x || !o->y || !m || lcr_map_list(o->r, m, &list) != LCR_YES)
        return law_fail(l, "%s of %s and %s: %s", what, o->a_text, o->b_text,
                        lc_ctx_message(l->ctx));
    bool same = list.n == o->want.n && list.nout == 1;
    int64_t last[2] = {INT32_MIN, 0};
    for (size_t k = 0; same && k < list.n; k++) {
        const lc_int *at = list.cell + k * (list.nin + 1);
        int64_t x = list.nin > 0 ? lc_int_get_si(at[0]) : 0, y = lc_int_get_si(at[list.nin]);
        same = pairs_have(&o->want, (int)x, (int)y) &&
               (x > last[0] || (x == last[0] && y > last[1]));
        last[0] = x;
        last[1] = y;
    }
    lcr_pairs_clear(&list);
    law_saw(l, o->want.n > 0 ? 0 : 1);
    return same || law_fail(l, "%s of %s and %s has other pairs", what, o->a_text, o->b_text);
}

/* ---- two relations ---- */

static bool boolean(law *l)
{
    operands *o = draw(l, false);
    int what = (int)rnd_in(&l->rnd, 0, 2);
    for (size_t k = 0; k < o->a.n; k++) {
        bool both = pairs_have(&o->b, o->a.of[k].in[0], o->a.of[k].out[0]);
        if (what == LCR_UNION || (what == LCR_INTERSECTION) == both)
            pairs_put(&o->want, o->a.of[k].in[0], o->a.of[k].out[0]);
    }
    for (size_t k = 0; what == LCR_UNION && k < o->b.n; k++)
        pairs_put(&o->want, o->b.of[k].in[0], o->b.of[k].out[0]);
    return is(o, "union, intersection or difference",
              o->x && o->y ? lcr_map_boolean(o->r, (lcr_boolean)what, o->x, o->y) : NULL);
}

/* The pairs of the pairs: (c, d) -> a(c) + b(d), compared at each d by fixing it. */
static bool concatenated(law *l)
{
    operands *o = draw(l, false);
    lcr_map *both = o->x && o->y ? law_own_map(l, lcr_map_concat(o->r, o->x, o->y)) : NULL;
    const bool fixed[2] = {false, true};
    int d = o->b.n > 0 ? o->b.of[rnd_in(&l->rnd, 0, (int64_t)o->b.n - 1)].in[0] : 0;
    const lc_int at[2] = {lc_int_const(0), lc_int_const(d)};
    for (size_t k = 0; k < o->a.n; k++)
        for (size_t j = 0; j < o->b.n; j++)
            if (o->b.of[j].in[0] == d)
                pairs_put(&o->want, o->a.of[k].in[0], o->a.of[k].out[0] + o->b.of[j].out[0]);
    return is(o, "concat, fixed", both ? lcr_map_fix(o->r, both, fixed, at) : NULL);
}

/* ---- a relation and a set ---- */

static bool restricted(law *l)
{
    operands *o = draw(l, true);
    bool image = rnd_chance(&l->rnd, 50);
    for (size_t k = 0; k < o->a.n; k++)
        if (pairs_have(&o->b, 0, o->a.of[k].in[0]))
            pairs_put(&o->want, image ? 0 : o->a.of[k].in[0], o->a.of[k].out[0]);
    if (!o->x || !o->y)
        return is(o, "reading", NULL);
    return image ? is(o, "image", lcr_map_image(o->r, o->x, o->y))
                 : is(o, "restriction", lcr_map_restrict(o->r, o->x, o->y));
}

/* The domain and the range exchange under the inverse; what is outside a set. */
static bool sides(law *l)
{
    operands *o = draw(l, true);
    int what = (int)rnd_in(&l->rnd, 0, 3);
    for (size_t k = 0; k < o->a.n; k++) {
        int x = o->a.of[k].in[0], y = o->a.of[k].out[0];
        if (what == 3 && pairs_have(&o->b, 0, y))
            continue;
        pairs_put(&o->want, what == 2 ? y : what == 3 ? x : 0, what == 0 || what == 2 ? x : y);
    }
    if (!o->x || !o->y)
        return is(o, "reading", NULL);
    lcr_map *made = what == 0   ? lcr_map_domain_set(o->r, o->x)
                    : what == 1 ? lcr_map_range_set(o->r, o->x)
                    : what == 2 ? lcr_map_reverse(o->r, o->x)
                                : lcr_map_outside(o->r, o->x, o->y);
    return is(o, "domain, range, inverse or outside", made);
}

/* y -> the least x, which is a function on the range: R after it is the identity there if R is a
 * function. */
static bool least(law *l)
{
    operands *o = draw(l, true);
    for (int y = -40; y < 40; y++)
        for (int x = -40; x < 40 && !pairs_from(&o->want, (pair){{y}, {0}}); x++)
            if (pairs_have(&o->a, x, y))
                pairs_put(&o->want, y, x);
    return is(o, "least inverse", o->x ? lcr_map_least_inverse(o->r, o->x) : NULL);
}

/* The inputs of the second relation that the first one goes on from. */
static bool guarded(law *l)
{
    operands *o = draw(l, false);
    for (size_t k = 0; k < o->b.n; k++)
        if (pairs_from(&o->a, (pair){{o->b.of[k].out[0]}, {0}}))
            pairs_put(&o->want, 0, o->b.of[k].in[0]);
    return is(o, "guard", o->x && o->y ? lcr_map_guard(o->r, o->x, o->y) : NULL);
}

static const char *const classes[] = {"some", "none", NULL};

TEST(relations_as_lists)
{
    law_check_share("booleans of relations", boolean, classes, 4);
    law_check_share("concat of relations", concatenated, classes, 4);
    law_check_share("guards", guarded, classes, 4);
}

TEST(relations_and_sets)
{
    law_check_share("restrictions and images", restricted, classes, 4);
    law_check_share("domains, ranges, inverses", sides, classes, 4);
    law_check_share("least inverses", least, classes, 4);
}

/* ---- values and ends ---- */

/* A list of values becomes a relation with these values. */
LAW_SHARE(values_as_relations, "relations of values", 4, CLASSES("rough", "in runs"))
{
    lc_int value[40], out;
    size_t n = (size_t)rnd_in(&l->rnd, 1, 40);
    lcr_ctx *r = law_relations(l);
    bool rough = rnd_chance(&l->rnd, 30);
    int64_t step = 1, last = 0;
    for (size_t k = 0; k < n; k++) {
        if (k == 0 || rough || rnd_chance(&l->rnd, 20))
            step = rnd_in(&l->rnd, -9, 9);
        last = last > (int64_t)k * step ? last : (int64_t)k * step;
        value[k] = lc_int_si(l->ctx, (int64_t)k * step);
    }
    lcr_map *m = law_own_map(l, lcr_map_of_values(r, n, value));
    bool same = m != NULL;
    for (size_t k = 0; same && k < n; k++) {
        lc_int at = lc_int_si(l->ctx, (int64_t)k);
        same = lcr_map_eval(r, m, &at, &out) == LCR_YES && lc_int_eq(out, value[k]);
    }
    same = same && lcr_map_last(r, m, &out) == LCR_YES && lc_int_get_si(out) >= last;
    law_saw(l, rough ? 0 : 1);
    return same || law_fail(l, "%zu values are not those of their relation", n);
}

/* ---- shapes ---- */

/* A number cut in factors, at most six. */
static lc_tuple *factors(law *l, int size)
{
    lc_int part[6];
    size_t n = 0;
    while (n < 5 && (size > 1 || rnd_chance(&l->rnd, 20))) {
        int d = (int)rnd_in(&l->rnd, 1, size);
        if (size % d != 0)
            continue;
        part[n++] = lc_int_const(d);
        size /= d;
    }
    part[n++] = lc_int_const(size);
    return law_own_tuple(l, n == 1 ? lc_tuple_leaf(l->ctx, part[0])
                                   : lc_tuple_flat(l->ctx, n, part));
}

/* colex(S, T) has the coordinates of S and T at each integer; coord_map(S, T) those of T. */
LAW_SHARE(shapes_as_relations, "coordinates between shapes", 4, CLASSES("of one size", "of two"))
{
    int size = (int)rnd_in(&l->rnd, 1, 40), other = size + (rnd_chance(&l->rnd, 10) ? 1 : 0);
    const lc_tuple *s = factors(l, size), *t = factors(l, other);
    lcr_ctx *r = law_relations(l);
    lcr_map *colex = law_own_map(l, lcr_colex_map(r, s, t)),
            *of = law_own_map(l, lcr_coord_map_in(r, s, t));
    law_saw(l, size == other ? 0 : 1);
    if (size != other)
        return (!colex && !of && lc_ctx_code(l->ctx) == LC_ERR_INVALID) ||
               law_fail(l, "shapes of %d and %d coordinates have a map", size, other);
    lc_int count;
    bool same = colex && of && lcr_map_count(r, colex, &count) == LCR_YES &&
                lc_int_eq(count, lc_int_const(size));
    for (int c = 0; same && c < size; c++) {
        lc_int in[6], out[6], at = lc_int_const(c), left = at, x[6];
        for (size_t k = 0; k < lc_tuple_nleaves(s); k++) {
            in[k] = lc_int_fmod(l->ctx, left, lc_tuple_value(s, k));
            left = lc_int_fdiv(l->ctx, left, lc_tuple_value(s, k));
        }
        same = lcr_map_eval(r, colex, in, out) == LCR_YES &&
               lcr_map_eval(r, of, &at, x) == LCR_YES;
        left = at;
        for (size_t k = 0; same && k < lc_tuple_nleaves(t); k++) {
            lc_int digit = lc_int_fmod(l->ctx, left, lc_tuple_value(t, k));
            same = lc_int_eq(out[k], digit) && lc_int_eq(x[k], digit);
            left = lc_int_fdiv(l->ctx, left, lc_tuple_value(t, k));
        }
    }
    return same || law_fail(l, "%s to %s", law_show_tuple(l, s), law_show_tuple(l, t));
}

/* isl 0.25 coalesces the pieces of this guard into a set that has 7 and 11, too. */
TEST_ISL(pieces_are_merged_into_the_same)
{
    static const int want[] = {1, 2, 3, 6};
    lcr_map *outer = lcr_map_parse(
        r, "{ [x] -> [y] : 1 = 0; [x] -> [y] : x = 6 and y = 0; [x] -> [y] : x = 1 and y = 0; "
           "[x] -> [y] : x = -2 and y = 6; [x] -> [y] : x = 3 and y = -2; [x] -> [y] : x = 0 and "
           "y = -2; [x] -> [y] : x = 6 and y = 6; [x] -> [y] : x = 3 and y = 5; [x] -> [y] : "
           "x = -2 and y = -1; [x] -> [y] : x = 0 and y = 5 }");
    lcr_map *inner = lcr_map_parse(r, "{ [c] -> [(4*c + 2 + floor(c/4)) mod 7] : 0 <= c < 7 }");
    lcr_map *guard = lcr_map_guard(r, outer, inner);
    lcr_pairs all = {0};
    ck_assert(guard != NULL && lcr_map_list(r, guard, &all) == LCR_YES);
    ck_assert_uint_eq(all.n, 4);
    for (size_t k = 0; k < 4; k++)
        ck_assert_int_eq(lc_int_get_si(all.cell[k]), want[k]);
    lcr_pairs_clear(&all);
    lcr_map_free(guard);
    lcr_map_free(inner);
    lcr_map_free(outer);
}

SUITE_MAIN("the algebra of relations", relations_as_lists, relations_and_sets,
           values_as_relations, shapes_as_relations, pieces_are_merged_into_the_same)
