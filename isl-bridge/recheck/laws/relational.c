/* relational.c - the algebra of relations and sets.
 *
 * isl reads the arguments and the value, does the operation on its own maps, and what is in one
 * of the two results only is put as sets. What the value is made of is not looked at: a
 * complement is judged by what it has to do.
 */
#include "config.h"

#include "laws.h"
#include "../sets/relation-isl.h"

#include "../../internal.h"

#include <isl/ilp.h>
#include <isl/map.h>
#include <isl/set.h>

/* The maps of the arguments and the value, which are freed together. */
typedef struct {
    ev *e;
    isl_map *x, *y, *value;
} operands;

/* 0 <= c_k < extent[k], a set. */
static isl_map *box(ev *e, const lit *shape)
{
    lcr_ctx *r = e->pool->isl;
    lcr_begin(r);
    isl_set *set = isl_set_universe(isl_space_set_alloc(r->isl, 0, (unsigned)shape->n));
    for (unsigned k = 0; k < shape->n; k++) {
        lc_int last = lc_int_sub(e->pool->lc, shape->extent[k], lc_int_const(1));
        set = isl_set_lower_bound_si(set, isl_dim_set, k, 0);
        set = isl_set_upper_bound_val(set, isl_dim_set, k, lcr_val(r, last));
    }
    return isl_map_from_range(set);
}

/* A tuple is a box where a set is meant, else a compact layout. */
static isl_map *map_of(ev *e, const lit *a, bool set)
{
    if (a->kind == LIT_TUPLE && set)
        return !a->any ? box(e, a) : NULL;
    a = lcr_ev_layout(e, a);
    return a ? lcr_relation_of_literal(e, a) : NULL;
}

static void clear(operands *o)
{
    isl_map_free(o->x);
    isl_map_free(o->y);
    isl_map_free(o->value);
}

/* False: an error, or no evidence. */
static bool open(ev *e, const lcr_statement *s, bool with_set, operands *o)
{
    *o = (operands){.e = e};
    e->out->by = "relation";
    if (s->value->kind != LIT_RELATION || !e->pool->isl)
        return false;
    bool sets = with_set && s->value->set && s->arg[0]->kind == LIT_TUPLE;
    o->x = map_of(e, s->arg[0], sets);
    if (o->x && s->n > 1)
        o->y = map_of(e, s->arg[1], with_set);
    if (o->x && (s->n < 2 || o->y))
        o->value = lcr_relation_of_literal(e, s->value);
    return o->value != NULL;
}

/* Operations that isl has, too. */
enum {
    DOMAIN,
    RANGE,
    IMAGE,
    RESTRICT,
    GUARD,
    UNION,
    INTERSECT,
    DIFFERENCE,
    SAME,
    REVERSE,
    LEAST_REVERSE
};

static isl_map *result_of(const operands *o, int what)
{
    isl_map *x = isl_map_copy(o->x), *y = isl_map_copy(o->y);
    switch (what) {
    case DOMAIN: return isl_map_from_range(isl_map_domain(x));
    case RANGE: return isl_map_from_range(isl_map_range(x));
    case IMAGE: return isl_map_apply_range(y, x);
    case RESTRICT: return isl_map_intersect_domain(x, isl_map_range(y));
    case GUARD: return isl_map_from_range(isl_map_domain(isl_map_apply_range(y, x)));
    case UNION: return isl_map_union(x, y);
    case INTERSECT: return isl_map_intersect(x, y);
    case DIFFERENCE: return isl_map_subtract(x, y);
    case REVERSE: return isl_map_reverse(x);
    case LEAST_REVERSE: return isl_map_lexmin(isl_map_reverse(x));
    default: return x;
    }
}

/* The value is what isl's operation gives. */
static bool is(ev *e, const lcr_statement *s)
{
    operands o;
    bool ok = false;
    bool with_set = s->how != GUARD && (s->how == IMAGE || s->how == RESTRICT || s->value->set);
    if (open(e, s, with_set, &o)) {
        isl_map *want = result_of(&o, s->how);
        ok = want ? lcr_relation_same(e, want, o.value)
                  : lcr_isl_failed(e->pool->isl, "a relation") == LCR_YES;
        isl_map_free(want);
    } else if (lcr_ev_ok(e)) {
        ok = lcr_ev_not(e);
    }
    clear(&o);
    return ok;
}

/* ---- sums ---- */

static bool concat(ev *e, const lcr_statement *s)
{
    isl_map *all = NULL;
    bool ok = s->value->kind == LIT_RELATION && e->pool->isl != NULL;
    e->out->by = "relation";
    for (size_t i = 0; ok && i < s->n; i++) {
        isl_map *next = map_of(e, s->arg[i], false);
        isl_map *more = !next ? NULL : !all ? isl_map_copy(next) : lcr_relation_sum(all, next);
        isl_map_free(next);
        isl_map_free(all);
        all = more;
        ok = all != NULL;
    }
    isl_map *value = ok ? lcr_relation_of_literal(e, s->value) : NULL;
    if (value)
        ok = lcr_relation_same(e, all, value);
    else
        ok = lcr_ev_ok(e) && lcr_ev_not(e);
    isl_map_free(all);
    isl_map_free(value);
    return ok;
}

/* ---- complements ---- */

/* Two inputs of one output. */
static isl_map *collisions(isl_map *m)
{
    isl_map *meet = isl_map_apply_range(isl_map_copy(m), isl_map_reverse(isl_map_copy(m)));
    return isl_map_intersect(meet, isl_map_lex_lt(isl_space_domain(isl_map_get_space(m))));
}

/* [0,n) without the outputs. */
static isl_set *left_of(ev *e, isl_map *m, lc_int n)
{
    lcr_ctx *r = e->pool->isl;
    isl_set *all = isl_set_universe(isl_space_set_alloc(r->isl, 0, 1));
    all = isl_set_lower_bound_si(all, isl_dim_set, 0, 0);
    all = isl_set_upper_bound_val(all, isl_dim_set, 0, isl_val_sub_ui(lcr_val(r, n), 1));
    return isl_set_subtract(all, isl_map_range(isl_map_copy(m)));
}

/* One more than the last output. False: there is none, or an error. */
static bool end_of(ev *e, isl_map *m, lc_int *end)
{
    lcr_ctx *r = e->pool->isl;
    isl_val *last = isl_set_dim_max_val(isl_map_range(isl_map_copy(m)), 0);
    if (isl_val_is_int(last) == isl_bool_true)
        return lcr_int(r, isl_val_add_ui(last, 1), end);
    isl_val_free(last);
    return false;
}

/* Copies of the values, moved by those of the complement, are disjoint and leave no gap. */
static bool complement(ev *e, const lcr_statement *s)
{
    lc_int n;
    lcr_statement one = *s;
    operands o;
    one.n = 1;
    bool ok = open(e, &one, false, &o);
    bool alike = ok && isl_map_dim(o.x, isl_dim_out) == 1 &&
                 isl_map_dim(o.value, isl_dim_out) == 1 &&
                 (s->n > 1 ? lcr_ev_integer(s->arg[1], &n) : end_of(e, o.x, &n));
    if (alike) {
        isl_map *copies = lcr_relation_sum(o.x, o.value);
        ok = lcr_relation_pairs_left(e, collisions(copies)) &&
             lcr_relation_left(e, left_of(e, copies, n));
        isl_map_free(copies);
    } else {
        ok = lcr_ev_ok(e) && lcr_ev_not(e);
    }
    clear(&o);
    return ok;
}

/* ---- divides and products ---- */

/* whole: (x, y) -> part(x) + t(y); the map t, NULL: isl has failed. Both stay. */
static isl_map *moved_by(isl_map *part, isl_map *whole)
{
    isl_size nx = isl_map_dim(part, isl_dim_in), all = isl_map_dim(whole, isl_dim_in);
    isl_map *minus = isl_map_neg(isl_map_copy(part));
    minus = isl_map_insert_dims(minus, isl_dim_in, (unsigned)nx, (unsigned)(all - nx));
    isl_map *t = isl_map_sum(isl_map_copy(whole), minus);
    return isl_map_project_out(t, isl_dim_in, 0, (unsigned)nx);
}

/* It is so, with one t for each y, but for values that are not `within` (NULL: all are), which
 * the whole lacks: what is left of this is added to the evidence. */
static bool is_moved(ev *e, isl_map *part, isl_map *whole, isl_map *t, isl_set *within)
{
    isl_map *all = lcr_relation_sum(part, t);
    if (within)
        all = isl_map_intersect_range(all, isl_set_copy(within));
    bool ok = lcr_relation_same(e, all, whole);
    isl_map_free(all);
    return ok;
}

static bool alike(const operands *o, isl_map *part, isl_map *other)
{
    return isl_map_dim(part, isl_dim_out) == 1 &&
           isl_map_dim(o->value, isl_dim_in) >= isl_map_dim(part, isl_dim_in) && other != NULL;
}

/* Copies of A, one for each input of B; those that begin elsewhere share nothing. */
static bool product(ev *e, const lcr_statement *s)
{
    operands o;
    bool ok = open(e, s, false, &o);
    if (ok && alike(&o, o.x, o.y) && isl_map_dim(o.value, isl_dim_out) == 1) {
        isl_map *t = moved_by(o.x, o.value);
        isl_map *places = isl_set_identity(isl_map_range(isl_map_copy(t)));
        isl_map *copies = lcr_relation_sum(o.x, places);
        ok = is_moved(e, o.x, o.value, t, NULL) && lcr_relation_pairs_left(e, collisions(copies));
        isl_map_free(copies);
        isl_map_free(places);
        isl_map_free(t);
    } else {
        ok = lcr_ev_ok(e) && lcr_ev_not(e);
    }
    clear(&o);
    return ok;
}

/* Of A that is one to one: the coordinates are those of B, moved, each once; copies that leave
 * the inputs of A lack the pairs there. */
static bool divide(ev *e, const lcr_statement *s)
{
    operands o;
    bool ok = open(e, s, false, &o) && isl_map_is_injective(o.x) == isl_bool_true;
    if (ok && alike(&o, o.y, o.x)) {
        isl_map *place = isl_map_apply_range(isl_map_copy(o.value),
                                             isl_map_reverse(isl_map_copy(o.x)));
        isl_map *t = moved_by(o.y, place);
        isl_set *inputs = isl_map_domain(isl_map_copy(o.x));
        isl_set *left = isl_set_subtract(isl_set_copy(inputs),
                                         isl_map_range(isl_map_copy(place)));
        ok = is_moved(e, o.y, place, t, inputs) &&
             lcr_relation_pairs_left(e, collisions(place)) && lcr_relation_left(e, left);
        isl_set_free(inputs);
        isl_map_free(t);
        isl_map_free(place);
    } else {
        ok = lcr_ev_ok(e) && lcr_ev_not(e);
    }
    clear(&o);
    return ok;
}

/* ---- parts and sizes ---- */

static bool slice(ev *e, const lcr_statement *s)
{
    const lit *at = s->arg[1];
    lcr_statement one = *s;
    operands o;
    one.n = 1;
    bool ok = open(e, &one, false, &o);
    if (ok && at->kind == LIT_TUPLE && isl_map_dim(o.x, isl_dim_in) == (isl_size)at->n) {
        isl_map *here = isl_map_copy(o.x);
        for (unsigned k = (unsigned)at->n; k-- > 0;)
            if (!at->any || !at->any[k]) {
                here = isl_map_fix_val(here, isl_dim_in, k, lcr_val(e->pool->isl, at->extent[k]));
                here = isl_map_project_out(here, isl_dim_in, k, 1);
            }
        ok = lcr_relation_same(e, here, o.value);
        isl_map_free(here);
    } else {
        ok = lcr_ev_ok(e) && lcr_ev_not(e);
    }
    clear(&o);
    return ok;
}

/* The value is an integer that isl finds, too. */
static bool is_number(ev *e, const lcr_statement *s, isl_val *of(isl_map *))
{
    lc_int n;
    lcr_ctx *r = e->pool->isl;
    isl_map *m = r ? lcr_relation_of_literal(e, s->arg[0]) : NULL;
    e->out->by = "relation";
    if (!m || !lcr_ev_integer(s->value, &n)) {
        isl_map_free(m);
        return lcr_ev_ok(e) && lcr_ev_not(e);
    }
    isl_val *found = of(m), *said = lcr_val(r, n);
    isl_bool same = isl_val_eq(found, said);
    isl_val_free(found);
    isl_val_free(said);
    isl_map_free(m);
    if (same == isl_bool_error)
        return lcr_isl_failed(r, "the size of a relation") == LCR_YES;
    return lcr_ev_condition(e, same == isl_bool_true, "it has another size");
}

static isl_val *count(isl_map *m)
{
    isl_set *pairs = isl_map_wrap(isl_map_copy(m));
    isl_val *n = isl_set_count_val(pairs);
    isl_set_free(pairs);
    return n;
}

static isl_val *end(isl_map *m)
{
    return isl_val_add_ui(isl_set_dim_max_val(isl_map_range(isl_map_copy(m)), 0), 1);
}

static bool size(ev *e, const lcr_statement *s)
{
    return is_number(e, s, count);
}

static bool cosize(ev *e, const lcr_statement *s)
{
    return is_number(e, s, end);
}

const ev_row lcr_laws_relational[] = {
    {"coalesce", 1, "x", is, OF_RELATIONS, SAME},
    {"complement", 1, "x.", complement, OF_RELATIONS, 0},
    {"concat", 1, "x*", concat, OF_RELATIONS, 0},
    {"cosize", 1, "x", cosize, OF_RELATIONS, 0},
    {"difference", 2, "..", is, OF_RELATIONS | OF_LAYOUTS, DIFFERENCE},
    {"domain", 1, ".", is, OF_RELATIONS | OF_LAYOUTS, DOMAIN},
    {"guard", 2, "xx", is, OF_RELATIONS | OF_LAYOUTS, GUARD},
    {"image", 2, "..", is, OF_RELATIONS | OF_LAYOUTS, IMAGE},
    {"intersect", 2, "..", is, OF_RELATIONS | OF_LAYOUTS, INTERSECT},
    {"inverse", 1, "x", is, OF_RELATIONS, REVERSE},
    {"left_inverse", 1, "x", is, OF_RELATIONS, REVERSE},
    {"logical_divide", 2, "xx", divide, OF_RELATIONS, 0},
    {"logical_product", 2, "xx", product, OF_RELATIONS, 0},
    {"range", 1, ".", is, OF_RELATIONS | OF_LAYOUTS, RANGE},
    {"restrict", 2, "..", is, OF_RELATIONS | OF_LAYOUTS, RESTRICT},
    {"right_inverse", 1, "x", is, OF_RELATIONS, LEAST_REVERSE},
    {"size", 1, "x", size, OF_RELATIONS, 0},
    {"slice", 2, "x.", slice, OF_RELATIONS, 0},
    {"union", 2, "..", is, OF_RELATIONS | OF_LAYOUTS, UNION},
    {NULL, 0, NULL, NULL, 0, 0},
};
