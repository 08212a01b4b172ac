/* complement.c - complement, gap_complement.
 *
 * The complement of A, its modes sorted by magnitude of stride, has a mode before each of
 * them that is not reached by those before it (Cecka, Table 7): floor(d / covered) : covered,
 * `covered` being the stride up to which (A,C) has filled the values. It goes on from there: up
 * to N, coalesced; or, without an end, by a mode of extent 1. Which modes these are is read.
 * The sets are those of its laws:
 *
 *   law 28   C(i) = A(j) for no i other than 0, and none without an end
 *   law 29   C increases
 *   law 27   where there are as many coordinates as values up to where copies go on, all these
 *            values are below it: so each is one
 *
 * Where values are coordinates, all this is of each axis. The gap-filling complement has modes
 * after what is reached, not covered, so far: [0, reach] is copied.
 */
#include "config.h"

#include "../../../lib/size.h"

#include "../sets/linear.h"
#include "../sets/outside.h"
#include "laws.h"
#include "tiling.h"

/* ---- the modes ---- */

/* A flat layout under construction, with room. */
typedef struct {
    size_t n;
    lit *a;
} modes;

static void add_mode(modes *c, lc_int extent, lc_int step)
{
    c->a->extent[c->n] = extent;
    c->a->step[c->n++] = step;
}

/* Table 7; *next is where copies go on. NULL with an error, or where A overlaps itself. */
static const lit *gaps(ev *e, const lit *a, const lc_int *size, lc_int *next)
{
    lc_ctx *lc = e->pool->lc;
    size_t n;
    const fn_mode *m = lcr_fn_modes(e->pool, a, 0, &n);
    modes c = {0, lcr_lit_flat(e->pool, n + 1)};
    lc_int covered = lc_int_const(1);
    if (!m || !c.a)
        return NULL;
    for (size_t k = 0; k < n; k++) {
        if (lc_int_known_less(m[k].size, covered)) {
            lcr_ev_condition(e, false, "A overlaps itself, and has no complement");
            return NULL;
        }
        lc_int gap = lc_int_fdiv(lc, m[k].size, covered);
        if (!lc_int_known_equal(gap, lc_int_const(1)))
            add_mode(&c, gap, covered);
        covered = lc_int_mul(lc, m[k].size, m[k].extent);
    }
    *next = covered;
    lc_int copies = size ? lc_int_cdiv(lc, *size, covered) : lc_int_const(1);
    if (!size || !lc_int_known_equal(copies, lc_int_const(1)))
        add_mode(&c, copies, covered);
    lcr_lit_use(c.a, c.n);
    return c.a;
}

/* ---- the laws ---- */

/* A value of (A,C) is `end` or more. */
static bool past(ev *e, const lit *a, const lit *c, lc_int end)
{
    fn_values v;
    const lit *both = lcr_ev_joined(e, a, c);
    return both && lcr_fn_values(e->pool, both, &v)
               ? lcr_ev_compare(e, &v.s, &v.value[0], SYS_GE, end)
               : lcr_ev_ok(e) && lcr_ev_not(e);
}

/* `end`: where copies of (A,C) go on, if A has no negative strides; as many as there are
 * coordinates that move. */
static bool laws(ev *e, const lit *c, const lit *a, bool extended, lc_int end)
{
    lc_ctx *lc = e->pool->lc;
    lc_int size = lcr_lit_size(lc, c);
    bool positive = true;
    for (size_t k = 0; k < a->n; k++) {
        bool moves = !lc_int_is_plain_zero(a->step[k]);
        size = moves ? lc_int_mul(lc, size, a->extent[k]) : size;
        positive = positive &&
                   (lc_int_le(lc_int_const(0), a->step[k]) || lc_int_is_one(a->extent[k]));
    }
    return lcr_ev_ordered(e, c, extended) && lcr_ev_common(e, c, a, extended, false) &&
           (!positive || !lc_int_eq(size, end) || past(e, a, c, end));
}

static bool is_integers(const lit *a)
{
    return lcr_lit_is_integers(a) && a->naxes == 1 && !a->offset;
}

const lit *lcr_complement(ev *e, const lit *a, const lc_int *size)
{
    lc_ctx *lc = e->pool->lc;
    lc_int next = lc_int_const(1);
    const lit *c = is_integers(a) ? gaps(e, a, size, &next) : NULL;
    if (!c)
        return NULL;
    lc_int copies = size ? lc_int_cdiv(lc, *size, next) : lc_int_const(1);
    return laws(e, c, a, !size, lc_int_mul(lc, copies, next)) ? c : NULL;
}

/* ---- axis by axis ---- */

/* Axes up to the sizes of a shape, which may be NULL. */
typedef struct {
    const lit *a, *shape;
    bool each;
} axes;

/* The modes below a path; 0: it is an axis. */
static size_t arity_at(ev *e, const axes *x, const lit_path *path)
{
    size_t arity = lcr_lit_modes_below(x->a, path);
    const lit *at = x->shape;
    for (size_t d = 0; at && d < path->depth; d++)
        at = path->mode[d] < lcr_lit_rank(at) ? lcr_lit_mode(e->pool, at, path->mode[d]) : NULL;
    if (!at)
        return arity;
    if (x->each)
        return at->node[0];
    return arity > 0 && lcr_lit_rank(at) > arity ? lcr_lit_rank(at) : arity;
}

static void add_axis(ev *e, parts *p, const axes *x, const lit_path *path)
{
    lc_int size = lc_int_const(1);
    size_t first, last;
    const lit *axis = lcr_parts_on_axis(e->pool, x->a, path);
    if (x->shape && lcr_lit_leaves_at(x->shape, path, &first, &last))
        size = lcr_lit_span(e->pool->lc, x->shape, first, last);
    lcr_parts_layout(p, axis ? lcr_complement(e, axis, x->shape ? &size : NULL) : NULL, path);
}

/* The complement of the axis at a path, or of those below it. */
static void add_axes(ev *e, parts *p, const axes *x, const lit_path *path)
{
    size_t arity = arity_at(e, x, path);
    if (arity == 0) {
        add_axis(e, p, x, path);
        return;
    }
    lcr_parts_tuple(p, arity);
    for (size_t i = 0; !p->failed && i < arity; i++) {
        lit_path below = *path;
        p->failed = !lcr_path_append(&below, i);
        if (!p->failed)
            add_axes(e, p, x, &below);
    }
}

const lit *lcr_complement_by_axis(ev *e, const lit *a, const lit *shape, bool each)
{
    const lit_path top = {.depth = 0};
    const axes x = {a, shape, each};
    parts *p = lcr_parts_begin(e->pool);
    if (!p || !a->basis || !lcr_lit_is_affine(a) || a->offset)
        return NULL;
    add_axes(e, p, &x, &top);
    return lcr_parts_end(p);
}

/* ---- complement ---- */

static bool is_value(ev *e, const lcr_statement *s, const lit *c)
{
    e->out->by = "common";
    if (!c)
        return e->out->holds ? lcr_ev_not(e) : lcr_ev_ok(e);
    bool layout = s->value->kind == LIT_LAYOUT && !lcr_has_outside(s->value);
    return lcr_ev_condition(e, layout && lcr_parts_equal(s->value, c),
                            "the modes are not those that A leaves out");
}

/* A as a layout of coordinates where it stands still and the value says that it is one. */
static const lit *of_value_kind(ev *e, const lit *a, const lit *value)
{
    if (a->kind != LIT_LAYOUT || a->basis || !value->basis || !lcr_lit_is_still(a))
        return a;
    lit *b = lcr_lit_copy(e->pool, a);
    if (!b)
        return NULL;
    b->basis = true;
    b->naxes = value->naxes;
    b->path = value->path;
    b->step = lcr_lit_alloc(e->pool, value->naxes * a->n, sizeof *b->step);
    return b->step ? b : NULL;
}

static bool complement(ev *e, const lcr_statement *s)
{
    const lit *a = of_value_kind(e, s->arg[0], s->value);
    if (!a)
        return false;
    if (s->n == 2 && s->arg[1]->kind != LIT_TUPLE)
        return lcr_ev_not(e);
    if (a->kind == LIT_LAYOUT && a->basis)
        return is_value(e, s, lcr_complement_by_axis(e, a, s->n == 2 ? s->arg[1] : NULL, true));
    if (s->n == 1)
        return is_value(e, s, lcr_complement(e, a, NULL));
    lc_int size = lcr_lit_size(e->pool->lc, s->arg[1]);
    return is_value(e, s, lcr_complement(e, a, &size));
}

/* ---- gap_complement ---- */

/* The modes of Algorithm 4, nested in pairs in the order in which they are found. */
static const lit *pairs(ev *e, const modes *c)
{
    lit *a = c->a;
    lcr_lit_use(a, c->n);
    a->nnodes = 2 * a->n - 1;
    a->node = lcr_lit_alloc(e->pool, a->nnodes, sizeof *a->node);
    for (size_t k = 0; a->node && k + 1 < a->n; k++)
        a->node[k] = 2;
    return a->node ? a : NULL;
}

/* Copies of [0, reach] up to an end, if there is room for more than one. */
static void fill(lc_ctx *lc, modes *c, lc_int *reach, lc_int copies)
{
    lc_int begin = lc_int_add(lc, *reach, lc_int_const(1));
    if (!lc_int_lt(lc_int_const(1), copies))
        return;
    add_mode(c, copies, begin);
    *reach = lc_int_add(lc, *reach,
                        lc_int_mul(lc, lc_int_sub(lc, copies, lc_int_const(1)), begin));
}

static const lit *filled(ev *e, const lit *a, lc_int size)
{
    lc_ctx *lc = e->pool->lc;
    size_t n;
    const fn_mode *m = lcr_fn_modes(e->pool, a, 0, &n);
    modes c = {0, lcr_lit_flat(e->pool, n + 1)};
    lc_int reach = lc_int_const(0), one = lc_int_const(1);
    if (!m || !c.a)
        return NULL;
    for (size_t k = 0; k < n; k++) {
        if (!lc_int_lt(reach, m[k].step)) {
            lcr_ev_condition(e, false, "a mode of A starts within those of smaller stride");
            return NULL;
        }
        fill(lc, &c, &reach, lc_int_fdiv(lc, m[k].step, lc_int_add(lc, reach, one)));
        reach = lc_int_add(lc, reach,
                           lc_int_mul(lc, lc_int_sub(lc, m[k].extent, one), m[k].step));
    }
    fill(lc, &c, &reach, lc_int_cdiv(lc, size, lc_int_add(lc, reach, one)));
    return pairs(e, &c);
}

static bool gap_complement(ev *e, const lcr_statement *s)
{
    lc_int size;
    const lit *a = s->arg[0];
    if (!is_integers(a) || !lcr_ev_integer(s->arg[1], &size))
        return lcr_ev_not(e);
    const lit *c = filled(e, a, size);
    return is_value(e, s, c) && (!c || laws(e, c, a, false, lc_int_const(0)));
}

/* ---- under a swizzle ---- */

/* The values of both at single bits, as a layout that adds them by XOR; those that are 0 are left
 * out. NULL: an error. */
static const lit *sums_by_xor(ev *e, const lit *a, const lit *c)
{
    lc_ctx *lc = e->pool->lc;
    const lit *of[] = {a, c};
    size_t n = 0;
    lit *x = lcr_lit_flat(e->pool, (size_t)2 * LIN_BITS);
    for (size_t i = 0; x && i < 2; i++)
        for (size_t b = 0; b + 1 < lc_int_bits(lcr_lit_size(lc, of[i])); b++) {
            lc_int value[LIT_MAX_AXES];
            if (!lcr_lit_at(lc, of[i], lcr_lit_power(lc, b), value))
                return NULL;
            if (lc_int_is_zero(value[0]))
                continue;
            x->extent[n] = lc_int_const(2);
            x->step[n++] = value[0];
        }
    if (x)
        lcr_lit_use(x, n);
    if (x)
        x->by_xor = true;
    return x;
}

/* S(C) for S(A): C is what A leaves out, and S(A) xor S(C) are all numbers below the size. */
static bool swizzled_complement(ev *e, const lcr_statement *s)
{
    lc_int n;
    const lit *a = s->arg[0], *v = s->value;
    if (s->n != 2 || !lcr_ev_integer(s->arg[1], &n) || !lc_int_is_power_of_two(n))
        return lcr_ev_not(e);
    bool same = v->kind == LIT_LAYOUT && v->swizzled && a->b == v->b && a->m == v->m &&
                a->s == v->s && lcr_all_zero(1, a->offset) && lcr_all_zero(1, v->offset);
    if (!lcr_ev_condition(e, same, "the swizzle is another"))
        return false;
    lcr_statement within = *s;
    within.arg[0] = lcr_without_outside(e->pool, a);
    within.value = lcr_without_outside(e->pool, v);
    if (!within.arg[0] || !within.value || !complement(e, &within) || !e->out->holds)
        return lcr_ev_ok(e);
    if (!lcr_lin_of(e, a) || !lcr_lin_of(e, v))
        return lcr_ev_ok(e) && lcr_ev_not(e);
    const lit *both = sums_by_xor(e, a, v);
    return both && lcr_ev_once_each(e, both, n);
}

static bool any_complement(ev *e, const lcr_statement *s)
{
    return s->arg[0]->kind == LIT_LAYOUT && s->arg[0]->swizzled ? swizzled_complement(e, s)
                                                                : complement(e, s);
}

const ev_row lcr_laws_complement[] = {
    {"complement", 1, "x.", any_complement, OF_LAYOUTS, 0},
    {"gap_complement", 2, "x.", gap_complement, OF_LAYOUTS, 0},
    {NULL, 0, NULL, NULL, 0, 0},
};
