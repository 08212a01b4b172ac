/* relation-rows.c - what claims say of relations and sets: a row a claim, in isl's own maps.
 *
 * The places are the coordinates of a shape, the elements of a set, or the outputs of another
 * relation. Outputs and inputs are sets of a relation; "one to one" is that no output has two
 * inputs, "a function" that no input has two outputs. A relation from a box that follows integers
 * is one of its integral coordinate.
 */
#include "config.h"

#include "../sets/listed.h"
#include "../sets/relation.h"
#include "claims.h"

#include "../../internal.h"

#include <isl/aff.h>
#include <isl/ilp.h>
#include <stdio.h>
#include <string.h>

static bool is_single(isl_map *m)
{
    return lcr_rel_nin(m) == 1 && lcr_rel_nout(m) == 1;
}

static bool is_one_to_one(isl_map *m)
{
    return isl_map_is_injective(m) == isl_bool_true;
}

/* ---- boxes of numbers ---- */

/* (i, j, ..) -> i + n_0 j + ..., where all of the box is there; NULL: it is none. */
static isl_map *places_in_box(rel *t, isl_map *set)
{
    isl_set *inputs = lcr_rel_set(set), *box = isl_set_universe(isl_set_get_space(inputs));
    isl_local_space *space = isl_local_space_from_space(isl_set_get_space(inputs));
    isl_aff *place = isl_aff_zero_on_domain(space);
    isl_val *before = isl_val_one(t->r->isl);
    for (unsigned k = 0; k < (unsigned)lcr_rel_nout(set); k++) {
        isl_val *end = isl_set_dim_max_val(isl_set_copy(inputs), (int)k);
        if (isl_val_is_int(end) != isl_bool_true)
            box = isl_set_free(box);
        box = isl_set_lower_bound_si(box, isl_dim_set, k, 0);
        box = isl_set_upper_bound_val(box, isl_dim_set, k, isl_val_copy(end));
        place = isl_aff_set_coefficient_val(place, isl_dim_in, (int)k, isl_val_copy(before));
        before = isl_val_mul(before, isl_val_add_ui(end, 1));
    }
    isl_val_free(before);
    bool is = box && isl_set_is_equal(box, inputs) == isl_bool_true;
    isl_set_free(inputs);
    isl_map *map = isl_map_intersect_domain(isl_map_from_aff(place), box);
    return is ? lcr_rel_keep(t, map) : isl_map_free(map);
}

/* The relation of as many integers: of its integral coordinate, if it has to be; or NULL. */
static isl_map *takes(rel *t, isl_map *m, size_t values)
{
    if (!m || lcr_rel_nin(m) == values)
        return m;
    isl_map *place = values == 1 ? places_in_box(t, lcr_rel_domain(t, m)) : NULL;
    return lcr_rel_after(t, m, lcr_rel_inverse(t, place));
}

/* ---- one relation ---- */

static bool injective(rel *t)
{
    return lcr_rel_one_to_one(t, t->a);
}

/* The places are a box, each the output of one input. */
static bool bijective(rel *t)
{
    return lcr_rel_fills_box(t, lcr_rel_range(t, t->a)) && lcr_rel_is_function(t, t->a) &&
           lcr_rel_one_to_one(t, t->a);
}

static bool in_bounds(rel *t)
{
    return lcr_rel_goes_to(t, t->a, t->b);
}

/* Does isl find that a function has as many inputs as places, and these have ends? */
static bool has_as_many(isl_map *m, isl_map *all)
{
    isl_set *inputs = isl_map_domain(isl_map_copy(m)), *places = lcr_rel_set(all);
    bool is = is_single(m) && lcr_rel_nout(all) == 1 &&
              isl_set_is_equal(inputs, places) == isl_bool_true &&
              isl_set_is_bounded(places) == isl_bool_true &&
              isl_map_is_single_valued(m) == isl_bool_true;
    isl_set_free(inputs);
    isl_set_free(places);
    return is;
}

static bool is_onto(rel *t, isl_map *m, isl_map *all)
{
    return lcr_rel_goes_to(t, m, all) &&
           (has_as_many(m, all) ? lcr_rel_one_to_one(t, m)
                                : lcr_rel_in(t, all, lcr_rel_range(t, m)));
}

static bool surjective(rel *t)
{
    return is_onto(t, t->a, t->b);
}

/* The pairs whose outputs are below the guard, which has one, or _, for each. */
static isl_map *guarded(rel *t, isl_map *m, isl_map *guard)
{
    size_t n = lcr_rel_nout(guard);
    bool all = n == 1 && isl_map_involves_dims(guard, isl_dim_out, 0, 1) == isl_bool_false;
    if (!guard || all)
        return m;
    isl_space *pairs = isl_space_map_from_set(isl_space_range(isl_map_get_space(guard)));
    isl_map *below = isl_map_universe(pairs);
    for (unsigned k = 0; k < n; k++)
        if (isl_map_involves_dims(guard, isl_dim_out, k, 1) == isl_bool_true)
            below = isl_map_order_lt(below, isl_dim_in, (int)k, isl_dim_out, (int)k);
    return lcr_rel_to(t, m, lcr_rel_domain(t, lcr_rel_to(t, lcr_rel_keep(t, below), guard)));
}

static bool partitions(rel *t)
{
    isl_map *m = guarded(t, t->a, t->c);
    bool numbers = lcr_rel_nout(m) == 1 && lcr_rel_nout(t->b) > 1;
    isl_map *all = numbers ? lcr_rel_up_to(t, lcr_rel_range(t, places_in_box(t, t->b))) : t->b;
    return lcr_rel_is_function(t, m) && lcr_rel_one_to_one(t, m) && is_onto(t, m, all);
}

/* ---- what is reached ---- */

static bool covers(rel *t)
{
    return lcr_rel_in(t, t->b, t->a);
}

static bool contained(rel *t)
{
    return lcr_rel_in(t, t->a, t->b);
}

static bool aligned(rel *t)
{
    lc_int n;
    if (!lcr_ev_integer(t->s->arg[1], &n) || lc_int_is_size(n) || lc_int_sign(n) <= 0)
        return false;
    isl_space *line = isl_space_range(isl_map_get_space(t->a));
    isl_aff *x = isl_aff_var_on_domain(isl_local_space_from_space(line), isl_dim_set, 0);
    isl_map *times = isl_map_from_aff(isl_aff_scale_val(x, lcr_val(t->r, n)));
    return lcr_rel_goes_to(t, t->a, lcr_rel_range(t, lcr_rel_keep(t, times)));
}

static bool shared_is_0(rel *t, isl_map *a, isl_map *b)
{
    isl_map *shared = lcr_rel_shared(t, a, b);
    isl_map *zero = isl_map_universe(isl_map_get_space(shared));
    for (unsigned k = 0; k < lcr_rel_nout(shared); k++)
        zero = isl_map_fix_si(zero, isl_dim_out, k, 0);
    return lcr_rel_in(t, shared, lcr_rel_keep(t, zero));
}

static bool disjoint(rel *t)
{
    return shared_is_0(t, t->a, t->b);
}

/* Of places where one is a set. */
static bool equal(rel *t)
{
    const lit *x = t->s->arg[0], *y = t->s->arg[1];
    bool known, ok = lcr_written_same(t->e, x, y, NULL, &known);
    if (!ok || known)
        return ok;
    bool sets = x->set || y->set;
    isl_map *a = lcr_rel_keep(t, lcr_rel_argument(t, x, sets ? 'q' : 'm'));
    isl_map *b = lcr_rel_keep(t, lcr_rel_argument(t, y, sets ? 'q' : 'm'));
    return sets ? lcr_rel_in(t, a, b) && lcr_rel_in(t, b, a) : lcr_rel_same(t, a, b);
}

/* ---- composites and inverses ---- */

/* The last axes that a layout of coordinates does not name are 0. */
static isl_map *fill_axes(rel *t, isl_map *m, size_t values)
{
    size_t have = lcr_rel_nout(m);
    if (have >= values || t->s->arg[0]->kind != LIT_LAYOUT || !t->s->arg[0]->basis)
        return m;
    m = isl_map_insert_dims(isl_map_copy(m), isl_dim_out, (unsigned)have,
                            (unsigned)(values - have));
    for (; have < values; have++)
        m = isl_map_fix_si(m, isl_dim_out, (unsigned)have, 0);
    return lcr_rel_keep(t, m);
}

static bool goes_on(rel *t, isl_map *inner, isl_map *outer)
{
    return lcr_rel_goes_to(t, inner, lcr_rel_domain(t, outer));
}

static bool composes(rel *t)
{
    isl_map *b = t->c, *a = takes(t, t->b, lcr_rel_nout(b));
    isl_map *r = fill_axes(t, t->a, lcr_rel_nout(a));
    if (lcr_rel_nin(r) == 1)
        b = takes(t, b, 1);
    else
        r = takes(t, r, lcr_rel_nin(b));
    return goes_on(t, b, a) && lcr_rel_same(t, lcr_rel_after(t, a, b), r);
}

/* A(R(k)) is k, or none. */
static bool right_inverts(rel *t)
{
    isl_map *r = t->a, *a = takes(t, t->b, lcr_rel_nout(r)), *both = lcr_rel_after(t, a, r);
    return goes_on(t, r, a) && lcr_rel_nin(both) == lcr_rel_nout(both) &&
           lcr_rel_in(t, both, lcr_rel_keep(t, isl_map_identity(isl_map_get_space(both))));
}

/* A(L(A(c))) = A(c) */
static bool left_inverts(rel *t)
{
    isl_map *a = takes(t, t->b, lcr_rel_nout(t->a)), *l = takes(t, t->a, lcr_rel_nout(a));
    isl_map *back = lcr_rel_after(t, l, a);
    return goes_on(t, a, l) && goes_on(t, back, a) &&
           lcr_rel_same(t, lcr_rel_after(t, a, back), a);
}

/* ---- complements and divides ---- */

/* { x -> y : x comes before y }, the last coordinate being major. */
static isl_map *before(isl_space *inputs)
{
    isl_size n = isl_space_dim(inputs, isl_dim_set);
    isl_map *any = isl_map_universe(isl_space_map_from_set(inputs));
    isl_map *all = isl_map_empty(isl_map_get_space(any));
    for (isl_size k = 0; k < n; k++) {
        isl_map *part = isl_map_copy(any);
        for (isl_size j = k + 1; j < n; j++)
            part = isl_map_equate(part, isl_dim_in, (int)j, isl_dim_out, (int)j);
        all = isl_map_union(all, isl_map_order_lt(part, isl_dim_in, (int)k, isl_dim_out, (int)k));
    }
    isl_map_free(any);
    return all;
}

/* A later input of C has a larger value, which it has alone. */
static bool increases(rel *t, isl_map *c)
{
    isl_map *fall = isl_map_lex_ge(isl_space_range(isl_map_get_space(c)));
    isl_map *later = before(isl_space_domain(isl_map_get_space(c)));
    isl_map *both = isl_map_product(isl_map_copy(c), isl_map_copy(c));
    both = isl_map_intersect_range(both, isl_map_wrap(fall));
    both = lcr_rel_keep(t, isl_map_intersect_domain(both, isl_map_wrap(later)));
    return lcr_rel_none(t, both) && lcr_rel_is_function(t, c);
}

static bool complements(rel *t)
{
    isl_map *c = t->a, *a = t->b, *places = t->c;
    return lcr_rel_nout(c) == 1 && lcr_rel_nout(a) == 1 &&
           shared_is_0(t, lcr_rel_range(t, c), lcr_rel_range(t, a)) && increases(t, c) &&
           (!places || lcr_rel_in(t, places, lcr_rel_range(t, lcr_rel_sum(t, a, c))));
}

/* D at 0 in the inputs after the first ones. */
static isl_map *first_inputs(rel *t, isl_map *d, size_t first)
{
    isl_map *part = isl_map_copy(d);
    for (size_t k = lcr_rel_nin(d); k-- > first;) {
        part = isl_map_fix_si(part, isl_dim_in, (unsigned)k, 0);
        part = isl_map_project_out(part, isl_dim_in, (unsigned)k, 1);
    }
    return lcr_rel_keep(t, part);
}

/* Of A that is one to one: the first mode of D is A o T, and D has each value of A once; for
 * `exact`, which is the fourth argument, no other one. */
static bool divides_into(rel *t)
{
    isl_map *d = t->a, *a = takes(t, t->b, lcr_rel_nout(t->c));
    isl_map *of_d = lcr_rel_range(t, d), *of_a = lcr_rel_range(t, a);
    size_t first = lcr_rel_nin(t->c);
    return lcr_rel_nin(d) > first && is_one_to_one(a) &&
           lcr_rel_same(t, first_inputs(t, d, first), lcr_rel_after(t, a, t->c)) &&
           lcr_rel_one_to_one(t, lcr_rel_to(t, d, of_a)) && lcr_rel_in(t, of_a, of_d) &&
           (t->s->n < 4 || lcr_rel_in(t, of_d, of_a));
}

/* ---- layouts ---- */

/* R(x + y) = R(x) + R(y), on a box. */
static bool adds(rel *t, isl_map *m)
{
    isl_map *inputs = lcr_rel_domain(t, m), *apart = lcr_rel_sum(t, m, m);
    isl_map *all = lcr_rel_keep(t, isl_map_identity(isl_space_map_from_set(
                                       isl_space_domain(isl_map_get_space(m)))));
    isl_map *at = lcr_rel_after(t, m, lcr_rel_sum(t, all, all));
    return lcr_rel_some(t, inputs) && lcr_rel_fills_box(t, inputs) && lcr_rel_is_function(t, m) &&
           lcr_rel_in(t, lcr_rel_at(t, at, lcr_rel_domain(t, apart)), apart);
}

/* The one value at an input; false: none, or several, or an error. */
static bool value_at(void *of, lc_int c, lc_int *value)
{
    rel *t = of;
    isl_set *at =
        isl_map_range(isl_map_fix_val(isl_map_copy(t->a), isl_dim_in, 0, lcr_val(t->r, c)));
    isl_val *most = isl_set_dim_max_val(isl_set_copy(at), 0);
    isl_val *least = isl_set_dim_min_val(at, 0);
    bool is = isl_val_is_int(most) == isl_bool_true && isl_val_eq(least, most) == isl_bool_true;
    isl_val_free(least);
    if (is)
        return lcr_int(t->r, most, value);
    isl_val_free(most);
    return false;
}

/* An input is none of a function, or a value is negative. */
static bool is_partial(rel *t)
{
    isl_map *below = lcr_rel_keep(t,
                                  isl_map_upper_bound_si(isl_map_copy(t->a), isl_dim_out, 0, -1));
    return isl_map_is_empty(below) == isl_bool_false
               ? lcr_rel_none(t, below)
               : lcr_ev_condition(t->e, false, "a value is missing");
}

#define EVALUATIONS 1024

/* The layout, or the linear layout, that has the values of the relation at some inputs is it. */
static bool is_like(rel *t, bool linear)
{
    lc_int n;
    size_t looks = EVALUATIONS;
    bool negative;
    if (!is_single(t->a))
        return false;
    isl_val *end = isl_set_dim_max_val(isl_map_domain(isl_map_copy(t->a)), 0);
    if (isl_val_is_int(end) != isl_bool_true) {
        isl_val_free(end);
        return lcr_ev_condition(t->e, false, "the inputs have no ends");
    }
    if (!lcr_int(t->r, isl_val_add_ui(end, 1), &n))
        return false;
    if (lc_int_le(n, lc_int_const(0)))
        return lcr_ev_condition(t->e, false, "an input is negative");
    if (linear && !lc_int_is_power_of_two(n))
        return lcr_ev_condition(t->e, false, "the size is no power of two");
    const lit *to = linear && !lc_int_is_one(n)
                        ? lcr_ev_linear_through(t->e, n, value_at, t, &negative)
                        : lcr_ev_layout_through(t->e, n, value_at, t, &looks);
    if (!lcr_ev_ok(t->e) || (!to && looks == 0))
        return false;
    return to ? lcr_ev_is_relation_of(t->e, to, t->s->arg[0]) : is_partial(t);
}

static bool is_layout(rel *t)
{
    return t->e->pool->sizes ? adds(t, t->a) : is_like(t, false);
}

static bool is_linear(rel *t)
{
    return !t->e->pool->sizes && is_like(t, true);
}

static bool admissible(rel *t)
{
    return goes_on(t, t->b, t->a) && adds(t, lcr_rel_after(t, t->a, t->b));
}

/* ---- the table ---- */

#define SAYS(what) '.', what, NULL, NULL

const rel_row lcr_rel_claims[] = {
    {"admissible", 2, "mm", SAYS(admissible), OF_NO_WITNESS},
    {"aligned", 2, "m.", SAYS(aligned), 0},
    {"bijective", 1, "m", SAYS(bijective), 0},
    {"compact", 1, "m", SAYS(bijective), 0},
    {"complements", 2, "mmp", SAYS(complements), 0},
    {"composes", 3, "mmm", SAYS(composes), 0},
    {"contained", 2, "rr", SAYS(contained), 0},
    {"covers", 2, "rq", SAYS(covers), 0},
    {"disjoint", 2, "rr", SAYS(disjoint), 0},
    {"divides_into", 3, "mmm.", SAYS(divides_into), 0},
    {"equal", 2, "..", SAYS(equal), OF_RELATIONS_ALONE},
    {"equiv", 2, "..", SAYS(equal), OF_RELATIONS_ALONE},
    {"fits", 2, "mp", SAYS(in_bounds), 0},
    {"in_bounds", 2, "mp", SAYS(in_bounds), 0},
    {"injective", 1, "m", SAYS(injective), 0},
    {"is_layout", 1, "m", SAYS(is_layout), OF_NO_WITNESS},
    {"is_linear", 1, "m", SAYS(is_linear), OF_NO_WITNESS},
    {"left_inverts", 2, "mm", SAYS(left_inverts), 0},
    {"partitions", 2, "mpi", SAYS(partitions), 0},
    {"right_inverts", 2, "mm", SAYS(right_inverts), 0},
    {"surjective", 2, "mp", SAYS(surjective), 0},
    {NULL, 0, NULL, SAYS(NULL), 0},
};

/* ---- claims with relations ---- */

bool lcr_ev_by_maps(ev *e, const lcr_statement *c)
{
    return lcr_ev_related(e, lcr_rel_row(lcr_rel_claims, c->claim, c->n), c);
}

/* Is it a claim of relations, as isl's maps? */
static bool is_of_maps(const lit_pool *pool, const lcr_statement *c)
{
    const rel_row *row = lcr_rel_row(lcr_rel_claims, c->claim, c->n);
    if (!row || row->when == OF_NO_WITNESS)
        return row && !c->witness;
    return row->when != OF_RELATIONS_ALONE || pool->sizes || c->arg[0]->set || c->arg[1]->set ||
           c->arg[0]->kind == c->arg[1]->kind;
}

/* Relations in the place of functions, of which all values stand for them: the arguments with
 * them; NULL: there are none, or an error. */
static const lcr_statement *listed(lit_pool *pool, const ev_row *row, const lcr_statement *of)
{
    lcr_evidence none;
    ev e = {pool, &none, false};
    bool some = false;
    lcr_statement *s = lcr_lit_alloc(pool, 1, sizeof *s);
    if (!s)
        return NULL;
    *s = *of;
    for (size_t i = 0; row && i < s->n; i++) {
        bool is = strchr("xf", row->args[i]) && s->arg[i]->kind == LIT_RELATION;
        const lit *a = is ? lcr_listed(&e, s->arg[i]) : NULL;
        s->arg[i] = a ? a : s->arg[i];
        some = some || a;
    }
    return some ? s : NULL;
}

/* By the values of relations, which there may be where the sets of relations are none; what
 * failed before fails again. */
static bool by_values(lit_pool *pool, const ev_row *row, const lcr_statement *claim,
                      lcr_evidence *evidence)
{
    char why[512];
    lc_code code = lc_ctx_code(pool->lc);
    snprintf(why, sizeof why, "%s", lc_ctx_message(pool->lc));
    lc_ctx_reset(pool->lc);
    const lcr_statement *s = listed(pool, row, claim);
    if (s)
        return lcr_ev_state(pool, row, s, evidence);
    if (lc_ctx_code(pool->lc) == LC_ERR_MEMORY)
        return false;
    lc_ctx_reset(pool->lc);
    return code == LC_OK || lc_fail(pool->lc, code, "%s", why);
}

bool lcr_ev_of_relations(lit_pool *pool, const ev_row *row, const lcr_statement *claim,
                         bool missing, lcr_evidence *evidence)
{
    ev_row maps = {.rule = NULL};
    if (row && !missing && is_of_maps(pool, claim)) {
        maps = *row;
        maps.rule = lcr_ev_by_maps;
    }
    bool ok = lcr_ev_state(pool, maps.rule ? &maps : row, claim, evidence);
    lc_code code = lc_ctx_code(pool->lc);
    bool open = ok ? pool->looks || !evidence->by : code == LC_ERR_LIMIT || code == LC_ERR_BUDGET;
    return open ? by_values(pool, row, claim, evidence) : ok;
}
