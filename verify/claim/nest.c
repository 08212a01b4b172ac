/* nest.c - tractable: is a layout that of a morphism of nested tuples (lib/nest.h)? Where two
 * morphisms part that are not equal. The claims of morphisms: standard_form, non_degenerate,
 * divides and product_admissible. */
#include "config.h"

#include "claims.h"

#include "../../lib/nest.h"

#include <string.h>

static lcv_result *intractable(lc_ctx *ctx, const lc_layout *a, const lc_intractable *why)
{
    lc_int s = lc_layout_extent(a, why->low), d = lc_layout_step(a, why->low);
    lc_int t = lc_layout_extent(a, why->high), e = lc_layout_step(a, why->high);
    if (why->low == why->high)
        return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "mode %z", why->low),
                           lcv_text(ctx, "the stride of %i:%i is negative", s, d));
    lc_int end = lc_int_mul(ctx, s, d);
    lcv_result *result = lcv_refuted(ctx, LCV_BY_COMPARISON,
                                     lcv_text(ctx, "modes %z and %z", why->low, why->high),
                                     lcv_text(ctx, "%i does not divide %i", end, e));
    lcv_step(ctx, &result, "%i:%i and %i:%i are neighbours in the order of strides", s, d, t, e);
    lcv_step(ctx, &result, "%i * %i = %i, and %i = %i * %i + %i", s, d, end, e,
             lc_int_fdiv(ctx, e, end), end, lc_int_fmod(ctx, e, end));
    return result;
}

static char *image_text(lc_ctx *ctx, const lc_morphism *f, size_t i)
{
    size_t image = lc_morphism_image(f, i);
    return image == LC_STAR ? lcv_text(ctx, "*") : lcv_text(ctx, "%z", image + 1);
}

/* A side on which they differ, or a first entry; NULL: an error. */
static lcv_result *part(lc_ctx *ctx, const lc_morphism *f, const lc_morphism *g)
{
    const lc_tuple *s = lc_morphism_domain(f), *t = lc_morphism_domain(g);
    const lc_tuple *to_s = lc_morphism_codomain(f), *to_t = lc_morphism_codomain(g);
    size_t i = 0;
    if (!lc_tuple_equal(s, t))
        return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "domain"),
                           lcv_text(ctx, "%t is not %t", s, t));
    if (!lc_tuple_equal(to_s, to_t))
        return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "codomain"),
                           lcv_text(ctx, "%t is not %t", to_s, to_t));
    while (lc_morphism_image(f, i) == lc_morphism_image(g, i))
        i++;
    return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "entry %z", i + 1),
                       lcv_text(ctx, "the image %S is not %S", image_text(ctx, f, i),
                                image_text(ctx, g, i)));
}

lcv_result *lcv_morphisms_equal(lcr_ctx *r, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    const lcv_value *x = args[0], *y = args[1];
    if (x->kind != LCV_MORPHISM || y->kind != LCV_MORPHISM)
        return lc_fail(ctx, LC_ERR_INVALID,
                       "equal compares values of one kind, not %s and %s: use equiv",
                       lcv_value_describe(x), lcv_value_describe(y));
    if (lc_morphism_equal(x->morphism, y->morphism))
        return lcv_proved(ctx, LCV_BY_COMPARISON);
    lcv_result *result = part(ctx, x->morphism, y->morphism);
    lcv_step(ctx, &result, "X = %S", lc_morphism_to_str(ctx, x->morphism));
    lcv_step(ctx, &result, "Y = %S", lc_morphism_to_str(ctx, y->morphism));
    return result;
}

lcv_result *lcv_prove_tractable(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_intractable why;
    lc_layout *a = lcv_arg_layout(ctx, "tractable", "A", args[0]);
    if (!a)
        return NULL;
    if (!lc_layout_is_tractable(ctx, a, &why))
        return lc_ctx_code(ctx) == LC_OK ? intractable(ctx, a, &why) : NULL;
    lc_morphism *f = lcv_kept(ctx, lc_morphism_of_layout(ctx, a));
    return f ? lcv_proved_with(ctx, LCV_BY_CONSTRUCTION, lc_morphism_to_str(ctx, f)) : NULL;
}

/* ---- claims of morphisms ---- */

static lc_morphism *morphism_of(lc_ctx *ctx, const char *claim, const char *name,
                                const lcv_value *v)
{
    return v->kind == LCV_MORPHISM
               ? v->morphism
               : lc_fail(ctx, LC_ERR_INVALID, "%s needs a morphism %s, not %s", claim, name,
                         lcv_value_describe(v));
}

static lcv_result *not_standard(lc_ctx *ctx, const lc_tuple *to, const lc_unstandard *why)
{
    size_t j = why->entry;
    lc_int entry = lc_tuple_value(to, j);
    switch (why->what) {
    case LC_NESTED_CODOMAIN:
        return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "codomain"),
                           lcv_text(ctx, "%t is nested", to));
    case LC_LONE_ONE:
        return lcv_refuted(ctx, LCV_BY_COMPARISON,
                           lcv_text(ctx, "entry %z of the codomain", j + 1),
                           lcv_text(ctx, "it is 1, and no entry goes there"));
    case LC_LONE_END:
        return lcv_refuted(ctx, LCV_BY_COMPARISON,
                           lcv_text(ctx, "entry %z of the codomain", j + 1),
                           lcv_text(ctx, "it is the last, and no entry goes there"));
    default: break;
    }
    lc_int next = lc_tuple_value(to, j + 1);
    return lcv_refuted(ctx, LCV_BY_COMPARISON,
                       lcv_text(ctx, "entries %z and %z of the codomain", j + 1, j + 2),
                       lcv_text(ctx, "no entry goes to %i or %i, which are one gap of %i", entry,
                                next, lc_int_mul(ctx, entry, next)));
}

lcv_result *lcv_prove_standard_form(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_unstandard why;
    lc_morphism *f = morphism_of(ctx, "standard_form", "F", args[0]);
    if (!f)
        return NULL;
    return lc_morphism_is_standard(f, &why) ? lcv_proved(ctx, LCV_BY_COMPARISON)
                                            : not_standard(ctx, lc_morphism_codomain(f), &why);
}

static lcv_result *no_degenerate_entry(lc_ctx *ctx, const lc_morphism *f)
{
    const lc_tuple *from = lc_morphism_domain(f);
    for (size_t i = 0; i < lc_tuple_nleaves(from); i++)
        if (lc_morphism_image(f, i) != LC_STAR && lc_int_is_one(lc_tuple_value(from, i)))
            return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "entry %z", i + 1),
                               lcv_text(ctx, "it is 1, and goes to entry %z",
                                        lc_morphism_image(f, i) + 1));
    return lcv_proved(ctx, LCV_BY_COMPARISON);
}

static lcv_result *no_degenerate_mode(lc_ctx *ctx, const lc_layout *a)
{
    for (size_t k = 0; k < lc_layout_nleaves(a); k++)
        for (size_t axis = 0; axis < lc_layout_naxes(a); axis++)
            if (!lc_int_is_plain_zero(lc_layout_step_on(a, axis, k)) &&
                lc_int_is_one(lc_layout_extent(a, k)))
                return lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "mode %z", k),
                                   lcv_text(ctx, "its extent is 1, and its stride is not 0"));
    return lcv_proved(ctx, LCV_BY_COMPARISON);
}

lcv_result *lcv_prove_non_degenerate(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    (void)n;
    lc_ctx *ctx = lcr_ctx_lc(r);
    if (args[0]->kind == LCV_MORPHISM)
        return no_degenerate_entry(ctx, args[0]->morphism);
    lc_layout *a = lcv_arg_layout_of(ctx, "non_degenerate", "X", args[0], LCV_OF_ALL);
    return a ? no_degenerate_mode(ctx, a) : NULL;
}

/* ---- quotients and products that exist ---- */

/* A tuple that morphisms go to and one that they go from, which have to meet. */
typedef struct {
    const char *inner, *outer; /* what they are called */
    const lc_tuple *to, *from;
} meeting;

/* The first entry at which they differ, or else that one is longer, or nested otherwise. */
static lcv_result *meet_exactly(lc_ctx *ctx, const meeting *m)
{
    size_t n = lc_tuple_nleaves(m->to), k = lc_tuple_nleaves(m->from), i = 0;
    if (lc_tuple_equal(m->to, m->from))
        return lcv_proved(ctx, LCV_BY_COMPARISON);
    while (i < n && i < k && lc_int_eq(lc_tuple_value(m->to, i), lc_tuple_value(m->from, i)))
        i++;
    char *where = i < n || i < k ? lcv_text(ctx, "entry %z", i + 1) : lcv_text(ctx, "nesting");
    char *what = i == n && i == k ? lcv_text(ctx, "%t is not nested like %t", m->to, m->from)
                 : i == n         ? lcv_text(ctx, "%s ends before it", m->inner)
                 : i == k         ? lcv_text(ctx, "%s ends before it", m->outer)
                          : lcv_text(ctx, "%i of %s is not %i of %s", lc_tuple_value(m->to, i),
                                     m->inner, lc_tuple_value(m->from, i), m->outer);
    return lcv_refuted(ctx, LCV_BY_COMPARISON, where, what);
}

/* They have a mutual refinement. */
static lcv_result *meet(lc_ctx *ctx, const meeting *m)
{
    lc_unrefined why;
    if (!lc_refinement_stops(ctx, m->to, m->from, &why))
        return lcv_proved(ctx, LCV_BY_CONSTRUCTION);
    return lcv_refuted(
        ctx, LCV_BY_COMPARISON,
        lcv_text(ctx, "entry %z of %s and entry %z of %s", why.entry[0] + 1, m->inner,
                 why.entry[1] + 1, m->outer),
        lcv_text(ctx, "of the first %i is left, of the second %i: neither divides the other",
                 why.left[0], why.left[1]));
}

/* `f / g = morphism{...}`, the value that exists. */
static lcv_result *with_value(lc_ctx *ctx, const char *before, lc_morphism *value)
{
    value = lcv_kept(ctx, value);
    return value
               ? lcv_proved_with(ctx, LCV_BY_CONSTRUCTION,
                                 lcv_text(ctx, "%s = %S", before, lc_morphism_to_str(ctx, value)))
               : NULL;
}

/* The step that shows both tuples. */
static lcv_result *showing(lc_ctx *ctx, lcv_result *result, const meeting *m)
{
    if (result && result->verdict == LCV_REFUTED)
        lcv_step(ctx, &result, "%s is %t, %s is %t", m->inner, m->to, m->outer, m->from);
    return result;
}

/* The codomain of g is repeated up to the size of the domain of f, if that is a multiple. */
static lcv_result *divides(lc_ctx *ctx, lc_morphism *g, lc_morphism *f)
{
    const lc_tuple *to = lc_morphism_codomain(g), *from = lc_morphism_domain(f);
    const meeting m = {"the codomain of G", "the domain of F", to, from};
    lc_int have = lc_tuple_size(ctx, to), size = lc_tuple_size(ctx, from);
    lcv_result *result = lc_int_divides(ctx, have, size)
                             ? meet(ctx, &m)
                             : lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "size"),
                                           lcv_text(ctx, "%i of %s does not divide %i of %s",
                                                    have, m.inner, size, m.outer));
    if (!result || result->verdict != LCV_PROVED)
        return showing(ctx, result, &m);
    lcv_result_free(result);
    return with_value(ctx, "F / G", lc_morphism_divide(ctx, f, g));
}

lcv_result *lcv_prove_divides(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_morphism *g = morphism_of(ctx, "divides", "G", args[0]);
    lc_morphism *f = g ? morphism_of(ctx, "divides", "F", args[1]) : NULL;
    if (!f || !lcv_takes_word(ctx, "divides", "exact", n > 2 ? args[2] : NULL))
        return NULL;
    const meeting m = {"the codomain of G", "the domain of F", lc_morphism_codomain(g),
                       lc_morphism_domain(f)};
    return n > 2 ? showing(ctx, meet_exactly(ctx, &m), &m) : divides(ctx, g, f);
}

/* The first entry of g whose image ends past `size`. */
static bool reaches_past(lc_ctx *ctx, const lc_morphism *g, lc_int size, size_t *entry,
                         lc_int *end)
{
    const lc_tuple *to = lc_morphism_codomain(g);
    for (size_t i = 0; i < lc_tuple_nleaves(lc_morphism_domain(g)); i++) {
        size_t j = lc_morphism_image(g, i);
        lc_int place = lc_int_const(1);
        if (j == LC_STAR || lc_int_is_one(lc_tuple_value(to, j)))
            continue;
        for (size_t k = 0; k <= j; k++)
            place = lc_int_mul(ctx, place, lc_tuple_value(to, k));
        if (lc_int_lt(size, place)) {
            *entry = i;
            *end = place;
            return true;
        }
    }
    return false;
}

static lcv_result *multiplies(lc_ctx *ctx, lc_morphism *f, lc_morphism *g, const meeting *m)
{
    lc_int size = lc_tuple_size(ctx, m->from), end;
    size_t entry;
    lcv_result *result = meet(ctx, m);
    if (result && result->verdict == LCV_PROVED && reaches_past(ctx, g, size, &entry, &end)) {
        lcv_result_free(result);
        result = lcv_refuted(ctx, LCV_BY_COMPARISON, lcv_text(ctx, "entry %z of G", entry + 1),
                             lcv_text(ctx, "its image ends at %i, past the size %i of %s", end,
                                      size, m->outer));
    }
    if (!result || result->verdict != LCV_PROVED)
        return showing(ctx, result, m);
    lcv_result_free(result);
    return with_value(ctx, "F * G", lc_morphism_product(ctx, f, g));
}

lcv_result *lcv_prove_product_admissible(lcr_ctx *r, size_t n, lcv_value *const *args)
{
    lc_ctx *ctx = lcr_ctx_lc(r);
    lc_morphism *f = morphism_of(ctx, "product_admissible", "F", args[0]);
    lc_morphism *g = f ? morphism_of(ctx, "product_admissible", "G", args[1]) : NULL;
    if (!g || !lcv_takes_word(ctx, "product_admissible", "exact", n > 2 ? args[2] : NULL))
        return NULL;
    lc_morphism *rest = lcv_kept(ctx, lc_morphism_complement(ctx, f));
    if (!rest)
        return NULL;
    const meeting m = {"the codomain of G", "the domain of F^c", lc_morphism_codomain(g),
                       lc_morphism_domain(rest)};
    return n > 2 ? showing(ctx, meet_exactly(ctx, &m), &m) : multiplies(ctx, f, g, &m);
}
