/* relation.c - claims about the inputs and outputs of relations.
 *
 * Functions are read as sums (sets/relation.h):
 *
 *   injective     x and y of the same outputs, x before y
 *   bijective,    the same; a value that is not in [0,n); an integer of [0,n) that is no
 *   compact       input; there are as many inputs as places
 *   surjective    the same where there are as many inputs as places; or a place that no input
 *                 has for its value
 *   in_bounds,    a value below or above the bounds
 *   fits
 *   is_linear     R(c) is not the XOR of R(2^i) over the bits of c
 *   is_layout     R is not the layout with the values at the ends of its runs
 *
 * isl composes, reverses and subtracts other relations, and the rest is put as sets.
 */
#include "config.h"

#include "../sets/relation-isl.h"
#include "claims.h"

#include "../../internal.h"

#include <isl/ilp.h>
#include <isl/set.h>

typedef struct {
    ev *e;
    const lit *of;
    lcr_relation f;
    bool is; /* a function that is read, of all inputs within its bounds */
    quo *d;  /* of such a one: its inputs and outputs */
    sys_sum *in;
    lcr_map_text to;
} relation;

/* Inputs at which all of it is said; the rows say no more than the bounds, within which there is
 * an input, or isl is to look. */
static bool open(ev *e, const lit *of, relation *r)
{
    *r = (relation){.e = e, .of = of, .f = {.n = 1, .text = {of->word}, .of = {of}}};
    e->out->by = "relation";
    if (!lcr_relation_is_function(e, &r->f, &r->is))
        return false;
    if (!r->is)
        return true;
    r->d = lcr_quo_new(e->pool);
    r->in = lcr_lit_alloc(e->pool, r->f.nin, sizeof *r->in);
    if (!r->d || !r->in || !lcr_relation_inputs(r->d, &r->f, NULL, 'c', r->in) ||
        !lcr_relation_at(r->d, &r->f, r->in, &r->to))
        return false;
    size_t before = r->d->s.nrows;
    lcr_relation_say(r->d, &r->to);
    bool bounded = true;
    for (size_t k = 0; k < r->f.nin; k++)
        bounded = bounded && r->f.has_least[k] && r->f.has_most[k];
    for (size_t k = 0; bounded && k < r->f.nin; k++)
        bounded = lc_int_le(r->f.least[k], r->f.most[k]);
    r->is = bounded && (r->f.plain || r->d->s.nrows == before);
    return !r->d->s.failed;
}

static isl_map *map_of(const relation *r)
{
    return lcr_relation_map(r->e, &r->f);
}

/* The inputs and outputs are one each. */
static bool one_to_one(const relation *r, isl_map *map)
{
    return !map ? r->f.nin == 1 && r->f.nout == 1
                : isl_map_dim(map, isl_dim_in) == 1 && isl_map_dim(map, isl_dim_out) == 1;
}

/* ---- injective ---- */

/* x = y, digit by digit where neither carries. */
static void same_value(quo *d, sys_sum x, sys_sum y)
{
    sys_sum low[2];
    for (bool more = true; more;) {
        more = lcr_relation_digit(d, &x, &y, low);
        lcr_sys_add(&d->s, &low[0], lc_int_const(-1), &low[1]);
        lcr_sys_relate(&d->s, &low[0], SYS_EQ);
    }
}

static bool collisions(const relation *r)
{
    lcr_map_text to;
    quo *d = lcr_quo_copy(r->d);
    sys_sum *in = lcr_lit_alloc(r->e->pool, r->f.nin, sizeof *in);
    if (!d || !in || !lcr_relation_inputs(d, &r->f, NULL, 'd', in) ||
        !lcr_relation_at(d, &r->f, in, &to))
        return false;
    for (size_t k = 0; k < to.nout; k++)
        same_value(d, r->to.out[k], to.out[k]);
    for (size_t k = 0; k < r->f.nin; k++) {
        lcr_sys_add(&d->s, &in[k], lc_int_const(-1), &r->in[k]);
        if (!lcr_ev_relate(r->e, &d->s, &in[k], SYS_GT))
            return false;
        lcr_sys_relate(&d->s, &in[k], SYS_EQ);
    }
    return true;
}

/* A pair of different elements; the map is taken over. */
static bool different(const relation *r, isl_map *map)
{
    isl_space *space = isl_space_domain(isl_map_get_space(map));
    return lcr_relation_pairs_left(r->e, isl_map_intersect(map, isl_map_lex_lt(space)));
}

static bool collisions_in(const relation *r, isl_map *map)
{
    return different(r,
                     isl_map_apply_range(isl_map_copy(map), isl_map_reverse(isl_map_copy(map))));
}

bool lcr_ev_relation_injective(ev *e, const lit *x)
{
    relation r;
    if (!open(e, x, &r))
        return false;
    if (r.is)
        return collisions(&r);
    isl_map *map = map_of(&r);
    bool ok = map && collisions_in(&r, map);
    isl_map_free(map);
    return ok;
}

/* ---- ranges ---- */

/* What is in one of them only; all of `set`, which is taken over, is in the interval. */
static bool fills(const relation *r, isl_set *set, lc_int least, lc_int most)
{
    isl_set *all = lcr_relation_box(r->e->pool->isl, 1, &least, &most);
    if (!lcr_relation_is_simple(r->e, set)) {
        isl_set_free(set);
        isl_set_free(all);
        return false;
    }
    return lcr_relation_apart(r->e, set, all, true);
}

static bool values_within(const relation *r, lc_int least, lc_int most)
{
    return lcr_ev_outside(r->e, &r->d->s, &r->to.out[0], least, most);
}

bool lcr_ev_relation_within(ev *e, const lit *x, lc_int least, lc_int most)
{
    relation r;
    if (!open(e, x, &r))
        return false;
    if (r.is)
        return one_to_one(&r, NULL) ? values_within(&r, least, most) : lcr_ev_not(e);
    isl_map *map = map_of(&r);
    if (!map || !one_to_one(&r, map)) {
        isl_map_free(map);
        return lcr_ev_not(e);
    }
    return lcr_relation_left(e,
                             isl_set_subtract(isl_map_range(map),
                                              lcr_relation_box(e->pool->isl, 1, &least, &most)));
}

/* ---- each place once ---- */

/* The end of a set of integers, which is taken over. False: it has none; perhaps with an
 * error. */
static bool end_of(const relation *r, isl_set *set, bool last, lc_int *end)
{
    lcr_ctx *isl = r->e->pool->isl;
    isl_val *v = last ? isl_set_dim_max_val(set, 0) : isl_set_dim_min_val(set, 0);
    if (!v || !lcr_isl_ok(isl))
        lcr_isl_failed(isl, "the ends of a relation");
    else if (isl_val_is_int(v) == isl_bool_true)
        return lcr_int(isl, v, end);
    isl_val_free(v);
    return false;
}

/* The least and the largest input. */
static bool ends_of(const relation *r, isl_map *map, lc_int *least, lc_int *most)
{
    return end_of(r, isl_map_domain(isl_map_copy(map)), false, least) &&
           end_of(r, isl_map_domain(isl_map_copy(map)), true, most);
}

/* There are no inputs, or they have no end: they are no [0,n). */
static bool no_ends(ev *e)
{
    return lcr_ev_ok(e) && lcr_ev_condition(e, false, "the inputs have no ends");
}

/* A function that has all inputs within its bounds has an input below 0, or lacks an integer
 * below its first input. */
static bool not_from_0(const relation *r)
{
    lc_int least = r->f.least[0], zero = lc_int_const(0);
    bool below = lc_int_sign(least) < 0;
    sys s = lcr_sys_new(r->e->pool);
    const sys_sum x =
        lcr_sys_variable(lcr_sys_between(&s, 'c', below ? least : zero, r->f.most[0]));
    return lcr_ev_compare(r->e, &s, &x, SYS_LT, below ? zero : least);
}

/* isl's relation has the places [0,n), or, with `once`, as many as inputs, each of one value. */
static bool places_in(const relation *r, isl_map *map, const lc_int *n, bool once)
{
    lc_int least, most;
    ev *e = r->e;
    if (!once)
        return fills(r, isl_map_range(isl_map_copy(map)), lc_int_const(0),
                     lc_int_sub(e->pool->lc, *n, lc_int_const(1)));
    if (!ends_of(r, map, &least, &most))
        return no_ends(e);
    least = lc_int_const(0);
    return fills(r, isl_map_domain(isl_map_copy(map)), least, most) &&
           different(r, isl_map_apply_range(isl_map_reverse(isl_map_copy(map)),
                                            isl_map_copy(map))) &&
           collisions_in(r, map) && fills(r, isl_map_range(isl_map_copy(map)), least, most);
}

static bool places(const relation *r, const lc_int *n, bool once)
{
    isl_map *map = map_of(r);
    bool is = map && one_to_one(r, map);
    bool ok = is ? places_in(r, map, n, once) : lcr_ev_not(r->e);
    isl_map_free(map);
    return ok;
}

/* The inputs of a function, at least one, are [0,n) by its bounds. */
static bool is_from_0(const relation *r, lc_int *n)
{
    *n = lc_int_add(r->e->pool->lc, r->f.most[0], lc_int_const(1));
    return lc_int_is_zero(r->f.least[0]);
}

bool lcr_ev_relation_once_each(ev *e, const lit *x)
{
    relation r;
    lc_int n;
    if (!open(e, x, &r))
        return false;
    if (!r.is)
        return places(&r, NULL, true);
    if (!one_to_one(&r, NULL))
        return lcr_ev_not(e);
    if (!is_from_0(&r, &n))
        return not_from_0(&r);
    return values_within(&r, lc_int_const(0), r.f.most[0]) && collisions(&r);
}

/* ---- values ---- */

#define EVALUATIONS 1024

/* The one value at an input; false: none, or several, or an error. */
static bool value_at(const relation *r, isl_map *map, lc_int c, lc_int *value)
{
    lcr_map_text to;
    if (r->is) {
        quo *d = lcr_quo_new(r->e->pool);
        sys_sum *in = lcr_lit_alloc(r->e->pool, 1, sizeof *in);
        if (!d || !in)
            return false;
        in->constant = c;
        bool ok = lcr_relation_at(d, &r->f, in, &to) && d->s.n == 0;
        *value = ok ? to.out[0].constant : lc_int_const(0);
        return ok;
    }
    lc_int least;
    isl_set *image =
        isl_map_range(isl_map_intersect_domain(isl_map_copy(map),
                                               lcr_relation_box(r->e->pool->isl, 1, &c, &c)));
    bool is = end_of(r, isl_set_copy(image), false, &least) &&
              end_of(r, isl_set_copy(image), true, value);
    isl_set_free(image);
    return is && lc_int_eq(least, *value);
}

/* ---- surjective ---- */

#define LOOKED 256

/* The values of a function are looked at. YES: a value is not in [0,n); NO: one of these is none.
 * UNKNOWN: they are all there, or too many; perhaps with an error. */
static lcr_answer not_onto(const relation *r, lc_int inputs, lc_int n, lc_int *missing)
{
    lc_ctx *lc = r->e->pool->lc;
    bool has[LOOKED + 1] = {false};
    lc_int value;
    if (lc_int_lt(lc_int_const(LOOKED), inputs))
        return LCR_UNKNOWN;
    for (int64_t c = 0; c < lc_int_get_si(inputs); c++) {
        if (!value_at(r, NULL, lc_int_si(lc, c), &value))
            return LCR_UNKNOWN;
        if (lc_int_sign(value) < 0 || lc_int_le(n, value))
            return LCR_YES;
        if (lc_int_le(value, lc_int_const(LOOKED)))
            has[lc_int_get_si(value)] = true;
    }
    for (int64_t v = 0; v <= lc_int_get_si(inputs); v++) {
        *missing = lc_int_si(lc, v);
        if (!has[v])
            return lc_int_lt(*missing, n) ? LCR_NO : LCR_UNKNOWN;
    }
    return LCR_UNKNOWN;
}

/* No input has this value. */
static bool never(const relation *r, lc_int value)
{
    return lcr_ev_compare(r->e, &r->d->s, &r->to.out[0], SYS_EQ, value) &&
           lcr_ev_contrary(r->e, "a value is missing");
}

bool lcr_ev_relation_onto(ev *e, const lit *x, lc_int n)
{
    relation r;
    lc_int inputs, missing, last = lc_int_sub(e->pool->lc, n, lc_int_const(1));
    if (!open(e, x, &r))
        return false;
    if (!r.is || !one_to_one(&r, NULL) || !is_from_0(&r, &inputs))
        return places(&r, &n, false);
    if (lc_int_eq(inputs, n))
        return values_within(&r, lc_int_const(0), last) && collisions(&r);
    lcr_answer outside = not_onto(&r, inputs, n, &missing);
    if (lc_ctx_code(e->pool->lc) != LC_OK)
        return false;
    return outside == LCR_YES  ? values_within(&r, lc_int_const(0), last)
           : outside == LCR_NO ? never(&r, missing)
                               : places(&r, &n, false);
}

/* ---- is_linear, is_layout ---- */

typedef struct {
    const relation *r;
    isl_map *map;
} values;

static bool value_of(void *of, lc_int c, lc_int *value)
{
    const values *v = of;
    return value_at(v->r, v->map, c, value);
}

/* A value is negative, at a single bit, or there is not one at each of them. */
static bool no_columns(const relation *r)
{
    return r->is ? lcr_ev_relate(r->e, &r->d->s, &r->to.out[0], SYS_LT)
                 : lcr_ev_condition(r->e, false, "a value is missing, or negative");
}

static bool is_like(const relation *r, isl_map *map, lc_int n, bool linear)
{
    ev *e = r->e;
    values v = {r, map};
    size_t looks = EVALUATIONS;
    bool negative;
    if (linear && !lc_int_is_power_of_two(n))
        return lcr_ev_condition(e, false, "the size is no power of two");
    const lit *to = linear && !lc_int_is_one(n)
                        ? lcr_ev_linear_through(e, n, value_of, &v, &negative)
                        : lcr_ev_layout_through(e, n, value_of, &v, &looks);
    if (!lcr_ev_ok(e))
        return false;
    if (!to)
        return looks > 0 ? no_columns(r) : lcr_ev_not(e);
    return lcr_ev_is_graph(e, lcr_graph_of(e->pool, to, NULL, GRAPH_VALUES), r->of);
}

bool lcr_ev_relation_is_like(ev *e, const lit *x, bool linear)
{
    relation r;
    lc_int least = lc_int_const(0), most = least;
    if (!open(e, x, &r))
        return false;
    isl_map *map = r.is ? NULL : map_of(&r);
    bool ok = true, is = (r.is || map) && one_to_one(&r, map);
    if (is && r.is) {
        least = r.f.least[0];
        most = r.f.most[0];
    }
    bool ends = r.is || (is && ends_of(&r, map, &least, &most));
    if (is && !ends)
        ok = no_ends(e);
    else if (!is || lc_int_lt(most, least))
        ok = lcr_ev_not(e);
    else if (!lc_int_is_zero(least))
        ok = r.is ? not_from_0(&r)
                  : fills(&r, isl_map_domain(isl_map_copy(map)), lc_int_const(0), most);
    else
        ok = is_like(&r, map, lc_int_add(e->pool->lc, most, lc_int_const(1)), linear);
    isl_map_free(map);
    return ok;
}
