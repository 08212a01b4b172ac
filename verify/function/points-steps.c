/* points-steps.c - functions of any kind, a value written out so that it can be redone by hand.
 *
 * Each step leads to the next by one look at the argument as it is printed: an integral
 * coordinate is split into the natural one, a sum or a XOR over that is a value, an offset is
 * added, a swizzle applied. The layout under a swizzle goes by the name of the argument in
 * small letters:
 *
 *     X = S<1,2,1> o 8 o x with x = (4,8):(1,2)
 *     X(4) = S<1,2,1>(8 + x(4)) = S<1,2,1>(8 + x(0,1)) = S<1,2,1>(8 + 2) = S<1,2,1>(10) = 14
 *
 * Where other functions follow, each has a line of its own:
 *
 *     X = (6,2):(1,3) o (2,1) o x with x = (2,3):(e1,2e0)
 *     x(2) = x(0,1) = (2,0)
 *     ((6,2):(1,3))((2,1) + (2,0)) = ((6,2):(1,3))(4,1) = 7
 *     X(2) = 7
 */
#include "config.h"

#include "points.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define NAME_ROOM 32

/* ---- pieces ---- */

/* `(0,1)` after the call, and the natural coordinate of c with ` = ` and `head` before it
 * where that says more than c. */
static void add_natural(lc_ctx *ctx, lcv_line *line, const lcv_points *p, const char *head,
                        const char *name, const char *tail, lc_int c)
{
    if (lc_tuple_nleaves(p->shape) == 1)
        return;
    lc_tuple *crd = lc_idx2crd(ctx, c, p->shape);
    if (crd != NULL)
        lcv_line_add(ctx, line, " = %s%s%c%s", head, name, crd, tail);
    lc_tuple_free(crd);
}

static bool adds_by_xor(const lcv_value *v)
{
    return lc_layout_codomain(v->layout) == LC_XOR;
}

/* ---- composed layouts ---- */

/* `8 + `, nothing for 0. */
static char *offset_text(lc_ctx *ctx, const lcv_value *v)
{
    lc_int offset = lc_tuple_value(v->offset, 0);
    if (lc_int_is_zero(offset))
        return lcv_text(ctx, "%s", "");
    return lcv_text(ctx, "%i %s ", offset, adds_by_xor(v) ? "xor" : "+");
}

static void small_letters(const char *name, char out[NAME_ROOM])
{
    size_t n = strlen(name) < NAME_ROOM ? strlen(name) : NAME_ROOM - 1;
    for (size_t i = 0; i < n; i++)
        out[i] = (char)tolower((unsigned char)name[i]);
    out[n] = '\0';
}

/* What the parts of X are called. */
static void step_parts(lc_ctx *ctx, lcv_result **result, const lcv_points *p, const char *inner,
                       const char *swizzle)
{
    const lcv_value *v = p->value;
    lc_int offset = lc_tuple_value(v->offset, 0);
    if (lc_int_is_zero(offset))
        lcv_step_once(ctx, result, "%s = %s o %s with %s = %L", p->name, swizzle, inner, inner,
                      v->layout);
    else
        lcv_step_once(ctx, result, "%s = %s o %i o %s with %s = %L", p->name, swizzle, offset,
                      inner, inner, v->layout);
}

static void step_composed(lc_ctx *ctx, lcv_result **result, const lcv_points *p, lc_int c)
{
    const lcv_value *v = p->value;
    char name[NAME_ROOM], *swizzle = lc_swizzle_to_str(ctx, v->swizzle);
    char *offset = offset_text(ctx, v);
    char *head = swizzle != NULL && offset != NULL ? lcv_text(ctx, "%s(%s", swizzle, offset) : NULL;
    if (head != NULL) {
        lcv_line line = {0};
        lc_int inner = lc_layout_at(ctx, v->layout, c), value = lcv_points_inner_at(ctx, p, c);
        small_letters(p->name, name);
        step_parts(ctx, result, p, name, swizzle);
        lcv_line_add(ctx, &line, "%s(%i) = %s%s(%i))", p->name, c, head, name, c);
        add_natural(ctx, &line, p, head, name, ")", c);
        lcv_line_add(ctx, &line, " = %s%i)", head, inner);
        if (offset[0] != '\0')
            lcv_line_add(ctx, &line, " = %s(%i)", swizzle, value);
        lcv_line_add(ctx, &line, " = %i", lcv_points_at(ctx, p, c));
        lcv_step_line(ctx, result, &line);
    }
    free(head);
    free(offset);
    free(swizzle);
}

/* ---- functions outside a swizzle ---- */

/* `X = 20:3 o 2 o x with x = 20:3`: the text of the value ends in that of x. */
static void step_functions(lc_ctx *ctx, lcv_result **result, const lcv_points *p,
                           const char *name)
{
    char *all = lcv_composed_to_str(ctx, p->value);
    char *inner = lc_layout_to_str(ctx, p->value->layout);
    if (all != NULL && inner != NULL) {
        all[strlen(all) - strlen(inner)] = '\0';
        lcv_step_once(ctx, result, "%s = %s%s with %s = %s", p->name, all, name, name, inner);
    }
    free(all);
    free(inner);
}

/* ` = f(2,(1,2))`: the coordinate congruent to the shape, where it is another one. */
static void add_split(lc_ctx *ctx, lcv_line *line, const lcv_outer *o, const char *f,
                      const lc_tuple *x)
{
    if (o->layout == NULL || (lc_layout_nleaves(o->layout) == 1 && lc_tuple_is_leaf(x)))
        return;
    lc_tuple *shape = lc_layout_shape(ctx, o->layout);
    lc_tuple *natural = shape != NULL ? lcv_natural_of(ctx, shape, x) : NULL;
    if (natural != NULL && !lc_tuple_equal(natural, x))
        lcv_line_add(ctx, line, " = %s%c", f, natural);
    lc_tuple_free(natural);
    lc_tuple_free(shape);
}

/* `(20:3)(2 + 12) = (20:3)(14) = 42`; gives the value and frees x, that before. */
static lc_tuple *step_outer(lc_ctx *ctx, lcv_result **result, const lcv_outer *o,
                            lc_codomain codomain, lc_tuple *x)
{
    bool moves = !lcv_is_zero(o->offset), applies = o->layout != NULL || o->swizzle.b > 0;
    lc_tuple *moved = moves ? lcv_add_values(ctx, codomain, o->offset, x) : lc_tuple_ref(x);
    lc_tuple *value = moved != NULL ? lcv_outer_at(ctx, o, moved) : NULL;
    char *text = o->layout != NULL ? lc_layout_to_str(ctx, o->layout) : NULL;
    char *f = text != NULL     ? lcv_text(ctx, "(%s)", text)
              : applies        ? lc_swizzle_to_str(ctx, o->swizzle)
                               : lcv_text(ctx, "%s", "");
    const char *plus = codomain == LC_XOR ? "xor" : "+";
    if (value != NULL && f != NULL && (moves || applies)) {
        lcv_line line = {0};
        if (moves)
            lcv_line_add(ctx, &line, applies ? "%s(%t %s %t) = " : "%s%t %s %t", f, o->offset,
                         plus, x);
        if (applies)
            lcv_line_add(ctx, &line, "%s%c", f, moved);
        add_split(ctx, &line, o, f, moved);
        lcv_line_add(ctx, &line, " = %t", value);
        lcv_step_line(ctx, result, &line);
    }
    free(f);
    free(text);
    lc_tuple_free(moved);
    lc_tuple_free(x);
    return value;
}

/* The functions one after the other, from the inside, then the whole. */
static void step_chain(lc_ctx *ctx, lcv_result **result, const lcv_points *p, lc_int c)
{
    const lcv_value *v = p->value;
    char name[NAME_ROOM];
    small_letters(p->name, name);
    step_functions(ctx, result, p, name);
    lcv_step_at(ctx, result, name, v->layout, c);
    lc_tuple *x = lc_layout_value_at(ctx, v->layout, c);
    lc_codomain codomain = lc_layout_codomain(v->layout);
    size_t i = 0;
    lcv_outer first = {.swizzle = v->swizzle};
    if (v->swizzle.b == 0)
        first = v->outer[i++];
    first.offset = v->offset;
    for (const lcv_outer *o = &first; x != NULL; o = &v->outer[i++]) {
        x = step_outer(ctx, result, o, codomain, x);
        if (o->layout != NULL)
            codomain = lc_layout_codomain(o->layout);
        else if (o->swizzle.b > 0)
            codomain = LC_INTEGERS;
        if (i >= v->nouters)
            break;
    }
    if (x != NULL)
        lcv_step(ctx, result, "%s(%i) = %t", p->name, c, x);
    lc_tuple_free(x);
}

/* ---- the others ---- */

/* Strides that add by XOR, with an offset or without. */
static void step_xor(lc_ctx *ctx, lcv_result **result, const lcv_points *p, lc_int c)
{
    const lcv_value *v = p->value;
    lcv_line line = {0};
    lcv_line_add(ctx, &line, "%s(%i)", p->name, c);
    add_natural(ctx, &line, p, "", p->name, "", c);
    if (lcv_has_offset(v))
        lcv_line_add(ctx, &line, " = %i xor %i", lc_tuple_value(v->offset, 0),
                     lc_layout_at(ctx, v->layout, c));
    lcv_line_add(ctx, &line, " = %i", lcv_points_at(ctx, p, c));
    lcv_step_line(ctx, result, &line);
}

/* A number for each input dim, where there are several. */
static void step_linear(lc_ctx *ctx, lcv_result **result, const lcv_points *p, lc_int c)
{
    lc_tuple *value = lcv_points_show(ctx, p, lcv_points_at(ctx, p, c));
    lcv_line line = {0};
    lcv_line_add(ctx, &line, "%s(%i)", p->name, c);
    add_natural(ctx, &line, p, "", p->name, "", c);
    if (value != NULL)
        lcv_line_add(ctx, &line, " = %t", value);
    lcv_step_line(ctx, result, &line);
    lc_tuple_free(value);
}

void lcv_step_points(lc_ctx *ctx, lcv_result **result, const lcv_points *p, lc_int c)
{
    lc_swizzle w;
    lcv_function inner;
    if (p->value->nouters > 0)
        step_chain(ctx, result, p, c);
    else if (p->value->kind == LCV_COMPOSED)
        step_composed(ctx, result, p, c);
    else if (p->value->kind == LCV_LINEAR)
        step_linear(ctx, result, p, c);
    else if (lcv_is_xor(p->value))
        step_xor(ctx, result, p, c);
    else if (lcv_points_parts(p, &w, &inner))
        lcv_step_function(ctx, result, &inner, c, NULL);
    else
        lcv_step(ctx, result, "%s(%i) = %i", p->name, c, lcv_points_at(ctx, p, c));
}

/* `8 is the coordinate (0,2) of (4,4)` */
static void step_place(lc_ctx *ctx, lcv_result **result, const lcv_points *p, lc_int number)
{
    lc_int size[LC_LINEAR_DIMS];
    if (!lcv_points_is_place(p, number))
        return;
    for (size_t i = 0; i < p->nouts; i++) {
        unsigned bits = lc_linear_out_dim(p->value->linear, i).bits;
        size[i] = bits < 64 ? lcv_from_word(ctx, (uint64_t)1 << bits) : lc_int_const(0);
    }
    lc_tuple *sizes = lc_tuple_flat(ctx, p->nouts, size), *value = lcv_points_show(ctx, p, number);
    if (sizes != NULL && value != NULL)
        lcv_step_once(ctx, result, "%i is the coordinate %t of %t", number, value, sizes);
    lc_tuple_free(sizes);
    lc_tuple_free(value);
}

void lcv_step_number(lc_ctx *ctx, lcv_result **result, const lcv_points *p, lc_int c)
{
    lcv_step_points(ctx, result, p, c);
    step_place(ctx, result, p, lcv_points_at(ctx, p, c));
}

void lcv_step_value(lc_ctx *ctx, lcv_result **result, const char *claim, const char *name,
                    const lcv_value *v, lc_int c)
{
    lcv_points p;
    if (lcv_points_of(ctx, claim, name, v, &p))
        lcv_step_points(ctx, result, &p, c);
    lcv_points_clear(&p);
}

/* ---- numbers that are no values ---- */

/* u with u X(c) = u base for every c, counting bits modulo 2, and u number another parity. */
static bool separating_mask(const lcv_points *p, uint64_t number, uint64_t *mask)
{
    lc_f2 columns = p->map, rows;
    uint64_t apart = number ^ p->base, odd = 0;
    if (columns.cols == LC_F2_MAX)
        return false;
    columns.column[columns.cols] = apart;
    odd = (uint64_t)1 << columns.cols++;
    rows = lc_f2_transpose(&columns); /* u is in the kernel of all rows but the last */
    return lc_f2_solve(&rows, odd, mask);
}

void lcv_step_parity(lc_ctx *ctx, lcv_result **result, const lcv_points *p, lc_int number)
{
    uint64_t mask;
    bool fits = p->affine && lc_int_sign(number) >= 0 && lc_int_bits(number) <= 64;
    if (!fits || !separating_mask(p, lcv_to_word(number), &mask))
        return;
    bool odd = __builtin_parityll(mask & p->base);
    step_place(ctx, result, p, number);
    lcv_step(ctx, result,
             "of the bits in %i every value of %s has an %s number, and %i an %s one",
             lcv_from_word(ctx, mask), p->name, odd ? "odd" : "even", number,
             odd ? "even" : "odd");
}

void lcv_step_neighbours(lc_ctx *ctx, lcv_result **result, const lcv_points *p,
                         const lcv_point *list, size_t n, lc_int number)
{
    size_t above = 0;
    while (above < n && lc_int_lt(lc_int_si(ctx, list[above].number), number))
        above++;
    lc_int next = above < n ? lc_int_si(ctx, list[above].number) : number;
    if (above == 0)
        lcv_step(ctx, result, "the least value of %s is %i", p->name, next);
    else if (above == n)
        lcv_step(ctx, result, "the largest value of %s is %i", p->name,
                 lc_int_si(ctx, list[n - 1].number));
    else
        lcv_step(ctx, result, "the values of %s next to %i are %i and %i", p->name, number,
                 lc_int_si(ctx, list[above - 1].number), next);
}

void lcv_step_under(lc_ctx *ctx, lcv_result **result, const lcv_points *p, const lcv_image *image,
                    lc_int number)
{
    lc_int below, above, inner = number;
    char name[NAME_ROOM], *swizzle = NULL, *under = lcv_text(ctx, "%s", p->name);
    if (p->value->kind == LCV_COMPOSED) {
        free(under);
        small_letters(p->name, name);
        swizzle = lc_swizzle_to_str(ctx, p->value->swizzle);
        char *offset = offset_text(ctx, p->value);
        under = offset != NULL ? lcv_text(ctx, "%s%s", offset, name) : NULL;
        free(offset);
        inner = lc_swizzle_undo(ctx, p->value->swizzle, number);
    }
    if (swizzle != NULL && under != NULL) {
        step_parts(ctx, result, p, name, swizzle);
        lcv_step(ctx, result, "%i is %s(%i), and %i is no value of %s", number, swizzle, inner,
                 inner, under);
    }
    if (under != NULL && (lc_int_lt(inner, image->low) || lc_int_lt(image->high, inner)))
        lcv_step(ctx, result, "the values of %s lie in [%i,%i]", under, image->low, image->high);
    else if (under != NULL && lcv_image_neighbours(ctx, image, inner, &below, &above))
        lcv_step(ctx, result, "the values of %s next to %i are %i and %i", under, inner, below,
                 above);
    free(swizzle);
    free(under);
}
