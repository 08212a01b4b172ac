/* pieces.c - values that are put together from leaves of layouts. */
#include "config.h"

#include "pieces.h"

#include <string.h>

static bool impossible(bool *possible)
{
    *possible = false;
    return true;
}

/* ---- kinds ---- */

static bool all_zero(const lc_int *x, size_t n)
{
    for (size_t k = 0; x != NULL && k < n; k++)
        if (!lc_int_is_zero(x[k]))
            return false;
    return true;
}

/* Has it integers other than 0 as strides? 0 is one of every kind. */
static bool has_integers(const lit *a)
{
    return !a->basis && !a->xor && !all_zero(a->step, a->n);
}

static size_t axis_of(const pc_value *v, const lit_path *path)
{
    size_t j = 0;
    while (j < v->naxes && !lcr_fn_same_axis(&v->path[j], path))
        j++;
    return j;
}

static bool add_axes(pc_value *v, const lit *a)
{
    for (size_t j = 0; a->basis && j < a->naxes; j++) {
        if (axis_of(v, &a->path[j]) < v->naxes)
            continue;
        if (v->naxes == LIT_MAX_AXES)
            return false;
        v->path[v->naxes++] = a->path[j];
    }
    return true;
}

bool lcr_pc_begin(ev *e, sys *s, pc_value *v, size_t n, const lit *const *of, bool *possible)
{
    bool integers = false;
    *v = (pc_value){.e = e, .s = s};
    for (size_t i = 0; i < n; i++) {
        if (of[i]->kind != LIT_LAYOUT || of[i]->b > 0 || !add_axes(v, of[i]))
            return impossible(possible);
        v->basis = v->basis || of[i]->basis;
        v->xor = v->xor || of[i]->xor;
        integers = integers || has_integers(of[i]);
    }
    if (v->basis + v->xor + integers > 1)
        return impossible(possible);
    if (!v->basis)
        v->naxes = 1;
    v->sum = lcr_lit_alloc(e->pool, v->naxes, sizeof *v->sum);
    v->bit = v->xor ? lcr_lit_alloc(e->pool, PC_BITS, sizeof *v->bit) : v->sum;
    return v->sum != NULL && v->bit != NULL;
}

bool lcr_pc_add_offset(pc_value *v, const lit *a, bool *possible)
{
    lc_ctx *lc = v->e->pool->lc;
    if (a->offset == NULL)
        return true;
    if (v->xor && (lc_int_sign(a->offset[0]) < 0 || lc_int_bits(a->offset[0]) > PC_BITS))
        return impossible(possible);
    for (size_t i = 0; v->xor && i < PC_BITS; i++)
        if (lc_int_bit(a->offset[0], i))
            v->bit[i].constant = lc_int_add(lc, v->bit[i].constant, lc_int_const(1));
    for (size_t j = 0; !v->xor && j < a->naxes; j++) {
        size_t axis = v->basis && a->basis ? axis_of(v, &a->path[j]) : 0;
        if (v->basis != a->basis && !lc_int_is_zero(a->offset[j]))
            return impossible(possible);
        v->sum[axis].constant = lc_int_add(lc, v->sum[axis].constant, a->offset[j]);
    }
    return true;
}

size_t lcr_pc_axis(const pc_value *v, const lit *a, size_t axis)
{
    return v->basis ? axis_of(v, &a->path[axis]) : 0;
}

bool lcr_pc_add_bit(pc_value *v, const lit *a, size_t leaf, size_t var, size_t shift,
                    bool *possible)
{
    lc_int d = a->step[leaf];
    if (lc_int_bits(d) + shift > PC_BITS)
        return impossible(possible);
    for (size_t b = 0; b < lc_int_bits(d); b++)
        if (lc_int_bit(d, b))
            lcr_sys_add_var(v->s, &v->bit[b + shift], lc_int_const(1), var);
    return true;
}

/* ---- sets ---- */

/* Bit i of the value and this one are not the same. */
static bool differs_in_bit(pc_value *v, size_t i, bool bit, size_t half)
{
    sys_sum odd = v->bit[i];
    odd.constant = lc_int_add(v->e->pool->lc, odd.constant, lc_int_const(bit ? 0 : -1));
    lcr_sys_add_var(v->s, &odd, lc_int_const(-2), half);
    return lcr_ev_relate(v->e, v->s, &odd, SYS_EQ);
}

/* The set is empty where nothing but constants is there and they agree. */
static bool differs_in_bits(pc_value *v, lc_int number)
{
    size_t half = lcr_sys_var(v->s, 'w', NULL, NULL);
    size_t n = lc_int_bits(number);
    for (size_t i = 0; i < PC_BITS; i++) {
        bool some = !lc_int_is_zero(v->bit[i].constant) || i < n;
        for (size_t k = 0; !some && k < v->s->n; k++)
            some = !lc_int_is_zero(v->bit[i].of[k]);
        if (some && !differs_in_bit(v, i, lc_int_bit(number, i), half))
            return false;
    }
    return lcr_ev_condition(v->e, lc_int_sign(number) >= 0 && n <= PC_BITS,
                            "the value is another number");
}

static bool differs_on_axis(pc_value *v, size_t axis, lc_int number)
{
    sys_sum difference = v->sum[axis];
    difference.constant = lc_int_sub(v->e->pool->lc, difference.constant, number);
    return lcr_ev_relate(v->e, v->s, &difference, SYS_GT) &&
           lcr_ev_relate(v->e, v->s, &difference, SYS_LT);
}

bool lcr_pc_differs(pc_value *v, const lit *tuple)
{
    bool known[LIT_MAX_AXES] = {false};
    if (tuple->n > LIT_MAX_AXES || tuple->any != NULL)
        return lcr_ev_not(v->e);
    if (!v->basis && tuple->nnodes != 1)
        return lcr_ev_condition(v->e, false, "the value is no integer");
    if (v->xor)
        return differs_in_bits(v, tuple->extent[0]);
    for (size_t j = 0; j < v->naxes; j++) {
        size_t first, last;
        if (!lcr_lit_leaves_at(tuple, &v->path[j], &first, &last) || last != first + 1)
            return lcr_ev_condition(v->e, false, "the value is nested in another way");
        known[first] = true;
        if (!differs_on_axis(v, j, tuple->extent[first]))
            return false;
    }
    for (size_t k = 0; k < tuple->n; k++)
        if (!known[k] && !lcr_ev_condition(v->e, lc_int_is_zero(tuple->extent[k]),
                                           "the value is not 0 on an axis without strides"))
            return false;
    return true;
}

/* ---- what is fixed ---- */

/* V(0) is not the sum of the offsets and of the fixed pieces. */
static bool fixed_differs(pc_value *sum, const lit *v, size_t n, const piece *p, size_t noffsets,
                          const lit *const *offset, bool *possible)
{
    lc_ctx *lc = sum->e->pool->lc;
    bool ok = true;
    for (size_t i = 0; ok && *possible && i < noffsets; i++)
        ok = lcr_pc_add_offset(sum, offset[i], possible);
    for (size_t i = 0; ok && *possible && i < n; i++)
        ok = !p[i].fixed || lcr_pc_add_fixed(sum, &p[i], possible);
    if (!ok || !*possible)
        return ok;
    if (sum->xor)
        return differs_in_bits(sum, v->offset != NULL ? v->offset[0] : lc_int_const(0));
    if (sum->basis && !v->basis && !all_zero(v->offset, 1))
        return lcr_ev_condition(sum->e, false, "the offset is no coordinate");
    for (size_t j = 0; v->offset != NULL && v->basis == sum->basis && j < v->naxes; j++) {
        sys_sum *own = &sum->sum[lcr_pc_axis(sum, v, j)];
        own->constant = lc_int_sub(lc, own->constant, v->offset[j]);
    }
    for (size_t j = 0; ok && j < sum->naxes; j++)
        ok = differs_on_axis(sum, j, lc_int_const(0));
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
    if (own == NULL)
        return false;
    lcr_fn_digits(v->s, p->a, p->first, p->last, x, own);
    for (size_t j = 0; p->a->basis == v->basis && j < p->a->naxes; j++) {
        size_t axis = lcr_pc_axis(v, p->a, j);
        lcr_sys_add(v->s, &v->sum[axis], lc_int_const(1), &own[j]);
        used[axis] = used[axis] ||
                     !all_zero(p->a->step + j * p->a->n + p->first, p->last - p->first);
    }
    const lit *value = t->value;
    for (size_t j = 0; value->basis == v->basis && j < value->naxes; j++) {
        size_t axis = lcr_pc_axis(v, value, j);
        const lc_int *step = value->step + j * value->n + p->from;
        for (size_t k = 0; k < p->n; k++)
            lcr_sys_add_var(v->s, &v->sum[axis], lc_int_neg(v->e->pool->lc, step[k]), t->var[k]);
        used[axis] = used[axis] || !all_zero(step, p->n);
    }
    return true;
}

/* At the integral coordinate of these leaves of V, on each axis. */
static bool part_differs(part *t)
{
    bool used[LIT_MAX_AXES] = {false};
    const piece *p = &t->p;
    pc_value *v = t->v;
    lc_ctx *lc = v->e->pool->lc;
    lc_int zero = lc_int_const(0), place = p->factor;
    sys_sum x;
    lcr_sys_begin(v->s, v->e->pool);
    lcr_sys_zero(&x);
    memset(v->sum, 0, v->naxes * sizeof *v->sum);
    for (size_t k = 0; k < p->n; k++) {
        lc_int extent = t->value->extent[p->from + k];
        lc_int last = lc_int_sub(lc, extent, lc_int_const(1));
        t->var[k] = lcr_sys_var(v->s, 'c', &zero, &last);
        lcr_sys_add_var(v->s, &x, place, t->var[k]);
        place = lc_int_mul(lc, place, extent);
    }
    if (!add_steps(t, &x, used) || v->s->failed)
        return false;
    for (size_t j = 0; j < v->naxes; j++)
        if (used[j] && !differs_on_axis(v, j, zero))
            return false;
    return true;
}

/* A leaf at the bits of its coordinate, of XOR. */
static bool bits_differ(part *t, bool *possible)
{
    const piece *p = &t->p;
    pc_value *v = t->v;
    lc_ctx *lc = v->e->pool->lc;
    lc_int zero = lc_int_const(0), one = lc_int_const(1);
    size_t bits = lc_int_bits(lc_int_sub(lc, t->value->extent[p->from], one));
    if (p->n != 1 || p->last != p->first + 1 || !lc_int_is_power_of_two(p->factor) ||
        bits >= SYS_VARS)
        return impossible(possible);
    lcr_sys_begin(v->s, v->e->pool);
    memset(v->bit, 0, PC_BITS * sizeof *v->bit);
    for (size_t i = 0; *possible && i < bits; i++) {
        size_t x = lcr_sys_var(v->s, 'x', &zero, &one);
        if (!lcr_pc_add_bit(v, p->a, p->first, x, i + lc_int_bits(p->factor) - 1, possible) ||
            (*possible && !lcr_pc_add_bit(v, t->value, p->from, x, i, possible)))
            return false;
    }
    return !*possible || differs_in_bits(v, zero);
}

/* Leaf for leaf, integral coordinates of few leaves say as much as one of all, which takes isl
 * longer and longer. */
#define AT_ONCE 2

static bool parts_differ(pc_value *v, const lit *value, const piece *p, bool *possible)
{
    part *t = lcr_lit_alloc(v->e->pool, 1, sizeof *t);
    if (t == NULL)
        return false;
    *t = (part){.v = v, .value = value, .p = *p};
    size_t most = !p->alike ? p->n : v->xor ? 1 : AT_ONCE;
    if (most > SYS_VARS / 2)
        return impossible(possible);
    for (size_t k = 0; *possible && k < p->n; k += most) {
        t->p.n = p->n - k < most ? p->n - k : most;
        t->p.from = p->from + k;
        t->p.first = p->first + k;
        t->p.last = p->alike ? t->p.first + t->p.n : p->last;
        if (!(v->xor ? bits_differ(t, possible) : part_differs(t)))
            return false;
    }
    return true;
}

/* On a path; 0 where a has no stride there. */
static lc_int step_on(const lit *a, const lit_path *path, size_t leaf)
{
    for (size_t j = 0; a->basis == (path != NULL) && j < a->naxes; j++)
        if (path == NULL || lcr_fn_same_axis(&a->path[j], path))
            return a->step[j * a->n + leaf];
    return lc_int_const(0);
}

/* A leaf of extent 1 has one coordinate only, but goes on past it (Cecka 2.4). */
static bool same_past_ends(pc_value *v, const lit *value, const piece *p)
{
    bool same = true;
    for (size_t k = 0; p->alike && k < p->n; k++)
        for (size_t j = 0; lc_int_is_one(value->extent[p->from + k]) && j < v->naxes; j++) {
            const lit_path *path = v->basis ? &v->path[j] : NULL;
            same = same && lc_int_eq(step_on(value, path, p->from + k),
                                     step_on(p->a, path, p->first + k));
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
    return from == v->n || (from == 0 && v->nnodes == 1 && lc_int_is_one(v->extent[0]));
}

/* The kind of the values, which V's are, too; *possible: there is such a kind. */
static bool begin(ev *e, pc_value *sum, const lit *v, size_t n, const piece *p, size_t noffsets,
                  const lit *const *offset, bool *possible)
{
    const lit **of = lcr_lit_alloc(e->pool, n + noffsets + 1, sizeof *of);
    sys *s = lcr_lit_alloc(e->pool, 1, sizeof *s);
    if (of == NULL || s == NULL)
        return false;
    of[0] = v;
    for (size_t i = 0; i < n; i++)
        of[1 + i] = p[i].a;
    for (size_t i = 0; i < noffsets; i++)
        of[1 + n + i] = offset[i];
    lcr_sys_begin(s, e->pool);
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
    if (sum == NULL)
        return false;
    if (!covers(v, n, p))
        return lcr_ev_not(e);
    e->out->by = "pieces";
    if (!begin(e, sum, v, n, p, noffsets, offset, &possible) || !possible)
        return !possible && lc_ctx_code(e->pool->lc) == LC_OK;
    bool ok = fixed_differs(sum, v, n, p, noffsets, offset, &possible);
    for (size_t i = 0; ok && possible && i < n; i++)
        ok = p[i].fixed || (same_past_ends(sum, v, &p[i]) &&
                            parts_differ(sum, v, &p[i], &possible));
    return ok && (possible || lcr_ev_not(e));
}
