/* size.c - integers that are made of integers, and literals of their parts: what a value with
 * parameters comes from. */
#include "config.h"

#include "../sets/alike.h"
#include "../sets/parts.h"
#include "modes.h"

#include <string.h>

/* The value is this integer: what would be more, or less, is not there. */
static bool is_integer(ev *e, const lit *value, lc_int n)
{
    lc_int v;
    if (!lcr_ev_integer(value, &v) || value->any)
        return lcr_ev_reading(e, false, "the value is no integer");
    const sys s = lcr_sys_new(e->pool);
    const sys_sum difference = lcr_sys_number(lc_int_sub(e->pool->lc, v, n));
    e->out->by = "bounds";
    return lcr_ev_not_zero(e, &s, &difference);
}

static bool both(const lcr_statement *c, lc_int *a, lc_int *b)
{
    return lcr_ev_integer(c->arg[0], a) && !c->arg[0]->any &&
           (c->n == 1 || (lcr_ev_integer(c->arg[1], b) && !c->arg[1]->any));
}

/* Strides, scaled and added up, each axis by itself: the value is written alike. */
static bool sum_of_strides(ev *e, const lcr_statement *c)
{
    lc_ctx *lc = e->pool->lc;
    const lit *a = c->arg[0], *b = c->n > 1 ? c->arg[1] : NULL;
    lc_int factor = lc_int_const(c->how == '-' ? -1 : 1);
    if (c->how == '*' && b && a->kind != LIT_STRIDES) {
        a = c->arg[1];
        b = c->arg[0];
    }
    if (c->how == '*' && (!b || !lcr_ev_integer(b, &factor)))
        return lcr_ev_not(e);
    if (c->how == '*')
        b = NULL;
    lit *made = lcr_lit_copy(e->pool, a);
    lit_path *path = lcr_lit_alloc(e->pool, LIT_MAX_AXES, sizeof *path);
    lc_int *step = lcr_lit_alloc(e->pool, LIT_MAX_AXES, sizeof *step);
    if (!made || !path || !step)
        return false;
    if (a->kind != LIT_STRIDES || a->n != 1 || a->by_xor ||
        (b && (b->kind != LIT_STRIDES || b->n != 1)))
        return lcr_ev_not(e);
    made->naxes = 0;
    made->path = path;
    made->step = step;
    for (size_t i = 0; i < 2; i++) {
        const lit *of = i == 0 ? a : b;
        lc_int times = i == (c->how == '-' && !b ? 0u : 1u) || c->how == '*' ? factor
                                                                             : lc_int_const(1);
        for (size_t j = 0; of && j < of->naxes; j++) {
            size_t axis = lcr_path_add(&made->naxes, path, &of->path[j]);
            if (axis == SIZE_MAX)
                return lcr_ev_not(e);
            step[axis] = lc_int_add(lc, step[axis], lc_int_mul(lc, times, of->step[j]));
        }
    }
    return lcr_ev_arithmetic(e, lcr_lit_same(c->value, made), "the stride is another one");
}

static lc_int sum_of(lc_ctx *lc, const lcr_statement *c, lc_int a, lc_int b)
{
    return c->how == '*'   ? lc_int_mul(lc, a, b)
           : c->how == '+' ? lc_int_add(lc, a, b)
           : c->n == 1     ? lc_int_neg(lc, a)
                           : lc_int_sub(lc, a, b);
}

static bool is_tuple(const lit *a)
{
    return a->kind == LIT_TUPLE && !a->any;
}

/* Tuples of one nesting, integer by integer; a number times each integer of a tuple. */
static bool sum_of_tuples(ev *e, const lcr_statement *c)
{
    const lit *a = c->arg[0], *b = c->n > 1 ? c->arg[1] : a, *v = c->value;
    const lit *wide = a->nnodes == 1 ? b : a;
    bool scaled = c->how == '*' && (a->nnodes == 1 || b->nnodes == 1);
    if (!is_tuple(v) || (!scaled && (c->how == '*' || !lcr_lit_congruent(a, b))))
        return lcr_ev_not(e);
    if (!lcr_ev_condition(e, lcr_lit_congruent(v, wide), "the nesting is another"))
        return false;
    const sys s = lcr_sys_new(e->pool);
    e->out->by = "bounds";
    for (size_t k = 0; k < v->n; k++) {
        lc_int x = a->extent[a->nnodes == 1 ? 0 : k], y = b->extent[b->nnodes == 1 ? 0 : k];
        const sys_sum difference =
            lcr_sys_number(lc_int_sub(e->pool->lc, v->extent[k], sum_of(e->pool->lc, c, x, y)));
        if (!lcr_ev_not_zero(e, &s, &difference))
            return false;
    }
    return true;
}

static bool sum(ev *e, const lcr_statement *c)
{
    lc_int a, b;
    if (both(c, &a, &b))
        return is_integer(e, c->value, sum_of(e->pool->lc, c, a, b));
    return is_tuple(c->arg[0]) && (c->n == 1 || is_tuple(c->arg[1])) ? sum_of_tuples(e, c)
                                                                     : sum_of_strides(e, c);
}

/* floor(a / b) = q for b > 0: b q <= a < b q + b; the remainder r = a - b floor(a / b) is in
 * [0,b), and b divides a - r. */
static bool quotient(ev *e, const lcr_statement *c)
{
    lc_ctx *lc = e->pool->lc;
    lc_int a, b, v;
    if (!both(c, &a, &b) || c->n != 2 || !lcr_ev_integer(c->value, &v) ||
        lc_int_le(b, lc_int_const(0)))
        return lcr_ev_not(e);
    const sys s = lcr_sys_new(e->pool);
    lc_int q = c->how == '%' ? lc_int_fdiv(lc, a, b) : v;
    const sys_sum rest = lcr_sys_number(lc_int_sub(lc, a, lc_int_mul(lc, b, q)));
    e->out->by = "bounds";
    return lcr_ev_compare(e, &s, &rest, SYS_LT, lc_int_const(0)) &&
           lcr_ev_compare(e, &s, &rest, SYS_GE, b) &&
           (c->how == '/' || is_integer(e, c->value, rest.constant));
}

/* Tuples side by side; of strides, with the axes of all, zeros being of every kind. */
static bool tuple(ev *e, const lcr_statement *c)
{
    const lit_path top = {.depth = 0};
    size_t room = 1;
    bool strides = false;
    for (size_t i = 0; i < c->n; i++) {
        strides = strides || c->arg[i]->kind == LIT_STRIDES;
        room += c->arg[i]->nnodes;
    }
    if (!strides)
        return lcr_law_concat(e, c);
    parts *p = lcr_parts_room(e->pool, room);
    lc_int *zero = lcr_lit_alloc(e->pool, room, sizeof *zero);
    if (!p || !zero)
        return false;
    lcr_parts_tuple(p, c->n);
    for (size_t i = 0; i < c->n; i++) {
        lit a = *c->arg[i];
        if (a.kind == LIT_TUPLE ? !lcr_all_zero(a.n, a.extent) : a.kind != LIT_STRIDES)
            return lcr_ev_not(e);
        a.step = a.kind == LIT_TUPLE ? zero : a.step;
        a.extent = zero; /* which strides have not */
        lcr_parts_layout(p, &a, &top);
    }
    const lit *all = lcr_parts_end(p);
    lit made = all ? *all : *c->value;
    made.kind = LIT_STRIDES;
    return all ? lcr_ev_reading(e, lcr_lit_same(c->value, &made), "the tuple is another one")
               : lcr_ev_not(e);
}

static bool name(ev *e, const lcr_statement *c)
{
    return lcr_ev_reading(e, lcr_lit_same(c->value, c->arg[0]), "the value is another one");
}

/* The shape with its strides. */
static bool literal(ev *e, const lcr_statement *c)
{
    const lit *shape = c->arg[0], *stride = c->arg[1], *v = c->value;
    lit *made = lcr_lit_copy(e->pool, stride);
    if (!made)
        return false;
    if (shape->kind != LIT_TUPLE || v->kind != LIT_LAYOUT || !lcr_lit_congruent(shape, stride))
        return lcr_ev_not(e);
    made->kind = LIT_LAYOUT;
    made->step = stride->kind == LIT_TUPLE ? stride->extent : stride->step;
    made->naxes = stride->kind == LIT_TUPLE ? 1 : stride->naxes;
    made->extent = shape->extent;
    if (!lcr_ev_condition(e, lcr_lit_same_shape(v, shape), "the shape is another one"))
        return false;
    const fn f = {1, {v}}, g = {1, {made}};
    return lcr_ev_same(e, &f, &g, v);
}

/* What a place says of the axes of a layout of coordinates; NULL: it says more, or an error. */
static lc_int *on_axes(ev *e, const lit *place, const lit *a)
{
    lc_int *offset = lcr_lit_alloc(e->pool, a->naxes + 1, sizeof *offset);
    size_t first, last, said = 0, zeros = 0;
    for (size_t j = 0; offset && j < a->naxes; j++) {
        if (!lcr_lit_leaves_at(place, &a->path[j], &first, &last) || last != first + 1)
            return NULL;
        offset[j] = place->extent[first];
        said += !lc_int_is_plain_zero(offset[j]);
    }
    for (size_t k = 0; k < place->n; k++)
        zeros += lc_int_is_plain_zero(place->extent[k]);
    return said + zeros == place->n ? offset : NULL;
}

/* {place} o L, where L may have an offset of its own. */
static bool tensor(ev *e, const lcr_statement *c)
{
    const lit *place = c->arg[0], *l = c->arg[1];
    lit *a = lcr_lit_copy(e->pool, l);
    if (!a || place->kind != LIT_TUPLE || a->kind != LIT_LAYOUT || a->swizzled || place->any)
        return a ? lcr_ev_not(e) : false;
    lc_int *at = a->basis ? on_axes(e, place, a) : place->n == 1 ? place->extent : NULL;
    a->offset = at && l->offset ? lcr_lit_alloc(e->pool, a->naxes, sizeof *a->offset) : at;
    if (!a->offset)
        return lcr_ev_ok(e) && lcr_ev_not(e);
    for (size_t j = 0; l->offset && j < a->naxes; j++)
        a->offset[j] = lc_int_add(e->pool->lc, at[j], l->offset[j]);
    if (!lcr_ev_condition(e, lcr_lit_same_shape(c->value, a), "the shape is another one"))
        return false;
    const fn f = {1, {c->value}}, g = {1, {a}};
    return lcr_ev_same(e, &f, &g, a);
}

const ev_row lcr_laws_size[] = {
    {"%", 2, "..", quotient, OF_LAYOUTS, '%'}, {"*", 2, "..", sum, OF_LAYOUTS, '*'},
    {"+", 2, "..", sum, OF_LAYOUTS, '+'},      {"-", 1, "..", sum, OF_LAYOUTS, '-'},
    {"/", 2, "..", quotient, OF_LAYOUTS, '/'}, {"literal", 2, "..", literal, OF_LAYOUTS, 0},
    {"name", 1, ".", name, OF_LAYOUTS, 0},     {"tensor", 2, ".x", tensor, OF_LAYOUTS, 0},
    {"tuple", 1, ".*", tuple, OF_LAYOUTS, 0},  {NULL, 0, NULL, NULL, 0, 0},
};
