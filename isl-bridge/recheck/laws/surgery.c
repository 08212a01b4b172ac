/* surgery.c - the value is what these modes of the arguments make.
 *
 *   mode     A_i, and a mode of that         select   (A_i, A_j, ...)
 *   take     (A_i, ..., A_(j-1))             group    (.., (A_i, ..., A_(j-1)), ..)
 *   flatten  (a_0, a_1, ..), of leaves       unflatten  the leaves, nested like a profile
 *   append   (A_0, .., X, .., X)             prepend  (X, .., X, A_0, ..)
 *   replace  (A_0, .., X, ..)                zip      ((A_0, B_0), (A_1, B_1), ..)
 *   concat   (A, B, ..)                      ArithTuple   the same of tuples
 *   slice    what `_` stands for, without the tuple around a single mode; what is at integers
 *            moves it all by the value there
 *   flat_slice   the same modes side by side, with those that a short coordinate lacks
 *   dice     the modes at integers, side by side
 *   filter_zeros   leaves that stand still get the extent 1
 *   filter   the leaves that move, coalesced
 *   identity the coordinates of a shape
 *
 * The layout is made of the arguments, and the value is compared with it. Tuples are made
 * alike: they have extents, and strides of 1 where there is `_`.
 */
#include "config.h"

#include "../sets/parts.h"
#include "modes.h"

#define MOST_MODES 4096

typedef struct {
    ev *e;
    const lcr_statement *s;
    const lit *value, *a; /* without what stands outside of both */
    bool fits;            /* the arguments are those of the operation */
    parts *to;
} making;

static const lit_path top = {.depth = 0};

/* ---- arguments ---- */

/* Integers as extents, `_` as strides of 1; NULL: an error. */
static const lit *tuple_as_layout(ev *e, const lit *t)
{
    lit *b = lcr_lit_copy(e->pool, t);
    lc_int *step = lcr_lit_alloc(e->pool, t->n, sizeof *step);
    if (!b || !step)
        return NULL;
    for (size_t k = 0; t->any && k < t->n; k++)
        step[k] = lc_int_const(t->any[k]);
    b->kind = LIT_LAYOUT;
    b->naxes = 1;
    b->step = step;
    b->any = NULL;
    return b;
}

static const lit *part_of_value(making *m, const lit *x)
{
    bool tuples = m->value->kind == LIT_TUPLE;
    if (x && x->kind == LIT_TUPLE)
        x = tuples ? tuple_as_layout(m->e, x) : lcr_ev_layout(m->e, x);
    else
        m->fits = m->fits && x && !tuples;
    m->fits = m->fits && x && x->kind == LIT_LAYOUT && !x->swizzled;
    return m->fits ? x : NULL;
}

/* Argument i as an index below `end`. */
static size_t index_of(making *m, size_t i, size_t end)
{
    lc_int n = lc_int_const(0);
    bool is = lcr_ev_integer(m->s->arg[i], &n) && !m->s->arg[i]->any &&
              lc_int_le(lc_int_const(0), n) && lc_int_fits_si(n) &&
              (uint64_t)lc_int_get_si(n) < end;
    m->fits = m->fits && is;
    return is ? (size_t)lc_int_get_si(n) : 0;
}

/* ---- what the operations make ---- */

static void put(making *m, const lit *x)
{
    lcr_parts_layout(m->to, x, &top);
}

static void put_modes(making *m, const lit *a, size_t first, size_t end)
{
    for (size_t i = first; m->fits && i < end; i++)
        put(m, lcr_lit_mode(m->e->pool, a, i));
}

static void mode(making *m)
{
    const lit *a = m->a;
    for (size_t i = 1; a && m->fits && i < m->s->n; i++)
        a = lcr_lit_mode(m->e->pool, a, index_of(m, i, lcr_lit_rank(a)));
    put(m, a);
}

static void selected(making *m)
{
    lcr_parts_tuple(m->to, m->s->n - 1);
    for (size_t i = 1; m->fits && i < m->s->n; i++) {
        size_t at = index_of(m, i, lcr_lit_rank(m->a));
        put_modes(m, m->a, at, at + 1);
    }
}

/* The modes [first, end) of argument 0 that arguments 1 and 2 say. */
static void range(making *m, size_t *first, size_t *end)
{
    size_t rank = lcr_lit_rank(m->a);
    *first = index_of(m, 1, rank);
    *end = index_of(m, 2, rank + 1);
    m->fits = m->fits && *first < *end;
}

static void taken(making *m)
{
    size_t first, end;
    range(m, &first, &end);
    lcr_parts_tuple(m->to, m->fits ? end - first : 1);
    put_modes(m, m->a, first, end);
}

static void grouped(making *m)
{
    size_t first, end, rank = lcr_lit_rank(m->a);
    range(m, &first, &end);
    if (!m->fits)
        return;
    lcr_parts_tuple(m->to, rank - (end - first) + 1);
    put_modes(m, m->a, 0, first);
    lcr_parts_tuple(m->to, end - first);
    put_modes(m, m->a, first, rank);
}

enum { MODE, SELECT, TAKE, GROUP, APPEND, PREPEND, REPLACE, ZIP, FLATTEN, UNFLATTEN, ZEROS };

static void extended(making *m)
{
    bool before = m->s->how == PREPEND;
    const lit *x = part_of_value(m, m->s->arg[1]);
    size_t rank = lcr_lit_rank(m->a), wanted = rank + 1;
    if (m->s->n > 2)
        wanted = index_of(m, 2, MOST_MODES + 1);
    m->fits = m->fits && wanted >= rank;
    if (m->fits && wanted == rank)
        put(m, m->a);
    if (!m->fits || wanted == rank)
        return;
    lcr_parts_tuple(m->to, wanted);
    for (size_t i = rank; before && i < wanted; i++)
        put(m, x);
    put_modes(m, m->a, 0, rank);
    for (size_t i = rank; !before && i < wanted; i++)
        put(m, x);
}

static void replaced(making *m)
{
    const lit *x = part_of_value(m, m->s->arg[2]);
    size_t rank = lcr_lit_rank(m->a), at = index_of(m, 1, rank);
    lcr_parts_tuple(m->to, rank);
    put_modes(m, m->a, 0, at);
    put(m, x);
    put_modes(m, m->a, at + 1, rank);
}

static void zipped(making *m)
{
    const lit *b = part_of_value(m, m->s->arg[1]);
    size_t rank = lcr_lit_rank(m->a);
    m->fits = m->fits && rank == lcr_lit_rank(b);
    lcr_parts_tuple(m->to, rank);
    for (size_t i = 0; m->fits && i < rank; i++) {
        lcr_parts_tuple(m->to, 2);
        put_modes(m, m->a, i, i + 1);
        put_modes(m, b, i, i + 1);
    }
}

/* The leaves of A, nested like this. */
static void nested_like(making *m, const lit *profile)
{
    lit b = *m->a;
    m->fits = m->fits && profile->n == m->a->n;
    b.node = profile->node;
    b.nnodes = profile->nnodes;
    if (m->fits)
        put(m, &b);
}

static void flattened(making *m)
{
    const lit *flat = lcr_lit_flat(m->e->pool, m->a->n);
    if (!flat || m->a->node[0] == 0)
        put(m, flat ? m->a : NULL);
    else if (m->a->n > 1)
        nested_like(m, flat);
    else { /* a tuple of one */
        static const uint32_t one[2] = {1, 0};
        nested_like(m, &(lit){.n = 1, .nnodes = 2, .node = (uint32_t *)(uintptr_t)one});
    }
}

static void unflattened(making *m)
{
    const lit *profile = m->s->arg[1];
    m->fits = m->fits && !m->s->arg[0]->any &&
              (profile->kind == LIT_TUPLE || profile->kind == LIT_LAYOUT);
    nested_like(m, profile);
}

static void with_zeros_filtered(making *m)
{
    put(m, lcr_lit_moving(m->e->pool, m->a));
}

/* ---- slices ---- */

typedef enum { NESTED, FLAT, DICED } slicing;

static bool is_leaf(const lit *a)
{
    return a->node[0] == 0;
}

/* Puts the modes of x that a coordinate leaves; how many there are side by side. */
static size_t slice(making *m, slicing how, const lit *x, const lit *crd)
{
    size_t kept = 0, begin = m->to->nodes;
    if (!x || !crd || !m->fits)
        return 0;
    bool any = is_leaf(crd) && !lc_int_is_zero(crd->step[0]);
    if (is_leaf(crd) && any != (how == DICED))
        put(m, x);
    if (is_leaf(crd))
        return any != (how == DICED);
    size_t given = lcr_lit_rank(crd), rank = lcr_lit_rank(x);
    m->fits = how == FLAT ? given <= rank : given == rank && (how == DICED || !is_leaf(x));
    for (size_t i = 0; m->fits && i < rank; i++) {
        const lit *own = lcr_lit_mode(m->e->pool, x, i);
        if (i < given)
            kept += slice(m, how, own, lcr_lit_mode(m->e->pool, crd, i));
        else
            put_modes(m, x, i, i + 1);
        kept += i >= given;
    }
    if (how != NESTED)
        return kept;
    lcr_parts_wrap(m->to, begin, kept);
    return kept > 0;
}

static void sliced(making *m, slicing how, const lit *x, const lit *coordinate)
{
    const lit *crd = coordinate->kind == LIT_TUPLE ? tuple_as_layout(m->e, coordinate) : NULL;
    m->fits = m->fits && crd && x;
    size_t kept = slice(m, how, x, crd);
    m->fits = m->fits && (how != DICED || kept > 0);
    if (how != NESTED)
        lcr_parts_wrap(m->to, 0, kept);
    if (kept == 0)
        lcr_parts_leaf(m->to, lc_int_const(1));
}

/* ---- the laws ---- */

typedef void maker(making *m);
static maker *const makers[] = {[MODE] = mode,
                                [SELECT] = selected,
                                [TAKE] = taken,
                                [GROUP] = grouped,
                                [APPEND] = extended,
                                [PREPEND] = extended,
                                [REPLACE] = replaced,
                                [ZIP] = zipped,
                                [FLATTEN] = flattened,
                                [UNFLATTEN] = unflattened,
                                [ZEROS] = with_zeros_filtered};

/* Room for all arguments as often as there may be; false: an error. */
static bool begin(making *m, ev *e, const lcr_statement *s)
{
    size_t nodes = 8;
    lc_int wanted = lc_int_const(1);
    for (size_t i = 0; i < s->n; i++)
        nodes += s->arg[i]->nnodes * (s->how == SELECT ? s->n : 1);
    bool extends = s->how == APPEND || s->how == PREPEND;
    if (extends && s->n > 2 && lcr_ev_integer(s->arg[2], &wanted) &&
        lc_int_le(wanted, lc_int_const(MOST_MODES)) && lc_int_sign(wanted) > 0)
        nodes += (size_t)lc_int_get_si(wanted) * s->arg[1]->nnodes;
    *m = (making){e, s, s->value, s->arg[0], true, lcr_parts_room(e->pool, nodes)};
    return m->to != NULL;
}

/* Is the value the layout that has been made? Of tuples that is read. */
static bool is_made(making *m)
{
    ev *e = m->e;
    const lit *want = m->fits ? lcr_parts_end(m->to) : NULL;
    if (!want)
        return lcr_ev_ok(e) && lcr_ev_not(e);
    if (m->value->kind == LIT_TUPLE) {
        const lit *tuple = tuple_as_layout(e, m->value);
        return tuple &&
               lcr_ev_reading(e, lcr_parts_equal(tuple, want), "the tuple is another one");
    }
    if (m->value->kind != LIT_LAYOUT || m->value->swizzled)
        return lcr_ev_reading(e, false, "the value is of another kind");
    return lcr_law_is(e, m->value, want);
}

/* The argument and the value without what stands outside of both. False: there are no such, or
 * they are not the same, or an error. */
static bool operands(making *m)
{
    if (m->a->kind == LIT_LAYOUT || m->a->kind == LIT_COMPOSED)
        return lcr_law_inside(m->e, &m->value, &m->a);
    m->a = part_of_value(m, m->a);
    if (!m->a)
        lcr_ev_not(m->e);
    return m->a != NULL;
}

static bool surgery(ev *e, const lcr_statement *s)
{
    making m;
    if (!begin(&m, e, s) || !operands(&m))
        return lcr_ev_ok(e);
    makers[s->how](&m);
    lcr_parts_offset(m.to, m.a);
    return is_made(&m);
}

/* What is at integers gives the offset. */
static bool slices(ev *e, const lcr_statement *s)
{
    making m;
    if (!begin(&m, e, s) || !operands(&m))
        return lcr_ev_ok(e);
    if (s->arg[0]->kind == LIT_TUPLE || s->arg[1]->kind != LIT_TUPLE)
        return lcr_ev_not(e);
    const lit *value = m.value;
    lit still = *value;
    still.offset = NULL;
    m.value = &still;
    sliced(&m, (slicing)s->how, m.a, s->arg[1]);
    if (!is_made(&m) || e->none || !e->out->holds)
        return lcr_ev_ok(e);
    return lcr_law_offset_at(e, value, m.a, s->arg[1]);
}

static bool dice(ev *e, const lcr_statement *s)
{
    making m;
    if (!begin(&m, e, s))
        return false;
    sliced(&m, DICED, part_of_value(&m, s->arg[1]), s->arg[0]);
    return is_made(&m);
}

/* By XOR and by integers, values are of no one kind. */
bool lcr_law_concat(ev *e, const lcr_statement *s)
{
    making m;
    if (!begin(&m, e, s))
        return false;
    bool by_xor = false, integers = false;
    lcr_parts_tuple(m.to, s->n);
    for (size_t i = 0; i < s->n; i++) {
        const lit *x = part_of_value(&m, s->arg[i]);
        put(&m, x);
        by_xor = by_xor || (x && x->by_xor);
        integers = integers || (x && lcr_lit_has_integers(x));
        if (x)
            lcr_parts_offset(m.to, x);
    }
    m.fits = m.fits && !(by_xor && integers);
    return is_made(&m);
}

static bool tuple(ev *e, const lcr_statement *s)
{
    return s->value->kind == LIT_TUPLE ? lcr_law_concat(e, s)
                                       : lcr_ev_reading(e, false, "the value is no tuple");
}

/* ---- layouts of shapes ---- */

/* The coordinates of a shape: each leaf on an axis of its own, an integer as it is. */
static bool identity(ev *e, const lcr_statement *s)
{
    const lit *a = s->arg[0];
    if ((a->kind != LIT_TUPLE && a->kind != LIT_LINEAR && !lcr_lit_is_function(a)) || a->any ||
        a->n > LIT_MAX_AXES)
        return lcr_ev_not(e);
    lit want = {.kind = LIT_LAYOUT,
                .nnodes = a->nnodes,
                .n = a->n,
                .node = a->node,
                .extent = a->extent,
                .basis = a->nnodes > 1,
                .naxes = a->n,
                .path = lcr_lit_alloc(e->pool, a->n, sizeof *want.path),
                .step = lcr_lit_alloc(e->pool, a->n * a->n, sizeof *want.step)};
    if (!want.path || !want.step)
        return false;
    lcr_lit_paths(a, want.path);
    for (size_t k = 0; k < a->n; k++)
        want.step[k * a->n + k] = lc_int_const(1);
    return lcr_law_is(e, s->value, &want);
}

/* The leaf of the order that each leaf of the shape stands for; false: they do not fit. */
static bool orders_of(const lit *shape, const lit *order, size_t *of)
{
    size_t node = 0, to = 0, leaf = 0, at = 0;
    bool fits = true;
    for (; fits && node < order->nnodes; node++) {
        size_t first = leaf;
        fits = to < shape->nnodes &&
               (order->node[node] == 0 || shape->node[to] == order->node[node]);
        to = !fits ? to : order->node[node] != 0 ? to + 1 : lcr_lit_after(shape, to, &leaf);
        for (size_t k = first; fits && k < leaf; k++)
            of[k] = at;
        at += order->node[node] == 0;
    }
    return fits && to == shape->nnodes;
}

/* A leaf goes over all leaves of less order, and over those before it of its own; from the right,
 * over all behind it. */
static bool in_order(ev *e, const lcr_statement *s)
{
    const lit *shape = s->arg[0], *order = s->n > 1 ? s->arg[1] : NULL;
    if (shape->kind != LIT_TUPLE || shape->any ||
        (order && (order->kind != LIT_TUPLE || order->any)))
        return lcr_ev_not(e);
    lit *want = lcr_lit_compact(e->pool, shape);
    size_t *of = lcr_lit_alloc(e->pool, shape->n, sizeof *of);
    if (!want || !of)
        return false;
    if (order && !orders_of(shape, order, of))
        return lcr_ev_not(e);
    for (size_t k = 0; k < shape->n; k++) {
        want->step[k] = lc_int_const(1);
        for (size_t i = 0; i < shape->n; i++)
            if (!order ? i > k
                       : lc_int_lt(order->extent[of[i]], order->extent[of[k]]) ||
                             (of[i] == of[k] && i < k))
                want->step[k] = lc_int_mul(e->pool->lc, want->step[k], shape->extent[i]);
    }
    return lcr_law_is(e, s->value, want);
}

const ev_row lcr_laws_surgery[] = {
    {"ArithTuple", 1, ".*", tuple, OF_LAYOUTS, 0},
    {"append", 2, "...", surgery, OF_LAYOUTS, APPEND},
    {"concat", 1, ".*", lcr_law_concat, OF_LAYOUTS, 0},
    {"dice", 2, "..", dice, OF_LAYOUTS, 0},
    {"filter_zeros", 1, "x", surgery, OF_LAYOUTS, ZEROS},
    {"flat_slice", 2, "..", slices, OF_LAYOUTS, FLAT},
    {"flatten", 1, ".", surgery, OF_LAYOUTS, FLATTEN},
    {"group", 3, "...", surgery, OF_LAYOUTS, GROUP},
    {"identity", 1, ".", identity, OF_LAYOUTS, 0},
    {"make_identity_layout", 1, ".", identity, OF_LAYOUTS, 0},
    {"make_layout_right", 1, ".", in_order, OF_LAYOUTS, 0},
    {"make_ordered_layout", 2, "..", in_order, OF_LAYOUTS, 0},
    {"mode", 2, ".*", surgery, OF_LAYOUTS, MODE},
    {"prepend", 2, "...", surgery, OF_LAYOUTS, PREPEND},
    {"replace", 3, "...", surgery, OF_LAYOUTS, REPLACE},
    {"select", 2, ".*", surgery, OF_LAYOUTS, SELECT},
    {"slice", 2, "..", slices, OF_LAYOUTS, NESTED},
    {"take", 3, "...", surgery, OF_LAYOUTS, TAKE},
    {"unflatten", 2, "..", surgery, OF_LAYOUTS, UNFLATTEN},
    {"zip", 2, "..", surgery, OF_LAYOUTS, ZIP},
    {NULL, 0, NULL, NULL, 0, 0},
};
