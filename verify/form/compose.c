/* compose.c - composition of layouts with parameters.
 *
 * Let B's values be integers. A leaf n:d of B steps along A's leaf j when d = t P_j, P_j the
 * product of the extents of the leaves before it. It stays there when t (n - 1) is below that
 * leaf's extent; the last leaf has no end. If the leaves of B together stay within each leaf of
 * A, no digit of A carries, and A(B(c)) is the sum of c t D_j.
 *
 * If B's values are coordinates, one for each leaf of A, then A is linear in them.
 */
#include "config.h"

#include "internal.h"

/* ---- tilers by mode ---- */

/* A tiler, or a tuple of sizes, in which a size n stands for n:1. */
typedef struct {
    const lc_tiler *t;
    const lc_tuple *nest; /* the leaves are numbers of extents; NULL for `_` */
    const lc_poly *const *extent;
} tiler;

static size_t rank_of(const tiler *t)
{
    return t->t ? lc_tiler_rank(t->t) : lc_tuple_rank(t->nest);
}

/* What is done to mode i; false: nothing, it is left as it is. */
static bool tile_on(lcv_forms *f, const tiler *t, size_t i, tiler *on)
{
    *on = *t;
    if (i >= rank_of(t))
        return false;
    if (t->t)
        return (on->t = lc_tiler_on(t->t, i)) != NULL;
    on->nest = lcv_part_of(f->ctx, t->nest, i);
    return on->nest && !(lc_tuple_is_leaf(on->nest) &&
                         !t->extent[lc_int_get_si(lc_tuple_value(on->nest, 0))]);
}

/* The tiler as one layout; NULL: it is by mode. */
static const lcv_form *as_layout(lcv_forms *f, const tiler *t)
{
    const lc_layout *whole = t->t ? lc_tiler_as_layout(t->t) : NULL;
    if (whole)
        return lcv_form_value(f, lcv_value_layout(f->ctx, lc_layout_ref(whole)));
    if (t->t || !lc_tuple_is_leaf(t->nest))
        return NULL;
    const lc_poly *n = t->extent[lc_int_get_si(lc_tuple_value(t->nest, 0))];
    return lcv_form_as_layout(f, lcv_form_int(f, n));
}

static const lcv_form *compose_by_mode(lcv_forms *f, const lcv_form *of, const tiler *t)
{
    const lcv_form *part[LC_MAX_AXES], *a = lcv_form_as_layout(f, of);
    size_t n = rank_of(t), rank = a ? lc_tuple_rank(a->nest) : 0;
    if (!a || n > rank || rank > LC_MAX_AXES)
        return lcv_obstacle(f, "a composition with a tiler of %z modes", n);
    for (size_t i = 0; i < rank; i++) {
        tiler on;
        part[i] = lcv_form_mode(f, a, i);
        if (part[i] && tile_on(f, t, i, &on)) {
            const lcv_form *whole = as_layout(f, &on);
            part[i] = whole ? lcv_form_compose(f, part[i], whole)
                            : compose_by_mode(f, part[i], &on);
        }
        if (!part[i])
            return NULL;
    }
    return lcv_form_joined(f, rank, part);
}

/* ---- integers into A ---- */

typedef struct {
    lcv_forms *f;
    const lcv_form *a, *b;
    const lc_poly *place[LC_MAX_AXES]; /* P_j */
    const lc_poly *reach[LC_MAX_AXES]; /* of B's leaves along leaf j, so far */
    lcv_form *out;
} composing;

/* least <= most */
static bool implies(lcv_forms *f, const lc_poly *least, const lc_poly *most)
{
    return lcv_facts_imply(f->facts, lcv_size_sub(f->symbols, most, least));
}

/* The leaf of A along which B's leaf k steps, and by how much. */
static bool step_along(composing *c, size_t k, size_t *leaf, const lc_poly **by)
{
    lcv_symbols *s = c->f->symbols;
    const lc_poly *last = lcv_size_plus(s, c->b->extent[k], -1);
    for (size_t j = c->a->n; j-- > 0;) {
        const lc_poly *t = lcv_size_quotient(s, c->b->step[k], c->place[j]);
        if (!t)
            continue;
        const lc_poly *reach = lcv_size_add(s, c->reach[j], lcv_size_mul(s, t, last));
        const lc_poly *end = lcv_size_plus(s, c->a->extent[j], -1);
        bool fits = lcv_facts_imply(c->f->facts, t) &&
                    (j + 1 == c->a->n || (implies(c->f, reach, end) && implies(c->f, t, end)));
        if (!fits)
            continue;
        c->reach[j] = reach;
        *leaf = j;
        *by = t;
        return true;
    }
    lcv_obstacle(c->f,
                 "a composition in which mode %z of the inner layout is not shown to step "
                 "along one mode of the outer one",
                 k);
    return false;
}

static const lcv_form *compose_integers(composing *c)
{
    lcv_symbols *s = c->f->symbols;
    const lc_poly *product = lcv_size_const(s, 1);
    if (c->a->n > LC_MAX_AXES || c->a->loose || c->b->loose)
        return lcv_obstacle(c->f, "a composition with a layout of this kind");
    for (size_t j = 0; j < c->a->n; j++) {
        c->place[j] = product;
        c->reach[j] = lcv_size_const(s, 0);
        product = lcv_size_mul(s, product, c->a->extent[j]);
    }
    for (size_t k = 0; k < c->b->n; k++) {
        size_t leaf;
        const lc_poly *by;
        if (lcv_size_is_zero(c->b->step[k])) {
            leaf = 0;
            by = c->b->step[k];
        } else if (!product || !step_along(c, k, &leaf, &by)) {
            return NULL;
        }
        c->out->extent[k] = c->b->extent[k];
        for (size_t axis = 0; axis < c->a->naxes; axis++)
            c->out->step[axis * c->out->n + k] = lcv_size_mul(s, by,
                                                              c->a->step[axis * c->a->n + leaf]);
    }
    return c->out;
}

/* ---- coordinates into A ---- */

/* The leaf of A for each axis of B's values, by the nesting; false when they do not match. */
static bool match(lc_ctx *ctx, const lc_tuple *profile, const lc_tuple *nest, size_t *leaf,
                  size_t *axis)
{
    if (lc_tuple_is_leaf(profile)) {
        bool unused = lc_int_is_zero(lc_tuple_value(profile, 0));
        leaf[(*axis)++] = (size_t)lc_int_get_si(lc_tuple_value(nest, 0));
        return unused || lc_tuple_is_leaf(nest);
    }
    bool ok = !lc_tuple_is_leaf(nest) && lc_tuple_rank(profile) <= lc_tuple_rank(nest);
    for (size_t i = 0; ok && i < lc_tuple_rank(profile); i++) {
        lc_tuple *p = lcv_part_of(ctx, profile, i), *n = lcv_part_of(ctx, nest, i);
        ok = p && n && match(ctx, p, n, leaf, axis);
    }
    return ok;
}

static const lcv_form *compose_coordinates(composing *c)
{
    lcv_symbols *s = c->f->symbols;
    size_t leaf[LC_MAX_AXES], axes = 0;
    if (c->a->loose || !match(c->f->ctx, c->b->profile, c->a->nest, leaf, &axes))
        return lcv_obstacle(c->f, "a composition with coordinates that are not nested like the "
                                  "shape of the outer layout");
    c->out->loose = c->b->loose;
    for (size_t k = 0; k < c->b->n; k++) {
        c->out->extent[k] = c->b->extent[k];
        for (size_t axis = 0; axis < c->a->naxes; axis++) {
            const lc_poly *sum = lcv_size_const(s, 0);
            for (size_t q = 0; q < axes; q++)
                sum = lcv_size_add(s, sum,
                                   lcv_size_mul(s, c->b->step[q * c->b->n + k],
                                                c->a->step[axis * c->a->n + leaf[q]]));
            c->out->step[axis * c->out->n + k] = sum;
        }
    }
    return c->out;
}

/* ---- composition ---- */

/* A tuple or a tiler by mode. */
static lc_tiler *tiler_of(lcv_forms *f, const lcv_form *b)
{
    lcv_value *v = lcv_form_as_value(f, b);
    bool by_mode = v && (v->kind == LCV_TILER || v->kind == LCV_TUPLE);
    lc_tiler *t = by_mode ? lcv_kept(f->ctx, lcv_tiler_of_tiles(f->ctx, "compose", v)) : NULL;
    return t && !lc_tiler_as_layout(t) ? t : NULL;
}

static const lcv_form *compose(lcv_forms *f, const lcv_form *a, const lcv_form *inner)
{
    tiler t = {.t = tiler_of(f, inner)};
    if (inner->kind == LCV_FORM_TUPLE)
        t = (tiler){.nest = inner->nest, .extent = inner->extent};
    if (t.t || (t.nest && !lc_tuple_is_leaf(t.nest)))
        return compose_by_mode(f, a, &t);
    composing c = {.f = f, .a = a, .b = lcv_form_as_layout(f, inner)};
    if (!c.b)
        return NULL;
    c.out = lcv_form_layout(f, c.b->nest, a->naxes, a->profile);
    if (!c.out)
        return NULL;
    const lcv_form *made = !c.b->profile ? compose_integers(&c) : compose_coordinates(&c);
    return lc_ctx_code(f->ctx) == LC_OK ? made : lcv_obstacle(f, "a composition");
}

const lcv_form *lcv_form_compose(lcv_forms *f, const lcv_form *outer, const lcv_form *inner)
{
    if (lcv_form_is_morphism(outer) && lcv_form_is_morphism(inner)) {
        static const lcv_operation of = {.name = "compose",
                                         .apply_to_morphisms = lcv_morphism_compose,
                                         .morphism_args = 2};
        return lcv_form_of_morphisms(f, &of, 2, (const lcv_form *const[]){outer, inner});
    }
    if (outer->kind == LCV_FORM_VALUE && outer->value->kind == LCV_SWIZZLE)
        return lcv_obstacle(f,
                            "a swizzle of a layout that depends on parameters is out of reach");
    const lcv_form *tensor = lcv_form_as_tensor(f, outer);
    const lcv_form *a = tensor ? lcv_form_without_offset(f, tensor) : NULL;
    return a ? lcv_form_after_offset_of(f, tensor, compose(f, a, inner)) : NULL;
}
