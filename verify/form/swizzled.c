/* swizzled.c - claims about composed layouts with parameters: swizzles, and layouts, of tensors.
 *
 * S(o + A(c)): S<b,m,s> changes the bits from m on, or from m - s on for s < 0, b of them. It
 * maps each block of 2^k integers that begins at a multiple of 2^k to itself, where k is the end
 * of these bits, and, of a bijection, one to one. So S permutes [0,n) where 2^k divides n, or
 * where n modulo the size of S is a number at which it does; and what a claim says of the images
 * of A and of S o A is the same. S(0) is 0. Bits below those that change are those of A.
 */
#include "config.h"

#include "claims.h"
#include "modes.h"

#include <stdlib.h>

#include "../function/function.h"

/* ---- blocks ---- */

/* The first bit that changes; the end of these bits. */
static size_t first_bit(lc_swizzle w)
{
    return (size_t)(w.s < 0 ? w.m - w.s : w.m);
}

static lc_int block_of(lc_ctx *ctx, lc_swizzle w)
{
    return lc_int_power_of_two(ctx, first_bit(w) + (size_t)w.b);
}

/* n - d floor(n / d), if it is a number. */
static bool remainder_of(lcv_proof *p, const lc_poly *n, lc_int d, lc_int *rest)
{
    const lc_poly *by = lcv_size_int(p->s, d), *q = lcv_size_floor(p->s, n, d);
    const lc_poly *left = q ? lcv_size_sub(p->s, n, lcv_size_mul(p->s, by, q)) : NULL;
    return left && lc_poly_is_const(left, rest);
}

static bool permutes(lcv_proof *p, lc_swizzle w, const lc_poly *n)
{
    lc_int rest;
    if (!n || !lc_swizzle_is_bijective(w))
        return n && lcv_obstacle(p->f, "a swizzle that is no bijection");
    if (remainder_of(p, n, block_of(p->f->ctx, w), &rest) && lc_int_is_zero(rest))
        return true;
    if (remainder_of(p, n, lc_swizzle_size(p->f->ctx, w), &rest) &&
        lc_swizzle_permutes(p->f->ctx, w, rest))
        return true;
    return lcv_obstacle(p->f, "it was not shown that %S permutes [0,%S)",
                        lc_swizzle_to_str(p->f->ctx, w), lcv_size_to_str(p->s, n)) != NULL;
}

/* ---- claims ---- */

typedef struct {
    lcv_proof *p;
    lcv_prove_symbols *prove;
    lc_swizzle w[6];
    const lc_poly *plus[6]; /* added to the values; NULL: 0 */
    lcv_proof bare;         /* about what is inside */
} claim;

static bool prove_bare(claim *c)
{
    bool ok = c->prove(&c->bare);
    c->p->hinted = c->bare.hinted;
    return ok;
}

static bool of_injective(claim *c)
{
    return lc_swizzle_is_bijective(c->w[0])
               ? prove_bare(c)
               : lcv_obstacle(c->p->f, "a swizzle that is no bijection") != NULL;
}

static bool of_bijective(claim *c)
{
    return permutes(c->p, c->w[0], lcv_form_size(c->p->f, c->bare.arg[0])) && prove_bare(c);
}

/* Of [0,N). */
static bool of_places(claim *c)
{
    if (c->p->n > 2 && c->p->arg[2])
        return lcv_obstacle(c->p->f, "a guard of a swizzled layout") != NULL;
    return permutes(c->p, c->w[0], lcv_form_size(c->p->f, c->p->arg[1])) && prove_bare(c);
}

/* S(x) <= x + c for x >= 0, where c is all bits that S changes. For s > 0 a bit is changed by one
 * above it, so that S(x) <= 2 x. */
static bool stays_below(claim *c, const lc_poly *n)
{
    lcv_proof *p = c->p;
    lc_swizzle w = c->w[0];
    lc_int first = lc_int_power_of_two(p->f->ctx, first_bit(w)), end = block_of(p->f->ctx, w);
    lc_int bits = lc_int_sub(p->f->ctx, end, first);
    const lc_poly *low, *high;
    if (!lcv_form_range(p, c->bare.arg[0], 0, &low, &high) || !lcv_shown(p, low))
        return false;
    const lc_poly *room = lcv_size_plus(p->s, lcv_size_sub(p->s, n, high), -1);
    return lcv_shown(p, lcv_size_sub(p->s, room, lcv_size_int(p->s, bits))) ||
           (w.s > 0 && lcv_shown(p, lcv_size_sub(p->s, room, high)));
}

/* Within [0,N), or within the whole blocks of it, or far enough below it. */
static bool of_bounds(claim *c)
{
    lcv_proof *p = c->p;
    const lc_poly *n = lcv_form_as_int(p->f, p->arg[1]);
    if (!n || !lc_swizzle_is_bijective(c->w[0]))
        return n && lcv_obstacle(p->f, "a swizzle that is no bijection");
    if (!permutes(p, c->w[0], n)) {
        lc_int block = block_of(p->f->ctx, c->w[0]);
        lcv_forms_clear_obstacle(p->f);
        if (stays_below(c, n))
            return true;
        n = lcv_size_mul(p->s, lcv_size_int(p->s, block), lcv_size_floor(p->s, n, block));
        c->bare.arg[1] = lcv_form_int(p->f, n);
    }
    return c->bare.arg[1] && prove_bare(c);
}

static bool of_type(claim *c)
{
    lcv_proof *p = c->p;
    lc_ctx *ctx = p->f->ctx;
    lc_int least, most, block = block_of(ctx, c->w[0]);
    if (p->arg[1]->kind != LCV_FORM_VALUE ||
        !lcv_arg_type(ctx, "fits", p->arg[1]->value, &least, &most))
        return lcv_obstacle(p->f, "expected a type") != NULL;
    return (lc_int_divides(ctx, block, least) &&
            lc_int_divides(ctx, block, lc_int_add(ctx, most, lc_int_const(1)))) ||
                   lcv_obstacle(p->f, "a swizzle of more bits than the type")
               ? prove_bare(c)
               : false;
}

static bool of_alignment(claim *c)
{
    lc_int n;
    const lc_poly *by = lcv_form_as_int(c->p->f, c->p->arg[1]);
    if (!by || !lc_poly_is_const(by, &n) || lc_int_sign(n) <= 0 ||
        !lc_int_divides(c->p->f->ctx, n, lc_int_power_of_two(c->p->f->ctx, first_bit(c->w[0]))))
        return by && lcv_obstacle(c->p->f, "an alignment past the bits that stay");
    return prove_bare(c);
}

/* No bit is there that would change others. */
static bool stands_still(claim *c, size_t i)
{
    lc_swizzle w = c->w[i];
    lc_int end = lc_int_power_of_two(c->p->f->ctx, (size_t)(w.m + (w.s > 0 ? w.s : 0)));
    lcv_proof at = *c->p;
    return lcv_form_within(&at, c->bare.arg[i], 0, lcv_size_const(c->p->s, 0),
                           lcv_size_int(c->p->s, end));
}

/* Is the same added to the values of both? */
static bool same_plus(claim *c, const lc_poly *a, const lc_poly *b)
{
    const lc_poly *zero = lcv_size_const(c->p->s, 0);
    return lcv_show_equal(c->p, a ? a : zero, b ? b : zero, "what is added to the values");
}

/* The function and what is inside are those of the other. */
static bool of_equal(claim *c)
{
    lcv_proof *p = c->p, outer = *p;
    lcv_outer_form out[2];
    for (size_t i = 0; i < 2; i++)
        if (!(c->bare.arg[i] = lcv_form_inside(p->f, p->arg[i], &out[i])))
            return false;
    bool layouts = out[0].layout && out[1].layout;
    bool alike = layouts || (out[0].any == out[1].any && !out[0].layout && !out[1].layout &&
                             lc_swizzle_equal(out[0].swizzle, out[1].swizzle));
    if (!alike || !same_plus(c, out[0].plus, out[1].plus))
        return lcv_obstacle(p->f, "different functions after layouts") != NULL;
    outer.arg[0] = out[0].layout;
    outer.arg[1] = out[1].layout;
    return (!layouts || lcv_sym_equal(&outer)) && prove_bare(c);
}

/* Its one value is 0, which a swizzle leaves alone. */
static bool is_zero(const claim *c, size_t i)
{
    const lcv_form *x = c->bare.arg[i];
    bool zero = !c->plus[i] && !x->profile && (!x->offset || lcv_size_is_zero(x->offset[0]));
    for (size_t k = 0; zero && k < x->n; k++)
        zero = lcv_size_is_zero(x->step[k]) || lcv_size_is_one(x->extent[k]);
    return zero;
}

/* Two values by one swizzle, or by swizzles that move none of them; where they are the same all
 * is, of a bijection only then. */
static bool of_two(claim *c)
{
    bool same = lc_swizzle_equal(c->w[0], c->w[1]);
    bool images = c->prove == lcv_sym_contained || c->prove == lcv_sym_disjoint;
    if (c->prove == lcv_sym_disjoint && (is_zero(c, 0) || is_zero(c, 1)))
        return true;
    if (!same || (images && !lc_swizzle_is_bijective(c->w[0])))
        for (size_t i = 0; i < 2; i++)
            if (c->w[i].b > 0 && !stands_still(c, i)) {
                if (!same)
                    lcv_forms_clear_obstacle(c->p->f);
                return lcv_obstacle(c->p->f, "values of different swizzles") != NULL;
            }
    return same_plus(c, c->plus[0], c->plus[1]) && prove_bare(c);
}

/* R refines B, and R = S o (A o B). */
static bool of_composition(claim *c)
{
    lcv_proof *p = c->p, shapes = *p;
    lc_swizzle w, v;
    const lcv_form *made = lcv_form_compose(p->f, p->arg[1], p->arg[2]);
    const lcv_form *both = made ? lcv_form_unswizzled(p->f, made, &w) : NULL;
    const lcv_form *r = both ? lcv_form_unswizzled(p->f, p->arg[0], &v) : NULL;
    if (!r || !lc_swizzle_equal(w, v))
        return r && lcv_obstacle(p->f, "values of different swizzles");
    shapes.n = 2;
    shapes.arg[1] = p->arg[2];
    return lcv_sym_refines(&shapes) && lcv_form_none_differ(p, r, both);
}

static bool of_shapes(claim *c)
{
    return c->prove(c->p);
}

static bool of_admission(claim *c)
{
    return lcv_form_compose(c->p->f, c->p->arg[0], c->p->arg[1]) != NULL;
}

/* The claim says something of each value, or of any two, and so holds of A o k o B where it does
 * of A and of B; it stays the same where one number is added to all values. */
enum { BY_PARTS = 1, MOVED = 2 };

static const struct {
    lcv_prove_symbols *bare;
    bool (*prove)(claim *c);
    size_t layouts; /* arguments of which the values count; 0: as they are given */
    unsigned may;
} table[] = {{lcv_sym_admissible, of_admission, 0, 0},
             {lcv_sym_aligned, of_alignment, 1, BY_PARTS},
             {lcv_sym_bijective, of_bijective, 1, 0},
             {lcv_sym_coalesced, of_shapes, 0, 0},
             {lcv_sym_compatible, of_shapes, 0, 0},
             {lcv_sym_composes, of_composition, 0, 0},
             {lcv_sym_conflict_free, of_shapes, 0, 0},
             {lcv_sym_congruent, of_shapes, 0, 0},
             {lcv_sym_contained, of_two, 2, MOVED},
             {lcv_sym_covers, of_places, 1, 0},
             {lcv_sym_disjoint, of_two, 2, MOVED},
             {lcv_sym_equal, of_equal, 0, 0},
             {lcv_sym_equiv, of_two, 2, MOVED},
             {lcv_sym_fits, of_type, 1, BY_PARTS},
             {lcv_sym_in_bounds, of_bounds, 1, BY_PARTS},
             {lcv_sym_injective, of_injective, 1, BY_PARTS | MOVED},
             {lcv_sym_partitions, of_places, 1, 0},
             {lcv_sym_refines, of_shapes, 0, 0},
             {lcv_sym_reorders, of_two, 2, MOVED},
             {lcv_sym_surjective, of_places, 1, 0},
             {lcv_sym_weakly_congruent, of_shapes, 0, 0}};

/* S(n o + x) is n o + S(x) where n is the size of S: what is a multiple of it in the offset of
 * what is inside is added to the values instead, if the rest is a number. */
static bool move_blocks(claim *c, size_t k)
{
    lcv_forms *f = c->p->f;
    lcv_symbols *s = c->p->s;
    const lcv_form *inside = c->bare.arg[k];
    const lc_int size = lc_swizzle_size(f->ctx, c->w[k]);
    lc_int rest;
    if (c->w[k].b == 0 || !inside->offset || inside->naxes != 1 ||
        !remainder_of(c->p, inside->offset[0], size, &rest))
        return true;
    const lc_poly *left = lcv_size_int(s, rest);
    const lc_poly *moved = lcv_size_sub(s, inside->offset[0], left);
    const lcv_form *bare = lcv_form_without_offset(f, inside);
    c->bare.arg[k] = bare && left ? lcv_form_tensor(f, lcv_form_int(f, left), bare) : NULL;
    c->plus[k] = c->plus[k] ? lcv_size_add(s, c->plus[k], moved) : moved;
    return c->bare.arg[k] && c->plus[k];
}

/* The values of the first n arguments: those after a layout as one layout, the others without
 * their swizzles. *plain: no swizzle moves anything. */
static bool read_values(claim *c, size_t n, bool *plain)
{
    lcv_proof *p = c->p;
    lcv_outer_form outside;
    *plain = n > 0;
    for (size_t k = 0; k < n; k++) {
        const lcv_form *flat = p->arg[k] ? lcv_form_flattened(p->f, p->arg[k]) : NULL;
        if (!flat || !(c->bare.arg[k] = lcv_form_inside(p->f, flat, &outside)))
            return false;
        p->arg[k] = flat;
        c->w[k] = outside.swizzle.b > 0 ? outside.swizzle : (lc_swizzle){0, 0, 0};
        c->plus[k] = outside.plus;
        if (c->prove == lcv_sym_equiv && !move_blocks(c, k))
            return false;
        *plain = *plain && c->w[k].b == 0 && !outside.plus;
    }
    return true;
}

/* The layout with modes that are not of extent 1: past its size there are coordinates, too. */
static const lcv_form *everywhere(lcv_proof *p, const lcv_form *a)
{
    lcv_form *wide = lcv_form_moved(p->f, a, a->offset);
    for (size_t i = 0; wide && i < wide->n; i++)
        wide->extent[i] = lcv_size_const(p->s, 2);
    return wide;
}

/* A o k o B, where all k + B(c) are coordinates of A: its values are some of A's, and those of
 * other coordinates where B and A are injective. What divides A's strides divides all values. */
static bool prove_parts(claim *c)
{
    lcv_proof *p = c->p;
    lcv_outer_form outside;
    const lcv_form *inner = lcv_form_inside(p->f, p->arg[0], &outside);
    const lcv_form *part[2] = {outside.layout, inner};
    bool one = c->prove == lcv_sym_injective,
         ok = inner && outside.layout && !outside.plus && !inner->profile;
    if (c->prove == lcv_sym_aligned)
        part[0] = ok ? everywhere(p, part[0]) : NULL;
    else
        ok = ok && lcv_form_within(p, inner, 0, lcv_size_const(p->s, 0),
                                   lcv_form_size(p->f, outside.layout));
    ok = ok && part[0];
    for (int i = 0; ok && i < 1 + one; i++) {
        c->bare.arg[0] = part[i];
        ok = prove_bare(c);
    }
    return ok;
}

/* Where A o k o B is not shown to be a layout; the obstacle stays, unless the claim is proved. */
static bool by_parts(claim *c)
{
    lcv_forms *f = c->p->f;
    char *obstacle = lcv_text(f->ctx, "%s", lcv_forms_obstacle(f));
    lcv_forms_clear_obstacle(f);
    bool ok = prove_parts(c);
    if (ok) {
        free(obstacle);
        return true;
    }
    lcv_forms_clear_obstacle(f);
    return lcv_obstacle(f, "%S", obstacle) != NULL;
}

bool lcv_sym_composed(lcv_proof *p, lcv_prove_symbols *prove)
{
    claim c = {.p = p, .prove = prove, .bare = *p};
    bool plain;
    size_t i = 0;
    while (i < sizeof table / sizeof *table && table[i].bare != prove)
        i++;
    if (i == sizeof table / sizeof *table)
        return lcv_obstacle(p->f, "%s of composed layouts is not proved in symbols", p->name) !=
               NULL;
    if (!read_values(&c, table[i].layouts, &plain))
        return (table[i].may & BY_PARTS) && lc_ctx_code(p->f->ctx) == LC_OK && by_parts(&c);
    if (c.plus[0] && !(table[i].may & MOVED))
        return lcv_obstacle(p->f, "a number that is added to swizzled values") != NULL;
    return plain ? prove_bare(&c) : table[i].prove(&c);
}
