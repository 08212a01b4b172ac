/* recheck-pieces.c - values that are put together from leaves of layouts. */
#include "config.h"

#include "recheck-pieces.h"

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

/* ---- sums ---- */

static bool add_sum(pc_value *v, const piece *p, const sys_sum *x)
{
    sys_sum *own = lcr_lit_alloc(v->e->pool, p->a->naxes, sizeof *own);
    if (own == NULL)
        return false;
    lcr_fn_digits(v->s, p->a, p->first, p->last, x, own);
    for (size_t j = 0; j < p->a->naxes; j++)
        if (p->a->basis == v->basis)
            lcr_sys_add(v->s, &v->sum[v->basis ? axis_of(v, &p->a->path[j]) : 0],
                        lc_int_const(1), &own[j]);
    return true;
}

/* ---- bits ---- */

/* The stride of a leaf times bit number `shift` of its coordinate. */
static bool add_shifted(pc_value *v, const lit *a, size_t leaf, size_t var, size_t shift,
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

/* A digit, of at most so many bits; of the last of its leaves, with nothing above them. */
static bool add_digit(pc_value *v, const lit *a, size_t leaf, const sys_sum *digit, size_t bits,
                      bool *possible)
{
    sys *s = v->s;
    lc_ctx *lc = s->pool->lc;
    lc_int zero = lc_int_const(0), one = lc_int_const(1), place = one;
    sys_sum rest = *digit, above;
    for (size_t i = 0; i < bits; i++) {
        size_t x = lcr_sys_var(s, 'x', &zero, &one);
        lcr_sys_add_var(s, &rest, lc_int_neg(lc, place), x);
        place = lc_int_add(lc, place, place);
        if (!add_shifted(v, a, leaf, x, i, possible))
            return false;
    }
    size_t h = lcr_sys_var(s, 'h', NULL, NULL);
    lcr_sys_add_var(s, &rest, lc_int_neg(lc, place), h);
    lcr_sys_relate(s, &rest, SYS_EQ);
    lcr_sys_zero(&above);
    lcr_sys_add_var(s, &above, one, h);
    return !s->failed && lcr_ev_relate(v->e, s, &above, SYS_GT) &&
           lcr_ev_relate(v->e, s, &above, SYS_LT);
}

/* A fixed coordinate, digit by digit. */
static bool add_fixed_bits(pc_value *v, const piece *p, bool *possible)
{
    sys *s = v->s;
    lc_ctx *lc = s->pool->lc;
    lc_int zero = lc_int_const(0), one = lc_int_const(1), place = one;
    sys_sum rest, digit;
    size_t t[SYS_VARS];
    if (lc_int_sign(p->at) < 0 || p->last - p->first > SYS_VARS / 2)
        return impossible(possible);
    lcr_sys_zero(&rest);
    rest.constant = p->at;
    for (size_t k = p->first; k < p->last; k++) {
        lc_int end = lc_int_sub(lc, p->a->extent[k], one);
        t[k - p->first] = lcr_sys_var(s, 't', &zero, k + 1 < p->last ? &end : NULL);
        lcr_sys_add_var(s, &rest, lc_int_neg(lc, place), t[k - p->first]);
        place = lc_int_mul(lc, place, p->a->extent[k]);
    }
    lcr_sys_relate(s, &rest, SYS_EQ);
    place = one;
    for (size_t k = p->first; *possible && k < p->last; k++) {
        bool last = k + 1 == p->last;
        lc_int most = last ? lc_int_fdiv(lc, p->at, place) : lc_int_sub(lc, p->a->extent[k], one);
        place = lc_int_mul(lc, place, p->a->extent[k]);
        lcr_sys_zero(&digit);
        lcr_sys_add_var(s, &digit, one, t[k - p->first]);
        if (!last && lc_int_is_one(most) ? !add_shifted(v, p->a, k, t[k - p->first], 0, possible)
                                         : !add_digit(v, p->a, k, &digit, lc_int_bits(most),
                                                      possible))
            return false;
    }
    return true;
}

/* Bits of coordinate k of V. */
static size_t bits_of_leaf(lc_ctx *lc, const lit *of, size_t k)
{
    return lc_int_bits(lc_int_sub(lc, of->extent[k], lc_int_const(1)));
}

/* Leaf for leaf, at the bits of V's coordinates, of which the first is variable var[k]. */
static bool add_free_bits(pc_value *v, const piece *p, const lit *of, const size_t *var,
                          bool *possible)
{
    lc_ctx *lc = v->e->pool->lc;
    if (p->n != p->last - p->first || !lc_int_is_power_of_two(p->factor))
        return impossible(possible);
    size_t up = lc_int_bits(p->factor) - 1;
    for (size_t k = 0; *possible && k < p->n; k++) {
        size_t own = p->from + k, leaf = p->first + k;
        if (p->n > 1 && !lc_int_eq(of->extent[own], p->a->extent[leaf]))
            return impossible(possible);
        for (size_t i = 0; *possible && i < bits_of_leaf(lc, of, own); i++)
            if (!add_shifted(v, p->a, leaf, var[own] + i, i + up, possible))
                return false;
    }
    return true;
}

/* ---- pieces ---- */

/* Leaf for leaf, integral coordinates of few leaves say as much as one of all, which takes isl
 * longer and longer. */
#define AT_ONCE 2

static bool add_in_parts(pc_value *v, const piece *p, const lit *of, const size_t *var,
                         bool *possible)
{
    for (size_t k = 0; k < p->n; k += AT_ONCE) {
        piece part = *p;
        part.n = p->n - k < AT_ONCE ? p->n - k : AT_ONCE;
        part.from += k;
        part.first += k;
        part.last = part.first + part.n;
        if (!lcr_pc_add(v, &part, of, var, possible))
            return false;
    }
    return true;
}

bool lcr_pc_add(pc_value *v, const piece *p, const lit *of, const size_t *var, bool *possible)
{
    lc_ctx *lc = v->e->pool->lc;
    sys_sum x;
    if (v->xor && p->fixed)
        return add_fixed_bits(v, p, possible);
    if (v->xor)
        return add_free_bits(v, p, of, var, possible);
    if (!p->fixed && p->past_ends && p->n > AT_ONCE)
        return add_in_parts(v, p, of, var, possible);
    lcr_sys_zero(&x);
    x.constant = p->fixed ? p->at : lc_int_const(0);
    lc_int place = p->factor;
    for (size_t k = 0; !p->fixed && k < p->n; k++) {
        lcr_sys_add_var(v->s, &x, place, var[p->from + k]);
        place = lc_int_mul(lc, place, of->extent[p->from + k]);
    }
    return add_sum(v, p, &x);
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

/* ---- a layout that is put together ---- */

/* The variables of V's coordinates: one a leaf, or, of XOR, one a bit. False: too many. */
static bool coordinates(ev *e, sys *s, const lit *v, bool xor, size_t *var)
{
    lc_int zero = lc_int_const(0), one = lc_int_const(1);
    if (v->n > SYS_VARS / 2)
        return false;
    if (!xor)
        lcr_fn_coordinates(s, v, 'c', false, var);
    for (size_t k = 0; xor && k < v->n; k++) {
        size_t bits = bits_of_leaf(e->pool->lc, v, k);
        if (s->n + bits > SYS_VARS / 2)
            return false;
        var[k] = s->n;
        for (size_t i = 0; i < bits; i++)
            lcr_sys_var(s, 'c', &zero, &one);
    }
    return true;
}

/* V itself at c, of the kind of v, taken off the sum. */
static bool subtract_natural(pc_value *v, const lit *a, const size_t *var, bool *possible)
{
    lc_ctx *lc = v->e->pool->lc;
    sys_sum *own = lcr_lit_alloc(v->e->pool, a->naxes, sizeof *own);
    if (own == NULL)
        return false;
    for (size_t k = 0; v->xor && k < a->n; k++)
        for (size_t i = 0; *possible && i < bits_of_leaf(lc, a, k); i++)
            if (!add_shifted(v, a, k, var[k] + i, i, possible))
                return false;
    if (v->xor)
        return lcr_pc_add_offset(v, a, possible);
    if (v->basis && !a->basis && !all_zero(a->offset, 1))
        return lcr_ev_condition(v->e, false, "the offset is no coordinate");
    lcr_fn_natural(v->s, a, var, own);
    for (size_t j = 0; a->basis == v->basis && j < a->naxes; j++)
        lcr_sys_add(v->s, &v->sum[v->basis ? axis_of(v, &a->path[j]) : 0], lc_int_const(-1),
                    &own[j]);
    return true;
}

/* The difference of V and the pieces is not 0 somewhere. */
static bool not_zero(pc_value *v)
{
    if (v->xor)
        return differs_in_bits(v, lc_int_const(0));
    for (size_t j = 0; j < v->naxes; j++)
        if (!differs_on_axis(v, j, lc_int_const(0)))
            return false;
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

/* A leaf of extent 1 has one coordinate only, but goes on past it (Cecka 2.4): the strides of such
 * leaves are those of the leaves that they come of. */
static bool same_past_ends(ev *e, const pc_value *sum, const lit *v, const piece *p)
{
    bool same = true;
    if (!p->past_ends)
        return true;
    for (size_t k = 0; k < p->n; k++)
        for (size_t j = 0; lc_int_is_one(v->extent[p->from + k]) && j < sum->naxes; j++) {
            const lit_path *path = sum->basis ? &sum->path[j] : NULL;
            same = same && lc_int_eq(step_on(v, path, p->from + k),
                                     step_on(p->a, path, p->first + k));
        }
    return lcr_ev_condition(e, same, "a stride of extent 1 is another one");
}

bool lcr_ev_pieces(ev *e, const lit *v, size_t n, const piece *p, size_t noffsets,
                   const lit *const *offset)
{
    sys *s = lcr_lit_alloc(e->pool, 1, sizeof *s);
    pc_value *sum = lcr_lit_alloc(e->pool, 1, sizeof *sum);
    const lit **of = lcr_lit_alloc(e->pool, n + noffsets + 1, sizeof *of);
    size_t var[SYS_VARS];
    bool possible = true;
    if (s == NULL || sum == NULL || of == NULL)
        return false;
    of[0] = v;
    for (size_t i = 0; i < n; i++)
        of[1 + i] = p[i].a;
    for (size_t i = 0; i < noffsets; i++)
        of[1 + n + i] = offset[i];
    lcr_sys_begin(s, e->pool);
    e->out->by = "pieces";
    if (!lcr_pc_begin(e, s, sum, n + noffsets, of + 1, &possible))
        return false;
    bool kind = possible;
    if (possible && !lcr_pc_begin(e, s, sum, 1 + n + noffsets, of, &possible))
        return false;
    if (kind && !possible)
        return lcr_ev_condition(e, false, "the values are of another kind");
    if (!possible || !coordinates(e, s, v, sum->xor, var))
        return lcr_ev_not(e);
    bool ok = true;
    for (size_t i = 0; ok && possible && i < noffsets; i++)
        ok = lcr_pc_add_offset(sum, offset[i], &possible);
    for (size_t i = 0; ok && possible && i < n; i++)
        ok = lcr_pc_add(sum, &p[i], v, var, &possible) && same_past_ends(e, sum, v, &p[i]);
    ok = ok && possible && subtract_natural(sum, v, var, &possible);
    if (!possible)
        return lcr_ev_not(e);
    return ok && !s->failed && not_zero(sum);
}
