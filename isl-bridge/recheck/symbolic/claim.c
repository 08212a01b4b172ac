/* claim.c - claims about sizes, for all numbers of the parameters. */
#include "config.h"

#include "law.h"

#include <string.h>

static const sv *layout_arg(const sym_statement *t, size_t i)
{
    return i < t->n ? lcr_sv_layout(t->s, t->arg[i]) : NULL;
}

/* ---- shapes ---- */

static bool is_shape(const sv *a)
{
    return a && a->kind <= SV_LAYOUT && (a->kind == SV_LAYOUT || !a->step);
}

static bool congruent(const sym_statement *t)
{
    return is_shape(t->arg[0]) && is_shape(t->arg[1]) && lcr_sv_congruent(t->arg[0], t->arg[1]);
}

/* Every leaf of x stands for a subtree of y; with `sizes` of its size. */
static bool refined(sym *s, const sv *x, const sv *y, bool sizes)
{
    if (x->node[0] == 0)
        return !sizes || lcr_sym_equal(s, lcr_sv_product(s, x), lcr_sv_product(s, y));
    bool ok = x->node[0] == y->node[0];
    for (size_t i = 0; ok && i < x->node[0]; i++) {
        const sv *a = lcr_sv_mode(s, x, i), *b = lcr_sv_mode(s, y, i);
        ok = a && b && refined(s, a, b, sizes);
    }
    return ok;
}

/* The leaves of one argument stand for nestings of the other one, of the same size but where just
 * nestings count. */
static bool refines(const sym_statement *t)
{
    size_t coarse = strcmp(t->name, "refines") == 0;
    bool sizes = strcmp(t->name, "weakly_congruent") != 0;
    return is_shape(t->arg[0]) && is_shape(t->arg[1]) &&
           refined(t->s, t->arg[coarse], t->arg[1 - coarse], sizes);
}

/* ---- functions ---- */

/* Morphisms between the same tuples with the same images. */
static bool same_map(sym *s, const sv *x, const sv *y)
{
    return x->codomain && y->codomain && lcr_sv_congruent(x, y) &&
           lcr_sv_congruent(x->codomain, y->codomain) &&
           lcr_sym_same(s, x->codomain, y->codomain) &&
           memcmp(x->image, y->image, x->n * sizeof *x->image) == 0;
}

static bool equal(const sym_statement *t)
{
    const sv *x = layout_arg(t, 0), *y = layout_arg(t, 1);
    if (x && y && (x->codomain || y->codomain) && !same_map(t->s, x, y))
        return false;
    return x && y && x->basis == y->basis && lcr_sym_same(t->s, x, y) &&
           lcr_sym_same_steps(t->s, x, y);
}

static bool equiv(const sym_statement *t)
{
    const sv *x = layout_arg(t, 0), *y = layout_arg(t, 1);
    return x && y && x->basis == y->basis && lcr_sym_equiv(t->s, x, y);
}

static bool reorders(const sym_statement *t)
{
    const sv *x = layout_arg(t, 0), *y = layout_arg(t, 1);
    return x && y && lcr_sym_reorders(t->s, x, y, strcmp(t->name, "feeds") == 0);
}

static bool multiplies(const sym_statement *t)
{
    const sv *x[3] = {layout_arg(t, 0), layout_arg(t, 1), layout_arg(t, 2)};
    return x[0] && x[1] && x[2] && lcr_sym_multiplies(t->s, x, t->arg[3]);
}

static bool composes(const sym_statement *t)
{
    const sv *r = layout_arg(t, 0);
    if (r && lcr_sym_is_tiler(t->arg[2])) {
        const sv *all = lcr_sym_composite(t->s, t->arg[1], t->arg[2]);
        return all && refined(t->s, all, r, true) && lcr_sym_equiv(t->s, r, all);
    }
    const sv *b = layout_arg(t, 2);
    const sv *made = r && b ? lcr_sym_composite(t->s, t->arg[1], b) : NULL;
    return made && refined(t->s, b, r, true) && lcr_sym_equiv(t->s, r, made);
}

static bool admissible(const sym_statement *t)
{
    bool known = t->arg[1]->kind == SV_LAYOUT || lcr_sym_is_tiler(t->arg[1]);
    return known && lcr_sym_composite(t->s, t->arg[0], t->arg[1]) != NULL;
}

/* ---- images ---- */

static bool injective(const sym_statement *t)
{
    const sv *a = layout_arg(t, 0);
    return a && lcr_sym_injective(t->s, a);
}

/* The bound of an axis in a shape nested like the values; an integer for integers. NULL: there
 * is none, or `_`. */
static const poly *bound_of(const sv *a, const sv *shape, size_t axis)
{
    size_t leaf = 0;
    if (a->basis && !lcr_sv_leaf_at(shape, &a->path[axis], &leaf))
        return NULL;
    return shape->extent[leaf];
}

/* Every extent is `least` or more. */
static bool at_least(sym *s, const sv *shape, int32_t least)
{
    bool ok = true, was = lcr_sym_on_the_way(s, true);
    for (size_t k = 0; ok && k < shape->n; k++)
        ok = shape->extent[k] &&
             lcr_sym_holds(s, lcr_poly_plus(s->pool, shape->extent[k], -least));
    lcr_sym_on_the_way(s, was);
    return ok;
}

/* A shape nested like the values, with a bound for each axis; NULL: it is none. */
static const sv *nested_like(const sv *a, const sv *shape, bool wild)
{
    if (!a || !shape || shape->kind != SV_TUPLE || shape->step ||
        (!a->basis && shape->nnodes > 1))
        return NULL;
    for (size_t j = 0; j < a->naxes; j++)
        if (!wild && !bound_of(a, shape, j))
            return NULL;
    return shape;
}

static const sv *bounds(const sym_statement *t, const sv *a)
{
    const sv *shape = nested_like(a, t->arg[1], false);
    return shape && at_least(t->s, shape, a->basis) ? shape : NULL;
}

/* What is partitioned: of integers, a shape stands for its size. */
static const sv *whole(const sym_statement *t, const sv *a)
{
    const sv *shape = t->arg[1];
    if (!a || shape->kind != SV_TUPLE || shape->step || !at_least(t->s, shape, 1))
        return NULL;
    if (!a->basis && shape->nnodes > 1)
        shape = lcr_sv_size(t->s, lcr_sv_product(t->s, shape));
    return nested_like(a, shape, false);
}

static bool within(sym *s, const sv *a, const sv *shape)
{
    for (size_t j = 0; j < a->naxes; j++)
        if (!lcr_sym_within(s, a, j, lcr_poly_si(s->pool, 0), bound_of(a, shape, j)))
            return false;
    return true;
}

/* The size of a shape as it stands: all its leaves. */
static bool as_many(sym *s, const sv *a, const sv *shape)
{
    return lcr_sym_equal(s, lcr_sv_product(s, a), lcr_sv_product(s, shape));
}

static bool in_bounds(const sym_statement *t)
{
    const sv *a = layout_arg(t, 0);
    const sv *shape = bounds(t, a);
    return shape && within(t->s, a, shape);
}

/* int8 ... uint64 */
bool lcr_sym_type_bounds(sym *s, const char *word, const poly **least, const poly **bound)
{
    lc_ctx *lc = s->pool->lc;
    bool is_unsigned = word[0] == 'u';
    const char *digits = word + (is_unsigned ? 4 : 3);
    lc_int power = lc_int_const(1);
    int bits = 0;
    for (; *digits >= '0' && *digits <= '9'; digits++)
        bits = bits * 10 + (*digits - '0');
    for (int i = 0; i < bits - !is_unsigned; i++)
        power = lc_int_add(lc, power, power);
    *bound = lcr_poly_int(s->pool, power);
    *least = lcr_poly_int(s->pool, is_unsigned ? lc_int_const(0) : lc_int_neg(lc, power));
    return bits > 0 && *bound && *least != NULL;
}

static bool fits(const sym_statement *t)
{
    const sv *a = layout_arg(t, 0);
    const poly *least, *bound;
    return a && !a->basis && t->arg[1]->kind == SV_WORD &&
           lcr_sym_type_bounds(t->s, t->arg[1]->word, &least, &bound) &&
           lcr_sym_within(t->s, a, 0, least, bound);
}

static bool aligned(const sym_statement *t)
{
    const sv *a = layout_arg(t, 0);
    const poly *by;
    lc_int n;
    if (!a || a->basis || !lcr_sv_is_size(t->arg[1], &by))
        return false;
    if (!lcr_poly_is_int(by, &n)) /* of parameters: read off the steps */
        return at_least(t->s, t->arg[1], 1) && lcr_sym_all_divided(t->s, a, by);
    return lc_int_sign(n) > 0 && lcr_sym_aligned(t->s, a, n);
}

/* An axis of the shape that is not of the values has one place, 0, and a guard there lets it
 * through: NULL, or NULL there, is none. */
static bool others_are_one(sym *s, const sv *a, const sv *shape, const sv *guard)
{
    bool known[SV_LEAVES] = {false};
    for (size_t j = 0; j < a->naxes; j++) {
        size_t leaf = 0;
        if (a->basis && !lcr_sv_leaf_at(shape, &a->path[j], &leaf))
            return false;
        known[leaf] = true;
    }
    for (size_t k = 0; k < shape->n; k++) {
        const poly *under = guard ? guard->extent[k] : NULL;
        if (!known[k] && !lcr_sym_is_zero(s, lcr_poly_plus(s->pool, shape->extent[k], -1)))
            return false;
        if (!known[k] && under && !lcr_sym_holds(s, lcr_poly_plus(s->pool, under, -1)))
            return false;
    }
    return true;
}

static bool reaches_all(sym *s, const sv *a, const sv *shape, const sv *guard)
{
    bool ok = lcr_sv_is_by_axis(a) && others_are_one(s, a, shape, guard);
    for (size_t j = 0; ok && j < a->naxes; j++)
        ok = lcr_sym_covers_axis(s, a, j, bound_of(a, shape, j));
    return ok;
}

/* All places are values, and, where it is onto, no other integer is. */
static bool covers(const sym_statement *t)
{
    const sv *a = layout_arg(t, 0), *shape = bounds(t, a);
    bool onto = strcmp(t->name, "surjective") == 0;
    return shape && (!onto || within(t->s, a, shape)) && reaches_all(t->s, a, shape, NULL);
}

/* Onto [0,size): once each and within, or within and all of it. */
static bool bijective(const sym_statement *t)
{
    const sv *a = layout_arg(t, 0);
    const sv *size = a && !a->basis ? lcr_sv_size(t->s, lcr_sv_product(t->s, a)) : NULL;
    return size && within(t->s, a, size) &&
           (lcr_sym_injective(t->s, a) || reaches_all(t->s, a, size, NULL));
}

/* No coordinate below the guard is past the bound, and those below the bound are below the
 * guard. */
static bool guarded(sym *s, const sv *a, size_t axis, const poly *bound, const poly *guard)
{
    if (!lcr_sym_within(s, a, axis, lcr_poly_si(s->pool, 0), NULL))
        return false;
    if (guard && !lcr_sym_holds(s, lcr_poly_sub(s->pool, guard, bound)))
        return false;
    return (guard && lcr_sym_holds(s, lcr_poly_sub(s->pool, bound, guard))) ||
           lcr_sym_within(s, a, axis, NULL, bound);
}

/* A without its leaves of stride 0, and how many coordinates these have. */
static const sv *moving(sym *s, const sv *a, const poly **still)
{
    sv *rest = lcr_sv_copy(s, a);
    *still = lcr_poly_si(s->pool, 1);
    if (!rest || !(rest->extent = lcr_lit_alloc(s->pool, a->n, sizeof *a->extent)))
        return NULL;
    for (size_t k = 0; k < a->n; k++) {
        bool moves = false;
        for (size_t j = 0; j < a->naxes; j++)
            moves = moves || !lcr_sym_is_zero(s, a->step[j * a->n + k]);
        rest->extent[k] = moves ? a->extent[k] : lcr_poly_si(s->pool, 1);
        if (!moves)
            *still = lcr_poly_mul(s->pool, *still, a->extent[k]);
    }
    return rest;
}

/* The leaves of stride 0 reach the least value `times` times; the rest is to reach each place
 * once. NULL where they do not. */
static const sv *once(const sym_statement *t, const sv *a)
{
    sym *s = t->s;
    const poly *still;
    if (t->n < 4 || !t->arg[3] || !a)
        return a;
    const sv *times = t->arg[3], *rest = moving(s, a, &still);
    bool is = rest && times->kind == SV_TUPLE && times->nnodes == 1 && !times->step &&
              lcr_sym_equal(s, still, times->extent[0]);
    return is ? rest : NULL;
}

static bool partitions(const sym_statement *t)
{
    sym *s = t->s;
    const sv *a = once(t, layout_arg(t, 0)), *guard = NULL;
    const sv *shape = whole(t, a);
    bool under = t->n > 2 && t->arg[2] != NULL;
    if (under && shape)
        guard = nested_like(a, t->arg[2], true);
    bool ok = shape && (!under || (guard && lcr_sv_congruent(guard, shape)));
    for (size_t j = 0; ok && j < a->naxes; j++)
        ok = guarded(s, a, j, bound_of(a, shape, j), under ? bound_of(a, guard, j) : NULL);
    if (!ok || !lcr_sym_injective(s, a))
        return false;
    return (!under && as_many(s, a, shape)) || reaches_all(s, a, shape, guard);
}

/* ---- comparisons ---- */

static bool compare(const sym_statement *t)
{
    lit_pool *pool = t->s->pool;
    const poly *a, *b;
    char op = t->name[0];
    bool strict = t->name[1] == '\0';
    if (!lcr_sv_is_size(t->arg[0], &a) || !lcr_sv_is_size(t->arg[1], &b))
        return op == '=' && is_shape(t->arg[0]) && t->arg[0]->kind == SV_TUPLE &&
               lcr_sym_same(t->s, t->arg[0], t->arg[1]);
    if (op == '=' && lcr_poly_equal(a, b))
        return true; /* as it stands */
    const poly *more = op == '<' ? lcr_poly_sub(pool, b, a) : lcr_poly_sub(pool, a, b);
    if (op == '=')
        return lcr_sym_is_zero(t->s, more);
    if (op == '!')
        return lcr_sym_empty(t->s, 1, &(sym_row){more, true, SIZE_MAX});
    return lcr_sym_holds(t->s, strict ? lcr_poly_plus(pool, more, -1) : more);
}

/* ---- the table ---- */

static const struct {
    const char *name;
    size_t least;
    bool (*claim)(const sym_statement *t);
} table[] = {
    {"!=", 2, compare},
    {"<", 2, compare},
    {"<=", 2, compare},
    {"==", 2, compare},
    {">", 2, compare},
    {">=", 2, compare},
    {"admissible", 2, admissible},
    {"aligned", 2, aligned},
    {"bijective", 1, bijective},
    {"coalesced", 1, lcr_sym_accesses},
    {"compact", 1, bijective},
    {"compatible", 2, refines},
    {"complements", 2, lcr_sym_complements},
    {"composes", 3, composes},
    {"conflict_free", 1, lcr_sym_accesses},
    {"conflicts <=", 6, lcr_sym_accesses},
    {"congruent", 2, congruent},
    {"contained", 2, lcr_sym_contained},
    {"covers", 2, covers},
    {"disjoint", 2, lcr_sym_disjoint},
    {"divides", 2, lcr_sym_divides},
    {"divides_into", 3, lcr_sym_divides_into},
    {"equal", 2, equal},
    {"equiv", 2, equiv},
    {"feeds", 2, reorders},
    {"fits", 2, fits},
    {"in_bounds", 2, in_bounds},
    {"injective", 1, injective},
    {"is_linear", 1, lcr_sym_is_linear},
    {"left_inverts", 2, lcr_sym_left_inverts},
    {"multiplies", 4, multiplies},
    {"non_degenerate", 1, lcr_sym_non_degenerate},
    {"partitions", 2, partitions},
    {"product_admissible", 2, lcr_sym_product_admissible},
    {"refines", 2, refines},
    {"reorders", 2, reorders},
    {"right_inverts", 2, lcr_sym_right_inverts},
    {"sectors <=", 5, lcr_sym_accesses},
    {"standard_form", 1, lcr_sym_standard_form},
    {"surjective", 2, covers},
    {"tractable", 1, lcr_sym_tractable},
    {"vectorizes", 3, lcr_sym_vectorizes},
    {"weakly_congruent", 2, refines},
};

const char *lcr_sym_claim_name(size_t i)
{
    return i < sizeof table / sizeof *table ? table[i].name : NULL;
}

bool lcr_sym_claim(const sym_statement *t)
{
    size_t given = 0;
    for (; given < t->n && t->arg[given] != NULL; given++)
        if (!lcr_sym_exists(t->s, t->arg[given]))
            return false;
    size_t i = 0;
    while (i < sizeof table / sizeof *table && strcmp(table[i].name, t->name) != 0)
        i++;
    if (i == sizeof table / sizeof *table || given < table[i].least)
        return false;
    if (lcr_sym_is_of_words(t))
        return lcr_sym_claim_of_words(t);
    bool inside = lcr_sym_is_swizzled(t) && !lcr_sym_measures(t);
    return inside ? lcr_sym_swizzled_claim(t) : table[i].claim(t);
}
