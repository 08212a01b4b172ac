/* compose.c - composition of layouts with parameters.
 *
 * Let B's values be integers. A leaf n:d of B steps along A's leaf j when d = t P_j, P_j the
 * product of the extents of the leaves before it. It stays there when t (n - 1) is below that
 * leaf's extent e; the last leaf has no end. Else it fills the leaf where t divides e and e / t
 * divides n, and the rest of its coordinates steps along the leaves after it by 1. If the leaves
 * of B together stay within each leaf of A, no digit of A carries, and A(B(c)) is the sum of
 * c t D_j. These are questions (form.h) where they do not follow.
 *
 * If B's values are coordinates, one for each leaf of A, then A is linear in them.
 */
#include "config.h"

#include "modes.h"

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

/* Modes of the composite, in order; the leaf of B that each is a part of. */
#define MAX_PIECES 128

typedef struct {
    const lc_poly *extent, *by; /* steps of `by` along leaf `along` of A */
    size_t along, of;
} piece;

typedef struct {
    lcv_forms *f;
    const lcv_form *a, *b;
    size_t n; /* leaves of A that count, joined where they go on */
    size_t leaf[LC_MAX_AXES];
    const lc_poly *extent[LC_MAX_AXES];
    const lc_poly *reach[LC_MAX_AXES]; /* of B's leaves along leaf j, so far */
    size_t npieces;
    piece piece[MAX_PIECES];
    lcv_form *out;
} composing;

/* Does leaf j + 1 of A go on where leaf j ends? Without asking: is that known? */
static lcr_answer goes_on(composing *c, size_t j, bool ask)
{
    lcv_symbols *s = c->f->symbols;
    size_t n = c->a->n, next = c->leaf[j + 1], of = c->leaf[j];
    for (size_t q = 0; q < c->a->naxes; q++) {
        const lc_poly *end = lcv_size_mul(s, c->extent[j], c->a->step[q * n + of]);
        const lc_poly *begin = c->a->step[q * n + next];
        if (!end)
            return LCR_UNKNOWN;
        lcr_answer same = lc_poly_equal(end, begin) ? LCR_YES
                          : ask                     ? lcv_forms_is_equal(c->f, end, begin)
                                                    : LCR_NO;
        if (same != LCR_YES)
            return same;
    }
    return LCR_YES;
}

/* Makes leaves j and j + 1 of A, of which the second goes on where the first ends, one. */
static bool join(composing *c, size_t j)
{
    lcv_symbols *s = c->f->symbols;
    const lc_poly *extent = c->extent[j];
    c->reach[j] = lcv_size_add(s, c->reach[j], lcv_size_mul(s, extent, c->reach[j + 1]));
    c->extent[j] = lcv_size_mul(s, extent, c->extent[j + 1]);
    for (size_t i = 0; i < c->npieces; i++) {
        piece *p = &c->piece[i];
        if (p->along == j + 1)
            p->by = lcv_size_mul(s, extent, p->by);
        p->along -= p->along > j;
    }
    for (size_t k = j + 1; k + 1 < c->n; k++) {
        c->leaf[k] = c->leaf[k + 1];
        c->reach[k] = c->reach[k + 1];
        c->extent[k] = c->extent[k + 1];
    }
    c->n--;
    return c->reach[j] && c->extent[j];
}

/* A with its leaves joined where they are known to go on. The last one, which has no end, stays.
 * */
static bool read_outer(composing *c)
{
    c->n = 0;
    if (c->a->n > LC_MAX_AXES)
        return lcv_obstacle(c->f, "a composition with a layout of %z leaves", c->a->n) != NULL;
    for (size_t k = 0; k < c->a->n; k++) {
        if (lcv_size_is_one(c->a->extent[k]) && k + 1 < c->a->n)
            continue;
        c->leaf[c->n] = k;
        c->reach[c->n] = lcv_size_const(c->f->symbols, 0);
        c->extent[c->n++] = c->a->extent[k];
        if (c->n > 1 && goes_on(c, c->n - 2, false) == LCR_YES && !join(c, c->n - 2))
            return false;
    }
    return true;
}

static bool is_at_most(composing *c, const lc_poly *least, const lc_poly *most, bool *known)
{
    lcr_answer answer = lcv_forms_ask(c->f, lcv_size_sub(c->f->symbols, most, least));
    *known = *known && answer != LCR_UNKNOWN;
    return answer == LCR_YES;
}

static bool push_piece(composing *c, piece made)
{
    if (c->npieces == MAX_PIECES)
        return lcv_obstacle(c->f, "a composition of too many modes") != NULL;
    c->piece[c->npieces++] = made;
    return made.extent && made.by;
}

static bool no_step(composing *c, size_t k)
{
    return lcv_obstacle(c->f,
                        "a composition in which mode %z of the inner layout is not shown to step "
                        "along modes of the outer one",
                        k) != NULL;
}

/* Adds (extent - 1) by to what is reached along leaf j, which has to stay within it. */
static bool reach_along(composing *c, size_t j, const lc_poly *extent, const lc_poly *by,
                        size_t k)
{
    lcv_symbols *s = c->f->symbols;
    bool known = true;
    c->reach[j] = lcv_size_add(s, c->reach[j], lcv_size_mul(s, lcv_size_plus(s, extent, -1), by));
    if (j + 1 == c->n)
        return c->reach[j] != NULL;
    return is_at_most(c, c->reach[j], lcv_size_plus(s, c->extent[j], -1), &known) ||
           no_step(c, k);
}

/* Leaf k of B, from leaf j of A on: n coordinates in steps of `by` leaves of A. */
static bool step_from(composing *c, size_t k, size_t j, const lc_poly *n, const lc_poly *by)
{
    lcv_symbols *s = c->f->symbols;
    for (; j < c->n; j++) {
        const lc_poly *end = lcv_size_plus(s, c->extent[j], -1), *q;
        const lc_poly *span = lcv_size_mul(s, lcv_size_plus(s, n, -1), by);
        bool known = true;
        if (j + 1 == c->n || (is_at_most(c, span, end, &known) && is_at_most(c, by, end, &known)))
            return push_piece(c, (piece){n, by, j, k}) && reach_along(c, j, n, by, k);
        bool within = is_at_most(c, by, end, &known);
        if (!known)
            return no_step(c, k);
        if (!within) {
            if (!(q = lcv_forms_quotient(c->f, by, c->extent[j])))
                return no_step(c, k);
            by = q; /* past this leaf */
            continue;
        }
        lcr_answer joins = goes_on(c, j, true);
        if (joins == LCR_UNKNOWN || (joins == LCR_YES && !join(c, j)))
            return no_step(c, k);
        if (joins == LCR_YES) {
            j--;
            continue;
        }
        const lc_poly *here = lcv_forms_quotient(c->f, c->extent[j], by);
        const lc_poly *rest = here ? lcv_forms_quotient(c->f, n, here) : NULL;
        if (!rest || !push_piece(c, (piece){here, by, j, k}) || !reach_along(c, j, here, by, k))
            return no_step(c, k);
        n = rest;
        by = lcv_size_const(s, 1);
    }
    return no_step(c, k);
}

/* The nesting of B, each leaf of several pieces a tuple of them. */
static lc_tuple *nest_of(composing *c, const lc_tuple *nest, size_t *leaf, size_t *at)
{
    lc_ctx *ctx = c->f->ctx;
    if (lc_tuple_is_leaf(nest)) {
        size_t first = *at, k = (*leaf)++;
        lc_int *number = lc_frame_alloc(ctx, MAX_PIECES, sizeof *number);
        while (*at < c->npieces && c->piece[*at].of == k)
            ++*at;
        for (size_t i = first; number && i < *at; i++)
            number[i - first] = lc_int_si(ctx, (int64_t)i);
        return !number            ? NULL
               : *at - first == 1 ? lcv_kept(ctx, lc_tuple_leaf(ctx, number[0]))
                                  : lcv_kept(ctx, lc_tuple_flat(ctx, *at - first, number));
    }
    size_t n = lc_tuple_rank(nest);
    lc_tuple **part = lc_frame_alloc(ctx, n, sizeof *part);
    for (size_t i = 0; part && i < n; i++) {
        lc_tuple *below = lcv_part_of(ctx, nest, i);
        if (!below || !(part[i] = nest_of(c, below, leaf, at)))
            return NULL;
    }
    return part ? lcv_kept(ctx, lc_tuple_of(ctx, n, part)) : NULL;
}

static const lcv_form *from_pieces(composing *c)
{
    size_t leaf = 0, at = 0;
    lc_tuple *nest = nest_of(c, c->b->nest, &leaf, &at);
    lcv_form *out = nest ? lcv_form_layout(c->f, nest, c->a->naxes, c->a->profile) : NULL;
    for (size_t i = 0; out && i < out->n; i++) {
        const piece *p = &c->piece[i];
        out->extent[i] = p->extent;
        for (size_t q = 0; q < out->naxes; q++)
            out->step[q * out->n + i] = lcv_size_mul(c->f->symbols, p->by,
                                                     c->a->step[q * c->a->n + c->leaf[p->along]]);
    }
    return out;
}

static const lcv_form *compose_integers(composing *c)
{
    if (lcv_form_is_loose(c->f, c->a) || lcv_form_is_loose(c->f, c->b) || !read_outer(c))
        return NULL;
    for (size_t k = 0; k < c->b->n; k++) {
        const lc_poly *step = c->b->step[k];
        if (lcv_size_is_zero(step)) {
            if (!push_piece(c, (piece){c->b->extent[k], step, 0, k}))
                return NULL;
            continue;
        }
        lcr_answer positive = lcv_forms_ask(c->f, lcv_size_plus(c->f->symbols, step, -1));
        if (positive != LCR_YES)
            return lcv_obstacle(c->f, "a composition with a stride that may be negative or 0");
        if (!step_from(c, k, 0, c->b->extent[k], step))
            return NULL;
    }
    return from_pieces(c);
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
    if (c.b->profile && !(c.out = lcv_form_layout(f, c.b->nest, a->naxes, a->profile)))
        return NULL;
    const lcv_form *made = !c.b->profile ? compose_integers(&c) : compose_coordinates(&c);
    return lc_ctx_code(f->ctx) == LC_OK ? made : lcv_obstacle(f, "a composition");
}

/* A tensor of integers whose offset is never 0: A o {k} o B is A o k o B, and not a layout. */
static bool is_moved(lcv_forms *f, const lcv_form *inner)
{
    bool offset = inner->offset ||
                  (inner->kind == LCV_FORM_VALUE && lcv_has_offset(inner->value));
    const lcv_form *tensor = offset ? lcv_form_as_tensor(f, inner) : NULL;
    return tensor && !tensor->profile && lcv_forms_is_zero(f, tensor->offset[0]) == LCR_NO;
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
        return lcv_form_after(f, (lcv_outer_form){.any = true, .swizzle = outer->value->swizzle},
                              inner);
    if (lcv_form_is_composed(outer)) {
        lcv_outer_form outside;
        const lcv_form *within = lcv_form_inside(f, outer, &outside);
        const lcv_form *made = within ? lcv_form_compose(f, within, inner) : NULL;
        return made ? lcv_form_after(f, outside, made) : NULL;
    }
    if (lcv_form_has_words(outer))
        return lcv_form_words_compose(f, outer, inner);
    if (is_moved(f, inner))
        return lcv_form_after_layout(f, outer, inner);
    const lcv_form *tensor = lcv_form_as_tensor(f, outer);
    const lcv_form *a = tensor ? lcv_form_without_offset(f, tensor) : NULL;
    return a ? lcv_form_after_offset_of(f, tensor, compose(f, a, inner)) : NULL;
}
