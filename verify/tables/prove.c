/* prove.c - the contrary of claims as sets without points. */
#include "config.h"

#include <string.h>

#include "layout-map.h"
#include "tables.h"

bool lcv_never(lcv_solver *v, const lcv_constraint *where, size_t n,
               const lcv_condition *const *all)
{
    size_t before = v->nclauses;
    const lcv_constraint *more = NULL;
    if (before + n > LCV_MAX_CLAUSES || v->s->failed)
        return false;
    for (size_t i = 0; i < n; i++) {
        if (all[i]->n == 1) { /* one case is no question of its own */
            bool never;
            more = lcv_joined(v->s, more, all[i]->of[0], &never);
            if (never)
                return true;
        } else {
            v->clause[v->nclauses++] = all[i];
        }
    }
    where = lcv_solver_products(v, where, more);
    bool nowhere = !v->s->failed && lcv_solve(v, where, NULL) == LCV_NOWHERE;
    v->nclauses = before;
    return nowhere;
}

bool lcv_never_so(lcv_solver *v, const lcv_constraint *where, lcv_op op, const lcv_sum *a,
                  const lcv_sum *b)
{
    lcv_condition is = {0};
    const lcv_condition *all = &is;
    if (a && b)
        is = lcv_solver_compared(v, where, op, a, b);
    return a && b && !v->s->failed && (is.n == 0 || lcv_never(v, where, 1, &all));
}

static bool open_claim(lcv_solver *v, const char *why)
{
    if (!v->open)
        v->open = why;
    return false;
}

/* ---- arguments ---- */

static void enter(lcv_solver *v, const lcv_argument *a)
{
    v->l.scope = a->scope;
    v->l.source = a->source;
    v->l.ncoordinates = 0;
}

static bool lower(lcv_solver *v, size_t i, lcv_lowered *out)
{
    enter(v, &v->p->argument[i]);
    return lcv_lower_map(&v->l, v->p->argument[i].ast, out);
}

/* A map with the coordinates of another one, as far as these go. */
static bool lower_beside(lcv_solver *v, const lcv_argument *of, const lcv_ast *map,
                         const lcv_lowered *other, lcv_lowered *out)
{
    enter(v, of);
    v->l.nshared = other->nin;
    v->l.shared = other->coordinate;
    bool ok = lcv_lower_map(&v->l, map, out);
    v->l.nshared = 0;
    return ok;
}

/* A shape: integers without cases. */
static bool sizes(lcv_solver *v, size_t i, size_t *n, const lcv_sum *size[LCV_MAX_VALUES])
{
    enter(v, &v->p->argument[i]);
    const lcv_cases *cases = lcv_lower(&v->l, v->p->argument[i].ast);
    if (!cases || cases->nvalues > LCV_MAX_VALUES)
        return false;
    if (cases->n != 1 || !cases->of[0].value)
        return open_claim(v, "a bound that falls into cases");
    *n = cases->nvalues;
    memcpy(size, cases->of[0].value, *n * sizeof *size);
    return true;
}

static bool has_values(lcv_solver *v, const lcv_lowered *map)
{
    for (size_t i = 0; i < map->cases->n; i++)
        if (!map->cases->of[i].value && !lcv_never(v, map->cases->of[i].when, 0, NULL))
            return open_claim(v, "it was not shown that the map has a value at each coordinate");
    return true;
}

static const lcv_sum *of(const lcv_solver *v, size_t unknown)
{
    return lcv_sum_unknown(v->s, unknown);
}

/* ---- claims about one map ---- */

/* Is fits proved: is each value one of the type? */
static bool fits(lcv_solver *v, const lcv_lowered *map)
{
    const int64_t far = INT64_MAX / 2; /* sums of larger numbers do not fit */
    const lcv_sum *least = lcv_sum_number(v->s, v->p->least < -far ? -far : v->p->least);
    const lcv_sum *most = lcv_sum_number(v->s, v->p->most > far ? far : v->p->most);
    for (size_t i = 0; least && most && i < map->cases->n; i++) {
        const lcv_case *c = &map->cases->of[i];
        if (c->value && (!lcv_never_so(v, c->when, LCV_OP_LT, c->value[0], least) ||
                         !lcv_never_so(v, c->when, LCV_OP_GT, c->value[0], most)))
            return open_claim(v, "it was not shown that all values are numbers of the type");
    }
    return least && most;
}

static bool in_bounds(lcv_solver *v, const lcv_lowered *map, size_t n, const lcv_sum *const *size)
{
    const lcv_sum *zero = lcv_sum_number(v->s, 0);
    for (size_t i = 0; zero && i < map->cases->n; i++) {
        const lcv_case *c = &map->cases->of[i];
        for (size_t k = 0; c->value && k < n; k++)
            if (!lcv_never_so(v, c->when, LCV_OP_LT, c->value[k], zero) ||
                !lcv_never_so(v, c->when, LCV_OP_GE, c->value[k], size[k]))
                return open_claim(v, "it was not shown that all values are within the bounds");
    }
    return zero != NULL;
}

/* The values of two cases are the same. */
static lcv_condition same_values(lcv_solver *v, const lcv_constraint *where, size_t n,
                                 const lcv_case *a, const lcv_case *b)
{
    lcv_condition made = lcv_always();
    for (size_t k = 0; k < n; k++) {
        lcv_condition one = lcv_solver_compared(v, where, LCV_OP_EQ, a->value[k], b->value[k]);
        made = lcv_both(v->s, &made, &one);
    }
    return made;
}

static lcv_condition other_coordinate(lcv_solver *v, const lcv_lowered *a, const lcv_lowered *b)
{
    lcv_condition made = {0};
    for (size_t i = 0; i < a->nin; i++) {
        lcv_condition one = lcv_compared(v->s, LCV_OP_NE, of(v, a->coordinate[i]),
                                         of(v, b->coordinate[i]));
        lcv_either(v->s, &made, &one);
    }
    return made;
}

/* The values of two cases are never the same where `also` is so, or one of them has none. */
static bool never_same(lcv_solver *v, size_t n, const lcv_case *x, const lcv_case *y,
                       const lcv_condition *also)
{
    bool never;
    if (!x->value || !y->value)
        return true;
    const lcv_constraint *where = lcv_joined(v->s, x->when, y->when, &never);
    lcv_condition same = same_values(v, where, n, x, y);
    const lcv_condition *all[2] = {&same, also};
    return never || same.n == 0 || also->n == 0 || lcv_never(v, where, 2, all);
}

static bool injective(lcv_solver *v, const lcv_lowered *a, const lcv_lowered *b)
{
    lcv_condition differ = other_coordinate(v, a, b);
    for (size_t i = 0; i < a->cases->n; i++)
        for (size_t k = i; k < b->cases->n; k++) {
            const lcv_case *x = &a->cases->of[i], *y = &b->cases->of[k];
            if (!never_same(v, a->cases->nvalues, x, y, &differ))
                return open_claim(v, "it was not shown that no two coordinates have one value");
        }
    return !v->s->failed;
}

/* ---- claims about two maps ---- */

static lcv_condition not_zero(lcv_solver *v, size_t n, const lcv_case *c)
{
    const lcv_sum *zero = lcv_sum_number(v->s, 0);
    lcv_condition made = {0};
    for (size_t k = 0; zero && k < n; k++) {
        lcv_condition one = lcv_compared(v->s, LCV_OP_NE, c->value[k], zero);
        lcv_either(v->s, &made, &one);
    }
    return made;
}

static bool disjoint(lcv_solver *v, const lcv_lowered *a, const lcv_lowered *b)
{
    for (size_t i = 0; i < a->cases->n; i++)
        for (size_t k = 0; k < b->cases->n; k++) {
            const lcv_case *x = &a->cases->of[i], *y = &b->cases->of[k];
            if (!x->value || !y->value)
                continue;
            lcv_condition some = not_zero(v, a->cases->nvalues, x);
            if (!never_same(v, a->cases->nvalues, x, y, &some))
                return open_claim(v, "it was not shown that the maps share no value");
        }
    return !v->s->failed;
}

/* No coordinate of a, which are those of b, is outside of the domain of b. */
static bool within(lcv_solver *v, const lcv_lowered *a, const lcv_lowered *b)
{
    static const size_t most = 32;
    lcv_condition outside[32];
    const lcv_condition *all[32];
    if (b->domain.n > most)
        return open_claim(v, "a domain of many cases");
    for (size_t k = 0; k < b->domain.n; k++) {
        outside[k] = (lcv_condition){0};
        for (const lcv_constraint *c = b->domain.of[k]; c; c = c->next) {
            const lcv_sum *zero = lcv_sum_number(v->s, 0);
            lcv_condition one = {0};
            if (zero)
                one = lcv_compared(v->s, c->equality ? LCV_OP_NE : LCV_OP_LT, c->sum, zero);
            lcv_either(v->s, &outside[k], &one);
        }
        all[k] = &outside[k];
    }
    for (size_t i = 0; i < a->domain.n; i++) {
        if (!lcv_never(v, a->domain.of[i], b->domain.n, all))
            return open_claim(v, "it was not shown that the maps have the same coordinates");
    }
    return !v->s->failed;
}

/* Are maps with the same unknowns for coordinates equivalent? */
static bool equivalent(lcv_solver *v, const lcv_lowered *a, const lcv_lowered *b)
{
    if (a->nin != b->nin || a->cases->nvalues != b->cases->nvalues)
        return open_claim(v, "maps of other coordinates or values");
    if (!within(v, a, b) || !within(v, b, a))
        return false;
    for (size_t i = 0; i < a->cases->n; i++)
        for (size_t k = 0; k < b->cases->n; k++) {
            const lcv_case *x = &a->cases->of[i], *y = &b->cases->of[k];
            lcv_condition differ = {0};
            const lcv_condition *all = &differ;
            bool never;
            if (!x->value || !y->value)
                continue;
            const lcv_constraint *where = lcv_joined(v->s, x->when, y->when, &never);
            for (size_t j = 0; j < a->cases->nvalues; j++) {
                lcv_condition one = lcv_solver_compared(v, where, LCV_OP_NE, x->value[j],
                                                        y->value[j]);
                lcv_either(v->s, &differ, &one);
            }
            if (!never && differ.n > 0 && !lcv_never(v, where, 1, &all))
                return open_claim(v, "it was not shown that the values are the same");
        }
    return !v->s->failed;
}

/* ---- a map and a layout ---- */

static const lcv_sum *integer(lcv_solver *v, const lcv_argument *of, const lcv_ast *ast)
{
    enter(v, of);
    return lcv_lower_integer(&v->l, ast);
}

/* A layout, written as a map of its leaves, has a value only where its extents are 1 or more. */
static bool is_layout(lcv_solver *v, size_t i)
{
    const lcv_ast *map = v->p->argument[i].ast;
    const lcv_sum *one = lcv_sum_number(v->s, 1);
    for (const lcv_ast *extent = map->child->next->child; extent; extent = extent->next)
        if (!lcv_never_so(v, NULL, LCV_OP_LT, integer(v, &v->p->layout[i], extent), one))
            return open_claim(v, "it was not shown that the layout has a value for all numbers");
    return true;
}

/* The extents are 0 or more, and what has to be equal is. */
static bool is_right(lcv_solver *v, const lcv_argument *layout, const lcv_layout_map *b)
{
    const lcv_sum *zero = lcv_sum_number(v->s, 0);
    bool ok = true;
    for (size_t k = 0; ok && k < b->n; k++)
        ok = lcv_never_so(v, NULL, LCV_OP_LT, integer(v, layout, b->size[k]), zero);
    return ok &&
           (!b->product[0] || lcv_never_so(v, NULL, LCV_OP_NE, integer(v, layout, b->product[0]),
                                           integer(v, layout, b->product[1])));
}

static bool same_as_layout(lcv_solver *v, size_t map, size_t layout)
{
    const lcv_table_problem *p = v->p;
    const lcv_argument *of = &p->layout[layout];
    for (lcv_layout_way way = LCV_LAYOUT_ALONE; way <= LCV_LAYOUT_ALONG; way++) {
        lcv_layout_map written;
        lcv_lowered a, b;
        if (!lcv_layout_beside(p->arena, of, &p->argument[map], way, &written))
            continue;
        if (!lower(v, map, &a) || !lower_beside(v, of, written.map, &a, &b))
            return false;
        if (lcv_solver_promises(v) && has_values(v, &a) && is_right(v, of, &written) &&
            equivalent(v, &a, &b))
            return true;
    }
    return open_claim(v, "a layout of other modes");
}

/* ---- all of them ---- */

static bool is(const lcv_solver *v, const char *name)
{
    return strcmp(v->p->name, name) == 0;
}

static bool prove_two(lcv_solver *v)
{
    const lcv_argument *second = &v->p->argument[1];
    bool apart = is(v, "disjoint");
    lcv_lowered a, b;
    for (size_t i = 0; i < 2 && !apart; i++)
        if (v->p->layout[i].ast)
            return same_as_layout(v, 1 - i, i);
    if (!lower(v, 0, &a) ||
        !(apart ? lower(v, 1, &b) : lower_beside(v, second, second->ast, &a, &b)) ||
        !lcv_solver_promises(v) || !has_values(v, &a) || !has_values(v, &b))
        return false;
    if (!apart)
        return equivalent(v, &a, &b);
    return a.cases->nvalues == b.cases->nvalues
               ? disjoint(v, &a, &b)
               : open_claim(v, "maps of another number of values");
}

/* times * size, where size is 0 or more for all numbers; NULL: that was not shown. */
static const lcv_sum *counted(lcv_solver *v, const lcv_sum *times, const lcv_sum *size)
{
    const lcv_sum *zero = lcv_sum_number(v->s, 0);
    return lcv_never_so(v, NULL, LCV_OP_LT, size, zero) ? lcv_sum_mul(v->s, times, size) : NULL;
}

/* Of a map that is one to one and within the bounds: are there as many coordinates as elements?
 * Then each is reached. */
static bool as_many(lcv_solver *v, size_t n, const lcv_sum *const *size)
{
    const lcv_ast *map = v->p->argument[0].ast, *sizes = map->child->next;
    const lcv_sum *elements = lcv_sum_number(v->s, 1), *coordinates = elements;
    if (sizes->next->next) /* a condition leaves some out */
        return false;
    for (size_t k = 0; elements && k < n; k++)
        elements = counted(v, elements, size[k]);
    enter(v, &v->p->argument[0]);
    for (const lcv_ast *of = sizes->child; elements && coordinates && of; of = of->next) {
        lcv_lowering l = v->l; /* a size that depends on coordinates is no integer here */
        const lcv_sum *one = lcv_lower_integer(&l, of);
        coordinates = one ? counted(v, coordinates, one) : NULL;
    }
    return elements && coordinates && lcv_sum_same(elements, coordinates);
}

/* Of a map, and of the same with coordinates of its own, within a box of n sides. */
static bool prove_values(lcv_solver *v, const lcv_lowered *map, const lcv_lowered *other,
                         size_t n, const lcv_sum *const *size)
{
    bool ok = !other || injective(v, map, other);
    if (ok && !is(v, "injective") && !is(v, "covers"))
        ok = in_bounds(v, map, n, size);
    if (ok && !is(v, "injective") && !is(v, "in_bounds"))
        ok = (other && as_many(v, n, size)) || (n == 1 && lcv_prove_radix(v, map, size[0])) ||
             lcv_prove_covered(v, map, n, size);
    return ok;
}

/* By rows and columns, where the values are such. */
static bool prove_rows(lcv_solver *v, const lcv_lowered *map, const lcv_lowered *other, size_t n,
                       const lcv_sum *size)
{
    enum { TRIED = 4 };
    const char *open = v->open;
    lcv_term by[TRIED];
    size_t nby = lcv_row_lengths(v, map, TRIED, by);
    for (size_t i = 0; i < nby; i++) {
        lcv_lowered pairs, others;
        const lcv_sum *sides[2] = {lcv_row_length(v, &by[i]), NULL};
        if ((n == 0 || lcv_rows_of(v, &by[i], size, &sides[1])) &&
            lcv_as_rows(v, &by[i], map, &pairs) &&
            (!other || lcv_as_rows(v, &by[i], other, &others)) && lcv_solver_promises(v) &&
            prove_values(v, &pairs, other ? &others : NULL, 2 * n, sides))
            return true;
    }
    v->open = open;
    return false;
}

static bool prove_one(lcv_solver *v)
{
    lcv_lowered map, other;
    const lcv_sum *size[LCV_MAX_VALUES];
    size_t n = 0;
    bool one_to_one = is(v, "injective") || is(v, "partitions");
    if (!lower(v, 0, &map) || (one_to_one && !lower(v, 0, &other)) ||
        (v->p->n == 2 && !sizes(v, 1, &n, size)) || !lcv_solver_promises(v) ||
        !has_values(v, &map))
        return false;
    if (v->p->fits)
        return map.cases->nvalues == 1 && fits(v, &map);
    if (is(v, "aligned"))
        return n == 1 && (lcv_prove_multiples(v, &map, size[0]) ||
                          open_claim(v, "it was not shown that all values are multiples"));
    if (n != (v->p->n == 2 ? map.cases->nvalues : 0))
        return open_claim(v, "another number of bounds than of values");
    const lcv_lowered *twice = one_to_one ? &other : NULL;
    bool one = map.cases->nvalues == 1;
    if ((one && prove_rows(v, &map, twice, n, size[0])) || prove_values(v, &map, twice, n, size))
        return true;
    if (v->s->failed || !one)
        return false;
    enter(v, &v->p->argument[0]);
    return lcv_prove_intervals(v, !is(v, "injective") && !is(v, "covers"),
                               !is(v, "injective") && !is(v, "in_bounds"),
                               n == 1 ? size[0] : NULL);
}

static bool prove_comparison(lcv_solver *v)
{
    v->l.scope = v->e->scope;
    v->l.source = v->e->source;
    v->l.ncoordinates = 0;
    const lcv_truth *truth = lcv_lower_condition(&v->l, v->p->claim);
    if (!truth || !lcv_solver_promises(v))
        return false;
    const lcv_condition *fails = &truth->fails, *neither = &truth->neither;
    return ((fails->n == 0 || lcv_never(v, NULL, 1, &fails)) &&
            (neither->n == 0 || lcv_never(v, NULL, 1, &neither))) ||
           open_claim(v, "it was not shown that the comparison holds");
}

/* Ranges and assumptions. */
bool lcv_solver_facts(lcv_solver *v)
{
    lcv_sums *s = v->s;
    for (size_t i = 0; i < v->p->nparameters; i++) {
        const lcv_value *of = v->p->parameter[i];
        lcv_unknown_integer u = {.kind = LCV_U_PARAMETER, .name = of->formula->text, .value = of};
        int64_t high;
        lcv_formula_bounds(of->formula, &u.low, &high);
        const lcv_sum *x = lcv_sum_unknown(s, lcv_sums_add(s, &u));
        if (x && u.low != INT64_MIN)
            v->facts = lcv_constrain(s, v->facts, lcv_sum_add(s, x, -1, lcv_sum_number(s, u.low)),
                                     false);
        if (x && high != INT64_MAX)
            v->facts = lcv_constrain(s, v->facts, lcv_sum_add(s, lcv_sum_number(s, high), -1, x),
                                     false);
    }
    for (size_t i = 0; i < v->p->nassumptions; i++) {
        const lcv_formula *f = v->p->assumption[i]->formula;
        lcv_lowering l = v->l;
        bool never;
        l.scope = f->scope;
        l.source = f->source;
        const lcv_truth *truth = lcv_lower_condition(&l, f->ast);
        if (truth && truth->holds.n == 1)
            v->facts = lcv_joined(s, v->facts, truth->holds.of[0], &never);
        else if (truth && truth->holds.n > 1 && v->nclauses < LCV_MAX_CLAUSES)
            v->clause[v->nclauses++] = &truth->holds;
    }
    return !s->failed;
}

bool lcv_prove_tables(lcv_solver *v)
{
    if (!lcv_solver_facts(v))
        return false;
    if (!v->p->name)
        return prove_comparison(v);
    if (v->p->n == 0 || !lcv_is_map_argument(&v->p->argument[0]))
        return open_claim(v, "an argument that is no map");
    if (!lcv_is_of_values(v->p->name) && !v->p->fits && !is(v, "equiv") && !is(v, "equal"))
        return open_claim(v, "claims of this kind are looked at table by table");
    for (size_t i = 0; i < v->p->n; i++)
        if (v->p->layout[i].ast && !is_layout(v, i))
            return false;
    return v->p->n == 2 && lcv_is_map_argument(&v->p->argument[1]) ? prove_two(v) : prove_one(v);
}
