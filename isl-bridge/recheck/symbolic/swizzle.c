/* swizzle.c - swizzles of layouts of sizes.
 *
 * S<b,m,s> adds by XOR, to b bits, those that lie |s| above or below them. With b <= |s| these
 * are others, and S is one to one. It maps each block of 2^k numbers that begins at a multiple of
 * 2^k to itself, k being the end of the bits that change; and where k is the end of all bits it
 * maps, S(2^k h + x) is 2^k h + S(x). So S permutes [0,n) where blocks fill it, or where n is
 * 2^k q + r with the second k, and S permutes [0,r), which is a claim about numbers. S(0) is 0.
 * What a claim says of the values of A is then what it says of those of S o A.
 */
#include "config.h"

#include "law.h"

#include <string.h>

/* ---- the swizzle ---- */

static lc_int power(lc_ctx *lc, int bits)
{
    lc_int n = lc_int_const(1);
    for (int i = 0; i < bits; i++)
        n = lc_int_add(lc, n, n);
    return n;
}

static bool is_one_to_one(const sv *w)
{
    return w->b <= (w->s < 0 ? -w->s : w->s);
}

/* The first of the bits that change, the end of all bits. */
static int first_bit(const sv *w)
{
    return w->s < 0 ? w->m - w->s : w->m;
}

static int end_bit(const sv *w)
{
    return w->m + (w->s < 0 ? -w->s : w->s) + w->b;
}

static bool is_swizzled(const sv *a)
{
    return a && (a->swizzled || a->kind == SV_SWIZZLE);
}

static bool same_swizzle(const sv *a, const sv *b)
{
    return is_swizzled(a) == is_swizzled(b) &&
           (!is_swizzled(a) || (a->b == b->b && a->m == b->m && a->s == b->s));
}

lc_int lcr_sv_swizzle_size(sym *s, const sv *w)
{
    return w->swizzled ? power(s->pool->lc, end_bit(w)) : lc_int_const(1);
}

const sv *lcr_sv_inside(sym *s, const sv *a)
{
    sv *bare = a && a->swizzled ? lcr_sv_copy(s, a) : NULL;
    if (bare)
        bare->swizzled = false;
    return bare ? bare : a;
}

static const sv *swizzled(sym *s, const sv *w, const sv *a)
{
    sv *out = lcr_sv_copy(s, lcr_sv_layout(s, a));
    if (!out || out->basis)
        return NULL;
    out->swizzled = true;
    out->b = w->b;
    out->m = w->m;
    out->s = w->s;
    return out;
}

/* The size of the blocks that it maps to themselves. */
static lc_int block_of(sym *s, const sv *w)
{
    return w->swizzled ? power(s->pool->lc, first_bit(w) + w->b) : lc_int_const(1);
}

/* n modulo a number, where that is a number. */
static bool rest_of(sym *s, const poly *n, lc_int by, lc_int *out)
{
    const poly *q = n ? lcr_sym_floor(s, n, by) : NULL;
    const poly *rest = lcr_poly_add(s->pool, n, lc_int_neg(s->pool->lc, by), q);
    return rest && lcr_poly_is_int(rest, out);
}

/* S permutes [0,n). */
static bool permutes(sym *s, const sv *w, const poly *n)
{
    lc_int left;
    if (!w->swizzled)
        return true;
    if (!is_one_to_one(w) || !n)
        return false;
    if (rest_of(s, n, block_of(s, w), &left) && lc_int_is_zero(left))
        return true;
    if (!rest_of(s, n, lcr_sv_swizzle_size(s, w), &left))
        return false;
    if (lc_int_is_zero(left))
        return true;
    lc_text text = {0};
    lc_text_printf(&text, "S<%d,%d,%d> o 0 o ", w->b, w->m, w->s);
    lc_text_add_int(&text, left);
    lc_text_add(&text, ":1");
    const char *arg[1] = {lcr_text_take(s->pool, &text)};
    lcr_certified claim = {.claim = "bijective", .n = 1, .arg = arg, .proved = true};
    return arg[0] && lcr_sym_by_numbers(s, &claim);
}

/* ---- claims ---- */

typedef struct {
    const sym_statement *t;
    sym_statement bare; /* of what is inside */
    sym *s;
} swizzled_claim;

static bool holds_inside(swizzled_claim *c)
{
    return lcr_sym_claim(&c->bare);
}

static bool of_injective(swizzled_claim *c)
{
    return is_one_to_one(c->t->arg[0]) && holds_inside(c);
}

static bool of_bijective(swizzled_claim *c)
{
    return permutes(c->s, c->t->arg[0], lcr_sv_product(c->s, c->t->arg[0])) && holds_inside(c);
}

/* The size of a shape. */
static const poly *places(swizzled_claim *c)
{
    const sv *shape = c->t->n > 1 ? c->t->arg[1] : NULL;
    return shape && shape->kind <= SV_LAYOUT && !(shape->kind == SV_TUPLE && shape->step)
               ? lcr_sv_product(c->s, shape)
               : NULL;
}

static bool of_places(swizzled_claim *c)
{
    bool guarded = c->t->n > 2 && c->t->arg[2];
    return !guarded && permutes(c->s, c->t->arg[0], places(c)) && holds_inside(c);
}

/* Within [0,n), or within its whole blocks. */
static bool of_bounds(swizzled_claim *c)
{
    const poly *n = places(c);
    lc_int block = block_of(c->s, c->t->arg[0]);
    if (!n || c->t->arg[1]->nnodes > 1 || !is_one_to_one(c->t->arg[0]))
        return false;
    if (permutes(c->s, c->t->arg[0], n))
        return holds_inside(c);
    const poly *blocks = lcr_sym_floor(c->s, n, block);
    c->bare.arg[1] =
        lcr_sv_size(c->s, lcr_poly_mul(c->s->pool, lcr_poly_int(c->s->pool, block), blocks));
    return c->bare.arg[1] && holds_inside(c);
}

static bool of_type(swizzled_claim *c)
{
    const poly *least, *bound;
    lc_int low, end, block = block_of(c->s, c->t->arg[0]);
    return c->t->n > 1 && c->t->arg[1]->kind == SV_WORD &&
           lcr_sym_type_bounds(c->s, c->t->arg[1]->word, &least, &bound) &&
           lcr_poly_is_int(least, &low) && lcr_poly_is_int(bound, &end) &&
           lc_int_divides(c->s->pool->lc, block, low) &&
           lc_int_divides(c->s->pool->lc, block, end) && holds_inside(c);
}

static bool of_alignment(swizzled_claim *c)
{
    const poly *by;
    lc_int n;
    return lcr_sym_arg_size(c->t, 1, &by) && lcr_poly_is_int(by, &n) && lc_int_sign(n) > 0 &&
           lc_int_divides(c->s->pool->lc, n, power(c->s->pool->lc, first_bit(c->t->arg[0]))) &&
           holds_inside(c);
}

/* No value has a bit that changes others. */
static bool stands_still(sym *s, const sv *a)
{
    int source = a->s < 0 ? a->m : a->m + a->s;
    return !a->swizzled || lcr_sym_within(s, lcr_sv_inside(s, a), 0, lcr_poly_si(s->pool, 0),
                                          lcr_poly_int(s->pool, power(s->pool->lc, source)));
}

/* By one swizzle; or by none that does anything. */
static bool of_function(swizzled_claim *c)
{
    const sv *a = c->t->arg[0], *b = c->t->arg[1];
    return (same_swizzle(a, b) || (stands_still(c->s, a) && stands_still(c->s, b))) &&
           holds_inside(c);
}

/* Written alike. */
static bool of_equal(swizzled_claim *c)
{
    return same_swizzle(c->t->arg[0], c->t->arg[1]) && holds_inside(c);
}

/* The values of both, by one bijection that keeps 0. */
static bool of_values(swizzled_claim *c)
{
    return same_swizzle(c->t->arg[0], c->t->arg[1]) && is_one_to_one(c->t->arg[0]) &&
           holds_inside(c);
}

/* S o A composed with B: S o (A o B). */
static const sv *composite(sym *s, const sv *a, const sv *b)
{
    if (a->kind == SV_SWIZZLE)
        return swizzled(s, a, b);
    const sv *inside = lcr_sym_composite(s, lcr_sv_inside(s, a), b);
    return inside && a->swizzled ? swizzled(s, a, inside) : inside;
}

static bool of_composition(swizzled_claim *c)
{
    const sv *r = c->t->arg[0], *a = c->t->arg[1], *b = c->t->arg[2];
    if (!same_swizzle(r, a) || b->swizzled)
        return false;
    if (a->kind != SV_SWIZZLE)
        return holds_inside(c);
    const sym_statement shapes = {c->s, "refines", 2, {lcr_sv_inside(c->s, r), b}, NULL};
    const sym_statement same = {c->s, "equiv", 2, {lcr_sv_inside(c->s, r), b}, NULL};
    return lcr_sym_claim(&shapes) && lcr_sym_claim(&same);
}

static bool of_admission(swizzled_claim *c)
{
    return !c->t->arg[1]->swizzled && composite(c->s, c->t->arg[0], c->t->arg[1]) != NULL;
}

static const struct {
    const char *name;
    bool (*claim)(swizzled_claim *c);
} table[] = {
    {"admissible", of_admission},
    {"aligned", of_alignment},
    {"bijective", of_bijective},
    {"compact", of_bijective},
    {"compatible", holds_inside},
    {"composes", of_composition},
    {"congruent", holds_inside},
    {"contained", of_values},
    {"covers", of_places},
    {"disjoint", of_values},
    {"equal", of_equal},
    {"equiv", of_function},
    {"fits", of_type},
    {"in_bounds", of_bounds},
    {"injective", of_injective},
    {"partitions", of_places},
    {"refines", holds_inside},
    {"surjective", of_places},
    {"weakly_congruent", holds_inside},
};

bool lcr_sym_is_swizzled(const sym_statement *t)
{
    bool any = is_swizzled(t->value);
    for (size_t i = 0; i < t->n; i++)
        any = any || is_swizzled(t->arg[i]);
    return any;
}

bool lcr_sym_swizzled_claim(const sym_statement *t)
{
    swizzled_claim c = {t, *t, t->s};
    for (size_t i = 0; i < t->n; i++)
        c.bare.arg[i] = lcr_sv_inside(t->s, t->arg[i]);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, t->name) == 0)
            return table[i].claim(&c);
    return false;
}

/* ---- operations ---- */

/* op(S o A, ...) = S o op(A, ...) */
static bool is_inside(const char *name)
{
    static const char *const known[] = {"blocked_product", "coalesce",        "compose",
                                        "filter",          "filter_zeros",    "flat_divide",
                                        "flat_product",    "flatten",         "group",
                                        "logical_divide",  "logical_product", "mode",
                                        "raked_product",   "select",          "slice",
                                        "tile_to_shape",   "tiled_divide",    "tiled_product",
                                        "zipped_divide",   "zipped_product"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i], name) == 0)
            return true;
    return false;
}

bool lcr_sym_swizzled_law(const sym_statement *t)
{
    sym *s = t->s;
    const sv *a = t->n > 0 ? t->arg[0] : NULL;
    sym_statement bare = *t;
    if (!a || !t->value)
        return false;
    for (size_t i = 1; i < t->n; i++)
        if (is_swizzled(t->arg[i]))
            return false;
    if (strcmp(t->name, "compose") == 0 && a->kind == SV_SWIZZLE) {
        const sv *made = t->n == 2 ? swizzled(s, a, t->arg[1]) : NULL;
        return made && same_swizzle(made, t->value) &&
               lcr_sym_same(s, lcr_sv_inside(s, made), lcr_sv_inside(s, t->value)) &&
               lcr_sym_same_steps(s, lcr_sv_inside(s, made), lcr_sv_inside(s, t->value));
    }
    bare.arg[0] = lcr_sv_inside(s, a);
    bare.value = lcr_sv_inside(s, t->value);
    if (strcmp(t->name, "shape") == 0 || strcmp(t->name, "size") == 0 ||
        strcmp(t->name, "rank") == 0 || strcmp(t->name, "depth") == 0)
        return lcr_sym_law(&bare);
    return same_swizzle(a, t->value) && is_inside(t->name) && lcr_sym_law(&bare);
}
