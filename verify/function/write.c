/* write.c - values of functions written out so that they can be redone by hand.
 *
 * Each step leads to the next by one look at the argument as it is printed: an integral
 * coordinate is split into the natural one, a sum or a XOR over that is a value, an offset is
 * added, a swizzle applied. The layout under a swizzle goes by the name of the argument in
 * small letters:
 *
 *     X = S<1,2,1> o 8 o x with x = (4,8):(1,2)
 *     X(4) = S<1,2,1>(8 + x(4)) = S<1,2,1>(8 + x(0,1)) = S<1,2,1>(8 + 2) = S<1,2,1>(10) = 14
 *
 * Each of the functions that follow has a line of its own:
 *
 *     X = (6,2):(1,3) o (2,1) o x with x = (2,3):(e1,2e0)
 *     x(2) = x(0,1) = (2,0)
 *     ((6,2):(1,3))((2,1) + (2,0)) = ((6,2):(1,3))(4,1) = 7
 *     X(2) = 7
 */
#include "config.h"

#include "chain.h"
#include "function.h"
#include "write.h"

#include <ctype.h>
#include <string.h>

/* ---- pieces ---- */

/* `(0,1)` after the call, and the natural coordinate of c with ` = ` and `head` before it
 * where that says more than c. */
static void add_natural(lc_ctx *ctx, lc_text *line, const lcv_function *f, const char *head,
                        const char *name, const char *tail, lc_int c)
{
    if (lc_tuple_nleaves(f->shape) == 1)
        return;
    lcv_text_add(ctx, line, " = %s%s%C%s", head, name, lc_idx2crd(ctx, c, f->shape), tail);
}

static bool adds_by_xor(const lcv_value *v)
{
    return lc_layout_codomain(v->layout) == LC_XOR;
}

/* ---- composed layouts ---- */

/* `8 + `, nothing for 0. */
char *lcv_offset_text(lc_ctx *ctx, const lcv_value *v)
{
    lc_int offset = lc_tuple_value(v->offset, 0);
    return lcv_kept(ctx, lc_int_is_zero(offset)
                             ? lcv_text(ctx, "%s", "")
                             : lcv_text(ctx, "%i %s ", offset, adds_by_xor(v) ? "xor" : "+"));
}

void lcv_small_letters(const char *name, char out[LCV_NAME_ROOM])
{
    size_t n = strlen(name) < LCV_NAME_ROOM ? strlen(name) : LCV_NAME_ROOM - 1;
    for (size_t i = 0; i < n; i++)
        out[i] = (char)tolower((unsigned char)name[i]);
    out[n] = '\0';
}

/* The names of the parts of X. */
void lcv_step_parts(lc_ctx *ctx, lcv_result **result, const lcv_function *f, const char *inner,
                    const char *swizzle)
{
    const lcv_value *v = f->value;
    lc_int offset = lc_tuple_value(v->offset, 0);
    if (lc_int_is_zero(offset))
        lcv_step_once(ctx, result, "%s = %s o %s with %s = %L", f->name, swizzle, inner, inner,
                      v->layout);
    else
        lcv_step_once(ctx, result, "%s = %s o %i o %s with %s = %L", f->name, swizzle, offset,
                      inner, inner, v->layout);
}

static void step_composed(lc_ctx *ctx, lcv_result **result, const lcv_function *f, lc_int c)
{
    const lcv_value *v = f->value;
    char name[LCV_NAME_ROOM], *swizzle = lcv_kept(ctx, lc_swizzle_to_str(ctx, v->swizzle));
    char *offset = lcv_offset_text(ctx, v);
    if (!swizzle || !offset)
        return;
    lc_text line = {0};
    char *head = lcv_kept(ctx, lcv_text(ctx, "%s(%s", swizzle, offset));
    lc_int inner = lc_layout_at(ctx, v->layout, c), value = lcv_function_inner_at(ctx, f, c);
    lcv_small_letters(f->name, name);
    lcv_step_parts(ctx, result, f, name, swizzle);
    lcv_text_add(ctx, &line, "%s(%i) = %s%s(%i))", f->name, c, head, name, c);
    add_natural(ctx, &line, f, head, name, ")", c);
    lcv_text_add(ctx, &line, " = %s%i)", head, inner);
    if (offset[0] != '\0')
        lcv_text_add(ctx, &line, " = %s(%i)", swizzle, value);
    lcv_text_add(ctx, &line, " = %i", lcv_function_at(ctx, f, c));
    lcv_step_line(ctx, result, &line);
}

/* ---- functions outside a swizzle ---- */

/* `X = 20:3 o 2 o x with x = 20:3`: the text of the value ends in that of x. */
static void step_functions(lc_ctx *ctx, lcv_result **result, const lcv_function *f,
                           const char *name)
{
    char *all = lcv_kept(ctx, lcv_composed_to_str(ctx, f->value));
    char *inner = lcv_kept(ctx, lc_layout_to_str(ctx, f->value->layout));
    if (all && inner) {
        all[strlen(all) - strlen(inner)] = '\0';
        lcv_step_once(ctx, result, "%s = %s%s with %s = %s", f->name, all, name, name, inner);
    }
}

/* ` = f(2,(1,2))`: the coordinate congruent to the shape, where it is another one. */
static void add_split(lc_ctx *ctx, lc_text *line, const lcv_outer *o, const char *f,
                      const lc_tuple *x)
{
    if (!o->layout || (lc_layout_nleaves(o->layout) == 1 && lc_tuple_is_leaf(x)))
        return;
    lc_tuple *natural = lcv_natural_of(ctx, lcv_shape_of(ctx, o->layout), x);
    if (natural && !lc_tuple_equal(natural, x))
        lcv_text_add(ctx, line, " = %s%c", f, natural);
}

/* `(20:3)(2 + 12) = (20:3)(14) = 42`; gives the value after x. */
static const lc_tuple *step_outer(lc_ctx *ctx, lcv_result **result, const lcv_outer *o,
                                  lc_codomain codomain, const lc_tuple *x)
{
    bool moves = !lcv_is_zero(o->offset), applies = o->layout || o->swizzle.b > 0;
    const lc_tuple *moved = moves ? lcv_kept(ctx, lcv_add_values(ctx, codomain, o->offset, x))
                                  : x;
    lc_tuple *value = moved ? lcv_kept(ctx, lcv_outer_at(ctx, o, moved)) : NULL;
    char *f = lcv_kept(ctx, o->layout ? lcv_text(ctx, "(%L)", o->layout)
                            : applies ? lc_swizzle_to_str(ctx, o->swizzle)
                                      : lcv_text(ctx, "%s", ""));
    const char *plus = codomain == LC_XOR ? "xor" : "+";
    if (value && f && (moves || applies)) {
        lc_text line = {0};
        if (moves)
            lcv_text_add(ctx, &line, applies ? "%s(%t %s %t) = " : "%s%t %s %t", f, o->offset,
                         plus, x);
        if (applies)
            lcv_text_add(ctx, &line, "%s%c", f, moved);
        add_split(ctx, &line, o, f, moved);
        lcv_text_add(ctx, &line, " = %t", value);
        lcv_step_line(ctx, result, &line);
    }
    return value;
}

/* The functions one after the other, from the inside, then the whole. */
static void step_chain(lc_ctx *ctx, lcv_result **result, const lcv_function *f, lc_int c)
{
    const lcv_value *v = f->value;
    char name[LCV_NAME_ROOM];
    lcv_small_letters(f->name, name);
    step_functions(ctx, result, f, name);
    lcv_step_at(ctx, result, name, v->layout, c);
    const lc_tuple *x = lcv_kept(ctx, lc_layout_value_at(ctx, v->layout, c));
    lc_codomain codomain = lc_layout_codomain(v->layout);
    size_t i = 0;
    lcv_outer first = {.swizzle = v->swizzle};
    if (v->swizzle.b == 0)
        first = v->outer[i++];
    first.offset = v->offset;
    for (const lcv_outer *o = &first; x != NULL; o = &v->outer[i++]) {
        x = step_outer(ctx, result, o, codomain, x);
        if (o->layout)
            codomain = lc_layout_codomain(o->layout);
        else if (o->swizzle.b > 0)
            codomain = LC_INTEGERS;
        if (i >= v->nouters)
            break;
    }
    if (x)
        lcv_step(ctx, result, "%s(%i) = %t", f->name, c, x);
}

/* ---- the others ---- */

/* A number for each input dim, where there are several. */
static void step_linear(lc_ctx *ctx, lcv_result **result, const lcv_function *f, lc_int c)
{
    lc_text line = {0};
    lcv_text_add(ctx, &line, "%s(%i)", f->name, c);
    add_natural(ctx, &line, f, "", f->name, "", c);
    lcv_text_add(ctx, &line, " = %t", lcv_function_show(ctx, f, lcv_function_at(ctx, f, c)));
    lcv_step_line(ctx, result, &line);
}

static void step_layout(lc_ctx *ctx, lcv_result **result, const lcv_function *f, lc_int c,
                        const lc_tuple *shown)
{
    lcv_composite one = {1, {f}};
    lcv_chain chain;
    if (lcv_composite_open(ctx, &one, &chain))
        lcv_chain_step(ctx, result, &chain, c, shown);
}

/* "register,lane,warp"; NULL: its input has no dims. */
static char *dims_of(lc_ctx *ctx, const lcv_function *f)
{
    if (!f->value || !lcv_has_dims(f->value))
        return NULL;
    lc_text names = {0};
    for (size_t i = 0; i < lc_linear_nins(f->value->linear); i++)
        lc_text_printf(&names, "%s%s", i > 0 ? "," : "",
                       lc_linear_in_dim(f->value->linear, i).name);
    return lc_text_take(ctx, &names);
}

void lcv_function_at_fault(lc_ctx *ctx, lcv_result **result, const lcv_function *f, lc_int c)
{
    if (!lcv_is_refuted(*result) || !f->name)
        return;
    const lcv_function *whole = f->shown ? f->shown : f;
    const lc_tuple *shape = whole->layout ? lcv_shape_of(ctx, whole->layout) : whole->shape;
    lc_tuple *crd = shape ? lc_idx2crd(ctx, c, shape) : lc_tuple_leaf(ctx, c);
    lcv_at_fault(ctx, result,
                 (lcv_fault){.of = lcv_text(ctx, "%s", f->name),
                             .at = lcv_text(ctx, "%i", c),
                             .coordinate = lcv_text(ctx, "%T", crd),
                             .roles = dims_of(ctx, whole),
                             .value = lcv_text(ctx, "%t", lcv_function_value(ctx, f, c))});
}

void lcv_step_function(lc_ctx *ctx, lcv_result **result, const lcv_function *f, lc_int c,
                       const lc_tuple *shown)
{
    const lcv_value *v = f->value;
    if (f->shown) {
        lcv_step_function(ctx, result, f->shown, c, shown);
        return;
    }
    lcv_function_at_fault(ctx, result, f, c);
    if (f->relation) /* whose coordinates have no modes */
        lcv_step(ctx, result, "%s(%i) = %i", f->name, c, lcv_function_at(ctx, f, c));
    else if (f->layout)
        step_layout(ctx, result, f, c, shown);
    else if (v->nouters > 0)
        step_chain(ctx, result, f, c);
    else if (v->kind == LCV_COMPOSED)
        step_composed(ctx, result, f, c);
    else if (lcv_has_dims(v))
        step_linear(ctx, result, f, c);
    else if (v->values && !lc_tuple_is_leaf(f->shape))
        lcv_step(ctx, result, "%s(%i) = %s%c = %i", f->name, c, f->name,
                 lcv_natural_of(ctx, f->shape, lcv_kept(ctx, lc_tuple_leaf(ctx, c))),
                 lcv_function_at(ctx, f, c));
    else
        lcv_step(ctx, result, "%s(%i) = %i", f->name, c, lcv_function_at(ctx, f, c));
}

/* `8 is the coordinate (0,2) of (4,4)` */
void lcv_step_place(lc_ctx *ctx, lcv_result **result, const lcv_function *f, lc_int number)
{
    lc_int size[LC_LINEAR_DIMS];
    if (!lcv_function_is_place(f, number))
        return;
    for (size_t i = 0; i < f->nouts; i++) {
        unsigned bits = lc_linear_out_dim(f->value->linear, i).bits;
        size[i] = bits < 64 ? lc_int_from_word(ctx, (uint64_t)1 << bits) : lc_int_const(0);
    }
    lcv_step_once(ctx, result, "%i is the coordinate %t of %T", number,
                  lcv_function_show(ctx, f, number), lc_tuple_flat(ctx, f->nouts, size));
}

void lcv_step_number(lc_ctx *ctx, lcv_result **result, const lcv_function *f, lc_int c)
{
    lcv_step_function(ctx, result, f, c, NULL);
    lcv_step_place(ctx, result, f, lcv_function_at(ctx, f, c));
}

void lcv_step_value(lc_ctx *ctx, lcv_result **result, const char *claim, const char *name,
                    const lcv_value *v, lc_int c)
{
    lcv_function p;
    if (lcv_arg_any(ctx, claim, name, v, &p))
        lcv_step_function(ctx, result, &p, c, NULL);
}
