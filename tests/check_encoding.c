/* check_encoding.c - the one encoding of functions in sets against the evaluator.
 *
 * A random literal is stated as sums in a set (sets/value.h), its coordinate is fixed there, and
 * isl is asked for its values: the one that the evaluator of literals has by definition, and no
 * larger or smaller one.
 */
#include "config.h"

#include "../isl-bridge/recheck/ask/ask.h"
#include "../isl-bridge/recheck/sets/value.h"
#include "law.h"
#include "owned.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>

static size_t stated, not_stated;

/* ---- literals ---- */

/* Shape and stride of up to three leaves; `power`: of powers of two, as linear functions have. */
static const char *random_layout(law *l, bool power)
{
    const char *shape = "", *stride = "";
    size_t n = (size_t)rnd_in(&l->rnd, 1, 3);
    for (size_t k = 0; k < n; k++) {
        const char *comma = k > 0 ? "," : "";
        int extent = power ? 1 << rnd_in(&l->rnd, 0, 3) : (int)rnd_in(&l->rnd, 1, 9);
        int step = power                     ? 1 << rnd_in(&l->rnd, 0, 6)
                   : rnd_chance(&l->rnd, 80) ? (int)rnd_in(&l->rnd, 0, 40)
                                             : (int)rnd_in(&l->rnd, -40, -1);
        shape = law_printf(l, "%s%s%d", shape, comma, extent);
        stride = law_printf(l, "%s%s%d", stride, comma, step);
    }
    return n > 1 ? law_printf(l, "(%s):(%s)", shape, stride)
                 : law_printf(l, "%s:%s", shape, stride);
}

static const char *random_swizzle(law *l)
{
    int b = (int)rnd_in(&l->rnd, 0, 3), m = (int)rnd_in(&l->rnd, 0, 3);
    int s = (int)rnd_in(&l->rnd, b, 4) * (rnd_chance(&l->rnd, 70) ? 1 : -1);
    return law_printf(l, "S<%d,%d,%d>", b, m, s);
}

static const char *random_xor(law *l)
{
    return law_printf(l, "(%d,%d):(f%d,f%d)", 1 << rnd_in(&l->rnd, 0, 3),
                      1 << rnd_in(&l->rnd, 0, 3), (int)rnd_in(&l->rnd, 0, 31),
                      (int)rnd_in(&l->rnd, 0, 31));
}

static const char *random_linear(law *l)
{
    const char *in = "";
    size_t bits = (size_t)rnd_in(&l->rnd, 1, 5);
    for (size_t k = 0; k < bits; k++)
        in = law_printf(l, "%s%s%d", in, k > 0 ? "," : "", (int)rnd_in(&l->rnd, 0, 31));
    return law_printf(l, "linear{a: [%s] -> o: 32}", in);
}

static const char *random_text(law *l)
{
    int offset = rnd_chance(&l->rnd, 40) ? (int)rnd_in(&l->rnd, 0, 50) : 0;
    const char *a = random_layout(l, rnd_chance(&l->rnd, 30));
    switch (rnd_in(&l->rnd, 0, 6)) {
    case 0: return a;
    case 1: return law_printf(l, "%s o %d o %s", random_swizzle(l), offset, a);
    case 2: return law_printf(l, "%s o %d o %s", random_layout(l, false), offset, a);
    case 3:
        return law_printf(l, "%s o 0 o %s o %d o %s", random_swizzle(l), random_layout(l, false),
                          offset, a);
    case 4: return random_xor(l);
    case 5: return random_linear(l);
    default: return law_printf(l, "{%d} o %s", offset, a);
    }
}

/* ---- what isl says ---- */

/* Does the set have a point where the sum is in this relation to the value? */
static lcr_answer has(lcr_ctx *r, const quo *d, const sys_sum *sum, sys_relation relation,
                      lc_int value)
{
    quo *with = lcr_quo_copy(d);
    sys_point point;
    if (!with)
        return LCR_UNKNOWN;
    lcr_sys_compare(&with->s, sum, relation, value);
    const char *text = lcr_sys_text(&with->s);
    return text ? lcr_ask_point_of_text(r, with->s.pool, text, &point) : LCR_UNKNOWN;
}

/* The coordinates are those of the integral coordinate c. */
static void fix(quo *d, lc_ctx *ctx, const lit *a, const sys_sum *leaf, int64_t c)
{
    for (size_t k = 0; k < a->n; k++) {
        int64_t extent = lc_int_get_si(a->extent[k]);
        lcr_sys_compare(&d->s, &leaf[k], SYS_EQ, lc_int_si(ctx, c % extent));
        c /= extent;
    }
}

static bool agrees(law *l, lcr_ctx *r, lit_pool *pool, const lit *a, value_coordinates as)
{
    const fn f = {1, {a}};
    quo *d = lcr_quo_new(pool);
    sys_sum leaf[LIT_MAX_AXES], *value = lcr_lit_alloc(pool, LIT_MAX_AXES, sizeof *value);
    lc_int expected[LIT_MAX_AXES];
    int64_t size = lc_int_get_si(lcr_lit_size(l->ctx, a)), c = rnd_in(&l->rnd, 0, size - 1);
    bool ok = d && value && a->n <= LIT_MAX_AXES && lcr_value_coordinates(d, a, 'c', as, leaf) &&
              lcr_value_of(d, &f, a, leaf, value) && !d->s.failed;
    stated += ok;
    not_stated += !ok;
    if (!ok)
        return lc_ctx_code(l->ctx) == LC_OK || law_fail(l, "%s", lc_ctx_message(l->ctx));
    fix(d, l->ctx, a, leaf, c);
    if (!lcr_fn_at(l->ctx, &f, lc_int_si(l->ctx, c), expected))
        return law_fail(l, "the evaluator has no value at %d", (int)c);
    for (size_t i = 0; i < lcr_fn_naxes(&f); i++)
        if (has(r, d, &value[i], SYS_EQ, expected[i]) != LCR_YES ||
            has(r, d, &value[i], SYS_GT, expected[i]) != LCR_NO ||
            has(r, d, &value[i], SYS_LT, expected[i]) != LCR_NO)
            return law_fail(l, "at %d it is not %d: %s", (int)c, (int)lc_int_get_si(expected[i]),
                            lc_ctx_message(l->ctx));
    return true;
}

static bool encoded(law *l)
{
    const char *text = random_text(l);
    lcr_ctx *r = law_relations(l);
    lit_pool pool = {.lc = l->ctx, .isl = r};
    const lit *a = lcr_lit_read(&pool, text);
    bool ok = a != NULL;
    for (value_coordinates as = VALUE_NUMBERS; ok && as <= VALUE_BITS; as++)
        ok = agrees(l, r, &pool, a, as);
    if (!ok)
        law_fail(l, "%s: %s", text, l->failure ? l->failure : "not read");
    law_saw(l, a && lcr_lit_is_affine(a) ? 0 : 1);
    lcr_lit_pool_clear(&pool);
    return ok;
}

TEST(encodings)
{
    law_check_share("encodings have the values of the evaluator", encoded,
                    CLASSES("affine", "others"), 2);
    printf("# %zu stated, %zu not\n", stated, not_stated);
    ck_assert_uint_le(20 * not_stated, stated + 20);
}

SUITE_MAIN("encodings", encodings)
