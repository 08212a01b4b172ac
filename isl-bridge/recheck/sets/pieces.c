/* pieces.c - values that are put together from leaves of layouts. */
#include "config.h"

#include "../../../lib/size.h"

#include "pieces.h"

#include <string.h>

piece lcr_pc_leaves(const lit *a, size_t first, size_t last, size_t from)
{
    return (piece){.a = a,
                   .first = first,
                   .last = last,
                   .from = from,
                   .n = last - first,
                   .factor = lc_int_const(1),
                   .alike = true};
}

piece lcr_pc_at(const lit *a, size_t first, size_t last, lc_int at)
{
    return (piece){
        .a = a, .first = first, .last = last, .fixed = true, .at = at, .factor = lc_int_const(1)};
}

/* ---- what is fixed ---- */

/* V(0) is not the sum of the offsets and of the fixed pieces. */
static bool fixed_differs(pc_value *sum, const lit *v, size_t n, const piece *p, size_t noffsets,
                          const lit *const *offset, bool *possible)
{
    bool ok = true;
    for (size_t i = 0; ok && *possible && i < noffsets; i++)
        ok = lcr_pc_add_offset(sum, offset[i], possible);
    for (size_t i = 0; ok && *possible && i < n; i++)
        ok = !p[i].fixed || lcr_pc_add_fixed(sum, &p[i], possible);
    if (!ok || !*possible)
        return ok;
    if (sum->by_xor)
        return lcr_pc_differs_in_bits(sum, v->offset ? v->offset[0] : lc_int_const(0));
    if (sum->basis && !v->basis && !lcr_all_zero(1, v->offset))
        return lcr_ev_condition(sum->e, false, "the offset is no coordinate");
    for (size_t j = 0; v->offset && v->basis == sum->basis && j < v->naxes; j++) {
        sys_sum *own = &sum->sum[lcr_pc_axis(sum, v, j)];
        own->constant = lc_int_sub(sum->e->pool->lc, own->constant, v->offset[j]);
    }
    for (size_t j = 0; ok && j < sum->naxes; j++)
        ok = lcr_pc_differs_on_axis(sum, j, lc_int_const(0));
    return ok;
}

/* ---- what is not ---- */

/* A piece, or a part of it, in a set of its own: what it gives, less what V gives. */
typedef struct {
    pc_value *v; /* the axes; the sums are of the part */
    const lit *value;
    piece p;
    size_t var[SYS_VARS];
} part;

/* On which axes there are strides. */
static bool add_steps(part *t, const sys_sum *x, bool *used)
{
    const piece *p = &t->p;
    pc_value *v = t->v;
    sys_sum *own = lcr_lit_alloc(v->e->pool, p->a->naxes, sizeof *own);
    if (!own)
        return false;
    lcr_fn_digits(v->s, p->a, p->first, p->last, x, own);
    for (size_t j = 0; p->a->basis == v->basis && j < p->a->naxes; j++) {
        size_t axis = lcr_pc_axis(v, p->a, j);
        lcr_sys_add(v->s, &v->sum[axis], lc_int_const(1), &own[j]);
        used[axis] = used[axis] ||
                     !lcr_all_zero(p->last - p->first, p->a->step + j * p->a->n + p->first);
    }
    const lit *value = t->value;
    for (size_t j = 0; value->basis == v->basis && j < value->naxes; j++) {
        size_t axis = lcr_pc_axis(v, value, j);
        const lc_int *step = value->step + j * value->n + p->from;
        for (size_t k = 0; k < p->n; k++)
            lcr_sys_add_var(v->s, &v->sum[axis], lc_int_neg(v->e->pool->lc, step[k]), t->var[k]);
        used[axis] = used[axis] || !lcr_all_zero(p->n, step);
    }
    return true;
}

/* At the integral coordinate of these leaves of V, on each axis. */
static bool part_differs(part *t)
{
    bool used[LIT_MAX_AXES] = {false};
    const piece *p = &t->p;
    pc_value *v = t->v;
    lc_int place = p->factor;
    sys_sum x = {.constant = lc_int_const(0)};
    *v->s = lcr_sys_new(v->e->pool);
    memset(v->sum, 0, v->naxes * sizeof *v->sum);
    for (size_t k = 0; k < p->n; k++) {
        lc_int extent = t->value->extent[p->from + k];
        t->var[k] = lcr_sys_below(v->s, 'c', extent);
        lcr_sys_add_var(v->s, &x, place, t->var[k]);
        place = lc_int_mul(v->e->pool->lc, place, extent);
    }
    if (!add_steps(t, &x, used) || v->s->failed)
        return false;
    for (size_t j = 0; j < v->naxes; j++)
        if (used[j] && !lcr_pc_differs_on_axis(v, j, lc_int_const(0)))
            return false;
    return true;
}

/* A leaf at the bits of its coordinate, of XOR. */
static bool bits_differ(part *t, bool *possible)
{
    const piece *p = &t->p;
    pc_value *v = t->v;
    size_t bits =
        lc_int_bits(lc_int_sub(v->e->pool->lc, t->value->extent[p->from], lc_int_const(1)));
    if (p->n != 1 || p->last != p->first + 1 || !lc_int_is_power_of_two(p->factor) ||
        bits >= SYS_VARS)
        return lcr_pc_impossible(possible);
    *v->s = lcr_sys_new(v->e->pool);
    memset(v->bit, 0, PC_BITS * sizeof *v->bit);
    for (size_t i = 0; *possible && i < bits; i++) {
        size_t x = lcr_sys_bit(v->s, 'x');
        if (!lcr_pc_add_bit(v, p->a, p->first, x, i + lc_int_bits(p->factor) - 1, possible) ||
            (*possible && !lcr_pc_add_bit(v, t->value, p->from, x, i, possible)))
            return false;
    }
    return !*possible || lcr_pc_differs_in_bits(v, lc_int_const(0));
}

/* Leaf for leaf, integral coordinates of few leaves say as much as one of all, which takes isl
 * longer and longer. */
#define AT_ONCE 2

static bool parts_differ(pc_value *v, const lit *value, const piece *p, bool *possible)
{
    part *t = lcr_lit_alloc(v->e->pool, 1, sizeof *t);
    if (!t)
        return false;
    *t = (part){.v = v, .value = value, .p = *p};
    size_t most = !p->alike ? p->n : v->by_xor ? 1 : AT_ONCE;
    if (most > SYS_VARS / 2)
        return lcr_pc_impossible(possible);
    for (size_t k = 0; *possible && k < p->n; k += most) {
        t->p.n = p->n - k < most ? p->n - k : most;
        t->p.from = p->from + k;
        t->p.first = p->first + k;
        t->p.last = p->alike ? t->p.first + t->p.n : p->last;
        if (!(v->by_xor ? bits_differ(t, possible) : part_differs(t)))
            return false;
    }
    return true;
}

/* A leaf of extent 1 has one coordinate only, but goes on past it (Cecka 2.4). */
static bool same_past_ends(pc_value *v, const lit *value, const piece *p)
{
    bool same = true;
    for (size_t k = 0; p->alike && k < p->n; k++)
        for (size_t j = 0; lc_int_may_equal(value->extent[p->from + k], lc_int_const(1)) && j < v->naxes; j++) {
            const lit_path path = v->basis ? v->path[j] : (lit_path){.depth = 0};
            same = same && lc_int_eq(lcr_fn_step(value, &path, p->from + k),
                                     lcr_fn_step(p->a, &path, p->first + k));
        }
    return lcr_ev_condition(v->e, same, "a stride of extent 1 is another one");
}

/* ---- a layout that is put together ---- */

/* Is every leaf of V in one piece? A point, 1:0, needs none. */
static bool covers(const lit *v, size_t n, const piece *p)
{
    size_t from = 0;
    for (size_t i = 0; i < n; i++) {
        if (!p[i].fixed && p[i].from != from)
            return false;
        from += p[i].fixed ? 0 : p[i].n;
    }
    return from == v->n || (from == 0 && v->nnodes == 1 && lc_int_known_equal(v->extent[0], lc_int_const(1)));
}

/* The kind of the values, which V's are, too; *possible: there is such a kind. */
static bool begin(ev *e, pc_value *sum, const lit *v, size_t n, const piece *p, size_t noffsets,
                  const lit *const *offset, bool *possible)
{
    const lit **of = lcr_lit_alloc(e->pool, n + noffsets + 1, sizeof *of);
    sys *s = lcr_lit_alloc(e->pool, 1, sizeof *s);
    if (!of || !s)
        return false;
    of[0] = v;
    for (size_t i = 0; i < n; i++)
        of[1 + i] = p[i].a;
    for (size_t i = 0; i < noffsets; i++)
        of[1 + n + i] = offset[i];
    *s = lcr_sys_new(e->pool);
    if (!lcr_pc_begin(e, s, sum, n + noffsets, of + 1, possible))
        return false;
    if (!*possible)
        return lcr_ev_not(e);
    if (!lcr_pc_begin(e, s, sum, 1 + n + noffsets, of, possible))
        return false;
    return *possible || lcr_ev_condition(e, false, "the values are of another kind");
}

bool lcr_ev_pieces(ev *e, const lit *v, size_t n, const piece *p, size_t noffsets,
                   const lit *const *offset)
{
    pc_value *sum = lcr_lit_alloc(e->pool, 1, sizeof *sum);
    bool possible = true;
    if (!sum)
        return false;
    if (!covers(v, n, p))
        return lcr_ev_not(e);
    e->out->by = "pieces";
    if (!begin(e, sum, v, n, p, noffsets, offset, &possible) || !possible)
        return !possible && lcr_ev_ok(e);
    bool ok = fixed_differs(sum, v, n, p, noffsets, offset, &possible);
    for (size_t i = 0; ok && possible && i < n; i++)
        ok = p[i].fixed ||
             (same_past_ends(sum, v, &p[i]) && parts_differ(sum, v, &p[i], &possible));
    return ok && (possible || lcr_ev_not(e));
}
