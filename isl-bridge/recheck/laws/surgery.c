/* surgery.c - modes put in, left out and put in order.
 *
 * As of other surgery (modes.c), the shape of the value is read off those of the arguments, and
 * its values are those of pieces of them.
 */
#include "config.h"

#include "modes.h"

#include <string.h>

#define MOST_MODES 4096

/* ---- parts side by side ---- */

/* The argument as it is, or as a layout where the value is one. NULL: there is none (e->none),
 * or an error. */
static const lit *put_in(ev *e, const lit *value, const lit *x)
{
    if (value->kind == LIT_LAYOUT)
        x = lcr_ev_layout(e, x);
    bool fits = x && (value->kind == LIT_TUPLE ? x->kind == LIT_TUPLE
                                               : x->kind == LIT_LAYOUT && !x->swizzled);
    if (x && !fits)
        lcr_ev_not(e);
    return fits ? x : NULL;
}

static bool keep_modes(lcr_surgery *to, const lit *a, size_t first, size_t end)
{
    lit_part whole = lcr_part_whole(a), part;
    for (size_t i = first; i < end; i++) {
        if (!lcr_part_mode(a, &whole, i, &part))
            return false;
        lcr_law_keep(to, a, &part);
    }
    return true;
}

static size_t rank_of(const lit *a)
{
    lit_part whole = lcr_part_whole(a);
    return lcr_part_rank(a, &whole);
}

typedef enum { APPENDED, PREPENDED } extension;

static bool extend(ev *e, const lcr_statement *c)
{
    const lit *value, *a;
    lcr_surgery to;
    if (!lcr_law_operands(e, c, &value, &a))
        return lcr_ev_ok(e);
    const lit *x = put_in(e, value, c->arg[1]);
    size_t rank = rank_of(a), wanted = rank + 1;
    if (!x)
        return lcr_ev_ok(e);
    if (c->n > 2 && (!lcr_law_index(c->arg[2], MOST_MODES + 1, &wanted) || wanted < rank))
        return lcr_ev_not(e);
    size_t more = wanted - rank;
    if (!lcr_law_begin(e, a->nnodes + more * x->nnodes + 1, rank + more, &to))
        return false;
    lit_part whole = lcr_part_whole(x), all = lcr_part_whole(a);
    if (more == 0) {
        lcr_law_keep(&to, a, &all);
        return lcr_law_settle(e, value, a, &to);
    }
    lcr_build_open(to.shape, wanted);
    for (size_t i = 0; c->how == PREPENDED && i < more; i++)
        lcr_law_keep(&to, x, &whole);
    keep_modes(&to, a, 0, rank);
    for (size_t i = 0; c->how == APPENDED && i < more; i++)
        lcr_law_keep(&to, x, &whole);
    return lcr_law_settle(e, value, a, &to);
}

static bool replace(ev *e, const lcr_statement *c)
{
    const lit *value, *a;
    lcr_surgery to;
    size_t at;
    if (!lcr_law_operands(e, c, &value, &a))
        return lcr_ev_ok(e);
    const lit *x = put_in(e, value, c->arg[2]);
    size_t rank = rank_of(a);
    if (!x)
        return lcr_ev_ok(e);
    if (!lcr_law_index(c->arg[1], rank, &at))
        return lcr_ev_not(e);
    if (!lcr_law_begin(e, a->nnodes + x->nnodes + 1, rank + 1, &to))
        return false;
    lit_part whole = lcr_part_whole(x);
    lcr_build_open(to.shape, rank);
    keep_modes(&to, a, 0, at);
    lcr_law_keep(&to, x, &whole);
    keep_modes(&to, a, at + 1, rank);
    return lcr_law_settle(e, value, a, &to);
}

static bool take(ev *e, const lcr_statement *c)
{
    const lit *value, *a;
    lcr_surgery to;
    size_t first, end;
    if (!lcr_law_operands(e, c, &value, &a))
        return lcr_ev_ok(e);
    size_t rank = rank_of(a);
    if (!lcr_law_index(c->arg[1], rank, &first) || !lcr_law_index(c->arg[2], rank + 1, &end) ||
        first >= end)
        return lcr_ev_not(e);
    if (!lcr_law_begin(e, a->nnodes + 1, rank, &to))
        return false;
    lcr_build_open(to.shape, end - first);
    keep_modes(&to, a, first, end);
    return lcr_law_settle(e, value, a, &to);
}

static bool zip(ev *e, const lcr_statement *c)
{
    const lit *value, *a;
    lcr_surgery to;
    if (!lcr_law_operands(e, c, &value, &a))
        return lcr_ev_ok(e);
    const lit *b = put_in(e, value, c->arg[1]);
    if (!b)
        return lcr_ev_ok(e);
    size_t rank = rank_of(a);
    if (rank != rank_of(b))
        return lcr_ev_not(e);
    if (!lcr_law_begin(e, a->nnodes + b->nnodes + rank + 1, 2 * rank, &to))
        return false;
    lcr_build_open(to.shape, rank);
    for (size_t i = 0; i < rank; i++) {
        lcr_build_open(to.shape, 2);
        keep_modes(&to, a, i, i + 1);
        keep_modes(&to, b, i, i + 1);
    }
    return lcr_law_settle(e, value, a, &to);
}

/* ---- nesting ---- */

/* The profile's nesting of the leaves of a, from *leaf on. */
static void nest_like(lcr_surgery *to, const lit *a, const lit *profile, const lit_part *p,
                      size_t *leaf)
{
    lit_part part;
    if (lcr_part_is_leaf(profile, p)) {
        bool any = a->any && a->any[*leaf];
        lcr_build_leaf(to->shape, any ? lc_int_const(0) : a->extent[*leaf]);
        (*leaf)++;
        return;
    }
    size_t rank = lcr_part_rank(profile, p);
    lcr_build_open(to->shape, rank);
    for (size_t i = 0; i < rank && lcr_part_mode(profile, p, i, &part); i++)
        nest_like(to, a, profile, &part, leaf);
}

static bool unflatten(ev *e, const lcr_statement *c)
{
    const lit *value, *a, *profile = c->arg[1];
    lcr_surgery to;
    size_t leaf = 0;
    if (!lcr_law_operands(e, c, &value, &a))
        return lcr_ev_ok(e);
    if (profile->n != a->n || a->any ||
        (profile->kind != LIT_TUPLE && profile->kind != LIT_LAYOUT))
        return lcr_ev_not(e);
    if (!lcr_law_begin(e, profile->nnodes + a->nnodes, 1, &to))
        return false;
    lit_part whole = lcr_part_whole(profile);
    nest_like(&to, a, profile, &whole, &leaf);
    to.piece[to.n++] = lcr_pc_leaves(a, 0, a->n, 0);
    return lcr_law_settle(e, value, a, &to);
}

/* ---- slices ---- */

/* How many modes a coordinate leaves: `_`, and what a short tuple lacks. Those that it leaves, or
 * those that it does not, are kept; SIZE_MAX: it does not fit. */
typedef struct {
    const lit *a, *crd;
    bool diced;      /* modes with integers are kept, tuples are not short */
    lcr_surgery *to; /* NULL: they are counted */
} slicing;

static size_t slice_part(slicing *s, const lit_part *of, const lit_part *at)
{
    lit_part own, part;
    bool leaf = lcr_part_is_leaf(s->crd, at);
    bool any = leaf && s->crd->any && s->crd->any[at->first];
    if (leaf && any != s->diced) {
        if (s->to)
            lcr_law_keep(s->to, s->a, of);
        return 1;
    }
    if (leaf) {
        if (s->to && !s->diced)
            s->to->piece[s->to->n++] = lcr_pc_at(s->a, of->first, of->last,
                                                 s->crd->extent[at->first]);
        return 0;
    }
    size_t given = lcr_part_rank(s->crd, at), rank = lcr_part_rank(s->a, of), kept = 0;
    if (given > rank || (s->diced && given < rank))
        return SIZE_MAX;
    for (size_t i = 0; i < rank; i++) {
        size_t below = 1;
        if (!lcr_part_mode(s->a, of, i, &own))
            return SIZE_MAX;
        if (i < given && lcr_part_mode(s->crd, at, i, &part))
            below = slice_part(s, &own, &part);
        else if (s->to)
            lcr_law_keep(s->to, s->a, &own);
        if (below == SIZE_MAX)
            return below;
        kept += below;
    }
    return kept;
}

/* The value has the modes that are kept, side by side; one without a tuple around it. */
static bool slice_to(ev *e, slicing *s, const lit *value)
{
    lcr_surgery to;
    lit_part whole = lcr_part_whole(s->a), at = lcr_part_whole(s->crd);
    size_t kept = slice_part(s, &whole, &at);
    if (kept == SIZE_MAX || (s->diced && kept == 0))
        return lcr_ev_not(e);
    if (!lcr_law_begin(e, s->a->nnodes + 2, s->a->n + s->crd->n, &to))
        return false;
    if (kept > 1)
        lcr_build_open(to.shape, kept);
    s->to = &to;
    slice_part(s, &whole, &at);
    if (kept > 0)
        return lcr_law_settle(e, value, s->a, &to);
    lcr_build_leaf(to.shape, lc_int_const(1));
    return lcr_law_settle(e, value, s->a, &to) &&
           lcr_ev_condition(e, lcr_all_zero(value->naxes * value->n, value->step),
                            "a point has a stride");
}

static bool flat_slice(ev *e, const lcr_statement *c)
{
    const lit *value, *a;
    if (!lcr_law_operands(e, c, &value, &a))
        return lcr_ev_ok(e);
    if (c->arg[1]->kind != LIT_TUPLE || a->kind != LIT_LAYOUT)
        return lcr_ev_not(e);
    slicing s = {a, c->arg[1], false, NULL};
    return slice_to(e, &s, value);
}

static bool dice(ev *e, const lcr_statement *c)
{
    const lit *x = c->arg[1];
    bool plain = x->kind == LIT_TUPLE || (x->kind == LIT_LAYOUT && !x->swizzled && !x->offset);
    if (c->arg[0]->kind != LIT_TUPLE || !plain)
        return lcr_ev_not(e);
    slicing s = {x, c->arg[0], true, NULL};
    return slice_to(e, &s, c->value);
}

/* ---- layouts of shapes ---- */

/* A shape with strides, to be filled. */
static lit *layout_of(ev *e, const lit *shape)
{
    lit *made = lcr_lit_copy(e->pool, shape);
    lc_int *step = lcr_lit_alloc(e->pool, shape->n, sizeof *step);
    if (!made || !step)
        return NULL;
    *made = (lit){.kind = LIT_LAYOUT,
                  .nnodes = shape->nnodes,
                  .n = shape->n,
                  .node = made->node,
                  .extent = made->extent,
                  .naxes = 1,
                  .step = step};
    return made;
}

/* The leaves of the shape that each leaf of the order stands for; false: they do not fit. */
static bool stands_for(const lit *shape, const lit_part *of, const lit *order, const lit_part *at,
                       size_t *by)
{
    lit_part own, part;
    if (lcr_part_is_leaf(order, at)) {
        for (size_t k = of->first; k < of->last; k++)
            by[k] = at->first;
        return true;
    }
    size_t rank = lcr_part_rank(order, at);
    bool fits = !lcr_part_is_leaf(shape, of) && lcr_part_rank(shape, of) == rank;
    for (size_t i = 0; fits && i < rank; i++)
        fits = lcr_part_mode(shape, of, i, &own) && lcr_part_mode(order, at, i, &part) &&
               stands_for(shape, &own, order, &part, by);
    return fits;
}

/* A leaf goes over all leaves of less order, and over those before it of the same leaf of the
 * order. */
static bool in_order(ev *e, const lcr_statement *c)
{
    const lit *shape = c->arg[0], *order = c->arg[1];
    if (shape->kind != LIT_TUPLE || order->kind != LIT_TUPLE || shape->any || order->any)
        return lcr_ev_not(e);
    lit *expected = layout_of(e, shape);
    size_t *by = lcr_lit_alloc(e->pool, shape->n, sizeof *by);
    lit_part whole = lcr_part_whole(shape), at = lcr_part_whole(order);
    if (!expected || !by)
        return false;
    if (!stands_for(shape, &whole, order, &at, by))
        return lcr_ev_not(e);
    for (size_t k = 0; k < shape->n; k++) {
        expected->step[k] = lc_int_const(1);
        for (size_t i = 0; i < shape->n; i++)
            if (lc_int_lt(order->extent[by[i]], order->extent[by[k]]) ||
                (by[i] == by[k] && i < k))
                expected->step[k] = lc_int_mul(e->pool->lc, expected->step[k], shape->extent[i]);
    }
    return lcr_ev_arithmetic(e, lcr_lit_same(c->value, expected),
                             "an extent or a stride is another");
}

/* A leaf goes over all leaves behind it. */
static bool from_right(ev *e, const lcr_statement *c)
{
    const lit *shape = c->arg[0];
    if (shape->kind != LIT_TUPLE || shape->any)
        return lcr_ev_not(e);
    lit *expected = layout_of(e, shape);
    if (!expected)
        return false;
    for (size_t k = 0; k < shape->n; k++)
        expected->step[k] = lcr_lit_span(e->pool->lc, shape, k + 1, shape->n);
    return lcr_ev_arithmetic(e, lcr_lit_same(c->value, expected),
                             "an extent or a stride is another");
}

static bool filter_zeros(ev *e, const lcr_statement *c)
{
    const lit *value, *a;
    if (!lcr_law_operands(e, c, &value, &a))
        return lcr_ev_ok(e);
    const lit *given = lcr_ev_layout(e, a);
    lit *expected = given ? lcr_lit_copy(e->pool, given) : NULL;
    lc_int *extent = expected ? lcr_lit_alloc(e->pool, given->n, sizeof *extent) : NULL;
    if (!extent)
        return false;
    for (size_t k = 0; k < given->n; k++) {
        bool still = true;
        for (size_t j = 0; j < given->naxes; j++)
            still = still && lc_int_is_zero(given->step[j * given->n + k]);
        extent[k] = still ? lc_int_const(1) : given->extent[k];
    }
    expected->extent = extent;
    return lcr_ev_reading(e, lcr_lit_same(value, expected), "a mode is another one");
}

const ev_row lcr_laws_surgery[] = {
    {"append", 2, "...", extend, OF_LAYOUTS, APPENDED},
    {"dice", 2, "..", dice, OF_LAYOUTS, 0},
    {"filter_zeros", 1, ".", filter_zeros, OF_LAYOUTS, 0},
    {"flat_slice", 2, "..", flat_slice, OF_LAYOUTS, 0},
    {"make_layout_right", 1, ".", from_right, OF_LAYOUTS, 0},
    {"make_ordered_layout", 2, "..", in_order, OF_LAYOUTS, 0},
    {"prepend", 2, "...", extend, OF_LAYOUTS, PREPENDED},
    {"replace", 3, "...", replace, OF_LAYOUTS, 0},
    {"take", 3, "...", take, OF_LAYOUTS, 0},
    {"unflatten", 2, "..", unflatten, OF_LAYOUTS, 0},
    {"zip", 2, "..", zip, OF_LAYOUTS, 0},
    {NULL, 0, NULL, NULL, 0, 0},
};
