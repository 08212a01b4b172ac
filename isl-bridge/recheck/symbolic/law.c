/* law.c - operations on sizes: is the value the one that they have? */
#include "config.h"

#include "law.h"

#include <string.h>

/* An argument that is a number from 0 on. */
static bool index_of(const sym_statement *t, size_t i, size_t *index)
{
    const poly *size;
    lc_int value;
    bool ok = lcr_sym_arg_size(t, i, &size) && lcr_poly_is_int(size, &value) &&
              lc_int_fits_si(value) && lc_int_sign(value) >= 0;
    if (ok)
        *index = (size_t)lc_int_get_si(value);
    return ok;
}

/* ---- looking ---- */

static bool of_size(const sym_statement *t)
{
    return t->arg[0]->kind <= SV_LAYOUT && (t->arg[0]->kind == SV_LAYOUT || !t->arg[0]->step) &&
           lcr_sym_value_is(t, lcr_sv_product(t->s, t->arg[0]));
}

static size_t depth_of(const sv *a, size_t *node)
{
    size_t most = 0;
    uint32_t arity = a->node[(*node)++];
    for (uint32_t i = 0; i < arity; i++) {
        size_t below = depth_of(a, node);
        most = below > most ? below : most;
    }
    return most + (arity > 0);
}

static bool of_nesting(const sym_statement *t)
{
    size_t node = 0;
    if (t->arg[0]->kind > SV_LAYOUT)
        return false;
    size_t n = strcmp(t->name, "rank") == 0 ? lcr_sv_rank(t->arg[0]) : depth_of(t->arg[0], &node);
    return lcr_sym_value_is(t, lcr_poly_si(t->s->pool, (int32_t)n));
}

/* The extents, or the strides, as a tuple. */
static const sv *side_of(sym *s, const sv *a, bool strides)
{
    sv *out = lcr_sv_copy(s, a);
    if (!out)
        return NULL;
    out->kind = SV_TUPLE;
    out->offset = NULL;
    if (strides && a->basis)
        return out;
    out->extent = strides ? a->step : a->extent;
    out->step = NULL;
    out->basis = false;
    out->naxes = 0;
    return out;
}

static bool of_side(const sym_statement *t)
{
    bool strides = strcmp(t->name, "stride") == 0;
    if (t->arg[0]->kind == SV_TUPLE && !strides)
        return lcr_sym_value_same(t, t->arg[0]);
    return t->arg[0]->kind == SV_LAYOUT &&
           lcr_sym_value_same(t, side_of(t->s, t->arg[0], strides));
}

/* 1 + the offset + the sum of (extent - 1) step, of steps that are not negative. */
static bool of_cosize(const sym_statement *t)
{
    lit_pool *pool = t->s->pool;
    const sv *a = lcr_sv_layout(t->s, t->arg[0]);
    if (!a || a->basis)
        return false;
    const poly *sum = lcr_poly_plus(pool, lcr_sv_offset(t->s, a, 0), 1);
    for (size_t k = 0; k < a->n; k++) {
        if (!lcr_sym_holds(t->s, a->step[k]))
            return false;
        sum = lcr_poly_add(pool, sum, lc_int_const(1),
                           lcr_poly_mul(pool, lcr_poly_plus(pool, a->extent[k], -1), a->step[k]));
    }
    return lcr_sym_value_is(t, sum);
}

/* ---- modes ---- */

static bool of_concat(const sym_statement *t)
{
    const sv *part[SYM_ARGS];
    bool layouts = false;
    for (size_t i = 0; i < t->n; i++)
        layouts = layouts || t->arg[i]->kind == SV_LAYOUT;
    for (size_t i = 0; i < t->n; i++)
        if (!(part[i] = layouts ? lcr_sv_layout(t->s, t->arg[i]) : t->arg[i]))
            return false;
    return lcr_sym_value_same(t, lcr_sv_concat(t->s, t->n, part));
}

static bool of_mode(const sym_statement *t)
{
    const sv *a = t->arg[0];
    if (t->value->codomain &&
        (!a->codomain || !lcr_sym_same(t->s, t->value->codomain, a->codomain)))
        return false;
    for (size_t i = 1; a && i < t->n; i++) {
        size_t index;
        a = a->kind <= SV_LAYOUT && index_of(t, i, &index) ? lcr_sv_mode(t->s, a, index) : NULL;
    }
    return lcr_sym_value_same(t, a);
}

/* Modes of a without its offset, which concat would add up; then the offset once. */
static const sv *rejoined(sym *s, const sv *a, size_t n, const size_t *index)
{
    const sv *part[SV_LEAVES];
    for (size_t i = 0; i < n; i++) {
        sv *bare = lcr_sv_copy(s, lcr_sv_mode(s, a, index[i]));
        if (!bare)
            return NULL;
        bare->offset = NULL;
        part[i] = bare;
    }
    const sv *joined = lcr_sv_concat(s, n, part);
    sv *out = lcr_sv_copy(s, joined);
    if (!out || (a->step && joined->naxes != a->naxes))
        return NULL;
    out->offset = a->offset;
    return out;
}

static bool of_select(const sym_statement *t)
{
    size_t index[SYM_ARGS];
    for (size_t i = 1; i < t->n; i++)
        if (!index_of(t, i, &index[i - 1]) || index[i - 1] >= lcr_sv_rank(t->arg[0]))
            return false;
    return t->arg[0]->kind <= SV_LAYOUT &&
           lcr_sym_value_same(t, rejoined(t->s, t->arg[0], t->n - 1, index));
}

/* Another nesting of the same leaves. */
static sv *renested(sym *s, const sv *a, size_t nnodes)
{
    sv *out = lcr_sv_copy(s, a);
    uint32_t *node = out ? lcr_lit_alloc(s->pool, nnodes, sizeof *node) : NULL;
    if (!node)
        return NULL;
    out->node = node;
    out->nnodes = nnodes;
    return out;
}

static bool of_flatten(const sym_statement *t)
{
    const sv *a = t->arg[0];
    if (a->kind > SV_LAYOUT || a->nnodes == 1)
        return lcr_sym_value_same(t, a->kind <= SV_LAYOUT ? a : NULL);
    sv *flat = renested(t->s, a, a->n + 1);
    if (flat)
        flat->node[0] = (uint32_t)a->n;
    return lcr_sym_value_same(t, flat);
}

/* One more node, around the modes [i,j). */
static bool of_group(const sym_statement *t)
{
    const sv *a = t->arg[0];
    size_t i, j, node = 1, leaves = 0;
    if (a->kind > SV_LAYOUT || !index_of(t, 1, &i) || !index_of(t, 2, &j) || i >= j ||
        j > a->node[0])
        return false;
    sv *out = renested(t->s, a, a->nnodes + 1);
    for (size_t k = 0; k < i; k++)
        node = lcr_sv_after(a, node, &leaves);
    if (!out)
        return false;
    memcpy(out->node, a->node, node * sizeof *a->node);
    memcpy(out->node + node + 1, a->node + node, (a->nnodes - node) * sizeof *a->node);
    out->node[0] = (uint32_t)(a->node[0] - (j - i) + 1);
    out->node[node] = (uint32_t)(j - i);
    return lcr_sym_value_same(t, out);
}

/* ---- literals ---- */

/* Zeros of a tuple of strides have no axes. */
static const sv *as_strides(sym *s, const sv *a)
{
    if (a->step)
        return a;
    sv *out = lcr_sv_copy(s, a);
    for (size_t k = 0; k < a->n; k++)
        if (!a->extent[k] || a->extent[k]->n > 0)
            return NULL;
    if (!out)
        return NULL;
    out->naxes = 1;
    out->step = a->extent;
    return out;
}

static bool of_tuple(const sym_statement *t)
{
    const sv *part[SYM_ARGS];
    bool strides = false;
    for (size_t i = 0; i < t->n; i++)
        strides = strides || t->arg[i]->step != NULL;
    for (size_t i = 0; i < t->n; i++)
        if (t->arg[i]->kind != SV_TUPLE ||
            !(part[i] = strides ? as_strides(t->s, t->arg[i]) : t->arg[i]))
            return false;
    return lcr_sym_value_same(t, lcr_sv_concat(t->s, t->n, part));
}

static bool of_layout(const sym_statement *t)
{
    const sv *shape = t->arg[0], *stride = t->arg[1];
    sv *out = shape->kind == SV_TUPLE && !shape->step && stride->kind == SV_TUPLE &&
                      lcr_sv_congruent(shape, stride)
                  ? lcr_sv_copy(t->s, stride)
                  : NULL;
    if (!out)
        return false;
    out->kind = SV_LAYOUT;
    out->extent = shape->extent;
    if (!stride->step) {
        out->naxes = 1;
        out->step = stride->extent;
    }
    for (size_t k = 0; k < out->n; k++)
        if (!out->extent[k] || !out->step[k])
            return false;
    return lcr_sym_value_same(t, out);
}

/* A shape and its strides, a shape, or layouts side by side. */
static bool of_make_layout(const sym_statement *t)
{
    if (t->n == 2 && t->arg[0]->kind == SV_TUPLE && t->arg[1]->kind == SV_TUPLE)
        return of_layout(t);
    if (t->n == 1 && t->arg[0]->kind == SV_TUPLE)
        return lcr_sym_value_same(t, lcr_sv_layout(t->s, t->arg[0]));
    return of_concat(t);
}

/* {place} o L */
static bool of_tensor(const sym_statement *t)
{
    const sv *a = lcr_sv_layout(t->s, t->arg[1]);
    const sv *made = a ? lcr_sv_tensor(t->s, t->arg[0], a) : NULL;
    return made && made->basis == t->value->basis && lcr_sym_same(t->s, made, t->value);
}

/* ---- composition, quotients, values ---- */

static bool of_compose(const sym_statement *t)
{
    return lcr_sym_value_like(t, lcr_sym_composite(t->s, t->arg[0], t->arg[1]));
}

static bool of_divide(const sym_statement *t)
{
    return lcr_sym_value_like(t, lcr_sym_quotient(t->s, t->name, t->arg[0], t->arg[1]));
}

static bool of_slice(const sym_statement *t)
{
    const sv *a = lcr_sv_layout(t->s, t->arg[0]);
    return a && lcr_sym_value_same(t, lcr_sym_slice(t->s, a, t->arg[1]));
}

/* The value has each axis at its place, and 0 elsewhere. */
static bool is_coordinate(const sym_statement *t, const sv *a, const poly *const *value)
{
    const sv *v = t->value;
    lit_path path[SV_LEAVES];
    size_t found = 0;
    if (v->kind != SV_TUPLE || v->step || v->n > SV_LEAVES)
        return false;
    lcr_sv_paths(v, path);
    for (size_t k = 0; k < v->n; k++) {
        size_t axis = lcr_sv_axis(a, &path[k]);
        const poly *want = axis == SIZE_MAX ? lcr_poly_si(t->s->pool, 0) : value[axis];
        found += axis != SIZE_MAX;
        if (!v->extent[k] || !want || !lcr_sym_equal(t->s, v->extent[k], want))
            return false;
    }
    return found == a->naxes;
}

static bool of_evaluate(const sym_statement *t)
{
    const poly *value[2 * SV_AXES];
    const sv *a = lcr_sv_layout(t->s, t->arg[0]);
    if (!a || !lcr_sym_evaluate(t->s, a, t->arg[1], value))
        return false;
    return a->basis ? is_coordinate(t, a, value) : lcr_sym_value_is(t, value[0]);
}

/* The tuples that a morphism joins, and its layout. */
static bool of_codomain(const sym_statement *t)
{
    return t->arg[0]->codomain && lcr_sym_value_same(t, t->arg[0]->codomain);
}

static bool of_domain(const sym_statement *t)
{
    return t->arg[0]->codomain && lcr_sym_value_same(t, side_of(t->s, t->arg[0], false));
}

static bool of_layout_of(const sym_statement *t)
{
    return t->arg[0]->codomain && lcr_sym_value_same(t, t->arg[0]);
}

/* A parameter, in other words. */
static bool of_name(const sym_statement *t)
{
    return lcr_sym_value_same(t, t->arg[0]);
}

/* ---- the table ---- */

static const struct {
    const char *name;
    size_t least, most;
    bool (*law)(const sym_statement *t);
} table[] = {
    {"%", 2, 2, lcr_sym_of_rest},
    {"*", 2, 2, lcr_sym_of_sum},
    {"+", 2, 2, lcr_sym_of_sum},
    {"-", 1, 2, lcr_sym_of_sum},
    {"/", 2, 2, lcr_sym_of_quotient},
    {"append", 2, 3, lcr_sym_of_extension},
    {"blocked_product", 2, 2, lcr_sym_of_product},
    {"ceil_div", 2, 2, lcr_sym_of_quotient},
    {"coalesce", 1, 1, lcr_sym_of_coalesce},
    {"codomain", 1, 1, of_codomain},
    {"complement", 1, 2, lcr_sym_of_complement},
    {"compose", 2, 2, of_compose},
    {"concat", 1, SYM_ARGS, of_concat},
    {"cosize", 1, 1, of_cosize},
    {"depth", 1, 1, of_nesting},
    {"dice", 2, 2, lcr_sym_of_dice},
    {"domain", 1, 1, of_domain},
    {"downcast", 2, 2, lcr_sym_of_recast},
    {"evaluate", 2, 2, of_evaluate},
    {"filter", 1, 1, lcr_sym_of_filter},
    {"filter_zeros", 1, 1, lcr_sym_of_filter_zeros},
    {"flat_divide", 2, 2, of_divide},
    {"flat_product", 2, 2, lcr_sym_of_product},
    {"flat_slice", 2, 2, lcr_sym_of_flat_slice},
    {"flatten", 1, 1, of_flatten},
    {"gcd", 1, SYM_ARGS, lcr_sym_of_gcd},
    {"group", 3, 3, of_group},
    {"identity", 1, 1, lcr_sym_of_identity},
    {"include", 2, 2, lcr_sym_of_include},
    {"inverse", 1, 1, lcr_sym_of_right_inverse},
    {"layout", 1, 1, of_layout_of},
    {"left_inverse", 1, 1, lcr_sym_of_left_inverse},
    {"literal", 2, 2, of_layout},
    {"logical_divide", 2, 2, of_divide},
    {"logical_product", 2, 2, lcr_sym_of_product},
    {"make_identity_layout", 1, 1, lcr_sym_of_identity},
    {"make_layout", 1, SYM_ARGS, of_make_layout},
    {"make_layout_right", 1, 1, lcr_sym_of_right},
    {"make_ordered_layout", 2, 2, lcr_sym_of_order},
    {"max", 1, SYM_ARGS, lcr_sym_of_extreme},
    {"max_common_layout", 2, 2, lcr_sym_of_common_layout},
    {"max_common_vector", 2, 2, lcr_sym_of_common_vector},
    {"min", 1, SYM_ARGS, lcr_sym_of_extreme},
    {"mode", 2, SYM_ARGS, of_mode},
    {"morphism", 1, 1, lcr_sym_of_morphism},
    {"name", 1, 1, of_name},
    {"prepend", 2, 3, lcr_sym_of_extension},
    {"product_each", 1, 1, lcr_sym_of_sizes},
    {"raked_product", 2, 2, lcr_sym_of_product},
    {"rank", 1, 1, of_nesting},
    {"refinement", 2, 2, lcr_sym_of_refinement},
    {"replace", 3, 3, lcr_sym_of_replace},
    {"right_inverse", 1, 1, lcr_sym_of_right_inverse},
    {"select", 2, SYM_ARGS, of_select},
    {"shape", 1, 1, of_side},
    {"size", 1, 1, of_size},
    {"slice", 2, 2, of_slice},
    {"stride", 1, 1, of_side},
    {"take", 3, 3, lcr_sym_of_take},
    {"tensor", 2, 2, of_tensor},
    {"tile_to_shape", 2, 3, lcr_sym_of_tile_to_shape},
    {"tiled_divide", 2, 2, of_divide},
    {"tiled_product", 2, 2, lcr_sym_of_product},
    {"tuple", 1, SYM_ARGS, of_tuple},
    {"unflatten", 2, 2, lcr_sym_of_unflatten},
    {"upcast", 2, 2, lcr_sym_of_recast},
    {"zip", 2, 2, lcr_sym_of_zip},
    {"zipped_divide", 2, 2, of_divide},
    {"zipped_product", 2, 2, lcr_sym_of_product},
};

const char *lcr_sym_law_name(size_t i)
{
    return i < sizeof table / sizeof *table ? table[i].name : NULL;
}

bool lcr_sym_law(const sym_statement *t)
{
    for (size_t i = 0; i < t->n; i++)
        if (!t->arg[i])
            return false;
    if (lcr_sym_is_of_words(t))
        return lcr_sym_law_of_words(t);
    if (lcr_sym_is_swizzled(t))
        return lcr_sym_swizzled_law(t);
    if (lcr_sym_is_of_morphisms(t)) {
        bool known, shown = lcr_sym_law_of_morphisms(t, &known);
        if (known)
            return shown;
    }
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, t->name) == 0)
            return t->n >= table[i].least && t->n <= table[i].most && table[i].law(t) &&
                   lcr_sym_exists(t->s, t->value);
    return false;
}
