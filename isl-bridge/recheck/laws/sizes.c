/* sizes.c - what a layout says of itself: rank, depth, shape, strides, size; the layout of a
 * function; functions of integers.
 */
#include "config.h"

#include "../../../lib/size.h"

#include "../sets/alike.h"
#include "modes.h"

#include <stdlib.h>
#include <string.h>

static bool no_integer(ev *e)
{
    return lcr_ev_reading(e, false, "the value is no integer");
}

/* ---- shapes ---- */

/* Has it a nesting of extents? */
static bool has_shape(const lit *a)
{
    return a->kind == LIT_TUPLE || a->kind == LIT_LINEAR || lcr_lit_is_function(a);
}

static bool is_number(const lit *value, size_t number)
{
    lc_int n;
    return lcr_ev_integer(value, &n) && !value->any && lc_int_fits_si(n) &&
           lc_int_get_si(n) == (int64_t)number;
}

static bool rank(ev *e, const lcr_statement *c)
{
    const lit *a = c->arg[0];
    if (a->kind == LIT_TILER)
        return lcr_ev_reading(e, is_number(c->value, a->nmodes), "the rank is another one");
    if (!has_shape(a))
        return lcr_ev_not(e);
    return lcr_ev_reading(e, is_number(c->value, lcr_lit_rank(a)), "the rank is another one");
}

static bool depth(ev *e, const lcr_statement *c)
{
    const lit *a = c->arg[0];
    if (!has_shape(a))
        return lcr_ev_not(e);
    lit_path *path = lcr_lit_alloc(e->pool, a->n, sizeof *path);
    size_t most = 0;
    if (!path)
        return false;
    lcr_lit_paths(a, path);
    for (size_t k = 0; k < a->n; k++)
        most = path[k].depth > most ? path[k].depth : most;
    return lcr_ev_reading(e, is_number(c->value, most), "the depth is another one");
}

static bool shape(ev *e, const lcr_statement *c)
{
    if (!has_shape(c->arg[0]))
        return lcr_ev_not(e);
    bool same = c->value->kind == LIT_TUPLE && lcr_lit_same_shape(c->arg[0], c->value);
    return lcr_ev_reading(e, same, "the shape is another one");
}

/* The axes that some stride moves along; an offset may have others. False: no memory. */
static bool keep_moving_axes(lit_pool *pool, const lit *a, lit *to)
{
    to->path = lcr_lit_alloc(pool, a->naxes, sizeof *to->path);
    to->step = lcr_lit_alloc(pool, a->naxes * a->n, sizeof *to->step);
    to->naxes = 0;
    for (size_t j = 0; to->path && to->step && j < a->naxes; j++) {
        const lc_int *step = &a->step[j * a->n];
        if (lcr_all_zero(a->n, step))
            continue;
        to->path[to->naxes] = a->path[j];
        memcpy(&to->step[to->naxes++ * a->n], step, a->n * sizeof *step);
    }
    return to->path && to->step != NULL;
}

/* The strides of a layout as a tuple, or on their own. */
static bool strides_are(ev *e, const lit *a, const lit *value)
{
    if (a->kind != LIT_LAYOUT || a->b > 0)
        return lcr_ev_not(e);
    lit strides = *a;
    strides.offset = NULL;
    if (a->basis && a->offset && !keep_moving_axes(e->pool, a, &strides))
        return false;
    bool still = strides.naxes == 0; /* then they are 0, as of integers */
    strides.naxes = still ? 1 : strides.naxes;
    strides.kind = !still && (a->basis || a->by_xor) ? LIT_STRIDES : LIT_TUPLE;
    if (strides.kind == LIT_TUPLE)
        strides.extent = still ? strides.step : a->step;
    return lcr_ev_reading(e, lcr_lit_same(&strides, value), "the strides are others");
}

static bool stride(ev *e, const lcr_statement *c)
{
    return strides_are(e, c->arg[0], c->value);
}

/* ---- layouts of other functions: the same function of the integral coordinate ---- */

static bool layout(ev *e, const lcr_statement *c)
{
    if (c->n == 2 && c->arg[1]->kind != LIT_TUPLE)
        return lcr_ev_not(e);
    if (c->n == 2 && !lcr_lit_same_shape(c->value, c->arg[1]))
        return lcr_ev_reading(e, false, "the shape is another one");
    return lcr_ev_equiv(e, c->value, c->arg[0]);
}

static bool layout_with_strides(ev *e, const lcr_statement *c)
{
    const lit *v = lcr_ev_layout(e, c->value);
    return v && strides_are(e, v, c->arg[1]) && lcr_ev_equiv(e, v, c->arg[0]);
}

/* A shape with its strides, or compact; or layouts side by side. */
static bool make_layout(ev *e, const lcr_statement *c)
{
    const lit *shape = c->arg[0], *stride = c->n == 2 ? c->arg[1] : NULL;
    bool strides = stride && (stride->kind == LIT_TUPLE || stride->kind == LIT_STRIDES);
    if (shape->kind != LIT_TUPLE || (c->n != 1 && !strides))
        return lcr_law_concat(e, c);
    if (c->value->kind != LIT_LAYOUT || !lcr_lit_same_shape(c->value, shape))
        return lcr_ev_reading(e, false, "the shape is another one");
    if (c->value->offset || c->value->swizzled)
        return lcr_ev_reading(e, false, "the value is no layout alone");
    if (strides)
        return strides_are(e, c->value, stride);
    const lit *compact = lcr_lit_compact(e->pool, shape);
    return compact && lcr_law_is(e, c->value, compact);
}

/* ---- the size ---- */

/* The integral coordinate is below N everywhere, and N - 1 at the last coordinate. */
static bool size_of_coordinates(ev *e, const lit *a, lc_int n)
{
    lc_ctx *lc = e->pool->lc;
    lc_int one = lc_int_const(1);
    sys all = lcr_sys_new(e->pool), last = all;
    sys_sum x;
    size_t var[SYS_VARS];
    lcr_fn_coordinates(&all, a, 'c', false, var);
    lcr_fn_integral(&all, a, 0, a->n, var, &x);
    for (size_t k = 0; k < a->n; k++) {
        lc_int end = lc_int_sub(lc, a->extent[k], one);
        lcr_sys_between(&last, 'c', end, end);
    }
    return lcr_ev_compare(e, &all, &x, SYS_GE, n) &&
           lcr_ev_compare(e, &last, &x, SYS_LT, lc_int_sub(lc, n, one));
}

/* A set with one variable that is this integer. */
static sys number_in_set(ev *e, lc_int n, sys_sum *sum)
{
    sys s = lcr_sys_new(e->pool);
    *sum = lcr_sys_variable(lcr_sys_between(&s, 'n', n, n));
    return s;
}

static bool size(ev *e, const lcr_statement *c)
{
    const lit *a = c->arg[0];
    lc_int n;
    if (!has_shape(a) || a->any || a->n > SYS_VARS)
        return lcr_ev_not(e);
    if (!lcr_ev_integer(c->value, &n))
        return no_integer(e);
    bool empty = false;
    for (size_t k = 0; k < a->n; k++)
        empty = empty || lc_int_le(a->extent[k], lc_int_const(0));
    if (empty)
        return lcr_ev_arithmetic(e, lc_int_eq(lcr_lit_size(e->pool->lc, a), n),
                                 "the size is another one");
    e->out->by = "bounds";
    return e->pool->sizes ? lcr_ev_same_number(e, lcr_lit_size(e->pool->lc, a), n)
                          : size_of_coordinates(e, a, n);
}

/* ---- integers ---- */

static bool is_ceil(lc_ctx *lc, lc_int a, lc_int b, lc_int q)
{
    lc_int most = lc_int_mul(lc, q, b);
    return lc_int_le(a, most) && lc_int_lt(lc_int_sub(lc, most, b), a);
}

enum { CEIL, EXACT };

/* a / b rounded up; or exact, or 1 where the quotient the other way round is. */
static bool is_quotient(lc_ctx *lc, int how, lc_int a, lc_int b, lc_int q)
{
    if (how == CEIL)
        return is_ceil(lc, a, b, q);
    return lc_int_eq(lc_int_mul(lc, q, b), a) || (lc_int_is_one(q) && lc_int_divides(lc, a, b));
}

/* By element. An integer goes through the leaves of a; it is the size of b where a is one. Past
 * the modes of b (NULL) it is 1. */
static bool are_quotients(lit_pool *pool, int how, const lit *v, const lit *a, const lit *b)
{
    lc_ctx *lc = pool->lc;
    bool is = v && a;
    if (is && (!b || b->node[0] == 0 || a->node[0] == 0)) {
        lc_int rest = b ? lcr_lit_size(lc, b) : lc_int_const(1);
        for (size_t k = 0; is && k < a->n; k++) {
            is = is_quotient(lc, how, a->extent[k], rest, v->extent[k]);
            if (k + 1 < a->n)
                rest = lc_int_cdiv(lc, rest, a->extent[k]);
        }
        return is;
    }
    is = is && (how == CEIL ? b->node[0] <= a->node[0] : b->node[0] == a->node[0]);
    for (size_t i = 0; is && i < a->node[0]; i++)
        is = are_quotients(pool, how, lcr_lit_mode(pool, v, i), lcr_lit_mode(pool, a, i),
                           i < b->node[0] ? lcr_lit_mode(pool, b, i) : NULL);
    return is;
}

/* Of positive integers. */
static bool shape_div(ev *e, const lcr_statement *c)
{
    const lit *a = c->arg[0], *b = c->arg[1], *v = c->value;
    if (a->kind != LIT_TUPLE || b->kind != LIT_TUPLE || a->any || b->any)
        return lcr_ev_not(e);
    for (size_t k = 0; k < b->n; k++)
        if (lc_int_le(b->extent[k], lc_int_const(0)))
            return lcr_ev_not(e);
    for (size_t k = 0; a->n > 1 && k < a->n; k++)
        if (lc_int_le(a->extent[k], lc_int_const(0)))
            return lcr_ev_not(e);
    bool is = v->kind == LIT_TUPLE && !v->any && lcr_lit_congruent(v, a) &&
              are_quotients(e->pool, c->how, v, a, b);
    return lcr_ev_arithmetic(e, is, "a quotient is another one");
}

/* The least integer q with q b >= a, for b > 0; else with q b <= a: q b does, (q - 1) b does
 * not. */
static bool ceil_div(ev *e, const lcr_statement *c)
{
    lc_int a, b, q;
    sys_sum sum, times = {.constant = lc_int_const(0)};
    if (!lcr_ev_integer(c->arg[0], &a) || !lcr_ev_integer(c->arg[1], &b))
        return shape_div(e, c);
    if (lc_int_is_zero(b))
        return lcr_ev_not(e);
    if (!lcr_ev_integer(c->value, &q))
        return no_integer(e);
    sys s = number_in_set(e, q, &sum);
    bool up = lc_int_lt(lc_int_const(0), b);
    e->out->by = "bounds";
    lcr_sys_add(&s, &times, b, &sum);
    return lcr_ev_compare(e, &s, &times, up ? SYS_LT : SYS_GT, a) &&
           lcr_ev_compare(e, &s, &times, up ? SYS_GE : SYS_LE, lc_int_add(e->pool->lc, a, b));
}

/* It is beyond all of them: of sizes, which one it is may depend. */
static bool beyond_all(ev *e, const lcr_statement *c, lc_int n)
{
    sys s = lcr_sys_new(e->pool);
    const sys_sum sum = lcr_sys_number(n);
    for (size_t i = 0; e->pool->sizes && i < c->n; i++)
        for (size_t k = 0; k < c->arg[i]->n; k++)
            lcr_sys_compare(&s, &sum, c->how == SYS_LT ? SYS_GT : SYS_LT, c->arg[i]->extent[k]);
    return !e->pool->sizes || lcr_ev_add(e, &s);
}

/* One of the arguments, and it is in this relation to none of them. */
static bool extreme(ev *e, const lcr_statement *c)
{
    lc_int n;
    sys_sum sum;
    bool one = false;
    if (!lcr_ev_integer(c->value, &n))
        return no_integer(e);
    sys s = number_in_set(e, n, &sum);
    e->out->by = "bounds";
    for (size_t i = 0; i < c->n; i++) {
        const lit *a = c->arg[i];
        if (a->kind != LIT_TUPLE || a->any)
            return lcr_ev_not(e);
        for (size_t k = 0; k < a->n; k++) {
            one = one || lc_int_known_equal(a->extent[k], n);
            if (!lcr_ev_compare(e, &s, &sum, (sys_relation)c->how, a->extent[k]))
                return false;
        }
    }
    return one || e->pool->sizes ? beyond_all(e, c, n)
                                 : lcr_ev_condition(e, one, "it is none of the arguments");
}

/* It is a or -a, and less than neither. */
static bool magnitude(ev *e, const lcr_statement *c)
{
    lc_int a, n;
    sys_sum sum;
    if (!lcr_ev_integer(c->value, &n) || !lcr_ev_integer(c->arg[0], &a))
        return no_integer(e);
    const lc_int minus = lc_int_neg(e->pool->lc, a);
    bool one = lc_int_known_equal(n, a) || lc_int_known_equal(n, minus);
    if (!one && e->pool->sizes)
        return lcr_ev_not(e); /* which of them it is may depend */
    sys s = number_in_set(e, n, &sum);
    e->out->by = "bounds";
    return lcr_ev_compare(e, &s, &sum, SYS_LT, a) && lcr_ev_compare(e, &s, &sum, SYS_LT, minus) &&
           lcr_ev_condition(e, one, "it is neither the argument nor its negative");
}

/* It divides all integers, and nothing but 1 divides all quotients; 0 of zeros. */
static bool gcd(ev *e, const lcr_statement *c)
{
    lc_ctx *lc = e->pool->lc;
    lc_int g, rest = lc_int_const(0);
    if (!lcr_ev_integer(c->value, &g) || lc_int_lt(g, lc_int_const(0)))
        return no_integer(e);
    for (size_t i = 0; i < c->n; i++) {
        if (c->arg[i]->kind != LIT_TUPLE || c->arg[i]->any)
            return lcr_ev_not(e);
        for (size_t k = 0; k < c->arg[i]->n; k++) {
            lc_int a = c->arg[i]->extent[k];
            if (lc_int_is_zero(a))
                continue;
            if (lc_int_is_zero(g) || !lc_int_divides(lc, g, a))
                return lcr_ev_arithmetic(e, false, "it does not divide an argument");
            rest = lc_int_gcd(lc, rest, lc_int_fdiv(lc, a, g));
        }
    }
    bool greatest = lc_int_is_zero(g) ? lc_int_is_zero(rest) : lc_int_is_one(rest);
    return lcr_ev_arithmetic(e, greatest, "there is a greater common divisor");
}

static bool product_each(ev *e, const lcr_statement *c)
{
    const lit *a = c->arg[0], *v = c->value;
    if (!has_shape(a) || a->any)
        return lcr_ev_not(e);
    size_t rank = lcr_lit_rank(a), first, last;
    bool same = v->kind == LIT_TUPLE && !v->any && v->n == rank && v->nnodes == rank + 1;
    for (uint32_t i = 0; same && lcr_lit_leaves_at(a, &(lit_path){1, {i}}, &first, &last); i++)
        same = lc_int_eq(lcr_lit_span(e->pool->lc, a, first, last), v->extent[i]);
    return lcr_ev_arithmetic(e, same, "the sizes are others");
}

/* q = i / d has d q <= i < d q + d; the digit is the rest of q by the extent. */
static bool get_hier_coord(ev *e, const lcr_statement *c)
{
    lc_ctx *lc = e->pool->lc;
    const lit *a = lcr_ev_layout(e, c->arg[0]), *v = c->value;
    lc_int i;
    if (!a)
        return false;
    if (a->kind != LIT_LAYOUT || a->swizzled || a->basis || a->by_xor || a->offset ||
        !lcr_ev_integer(c->arg[1], &i))
        return lcr_ev_not(e);
    bool is = v->kind == LIT_TUPLE && !v->any && lcr_lit_congruent(v, a);
    for (size_t k = 0; is && k < a->n; k++) {
        lc_int digit = v->extent[k], d = a->step[k];
        bool within = lc_int_le(lc_int_const(0), digit) && lc_int_lt(digit, a->extent[k]);
        lc_int past = lc_int_sub(lc, i, lc_int_mul(lc, digit, d));
        lc_int round = lc_int_mul(lc, a->extent[k], d);
        is = within &&
             (lc_int_is_one(a->extent[k]) ||
              (lc_int_lt(lc_int_const(0), d) && lc_int_lt(lc_int_fmod(lc, past, round), d)));
    }
    return lcr_ev_arithmetic(e, is, "a digit is another one");
}

/* The digits of the name of a type. */
static bool sizeof_bits(ev *e, const lcr_statement *c)
{
    const lit *a = c->arg[0];
    if (a->kind == LIT_WORD)
        return lcr_ev_reading(
            e, is_number(c->value, strtoul(a->word + strcspn(a->word, "0123456789"), NULL, 10)),
            "the type has other bits");
    return lcr_ev_reading(e, a->kind == LIT_TUPLE && lcr_lit_same(a, c->value),
                          "it is another number");
}

const ev_row lcr_laws_sizes[] = {
    {"abs", 1, ".", magnitude, OF_LAYOUTS, 0},
    {"ceil_div", 2, "..", ceil_div, OF_LAYOUTS, CEIL},
    {"depth", 1, ".", depth, OF_LAYOUTS, 0},
    {"gcd", 1, ".*", gcd, OF_LAYOUTS, 0},
    {"get_hier_coord", 2, "..", get_hier_coord, OF_LAYOUTS, 0},
    {"layout", 1, "..", layout, OF_LAYOUTS, 0},
    {"layout_with_strides", 2, "..", layout_with_strides, OF_LAYOUTS | OF_RELATIONS, 0},
    {"make_layout", 1, ".*", make_layout, OF_LAYOUTS, 0},
    {"max", 1, ".*", extreme, OF_LAYOUTS, SYS_LT},
    {"min", 1, ".*", extreme, OF_LAYOUTS, SYS_GT},
    {"product_each", 1, ".", product_each, OF_LAYOUTS, 0},
    {"rank", 1, ".", rank, OF_LAYOUTS, 0},
    {"shape", 1, ".", shape, OF_LAYOUTS, 0},
    {"shape_div", 2, "..", shape_div, OF_LAYOUTS, EXACT},
    {"size", 1, ".", size, OF_LAYOUTS, 0},
    {"sizeof_bits", 1, ".", sizeof_bits, OF_LAYOUTS, 0},
    {"stride", 1, "x", stride, OF_LAYOUTS, 0},
    {NULL, 0, NULL, NULL, 0, 0},
};
