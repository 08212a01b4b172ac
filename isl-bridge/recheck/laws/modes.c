/* modes.c - mode lcr_surgery: what is left of a layout, and how it is nested.
 *
 * The shape of the value is read off that of the argument. Its values are those of pieces of the
 * argument (sets/pieces.h), each at the integral coordinate of the modes that stand for it in the
 * value. A tuple has nothing but its shape.
 */
#include "config.h"

#include "modes.h"

#include <string.h>

bool lcr_law_index(const lit *a, size_t end, size_t *index)
{
    lc_int n;
    if (!lcr_ev_integer(a, &n) || a->any || lc_int_lt(n, lc_int_const(0)) || !lc_int_fits_si(n) ||
        (uint64_t)lc_int_get_si(n) >= end)
        return false;
    *index = (size_t)lc_int_get_si(n);
    return true;
}

/* ---- functions outside ---- */

static bool same_offset(const lit *a, const lit *b)
{
    return (!a->offset) == (!b->offset) && a->naxes == b->naxes &&
           (!a->offset || lcr_same_ints(a->naxes, a->offset, b->offset));
}

static bool same_outside(const lit *v, const lit *a)
{
    if (v->kind != a->kind)
        return false;
    if (a->kind == LIT_COMPOSED)
        return (v->outer == a->outer || lcr_lit_same(v->outer, a->outer)) && same_offset(v, a);
    return v->swizzled == a->swizzled && v->b == a->b && v->m == a->m && v->s == a->s;
}

bool lcr_law_inside(ev *e, const lit **value, const lit **a)
{
    while ((*a)->kind == LIT_COMPOSED || (*a)->swizzled) {
        if (!same_outside(*value, *a))
            return lcr_ev_reading(e, false, "the function outside is another one") && false;
        bool composed = (*a)->kind == LIT_COMPOSED;
        *value = composed ? (*value)->inner : lcr_without_swizzle(e->pool, *value);
        *a = composed ? (*a)->inner : lcr_without_swizzle(e->pool, *a);
        if (!*value || !*a)
            return false;
    }
    bool possible = (*a)->kind == LIT_LAYOUT && (*a)->b == 0;
    if (!possible)
        lcr_ev_not(e);
    else if ((*value)->kind != LIT_LAYOUT || (*value)->swizzled)
        return lcr_ev_reading(e, false, "the value is of another kind") && false;
    return possible;
}

/* ---- pieces of one layout ---- */

bool lcr_law_begin(ev *e, size_t nodes, size_t pieces, lcr_surgery *to)
{
    *to = (lcr_surgery){lcr_build_tuple(e->pool, nodes, nodes), 0,
                        lcr_lit_alloc(e->pool, pieces + 1, sizeof *to->piece)};
    return to->shape && to->piece != NULL;
}

void lcr_law_keep(lcr_surgery *to, const lit *a, const lit_part *p)
{
    to->piece[to->n++] = lcr_pc_leaves(a, p->first, p->last, to->shape->n);
    lcr_build_part(to->shape, a, p);
}

bool lcr_law_settle(ev *e, const lit *value, const lit *a, const lcr_surgery *to)
{
    if (!lcr_lit_same_shape(value, to->shape))
        return lcr_ev_reading(e, false, "the shape is another one");
    if (a->kind == LIT_TUPLE)
        return lcr_ev_reading(e, value->kind == LIT_TUPLE, "the value is no tuple");
    return lcr_ev_pieces(e, value, to->n, to->piece, 1, &a);
}

bool lcr_law_operands(ev *e, const lcr_statement *c, const lit **value, const lit **a)
{
    *value = c->value;
    *a = c->arg[0];
    if ((*a)->kind == LIT_TUPLE && (*value)->kind == LIT_LAYOUT) /* a shape stands for a layout */
        return (*a = lcr_ev_layout(e, *a)) != NULL;
    if ((*a)->kind == LIT_LAYOUT || (*a)->kind == LIT_COMPOSED)
        return lcr_law_inside(e, value, a);
    bool tuples = (*a)->kind == LIT_TUPLE && (*value)->kind == LIT_TUPLE;
    if (!tuples)
        lcr_ev_not(e);
    return tuples;
}

/* ---- operations ---- */

static bool mode(ev *e, const lcr_statement *c)
{
    const lit *value, *a;
    lcr_surgery to;
    if (!lcr_law_operands(e, c, &value, &a))
        return lcr_ev_ok(e);
    lit_part p = lcr_part_whole(a);
    for (size_t i = 1; i < c->n; i++) {
        size_t index;
        if (!lcr_law_index(c->arg[i], lcr_part_rank(a, &p), &index) ||
            !lcr_part_mode(a, &p, index, &p))
            return lcr_ev_not(e);
    }
    if (!lcr_law_begin(e, a->nnodes, 1, &to))
        return false;
    lcr_law_keep(&to, a, &p);
    return lcr_law_settle(e, value, a, &to);
}

static bool flatten(ev *e, const lcr_statement *c)
{
    const lit *value, *a;
    lcr_surgery to;
    if (!lcr_law_operands(e, c, &value, &a))
        return lcr_ev_ok(e);
    lit_part p = lcr_part_whole(a);
    if (!lcr_law_begin(e, a->nnodes, 1, &to))
        return false;
    lcr_law_keep(&to, a, &p);
    if (!lcr_part_is_leaf(a, &p)) {
        to.shape->nnodes = 0;
        lcr_build_open(to.shape, a->n);
        memset(to.shape->node + 1, 0, a->n * sizeof *to.shape->node);
        to.shape->nnodes += a->n;
    }
    return lcr_law_settle(e, value, a, &to);
}

static bool group(ev *e, const lcr_statement *c)
{
    const lit *value, *a;
    lcr_surgery to;
    size_t first, end;
    if (!lcr_law_operands(e, c, &value, &a))
        return lcr_ev_ok(e);
    lit_part whole = lcr_part_whole(a), part;
    size_t rank = lcr_part_rank(a, &whole);
    if (!lcr_law_index(c->arg[1], rank, &first) || !lcr_law_index(c->arg[2], rank + 1, &end) ||
        first >= end)
        return lcr_ev_not(e);
    if (!lcr_law_begin(e, a->nnodes + 2, 1, &to))
        return false;
    lcr_build_open(to.shape, rank - (end - first) + 1);
    for (size_t i = 0; i < rank && lcr_part_mode(a, &whole, i, &part); i++) {
        if (i == first)
            lcr_build_open(to.shape, end - first);
        lcr_build_part(to.shape, a, &part);
    }
    to.piece[to.n++] = lcr_pc_leaves(a, 0, a->n, 0);
    return lcr_law_settle(e, value, a, &to);
}

static bool selected(ev *e, const lcr_statement *c)
{
    const lit *value, *a;
    lcr_surgery to;
    if (!lcr_law_operands(e, c, &value, &a))
        return lcr_ev_ok(e);
    lit_part whole = lcr_part_whole(a), part;
    if (!lcr_law_begin(e, a->nnodes * c->n + 1, c->n, &to))
        return false;
    lcr_build_open(to.shape, c->n - 1);
    for (size_t i = 1; i < c->n; i++) {
        size_t index;
        if (!lcr_law_index(c->arg[i], lcr_part_rank(a, &whole), &index) ||
            !lcr_part_mode(a, &whole, index, &part))
            return lcr_ev_not(e);
        lcr_law_keep(&to, a, &part);
    }
    return lcr_law_settle(e, value, a, &to);
}

/* ---- several arguments ---- */

/* Tuples side by side, and nothing else. */
static bool join_tuples(ev *e, const lcr_statement *c, lit *shape)
{
    for (size_t i = 0; i < c->n; i++) {
        if (c->arg[i]->kind != LIT_TUPLE)
            return lcr_ev_not(e);
        lit_part whole = lcr_part_whole(c->arg[i]);
        lcr_build_part(shape, c->arg[i], &whole);
    }
    return lcr_ev_reading(e, c->value->kind == LIT_TUPLE && lcr_lit_same_shape(c->value, shape),
                          "the tuple is another one");
}

static size_t nodes_of(const lcr_statement *c)
{
    size_t nodes = 1;
    for (size_t i = 0; i < c->n; i++)
        nodes += c->arg[i]->nnodes;
    return nodes;
}

static bool tuple(ev *e, const lcr_statement *c)
{
    lit *shape = lcr_build_tuple(e->pool, nodes_of(c), nodes_of(c));
    if (!shape)
        return false;
    lcr_build_open(shape, c->n);
    return join_tuples(e, c, shape);
}

bool lcr_law_concat(ev *e, const lcr_statement *c)
{
    lcr_surgery to;
    const lit **part = lcr_lit_alloc(e->pool, c->n, sizeof *part);
    if (c->value->kind == LIT_TUPLE)
        return tuple(e, c);
    if (!part || !lcr_law_begin(e, nodes_of(c), c->n, &to))
        return false;
    lcr_build_open(to.shape, c->n);
    for (size_t i = 0; i < c->n; i++) {
        if (!(part[i] = lcr_ev_layout(e, c->arg[i])))
            return false;
        if (part[i]->kind != LIT_LAYOUT || part[i]->swizzled)
            return lcr_ev_not(e);
        lit_part whole = lcr_part_whole(part[i]);
        lcr_law_keep(&to, part[i], &whole);
    }
    if (c->value->kind != LIT_LAYOUT || c->value->swizzled)
        return lcr_ev_reading(e, false, "the value is of another kind");
    if (!lcr_lit_same_shape(c->value, to.shape))
        return lcr_ev_reading(e, false, "the shape is another one");
    return lcr_ev_pieces(e, c->value, to.n, to.piece, c->n, part);
}

/* ---- slices ---- */

/* How many of the modes at these nodes of a coordinate are left. */
static size_t left_of(const lit *crd, const lit_part *at)
{
    lit_part part;
    if (lcr_part_is_leaf(crd, at))
        return crd->any && crd->any[at->first];
    size_t left = 0;
    for (size_t i = 0; lcr_part_mode(crd, at, i, &part); i++)
        left += left_of(crd, &part) > 0;
    return left;
}

/* Appends what is left, without the tuple around a single mode. False: it does not fit. */
static bool slice_part(lcr_surgery *to, const lit *a, const lit_part *of, const lit *crd,
                       const lit_part *at)
{
    if (lcr_part_is_leaf(crd, at)) {
        if (crd->any && crd->any[at->first])
            lcr_law_keep(to, a, of);
        else
            to->piece[to->n++] = lcr_pc_at(a, of->first, of->last, crd->extent[at->first]);
        return true;
    }
    size_t rank = lcr_part_rank(crd, at), left = left_of(crd, at);
    if (lcr_part_is_leaf(a, of) || lcr_part_rank(a, of) != rank)
        return false;
    if (left > 1)
        lcr_build_open(to->shape, left);
    for (size_t i = 0; i < rank; i++) {
        lit_part own, part;
        if (!lcr_part_mode(a, of, i, &own) || !lcr_part_mode(crd, at, i, &part) ||
            !slice_part(to, a, &own, crd, &part))
            return false;
    }
    return true;
}

bool lcr_law_slice(ev *e, const lit *a, const lit *crd, lcr_surgery *to, bool *fits)
{
    lit_part whole = lcr_part_whole(a), at = lcr_part_whole(crd);
    if (!lcr_law_begin(e, a->nnodes + 1, crd->n, to))
        return false;
    *fits = slice_part(to, a, &whole, crd, &at);
    return true;
}

static bool slice(ev *e, const lcr_statement *c)
{
    const lit *value, *a, *crd = c->arg[1];
    lcr_surgery to;
    bool fits;
    if (!lcr_law_operands(e, c, &value, &a))
        return lcr_ev_ok(e);
    if (crd->kind != LIT_TUPLE || a->kind != LIT_LAYOUT)
        return lcr_ev_not(e);
    if (!lcr_law_slice(e, a, crd, &to, &fits))
        return false;
    if (!fits)
        return lcr_ev_not(e);
    if (to.shape->nnodes > 0)
        return lcr_law_settle(e, value, a, &to);
    lcr_build_leaf(to.shape, lc_int_const(1));
    return lcr_law_settle(e, value, a, &to) &&
           lcr_ev_condition(e, lcr_all_zero(value->naxes * value->n, value->step),
                            "a point has a stride");
}

/* ---- identity ---- */

/* The coordinates of a shape: each leaf on an axis of its own, an integer as it is. */
static lit *coordinates_of(ev *e, const lit *shape)
{
    size_t n = shape->n;
    lit *a = lcr_lit_copy(e->pool, shape);
    if (!a || !(a->path = lcr_lit_alloc(e->pool, n, sizeof *a->path)) ||
        !(a->step = lcr_lit_alloc(e->pool, n * n, sizeof *a->step)))
        return NULL;
    *a = (lit){.kind = LIT_LAYOUT,
               .nnodes = a->nnodes,
               .n = n,
               .node = a->node,
               .extent = a->extent,
               .basis = a->nnodes > 1,
               .naxes = n,
               .path = a->path,
               .step = a->step};
    lcr_lit_paths(shape, a->path);
    for (size_t k = 0; k < n; k++)
        a->step[k * n + k] = lc_int_const(1);
    return a;
}

static bool identity(ev *e, const lcr_statement *c)
{
    const lit *a = c->arg[0], *v = c->value;
    if ((a->kind != LIT_TUPLE && a->kind != LIT_LINEAR && !lcr_lit_is_function(a)) || a->any ||
        a->n > LIT_MAX_AXES)
        return lcr_ev_not(e);
    if (v->kind != LIT_LAYOUT || v->swizzled)
        return lcr_ev_reading(e, false, "the value is no layout of coordinates");
    if (!lcr_lit_same_shape(v, a))
        return lcr_ev_reading(e, false, "the shape is another one");
    const lit *own = coordinates_of(e, a);
    piece *p = lcr_lit_alloc(e->pool, a->n, sizeof *p);
    if (!own || !p)
        return false;
    for (size_t k = 0; k < a->n; k++)
        p[k] = lcr_pc_leaves(own, k, k + 1, k);
    return lcr_ev_pieces(e, v, a->n, p, 0, NULL);
}

const ev_row lcr_laws_modes[] = {
    {"ArithTuple", 1, ".*", tuple, OF_LAYOUTS, 0},
    {"concat", 1, ".*", lcr_law_concat, OF_LAYOUTS, 0},
    {"flatten", 1, ".", flatten, OF_LAYOUTS, 0},
    {"group", 3, "...", group, OF_LAYOUTS, 0},
    {"identity", 1, ".", identity, OF_LAYOUTS, 0},
    {"make_identity_layout", 1, ".", identity, OF_LAYOUTS, 0},
    {"mode", 2, ".*", mode, OF_LAYOUTS, 0},
    {"select", 2, ".*", selected, OF_LAYOUTS, 0},
    {"slice", 2, "..", slice, OF_LAYOUTS, 0},
    {NULL, 0, NULL, NULL, 0, 0},
};
