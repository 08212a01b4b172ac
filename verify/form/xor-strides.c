/* xor-strides.c - strides that add by XOR, with parameters.
 *
 * The step of a leaf is the word N of its stride fN, a size. A multiple i fN is the carry-less
 * product; that is i N where i or N is a power of two, so that multiples by parameters are sizes
 * for fN with such an N: M*f64. What moves leaves about does it as for integers.
 */
#include "config.h"

#include "internal.h"

#include <string.h>

bool lcv_form_has_words(const lcv_form *form)
{
    if (form->kind != LCV_FORM_VALUE)
        return form->kind == LCV_FORM_WORDS || form->by_xor;
    const lcv_value *v = form->value;
    return (v->kind == LCV_LAYOUT || v->kind == LCV_STRIDES) &&
           lc_layout_codomain(v->layout) == LC_XOR;
}

const lcv_form *lcv_form_as_words(lcv_forms *f, const lcv_form *form)
{
    if (!form || form->kind == LCV_FORM_WORDS)
        return form;
    if (form->kind != LCV_FORM_VALUE || form->value->kind != LCV_LAYOUT ||
        lc_layout_codomain(form->value->layout) != LC_XOR)
        return lcv_obstacle(f, "expected strides that add by XOR");
    lcv_form *lifted = lcv_form_of_layout(f, form->value->layout, lcv_poly_of_int, f);
    if (lifted)
        lifted->kind = LCV_FORM_WORDS;
    return lifted;
}

/* The part of this nesting of a layout of strides that add by XOR. */
static lc_layout *words_at(lcv_forms *f, const lcv_form *form, const lc_tuple *nest,
                           const lc_int *number)
{
    lc_ctx *ctx = f->ctx;
    if (lc_tuple_is_leaf(nest)) {
        size_t k = (size_t)lc_int_get_si(lc_tuple_value(nest, 0));
        lc_tuple *extent = lcv_kept(ctx, lc_tuple_leaf(ctx, number[k]));
        lc_layout *stride = lcv_kept(ctx, lc_layout_xor(ctx, number[form->n + k]));
        return extent && stride ? lcv_kept(ctx, lc_layout_reshape(ctx, extent, stride)) : NULL;
    }
    size_t rank = lc_tuple_rank(nest);
    lc_layout **mode = lc_frame_alloc(ctx, rank, sizeof(lc_layout *));
    for (size_t i = 0; mode && i < rank; i++) {
        lc_tuple *part = lcv_part_of(ctx, nest, i);
        if (!part || !(mode[i] = words_at(f, form, part, number)))
            return NULL;
    }
    return mode ? lcv_kept(ctx, lc_layout_concat(ctx, rank, mode)) : NULL;
}

lc_layout *lcv_form_words_at(lcv_forms *f, const lcv_form *form, const lc_int *number)
{
    return lc_layout_ref(words_at(f, form, form->nest, number));
}

/* ---- multiples ---- */

static bool is_power_of_two(lcv_forms *f, const lc_poly *p)
{
    lc_int value, two = lc_int_const(2);
    if (!lc_poly_is_const(p, &value) || lc_int_sign(value) <= 0)
        return false;
    while (lc_int_divides(f->ctx, two, value))
        value = lc_int_fdiv(f->ctx, value, two);
    return lc_int_is_one(value);
}

const lcv_form *lcv_form_words_multiple(lcv_forms *f, const lc_poly *factor,
                                        const lcv_form *strides)
{
    const lcv_form *of = factor ? lcv_form_as_strides(f, strides) : NULL;
    lcv_form *made = of ? lcv_form_layout(f, of->nest, 1, NULL) : NULL;
    if (!made)
        return NULL;
    made->kind = LCV_FORM_STRIDES;
    made->by_xor = true;
    for (size_t i = 0; i < of->n; i++) {
        made->extent[i] = of->extent[i];
        if (!lcv_size_is_zero(of->step[i]) && !is_power_of_two(f, of->step[i]) &&
            !is_power_of_two(f, factor))
            return lcv_obstacle(f, "the carry-less product of %S and %S",
                                lcv_size_to_str(f->symbols, factor),
                                lcv_size_to_str(f->symbols, of->step[i]));
        if (!(made->step[i] = lcv_size_mul(f->symbols, factor, of->step[i])))
            return NULL;
    }
    return made;
}

/* ---- operations ---- */

static const lcv_form *as_kind(lcv_forms *f, const lcv_form *form, lcv_form_kind kind)
{
    lcv_form *copy = form ? lcv_form_moved(f, form, NULL) : NULL;
    if (copy)
        copy->kind = kind;
    return copy;
}

/* Leaves next to each other, n:s and m:n s, are one where n is a power of two: i + n j is then
 * i xor n j. UNKNOWN has an obstacle. */
static lcr_answer goes_on(lcv_forms *f, const lc_poly *n, const lc_poly *step,
                          const lc_poly *next)
{
    lcr_answer same = lcv_forms_is_equal(f, lcv_size_mul(f->symbols, n, step), next);
    if (same == LCR_NO || (same == LCR_YES && is_power_of_two(f, n)))
        return same;
    lcv_obstacle(f, "whether %S times f%S is f%S, and %S a power of two",
                 lcv_size_to_str(f->symbols, n), lcv_size_to_str(f->symbols, step),
                 lcv_size_to_str(f->symbols, next), lcv_size_to_str(f->symbols, n));
    return LCR_UNKNOWN;
}

/* Leaves of extent 1 vanish. */
static const lcv_form *coalesce(lcv_forms *f, const lcv_form *words)
{
    const lc_poly **extent = lc_frame_alloc(f->ctx, words->n, sizeof *extent);
    const lc_poly **step = lc_frame_alloc(f->ctx, words->n, sizeof *step);
    lc_int *number = lc_frame_alloc(f->ctx, words->n + 1, sizeof *number);
    size_t n = 0;
    for (size_t i = 0; extent && step && number && i < words->n; i++) {
        lcr_answer one = lcv_forms_is_one(f, words->extent[i]);
        if (one == LCR_UNKNOWN)
            return lcv_obstacle(f, "whether %S is 1",
                                lcv_size_to_str(f->symbols, words->extent[i]));
        if (one == LCR_YES)
            continue;
        lcr_answer on = n == 0 ? LCR_NO : goes_on(f, extent[n - 1], step[n - 1], words->step[i]);
        if (on == LCR_UNKNOWN)
            return NULL;
        if (on == LCR_YES) {
            extent[n - 1] = lcv_size_mul(f->symbols, extent[n - 1], words->extent[i]);
            continue;
        }
        extent[n] = words->extent[i];
        step[n++] = words->step[i];
    }
    if (n == 0) {
        extent[0] = lcv_size_const(f->symbols, 1);
        step[n++] = lcv_size_const(f->symbols, 0);
    }
    for (size_t i = 0; i < n; i++)
        number[i] = lc_int_si(f->ctx, (int64_t)i);
    lc_tuple *nest = n == 1 ? lc_tuple_leaf(f->ctx, number[0]) : lc_tuple_flat(f->ctx, n, number);
    lcv_form *made = lcv_kept(f->ctx, nest) ? lcv_form_layout(f, nest, 1, NULL) : NULL;
    if (!made)
        return NULL;
    made->kind = LCV_FORM_WORDS;
    memcpy(made->extent, extent, n * sizeof *extent);
    memcpy(made->step, step, n * sizeof *step);
    return made;
}

const lcv_form *lcv_form_words_call(lcv_forms *f, const lcv_operation *of, size_t n,
                                    const lcv_form *const *arg)
{
    static const char *const moves[] = {"flatten", "group", "mode", "select"};
    static const char *const looks[] = {"depth", "rank", "shape", "size"};
    const lcv_form *words = lcv_form_has_words(arg[0]) ? lcv_form_as_words(f, arg[0]) : NULL;
    const lcv_form **bare = words ? lc_frame_alloc(f->ctx, n, sizeof *bare) : NULL;
    if (!bare)
        return lcv_obstacle(f, "%s beside strides that add by XOR", of->name);
    memcpy(bare, arg, n * sizeof *bare);
    if (strcmp(of->name, "coalesce") == 0 && n == 1)
        return coalesce(f, words);
    if (strcmp(of->name, "compose") == 0)
        return lcv_form_words_compose(f, words, arg[1]);
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        if (strcmp(of->name, looks[i]) == 0 && n == 1) {
            bare[0] = lcv_form_as_tuple(f, words);
            return lcv_form_call(f, of, n, bare);
        }
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        if (strcmp(of->name, moves[i]) == 0) {
            bare[0] = as_kind(f, words, LCV_FORM_LAYOUT);
            const lcv_form *made = bare[0] ? lcv_form_call(f, of, n, bare) : NULL;
            return as_kind(f, lcv_form_as_layout(f, made), LCV_FORM_WORDS);
        }
    return lcv_obstacle(f, "%s of strides that add by XOR, with parameters", of->name);
}

const lcv_form *lcv_form_words_compose(lcv_forms *f, const lcv_form *words, const lcv_form *inner)
{
    const lcv_form *a = lcv_form_as_words(f, words);
    const lcv_form *b = a ? lcv_form_as_layout(f, inner) : NULL;
    const lc_poly *size = b ? lcv_form_size(f, a) : NULL;
    if (!size)
        return NULL;
    bool all = !b->profile && !b->offset && b->n == 1 && lcv_size_is_one(b->step[0]) &&
               lc_poly_equal(b->extent[0], size);
    return all ? coalesce(f, a)
               : lcv_obstacle(f, "a composition with strides that add by XOR, with parameters");
}
